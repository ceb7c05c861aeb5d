"""Where events come from: the sensor itself, or lines of pressd."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import IO, Any

from libpress.config import KINDS
from libpress.errors import PressError
from libpress.files import read_text
from libpress.remote import ClosedError, Connection, Missed, Received, RemoteEvent, Restarted
from libpress.tools.config import Config
from libpress.tools.feel import Source
from libpress.tools.lines import json_line
from libpress.tools.problem import BAD_DATA, CONFIG, OK, UNAVAILABLE, Problem, cannot_read
from libpress.tools.run import Run

from .commands import Commands, OfPad, OfPressd, Refused, Taker, profile_of
from .events import Event, NoEvent, parse
from .ledger import Ledger
from .pump import Waits
from .stopping import Stopping

Put = Callable[[Event], None]
_LEVELS = (
    "touch_force",
    "release_force",
    "zero_force",
    "full_force",
    "preview_pressure",
    "commit_pressure",
    "complete_pressure",
    "firmness",
)
_LINE = 65536
"""Bytes of a line; a longer one is none of pressd's."""


def restored(path: str, taker: Taker) -> str:
    """Puts the profile of a file in force that was kept there. Returns its name; empty: there is none. Raises Problem."""
    if not path or not os.path.exists(path):
        return ""
    try:
        text = read_text(path)
        profile = profile_of(text)
        taker.choose(profile, text)
    except (Refused, PressError, OSError) as wrong:
        raise Problem(CONFIG, f"mqtt.profile: {path}: {wrong}") from None
    return profile.name


class Lines:
    """The JSON lines of pressd, from a pipe or a file."""

    interactions = tuple(sorted(KINDS))
    takes_commands = False
    profile = ""

    def __init__(self, path: str, say: Callable[[str], None], duration_us: int | None = None) -> None:
        """`-`: standard input. Raises Problem."""
        self.name = "stdin" if path == "-" else path
        self._duration_us = duration_us
        self._say = say
        self._file: IO[bytes] | None = None
        self.events = self.wrong = 0
        try:
            if path != "-":
                self._file = open(path, "rb")  # noqa: SIM115
        except OSError as problem:
            raise cannot_read(path, problem) from problem
        mode = os.fstat(self.descriptor).st_mode
        self._is_plain = not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or os.isatty(self.descriptor))

    @property
    def waits(self) -> Waits:
        """Behind a pipe there may be a sensor, which is not held up while a sink is away."""
        return Waits.ALWAYS if self._is_plain else Waits.CONNECTED

    @property
    def descriptor(self) -> int:
        return self._file.fileno() if self._file else sys.stdin.fileno()

    def _read(self, stopping: Stopping) -> Iterator[bytes]:
        """Pieces as they come."""
        until = None if self._duration_us is None or self._is_plain else time.monotonic() + self._duration_us / 1e6
        with selectors.DefaultSelector() as selector:
            selector.register(stopping.descriptor, selectors.EVENT_READ)
            if not self._is_plain:  # that is always readable
                selector.register(self.descriptor, selectors.EVENT_READ)
            while True:
                if not self._is_plain:
                    selector.select(None if until is None else max(until - time.monotonic(), 0))
                is_over = until is not None and time.monotonic() >= until
                if is_over or stopping.is_asked or not (data := os.read(self.descriptor, _LINE)):
                    return
                yield data

    def _lines(self, stopping: Stopping) -> Iterator[bytes]:
        rest = b""
        for data in self._read(stopping):
            *whole, rest = (rest + data).split(b"\n")
            yield from whole
            if len(rest) > _LINE:
                yield rest
                rest = b""
        if rest and not stopping.is_asked:
            yield rest

    def run(self, put: Put, commands: Commands, stopping: Stopping) -> int:
        """Until the lines end; what still runs then is ended. Returns an exit code."""
        ledger = Ledger()
        first_us: int | None = None
        try:
            for number, line in enumerate(self._lines(stopping), 1):
                if not line.strip():
                    continue
                try:
                    event = parse(line.decode(errors="replace"))
                except NoEvent as wrong:
                    self.wrong += 1
                    self._say(f"{self.name}:{number}: no event of pressd: {wrong}")
                    continue
                first_us = event.t_us if first_us is None else first_us
                if self._is_plain and self._duration_us is not None and event.t_us - first_us > self._duration_us:
                    break
                self.events += 1
                for one in ledger.feed(event):
                    put(one)
        finally:
            for one in ledger.close():
                put(one)
            if self._file:
                self._file.close()
        if ledger.refused:
            self._say(f"{self.name}: {ledger.refused} beginnings refused: more runs at once than any pressd can have")
        return BAD_DATA if self.wrong else OK

    def health(self) -> dict[str, Any]:
        return {"source": self.name, "events": self.events, "lines_refused": self.wrong}

    def settings(self) -> dict[str, Any]:
        return {}


