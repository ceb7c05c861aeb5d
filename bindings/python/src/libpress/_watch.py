"""Looks at the readings of a ForceSensor now and then: a fault that lasts, and a range that does not fit the hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._advice import of_blocked, of_fault, too_strong, too_weak
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


class Watch:
    """Each warning comes once."""

    __slots__ = ("_core", "_first", "_highest", "_is_strong", "_looks", "_peak", "_presses", "_sensors", "_since", "_source",
                 "_warn", "_warned")  # fmt: skip

    def __init__(self, sensors: list[Sensor], first: int, core: Core, source: Source, warn: Callable[[str], None]) -> None:
        """`first`: the number of the first sensor among those of the source. `core`: of the engine."""
        self._sensors, self._first, self._core, self._source, self._warn = sensors, first, core, source, warn
        self._since: dict[tuple[int, int], int] = {}
        self._warned: set[tuple[int, int]] = set()
        self._peak = self._highest = 0.0
        self._looks = self._presses = 0
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
        if self._looks >= 2 and self._presses < _PRESSES:  # shorter ones were not seen at their peak
            self._highest = max(self._highest, self._peak)
            self._presses = self._presses + 1 if self._highest < self._full / 2 else _PRESSES
            if self._presses == _PRESSES and self._highest < self._full / 2:
                ohm = self._sensors[0].circuit.resistor_ohm
                self._warn(too_weak(self.name, self._highest, self._full, ohm, _PRESSES))
        self._looks, self._peak = 0, 0.0

    @property
    def name(self) -> str:
        """Of its sensor, for people."""
        return self._source.names[self._first] if len(self._sensors) == 1 else "the plate"
