"""What goes in and what comes out: samples, events, touches, targets. Newtons, points and 0..1 are floats here."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING, Any

from . import _raw
from .numbers import to_q16, to_unsigned

if TYPE_CHECKING:
    import numpy


class EventType(IntEnum):
    """What happened. Every `..._BEGAN` is told exactly one end."""

    CONTACT_BEGAN = _raw.PRESS_EVENT_CONTACT_BEGAN
    CONTACT_MOVED = _raw.PRESS_EVENT_CONTACT_MOVED
    CONTACT_ENDED = _raw.PRESS_EVENT_CONTACT_ENDED
    CONTACT_CANCELLED = _raw.PRESS_EVENT_CONTACT_CANCELLED
    PREVIEW_BEGAN = _raw.PRESS_EVENT_PREVIEW_BEGAN
    PREVIEW_UPDATED = _raw.PRESS_EVENT_PREVIEW_UPDATED
    COMMIT_UPDATED = _raw.PRESS_EVENT_COMMIT_UPDATED
    PREVIEW_CANCELLED = _raw.PRESS_EVENT_PREVIEW_CANCELLED
    PREVIEW_REFUSED = _raw.PRESS_EVENT_PREVIEW_REFUSED
    TAPPED = _raw.PRESS_EVENT_TAPPED
    DOUBLE_TAPPED = _raw.PRESS_EVENT_DOUBLE_TAPPED
    HOLD_BEGAN = _raw.PRESS_EVENT_HOLD_BEGAN
    HOLD_ENDED = _raw.PRESS_EVENT_HOLD_ENDED
    HOLD_CANCELLED = _raw.PRESS_EVENT_HOLD_CANCELLED
    SCROLL_BEGAN = _raw.PRESS_EVENT_SCROLL_BEGAN
    SCROLL_MOVED = _raw.PRESS_EVENT_SCROLL_MOVED
    SCROLL_ENDED = _raw.PRESS_EVENT_SCROLL_ENDED
    SCROLL_CANCELLED = _raw.PRESS_EVENT_SCROLL_CANCELLED
    PEEK_SHOWN = _raw.PRESS_EVENT_PEEK_SHOWN
    PEEK_POPPED = _raw.PRESS_EVENT_PEEK_POPPED
    PEEK_DISMISSED = _raw.PRESS_EVENT_PEEK_DISMISSED
    ACTIONS_REVEALED = _raw.PRESS_EVENT_ACTIONS_REVEALED
    ACTION_HIGHLIGHTED = _raw.PRESS_EVENT_ACTION_HIGHLIGHTED
    ACTION_SELECTED = _raw.PRESS_EVENT_ACTION_SELECTED
    SENSOR_FAULT = _raw.PRESS_EVENT_SENSOR_FAULT
    SENSOR_RECOVERED = _raw.PRESS_EVENT_SENSOR_RECOVERED
    BASELINE_CHANGED = _raw.PRESS_EVENT_BASELINE_CHANGED
    SENSOR_SATURATED = _raw.PRESS_EVENT_SENSOR_SATURATED
    RECALIBRATE = _raw.PRESS_EVENT_RECALIBRATE
    TRANSITION_STARTED = _raw.PRESS_EVENT_TRANSITION_STARTED
    TRANSITION_UPDATED = _raw.PRESS_EVENT_TRANSITION_UPDATED
    TRANSITION_FINISHED = _raw.PRESS_EVENT_TRANSITION_FINISHED
    TRANSITION_CANCELLED = _raw.PRESS_EVENT_TRANSITION_CANCELLED
    BUTTON_PRESSED = _raw.PRESS_EVENT_BUTTON_PRESSED
    BUTTON_RELEASED = _raw.PRESS_EVENT_BUTTON_RELEASED
    BUTTON_CANCELLED = _raw.PRESS_EVENT_BUTTON_CANCELLED
    DRAG_BEGAN = _raw.PRESS_EVENT_DRAG_BEGAN
    DRAG_MOVED = _raw.PRESS_EVENT_DRAG_MOVED
    DRAG_ENTERED = _raw.PRESS_EVENT_DRAG_ENTERED
    DRAG_LEFT = _raw.PRESS_EVENT_DRAG_LEFT
    DRAG_PROPOSED = _raw.PRESS_EVENT_DRAG_PROPOSED
    DRAG_ITEMS_CHANGED = _raw.PRESS_EVENT_DRAG_ITEMS_CHANGED
    DRAG_HINT_CHANGED = _raw.PRESS_EVENT_DRAG_HINT_CHANGED
    DRAG_CONFIRM = _raw.PRESS_EVENT_DRAG_CONFIRM
    DRAG_DROPPED = _raw.PRESS_EVENT_DRAG_DROPPED
    DRAG_CANCELLED = _raw.PRESS_EVENT_DRAG_CANCELLED
    SPRING_POSSIBLE = _raw.PRESS_EVENT_SPRING_POSSIBLE
    SPRING_ACTIVATING = _raw.PRESS_EVENT_SPRING_ACTIVATING
    SPRING_ACTIVATED = _raw.PRESS_EVENT_SPRING_ACTIVATED
    SPRING_ENDED = _raw.PRESS_EVENT_SPRING_ENDED
    AUTOSCROLL_BEGAN = _raw.PRESS_EVENT_AUTOSCROLL_BEGAN
    AUTOSCROLL_CHANGED = _raw.PRESS_EVENT_AUTOSCROLL_CHANGED
    AUTOSCROLL_ENDED = _raw.PRESS_EVENT_AUTOSCROLL_ENDED
    DROP_ITEM_BEGAN = _raw.PRESS_EVENT_DROP_ITEM_BEGAN
    DROP_ITEM_UPDATED = _raw.PRESS_EVENT_DROP_ITEM_UPDATED
    DROP_ITEM_ENDED = _raw.PRESS_EVENT_DROP_ITEM_ENDED
    DROP_SLOW = _raw.PRESS_EVENT_DROP_SLOW
    DROP_CONCLUDED = _raw.PRESS_EVENT_DROP_CONCLUDED
    TASK_BEGAN = _raw.PRESS_EVENT_TASK_BEGAN
    TASK_UPDATED = _raw.PRESS_EVENT_TASK_UPDATED
    TASK_ENDED = _raw.PRESS_EVENT_TASK_ENDED
    DROP_ITEM_UNDONE = _raw.PRESS_EVENT_DROP_ITEM_UNDONE
    DROP_UNDONE = _raw.PRESS_EVENT_DROP_UNDONE
    SELECTION_SET = _raw.PRESS_EVENT_SELECTION_SET
    SELECTION_CLEARED = _raw.PRESS_EVENT_SELECTION_CLEARED
    TARGET_ACTIVATED = _raw.PRESS_EVENT_TARGET_ACTIVATED


class Reason(IntEnum):
    """Why something ended, failed or changed."""

    NONE = _raw.PRESS_REASON_NONE
    LIFTED = _raw.PRESS_REASON_LIFTED
    LOST = _raw.PRESS_REASON_LOST
    SILENT = _raw.PRESS_REASON_SILENT
    RESET = _raw.PRESS_REASON_RESET
    PROGRAM = _raw.PRESS_REASON_PROGRAM
    TARGET_REMOVED = _raw.PRESS_REASON_TARGET_REMOVED
    PALM = _raw.PRESS_REASON_PALM
    NO_DESTINATION = _raw.PRESS_REASON_NO_DESTINATION
    FORBIDDEN = _raw.PRESS_REASON_FORBIDDEN
    DENIED = _raw.PRESS_REASON_DENIED
    FAILED = _raw.PRESS_REASON_FAILED
    DRAGGED = _raw.PRESS_REASON_DRAGGED
    OPEN = _raw.PRESS_REASON_OPEN
    SHORTED = _raw.PRESS_REASON_SHORTED
    SATURATED = _raw.PRESS_REASON_SATURATED
    STUCK = _raw.PRESS_REASON_STUCK
    STALE = _raw.PRESS_REASON_STALE
    BUS = _raw.PRESS_REASON_BUS
    START = _raw.PRESS_REASON_START
    DRIFT = _raw.PRESS_REASON_DRIFT
    BELOW_ZERO = _raw.PRESS_REASON_BELOW_ZERO
    CONTACT_TOO_LONG = _raw.PRESS_REASON_CONTACT_TOO_LONG
    REQUESTED = _raw.PRESS_REASON_REQUESTED
    FINGER_AT_START = _raw.PRESS_REASON_FINGER_AT_START
    ZERO = _raw.PRESS_REASON_ZERO
    SPAN = _raw.PRESS_REASON_SPAN


class PreviewState(IntEnum):
    """Where the preview of a contact stands."""

    NONE = _raw.PRESS_PREVIEW_NONE
    WAITING = _raw.PRESS_PREVIEW_WAITING
    ASKING = _raw.PRESS_PREVIEW_ASKING
    PREVIEWING = _raw.PRESS_PREVIEW_PREVIEWING
    COMMITTING = _raw.PRESS_PREVIEW_COMMITTING
    COMPLETED = _raw.PRESS_PREVIEW_COMPLETED
    OVER = _raw.PRESS_PREVIEW_OVER
    HELD = _raw.PRESS_PREVIEW_HELD


class GestureState(IntEnum):
    """What a contact has become."""

    OPEN = _raw.PRESS_GESTURE_OPEN
    MOVED = _raw.PRESS_GESTURE_MOVED
    HOLD = _raw.PRESS_GESTURE_HOLD
    SCROLL = _raw.PRESS_GESTURE_SCROLL
    PREVIEW = _raw.PRESS_GESTURE_PREVIEW
    ACTIONS = _raw.PRESS_GESTURE_ACTIONS
    OVER = _raw.PRESS_GESTURE_OVER
    DRAG = _raw.PRESS_GESTURE_DRAG


class PeekState(IntEnum):
    """Where the peek of an engine stands."""

    NONE = _raw.PRESS_PEEK_NONE
    HINTING = _raw.PRESS_PEEK_HINTING
    SHOWN = _raw.PRESS_PEEK_SHOWN
    REVEALED = _raw.PRESS_PEEK_REVEALED


class ActionStyle(IntEnum):
    """How a quick action is drawn."""

    DEFAULT = _raw.PRESS_ACTION_DEFAULT
    SELECTED = _raw.PRESS_ACTION_SELECTED
    DESTRUCTIVE = _raw.PRESS_ACTION_DESTRUCTIVE


class TransitionState(IntEnum):
    """Where a transition stands: NONE is not started, or over."""

    NONE = _raw.PRESS_TRANSITION_NONE
    INTERACTIVE = _raw.PRESS_TRANSITION_INTERACTIVE
    FINISHING = _raw.PRESS_TRANSITION_FINISHING
    CANCELLING = _raw.PRESS_TRANSITION_CANCELLING


class Driver(IntEnum):
    """What drives a transition."""

    NONE = _raw.PRESS_DRIVER_NONE
    PREVIEW = _raw.PRESS_DRIVER_PREVIEW
    COMMIT = _raw.PRESS_DRIVER_COMMIT
    PRESSURE = _raw.PRESS_DRIVER_PRESSURE
    MOTION = _raw.PRESS_DRIVER_MOTION


class DropOperation(IntEnum):
    """What a drop does with the items."""

    CANCEL = _raw.PRESS_DROP_CANCEL
    FORBIDDEN = _raw.PRESS_DROP_FORBIDDEN
    COPY = _raw.PRESS_DROP_COPY
    MOVE = _raw.PRESS_DROP_MOVE


class PointerHint(IntEnum):
    """The pointer that tells what a drop would do."""

    PLAIN = _raw.PRESS_HINT_PLAIN
    COPY = _raw.PRESS_HINT_COPY
    LINK = _raw.PRESS_HINT_LINK
    DISAPPEARING = _raw.PRESS_HINT_DISAPPEARING
    NOT_ALLOWED = _raw.PRESS_HINT_NOT_ALLOWED


class DragState(IntEnum):
    """Where a drag session stands; NONE: over."""

    NONE = _raw.PRESS_DRAG_NONE
    DRAGGING = _raw.PRESS_DRAG_DRAGGING
    CONFIRMING = _raw.PRESS_DRAG_CONFIRMING
    DROPPING = _raw.PRESS_DRAG_DROPPING


class SpringState(IntEnum):
    """Where spring loading under a drag stands."""

    INACTIVE = _raw.PRESS_SPRING_INACTIVE
    POSSIBLE = _raw.PRESS_SPRING_POSSIBLE
    ACTIVATING = _raw.PRESS_SPRING_ACTIVATING
    ACTIVATED = _raw.PRESS_SPRING_ACTIVATED


class Modifier(IntFlag):
    """Keys that are held while dragging."""

    COPY = _raw.PRESS_MODIFIER_COPY


class Trait(IntFlag):
    """What a target takes part in.

    PEEK needs an engine with `peek`; TAP, HOLD, SCROLL and DOUBLE_TAP (with TAP) one with `gestures`; DRAG_SOURCE,
    DROP, SPRING and INACTIVE one with `drag`, for which SCROLL scrolls near its edges, too.
    """

    PREVIEW = _raw.PRESS_TARGET_PREVIEW
    PEEK = _raw.PRESS_TARGET_PEEK
    TAP = _raw.PRESS_TARGET_TAP
    HOLD = _raw.PRESS_TARGET_HOLD
    DRAG_SOURCE = _raw.PRESS_TARGET_DRAG_SOURCE
    DROP = _raw.PRESS_TARGET_DROP
    SPRING = _raw.PRESS_TARGET_SPRING
    SCROLL = _raw.PRESS_TARGET_SCROLL
    DOUBLE_TAP = _raw.PRESS_TARGET_DOUBLE_TAP
    INACTIVE = _raw.PRESS_TARGET_INACTIVE


NO_CONTACT = _raw.PRESS_NO_CONTACT
"""The contact of what no finger caused."""

_EVENT_TYPES: dict[int, EventType] = {int(member): member for member in EventType}
_REASONS: dict[int, Reason] = {int(member): member for member in Reason}


def event_type(value: int) -> EventType | int:
    """The member of EventType; a plain int for what a newer library tells and this package does not know."""
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
    """Which finger: any 32-bit number."""
    down: bool = False
    """The contact is down. Read only by an engine with `contact_from_flag`."""
    lost: bool = False
    """The sensor cannot say: the contact is cancelled, not released."""
    palm: bool = False
    """This is no finger: its contact is cancelled, or does not begin."""
    settling: bool = False
    """x and y are still being found: distances count from here, until the contact has become something."""

    def __bytes__(self) -> bytes:
        """The press_sample."""
        return SAMPLE_STRUCT.pack(
            to_unsigned(self.t_us, 64, "t_us"),
            to_unsigned(self.contact, 32, "contact"),
            (_raw.PRESS_SAMPLE_DOWN if self.down else 0)
            | (_raw.PRESS_SAMPLE_LOST if self.lost else 0)
            | (_raw.PRESS_SAMPLE_PALM if self.palm else 0)
            | (_raw.PRESS_SAMPLE_SETTLING if self.settling else 0),
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
    """By type: for BASELINE_CHANGED the new zero, microsiemens; for SCROLL_MOVED points, x; for ACTION_... the
    action's id, for ACTIONS_REVEALED that of the open group; for drags and drops see press/event.h: what is counted or
    named there (items, operations, hints) is an int here."""
    value2: float
    """By type: for BASELINE_CHANGED the old zero, microsiemens; for SCROLL_MOVED points, y; for drags as value."""
    returns: bool = False
    """What was dragged flies back to its source."""
    fades: bool = False
    """It fades away: its source is not there any more."""
    part: bool = False
    """A part of the item is taken."""
    late_us: int = 0
    """How much earlier than t_us it happened, where only later input could decide."""

    def __str__(self) -> str:
        """One line for logs, in the library's names: `1.250000 s contact 0 preview_updated progress 0.50`.

        What happened earlier says how much: `2.040000 s contact 0 contact_ended 40 ms late`.
        """
        name: str = _raw.press_event_name(int(self.type)).decode()
        text = f"{self.t_us / 1e6:.6f} s "
        if EventType.SENSOR_FAULT <= self.type <= EventType.BASELINE_CHANGED:
            text += f"sensor {self.subject} "
        elif EventType.TRANSITION_STARTED <= self.type <= EventType.TRANSITION_CANCELLED:
            text += f"transition {self.subject} "
        elif EventType.DRAG_BEGAN <= self.type <= EventType.SELECTION_CLEARED:
            text += f"drag {self.subject} "
        elif self.contact != NO_CONTACT:
            text += f"contact {self.contact} "
        text += name
        if self.target:
            text += f" target {self.target}"
        if EventType.PEEK_SHOWN <= self.type <= EventType.ACTION_SELECTED:
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
        for flag in ("returns", "fades", "part"):
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


def _operation(event: Event) -> str:
    return f"{DropOperation(int(event.value)).name.lower()} {event.value2}"


def _item(event: Event) -> str:
    return f"item {event.value}"


_WORDS: dict[int, Callable[[Event], str]] = {
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
    EventType.SELECTION_SET: _item,
    EventType.SELECTION_CLEARED: _item,
}
_PLAIN = {
    EventType.ACTIONS_REVEALED,
    EventType.ACTION_HIGHLIGHTED,
    EventType.ACTION_SELECTED,
    *(set(_WORDS) - {EventType.DRAG_BEGAN, EventType.DRAG_MOVED, EventType.AUTOSCROLL_CHANGED}),
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
    """Events told to a callback and never polled."""


_DTYPES: dict[str, tuple[list[str], list[str]]] = {
    "SAMPLE_DTYPE": (
        ["t_us", "contact", "flags", "force", "x", "y", "reserved"],
        ["=u8", "=u4", "=u4", "=i4", "=i4", "=i4", "=u4"],
    ),
    "EVENT_DTYPE": (
        ["t_us", "type", "contact", "target", "flags", "reason", "x", "y", "force", "pressure", "progress", "subject"]
        + ["value", "value2", "late_us"],
        ["=u8", "=u4", "=u4", "=u4", "=u4", "=i4", "=i4", "=i4", "=i4", "=i4", "=i4", "=u4", "=i4", "=i4", "=u4"],
    ),
    "FRAME_DTYPE": (
        ["t_us", "present", "failed", "code", "before_us"],
        ["=u8", "=u4", "=u4", f"({_raw.PRESS_PAD_SENSORS},)=i4", f"({_raw.PRESS_PAD_SENSORS},)=u4"],
    ),
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

    names, formats = _DTYPES[name]
    value = globals()[name] = numpy.dtype({"names": names, "formats": formats})
    return value
