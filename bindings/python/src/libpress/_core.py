"""The engine in C, as everything in the package uses it: its storage, calls into it, and calls back from it."""

from __future__ import annotations

import ctypes
import functools
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from ctypes import byref, c_char, c_int, c_uint64, c_void_p, cast, pointer, sizeof
from threading import get_ident
from typing import Any
from weakref import WeakSet

from ._delivery import Delivery, by_program
from ._hook_calls import BYTES, EVENT_SIZE, RELEASE, TYPE, Planned, answered, hooks_of
from ._interrupts import keep_interrupts
from ._strict import without_ours
from ._unheard import Unheard
from .enums import PROGRESS, EventType
from .errors import BusyError, InvalidError, check, error, why
from .generated import _raw
from .types import Event, event_from_bytes

PREVIEWS = frozenset((EventType.PREVIEW_BEGAN, EventType.PREVIEW_UPDATED, EventType.COMMIT_UPDATED, EventType.PREVIEW_CANCELLED))


def _nothing(*_: Any) -> None:
    """The function of a delegate that only says that somebody is there."""


_KINDS: dict[str, Any] = {field[0]: field[1] for field in _raw.press_delegate._fields_[2:]}
"""The functions of the delegate, and of which type they are."""
_OWN_KINDS = _KINDS | {"on_event": ctypes.CFUNCTYPE(None, c_void_p, BYTES, c_void_p)}
"""The same, as they are called."""

_IS_LOCKED: bool = getattr(sys, "_is_gil_enabled", lambda: True)()
"""Python has its lock: no other thread runs between a look at `Core.quiet` and the quick call after it."""

Mark = tuple[int, str, Any]
"""A function of the program that is being called: thread, name of the hook, function."""
PATIENCE = 2.0
"""Seconds that a call waits for a hook of another thread, where it cannot be made meanwhile."""

_keeping = ctypes.PyDLL(_raw.library._name, handle=_raw.library._handle)


def quick(name: str) -> Any:
    """A function of the library for calls of a microsecond: it keeps the interpreter's lock, and converts no argument.

    Handles are what `place` makes of them, memory is bytes, numbers are ints of 31 bits.
    """
    function = _keeping[name]
    function.restype = c_int
    return function


def place(handle: c_void_p) -> Any:
    """A handle as a quick call takes it: made once, not in each call."""
    return byref(c_char.from_address(handle.value or 0))


