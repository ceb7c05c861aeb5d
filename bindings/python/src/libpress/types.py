"""What goes in and what comes out: samples, events, touches, targets. Newtons, points and 0..1 are floats here."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _raw
from .enums import DropOperation, EventType, PointerHint, Reason, Trait
from .numbers import to_q16, to_unsigned

if TYPE_CHECKING:
    import numpy


NO_CONTACT = _raw.PRESS_NO_CONTACT
"""The contact of events that no finger caused."""

_EVENT_TYPES: dict[int, EventType] = {int(member): member for member in EventType}
_REASONS: dict[int, Reason] = {int(member): member for member in Reason}


def event_type(value: int) -> EventType | int:
    """The member of EventType; a plain int for what a newer library delivers and this package does not know."""
    return _EVENT_TYPES.get(value, value)


def reason(value: int) -> Reason | int:
    """The member of Reason, or a plain int (see event_type)."""
    return _REASONS.get(value, value)


SAMPLE_STRUCT = struct.Struct("=QIIiiiI")
"""The layout of press_sample for the `struct` module: t_us, contact, flags, force, x, y, 0 (the last three Q16.16)."""

EVENT_STRUCT = struct.Struct("=QIIIIiiiiiiIiiI")
"""The layout of press_event for the `struct` module."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One measurement of one contact."""

    t_us: int
    """Monotonic microseconds, 0 to 2**64 - 1, from any origin."""
    force: float = 0.0
    """Newtons, -32768 to 32767.99998; below 0 counts as 0."""
    x: float = 0.0
    """Points."""
    y: float = 0.0
    """Points."""
    contact: int = 0
    """Which finger: any 32-bit number but NO_CONTACT."""
    down: bool = False
    """The contact is down. Read only by an engine with `contact_from_flag`."""
    lost: bool = False
    """The sensor cannot say: the contact is cancelled, not released."""
    palm: bool = False
    """This is no finger: its contact is cancelled, or does not begin."""
    settling: bool = False
    """x and y are still being found: distances count from here, until the contact has become something."""
    has_force: bool = False
    """The force is that of a device that feels it, as a pen does: force_from_hold_us does not raise this contact. Read with its
    first sample."""

    def __bytes__(self) -> bytes:
        """The press_sample."""
        return SAMPLE_STRUCT.pack(
            to_unsigned(self.t_us, 64, "t_us"),
            to_unsigned(self.contact, 32, "contact"),
            (_raw.PRESS_SAMPLE_DOWN if self.down else 0)
            | (_raw.PRESS_SAMPLE_LOST if self.lost else 0)
            | (_raw.PRESS_SAMPLE_PALM if self.palm else 0)
            | (_raw.PRESS_SAMPLE_SETTLING if self.settling else 0)
            | (_raw.PRESS_SAMPLE_HAS_FORCE if self.has_force else 0),
            to_q16(self.force, "force"),
            to_q16(self.x, "x"),
            to_q16(self.y, "y"),
            0,
        )


