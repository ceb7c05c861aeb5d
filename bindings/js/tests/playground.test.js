// What the playground shows of settings, which it asks the library for, and what it writes for a board.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { file, press } from "./support.js";

const folder = mkdtempSync(join(tmpdir(), "playground-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
cpSync(file("bindings/js/playground"), folder, { recursive: true });
cpSync(file("build/js"), join(folder, "libpress"), { recursive: true });
writeFileSync(join(folder, "package.json"), '{"type":"module"}');
const { sections, settings } = await import(join(folder, "settings.js"));
const { configOf, pythonOf } = await import(join(folder, "share.js"));

test("every file that the page imports is there", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const imports = files.flatMap((name) => [...readFileSync(join(folder, name), "utf8").matchAll(/from "(\.[^"]+)"/g)].map(([, path]) => path));
  assert.ok(imports.length > 20);
  assert.deepEqual(
    imports.filter((path) => !existsSync(join(folder, path))),
    [],
  );
});

test("every setting says its unit and what it means, and lies within its range", () => {
  const all = Object.values(settings).flat();
  assert.ok(all.length > 60 && Object.keys(settings).length === Object.keys(sections).length);
  for (const { name, kind, least, most, value } of all) assert.ok(kind === "flag" || (least < most && least <= value), name);
  assert.ok(all.filter(({ text }) => text).length > 50 && all.some(({ unit }) => unit === "N"));
});

test("a board takes each setting as it is written, and has it then", () => {
  for (const [group, fields] of Object.entries(settings))
    for (const { name, kind, value, most } of fields) {
      const given = kind === "flag" ? true : Math.min(value, most); // a default may lie beyond what can be set
      const found = new press.Config(configOf({ [group]: { [name]: given } })).optionsOf(group)[name];
      assert.ok(kind === "flag" ? found : Math.abs(found - given) < 1e-4, `${group}.${name}: ${found}`);
    }
});

test("what a profile may have comes to one, the rest of the engine to the sensor", () => {
  const text = pythonOf({ engine: { fullForce: 3 }, peek: { noSlide: true }, strike: { windowUs: 5000 } });
  assert.match(text, /full_force=3,/);
  assert.match(text, /peeks=\{"slide": False\}/);
  assert.doesNotMatch(text, /strike/);
});
