"""Checks what ships: exports, undefined symbols, traps, sizes, stack and instruction counts.

Budgets are hard limits. The figures themselves stand in figures.txt beside this file, so that a change that moves one
shows up in the change; `make figures` records them again. Counts may differ from the record by 2 %, and text by a kilobyte, before that is asked
for, because another compiler patch level moves them a little.
"""

import argparse
import difflib
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT))

from contract import read  # noqa: E402

CONTRACT = read()
ALLOWED = re.compile(r"memcpy|memmove|memset|__stack_chk_\w+")
TRAPS = re.compile(r"\b(ud2|brk|udf|bkpt|int3|hlt|ebreak|unimp|trap)\b")
FLOATS = re.compile(r"\b((add|sub|mul|div|sqrt|min|max|ucomi|comi)[sp][sd]|v?cvt\w+|f(add|sub|mul|div|madd|msub|cmp|cvt\w*|sqrt)|[su]cvtf)\b")
FLOATS_OF = {
    "x86-64": FLOATS,
    "aarch64": FLOATS,
    "arm": re.compile(r"\bv(add|sub|mul|div|ml[as]|cmp|cvt|ldr|str|ldm|stm|mov|push|pop)\S*"),
    "riscv": re.compile(r"\bf(add|sub|mul|div|cvt|mv|ld|lw|sd|sw|lt|le|eq|sgn)\S*"),
}

