"""I2CBus without hardware: what it hands to the kernel, and what it says when something is missing."""

import ctypes
import errno
import time

import pytest
from libpress import Bus, BusError, NackError, TimedOutError, linux


class Kernel:
    """Stands in for fcntl.ioctl and looks at the messages as the kernel would."""

    def __init__(self, answer=b"", error=0):
        self.answer, self.error, self.calls = answer, error, []

    def __call__(self, file, request, argument):
        if request == 0x0702:
            self.timeout = argument
            return 0
        assert request == 0x0707
        if self.error:
            raise OSError(self.error, "injected")
        transfer = linux._Transfer.from_buffer_copy(argument)  # as the real one takes it
        for message in transfer.msgs[: transfer.nmsgs]:
            reads = bool(message.flags & 1)
            data = ctypes.string_at(message.buf, message.len)
            self.calls.append((message.addr, reads, message.len if reads else data))
            if reads:
                ctypes.memmove(message.buf, self.answer, message.len)
        return transfer.nmsgs


@pytest.fixture
def bus(monkeypatch):
    def make(**options):
        kernel = Kernel(**options)
        monkeypatch.setattr(linux.fcntl, "ioctl", kernel)
        return linux.I2CBus("/dev/null"), kernel

    return make


def test_the_structs_are_those_of_the_kernel():
    pointer = ctypes.sizeof(ctypes.c_void_p)
    assert ctypes.sizeof(linux._Message) == 8 + pointer and linux._Message.buf.offset == 8
    assert ctypes.sizeof(linux._Transfer) == 2 * pointer


def test_a_write_then_a_read_is_one_transfer(bus):
    i2c, kernel = bus(answer=b"\x12\x34")
    assert isinstance(i2c, Bus)
    assert i2c.transfer(0x48, b"\x00", 2) == b"\x12\x34"
    assert kernel.calls == [(0x48, False, b"\x00"), (0x48, True, 2)] and kernel.timeout == 5
    kernel.calls.clear()
    i2c.transfer(0x48, b"\x01\xc3\xe3", 0)
    i2c.transfer(0x48, b"", 1)
    i2c.transfer(0x48, b"", 0)
    assert kernel.calls == [(0x48, False, b"\x01\xc3\xe3"), (0x48, True, 1), (0x48, False, b"")]


@pytest.mark.parametrize(
    "number, kind, words",
    [
        (errno.EREMOTEIO, NackError, "does not answer: check the wires"),
        (errno.ENXIO, NackError, "does not answer"),
        (errno.ETIMEDOUT, TimedOutError, "held low"),
        (errno.EIO, BusError, "Input/output error"),
    ],
)
def test_every_error_of_the_kernel_has_its_words(bus, number, kind, words):
    i2c, _ = bus(error=number)
    with pytest.raises(kind, match=words) as caught:
        i2c.transfer(0x48, b"\x00", 2)
    assert "0x48 on /dev/null" in str(caught.value) and caught.value.__cause__.errno == number


def test_a_file_that_is_not_there_or_no_bus_is_explained():
    with pytest.raises(BusError, match="/dev/i2c-99: No such file.*switched on"):
        linux.I2CBus(99)
    with pytest.raises(BusError, match="not an I2C bus"):
        linux.I2CBus("/dev/null")


def test_a_closed_bus_says_so(bus):
    i2c, _ = bus()
    with i2c:
        pass
    with pytest.raises(BusError, match="is closed"):
        i2c.transfer(0x48, b"", 1)
    i2c.close()
    with pytest.raises(ValueError, match="7-bit"):
        i2c.transfer(0x80, b"", 1)


def test_waiting_is_until_a_time_of_the_monotonic_clock(bus):
    i2c, _ = bus()
    now = i2c.wait(0)
    assert abs(now - time.monotonic_ns() // 1000) < 100_000
    assert i2c.wait(now + 3000) >= now + 3000
