// Engines against the oracle of Tests/vectors: every event that must follow, and no other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { levelsOf } from "./replay.js";
import { fixed, press, vectors } from "./support.js";

const { Engine, EventType, PressError, Reason, conductance, curveForce, powerCurve, tableCurve } = press;
const q = (number) => number / 65536;

/** The rows of a file of vectors. */
const table = (name) =>
  vectors(name)
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => line.split(" "));

/** Each row ends with what is expected, and how far off it may be. */
function check(name, atLeast, compute) {
  const all = table(name).map((row) => row.map(Number));
  for (const row of all) {
    const [expected, tolerance] = row.slice(-2);
    assert.ok(Math.abs(fixed(compute(row)) - expected) <= tolerance, `${name}: ${row.join(" ")}`);
  }
  assert.ok(all.length > atLeast);
}

test("circuits", () =>
  check("circuit", 300, ([fullScale, resistorOhm, parallelOhm, pullUp, code]) =>
    conductance(code, { fullScale, resistorOhm, parallelOhm, pullUp: pullUp === 1 }),
  ));

test("power laws", () =>
  check("power", 200, ([g, force, exponent, at]) => curveForce(powerCurve(q(g), q(force), q(exponent)), q(at))));

test("tables", () =>
  check("table", 200, ([count, ...row]) =>
    curveForce(tableCurve(Array.from({ length: count }, (_, n) => [q(row[2 * n]), q(row[2 * n + 1])])), q(row[2 * count])),
  ));

test("whole engines say what the oracle says", () => {
  let [engine, delivered, steps] = [null, [], 0];
  const [begin, feed, tick, event] = ["c", "s", "t", "e"];
  for (const [at, line] of table("engine").entries()) {
    const [what, ...numbers] = line;
    const n = numbers.map(Number);
    if (what === event) {
      const next = delivered.shift();
      assert.ok(next, `line ${at}: nothing was delivered: ${line}`);
      assert.deepEqual(
        [
          next.tUs,
          EventType[next.type],
          next.contact,
          Number(next.ended),
          Reason[next.reason],
          fixed(next.pressure),
          fixed(next.progress),
          next.lateUs,
        ],
        n,
        `line ${at}`,
      );
      continue;
    }
    assert.deepEqual(delivered, [], `before line ${at}: ${line}`);
    steps += 1;
    try {
      if (what === begin) {
        engine = new Engine(levelsOf(n));
        engine.on("event", (one) => delivered.push(one));
      } else if (what === feed) engine.feed({ tUs: n[0], contact: n[1], lost: n[2] === 1, force: q(n[3]) });
      else if (what === tick) engine.tick(n[0]);
    } catch (error) {
      if (!(error instanceof PressError) || error.code !== "PRESS_ERR_NOSPC") throw error; // all contacts are down
    }
  }
  assert.deepEqual(delivered, []);
  assert.ok(steps > 4000);
});
