"""Traces as pressd writes and reads them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from types import TracebackType

from ..pad import Frame
from .config import Config
from .problem import BAD_DATA, CANNOT_CREATE, CONFIG, USAGE, Problem, cannot_read, cannot_write
from .values import unsigned

_FIRST = "# libpress trace "


class Trace:
    """The frames of a file: what `record` or pressd wrote, or a CSV with a column of codes per sensor, at `rate`."""

    hand = None
    live = False

    def __init__(self, path: str | os.PathLike[str], config: Config, rate: int | None = None) -> None:
        self.name = os.fspath(path)
        self.end_us = 0
        """To which the recording ran, once all frames were read; 0: unknown."""
        self._circuits = [sensor.circuit for sensor in config.sensors()]
        self._columns = [config.wire(index)[1] for index in range(len(self._circuits))]
        self._rate = rate
        self._stale_us = config.raw(("pad", 0)).stale_after_us
        self._ours = False
        self._last = -1
        try:
            self._file = open(path, encoding="utf-8", errors="surrogateescape", newline="\n")  # noqa: SIM115
        except OSError as problem:
            raise cannot_read(path, problem) from problem

    def frames(self) -> Iterator[Frame]:
        """From the first to the last. Raises Problem, which names the line."""
        number = index = 0
        started = False
        try:
            if self._last >= 0:  # once more
                self._file.seek(0)
                self._ours, self._last = False, -1
            for number, raw in enumerate(self._file, 1):  # noqa: B007
                line = raw.strip()
                if not line:
                    continue
                first, started = not started, True
                if line.startswith("#"):
                    self._comment(line, first)
                elif self._ours:
                    yield self._recorded(line)
                elif not (first and re.search(r'[A-Za-z"_]', line)):
                    yield self._plain(line, index)
                    index += 1
            if not started:
                number = 1
                raise ValueError("the file is empty")
        except ValueError as wrong:
            raise Problem(BAD_DATA, f"{self.name}:{number}: {wrong}") from None
        except OSError as problem:
            raise cannot_read(self.name, problem) from problem

    def _comment(self, line: str, first: bool) -> None:
        if first and line.startswith(_FIRST):
            self._header(line.removeprefix(_FIRST).split())
            self._ours = True
        elif self._ours and line.startswith("# end "):
            end = unsigned(line[6:])
            if end is None or end < self._last:
                raise ValueError('"# end" requires a time that is not before the last frame')
            self.end_us = end

    def _header(self, words: list[str]) -> None:
        if words[:1] != ["1"]:
            raise ValueError("a trace of another version; this program reads version 1")
        values = dict(word.partition("=")[::2] for word in words[1:])
        if "sensors" not in values:
            raise ValueError("sensors= is missing")
        count = unsigned(values["sensors"])
        if count is None or count > 8:
            raise ValueError("sensors= requires 1 to 8")
        if count != len(self._circuits):
            raise ValueError("recorded with another number of sensors than the config has [sensor] sections")
        if "full_scale" in values:
            codes = [unsigned(word) for word in values["full_scale"].split(",")]
            if None in codes or len(codes) < count:
                raise ValueError("full_scale= requires one code per sensor, with commas")
            if any(code != circuit.full_scale for code, circuit in zip(codes, self._circuits, strict=False)):
                raise ValueError(
                    "recorded with another full_scale than the config has; use the config it was recorded with, or --set "
                    "sensor.full_scale=CODE as in this line"
                )

    def _recorded(self, line: str) -> Frame:
        """t_us,present,failed,code0[,code1..][,before0[,before1..]]"""
        count = len(self._circuits)
        fields = [field.strip() for field in line.split(",")]
        t_us = unsigned(fields[0])
        if t_us is None:
            raise ValueError("field 1 must be the time in microseconds")
        bits = []
        for number, what in ((1, "were read"), (2, "failed")):
            found = unsigned(fields[number]) if len(fields) > number else None
            if found is None or found >> count:
                raise ValueError(f"field {number + 1} must be the bits of the sensors that {what}, no more than the config has")
            bits.append(found)
        present, failed = bits
        if present & failed:
            raise ValueError("a sensor cannot both be read and have failed")
        codes = [_code(field) for field in fields[3 : 3 + count]]
        if len(codes) < count or None in codes:
            raise ValueError("there must be one whole number per sensor after the third field")
        times = [unsigned(field) for field in fields[3 + count : 3 + 2 * count]]
        if len(fields) > 3 + count and (None in times or len(times) < count):
            raise ValueError("after the codes there must be nothing, or one time in microseconds per sensor")
        if len(fields) > 3 + 2 * count:
            raise ValueError("more fields than time, present, failed, one code and one time per sensor")
        if t_us <= self._last:
            raise ValueError("the time is not later than in the frame before")
        self._last = t_us
        read = tuple(code if present >> n & 1 else None for n, code in enumerate(codes))
        lost = frozenset(n for n in range(count) if failed >> n & 1)
        return Frame(t_us, read, lost, tuple(time or 0 for time in times))

    def _plain(self, line: str, index: int) -> Frame:
        if self._rate is None:
            raise Problem(USAGE, "--rate is missing: a CSV without times requires the frames per second, 1 to 3300")
        if self._stale_us and self._stale_us * self._rate <= 1_000_000:
            raise Problem(
                CONFIG,
                f"pad.stale_after_us is {self._stale_us} us, but at --rate {self._rate} a frame comes only every "
                f"{1_000_000 // self._rate} us: use --rate from {1_000_000 // self._stale_us + 1}, a longer "
                "pad.stale_after_us, or 0 (never)",
            )
        fields = line.split(",")
        codes = []
        for column in self._columns:
            if column >= len(fields):
                raise ValueError("fewer columns than sensor.channel asks for (the first column is channel 0)")
            code = _code(fields[column].strip())
            if code is None:
                raise ValueError("not a whole number in the column of the sensor")
            codes.append(code)
        self._last = index * 1_000_000 // self._rate
        return Frame(self._last, tuple(codes))

    def close(self) -> None:
        self._file.close()


def _code(text: str) -> int | None:
    code = unsigned(text.removeprefix("-"))
    if code is None:
        return None
    code = -code if text.startswith("-") else code
    return code if -(1 << 31) <= code < 1 << 31 else None


class Recording:
    """Writes frames to a new file. Its end is written when the block is left, whatever ends it."""

    def __init__(self, path: str | os.PathLike[str], config: Config, reads: Iterable[str | os.PathLike[str] | None], force: bool):
        """Raises Problem: the file is one of those that are read, or is there already (not with `force`)."""
        self.path = os.fspath(path)
        for other in reads:
            if other is not None and os.path.exists(other) and os.path.exists(path) and os.path.samefile(path, other):
                raise Problem(CANNOT_CREATE, f"{self.path}: this file is what is read; a recording would destroy it")
        if os.path.exists(path) and not force and os.path.isfile(path):
            raise Problem(CANNOT_CREATE, f"{self.path}: this file is there already; take another name, or --force to replace it")
        self._count = config.count("sensor")
        self.frames = self._end = 0
        scales = ",".join(str(sensor.circuit.full_scale) for sensor in config.sensors())
        try:
            self._file = open(path, "w", encoding="ascii")  # noqa: SIM115
            self._file.write(f"{_FIRST}1 sensors={self._count} full_scale={scales}\n")
            self._file.write("# t_us,present,failed,code0,...,before0,...\n")
        except OSError as problem:
            raise cannot_write(path, problem) from problem

    def write(self, frame: Frame) -> None:
        present = sum(1 << n for n, code in enumerate(frame.codes) if code is not None)
        failed = sum(1 << n for n in frame.failed)
        fields = [frame.t_us, present, failed, *(code or 0 for code in frame.codes)]
        if any(frame.before_us):
            fields += frame.before_us[: self._count]
        self.frames += 1
        self._end = frame.t_us
        self._write(",".join(map(str, fields)) + "\n")

    def end(self, t_us: int) -> None:
        """To which time the recording runs, where that is later than its last frame."""
        self._end = max(self._end, t_us)

    def _write(self, text: str) -> None:
        try:
            self._file.write(text)
        except OSError as problem:
            raise cannot_write(self.path, problem) from problem

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            self._file.write(f"# end {self._end}\n")
            self._file.close()
        except OSError as problem:
            if kind is None:
                raise cannot_write(self.path, problem) from problem
