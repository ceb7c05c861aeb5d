"""Recordings of readings: what `pressd --record` writes, and tables of other programs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from . import types
from ._config_values import unsigned
from ._described import described
from ._rows import Asked, At, Table
from ._tables import Text
from .errors import InvalidError
from .pad import Frame

FIRST = "# libpress trace "
"""How the first line begins."""
MARK = "# mark "
"""How the comment begins that marks a time."""
ABOUT = "# about "
"""How the comment begins that says something of the whole recording."""


@described
@dataclass(slots=True)
class Note:
    """What goes before a frame."""

    slept_us: int | None = None
    """The board slept; then this is when the frame of that time was due."""
    references: dict[int, int | None] = field(default_factory=dict)
    """What the reference of a converter, from 0, read; None: it failed."""


@described
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
    def load(
        cls, path: str | os.PathLike[str], rate: float | None = None, columns: Sequence[int | str] | int | str | None = None, **asked: Any
    ) -> Trace:
        """Reads a file: a trace, or any text of rows. `rate`, its rows a second, is for one without times; `columns` are those of the sensors,
        numbers from 0 or names of the heading, where they are not found. `time`, `unit`, `invert`, `supply`: as `ForceSensor.replay`.

        Raises InvalidError, which names file and line; OSError.
        """
        with TraceFile(path, rate, columns, **asked) as file:
            return cls.of(file)

    @classmethod
    def of(cls, file: TraceFile) -> Trace:
        """All of a file. Raises as `load`."""
        frames = tuple(file.frames())
        if not frames:
            raise InvalidError(f"{file.name}: there is not one reading in it")
        return cls(frames, file.sensors, file.full_scale, file.end_us, file.notes, tuple(file.marks), file.about)


class TraceFile:
    """Reads a trace, or a table: any text of rows with a column for each sensor. What is wrong is said as pressd says it."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        rate: float | None = None,
        columns: Sequence[int | str] | int | str | None = None,
        scales: Sequence[int] | None = None,
        data: bytes | None = None,
        may_be_empty: bool = False,
        *,
        default: Sequence[int] = (0,),
        is_by_channel: bool = False,
        time: str | None = None,
        unit: str | None = None,
        invert: bool | None = None,
        supply: float | None = None,
    ) -> None:
        """`scales`: the full scale of each sensor of the config that reads it. `data`: what the file holds, where it was read before; then
        `path` is only its name. `may_be_empty`: no reading in it is no error. All else is of a table: `rate` where it has no times, the
        `columns` of the sensors (None: they are found), `default` those of a config that does not say, `is_by_channel`: they are its channels, and what else `Asked` has.

        Raises InvalidError, OSError.
        """
        self.name = os.fspath(path)
        asked: list[Any] | None = None
        if columns is not None:
            asked = list(columns) if isinstance(columns, Iterable) and not isinstance(columns, str | bytes) else [columns]
            if not asked:
                raise InvalidError("columns: there must be at least one, of each sensor the number or the name")
        self.sensors = len(asked) if asked is not None else len(scales) if scales is not None else 1
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
        self._may_be_empty = may_be_empty
        self._has_end = False
        self._last = -1
        self._text = Text(path, data)
        self._is_trace = self._text.head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(FIRST.encode())
        self.table: Table | None = None
        """What it is where it is no trace."""
        if not self._is_trace:
            try:
                self.table = Table(self.name, self._text, Asked(asked, default, self.sensors, time, unit, invert, is_by_channel, supply, rate))
            except At as wrong:
                self._text.close()
                raise self._wrong(wrong) from None
            self.table.codes.scales = scales or ()

    @property
    def size(self) -> int:
        """Bytes; 0: nobody knows."""
        return self._text.size

    @property
    def read(self) -> int:
        """Bytes that were read."""
        return self._text.read

    def frames(self) -> Iterator[Frame]:
        """From the first to the last. Raises InvalidError, which names the line; OSError."""
        for _, block in self.blocks():
            yield from block if isinstance(block, list) else _frames_of(block, self.sensors)

    def blocks(self) -> Iterator[tuple[Note | None, Any]]:
        """Many frames at once, and what goes before them: an array of FRAME_DTYPE, or, without numpy, a list. Raises as `frames`."""
        self._has_end, self._last, self._count = False, -1, 0
        self.notes.clear()
        self.marks.clear()
        try:
            if self.table is not None:
                yield from self._rows(self.table)
            else:
                yield from self._recordings()
        except At as wrong:
            raise self._wrong(wrong) from None

    def _wrong(self, wrong: At) -> InvalidError:
        found = InvalidError(f"{self.name}:{wrong.line}: {wrong}")
        found.unclear = wrong.unclear  # type: ignore[attr-defined]
        return found

    def _rows(self, table: Table) -> Iterator[tuple[Note | None, Any]]:
        if table.choice.time is None:
            try:
                rate = self.row_rate()
            except ValueError as wrong:
                raise At(1, str(wrong)) from None
            table.asked = replace(table.asked, rate=rate)
        table.begin()
        for t_us, codes, _ in table.parts():
            block = _block_of(t_us, codes)
            if len(block):
                self._count += len(block)
                self._last = block[-1].t_us if isinstance(block, list) else int(block["t_us"][-1])
                yield None, block
        if not self._count and not self._may_be_empty:
            raise At(table.layout.start + 1, "there is not one reading in it")

    def _recordings(self) -> Iterator[tuple[Note | None, Any]]:
        line = 1
        for block in self._text.blocks():
            if line == 1:
                block = block.removeprefix(b"\xef\xbb\xbf")
            end = block.rfind(b"\n") + 1
            for part in _segments(block[:end]):
                if part.startswith(b"#"):
                    self._at(line, self._comment, part.decode("utf-8", "surrogateescape").strip())
                    line += 1
                    continue
                note = self.notes.get(self._count)
                found = quick_frames(part, self.sensors, self._last)
                if found is None:
                    found, line = self._each(part, line)
                else:
                    line += len(found)
                    self._last = int(found["t_us"][-1])
                if len(found):
                    self._count += len(found)
                    yield note, found
            if end < len(block):
                raise At(line, "the line is cut: the recording ended in the middle of it")
        if (note := self.notes.get(self._count)) is not None:  # after the last frame
            yield note, []
        if not (self._count or self._has_end or self._may_be_empty):
            raise At(line, "there is not one reading in it")

    def _at(self, line: int, function: Callable[[str], Any], text: str) -> Any:
        try:
            return function(text)
        except ValueError as wrong:
            raise At(line, str(wrong)) from None

    def _each(self, part: bytes, line: int) -> tuple[list[Frame], int]:
        found = []
        for raw in part.decode("utf-8", "surrogateescape").split("\n")[:-1]:
            if text := raw.strip():
                if text.startswith("#"):
                    self._at(line, self._comment, text)
                else:
                    found.append(self._at(line, self._recorded, text))
            line += 1
        return found, line

    def row_rate(self) -> float:
        """The rows a second of a CSV. Raises ValueError: it is not given, or does not fit."""
        if self._rate is None:
            raise ValueError("a CSV does not say how many rows a second it has: give rate=")
        if not 0 < self._rate <= 1_000_000:
            raise ValueError(f"rate={self._rate}: rows a second, above 0")
        return self._rate

    def _comment(self, line: str) -> None:
        if line.startswith(FIRST) and not self._count and not self.full_scale:
            if self._scales is None and self._asked not in (None, [0]):
                assert self._asked
                raise ValueError(f"column={self._asked[0]!r}: a trace of pressd has no columns to choose from")
            self._header(line.removeprefix(FIRST).split())
        elif line.startswith("# end "):
            end = unsigned(line[6:])
            if end is None or end < self._last:
                raise ValueError('"# end" requires a time that is not before the last frame')
            self.end_us, self._has_end = end, True
        elif line.startswith(MARK):
            at, _, text = line.removeprefix(MARK).partition(" ")
            if (t_us := unsigned(at)) is not None:
                self.marks.append((t_us, text.strip()))
        elif line.startswith(ABOUT):
            key, _, value = line.removeprefix(ABOUT).partition(" ")
            self.about[key] = value.strip()
        elif line.startswith("# slept "):
            slept = unsigned(line[8:])
            if slept is None or slept < self._last:
                raise ValueError('"# slept" requires a time that is not before the last frame')
            self.notes.setdefault(self._count, Note()).slept_us = slept
        elif line.startswith("# supply "):
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
        return Frame(t_us, read, lost, tuple(time or 0 for time in times) if any(times) else ())

    def close(self) -> None:
        """Closes the file."""
        self._text.close()

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


