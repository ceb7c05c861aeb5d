"""What a check asks for, and what shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from ..pad import Frame
from ..simulation import SimulatedFinger
from .machine import Found

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


class Source(Protocol):
    """What frames come from."""

    name: str
    live: bool
    end_us: int

    @property
    def hand(self) -> SimulatedFinger | None: ...

    def frames(self) -> Iterator[Frame]: ...
