"""The library as one C file on processors: its C tests, its logs against those of the native library, what it costs.

`make test-one-c-file-processors` runs this. Three rows are for processors that Swift compiles
for, two for those that it does not, and one is this machine with all of the library under the sanitizers of C.
"""

import argparse
import os
import pathlib
import shlex
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

HERE = pathlib.Path(__file__).parent.resolve()
ROOT = HERE.parents[1]
ONE = ROOT / "build/one"
sys.path.insert(0, str(HERE.parent / "processors"))
import run as processors  # noqa: E402
from run import Wrong, c_tests, compiled, differences, instructions, newlib, on, replay  # noqa: E402

WARNINGS = ["-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Werror"]
SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover=all"
SEQUENCES, READINGS = 20000, 500  # of random calls and of streams of readings, under the sanitizers
OVER_NATIVE = 1.15  # instructions of a reading on x86-64


@dataclass
class One(processors.Processor):
    flags: str = "-O2"

    @property
    def folder(self):
        return ONE / self.name

    @property
    def root(self):
        return ROOT / "build/installed" if self.name == "native" else self.folder


STRUCTS = [HERE.parent / "processors/structs.c", HERE.parent / "processors/hosted.c"]
NATIVE = One("native", "", "cc", "", "x86-64")
ROWS = [
    One("x86-64", "one", "cc", "", "x86-64", static=True),
    One("aarch64", "one", "aarch64-linux-gnu-gcc", "aarch64-linux-gnu-", "aarch64", ["qemu-aarch64-static", "-cpu", "cortex-a53"], static=True),
    One("armv7", "one", "arm-linux-gnueabihf-gcc", "arm-linux-gnueabihf-", "arm", ["qemu-arm-static", "-cpu", "cortex-a7"], static=True),
    One("mips", "one", "mipsel-linux-gnu-gcc", "mipsel-linux-gnu-", "mips", ["qemu-mipsel-static"], static=True),
    One("cortex-m3", "one", "arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb", "arm-none-eabi-", "arm", static=True, machine="mps2-an385",
        start=newlib(0, 0x21000000, "4M"), flags="-Os"),
    One("sanitized", "one", f"cc -g -fno-omit-frame-pointer {SANITIZERS}", "", "x86-64", flags="-O1"),
]  # fmt: skip


def build(p):
    for part in ("include", "lib"):
        (p.folder / part).mkdir(parents=True, exist_ok=True)
    shutil.copy(ONE / "press.h", p.folder / "include")
    shutil.copytree(ONE / "press", p.folder / "include/press", dirs_exist_ok=True)
    made, archive = p.folder / "libpress.o", p.folder / "lib/libpress.a"
    archive.unlink(missing_ok=True)
    processors.run([*shlex.split(p.cc), *shlex.split(p.flags), *WARNINGS, "-ffunction-sections", "-fdata-sections",
                    "-I", p.root / "include", "-c", ONE / "libpress.c", "-o", made])  # fmt: skip
    processors.run([f"{p.tools}ar", "rcs", archive, made])


def random_input(p):
    """Random calls and streams of readings with the whole library under the sanitizers."""
    for name, count in (("fuzz_sequences", SEQUENCES), ("fuzz_sensing", READINGS)):
        program = compiled(p, name, ROOT / f"Tests/fuzz/{name}.c", shared=False, flags=["-I", ROOT / "Tests/fuzz"])
        processors.run(on(p, program, str(count), "3"))


def text(p):
    """Bytes of code and constants of everything."""
    said = processors.run([f"{p.tools}size", p.folder / "libpress.o"]).stdout.decode().splitlines()[1].split()
    return int(said[0])


def reading(p):
    program = compiled(p, "measure", ROOT / "Tests/ships/measure.c", shared=False)
    counted = One("counted", "one", p.cc, p.tools, p.isa, p.emulator or ["qemu-x86_64-static"])
    counted.folder.mkdir(parents=True, exist_ok=True)
    return round(instructions(counted, program, "pad"))


def checked(p):
    passed, _ = c_tests(p)
    if p.name == "sanitized":
        random_input(p)
        return passed, {}, None
    if not p.machine:
        program = compiled(p, "callbacks", HERE / "callbacks.c")
        said = processors.run(on(p, program)).stdout.decode().split()
        if [c for c, library in said] != [library for c, library in said]:
            raise Wrong(f"{p.name}: bools with bits above, as C and as the library read them: {said}")
        touched = compiled(p, "structs", *STRUCTS)
        said = processors.run(on(p, touched)).stdout
        if said != processors.run(on(NATIVE, compiled(NATIVE, "structs", *STRUCTS))).stdout:
            raise Wrong(f"{p.name}: structs.c prints something else than on this machine:\n{said.decode()}")
    return passed, replay(p, processors.TRACES), (text(p), None if p.machine else reading(p))


def everything(p):
    began = time.monotonic()
    try:
        return checked(p)
    except Wrong as problem:
        return problem
    finally:
        print(f"{p.name}: {time.monotonic() - began:.0f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="rows, separated by commas")
    args = parser.parse_args()
    began, wrong, rows = time.monotonic(), [], []
    chosen = [p for p in ROWS if not args.only or p.name in args.only.split(",")]
    processors.WORK = ONE / "traces"
    processors.WORK.mkdir(parents=True, exist_ok=True)
    NATIVE.folder.mkdir(parents=True, exist_ok=True)
    processors.run([HERE.parent / "processors/cmocka.sh", processors.CMOCKA])
    processors.TRACES = processors.make_traces(NATIVE)
    reference, native = replay(NATIVE, processors.TRACES), reading(NATIVE)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(build, chosen))
        results = list(pool.map(everything, chosen))
    for p, result in zip(chosen, results, strict=True):
        if isinstance(result, Wrong):
            wrong.append(f"{p.name}: {result}")
            continue
        passed, logs, figures = result
        unlike = list(differences(p, logs, reference)) if logs else []
        wrong += unlike[:3]
        size, cost = figures or (None, None)
        if p.name == "x86-64" and cost > native * OVER_NATIVE:
            wrong.append(f"a reading takes {cost} instructions; the native library takes {native}")
        rows.append((p, passed, len(logs) - len(unlike), len(logs), size, cost))
        print(
            f"{p.name:<10} {passed} tests, {len(logs) - len(unlike)} of {len(logs)} logs identical, text {size}, a reading {cost} (native on x86-64 {native})"
        )
    for line in wrong:
        print("FAILED:", line)
    print(f"one C file: {len(rows)} of {len(chosen)}, {len(wrong)} wrong, {time.monotonic() - began:.0f} s")
    return bool(wrong)


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