def _segments(block: bytes) -> Iterator[bytes]:
    """Lines that begin with #, each alone, and what stands between them."""
    at = 0
    while at < len(block):
        if block[at : at + 1] == b"#":
            end = block.find(b"\n", at) + 1 or len(block)
        else:
            end = block.find(b"\n#", at) + 1 or len(block)
        yield block[at:end]
        at = end


def quick_frames(part: bytes, sensors: int, last: int) -> Any:
    """Lines of frames as an array of FRAME_DTYPE; None: there is no numpy, or something is not as pressd writes it."""
    try:
        import numpy as np
    except ImportError:
        return None
    if not part or part.translate(None, b"0123456789,-\n"):
        return None
    first = part.find(b"\n")
    width = part.count(b",", 0, first) + 1
    raw = np.frombuffer(part, np.uint8)
    ends = np.flatnonzero(raw == 10)
    if width not in (3 + sensors, 3 + 2 * sensors) or not sensors:
        return None
    if not (np.diff(np.searchsorted(np.flatnonzero(raw == 44), ends), prepend=0) == width - 1).all():
        return None
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            rows = np.fromstring(part.replace(b"\n", b","), np.int64, sep=",")
        except (DeprecationWarning, ValueError):
            return None
    if len(rows) != len(ends) * width:
        return None
    rows = rows.reshape(-1, width)
    t_us, present, failed = rows[:, 0], rows[:, 1], rows[:, 2]
    codes, before = rows[:, 3 : 3 + sensors], rows[:, 3 + sensors :]
    is_whole = t_us[0] > last and bool((np.diff(t_us) > 0).all()) and not ((present | failed) >> sensors).any() and not (present & failed).any()
    if not is_whole or t_us[0] < 0 or np.abs(codes).max() >= 1 << 31 or (before.size and (before.min() < 0 or before.max() >= 1 << 32)):
        return None
    frames = np.zeros(len(rows), types.FRAME_DTYPE)
    frames["t_us"], frames["present"], frames["failed"] = t_us, present, failed
    frames["code"][:, :sensors] = codes * (present[:, None] >> np.arange(sensors) & 1)
    if before.size:
        frames["before_us"][:, :sensors] = before
    return frames


