// The module in Chromium, in a page and in a worker: the log of random calls is the one that Node writes. And a button on the
// page is pressed: pointer events become a preview and a commit.
//   node browser.mjs     with build/js, and chromium on the PATH
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync } from "node:fs";
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
const PAGE = `<!doctype html><button style="touch-action: none; position: absolute; left: 0; top: 0; width: 99px; height: 99px">press</button>
<script type="module">
  ${WORK}
  const { Engine, pointerSample } = press;
  const engine = new Engine({ lostAfterUs: 0, gestures: { forceFromHoldUs: 60_000 } });
  const types = new Set();
  engine.on("event", ({ type }) => types.add(type));
  const now = () => Math.round(performance.now() * 1000);
  const button = document.querySelector("button");
  for (const type of ["pointerdown", "pointermove", "pointerup"]) button.addEventListener(type, (event) => engine.feed(pointerSample(event, { tUs: now() })));
  const point = (type, more) => button.dispatchEvent(new PointerEvent(type, { clientX: 50, clientY: 50, pointerId: 1, buttons: 1, ...more }));
  point("pointerdown", { pointerType: "pen", pressure: 0.1 });
  point("pointermove", { pointerType: "pen", pressure: 1 });
  point("pointerup", { buttons: 0 });
  await new Promise((done) => setTimeout(done, 100));
  engine.tick(now());
  point("pointerdown", { pointerType: "mouse", pressure: 0.5 });
  const held = [];
  engine.on("commitUpdated", ({ ended }) => ended && held.push("held"));
  await new Promise((done) => setTimeout(done, 400));
  engine.tick(now());
  const worker = new Worker("/worker.js", { type: "module" });
  worker.onmessage = ({ data }) => fetch("/answer", { method: "POST", body: JSON.stringify({ page: answer, worker: data, types: [...types], held }) });
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
    response.end(made ? made[0] : await readFile(file(request.url.slice(1))));
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
      assert.deepEqual({ page: found.page, worker: found.worker }, { page: expected, worker: expected }, JSON.stringify(found));
      for (const type of ["contactBegan", "previewBegan", "commitUpdated", "contactEnded"])
        assert.ok(found.types.includes(type), type);
      assert.deepEqual(found.held, ["held"]);
      console.log(
        `chromium: page and worker wrote the log of Node, sha256 ${expected.slice(0, 16)}; a pen and a held mouse pressed a button`,
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
