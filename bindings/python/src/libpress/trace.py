"""Recordings of readings: what `pressd --record` writes, and CSV files of codes."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO, TextIOWrapper
from operator import index as as_index
from typing import Any, TextIO

from ._config_values import unsigned
from .errors import InvalidError
from .pad import Frame

FIRST = "# libpress trace "
"""How the first line begins."""
MARK = "# mark "
"""How the comment begins that marks a time."""
ABOUT = "# about "
"""How the comment begins that says something of the whole recording."""


@dataclass(slots=True)
class Note:
    """What goes before a frame."""

    slept_us: int | None = None
    """The board slept; then this is when the frame of that time was due."""
    references: dict[int, int | None] = field(default_factory=dict)
    """What the reference of a converter, from 0, read; None: it failed."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Frames in order of time."""

    frames: tuple[Frame, ...]
    sensors: int
    full_scale: tuple[int, ...] = ()
    """Of each sensor; empty: the file does not say."""
    end_us: int = 0
    """How long the recording ran; 0: to its last frame."""
    notes: Mapping[int, Note] = field(default_factory=dict)
    """By the number of the frame that they go before, from 0."""
    marks: tuple[tuple[int, str], ...] = ()
    """Times in us and words, as who recorded marked them."""
    about: Mapping[str, str] = field(default_factory=dict)
    """What the recording says of itself: sensor, rate, licence."""

    def __repr__(self) -> str:
        """Short: a recording has thousands of frames."""
        last = max(self.end_us, self.frames[-1].t_us if self.frames else 0)
        return f"<Trace: {len(self.frames)} frames of {self.sensors} sensor{'s' * (self.sensors != 1)}, {last / 1e6:.3f} s>"

    @classmethod
    def load(cls, path: str | os.PathLike[str], rate: float | None = None, columns: Sequence[int | str] = (0,)) -> Trace:
        """Reads a file. A CSV, with whole numbers and a heading or none, requires `rate`, its rows a second, and the `columns`
        of the sensors: numbers from 0, or names of the heading.

        Raises InvalidError, which names file and line; OSError.
        """
        with TraceFile(path, rate, columns) as file:
            frames = tuple(file.frames())
        if not frames:
            raise InvalidError(f"{file.name}: there is not one reading in it")
        return cls(frames, file.sensors, file.full_scale, file.end_us, file.notes, tuple(file.marks), file.about)


