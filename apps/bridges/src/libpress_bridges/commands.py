"""What the other side asks for: a level, a tare, a profile. It is done between two readings, where the sensor is read."""

from __future__ import annotations

import queue
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from libpress.config import COMMENT, KINDS, of_profile
from libpress.errors import InvalidError, PressError
from libpress.files import replace_file
from libpress.pad import Pad
from libpress.profile import Profile
from libpress.remote import Connection
from libpress.tools.config import Config

from .levels import contradiction
from .topics import MOST_BYTES, read

Answer = Callable[[dict[str, Any]], None]
MOST_WAITING = 8
"""Commands that wait; more are refused."""
GAP_S = 0.1
"""Between two commands, so that the sensor is read meanwhile."""
_REFUSALS_S = 0.05
"""Between two refusals that are answered: one client that sends more must not fill the way of the events."""


class Refused(Exception):
    """Says why."""


class Chosen(NamedTuple):
    """What of a profile has no effect."""

    unused: Sequence[str]
    """Sections that are not attached."""
    overridden: Sequence[str]
    """SECTION.KEY before which something else goes: --set, or what was saved."""


def profile_of(text: str) -> Profile:
    """Of the text of its file. Raises Refused, which names the line."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "profile"
        path.write_text(text, encoding="utf-8", errors="surrogateescape")
        try:
            return Profile.load(path)
        except InvalidError as wrong:
            raise Refused(str(wrong).replace(f"{path}:", "line ")) from None


def _keys(profile: Profile) -> list[str]:
    return [f"{section}.{key}" for section, keys in profile.settings.items() for key in keys]


class Taker(Protocol):
    """What does it: a pad that is read here, or a pressd."""

    @property
    def levels(self) -> Mapping[str, float]:
        """Those of the engine that hold, as far as they are known."""

    def tare(self, force: bool) -> None: ...

    def set(self, section: str, key: str, text: str) -> None:
        """Until a profile comes, or the next start. Raises Refused, PressError."""

    def choose(self, profile: Profile, text: str) -> Chosen:
        """All is as after a start with this profile, of which `text` is the file. Raises Refused, PressError."""


class OfPad:
    """A pad that is read here."""

    def __init__(self, pad: Pad, config: Config) -> None:
        """`config`: that the pad was made with."""
        self._pad, self._config = pad, config

    @property
    def levels(self) -> Mapping[str, float]:
        return {name: round(value, 4) for name, value in self._pad.engine.config.items() if isinstance(value, float)}

    def tare(self, force: bool) -> None:
        self._pad.tare(force=force)

    def set(self, section: str, key: str, text: str) -> None:
        sections: dict[str, Any] = {section: {key: text}}
        if Profile(key, **sections).add(self._pad.engine):
            raise Refused(f"[{section}] is not attached")

    def choose(self, profile: Profile, text: str) -> Chosen:
        config = self._config.with_profile(profile)
        config.configure(self._pad.engine, f"the profile {profile.name}")
        attached = {"engine", *(section for name, (section, _) in KINDS.items() if config.has_interaction(name))}
        return Chosen(sorted(set(profile.settings) - attached), [key for key in _keys(profile) if key in config.set_keys])


class OfPressd:
    """A pressd, through its socket."""

    def __init__(self, pressd: Connection) -> None:
        self._pressd = pressd

    @property
    def levels(self) -> Mapping[str, float]:
        return {name: round(value, 4) for name, value in self._pressd.levels.items()}

    def tare(self, force: bool) -> None:
        self._pressd.tare(force)

    def set(self, section: str, key: str, text: str) -> None:
        self._pressd.set(f"{section}.{key}", text)
        self._pressd.snapshot()

    def choose(self, profile: Profile, text: str) -> Chosen:
        unused = self._pressd.profile(text, profile.name)
        self._pressd.snapshot()
        values = {one.key: one.origin for section in profile.settings for one in self._pressd.dump(section)}
        return Chosen(unused, [key for key in _keys(profile) if values.get(key) != "profile"])


class Commands:
    """From any thread in, and done by the thread of the sensor."""

    def __init__(self, takes: bool, keep: str = "", changed: Callable[[], None] = lambda: None) -> None:
        """`takes`: the source can do it. `keep`: the file that gets an accepted profile. `changed` is called after a change."""
        self.takes, self._keep, self._changed = takes, keep, changed
        self._waiting: queue.Queue[tuple[str, bytes, Answer]] = queue.Queue(MOST_WAITING)
        self._next = self._next_refusal = 0.0
        self.refused = 0
        """How many were not even tried."""
        self.profile = ""
        """The name of the profile that holds."""

    def put_in_force(self, profile: str) -> None:
        """The source has another profile by itself."""
        self.profile = profile
        self._changed()

    def put(self, part: str, payload: bytes, answer: Answer) -> None:
        """`part`: `tare`, `set/SECTION.KEY`, `profile`."""
        if not self.takes:
            why = "pressd takes no commands from a pipe"
        elif len(payload) > MOST_BYTES:
            why = f"{len(payload)} bytes are too many: at most {MOST_BYTES}"
        else:
            try:
                self._waiting.put_nowait((part, payload, answer))
                return
            except queue.Full:
                why = f"{MOST_WAITING} commands wait already: send this one again later"
        self.refused += 1
        if (now := time.monotonic()) >= self._next_refusal:
            self._next_refusal = now + _REFUSALS_S
            answer(_base(part, payload) | {"accepted": False, "why": why})

    def run(self, taker: Taker) -> None:
        """Does one of those that wait, if it is time for one."""
        if self._waiting.empty() or time.monotonic() < self._next:
            return
        part, payload, answer = self._waiting.get_nowait()
        found = _base(part, payload)
        try:
            found |= {"accepted": True} | self._do(taker, part, payload)
        except (Refused, PressError, ValueError, OSError) as wrong:
            found |= {"accepted": False, "why": str(wrong)}
        self._changed()
        answer(found)
        self._next = time.monotonic() + GAP_S

    def _do(self, taker: Taker, part: str, payload: bytes) -> dict[str, Any]:
        if part == "tare":
            taker.tare(payload.strip() == b"force")
            return {}
        if part.startswith("set/"):
            return self._set(taker, part.removeprefix("set/"), payload)
        if part == "profile":
            return self._load(taker, payload)
        raise Refused(f"no command {part!r}; there are tare, set/SECTION.KEY and profile")

    @staticmethod
    def _set(taker: Taker, name: str, payload: bytes) -> dict[str, Any]:
        section, _, key = name.partition(".")
        sections = {section: keys for section, keys in of_profile().items() if section != "profile"}
        if key not in sections.get(section, ()):
            known = ", ".join(sections)
            raise Refused(f"{name} cannot be set: there are the keys of a profile, in {known}")
        text = COMMENT.sub("", payload.decode(errors="replace")).strip()
        if section == "engine" and (why := contradiction(key, text, taker.levels)):
            raise Refused(why)
        taker.set(section, key, text)
        return {"value": text}

    def _load(self, taker: Taker, payload: bytes) -> dict[str, Any]:
        found = read(payload)
        text = found.get("text") if isinstance(found, dict) else None
        if not isinstance(text, str):
            raise Refused('a profile comes as {"id": ..., "text": the file}')
        profile = profile_of(text)
        chosen = taker.choose(profile, text)
        self.profile = profile.name
        if self._keep:
            try:
                replace_file(self._keep, text.encode(errors="surrogateescape"))
            except OSError as problem:
                raise Refused(f"it holds, but cannot be kept: {self._keep}: {problem.strerror}") from None
        overridden = {"overridden": list(chosen.overridden)} if chosen.overridden else {}
        return {"profile": profile.name, "unused": list(chosen.unused)} | overridden


def _base(part: str, payload: bytes) -> dict[str, Any]:
    """The beginning of an answer: the command that it belongs to."""
    found = read(payload) if part == "profile" and len(payload) <= MOST_BYTES else None
    given = {"id": found["id"]} if isinstance(found, dict) and isinstance(found.get("id"), str | int) else {}
    return {"command": part} | given
