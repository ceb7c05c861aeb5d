"""Transitions: fractions of an animation that a finger drives, and that run on by themselves when it lets go."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref, c_int32, sizeof
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, ClassVar

from . import _raw
from .enums import Driver, EventType, TransitionState
from .errors import check
from .numbers import from_q16, to_q16, to_unsigned
from .types import Event

if TYPE_CHECKING:
    from .engine import Engine

OnUpdate = Callable[[float], object]
OnComplete = Callable[[bool], object]


@dataclass(frozen=True, slots=True)
class TimingCurve:
    """A cubic Bezier curve from (0, 0) to (1, 1) with two control points; x1 and x2 in 0..1."""

    x1: float
    y1: float
    x2: float
    y2: float

    EASE_IN_OUT: ClassVar[TimingCurve]
    EASE_IN: ClassVar[TimingCurve]
    EASE_OUT: ClassVar[TimingCurve]
    LINEAR: ClassVar[TimingCurve]

    def y(self, x: float) -> float:
        """y of the curve at x (clamped to 0..1), within 1/16384. Raises InvalidError: x1 or x2 outside 0..1."""
        y = c_int32()
        check(
            _raw.press_timing_curve_y(self._to_raw(), to_q16(min(max(x, 0), 1), "x"), byref(y)),
            f"looking up {self}",
            "x1 and x2 must be 0 to 1",
        )
        return from_q16(y.value)

    def _to_raw(self) -> _raw.press_timing_curve:
        return _raw.press_timing_curve(*(to_q16(getattr(self, name), name) for name in ("x1", "y1", "x2", "y2")))


TimingCurve.EASE_IN_OUT = TimingCurve(0.42, 0, 0.58, 1)
TimingCurve.EASE_IN = TimingCurve(0.42, 0, 1, 1)
TimingCurve.EASE_OUT = TimingCurve(0, 0, 0.58, 1)
TimingCurve.LINEAR = TimingCurve(0, 0, 1, 1)


@dataclass(frozen=True, slots=True)
class TransitionOptions:
    """How one transition runs. None: as the engine's TransitionsConfig says."""

    duration: float | None = None
    """Seconds, of the whole, from 0 to 1."""
    curve: TimingCurve | None = None
    """Of what runs by itself."""
    speed: float | None = None
    """Completion speed, above 0: the rest takes duration * distance left / speed."""
    automatic: bool = False
    """Runs to 1 at once, for its whole duration: not interactive."""

    def _fill(self, raw: _raw.press_transition_options) -> None:
        if self.duration is not None:
            raw.duration_us = to_unsigned(round(self.duration * 1e6), 32, "duration (in microseconds)")
        if self.curve is not None:
            raw.curve = self.curve._to_raw()
        if self.speed is not None:
            raw.speed = to_q16(self.speed, "speed")
        if self.automatic:
            raw.flags |= _raw.PRESS_TRANSITION_AUTOMATIC


def options_from_raw(raw: _raw.press_transition_options) -> TransitionOptions:
    """TransitionOptions with everything given."""
    c = raw.curve
    return TransitionOptions(
        raw.duration_us / 1e6,
        TimingCurve(*map(from_q16, (c.x1, c.y1, c.x2, c.y2))),
        from_q16(raw.speed),
        bool(raw.flags & _raw.PRESS_TRANSITION_AUTOMATIC),
    )


