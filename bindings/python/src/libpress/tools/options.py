"""The options of the command line, and the errors of their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from .._config_values import time, unsigned
from .simulated import TROUBLES


def number(least: int, most: int, words: str) -> Callable[[Any, Any, str | None], int | None]:
    def read(context: Any, parameter: Any, text: str | None) -> int | None:
        if text is None:
            return None
        found = unsigned(text)
        if found is None or not least <= found <= most:
            raise click.BadParameter(f"{text}: it must be {words}")
        return found

    return read


def duration(context: Any, parameter: Any, text: str | None) -> int | None:
    """Seconds, or a time with us, ms or s; microseconds."""
    if text is None:
        return None
    us = time(f"{text}s" if text[-1:].isdigit() else text, 1, 1 << 62)
    if us is None:
        raise click.BadParameter(f"{text}: it must be seconds above 0 (2.5), or a time with us, ms or s")
    return us


SOURCES = (
    click.option("--simulated", is_flag=True, help="A simulated sensor and hand."),
    click.option("--trouble", type=click.Choice(list(TROUBLES)), metavar="WHAT", help=f"What is wrong with it: {', '.join(TROUBLES)}."),
    click.option("--trace", metavar="FILE", help="What was recorded; or a CSV, with --rate."),
    click.option("--bus", metavar="BUS", help="An I2C bus: 1 (the default), or /dev/i2c-1."),
    click.option("--address", metavar="ADDRESS", help="Of the converter: 0x48 to 0x4b of an ADS1115."),
    click.option("--channel", metavar="N", help="Its input: 0 to 3."),
)
SETTINGS = (
    click.option("--config", metavar="FILE", help="The config of pressd."),
    click.option("--profile", metavar="FILE", help="The profile of a person, after the config."),
    click.option("--set", "settings", multiple=True, metavar="SECTION.KEY=VALUE", help="One value of the config, after the files."),
    click.option("--rate", metavar="HZ", callback=number(1, 3300, "frames per second, 1 to 3300"), help="Frames a second."),
    click.option("--fast", is_flag=True, help="Do not wait for time to pass: --simulated, --trace."),
    click.option("--seed", metavar="N", default="1", callback=number(0, 1 << 62, "a whole number from 0"), help="Of the simulation."),
)
GUIDED = (
    click.option("--yes", is_flag=True, help="Ask nothing: each step begins by itself."),
    click.option("--json", "as_json", is_flag=True, help="JSON lines; the steps go to stderr."),
)


def with_options(*options: Any) -> Callable[[Any], Any]:
    def add(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return add
