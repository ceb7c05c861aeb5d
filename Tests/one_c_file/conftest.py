import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]

# By word size: 64 bits on this machine, 32 bits on an emulated one.
COMPILERS = {64: (["cc"], []), 32: (["arm-linux-gnueabihf-gcc", "-static"], ["qemu-arm-static"])}
STRICT = ["-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-Wno-unused-function"]
NODE = """
const {readFileSync} = require("fs");
const [path, calls] = [process.argv[1], JSON.parse(readFileSync(0, "utf8"))];
const {exports} = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)));
const out = [];
for (const [name, types, values, memory] of calls) {
  if (memory) new Uint8Array(exports.memory.buffer).set(memory, 1024);
  let result = exports[name](...values.map((v, i) => types[i] === "i64" ? BigInt.asIntN(64, BigInt(v)) : Number(BigInt.asIntN(32, BigInt(v)))));
  result = typeof result === "bigint" ? BigInt.asUintN(64, result) : result === undefined ? 0n : BigInt(result >>> 0);
  out.push([result.toString(), memory ? Array.from(new Uint8Array(exports.memory.buffer, 1024, memory.length)) : null]);
}
console.log(JSON.stringify(out));
"""


@pytest.fixture
def engine():
    def run(path, calls):
        assert shutil.which("node"), "nodejs"
        calls = [(name, types, list(map(str, values)), memory) for name, types, values, memory in calls]
        done = subprocess.run(
            ["node", "--experimental-wasm-memory64", "-e", NODE, str(path)], input=json.dumps(calls), capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return [(int(value), memory) for value, memory in json.loads(done.stdout)]

    return run


@pytest.fixture
def compiled():
    """A function that returns the output of a C program with start.h, for a processor with `bits` bits."""

    def run(path, bits, text, flags=()):
        source, program = path.with_suffix(f".{bits}.c"), path.with_suffix(f".{bits}")
        start = (ROOT / "packaging/onec/start.h").read_text()
        source.write_text(f"#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\ntypedef uint{bits}_t uptr;\n{start}{text}")
        return build_and_run(source, program, bits, flags)

    return run


def build_and_run(source, program, bits, flags):
    compiler, emulator = COMPILERS[bits]
    done = subprocess.run([*compiler, *STRICT, *flags, str(source), "-o", str(program)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-3000:]
    done = subprocess.run([*emulator, str(program)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.fixture
def written():
    """What the writer makes of a module, compiled with a main of C, for processors of so many bits; what it prints."""
    from onec.__main__ import text_of
    from onec.library import Library
    from onec.module import Module

    def run(path, roots, main, flags=()):
        library = Library(Module(path), None, roots)
        bits = library.module.bits
        source, program = path.with_suffix(f".{bits}.c"), path.with_suffix(f".{bits}")
        source.write_text("#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n" + text_of(library) + main)
        return build_and_run(source, program, bits, flags)

    return run
