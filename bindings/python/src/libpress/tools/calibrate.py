"""A calibration from masses: measured step by step, fitted by the library, written as a file and as a section of the config."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import log10
from pathlib import Path
from statistics import fmean, median
from typing import Protocol

from .._config_file import Changes
from .._config_values import unsigned
from ..calibration import Calibration
from ..errors import PressError
from ..sensor import Curve, Sensor
from .config import Config, changed
from .config import write as write_file
from .problem import BAD_DATA, CANNOT_CREATE, CONFIG, TIMED_OUT, UNAVAILABLE, USAGE, Problem
from .simulated import SimulatedBus
from .sources import Converters
from .trace import Trace
from .ui import Ui

G = 9.80665e-3
"""Newtons of a gram."""
STILL = 0.03
"""What lies still varies by less than this part within a second."""
STILL_US = 1_000_000
LONGEST_US = 60_000_000
ACCURACY = ((1, "7 to 13 %"), (2, "5 to 13 %"), (5, "5 to 8 %"), (8, "5 to 7 %"))
"""From so many masses on: the error at other masses, rms, on five small FSRs (docs/calibration.md)."""


@dataclass(frozen=True)
class Measured:
    grams: float
    code: int

    @property
    def newtons(self) -> float:
        return self.grams * G


@dataclass(frozen=True)
class Fit:
    """What was measured, and what the library makes of it."""

    measured: list[Measured]
    calibration: Calibration
    others_rms: float | None
    """Each mass between the least and the greatest left out in turn: how far the curve of the others is off there, rms; None:
    less than three masses."""

    @property
    def masses(self) -> int:
        return len({one.grams for one in self.measured if one.grams})

    @property
    def clipped(self) -> Measured | None:
        """A reading beyond the codes of its circuit, or at their end: no divider that the converter measures whole gets there."""
        circuit = self.calibration.circuit
        if circuit.pull_up:
            return None
        full = circuit.full_scale
        # Converters of n bits end at full_scale, or 1 below; 1 in 128 more is noise.
        end = full + full // 128 + 1 if circuit.max_code else full - 1
        return next((one for one in self.measured if one.code >= end), None)

    @property
    def accuracy(self) -> str:
        """What so many masses buy."""
        return [text for least, text in ACCURACY if self.masses >= least][-1]


def masses_of(text: str) -> list[float]:
    """`50,100,200`. Raises Problem."""
    try:
        masses = [float(word) for word in text.split(",")]
        if not masses or any(not 0 < mass <= 100_000 for mass in masses) or len(masses) > 60:
            raise ValueError
    except ValueError:
        raise Problem(USAGE, f"--masses {text}: it must be 1 to 60 masses in grams, above 0, with commas: 50,100,200,500") from None
    return masses


def reading_of(text: str, config: Config, sensor: int) -> Measured:
    """`GRAMS=CODE`, or `GRAMS=FILE`: the median of the last second of a trace. Raises Problem."""
    grams, equals, what = text.partition("=")
    try:
        mass = float(grams)
        if not equals or not what or not 0 <= mass <= 100_000:
            raise ValueError
    except ValueError:
        raise Problem(USAGE, f"--reading {text}: it must be GRAMS=CODE or GRAMS=TRACE, as in 50=7250") from None
    code = unsigned(what)
    if code is not None:
        return Measured(mass, code)
    frames = list(Trace(what, config).frames())
    last = [frame.codes[sensor] for frame in frames if frame.t_us > frames[-1].t_us - STILL_US]
    codes = [code for code in last if code is not None]
    if not codes:
        raise Problem(BAD_DATA, f"{what}: sensor {sensor} was not read in its last second")
    return Measured(mass, round(median(codes)))


class Person(Protocol):
    """Who puts the masses on: at a terminal, or on a page."""

    yes: bool
    """Nobody is asked."""

    def step(self, text: str) -> None:
        """What to do now."""

    def ready(self) -> None:
        """Until it is done."""

    def ask(self, question: str) -> str: ...

    def line(self, text: str, style: str = "") -> None: ...

    def meter(self, number: float, full: float, unit: str = "N") -> None:
        """A number of now."""


class Guided:
    """Asks for masses, waits until they lie still, reads."""

    def __init__(self, source: Converters, ui: Person, sensor: int, wait_us: int) -> None:
        self.source, self.ui, self.number, self.wait_us = source, ui, sensor, wait_us
        self.circuit = source.config.sensor(sensor).circuit
        self._idle = 0.0
        self._rest: int | None = None
        """The code with nothing on it, once that is known."""

    def all(self, masses: list[float] | None) -> list[Measured]:
        """Nothing on it, then mass by mass."""
        self.ui.step("Take everything off the sensor.")
        self._enter()
        self._load(0.0)
        found = [Measured(0.0, self._still(0.0))]
        self._rest = found[0].code
        self._idle = self._siemens(self._rest)
        if masses is not None:
            for mass in masses:
                found.append(self._known(mass))
                self._taken_off()
            return found
        while (reading := self._asked(len(found))) is not None:
            found.append(reading)
        return found

    def _known(self, mass: float) -> Measured:
        self.ui.step(f"Put {mass:g} g on the middle of the sensor.")
        self._load(mass)
        if self.ui.yes:
            self._until(lambda siemens: siemens > self._idle + 1.0, f"{mass:g} g were not felt")
        else:
            self._enter()
        return Measured(mass, self._still(mass))

    def _taken_off(self) -> None:
        self.ui.step("Take it off.")
        self._load(0.0)
        self._until(lambda siemens: siemens < self._idle + 1.0, "the sensor does not go back to its zero")

    def _asked(self, count: int) -> Measured | None:
        """Whatever lies there; a scale shows how much."""
        if count > 1:
            self.ui.step("Put another mass on, or more on the scale.")
        else:
            self.ui.step("Put a mass on the sensor; or lay the sensor on a kitchen scale, set it to 0, and load the sensor.")
        while True:
            grams = self.ui.ask("How many grams? (empty: that was all) ")
            if not grams:
                return None
            try:
                mass = float(grams.removesuffix("g").replace(",", "."))
                if not 0 < mass <= 100_000:
                    raise ValueError
            except ValueError:
                self.ui.line(f"{grams}: that is no number of grams above 0, such as 200", "yellow")
                continue
            self._load(mass)
            return Measured(mass, self._still(mass))

    def _enter(self) -> None:
        if not self.ui.yes:
            self.ui.ready()

    def _load(self, mass: float) -> None:
        """The simulated hand does what a person is asked to do."""
        bus = self.source.bus
        if isinstance(bus, SimulatedBus):
            bus.hand.move(bus.now_us / 1e6, mass * G, 0.2)

    def _siemens(self, code: int) -> float:
        return self.circuit.conductance(code)

    def _refuse_turned(self, codes: list[int]) -> None:
        """Raises Problem: under nothing it reads what only a heavy load does, or under a load less than under nothing."""
        code, full = round(median(codes)), self.circuit.full_scale
        turned = "no" if self.circuit.pull_up else "yes"
        if self.circuit.is_straight or self.source.config.has_load_cell:
            if self._rest is not None and (code - self._rest) * (-1 if self.circuit.pull_up else 1) < -100:
                what = f"A+ and A- of the load cell are exchanged: exchange them, or set sensor.pull_up = {turned}"
                raise Problem(CONFIG, f"under a load the sensor reads code {code}, and {self._rest} with nothing on it: {what}")
            return
        what = f"if supply and ground of its divider are exchanged, set sensor.pull_up = {turned}"
        part = (full - code if self.circuit.pull_up else code) / full
        if self._rest is None and part > 0.75 and self._siemens(code) > 2e6 / self.circuit.resistor_ohm:
            raise Problem(CONFIG, f"with nothing on it the sensor reads code {code} of {full}: look for a bridge across it; {what}")
        if self._rest is not None and (code - self._rest) * (-1 if self.circuit.pull_up else 1) < -full / 20:
            raise Problem(CONFIG, f"under a load the sensor reads code {code}, and {self._rest} with nothing on it: {what}")

    def _until(self, reached: Callable[[float], bool], otherwise: str) -> None:
        codes: list[int] = []
        for frame in self.source.frames():
            code = frame.codes[self.number]
            if code is not None:
                codes = [*codes[-9:], code]
                if len(codes) == 10:
                    self._refuse_turned(codes)
            if code is not None and reached(self._siemens(code)):
                return
            if frame.t_us > LONGEST_US:
                raise Problem(TIMED_OUT, f"{otherwise} within a minute; libpress check finds what is wrong")

    def _still(self, mass: float) -> int:
        """The median of the last second, once it lay for the time and lies still. Raises Problem."""
        codes: list[tuple[int, int]] = []
        failed = 0
        for frame in self.source.frames():
            code = frame.codes[self.number]
            if code is not None:
                codes.append((frame.t_us, code))
            failed = 0 if code is not None else failed + 1
            if failed > 20:
                raise Problem(UNAVAILABLE, f"{self.source.name}: readings fail; libpress check finds what is wrong")
            codes = [one for one in codes if one[0] > frame.t_us - STILL_US]
            if frame.t_us >= STILL_US and codes:
                self._refuse_turned([code for _, code in codes])
            self.ui.meter(max(self.wait_us - frame.t_us, 0) / 1e6, max(self.wait_us / 1e6, 1), "s to go")
            if codes and frame.t_us >= max(self.wait_us, STILL_US) and self._is_still([code for _, code in codes]):
                break
            if frame.t_us > self.wait_us + LONGEST_US:
                raise Problem(TIMED_OUT, "the sensor does not lie still: put it on a firm ground, and press on nothing else")
        code = round(median(code for _, code in codes))
        self.ui.line(f"  {mass:g} g: code {code}, {self._siemens(code):.1f} uS")
        return code

    def _is_still(self, codes: list[int]) -> bool:
        """The first and the last third of the second differ little."""
        third = max(len(codes) // 3, 1)
        first, last = self._siemens(round(fmean(codes[:third]))), self._siemens(round(fmean(codes[-third:])))
        return abs(last - first) <= max(STILL * (last - self._idle), 1.0)


def fit(sensor: Sensor, measured: Iterable[Measured], wait_us: int) -> Fit:
    """Raises Problem, which names the reading that cannot be."""
    found = list(measured)
    if not any(one.grams for one in found):
        raise Problem(USAGE, "a calibration requires one mass above 0 at least; five or more are better")
    circuit = sensor.circuit
    crept = 1 + sensor.creep * log10(1 + wait_us / 100_000)
    zeros = [circuit.conductance(one.code) for one in found if not one.grams]
    zero = fmean(zeros) if zeros else 0.0
    pairs = [(zero + (circuit.conductance(one.code) - zero) / (crept if one.grams else 1), one.newtons) for one in found]
    try:
        curve = Curve.fit(pairs, best=True)
    except PressError as problem:
        words = str(problem)
        if problem.pair is not None:
            words = f"{found[problem.pair].grams:g} g at code {found[problem.pair].code}: {words.partition('): ')[2] or words}"
        raise Problem(BAD_DATA, f"{words}. Measure again, or leave this mass out") from None
    report = curve.report
    assert report is not None
    calibration = Calibration(circuit, curve, report.zero, sensor.preload_force, max(report.span, 0.0), sensor.x, sensor.y)
    return Fit(found, calibration, report.others)


def clipped_words(found: Fit) -> str:
    """Where the converter does not measure all of the supply: what to do; else ""."""
    one, full = found.clipped, found.calibration.circuit.full_scale
    if one is None:
        return ""
    return (
        f"{one.grams:g} g reads code {one.code}, and full_scale is {full}: the "
        "sensor is fed from more than the converter measures, and forces read wrong by several times. Feed it from the "
        "reference of the converter. Where that cannot be, set sensor.full_scale to the code that the supply would have, "
        "and sensor.max_code to the highest code that comes, and measure again."
    )


def show(ui: Ui, found: Fit, is_load_cell: bool = False) -> None:
    """The points, how far the curve is off at each, and what that is worth."""
    report = found.calibration.curve.report
    assert report is not None
    wide = ui.width >= 60
    ui.line()
    ui.line("     mass     force    code      conductance      off" if wide else "     mass    code       off", "bold")
    for one, residual in zip(found.measured, report.residuals, strict=True):
        off = "" if residual is None else f"{100 * residual:+.1f} %"
        siemens = found.calibration.circuit.conductance(one.code)
        middle = f"{one.newtons:8.3f} N {one.code:7} {siemens:13.1f} uS" if wide else f"{one.code:7}"
        ui.out.print(f"{one.grams:7g} g {middle} {off:>9}") if not ui.as_json else None
    ui.line()
    ui.line(f"zero {report.zero:.2f} uS; off by {100 * report.worst:.1f} % at worst, {100 * report.rms:.1f} % rms")
    if not is_load_cell and not found.calibration.curve.points:
        ui.line("A power law: masses that are left out say that it is better than lines.")
    if found.others_rms is not None:
        ui.line(f"Leave-one-out error: {100 * found.others_rms:.1f} % rms.")
    if is_load_cell:
        ui.line("A load cell is straight: one mass is enough, and a second one tries it.")
        return
    if words := clipped_words(found):
        ui.line(words, "yellow")
    many = f"{found.masses} mass" + "es" * (found.masses != 1)
    ui.line(f"{many}: forces between them are off by {found.accuracy} rms, as measured on five small FSRs.")
    if found.masses < 5:
        ui.line("Five masses or more, from the lightest to the heaviest press that counts, are better.", "yellow")


def refuse_to_replace(path: Path, force: bool) -> None:
    if path.exists() and not force:
        raise Problem(CANNOT_CREATE, f"{path}: this file is there already; take another --output, or --force to replace it")


def changes(config: Config, sensor: int, path: Path) -> Changes:
    """The section of the sensor takes the calibration; keys that would go before it do not count any more."""
    keys: dict[str, str | None] = {"calibration": str(path.resolve())}
    given = config.texts.get(("sensor", sensor), {})
    return {("sensor", sensor): keys | {key: None for key in ("curve", "zero", "span") if key in given}}


def write(config: Config, sensor: int, found: Fit, output: Path, force: bool, new: Path | None = None) -> Path:
    """The calibration, and the config that takes it: its own file, or `new`, or beside the calibration.

    Returns which config; nothing is written where one cannot be.
    """
    target = config.path or new or output.with_suffix(".conf")
    refuse_to_replace(output, force)
    if config.path is None:
        refuse_to_replace(target, force)
    edits = changes(config, sensor, output)
    if len(str(output.resolve()).encode()) > 255:
        raise Problem(CANNOT_CREATE, f"{output.resolve()}: the config takes paths of up to 255 bytes; take a shorter one")
    text = changed(target, config.text(), edits)
    write_file(output, bytes(found.calibration))
    write_file(target, text)
    return target
