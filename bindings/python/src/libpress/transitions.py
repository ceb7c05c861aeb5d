"""Transitions: fractions of an animation that a finger drives, and that run on by themselves when it lets go."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref, c_int32
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from ._config import default, put
from ._core import Core
from ._described import described
from ._hooks import Hooked, On, WhenGiven
from .enums import Driver, EventType, TransitionState
from .errors import InvalidError, check
from .generated import _raw
from .numbers import clamped, from_q16, to_q16, to_tuple, to_unsigned
from .types import Event

if TYPE_CHECKING:
    from ._hooks import Result

    PlainHook = Callable[[], Result]
    FractionHook = Callable[[float], Result] | Callable[[], Result]
    FinishedHook = Callable[[bool], Result] | Callable[[], Result]
    Run: TypeAlias = "TransitionOptions | None"
    StartHook = Callable[["Transition", "TransitionOptions"], Run] | Callable[["Transition"], Run] | Callable[[], Run]
    RunHook = (
        Callable[["Transition", bool, "TransitionOptions"], Run]
        | Callable[["Transition", bool], Run]
        | Callable[["Transition"], Run]
        | Callable[[], Run]
    )


@described
@dataclass(frozen=True, slots=True)
class TimingCurve:
    """A cubic Bezier curve from (0, 0) to (1, 1) with two control points; x1 and x2 in 0..1."""

    x1: float
    y1: float
    x2: float
    y2: float
    """Control points: (x1, y1) pulls at the beginning, (x2, y2) at the end; y may lie outside of 0..1."""

    EASE_IN_OUT: ClassVar[TimingCurve]
    EASE_IN: ClassVar[TimingCurve]
    EASE_OUT: ClassVar[TimingCurve]
    LINEAR: ClassVar[TimingCurve]

    def y(self, x: float) -> float:
        """y of the curve at x (clamped to 0..1), within 1/16384. Raises InvalidError: x1 or x2 outside 0..1."""
        y = c_int32()
        check(
            _raw.press_timing_curve_y(self._to_raw(), to_q16(clamped(x, "x"), "x"), byref(y)),
            f"looking up {self}",
            "x1 and x2 must be 0 to 1",
        )
        return from_q16(y.value)

    def _to_raw(self) -> _raw.press_timing_curve:
        return _raw.press_timing_curve(*(to_q16(getattr(self, name), name) for name in ("x1", "y1", "x2", "y2")))


@described
@dataclass(frozen=True, slots=True)
class Spring:
    """In place of a curve: what runs by itself is a spring, and its duration does not count."""

    damping: float = 1.0
    """0..10; 1: as quick as it goes without passing its end, 0: it swings for ever; less passes it where `overshoot` lets it."""
    response: float = 0.4
    """0.001..60, seconds of one turn without damping: the smaller, the stiffer."""

    def _to_raw(self) -> _raw.press_timing_curve:
        return _raw.press_timing_curve(to_q16(self.damping, "damping"), to_q16(self.response, "response"), 0, 0)


TimingCurve.EASE_IN_OUT = TimingCurve(0.42, 0, 0.58, 1)
TimingCurve.EASE_IN = TimingCurve(0.42, 0, 1, 1)
TimingCurve.EASE_OUT = TimingCurve(0, 0, 0.58, 1)
TimingCurve.LINEAR = TimingCurve(0, 0, 1, 1)


@described
@dataclass(frozen=True, slots=True)
class TransitionOptions:
    """How one transition runs. None: as the engine's TransitionsConfig says."""

    duration: float | None = None
    """Seconds, of the whole, from 0 to 1."""
    curve: TimingCurve | Spring | None = None
    """Of what runs by itself."""
    speed: float | None = None
    """Completion speed, above 0: the rest takes duration * distance left / speed; it divides the response of a spring."""
    automatic: bool = False
    """Runs to 1 at once, for its whole duration: not interactive."""
    fraction: float | None = None
    """0..1: where it starts."""
    overshoot: bool | None = None
    """Whether a spring may pass its end: fractions go beyond 0 and 1."""

    def _fill(self, raw: _raw.press_transition_options) -> None:
        if self.duration is not None:
            raw.duration_us = to_unsigned(round(self.duration * 1e6), 32, "duration (in microseconds)")
        if self.curve is not None:
            raw.curve = self.curve._to_raw()
            raw.flags &= ~_raw.PRESS_TRANSITION_FLAG_SPRING
            raw.flags |= _raw.PRESS_TRANSITION_FLAG_SPRING if isinstance(self.curve, Spring) else 0
        if self.speed is not None:
            raw.speed = to_q16(self.speed, "speed")
        if self.automatic:
            raw.flags |= _raw.PRESS_TRANSITION_FLAG_AUTOMATIC
        if self.fraction is not None:
            raw.fraction = to_q16(self.fraction, "fraction")
        if self.overshoot is not None:
            raw.flags &= ~_raw.PRESS_TRANSITION_FLAG_OVERSHOOT
            raw.flags |= _raw.PRESS_TRANSITION_FLAG_OVERSHOOT if self.overshoot else 0


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class TransitionsConfig:
    """Transitions: how many, how often they are updated, and how those run that are started without options."""

    max_transitions: int | None = None
    """At once, 1..32; 4."""
    frame_us: int | None = None
    """How often a running transition is updated, microseconds, above 0; 16667."""
    flick_speed: float | None = None
    """Points per second, not negative: a contact that lifts at this speed along the direction of Driver.MOTION, or against it,
    decides; 0: none does; 300."""
    rest: int | None = None
    """A spring ends once its place and its velocity per radian are together below so many 65536ths, 1..65535; 16."""
    velocity_us: int | None = None
    """Microseconds, 20000..100000: the places of so long count for a speed; 100000."""
    still_us: int | None = None
    """Microseconds, 10000..1000000: a finger that lies still for so long has stopped; 40000."""
    coast: bool = True
    """False: what Driver.MOTION drives stands still from the fall of the force until the lift is certain."""
    duration: float | None = None
    """Seconds from 0 to 1; 0.4."""
    curve: TimingCurve | Spring | None = None
    """Of what runs by itself; TimingCurve.EASE_IN_OUT."""
    speed: float | None = None
    """Completion speed, above 0; 1.0."""
    automatic: bool = False
    """They run to 1 at once: not interactive."""
    overshoot: bool | None = None
    """Springs may pass their end."""

    def _to_raw(self) -> Any:
        raw = default(_raw.press_transition_config)
        TransitionOptions(self.duration, self.curve, self.speed, self.automatic, None, self.overshoot)._fill(raw.options)
        raw.flags |= 0 if self.coast else _raw.PRESS_TRANSITIONS_NO_COAST
        for name in ("max_transitions", "frame_us", "flick_speed", "rest", "velocity_us", "still_us"):
            if (value := getattr(self, name)) is not None:
                put(raw, name, value)
        return raw


