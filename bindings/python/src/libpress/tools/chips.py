"""Converters at register level for a simulated bus, each from its data sheet. What a chip is given and answers are bytes; what it measures is
`volts` of an input at a time in microseconds; `slow` is how much longer than typical a conversion takes, 0.25: a quarter."""

from __future__ import annotations

from collections.abc import Callable

from ..converter import described

Volts = Callable[[int, float], float]
SUPPLY = 3.3


class Chip:
    """One whose reading is a conversion. Registers are as after a loss of power."""

    channels = 4
    others: tuple[tuple[bytes, int], ...] = ((b"", 2),)
    """What another program may do: bytes that it writes, and how many it reads."""

    def __init__(self, model: str, volts: Volts, slow: float = 0.0) -> None:
        self.model, self.volts, self.slow = model, volts, slow
        self.bits = 12
        if not model.startswith(("ads1", "tla20")):
            part = described(model)
            self.channels, self.bits = part.channels, part.bits

    def write(self, data: bytes, t_us: float) -> None:
        """Takes what comes after a write address."""

    def read(self, count: int, t_us: float) -> bytes:
        raise NotImplementedError

    def sample(self, channel: int, t_us: float, reference: float = SUPPLY) -> int:
        """The code of an input; one that the part does not have is one that it has."""
        most = 1 << self.bits
        return min(max(round(self.volts(channel % self.channels, t_us) / reference * most), 0), most - 1)


def _words(words: list[int], count: int) -> bytes:
    return b"".join(word.to_bytes(2, "big") for word in words)[:count]


class Timed(Chip):
    """One that converts in the background: with the setting that a conversion began with."""

    ends: float | None = None

    def period_us(self) -> float:
        raise NotImplementedError

    def finish(self, t_us: float) -> None:
        """A conversion ends."""
        raise NotImplementedError

    def begin(self, t_us: float) -> None:
        self.ends = t_us + self.period_us() * (1 + self.slow)

    def goes_on(self) -> bool:
        return True

    def advance(self, t_us: float) -> None:
        while self.ends is not None and self.ends <= t_us:
            ended, self.ends = self.ends, None
            self.finish(ended)
            if self.goes_on():
                self.begin(ended)


class Ads1x15(Timed):
    """Pointer and registers; a start while a conversion runs has no effect."""

    RANGES = (6.144, 4.096, 2.048, 1.024, 0.512, 0.256, 0.256, 0.256)
    RATES = ((8, 16, 32, 64, 128, 250, 475, 860), (128, 250, 490, 920, 1600, 2400, 3300, 3300))
    PAIRS = ((0, 1), (0, 3), (1, 3), (2, 3))
    others = ((b"\x01\xd3\xe3", 0), (b"\x01\x52\xe3", 0), (b"\x01\x4a\xe3", 0), (b"\x00", 2))

    def __init__(self, model: str, volts: Volts, slow: float = 0.0) -> None:
        super().__init__(model, volts, slow)
        self.pointer, self.registers, self.running = 0, [0, 0x0583, 0x8000, 0x7FFF], 0

    def period_us(self) -> float:
        return 1e6 / self.RATES[self.model != "ads1115"][self.running >> 5 & 7]

    def begin(self, t_us: float) -> None:
        self.running = self.registers[1]
        super().begin(t_us)

    def goes_on(self) -> bool:
        return not self.registers[1] & 0x100

    def finish(self, t_us: float) -> None:
        mux = self.running >> 12 & 7
        pair = self.PAIRS[mux] if mux < 4 else (mux - 4, None)
        volts = self.volts(pair[0], t_us) - (0.0 if pair[1] is None else self.volts(pair[1], t_us))
        code = min(max(round(volts / self.RANGES[self.running >> 9 & 7] * 32768), -32768), 32767)
        self.registers[0] = (code if self.model == "ads1115" else code & 0xFFF0) & 0xFFFF

    def write(self, data: bytes, t_us: float) -> None:
        self.advance(t_us)
        self.pointer = data[0] & 3
        if len(data) < 3 or self.pointer == 0:
            return
        value = data[1] << 8 | data[2]
        self.registers[self.pointer] = value & 0x7FFF if self.pointer == 1 else value
        if self.pointer == 1 and self.ends is None and (value & 0x8000 or not value & 0x100):
            self.begin(t_us)

    def read(self, count: int, t_us: float) -> bytes:
        self.advance(t_us)
        value = self.registers[self.pointer] | (0x8000 if self.pointer == 1 and self.ends is None else 0)
        return _words([value] * count, count)