def _frames_of(block: Any, sensors: int) -> Iterator[Frame]:
    """The frames of an array."""
    present, failed = block["present"].tolist(), block["failed"].tolist()
    codes, before = block["code"][:, :sensors].tolist(), block["before_us"][:, :sensors].tolist()
    every = (1 << sensors) - 1
    for t_us, bits, lost, own, times in zip(block["t_us"].tolist(), present, failed, codes, before, strict=True):
        read = tuple(own) if bits == every else tuple(code if bits >> n & 1 else None for n, code in enumerate(own))
        yield Frame(t_us, read, frozenset(n for n in range(sensors) if lost >> n & 1) if lost else _NONE, tuple(times) if any(times) else ())


_NONE: frozenset[int] = frozenset()


def _block_of(t_us: Any, codes: list[Any]) -> Any:
    """An array of FRAME_DTYPE, or a list without numpy. What was not read is not present; a row of which nothing was read is left out."""
    try:
        import numpy as np
    except ImportError:
        rows = zip(t_us, *codes, strict=True)
        return [Frame(t, tuple(own)) for t, *own in rows if any(code is not None for code in own)]
    frames = np.zeros(len(t_us), types.FRAME_DTYPE)
    frames["t_us"] = t_us
    present = np.zeros(len(t_us), np.uint32)
    for n, own in enumerate(codes):
        values = np.array([np.nan if code is None else code for code in own], float) if isinstance(own, list) else own
        is_there = np.isfinite(values)
        frames["code"][:, n] = np.where(is_there, values, 0)
        present |= is_there.astype(np.uint32) << np.uint32(n)
    frames["present"] = present
    return frames if present.all() else frames[present != 0]


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
