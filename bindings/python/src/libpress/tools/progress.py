"""How far a file was read: where that takes longer than a second, in one line of the terminal."""

from __future__ import annotations

import sys
from time import monotonic
from typing import Protocol


class Read(Protocol):
    """What is read."""

    @property
    def size(self) -> int: ...

    @property
    def read(self) -> int: ...


class Progress:
    def __init__(self, read: Read) -> None:
        self._read, self._began, self._shown = read, monotonic(), 0.0
        self._is_drawn = False
        self._is_seen = sys.stderr.isatty()

    def show(self, readings: int) -> None:
        """Draws it again, at most ten times a second."""
        now = monotonic()
        took = now - self._began
        if not self._is_seen or took < 1 or now - self._shown < 0.1:
            return
        self._shown, self._is_drawn = now, True
        sys.stderr.write(f"\r{words(self._read.read, self._read.size, readings, took)}\x1b[K")
        sys.stderr.flush()

    def wipe(self) -> None:
        if self._is_drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._is_drawn = False


def words(read: int, size: int, readings: int, took: float) -> str:
    """`43 %  [########            ]  1,210,000 readings a second, 12 s left`."""
    rate = f"{readings / took:,.0f} readings a second"
    if not size:
        return f"{readings:,} readings, {rate}"
    part = min(read / size, 1.0)
    left = took / part * (1 - part) if part else 0.0
    return f"{part:4.0%}  [{'#' * int(20 * part):<20}]  {rate}, {left:.0f} s left"


def put(lines: list[bytes]) -> None:
    """Prints lines, and forgets them."""
    if lines:
        sys.stdout.write(b"\n".join(lines).decode() + "\n")
        lines.clear()
