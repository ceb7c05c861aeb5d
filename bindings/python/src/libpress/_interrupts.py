"""Ctrl-C while C calls Python."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any


class KeepInterrupts:
    """While C runs in the main thread: keeps a KeyboardInterrupt that strikes on the threshold of a callback.

    Python may raise it before the first line of the callback, where no `try` can catch it and ctypes would only print
    it. It arrives at sys.unraisablehook, which is ours for the duration: what strikes `functions` goes to `keep`.
    """

    __slots__ = ("_functions", "_keep", "_previous")

    def __init__(self, functions: tuple[Any, ...], keep: Callable[[BaseException], None]) -> None:
        self._functions = functions
        self._keep = keep
        self._previous: Any = None

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            self._previous = sys.unraisablehook
            sys.unraisablehook = self._hook

    def _hook(self, unraisable: Any) -> None:
        if unraisable.object in self._functions and unraisable.exc_value is not None:
            self._keep(unraisable.exc_value)
        else:
            self._previous(unraisable)

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        if self._previous is not None:
            sys.unraisablehook = self._previous
