"""Simulated converters on a bus, with FSRs that a finger presses. Time is the bus's own."""

from __future__ import annotations

import errno
import time
from collections.abc import Mapping
from random import Random

from ..errors import NackError, TimedOutError
from ..sensor import Circuit
from ..simulation import SimulatedFinger, divided

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
    "supply": "the sensor is fed from 5 V",
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
    "tla2024": (128, 250, 490, 920, 1600, 2400, 3300, 3300),
}
_SUPPLY = 3.3


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


class Adc:
    """An ADS1115 or ADS1015, and the dividers on its inputs."""

    def __init__(self, model: str, dividers: Mapping[int, Circuit]) -> None:
        self.model = model
        self.dividers = {channel: (circuit, Fsr()) for channel, circuit in dividers.items()}
        self.pointer = 0
        self.registers = [0, 0x0583, 0x8000, 0x7FFF]
        self.done: float | None = None

    @property
    def period_us(self) -> float:
        return 1e6 / _RATES[self.model][self.registers[1] >> 5 & 7]

    def write(self, data: bytes, t_us: float) -> None:
        self.pointer = data[0] & 3
        if len(data) < 3 or self.pointer == 0:
            return
        value = data[1] << 8 | data[2]
        self.registers[self.pointer] = value & 0x7FFF if self.pointer == 1 else value
        if self.pointer == 1 and (value & 0x8000 or not value & 0x100):
            self.done = t_us + self.period_us

    def read(self) -> int:
        return self.registers[self.pointer] | (0x8000 if self.pointer == 1 and self.done is None else 0)


class SimulatedBus:
    """A Bus with converters on it; their sensors share what presses. `fast`: time passes without waiting."""

    def __init__(self, adcs: Mapping[int, tuple[str, Mapping[int, Circuit]]], *, seed: int, fast: bool, trouble: str = "") -> None:
        """`adcs`: by address the model, and the circuit on each channel."""
        self.hand = SimulatedFinger([(0.0, 1.0 if trouble == "loaded" else 0.0)])
        """What presses."""
        self.struck: tuple[int, int] | None = None
        """Address and channel of the pad that it hits: others read the twelfth part. None: it presses all of a plate."""
        self.trouble = trouble
        turn = 1 if trouble == "channel" else 0
        others = {"ads1115": "ads1015", "ads1015": "ads1115", "tla2024": "ads1115"}
        self._adcs = {
            address: Adc(others[model] if trouble == "model" else model, {(n + turn) % 4: one for n, one in circuits.items()})
            for address, (model, circuits) in adcs.items()
        }
        if trouble == "address":
            first = next(iter(self._adcs))
            other = next(one for one in (first ^ 1, 0x48, 0x49, 0x4A, 0x4B) if one not in self._adcs)
            self._adcs[other] = self._adcs.pop(first)
        self._random = Random(seed)
        self._t = 1000.0
        self._origin = None if fast else time.monotonic() - 0.001

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
        adc = self._adcs.get(address)
        if self.trouble == "absent" or adc is None:
            raise NackError("the simulated converter does not answer")
        if self.trouble == "flaky" and self._random.random() < 0.125:
            raise OSError(errno.EIO, "the simulated transfer failed")
        if self.trouble == "other":
            return b"\x2a" * read_count
        self._advance(adc)
        if write:
            adc.write(write, self._t)
        value = adc.read()
        return bytes([value >> 8 & 255, value & 255][:read_count])

    def _advance(self, adc: Adc) -> None:
        while adc.done is not None and adc.done <= self._t:
            adc.registers[0] = self._convert(adc, adc.done)
            adc.done = None if adc.registers[1] & 0x100 else adc.done + adc.period_us

    def _convert(self, adc: Adc, t_us: float) -> int:
        config = adc.registers[1]
        divider = adc.dividers.get((config >> 12 & 7) - 4)
        volts = self._volts(*divider, self._newtons(adc, (config >> 12 & 7) - 4, t_us), t_us) if divider else 0.0
        volts += self._random.gauss(0, 0.15 if self.trouble == "noisy" else 0.0005)
        code = round(min(max(volts, -0.3), _SUPPLY + 0.3) / _RANGES[config >> 9 & 7] * 32768)
        code = min(max(code, -32768), 32767)
        return (code if adc.model == "ads1115" else code & 0xFFF0) & 0xFFFF

    def _newtons(self, adc: Adc, channel: int, t_us: float) -> float:
        newtons = self.hand.at(t_us / 1e6)[0]
        if self.struck is None:
            return newtons / sum(len(adc.dividers) for adc in self._adcs.values())
        return newtons if adc is self._adcs.get(self.struck[0]) and channel == self.struck[1] else newtons / 12

    def _volts(self, circuit: Circuit, fsr: Fsr, newtons: float, t_us: float) -> float:
        siemens = fsr.microsiemens(newtons, t_us / 1e6) * 1e-6
        siemens += 1 / circuit.parallel_ohm if circuit.parallel_ohm else 0
        if self.trouble == "open":
            siemens = 0.0
        elif self.trouble == "shorted":
            siemens = 0.2
        part = divided(siemens, circuit.resistor_ohm)
        supply = 5.0 if self.trouble == "supply" else _SUPPLY
        return supply * (1 - part if circuit.pull_up != (self.trouble == "swapped") else part)
