"""Levels: how hard a contact presses, in steps that it enters and leaves; and an accelerator."""

from __future__ import annotations

from ctypes import byref
from dataclasses import dataclass
from typing import Any

from ._config import default, to_raw
from ._hooks import Hooked, When
from .enums import EventType
from .generated import _raw
from .numbers import to_unsigned


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelsConfig:
    """Levels of pressure, and how fast they repeat. What is not given has the library's default.

    A button that sends on, the faster the harder it is pressed:

    >>> from libpress import Engine
    >>> engine = Engine(levels=LevelsConfig(count=3, repeat_us=300_000))
    """

    count: int | None = None
    """2..8: so many levels; 2."""
    first_pressure: float | None = None
    """Above 0: where the first level is entered; 0.25."""
    last_pressure: float | None = None
    """0..1, above first_pressure: where the last level is entered; 0.67."""
    hysteresis: float | None = None
    """0..0.9: a level is left so far below where it is entered, in parts of the distance between two; 0.3."""
    repeat_us: int | None = None
    """0..10000000 microseconds from one repeat to the next at first_pressure; 1000 at least; 0: no repeats; 0."""
    repeat_fast_us: int | None = None
    """1000..10000000 microseconds from one repeat to the next at last_pressure and above; 75000."""
    repeat_delay_us: int | None = None
    """0..10000000 microseconds from the first level to the first repeat; 0: as from one to the next; 400000."""
    stepped: bool = False
    """The rate of repeats is that of the level, and does not follow the pressure between two."""
    not_while_moving: bool = False
    """A contact that scrolls, drags or pinches is at no level until it lifts."""

    def _to_raw(self) -> Any:
        raw = to_raw(_raw.press_levels_config, self)
        raw.flags = (_raw.PRESS_LEVELS_STEPPED if self.stepped else 0) | (_raw.PRESS_LEVELS_NOT_WHILE_MOVING if self.not_while_moving else 0)
        return raw


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
    """`engine.levels`, of an Engine(levels=True). Hooks take the Event, or nothing.

    >>> from libpress import Engine
    >>> engine = Engine(levels=True, max_events=0)
    >>> engine.levels.when_entered = lambda event: print("up to", event.value)
    >>> engine.levels.when_left = lambda event: print("down to", event.value)
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

    when_entered = When(
        "A contact came to level `event.value`: from none (LEVELS_BEGAN), or from `event.value2`, a lower one (LEVEL_ENTERED).",
        EventType.LEVELS_BEGAN,
        EventType.LEVEL_ENTERED,
    )
    when_left = When(
        "A contact left level `event.value2`: it is at `event.value`, a lower one (LEVEL_LEFT), or at none: below the first, lifted (LEVELS_ENDED), or "
        "cancelled (LEVELS_CANCELLED) for `event.reason`.",
        EventType.LEVEL_LEFT,
        EventType.LEVELS_ENDED,
        EventType.LEVELS_CANCELLED,
    )
    when_repeated = When(
        "The accelerator: a contact at level `event.value` repeats, `event.value2` times since it is at one.", EventType.LEVEL_REPEATED
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
