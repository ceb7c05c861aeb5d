"""One thread for all sensors of this process that read in threads: it looks after those whose reader does not return, says which are slower
than the program asked, and ends those that nothing holds any more."""

from __future__ import annotations

import gc
import threading
from collections import deque
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from ._advice import of_blocked, of_slow
from ._readings import Readings
from ._sources import now_us

if TYPE_CHECKING:
    from ._loop import Loop

_LOOK = 0.1
"""Seconds between two looks."""
_COLLECT_US = 400_000
"""After a sensor was made."""
_WINDOW = 20
"""Looks over which readings are counted."""
_ENOUGH = 15
"""Looks after which a reader is called slow."""
_SLOW = 0.9
"""Of the readings a second that were asked for."""
_SETTLED_US = 5_000
"""What is due is done so much later, where the reader may just have returned."""
_LASTS_US = 1_000_000
"""A reader that takes longer than this is a warning."""


class _Looked:
    """The state of a loop at the last look."""

    def __init__(self) -> None:
        self.turn = -1
        self.since_us = 0
        self.busy = self.looks = 0
        self.counts: deque[tuple[int, int, int]] = deque(maxlen=_WINDOW)
        self.has_said_slow = self.has_said_blocked = False


class _Minder:
    def __init__(self) -> None:
        self.forsaken: SimpleQueue[Loop | None] = SimpleQueue()
        """Those that nothing holds any more; None: there are new ones to look at."""
        self._loops: WeakKeyDictionary[Loop, _Looked] = WeakKeyDictionary()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._collect_us = 0
        """When what only holds itself is looked for; 0: it is not."""

    def mind(self, loop: Loop, has_others: bool) -> None:
        """From now on. `has_others`: of other sensors one may be what the same lines made before, and be held by its own functions alone."""
        with self._lock:
            if has_others:
                self._collect_us = now_us() + _COLLECT_US
            if isinstance(loop.source, Readings) and loop.has_thread:
                self._loops[loop] = _Looked()
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="ForceSensor minder", daemon=True)
                self._thread.start()
        self.forsaken.put(None)

    def _run(self) -> None:
        while True:
            with suppress(Empty):
                if (loop := self.forsaken.get(timeout=_LOOK if self._loops or self._collect_us else None)) is not None:
                    loop.let_go()
            if 0 < self._collect_us < now_us():
                self._collect_us = 0
                gc.collect()
            with self._lock:
                loops = list(self._loops.items())
            for loop, looked in loops:
                if loop.is_closed or loop.failure is not None:
                    with self._lock:
                        self._loops.pop(loop, None)
                elif isinstance(loop.source, Readings):
                    self._look(loop, loop.source, looked)
            loop = None
            loops.clear()

    def _look(self, loop: Loop, source: Readings, looked: _Looked) -> None:
        now, turn = now_us(), source.turn()
        is_reading = bool(turn & 1)
        looked.looks += 1
        looked.busy += is_reading
        if turn != looked.turn:
            looked.turn, looked.since_us = turn, now
            source.blocked_us = 0
        elif is_reading:
            source.blocked_us = now - looked.since_us
            loop.pass_time(now - _SETTLED_US)
            if source.blocked_us >= _LASTS_US and not looked.has_said_blocked:
                looked.has_said_blocked = True
                loop.warn(of_blocked(source.names[0], source.blocked_us))
            if source.blocked_us >= _LASTS_US:  # that is not how often it reads
                looked.busy = looked.looks = 0
                looked.counts.clear()
        looked.counts.append((now, turn, loop.taken))
        first_us, first_turn, first_taken = looked.counts[0]
        if now - first_us < 500_000:
            return
        source.measured = (loop.taken - first_taken) * 1e6 / (now - first_us)
        asked = (turn - first_turn) / 2 * 1e6 / (now - first_us)
        if (
            looked.looks >= _ENOUGH
            and source.blocked_us < _LASTS_US / 2
            and not looked.has_said_slow
            and source.asked * _SLOW > asked
            and looked.busy * 2 > looked.looks
        ):
            looked.has_said_slow = True
            loop.warn(of_slow(source.names[0], asked, source.asked, source.turns.users, source.quicker))


MINDER = _Minder()
