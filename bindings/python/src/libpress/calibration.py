"""The calibration of one sensor, kept in a file that every processor reads alike."""

from __future__ import annotations

import os
from collections.abc import Iterable
from ctypes import byref, c_uint8, sizeof
from dataclasses import dataclass, field

from ._described import described
from .errors import check, why
from .files import read_file, replace_file
from .generated import _raw
from .numbers import from_q16, to_q16, to_tuple
from .sensor import Circuit, Curve, Sensor, _typical_curve


@described
@dataclass(frozen=True, slots=True)
class Calibration:
    """Circuit, curve, zero and place of one sensor.

    calibration = Calibration.fit(circuit, [(261, 0), (11790, 0.981), (15760, 1.961)])   # code, newtons
    calibration.save("left.cal")
    pad = Pad(Calibration.load("left.cal").to_sensor())
    """

    circuit: Circuit = field(default_factory=Circuit)
    """The circuit in which it was measured."""
    curve: Curve = field(default_factory=_typical_curve)
    """Of the conductance above the zero."""
    zero: float = 0.0
    """Microsiemens at rest; 0: that of preload_force on the curve."""
    preload_force: float = 0.0
    """Newtons, not negative: what always lies on the sensor."""
    span: float = 0.0
    """Microsiemens, zero not taken off: the most that was measured; 0: not known."""
    x: float = 0.0
    """Where the sensor sits, points."""
    y: float = 0.0
    """Points."""

    @classmethod
    def fit(cls, circuit: Circuit, readings: Iterable[tuple[int, float]], x: float = 0.0, y: float = 0.0) -> Calibration:
        """From codes and the newtons that lay on the sensor, in any order; 0 newtons is the sensor at rest. The curve is the best.

        `curve.report` of the result has the residuals. Raises InvalidError, as `Curve.fit` does.
        """
        pairs = [to_tuple(reading, "a reading", "code", "newtons") for reading in readings]
        curve = Curve.fit([(circuit.conductance(code), newtons) for code, newtons in pairs], best=True)
        assert curve.report is not None
        return cls(circuit, curve, curve.report.zero, 0.0, max(curve.report.span, 0.0), x, y)

    @classmethod
    def from_sensor(cls, sensor: Sensor) -> Calibration:
        """What a calibration holds of a sensor. Raises InvalidError: the sensor is out of range."""
        raw, own = _new(), sensor._to_raw()
        refused = why(_raw.press_sensor_check, own)
        check(_raw.press_calibration_take(byref(own), byref(raw)), f"taking the calibration of {sensor}", refused)
        return cls._from_raw(raw)

    def to_sensor(self, lag_us: int = 0, creep: float = 0.0, zero_limit: float = 0.0) -> Sensor:
        """The sensor that was calibrated, with what a calibration does not hold."""
        own = self.preload_force, self.zero, zero_limit, self.span
        return Sensor(self.circuit, self.curve, self.x, self.y, lag_us, creep, *own)

    def check(self, conductance: float, force: float) -> float:
        """How far the sensor has wandered: (force by the calibration - force) / force, with a known force on it now.

        `conductance` is that of `circuit.conductance(code)`, zero not taken off. Raises InvalidError: `force` is not
        above 0, or the calibration is out of range.
        """
        found = _raw.press_q16()
        check(
            _raw.press_calibration_error(byref(self._to_raw()), to_q16(conductance, "conductance"), to_q16(force, "force"), byref(found)),
            f"checking the calibration with {force} N at {conductance} uS",
        )
        return from_q16(found.value)

    def __bytes__(self) -> bytes:
        """The bytes of press_calibration_store. Raises InvalidError: out of range."""
        out = bytearray(_raw.PRESS_CALIBRATION_BYTES)
        buffer = (c_uint8 * len(out)).from_buffer(out)
        raw = self._to_raw()
        refused = why(_raw.press_calibration_check, raw)
        check(_raw.press_calibration_store(byref(raw), buffer, len(out)), f"storing {self}", refused)
        del buffer
        return bytes(out)

    @classmethod
    def from_bytes(cls, data: bytes) -> Calibration:
        """From what `bytes(calibration)` gave.

        Raises DamagedError: a bit is wrong, or the length; VersionError: of a version that this library does not know;
        NotFoundError: nothing is stored there, as in erased flash; InvalidError: no calibration.
        """
        return cls._from_bytes(bytes(data), f"reading a calibration of {len(data)} bytes")

    @classmethod
    def _from_bytes(cls, data: bytes, doing: str) -> Calibration:
        raw = _new()
        status = _raw.press_calibration_load(data, len(data), byref(raw))
        check(status, doing, "not a calibration" if status == _raw.PRESS_ERR_INVAL else "")
        return cls._from_raw(raw)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file. An older file of that name stays until the new one is complete, and gives it its owner and mode.

        Raises InvalidError: out of range; OSError: no regular file, or a link of another user.
        """
        replace_file(path, bytes(self))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Calibration:
        """Reads a file that `save` wrote. Raises the errors of `from_bytes`, which name the file; OSError."""
        # Reads one byte more than a calibration has, so that a longer file is noticed.
        return cls._from_bytes(read_file(path, _raw.PRESS_CALIBRATION_BYTES + 1), f"reading the calibration {os.fspath(path)}")

    @classmethod
    def _from_raw(cls, raw: _raw.press_calibration) -> Calibration:
        numbers = (raw.zero, raw.preload_force, raw.span, raw.x, raw.y)
        return cls(Circuit._from_raw(raw.circuit), Curve(raw.curve), *map(from_q16, numbers))

    def _to_raw(self) -> _raw.press_calibration:
        raw = _raw.press_calibration(size=sizeof(_raw.press_calibration), version=_raw.PRESS_CALIBRATION_VERSION)
        raw.circuit = self.circuit._to_raw()
        for name in ("zero", "preload_force", "span", "x", "y"):
            setattr(raw, name, to_q16(getattr(self, name), name))
        raw.curve = self.curve._curve
        return raw


def _new() -> _raw.press_calibration:
    raw = _raw.press_calibration()
    _raw.press_calibration_init(byref(raw))
    return raw
