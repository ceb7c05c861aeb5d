"""Steps that a person is led through on the page: the checks and the calibration of the command, with other words around them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from libpress.tools.calibrate import Fit
from libpress.tools.feel import asked
from libpress.tools.machine import Found

MOST_LINES = 100
_LONGEST_ANSWER = 20


class Stopped(Exception):
    """Somebody ended it, or the page closes."""


@dataclass
class Steps:
    """What is shown of a check, a calibration or a collection. The thread that reads writes it;
    viewers read, answer and end it."""

    kind: str
    """`check`, `calibration` or `collection`."""
    when_changed: Callable[[], None]
    step: str = ""
    """What to do now."""
    lines: list[str] = field(default_factory=list)
    findings: list[Found] = field(default_factory=list)
    question: str = ""
    """`ready` or `grams`: what is waited for."""
    meter: tuple[float, float, str] | None = None
    """A number of now, the most that it can be, and its unit."""
    fit: Fit | None = None
    sensor: int = 0
    kept: str = ""
    """A file that stays, however it ends."""
    outcome: str = ""
    """How it ended; "": it runs."""
    _answers: queue.Queue[str] = field(default_factory=lambda: queue.Queue(maxsize=1))
    _stop: threading.Event = field(default_factory=threading.Event)

    def stop(self) -> None:
        self._stop.set()

    @property
    def runs(self) -> bool:
        return not self.outcome

    def answer(self, text: str) -> bool:
        """@return false: nothing was asked, or somebody has answered."""
        if not self.question or len(text) > _LONGEST_ANSWER:
            return False
        try:
            self._answers.put_nowait(text)
        except queue.Full:
            return False
        return True

    def say(self, text: str) -> None:
        self.lines = [*self.lines[-MOST_LINES:], text]
        self.when_changed()

    def end(self, outcome: str) -> None:
        self.outcome, self.question, self.meter = outcome, "", None
        self.when_changed()

    def verify(self) -> None:
        """Raises Stopped."""
        if self._stop.is_set():
            raise Stopped

    def wait_for(self, question: str) -> str:
        """An answer. Raises Stopped."""
        while not self._answers.empty():
            self._answers.get_nowait()
        self.question = question
        self.when_changed()
        try:
            while True:
                self.verify()
                try:
                    return self._answers.get(timeout=0.1)
                except queue.Empty:
                    continue
        finally:
            self.question = ""
            self.when_changed()


class OfCheck:
    """The Guide of the checks."""

    def __init__(self, steps: Steps, show: Callable[[float], Any], full: float) -> None:
        self.steps, self._show, self._full = steps, show, full

    def step(self, name: str, sensor: int | None) -> None:
        self.steps.step = asked(name, sensor)
        self.steps.when_changed()

    def found(self, finding: Found) -> None:
        self.steps.findings.append(finding)
        self.steps.when_changed()

    def force(self, newtons: float) -> None:
        self.steps.verify()
        self.steps.meter = (newtons, self._full, "N")
        self._show(newtons)


class OfSteps:
    """The Person of a collection."""

    def __init__(self, steps: Steps, show: Callable[..., Any]) -> None:
        self.steps, self._show = steps, show

    def step(self, text: str) -> None:
        self.steps.step = text
        self.steps.when_changed()

    def line(self, text: str, style: str = "") -> None:
        self.steps.meter = None
        self.steps.say(text.strip())

    def meter(self, number: float, full: float, unit: str = "N") -> None:
        self.steps.verify()
        self.steps.meter = (number, full, unit)
        self._show()


class OfCalibration(OfSteps):
    """The Person of the calibration."""

    yes = False

    def ready(self) -> None:
        self._wait_for("ready")

    def ask(self, question: str) -> str:
        return self._wait_for("grams")

    def _wait_for(self, question: str) -> str:
        self.steps.meter = None
        self._show(is_last=True)
        return self.steps.wait_for(question)
