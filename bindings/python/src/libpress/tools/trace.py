"""Traces as the command reads and writes them; their lines are those of trace.py of the package."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from types import TracebackType

from .. import trace as lines
from .._slow import too_short
from ..errors import InvalidError
from ..files import create_file
from ..pad import Frame
from ..trace import ABOUT, MARK
from .config import Config, refuse_to_destroy
from .problem import BAD_DATA, CANNOT_CREATE, CONFIG, USAGE, Problem, cannot_read, cannot_write


class Trace(lines.TraceFile):
    """The frames of a file: what `record` or pressd wrote, or a CSV with a column of codes per sensor, at `rate`."""

    hand = None
    live = False

    def __init__(self, path: str | os.PathLike[str], config: Config, rate: int | None = None) -> None:
        """Raises Problem."""
        self._pad, self._engine = config.raw(("pad", 0)), config.raw(("engine", 0))
        sensors = config.sensors()
        columns = [config.column(index) for index in range(len(sensors))]
        try:
            super().__init__(path, rate, columns, [sensor.circuit.full_scale for sensor in sensors])
        except OSError as problem:
            raise cannot_read(path, problem) from problem

    def frames(self) -> Iterator[Frame]:
        """From the first to the last. Raises Problem, which names the line."""
        try:
            yield from super().frames()
        except InvalidError as wrong:
            raise Problem(BAD_DATA, str(wrong)) from None
        except OSError as problem:
            raise cannot_read(self.name, problem) from problem

    def row_rate(self) -> float:
        rate = self._rate
        if rate is None:
            raise Problem(USAGE, "--rate is missing: a CSV without times requires the frames per second, 1 to 3300")
        if wrong := too_short(self._pad, self._engine, rate, "{section}.{key}"):
            raise Problem(CONFIG, f"--rate {rate}: {wrong} (us)")
        return rate


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
