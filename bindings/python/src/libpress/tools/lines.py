"""Events as lines, as pressd prints them."""

from __future__ import annotations

from math import hypot

from ..enums import EventType as E
from ..generated import _raw
from ..generated._carried import _CARRIED as CARRIED
from ..generated._lives import FLAGS, INTERACTIONS, LIVES, MOST, OF_PHASES, WORDS
from ..types import Event
from ..types import describe as json_line

__all__ = ["CARRIED", "FLAGS", "INTERACTIONS", "LIVES", "MOST", "OF_PHASES", "WORDS", "is_progress", "json_line", "name", "plain", "text_line"]

_PROGRESS = {kind for life in LIVES.values() for kind in life.progress}


def plain(text: str) -> str:
    """Without characters that a terminal obeys, that end a line, or that turn text around: shown as \\x1b, \\n, \\u202e."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)


def name(event: Event) -> str:
    return str(_raw.press_event_name(int(event.type)).decode())


def is_progress(event: Event) -> bool:
    """A newer one says all that it does; not the last of a phase."""
    return event.type in _PROGRESS and not event.ended


def text_line(event: Event) -> str:
    """For people: time, what happened, force or sensor, how fast, and why."""
    line = f"{event.t_us / 1e6:8.3f} s  {name(event):<17}"
    if event.type in CARRIED["sensor"]:
        line += f" sensor {event.subject}"
    else:
        line += f" {event.force:5.2f} N"
    if event.type in OF_PHASES:
        line += f" {event.progress:.2f}" + (" ended" if event.ended else "")
    elif event.type in CARRIED["velocity"]:
        line += f"  {event.speed:.1f} N/s, velocity {event.velocity}"
    elif event.type == E.THROW_BEGAN:
        line += f"  {hypot(event.vx, event.vy):.0f} points/s"
    elif event.type == E.SWIPED:
        line += f"  {event.speed:.0f} points/s"
    return line + (f"  {_raw.press_reason_name(int(event.reason)).decode()}" if event.reason else "")
