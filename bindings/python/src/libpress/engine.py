"""The engine: samples of force in, events out."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from ctypes import addressof, byref, c_void_p, create_string_buffer, sizeof
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Unpack

from . import types
from ._buffer import is_buffer, with_address
from ._config import default, given, kinds, put
from ._core import Core, place, quick
from ._hook_calls import planned
from ._hooks import Hooked, When
from ._strict import advice
from ._unheard import flag
from .enums import EventType, Trait
from .errors import InvalidError, PressError, StateError, error
from .generated import _raw
from .generated._attached import ATTACHED, ROOMS, Attached
from .generated._live import EngineLevels
from .numbers import shortest, to_q16, to_unsigned
from .preview import Preview
from .targets import Targets
from .types import SAMPLE_STRUCT, Event, Sample, Stats, Touch, event_from_bytes, touch_from_raw

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from ._buffer import Array
    from .feedback import Feedback
    from .settings import AttachedFields, EngineSettings

_FLAGS = {"contact_from_flag": _raw.PRESS_CONFIG_CONTACT_FROM_FLAG, "tell_moved": _raw.PRESS_CONFIG_TELL_MOVED}
_SETTINGS = [name for name in (*kinds(_raw.press_config), *_FLAGS) if not name.startswith("max_")]
"""What `set` can change."""


def fill(config: Any, settings: Mapping[str, Any]) -> None:
    """Writes settings of an engine, by the names of its arguments."""
    for name, value in settings.items():
        if name in _FLAGS:
            config.flags = config.flags | _FLAGS[name] if value else config.flags & ~_FLAGS[name]
        else:
            put(config, name, value)


_SAMPLE_SIZE = sizeof(_raw.press_sample)
_EVENT_SIZE = sizeof(_raw.press_event)
_MOST = 2**31 - 1
_feed = quick("press_feed")
# A press_sample with nothing but time and force.
_pack = struct.Struct("=Q8xi12x").pack


class Engine(Attached, EngineLevels, Hooked):
    """Turns samples of force into contacts and previews, and into what is attached: gestures, peeks and so on.

    Forces are newtons, pressures 0..1 between `zero_force` and `full_force`, lengths points, times microseconds. What
    is not given has the library's default (`engine.config` shows it):

    ==================== ======= ==========================================================================
    max_contacts         10      1..32
    max_targets          32      0..1024
    touch_force          0.4     newtons, above 0: a contact begins at or above
    release_force        0.25    newtons, above 0, at most touch_force: a contact ends below
    zero_force           0.4     newtons, not negative: pressure 0
    full_force           5.0     newtons, above zero_force: pressure 1
    preview_pressure     0.25    not negative: the preview begins
    commit_pressure      0.5     at least preview_pressure: the preview phase ends
    complete_pressure    0.85    at least commit_pressure: completed; above 1: never by force
    lost_after_us        250000  microseconds: silence that cancels a contact, until it lifts, or (by default) three intervals of its samples where
                                 these are longer, at most 2 s each; 0: never
    traits               PREVIEW of the whole surface while there are no targets
    min_progress_step    0       0..1: updates that change progress by less are left out, first and last never
    max_events           64      0..4096: events kept for press_poll: 0: none; smaller values are raised to 8 + 2 * max_contacts. interactions.h
                                 says how many the attached interactions need, and how many are needed so that unpolled progress never refuses a
                                 sample: 8 + 3 * max_contacts without interactions
    lift_us              55000   microseconds: a contact whose force falls below release_force has this long to come back before it ends: fingers
                                 slip, FSRs chatter. 0: it ends at once. 55000: so long less one interval of its samples before the fall, or 2.2
                                 intervals where these are longer, but no more than 150 ms or 1.5 intervals. From 10 Hz down two low samples are a
                                 lift. The interval is the shorter one of the latest two, from 8 Hz up once 16 samples were taken. Any other time is
                                 what it says. Not with contact_from_flag
    preview_after_us     0       microseconds, 0..10000000: a preview is asked for once its contact is so old, and starts where the force stands
                                 then; its phase ends once the contact is three times as old (in steps of 1.024 ms). A quick press that is over
                                 before is no preview, or a tap yet (gestures.h), however hard
    creep_limit          0.14    0..1: the greatest rise of the force of a contact in each tenfold of time that is taken for creep, as a part of the
                                 force. From a second after the last change of the force, a slower rise is creep of the sensor, and does not change
                                 the pressure. A force that wanders by less than an eighth is taken for creep too. An added force counts in full,
                                 and permanently if it is an eighth of the held force or more; 0: every rise counts
    firmness             0       -1..1: the curve from force to pressure between zero_force and full_force. Where it is negative a soft touch gives
                                 more pressure, where it is positive it takes a firm one. With x, the part of the way in force, pressure is x^3 at 1
                                 and 1 - (1 - x)^3 at -1, and between these so much of that as it says and the rest of x. More force is never less
                                 pressure. Rounded down, within two steps of Q16. 0: straight
    late_limit_us        100000  microseconds, 0..10000000: how much earlier than the engine's time a sample, a frame or a tick may be: then it
                                 counts at the engine's time, and late_us of its events says so. 0: not at all
    contact_from_flag    False   a contact is there while its samples carry DOWN, whatever the force
    tell_moved           False   deliver CONTACT_MOVED for every sample of a contact
    ==================== ======= ==========================================================================

    Interactions are attached by their names, `Engine(gestures=True, drag=DragConfig(slop=8))`: AttachedFields in
    `libpress.settings` lists them. Raises InvalidError (the message names the rule), OverflowError, ValueError (NaN).

    **Interactions** are attributes: `engine.preview`, and what was attached: `engine.gestures`, `engine.peek` and so on.
    One that was not attached raises StateError, which says so.

    **Hooks** are plain functions, of the engine and of each interaction. `when_...` is called with what happened, `on_...` is
    asked and answers. A function gets what the hook gives, in its parameters without a default; None takes it away. They may call everything but
    `feed` and `tick`, which raise BusyError. When one raises, the library goes on and so do the other hooks, so that
    nothing is left without its end; the call of the program that led to it raises the first exception when its work is
    done, with a note for each further one. A question that is answered by raising counts as no.

    **Threads.** Calls from several threads wait for each other. An engine cannot be copied.
    """

    __slots__ = ("__weakref__", "_events", "_feedback", "_has_unasked_preview", "_maker", "_parts", "_place", "_targets")
    _way = "engine"
    _rooms = {
        "engine.preview": Preview,
        **ROOMS,
        "engine.targets": Targets,
    }

    _needs = {"when_moved": flag("tell_moved", _raw.PRESS_CONFIG_TELL_MOVED)}

    when_event: When = When("Every event, in order, before the hook of its type.")
    when_touched: When = When("A contact begins; `event.resting`: it lay there before, and nothing else becomes of it.", EventType.CONTACT_BEGAN)
    when_moved: When = When("A sample of a contact, with `tell_moved` only.", EventType.CONTACT_MOVED)
    when_released: When = When(
        "A contact ends: it lifted (CONTACT_ENDED), or was lost (CONTACT_CANCELLED) for `event.reason`.",
        EventType.CONTACT_ENDED,
        EventType.CONTACT_CANCELLED,
    )

    def __init__(
        self,
        *,
        max_contacts: int | None = None,
        max_targets: int | None = None,
        touch_force: float | None = None,
        release_force: float | None = None,
        zero_force: float | None = None,
        full_force: float | None = None,
        preview_pressure: float | None = None,
        commit_pressure: float | None = None,
        complete_pressure: float | None = None,
        lost_after_us: int | None = None,
        lift_us: int | None = None,
        preview_after_us: int | None = None,
        creep_limit: float | None = None,
        firmness: float | None = None,
        late_limit_us: int | None = None,
        contact_from_flag: bool = False,
        tell_moved: bool = False,
        traits: Trait | None = None,
        min_progress_step: float | None = None,
        max_events: int | None = None,
        **attached: Unpack[AttachedFields],
    ) -> None:
        """All settings: help(Engine)."""
        settings = dict(locals())
        given_parts: dict[str, Any] = {argument: attached.pop(argument, False) for argument, *_ in ATTACHED}  # type: ignore[misc]
        if attached:
            name = next(iter(attached))
            raise TypeError(f"Engine has no setting {name!r}{advice(name, [*_SETTINGS, *settings, *given_parts])}")
        config = default(_raw.press_config)
        for name in kinds(_raw.press_config):
            if settings[name] is not None:
                put(config, name, settings[name])
        config.flags = sum(flag for name, flag in _FLAGS.items() if settings[name])
        found = {
            argument: (words, name, raw)
            for argument, words, name, kind, _ in ATTACHED
            if (raw := given(argument, given_parts[argument], kind)) is not None
        }
        self._set_up(Core(config, found.values()), found, traits is None)

    @classmethod
    def _started(
        cls, config: Any, configs: Mapping[str, Any], start: Callable[[Any, int], c_void_p] | None = None, has_unasked_preview: bool = False
    ) -> Engine:
        """With configs of the library. `configs`: of what is attached, as it calls it. `start`: as Core says."""
        found = {argument: (words, name, configs[name]) for argument, words, name, *_ in ATTACHED if name in configs}
        self = cls.__new__(cls)
        self._set_up(Core(config, found.values(), start), found, has_unasked_preview)
        return self

    def _set_up(self, core: Core, found: Mapping[str, tuple[str, str, Any]], has_unasked_preview: bool) -> None:
        """`found`: what is attached, by the argument."""
        super().__init__(core)
        self._parts: dict[str, Any] = {"preview": Preview(core)}
        for argument, _, _, _, part in ATTACHED:
            if argument in found:
                self._parts[argument] = part(core, found[argument][2])
        self._maker = "Engine"
        self._has_unasked_preview = has_unasked_preview
        """Nobody asked for the trait PREVIEW, and nothing of the program has to do with it."""
        self._feedback: Feedback | None = None
        self._targets = Targets(core, found.keys())
        self._place = place(core.handle)
        self._events = create_string_buffer(max(core.config.max_events, 8 + 2 * core.config.max_contacts) * _EVENT_SIZE)

    def __repr__(self) -> str:
        return f"<Engine: {', '.join(self._parts)}; {len(self._targets)} targets>"

    # Interactions

    def _part(self, name: str) -> Any:
        part = self._parts.get(name)
        if part is None:
            raise StateError(f"the engine has no {name}: make it with {self._maker}({name}=True)")
        return part

    def _recognise(self, trait: Trait) -> None:
        """Lets gestures of the whole surface be: attaches them, and gives it the trait where it has no targets. While the program has
        nothing to do with previews there are none: a gesture would give way to them.
        """
        if "gestures" not in self._parts:
            from .gestures import Gestures, GesturesConfig

            raw = GesturesConfig()._to_raw()
            self._core.attach("gestures", "gestures", raw)
            self._parts["gestures"] = Gestures(self._core)
        if not len(self._targets) and not (traits := Trait(self._core.config.traits)) & trait:
            unasked = Trait.PREVIEW if self._has_unasked_preview else Trait(0)
            self.set(traits=traits & ~unasked | trait)

    @property
    def preview(self) -> Preview:
        """The preview of contacts. Every engine has it."""
        if self._has_unasked_preview:
            self._has_unasked_preview = False
            if not self._core.config.traits & Trait.PREVIEW:
                self.set(traits=Trait(self._core.config.traits) | Trait.PREVIEW)
        return self._parts["preview"]  # type: ignore[no-any-return]

    @property
    def feedback(self) -> Feedback | None:
        """What answers the events with effects; None: nothing. Its `work` is for the program to call."""
        return self._feedback

    @feedback.setter
    def feedback(self, feedback: Feedback | None) -> None:
        from .feedback import attach

        attach(self._core, feedback)
        self._feedback = feedback

    @property
    def targets(self) -> Targets:
        """The regions of the surface, a mapping from id to Target with `add`, `update`, `remove` and `at`."""
        return self._targets

    def _changed(self, hook: Any) -> None:
        if hook is Engine.when_event:
            core, functions = self._core, self._functions

            def deliver(event: Event) -> None:
                core.deliver("when_event", functions, (event,), event, "engine")

            deliver.plan = lambda _: (planned("engine", functions, "when_event"),)  # type: ignore[attr-defined]
            core.observe(Engine, (0,), deliver if self.when_event else None)
        else:
            super()._changed(hook)

    # Samples in

    def feed(self, samples: Sample | Iterable[Sample] | Buffer) -> int:
        """Takes samples, in order, and delivers what follows from them. Returns how many were taken: all.

        `samples` is one Sample; any iterable of Sample (a sequence is taken at once, anything else sample by sample as
        it comes); or a contiguous buffer of press_sample structs: bytes, bytearray, memoryview, array.array of bytes, or a
        numpy array of SAMPLE_DTYPE. A buffer is neither copied nor looped over in Python.

        Raises, with `.taken` = how many samples were taken before the bad one: TimeError (earlier than
        `time_us` by more than late_limit_us), InvalidError (unknown flags, reserved not 0), NoSpaceError (`max_contacts` are down),
        QueueFullError (there is no hook and `poll` must make room first: poll, then feed the rest from `.taken` on),
        BusyError (from inside a hook); and what hooks raised. Before anything is taken: TypeError, ValueError,
        OverflowError for what is not a sample.
        """
        if isinstance(samples, Sample):
            return self._feed_one(bytes(samples))
        if is_buffer(samples):
            return with_address(samples, _SAMPLE_SIZE, "sample", lambda: types.SAMPLE_DTYPE, self._feed_many)
        if isinstance(samples, Sequence):
            data = b"".join([_sample_bytes(sample) for sample in samples])
            return with_address(data, _SAMPLE_SIZE, "sample", None, self._feed_many)
        if not hasattr(samples, "__iter__"):
            raise TypeError(f"feed takes Samples, or a buffer of them, not {type(samples).__name__}; feed_force takes numbers")
        taken = 0
        for sample in samples:  # type: ignore[union-attr]
            try:
                taken += self._feed_one(_sample_bytes(sample))
            except PressError as failure:
                failure.taken += taken
                raise
        return taken

    def feed_force(self, t_us: int, force: float, x: float = 0.0, y: float = 0.0, contact: int = 0) -> None:
        """Takes one sample: microseconds, newtons, points, which finger. Raises as `feed` does."""
        try:
            if x or y or contact or force < 0:
                data = SAMPLE_STRUCT.pack(t_us, contact, 0, to_q16(force), to_q16(x), to_q16(y), 0)
            else:
                data = _pack(t_us, int(force * 65536.0 + 0.5))
        except (TypeError, ValueError, OverflowError, struct.error):
            data = b""
        if not data:
            data = bytes(Sample(t_us, force, x, y, contact))  # says which is wrong
        core = self._core
        if core.quiet:
            status = _feed(self._place, data, 1)
        elif core.idle:
            status = core.feed(_feed, self._place, data, 1)
        else:
            status = self._feed_one(data)
        if status < 0:
            raise error(status, "feeding sample 0 of 1", hint=core.no_room(status))

    def _feed_one(self, data: bytes) -> int:
        core = self._core
        return core.call("feeding sample 0 of 1", _raw.press_feed, core.handle, data, 1, hint=core.no_room)

    def _feed_many(self, start: int, count: int) -> int:
        core = self._core

        def feed() -> int:
            taken = 0
            while True:
                at = start + taken * _SAMPLE_SIZE
                status: int = _raw.press_feed(core.handle, at, min(count - taken, _MOST))
                if status < 0:
                    raise error(status, f"feeding sample {taken} of {count}", taken, core.no_room(status))
                taken += status
                if taken >= count:
                    return taken

        return core.call("feeding", feed)

    def tick(self, t_us: int) -> None:
        """Lets time pass without a sample: fires the deadlines up to and including t_us, microseconds.
        Who draws calls it once for each frame, also while a finger is down: what that lets go then goes on without a jump.

        Raises TimeError (earlier than `time_us` by more than late_limit_us), BusyError (from inside a hook); and what hooks raised.
        """
        self._do(f"ticking at {t_us} us", _raw.press_tick, to_unsigned(t_us, 64, "t_us"))

    @property
    def next_deadline(self) -> int | None:
        """When `tick` is next due, microseconds; None when nothing waits."""
        deadline = self._core.look(_raw.press_next_deadline, self._core.handle)
        return None if deadline == _raw.PRESS_NEVER else deadline

    @property
    def time_us(self) -> int:
        """The engine's time: that of the latest sample or tick, in a hook that of the event; 0 before the first and after a reset."""
        return self._core.look(_raw.press_engine_time, self._core.handle)

    def _live(self) -> Engine:
        return self

    def set(self, **settings: Unpack[EngineSettings]) -> None:
        """Changes what the engine was made with, by the names of its arguments; what is not given stays. `engine.touch_force = 0.6` does
        it for one; those that go together, as touch_force and release_force, are given together.

        It has no effect on what runs: contacts that are down keep what they began with, and the change counts once none is
        down. Capacities (`max_contacts` and its like) and interactions cannot be changed: the latter have a `set` of their own.
        Raises InvalidError, TypeError (no such setting).
        """
        core = self._core
        kind = type(core.config)
        config, plain = (kind.from_buffer_copy(one) for one in (core.config, (core.plain or core.every)["engine"]))
        for name in settings:
            if name not in _SETTINGS:
                raise TypeError(f"engine.set has no setting {name!r}" + advice(name, _SETTINGS))
        for one in (config, plain):
            fill(one, settings)
        if hint := core.refusal(config):
            raise error(InvalidError.status, "changing the engine", hint=hint)
        self._do("changing the engine", _raw.press_engine_set, byref(config))
        core.config = config
        if core.plain is not None:
            core.plain["engine"] = plain

    def release(self, contact: int = 0) -> None:
        """Cancels what a contact became, with the reason PROGRAM; nothing more becomes of it, and its end comes when it lifts.

        Raises NotFoundError (it is not down), StateError (nothing can become of it any more).
        """
        self._do(f"releasing contact {contact}", _raw.press_contact_release, to_unsigned(contact, 32, "contact"))

    def reset(self) -> None:
        """Cancels all that runs, and lets time start again.

        Targets, hooks, levels and events that were not polled yet stay. A finger that is still down begins a new contact only
        after it has lifted.
        """
        self._do("resetting", _raw.press_engine_reset)

    # Events out

    def poll(self) -> list[Event]:
        """Takes the events that wait, oldest first.

        With a hook set, the oldest are overwritten when nobody polls; without, `feed` refuses samples (QueueFullError) before
        a beginning or an end would be lost, and merges progress into newer progress. Raises StateError: the engine keeps
        none (max_events=0).
        """
        with self._core.lock:
            count = self._poll(addressof(self._events), len(self._events) // _EVENT_SIZE)
            raw = memoryview(self._events)[: count * _EVENT_SIZE].tobytes()
        return [event_from_bytes(raw[at : at + _EVENT_SIZE]) for at in range(0, len(raw), _EVENT_SIZE)]

    def poll_into(self, events: Buffer | Array) -> int:
        """Takes the events that wait into a writable buffer, a numpy array of EVENT_DTYPE for one; returns how many.

        The quick way: nothing is decoded. Forces and the like are Q16.16 there (divide by 65536). Raises TypeError,
        ValueError or BufferError for another buffer, StateError as `poll`.
        """
        if not is_buffer(events):
            raise TypeError(f"poll_into fills a buffer, such as an array of libpress.EVENT_DTYPE, not {type(events).__name__}")
        return with_address(events, _EVENT_SIZE, "event", lambda: types.EVENT_DTYPE, lambda at, count: self._poll(at, min(count, _MOST)), True)

    def _poll(self, start: int, capacity: int) -> int:
        if not self._core.config.max_events:
            raise StateError("this engine keeps no events to poll: make it with max_events above 0, or set engine.when_event")
        return self._do("polling", _raw.press_poll, start, capacity)

    # What is the case

    def touch(self, contact: int = 0, target: int = 0) -> Touch:
        """Where and how hard a contact touches now, relative to the corner of `target` (0: surface coordinates).

        Raises NotFoundError: the contact is not down, or no such target.
        """
        raw = _raw.press_touch()
        numbers = to_unsigned(contact, 32, "contact"), to_unsigned(target, 32, "target")
        words = f"looking for contact {contact}" + (f" on target {target}" if target else "")
        self._do(words, _raw.press_touch_get, *numbers, byref(raw))
        return touch_from_raw(raw)

    @property
    def stats(self) -> Stats:
        """What the engine counted since it was made."""
        raw = default(_raw.press_engine_stats)
        self._do("reading the counters", _raw.press_engine_get_stats, byref(raw))
        return Stats(raw.samples, raw.refused, raw.backwards, raw.merged, raw.overwritten)

    @property
    def config(self) -> MappingProxyType[str, Any]:
        """What the engine was made with, or what `set` changed, defaults included, by the names of the arguments; read-only."""
        config = self._core.config
        values: dict[str, Any] = {
            name: shortest(getattr(config, name)) if kind is _raw.press_q16 else getattr(config, name)
            for name, kind in kinds(_raw.press_config).items()
        }
        values["contact_from_flag"] = bool(config.flags & _raw.PRESS_CONFIG_CONTACT_FROM_FLAG)
        values["tell_moved"] = bool(config.flags & _raw.PRESS_CONFIG_TELL_MOVED)
        values["traits"] = Trait(config.traits)
        return MappingProxyType(values)


def _sample_bytes(sample: Sample) -> bytes:
    if not isinstance(sample, Sample):
        raise TypeError(f"feed takes Samples, not {type(sample).__name__}")
    return bytes(sample)
