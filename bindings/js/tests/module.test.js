// The module itself: what it needs, and that these tests notice when a byte of it is wrong.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { functions, structs } from "../src/generated/raw.js";
import { file, press } from "./support.js";

const bytes = readFileSync(process.env.LIBPRESS_WASM);
const folder = mkdtempSync(join(tmpdir(), "libpress-"));

/** Runs a file of tests with a module; whether they pass, and what they say. */
function passes(module, tests) {
  const path = join(folder, "one.wasm");
  writeFileSync(path, module);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env; // else the inner runner speaks to the outer one
  const done = spawnSync(process.execPath, [file(`bindings/js/tests/${tests}`)], {
    env: { ...env, LIBPRESS_WASM: path },
    encoding: "utf8",
  });
  return { passed: done.status === 0, said: done.stdout + done.stderr };
}

test("the module imports nothing", async () => {
  assert.deepEqual(WebAssembly.Module.imports(await WebAssembly.compile(bytes)), []);
});

test("the README says how large it is", () => {
  const [, size, compressed] = readFileSync(file("bindings/js/README.md"), "utf8").match(/WebAssembly, (\d+) KB \((\d+) compressed\)/);
  for (const [said, is] of [[size, bytes.length], [compressed, gzipSync(bytes, { level: 9 }).length]])
    assert.ok(Math.abs(said - is / 1000) < 0.03 * said, `${said} KB is ${is} bytes`);
});

test("every function is there, with the parameters that raw.js says", async () => {
  const { exports } = await WebAssembly.instantiate(await WebAssembly.compile(bytes), {});
  for (const [name, signature] of Object.entries(functions)) assert.equal(exports[name]?.length, signature.length - 1, name);
  assert.deepEqual(
    Object.keys(exports)
      .filter((name) => !(name in functions))
      .sort(),
    ["__heap_base", "__indirect_function_table", "memory"],
  );
});

test("an action is the seven numbers that peeks write", () => {
  const { size, members } = structs.press_action;
  assert.deepEqual([size, ...Object.values(members).map(([offset]) => offset)], [28, 0, 4, 8, 12, 16, 20, 24]);
  assert.deepEqual(Object.keys(members), ["id", "style", "flags", "child_count", "title", "subtitle", "children"]);
});

test("one wrong byte in a table of constants is noticed", () => {
  const powers = Buffer.alloc(16);
  [1_073_741_824, 1_085_434_106, 1_097_253_708, 1_109_202_018].forEach((power, at) => powers.writeUInt32LE(power, 4 * at)); // 2^(i/64) in Q30
  const at = bytes.indexOf(powers);
  assert.ok(at > 0 && bytes.indexOf(powers, at + 1) < 0, "the table stands in the module once");
  assert.ok(passes(bytes, "vectors.test.js").passed);
  const wrong = Buffer.from(bytes);
  wrong[at + 4 * 3 + 2] ^= 8;
  const { passed, said } = passes(wrong, "vectors.test.js");
  assert.ok(!passed && /power:/.test(said), said);
});

test("a module of another version is refused", () => {
  const { passed, said } = passes(otherVersion(), "vectors.test.js");
  assert.ok(!passed && /libpress.wasm has version/.test(said), said);
});

/** The module with another answer of press_version: no locals, i32.const, end. */
function otherVersion() {
  const [major, minor, patch] = press.version;
  const constant = leb((major << 16) | (minor << 8) | patch);
  const body = Buffer.from([0, 0x41, ...constant, 0x0b]);
  const at = bytes.indexOf(body);
  assert.ok(at > 0 && bytes.indexOf(body, at + 1) < 0, "one function returns the version");
  const wrong = Buffer.from(bytes);
  wrong[at + 2] ^= 1;
  return wrong;
}

/** A signed number as WebAssembly writes it. */
function leb(number) {
  const last = number < 0x40;
  return last ? [number] : [(number & 0x7f) | 0x80, ...leb(number >> 7)];
}
