"""The end of what a thread does, and its sleep until then."""

from __future__ import annotations

import threading
from contextlib import suppress


class Stop(threading.Event):
    """An Event on which a thread sleeps in one call of C: `wait` of an Event makes a lock each time. It is not cleared."""

    def __init__(self) -> None:
        super().__init__()
        self._gate = threading.Lock()
        self._gate.acquire()
        self._opens = [self._gate.release]

    def set(self) -> None:
        super().set()
        with suppress(IndexError):  # it was set before, or is set by another thread, too
            self._opens.pop()()

    def sleep(self, seconds: float) -> None:
        """Until it is set, for so long at most, and for a day: a lock refuses times that its clock cannot have."""
        if self._gate.acquire(timeout=min(seconds, 86_400)):
            self._gate.release()
