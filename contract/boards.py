"""Boards that are sold with a converter, from the table of docs/hardware/boards.md below the mark

    <!-- boards -->

A row is: its name in configs, as it is sold, the model, its address, where codes end (`supply`, `range_mv`, or the volts of an input), its
pull-ups, who says so. The key `board` of docs/pressd/config.md has the same names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from . import keys, names
from .model import ContractError

MARK = "<!-- boards -->\n"


@dataclass(frozen=True)
class Board:
    name: str
    sold: str
    model: str
    address: int
    ends_mv: int
    """0: where those of the model do."""


def boards(path: Path) -> list[Board]:
    rows = keys.cells(re.match(r"(?:\|.*\n)*", path.read_text().partition(MARK)[2])[0])[2:]
    found = [_board(path, *row) for row in rows]
    if not found or len({one.name for one in found}) != len(found):
        raise ContractError(f"{path.name}: no table of boards, or two rows of one name")
    return found


def _board(path: Path, name: str, sold: str, model: str, address: str, ends: str, *_pull_ups_and_source: str) -> Board:
    volts = re.fullmatch(r"([\d.]+) V", ends)
    if not volts and ends not in ("supply", "`range_mv`"):
        raise ContractError(f"{path.name}: {name}: codes end at the supply, at range_mv, or at some volts")
    return Board(name.strip("`"), sold, model.strip("`"), int(address, 16), round(float(volts[1]) * 1000) if volts else 0)


def swift(path: Path) -> str:
    found = boards(path)

    def switch(head: str, value: str, of: dict[str, str]) -> list[str]:
        rows = [f"    case .{names.camel(name.replace('-', '_'))}: {said}" for name, said in of.items()]
        return [f"  var {head} {{", "    switch self {", *rows, f"    default: {value}", "    }", "  }"]

    return "\n".join(
        [
            "// Written by `make contract` from the table of docs/hardware/boards.md.\n",
            "extension ConverterBoard {",
            *switch("model: ConverterModel?", "nil", {one.name: f".{one.model}" for one in found}),
            "",
            *switch("address: UInt8?", "nil", {one.name: f"0x{one.address:02X}" for one in found}),
            "",
            "  /// What an input has where codes end; 0: as the model says.",
            *switch("endMillivolts: Int32", "0", {one.name: str(one.ends_mv) for one in found if one.ends_mv}),
            "}\n",
        ]
    )


def swift_table(path: Path) -> str:
    """What a check names boards from."""
    found = boards(path)

    def words(name: str, of: list[str]) -> str:
        return f'  static var {name}: Words {{ Words("{",".join(of)}") }}'

    return "\n".join(
        [
            "// Written by `make contract` from the table of docs/hardware/boards.md.\n",
            "import PressSetup\n",
            "/// Boards that are sold, in the order of their table.",
            "enum BoardTable {",
            words("names", [one.name for one in found]),
            words("models", [one.model for one in found]),
            f'  static var addresses: Words {{ Words("{",".join(str(one.address) for one in found)}") }}',
            "}\n",
        ]
    )


def python(path: Path) -> str:
    rows = [f'    "{one.name}": ("{one.model.upper()}", 0x{one.address:02x}, {one.ends_mv}),' for one in boards(path)]
    return "\n".join(
        [
            '"""Written by `make contract` from the table of docs/hardware/boards.md: boards that are sold with a converter."""\n',
            "BOARDS: dict[str, tuple[str, int, int]] = {",
            *rows,
            "}",
            '"""By name the model, the address, and the millivolts of an input where codes end; 0: as the model says."""\n',
        ]
    )
