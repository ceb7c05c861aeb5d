"""The force button: a click from force."""

from __future__ import annotations

from ctypes import byref
from dataclasses import dataclass
from typing import Any

from ._config import to_raw
from ._hooks import Hooked, When
from .enums import EventType
from .generated import _raw
from .numbers import from_q16


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonConfig:
    """The force button: for the whole surface, whatever else its contacts become. Of several contacts the strongest counts."""

    press_force: float | None = None
    """N, above 0; 1.5."""
    release_force: float | None = None
    """N, above 0, at most press_force; 1.3."""
    ratio_down: float | None = None
    """0..1, of the peak; 0: the release level does not follow; 0.6."""
    ratio_up: float | None = None
    """1..4, of the least force since the release; 1.2."""
    ceiling: float | None = None
    """N, at least press_force: levels do not follow further; 6.0."""
    full_speed: float | None = None
    """Points per second: at it the release level is at its lowest, a tenth; 0: off; 200."""
    lift_us: int | None = None
    """How long a force that falls below the release level has to come back before the button is released, microseconds;
    0: it is released at once; None: the engine's lift_us."""
    rapid_fall: float | None = None
    """N, above 0, with rapid_trigger: the fall from the peak that releases; 0.3."""
    rapid_rise: float | None = None
    """N, above 0, with rapid_trigger: the rise from the least force that presses again; 0.3."""
    rapid_trigger: bool = False
    """It follows changes of force, between release_force and ceiling; ratio_down, ratio_up and lift_us do not count."""
    not_while_moving: bool = False
    """No press begins while a contact scrolls or drags."""

    def _to_raw(self) -> Any:
        raw = to_raw(_raw.press_button_config, self)
        raw.flags = (_raw.PRESS_BUTTON_RAPID_TRIGGER if self.rapid_trigger else 0) | (
            _raw.PRESS_BUTTON_NOT_WHILE_MOVING if self.not_while_moving else 0
        )
        return raw


@dataclass(frozen=True, slots=True)
class ButtonStatus:
    """The force button, and its levels as they are now, in newtons."""

    down: bool
    press_force: float
    release_force: float


class Button(Hooked):
    """`engine.button`, of an Engine(button=True). Hooks take the Event, or nothing."""

    __slots__ = ()
    _way = "engine.button"
    _words = "the button"

    when_pressed = When("The button goes down.", EventType.BUTTON_PRESSED)
    when_released = When(
        "The button goes up: released (BUTTON_RELEASED), or its contacts are cancelled (BUTTON_CANCELLED).",
        EventType.BUTTON_RELEASED,
        EventType.BUTTON_CANCELLED,
    )

    @property
    def status(self) -> ButtonStatus:
        """Whether it is down, and its levels now."""
        now = _raw.press_button_status()
        _raw.press_button_status_init(byref(now))
        self._do("asking for the button", _raw.press_button_get, byref(now))
        return ButtonStatus(now.state == _raw.PRESS_BUTTON_DOWN, from_q16(now.press_force), from_q16(now.release_force))

    def set(self, config: ButtonConfig) -> None:
        """Changes the config, without a press or a release: while the button is down, once it is released; for a finger that
        rests above the new press level, once its force has fallen below the new release_force.

        Raises InvalidError.
        """
        self._set("button", ButtonConfig, config, "changing the button")
