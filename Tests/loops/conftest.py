import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LOOPS = ROOT / "examples/loops"
LIBRARY = Path(os.environ.get("LIBPRESS_LIBRARY") or ROOT / "build/libpress.so.1").resolve()
STRICT = ["-std=gnu11", "-g", "-Wall", "-Wextra", "-Werror", "-DPRESS_MAY_DISCARD"]
MEASURED = [HERE / "measure.c", "-Wl,--wrap=sensor_work,--wrap=press_pad_feed"]


def said(command, **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"[-3000:]
    return done.stdout


def packages_of(program):
    """The packages besides libpress that the first comment of a program names for its build."""
    command = re.search(r"^ \*   cc .*", program.read_text(), re.M)[0]
    return [one for one in re.search(r"\$\(pkg-config --cflags --libs ([^)]*)\)", command)[1].split() if one != "libpress"]


@pytest.fixture(scope="session")
def work(tmp_path_factory):
    return tmp_path_factory.mktemp("loops")


@pytest.fixture(scope="session")
def fake_bus(work):
    """A fake of the kernel's bus: /dev/i2c-7 with an ADS1115 that converts 860 times a second, and a finger."""
    out = work / "fake_i2c.so"
    said(["cc", "-shared", "-fPIC", ROOT / "Tests/pressd/fake_i2c.c", "-o", out, "-ldl"])
    return {"LD_PRELOAD": str(out), "LD_LIBRARY_PATH": str(LIBRARY.parent), "SDL_VIDEODRIVER": "dummy", "FAKE_I2C_PRESS_MS": "400"}


@pytest.fixture(scope="session")
def measured(work):
    """Builds a program of examples/loops, or one like it, with what measures it."""

    def build(program, name=None):
        out = work / (name or program.stem)
        packages = packages_of(program) if program.parent == LOOPS or name else []
        flags = shlex.split(said(["pkg-config", "--cflags", "--libs", *packages])) if packages else []
        library = ["-L", LIBRARY.parent, f"-l:{LIBRARY.name}"]
        said(["cc", *STRICT, f"-I{ROOT}/include", f"-I{LOOPS}", program, LOOPS / "sensor.c", *MEASURED, *flags, *library, "-pthread", "-o", out])
        return out

    return build


@pytest.fixture(scope="session")
def watched(work):
    """Builds a program with a sanitizer, and with the library under it: as one C file, of which only what these programs call is compiled."""
    made = {}

    def library(sanitizer):
        sources = [*LOOPS.glob("*.[ch]"), *HERE.glob("*.c")]
        declared = (ROOT / "build/one/press.h").read_text() + "".join(one.read_text() for one in (ROOT / "build/one/press").glob("*.h"))
        called = {name for one in sources for name in re.findall(r"\b(press_\w+)\(", one.read_text())}
        called = sorted(name for name in called if re.search(rf"^PRESS_API [^;]*\b{name}\(", declared, re.M))
        kept = "".join(f"extern __attribute__((externally_visible)) __typeof({name}) {name};\n" for name in called)
        source, out = work / f"library_{sanitizer[:4]}.c", work / f"library_{sanitizer[:4]}.o"
        source.write_text(f'#define PRESS_PLAIN_TYPES\n#include "press.h"\n{kept}#include "libpress.c"\n')
        flags = ["-std=gnu11", "-w", "-g", "-O1", "-fwhole-program", "-fsanitize=" + sanitizer.partition(",")[0]]
        said(["gcc", *flags, f"-I{ROOT}/build/one", "-c", source, "-o", out])
        return out

    def build(program, sanitizer):
        if sanitizer not in made:
            made[sanitizer] = library(sanitizer)
        out = work / f"{program.stem}_{sanitizer[:4]}"
        flags = [*STRICT, "-O1", f"-fsanitize={sanitizer}", "-DPRESS_PLAIN_TYPES", f"-I{ROOT}/build/one", f"-I{LOOPS}"]
        packages = packages_of(program) if program.parent == LOOPS else []
        linked = shlex.split(said(["pkg-config", "--cflags", "--libs", *packages])) if packages else []
        parts = [program, LOOPS / "sensor.c", ROOT / "Tests/pressd/fake_i2c.c", made[sanitizer]]
        said(["gcc", *flags, *parts, *(MEASURED if program.parent == LOOPS else []), *linked, "-pthread", "-ldl", "-o", out])
        return out

    return build