# The limit for the code of an interaction in bytes; one that is not named has 8 KB.
INTERACTIONS = {
    # Each takes up to 400 bytes for reading its config back and its errors, and up to 600 for being taken over by another process.
    "gestures": 57 * 256,
    "peek": 61 * 256,
    # Movement that goes on while a lift is not certain, springs to any target, and the fit of a speed, whose degree follows the noise: 7.4 KB.
    "transition": 53 * 512,
    "button": 28 * 256,
    # Refusals and items that would be dropped into themselves take 1,000 bytes, cells in which no search is needed 900.
    "drag": 71 * 512,
    # Lifts take 2.4 KB; a fast path for readings without a touch, and readings behind a median, 0.6 KB.
    "strike": 24 * 512,
    "pinch": 45 * 256,
    # Exponentials and springs of throws, their content, and swipes; coasting, bouncing, dragging past an end, and the fit: 6.4 KB.
    "scroll": 50 * 512,
}
# The cost of adding, moving and removing targets, and its limits by the number of targets.
EDIT = {
    "to add": ("press_target_add", "add"),
    "to move one of": ("press_target_update", "move"),
    "to remove one with all others in it, of": ("press_target_remove", "container"),
    "to remove one of a chain of": ("press_target_remove", "chain"),
    "to remove one of": ("press_target_remove", "remove"),
    "to remove all, one by one, of": ("press_target_remove", "drain"),
}
EDITS = {
    32: (20_000, 1000, 4000, 4000, 3000, 50_000),
    128: (180_000, 2000, 20_000, 20_000, 3000, 300_000),
    512: (800_000, 2000, 75_000, 75_000, 3000, 1_800_000),
    1024: (2_000_000, 2000, 150_000, 150_000, 3000, 4_000_000),
}
# figure: (budget, what measure.c calls it)
GRIDS = {
    "16 x 16 cells, idle": (1600, "grid-16-0"),
    "16 x 16 cells, idle, with a zero and noise": (5000, "grid-16-101"),
    "16 x 16 cells, idle, each moves its zero": (7500, "grid-16-102"),
    # Lines that are looked at every 50 ms take 1,500 of that.
    "16 x 16 cells, five fingers": (30_000, "grid-16-5"),
    "16 x 16 cells through dividers, idle, with a zero and noise": (6200, "grid-16-201"),
    "16 x 16 cells through dividers, five fingers": (30_000, "grid-16-205"),
    "16 x 16 cells through dividers behind switches, five fingers": (160_000, "grid-16-305"),
    "32 x 32 cells, idle": (4000, "grid-32-0"),
    "32 x 32 cells, five fingers": (34_000, "grid-32-5"),
    "32 x 32 cells, all pressed": (390_000, "grid-32-99"),
    "32 x 32 cells, noise": (440_000, "grid-32-100"),
}
# figure: (budget, the function whose instructions are counted, what measure.c calls it, in how many calls: few and many)
COUNTED = {
    "one sample, idle": (60, "press_feed", "idle"),
    # The greatest force of a contact, by which residues are judged: 5. The checks of the engine's library and of the lateness of a sample: 8.
    "one sample, active": (200, "press_feed", "active"),
    "one sample in one call, idle": (60, "press_feed", "calls-idle"),
    "one sample in one call, active": (215, "press_feed", "calls-active"),
    "one sample, active, a transition bound": (210, "press_feed", "transition"),
    "one sample, active, five interactions attached": (1100, "press_feed", "attached"),
    "one sample, active, everything attached": (1400, "press_feed", "attached-all"),
    # Of these strikes take 53, crosstalk 27. The goal was 120: 13 find out whether a median delivers the reading before.
    "one sample in one call, idle, everything attached": (140, "press_feed", "attached-all-idle"),
    "one event answered by feedback": (350, "press_feedback_event", "feedback"),
    "one tap on the top one of 1,024 targets": (4050, "press_feed", "taps-top", 100, 600),
    "one tap on the bottom one of 1,024 targets": (4050, "press_feed", "taps-bottom", 100, 600),
    "one tap on any of 1,024 targets": (4150, "press_feed", "taps-any", 100, 600),
    "one tap on any of 1,024 targets, far apart": (4150, "press_feed", "taps-any-1024-37", 100, 600),
    "one tap on any of 1,024 targets, everything attached": (6750, "press_feed", "all-taps-any", 100, 600),
    "one tap on any of 1,024 targets, far apart, everything attached": (6770, "press_feed", "all-taps-any-37", 100, 600),
    "one tap on the one target": (3800, "press_feed", "taps-any-1", 100, 600),
    "one tap on any of 32 targets": (3950, "press_feed", "taps-any-32", 100, 600),
    "one tap on any of 256 targets": (4050, "press_feed", "taps-any-256", 100, 600),
    **{
        f"{what} {n} targets": (most, function, f"edits-{kind}-{n}", 4, 24)
        for n, budgets in EDITS.items()
        for (what, (function, kind)), most in zip(EDIT.items(), budgets, strict=True)
    },
    "one sample in one call, one of two contacts": (240, "press_feed", "contacts-2"),
    "one sample in one call, one of 32 contacts": (240, "press_feed", "contacts-32"),
    "one sample in one call, one contact, the button attached": (450, "press_feed", "button-1"),
    "one sample in one call, one of 32 contacts, the button attached": (600, "press_feed", "button-32"),
    "one sample of a drag within one of 1,024 targets": (3000, "press_feed", "drag-1024", 500, 1500),
    "one sample of a drag from one of 1,024 targets to the next": (10_250, "press_feed", "across-1024", 500, 1500),
    # The interval of the readings takes 13, a zero that is known, and the engine 8: see `one sample, active`.
    "one reading of one channel": (500, "press_pad_feed", "pad"),
    "one reading, times jitter": (520, "press_pad_feed", "pad-jitter"),
    "one reading, an event delivered": (580, "press_pad_feed", "pad-event"),
    "one reading, untouched": (480, "press_pad_feed", "pad-untouched"),
    "one four-channel frame, untouched": (1000, "press_pad_feed", "frame-4-untouched"),
    "one eight-channel frame, untouched": (1700, "press_pad_feed", "frame-8-untouched"),
    "one eight-channel frame": (1660, "press_pad_feed", "frame-8"),
    "one four-channel frame": (1034, "press_pad_feed", "frame"),
    "one four-channel frame, creep taken off": (1900, "press_pad_feed", "creep"),
    **{f"one frame of {name}": (most, "press_grid_feed", kind, 50, 150) for name, (most, kind) in GRIDS.items()},
}
# figure: (budget, unit)
BUDGETS = {
    "traps, x86-64": (0, "instructions"),
    "traps, aarch64": (0, "instructions"),
    "floating point, x86-64": (0, "instructions"),
    "floating point, aarch64": (0, "instructions"),
    # 12 KB is the goal. In bytes: the grace that is measured in intervals 200, deadlines at the time of a sample 200,
    # previews that wait until their contact is old enough 600, creep that commits nothing 900,
    # phases that take three readings of a sensor, and previews whose phase waits, 700, pressure with the firmness of a
    # person 400, an index of targets and contacts 300, loads from before the first press, and residues of a sensor,
    # 800, double taps that stay two in bursts 400, silence that follows the interval of the samples 400,
    # late samples, and the check of the library that made an engine, 400, the drift of a place whose force falls 200.
    # Code that only a sensor or an attachment needs is behind a pointer, and not linked.
    "text, aarch64 static link, preview only": (37 * 512, "bytes"),
    **{f"text, what {name} adds": (INTERACTIONS.get(name, 8 * 1024), "bytes") for name in CONTRACT.interactions},
    # Rules for a pad together with its engine, loads that rest when sensing begins, and the third reading: 2.4 KB.
    # Known zeros and plates with signs 3.4 KB, times that follow the interval 0.8.
    "text, what sensing and converters add": (126 * 512, "bytes"),
    # 3 KB for the driver, and 600 bytes for each of seven families, are the goal: 7,272. One module takes 1,100 more here, and as many fewer of sensing.
    # Registers that are read again, references, and other programs that are noticed: 2.6 KB. The TLA2528 and ADS7138: 0.8 KB.
    "text, what calibration adds to sensing": (3 * 1024, "bytes"),
    "text, what profiles add": (14 * 512, "bytes"),
    "text, what lines of events add": (22 * 512, "bytes"),
    # One module takes 300 more, and fewer of all else.
    "text, what feedback adds to sensing": (18 * 256, "bytes"),
    "text, what the DRV2605L adds to sensing": (13 * 512, "bytes"),
    # Sleep 0.7 KB, the supply 2.3 KB, idle 2.4 KB.
    "text, what power adds to sensing": (25 * 256, "bytes"),
    # Cells that climb to their peaks: 2.0 KB, for frames of fingers that take 31 % less. Circuits 8 KB, zeros that are known or not 5 KB,
    # joined contacts 2 KB, lines 3 KB, load and map 2 KB.
    "text, what the grid adds": (81 * 512, "bytes"),
    # Suggestions for wrong lines, and both limits of each key, take 34 KB.
    # The rest: rows and words of 240 keys, rules and sentences. The parts that a config can start are linked, too, but not in the figure.
    "text, what a config adds to everything": (360 * 512, "bytes"),
    # 48 findings with what to do, boards by their address, and the machine.
    "text, what a check adds to everything": (83 * 512, "bytes"),
    "text, what the checks of structs add": (23 * 512, "bytes"),
    # Besides the parts above: calls that give the reason of a refusal, 2 KB.
    "text, aarch64 static link, everything": (544 * 1024, "bytes"),
    # The interval of the samples and the silence that follows it: 24; the lateness of a sample, and its limit: 16; the address of the library: 8.
    "engine, one contact, preview only": (560, "bytes"),
    "engine, default config": (8 * 1024, "bytes"),
    # 16 for zeros: the noise of a sensor, and how long a remembered zero has been back.
    "pad, one sensor": (1048, "bytes"),
    "pad, eight sensors": (5120, "bytes"),
    "grid, 16 x 16, default config": (12 * 1024, "bytes"),
    # 4 KB: the former zero of each cell.
    "grid, 32 x 32, everything": (34 * 1024, "bytes"),
    # The worst case is press_pad_init.
    "stack, worst case of any call": (1280, "bytes"),
    "stack, worst case of reading and verifying a config": (3584, "bytes"),
    "stack, deepest with everything attached": (1536, "bytes"),
    **{figure: (most, "instructions") for figure, (most, *_) in COUNTED.items()},
}


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def declared(*headers):
    """The functions that the headers declare; without names all of them."""
    return sorted(one.name for header in CONTRACT.headers if not headers or header.name in headers for one in header.functions)


