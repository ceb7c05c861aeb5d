"""The sensor live in the terminal: forces, levels that keys move, events, codes, faults."""

from __future__ import annotations

import textwrap
import time
from collections import deque
from contextlib import suppress
from pathlib import Path

from rich.text import Text

from .._config_values import written
from ..enums import Reason
from ..errors import PressError, why
from ..generated import _raw
from ..pad import Frame
from ..types import Event
from . import levels
from .config import Config
from .feel import Source
from .levels import LEVELS
from .lines import is_progress, text_line
from .pace import paced
from .phase import Phase
from .problem import Problem
from .run import Run
from .screen import Screen

DRAW_US = 50_000
KEYS = (
    ("up, down", "choose a level"),
    ("left, right", "move it"),
    ("w", "write it to the config"),
    ("t", "learn the zero again"),
    ("?", "show or hide this"),
    ("q", "quit"),
)
_COLORS = {"untouched": "dim", "touch": "cyan", "preview": "blue", "commit": "magenta", "completed": "green"}


class Levels:
    """The levels of the config, one of which is chosen."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.chosen = 1
        self.changed: dict[str, str] = {}
        """Not written yet."""

    def number(self, key: str) -> float:
        return levels.number(self.config, key)

    def newtons(self, key: str) -> float:
        return levels.newtons(self.config, key)

    def move(self, steps: int) -> str:
        """By 0.05 N or of firmness, or 0.01 of pressure. Returns what to show: the level, or why it stays."""
        key = LEVELS[self.chosen][0]
        before = self.number(key)
        text = written(round(before + steps * levels.step_of(key), 2))
        place = "engine", 0
        old = self.config.texts.get(place, {}).get(key)
        try:
            self.config.set(place, key, text)
        except ValueError as wrong:
            return str(wrong)
        if refused := why(_raw.press_config_check, self.config.raw(place)):
            self.config.set(place, key, old if old is not None else written(before))
            return f"{key} stays {before:.2f}: {refused}"
        self.changed[key] = text
        return f"{key} = {text}, not written yet: w writes it"


class Monitor:
    def __init__(self, config: Config, source: Source, screen: Screen, output: Path, paced: bool) -> None:
        self.config, self.source, self.screen, self.output = config, source, screen, output
        self.levels = Levels(config)
        self.log: deque[Event] = deque(maxlen=200)
        self.message = "? shows the keys, q quits"
        self.shows_keys = False
        self.phase = Phase()
        self.peak = 0.0
        self.run = Run(config.run(self._event))
        self._paced = paced
        self._wrote: Path | None = None
        self._times: deque[int] = deque(maxlen=100)
        self._frame: Frame | None = None

    def _event(self, event: Event) -> None:
        if not is_progress(event):
            self.log.append(event)
        self.phase.event(event)

    # The loop

    def follow(self, duration_us: int | None) -> None:
        """Until q, or the end of what is read."""
        drawn = -DRAW_US
        for frame in paced(self.source, time.sleep) if self._paced else self.source.frames():
            self.run.feed(frame)
            self._times.append(frame.t_us)
            self._frame = frame
            self.peak = max(self.peak, self.run.pad.reading.force)
            if frame.t_us - drawn >= DRAW_US:
                drawn = frame.t_us
                if not self._turn():
                    return
            if duration_us is not None and frame.t_us >= duration_us:
                return
        self.run.end(self.source.end_us)
        self.message = "the trace has ended; q quits"
        while self._paced and self._turn():
            time.sleep(DRAW_US / 1e6)

    def _turn(self) -> bool:
        """Keys, then the screen. @return false: quit."""
        for key in self.screen.typed():
            if key == "q":
                return False
            self._key(key)
        self.screen.draw(self.lines())
        return True

    def _key(self, key: str) -> None:
        if key in ("up", "down"):
            self.levels.chosen = (self.levels.chosen + (1 if key == "down" else -1)) % len(LEVELS)
        elif key in ("left", "right"):
            self.message = self.levels.move(1 if key == "right" else -1)
            self.run.pad.engine.set(**levels.settings(self.levels.config, self.levels.changed))
        elif key == "w":
            self.message = self._write()
        elif key == "t":
            self.message = self._tare()
        elif key == "?":
            self.shows_keys = not self.shows_keys

    def _tare(self) -> str:
        try:
            self.run.pad.tare()
        except PressError as problem:
            return str(problem)
        return "the zero is learnt again"

    def _write(self) -> str:
        """The levels that were moved go into the config, or into the profile where there is one; nothing else of it changes."""
        if not self.levels.changed:
            return "no level was moved: nothing to write"
        try:
            path = levels.write(self.config, {("engine", 0): dict(self.levels.changed)}, self.output, self._wrote)
        except Problem as problem:
            return str(problem)
        self._wrote = path
        names = ", ".join(f"{key} = {text}" for key, text in self.levels.changed.items())
        self.levels.changed = {}
        return f"wrote {names} to {path}"

    # The screen

    def lines(self) -> list[Text]:
        width, height = self.screen.size
        rows = [self._head(), *self._sensors(), *self._bar(width), *self._level_rows()]
        if self.shows_keys:
            rows += [Text(), *(Text(f"{key:<13}{what}") for key, what in KEYS)]
        last = [Text(row, style="bold") for row in textwrap.wrap(self.message, width)[:3]]
        events = height - len(rows) - len(last) - 2
        if events > 0:
            rows += [Text(), *(Text(text_line(event), style="dim") for event in list(self.log)[-events:])]
        rows = rows[: height - len(last)]
        rows += [Text()] * (height - len(last) - len(rows))
        return [*rows, *last]

    def _head(self) -> Text:
        took = self._times[-1] - self._times[0] if len(self._times) > 1 else 0
        rate = f"{(len(self._times) - 1) / (took / 1e6):.0f}/s" if took else ""
        return Text.assemble((f"{self.run.last_us / 1e6:7.1f} s  {rate:>6}  ", ""), (self.source.name, "bold"))

    def _sensors(self) -> list[Text]:
        reading = self.run.pad.reading
        rows = []
        for n, fault in enumerate(reading.fault):
            code = self._frame.codes[n] if self._frame else None
            shown = "-----" if code is None else f"{code:5}"
            row = Text(f"{n}: code {shown} {reading.conductance[n]:8.1f} uS {reading.raw_force[n]:6.2f} N ")
            if fault != Reason.NONE:
                words = fault.name.lower() if isinstance(fault, Reason) else str(fault)
                row.append(words, "bold red")
            elif reading.starting:
                row.append("zero", "yellow")
            rows.append(row)
        return rows

    def _bar(self, width: int) -> list[Text]:
        """The force, and below it a letter for each level."""
        force = self.run.pad.reading.force
        most = max(self.levels.newtons("full_force"), self.levels.newtons("complete_pressure")) * 1.1
        cells = (width - 12) * min(force / most, 1)
        if self.screen.is_unicode:
            bar = "█" * int(cells) + (" ▏▎▍▌▋▊▉"[int(cells * 8) % 8] if cells < width - 12 else "")
        else:
            bar = "#" * round(cells)
        marks = [" "] * width
        for key, letter in LEVELS:
            place = 10 + round((width - 12) * self.levels.newtons(key) / most)
            if letter and place < width:
                marks[place] = letter
        label = f"{self.phase.name:>9} "
        return [
            Text.assemble(f"{force:7.2f} N ", (bar, _COLORS.get(self.phase.name, ""))),
            Text.assemble((label, _COLORS.get(self.phase.name, "")), "".join(marks[10:])),
        ]

    def _level_rows(self) -> list[Text]:
        rows = []
        for n, (key, letter) in enumerate(LEVELS):
            head = ">" if n == self.levels.chosen else " "
            mark = "*" if key in self.levels.changed else " "
            row = Text(f"{head} {letter or ' '} {key:<17} {self.levels.number(key):5.2f}{mark}")
            if key.endswith("_pressure"):
                row.append(f" {self.levels.newtons(key):5.2f} N")
            row.style = "bold" if n == self.levels.chosen else ""
            rows.append(row)
        return rows


def start(config: Config, source: Source, output: Path, paced: bool, duration_us: int | None) -> None:
    """Raises Problem: there is no terminal."""
    screen = Screen("monitor")
    monitor = Monitor(config, source, screen, output, paced)
    with screen, suppress(EOFError):
        monitor.follow(duration_us)
