"""Values of the config, read exactly as pressd reads them, and written."""

from __future__ import annotations

import re
from typing import Any

from .enums import Trait
from .generated import _raw
from .numbers import from_q16
from .pad import Correction
from .sensor import Curve

_DECIMAL = re.compile(r"(\d{1,9})(?:\.(\d+))?")
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
    return text if 0 < len(text.encode(errors="surrogateescape")) <= 255 else None


def _text(text: str, least: int, most: int) -> str | None:
    data = text.encode(errors="surrogateescape")
    return text if least <= len(data) <= most and all(byte >= 32 for byte in data) else None


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
    if isinstance(value, Correction):
        return " ".join(_decimal(getattr(value, name)) for name in "abcdef")
    return _decimal(value) if isinstance(value, float) else str(value)


def _decimal(value: float) -> str:
    """The shortest that is the same to 1/65536, as the library keeps it."""
    texts = (f"{value:.{digits}f}" for digits in range(7))
    return next((text for text in texts if round(float(text) * 65536) == round(value * 65536)), f"{value:.6f}")


def _of_curve(curve: Curve) -> str:
    if curve.points:
        return "table " + " ".join(f"{_decimal(g)}:{_decimal(newtons)}" for g, newtons in curve.points)
    raw = _raw.press_curve.from_buffer_copy(bytes(curve))
    numbers = raw.reference_conductance, raw.reference_force, raw.exponent
    return "power " + " ".join(_decimal(from_q16(number)) for number in numbers)
