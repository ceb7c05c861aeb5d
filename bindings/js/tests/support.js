// Helpers of several tests. The module is LIBPRESS_WASM, else the one that `make lib ARCH=wasm32` built.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { LIVES } from "./generated/lives.js";

/** A file of the project. */
export const file = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

process.env.LIBPRESS_WASM ||= file("build/wasm32/libpress.wasm");
if (!existsSync(process.env.LIBPRESS_WASM)) throw new Error(`${process.env.LIBPRESS_WASM} is missing: make lib ARCH=wasm32`);
export const press = await import("../src/node.js");

/** The lines of a file that the oracle of Tests/vectors makes. */
export function vectors(name) {
  const made = spawnSync("python3", [file("Tests/vectors/make_vectors.py")], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(`make_vectors.py fails: ${made.stderr}`);
  return readFileSync(`${made.stdout.trim()}/${name}.txt`, "utf8").split("\n");
}

/** The rows of a CSV file, by the names in its head. */
export function rows(path) {
  const [head, ...lines] = readFileSync(file(path), "utf8")
    .replace(/^\ufeff/, "")
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(","));
  return lines.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ""])));
}

export { fixed } from "./replay.js";

const key = (kind, event) => [kind, ...LIVES[kind].whose.map((field) => event[field])].join(" ");

/** The lives that began and did not end, and the ends without a beginning. Throws if time goes back more often than the engine was reset. */
export function unpaired(events, resets = 0) {
  const restarts = events.filter((event, at) => at > 0 && event.tUs < events[at - 1].tUs).length;
  if (restarts > resets) throw new Error(`${restarts} times time goes back, ${resets} resets`);
  const running = new Set();
  const stray = [];
  for (const event of events)
    for (const [kind, { begins, ends, endsWithLast }] of Object.entries(LIVES)) {
      const life = key(kind, event);
      const isEnd = ends.includes(event.type) || (endsWithLast.includes(event.type) && event.ended);
      if (isEnd && !running.delete(life)) stray.push(event);
      if (!begins.includes(event.type)) continue;
      if (running.has(life)) stray.push(event);
      running.add(life);
    }
  return { running: [...running], stray };
}
