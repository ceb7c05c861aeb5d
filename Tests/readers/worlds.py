"""What real libraries read here: chips at register level behind their buses, and a sensor that is pressed."""

import ctypes
import threading
import time
from functools import partial

from libpress import Circuit, Sensor
from libpress.tools.chips import chip

SUPPLY, OHM = 3.3, 4_700
curve = Sensor.fsr402().curve


def volts_at(newtons):
    """The voltage of the divider with an FSR 402."""
    low, high, circuit = 0, 26_400, Circuit(full_scale=26_400, resistor_ohm=OHM)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if curve.force(circuit.conductance(middle)) >= newtons else (middle + 1, high)
    return low / 26_400 * SUPPLY


class World:
    """The force on each input, newtons, and the chips of a bus by their addresses."""

    def __init__(self):
        self.newtons, self.known, self.chips, self.fails = [0.0] * 8, {}, {}, None

    def volts(self, channel, t_us=0):
        newtons = self.newtons[channel]
        if newtons not in self.known:
            self.known[newtons] = volts_at(newtons)
        return self.known[newtons]

    def has(self, address, model):
        self.chips[address] = chip(model, self.volts)
        return self

    def write(self, address, data):
        if self.fails is not None:
            raise self.fails
        self.chips[address].write(bytes(data), time.monotonic_ns() / 1000)

    def read(self, address, count):
        if self.fails is not None:
            raise self.fails
        return self.chips[address].read(count, time.monotonic_ns() / 1000)


class Busio(World):
    """A bus like CircuitPython's busio.I2C."""

    def __init__(self):
        super().__init__()
        self.lock = threading.Lock()
        self.try_lock, self.unlock = partial(self.lock.acquire, blocking=False), self.lock.release

    def writeto(self, address, buffer, *, start=0, end=None, **_):
        if bytes(buffer[start:end]):
            self.write(address, buffer[start:end])

    def readfrom_into(self, address, buffer, *, start=0, end=None, **_):
        end = len(buffer) if end is None else end
        buffer[start:end] = self.read(address, end - start)

    def writeto_then_readfrom(self, address, out, into, *, out_start=0, out_end=None, in_start=0, in_end=None, **_):
        self.write(address, out[out_start:out_end])
        self.readfrom_into(address, into, start=in_start, end=in_end)


class Seesaw:
    """A helper chip: base and register, and what they give; its ADC has 10 bits."""

    def __init__(self, volts):
        self.volts, self.asked = volts, b""

    def write(self, data, t):
        self.asked = data

    def read(self, count, t):
        if self.asked[:1] == b"\x09":
            return min(round(self.volts(0) / SUPPLY * 1024), 1023).to_bytes(2, "big")
        known = {b"\x00\x01": b"\x55", b"\x00\x02": (4026 << 16).to_bytes(4, "big")}
        return known.get(self.asked[:2], bytes(count))[:count]


class Kernel(World):
    """What ioctl I2C_RDWR does, for smbus2 and periphery: structures in memory, as the libraries make them."""

    class Message(ctypes.Structure):
        _fields_ = [("address", ctypes.c_uint16), ("flags", ctypes.c_uint16), ("count", ctypes.c_uint16), ("buffer", ctypes.c_void_p)]

    def ioctl(self, fd, request, data, *_):
        assert request == 0x0707, "I2C_RDWR"
        where = ctypes.addressof(data)
        first, count = ctypes.c_void_p.from_address(where).value, ctypes.c_uint32.from_address(where + 8).value
        for n in range(count):
            one = self.Message.from_address(first + n * ctypes.sizeof(self.Message))
            if one.flags & 1:
                ctypes.memmove(one.buffer, self.read(one.address, one.count), one.count)
            elif one.count:
                self.write(one.address, ctypes.string_at(one.buffer, one.count))
        return 0


class Mcp3xxx:
    """On SPI, clocked bit by bit: the start bit and its command, then a null bit and the code, in front of whatever the master sends."""

    def __init__(self, world, name):
        self.world, self.bits, self.name = world, 10 if name.startswith("MCP30") else 12, name

    def code(self, channel):
        return min(round(self.world.volts(channel) / SUPPLY * (1 << self.bits)), (1 << self.bits) - 1)

    def transfer(self, data):
        total, sent = 8 * len(data), int.from_bytes(bytes(data), "big")
        start = sent.bit_length() - 1
        if self.name in ("MCP3002", "MCP3202"):  # start, mode, channel, order; null, code
            channel, at = sent >> start - 2 & 1, start - 5
        else:  # start, mode, three of the channel; a bit to sample, null, code
            channel, at = sent >> start - 4 & 7, start - 7
            at -= self.name.startswith("MCP33")  # a sign
        answer = self.code(channel) << at - self.bits + 1
        assert 0 <= answer < 1 << total
        return list(answer.to_bytes(len(data), "big"))

    def read(self, count):
        left = {"MCP3001": 3, "MCP3201": 1, "MCP3301": 0}[self.name]
        return list((self.code(0) << left).to_bytes(count, "big"))
