"""How a palm differs from fingers on a grid: the number of cells, or the axes of its ellipse. Prints the errors of the best limit of each.

Fingers and hands are drawn by a seed: half-ellipsoids of pressure, turned at random, on cells whose gains differ by 15 %. A palm is
judged as it lies there, and as it comes down, with a third to two thirds of its size.
"""

from __future__ import annotations

import numpy as np
from libpress import Grid

KINDS = {  # length and width in mm, and newtons, from and to
    "fingertip": ((8, 11), (7, 9), (0.5, 4)),
    "rolled": ((14, 24), (9, 13), (1, 6)),
    "thumb": ((16, 25), (13, 18), (1, 8)),
    "heel of the hand": ((40, 65), (22, 38), (4, 40)),
    "side of the hand": ((55, 85), (12, 20), (4, 30)),
}
PALMS = ("heel of the hand", "side of the hand")
SIDE_MM = 120.0


def cells(random: np.random.Generator, pitch: float, kind: str, part: float) -> np.ndarray:
    """Newtons of each cell."""
    long, wide, force = (random.uniform(*span) for span in KINDS[kind])
    turn = random.uniform(0, np.pi)
    count = int(SIDE_MM / pitch)
    fine = 4
    at = (np.arange(count * fine) + 0.5) * pitch / fine
    x0, y0 = random.uniform(SIDE_MM * 0.45, SIDE_MM * 0.55, 2)
    x, y = np.meshgrid(at - x0, at - y0)
    a = (x * np.cos(turn) + y * np.sin(turn)) / (long * part / 2)
    b = (y * np.cos(turn) - x * np.sin(turn)) / (wide * part / 2)
    pressure = np.sqrt(np.clip(1 - a * a - b * b, 0, None))
    # A hand does not press evenly: hills of the size of a fingertip.
    if kind in PALMS:
        for _ in range(6):
            u, v = random.uniform(-1, 1, 2) * (long * part / 2.5, wide * part / 2.5)
            hill = ((x - u * np.cos(turn) + v * np.sin(turn)) ** 2 + (y - u * np.sin(turn) - v * np.cos(turn)) ** 2) / 8**2
            pressure *= 1 + random.uniform(-0.5, 0.5) * np.exp(-hill)
    sums = pressure.reshape(count, fine, count, fine).sum((1, 3))
    return sums / sums.sum() * force * part * random.normal(1, 0.15, sums.shape)


def seen(random: np.random.Generator, pitch: float, kind: str, part: float) -> tuple[int, float, float] | None:
    """Cells and axes of the largest contact; None: it was too soft to be one."""
    frame = cells(random, pitch, kind, part)
    grid = Grid(frame.shape[1], frame.shape[0], False, pitch_x=pitch, pitch_y=pitch, touch_force=0.05, release_force=0.02)
    grid.feed(0, frame)
    found = max(grid.contacts, key=lambda one: one.cells, default=None)
    return None if found is None or found.shape is None else (found.cells, found.shape.major, found.shape.minor)


def errors(fingers: np.ndarray, palms: np.ndarray) -> tuple[float, float, float]:
    """The limit that errs least, and how many fingers and palms it errs with."""
    limits = np.unique(np.concatenate([fingers, palms]))
    wrong = [((fingers >= limit).mean(), (palms < limit).mean(), limit) for limit in limits]
    a, b, limit = min(wrong, key=lambda one: one[0] + one[1])
    return limit, 100 * a, 100 * b


def main() -> None:
    print("pitch  palm          judged by        limit  fingers taken for palms  palms taken for fingers")
    for pitch in (4.0, 5.0, 8.0):
        for words, parts in (("lies", (1.0, 1.0)), ("comes down", (0.33, 0.67))):
            random = np.random.default_rng(1)
            rows: dict[bool, list[tuple[int, float, float]]] = {False: [], True: []}
            axes: dict[str, list[tuple[int, float, float]]] = {}
            for kind in KINDS:
                is_palm = kind in PALMS
                for _ in range(300):
                    one = seen(random, pitch, kind, random.uniform(*parts) if is_palm else 1.0)
                    if one is not None:
                        rows[is_palm].append(one)
                        axes.setdefault(kind, []).append(one)
            fingers, palms = np.array(rows[False]), np.array(rows[True])
            ways = {"cells": lambda one: one[:, 0], "longer axis": lambda one: one[:, 1], "shorter axis": lambda one: one[:, 2],
                    "both axes": lambda one: one[:, 1] * one[:, 2]}  # fmt: skip
            for name, way in ways.items():
                limit, fingers_wrong, palms_wrong = errors(way(fingers), way(palms))
                print(f"{pitch:5.0f}  {words:12}  {name:14} {limit:7.1f} {fingers_wrong:23.1f} % {palms_wrong:22.1f} %")
            if words == "lies":
                for kind, found in axes.items():
                    middle = np.median(np.array(found), axis=0)
                    print(f"       {kind}: {middle[0]:.0f} cells, {middle[1]:.1f} x {middle[2]:.1f} mm")


if __name__ == "__main__":
    main()
