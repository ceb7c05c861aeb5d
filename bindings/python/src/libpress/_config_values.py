"""Values of the config, read exactly as pressd reads them, and written."""

from __future__ import annotations

import re
from typing import Any

from . import _raw
from .enums import Trait
from .errors import PressError
from .numbers import from_q16
from .pad import Correction
from .sensor import Curve
from .transitions import TimingCurve

_DECIMAL = re.compile(r"(\d{1,9})(?:\.(\d+))?")
_SUFFIXES = {"us": 1, "ms": 1000, "s": 1_000_000}
ACCEPTED = {
    "channel": "the number of a channel, from 0, or one of a converter: converter2.0; counted on through converter2, from 0 to "
    "63; for a CSV the column",
    "sensorCurve": "power MICROSIEMENS NEWTONS EXPONENT, all above 0, exponent 0.25 to 4; or table MICROSIEMENS:NEWTONS ..., "
    "1 to 16 points, both rising from above 0",
    "calibration": "the path of a calibration file, up to 255 bytes",
    "readyPin": "CHIP:LINE, as in /dev/gpiochip0:17, or none",
    "reference": "none, or the number of a channel, from 0 to 3",
    "timingCurve": "ease_in_out, ease_in, ease_out, linear, or X1 Y1 X2 Y2 with X1 and X2 from 0 to 1",
    "correction": "A B C D E F: x' = A x + B y + C, y' = D x + E y + F; A, B, D, E from -1024 to 1024, A E not equal to B D",
    "contactLift": "contact (that of the contact), or a time: microseconds, or a number with us, ms or s",
}
"""Of values that are more than a number, a word or a text."""


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


def fixed(text: str, least: int = -(1 << 31), most: int = (1 << 31) - 1) -> int | None:
    """A decimal, rounded to the nearest 1/65536; ties away from 0."""
    parts = _DECIMAL.fullmatch(text[1:] if text[:1] in ("-", "+") else text)
    if not parts or int(parts[1]) > 32768:
        return None
    fraction = (parts[2] or "")[:12]
    unit = 10 ** len(fraction)
    number = (int(parts[1]) << 16) + (int(fraction or 0) * 65536 + unit // 2) // unit
    number = -number if text.startswith("-") else number
    return number if least <= number <= most else None


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


def _among(text: str, words: tuple[str, ...], first: int) -> int | None:
    return unsigned(text) if text in words else None


def _flags(text: str, words: tuple[str, ...], first: int) -> int | None:
    if text == "none":
        return 0
    given = text.split()
    if not given or any(word not in words for word in given):
        return None
    return sum({1 << words.index(word) for word in given})


def _bit(text: str, mask: int, when_yes: bool) -> tuple[int, bool] | None:
    return (mask, (text == "yes") is when_yes) if text in ("yes", "no") else None


def _yes_no(text: str) -> bool | None:
    return text == "yes" if text in ("yes", "no") else None


def _path(text: str) -> str | None:
    return text if 0 < len(text.encode(errors="surrogateescape")) <= 255 else None


def _text(text: str, least: int, most: int) -> str | None:
    data = text.encode(errors="surrogateescape")
    return text if least <= len(data) <= most and all(byte >= 32 for byte in data) else None


def _special(text: str, kind: str) -> Any:
    read = _SPECIALS.get(kind)
    return read(text) if read else text


def _channel(text: str) -> tuple[int, int] | None:
    """Which converter, from 1 (0: counted on), and its channel."""
    found = re.fullmatch(r"(?:converter(2?)\.)?(.*)", text)
    number = whole(found[2], 0, 63) if found else None
    if number is None or found is None:
        return None
    return (0 if found[1] is None else int(found[1] or 1)), number


def _curve(text: str) -> Curve | None:
    kind, *words = text.split() or [""]
    try:
        if kind == "power" and len(words) == 3:
            numbers = [fixed(word) for word in words]
            return None if None in numbers else Curve.power(*(from_q16(number) for number in numbers if number is not None))
        if kind != "table" or not 1 <= len(words) <= _raw.PRESS_CURVE_POINTS:
            return None
        pairs = [tuple(fixed(half) for half in word.split(":")) for word in words]
        if any(len(pair) != 2 or None in pair for pair in pairs):
            return None
        return Curve.table([(from_q16(g or 0), from_q16(n or 0)) for g, n in pairs])
    except PressError:
        return None


def _correction(text: str) -> Correction | None:
    n = [fixed(word) for word in text.split()]
    if len(n) != 6 or None in n:
        return None
    a, b, c, d, e, f = (one or 0 for one in n)
    if max(map(abs, (a, b, d, e))) > 1024 << 16 or a * e == b * d:
        return None
    return Correction(*map(from_q16, (a, b, c, d, e, f)))


_EASES: dict[str, TimingCurve] = {
    name.lower(): getattr(TimingCurve, name) for name in ("EASE_IN_OUT", "EASE_IN", "EASE_OUT", "LINEAR")
}


def _timing_curve(text: str) -> TimingCurve | None:
    if text in _EASES:
        return _EASES[text]
    n = [fixed(word, *((0, 65536) if place % 2 == 0 else ())) for place, word in enumerate(text.split())]
    if len(n) != 4 or None in n:
        return None
    return TimingCurve(*(from_q16(one or 0) for one in n))


def _reference(text: str) -> int | None:
    """A channel; -1: none."""
    return -1 if text == "none" else whole(text, 0, 3)


def _ready_pin(text: str) -> str | None:
    return text if text == "none" or re.fullmatch(r"/.*:[0-9]{1,10}", text) else None


def _lift(text: str) -> int | None:
    return _raw.PRESS_BUTTON_LIFT_OF_CONTACT if text == "contact" else time(text, most=(1 << 32) - 2)


def _file_mode(text: str) -> int | None:
    return int(text, 8) if re.fullmatch(r"0?[0-7]{3}", text) else None


_SPECIALS = {
    "channel": _channel,
    "sensorCurve": _curve,
    "calibration": _path,
    "correction": _correction,
    "contactLift": _lift,
    "readyPin": _ready_pin,
    "reference": _reference,
    "fileMode": _file_mode,
    "timingCurve": _timing_curve,
}
_READERS: dict[str, Any] = {
    "whole": whole,
    "fixed": fixed,
    "time": time,
    "bit": _bit,
    "yesNo": _yes_no,
    "word": _word,
    "among": _among,
    "flags": _flags,
    "path": _path,
    "text": _text,
    "special": _special,
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
