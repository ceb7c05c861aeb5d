// Tests/processors/replay.c on the module: the same traces, the same log. Also in a browser, so it imports nothing.
const MASK = (1n << 64n) - 1n;
/** Q16.16 as the library has it: exact, because every such number is a JavaScript number. */
export const fixed = (number) => Math.round(number * 65536);
const snake = (word) => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const q = (number) => number / 65536;

/** The levels of an engine, as the lines of traces and vectors have them. */
export function levelsOf([touch, release, zero, full, preview, commit, complete, lostAfterUs, step, tellMoved, liftUs]) {
  return {
    touchForce: q(touch),
    releaseForce: q(release),
    zeroForce: q(zero),
    fullForce: q(full),
    previewPressure: q(preview),
    commitPressure: q(commit),
    completePressure: q(complete),
    lostAfterUs,
    minProgressStep: q(step),
    tellMoved: tellMoved !== 0,
    liftUs,
  };
}

const actions = [
  { title: "one" },
  { title: "two", actions: [{ title: "three" }, { title: "four", disabled: true }] },
  { title: "five" },
];
const show = (touch) => ({ id: touch.target + 100, actions, actionsFrame: { x: 0, y: 0, width: 20, height: 20 } });

/** The log of a trace. */
export function replay({ Engine, EventType, Pad, PressError, WHOLE, conductance, fitCurve }, trace) {
  const log = [];
  let engine;
  let [pads, sensors, points, padLevels, seed] = [[], [], [], {}, 0n];

  const write = (e) => {
    const flags = e.ended | (e.returns << 1) | (e.fades << 2) | (e.part << 3) | (e.unknown << 5) | (e.resting << 6);
    const value = (one) => (WHOLE.has(EventType[e.type]) ? one | 0 : fixed(one));
    log.push(
      [
        e.tUs,
        snake(e.type),
        e.contact,
        e.target,
        flags,
        snake(e.reason),
        fixed(e.x),
        fixed(e.y),
        fixed(e.force),
        fixed(e.pressure),
        fixed(e.progress),
        e.subject,
        value(e.value),
        value(e.value2),
        e.lateUs,
      ].join(" "),
    );
  };
  const attempt = (call, work) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof PressError)) throw error;
      log.push(`${call} ${error.status}`);
    }
  };
  const make = (options) => {
    engine = new Engine(options);
    engine.on("event", write);
    pads = [];
  };
  const makeWithEverything = () => {
    const bare = new Engine();
    const everything = Object.fromEntries(Object.keys(bare).flatMap((name) => (name === "targets" ? [] : [[name, true]])));
    make({ traits: ["preview", "peek", "tap", "hold", "scroll"], ...everything });
    engine.peek.willShow = show;
    engine.transitions.bind(1, { driver: "preview" });
    engine.transitions.bind(2, { driver: "pressure" });
    engine.transitions.bind(3, { driver: "motion", dx: 30, dy: -10 });
  };
  const makePads = () => {
    pads = sensors.map((circuit, contact) => {
      const sensor = { circuit };
      if (points[contact].length > 0) {
        const { curve, worst, rms } = fitCurve(points[contact]);
        log.push(
          `curve ${curve.points.length} worst ${fixed(worst)} rms ${fixed(rms)}`,
          ...curve.points.map(([g, f]) => `  ${fixed(g)} ${fixed(f)}`),
        );
        sensor.curve = curve;
      }
      return new Pad({ sensors: [sensor], engine, contact, ...padLevels });
    });
  };
  const draw = () => {
    let z = (seed = (seed + 0x9e3779b97f4a7c15n) & MASK);
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return z ^ (z >> 31n);
  };
  const below = (limit) => Number((((draw() >> 40n) * BigInt(limit)) & MASK) >> 24n);

  const TRAITS = [
    ["preview"],
    ["peek"],
    ["tap", "hold"],
    ["scroll"],
    ["preview", "peek", "tap", "hold", "dragSource", "drop", "spring", "scroll", "doubleTap"],
  ];
  const randomCalls = (count) => {
    let now = 0;
    makeWithEverything();
    for (let i = 0; i < count; i++) {
      const contact = below(3);
      const id = 1 + below(5);
      now += below(8) ? below(20000) : below(400000);
      switch (below(24)) {
        case 0:
          attempt("tick", () => engine.tick(now));
          break;
        case 1: {
          const [x, y, width, height] = [below(64), below(64), below(64), below(64)];
          const traits = TRAITS[below(5)];
          attempt("add", () => engine.targets.add({ id, x, y, width, height, traits }));
          break;
        }
        case 2:
          attempt("remove", () => engine.targets.remove(id));
          break;
        case 3:
          attempt("cancel", () => engine.cancelPreview(contact));
          break;
        case 4:
          attempt("start", () => engine.transitions.start(4));
          break;
        case 5:
          if (below(2)) {
            const speed = q(1 + below(4 * 65536));
            attempt("speed", () => engine.transitions.setSpeed(4, speed));
          } else attempt("finish", () => engine.transitions.finish(4));
          break;
        case 6:
          attempt("open", () => engine.peek.open(id));
          break;
        case 7:
          attempt("pop", () => engine.peek.pop());
          break;
        case 8:
          attempt("perform", () => engine.peek.perform(id));
          break;
        case 9:
          log.push(`deadline ${engine.nextDeadline ?? 18446744073709551615n}`);
          break;
        case 10:
          if (below(8) === 0) attempt("reset", () => engine.reset());
          break;
        default: {
          const force = q(below(24) * 16384 - 1);
          const [x, y] = [q(below(64 * 65536)), q(below(64 * 65536))];
          const lost = below(24) === 0;
          attempt("feed", () => engine.feed({ tUs: now, contact, force, x, y, lost }));
        }
      }
    }
    attempt("reset", () => engine.reset());
  };

  for (const line of trace) {
    const [what, ...words] = line.split(" ");
    const n = words.map(Number);
    if (what === "c") {
      make(levelsOf(n));
    } else if (what === "a") {
      makeWithEverything();
      sensors = Array.from({ length: n[0] }, () => ({ fullScale: n[1], resistorOhm: n[2] }));
      points = sensors.map(() => []);
      padLevels = { noMedian: (n[3] & 1) !== 0, noFilter: (n[3] & 2) !== 0, noBaseline: (n[3] & 4) !== 0 };
    } else if (what === "p") {
      const [pad, code, force] = n;
      const found = conductance(code, sensors[pad]);
      if (found > (points[pad].at(-1)?.[0] ?? 0)) points[pad].push([found, q(force)]);
    } else if (what === "s") attempt("feed", () => engine.feed({ tUs: n[0], contact: n[1], lost: n[2] !== 0, force: q(n[3]) }));
    else if (what === "f") {
      if (pads.length === 0) makePads();
      const tUs = n[0];
      pads.forEach((pad, at) => {
        const code = words[at + 1];
        attempt("pad", () => pad.feed(tUs, [/\d/.test(code) ? Number(code) : null], { failed: code === "!" ? [0] : [] }));
        const {
          force,
          conductance: [g],
          baseline: [zero],
        } = pad.reading;
        if (Math.floor(tUs / 1000) % 64 === 0) log.push(`reading ${fixed(force)} ${fixed(g)} ${fixed(zero)}`);
      });
    } else if (what === "t") attempt("tick", () => engine.tick(n[0]));
    else if (what === "r") attempt("reset", () => engine.reset());
    else if (what === "n") {
      seed = BigInt(n[0]);
      randomCalls(n[1]);
    }
  }
  return log;
}
