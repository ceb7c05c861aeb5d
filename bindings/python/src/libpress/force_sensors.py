"""Several ForceSensors on one converter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar, overload

from ._loop import Loop
from ._sources import Source
from ._strict import Strict
from .pad import Frame

S = TypeVar("S")


class ForceSensors(Strict, Sequence[S]):
    """What `ForceSensor.pads` makes: a sequence of ForceSensor that one loop reads. Closing one closes all."""

    __slots__ = ("_loop", "_sensors")
    _way = "pads"

    def __init__(self, sensors: Sequence[S], source: Source, deliver: Any = None) -> None:
        self._sensors: tuple[Any, ...] = tuple(sensors)
        self._loop = Loop(source, self._take, self._finish, deliver=deliver)

    def _take(self, frame: Frame) -> None:
        first: BaseException | None = None
        for n, sensor in enumerate(self._sensors):
            failed = frozenset((0,)) if n in frame.failed else frozenset()
            try:
                sensor._intake.take(Frame(frame.t_us, frame.codes[n : n + 1], failed, frame.before_us[n : n + 1]))
            except BaseException as problem:  # the others get their readings all the same
                first = _joined(first, problem)
        if first is not None:
            raise first

    def _finish(self, end_us: int | None) -> None:
        first: BaseException | None = None
        for sensor in self._sensors:
            try:
                sensor._intake.finish(end_us)
            except BaseException as problem:
                first = _joined(first, problem)
        if first is not None:
            raise first

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
        return self._loop.source.rate

    @property
    def value(self) -> tuple[float, ...]:
        """The `value` of each."""
        return tuple(sensor.value for sensor in self._sensors)

    @property
    def values(self) -> Iterator[tuple[float, ...]]:
        """`value`, again and again, until they are closed or their recording ends: for `source` of gpiozero's boards."""
        return self._loop.repeated(lambda: self.value)

    def poll(self) -> int:
        """As `ForceSensor.poll`, for all of them."""
        return int(self._sensors[0].poll())

    def run(self, timeout: float | None = None) -> None:
        """As `ForceSensor.run`."""
        self._sensors[0].run(timeout)

    def close(self) -> None:
        """Closes all of them."""
        self._loop.close()

    @property
    def closed(self) -> bool:
        """They are closed."""
        return self._loop.is_closed

    def __repr__(self) -> str:
        forces = ", ".join(f"{one._intake.read().force / 65536:.2f} N" for one in self._sensors)
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


def _joined(first: BaseException | None, problem: BaseException) -> BaseException:
    if first is None:
        return problem
    first.add_note(f"another sensor raised {type(problem).__name__}: {problem}")
    return first
