"""The terminal as a screen with keys. It is as it was before on every way out: an exception, a signal, while suspended."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import sys
from collections.abc import Sequence
from types import FrameType, TracebackType

try:
    import termios
    import tty
except ImportError:  # a system without
    termios = None  # type: ignore[assignment]

from rich.console import Console
from rich.text import Text

from .problem import USAGE, Problem

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l"
_LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l"
_KEYS = {"[A": "up", "[B": "down", "[C": "right", "[D": "left", "OA": "up", "OB": "down", "OC": "right", "OD": "left"}


class Screen:
    """While it is entered, the terminal shows lines, and keys come at once."""

    def __init__(self, what: str) -> None:
        if termios is None or not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") in ("dumb", ""):
            words = "draws on a terminal that can move its cursor, and this is none; pressd prints events anywhere"
            raise Problem(USAGE, f"{what} {words}")
        self._console = Console(highlight=False, emoji=False, soft_wrap=True)
        self._held = ""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        found = os.get_terminal_size(1)
        return max(found.columns, 20), max(found.lines, 8)

    @property
    def is_unicode(self) -> bool:
        return (sys.stdout.encoding or "").lower().startswith("utf")

    def __enter__(self) -> Screen:
        self._modes = termios.tcgetattr(0)
        self._suspend = signal.signal(signal.SIGTSTP, self._suspended)
        self._show()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        signal.signal(signal.SIGTSTP, self._suspend)
        self._hide()

    def _show(self) -> None:
        tty.setcbreak(0, termios.TCSADRAIN)  # what was typed already stays
        self._write(_ENTER)

    def _hide(self) -> None:
        with contextlib.suppress(termios.error, OSError):  # the terminal is gone
            termios.tcsetattr(0, termios.TCSADRAIN, self._modes)
            self._write(_LEAVE)

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    def _suspended(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-Z: the terminal is given back until the program is continued."""
        self._hide()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._suspended)
        self._show()

    def draw(self, lines: Sequence[Text]) -> None:
        """From the top; what is too wide or too much is left out."""
        width, height = self.size
        rows = []
        for line in lines[:height]:
            line.truncate(width)
            with self._console.capture() as capture:
                self._console.print(line, end="", no_wrap=True, crop=False)
            rows.append(capture.get() + "\x1b[K")
        self._write("\x1b[H" + "\r\n".join(rows) + "\x1b[J")

    def typed(self) -> list[str]:
        """What was pressed since the last call: characters, `up`, `down`, `left`, `right`. Raises EOFError: it is gone."""
        text = self._held
        while select.select([0], [], [], 0)[0]:
            data = os.read(0, 1024)
            if not data:
                raise EOFError
            text += data.decode(errors="replace")
        self._held = ""
        found = []
        for escape, key in re.findall(r"\x1b(\[[0-9;]*[A-Za-z~]|O[A-D])?|(.)", text, re.S):
            if escape or key:
                found.append(_KEYS.get(escape, "") or key)
        return [key for key in found if key]
