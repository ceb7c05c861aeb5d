"""The loop of one or several ForceSensors that one source feeds: in a thread of its own, or step by step."""

from __future__ import annotations

import atexit
import functools
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from ._advice import said
from ._core import Core, said_of
from ._delivery import Delivery, raised_by_program, report
from ._interrupts import end_on_signals, is_interactive, limited, terminated
from ._log import WARNING, log
from ._minder import MINDER
from ._readings import Readings
from ._sources import Source, now_us
from ._stop import Stop
from ._strict import without_ours
from .errors import StateError
from .pad import Frame

if TYPE_CHECKING:
    from ._intake import Intake

T = TypeVar("T")
_loops: weakref.WeakSet[Loop] = weakref.WeakSet()
_AT_ONCE = 1.0
"""Seconds: a program that ends sooner has waited for nothing."""
LONGEST = 3.5
"""Seconds that closing waits for functions of the program. With the rest it is over within 5."""
_ABOUT = 0.97
"""Of the rate that was asked for: above it, that is what is read."""
_LOOK = 0.005
"""Seconds between two looks whether the thread waits for the one that closes."""
_CALLS = 8 | 2
"""Of Tcl: files, without waiting. What other threads ask is done whatever is said here, windows and timers are not."""


class Loop:
    """Reads `source`, and hands each frame on."""

    __slots__ = ("__weakref__", "_at_exit", "_closer", "_done", "_feed", "_finish", "_guard", "_held", "_is_at_exit", "_is_closing", "_is_gone", "_is_left",
                 "_is_signalled", "_is_known", "_polled", "_raised", "_stop", "_thread", "_opened", "_until", "cores", "delivery", "failure", "forgotten",
                 "is_closed", "is_ended", "is_plain", "intakes", "is_waited_for", "line", "source", "step", "taken", "wakers", "warn")  # fmt: skip

    def __init__(
        self,
        source: Source,
        feed: Callable[[Frame], None],
        finish: Callable[[int | None], None],
        step: Callable[[], int] | None = None,
        deliver: Any = None,
    ) -> None:
        """`finish` is called once, with the time at which the source ended, or None when the loop is closed. `step` reads and
        feeds in one, where that is quicker. `deliver`: None: hooks are called where the engine runs; "poll", or a function of a toolkit."""
        self.source, self._feed, self._finish = source, feed, finish
        self.step = step or self._frame
        """Does what is due: how many readings were taken."""
        self.delivery = None if deliver is None else Delivery(None if deliver == "poll" else deliver, lambda words: self.warn(words))
        self.is_closed = self.is_ended = self._is_closing = self._is_left = False
        self._is_at_exit = self._is_signalled = False
        """The program ends; by a signal, on which its main thread does not act."""
        self._is_gone = False
        """The thread has ended, and nothing else has."""
        self.is_plain = self.delivery is None and isinstance(source, Readings)
        """A poll is one step, without a thread and without a queue: the quick way."""
        self.failure: BaseException | None = None
        """Why nothing is read any more."""
        self._is_known = False
        """The program knows of the failure: something raised it there."""
        self.wakers: list[Callable[[], object]] = []
        """Called when it ends."""
        self.cores: list[Core] = []
        """The engines that it feeds."""
        self.intakes: list[Intake] = []
        self.line: object = None
        """Where its sensor was made."""
        self.warn: Callable[[str], object] = lambda words: log(WARNING, words)
        """Says what the program should know."""
        self._stop = Stop()
        self._done = threading.Event()
        """What was to be ended has ended."""
        self._guard = threading.Lock()
        self._until = 0.0
        """When closing ends waiting."""
        self._closer: int | None = None
        """The thread that ends it."""
        self._raised: BaseException | None = None
        """What functions raised as it ended, in the thread."""
        self._thread: threading.Thread | None = None
        self.taken = self._polled = 0
        """Readings that the thread took, and those that `poll` has returned."""
        self.is_waited_for = False
        """Something of the program waited for it, or read it."""
        self.forgotten: Callable[[], object] = int
        """Called where the program ends at once although hooks are set."""
        self._opened = time.monotonic()
        self._held = _Held(self)
        self._at_exit = functools.partial(_ends, self._held)
        _loops.add(self)

    def feeds(self, core: Core, intake: Intake) -> None:
        """It feeds this engine, too."""
        self.cores.append(core)
        self.intakes.append(intake)
        core.delivery, core.stop = self.delivery, self._stop

    def start(self) -> None:
        """Reads in a thread from now on."""
        self.is_plain = False
        self._thread = threading.Thread(target=_read, args=(self._held,), name="ForceSensor", daemon=True)
        for core in self.cores:
            core.reader = self._thread
        self._thread.start()
        # Only in a notebook: elsewhere a garbage collection takes longer than a press may go unread.
        MINDER.mind(self, is_interactive() and any(loop.has_thread and not loop.is_closed for loop in list(_loops) if loop is not self))

    def opened(self) -> None:
        """To be called when all is made."""
        atexit.register(self._at_exit)
        end_on_signals(_close_all)
        if not self.source.is_of_program:
            MINDER.mind(self, False)

    def _ends(self) -> None:
        """The program ends."""
        self._is_at_exit = True
        has_called = any(core.has_called for core in self.cores) or (self.delivery is not None and self.delivery.drained_by is not None)
        had_a_look = bool(terminated) or self.is_waited_for or has_called or self.is_ended or time.monotonic() - self._opened > _AT_ONCE
        if not hasattr(sys, "last_value") and (self._thread is None or not had_a_look):
            self.forgotten()
        try:
            self.close()
            self._drain_at_end()
        except BaseException as problem:
            self._say_at_exit(problem)

    def _ends_elsewhere(self) -> None:
        """A signal ends the program, on which its main thread does not act."""
        self._is_signalled = True
        try:
            self.close()
        except BaseException as problem:
            self._say_at_exit(problem)

    def _say_at_exit(self, problem: BaseException) -> None:
        """In place of a traceback: windows are gone by then, and no function can be helped."""
        if isinstance(problem, Exception):
            words = f"the program ended before the sensor was closed, and a function that it calls then raised {type(problem).__name__}: {problem}"
            self.warn(f"{words}. Close the sensor first, then the window: sensor.close()")

    @property
    def has_thread(self) -> bool:
        return self._thread is not None

    @property
    def is_own_thread(self) -> bool:
        return threading.current_thread() is self._thread

    def verify(self) -> None:
        """Raises StateError: closed, or what reads it failed."""
        if isinstance(self.failure, StateError) or not isinstance(self.failure, Exception | None):
            raise self.failure
        if self.failure is not None:
            self._is_known = True
            raise StateError(f"the sensor is not read any more: {said(self.failure)}") from self.failure
        if self.is_closed:
            raise StateError("the sensor is closed: make a new ForceSensor")

    def repeated(self, read: Callable[[], T]) -> Iterator[T]:
        """What `read` gives, again and again, until it is closed or its recording ends, and 0 at last: what follows it goes out.
        Raises StateError: what reads it failed."""
        now: Any = 0.0
        while not (self.is_closed or self.is_ended or self.failure is not None):
            try:
                now = read()
            except StateError:
                if not self.is_closed and self.failure is None:
                    raise
                break
            yield now
        if now and (not isinstance(now, tuple) or any(now)):
            yield tuple(0.0 for _ in now) if isinstance(now, tuple) else 0.0  # type: ignore[misc]
        if self.failure is not None:
            self.verify()

    @property
    def rate(self) -> float:
        """Readings a second: those that were asked for, or how often a reader of the program really gives one."""
        source = self.source
        measured = source.measured if isinstance(source, Readings) and self.has_thread else 0.0
        return measured if 0 < measured < source.rate * _ABOUT else source.rate

    # Reading step by step

    def poll(self) -> int:
        """Takes what is due, and hands on what waits for this thread: how many readings there were since the last call."""
        if self._thread is not None:
            return self._poll_thread()
        if self.is_closed and not self.delivery:
            self.verify()
        source, steps, count, began = self.source, 0, 0, now_us()
        while not self.is_closed:
            steps += 1
            try:
                count += self.take()
            except Exception as problem:
                if not raised_by_program(problem) or source.broken is problem:
                    raise
                count += 1
                report(problem)
            if self.is_ended or not source.has_more(began, steps, count):
                break
        self.drain()
        return count

    def quick_poll(self) -> Callable[[], int]:
        """`poll` as a function of its own, whose variables are quicker than attributes; in its quick way while a poll is one step."""
        step, source, poll = self.step, self.source, self.poll

        def quick() -> int:
            if not self.is_plain:
                return poll()
            try:
                return step()
            except Exception as problem:
                if source.broken is problem:
                    self.breaks()
                    self._is_known = True
                    raise
                if not raised_by_program(problem):
                    raise
                report(problem)
                return 1

        return quick

    def take(self) -> int:
        """As `step`, without a thread, or of a source that is broken."""
        if self.failure is not None:
            self.verify()
        try:
            return self.step()
        except Exception as problem:
            if self.source.broken is problem:
                self.breaks()
                self._is_known = True
            raise

    def breaks(self) -> None:
        """Its source is broken: ends what runs, and says once that nothing is read any more."""
        source, problem = self.source, self.source.broken
        if problem is None or self.failure is not None:
            return
        self.is_plain = False
        problem.add_note("The sensor is not read any more: make a new ForceSensor once it is corrected.")
        ends: list[Callable[[], object]] = [functools.partial(self._feed, frame) for frame in source.last_frames()]
        ends.append(functools.partial(self._finish, None))
        for call in ends:
            try:
                call()
            except Exception as other:
                report(other)
        self.failure = problem
        log(WARNING, f"{source} is not read any more: {said(problem)}")
        self._wake()

    def _poll_thread(self) -> int:
        delivery = self.delivery
        if delivery is None or not delivery.is_polled:
            self.verify()
            raise StateError(
                'a thread reads this sensor already: make it with ForceSensor(deliver="poll") to have poll() call its hooks, or with '
                "ForceSensor(thread=False) to have it read, too"
            )
        if not len(delivery):
            self.verify()
        self.is_waited_for = True
        delivery.drain()
        taken = self.taken
        count, self._polled = taken - self._polled, taken
        return count

    def drain(self) -> None:
        """Hands on what waits for the thread that polls."""
        if self.delivery is not None and self.delivery.is_polled:
            self.delivery.drain()

    def drain_here(self) -> None:
        """The same in a thread that waits for the sensor, where it is the one that polls, or no other one does and it is the main thread."""
        if self.delivery is not None and self.delivery.is_polled:
            own = self.delivery.drained_by
            if own == threading.get_ident() or own is None and threading.current_thread() is threading.main_thread():
                self.delivery.drain()

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
            if source.broken is not None:
                raise source.broken
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

    # The thread

    def next(self) -> Callable[[], object] | None:
        """One turn of the thread: does what is due, or gives what sleeps until then, which does not hold this loop; None: it is over."""
        stop, source = self._stop, self.source
        if stop.is_set() or self.is_ended:
            return None
        try:
            if pause := self._rest():
                return pause
            self.taken += self.step()
            if pause := self._rest():
                return pause
        except SystemExit as leaving:  # a hook ends the program: where it waits, or reads the sensor
            if not stop.is_set():
                self.failure = leaving
                log(WARNING, f"{source} is not read any more: a function that it calls raised SystemExit")
                self._wake()
            return None
        except Exception as problem:
            return self._goes_on(problem)
        return int

    def _rest(self) -> Callable[[], object] | None:
        """What sleeps while nothing is due. What it raises is no hook's: the source is broken."""
        try:
            us = self.source.wait_us()
            return self.source.pause(self._stop, us) if us else None
        except Exception as bug:
            self.source.broken = bug
            raise

    def _goes_on(self, problem: Exception) -> Callable[[], object] | None:
        """After what was raised in the thread."""
        source = self.source
        self.taken += 1
        if source.broken is None and self._stop.is_set() and (self._is_at_exit or not raised_by_program(problem)):
            if raised_by_program(problem):
                self._say_at_exit(problem)
            return None  # else it gave up waiting for a hook of another thread
        if source.broken is None:
            report(problem)
            return int
        self.breaks()  # not a function that the sensor calls: what reads it
        report(source.broken)
        return None

    def over(self) -> None:
        """The thread has ended."""
        with self._guard:
            self._is_gone = not self._stop.is_set()
        if not self._is_gone:
            self._end()

    def slept_badly(self, bug: Exception) -> None:
        """A bus of the program raised it as it waited."""
        self.source.broken = bug
        self._goes_on(bug)

    def forsake(self) -> None:
        """Nothing holds its sensor any more: it ends, elsewhere, for this may run in the middle of anything."""
        if self._thread is None and self.source.is_of_program:
            self.source.close()
        elif not self.is_closed:
            self._held.forsaken = self
            MINDER.forsaken.put(self)

    def let_go(self) -> None:
        """Ends it, because nothing holds its sensor any more."""
        if self.is_closed or self._is_closing or self._is_at_exit:
            return
        if self._thread is None:
            self.is_ended = True  # nobody polls it, and so nobody calls its functions
        elif self.has_hooks():
            self.say_once(
                "nothing holds the ForceSensor that was made here any more, so it ends: keep it in a variable as long as it is to read, or make it "
                "with keep=True"
            )
        self._is_known = True
        try:
            self.close()
        except Exception as problem:
            report(problem)
        finally:
            self._held.forsaken = None

    @property
    def whole(self) -> Loop:
        """This one, which may be a part of several."""
        return self

    def has_hooks(self) -> bool:
        """The program has set functions."""
        return any(core.has_hooks for core in self.cores) or any(intake.squeezes for intake in self.intakes)

    def say_once(self, words: str) -> None:
        """Where several sensors are made in one line, once for all."""
        if (self.line, words) not in _said:
            _said.add((self.line, words))
            self.warn(words)

    def pass_time(self, t_us: int) -> None:
        """What reads it has not returned: what is due until then comes."""
        for intake in self.intakes:
            if not (self.is_closed or self._stop.is_set()):
                try:
                    intake.pass_time(t_us)
                except Exception as problem:
                    report(problem)

    # The end

    def close(self) -> None:
        """Ends what runs, and closes the source. Closing again does nothing. Functions that what runs calls as it ends may read the sensor.

        Where a thread reads, it ends what runs, and this waits for it, but not for a function that has not returned after some seconds.
        """
        me = threading.get_ident()
        with self._guard:
            is_first, self._is_closing = not self._is_closing, True
            if is_first:
                self.is_plain = False
                self._closer, self._until = me, time.monotonic() + LONGEST
                self._stop.set()
            is_gone = self._is_gone
        if not is_first:
            if not (self.is_closed or self._closer == me or self.is_own_thread or any(core.is_inside() for core in self.cores)):
                self._done.wait(LONGEST)
            return
        if self._thread is None or is_gone or self.is_own_thread:
            self._end()
        elif not self._has_ended():
            self._leave()
        self._drain_at_end()
        if self._done.is_set():
            atexit.unregister(self._at_exit)
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised
        if self.failure is not None and not (self._is_known or self._is_at_exit or self._is_signalled) and not isinstance(self.failure, StateError):
            self.verify()

    def leave(self, raised: BaseException | None) -> None:
        """At the end of a `with` block, which raised something or did not: nothing takes its place."""
        self._is_known = self._is_known or raised is not None
        self.close()

    def _has_ended(self) -> bool:
        """Waits for the thread."""
        until, has_window = time.monotonic() + LONGEST, "tkinter" in sys.modules
        while not self._done.is_set():
            left = until - time.monotonic()
            if left <= 0:
                return False
            self._done.wait(min(left, _LOOK) if has_window else left)
            if has_window and not self._done.is_set():
                self._serve()
        return True

    def _serve(self) -> None:
        """Does what the thread asks of tkinter, which hands the calls of threads over to the main thread and lets them wait: that is here.
        Nothing else of the window runs, no event and no timer."""
        if threading.current_thread() is not threading.main_thread() or self._thread is None:
            return
        frame = sys._current_frames().get(self._thread.ident or 0)
        while frame is not None and frame.f_globals.get("__name__") != "tkinter":
            frame = frame.f_back
        owner = None if frame is None else frame.f_locals.get("self")
        if (app := getattr(owner, "tk", None) or getattr(owner, "_tk", None)) is not None:
            with suppress(Exception):  # of a window that is gone
                app.willdispatch()  # else a thread gets the error that the loop does not run
                while app.dooneevent(_CALLS) and not self._done.is_set():
                    pass

    def _leave(self) -> None:
        """Closes it although its thread has not ended: that ends what runs as soon as it can."""
        with self._guard:
            if self._done.is_set():
                return
            self._is_left = True
        self._say_left(self._said_of_hook())
        self.is_closed = True
        try:
            self.source.close()
        finally:
            self._wake()

    def _say_left(self, hook: str) -> None:
        self.warn(f"{hook} does not return: the sensor is closed without it")

    def _said_of_hook(self) -> str:
        for core in self.cores:
            if called := core.called:
                return said_of(called[-1])
        if self.delivery is not None and self.delivery.running:
            return said_of(self.delivery.running[-1])
        return "what reads the sensor"

    def _end(self) -> None:
        """Ends what runs, in the thread that reads, or in that of the program where there is none."""
        with self._guard:
            if self._done.is_set():
                return
        self._closer = threading.get_ident()
        try:
            if not self.is_ended:
                with limited(LONGEST, self._said_of_hook, self._say_left):
                    self._finish(None)
        except BaseException as problem:
            self._raised = problem
        finally:
            is_left, self.is_closed = self._is_left, True
            try:
                if not is_left:
                    self.source.close()
            except BaseException as problem:
                self._raised = self._raised or problem
            with self._guard:
                self._done.set()
            self._wake()
        if self._is_left and isinstance(self._raised, Exception):
            self._say_at_exit(self._raised)

    def _drain_at_end(self) -> None:
        """Hands on the ends: here, where this is the thread that they are for; else they are waited for."""
        delivery = self.delivery
        if delivery is None or not len(delivery):
            return
        own, me = delivery.drained_by, threading.get_ident()
        if self._is_signalled or not (own == me or own is None or self._is_at_exit or not _is_alive(own) or delivery.is_polled):
            began = again = time.monotonic()
            while (len(delivery) or delivery.running) and time.monotonic() < began + 0.9:
                time.sleep(0.005)
                if time.monotonic() > again + 0.3:
                    again = time.monotonic()
                    delivery.wake_again()
        if len(delivery) and (own == me or own is None or self._is_at_exit or self._is_signalled or not _is_alive(own)):
            for _ in range(2):  # after one that is left there may be others
                with limited(max(self._until - time.monotonic(), 0.5), self._said_of_hook, self._say_left):
                    delivery.drain_to(self._say_at_exit if self._is_at_exit else report)

    def forked(self) -> None:
        """In a child process: the thread and the converter stay with the parent."""
        if self._thread is not None or not self.source.is_of_program:
            atexit.unregister(self._at_exit)
            words = "this process was forked from the one that reads the sensor: make a ForceSensor in the process that uses it"
            self.failure, self.is_closed = StateError(words), True
            self._done.set()
            self._wake()


