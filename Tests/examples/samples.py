"""Plays scripts of a person through the samples colors and board.

A line of a script:

    down TEXT          presses the button of the mouse at the first place of the screen that shows the text
    up                 lets it go
    click TEXT         both
    move TEXT          moves the mouse there
    move by X Y        moves it by columns and lines
    wheel up|down N [TEXT]   turns the wheel N steps, there or where the mouse is
    key NAME           one of up, down, left, right, enter, escape, space, or a character
    type TEXT          characters
    wait MS            lets time pass
    screen NAME        what the screen shows here is compared
"""

import os
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

KEYS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "enter": "\r", "escape": "\x7f", "space": " "}
TOKEN = re.compile(r"\x1b\[<\d+;\d+;\d+[Mm]|\x1b\[.|.", re.S)


def sample(name):
    """The command of a sample, which test.sh has built."""
    return [str(Path(os.environ["SAMPLES"]) / name)]


def environment(columns=None, lines=None, **more):
    kept = {name: value for name, value in os.environ.items() if name not in ("TERM", "NO_COLOR", "COLUMNS", "LINES")}
    size = {"COLUMNS": str(columns), "LINES": str(lines)} if columns else {}
    return {**kept, "TERM": "xterm-256color", **size, **more}


def as_text(command, typed, size):
    """The output of a program whose input and output are pipes."""
    done = subprocess.run(command, input=typed.encode(), capture_output=True, env=environment(*size), timeout=60, check=False)
    assert (done.returncode, done.stderr.decode()) == (0, ""), done.stderr.decode()
    return done.stdout.decode()


def milliseconds(typed):
    """The time that the program takes for the typing of these bytes."""
    return sum(100 if token == "." else 20 for token in TOKEN.findall(typed))


def frames(text):
    """The output of a program as text: (milliseconds, lines) of each screen."""
    parts = re.split(r"^(\d+)\.(\d\d) s\n", text, flags=re.M)
    each = zip(parts[1::3], parts[2::3], parts[3::3], strict=True)
    return [(int(seconds) * 1000 + int(hundredths) * 10, body[:-2].split("\n")) for seconds, hundredths, body in each]


@dataclass
class Step:
    name: str
    typed: str
    """Since the step before."""


class Player:
    """Makes bytes of a script. Where a text is, the program says."""

    def __init__(self, command, size):
        self.command, self.size = command, size
        self.typed, self.place = "", (1, 1)

    def screen(self):
        shown = frames(as_text(self.command, self.typed, self.size))
        return [lines for ms, lines in shown if ms <= milliseconds(self.typed)][-1]

    def find(self, text):
        """The second character of it, as a report of the mouse counts: that is on whatever begins there."""
        for number, line in enumerate(self.screen(), 1):
            if (column := line.find(text)) >= 0:
                return column + 2, number
        raise AssertionError(f"{text!r} is not on the screen:\n" + "\n".join(self.screen()))

    def report(self, buttons, last="M"):
        self.typed += f"\x1b[<{buttons};{self.place[0]};{self.place[1]}{last}"

    def do(self, verb, *words):
        if verb == "move" and words[0] == "by":
            self.place = max(1, self.place[0] + int(words[1])), max(1, self.place[1] + int(words[2]))
        elif verb in ("down", "click", "move"):
            self.place = self.find(words[0])
        elif verb == "wheel" and len(words) > 2:
            self.place = self.find(words[2])
        match verb:
            case "down":
                self.report(0)
            case "up":
                self.report(0, "m")
            case "click":
                self.report(0)
                self.report(0, "m")
            case "move":
                self.report(32)
            case "wheel":
                for _ in range(int(words[1])):
                    self.report({"up": 64, "down": 65}[words[0]])
            case "key":
                self.typed += KEYS.get(words[0], words[0])
            case "type":
                self.typed += words[0]
            case "wait":
                self.typed += "." * (int(words[0]) // 100)
            case _:
                raise ValueError(f"no such line: {verb}")


def play(path, command, size):
    """The steps of a script: what is typed before each `screen`."""
    player, steps, done = Player(command, size), [], 0
    for line in path.read_text().splitlines():
        if not (words := shlex.split(line, comments=True)):
            continue
        if words[0] == "screen":
            steps.append(Step(words[1], player.typed[done:]))
            done = len(player.typed)
        else:
            player.do(*words)
    return steps
