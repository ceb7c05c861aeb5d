"""A mat live in the terminal: the force of each cell as a shade, its contacts, what lies on it in all, and lines that are faulty."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from rich.text import Text

from ..errors import PressError
from ..grid import Grid
from .problem import BAD_DATA, USAGE, Problem, cannot_read
from .screen import Screen

DRAW_S = 0.05
_SHADES = " ░▒▓█"
_PLAIN = " .:*#"


def grid_of(size: str, settings: tuple[str, ...]) -> Grid:
    """A grid of COLUMNSxROWS with settings KEY=VALUE, as the arguments of Grid. Raises Problem, which names the wrong one."""
    found = re.fullmatch(r"(\d+)x(\d+)", size)
    if found is None:
        raise Problem(USAGE, f"--mat {size}: it must be columns x rows, such as 16x16")
    given: dict[str, Any] = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals:
            raise Problem(USAGE, f"--with {setting}: it must be KEY=VALUE, such as circuit=dividers or join=20")
        given[key.strip()] = _value(text.strip())
    try:
        return Grid(int(found[1]), int(found[2]), **({"gain": 0.01} | given))
    except (PressError, OverflowError, TypeError, ValueError) as problem:
        raise Problem(USAGE, f"--mat {size}: {problem}") from None


def _value(text: str) -> Any:
    if text in ("yes", "true", "no", "false"):
        return text in ("yes", "true")
    parts = [float(part) if re.search(r"[.e]", part) else int(part) for part in text.split(",") if re.fullmatch(r"-?[\d.]+(e-?\d+)?", part)]
    if len(parts) != text.count(",") + 1:
        return text
    return parts[0] if len(parts) == 1 else tuple(parts)


def frames(path: str, count: int, rate: float | None) -> Iterator[tuple[int, list[int]]]:
    """Each line of a file or of a serial port with the codes of all cells. What is no frame is passed over; raises Problem where none is.

    Times are those at which lines come; of a file, `rate` frames a second (25).
    """
    is_file = Path(path).is_file()
    taken = 0
    t = 0
    try:
        with open(path, encoding="ascii", errors="replace") as lines:
            for line in lines:
                codes = [int(code) for code in re.findall(r"-?\d+", line)]
                if len(codes) != count:
                    continue
                taken += 1
                if is_file:
                    t += round(1e6 / (rate or 25))
                    time.sleep(1 / (rate or 25))
                else:
                    t = max(t + 1, time.monotonic_ns() // 1000)
                yield t, codes
    except OSError as problem:
        raise cannot_read(path, problem) from None
    if not taken:
        raise Problem(BAD_DATA, f"{path}: no line has {count} numbers, one for each cell")


def rows_of(grid: Grid, most: float, *, is_unicode: bool) -> list[Text]:
    """Two characters a cell, the highest force of all so far as the darkest; a contact has its number on its place."""
    shades = _SHADES if is_unicode else _PLAIN
    at = {}
    for contact in grid.contacts:
        column, row = grid.cell_at(contact.x, contact.y)
        at[column, row] = f"{contact.contact:<2}"
    rows = []
    lines: Any = grid.map.tolist()
    for row, forces in enumerate(lines):
        text = Text()
        for column, force in enumerate(forces):
            shade = shades[min(len(shades) - 1, int(force / most * (len(shades) - 1) + 0.999))] if force > 0 else "·" if is_unicode else "-"
            text.append(*((at[column, row], "bold reverse") if (column, row) in at else (shade * 2, "cyan")))
        rows.append(text)
    return rows


def lines_of(grid: Grid, most: float, *, is_unicode: bool) -> list[Text]:
    load = grid.load()
    words = [f"{load.force:8.1f} N at {load.x:.1f}, {load.y:.1f}", f"highest cell {load.peak:.1f} N", f"{len(grid.contacts)} contacts"]
    faults = [
        Text(f"{name.replace('_', ' ')}: {', '.join(map(str, found))}", style="bold red")
        for name in type(grid.lines).__slots__
        if (found := getattr(grid.lines, name))
    ]
    contacts = [
        Text(f"{one.contact:>3}: {one.force:8.1f} N at {one.x:.1f}, {one.y:.1f}{'  saturated' if one.saturated else ''}", style="dim")
        for one in grid.contacts
    ]
    return [Text("   ".join(words)), *rows_of(grid, most, is_unicode=is_unicode), *faults, *contacts]


def start(grid: Grid, path: str, rate: float | None, duration_us: int | None) -> None:
    """Until q, or the end of the file. Raises Problem: there is no terminal, or no frame."""
    screen = Screen("monitor")
    message = "t learns the zero, q quits"
    most, drawn, first = 1.0, 0.0, None
    with screen, suppress(EOFError):
        for t_us, codes in frames(path, grid.columns * grid.rows, rate):
            first = t_us if first is None else first
            grid.feed(t_us, codes)
            most = max(most, grid.load().peak)
            if time.monotonic() - drawn < DRAW_S:
                continue
            drawn = time.monotonic()
            for key in screen.typed():
                if key == "q":
                    return
                if key == "t":
                    message = _tare(grid)
            screen.draw([*lines_of(grid, most, is_unicode=screen.is_unicode), Text(), Text(message, style="bold")])
            if duration_us is not None and t_us - first >= duration_us:
                return


def _tare(grid: Grid) -> str:
    try:
        grid.tare(force=True)
    except PressError as problem:
        return str(problem)
    return "the zero is learnt again, with what lies there"