def check_symbols(so, archive, aarch64):
    wrong = []
    exported = sorted(line.split()[-1].split("@")[0] for line in run("nm", "-D", "--defined-only", so).splitlines() if " A " not in line)
    if exported != declared():
        wrong.append(f"exported and declared functions differ: {sorted(set(exported) ^ set(declared()))}")
    globals_ = sorted(line.split()[-1] for line in run("nm", "-g", "--defined-only", archive).splitlines() if len(line.split()) == 3)
    if globals_ != declared():
        wrong.append(f"the archive's global symbols and the declared functions differ: {sorted(set(globals_) ^ set(declared()))}")
    for tool, name in (("nm", so), ("nm", archive), *([("llvm-nm", aarch64)] if aarch64 else [])):
        flags = ["-D", "-u"] if name == so else ["-u"]
        for line in run(tool, *flags, name).splitlines():
            fields = line.split()
            if len(fields) >= 2 and not ALLOWED.fullmatch(fields[-1].split("@")[0]):
                wrong.append(f"{name} needs {fields[-1]}")
    dynamic = run("readelf", "-dW", so)
    if f"[{pathlib.Path(so).name}]" not in dynamic:
        wrong.append("the soname is not the file's name")
    needed = re.findall(r"\(NEEDED\).*\[(.*?)\]", dynamic)
    if any(not n.startswith("libc.so") for n in needed):
        wrong.append(f"the library needs {needed}")
    if "TEXTREL" in dynamic:
        wrong.append("the library has text relocations")
    return wrong


