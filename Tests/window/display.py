"""A virtual display, what it shows, and programs that run on it.

with Display() as display:
    program = display.run("bindings/python/examples/window/tkinter_bar.py")
    display.until(lambda: display.count(0xD81B60) > 500)
    assert program.ended_by(signal.SIGTERM) == 143
"""

import mmap
import os
import pathlib
import re
import signal
import struct
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).parents[2]
PYTHON = os.environ.get("LIBPRESS_WINDOW", str(ROOT / ".build/window/bin/python"))
LIBPRESS = {
    "PYTHONPATH": str(ROOT / "bindings/python/src"),
    "LIBPRESS_LIBRARY": os.environ.get("LIBPRESS_LIBRARY", str(ROOT / "build/libpress.so.1")),
}
"""Where programs find this package and this library."""


class Program:
    """A program that runs; what it prints is gathered line by line, with the time at which each came."""

    def __init__(self, command, environment):
        self.lines = []
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, cwd=ROOT,
            start_new_session=True,
        )  # fmt: skip
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.append((time.monotonic(), line.rstrip("\n")))

    @property
    def said(self):
        return "\n".join(line for _, line in self.lines)

    def until(self, word, seconds=30):
        """Waits until a line has this in it, and returns the line."""
        return until(lambda: next((line for _, line in self.lines if word in line), None), seconds, lambda: f"no {word!r} in:\n{self.said}", self)

    def wait(self, seconds=20):
        """The exit code, once it has ended: 128 + N for the signal N, as a shell says it."""
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it still runs after {seconds} s:\n{self.said}") from None
        self.reader.join(5)
        return 128 - code if code < 0 else code

    def ended_by(self, number, seconds=20):
        """Sends a signal; the exit code."""
        self.process.send_signal(number)
        return self.wait(seconds)

    def end(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def until(so, seconds=30, what=lambda: "it did not come", program=None):
    """Waits until `so()` is true, and returns it. A program that has ended is waited for no longer."""
    limit = time.monotonic() + seconds
    while not (found := so()):
        ended = program is not None and program.process.poll() is not None and not program.reader.is_alive()
        if time.monotonic() > limit or (ended and not so()):
            raise AssertionError(what())
        time.sleep(0.01)
    return found


class Display:
    """An X server without a screen: what it would show is in a file, in the form of xwd."""

    def __init__(self, width=800, height=600, dpi=96):
        self.width, self.height, self.dpi = width, height, dpi
        self.programs = []

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        reads, writes = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writes), "-screen", "0", f"{self.width}x{self.height}x24", "-dpi", str(self.dpi), "-fbdir", self.folder.name, "-nolisten", "tcp", "-noreset"],
            pass_fds=[writes], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(writes)
        with os.fdopen(reads) as said:
            self.name = f":{said.readline().strip()}"
        with open(pathlib.Path(self.folder.name) / "Xvfb_screen0", "rb") as file:
            self.map = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        header = struct.unpack(">25I", self.map[:100])
        self.stride = header[12]
        self.start = header[0] + 12 * header[19]
        return self

    def __exit__(self, *_):
        for program in self.programs:
            program.end()
        self.map.close()
        self.server.terminate()
        self.server.wait()
        self.folder.cleanup()

    @property
    def environment(self):
        """Of programs on it: this library, this package, no desktop around it, and drawing by the processor."""
        kept = {name: value for name, value in os.environ.items() if not re.match("WAYLAND_DISPLAY|LD_LIBRARY_PATH|PYTHONHOME|PYTEST_", name)}
        return kept | LIBPRESS | {
            "DISPLAY": self.name, "PYTHONUNBUFFERED": "1", "PYTHONFAULTHANDLER": "1", "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "QT_QPA_PLATFORM": "xcb", "QT_QUICK_BACKEND": "software",
            "LIBGL_ALWAYS_SOFTWARE": "1", "SDL_AUDIODRIVER": "dummy", "NO_AT_BRIDGE": "1", "GTK_A11Y": "none", "KIVY_NO_ARGS": "1",
            "KIVY_NO_CONSOLELOG": "1", "KIVY_HOME": self.folder.name, "XDG_RUNTIME_DIR": self.folder.name,
        }  # fmt: skip

    def run(self, *arguments, python=PYTHON, **environment):
        """Starts a program of Python on it."""
        program = Program([python, *map(str, arguments)], self.environment | environment)
        self.programs.append(program)
        return program

    def row(self, y):
        """The colours of a row, 0xRRGGBB."""
        start = self.start + y * self.stride
        return [pixel & 0xFFFFFF for pixel in struct.unpack(f"<{self.width}I", self.map[start : start + 4 * self.width])]

    def box(self, colour):
        """x, y, width, height of all that has a colour; None: nothing has it."""
        found = colour.to_bytes(3, "little")
        columns, rows = [], []
        for y in range(self.height):
            start = self.start + y * self.stride
            if found in self.map[start : start + 4 * self.width]:
                here = [x for x, one in enumerate(self.row(y)) if one == colour]
                if here:
                    columns += here[0], here[-1]
                    rows.append(y)
        return (min(columns), rows[0], max(columns) - min(columns) + 1, rows[-1] - rows[0] + 1) if rows else None

    def is_still(self, seconds=0.2):
        """Whether it shows the same so much later."""
        before = bytes(self.map)
        time.sleep(seconds)
        return before == bytes(self.map)

    def picture(self, path):
        """Writes what it shows, as a PPM."""
        lines = (b"".join(pixel.to_bytes(3, "big") for pixel in self.row(y)) for y in range(self.height))
        pathlib.Path(path).write_bytes(b"P6\n%d %d\n255\n" % (self.width, self.height) + b"".join(lines))
