// The time of a reading in JavaScript, compared with chains in plain JavaScript, in turns of one run.
//
//     LIBPRESS_WASM=build/wasm32/libpress.wasm node bindings/js/benchmarks/feed.js [readings [folder of the module]]
//
// Pressing: a finger presses and lifts twice a second, a reading each ms, and a function is called with each event. At rest: the
// noise of a sensor that nobody touches. Then the collections of garbage in a million readings without a function.
import { PerformanceObserver, performance } from "node:perf_hooks";

const COUNT = Number(process.argv[2] ?? 20_000);
const folder = process.argv[3] ?? new URL("../src", import.meta.url).pathname;
process.env.LIBPRESS_WASM ||= new URL("../../../build/wasm32/libpress.wasm", import.meta.url).pathname;
const { Engine, Pad } = await import(`${folder}/node.js`);
const ROUNDS = 20;

const pressing = Array.from({ length: COUNT }, (_, at) => 4 * Math.sin((at * Math.PI) / 1000) ** 2);
const rest = Array.from({ length: COUNT }, (_, at) => 0.02 + 0.01 * Math.sin(at));

/** Two levels and a progress: what a page does by itself. */
class Plain {
  down = false;
  progress = 0;
  constructor(listener) {
    this.listener = listener;
  }
  feed({ tUs, force }) {
    const down = force >= (this.down ? 0.25 : 0.4);
    const progress = Math.min(Math.max((force - 1.55) / 1.15, 0), 1);
    if (down !== this.down) this.listener({ type: down ? "began" : "ended", tUs, force });
    else if (down && progress !== this.progress) this.listener({ type: "changed", tUs, force, progress });
    this.down = down;
    this.progress = progress;
  }
}

/** As pressure.js does it: a closest event of an element, levels of Force Touch, a map from pressure to a range. */
class Levels {
  constructor(listener) {
    this.hooks = { start: listener, change: listener, end: listener, startDeepPress: listener, endDeepPress: listener };
    this.pressed = this.deep = false;
  }
  run(name, ...given) {
    if (Object.hasOwn(this.hooks, name)) this.hooks[name].apply(this, given);
  }
  feed({ tUs, force }) {
    const pressure = Math.min(force / 5, 1);
    if (pressure > 0.08) {
      if (!this.pressed) {
        this.pressed = true;
        this.run("start", { type: "start", tUs });
      }
      this.run("change", pressure, { type: "change", tUs, pressure });
      if (pressure >= 0.5 && !this.deep) {
        this.deep = true;
        this.run("startDeepPress", { type: "startDeepPress", tUs });
      } else if (pressure < 0.5 && this.deep) {
        this.deep = false;
        this.run("endDeepPress");
      }
    } else if (this.pressed) {
      this.pressed = this.deep = false;
      this.run("end");
    }
  }
}

let seen = 0;
const count = () => void seen++;
const code = (force) => Math.round(4000 * force);

/** By its name, what makes one to feed: a function of a time and newtons. */
const works = {
  "plain JavaScript": () => {
    const one = new Plain(count);
    return (tUs, force) => one.feed({ tUs, force });
  },
  "levels as pressure.js has them": () => {
    const one = new Levels(count);
    return (tUs, force) => one.feed({ tUs, force });
  },
  'engine.feed, on("event")': () => {
    const one = new Engine();
    one.on("event", count);
    return (tUs, force) => one.feed({ tUs, force });
  },
  'engine.feed, on("contactBegan")': () => {
    const one = new Engine();
    one.on("contactBegan", count);
    return (tUs, force) => one.feed({ tUs, force });
  },
  "engine.feed, previewDidUpdate": () => {
    const one = new Engine();
    one.previewDidUpdate = count;
    return (tUs, force) => one.feed({ tUs, force });
  },
  'pad.feed, on("event")': () => {
    const one = new Pad();
    one.engine.on("event", count);
    return (tUs, force) => one.feed(tUs, code(force));
  },
};

/** Microseconds a reading, the least of rounds in which they take turns. */
function together(readings) {
  const best = new Map(Object.keys(works).map((name) => [name, Infinity]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, make] of Object.entries(works)) {
      const feed = make();
      for (let t = 0; t < 300; t++) feed(1000 * (t + 1), 0.02); // in which a pad learns its zero
      const started = performance.now();
      for (let at = 0; at < readings.length; at++) feed(1000 * (at + 400), readings[at]);
      best.set(name, Math.min(best.get(name), (1000 * (performance.now() - started)) / readings.length));
    }
  return best;
}

const [busy, idle] = [together(pressing), together(rest)];
console.log(`${"us a reading".padEnd(36)}${"pressing".padStart(10)}${"at rest".padStart(10)}`);
for (const name of Object.keys(works)) console.log(`${name.padEnd(36)}${busy.get(name).toFixed(2).padStart(10)}${idle.get(name).toFixed(2).padStart(10)}`);

/** Collections in a million readings, in which the program makes nothing that is to be collected. */
async function collections(feed) {
  for (let at = 0; at < 50_000; at++) feed(at);
  let found = 0;
  const observer = new PerformanceObserver((list) => (found += list.getEntries().length));
  observer.observe({ entryTypes: ["gc"] });
  for (let at = 50_000; at < 1_050_000; at++) feed(at);
  await new Promise((resolve) => setTimeout(resolve, 50));
  observer.disconnect();
  return found;
}
const engine = new Engine({ maxEvents: 0 });
const sample = { tUs: 0, force: 0 };
const pad = new Pad({ engine: new Engine({ maxEvents: 0 }) });
engine.on("contactCancelled", count);
pad.engine.on("contactCancelled", count);
const rows = {
  "engine.feed": (at) => {
    sample.tUs = 1000 * at;
    sample.force = pressing[at % COUNT];
    engine.feed(sample);
  },
  "pad.feed": (at) => pad.feed(1000 * at, at % 1000 < 500 ? 300 : 12_000),
};
console.log(`\n${"collections in a million readings".padEnd(36)}`);
for (const [name, feed] of Object.entries(rows)) console.log(`${name.padEnd(36)}${String(await collections(feed)).padStart(10)}`);
