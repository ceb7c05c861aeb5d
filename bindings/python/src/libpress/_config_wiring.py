"""The sensors and the converters of a config: which sensor is where, and how it is read."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import byref, sizeof
from functools import cached_property
from typing import Any

from . import _raw
from ._board import Board
from ._config import default
from ._config_file import ConfigFile, Place
from ._config_keys import SECTIONS
from .ads1x15 import Ads1x15
from .bus import Bus
from .converter import I2CConverter
from .errors import PressError
from .numbers import from_q16
from .sensor import Circuit, Curve, Sensor

ADS1X15 = {"ads1115": 32767, "ads1015": 2047}
"""The converters that the simulated bus has, and whose model a check can find; their largest codes."""
LOAD_CELL = "nau7802"
MODES = ("single", "single poll", "continuous")
Wire = tuple[int, int]
"""Which converter, from 0, and its channel."""
_OPTIONS = ("range_mv", "rate_sps", "gain", "retries", "ready_polls")


class Wiring(ConfigFile):
    """Sensors, and the converters that they are on."""

    # Converters

    @cached_property
    def _parts(self) -> dict[tuple[Any, ...], Any]:
        return {}

    def model(self, converter: int = 0) -> str:
        models: tuple[str, ...] = SECTIONS["converter"][2]["model"][0][1]
        return str(models[self.get(("converter", converter), "model", 0)])

    def is_ads1x15(self, converter: int = 0) -> bool:
        return self.model(converter) in ADS1X15

    @property
    def has_load_cell(self) -> bool:
        return any(self.model(converter) == LOAD_CELL for converter in range(self.count("converter")))

    def part(self, converter: int = 0) -> Any:
        """What the library says of the model: a press_converter_part."""
        place, model = ("converter", converter), self.model(converter)
        gain, rate = self.get(place, "gain", 0), self.get(place, "rate_sps", 0)
        known = self._parts.get((model, gain, rate))
        if known is not None:
            return known
        found, config = default(_raw.press_converter_part), default(_raw.press_converter_config)
        if model in ADS1X15:
            found.usual_address = found.first_address = 0x48
            found.addresses, found.channels, found.largest_code = 0x0F, 4, ADS1X15[model]
        else:
            config.part = SECTIONS["converter"][2]["model"][0][1].index(model) - 1
            for config.gain, config.rate_sps in ((gain, rate), (0, 0)):
                if _raw.press_converter_describe(byref(config), byref(found)) == 0:
                    break
        self._parts[model, gain, rate] = found
        return found

    def range_mv(self, converter: int = 0) -> int:
        """The voltage of the largest code plus 1; 0: that of its supply."""
        own = default(_raw.press_ads1x15_config).range_mv if self.is_ads1x15(converter) else self.part(converter).range_mv
        return int(self.get(("converter", converter), "range_mv", own) if self.is_ads1x15(converter) else own)

    def article(self, converter: int = 0) -> str:
        """`an ads1115`."""
        model = self.model(converter)
        return f"{'an' if model.startswith(('a', 'mcp')) else 'a'} {model}"

    def address(self, converter: int = 0) -> int:
        """That of the config; else the usual one of the model, and of a second one the next."""
        if self.is_given(("converter", converter), "address"):
            return int(self.get(("converter", converter), "address"))
        part = self.part(converter)
        usual = int(part.usual_address)
        first = self.address(0) if converter else -1
        if converter and (self.model(converter) == self.model(0) or first == usual):
            able = [part.first_address + n for n in range(16) if part.addresses >> n & 1]
            return int(next((one for one in able if one > first), able[0]))
        return usual

    def is_given(self, place: Place, key: str) -> bool:
        """The key stands in this very section."""
        return key in self.given.get(place, {})

    def options(self, converter: int = 0) -> dict[str, Any]:
        """What the config says of the driver, by the names of Ads1x15 and I2CConverter."""
        place = "converter", converter
        found = {key: own for key in _OPTIONS if (own := self.get(place, key)) is not None}
        if converter and self.model(converter) != self.model(0) and not self.is_given(place, "rate_sps"):
            found.pop("rate_sps", None)
        if self.is_ads1x15(converter):
            found.pop("gain", None)
            if (mode := self.get(place, "mode")) is not None:
                found |= {"continuous": mode == MODES.index("continuous"), "poll_ready": mode == MODES.index("single poll")}
        else:
            found.pop("range_mv", None)
        return found

    def reference(self, converter: int = 0) -> tuple[int | None, float]:
        """The spare input that the supply is wired to, and the supply by the voltage there."""
        place = "converter", converter
        channel = self.get(place, "reference", -1)
        return (None if channel < 0 else int(channel)), from_q16(self.get(place, "reference_ratio", 1 << 16))

    def adc(self, bus: Bus, converter: int = 0, channels: Iterable[int] | None = None) -> Ads1x15 | I2CConverter:
        """The driver of a converter; with other channels, each once. Raises InvalidError."""
        options = self.options(converter) | {"address": self.address(converter)}
        if channels is not None:
            options |= {"continuous": False, "poll_ready": False} if self.is_ads1x15(converter) else {}
        inputs = self.inputs(converter) if channels is None else channels
        try:
            if self.is_ads1x15(converter):
                return Ads1x15(bus, inputs, model=self.model(converter), **{"rate_sps": 860} | options)
            return I2CConverter(bus, self.model(converter), inputs, **options)
        except (PressError, ValueError) as problem:
            raise self.wrong(("converter", converter), "address rate_sps gain mode", str(problem)) from None

    def board(self, bus: Bus) -> Board:
        """All converters. Raises InvalidError."""
        return Board([self.adc(bus, converter) for converter in range(self.count("converter"))], self.wires())

    # Sensors

    def wire(self, index: int) -> Wire:
        """Channels without a converter's name are counted on through all."""
        converter, number = self.get(("sensor", index), "channel")
        if converter:
            return converter - 1, number
        first = int(self.part().channels)
        if self.count("converter") == 1 or number < first:
            return 0, number
        return 1, number - first

    def wires(self) -> list[Wire]:
        return [self.wire(index) for index in range(self.count("sensor"))]

    def column(self, index: int) -> int:
        """Of a CSV."""
        return int(self.get(("sensor", index), "channel")[1])

    def inputs(self, converter: int) -> list[int]:
        """The channels of a converter that sensors are on, rising."""
        return sorted(channel for own, channel in self.wires() if own == converter)

    def input_name(self, index: int) -> str:
        """`AIN0`; with several converters, of which one."""
        converter, channel = self.wire(index)
        many = self.count("converter") > 1
        return f"AIN{channel}" + (f" of converter{converter + 1 if converter else ''}" if many else "")

    def _sensor(self, index: int) -> Any:
        raw = _raw.press_sensor.from_buffer_copy(self._raws["sensor", index]["sensor"])
        assert raw.size == sizeof(_raw.press_sensor)
        converter = min(self.wire(index)[0], 1)
        if self.model(converter) == LOAD_CELL:  # the end of a divider that is as good as straight: 65535 codes of 16777215
            place = "sensor", index
            for key, usual in (("full_scale", 0xFF_FFFF), ("max_code", 0xFFFF), ("resistor_ohm", 1)):
                if not self.is_given(place, key):
                    setattr(raw.circuit, key, usual)
        if raw.circuit.full_scale == 0:  # not given: the code at the supply
            part = self.part(converter)
            is_own = self.is_ads1x15(converter) or part.range_mv
            raw.circuit.full_scale = default(_raw.press_sensor).circuit.full_scale if is_own else part.largest_code
        return raw

    def sensor(self, index: int) -> Sensor:
        raw = self._sensor(index)
        ours = [from_q16(getattr(raw, name)) for name in ("preload_force", "zero", "zero_limit", "span")]
        place = from_q16(raw.x), from_q16(raw.y)
        return Sensor(Circuit._from_raw(raw.circuit), Curve(raw.curve), *place, raw.lag_us, from_q16(raw.creep), *ours)

    def sensors(self) -> list[Sensor]:
        return [self.sensor(index) for index in range(self.count("sensor"))]