class PressdSocket:
    """The socket of a pressd. While pressd is away it is tried again: no end is lost, and what ran when pressd ended is ended."""

    interactions = Lines.interactions
    takes_commands = True
    waits = Waits.NEVER

    def __init__(self, path: str, say: Callable[[str], None], duration_us: int | None = None, profile: str = "") -> None:
        """`profile`: a file that is put in force if it is there, also when pressd was started again. Raises Problem."""
        self.name, self._say, self.events, self._is_away = path, say, 0, False
        self._duration_us = duration_us
        try:
            self._pressd = Connection(path, again=0.5)
        except ClosedError as problem:
            raise Problem(UNAVAILABLE, str(problem)) from None
        self._kept = profile
        try:
            self.profile = self._restored()
        except (PressError, OSError) as wrong:
            raise Problem(UNAVAILABLE, f"{path}: {wrong}") from None

    def _restored(self) -> str:
        """The name of the profile that is in force then. Raises Problem, PressError, TimeoutError."""
        return restored(self._kept, OfPressd(self._pressd)) or self._in_force()

    def _in_force(self) -> str:
        return self._pressd.get("profile.name").value

    def run(self, put: Put, commands: Commands, stopping: Stopping) -> int:
        """Until a signal comes. Returns an exit code."""
        ledger, taker = Ledger(), OfPressd(self._pressd)
        until = inf if self._duration_us is None else time.monotonic() + self._duration_us / 1e6
        while not stopping.is_asked and time.monotonic() < until:
            commands.run(taker)
            one = self._received()
            found: Iterable[Event] = ()
            if isinstance(one, RemoteEvent):
                self.events += 1
                with contextlib.suppress(NoEvent):  # one that this package does not know
                    found = ledger.feed(parse(json.dumps(one.line())))
            elif isinstance(one, Restarted) or (isinstance(one, Missed) and one.ends):
                found, ledger = ledger.close(), Ledger()
                if isinstance(one, Restarted):
                    self._again(commands)
            for event in found:
                put(event)
        for event in ledger.close():
            put(event)
        self._pressd.close()
        return OK

    def _again(self, commands: Commands) -> None:
        """Pressd was started again."""
        try:
            try:
                commands.put_in_force(self._restored())
            except Problem as wrong:
                self._say(str(wrong))
                commands.put_in_force(self._in_force())
        except (PressError, OSError) as wrong:
            self._say(f"{self.name}: {wrong}")

    def _received(self) -> Received | None:
        try:
            one = self._pressd.receive(0.1)
        except ClosedError as problem:
            if not self._is_away:
                self._say(f"{problem}; trying again")
            self._is_away = True
            return None
        self._is_away = False
        return one

    def health(self) -> dict[str, Any]:
        return {"source": self.name, "events": self.events, "pressd_is_away": self._is_away}

    def settings(self) -> dict[str, Any]:
        return {"engine": {name: round(value, 4) for name, value in self._pressd.levels.items()}}


class Reading:
    """The sensor, read here."""

    takes_commands = True

    def __init__(self, config: Config, source: Source, paced: bool, duration_us: int | None, profile: str = "") -> None:
        """`profile`: a file that is loaded if it is there. Raises Problem."""
        self._source, self._paced, self._duration_us = source, paced, duration_us
        self.waits = Waits.NEVER if source.live and paced else Waits.ALWAYS
        self._put: Put = lambda event: None
        self._ledger = Ledger()
        self.pad = config.run(self._event, interactions=True)
        self._run = Run(self.pad)
        self.interactions = tuple(name for name in Lines.interactions if config.has_interaction(name))
        self._taker = OfPad(self.pad, config)
        self.profile = str(config.get(("profile", 0), "name") or (config.profile.stem if config.profile else ""))
        self.profile = restored(profile, self._taker) or self.profile
        self._began = time.monotonic()
        self._late_mean = self._late_worst = self._since = 0.0
        self._frames = self._all = 0
        self.events = 0

    def _event(self, event: Any) -> None:
        self.events += 1
        for one in self._ledger.feed(parse(json_line(event))):
            self._put(one)

    def run(self, put: Put, commands: Commands, stopping: Stopping) -> int:
        """Until what is read ends, or a signal comes; what runs then is ended."""
        self._put = put
        taker = self._taker
        origin: float | None = None
        self._since = time.monotonic()
        try:
            for frame in self._source.frames():
                now = time.monotonic()
                due = now if origin is None else origin + frame.t_us / 1e6
                if self._paced and not self._source.live and due > now:
                    time.sleep(due - now)
                    now = time.monotonic()
                origin = now - frame.t_us / 1e6 if origin is None or now < due else origin
                self._counted(max(now - origin - frame.t_us / 1e6, 0.0))
                commands.run(taker)
                self._run.feed(frame)
                if stopping.is_asked or (self._duration_us is not None and frame.t_us >= self._duration_us):
                    break
        finally:
            self._run.end(self._source.end_us)
            for one in self._ledger.close():
                put(one)
        return OK

    def _counted(self, late: float) -> None:
        self._frames += 1
        self._all += 1
        self._late_mean += (late - self._late_mean) / self._frames
        self._late_worst = max(self._late_worst, late)

    def health(self) -> dict[str, Any]:
        """Since the last time it was asked for."""
        now = time.monotonic()
        took = max(now - self._since, 1e-3)
        reading = self.pad.reading
        found = {
            "source": self._source.name,
            "frames": self._all,
            "frames_per_second": round(self._frames / took, 1),
            "late_mean_us": round(self._late_mean * 1e6),
            "late_worst_us": round(self._late_worst * 1e6),
            "faults": [n for n, fault in enumerate(reading.fault) if fault],
            "events": self.events,
        }
        self._since, self._frames, self._late_mean, self._late_worst = now, 0, 0.0, 0.0
        return found

    def settings(self) -> dict[str, Any]:
        """The levels that hold."""
        levels = self.pad.engine.config
        return {"engine": {name: round(levels[name], 4) for name in _LEVELS}}
