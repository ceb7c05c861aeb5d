"""Hooks in the thread that the program chooses: one queue, and one drain of it.

What happens goes into the queue in the engine's thread; the drain calls the functions, in order, in the thread that drains: that of
`sensor.poll()`, of what waits for the sensor, or of the toolkit to which `deliver=` hands the drain.
"""

from __future__ import annotations

import inspect
import re
import sys
import threading
from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import get_ident
from typing import Any

from ._strict import near, without_ours

Drain = Callable[[], None]
Deliver = Callable[[Drain], object]
"""A function of a toolkit that takes a function, which its own thread then calls."""
CROWDED = 1000
"""From so many on, progress is merged into newer progress."""
_MANY = 10_000
"""So many are a warning, once."""


def report(problem: Exception) -> None:
    """Hands what a function of the program raised to threading.excepthook, which prints it."""
    problem.with_traceback(without_ours(problem.__traceback__))
    seen = type(problem), problem, problem.__traceback__, threading.current_thread()
    threading.excepthook(threading.ExceptHookArgs(seen))


def raised_by_program(problem: BaseException) -> bool:
    """Whether a function of the program raised it: `by_program` has seen it."""
    return getattr(problem, "_libpress_hook", False)


def by_program(problem: BaseException) -> BaseException:
    """Marks what a function of the program raised."""
    with suppress(AttributeError):
        problem._libpress_hook = True  # type: ignore[attr-defined]
    return problem


class Waiting:
    """Calls that wait, in order. Of progress the latest is kept once there are many; nothing else is left out."""

    __slots__ = ("_items", "_latest", "_lock", "_next", "_warned")

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._items: dict[int, tuple[Any, Hashable]] = {}
        self._latest: dict[Hashable, int] = {}
        self._next = 0
        self._warned = False

    def __len__(self) -> int:
        return len(self._items)

    def put(self, item: Any, progress: Hashable = None) -> bool:
        """`progress`: of what the item is progress; None: of nothing. Returns whether there are too many, the first time."""
        with self._lock:
            if progress is not None:
                if len(self._items) >= CROWDED and (older := self._latest.get(progress)) is not None:
                    self._items.pop(older, None)
                self._latest[progress] = self._next
            self._items[self._next] = item, progress
            self._next += 1
            if len(self._items) < _MANY or self._warned:
                return False
            self._warned = True
            return True

    def take(self, before: int) -> Any:
        """The oldest one of those that were put before that number; None: there is none."""
        with self._lock:
            number = next(iter(self._items), before)
            if number >= before:
                return None
            item, progress = self._items.pop(number)
            if progress is not None and self._latest.get(progress) == number:
                del self._latest[progress]
            return item

    @property
    def next(self) -> int:
        """The number that the next one gets."""
        return self._next