def check_not_attached(archive, out, *called):
    """Checks that a program links nothing of the interactions that it does not attach. They are found by the names of the core's types."""
    folders = [ROOT / "Sources/PressCore" / name for name in ("Interactions", "Sensing", "Feedback")]
    texts = (path.read_text() for folder in folders for path in folder.rglob("*.swift") if path.name != "Interaction.swift")
    types = {name for text in texts for name in re.findall(r"^(?:public )?(?:struct|enum) (\w+)", text, re.M)}
    out.mkdir(parents=True, exist_ok=True)
    small, name = out / "preview_only_here.o", out / "linked_here"
    run("clang", "-ffreestanding", "-O2", "-I", ROOT / "include", "-c", HERE / "preview_only.c", "-o", small)
    required = [flag for one in called for flag in ("-u", one)]
    run("ld.lld", "--gc-sections", "-static", "--unresolved-symbols=ignore-all", "-e", "start", *required, small, archive, "-o", name)
    symbols = run("nm", name)
    found = sorted(one for one in types if f"5Press{len(one)}{one}" in symbols)
    return [f"a program that attaches nothing links {one}" for one in found]


def disassembly(tool, name):
    return run(tool, "-d", "--no-show-raw-insn", name)


def matches(pattern, code):
    """How many instructions: their names alone, as an address that a jump goes to may be `fadd`, too."""
    names = (line.split("\t", 1)[-1].split(maxsplit=1)[:1] for line in code.splitlines() if "\t" in line)
    return sum(bool(pattern.search(name)) for one in names for name in one)


def count(pattern, tool, name):
    return matches(pattern, disassembly(tool, name))


def link_size(out, aarch64, *flags):
    """Bytes of code and constants of a static link without what is unused."""
    name = out / "linked"
    run("ld.lld", "--gc-sections", "-static", "--unresolved-symbols=ignore-all", *flags, aarch64, "-o", name)
    sizes = re.findall(r"\]\s+(\.text|\.rodata)\S*\s+PROGBITS\s+\w+\s+\w+\s+(\w+)", run("readelf", "-SW", name))
    return sum(int(size, 16) for _, size in sizes)


def link_size_with(out, library, small, *headers, checks=False):
    """The same of a program that calls all that these headers have; without names, every header."""
    names = [name for name in declared(*headers) if checks or not name.endswith("_check")]
    return link_size(out, library, "-e", "start", *(flag for name in names for flag in ("-u", name)), small)


def registers(text):
    """The number of registers in a list like {r4, r6-r8, lr}."""
    spans = re.findall(r"r(\d+)-r(\d+)", text)
    return len(text.split(",")) + sum(int(b) - int(a) for a, b in spans)