@dataclass(frozen=True)
class Event:
    """One thing that happened. Fields that a type does not use are 0."""

    t_us: int
    """When it was delivered: the time of the sample, or of the deadline that fired."""
    type: EventType | int
    contact: int
    target: int
    """0: the surface itself."""
    ended: bool
    """The last update of its phase."""
    reason: Reason | int
    x: float
    y: float
    force: float
    """Newtons."""
    pressure: float
    """0..1 between zero_force and full_force."""
    progress: float
    """0..1 of the phase."""
    subject: int
    """The number of the sensor, of the peek, of the transition or of the drag session."""
    value: float
    """By type: for BASELINE_CHANGED the new zero, microsiemens; for SCROLL_MOVED points, x; for STRUCK N/s; for HOLD_REPEATED how
    often; for ACTION_... the action's id, for ACTIONS_REVEALED that of the open group; for drags and drops see press/event.h:
    what is counted or named there (items, operations, hints) is an int here."""
    value2: float
    """By type: for BASELINE_CHANGED the old zero, microsiemens; for SCROLL_MOVED points, y; for STRUCK its velocity, 0..127; for
    drags as value."""
    returns: bool = False
    """What was dragged flies back to its source."""
    fades: bool = False
    """It fades away: its source is not there any more."""
    part: bool = False
    """A part of the item is taken."""
    kept: bool = False
    """The actions stay on show."""
    late_us: int = 0
    """How much earlier than t_us it happened, where only later input could decide."""

    def __str__(self) -> str:
        """One line for logs, in the library's names: `1.250000 s contact 0 preview_updated progress 0.50`.

        An event of something that happened earlier says how much: `2.040000 s contact 0 contact_ended 40 ms late`.
        """
        name: str = _raw.press_event_name(int(self.type)).decode()
        text = f"{self.t_us / 1e6:.6f} s "
        if EventType.SENSOR_FAULT <= self.type <= EventType.BASELINE_CHANGED or self.type in _OF_SUPPLY:
            text += f"sensor {self.subject} "
        elif EventType.TRANSITION_STARTED <= self.type <= EventType.TRANSITION_CANCELLED:
            text += f"transition {self.subject} "
        elif self.type in _OF_SESSIONS:
            text += f"drag {self.subject} "
        elif self.contact != NO_CONTACT:
            text += f"contact {self.contact} "
        text += name
        if self.target:
            text += f" target {self.target}"
        if EventType.PEEK_SHOWN <= self.type <= EventType.ACTIONS_HIDDEN:
            text += f" peek {self.subject}"
        if self.type in _WITH_PROGRESS:
            text += f" progress {self.progress:.2f}" + (" ended" if self.ended else "")
        if self.type in (EventType.ACTION_HIGHLIGHTED, EventType.ACTION_SELECTED):
            text += f" action {self.value}"
        if self.type == EventType.ACTIONS_REVEALED and self.value:
            text += f" group {self.value}"
        if self.type == EventType.SCROLL_MOVED:
            text += f" by {self.value:.1f}, {self.value2:.1f}"
        if self.type == EventType.BASELINE_CHANGED:
            text += f" from {self.value2:.2f} to {self.value:.2f} uS"
        if words := _WORDS.get(self.type):
            text += " " + words(self)
        for flag in ("returns", "fades", "part", "kept"):
            if getattr(self, flag):
                text += f" {flag}"
        if self.reason:
            text += f" ({_raw.press_reason_name(int(self.reason)).decode()})"
        if self.late_us:
            text += f" {self.late_us / 1000:.12g} ms late"
        return text


_new_event = object.__new__
_WITH_PROGRESS = (
    EventType.PREVIEW_UPDATED,
    EventType.COMMIT_UPDATED,
    EventType.TRANSITION_UPDATED,
    EventType.DROP_ITEM_UPDATED,
    EventType.TASK_UPDATED,
)


_OF_SUPPLY = (EventType.SUPPLY_FAULT, EventType.SUPPLY_RECOVERED)
_OF_SESSIONS = {
    *(kind for kind in EventType if EventType.DRAG_BEGAN <= kind <= EventType.SELECTION_CLEARED),
    EventType.DROP_ITEM_NOT_TAKEN,
    EventType.DROP_ITEM_REDONE,
    EventType.DROP_REDONE,
}


def _operation(event: Event) -> str:
    return f"{DropOperation(int(event.value)).name.lower()} {event.value2}"


def _item(event: Event) -> str:
    return f"item {event.value}"


_WORDS: dict[int, Callable[[Event], str]] = {
    EventType.STRUCK: lambda e: f"{e.value:.1f} N/s, velocity {e.value2:.0f}",
    EventType.DRAG_BEGAN: lambda e: f"at {e.value:.1f}, {e.value2:.1f}",
    EventType.DRAG_MOVED: lambda e: f"to {e.x:.1f}, {e.y:.1f}",
    EventType.DRAG_ENTERED: _operation,
    EventType.DRAG_PROPOSED: _operation,
    EventType.DRAG_ITEMS_CHANGED: lambda e: f"badge {e.value} of {e.value2}",
    EventType.DRAG_HINT_CHANGED: lambda e: PointerHint(int(e.value)).name.lower(),
    EventType.DRAG_DROPPED: _operation,
    EventType.AUTOSCROLL_CHANGED: lambda e: f"by {e.value:.1f}, {e.value2:.1f} a second",
    EventType.DROP_ITEM_BEGAN: _item,
    EventType.DROP_ITEM_UPDATED: _item,
    EventType.DROP_ITEM_ENDED: _item,
    EventType.DROP_CONCLUDED: lambda e: f"{e.value} arrived, {e.value2} not",
    EventType.DROP_ITEM_UNDONE: lambda e: f"item {e.value} {DropOperation(int(e.value2)).name.lower()}",
    EventType.DROP_UNDONE: _operation,
    EventType.DROP_ITEM_NOT_TAKEN: _item,
    EventType.DROP_ITEM_REDONE: lambda e: f"item {e.value} {DropOperation(int(e.value2)).name.lower()}",
    EventType.DROP_REDONE: _operation,
    EventType.SELECTION_SET: _item,
    EventType.SELECTION_CLEARED: _item,
}
_PLAIN = {
    EventType.ACTIONS_REVEALED,
    EventType.ACTION_HIGHLIGHTED,
    EventType.ACTION_SELECTED,
    EventType.HOLD_REPEATED,
    *(set(_WORDS) - {EventType.DRAG_BEGAN, EventType.DRAG_MOVED, EventType.AUTOSCROLL_CHANGED, EventType.STRUCK}),
}
"""The types whose values are whole numbers, not Q16.16."""


