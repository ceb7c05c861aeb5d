"""Where the members of structs lie, so that a compiler that lays them otherwise refuses the file."""

from __future__ import annotations

import re
import subprocess

from contract import ROOT
from contract.model import Contract


def assertions(contract: Contract, bits: int) -> str:
    """Of each struct its size, and where its last member lies, as the library has them: an array of a negative length is an error of C99, too."""
    rows = [(f"size_of_{one.name}", f"sizeof({one.name})") for one in contract.structs.values()]
    rows += [(f"end_of_{one.name}", f"offsetof({one.name}, {one.fields[-1].name})") for one in contract.structs.values()]
    found = _values(bits, [value for _, value in rows])
    lines = [f"typedef char {name}[{value} == {number} ? 1 : -1];" for (name, value), number in zip(rows, found, strict=True)]
    return "/* What lies where, for the library. */\n#include <stddef.h>\n" + "\n".join(lines) + "\n"


def _values(bits: int, values: list[str]) -> list[int]:
    """Constants, as the compiler of the library computes them."""
    source = "#include <press.h>\n#include <stddef.h>\n" + "".join(f"enum {{ v{i} = {value} }};\n" for i, value in enumerate(values))
    source += "const int all[] = {" + ", ".join(f"v{i}" for i in range(len(values))) + "};\n"
    done = subprocess.run(
        ["clang", f"--target=wasm{bits}-unknown-none-wasm", "-ffreestanding", "-I", str(ROOT / "include"), "-S", "-o", "-", "-x", "c", "-"],
        input=source, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [int(number) for number in re.findall(r"^\s+\.int32\s+(\d+)", done.stdout.split("all:", 1)[1], re.M)]
