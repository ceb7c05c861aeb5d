"""Pinches: two contacts on one target that scale, turn and move it."""

from __future__ import annotations

from ctypes import byref
from dataclasses import dataclass

from ._config import default
from ._described import described
from ._hooks import Hooked, When
from ._unheard import of, trait, two_contacts
from .enums import EventType, Trait
from .generated import _raw
from .generated._configs import PinchConfig as PinchConfig
from .numbers import from_q16, to_unsigned


@described
@dataclass(frozen=True, slots=True)
class PinchState:
    """Two contacts as they are now."""

    contact: int
    """The one that came first."""
    other: int
    target: int
    scale: float
    """How many times further apart than where it began to count; 1 until the distance has changed by `slop`."""
    angle: float
    """Degrees, clockwise, y down; 0 until they have turned by `turn_slop`. It goes on beyond 180."""
    x: float
    """Points: the centre."""
    y: float
    distance: float
    """Points."""
    scale_velocity: float
    """How fast the scale grows, a second; below 0: they come together."""
    angle_velocity: float
    """Degrees per second, clockwise."""


class Pinches(Hooked):
    """`engine.pinch`, of an Engine(pinch=True), for targets with the trait PINCH. Hooks take the Event, or nothing: `event.contact` and
    `event.other` are the two, `event.scale` the scale, `event.angle` the angle, `event.x` and `event.y` the centre.

        >>> from libpress import Engine, Target, Trait
        >>> engine = Engine(pinch=True)
        >>> _ = engine.targets.add(Target(1, 0, 0, 200, 200, traits=Trait.PINCH))
        >>> engine.pinch.when_changed = lambda event: print(f"scale {event.scale:.2f}, {event.angle:.0f} degrees")
        >>> for t, apart in enumerate((40, 50, 75, 100)):
        ...     for contact, x in enumerate((100 - apart / 2, 100 + apart / 2)):
        ...         engine.feed_force(10_000 * t, 1.0, x, 100, contact=contact)
        scale 1.50, 0 degrees
        scale 2.00, 0 degrees
    """

    __slots__ = ()
    _way = "engine.pinch"
    _words = "pinches"
    _needs = dict.fromkeys(("when_began", "when_changed", "when_ended"), of(two_contacts, trait(Trait.PINCH)))

    when_began = When("Two contacts pinch from here on.", EventType.PINCH_BEGAN)
    when_changed = When("Scale, angle or centre are others.", EventType.PINCH_CHANGED)
    when_ended = When(
        "One of them lifted (PINCH_ENDED), or is cancelled (PINCH_CANCELLED) for `event.reason`.",
        EventType.PINCH_ENDED,
        EventType.PINCH_CANCELLED,
    )

    def state(self, contact: int = 0) -> PinchState | None:
        """The pinch of a contact that is one of two; in `when_ended` how fast it was as its force fell. None: it does not pinch."""
        raw = default(_raw.press_pinch)
        if not self._look_up("asking for a pinch", _raw.press_pinch_get, to_unsigned(contact, 32, "contact"), byref(raw)):
            return None
        places = (from_q16(value) for value in (raw.scale, raw.angle, raw.x, raw.y, raw.distance, raw.scale_velocity, raw.angle_velocity))
        return PinchState(raw.contact, raw.other, raw.target, *places)

    def set(self, config: PinchConfig) -> None:
        """Changes the config: it counts from the next two contacts on that come together. Raises InvalidError."""
        self._set("pinch", PinchConfig, config, "changing pinches")
