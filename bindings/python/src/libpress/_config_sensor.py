"""A ForceSensor from a config of pressd, and into one."""

from __future__ import annotations

import os
from collections.abc import Container, Mapping, Sequence
from ctypes import byref, memmove, sizeof
from dataclasses import fields, replace
from typing import Any

from ._config import default
from ._config import given as given_struct
from ._config_file import Place, edited
from ._config_keys import sections
from ._config_parts import KINDS, Config, is_key
from ._config_values import written
from ._settings import CONVERTER, FINGER, HARDWARE, Made, Settings
from ._sources import Recording, Source
from .engine import Engine
from .engine import fill as fill_engine
from .errors import InvalidError
from .files import replace_file, text_there
from .generated import _raw
from .generated._attached import ATTACHED
from .pad import Pad
from .pad import fill as fill_pad
from .peek import Action, PreviewActionGroup
from .power import Idle
from .sensor import Sensor
from .trace import Trace as Frames
from .trace import TraceFile
from .types import Target


def read(config: Config, given: Mapping[str, Any], has_converters: bool) -> Made:
    """`given` goes before what the file says. Raises InvalidError, which names the line; OSError."""
    how = Settings.of("ForceSensor.from_config", {"model": config.model().upper()} | dict(given), HARDWARE | FINGER)
    how.has_chip = False
    own = how.section(0)
    asked = {name: own[name] for name in how.keys if name != "model"}
    asked |= {name: own[name] for name in ("model", "address") if name in own and given.keys() & {name, "board"}}
    asked |= {name: own[name] for name in ("reference", "reference_ratio") if name in given and name in own}
    config.named_option = ""
    for name, value in asked.items():
        try:
            config.set(("converter", 0), name, str(value))
        except ValueError as wrong:
            raise InvalidError(str(wrong)) from None
    config.verify(converters=has_converters)
    how.reference, how.reference_ratio = config.reference()
    written_there = {key: text for key, text in config.texts.get(("converter", 0), {}).items() if key in CONVERTER | {"mode"}}
    how.parts["converter"] = config.driver() if how.adc is None else written_there
    if config.has("idle") and "idle" not in given:
        how.idle = Idle(**{key: own for key, own in config.settings(("idle", 0)).items() if key != "enabled"})
    sensors = [_given(config.sensor(index), how, given) for index in range(config.count("sensor"))]
    made = Made(how, sensors, config.wires(), config, config.path)
    _write(made, config, given)
    return made


def plain(path: str | os.PathLike[str], given: Mapping[str, Any], has_converters: bool) -> dict[str, Any] | None:
    """The configs of the engine without a profile. None: what the file says goes together only with the one that it had."""
    own = {name: value for name, value in given.items() if name != "profile"}
    try:
        config = Config().read(path)
        made = read(config, own, has_converters)
        config.verify(converters=False)
    except InvalidError:
        return None
    return config.configs | made.more


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


def _write(made: Made, config: Config, given: Mapping[str, Any]) -> None:
    """Puts what the program gives into the config, whatever has no key too. Raises InvalidError."""
    how = made.how
    for number, sensor in enumerate(made.sensors):
        if sensor != config.sensor(number):
            _copy(sensor._to_raw(), config.struct(("sensor", number)))
    fill_pad(config.struct(("pad", 0)), how.parts["pad"])
    config.struct(("drag", 0)).undo_depth = default(_raw.press_drag_config).undo_depth  # a program can undo
    for argument, _, name, kind, _ in ATTACHED:
        if argument in given:
            raw = given_struct(argument, given[argument], kind)
            section = KINDS[argument][0]
            if "enabled" in sections()[section]:
                config.apply(f"{section}.enabled={written(raw is not None)}")
            elif raw is None and config.has_interaction(argument):
                raise InvalidError(f"{argument}={given[argument]!r}: the config has what requires it")
            if raw is not None:
                _copy(raw, config.struct((section, 0)))
                made.more |= {} if config.has_interaction(argument) else {name: raw}
    engine = config.struct(("engine", 0))
    if not config.is_given(("engine", 0), "max_events"):  # a program can poll
        engine.max_events = 256 if len(config.configs | made.more) > 2 else default(_raw.press_config).max_events
    fill_engine(engine, {name: value for name, value in how.parts["engine"].items() if name not in KINDS and value is not None})
    if "full_force" in given:
        fill_engine(engine, {"full_force": how.full_force})


def _copy(raw: Any, place: Any) -> None:
    memmove(byref(place), byref(raw), sizeof(raw))


def source_of(made: Made, trace: str | os.PathLike[str] | None) -> Source:
    """What reads the sensors: a recording, a simulated finger, readings of the program, or the converters."""
    how, count = made.how, len(made.sensors)
    if trace is not None:
        with TraceFile(
            trace, how.rate, given_columns(made), [one.circuit.full_scale for one in made.sensors], default=[n for _, n in made.wires]
        ) as file:
            if file.table is not None and file.table.codes.settings():
                words = "libpress record writes it as a trace with its config"
                raise InvalidError(
                    f"{trace}: its column is in {file.table.choice.unit}{', and falls under a load' * file.table.choice.inverted}: {words}"
                )
            frames = tuple(file.frames())
        source = Recording(Frames(frames, file.sensors, file.full_scale, file.end_us, file.notes), how.fast)
        assert made.config is not None
        source.supplies = made.config.supplies()
        if missing := {n for note in file.notes.values() for n in note.references} - {n for n, _ in source.supplies}:
            raise InvalidError(f"{trace}: recorded with a reference of converter {min(missing)}, which the config does not have")
        return source
    if how.finger is not None:
        return how.simulation([how.finger], [made.sensors], 200 if count == 1 else 100, (), made.config)
    adcs: Sequence[Any] | None = how.adc if how.adc is None or isinstance(how.adc, list | tuple) else [how.adc]
    return how.source((), adcs, 200 if count == 1 else 100, made.config)[0]