class Transition(Hooked):
    """One transition of an engine, made by `engine.transitions.new(...)`; it starts with `start`, `with` or a bound driver.

        with engine.transitions.new(duration=0.4) as t:
            t.when_updated = lambda fraction: ...
            t.update(0.3)

    Leaving the block finishes it, an exception cancels it; what finished or was cancelled inside stays so.

    A run goes on with time: `engine.tick`, or the next `engine.feed`. Sleep until `engine.next_deadline`. Fractions are
    0..1, durations seconds. Hooks may call everything here.
    """

    __slots__ = ("_bound", "_id", "_options", "_transitions")
    _way = "transition"

    when_started = WhenGiven["PlainHook"]("It starts.", EventType.TRANSITION_STARTED, gives=())
    when_updated = WhenGiven["FractionHook"]("The fraction, at each update and each frame.", EventType.TRANSITION_UPDATED, gives=("fraction",))
    when_completed = WhenGiven["FinishedHook"](
        "It is over: True finished, False cancelled.",
        EventType.TRANSITION_FINISHED,
        EventType.TRANSITION_CANCELLED,
        gives=("finished",),
    )

    def __init__(self, transitions: Transitions, id: int, options: TransitionOptions) -> None:
        super().__init__(transitions._core, transitions._observer)
        self._transitions = transitions
        self._id = id
        self._options = options
        self._bound: tuple[Driver, int, tuple[float, float]] | None = None
        """What drives it: driver, target, direction."""

    @property
    def id(self) -> int:
        """The `subject` of its events."""
        return self._id

    def start(self) -> Transition:
        """Starts, at fraction 0 or that of its options.

        Its time counts from the engine's: of an engine that was given nothing for a while call `tick` first.

        Raises InvalidError (it is active already; options out of range, such as a speed not above 0), NoSpaceError
        (`max_transitions` are active or bound).
        """
        raw = type(self._transitions._default).from_buffer_copy(self._transitions._default)
        self._options._fill(raw)
        self._transitions._keep(self)
        hint = "duration and speed must be above 0, x1 and x2 of the curve 0 to 1, and it must not run already"
        self._act("starting", _raw.press_transition_start, byref(raw), hint=hint)
        return self

    def update(self, fraction: float) -> None:
        """Sets the fraction, clamped to 0..1. Raises StateError (it runs by itself: pause it), NotFoundError (over)."""
        self._act("updating", _raw.press_transition_update, to_q16(clamped(fraction, "fraction"), "fraction"))

    def finish(self) -> None:
        """Lets it run on to 1 by itself. Raises NotFoundError: it is over, or not started."""
        self._act("finishing", _raw.press_transition_finish)

    def cancel(self) -> None:
        """Lets it run back to 0 by itself. Raises NotFoundError: it is over, or not started."""
        self._act("cancelling", _raw.press_transition_cancel)

    def pause(self) -> None:
        """Hands it back to the finger at its present fraction. Raises StateError (it does not run), NotFoundError."""
        self._act("pausing", _raw.press_transition_pause)

    def run_to(self, target: float) -> None:
        """Lets it run by itself to any target, as fast as it is; one that runs, to a new target without a jump. There it is interactive
        again. Raises InvalidError (outside 0..1 without `overshoot`, or outside -16384..16384), NotFoundError (it is not active)."""
        hint = "a target outside 0..1 needs overshoot"
        self._act("running", _raw.press_transition_run_to, to_q16(target, "target"), hint=hint)

    def set_speed(self, speed: float) -> None:
        """Changes the completion speed; a run goes on from where it is. Raises InvalidError: not above 0."""
        self._act("changing the speed of", _raw.press_transition_set_speed, to_q16(speed, "speed"))

    @property
    def velocity(self) -> float:
        """How fast it moves by itself now, fraction per second; in `on_run`: with what the run begins. Set it, and what runs goes
        on with it; else the next run begins with it, unless an update comes first. Raises NotFoundError: it is not active."""
        now = c_int32()
        self._act("asking for the velocity of", _raw.press_transition_get_velocity, byref(now))
        return from_q16(now.value)

    @velocity.setter
    def velocity(self, velocity: float) -> None:
        self._act("changing the velocity of", _raw.press_transition_set_velocity, to_q16(velocity, "velocity"))

    def bind(self, driver: Driver, *, target: int = 0, direction: tuple[float, float] = (0, 0)) -> Transition:
        """Lets contacts on a target (0: all) drive it: the next one starts it or takes it over.

        `direction` is the way from 0 to 1 in points, x and y, for Driver.MOTION only. Driver.NONE unbinds. Raises
        InvalidError (no direction, or one too many), NoSpaceError (`max_transitions` are active or bound).
        """
        x, y = to_tuple(direction, "direction", "x", "y")

        def keep() -> None:
            self._bound = (Driver(driver), target, (x, y)) if driver != Driver.NONE else None
            self._transitions._keep(self)

        self._act(
            "binding",
            _raw.press_transition_bind,
            to_unsigned(driver, 32, "driver"),
            to_unsigned(target, 32, "target"),
            to_q16(x, "direction x"),
            to_q16(y, "direction y"),
            then=keep,
        )
        return self

    def unbind(self) -> None:
        """Contacts do not drive it any more. If it is active, it stays as it is."""
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
        self._act("asking for", _raw.press_transition_get, byref(now))
        return now

    def _act(self, doing: str, function: Callable[..., int], *arguments: Any, hint: str = "", **more: Any) -> None:
        def hint_of(status: int) -> str:
            return "it is not started, or it is over" if status == _raw.PRESS_ERR_NOENT else hint

        self._do(f"{doing} transition {self._id}", function, self._id, *arguments, hint=hint_of, **more)

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

    def _observe(self, is_on: bool) -> None:
        self._transitions._observe(is_on)

    def _delivered(self, event: Event) -> None:
        if event.type == EventType.TRANSITION_STARTED:
            self._call(event)
        elif event.type == EventType.TRANSITION_UPDATED:
            self._call(event, event.progress)
        else:
            self._call(event, event.type == EventType.TRANSITION_FINISHED)


