"""An I2C bus written in Python, and what the drivers of all converters share."""

from __future__ import annotations

import errno
from collections.abc import Callable
from ctypes import byref, memmove, sizeof, string_at
from typing import Any, NamedTuple, Protocol, runtime_checkable

from ._interrupts import keep_interrupts
from ._other_buses import adapted
from ._strict import Strict
from .errors import NackError, PressError, StateError, check, error, why
from .generated import _raw
from .numbers import NEVER, to_unsigned
from .pad import Frame


@runtime_checkable
class Bus(Protocol):
    """An I2C bus: two functions.

    Where a Bus is taken, so is a bus of another library as it is: an smbus2.SMBus, a busio.I2C, periphery's I2C.
    """

    def transfer(self, address: int, write: bytes, read_count: int) -> bytes:
        """Writes to the 7-bit address, then, after a repeated start, reads `read_count` bytes; either may be none.

        Raises NackError (or an OSError with errno EREMOTEIO or ENXIO) when no device acknowledges, TimeoutError when
        it does not answer in time, another OSError when the bus fails. Must return within a bounded time.
        """

    def wait(self, until_us: int) -> int:
        """Sleeps until the monotonic time `until_us`, or less; 0: not at all. Returns the time now, microseconds."""


def _status(problem: OSError) -> int:
    if isinstance(problem, NackError) or problem.errno in (errno.EREMOTEIO, errno.ENXIO):
        return _raw.PRESS_ERR_NACK
    if isinstance(problem, TimeoutError) or problem.errno == errno.ETIMEDOUT:
        return _raw.PRESS_ERR_TIMEDOUT
    return _raw.PRESS_ERR_IO


class Port:
    """A Bus as a press_bus. Keeps the exceptions that cannot pass through C."""

    __slots__ = ("_callbacks", "_functions", "bug", "problem", "problems", "wait")

    def __init__(self, bus: Any) -> None:
        """`bus`: a Bus, or one of another library. Raises TypeError."""
        bus = adapted(bus)
        self.wait: Callable[[int], int] = bus.wait
        self.problem: OSError | None = None
        """The last OSError of the bus."""
        self.problems: dict[int, OSError] = {}
        """By the address that was asked."""
        self.bug: BaseException | None = None
        """What is not an OSError: raised by the call that the program made."""

        def transfer(address: int, out: Any, out_count: int, into: Any, in_count: int, _user: Any) -> int:
            if self.bug is not None:
                return _raw.PRESS_ERR_IO
            try:
                data = bus.transfer(address, string_at(out, out_count) if out_count else b"", in_count)
                if len(data) != in_count:
                    raise OSError(errno.EIO, f"the bus read {len(data)} bytes instead of {in_count}")
                if in_count:
                    memmove(into, bytes(data), in_count)
                return _raw.PRESS_OK
            except OSError as problem:
                self.problem = self.problems[address] = problem
                return _status(problem)
            except BaseException as bug:
                self.bug = bug
                return _raw.PRESS_ERR_IO

        def wait(until_us: int, _user: Any) -> int:
            if self.bug is None:
                try:
                    return to_unsigned(bus.wait(until_us), 64, "the time from Bus.wait")
                except BaseException as bug:
                    self.bug = bug
            return NEVER - 1  # any time-out has passed: the call returns, and raises the bug

        for one in (transfer, wait):
            one.keep = self._keep  # type: ignore[union-attr]
            keep_interrupts(one)  # type: ignore[arg-type]
        self._callbacks = (_raw.bus_transfer_fn(transfer), _raw.bus_wait_fn(wait))

    def raw(self) -> _raw.press_bus:
        return _raw.press_bus(sizeof(_raw.press_bus), None, *self._callbacks)

    def _keep(self, bug: BaseException) -> None:
        self.bug = bug

    def call(self, function: Callable[..., int], *arguments: Any) -> int:
        """Calls what uses the bus. Raises what the bus left, when it is not an OSError."""
        status = function(*arguments)
        if self.bug is not None:
            bug, self.bug = self.bug, None
            raise bug
        return status


