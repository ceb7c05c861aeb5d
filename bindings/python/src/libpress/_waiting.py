"""Waiting for events of a sensor: in a thread, and in asyncio."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from numbers import Real

from ._core import Core, progress_of
from ._delivery import Waiting
from ._loop import Loop
from ._values import refusal
from .errors import NoSpaceError, StateError
from .types import Event

_MOST_EVENTS = 10_000


@contextmanager
def _observing(core: Core, loop: Loop, types: Sequence[int], call: Callable[[Event], object], wake: Callable[[], object]) -> Iterator[None]:
    key = object()
    wakers = [loop.wakers] if loop.delivery is None else [loop.wakers, loop.delivery.wakers]
    core.observe(key, types, call)
    for one in wakers:
        one.append(wake)
    try:
        yield
    finally:
        core.observe(key, types, None)
        for one in wakers:
            one.remove(wake)


def wait_for(core: Core, loop: Loop, is_so: Callable[[], bool], types: Sequence[int], timeout: float | None) -> bool:
    """Until `is_so`, or an event of one of these types; False after `timeout` seconds, or when no event can come any more.

    Without a thread, reads meanwhile. Raises StateError: the sensor is closed, or its thread failed.
    """
    loop.verify()
    if timeout is not None and not isinstance(timeout, Real):
        raise TypeError(refusal("timeout", timeout, "seconds, a number"))
    loop.is_waited_for = True
    if loop.is_own_thread or core.is_inside():
        raise StateError(
            "a function that the sensor calls cannot wait for it: nothing is read until it returns. Use hooks, such as "
            "sensor.when_released, or wait in a thread of your own"
        )
    until = None if timeout is None else time.monotonic() + timeout
    changed, happened = threading.Event(), threading.Event()

    def see(event: Event) -> None:
        happened.set()
        changed.set()

    with _observing(core, loop, types, see, changed.set):
        while not (happened.is_set() or is_so()):
            loop.drain_here()
            left = None if until is None else until - time.monotonic()
            if loop.is_ended or (left is not None and left <= 0):
                return False
            loop.verify()
            if loop.has_thread:
                changed.wait(left)
                changed.clear()
            else:
                loop.take()
                pause = loop.source.wait_us()
                loop.source.sleep(changed, pause if left is None else min(pause, int(left * 1e6)))
    loop.drain_here()
    return True


class _Changes:
    """What a coroutine waits for: it calls `see` with each event of some types."""

    def __init__(self, core: Core, loop: Loop, types: Sequence[int], see: Callable[[Event], object]) -> None:
        import asyncio  # not for everybody: it takes as long as all of libpress

        loop.verify()
        loop.is_waited_for = True
        self._loop, self._sleep, self._changed, self._is_woken = loop, asyncio.sleep, asyncio.Event(), False
        asyncio_loop = asyncio.get_running_loop()

        def wake() -> None:
            if not self._is_woken:
                self._is_woken = True
                asyncio_loop.call_soon_threadsafe(self._changed.set)

        def note(event: Event) -> None:
            see(event)
            wake()

        self.observed = _observing(core, loop, types, note, wake)

    async def next(self) -> None:
        """Until something may have changed. Without a thread, reads."""
        self._loop.drain_here()
        if self._loop.has_thread:
            await self._changed.wait()
            self._changed.clear()
            self._is_woken = False
        else:
            self._loop.take()
            await self._sleep(self._loop.source.wait_us() / 1e6)


async def happen(core: Core, loop: Loop, is_so: Callable[[], bool], types: Sequence[int]) -> None:
    """As `wait_for`, in asyncio, until it is so. Raises StateError where no event can come any more."""
    happened: deque[Event] = deque(maxlen=1)
    changes = _Changes(core, loop, types, happened.append)
    with changes.observed:
        while not (happened or is_so()):
            loop.verify()
            if loop.is_ended:
                raise StateError("the recording, or the simulated finger, is done: nothing more happens")
            await changes.next()
    loop.drain_here()


async def events(core: Core, loop: Loop, _sensor: object) -> AsyncIterator[Event]:
    """Every event, until the loop ends; of progress the latest once many wait. It holds the sensor, which ends otherwise."""
    waiting = Waiting()
    changes = _Changes(core, loop, (0,), lambda event: waiting.put(event, progress_of(event)))
    with changes.observed:
        while True:
            if len(waiting) > _MOST_EVENTS:
                raise NoSpaceError(f"{len(waiting)} events wait: take them faster, or use hooks for those that you need")
            while (event := waiting.take(waiting.next)) is not None:
                yield event
                if len(waiting) > _MOST_EVENTS:
                    raise NoSpaceError(f"{len(waiting)} events wait: take them faster, or use hooks for those that you need")
            loop.drain_here()
            if loop.failure is not None:
                loop.verify()
            if loop.is_closed or loop.is_ended:
                if len(waiting):
                    continue
                return
            await changes.next()
