import assert from "node:assert/strict";
import { test } from "node:test";
import { press } from "./support.js";

const { Engine, Grid, Pad, PressError, conductance, curveForce, fitCurve, powerCurve, scaleCurve, tableCurve } = press;
const refused = (code, message) => (error) => error instanceof PressError && error.code === code && message.test(error.message);

test("a pad turns codes into touches and faults", () => {
  const pad = new Pad();
  const types = [];
  pad.engine.on("event", (event) => types.push(event.type));
  for (let i = 0; i < 200; i++) pad.feed(10_000 * i, i < 50 || i > 150 ? 300 : 300 + 210 * (i - 50));
  pad.tick(2_100_000);
  for (const type of ["baselineChanged", "contactBegan", "previewBegan", "previewUpdated", "commitUpdated", "contactEnded"])
    assert.ok(types.includes(type), type);
  const { force, fault, conductance: microsiemens, starting } = pad.reading;
  assert.deepEqual([typeof force, fault.length, microsiemens.length, starting], ["number", 1, 1, false]);
  assert.equal(pad.stats.frames, 200);
  assert.throws(() => pad.feed(0, 1), refused("PRESS_ERR_TIME", /feeding the frame at 0 us/));
  assert.throws(() => pad.feed(9_000_000, [1, 2]), refused("PRESS_ERR_INVAL", /there are 1 sensors/));
  pad.feed(3_000_000, [null], { failed: [0] });
  assert.equal(pad.stats.busErrors, 1);
  pad.tare({ force: true });
  assert.throws(() => pad.tare({ forced: true }), refused("PRESS_ERR_INVAL", /no "forced"/));
});

