"""An ADS1115 at register level, behind a Bus with a clock of its own, written from the data sheet."""

import errno

from libpress import NackError

RANGES = {0: 6.144, 1: 4.096, 2: 2.048, 3: 1.024, 4: 0.512, 5: 0.256, 6: 0.256, 7: 0.256}
RATES = {
    "ADS1115": (8, 16, 32, 64, 128, 250, 475, 860),
    "ADS1015": (128, 250, 490, 920, 1600, 2400, 3300, 3300),
}
INPUTS = {4: 0, 5: 1, 6: 2, 7: 3}


class Ads1115:
    """The chip. `volts(input, t_us)` is what it measures."""

    def __init__(self, volts, model="ADS1115", slow=1.0):
        self.volts, self.model, self.slow = volts, model, slow
        self.pointer = 0
        self.registers = {0: 0, 1: 0x8583, 2: 0x8000, 3: 0x7FFF}
        self.done_at = None
        self.conversions = 0
        self.configs = []

    def now(self, t):
        """Finishes what is finished by t."""
        while self.done_at is not None and t >= self.done_at:
            self.registers[0] = self.convert(self.done_at)
            self.conversions += 1
            self.done_at = None if self.registers[1] & 0x100 else self.done_at + self.period()

    def period(self):
        return int(1e6 / RATES[self.model][self.registers[1] >> 5 & 7] * self.slow)

    def convert(self, t):
        config = self.registers[1]
        source = INPUTS.get(config >> 12 & 7)
        if source is None:
            return 0x7777  # differential: nobody should ask
        code = round(self.volts(source, t) / RANGES[config >> 9 & 7] * 32768)
        code = min(max(code, -32768), 32767)
        return (code & 0xFFF0 if self.model == "ADS1015" else code) & 0xFFFF

    def write(self, data, t):
        self.now(t)
        self.pointer = data[0]
        if len(data) == 3:
            value = data[1] << 8 | data[2]
            if self.pointer == 1:
                self.configs.append(value)
                self.registers[1] = value & 0x7FFF
                continuous = not value & 0x100
                if continuous or value & 0x8000:
                    self.done_at = t + self.period()
            elif self.pointer in (2, 3):
                self.registers[self.pointer] = value

    def read(self, count, t):
        self.now(t)
        value = self.registers[self.pointer]
        if self.pointer == 1 and self.done_at is None:
            value |= 0x8000
        return bytes([value >> 8, value & 255][:count]) + bytes(max(count - 2, 0))


class FakeBus:
    """A bus with one chip, and `others` by address. `faults` is asked before each transfer: raises, bytes to read, or None."""

    def __init__(self, chip, address=0x48, faults=lambda number: None, transfer_us=200, others=None):
        self.others = others or {}
        self.chip, self.address, self.faults, self.transfer_us = chip, address, faults, transfer_us
        self.t = 1_000
        self.transfers = 0
        self.waits = 0

    def transfer(self, address, write, read_count):
        self.t += self.transfer_us
        self.transfers += 1
        if fault := self.faults(self.transfers):
            if isinstance(fault, BaseException):
                raise fault
            return fault
        chip = self.chip if address == self.address else self.others.get(address)
        if chip is None:
            raise NackError("nobody there")
        if write:
            chip.write(write, self.t)
        return chip.read(read_count, self.t) if read_count else b""

    def wait(self, until_us):
        self.waits += until_us > self.t
        self.t = max(self.t, until_us)
        return self.t


def failing(error=errno.EREMOTEIO, at=None, first=0, last=0):
    """A fault that strikes at one transfer, or from `first` to `last`."""
    return lambda number: OSError(error, "injected") if number == at or first <= number <= last else None
