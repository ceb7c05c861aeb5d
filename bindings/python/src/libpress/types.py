"""What goes in and what comes out: samples, events, touches, targets. Newtons, points and 0..1 are floats here."""

from __future__ import annotations

import struct
from collections.abc import Callable
from ctypes import byref, create_string_buffer
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._described import described
from .enums import WHOLE, EventType, Reason, Trait
from .generated import _raw
from .generated._carried import Carried
from .numbers import to_q16, to_unsigned

if TYPE_CHECKING:
    import numpy


NO_CONTACT = _raw.PRESS_NO_CONTACT
"""The contact of events that no finger caused."""

_EVENT_TYPES: dict[int, EventType] = {int(member): member for member in EventType}
_REASONS: dict[int, Reason] = {int(member): member for member in Reason}


def event_type(value: int) -> EventType:
    """The member of EventType; `EventType.UNKNOWN_...` for what a newer library delivers and this package does not know."""
    return _EVENT_TYPES.get(value) or EventType(value)


def reason(value: int) -> Reason:
    """The member of Reason (see event_type)."""
    return _REASONS[value] if value in _REASONS else Reason(value)


SAMPLE_STRUCT = struct.Struct("=QIIiiiI")
"""The layout of press_sample for the `struct` module: t_us, contact, flags, force, x, y, 0 (the last three Q16.16)."""

EVENT_STRUCT = struct.Struct("=QIIIIiiiiiiIiiI")
"""The layout of press_event for the `struct` module."""


@described
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


class _Given:
    """What the library delivered: a press_event. One that a program makes has none."""

    __slots__ = ("_raw",)
    _raw: bytes


@dataclass(frozen=True)
class Event(_Given, Carried):
    """One thing that happened.

    What a type carries has a name of its own, that of logs: `event.level`, `event.speed`, `event.velocity`, `event.scale`,
    `event.direction`, `event.dx`. Another type than those that carry it raises AttributeError, which says what there is.

    Fields of every event; those that a type does not use are 0::

        t_us      When it was delivered: the time of the sample, or of the deadline that fired.
        type      what happened
        contact   which finger; NO_CONTACT where none did it
        target    0: the surface itself.
        ended     The last update of its phase.
        reason    why it ended, failed or changed; NONE where nothing is to be said
        x         points; for THROW_... where the content is
        y         points; the same
        force     Newtons.
        pressure  0..1 between zero_force and full_force.
        progress  0..1; of a transition with `overshoot` also beyond.
        subject   What it is about: `event.sensor`, `.peek`, `.transition`, `.drag`, `.other`, `.throw`.
        value     The first number of its type, by the name of the type; a whole one is an int.
        value2    The second.
        returns   What was dragged flies back to its source.
        fades     It fades away: its source is not there any more.
        part      A part of the item is taken.
        kept      The actions stay on show.
        unknown   Of STRUCK and LET_GO: its speed was at least so much, and its velocity is a fixed one.
        resting   Of CONTACT_BEGAN: it lay there before anybody pressed, and nothing becomes of it.
        late_us   How much earlier than t_us it happened, where only later input could decide, or its sample came late.
    """

    t_us: int
    type: EventType
    contact: int
    target: int
    ended: bool
    reason: Reason
    x: float
    y: float
    force: float
    pressure: float
    progress: float
    subject: int
    value: float
    value2: float
    returns: bool = False
    fades: bool = False
    part: bool = False
    kept: bool = False
    unknown: bool = False
    resting: bool = False
    late_us: int = 0
    _is_beside_button: bool = field(default=False, repr=False, compare=False)  # for Feedback

    @property
    def flags(self) -> frozenset[str]:
        """Those of `ended`, `returns`, `fades`, `part`, `kept`, `unknown`, `resting` that are set."""
        return frozenset(name for name in ("ended", "returns", "fades", "part", "kept", "unknown", "resting") if getattr(self, name))

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def __bytes__(self) -> bytes:
        """The press_event."""
        plain = self.type in WHOLE
        flags = self.ended | self.returns << 1 | self.fades << 2 | self.part << 3 | self.kept << 4 | self.unknown << 5 | self.resting << 6
        values = [_signed(int(one)) if plain else to_q16(one, "value") for one in (self.value, self.value2)]
        numbers = [to_q16(getattr(self, name), name) for name in ("x", "y", "force", "pressure", "progress")]
        head = (self.t_us, int(self.type), self.contact, self.target, flags, int(self.reason))
        return EVENT_STRUCT.pack(*head, *numbers, self.subject, *values, self.late_us)

    def __str__(self) -> str:
        """One line for people, as press_event_text has it: `1.250000 s contact 0 preview_updated progress 0.50`.

        An event of something that happened earlier says how much: `2.040000 s contact 0 contact_ended (lifted) 40 ms late`.
        """
        return _line(self, _raw.press_event_text)

    def as_dict(self) -> dict[str, Any]:
        """What it carries, by name, as a line of pressd has it: decimals with five digits, `contact` None where no finger
        caused it, reasons and operations by their words."""
        import json

        found: dict[str, Any] = json.loads(describe(self))
        return found


