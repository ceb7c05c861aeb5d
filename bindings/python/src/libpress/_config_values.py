"""Values of the config, read exactly as pressd reads them, and written."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import fields
from typing import Any

from .enums import Trait
from .generated import _raw
from .numbers import fixed_text, to_q16
from .pad import Correction
from .sensor import Curve
from .transitions import Spring, TimingCurve

_DECIMAL = re.compile(r"(\d{1,10})(?:\.(\d+))?")
_SUFFIXES = {"us": 1, "ms": 1000, "s": 1_000_000}


def value(form: tuple[Any, ...], text: str) -> Any:
    """What a text means: a number (Q16 where the library has that), a bool, a text, a Curve. None: it is not accepted."""
    kind, *rest = form
    read = _READERS.get(kind)
    return read(text, *rest) if read else text


def unsigned(text: str) -> int | None:
    """Decimal, or hexadecimal with 0x."""
    if re.fullmatch(r"0[xX][0-9a-fA-F]{1,19}", text):
        return int(text, 16)
    return int(text) if re.fullmatch(r"[0-9]{1,19}", text) else None


def whole(text: str, least: int, most: int) -> int | None:
    """A whole number within its range, decimal or hexadecimal; None: it is none."""
    number = unsigned(text)
    return number if number is not None and least <= number <= most else None


def time(text: str, least: int = 0, most: int = (1 << 32) - 1) -> int | None:
    """Microseconds: plain, or with us, ms or s."""
    suffix = next((one for one in _SUFFIXES if text.endswith(one)), "")
    scale = _SUFFIXES.get(suffix, 1)
    parts = _DECIMAL.fullmatch(text.removesuffix(suffix).strip())
    if not parts:
        return None
    fraction = (parts[2] or "")[:12]
    unit = 10 ** len(fraction)
    if int(fraction or 0) * scale % unit:  # finer than a microsecond
        return None
    number = int(parts[1]) * scale + int(fraction or 0) * scale // unit
    return number if least <= number <= most else None


def _word(text: str, words: tuple[str, ...], first: int) -> int | None:
    return first + words.index(text) if text in words else None


def _yes_no(text: str) -> bool | None:
    return text == "yes" if text in ("yes", "no") else None


def _path(text: str) -> str | None:
    return _text(text, 1, 255)


def _text(text: str, least: int, most: int) -> str | None:
    if any(unicodedata.category(one) in ("Cc", "Cs") for one in text):  # controls, and bytes that are no UTF-8
        return None
    return text if least <= len(text.encode()) <= most else None


_READERS: dict[str, Any] = {
    "whole": whole,
    "time": time,
    "yesNo": _yes_no,
    "word": _word,
    "path": _path,
    "text": _text,
}


def written(value: Any) -> str:
    """A value as a key of the config has it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Trait):
        return " ".join(one.name.lower() for one in Trait if one in value and one.name) or "none"
    if isinstance(value, Curve):
        return _of_curve(value)
    if isinstance(value, TimingCurve | Spring):
        numbers = " ".join(_decimal(float(getattr(value, one.name))) for one in fields(value))
        return f"spring {numbers}" if isinstance(value, Spring) else numbers
    if isinstance(value, Correction):
        return " ".join(_decimal(getattr(value, name)) for name in "abcdef")
    return _decimal(value) if isinstance(value, float) else str(value)


def _decimal(value: float) -> str:
    """As the library writes it. What it cannot keep is written whole, and refused where it is read."""
    try:
        fixed = to_q16(value)
    except (ValueError, OverflowError):
        return f"{value:f}".rstrip("0").rstrip(".")
    return fixed_text(fixed)


def _of_curve(curve: Curve) -> str:
    if curve.points:
        return "table " + " ".join(f"{_decimal(g)}:{_decimal(newtons)}" for g, newtons in curve.points)
    raw = _raw.press_curve.from_buffer_copy(bytes(curve))
    numbers = raw.reference_conductance, raw.reference_force, raw.exponent
    return "power " + " ".join(map(fixed_text, numbers))
