"""Events as lines, as pressd prints them."""

from __future__ import annotations

from math import hypot

from ..enums import EventType as E
from ..generated import _raw
from ..types import Event
from ..types import describe as json_line

__all__ = ["SENSOR", "UPDATES", "json_line", "name", "plain", "text_line"]

STRIKES = {E.STRUCK, E.LET_GO}
UPDATES = {E.PREVIEW_UPDATED, E.COMMIT_UPDATED}
SENSOR = range(E.SENSOR_FAULT, E.SUPPLY_RECOVERED + 1)


def plain(text: str) -> str:
    """Without characters that a terminal obeys, that end a line, or that turn text around: shown as \\x1b, \\n, \\u202e."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)


def name(event: Event) -> str:
    return str(_raw.press_event_name(int(event.type)).decode())


def text_line(event: Event) -> str:
    """For people: time, what happened, force or sensor, how fast, and why."""
    line = f"{event.t_us / 1e6:8.3f} s  {name(event):<17}"
    if event.type in SENSOR:
        line += f" sensor {event.subject}"
    else:
        line += f" {event.force:5.2f} N"
    if event.type in UPDATES:
        line += f" {event.progress:.2f}" + (" ended" if event.ended else "")
    elif event.type in STRIKES:
        line += f"  {event.speed:.1f} N/s, velocity {event.velocity}"
    elif event.type == E.THROW_BEGAN:
        line += f"  {hypot(event.vx, event.vy):.0f} points/s"
    elif event.type == E.SWIPED:
        line += f"  {event.speed:.0f} points/s"
    return line + (f"  {_raw.press_reason_name(int(event.reason)).decode()}" if event.reason else "")
