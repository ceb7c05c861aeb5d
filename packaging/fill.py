"""fill.py TEMPLATE NAME=VALUE...: prints the template with each @NAME@ filled in, as a file of its kind has it.

A path may hold blanks and quotes: units of systemd and files of pkg-config have escapes of their own for these. LIBDIR is written
under PREFIX where it lies there, and BACK is the way back from it.
"""

import os
import re
import sys
from pathlib import Path


def for_unit(value: str) -> str:
    return re.sub(r"[\s\"'\\]", lambda one: f"\\x{ord(one[0]):02x}", value).replace("%", "%%")


def for_pkg_config(value: str) -> str:
    return re.sub(r"([\s\"'\\#])", r"\\\1", value)


ESCAPES = {".service": for_unit, ".in": for_pkg_config}


def main(template: Path, values: dict[str, str]) -> None:
    prefix, library = values["PREFIX"], values["LIBDIR"]
    values["BACK"] = os.path.relpath(prefix, library)
    if library.startswith(f"{prefix}/"):
        values["LIBDIR"] = "${prefix}" + library.removeprefix(prefix)
    escape = str if template.name.endswith(".cmake.in") else ESCAPES[template.suffix]
    print(re.sub(f"@({'|'.join(values)})@", lambda name: escape(values[name[1]]), template.read_text()), end="")


main(Path(sys.argv[1]), dict(one.split("=", 1) for one in sys.argv[2:]))
