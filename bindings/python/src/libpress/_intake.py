"""Readings into a pad, and what is looked at after them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from ctypes import byref, create_string_buffer, sizeof
from time import monotonic_ns as clock
from typing import TYPE_CHECKING, Any

from ._advice import said
from ._config import default
from ._core import quick
from ._hook_calls import answered
from ._pressure import pressure_of
from ._readings import Readings, next_due
from ._sources import Source, now_us
from ._squeezes import Squeezes
from ._strict import line_of_program
from ._watch import EVERY, Watch
from .enums import EventType
from .generated import _raw
from .pad import Frame, Pad, feed_one, pack_one
from .power import Idle
from .sensor import Sensor

if TYPE_CHECKING:
    from .feedback import Feedback

_UNKNOWN = _raw.PRESS_READING_LOST | _raw.PRESS_READING_STARTING
"""Flags of a reading that says nothing of a finger."""
_FLAGS, _FORCE = _raw.press_reading.flags.offset // 4, _raw.press_reading.force.offset // 4
"""Where they are among the words of a press_reading."""
_read = quick("press_pad_get")


_CODE = _raw.press_frame.code.offset
"""Where in a frame the first code is. It begins with its time."""


def fire(pad: Pad, now_us: int, through_us: int) -> int:
    """Fires what is due, each at its own time, as pressd does. Returns the time to which it came."""
    deadline = pad.next_deadline
    while deadline is not None and deadline <= through_us:
        now_us = max(now_us, deadline)
        pad.tick(now_us)
        following = pad.next_deadline
        if following is not None and following <= deadline:
            break
        deadline = following
    return now_us


class Intake:
    """One pad, and what it reads."""

    __slots__ = ("at_line", "_core", "_feed", "_hurry", "_is_quiet", "_least", "_looks", "_most", "_place_of_raw", "_raw", "_source", "_words", "asked", "feedback",
                 "has_read", "idle", "measured",
                 "pad", "squeezes", "watch", "_last_us", "_looked_us")  # fmt: skip

    def __init__(self, pad: Pad, sensors: list[Sensor], source: Source, first: int) -> None:
        """`first`: the number of the pad's first sensor among those of the source."""
        self.pad, self._source, self._feed, self._core = pad, source, pad.feed, pad.engine._core
        self.at_line = line_of_program()
        """File and line of the program that made the sensor."""
        self.squeezes = Squeezes()
        self.watch = Watch(sensors, first, self._core, source, self.warn)
        self.asked = 0
        """Reads that were requested before the first reading."""
        self.has_read = False
        """Something was read."""
        self.measured = 0.0
        """Readings a second, of the latest 64; 0: there are not so many."""
        self._looked_us = 0
        self._last_us = 0
        """To which time deadlines were fired, or a frame taken."""
        self.idle: Idle | None = None
        """Decides whether it is read seldom."""
        self.feedback: Feedback | None = None
        """What works after each reading."""
        self._raw: _raw.press_reading = default(_raw.press_reading)
        self._place_of_raw = byref(self._raw)
        self._words = memoryview(self._raw).cast("B").cast("i")
        """The same as numbers, which are read three times as quickly."""
        self._looks = 0
        self._least, self._most = 1 << 31, -1
        self._is_quiet = True
        """Nothing was said about readings that fail."""
        self._hurry: Callable[[], object] = int
        """Makes a look due after the next reading."""

    def step_of(self, readings: Readings, has_thread: bool) -> Callable[[], int]:
        """What reads the one function of `readings`: a function of its own, for its variables are quicker than attributes."""
        read, scale, is_code = readings.reads[0], readings.scales[0], readings.scales[0] == 1
        core, feed, refused = self._core, self.pad._feed_one, self.pad._refused
        place, engine_place, last, left = self.pad._place, self.pad._engine_place, 0, 0
        turns, alone, period, has_failed = readings.turns, readings.turns.alone, readings.period_us, False
        due, scheduled = 0, 0
        turn, least, most, watch = 0, 1 << 31, -1, self.watch
        # One frame that each reading overwrites, so that nothing is packed or allocated.
        frame = create_string_buffer(pack_one(0, 1, 0, 0), sizeof(_raw.press_frame))
        whole = memoryview(frame).cast("B")
        times, codes, the_frame = whole.cast("q"), whole[_CODE : _CODE + 4].cast("i"), byref(frame)

        def failed(problem: Exception) -> int:
            nonlocal last, has_failed
            readings.fails(0, problem)
            has_failed, last = True, max(now_us(), last + 1)
            self.take(Frame(last, (None,), frozenset((0,))))
            if readings.broken is not None:
                raise readings.broken
            return 1

        def guarded() -> Any:
            """In a thread, where others see that it reads; or in turn."""
            nonlocal turn
            turn += 1
            try:
                return turns.call(read)
            finally:
                turn += 1

        def nothing() -> int:
            nonlocal last
            last = max(now_us(), last + 1)
            self.pass_time(last)
            return 0

        def step() -> int:
            nonlocal last, left, has_failed, least, most
            try:
                alone[0] = True
                if has_thread or turns.users > 1:
                    alone[0] = False
                    reading = guarded()
                else:  # a lock would take a quarter of the time of all this
                    reading = read()
                    alone[0] = False
            except Exception as problem:
                alone[0] = False
                return failed(problem)
            now = clock() // 1000
            if now <= last:
                now = last + 1
            try:
                codes[0] = code = reading if is_code else int(reading * scale + 0.5)
            except Exception:
                try:
                    code = readings.code(0, reading)
                except Exception as problem:
                    return failed(problem)
                if code is None:
                    return nothing()
                codes[0] = code
            if code > most:
                most = code
            if code < least:
                least = code
            times[0] = last = now
            if core.quiet:  # as Pad.feed, without a call of Python's
                status = feed_one(place, the_frame, engine_place)
            elif core.idle:
                status = core.feed(feed_one, place, the_frame, engine_place)
            else:
                status = 0
                feed(bytes(whole), now)
            if status:
                raise refused(status, now)
            if left:
                left -= 1
            else:
                left = self.look(EVERY) - 1
                if left or self._looks == 0:
                    watch.codes(least, most)
                    least, most = 1 << 31, -1
            if has_failed:
                has_failed = False
                readings.works(0)
                self._says_failure()
            return 1

        def hurry() -> None:
            nonlocal left
            left = 0

        def due_us() -> int:
            """Of each reading in a thread, which asks once after each; who polls may never ask."""
            nonlocal due, scheduled
            if last != scheduled:
                due, scheduled = next_due(due, last, period), last
            return due

        readings.due_us, readings.turn, self._hurry = due_us, lambda: turn, hurry
        return step

    def take(self, frame: Frame) -> None:
        """A frame of any source."""
        source = self._source
        if None in frame.codes and not frame.failed and frame.codes.count(None) == len(frame.codes):
            self.pass_time(frame.t_us)
            return
        if (woke := source.woke(self.pad._config.gap_us, frame.t_us)) is not None:
            self.pad.resume(woke[0])
            self._last_us = woke[0]
            if not woke[1]:
                return
        if source.references:
            supplies = dict(source.supplies)
            for number, code in source.references:
                if number in supplies:
                    supplies[number].feed(frame.t_us, code, self.pad)
            source.references.clear()
        before, self._last_us = self._last_us, max(self._last_us, frame.t_us)
        try:
            fire(self.pad, before, frame.t_us)
        finally:  # a function that raises loses no frame
            self._feed(frame)
        if self.idle is not None and self.idle.look(self.pad):
            source.rest(self.idle.interval_us)
        self.look(1)
        if isinstance(source, Readings):
            self._looks_at(frame.codes)
        if source.recovered is not None:
            self._says_failure()

    def _looks_at(self, codes: Sequence[int | None]) -> None:
        known = [code for code in codes if code is not None]
        self._least, self._most = min([self._least, *known]), max([self._most, *known])
        if self._looks == 0 and known:
            self.watch.codes(self._least, self._most)
            self._least, self._most = 1 << 31, -1

    def _says_failure(self) -> None:
        """Once, what a reader raised that no bus raises, and that did not last: nobody may know that it can."""
        problem, self._source.recovered = self._source.recovered, None
        if problem is not None and self._is_quiet and not self._core.is_hooked(EventType.SENSOR_FAULT):
            self._is_quiet = False
            self.warn(f"{self.watch.name} could not be read for a moment ({said(problem)}); sensor.when_fault is called if that lasts")

    def pass_time(self, t_us: int) -> None:
        """Nothing new was read: what is due until then comes."""
        self._last_us = fire(self.pad, self._last_us, t_us)

    def look(self, readings: int) -> int:
        """After so many readings. Returns after how many it is due again."""
        self.has_read = True
        if self.feedback is not None:
            self.feedback.work()
        if not self.squeezes:
            self._looks += readings
            if self._looks >= EVERY:
                self._watch(self.read())
            return EVERY if self.feedback is None else 1
        raw = self.read()
        self._looks += 1
        if self._looks >= EVERY:
            self._watch(raw)
        words = self._words
        self.squeezes.look(-1 if words[_FLAGS] & _UNKNOWN else words[_FORCE], self._core.config, self._call)
        return 1

    def _call(self, name: str, function: Callable[..., Any], value: float) -> None:
        """Calls a function, as Core.deliver calls a hook."""
        if (delivery := self._core.delivery) is None:
            answered(name, self._core.program(name, (function, function), (value,)))
        else:
            delivery.put(name, lambda: (function, function), (value,))

    def _watch(self, raw: Any) -> None:
        if self._looked_us and raw.t_us > self._looked_us:
            self.measured = self._looks * 1e6 / (raw.t_us - self._looked_us)
        self._looks, self._looked_us = 0, raw.t_us
        self.watch.look(raw)

    def look_soon(self) -> None:
        """After the next reading."""
        self._hurry()

    def squeezed(self, at: float) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """A decorator of functions for the value `at`: every reading is looked at from now on."""
        decorate = self.squeezes.decorator(at)

        def decorator(function: Callable[..., Any]) -> Callable[..., Any]:
            self._hurry()
            return decorate(function)

        return decorator

    def read(self) -> Any:
        """The press_reading, as it is now."""
        if self._core.quiet:
            _read(self.pad._place, self._place_of_raw)
        else:
            self._core.look(_raw.press_pad_get, self.pad._handle, self._place_of_raw)
        return self._raw

    def value(self, raw: Any) -> float:
        """0..1 of a press_reading."""
        if raw.flags & _UNKNOWN:
            return 0.0
        return pressure_of(self._core.config, raw.force)

    def finish(self, end_us: int | None) -> None:
        """It ended at that time, or was closed: what runs is cancelled."""
        try:
            if end_us is not None:
                fire(self.pad, self.read().t_us, end_us)
        finally:
            self.pad.engine.reset()

    def warn(self, message: str) -> None:
        """A warning at the line that made the sensor: readings come in another thread."""
        warnings.warn_explicit(message, UserWarning, *self.at_line)
