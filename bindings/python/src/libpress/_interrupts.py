"""Calls into C that call Python back, Ctrl-C, and the signals that end a program."""

from __future__ import annotations

import ctypes
import faulthandler
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, ClassVar, Protocol
from weakref import WeakSet


class _Keeper:
    """A sys.unraisablehook that keeps what a signal handler raises as one of our callbacks begins.

    Python may run a handler before the first line of a callback, where no `try` can catch what it raises and ctypes would only print it.
    All else goes to the hook that was there before.
    """

    ours: ClassVar[WeakSet[Callback]] = WeakSet()

    def __init__(self, previous: Callable[[Any], object]) -> None:
        self.previous = previous

    def __call__(self, unraisable: Any) -> None:
        words = unraisable.err_msg or ""
        # From 3.13 on Python names the callback only in the message.
        ours = next((one for one in self.ours if unraisable.object is one or repr(one) in words), None)
        if ours is None or unraisable.exc_value is None:
            self.previous(unraisable)
        else:
            ours.keep(unraisable.exc_value)


class Callback(Protocol):
    """A function that C calls, with one that keeps what was raised."""

    keep: Callable[[BaseException], object]

    def __call__(self, engine: Any, /, *arguments: Any) -> Any: ...


def keep_interrupts(callback: Callback) -> None:
    """What interrupts the first line of a function that C calls goes to its `keep`."""
    _Keeper.ours.add(callback)
    if not isinstance(sys.unraisablehook, _Keeper):
        sys.unraisablehook = _Keeper(sys.unraisablehook)


def is_interactive() -> bool:
    """Somebody types, at Python's prompt or in a notebook."""
    return hasattr(sys, "ps1") or bool(sys.flags.interactive) or "ipykernel" in sys.modules


terminated: list[bool] = []
"""Not empty: a signal ends the program."""
_GRACE = {signal.SIGTERM: 0.3, signal.SIGINT: 1.0}
"""Seconds in which the main thread may act on a signal itself."""
_CLOSES_IN = 3.9
"""Seconds in which all sensors are closed, where the main thread does not act."""


