"""Runs the tests of the library on every processor, and compares what it says bit for bit. With --build it builds them first, and ends.

What belongs to a processor stands in PROCESSORS. Linux programs run under qemu-user, those without a system under
qemu-system-... with semihosting, those of WebAssembly under Node with WASI. The figures stand in figures.txt beside this file; `make figures-processors` records
them again.
"""

import argparse
import csv
import difflib
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

HERE = pathlib.Path(__file__).parent.resolve()
ROOT = HERE.parent.parent
BUILD = ROOT / "build"
WORK = BUILD / "processors"
CMOCKA = BUILD / "cmocka"
SCENARIOS = ROOT / "Tests/scenarios"
DATA = ROOT / "Tests/recordings"
sys.path.insert(0, str(HERE.parent / "ships"))
import check  # noqa: E402
import parts  # noqa: E402
import wasm  # noqa: E402

MEMORY = {"memcpy", "memmove", "memset"}
GUARD = {"__stack_chk_fail", "__stack_chk_guard"}
# The names that the ARM ABI has for the same, in libc.
ARM_MEMORY = {f"__aeabi_{name}{size}" for name in ("memcpy", "memmove", "memclr", "memset") for size in ("", "4", "8")}
# Functions of libgcc for division, which these processors do not have, or not in 64 bits.
ARM_DIVISION = {"__aeabi_uldivmod", "__aeabi_ldivmod", "__aeabi_uidiv"}
# Functions of libgcc for 64-bit operations that a Cortex-M0 has no instruction for, and for leading zeros.
M0 = {"__aeabi_lmul", "__aeabi_llsl", "__aeabi_llsr", "__aeabi_lasr", "__clzsi2"}
# The same of a 32-bit RISC-V.
RISCV32 = {"__divdi3", "__udivdi3", "__umoddi3"}


@dataclass
class Processor:
    name: str
    arch: str  # of make; empty: this machine
    cc: str
    tools: str  # prefix of objdump and nm
    isa: str
    emulator: list = field(default_factory=list)
    allowed: set = field(default_factory=lambda: MEMORY | GUARD)
    static: bool = False
    machine: str = ""  # without a system: of QEMU, by which emulator, and what links a program for it
    system: str = "qemu-system-arm"
    start: list = field(default_factory=list)
    parts: tuple = ()
    stacks: dict = field(default_factory=dict)

    @property
    def folder(self):
        return WORK / self.name

    @property
    def root(self):
        return self.folder / "installed/usr"

    @property
    def bare(self):
        """Without a system for pressd."""
        return bool(self.machine) or self.isa == "wasm"


# WASI's C library, with what programs need beyond it; Swift's clang comes without a runtime for it.
WASI = f"clang --target=wasm32-wasi --sysroot=/usr -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_PROCESS_CLOCKS -D_UINTPTR_T_DEFINED -isystem {HERE}/wasi"
WASI_LIBRARIES = [
    "-nodefaultlibs",
    "-lc",
    "-lwasi-emulated-signal",
    "-lwasi-emulated-process-clocks",
    "-Wl,-z,stack-size=4194304",
    *pathlib.Path("/usr/lib").glob("llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a"),
]

# newlib, whose rdimon is semihosting, by the script that ships; and picolibc, which has its own. What newlib asks a script for beyond that:
# where the heap begins, and lists of which there are none.
ASKED = {"end": "bss_end", "__end__": "bss_end", "__bss_start__": "bss_start", "__bss_end__": "bss_end"} | {
    f"__{name}_{edge}": "0" for name in ("exidx", "preinit_array", "fini_array") for edge in ("start", "end")
}


def newlib(flash, ram, flash_size="8M", ram_size="16M"):
    symbols = {"FLASH_AT": flash, "RAM_AT": ram, "FLASH_SIZE": flash_size, "RAM_SIZE": ram_size} | ASKED
    script = ["-T", ROOT / "examples/firmware/cortex-m.ld"]
    return ["--specs=rdimon.specs", HERE / "bare/vectors.c", *script, *(f"-Wl,--defsym={name}={value}" for name, value in symbols.items())]


