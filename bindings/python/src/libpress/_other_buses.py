"""Buses of other libraries as they are: smbus2's SMBus, the I2C of CircuitPython (busio, bitbangio, a channel of a multiplexer), periphery's."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import Any

_LOCK_S = 0.05
"""Seconds in which another thread gives a bus back."""


class OtherBus:
    """A bus of another library. Its errors are the kernel's, with their numbers."""

    def __init__(self, bus: Any) -> None:
        self.bus = bus

    def transfer(self, address: int, write: bytes, read_count: int) -> bytes:
        raise NotImplementedError

    def wait(self, until_us: int) -> int:
        """Sleeps until the monotonic time; 0: not at all. Returns the time now, microseconds."""
        left = until_us - time.monotonic_ns() // 1000
        if left > 0:
            time.sleep(left / 1e6)
        return time.monotonic_ns() // 1000

    @property
    def path(self) -> str:
        """Its file; "": it has none."""
        fd = getattr(self.bus, "fd", None)
        with suppress(OSError):
            if isinstance(fd, int):
                return os.readlink(f"/proc/self/fd/{fd}")
        return ""


class Smbus2(OtherBus):
    """An smbus2.SMBus."""

    def transfer(self, address: int, write: bytes, read_count: int) -> bytes:
        from smbus2 import i2c_msg  # type: ignore[import-not-found]

        read = i2c_msg.read(address, read_count)
        self.bus.i2c_rdwr(*([i2c_msg.write(address, write)] if write or not read_count else []), *([read] if read_count else []))
        return bytes(read) if read_count else b""


class CircuitPython(OtherBus):
    """A busio.I2C, or what is called in the same way."""

    def transfer(self, address: int, write: bytes, read_count: int) -> bytes:
        bus, into, until = self.bus, bytearray(read_count), time.monotonic() + _LOCK_S
        while not bus.try_lock():
            if time.monotonic() > until:
                raise TimeoutError("another part of the program holds the lock of the bus")
            time.sleep(0.0005)
        try:
            if write and read_count:
                bus.writeto_then_readfrom(address, write, into)
            elif read_count:
                bus.readfrom_into(address, into)
            else:
                bus.writeto(address, write)
        finally:
            bus.unlock()
        return bytes(into)


class Periphery(OtherBus):
    """A periphery.I2C."""

    def transfer(self, address: int, write: bytes, read_count: int) -> bytes:
        kind = self.bus.Message
        messages = [kind(write)] if write or not read_count else []
        if read_count:
            messages.append(kind(bytes(read_count), read=True))
        self.bus.transfer(address, messages)
        return bytes(messages[-1].data) if read_count else b""


def adapted(bus: Any) -> Any:
    """A Bus of what a program has. Raises TypeError, which says what to write."""
    if callable(getattr(bus, "transfer", None)) and callable(getattr(bus, "wait", None)):
        return bus
    kinds = {f"{one.__module__.partition('.')[0]}.{one.__name__}" for one in type(bus).__mro__}
    if "smbus2.SMBus" in kinds:
        return Smbus2(bus)
    if "periphery.I2C" in kinds:
        return Periphery(bus)
    if all(callable(getattr(bus, name, None)) for name in ("try_lock", "unlock", "writeto", "readfrom_into", "writeto_then_readfrom")):
        return CircuitPython(bus)
    if isinstance(bus, int | str) and not isinstance(bus, bool):
        raise TypeError(f"bus={bus!r}: open it, I2CBus({bus!r})")
    if any(one.endswith(".SMBus") for one in kinds):
        raise TypeError(
            f"bus is a {type(bus).__module__}.SMBus, which cannot write and read in one transfer: take smbus2.SMBus, or bus=N for /dev/i2c-N"
        )
    words = "smbus2.SMBus, CircuitPython's busio.I2C, periphery's I2C, or an object with transfer and wait"
    raise TypeError(f"bus={bus!r}: the number of an I2C bus, its path, {words}")
