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
    lift_us: int | None = None
    """How long a force that falls below the release level has to come back before the button is released, microseconds;
    0: it is released at once; None: the engine's lift_us."""

    def _to_raw(self) -> _raw.press_button_config:
        raw = _raw.press_button_config()
        _raw.press_button_config_init(raw)
        _fill(raw, self)
        return raw


@dataclass(frozen=True, slots=True, kw_only=True)
class DragConfig:
    """Drag and drop. Times are microseconds, lengths points, pressures 0..1."""

    max_sessions: int | None = None
    """At once, drops that still transfer included; 1..16; 2."""
    max_items: int | None = None
    """Of one session, 1..64; 8."""
    undo_depth: int | None = None
    """Concluded drops that can be undone, 0..16; 4."""
    slop: float | None = None
    """Points that start a drag; 3."""
    still_slop: float | None = None
    """Points: moving less is still, for holding and for a preview; 10."""
    start_pressure: float | None = None
    """With by_force; 0.25."""
    hold_us: int | None = None
    """With after_hold or hold_in_scroll; 500000."""
    spring_dwell_us: int | None = None
    """Over a spring until it is activating; 500000."""
    spring_activating_us: int | None = None
    """And from there until it is activated; 250000."""
    spring_pressure: float | None = None
    """Pressing at or above this activates at once; 0.5."""
    drop_pressure: float | None = None
    """Pressing at or above this drops without lifting; above 1: never; 2."""
    scroll_edge: float | None = None
    """Points from the edge of a scroller, at most a quarter of it, where it scrolls; 40."""
    scroll_speed: float | None = None
    """Points per second at the edge; 800."""
    scroll_ramp_us: int | None = None
    """Until it is at full speed; 500000."""
    frame_us: int | None = None
    """How often the speed changes, above 0; 16667."""
    slow_us: int | None = None
    """A drop that takes longer is slow; 1000000."""
    after_hold: bool = False
    """A drag starts only after the contact has been still for hold_us."""
    hold_in_scroll: bool = False
    """Likewise, but only in what scrolls: moving at once scrolls."""
    by_force: bool = False
    """Only once the pressure has been at or above start_pressure."""
    from_preview: bool = False
    """Moving by still_slop during a preview cancels it and drags; else a contact that previews never drags."""
    dwell: bool = True
    """Springs activate by dwelling."""
    spring_force: bool = True
    """Springs activate by force."""

    def _to_raw(self) -> _raw.press_drag_config:
        raw = _raw.press_drag_config()
        _raw.press_drag_config_init(raw)
        _fill(raw, self)
        for flag, on in (
            (_raw.PRESS_DRAG_AFTER_HOLD, self.after_hold),
            (_raw.PRESS_DRAG_HOLD_IN_SCROLL, self.hold_in_scroll),
            (_raw.PRESS_DRAG_BY_FORCE, self.by_force),
            (_raw.PRESS_DRAG_FROM_PREVIEW, self.from_preview),
            (_raw.PRESS_DRAG_NO_DWELL, not self.dwell),
            (_raw.PRESS_DRAG_NO_SPRING_FORCE, not self.spring_force),
        ):
            raw.flags |= flag if on else 0
        return raw


def _fill(raw: Any, config: Any) -> None:
    kinds = dict(raw._fields_)
    for field in fields(config):
        value = getattr(config, field.name)
        if value is None or field.name not in kinds:
            continue
        kind = kinds[field.name]
        if kind is c_int32:
            setattr(raw, field.name, to_q16(value, field.name))
        else:
            setattr(raw, field.name, to_unsigned(value, 16 if kind is c_uint16 else 32, field.name))
