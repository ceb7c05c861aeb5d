"""What the other side asks for: a level, a tare, a profile. It is done between two readings, where the sensor is read."""

from __future__ import annotations

import queue
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from ..._config_file import COMMENT
from ..._config_keys import of_profile
from ..._replace import replace_file
from ...errors import InvalidError, PressError
from ...pad import Pad
from ...profile import Profile
from ...remote import Connection
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


class Taker(Protocol):
    """What does it: a pad that is read here, or a pressd."""

    @property
    def levels(self) -> Mapping[str, float]:
        """Those of the engine that hold, as far as they are known."""

    def tare(self, force: bool) -> None: ...

    def apply(self, profile: Profile) -> Sequence[str]:
        """Returns what is not attached, and was left out. Raises Refused, PressError."""


class OfPad:
    """A pad that is read here."""

    def __init__(self, pad: Pad) -> None:
        self._pad = pad

    @property
    def levels(self) -> Mapping[str, float]:
        return {name: round(value, 4) for name, value in self._pad.engine.config.items() if isinstance(value, float)}

    def tare(self, force: bool) -> None:
        self._pad.tare(force=force)

    def apply(self, profile: Profile) -> Sequence[str]:
        return profile.apply(self._pad.engine)


class OfPressd:
    """A pressd, through its socket."""

    def __init__(self, pressd: Connection) -> None:
        self._pressd = pressd

    @property
    def levels(self) -> Mapping[str, float]:
        return {name: round(value, 4) for name, value in self._pressd.levels.items()}

    def tare(self, force: bool) -> None:
        self._pressd.tare(force)

    def apply(self, profile: Profile) -> Sequence[str]:
        texts = profile._config.texts.items()
        refused = self._pressd.set_each({f"{place[0]}.{key}": text for place, keys in texts for key, text in keys.items() if place[0] != "profile"})
        self._pressd.snapshot()
        wrong = {name: str(problem) for name, problem in refused.items() if problem.name != "not_attached"}
        if wrong:
            raise Refused("; ".join(f"{name}: {words}" for name, words in wrong.items()))
        return sorted({name.partition(".")[0] for name in refused})


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
        levels: dict[str, Any] = {section: {key: text}}
        if taker.apply(Profile(name, **levels)):
            raise Refused(f"[{section}] is not attached")
        return {"value": text}

    def _load(self, taker: Taker, payload: bytes) -> dict[str, Any]:
        found = read(payload)
        text = found.get("text") if isinstance(found, dict) else None
        if not isinstance(text, str):
            raise Refused('a profile comes as {"id": ..., "text": the file}')
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "profile"
            path.write_text(text, encoding="utf-8", errors="surrogateescape")
            try:
                profile = Profile.load(path)
            except InvalidError as wrong:
                raise Refused(str(wrong).replace(f"{path}:", "line ")) from None
        unused = taker.apply(profile)
        self.profile = profile.name
        if self._keep:
            try:
                replace_file(self._keep, text.encode(errors="surrogateescape"))
            except OSError as problem:
                raise Refused(f"it holds, but cannot be kept: {self._keep}: {problem.strerror}") from None
        return {"profile": profile.name, "unused": list(unused)}


def _base(part: str, payload: bytes) -> dict[str, Any]:
    """What an answer begins with: which command it is of."""
    found = read(payload) if part == "profile" and len(payload) <= MOST_BYTES else None
    given = {"id": found["id"]} if isinstance(found, dict) and isinstance(found.get("id"), str | int) else {}
    return {"command": part} | given