class Transition:
    """One transition of an engine, made by `engine.transition(...)`; it starts with `start`, `with` or a bound driver.

        with engine.transition(duration=0.4) as t:
            t.on_update = lambda fraction: ...
            t.update(0.3)

    Leaving the block finishes it, an exception cancels it; what finished or was cancelled inside stays so.

    A run goes on with time: `engine.tick`, or the next `engine.feed`. Sleep until `engine.next_deadline`. Fractions are
    0..1, durations seconds. `on_update(fraction)` and `on_complete(finished)` may call everything here.
    """

    def __init__(self, engine: Engine, id: int, options: TransitionOptions) -> None:
        self._engine = engine
        self._id = id
        self._options = options
        self._bound = False
        self._on_update: OnUpdate | None = None
        self._on_complete: OnComplete | None = None

    @property
    def id(self) -> int:
        """The `subject` of its events."""
        return self._id

    @property
    def on_update(self) -> OnUpdate | None:
        """Told the fraction, at each update and each frame."""
        return self._on_update

    @on_update.setter
    def on_update(self, function: OnUpdate | None) -> None:
        self._on_update = self._function("on_update", function)

    @property
    def on_complete(self) -> OnComplete | None:
        """Told once, at the end: True finished, False cancelled."""
        return self._on_complete

    @on_complete.setter
    def on_complete(self, function: OnComplete | None) -> None:
        self._on_complete = self._function("on_complete", function)

    def _function(self, name: str, function: Any) -> Any:
        if function is not None and not callable(function):
            raise TypeError(f"{name} must be a function or None, not {type(function).__name__}")
        self._engine._hear()
        return function

    def start(self) -> Transition:
        """Starts at fraction 0.

        Raises InvalidError (it lives already; options out of range, such as a speed not above 0), NoSpaceError
        (`max_transitions` live or are bound), StateError (an engine without transitions).
        """
        raw = self._engine._transition_options()
        self._options._fill(raw)
        with self._engine._telling():
            self._engine._keep(self)
            check(
                _raw.press_transition_start(self._engine._raw, self._id, byref(raw)),
                f"starting transition {self._id}",
                "duration and speed must be above 0, x1 and x2 of the curve 0 to 1, and it must not run already"
                if self._engine._has_transitions
                else "it needs Engine(transitions=True)",
            )
        return self

    def update(self, fraction: float) -> None:
        """Sets the fraction, clamped to 0..1. Raises StateError (it runs by itself: pause it), NotFoundError (over)."""
        value = to_q16(min(max(fraction, 0), 1) if fraction == fraction else fraction, "fraction")
        self._do(_raw.press_transition_update, "updating", value)

    def finish(self) -> None:
        """Lets it run on to 1 by itself. Raises NotFoundError: it is over, or not started."""
        self._do(_raw.press_transition_finish, "finishing")

    def cancel(self) -> None:
        """Lets it run back to 0 by itself. Raises NotFoundError: it is over, or not started."""
        self._do(_raw.press_transition_cancel, "cancelling")

    def pause(self) -> None:
        """Hands it back to the finger at its present fraction. Raises StateError (it does not run), NotFoundError."""
        self._do(_raw.press_transition_pause, "pausing")

    def set_speed(self, speed: float) -> None:
        """Changes the completion speed; a run goes on from where it is. Raises InvalidError: not above 0."""
        self._do(_raw.press_transition_set_speed, "changing the speed of", to_q16(speed, "speed"))

    def _do(self, function: Callable[..., int], doing: str, *arguments: int) -> None:
        with self._engine._telling():
            check(function(self._engine._raw, self._id, *arguments), f"{doing} transition {self._id}")

    def bind(self, driver: Driver, *, target: int = 0, direction: tuple[float, float] = (0, 0)) -> Transition:
        """Lets contacts on a target (0: all) drive it: the next one starts it or takes it over.

        `direction` is the way from 0 to 1 in points, for Driver.MOTION only. Driver.NONE unbinds. Raises InvalidError
        (no direction, or one too many), NoSpaceError (`max_transitions` live or are bound), StateError.
        """
        with self._engine._telling():
            check(
                _raw.press_transition_bind(
                    self._engine._raw,
                    self._id,
                    to_unsigned(driver, 32, "driver"),
                    to_unsigned(target, 32, "target"),
                    to_q16(direction[0], "direction"),
                    to_q16(direction[1], "direction"),
                ),
                f"binding transition {self._id}",
                "" if self._engine._has_transitions else "it needs Engine(transitions=True)",
            )
            self._bound = driver != Driver.NONE
            self._engine._keep(self)
        return self

    def unbind(self) -> None:
        """Contacts drive it no more; where it lives, it stays."""
        self.bind(Driver.NONE)

    @property
    def state(self) -> TransitionState:
        """Where it stands; NONE: not started, or over."""
        return TransitionState(self._get().state)

    @property
    def fraction(self) -> float:
        """0..1; 0 where it is not started, or over."""
        return from_q16(self._get().fraction)

    def _get(self) -> _raw.press_transition_status:
        now = _raw.press_transition_status()
        _raw.press_transition_status_init(byref(now))
        with self._engine._lock:
            check(
                _raw.press_transition_get(self._engine._raw, self._id, byref(now)), f"asking for transition {self._id}"
            )
        return now

    def __enter__(self) -> Transition:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        state = self.state
        if kind is not None:
            if state in (TransitionState.INTERACTIVE, TransitionState.FINISHING):
                self.cancel()
        elif state is TransitionState.INTERACTIVE:
            self.finish()

    def __repr__(self) -> str:
        return f"<Transition {self._id} {self.state.name.lower()} at {self.fraction:.2f}>"

    def _heard(self, event: Event) -> None:
        if event.type == EventType.TRANSITION_UPDATED:
            if self._on_update:
                self._on_update(event.progress)
        elif event.type != EventType.TRANSITION_STARTED and self._on_complete:
            self._on_complete(event.type == EventType.TRANSITION_FINISHED)


def default_options() -> _raw.press_transition_options:
    """The library's."""
    raw = _raw.press_transition_options(size=sizeof(_raw.press_transition_options))
    _raw.press_transition_options_init(byref(raw))
    return raw