class Delivery:
    """What waits for the thread that the program chose, and what wakes that thread."""

    __slots__ = ("_deliver", "_is_woken", "_waiting", "drained_by", "running", "wakers", "warn")

    def __init__(self, deliver: Deliver | None, warn: Callable[[str], object]) -> None:
        """`deliver`: None: the program polls. `warn`: says what the program does not do."""
        self._deliver, self.warn = deliver, warn
        self._waiting = Waiting()
        self._is_woken = False
        self.wakers: list[Callable[[], object]] = []
        """Called as something waits."""
        self.drained_by: int | None = None
        """The thread that drained last."""
        self.running: list[tuple[int, str, Any]] = []
        """The functions that are being called: thread, name, function."""

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def is_polled(self) -> bool:
        """The program drains it."""
        return self._deliver is None

    def put(self, name: str, find: Callable[[], Any], arguments: tuple[Any, ...], progress: Hashable = None) -> None:
        """A call of the function that `find` gives as it is drained: what the program set, and how it is called; None: it was taken away
        meanwhile."""
        if self._waiting.put((name, find, arguments), progress):
            who = "nobody calls sensor.poll()" if self._deliver is None else f"the loop behind deliver={_name(self._deliver)} does not call them"
            self.warn(f"{_MANY} calls of hooks wait: {who}")
        self._wake()

    def _wake(self) -> None:
        if self._is_woken:
            return
        self._is_woken = True
        for waker in list(self.wakers):
            waker()
        if self._deliver is None:
            return
        try:
            self._deliver(self.drain)
        except Exception as problem:
            self._is_woken = False
            if not self._waiting._warned:
                self._waiting._warned = True
                self.warn(
                    f"deliver={_name(self._deliver)} raised {type(problem).__name__}: {problem}; hooks wait, and are called as the sensor is closed"
                )

    def wake_again(self) -> None:
        """A loop that was woken has called nothing yet."""
        self._is_woken = False
        self._wake()

    def drain(self) -> None:
        """Calls what waits. What that raises goes to threading.excepthook. It gives back None: GLib.idle_add calls it once."""
        self.drain_to(report)

    def drain_to(self, raised: Callable[[Exception], object]) -> int:
        """As `drain`; `raised` is called with what functions raise. Returns how many were called."""
        self._is_woken = False
        me = self.drained_by = get_ident()
        waiting, called = self._waiting, 0
        before = waiting.next
        try:
            while (item := waiting.take(before)) is not None:
                name, find, arguments = item
                if (pair := find()) is None:
                    continue
                mark, function = (me, name, pair[0]), pair[1]
                self.running.append(mark)
                try:
                    called += 1
                    if inspect.iscoroutine(answer := function(*arguments)):
                        answer.close()
                        raise TypeError(f"{name} gave back a coroutine, which nobody would await: hand over a plain function")
                except Exception as problem:
                    raised(problem)
                finally:
                    self.running.remove(mark)
        finally:
            if len(waiting):
                self._wake()
        return called


def _name(function: Any) -> str:
    return str(getattr(function, "__qualname__", None) or getattr(function, "__name__", None) or type(function).__name__)


def verified(deliver: Any) -> Any:
    """What `deliver=` is. Raises TypeError."""
    if deliver is None or (isinstance(deliver, str) and deliver == "poll"):
        return deliver
    if isinstance(deliver, str) or not callable(deliver):
        words = 'None, "poll", or a function of the toolkit that takes a function and calls it in its thread, such as GLib.idle_add'
        raise TypeError(f"deliver={deliver!r}: {words}" + (near(deliver, ["poll"]) if isinstance(deliver, str) else ""))
    if inspect.iscoroutinefunction(deliver):
        raise TypeError("deliver must be a plain function, not async: nobody would await it")
    owner = getattr(deliver, "__self__", None)
    if (tkinter := sys.modules.get("tkinter")) is not None and isinstance(owner, tkinter.Misc):
        name = getattr(deliver, "__name__", "after")
        raise TypeError(
            f'deliver=root.{name}: a thread that calls it waits for the window. Write deliver="poll", and call sensor.poll() in root.after'
        )
    refuse_bare_signal("deliver", deliver, ("function",))
    return deliver


def refuse_bare_signal(way: str, function: Any, gives: tuple[str, ...]) -> None:
    """Raises TypeError: it is `emit` of a signal of Qt that takes another number of arguments than `way` gives. It would raise later."""
    signal = getattr(function, "__self__", None)
    if getattr(function, "__name__", "") != "emit" or type(signal).__module__.partition(".")[0] not in _QT:
        return
    words = str(getattr(signal, "signal", None) or signal)  # PyQt: 2name(int); PySide: <... name(int) at 0x...>
    found = re.findall(r"(\w+)\(([^()]*)\)", words)
    takes = [len(inner.split(",")) if inner.strip() else 0 for _, inner in found]
    if not found or len(gives) in takes:
        return
    name, kind = found[0][0].lstrip("2"), "pyqtSignal" if type(signal).__module__.startswith("PyQt") else "Signal"
    few = "no argument" if takes[0] == 0 else f"{takes[0]} arguments"
    ways = f"declare it as {name} = {kind}({', '.join(['object'] * len(gives))})"
    if way != "deliver":
        ways += f", or write {way} = lambda: window.{name}.emit({', '.join(['...'] * takes[0])})"
    raise TypeError(f"{way}: {name}.emit takes {few}, and gets ({', '.join(gives)}): {ways}")


_QT = ("PySide6", "PyQt6", "PySide2", "PyQt5")