test("a start limit above half of the engine's touch force is refused by name", () => {
  const rule = refused("PRESS_ERR_INVAL", /making a pad: start_limit: at most half of the engine's touch_force/);
  for (const [touchForce, startLimit] of [[0.4, 0.21], [0.2, 0.2], [4, 2.1]]) {
    const engine = new Engine({ touchForce, releaseForce: touchForce / 2 });
    assert.throws(() => new Pad({ engine, startLimit }), rule);
    for (const good of [0, touchForce / 2 - 0.001]) new Pad({ engine, startLimit: good });
    new Pad({ engine: new Engine({ contactFromFlag: true }), startLimit });
  }
});

test("sensors are replaced without a restart", () => {
  const pad = new Pad({ startUs: 0, noBaseline: true, noFilter: true });
  for (let i = 1; i < 20; i++) pad.feed(1000 * i, 9000);
  const { force } = pad.reading;
  assert.throws(() => pad.setSensors([{}]), refused("PRESS_ERR_STATE", /finger/));
  for (let i = 20; i < 200; i++) pad.feed(1000 * i, 0);
  assert.throws(() => pad.setSensors([{}, {}]), refused("PRESS_ERR_INVAL", /1 are required/));
  assert.throws(() => pad.setSensors([{ circuit: { resistorOhm: -1 } }]), refused("PRESS_ERR_INVAL", /sensor 0/));
  pad.setSensors([{ circuit: { resistorOhm: 20_000 } }]);
  for (let i = 200; i < 220; i++) pad.feed(1000 * i, 9000);
  assert.ok(pad.reading.force < 0.7 * force, `${pad.reading.force} of ${force}`);
});

test("four sensors of a plate say where", () => {
  const at = (x, y) => ({ x, y });
  const pad = new Pad({
    sensors: [at(0, 0), at(100, 0), at(0, 100), at(100, 100)],
    noBaseline: true,
    startUs: 0,
    noFilter: true,
  });
  for (let i = 1; i < 20; i++) pad.feed(1000 * i, [9000, 9000, 3000, 3000], { beforeUs: [0, 0, 0, 0] });
  assert.ok(Math.abs(pad.reading.x - 50) < 1 && pad.reading.y < 40 && pad.reading.touched);
});

test("what a pad cannot be is refused", () => {
  assert.throws(() => new Pad({ sensors: [] }), refused("PRESS_ERR_INVAL", /1 to 8/));
  assert.throws(
    () => new Pad({ sensors: [{ circuit: { ohm: 1 } }] }),
    refused("PRESS_ERR_INVAL", /circuit: there is no "ohm"/),
  );
  assert.throws(() => new Pad({ sensors: [{ creep: 2 }] }), refused("PRESS_ERR_INVAL", /sensor 0: creep: 0..1/));
  assert.throws(() => new Pad({ beta: -1 }), refused("PRESS_ERR_INVAL", /beta/));
  assert.throws(() => new Pad({ engine: {} }), refused("PRESS_ERR_INVAL", /an Engine is required/));
  assert.throws(() => new Pad({ sensors: [{ curve: { kind: "line" } }] }), refused("PRESS_ERR_INVAL", /powerCurve/));
});

test("circuits and curves compute what C computes", () => {
  assert.equal(Math.round(conductance(13200)), Math.round(1e6 / 4700));
  const curve = powerCurve(100, 2, 1);
  assert.ok(Math.abs(curveForce(curve, 50) - 1) < 1e-3);
  const table = tableCurve([
    [10, 1],
    [20, 3],
  ]);
  assert.equal(curveForce(table, 15), 2);
  assert.ok(Math.abs(curveForce(scaleCurve(table, 40, 3), 40) - 3) < 1e-3);
  const fit = fitCurve([
    [30, 3],
    [10, 1],
    [20, 2],
    [0, 0],
  ]);
  assert.deepEqual([fit.worst, fit.rms, fit.zero, fit.span], [0, 0, 0, 30]);
  assert.equal(curveForce(fit.curve, 15), 1.5);
  assert.throws(
    () =>
      tableCurve([
        [20, 1],
        [10, 2],
      ]),
    refused("PRESS_ERR_INVAL", /making a curve/),
  );
  assert.throws(
    () =>
      fitCurve([
        [10, 1],
        [1, 5],
        [20, 0.5],
      ]),
    refused("PRESS_ERR_INVAL", /pair/),
  );
  assert.throws(() => fitCurve([]), refused("PRESS_ERR_INVAL", /no pair has a force above 0/));
  const law = [0.5, 1.5, 5].map((newtons) => /** @type {[number, number]} */ ([40 * newtons ** 2, newtons]));
  const [lines, best] = [fitCurve(law), fitCurve(law, { best: true })];
  assert.equal(lines.curve.kind, "table");
  assert.equal(best.curve.kind, "power");
  assert.ok(Math.abs(curveForce(best.curve, 40 * 9) - 3) < 0.01 && Math.abs(curveForce(lines.curve, 40 * 9) - 3) > 0.1);
  assert.throws(() => powerCurve(0, 1, 1), refused("PRESS_ERR_INVAL", /reference_conductance/));
  assert.ok(Object.isFrozen(table) && Object.isFrozen(table.points));
});

test("a grid follows two fingers", () => {
  const grid = new Grid({ columns: 8, rows: 8, pitchX: 10, pitchY: 10 });
  const began = [];
  grid.engine.on("contactBegan", (event) => began.push(event.contact));
  const cells = new Float32Array(64);
  cells[9] = 1;
  cells[54] = 2;
  grid.feed(1000, cells);
  assert.deepEqual(
    grid.contacts.map(({ contact, force, x, y, cells: count }) => [contact, force, x, y, count]),
    [
      [0, 2, 60, 60, 1],
      [1, 1, 10, 10, 1],
    ],
  );
  assert.deepEqual(began, [0, 1]);
  grid.mask([[1, 1]]);
  grid.feed(2000, cells);
  grid.feed(100_000, cells);
  assert.equal(grid.contacts.length, 1);
  grid.lost(110_000);
  grid.reset();
  assert.equal(grid.stats.frames, 3);
  assert.throws(() => grid.feed(200_000, [1]), refused("PRESS_ERR_INVAL", /8 x 8 = 64 cells: as many are required, not 1/));
  assert.throws(() => grid.feed(200_000, new Array(64).fill(NaN)), refused("PRESS_ERR_INVAL", /cell 0/));
  assert.throws(() => grid.mask([[8, 0]]), refused("PRESS_ERR_INVAL", /a column/));
  assert.throws(() => grid.tare(), refused("PRESS_ERR_STATE", /learning the zero/));
});

test("a mat has gains of its cells, what lies on its parts, and lines that are faulty", () => {
  const mat = new Grid({ columns: 8, rows: 8, gain: 0.1, gains: true, touchForce: 1, releaseForce: 0.5, pitchX: 10, pitchY: 10 });
  const gains = new Array(64).fill(1);
  gains[9] = 2;
  mat.setGains(gains);
  const cells = new Array(64).fill(0);
  cells[9] = 50;
  cells[10] = 100;
  cells[54] = 300;
  mat.feed(1000, cells);
  const part = mat.load({ x: 5, y: 5, width: 20, height: 10 });
  assert.deepEqual([mat.map[9], mat.map[10], mat.load().force, part.force].map(Math.round), [10, 10, 50, 20]);
  assert.deepEqual(mat.load({ x: 50, y: 50, width: 30, height: 30 }), { cells: 1, force: mat.map[54], peak: mat.map[54], x: 60, y: 60 });
  assert.equal(mat.load({}).force, 0);
  assert.throws(() => mat.load({ width: -1 }), refused("PRESS_ERR_INVAL", /reading the load/));
  assert.throws(() => mat.load({ w: 1 }), refused("PRESS_ERR_INVAL", /there is no "w"/));
  assert.throws(() => mat.setGains(gains), refused("PRESS_ERR_STATE", /setting the gains/));
  assert.throws(() => mat.setGains([1]), refused("PRESS_ERR_INVAL", /each of 8 x 8 cells is required, not 1/));
  mat.reset();
  mat.setGains(null);
  const faults = [];
  mat.engine.on("sensorFault", (event) => faults.push([event.subject, event.reason]));
  for (let n = 1; n <= 600; n++) mat.feed(n * 10_000, cells.map((_, at) => (at < 8 ? 400 : 0)));
  assert.deepEqual(faults, [[8, "stuck"]]);
  assert.deepEqual(mat.lines, {
    deadColumns: [], deadRows: [], stuckColumns: [], stuckRows: [0],
    flickeringColumns: [], flickeringRows: [], saturatedColumns: [], saturatedRows: [],
  });
  assert.throws(() => new Grid({ columns: 8, rows: 8 }).setGains(gains), refused("PRESS_ERR_INVAL", /setting the gains/));
});

test("a grid of codes, without an engine", () => {
  const grid = new Grid({ columns: 2, rows: 2, engine: null, gain: 0.01, baseline: false });
  grid.feed(1000, [100, 0, 0, 0]);
  assert.equal(grid.contacts.length, 1);
  assert.ok(Math.abs(grid.contacts[0].force - 1) < 0.01);
  assert.throws(() => grid.feed(2000, [0.5, 0, 0, 0]), refused("PRESS_ERR_INVAL", /cell 0: a whole number/));
  assert.equal(grid.engine, null);
  assert.throws(() => new Grid({ columns: 33 }), refused("PRESS_ERR_INVAL", /columns/));
  assert.throws(() => new Grid({ colums: 3 }), refused("PRESS_ERR_INVAL", /there is no "colums"/));
});

test("several pads share an engine", () => {
  const engine = new Engine();
  const [left, right] = [0, 1].map((contact) => new Pad({ engine, contact, noBaseline: true, startUs: 0 }));
  const began = [];
  engine.on("contactBegan", (event) => began.push(event.contact));
  for (let i = 1; i < 10; i++) {
    left.feed(1000 * i, 300);
    right.feed(1000 * i, 9000);
  }
  assert.deepEqual(began, [1]);
});

test("a rate that shows no strikes is warned of once, and one that shows them is not", (t) => {
  const said = t.mock.method(console, "warn", () => {}).mock;
  /** Frames so far apart, with a pause among them. */
  const feed = (part, frame, stepUs) => {
    for (let i = 0; i < 100; i++) part.feed(stepUs * i + (i > 10 ? 2_000_000 : 0), frame);
  };
  const engine = (strike) => new Engine({ strike, maxEvents: 0 });
  for (const [stepUs, strike, times] of [[10_000, true, 1], [5_600, true, 1], [5_000, true, 0], [1_000, true, 0], [10_000, false, 0], [10_000, {}, 1]]) {
    feed(new Pad({ engine: engine(strike) }), 0, stepUs);
    assert.equal(said.callCount(), times, `a pad, ${stepUs} us, strike ${JSON.stringify(strike)}`);
    said.resetCalls();
    feed(new Grid({ columns: 1, rows: 1, engine: engine(strike) }), [0], stepUs);
    assert.equal(said.callCount(), times, `a grid, ${stepUs} us, strike ${JSON.stringify(strike)}`);
    said.resetCalls();
  }
  feed(new Pad({ engine: engine(true) }), 0, 10_000);
  assert.match(said.calls.at(-1).arguments[0], /^libpress: strike with 100 readings a second: fewer than 180 do not show a strike/);
  feed(new Grid({ columns: 1, rows: 1, engine: null }), [0], 10_000);
});

test("what a pad reads of a harder hit beside it is no contact, by the share of each pair", () => {
  const engine = new Engine({ crosstalk: { share: 0.2 }, liftUs: 0, maxEvents: 0 });
  const began = [];
  engine.on("contactBegan", (event) => began.push(event.contact));
  let tUs = 0;
  const both = (struck, beside) => {
    tUs += 2000;
    engine.feed([struck, beside].map((force, contact) => ({ tUs, contact, force })));
  };
  const hit = () => [0, 5, 8, 8, 0, 0].forEach((force) => both(force, 0.15 * force));
  hit();
  assert.deepEqual(began, [0]);
  engine.crosstalk.setShare(0, 1, 0.1);
  assert.deepEqual([engine.crosstalk.share(0, 1), engine.crosstalk.share(1, 0)], [26 / 256, 52 / 256]);
  hit();
  assert.deepEqual(began.sort(), [0, 0, 1]);
  engine.crosstalk.set({ share: 0.2 });
  assert.equal(engine.crosstalk.share(0, 1), 52 / 256);
  for (const pair of [[0, 0, 0.1], [16, 0, 0.1], [0, 1, 1]])
    assert.throws(() => engine.crosstalk.setShare(...pair), refused("PRESS_ERR_INVAL", /setting the share of pad/));
  assert.throws(() => engine.crosstalk.setShare(0, 1, "much"), refused("PRESS_ERR_INVAL", /share: a number/));
  assert.throws(() => engine.crosstalk.share(3, 3), refused("PRESS_ERR_INVAL", /asking for the share/));
  assert.throws(() => new Engine().crosstalk.share(0, 1), refused("PRESS_ERR_STATE", /asking for the share/));
});
