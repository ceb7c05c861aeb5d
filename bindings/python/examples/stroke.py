"""A recorded stroke of a pen or finger as a drag: the same as examples/c/stroke.c, line for line.

Six tiles, each of which can be dragged and dropped on, and opens when it is pressed; what happens is printed.

python stroke.py FILE.csv   lines of t_s,x,y,pressure, in the units of the device: stretched to 300 x 200 points, and to
                            0.5 to 4.5 N where there is pressure
python stroke.py            a stroke that is made up
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator

from libpress import Engine, Event, EventType, PressError, Target, Trait

WIDTH, HEIGHT = 300, 200
WAY = [(60, 40, 300), (60, 40, 400), (260, 40, 500), (260, 150, 500), (260, 150, 1000), (260, 150, 0), (160, 150, 0)]
WAY += [(160, 150, 400), (166, 150, 450), (150, 60, 450), (150, 60, 0), (150, 60, 0)]
Row = tuple[float, ...]


def made_up() -> Iterator[Row]:
    steps = ((a, b, step) for a, b in zip(WAY, WAY[1:], strict=False) for step in range(20))
    for i, (a, b, step) in enumerate(steps):
        yield i / 100, *(p + (q - p) * step / 20 for p, q in zip(a, b, strict=True))


def recorded(path: str) -> Iterator[Row]:
    with open(path, newline="") as file:
        for number, row in enumerate(csv.reader(file), 1):
            try:
                t, x, y, pressure = map(float, row)
            except ValueError:
                if number > 1:  # a heading may be there
                    sys.exit(f"{path}:{number}: a row needs t_s,x,y,pressure")
            else:
                yield t, x, y, pressure


def stretched(value: float, values: list[float], most: float) -> float:
    least, top = min(values), max(values)
    return (value - least) / (top - least) * most if top > least else 0


def main() -> None:
    if len(sys.argv) > 2:
        sys.exit("usage: stroke.py [FILE.csv]")
    try:
        rows = list(recorded(sys.argv[1]) if len(sys.argv) == 2 else made_up())
    except OSError as problem:
        sys.exit(f"{problem.filename}: {problem.strerror}")
    moves = 0

    def on_event(event: Event) -> None:
        nonlocal moves
        if event.type == EventType.DRAG_MOVED:
            moves += 1
        elif event.type >= EventType.DRAG_BEGAN:
            reason = f" {event.reason.name.lower()}" if event.reason else ""
            print(f"{event.t_us // 1000 / 1000:8.3f} s  {event.target} {event.type.name.lower()}{reason}")

    engine = Engine(drag=True, lost_after_us=0)  # a device that reports only changes is silent while the pen is still
    engine.when_event = on_event
    engine.drag.on_propose = lambda session, destination, usual: destination != session.source
    for tile in range(6):
        traits = Trait.DRAG_SOURCE | Trait.DROP | Trait.SPRING
        side = 100 + 1 / 65536  # the last point, too
        engine.targets.add(Target(tile + 1, tile % 3 * 100, tile // 3 * 100, side, side, traits=traits))
    _, xs, ys, pressures = (list(column) for column in zip(*rows, strict=True)) if rows else ([], [], [], [])
    bounds = [[min(values), max(values)] if rows else [] for values in (xs, ys)]
    hardest = max(pressures, default=0)
    try:
        for t, x, y, pressure in rows:
            newtons = 0.5 + pressure / hardest * 4 if pressure > 0 else 0
            place = stretched(x, bounds[0], WIDTH), stretched(y, bounds[1], HEIGHT)
            engine.feed_force(int(t * 1e6 + 0.5), newtons, *place)
        if (certain := engine.next_deadline) is not None:  # by then it is certain that a lift at the end is one
            engine.tick(certain)
        engine.reset()  # what began, ends
    except PressError as problem:
        sys.exit(f"stroke.py: {problem}")
    print(f"{len(rows)} samples, {moves} moves")


if __name__ == "__main__":
    main()
