"""The settings of a ForceSensor, by the part that each belongs to."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from ._config import kinds, number
from ._config_wiring import Wire, Wiring, usual_keys, wired
from ._delivery import verified as verify_deliver
from ._readings import Readings
from ._sources import Converters, Simulation, Source
from ._strict import advice, near
from ._values import verify
from .converter import described, is_ads1x15
from .engine import Engine
from .errors import InvalidError
from .generated import _raw
from .generated._attached import ATTACHED
from .generated._boards import BOARDS
from .numbers import fixed_text, to_q16
from .pad import _SETTINGS, Pad
from .power import Idle
from .sensor import Circuit, Sensor
from .simulation import SimulatedFinger, SimulatedPlate

if TYPE_CHECKING:
    from ._config_parts import Config
    from .calibration import Calibration
    from .profile import Profile

FULL_SCALE = 26400
"""Of an ADS1115 on 3.3 V."""


def _keywords(kind: Any) -> set[str]:
    code = kind.__init__.__code__
    return set(code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount])


PARTS = {
    "engine": _keywords(Engine) - {"full_force"} | {argument for argument, *_ in ATTACHED},
    "pad": _keywords(Pad) - {"contact"} | _SETTINGS,
    "circuit": {one.name for one in fields(Circuit)} - {"full_scale", "resistor_ohm"},
    "sensor": {one.name for one in fields(Sensor)} - {"circuit", "x", "y"},
}
CONVERTER = {"gain", "reference_mv", "external_avdd", "range_mv", "rate_sps", "continuous", "poll_ready", "retries", "ready_polls"}
_COMMON = {"resistor", "full_force", "calibration", "thread", "deliver", "keep", "rate", "profile"}
HARDWARE = {"reference", "reference_ratio", "idle", "bus", "adc", "independent", "full_scale", "supply", "address", "model", "board"} | CONVERTER
FINGER = {"finger", "seed", "fast"}
MADE_WITH = (
    HARDWARE | FINGER | {"trouble"} | PARTS["circuit"] | PARTS["sensor"] | _COMMON | {name for name in PARTS["engine"] if name.startswith("max_")}
)
"""What is said when a sensor is made, and stays."""
SIMULATED = HARDWARE - {"adc", "independent"} | {"channel", "seed", "fast", "trouble"}


@dataclass(slots=True)
class Settings:
    """What was given, and the defaults of the rest."""

    resistor: int = 4_700
    full_force: float = 5
    calibration: Calibration | str | os.PathLike[str] | None = None
    profile: Profile | str | os.PathLike[str] | None = None
    thread: bool | None = None
    deliver: Any = None
    keep: bool = False
    rate: float | None = None
    bus: Any = 1
    adc: Any = None
    independent: bool = False
    full_scale: float | None = None
    supply: float = 3.3
    address: int | None = None
    model: str = "ADS1115"
    board: str | None = None
    reference: int | None = None
    reference_ratio: float = 1.0
    idle: Idle | bool = False
    finger: Any = None
    seed: int = 1
    fast: bool = False
    trouble: str | None = None
    has_chip: bool = False
    """The program named a converter: a simulation has it at register level."""
    parts: dict[str, dict[str, Any]] = field(default_factory=lambda: {name: {} for name in (*PARTS, "converter")})

    @classmethod
    def of(cls, maker: str, given: Mapping[str, Any], takes: Iterable[str]) -> Settings:
        """Raises TypeError for a name that `maker` does not take, with a similar one."""
        settings, takes = cls(), {*takes, *_COMMON}
        for name, value in given.items():
            part = next((part for part, names in PARTS.items() if name in names), None)
            if part is not None:
                settings.parts[part][name] = value
            elif name == "channel" and name in takes or name == "model" and value is None:
                continue
            elif name not in takes:
                known = {*takes, *(name for names in PARTS.values() for name in names)}
                other = ": ForceSensor.simulated and ForceSensor.replay have it" if name in FINGER else advice(name, known)
                raise TypeError(f"{maker} has no setting {name!r}{other}")
            elif name in CONVERTER:
                settings.parts["converter"][name] = value
            else:
                setattr(settings, name, value)
        verify(given)
        verify_deliver(settings.deliver)
        if settings.board is not None:
            settings._take_board(given.get("model") is not None)
        settings.has_chip = settings.board is not None or given.get("model") is not None
        return settings

    def _take_board(self, has_model: bool) -> None:
        """Raises InvalidError."""
        name = str(self.board).lower()
        if name not in BOARDS:
            raise InvalidError(f"board={self.board!r}: there are {', '.join(BOARDS)}{near(name, BOARDS)}")
        model, address, ends_mv = BOARDS[name]
        if has_model and self.model.upper() != model:
            raise InvalidError(f"model={self.model!r}: the board {name} has {model}")
        self.model, self.address = model, address if self.address is None else self.address
        if ends_mv and self.full_scale is None:
            self.full_scale = (described(model).largest_code + 1) * self.supply * 1000 / ends_mv

    @property
    def has_thread(self) -> bool:
        return not self.fast if self.thread is None else self.thread

    def sensor(self, full_scale: int | None = None, place: Sequence[float] = (0.0, 0.0)) -> Sensor:
        """One sensor, with the code at the supply voltage; None: that of the converter.

        A calibration brings circuit, curve and zero; what was given goes before it.
        """
        circuit, own = self.parts["circuit"], self.parts["sensor"]
        if self.calibration is None and self.model.upper() == "NAU7802":
            words = "has no usual curve: give calibration=FILE, which `libpress calibrate --set converter.model=nau7802` writes"
            raise InvalidError(f"a load cell (model={self.model}) {words}")
        if self.calibration is None:
            full_scale = round(self.own_full_scale) if full_scale is None else full_scale
            return Sensor(Circuit(full_scale, self.resistor, **circuit), x=place[0], y=place[1], **own)
        from .calibration import Calibration

        calibration = self.calibration
        if not isinstance(calibration, Calibration):
            calibration = Calibration.load(calibration)
        sensor = calibration.to_sensor()
        return replace(sensor, circuit=replace(sensor.circuit, **circuit), **own)

    @property
    def own_full_scale(self) -> float:
        """The code at the supply voltage: what was given, else that of the converter."""
        if self.full_scale is not None:
            return self.full_scale
        if self.model.upper().startswith("MCP34"):
            words = "end at 2.048 V: give full_scale, the code at the supply, and max_code"
            raise InvalidError(f"the codes of model={self.model} {words}")
        largest = float(described(self.model).largest_code)
        own_mv = self.parts["converter"].get("range_mv", 4096) if is_ads1x15(self.model) else self.parts["converter"].get("reference_mv", 0)
        return (largest + 1) * self.supply * 1000 / own_mv if own_mv else largest

    @property
    def keys(self) -> dict[str, Any]:
        """What was given of the converter, as [converter] of a config has it."""
        own = {name: value for name, value in self.parts["converter"].items() if value is not None}
        for name in own.keys() & kinds(_raw.press_converter_config).keys():
            number(_raw.press_converter_config, name, own[name])
        continuous, polls = own.pop("continuous", None), own.pop("poll_ready", False)
        if continuous is not None or polls:
            own["mode"] = "continuous" if continuous else "single poll" if polls else "single"
        if "external_avdd" in own:
            own["external_avdd"] = int(own["external_avdd"])
        return {"model": self.model.lower()} | own

    def section(self, sensors: int) -> dict[str, Any]:
        """[converter] of a config, with so many sensors on it."""
        own = usual_keys(self.keys, sensors == 1 and self.reference is None)
        if self.address is not None:
            own["address"] = f"{self.address:#x}"
        if self.reference is not None:
            own |= {"reference": self.reference, "reference_ratio": fixed_text(to_q16(self.reference_ratio, "reference_ratio"))}
        return own

    def wiring(self, channels: Sequence[int]) -> Wiring:
        """Sensors on these inputs of the converter, alone. Raises InvalidError."""
        section = self.section(len(channels))
        try:
            return wired([section], [(0, channel) for channel in channels])
        except InvalidError as wrong:
            words = str(wrong)
        if found := re.match(r"sensor\.channel of a converter must be 0 to (\d+)", words):
            words = f"channel={next(one for one in channels if one > int(found[1]))}: the inputs of {self.model.upper()} are 0 to {found[1]}"
            if int(found[1]) < channels[0] and len(channels) == 1:
                words += ". A GPIO pin has no analogue input: channel=0 is the input A0 of the converter"
            if len(channels) > 1 and is_ads1x15(self.model):
                words += '; more are on a second converter, ForceSensor.pads(range(4), address=0x49), or on one of eight inputs, model="ADS7828"'
        elif (found := re.match(r"converter\.(\w+)(?:: | (of ))", words)) and found[1] in section:
            given = self.parts["converter"]
            name = next((one for one in ("continuous", "poll_ready") if found[1] == "mode" and one in given), found[1])
            words = f"{name}={given.get(name, section[found[1]])}: {'that of ' if found[2] else ''}{words[found.end() :]}"
            if found[1] == "model":
                known = [one.upper() for one in re.findall(r"[a-z]+\d\w*", words[words.index(": it must be ") :])]
                words = f"model={self.model!r}: there are {', '.join(known)}{near(self.model.upper(), known)}"
        raise InvalidError(words)

    @property
    def taken_profile(self) -> Profile | None:
        """None: there is none, or a file that was not read yet."""
        return None if self.profile is None or isinstance(self.profile, str | os.PathLike) else self.profile

    def engine(self) -> Engine:
        """With room for the ends of all that can run. A profile goes before everything else."""
        own = self.parts["engine"]
        if self.profile is not None:
            from .profile import Profile

            self.profile = self.profile if isinstance(self.profile, Profile) else Profile.load(self.profile)
        peek = own.get("peek")
        if self.profile is not None and peek:
            own = own | {"peek": self.profile.peek(peek)}
        several = sum(bool(own.get(name)) for name, *_ in ATTACHED) > 1
        usual: dict[str, Any] = {"full_force": self.full_force, "preview_after_us": _raw.PRESS_PREVIEW_AFTER_US}
        engine = Engine(**usual | ({"max_events": 256} if several else {}) | own)
        if self.profile is not None:
            if peek:
                from .peek import PeekConfig

                usual_peek = peek if isinstance(peek, PeekConfig) else PeekConfig()
                engine._core.plain = engine._core.every | {"peek": usual_peek._to_raw()}
            self.profile.apply(engine)
        return engine

    def verify_no_converter(self, channel: int) -> None:
        """Raises TypeError for what says where a converter is: adc takes its place."""
        given = {"channel": channel, "bus": self.bus, "address": self.address, "model": self.model}
        for name, usual in (("channel", 0), ("bus", 1), ("address", None), ("model", "ADS1115")):
            if given[name] != usual:
                raise TypeError(f"{name}={given[name]!r} is a setting of the converter, and adc takes its place")

    def verify_parts(self, inputs: Sequence[int]) -> None:
        """Raises what is wrong with converter, engine, pad, circuit and sensor, before a bus is looked for."""
        if len(set(inputs)) < len(inputs):
            raise InvalidError(f"channels={list(inputs)}: two sensors cannot be on one input of the converter")
        if self.adc is None:
            self.wiring(inputs)
        Pad([self.sensor(None if self.adc is None else FULL_SCALE)], self.engine(), **self.parts["pad"])

    def source(self, channels: Sequence[int], adcs: Sequence[Any] | None, rate: float, config: Config | None = None) -> tuple[Source, list[int]]:
        """What reads the sensors, on these inputs of the converter or as a config says, and of each the code at the supply voltage."""
        rate = rate if self.rate is None else self.rate
        if adcs is not None:
            if self.idle or self.reference is not None:
                raise TypeError(f"{'idle' if self.idle else 'reference'} is a setting of the converter, and adc takes its place")
            if options := self.parts["converter"]:
                raise TypeError(f"{next(iter(options))} is a setting of the converter, and adc takes its place")
            readings = Readings(adcs, rate, self.full_scale, self.supply, self.independent)
            return readings, readings.full_scales
        if self.independent:
            raise TypeError("independent is a setting of adc=...: sensors on one converter are read together")
        if config is not None:
            return Converters(self.bus, config, rate, [config.driver(n) for n in range(config.count("converter"))]), []
        return Converters(self.bus, self.wiring(channels), rate, [self.keys]), [round(self.own_full_scale)] * len(channels)

    def simulation(
        self, fingers: Sequence[Any], plates: Sequence[Sequence[Sensor]], rate: float, channels: Sequence[int], config: Config | None = None
    ) -> Simulation:
        """Fingers, each on its plate, of sensors on these inputs, or as a config says. It takes what the converter takes, and is no quicker."""
        pressed = [
            (finger if isinstance(finger, SimulatedFinger) else SimulatedFinger(finger), SimulatedPlate(plate, self.seed + n))
            for n, (finger, plate) in enumerate(zip(fingers, plates, strict=True))
        ]
        count = sum(map(len, plates))
        names = [f"sensor {n}" if count > 1 else "the sensor" for n in range(count)]
        wiring = config or self.wiring(channels)
        possible = min(rate if self.rate is None else self.rate, 1e6 / wiring.frame_us())
        if not self.has_chip:
            if self.trouble is not None:
                raise InvalidError(f"trouble={self.trouble!r}: say of which converter, model={self.model!r} or board=...")
            return Simulation(names, possible, self.fast, pressed)
        from ._simulated_chips import ChipSimulation

        return ChipSimulation(names, possible, self.fast, pressed, plates, wiring, self.seed, self.trouble)


@dataclass(slots=True)
class Made:
    """A ForceSensor as a config has it."""

    how: Settings
    sensors: list[Sensor]
    wires: list[Wire]
    """Of each sensor its converter, from 0, and the channel of that."""
    config: Config | None = None
    """What it comes from, with what the program gave instead."""
    path: str | os.PathLike[str] | None = None
    """Of the config."""
    more: dict[str, Any] = field(default_factory=dict)
    """What the program attaches beside, as the library calls it."""

    @classmethod
    def on(cls, how: Settings, sensors: list[Sensor], channels: Sequence[int] | None = None) -> Made:
        """Of settings alone, on one converter; the channels are 0 and on without."""
        return cls(how, sensors, [(0, channel) for channel in channels or range(len(sensors))])

    def start(self) -> Pad:
        """The pad, and the engine that it feeds. A profile goes before everything else. Raises InvalidError."""
        if self.config is None:
            return Pad(self.sensors, self.how.engine(), **self.how.parts["pad"])
        self.config.verify(converters=False)
        engine = self.config.start(self.more)
        if (profile := self.how.taken_profile) is not None:
            profile.apply(engine)
        return self.config.pad(engine)