# The bytes that a call pushes; the patterns of calls and jumps; the pattern of each instruction that takes stack, and its bytes.
FRAMES = {
    "x86-64": (8, r"\bcall", r"\bj\w+", [(r"\bsub\s+\$0x([0-9a-f]+),%rsp", lambda m: int(m[1], 16)), (r"\bpush\s", lambda m: 8)]),
    "aarch64": (
        0,
        r"\bbl",
        r"\bb(?:\.\w+)?",
        [(r"\bsub\s+sp, sp, #0x([0-9a-f]+)", lambda m: int(m[1], 16)), (r"\bst[rp]\s.*\[sp, #-(\d+)\]!", lambda m: int(m[1]))],
    ),
    "arm": (
        0,
        r"\bblx?",
        r"\bb\w{0,2}(?:\.[nw])?",
        [
            (r"\bsub(?:\.w|w)?\s+sp, (?:sp, )?#(\d+)", lambda m: int(m[1])),
            (r"\b(?:push|stmdb\s+sp!,)\S*\s*\{(.*)\}", lambda m: 4 * registers(m[1])),
            (r"\bstrd?\S*\s+.*\[sp, #-(\d+)\]!", lambda m: int(m[1])),
        ],
    ),
    "riscv": (0, r"\b(?:jalr?|call)", r"\b(?:j|tail|b\w+)", [(r"\badd(?:i|i16sp)?\s+sp,\s?sp,\s?-(\d+)", lambda m: int(m[1]))]),
}


def stacks(code, isa="x86-64"):
    """The stack of each exported function, over the call graph of the disassembly. Callbacks of the program are not counted."""
    pushed, call, jump, ways = FRAMES[isa]
    target = r"\s+(?:.*,)?\s*(?:0x)?[0-9a-f]+ <([^+>]+)>"
    call, jump = re.compile(f"(?:{call}){target}"), re.compile(f"(?:{jump}){target}")
    ways = [(re.compile(pattern), size) for pattern, size in ways]
    words = {place: int(word, 16) for place, word in re.findall(r"^ *([0-9a-f]+):\s+\.word\s+0x([0-9a-f]{8})", code, re.M)}
    frames, calls, jumps, name, loaded = {}, {}, {}, None, None
    for line in code.splitlines():
        if start := re.match(r"[0-9a-f]+ <(.+)>:", line):
            name = start[1]
            frames[name], calls[name], jumps[name] = pushed, set(), set()
        elif name and "\t" in line:
            # Large frames of Thumb-1: the negative number that is added to sp is a constant behind the code.
            if constant := re.search(r"\bldr\s+(r\d), \[pc, .*@ \(([0-9a-f]+) ", line):
                loaded = constant.groups()
            if (large := re.search(r"\badd\s+sp, (r\d)$", line)) and loaded and loaded[0] == large[1] and loaded[1] in words:
                frames[name] += (1 << 32) - words[loaded[1]] if words[loaded[1]] >> 31 else 0
            elif re.search(r"\b(?:add|sub)\S*\s+sp,\s*(?:sp,\s*)?[rxwts]\d", line):
                sys.exit(f"a frame whose size stands in a register: {name}: {line}")
            for pattern, size in ways:
                if taken := pattern.search(line):
                    frames[name] += size(taken)
            if (called := call.search(line)) and called[1] != name:
                calls[name].add(called[1])
            elif (called := jump.search(line)) and called[1] != name:
                # A jump to a part that was split off keeps the frame; to another function it comes after the frame is gone.
                (calls if ".cold" in called[1] else jumps)[name].add(called[1])
    depth = {}

    def deepest(function, path=()):
        if function in path:
            sys.exit(f"recursion: {' > '.join((*path, function))}")
        if function not in depth:
            below = max((deepest(c, (*path, function)) for c in calls.get(function, ())), default=0)
            after = max((deepest(c, (*path, function)) for c in jumps.get(function, ())), default=0)
            depth[function] = max(frames.get(function, 0) + below, after)
        return depth[function]

    return {function: deepest(function) for function in declared()}


def worst_stack(code, isa="x86-64", setup=False):
    return worst(stacks(code, isa), setup)


def worst(found, setup=False):
    return max(size for function, size in found.items() if function.startswith("press_setup_") == setup)


