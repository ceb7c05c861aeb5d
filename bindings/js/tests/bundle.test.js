// The package as programs come to it: by import, by require, and through bundlers. It is build/js, seen as an installed package.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { file } from "./support.js";

const folder = mkdtempSync(join(tmpdir(), "libpress-"));
mkdirSync(join(folder, "node_modules"));
symlinkSync(file("build/js"), join(folder, "node_modules/libpress"));
const PROGRAM = `const engine = new Engine();
engine.feed({ tUs: 0, force: 1 });
export const answer = engine.poll()[0].type;
console.log(answer);
`;
writeFileSync(join(folder, "program.mjs"), `import { Engine } from "libpress";\n${PROGRAM}`);

/** Runs a command in the folder of the program. */
function run(command, ...given) {
  const { LIBPRESS_WASM: _, NODE_TEST_CONTEXT: __, ...env } = process.env; // what is beside the module or the bundle is loaded
  const done = spawnSync(command, given, { cwd: folder, env, encoding: "utf8" });
  assert.equal(done.status, 0, `${command} ${given.join(" ")}: ${done.error ?? ""}${done.stdout}${done.stderr}`);
  return done.stdout;
}

/** Runs a bundle, with libpress.wasm beside it. */
function answers(bundle) {
  copyFileSync(file("build/js/libpress.wasm"), join(folder, "libpress.wasm"));
  assert.equal(run(process.execPath, bundle), "contactBegan\n", bundle);
}

test("Node imports the package, and requires it", (t) => {
  answers("program.mjs");
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19) || (major === 22 && minor < 12)) return t.skip("this Node requires no ES module");
  writeFileSync(join(folder, "program.cjs"), `const { Engine } = require("libpress");\n${PROGRAM.replace("export ", "")}`);
  answers("program.cjs");
});

test("Node requires it in a line of the shell, too", (t) => {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19) || (major === 22 && minor < 12)) return t.skip("this Node requires no ES module");
  assert.equal(run(process.execPath, "-p", 'typeof require("libpress").Engine'), "function\n");
});

test("esbuild bundles it for browsers, and finds nothing of Node", () => {
  run("esbuild", "program.mjs", "--bundle", "--format=esm", "--minify-whitespace", "--log-level=warning", "--outfile=page.mjs");
  assert.doesNotMatch(readFileSync(join(folder, "page.mjs"), "utf8"), /\brequire\(|\bimport[ ("'{*]/);
  answers("page.mjs"); // also where a bundle for browsers runs in Node
});

test("esbuild bundles it for Node, as ES module and as CommonJS", () => {
  for (const [format, name] of [["esm", "node.mjs"], ["cjs", "node.cjs"]]) {
    run("esbuild", "program.mjs", "--bundle", "--platform=node", `--format=${format}`, "--log-level=error", `--outfile=${name}`);
    answers(name);
  }
});

test("rollup bundles it for browsers and for Node", () => {
  // Resolves by the conditions of package.json as @rollup/plugin-node-resolve does.
  const config = (condition) => `import { readFileSync } from "node:fs";
    const { exports } = JSON.parse(readFileSync("node_modules/libpress/package.json"));
    const resolveId = (name) => (name === "libpress" ? \`\${process.cwd()}/node_modules/libpress/\${exports["."].${condition}}\` : null);
    export default { external: [/^node:/], plugins: [{ name: "resolve", resolveId }] };`;
  for (const [condition, format, name] of [["default", "es", "page.mjs"], ["node", "es", "node.mjs"], ["node", "cjs", "node.cjs"]]) {
    writeFileSync(join(folder, "rollup.config.mjs"), config(condition));
    run("rollup", "-c", "rollup.config.mjs", "--failAfterWarnings", "-f", format, "-o", name, "program.mjs");
    answers(name);
  }
});
