"""The screen of the samples colors and board: cells, and how they reach a terminal or a file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import Enum

DIM, BOLD, REVERSE = 1, 2, 4  # styles
LEAST_COLUMNS, LEAST_LINES = 40, 12
LEVELS = 0.25, 0.5, 0.85  # of the meter: preview, commit, completed
Cell = tuple[str, int, int]  # character, style, one of 256 colours or 0


class Mode(Enum):
    """How the cells are printed."""

    TEXT = 0  # as lines of text
    PLAIN = 1  # on a terminal without colours
    COLORS = 2


class Screen:
    def __init__(self, mode: Mode, columns: int, lines: int) -> None:
        self.mode = mode
        self.resize(columns, lines)

    def resize(self, columns: int, lines: int) -> None:
        """Takes a size; what is printed next is the whole screen."""
        self.columns, self.lines = columns, lines
        self.shown: list[list[Cell]] = []
        self.clear()

    # Drawing

    def put(self, column: int, line: int, style: int, tint: int, text: str) -> int:
        """Writes text from a cell to the right, cut off at the edges. Returns the column behind the text."""
        for at, character in enumerate(text, column):
            if 0 <= at < self.columns and 0 <= line < self.lines:
                self.cells[line][at] = character, style, tint
        return column + len(text)

    def fill(self, column: int, line: int, count: int, style: int, tint: int, character: str) -> None:
        if count > 0:
            self.put(column, line, style, tint, character * count)

    def clear(self) -> None:
        """Removes everything; writes rules below the first line and above the last one."""
        self.cells = [[(" ", 0, 0)] * self.columns for _ in range(self.lines)]
        self.fill(0, 1, self.columns, DIM, 0, "─")
        self.fill(0, self.lines - 2, self.columns, DIM, 0, "─")

    def status(self, pressure: float, force: float, words: str) -> None:
        """A meter of a pressure and a force on the last line, and words behind it."""
        length, line = self.columns // 5, self.lines - 1
        tenths = int(force * 10)
        self.fill(1, line, length, DIM, 0, "·")
        for level in LEVELS:
            self.put(1 + int(level * length), line, 0, 0, "│")
        for place in range(length):
            if pressure * length > place:
                self.put(1 + place, line, 0, 26, "█")
        self.put(2 + length, line, 0, 0, f"{tenths // 10}.{tenths % 10} N")
        self.put(8 + length, line, DIM, 0, words)

    def box(self, texts: Sequence[str]) -> None:
        """A box in the middle, with one line of text each."""
        inside, count = max(map(len, texts)), len(texts)
        left, top = (self.columns - inside - 4) // 2, (self.lines - count - 2) // 2
        self.put(left, top, 0, 0, f"╭{'─' * (inside + 2)}╮")
        for line, text in enumerate(texts, top + 1):
            self.put(left, line, 0, 0, f"│ {text:{inside}} │")
        self.put(left, top + count + 1, 0, 0, f"╰{'─' * (inside + 2)}╯")

    # Printing

    def show(self, t_us: int) -> None:
        """Prints what has changed since the call before; `t_us` heads the lines of Mode.TEXT."""
        if self.cells == self.shown:
            return
        if self.mode is Mode.TEXT:
            rows = ["".join(cell[0] for cell in row).rstrip(" ") for row in self.cells]
            printed = "\n".join([f"{t_us // 1_000_000}.{t_us // 10_000 % 100:02} s", *rows]) + "\n\n"
        else:
            before = self.shown or [[]] * self.lines
            rows = [f"\x1b[{i};1H{self.line(row)}" for i, row in enumerate(self.cells, 1) if row != before[i - 1]]
            printed = "".join(rows)
        self.shown = [row.copy() for row in self.cells]
        sys.stdout.buffer.write(printed.encode())
        sys.stdout.buffer.flush()

    def line(self, row: list[Cell]) -> str:
        text, look = "", (-1, -1)
        for character, style, tint in row:
            if (style, tint) != look:
                look = style, tint
                codes = ["0", *(str(code) for bit, code in ((DIM, 2), (BOLD, 1), (REVERSE, 7)) if style & bit)]
                if tint and self.mode is Mode.COLORS:
                    codes.append(f"38;5;{tint}")
                text += f"\x1b[{';'.join(codes)}m"
            text += character
        return text + "\x1b[0m"
