"""Who reads next, where several sensors of a program read by its functions and objects."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from threading import RLock, get_ident
from typing import Any

_PAUSE = 0.0001
"""Seconds between two looks whether another one has begun."""


class Turns:
    """One reading at a time, and in turn: libraries lock a transfer, not a reading, which is several transfers."""

    __slots__ = ("_last", "_reads", "_waiting", "alone", "lock", "users")

    def __init__(self) -> None:
        self.alone = [False]
        """The only source of a program is read, without a thread. A reader that comes meanwhile in another thread waits."""
        self.users = 0
        """How many sources take turns."""
        self.forked()

    def forked(self) -> None:
        """In a child process none of the threads that read or wait is there."""
        self.lock = RLock()
        """Held while something is read, but for what is read `alone`."""
        self.alone[0] = False
        self._waiting: list[int] = []
        self._last = self._reads = 0

    def call(self, read: Callable[[], Any]) -> Any:
        """What `read` gives, once it is its turn. It may call this again: then its turn goes on."""
        me = get_ident()
        if self._reads == me:
            return read()
        if self._last == me:
            self._let_others()
        try:
            self._waiting.append(me)
            with self.lock:
                self._waiting.remove(me)
                self._last = me
                if self.alone[0]:
                    self._let_end()
                try:
                    self._reads = me
                    return read()
                finally:
                    self._reads = 0
        finally:  # an interrupt may come anywhere
            if me in self._waiting:
                self._waiting.remove(me)

    def _let_others(self) -> None:
        """A lock has no order: the thread that gave it back would take it again before another one has woken."""
        me = get_ident()
        while self._last == me and any(one != me for one in self._waiting):
            time.sleep(_PAUSE)

    def _let_end(self) -> None:
        """At most a second: what is read alone may be what calls this."""
        until = time.monotonic() + 1
        while self.alone[0] and time.monotonic() < until:
            time.sleep(_PAUSE)


TURNS = Turns()
"""Of all readers of this process that are not independent."""

os.register_at_fork(after_in_child=TURNS.forked)
