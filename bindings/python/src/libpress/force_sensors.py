"""Several ForceSensors on one converter."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar, overload

from ._delivery import report
from ._interrupts import quiet_interrupt
from ._loop import LONGEST, Loop
from ._sources import Source
from ._strict import Strict, refuse_coroutine
from ._waiting import wait_for
from .errors import StateError
from .pad import Frame

S = TypeVar("S")
T = TypeVar("T")


class _Several:
    """Hands each its part of a frame. Some may have been closed."""

    def __init__(self) -> None:
        self.loop: Any = None
        self._closed: set[int] = set()
        self.forsaken: set[int] = set()
        """Those that nothing holds any more."""
        self._leaving: dict[int, threading.Event] = {}

    def take(self, frame: Frame) -> None:
        first: BaseException | None = None
        for n in list(self._leaving):
            self.end(n)
        for n, intake in enumerate(self.loop.intakes):
            if n in self._closed:
                continue
            failed = frozenset((0,)) if n in frame.failed else frozenset()
            try:
                intake.take(Frame(frame.t_us, frame.codes[n : n + 1], failed, frame.before_us[n : n + 1]))
            except BaseException as problem:  # the others get their readings all the same
                first = _joined(first, problem)
        if first is not None:
            raise first

    def finish(self, end_us: int | None) -> None:
        first: BaseException | None = None
        for n, intake in enumerate(self.loop.intakes):
            if n in self._closed:
                continue
            try:
                intake.finish(end_us)
            except BaseException as problem:
                first = _joined(first, problem)
        if first is not None:
            raise first

    def leave(self, n: int) -> None:
        """Closes one: what runs on it ends in the thread that reads, which is waited for."""
        loop = self.loop
        left = self._leaving.setdefault(n, threading.Event())
        is_here = not loop.has_thread or loop.is_own_thread or any(core.is_inside() for core in loop.cores)
        if is_here or loop.is_closed or not left.wait(LONGEST):
            self.end(n)
        if len(self._closed) == len(loop.intakes):
            loop.close()

    def end(self, n: int) -> None:
        left = self._leaving.pop(n, None)
        if left is None or n in self._closed:
            return
        self._closed.add(n)
        try:
            if not (self.loop.is_closed or self.loop.is_ended):
                self.loop.intakes[n].finish(None)
        except Exception as problem:
            report(problem)
        finally:
            left.set()


class Part:
    """The loop of all, as one of them sees it: it can be closed alone."""

    def __init__(self, several: _Several, number: int) -> None:
        self._several, self._number, self._is_left = several, number, False

    source: Source
    is_ended: bool
    rate: float

    def __getattr__(self, name: str) -> Any:
        return getattr(self._several.loop, name)

    @property
    def whole(self) -> Loop:
        return self._several.loop  # type: ignore[no-any-return]

    @property
    def is_closed(self) -> bool:
        return self._is_left or bool(self._several.loop.is_closed)

    @property
    def is_waited_for(self) -> bool:
        return bool(self._several.loop.is_waited_for)

    @is_waited_for.setter
    def is_waited_for(self, value: bool) -> None:
        self._several.loop.is_waited_for = value

    def verify(self) -> None:
        if self._is_left:
            raise StateError("the sensor is closed: make a new ForceSensor")
        self._several.loop.verify()

    def repeated(self, read: Callable[[], T]) -> Iterator[T]:
        return Loop.repeated(self, read)  # type: ignore[arg-type]

    def close(self) -> None:
        if not self._is_left:
            self._is_left = True
            self._several.leave(self._number)
            self._several.loop._wake()

    def leave(self, raised: BaseException | None) -> None:
        self.close()

    def forsake(self) -> None:
        """The others go on, as long as one of them is held."""
        several = self._several
        several.forsaken.add(self._number)
        if len(several.forsaken) == len(several.loop.intakes):
            several.loop.forsake()


class ForceSensors(Strict, Sequence[S]):
    """What `ForceSensor.pads` makes: a sequence of ForceSensor that one loop reads. Closing it closes all; closing one of them closes that
    one, and the others are read on."""

    __slots__ = ("_loop", "_sensors", "_several")
    _way = "pads"
    _likewise = {
        name: f"pads[0].{name}"
        for name in (
            "when_pressed when_released when_tapped when_double_tapped when_held when_fault when_recovered when_squeezed is_pressed is_active "
            "force x y pad engine feedback profile wait_for_press wait_for_release pressed released events"
        ).split()
    }

    def __init__(self, sensors: Sequence[S], source: Source, deliver: Any = None) -> None:
        self._sensors: tuple[Any, ...] = tuple(sensors)
        self._several = _Several()
        self._loop = self._several.loop = Loop(source, self._several.take, self._several.finish, deliver=deliver)

    def _part(self, number: int) -> Part:
        return Part(self._several, number)

    @overload
    def __getitem__(self, index: int) -> S: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[S]: ...
    def __getitem__(self, index: int | slice) -> S | Sequence[S]:
        return self._sensors[index]

    def __len__(self) -> int:
        return len(self._sensors)

    @property
    def rate(self) -> float:
        """Readings a second of each, as `ForceSensor.rate`."""
        return self._loop.rate

    @property
    def value(self) -> tuple[float, ...]:
        """The `value` of each; 0 of those that were closed alone."""
        self._loop.verify()
        return tuple(0.0 if sensor.closed else sensor.value for sensor in self._sensors)

    @property
    def values(self) -> Iterator[tuple[float, ...]]:
        """`value`, again and again, until they are closed or their recording ends: for `source` of gpiozero's boards."""
        return self._loop.repeated(lambda: self.value)

    def poll(self) -> int:
        """As `ForceSensor.poll`, for all of them."""
        return self._loop.poll()

    def run(self, timeout: float | None = None) -> None:
        """As `ForceSensor.run`."""
        refuse_coroutine("sensors.run()", "async for event in sensors[0].events(): ..., or await asyncio.Event().wait()")
        run(self._sensors[0]._core, self._loop, timeout)

    def close(self) -> None:
        """Closes all of them."""
        self._loop.close()

    @property
    def closed(self) -> bool:
        """They are closed."""
        return self._loop.is_closed

    def __repr__(self) -> str:
        forces = ", ".join("closed" if one.closed else f"{one._intake.read().force / 65536:.2f} N" for one in self._sensors)
        state = "closed" if self._loop.is_closed else forces
        return f"<ForceSensors: {self._loop.source}, {self.rate:g} readings/s of each, {state}>"

    def __enter__(self) -> Self:
        return self

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self._loop.leave(value)

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self._loop.leave(value)


def run(core: Any, loop: Any, timeout: float | None) -> None:
    """Reads until the loop ends, or so many seconds have passed. Raises StateError."""
    loop.verify()
    try:
        with quiet_interrupt():
            wait_for(core, loop, lambda: False, (), timeout)
    except StateError:
        if loop.failure is not None or not loop.is_closed:
            raise


def _joined(first: BaseException | None, problem: BaseException) -> BaseException:
    if first is None:
        return problem
    first.add_note(f"another sensor raised {type(problem).__name__}: {problem}")
    return first
