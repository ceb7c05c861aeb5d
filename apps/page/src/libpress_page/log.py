"""What the page writes into the terminal of the person who runs it: few lines, and nothing that a viewer sent as it is."""

from __future__ import annotations

import logging
import sys
import time

from libpress.tools.lines import plain

MOST_LINES = 20
"""At once; then one more each two seconds."""
_EACH_S = 2.0
_MOST_CHARACTERS = 300
_LIBRARIES = ("uvicorn", "uvicorn.error", "nicegui", "engineio.server", "socketio.server", "asyncio")


class Lines(logging.Handler):
    """The messages of the libraries. An error has its kind and words, and where it was raised last."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._room, self._last, self.dropped = float(MOST_LINES), time.monotonic(), 0

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a line, if there is room."""
        now = time.monotonic()
        self._room = min(self._room + (now - self._last) / _EACH_S, MOST_LINES)
        self._last = now
        if self._room < 1:
            self.dropped += 1
            return
        self._room -= 1
        if self.dropped:
            print(f"libpress page: {self.dropped} messages were left out", file=sys.stderr)
            self.dropped = 0
        try:
            print(f"libpress page: {plain(_words(record))}", file=sys.stderr, flush=True)
        except Exception:
            self.handleError(record)


def _words(record: logging.LogRecord) -> str:
    try:
        words = record.getMessage()
    except Exception:
        words = str(record.msg)
    words = words[:_MOST_CHARACTERS]
    problem = record.exc_info[1] if record.exc_info else None
    if problem is None:
        return words
    place = problem.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f" ({place.tb_frame.f_code.co_filename}:{place.tb_lineno})" if place is not None else ""
    return f"{words}: {type(problem).__name__}: {problem}"[: 2 * _MOST_CHARACTERS] + where


def take_over() -> None:
    """All that the libraries say comes through here."""
    root, lines = logging.getLogger(), Lines()
    root.handlers[:] = [lines]
    for name in _LIBRARIES:
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.WARNING)
