"""Many boards at one broker: which there are, how they are, and a profile for all."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from libpress.tools.problem import UNAVAILABLE, Problem

from .config import Bridges
from .mqtt import client_of, open_client
from .topics import MOST_BYTES, ONLINE, compact, read

_PARTS = ("availability", "health", "settings", "profile/answer")


@dataclass
class Board:
    """What a board has said of itself."""

    name: str
    is_online: bool = False
    health: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)


@dataclass
class Pushed:
    """What became of a profile at a board."""

    name: str
    result: str
    """`accepted`, `refused` or `silent`."""
    why: str = ""


class Fleet:
    """A client that knows all boards below one topic. A context manager."""

    def __init__(self, bridges: Bridges) -> None:
        """Raises Problem."""
        self.base = bridges.topic("topic")
        self.boards: dict[str, Board] = {}
        self._answers: dict[tuple[str, str], dict[str, Any]] = {}
        self._condition = threading.Condition()
        self._last = time.monotonic()
        self._refused = ""
        self._connected = threading.Event()
        self._client = client_of(bridges, f"libpress-fleet-{uuid.uuid4().hex[:8]}")
        self._client.on_connect, self._client.on_message = self._on_connect, self._on_message
        open_client(self._client, bridges, self._connected, lambda: self._refused)

    def __enter__(self) -> Fleet:
        return self

    def __exit__(self, *error: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(self, client: Any, user: Any, flags: Any, reason: Any, properties: Any) -> None:
        if reason.is_failure:
            self._refused = str(reason)
            return
        client.subscribe([(f"{self.base}/+/{part}", 1) for part in _PARTS])
        self._last = time.monotonic()
        self._connected.set()

    def _on_message(self, client: Any, user: Any, message: Any) -> None:
        name, _, part = message.topic.removeprefix(f"{self.base}/").partition("/")
        with self._condition:
            self._last = time.monotonic()
            board = self.boards.setdefault(name, Board(name))
            found = read(message.payload) if part != "availability" else None
            if part == "availability":
                board.is_online = message.payload.decode(errors="replace") == ONLINE
            elif isinstance(found, dict) and part == "profile/answer":
                self._answers[name, str(found.get("id"))] = found
            elif isinstance(found, dict) and part == "health":
                board.health = found
            elif isinstance(found, dict):
                board.settings = found
            self._condition.notify_all()

    def gather(self, wait: float = 2.0, quiet: float = 0.4) -> list[Board]:
        """Until nothing more comes; what a broker retains comes at once."""
        end = time.monotonic() + wait
        with self._condition:
            while (now := time.monotonic()) < min(end, self._last + quiet):
                self._condition.wait(max(min(end, self._last + quiet) - now, 0.01))
            return sorted(self.boards.values(), key=lambda board: board.name)

    def push(self, text: str, names: Iterable[str], wait: float = 5.0) -> list[Pushed]:
        """Sends a profile, and waits for the answers. Raises Problem: it is too long for a message."""
        asked = list(names)
        identity = uuid.uuid4().hex[:8]
        message = compact({"id": identity, "text": text})
        if len(message.encode(errors="replace")) > MOST_BYTES:
            raise Problem(UNAVAILABLE, f"the profile is too long: at most {MOST_BYTES} bytes")
        for name in asked:
            self._client.publish(f"{self.base}/{name}/profile", message, qos=1)
        end = time.monotonic() + wait
        with self._condition:
            while any((name, identity) not in self._answers for name in asked) and (now := time.monotonic()) < end:
                self._condition.wait(end - now)
            return [self._pushed(name, self._answers.get((name, identity))) for name in asked]

    def _pushed(self, name: str, answer: dict[str, Any] | None) -> Pushed:
        if answer is None:
            board = self.boards.get(name)
            return Pushed(
                name,
                "silent",
                "it is offline" if board and not board.is_online else "no answer: does it have mqtt.commands = yes?",
            )
        unused, overridden = (found if isinstance(found := answer.get(key), list) else [] for key in ("unused", "overridden"))
        notes = [f"[{'], ['.join(map(str, unused))}] has no effect there"] if unused else []
        if overridden:
            notes.append(f"--set or what was saved there goes before {', '.join(map(str, overridden))}")
        return Pushed(name, "accepted" if answer.get("accepted") else "refused", str(answer.get("why") or "; ".join(notes)))


def matching(boards: list[Board], names: Iterable[str], say: Callable[[str], None]) -> list[str]:
    """The boards that are meant: those that are named, or all that are online."""
    asked = list(names)
    if not asked:
        return [board.name for board in boards if board.is_online]
    known = {board.name for board in boards}
    for name in asked:
        if name not in known:
            say(f"{name}: this broker knows no such board")
    return asked
