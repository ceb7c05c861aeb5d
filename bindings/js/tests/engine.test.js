import { readFileSync } from "node:fs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { press, unpaired } from "./support.js";

const { Config, Engine, NO_CONTACT, PressError, Trait, version } = press;

/** The events of an engine, as words. */
function delivered(engine, ...types) {
  const words = [];
  for (const type of types) engine.on(type, (event) => words.push(`${event.tUs / 1000} ${event.type} ${event.target}`));
  return words;
}
const refused = (code, message) => (error) => error instanceof PressError && error.code === code && message.test(error.message);
const press1 = (engine, forces, more = {}) => forces.forEach((force, at) => engine.feed({ tUs: 10_000 * at, force, ...more }));

test("the version is that of the headers", () => {
  const header = readFileSync(new URL("../../../include/press/base.h", import.meta.url), "utf8");
  assert.deepEqual(version, [...header.matchAll(/#define PRESS_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)/g)].map(([, number]) => Number(number)));
});

test("a press previews, commits and completes; a lift is delivered late", () => {
  const engine = new Engine();
  press1(engine, [0.5, 2, 2.4, 3.5, 4.5, 0.1]);
  assert.equal(engine.nextDeadline, 105_000);
  engine.tick(105_000);
  assert.equal(engine.nextDeadline, null);
  const events = engine.poll();
  assert.deepEqual(
    events.map((event) => event.type),
    [
      "contactBegan",
      "previewBegan",
      "previewUpdated",
      "previewUpdated",
      "previewUpdated",
      "commitUpdated",
      "commitUpdated",
      "contactEnded",
    ],
  );
  assert.deepEqual(unpaired(events), { running: [], stray: [] });
  const { reason, lateUs, tUs } = events.at(-1);
  assert.deepEqual({ reason, lateUs, tUs }, { reason: "lifted", lateUs: 55_000, tUs: 105_000 });
  assert.deepEqual(engine.poll(), []);
});

test("levels are the library's defaults, or what is given, to the nearest 1/65536", () => {
  const { touchForce, liftUs, maxContacts } = new Engine({ liftUs: 7 }).config;
  assert.deepEqual([Math.round(touchForce * 65536), liftUs, maxContacts], [26214, 7, 10]);
  const touches = (force) => {
    const engine = new Engine({ touchForce: 0.3 });
    engine.feed({ tUs: 0, force });
    return engine.touch(0) !== null;
  };
  assert.ok(touches(19661 / 65536) && !touches(19660 / 65536)); // 0.3 is 19660.8
});

test("what is out of range, of the wrong type or of a wrong name is refused with its name", () => {
  const cases = [
    [{ touchForc: 1 }, /an engine: there is no "touchForc"; there are .*touchForce/],
    [{ touchForce: "1" }, /touchForce: a number .* is required, not "1"/],
    [{ touchForce: NaN }, /touchForce: .* not NaN/],
    [{ touchForce: 32768 }, /touchForce: a number from -32768/],
    [{ maxContacts: 1.5 }, /maxContacts: a whole number from 0 to 65535/],
    [{ maxContacts: 33 }, /max_contacts: 1..32/],
    [{ tellMoved: 1 }, /tellMoved: true or false is required, not 1/],
    [{ traits: ["peak"] }, /traits: there is no "peak"; there are preview, peek/],
    [{ traits: "peek" }, /traits: an array of words is required/],
    [{ gestures: { hold: 1 } }, /gestures: there is no "hold"/],
    [{ gestures: 1 }, /gestures: an object is required, not 1/],
    [{ gestures: { holdUs: 0 } }, /attaching gestures: hold_us: above 0/],
    [{ peek: true, maxEvents: 1 }, /max_events/],
    [{ transitions: { curve: [0, 0, 1] } }, /curve: \[x1, y1, x2, y2\] is required/],
  ];
  for (const [options, message] of cases)
    assert.throws(
      () => new Engine(options),
      (error) => error instanceof PressError && message.test(error.message),
      JSON.stringify(options),
    );
  const engine = new Engine();
  assert.throws(() => engine.feed({ tUs: 0, forse: 1 }), refused("PRESS_ERR_INVAL", /a sample: there is no "forse"/));
  assert.throws(
    () => engine.feed({ tUs: -1 }),
    refused("PRESS_ERR_INVAL", /tUs: a whole number from 0 to 9007199254740991 is required, not -1/),
  );
  assert.throws(() => engine.feed({ tUs: 0.5 }), refused("PRESS_ERR_INVAL", /tUs/));
  assert.throws(() => engine.on("tap", () => {}), refused("PRESS_ERR_INVAL", /there is no "tap"/));
  assert.throws(() => (engine.previewShouldBegn = () => true), TypeError);
  assert.throws(() => (engine.previewShouldBegin = true), refused("PRESS_ERR_INVAL", /a function or null/));
  assert.equal(engine.stats.samples, 0);
});

test("errors have the code of C, and say what was being done", () => {
  const engine = new Engine({ maxContacts: 1 });
  engine.feed({ tUs: 200_000, force: 1 });
  engine.feed({ tUs: 100_000, force: 1 });
  assert.equal(engine.timeUs, 200_000);
  assert.throws(
    () => engine.feed({ tUs: 99_999, force: 1 }),
    refused("PRESS_ERR_TIME", /feeding sample 0 of 1: time went backwards/),
  );
  assert.throws(
    () =>
      engine.feed([
        { tUs: 202_000, force: 1 },
        { tUs: 202_000, force: 1, contact: 5 },
      ]),
    (error) => error.code === "PRESS_ERR_NOSPC" && error.status === -28 && error.taken === 1,
  );
  assert.throws(() => engine.gestures.activate(1), refused("PRESS_ERR_STATE", /activating target 1/));
  assert.throws(() => engine.targets.remove(9), refused("PRESS_ERR_NOENT", /removing target 9/));
});

test("the delegate is asked and called; a callback that throws stops nothing", () => {
  const engine = new Engine();
  const progress = [];
  engine.previewShouldBegin = (touch) => touch.force > 1;
  engine.previewDidUpdate = (touch, value, ended) => progress.push([value, ended]);
  engine.commitDidUpdate = () => {
    throw new Error("one");
  };
  engine.on("commitUpdated", () => {
    throw new Error("two");
  });
  engine.feed({ tUs: 0, force: 1 });
  assert.throws(
    () => engine.feed({ tUs: 1000, force: 5 }),
    (error) => error instanceof AggregateError && error.errors.map((one) => one.message).join() === "one,two",
  );
  assert.deepEqual(progress, [[1, true]]);
  assert.equal(engine.previewState(), "completed");
  engine.commitDidUpdate = null;
  const cancelled = [];
  engine.previewDidCancel = (touch) => cancelled.push(touch.contact);
  engine.feed([{ tUs: 2000, contact: 1, force: 2 }]);
  engine.cancelPreview(1);
  assert.deepEqual(cancelled, [1]);
  assert.throws(() => engine.cancelPreview(1), refused("PRESS_ERR_STATE", /preview of contact 1/));
});

test("a question that is answered by throwing counts as no", () => {
  const engine = new Engine();
  const words = delivered(engine, "previewRefused");
  engine.previewShouldBegin = () => {
    throw new RangeError("no");
  };
  assert.throws(() => engine.feed({ tUs: 0, force: 5 }), RangeError);
  assert.deepEqual(words, ["0 previewRefused 0"]);
});

test("a callback may call back, but not feed or tick", () => {
  const engine = new Engine();
  engine.on("previewBegan", (event) => engine.cancelPreview(event.contact));
  engine.on("contactBegan", () => assert.throws(() => engine.tick(5), refused("PRESS_ERR_BUSY", /ticking at 5 us/)));
  const words = delivered(engine, "event");
  engine.feed({ tUs: 1000, force: 5 });
  assert.deepEqual(words, ["1 contactBegan 0", "1 previewBegan 0", "1 previewCancelled 0"]);
});

test("calls one in a callback of the other are limited, and all works afterwards", () => {
  const nest = (count) => {
    const engines = Array.from({ length: count }, () => new Engine({ drag: true, gestures: true, peek: true, transitions: true }));
    let deepest = 0;
    engines.forEach((engine, at) =>
      engine.on("contactBegan", () => {
        deepest = at + 1;
        engines[at + 1]?.feed({ tUs: 1, force: 1 });
      }),
    );
    engines[0].feed({ tUs: 1, force: 1 });
    return deepest;
  };
  const limited = refused("PRESS_ERR_BUSY", /at most 8 calls are taken, one in a callback of the other/);
  assert.equal(nest(8), 8);
  for (const count of [9, 145, 1000]) assert.throws(() => nest(count), limited);
  const read = () => new Config("[sensor]\ncalibration = one.cal\n", { read });
  assert.throws(read, /at most 8 calls are taken/);
  assert.equal(nest(8), 8);
  const before = new Engine();
  before.feed({ tUs: 1, force: 1 });
  assert.deepEqual(before.poll().map(({ type }) => type), ["contactBegan"]);
});

test("listeners are called in order, and go away", () => {
  const engine = new Engine();
  const words = [];
  const off = engine.on("contactBegan", () => words.push("first"));
  engine.on("event", (event) => words.push(event.type));
  engine.feed({ tUs: 0, force: 1 });
  off();
  engine.feed({ tUs: 1, force: 1, contact: 2 });
  assert.deepEqual(words, ["first", "contactBegan", "contactBegan"]);
});

test("many targets are put and removed in one call, and the one that is refused is named", () => {
  const engine = new Engine({ gestures: true, maxTargets: 50 });
  const row = (/** @type {number} */ id, /** @type {number} */ y, container = 0) => ({ id, x: 0, y, width: 100, height: 10, container });
  engine.targets.put(Array.from({ length: 40 }, (_, n) => row(n + 1, 10 * n)));
  assert.equal(engine.targets.at(5, 395), 40);
  engine.targets.put([...Array.from({ length: 40 }, (_, n) => row(n + 1, 10 * n - 20)), row(41, 380)]);
  assert.equal(engine.targets.at(5, 385), 41);
  assert.throws(() => engine.targets.put([row(42, 0), row(43, 0, 99), row(44, 0)]), refused("PRESS_ERR_NOENT", /putting target 43/));
  assert.ok(engine.targets.get(42) && !engine.targets.get(44));
  assert.throws(() => engine.targets.put([{ ...row(45, 0), width: -1 }]), refused("PRESS_ERR_INVAL", /width: not negative/));
  assert.throws(() => engine.targets.put(/** @type {any} */ (row(45, 0))), /an array is required/);
  assert.throws(() => engine.targets.remove(1, 99, 2), refused("PRESS_ERR_NOENT", /removing target 1, 99, 2/));
  engine.targets.remove(1, 2, 3);
  engine.targets.put([]);
  assert.equal(engine.targets.list().length, 39);
});

test("targets are added, changed, found, listed and removed", () => {
  const engine = new Engine({ gestures: true });
  engine.targets.add({ id: 1, x: 0, y: 0, width: 100, height: 100, traits: ["scroll"] });
  engine.targets.add({ id: 2, x: 0, y: 0, width: 100, height: 20, traits: ["tap", "hold"], container: 1, domain: 7 });
  assert.equal(engine.targets.at(5, 5), 2);
  assert.equal(engine.targets.at(5, 50), 1);
  assert.equal(engine.targets.at(500, 50), 0);
  engine.targets.update({ id: 2, height: 60 });
  assert.deepEqual(engine.targets.get(2), {
    id: 2,
    container: 1,
    domain: 7,
    x: 0,
    y: 0,
    width: 100,
    height: 60,
    traits: ["tap", "hold"],
  });
  assert.deepEqual(engine.targets.list(["hold"]), [2]);
  assert.deepEqual(engine.targets.list(), [2, 1]);
  assert.throws(
    () => engine.targets.add({ id: 2, x: 0, y: 0, width: 1, height: 1 }),
    refused("PRESS_ERR_INVAL", /adding target 2/),
  );
  assert.throws(() => engine.targets.update({ id: 5, x: 0 }), refused("PRESS_ERR_NOENT", /changing target 5/));
  engine.targets.remove(1);
  assert.equal(engine.targets.get(2), undefined);
  assert.equal(Object.keys(Trait).length, 15);
});

test("gestures: a tap, a hold, a scroll, a tap from code", () => {
  const engine = new Engine({ gestures: true });
  engine.targets.add({ id: 1, x: 0, y: 0, width: 100, height: 100, traits: ["scroll"] });
  engine.targets.add({ id: 2, x: 0, y: 0, width: 100, height: 20, traits: ["tap", "hold"], container: 1 });
  const words = delivered(engine, "tapped", "holdBegan", "scrollBegan", "scrollEnded");
  const moves = [];
  engine.on("scrollMoved", (event) => moves.push([event.value, event.value2]));
  const way = [
    [0, 1, 10],
    [80, 0, 10],
    [200, 1, 10],
    [400, 1, 10],
    [600, 1, 10],
    [800, 1, 10],
    [900, 0, 10],
    [1000, 1, 10],
    [1050, 1, 25],
    [1100, 1, 40],
  ];
  for (const [ms, force, y] of way) engine.feed({ tUs: ms * 1000, force, x: 50, y });
  assert.equal(engine.gestures.state(), "scroll");
  engine.feed({ tUs: 1_150_000, x: 50, y: 40 });
  engine.tick(1_300_000);
  engine.gestures.activate(2);
  assert.deepEqual(words, ["135 tapped 2", "700 holdBegan 2", "1050 scrollBegan 1", "1205 scrollEnded 1", "1300 tapped 2"]);
  assert.deepEqual(moves, [
    [0, 0],
    [0, 15],
  ]);
});

test("peek and pop, with actions by finger and from code", () => {
  const engine = new Engine({ peek: true });
  engine.targets.add({ id: 1, x: 0, y: 0, width: 100, height: 100, traits: ["peek"] });
  const chosen = [];
  const like = { title: "Like", handler: (action, peek) => chosen.push([action.title, peek.id]) };
  const remove = { title: "Delete", style: "destructive", handler: (action, peek) => chosen.push([action.title, peek.id]) };
  engine.peek.declare([[1, { id: 7, actions: [like, remove], actionsFrame: { x: 0, y: 100, width: 100, height: 20 } }]]);
  const words = delivered(engine, "peekShown", "peekPopped", "peekDismissed", "actionsRevealed");
  const way = [
    [1, 90],
    [3, 90],
    [5, 90],
    [0, 90],
    [3, 90],
    [0, 90],
    [3, 90],
    [3, 50],
    [3, 110],
    [3, 130],
  ];
  way.forEach(([force, y], at) => engine.feed({ tUs: 100_000 * at, force, x: 50, y }));
  const { state, peek, actions, highlighted, target } = engine.peek.status;
  assert.deepEqual([state, peek.id, actions, highlighted, target], ["revealed", 7, [like, remove], remove, 1]);
  engine.feed({ tUs: 1_000_000, x: 50, y: 130 });
  engine.tick(1_100_000);
  engine.peek.open(1);
  engine.peek.perform(like);
  assert.deepEqual(chosen, [
    ["Delete", 7],
    ["Like", 7],
  ]);
  assert.equal(words.filter((word) => /peekShown/.test(word)).length, 4);
  assert.equal(engine.peek.status.state, "none");
  assert.equal(engine.peek.find(1).id, 7);
  assert.throws(() => engine.peek.perform(like), refused("PRESS_ERR_STATE", /performing "Like"/));
});

test("what is peeked is asked for, with groups; a wrong answer counts as no", () => {
  const engine = new Engine({ peek: true });
  engine.targets.add({ id: 1, x: 0, y: 0, width: 100, height: 100, traits: ["peek"] });
  const inner = { title: "Friend" };
  const group = { title: "Share", actions: [inner, { title: "Group", disabled: true }] };
  engine.peek.willShow = (touch) => ({ id: touch.target + 8, actions: [group] });
  engine.peek.open(1);
  assert.deepEqual(engine.peek.status.actions, [group]);
  engine.peek.perform(group);
  assert.equal(engine.peek.status.group, group);
  assert.deepEqual(engine.peek.status.actions, group.actions);
  assert.throws(() => engine.peek.perform(group.actions[1]), refused("PRESS_ERR_STATE", /"Group"/));
  engine.peek.back();
  assert.equal(engine.peek.status.group, null);
  engine.peek.dismiss();
  engine.peek.willShow = () => ({ id: 1, action: [] });
  assert.throws(
    () => engine.peek.open(1),
    (error) => error instanceof AggregateError && /there is no "action"/.test(error.errors[0].message),
  );
  engine.peek.willShow = () => ({ id: 9, actions: [{ title: "new" }] });
  engine.peek.open(1);
  const first = engine.peek.status.peek;
  engine.peek.dismiss();
  engine.feed({ tUs: 0, force: 2, x: 5, y: 5 });
  assert.equal(engine.peek.status.state, "hinting");
  assert.ok(engine.peek.status.peek !== first && engine.peek.status.peek.id === 9, "a peek with the id of one that is over");
  engine.peek.dismiss();
  engine.peek.willShow = () => null;
  assert.equal(engine.peek.find(1), null);
  assert.throws(() => (new Engine().peek.willShow = () => null), refused("PRESS_ERR_STATE", /peek: true/));
});

test("an action that keeps the actions open is replaced while it is on show", () => {
  const engine = new Engine({ peek: { hide: true } });
  engine.targets.add({ id: 1, x: 0, y: 0, width: 100, height: 100, traits: ["peek"] });
  const mute = (checked) => ({
    title: "Mute",
    checked,
    keepOpen: true,
    handler: (action) => engine.peek.replace([mute(!action.checked)]),
  });
  engine.peek.willShow = () => ({ id: 7, actions: [mute(false)], place: { x: 0, y: 200 }, size: { width: 0, height: 50 } });
  const kept = [];
  engine.on("actionSelected", (event) => kept.push(event.kept));
  assert.throws(() => engine.peek.replace([]), refused("PRESS_ERR_STATE", /replacing the actions/));
  engine.peek.open(1);
  for (const checked of [true, false]) {
    engine.peek.perform(engine.peek.status.actions[0]);
    assert.equal(engine.peek.status.actions[0].checked, checked);
  }
  assert.deepEqual(kept, [true, true]);
  assert.throws(() => engine.peek.replace([{ title: "Mute", checked: true, mixed: true }]), refused("PRESS_ERR_INVAL", /not both/));
  const popped = delivered(engine, "peekPopped");
  engine.feed({ tUs: 1000, force: 1, x: 50, y: 220 });
  engine.feed({ tUs: 2000, force: 0, x: 50, y: 220 });
  engine.tick(100_000);
  assert.equal(popped.length, 1, "a tap on the peek");
});

test("each run is asked for its pace, and a start has a fraction", () => {
  const engine = new Engine({ transitions: { flickSpeed: 0, curve: [0, 0, 1, 1] } });
  const asked = [];
  engine.transitions.willRun = (transition, finishes, options) => {
    asked.push([transition, finishes, options.fraction]);
    return { durationUs: 100_000 };
  };
  engine.transitions.start(1, { fraction: 0.5 });
  assert.deepEqual(engine.transitions.status(1), { state: "interactive", fraction: 0.5 });
  engine.transitions.finish(1);
  assert.equal(engine.nextDeadline, 16_667);
  engine.tick(50_000);
  assert.equal(engine.transitions.status(1).state, "none");
  assert.deepEqual(asked, [[1, true, 0.5]]);
});

test("transitions run on by themselves, with the options that are asked for", () => {
  const engine = new Engine({ transitions: { frameUs: 50_000, curve: [0, 0, 1, 1] } });
  const fractions = [];
  engine.on("transitionUpdated", (event) => fractions.push(Number(event.progress.toFixed(2))));
  const words = delivered(engine, "transitionFinished", "transitionCancelled");
  engine.transitions.willStart = (transition, options) =>
    transition === 2 ? { durationUs: options.durationUs / 2 } : undefined;
  engine.transitions.start(1, { durationUs: 200_000 });
  engine.transitions.update(1, 0.5);
  assert.deepEqual(engine.transitions.status(1), { state: "interactive", fraction: 0.5 });
  engine.transitions.finish(1);
  while (engine.nextDeadline !== null) engine.tick(engine.nextDeadline);
  engine.transitions.start(2, { durationUs: 400_000, automatic: true });
  while (engine.nextDeadline !== null) engine.tick(engine.nextDeadline);
  assert.deepEqual(fractions, [0.5, 0.75, 1, 0.25, 0.5, 0.75, 1]);
  assert.deepEqual(words, ["100 transitionFinished 0", "300 transitionFinished 0"]);
  assert.throws(() => engine.transitions.start(3, { speed: 0 }), refused("PRESS_ERR_INVAL", /speed: above 0/));
  assert.throws(() => engine.transitions.bind(3, { driver: "presure" }), refused("PRESS_ERR_INVAL", /there is no "presure"/));
  assert.ok(Math.abs(press.timingCurveY([0.42, 0, 0.58, 1], 0.5) - 0.5) < 1e-4);
});

test("a run begins as fast as its updates, and a spring passes its end where it may", () => {
  const engine = new Engine({ transitions: { ...press.spring(0.4, 0.3), overshoot: true } });
  let most = 0;
  engine.on("transitionUpdated", (event) => (most = Math.max(most, event.progress)));
  engine.transitions.willRun = (transition, finishes, options) => {
    assert.ok(options.spring && options.overshoot && !options.automatic && finishes);
    assert.ok(Math.abs(engine.transitions.velocity(transition) - 5) < 0.01);
  };
  engine.transitions.start(1);
  for (let i = 0; i <= 10; i++) {
    engine.tick(i * 10_000);
    engine.transitions.update(1, i / 20);
  }
  engine.transitions.finish(1);
  engine.transitions.setVelocity(1, 8);
  assert.equal(engine.transitions.velocity(1), 8);
  while (engine.nextDeadline !== null) engine.tick(engine.nextDeadline);
  assert.ok(most > 1.05);
  assert.throws(() => engine.transitions.velocity(1), refused("PRESS_ERR_NOENT", /transition 1/));
  assert.throws(() => engine.transitions.finish(2), refused("PRESS_ERR_NOENT", /not started/));
});

test("a transition follows the finger that it is bound to", () => {
  const engine = new Engine({ transitions: true });
  engine.transitions.bind(9, { driver: "motion", dx: 100 });
  engine.feed([
    { tUs: 0, force: 1 },
    { tUs: 1000, force: 1, x: 25 },
  ]);
  assert.deepEqual(engine.transitions.status(9), { state: "interactive", fraction: 0.25 });
});

test("the force button follows the peak, and its levels can change", () => {
  const engine = new Engine({ button: { fullSpeed: 0 } });
  const words = delivered(engine, "buttonPressed", "buttonReleased");
  [1, 1.6, 4].forEach((force, at) => engine.feed({ tUs: 100_000 * at, force }));
  assert.ok(engine.button.status.down && Math.abs(engine.button.status.releaseForce - 2.4) < 1e-4);
  engine.feed({ tUs: 300_000, force: 2.3 });
  engine.tick(360_000);
  assert.deepEqual(words, ["100 buttonPressed 0", "355 buttonReleased 0"]);
  engine.button.set({ pressForce: 4, releaseForce: 3 });
  engine.button.set({ ceiling: 5 });
  assert.equal(engine.button.status.pressForce, 4);
  assert.throws(() => engine.button.set({ ratioUp: 9 }), refused("PRESS_ERR_INVAL", /ratio_up/));
});

test("a lift says how fast a contact let go", () => {
  const engine = new Engine({ liftUs: 0, strike: { curve: 1, minSpeed: 10, maxSpeed: 1270 } });
  const lifted = [];
  engine.on("letGo", (event) => lifted.push(event));
  for (const [i, newtons] of [0, 2, 2, 2, 1.8, 1.4, 1, 0.6, 0.3, 0.1].entries()) engine.feed({ tUs: 2000 * i, force: newtons });
  assert.equal(lifted.length, 1);
  assert.ok(Math.abs(lifted[0].value - 190) < 2);
  assert.equal(lifted[0].value2, 19);
  assert.equal(lifted[0].unknown, false);
});

test("what scrolls is thrown, aimed, caught and stopped", () => {
  const engine = new Engine({ liftUs: 0, gestures: true, scroll: { friction: 4 } });
  engine.targets.add({ id: 1, x: 0, y: 0, width: 1000, height: 1000, traits: ["scroll", "tap"] });
  const seen = [];
  engine.on("event", ({ type, reason }) => seen.push(reason === "none" ? type : `${type}:${reason}`));
  engine.scroll.declare(1, { minY: -900, maxY: 0, snapY: 300 });
  for (let i = 0; i <= 10; i++) engine.feed({ tUs: 10_000 * i, force: 1, x: 500, y: 900 - 10 * i });
  engine.feed({ tUs: 110_000, force: 0, x: 500, y: 800 });
  const { isThrown, vy, endY, y } = engine.scroll.state(1);
  assert.deepEqual([isThrown, endY], [true, -300]);
  // Halfway since its latest place, 10 ms ago; 210 points were left.
  const left = Math.exp((-1000 / 210) * 0.005);
  assert.ok(Math.abs(vy + 1000 * left) < 1 && Math.abs(y + 300 - 210 * left) < 0.2);
  engine.scroll.aim(1, 0, -450);
  assert.equal(engine.scroll.state(1).endY, -450);
  engine.feed({ tUs: 150_000, force: 1, x: 500, y: 500 });
  engine.feed({ tUs: 160_000, force: 0, x: 500, y: 500 });
  assert.ok(seen.includes("throwBegan") && seen.includes("throwEnded:touched") && !seen.includes("tapped"));
  engine.scroll.throw(1, 0, -500);
  engine.scroll.stop(1);
  assert.equal(seen.at(-1), "throwEnded:program");
  assert.throws(() => engine.scroll.stop(1), refused("PRESS_ERR_STATE", /./));
  assert.throws(() => engine.scroll.declare(1, { snap: 1 }), refused("PRESS_ERR_INVAL", /snap/));
  assert.equal(engine.scroll.state(9), null);
  engine.scroll.set({ friction: 2 });
});

test("content coasts until its lift is certain, unless a program says that it stands still", () => {
  for (const noCoast of [false, true]) {
    const engine = new Engine({ liftUs: 50_000, gestures: true, scroll: { noCoast, velocityUs: 50_000, stillUs: 30_000 } });
    engine.targets.add({ id: 1, x: 0, y: 0, width: 1000, height: 1000, traits: ["scroll"] });
    for (let i = 0; i <= 10; i++) engine.feed({ tUs: 10_000 * i, force: 1, x: 500, y: 900 - 10 * i });
    engine.feed({ tUs: 110_000, force: 0, x: 500, y: 800 });
    const moved = delivered(engine, "scrollMoved");
    engine.tick(150_000);
    assert.equal(moved.length > 0, !noCoast);
  }
});

test("a contact that scrolls has a velocity", () => {
  const engine = new Engine({ liftUs: 0, gestures: true, scroll: true });
  engine.targets.add({ id: 1, x: 0, y: 0, width: 1000, height: 1000, traits: ["scroll"] });
  const ended = [];
  engine.on("scrollEnded", () => ended.push(engine.scroll.velocity()));
  for (let i = 0; i <= 10; i++) engine.feed({ tUs: 10_000 * i, force: 1, x: 500, y: 900 - 10 * i });
  assert.ok(Math.abs(engine.scroll.velocity(0).vy + 1000) < 1);
  engine.feed({ tUs: 110_000, force: 0, x: 500, y: 800 });
  assert.ok(Math.abs(ended[0].vy + 1000) < 1 && ended[0].vx === 0);
  assert.equal(engine.scroll.velocity(), null);
});

test("a swipe has a direction and takes its contact", () => {
  const engine = new Engine({ liftUs: 0, gestures: true, scroll: true });
  engine.targets.add({ id: 1, x: 0, y: 0, width: 1000, height: 1000, traits: ["scroll", "swipeX"] });
  const seen = [];
  engine.on("event", ({ type, value }) => seen.push(type === "swiped" ? `${type} ${value}` : type));
  for (let i = 0; i <= 10; i++) engine.feed({ tUs: 10_000 * i, force: 1, x: 500 - 10 * i, y: 500 });
  engine.feed({ tUs: 110_000, force: 0, x: 400, y: 500 });
  assert.deepEqual(seen, ["contactBegan", "swiped 0", "contactEnded"]);
});

test("levels are entered and left, and the accelerator repeats", () => {
  const engine = new Engine({ traits: [], liftUs: 0, levels: { count: 3, repeatUs: 200_000, repeatDelayUs: 0, stepped: true } });
  const seen = [];
  for (const type of ["levelsBegan", "levelEntered", "levelLeft", "levelRepeated", "levelsEnded"])
    engine.on(type, (event) => seen.push([type, event.value, event.value2]));
  for (const [tUs, force] of [[1000, 2], [2000, 5], [3000, 2]]) engine.feed({ tUs, force });
  assert.deepEqual(engine.levels.state(), { level: 1, highest: 3, repeats: 0, intervalUs: 200_000 });
  engine.tick(203_000);
  engine.feed({ tUs: 204_000, force: 0 });
  assert.deepEqual(seen, [["levelsBegan", 1, 0], ["levelEntered", 3, 1], ["levelLeft", 1, 3], ["levelRepeated", 1, 1], ["levelsEnded", 0, 1]]);
  assert.equal(engine.levels.state(5), null);
  engine.feed({ tUs: 300_000, force: 2 });
  engine.levels.cancel();
  assert.throws(() => engine.levels.cancel(), refused("PRESS_ERR_STATE", /./));
  engine.levels.set({ count: 8 });
  assert.throws(() => engine.levels.set({ count: 9 }), refused("PRESS_ERR_INVAL", /count/));
  engine.levels.set({ repeatUs: 1000 });
  for (const repeatUs of [1, 999, 10_000_001]) assert.throws(() => engine.levels.set({ repeatUs }), refused("PRESS_ERR_INVAL", /repeatUs|repeat_us/));
  assert.throws(() => new Engine().levels.state(), refused("PRESS_ERR_STATE", /./));
});

test("a strike says how fast a contact was struck", () => {
  const engine = new Engine({ strike: { windowUs: 0, maxSpeed: 100 } });
  const words = delivered(engine, "struck");
  engine.feed({ tUs: 0, force: 0 });
  engine.feed({ tUs: 8000, force: 0.5 });
  assert.deepEqual(words, ["8 struck 0"]);
  const { beganUs, speed, velocity, delayUs, known, unknown } = engine.strike.of(0);
  // One rise says too little of it: its velocity is that of the estimate.
  assert.ok(Math.abs(speed - 62.5) < 0.1 && beganUs === 8000 && velocity === 101 && delayUs === 0 && !known && unknown);
  assert.equal(engine.strike.of(5), null);
  engine.strike.set({ windowUs: 5000 });
  assert.throws(() => engine.strike.set({ windowUs: 1e6 }), refused("PRESS_ERR_INVAL", /window_us/));
  assert.throws(() => engine.strike.set({ sources: 9 }), refused("PRESS_ERR_INVAL", /./));
  assert.throws(() => new Engine({ strike: { loud: 1 } }), refused("PRESS_ERR_INVAL", /loud/));
  assert.throws(() => new Engine().strike.of(0), refused("PRESS_ERR_STATE", /./));
});

test("two contacts scale and turn a target", () => {
  const engine = new Engine({ pinch: { slop: 5 }, liftUs: 0 });
  engine.targets.add({ id: 1, x: 0, y: 0, width: 200, height: 200, traits: ["pinch"] });
  const said = [];
  for (const type of ["pinchBegan", "pinchChanged", "pinchEnded"])
    engine.on(type, ({ type, contact, subject, value, value2 }) => said.push([type, contact, subject, Number(value.toFixed(2)), Math.round(value2)]));
  const two = (tUs, apart, turned = 0) =>
    [-1, 1].forEach((side, contact) => engine.feed({ tUs, contact, force: 1, x: 100 + (side * apart) / 2, y: 100 + side * turned }));
  two(0, 80);
  two(10_000, 90);
  assert.equal(engine.pinch.state(1).scale, 1);
  two(20_000, 135);
  const { contact, other, target, scale, x, distance } = engine.pinch.state(0);
  assert.deepEqual([contact, other, target, scale, x, distance], [0, 1, 1, 1.5, 100, 135]);
  two(30_000, 135, 20);
  two(40_000, 135, 67.5);
  const ended = [];
  engine.on("pinchEnded", () => ended.push(engine.pinch.state(1)));
  const { scaleVelocity, angleVelocity } = engine.pinch.state(0);
  engine.feed({ tUs: 50_000, contact: 1, force: 0 });
  assert.ok(scaleVelocity > 0 && angleVelocity > 1000 && ended[0].scaleVelocity > 0);
  assert.deepEqual(said.map(([type]) => type), ["pinchBegan", "pinchChanged", "pinchChanged", "pinchChanged", "pinchEnded"]);
  assert.deepEqual(said[1], ["pinchChanged", 0, 1, 1.5, 0]);
  assert.equal(said[4][4], Math.round(45 - (Math.atan2(40, 135) * 180) / Math.PI));
  assert.equal(engine.pinch.state(0), null);
  engine.pinch.set({ turnSlop: 20 });
  assert.throws(() => engine.pinch.set({ slop: 0 }), refused("PRESS_ERR_INVAL", /slop/));
});

test("a drag over a slot and into a tray that takes text only, and what undoes it", () => {
  const engine = new Engine({ drag: true });
  const [list, card, slot, tray] = [1, 2, 3, 4];
  engine.targets.add({ id: list, x: 0, y: 0, width: 100, height: 300, traits: [] });
  engine.targets.add({ id: card, container: list, x: 0, y: 0, width: 100, height: 40, traits: ["dragSource"] });
  engine.targets.add({ id: slot, container: list, x: 0, y: 200, width: 100, height: 40, traits: ["drop"] });
  engine.targets.add({ id: tray, x: 200, y: 0, width: 100, height: 300, traits: ["drop"] });
  engine.drag.willBegin = (touch) =>
    touch.target === card ? { id: 70, selected: true, representations: ["image/png", "text/plain"] } : null;
  const proposed = [];
  engine.drag.willPropose = (drag, destination, usual) => {
    proposed.push([drag.session, destination, usual.operation]);
    return destination === tray ? { accepts: ["text/plain"], hint: "link" } : true;
  };
  const words = delivered(engine, "dragBegan", "dragEntered", "dragDropped", "dropConcluded", "dropItemUndone");
  const taken = [];
  engine.on("dropItemBegan", (event) => taken.push([event.value, engine.drag.representation(event.value2)]));
  const way = [
    [50, 20, 1],
    [60, 20, 1],
    [50, 220, 1],
    [250, 50, 1],
  ];
  way.forEach(([x, y, force], at) => engine.feed({ tUs: 100_000 * at, force, x, y }));
  const session = engine.drag.session(0);
  const { state, source, destination, operation, hint, itemCount } = engine.drag.get(session);
  assert.deepEqual([state, source, destination, operation, hint, itemCount], ["dragging", card, tray, "copy", "link", 1]);
  assert.deepEqual(engine.drag.items(session), [{ id: 70, source: card, selected: true }]);
  engine.feed({ tUs: 400_000, x: 250, y: 50 });
  engine.tick(500_000);
  engine.drag.undo();
  assert.deepEqual(taken, [[70, "text/plain"]]);
  assert.deepEqual(
    words.map((word) => word.split(" ").slice(1).join(" ")),
    ["dragBegan 2", "dragEntered 3", "dragEntered 4", "dragDropped 4", "dropConcluded 4", "dropItemUndone 4"],
  );
  assert.ok(proposed.some(([, target, usual]) => target === slot && usual === "move"));
  assert.equal(engine.drag.get(session), null);
  const again = delivered(engine, "dropItemRedone", "selectionSet", "selectionCleared", "dropRedone");
  engine.drag.redo();
  assert.deepEqual(
    again.map((word) => word.split(" ").slice(1).join(" ")),
    ["dropItemRedone 4", "selectionSet 4", "selectionCleared 2", "dropRedone 4"],
  );
  assert.throws(() => engine.drag.redo(), refused("PRESS_ERR_NOENT", /again/));
  engine.drag.undo();
  assert.throws(() => engine.drag.undo(), refused("PRESS_ERR_NOENT", /undoing/));
});

test("drags from code, with transfers, confirmation, modifiers and a wrong item", () => {
  const engine = new Engine({ drag: { maxItems: 2 } });
  engine.targets.add({ id: 1, x: 0, y: 0, width: 10, height: 10, traits: ["dragSource"] });
  engine.targets.add({ id: 2, x: 50, y: 0, width: 10, height: 10, traits: ["drop"] });
  engine.drag.willPropose = () => ({ operation: "move", transfers: true, irreversible: true });
  const events = [];
  engine.on("event", (event) => events.push(event));
  const session = engine.drag.begin(1);
  engine.drag.setModifiers(["copy"]);
  engine.drag.over(session, 2);
  assert.deepEqual(engine.drag.get(session).modifiers, ["copy"]);
  engine.drag.drop(session);
  assert.equal(engine.drag.get(session).state, "confirming");
  engine.drag.confirm(session);
  engine.drag.update(session, 1, 0.5);
  engine.drag.finish(session, 1);
  assert.deepEqual(unpaired(events), { running: [], stray: [] });
  assert.ok(events.every((event) => event.contact === NO_CONTACT));
  const plain = /^(drag(Entered|Proposed|ItemsChanged|HintChanged|Dropped)|drop(Item|Concluded|Undone)|selection)/;
  const numbers = events.filter((event) => plain.test(event.type)).flatMap((event) => [event.value, event.value2]);
  assert.ok(numbers.length > 12 && numbers.every(Number.isInteger), "ids, counts, operations and hints are whole numbers");
  engine.targets.add({ id: 3, x: 90, y: 0, width: 10, height: 10, traits: ["dragSource"] });
  engine.drag.willBegin = (touch) => ({ id: touch.target, copyOnly: true, sameDomain: true });
  const more = engine.drag.begin(1);
  engine.drag.add(more, 3);
  assert.deepEqual(
    engine.drag.items(more).map(({ id, source }) => [id, source]),
    [
      [1, 1],
      [3, 3],
    ],
  );
  assert.throws(() => engine.drag.add(more, 2), refused("PRESS_ERR_STATE", /adding/));
  engine.drag.cancel(more);
  engine.drag.willBegin = () => [{ id: 1 }, { id: 2 }, { id: 3 }];
  assert.throws(
    () => engine.drag.perform(1, 2),
    (error) => error instanceof AggregateError && /room for 2/.test(error.errors[0].message),
  );
  engine.drag.willBegin = null;
  engine.drag.willPropose = () => false;
  engine.drag.shouldLaunch = () => true;
  const dropped = [];
  engine.on("dragDropped", (event) => dropped.push(event.target));
  engine.drag.perform(1, 2);
  assert.deepEqual(dropped, [0]);
  assert.throws(() => engine.drag.move(99, 0, 0), refused("PRESS_ERR_NOENT", /moving drag 99/));
});

test("springs are asked for", () => {
  const engine = new Engine({ drag: { springDwellUs: 1000, springActivatingUs: 1000 } });
  engine.targets.add({ id: 1, x: 0, y: 0, width: 10, height: 10, traits: ["dragSource"] });
  engine.targets.add({ id: 2, x: 50, y: 0, width: 10, height: 10, traits: ["spring"] });
  const asked = [];
  engine.drag.springShouldActivate = (drag, target, again) => asked.push([target, again]) > 0;
  engine.feed([
    { tUs: 0, force: 1, x: 5, y: 5 },
    { tUs: 100, force: 1, x: 55, y: 5 },
  ]);
  engine.tick(10_000);
  assert.deepEqual(asked, [
    [2, false],
    [2, true],
  ]);
  assert.equal(engine.drag.get(engine.drag.session(0)).springState, "activated");
});

test("thousands of engines share the memory of the module", async () => {
  const before = process.memoryUsage().rss;
  for (let at = 0; at < 2000; at++) new Engine({ gestures: true, drag: true }).feed({ tUs: 0, force: 1 });
  assert.ok(process.memoryUsage().rss - before < 300e6);
});

test("an event is described as pressd prints it", () => {
  const event = {
    ...{ tUs: 1_250_000, type: "struck", contact: 2, target: 0, ended: false, returns: false, fades: false, part: false, kept: false, unknown: false },
    ...{ reason: "none", x: 1.5, y: 0, force: 0, pressure: 0, progress: 0, subject: 0, value: 53.5, value2: 127, lateUs: 3000 },
  };
  const line = JSON.parse(press.describe(event));
  assert.deepEqual([line.event, line.late_us, line.contact, line.x, line.speed, line.velocity], ["struck", 3000, 2, 1.5, 53.5, 127]);
  assert.equal(press.describeText(event), "1.250000 s contact 2 struck speed 53.5 N/s velocity 127 3 ms late");
  const whole = { ...event, type: "holdRepeated", value: 4294967295, value2: 0, lateUs: 0 };
  assert.equal(JSON.parse(press.describe(whole)).repeats, 4294967295);
  assert.throws(() => press.describe({ ...event, type: "fell" }), /type: there is no "fell"/);
});
