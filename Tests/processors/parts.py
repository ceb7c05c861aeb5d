"""What each part of the library takes of flash and RAM on processors without a system: the table of docs/porting.md."""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent.resolve()
PAGE = HERE.parents[1] / "docs/porting.md"
PROCESSORS = {"cortex-m0plus": "Cortex-M0+", "cortex-m4": "Cortex-M4", "riscv32": "rv32imc"}
SLACK = 0.02  # as of other figures
sys.path.insert(0, str(HERE.parent / "ships"))
import check  # noqa: E402

SENSING = ("sensor", "pad", "filter")
ENGINE = ("engine", "target", "delegate", "preview")
# The name in the table; the headers of which a program calls everything; the headers to which they are added; the line of `steady parts`.
PARTS = {
    "engine and previews, one contact": ((), None, "preview"),
    "gestures": (("gestures",), (), "gestures"),
    "peeks": (("peek",), (), "peek"),
    "transitions": (("transition",), (), "transition"),
    "drags": (("drag",), (), "drag"),
    "the force button": (("button",), (), "button"),
    "strikes": (("strike",), (), "strike"),
    "throws and swipes": (("scroll",), (), "scroll"),
    "pinches": (("pinch",), (), "pinch"),
    "levels": (("levels",), (), "levels"),
    "crosstalk": (("crosstalk",), (), "crosstalk"),
    "a pad of one sensor": (SENSING, (), "sensing"),
    "drivers of all converters": ((*SENSING, "converter"), SENSING, "converter"),
    "a supply that is measured, and fewer readings while idle": ((*SENSING, "power"), SENSING, "power"),
    "a motor by the DRV2605L": ((*SENSING, "drv2605l"), SENSING, "drv2605l"),
    "a stored calibration": ((*SENSING, "calibration"), SENSING, None),
    "feedback": ((*SENSING, "feedback"), SENSING, "feedback"),
    "a grid of 16 x 16": (("grid",), (), "grid"),
    "profiles of people": (("profile",), (), "profile"),
    "events as text": (("event",), (), None),
    "a check of one sensor": ((*SENSING, "check"), SENSING, "check"),
    "a config in text, with all that it can start": (("setup",), (), "setup"),
}


def measured(folder, library, small, said, stacks):
    """Bytes of flash, stack and RAM of each part: of links of the library, of its deepest function, and of what `steady parts` printed."""
    sizes = {}

    def text(headers):
        if headers not in sizes:
            sizes[headers] = (
                check.link_size_with(folder, library, small, *headers) if headers else check.link_size(folder, library, "-e", "start", small)
            )
        return sizes[headers]

    ram = {name: int(size) for name, size in (line.rsplit(" ", 1) for line in said.splitlines())}

    def stack(of, on):
        own = [one for one in of if one not in (on or ())] or ENGINE
        return max(stacks[name] for name in check.declared(*own))

    found = {part: (text(of) - (0 if on is None else text(on)), stack(of, on), ram.get(line, 0)) for part, (of, on, line) in PARTS.items()}
    return found, {name: ram[name] for name in ("contact", "target", "event")}


def lines(found):
    """The table, of what was measured on each processor."""
    (_, more), *others = found.values()
    assert all(other == more for _, other in others), found
    yield f"| part | flash: {' / '.join(PROCESSORS[name] for name in found)} | stack | RAM |"
    yield "|---|---|---|---|"
    for part in PARTS:
        flash, stack = (" / ".join(str(parts[part][i]) for parts, _ in found.values()) for i in (0, 1))
        yield f"| {part} | {flash} | {stack} | {max(parts[part][2] for parts, _ in found.values()) or '-'} |"
    yield f"| each further contact, target, kept event | - | - | {' / '.join(map(str, more.values()))} |"


def differences(now):
    """Returns the rows of the page that differ by more than the slack."""
    was = re.search(r"<!-- parts.*?-->\n(.*?)<!-- end -->", PAGE.read_text(), re.S)[1].splitlines()

    def alike(a, b):
        words = list(zip(a.split(), b.split(), strict=False))
        return len(a.split()) == len(b.split()) and all(
            x == y or x.isdigit() and y.isdigit() and abs(int(x) - int(y)) <= int(x) * SLACK for x, y in words
        )

    if len(was) != len(now) or not all(map(alike, was, now)):
        yield ("what parts take moved; if that is meant, run `make figures-processors` and commit docs/porting.md\n" + "\n".join(now))


def write(now):
    PAGE.write_text(re.sub(r"(<!-- parts.*?-->\n).*?(<!-- end -->)", lambda m: m[1] + "\n".join(now) + "\n" + m[2], PAGE.read_text(), flags=re.S))