def count_instructions(program, function, kind, few=1000, many=6000):
    def count(n):
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--toggle-collect={function}", program, kind, str(n)],
            capture_output=True,
            text=True,
        )
        if done.returncode:
            sys.exit(done.stderr)
        return int(re.search(r"Collected : (\d+)", done.stderr)[1])

    return round((count(many) - count(few)) / (many - few))


def linked(args, out):
    """The figures of static links for aarch64."""
    figures = {
        "traps, aarch64": count(TRAPS, "llvm-objdump", args.aarch64),
        "floating point, aarch64": count(FLOATS, "llvm-objdump", args.aarch64),
    }
    small = out / "preview_only.o"
    run("clang", "-target", "aarch64-none-elf", "-ffreestanding", "-O2", "-I", ROOT / "include", "-c", HERE / "preview_only.c", "-o", small)
    figures["text, aarch64 static link, preview only"] = link_size(out, args.aarch64, "-e", "start", small)

    def with_(*headers, checks=False):
        return link_size_with(out, args.aarch64, small, *headers, checks=checks)

    alone = figures["text, aarch64 static link, preview only"]
    for name in CONTRACT.interactions:
        figures[f"text, what {name} adds"] = with_(name) - alone
    sensing = ("sensor", "pad", "filter", "converter")
    figures["text, what sensing and converters add"] = with_(*sensing) - alone
    figures["text, what calibration adds to sensing"] = with_(*sensing, "calibration") - with_(*sensing)
    figures["text, what profiles add"] = with_("profile") - alone
    figures["text, what lines of events add"] = with_("event") - alone
    figures["text, what feedback adds to sensing"] = with_(*sensing, "feedback") - with_(*sensing)
    figures["text, what the DRV2605L adds to sensing"] = with_(*sensing, "drv2605l") - with_(*sensing)
    figures["text, what power adds to sensing"] = with_(*sensing, "power") - with_(*sensing)
    figures["text, what the grid adds"] = with_("grid") - alone
    # The reader of configs calls every check.
    most = [header.name for header in CONTRACT.headers if header.name != "check"]
    without = [name for name in most if name != "setup"]
    figures["text, what the checks of structs add"] = with_(*without, checks=True) - with_(*without)
    figures["text, what a config adds to everything"] = with_(*most, checks=True) - with_(*without, checks=True)
    figures["text, what a check adds to everything"] = with_(checks=True) - with_(*most, checks=True)
    figures["text, aarch64 static link, everything"] = with_(checks=True)
    return figures


def build_measure(so, out):
    """measure.c, linked to that library."""
    out.mkdir(parents=True, exist_ok=True)
    program = out / "measure"
    run("cc", "-O2", "-std=c11", "-I", ROOT / "include", HERE / "measure.c", "-o", program, so, f"-Wl,-rpath,{so.parent}")
    return program


def measure(args):
    out = pathlib.Path(args.out)
    so = pathlib.Path(args.so).resolve()
    program = build_measure(so, out)
    figures = {
        "traps, x86-64": count(TRAPS, "objdump", args.so),
        "floating point, x86-64": count(FLOATS, "objdump", args.so),
    }
    if args.aarch64:
        figures |= linked(args, out)
    for line in run(program, "sizes").splitlines():
        name, size = line.rsplit(" ", 1)
        figures[name] = int(size)
    figures["stack, worst case of any call"] = worst_stack(disassembly("objdump", args.so))
    figures["stack, worst case of reading and verifying a config"] = worst_stack(disassembly("objdump", args.so), setup=True)
    painted = out / "stack"
    run("cc", "-O2", "-std=gnu11", "-I", ROOT / "include", HERE / "stack.c", "-o", painted, so, f"-Wl,-rpath,{so.parent},-z,now")
    figures["stack, deepest with everything attached"] = int(run(painted).split()[0])
    figures |= {figure: count_instructions(program, *how) for figure, (_, *how) in COUNTED.items()}
    return figures