class Transitions(Hooked):
    """`engine.transitions`, of an Engine(transitions=True)."""

    __slots__ = ("_all", "_default", "_next")
    _way = "engine.transitions"
    _words = "transitions"

    on_start = On["StartHook"](
        "Asked as a transition starts, with how it is to run: other TransitionOptions, or None to leave it so.",
        "transition_will_start",
        "transition",
        "options",
    )
    on_run = On["RunHook"](
        "Asked as a transition begins to run by itself: other TransitionOptions for this run, or None to leave it so.",
        "transition_will_run",
        "transition",
        "finishes",
        "options",
    )

    def __init__(self, core: Core, config: _raw.press_transition_config) -> None:
        super().__init__(core, self._received)
        self._default = config.options
        self._all: dict[int, Transition] = {}
        self._next = 1

    def set(self, config: TransitionsConfig) -> None:
        """Changes the config, without an effect on what runs: it counts for transitions that start from now on; flick_speed for
        contacts that start or catch one. `max_transitions` cannot be changed.

        Raises InvalidError.
        """
        fixed = "max_transitions cannot be changed"
        self._default = self._set("transition", TransitionsConfig, config, "changing transitions", fixed).options

    def new(
        self,
        *,
        duration: float | None = None,
        curve: TimingCurve | Spring | None = None,
        speed: float | None = None,
        automatic: bool = False,
        fraction: float | None = None,
        overshoot: bool | None = None,
        id: int | None = None,
    ) -> Transition:
        """A transition, not yet started (see Transition). What is not given is as the TransitionsConfig says.

        `id` is the number that its events carry, above 0; without, the next. Raises InvalidError: another one has it.
        """
        own = None if id is None else to_unsigned(id, 32, "id")
        with self._core.lock:
            if self._core.depth == 0:
                self._all = {id: t for id, t in self._all.items() if t._bound or t.state is not TransitionState.NONE}
            if own is not None and (own == 0 or own in self._all):
                raise InvalidError(f"id={own}: the id of a transition is above 0, and no other one that is there has it")
            while own is None and self._next in self._all:
                self._next += 1
            if own is None:
                own, self._next = self._next, self._next + 1
            return Transition(self, own, TransitionOptions(duration, curve, speed, automatic, fraction, overshoot))

    def _adopt(self, id: int, options: TransitionOptions, driver: Driver, target: int, direction: tuple[float, float]) -> None:
        """Takes over one that a config has bound."""
        made = Transition(self, id, options)
        made._bound = driver, target, direction
        self._keep(made)

    def _keep(self, transition: Transition) -> None:
        with self._core.lock:
            self._all[transition.id] = transition
            if transition._bound and transition._options != TransitionOptions():
                self._core.answer("transition_will_start", self._transition_will_start)

    def _changed(self, hook: Any) -> None:
        if hook is Transitions.on_run:
            self._core.answer("transition_will_run", self._transition_will_run if self.on_run is not None else None)
            return
        bound = any(one._bound and one._options != TransitionOptions() for one in self._all.values())
        is_asked = bound or self.on_start is not None
        self._core.answer("transition_will_start", self._transition_will_start if is_asked else None)

    def _observe(self, is_on: bool) -> None:
        if is_on:
            self._core.observe(self._observer, Transition._table, self._observer)

    def _transition_will_start(self, id: int, raw: Any) -> None:
        if (transition := self._all.get(id)) is None:
            return
        transition._options._fill(raw.contents)
        self._answered("on_start", self._ask("on_start", transition, options_of(raw.contents)), raw)

    def _transition_will_run(self, id: int, finishes: bool, raw: Any) -> None:
        if (transition := self._all.get(id)) is not None:
            self._answered("on_run", self._ask("on_run", transition, bool(finishes), options_of(raw.contents)), raw)

    def _answered(self, hook: str, options: Any, raw: Any) -> None:
        if options is None:
            return
        if not isinstance(options, TransitionOptions):
            raise TypeError(f"{self._way}.{hook} answers TransitionOptions or None, not {type(options).__name__}")
        options._fill(raw.contents)

    def _received(self, event: Event) -> None:
        if transition := self._all.get(event.subject):
            transition._delivered(event)


def options_of(raw: _raw.press_transition_options) -> TransitionOptions:
    """TransitionOptions with everything given."""
    c = raw.curve
    curve = TimingCurve(*map(from_q16, (c.x1, c.y1, c.x2, c.y2)))
    return TransitionOptions(
        raw.duration_us / 1e6,
        Spring(curve.x1, curve.y1) if raw.flags & _raw.PRESS_TRANSITION_FLAG_SPRING else curve,
        from_q16(raw.speed),
        bool(raw.flags & _raw.PRESS_TRANSITION_FLAG_AUTOMATIC),
        from_q16(raw.fraction),
        bool(raw.flags & _raw.PRESS_TRANSITION_FLAG_OVERSHOOT),
    )
