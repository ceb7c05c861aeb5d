"""The config of a page: what its files say, what was changed since, and what is written where.

A change makes the whole config again, with the checks of pressd, and takes its place or changes nothing.
"""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from libpress.config import COMMENT, KINDS, Place, called, of_profile, place_of, sections, written
from libpress.profile import Profile
from libpress.tools import levels
from libpress.tools.config import Config
from libpress.tools.problem import Problem
from libpress.tools.setup import Setup

from .rights import Refused

MOST_CHARACTERS = 300
"""Of a value."""
MOST_CHANGES = 100
"""That can be undone."""
OPEN = ("engine", "pad", *(section for section, _ in KINDS.values()), "sensor")
"""The sections that the page changes. The others say what is read, and from where."""
CLOSED = {"channel", "calibration"}
"""Keys of these that it does not: wires, and paths."""
DRAGGED = tuple(key for key, letter in levels.LEVELS if letter)


@dataclass(frozen=True)
class Change:
    """One key, before and after. None: it was not given."""

    place: Place
    key: str
    before: str | None
    after: str | None

    @property
    def name(self) -> str:
        return f"{called(self.place)}.{self.key}"


class Settings:
    """The config of now. Everything raises Refused, and then changes nothing."""

    def __init__(self, setup: Setup, output: Path) -> None:
        self.setup, self.output = setup, output
        self.config = setup.config
        self.changed: dict[tuple[Place, str], str] = {}
        """What is not written yet."""
        self.running: dict[tuple[Place, str], str] = {}
        """What a pressd says of itself; before this the files count."""
        self._undone: deque[list[Change]] = deque(maxlen=MOST_CHANGES)
        self._wrote: Path | None = None

    # What can be changed

    def keys(self) -> dict[str, str]:
        """By SECTION.KEY what is accepted."""
        found = {}
        for section in OPEN:
            for index in range(max(self.config.count(section), section in ("engine", "pad"))):
                for key, of in sections()[section].items():
                    if key not in CLOSED:
                        found[f"{called((section, index))}.{key}"] = of.accepted
        return found

    def text(self, name: str) -> str:
        """The value of SECTION.KEY that counts, given or not; "": it has none."""
        place, key = self._named(name)
        return self.config.texts.get(place, {}).get(key) or self.config.shown(place, key)

    def is_default(self, name: str) -> bool:
        place, key = self._named(name)
        return key not in self.config.texts.get(place, {})

    def _named(self, name: str) -> tuple[Place, str]:
        section, dot, key = name.partition(".") if isinstance(name, str) else ("", "", "")
        place = place_of(section)
        if not dot or place is None or place[0] not in OPEN or key in CLOSED or key not in sections()[place[0]]:
            raise Refused(f"{str(name)[:60]}: this is no setting that the page changes")
        return place, key

    @property
    def lines(self) -> list[str]:
        """What is not written yet, as people read it."""
        return [f"{name} = {text}" for name, text in self.waiting.items()]

    def number(self, key: str) -> float:
        return levels.number(self.config, key)

    def newtons(self, key: str) -> float:
        return levels.newtons(self.config, key)

    # Changes

    def change(self, name: str, text: str) -> Change:
        """SECTION.KEY to a value."""
        one, text = self._given(name, text)
        try:
            (change,) = self._take({one: text})
        except Refused as problem:
            words = str(problem)
            raise Refused(words if name in words else f"{name}: {words}") from None
        return change

    def _given(self, name: str, text: str) -> tuple[tuple[Place, str], str]:
        place, key = self._named(name)
        if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
            raise Refused(f"{name}: a value has up to {MOST_CHARACTERS} characters")
        text = text.strip()
        if not text.isprintable() or COMMENT.sub("", text).strip() != text:
            raise Refused(f"{name}: a value is one line without # and ;")
        return (place, key), text

    def level(self, key: str, force: float) -> Change:
        """A level to so many newtons."""
        if key not in DRAGGED:
            raise Refused(f"{str(key)[:60]}: there is no such level; there are {', '.join(DRAGGED)}")
        if isinstance(force, bool) or not isinstance(force, int | float) or not math.isfinite(force) or abs(force) > 32767:
            raise Refused(f"{key}: a level is a number of newtons")
        number = levels.of_newtons(self.config, key, force)
        return self.change(f"engine.{key}", written(round(number, 2 if key.endswith("_force") else 3)))

    def step(self, key: str, steps: int) -> Change:
        """A level by so many steps: 0.05 N, or 0.01 of pressure."""
        if key not in DRAGGED or isinstance(steps, bool) or not isinstance(steps, int) or abs(steps) > 100:
            raise Refused("a level goes up or down by 1 to 100 steps")
        return self.change(f"engine.{key}", written(round(self.number(key) + steps * levels.step_of(key), 2)))

    @property
    def can_undo(self) -> bool:
        return bool(self._undone)

    def undo(self) -> list[Change]:
        """Takes back the last change that was not undone yet."""
        if not self._undone:
            raise Refused("there is nothing to undo")
        changes = self._undone[-1]
        self._put({(one.place, one.key): one.before for one in changes})
        self._undone.pop()
        return [Change(one.place, one.key, one.after, one.before) for one in changes]

    def profile(self, path: Path) -> list[Change]:
        """All that a profile of a person sets, in place of what was changed of what a profile has: of one that was loaded before nothing stays."""
        texts: dict[tuple[Place, str], str | None] = {one: None for one in self.changed if _is_of_profile(*one)}
        texts |= {(place, key): text for place, keys in _profile(path).texts.items() for key, text in keys.items() if place[0] in OPEN}
        return self._take(texts) if texts else []

    @property
    def waiting(self) -> dict[str, str]:
        """By SECTION.KEY what is not written yet."""
        return {f"{called(place)}.{key}": text for (place, key), text in self.changed.items()}

    def take_up(self, texts: Mapping[str, str]) -> None:
        """What waited when the page last ended; as one change, which can be undone."""
        if texts:
            self._take(dict(self._given(name, text) for name, text in texts.items()))

    def _take(self, texts: Mapping[tuple[Place, str], str | None]) -> list[Change]:
        found = [Change(place, key, self.changed.get((place, key)), text) for (place, key), text in texts.items()]
        self._put(texts)
        if any(one.before != one.after for one in found):
            last = self._undone[-1] if self._undone else []
            if len(found) == len(last) == 1 and found[0].name == last[0].name:  # a level that is still dragged
                self._undone[-1] = [Change(last[0].place, last[0].key, last[0].before, found[0].after)]
            else:
                self._undone.append(found)
        return found

    def _put(self, texts: Mapping[tuple[Place, str], str | None]) -> None:
        """Changes, of which None takes one away."""
        new = {one: text for one, text in (self.changed | dict(texts)).items() if text is not None}
        self.config = self._load(new)
        self.changed = new

    def _load(self, changed: Mapping[tuple[Place, str], str]) -> Config:
        changes = [f"{called(place)}.{key}={text}" for (place, key), text in (self.running | dict(changed)).items()]
        try:
            return self.setup.load(changes)
        except Problem as problem:
            raise Refused(re.sub(r"^--set(?: [^:]*=[^:]*)?: ", "", str(problem))) from None

    # A pressd that runs

    def follow(self, levels: Mapping[str, float]) -> str:
        """The levels that a pressd has count, whatever was set here before. Returns what is new here, as people read it."""
        place = "engine", 0
        new = {(place, key): written(value) for key, value in levels.items()}
        other = [key for key, value in levels.items() if abs(self.number(key) - value) > 1e-4]
        if not other and self.running:
            return ""
        before, self.running = self.running, self.running | new
        changed = {one: text for one, text in self.changed.items() if one[0] != place or one[1] not in other}
        try:
            self.config = self._load(changed)
        except Refused:
            self.running = before
            raise
        self.changed = changed
        if other:
            self._undone.clear()
        return ", ".join(f"engine.{key} = {written(self.number(key))}" for key in other)

    def saved(self) -> str:
        """What was changed is kept by pressd. Returns it, as people read it."""
        if not self.changed:
            raise Refused("nothing was changed: there is nothing to save")
        names = ", ".join(self.lines)
        self.running = self.running | self.changed
        self.changed = {}
        self._undone.clear()
        return names

    @contextmanager
    def kept(self) -> Iterator[None]:
        """What is refused within changes nothing."""
        config, changed, running, undone = self.config, self.changed, self.running, [list(one) for one in self._undone]
        try:
            yield
        except Refused:
            self.config, self.changed, self.running = config, changed, running
            self._undone = deque(undone, maxlen=MOST_CHANGES)
            raise

    # Files

    def write(self) -> tuple[Path, str]:
        """What was changed goes into the config of pressd, or into the profile that the command was given. Returns it as people read it, with
        what to do so that it counts at the next start."""
        if not self.changed and (self.config.path or self.config.profile):
            raise Refused("nothing was changed: there is nothing to write")
        by_place: dict[Place, dict[str, str | None]] = {}
        for (place, key), text in self.changed.items():
            if self.config.profile and not _is_of_profile(place, key):
                raise Refused(f"{called(place)}.{key} is no key of a profile: start without --profile, or undo it")
            by_place.setdefault(place, {})[key] = text
        try:
            path = levels.write(self.config, by_place, self.output, self._wrote)
        except Problem as problem:
            raise Refused(str(problem)) from None
        names = ", ".join(self.lines) + self._written(self.changed)
        if self.config.path is None and self.config.profile is None:
            self.of_file(path)
        self.changed = {}
        self._undone.clear()
        self.config = self._load({})
        return path, names

    def of_file(self, path: Path) -> None:
        """From now on the config is a file that was written."""
        self._wrote = path
        self.setup.given["config"] = str(path)

    def _written(self, changed: Iterable[tuple[Place, str]]) -> str:
        """A file has these now, and --set does not hide them here any more. At the next start it would: returns what to say of that."""
        given, own = self.setup.given, set(changed)
        hidden = [one for one in given["settings"] if _of_setting(one) in own]
        given["settings"] = tuple(one for one in given["settings"] if one not in hidden)
        options = " ".join(f"--set {one}" for one in hidden)
        return f"; start without {options} from now on: it counts before the file" if hidden else ""

    def forget(self, place: Place, keys: tuple[str, ...]) -> str:
        """Changes that a file says now, and reads it again. Returns what to do so that they count at the next start."""
        words = self._written((place, key) for key in keys)
        new = {one: text for one, text in self.changed.items() if not (one[0] == place and one[1] in keys)}
        self.config = self._load(new)
        self.changed = new
        self._undone.clear()
        return words

    def save_profile(self, name: str, path: Path) -> Path:
        """The levels and times of now as the profile of a person."""
        profile = Profile(name)
        for place, keys in self.config.texts.items():
            for key, text in keys.items():
                if _is_of_profile(place, key):
                    profile.put(place[0], key, text)
        for key in DRAGGED:
            self._add(profile, key)
        try:
            profile.save(path)
        except OSError as problem:
            raise Refused(f"{path.name}: cannot write: {problem.strerror}") from None
        return path

    def _add(self, profile: Profile, key: str) -> None:
        """A level that is a default, so that the profile has it whatever it is used with."""
        place = "engine", 0
        if key not in profile.texts.get(place, {}):
            profile.put("engine", key, written(self.number(key)))

    def compare(self, path: Path) -> list[tuple[str, str, str]]:
        """What a profile sets otherwise: SECTION.KEY, now, and in the profile."""
        found = []
        for place, keys in _profile(path).texts.items():
            for key, text in keys.items():
                now = text_of(self.config, place, key, "default")
                if place[0] != "profile" and not _same(now, text):
                    found.append((f"{called(place)}.{key}", now, text))
        return found


def _profile(path: Path) -> Profile:
    try:
        return Profile.load(path)
    except OSError as problem:
        raise Refused(f"{path.name}: {problem.strerror}") from None
    except ValueError as wrong:
        raise Refused(str(wrong)) from None


def text_of(config: Config, place: Place, key: str, otherwise: str = "") -> str:
    """The value of a key. `otherwise`: of one that is no level and was not given."""
    if place == ("engine", 0) and any(key == one for one, _ in levels.LEVELS):
        return written(levels.number(config, key))
    return config.texts.get(place, {}).get(key, otherwise)


def _of_setting(text: str) -> tuple[Place | None, str]:
    """The key of --set SECTION.KEY=VALUE."""
    section, _, key = text.partition("=")[0].strip().partition(".")
    return place_of(section), key


def _is_of_profile(place: Place, key: str) -> bool:
    return place[0] != "profile" and place[1] == 0 and key in of_profile().get(place[0], ())


def _same(one: str, other: str) -> bool:
    try:
        return abs(float(one) - float(other)) < 1 / 65536
    except ValueError:
        return one == other
