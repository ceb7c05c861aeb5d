"""What the programs that draw pictures of the documents share: how wide a text is, and what a picture must not do.

    python3 docs/drawing.py FILE...       # names what is wrong with pictures (SVG)

A text meets no other text, no edge of a box and no line, and stays inside the picture. A picture follows light and dark.
"""

import pathlib
import re
import sys
from dataclasses import dataclass
from xml.etree import ElementTree

# Hundredths of the size of the letters, from the blank on: DejaVu Sans, which is wider than what most readers see.
PLAIN = """32 40 46 84 64 95 78 27 39 39 50 84 32 36 32 34 64 64 64 64 64 64 64 64 64 64 34 34 84 84 84 53 100 68 69 70 77 63 58 77 75 29 29 66 56
86 75 79 60 79 69 63 61 73 68 99 69 61 69 39 34 39 84 50 50 61 63 55 63 62 35 63 63 28 28 58 28 97 63 61 63 63 41 52 39 63 59 82 59 59 52"""
BOLD = """35 46 52 84 70 100 87 31 46 46 52 84 38 42 38 37 70 70 70 70 70 70 70 70 70 70 40 40 84 84 84 58 100 77 76 73 83 68 68 82 84 37 37 77 64
100 84 85 73 85 77 72 68 81 77 110 77 72 73 46 37 46 84 50 50 67 72 59 72 68 44 72 71 34 34 67 34 104 71 69 72 72 49 60 48 71 65 92 65 65 58"""
WIDTHS = {is_bold: [int(one) for one in widths.split()] for is_bold, widths in ((False, PLAIN), (True, BOLD))}
SVG = "{http://www.w3.org/2000/svg}"


def width_of(text, size, is_bold=False):
    widths = WIDTHS[is_bold]
    return sum(widths[ord(one) - 32] if 32 <= ord(one) < 32 + len(widths) else 84 for one in text) * size / 100


@dataclass
class Box:
    left: float
    top: float
    right: float
    bottom: float
    name: str
    is_sometimes: bool = False  # it is shown for a part of the time

    def meets(self, other):
        return self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom

    def holds(self, other):
        return self.left <= other.left and other.right <= self.right and self.top <= other.top and other.bottom <= self.bottom

    def is_crossed(self, a, b):
        """Whether the line from a to b goes through it."""
        enters, leaves = 0.0, 1.0
        for start, along, low, high in ((a[0], b[0] - a[0], self.left, self.right), (a[1], b[1] - a[1], self.top, self.bottom)):
            if along == 0:
                if not low < start < high:
                    return False
                continue
            first, last = sorted(((low - start) / along, (high - start) / along))
            enters, leaves = max(enters, first), min(leaves, last)
        return enters < leaves


def styles(root):
    """The size and weight of letters: of the picture, and of each class."""
    css = " ".join((one.text or "").partition("@media")[0] for one in root.iter(f"{SVG}style"))
    return {
        name: ({"size": float(size[1])} if (size := re.search(r"(?<!\w)(?:font|font-size):[^;}]*?([\d.]+)px", rule)) else {})
        | ({"bold": True} if "bold" in rule or "weight:600" in rule else {})
        for name, rule in re.findall(r"([.\w]+)\s*\{([^{}]*)\}", css)
        if name == "text" or name.startswith(".")
    }


def number(element, name, otherwise=0.0):
    return float(element.get(name, otherwise))


def texts(root):
    known = styles(root)
    size = number(root, "font-size", 16)
    for one in root.iter(f"{SVG}text"):
        look = {"size": size} | known.get("text", {})
        for name in one.get("class", "").split():
            look |= known.get(f".{name}", {})
        size_here = number(one, "font-size", look["size"])
        words = "".join(one.itertext()).strip()
        wide = width_of(words, size_here, look.get("bold", False) or one.get("font-weight") in ("bold", "600"))
        left = number(one, "x") - {"middle": wide / 2, "end": wide}.get(one.get("text-anchor"), 0)
        base = number(one, "y")
        is_sometimes = one.find(f"{SVG}animate") is not None
        yield Box(left, base - 0.76 * size_here, left + wide, base + 0.24 * size_here, words, is_sometimes)


def boxes(root):
    for one in root.iter(f"{SVG}rect"):
        if "scale(0)" not in one.get("transform", ""):
            left, top = number(one, "x"), number(one, "y")
            yield Box(left, top, left + number(one, "width"), top + number(one, "height"), "a box")


def lines(root):
    """The straight lines, and each as a pair of points."""
    for one in root.iter(f"{SVG}line"):
        yield (number(one, "x1"), number(one, "y1")), (number(one, "x2"), number(one, "y2"))
    for one in [*root.iter(f"{SVG}polyline"), *root.iter(f"{SVG}path")]:
        if one.get("marker-end") or one.get("stroke") or one.tag.endswith("polyline"):
            found = [float(number) for number in re.findall(r"-?[\d.]+", one.get("points") or one.get("d") or "")]
            points = list(zip(found[::2], found[1::2], strict=True))
            yield from zip(points, points[1:], strict=False)


def faults(picture):
    """What is wrong with a picture, as sentences."""
    root = ElementTree.fromstring(picture)
    frame = Box(0, 0, *[float(one) for one in root.get("viewBox").split()[2:]], "the picture")
    written, drawn, edges = list(texts(root)), list(boxes(root)), list(lines(root))
    if "prefers-color-scheme: dark" not in picture:
        yield "does not follow light and dark"
    for at, text in enumerate(written):
        if not frame.holds(text):
            yield f"{text.name!r} leaves the picture"
        for other in written[at + 1 :]:
            if text.meets(other) and not (text.is_sometimes and other.is_sometimes):
                yield f"{text.name!r} meets {other.name!r}"
        for box in drawn:
            if text.meets(box) and not box.holds(text):
                yield f"{text.name!r} meets the edge of a box"
        if any(text.is_crossed(a, b) for a, b in edges):
            yield f"a line goes through {text.name!r}"
    for box in drawn:
        if not frame.holds(box):
            yield "a box leaves the picture"


def checked(picture, name):
    """The picture, which has nothing wrong; a program that draws another one fails."""
    if wrong := list(faults(picture)):
        sys.exit("\n".join(f"{name}: {one}" for one in wrong))
    return picture


if __name__ == "__main__":
    for path in map(pathlib.Path, sys.argv[1:]):
        checked(path.read_text(), path)
