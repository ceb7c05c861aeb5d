"""What a check finds, what it asks for, and what a sensor reads meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log10
from statistics import median
from typing import Any, Protocol

from ..pad import Frame
from ..sensor import Sensor
from ..simulation import SimulatedFinger
from ._findings import FINDINGS

STEPS = {
    "rest": "Keep your hand off the sensor.",
    "press": "Press hard on the sensor, and hold.",
    "let_go": "Let go.",
}


def asked(step: str, sensor: int | None) -> str:
    """What a person does in a step of a check."""
    return STEPS[step].replace("the sensor", f"sensor {sensor}" if sensor else "the sensor")


class Guide(Protocol):
    """What shows the checks: the terminal, JSON lines, a page."""

    def step(self, name: str, sensor: int | None) -> None:
        """`rest`, `press` or `let_go`: what the person does now."""

    def found(self, finding: Found) -> None: ...

    def force(self, newtons: float) -> None:
        """The force of now."""


@dataclass(frozen=True)
class Found:
    """One finding with its words."""

    name: str
    sensor: int | None
    """From 0; None: it is not of one sensor."""
    values: dict[str, Any]

    def _row(self) -> tuple[str, str, float | None, int, str, str]:
        return FINDINGS[self.name]

    @property
    def check(self) -> str:
        return self._row()[0]

    @property
    def result(self) -> str:
        return self._row()[1]

    @property
    def code(self) -> int:
        return self._row()[3]

    @property
    def words(self) -> str:
        return self._row()[4].format(**self.values)

    @property
    def advice(self) -> str:
        return self._row()[5].format(**self.values)


def limit(name: str) -> float:
    found = FINDINGS[name][2]
    assert found is not None
    return found


@dataclass
class Feel:
    """What one sensor read."""

    sensor: Sensor
    channel: int
    input: str
    """Its channel, as people call it; with several converters, of which one."""
    rest: list[int] = field(default_factory=list)
    zero: float = 0.0
    """Microsiemens, untouched."""
    code: int = 0
    """Untouched."""
    peak: float = 0.0
    """Newtons, of the hardest press."""
    share: float = 0.0
    """Of full scale, then."""
    recent: list[int] = field(default_factory=list)

    def learn(self, rest: list[int]) -> None:
        self.rest = rest
        self.code = round(median(self.rest)) if self.rest else 0
        self.zero = self.sensor.circuit.conductance(self.code)

    def force(self, code: int) -> float:
        return self.sensor.curve.force(max(self.sensor.circuit.conductance(code) - self.zero, 0.0))

    def of_full(self, code: int) -> float:
        part = code / self.sensor.circuit.full_scale
        return 1 - part if self.sensor.circuit.pull_up else part

    def feed(self, code: int) -> float:
        """The median of three readings, as newtons."""
        self.recent = [*self.recent[-2:], code]
        middle = round(median(self.recent))
        newtons = self.force(middle)
        if newtons > self.peak:
            self.peak, self.share = newtons, self.of_full(middle)
        return newtons


class Source(Protocol):
    """What frames come from."""

    name: str
    live: bool
    end_us: int

    @property
    def hand(self) -> SimulatedFinger | None: ...

    def frames(self) -> Iterator[Frame]: ...


def e12(ohm: float) -> int:
    """The nearest resistor that is sold."""
    steps = (1.0, 1.2, 1.5, 1.8, 2.2, 2.7, 3.3, 3.9, 4.7, 5.6, 6.8, 8.2)
    sold = [step * 10**decade for decade in range(1, 6) for step in steps]
    nearest: float = min(sold, key=lambda one: abs(log10(one / max(ohm, 1))))
    return round(nearest)
