"""The sensors and the converters of a config: which sensor is where, and how it is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from ctypes import byref, c_uint32
from typing import Any

from ._config import default
from ._config_file import ConfigFile, Place, called
from .converter import is_ads1x15
from .errors import check
from .generated import _raw
from .numbers import from_q16
from .power import Supply
from .sensor import Circuit, Curve, Sensor

LOAD_CELL = "nau7802"
Wire = tuple[int, int]
"""Which converter, from 0, and its channel."""
_OF_ALL = ("gain", "reference_mv", "external_avdd", "retries", "ready_polls")
_NO_FORCE = ("full_scale = 1", "max_code = 1")
"""Of sensors whose codes no pad takes: what every converter can have."""


def usual_keys(keys: Mapping[str, Any], is_alone: bool = False) -> dict[str, Any]:
    """With what ForceSensor sets where nothing was given. One input alone is converted without pause: a code is always at hand; and
    slower than it can be: less noise."""
    if not is_ads1x15(keys["model"]):
        return dict(keys)
    rates = (475, 860) if keys["model"] == "ads1115" else (490, 3300)
    return {"rate_sps": rates[not is_alone], "mode": "continuous" if is_alone else "single"} | dict(keys)


def wired(converters: Sequence[Mapping[str, Any]], wires: Sequence[Wire]) -> Wiring:
    """Sensors alone, on converters with these keys. Raises InvalidError."""
    new, origin = Wiring(), _raw.PRESS_SETUP_ORIGIN_CONFIG
    clean = {name: new.get(("converter", 0), name) for name in _OF_ALL}  # a second converter would begin as the first
    new.begin(origin)
    for n, keys in enumerate(converters):
        own = (clean if n else {}) | dict(keys)
        for line in (f"[{called(('converter', n))}]", *(f"{key} = {value}" for key, value in own.items())):
            new.line(origin, line.encode())
    for n, (converter, channel) in enumerate(wires):
        for line in (f"[{called(('sensor', n))}]", f"channel = {called(('converter', converter))}.{channel}", *_NO_FORCE):
            new.line(origin, line.encode())
    new._check(_raw.PRESS_SETUP_SOURCE_CALIBRATE)
    return new


class Wiring(ConfigFile):
    """Sensors, and the converters that they are on."""

    # Converters

    def model(self, converter: int = 0) -> str:
        self._complete()
        return self.shown(("converter", converter), "model")

    def is_ads1x15(self, converter: int = 0) -> bool:
        return is_ads1x15(self.model(converter))

    @property
    def has_load_cell(self) -> bool:
        return any(self.model(converter) == LOAD_CELL for converter in range(self.count("converter")))

    def part(self, converter: int) -> Any:
        """What the library says of a converter: a press_converter_part."""
        self._complete()
        found = default(_raw.press_converter_part)
        _raw.press_converter_part_get(byref(self._config(converter)), byref(found))
        return found

    def _config(self, converter: int) -> Any:
        return _raw.press_converter_config.from_address(self._struct(("converter", converter)))

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

    def driver(self, converter: int = 0) -> dict[str, Any]:
        """The keys that its driver is made from, and their values."""
        place, model = ("converter", converter), self.model(converter)
        keys = {"model": model} | {name: self.get(place, name) for name in (*_OF_ALL, *(("range_mv",) if is_ads1x15(model) else ()))}
        if is_ads1x15(model):
            keys["mode"] = self.shown(place, "mode")
        if rate := self._config(converter).rate_sps:
            keys["rate_sps"] = rate
        return keys

    def alone(self) -> Wiring:
        """The converters with nothing but their sensors."""
        return wired([self.driver(n) | {"address": self.address(n)} for n in range(self.count("converter"))], self.wires())

    def of_inputs(self, channels: Iterable[int]) -> Wiring:
        """The first converter, with these inputs in place of its sensors."""
        return wired([self.driver() | {"address": self.address(), "mode": "single"}], [(0, channel) for channel in channels])

    def named(self, converter: int = 0) -> str:
        """`ADS1115 at address 0x48`."""
        return f"{self.model(converter).upper()} at address {self.address(converter):#04x}"

    def frame_us(self) -> int:
        """The least time from one frame to the next, microseconds."""
        self._complete()
        return max(int(_raw.press_setup_frame_us(self._setup)), 1)

    def supplies(self) -> list[tuple[int, Supply]]:
        """Of converters whose supply is wired to a spare input."""
        found = []
        for n in range(self.count("converter")):
            if self.reference(n)[0] is not None:
                sensors = tuple(sensor for sensor, (own, _) in enumerate(self.wires()) if own == n)
                found.append((n, Supply(sensors, self.reference(n)[1], top_code=self.part(n).largest_code)))
        return found

    def reference(self, converter: int = 0) -> tuple[int | None, float]:
        """The spare input that the supply is wired to, and the supply by the voltage there."""
        place = "converter", converter
        channel = self.get(place, "reference")
        return (None if channel < 0 else int(channel)), from_q16(self.get(place, "reference_ratio"))

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
