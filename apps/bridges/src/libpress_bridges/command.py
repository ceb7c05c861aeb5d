"""`libpress bridge`: its options, which source, and which config a setting belongs to."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Mapping
from typing import Any

import click
from libpress.tools.config import Config, refuse_to_destroy
from libpress.tools.feel import Source
from libpress.tools.options import SETTINGS, SOURCES, duration, with_options
from libpress.tools.problem import OK, USAGE, Problem, Stopped
from libpress.tools.setup import setup_of

from .config import KINDS, Bridges
from .run import Bridge
from .source import Lines, PressdSocket, Reading

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


@click.command()
@click.argument("kinds", nargs=-1, type=click.Choice(KINDS), metavar="[mqtt|osc|midi|keyboard]...")
@with_options(*SOURCES, *SETTINGS)
@click.option("--bridges", metavar="FILE", help="The config of the bridges.")
@click.option("--events", metavar="FILE", help="Lines of pressd in place of a sensor; -: stdin; unix:PATH: its socket.")
@click.option("--duration", "duration_us", metavar="SECONDS", callback=duration, help="How long. Default: until Ctrl-C.")
def bridge(kinds: tuple[str, ...], bridges: str | None, events: str | None, duration_us: int | None, **given: Any) -> int:
    """Carries events to MQTT with Home Assistant, OSC, MIDI, or keys: those that are named, or all of the config.

    The sensor is read here, or its events are lines of pressd: pressd | libpress bridge mqtt.
    """
    own, given["settings"] = split(given["settings"])
    config = Bridges.load(bridges, kinds, own)
    config.require_some()
    try:
        if (events := lines_of(events, given)) is not None:
            return of_lines(config, events, duration_us)
        given["settings"] = (*given["settings"], "engine.tell_moved=yes")
        setup = setup_of(given)
        source = setup.source()
        try:
            return of_sensor(config, setup.config, source, setup.paced, duration_us)
        finally:
            source.close()
    except (KeyboardInterrupt, Stopped):
        return OK
