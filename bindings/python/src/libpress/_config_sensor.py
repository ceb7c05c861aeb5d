"""A ForceSensor from a config of pressd, and into one."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from . import _raw
from ._config import kinds
from ._config_file import MODES, ConfigFile, written
from ._settings import FINGER, HARDWARE, PARTS, Settings
from ._sources import Recording, Source, is_ads1x15
from .button import ButtonConfig
from .calibration import Calibration
from .drag import DragConfig
from .errors import InvalidError
from .gestures import GesturesConfig
from .sensor import Circuit, Sensor
from .trace import Trace
from .types import Target

_INTERACTIONS: dict[str, Any] = {"gestures": GesturesConfig, "button": ButtonConfig, "drag": DragConfig}
_OF_PRESSD = ("iio", "uinput")
"""What a ForceSensor has no use for."""
_SECTIONS = {"sensor", "converter", "pad", "engine", "target", *_INTERACTIONS, *_OF_PRESSD}
_CIRCUIT = [one.name for one in fields(Circuit)]
_SENSOR = [one.name for one in fields(Sensor) if one.name != "circuit"]
_CONVERTER = ("model", "address", "rate_sps", "gain", "range_mv", "mode", "ready_pin", "retries", "ready_polls")
_SWITCHES = ("median", "filter", "baseline")
_PAD = PARTS["pad"] - set(_SWITCHES)
_ENGINE = set(kinds(_raw.press_config)) - {"max_contacts", "max_targets", "max_events"} | {"traits", "tell_moved"}
_KEYS = {"dwell": "spring_dwell"}
"""What pressd calls otherwise."""
_WITHOUT = {"max_sessions", "max_items", "undo_depth", "slow_us"}
"""Settings of interactions that are no keys of pressd's."""


@dataclass(slots=True)
class Wired:
    """A ForceSensor as a config has it."""

    how: Settings
    sensors: list[Sensor]
    channels: list[int]
    targets: list[Target]
    path: str | os.PathLike[str] | None = None
    """Of the config."""


def read(file: ConfigFile, given: Mapping[str, Any]) -> Wired:
    """`given` goes before what the file says. Raises InvalidError, which names the line; OSError."""
    for section in file.keys:
        name = re.sub(r"\d+$", "", section)
        if section == "converter2" or name not in _SECTIONS:
            words = f"a ForceSensor takes no [{section}] from a config: attach it in the program (peek=True), by sensor.engine"
            raise file.wrong(file.line_of(section), words)
    converter, pad = file.values("converter", _CONVERTER), file.values("pad", {*_PAD, "flags", "contact"})
    converter.pop("ready_pin", None)  # the time of a conversion is waited for
    if (mode := converter.pop("mode", None)) is not None:
        converter |= {"continuous": mode == MODES.index("continuous"), "poll_ready": mode == MODES.index("single poll")}
    off = pad.pop("flags", [])
    pad.pop("contact", None)
    settings = converter | pad | file.values("engine", _ENGINE) | {name: f"no_{name}" not in off for name in _SWITCHES}
    for section, kind in _INTERACTIONS.items():
        if section in file.keys:
            names = {_KEYS.get(one.name, one.name): one.name for one in fields(kind) if one.name not in _WITHOUT}
            own = file.values(section, [*names, "enabled"])
            settings[section] = own.pop("enabled", True) and kind(**{names[key]: value for key, value in own.items()})
    how = Settings.of("ForceSensor.from_config", settings | dict(given), HARDWARE | FINGER)
    sensors, channels = _sensors(file, how, {"resistor_ohm" if name == "resistor" else name for name in given})
    targets = [
        Target(**{"id": number, "x": 0.0, "y": 0.0} | file.values(section, [one.name for one in fields(Target)]))
        for number, section in enumerate(file.numbered("target"), 1)
    ]
    return Wired(how, sensors, channels, targets, file.path)


