"""The terminal of the samples colors and board: its size, its keys and its mouse, and the time."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import select
import signal
import sys
import termios
import time
from dataclasses import dataclass
from enum import Enum, auto

from screen import Mode, Screen

STEP_US, PAUSE_US, END_US, ESCAPE_US = 20_000, 100_000, 1_000_000, 50_000
UP, DOWN, RIGHT, LEFT, ENTER, ESCAPE = "up", "down", "right", "left", "enter", "escape"
KEYS = {"\r": ENTER, "\n": ENTER, "\x7f": ESCAPE, "A": UP, "B": DOWN, "C": RIGHT, "D": LEFT}
# The other screen, no cursor, no wrapping, every motion of the mouse, its reports in decimal numbers.
TAKEN = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?1003h\x1b[?1006h\x1b[2J"
GIVEN_BACK = "\x1b[?1006l\x1b[?1003l\x1b[?25h\x1b[?7h\x1b[?1049l"


class Kind(Enum):
    NONE = auto()  # time has passed, or the size has changed
    KEY = auto()
    DOWN = auto()  # the left button of the mouse goes down
    MOVE = auto()  # the mouse moves
    UP = auto()  # the button goes up
    HARDER = auto()  # the wheel turns up
    SOFTER = auto()  # and down
    END = auto()  # there is no more input, or a signal ends the program


@dataclass
class Input:
    kind: Kind
    key: str = ""
    column: int = 0
    line: int = 0
    resized: bool = False
    """The size has changed."""


class Decoder:
    """Bytes to inputs: some bytes are a part of something only."""

    def __init__(self) -> None:
        self.sequence: str | None = None  # what follows an escape
        self.held = ""  # a byte that comes behind an escape, and is no part of it

    def take(self, byte: str) -> Input | None:
        if byte == "\x1b":
            was_alone, self.sequence = self.sequence == "", ""
            return Input(Kind.KEY, ESCAPE) if was_alone else None
        if self.sequence is None:
            return Input(Kind.KEY, KEYS.get(byte, byte) if byte < " " or byte > "~" else byte)
        if not self.sequence and byte not in "[O":  # it was the key, and this is another one
            self.sequence, self.held = None, byte
            return Input(Kind.KEY, ESCAPE)
        sequence = self.sequence + byte
        last = len(sequence) > 1 and "@" <= byte <= "~"
        self.sequence = None if last or len(sequence) == 31 else sequence
        if not last:
            return None
        if sequence[1] == "<":
            return self.mouse(sequence)
        return Input(Kind.KEY, KEYS[byte]) if byte in "ABCD" else None

    def mouse(self, sequence: str) -> Input:
        """ "[<0;12;7M" and the like: buttons and flags, column, line; "m" where a button goes up."""
        if not (found := re.match(r"\[<(\d+);(\d+);(\d+)", sequence)):
            return Input(Kind.NONE)
        buttons, column, line = map(int, found.groups())
        kind = Kind.NONE
        if buttons & 64:
            kind = {0: Kind.HARDER, 1: Kind.SOFTER}.get(buttons & 3, Kind.NONE)
        elif buttons & 32:
            kind = Kind.MOVE
        elif buttons & 3 == 0:
            kind = Kind.DOWN if sequence[-1] == "M" else Kind.UP
        return Input(kind, column=column - 1, line=line - 1)


class Terminal:
    """Reads the options, and takes the terminal until the block ends. A signal that ended the input ends the program then."""

    def __init__(self, description: str | None) -> None:
        parser = argparse.ArgumentParser(description=(description or "").split("\n\n")[0])
        parser.add_argument("--text", action="store_true", help="prints each new screen as lines of text")
        parser.add_argument(
            "--steps", action="store_true", help='time passes with the input only: 20 ms before each, 100 ms for each "."'
        )
        options = parser.parse_args()
        name = os.environ.get("TERM", "")
        self.text = options.text or not os.isatty(1) or name in ("", "dumb")
        self.steps = options.steps or not os.isatty(0)
        self.start, self.steps_us, self.ended, self.ended_by = time.monotonic_ns(), 0, False, 0
        self.usual = termios.tcgetattr(0) if os.isatty(0) else None
        self.decoder = Decoder()
        mode = Mode.TEXT if self.text else Mode.COLORS if has_colors(name) else Mode.PLAIN
        self.screen = Screen(mode, *self.size())
        self.wake, write = os.pipe()
        os.set_blocking(write, False)
        signal.set_wakeup_fd(write)  # signals write their numbers into the pipe
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGTSTP, signal.SIGWINCH):
            signal.signal(number, lambda *_: None)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)

    # Modes

    def take(self) -> None:
        if self.usual is not None:
            raw = termios.tcgetattr(0)
            raw[3] &= ~(termios.ICANON | termios.ECHO)
            termios.tcsetattr(0, termios.TCSANOW, raw)
        self.print("" if self.text else TAKEN)

    def give_back(self) -> None:
        self.print("" if self.text else GIVEN_BACK)
        if self.usual is not None:
            termios.tcsetattr(0, termios.TCSANOW, self.usual)

    def print(self, codes: str) -> None:
        sys.stdout.buffer.write(codes.encode())
        sys.stdout.buffer.flush()

    def size(self) -> tuple[int, int]:
        if self.text:
            return number_of("COLUMNS", 80), number_of("LINES", 24)
        with contextlib.suppress(OSError):
            columns, lines = os.get_terminal_size(1)
            if columns and lines:
                return columns, lines
        return 80, 24

    def __enter__(self) -> Terminal:
        self.take()
        return self

    def __exit__(self, *_: object) -> None:
        self.give_back()
        if self.ended_by:
            signal.signal(self.ended_by, signal.SIG_DFL)
            signal.raise_signal(self.ended_by)

    # Time

    @property
    def now(self) -> int:
        """Microseconds since the start."""
        return self.steps_us if self.steps else (time.monotonic_ns() - self.start) // 1000

    def pass_time(self, us: int) -> None:
        """Of steps. A file that is played on a terminal is played as fast as a person would."""
        self.steps_us += us
        if not self.text and not os.isatty(0):
            time.sleep(us / 1e6)

    # Input

    def timeout(self, until_us: int | None) -> float | None:
        if self.decoder.sequence == "" and not self.steps:
            return ESCAPE_US / 1e6
        if self.steps or until_us is None:
            return None
        return max(0, until_us - self.now) / 1e6

    def obey(self, number: int) -> bool:
        """Does what a signal asks for. Returns False where it ends the program."""
        if number == signal.SIGTSTP:
            self.give_back()
            os.kill(os.getpid(), signal.SIGSTOP)
            self.take()
        if number in (signal.SIGTSTP, signal.SIGWINCH):
            self.screen.resize(*self.size())
        else:
            self.ended_by = number
        return not self.ended_by

    def end(self) -> Input:
        if self.steps and not self.ended:
            self.pass_time(END_US)  # what waits for time, such as a tap
        self.ended = True
        return Input(Kind.END)

    def next(self, until_us: int | None) -> Input:
        """Waits for input, until `until_us` at most."""
        decoder = self.decoder
        while True:
            byte, decoder.held = decoder.held, ""
            if not byte:
                ready = select.select([0, self.wake], [], [], self.timeout(until_us))[0]
                if self.wake in ready:
                    return Input(Kind.NONE, resized=True) if self.obey(os.read(self.wake, 1)[0]) else self.end()
                if not ready and decoder.sequence == "":
                    decoder.sequence = None
                    return Input(Kind.KEY, ESCAPE)
                if not ready:
                    return Input(Kind.NONE)
                byte = os.read(0, 1).decode("latin-1")
                if not byte:
                    return self.end()
            if taken := decoder.take(byte):
                if self.steps:
                    self.pass_time(PAUSE_US if taken.key == "." else STEP_US)
                return taken


def number_of(name: str, otherwise: int) -> int:
    text = os.environ.get(name, "")
    return int(text) if text.isdigit() and 0 < int(text) <= 1000 else otherwise


def has_colors(terminal: str) -> bool:
    """By its name: what has no colours is an old one, or says so."""
    return not os.environ.get("NO_COLOR") and not terminal.startswith("vt") and "-m" not in terminal
