"""Traces as the command reads and writes them; their lines are those of trace.py of the package."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from copy import deepcopy
from types import TracebackType
from typing import Any

from .. import trace as lines
from .._slow import too_short
from ..errors import InvalidError
from ..files import create_file
from ..pad import Frame
from ..trace import ABOUT, MARK
from .config import Config, refuse_to_destroy
from .lines import plain
from .problem import BAD_DATA, CANNOT_CREATE, CONFIG, USAGE, Problem, cannot_read, cannot_write


class Trace(lines.TraceFile):
    """The frames of a file: what `record` or pressd wrote, or a table of another program."""

    hand = None
    live = False

    def __init__(self, path: str | os.PathLike[str], config: Config, rate: float | None = None, **asked: Any) -> None:
        """`asked`: column, time, unit, invert and supply, as the options have them. Raises Problem."""
        self.config = config
        """That which reads the frames: of a table in newtons, or that falls under a load, with other sensors."""
        self._is_said = False
        self._pad, self._engine = config.raw(("pad", 0)), config.raw(("engine", 0))
        sensors = config.sensors()
        given = [config.column(index) for index in range(len(sensors))]
        columns = columns_of(asked.get("column"), len(sensors))
        is_by_channel = columns is None and any(config.is_given(("sensor", n), "channel") for n in range(len(sensors)))
        if is_by_channel:
            columns = list(given)
        invert = asked.get("invert")
        if invert is None and any(config.is_given(("sensor", n), "pull_up") for n in range(len(sensors))):
            invert = False
        supply = asked.get("supply")
        try:
            super().__init__(
                path, rate, columns, [sensor.circuit.full_scale for sensor in sensors], default=given, is_by_channel=is_by_channel, time=asked.get("time"),
                unit=asked.get("unit"), invert=invert, supply=None if supply is None else float(supply),
            )  # fmt: skip
        except OSError as problem:
            raise cannot_read(path, problem) from problem
        except InvalidError as wrong:
            raise self._problem(wrong) from None
        if self.table is not None and (settings := self.table.codes.settings()):
            self.config = deepcopy(config)
            for n in range(len(sensors)):
                for key, text in settings.items():
                    self.config.set(("sensor", n), key, text)
            self.config.verify(converters=False)
        elif self.table is None and (named := [name for name in ("time", "unit") if asked.get(name)]):
            raise Problem(USAGE, f"--{named[0]}: a trace of pressd says that itself")

    def said(self) -> str:
        """What was taken of a table; "": it is a trace."""
        return "" if self.table is None else f"{self.name}: {self.table.said(self._rate)}"

    def losses(self) -> str:
        """What was lost of a table, once all was read."""
        words = "" if self.table is None else self.table.losses()
        return words and f"{self.name}: {words}"

    def _problem(self, wrong: InvalidError) -> Problem:
        return Problem(USAGE if getattr(wrong, "unclear", False) else BAD_DATA, str(wrong))

    def blocks(self) -> Iterator[tuple[lines.Note | None, Any]]:
        """Many frames at once, from the first to the last. What was taken, and lost, goes to stderr. Raises Problem, which names the line."""
        try:
            for found in super().blocks():
                self._say(self.said())
                yield found
        except InvalidError as wrong:
            raise self._problem(wrong) from None
        except OSError as problem:
            raise cannot_read(self.name, problem) from problem
        if losses := self.losses():
            print(f"libpress: {plain(losses)}", file=sys.stderr, flush=True)

    def _say(self, words: str) -> None:
        if words and not self._is_said:
            print(f"libpress: {plain(words)}", file=sys.stderr, flush=True)
        self._is_said = True

    def row_rate(self) -> float:
        rate = self._rate
        if rate is None:
            raise Problem(USAGE, f"--rate is missing: {self.name} has no times, and so requires the rows a second, 1 to 3300")
        if wrong := too_short(self._pad, self._engine, rate, "{section}.{key}"):
            raise Problem(CONFIG, f"--rate {rate:g}: {wrong} (us)")
        return rate


def columns_of(text: str | None, count: int) -> list[int | str] | None:
    """What --column says: numbers or names, with commas. Raises Problem."""
    if text is None:
        return None
    words = [word.strip() for word in text.split(",")] if count > 1 else [text.strip()]
    if len(words) != count:
        raise Problem(USAGE, f"--column {text}: the config has {count} sensors, so it takes {count} columns, with commas")
    return [int(word) if word.isascii() and word.isdigit() else word for word in words]


class Recording:
    """Writes frames to a new file. Its end is written when the block is left, whatever ends it."""

    def __init__(self, path: str | os.PathLike[str], config: Config, reads: Iterable[str | os.PathLike[str] | None], force: bool):
        """Raises Problem: the file is one of those that are read, or is there already (not with `force`)."""
        self.path = os.fspath(path)
        refuse_to_destroy(path, reads)
        if os.path.exists(path) and not force and os.path.isfile(path):
            raise Problem(CANNOT_CREATE, f"{self.path}: this file is there already; take another name, or --force to replace it")
        self._count = config.count("sensor")
        self.frames = self._end = 0
        try:
            self._file = open(create_file(path), "w", encoding="utf-8")  # noqa: SIM115
            self._file.write(lines.header(sensor.circuit.full_scale for sensor in config.sensors()))
        except OSError as problem:
            raise cannot_write(path, problem) from problem

    def write(self, frame: Frame) -> None:
        self.frames += 1
        self._end = frame.t_us
        try:
            self._file.write(lines.line(frame, self._count))
        except OSError as problem:
            raise cannot_write(self.path, problem) from problem

    def mark(self, t_us: int, text: str) -> None:
        """A comment that says what was at a time; `text` is one line."""
        try:
            self._file.write(f"{MARK}{t_us} {text}\n")
        except OSError as problem:
            raise cannot_write(self.path, problem) from problem

    def about(self, key: str, value: str) -> None:
        """A comment that says something of the whole; both are one line, the key a word."""
        try:
            self._file.write(f"{ABOUT}{key} {value}\n")
        except OSError as problem:
            raise cannot_write(self.path, problem) from problem

    def end(self, t_us: int) -> None:
        """To which time the recording runs, where that is later than its last frame."""
        self._end = max(self._end, t_us)

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            self._file.write(f"# end {self._end}\n")
            self._file.close()
        except OSError as problem:
            if kind is None:
                raise cannot_write(self.path, problem) from problem
