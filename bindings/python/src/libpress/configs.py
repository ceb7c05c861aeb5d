"""How interactions are attached to an engine. What is not given has the library's default."""

from __future__ import annotations

from ctypes import c_int32, c_uint16
from dataclasses import dataclass, fields
from typing import Any

from . import _raw
from .numbers import to_q16, to_unsigned
from .transition import TimingCurve, TransitionOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class GesturesConfig:
    """Taps, double taps, holds and scrolls.

    Times are microseconds, lengths points; what is out of range raises InvalidError as the Engine is made. Holds, and
    taps that wait for a second one, are told by `tick` (see `next_deadline`) or the next `feed`.
    """

    hold_us: int | None = None
    """How long a contact stays still to be a hold, above 0; 500000."""
    tap_us: int | None = None
    """A tap lifts within this; 0: any time before it is a hold; 0."""
    double_tap_us: int | None = None
    """From lift to the next touch; 0: no double taps; 300000."""
    slop: float | None = None
    """Points: moving so far from where it began is not still; 10."""
    double_tap_slop: float | None = None
    """Points between two taps of a double tap; 40."""
    force_from_hold_us: int | None = None
    """Where there is no force: pressure rises from 0 to 1 within this time of holding still; 0: off."""
    force_from_hold_delay_us: int | None = None
    """How long after the touch it starts to rise; 200000."""
    frame_us: int | None = None
    """How often it rises, above 0; 16667."""

    def _to_raw(self) -> _raw.press_gestures_config:
        raw = _raw.press_gestures_config()
        _raw.press_gestures_config_init(raw)
        _fill(raw, self)
        return raw


@dataclass(frozen=True, slots=True, kw_only=True)
class PeekConfig:
    """Peek and pop."""

    reveal_distance: float | None = None
    """Points upwards from where the peek was shown that reveal its actions, above 0; 40."""
    slide: bool = True
    """Sliding onto an action and lifting there chooses it; else only a touch of its own does."""

    def _to_raw(self) -> _raw.press_peek_config:
        raw = _raw.press_peek_config()
        _raw.press_peek_config_init(raw)
        if self.reveal_distance is not None:
            raw.reveal_distance = to_q16(self.reveal_distance, "reveal_distance")
        raw.flags = 0 if self.slide else _raw.PRESS_PEEK_NO_SLIDE
        return raw


@dataclass(frozen=True, slots=True, kw_only=True)
class TransitionsConfig:
    """Transitions: how many, how often they are told, and how those run that say nothing else."""

    max_transitions: int | None = None
    """At once, 1..32; 4."""
    frame_us: int | None = None
    """How often a running transition is told, microseconds, above 0; 16667."""
    duration: float | None = None
    """Seconds from 0 to 1; 0.4."""
    curve: TimingCurve | None = None
    """Of what runs by itself; TimingCurve.EASE_IN_OUT."""
    speed: float | None = None
    """Completion speed, above 0; 1.0."""
    automatic: bool = False
    """They run to 1 at once: not interactive."""

    def _to_raw(self) -> _raw.press_transition_config:
        raw = _raw.press_transition_config()
        _raw.press_transition_config_init(raw)
        TransitionOptions(self.duration, self.curve, self.speed, self.automatic)._fill(raw.options)
        for name, bits in (("max_transitions", 16), ("frame_us", 32)):
            if (value := getattr(self, name)) is not None:
                setattr(raw, name, to_unsigned(value, bits, name))
        return raw


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonConfig:
    """The force button: for the whole surface, whatever else its contacts become. Of several the strongest counts."""

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

    def _to_raw(self) -> _raw.press_button_config:
        raw = _raw.press_button_config()
        _raw.press_button_config_init(raw)
        _fill(raw, self)
        return raw


def _fill(raw: Any, config: Any) -> None:
    kinds = dict(raw._fields_)
    for field in fields(config):
        value = getattr(config, field.name)
        if value is None:
            continue
        kind = kinds[field.name]
        if kind is c_int32:
            setattr(raw, field.name, to_q16(value, field.name))
        else:
            setattr(raw, field.name, to_unsigned(value, 16 if kind is c_uint16 else 32, field.name))