def print_times(out):
    """Times are for looking at, never compared with a record: they belong to the machine."""
    print("\ntime                                        ns, best of 7")
    for kind, per in (("idle", "sample"), ("active", "sample"), ("frame", "four-channel frame")):
        runs = []
        for _ in range(7):
            few, many = (float(run(out / "measure", kind, n)) for n in ("20000", "220000"))
            runs.append((many - few) / 200_000)
        print(f"{'one ' + per + ', ' + kind:<42} {min(runs):>9.1f}")
    print("\ngrid                                       frames/s, best of 7")
    for name, (_, kind) in GRIDS.items():
        runs = []
        for _ in range(7):
            few, many = (float(run(out / "measure", kind, n)) for n in ("200", "1200"))
            runs.append((many - few) / 1000)
        print(f"{name:<42} {1e9 / min(runs):>9,.0f}")


def table(figures):
    lines = ["figure                                      measured   budget"]
    lines += [f"{name:<42} {value:>9} {BUDGETS[name][0]:>8}  {BUDGETS[name][1]}" for name, value in figures.items()]
    return "\n".join(lines) + "\n"


PARTS = (*(f"what {name} adds" for name in CONTRACT.interactions), "what sensing and converters add", "what the grid adds")
# The text of each row of docs/cost.md, and the figures that it shows.
ROWS = (
    ("instructions for one sample in one call, x86-64: nothing touches / a preview runs", ("one sample in one call, idle", "one sample in one call, active")),
    ("the same, nothing touches, with everything attached: strikes and crosstalk keep its readings",
     ("one sample in one call, idle, everything attached",)),
    ("the same in a batch", ("one sample, idle", "one sample, active")),
    ("the same with the five interactions of the documents attached, a transition following / with everything attached",
     ("one sample, active, five interactions attached", "one sample, active, everything attached")),
    ("the same in one call while 1 / 2 / 32 contacts are down",
     ("one sample in one call, active", "one sample in one call, one of two contacts", "one sample in one call, one of 32 contacts")),
    ("the same with the force button attached, while 1 / 32 contacts are down",
     ("one sample in one call, one contact, the button attached", "one sample in one call, one of 32 contacts, the button attached")),
    ("instructions for one tap, the five attached, 1,024 targets: on the top one / the bottom one / one after the other in no order",
     ("one tap on the top one of 1,024 targets", "one tap on the bottom one of 1,024 targets", "one tap on any of 1,024 targets")),
    ("the same in no order, with everything attached", ("one tap on any of 1,024 targets, everything attached",)),
    ("the same in no order, targets 27 points apart from each other: the five attached / everything attached",
     ("one tap on any of 1,024 targets, far apart", "one tap on any of 1,024 targets, far apart, everything attached")),
    ("the same in no order, the five attached, of 1 / 32 / 256 targets",
     ("one tap on the one target", "one tap on any of 32 targets", "one tap on any of 256 targets")),
    *((f"instructions to change {n:,} targets: to add all / to move one / to remove one with all others in it / the first of a chain / one / all, one by one",
       tuple(f"{what} {n} targets" for what in EDIT)) for n in EDITS),
    ("instructions for one sample of a drag over one of 1,024 targets, everything attached: within it / from one to the next",
     ("one sample of a drag within one of 1,024 targets", "one sample of a drag from one of 1,024 targets to the next")),
    ("instructions for one reading of one channel, code to force, no event delivered: untouched, the zero follows / pressed / pressed, at times that jitter",
     ("one reading, untouched", "one reading of one channel", "one reading, times jitter")),
    ("the same with an event delivered by each reading", ("one reading, an event delivered",)),
    ("the same for one frame of four channels: untouched / pressed / pressed, with creep taken off",
     ("one four-channel frame, untouched", "one four-channel frame", "one four-channel frame, creep taken off")),
    ("the same for one frame of eight channels: untouched / pressed", ("one eight-channel frame, untouched", "one eight-channel frame")),
    ("the same for one frame of 16 x 16 cells, nothing touches: no zero / with zeros, 100 frames a second / with zeros, up to 50 a second",
     ("one frame of 16 x 16 cells, idle", "one frame of 16 x 16 cells, idle, with a zero and noise", "one frame of 16 x 16 cells, idle, each moves its zero")),
    ("the same, five fingers move: 16 x 16 / 32 x 32 cells", ("one frame of 16 x 16 cells, five fingers", "one frame of 32 x 32 cells, five fingers")),
    ("the same for one frame of 32 x 32 cells, noise above the threshold everywhere", ("one frame of 32 x 32 cells, noise",)),
    ("code and constants, aarch64, linked statically: preview only", ("text, aarch64 static link, preview only",)),
    (f"what is added by {' / '.join(part.removeprefix('what ').rsplit(' ', 1)[0] for part in PARTS)}",
     tuple(f"text, {part}" for part in PARTS)),
    ("all of it", ("text, aarch64 static link, everything",)),
    ("state: one contact, preview only / default engine (10 contacts, 32 targets, 64 events)",
     ("engine, one contact, preview only", "engine, default config")),
    ("state: grid of 16 x 16 / of 32 x 32 with zeros and 32 contacts", ("grid, 16 x 16, default config", "grid, 32 x 32, everything")),
    ("stack: worst case of any call over the direct calls / of press_setup_... / deepest that random calls reach with everything attached",
     ("stack, worst case of any call", "stack, worst case of reading and verifying a config", "stack, deepest with everything attached")),
    ("heap calls, trap instructions, floating point instructions", ("traps, x86-64",)),
)  # fmt: skip
TABLE = re.compile(r"(<!-- cost: written by `make figures` -->\n).*?(<!-- /cost -->)", re.S)


