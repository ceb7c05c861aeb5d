"""The only place where a page changes anything: who may, what is accepted, and what the others are shown of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from libpress.errors import PressError
from libpress.tools import calibrate as calibrating
from libpress.tools.problem import Problem

from .files import PROFILE, RECORDING
from .rights import Grant, Refused
from .session import Session
from .settings import Change

HARDEST = 30.0
"""Newtons of the simulated hand."""
LONGEST_MARK = 60
LONGEST_WAIT_S = 60
MOST_ROUNDS = 20


class Commands:
    """What viewers may do with a pad. Each command returns what to show to who gave it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._by_name: dict[str, Callable[..., str]] = {
            name.removeprefix("_do_"): getattr(self, name) for name in dir(self) if name.startswith("_do_")
        }

    @property
    def names(self) -> list[str]:
        return sorted(self._by_name)

    def do(self, grant: Grant, command: str, *arguments: Any) -> str:
        """Raises Refused: nothing has changed, and the words say why."""
        if not isinstance(grant, Grant) or not grant.may_change:
            raise Refused("this page only shows: open it with the address that has the token to change things")
        found = self._by_name.get(command)
        if found is None:
            raise Refused(f"there is no command {str(command)[:40]}")
        with self.session.lock:
            try:
                return found(grant, *arguments)
            except (Problem, PressError) as problem:
                raise Refused(str(problem)) from None
            except OSError as problem:
                raise Refused(f"{problem.filename or 'a file'}: {problem.strerror}") from None

    # Levels and settings

    def _changed(self, grant: Grant, change: Callable[[], list[Change]], is_quiet: bool = False) -> str:
        session = self.session
        with session.settings.kept():
            before = session.settings.config
            changes = change()
            session.send(changes, before)
        session.renew({(one.place[0], one.key) for one in changes})
        words = ", ".join(f"{one.name} = {one.after if one.after is not None else 'as before'}{self._newtons(one)}" for one in changes)
        if not is_quiet:
            session.notice(grant.viewer, words)
        return words

    def _newtons(self, change: Change) -> str:
        """A level is dragged in newtons: those are said beside the pressure that its key has."""
        of_pressure = change.place[0] == "engine" and change.key.endswith("_pressure")
        return f" ({self.session.settings.newtons(change.key):.2f} N)" if of_pressure else ""

    def _do_level(self, grant: Grant, key: str, newtons: float, is_last: bool = True) -> str:
        """`is_last`: the drag has ended, so that it is worth a notice."""
        return self._changed(grant, lambda: [self.session.settings.level(key, newtons)], is_quiet=not is_last)

    def _do_step(self, grant: Grant, key: str, steps: int) -> str:
        return self._changed(grant, lambda: [self.session.settings.step(key, steps)])

    def _do_change(self, grant: Grant, name: str, value: str) -> str:
        return self._changed(grant, lambda: [self.session.settings.change(name, value)])

    def _do_undo(self, grant: Grant) -> str:
        return f"undone: {self._changed(grant, self.session.settings.undo)}"

    def _do_write(self, grant: Grant) -> str:
        words = self.session.write()
        self.session.show_levels()
        self.session.notice(grant.viewer, words)
        return words

    def _do_tare(self, grant: Grant) -> str:
        self.session.tare()
        self.session.notice(grant.viewer, "the zero is learnt again")
        return "the zero is learnt again"

    def _do_hand(self, grant: Grant, newtons: float | None) -> str:
        if newtons is not None:
            is_number = isinstance(newtons, int | float) and not isinstance(newtons, bool) and math.isfinite(newtons)
            if not is_number or not 0 <= newtons <= HARDEST:
                raise Refused(f"the simulated hand presses with 0 to {HARDEST:g} N")
        if self.session.steps is not None and self.session.steps.runs:
            raise Refused("the simulated hand does now what the steps ask for")
        self.session.press(newtons)
        return ""

    # Recordings

    def _do_record(self, grant: Grant, name: str) -> str:
        path = self.session.folder.file(name, RECORDING)
        if path.exists():
            raise Refused(f"{path.name} is there already: take another name")
        self.session.begin_recording(path)
        self.session.notice(grant.viewer, f"records {path.name}")
        return f"records {path.name}"

    def _do_mark(self, grant: Grant, words: str) -> str:
        if not isinstance(words, str) or not words.strip().isprintable() or not 0 < len(words.strip()) <= LONGEST_MARK:
            raise Refused(f"a mark is one line of 1 to {LONGEST_MARK} characters")
        self.session.mark(words.strip())
        return f"marked: {words.strip()}"

    def _do_stop(self, grant: Grant) -> str:
        path = self.session.end_recording()
        if path is None:
            raise Refused("nothing is recorded now")
        self.session.notice(grant.viewer, f"recorded {path.name}")
        self.session.replays.choose(path, self.session.settings.config)
        return f"recorded {path.name}"

    def _do_replay(self, grant: Grant, name: str) -> str:
        path = self.session.folder.there(name, RECORDING)
        self.session.replays.choose(path, self.session.settings.config)
        self.session.changed()
        return f"replays {path.name}"

    def _do_again(self, grant: Grant) -> str:
        self.session.again()
        return "from the beginning"

    # Steps

    def _do_check(self, grant: Grant) -> str:
        self.session.begin_task("check", self.session.check)
        return ""

    def _do_calibrate(self, grant: Grant, sensor: int, wait_s: float) -> str:
        session = self.session
        if sensor not in range(session.settings.config.count("sensor")):
            raise Refused(f"there is no sensor {str(sensor)[:20]}")
        if isinstance(wait_s, bool) or not isinstance(wait_s, int | float) or not 1 <= wait_s <= LONGEST_WAIT_S:
            raise Refused(f"a mass lies for 1 to {LONGEST_WAIT_S} seconds")
        session.begin_task("calibration", lambda steps: session.calibrate(steps, sensor, round(wait_s * 1e6)))
        return ""

    def _do_collect(self, grant: Grant, name: str, rounds: int) -> str:
        session = self.session
        path = session.folder.file(name, RECORDING)
        if path.exists() or path.with_suffix(".conf").exists():
            raise Refused(f"{path.name} is there already: take another name")
        if isinstance(rounds, bool) or not isinstance(rounds, int | float) or not 1 <= rounds <= MOST_ROUNDS:
            raise Refused(f"there are 1 to {MOST_ROUNDS} rounds")
        session.begin_task("collection", lambda steps: session.collect(steps, path, round(rounds)))
        return ""

    def _do_answer(self, grant: Grant, words: str) -> str:
        steps = self.session.steps
        if steps is None or not isinstance(words, str) or not steps.answer(words):
            raise Refused("nothing is asked now")
        return ""

    def _do_end(self, grant: Grant) -> str:
        if self.session.steps is None or not self.session.steps.runs:
            raise Refused("no steps run")
        self.session.steps.stop()
        return "stopped"

    def _do_keep(self, grant: Grant) -> str:
        """The calibration that was measured is written, and the config takes it."""
        session, settings = self.session, self.session.settings
        steps = session.steps
        if steps is None or steps.fit is None or steps.runs:
            raise Refused("there is no calibration to keep")
        stem = f"sensor{steps.sensor + 1 if steps.sensor else ''}"
        path = session.folder.free(stem, ".cal")
        target = settings.config.path or settings.output
        calibrating.write(settings.config, steps.sensor, steps.fit, path, False, target)
        settings.of_file(target)
        more = settings.forget(("sensor", steps.sensor), ("curve", "zero", "span", "calibration"))
        steps.fit = None
        session.renew()
        words = f"wrote {path.name}, and {target} takes it{more}"
        session.notice(grant.viewer, words)
        return words

    # Profiles

    def _do_save(self, grant: Grant, name: str, may_replace: bool = False) -> str:
        path = self.session.folder.file(name, PROFILE)
        if path.exists() and not may_replace:
            raise Refused(f"{path.name} is there already: take another name, or replace it")
        self.session.settings.save_profile(name.strip(), path)
        self.session.notice(grant.viewer, f"saved {path.name}")
        return f"saved {path.name}"

    def _do_load(self, grant: Grant, name: str) -> str:
        path: Path = self.session.folder.there(name, PROFILE)
        self._changed(grant, lambda: self.session.settings.profile(path), is_quiet=True)
        self.session.notice(grant.viewer, f"loaded {path.name}")
        return f"loaded {path.name}: it counts now, and is not written to the config yet"
