"""What all viewers receive: one ring of texts, which each reads at its own pace.

A viewer that reads slowly, or never, costs a number: it has no queue. Who has fallen out of the ring gets a picture of now.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import deque

MOST_VIEWERS = 100
RING = 32
"""Texts that are kept."""
_PACES = ((10, 0.05), (40, 0.1), (MOST_VIEWERS, 0.2))
"""Up to so many viewers, seconds between two texts."""


class Feed:
    """Texts from one thread to many viewers."""

    def __init__(self, ring: int = RING) -> None:
        self._ring: deque[str] = deque(maxlen=ring)
        self._lock = threading.Lock()
        self._next = 0
        self._sleepers: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []
        self.viewers = 0

    def enter(self) -> bool:
        """A viewer comes. @return false: there are as many as there may be."""
        with self._lock:
            if self.viewers >= MOST_VIEWERS:
                return False
            self.viewers += 1
            return True

    def leave(self) -> None:
        with self._lock:
            self.viewers -= 1

    @property
    def pace(self) -> float:
        """Seconds between two texts: with many viewers each gets fewer."""
        return next((pace for most, pace in _PACES if self.viewers <= most), _PACES[-1][1])

    def publish(self, text: str) -> None:
        with self._lock:
            self._ring.append(text)
            self._next += 1
            sleepers, self._sleepers = self._sleepers, []
        for loop, sleeper in sleepers:
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(sleeper.set)

    async def wait(self, number: int, seconds: float) -> None:
        """Until there is a text with this number, or so long: a viewer has it as soon as it is published."""
        sleeper = asyncio.Event()
        one = asyncio.get_running_loop(), sleeper
        with self._lock:
            if self._next != number:
                return
            self._sleepers.append(one)
        try:
            await asyncio.wait_for(sleeper.wait(), seconds)
        except TimeoutError:
            with self._lock, contextlib.suppress(ValueError):
                self._sleepers.remove(one)

    @property
    def now(self) -> int:
        """The number of the next text."""
        return self._next

    def since(self, number: int) -> tuple[list[str], int] | None:
        """The texts from a number on, and the number after them. None: some of them are not kept any more."""
        with self._lock:
            first = self._next - len(self._ring)
            if number < first or number > self._next:
                return None
            return list(self._ring)[number - first :], self._next
