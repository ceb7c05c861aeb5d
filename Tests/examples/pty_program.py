"""A program on a terminal: what it prints, as bytes and as a screen."""

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

import pyte
from samples import environment


class OnTerminal:
    """Runs a program on a terminal of columns and lines; `screen` is what the terminal shows."""

    def __init__(self, command, size, **more):
        self.raw = b""
        self.status = None
        self.screen = pyte.Screen(*size)
        self.stream = pyte.ByteStream(self.screen)
        gate, opener = os.pipe()
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            try:
                os.read(gate, 1)
                self.set_size(size, 0)
                os.execve(command[0], command, environment(**more))
            finally:
                os._exit(127)
        # The settings of the terminal before the program changes them.
        self.before = self.settings()
        os.write(opener, b"!")
        os.close(gate)
        os.close(opener)

    def set_size(self, size, file=None):
        file = self.file if file is None else file
        fcntl.ioctl(file, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def resize(self, size):
        self.set_size(size)
        self.screen.resize(size[1], size[0])

    def type(self, text):
        os.write(self.file, text.encode())

    def read(self, seconds):
        """Reads what there is, and returns whether there was any; at the end it waits for the program."""
        if not select.select([self.file], [], [], seconds)[0]:
            return False
        data = b""
        with contextlib.suppress(OSError):  # the other end is closed
            data = os.read(self.file, 65536)
        if not data and self.status is None:
            self.status = os.waitpid(self.pid, 0)[1]
        self.raw += data
        self.stream.feed(data)
        return bool(data)

    def until(self, condition, seconds=20):
        """Reads until the condition holds. Returns whether it does."""
        end = time.monotonic() + seconds
        while not condition() and time.monotonic() < end and self.status is None:
            self.read(0.1)
        return condition()

    def until_over(self):
        self.until(lambda: self.status is not None)
        return os.waitstatus_to_exitcode(self.status) if self.status is not None else None

    @property
    def lines(self):
        return [line.rstrip() for line in self.screen.display]

    @property
    def cells(self):
        """Characters with their looks."""
        buffer, columns = self.screen.buffer, range(self.screen.columns)
        rows = ([buffer[line][column] for column in columns] for line in range(self.screen.lines))
        return [[(cell.data, cell.fg, cell.bold, cell.reverse) for cell in row] for row in rows]

    def settings(self):
        return termios.tcgetattr(self.file)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.file)
