// The log of a trace is the one that the C library writes, bit for bit. `make test-js` builds the program that writes it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { replay } from "./replay.js";
import { press, rows, vectors } from "./support.js";

const program = process.env.LIBPRESS_REPLAY;
const folder = mkdtempSync(join(tmpdir(), "libpress-"));

/** The output of the C library. */
function original(trace) {
  assert.ok(program, "LIBPRESS_REPLAY must name the program: make test-js");
  const [input, output] = [join(folder, "trace"), join(folder, "log")];
  writeFileSync(input, `${trace.join("\n")}\n`);
  execFileSync(program, [input, output]);
  return readFileSync(output, "utf8").trimEnd().split("\n");
}

function compare(trace, atLeast) {
  const [expected, found] = [original(trace), replay(press, trace)];
  const differs = expected.findIndex((line, at) => line !== found[at]);
  assert.equal(found[differs], expected[differs], `line ${differs + 1}`);
  assert.equal(found.length, expected.length);
  assert.ok(found.length > atLeast);
}

test("the vectors", () =>
  compare(
    vectors("engine").filter((line) => /^[cst] /.test(line)),
    1500,
  ));

for (const seed of [1, 2, 3])
  test(`20,000 random calls from seed ${seed}, everything attached`, () => compare([`n ${seed} 20000`], 10_000));

test("five calibrated pads of a recorded mouse, everything attached", () => {
  const masses = rows("Tests/recordings/mouse-grip-fsr/calibration.csv").filter((row) => Number(row.Mass) > 0);
  const trace = ["a 5 16368 10000 4"];
  for (let n = 0; n < 5; n++)
    for (const row of masses)
      if (row[`F${n + 1}`])
        trace.push(`p ${n} ${Math.round(Number(row[`F${n + 1}`]) * 16)} ${Math.round(Number(row.Mass) * 9.80665e-3 * 65536)}`);
  rows("Tests/recordings/mouse-grip-fsr/P00_C01_T01.csv").forEach((row, at) =>
    trace.push(
      `f ${20_000 * (at + 1)} ${[1, 2, 3, 4, 5].map((n) => (row[`F${n}`] ? Number(row[`F${n}`]) * 16 : "-")).join(" ")}`,
    ),
  );
  compare([...trace, "r"], 500);
});
