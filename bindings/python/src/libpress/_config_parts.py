"""What a config makes: a pad, and an engine with interactions, targets, peeks and transitions."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from ctypes import addressof, byref, c_uint64, c_void_p, sizeof
from typing import Any

from ._config import default
from ._config_file import Place
from ._config_keys import Key, sections
from ._config_wiring import Wiring
from .engine import Engine
from .enums import Driver, Trait
from .errors import check
from .generated import _raw
from .generated._attached import ATTACHED
from .numbers import from_q16
from .pad import Pad
from .transitions import options_of

KINDS = {argument: ("peeks" if argument == "peek" else argument, kind) for argument, _, _, kind, _ in ATTACHED}
"""By the argument of Engine: the section, and the class of its settings."""
KEYS = {"dwell": "spring_dwell"}
"""Settings that pressd calls otherwise."""


def is_key(section: str, name: str) -> bool:
    """Whether a setting of an interaction is a key of pressd's."""
    return KEYS.get(name, name) in sections()[section]


class Config(Wiring):
    """All of a config. Engine and Pad are made with what was given, and have their own defaults."""

    def verify(self, *, converters: bool, calibrates: bool = False) -> None:
        """Raises InvalidError for what does not go together. `converters` are to be read; `calibrates`: for a calibration."""
        source = _raw.PRESS_SETUP_SOURCE_CONVERTERS if converters else _raw.PRESS_SETUP_SOURCE_CODES
        self._check(_raw.PRESS_SETUP_SOURCE_CALIBRATE if converters and calibrates else source)

    def settings(self, place: Place) -> dict[str, Any]:
        """The keys that were given in a section, as the classes of the package take them."""
        return {key: self._setting(place, key, sections()[place[0]][key]) for key in self.texts.get(place, {})}

    def _setting(self, place: Place, key: str, of: Key) -> Any:
        value = self.get(place, key)
        if of.kind == _raw.PRESS_SETUP_KIND_DECIMAL:
            return from_q16(value)
        if of.kind == _raw.PRESS_SETUP_KIND_FORM and value == _raw.PRESS_BUTTON_LIFT_OF_CONTACT:
            return None
        return Trait(value) if key == "traits" else value

    def has_interaction(self, argument: str) -> bool:
        """Whether an interaction is attached, by the argument of Engine."""
        own = {"peek": "peek", "transitions": "transition"}
        return self.has(own.get(argument, KINDS[argument][0]))

    @property
    def configs(self) -> dict[str, Any]:
        """Those of the engine, and of what is attached to it, as the library calls it."""
        found = {name: self.raw((KINDS[argument][0], 0)) for argument, _, name, *_ in ATTACHED if self.has_interaction(argument)}
        return {"engine": self.raw(("engine", 0)), **found}

    def engine(self) -> Engine:
        """With everything that is attached to it and lies on it. Nothing polls it. Raises InvalidError."""
        return deepcopy(self).start({})

    def configure(self, engine: Engine, doing: str) -> None:
        """Gives an engine that runs the settings of this config. Raises the library's error, with `doing` in the message."""
        made = self.engine()
        engine._core.configure(doing, made._core.every)
        if self.has_interaction("peek"):
            engine.peek.declared = made.peek.declared

    def contacts(self, **more: int) -> Engine:
        """With contacts and previews alone. `more`: fields of its config. Raises InvalidError."""
        config = self.raw(("engine", 0))
        for name, number in more.items():
            setattr(config, name, number)
        return Engine._started(config, {})

    def _accept(self) -> None:
        """Raises InvalidError: something does not go together."""
        if not self._is_accepted:
            self._check(self._source)

    def start(self, more: Mapping[str, Any]) -> Engine:
        """The engine, which points into this config: nothing more may be read. `more`: what to attach beside, as the library calls it."""
        self._accept()
        configs = self.configs
        config = configs.pop("engine")
        parts = default(_raw.press_setup_parts)

        def start(storage: Any, size: int) -> c_void_p:
            parts.engine_storage, parts.engine_bytes = addressof(storage), size
            check(_raw.press_setup_start(self._setup, byref(parts)), "making an engine")
            for name, own in more.items():
                check(getattr(_raw, f"press_{name}_attach")(parts.engine, byref(own)), f"attaching {name}")
            return c_void_p(parts.engine)

        engine = Engine._started(config, {**configs, **more}, start, not self.is_given(("engine", 0), "traits"))
        engine._core.setup = self
        engine.targets._ids += [int(self.get(("target", n), "id")) for n in range(self.count("target"))]
        if targets := [int(self.get(("peek", n), "target")) for n in range(self.count("peek"))]:
            engine.peek._adopt(targets)
        for place in [("transition", n) for n in range(self.count("transition"))]:
            direction = from_q16(self.get(place, "dx")), from_q16(self.get(place, "dy"))
            id, driver, target = (int(self.get(place, key)) for key in ("id", "driver", "target"))
            engine.transitions._adopt(id, options_of(self.raw(place)), Driver(driver), target, direction)
        return engine

    def pad(self, engine: Engine) -> Pad:
        """That feeds an engine. Raises InvalidError."""
        self._accept()
        count = self.count("sensor")
        storage = (c_uint64 * (_raw.press_pad_size(count) // 8 + 1))()
        parts = default(_raw.press_setup_parts)
        parts.pad_storage, parts.pad_bytes = addressof(storage), sizeof(storage)
        check(_raw.press_setup_start(self._setup, byref(parts)), "making a pad")
        return Pad._started(storage, c_void_p(parts.pad), count, self.raw(("pad", 0)), engine)
