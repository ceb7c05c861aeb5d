"""What people call things, from words.txt, as Python, pressd and the search of the site take it.

A row is: names, what Python says, what pressd says, words of the documents. A column may be empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .model import ContractError

PATH = Path(__file__).with_name("words.txt")


@dataclass(frozen=True)
class Row:
    names: tuple[str, ...]
    python: str
    config: str
    documents: str
    heading: str
    """Of the page; "": it is not there."""


def rows() -> list[Row]:
    found: list[Row] = []
    seen: set[tuple[str, bool]] = set()
    heading = ""
    for number, line in enumerate(PATH.read_text().splitlines(), 1):
        if line.startswith("##"):
            heading = line.removeprefix("##").strip()
        if not line or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) != 4 or not cells[0] or not any(cells[1:]):
            raise ContractError(f"{PATH.name}:{number}: a row has four columns, names and an answer")
        row = Row(tuple(cells[0].split()), *cells[1:], heading)
        if twice := seen & {(one, bool(heading)) for one in row.names}:
            raise ContractError(f"{PATH.name}:{number}: {min(twice)[0]} is in a row before")
        seen |= {(one, bool(heading)) for one in row.names}
        found.append(row)
    return found


def python() -> str:
    said = sorted((name, row.python) for row in rows() if row.python for name in row.names)
    keys = sorted((name, row.config) for row in rows() if row.config for name in row.names)
    return "\n".join(
        [
            '"""What other libraries call something, and what to write here, written by `make contract` from contract/words.txt."""\n',
            "WORDS: dict[str, str] = {",
            *(f"    {_quoted(name)}: {_quoted(words)}," for name, words in said),
            "}",
            "KEYS: dict[str, str] = {",
            *(f"    {_quoted(name)}: {_quoted(words)}," for name, words in keys),
            "}",
            '"""The same of keys of a config."""\n',
        ]
    )


PAGE = """\
# What other libraries call it: names, arguments and keys

The left column has names of gpiozero, Arduino, and libraries of Adafruit, SparkFun and HX711. Python and `pressd` answer them with the words of
the other columns: `sensor.max_force`, `ForceSensor(max_force=10)`, `--set engine.max_force=10` and `--max_force 10`. In Python `f` is your
function. `make contract` writes this page from `contract/words.txt`.
"""


def page() -> str:
    parts = [PAGE]
    heading = ""
    for row in rows():
        if not row.heading or not (row.python or row.config):
            continue
        if row.heading != heading:
            heading = row.heading
            parts.append(f"\n## {heading}\n\n| elsewhere | Python | `pressd` |\n|---|---|---|\n")
        parts.append(f"| {', '.join(f'`{name}`' for name in row.names)} | {row.python} | {row.config} |\n")
    return "".join(parts)


def _quoted(text: str) -> str:
    return f"'{text}'" if '"' in text else f'"{text}"'


def swift() -> str:
    said = [row for row in rows() if row.config]
    lines = [
        "// Written by `make contract` from contract/words.txt.\n",
        "import PressSetup\n",
        "/// What other programs call something, and what to write here.",
        "enum Called {",
        "  /// nil: no other name of something.",
        "  static func answer(_ name: Slice) -> StaticString? {",
    ]
    for row in said:
        escaped = row.config.replace("\\", "\\\\").replace('"', '\\"')
        lines += [f'    if Words("{",".join(row.names)}").index(of: name) != nil {{', f'      return "{escaped}"', "    }"]
    return "\n".join([*lines, "    return nil", "  }", "}\n"])


def javascript() -> str:
    meant = {name.lower(): row.documents for row in rows() if row.documents for name in row.names if "_" in name or not row.heading}
    return "\n".join(
        [
            "// Written by `make contract` from contract/words.txt: what people call things, and the words that the documents have for them.",
            "// Tests/site/words.txt says where each must lead.",
            "const MEANT = {",
            *(f'  {name}: "{words}",' for name, words in sorted(meant.items())),
            "};\n",
        ]
    )
