"""Squeezes: two contacts that press hard one soon after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._config import to_raw
from ._hooks import Hooked, When
from .enums import EventType
from .generated import _raw


@dataclass(frozen=True, slots=True, kw_only=True)
class SqueezeConfig:
    """Two contacts that press hard one soon after the other. What is not given has the library's default."""

    within_us: int | None = None
    """0..2000000 microseconds: how long after the first contact the second one may come to the pressure; 200000."""
    pressure: float | None = None
    """0..1: that both come to; 0.5."""

    def _to_raw(self) -> Any:
        return to_raw(_raw.press_squeeze_config, self)


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
