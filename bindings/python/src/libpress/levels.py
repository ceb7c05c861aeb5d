"""Levels: how hard a contact presses, in steps that it enters and leaves; and an accelerator."""

from __future__ import annotations

from ctypes import byref
from dataclasses import dataclass

from ._config import default
from ._described import described
from ._hooks import Hooked, When
from ._unheard import setting
from .enums import EventType
from .generated import _raw
from .generated._configs import LevelsConfig as LevelsConfig
from .numbers import to_unsigned


@described
@dataclass(frozen=True, slots=True)
class LevelsState:
    """Where a contact is among the levels."""

    level: int
    """0: at none."""
    highest: int
    """That it came to since LEVELS_BEGAN; 0: it is at none."""
    repeats: int
    """So often it was repeated since then."""
    interval_us: int
    """From one repeat to the next at its pressure; 0: it does not repeat."""


class Levels(Hooked):
    """`engine.levels`, of an Engine(levels=True), or with a config: `LevelsConfig(count=3, repeat_us=300_000)` is a button that sends on, the
    faster the harder it is pressed. Hooks take the Event, or nothing.

    >>> from libpress import Engine
    >>> engine = Engine(levels=True, max_events=0)
    >>> engine.levels.when_entered = lambda event: print("up to", event.level)
    >>> engine.levels.when_left = lambda event: print("down to", event.level)
    >>> for i, newtons in enumerate([1, 2, 4, 2, 4]):
    ...     engine.feed_force(10_000 * i, newtons)
    up to 1
    up to 2
    down to 1
    up to 2
    """

    __slots__ = ()
    _way = "engine.levels"
    _words = "levels"
    _needs = {"when_repeated": setting("levels", "repeat_us", "LevelsConfig(repeat_us=300_000)")}

    when_entered = When(
        "A contact came to level `event.level`: from none (LEVELS_BEGAN), or from `event.from_`, a lower one (LEVEL_ENTERED).",
        EventType.LEVELS_BEGAN,
        EventType.LEVEL_ENTERED,
    )
    when_left = When(
        "A contact left level `event.from_`: it is at `event.level`, a lower one (LEVEL_LEFT), or at none: below the first, lifted (LEVELS_ENDED), or "
        "cancelled (LEVELS_CANCELLED) for `event.reason`.",
        EventType.LEVEL_LEFT,
        EventType.LEVELS_ENDED,
        EventType.LEVELS_CANCELLED,
    )
    when_repeated = When(
        "The accelerator: a contact at level `event.level` repeats, `event.repeats` times since it is at one.", EventType.LEVEL_REPEATED
    )

    def state(self, contact: int = 0) -> LevelsState | None:
        """Where a contact is. None: it is not down."""
        raw = default(_raw.press_levels_status)
        if not self._look_up("asking for a level", _raw.press_levels_get, to_unsigned(contact, 32, "contact"), byref(raw)):
            return None
        return LevelsState(raw.level, raw.highest, raw.repeats, raw.interval_us)

    def cancel(self, contact: int = 0) -> None:
        """A contact is at no level until it lifts. Raises NotFoundError: it is not down; StateError: it is at no level."""
        self._do("cancelling levels", _raw.press_levels_cancel, to_unsigned(contact, 32, "contact"))

    def set(self, config: LevelsConfig) -> None:
        """Changes the config, from the next contact on that begins while no other is down.

        Raises InvalidError.
        """
        self._set("levels", LevelsConfig, config, "changing levels")
