"""Where the labels of a chart stand. The live page and the playground have the same rule in JavaScript (spread.js)."""

from __future__ import annotations

from collections.abc import Sequence


def spread(places: Sequence[float], height: float, low: float, high: float) -> list[float]:
    """The middles of labels for these places: at least `height` apart, in the order of their places, between `low` and `high`. The sum of the
    squares of their distances from their places is the least. Where they do not fit they are equally far apart."""
    if not places:
        return []
    height = min(height, (high - low) / len(places))
    order = sorted(range(len(places)), key=lambda n: (places[n], n))
    # The place of each label minus the heights of those below it: these numbers must not fall. Neighbours that would fall form a group at their mean.
    groups: list[tuple[float, int]] = []
    for row, n in enumerate(order):
        total, count = places[n] - row * height, 1
        while groups and groups[-1][0] / groups[-1][1] > total / count:
            before = groups.pop()
            total, count = total + before[0], count + before[1]
        groups.append((total, count))
    first, last = low + height / 2, high - height / 2 - (len(places) - 1) * height
    found = [0.0] * len(places)
    row = 0
    for total, count in groups:
        for _ in range(count):
            found[order[row]] = max(first, min(total / count, last)) + row * height
            row += 1
    return found
