"""What the other side asks for: a level, a tare, a profile. It is done between two readings, where the sensor is read."""

from __future__ import annotations

import queue
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..._config_file import replace_file
from ..._config_keys import PROFILE
from ...errors import InvalidError, PressError
from ...pad import Pad
from ...profile import Profile
from .topics import MOST_BYTES, read

Answer = Callable[[dict[str, Any]], None]


class Refused(Exception):
    """Says why."""


class Commands:
    """From any thread in, and done by the thread of the sensor."""

    def __init__(self, takes: bool, keep: str = "", changed: Callable[[], None] = lambda: None) -> None:
        """`takes`: the source can do it. `keep`: the file that gets an accepted profile. `changed` is called after a change."""
        self.takes, self._keep, self._changed = takes, keep, changed
        self._waiting: queue.SimpleQueue[tuple[str, bytes, Answer]] = queue.SimpleQueue()
        self.profile = ""
        """The name of the profile that holds."""

    def put(self, part: str, payload: bytes, answer: Answer) -> None:
        """`part`: `tare`, `set/SECTION.KEY`, `profile`."""
        if self.takes:
            self._waiting.put((part, payload, answer))
        else:
            answer(_base(part, payload) | {"accepted": False, "why": "pressd takes no commands from a pipe"})

    def run(self, pad: Pad) -> None:
        """Does what waits."""
        while True:
            try:
                part, payload, answer = self._waiting.get_nowait()
            except queue.Empty:
                return
            found = _base(part, payload)
            try:
                found |= {"accepted": True} | self._do(pad, part, payload)
            except (Refused, PressError, ValueError, OSError) as wrong:
                found |= {"accepted": False, "why": str(wrong)}
            self._changed()
            answer(found)

    def _do(self, pad: Pad, part: str, payload: bytes) -> dict[str, Any]:
        if len(payload) > MOST_BYTES:
            raise Refused(f"{len(payload)} bytes are too many: at most {MOST_BYTES}")
        if part == "tare":
            force = payload.strip() == b"force"
            pad.tare(force=force)
            return {}
        if part.startswith("set/"):
            return self._set(pad, part.removeprefix("set/"), payload)
        if part == "profile":
            return self._load(pad, payload)
        raise Refused(f"no command {part!r}; there are tare, set/SECTION.KEY and profile")

    @staticmethod
    def _set(pad: Pad, name: str, payload: bytes) -> dict[str, Any]:
        section, _, key = name.partition(".")
        if section not in PROFILE or section == "profile" or key not in PROFILE[section]:
            known = ", ".join(one for one in PROFILE if one != "profile")
            raise Refused(f"{name} cannot be set: there are the keys of a profile, in {known}")
        text = payload.decode(errors="replace").strip()
        levels: dict[str, Any] = {section: {key: text}}
        if Profile(name, **levels).apply(pad.engine):
            raise Refused(f"[{section}] is not attached")
        return {"value": text}

    def _load(self, pad: Pad, payload: bytes) -> dict[str, Any]:
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
        unused = profile.apply(pad.engine)
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
