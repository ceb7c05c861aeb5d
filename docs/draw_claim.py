"""Draws docs/claim.svg from the two tables in docs/interactions/contact.md that say what a contact may become, and how.

    python3 docs/draw_claim.py            # writes docs/claim.svg

The first table is the one that Tests/PressCoreTests hold against the code. Each of its ways must stand in the second
table too, with its condition, and no others.
"""

import html
import pathlib
import re
import sys

from drawing import checked, width_of

DOCS = pathlib.Path(__file__).parent
WIDTH, GAP = 640, 10
SIZE, NEXT = 14, 19  # of the letters, and from one line of them to the next
BOX_WIDTH, BOX_HEIGHT = 92, 28
TRUNK, INDENT = 36, 46  # of the first state, and of those that follow from one
FIRST = "open"
STYLE = """text { font: 14px 'DejaVu Sans', Verdana, sans-serif; fill: #222 } .state { font-weight: bold } .when { fill: #444 }
.way { fill: none; stroke: #5b6b7b; stroke-width: 1.5 } .tip { fill: #5b6b7b } .page { fill: #fff }
rect { stroke: #5b6b7b; fill: #e6f5e3 } .page { stroke: none } .again { fill: #fff; stroke-dasharray: 4 3 } .first { fill: #e3f0fd }
@media (prefers-color-scheme: dark) { text { fill: #eee } .when { fill: #c8ccd2 } .page, .again { fill: #131416 } rect { fill: #21391f }
.first { fill: #17324d } .way, rect { stroke: #93a4b5 } .tip { fill: #93a4b5 } .page { stroke: none } }"""


def table(text, header):
    """The rows of the table whose header begins with this cell."""
    found = re.search(rf"^\| {header} \|.*\n\|[-|]+\n((?:\|.*\n)*)", text, re.M)
    if not found:
        sys.exit(f"docs/interactions/contact.md: there is no table with the header {header!r}")
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].splitlines()]


def read(text):
    """The ways, (from, to): when."""
    may = {(a, b.strip()) for a, wishes in table(text, "a contact that is") for b in wishes.split(",") if b.strip()}
    ways = {(a, b): when for a, b, when in table(text, "from")}
    if wrong := may ^ ways.keys():
        sys.exit(f"docs/interactions/contact.md: the two tables disagree about {sorted(wrong)}")
    return ways


def line(*points):
    path = " ".join(f"{'L' if i else 'M'}{x},{y}" for i, (x, y) in enumerate(points))
    return f'<path d="{path}" class="way" marker-end="url(#tip)"/>'


def words(x, y, text, style="when", anchor="start"):
    return f'<text x="{x}" y="{y}" class="{style}" text-anchor="{anchor}">{html.escape(text)}</text>'


def box(x, y, state, style):
    """A state, its left edge at x and its middle at y."""
    shape = f'<rect x="{x}" y="{y - BOX_HEIGHT // 2}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="8" class="{style}"/>'
    return [shape, words(x + BOX_WIDTH // 2, y + 5, state, "state", "middle")]


def wrapped(text, width):
    """Its lines, none wider."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        lines = [*lines[:-1], longer] if width_of(longer, SIZE) <= width else [*lines, word]
    return lines


def row(x, top, state, when, style):
    """What a way leads to, with its condition to the right: what is drawn, its middle, and where the next row begins."""
    left = x + BOX_WIDTH + 12
    lines = wrapped(when, WIDTH - left - 12)
    height = max(BOX_HEIGHT, NEXT * len(lines))
    middle = top + height // 2
    base = middle + 5 - NEXT * (len(lines) - 1) // 2
    drawn = [*box(x, middle, state, style), *(words(left, base + NEXT * n, one) for n, one in enumerate(lines))]
    return drawn, middle, top + height + GAP


def draw(text):
    """What follows from a state stands below it: no way crosses another. What follows from there, too, stands once."""
    ways = read(text)
    out, trunk, top = [], BOX_HEIGHT + GAP, BOX_HEIGHT + 3 * GAP
    out += [*box(TRUNK - 20, GAP + BOX_HEIGHT // 2, FIRST, "first"), words(TRUNK + BOX_WIDTH, GAP + BOX_HEIGHT // 2 + 5, "a finger touches")]
    for state in (b for a, b in ways if a == FIRST):
        x = TRUNK + INDENT
        drawn, middle, top = row(x, top, state, ways[FIRST, state], "state")
        out += [*drawn, line((TRUNK, trunk), (TRUNK, middle), (x, middle))]
        below = middle + BOX_HEIGHT // 2
        for a, b in ways:
            if a == state:
                drawn, at, top = row(x + INDENT, top, b, ways[a, b], "again")
                out += [*drawn, line((x + 20, below), (x + 20, at), (x + INDENT, at))]
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" width="{WIDTH}" height="{top}">',
        "<title>What a contact becomes</title>",
        f"<style>{STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">',
        '<path d="M0,0 L10,5 L0,10 z" class="tip"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{top}" class="page"/>',
    ]
    return checked("\n".join([*head, *out, "</svg>", ""]), "docs/claim.svg")


if __name__ == "__main__":
    (DOCS / "claim.svg").write_text(draw((DOCS / "interactions/contact.md").read_text()))
