"""A simulated sensor: an ADS1115 on a bus, a divider with an FSR, and a hand that presses it. Time is the bus's own."""

from __future__ import annotations

import errno
import time
from random import Random

from ..errors import NackError, TimedOutError
from ..sensor import Circuit

TROUBLES = {
    "absent": "nothing answers",
    "address": "the converter is at the next address",
    "hang": "the bus hangs",
    "other": "another chip answers",
    "model": "the other model of converter",
    "flaky": "one transfer in eight fails",
    "open": "a wire of the sensor is broken",
    "shorted": "the sensor is bridged",
    "swapped": "sensor to ground, resistor to supply",
    "channel": "the sensor is at the next input",
    "loaded": "something lies on the sensor",
    "noisy": "the codes jump",
    "sticky": "some of the force stays",
    "held": "the force stays",
}
"""What can be wrong with the simulated sensor."""

_RANGES = (6.144, 4.096, 2.048, 1.024, 0.512, 0.256, 0.256, 0.256)
_RATES = {
    "ads1115": (8, 16, 32, 64, 128, 250, 475, 860),
    "ads1015": (128, 250, 490, 920, 1600, 2400, 3300, 3300),
}
_SUPPLY = 3.3


class Hand:
    """What presses: key points of time and newtons; between two of them the force goes over smoothly."""

    def __init__(self) -> None:
        self._keys: list[tuple[float, float]] = [(0.0, 0.0)]
        self.repeat_us = 0
        """The key points begin again after so long; 0: never."""

    def move(self, at_us: float, newtons: float, over_us: float = 60_000) -> None:
        """From what it presses now to another force."""
        now = self.newtons(at_us)
        self._keys = [key for key in self._keys if key[0] < at_us] + [(at_us, now), (at_us + over_us, newtons)]

    def script(self, *points: tuple[float, float], repeat_us: int = 0) -> None:
        """Milliseconds and newtons."""
        self._keys = [(ms * 1000, newtons) for ms, newtons in points]
        self.repeat_us = repeat_us

    def newtons(self, t_us: float) -> float:
        t_us = t_us % self.repeat_us if self.repeat_us else t_us
        before = self._keys[0]
        for key in self._keys:
            if key[0] > t_us:
                part = (t_us - before[0]) / (key[0] - before[0]) if key[0] > before[0] else 1.0
                part = max(part, 0.0)
                return before[1] + (key[1] - before[1]) * part * part * (3 - 2 * part)
            before = key
        return before[1]


class Fsr:
    """Conductance follows a power law above the turn-on force, is higher while the force falls, and creeps."""

    def __init__(self) -> None:
        self._held = self._last = 0.0
        self._crept = [0.0] * 4

    def microsiemens(self, newtons: float, seconds: float) -> float:
        step, self._last = max(seconds - self._last, 0.0), seconds
        for n in range(4):
            tau = 0.1 * 10**n
            self._crept[n] += ((newtons >= 0.1) - self._crept[n]) * step / (tau + step)
        self._held = min(max(self._held, newtons), newtons * 1.05)
        if self._held < 0.1:
            return 0.02
        law: float = 152 * self._held**0.705 * (1 + 0.05 * sum(self._crept))
        return 0.02 + law * min(self._held / 0.1 - 1, 1)


class SimulatedBus:
    """A Bus with one converter on it; its sensors share what presses. `fast`: time passes without waiting."""

    def __init__(
        self, circuit: Circuit, *, model: str, address: int, channels: list[int], seed: int, fast: bool, trouble: str = ""
    ) -> None:
        self.hand = Hand()
        self.trouble = trouble
        self._ohm = circuit.resistor_ohm
        self._parallel_ohm = circuit.parallel_ohm
        self._pulled_up = circuit.pull_up != (trouble == "swapped")
        self._model = {"ads1115": "ads1015", "ads1015": "ads1115"}[model] if trouble == "model" else model
        self._address = address ^ 1 if trouble == "address" else address
        turn = 1 if trouble == "channel" else 0
        self._fsrs = {(channel + turn) % 4: Fsr() for channel in channels}
        self._random = Random(seed)
        self._t = 1000.0
        self._origin = None if fast else time.monotonic() - 0.001
        self._pointer = 0
        self._registers = [0, 0x0583, 0x8000, 0x7FFF]
        self._done: float | None = None
        if trouble == "loaded":
            self.hand.script((0, 1.0))

    @property
    def now_us(self) -> int:
        return int(self._t)

    def wait(self, until_us: int) -> int:
        """Time passes, at the pace of the clock or at once."""
        self._t = max(self._t, float(until_us))
        if self._origin is not None:
            left = self._origin + self._t / 1e6 - time.monotonic()
            if left > 0:
                time.sleep(left)
            elif left < -0.25:  # suspended, for example
                self._origin -= left
        return int(self._t)

    def transfer(self, address: int, write: bytes, read_count: int) -> bytes:
        self._t += 25 * (2 + len(write) + read_count)
        if self.trouble == "hang":
            self._t += 50_000
            raise TimedOutError("the simulated bus hangs")
        if self.trouble == "absent" or address != self._address:
            raise NackError("the simulated converter does not answer")
        if self.trouble == "flaky" and self._random.random() < 0.125:
            raise OSError(errno.EIO, "the simulated transfer failed")
        if self.trouble == "other":
            return b"\x2a" * read_count
        self._advance()
        if write:
            self._write(write)
        value = self._registers[self._pointer] | (0x8000 if self._pointer == 1 and self._done is None else 0)
        return bytes([value >> 8 & 255, value & 255][:read_count])

    def _write(self, data: bytes) -> None:
        self._pointer = data[0] & 3
        if len(data) < 3 or self._pointer == 0:
            return
        value = data[1] << 8 | data[2]
        self._registers[self._pointer] = value & 0x7FFF if self._pointer == 1 else value
        if self._pointer == 1 and (value & 0x8000 or not value & 0x100):
            self._done = self._t + self._period_us()

    def _period_us(self) -> float:
        return 1e6 / _RATES[self._model][self._registers[1] >> 5 & 7]

    def _advance(self) -> None:
        while self._done is not None and self._done <= self._t:
            self._registers[0] = self._convert(self._done)
            self._done = None if self._registers[1] & 0x100 else self._done + self._period_us()

    def _convert(self, t_us: float) -> int:
        config = self._registers[1]
        fsr = self._fsrs.get((config >> 12 & 7) - 4)
        volts = self._volts(fsr, t_us) if fsr else 0.0
        volts += self._random.gauss(0, 0.15 if self.trouble == "noisy" else 0.0005)
        code = round(min(max(volts, -0.3), _SUPPLY + 0.3) / _RANGES[config >> 9 & 7] * 32768)
        code = min(max(code, -32768), 32767)
        return (code & 0xFFF0 if self._model == "ads1015" else code) & 0xFFFF

    def _volts(self, fsr: Fsr, t_us: float) -> float:
        newtons = self.hand.newtons(t_us) / len(self._fsrs)
        siemens = fsr.microsiemens(newtons, t_us / 1e6) * 1e-6
        siemens += 1 / self._parallel_ohm if self._parallel_ohm else 0
        if self.trouble == "open":
            siemens = 0.0
        elif self.trouble == "shorted":
            siemens = 0.2
        part = siemens * self._ohm
        return _SUPPLY * (1 if self._pulled_up else part) / (1 + part)