_said: set[tuple[object, str]] = set()


class _Held:
    """What the thread of a loop holds of it: so a loop that nothing else holds ends."""

    __slots__ = ("find", "forsaken")

    def __init__(self, loop: Loop) -> None:
        self.find = weakref.ref(loop)
        self.forsaken: Loop | None = None
        """The loop, once nothing holds its sensor: then a collection may have cleared the reference."""

    def get(self) -> Loop | None:
        if (loop := self.find() or self.forsaken) is None:
            time.sleep(0.05)  # a collection is under way
        return loop or self.forsaken


def _read(held: _Held) -> None:
    """The thread of a loop."""
    while (loop := held.get()) is not None:
        pause = loop.next()
        if pause is None:
            loop.over()
            return
        del loop
        try:
            pause()
        except Exception as bug:
            if (loop := held.get()) is not None:
                loop.slept_badly(bug)
                loop.over()
            return


def _ends(held: _Held) -> None:
    if (loop := held.find() or held.forsaken) is not None:
        loop._ends()


def _is_alive(ident: int) -> bool:
    return any(thread.ident == ident for thread in threading.enumerate())


def _close_all(seconds: float) -> None:
    """A signal ends the program, and its own thread does not: closes every sensor, each in a thread, and waits so long."""
    loops = [loop for loop in list(_loops) if not loop._done.is_set()]
    closers = []
    for loop in loops:
        closer = threading.Thread(target=loop._ends_elsewhere, name="ForceSensor ends", daemon=True)
        closer.start()
        closers.append(closer)
    until = time.monotonic() + seconds
    for closer in closers:
        closer.join(max(until - time.monotonic(), 0))


def _forked() -> None:
    for loop in list(_loops):
        loop.forked()


os.register_at_fork(after_in_child=_forked)
