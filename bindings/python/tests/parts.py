"""Converters at register level, behind the FakeBus of ads1115.py, written from the data sheets and not from the library.

Each has `volts(input, t_us)`, what it measures, and `reference`, volts. A chip has `write(bytes, t)` and `read(count, t)`.
"""

from ads1115 import FakeBus


class Chip:
    def __init__(self, volts, reference=3.3, bits=12, inputs=8):
        self.volts, self.reference, self.bits, self.inputs = volts, reference, bits, inputs
        self.conversions = []

    def sample(self, source, t):
        assert source < self.inputs, "a channel that the part does not have"
        self.conversions.append((source, t))
        code = round(self.volts(source, t) / self.reference * (1 << self.bits))
        return min(max(code, 0), (1 << self.bits) - 1)

    def write(self, data, t):
        raise AssertionError("nothing can be written to it")

    def word(self, code, count):
        return bytes((code >> 8, code & 255)[i % 2] for i in range(count))


class Ads78x(Chip):
    """With `wired` False pin REF has a capacitor and nothing else: what gives no reference floats there."""

    code, wired, on_since = None, True, None

    def write(self, data, t):
        (command,) = data
        assert command & 0x80, "single-ended"
        assert not self.wired or command & 0x08 == 0, "no internal reference: it would drive what REF is wired to"
        self.is_on = bool(command & 0x04)
        if not self.wired:
            self.on_since = None if command & 0x08 == 0 else t if self.on_since is None else self.on_since
            # The reference charges for 5 ms.
            self.reference = 2.5 if self.on_since is not None and t - self.on_since > 5_000 else 0.3
        # C2 C1 C0: 000 is input 0, 100 is 1, 001 is 2, 101 is 3, and so on.
        self.code = self.sample({0: 0, 4: 1, 1: 2, 5: 3, 2: 4, 6: 5, 3: 6, 7: 7}[command >> 4 & 7], t)

    def read(self, count, t):
        assert self.code is not None
        return bytes([self.code] * count) if self.bits == 8 else self.word(self.code, count)


class Pcf8591(Chip):
    previous, control = 0x80, 0

    def write(self, data, t):
        self.control = data[0]
        assert self.control & 0b10110000 == 0, "four inputs against ground"

    def read(self, count, t):
        out = []
        for _ in range(count):
            out.append(self.previous)
            self.previous = self.sample(self.control & 3, t)
            if self.control & 4:
                self.control = self.control & ~3 | self.control + 1 & 3
        return bytes(out)