class Core:
    """One engine.

    Its lock is held during calls into the library, and never while a function of the program runs: other threads may call the engine then,
    as that function itself may. So the calls of all threads are one stack: a function that returns waits until those that were called
    after it, in other threads, have returned. The few calls that the library refuses inside a callback wait for the function, for PATIENCE.

    An exception of a callback cannot pass through C. It is kept, and the library goes on, so that every beginning has its end and
    later callbacks still run. The call that the program made raises the exception when it returns.
    """

    __slots__ = (
        "_answers",
        "_callbacks",
        "_errors",
        "_fallbacks",
        "_hooked",
        "_is_owned",
        "_observers",
        "called_back",
        "_trampolines",
        "_progress",
        "config",
        "configs",
        "delivery",
        "depth",
        "freed",
        "has_called",
        "handle",
        "is_of_one_place",
        "is_uncalibrated",
        "is_without_supply",
        "idle",
        "lock",
        "outside",
        "pads",
        "plain",
        "plans",
        "quiet",
        "reader",
        "running",
        "setup",
        "stop",
        "storage",
        "unheard",
        "waiters",
    )

    def __init__(
        self, config: _raw.press_config, attached: Iterable[tuple[str, str, Any]], start: Callable[[Any, int], c_void_p] | None = None
    ) -> None:
        """`attached`: what to attach, as messages call it, as the library does, and its config. `start` makes the engine with all of it in
        storage of so many bytes; without, it is made here."""
        attached = list(attached)
        together = _raw.press_interactions()
        _raw.press_interactions_init(byref(together))
        for words, name, own in attached:
            if reason := why(getattr(_raw, f"press_{name}_config_check"), own):
                raise error(InvalidError.status, f"attaching {words}", hint=reason)
            setattr(together, name, pointer(own))
        check(_raw.press_config_check(byref(config), None), "making an engine", why(_raw.press_config_check, config))
        self.config = config
        size = _raw.press_engine_size_with(byref(config), byref(together))
        if not together.gestures:
            size += _raw.press_gestures_size(byref(config), None)  # a hook may ask for them later
        self.storage: Any = (c_uint64 * (size // 8))()
        self.handle = c_void_p() if start is None else start(self.storage, sizeof(self.storage))
        if start is None:
            status = _raw.press_engine_init(byref(self.storage), sizeof(self.storage), byref(config), byref(self.handle))
            check(status, "making an engine")
        self.setup: object = None
        """What holds memory of a config that the engine points to."""
        self.plain: dict[str, Any] | None = None
        """What `every` is without the profile that is in force; None: none ever was."""
        self.is_of_one_place = False
        """One sensor alone feeds it: a contact never moves."""
        self.is_uncalibrated = False
        """No sensor that feeds it has a calibration."""
        self.is_without_supply = False
        """Nothing measures the supply of the sensors that feed it."""
        self.unheard = Unheard(self)
        self.pads: WeakSet[Any] = WeakSet()
        """Those that feed it."""
        self.lock: Any = threading.RLock()
        self.freed = threading.Condition(self.lock)
        """Notified when a function of the program has returned."""
        self.waiters = 0
        """How many threads wait for that."""
        self.outside: list[Mark] = []
        """The functions of the program that the library waits for, one inside a call of the other."""
        self.running: list[Mark] = []
        """Functions that are being called: all but hooks that receive events, and those outside of a call."""
        self.has_called = False
        """A function of the program was called."""
        self.delivery: Delivery | None = None
        """Takes the calls of hooks; None: they are made at once."""
        self.reader: threading.Thread | None = None
        """The thread that reads for it: it waits for others until `stop` is set."""
        self.stop: threading.Event | None = None
        self.configs: dict[str, Any] = {}
        """Of what is attached, as the library calls it."""
        self.depth = 0
        """How many calls into the library are under way, one inside a callback of the other."""
        self.quiet = _IS_LOCKED
        """No hook is set and no call is under way: a quick call needs neither the lock nor `call`."""
        self.idle = _IS_LOCKED
        """No call is under way: `feed` can make a quick one."""
        self.called_back = [0]
        """How many callbacks are under way, one inside the other."""
        self._progress: set[object] | None = None
        """Who has a use for events of PROGRESS; None: the library does not know yet that nobody has."""
        self._is_owned = False
        self._answers: dict[str, Callable[..., Any]] = {}
        self._fallbacks: dict[str, Callable[..., Any]] = {}
        self._observers: dict[int, dict[object, Callable[[Event], object]]] = {}
        self.plans: dict[bytes, tuple[Planned, ...] | bool] = {}
        """Of each type, as its bytes, the hooks that receive it; False: not only hooks do."""
        self._hooked: dict[int, set[object]] = {}
        self._errors: list[BaseException] = []
        # C may be inside any of these, so they live as long as the engine.
        self._trampolines: dict[str, Any] = {}
        self._callbacks: dict[str, Any] = {}
        for words, name, own in attached:
            if start is None:
                self.attach(words, name, own)
            else:
                self.configs[name] = own

    def attach(self, words: str, name: str, own: Any) -> None:
        """Attaches what there is room for, after others. Raises BusyError: from inside a hook."""
        self.call(f"attaching {words}", getattr(_raw, f"press_{name}_attach"), self.handle, byref(own))
        self.configs[name] = own

    # Configs

    @property
    def every(self) -> dict[str, Any]:
        """The config of the engine, and of what is attached, as the library calls it."""
        return {"engine": self.config, **self.configs}

    def configure(self, doing: str, configs: Mapping[str, Any]) -> None:
        """Changes what differs from what is there. All are valid. Raises the library's error, with `doing` in the message."""
        for name, raw in configs.items():
            if bytes(raw) == bytes(self.every[name]):
                continue
            check(self.call(doing, getattr(_raw, f"press_{name}_set"), self.handle, byref(raw)), "")
            if name == "engine":
                self.config = raw
            else:
                self.configs[name] = raw

    def refusal(self, config: _raw.press_config) -> str:
        """Why it cannot have this config, as it is or with a pad that feeds it; "": it can."""
        return next(filter(None, (why(_raw.press_config_check, config), *(pad.refusal(config) for pad in list(self.pads)))), "")

    # Calls into the library

    def call(
        self,
        doing: str,
        function: Callable[..., int],
        *arguments: Any,
        hint: str | Callable[[int], str] = "",
        then: Callable[[], object] | None = None,
    ) -> int:
        """Calls the library; returns its count or 0. `then` runs when that went well.

        Raises its error, with `doing` and `hint` in the message; the outermost call also raises what callbacks raised.
        """
        failure: BaseException | None = None
        status, until = 0, 0.0
        with self.lock:
            while True:
                self._wait_for_quick_call()
                before = self.depth
                depth = before or self.called_back[0]
                is_busy = False
                try:
                    self.depth = depth + 1
                    self.quiet = self.idle = False
                    status = function(*arguments)
                    if status == _BUSY and depth:
                        is_busy = not self._is_mine()
                    if status < 0:
                        failure = error(status, doing, hint=hint if isinstance(hint, str) else hint(status))
                    elif then is not None:
                        then()
                except BaseException as problem:
                    failure = problem
                    is_busy = bool(depth) and isinstance(problem, BusyError) and not self._is_mine()
                finally:
                    self.depth = before
                    self.idle = _IS_LOCKED and depth == 0
                    self.quiet = self.idle and not self._answers
                if not is_busy:
                    break
                until = until or time.monotonic() + PATIENCE
                if not self._is_free_before(until):
                    failure = BusyError(f"{doing}: {self.said_of_running()} has not returned, and this waits for it", _BUSY)
                    break
                failure = None
            if depth == 0 and self._errors:
                failure = self._kept(failure)
        if failure is not None:
            try:
                raise failure
            finally:
                del failure  # it holds this frame, and the frame would hold it
        return status

    def _is_mine(self) -> bool:
        """A function of the program that the library waits for runs in this thread."""
        me = get_ident()
        return any(one[0] == me for one in self.outside)

    def _is_free_before(self, until: float) -> bool:
        """Waits, without the lock, until no function of another thread is being called. The thread that reads waits until it is closed."""
        reads = threading.current_thread() is self.reader and self.stop is not None
        while self.outside:
            left = until - time.monotonic()
            if self.stop is not None and self.stop.is_set() if reads else left <= 0:
                return False
            self.wait(0.05 if reads else left)
        return True

    def wait(self, seconds: float | None = None) -> None:
        """Until a function of the program has returned. Its thread looks at `waiters` with the lock."""
        self.waiters += 1
        try:
            self.freed.wait(seconds)
        finally:
            self.waiters -= 1

    def said_of_running(self) -> str:
        """The hook that is being called, in words, with the line of its function."""
        running = [*self.called, *(self.delivery.running if self.delivery is not None else ())]
        return said_of(running[-1]) if running else "a function of the program"

    @property
    def called(self) -> list[Mark]:
        """The functions of the program that are being called, the latest last."""
        return self.running or self.outside

    def program(self, name: str, pair: tuple[Any, Callable[..., Any]], arguments: Iterable[Any]) -> Any:
        """Calls a function of the program, from a callback, without the lock: what it gives back. `pair`: what the program set, and how it
        is called."""
        mark, function = (get_ident(), name, pair[0]), pair[1]
        lock, outside = self.lock, self.outside
        self.has_called = True
        try:
            self.running.append(mark)
            if not lock._is_owned():
                return function(*arguments)
            held: list[Any] = []
            try:
                outside.append(mark)
                held.extend(map(RELEASE, (lock,)))  # one step: a signal's handler may raise after each
                return function(*arguments)
            finally:  # with the lock, whatever a handler raises meanwhile
                interrupt: BaseException | None = None
                while True:
                    try:
                        if not lock._is_owned():
                            lock._acquire_restore(held[0])
                        while outside[-1] is not mark:
                            self.wait()
                        outside.pop()
                        break
                    except BaseException as problem:
                        interrupt = problem
                        if not [one for one in outside if one is mark]:
                            break
                if self.waiters:
                    self.freed.notify_all()
                if interrupt is not None:
                    raise interrupt
        finally:
            if mark in self.running:
                self.running.remove(mark)

    def deliver(self, name: str, functions: Mapping[str, tuple[Any, Any]], arguments: tuple[Any, ...], event: Event, way: str = "") -> None:
        """Calls the hook `name`: at once, or through the queue. `functions` has it, as Hooked says."""
        if (delivery := self.delivery) is None:
            where = f"{way}.{name}"
            answered(where, self.program(where, functions[name], arguments))
            return
        kind = progress_of(event)
        progress = None if kind is None else (id(functions), name, kind)
        delivery.put(f"{way}.{name}", lambda: functions.get(name), arguments, progress)

    def look(self, function: Callable[..., int], *arguments: Any) -> int:
        """What a function of the library answers that calls nothing back. Quick calls of other threads wait for it."""
        with self.lock:
            self._wait_for_quick_call()
            quiet, self.quiet = self.quiet, False
            idle, self.idle = self.idle, False
            try:
                return function(*arguments)
            finally:
                self.quiet = quiet
                self.idle = idle

    def feed(self, function: Callable[..., int], first: Any, data: Any, second: Any) -> int:
        """Calls a quick function that may call back, while `idle`: as `call`, but several times faster. Returns its status.

        Python's lock is kept until the first callback, and each of them takes ours. Raises what callbacks raised.
        """
        self.idle = False
        try:
            status = function(first, data, second)
        finally:
            self.idle = True
        if self._errors:
            raise self._kept(error(status, "feeding") if status < 0 else None)
        return status

    def _wait_for_quick_call(self) -> None:
        """A quick call has our lock in callbacks only: in between other threads wait here. A signal handler of its own thread does not."""
        while _IS_LOCKED and not (self.idle or self.depth or self.called_back[0] or self._is_below()):
            self.lock.release()
            time.sleep(0)
            self.lock.acquire()

    def _is_below(self) -> bool:
        """This thread is in `feed`."""
        frame = sys._getframe(1)
        while frame := frame.f_back:  # type: ignore[assignment]
            if frame.f_code is _FEED and frame.f_locals["self"] is self:
                return True
        return False

    def is_inside(self) -> bool:
        """Whether this thread is in a call of this engine: in one of its hooks."""
        return self._is_mine() or ((self.depth or self.called_back[0]) > 0 and bool(self.lock._is_owned()))

    def no_room(self, status: int) -> str:
        """A hint for an engine that takes no samples any more."""
        if status == _raw.PRESS_ERR_AGAIN:
            return (
                "nobody takes the events: set a hook such as engine.when_event, call engine.poll() now and then, or make the engine with max_events=0"
            )
        return "max_contacts are down" if status == _raw.PRESS_ERR_NOSPC else ""

    def _kept(self, failure: BaseException | None) -> BaseException:
        """The kept exception to raise: an interrupt, else the first one; the others are notes on it."""
        notes = {id(one): f"a callback after it raised {type(one).__name__}: {one}" for one in self._errors}
        raised = list(self._errors)
        self._errors.clear()
        if failure is not None:
            raised.append(failure)
            notes[id(failure)] = f"the call itself failed with {type(failure).__name__}: {failure}"
        first = next((one for one in raised if not isinstance(one, Exception)), raised[0])
        for one in raised:
            if one is not first:
                first.add_note(notes[id(one)])
        return first

    # Calls back

    def own(self) -> None:
        """Nobody else has this engine, so nobody need poll it: its queue overwrites the oldest instead of filling up."""
        self._is_owned = True
        self._apply()

    def answer(self, member: str, function: Callable[..., Any] | None) -> None:
        """Sets the function that answers for a member of the delegate. None: no function, as the headers say of NULL."""
        with self.lock:
            if function is None:
                self._answers.pop(member, None)
            else:
                self._answers[member] = function
            self._apply()

    def fall_back(self, member: str, function: Callable[..., Any] | None) -> None:
        """Sets the function for a member that no other function answers, while there is a delegate."""
        with self.lock:
            if function is None:
                self._fallbacks.pop(member, None)
            else:
                self._fallbacks[member] = function
            self._apply()

    def keep(self, problem: BaseException) -> None:
        """Keeps what a function of the program raised for the call that led to it."""
        self._errors.append(by_program(problem.with_traceback(without_ours(problem.__traceback__))))

    def observe(self, key: object, types: Iterable[int], function: Callable[[Event], object] | None) -> None:
        """Sets who observes events of these types, by `key`; None: nobody any more. Type 0: every event, before the others."""
        with self.lock:
            self.plans.clear()
            for kind in types:
                observers = dict(self._observers.pop(kind, {}))
                if function is None:
                    observers.pop(key, None)
                else:
                    observers[key] = function
                if observers:
                    self._observers[kind] = observers
            is_caller = getattr(key, "is_caller_of_hooks", False)  # its hooks are noted one by one
            if not is_caller and (0 in types or not PROGRESS.isdisjoint(types)):
                self._note_progress(key, function is not None)
            if bool(self._observers) != ("on_event" in self._answers):
                self.answer("on_event", self._deliver if self._observers else None)

    @property
    def delivers(self) -> bool:
        """Events go to observers, and not to a function of the package alone."""
        return self._answers.get("on_event") == self._deliver

    def observers(self, kind: int) -> list[Callable[[Event], object]]:
        """Who receives events of a type, in order."""
        return [*self._observers.get(0, {}).values(), *self._observers.get(kind, {}).values()]

    def is_observed(self, kind: int) -> bool:
        """Whether somebody observes events of a type."""
        return kind in self._observers

    def _note_progress(self, key: object, is_set: bool) -> None:
        before = self._progress is None or bool(self._progress)
        self._progress = self._progress or set()
        (self._progress.add if is_set else self._progress.discard)(key)
        if before != bool(self._progress):
            self.look(_raw.press_set_progress, self.handle, not before)

    def note_hook(self, key: object, types: Iterable[int], is_set: bool, ended: bool) -> None:
        """A hook of the program's, `key`, receives events of these types, or does not any more. `ended`: only those that end a phase."""
        self._note_progress(key, is_set and not ended and not PROGRESS.isdisjoint(types))
        for kind in types:
            hooks = self._hooked.setdefault(kind, set())
            (hooks.add if is_set else hooks.discard)(key)
        if not PREVIEWS.isdisjoint(types):  # the engine sees that somebody takes previews
            self.fall_back("preview_did_cancel", _nothing if any(map(self._hooked.get, PREVIEWS)) else None)

    def is_hooked(self, kind: int) -> bool:
        """Whether the program has a function for events of a type: a hook of its own for it, or one for every event. Other hooks of the same
        object, which observes for all of them, do not count, nor does feedback."""
        return bool(self._hooked.get(kind)) or any(getattr(key, "_is_hook", True) for key in self._observers.get(0, ()))

    @property
    def has_hooks(self) -> bool:
        """The program has set functions, or waits for events."""
        return any(self._hooked.values()) or 0 in self._observers

    def _deliver(self, raw: Any) -> None:
        data = raw[:EVENT_SIZE]
        every, some = self._observers.get(0), self._observers.get(int.from_bytes(data[TYPE], sys.byteorder))
        if every or some:
            event = event_from_bytes(data)
            for observers in (every, some):
                for function in (observers or {}).values():
                    try:
                        function(event)
                    except BaseException as problem:
                        self.keep(problem)

    def _apply(self) -> None:
        """Hands the delegate to the library."""
        raw = None
        if self._answers or self._is_owned:
            raw = _raw.press_delegate(size=sizeof(_raw.press_delegate))
            for member in self._answers | self._fallbacks if self._answers else ():
                if member not in self._callbacks:
                    self._trampolines[member] = trampoline = self._trampoline(member)
                    trampoline.keep = self._errors.append  # type: ignore[attr-defined]
                    keep_interrupts(trampoline)  # type: ignore[arg-type]
                    self._callbacks[member] = cast(_OWN_KINDS[member](self._trampolines[member]), _KINDS[member])
                setattr(raw, member, self._callbacks[member])
        status = self.look(_raw.press_set_delegate, self.handle, byref(raw) if raw else None)
        check(status, "setting the callbacks")
        self.quiet = _IS_LOCKED and self.depth == 0 and not self._answers

    def _trampoline(self, member: str) -> Callable[..., Any]:
        """The function that C calls. A question whose function raises is answered with no."""
        answers, fallbacks = self._answers, self._fallbacks
        no = 0 if _KINDS[member]._restype_ else None

        lock, inside = self.lock, self.called_back

        def trampoline(_engine: Any, *arguments: Any) -> Any:
            try:
                with lock:
                    inside[0] += 1
                    try:
                        function = answers.get(member) or fallbacks.get(member)
                        return no if function is None else function(*arguments[:-1])
                    finally:
                        inside[0] -= 1
            except BaseException as problem:
                self.keep(problem)
                return no

        return hooks_of(self, trampoline) if member == "on_event" else trampoline


_FEED = Core.feed.__code__
_BUSY: int = _raw.PRESS_ERR_BUSY


def progress_of(event: Event) -> Hashable:
    """Of what an event is progress, which newer progress replaces; None: it begins or ends something."""
    return (event.type, event.contact, event.subject) if event.type in PROGRESS and not event.ended else None


def said_of(mark: Mark) -> str:
    """`sensor.when_pressed (save in lamp.py, line 12)`."""
    _, name, function = mark
    while isinstance(function, functools.partial):
        function = function.func
    code = getattr(function, "__code__", None)
    return f"{name} ({function.__name__} in {code.co_filename}, line {code.co_firstlineno})" if code is not None else f"{name} ({function!r})"
