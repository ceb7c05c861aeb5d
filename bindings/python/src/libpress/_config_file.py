"""A config of pressd: its lines, what they say, and changes that keep the rest."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from . import _raw
from ._strict import near
from .calibration import Calibration
from .enums import Trait
from .errors import InvalidError
from .numbers import from_q16
from .pad import Correction
from .sensor import Curve

_COMMENT = re.compile(r"(^|[ \t])[#;].*$")
_TIME = re.compile(r"(\d+(?:\.\d+)?)\s*(us|ms|s)?")
_SCALE = {"us": 1, "ms": 1000, "s": 1_000_000, None: 1}
MODES = ("single", "single poll", "continuous")
class ConfigFile:
    """Lines of a file, and what they say."""

    def __init__(self, path: str | os.PathLike[str], is_new: bool = False) -> None:
        """`is_new`: nothing is there yet, or what is there is changed."""
        self.path = Path(path)
        text = "" if is_new and not self.path.exists() else self.path.read_text(encoding="utf-8")
        self.lines = text.splitlines()
        self.keys: dict[str, dict[str, tuple[str, int]]] = {}
        """By section: the text of each key, and the number of its line."""
        section = ""
        for number, raw in enumerate(self.lines, 1):
            line = _COMMENT.sub("", raw).strip()
            if line.startswith("["):
                if not line.endswith("]"):
                    raise self.wrong(number, f'no section: "{line}" requires a ] at its end')
                section = line[1:-1].strip()
                section = section.removesuffix("1") if re.fullmatch(r"[a-z]+1", section) else section
                self.keys.setdefault(section, {})
            elif line:
                key, equals, value = (part.strip() for part in line.partition("="))
                if not equals or not key or not section:
                    raise self.wrong(number, "neither [section] nor key = value, after the first section")
                if key in self.keys[section]:
                    first = self.keys[section][key][1]
                    raise self.wrong(number, f"{section}.{key} is given twice: it stands in line {first} already")
                self.keys[section][key] = value, number

    def wrong(self, number: int, words: str) -> InvalidError:
        return InvalidError(f"{self.path}:{number}: {words}")

    def line_of(self, section: str) -> int:
        """Where a section begins."""
        return next((n for n, line in enumerate(self.lines, 1) if re.match(rf"\s*\[\s*{section}1?\s*\]", line)), 1)

    def numbered(self, section: str) -> list[str]:
        """[sensor], [sensor2] ... as far as they go."""
        found = [section] if section in self.keys else []
        while found and f"{section}{len(found) + 1}" in self.keys:
            found.append(f"{section}{len(found) + 1}")
        return found

    def values(self, section: str, known: Iterable[str]) -> dict[str, Any]:
        """What the keys of a section mean. Raises InvalidError, which names the line."""
        found = {}
        for key, (text, number) in self.keys.get(section, {}).items():
            if key not in known:
                raise self.wrong(number, f"no key {key!r} in [{section}]{near(key, known)}")
            try:
                found[key] = _value(key, text)
            except (ValueError, TypeError, OSError) as problem:
                raise self.wrong(number, f"{section}.{key} = {text}: {problem}") from problem
        return found

    def set(self, section: str, values: Mapping[str, str]) -> None:
        """Changes lines that are there, keeping their comments, and adds the others at the end of the section."""
        there = self.keys.setdefault(section, {})
        for key, text in values.items():
            if key in there:
                number = there[key][1]
                comment = _COMMENT.search(self.lines[number - 1])
                self.lines[number - 1] = f"{key} = {text}{comment[0] if comment else ''}"
        new = [f"{key} = {text}" for key, text in values.items() if key not in there]
        if not new:
            return
        heads = [n for n, line in enumerate(self.lines) if re.match(rf"\s*\[\s*{section}1?\s*\]", line)]
        if not heads:
            self.lines += ([""] if self.lines else []) + [f"[{section}]", *new]
            return
        behind = range(heads[-1] + 1, len(self.lines))
        after = next((n for n in behind if self.lines[n].lstrip().startswith("[")), len(self.lines))
        while after > heads[-1] + 1 and not self.lines[after - 1].strip():
            after -= 1
        self.lines[after:after] = new

    def save(self) -> None:
        """Writes the file whole, or not at all."""
        new = self.path.with_name(self.path.name + ".new")
        with open(new, "w", encoding="utf-8") as file:
            file.write("\n".join([*self.lines, ""]))
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self.path)


def _time(text: str) -> int:
    found = _TIME.fullmatch(text)
    if not found:
        raise ValueError("it must be a time: microseconds, or a number with us, ms or s")
    return round(float(found[1]) * _SCALE[found[2]])


def _curve(text: str) -> Curve:
    kind, *words = text.split()
    if kind == "power" and len(words) == 3:
        return Curve.power(*map(float, words))
    if kind != "table":
        raise ValueError("it must be power MICROSIEMENS NEWTONS EXPONENT, or table MICROSIEMENS:NEWTONS ...")
    pairs = [word.partition(":") for word in words]
    return Curve.table([(float(g), float(n)) for g, _, n in pairs])


def _traits(text: str) -> Trait:
    words = [] if text == "none" else text.split()
    unknown = [word for word in words if word.upper() not in Trait.__members__]
    if unknown:
        raise ValueError(f"no trait {unknown[0]!r}{near(unknown[0], [name.lower() for name in Trait.__members__])}")
    return Trait(sum({int(Trait[word.upper()]) for word in words}))


_READ: dict[str, Callable[[str], Any]] = {
    "curve": _curve,
    "traits": _traits,
    "flags": str.split,
    "correction": lambda text: Correction(*map(float, text.split())),
    "calibration": lambda text: Calibration.load(text) and text,
    "channel": lambda text: int(text.removeprefix("converter.")),
    "model": str.upper,
    "mode": lambda text: MODES.index(text),
    "ready_pin": str,
    "address": lambda text: int(text, 0),
}


def _value(key: str, text: str) -> Any:
    if key in _READ:
        return _READ[key](text)
    if text in ("yes", "no"):
        return text == "yes"
    if key.endswith("_us") and text != "contact":
        return _time(text)
    if text == "contact":
        return None
    try:
        return int(text, 0)
    except ValueError:
        return float(text)


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
    """Exact to 1/65536, as the library keeps it."""
    return f"{value:.6f}".rstrip("0").rstrip(".")


def _of_curve(curve: Curve) -> str:
    if curve.points:
        return "table " + " ".join(f"{_decimal(g)}:{_decimal(newtons)}" for g, newtons in curve.points)
    raw = _raw.press_curve.from_buffer_copy(bytes(curve))
    numbers = raw.reference_conductance, raw.reference_force, raw.exponent
    return "power " + " ".join(_decimal(from_q16(number)) for number in numbers)
