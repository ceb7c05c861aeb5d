"""The loop of one or several ForceSensors that one source feeds: in a thread of its own, or step by step."""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import TypeVar

from ._interrupts import end_on_sigterm, terminated
from ._log import WARNING, log
from ._sources import Source
from ._strict import without_ours
from .errors import StateError
from .pad import Frame

T = TypeVar("T")
_loops: weakref.WeakSet[Loop] = weakref.WeakSet()
_AT_ONCE = 1.0
"""Seconds: a program that ends sooner has waited for nothing."""


class Loop:
    """Reads `source`, and hands each frame on."""

    __slots__ = ("__weakref__", "_feed", "_finish", "_is_closing", "_stop", "_thread", "_opened", "failure", "forgotten",
                 "is_closed", "is_ended", "is_waited_for", "source", "step", "wakers")  # fmt: skip

    def __init__(
        self,
        source: Source,
        feed: Callable[[Frame], None],
        finish: Callable[[int | None], None],
        step: Callable[[], int] | None = None,
    ) -> None:
        """`finish` is called once, with the time at which the source ended, or None when the loop is closed. `step` reads and
        feeds in one, where that is quicker."""
        self.source, self._feed, self._finish = source, feed, finish
        self.step = step or self._frame
        """Does what is due: how many readings were taken."""
        self.is_closed = self.is_ended = self._is_closing = False
        self.failure: BaseException | None = None
        """What ended the thread."""
        self.wakers: list[Callable[[], object]] = []
        """Called when it ends."""
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.is_waited_for = False
        """Something of the program waited for it, or read it."""
        self.forgotten: Callable[[], object] = int
        """Called where the program ends at once although hooks are set."""
        self._opened = time.monotonic()
        _loops.add(self)

    def start(self) -> None:
        """Reads in a thread from now on."""
        self._thread = threading.Thread(target=self._run, name="ForceSensor", daemon=True)
        self._thread.start()

    def opened(self) -> None:
        """To be called when all is made."""
        atexit.register(self._ends)
        end_on_sigterm()

    def _ends(self) -> None:
        """The program ends."""
        had_a_look = bool(terminated) or self.is_waited_for or self.is_ended or time.monotonic() - self._opened > _AT_ONCE
        if not hasattr(sys, "last_value") and (self._thread is None or not had_a_look):
            self.forgotten()
        self.close()

    @property
    def has_thread(self) -> bool:
        return self._thread is not None

    @property
    def is_own_thread(self) -> bool:
        return threading.current_thread() is self._thread

    def verify(self) -> None:
        """Raises StateError: closed, or the thread failed."""
        if isinstance(self.failure, StateError) or not isinstance(self.failure, Exception | None):
            raise self.failure
        if self.failure is not None:
            raise StateError(f"the sensor is not read any more: {self.failure}") from self.failure
        if self.is_closed:
            raise StateError("the sensor is closed: make a new ForceSensor")

    def repeated(self, read: Callable[[], T]) -> Iterator[T]:
        """What `read` gives, again and again, until it is closed or its recording ends. Raises StateError: the thread failed."""
        while not (self.is_closed or self.is_ended):
            yield read()
        if self.failure is not None:
            self.verify()

    def refuse(self) -> int:
        """In place of a step: raises StateError where the program cannot poll."""
        self.verify()
        if self._thread is not None:
            raise StateError("a thread reads this sensor already: make it with ForceSensor(thread=False) to poll it")
        return 0

    def _frame(self) -> int:
        source = self.source
        try:
            frame = source.step()
        except Exception as bug:
            source.broken = bug
            raise
        if frame is not None:
            try:
                self._feed(frame)
            except Exception as problem:
                problem.with_traceback(without_ours(problem.__traceback__))
                raise
            return 1
        if source.end_us is not None and not self.is_ended:
            self.is_ended = True
            try:
                self._finish(source.end_us)
            finally:
                self._wake()
        return 0

    def _wake(self) -> None:
        for waker in list(self.wakers):
            waker()

    def _has_rested(self) -> bool:
        """Sleeps where nothing is due. What it raises is no hook's: the source is broken."""
        try:
            if us := self.source.wait_us():
                self.source.sleep(self._stop, us)
            return us > 0
        except Exception as bug:
            self.source.broken = bug
            raise

    def _run(self) -> None:
        stop, source = self._stop, self.source
        while not (stop.is_set() or self.is_ended):
            try:
                if not self._has_rested():
                    self.step()
            except SystemExit as leaving:  # a hook ends the program: where it waits, or reads the sensor
                self.failure = leaving
                log(WARNING, f"{source} is not read any more: a function that it calls raised SystemExit")
                self._wake()
                return
            except Exception as problem:
                problem.with_traceback(without_ours(problem.__traceback__))
                seen = type(problem), problem, problem.__traceback__, threading.current_thread()
                threading.excepthook(threading.ExceptHookArgs(seen))
                if source.broken is not None:  # not a function that the sensor calls: what reads it
                    self.failure = source.broken
                    log(WARNING, f"{source} is not read any more: {self.failure}")
                    self._wake()
                    return

    def close(self) -> None:
        """Ends what runs, and closes the source. Closing again does nothing. Functions that what runs calls as it ends may read the sensor."""
        if self._is_closing or self.is_closed:
            return
        self._is_closing = True
        atexit.unregister(self._ends)
        self._stop.set()
        if self._thread is not None and not self.is_own_thread:
            self._thread.join(5)
        try:
            if not self.is_ended:
                self._finish(None)
        finally:
            self.is_closed = True
            self.source.close()
            self._wake()

    def forked(self) -> None:
        """In a child process: the thread and the converter stay with the parent."""
        if self._thread is not None or not self.source.is_of_program:
            atexit.unregister(self._ends)
            words = "this process was forked from the one that reads the sensor: make a ForceSensor in the process that uses it"
            self.failure, self.is_closed = StateError(words), True
            self._wake()


def _forked() -> None:
    for loop in list(_loops):
        loop.forked()


os.register_at_fork(after_in_child=_forked)
