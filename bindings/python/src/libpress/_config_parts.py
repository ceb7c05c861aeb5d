"""What a config makes: a pad, and an engine with interactions, targets, peeks and transitions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ._config_file import Place
from ._config_keys import Key, most, sections
from ._config_wiring import Wiring
from .engine import Engine
from .enums import ActionStyle, Driver, Trait
from .errors import InvalidError
from .generated import _raw
from .generated._attached import ATTACHED
from .numbers import from_q16
from .pad import Correction, Pad
from .peek import Action, Peek, PreviewAction, PreviewActionGroup
from .sensor import Sensor
from .transitions import TransitionOptions, options_of
from .types import Target

SWITCHES = ("median", "filter", "baseline", "third")
"""Of a pad, which `flags` of the config turns off."""
KINDS = {argument: ("peeks" if argument == "peek" else argument, kind) for argument, _, _, kind, _ in ATTACHED}
"""By the argument of Engine: the section, and the class of its settings."""
KEYS = {"dwell": "spring_dwell"}
"""Settings that pressd calls otherwise."""


def is_key(section: str, name: str) -> bool:
    """Whether a setting of an interaction is a key of pressd's."""
    return KEYS.get(name, name) in sections()[section]


@dataclass(frozen=True, slots=True)
class Bound:
    """A transition, and what drives it."""

    id: int
    options: TransitionOptions
    driver: Driver
    target: int
    direction: tuple[float, float]


@dataclass(slots=True)
class Furniture:
    """What lies on the surface of an engine."""

    targets: list[Target]
    peeks: Mapping[int, Peek]
    transitions: list[Bound]

    def into(self, engine: Engine) -> None:
        """Raises PressError."""
        for target in self.targets:
            engine.targets.add(target)
        if self.peeks:
            engine.peek.declared = self.peeks
        for one in self.transitions:
            own = one.options
            made = engine.transitions.new(
                duration=own.duration, curve=own.curve, speed=own.speed, fraction=own.fraction, overshoot=own.overshoot, id=one.id
            )
            made.bind(one.driver, target=one.target, direction=one.direction)


