"""The options of the command line, and the errors of their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from .._units import UNITS
from .troubles import TROUBLES


def number(least: int, most: int, words: str) -> Callable[[Any, Any, str | None], int | None]:
    def read(context: Any, parameter: Any, text: str | None) -> int | None:
        if text is None:
            return None
        from .._config_values import unsigned

        found = unsigned(text)
        if found is None or not least <= found <= most:
            raise click.BadParameter(f"{text}: it must be {words}")
        return found

    return read


def duration(context: Any, parameter: Any, text: str | None) -> int | None:
    """Seconds, or a time with us, ms or s; microseconds."""
    if text is None:
        return None
    from .._config_values import time

    us = time(f"{text}s" if text[-1:].isdigit() else text, 1, 1 << 62)
    if us is None:
        raise click.BadParameter(f"{text}: it must be seconds above 0 (2.5), or a time with us, ms or s")
    return us


def rate(context: Any, parameter: Any, text: str | None) -> float | None:
    """Frames a second, also 12.5."""
    if text is None:
        return None
    try:
        found = float(text)
        if not 1 <= found <= 3300:
            raise ValueError
    except ValueError:
        raise click.BadParameter(f"{text}: it must be frames per second, 1 to 3300") from None
    return int(found) if found == int(found) else found


def volts(context: Any, parameter: Any, text: str | None) -> float | None:
    if text is None:
        return None
    try:
        found = float(text.removesuffix("V"))
        if not 0 < found <= 1000:
            raise ValueError
    except ValueError:
        raise click.BadParameter(f"{text}: it must be volts above 0, such as 3.3") from None
    return found


SOURCES = (
    click.option("--simulated", is_flag=True, help="A simulated sensor and hand."),
    click.option("--trouble", type=click.Choice(list(TROUBLES)), metavar="WHAT", help=f"What is wrong with it: {', '.join(TROUBLES)}."),
    click.option("--trace", metavar="FILE", help="What was recorded, here or by another program."),
    click.option("--bus", metavar="BUS", help="An I2C bus: 1 (the default), or /dev/i2c-1."),
    click.option("--address", metavar="ADDRESS", help="Of the converter: 0x48 to 0x4b of an ADS1115."),
    click.option("--channel", metavar="N", help="Its input: 0 to 3."),
)
SETTINGS = (
    click.option("--config", metavar="FILE", help="The config of pressd."),
    click.option("--profile", metavar="FILE", help="The profile of a person, after the config."),
    click.option("--set", "settings", multiple=True, metavar="SECTION.KEY=VALUE", help="One value of the config, after the files."),
    click.option("--rate", metavar="HZ", callback=rate, help="Frames a second; of a file the rows, where it has no times."),
    click.option("--fast", is_flag=True, help="Do not wait for time to pass: --simulated, --trace."),
    click.option("--seed", metavar="N", default="1", callback=number(0, 1 << 62, "a whole number from 0"), help="Of the simulation."),
)
FILES = (
    click.option("--column", metavar="NAME", help="The column of the sensor in a file: its name, or its number from 0; of several with commas."),
    click.option("--time", metavar="COLUMN[:UNIT]", help="The column of the times, and s, ms or us; none: not used."),
    click.option("--unit", type=click.Choice(UNITS), metavar="UNIT", help=f"The unit of the cells: {', '.join(UNITS)}."),
    click.option("--invert/--no-invert", default=None, help="The cells fall under a load."),
    click.option("--supply", metavar="VOLTS", callback=volts, help="The voltage that is full scale, of cells in volts."),
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
