"""Frames through a pad, as pressd runs them: deadlines fire at their own time."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import create_string_buffer
from typing import Any

from .._intake import fire
from ..generated import _raw
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


def lines_to(pad: Pad, take: Callable[[bytes], object]) -> None:
    """Each event of the pad's engine as the line that pressd prints, without an Event in between."""
    text = create_string_buffer(_raw.PRESS_EVENT_LINE)
    size, describe = len(text), _raw.press_event_describe

    def line_of(event: Any) -> None:
        describe(event, text, size)
        take(text.value)

    pad.engine._core.answer("on_event", line_of)
