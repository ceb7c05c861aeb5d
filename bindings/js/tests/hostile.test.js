// Values that nobody means, at each parameter and each answer of everything that is exported. What is wrong is named, and nothing changes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { press } from "./support.js";

const { Config, Engine, Grid, Pad, PressError } = press;

const VALUES = {
  undefined: undefined, null: null, true: true, NaN: NaN, infinite: Infinity, negative: -1, half: 0.5, beyond: 2 ** 53, text: "1", empty: "",
  symbol: Symbol("s"), bigint: 5n, object: {}, bare: Object.create(null), unknown: { nobody: 1 }, array: [], hole: [,], nulls: [null, null],
  function: () => 1, async: async () => true, generator: function* () {}, map: new Map([["force", 1]]), date: new Date(0), promise: Promise.resolve(true),
  boxed: new Number(1), number: { valueOf: () => 1 }, bytes: new Uint8Array(1), config: new Config(), engine: new Engine(),
};
// Which of them a parameter may take, by its kind.
const ID = "";
const OPTIONAL = "undefined";
const Q16 = "half negative";
const TRUTH = "true";
const OPTIONS = "object bare";
const FUNCTION = "function";
const HOOK = "function null";
const WATCHES = "function null async generator";

const engine = new Engine({ drag: true, gestures: true, peek: true, transitions: true, button: true, strike: true, pinch: true, scroll: true, levels: true });
engine.targets.add({ id: 1, x: 0, y: 0, width: 10, height: 10, traits: ["peek", "tap"] });
const pad = new Pad({ sensors: [{}, {}] });
const grid = new Grid({ columns: 2, rows: 2, engine: null });
const config = new Config();
const event = { ...(() => {
  const one = new Engine();
  one.feed({ tUs: 1, force: 1 });
  return one.poll()[0];
})() };
const pointer = { type: "pointerdown", pointerType: "pen", pressure: 0.5, pointerId: 1, buttons: 1, timeStamp: 1, clientX: 0, clientY: 0 };
const curve = press.powerCurve(10, 1, 1);
const frame = { x: 0, y: 0, width: 1, height: 1 };
const each = (members, call) => Object.entries(members).map(([name, kind]) => [name, (value) => call({ [name]: value }), kind]);
const parts = { drag: "", gestures: "", peek: "", transitions: "", button: "", strike: "", pinch: "", scroll: "", levels: "" };

