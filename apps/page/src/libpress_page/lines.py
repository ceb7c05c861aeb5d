"""The lines of a running pressd as a source; they carry a force with each event."""

from __future__ import annotations

import json
import os
import select
import stat
from collections.abc import Iterator, Mapping
from typing import Any

from libpress.enums import EventType, Reason
from libpress.tools.lines import CARRIED, FLAGS, WORDS
from libpress.tools.problem import cannot_read
from libpress.types import NO_CONTACT, Event

LONGEST_LINE = 4096
"""Bytes; what is longer is counted as broken."""

_SUBJECTS = [name for name, types in CARRIED.items() if "subject" in types.values()]
_NUMBERS = ("x", "y", "force", "pressure", "progress", "value", "value2")


class Lines:
    """Reads a file, a pipe or stdin (`-`). It never waits longer than a tenth of a second."""

    def __init__(self, path: str) -> None:
        """Raises Problem."""
        self.name = "the lines of pressd" if path == "-" else f"the lines of {path}"
        self.broken = 0
        """Lines that are no events."""
        try:
            self._fd = os.dup(0) if path == "-" else os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        except OSError as problem:
            raise cannot_read(path, problem) from problem
        self._is_fifo = path != "-" and stat.S_ISFIFO(os.fstat(self._fd).st_mode)
        self._rest = b""

    def events(self) -> Iterator[Event | None]:
        """None: nothing came in a tenth of a second."""
        is_skipping = False
        while True:
            if not select.select([self._fd], [], [], 0.1)[0]:
                yield None
                continue
            try:
                data = os.read(self._fd, 65536)
            except BlockingIOError:
                yield None
                continue
            if not data and not self._is_fifo:
                return
            if not data:  # nobody writes now
                select.select([], [], [], 0.1)
                yield None
                continue
            *whole, rest = (self._rest + data).split(b"\n")
            for line in whole:
                if is_skipping or len(line) > LONGEST_LINE:
                    is_skipping = False
                    self.broken += 1
                elif (event := event_of(line)) is not None:
                    yield event
                elif line.strip():
                    self.broken += 1
            if len(rest) > LONGEST_LINE:
                rest, is_skipping = b"", True
            self._rest = rest

    def close(self) -> None:
        os.close(self._fd)


def _whole(one: Any, most: int = 1 << 32) -> int:
    if type(one) is not int or not 0 <= one < most:
        raise ValueError
    return one


def _number(one: Any) -> float:
    """Neither infinite nor so large that it can be no number of an event."""
    if isinstance(one, bool) or not isinstance(one, int | float) or not abs(one) < 1 << 32:
        raise ValueError
    return float(one)


def event_of(line: bytes | str | Mapping[str, Any]) -> Event | None:
    """A line of pressd as an event; None: it is none."""
    try:
        found = line if isinstance(line, Mapping) else json.loads(line)
        kind = EventType[found["event"].upper()]
        numbers: dict[str, Any] = {name: _number(found.get(name, 0)) for name in _NUMBERS}
        for name, types in CARRIED.items():
            if types.get(kind) in _NUMBERS and (said := name.rstrip("_")) in found:
                value = found[said]
                numbers[types[kind]] = _number(WORDS[said].index(value) if isinstance(value, str) else value)
        contact = found.get("contact")
        subject = next((found[name] for name in _SUBJECTS if name in found), 0)
        return Event(
            t_us=_whole(found["t_us"], 1 << 64),
            type=kind,
            contact=NO_CONTACT if contact is None else _whole(contact),
            target=_whole(found.get("target", found.get("throw", 0))),
            reason=Reason[str(found.get("reason", "none")).upper()],
            subject=_whole(subject),
            late_us=_whole(found.get("late_us", 0)),
            returns=found.get("shows") == "returns",
            fades=found.get("shows") == "fades",
            **{name: bool(found.get(name, False)) for name in FLAGS},
            **numbers,
        )
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        return None
