"""The page as one viewer has it. It builds only what the viewer may use; whether that may be done is decided in commands.py."""

from __future__ import annotations

from typing import Any

from nicegui import Client, ui
from nicegui.elements.mixins.validation_element import ValidationElement

from .commands import Commands
from .parts import Gauge, Now, Pads, html
from .rights import Grant, Refused
from .session import Session
from .tabs import Calibrate, CheckTab, Collect, Profiles, Replay, SettingsTab, Tab

TABS: dict[str, type[Tab]] = {
    "Settings": SettingsTab,
    "Check": CheckTab,
    "Calibrate": Calibrate,
    "Collect": Collect,
    "Replay": Replay,
    "Profiles": Profiles,
}


class View:
    """One viewer, and what it sees of one pad."""

    def __init__(self, client: Client, grant: Grant, pad: int, sessions: list[Session], commands: Commands) -> None:
        self.client, self.grant, self.sessions, self.commands = client, grant, sessions, commands
        self.session, self.pad = sessions[pad], pad
        self.tab = "Now"
        self._version = -1
        self._noticed = max((one.number for one in self.session.notices if one.viewer), default=0)
        """What the page itself said since somebody did something is new to who comes."""
        self._tabs: dict[str, Tab] = {}
        self._is_wrong = False
        self._beside: ValidationElement[Any] | None = None
        """The field that what is wrong stands below."""

    @property
    def may_change(self) -> bool:
        return self.grant.may_change

    def do(self, command: str, *arguments: Any, quiet: bool = False, beside: ValidationElement[Any] | None = None) -> bool:
        """Gives a command. What is refused is shown until one is taken. @return false: it was refused."""
        try:
            words = self.commands.do(self.grant, command, *arguments)
        except Refused as problem:
            self.show(str(problem), True, beside)
            return False
        if (words and not quiet) or self._is_wrong:
            self.show("" if quiet else words)
        return True

    def show(self, words: str, is_wrong: bool = False, beside: ValidationElement[Any] | None = None) -> None:
        """The line below the levels, or what is wrong below its field. It takes the place of what was shown."""
        if self._beside is not None:
            self._beside.error = None
        self._beside, self._is_wrong = beside, is_wrong
        if beside is not None:
            beside.error, words = words, ""
        self._notice.set_text(words)
        self._notice.classes(remove="bad", add="bad" if is_wrong else "")

    def build(self) -> None:
        session = self.session
        with html("header", classes="head"):
            html("h1", "libpress")
            self._source = html("span", classes="source")
            html("span", f"viewer {self.grant.viewer}: may change" if self.may_change else "only shows", classes="right")
        if len(self.sessions) > 1:
            Pads([one.name for one in self.sessions], self.pad)
        self._status = html("div", classes="status", role="alert")
        Gauge(f"/live/{self.pad + 1}", self.may_change and session.kind != "lines", self._level, self._step)
        self._notice = ui.label().classes("notice").props('role="status"')
        self._build_tabs()
        self.refresh()

    def _build_tabs(self) -> None:
        with ui.tabs(on_change=self._tabbed).props("no-caps dense align=left outside-arrows mobile-arrows inline-label") as tabs:
            for name in ("Now", *TABS):
                ui.tab(name)
        with ui.tab_panels(tabs, value="Now", animated=False).props("keep-alive keep-alive-include=Now"):
            with ui.tab_panel("Now"):
                hand = self._hand if self.may_change and self.session.has_hand else None
                Now(self.session.sensors(), hand)
            for name, kind in TABS.items():
                with ui.tab_panel(name):
                    self._tabs[name] = kind(self, html("div", classes="panel"))

    def _tabbed(self, event: Any) -> None:
        self.tab = str(event.value)
        if self.tab == "Now" or self.tab in TABS:  # live.js comes back to it where the page is loaded again, as after a restart of the server
            ui.run_javascript(f'sessionStorage.setItem("libpress-tab", "{self.tab}")')
        if self.tab in self._tabs:
            self._tabs[self.tab].refresh(is_shown=True)

    # From the browser; anything may come from there

    def _level(self, given: Any) -> None:
        key, newtons, is_last = _fields(given, "key", "newtons", "last")
        self.do("level", key, newtons, is_last is not False, quiet=is_last is False)

    def _step(self, given: Any) -> None:
        self.do("step", *_fields(given, "key", "steps"))

    def _hand(self, given: Any) -> None:
        self.do("hand", *_fields(given, "newtons"))

    # What has changed

    def refresh(self) -> None:
        """Shows what is new; called often, and mostly has nothing to do."""
        session = self.session
        if session.version == self._version:
            return
        self._version = session.version
        self._source._text = session.source_name
        self._source.update()
        words = session.status or ("the trace has ended" if session.has_ended else "")
        self._status._text = words
        self._status.set_visibility(bool(words))
        self._status.update()
        for notice in [one for one in session.notices if one.number > self._noticed]:
            self._noticed = notice.number
            if notice.viewer != self.grant.viewer:
                who = f"viewer {notice.viewer}: " if notice.viewer else ""
                self.show(who + notice.text, notice.is_wrong)
        if self.tab in self._tabs:
            self._tabs[self.tab].refresh()


def _fields(given: Any, *names: str) -> tuple[Any, ...]:
    """Of what a browser sent; None for what is not there."""
    return tuple(given.get(name) for name in names) if isinstance(given, dict) else (None,) * len(names)
