"""The force button: a click from force."""

from __future__ import annotations

from ctypes import byref
from dataclasses import dataclass

from ._described import described
from ._hooks import Hooked, When
from .enums import EventType
from .generated import _raw
from .generated._configs import ButtonConfig as ButtonConfig
from .numbers import from_q16


@described
@dataclass(frozen=True, slots=True)
class ButtonStatus:
    """The force button, and its levels as they are now, in newtons."""

    down: bool
    """It is pressed."""
    press_force: float
    """From this force on it goes down next."""
    release_force: float
    """Below this force it comes up."""


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
