"""A recording under the settings of now, by the same engine, beside what it gave before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Condition, Thread

from libpress.errors import PressError
from libpress.tools.config import Config
from libpress.tools.lines import is_progress, name, text_line
from libpress.tools.plot import Story, thinned
from libpress.tools.problem import BAD_DATA, USAGE, Problem
from libpress.tools.run import Run
from libpress.tools.trace import Trace
from libpress.types import Event

MOST_FRAMES = 200_000
MOST_EVENTS = 300
MOST_POINTS = 500


@dataclass
class Outcome:
    """What a recording gives."""

    name: str
    points: list[tuple[float, float]] = field(default_factory=list)
    """Seconds, newtons."""
    spans: list[tuple[float, float, str]] = field(default_factory=list)
    """From, to: touch, preview, commit, completed or fault."""
    marks: list[tuple[float, str]] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    """Of each event how many; updates that do not end a phase are left out."""


def play(path: Path, config: Config, is_old: Callable[[], bool] = lambda: False) -> Outcome | None:
    """`is_old`: nobody needs it any more; then None. Raises Problem: broken, empty or too long."""
    found, story = Outcome(path.stem), Story()

    def event(event: Event) -> None:
        story.event(event)
        if is_progress(event):
            return
        found.counts[name(event)] += 1
        if len(found.events) < MOST_EVENTS:
            found.events.append(text_line(event))

    trace = Trace(path, config)
    try:
        run = Run(trace.config.run(event, interactions=True), trace.config.supplies())
        for number, frame in enumerate(trace.frames()):
            if number >= MOST_FRAMES:
                raise Problem(USAGE, f"{path.name}: more than {MOST_FRAMES} frames; libpress replay takes any length")
            if number % 500 == 0 and is_old():
                return None
            run.feed(frame)
            story.seconds.append(frame.t_us / 1e6)
            story.newtons.append(run.pad.reading.force)
        if not story.seconds:
            raise Problem(BAD_DATA, f"{path.name}: there is no frame in it")
        run.end(trace.end_us)
    finally:
        trace.close()
    story.end()
    found.points = [(round(story.seconds[n], 3), round(story.newtons[n], 3)) for n in thinned(story.newtons, MOST_POINTS)]
    found.spans, found.marks = story.spans, [(t_us / 1e6, text) for t_us, text in trace.marks[:MOST_EVENTS]]
    return found


class Replays:
    """The recording that was chosen, before and now. It is played in a thread; only the latest settings are."""

    def __init__(self, when_changed: Callable[[], object]) -> None:
        self.path: Path | None = None
        self.before: Outcome | None = None
        """Under the settings of when it was chosen."""
        self.now: Outcome | None = None
        self.problem = ""
        """Why it cannot be played."""
        self._when_changed = when_changed
        self._next: tuple[Path, Config] | None = None
        self._is_closed = False
        self._there = Condition()
        self._thread: Thread | None = None

    @property
    def is_busy(self) -> bool:
        return self._next is not None

    def choose(self, path: Path, config: Config) -> None:
        """Another recording, or the same with the settings of now as those before."""
        with self._there:
            self.path, self.before, self.now, self.problem = path, None, None, ""
            self._ask(path, config)

    def again(self, config: Config) -> None:
        """The settings have changed."""
        with self._there:
            if self.path is not None:
                self._ask(self.path, config)

    def _ask(self, path: Path, config: Config) -> None:
        self._next = path, config
        if self._thread is None:
            self._thread = Thread(target=self._loop, name="replay", daemon=True)
            self._thread.start()
        self._there.notify()

    def close(self) -> None:
        with self._there:
            self._is_closed, self._next = True, None
            self._there.notify()

    def _loop(self) -> None:
        while True:
            with self._there:
                while self._next is None and not self._is_closed:
                    self._there.wait()
                if self._is_closed:
                    return
                task = self._next
            assert task is not None
            self._play(task)

    def _play(self, task: tuple[Path, Config]) -> None:
        outcome, problem = None, ""
        try:
            outcome = play(*task, lambda: self._next is not task)
        except (Problem, PressError, OSError) as wrong:
            problem = str(wrong)
        with self._there:
            if self._next is not task:
                return
            self._next, self.problem = None, problem
            self.before, self.now = self.before or outcome, outcome
        self._when_changed()
