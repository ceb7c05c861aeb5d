"""Runs the command in a terminal that is none, and says what a person would see.

python screens.py           writes the screens of docs/tools.md and of the pages of docs/tools
python screens.py check     ends with 1 where they are not what the documents show
"""

import contextlib
import fcntl
import os
import pty
import re
import select
import shlex
import signal
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

import libpress
import pyte

DOCS = Path(__file__).resolve().parents[3] / "docs"
MANUAL = [one for one in (DOCS / "tools.md", *sorted((DOCS / "tools").glob("*.md"))) if one.is_file()]
MARK = re.compile(r"(<!-- screen: libpress (?P<command>.*?)(?:; keys (?P<keys>.*?))? -->\n```text\n)(?P<screen>.*?)(?=^```$)", re.M | re.S)
KEYS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D"}
LEAVE = b"\x1b[?1049l"


class Terminal:
    """`python -m libpress` on a pseudo terminal."""

    def __init__(self, *arguments, program=None, columns=80, rows=24, folder=None, keys="", **environment):
        package = str(Path(libpress.__file__).parents[1])
        unset = dict.fromkeys(("COLUMNS", "LINES", "NO_COLOR"), "")
        whole = unset | {"TERM": "xterm-256color", "PYTHONUTF8": "1", "PYTHONPATH": package} | environment
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            if folder:
                os.chdir(folder)
            while os.get_terminal_size(0).columns != columns:  # not ready
                time.sleep(0.01)
            program = program or [sys.executable, "-m", "libpress", *map(str, arguments)]
            os.execvpe(program[0], program, {name: value for name, value in (os.environ | whole).items() if value})
        self.modes = termios.tcgetattr(self.fd)
        if keys:
            self.type(keys)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen = pyte.HistoryScreen(columns, rows, history=1000)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = self._begun = b""
        self.full = []
        """The last that was drawn on the whole screen."""
        self.code = None

    def type(self, text):
        os.write(self.fd, text.encode())

    def read(self, seconds):
        """Takes what comes. Returns false when the program has ended."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            data = b""
        self.raw += data
        before, leave, after = (self._begun + data).partition(LEAVE)
        self._begun = b""
        if leave:
            self._stream.feed(before)
            self.full = [line.rstrip() for line in self.screen.display]
            self._stream.feed(leave + after)
        else:  # a read may end within the sequence
            begun = next((length for length in range(len(LEAVE) - 1, 0, -1) if data and before.endswith(LEAVE[:length])), 0)
            self._begun = before[len(before) - begun :]
            self._stream.feed(before[: len(before) - begun])
        return bool(data)

    def lines(self):
        """What stands on the screen and what has scrolled out of it."""
        gone = ["".join(row[x].data for x in range(self.screen.columns)) for row in self.screen.history.top]
        return [line.rstrip() for line in [*gone, *self.screen.display]]

    def wait_for(self, words, seconds=30):
        """Until the words are on the screen."""
        until = time.monotonic() + seconds
        while not any(words in line for line in self.lines()):
            assert time.monotonic() < until, f"no {words!r} in:\n" + "\n".join(self.lines())
            if not self.read(0.05):
                break
        assert any(words in line for line in self.lines()), f"ended without {words!r}:\n" + "\n".join(self.lines())

    def end(self, seconds=60):
        """Until it has ended. Returns its exit code, or the negative signal."""
        until = time.monotonic() + seconds
        try:
            while self.read(0.05):
                if time.monotonic() > until:
                    os.kill(self.pid, signal.SIGKILL)
                    raise AssertionError("did not end:\n" + "\n".join(self.lines()))
        finally:
            self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            with contextlib.suppress(OSError):
                os.close(self.fd)
        return self.code

    def shown(self):
        text = "\n".join(self.full or self.lines()).rstrip()
        return text + "\n"


def screen(command, keys):
    with tempfile.TemporaryDirectory() as folder:
        typed = "".join(KEYS.get(key, key) for key in (keys or "").split())
        terminal = Terminal(*shlex.split(command), rows=18, folder=folder, keys=typed)
        terminal.end()
        return terminal.shown()


def made(text):
    return MARK.sub(lambda mark: mark[1] + screen(mark["command"], mark["keys"]), text)


if __name__ == "__main__":
    texts = {page: page.read_text() for page in MANUAL}
    shown = {page: made(text) for page, text in texts.items()}
    if sys.argv[1:] == ["check"]:
        sys.exit("docs/tools shows other screens: make screens" if shown != texts else 0)
    for page, text in shown.items():
        page.write_text(text)