def page_with(text, figures):
    def show(number, name):
        return f"{number / 1024:.1f} KB" if name.startswith("text") else f"{number:,}"

    lines = ["| | measured | budget |", "|---|---|---|"]
    for what, names in ROWS:
        cells = (" / ".join(show(value[name], name) for name in names) for value in (figures, {n: b for n, (b, _) in BUDGETS.items()}))
        lines.append(f"| {what} | {' | '.join(cells)} |")
    return TABLE.sub(lambda found: found[1] + "\n".join(lines) + "\n" + found[2], text)


def differs(name, now, recorded):
    slack = {"text": max(0.02 * recorded, 1024), "one": 0.02 * recorded, "to": 0.02 * recorded}.get(re.split("[ ,]", name)[0], 0)
    return abs(now - recorded) > slack


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("so", "archive", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--aarch64", help="the library's object for aarch64; without it what that links is not measured")
    parser.add_argument("--record", action="store_true", help="write figures.txt")
    parser.add_argument("--print", action="store_true", help="print the figures, compare nothing")
    args = parser.parse_args()
    wrong = check_symbols(args.so, args.archive, args.aarch64) + check_not_attached(args.archive, pathlib.Path(args.out))
    if not check_not_attached(args.archive, pathlib.Path(args.out), "press_scroll_attach"):
        wrong.append("a program that attaches throws links none: the check of what is not attached sees nothing")
    figures = measure(args)
    wrong += [f"{name}: {value} is over the budget of {BUDGETS[name][0]}" for name, value in figures.items() if value > BUDGETS[name][0]]
    text = table(figures)
    record = HERE / "figures.txt"
    page = ROOT / "docs" / "cost.md"
    if args.record:
        record.write_text(text)
        page.write_text(page_with(page.read_text(), figures))
    print(table(figures), end="")
    if args.print:
        print_times(pathlib.Path(args.out))
    if not args.record and not args.print:
        old = record.read_text()
        recorded = {m[1]: int(m[2]) for m in re.finditer(r"^(\S.*?) +(\d+) +\d+  ", old, re.M)}
        # Figures that were not measured stay as they are.
        text = text.replace(table(figures), table({name: figures.get(name, value) for name, value in recorded.items()} | figures))
        if figures.keys() - recorded.keys() or page.read_text() != page_with(page.read_text(), recorded):
            wrong.append("docs/cost.md does not show what is recorded: run `make figures`")
        moved = [n for n in figures if n not in recorded or differs(n, figures[n], recorded[n])]
        if moved:
            wrong.append(
                "figures moved; if that is meant, run `make figures` and commit Tests/ships/figures.txt\n"
                + "\n".join(difflib.unified_diff(old.splitlines(), text.splitlines(), "recorded", "now", lineterm=""))
            )
    for line in wrong:
        print("FAILED:", line)
    print(f"checks on what ships: {len(figures)} figures, {len(declared())} exports, {len(wrong)} wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