class Mcp3221(Chip):
    def read(self, count, t):
        return b"".join(self.word(self.sample(0, t) << 12 - self.bits, 2) for _ in range(count // 2))


class Adc121(Chip):
    pointer, config, previous = 0, 0, 0

    def write(self, data, t):
        self.pointer = data[0] & 7
        if len(data) > 1 and self.pointer == 2:
            self.config = data[1]

    def read(self, count, t):
        if self.pointer == 2:
            return bytes([self.config] * count)
        out = b""
        for _ in range(count // 2):
            out += self.word(self.previous << 12 - self.bits, 2)
            self.previous = self.sample(0, t)
        return out


class Max1161x(Chip):
    setup, config = 0x80, 0x01

    def write(self, data, t):
        for byte in data:
            if byte & 0x80:
                self.setup = byte
                if not byte & 2:
                    self.config = 1
            else:
                self.config = byte

    def read(self, count, t):
        assert self.config & 1, "single-ended"
        assert self.setup >> 4 & 7 < 2, "the supply is the reference"
        last, scan = self.config >> 1 & 15, self.config >> 5 & 3
        order = [last] if scan == 3 else range(last + 1)
        codes = [self.sample(source, t) for source in order]
        if self.bits == 8:
            return bytes(codes[i % len(codes)] for i in range(count))
        ones = 0xFFFF << self.bits & 0xFFFF
        return b"".join(self.word(ones | codes[i % len(codes)], 2) for i in range(count // 2))


class Mcp342x(Chip):
    """`bits` is of the part: 18 or 16."""

    RATES = (240, 60, 15, 3.75)

    def __init__(self, volts, bits=18, inputs=4, slow=1.0):
        super().__init__(volts, 2.048, bits, inputs)
        self.slow, self.config, self.is_new, self.done_at, self.result = slow, 0x10, False, None, 0
        self.begin(0)

    def begin(self, t):
        self.begun, self.done_at = t, t + 1e6 / self.RATES[self.config >> 2 & 3] * self.slow

    def advance(self, t):
        while self.done_at is not None and t >= self.done_at:
            bits = 12 + 2 * (self.config >> 2 & 3)
            source = (self.config >> 5 & 3) % self.inputs
            self.conversions.append((source, self.done_at))
            middle = (self.begun + self.done_at) / 2
            most = 1 << bits - 1
            self.result = round(self.volts(source, middle) * (1 << (self.config & 3)) / 2.048 * most)
            self.result = min(max(self.result, -most), most - 1)
            self.is_new, done, self.done_at = True, self.done_at, None
            if self.config & 0x10:
                self.begin(done)

    def write(self, data, t):
        self.advance(t)
        start, self.config = data[0] & 0x80, data[0] & 0x7F
        assert self.bits == 18 or self.config & 12 != 12, "18 bits of a part that has 16"
        if start or self.config & 0x10:
            self.begin(t)

    def read(self, count, t):
        self.advance(t)
        size = 3 if self.config & 12 == 12 else 2
        data = (self.result & (1 << 8 * size) - 1).to_bytes(size, "big")
        ready = 0 if self.is_new else 0x80
        self.is_new = False
        return (data + bytes([self.config | ready] * count))[:count]


class Tla2528(Chip):
    """An opcode, a register and a value set it up; what is read without an opcode are conversions. `first` is the one before: users see it."""

    def __init__(self, volts):
        super().__init__(volts)
        self.registers, self.asked, self.last = dict.fromkeys(range(32), 0) | {0: 0x81}, None, 0

    def write(self, data, t):
        opcode, register, *values = data
        self.asked = (opcode, register) if opcode in (0x10, 0x30) else None
        if opcode == 0x08:
            (self.registers[register],) = values
        else:
            assert self.asked and not values, "an opcode that it does not have"

    def read(self, count, t):
        if self.asked:
            (opcode, register), self.asked = self.asked, None
            assert opcode == 0x30 or count == 1
            return bytes(self.registers[register + n] for n in range(count))
        assert self.registers[3] == self.registers[0x10] == 0, "one conversion of the channel that is written"
        channel = self.registers[0x11]
        words = [self.last, *(self.frame(channel, t) for _ in range(count // 2))]
        self.last = words[-1]
        return b"".join(word.to_bytes(2, "big") for word in words[: count // 2])

    def frame(self, channel, t):
        return self.sample(channel, t) << 4 | (channel if self.registers[2] & 0x10 else 0)


class Nau7802(Chip):
    """Two bridges behind an amplifier and an LDO of 3.0 V. `registers` are those of the data sheet."""

    CRS = {7: 320, 3: 80, 2: 40, 1: 20, 0: 10}

    is_fed = False  # AVDD is wired to a supply

    def __init__(self, volts, slow=1.0):
        super().__init__(volts, 3.0, 16, 2)
        self.slow, self.calibrated_at, self.calibrations = slow, 0, 0
        self.reset()

    def reset(self):
        self.registers = dict.fromkeys(range(32), 0) | {0x1F: 0x0F}
        self.pointer, self.done_at, self.is_new, self.result, self.left = 0, None, False, 0, 0

    def begin(self, t):
        self.begun, self.done_at = t, t + 1e6 / self.CRS[self.registers[2] >> 4 & 7] * self.slow

    def advance(self, t):
        while self.done_at is not None and t >= self.done_at:
            source, done = self.registers[2] >> 7, self.done_at
            self.conversions.append((source, done))
            volts = self.volts(source, (self.begun + done) / 2)
            # For four conversions after a switch the result still has a part of the former input.
            volts += 0.001 * self.left + (0 if self.calibrations else 0.01)
            full = 1.5 / (1 << (self.registers[1] & 7))
            self.result = min(max(round(volts / full * (1 << 23)), -(1 << 23)), (1 << 23) - 1)
            self.left, self.is_new = max(self.left - 1, 0), True
            self.begin(done)

    def restart(self, t):
        self.left, self.is_new = 4, False
        self.begin(t)

    def write(self, data, t):
        self.advance(t)
        self.pointer = data[0]
        for value in data[1:]:
            self.set(self.pointer, value, t)
            self.pointer += 1

    def set(self, register, value, t):
        if register == 0:
            if value & 1:
                self.reset()
            runs = value & 0x16 == 0x16
            assert not runs or bool(value & 0x80) is not self.is_fed, "one supply feeds the analog part, its LDO or what is wired to it"
            if runs and self.done_at is None:
                self.restart(t)
            if not runs:
                self.done_at = None
            self.registers[0] = value & 0xD7 | (8 if value & 2 else 0)
        elif register == 2:
            if t < self.calibrated_at:
                return
            switched = (self.registers[2] ^ value) & 0xF0
            self.registers[2] = value & 0xF3
            if value & 4:
                assert self.registers[0] & 0x16 == 0x16, "calibrated without its supply, or before it converts"
                self.calibrated_at, self.calibrations = t + 344_000, self.calibrations + 1
            if switched and self.done_at is not None:
                self.restart(t)
        else:
            self.registers[register] = value

    def read(self, count, t):
        self.advance(t)
        out = []
        for _ in range(count):
            register = self.pointer
            self.pointer += 1
            if register == 0:
                out.append(self.registers[0] | (0x20 if self.is_new else 0))
            elif register == 2:
                out.append(self.registers[2] | (4 if t < self.calibrated_at else 0))
            elif 0x12 <= register <= 0x14:
                self.is_new = False
                out.append(self.result >> 8 * (0x14 - register) & 255)
            else:
                out.append(self.registers[register])
        return bytes(out)


CHIPS = {
    "ADS7828": (0x48, lambda volts: Ads78x(volts)),
    "ADS7830": (0x48, lambda volts: Ads78x(volts, bits=8)),
    "PCF8591": (0x48, lambda volts: Pcf8591(volts, bits=8, inputs=4)),
    "MCP3221": (0x4D, lambda volts: Mcp3221(volts, inputs=1)),
    "ADC121C021": (0x54, lambda volts: Adc121(volts, inputs=1)),
    "MAX11612": (0x34, lambda volts: Max1161x(volts, inputs=4)),
    "MAX11613": (0x34, lambda volts: Max1161x(volts, inputs=4)),
    "MAX11614": (0x33, lambda volts: Max1161x(volts, inputs=8)),
    "MAX11615": (0x33, lambda volts: Max1161x(volts, inputs=8)),
    "MAX11616": (0x35, lambda volts: Max1161x(volts, inputs=12)),
    "MAX11617": (0x35, lambda volts: Max1161x(volts, inputs=12)),
    "MCP3421": (0x68, lambda volts: Mcp342x(volts, inputs=1)),
    "MCP3422": (0x68, lambda volts: Mcp342x(volts, inputs=2)),
    "MCP3423": (0x68, lambda volts: Mcp342x(volts, inputs=2)),
    "MCP3424": (0x68, lambda volts: Mcp342x(volts, inputs=4)),
    "MCP3425": (0x68, lambda volts: Mcp342x(volts, bits=16, inputs=1)),
    "MCP3426": (0x68, lambda volts: Mcp342x(volts, bits=16, inputs=2)),
    "MCP3427": (0x68, lambda volts: Mcp342x(volts, bits=16, inputs=2)),
    "MCP3428": (0x68, lambda volts: Mcp342x(volts, bits=16, inputs=4)),
    "NAU7802": (0x2A, lambda volts: Nau7802(volts)),
    "MCP3021": (0x4D, lambda volts: Mcp3221(volts, bits=10, inputs=1)),
    "ADC101C021": (0x54, lambda volts: Adc121(volts, bits=10, inputs=1)),
    "ADC081C021": (0x54, lambda volts: Adc121(volts, bits=8, inputs=1)),
    "MAX11600": (0x64, lambda volts: Max1161x(volts, bits=8, inputs=4)),
    "MAX11601": (0x64, lambda volts: Max1161x(volts, bits=8, inputs=4)),
    "MAX11602": (0x6D, lambda volts: Max1161x(volts, bits=8, inputs=8)),
    "MAX11603": (0x6D, lambda volts: Max1161x(volts, bits=8, inputs=8)),
    "MAX11604": (0x65, lambda volts: Max1161x(volts, bits=8, inputs=12)),
    "MAX11605": (0x65, lambda volts: Max1161x(volts, bits=8, inputs=12)),
    "MAX11606": (0x34, lambda volts: Max1161x(volts, bits=10, inputs=4)),
    "MAX11607": (0x34, lambda volts: Max1161x(volts, bits=10, inputs=4)),
    "MAX11608": (0x33, lambda volts: Max1161x(volts, bits=10, inputs=8)),
    "MAX11609": (0x33, lambda volts: Max1161x(volts, bits=10, inputs=8)),
    "MAX11610": (0x35, lambda volts: Max1161x(volts, bits=10, inputs=12)),
    "MAX11611": (0x35, lambda volts: Max1161x(volts, bits=10, inputs=12)),
    "TLA2528": (0x10, lambda volts: Tla2528(volts)),
    "ADS7138": (0x10, lambda volts: Tla2528(volts)),
}


def plugged(part, volts, **more):
    """The chip, and a bus that it is on."""
    address, make = CHIPS[part]
    chip = make(volts)
    return chip, FakeBus(chip, address, **more)
