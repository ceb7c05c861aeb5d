"""The sensors and the converters of a config: which sensor is where, and how it is read."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import byref, c_uint32
from typing import Any

from ._board import Board
from ._config import default
from ._config_file import ConfigFile, Place, called
from .ads1x15 import Ads1x15
from .bus import Bus
from .converter import I2CConverter
from .errors import PressError, check
from .generated import _raw
from .numbers import from_q16
from .sensor import Circuit, Curve, Sensor

ADS1X15 = ("ads1115", "ads1015", "tla2024")
"""The converters that the simulated bus has, and whose model a check can find."""
LOAD_CELL = "nau7802"
MODES = ("single", "single poll", "continuous")
Wire = tuple[int, int]
"""Which converter, from 0, and its channel."""
_OPTIONS = ("range_mv", "rate_sps", "gain", "reference_mv", "external_avdd", "retries", "ready_polls")


class Wiring(ConfigFile):
    """Sensors, and the converters that they are on."""

    # Converters

    def model(self, converter: int = 0) -> str:
        self._complete()
        return self.shown(("converter", converter), "model")

    def is_ads1x15(self, converter: int = 0) -> bool:
        return self.model(converter) in ADS1X15

    @property
    def has_load_cell(self) -> bool:
        return any(self.model(converter) == LOAD_CELL for converter in range(self.count("converter")))

    def part(self, converter: int) -> Any:
        """What the library says of a converter that is no ADS1x15: a press_converter_part."""
        at = _raw.press_setup_section(self._setup, called(("converter", converter)).encode())
        found = default(_raw.press_converter_part)
        _raw.press_converter_part_get(byref(_raw.press_converter_config.from_address(at)), byref(found))
        return found

    def article(self, converter: int = 0) -> str:
        """`an ads1115`."""
        model = self.model(converter)
        return f"{'an' if model.startswith(('a', 'mcp')) else 'a'} {model}"

    def address(self, converter: int = 0) -> int:
        """That of the config; else the usual one of the model, and of a second one the next."""
        self._complete()
        return int(self.get(("converter", converter), "address"))

    def is_given(self, place: Place, key: str) -> bool:
        """The key stands in this very section."""
        return key in self.texts.get(place, {})

    def options(self, converter: int = 0) -> dict[str, Any]:
        """What the config says of the driver, by the names of Ads1x15 and I2CConverter. A second one begins as the first."""
        place = "converter", converter
        given = {key for number in range(converter + 1) for key in self.texts.get(("converter", number), {})}
        if converter and self.model(converter) != self.model(0) and not self.is_given(place, "rate_sps"):
            given.discard("rate_sps")
        if self.is_given(place, "board") and self.is_ads1x15(converter):
            given.add("rate_sps")  # that of its ADS1015
        found = {key: self.get(place, key) for key in _OPTIONS if key in given}
        if self.is_ads1x15(converter):
            found = {key: value for key, value in found.items() if key not in ("gain", "reference_mv", "external_avdd")}
            if "mode" in given:
                mode = self.shown(place, "mode")
                found |= {"continuous": mode == "continuous", "poll_ready": mode == "single poll"}
        else:
            found.pop("range_mv", None)
        return found

    def reference(self, converter: int = 0) -> tuple[int | None, float]:
        """The spare input that the supply is wired to, and the supply by the voltage there."""
        place = "converter", converter
        channel = self.get(place, "reference")
        return (None if channel < 0 else int(channel)), from_q16(self.get(place, "reference_ratio"))

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
            raise self.wrong(("converter", converter), "address rate_sps gain reference_mv external_avdd mode", str(problem)) from None

    def board(self, bus: Bus) -> Board:
        """All converters. Raises InvalidError."""
        return Board([self.adc(bus, converter) for converter in range(self.count("converter"))], self.wires())

    # Sensors

    def wire(self, index: int) -> Wire:
        """Channels without a converter's name are counted on through all."""
        converter, channel = c_uint32(), c_uint32()
        check(_raw.press_setup_get_wire(self._setup, index, byref(converter), byref(channel)), f"sensor {index}")
        return converter.value, channel.value

    def wires(self) -> list[Wire]:
        return [self.wire(index) for index in range(self.count("sensor"))]

    def column(self, index: int) -> int:
        """Of a CSV."""
        return int(self.get(("sensor", index), "channel")) & 0xFFFF

    def inputs(self, converter: int) -> list[int]:
        """The channels of a converter that sensors are on, rising."""
        return sorted(channel for own, channel in self.wires() if own == converter)

    def input_name(self, index: int) -> str:
        """`AIN0`; with several converters, of which one."""
        converter, channel = self.wire(index)
        many = self.count("converter") > 1
        return f"AIN{channel}" + (f" of converter{converter + 1 if converter else ''}" if many else "")

    def sensor(self, index: int) -> Sensor:
        self._complete()
        raw = self.raw(("sensor", index))
        ours = [from_q16(getattr(raw, name)) for name in ("preload_force", "zero", "zero_limit", "span")]
        place = from_q16(raw.x), from_q16(raw.y)
        return Sensor(Circuit._from_raw(raw.circuit), Curve(raw.curve), *place, raw.lag_us, from_q16(raw.creep), *ours)

    def sensors(self) -> list[Sensor]:
        return [self.sensor(index) for index in range(self.count("sensor"))]