class Ads78x(Chip):
    """The command names the input; the result stays."""

    others = ((b"\x04", 2), (b"\xfc", 2))
    code, reference, since = 0, SUPPLY, 0.0

    def write(self, data: bytes, t_us: float) -> None:
        for command in data:
            # PD1: its own reference, which charges a capacitor first.
            self.since = 0.0 if not command & 8 else self.since or t_us
            self.reference = SUPPLY if not self.since else 2.5 if t_us - self.since > 5_000 else 1.0
            channel = (command >> 4 & 3) * 2 + (command >> 6 & 1)
            self.code = self.sample(channel, t_us, self.reference) if command & 0x80 else 0

    def read(self, count: int, t_us: float) -> bytes:
        return bytes([self.code] * count) if self.bits == 8 else _words([self.code] * count, count)


class Pcf8591(Chip):
    """A byte is the conversion that the one before it began."""

    others = ((b"\x44", 5), (b"\x03", 5))
    control, code = 0, 0x80

    def write(self, data: bytes, t_us: float) -> None:
        self.control = data[0]

    def read(self, count: int, t_us: float) -> bytes:
        out = []
        for _ in range(count):
            out.append(self.code)
            self.code = self.sample(self.control & 3, t_us)
            if self.control & 4:
                self.control = self.control & ~3 | (self.control + 1) & 3
        return bytes(out)


class Mcp3221(Chip):
    """Each two bytes are a conversion."""

    def read(self, count: int, t_us: float) -> bytes:
        return _words([self.sample(0, t_us) << 12 - self.bits for _ in range(count)], count)


