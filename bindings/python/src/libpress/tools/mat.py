"""A mat live in the terminal: the force of each cell as a shade, its contacts, what lies on it in all, and lines that are faulty."""

from __future__ import annotations

import os
import re
import select
import stat
import textwrap
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

try:
    import tty
except ImportError:  # a system without; its screens cannot be drawn on either
    tty = None  # type: ignore[assignment]

from rich.text import Text

from ..errors import PressError
from ..grid import Grid
from .problem import BAD_DATA, USAGE, Problem, cannot_read
from .screen import Screen

DRAW_S = 0.05
_SHADES = " ░▒▓█"
_PLAIN = " .:*#"
_NUMBERS = "0123456789abcdefghijklmnopqrstuv"
"""Of contacts, where a place has one character."""


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
        given[key.strip()] = value = _value(text.strip())
        if isinstance(value, str) and key.strip() != "circuit":
            raise Problem(USAGE, f"--with {setting}: it must be a number, two as 20,110, yes or no")
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


def frames(path: str, grid: Grid, rate: float | None) -> Iterator[tuple[int, list[int]] | str]:
    """Each line of a file or of a serial port with the codes of all cells, with its time; of others what is wrong, and "" while nothing comes.

    Times are those at which lines come; of a file, `rate` frames a second (25). Raises Problem: no line was a frame.
    """
    wrong = ""
    taken = 0
    t = 0
    try:
        for line, is_file in _lines(path):
            found = line if isinstance(line, str) else _codes(line, grid.columns, grid.rows)
            if isinstance(found, str):
                wrong = found or wrong
                yield found
                continue
            taken += 1
            if is_file:
                t += round(1e6 / (rate or 25))
                time.sleep(1 / (rate or 25))
            else:
                t = max(t + 1, time.monotonic_ns() // 1000)
            yield t, found
    except OSError as problem:
        raise cannot_read(path, problem) from None
    if not taken:
        count = grid.columns * grid.rows
        raise Problem(BAD_DATA, f"{path}: no line has {count} whole numbers, one for each cell{f'; {wrong}' if wrong else ''}")


def _lines(path: str) -> Iterator[tuple[bytes | str, bool]]:
    """Each line and whether it is of a file; "" while none comes."""
    mode = os.stat(path).st_mode
    is_file = stat.S_ISREG(mode)
    # A serial port may wait for a carrier that never comes.
    file = os.open(path, os.O_RDONLY | (os.O_NONBLOCK | os.O_NOCTTY if stat.S_ISCHR(mode) else 0))
    try:
        if os.isatty(file):
            tty.setraw(file)  # else lines have 4,095 characters at most, and are echoed
        rest = b""
        while True:
            if not is_file and not select.select([file], [], [], DRAW_S)[0]:
                yield "", is_file
                continue
            data = os.read(file, 65536)
            *whole, rest = (rest + data).split(b"\n")
            for line in whole if data else [rest]:
                yield line, is_file
            if not data:
                return
    finally:
        os.close(file)


def _codes(line: bytes, columns: int, rows: int) -> list[int] | str:
    numbers = re.findall(rb"-?\d+(?:\.\d+)?", line)
    if any(b"." in number for number in numbers):
        return "a line has numbers that are not whole: codes are"
    if len(numbers) == columns * rows:
        return [int(number) for number in numbers]
    return f"a line has {len(numbers)} numbers, not {columns} x {rows} = {columns * rows}" if numbers else ""


def map_of(grid: Grid, most: float, width: int, height: int, *, is_unicode: bool) -> tuple[list[Text], int]:
    """A character or two a cell, `most` newtons as the darkest; a contact has its number on its place.

    Returns how many cells along and across one place stands for, too: of a mat that is larger than the screen its highest.
    """
    shades = _SHADES if is_unicode else _PLAIN
    factor, wide = next(
        (factor, wide)
        for factor in range(1, 33)
        for wide in (2, 1)
        if -(-grid.columns // factor) * wide <= width and (-(-grid.rows // factor) <= height or factor == 32)
    )
    at = {}
    for contact in grid.contacts:
        column, row = grid.cell_at(contact.x, contact.y)
        at[column // factor, row // factor] = f"{contact.contact:<2}" if wide == 2 else _NUMBERS[contact.contact % 32]
    forces: Any = grid.map.tolist()
    lines = []
    for row in range(0, grid.rows, factor):
        text = Text()
        for column in range(0, grid.columns, factor):
            force = max(max(cells[column : column + factor]) for cells in forces[row : row + factor])
            shade = shades[min(len(shades) - 1, int(force / most * (len(shades) - 1) + 0.999))] if force > 0 else "·" if is_unicode else "-"
            place = column // factor, row // factor
            text.append(*((at[place], "bold reverse") if place in at else (shade * wide, "cyan")))
        lines.append(text)
    return lines, factor


def faults_of(grid: Grid) -> list[str]:
    """What is wrong with its rows and columns, and which are saturated."""
    lines = grid.lines
    return [f"{name.replace('_', ' ')}: {', '.join(map(str, found))}" for name in type(lines).__slots__ if (found := getattr(lines, name))]


def lines_of(grid: Grid, most: float, message: str, width: int, height: int, *, is_unicode: bool) -> list[Text]:
    load = grid.load()
    contacts = grid.contacts
    head = [
        f"{load.force:.1f} N at {load.x:.1f}, {load.y:.1f}",
        f"highest cell {load.peak:.1f} N",
        f"{len(contacts)} contact{'s' * (len(contacts) != 1)}",
    ]
    below = [Text(line, style="bold red") for fault in faults_of(grid) for line in textwrap.wrap(fault, width)]
    last = [Text(line, style="bold") for line in textwrap.wrap(message, width)[:3]]
    factor = 1
    while True:
        above = _joined([*head, *([f"each place is {factor} x {factor} cells"] if factor > 1 else [])], width)
        cells, needed = map_of(grid, most, width, height - len(above) - len(below) - len(last), is_unicode=is_unicode)
        if needed <= factor:
            break
        factor = needed
    listed = [
        Text(f"{one.contact:>3}: {one.force:8.1f} N at {one.x:.1f}, {one.y:.1f}{'  saturated' if one.saturated else ''}", style="dim")
        for one in contacts
    ]
    rows = [*above, *cells, *below, *listed][: height - len(last)]
    return [*rows, *[Text()] * (height - len(last) - len(rows)), *last]


def _joined(words: list[str], width: int) -> list[Text]:
    """Joins words to lines, as many on a line as fit."""
    lines = [words[0]]
    for word in words[1:]:
        joined = f"{lines[-1]}   {word}"
        lines[-1:] = [joined] if len(joined) <= width else [lines[-1], word]
    return [Text(line) for line in lines]


class Mat:
    """A grid with what comes for it, and what to say of that."""

    def __init__(self, grid: Grid, path: str, rate: float | None) -> None:
        self.grid, self.path, self.rate = grid, path, rate
        self.lock = threading.Lock()
        """Held while a frame is taken, not while one is waited for."""
        self.message = f"no line has come from {path} yet"
        self.most = 1.0
        """Newtons of the highest cell so far."""
        self._came = 0.0
        """When the last frame came."""

    def frames(self) -> Iterator[tuple[int, list[int]] | str]:
        """Fed one by one, and given back; "" and what is wrong with a line as well. Raises Problem."""
        for one in frames(self.path, self.grid, self.rate):
            with self.lock:
                self._take(one)
            yield one
        self.message = f"{self.path} has ended"

    def _take(self, one: tuple[int, list[int]] | str) -> None:
        now = time.monotonic()
        if not isinstance(one, str):
            self.grid.feed(*one)
            self.most = max(self.most, self.grid.load().peak)
            if not self._came or self.message.startswith("nothing came"):
                self.message = ""
            self._came = now
        elif one:
            self.message = one
        elif self._came and now - self._came >= 1:
            self.message = f"nothing came from {self.path} for {now - self._came:.0f} s"

    def tare(self) -> str:
        """What it says is the message, too."""
        try:
            self.grid.tare(force=True)
            self.message = "the zero is learnt again, with what lies there"
        except PressError as problem:
            self.message = str(problem)
        return self.message


def mat_of(size: str | None, path: str | None, settings: tuple[str, ...], rate: float | None) -> Mat | None:
    """What the options --mat, --frames, --with and --rate ask for; None: no mat. Raises Problem."""
    if size is None and path is None and not settings:
        return None
    if size is None or path is None:
        raise Problem(USAGE, "a mat requires both --mat COLUMNSxROWS and --frames FILE")
    return Mat(grid_of(size, settings), path, rate)


def start(mat: Mat, duration_us: int | None) -> None:
    """Until q. Raises Problem: there is no terminal, or no frame."""
    screen = Screen("monitor")
    drawn, first = 0.0, None

    def turn() -> bool:
        """Keys, then the screen, if it is time. @return false: quit."""
        nonlocal drawn
        if time.monotonic() - drawn < DRAW_S:
            return True
        drawn = time.monotonic()
        for key in screen.typed():
            if key == "q":
                return False
            if key == "t":
                mat.tare()
        message = f"{mat.message or 't learns the zero'}; q quits"
        screen.draw(lines_of(mat.grid, mat.most, message, *screen.size, is_unicode=screen.is_unicode))
        return True

    with screen, suppress(EOFError):
        for one in mat.frames():
            if not turn():
                return
            if duration_us is not None and not isinstance(one, str):
                first = one[0] if first is None else first
                if one[0] - first >= duration_us:
                    return
        while turn():
            time.sleep(DRAW_S)
