"""Draws docs/press.svg, which moves: two presses, what the library says of them, and what a page shows then.

    python3 docs/draw_press.py            # writes docs/press.svg

The force is made up, everything else is what an Engine delivers of it.
"""

import pathlib
from itertools import pairwise

from drawing import checked
from libpress import Engine

OUT = pathlib.Path(__file__).parent / "press.svg"
SECONDS, STEP = 6.0, 0.05
# (seconds, newtons): the first press lets go early, the second presses on.
FORCE = [(0, 0), (0.4, 0), (1.2, 2.3), (1.5, 2.3), (2.0, 0), (2.8, 0), (3.6, 2.4), (4.3, 4.6), (4.8, 4.6), (5.1, 0), (6, 0)]
WIDTH, HEIGHT = 760, 300
CHART = (310, 30, 345, 220)  # x, y, width, height
MOST = 5.0  # newtons at the top of the chart
STYLE = """text { fill: #343a40 } .page, .row { fill: #fff } .soft { fill: #e9ecef } .card { fill: #0b7285 } .finger { fill: #e8590c }
line { stroke: #868e96 } polyline { fill: none; stroke: #e8590c; stroke-width: 2.5 }
@media (prefers-color-scheme: dark) { text { fill: #e3e6ea } .page { fill: #131416 } .soft { fill: #2b2f36 } .row { fill: #131416 }
.card { fill: #3bc9db } .finger { fill: #ff922b } polyline { stroke: #ff922b } }"""


def force(t):
    for (t0, f0), (t1, f1) in pairwise(FORCE):
        if t <= t1:
            part = (t - t0) / (t1 - t0)
            return f0 + (f1 - f0) * part * part * (3 - 2 * part)
    return 0.0


def play():
    """For each step: newtons, progress of the preview and of the commit phase, and the words for it."""
    state = {"preview": 0.0, "commit": 0.0, "words": "nothing touches"}
    engine = Engine()

    def updated(event):
        state.update(preview=event.progress, words=f"preview {event.progress:.0%}")

    def committing(event):
        state.update(preview=1.0, commit=event.progress, words="committed" if event.ended else f"commit {event.progress:.0%}")

    engine.when_touched = lambda: state.update(words="touched")
    engine.preview.when_updated = updated
    engine.preview.when_commit_updated = committing
    engine.preview.when_cancelled = lambda: state.update(preview=0.0, commit=0.0, words="let go early: cancelled")
    engine.when_released = lambda: state["words"] == "committed" and state.update(words="committed: it stays open")
    rows = []
    for n in range(int(SECONDS / STEP) + 1):
        newtons = force(n * STEP)
        engine.feed_force(int(n * STEP * 1e6), newtons)
        rows.append((newtons, state["preview"], state["commit"], state["words"]))
    return rows


def short(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def animate(name, values, kind="animate", **more):
    """An attribute through the whole time; what does not change is left out."""
    keep = [i for i, v in enumerate(values) if i in (0, len(values) - 1) or v != values[i - 1] or v != values[i + 1]]
    last = len(values) - 1
    extra = "".join(f' {key}="{value}"' for key, value in more.items())
    return (
        f'<{kind} attributeName="{name}"{extra} dur="{SECONDS:g}s" repeatCount="indefinite" '
        f'keyTimes="{";".join(short(round(i / last, 4)) if i in (0, last) else f"{i / last:.4f}" for i in keep)}" '
        f'values="{";".join(str(values[i]) for i in keep)}"/>'
    )


def words(rows):
    """Each text is shown while it holds."""
    for text in dict.fromkeys(row[3] for row in rows):
        shown = ["visible" if row[3] == text else "hidden" for row in rows]
        yield f'<text x="150" y="284" text-anchor="middle" visibility="hidden">{text}{animate("visibility", shown, calcMode="discrete")}</text>'


def draw():
    rows = play()
    x0, y0, width, height = CHART
    across = [x0 + width * i / (len(rows) - 1) for i in range(len(rows))]
    down = [y0 + height * (1 - row[0] / MOST) for row in rows]
    config = Engine().config
    span = config["full_force"] - config["zero_force"]
    levels = [(name, config["zero_force"] + span * config[f"{name}_pressure"]) for name in ("preview", "commit", "complete")]
    grown = [0.0 + row[1] * 0.55 + row[2] * 0.45 for row in rows]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="18">',
        f"<style>{STYLE}</style>",
        "<title>A finger presses: a preview grows with its force, goes away when it lets go early, and opens when it presses on</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="10" class="page"/>',
        # What a page shows: three rows, and a card that grows out of the second.
        '<rect x="30" y="30" width="240" height="220" rx="12" class="soft"/>',
        *(f'<rect x="46" y="{y}" width="208" height="40" rx="6" class="row"/>' for y in (60, 120, 180)),
        '<g transform="translate(150 140)"><rect x="-104" y="-96" width="208" height="192" rx="12" class="card" transform="scale(0)">',
        animate("transform", [short(round(0.25 + 0.75 * v, 3)) if v else "0" for v in grown], "animateTransform", type="scale"),
        "</rect></g>",
        f'<circle cx="150" cy="140" r="0" class="finger" fill-opacity="0.55">{animate("r", [short(6 + 5 * row[0]) if row[0] > 0.05 else "0" for row in rows])}</circle>',
    ]
    for name, newtons in levels:
        y = short(y0 + height * (1 - newtons / MOST))
        lines.append(f'<line x1="{x0}" x2="{x0 + width}" y1="{y}" y2="{y}" stroke-dasharray="4 4"/>')
        lines.append(f'<text x="{x0 + width + 8}" y="{float(y) + 6:g}">{name}</text>')
    path = " ".join(f"{short(x)},{short(y)}" for x, y in zip(across, down, strict=True))
    lines += [
        f'<polyline points="{path}"/>',
        f'<line x1="{x0}" x2="{x0 + width}" y1="{y0 + height}" y2="{y0 + height}"/>',
        f'<text x="{x0}" y="{y0 + height + 34}">force over {SECONDS:g} seconds</text>',
        f'<circle r="6" class="finger">{animate("cx", [short(x) for x in across])}{animate("cy", [short(y) for y in down])}</circle>',
        *words(rows),
        "</svg>",
    ]
    return checked("\n".join(lines) + "\n", "docs/press.svg")


if __name__ == "__main__":
    OUT.write_text(draw())
