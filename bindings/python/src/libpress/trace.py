"""Recordings of readings: what `pressd --record` writes, and CSV files of codes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .errors import InvalidError
from .pad import Frame

_FIRST = "# libpress trace "
_FIELDS = "a line is TIME,PRESENT,FAILED, a code and perhaps a time for each sensor, all of them whole numbers"


@dataclass(frozen=True, slots=True)
class Trace:
    """Frames in order of time."""

    frames: tuple[Frame, ...]
    sensors: int
    full_scale: tuple[int, ...] = ()
    """Of each sensor; empty: the file does not say."""
    end_us: int = 0
    """How long the recording ran; 0: to its last frame."""

    @classmethod
    def load(cls, path: str | os.PathLike[str], rate: float | None = None, columns: Sequence[int] = (0,)) -> Trace:
        """Reads a file. A CSV, with whole numbers and a heading or none, requires `rate`, its rows a second, and the `columns`
        of the sensors, from 0.

        Raises InvalidError, which names file and line; OSError.
        """
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = [(number, line.strip()) for number, line in enumerate(file, 1) if line.strip()]
        number = lines[0][0] if lines else 1
        reader: _Recorded | _Plain
        try:
            if not lines:
                raise ValueError("the file is empty")
            if lines[0][1].startswith(_FIRST):
                count, scales = _header(lines[0][1])
                reader = _Recorded(count)
            elif rate is None:
                raise ValueError("a CSV does not say how many rows a second it has: give rate=")
            else:
                count, scales, reader = len(columns), (), _Plain(rate, columns, lines[0][1])
            frames = []
            for number, line in lines:  # noqa: B007
                if (frame := reader.frame(line)) is not None:
                    frames.append(frame)
        except ValueError as wrong:
            raise InvalidError(f"{os.fspath(path)}:{number}: {wrong}") from None
        if not frames:
            raise InvalidError(f"{os.fspath(path)}: there is not one reading in it")
        return cls(tuple(frames), count, scales, reader.end_us)


def _header(line: str) -> tuple[int, tuple[int, ...]]:
    version, *words = line.removeprefix(_FIRST).split()
    values = dict(word.split("=", 1) for word in words if "=" in word)
    if version != "1":
        raise ValueError("a trace of another version; this package reads version 1")
    count = int(values.get("sensors", "0")) if values.get("sensors", "").isdigit() else 0
    if not 1 <= count <= 8:
        raise ValueError("sensors= requires 1 to 8")
    scales = tuple(_numbers(values.get("full_scale", "").split(","), "full_scale= requires one code per sensor, with commas"))
    if len(scales) != count:
        raise ValueError("full_scale= requires one code per sensor, with commas")
    return count, scales


def _numbers(words: Iterable[str], otherwise: str) -> Iterator[int]:
    for word in words:
        try:
            yield int(word)
        except ValueError:
            raise ValueError(otherwise) from None


class _Recorded:
    """t_us,present,failed,code0[,code1..][,before0[,before1..]]"""

    def __init__(self, count: int) -> None:
        self.end_us, self._count, self._last = 0, count, -1

    def frame(self, line: str) -> Frame | None:
        if line.startswith("#"):
            if line.startswith("# end "):
                self.end_us = next(_numbers([line[6:]], "`# end` requires a time in microseconds"))
            return None
        n = self._count
        found = list(_numbers(line.split(","), _FIELDS))
        if len(found) not in (3 + n, 3 + 2 * n):
            raise ValueError(f"{len(found)} fields, not 3 and a code, or a code and a time, for each of {n} sensors")
        t_us, present, failed = found[:3]
        if t_us <= self._last:
            raise ValueError("the time is not later than in the frame before")
        if present & failed or (present | failed) >> n or min(found[:3]) < 0:
            raise ValueError("the second and third field are the bits of the sensors that were read, and of those that failed")
        self._last = t_us
        codes = tuple(code if present >> i & 1 else None for i, code in enumerate(found[3 : 3 + n]))
        return Frame(t_us, codes, frozenset(i for i in range(n) if failed >> i & 1), tuple(found[3 + n :]))


class _Plain:
    """Columns of codes."""

    end_us = 0

    def __init__(self, rate: float, columns: Sequence[int], first: str) -> None:
        if not 0 < rate <= 1_000_000:
            raise ValueError(f"rate={rate}: rows a second, above 0")
        self._rate, self._columns, self._count = rate, columns, 0
        self._heading: str | None = first if any(letter.isalpha() or letter in '"_' for letter in first) else None

    def frame(self, line: str) -> Frame | None:
        if line.startswith("#") or line == self._heading:
            self._heading = None
            return None
        fields = line.split(",")
        if max(self._columns) >= len(fields):
            raise ValueError(f"{len(fields)} columns, but column {max(self._columns)} was asked for (the first is 0)")
        codes = tuple(_numbers((fields[column] for column in self._columns), "not a whole number in the column of the sensor"))
        self._count += 1
        return Frame(int((self._count - 1) * 1_000_000 // self._rate), codes)
