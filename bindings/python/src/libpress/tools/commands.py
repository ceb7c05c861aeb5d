"""The commands and their options. What one does is imported when it is called: a help needs none of it."""

from __future__ import annotations

from typing import Any

import click

from .options import FILES, GUIDED, SETTINGS, SOURCES, duration, number, with_options


@click.command()
@with_options(*SOURCES, *SETTINGS, *FILES, *GUIDED)
def check(**given: Any) -> int:
    """Finds what is wrong, from the bus to the release of a press.

    First nothing may touch the sensor for two seconds; then it is to be pressed hard, and let go.
    """
    from .doing import check

    return check(**given)


@click.command()
@with_options(*SOURCES[:2], *SOURCES[3:], *SETTINGS, *GUIDED)
@click.option("--masses", metavar="GRAMS", help="The masses, in the order in which they are put on: 50,100,200,500.")
@click.option("--reading", "readings", multiple=True, metavar="GRAMS=CODE|TRACE", help="What was measured before; may be repeated.")
@click.option("--sensor", "which", metavar="N", default="0", callback=number(0, 7, "a sensor of the config, from 0"), help="Which.")
@click.option("--crosstalk", is_flag=True, help="How much each pad (a sensor each) reads of hits on the others; writes the shares.")
@click.option("--wait", "wait_us", metavar="SECONDS", default="10", callback=duration, help="How long a mass lies there: 10.")
@click.option("--output", metavar="FILE", help="The calibration: sensor.cal; of --crosstalk pads.crosstalk.")
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def calibrate(**given: Any) -> int:
    """Makes a calibration from masses, or a kitchen scale; writes it, and the section of the config that takes it."""
    from .doing import calibrate

    return calibrate(**given)


@click.command()
@with_options(*SOURCES, *SETTINGS)
@click.option("--duration", "duration_us", metavar="SECONDS", callback=duration, help="How long. Default: until q.")
@click.option("--output", metavar="FILE", default="libpress.conf", help="Where w writes without --config: libpress.conf.")
@click.option("--mat", metavar="COLUMNSxROWS", help="A mat as a map of forces: lines with a code for each cell, from --frames.")
@click.option("--frames", metavar="FILE", help="Of --mat: a serial port, such as /dev/ttyACM0, or a file.")
@click.option("--with", "mat_settings", multiple=True, metavar="KEY=VALUE", help="Of --mat: a setting of Grid, as circuit=dividers.")
def monitor(**given: Any) -> int:
    """Shows forces, levels, events, codes and faults live. Keys move the levels and write them to the config."""
    from .doing import monitor

    return monitor(**given)


@click.command()
@click.argument("file")
@with_options(*SOURCES, *SETTINGS, *FILES)
@click.option(
    "--duration",
    "duration_us",
    metavar="SECONDS",
    callback=duration,
    help="How long. Default: until Ctrl-C, or the end of the trace.",
)
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def record(**given: Any) -> int:
    """Writes what is read to FILE, as pressd does."""
    from .doing import record

    return record(**given)


@click.command()
@click.argument("name")
@with_options(*SOURCES[:2], *SOURCES[3:], *SETTINGS)
@click.option("--asks", metavar="NAMES", help="What is asked for: tap,hold; everything.")
@click.option("--rounds", metavar="N", default="3", callback=number(1, 100, "1 to 100 rounds"), help="How often: 3.")
@click.option("--about", multiple=True, metavar="KEY=VALUE", help="What others should know: sensor=FSR 402; may be repeated.")
@click.option("--force", is_flag=True, help="Replace files that are there.")
def collect(**given: Any) -> int:
    """Asks for presses, and records them with what was asked: NAME.trace, with NAME.conf for its sensors.

    It goes on by itself: do what is said. What is done otherwise is asked again.
    """
    from .doing import collect

    return collect(**given)


@click.command()
@click.argument("file")
@with_options(*SETTINGS[:4], *FILES)
@click.option("--look", is_flag=True, help="Show what the file holds and what would be taken, and end.")
def replay(**given: Any) -> int:
    """Prints the events of a recording under a config, as JSON lines: the lines of pressd."""
    from .doing import replay

    return replay(**given)


@click.command()
@click.argument("file")
@with_options(*SETTINGS[:4], *FILES)
@click.option("--picture", metavar="PICTURE", help="Draw what was taken to PICTURE, which ends in .png or .svg.")
def look(**given: Any) -> int:
    """Shows what the columns of a file are, what would be taken, and the words that say otherwise."""
    from .doing import look

    return look(**given)


@click.command()
@click.argument("file")
@click.argument("picture")
@with_options(*SETTINGS[:4], *FILES)
@click.option("--title", metavar="TEXT", help="Above the picture. Default: the name of the trace.")
@click.option("--dark", is_flag=True, help="Dark colours. Without it they are light, and an SVG is dark for viewers that ask for that.")
def plot(**given: Any) -> int:
    """Draws a trace to PICTURE, which ends in .png or .svg: force, levels, and what happened."""
    from .doing import plot

    return plot(**given)


COMMANDS = {one.name or "": one for one in (check, calibrate, monitor, record, collect, replay, look, plot)}
"""By name. Other distributions have more: see `app`."""
