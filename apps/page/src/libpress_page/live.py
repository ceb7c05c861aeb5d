"""What a run shows: one small text for each moment, and a picture of now for who comes later."""

from __future__ import annotations

import json
from collections import deque
from statistics import pstdev
from typing import Any

from libpress.advice import of_fault
from libpress.enums import Reason
from libpress.pad import Frame, Reading
from libpress.remote import Forces
from libpress.tools.lines import is_progress, name, text_line
from libpress.tools.phase import Phase
from libpress.types import Event

MOST_EVENTS = 100
"""That are kept and shown."""
MOST_POINTS = 400
"""Of the chart that a new viewer receives."""
_POINTS = 4
"""Of one moment: the first, the least, the greatest, the last."""
_NOISE = 100
"""Readings."""


class Live:
    """Gathers frames and events of one pad."""

    def __init__(self) -> None:
        self.events: deque[tuple[int, str, str]] = deque(maxlen=MOST_EVENTS)
        """Number, line, and what it is."""
        self.seen = 0
        """Events since the start."""
        self.phase = Phase()
        self.reading: Reading | None = None
        self.frame: Frame | None = None
        self.peak = 0.0
        self._new = 0
        """Events since the last moment."""
        self._points: list[tuple[float, float]] = []
        self._chart: deque[tuple[float, float]] = deque(maxlen=MOST_POINTS)
        self._times: deque[int] = deque(maxlen=100)
        self._forces: list[deque[float]] = []
        self._remote: Forces | None = None
        self._shift = self._last = 0.0
        """So that the time of the chart goes on where a run begins again."""

    def begin(self, what: str = "") -> None:
        """A new run, whose time begins at 0; or steps, which `what` names: then nothing but force is shown."""
        self._shift = self._last + 0.1 if self._last else 0.0
        self._times.clear()
        self.phase = Phase()
        self.phase.name = what or self.phase.name
        self.reading = self.frame = None

    def event(self, event: Event) -> None:
        self.phase.event(event)
        if is_progress(event):
            return
        self.line(text_line(event), name(event))

    def line(self, text: str, what: str) -> None:
        """Something that happened, as people read it."""
        self.seen += 1
        self._new += 1
        self.events.append((self.seen, text, what))

    def take(self, frame: Frame, reading: Reading) -> None:
        self.frame, self.reading = frame, reading
        self._times.append(frame.t_us)
        self.peak = max(self.peak, reading.force) if reading.touched else reading.force
        while len(self._forces) < len(reading.raw_force):
            self._forces.append(deque(maxlen=_NOISE))
        if not reading.touched:
            for kept, force in zip(self._forces, reading.raw_force, strict=False):
                kept.append(force)
        self.force(frame.t_us / 1e6, reading.force)

    def forces(self, one: Forces) -> None:
        """What a pressd reads."""
        while len(self._forces) < len(one.forces):
            self._forces.append(deque(maxlen=_NOISE))
        if self.phase.name == "untouched":
            self.peak = one.force
            for kept, force in zip(self._forces, one.forces, strict=False):
                kept.append(force)
        self.peak = max(self.peak, one.force)
        self._remote = one
        self.force(one.t_us / 1e6, one.force)

    def force(self, seconds: float, newtons: float) -> None:
        """A point of the chart."""
        self._last = self._shift + seconds
        self._points.append((round(self._last, 3), round(newtons, 3)))

    @property
    def now(self) -> float:
        """Newtons of the latest reading; 0: there is none."""
        if self._remote is not None:
            return self._remote.force
        return self.reading.force if self.reading is not None else 0.0

    @property
    def wrong(self) -> str:
        """The first fault of a sensor; "": there is none."""
        faults = [] if self.reading is None else [(n, one) for n, one in enumerate(self.reading.fault) if one != Reason.NONE]
        return f"sensor {faults[0][0]}: {_words(faults[0][1])}" if faults else ""

    @property
    def rate(self) -> float:
        """Frames a second."""
        took = self._times[-1] - self._times[0] if len(self._times) > 1 else 0
        return (len(self._times) - 1) / (took / 1e6) if took else 0.0

    def moment(self, problem: BaseException | None, **more: Any) -> dict[str, Any]:
        """What is new since the last one."""
        points = _thinned(self._points)
        self._chart.extend(points)
        self._points = []
        events = [self.events[n] for n in range(-min(self._new, len(self.events)), 0)]
        self._new = 0
        return {"p": points, "e": events, **self._now(problem), **more}

    def _now(self, problem: BaseException | None) -> dict[str, Any]:
        found: dict[str, Any] = {"phase": self.phase.name, "rate": round(self.rate), "seen": self.seen}
        reading, frame = self.reading, self.frame
        if self._remote is not None:
            return found | self._of_pressd(self._remote)
        if reading is None or frame is None:
            return found
        found |= {"touched": reading.touched, "peak": round(self.peak, 2), "place": [round(reading.x, 1), round(reading.y, 1)]}
        found["force"] = round(reading.force, 3)
        found["sensors"] = [
            {
                "code": code,
                "g": round(reading.conductance[n], 1),
                "zero": round(reading.baseline[n], 1),
                "f": round(reading.raw_force[n], 2),
                "noise": round(pstdev(self._forces[n]), 3) if len(self._forces[n]) > 1 else 0,
                **_fault(n, reading, problem),
            }
            for n, code in enumerate(frame.codes)
        ]
        return found

    def _of_pressd(self, one: Forces) -> dict[str, Any]:
        """The live texts of a source at pressd, which has no conductances and no zeros."""
        pairs = zip(one.codes, one.forces, (pstdev(kept) if len(kept) > 1 else 0 for kept in self._forces), strict=False)
        return {
            "touched": self.phase.name != "untouched",
            "peak": round(self.peak, 2),
            "place": [round(one.x, 1), round(one.y, 1)],
            "force": round(one.force, 3),
            "sensors": [{"code": code, "g": None, "zero": None, "f": round(force, 2), "noise": round(noise, 3)} for code, force, noise in pairs],
        }

    def picture(self, problem: BaseException | None, **more: Any) -> dict[str, Any]:
        """For who comes, or comes back: the chart and the last events."""
        return {"all": True, "p": list(self._chart), "e": list(self.events), **self._now(problem), **more}


def _fault(sensor: int, reading: Reading, problem: BaseException | None) -> dict[str, str]:
    fault = reading.fault[sensor]
    if fault == Reason.NONE:
        return {"state": "learning its zero"} if reading.starting else {}
    return {"fault": _words(fault), "do": of_fault(f"sensor {sensor}", int(fault), problem)}


def _words(fault: int) -> str:
    return fault.name.lower() if isinstance(fault, Reason) else str(fault)


def _thinned(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """No peak is lost."""
    if len(points) <= _POINTS:
        return points
    kept = {0, len(points) - 1}
    kept.add(min(range(len(points)), key=lambda n: points[n][1]))
    kept.add(max(range(len(points)), key=lambda n: points[n][1]))
    return [points[n] for n in sorted(kept)]


def text(moment: dict[str, Any]) -> str:
    """As it is sent: once for all viewers."""
    return json.dumps(moment, separators=(",", ":"), ensure_ascii=False)
