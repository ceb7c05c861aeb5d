"""Topics and messages of a board: docs/bridges/mqtt.md has the table."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, field
from math import inf
from typing import Any

from .events import Event, Fields
from .outbox import Entry, Summary

ONLINE, OFFLINE = "online", "offline"
MOST_BYTES = 16384
"""Of a message that is a command."""


@dataclass(frozen=True)
class Topics:
    """Of one board."""

    base: str
    name: str

    def of(self, part: str) -> str:
        return f"{self.base}/{self.name}/{part}"

    def part(self, topic: str) -> str:
        """What stands behind the name."""
        return topic.removeprefix(f"{self.base}/{self.name}/")


def compact(fields: Any) -> str:
    return json.dumps(fields, separators=(",", ":"))


def read(payload: bytes) -> Any:
    """None: it is not JSON."""
    try:
        return json.loads(payload)
    except (ValueError, RecursionError):
        return None


@dataclass
class Numbers:
    """Messages that must not be lost are numbered, so that a reader can drop what comes twice, and count what is missing."""

    run: str = field(default_factory=lambda: uuid.uuid4().hex[:8])
    last: int = 0

    def message(self, fields: Fields) -> str:
        """Of an event or a summary."""
        self.last += 1
        return compact(fields | {"event_type": fields["event"], "run": self.run, "n": self.last})


@dataclass
class State:
    """What a board is doing, of the events that were sent."""

    contacts: set[Any] = field(default_factory=set)
    faults: set[Any] = field(default_factory=set)
    is_pressed: bool = False
    phase: str = "untouched"
    force: float = 0.0
    pressure: float = 0.0

    def follow(self, entry: Entry) -> bool:
        """@return something changed that is not only progress."""
        if isinstance(entry, Summary):
            return False
        name, fields = entry.name, entry.fields
        before = len(self.contacts), len(self.faults), self.is_pressed, self.phase
        for life in entry.begins:
            {"contact": self.contacts, "fault": self.faults}.get(life[0], set()).add(life[1:])
        for life in entry.ends:
            {"contact": self.contacts, "fault": self.faults}.get(life[0], set()).discard(life[1:])
        self.is_pressed = name == "button_pressed" or (self.is_pressed and not name.startswith("button_"))
        self.phase = self._phase(entry)
        if "force" in fields and "contact" in fields:
            is_touched = bool(self.contacts)
            self.force = entry.number("force") if is_touched else 0.0
            self.pressure = entry.number("pressure") if is_touched else 0.0
        return before != (len(self.contacts), len(self.faults), self.is_pressed, self.phase)

    def _phase(self, entry: Event) -> str:
        if not self.contacts:
            return "untouched"
        if entry.name == "contact_began" or entry.name == "preview_cancelled":
            return "touched"
        if entry.name == "preview_updated":
            return "commit" if entry.fields.get("ended") else "preview"
        if entry.name == "commit_updated" and entry.fields.get("ended"):
            return "completed"
        return self.phase

    @property
    def fields(self) -> Fields:
        return {
            "touched": bool(self.contacts),
            "phase": self.phase,
            "pressed": self.is_pressed,
            "faults": sorted(str(fault[0]) for fault in self.faults),
            "force": round(self.force, 3),
            "pressure": round(self.pressure, 3),
        }


@dataclass
class Measured:
    """Force and pressure for who records them: at most one message in `every` seconds, with the greatest since the one before,
    so that no press is missed.
    """

    every: float
    _next: float = 0.0
    _sent: tuple[float, float] | None = None
    _now: tuple[float, float] = (0.0, 0.0)
    _most: tuple[float, float] = (0.0, 0.0)

    def follow(self, state: State) -> None:
        self._now = round(state.force, 3), round(state.pressure, 3)
        self._most = max(self._most[0], self._now[0]), max(self._most[1], self._now[1])

    def take(self, now: float) -> Fields | None:
        """What is to be published now. None: nothing."""
        if now < self.due:
            return None
        self._sent = self._most if self._most != self._sent else self._now
        self._next, self._most = now + self.every, self._now
        return dict(zip(("force", "pressure"), self._sent, strict=True))

    @property
    def due(self) -> float:
        """When there is something to take."""
        return inf if self._most == self._now == self._sent else self._next
