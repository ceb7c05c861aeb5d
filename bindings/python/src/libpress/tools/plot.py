"""A picture of a trace: force over time, the levels, and what happened."""

from __future__ import annotations

import io
import os
import re
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
from .labels import spread
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
    ("release_force", "release"),
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


@dataclass(frozen=True)
class Look:
    """The colours of a picture."""

    ink: str
    soft: str
    line: str
    back: str


LIGHT, DARK = Look("#222222", "#555555", "#777777", "#ffffff"), Look("#e8ecf2", "#a5b0bd", "#8a94a0", "#171c23")
_SIZE, _SMALL = 11, 9
"""Of the title, and of labels, in points."""
_LINE = 1.35 * _SMALL
"""From one label to the next, in points."""
_LEAD = 22
"""From the axes to the labels: room for the lines that lead to them, in points."""
_TITLE_LINES = 3


def draw(story: Story, config: Config, title: str, output: Path, is_dark: bool = False) -> None:
    """An SVG in light colours has the dark ones, too, for viewers that ask for them. Raises Problem: no picture of that kind, or the file cannot be
    written."""
    kind = output.suffix.lower().lstrip(".")
    if kind not in ("png", "svg"):
        raise Problem(USAGE, f"{output}: it must end in .png or .svg")
    matplotlib = library()
    look = DARK if is_dark else LIGHT
    with matplotlib.rc_context(_settings(look)):
        figure = _figure(story, config, title, look)
        written = io.BytesIO()
        figure.savefig(written, format=kind, dpi=100, metadata={"Date": None} if kind == "svg" else {"Software": None})
    content = written.getvalue()
    if kind == "svg" and not is_dark:
        content = _with_dark(content.decode()).encode()
    try:
        with replacing(output, lasting=False) as file:
            file.write(content)
    except OSError as problem:
        raise cannot_write(output, problem) from problem


def _settings(look: Look) -> dict[str, Any]:
    inks = dict.fromkeys(("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"), look.ink)
    off = {"axes.spines.top": False, "axes.spines.right": False}
    return {"svg.hashsalt": "libpress", "svg.fonttype": "none", "font.size": 10, "axes.facecolor": look.back, **inks, **off}


def _figure(story: Story, config: Config, title: str, look: Look) -> Any:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4), layout="constrained", facecolor=look.back)
    FigureCanvasAgg(figure)  # which measures texts
    axes = figure.add_subplot()
    _spans(axes, story.spans)
    kept = thinned(story.newtons, MOST_POINTS)
    axes.plot([story.seconds[n] for n in kept], [story.newtons[n] for n in kept], color=look.ink, linewidth=1.2)
    axes.set(xlabel="s", ylabel="force, N")
    axes.set_xlim(story.seconds[0], max(story.seconds[-1], story.seconds[0] + 0.01))
    if story.spans:  # between the title and the axes
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=5, frameon=False, fontsize=_SMALL, borderaxespad=0.2)
    above = 2.2 * _SMALL if story.spans else 6.0
    axes.set_title(_wrapped(figure, title), loc="left", fontsize=_SIZE, pad=above, parse_math=False)
    labels = _levels(axes, config, look)
    axes.set_ylim(bottom=0)
    figure.draw_without_rendering()  # now it is known how high the axes are
    points = 72 / figure.dpi
    places = [float(axes.transData.transform((0, newtons))[1]) * points for newtons, _ in labels]
    box = axes.bbox
    for middle, place, (_, label) in zip(spread(places, _LINE, box.y0 * points, box.y1 * points), places, labels, strict=True):
        label.xyann = (_LEAD, middle - place)
    return figure


def _wrapped(figure: Any, title: str) -> str:
    """A title in lines that the picture has room for: in spaces, or where there is none within a word. What does not fit becomes "..."."""
    from matplotlib.font_manager import FontProperties

    renderer, font = figure.canvas.get_renderer(), FontProperties(size=_SIZE)
    most = 0.9 * figure.bbox.width

    def is_wide(text: str) -> bool:
        return bool(renderer.get_text_width_height_descent(text, font, False)[0] > most)

    words = "".join(one if one.isprintable() else " " for one in title[:1000])
    lines = [""]
    for part in re.findall(r"\S+\s*|\s+", words):
        if lines[-1] and is_wide((lines[-1] + part).rstrip()):
            lines.append("")
        for letter in part:
            if is_wide(lines[-1] + letter):
                lines.append("")
            lines[-1] += letter
    if len(lines) > _TITLE_LINES:
        lines[_TITLE_LINES - 1] = lines[_TITLE_LINES - 1].rstrip()[:-3] + "..."
    return "\n".join(one.rstrip() for one in lines[:_TITLE_LINES])


def _spans(axes: Any, spans: Iterable[tuple[float, float, str]]) -> None:
    """Each kind once in the legend."""
    named = set()
    for begin, end, name in spans:
        color, label = SPANS[name]
        axes.axvspan(begin, end, color=color, alpha=0.35, linewidth=0, label="" if name in named else label)
        named.add(name)


def _levels(axes: Any, config: Config, look: Look) -> list[tuple[float, Any]]:
    """Draws each level, and a label right of the axes with a line that leads to it. Returns the newtons and the labels."""
    engine = config.raw(("engine", 0))
    found = []
    for key, label in _LEVELS:
        number = from_q16(getattr(engine, key))
        newtons = number if key.endswith("_force") else newtons_at(engine, number)
        axes.axhline(newtons, color=look.line, linewidth=0.8, linestyle=":" if key == "release_force" else "--")
        text = axes.annotate(
            f"{label} {newtons:.2f} N",
            (1, newtons),
            xycoords=("axes fraction", "data"),
            xytext=(_LEAD, 0),
            textcoords="offset points",
            va="center",
            fontsize=_SMALL,
            color=look.soft,
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": look.line, "linewidth": 0.8, "shrinkA": 1, "shrinkB": 0, "relpos": (0, 0.5)},
        )
        found.append((newtons, text))
    return found


def _with_dark(svg: str) -> str:
    """The same colours for viewers in dark, which override those of the elements."""
    pairs = zip((LIGHT.ink, LIGHT.soft, LIGHT.line, LIGHT.back), (DARK.ink, DARK.soft, DARK.line, DARK.back), strict=True)
    rules = "".join(f'[style*="{what}: {light}"] {{ {what}: {dark} !important }}\n' for light, dark in pairs for what in ("fill", "stroke"))
    style = f"<style>@media (prefers-color-scheme: dark) {{\n{rules}}}</style>\n"
    return re.sub(r"(<svg[^>]*>\n)", lambda found: found[1] + style, svg, count=1)
