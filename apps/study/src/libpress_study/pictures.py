"""The pictures of a report, as SVG inside its page."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

from libpress.config import time

if TYPE_CHECKING:
    from .report import Outcome

_LINES = (("missed", "#d84a3f", "o"), ("merged", "#9467bd", "s"), ("split", "#2a83c4", "^"), ("extra", "#b8690a", "D"))
BASE, BEST, GREY = "#a97c00", "#1f9355", "#828282"
"""Every colour stands out from white and from the page in dark; what is black here has the colour of the page's words."""
WIDTH = 3.7
"""Inches: a picture is as wide as a phone, so that its words are nowhere much larger or smaller than they are drawn."""


def _svg(figure: Any, title: str) -> str:
    from matplotlib import rc_context

    with rc_context({"svg.hashsalt": "libpress", "svg.fonttype": "none"}):
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
    svg = text.getvalue()
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.S)
    unique = re.sub(r"\W", "_", title)
    # Ids are of the page, not of a picture.
    svg = re.sub(r'id="', f'id="{unique}_', svg)
    svg = re.sub(r"url\(#", f"url(#{unique}_", svg)
    svg = re.sub(r'href="#', f'href="#{unique}_', svg)
    svg = svg.replace("#000000", "currentColor")
    return svg.replace("<svg", f"<svg role='img' aria-label='{title}' fill='currentColor'", 1)


def _axes(rows: int, height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained", facecolor="none")
    axes = figure.subplots(rows, 1, sharex=True, squeeze=False)[:, 0]
    for one in axes:
        one.set_facecolor("none")
        one.spines[["top", "right"]].set_visible(False)
        one.grid(alpha=0.15, color="black")
    return figure, axes


def _legend(axes: Any, columns: int) -> None:
    """Above what is drawn, so that it covers no line."""
    place: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderaxespad": 0.2}
    axes.legend(frameon=False, fontsize=9, ncols=columns, columnspacing=0.8, handlelength=1.2, **place)


def errors(one: Outcome, setting: int) -> float:
    return sum(one.per_100(name, setting) for name in ("missed", "merged", "split", "extra", "cancelled"))


def front(one: Outcome) -> str:
    """Errors against delay, and the settings that no other one beats in both."""
    kept = [n for n in range(len(one.settings)) if n not in one.sums.impossible]
    points = {n: (one.late[n][0], errors(one, n)) for n in kept}
    line: list[int] = []
    for n in sorted(kept, key=lambda n: points[n]):
        if not line or points[n][1] < points[line[-1]][1]:
            line.append(n)
    figure, (axes,) = _axes(1, 3.2)
    axes.scatter(*zip(*points.values(), strict=True), s=14, color=GREY, label="settings", rasterized=len(kept) > 3000)
    axes.step(*zip(*(points[n] for n in line), strict=True), where="post", color="#2a83c4", label="front")
    # The base is drawn as a ring, so that the star stays visible in it if the base is the best.
    axes.scatter(*points[0], s=130, facecolor="none", edgecolor=BASE, linewidth=2, zorder=3, label="base", clip_on=False)
    axes.scatter(*points[one.best], s=70, color=BEST, marker="*", zorder=4, label="best cost", clip_on=False)
    axes.set(xlabel="begin: median delay, ms", ylabel="errors for each 100 presses")
    axes.set_ylim(bottom=0)
    _legend(axes, 2)
    return _svg(figure, "errors against delay")


def number_of(text: str) -> float | None:
    """Of a value of the config; a time is milliseconds."""
    try:
        return float(text)
    except ValueError:
        us = time(text)
        return None if us is None else us / 1000


def lines_of(one: Outcome, key: str) -> dict[str | None, list[int]]:
    """By value of a key the settings that have it; None: as the base. One at a time: those that change only this key."""
    found: dict[str | None, list[int]] = {}
    for n, setting in enumerate(one.settings):
        own = dict(setting)
        if n in one.sums.impossible or (one.about["study"]["how"] == "each" and own.keys() - {key}):
            continue
        if one.about["study"]["how"] != "each" and n == 0 and len(one.settings) > 1 and all(len(s) > 0 for s in one.settings[1:]):
            continue
        found.setdefault(own.get(key), []).append(n)
    return found


def key(one: Outcome, key: str) -> str:
    """Errors and delays against the values of a key; where others vary too, the mean over them."""
    values = lines_of(one, key)
    texts = [text for text in values if text is not None]
    numbers = [number_of(text) for text in texts]
    is_numeric = bool(texts) and None not in numbers
    places = dict(zip(texts, numbers if is_numeric else range(len(texts)), strict=True))
    texts.sort(key=lambda text: places[text] or 0.0)
    unit = ", ms" if is_numeric and re.search(r"[a-z]$", "".join(texts)) else ""
    figure, (above, below) = _axes(2, 4.8)

    def mean(text: str, of: Any) -> float:
        return float(sum(of(n) for n in values[text]) / len(values[text]))

    at = [places[text] for text in texts]
    for name, color, marker in _LINES:
        line = [mean(text, lambda n, name=name: one.per_100(name, n)) for text in texts]
        above.plot(at, line, color=color, marker=marker, markersize=3.5, linewidth=1.2, label=name, clip_on=False)
    for which, color, label in ((one.late, "black", "begin"), (one.end_late, GREY, "end")):
        line = [mean(text, lambda n, which=which: which[n][0]) for text in texts]
        below.plot(at, line, color=color, marker="o", markersize=3.5, label=label)
    if None in values:
        above.plot([], [], color=GREY, linewidth=1.2, linestyle=":", label="base")
        below.plot([], [], color=GREY, linewidth=1.2, linestyle=":", label="base")
        for axes, lines in ((above, [(one.per_100(name, 0), color) for name, color, _ in _LINES]),
                            (below, [(one.late[0][0], "black"), (one.end_late[0][0], GREY)])):  # fmt: skip
            for level, color in lines:
                axes.axhline(level, color=color, linewidth=1.2, linestyle=":")
    above.set(ylabel="for each 100 presses")
    figure.suptitle(key, x=0.02, horizontalalignment="left", fontsize=10)
    above.set_ylim(bottom=0)
    below.set(xlabel=f"{key}{unit}", ylabel="median delay, ms")
    if not is_numeric:
        below.set_xticks(at, texts)
    _legend(above, 3)
    _legend(below, 3)
    return _svg(figure, key)
