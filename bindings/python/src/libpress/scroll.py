"""Throws and swipes: what follows from a fast finger."""

from __future__ import annotations

from ctypes import byref, c_int32
from dataclasses import dataclass

from ._config import default, put
from ._described import described
from ._hooks import Hooked, When
from ._unheard import attached, movement, of, trait
from .enums import EventType, Trait
from .generated import _raw
from .generated._configs import ScrollConfig as ScrollConfig
from .numbers import from_q16, to_q16, to_unsigned


@described
@dataclass(frozen=True, slots=True)
class ScrollState:
    """The content of a target: how far it was moved, points, as the finger moves it."""

    x: float
    y: float
    """Where it is."""
    vx: float
    vy: float
    """How fast, points per second."""
    end_x: float
    end_y: float
    """Where it will rest."""
    ends_us: int
    """When; 0: it is not thrown and does not coast."""
    is_thrown: bool
    """Not while it coasts: then the lift is not certain yet."""


class Scrolls(Hooked):
    """`engine.scroll`, of an Engine(scroll=True). Hooks take the Event, or nothing.

    >>> from libpress import Engine, Trait
    >>> engine = Engine(gestures=True, scroll=True, max_events=0, lift_us=0, traits=Trait.SCROLL)
    >>> engine.scroll.declare(0, min_y=-900, max_y=0, snap_y=300)
    >>> engine.scroll.when_thrown = lambda event: print(f"thrown at {event.vy:.0f} to {engine.scroll.state(0).end_y:.0f}")
    >>> engine.scroll.when_throw_ended = lambda event: print(f"rests at {event.y:.0f}")
    >>> for i in range(11):
    ...     _ = engine.feed_force(10_000 * i, 1, 0, 400 - 10 * i)
    >>> _ = engine.feed_force(110_000, 0, 0, 300)
    thrown at -990 to -600
    >>> engine.tick(5_000_000)
    rests at -600
    """

    __slots__ = ()
    _way = "engine.scroll"
    _words = "throws and swipes"
    _needs = {
        "when_swiped": of(movement, trait(Trait.SWIPE_X, Trait.SWIPE_Y)),
        **dict.fromkeys(("when_thrown", "when_throw_moved", "when_throw_ended"), of(movement, attached("gestures"), trait(Trait.SCROLL))),
    }

    when_swiped = When("A contact swiped: `event.direction` is a SwipeDirection, `event.speed` is, points per second.", EventType.SWIPED)
    when_thrown = When("`event.target` goes on by itself: `event.vx` and `event.vy` are its speed, points per second.", EventType.THROW_BEGAN)
    when_throw_moved = When("Its content is at `event.x`, `event.y`; the values are its speed.", EventType.THROW_MOVED)
    when_throw_ended = When("It rests, or was stopped for `event.reason`: TOUCHED where a contact caught it.", EventType.THROW_ENDED)

    def declare(
        self,
        target: int = 0,
        *,
        x: float | None = None,
        y: float | None = None,
        min_x: float | None = None,
        max_x: float | None = None,
        min_y: float | None = None,
        max_y: float | None = None,
        snap_x: float | None = None,
        snap_y: float | None = None,
    ) -> None:
        """Where the content of a target is, points, and where it rests: between min and max, at max less a multiple of snap, or at min.

        A throw of it goes on from there. 0: the surface.

        Raises NotFoundError (no such target), NoSpaceError (max_throws are thrown or declared), InvalidError.
        """
        raw = default(_raw.press_scroll_content)
        raw.target = to_unsigned(target, 32, "target")
        given = {"x": x, "y": y, "min_x": min_x, "max_x": max_x, "min_y": min_y, "max_y": max_y, "snap_x": snap_x, "snap_y": snap_y}
        for name, value in given.items():
            if value is not None:
                put(raw, name, value)
        self._do(f"declaring the content of target {target}", _raw.press_scroll_declare, byref(raw))

    def throw(self, target: int = 0, vx: float = 0, vy: float = 0) -> None:
        """Throws a target from code, points per second: a wheel, keys.

        Its time counts from the engine's: of an engine that was given nothing for a while call `tick` first.

        Raises NotFoundError (no such target), StateError (it would rest where it is, or does not scroll), NoSpaceError.
        """
        number = to_unsigned(target, 32, "target")
        self._do(f"throwing target {target}", _raw.press_scroll_throw, number, to_q16(vx, "vx"), to_q16(vy, "vy"))

    def aim(self, target: int, x: float, y: float) -> None:
        """Changes where a throw ends, points: in `when_thrown`, for places of the program's own. Raises StateError: it is not thrown."""
        number = to_unsigned(target, 32, "target")
        self._do(f"aiming the throw of target {target}", _raw.press_scroll_aim, number, to_q16(x, "x"), to_q16(y, "y"))

    def stop(self, target: int = 0) -> None:
        """Ends a throw where it is. Raises StateError: it is not thrown."""
        self._do(f"stopping the throw of target {target}", _raw.press_scroll_stop, to_unsigned(target, 32, "target"))

    def state(self, target: int = 0) -> ScrollState | None:
        """The content of a target that is declared or thrown; None: neither."""
        raw = default(_raw.press_scroll_status)
        if not self._look_up("asking for content", _raw.press_scroll_get, to_unsigned(target, 32, "target"), byref(raw)):
            return None
        x, y, vx, vy, end_x, end_y = (from_q16(getattr(raw, name)) for name in ("x", "y", "vx", "vy", "end_x", "end_y"))
        return ScrollState(x, y, vx, vy, end_x, end_y, raw.ends_us, bool(raw.is_thrown))

    def velocity(self, contact: int = 0) -> tuple[float, float] | None:
        """How fast a contact moves that scrolls, may swipe or drags, points per second; while the end of its scroll or its drop
        is delivered, as its force fell. None: there is no such contact."""
        vx, vy = c_int32(), c_int32()
        number = to_unsigned(contact, 32, "contact")
        if not self._look_up("asking how fast a contact is", _raw.press_scroll_get_velocity, number, byref(vx), byref(vy)):
            return None
        return from_q16(vx.value), from_q16(vy.value)

    def set(self, config: ScrollConfig) -> None:
        """Changes the config; what is thrown goes on as it began. `max_throws` stays as it is.

        Raises InvalidError.
        """
        self._set("scroll", ScrollConfig, config, "changing throws and swipes")