def _sensors(file: ConfigFile, how: Settings, given: set[str]) -> tuple[list[Sensor], list[int]]:
    """A sensor begins as a copy of the one before it, on the next channel; its keys go before its calibration, and what the
    program has given before both."""
    sensor, channel = how.sensor(round(how.own_full_scale)), -1
    sensors, channels = [], []
    for section in file.numbered("sensor") or [""]:
        keys = file.values(section, [*_CIRCUIT, *_SENSOR, "channel", "calibration"])
        keys = {name: value for name, value in keys.items() if name not in given}
        if path := keys.pop("calibration", None):
            sensor = Calibration.load(path).to_sensor(sensor.lag_us, sensor.creep, sensor.zero_limit)
        channel = keys.pop("channel", channel + 1)
        circuit = {key: keys.pop(key) for key in _CIRCUIT if key in keys}
        sensor = replace(sensor, circuit=replace(sensor.circuit, **circuit), **keys)
        sensors.append(sensor)
        channels.append(channel)
    return sensors, channels


def source_of(wired: Wired, trace: str | os.PathLike[str] | None) -> Source:
    """What reads the sensors: a recording, a simulated finger, readings of the program, or the converter."""
    how, count = wired.how, len(wired.sensors)
    if trace is not None:
        recording, scales = Trace.load(trace), tuple(sensor.circuit.full_scale for sensor in wired.sensors)
        if recording.full_scale != scales:
            raise InvalidError(f"{os.fspath(trace)} was recorded with full_scale {recording.full_scale}, the config has {scales}")
        return Recording(recording, how.fast)
    if how.finger is not None:
        return how.simulation([how.finger], [wired.sensors], 200)
    adcs = how.adc if how.adc is None or isinstance(how.adc, list | tuple) else [how.adc]
    return how.source(wired.channels, adcs, 200 if count == 1 else 100)[0]


def write(file: ConfigFile, wired: Wired) -> None:
    """What differs from the defaults. Raises InvalidError for a setting that pressd has not."""
    how, engine = wired.how, dict(wired.how.parts["engine"])
    parts = {section: engine.pop(section, False) for section in _INTERACTIONS}
    engine = {name: value for name, value in engine.items() if value is not None and value is not False}
    unknown = sorted(engine.keys() - _ENGINE)
    for part in parts.values():
        unknown += [name for name in sorted(_WITHOUT) if getattr(part, name, None) is not None]
    if unknown:
        raise InvalidError(f"{unknown[0]} is no setting of pressd's config, so it cannot be saved there")
    _write_sensors(file, wired)
    options = how.converter(len(wired.sensors)) | {"model": how.model.lower()}
    if is_ads1x15(how.model):
        is_continuous, polls = options.pop("continuous"), options.pop("poll_ready", False)
        options["mode"] = MODES[2 if is_continuous else int(polls)]
    if how.address is not None:
        options["address"] = f"{how.address:#x}"
    file.set("converter", {name: written(value) for name, value in options.items()})
    pad = {name: value for name, value in how.parts["pad"].items() if value is not None}
    off = [f"no_{name}" for name in _SWITCHES if not pad.pop(name, True)]
    values = {name: written(value) for name, value in pad.items()} | ({"flags": " ".join(off)} if off else {})
    if values:
        file.set("pad", values)
    file.set("engine", {name: written(value) for name, value in ({"full_force": how.full_force} | engine).items()})
    for section, part in parts.items():
        if part:
            own = part if is_dataclass(part) else _INTERACTIONS[section]()
            changed = [one for one in fields(own) if getattr(own, one.name) not in (None, one.default)]
            values = {_KEYS.get(one.name, one.name): written(getattr(own, one.name)) for one in changed}
            file.set(section, values or {"enabled": "yes"})
    for number, target in enumerate(wired.targets, 1):
        values = {one.name: written(getattr(target, one.name)) for one in fields(target)}
        file.set(f"target{number}" if number > 1 else "target", values)


def _write_sensors(file: ConfigFile, wired: Wired) -> None:
    before = Sensor()
    for number, (sensor, channel) in enumerate(zip(wired.sensors, wired.channels, strict=True), 1):
        section = f"sensor{number}" if number > 1 else "sensor"
        there, values = file.keys.get(section, {}), {"channel": channel}
        for one, last, names in ((sensor.circuit, before.circuit, _CIRCUIT), (sensor, before, _SENSOR)):
            values |= {name: getattr(one, name) for name in names if name in there or getattr(one, name) != getattr(last, name)}
        file.set(section, {name: written(value) for name, value in values.items()})
        before = sensor
