"""The engine: samples of force in, events out."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import addressof, byref, c_uint64, c_void_p, create_string_buffer, sizeof
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from . import _raw, types
from ._buffer import address
from ._delegate import Delegate, DidCancel, DidUpdate, OnEvent, ShouldBegin
from ._interrupts import KeepInterrupts
from .configs import ButtonConfig, DragConfig, GesturesConfig, PeekConfig, TransitionsConfig
from .enums import PreviewState, Trait
from .errors import NoSpaceError, PressError, check, error, why
from .interactions import Interactions
from .numbers import to_q16, to_unsigned
from .targets import Targets
from .types import EVENT_STRUCT, SAMPLE_STRUCT, Event, Sample, Stats, Touch, event_from_fields, touch_from_raw

if TYPE_CHECKING:
    from typing_extensions import Buffer

_SAMPLE_SIZE = sizeof(_raw.press_sample)
_EVENT_SIZE = sizeof(_raw.press_event)
_MOST = 2**31 - 1
_Q16_FIELDS = (
    "touch_force",
    "release_force",
    "zero_force",
    "full_force",
    "preview_pressure",
    "commit_pressure",
    "complete_pressure",
    "min_progress_step",
)


class Engine(Interactions):
    """Turns samples of force into contacts and previews, and into what is attached: gestures, peeks and so on.

    Forces are newtons, pressures 0..1 between `zero_force` and `full_force`, lengths points, times microseconds. What
    is not given has the library's default (`engine.config` shows it):

    ==================== ======= ==========================================================================
    max_contacts         10      1..32
    max_targets          32      0..1024
    touch_force          0.4     N, above 0: a contact begins at or above
    release_force        0.25    N, at most touch_force: a contact ends below
    zero_force           0.4     N: pressure 0
    full_force           5.0     N: pressure 1
    preview_pressure     0.25    the preview begins
    commit_pressure      0.5     the preview phase ends
    complete_pressure    0.85    completed; above 1: never by force
    lost_after_us        250000  silence that cancels a contact; 0: never
    lift_us              40000   force that falls below release_force has so long to come back; 0: the contact ends at once
    contact_from_flag    False   a contact is there while its samples are `down`, whatever the force
    tell_moved           False   tell CONTACT_MOVED for every sample of a contact
    traits               PREVIEW of the whole surface while there are no targets
    min_progress_step    0       updates that change progress by less are left out
    max_events           64      events kept for `poll`: 0: none, else at least 8 + 2 * max_contacts, at most 4096
    gestures             False   True or a GesturesConfig: taps, double taps, holds, scrolls
    peek                 False   True or a PeekConfig: peek and pop with quick actions
    transitions          False   True or a TransitionsConfig: interactive transitions
    button               False   True or a ButtonConfig: a force button
    drag                 False   True or a DragConfig: drag and drop
    ==================== ======= ==========================================================================

    Raises InvalidError (the message names the rule), OverflowError, ValueError (NaN).

    **Callbacks** are plain functions: `preview_should_begin(touch) -> bool`, `preview_did_update(touch, progress,
    ended)`, `commit_did_update(touch, progress, ended)`, `preview_did_cancel(touch)`, `on_event(event)`, and those of
    what is attached: `on_peek(touch) -> Peek | None`, `transition_will_start(transition, options)`, `on_drag(touch) ->
    DragItem | None`, `when_tapped` and so on. None: the default. They may call everything but `feed` and `tick`, which
    raise BusyError. When one raises, the library goes on and so do the other callbacks, so that nothing is left without
    its end; the call of the program that led to it raises the first exception when its work is done, with a note for
    each further one. A question that is answered by raising counts as no.

    **Threads.** Calls from several threads wait for each other.
    """

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
        contact_from_flag: bool = False,
        tell_moved: bool = False,
        traits: Trait | None = None,
        min_progress_step: float | None = None,
        max_events: int | None = None,
        gestures: bool | GesturesConfig = False,
        peek: bool | PeekConfig = False,
        transitions: bool | TransitionsConfig = False,
        button: bool | ButtonConfig = False,
        drag: bool | DragConfig = False,
    ) -> None:
        given = {name: value for name, value in locals().items() if name != "self" and value is not None}
        config = _raw.press_config()
        _raw.press_config_init(byref(config))
        for name, bits in (("max_contacts", 16), ("max_targets", 16), ("max_events", 16), ("lost_after_us", 32), ("lift_us", 32)):
            if name in given:
                setattr(config, name, to_unsigned(given[name], bits, name))
        for name in _Q16_FIELDS:
            if name in given:
                setattr(config, name, to_q16(given[name], name))
        if traits is not None:
            config.traits = to_unsigned(traits, 32, "traits")
        config.flags = (_raw.PRESS_CONFIG_CONTACT_FROM_FLAG if contact_from_flag else 0) | (
            _raw.PRESS_CONFIG_TELL_MOVED if tell_moved else 0
        )
        self._config = config
        self._lock = threading.RLock()
        self._delegate = Delegate()
        self._depth = 0
        self._prepare(gestures, peek, transitions, button, drag)
        check(_raw.press_config_check(byref(config), None), "making an engine", why(_raw.press_config_check, config))
        self._storage: Any = (c_uint64 * (self._size(config) // 8))()
        handle = c_void_p()
        check(
            _raw.press_engine_init(byref(self._storage), sizeof(self._storage), byref(config), byref(handle)),
            "making an engine",
        )
        self._raw = handle
        self._events = create_string_buffer(max(config.max_events, 8 + 2 * config.max_contacts) * _EVENT_SIZE)
        self._target_ids: list[int] = []
        self._attach()

    # Samples in

    def feed(self, samples: Sample | Iterable[Sample] | Buffer) -> int:
        """Takes samples, in order, and tells what follows from them. Returns how many were taken: all.

        `samples` is one Sample; any iterable of Sample (a sequence is taken at once, anything else sample by sample as
        it comes); or a contiguous buffer of press_sample structs: bytes, bytearray, memoryview, array.array, or a numpy
        array of SAMPLE_DTYPE. A buffer is neither copied nor looped over in Python.

        Raises, with `.taken` = how many samples were taken before the bad one: TimeError (earlier than the sample or
        tick before), InvalidError (unknown flags, reserved not 0), NoSpaceError (`max_contacts` are down; or there is
        no callback and `poll` must make room first: poll, then feed the rest from `.taken` on), BusyError (from inside
        a callback); and what the callbacks raised. Before anything is taken: TypeError, ValueError, OverflowError for
        what is not a sample.
        """
        if isinstance(samples, Sample):
            return self._feed_bytes(bytes(samples))
        try:
            memoryview(samples).release()  # type: ignore[arg-type]
        except TypeError:
            return self._feed_iterable(samples)  # type: ignore[arg-type]
        with address(samples, _SAMPLE_SIZE, "sample", lambda: types.SAMPLE_DTYPE) as (start, count):
            return self._feed(start, count)

    def _feed_iterable(self, samples: Iterable[Sample]) -> int:
        if isinstance(samples, Sequence):
            return self._feed_bytes(b"".join([_sample_bytes(sample) for sample in samples]))
        taken = 0
        for sample in samples:
            try:
                taken += self._feed_bytes(_sample_bytes(sample))
            except PressError as failure:
                failure.taken += taken
                raise
        return taken

    def feed_force(self, t_us: int, force: float, x: float = 0.0, y: float = 0.0, contact: int = 0) -> None:
        """Takes one sample: newtons and points at a time. Raises as `feed` does."""
        self._feed_bytes(
            SAMPLE_STRUCT.pack(
                to_unsigned(t_us, 64, "t_us"),
                to_unsigned(contact, 32, "contact"),
                0,
                to_q16(force, "force"),
                to_q16(x, "x"),
                to_q16(y, "y"),
                0,
            )
        )

    def _feed_bytes(self, data: bytes) -> int:
        with address(data, _SAMPLE_SIZE, "sample", lambda: None) as (start, count):
            return self._feed(start, count)

    def _feed(self, start: int, count: int) -> int:
        taken = 0
        with self._telling():
            while True:
                status: int = _raw.press_feed(self._raw, start + taken * _SAMPLE_SIZE, min(count - taken, _MOST))
                if status < 0:
                    hint = ""
                    if status == NoSpaceError.status and self._delegate.raw() is None:
                        hint = "max_contacts are down, or poll() must make room for events first"
                    raise error(status, f"feeding sample {taken} of {count}", taken, hint)
                taken += status
                if taken >= count:
                    return taken

    def tick(self, t_us: int) -> None:
        """Lets time pass without a sample: fires the deadlines up to and including t_us.

        Raises TimeError (earlier than the sample or tick before), NoSpaceError (as for feed), BusyError (from inside a
        callback); and what the callbacks raised.
        """
        with self._telling():
            check(_raw.press_tick(self._raw, to_unsigned(t_us, 64, "t_us")), f"ticking at {t_us} us")

    @property
    def next_deadline(self) -> int | None:
        """When `tick` is next due, microseconds; None when nothing waits."""
        with self._lock:
            deadline: int = _raw.press_next_deadline(self._raw)
        return None if deadline == _raw.PRESS_NEVER else deadline

    def reset(self) -> None:
        """Cancels all that runs, and lets time start anew.

        Targets, callbacks, levels and events not yet polled stay. A finger that is still down begins a new contact only
        after it has lifted.
        """
        with self._telling():
            check(_raw.press_engine_reset(self._raw), "resetting")

    # Events out

    def poll(self) -> list[Event]:
        """Takes the events that wait, oldest first.

        With a callback set, the oldest are overwritten when nobody polls; without, `feed` refuses samples
        (NoSpaceError) before a beginning or an end would be lost, and merges progress that was superseded.
        """
        with self._lock:
            count = self._poll(addressof(self._events), len(self._events) // _EVENT_SIZE)
            raw = self._events.raw[: count * _EVENT_SIZE]
        return [event_from_fields(fields) for fields in EVENT_STRUCT.iter_unpack(raw)]

    def poll_into(self, events: Buffer) -> int:
        """Takes the events that wait into a writable buffer, a numpy array of EVENT_DTYPE for one; returns how many.

        The quick way: nothing is decoded. Forces and the like are Q16.16 there (divide by 65536).
        """
        with self._lock, address(events, _EVENT_SIZE, "event", lambda: types.EVENT_DTYPE, True) as (start, count):
            return self._poll(start, min(count, _MOST))

    def _poll(self, start: int, capacity: int) -> int:
        return check(_raw.press_poll(self._raw, start, capacity), "polling")

    # Contacts and previews

    def touch(self, contact: int = 0, target: int = 0) -> Touch:
        """Where and how hard a contact touches now, relative to the corner of `target` (0: surface coordinates).

        Raises NotFoundError: the contact is not down, or no such target.
        """
        raw = _raw.press_touch()
        with self._lock:
            check(
                _raw.press_touch_get(
                    self._raw, to_unsigned(contact, 32, "contact"), to_unsigned(target, 32, "target"), byref(raw)
                ),
                f"looking for contact {contact}" + (f" on target {target}" if target else ""),
            )
        return touch_from_raw(raw)

    def preview_cancel(self, contact: int = 0) -> None:
        """Cancels the preview of a contact; no other begins until the contact lifts.

        Raises NotFoundError (the contact is not down), StateError (no preview runs).
        """
        with self._telling():
            check(
                _raw.press_preview_cancel(self._raw, to_unsigned(contact, 32, "contact")),
                f"cancelling the preview of contact {contact}",
            )

    def preview_state(self, contact: int = 0) -> PreviewState:
        """Where the preview of a contact stands. Raises NotFoundError: the contact is not down."""
        with self._lock:
            state = check(
                _raw.press_preview_state(self._raw, to_unsigned(contact, 32, "contact")),
                f"asking for the preview of contact {contact}",
            )
        return PreviewState(state)

    @property
    def targets(self) -> Targets:
        """The regions of the surface, a mapping from id to Target with `add`, `update`, `remove` and `at`."""
        return Targets(self)

    @property
    def stats(self) -> Stats:
        """What the engine counted since it was made."""
        raw = _raw.press_engine_stats()
        with self._lock:
            check(_raw.press_engine_get_stats(self._raw, byref(raw)), "reading the counters")
        return Stats(raw.samples, raw.refused, raw.backwards, raw.merged, raw.overwritten)

    @property
    def config(self) -> MappingProxyType[str, Any]:
        """What the engine was made with, defaults included, by the names of the arguments; read-only."""
        values: dict[str, Any] = {
            "max_contacts": self._config.max_contacts,
            "max_targets": self._config.max_targets,
            **{name: getattr(self._config, name) / 65536 for name in _Q16_FIELDS},
            "lost_after_us": self._config.lost_after_us,
            "lift_us": self._config.lift_us,
            "contact_from_flag": bool(self._config.flags & _raw.PRESS_CONFIG_CONTACT_FROM_FLAG),
            "tell_moved": bool(self._config.flags & _raw.PRESS_CONFIG_TELL_MOVED),
            "traits": Trait(self._config.traits),
            "max_events": self._config.max_events,
        }
        return MappingProxyType(values)

    # Callbacks

    @property
    def preview_should_begin(self) -> ShouldBegin | None:
        """Asked once per contact, as pressure first reaches preview_pressure. False: no preview until it lifts."""
        return self._delegate.preview_should_begin

    @preview_should_begin.setter
    def preview_should_begin(self, function: ShouldBegin | None) -> None:
        self._set("preview_should_begin", function)

    @property
    def preview_did_update(self) -> DidUpdate | None:
        """Told progress 0..1 from preview_pressure to commit_pressure; `ended` once, with progress 1."""
        return self._delegate.preview_did_update

    @preview_did_update.setter
    def preview_did_update(self, function: DidUpdate | None) -> None:
        self._set("preview_did_update", function)

    @property
    def commit_did_update(self) -> DidUpdate | None:
        """Told progress 0..1 from commit_pressure to complete_pressure; `ended` once, with progress 1: completed."""
        return self._delegate.commit_did_update

    @commit_did_update.setter
    def commit_did_update(self, function: DidUpdate | None) -> None:
        self._set("commit_did_update", function)

    @property
    def preview_did_cancel(self) -> DidCancel | None:
        """Told once when a preview that began does not complete."""
        return self._delegate.preview_did_cancel

    @preview_did_cancel.setter
    def preview_did_cancel(self, function: DidCancel | None) -> None:
        self._set("preview_did_cancel", function)

    @property
    def on_event(self) -> OnEvent | None:
        """Told every event, in order; those above come just before it."""
        return self._delegate.on_event

    @on_event.setter
    def on_event(self, function: OnEvent | None) -> None:
        self._set("on_event", function)

    def _set(self, name: str, function: Any) -> None:
        if function is not None and not callable(function):
            raise TypeError(f"{name} must be a function or None, not {type(function).__name__}")
        with self._lock:
            setattr(self._delegate, name, function)
            self._apply_delegate()

    def _listen(self, function: OnEvent) -> None:
        """Adds a function that is told every event, after on_event."""
        with self._lock:
            self._delegate.listeners.append(function)
            self._apply_delegate()

    def _apply_delegate(self) -> None:
        raw = self._delegate.raw()
        check(_raw.press_set_delegate(self._raw, byref(raw) if raw else None), "setting the callbacks")

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Around every call that may run callbacks: what they raise is raised when the outermost call is done."""
        with self._lock:
            depth = self._depth
            failure: BaseException | None = None
            try:
                self._depth = depth + 1
                if depth == 0:
                    with KeepInterrupts(self._delegate.functions, self._delegate.errors.append):
                        yield
                else:
                    yield
            except BaseException as problem:
                failure = problem
                raise
            finally:
                self._depth = depth
                if depth == 0 and self._delegate.errors:
                    self._delegate.raise_kept(failure)


def _sample_bytes(sample: Sample) -> bytes:
    if not isinstance(sample, Sample):
        raise TypeError(f"feed takes Samples, not {type(sample).__name__}")
    return bytes(sample)