def given_columns(made: Made) -> list[int] | None:
    """The columns of a table, where the config says channels."""
    assert made.config is not None
    is_said = any(made.config.is_given(("sensor", n), "channel") for n in range(len(made.sensors)))
    return [n for _, n in made.wires] if is_said else None


def save(path: str | os.PathLike[str], made: Made, pad: Pad) -> None:
    """Writes what differs from the defaults; what else stands in the file stays. Raises InvalidError, OSError."""
    file = Config()
    if text := text_there(path):
        file.read(path)
    changes = _changes(file, made, pad)
    replace_file(path, edited(text, changes).encode(errors="surrogateescape"))


class _Written:
    """Structs of the library as the keys of a config, as the library writes them."""

    def __init__(self, file: Config) -> None:
        """`file`: into which they go."""
        self._file, self._now, self._usual = file, Config(), Config()
        self._usual.verify(converters=False)

    def keys(self, place: Place, raw: Any, given: Container[str] = (), before: Any = None) -> dict[str, str]:
        """What is not as usual, was `given`, or stands in the file. `before`: what is usual for a section that begins as another one."""
        for config, own in ((self._now, raw), (self._usual, before)):
            if own is not None:
                _copy(own, config.struct(place))
        there = self._file.texts.get(place, {})
        found = {key: self._now.shown(place, key) for key in sections()[place[0]] if key not in ("channel", "calibration", "enabled")}
        return {key: text for key, text in found.items() if key in there or key in given or text != self._usual.shown(place, key)}


def _changes(file: Config, made: Made, pad: Pad) -> dict[Place, dict[str, str | None]]:
    """Raises InvalidError for a setting that pressd has not."""
    how, engine = made.how, pad.engine
    _verify_keys(how.parts["engine"])
    found: dict[Place, dict[str, str | None]] = {}

    def put(place: Place, values: Mapping[str, Any]) -> None:
        found[place] = {name: value if isinstance(value, str) else written(value) for name, value in values.items()}

    writing, before = _Written(file), None
    many = any(converter for converter, _ in made.wires)
    for number, (sensor, (converter, channel)) in enumerate(zip(made.sensors, made.wires, strict=True)):
        raw = sensor._to_raw()
        on = f"converter{converter + 1 if converter else ''}.{channel}" if many else channel
        put(("sensor", number), {"channel": on} | writing.keys(("sensor", number), raw, (), before))
        before = raw
    _put_converters(put, made)
    if how.idle:
        one = how.idle if isinstance(how.idle, Idle) else Idle()
        put(("idle", 0), {"after_us": one.after_us, "interval_us": one.interval_us, "wake_force": one.wake_force})
    if keys := writing.keys(("pad", 0), pad._config):
        put(("pad", 0), keys)
    configs = engine._core.plain or engine._core.every
    put(("engine", 0), writing.keys(("engine", 0), _asked(configs["engine"], made), {"full_force", *how.parts["engine"]}))
    for argument, _, name, *_ in ATTACHED:
        place = KINDS[argument][0], 0
        has_key = "enabled" in sections()[place[0]]
        if name in configs:
            keys = writing.keys(place, configs[name])
            if has_key and (not keys or "enabled" in file.texts.get(place, {})):
                keys["enabled"] = "yes"
            if keys:
                put(place, keys)
        elif has_key and file.has(place[0]):
            put(place, {"enabled": "no"})
    _put_furniture(put, engine)
    return found


def _asked(raw: Any, made: Made) -> Any:
    """The config of an engine without the queue that nobody asked for."""
    copy = type(raw).from_buffer_copy(raw)
    if "max_events" not in made.how.parts["engine"] and not (made.config and made.config.is_given(("engine", 0), "max_events")):
        copy.max_events = Config().raw(("engine", 0)).max_events
    return copy


def _verify_keys(given: Mapping[str, Any]) -> None:
    """Raises InvalidError: one of these settings of Engine has no key."""
    known = {*KINDS, *sections()["engine"]}
    unknown = sorted(name for name, value in given.items() if value is not None and value is not False and name not in known)
    for argument, (section, kind) in KINDS.items():
        names = sorted(one.name for one in fields(kind.load()) if not is_key(section, one.name))
        unknown += [name for name in names if getattr(given.get(argument), name, None) not in (None, False)]
    if unknown:
        raise InvalidError(f"{unknown[0]} is no setting of pressd's config, so it cannot be saved there")


def _put_converters(put: Any, made: Made) -> None:
    if made.config is None:
        put(("converter", 0), made.how.section(len(made.wires)))
        return
    for place in [("converter", number) for number in range(made.config.count("converter"))]:
        put(place, {"model": made.config.model(place[1])} | made.config.texts.get(place, {}))


def _put_furniture(put: Any, engine: Engine) -> None:
    """Targets, peeks that are declared, and transitions that are bound."""
    targets: list[Target] = list(engine.targets.values())
    for number, target in enumerate(targets):
        put(("target", number), {one.name: getattr(target, one.name) for one in fields(target)})
    peeks = engine.peek.declared if "peek" in engine._core.configs else {}
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
    _put_transitions(put, engine)


def _put_transitions(put: Any, engine: Engine) -> None:
    every = engine.transitions._all.values() if "transition" in engine._core.configs else ()
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
