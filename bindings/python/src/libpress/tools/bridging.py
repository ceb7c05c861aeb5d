"""`libpress bridge`: which source, and which config a setting belongs to."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from .bridges.config import KINDS, Bridges
from .bridges.run import Bridge
from .bridges.source import Lines, PressdSocket, Reading
from .config import Config, refuse_to_destroy
from .feel import Source
from .problem import USAGE, Problem

_OF_SENSOR = ("simulated", "trace", "bus", "address", "channel", "config", "profile")


def say(words: str) -> None:
    print(f"libpress bridge: {words}", file=sys.stderr, flush=True)


def split(settings: Iterable[str]) -> tuple[list[str], tuple[str, ...]]:
    """Those of the bridges, and those of the sensor."""
    every = list(settings)
    own = [one for one in every if Bridges.has(one.partition("=")[0].partition(".")[0].strip())]
    return own, tuple(one for one in every if one not in own)


def lines_of(events: str | None, given: Mapping[str, Any]) -> str | None:
    """The lines that are read; None: the sensor is. Raises Problem."""
    asked = [name for name in _OF_SENSOR if given.get(name)]
    if events is None:
        return "-" if not asked and not given["settings"] and _is_pipe() else None
    if asked or given["settings"]:
        named = f"--{asked[0]}" if asked else f"--set {given['settings'][0]}"
        raise Problem(USAGE, f"--events and {named} exclude each other: pressd has read the sensor already")
    return events


def _is_pipe() -> bool:
    try:
        return stat.S_ISFIFO(os.fstat(0).st_mode)
    except OSError:
        return False


def of_lines(bridges: Bridges, path: str, duration_us: int | None) -> int:
    is_socket = path.startswith("unix:")
    kept = bridges.get("mqtt", "profile")
    source = PressdSocket(path.removeprefix("unix:"), say, duration_us, kept) if is_socket else Lines(path, say, duration_us)
    return Bridge(bridges, source, say).run()


def of_sensor(bridges: Bridges, config: Config, source: Source, paced: bool, duration_us: int | None) -> int:
    if kept := bridges.get("mqtt", "profile"):
        refuse_to_destroy(kept, {bridges.path, *config.reads} - {str(config.profile)})
    reading = Reading(config, source, paced, duration_us, bridges.get("mqtt", "profile"))
    return Bridge(bridges, reading, say).run()


__all__ = ["KINDS", "Bridges", "lines_of", "of_lines", "of_sensor", "split"]
