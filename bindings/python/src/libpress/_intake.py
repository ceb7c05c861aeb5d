"""Readings into a pad, and what is looked at after them."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from ctypes import byref
from struct import error as struct_error
from time import monotonic_ns as clock
from typing import Any

from . import _raw
from ._core import quick
from ._sources import Readings, Source, now_us, understood
from ._squeezes import Squeezes
from ._strict import line_of_program
from ._watch import EVERY, Watch
from .pad import Frame, Pad, feed_one, pack_one
from .sensor import Sensor

_read = quick("press_pad_read")


class Intake:
    """One pad, and what it reads."""

    __slots__ = ("_at_line", "_core", "_feed", "_left", "_looks", "_place_of_raw", "_range", "_raw", "_source", "has_read",
                 "pad", "squeezes", "watch")  # fmt: skip

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
        self._place_of_raw = byref(self._raw)
        self._left = self._looks = 0

    def step_of(self, readings: Readings) -> Callable[[], int]:
        """What reads the one function of `readings`: a function of its own, for its variables are quicker than attributes."""
        read, scale, is_code = readings.reads[0], readings.scales[0], readings.scales[0] == 1
        core, feed, place, engine_place = self._core, self._feed, self.pad._place, self.pad._engine_place

        def step() -> int:
            try:
                code = read()
                if not (is_code and code.__class__ is int):
                    code = int(code * scale + 0.5)
            except OSError as problem:
                readings.problem = problem
                self.take(Frame(self._now(readings), (None,), frozenset((0,))))
                return 1
            except Exception as bug:
                readings.broken = understood(bug)
                if readings.broken is bug:
                    raise
                raise readings.broken from bug
            now = clock() // 1000
            if now <= readings.last_us:
                now = readings.last_us + 1
            readings.last_us = now
            if left := self._left:
                self._left = left - 1
                try:
                    data = pack_one(now, 1, 0, code)
                except struct_error as wrong:
                    raise OverflowError(f"adc gives {code}, which no converter does: is full_scale right?") from wrong
                if core.quiet:  # as Pad.feed, without a call of Python's
                    if status := feed_one(place, data, engine_place):
                        raise self.pad._refused(status, now)
                    return 1
            feed(now, code)
            if not left:
                self.look(EVERY)
            return 1

        return step

    def _now(self, readings: Readings) -> int:
        readings.last_us = max(now_us(), readings.last_us + 1)
        return readings.last_us

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
            self.watch.look(raw, self._core)
        if self.squeezes:
            self.squeezes.look(self.value(raw))

    def squeezed(self, at: float) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """A decorator of functions for the value `at`: every reading is looked at from now on."""
        decorate = self.squeezes.decorator(at)

        def decorator(function: Callable[..., Any]) -> Callable[..., Any]:
            self._left = 0
            return decorate(function)

        return decorator

    def read(self) -> Any:
        """The press_reading, as it is now."""
        if self._core.quiet:
            _read(self.pad._place, self._place_of_raw)
        else:
            self._core.look(_raw.press_pad_read, self.pad._handle, self._place_of_raw)
        return self._raw

    def value(self, raw: Any) -> float:
        """0..1 of a press_reading."""
        if raw.flags & (_raw.PRESS_READING_LOST | _raw.PRESS_READING_STARTING):
            return 0.0
        zero, span = self._range
        return float(min(max((raw.force / 65536 - zero) / span, 0.0), 1.0))

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
