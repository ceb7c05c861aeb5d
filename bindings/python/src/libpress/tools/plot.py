"""A picture of a trace: force over time, the levels, and what happened."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .._pressure import newtons_at
from ..enums import EventType, Reason
from ..files import replacing
from ..numbers import from_q16
from ..types import Event
from .config import Config
from .install import to_install
from .problem import BAD_DATA, UNAVAILABLE, USAGE, Problem, cannot_write
from .run import Run
from .trace import Trace

MOST_POINTS = 3000
"""Of the line; more are thinned, so that every peak stays."""
SPANS = {
    "touch": ("#9ecae1", "touch"),
    "preview": ("#4292c6", "preview"),
    "commit": ("#8856a7", "commit"),
    "completed": ("#2ca25f", "completed"),
    "fault": ("#de2d26", "fault"),
}
_LEVELS = (
    ("touch_force", "touch"),
    ("preview_pressure", "preview"),
    ("commit_pressure", "commit"),
    ("complete_pressure", "complete"),
)


@dataclass
class Story:
    """What a trace has."""

    seconds: list[float] = field(default_factory=list)
    newtons: list[float] = field(default_factory=list)
    spans: list[tuple[float, float, str]] = field(default_factory=list)
    """From, to, and what it was."""
    _open: dict[str, float] = field(default_factory=dict)

    def event(self, event: Event) -> None:
        now = event.t_us / 1e6
        kind = event.type
        if kind in (EventType.CONTACT_BEGAN, EventType.PREVIEW_BEGAN):
            self._change(now, "touch" if kind == EventType.CONTACT_BEGAN else "preview")
        elif kind in (EventType.PREVIEW_UPDATED, EventType.COMMIT_UPDATED) and event.ended:
            self._change(now, "commit" if kind == EventType.PREVIEW_UPDATED else "completed")
        elif kind == EventType.PREVIEW_CANCELLED:
            self._change(now, "touch")
        elif kind in (EventType.CONTACT_ENDED, EventType.CONTACT_CANCELLED):
            self._change(now - event.late_us / 1e6, "")
        elif kind == EventType.SENSOR_FAULT:
            self._open.setdefault("fault", now)
        elif kind == EventType.SENSOR_RECOVERED and "fault" in self._open:
            self.spans.append((self._open.pop("fault"), now, "fault"))

    def _change(self, now: float, name: str) -> None:
        """One of touch, preview, commit and completed is the case, or none."""
        for other in ("touch", "preview", "commit", "completed"):
            if other in self._open:
                self.spans.append((self._open.pop(other), now, other))
        if name:
            self._open[name] = now

    def end(self) -> None:
        last = self.seconds[-1]
        self.spans += [(begin, last, name) for name, begin in self._open.items()]
        self.spans = [(begin, end, name) for begin, end, name in self.spans if end > begin]


def read(trace: Trace, config: Config) -> Story:
    """Raises Problem: broken, or empty."""
    story = Story()
    run = Run(config.run(story.event), config.supplies())
    for frame in trace.frames():
        run.feed(frame)
        reading = run.pad.reading
        story.seconds.append(frame.t_us / 1e6)
        lost = any(fault != Reason.NONE for fault in reading.fault)
        story.newtons.append(float("nan") if lost else reading.force)
    if not story.seconds:
        raise Problem(BAD_DATA, f"{trace.name}: no frame to plot")
    run.end(trace.end_us)
    story.end()
    return story


def thinned(numbers: list[float], most: int) -> list[int]:
    """Which to draw: of each stretch the least and the greatest."""
    if len(numbers) <= most:
        return list(range(len(numbers)))
    step = 2 * len(numbers) / most
    kept: set[int] = {0, len(numbers) - 1}
    begin = 0.0
    while begin < len(numbers):
        part = range(int(begin), min(int(begin + step), len(numbers)))
        if part:
            kept |= {min(part, key=lambda n: numbers[n]), max(part, key=lambda n: numbers[n])}
        begin += step
    return sorted(kept)


def library() -> Any:
    """matplotlib, which draws without a display. Raises Problem."""
    os.environ.setdefault("MPLBACKEND", "Agg")
    try:
        import matplotlib
    except ImportError:
        raise Problem(UNAVAILABLE, f"plot requires matplotlib: {to_install('tools')}") from None
    matplotlib.use("Agg")
    return matplotlib


def draw(story: Story, config: Config, title: str, output: Path) -> None:
    """Raises Problem: no picture of that kind, or the file cannot be written."""
    kind = output.suffix.lower().lstrip(".")
    if kind not in ("png", "svg"):
        raise Problem(USAGE, f"{output}: it must end in .png or .svg")
    matplotlib = library()
    from matplotlib.figure import Figure

    settings = {"svg.hashsalt": "libpress", "svg.fonttype": "none", "font.size": 10, "axes.spines.top": False}
    with matplotlib.rc_context(settings | {"axes.spines.right": False}):
        figure = Figure(figsize=(10, 4), layout="constrained", facecolor="white")
        axes = figure.add_subplot()
        _spans(axes, story.spans)
        kept = thinned(story.newtons, MOST_POINTS)
        axes.plot([story.seconds[n] for n in kept], [story.newtons[n] for n in kept], color="#222222", linewidth=1.2)
        _levels(axes, config)
        axes.set(xlabel="s", ylabel="force, N")
        axes.set_title(title, loc="left", fontsize=11)
        axes.set_xlim(story.seconds[0], max(story.seconds[-1], story.seconds[0] + 0.01))
        axes.set_ylim(bottom=0)
        if story.spans:
            axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=5, frameon=False, fontsize=9, borderaxespad=0.3)
        try:
            with replacing(output, lasting=False) as file:
                figure.savefig(file, format=kind, dpi=100, metadata={"Date": None} if kind == "svg" else {"Software": None})
        except OSError as problem:
            raise cannot_write(output, problem) from problem


def _spans(axes: Any, spans: Iterable[tuple[float, float, str]]) -> None:
    """Each kind once in the legend."""
    named = set()
    for begin, end, name in spans:
        color, label = SPANS[name]
        axes.axvspan(begin, end, color=color, alpha=0.35, linewidth=0, label="" if name in named else label)
        named.add(name)


def _levels(axes: Any, config: Config) -> None:
    engine = config.raw(("engine", 0))
    for key, label in _LEVELS:
        number = from_q16(getattr(engine, key))
        newtons = number if key.endswith("_force") else newtons_at(engine, number)
        axes.axhline(newtons, color="#777777", linewidth=0.8, linestyle="--")
        axes.annotate(
            f"{label} {newtons:.2f} N",
            (1, newtons),
            xycoords=("axes fraction", "data"),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize=9,
            color="#555555",
            annotation_clip=False,
        )
