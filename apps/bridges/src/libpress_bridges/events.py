"""Events as lines of pressd: what each begins, ends, or only goes on with."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from libpress.enums import EventType

from .generated._lives import LIVES
from .generated._lives import PROGRESS as PROGRESS

Fields = dict[str, Any]
Life = tuple[Any, ...]
"""What begins and ends: its kind, then whose it is, as in ("preview", 0)."""

_WHOSE: dict[str, tuple[str, ...]] = {
    "peek": (),
    "press": (),
    "fault": ("sensor",),
    "transition": ("transition",),
    "throw": ("throw",),
    **dict.fromkeys(("drag", "stay", "drop", "spring", "autoscroll", "task"), ("drag",)),
    "transfer": ("drag", "item"),
}
"""The fields that say whose a life is; of all others `contact`."""
PARTS = {
    "contact": ("preview", "hold", "scroll", "levels", "pinch"),
    "drag": ("stay", "spring", "autoscroll"),
    "drop": ("transfer", "task"),
}
"""What ends before the life that it is a part of."""
_TEXTS = {"event", "reason", "operation", "hint", "shows"}
_KNOWN = {kind.name.lower() for kind in EventType}
_BEGINS = {name: [kind for kind, (begins, _, _) in LIVES.items() if name in begins] for kind in LIVES for name in LIVES[kind][0]}
_ENDS = {name: [kind for kind, (_, ends, _) in LIVES.items() if name in ends] for kind in LIVES for name in LIVES[kind][1]}
_LAST = {name: [kind for kind, (_, _, last) in LIVES.items() if name in last] for kind in LIVES for name in LIVES[kind][2]}
_GIVEN_UP = {kind: ends[-1] for kind, (_, ends, _) in LIVES.items()}
"""The event that ends a life before its time: the one that cancels it, where there are two."""


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
    return (kind, *(fields.get(name) for name in _WHOSE.get(kind, ("contact",))))


def _is_plain(name: str, one: Any) -> bool:
    """Numbers are finite and fit 64 bits; only what is named by words is a text."""
    if isinstance(one, str):
        return name in _TEXTS and one.isascii()
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
        if not _is_plain(field_name, one):
            raise NoEvent(f"{name}: {field_name[:40]!r} is not as pressd prints it")
    ended = fields.get("ended") is True
    begins = tuple(_life(kind, fields) for kind in _BEGINS.get(name, ()))
    ends = tuple(_life(kind, fields) for kind in (*_ENDS.get(name, ()), *(_LAST.get(name, ()) if ended else ())))
    update = (name, _life(PROGRESS[name], fields)) if name in PROGRESS else None
    return Event(fields, name, t_us, begins, ends, update)


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
    fields: Fields = {"t_us": t_us, "event": _GIVEN_UP[life[0]]}
    fields |= {name: one for name, one in began.items() if name not in ("t_us", "event", "late_us", "reason", "ended")}
    fields |= {name: 0 for name in ("force", "pressure") if name in fields}
    return event_of(fields | {"reason": "lost"})
