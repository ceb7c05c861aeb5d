import assert from "node:assert/strict";
import { test } from "node:test";
import { press } from "./support.js";

const { Engine, pointerForce, pointerSample } = press;
const down = { type: "pointermove", buttons: 1, timeStamp: 12.3456, clientX: 5, clientY: 6, pointerId: 3 };

test("the force of a pen, a touch and a trackpad; where the device gives none, that of a touch", () => {
  const cases = [
    [{ pointerType: "pen", pressure: 0 }, 0.5],
    [{ pointerType: "pen", pressure: 0.5 }, 2.75],
    [{ pointerType: "pen", pressure: 1 }, 5],
    [{ pointerType: "touch", pressure: 0.25 }, 1.625],
    [{ pointerType: "touch", pressure: 0.5 }, 0.5], // what browsers say where nothing is felt
    [{ pointerType: "touch", pressure: 0 }, 0.5],
    [{ pointerType: "mouse", pressure: 0.5 }, 0.5],
    [{ force: 0.75 }, 3.875], // a Touch
    [{ force: 0 }, 0.5],
    [{ webkitForce: 1 }, 0.5], // a trackpad as it clicks
    [{ webkitForce: 2 }, 2.75],
    [{ webkitForce: 3 }, 5],
    [{ webkitForce: 0, pointerType: "mouse", pressure: 0.5 }, 0.5],
  ];
  for (const [event, newtons] of cases) assert.equal(pointerForce(event), newtons, JSON.stringify(event));
  assert.equal(pointerForce({ pointerType: "pen", pressure: 1 }, { fullForce: 8 }), 8);
  assert.throws(() => pointerForce({}, { full: 8 }), /there is no "full"/);
});

test("pointer events become samples", () => {
  assert.deepEqual(pointerSample(down), { tUs: 12346, contact: 3, force: 0.5, x: 5, y: 6, down: true, lost: false, hasForce: false });
  assert.equal(pointerSample({ ...down, pointerType: "pen", pressure: 0.5 }).hasForce, true);
  assert.deepEqual(pointerSample({ ...down, type: "pointerup", buttons: 0 }).force, 0);
  assert.deepEqual(pointerSample({ ...down, type: "pointercancel", buttons: 0 }).lost, true);
  assert.deepEqual(pointerSample(down, { tUs: 7, fullForce: 8 }).tUs, 7);
  assert.throws(() => pointerSample({}), /timeStamp/);
  assert.throws(() => pointerSample({ ...down, buttons: 0 }, { t: 7 }), /there is no "t"/);
});

test("holding still takes the place of force", () => {
  const engine = new Engine({ gestures: { forceFromHoldUs: 800_000 } });
  const types = new Set();
  engine.on("event", (event) => types.add(event.type));
  engine.feed(pointerSample({ ...down, pointerType: "mouse", pressure: 0.5, timeStamp: 0 }));
  while (!types.has("commitUpdated") && engine.nextDeadline !== null) {
    const at = engine.nextDeadline;
    engine.tick(at);
    engine.feed(pointerSample({ ...down, pointerType: "mouse", pressure: 0.5, timeStamp: at / 1000 }));
  }
  assert.ok(types.has("previewBegan") && types.has("commitUpdated"));
});
