// What several tests use. The module is LIBPRESS_WASM, else what `make lib ARCH=wasm32` built.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A file of the project. */
export const file = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

process.env.LIBPRESS_WASM ||= file("build/wasm32/libpress.wasm");
if (!existsSync(process.env.LIBPRESS_WASM)) throw new Error(`${process.env.LIBPRESS_WASM} is missing: make lib ARCH=wasm32`);
export const press = await import("../src/index.js");

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

const PAIRS = {
  contact: [["contactBegan"], ["contactEnded", "contactCancelled"]],
  preview: [["previewBegan"], ["previewCancelled"]],
  hold: [["holdBegan"], ["holdEnded", "holdCancelled"]],
  scroll: [["scrollBegan"], ["scrollEnded", "scrollCancelled"]],
  peek: [["peekShown"], ["peekPopped", "peekDismissed"]],
  transition: [["transitionStarted"], ["transitionFinished", "transitionCancelled"]],
  button: [["buttonPressed"], ["buttonReleased", "buttonCancelled"]],
  fault: [["sensorFault"], ["sensorRecovered"]],
  drag: [["dragBegan"], ["dragDropped", "dragCancelled"]],
  drop: [["dragDropped"], ["dropConcluded"]],
};
const OF_CONTACTS = ["contact", "preview", "hold", "scroll"];

/** What began and did not end, and ends of what had not begun. */
export function unpaired(events) {
  const running = new Set();
  const stray = [];
  for (const event of events)
    for (const [kind, [begins, ends]] of Object.entries(PAIRS)) {
      const key = `${kind} ${OF_CONTACTS.includes(kind) ? event.contact : kind === "peek" || kind === "button" ? 0 : event.subject}`;
      const completed = kind === "preview" && event.type === "commitUpdated" && event.ended;
      if (begins.includes(event.type)) {
        if (running.has(key)) stray.push(event);
        running.add(key);
      } else if ((ends.includes(event.type) || completed) && !running.delete(key)) stray.push(event);
    }
  return { running: [...running], stray };
}