// By what has the functions: each function with its parameters, as [name, call, what it may take]; none: it has no parameters.
const TABLE = {
  press: {
    conductance: [["code", (v) => press.conductance(v), "negative"], ["circuit", (v) => press.conductance(1, v), `${OPTIONS} undefined`]],
    curveForce: [["curve", (v) => press.curveForce(v, 1), ""], ["microsiemens", (v) => press.curveForce(curve, v), Q16],
      ["points", (v) => press.curveForce({ kind: "table", points: v }, 1), ""], ["point", (v) => press.curveForce({ kind: "table", points: [v] }, 1), ""]],
    powerCurve: [["conductance", (v) => press.powerCurve(v, 1, 1), Q16], ["force", (v) => press.powerCurve(1, v, 1), Q16], ["exponent", (v) => press.powerCurve(1, 1, v), Q16]],
    tableCurve: [["points", (v) => press.tableCurve(v), ""], ["point", (v) => press.tableCurve([v]), ""], ["force", (v) => press.tableCurve([[1, v]]), Q16]],
    fitCurve: [["points", (v) => press.fitCurve(v), ""], ["point", (v) => press.fitCurve([v]), ""], ["options", (v) => press.fitCurve([[1, 1]], v), `${OPTIONS} undefined`],
      ["best", (v) => press.fitCurve([[1, 1]], { best: v }), `${TRUTH} undefined`]],
    scaleCurve: [["curve", (v) => press.scaleCurve(v, 1, 1), ""], ["microsiemens", (v) => press.scaleCurve(curve, v, 1), Q16], ["newtons", (v) => press.scaleCurve(curve, 1, v), Q16]],
    spring: [["damping", (v) => press.spring(v, 1), "half"], ["response", (v) => press.spring(1, v), "half"]],
    timingCurveY: [["curve", (v) => press.timingCurveY(v, 0), ""], ["member", (v) => press.timingCurveY([v, 0, 1, 1], 0), Q16], ["x", (v) => press.timingCurveY([0, 0, 1, 1], v), Q16]],
    describe: [["event", (v) => press.describe(v), ""], ...each({ type: "", reason: "", tUs: ID, contact: ID, force: Q16, value: Q16, ended: `${TRUTH} undefined` }, (one) => press.describe({ ...event, ...one }))],
    describeText: [["event", (v) => press.describeText(v), ""], ...each({ type: "", target: ID, progress: Q16 }, (one) => press.describeText({ ...event, ...one }))],
    pointerForce: [["event", (v) => press.pointerForce(v), "object bare unknown map date promise boxed number bytes config engine"],
      ...each({ pressure: "half undefined", webkitForce: "half undefined" }, (one) => press.pointerForce({ ...pointer, ...one })),
      ["options", (v) => press.pointerForce(pointer, v), `${OPTIONS} undefined`], ...each({ touchForce: "half undefined", fullForce: "half undefined" }, (one) => press.pointerForce(pointer, one))],
    pointerSample: [["event", (v) => press.pointerSample(v), ""], ["options", (v) => press.pointerSample(pointer, v), `${OPTIONS} undefined`],
      ...each({ timeStamp: "half", clientX: Q16, clientY: Q16, pointerId: "undefined negative", buttons: "undefined" }, (one) => press.pointerSample({ ...pointer, ...one })),
      ["tUs", (v) => press.pointerSample(pointer, { tUs: v }), "undefined"]],
    keys: [],
  },
  Engine: {
    constructor: [["options", (v) => new Engine(v), `${OPTIONS} undefined`], ...each(Object.fromEntries(Object.keys(parts).map((name) => [name, `${OPTIONS} true undefined`])), (one) => new Engine(one)),
      ...each({ touchForce: "half undefined", maxContacts: "undefined", traits: "array undefined", tellMoved: "true undefined" }, (one) => new Engine(one)), ["gesture", (v) => new Engine({ gestures: { holdUs: v } }), "undefined"]],
    feed: [["samples", (v) => engine.feed(v), "array"], ["sample", (v) => engine.feed([v]), ""], ["in a row", (v) => engine.feed([{ tUs: 1 }, v]), ""], ["tUs", (v) => engine.feed({ tUs: v }), ""],
      ...each({ force: Q16, x: Q16, y: Q16, contact: "", down: TRUTH, lost: TRUTH, palm: TRUTH, settling: TRUTH, hasForce: TRUTH }, (one) => (Object.values(one)[0] === undefined ? refuse() : new Engine().feed({ tUs: 1, ...one })))],
    tick: [["tUs", (v) => engine.tick(v), ""]],
    release: [["contact", (v) => engine.release(v), OPTIONAL]],
    on: [["type", (v) => engine.on(v, () => {}), ""], ["listener", (v) => engine.on("tapped", v), "function async generator"]],
    touch: [["contact", (v) => engine.touch(v), OPTIONAL], ["target", (v) => engine.touch(0, v), OPTIONAL]],
    cancelPreview: [["contact", (v) => engine.cancelPreview(v), OPTIONAL]],
    previewState: [["contact", (v) => engine.previewState(v), OPTIONAL]],
    previewShouldBegin: [["function", (v) => (engine.previewShouldBegin = v), HOOK]],
    previewDidUpdate: [["function", (v) => (engine.previewDidUpdate = v), WATCHES]],
    commitDidUpdate: [["function", (v) => (engine.commitDidUpdate = v), WATCHES]],
    previewDidCancel: [["function", (v) => (engine.previewDidCancel = v), WATCHES]],
    poll: [], reset: [], timeUs: [], nextDeadline: [], config: [], stats: [],
  },
  targets: {
    add: [["target", (v) => engine.targets.add(v), ""], ...each({ id: "", x: Q16, y: Q16, width: Q16, height: Q16, container: "undefined", domain: "undefined", traits: "array undefined" }, (one) => engine.targets.add({ id: 1, x: 0, y: 0, width: 1, height: 1, ...one }))],
    update: [["target", (v) => engine.targets.update(v), ""], ...each({ id: "", x: `${Q16} undefined`, traits: "array undefined" }, (one) => engine.targets.update({ id: 9, ...one }))],
    put: [["targets", (v) => engine.targets.put(v), "array"], ["target", (v) => engine.targets.put([v]), ""], ...each({ id: "", x: Q16, y: Q16, width: Q16, height: Q16, domain: "undefined", traits: "array undefined" }, (one) => engine.targets.put([{ id: 1, x: 0, y: 0, width: 1, height: 1, container: 99, ...one }]))],
    remove: [["target", (v) => engine.targets.remove(v), ID]],
    get: [["target", (v) => engine.targets.get(v), ID]],
    at: [["x", (v) => engine.targets.at(v, 0), Q16], ["y", (v) => engine.targets.at(0, v), Q16]],
    list: [["traits", (v) => engine.targets.list(v), "array undefined"]],
  },
  gestures: {
    state: [["contact", (v) => engine.gestures.state(v), OPTIONAL]],
    cancel: [["contact", (v) => engine.gestures.cancel(v), OPTIONAL]],
    activate: [["target", (v) => engine.gestures.activate(v), ID]],
  },
  peek: {
    willShow: [["function", (v) => (engine.peek.willShow = v), HOOK]],
    declare: [["peeks", (v) => engine.peek.declare(v), "array"], ["one", (v) => engine.peek.declare([v]), ""], ["target", (v) => engine.peek.declare([[v, { id: 1 }]]), ""], ["peek", (v) => engine.peek.declare([[1, v]]), ""],
      ...each({ id: "", source: "undefined", place: "undefined", size: "undefined", actionsFrame: "undefined", actions: "array undefined" }, (one) => new Engine({ peek: true }).peek.declare([[1, { id: 1, ...one }]])),
      ...each({ x: Q16, y: Q16, width: Q16, height: Q16 }, (one) => new Engine({ peek: true }).peek.declare([[1, { id: 1, source: { ...frame, ...one } }]]))],
    replace: [["actions", (v) => engine.peek.replace(v), "array"], ["action", (v) => engine.peek.replace([v]), ""],
      ...each({ title: "text empty", subtitle: "text empty undefined", style: "undefined", disabled: "true undefined", checked: "true undefined", handler: "function async generator undefined", actions: "undefined" }, (one) => engine.peek.replace([{ title: "a", ...one }]))],
    find: [["target", (v) => engine.peek.find(v), ID]],
    open: [["target", (v) => engine.peek.open(v), ID]],
    perform: [["action", (v) => engine.peek.perform(v), ""]],
    pop: [], dismiss: [], reveal: [], back: [], status: [],
  },
  transitions: {
    start: [["transition", (v) => engine.transitions.start(v), ""], ["options", (v) => new Engine({ transitions: true }).transitions.start(1, v), `${OPTIONS} undefined`],
      ...each({ automatic: "true undefined", durationUs: "undefined", speed: "half undefined", curve: "undefined", fraction: "half undefined" }, (one) => new Engine({ transitions: true }).transitions.start(1, one))],
    update: [["transition", (v) => engine.transitions.update(v, 0), ""], ["fraction", (v) => engine.transitions.update(1, v), Q16]],
    finish: [["transition", (v) => engine.transitions.finish(v), ""]],
    cancel: [["transition", (v) => engine.transitions.cancel(v), ""]],
    pause: [["transition", (v) => engine.transitions.pause(v), ""]],
    runTo: [["transition", (v) => engine.transitions.runTo(v, 1), ""], ["target", (v) => engine.transitions.runTo(1, v), Q16]],
    setSpeed: [["transition", (v) => engine.transitions.setSpeed(v, 1), ""], ["speed", (v) => engine.transitions.setSpeed(1, v), Q16]],
    velocity: [["transition", (v) => engine.transitions.velocity(v), ""]],
    setVelocity: [["transition", (v) => engine.transitions.setVelocity(v, 1), ""], ["velocity", (v) => engine.transitions.setVelocity(1, v), Q16]],
    bind: [["transition", (v) => engine.transitions.bind(v, { driver: "none" }), ""], ["binding", (v) => engine.transitions.bind(1, v), ""],
      ...each({ driver: "", target: "undefined", dx: `${Q16} undefined`, dy: `${Q16} undefined` }, (one) => engine.transitions.bind(1, { driver: "none", ...one }))],
    status: [["transition", (v) => engine.transitions.status(v), ""]],
    willStart: [["function", (v) => (engine.transitions.willStart = v), HOOK]],
    willRun: [["function", (v) => (engine.transitions.willRun = v), HOOK]],
  },
  button: { set: [["options", (v) => engine.button.set(v), OPTIONS], ["pressForce", (v) => new Engine({ button: true }).button.set({ pressForce: v }), "half undefined"]], status: [] },
  strike: { set: [["options", (v) => engine.strike.set(v), OPTIONS]], of: [["contact", (v) => engine.strike.of(v), OPTIONAL]] },
  pinch: { set: [["options", (v) => engine.pinch.set(v), OPTIONS]], state: [["contact", (v) => engine.pinch.state(v), OPTIONAL]] },
  levels: { set: [["options", (v) => engine.levels.set(v), OPTIONS]], state: [["contact", (v) => engine.levels.state(v), OPTIONAL]], cancel: [["contact", (v) => engine.levels.cancel(v), OPTIONAL]] },
  scroll: {
    set: [["options", (v) => engine.scroll.set(v), OPTIONS]],
    declare: [["target", (v) => engine.scroll.declare(v, {}), ""], ["content", (v) => new Engine({ scroll: true }).scroll.declare(0, v), OPTIONS], ["x", (v) => new Engine({ scroll: true }).scroll.declare(0, { x: v }), `${Q16} undefined`]],
    throw: [["target", (v) => engine.scroll.throw(v, 1, 1), ""], ["vx", (v) => new Engine({ gestures: true, scroll: true }).scroll.throw(0, v, 1), Q16], ["vy", (v) => new Engine({ gestures: true, scroll: true }).scroll.throw(0, 1, v), Q16]],
    aim: [["target", (v) => engine.scroll.aim(v, 1, 1), ""], ["x", (v) => engine.scroll.aim(0, v, 1), Q16], ["y", (v) => engine.scroll.aim(0, 1, v), Q16]],
    stop: [["target", (v) => engine.scroll.stop(v), ""]],
    state: [["target", (v) => engine.scroll.state(v), OPTIONAL]],
    velocity: [["contact", (v) => engine.scroll.velocity(v), OPTIONAL]],
  },
  drag: {
    willBegin: [["function", (v) => (engine.drag.willBegin = v), HOOK]],
    willPropose: [["function", (v) => (engine.drag.willPropose = v), HOOK]],
    springShouldActivate: [["function", (v) => (engine.drag.springShouldActivate = v), HOOK]],
    shouldLaunch: [["function", (v) => (engine.drag.shouldLaunch = v), HOOK]],
    get: [["session", (v) => engine.drag.get(v), ID]],
    items: [["session", (v) => engine.drag.items(v), ID]],
    session: [["contact", (v) => engine.drag.session(v), OPTIONAL]],
    representation: [["number", (v) => engine.drag.representation(v), ID]],
    setModifiers: [["modifiers", (v) => engine.drag.setModifiers(v), "array"]],
    cancel: [["session", (v) => engine.drag.cancel(v), ID]],
    confirm: [["session", (v) => engine.drag.confirm(v), ID], ["yes", (v) => engine.drag.confirm(1, v), "true undefined"]],
    update: [["session", (v) => engine.drag.update(v, 1, 1), ID], ["item", (v) => engine.drag.update(1, v, 1), ID], ["progress", (v) => engine.drag.update(1, 1, v), Q16]],
    finish: [["session", (v) => engine.drag.finish(v), ID], ["item", (v) => engine.drag.finish(1, v), OPTIONAL], ["success", (v) => engine.drag.finish(1, 1, v), "true undefined"]],
    begin: [["source", (v) => engine.drag.begin(v), ID]],
    add: [["session", (v) => engine.drag.add(v, 1), ID], ["source", (v) => engine.drag.add(1, v), ID]],
    move: [["session", (v) => engine.drag.move(v, 0, 0), ID], ["x", (v) => engine.drag.move(1, v, 0), Q16], ["y", (v) => engine.drag.move(1, 0, v), Q16]],
    over: [["session", (v) => engine.drag.over(v, 1), ID], ["target", (v) => engine.drag.over(1, v), ID]],
    drop: [["session", (v) => engine.drag.drop(v), ID]],
    perform: [["source", (v) => engine.drag.perform(v, 1), ID], ["destination", (v) => engine.drag.perform(1, v), ID]],
    undo: [], redo: [],
  },
  Pad: {
    constructor: [["options", (v) => new Pad(v), `${OPTIONS} undefined`], ...each({ sensors: "undefined", engine: "undefined engine", liftUs: "undefined" }, (one) => new Pad(one)), ["sensor", (v) => new Pad({ sensors: [v] }), OPTIONS], ["circuit", (v) => new Pad({ sensors: [{ circuit: v }] }), `${OPTIONS} undefined`], ["curve", (v) => new Pad({ sensors: [{ curve: v }] }), "undefined"]],
    feed: [["tUs", (v) => pad.feed(v, [1, 1]), ""], ["codes", (v) => new Pad({ sensors: [{}, {}] }).feed(1, v), "nulls"], ["code", (v) => new Pad().feed(1, [v]), "null negative"], ["one code", (v) => new Pad().feed(1, v), "null negative"], ["more", (v) => new Pad().feed(1, 1, v), `${OPTIONS} undefined`],
      ["failed", (v) => new Pad().feed(1, 1, { failed: v }), "array undefined bytes"], ["one failed", (v) => new Pad().feed(1, 1, { failed: [v] }), ""], ["beforeUs", (v) => new Pad().feed(1, 1, { beforeUs: v }), "array undefined bytes"], ["one beforeUs", (v) => new Pad().feed(1, 1, { beforeUs: [v] }), ""], ["code of a failed one", (v) => new Pad().feed(1, v, { failed: [0] }), "null negative"]],
    tick: [["tUs", (v) => pad.tick(v), ""]],
    setSensors: [["sensors", (v) => pad.setSensors(v), ""], ["sensor", (v) => new Pad().setSensors([v]), OPTIONS]],
    tare: [["how", (v) => pad.tare(v), `${OPTIONS} undefined`], ["force", (v) => pad.tare({ force: v }), "true undefined"]],
    nextDeadline: [], reading: [], stats: [],
  },
  Grid: {
    constructor: [["options", (v) => new Grid(v), `${OPTIONS} undefined`], ...each({ columns: "undefined", engine: "undefined null engine", gain: "half undefined" }, (one) => new Grid({ columns: 2, rows: 2, ...one }))],
    feed: [["tUs", (v) => grid.feed(v, [0, 0, 0, 0]), ""], ["cells", (v) => grid.feed(1, v), ""], ["cell", (v) => new Grid({ columns: 1, rows: 1 }).feed(1, [v]), Q16], ["code", (v) => new Grid({ columns: 1, rows: 1, gain: 1 }).feed(1, [v]), "negative"]],
    lost: [["tUs", (v) => grid.lost(v), ""]],
    mask: [["cells", (v) => grid.mask(v), "array"], ["cell", (v) => grid.mask([v]), ""], ["column", (v) => grid.mask([[v, 0]]), ""], ["row", (v) => grid.mask([[0, v]]), ""]],
    reset: [], tare: [["how", (v) => grid.tare(v), `${OPTIONS} undefined`], ["force", (v) => grid.tare({ force: v }), "true undefined"]], contacts: [], stats: [], map: [], lines: [],
    load: [["region", (v) => grid.load(v), `${OPTIONS} undefined`], ["width", (v) => grid.load({ width: v }), `${Q16} undefined`]],
    setGains: [["gains", (v) => grid.setGains(v), ""], ["gain", (v) => new Grid({ columns: 1, rows: 1, gains: true }).setGains([v]), "half"]],
  },
  Config: {
    constructor: [["text", (v) => new Config(v), "undefined empty text bytes"], ["how", (v) => new Config("", v), `${OPTIONS} undefined`], ["read", (v) => new Config("", { read: v }), "function async generator undefined"], ["hasConverters", (v) => new Config("", { hasConverters: v }), "true undefined"]],
    show: [["key", (v) => config.show(v), "text empty"]], get: [["key", (v) => config.get(v), "text empty"]], count: [["section", (v) => config.count(v), "text empty"]], optionsOf: [["option", (v) => config.optionsOf(v), ""]],
    options: [],
  },
};
const HOLDERS = { press, Engine: engine, targets: engine.targets, ...Object.fromEntries(Object.keys(parts).map((name) => [name, engine[name]])), Pad: pad, Grid: grid, Config: config };

