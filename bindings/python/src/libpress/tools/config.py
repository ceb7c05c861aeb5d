"""The config of pressd, as the command uses it: sensors, one converter, levels."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from ctypes import byref, sizeof
from pathlib import Path
from typing import Any

from .. import _raw
from .._config import default, kinds
from ..ads1x15 import Ads1x15
from ..bus import Bus
from ..button import ButtonConfig
from ..calibration import Calibration
from ..converter import I2CConverter
from ..engine import Engine
from ..enums import Trait
from ..errors import PressError, why
from ..gestures import GesturesConfig
from ..numbers import from_q16
from ..pad import Pad
from ..sensor import Circuit, Curve, Sensor
from ..types import Event, Target
from ._keys import SECTIONS
from .problem import CONFIG, USAGE, Problem, cannot_read
from .values import ACCEPTED, value

Place = tuple[str, int]
"""A section, and which of those of its name, from 0."""
COMMENT = re.compile(r"(^|[ \t])[#;].*$")
ADS1X15 = {"ads1115": 32767, "ads1015": 2047}
"""The converters that the simulated bus has, and whose model a check can find; their largest codes."""
NOT_RUN = ("peek", "peeks", "action", "transition", "transitions", "drag")
"""Sections whose interactions pressd runs, and the command does not."""


def place_of(name: str) -> Place | None:
    """[sensor] is [sensor1], too."""
    for section, (most, _, _) in SECTIONS.items():
        if name == section:
            return section, 0
        number = re.fullmatch(rf"{section}([1-9][0-9]*)", name)
        if number and 1 < most >= int(number[1]):
            return section, int(number[1]) - 1
    return None


def called(place: Place) -> str:
    section, index = place
    return f"{section}{index + 1}" if index else section


def _all_sections() -> str:
    return ", ".join(f"{name} to {name}{most}" if most > 1 else name for name, (most, _, _) in SECTIONS.items())


class Config:
    """What a file and --set say. Everything else is the library's default."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self.given: dict[Place, dict[str, tuple[Any, int]]] = {("sensor", 0): {}, ("converter", 0): {}}
        """The keys of each section that is there: the value, and in which line it stands; 0: not in the file."""
        self.texts: dict[Place, dict[str, str]] = {}
        """The same as they were written."""

    @classmethod
    def load(cls, path: str | os.PathLike[str] | None, settings: Iterable[str] = ()) -> Config:
        """Raises Problem, which names file and line, or the setting."""
        config = cls()
        if path is not None:
            config.path = Path(path)
            try:
                text = config.path.read_text(encoding="utf-8", errors="surrogateescape")
            except OSError as problem:
                raise cannot_read(path, problem) from problem
            config._read(text)
        for setting in settings:
            config._apply(setting)
        config._verify()
        return config

    def _read(self, text: str) -> None:
        place: Place | None = None
        for number, raw in enumerate(text.split("\n"), 1):
            line = COMMENT.sub("", raw.rstrip("\r")).strip()
            if not line:
                continue
            try:
                if line.startswith("["):
                    place = self._open(line, number)
                else:
                    self._line(place, line, number)
            except ValueError as wrong:
                raise Problem(CONFIG, f"{self.path}:{number}: {wrong}") from None

    def _open(self, line: str, number: int) -> Place:
        if not line.endswith("]"):
            raise ValueError(f'no section: "{line}" requires a ] at its end')
        name = line[1:-1].strip()
        place = place_of(name)
        if place is None:
            raise ValueError(f'no section "{name}"; there are {_all_sections()}')
        self._begin(place)
        return place

    def _begin(self, place: Place) -> None:
        section, index = place
        if index and (section, index - 1) not in self.given:
            raise ValueError(
                f"[{called(place)}]: there is no section [{called((section, index - 1))}], which must be there first"
            )
        self.given.setdefault(place, {})

    def _line(self, place: Place | None, line: str, number: int) -> None:
        key, equals, text = line.partition("=")
        if not equals or not key.strip():
            raise ValueError("neither [section] nor key = value")
        if place is None:
            raise ValueError(f"a key before the first section; there are {_all_sections()}")
        self.set(place, key.strip(), text.strip(), number)

    def _apply(self, setting: str) -> None:
        """SECTION.KEY=VALUE"""
        name, equals, text = setting.partition("=")
        section, dot, key = name.partition(".")
        if not equals or not section.strip() or not key.strip():
            raise Problem(USAGE, f"--set {setting}: it must be SECTION.KEY=VALUE, as in engine.touch_force=0.5")
        place = place_of(section.strip())
        try:
            if place is None:
                raise ValueError(f'no section "{section.strip()}"; there are {_all_sections()}')
            self.set(place, key.strip(), text.strip(), 0)
        except ValueError as wrong:
            raise Problem(USAGE, f"--set {setting}: {wrong}") from None

    def set(self, place: Place, key: str, text: str, line: int = 0) -> None:
        """Raises ValueError, which says what is accepted."""
        section = place[0]
        keys = SECTIONS[section][2]
        self._begin(place)
        if key not in keys:
            raise ValueError(f'no key "{key}" in [{called(place)}]; there are {", ".join(keys)}')
        if line and key in self.given[place]:
            raise ValueError(f"{called(place)}.{key} is given twice: it stands in line {self.given[place][key][1]} already")
        form, _, accepted = keys[key]
        found = value(form, text)
        if found is None:
            raise ValueError(f"{called(place)}.{key}: it must be {accepted or ACCEPTED.get(form[-1], 'something else')}")
        self.given[place][key] = found, line
        self.texts.setdefault(place, {})[key] = text
        if key == "calibration":
            self._calibration(place, text)

    def _calibration(self, place: Place, path: str) -> Calibration:
        try:
            return Calibration.load(path)
        except OSError as problem:
            raise ValueError(f"{called(place)}.calibration: {path}: {os.strerror(problem.errno or 0)}") from None
        except PressError as problem:
            raise ValueError(f"{called(place)}.calibration: {problem}") from None

    def _verify(self) -> None:
        """Rules that join several keys: what the library says, and of channels."""
        for section, struct in (("engine", _raw.press_config), ("pad", _raw.press_pad_config)):
            self._checked((section, 0), getattr(_raw, f"{struct.__name__}_check"), self.raw((section, 0)))
        wires = []
        for index in range(self.count("sensor")):
            self._checked(("sensor", index), _raw.press_sensor_check, self._sensor(index))
            wires.append(self.wire(index))
            if wires[-1] in wires[:-1]:
                raise self.wrong(("sensor", index), "two sensors have the same channel")
        if self.model == "nau7802":
            raise self.wrong(("converter", 0), "this command does not read load cells (nau7802); pressd does")
        for section in ("gestures", "button"):
            if self.has(section):
                struct = getattr(_raw, f"press_{section}_config_check")
                self._checked((section, 0), struct, self.raw((section, 0)))

    def _checked(self, place: Place, check: Callable[..., int], raw: Any) -> None:
        if words := why(check, raw):
            raise self.wrong(place, words)

    def wrong(self, place: Place, words: str) -> Problem:
        return Problem(CONFIG, f"{self.path or '--set'}: [{called(place)}]: {words}")

    # What is there

    def count(self, section: str) -> int:
        return sum(place[0] == section for place in self.given)

    def has(self, section: str) -> bool:
        """The section is there, and not switched off."""
        keys = self.given.get((section, 0))
        return keys is not None and keys.get("enabled", (True, 0))[0] is not False

    def get(self, place: Place, key: str, otherwise: Any = None) -> Any:
        return self.given.get(place, {}).get(key, (otherwise, 0))[0]

    def raw(self, place: Place) -> Any:
        """The C struct of a section with what was given."""
        structs = SECTIONS[place[0]][1]
        own = {where: default(getattr(_raw, struct)) for where, struct in structs.items() if "." not in where}
        self._fill(place, own)
        return next(iter(own.values()))

    def _fill(self, place: Place, own: Mapping[str, Any]) -> None:
        for key, (found, _) in self.given.get(place, {}).items():
            form, path, _ = SECTIONS[place[0]][2][key]
            if not path or form == ("special", "calibration"):
                continue
            first, *middle, last = path.split(".")
            raw = own[first]
            for part in middle:
                raw = getattr(raw, part)
            if form[0] == "bit":
                mask, on = found
                setattr(raw, last, getattr(raw, last) & ~mask | (mask if on else 0))
            elif isinstance(found, Curve):
                setattr(raw, last, found._curve)
            else:
                setattr(raw, last, found._to_raw() if hasattr(found, "_to_raw") else found)

    def _sensor(self, index: int) -> Any:
        """A sensor begins as a copy of the one before it; its own keys go before its calibration."""
        raw = default(_raw.press_sensor) if index == 0 else self._sensor(index - 1)
        if index == 0 and not self.is_ads1x15 and not self._part().range_mv:  # its supply is its reference
            raw.circuit.full_scale = self._part().largest_code
        place = "sensor", index
        if path := self.get(place, "calibration"):
            try:
                calibration = self._calibration(place, path)
            except ValueError as wrong:
                raise self.wrong(place, str(wrong)) from None
            _raw.press_calibration_apply(byref(calibration._to_raw()), byref(raw))
        self._fill(place, {"sensor": raw})
        return raw

    def sensor(self, index: int) -> Sensor:
        raw = self._sensor(index)
        assert raw.size == sizeof(_raw.press_sensor)
        ours = [from_q16(getattr(raw, name)) for name in ("preload_force", "zero", "zero_limit", "span")]
        place = from_q16(raw.x), from_q16(raw.y)
        return Sensor(Circuit._from_raw(raw.circuit), Curve(raw.curve), *place, raw.lag_us, from_q16(raw.creep), *ours)

    def sensors(self) -> list[Sensor]:
        return [self.sensor(index) for index in range(self.count("sensor"))]

    def wire(self, index: int) -> tuple[int, int]:
        """Which converter, from 1 (0: counted on), and its channel. Without a key, the next one of the sensor before."""
        given = self.get(("sensor", index), "channel")
        if given is not None:
            return tuple(given)
        if index == 0:
            return 0, 0
        converter, number = self.wire(index - 1)
        return converter, number + 1

    def channels(self) -> list[int]:
        """The inputs of the one converter, in the order of the sensors. Raises Problem."""
        found = []
        for index in range(self.count("sensor")):
            converter, number = self.wire(index)
            if self.count("converter") > 1 or converter > 1:
                raise Problem(CONFIG, "this command reads one converter, and the config has [converter2]; pressd reads both")
            found.append(number)
            if self.is_ads1x15 and number > 3:
                raise self.wrong(("sensor", index), "sensor.channel of a converter must be 0 to 3 (AIN0 to AIN3)")
            largest = self._part().largest_code
            circuit = self.sensor(index).circuit
            if circuit.full_scale > largest and not circuit.max_code:
                words = f"sensor.full_scale is above the largest code of an {self.model}, {largest}: it is the code at the supply; "  # noqa: E501
                words += "where the range is less than the supply, max_code says where it clips"
                raise self.wrong(("sensor", index), words)
        return found

    # What it makes

    @property
    def model(self) -> str:
        models: tuple[str, ...] = SECTIONS["converter"][2]["model"][0][1]
        return str(models[self.get(("converter", 0), "model", 0)])

    @property
    def is_ads1x15(self) -> bool:
        return self.model in ADS1X15

    @property
    def address(self) -> int:
        """That of the config, or the usual one of the model."""
        given = self.get(("converter", 0), "address")
        return int(self._part().usual_address if given is None else given)

    def _part(self) -> Any:
        """What the library says of the model."""
        found, config = default(_raw.press_converter_part), default(_raw.press_converter_config)
        found.usual_address, found.largest_code = 0x48, ADS1X15.get(self.model, 0)
        if not self.is_ads1x15:
            config.part = I2CConverter.PARTS.index(self.model.upper()) + 1
            _raw.press_converter_describe(byref(config), byref(found))
        return found

    def adc(self, bus: Bus, channels: Iterable[int] | None = None) -> Ads1x15 | I2CConverter:
        """The driver of the converter; with other channels, each once. Raises Problem."""
        own = self.get
        inputs = self.channels() if channels is None else channels
        if not self.is_ads1x15:
            names = ("address", "gain", "rate_sps", "retries", "ready_polls")
            try:
                return I2CConverter(bus, self.model, inputs, **{name: own(("converter", 0), name) for name in names})
            except (PressError, ValueError) as problem:
                raise self.wrong(("converter", 0), str(problem)) from None
        converter = "converter", 0
        mode = own(converter, "mode", 0) if channels is None else 0
        given = {name: own(converter, name) for name in ("range_mv", "rate_sps", "retries", "ready_polls")}
        try:
            return Ads1x15(
                bus,
                inputs,
                model=self.model,
                address=self.address,
                continuous=mode == 2,
                poll_ready=mode == 1,
                **{"rate_sps": 860, **{name: number for name, number in given.items() if number is not None}},
            )
        except (PressError, ValueError) as problem:
            raise self.wrong(converter, str(problem)) from None

    def engine(self, with_interactions: bool = False) -> Engine:
        """With the levels of the config. `with_interactions`: gestures, button and targets, too. Raises Problem."""
        raw = self.raw(("engine", 0))
        settings: dict[str, Any] = {
            name: from_q16(getattr(raw, name)) if kind is _raw.press_q16 else getattr(raw, name)
            for name, kind in kinds(_raw.press_config).items()
            if name not in ("max_events", "traits")
        }
        parts: dict[str, Any] = {}
        if with_interactions:
            for section, kind in (("gestures", GesturesConfig), ("button", ButtonConfig)):
                if self.has(section):
                    parts[section] = kind(**_numbers(self.raw((section, 0))))
        tell_moved = bool(raw.flags & _raw.PRESS_CONFIG_TELL_MOVED)
        try:
            engine = Engine(max_events=0, traits=Trait(raw.traits), tell_moved=tell_moved, **settings, **parts)
            for index in range(self.count("target") if with_interactions else 0):
                engine.targets.add(self._target(index))
        except (PressError, ValueError) as problem:
            raise Problem(CONFIG, f"{self.path or '--set'}: {problem}") from None
        return engine

    def _target(self, index: int) -> Target:
        raw = self.raw(("target", index))
        if self.get(("target", index), "id") is None:
            raw.id = index + 1
        x, y, width, height = (from_q16(getattr(raw, name)) for name in ("x", "y", "width", "height"))
        return Target(raw.id, x, y, width, height, Trait(raw.traits), raw.container, raw.domain)

    def pad(
        self,
        when_event: Callable[[Event], object] | None = None,
        *,
        with_interactions: bool = False,
        sensors: list[Sensor] | None = None,
        **settings: float,
    ) -> Pad:
        """The pad and its engine. `sensors` and `settings` replace those of the config. Raises Problem."""
        raw = self.raw(("pad", 0))
        engine = self.engine(with_interactions)
        engine.when_event = when_event or (lambda event: None)
        given = _numbers(raw)
        contact = given.pop("contact")
        flags = {name: not raw.flags & getattr(_raw, f"PRESS_PAD_NO_{name.upper()}") for name in ("median", "filter", "baseline")}
        correction = self.get(("pad", 0), "correction")
        try:
            return Pad(
                self.sensors() if sensors is None else sensors,
                engine,
                contact=int(contact),
                correction=correction,
                **flags,
                **{**given, **settings},
            )
        except (PressError, ValueError) as problem:
            raise Problem(CONFIG, f"{self.path or '--set'}: {problem}") from None


def _numbers(raw: Any) -> dict[str, Any]:
    """The fields that are one number, as the classes of the package take them."""
    return {
        name: from_q16(getattr(raw, name)) if kind is _raw.press_q16 else getattr(raw, name)
        for name, kind in kinds(type(raw)).items()
    }
