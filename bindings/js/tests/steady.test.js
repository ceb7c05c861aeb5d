// A reading must make no garbage, and deliver no event that nobody listens to.
import assert from "node:assert/strict";
import { PerformanceObserver } from "node:perf_hooks";
import { test } from "node:test";
import { Core } from "../src/core.js";
import { press } from "./support.js";

const { Engine, Pad } = press;
const FORCES = Array.from({ length: 4000 }, (_, at) => 4 * Math.sin((at * Math.PI) / 1000) ** 2);

/** How often garbage is collected in a million calls, after some in which they are compiled. */
async function collections(feed) {
  for (let at = 0; at < 100_000; at++) feed(at);
  let found = 0;
  const observer = new PerformanceObserver((list) => (found += list.getEntries().length));
  observer.observe({ entryTypes: ["gc"] });
  for (let at = 100_000; at < 1_100_000; at++) feed(at);
  await new Promise((resolve) => setTimeout(resolve, 20)); // the observer gets them later
  observer.disconnect();
  return found;
}

test("a million readings that press leave no garbage", async () => {
  const engine = new Engine({ maxEvents: 0 });
  let presses = 0;
  engine.on("contactBegan", () => void presses++);
  const sample = { tUs: 0, force: 0 };
  // One collection may be of what the tests before left.
  assert.ok((await collections((at) => {
    sample.tUs = 1000 * at;
    sample.force = FORCES[at % FORCES.length];
    engine.feed(sample);
  })) <= 1);
  assert.equal(presses, 1100);

  const pad = new Pad({ engine: new Engine({ maxEvents: 0 }) });
  pad.engine.on("contactCancelled", () => assert.fail());
  assert.ok((await collections((at) => pad.feed(1000 * at, at % 1000 < 500 ? 300 : 12_000))) <= 1);
});

test("an event of a type that nobody listens to does not leave the module", (context) => {
  const delivered = context.mock.method(Core.prototype, "delivered");
  const engine = new Engine();
  const seen = [];
  const off = engine.on("contactBegan", ({ tUs, type, force }) => seen.push([type, tUs, force]));
  const touch = (tUs) => {
    engine.feed([{ tUs, force: 2 }, { tUs: tUs + 1000, force: 3 }, { tUs: tUs + 2000 }]);
    engine.tick(tUs + 500_000);
  };
  touch(1000);
  assert.deepEqual(seen, [["contactBegan", 1000, 2]]);
  assert.equal(delivered.mock.callCount(), 1);

  // A listener that a listener sets receives what follows in the same call.
  const once = engine.on("contactBegan", () => {
    once();
    engine.on("contactEnded", ({ type }) => seen.push(type));
  });
  touch(1_001_000);
  assert.deepEqual(seen.slice(1), [["contactBegan", 1_001_000, 2], "contactEnded"]);

  off();
  delivered.mock.resetCalls();
  touch(2_001_000);
  assert.equal(delivered.mock.callCount(), 1);

  engine.on("event", ({ type }) => seen.push(type));
  delivered.mock.resetCalls();
  touch(3_001_000);
  assert.ok(delivered.mock.callCount() > 3);
});

test("an event that is kept stays as it was, with all its members its own", () => {
  const engine = new Engine();
  const kept = [];
  engine.on("event", (event) => kept.length < 100 && kept.push([event, { ...event }, JSON.stringify(event)]));
  for (let at = 0; at < 100_000; at++) engine.feed({ tUs: 1000 * at, force: FORCES[at % FORCES.length] });
  assert.equal(kept.length, 100);
  for (const [event, copy, text] of kept) {
    assert.deepEqual(event, copy);
    assert.equal(JSON.stringify(event), text);
  }
});

test("a sample says what is wrong with it, whatever it is", () => {
  const engine = new Engine();
  for (const [sample, said] of [
    [null, /a sample: an object is required, not null/],
    [5, /a sample: an object is required, not 5/],
    [{}, /tUs: a whole number/],
    [{ tUs: 1, foce: 1 }, /a sample: there is no "foce"; there are tUs, force/],
    [new Map(), /a sample: an object is required/],
    [{ tUs: 1, x: "1" }, /x: a number/],
    [{ tUs: 1, contact: -1 }, /contact: a whole number/],
    [{ tUs: 1, down: 1 }, /a sample: down: true or false is required/],
  ])
    assert.throws(() => engine.feed(sample), said);
  engine.feed({ tUs: 2 ** 53 - 1, force: undefined, contact: 7, lost: false });
  assert.equal(engine.timeUs, 2 ** 53 - 1);
});