/** As if the call had refused what it was given: a value that stands for "not given". */
const refuse = () => {
  throw new PressError("PRESS_ERR_INVAL", "it is not given, which is fine, and required elsewhere");
};

test("the table has everything that is exported", () => {
  for (const [holder, object] of Object.entries(HOLDERS)) {
    const names = new Set();
    if (holder === "press") for (const [name, value] of Object.entries(press)) typeof value === "function" && !/^[A-Z]/.test(name) && names.add(name);
    else
      for (let type = Object.getPrototypeOf(object); type !== Object.prototype; type = Object.getPrototypeOf(type))
        for (const name of Object.getOwnPropertyNames(type)) names.add(name);
    if (!["Engine", "Pad", "Grid", "Config"].includes(holder)) names.delete("constructor"); // the program makes none
    assert.deepEqual(Object.keys(TABLE[holder]).sort(), [...names].sort(), holder);
  }
});

test("a value that nobody means is refused by name, and nothing changes", () => {
  const picture = () => JSON.stringify([engine.stats, engine.poll(), engine.targets.get(1), engine.targets.list(), engine.nextDeadline, engine.peek.find(1), pad.stats, grid.stats]);
  const before = picture();
  const wrong = [];
  for (const [holder, functions] of Object.entries(TABLE))
    for (const [name, parameters] of Object.entries(functions))
      for (const [parameter, call, takes] of parameters)
        for (const [kind, value] of Object.entries(VALUES)) {
          const isTaken = takes.split(" ").includes(kind);
          let said = "it is taken";
          try {
            call(value);
          } catch (error) {
            said = error;
          }
          const isNamed = said instanceof PressError && (isTaken || (said.code === "PRESS_ERR_INVAL" && /required|there (is|are)|at most|make one|out of range|has no actions|of a spring/.test(said.message)));
          if (isNamed || (isTaken && said === "it is taken")) continue;
          wrong.push(`${holder}.${name}, ${parameter}: ${kind}: ${said}`);
        }
  for (const hook of ["previewShouldBegin", "previewDidUpdate", "commitDidUpdate", "previewDidCancel"]) engine[hook] = null;
  engine.peek.willShow = null;
  assert.deepEqual(wrong, []);
  assert.equal(picture(), before);
});