class Adc121(Chip):
    """A pointer that stays. A result that is read begins the conversion of the next, where no cycle is set."""

    CYCLES = (0, 37, 74, 149, 294, 588, 1111, 2500)
    others = ((b"\x02\xe0", 0), (b"\x04", 2))
    pointer, config, code = 0, 0, 0

    def write(self, data: bytes, t_us: float) -> None:
        self.pointer = data[0] & 7
        if len(data) > 1 and self.pointer == 2:
            self.config = data[1]

    def read(self, count: int, t_us: float) -> bytes:
        if self.pointer:
            return bytes([self.config if self.pointer == 2 else 0] * count)
        words, cycle = [], self.CYCLES[self.config >> 5]
        for _ in range((count + 1) // 2):
            if cycle:
                self.code = self.sample(0, t_us // cycle * cycle)
            words.append(self.code << 12 - self.bits)
            if not cycle:
                self.code = self.sample(0, t_us)
        return _words(words, count)


class Max116x(Chip):
    """Setup and config by their highest bit; ones before a code, where it has more than 8 bits."""

    others = ((b"\x80", 4), (b"\x06", 4))
    config = 1

    def write(self, data: bytes, t_us: float) -> None:
        for byte in data:
            if not byte & 0x80:
                self.config = byte
            elif not byte & 2:
                self.config = 1

    def read(self, count: int, t_us: float) -> bytes:
        last = self.config >> 1 & 15
        inputs = [last] if self.config >> 5 & 3 == 3 else range(last + 1)
        codes = [self.sample(one, t_us) for one in inputs]
        if self.bits == 8:
            return bytes(codes[n % len(codes)] for n in range(count))
        ones = 0xFFFF << self.bits & 0xFFFF
        return _words([ones | codes[n % len(codes)] for n in range(count)], count)


class Mcp342x(Timed):
    """The config is behind the code, with RDY: 0 until a conversion was read. A config that is written begins one."""

    others = ((b"\xf0", 0), (b"", 3))

    def __init__(self, model: str, volts: Volts, slow: float = 0.0) -> None:
        super().__init__(model, volts, slow)
        self.config, self.code, self.is_new = 0x10, 0, False
        self.begin(0.0)

    def period_us(self) -> float:
        return 1e6 / 240 * (1 << 2 * (self.config >> 2 & 3))

    def goes_on(self) -> bool:
        return bool(self.config & 0x10)

    def finish(self, t_us: float) -> None:
        most = 1 << 11 + 2 * (self.config >> 2 & 3)
        scaled = self.volts((self.config >> 5 & 3) % self.channels, t_us) / 2.048 * (1 << (self.config & 3))
        self.code, self.is_new = min(max(round(scaled * most), -most), most - 1), True

    def write(self, data: bytes, t_us: float) -> None:
        self.advance(t_us)
        self.config, self.ends = data[0] & 0x7F, None
        if data[0] & 0x90:
            self.is_new = False
            self.begin(t_us)

    def read(self, count: int, t_us: float) -> bytes:
        self.advance(t_us)
        size = 3 if self.config >> 2 & 3 == 3 else 2
        config = self.config | (0 if self.is_new else 0x80)
        if count > size:
            self.is_new = False
        return (self.code & (1 << 8 * size) - 1).to_bytes(size, "big")[:count] + bytes([config] * max(count - size, 0))


class Nau7802(Timed):
    """A pointer that counts on; the first conversions after a start or a switch have not settled."""

    RATES = (10, 20, 40, 80, 80, 80, 80, 320)
    others = ((b"\x01\x2c", 0), (b"\x02\xf0", 0))

    def __init__(self, model: str, volts: Volts, slow: float = 0.0) -> None:
        super().__init__(model, volts, slow)
        self.reset()

    def reset(self) -> None:
        self.registers, self.pointer = [0] * 0x1F + [0x0F], 0
        self.code, self.is_new, self.settling, self.busy, self.ends = 0, False, 0, 0.0, None

    def period_us(self) -> float:
        return 1e6 / self.RATES[self.registers[2] >> 4 & 7]

    @property
    def largest(self) -> float:
        """The voltage of an input where codes end."""
        gain, ldo = 1 << (self.registers[1] & 7), 4.5 - 0.3 * (self.registers[1] >> 3 & 7)
        return ldo / 2 / gain

    def finish(self, t_us: float) -> None:
        code = round(self.volts(self.registers[2] >> 7, t_us) / self.largest * (1 << 23)) + 40_000 * self.settling
        self.code, self.is_new, self.settling = min(max(code, -(1 << 23)), (1 << 23) - 1), True, max(self.settling - 1, 0)

    def settle(self, t_us: float) -> None:
        self.is_new, self.settling = False, 5
        self.begin(t_us)

    def write(self, data: bytes, t_us: float) -> None:
        self.advance(t_us)
        self.pointer = data[0] & 31
        for value in data[1:]:
            self.set(self.pointer, value, t_us)
            self.pointer = self.pointer + 1 & 31

    def set(self, register: int, value: int, t_us: float) -> None:
        before = self.registers[register]
        if register == 0:
            if value & 1:
                self.reset()
            # PUR follows PUD.
            self.registers[0] = value & 0xD7 | (8 if value & 2 else 0)
            if value & 0x16 != 0x16:
                self.ends, self.is_new = None, False
            elif before & 0x16 != 0x16:
                self.settle(t_us)
        elif register == 2:
            if t_us < self.busy:
                return  # a calibration: what is written is not taken
            self.registers[2] = value & 0xF3
            if value & 4:
                self.busy = t_us + 344_000
            if self.ends is not None and ((before ^ value) & 0xF0 or value & 4):
                self.settle(t_us)
        elif not 0x12 <= register <= 0x14:
            self.registers[register] = value

    def read(self, count: int, t_us: float) -> bytes:
        self.advance(t_us)
        out = []
        for _ in range(count):
            own = self.registers[self.pointer]
            if self.pointer == 0:
                own |= 0x20 if self.is_new else 0
            elif self.pointer == 2:
                own |= 4 if t_us < self.busy else 0
            elif 0x12 <= self.pointer <= 0x14:
                own, self.is_new = self.code >> 8 * (0x14 - self.pointer) & 255, False
            out.append(own)
            self.pointer = self.pointer + 1 & 31
        return bytes(out)


class Tla2528(Chip):
    """An opcode, a register, a value; what is read without an opcode are conversions, with their channel where DATA_CFG says so."""

    others = ((b"\x08\x11\x03", 2), (b"\x08\x02\x00", 2), (b"\x08\x03\x03", 2))

    def __init__(self, model: str, volts: Volts, slow: float = 0.0) -> None:
        super().__init__(model, volts, slow)
        self.registers, self.asked = [0x81] + [0] * 31, (0, 0)

    def write(self, data: bytes, t_us: float) -> None:
        opcode, register = data[0], data[1] & 31 if len(data) > 1 else 0
        self.asked = (opcode, register) if opcode in (0x10, 0x30) else (0, 0)
        if opcode == 0x08 and len(data) > 2:
            self.registers[register] = data[2]

    def read(self, count: int, t_us: float) -> bytes:
        (opcode, register), self.asked = self.asked, (0, 0)
        if opcode:
            return bytes(self.registers[(register + n) & 31] if n == 0 or opcode == 0x30 else 0 for n in range(count))
        channel, out = self.registers[0x11] & 15, b""
        appends, is_mean = bool(self.registers[2] & 0x10), bool(self.registers[3] & 7)
        while len(out) < count:
            code = self.sample(channel, t_us) << 4
            out += (code | 7 if is_mean else code | channel * appends).to_bytes(2, "big")
            if is_mean and appends:
                out += bytes([channel << 4])
        return out[:count]


_FAMILIES: tuple[tuple[tuple[str, ...], type[Chip]], ...] = (
    (("ads1", "tla20"), Ads1x15),
    (("ads78",), Ads78x),
    (("pcf",), Pcf8591),
    (("mcp30", "mcp32"), Mcp3221),
    (("adc",), Adc121),
    (("max",), Max116x),
    (("mcp34",), Mcp342x),
    (("nau",), Nau7802),
    (("tla25", "ads71"), Tla2528),
)


def chip(model: str, volts: Volts, slow: float = 0.0) -> Chip:
    """The chip of a model of docs/pressd/config.md."""
    return next(kind for names, kind in _FAMILIES if model.startswith(names))(model, volts, slow)
