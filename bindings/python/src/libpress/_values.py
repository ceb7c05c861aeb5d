"""Values that cannot be: each message names what was written, what is allowed, and the unit."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral, Real
from typing import Any

from .errors import InvalidError

_OWN = {
    "channel": ("an input of the converter, a whole number from 0", int, 0, None),
    "resistor": ("ohms of the divider, a whole number from 1 to 16777215", int, 1, 16_777_215),
    "full_force": ("newtons, a number above zero_force", float, None, 32767.99),
    "supply": ("volts, a number above 0, at most 100", float, 0, 100),
    "rate": ("readings a second, a number above 0, at most 10000", float, 0, 10_000),
    "address": ("the address of the converter, a whole number from 0x08 to 0x77", int, 8, 0x77),
    "reference": ("an input of the converter, a whole number from 0 to 3", int, 0, 3),
    "reference_ratio": ("the supply by the voltage at the reference, a number from 1 to 64", float, 1, 64),
    "full_scale": ("what is read at the supply voltage, a number above 0, at most 16777215", float, 0, 16_777_215),
    "seed": ("a whole number", int, None, None),
}  # fmt: skip
"""Of ForceSensor: what each is, its type, the least and the most."""
_ABOVE = ("supply", "rate", "full_scale")
"""The least is none of them."""
_MAY_BE_NONE = ("full_scale", "address", "reference")
_FLAGS = (
    "thread", "fast", "independent", "keep", "median", "filter", "baseline", "third", "continuous", "poll_ready", "pull_up", "tell_moved", "contact_from_flag",
)  # fmt: skip


def refusal(name: str, value: Any, allowed: str) -> str:
    """`lift_us=0.04: microseconds, a whole number from 0 to 4294967295 (0.04 s is lift_us=40_000)`."""
    text = f"{name}={value!r}: {allowed}"
    if isinstance(value, str) and _number(value) is not None:
        return f"{text}, without quotes: {name}={value}"
    if isinstance(value, float) and "microseconds" in allowed and 0 < value < 1000:
        text += f" ({value:g} s is {name}={round(value * 1e6):_})"
    elif isinstance(value, float) and "ohms" in allowed and 0 < value < 1000:
        text += f" ({value:g} kOhm is {name}={round(value * 1e3):_})"
    return text


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def verify(settings: Mapping[str, Any]) -> None:
    """Raises TypeError or InvalidError for a setting of ForceSensor itself that is not what it must be."""
    for name, (allowed, kind, least, most) in _OWN.items():
        if name in settings and not (settings[name] is None and name in _MAY_BE_NONE):
            _verify(name, settings[name], allowed, kind, least, most)
    for name in _FLAGS:
        if isinstance(settings.get(name), str):
            raise TypeError(f"{name}={settings[name]!r}: True or False")
    bus = settings.get("bus")
    if _number(bus) is not None if isinstance(bus, str) else isinstance(bus, int) and bus < 0:
        raise InvalidError(refusal("bus", bus, "the number of an I2C bus from 0, its path, or an object with transfer and wait"))
    model = settings.get("model")
    if model is not None and not isinstance(model, str):
        raise TypeError(f"model={model!r}: the name of a converter, such as 'ADS1115'")
    calibration = settings.get("calibration")
    is_one = calibration is None or isinstance(calibration, str) or hasattr(calibration, "to_sensor")
    if not is_one and not hasattr(calibration, "__fspath__"):
        raise TypeError(f"calibration={calibration!r}: a Calibration, or the file of one")


def _verify(name: str, value: Any, allowed: str, kind: type, least: float | None, most: float | None) -> None:
    is_kind = isinstance(value, Integral if kind is int else Real) and not isinstance(value, bool)
    if not is_kind and isinstance(value, Real) and not isinstance(value, bool):
        raise InvalidError(refusal(name, value, allowed))
    if not is_kind:
        text = refusal(name, value, allowed)
        if name == "channel" and isinstance(value, list | tuple | range):
            text += f"; several pads: ForceSensor.pads({list(value)}), several sensors under one plate: ForceSensor.plate"
        raise TypeError(text)
    is_low = least is not None and (value <= least if name in _ABOVE else value < least)
    if value != value or is_low or (most is not None and value > most):
        raise InvalidError(refusal(name, hex(value) if name == "address" else value, allowed).replace("'", ""))


def listed_places(values: Any) -> list[tuple[float, float]]:
    """Where sensors are. Raises TypeError."""
    each = list(values) if hasattr(values, "__iter__") else []
    pairs = [tuple(one) if hasattr(one, "__iter__") else () for one in each]
    if not each or not all(len(one) == 2 and all(isinstance(part, Real) for part in one) for one in pairs):
        raise TypeError(f"places={values!r}: where each sensor is, (x, y) in points, such as [(0, 0), (100, 0)]")
    return pairs


def channels(values: Any, name: str = "channels") -> list[int]:
    """Inputs of a converter, each a whole number. Raises TypeError, InvalidError."""
    allowed = "the inputs of the converter, whole numbers in a list, such as [0, 1]"
    if isinstance(values, str | bytes) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name}={values!r}: {allowed}")
    listed = list(values)
    for one in listed:
        if not isinstance(one, Integral) or isinstance(one, bool):
            raise TypeError(f"{name}={listed!r}: {allowed}")
        if one < 0:
            raise InvalidError(f"{name}={listed!r}: {allowed}, from 0")
    return [int(one) for one in listed]
