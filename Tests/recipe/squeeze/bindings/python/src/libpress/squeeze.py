"""Squeezes: two contacts that press hard one soon after the other."""

from __future__ import annotations

from ._hooks import Hooked, When
from .enums import EventType
from .generated._configs import SqueezeConfig as SqueezeConfig


class Squeezes(Hooked):
    """`engine.squeeze`, of an Engine(squeeze=True). Hooks take the Event, or nothing."""

    __slots__ = ()
    _way = "engine.squeeze"
    _words = "squeezes"

    when_began = When("Two contacts press: the second is `event.contact`, the first `event.value`.", EventType.SQUEEZE_BEGAN)
    when_ended = When(
        "One of them presses less, or lifted (SQUEEZE_ENDED), or is cancelled (SQUEEZE_CANCELLED) for `event.reason`.",
        EventType.SQUEEZE_ENDED,
        EventType.SQUEEZE_CANCELLED,
    )

    def set(self, config: SqueezeConfig) -> None:
        """Changes the config, from the next sample on. Raises InvalidError."""
        self._set("squeeze", SqueezeConfig, config, "changing squeezes")