def describe(event: Event) -> str:
    """The line that pressd prints of an event: one JSON object."""
    return _line(event, _raw.press_event_describe)


def _line(event: Event, function: Callable[..., int]) -> str:
    raw = _raw.press_event.from_buffer_copy(bytes(event))
    text = create_string_buffer(_raw.PRESS_EVENT_LINE)
    function(byref(raw), text, len(text))
    return text.value.decode()


def _signed(value: int) -> int:
    return (value & 0xFFFFFFFF ^ 0x80000000) - 0x80000000


class _Read:
    """A field of Event. One that the library delivered reads it from its bytes when it is asked for the first time."""

    __slots__ = ("at", "name")

    def __init__(self, name: str, of: str = "") -> None:
        self.name, self.at = name, getattr(_raw.press_event, of or name).offset

    def __get__(self, event: Any, kind: type) -> Any:
        if event is None:
            raise AttributeError(f"type object {kind.__name__!r} has no attribute {self.name!r}: events have it", name=self.name, obj=kind)
        value = event.__dict__[self.name] = self.read(event._raw)
        return value

    def read(self, raw: bytes) -> Any:
        return _u32(raw, self.at)[0]


class _Q16(_Read):
    __slots__ = ()

    def __get__(self, event: Any, kind: type) -> Any:
        if event is None:
            return super().__get__(event, kind)
        value = event.__dict__[self.name] = _i32(event._raw, self.at)[0] / 65536
        return value


class _Time(_Read):
    __slots__ = ()

    def read(self, raw: bytes) -> int:
        return _u64(raw, self.at)[0]  # type: ignore[no-any-return]


class _Type(_Read):
    __slots__ = ()

    def read(self, raw: bytes) -> EventType:
        return event_type(_u32(raw, self.at)[0])


class _Why(_Read):
    __slots__ = ()

    def read(self, raw: bytes) -> Reason:
        return reason(_i32(raw, self.at)[0])


class _Value(_Read):
    """Whole numbers, or Q16.16, by the type."""

    __slots__ = ()

    def read(self, raw: bytes) -> float:
        return _u32(raw, self.at)[0] if _u32(raw, _TYPE)[0] in WHOLE else _i32(raw, self.at)[0] / 65536  # type: ignore[no-any-return]


class _Flag(_Read):
    __slots__ = ("bit",)

    def __init__(self, name: str, bit: int) -> None:
        super().__init__(name, "flags")
        self.bit = bit

    def __get__(self, event: Any, kind: type) -> Any:
        if event is None:  # the default of its argument; `ended` has none
            return False if self.name != "ended" else super().__get__(event, kind)
        return super().__get__(event, kind)

    def read(self, raw: bytes) -> bool:
        return bool(raw[self.at] & self.bit)


_u32, _i32, _u64 = (struct.Struct(f"={one}").unpack_from for one in "IiQ")
_TYPE = _raw.press_event.type.offset
_FLAGS = {
    "ended": _raw.PRESS_EVENT_FLAG_ENDED,
    "returns": _raw.PRESS_EVENT_FLAG_RETURNS,
    "fades": _raw.PRESS_EVENT_FLAG_FADES,
    "part": _raw.PRESS_EVENT_FLAG_PART,
    "kept": _raw.PRESS_EVENT_FLAG_KEPT,
    "unknown": _raw.PRESS_EVENT_FLAG_UNKNOWN,
    "resting": _raw.PRESS_EVENT_FLAG_RESTING,
    "_is_beside_button": _raw.PRESS_EVENT_FLAG_BUTTON,
}
# A dataclass would take these for defaults, so they are set after it was made. Attributes that __init__ sets override them.
for _one in (
    _Time("t_us"),
    _Type("type"),
    *map(_Read, ("contact", "target", "subject", "late_us")),
    _Why("reason"),
    *map(_Q16, ("x", "y", "force", "pressure", "progress")),
    *map(_Value, ("value", "value2")),
    *(_Flag(name, bit) for name, bit in _FLAGS.items()),
):
    setattr(Event, _one.name, _one)

_new_event = object.__new__
set_raw = vars(_Given)["_raw"].__set__


class _OfSensor:
    """A name of a sensor, for who takes an event for one: gpiozero calls functions with the device."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, event: Event | None, kind: type) -> Any:
        words = f"a function is called with what happened, not with the sensor: write sensor.{self.name}"
        raise AttributeError(f"an event has no {self.name!r}: {words}", name=self.name, obj=None)


for _name in (
    "is_pressed",
    "is_active",
    "rate",
    "values",
    "pad",
    "engine",
    "feed",
    "poll",
    "run",
    "close",
    "closed",
    "wait_for_press",
    "wait_for_release",
):
    setattr(Event, _name, _OfSensor(_name))


def event_from_bytes(raw: bytes) -> Event:
    """An Event from a press_event, which is kept: its fields are read as they are asked for."""
    event = _new_event(Event)
    set_raw(event, raw)
    return event


@described
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
    return Touch(raw.t_us, raw.contact, raw.target, raw.x / 65536, raw.y / 65536, raw.force / 65536, raw.pressure / 65536)


@described
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


@described
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
