"""Events that C delivers, to hooks that receive them: without what the other calls back require."""

from __future__ import annotations

import inspect
import sys
import threading
from collections.abc import Callable, Mapping
from ctypes import POINTER, c_char, sizeof
from threading import get_ident
from typing import TYPE_CHECKING, Any

from .generated import _raw
from .types import Event, set_raw

if TYPE_CHECKING:
    from ._core import Core, Mark

EVENT_SIZE = sizeof(_raw.press_event)
TYPE = slice(_raw.press_event.type.offset, _raw.press_event.type.offset + 4)
_CONTACT = slice(_raw.press_event.contact.offset, _raw.press_event.contact.offset + 4)
_FLAGS: int = _raw.press_event.flags.offset
_ENDED: int = _raw.PRESS_EVENT_FLAG_ENDED
BYTES = POINTER(c_char)
"""An event as its bytes, which are copied in a tenth of a microsecond."""
RELEASE = type(threading.RLock())._release_save  # type: ignore[attr-defined]

new = object.__new__
Functions = Mapping[str, tuple[Any, Callable[..., Any]]]
Planned = tuple[str, str, str, Functions, bool, bytes | None]
"""A hook that receives events of a type: its whole name, whose it is, its name there, the functions; only events that end a phase; only those
of a contact."""


def answered(name: str, answer: Any) -> Any:
    """What a function of the program gave back. Raises TypeError: a coroutine."""
    if inspect.iscoroutine(answer):
        answer.close()
        raise TypeError(f"{name} gave back a coroutine, which nobody would await: hand over a plain function")
    return answer


def planned(way: str, functions: Functions, name: str, only_ended: bool = False, contact: int | None = None) -> Planned:
    return f"{way}.{name}", way, name, functions, only_ended, None if contact is None else contact.to_bytes(4, sys.byteorder)


def hooks_of(core: Core, usual: Callable[..., Any]) -> Callable[..., Any]:
    """The function that C calls with events. Where only hooks receive one, it calls them as `Core.program` does; else it calls `usual`."""
    lock, inside, outside, plans = core.lock, core.called_back, core.outside, core.plans
    acquire, release = lock.acquire, lock.release

    def trampoline(engine: Any, pointer: Any, user: Any) -> None:
        mark: Mark | None = None
        try:
            data = pointer[:EVENT_SIZE]
            if (plan := plans.get(data[TYPE])) is None:
                plan = plans[data[TYPE]] = _plan(core, int.from_bytes(data[TYPE], sys.byteorder))
            if plan is False:
                usual(engine, pointer, user)
                return
            before = inside[0]
            has_lock = before or core.depth  # a quick call has none
            event = None
            for where, way, name, functions, only_ended, contact in plan:  # type: ignore[union-attr]
                pair = functions.get(name)
                if pair is None or (only_ended and not data[_FLAGS] & _ENDED) or (contact is not None and data[_CONTACT] != contact):
                    continue
                if event is None:
                    event = new(Event)
                    set_raw(event, data)
                if core.delivery is not None:
                    core.deliver(name, functions, (event,), event, way)
                    continue
                mark = get_ident(), where, pair[0]
                held: Any = has_lock and []
                core.has_called = True
                try:
                    outside.append(mark)
                    inside[0] = before + 1
                    if has_lock:
                        held.extend(map(RELEASE, (lock,)))  # one step: a signal's handler may raise after each
                    if (answer := pair[1](event)) is not None:
                        answered(where, answer)
                except BaseException as problem:
                    core.keep(problem)
                try:
                    if not has_lock:
                        acquire()
                        if outside[-1] is mark and not core.waiters:
                            outside.pop()
                            inside[0] = before
                            release()
                            continue
                except BaseException as problem:
                    core.keep(problem)
                _leave(core, mark, before, has_lock, held)
        except BaseException as problem:
            # Also what a signal's handler raises as a function begins that is called here, before its own `try`.
            kept: BaseException | None = problem
            while kept is not None or mark is not None:
                try:
                    if kept is not None:
                        core.keep(kept)
                        kept = None
                    if mark is not None:
                        _leave(core, mark, before, has_lock, held)
                        mark = None
                except BaseException as another:
                    core._errors.append(another)

    return trampoline


def _leave(core: Core, mark: Mark, before: int, has_lock: int, held: Any) -> None:
    """Afterwards the library may go on: those that were called after this function, in other threads, have returned. It can be called again
    where a signal's handler raised meanwhile."""
    lock, outside = core.lock, core.outside
    while True:
        try:
            if not lock._is_owned():
                lock._acquire_restore(held[0]) if held else lock.acquire()
            while outside and outside[-1] is not mark and any(one is mark for one in outside):
                core.wait()
            if outside and outside[-1] is mark:
                outside.pop()
            core.called_back[0] = before
            if core.waiters:
                core.freed.notify_all()
            if not has_lock:
                lock.release()
            return
        except BaseException as problem:
            core.keep(problem)


def _plan(core: Core, kind: int) -> tuple[Planned, ...] | bool:
    """The hooks that receive events of a type; False: something else does, too."""
    if not core.delivers:
        return False
    found: list[Planned] = []
    for function in core.observers(kind):
        made = getattr(function, "plan", None)
        if made is None or (hooks := made(kind)) is None:
            return False
        found += hooks
    return tuple(found)
