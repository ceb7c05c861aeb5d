"""Calls into C that call Python back, and Ctrl-C."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any


def guarded(function: Callable[..., int], arguments: tuple[Any, ...], ours: Collection[Any], keep: Callable[[BaseException], object]) -> int:
    """Calls `function`, and keeps what a signal handler raises as a callback, one of `ours`, begins.

    Python may run a handler before the first line of the callback, where no `try` can catch what it raises and ctypes
    would only print it. It arrives at sys.unraisablehook, which is ours for the duration. Handlers run in the main thread
    only. They run after a call, never in between the lines of the `finally`: it calls nothing, so the hook goes back.
    """
    if threading.get_ident() != threading.main_thread().ident:
        return function(*arguments)
    previous = sys.unraisablehook

    def hook(unraisable: Any) -> None:
        words = unraisable.err_msg or ""
        # From 3.13 on Python names the callback in the message only.
        is_ours = unraisable.object in ours or any(repr(one) in words for one in ours)
        if unraisable.exc_value is not None and is_ours:
            keep(unraisable.exc_value)
        else:
            previous(unraisable)

    try:
        sys.unraisablehook = hook
        return function(*arguments)
    finally:
        if sys.unraisablehook is hook:
            sys.unraisablehook = previous


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
        if hasattr(sys, "ps1") or sys.flags.interactive:
            raise
        raise Interrupted from None
