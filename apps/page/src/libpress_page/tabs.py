"""The tabs of the page: settings, check, calibration, collection, recordings, profiles. One is built again when its state has
changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from libpress.config import LOAD_CELL, written
from libpress.tools.calibrate import Fit, clipped_words
from nicegui import ui
from nicegui.element import Element

from .files import PROFILE, RECORDING
from .guided import Steps
from .parts import Replayed, button, choice, field, html, slider
from .rights import Refused

if TYPE_CHECKING:
    from .view import View

_CHECK = "Finds what is wrong, from the bus to the release of a press. Take your hand off, begin, and do what is said here."
_CALIBRATE = "Makes newtons right with a kitchen scale or masses: nothing on the sensor first, then mass by mass. Each lies until it is still."
_COLLECT = (
    "Asks for taps, holds and presses, and records them with what was asked: a file that you can give to others, so that "
    "libpress is tried on more hands. It goes on by itself: do what is said. It takes a minute for each round."
)
_REPLAY = "A recording is played again by the same engine, at once, each time that a level or a setting is changed."
_PROFILES = "What suits a person: levels and times under a name. pressd takes such a file too (--profile)."


class Tab:
    """Below a box, what `build` makes, as long as `state` stays the same."""

    def __init__(self, view: View, box: Element) -> None:
        self.view, self.box = view, box
        self.session = view.session
        self._state: Any = None
        self._is_built = False

    def state(self) -> Any:
        raise NotImplementedError

    def build(self) -> None:
        raise NotImplementedError

    def refresh(self, is_shown: bool = False) -> None:
        """`is_shown`: it comes to sight, and files may have changed meanwhile."""
        state = self.state()
        if self._is_built and state == self._state and not is_shown:
            return
        self._state, self._is_built = state, True
        self.box.clear()
        with self.box:
            self.build()

    def button(self, words: str, command: str, *arguments: Any, is_main: bool = False) -> ui.button:
        return button(words, lambda: self.view.do(command, *arguments), is_main)


class SettingsTab(Tab):
    """What was changed, every other setting, and writing it to the config."""

    name = "engine.full_force"

    def state(self) -> Any:
        settings = self.session.settings
        return dict(settings.changed), settings.config.path, settings.can_undo, settings.number("firmness")

    def build(self) -> None:
        settings = self.session.settings
        with html("section", classes="card"):
            html("h2", "Changed, not saved yet" if self.session.kind == "pressd" else "Changed, not written yet")
            if settings.changed:
                with html("ul").style("margin: 0 0 0.5rem; padding-left: 1.25rem"):
                    for line in settings.lines:
                        html("li", line)
            else:
                html("p", "Nothing. Drag a level above, or set one below.", classes="muted")
            if self.view.may_change:
                target = settings.config.profile or settings.config.path or settings.output
                words = "Save in pressd" if self.session.kind == "pressd" else f"Write to {target.name}"
                with html("div", classes="line"):
                    self.button(words, "write", is_main=True).set_enabled(bool(settings.changed))
                    self.button("Undo", "undo").set_enabled(settings.can_undo)
                    if self.session.kind != "lines":
                        self.button("Learn the zero again", "tare")
        if self.view.may_change:
            with html("section", classes="card"):
                self._firmness()
            with html("section", classes="card"):
                self._one()
        if self.session.kind == "pressd":
            return
        with html("section", classes="card"):
            html("h2", "With pressd")
            html("p", "pressd runs with the same file; it must be written first:")
            html("code", self.command())

    def command(self) -> str:
        """What runs pressd with the config of now."""
        settings, given = self.session.settings, self.session.setup.given
        source = "i2c:" + self.session.setup.node if self.session.kind == "bus" else "sim"
        if self.session.kind == "trace":
            source = f"trace:{given['trace']}"
        profile = f" --profile {settings.config.profile}" if settings.config.profile else ""
        path = settings.config.path or settings.output
        return f"pressd --source {source} --config {path}{profile}"

    def _firmness(self) -> None:
        html("h2", "Soft or firm")
        html("p", "How pressure grows with force: soft gives more at a light touch, firm takes a strong one.", classes="muted")
        firmness = self.session.settings.number("firmness")
        with html("div", classes="line"):
            html("span", "soft")
            slider("Firmness", (-1, 1, 0.05), firmness, self._moved)
            html("span", "firm")
            html("output", f"{firmness:.2f}")

    def _moved(self, value: object) -> None:
        if isinstance(value, int | float):
            self.view.do("change", "engine.firmness", written(round(value, 2)))

    def _one(self) -> None:
        keys = self.session.settings.keys()
        if self.name not in keys:
            self.name = next(iter(keys))
        html("h2", "Any setting")
        with html("div", classes="line"):
            choice("Setting", list(keys), self._chosen, self.name)
        hint = html("p", self._hint(keys), classes="muted")
        self._text = hint
        with html("div", classes="line"):
            self._value = field("Value", value=self.session.settings.text(self.name))
            button("Set", lambda: self.view.do("change", self.name, self._value.value, beside=self._value))

    def _hint(self, keys: dict[str, str]) -> str:
        return f"Accepted: {keys.get(self.name, '')}" + (". This is its default" if self.session.settings.is_default(self.name) else "")

    def _chosen(self, name: str) -> None:
        keys = self.session.settings.keys()
        if name in keys:
            self.name = name
            self._text._text = self._hint(keys)
            self._text.update()
            self._value.set_value(self.session.settings.text(name))


class Guided(Tab):
    """Steps of a check or a calibration."""

    kind = ""

    @property
    def steps(self) -> Steps | None:
        steps = self.session.steps
        return steps if steps is not None and steps.kind == self.kind else None

    def state(self) -> Any:
        steps = self.steps
        if steps is None:
            return None
        return id(steps), steps.step, len(steps.findings), len(steps.lines), steps.question, steps.outcome, steps.fit is None

    def running(self, steps: Steps) -> None:
        """What to do now, and how to end it."""
        if not steps.runs:
            return
        html("p", steps.step, classes="task", role="status", aria_live="assertive")
        with html("div", classes="line"):
            if self.view.may_change:
                self._answer(steps)
                self.button("Stop", "end")

    def _answer(self, steps: Steps) -> None:
        if steps.question == "ready":
            self.button("It is so", "answer", "", is_main=True)
        elif steps.question == "grams":
            grams = field("How many grams?").props("inputmode=decimal")
            grams.on("keydown.enter", lambda: self._give(grams))
            button("It lies there", lambda: self._give(grams), is_main=True)
            self.button("That was all", "answer", "")

    def _give(self, grams: ui.input) -> None:
        if str(grams.value).strip():
            self.view.do("answer", str(grams.value).strip(), beside=grams)
        else:
            self.view.show("How many grams lie there? A number, such as 200", True, grams)


class CheckTab(Guided):
    kind = "check"

    def build(self) -> None:
        steps = self.steps
        with html("section", classes="card"):
            html("h2", "Check the sensor")
            if steps is None or not steps.runs:
                html("p", _CHECK)
                if self.view.may_change and self.session.has_readings:
                    with html("div", classes="line"):
                        self.button("Begin", "check", is_main=True)
            if steps is not None:
                self.running(steps)
                self._findings(steps)

    def _findings(self, steps: Steps) -> None:
        for found in steps.findings:
            with html("div", classes="finding"):
                html("span", found.result, classes=f"result {found.result}")
                which = "" if found.sensor is None else f"sensor {found.sensor}: "
                html("span", f"{found.check}: {which}{found.words}")
                if found.advice:
                    html("span", found.advice, classes="do")
        if not steps.runs:
            bad = sum(one.result == "fail" for one in steps.findings)
            odd = sum(one.result == "warn" for one in steps.findings)
            good = sum(one.result == "ok" for one in steps.findings)
            words = f"{good} ok, {odd} warnings, {bad} failed." if bad or odd else f"All {good} checks are ok."
            html("p", words if steps.outcome == "done" else steps.outcome, classes="task").style("margin-top: 0.75rem")


class Calibrate(Guided):
    kind = "calibration"

    def build(self) -> None:
        steps = self.steps
        with html("section", classes="card"):
            html("h2", "Calibrate")
            if steps is None or not steps.runs:
                html("p", _CALIBRATE)
                if self.view.may_change and self.session.kind in ("bus", "simulated"):
                    self._begin()
            if steps is not None:
                self.running(steps)
                for line in steps.lines:
                    html("p", line, classes="muted")
                if steps.fit is not None:
                    self._fit(steps.fit)
                elif steps.outcome and steps.outcome != "done":
                    html("p", steps.outcome, classes="bad")

    def _begin(self) -> None:
        count = self.session.settings.config.count("sensor")
        with html("div", classes="line"):
            self._sensor = 0
            if count > 1:
                choice("Sensor", [f"sensor {n}" for n in range(count)], self._chosen, "sensor 0")
            wait = ui.number("Seconds that a mass lies", value=10, min=1, max=60).props("outlined dense hide-bottom-space")
            button("Begin", lambda: self.view.do("calibrate", self._sensor, wait.value, beside=wait), is_main=True)

    def _chosen(self, words: str) -> None:
        number = words.removeprefix("sensor ")
        self._sensor = int(number) if number.isdigit() else -1

    def _fit(self, fit: Fit) -> None:
        report = fit.calibration.curve.report
        assert report is not None
        with html("div", classes="scroll"), html("table"):
            with html("thead"), html("tr"):
                for head in ("mass", "force", "code", "off"):
                    html("th", head, scope="col")
            with html("tbody"):
                for one, residual in zip(fit.measured, report.residuals, strict=True):
                    with html("tr"):
                        html("td", f"{one.grams:g} g")
                        html("td", f"{one.newtons:.3f} N")
                        html("td", str(one.code))
                        html("td", "" if residual is None else f"{100 * residual:+.1f} %")
        if (words := clipped_words(fit)) and not self._is_load_cell():
            html("p", words, classes="bad").style("margin-top: 0.5rem")
        if self._is_load_cell():
            html("p", "A load cell is straight: one mass is enough, and a second one tries it.")
        else:
            self._accuracy(fit)
        if self.view.may_change:
            with html("div", classes="line"):
                self.button("Write it, and use it", "keep", is_main=True)

    def _is_load_cell(self) -> bool:
        config, steps = self.session.settings.config, self.steps
        return steps is not None and config.model(config.wire(steps.sensor)[0]) == LOAD_CELL

    def _accuracy(self, fit: Fit) -> None:
        many = f"{fit.masses} mass{'es' * (fit.masses != 1)}"
        html("p", f"{many}: forces between them are off by {fit.accuracy} rms.").style("margin-top: 0.5rem")
        if fit.masses < 5:
            html("p", "Five masses or more, from the lightest to the heaviest press that counts, are better.", classes="muted")


class Collect(Guided):
    kind = "collection"

    def build(self) -> None:
        steps = self.steps
        with html("section", classes="card"):
            html("h2", "Give a recording")
            if steps is None or not steps.runs:
                html("p", _COLLECT)
                if self.view.may_change and self.session.kind in ("bus", "simulated"):
                    with html("div", classes="line"):
                        name = field("Name of the recording", value=_next(self.session.folder.names(RECORDING), "person"))
                        rounds = ui.number("Rounds", value=3, min=1, max=20).props("outlined dense hide-bottom-space")
                        button("Begin", lambda: self.view.do("collect", name.value, rounds.value, beside=name), is_main=True)
            if steps is not None:
                self.running(steps)
                for line in steps.lines:
                    html("p", line, classes="muted")
                if steps.outcome and steps.outcome != "done":
                    html("p", steps.outcome, classes="bad")


class Replay(Tab):
    def state(self) -> Any:
        replays = self.session.replays
        return self.session.recording is None, id(replays.now), replays.problem, str(replays.path)

    def build(self) -> None:
        session, may = self.session, self.view.may_change
        with html("section", classes="card"):
            html("h2", "Record")
            if session.recording is not None:
                html("p", f"Records {session.recording.path.rpartition('/')[2]}", classes="task")
                if may:
                    with html("div", classes="line"):
                        mark = field("Words of a mark", value="here")
                        button("Mark", lambda: self.view.do("mark", mark.value, beside=mark))
                        self.button("Stop", "stop", is_main=True)
            elif may and session.has_readings:
                with html("div", classes="line"):
                    name = field("Name of the recording", value=_next(session.folder.names(RECORDING), "press"))
                    button("Record", lambda: self.view.do("record", name.value, beside=name), is_main=True)
                if session.has_ended:
                    self.button("The trace from its beginning", "again")
        with html("section", classes="card"):
            html("h2", "Replay with the settings of now")
            html("p", _REPLAY, classes="muted")
            names = session.folder.names(RECORDING)
            if may and names:
                with html("div", classes="line"):
                    self._name = session.replays.path.name.removesuffix(RECORDING) if session.replays.path else names[0]
                    choice("Recording", names, self._chosen, self._name)
                    button("Replay", lambda: self.view.do("replay", self._name))
            elif not names:
                html("p", "There is no recording yet.")
            if session.replays.problem:
                html("p", session.replays.problem, classes="bad")
            self._outcome()

    def _chosen(self, name: str) -> None:
        self._name = name

    def _outcome(self) -> None:
        before, now = self.session.replays.before, self.session.replays.now
        if before is None or now is None:
            return
        Replayed(before, now)
        with html("div", classes="scroll"), html("table"):
            with html("thead"), html("tr"):
                for head in (now.name, "before", "now"):
                    html("th", head, scope="col")
            with html("tbody"):
                for what in sorted(before.counts | now.counts):
                    with html("tr"):
                        html("th", what, scope="row")
                        html("td", str(before.counts[what]))
                        html("td", str(now.counts[what])).style("font-weight: 700" if before.counts[what] != now.counts[what] else "")
        lines = "\n".join(line.strip() for line in now.events)
        html("pre", lines, classes="log", tabindex="0", aria_label="Events of the replay").style("margin-top: 0.5rem")


class Profiles(Tab):
    compared = ""

    def state(self) -> Any:
        settings = self.session.settings
        return self.session.version, dict(settings.changed), self.compared

    def build(self) -> None:
        names = self.session.folder.names(PROFILE)
        may = self.view.may_change
        with html("section", classes="card"):
            html("h2", "Save")
            html("p", _PROFILES, classes="muted")
            if may:
                with html("div", classes="line"):
                    name = field("Name")
                    button("Save", lambda: self.view.do("save", name.value, beside=name), is_main=True)
                    button("Replace", lambda: self.view.do("save", name.value, True, beside=name))
        with html("section", classes="card"):
            html("h2", "Load or compare")
            if not names:
                html("p", "There is no profile yet.")
            for one in names:
                with html("div", classes="line"):
                    html("span", self.session.folder.profile_name(one)).style("flex: 1 1 8rem; font-weight: 600")
                    button("Compare", lambda one=one: self._compare(one))  # type: ignore[misc]
                    if may:
                        self.button("Load", "load", one)
                if one == self.compared:
                    self._differences(one)

    def _compare(self, name: str) -> None:
        self.compared = "" if self.compared == name else name
        self.refresh()

    def _differences(self, name: str) -> None:
        try:
            rows = self.session.settings.compare(self.session.folder.there(name, PROFILE))
        except Refused as problem:
            html("p", str(problem), classes="bad")
            return
        if not rows:
            html("p", "It sets what counts now already.")
            return
        with html("div", classes="scroll"), html("table"):
            with html("thead"), html("tr"):
                for head in ("setting", "now", name):
                    html("th", head, scope="col")
            with html("tbody"):
                for key, now, then in rows:
                    with html("tr"):
                        html("th", key, scope="row")
                        html("td", now)
                        html("td", then)


def _next(names: list[str], stem: str) -> str:
    return next(f"{stem}{n}" for n in range(1, len(names) + 2) if f"{stem}{n}" not in names)
