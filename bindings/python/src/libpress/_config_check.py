"""Rules that join several keys of a config: those of pressd, in its words, and what the library says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from . import _raw
from ._config_file import Place, called
from ._config_keys import INTERACTIONS, SECTIONS
from ._config_wiring import LOAD_CELL, Wiring
from .enums import Driver, Trait
from .errors import rule

DEEPEST = 4
"""Groups of actions within each other."""
_OF_GESTURES = Trait.TAP | Trait.DOUBLE_TAP | Trait.HOLD
_OF_DRAG = Trait.DRAG_SOURCE | Trait.DROP | Trait.SPRING | Trait.INACTIVE
Complaint = tuple[Place, str, str]
"""Where, which keys, and what is wrong."""


def verify(config: Wiring, converters: bool, calibrates: bool = False) -> None:
    """`converters`: they are to be read; `calibrates`: to make a calibration. Raises InvalidError, which names the line."""
    rules = [_channels, _targets, _traits, _peeks, _actions, _transitions]
    if converters:
        rules.append(_converters)
    if converters and not calibrates:
        rules.append(_load_cells)
    for finds in rules:
        for complaint in finds(config):
            raise config.wrong(*complaint)
    for place, check, raw in _checks(config):
        if words := rule(check, raw):
            raise config.wrong(place, words, f"{called(place)}.{words}")


def _checks(config: Wiring) -> Iterator[tuple[Place, Callable[..., int], Any]]:
    """What the library says of."""
    yield ("engine", 0), _raw.press_config_check, config.raw(("engine", 0))
    yield ("pad", 0), _raw.press_pad_config_check, config.raw(("pad", 0))
    for name, section in INTERACTIONS.items():
        if "enabled" in SECTIONS[section][2] and config.has(section):
            yield (section, 0), getattr(_raw, f"press_{name}_config_check"), config.raw((section, 0))
    for index in range(config.count("sensor")):
        yield ("sensor", index), _raw.press_sensor_check, config._sensor(index)


def _channels(config: Wiring) -> Iterator[Complaint]:
    wires = config.wires()
    for index, wire in enumerate(wires):
        if wire in wires[:index]:
            yield ("sensor", index), "channel", "two sensors have the same channel"


def _ids(config: Wiring) -> list[int]:
    return [config.raw(("target", index)).id for index in range(config.count("target"))]


def _targets(config: Wiring) -> Iterator[Complaint]:
    ids = _ids(config)
    for index, id in enumerate(ids):
        place, raw = ("target", index), config.raw(("target", index))
        if id in ids[:index]:
            yield place, "id", "two targets have the same id"
        if raw.container and raw.container not in ids[:index]:
            yield place, "container", "target.container must be the id of a target before it, or 0"
        if raw.width == 0 or raw.height == 0:
            yield place, "width height", "a target requires width and height above 0"


def _surfaces(config: Wiring) -> dict[int, tuple[Place, Trait]]:
    """By id the traits of each target; of the whole surface, 0, where there is none."""
    ids = _ids(config)
    if not ids:
        return {0: (("engine", 0), Trait(config.raw(("engine", 0)).traits))}
    places: list[Place] = [("target", index) for index in range(len(ids))]
    return {id: (place, Trait(config.raw(place).traits)) for id, place in zip(ids, places, strict=True)}


def _traits(config: Wiring) -> Iterator[Complaint]:
    """Traits that require a section which is not there."""
    for place, traits in _surfaces(config).values():
        if traits & _OF_GESTURES and not config.has("gestures"):
            yield place, "traits", "the traits tap, double_tap and hold require a section [gestures]"
        if traits & Trait.SCROLL and not config.has("gestures") and not config.has("drag"):
            yield place, "traits", "the trait scroll requires a section [gestures] or [drag]"
        if traits & _OF_DRAG and not config.has("drag"):
            yield place, "traits", "the traits drag_source, drop, spring and inactive require a section [drag]"
        if traits & Trait.PEEK and not config.count("peek"):
            yield place, "traits", "the trait peek requires a section [peek]"


def _peeks(config: Wiring) -> Iterator[Complaint]:
    surfaces = _surfaces(config)
    seen: list[tuple[int, int]] = []
    for index in range(config.count("peek")):
        place: Place = ("peek", index)
        target, id = config.get(place, "target", 0), config.raw(place).id
        if target not in surfaces:
            yield place, "target", "peek.target must be the id of a target, or 0 where there are none"
        elif not surfaces[target][1] & Trait.PEEK:
            yield place, "target", "the target of a peek (engine.traits for peek.target = 0) requires the trait peek"
        if any(target == other for other, _ in seen):
            yield place, "target", "two peeks have the same target"
        if any(id == other for _, other in seen):
            yield place, "id", "two peeks have the same id"
        seen.append((target, id))


def _actions(config: Wiring) -> Iterator[Complaint]:
    peeks = [config.raw(("peek", index)).id for index in range(config.count("peek"))]
    places: list[Place] = [("action", index) for index in range(config.count("action"))]
    own = [(config.get(place, "peek"), config.get(place, "id")) for place in places]
    for index, place in enumerate(places):
        peek, _ = own[index]
        group = config.get(place, "group", 0)
        if peek not in peeks:
            yield place, "peek", "action.peek must be the id of a peek"
        if own.count(own[index]) > 1:
            last = max(n for n, one in enumerate(own) if one == own[index])
            yield ("action", last), "id", "two actions of a peek have the same id"
        if group and (peek, group) not in own[:index] + own[index + 1 :]:
            yield place, "group", "action.group must be the id of another action of the same peek, or 0"
    if sum(_placed(config, peek, 0, 0) for peek in peeks) < len(places):
        words = f"groups must not lie in each other in a circle, nor deeper than {DEEPEST}"
        yield ("action", 0), "group", f"action.group: {words}"


def _placed(config: Wiring, peek: int, group: int, depth: int) -> int:
    """How many actions of a peek have a place."""
    if depth > DEEPEST:
        return 0
    places: list[Place] = [("action", index) for index in range(config.count("action"))]
    own = [one for one in places if (config.get(one, "peek"), config.get(one, "group", 0)) == (peek, group)]
    return len(own) + sum(_placed(config, peek, config.get(one, "id"), depth + 1) for one in own)


def _transitions(config: Wiring) -> Iterator[Complaint]:
    ids, seen = _ids(config), []
    for index in range(config.count("transition")):
        place: Place = ("transition", index)
        is_motion = config.get(place, "driver", Driver.PREVIEW) == Driver.MOTION
        is_still = not (config.get(place, "dx", 0) or config.get(place, "dy", 0))
        if is_motion and is_still:
            yield place, "driver", "transition.driver = motion requires dx or dy"
        if not is_motion and not is_still:
            yield place, "dx dy", "transition.dx and dy are for driver = motion only"
        if (target := config.get(place, "target", 0)) and target not in ids:
            yield place, "target", "transition.target must be the id of a target, or 0"
        if (id := config.get(place, "id")) in seen:
            yield place, "id", "two transitions have the same id"
        seen.append(id)


def _converters(config: Wiring) -> Iterator[Complaint]:
    """Of sensors that are to be read through converters."""
    first = int(config.part().channels)
    count = config.count("converter")
    for index, (converter, channel) in enumerate(config.wires()):
        if converter >= count or channel >= config.part(converter).channels:
            yield ("sensor", index), "channel", _channels_there_are(config, first, count)
    for converter in range(count):
        place: Place = ("converter", converter)
        if not config.inputs(converter):
            start = first if converter else 0
            last = start + config.part(converter).channels - 1
            yield place, "", f"no sensor is on {called(place)}: sensor.channel {start} to {last}"
        yield from _codes(config, converter)
    if count == 2 and config.address(0) == config.address(1):
        yield ("converter", 1), "address", "converter and converter2 have the same address"


def _load_cells(config: Wiring) -> Iterator[Complaint]:
    """Of sensors that are to give newtons."""
    for index, (converter, _) in enumerate(config.wires()):
        own: tuple[Place, ...] = ("sensor", index), ("sensor", 0)
        is_known = any(config.get(one, key) is not None for one in own for key in ("curve", "calibration"))
        if converter < config.count("converter") and config.model(converter) == LOAD_CELL and not is_known:
            yield own[0], "curve", "sensor.curve: a load cell has none by default: calibrate it, or give a table and zero"


def _channels_there_are(config: Wiring, first: int, count: int) -> str:
    if count == 1:
        return (
            f"sensor.channel of a converter must be 0 to {first - 1} (AIN0 to AIN{first - 1}); higher ones are those of "
            "converter2, if there is that section"
        )
    last = first + config.part(1).channels - 1
    return f"sensor.channel must be 0 to {first - 1} (AIN0 to AIN{first - 1} of converter) or {first} to {last} (of converter2)"


def _codes(config: Wiring, converter: int) -> Iterator[Complaint]:
    """The highest code that counts is one that the converter can give."""
    largest, named = int(config.part(converter).largest_code), config.article(converter)
    for index, (own, _) in enumerate(config.wires()):
        circuit = config._sensor(index).circuit
        place: Place = ("sensor", index)
        if own != converter:
            continue
        if circuit.max_code > largest:
            yield place, "max_code", f"sensor.max_code is above the largest code of {named}, {largest}"
        if circuit.full_scale <= largest or circuit.max_code > 0:
            continue
        words = f"sensor.full_scale is above the largest code of {named}, {largest}: "
        millivolts = config.range_mv(converter)
        if not millivolts:
            yield place, "full_scale", words + "that is the code at its supply"
        else:
            usual = f"({3300 * (largest + 1) // millivolts} at 3.3 V and {millivolts} mV)"
            words += f"it is supply / range * {largest + 1} {usual}; where the range is less than the supply, max_code says at "
            yield place, "full_scale", words + "which code it clips"


