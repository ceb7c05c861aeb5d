"""The config of pressd as text: its sections and keys, what they mean, and changes that keep the rest."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from ctypes import byref
from pathlib import Path
from typing import Any, Self

from . import _raw
from ._config import default
from ._config_keys import PROFILE, SECTIONS
from ._config_values import ACCEPTED, value
from .calibration import Calibration
from .errors import InvalidError, PressError

Place = tuple[str, int]
"""A section, and which of those of its name, from 0."""
Changes = Mapping[Place, Mapping[str, str | None]]
"""By section and key the new text of the value; None: the key is not to count any more."""
COMMENT = re.compile(r"(^|[ \t])[#;].*$")
_HEADING = re.compile(r"\s*\[\s*(\w+)\s*\]")


def place_of(name: str) -> Place | None:
    """[sensor] is [sensor1], too."""
    for section, (most, _, _) in SECTIONS.items():
        if name == section:
            return section, 0
        number = re.fullmatch(rf"{section}([1-9][0-9]*)", name)
        if number and 1 < most >= int(number[1]):
            return section, int(number[1]) - 1
    return None


def called(place: Place) -> str:
    """As configs call it."""
    section, index = place
    return f"{section}{index + 1}" if index else section


def _all_sections() -> str:
    return ", ".join(f"{name} to {name}{most}" if most > 1 else name for name, (most, _, _) in SECTIONS.items())


class ConfigFile:
    """What a file and single settings say, read as pressd reads it. Everything else is the library's default."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self.given: dict[Place, dict[str, int]] = {}
        """The keys of each section that is there, and in which line they stand; 0: not in the file."""
        self.texts: dict[Place, dict[str, str]] = {}
        """The same as they were written."""
        self.heads: dict[Place, int] = {}
        """In which line each section begins."""
        self.profile: Path | None = None
        """The file of the profile that was read. Its lines count below 0 in `given`."""
        self._values: dict[Place, dict[str, Any]] = {}
        self._raws: dict[Place, dict[str, Any]] = {}
        self._begin(("sensor", 0))
        self._begin(("converter", 0))

    def read(self, path: str | os.PathLike[str]) -> Self:
        """Reads a file. Raises InvalidError, which names file and line; OSError."""
        self.path = Path(path)
        self._read(self.path, 1)
        return self

    def read_profile(self, path: str | os.PathLike[str]) -> Self:
        """Reads the profile of a person, which goes before what was read, and attaches nothing. Raises as `read`."""
        self.profile = Path(path)
        self._read(self.profile, -1)
        return self

    def _read(self, path: Path, sign: int) -> None:
        place: Place | None = None
        for number, raw in enumerate(
            path.read_text(encoding="utf-8", errors="surrogateescape").removeprefix("\ufeff").split("\n"), 1
        ):
            line = COMMENT.sub("", raw.rstrip("\r")).strip()
            if not line:
                continue
            try:
                if line.startswith("["):
                    place = self._open(line, sign * number)
                else:
                    self._line(place, line, sign * number)
            except ValueError as wrong:
                raise InvalidError(f"{path}:{number}: {wrong}") from None

    def _open(self, line: str, number: int) -> Place:
        if not line.endswith("]"):
            raise ValueError(f'no section: "{line}" requires a ] at its end')
        name = line[1:-1].strip()
        place = place_of(name)
        if place is None:
            raise ValueError(f'no section "{name}"; there are {_all_sections()}')
        if number < 0:
            if place[0] not in PROFILE or place[1]:
                known = ", ".join(section for section in SECTIONS if section in PROFILE)
                raise ValueError(f'no section "{name}" in a profile; there are {known}')
            return place
        self._begin(place)
        self.heads.setdefault(place, number)
        return place

    def _begin(self, place: Place) -> None:
        """A sensor and a converter begin as a copy of the one before it, as that is now."""
        section, index = place
        if index and (section, index - 1) not in self.given:
            raise ValueError(
                f"[{called(place)}]: there is no section [{called((section, index - 1))}], which must be there first"
            )
        if place in self.given:
            return
        self.given[place] = {}
        if index and section in ("sensor", "converter"):
            before = section, index - 1
            self._values[place] = {
                key: found for key, found in self._values[before].items() if key not in ("ready_pin", "reference")
            }
            self._raws[place] = {where: type(raw).from_buffer_copy(raw) for where, raw in self._raws[before].items()}
        else:
            structs = SECTIONS[section][1].items()
            self._values[place] = {}
            self._raws[place] = {where: default(getattr(_raw, struct)) for where, struct in structs if "." not in where}
        self._number(place)

    def _number(self, place: Place) -> None:
        """What a section has by its number."""
        section, index = place
        values, raws = self._values[place], self._raws[place]
        if section == "sensor":
            converter, channel = values.get("channel", (0, -1))
            values["channel"] = converter, channel + 1
            raws["sensor"].circuit.full_scale *= index > 0  # 0: not given
        elif section in ("target", "peek"):
            raws[section].id = index + 1
        elif section in ("action", "transition"):
            values["id"] = index + 1
        if section == "action":
            last = self.count("peek") - 1
            values["peek"] = self._raws["peek", last]["peek"].id if last >= 0 else 1

    def _line(self, place: Place | None, line: str, number: int) -> None:
        key, equals, text = line.partition("=")
        if not equals or not key.strip():
            raise ValueError("neither [section] nor key = value")
        if place is None:
            raise ValueError(f"a key before the first section; there are {_all_sections()}")
        self.set(place, key.strip(), text.strip(), number)

    def apply(self, setting: str) -> None:
        """SECTION.KEY=VALUE. Raises ValueError."""
        name, equals, text = setting.partition("=")
        section, dot, key = name.partition(".")
        if not equals or not section.strip() or not key.strip():
            raise ValueError("it must be SECTION.KEY=VALUE, as in engine.touch_force=0.5")
        place = place_of(section.strip())
        if place is None:
            raise ValueError(f'no section "{section.strip()}"; there are {_all_sections()}')
        self.set(place, key.strip(), text.strip())

    def set(self, place: Place, key: str, text: str, line: int = 0) -> None:
        """Raises ValueError, which says what is accepted."""
        keys = SECTIONS[place[0]][2]
        if line < 0 and key not in PROFILE[place[0]]:
            raise ValueError(f'no key "{key}" in [{called(place)}] of a profile; there are {", ".join(PROFILE[place[0]])}')
        self._begin(place)
        if key not in keys:
            raise ValueError(f'no key "{key}" in [{called(place)}]; there are {", ".join(keys)}')
        if line * self.given[place].get(key, 0) > 0:
            raise ValueError(f"{called(place)}.{key} is given twice: it stands in line {abs(self.given[place][key])} already")
        form, _, accepted = keys[key]
        found = value(form, text)
        if found is None:
            raise ValueError(f"{called(place)}.{key}: it must be {accepted or ACCEPTED.get(form[-1], 'something else')}")
        if key == "calibration":
            self._calibrate(place, text)
        self._store(place, key, found)
        self.given[place][key] = line
        self.texts.setdefault(place, {})[key] = text

    def _calibrate(self, place: Place, path: str) -> None:
        """Keys of the same section go before a calibration."""
        try:
            calibration = Calibration.load(path)._to_raw()
        except OSError as problem:
            raise ValueError(f"{called(place)}.calibration: {path}: {os.strerror(problem.errno or 0)}") from None
        except PressError as problem:
            raise ValueError(f"{called(place)}.calibration: {problem}") from None
        _raw.press_calibration_apply(byref(calibration), byref(self._raws[place]["sensor"]))
        for key in self.given[place]:
            self._store(place, key, self._values[place][key])

    def _store(self, place: Place, key: str, found: Any) -> None:
        self._values[place][key] = found
        form, path, _ = SECTIONS[place[0]][2][key]
        if not path or form == ("special", "calibration"):
            return
        first, *middle, last = path.split(".")
        raw = self._raws[place][first]
        for part in middle:
            raw = getattr(raw, part)
        if form[0] == "bit":
            mask, on = found
            setattr(raw, last, getattr(raw, last) & ~mask | (mask if on else 0))
        else:
            setattr(raw, last, found._to_raw() if hasattr(found, "_to_raw") else getattr(found, "_curve", found))

    # What is there

    def count(self, section: str) -> int:
        return sum(place[0] == section for place in self.given)

    def has(self, section: str) -> bool:
        """The section is there, and not switched off."""
        place = section, 0
        return bool(self._values.get(place, {}).get("enabled", place in self.heads))

    def get(self, place: Place, key: str, otherwise: Any = None) -> Any:
        """The value of a key that was given, or that the section began with."""
        return self._values.get(place, {}).get(key, otherwise)

    def raw(self, place: Place) -> Any:
        """The C struct of a section, the first where it has several."""
        if place not in self._raws:
            ((where, struct), *_) = SECTIONS[place[0]][1].items()
            return default(getattr(_raw, struct))
        return next(iter(self._raws[place].values()))

    def wrong(self, place: Place, keys: str, words: str) -> InvalidError:
        """Of keys, separated by blanks, that do not go together: the line to look at, and what is wrong."""
        given = self.given.get(place, {})
        line = next((given[key] for key in re.findall(r"[a-z0-9_]+", keys) if key in given), self.heads.get(place))
        if line == 0:
            return InvalidError(f"--set: {words}")
        if line is not None and line < 0:
            return InvalidError(f"{self.profile}:{-line}: {words}")
        where = f"{self.path}:{line}: " if line else f"{self.path}: "
        return InvalidError(f"{where if self.path else ''}{words}")