// ---- Answers ----

/** Each question, an engine with an answer to it, and what makes the library ask. */
const dragged = (set) => {
  const engine = new Engine({ drag: true });
  engine.targets.add({ id: 1, x: 0, y: 0, width: 10, height: 10, traits: ["dragSource"] });
  engine.targets.add({ id: 2, x: 20, y: 0, width: 10, height: 10, traits: ["drop", "spring"] });
  set(engine.drag);
  return () => {
    const session = engine.drag.begin(1);
    try {
      engine.drag.over(session, 2);
      engine.drag.move(session, 100, 100);
    } finally {
      if (engine.drag.get(session)) engine.drag.cancel(session);
    }
  };
};
const pressed = (options, set) => {
  const engine = new Engine(options);
  engine.targets.add({ id: 1, x: 0, y: 0, width: 10, height: 10, traits: ["peek", "preview"] });
  set(engine);
  return () => engine.feed({ tUs: 1, force: 2 });
};
const moved = (set) => {
  const engine = new Engine({ transitions: true });
  set(engine.transitions);
  return () => {
    engine.transitions.start(1);
    engine.transitions.finish(1);
  };
};
const REFUSED = "null true text negative symbol bigint array hole function map date promise boxed bytes config engine";
const NO_WORD = `${REFUSED} undefined object bare unknown nulls number`.replace(" true", "");
const QUESTIONS = {
  previewShouldBegin: [(answer) => pressed({}, (engine) => (engine.previewShouldBegin = answer)), NO_WORD],
  "peek.willShow": [(answer) => pressed({ peek: true }, (engine) => (engine.peek.willShow = answer)), REFUSED.replace("null ", "")],
  "drag.willBegin": [(answer) => dragged((drag) => (drag.willBegin = answer)), REFUSED.replace("null ", "").replace("array ", "")],
  "drag.willPropose": [(answer) => dragged((drag) => (drag.willPropose = answer)), REFUSED.replace(" true", "").replace("null", "null undefined")],
  "drag.springShouldActivate": [(answer) => dragged((drag) => (drag.springShouldActivate = answer)), NO_WORD],
  "drag.shouldLaunch": [(answer) => dragged((drag) => (drag.shouldLaunch = answer)), NO_WORD],
  "transitions.willStart": [(answer) => moved((transitions) => (transitions.willStart = answer)), REFUSED.replace("null ", "")],
  "transitions.willRun": [(answer) => moved((transitions) => (transitions.willRun = answer)), REFUSED.replace("null ", "")],
  "Config read": [(read) => () => new Config("[sensor]\ncalibration = one.cal\n", { read }), NO_WORD.replace("bytes ", "").replace("null", "null true")],
};
const all = (error) => (error instanceof AggregateError ? error.errors : [error]);

test("an answer that nobody means is refused by name, a promise too, and counts as no", () => {
  const wrong = [];
  for (const [name, [make, refused]] of Object.entries(QUESTIONS))
    for (const kind of refused.split(" ")) {
      let said = "it is taken";
      try {
        make(() => VALUES[kind])();
      } catch (error) {
        said = all(error)[0];
      }
      const words = kind === "promise" ? /at once, not as a promise/ : /required|there (is|are)|make one/;
      if (!(said instanceof PressError && said.code === "PRESS_ERR_INVAL" && words.test(said.message))) wrong.push(`${name}: ${kind}: ${said}`);
    }
  assert.deepEqual(wrong, []);
  const engine = new Engine();
  engine.previewShouldBegin = () => Promise.resolve(false);
  assert.throws(() => engine.feed({ tUs: 1, force: 5 }), /previewShouldBegin: the answer is required at once/);
  assert.deepEqual(engine.poll().map(({ type }) => type), ["contactBegan", "previewRefused"]);
  assert.throws(() => (engine.previewShouldBegin = async () => false), /previewShouldBegin: a function that answers at once is required/);
});
