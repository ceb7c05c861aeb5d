"""A mat that is not there: newtons of its cells in, and the codes that its circuit would give."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from typing import Literal

from .errors import InvalidError

Circuit = Literal["dividers", "amplifiers"]


class SimulatedMat:
    """Film between rows and columns, as the network that it is: one row is driven, the others are at ground, each column is read.

    | argument | is |
    |---|---|
    | `circuit` | `"dividers"`: a resistor of `column_ohm` from each column to ground; `"amplifiers"`: each column is held at ground |
    | `column_ohm` | ohm of the resistor of a column; of an amplifier that from its output back |
    | `row_ohm` | ohm of what drives a row and holds it at ground: a pin 30, a switch 5 to 470 |
    | `open_rows` | the other rows are connected to nothing: pressed cells show where nothing is |
    | `full_scale` | the code at the supply: 1023 of 10 bits |
    | `siemens` | what a cell conducts for each newton; `rest`: what it conducts without one |
    | `spread` | cells differ by up to this part, by `seed` |
    | `noise` | codes, root of the mean square |

    Its voltages come from Kirchhoff's law at each row and column. Raises InvalidError for what is out of range.
    """

    __slots__ = (
        "_column_ohm", "_full_scale", "_gains", "_is_open", "_is_summed", "_noise", "_random", "_rest", "_row_ohm", "_siemens",
        "columns", "rows",
    )  # fmt: skip

    def __init__(
        self,
        columns: int = 16,
        rows: int = 16,
        *,
        circuit: Circuit = "dividers",
        column_ohm: float = 10_000,
        row_ohm: float = 0,
        open_rows: bool = False,
        full_scale: int = 1023,
        siemens: float = 100e-6,
        rest: float = 2e-6,
        spread: float = 0.0,
        noise: float = 0.0,
        seed: int = 1,
    ) -> None:
        if circuit not in ("dividers", "amplifiers"):
            raise InvalidError(f"circuit is 'dividers' or 'amplifiers', not {circuit!r}")
        if columns < 1 or rows < 1 or column_ohm <= 0 or row_ohm < 0 or full_scale < 1:
            raise InvalidError("a mat has columns and rows, column_ohm above 0, row_ohm not below 0, and full_scale above 0")
        self.columns, self.rows = columns, rows
        self._is_summed, self._is_open = circuit == "amplifiers", open_rows
        self._column_ohm, self._row_ohm, self._full_scale = column_ohm, row_ohm, full_scale
        self._siemens, self._rest, self._noise = siemens, rest, noise
        self._random = random.Random(seed)
        self._gains = [[1 + spread * self._random.uniform(-1, 1) for _ in range(columns)] for _ in range(rows)]

    def presses(self, *presses: tuple[float, float, float, float]) -> list[list[float]]:
        """Newtons of each cell under some presses: column, row, newtons and radius in cells of each. Each gives all of its force."""
        cells = [[0.0] * self.columns for _ in range(self.rows)]
        for x, y, newtons, radius in presses:
            weights = {
                (column, row): math.exp(-2 * ((column - x) ** 2 + (row - y) ** 2) / max(radius, 0.1) ** 2)
                for row in range(self.rows)
                for column in range(self.columns)
                if math.hypot(column - x, row - y) <= max(radius, 0.71)
            }
            for (column, row), weight in weights.items():
                cells[row][column] += newtons * weight / sum(weights.values())
        return cells

    def read(self, newtons: Iterable[Iterable[float]]) -> list[list[int]]:
        """The codes of one frame, row by row, for the newtons of each cell."""
        conducts = [
            [(self._rest + self._siemens * max(force, 0.0)) * gain for force, gain in zip(row, gains, strict=True)]
            for row, gains in zip(newtons, self._gains, strict=True)
        ]
        shares = self._summed(conducts) if self._is_summed else self._divided(conducts)
        full = self._full_scale
        return [
            [min(max(round(share * full + (self._random.gauss(0, self._noise) if self._noise else 0.0)), 0), full) for share in row] for row in shares
        ]

    def _summed(self, conducts: Sequence[Sequence[float]]) -> list[list[float]]:
        """A row behind its resistance goes down by what all its cells take; the columns are at ground."""
        return [[one * self._column_ohm / (1 + self._row_ohm * sum(row)) for one in row] for row in conducts]

    def _divided(self, conducts: Sequence[Sequence[float]]) -> list[list[float]]:
        """Nodes are the columns, and the rows where these are no ideal sources; one solution for each row that is driven."""
        ideal = self._row_ohm == 0 and not self._is_open
        own = 1 / self._column_ohm
        if ideal:
            sums = [own + sum(column) for column in zip(*conducts, strict=True)]
            return [[one / whole for one, whole in zip(row, sums, strict=True)] for row in conducts]
        shares = []
        for driven in range(self.rows) if self._is_open else (None,):
            shares += self._solved(conducts, own, driven)
        return shares

    def _solved(self, conducts: Sequence[Sequence[float]], own: float, driven: int | None) -> list[list[float]]:
        """Of all rows at once, or, where rows are open, of the one that is driven."""
        rows, columns = self.rows, self.columns
        drive = 1 / max(self._row_ohm, 1e-3)
        sources = [drive if driven in (None, row) else 0.0 for row in range(rows)]
        size = rows + columns
        asked = list(range(rows)) if driven is None else [driven]
        matrix = [[0.0] * (size + len(asked)) for _ in range(size)]
        for row in range(rows):
            matrix[row][row] = sources[row] + sum(conducts[row]) + 1e-15
            for column in range(columns):
                matrix[row][rows + column] = matrix[rows + column][row] = -conducts[row][column]
        for column in range(columns):
            matrix[rows + column][rows + column] = own + sum(conducts[row][column] for row in range(rows))
        for at, row in enumerate(asked):
            matrix[row][size + at] = sources[row]
        for pivot in range(size):
            line = matrix[pivot]
            for other in range(pivot + 1, size):
                if factor := matrix[other][pivot] / line[pivot]:
                    matrix[other] = [a - factor * b for a, b in zip(matrix[other], line, strict=True)]
        answers = []
        for at in range(len(asked)):
            volts = [0.0] * size
            for node in reversed(range(size)):
                line = matrix[node]
                volts[node] = (line[size + at] - sum(line[n] * volts[n] for n in range(node + 1, size))) / line[node]
            answers.append(volts[rows:])
        return answers
