// The settings that the playground shows, which it asks the library for, and the text that it writes for a board.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { file, press } from "../../../bindings/js/tests/support.js";

const folder = mkdtempSync(join(tmpdir(), "playground-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
cpSync(file("apps/playground/src"), folder, { recursive: true });
cpSync(file("build/js"), join(folder, "libpress"), { recursive: true });
cpSync(file("apps/page/src/libpress_page/chart/index.js"), join(folder, "spread.js"));
writeFileSync(join(folder, "package.json"), '{"type":"module"}');
const { sections, settings } = await import(join(folder, "settings.js"));
const { configOf, contentOf, pythonOf, readOf } = await import(join(folder, "share.js"));

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

// ---- Links ----

/** A page that has one target, and a press on it. */
const host = (width, stroke = []) => ({
  stroke,
  given: { engine: { fullForce: 4 }, peek: { noSlide: true } },
  engine: { targets: { at: () => 51 } },
  element: (id) => (id === 51 ? { getBoundingClientRect: () => ({ x: 10, y: 20, width, height: 50 }) } : undefined),
});
Object.assign(globalThis, { scrollX: 0, scrollY: 300 });
const stroke = Array.from({ length: 60 }, (_, at) => ({
  tUs: 5_000_000_123 + 7_919 * at + ((at * at) % 977), contact: at % 7 === 3 ? 2 : 90, force: Math.round(65536 * Math.abs(3 * Math.sin(at))) / 65536,
  x: 10 + (at % 40) * 2, y: 320 + (at % 25) * 2, down: at !== 59, lost: at === 59, hasForce: true,
}));

test("a link carries a press with its times, forces and contacts exactly, to a page of another width", () => {
  const { content, hasPress } = contentOf(host(400, stroke));
  assert.ok(hasPress && content.length < 1000, `${content.length} characters`);
  const { s, samples } = readOf(host(200), content);
  assert.deepEqual(s, host(400).given);
  assert.equal(samples.length, stroke.length);
  samples.forEach((one, at) => {
    const own = stroke[at];
    assert.deepEqual([one.tUs, one.force, one.down, one.lost], [own.tUs - stroke[0].tUs, own.force, own.down, own.lost]);
    assert.equal(one.contact === samples[0].contact, own.contact === stroke[0].contact);
    assert.ok(Math.abs(one.x - (10 + (own.x - 10) / 2)) < 0.2 && Math.abs(one.y - own.y) < 0.05);
  });
  assert.deepEqual(readOf(host(200), contentOf(host(400)).content), { s: host(400).given, samples: null });
});

test("a link that was cut, or in which a character is another one, is noticed wherever that is", () => {
  const damaged = { message: /^This link is damaged: .*\. Copy it again as a whole, or ask for it again\.$/ };
  for (const { content } of [contentOf(host(400, stroke)), contentOf(host(400))])
    for (let at = 0; at < content.length; at++) {
      assert.throws(() => readOf(host(400), content.slice(0, at) || "."), damaged);
      for (const other of ["A", "-", ".", "%", "\u{1f600}"])
        if (content[at] !== other) assert.throws(() => readOf(host(400), content.slice(0, at) + other + content.slice(at + 1)), damaged, `${at} ${other}`);
      assert.throws(() => readOf(host(400), content.slice(0, at) + content.slice(at + 1)), damaged);
    }
});