def end_on_signals(close_all: Callable[[float], object]) -> None:
    """From now on SIGTERM ends the program as sys.exit(143) does, with the ends of what runs, and so does Ctrl-C where it would have killed it.

    Python calls handlers of signals between two steps of its main thread only. Where that is in the loop of a window, a thread sees the
    signal, calls `close_all` with the seconds that it has, and ends the program. A handler of the program stays, and is left alone.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminate)
    before, has_window = signal.getsignal(signal.SIGINT), not sys.modules.keys().isdisjoint(_WINDOWS)
    if before is signal.SIG_DFL or (has_window and before is signal.default_int_handler):
        signal.signal(signal.SIGINT, _interrupt)
    if _LEAVE is not None and signal.getsignal(_LEAVE) is signal.SIG_DFL:
        signal.signal(_LEAVE, _leave)
    _Watch.start(close_all)


class _Left(BaseException):
    """A function of the program has not returned for too long."""


def _leave(_number: int, _frame: object) -> None:
    if _Watch.is_limited:
        raise _Left


_LEAVE = signal.SIGRTMAX - 3 if hasattr(signal, "SIGRTMAX") else None
"""The signal that interrupts the main thread in a function of the program."""


def _terminate(_number: int, _frame: object) -> None:
    terminated.append(True)
    if not _Watch.is_ending:
        raise SystemExit(143)


def _interrupt(_number: int, _frame: object) -> None:
    """In place of SIG_DFL, which a toolkit may have set, and in a window of Python's own: its loop would print a KeyboardInterrupt and go on.
    What the loop calls as the program ends is not interrupted."""
    terminated.append(True)
    if not _Watch.is_ending:
        raise Interrupted


_WINDOWS = {"tkinter", "PySide6", "PyQt6", "wx"}
"""Their loops run no handlers."""


class _Watch:
    """A thread that sees signals. It reads pipes, into which the handler of `faulthandler`, which needs no step of Python, writes a few
    lines; then that calls Python's own handler. The wake-up descriptor of `signal` is left to the loops that use it."""

    pipes: ClassVar[dict[signal.Signals, tuple[int, int]]] = {}
    thread: ClassVar[threading.Thread | None] = None
    wakes: ClassVar[tuple[int, int]]
    acts: ClassVar[object]
    is_ending = False
    """The thread ends the program."""
    limit: ClassVar[float | None] = None
    """When the main thread is to be interrupted."""
    is_limited = False
    """The main thread calls functions that may be interrupted."""
    interrupted = ""
    """The function that was interrupted."""
    what: Callable[[], str] = str

    @classmethod
    def start(cls, close_all: Callable[[float], object]) -> None:
        if not hasattr(faulthandler, "register"):
            return
        for number in _GRACE:
            if number == signal.SIGINT and "gi" in sys.modules:
                continue  # its loops end by Ctrl-C, where the handler in C is Python's
            if number not in cls.pipes and _is_ours(number):
                reads, writes = os.pipe()
                os.set_blocking(writes, False)
                os.set_blocking(reads, False)
                cls.pipes[number] = reads, writes
                faulthandler.register(number, writes, all_threads=False, chain=True)
        if cls.thread is None:
            cls.wakes = os.pipe()
            cls.thread = threading.Thread(target=cls._run, args=(close_all,), name="libpress signals", daemon=True)
            cls.thread.start()
        else:
            os.write(cls.wakes[1], b"+")

    @classmethod
    def _run(cls, close_all: Callable[[float], object]) -> None:
        while True:
            left = None if cls.limit is None else max(cls.limit - time.monotonic(), 0)
            ready = select.select([cls.wakes[0], *(reads for reads, _ in cls.pipes.values())], [], [], left)[0]
            if cls.limit is not None and time.monotonic() >= cls.limit:
                cls.limit, cls.interrupted = None, cls.what()
                signal.pthread_kill(threading.main_thread().ident or 0, _LEAVE or 0)
                continue
            for number, (reads, _) in list(cls.pipes.items()):
                if reads in ready:
                    with suppress(BlockingIOError):
                        while os.read(reads, 4096):
                            pass
                    cls._seen(number, close_all)
            if cls.wakes[0] in ready:
                os.read(cls.wakes[0], 64)

    @classmethod
    def _seen(cls, number: signal.Signals, close_all: Callable[[float], object]) -> None:
        if not _is_ours(number):
            return
        ran = threading.Event()

        def act(_: object) -> int:
            ran.set()
            return 0

        cls.acts = _PENDING(act)  # C calls it later, so it is kept
        ctypes.pythonapi.Py_AddPendingCall(cls.acts, None)
        if ran.wait(_GRACE[number]) or not _is_ours(number):
            return  # the main thread has run its handler
        cls.is_ending = True
        terminated.append(True)
        close_all(_CLOSES_IN)
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):
                stream.flush()
        os._exit(128 + number)

    @classmethod
    def set_limit(cls, at: float | None, what: Callable[[], str] = str) -> None:
        if cls.thread is not None:
            cls.limit, cls.what, cls.is_limited = at, what, at is not None
            os.write(cls.wakes[1], b"+")

    @classmethod
    def forked(cls) -> None:
        """In a child process: its signals are its own."""
        for number, ends in cls.pipes.items():
            faulthandler.unregister(number)
            for end in ends:
                with suppress(OSError):
                    os.close(end)
        if cls.thread is not None:
            for end in cls.wakes:
                with suppress(OSError):
                    os.close(end)
        cls.pipes, cls.thread, cls.limit, cls.is_ending = {}, None, None, False


_PENDING = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
os.register_at_fork(after_in_child=_Watch.forked)


def _is_ours(number: signal.Signals) -> bool:
    """No handler of the program is set for it."""
    return signal.getsignal(number) in ((_terminate,) if number == signal.SIGTERM else (_interrupt, signal.default_int_handler))


@contextmanager
def limited(seconds: float, what: Callable[[], str], say: Callable[[str], object]) -> Iterator[None]:
    """Functions of the program that are called in this block: where they have not returned after so many seconds, the one that is being
    called is interrupted, and `say` is called with `what` it was. In the main thread only."""
    if threading.current_thread() is not threading.main_thread() or _LEAVE is None or signal.getsignal(_LEAVE) is not _leave or _Watch.is_limited:
        yield
        return
    _Watch.set_limit(time.monotonic() + seconds, what)
    try:
        yield
    except _Left:
        say(_Watch.interrupted)
    finally:
        _Watch.set_limit(None)


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
        if is_interactive():
            raise
        raise Interrupted from None
