"""What a worker does: recordings under settings, to rows."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from time import thread_time
from typing import Any

from libpress import __version__
from libpress.config import Config
from libpress.enums import EventType
from libpress.errors import InvalidError, QueueFullError
from libpress.marked import Span, truth
from libpress.numbers import version
from libpress.pad import Pad
from libpress.trace import TraceFile

from .judging import COUNTS, Contact, Press, judge
from .plan import Setting, shown
from .recordings import Recording, force_of, frames_of, labelled, reference

STEP = 2000
"""Frames between polls: fewer events than the queue holds."""
CORE = ".".join(map(str, version()))
_EMPTY: dict[str, Any] = dict.fromkeys(COUNTS) | {
    "late_ms": None, "late_worst_ms": None, "end_late_ms": None, "late_us": None, "end_late_us": None,
}  # fmt: skip


def work(stated: dict[str, Any], settings: Sequence[tuple[int, Setting]], recordings: Sequence[Recording]) -> list[dict[str, Any]]:
    """A row for each recording and setting, in this order. `stated`: what the plan says. Raises nothing of a recording's."""
    return [row for recording in recordings for row in _rows(stated, settings, recording)]


def _rows(stated: dict[str, Any], settings: Sequence[tuple[int, Setting]], recording: Recording) -> list[dict[str, Any]]:
    started = thread_time()
    common = {"recording": recording.name, "truth": stated["labels"], "frames": 0, "recorded_s": 0.0}
    common |= {"libpress": __version__, "core": CORE}
    try:
        if recording.wrong:
            raise InvalidError(recording.wrong)
        frames, file, config = frames_of(recording)
        presses, known = _truth(stated, recording, frames, file, config)
    except Exception as wrong:
        error = f"{recording.name}: {_words(wrong)}"
        return [common | _EMPTY | {"setting": number, "error": error, "seconds": 0.0, "core_s": 0.0} for number, _ in settings]
    t_us = frames["t_us"].astype("int64")
    common |= {"frames": len(frames), "recorded_s": float(t_us[-1] - t_us[0]) / 1e6}
    step_us = common["recorded_s"] * 1e6 / max(len(frames) - 1, 1)
    quiet_us = int(t_us[0] + stated["quiet_ms"] * 1000)
    end_us = max(file.end_us, int(t_us[-1]))
    rows = []
    for number, setting in settings:
        spent = 0.0
        try:
            contacts, faults, spent = contacts_of(config, setting, frames, end_us)
            if known is not None:
                contacts = [one for one in contacts if any(span.begin_us <= one.begin_us < span.end_us for span in known)]
            verdict = judge(presses, contacts, quiet_us, step_us)
            verdict.faults = faults
            row = common | verdict.row() | {"error": None}
        except Exception as wrong:
            row = common | _EMPTY | {"error": f"{recording.name}, {shown(setting)}: {_words(wrong)}"}
        now = thread_time()
        rows.append(row | {"setting": number, "seconds": now - started, "core_s": spent})
        started = now  # the first pays for what all share
    return rows


def _truth(stated: dict[str, Any], recording: Recording, frames: Any, file: TraceFile, config: Config) -> tuple[list[Press], list[Span] | None]:
    """The presses, and where contacts count; None: everywhere."""
    if stated["labels"] == "asked":
        presses, known = truth(file.marks, force_of(frames, config.sensors()))
        if not known:
            raise InvalidError("it has no marks of requests and presses: libpress collect makes such recordings")
        return presses, known
    if recording.labels is not None:
        return labelled(recording), None
    return reference(stated["reference"], frames, config.sensors()), None


def _words(wrong: Exception) -> str:
    return str(wrong).removeprefix("--set: ") if isinstance(wrong, InvalidError | ValueError) else f"{type(wrong).__name__}: {wrong}"


def contacts_of(config: Config, setting: Setting, frames: Any, end_us: int) -> tuple[list[Contact], int, float]:
    """Contacts and faults of a recording, and seconds in the calls of the core. Raises InvalidError: an impossible setting."""
    own = deepcopy(config)
    for key, text in setting:
        own.apply(f"{key}={text}")
    own.verify(converters=False)
    pad = own.pad(own.contacts(max_events=4096, traits=0, flags=0))
    spent = -thread_time()
    events = fed(pad, frames, end_us)
    spent += thread_time()
    return *_paired(events, end_us), spent


def fed(pad: Pad, frames: Any, end_us: int | None = None) -> Any:
    """Feeds an array of frames, and lets time pass to the end where one is given. Returns all events, of EVENT_DTYPE."""
    import numpy as np
    from libpress.types import EVENT_DTYPE

    events, room, at = [], np.zeros(4096, EVENT_DTYPE), 0
    while at < len(frames):
        try:
            at += pad.feed(frames[at : at + STEP])
        except QueueFullError as full:
            at += full.taken
        if count := pad.engine.poll_into(room):
            events.append(room[:count].copy())
    if end_us is not None:
        pad.tick(end_us)
        if count := pad.engine.poll_into(room):
            events.append(room[:count].copy())
    return np.concatenate(events) if events else room[:0]


def _paired(events: Any, end_us: int) -> tuple[list[Contact], int]:
    """A contact that is still down at the end ends there."""
    contacts: list[Contact] = []
    begun: int | None = None
    for kind, t_us, late_us in zip(events["type"].tolist(), events["t_us"].tolist(), events["late_us"].tolist(), strict=True):
        if kind == EventType.CONTACT_BEGAN:
            begun = t_us
        elif kind in (EventType.CONTACT_ENDED, EventType.CONTACT_CANCELLED):
            assert begun is not None
            contacts.append(Contact(begun, t_us - late_us, t_us, kind == EventType.CONTACT_CANCELLED))
            begun = None
    if begun is not None:
        contacts.append(Contact(begun, end_us, end_us, False))
    return contacts, int((events["type"] == EventType.SENSOR_FAULT).sum())
