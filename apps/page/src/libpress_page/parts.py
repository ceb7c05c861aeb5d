"""Elements of the page: what is live is drawn in the browser, from the texts of the feed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui
from nicegui.element import Element

from .replay import Outcome


class Gauge(Element, component="live.js", esm={"libpress-chart": "chart"}):
    """Force, chart and levels. `editable`: the levels can be dragged."""

    def __init__(self, address: str, editable: bool, level: Callable[[Any], Any], step: Callable[[Any], Any]) -> None:
        super().__init__()
        self._props["address"] = address
        self._props["editable"] = editable
        if editable:
            self.on("level", lambda event: level(event.args))
            self.on("step", lambda event: step(event.args))


class Pads(Element, component="pads.js"):
    """All pads beside each other; each leads to its page."""

    def __init__(self, names: list[str], here: int) -> None:
        super().__init__()
        self._props["names"] = names
        self._props["here"] = here


class Map(Element, component="mat.js"):
    """The cells of a mat, and its contacts."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._props["address"] = address


class Now(Element, component="now.js"):
    """Sensors, plate, events, and the simulated finger."""

    def __init__(self, sensors: list[dict[str, float]], hand: Callable[[Any], Any] | None) -> None:
        super().__init__()
        self._props["sensors"] = sensors
        self._props["hand"] = hand is not None
        if hand is not None:
            self.on("hand", lambda event: hand(event.args))


class Replayed(Element, component="replay.js"):
    """A recording, before and now."""

    def __init__(self, before: Outcome, now: Outcome) -> None:
        super().__init__()
        seconds, count = now.points[-1][0] - now.points[0][0], now.counts["contact_began"]
        self._props["points"] = now.points
        self._props["before"], self._props["now"] = before.spans, now.spans
        self._props["marks"] = now.marks
        self._props["words"] = f"{now.name}: {seconds:.1f} seconds, {count} contacts with the settings of now"


def html(tag: str, words: str = "", classes: str = "", **attributes: str) -> Element:
    """A plain element with a text, which is never read as HTML."""
    made = ui.element(tag)
    if classes:
        made.classes(classes)
    for name, value in attributes.items():
        made._props[name.replace("_", "-")] = value
    if words:
        made._text = words
    return made


def button(words: str, act: Callable[[], Any], is_main: bool = False) -> ui.button:
    return ui.button(words, on_click=act, color=None).props("no-caps unelevated").classes("main" if is_main else "other")


def field(label: str, hint: str = "", value: str = "") -> ui.input:
    made = ui.input(label, value=value).props("outlined dense hide-bottom-space maxlength=300")
    return made.props(f'hint="{hint}"') if hint else made


def slider(label: str, span: tuple[float, float, float], value: float, moved: Callable[[float], Any]) -> Element:
    """A range of the browser: least, most and step. `moved` is called when it is let go."""
    least, most, step = span
    made = html("input", type="range", min=f"{least:g}", max=f"{most:g}", step=f"{step:g}", value=f"{value:g}", aria_label=label)
    made.on("change", lambda event: moved(event.args), js_handler="(event) => emit(Number(event.target.value))")
    return made


def choice(label: str, options: list[str], chosen: Callable[[str], Any] | None = None, value: str = "") -> Element:
    """A plain list of the browser, which phones show in their own way."""
    made = html("select", classes="select", aria_label=label)
    with made:
        for option in options:
            one = html("option", option, value=option)
            if option == value:
                one._props["selected"] = True
    if chosen is not None:
        made.on("change", lambda event: chosen(str(event.args)), js_handler="(event) => emit(event.target.value)")
    return made
