"""Fixed point and fixed width: Python's numbers into the library's, with a clear error instead of a silent wrap."""

import os
from ctypes import create_string_buffer
from math import isfinite, isnan
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

from .errors import check
from .generated import _raw

if TYPE_CHECKING:
    from pathlib import Path

NEVER = _raw.PRESS_NEVER
"""The time of a deadline that is not there."""

_MIN, _MAX = -(1 << 31), (1 << 31) - 1


def to_q16(value: float, name: str = "value") -> int:
    """A number as Q16.16, rounded to nearest. Range: -32768 to 32767.99998.

    Raises ValueError for NaN, OverflowError for what does not fit, TypeError for what is not a number; each names the
    argument.
    """
    try:
        scaled = value * 65536.0
        is_finite = isfinite(scaled)
    except (TypeError, ValueError):  # no number, a complex one, an array
        raise TypeError(f"{name} must be a number, not {type(value).__name__}") from None
    if not is_finite:
        if isnan(scaled):
            raise ValueError(f"{name} is not a number (NaN)")
        raise OverflowError(f"{name} = {value} does not fit: the range is -32768 to 32767.99998")
    fixed = int(scaled + 0.5 if scaled >= 0 else scaled - 0.5)
    if not _MIN <= fixed <= _MAX:
        raise OverflowError(f"{name} = {value} does not fit: the range is -32768 to 32767.99998")
    return fixed


def clamped(value: float, name: str = "value") -> float:
    """A number, moved into 0..1; NaN stays what it is."""
    try:
        return min(max(value, 0), 1) if value == value else value
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}") from None


def to_tuple(value: Any, name: str, *parts: str) -> tuple[Any, ...]:
    """As many values as there are parts. Raises TypeError, which names them: a lone number is none."""
    try:
        values = tuple(value)
    except TypeError:
        values = ()
    if len(values) != len(parts) or isinstance(value, str | bytes):
        raise TypeError(f"{name} must be ({', '.join(parts)}), not {value!r}")
    return values


def from_q16(fixed: int) -> float:
    """A Q16.16 number as a float, exactly."""
    return fixed / 65536.0


def fixed_text(fixed: int) -> str:
    """A Q16.16 number as configs have it, with the fewest decimals that become the same."""
    buffer = create_string_buffer(16)
    check(_raw.press_setup_decimal(fixed, buffer, len(buffer)), "writing a number")
    return buffer.value.decode()


def shortest(fixed: int) -> float:
    """The same as a float: 0.4, and not 0.399993896484375."""
    return float(fixed_text(fixed))


def to_unsigned(value: SupportsIndex, bits: int, name: str = "value") -> int:
    """An integer that fits into so many bits without a sign; OverflowError and TypeError name the argument."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}") from None
    if not 0 <= number < 1 << bits:
        raise OverflowError(f"{name} = {number} does not fit: the range is 0 to {(1 << bits) - 1}")
    return number


def to_int32(value: SupportsIndex, name: str = "value") -> int:
    """An integer that fits into 32 bits with a sign; OverflowError and TypeError name the argument."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}") from None
    if not _MIN <= number <= _MAX:
        raise OverflowError(f"{name} = {number} does not fit: the range is {_MIN} to {_MAX}")
    return number


def time_extend(last_us: int, now: int) -> int:
    """Extends a 32-bit microsecond counter, which wraps every 71.6 minutes, to the 64-bit time that libpress requires.

    `last_us` is the last extended time (0 at the start), `now` the counter. The result is the time nearest to
    `last_us` whose low 32 bits are `now`.
    """
    return int(_raw.press_time_extend(to_unsigned(last_us, 64, "last_us"), to_unsigned(now, 32, "now")))


def version() -> tuple[int, int, int]:
    """The version of the C library that runs: major, minor, patch."""
    number = _raw.press_version()
    return number >> 16, number >> 8 & 255, number & 255


def library_path() -> "Path":
    """The file of the C library that runs."""
    from pathlib import Path

    name = str(_raw.library._name)
    if os.path.exists(name):
        return Path(name)
    lines = Path("/proc/self/maps").read_text().splitlines()
    return Path(next(line[line.index("/") :] for line in lines if "/libpress.so" in line))
