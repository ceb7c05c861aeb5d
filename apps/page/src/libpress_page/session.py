"""One pad of the page: a thread that reads it, its settings, its recording, its steps. It knows of no browser.

Commands come through `Commands` (commands.py); everything here that a command calls is called under `lock`.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from libpress.errors import PressError
from libpress.linux import I2CBus
from libpress.marked import ASKS
from libpress.pad import Frame
from libpress.remote import Forces
from libpress.simulation import SimulatedFinger
from libpress.tools import levels
from libpress.tools.calibrate import Guided, fit
from libpress.tools.check import Check, open_or_report
from libpress.tools.collect import Collector, open_recording
from libpress.tools.config import Config
from libpress.tools.feel import Source
from libpress.tools.levels import LEVELS
from libpress.tools.pace import paced
from libpress.tools.phase import Phase
from libpress.tools.problem import INPUT_OUTPUT, NO_INPUT, NO_PERMISSION, TIMED_OUT, UNAVAILABLE, Problem
from libpress.tools.run import Run
from libpress.tools.setup import SCRIPT, Setup
from libpress.tools.simulated import SimulatedBus
from libpress.tools.sources import Converters
from libpress.tools.trace import Recording, Trace

from .feed import Feed
from .files import UNSAVED, Folder, Unsaved
from .guided import OfCalibration, OfCheck, OfSteps, Steps, Stopped
from .lines import Lines
from .live import Live, text
from .pressd import PressdSocket
from .replay import Replays
from .rights import Refused
from .settings import DRAGGED, Change, Settings, text_of

LONGEST_RECORDING_US = 600_000_000
MOST_NOTICES = 50
_AGAIN_S = 2.0
"""Between two tries to open what does not answer."""
_PASSING = (NO_INPUT, UNAVAILABLE, INPUT_OUTPUT, TIMED_OUT, NO_PERMISSION)
"""Problems of a bus that may go away while the page is open."""
_METER_S = 0.1
SOONER = 1 / 4
"""Of the pace of the feed: so early is a new phase shown."""


@dataclass(frozen=True)
class Notice:
    """What somebody changed, or what happened."""

    number: int
    viewer: int
    """0: the page itself."""
    text: str
    is_wrong: bool = False


class Session:
    """A pad that is read in a thread of its own, from `start` to `close`."""

    def __init__(self, setup: Setup, folder: Folder, output: Path, lines: Lines | PressdSocket | None = None, name: str = "") -> None:
        self.setup, self.folder, self.lines = setup, folder, lines
        self.settings = Settings(setup, output)
        self.name = name or (Path(setup.given["config"]).stem if setup.given["config"] else "pad")
        self.feed = Feed()
        self.live = Live()
        self.lock = threading.RLock()
        self.steps: Steps | None = None
        self.recording: Recording | None = None
        self.replays = Replays(self.changed)
        self.notices: deque[Notice] = deque(maxlen=MOST_NOTICES)
        self.version = 0
        """Grows with everything that is shown and is not in the feed."""
        self.status = ""
        """What is wrong with the source; "": nothing."""
        self.has_ended = False
        self.source: Source | None = None
        self.run: Run | None = None
        self.when_changed: Callable[[], object] = int
        """Called in any thread when there is something new."""
        self._noticed = 0
        self._published, self._shown_phase = 0.0, ""
        self._base = 0.0
        """When the steps began."""
        self._since_us: int | None = None
        self._task: Callable[[], None] | None = None
        self._stop = threading.Event()
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._loop, name=f"page {self.name}", daemon=True)
        self._unsaved = Unsaved(folder.path / f"{self.name}{UNSAVED}")
        if not isinstance(lines, PressdSocket):  # a pressd has its own
            self._take_up()

    # From outside

    @property
    def kind(self) -> str:
        """`bus`, `simulated`, `trace`, `lines`, or `pressd`: the socket of pressd."""
        if self.lines is None:
            return self.setup.kind
        return "pressd" if isinstance(self.lines, PressdSocket) else "lines"

    @property
    def has_readings(self) -> bool:
        """It is read here, not by a pressd."""
        return self.lines is None

    @property
    def has_hand(self) -> bool:
        """A simulated finger presses it."""
        return self.kind == "simulated"

    @property
    def source_name(self) -> str:
        if self.lines is not None:
            return self.lines.name
        return self.source.name if self.source else self.setup.node

    def start(self) -> None:
        """Raises Problem: there will never be anything to read."""
        if self.lines is None:
            self._open(is_first=True)
        self._thread.start()

    def close(self) -> None:
        """Ends what runs; a recording is complete."""
        self._stop.set()
        self._wake.set()
        if self.steps is not None:
            self.steps.stop()
        if self._thread.is_alive():
            self._thread.join(5)
        self.replays.close()
        if self.lines is not None:
            self.lines.close()
        with self.lock:
            self._keep()
            self.end_recording()
            self._end_run()
            if isinstance(self.source, Converters):
                self.source.close()

    def changed(self) -> None:
        """Something is to be shown."""
        self.version += 1
        self.when_changed()

    def notice(self, viewer: int, words: str, is_wrong: bool = False) -> None:
        self._noticed += 1
        self.notices.append(Notice(self._noticed, viewer, words, is_wrong))
        if viewer:
            self._keep()
        self.changed()

    def _says(self, status: str) -> None:
        """What is wrong with the source now; "": nothing any more."""
        if self.status != status:
            self.status = status
            self.changed()

    def _take_up(self) -> None:
        """What was changed and not written when a page of this name last ended counts again."""
        try:
            texts = self._unsaved.read()
            self.settings.take_up(texts)
        except Refused as problem:
            self.notice(0, f"{problem}; {self._unsaved.set_aside()}", True)
            return
        if texts:
            self.notice(0, f"not written when the page ended, and counts again: {', '.join(self.settings.lines)}")

    def _keep(self) -> None:
        """Called when a change is whole, not at each step of a drag."""
        if isinstance(self.lines, PressdSocket):
            return
        try:
            self._unsaved.keep(self.settings.waiting)
        except Refused as problem:
            self.notice(0, str(problem), True)

    # Commands; the lock is held

    def renew(self, keys: set[tuple[str, str]] | None = None) -> None:
        """The settings have changed: levels without a break, everything else with a new run. None: whatever may have."""
        self.show_levels()
        self.replays.again(self.settings.config)
        if self.run is None:
            return
        config = self.settings.config
        if keys is not None and all(section == "engine" for section, _ in keys) and self._set_levels({key for _, key in keys}):
            return
        self._end_run()
        self.live.phase = Phase()
        self.run = Run(config.run(self.live.event, interactions=True))

    def send(self, changes: list[Change], before: Config) -> None:
        """To the pressd that reads the sensor, where there is one. Raises Refused: it has none of them."""
        if not isinstance(self.lines, PressdSocket):
            return
        texts = []
        for one in changes:
            after = one.after if one.after is not None else text_of(self.settings.config, one.place, one.key)
            if not after:
                raise Refused(f"{one.name}: its default is not known here: set a value")
            texts.append((one.name, text_of(before, one.place, one.key), after))
        self.lines.set(texts)

    def write(self) -> str:
        """What was changed is written: by pressd, which has its file for that, or into the config here."""
        if isinstance(self.lines, PressdSocket):
            with self.settings.kept():
                names = self.settings.saved()
                self.lines.save()
            return f"pressd saved {names}"
        path, names = self.settings.write()
        return f"wrote {path}" + (f": {names}" if names else "")

    def _set_levels(self, keys: set[str]) -> bool:
        known = {key for key, _ in LEVELS}
        if not keys <= known or self.run is None:
            return False
        self.run.pad.engine.set(**levels.settings(self.settings.config, known))
        return True

    def show_levels(self) -> None:
        self._publish(levels=self.levels())

    def levels(self) -> dict[str, Any]:
        """Each level in newtons, and as its key has it."""
        settings = self.settings
        changed = {key for _, key in settings.changed}
        rows = []
        for key in DRAGGED:
            newtons, number = round(settings.newtons(key), 3), round(settings.number(key), 3)
            rows.append({"key": key, "newtons": newtons, "number": number, "new": key in changed})
        return {"rows": rows, "full": round(settings.newtons("full_force"), 3), "zero": round(settings.newtons("zero_force"), 3)}

    def sensors(self) -> list[dict[str, float]]:
        """Where each sensor is."""
        return [{"x": one.x, "y": one.y} for one in self.settings.config.sensors()]

    def begin_task(self, kind: str, task: Callable[[Steps], None]) -> Steps:
        """Steps in the thread that reads. Raises Refused."""
        if self.steps is not None and self.steps.runs:
            raise Refused(f"a {self.steps.kind} runs already: end it first")
        if self.recording is not None:
            raise Refused("a recording runs: stop it first")
        if self.lines is not None:
            raise Refused("pressd reads the sensor, not this page: start the page with the sensor itself (--bus, --simulated)")
        steps = self.steps = Steps(kind, self.changed)
        self._task = lambda: task(steps)
        self._wake.set()
        self.changed()
        return steps

    def tare(self) -> None:
        """The zero is learnt again."""
        if isinstance(self.lines, PressdSocket):
            self.lines.tare()
        elif self.run is None:
            raise Refused("nothing is read now")
        else:
            self.run.pad.tare()

    def begin_recording(self, path: Path) -> None:
        if self.recording is not None:
            raise Refused("a recording runs already")
        if self.lines is not None:
            raise Refused("pressd reads the sensor, not this page: pressd --record FILE records it")
        self.recording = Recording(path, self.settings.config, self.settings.config.reads, False)
        self._since_us = None
        self.changed()

    def mark(self, words: str) -> None:
        if self.recording is None or self.run is None:
            raise Refused("nothing is recorded now")
        self.recording.mark(self.run.last_us - (self._since_us or 0), words)
        self.live.line(f"{self.run.last_us / 1e6:8.3f} s  mark: {words}", "mark")

    def end_recording(self) -> Path | None:
        """Its file; None: nothing was recorded."""
        recording, self.recording = self.recording, None
        if recording is None:
            return None
        recording.__exit__(None, None, None)
        self.changed()
        return Path(recording.path)

    def press(self, newtons: float | None) -> None:
        """The simulated hand goes over to a force; None: it presses by itself again."""
        source = self.source
        if not isinstance(source, Converters) or not isinstance(source.bus, SimulatedBus):
            raise Refused("only a simulated sensor is pressed from the page")
        bus = source.bus
        if newtons is None:
            bus.hand = SimulatedFinger(SCRIPT, repeats=True)
            return
        now = bus.now_us / 1e6
        bus.hand = SimulatedFinger([(now, bus.hand.at(now)[0]), (now + 0.06, newtons)])

    def again(self) -> None:
        """A trace from its beginning."""
        if not self.has_ended:
            raise Refused("it has not ended")
        self.has_ended = False
        self._wake.set()

    # The thread

    def _loop(self) -> None:
        while not self._stop.is_set():
            task, self._task = self._task, None
            try:
                if task is not None:
                    self._guided(task)
                elif self.lines is not None:
                    self._follow_lines(self.lines)
                elif self.source is None:
                    self._retry()
                elif self.has_ended:
                    self._wake.wait(0.2)
                    self._wake.clear()
                else:
                    self._follow(self.source)
            except (Problem, PressError, OSError) as problem:
                with self.lock:
                    self._end_run()
                self.has_ended = self.kind != "bus"
                self._says(str(problem))
                self._stop.wait(_AGAIN_S)

    def _open(self, is_first: bool = False) -> None:
        try:
            self.source = self.setup.source()
            self._says("")
        except Problem as problem:
            if self.kind == "trace" or (is_first and problem.code not in _PASSING):
                raise
            self._says(str(problem))

    def _retry(self) -> None:
        self._open()
        if self.source is None:
            self._wake.wait(_AGAIN_S)
            self._wake.clear()
        else:
            self.changed()

    def _follow(self, source: Source) -> None:
        with self.lock:
            self.live.begin()
            self.run = Run(self.settings.config.run(self.live.event, interactions=True))
        self.changed()
        for frame in paced(source, self._stop.wait):
            if self._stop.is_set() or self._task is not None:
                break
            with self.lock:
                self._take(frame)
        else:
            self.has_ended = True
        with self.lock:
            if self.has_ended:
                self.end_recording()
            self._end_run(source.end_us)
            self._publish()
        self.changed()

    def _take(self, frame: Frame) -> None:
        run, recording = self.run, self.recording
        assert run is not None
        run.feed(frame)
        self._says("")
        self.live.take(frame, run.pad.reading)
        if recording is not None:
            since = self._since_us = frame.t_us if self._since_us is None else self._since_us
            recording.write(Frame(frame.t_us - since, frame.codes, frame.failed, frame.before_us))
            if frame.t_us - since > LONGEST_RECORDING_US:
                self.end_recording()
                self.notice(0, "the recording ended after ten minutes")
        self._publish_in_time()

    def _follow_lines(self, lines: Lines | PressdSocket) -> None:
        self.live.begin()
        for event in lines.events():
            if self._stop.is_set():
                return
            with self.lock:
                if isinstance(lines, PressdSocket) and (levels := lines.levels()) is not None:
                    self._levels_of_pressd(levels)
                if isinstance(event, Forces):
                    self.live.forces(event)
                elif event is not None:
                    self.live.event(event)
                    if event.contact == 0 or event.force:
                        self.live.force(event.t_us / 1e6, event.force)
                self._publish_in_time(broken=lines.broken)
        self.lines_ended()

    def _levels_of_pressd(self, levels: dict[str, float]) -> None:
        """Shows the levels that another program has set."""
        is_first = not self.settings.running
        try:
            names = self.settings.follow(levels)
        except Refused as problem:
            self._says(f"{self.source_name} has levels that do not go with this config: {problem}")
            return
        self._says("")
        if names:
            self.show_levels()
            self.replays.again(self.settings.config)
            if is_first:
                self.changed()
            else:
                self.notice(0, f"changed in pressd: {names}")

    def lines_ended(self) -> None:
        self.status, self.has_ended = f"{self.source_name} have ended", True
        self.changed()
        while not self._stop.wait(0.5):
            pass

    def _guided(self, task: Callable[[], None]) -> None:
        steps = self.steps
        assert steps is not None
        hand = self.source.hand if self.source else None
        self._base = time.monotonic()
        self.live.begin(steps.kind)
        if isinstance(self.source, Converters) and isinstance(self.source.bus, SimulatedBus):
            self.source.bus.hand = SimulatedFinger([(0, 0)])
        try:
            task()
            steps.end("done")
        except Stopped:
            steps.end(f"stopped: {steps.kept} has what was done until then" if steps.kept else "stopped: nothing was written")
        except Problem as problem:
            steps.end(str(problem))
        except (PressError, OSError) as problem:
            steps.end(f"{self.source_name}: {problem}")
        finally:
            if isinstance(self.source, Converters):
                if isinstance(self.source.bus, SimulatedBus) and hand is not None:
                    self.source.bus.hand = hand
                self.source.renew()

    def check(self, steps: Steps) -> None:
        """The checks of the command, in the thread that reads."""
        checks = Check(self.settings.config, OfCheck(steps, self._metered, 10.0), recorded=isinstance(self.source, Trace))
        if isinstance(self.source, Trace):
            trace = self.setup.trace()
            try:
                checks.run(trace)
            finally:
                trace.close()
            return
        node, own = self.setup.node, self.source
        bus = own.bus if isinstance(own, Converters) else open_or_report(checks, node, self.setup.bus)
        try:
            source = checks.converters(node, bus, self.setup.given["rate"]) if bus is not None else None
            if source is not None:
                checks.run(source)
        finally:
            if own is None and isinstance(bus, I2CBus):
                bus.close()

    def calibrate(self, steps: Steps, sensor: int, wait_us: int) -> None:
        """The steps of the command, and its fit."""
        if not isinstance(self.source, Converters):
            raise Problem(UNAVAILABLE, "a calibration requires a sensor that is read: --bus, or --simulated")
        steps.sensor = sensor
        with _watched(self.source, self._weighed):
            found = Guided(self.source, OfCalibration(steps, self._metered), sensor, wait_us).all(None)
        steps.fit = fit(self.settings.config.sensor(sensor), found, wait_us)

    def collect(self, steps: Steps, path: Path, rounds: int) -> None:
        """What the command asks for, recorded with its marks."""
        if not isinstance(self.source, Converters):
            raise Problem(UNAVAILABLE, "this requires a sensor that is read: --bus, or --simulated")
        config, rate = self.settings.config, self.source.rate
        with open_recording(path, config, rate, (), False) as recording, _watched(self.source, self._weighed):
            steps.kept = path.name
            collector = Collector(self.source, OfSteps(steps, self._metered), recording)
            collector.all(ASKS.values(), rounds)
            steps.say(f"{path.name}: {collector.done} done as asked, {collector.refused} otherwise")

    def _weighed(self, frame: Frame) -> None:
        """Weighs the load on the sensors by the former curve."""
        sensors = zip(self.settings.config.sensors(), frame.codes, strict=True)
        forces = [one.curve.force(max(one.circuit.conductance(code), 0.0)) for one, code in sensors if code is not None]
        with self.lock:
            self.live.force(time.monotonic() - self._base, sum(forces))
        self._metered()

    def _metered(self, newtons: float | None = None, is_last: bool = False) -> None:
        if self._stop.is_set():
            raise Stopped
        now = time.monotonic()
        meter = self.steps.meter if self.steps is not None else None
        if is_last or (meter is not None and now - self._published >= _METER_S):
            with self.lock:
                if newtons is not None:
                    self.live.force(now - self._base, newtons)
                self._publish(**({"meter": meter} if meter else {}))

    # What is shown

    def _end_run(self, end_us: int = 0) -> None:
        run, self.run = self.run, None
        if run is not None:
            run.end(end_us)

    def _problem(self) -> BaseException | None:
        return self.source.problem() if isinstance(self.source, Converters) else None

    def _publish_in_time(self, **more: Any) -> None:
        """At the pace of the feed; what a person waits for, a new phase, sooner."""
        since, pace = time.monotonic() - self._published, self.feed.pace
        if since >= pace or (self.live.phase.name != self._shown_phase and since >= pace * SOONER):
            self._publish(**more)

    def _publish(self, **more: Any) -> None:
        self._published, self._shown_phase = time.monotonic(), self.live.phase.name
        recorded = self.recording.frames if self.recording else None
        self.feed.publish(text(self.live.moment(self._problem(), rec=recorded, **more)))
        self.when_changed()

    def picture(self) -> tuple[str, int]:
        """For a viewer who comes: all that is shown, and the number of the text that follows it."""
        with self.lock:
            steps = self.steps
            more = {"meter": steps.meter} if steps and steps.meter else {}
            shown = self.live.picture(self._problem(), levels=self.levels(), rec=self.recording and self.recording.frames, **more)
            return text(shown), self.feed.now


@contextmanager
def _watched(source: Converters, look: Callable[[Frame], None]) -> Iterator[None]:
    """Each frame that is read is looked at, too."""
    read = source.read

    def watched() -> Frame:
        frame = read()
        look(frame)
        return frame

    source.read = watched  # type: ignore[method-assign]
    try:
        yield
    finally:
        del source.read
