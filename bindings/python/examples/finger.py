"""The mouse as a finger that feels force, for the samples colors and board."""

from __future__ import annotations

import contextlib

from terminal import DOWN, LEFT, RIGHT, UP, Input, Kind

from libpress import Engine, PressError, Sample

COLUMN, LINE = 8, 16  # the size of a cell, points
WAYS = {UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}


class Finger:
    """The button touches with 1 N; the wheel touches with half a newton for each step, up and down again."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_down = False
        self.has_wheel = False
        """Its force is that of the wheel, and holding still does not raise it."""
        self.steps = self.column = self.line = 0

    def take(self, taken: Input, column: int, line: int, now_us: int) -> bool:
        """Takes what the mouse does, and the keys + and - as a wheel at `column`, `line`; arrows move a finger that such keys
        have put down. Returns whether the input was one for the finger."""
        if taken.kind is Kind.KEY:
            return self.take_key(taken.key, column, line, now_us)
        if taken.kind is Kind.DOWN and self.is_down:  # a click ends the touch of the wheel
            self.lift(now_us)
        elif taken.kind is Kind.DOWN:
            self.touch(False, taken.column, taken.line, now_us)
        elif taken.kind is Kind.MOVE and self.is_down:
            self.move(taken.column, taken.line, now_us)
        elif taken.kind is Kind.UP and self.is_down and not self.has_wheel:
            self.lift(now_us)
        elif taken.kind in (Kind.HARDER, Kind.SOFTER):
            self.turn(1 if taken.kind is Kind.HARDER else -1, taken.column, taken.line, now_us)
        return taken.kind not in (Kind.NONE, Kind.END)

    def take_key(self, key: str, column: int, line: int, now_us: int) -> bool:
        if key in ("+", "-"):
            self.turn(1 if key == "+" else -1, column, line, now_us)
            return True
        if not self.is_down or key not in WAYS:
            return False
        right, down = WAYS[key]
        self.move(self.column + right, self.line + down, now_us)
        return True

    def cancel(self, now_us: int) -> bool:
        """Cancels what the finger does, and lifts it. Returns False where it is not down."""
        if not self.is_down:
            return False
        with contextlib.suppress(PressError):  # where nothing became of it, there is nothing to cancel
            self.engine.release()
        self.lift(now_us)
        return True

    @property
    def force(self) -> float:
        return (self.steps + (0 if self.has_wheel else 2)) / 2

    def feed(self, force: float, now_us: int) -> None:
        """In the middle of its cell."""
        x, y = self.column * COLUMN + COLUMN // 2, self.line * LINE + LINE // 2
        self.engine.feed(Sample(now_us, force, x, y, has_force=self.has_wheel))

    def touch(self, has_wheel: bool, column: int, line: int, now_us: int) -> None:
        self.is_down, self.has_wheel, self.steps = True, has_wheel, int(has_wheel)
        self.column, self.line = column, line
        self.feed(self.force, now_us)

    def move(self, column: int, line: int, now_us: int) -> None:
        self.column, self.line = max(column, 0), max(line, 0)
        self.feed(self.force, now_us)

    def turn(self, by: int, column: int, line: int, now_us: int) -> None:
        if not self.is_down and by > 0:
            self.touch(True, column, line, now_us)
        elif self.is_down:
            self.steps = min(max(self.steps + by, 0), 10)
            if self.force:
                self.feed(self.force, now_us)
            else:
                self.lift(now_us)

    def lift(self, now_us: int) -> None:
        self.feed(0, now_us)
        self.is_down = False
