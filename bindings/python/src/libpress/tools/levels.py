"""The levels of a config: what they are in newtons, how far a step moves them, and where they are written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import cast

from .._config_file import Changes
from .._pressure import level_at, newtons_at
from ..files import read_text
from ..numbers import from_q16
from ..settings import EngineSettings
from .config import Config, write_edited
from .problem import CANNOT_CREATE, Problem, cannot_read

LEVELS = (
    ("release_force", "r"),
    ("touch_force", "t"),
    ("preview_pressure", "p"),
    ("commit_pressure", "c"),
    ("complete_pressure", "f"),
    ("zero_force", ""),
    ("full_force", ""),
    ("firmness", ""),
)
"""Keys of [engine], and the letter that marks each below the bar."""


def step_of(key: str) -> float:
    """0.05 N or of firmness, or 0.01 of pressure."""
    return 0.01 if key.endswith("_pressure") else 0.05


def number(config: Config, key: str) -> float:
    """A level as its key has it: newtons, or pressure."""
    return from_q16(getattr(config.raw(("engine", 0)), key))


def settings(config: Config, keys: Iterable[str]) -> EngineSettings:
    """Levels, by the names that `Engine.set` has for them."""
    return cast("EngineSettings", {key: number(config, key) for key in keys})


def newtons(config: Config, key: str) -> float:
    """A level as a force."""
    if key.endswith("_force"):
        return number(config, key)
    return newtons_at(config.raw(("engine", 0)), number(config, key))


def of_newtons(config: Config, key: str, force: float) -> float:
    """What the key of a level is at a force."""
    if key.endswith("_force"):
        return force
    return level_at(config.raw(("engine", 0)), force)


def write(config: Config, changed: Changes, output: Path, wrote: Path | None) -> Path:
    """Values go into the config, or into the profile where there is one; nothing else of it changes. Without either a new
    config is made, with what the command line says. `wrote`: the file that was made so before. Raises Problem."""
    path = config.profile or config.path or output
    is_new = config.profile is None and config.path is None
    if is_new and path.exists() and path != wrote:
        raise Problem(CANNOT_CREATE, f"{path} is there already: start with --config {path}, or another --output")
    try:
        text = read_text(path) if path.exists() else ""
    except OSError as problem:
        raise cannot_read(path, problem) from problem
    base: dict[tuple[str, int], dict[str, str | None]] = {}
    if not path.exists():
        base = {place: dict(keys) for place, keys in config.texts.items()}
    for place, keys in changed.items():
        base[place] = {**base.get(place, {}), **keys}
    write_edited(path, text, base)
    return path
