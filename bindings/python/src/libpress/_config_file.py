"""A config of pressd, as the library reads it, and changes of its text that keep the rest."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from ctypes import byref, c_char_p, c_uint64, c_void_p, cast, create_string_buffer, memmove, sizeof
from typing import TYPE_CHECKING, Any, Self

from ._config import default
from ._config_keys import most, sections
from .errors import InvalidError, check
from .files import read_file
from .generated import _raw
from .generated._words import KEYS

if TYPE_CHECKING:
    from pathlib import Path

Place = tuple[str, int]
"""A section, and which of those of its name, from 0."""
Changes = Mapping[Place, Mapping[str, str | None]]
"""By section and key the new text of the value; None: the key is not to count any more."""
COMMENT = re.compile(r"(^|[ \t])[#;].*$")
_HEADING = re.compile(r"\s*\[\s*(\w+)\s*\]")
_STRUCTS = {
    "sensor": _raw.press_sensor,
    "pad": _raw.press_pad_config,
    "engine": _raw.press_config,
    "peeks": _raw.press_peek_config,
    "transitions": _raw.press_transition_config,
    "transition": _raw.press_transition_options,
}
"""What the package takes of a section whole; of another interaction the config of its name."""
_LONGEST = 1024
"""Of a value that is shown."""


def place_of(name: str) -> Place | None:
    """[sensor] is [sensor1], too."""
    for section in sections():
        if name == section:
            return section, 0
        number = re.fullmatch(rf"{section}([1-9][0-9]*)", name)
        if number and 1 < most(section) >= int(number[1]):
            return section, int(number[1]) - 1
    return None


def called(place: Place) -> str:
    """As configs call it."""
    section, index = place
    return f"{section}{index + 1}" if index else section


_why = create_string_buffer(256)
"""Why a file was not read."""
_calibrations: set[str] = set()
"""Files of calibrations that were read: absolute paths."""


def _read_file(path: bytes, into: Any, capacity: int, why: Any, user: Any) -> int:
    try:
        data = read_file(path, capacity)
        _calibrations.add(os.path.abspath(os.fsdecode(path)))
    except OSError as problem:
        _why.value = (problem.strerror or "").encode()[: len(_why) - 1]
        why[0] = cast(_why, c_char_p)
        return -1
    memmove(into, data, len(data))
    return len(data)


_files = default(_raw.press_setup_files)
_files.read = _raw.setup_files_read_fn(_read_file)


class ConfigFile:
    """What a file and single settings say, as the library reads it. Everything else is the library's default."""

    named_option = "--set: "
    """What messages begin with of a setting that stands in no file."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self.profile: Path | None = None
        """The file of the profile that was read."""
        self.texts: dict[Place, dict[str, str]] = {}
        """The keys of each section, as they were written."""
        self._taken: list[tuple[int, bytes | None]] = []
        """Where it comes from, and a line; None: a text begins."""
        self._place: Place | None = None
        self._is_checked = self._is_accepted = False
        self._source = _raw.PRESS_SETUP_SOURCE_CODES
        """What it is checked for."""
        self._memory = (c_uint64 * (_raw.press_setup_size() // sizeof(c_uint64) + 1))()
        self._setup = c_void_p()
        check(_raw.press_setup_init(self._memory, sizeof(self._memory), byref(self._setup)), "beginning a config")
        check(_raw.press_setup_set_files(self._setup, byref(_files)), "beginning a config")

    def __reduce__(self) -> Any:
        """A copy is read again: what the library keeps does not move."""
        return _again, (type(self), self.path, self.profile, self._taken, self._source)

    @property
    def reads(self) -> list[str]:
        """The files that were read, calibrations among them, and the one in which values are saved: nothing else may be written there."""
        return [*self.reads_besides_calibrations, *_calibrations]

    @property
    def reads_besides_calibrations(self) -> list[str]:
        save = self.texts.get(("listen", 0), {}).get("save")
        return [str(one) for one in (self.path, self.profile, save) if one]

    # Reading

    def read(self, path: str | os.PathLike[str]) -> Self:
        """Reads a file. Raises InvalidError, which names file and line; OSError."""
        from pathlib import Path  # with what it needs, 5 ms that a program without a config does not pay

        self.path = Path(path)
        return self._read(_raw.PRESS_SETUP_ORIGIN_CONFIG, self.path)

    def read_profile(self, path: str | os.PathLike[str]) -> Self:
        """Reads the profile of a person, which goes before what was read, and attaches nothing. Raises as `read`."""
        from pathlib import Path

        self.profile = Path(path)
        return self._read(_raw.PRESS_SETUP_ORIGIN_PROFILE, self.profile)

    def _read(self, origin: int, path: Path) -> Self:
        data = read_file(path)
        self.begin(origin)
        for line in data.split(b"\n"):
            self.line(origin, line)
        return self

    def begin(self, origin: int) -> None:
        """A text begins, from PRESS_SETUP_ORIGIN_CONFIG or PRESS_SETUP_ORIGIN_PROFILE."""
        check(_raw.press_setup_begin(self._setup, origin), "beginning a text")
        self._taken.append((origin, None))
        self._place = None

    def line(self, origin: int, line: bytes) -> None:
        """The next of the text. Raises InvalidError, which names file and line."""
        if _raw.press_setup_line(self._setup, line, len(line)) < 0:
            raise self._refused()
        self._is_checked = self._is_accepted = False
        self._taken.append((origin, line))
        text = COMMENT.sub("", line.decode(errors="surrogateescape").removeprefix("\ufeff")).strip(" \t\r")
        if text.startswith("["):
            self._place = place_of(text[1:-1].strip(" \t"))
        elif text and self._place:
            key, _, value = text.partition("=")
            self._note(self._place, key, value)

    def apply(self, setting: str) -> None:
        """SECTION.KEY=VALUE. Raises ValueError."""
        line = setting.encode(errors="surrogateescape")
        if b"\0" in line or _raw.press_setup_option(self._setup, line) < 0:
            raise ValueError(self._words()[1] if b"\0" not in line else "it must be without a byte 0")
        self._is_checked = self._is_accepted = False
        self._taken.append((_raw.PRESS_SETUP_ORIGIN_OPTION, line))
        name, _, value = setting.partition("=")
        section, _, key = name.partition(".")
        if place := place_of(section.strip()):
            self._note(place, key, value)

    def set(self, place: Place, key: str, text: str) -> None:
        """Raises ValueError, which says what is accepted."""
        self.apply(f"{called(place)}.{key}={text}")

    def open(self, place: Place) -> None:
        """A section begins, if it is not there. Raises InvalidError."""
        self.begin(_raw.PRESS_SETUP_ORIGIN_CONFIG)
        self.line(_raw.PRESS_SETUP_ORIGIN_CONFIG, f"[{called(place)}]".encode())

    def repeat(self, taken: Iterable[tuple[int, bytes | None]]) -> Self:
        """All that another one was given, after what was read. Raises InvalidError."""
        for origin, line in taken:
            if line is None:
                self.begin(origin)
            elif origin == _raw.PRESS_SETUP_ORIGIN_OPTION:
                self.apply(line.decode(errors="surrogateescape"))
            else:
                self.line(origin, line)
        return self

    def _note(self, place: Place, key: str, text: str) -> None:
        self.texts.setdefault(place, {})[key.strip(" \t")] = text.strip(" \t")

    def _check(self, source: int) -> None:
        """Whether everything goes together. Raises InvalidError, which names the line."""
        self._is_checked, self._source = True, source
        self._is_accepted = _raw.press_setup_check(self._setup, source) == 0
        if not self._is_accepted:
            raise self._refused()

    def _complete(self) -> None:
        """What no key says is known."""
        if not self._is_checked:
            with suppress(InvalidError):
                self._check(self._source)

    def _words(self) -> tuple[Any, str]:
        fault = default(_raw.press_setup_fault)
        _raw.press_setup_get_fault(self._setup, byref(fault))
        words = (fault.words or b"").decode(errors="surrogateescape")
        if found := re.match(r'no key "(\w+)" in ', words):
            words += f"; {KEYS[found[1]]}" if found[1] in KEYS else ""
        return fault, words

    def _refused(self) -> InvalidError:
        """The last refusal, and the line to which it belongs."""
        fault, words = self._words()
        return self._wrong(fault.origin, fault.line, words)

    def _wrong(self, origin: int, line: int, words: str) -> InvalidError:
        if origin == _raw.PRESS_SETUP_ORIGIN_OPTION:
            return InvalidError(f"{self.named_option}{words}")
        path = self.profile if origin == _raw.PRESS_SETUP_ORIGIN_PROFILE else self.path
        where = f"{path}:{line}: " if line else f"{path}: "
        return InvalidError(f"{where if path else ''}{words}")

    def wrong(self, place: Place, keys: str, words: str) -> InvalidError:
        """Of keys, separated by blanks, that a driver refuses: the line to look at, and what is wrong."""
        for key in keys.split():
            if key in self.texts.get(place, {}):
                value = self._value(place, key)
                return self._wrong(value.origin, value.line, words)
        return self._wrong(_raw.PRESS_SETUP_ORIGIN_CONFIG, _raw.press_setup_section_line(self._setup, called(place).encode()), words)

    # What is there

    def count(self, section: str) -> int:
        return int(_raw.press_setup_count(self._setup, section.encode()))

    def has(self, section: str) -> bool:
        """The section is there, and not switched off."""
        return self.count(section) > 0

    def _value(self, place: Place, key: str) -> Any:
        value = default(_raw.press_setup_value)
        check(_raw.press_setup_get(self._setup, f"{called(place)}.{key}".encode(), byref(value)), f"{called(place)}.{key}")
        return value

    def get(self, place: Place, key: str) -> Any:
        """The value of a key, given or not: a number (Q16 where the library has that), a bool or a text."""
        value, kind = self._value(place, key), sections()[place[0]][key].kind
        if kind == _raw.PRESS_SETUP_KIND_STRING:
            return (value.text or b"").decode(errors="surrogateescape")
        return bool(value.number) if kind == _raw.PRESS_SETUP_KIND_YES_NO else int(value.number)

    def shown(self, place: Place, key: str) -> str:
        """The value of a key as a config has it."""
        buffer = create_string_buffer(_LONGEST)
        check(_raw.press_setup_get_text(self._setup, f"{called(place)}.{key}".encode(), buffer, len(buffer)), key)
        return buffer.value.decode(errors="surrogateescape")

    @property
    def handle(self) -> c_void_p:
        """The press_setup, for as long as this is there."""
        return self._setup

    def _struct(self, place: Place) -> int:
        return int(_raw.press_setup_section(self._setup, called(place).encode()))

    def raw(self, place: Place) -> Any:
        """A copy of the C struct of a section."""
        there = self.struct(place)
        return type(there).from_buffer_copy(there)

    def struct(self, place: Place) -> Any:
        """The C struct of a section, where it lies. What is written there counts as if a key had said it, once it was checked again."""
        kind = _STRUCTS.get(place[0]) or getattr(_raw, f"press_{place[0]}_config")
        found = kind.from_address(self._struct(place))
        found.of = self  # whose memory it is
        return found


def _again(kind: type[ConfigFile], path: Path | None, profile: Path | None, taken: list[tuple[int, bytes | None]], source: int) -> ConfigFile:
    new = kind()
    new.path, new.profile, new._source = path, profile, source
    return new.repeat(taken)


def edited(text: str, changes: Changes) -> str:
    """A config with changes: its comments, its order and all other keys stay. A key that does not count becomes a comment.

    Raises InvalidError for a value that no line can have.
    """
    for where, keys in changes.items():
        for key, value in keys.items():
            if value is not None and (COMMENT.sub("", value).strip() != value or any(one < " " for one in value)):
                raise InvalidError(f"{called(where)}.{key}: a config takes one line without # or ; after a blank, not {value!r}")
    left = {where: dict(keys) for where, keys in changes.items()}
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
