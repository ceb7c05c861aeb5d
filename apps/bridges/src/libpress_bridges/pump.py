"""A sink with what waits for it, in a thread of its own: connects, sends, and connects again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import Protocol

from libpress.tools.problem import Problem

from .events import Event
from .outbox import Entry, Outbox

FIRST_RETRY = 0.5
_SUMMED_GAP = 10.0
"""Seconds between two lines that say what was summed up."""


class Waits(Enum):
    """What a source does while a sink has no room."""

    NEVER = 0
    """It goes on, as it is live: what it says is summed up."""
    CONNECTED = 1
    """It waits for a sink that is connected."""
    ALWAYS = 2
    """It waits, also for a sink that is away."""


class Away(Exception):
    """The other side cannot be reached now. Says what is the matter."""


class Sink(Protocol):
    """Where events go. All calls come from one thread."""

    name: str
    reconnects: bool
    """It connects again by itself: `connect` only waits for that."""
    is_live: bool
    """What happened while it was away comes as summaries: a drum does not play what was struck a minute ago."""

    def connect(self) -> None:
        """Raises Away; Problem: the config does not fit, and trying again changes nothing."""

    def send(self, entries: Sequence[Entry]) -> int:
        """What is of one moment. Returns how many of them have arrived. Raises Away: `sent` of them have."""

    def idle(self, now: float) -> float | None:
        """Nothing waits. Returns when to call again at the latest, seconds of the monotonic clock. Raises Away."""

    def close(self) -> int:
        """Leaves nothing held. Returns how many of what was sent have not arrived, as far as that is known. Raises nothing."""


@dataclass
class Status:
    """Of a pump, for people and for health."""

    is_connected: bool = False
    why: str = ""
    """Why it is away."""
    sent: int = 0
    connects: int = 0
    waiting: int = 0
    merged: int = 0


class Pump:
    """Takes events from any thread."""

    def __init__(
        self,
        sink: Sink,
        outbox: Outbox,
        *,
        retry_most: float = 30.0,
        say: Callable[[str], None] = lambda words: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`say` gets a sentence when the sink goes away, when it is back, and when events were summed up."""
        self.sink, self.outbox, self._say, self._clock = sink, outbox, say, clock
        self._retry_most = retry_most
        self._status = Status()
        self._condition = threading.Condition()
        self._hand: list[Entry] = []
        """Taken, and not known to have arrived."""
        self._is_stopping = self._is_news = False
        self._until = 0.0
        self._unknown = self._summed = 0
        self._next_summed = 0.0
        self._said, self._is_said = "", True
        """Why it went, the last time that this was said; that it is away now was said."""
        self._back_at = -inf
        self._thread = threading.Thread(target=self._run, name=sink.name, daemon=True)

    def start(self) -> None:
        """The first attempt to connect is made here. Raises Problem; a sink that is away is waited for."""
        try:
            self.sink.connect()
            self._status.is_connected, self._status.connects = True, 1
        except Away as away:
            self._status.why = str(away)
            self._say(f"{self.sink.name}: {away}; waiting for it")
        self._thread.start()

    def put(self, event: Event, waits: Waits = Waits.NEVER, is_ending: Callable[[], bool] = lambda: False) -> None:
        """`is_ending`: nobody waits any more."""
        with self._condition:
            while not self.outbox.has_room(event) and self._is_waited_for(waits) and not is_ending():
                self._condition.wait(0.1)
            self.outbox.put(event)
            self._is_news = True
            self._condition.notify_all()
        self._say_summed()

    def settle(self, waits: Waits, is_ending: Callable[[], bool]) -> None:
        """A source that can wait has ended: until all of it is sent, or the sink is away."""
        with self._condition:
            while waits is not Waits.NEVER and self._is_waited_for(Waits.CONNECTED) and (self.outbox or self._hand) and not is_ending():
                self._condition.wait(0.1)

    def _is_waited_for(self, waits: Waits) -> bool:
        return waits is Waits.ALWAYS or (waits is Waits.CONNECTED and self._status.is_connected)

    def _say_summed(self, is_end: bool = False) -> None:
        """Says what was summed up, once in a while and at the end."""
        with self._condition:
            count, now = self.outbox.summed.total(), self._clock()
            if count == self._summed if not is_end else not count:
                return
            if not is_end and now < self._next_summed:
                return
            self._summed, self._next_summed = count, now + _SUMMED_GAP
            names = ", ".join(f"{count} {name}" for name, count in self.outbox.summed.most_common())
        words = "in all" if is_end else "away or slower than the source:"
        self._say(f"{self.sink.name}: {words} {count} events summed up: {names}")

    @property
    def status(self) -> Status:
        with self._condition:
            self._status.waiting, self._status.merged = len(self.outbox) + len(self._hand), self.outbox.merged
            return Status(**vars(self._status))

    def stop(self, drain: float = 5.0) -> int:
        """Sends what waits, for so many seconds at most, and closes the sink. Returns what was not sent."""
        with self._condition:
            self._is_stopping = True
            self._until = self._clock() + drain
            self._condition.notify_all()
        if self._thread.ident is not None:
            self._thread.join(drain + 10)
        else:
            self._unknown = self.sink.close()
        self._say_summed(is_end=True)
        return self.status.waiting + self._unknown

    # The thread

    def _run(self) -> None:
        retry = FIRST_RETRY
        while True:
            try:
                if not self._status.is_connected:
                    self.sink.connect()
                    self._back()
                if not self._turn():
                    break
                retry = FIRST_RETRY
            except (Away, Problem) as away:
                self._gone(str(away))
                if not self._wait(0.05 if self.sink.reconnects else retry):
                    break
                retry = min(retry * 2, self._retry_most)
            except Exception as mistake:  # of a sink: it costs what was being sent, and not all that follows
                self._mistaken(mistake)
                if not self._wait(FIRST_RETRY):
                    break
        self._unknown = self.sink.close()

    def _turn(self) -> bool:
        """Sends what is due, or waits for it. @return false: the end."""
        now = self._clock()
        with self._condition:
            later, self._is_news = None, False
            if not self._hand:
                self._hand, later = self.outbox.take(round(now * 1e6), self._is_stopping)
            if not self._hand and self._is_stopping:
                return False
        if not self._hand:
            again = self.sink.idle(now)
            due = [one for one in (again, None if later is None else later / 1e6) if one is not None]
            with self._condition:
                if not self._is_news and not self._is_stopping:
                    self._condition.wait(max(min(due) - now, 0.0005) if due else 1.0)
            return True
        arrived = self.sink.send(self._hand)
        with self._condition:
            self._status.sent += arrived
            del self._hand[:arrived]
            self._condition.notify_all()
            return not (self._is_stopping and self._clock() > self._until)

    def _gone(self, why: str) -> None:
        with self._condition:
            is_again = why == self._said and self._clock() - self._back_at < 2 * self._retry_most
            if self._status.is_connected:
                self._is_said = was = not is_again
            else:
                was = False
            self._status.is_connected, self._status.why = False, why
            if self.sink.is_live:
                self.outbox.give_back(self._hand)
                self._hand = []
        if was:
            self._said = why
            self._say(f"{self.sink.name}: {why}; trying again, ends are kept")

    def _mistaken(self, mistake: Exception) -> None:
        with self._condition:
            lost, self._hand = len(self._hand), []
        self._say(f"{self.sink.name}: {type(mistake).__name__}: {mistake}; {lost} entries are lost. Please report this.")

    def _back(self) -> None:
        with self._condition:
            self._status.is_connected, self._status.why = True, ""
            self._status.connects += 1
            self._back_at = self._clock()
            if self.sink.is_live:
                self.outbox.fold()
            waiting = len(self.outbox) + len(self._hand)
        if self._is_said:
            self._say(f"{self.sink.name}: connected again, {waiting} waiting")

    def _wait(self, seconds: float) -> bool:
        """@return false: the end, and what waits is not sent."""
        with self._condition:
            end = self._clock() + seconds
            while (now := self._clock()) < end:
                if self._is_stopping and now > self._until:
                    return False
                self._condition.wait(min(end - now, 0.1) if self._is_stopping else end - now)
            return not (self._is_stopping and self._clock() > self._until)