PICOLIBC = [
    "--oslib=semihost",
    "--crt0=semihost",
    "-DPICOLIBC_DOUBLE_PRINTF_SCANF",
    *(
        f"-Wl,--defsym=__{name}={value}"
        for name, value in (("flash", "0x80000000"), ("flash_size", "8M"), ("ram", "0x80800000"), ("ram_size", "64M"), ("stack_size", "1M"))
    ),
]

PROCESSORS = [
    Processor("x86-64", "", "cc", "", "x86-64"),
    Processor(
        "aarch64",
        "aarch64",
        "aarch64-linux-gnu-gcc",
        "aarch64-linux-gnu-",
        "aarch64",
        ["qemu-aarch64-static", "-cpu", "cortex-a53", "-L", "/usr/aarch64-linux-gnu"],
    ),
    Processor(
        "armv7",
        "armv7",
        "arm-linux-gnueabihf-gcc",
        "arm-linux-gnueabihf-",
        "arm",
        ["qemu-arm-static", "-cpu", "cortex-a7", "-L", "/usr/arm-linux-gnueabihf"],
        GUARD | ARM_MEMORY | ARM_DIVISION,
    ),
    Processor(
        "armv6",
        "armv6",
        "arm-linux-gnueabi-gcc -march=armv6 -Wl,--no-warn-mismatch",
        "arm-linux-gnueabi-",
        "arm",
        ["qemu-arm-static", "-cpu", "arm1176"],
        GUARD | ARM_MEMORY | ARM_DIVISION,
        static=True,
    ),
    Processor("riscv64", "riscv64", "riscv64-linux-gnu-gcc", "riscv64-linux-gnu-", "riscv", ["qemu-riscv64-static", "-L", "/usr/riscv64-linux-gnu"]),
    Processor(
        "cortex-m4",
        "cortex-m4",
        "arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb",
        "arm-none-eabi-",
        "arm",
        allowed=ARM_MEMORY | ARM_DIVISION,
        static=True,
        machine="mps2-an386",
        start=newlib(0, 0x21000000, "4M"),
    ),
    Processor(
        "cortex-m0plus",
        "cortex-m0plus",
        "arm-none-eabi-gcc -mcpu=cortex-m0plus -mthumb",
        "arm-none-eabi-",
        "arm",
        allowed=ARM_MEMORY | ARM_DIVISION | M0,
        static=True,
        machine="microbit",
        start=newlib(0, 0x20000000, ram_size="32M"),
    ),
    Processor(
        "riscv32",
        "riscv32",
        "riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 --specs=picolibc.specs",
        "riscv64-unknown-elf-",
        "riscv",
        allowed=MEMORY | RISCV32,
        static=True,
        machine="virt",
        system="qemu-system-riscv32",
        start=PICOLIBC,
    ),
    Processor("wasm32", "wasm32", WASI, "", "wasm", ["node", "--no-warnings", HERE / "wasi/run.mjs"], static=True),
]

FEW, MANY = 100, 300  # samples or frames, whose difference is counted
# The names in steady.c, and those of the figures.
STEADY = {"idle": "one sample, idle", "active": "one sample, active", "reading": "one reading of one channel", "frame": "one four-channel frame"}
SEQUENCES = 1000  # of the fuzzer, on each processor
SCRIPTS = ["press", "taps", "hold", "ramp", "peek", "average", "slipping", "flaky", "unplug", "absent", "hang"]


class Wrong(Exception):
    pass


def run(command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, timeout=1200, **options)
    if done.returncode:
        said = (done.stdout + done.stderr).decode(errors="replace")
        raise Wrong(f"{shlex.join(map(str, command))}\nended with {done.returncode}\n{said[-4000:]}")
    return done


