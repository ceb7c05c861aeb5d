// Loads libpress.wasm from beside this file, or beside the bundle that has it; or the file that LIBPRESS_WASM names.
// @ts-ignore: of Node alone
import { readFileSync } from "node:fs";
import { library, loadNow } from "./default.js";

/** @type {string | undefined}  a bundle that is CommonJS has it, and no import.meta; `node -e` has "." for everybody */
// @ts-ignore: of Node alone
const folder = typeof __dirname === "string" && __dirname !== "." ? __dirname : undefined;
const wasm = /** @type {any} */ (globalThis).process.env.LIBPRESS_WASM || (folder ? `${folder}/libpress.wasm` : new URL("./libpress.wasm", import.meta.url));

if (!library) loadNow(readFileSync(wasm));
