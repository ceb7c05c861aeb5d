"""Frames through a pad, as pressd runs them: deadlines fire at their own time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from ctypes import byref, c_char_p, c_size_t, create_string_buffer
from typing import Any

from .._hook_calls import BYTES, EVENT_SIZE, TYPE
from .._intake import fire
from ..generated import _raw
from ..generated._lives import LIVES
from ..pad import Frame, Pad
from ..trace import Note


class Run:
    """A pad that is fed."""

    def __init__(self, pad: Pad, supplies: Any = ()) -> None:
        """`supplies`: those of the config, by the number of their converter."""
        self.pad = pad
        self.frames = 0
        self.last_us = 0
        self.supplies = dict(supplies)
        sensors = pad._count
        self._every = (1 << sensors) - 1
        self._stale_us = pad._config.stale_after_us or 1 << 62
        """Where all sensors were read, none is stale before that."""
        self._was_whole = False

    def feed(self, frame: Frame, note: Note | None = None) -> None:
        t_us = frame.t_us
        if self.frames and t_us <= self.last_us:
            t_us = self.last_us + 1
        self._before(note, t_us)
        self.fire(t_us)
        self.last_us = max(self.last_us, t_us)
        self.frames += 1
        self._was_whole = not frame.failed and None not in frame.codes
        self.pad.feed(Frame(t_us, frame.codes, frame.failed, frame.before_us))

    def feed_many(self, block: Any, note: Note | None = None) -> None:
        """A block of `TraceFile.blocks`. The pad itself fires what is due within the engine; before a frame that comes after a deadline of the
        pad, or after one in which not all sensors were read, the deadlines are fired here."""
        if isinstance(block, list):
            if not block:
                self._before(note, self.last_us)
            for n, frame in enumerate(block):
                self.feed(frame, None if n else note)
            return
        import numpy as np

        times = block["t_us"].astype(np.int64)
        waits = np.diff(times, prepend=self.last_us)
        is_whole = (block["present"] == self._every) & (block["failed"] == 0)
        alone = (waits >= self._stale_us) | ~np.concatenate(([self._was_whole], is_whole[:-1]))
        alone[0] = True
        self._before(note, int(times[0]))
        at = 0
        for n in [*np.flatnonzero(alone).tolist(), len(block)]:
            if n > at:
                self.pad.feed(block[at:n])
                at = n
            if n < len(block):
                if n:
                    self.last_us = int(times[n - 1])
                self.fire(int(times[n]))
        self.frames += len(block)
        self.last_us, self._was_whole = int(times[-1]), bool(is_whole[-1])

    def _before(self, note: Note | None, t_us: int) -> None:
        if note is None:
            return
        if note.slept_us is not None:
            self.fire(note.slept_us)
            self.pad.resume(note.slept_us)
            self.last_us = max(self.last_us, note.slept_us)
        for number, code in note.references.items():
            self.fire(t_us)
            if (supply := self.supplies.get(number)) is not None:
                supply.feed(t_us, code, self.pad)

    def fire(self, through_us: int) -> None:
        """Fires what is due, each at its own time."""
        self.last_us = fire(self.pad, self.last_us, through_us)

    def end(self, t_us: int = 0) -> None:
        """The last deadlines; then what runs is cancelled."""
        self.fire(max(t_us, self.last_us))
        self.pad.engine.reset()


_FAULTS = {
    kind.to_bytes(4, sys.byteorder): (int(kind), int(life.ends[0])) for life in LIVES.values() if life.whose == ("sensor",) for kind in life.begins
}
_RECOVERIES = {end.to_bytes(4, sys.byteorder): kind for kind, end in _FAULTS.values()}


def lines_to(pad: Pad, take: Callable[[bytes], object]) -> Callable[[int], None]:
    """Each event of the pad's engine as the line that pressd prints, without an Event in between. It gives what ends, at a time, the faults
    that last: as in pressd, every beginning has an end."""
    lasting: set[tuple[int, int]] = set()
    text = create_string_buffer(_raw.PRESS_EVENT_LINE)
    size, describe = len(text), _raw.library["press_event_describe"]  # another one: its event is bytes, as the callback has it
    describe.argtypes = (BYTES, c_char_p, c_size_t)

    def line_of(event: Any) -> None:
        describe(event, text, size)
        take(text.value)
        if (kind := event[TYPE]) in _FAULTS:
            lasting.add((_FAULTS[kind][0], event_of(event).subject))
        elif kind in _RECOVERIES:
            lasting.discard((_RECOVERIES[kind], event_of(event).subject))

    def finish(t_us: int) -> None:
        for kind, subject in sorted(lasting):
            _, end = _FAULTS[kind.to_bytes(4, sys.byteorder)]
            event = _raw.press_event(t_us=t_us, type=end, subject=subject, reason=_raw.PRESS_REASON_RESET)
            _raw.press_event_describe(byref(event), text, size)
            take(text.value)

    pad.engine._core.answer("on_event", line_of)
    return finish


def event_of(event: Any) -> Any:
    return _raw.press_event.from_buffer_copy(event[:EVENT_SIZE])
