"""The converters that the ForceSensors of this process read: one reader for those that are read together, however many sensors are on them."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ._advice import of_bus, of_converter
from ._board import Board
from ._config_wiring import Wire, usual_keys, wired
from ._interrupts import is_interactive
from ._log import INFO, log
from ._other_buses import OtherBus, adapted
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
    """A bus, and the readers of its converters by their addresses. Its lock is held during a transfer, never while something waits."""

    def __init__(self, bus: Bus, path: str, is_own: bool) -> None:
        self.bus, self.path, self.is_own = bus, path, is_own
        self.lock = threading.RLock()
        self.users = 0
        self.readers: dict[int, Reader] = {}

    @classmethod
    def of(cls, bus: Any) -> SharedBus:
        """That of a number, a path, an object with transfer and wait, or a bus of another library; to be closed as often. Raises TypeError,
        BusError."""
        path, is_own = "", isinstance(bus, int | str) and not isinstance(bus, bool)
        usable: Any = None if is_own else adapted(bus)
        if is_own:
            path = bus if isinstance(bus, str) else f"/dev/i2c-{bus}"
        elif isinstance(usable, I2CBus | OtherBus):
            path = usable.path
        key: object = os.path.realpath(path) if path else id(bus)
        with _guard:
            if (found := _buses.get(key)) is None:
                try:
                    found = cls(I2CBus(path) if is_own else usable, path, is_own)
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

    def named(self, address: int) -> str:
        return f"the converter at {address:#x} on {self.name}"

    def join(self, share: Share) -> None:
        """From now on the converters of `share` are read for it, together with what else is read on them.

        In a notebook and at Python's prompt it takes its inputs over: the sensor that had one is closed, so that a cell runs twice.
        Raises InvalidError: an input is taken, or a converter has other settings; BusError: another process reads a converter.
        """
        if is_interactive() and not share.is_reference:
            for other in [one for reader in self._of(share) for one in reader.shares if one.close is not None and not one.is_reference]:
                if taken := set(other.wires) & set(share.wires):
                    address, channel = min(taken)
                    words = f"a new ForceSensor takes over channel={channel}; the earlier one is closed"
                    log(INFO, f"{self.named(address)}: {words}")
                    other.close()  # type: ignore[misc]
        with _guard, self.lock:
            readers = self._of(share) or [Reader(self)]
            try:
                if isinstance(self.bus, I2CBus):
                    for address, _ in share.wires:
                        self.bus.claim(address)
                readers[0].make([*(one for reader in readers for one in reader.shares), share])
            finally:
                self._keep(address for address, _ in share.wires)

    def leave(self, share: Share) -> None:
        """A converter that nobody reads any more is put to sleep."""
        with _guard, self.lock:
            reader = share.reader
            if reader is None or share not in reader.shares:
                return
            try:
                reader.make([one for one in reader.shares if one is not share])
            finally:
                share.reader = None
                self._keep(address for address, _ in share.wires)

    def _of(self, share: Share) -> list[Reader]:
        found = [self.readers[address] for address, _ in share.wires if address in self.readers]
        return list(dict.fromkeys(found))

    def _keep(self, addresses: Iterable[int]) -> None:
        """Gives up those that nobody reads."""
        for address in {*addresses} - self.readers.keys():
            if isinstance(self.bus, I2CBus):
                self.bus.release(address)

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
    """What is read in one go: all sensors, or one reference."""

    board: Board
    places: list[tuple[Share, int]]
    """Where in a frame the codes of each share begin."""


class Reader:
    """Converters that are read together: a frame has the codes of all sensors on them, and goes to those that asked for one."""

    def __init__(self, bus: SharedBus) -> None:
        self.bus = bus
        self.shares: list[Share] = []
        self._jobs: list[Job] = []
        self._current: Job | None = None
        self.frame_us = 0.0
        """How long a frame of all sensors takes."""

    def make(self, shares: list[Share]) -> None:
        """Reads for these, which other readers may have read for: nothing changes where it raises, but that a converter does not sleep."""
        self._verify_inputs(shares)
        keys = self._agreed(shares)
        jobs = []
        for wire in sorted({one.wires[0] for one in shares if one.is_reference}):
            jobs.append(self._job([wire], keys, [(one, 0) for one in shares if one.is_reference and one.wires[0] == wire], {}))
        wires: list[Wire] = []
        places: list[tuple[Share, int]] = []
        for one in shares:
            if not one.is_reference:
                places.append((one, len(wires)))
                wires += one.wires
        if wires:
            counts = Counter(address for one in shares for address, _ in one.wires)
            jobs.append(self._job(wires, keys, places, counts))
        was_read = any(one.was_read for one in self.shares)
        last, gone = self._jobs[-1:], {address for one in self.shares for address, _ in one.wires} - keys.keys()
        self.shares, self._jobs, self._current = shares, jobs, None
        self.frame_us = jobs[-1].board.wiring.frame_us() if jobs else 0.0
        for one in shares:
            one.reader = self
        readers = self.bus.readers
        for address in gone:
            del readers[address]
        readers |= dict.fromkeys(keys, self)
        if gone and was_read:
            last[0].board.stop()

    def _job(self, wires: Sequence[Wire], keys: Mapping[int, Mapping[str, Any]], places: list[tuple[Share, int]], counts: Mapping[int, int]) -> Job:
        """`counts`: how many inputs of a converter are read; one alone is converted without pause."""
        addresses = [address for address in keys if any(at == address for at, _ in wires)]
        if len(addresses) > 2:
            raise InvalidError(f"{', '.join(map(self.bus.named, sorted(addresses)))}: two are read together at most")
        converters = [usual_keys(keys[address], counts.get(address) == 1) | {"address": address} for address in addresses]
        return Job(Board(wired(converters, [(addresses.index(address), channel) for address, channel in wires]), self.bus.bus), places)

    def _verify_inputs(self, shares: Sequence[Share]) -> None:
        taken: dict[Wire, Share] = {}
        for share in shares:
            for wire in share.wires:
                other = taken.setdefault(wire, share)
                if other.is_reference is not share.is_reference:
                    raise InvalidError(f"channel={wire[1]}: the reference of {self.bus.named(wire[0])} is on this input")
                if other is not share and not share.is_reference:
                    words = "already has a ForceSensor; use that one, or close it first: sensor.close()"
                    raise InvalidError(f"channel={wire[1]}: this input of {self.bus.named(wire[0])} {words}")

    def _agreed(self, shares: Sequence[Share]) -> dict[int, dict[str, Any]]:
        """For each address the settings that its sensors were given: a converter has each setting once."""
        found: dict[int, dict[str, Any]] = {}
        for address, keys in [one for share in shares for one in share.keys.items()]:
            own = found.setdefault(address, {})
            for name, value in keys.items():
                if own.setdefault(name, value) != value:
                    raise InvalidError(f"{name}={value!r}: another sensor on {self.bus.named(address)} has {own[name]!r}, and it has one")
        for address, own in found.items():
            if own.get("mode") == "continuous" and sum(at == address for share in shares for at, _ in share.wires) > 1:
                raise InvalidError("continuous reads one input only; with a second sensor or a reference it must be False")
        return found

    # Called by the sources, each in its own thread

    def step(self, share: Share, now_us: int) -> Frame | None:
        """Does what is due for all that asked. The frame of `share`, once it has one."""
        share.asks, share.was_read = share.frame is None, True
        if self._current is None:
            self._current = next((job for job in self._jobs if any(one.asks for one, _ in job.places)), None)
        if (job := self._current) is not None and (frame := job.board.step(now_us)) is not None:
            self._current = None
            for one, place in job.places:
                if one.asks:
                    one.take(job.board, frame, place)
        found, share.frame = share.frame, None
        return found

    def next_us(self, share: Share) -> int:
        if share.frame is not None or self._current is None:
            return 0
        return self._current.board.next_us


@dataclass(slots=True, eq=False)
class Share:
    """What one source reads of the converters on a bus."""

    bus: SharedBus
    wires: Sequence[Wire]
    """Of each sensor the address of its converter, and the channel."""
    keys: Mapping[int, Mapping[str, Any]]
    """By address what [converter] of a config has."""
    is_reference: bool = False
    asks: bool = False
    was_read: bool = False
    frame: Frame | None = None
    reader: Reader | None = None
    close: Callable[[], object] | None = None
    """Closes the sensor that it belongs to."""
    _failing: tuple[Board, int] | None = None

    def take(self, board: Board, frame: Frame, place: int) -> None:
        """Its part of a frame. Its time is that of the last code of all."""
        own = slice(place, place + len(self.wires))
        failed = frozenset(range(len(frame.codes))[own]) & frame.failed
        self.asks = False
        self.frame = Frame(frame.t_us, frame.codes[own], frozenset(n - place for n in failed), frame.before_us[own])
        if failed:
            self._failing = board, board.converter(min(failed))

    def step(self, now_us: int) -> Frame | None:
        with self.bus.lock:
            return self.reader.step(self, now_us) if self.reader else None

    @property
    def next_us(self) -> int:
        return self.reader.next_us(self) if self.reader else 0

    @property
    def last_error(self) -> PressError | None:
        """Why a sensor failed last; None: none did."""
        return self._failing[0].error(self._failing[1]) if self._failing else None


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
