"""A marked recording: asks for presses, and records them with what was asked. What it is worth: docs/collect.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from .._config_file import edited
from .._config_values import written
from .._version import __version__
from ..marked import ASKS, TOUCHED, Ask, Force, wrong_with
from ..pad import Frame
from ..simulation import SimulatedFinger
from .calibrate import refuse_to_replace
from .config import Config, refuse_to_destroy
from .config import write as write_file
from .problem import UNAVAILABLE, USAGE, Problem
from .simulated import SimulatedBus
from .sources import Converters
from .trace import Recording

TRIES = 3
"""How often one thing is asked for."""
LICENCE = "CC0-1.0"
_REST_US = 1_000_000
"""How long nothing touches at the start, and after what was asked."""
_LONGEST_REST_US = 30_000_000
_MOST_FAILED = 20
_PATHS = ("channel", "calibration", "curve", "full_scale", "max_code", "resistor_ohm")

Hand = Callable[[Ask, int], Sequence[tuple[float, float]]]
"""What a simulated hand does when something is asked for, the first time, the second: seconds from now, and newtons."""
OBEYS: dict[str, Sequence[tuple[float, float]]] = {
    "nothing": [],
    "tap": [(0.5, 0), (0.56, 2.5), (0.62, 2.5), (0.68, 0)],
    "tap_twice": [(0.5, 0), (0.56, 2.5), (0.62, 2.5), (0.68, 0), (0.82, 0), (0.88, 2.2), (0.94, 2.2), (1.0, 0)],
    "hold": [(0.5, 0), (0.6, 2.5), (2.6, 2.4), (2.7, 0)],
    "soft": [(0.5, 0), (0.7, 0.8), (1.4, 0.9), (1.6, 0)],
    "hard": [(0.5, 0), (0.7, 7.0), (1.2, 7.5), (1.4, 0)],
    "soft_hard": [(0.5, 0), (0.7, 1.0), (1.7, 1.1), (2.0, 6.0), (2.4, 6.0), (2.6, 0)],
    "rest": [(0.5, 0), (0.9, 0.6), (5.5, 0.7)],
}


def obedient(ask: Ask, tries: int) -> Sequence[tuple[float, float]]:
    return OBEYS[ask.name]


class Person(Protocol):
    """Who is asked: at a terminal, or on a page."""

    def step(self, text: str) -> None:
        """What to do now."""

    def line(self, text: str, style: str = "") -> None: ...

    def meter(self, number: float, full: float, unit: str = "N") -> None:
        """A number of now."""


class Collector:
    """Asks for one thing after the other, and marks what came of it."""

    def __init__(self, source: Converters, person: Person, recording: Recording, hand: Hand = obedient) -> None:
        self.source, self.person, self.recording, self.hand = source, person, recording, hand
        self.sensors = source.config.sensors()
        self.done = self.refused = 0
        """How many were done as they were asked, and how many were not."""
        self._frames: Iterator[Frame] = source.frames()
        self._now = self._failed = 0
        self._zero = [0.0] * len(self.sensors)

    def all(self, asks: Iterable[Ask], rounds: int) -> None:
        """Raises Problem: the sensor cannot be read."""
        asks = list(asks)
        self.person.step(ASKS["nothing"].words)
        self._learn_zero()
        for _ in range(rounds):
            for ask in asks:
                self._one(ask)

    def _one(self, ask: Ask) -> None:
        for tries in range(TRIES):
            began = self._now
            self.recording.mark(began, f"asked {ask.name}")
            self.person.step(ask.words if tries == 0 else f"Once more: {ask.words[0].lower()}{ask.words[1:]}")
            self._move(self.hand(ask, tries))
            wrong = wrong_with(ask, self._watch(ask, began))
            self.recording.mark(self._now, f"again {ask.name}: {wrong}" if wrong else f"done {ask.name}")
            if ask.presses is None:
                self.person.step("Take your hand off.")
                self._move([(0.3, 0)])
            self._until_quiet()
            if not wrong:
                self.done += 1
                return
            self.refused += 1
            self.person.line(f"{wrong[0].upper()}{wrong[1:]}.", "yellow")

    def _watch(self, ask: Ask, began: int) -> Force:
        """The force from now on, until it is done, or time is up."""
        force: list[tuple[int, float]] = []
        quiet_since, most = self._now, 0.0
        for t_us, newtons in self._forces():
            force.append((t_us, newtons))
            most = max(most, newtons)
            if not _is_quiet(newtons, most):
                quiet_since = t_us
            is_over = ask.presses and most >= TOUCHED and t_us - quiet_since >= _REST_US
            if is_over or t_us - began >= ask.seconds * 1e6:
                break
        return force

    def _until_quiet(self) -> None:
        since, most = self._now, 0.0
        began = self._now
        for t_us, newtons in self._forces():
            most = max(most, newtons)
            if not _is_quiet(newtons, most):
                since = t_us
            if t_us - since >= _REST_US // 2 or t_us - began > _LONGEST_REST_US:
                return

    def _learn_zero(self) -> None:
        """The middle of what is read of each sensor within the second that nothing touches."""
        read: list[list[float]] = [[] for _ in self.sensors]
        for frame in self._read():
            for number, code in enumerate(frame.codes):
                if code is not None and frame.t_us >= _REST_US:
                    read[number].append(self.sensors[number].circuit.conductance(code))
            if frame.t_us >= 2 * _REST_US:
                break
        self._zero = [sorted(one)[len(one) // 2] if one else 0.0 for one in read]

    def _forces(self) -> Iterator[tuple[int, float]]:
        for frame in self._read():
            newtons = 0.0
            for sensor, zero, code in zip(self.sensors, self._zero, frame.codes, strict=True):
                if code is not None:
                    newtons += sensor.curve.force(max(sensor.circuit.conductance(code) - zero, 0.0))
            self.person.meter(newtons, 6.0)
            yield frame.t_us, newtons

    def _read(self) -> Iterator[Frame]:
        for frame in self._frames:
            self._failed = self._failed + 1 if frame.failed else 0
            if self._failed > _MOST_FAILED:
                raise Problem(UNAVAILABLE, f"{self.source.name}: readings fail; libpress check finds what is wrong")
            self._now = frame.t_us
            self.recording.write(frame)
            yield frame

    def _move(self, points: Sequence[tuple[float, float]]) -> None:
        """The simulated hand does what a person is asked to do."""
        bus = self.source.bus
        if isinstance(bus, SimulatedBus) and points:
            now = bus.now_us / 1e6
            bus.hand = SimulatedFinger([(now, bus.hand.at(now)[0]), *((now + after, newtons) for after, newtons in points)])


def _is_quiet(newtons: float, most: float) -> bool:
    """A sensor keeps something after a hard press."""
    return newtons < max(TOUCHED / 2, most / 10)


def asks_of(names: str | None) -> list[Ask]:
    """`tap,hold`; None: all. Raises Problem."""
    if names is None:
        return list(ASKS.values())
    for name in names.split(","):
        if name not in ASKS:
            raise Problem(USAGE, f"--asks {name}: it must be some of {', '.join(ASKS)}, with commas")
    return [ASKS[name] for name in names.split(",")]


def open_recording(path: Path, config: Config, rate: int, about: Iterable[tuple[str, str]], force: bool) -> Recording:
    """The trace, and beside it the config that it is read with: circuits, curves and places, no wires. Raises Problem."""
    beside = path.with_suffix(".conf")
    refuse_to_replace(beside, force)
    refuse_to_destroy(beside, config.reads)
    recording = Recording(path, config, config.reads, force)
    write_file(beside, edited("", sensors_of(config)).encode())
    known = {"libpress": __version__, "rate": str(rate), "converter": config.model(0), "licence": LICENCE}
    for key, value in (known | dict(about)).items():
        recording.about(key, value)
    return recording


def sensors_of(config: Config) -> dict[tuple[str, int], dict[str, str | None]]:
    """The sections that a trace requires."""
    found: dict[tuple[str, int], dict[str, str | None]] = {}
    for number, sensor in enumerate(config.sensors()):
        place = "sensor", number
        given = {key: text for key, text in config.texts.get(place, {}).items() if key not in _PATHS}
        circuit = sensor.circuit
        found[place] = {
            "full_scale": str(circuit.full_scale),
            "max_code": str(circuit.max_code),
            "resistor_ohm": str(circuit.resistor_ohm),
            "curve": written(sensor.curve),
            **given,
        }
    return found


def about_of(texts: Iterable[str]) -> list[tuple[str, str]]:
    """`KEY=VALUE` each. Raises Problem."""
    found = []
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key.isidentifier() or not value.strip().isprintable() or not value.strip() or len(text) > 120:
            raise Problem(USAGE, f"--about {text}: it must be KEY=VALUE, one line of up to 120 characters: sensor=FSR 402")
        found.append((key, value.strip()))
    return found
