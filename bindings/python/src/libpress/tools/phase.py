"""What the finger does, in one word."""

from __future__ import annotations

from ..enums import EventType
from ..types import Event

_PHASES = {
    EventType.CONTACT_BEGAN: "touch",
    EventType.CONTACT_ENDED: "untouched",
    EventType.CONTACT_CANCELLED: "untouched",
    EventType.PREVIEW_BEGAN: "preview",
    EventType.PREVIEW_CANCELLED: "touch",
    EventType.COMMIT_UPDATED: "commit",
}
_ENDS = (EventType.CONTACT_ENDED, EventType.CONTACT_CANCELLED)


class Phase:
    """untouched, touch, preview, commit or completed."""

    def __init__(self) -> None:
        self.name = "untouched"

    def event(self, event: Event) -> None:
        if event.ended:
            self.name = "completed" if event.type == EventType.COMMIT_UPDATED else "commit"
        elif event.type in _ENDS or (event.type in _PHASES and self.name != "completed"):
            self.name = _PHASES[EventType(event.type)]
