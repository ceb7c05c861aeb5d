// Loads libpress.wasm from beside this file, or beside the bundle that has it.
import { library, load } from "./default.js";
import { PressError } from "./errors.js";

const beside = new URL("./libpress.wasm", import.meta.url);
/** Node without its entry, node.js: a path was imported, or the bundle was made without the condition "node". */
const node = beside.protocol === "file:" ? /** @type {any} */ (globalThis).process : undefined;

/** @returns {Promise<BufferSource>} */
async function bytes() {
  if (node?.getBuiltinModule) return node.getBuiltinModule("node:fs").readFileSync(node.env.LIBPRESS_WASM || beside);
  const answer = await fetch(beside);
  if (!answer.ok) throw new PressError("PRESS_ERR_IO", `${beside}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

if (!library) await load(await bytes());
