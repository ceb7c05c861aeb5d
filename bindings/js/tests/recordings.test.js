// Replays of real recordings: the logs are those that the C library gives to Python, pinned there.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { file, fixed, press, rows, unpaired } from "./support.js";

const { Engine, EventType, Pad, Reason, conductance, fitCurve } = press;
const DATA = "Tests/recordings";
const FINE = 16; // the calibration has means with decimals
const CIRCUIT = { fullScale: 1023 * FINE, resistorOhm: 10_000 };
const NEWTONS_PER_GRAM = 9.80665e-3;

const recordings = (folder, name) =>
  readdirSync(file(`${DATA}/${folder}`))
    .filter((one) => name.test(one))
    .sort();
const pinned = (name) => JSON.parse(readFileSync(file(`bindings/python/tests/recordings/${name}.json`), "utf8"));
const snake = (word) => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Counts, and every field of every event, bit for bit. */
function digest(events) {
  const counts = {};
  const whole = createHash("sha256");
  for (const event of events) {
    const of = (counts[event.contact] ??= {});
    of[snake(event.type)] = (of[snake(event.type)] ?? 0) + 1;
    const bytes = Buffer.alloc(64);
    bytes.writeBigUInt64LE(BigInt(event.tUs), 0);
    [EventType[event.type], event.contact, event.target, Number(event.ended)].forEach((one, at) =>
      bytes.writeUInt32LE(one, 8 + 4 * at),
    );
    bytes.writeInt32LE(Reason[event.reason], 24);
    [event.x, event.y, event.force, event.pressure, event.progress].forEach((one, at) =>
      bytes.writeInt32LE(fixed(one), 28 + 4 * at),
    );
    bytes.writeUInt32LE(event.subject, 48);
    [event.value, event.value2].forEach((one, at) => bytes.writeInt32LE(fixed(one), 52 + 4 * at));
    bytes.writeUInt32LE(event.lateUs, 60);
    whole.update(bytes);
  }
  const words = (of) => Object.entries(of).sort().map(([name, count]) => `${count} ${name}`).join(", ");
  return { events: Object.fromEntries(Object.entries(counts).map(([contact, of]) => [contact, words(of)])), sha256: whole.digest("hex") };
}

function compare(logs, name) {
  const known = pinned(name);
  assert.deepEqual(Object.keys(logs).sort(), Object.keys(known).sort());
  for (const [recording, log] of Object.entries(logs)) assert.deepEqual(log, known[recording], recording);
}

function mouseSensor(number) {
  const points = [];
  for (const row of rows(`${DATA}/mouse-grip-fsr/calibration.csv`)) {
    if (!row[`F${number + 1}`] || !(Number(row.Mass) > 0)) continue;
    const code = Math.round(Number(row[`F${number + 1}`]) * FINE);
    const point = [conductance(code, CIRCUIT), Number(row.Mass) * NEWTONS_PER_GRAM];
    if (points.length === 0 || point[0] > points.at(-1)[0]) points.push(point);
  }
  return { circuit: CIRCUIT, curve: fitCurve(points).curve };
}

test("fifteen trials of gripping a mouse replay to the pinned logs", () => {
  const sensors = [0, 1, 2, 3, 4].map(mouseSensor);
  const logs = {};
  for (const name of recordings("mouse-grip-fsr", /^P.*\.csv$/)) {
    const events = [];
    const engine = new Engine();
    engine.on("event", (event) => events.push(event));
    const pads = sensors.map((sensor, contact) => new Pad({ sensors: [sensor], engine, contact, noBaseline: true }));
    for (const pad of pads) pad.feed(1, [0]); // what is there in the first frame would rest
    rows(`${DATA}/mouse-grip-fsr/${name}`).forEach((row, at) =>
      pads.forEach((pad, number) =>
        pad.feed(20_000 * (at + 1), [row[`F${number + 1}`] ? Number(row[`F${number + 1}`]) * FINE : null]),
      ),
    );
    engine.reset();
    assert.deepEqual(unpaired(events), { running: [], stray: [] }, name);
    logs[name.replace(".csv", "")] = digest(events);
  }
  assert.equal(Object.keys(logs).length, 15);
  compare(logs, "mouse-grip-fsr");
});

test("eight recordings of grip force replay to the pinned logs", () => {
  const logs = {};
  for (const name of recordings("grip-force", /\.csv$/)) {
    const scale = name.includes("Pinch") ? 5 : 15;
    const events = [];
    let engine;
    let resets = 0;
    let last = Infinity;
    for (const row of rows(`${DATA}/grip-force/${name}`)) {
      const tUs = Math.round(Number(row.Time) * 1e6);
      if (tUs < last) {
        if (engine) resets++;
        engine?.reset();
        engine = new Engine();
        engine.on("event", (event) => events.push(event));
      }
      last = tUs;
      engine.feed({ tUs, force: Number(row.Grip_Force) / scale });
    }
    engine.reset();
    assert.deepEqual(unpaired(events, resets), { running: [], stray: [] }, name);
    logs[name.replace(".csv", "")] = digest(events);
  }
  assert.equal(Object.keys(logs).length, 8);
  compare(logs, "grip-force");
});
