"""Fingers that are not there, on sensors whose codes the library's driver reads from a converter at register level."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ._board import Board
from ._config_wiring import Wiring
from ._sources import Simulation
from ._strict import near
from .errors import InvalidError, PressError
from .pad import Frame
from .sensor import Sensor
from .simulation import SimulatedFinger, SimulatedPlate, at_rest_or_more, divided
from .tools.chips import Nau7802
from .tools.simulated import Adc, SimulatedBus

_TROUBLES = ("shared", "slow", "flaky", "absent", "hang", "open", "shorted")
"""Those of a simulated bus that a sensor can have while it is read."""
_LONGEST_US = 4_000_000
"""A frame that takes longer has failed. A load cell takes 0.9 s for its first one."""


@dataclass(slots=True)
class _Pressed:
    """A sensor that follows its curve, under a finger."""

    sensor: Sensor
    number: int
    """Of those under its plate."""
    finger: SimulatedFinger
    plate: SimulatedPlate

    def newtons(self, seconds: float) -> float:
        return self.plate.forces(*self.finger.at(seconds))[self.number]

    def microsiemens(self, newtons: float, seconds: float = 0.0) -> float:
        return at_rest_or_more(self.sensor, newtons)


class _ChipBus(SimulatedBus):
    """One converter, and sensors that follow their curves."""

    def __init__(self, wiring: Wiring, pressed: Mapping[int, _Pressed], seed: int, trouble: str) -> None:
        """`pressed`: by the channel."""
        self._pressed = pressed
        circuits = {channel: one.sensor.circuit for channel, one in pressed.items()}
        own, address = wiring.driver(), wiring.address()
        super().__init__({address: (own["model"], own, circuits)}, seed=seed, fast=True, trouble=trouble)
        adc = self._adcs[address]
        if wiring.is_ads1x15():
            adc.range = own["range_mv"] / 1000 / (32768 if own["model"] == "ads1115" else 2048)
            self._supply = max(self._supply, *(circuit.full_scale * adc.range for circuit in circuits.values()))
        adc.dividers = {channel: (one.sensor.circuit, one) for channel, one in pressed.items()}

    def _newtons(self, adc: Adc, channel: int, t_us: float) -> float:
        one = self._pressed.get(channel)
        return 0.0 if one is None else one.newtons(t_us / 1e6)

    def _cell_volts(self, adc: Adc, channel: int, newtons: float) -> float:
        one = self._pressed[channel]
        circuit = one.sensor.circuit
        assert isinstance(adc.chip, Nau7802)
        code = divided(one.microsiemens(newtons) * 1e-6, circuit.resistor_ohm) * circuit.full_scale
        return (code / 32768 - 1) * adc.chip.largest  # its driver gives 16 bits, and their middle for no voltage


class ChipSimulation(Simulation):
    """As Simulation, with the codes that the driver of a converter reads."""

    def __init__(
        self,
        names: Sequence[str],
        rate: float,
        fast: bool,
        pressed: Sequence[tuple[SimulatedFinger, SimulatedPlate]],
        plates: Sequence[Sequence[Sensor]],
        wiring: Wiring,
        seed: int,
        trouble: str | None,
    ) -> None:
        """`wiring`: of all sensors, plate by plate. Raises InvalidError."""
        if trouble is not None and trouble not in _TROUBLES:
            raise InvalidError(f"trouble={trouble!r}: there are {', '.join(_TROUBLES)}{near(str(trouble), _TROUBLES)}")
        each = [_Pressed(sensor, n, *pair) for pair, plate in zip(pressed, plates, strict=True) for n, sensor in enumerate(plate)]
        self._wiring = wiring
        self._bus = _ChipBus(wiring, {channel: one for (_, channel), one in zip(wiring.wires(), each, strict=True)}, seed, trouble or "")
        self._renew()
        super().__init__(names, rate, fast, pressed)

    def __str__(self) -> str:
        return f"simulated {self._wiring.model().upper()}"

    def _renew(self) -> None:
        self._board = Board(self._wiring, self._bus)

    def _pressing(self) -> Iterator[Frame]:
        last, n = self._last_us(), 1
        while last is None or n * self._step <= last:
            self._bus.wait(round(n * self._step))
            yield self._read()
            n = max(n, int(self._bus.now_us / self._step)) + 1

    def _read(self) -> Frame:
        now = self._bus.now_us
        limit = now + _LONGEST_US
        while now < limit:
            if (frame := self._board.step(now)) is not None:
                if frame.failed:
                    self._fails()
                return frame
            now = self._bus.wait(min(max(self._board.next_us, self._bus.now_us), limit))
        self._renew()
        count = self._wiring.count("sensor")
        return Frame(now, (None,) * count, frozenset(range(count)))

    def _fails(self) -> None:
        try:
            self.problem = self._board.last_error
        except PressError as other:
            self.problem = other