def edited(text: str, changes: Changes) -> str:
    """A config with changes: its comments, its order and all other keys stay. A key that does not count becomes a comment."""
    left = {place: dict(keys) for place, keys in changes.items()}
    lines: list[str] = []
    place: Place | None = None
    last = 0
    for line in text.split("\n") if text else []:
        if heading := _HEADING.match(line):
            _insert(lines, last, left.get(place, {}) if place else {})
            place = place_of(heading[1])
        key = COMMENT.sub("", line).partition("=")[0].strip()
        if place in left and key in left[place]:
            new = left[place].pop(key)
            comment = COMMENT.search(line)
            line = f"# {line}" if new is None else f"{key} = {new}" + (f"  {comment[0].strip()}" if comment else "")
        lines.append(line)
        if key or line.lstrip().startswith("["):
            last = len(lines)
    _insert(lines, last, left.get(place, {}) if place else {})
    while lines and not lines[-1].strip():
        lines.pop()
    for place, keys in left.items():
        new_keys = [f"{key} = {text}" for key, text in keys.items() if text is not None]
        if new_keys:
            lines += [*([""] if lines else []), f"[{called(place)}]", *new_keys]
    return "\n".join(lines) + "\n"


def _insert(lines: list[str], at: int, keys: dict[str, str | None]) -> None:
    """Puts what is left of a section behind its last key."""
    lines[at:at] = [f"{key} = {text}" for key, text in keys.items() if text is not None]
    keys.clear()
