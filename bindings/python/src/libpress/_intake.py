"""Readings into a pad, and what is looked at after them."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from ctypes import byref
from typing import Any

from . import _raw
from ._sources import Readings, Source, now_us, understood
from ._squeezes import Squeezes
from ._strict import line_of_program
from ._watch import EVERY, Watch
from .enums import EventType
from .pad import Frame, Pad
from .sensor import Sensor


class Intake:
    """One pad, and what it reads."""

    __slots__ = ("_at_line", "_core", "_feed", "_last", "_left", "_looks", "_range", "_raw", "_read", "_scale", "_source",
                 "has_read", "pad", "squeezes", "watch")  # fmt: skip

    def __init__(self, pad: Pad, sensors: list[Sensor], source: Source, first: int) -> None:
        """`first`: the number of the pad's first sensor among those of the source."""
        self.pad, self._source, self._feed, self._core = pad, source, pad.feed, pad.engine._core
        zero, full = pad.engine.config["zero_force"], pad.engine.config["full_force"]
        self._range = zero, full - zero
        self._at_line = line_of_program()
        self.squeezes = Squeezes()
        self.watch = Watch(sensors, first, full, source, self.warn)
        self.has_read = False
        """Something was read."""
        self._raw = _raw.press_reading()
        self._left = self._looks = self._last = 0
        self._read: Callable[[], Any] | None = None
        self._scale = 1.0
        if isinstance(source, Readings) and len(source.reads) == 1:
            self._read, self._scale = source.reads[0], source.scales[0]

    @property
    def is_quick(self) -> bool:
        """`step` can read it: one function of the program."""
        return self._read is not None

    def step(self) -> int:
        """Reads that function."""
        source = self._source
        try:
            code = int(self._read() * self._scale + 0.5)  # type: ignore[misc]
        except OSError as problem:
            source.problem = problem
            self.take(Frame(self._now(), (None,), frozenset((0,))))
            return 1
        except Exception as bug:
            source.broken = understood(bug)
            if source.broken is bug:
                raise
            raise source.broken from bug
        now = time.monotonic_ns() // 1000
        if now <= self._last:
            now = self._last + 1
        self._last = now
        source.due_us = now + source.period_us
        self._feed(now, code)
        if self._left:
            self._left -= 1
        else:
            self.look(EVERY)
        return 1

    def _now(self) -> int:
        self._last = max(now_us(), self._last + 1)
        self._source.due_us = self._last + self._source.period_us
        return self._last

    def take(self, frame: Frame) -> None:
        """A frame of any source."""
        self._feed(frame)
        self.look(1)

    def look(self, readings: int) -> None:
        """After so many readings."""
        self.has_read = True
        self._left = 0 if self.squeezes else EVERY - 1
        raw = self.read()
        self._looks += 1 if self.squeezes else readings
        if self._looks >= EVERY:
            self._looks = 0
            self.watch.look(raw, self._core.is_observed(EventType.SENSOR_FAULT) or self._core.is_observed(0))
        if self.squeezes:
            self.squeezes.look(self.value(raw))

    def read(self) -> Any:
        """The press_reading, as it is now."""
        self._core.look(_raw.press_pad_read, self.pad._handle, byref(self._raw))
        return self._raw

    def value(self, raw: Any) -> float:
        """0..1 of a press_reading."""
        if raw.flags & (_raw.PRESS_READING_LOST | _raw.PRESS_READING_STARTING):
            return 0.0
        zero, span = self._range
        return min(max((raw.force / 65536 - zero) / span, 0.0), 1.0)

    def finish(self, end_us: int | None) -> None:
        """It ended at that time, or was closed: what runs is cancelled."""
        try:
            if end_us is not None:
                self.pad.tick(end_us)
        finally:
            self.pad.engine.reset()

    def warn(self, message: str) -> None:
        """A warning at the line that made the sensor: readings come in another thread."""
        warnings.warn_explicit(message, UserWarning, *self._at_line)
