"""One force-sensing resistor: the circuit around it, and the curve from conductance to force."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import byref, sizeof
from dataclasses import dataclass, field
from typing import Any

from ._config import number, put
from ._described import described
from .errors import check, error, why
from .generated import _raw
from .numbers import from_q16, to_int32, to_q16, to_tuple

Point = tuple[float, float]
"""Conductance in microsiemens, force in newtons."""


_NUMBERS = ("full_scale", "resistor_ohm", "parallel_ohm", "max_code", "short_ohm")


@described
@dataclass(frozen=True, slots=True)
class Circuit:
    """A voltage divider, read by a converter: FSR to the supply and resistor to ground (or, `pull_up`, the other way).

    What counts is the ratio of the code to `full_scale`, so the supply voltage drops out where it is the converter's
    reference too.
    """

    full_scale: int = 26400
    """The code at the supply voltage, 1..16777215. 26400: an ADS1115 in its 4.096 V range on 3.3 V."""
    resistor_ohm: int = 4700
    """Of the divider, 1..16777215."""
    parallel_ohm: int = 0
    """Across the FSR, so that an open wire shows; 0: none."""
    pull_up: bool = False
    """Resistor to the supply and FSR to ground: codes fall with force. Where `is_straight`, A+ and A- are exchanged: `max_code` minus the code
    counts."""
    max_code: int = 0
    """The highest code that the converter gives (with pull_up: full_scale minus the lowest), where it clips below the
    supply; at most full_scale; 0: full_scale."""
    short_ohm: int = 20
    """A resistance that no finger makes, 1..16777215: at or below, the FSR is shorted. Codes can show that if the highest
    is at least 4 above that of this resistance."""

    @classmethod
    def _from_raw(cls, raw: _raw.press_circuit) -> Circuit:
        pull_up = bool(raw.flags & _raw.PRESS_CIRCUIT_PULL_UP)
        return cls(raw.full_scale, raw.resistor_ohm, raw.parallel_ohm, pull_up, raw.max_code, raw.short_ohm)

    def _to_raw(self) -> _raw.press_circuit:
        return _raw.press_circuit(
            **{name: number(_raw.press_circuit, name, getattr(self, name)) for name in _NUMBERS},
            flags=_raw.PRESS_CIRCUIT_PULL_UP if self.pull_up else 0,
        )

    @property
    def is_straight(self) -> bool:
        """No divider: conductance is a straight line of the codes, as a load cell is read."""
        return 0 < self.max_code <= self.full_scale >> 4

    def conductance(self, code: int) -> float:
        """Microsiemens of the FSR from a code, which is clamped to 0..full_scale * 63/64.

        Raises InvalidError: the circuit is out of range.
        """
        found, raw = _raw.press_q16(), self._to_raw()
        check(
            _raw.press_circuit_conductance(byref(raw), to_int32(code, "code"), byref(found)),
            f"computing the conductance of {self}",
            why(_raw.press_circuit_check, raw),
        )
        return from_q16(found.value)


def _points(points: Iterable[Point]) -> tuple[Any, int]:
    both = [to_tuple(point, "a point", "conductance", "force") for point in points]
    pairs = [_raw.press_curve_point(to_q16(g, "conductance"), to_q16(f, "force")) for g, f in both]
    return (_raw.press_curve_point * max(len(pairs), 1))(*pairs), len(pairs)


@described
@dataclass(frozen=True, slots=True)
class FitReport:
    """What `Curve.fit` found. Residuals are (force of the curve - measured force) / measured force."""

    worst: float
    """The largest residual, without its sign."""
    rms: float
    """The root of the mean square of the residuals."""
    pair: int | None
    """The index of the pair with the worst residual; None: all are 0."""
    zero: float
    """Microsiemens: the mean of the pairs with force 0; 0 when there is none. The curve is that of the conductance
    above."""
    span: float
    """Microsiemens, zero not taken off: the largest conductance of the pairs."""
    others: float | None
    """Of the best fit: each mass between the lightest and the heaviest left out in turn, how far the curve of the others is off there, rms;
    None: fewer than three, or another fit."""
    residuals: tuple[float | None, ...]
    """Of each pair in the order given; None: its force is 0."""


_RULES = {
    _raw.PRESS_CURVE_RULE_TOO_FEW: "no pair has a force above 0",
    _raw.PRESS_CURVE_RULE_TOO_MANY: f"more than {_raw.PRESS_CURVE_FIT_POINTS} pairs",
    _raw.PRESS_CURVE_RULE_NEGATIVE: "its force is below 0",
    _raw.PRESS_CURVE_RULE_NOT_ABOVE_ZERO: "it conducts no more than the sensor at rest: too light, or wired the other way round",
    _raw.PRESS_CURVE_RULE_NOT_RISING: "it conducts less than a lighter one: over all pairs more force does not give more conductance",
}


class Curve:
    """From conductance to force, rising everywhere. Made by `power`, `table`, `fit` or `scaled`."""

    __slots__ = ("_curve", "report")

    def __init__(self, raw: _raw.press_curve, report: FitReport | None = None) -> None:
        """From a press_curve: for curves that were stored. Others use `power`, `table`, `fit` or `scaled`."""
        self._curve = _raw.press_curve.from_buffer_copy(raw)
        self.report = report
        """What `fit` found; None for other curves."""

    @property
    def worst(self) -> float:
        """The largest relative residual of `fit`; 0 for other curves."""
        return self.report.worst if self.report else 0.0

    @classmethod
    def power(cls, reference_conductance: float, reference_force: float, exponent: float) -> Curve:
        """force = reference_force * (conductance / reference_conductance) ** exponent.

        Microsiemens and newtons above 0, exponent 0.25..4. Raises InvalidError.
        """
        raw = _raw.press_curve()
        check(
            _raw.press_curve_power(
                to_q16(reference_conductance, "reference_conductance"),
                to_q16(reference_force, "reference_force"),
                to_q16(exponent, "exponent"),
                byref(raw),
            ),
            f"making a power law ({reference_conductance} uS, {reference_force} N, exponent {exponent})",
            "microsiemens and newtons must be above 0, the exponent 0.25 to 4",
        )
        return cls(raw)

    @classmethod
    def table(cls, points: Iterable[Point]) -> Curve:
        """Straight lines between 1..16 points (microsiemens, newtons) in rising order; (0, 0) is implied.

        Below its first point it goes straight to (0, 0), above its last it goes on as its last two points do. Raises
        InvalidError.
        """
        raw = _raw.press_curve()
        array, count = _points(points)
        check(
            _raw.press_curve_table(array, count, byref(raw)),
            f"making a table of {count} points",
            f"1 to {_raw.PRESS_CURVE_POINTS} points, microsiemens and newtons rising strictly from above 0",
        )
        return cls(raw)

    @classmethod
    def fit(cls, points: Iterable[Point], *, best: bool = False) -> Curve:
        """A rising table of at most 16 points from 1 to 64 measured pairs (microsiemens, newtons), in any order.

        Pairs with force 0 are the sensor at rest: the curve is that of the conductance above their mean. Repeats of one
        force become one point, and neighbours are pooled where more force does not give more conductance. `best`: a power law
        from three masses on, where masses that are left out say that it is better. `report` of the result has the residuals. Raises InvalidError, which names the pair that is to blame (its index is in `pair`).
        """
        raw, report = _raw.press_curve(), _raw.press_curve_report()
        _raw.press_curve_report_init(byref(report))
        array, count = _points(points)
        others = _raw.press_q16()
        if best:
            status = _raw.press_curve_fit_best(array, count, byref(raw), byref(report), byref(others))
        else:
            status = _raw.press_curve_fit(array, count, byref(raw), byref(report))
        if status < 0:
            doing = f"fitting {count} points"
            pair = report.pair if report.pair >= 0 else None
            if pair is not None:
                doing += f", pair {pair} ({from_q16(array[pair].conductance):g} uS, {from_q16(array[pair].force):g} N)"
            refused = error(status, doing, hint=_RULES.get(report.rule, ""))
            refused.pair = pair
            raise refused
        zero = from_q16(report.zero)
        made = cls(raw)
        residuals = tuple(None if p.force == 0 else made._above(p.conductance - report.zero) / p.force - 1 for p in array[:count])
        made.report = FitReport(
            from_q16(report.worst),
            from_q16(report.rms),
            report.pair if report.pair >= 0 else None,
            zero,
            from_q16(report.span),
            from_q16(others.value) if best and len({p.force for p in array[:count] if p.force}) > 2 else None,
            residuals,
        )
        return made

    def _above(self, conductance: int) -> int:
        """Force from conductance, both Q16, which saturates as in the fit."""
        found = _raw.press_q16()
        _raw.press_curve_force(byref(self._curve), max(-(1 << 31), min(conductance, (1 << 31) - 1)), byref(found))
        return int(found.value)

    def scaled(self, conductance: float, force: float) -> Curve:
        """The same curve with its conductances multiplied so that `conductance` (above the zero) gives `force`.

        One known mass is enough, but the shape stays: it is as good as the shape is that of the sensor. Raises
        InvalidError.
        """
        raw = _raw.press_curve()
        check(
            _raw.press_curve_scale(byref(self._curve), to_q16(conductance, "conductance"), to_q16(force, "force"), byref(raw)),
            f"scaling a curve to {force} N at {conductance} uS",
            "both must be above 0, and the scaled conductances must rise and stay below 32768 uS",
        )
        return Curve(raw)

    def force(self, conductance: float) -> float:
        """Newtons from microsiemens. 0 or below gives 0. Raises InvalidError: not a curve."""
        found = _raw.press_q16()
        check(
            _raw.press_curve_force(byref(self._curve), to_q16(conductance, "conductance"), byref(found)),
            f"computing the force of {conductance} uS",
        )
        return from_q16(found.value)

    @property
    def points(self) -> list[Point]:
        """The points of a table (microsiemens, newtons); empty for a power law."""
        return [(from_q16(p.conductance), from_q16(p.force)) for p in self._curve.points[: self._curve.count]]

    def __bytes__(self) -> bytes:
        """The press_curve."""
        return bytes(self._curve)

    def __eq__(self, other: object) -> bool:
        return bytes(self) == bytes(other) if isinstance(other, Curve) else NotImplemented

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __repr__(self) -> str:
        c = self._curve
        if c.kind == _raw.PRESS_CURVE_POWER:
            values = (c.reference_conductance, c.reference_force, c.exponent)
            return "Curve.power({:.6g}, {:.6g}, {:.6g})".format(*map(from_q16, values))
        return f"Curve.table({self.points})"


def _typical_curve() -> Curve:
    raw = _raw.press_sensor()
    _raw.press_sensor_init(byref(raw))
    return Curve(raw.curve)


@described
@dataclass(frozen=True, slots=True)
class Sensor:
    """One sensor of a pad."""

    circuit: Circuit = field(default_factory=Circuit)
    curve: Curve = field(default_factory=_typical_curve)
    x: float = 0.0
    """Where it sits, points."""
    y: float = 0.0
    lag_us: int = 0
    """How long before the time of its frame it is read, where frames do not say (`Frame.before_us`)."""
    creep: float = 0.0
    """0..1: conductance that a constant load adds in each tenfold of time, as a part of that at its onset: what counts is
    conductance / (1 + creep * log10(1 + t / 0.1 s)). 0: off."""
    preload_force: float = 0.0
    """Newtons that always lie on it, as a spring or a plate; the curve must reach them. Force counts from there."""
    zero: float = 0.0
    """Microsiemens: the stored zero of a calibration; 0: that of preload_force on the curve."""
    zero_limit: float = 0.0
    """Newtons: a zero further from the stored one delivers RECALIBRATE (ZERO); 0: off."""
    span: float = 0.0
    """Microsiemens: the most that its calibration covers; a reading of more than 1.5 times that delivers RECALIBRATE (SPAN);
    0: off."""

    @classmethod
    def fsr402(cls, x: float = 0.0, y: float = 0.0, circuit: Circuit | None = None, creep: float = 0.0) -> Sensor:
        """A typical Interlink FSR 402, by default with a 4.7 kOhm divider and an ADS1115 at 3.3 V.

        Parts differ by tens of percent: for newtons that can be trusted, calibrate (`Curve.fit`, `Calibration`).
        """
        return cls(circuit or Circuit(), x=x, y=y, creep=creep)

    def _to_raw(self) -> _raw.press_sensor:
        raw = _raw.press_sensor(size=sizeof(_raw.press_sensor))
        for name in ("x", "y", "lag_us", "creep", "preload_force", "zero", "zero_limit", "span"):
            put(raw, name, getattr(self, name))
        raw.circuit = self.circuit._to_raw()
        raw.curve = self.curve._curve
        return raw
