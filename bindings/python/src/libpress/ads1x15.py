"""ADS1115 and ADS1015 converters over a bus written in Python."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable
from ctypes import byref, memmove, sizeof, string_at
from typing import Any, Protocol, runtime_checkable

from . import _raw
from ._config import default
from ._interrupts import guarded
from ._strict import Strict
from .errors import BusError, NackError, TimedOutError, check, error, why
from .numbers import NEVER, to_unsigned
from .pad import Frame


@runtime_checkable
class Bus(Protocol):
    """An I2C bus: two functions."""

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


class _Port:
    """A Bus as a press_bus. Keeps the exceptions that cannot pass through C."""

    __slots__ = ("_callbacks", "_functions", "bug", "problem")

    def __init__(self, bus: Bus) -> None:
        self.problem: OSError | None = None
        """The last OSError of the bus."""
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
                self.problem = problem
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

        self._functions = (transfer, wait)
        self._callbacks = (_raw.bus_transfer_fn(transfer), _raw.bus_wait_fn(wait))

    def raw(self) -> _raw.press_bus:
        return _raw.press_bus(sizeof(_raw.press_bus), None, *self._callbacks)

    def _keep(self, bug: BaseException) -> None:
        self.bug = bug

    def call(self, function: Callable[..., int], *arguments: Any) -> int:
        """Calls what uses the bus. Raises what the bus left, when it is not an OSError."""
        status = guarded(function, arguments, self._functions, self._keep)
        if self.bug is not None:
            bug, self.bug = self.bug, None
            raise bug
        return status


class Ads1x15(Strict):
    """An ADS1115 or ADS1015, read by the library's driver over a Bus.

    `channels` are the inputs (0..3, against ground) in rising order: sensor 0 is the first of them. `range_mv` is 6144,
    4096, 2048, 1024, 512 or 256; `rate_sps` 8 16 32 64 128 250 475 860 (ADS1115) or 128 250 490 920 1600 2400 3300
    (ADS1015). `continuous` converts without pause, one channel only; `poll_ready` asks the ready bit, at most
    `ready_polls` times, instead of trusting the conversion time; `ready_pin` sets ALERT/RDY up, and the program steps
    on its falling edge. A failed transfer is tried `retries` more times. Nothing is sent before the first step.

    Raises InvalidError, OverflowError.
    """

    __slots__ = ("_inputs", "_name", "_port", "_raw")

    def __init__(
        self,
        bus: Bus,
        channels: Iterable[int] = (0,),
        *,
        model: str = "ADS1115",
        address: int = 0x48,
        range_mv: int = 4096,
        rate_sps: int | None = None,
        continuous: bool = False,
        poll_ready: bool = False,
        ready_pin: bool = False,
        retries: int | None = None,
        ready_polls: int | None = None,
    ) -> None:
        inputs = sorted(set(channels))
        if not inputs or inputs[0] < 0 or inputs[-1] > 3:
            raise ValueError("channels must be one or more of 0, 1, 2, 3")
        models = {"ADS1115": (_raw.PRESS_ADS1115, 860), "ADS1015": (_raw.PRESS_ADS1015, 3300)}
        if model.upper() not in models:
            raise ValueError(f"model must be ADS1115 or ADS1015, not {model}")
        self._inputs = len(inputs)
        config = default(_raw.press_ads1x15_config)
        config.model, fastest = models[model.upper()]
        config.address = to_unsigned(address, 8, "address")
        config.channels = sum(1 << n for n in inputs)
        config.flags = (
            (_raw.PRESS_ADS1X15_CONTINUOUS if continuous else 0)
            | (_raw.PRESS_ADS1X15_POLL_READY if poll_ready else 0)
            | (_raw.PRESS_ADS1X15_READY_PIN if ready_pin else 0)
        )
        config.range_mv = to_unsigned(range_mv, 16, "range_mv")
        config.rate_sps = to_unsigned(fastest if rate_sps is None else rate_sps, 16, "rate_sps")
        if retries is not None:
            config.retries = to_unsigned(retries, 16, "retries")
        if ready_polls is not None:
            config.ready_polls = to_unsigned(ready_polls, 16, "ready_polls")
        self._name = f"{model.upper()} at address 0x{config.address:02x}"
        self._port = _Port(bus)
        self._raw = _raw.press_ads1x15()
        check(
            _raw.press_ads1x15_init(byref(self._raw), byref(config), byref(self._port.raw())),
            f"setting up the {self._name}",
            why(_raw.press_ads1x15_config_check, config),
        )

    def step(self, now_us: int) -> Frame | None:
        """Does what is due now: at most one bus transfer and its retries. Never blocks beyond that.

        Returns a Frame when all channels have been read (those that failed are in `failed`), else None.
        """
        frame = _raw.press_frame()
        now = to_unsigned(now_us, 64, "now_us")
        status = self._port.call(_raw.press_ads1x15_step, byref(self._raw), now, byref(frame))
        check(status, f"stepping the {self._name}")
        return self._frame(frame) if status else None

    @property
    def next_us(self) -> int:
        """When `step` is next due, microseconds; 0: at once."""
        return int(_raw.press_ads1x15_next(byref(self._raw)))

    def read(self, timeout_us: int = 1_000_000) -> Frame:
        """Steps and waits, through the bus, until a frame is complete. Channels that failed are in `failed`.

        Raises TimedOutError, with the last error of the bus as its cause.
        """
        frame = _raw.press_frame()
        longest = to_unsigned(timeout_us, 32, "timeout_us")
        status = self._port.call(_raw.press_ads1x15_read, byref(self._raw), longest, byref(frame))
        if status < 0:
            raise error(status, f"reading the {self._name}") from self._port.problem
        return self._frame(frame)

    @property
    def last_error(self) -> BusError | None:
        """The error of the last failed transfer, its cause what the bus raised; None: there was none."""
        status = _raw.press_ads1x15_last_error(byref(self._raw))
        if status == _raw.PRESS_OK:
            return None
        problem = error(status, f"talking to the {self._name}")
        if not isinstance(problem, BusError):
            raise problem
        problem.__cause__ = self._port.problem
        if isinstance(problem, NackError):
            problem.add_note("Check the wires (SDA, SCL, supply, ground), the pull-ups and the address.")
        return problem

    def stop(self) -> None:
        """Puts the converter to sleep. Raises BusError, NackError, TimedOutError."""
        status = self._port.call(_raw.press_ads1x15_stop, byref(self._raw))
        if status < 0:
            raise error(status, f"stopping the {self._name}") from self._port.problem

    def _frame(self, raw: _raw.press_frame) -> Frame:
        numbers = range(self._inputs)
        return Frame(
            raw.t_us,
            tuple(raw.code[n] if raw.present >> n & 1 else None for n in numbers),
            frozenset(n for n in numbers if raw.failed >> n & 1),
            tuple(raw.before_us[n] for n in numbers),
        )


__all__ = ["Ads1x15", "Bus", "BusError", "NackError", "TimedOutError"]
