"""The I2C buses of Linux, in pure Python: /dev/i2c-N by the ioctl I2C_RDWR."""

from __future__ import annotations

import errno
import fcntl
import os
import struct
import time
from contextlib import suppress
from ctypes import POINTER, Structure, c_uint8, c_uint16, c_uint32, create_string_buffer, pointer

from ._strict import Strict
from .errors import BusError, ForbiddenError, InUseError, NackError, TimedOutError

_I2C_RDWR = 0x0707
_I2C_M_RD = 0x0001
_I2C_TIMEOUT = 0x0702


class _Message(Structure):
    _fields_ = [("addr", c_uint16), ("flags", c_uint16), ("len", c_uint16), ("buf", POINTER(c_uint8))]


class _Transfer(Structure):
    _fields_ = [("msgs", POINTER(_Message)), ("nmsgs", c_uint32)]


class I2CBus(Strict):
    """A Bus on a Linux device file. `timeout_ms` bounds one transfer (the kernel rounds it to 10 ms).

    Raises BusError when the file cannot be opened; the message says what to check. A context manager.
    """

    __slots__ = ("_file", "_timeout", "path")

    def __init__(self, path: str | int = "/dev/i2c-1", timeout_ms: int = 50) -> None:
        self.path = f"/dev/i2c-{path}" if isinstance(path, int) else path
        self._file, self._timeout = -1, max(1, -(-timeout_ms // 10))
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CLOEXEC)
            fcntl.ioctl(self._file, _I2C_TIMEOUT, self._timeout)
        except OSError as problem:
            self.close()
            kind = ForbiddenError if problem.errno in (errno.EACCES, errno.EPERM) else BusError
            raise kind(f"opening {self.path}: {os.strerror(problem.errno or 0)}{_advice(problem)}") from problem

    def transfer(self, address: int, write: bytes, read_count: int) -> bytes:
        """Writes, then reads after a repeated start. Raises NackError, TimedOutError, BusError."""
        if not 0 <= address <= 0x7F:
            raise ValueError(f"address = {address:#x} is not a 7-bit address")
        if self._file < 0:
            raise BusError(f"{self.path} is closed")
        out = create_string_buffer(bytes(write), max(len(write), 1))
        into = create_string_buffer(max(read_count, 1))
        parts = []
        if write:
            parts.append(_Message(address, 0, len(write), POINTER(c_uint8).from_buffer(pointer(out))))
        if read_count:
            parts.append(_Message(address, _I2C_M_RD, read_count, POINTER(c_uint8).from_buffer(pointer(into))))
        if not parts:  # only the address, as i2cdetect does
            parts.append(_Message(address, 0, 0, POINTER(c_uint8).from_buffer(pointer(out))))
        messages = (_Message * len(parts))(*parts)
        transfer = _Transfer(messages, len(parts))
        try:
            fcntl.ioctl(self._file, _I2C_RDWR, transfer)  # not its address: an int is cut to 32 bits
        except OSError as problem:
            raise self._error(address, problem) from problem
        return into.raw[:read_count]

    def _error(self, address: int, problem: OSError) -> BusError:
        where = f"device 0x{address:02x} on {self.path}"
        if problem.errno in (errno.EREMOTEIO, errno.ENXIO):
            return NackError(f"{where} does not answer: check the wires, the pull-ups and the address")
        if problem.errno == errno.ETIMEDOUT:
            return TimedOutError(f"{where} did not answer in time: is SCL or SDA held low?")
        return BusError(f"{where}: {os.strerror(problem.errno or 0)}")

    def wait(self, until_us: int) -> int:
        """Sleeps until the monotonic time; 0: not at all. Returns the time now, microseconds."""
        left = until_us - time.monotonic_ns() // 1000
        if left > 0:
            time.sleep(left / 1e6)
        return time.monotonic_ns() // 1000

    def reopen(self) -> bool:
        """Opens the file again: its adapter may have been away. Returns whether it is there."""
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            return False
        self.close()
        self._file = file
        with suppress(OSError):
            fcntl.ioctl(file, _I2C_TIMEOUT, self._timeout)
        return True

    def close(self) -> None:
        """Closes the file. Nothing happens when it is closed already."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> I2CBus:
        return self

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


class Claim:
    """That this process reads the converter at an address: a lock on that byte of the file of its bus, kept until `close`."""

    __slots__ = ("_address", "_file")

    def __init__(self, path: str, address: int) -> None:
        """Raises InUseError: another process has it; it is named where that can be seen."""
        self._file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        self._address = address
        try:
            self._lock(fcntl.F_WRLCK)
        except OSError as problem:
            self.forget()
            if problem.errno not in (errno.EAGAIN, errno.EACCES):
                return  # a system without such locks
            who = _holder(path, address)
            raise InUseError(f"{who} reads the converter at {address:#x} on {path} already, and it has one reader") from None

    def _lock(self, kind: int) -> None:
        # Of the open file, not of the process: it stays when another file of this bus is closed.
        fcntl.fcntl(self._file, getattr(fcntl, "F_OFD_SETLK", 37), struct.pack("hhqqi0q", kind, os.SEEK_SET, self._address, 1, 0))

    def close(self) -> None:
        """Gives it up, also where a child process has the file."""
        if self._file >= 0:
            with suppress(OSError):
                self._lock(fcntl.F_UNLCK)
            self.forget()

    def forget(self) -> None:
        """Closes the file; the lock stays with another process that has it."""
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)


def _holder(path: str, address: int) -> str:
    """The other process that has the lock, as people know it."""
    real = os.path.realpath(path)
    for number in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            for one in os.listdir(f"/proc/{number}/fd"):
                if os.readlink(f"/proc/{number}/fd/{one}") != real:
                    continue
                with open(f"/proc/{number}/fdinfo/{one}") as info, open(f"/proc/{number}/cmdline", "rb") as line:
                    if f" {address} {address}\n" in info.read():
                        words = " ".join(line.read().replace(b"\0", b" ").decode(errors="replace").split())
                        return f"another process ({number}: {words:.80})"
    return "another process"


def _advice(problem: OSError) -> str:
    if problem.errno == errno.ENOENT:
        return ". Is the number right, and I2C switched on (on a Raspberry Pi: sudo raspi-config, Interface Options)?"
    if problem.errno == errno.EACCES:
        return ". May this user use it? (sudo usermod -aG i2c $USER, then log in again)"
    if problem.errno == errno.ENOTTY:
        return ". That is not an I2C bus"
    return ""
