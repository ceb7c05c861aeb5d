"""Gestures: taps, double taps, holds and scrolls."""

from __future__ import annotations

from ._hooks import Hooked, When
from ._unheard import movement, of, setting, trait
from .enums import EventType, GestureState, Trait
from .generated import _raw
from .generated._configs import GesturesConfig as GesturesConfig
from .numbers import to_unsigned

_SCROLLS = of(movement, trait(Trait.SCROLL))
_HOLDS = trait(Trait.HOLD)


class Gestures(Hooked):
    """`engine.gestures`, of an Engine(gestures=True). Hooks take the Event, or nothing."""

    __slots__ = ()
    _way = "engine.gestures"
    _words = "gestures"
    _needs = {
        **dict.fromkeys(("when_tapped", "when_tap_failed"), trait(Trait.TAP)),
        "when_double_tapped": of(trait(Trait.DOUBLE_TAP), setting("gestures", "double_tap_us", "GesturesConfig(double_tap_us=300_000)")),
        **dict.fromkeys(("when_held", "when_hold_ended"), _HOLDS),
        "when_hold_repeated": of(_HOLDS, setting("gestures", "hold_repeat_us", "GesturesConfig(hold_repeat_us=200_000)")),
        **dict.fromkeys(("when_scroll_began", "when_scrolled", "when_scroll_ended"), _SCROLLS),
    }

    when_tapped = When("A finger taps `event.target`.", EventType.TAPPED)
    when_double_tapped = When("A finger taps twice.", EventType.DOUBLE_TAPPED)
    when_tap_failed = When("An open contact can no longer become a tap, for `event.reason`: MOVED, TOO_LONG or LEFT_TARGET.", EventType.TAP_FAILED)
    when_hold_repeated = When("A hold repeats: `event.repeats` says how often.", EventType.HOLD_REPEATED)
    when_held = When("A finger holds still: a hold begins.", EventType.HOLD_BEGAN)
    when_hold_ended = When(
        "A hold ends: it lifts (HOLD_ENDED), or is cancelled (HOLD_CANCELLED) for `event.reason`.",
        EventType.HOLD_ENDED,
        EventType.HOLD_CANCELLED,
    )
    when_scroll_began = When("A scroll of `event.target` begins.", EventType.SCROLL_BEGAN)
    when_scrolled = When("It scrolls: `event.dx` and `event.dy` are the points so far.", EventType.SCROLL_MOVED)
    when_scroll_ended = When(
        "A scroll ends: it lifts (SCROLL_ENDED), or is cancelled (SCROLL_CANCELLED) for `event.reason`.",
        EventType.SCROLL_ENDED,
        EventType.SCROLL_CANCELLED,
    )

    def set(self, config: GesturesConfig) -> None:
        """Changes the config, without an effect on what runs: it counts from the next contact on that begins alone.

        Raises InvalidError.
        """
        self._set("gestures", GesturesConfig, config, "changing the gestures")

    def activate(self, target: int) -> None:
        """Does what a tap on a target does (keys, switches, assistive technology).

        It has the engine's time: of an engine that was given nothing for a while call `tick` first.

        Raises NotFoundError (no such target), StateError (it lacks the trait TAP), NoSpaceError (hooks activated 8 at this
        time already: one that activates what calls it comes to an end).
        """
        self._do(f"activating target {target}", _raw.press_target_activate, to_unsigned(target, 32, "target"))

    def state(self, contact: int = 0) -> GestureState:
        """What a contact has become. Raises NotFoundError: it is not down."""
        number = to_unsigned(contact, 32, "contact")
        return GestureState(self._do(f"asking for the gesture of contact {contact}", _raw.press_gestures_state, number))

    def cancel(self, contact: int = 0) -> None:
        """Cancels the hold or scroll of a contact; nothing more becomes of it until it lifts.

        Raises NotFoundError (it is not down), StateError (it neither holds nor scrolls).
        """
        number = to_unsigned(contact, 32, "contact")
        self._do(f"cancelling the gesture of contact {contact}", _raw.press_gestures_cancel, number)