def event_from_fields(fields: tuple[int, ...]) -> Event:
    """An Event from what EVENT_STRUCT unpacks."""
    t_us, kind, contact, target, flags, why, x, y, force, pressure, progress, subject, value, value2, late = fields
    event = _new_event(Event)
    # The same as Event(...), which sets field by field through object.__setattr__, but several times faster.
    event.__dict__.update(
        t_us=t_us,
        type=_EVENT_TYPES.get(kind, kind),
        contact=contact,
        target=target,
        ended=flags & 1 != 0,
        reason=_REASONS.get(why, why),
        x=x / 65536,
        y=y / 65536,
        force=force / 65536,
        pressure=pressure / 65536,
        progress=progress / 65536,
        subject=subject,
        value=value & 0xFFFFFFFF if (plain := kind in _PLAIN) else value / 65536,
        value2=value2 & 0xFFFFFFFF if plain else value2 / 65536,
        returns=flags & 2 != 0,
        fades=flags & 4 != 0,
        part=flags & 8 != 0,
        kept=flags & 16 != 0,
        late_us=late,
    )
    return event


@dataclass(frozen=True, slots=True)
class Touch:
    """Where and how hard a contact touches."""

    t_us: int
    """Of the latest sample."""
    contact: int
    target: int
    """The target of the interaction, 0: the surface."""
    x: float
    """Points, of the latest sample that was down."""
    y: float
    force: float
    """Newtons."""
    pressure: float
    """0..1 between zero_force and full_force."""


def touch_from_raw(raw: _raw.press_touch) -> Touch:
    """A Touch from a press_touch."""
    return Touch(
        raw.t_us, raw.contact, raw.target, raw.x / 65536, raw.y / 65536, raw.force / 65536, raw.pressure / 65536
    )


@dataclass(frozen=True, slots=True)
class Target:
    """A rectangle of the surface. A point is inside from x up to, not including, x + width.

    Where targets overlap, the last added is on top. A contact belongs to the topmost target under the point where it
    began, or, for an interaction whose trait that target lacks, to the nearest enclosing `container` that has it.
    """

    id: int
    """Not 0, unique."""
    x: float
    y: float
    width: float
    height: float
    traits: Trait = Trait.PREVIEW
    container: int = 0
    """The id of the enclosing target, or 0; it need not enclose geometrically."""
    domain: int = 0
    """Which application it belongs to; any 32-bit number."""


@dataclass(frozen=True, slots=True)
class Stats:
    """What an engine counted since it was made. The last four wrap at 2**32."""

    samples: int
    """Taken."""
    refused: int
    """Samples refused, whatever the error."""
    backwards: int
    """Of these, because time went backwards."""
    merged: int
    """Progress events merged into newer ones because nobody polled."""
    overwritten: int
    """Events delivered to a callback and never polled."""


_DTYPES: dict[str, type] = {
    "SAMPLE_DTYPE": _raw.press_sample,
    "EVENT_DTYPE": _raw.press_event,
    "FRAME_DTYPE": _raw.press_frame,
}

if TYPE_CHECKING:
    SAMPLE_DTYPE: numpy.dtype[numpy.void]
    EVENT_DTYPE: numpy.dtype[numpy.void]
    FRAME_DTYPE: numpy.dtype[numpy.void]


def __getattr__(name: str) -> Any:
    """SAMPLE_DTYPE, EVENT_DTYPE and FRAME_DTYPE: made when asked for, because numpy need not be there."""
    if name not in _DTYPES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import numpy

    value = globals()[name] = numpy.dtype(_DTYPES[name])
    return value
