"""Draws docs/claim.svg from the two tables in docs/interactions/contact.md that say what a contact may become, and how.

    python3 docs/draw_claim.py            # writes docs/claim.svg

The first table is the one that Tests/PressCoreTests hold against the code. Each of its ways must stand in the second
table too, with its condition, and no others.
"""

import html
import pathlib
import re
import sys

DOCS = pathlib.Path(__file__).parent
WIDTH, HEIGHT, BOX_WIDTH, BOX_HEIGHT = 1010, 674, 112, 38
TRUNK = 176
RELEASED, RELEASES = "the program releases it", 846
PLACES = {  # the middle of each box
    "open": (76, 226),
    "tap": (560, 42), "hold": (560, 114), "scroll": (560, 186), "moved": (560, 258), "preview": (560, 338),
    "actions": (560, 410), "lifted": (560, 482), "pinch": (560, 554), "over": (930, 150), "drag": (930, 338),
}  # fmt: skip
FILLS = {"open": "#e3f0fd", "moved": "#e3f0fd", "over": "#eeeeee"}


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
    if unknown := {state for way in ways for state in way} - PLACES.keys():
        sys.exit(f"docs/draw_claim.py: has no place for {sorted(unknown)}")
    return ways


def line(*points):
    path = " ".join(f"{'L' if i else 'M'}{x},{y}" for i, (x, y) in enumerate(points))
    return f'<path d="{path}" class="way" marker-end="url(#tip)"/>'


def words(x, y, text, style="when", anchor="start"):
    return f'<text x="{x}" y="{y}" class="{style}" text-anchor="{anchor}">{html.escape(text)}</text>'


def draw_way(a, b, when):
    (ax, ay), (bx, by) = PLACES[a], PLACES[b]
    half_width, half_height = BOX_WIDTH // 2, BOX_HEIGHT // 2
    if (a, b) == ("open", "drag"):  # below all others
        low = PLACES["pinch"][1] + 62
        yield line((ax + half_width, ay), (TRUNK, ay), (TRUNK, low), (bx, low), (bx, by + half_height))
        yield words(TRUNK + 14, low - 8, when)
    elif b == "open":  # below even that
        low = PLACES["pinch"][1] + 92
        yield line((ax + 24, ay + half_height), (ax + 24, low), (bx - 24, low), (bx - 24, by + half_height))
        yield words(TRUNK + 14, low - 8, when)
    elif (a, b) == ("hold", "drag"):  # down beside the boxes, and then to the right
        down, low = ax + half_width + 6, by - 54
        yield line((ax + half_width, ay), (down, ay), (down, low), (bx - 24, low), (bx - 24, by - half_height))
        yield words(down + 8, low - 6, when)
    elif b == "pinch" and a != "open":  # down beside the boxes, and back to the left
        down, enters = ax + half_width + (230 if a == "moved" else 200), by + (8 if a == "moved" else -8)
        yield line((ax + half_width, ay + 10), (down, ay + 10), (down, enters), (bx + half_width, enters))
        yield words(bx + half_width + 14, by + (24 if a == "moved" else -14), f"{a}: {when}")
    elif a == "open":  # along the trunk, and then to the right
        yield line((ax + half_width, ay), (TRUNK, ay), (TRUNK, by), (bx - half_width, by))
        yield words(TRUNK + 14, by - 8, when)
    elif when == RELEASED:  # along a trunk of its own, from below the other ways
        side = half_width if ax < RELEASES else -half_width
        yield line((ax + side, ay + 10), (RELEASES, ay + 10), (RELEASES, by), (bx - half_width, by))
        if ax < RELEASES:
            yield words(ax + half_width + 14, ay + 25, when)
    elif ay == by:  # straight to the right
        yield line((ax + half_width, ay), (bx - half_width, by))
        yield words(ax + half_width + 14, ay - 8, when)
    elif ax == bx:  # straight down
        yield line((ax, ay + half_height), (bx, by - half_height))
        yield words(ax + 14, (ay + by) // 2 + 4, when)
    else:  # to a box between two rows
        yield line((ax + half_width, ay), (bx, ay), (bx, by + (half_height if ay > by else -half_height)))
        yield words(ax + half_width + 14, ay - 8, when)


def draw(text):
    ways = read(text)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">',
        "<title>What a contact becomes</title>",
        "<style>text { font: 14px 'DejaVu Sans', Verdana, sans-serif; fill: #222 } .state { font-weight: bold }",
        ".when { font-size: 12.5px; fill: #444 } .way { fill: none; stroke: #5b6b7b; stroke-width: 1.5 }</style>",
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">',
        '<path d="M0,0 L10,5 L0,10 z" fill="#5b6b7b"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for (a, b), when in ways.items():
        out += draw_way(a, b, when)
    for state, (x, y) in PLACES.items():
        left, top = x - BOX_WIDTH // 2, y - BOX_HEIGHT // 2
        look = f'rx="9" fill="{FILLS.get(state, "#e6f5e3")}" stroke="#5b6b7b"'
        out.append(f'<rect x="{left}" y="{top}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" {look}/>')
        out.append(words(x, y + 5, state, "state", "middle"))
    out.append(words(PLACES["open"][0], PLACES["open"][1] - 32, "touches", anchor="middle"))
    return "\n".join([*out, "</svg>", ""])


if __name__ == "__main__":
    (DOCS / "claim.svg").write_text(draw((DOCS / "interactions/contact.md").read_text()))
