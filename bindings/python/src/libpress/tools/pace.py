"""Frames at the pace of the clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from ..pad import Frame
from .feel import Source


def paced(source: Source, wait: Callable[[float], object]) -> Iterator[Frame]:
    """Of a source that is not live each frame at its own time; `wait` lets so many seconds pass. After a pause it goes on
    where it was."""
    origin: float | None = None
    for frame in source.frames():
        if not source.live:
            now, t = time.monotonic(), frame.t_us / 1e6
            origin = now - t if origin is None or now - origin > t + 0.5 else origin
            wait(max(origin + t - now, 0))
        yield frame