def explained(status: int, name: str, cause: OSError | None) -> PressError | None:
    """Why a converter failed, with what to look at. `cause`: what the bus raised."""
    if status == _raw.PRESS_OK:
        return None
    problem = error(status, f"talking to the {name}")
    if isinstance(problem, StateError):
        problem.add_note("What answers is not set up as it was: does another program use it, does its power fail, or is it another chip?")
        return problem
    problem.__cause__ = cause
    if isinstance(problem, NackError):
        problem.add_note("Check the wires (SDA, SCL, supply, ground), the pull-ups and the address.")
    return problem


def frame_of(raw: _raw.press_frame, inputs: int) -> Frame:
    numbers = range(inputs)
    return Frame(
        raw.t_us,
        tuple(raw.code[n] if raw.present >> n & 1 else None for n in numbers),
        frozenset(n for n in numbers if raw.failed >> n & 1),
        tuple(raw.before_us[n] for n in numbers),
    )


class Calls(NamedTuple):
    """The functions of one kind of driver."""

    init: Any
    config_check: Any
    step: Any
    next_deadline: Any
    read: Any
    last_error: Any
    conflicts: Any
    stop: Any

    @classmethod
    def of(cls, kind: str) -> Calls:
        return cls(*(getattr(_raw, f"press_{kind}_{name}") for name in cls._fields))


class Converter(Strict):
    """What I2CConverter and its kinds have in common."""

    __slots__ = ("_calls", "_inputs", "_name", "_port", "_raw")

    def __init__(self, bus: Bus, calls: Calls, raw: Any, config: Any, name: str) -> None:
        port = Port(bus)
        status = calls.init(byref(raw), byref(config), byref(port.raw()))
        check(status, f"setting up the {name}", why(calls.config_check, config))
        self._port, self._raw = port, raw
        self._calls, self._name, self._inputs = calls, name, config.channels.bit_count()

    def step(self, now_us: int) -> Frame | None:
        """Does what is due now: at most one bus transfer and its retries. Never blocks beyond that.

        Returns a Frame when all channels have been read (those that failed are in `failed`), else None.
        """
        frame = _raw.press_frame()
        now = to_unsigned(now_us, 64, "now_us")
        status = self._port.call(self._calls.step, byref(self._raw), now, byref(frame))
        check(status, f"stepping the {self._name}")
        return frame_of(frame, self._inputs) if status else None

    @property
    def next_us(self) -> int:
        """When `step` is next due, microseconds; 0: at once."""
        return int(self._calls.next_deadline(byref(self._raw)))

    def read(self, timeout_us: int = 1_000_000) -> Frame:
        """Steps and waits, through the bus, until a frame is complete. Channels that failed are in `failed`.

        Raises TimedOutError, with the last error of the bus as its cause.
        """
        frame = _raw.press_frame()
        longest = to_unsigned(timeout_us, 32, "timeout_us")
        status = self._port.call(self._calls.read, byref(self._raw), longest, byref(frame))
        if status < 0:
            raise error(status, f"reading the {self._name}") from self._port.problem
        return frame_of(frame, self._inputs)

    @property
    def last_error(self) -> PressError | None:
        """Why a channel failed last; None: none did. BusError: a transfer failed, its cause is what the bus raised.
        StateError: what answers is set up by another program, is reset, or is another chip.
        """
        return explained(self._calls.last_error(byref(self._raw)), self._name, self._port.problem)

    @property
    def conflicts(self) -> int:
        """How often the converter was found set up in another way, by another program or by a reset. It was then set up again."""
        return int(self._calls.conflicts(byref(self._raw)))

    def stop(self) -> None:
        """Puts the converter to sleep. Raises BusError, NackError, TimedOutError."""
        status = self._port.call(self._calls.stop, byref(self._raw))
        if status < 0:
            raise error(status, f"stopping the {self._name}") from self._port.problem
