// The module in Chromium, in a page, bundled, and in a worker: the log of random calls is the one that Node writes. And the
// button of the README is pressed, by a pen and by a mouse.
//   node browser.mjs     with build/js, and chromium and esbuild on the PATH
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { replay } from "./replay.js";
import { file, press } from "./support.js";

const TRACE = ["n 5 20000"];
const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };

const WORK = `
  import * as press from "/build/js/index.js";
  import { replay } from "/bindings/js/tests/replay.js";
  const log = replay(press, ${JSON.stringify(TRACE)}).join("\\n");
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(log));
  const answer = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
`;
const bundled = spawnSync("esbuild", ["--bundle", "--format=esm", `--outfile=${file("build/bundle/page.js")}`, "--log-level=warning"], {
  input: `${WORK.replaceAll('"/', `"${file("")}`)} export { answer };`, encoding: "utf8",
});
assert.equal(bundled.status, 0, bundled.stderr);
copyFileSync(file("build/js/libpress.wasm"), file("build/bundle/libpress.wasm"));
// The block of the README that is for a page, as it stands.
const [BLOCK] = [...readFileSync(file("bindings/js/README.md"), "utf8").matchAll(/^```js\n(.*?)^```$/gms)]
  .map(([, code]) => code)
  .filter((code) => code.includes("pointerSample(event"));
const PAGE = `<!doctype html><button style="touch-action: none; position: absolute; left: 0; top: 0; width: 99px; height: 99px">press</button>
<script type="module">${BLOCK}</script>
<script type="module">
  ${WORK}
  const button = document.querySelector("button");
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const point = (type, more) => button.dispatchEvent(new PointerEvent(type, { clientX: 50, clientY: 50, pointerId: 1, buttons: 1, ...more }));
  button.setPointerCapture = () => {}; // there is no pointer that it could capture
  const filled = [];
  new MutationObserver(() => filled.push(Number(button.style.getPropertyValue("--progress")))).observe(button, { attributeFilter: ["style"] });
  point("pointerdown", { pointerType: "pen", pressure: 0.1 });
  point("pointermove", { pointerType: "pen", pressure: 0.5 });
  await wait(50);
  const before = button.className;
  point("pointermove", { pointerType: "pen", pressure: 1 });
  point("pointerup", { buttons: 0 });
  const pen = [before, button.className];
  button.className = "";
  await wait(300);
  point("pointerdown", { pointerType: "mouse", pressure: 0.5 });
  for (let n = 0; n < 100 && !button.className; n++) await wait(50);
  const mouse = button.className;
  point("pointerup", { buttons: 0 });
  const { answer: bundle } = await import("/build/bundle/page.js");
  const worker = new Worker("/worker.js", { type: "module" });
  worker.onmessage = ({ data }) => fetch("/answer", { method: "POST", body: JSON.stringify({ page: answer, bundle, worker: data, pen, mouse, filled: Math.max(...filled) }) });
  worker.onerror = ({ message }) => fetch("/answer", { method: "POST", body: JSON.stringify({ error: message }) });
</script>`;

const answered =
  Promise.withResolvers?.() ??
  (() => {
    const parts = {};
    parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
    return parts;
  })();
const server = createServer(async (request, response) => {
  if (request.method === "POST") {
    let body = "";
    for await (const part of request) body += part;
    response.end();
    answered.resolve(JSON.parse(body));
    return;
  }
  const made = { "/": [PAGE, ".html"], "/worker.js": [`${WORK} postMessage(answer);`, ".js"] }[request.url];
  try {
    response.setHeader("Content-Type", TYPES[made ? made[1] : extname(request.url)] ?? "text/plain");
    response.end(made ? made[0] : await readFile(file(request.url.slice(1).replace(/^libpress/, "build/js"))));
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(0, "127.0.0.1", () => {
  const profile = mkdtempSync(join(tmpdir(), "chromium-"));
  const browser = spawn(
    "chromium",
    [
      "--headless=new",
      "--no-sandbox",
      "--disable-dev-shm-usage",
      "--disable-gpu",
      `--user-data-dir=${profile}`,
      "--enable-logging=stderr",
      `http://127.0.0.1:${server.address().port}/`,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let said = "";
  browser.stderr.on("data", (text) => (said += text));
  browser.on("error", answered.reject);
  const late = setTimeout(
    () =>
      answered.reject(
        new Error(
          `the page did not answer\n${said
            .split("\n")
            .filter((line) => /CONSOLE/.test(line))
            .join("\n")}`,
        ),
      ),
    90_000,
  );
  answered.promise
    .then((found) => {
      const expected = createHash("sha256").update(replay(press, TRACE).join("\n")).digest("hex");
      const { page, bundle, worker } = found;
      assert.deepEqual({ page, bundle, worker }, { page: expected, bundle: expected, worker: expected }, JSON.stringify(found));
      assert.deepEqual([found.pen, found.mouse], [["", "open"], "open"], "it opens by a pen that presses and by a mouse that holds, not before");
      assert.ok(found.filled > 0.9, `it fills: ${found.filled}`);
      console.log(
        `chromium: page, bundle and worker wrote the log of Node, sha256 ${expected.slice(0, 16)}; a pen and a held mouse pressed a button`,
      );
    })
    .catch((error) => {
      console.error(error);
      process.exitCode = 1;
    })
    .finally(() => {
      clearTimeout(late);
      browser.kill();
      server.close();
      server.closeAllConnections?.();
    });
});
