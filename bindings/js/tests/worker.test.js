// The module in a worker: one of its own, with the same events.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { press } from "./support.js";

/** The code that runs on both sides. */
function run({ Engine }) {
  const engine = new Engine({ gestures: true });
  [0.5, 2, 2.4, 3.5, 4.5, 0.1].forEach((force, at) => engine.feed({ tUs: 10_000 * at, force }));
  engine.tick(engine.nextDeadline);
  return engine.poll();
}

test("a worker has the same events", async () => {
  const source = `import { parentPort } from "node:worker_threads"; import * as press from ${JSON.stringify(new URL("../src/node.js", import.meta.url))};
    parentPort.postMessage((${run})(press));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
  const events = await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  assert.deepEqual(events, run(press));
  assert.equal(events.length, 8);
});