def on(p, program, *arguments):
    """The command that runs a program there."""
    if p.machine:
        program_name = [program]
        if p.system == "qemu-system-arm":
            memory = ["-global", "nrf51-soc.flash-size=0x800000", "-global", "nrf51-soc.sram-size=0x2000000"]
        else:  # whose libc puts the name of the program in front itself
            memory, program_name = ["-bios", "none"], []
        said = ["enable=on", "target=native", *(f"arg={a}" for a in (*program_name, *arguments))]
        return [
            p.system,
            "-M",
            p.machine,
            "-nographic",
            "-monitor",
            "none",
            "-serial",
            "none",
            *memory,
            "-semihosting-config",
            ",".join(said),
            "-kernel",
            program,
        ]
    if p.isa == "wasm":
        return [*p.emulator, program, *arguments]
    library = ["-E", f"LD_LIBRARY_PATH={p.root}/lib"] if p.emulator else ["env", f"LD_LIBRARY_PATH={p.root}/lib"]
    return [*p.emulator, *library, program, *arguments]


# ---- Building ----


def build(p):
    arch = [f"ARCH={p.arch}"] if p.arch else []
    run(
        ["make", "-C", ROOT, "--no-print-directory", "install", *arch, "PREFIX=/usr", f"DESTDIR={p.folder}/installed"],
        env={k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")},
    )


def compiled(p, name, *sources, shared=True, flags=()):
    """A program for a processor: against the shared library where there is one, unless the static one is asked for."""
    program = p.folder / name
    command = [*shlex.split(p.cc), "-O2", "-std=c11", "-Wall", "-Wextra", "-I", p.root / "include", *flags, *sources, "-o", program]
    if p.machine:
        command += [*p.start, "-Wl,-z,noexecstack", "-Wno-format"]
    if p.static or not shared:
        command += [p.root / "lib/libpress.a", *(["-static"] if p.static and not p.bare else [])]
    else:
        command += ["-L", p.root / "lib", "-lpress"]
    run([*command, "-Wl,--gc-sections", "-lm", *(WASI_LIBRARIES if p.isa == "wasm" else [])])
    return program


# ---- The C tests ----


def c_tests(p):
    """Returns how many tests passed, and which could not run there, with the reason."""
    passed, skipped = 0, []
    tests = ROOT / "Tests/PressABITests"
    # Compilers take half the time of -O2, and the tests run as long.
    flags = ["-O1", "-DHAVE_CONFIG_H", "-w", "-I", CMOCKA, "-I", CMOCKA / "include", *(["-DEMULATED"] if p.arch else [])]
    common = []
    for source in (tests / "support.c", CMOCKA / "cmocka.c"):
        common.append(p.folder / f"{source.stem}.o")
        run([*shlex.split(p.cc), *flags, "-I", p.root / "include", "-c", source, "-o", common[-1]])
    for source in sorted(tests.glob("test_*.c")):
        if source.stem == "test_headers" and p.arch:
            skipped.append(f"{source.stem}: it calls compilers; runs natively, all other tests include the headers anyway")
            continue
        program = compiled(p, source.stem, source, *common, flags=flags)
        environment = {**os.environ, "PRESS_CFLAGS": f"-I{p.root}/include", "PRESS_LIBS": f"-L{p.root}/lib -lpress", "LD_LIBRARY_PATH": ""}
        environment["LD_LIBRARY_PATH"] = f"{p.root}/lib"
        done = run(on(p, program), env=environment if not p.arch else None)
        said = (done.stdout + done.stderr).decode(errors="replace")
        count = sum(int(n) for n in re.findall(r"\[  PASSED  \] (\d+) test", said))
        if count == 0 or "FAILED" in said:
            raise Wrong(f"{p.name}: {source.stem} passed nothing\n{said[-2000:]}")
        passed += count
    # Random calls, which check themselves. Their order depends on the compiler, so there is no sum to compare.
    program = compiled(p, "fuzz_sequences", ROOT / "Tests/fuzz/fuzz_sequences.c", shared=False, flags=["-I", ROOT / "Tests/fuzz"])
    run(on(p, program, str(SEQUENCES), "1"))
    return passed, skipped


# ---- Traces ----


def calibration():
    """(sensor, code * 16, newtons in Q16) of the five sensors of the recorded mouse."""
    with open(DATA / "mouse-grip-fsr/calibration.csv", encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            for n in range(5):
                if row[f"F{n + 1}"] and float(row["Mass"]) > 0:
                    yield n, round(float(row[f"F{n + 1}"]) * 16), round(float(row["Mass"]) * 9.80665e-3 * 65536)


def recorded():
    """The recordings as traces."""
    masses = sorted(calibration(), key=lambda c: c[0])
    for path in sorted((DATA / "mouse-grip-fsr").glob("P*.csv")):
        lines = [f"a 5 {1023 * 16} 10000 4"] + [f"p {n} {code} {force}" for n, code, force in masses]
        with open(path, encoding="utf-8-sig", newline="") as file:
            for i, row in enumerate(csv.DictReader(file)):
                cells = (row[f"F{n + 1}"] for n in range(5))
                lines.append(f"f {20_000 * (i + 1)} " + " ".join(str(int(c) * 16) if c else "-" for c in cells))
        yield f"recorded-{path.stem}", [*lines, "r"]
    for path in sorted((DATA / "grip-force").glob("*.csv")):
        scale = 5 if "Pinch" in path.stem else 15
        lines, last = [], None
        with open(path, encoding="utf-8-sig", newline="") as file:
            for row in csv.DictReader(file):
                t = round(float(row["Time"]) * 1e6)
                if last is None or t < last:
                    lines += ["r", "a 0 0 0 0"][last is None :]
                last = t
                lines.append(f"s {t} 0 0 {round(float(row['Grip_Force']) / scale * 65536)}")
        yield f"recorded-{path.stem}", [*lines, "r"]


def simulated(native):
    """The readings of pressd's simulator, as frames."""
    for script in SCRIPTS:
        for seed in (1, 2):
            record = WORK / f"{script}-{seed}.trace"
            record.unlink(missing_ok=True)
            subprocess.run(
                [native.root / "bin/pressd", "--source", f"sim:{script}", "--seed", str(seed), "--fast", "--quiet", "--record", record],
                env={**os.environ, "LD_LIBRARY_PATH": f"{native.root}/lib"},
                stderr=subprocess.DEVNULL,
            )
            lines = ["a 1 26400 4700 0"]
            for row in record.read_text().splitlines() if record.exists() else []:
                if row[:1].isdigit():
                    t, present, failed, code = row.split(",")[:4]
                    lines.append(f"f {t} " + ("!" if failed == "1" else code if present == "1" else "-"))
            if len(lines) > 1:
                yield f"sim-{script}-{seed}", [*lines, "r"]


def make_traces(native):
    """Writes every trace; their names."""
    vectors = subprocess.run([ROOT / "Tests/vectors/make_vectors.py"], check=True, capture_output=True, text=True).stdout.strip()
    traces = {"vectors": (pathlib.Path(vectors) / "engine.txt").read_text().splitlines()}
    traces |= {f"random-calls-{seed}": [f"n {seed} 20000"] for seed in range(1, 9)}
    traces |= {f"random-numbers-{seed}": [f"x {seed} 5000"] for seed in range(1, 5)}
    traces |= dict(simulated(native))
    traces |= dict(recorded())
    for name, lines in traces.items():
        (WORK / f"{name}.txt").write_text("\n".join(lines) + "\n")
    return list(traces)


def replay(p, traces):
    program = compiled(p, "replay", HERE / "replay.c", shared=False, flags=["-pedantic"])
    logs = {}
    for name in traces:
        log = p.folder / f"{name}.log"
        run(on(p, program, WORK / f"{name}.txt", log))
        logs[name] = log.read_bytes()
    player = compiled(p, "play", SCENARIOS / "play.c", shared=False, flags=["-pedantic"])
    for path in sorted(SCENARIOS.glob("*.txt")):
        log = p.folder / f"scenarios-{path.stem}.log"
        run(on(p, player, path, log))
        logs[f"scenarios-{path.stem}"] = log.read_bytes()
    return logs


def daemon(p):
    """The output of pressd for every script, with its exit status."""
    logs = {}
    for script in SCRIPTS:
        for config in ("", "peek", "plate4"):
            options = ["--config", ROOT / f"examples/pressd/{config}.conf"] if config else []
            done = subprocess.run(
                [str(c) for c in on(p, p.root / "bin/pressd", "--source", f"sim:{script}", "--fast", *options)], capture_output=True, timeout=600
            )
            logs[f"pressd {script} {config}"] = done.stdout + done.stderr + b"exit %d\n" % done.returncode
    return logs


def differences(p, logs, reference):
    for name, log in reference.items():
        if logs[name] != log:
            here, there = logs[name].decode().splitlines(), log.decode().splitlines()
            line = next((i for i, pair in enumerate(zip(here, there)) if pair[0] != pair[1]), min(len(here), len(there)))
            was, now = (lines[line] if line < len(lines) else "(ends)" for lines in (there, here))
            yield f"{p.name}: the log of {name} differs in line {line + 1}\n  x86-64: {was}\n  {p.name}: {now}"


# ---- What ships ----


def instructions(p, program, kind):
    """Executed for one sample or frame: every one is a line of the emulator's log."""

    def count(n):
        log = p.folder / f"{kind}-{n}.exec"
        command = on(p, program, kind, str(n))
        run([command[0], "-singlestep", "-d", "exec,nochain", "-D", log, *command[1:]])
        with open(log, "rb") as file:
            lines = sum(line.startswith(b"Trace ") for line in file)
        log.unlink()
        return lines

    return (count(MANY) - count(FEW)) / (MANY - FEW)


def module_instructions(p, kind):
    """The same of WebAssembly, by the interpreter of wabt; it is a machine with a stack: reading a variable counts as one."""

    def count(n):
        source, program = p.folder / "count.c", p.folder / "count.wasm"
        source.write_text(f'int steady(int, char **);\nint count(void) {{ char *words[] = {{"", "{kind}", "{n}"}}; return steady(3, words); }}\n')
        run(
            [
                *shlex.split(p.cc),
                "-O2",
                "-I",
                p.root / "include",
                "-Dmain=steady",
                "-nostartfiles",
                source,
                HERE / "steady.c",
                p.root / "lib/libpress.a",
                "-o",
                program,
                "-Wl,--no-entry,--export=count",
                *WASI_LIBRARIES,
            ]
        )
        with subprocess.Popen(
            ["wasm-interp", "--enable-all", "--dummy-import-func", "--run-all-exports", "--trace", program],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as traced:
            lines, last = 0, b""
            for last in traced.stdout:
                lines += last.startswith(b"#")
        if last.strip() != b"count() => i32:0":
            raise Wrong(f"wasm-interp {program}: {last.decode()}")
        return lines

    return (count(MANY) - count(FEW)) / (MANY - FEW)


def module_figures(p):
    """The figures of WebAssembly: the module replaces a static link."""
    module, wrong = wasm.Module(p.root / "lib/libpress.wasm"), []
    preview = p.folder / "preview_only.wasm"
    run(
        [
            *shlex.split(p.cc),
            "-ffreestanding",
            "-nostdlib",
            "-O2",
            "-I",
            p.root / "include",
            HERE.parent / "ships/preview_only.c",
            p.root / "lib/libpress.a",
            "-o",
            preview,
            "-Wl,-O2,--no-entry,--export=start,--gc-sections,--strip-all,--compress-relocations",
        ]
    )
    wrong += [f"{p.name}: {one}" for one in wasm.problems(module, check.declared())]
    found = {
        "text, preview only": wasm.Module(preview).text,
        "text, everything": module.text,
        "traps": module.traps(),
        "floating point": module.floats(),
    }
    return found, module.imports, (module.worst_stack(), module.worst_stack(setup=True)), wrong


def figures(p):
    if p.isa == "wasm":
        found, undefined, stack, wrong = module_figures(p)
    else:
        found, undefined, stack, wrong = object_figures(p)
    program = compiled(p, "steady", HERE / "steady.c", shared=False)
    said = run(on(p, program, "sizes"))
    for line in (said.stdout + said.stderr).decode().splitlines():  # picolibc writes on the console of the emulator, which is stderr
        name, size = line.rsplit(" ", 1)
        found[name] = int(size)
    if p.name in parts.PROCESSORS:
        said = run(on(p, program, "parts"))
        p.parts = parts.measured(p.folder, BUILD / p.arch / "libpress.o", p.folder / "preview_only.o", (said.stdout + said.stderr).decode(), p.stacks)
    found["stack, worst case of any call"], found["stack, worst case in press_setup_"] = stack
    if not p.emulator and not p.machine:
        p = Processor(p.name, p.arch, p.cc, p.tools, p.isa, ["qemu-x86_64-static"])
    for kind, name in STEADY.items():
        found[name] = round(module_instructions(p, kind) if p.isa == "wasm" else instructions(p, program, kind))
    return found, sorted(undefined), wrong


def object_figures(p):
    found, wrong = {}, []
    objects = BUILD / p.arch / "libpress.o"
    undefined = {line.split()[-1] for line in run([f"{p.tools}nm", "-u", objects]).stdout.decode().splitlines()}
    if undefined - p.allowed:
        wrong.append(f"{p.name}: the library needs {sorted(undefined - p.allowed)}")
    if not p.machine:
        dynamic = run([f"{p.tools}nm", "-D", "-u", p.root / "lib/libpress.so.1"]).stdout.decode()
        needed = {line.split()[-1].split("@")[0] for line in dynamic.splitlines() if " w " not in line}
        if needed - p.allowed:
            wrong.append(f"{p.name}: the shared library needs {sorted(needed - p.allowed)}")
    preview = p.folder / "preview_only.o"
    run([*shlex.split(p.cc), "-ffreestanding", "-O2", "-I", p.root / "include", "-c", HERE.parent / "ships/preview_only.c", "-o", preview])
    keep = [flag for name in check.declared() for flag in ("-u", name)]
    found["text, preview only"] = check.link_size(p.folder, objects, "-e", "start", preview)
    found["text, everything"] = check.link_size(p.folder, objects, "-e", "press_feed", *keep)
    # Include the helpers of libgcc: their frames and traps count too.
    libgcc = run([*shlex.split(p.cc), "-print-libgcc-file-name"]).stdout.decode().strip()
    outside = (undefined & (MEMORY | GUARD | ARM_MEMORY)) | ({"__aeabi_ldiv0", "__aeabi_idiv0"} if p.arch in ("armv7", "armv6") else set())
    check.link_size(
        p.folder,
        objects,
        "-e",
        "press_feed",
        *keep,
        *(f"--defsym={name}=press_version" for name in outside),
        *([libgcc] if p.isa == "arm" or p.machine else []),
    )
    if p.isa == "arm":  # whose objdump takes Swift's $ for the marks of its own
        names = {line.split()[-1] for line in run([f"{p.tools}nm", p.folder / "linked"]).stdout.decode().splitlines() if " $e" in line}
        (p.folder / "names").write_text("".join(f"{name} swift{name}\n" for name in sorted(names)))
        run([f"{p.tools}objcopy", f"--redefine-syms={p.folder}/names", p.folder / "linked"])
    code = check.disassembly(f"{p.tools}objdump", p.folder / "linked" if p.arch else p.root / "lib/libpress.so.1")
    found["traps"] = check.matches(check.TRAPS, code)
    found["floating point"] = check.matches(check.FLOATS_OF[p.isa], code)
    p.stacks = check.stacks(code, p.isa)
    return found, undefined, (check.worst(p.stacks), check.worst(p.stacks, setup=True)), wrong


def table(found):
    names = list(found)
    lines = [f"{'figure':<36}" + "".join(f"{n:>15}" for n in names)]
    lines += [f"{figure:<36}" + "".join(f"{found[n][0][figure]:>15}" for n in names) for figure in found[names[0]][0]]
    lines += ["", "undefined symbols"] + [f"  {n}: {' '.join(found[n][1])}" for n in names]
    return "\n".join(lines) + "\n"


def compare_figures(text):
    """Counts may move by 2 % before it is asked for, as in Tests/ships."""
    record = HERE / "figures.txt"
    old = record.read_text() if record.exists() else ""
    same = len(old.splitlines()) == len(text.splitlines())
    for was, now in zip(old.splitlines(), text.splitlines()):
        a, b = was.split(), now.split()
        slack = 0.02 if now.startswith(("one ", "text")) else 0
        same = (
            same
            and len(a) == len(b)
            and all(x == y or (x.isdigit() and y.isdigit() and abs(int(x) - int(y)) <= int(x) * slack) for x, y in zip(a, b))
        )
    if not same:
        yield (
            "figures moved; if that is meant, run `make figures-processors` and commit Tests/processors/figures.txt\n"
            + "\n".join(difflib.unified_diff(old.splitlines(), text.splitlines(), "recorded", "now", lineterm=""))
        )


def write_table(page, lines):
    path = ROOT / "docs" / page
    path.write_text(re.sub(r"(<!-- made.*?-->\n).*?(<!-- end -->)", lambda m: m[1] + "\n".join(lines) + "\n" + m[2], path.read_text(), flags=re.S))


def write_pages(rows):
    """The table of docs/processors.md, and the stacks of docs/porting.md, which has firmware alone."""
    lines = [
        "| processor | C tests | logs identical | text | state | stack: any call / `press_setup_...` | instructions |",
        "|---|---|---|---|---|---|---|",
    ]
    firmware = [
        "| processor | flash: preview only / everything | state: one contact / default | stack: any call / `press_setup_...` |",
        "|---|---|---|---|",
    ]
    for name, (passed, logs, unlike, f) in rows.items():
        sizes = [
            f"{f['text, preview only']} / {f['text, everything']}",
            f"{f['engine, one contact, preview only']} / {f['engine, default config']}",
            f"{f['stack, worst case of any call']} / {f['stack, worst case in press_setup_']}",
        ]
        lines.append(
            f"| {name} | {passed} | {logs - unlike} of {logs} | {' | '.join(map(str, sizes))} "
            f"| {' / '.join(str(f[name]) for name in STEADY.values())} |"
        )
        if name in parts.PROCESSORS:
            firmware.append(f"| {name} | {' | '.join(map(str, sizes))} |")
    write_table("processors.md", lines)
    write_table("porting.md", firmware)


# ---- The whole run ----


def can_run(p):
    """An emulator that may not run here is reported, never passed over."""
    program = p.emulator[0] if p.emulator else p.system if p.machine else None
    if not program:
        return True
    why = "is not there" if not shutil.which(program) else "may not run here"
    if shutil.which(program) and subprocess.run([program, "--version"], capture_output=True).returncode == 0:
        return True
    print(f"SKIPPED: {p.name} was built, and nothing ran: {program} {why}")
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true", help="write figures.txt")
    parser.add_argument("--build", action="store_true", help="build and install the library for each, and do nothing else")
    parser.add_argument("--only", help="processors, separated by commas; x86-64 is always among them")
    args = parser.parse_args()
    began = time.monotonic()
    chosen = [p for p in PROCESSORS if not args.only or p.name in ("x86-64", *args.only.split(","))]
    for p in chosen:
        p.folder.mkdir(parents=True, exist_ok=True)

    def both(work, *lists):
        with ThreadPoolExecutor(2) as pool:
            return dict(zip((p.name for p in lists[0]), pool.map(work, *lists)))

    wrong = []
    if args.build:
        both(build, chosen)
        print(f"built for {', '.join(p.name for p in chosen)} after {time.monotonic() - began:.0f} s", flush=True)
        return False
    run([HERE / "cmocka.sh", CMOCKA])
    native = chosen[0]
    traces = make_traces(native)
    running = [p for p in chosen if can_run(p)]

    def everything(p):
        try:
            return c_tests(p), replay(p, traces), daemon(p) if not p.bare else None, figures(p)
        except Wrong as problem:
            return problem

    results = both(everything, running)
    for name, result in results.items():
        if isinstance(result, Wrong):
            wrong.append(f"{name}: {result}")
    good = [p for p in running if not isinstance(results[p.name], Wrong)]
    if native not in good:
        sys.exit("\n".join(wrong))
    reference, spoken = results[native.name][1:3]
    for p in good:
        for skipped in results[p.name][0][1]:
            print(f"skipped on {p.name}: {skipped}")
    identical = {}
    for p in good:
        (_, logs, said, shipped) = results[p.name]
        unlike = [*differences(p, logs, reference), *(differences(p, said, spoken) if said else [])]
        identical[p.name] = (len(logs) + len(said or ()), len(unlike))
        wrong += unlike[:3] + shipped[2]
    events = sum(log.count(b"\n") for log in reference.values())
    digest = hashlib.sha256(b"".join(reference[name] for name in sorted(reference))).hexdigest()
    print(f"{len(reference)} traces, {events} lines of log, sha256 {digest[:16]}; {len(spoken)} runs of pressd")

    found = {p.name: results[p.name][3] for p in good}
    text = table(found)
    if args.record and len(good) == len(PROCESSORS) and not wrong:
        (HERE / "figures.txt").write_text(text)
        write_pages({p.name: (results[p.name][0][0], *identical[p.name], found[p.name][0]) for p in good})
        parts.write(list(parts.lines({p.name: p.parts for p in good if p.parts})))
    elif args.record:
        wrong.append("not recorded: some processor is missing, or something is wrong")
    elif len(good) == len(PROCESSORS):
        wrong += compare_figures(text)
        wrong += parts.differences(list(parts.lines({p.name: p.parts for p in good if p.parts})))
    wrong += [f"{n}: {f[what]} {what}" for n, (f, _, _) in found.items() for what in ("traps", "floating point") if f[what]]

    print("\nprocessor       tests passed  logs identical  pressd  text: preview / all  state: one / default  stack  idle / active / frame")
    for p in good:
        f = found[p.name][0]
        logs, unlike = identical[p.name]
        print(
            f"{p.name:<15} {results[p.name][0][0]:>12}  {logs - unlike:>6} of {logs:<4}  {'-' if p.bare else 'runs':>6}"
            f"  {f['text, preview only']:>11} / {f['text, everything']:<5}  {f['engine, one contact, preview only']:>10} / {f['engine, default config']:<7}"
            f"  {f['stack, worst case of any call']:>5}  {f['one sample, idle']:>4} / {f['one sample, active']:>6} / {f['one four-channel frame']:>5}"
        )
    print()
    for line in wrong:
        print("FAILED:", line)
    print(f"processors: {len(good)} of {len(PROCESSORS)}, {len(wrong)} wrong, {time.monotonic() - began:.0f} s")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
