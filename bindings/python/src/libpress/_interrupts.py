"""Calls into C that call Python back, and Ctrl-C."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Protocol
from weakref import WeakSet


class _Keeper:
    """A sys.unraisablehook that keeps what a signal handler raises as one of our callbacks begins.

    Python may run a handler before the first line of a callback, where no `try` can catch what it raises and ctypes would only print it.
    All else goes to the hook that was there before.
    """

    ours: ClassVar[WeakSet[Callback]] = WeakSet()

    def __init__(self, previous: Callable[[Any], object]) -> None:
        self.previous = previous

    def __call__(self, unraisable: Any) -> None:
        words = unraisable.err_msg or ""
        # From 3.13 on Python names the callback in the message only.
        ours = next((one for one in self.ours if unraisable.object is one or repr(one) in words), None)
        if ours is None or unraisable.exc_value is None:
            self.previous(unraisable)
        else:
            ours.keep(unraisable.exc_value)


class Callback(Protocol):
    """A function that C calls, with one that keeps what was raised."""

    keep: Callable[[BaseException], object]

    def __call__(self, engine: Any, /, *arguments: Any) -> Any: ...


def keep_interrupts(callback: Callback) -> None:
    """What interrupts the first line of a function that C calls goes to its `keep`."""
    _Keeper.ours.add(callback)
    if not isinstance(sys.unraisablehook, _Keeper):
        sys.unraisablehook = _Keeper(sys.unraisablehook)


def is_interactive() -> bool:
    """Somebody types, at Python's prompt or in a notebook."""
    return hasattr(sys, "ps1") or bool(sys.flags.interactive) or "ipykernel" in sys.modules


def end_on_sigterm() -> None:
    """From now on SIGTERM ends the program as sys.exit(143) does, with the ends of what runs. A handler of the program stays."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminate)


def _terminate(_number: int, _frame: object) -> None:
    terminated.append(True)
    raise SystemExit(143)


terminated: list[bool] = []
"""Not empty: SIGTERM ends the program."""


class Interrupted(KeyboardInterrupt, SystemExit):
    """Ctrl-C where it is the way to end: `except KeyboardInterrupt` takes it; else the program ends without a traceback."""

    def __init__(self) -> None:
        super().__init__(130)
        self.code = 130


@contextmanager
def quiet_interrupt() -> Iterator[None]:
    """Ctrl-C in this block ends the program as Interrupted, unless somebody types at Python's prompt."""
    try:
        yield
    except KeyboardInterrupt:
        if is_interactive():
            raise
        raise Interrupted from None
