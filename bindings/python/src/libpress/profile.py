"""The profile of a person: levels, times and habits as one named set, which pressd loads too."""

from __future__ import annotations

import os
from collections.abc import Mapping
from ctypes import byref, c_char_p, pointer
from dataclasses import replace
from pathlib import Path
from typing import Any

from ._config import default
from ._config_file import Place, edited
from ._config_parts import KINDS, Config
from ._config_values import written
from ._core import Core
from .engine import Engine
from .errors import InvalidError, check, error, why
from .files import replace_file, text_there
from .generated import _raw
from .peek import PeekConfig

_ARGUMENTS = {section: argument for argument, (section, _) in KINDS.items()}
"""By section what the library calls an interaction."""


class Profile:
    """What suits a person: a light touch, a hold in place of force, longer times.

        quiet = Profile("Noa", engine={"touch_force": 0.3}, gestures={"hold_us": 900_000})
        quiet.save("noa.conf")
        sensor.load_profile("noa.conf")

    Sections and keys are those of pressd's config (docs/pressd/profile.md): `engine`, `gestures`, `peeks`,
    `button`, `drag`. `right_to_left` is for the program: it lays things out from right to left.

    Raises InvalidError, which says what is accepted.
    """

    __slots__ = ("_config", "name")

    def __init__(self, name: str, *, right_to_left: bool = False, **sections: Mapping[str, Any]) -> None:
        self._config = Config()
        self._config.begin(_raw.PRESS_SETUP_ORIGIN_PROFILE)
        self.name = name
        own: dict[str, Mapping[str, Any]] = {"profile": {"name": name} | ({"right_to_left": True} if right_to_left else {})}
        for section, keys in (own | sections).items():
            for key, value in keys.items():
                self.put(section, key, value if isinstance(value, str) else written(value))

    def put(self, section: str, key: str, text: str) -> None:
        """Sets a key, as a config has it. Raises InvalidError, which says what is accepted."""
        for line in (f"[{section}]", f"{key} = {text}"):
            self._config.line(_raw.PRESS_SETUP_ORIGIN_PROFILE, line.encode(errors="surrogateescape"))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Profile:
        """Reads a file. Without a key `name` it is called as the file. Raises InvalidError, which names the line; OSError."""
        self = cls.__new__(cls)
        self._config = Config().read_profile(path)
        self.name = self._config.get(("profile", 0), "name") or Path(path).stem
        return self

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file whole, or not at all. An older one keeps its comments and what else stands in it. Raises OSError."""
        new = edited(text_there(path).removeprefix("\ufeff"), {place: dict(keys) for place, keys in self._config.texts.items()})
        replace_file(path, new.encode(errors="surrogateescape"))

    @property
    def right_to_left(self) -> bool:
        """The program lays things out from right to left."""
        return bool(self._config.get(("profile", 0), "right_to_left"))

    @property
    def texts(self) -> Mapping[Place, Mapping[str, str]]:
        """By section, and which of those of its name, the keys as they were given."""
        return self._config.texts

    @property
    def settings(self) -> dict[str, dict[str, Any]]:
        """By section and key what it sets."""
        places = [place for place in self._config.texts if place[0] != "profile"]
        return {place[0]: self._config.settings(place) for place in places}

    def into(self, config: Config) -> None:
        """Puts it before what a config says. Raises InvalidError."""
        config.profile = self._config.profile or Path(self.name)
        config.repeat(self._config._taken)

    def peek(self, config: bool | PeekConfig) -> PeekConfig:
        """The settings of peeks with those of the profile."""
        own = config if isinstance(config, PeekConfig) else PeekConfig()
        return replace(own, **self.settings.get("peeks", {}))

    def apply(self, engine: Engine) -> tuple[str, ...]:
        """Changes an engine while it runs, in place of the profile before it, of which nothing stays. What the program has set stays, where this
        profile does not set it. It counts from the next contact on.

        Returns the sections that have no effect, because the engine does not attach them. Raises InvalidError: with what the
        engine has it would be out of range. Then nothing changes.
        """
        core = engine._core
        plain = core.plain or core.every
        unused = self._put_on(core, plain)
        core.plain = dict(plain)
        return unused

    def add(self, engine: Engine) -> tuple[str, ...]:
        """As `apply`, on top of the profile that is in force, until another one is applied."""
        return self._put_on(engine._core, engine._core.every)

    def _put_on(self, core: Core, configs: Mapping[str, Any]) -> tuple[str, ...]:
        """Gives an engine these configs, with what the profile sets."""
        new, unused = dict(configs), []
        for section in self.settings:
            name = _ARGUMENTS.get(section, section)
            if name in new:
                new[name] = self._merged(section, new[name])
            else:
                unused.append(section)
        for name, raw in new.items():
            if words := core.refusal(raw) if name == "engine" else why(getattr(_raw, f"{type(raw).__name__}_check"), raw):
                section = KINDS[name][0] if name in KINDS else name
                raise error(InvalidError.status, f"the profile {self.name}: [{section}]", hint=words)
        core.configure(f"the profile {self.name}", new)
        return tuple(unused)

    def _merged(self, section: str, old: Any) -> Any:
        """A struct of the engine, with what the profile sets."""
        raw, profile, words = type(old).from_buffer_copy(old), default(_raw.press_profile), c_char_p()
        setattr(profile, _ARGUMENTS.get(section, section), pointer(raw))
        for line in (f"[{section}]", *(f"{key} = {text}" for key, text in self._config.texts[section, 0].items())):
            data = line.encode()
            check(_raw.press_profile_line(byref(profile), data, len(data), byref(words)), f"the profile {self.name}: {line}")
        return raw

    def __repr__(self) -> str:
        return f"<Profile {self.name}: {', '.join(self.settings) or 'nothing'}>"