class Config(Wiring):
    """All of a config. Engine and Pad are made with what was given, and have their own defaults."""

    def verify(self, *, converters: bool, calibrates: bool = False) -> None:
        """Raises InvalidError for what does not go together. `converters` are to be read; `calibrates`: for a calibration."""
        source = _raw.PRESS_SETUP_CONVERTERS if converters else _raw.PRESS_SETUP_CODES
        self._check(_raw.PRESS_SETUP_CALIBRATE if converters and calibrates else source)

    def settings(self, place: Place) -> dict[str, Any]:
        """The keys that were given in a section, as the classes of the package take them."""
        return {key: self._setting(place, key, sections()[place[0]][key]) for key in self.texts.get(place, {})}

    def _setting(self, place: Place, key: str, of: Key) -> Any:
        if key == "correction":
            raw = self.raw(place).correction
            return Correction(*(from_q16(getattr(raw, name)) for name in "abcdef"))
        value = self.get(place, key)
        if of.kind == _raw.PRESS_SETUP_DECIMAL:
            return from_q16(value)
        if of.kind == _raw.PRESS_SETUP_FORM and value == _raw.PRESS_BUTTON_LIFT_OF_CONTACT:
            return None
        return Trait(value) if key == "traits" else value

    def interaction(self, argument: str) -> Any:
        """The settings of an interaction; False: it is not attached."""
        section, kind = KINDS[argument]
        attached = {"peek": self.count("peek") > 0, "transitions": self.count("transition") > 0}
        if not attached.get(argument, self.has(section)):
            return False
        own = self.settings((section, 0))
        names = {KEYS.get(one.name, one.name): one.name for one in fields(kind) if is_key(section, one.name)}
        if unknown := own.keys() - names.keys() - {"enabled"}:
            way = f"{section}.{min(unknown)}"
            raise InvalidError(f"{way}: the library knows this key, and the Python package does not: install one version of both")
        found = {names[key]: value for key, value in own.items() if key != "enabled"}
        if argument == "transitions":
            found["max_transitions"] = most("transition")
        return kind(**found)

    def engine_levels(self) -> dict[str, Any]:
        """Of Engine, without interactions: what feeds it is a sensor."""
        return {"preview_after_us": _raw.PRESS_PREVIEW_AFTER_US} | self.settings(("engine", 0))

    def engine_settings(self) -> dict[str, Any]:
        """Of Engine, interactions too."""
        own = self.settings(("engine", 0))
        return own | {argument: self.interaction(argument) for argument in KINDS if self.has_interaction(argument)}

    def has_interaction(self, argument: str) -> bool:
        return self.interaction(argument) is not False

    def pad_settings(self) -> dict[str, Any]:
        """Of Pad, but its sensors."""
        own = self.settings(("pad", 0))
        off = own.pop("flags", 0)
        words = sections()["pad"]["flags"].words
        return own | {name: False for name in SWITCHES if off >> words.index(f"no_{name}") & 1}

    def furniture(self) -> Furniture:
        """Targets, peeks and transitions."""
        targets = [self._target(index) for index in range(self.count("target"))]
        peeks = {self.get(("peek", n), "target"): self._peek(n) for n in range(self.count("peek"))}
        return Furniture(targets, peeks, [self._transition(n) for n in range(self.count("transition"))])

    def _target(self, index: int) -> Target:
        raw = self.raw(("target", index))
        x, y, width, height = (from_q16(getattr(raw, name)) for name in ("x", "y", "width", "height"))
        return Target(raw.id, x, y, width, height, Trait(raw.traits), raw.container, raw.domain)

    def _peek(self, index: int) -> Peek:
        raw = self.raw(("peek", index))

        def numbers(*names: str) -> tuple[Any, ...]:
            return tuple(from_q16(getattr(raw, name)) for name in names)

        if self.get(("profile", 0), "right_to_left"):
            raw = type(raw).from_buffer_copy(raw)
            raw.actions_x = self._mirrored(raw, self.get(("peek", index), "target"))
        source = numbers("source_x", "source_y", "source_width", "source_height")
        frame = numbers("actions_x", "actions_y", "actions_width", "action_height")
        size, place = numbers("width", "height"), numbers("x", "y")
        return Peek(raw.id, self.actions(raw.id, 0), source, size, frame, place)

    def _mirrored(self, raw: Any, target: int) -> int:
        """Where the first action is when it counts from the right side of the target to the left."""
        for index in range(self.count("target")):
            own = self.raw(("target", index))
            if own.id == target:
                x = own.x + own.width - (raw.actions_x - own.x) - raw.actions_width
                return int(min(max(x, -(1 << 31)), (1 << 31) - 1))
        return int(raw.actions_x)

    def actions(self, peek: int, group: int) -> list[Action]:
        """Those of a group; 0: of none."""
        found: list[Action] = []
        for index in range(self.count("action")):
            place = "action", index
            if (self.get(place, "peek"), self.get(place, "group")) != (peek, group):
                continue
            id = int(self.get(place, "id"))
            title, style = self.get(place, "title"), ActionStyle(self.get(place, "style"))
            disabled, keep_open = self.get(place, "disabled"), self.get(place, "keep_open")
            if within := self.actions(peek, id):
                found.append(PreviewActionGroup(title, within, style, disabled, id=id))
            else:
                found.append(PreviewAction(title, style, disabled=disabled, keep_open=keep_open, id=id))
        return found

    def _transition(self, index: int) -> Bound:
        place = "transition", index
        raw = self.raw(place)
        options = options_of(raw)
        direction = from_q16(self.get(place, "dx")), from_q16(self.get(place, "dy"))
        driver = Driver(self.get(place, "driver"))
        return Bound(int(self.get(place, "id")), options, driver, int(self.get(place, "target")), direction)

    def engine(self) -> Engine:
        """With all interactions. Raises InvalidError."""
        engine = Engine(**{"max_events": 0} | self.engine_levels() | self.engine_settings())
        self.furniture().into(engine)
        return engine

    def pad(self, engine: Engine, sensors: list[Sensor] | None = None, **settings: Any) -> Pad:
        """That feeds an engine. `sensors` and `settings` replace those of the config. Raises InvalidError."""
        return Pad(self.sensors() if sensors is None else sensors, engine, **self.pad_settings() | settings)
