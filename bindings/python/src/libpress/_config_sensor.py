"""A ForceSensor from a config of pressd, and into one."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from ._config_file import Place, edited
from ._config_keys import most, sections
from ._config_parts import KEYS, KINDS, SWITCHES, Config, is_key
from ._config_values import written
from ._config_wiring import MODES
from ._replace import replace_file, text_there
from ._settings import FINGER, HARDWARE, Made, Settings
from ._sources import Recording, Source, Wired, is_ads1x15
from .engine import Engine
from .errors import InvalidError
from .generated import _raw
from .peek import Action, PreviewActionGroup
from .power import Idle
from .sensor import Circuit, Sensor
from .trace import Trace as Frames
from .trace import TraceFile
from .types import Target

_CIRCUIT = [one.name for one in fields(Circuit)]
_SENSOR = [one.name for one in fields(Sensor) if one.name != "circuit"]


def read(config: Config, given: Mapping[str, Any], has_converters: bool) -> Made:
    """`given` goes before what the file says. Raises InvalidError, which names the line; OSError."""
    config.verify(converters=has_converters)
    settings = config.engine_settings() | config.pad_settings() | config.options()
    settings |= {"model": config.model().upper()}
    if config.is_given(("converter", 0), "address"):
        settings["address"] = config.address()
    settings.pop("contact", None)
    reference, ratio = config.reference()
    if reference is not None:
        settings |= {"reference": reference, "reference_ratio": ratio}
    if config.has("idle"):
        settings["idle"] = Idle(**{key: own for key, own in config.settings(("idle", 0)).items() if key != "enabled"})
    how = Settings.of("ForceSensor.from_config", settings | dict(given), HARDWARE | FINGER)
    second = None
    if config.count("converter") > 1:
        second = Wired(config.model(1).upper(), config.address(1), config.options(1), *config.reference(1))
    sensors = [_given(config.sensor(index), how, given) for index in range(config.count("sensor"))]
    return Made(how, sensors, config.wires(), config.furniture(), second, config.path)


def plain(path: str | os.PathLike[str], given: Mapping[str, Any], has_converters: bool) -> dict[str, Any] | None:
    """The configs of the engine without a profile. None: what the file says goes together only with the one that it had."""
    own = {name: value for name, value in given.items() if name != "profile"}
    try:
        return read(Config().read(path), own, has_converters).how.engine()._core.every
    except InvalidError:
        return None


def _given(sensor: Sensor, how: Settings, given: Mapping[str, Any]) -> Sensor:
    """A sensor of the config, and what the program gives instead."""
    own = {name: value for name, value in how.parts["circuit"].items() if name in given}
    if "resistor" in given:
        own["resistor_ohm"] = how.resistor
    if given.keys() & {"full_scale", "supply", "range_mv", "model"}:
        own["full_scale"] = round(how.own_full_scale)
    own_sensor = {name: value for name, value in how.parts["sensor"].items() if name in given}
    if "calibration" in given:
        sensor = how.sensor(sensor.circuit.full_scale)
    return replace(sensor, circuit=replace(sensor.circuit, **own), **own_sensor)


def source_of(made: Made, trace: str | os.PathLike[str] | None) -> Source:
    """What reads the sensors: a recording, a simulated finger, readings of the program, or the converters."""
    how, count = made.how, len(made.sensors)
    if trace is not None:
        with TraceFile(trace, how.rate, [n for _, n in made.wires], [one.circuit.full_scale for one in made.sensors]) as file:
            frames = tuple(file.frames())
        source = Recording(Frames(frames, file.sensors, file.full_scale, file.end_us, file.notes), how.fast)
        source.supplies = made.supplies
        if missing := {n for note in file.notes.values() for n in note.references} - {n for n, _ in source.supplies}:
            raise InvalidError(f"{trace}: recorded with a reference of converter {min(missing)}, which the config does not have")
        return source
    if how.finger is not None:
        return how.simulation([how.finger], [made.sensors], 200 if count == 1 else 100, made.wires)
    adcs: Sequence[Any] | None = how.adc if how.adc is None or isinstance(how.adc, list | tuple) else [how.adc]
    return how.source(made.wires, adcs, 200 if count == 1 else 100, made.second)[0]


def save(path: str | os.PathLike[str], made: Made, engine: Engine) -> None:
    """Writes what differs from the defaults; what else stands in the file stays. Raises InvalidError, OSError."""
    file = Config()
    if text := text_there(path):
        file.read(path)
    changes = _changes(file, made, engine)
    replace_file(path, edited(text, changes).encode(errors="surrogateescape"))


def _changes(file: Config, made: Made, engine: Engine) -> dict[Place, dict[str, str | None]]:
    """Raises InvalidError for a setting that pressd has not."""
    how, levels = made.how, engine.config
    own = dict(how.parts["engine"])
    parts = {argument: own.pop(argument, False) for argument in KINDS}
    own = {name: value for name, value in own.items() if value is not None and value is not False}
    keys = sections()["engine"].keys()
    unknown = sorted(own.keys() - keys)
    for argument, (section, kind) in KINDS.items():
        names = sorted(one.name for one in fields(kind) if not is_key(section, one.name))
        unknown += [name for name in names if getattr(parts[argument], name, None) not in (None, False)]
    if getattr(parts["transitions"], "max_transitions", None) == most("transition"):  # as pressd has it
        unknown.remove("max_transitions")
    if unknown:
        raise InvalidError(f"{unknown[0]} is no setting of pressd's config, so it cannot be saved there")
    found: dict[Place, dict[str, str | None]] = {}

    def put(place: Place, values: Mapping[str, Any]) -> None:
        found[place] = {name: value if isinstance(value, str) else written(value) for name, value in values.items()}

    _put_sensors(put, file, made)
    _put_converters(put, made)
    if how.idle:
        one = how.idle if isinstance(how.idle, Idle) else Idle()
        put(("idle", 0), {"after_us": one.after_us, "interval_us": one.interval_us, "wake_force": one.wake_force})
    pad = {name: value for name, value in how.parts["pad"].items() if value is not None}
    off = [f"no_{name}" for name in SWITCHES if not pad.pop(name, True)]
    if pad or off:
        put(("pad", 0), pad | ({"flags": " ".join(off)} if off else {}))
    usual = Engine(preview_after_us=_raw.PRESS_PREVIEW_AFTER_US).config
    changed = {name: levels[name] for name in sorted(keys) if name in own or levels[name] != usual[name]}
    put(("engine", 0), {"full_force": levels["full_force"]} | changed)
    for argument, (section, kind) in KINDS.items():
        if part := parts[argument]:
            part = part if is_dataclass(part) else kind()
            given = [one for one in fields(part) if getattr(part, one.name) not in (None, one.default)]
            given = [one for one in given if is_key(section, one.name)]
            values = {KEYS.get(one.name, one.name): getattr(part, one.name) for one in given}
            values = {name: _word(section, name, value) for name, value in values.items()}
            if values or "enabled" in sections()[section]:
                put((section, 0), values or {"enabled": "yes"})
    _put_furniture(put, made, engine)
    return found


def _word(section: str, name: str, value: Any) -> Any:
    """A number as the word that a config has for it."""
    key = sections()[section][name]
    return key.words[int(value) - key.least] if key.kind == _raw.PRESS_SETUP_WORD else value


def _put_sensors(put: Any, file: Config, made: Made) -> None:
    before, many = Sensor(), any(converter for converter, _ in made.wires)
    for number, (sensor, (converter, channel)) in enumerate(zip(made.sensors, made.wires, strict=True)):
        place = "sensor", number
        there = file.texts.get(place, {})
        values: dict[str, Any] = {"channel": f"converter{converter + 1 if converter else ''}.{channel}" if many else channel}
        for one, last, names in ((sensor.circuit, before.circuit, _CIRCUIT), (sensor, before, _SENSOR)):
            values |= {name: getattr(one, name) for name in names if name in there or getattr(one, name) != getattr(last, name)}
        put(place, values)
        before = sensor


def _put_converters(put: Any, made: Made) -> None:
    how = made.how
    own = how.converter(sum(own == 0 for own, _ in made.wires))
    first = Wired(how.model, how.address, own, how.reference, how.reference_ratio)
    for number, one in enumerate([first, made.second]):
        if one is None:
            continue
        options = dict(one.options) | {"model": one.model.lower()}
        if is_ads1x15(one.model) and "continuous" in options:
            is_continuous, polls = options.pop("continuous"), options.pop("poll_ready", False)
            options["mode"] = MODES[2 if is_continuous else int(polls)]
        if one.address is not None:
            options["address"] = f"{one.address:#x}"
        if one.reference is not None:
            options |= {"reference": one.reference, "reference_ratio": float(one.ratio)}
        put(("converter", number), options)


def _put_furniture(put: Any, made: Made, engine: Engine) -> None:
    """Targets, peeks that are declared, and transitions that are bound."""
    targets: list[Target] = list(engine.targets.values())
    for number, target in enumerate(targets):
        put(("target", number), {one.name: getattr(target, one.name) for one in fields(target)})
    peeks = engine.peek.declared if made.how.parts["engine"].get("peek") else {}
    actions: list[dict[str, Any]] = []
    for number, (target_id, peek) in enumerate(peeks.items()):
        source, frame = peek.source or (0, 0, 0, 0), peek.actions_frame or (0, 0, 0, 0)
        names = ("source_x", "source_y", "source_width", "source_height", "x", "y", "width", "height",
                 "actions_x", "actions_y", "actions_width", "action_height")  # fmt: skip
        values = dict(zip(names, map(float, (*source, *peek.place, *peek.size, *frame)), strict=True))
        put(("peek", number), {"target": target_id, "id": peek.id} | {name: own for name, own in values.items() if own})
        actions += _flat(peek.id, peek.actions, 0, [0])
    for number, action in enumerate(actions):
        put(("action", number), action)
    _put_transitions(put, made, engine)


def _put_transitions(put: Any, made: Made, engine: Engine) -> None:
    every = engine.transitions._all.values() if made.how.parts["engine"].get("transitions") else ()
    for number, (one, binding) in enumerate((one, one._bound) for one in every if one._bound):
        driver, on, (dx, dy) = binding
        keys: dict[str, Any] = {"id": one.id, "driver": driver.name.lower(), "target": on}
        if dx or dy:
            keys |= {"dx": float(dx), "dy": float(dy)}
        own = one._options
        if own.automatic:
            raise InvalidError("automatic is no setting of a transition in pressd's config, so it cannot be saved there")
        if own.duration is not None:
            keys["duration"] = round(own.duration * 1e6)
        if own.curve is not None:
            keys["curve"] = written(own.curve)
        keys |= {name: own for name, own in (("speed", own.speed), ("fraction", own.fraction)) if own is not None}
        put(("transition", number), keys)


def _flat(peek: int, actions: Sequence[Action], group: int, last: list[int]) -> list[dict[str, Any]]:
    """Actions with their numbers, as events carry them; `last` is how many there were."""
    found: list[dict[str, Any]] = []
    for action in actions:
        last[0] += 1
        own = action.id or last[0]
        if action.subtitle or getattr(action, "checked", False) or getattr(action, "mixed", False):
            raise InvalidError(f"{action.title!r}: pressd's config has no subtitles and check marks, so it cannot be saved there")
        keys: dict[str, Any] = {"id": own, "peek": peek, "group": group, "title": action.title}
        keys |= {"style": action.style.name.lower(), "disabled": action.disabled}
        keys["keep_open"] = getattr(action, "keep_open", False)
        found.append({name: value for name, value in keys.items() if value not in (False, 0, "", "default")})
        if isinstance(action, PreviewActionGroup):
            found += _flat(peek, action.actions, own, last)
    return found
