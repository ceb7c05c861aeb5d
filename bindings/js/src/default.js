// The library that the classes use. web.js or file.js loads it, once.
import { Library } from "./library.js";

/** @type {Library} */
export let library;

/** @param {BufferSource} bytes */
export async function load(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  library ??= new Library(instance);
}

/** @param {BufferSource} bytes */
export function loadNow(bytes) {
  library ??= new Library(new WebAssembly.Instance(new WebAssembly.Module(bytes), {}));
}
