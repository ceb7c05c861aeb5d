"""python3 -m onec OBJECT... OUT: the library as one C file, from its WebAssembly objects of 32 and of 64 bits."""

from __future__ import annotations

import sys
from pathlib import Path

from contract import ROOT
from contract.reader import read

from .layout import assertions
from .library import Library
from .module import Module, Refused

HERE = Path(__file__).parent

HEAD = """/* libpress {version} as one C file, for every compiler of C99 and little-endian processors of 32 or 64 bits: press.h and the folder
 * press belong beside it. It is made from the library's sources in Swift, which are what to read and to change.
 * SPDX-License-Identifier: MIT
 *
 * It requires memcpy, memmove and memset, and what the compiler itself calls for a division. Compile with -ffunction-sections
 * -fdata-sections and link with -Wl,--gc-sections: then a program carries only what it uses. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ || defined(__BIG_ENDIAN__) || defined(__ARMEB__) || defined(__MIPSEB__)
#error "libpress requires a little-endian processor"
#endif
#ifndef PRESS_PLAIN_TYPES
#define PRESS_PLAIN_TYPES /* enumerations are numbers here, as they were compiled */
#endif
#include "press.h"
#include <limits.h>

#if UINT_MAX < 0xffffffff || UINTPTR_MAX != 0xffffffff && UINTPTR_MAX != 0xffffffffffffffff
#error "libpress requires integers of 32 bits, and pointers of 32 or 64"
#endif
#if PRESS_VERSION_NUMBER != {number}
#error "press.h is of another version than libpress.c"
#endif
#include <string.h>

"""


def text_of(library: Library) -> str:
    """With what each of them begins with."""
    types, rest = library.text().split("\n", 1)
    return "\n".join([types, (HERE / "start.h").read_text(), rest])


def main(*arguments: str) -> None:
    *objects, out = map(Path, arguments)
    contract = read(ROOT / "include")
    modules = [Module(path) for path in objects]
    wide = next((m for m in modules if m.bits == 64), None)
    libraries = [Library(m, contract, sorted(contract.functions), wide if m.bits == 32 else None) for m in modules]
    major, minor, patch = map(int, contract.version.split("."))
    parts = [HEAD.format(version=contract.version, number=f"{major << 16 | minor << 8 | patch}")]
    for library in libraries:
        bits = library.module.bits
        which = "0xffffffff" if bits == 32 else "0xffffffffffffffff"
        parts += [f"#if UINTPTR_MAX == {which}\n", assertions(contract, bits), text_of(library), "#endif\n"]
    # A header gives the name of a function that has grown to the newest; here each is defined under its own.
    parts[0] += "".join(f"#undef {name[:-2]}\n" for name in sorted(contract.functions) if name.endswith("_2"))
    out.write_text("\n".join(parts))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except Refused as problem:
        sys.exit(f"onec: {problem}")
