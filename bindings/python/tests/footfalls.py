"""A seeded model of footfalls: heel, arch, ball and toes, each an ellipse of its own time and force, as newtons of cells.

Lengths are mm. A foot points along y, turned by up to 15 degrees; one in four has an arch that never touches.
"""

import math
import random
from typing import NamedTuple

FEET = {"join": (20, 110), "touch_force": 1, "release_force": 0.5}
"""What matrix.md says for feet."""


class Part(NamedTuple):
    """Of a foot: where along it, its radii across and along as parts of its length, when it comes and goes in a stance, and its share."""

    across: float
    along: float
    wide: float
    long: float
    comes: float
    goes: float
    share: float


HEEL = Part(0, 0.14, 0.105, 0.12, 0.0, 0.62, 1.0)
ARCH = Part(0.06, 0.40, 0.07, 0.20, 0.10, 0.70, 0.15)
BALL = Part(0, 0.70, 0.18, 0.10, 0.15, 0.97, 1.2)
TOES = Part(-0.05, 0.90, 0.13, 0.07, 0.45, 1.0, 0.35)


class Foot:
    """One foot that comes down at a time, and is gone after its stance."""

    def __init__(self, chance: random.Random, x: float, y: float, begins: float, turned: float | None = None):
        """`x`, `y`: the middle of its heel's end."""
        self.length = chance.uniform(220, 300)
        self.mass = chance.uniform(40, 120)
        self.angle = math.radians(chance.uniform(-15, 15) if turned is None else turned)
        self.begins, self.lasts = begins, chance.uniform(0.6, 1.1)
        self.x, self.y = x, y
        self.parts = [HEEL, BALL, TOES] if chance.random() < 0.25 else [HEEL, ARCH, BALL, TOES]

    def forces(self, t: float) -> list[float]:
        """Newtons of each part; all together the two humps of a walk."""
        at = (t - self.begins) / self.lasts
        if not 0 <= at < 1:
            return [0.0] * len(self.parts)
        whole = self.mass * 9.81 * min(at / 0.12, (1 - at) / 0.12, 1) * (0.95 + 0.15 * math.cos(4 * math.pi * at))
        weights = []
        for part in self.parts:
            if part.comes < at < part.goes:
                through = (at - part.comes) / (part.goes - part.comes)
                weights.append(part.share * math.sin(math.pi * through) ** 0.7)
            else:
                weights.append(0.0)
        return [whole * one / (sum(weights) or 1.0) for one in weights]

    def cells(self, columns: int, rows: int, pitch: float) -> list[dict[int, float]]:
        """For each part its share of each cell; a cell is sampled at nine places."""
        answer = []
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        for part in self.parts:
            here: dict[int, float] = {}
            for row in range(rows):
                for column in range(columns):
                    for sub in range(9):
                        dx = (column + (sub % 3 - 1) / 3) * pitch - self.x
                        dy = (row + (sub // 3 - 1) / 3) * pitch - self.y
                        across, along = cos * dx + sin * dy, cos * dy - sin * dx
                        far = ((across / self.length - part.across) / part.wide) ** 2 + ((along / self.length - part.along) / part.long) ** 2
                        if far < 1:
                            here[row * columns + column] = here.get(row * columns + column, 0.0) + math.sqrt(1 - far)
            whole = sum(here.values())
            answer.append({cell: one / whole for cell, one in here.items()})
        return answer

    @property
    def half_width(self) -> float:
        """Of its widest part, whatever way it is turned."""
        return self.length * (0.185 * math.cos(self.angle) + 0.72 * abs(math.sin(self.angle)))


def frames(feet: list[Foot], columns: int, rows: int, pitch: float, rate: float, seconds: float):
    """Time in microseconds, and the newtons of all cells, by frame."""
    shares = [foot.cells(columns, rows, pitch) for foot in feet]
    for n in range(round(seconds * rate)):
        cells = [0.0] * (columns * rows)
        for foot, parts in zip(feet, shares, strict=True):
            for force, part in zip(foot.forces(n / rate), parts, strict=True):
                if force:
                    for cell, share in part.items():
                        cells[cell] += force * share
        yield round((n + 1) * 1e6 / rate), cells
