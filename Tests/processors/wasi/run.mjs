// Runs a WASI program with the files of this machine: run.mjs PROGRAM [ARGUMENT...]
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [program, ...more] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...more], env: process.env, preopens: { "/": "/" }, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport }));
