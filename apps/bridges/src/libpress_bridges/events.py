"""Events as lines of pressd: what each begins, ends, or only goes on with."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from libpress.enums import EventType
from libpress.tools.lines import LIVES, WORDS

Fields = dict[str, Any]
Life = tuple[Any, ...]
"""What begins and ends: its kind, then whose it is, as in ("preview", 0)."""


_ROWS = [(name, (one.begins, one.ends, one.ends_with_last, one.progress + one.states)) for name, one in LIVES.items()]
_KNOWN = {kind.name.lower(): [tuple(name for name, kinds in _ROWS if kind in kinds[at]) for at in range(4)] for kind in EventType}
"""What an event begins, what it ends, what it ends when it is the last of its phase, and of what it says all that is new."""


class NoEvent(ValueError):
    """A line that pressd does not print."""


@dataclass(frozen=True, slots=True)
class Event:
    """One line."""

    fields: Fields
    name: str
    t_us: int
    begins: tuple[Life, ...] = ()
    ends: tuple[Life, ...] = ()
    update: tuple[Any, ...] | None = field(default=None)
    """The name of the event and the life that it is progress of; also of the last update, which has ended."""

    @property
    def progress(self) -> tuple[Any, ...] | None:
        """Of what only the latest counts: its `update`. None: it is no progress, or the last of it, which everybody gets."""
        return None if self.fields.get("ended") is True else self.update

    @property
    def life(self) -> Life | None:
        """That it is progress of."""
        return None if self.progress is None else self.progress[1]

    @property
    def rests(self) -> bool:
        """The contact that begins lay there before anybody pressed: no key is held and no note played for it."""
        return self.fields.get("resting") is True

    def number(self, name: str, otherwise: float = 0.0) -> float:
        return float(self.fields.get(name, otherwise) or 0.0)


def _life(kind: str, fields: Fields) -> Life:
    return (kind, *(fields.get(name) for name in LIVES[kind].whose))


def _is_printed(name: str, one: Any) -> bool:
    """Numbers are finite and fit 64 bits; only what is named by words is a text."""
    if isinstance(one, str):
        return name in ("event", *WORDS) and one.isascii()
    if isinstance(one, float):
        return isfinite(one)
    return one is None or (isinstance(one, int) and -(1 << 63) <= one < 1 << 63)


def event_of(fields: Fields) -> Event:
    """Raises NoEvent, which says what is wrong."""
    name, t_us = fields.get("event"), fields.get("t_us")
    if not isinstance(name, str) or not name:
        raise NoEvent("it has no event")
    if name not in _KNOWN:
        raise NoEvent(f"{name[:40]!r} is no event of this version")
    if not isinstance(t_us, int) or isinstance(t_us, bool) or t_us < 0:
        raise NoEvent(f"{name}: t_us must be microseconds, a whole number from 0")
    for field_name, one in fields.items():
        if not _is_printed(field_name, one):
            raise NoEvent(f"{name}: {field_name[:40]!r} is not as pressd prints it")
    begins, ends, ends_with_last, goes_on = _KNOWN[name]
    if fields.get("ended") is True:
        ends += ends_with_last
    update = (name, _life(goes_on[0], fields)) if goes_on else None
    return Event(fields, name, t_us, tuple(_life(kind, fields) for kind in begins), tuple(_life(kind, fields) for kind in ends), update)


def parse(line: str) -> Event:
    """A line of pressd. Raises NoEvent."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise NoEvent("it is not JSON") from None
    if not isinstance(found, dict):
        raise NoEvent("it is no JSON object")
    return event_of(found)


def given_up(life: Life, began: Fields, t_us: int) -> Event:
    """The end of what can go on no more, because its source is gone."""
    fields: Fields = {"t_us": t_us, "event": LIVES[life[0]].ends[-1].name.lower()}  # the one that cancels it, where there are two
    fields |= {name: one for name, one in began.items() if name not in ("t_us", "event", "late_us", "reason", "ended")}
    fields |= {name: 0 for name in ("force", "pressure") if name in fields}
    return event_of(fields | {"reason": "lost"})
