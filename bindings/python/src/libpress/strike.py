"""Strikes and lifts: how fast a contact was struck, and how fast it let go."""

from __future__ import annotations

from ctypes import byref
from dataclasses import dataclass

from ._config import default
from ._described import described
from ._hooks import Hooked, When
from .enums import EventType
from .generated import _raw
from .generated._configs import StrikeConfig as StrikeConfig
from .numbers import from_q16, to_unsigned


@described
@dataclass(frozen=True, slots=True)
class Strike:
    """How a contact was struck."""

    began_us: int
    """When its contact began."""
    speed: float
    """N/s: the steepest 8 ms of its force; an estimate, where `unknown`."""
    velocity: int
    """0..127."""
    delay_us: int
    """How long after began_us it was known."""
    known: bool
    """False: it is still measured, or `unknown`: this is how fast it was so far."""
    unknown: bool = False
    """It is not measured any more, and its speed is not known: too few readings saw it. Its velocity is that of the estimate, or
    `unknown_velocity`."""


class Strikes(Hooked):
    """`engine.strike`, of an Engine(strike=True). Hooks take the Event, or nothing.

    >>> from libpress import Engine
    >>> engine = Engine(strike=True, max_events=0, lift_us=0)
    >>> engine.strike.when_struck = lambda event: print(f"struck at {event.speed:.0f} N/s, velocity {event.velocity}")
    >>> engine.strike.when_let_go = lambda event: print(f"let go at {event.speed:.0f} N/s, velocity {event.velocity}")
    >>> for i, newtons in enumerate([0, 0.4, 1.4, 2.2, 2.4, 2.4, 2.3, 2.0, 1.5, 1.0, 0.6, 0.3, 0.1]):
    ...     _ = engine.feed_force(2000 * i, newtons)
    struck at 306 N/s, velocity 95
    let go at 222 N/s, velocity 86
    """

    __slots__ = ()
    _way = "engine.strike"
    _words = "strikes"

    when_struck = When(
        "A contact was struck: `event.speed` N/s, `event.velocity` its velocity, 0..127; `event.late_us` after it began.",
        EventType.STRUCK,
    )

    when_let_go = When(
        "A contact let go: `event.speed` N/s, `event.velocity` its velocity, 0..127; before what it became, and its end.",
        EventType.LET_GO,
    )

    def of(self, contact: int = 0) -> Strike | None:
        """The strike of a contact that is down, or of the latest with that id: while a tap or a press of the button is delivered,
        for example. None: it was not struck, or that is forgotten (`sources`)."""
        raw = default(_raw.press_strike)
        if not self._look_up("asking for a strike", _raw.press_strike_get, to_unsigned(contact, 32, "contact"), byref(raw)):
            return None
        return Strike(raw.began_us, from_q16(raw.speed), raw.velocity, raw.delay_us, raw.known == 1, raw.known == 2)

    def set(self, config: StrikeConfig) -> None:
        """Changes the config, from the next contact on that begins while no strike is measured. `sources` stays as it is.

        Raises InvalidError.
        """
        self._set("strike", StrikeConfig, config, "changing strikes")
