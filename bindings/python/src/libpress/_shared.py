"""The converters that the ForceSensors of this process read: one reader for each, however many sensors are on it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ._advice import of_bus, of_converter
from ._board import Driver
from ._interrupts import is_interactive
from ._log import INFO, log
from .bus import Bus
from .errors import BusError, InvalidError, PressError
from .linux import I2CBus
from .numbers import to_unsigned
from .pad import Frame

_guard = threading.RLock()
"""Held while buses and readers come and go."""
_buses: dict[object, SharedBus] = {}
"""By the file of the bus, or the object of the program."""


class SharedBus:
    """A bus, and the readers of its converters. Its lock is held during a transfer, never while something waits."""

    def __init__(self, bus: Bus, path: str, is_own: bool) -> None:
        self.bus, self.path, self.is_own = bus, path, is_own
        self.lock = threading.RLock()
        self.users = 0
        self.readers: dict[int, Reader] = {}

    @classmethod
    def of(cls, bus: Any) -> SharedBus:
        """That of a number, a path or an object with transfer and wait; to be closed as often. Raises TypeError, BusError."""
        path = ""
        if isinstance(bus, int | str) and not isinstance(bus, bool):
            path = bus if isinstance(bus, str) else f"/dev/i2c-{bus}"
        elif isinstance(bus, I2CBus):
            path = bus.path
        elif not isinstance(bus, Bus):
            raise TypeError(f"bus={bus!r}: the number of an I2C bus, its path, or an object with transfer and wait")
        key: object = os.path.realpath(path) if path else id(bus)
        with _guard:
            if (found := _buses.get(key)) is None:
                is_own = not isinstance(bus, Bus)
                try:
                    found = cls(I2CBus(path) if is_own else bus, path, is_own)
                except BusError as problem:
                    raise of_bus(path, problem) from None
                found.now()  # a clock that gives no time is said here, not in a thread
                _buses[key] = found
            found.users += 1
            return found

    @property
    def name(self) -> str:
        return self.path or "the bus"

    def now(self) -> int:
        """The time of its clock, microseconds. Raises TypeError."""
        return to_unsigned(self.bus.wait(0), 64, "the time that Bus.wait returns")

    def reader(self, address: int) -> Reader:
        """That of a converter, which is asked whether it is there the first time. Raises BusError."""
        with _guard:
            if (found := self.readers.get(address)) is None:
                found = self.readers[address] = Reader(self, address)
            return found

    def ask(self, address: int) -> None:
        """Raises the error that says why nothing answers there."""
        try:
            with self.lock:
                self.bus.transfer(address, b"\x01", 2)
        except OSError as problem:
            raise of_converter(self.bus, self.name, address, problem) from None

    def reopen(self) -> None:
        """Its adapter may have been away."""
        if isinstance(self.bus, I2CBus) and self.is_own:
            with self.lock:
                self.bus.reopen()

    def close(self) -> None:
        """One user less; the last one closes what was opened here."""
        with _guard:
            self.users -= 1
            if self.users == 0:
                for key in [key for key, one in _buses.items() if one is self]:
                    del _buses[key]
                if self.is_own and isinstance(self.bus, I2CBus):
                    self.bus.close()


@dataclass(slots=True)
class Job:
    """What one driver reads in one go: the inputs of all sensors, or one reference."""

    driver: Driver
    inputs: tuple[int, ...]
    shares: list[Share]


class Reader:
    """One converter: a frame has the codes of all sensors on it, and goes to those that asked for one."""

    def __init__(self, bus: SharedBus, address: int) -> None:
        self.bus, self.address = bus, address
        self._shares: list[Share] = []
        self._jobs: list[Job] = []
        self._current: Job | None = None
        self._was_read = False

    @property
    def name(self) -> str:
        return f"the converter at {self.address:#x} on {self.bus.name}"

    @property
    def inputs(self) -> tuple[int, ...]:
        """Of all sensors."""
        return tuple(sorted(one for share in self._shares if not share.is_reference for one in share.inputs))

    def join(self, share: Share) -> None:
        """In a notebook and at Python's prompt it takes its input over: the sensor that had it is closed, so that a cell runs twice.

        Raises InvalidError: its input is taken, or it has other settings; BusError: another process reads this converter.
        """
        if is_interactive() and not share.is_reference:
            for other in [one for one in self._shares if one.close is not None and not one.is_reference]:
                if set(other.inputs) & set(share.inputs):
                    log(INFO, f"{self.name}: a new ForceSensor takes over channel={', '.join(map(str, share.inputs))}; the earlier one is closed")
                    other.close()  # type: ignore[misc]
        with _guard, self.bus.lock:
            try:
                if isinstance(self.bus.bus, I2CBus):
                    self.bus.bus.claim(self.address)
                self._make([*self._shares, share])
            except BaseException:
                self._let_go()
                raise

    def leave(self, share: Share) -> None:
        """The last one puts the converter to sleep."""
        with _guard, self.bus.lock:
            if share not in self._shares:
                return
            rest = [one for one in self._shares if one is not share]
            try:
                if rest:
                    self._make(rest)
                else:
                    self._shares = []
                    if self._was_read:
                        self._jobs[-1].driver.stop()
            finally:
                self._let_go()

    def _let_go(self) -> None:
        if self._shares:
            return
        self.bus.readers.pop(self.address, None)
        if isinstance(self.bus.bus, I2CBus):
            self.bus.bus.release(self.address)

    def _make(self, shares: list[Share]) -> None:
        """The drivers for these: nothing changes where it raises."""
        self._verify_inputs(shares)
        sensors, options = [one for one in shares if not one.is_reference], self._agreed(shares)
        first = shares[0]
        jobs = []
        for reference in sorted({one.inputs[0] for one in shares if one.is_reference}):
            own = [one for one in shares if one.is_reference and one.inputs[0] == reference]
            jobs.append(Job(first.make(self.bus.bus, [reference], options, False), (reference,), own))
        if sensors:
            inputs = tuple(sorted(one for share in sensors for one in share.inputs))
            is_alone = len(inputs) == 1 and not jobs
            jobs.append(Job(first.make(self.bus.bus, list(inputs), options, is_alone), inputs, sensors))
        self._shares, self._jobs, self._current = shares, jobs, None

    def _verify_inputs(self, shares: Sequence[Share]) -> None:
        taken: dict[int, Share] = {}
        for share in shares:
            for one in share.inputs:
                other = taken.setdefault(one, share)
                if other.is_reference is not share.is_reference:
                    raise InvalidError(f"channel={one}: the reference of {self.name} is on this input")
                if other is not share and not share.is_reference:
                    words = "already has a ForceSensor; use that one, or close it first: sensor.close()"
                    raise InvalidError(f"channel={one}: this input of {self.name} {words}")

    def _agreed(self, shares: Sequence[Share]) -> dict[str, Any]:
        """The settings that they were given: a converter has each once."""
        options: dict[str, Any] = {}
        for share in shares:
            for name, value in {"model": share.model, **share.options}.items():
                if options.setdefault(name, value) != value:
                    raise InvalidError(f"{name}={value!r}: another sensor on {self.name} has {options[name]!r}, and it has one")
        del options["model"]
        if options.get("continuous") and sum(len(one.inputs) for one in shares) > 1:
            raise InvalidError("continuous reads one input only; with a second sensor or a reference it must be False")
        return options

    # Called by the sources, each in its own thread

    def step(self, share: Share, now_us: int) -> Frame | None:
        """Does what is due for all that asked. The frame of `share`, once it has one."""
        with self.bus.lock:
            share.asks = share.frame is None
            self._was_read = True
            if self._current is None:
                self._current = next((job for job in self._jobs if any(one.asks for one in job.shares)), None)
            if (job := self._current) is not None and (frame := job.driver.step(now_us)) is not None:
                self._current = None
                for one in job.shares:
                    if one.asks:
                        one.asks, one.frame, one.failing = False, _part(frame, job.inputs, one.inputs), job.driver
            found, share.frame = share.frame, None
            return found

    def next_us(self, share: Share) -> int:
        if share.frame is not None or self._current is None:
            return 0
        return self._current.driver.next_us


@dataclass(slots=True, eq=False)
class Share:
    """One source's part of a reader: to its Board it is a driver."""

    reader: Reader
    model: str
    inputs: tuple[int, ...]
    options: Mapping[str, Any]
    make: Callable[[Bus, Sequence[int], Mapping[str, Any], bool], Driver]
    """The driver of some inputs with the settings that all agreed on, and whether it reads nothing else."""
    is_reference: bool = False
    asks: bool = False
    frame: Frame | None = None
    close: Callable[[], object] | None = None
    """Closes the sensor that it belongs to."""
    failing: Driver | None = field(default=None)

    def step(self, now_us: int) -> Frame | None:
        return self.reader.step(self, now_us)

    @property
    def next_us(self) -> int:
        return self.reader.next_us(self)

    @property
    def last_error(self) -> PressError | None:
        return self.failing.last_error if self.failing is not None else None

    def stop(self) -> None:
        self.reader.leave(self)


def _part(frame: Frame, inputs: Sequence[int], own: Sequence[int]) -> Frame:
    """The codes of some inputs of a frame, in rising order. Its time is that of the last code of all."""
    places = [inputs.index(one) for one in sorted(own)]
    failed = frozenset(n for n, place in enumerate(places) if place in frame.failed)
    return Frame(frame.t_us, tuple(frame.codes[n] for n in places), failed, tuple(frame.before_us[n] for n in places))


def forked() -> None:
    """In a child process: the converters are the parent's. Their files are closed, and nothing is sent."""
    global _guard
    _guard = threading.RLock()
    for bus in _buses.values():
        if bus.is_own and isinstance(bus.bus, I2CBus):
            with suppress(OSError):
                bus.bus.forget()
    _buses.clear()


os.register_at_fork(after_in_child=forked)
