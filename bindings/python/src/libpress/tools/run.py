"""Frames through a pad, as pressd runs them: deadlines fire at their own time."""

from __future__ import annotations

from .._intake import fire
from ..pad import Frame, Pad


class Run:
    """A pad that is fed."""

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        self.frames = 0
        self.last_us = 0

    def feed(self, frame: Frame) -> None:
        t_us = frame.t_us
        if self.frames and t_us <= self.last_us:
            t_us = self.last_us + 1
        self.fire(t_us)
        self.last_us = max(self.last_us, t_us)
        self.frames += 1
        self.pad.feed(Frame(t_us, frame.codes, frame.failed, frame.before_us))

    def fire(self, through_us: int) -> None:
        """Fires what is due, each at its own time."""
        self.last_us = fire(self.pad, self.last_us, through_us)

    def end(self, t_us: int = 0) -> None:
        """The last deadlines; then what runs is cancelled."""
        self.fire(max(t_us, self.last_us))
        self.pad.engine.reset()
