"""Simulated converters on a bus, with FSRs that a finger presses. Time is the bus's own."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

from .._config_wiring import LOAD_CELL
from ..converter import described
from ..errors import NackError, TimedOutError
from ..sensor import Circuit
from ..simulation import SimulatedFinger, divided
from .chips import SUPPLY, chip


class Conductor(Protocol):
    """A sensor that is pressed."""

    def microsiemens(self, newtons: float, seconds: float) -> float: ...


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
    """A chip, and what is on its inputs: dividers, or load cells of 5 kg that give 1 mV/V."""

    def __init__(
        self, model: str, options: Mapping[str, int], dividers: Mapping[int, Circuit], volts: Callable[[Adc, int, float], float], slow: float
    ) -> None:
        self.chip = chip(model, lambda channel, t_us: volts(self, channel, t_us), slow)
        self.range: float | None = None
        """Of a board: volts where codes end, for a code. None: that of the model, with 3.3 V at the divider."""
        if not model.startswith(("ads1", "tla20")):
            part = described(model, *(options.get(name) for name in ("gain", "rate_sps", "reference_mv")))
            self.range = (part.range_mv / 1000 or SUPPLY) / (part.largest_code + 1)
        self.is_cell = model == LOAD_CELL
        self.dividers: dict[int, tuple[Circuit, Conductor]] = {channel: (circuit, Fsr()) for channel, circuit in dividers.items()}
        self.disturbed_us = 0.0


class SimulatedBus:
    """A Bus with converters on it; their sensors share what presses. `fast`: time passes without waiting."""

    def __init__(self, adcs: Mapping[int, tuple[str, Mapping[str, int], Mapping[int, Circuit]]], *, seed: int, fast: bool, trouble: str = "") -> None:
        """`adcs`: by address the model, its gain, rate_sps and reference_mv where they are given, and the circuit on each channel."""
        self.hand = SimulatedFinger([(0.0, 1.0 if trouble == "loaded" else 0.0)])
        """What presses."""
        self.struck: tuple[int, int] | None = None
        """Address and channel of the pad that it hits: others read the twelfth part. None: it presses all of a plate."""
        self.trouble = trouble
        self._supply = SUPPLY
        self._random = Random(seed)
        self._adcs: dict[int, Adc] = {}
        for address, (model, options, circuits) in adcs.items():
            if trouble == "model":
                model = "ads1015" if model == "ads1115" else "ads1115"
            adc = self._adcs[address] = Adc(model, options, circuits, self._convert, 0.25 if trouble == "slow" else 0.0)
            if trouble == "channel":
                adc.dividers = {(n + 1) % adc.chip.channels: one for n, one in adc.dividers.items()}
        if trouble == "address":
            first = next(iter(self._adcs))
            other = next(one for one in (first ^ 1, 0x48, 0x49, 0x4A, 0x4B) if one not in self._adcs)
            self._adcs[other] = self._adcs.pop(first)
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
        if self.trouble == "shared":
            self._disturb(adc)
        if write:
            adc.chip.write(write, self._t)
        return adc.chip.read(read_count, self._t) if read_count else b""

    def _disturb(self, adc: Adc) -> None:
        """Each 50 ms, not in step with anything."""
        if self._t < adc.disturbed_us:
            return
        adc.disturbed_us = self._t + self._random.uniform(48_000, 50_000)
        written, count = self._random.choice(adc.chip.others)
        self._t += 25 * (2 + len(written) + count)
        if written:
            adc.chip.write(written, self._t)
        if count:
            adc.chip.read(count, self._t)

    def _convert(self, adc: Adc, channel: int, t_us: float) -> float:
        """The voltage of an input."""
        divider = adc.dividers.get(channel)
        newtons = self._newtons(adc, channel, t_us)
        if adc.is_cell:
            return (self._cell_volts(adc, channel, newtons) if divider else 0.0) + self._random.gauss(0, 0.3e-6)
        volts = self._volts(adc, *divider, newtons, t_us) if divider else 0.0
        volts += self._random.gauss(0, 0.15 if self.trouble == "noisy" else 0.0005)
        return min(max(volts, -0.3), self._supply + 0.3)

    def _cell_volts(self, adc: Adc, channel: int, newtons: float) -> float:
        return newtons * 3e-3 / 49.03

    def _newtons(self, adc: Adc, channel: int, t_us: float) -> float:
        newtons = self.hand.at(t_us / 1e6)[0]
        if self.struck is None:
            return newtons / sum(len(adc.dividers) for adc in self._adcs.values())
        meant = (channel - 1) % adc.chip.channels if self.trouble == "channel" else channel
        return newtons if adc is self._adcs.get(self.struck[0]) and meant == self.struck[1] else newtons / 12

    def _volts(self, adc: Adc, circuit: Circuit, fsr: Conductor, newtons: float, t_us: float) -> float:
        siemens = fsr.microsiemens(newtons, t_us / 1e6) * 1e-6
        siemens += 1 / circuit.parallel_ohm if circuit.parallel_ohm else 0
        if self.trouble == "open":
            siemens = 0.0
        elif self.trouble == "shorted":
            siemens = 0.2
        part = divided(siemens, circuit.resistor_ohm)
        # The supply is what full_scale says.
        supply = SUPPLY if adc.range is None else circuit.full_scale * adc.range
        if self.trouble == "supply":
            supply *= 5.0 / SUPPLY
        return supply * (1 - part if circuit.pull_up != (self.trouble == "swapped") else part)
