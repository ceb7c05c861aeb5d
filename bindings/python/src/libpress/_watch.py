"""Looks at the readings of a ForceSensor now and then: a fault that lasts, and a range that does not fit the hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._advice import above_scale, of_blocked, of_fault, range_unused, too_strong, too_weak
from ._core import Core
from ._sources import Source
from .enums import EventType, Reason
from .generated import _raw
from .sensor import Sensor

EVERY = 64
"""Readings between two looks."""
_LASTS_US = 1_000_000
_FAR_ABOVE = 4
"""Times full_force: no finger that fits the range reaches that."""
_PRESSES = 10
_ABOVE = 1.05
"""Of the scale: more is no noise at its end."""
_UNUSED = 16
"""In this part of the scale a press does not stay."""
_USED = 1000
"""It was left: nothing is counted any more."""


class Watch:
    """Each warning comes once."""

    __slots__ = ("_core", "_edges", "_first", "_highest", "_is_above", "_is_strong", "_looks", "_most", "_peak", "_presses", "_rest", "_sensors", "_since", "_source",
                 "_warn", "_warned")  # fmt: skip

    def __init__(self, sensors: list[Sensor], first: int, core: Core, source: Source, warn: Callable[[str], None]) -> None:
        """`first`: the number of the first sensor among those of the source. `core`: of the engine."""
        self._sensors, self._first, self._core, self._source, self._warn = sensors, first, core, source, warn
        self._since: dict[tuple[int, int], int] = {}
        self._warned: set[tuple[int, int]] = set()
        self._peak = self._highest = 0.0
        self._looks, self._presses = 0, 0.0
        self._is_above, self._edges, self._rest, self._most = False, 0, 1 << 31, 0
        self._is_strong = False

    @property
    def _full(self) -> float:
        """Newtons, of the range."""
        return float(self._core.config.full_force / 65536)

    def look(self, reading: Any) -> None:
        """After some readings: the press_reading."""
        flags = reading.flags
        if flags & _raw.PRESS_READING_LOST or self._since:
            faults = [(n, reading.fault[n]) for n in range(len(self._sensors)) if reading.fault[n]]
            self._faults(faults, reading.t_us, self._core.is_hooked(EventType.SENSOR_FAULT))
        if flags & (_raw.PRESS_READING_LOST | _raw.PRESS_READING_STARTING):
            self._looks, self._peak = 0, 0.0
        elif flags & _raw.PRESS_READING_TOUCHED:
            self._touched(reading.force / 65536)
        elif self._looks:
            self._released()

    def codes(self, least: int, most: int) -> None:
        """The lowest and the highest code since the last look, of what the program reads: whether its scale may be another one."""
        full = self._sensors[0].circuit.full_scale
        if most > full * _ABOVE and not self._is_above:
            self._is_above = True
            self._warn(above_scale(self.name, most / full, self._source))
        if most * _UNUSED >= full:
            self._edges = _USED
        elif self._edges < _PRESSES:
            self._rest = min(self._rest, least)
            edge = 2 * self._rest + full // 1000
            self._edges += least <= edge < most
            self._most = max(self._most, most)
            if self._edges == _PRESSES:
                self._warn(range_unused(self.name, self._most / full, self._source))

    def _faults(self, faults: list[tuple[int, int]], t_us: int, has_hook: bool) -> None:
        self._since = {fault: self._since.get(fault, t_us) for fault in faults}
        for fault, since in self._since.items():
            if t_us - since >= _LASTS_US and fault not in self._warned and not has_hook:
                self._warned.add(fault)
                self._warn(self.advice(*fault))

    def advice(self, sensor: int, reason: int) -> str:
        """What to do about a fault."""
        if reason == Reason.STALE and (us := getattr(self._source, "blocked_us", 0)):
            return of_blocked(self._source.names[self._first + sensor], us)
        return of_fault(self._source.names[self._first + sensor], reason, self._source.problem)

    def _touched(self, force: float) -> None:
        self._looks += 1
        self._peak = max(self._peak, force)
        if force > _FAR_ABOVE * self._full and not self._is_strong:
            self._is_strong, self._presses = True, _PRESSES
            self._warn(too_strong(self.name, force, self._full, self._sensors[0].circuit))

    def _released(self) -> None:
        if self._presses < _PRESSES:
            self._highest = max(self._highest, self._peak)
            weight = 1.0 if self._looks >= 2 else 0.5  # a short one may not have been seen at its peak
            self._presses = self._presses + weight if self._highest < self._full / 2 else _PRESSES
            if self._presses >= _PRESSES and self._highest < self._full / 2:
                ohm = self._sensors[0].circuit.resistor_ohm
                self._warn(too_weak(self.name, self._highest, self._full, ohm, _PRESSES))
        self._looks, self._peak = 0, 0.0

    @property
    def name(self) -> str:
        """Of its sensor, for people."""
        return self._source.names[self._first] if len(self._sensors) == 1 else "the plate"
