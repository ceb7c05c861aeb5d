"""From force to pressure and back, by the levels and the curve of a config."""

from __future__ import annotations

from ctypes import byref
from typing import Any

from .generated import _raw
from .numbers import from_q16


def pressure_of(config: Any, force: int) -> float:
    """0..1, of a force in Q16."""
    zero = config.zero_force
    if config.firmness == 0:
        return float(min(max((force - zero) / (config.full_force - zero), 0.0), 1.0))
    found = _raw.press_q16()
    _raw.press_config_pressure(byref(config), force, byref(found))
    return from_q16(found.value)


def level_at(config: Any, newtons: float) -> float:
    """The pressure at so many newtons. Beyond the range of pressure it goes on straight."""
    zero, full = from_q16(config.zero_force), from_q16(config.full_force)
    part = (newtons - zero) / (full - zero)
    return pressure_of(config, round(newtons * 65536)) if 0 < part < 1 and config.firmness else part


def newtons_at(config: Any, pressure: float) -> float:
    """The other way."""
    zero, full = from_q16(config.zero_force), from_q16(config.full_force)
    if not 0 < pressure < 1 or config.firmness == 0:
        return zero + pressure * (full - zero)
    found = _raw.press_q16()
    _raw.press_config_force(byref(config), round(pressure * 65536), byref(found))
    return from_q16(found.value)
