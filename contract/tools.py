"""What the command `libpress` of the Python package takes from documents: the keys of pressd's config, from the tables of
docs/pressd (keys.py reads them), and the findings of its checks, from the table of docs/tools/findings.md below the mark

    <!-- findings -->

A row is: its name, the check that it belongs to, the result, the limit, the exit code of `fail`, what was found, what to do.
Words in braces are filled in.
The library and pressd have the same findings.

The keys of the config of `libpress bridge` stand in the tables of docs/bridges, below marks as in docs/pressd. Their cell
`unit` may also be `A..B or none`, or `numbers A..B`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from . import keys, names
from .model import Contract, ContractError
from .pages import pages

MARK = "<!-- findings -->\n"
MOST = 130
KIND = "PRESS_FINDING_"
RESULTS = ("ok", "warn", "fail")


@dataclass(frozen=True)
class Finding:
    name: str
    check: str
    result: str
    limit: float | None
    code: int
    found: str
    advice: str


def findings(path: Path) -> list[Finding]:
    rows = keys.cells(re.match(r"(?:\|.*\n)*", path.read_text().partition(MARK)[2])[0])[2:]
    found = [finding(path, *row) for row in rows]
    if not found or len({one.name for one in found}) != len(found):
        raise ContractError(f"{path.name}: no table of findings, or two rows of one name")
    return found


def finding(path: Path, name: str, check: str, result: str, limit: str, code: str, found: str, advice: str) -> Finding:
    if result not in RESULTS or (result == "fail") != bool(code) or bool(advice) != (result != "ok"):
        raise ContractError(f"{path.name}: {name}: the result is ok, warn or fail; fail has a code, ok has nothing to do")
    number = re.match(r"[\d.]+", limit)
    name, least = name.strip("`"), float(number[0]) if number else None
    return Finding(name, check, result, least, int(code or 0), plain(found), plain(advice))


def plain(text: str) -> str:
    return text.replace("`", "")


class BridgeSection(keys.Section):
    """A section of the config of `libpress bridge`: pressd does not read it."""

    def read(self, key: keys.Key, base: str) -> None:
        if span := re.fullmatch(r"(\d+)\.\.(\d+) or none", key.unit):
            key.form, key.accepted = f".orNone({span[1]}, {span[2]})", f"{span[1]} to {span[2]}, or none"
        elif span := re.fullmatch(r"numbers (\d+)\.\.(\d+)", key.unit):
            key.form, key.accepted = f".numbers({span[1]}, {span[2]})", f"numbers from {span[1]} to {span[2]}, or none"
        elif key.unit == "a key":
            key.form, key.accepted = ".text(1, 79)", "none, a key (key_enter), or keys with + (key_leftctrl+key_c)"
        else:
            super().read(key, base)


def bridge_keys(contract: Contract, path: Path) -> str:
    """The sections of the config of `libpress bridge`."""
    lines = [
        '"""Written by `make contract` from the tables of docs/bridges: the config of `libpress bridge`."""\n',
        "from typing import Any\n",
        "KEYS: dict[str, dict[str, tuple[tuple[Any, ...], str, str]]] = {",
    ]
    for page in pages(path):
        text = page.read_text()
        for mark in keys.MARK.finditer(text):
            section = BridgeSection(contract, mark, keys.Place(page, text.count("\n", 0, mark.start()) + 1))
            lines.append(f'    "{section.name}": {{')
            for key in section.keys:
                lines += entry(key.name, (form(key), key.default, key.accepted), 8)
            lines.append("    },")
    return "\n".join([*lines, "}", '"""By section and key its form, its default as the table has it, and what it accepts."""\n'])


def form(key: keys.Key) -> tuple[object, ...]:
    """What the Swift of a key says, as a tuple: the kind, then numbers or words."""
    kind, rest = re.fullmatch(r"\.(\w+)(?:\((.*)\))?", key.form).groups()
    if words := re.search(r'Words\("(.*?)"\)', rest or ""):
        first = re.search(r"first: (\d+)", rest)
        return kind, tuple(words[1].split(",")), int(first[1]) if first else 0
    if kind == "special":
        return kind, rest.removeprefix(".")
    rest = (rest or "").replace("Int32.min", str(-(1 << 31))).replace("Int32.max", str((1 << 31) - 1))
    return kind, *(int(number) for number in re.findall(r"-?\d+", re.sub(r"\.\w+", "", rest))), *("true" in rest,) * (kind == "bit")


def entry(name: str, values: tuple[object, ...], indent: int) -> list[str]:
    """In one line, where that is short enough."""
    space = " " * indent
    whole = f'{space}"{name}": ({", ".join(map(quoted, values))}),'
    if len(whole) <= MOST:
        return [whole]
    return [f'{space}"{name}": (', *(f"{space}    {quoted(value)}," for value in values), f"{space}),"]


def quoted(value: object) -> str:
    """As Python writes it, with double quotes."""
    if isinstance(value, tuple):
        return f"({', '.join(map(quoted, value))}{',' * (len(value) == 1)})"
    if not isinstance(value, str):
        return repr(value)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def swift_findings(contract: Contract, path: Path) -> str:
    """For the library, whose header numbers them: a new one has the next number, wherever it stands in the table."""
    found = findings(path)
    kinds = contract.enum(f"{KIND}BUS_OPENS")
    number = {one.name: one.value for one in kinds.members}
    if number.keys() != {KIND + one.name.upper() for one in found} or sorted(number.values()) != list(range(1, len(found) + 1)):
        raise kinds.place.error(f"the findings are not those of {path.name}, numbered from 1 on")
    case = {one.name: names.camel(one.name) for one in found}

    def switch(head: str, value: Callable[[Finding], str]) -> list[str]:
        return [f"  var {head} {{", "    switch self {", *(f"    case .{case[one.name]}: {value(one)}" for one in found), "    }", "  }\n"]

    return "\n".join(
        [
            "// Written by `make contract` from the table of docs/tools/findings.md.\n",
            "/// What a check can find.\nenum Finding: UInt8 {",
            f"  case {', '.join(f'{case[one.name]} = {number[KIND + one.name.upper()]}' for one in found)}\n",
            "  enum Result: UInt8 {\n    case ok, warn, fail\n",
            '    var name: StaticString {\n      switch self {\n      case .ok: "ok"\n      case .warn: "warn"\n      case .fail: "fail"\n      }\n    }\n  }\n',
            *switch("name: StaticString", lambda one: quoted(one.name)),
            *switch("check: StaticString", lambda one: quoted(one.check)),
            *switch("result: Result", lambda one: f".{one.result}"),
            "  /// In 1/65536.",
            *switch("limit: Int32", lambda one: str(round((one.limit or 0) * 65536))),
            "  /// The exit code.",
            *switch("code: Int32", lambda one: str(one.code)),
            *switch("found: StaticString", lambda one: quoted(one.found)),
            *switch("advice: StaticString", lambda one: quoted(one.advice)),
            "}\n",
        ]
    )
