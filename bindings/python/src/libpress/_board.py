"""One or several converters on a bus, read as one: a frame has a code for each sensor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .errors import BusError, PressError
from .pad import Frame


class Driver(Protocol):
    """What steps a converter: Ads1x15, I2CConverter, or a share of one."""

    def step(self, now_us: int) -> Frame | None: ...

    @property
    def next_us(self) -> int: ...

    @property
    def last_error(self) -> PressError | None: ...

    def stop(self) -> None: ...


class Board:
    """Drivers that step in turn, so that their conversions overlap."""

    def __init__(self, drivers: Sequence[Driver], wires: Sequence[tuple[int, int]]) -> None:
        """`wires`: of each sensor its driver, from 0, and the channel of that, each once."""
        self.drivers = list(drivers)
        self._done: list[Frame | None] = [None] * len(drivers)
        inputs = [sorted(channel for own, channel in wires if own == n) for n in range(len(drivers))]
        # The codes of a driver come in rising order of its channels.
        self._places = [(own, inputs[own].index(channel)) for own, channel in wires]
        self.failing = 0
        """The driver whose channel failed last."""

    def step(self, now_us: int) -> Frame | None:
        """Does what is due: at most one transfer of each driver. A frame once all have theirs; what failed is in `failed`."""
        for n, driver in enumerate(self.drivers):
            if self._done[n] is None:
                self._done[n] = driver.step(now_us)
        done = [frame for frame in self._done if frame is not None]
        if len(done) < len(self.drivers):
            return None
        self._done = [None] * len(self.drivers)
        self.failing = next((n for n, frame in enumerate(done) if frame.failed), self.failing)
        return self._joined(done, now_us)

    def _joined(self, done: Sequence[Frame], now_us: int) -> Frame:
        """From the order of the drivers to that of the sensors. The time is that of the last code, `now_us` without a code."""
        t_us = max((frame.t_us for frame in done if any(code is not None for code in frame.codes)), default=now_us)
        codes, before, failed = [], [], set()
        for number, (own, place) in enumerate(self._places):
            frame = done[own]
            codes.append(frame.codes[place])
            if place in frame.failed:
                failed.add(number)
            before.append(t_us - frame.t_us + frame.before_us[place] if frame.codes[place] is not None else 0)
        return Frame(t_us, tuple(codes), frozenset(failed), tuple(before))

    @property
    def next_us(self) -> int:
        """When a step is next due; 0: at once."""
        return min(driver.next_us for driver, frame in zip(self.drivers, self._done, strict=True) if frame is None)

    @property
    def last_error(self) -> PressError | None:
        """Why a channel failed last; None: none did."""
        return self.drivers[self.failing].last_error

    def stop(self) -> None:
        """Puts all to sleep. Raises the first error, after all were asked."""
        problem: BusError | None = None
        for driver in self.drivers:
            try:
                driver.stop()
            except BusError as error:
                problem = problem or error
        if problem is not None:
            raise problem