class TraceFile:
    """Reads a trace line by line. What is wrong is said as pressd says it."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        rate: float | None = None,
        columns: Sequence[int | str] = (0,),
        scales: Sequence[int] | None = None,
        data: bytes | None = None,
        may_be_empty: bool = False,
    ) -> None:
        """`rate` and `columns` are those of a CSV. `scales`: the full scale of each sensor of the config that reads it.
        `data`: what the file holds, where it was read before; then `path` is only its name. `may_be_empty`: no reading in it is
        no error.

        Raises InvalidError, OSError.
        """
        self.name = os.fspath(path)
        asked: list[Any] = list(columns) if isinstance(columns, Iterable) and not isinstance(columns, str | bytes) else [columns]
        if not asked:
            raise InvalidError("columns: there must be at least one, of each sensor the number or the name")
        self.sensors = len(asked)
        self.full_scale: tuple[int, ...] = ()
        self.end_us = 0
        """To which the recording ran, once all frames were read; 0: unknown."""
        self.notes: dict[int, Note] = {}
        """What goes before which frame, once all were read."""
        self.marks: list[tuple[int, str]] = []
        self.about: dict[str, str] = {}
        """Those of `Trace`, once all were read."""
        self._count = 0
        self._rate, self._scales = rate, scales
        self._asked = asked
        self._columns: list[int] | None = None
        """Of a CSV, once its first line was read."""
        self._heading: list[str] | None = None
        self._may_be_empty = may_be_empty
        self._is_trace = self._has_end = False
        self._last = -1
        if data is None:
            self._file: TextIO = open(path, encoding="utf-8", errors="surrogateescape", newline="\n")  # noqa: SIM115
        else:
            self._file = TextIOWrapper(BytesIO(data), "utf-8", "surrogateescape", "\n")

    def frames(self) -> Iterator[Frame]:
        """From the first to the last. Raises InvalidError, which names the line; OSError."""
        number = index = 0
        started = False
        try:
            if self._last >= 0:  # once more
                self._file.seek(0)
                self._is_trace, self._has_end, self._last, self._count = False, False, -1, 0
                self.notes.clear()
                self.marks.clear()
            for number, raw in enumerate(self._file, 1):  # noqa: B007
                line = (raw.removeprefix("\ufeff") if number == 1 else raw).strip()
                if self._is_trace and not raw.endswith("\n"):
                    raise ValueError("the line is cut: the recording ended in the middle of it")
                if not line:
                    continue
                first, started = not started, True
                if line.startswith("#"):
                    self._comment(line, first)
                elif self._is_trace:
                    frame = self._recorded(line)
                    self._count += 1
                    yield frame
                elif first and re.search(r'[A-Za-z"_]', line):
                    self._heading = [name.strip() for name in next(csv.reader([line], skipinitialspace=True))]
                    self._columns = self._chosen(self._heading)
                else:
                    yield self._plain(line, index)
                    index += 1
            if not started:
                number = 1
                raise ValueError("the file is empty")
            if not (self._count or index or self._has_end or self._may_be_empty):
                number += 1
                raise ValueError("there is not one reading in it")
        except InvalidError:
            raise
        except (ValueError, csv.Error) as wrong:
            raise InvalidError(f"{self.name}:{number}: {wrong}") from None

    def row_rate(self) -> float:
        """The rows a second of a CSV. Raises ValueError: it is not given, or does not fit."""
        if self._rate is None:
            raise ValueError("a CSV does not say how many rows a second it has: give rate=")
        if not 0 < self._rate <= 1_000_000:
            raise ValueError(f"rate={self._rate}: rows a second, above 0")
        return self._rate

    def _comment(self, line: str, first: bool) -> None:
        if first and line.startswith(FIRST):
            if self._scales is None and self._asked != [0]:
                raise ValueError(f"column={self._asked[0]!r}: a trace of pressd has no columns to choose from")
            self._header(line.removeprefix(FIRST).split())
            self._is_trace = True
        elif self._is_trace and line.startswith("# end "):
            end = unsigned(line[6:])
            if end is None or end < self._last:
                raise ValueError('"# end" requires a time that is not before the last frame')
            self.end_us, self._has_end = end, True
        elif self._is_trace and line.startswith(MARK):
            at, _, text = line.removeprefix(MARK).partition(" ")
            if (t_us := unsigned(at)) is not None:
                self.marks.append((t_us, text.strip()))
        elif self._is_trace and line.startswith(ABOUT):
            key, _, value = line.removeprefix(ABOUT).partition(" ")
            self.about[key] = value.strip()
        elif self._is_trace and line.startswith("# slept "):
            slept = unsigned(line[8:])
            if slept is None or slept < self._last:
                raise ValueError('"# slept" requires a time that is not before the last frame')
            self.notes.setdefault(self._count, Note()).slept_us = slept
        elif self._is_trace and line.startswith("# supply "):
            number, _, text = line[9:].partition(" ")
            code = -1 if text == "-1" else unsigned(text)
            if number not in ("0", "1") or code is None:
                raise ValueError('"# supply" requires the number of a converter, 0 or 1, and a code, or -1')
            self.notes.setdefault(self._count, Note()).references[int(number)] = None if code < 0 else code

    def _header(self, words: list[str]) -> None:
        if words[:1] != ["1"]:
            raise ValueError("a trace of another version; this program reads version 1")
        values = dict(word.partition("=")[::2] for word in words[1:])
        if "sensors" not in values:
            raise ValueError("sensors= is missing")
        count = unsigned(values["sensors"])
        if count is None or count > 8 or (not count and self._scales is None):
            raise ValueError("sensors= requires 1 to 8")
        if self._scales is not None and count != len(self._scales):
            raise ValueError("recorded with another number of sensors than the config has [sensor] sections")
        self.sensors = count
        if "full_scale" not in values:
            return
        codes = [code for word in values["full_scale"].split(",") if (code := unsigned(word)) is not None]
        if len(codes) != values["full_scale"].count(",") + 1 or len(codes) < count:
            raise ValueError("full_scale= requires one code per sensor, with commas")
        self.full_scale = tuple(codes[:count])
        if self._scales is not None and self.full_scale != tuple(self._scales):
            raise ValueError(
                "recorded with another full_scale than the config has; use the config it was recorded with, or --set "
                "sensor.full_scale=CODE as in this line"
            )

    def _recorded(self, line: str) -> Frame:
        """t_us,present,failed,code0[,code1..][,before0[,before1..]]"""
        count = self.sensors
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
        rate = self.row_rate()
        fields = line.split(",")
        codes = []
        if self._columns is None:
            self._columns = self._chosen(fields)
        for column in self._columns:
            if column >= len(fields):
                raise ValueError(self._missing(column, fields))
            code = _code(fields[column].strip())
            if code is None:
                raise ValueError("not a whole number in the column of the sensor")
            codes.append(code)
        self._last = int(index * 1_000_000 // rate)
        return Frame(self._last, tuple(codes))

    def _chosen(self, fields: Sequence[str]) -> list[int]:
        """The numbers of the columns that were asked for. Raises ValueError, which lists those that there are."""
        return [self._number(asked, fields) for asked in self._asked]

    def _number(self, asked: Any, fields: Sequence[str]) -> int:
        if isinstance(asked, str):
            found = [number for number, name in enumerate(self._heading or ()) if name == asked.strip()]
            if len(found) == 1:
                return found[0]
            raise ValueError(f"{self._missing(asked, fields)}{'; several are called so: give a number' if found else ''}")
        try:
            number = -1 if isinstance(asked, bool) else as_index(asked)
        except TypeError:
            number = -1
        if not 0 <= number < len(fields):
            raise ValueError(self._missing(asked, fields))
        return number

    def _missing(self, asked: Any, fields: Sequence[str]) -> str:
        if self._scales is not None:
            return "fewer columns than sensor.channel asks for (the first column is channel 0)"
        names = self._heading if self._heading is not None else [""] * len(fields)
        there = ", ".join(f"{number} {name!r}" if name else str(number) for number, name in enumerate(names))
        return f"column={asked!r}: it must be the number of a column, or its name in the heading; there are {there}"

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def __enter__(self) -> TraceFile:
        return self

    def __exit__(self, *ending: object) -> None:
        self.close()


def _code(text: str) -> int | None:
    code = unsigned(text.removeprefix("-"))
    if code is None:
        return None
    code = -code if text.startswith("-") else code
    return code if -(1 << 31) <= code < 1 << 31 else None


def header(scales: Iterable[int]) -> str:
    """The first lines of a trace of sensors with these full scales."""
    codes = [str(code) for code in scales]
    return f"{FIRST}1 sensors={len(codes)} full_scale={','.join(codes)}\n# t_us,present,failed,code0,...,before0,...\n"


def line(frame: Frame, sensors: int) -> str:
    """A frame of so many sensors as a line of a trace."""
    present = sum(1 << n for n, code in enumerate(frame.codes) if code is not None)
    failed = sum(1 << n for n in frame.failed)
    fields = [frame.t_us, present, failed, *(code or 0 for code in frame.codes)]
    if any(frame.before_us):
        fields += frame.before_us[:sensors]
    return ",".join(map(str, fields)) + "\n"
