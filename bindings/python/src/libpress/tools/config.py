"""The config of pressd, as the command takes it: what is wrong ends the command."""

from __future__ import annotations

import os
from collections.abc import Iterable

from .. import _config_parts
from .._config_file import Changes, edited
from .._hooks import EventHook
from ..errors import InvalidError, PressError
from ..files import read_text, replace_file
from ..generated import _raw
from ..pad import Pad
from ..profile import Profile
from .problem import CANNOT_CREATE, CONFIG, USAGE, Problem, cannot_read, cannot_write


class Config(_config_parts.Config):
    """What a file and --set say."""

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str] | None,
        settings: Iterable[str] = (),
        *,
        profile: str | None = None,
        channel: str | None = None,
        converters: bool = True,
        calibrates: bool = False,
    ) -> Config:
        """`channel`: of the one sensor. `converters` are read, `calibrates`: for a calibration.

        Raises Problem, which names file and line, or setting.
        """
        config = cls()
        try:
            if path is not None:
                config.read(path)
        except InvalidError as wrong:
            raise Problem(CONFIG, str(wrong)) from None
        except OSError as problem:
            raise cannot_read(path or "", problem) from problem
        if channel is not None and config.count("sensor") > 1:
            raise Problem(USAGE, "--channel is for one sensor, and the config has several: set sensor.channel in the config")
        settings = [*settings, *([] if channel is None else [f"sensor.channel={channel}"])]
        config._apply(settings)
        if profile := profile or config.get(("profile", 0), "file"):
            try:
                config.read_profile(profile)
            except InvalidError as wrong:
                raise Problem(CONFIG, str(wrong)) from None
            except OSError as problem:
                raise cannot_read(f"--profile {profile}", problem) from problem
            config._apply(settings)
        try:
            config.verify(converters=converters, calibrates=calibrates)
        except InvalidError as wrong:
            raise Problem(CONFIG, str(wrong)) from None
        return config

    def with_profile(self, profile: Profile) -> Config:
        """What was read, as if it had been read with this profile in place of its own. Raises InvalidError."""
        own = [one for one in self._taken if one[0] != _raw.PRESS_SETUP_ORIGIN_PROFILE]
        new = type(self)()
        new.path = self.path
        new.repeat(own)
        profile.into(new)
        new.repeat(one for one in own if one[0] == _raw.PRESS_SETUP_ORIGIN_OPTION)
        new.verify(converters=False)
        return new

    @property
    def set_keys(self) -> set[str]:
        """SECTION.KEY of each --set."""
        lines = (line for origin, line in self._taken if origin == _raw.PRESS_SETUP_ORIGIN_OPTION and line)
        return {line.decode(errors="replace").partition("=")[0].strip() for line in lines}

    def _apply(self, settings: Iterable[str]) -> None:
        for setting in settings:
            try:
                self.apply(setting)
            except ValueError as wrong:
                raise Problem(USAGE, f"--set {setting}: {wrong}") from None

    def run(self, when_event: EventHook | None = None, *, interactions: bool = False) -> Pad:
        """The pad and its engine; without `interactions` contacts and previews only.

        Raises Problem.
        """
        try:
            engine = self.engine() if interactions else self.contacts()
            engine.when_event = when_event or (lambda event: None)
            return self.pad(engine)
        except (PressError, ValueError) as problem:
            raise Problem(CONFIG, f"{self.path or '--set'}: {problem}") from None

    def text(self) -> str:
        """That of its file; without one what was set. Raises Problem."""
        if self.path is None:
            return edited("", self.texts)
        try:
            return read_text(self.path)
        except OSError as problem:
            raise cannot_read(self.path, problem) from problem


def refuse_to_destroy(path: str | os.PathLike[str], reads: Iterable[str | os.PathLike[str] | None]) -> None:
    """Raises Problem: the file is one of those that are read, by whatever name."""
    for other in reads:
        if other is not None and os.path.exists(other) and os.path.exists(path) and os.path.samefile(path, other):
            raise Problem(CANNOT_CREATE, f"{os.fspath(path)}: this file is what is read; what is written there would destroy it")


def write(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a file whole or not at all. Raises Problem."""
    try:
        replace_file(path, data)
    except OSError as problem:
        raise cannot_write(path, problem) from problem


def write_edited(path: str | os.PathLike[str], text: str, changes: Changes) -> None:
    """Writes a config with changes. Raises Problem."""
    write(path, changed(path, text, changes))


def changed(path: str | os.PathLike[str], text: str, changes: Changes) -> bytes:
    """What `write_edited` writes. Raises Problem: no line can have a value."""
    try:
        return edited(text, changes).encode(errors="surrogateescape")
    except InvalidError as wrong:
        raise Problem(CANNOT_CREATE, f"{path}: {wrong}") from None
