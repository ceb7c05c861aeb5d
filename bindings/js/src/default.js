// The library that the classes use: libpress.wasm beside this file, or in Node the file that LIBPRESS_WASM names.
import { PressError } from "./errors.js";
import { load } from "./library.js";

const beside = new URL("./libpress.wasm", import.meta.url);

/** @returns {Promise<BufferSource>} */
async function bytes() {
  const node = /** @type {any} */ (globalThis).process;
  if (node?.versions?.node) {
    // @ts-ignore: of Node alone
    const { readFile } = await import("node:fs/promises");
    return readFile(node.env.LIBPRESS_WASM || beside);
  }
  const answer = await fetch(beside);
  if (!answer.ok) throw new PressError("PRESS_ERR_IO", `${beside}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

export const library = await load(await bytes());
