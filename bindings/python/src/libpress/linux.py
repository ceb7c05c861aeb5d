"""The I2C buses of Linux, in pure Python: /dev/i2c-N by the ioctl I2C_RDWR."""

from __future__ import annotations

import errno
import os
import struct
import time
from contextlib import suppress
from ctypes import POINTER, Structure, c_uint8, c_uint16, c_uint32, create_string_buffer, pointer

try:
    import fcntl
except ImportError:  # another system: it has no such files
    fcntl = None  # type: ignore[assignment]

from ._strict import Strict
from .errors import BusError, ForbiddenError, InUseError, NackError, TimedOutError

_I2C_SLAVE = 0x0703
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

    __slots__ = ("_claimed", "_file", "_timeout", "_why", "path")

    def __init__(self, path: str | int = "/dev/i2c-1", timeout_ms: int = 50) -> None:
        self.path = f"/dev/i2c-{path}" if isinstance(path, int) else path
        self._file, self._timeout = -1, max(1, -(-timeout_ms // 10))
        self._claimed: set[int] = set()
        self._why: BusError | None = None
        self._open()

    def _open(self) -> None:
        try:
            if fcntl is None:
                raise OSError(errno.ENOENT, "no I2C buses of Linux on this system")
            self._file = os.open(self.path, os.O_RDWR | os.O_CLOEXEC)
            fcntl.ioctl(self._file, _I2C_TIMEOUT, self._timeout)
        except OSError as problem:
            self._close()
            kind = ForbiddenError if problem.errno in (errno.EACCES, errno.EPERM) else BusError
            raise kind(f"opening {self.path}: {os.strerror(problem.errno or 0)}{_advice(problem)}") from problem

    def transfer(self, address: int, write: bytes, read_count: int) -> bytes:
        """Writes, then reads after a repeated start. Raises NackError, TimedOutError, BusError."""
        if not 0 <= address <= 0x7F:
            raise ValueError(f"address = {address:#x} is not a 7-bit address")
        self._verify_open()
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

    def _verify_open(self) -> None:
        if self._file < 0:
            raise self._why or BusError(f"{self.path} is closed")

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

    def claim(self, address: int) -> None:
        """Keeps other processes from the converter at an address, until `release` or `close`: `pressd`, the command and this
        package lock that byte of the file of the bus before they read. Raises InUseError, which names the process, or the driver of the
        kernel, that has it.
        """
        self._verify_open()
        self._claimed.add(address)
        try:
            self._lock(address, fcntl.F_WRLCK)
        except OSError as problem:
            if problem.errno not in (errno.EAGAIN, errno.EACCES):
                return  # a system without such locks
            self._claimed.discard(address)
            who = _holder(self._file, address)
            words = f"{who} reads the converter at {address:#x} on {self.path} already, and it has one reader"
            raise InUseError(words, who=who) from None
        self._refuse_driven(address)

    def _refuse_driven(self, address: int) -> None:
        """The kernel passes transfers to a chip that a driver of its own has: both would change its input between each other's conversions."""
        try:
            fcntl.ioctl(self._file, _I2C_SLAVE, address)  # sends nothing
        except OSError as problem:
            if problem.errno != errno.EBUSY:
                return  # not an adapter that says it
            chip = f"{os.minor(os.fstat(self._file).st_rdev)}-{address:04x}"
            self.release(address)
            driver = ""
            with suppress(OSError):
                driver = os.path.basename(os.readlink(f"/sys/bus/i2c/devices/{chip}/driver"))
            who = f"the kernel's driver {driver}" if driver else "a driver of the kernel"
            how = f"echo {chip} > /sys/bus/i2c/drivers/{driver or 'DRIVER'}/unbind, or remove its overlay of the device tree"
            words = f"{who} reads the converter at {address:#x} on {self.path} already, and it has one reader. Give it free: {how}"
            raise InUseError(words, who=who) from None

    def release(self, address: int) -> None:
        """Gives up what `claim` took."""
        if address in self._claimed:
            self._claimed.discard(address)
            if self._file >= 0:
                with suppress(OSError):  # also where a child process has the file
                    self._lock(address, fcntl.F_UNLCK)

    def _lock(self, address: int, kind: int) -> None:
        # A lock of the open file, not of the process: it stays when another file of this bus is closed.
        fcntl.fcntl(self._file, getattr(fcntl, "F_OFD_SETLK", 37), struct.pack("hhqqi0q", kind, os.SEEK_SET, address, 1, 0))

    def reopen(self) -> bool:
        """Opens the file again: its adapter may have been away. Returns whether it is there, and nobody else reads from it."""
        claimed = set(self._claimed)
        self._close()  # before: the kernel lets go of an adapter that is gone once nobody has its file
        self._why = None
        try:
            self._open()
            for address in claimed:
                self.claim(address)
        except BusError as problem:
            self._close()
            self._claimed, self._why = claimed, problem
        return self._why is None

    def forget(self) -> None:
        """In a child process: closes the file; what was claimed stays with the process that claimed it."""
        self._claimed.clear()
        self._close()

    def close(self) -> None:
        """Closes the file, and gives up what was claimed. Nothing happens when it is closed already."""
        for address in tuple(self._claimed):
            self.release(address)
        self._close()

    def _close(self) -> None:
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)

    def __enter__(self) -> I2CBus:
        return self

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


def _holder(bus: int, address: int) -> str:
    """The process that has the lock on a byte of a file, as people know it."""
    own = os.fstat(bus)
    for number in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            for one in os.listdir(f"/proc/{number}/fd"):
                with suppress(OSError):
                    if os.path.samestat(os.stat(f"/proc/{number}/fd/{one}"), own) and _has_lock(number, one, address):
                        return _named(number)
    return "another process"


def _has_lock(number: str, file: str, address: int) -> bool:
    with open(f"/proc/{number}/fdinfo/{file}") as info:
        return f" {address} {address}\n" in info.read()


def _named(number: str) -> str:
    if number == str(os.getpid()):
        return "this program, by another file,"
    with open(f"/proc/{number}/cmdline", "rb") as line:
        words = " ".join(line.read().replace(b"\0", b" ").decode(errors="replace").split())
    return f"another process ({number}: {''.join(c if c.isprintable() else '?' for c in words):.80})"


def _advice(problem: OSError) -> str:
    if problem.errno == errno.ENOENT:
        return ". Is the number right, and I2C switched on (on a Raspberry Pi: sudo raspi-config, Interface Options)?"
    if problem.errno == errno.EACCES:
        return ". May this user use it? (sudo usermod -aG i2c $USER, then log in again)"
    if problem.errno == errno.ENOTTY:
        return ". That is not an I2C bus"
    return ""
