"""What a setting costs: sums over recordings, and how sure the difference of two settings is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .judging import COUNTS

DRAWS = 400
"""Of the bootstrap over recordings."""


@dataclass(frozen=True, slots=True)
class Sums:
    """By name an array of settings times recordings. Recordings that cannot be judged are left out."""

    by: Mapping[str, Any]
    recordings: list[str]
    unread: list[str]
    """Why a recording is left out."""
    impossible: Mapping[int, str]
    """Settings that fail, and the first error of each."""

    def cost(self, weights: Mapping[str, float], draws: Any = None) -> Any:
        """Of each setting: errors for each 100 presses, and delays; infinite where it is impossible. `draws`: weights of the
        recordings, a row for each draw."""
        sums = {name: (values.sum(axis=1) if draws is None else draws @ values.T) for name, values in self.by.items()}
        presses, found = np.maximum(sums["presses"], 1), np.maximum(sums["found"], 1)
        errors = sum(weights[name] * sums[name] for name in ("missed", "merged", "split", "extra", "cancelled"))
        cost = 100 * errors / presses
        for name in ("late", "end_late"):
            cost = cost + weights[f"{name}_ms"] * sums[f"{name}_sum"] / found / 1000
        cost[..., list(self.impossible)] = np.inf
        return cost

    def within_best(self, weights: Mapping[str, float]) -> tuple[int, Any]:
        """The best setting, and of each setting the 2.5th percentile of how much more it costs: at most 0, and it cannot be
        distinguished from the best with these recordings."""
        best = int(np.argmin(self.cost(weights)))
        count = len(self.recordings)
        rng = np.random.Generator(np.random.PCG64(1))
        draws = rng.multinomial(count, np.full(count, 1 / count), DRAWS).astype(float)
        costs = self.cost(weights, draws)
        return best, np.quantile(costs - costs[:, best : best + 1], 0.025, axis=0, method="lower")


def sums_of(table: Any, settings: int) -> Sums:
    """Of a table by setting and recording, which has every pair."""
    count = len(table) // settings
    names = table["recording"].slice(0, count).to_pylist()
    errors = np.array(table["error"].to_pylist(), dtype=object).reshape(settings, count)
    failed = np.array([[one is not None for one in row] for row in errors]).reshape(settings, count)
    kept = np.flatnonzero(~failed[0])
    impossible = {n: str(errors[n, kept][failed[n, kept]][0]) for n in range(settings) if failed[n, kept].any()}
    by = {}
    for name in COUNTS:
        by[name] = _numbers(table[name]).reshape(settings, count)[:, kept]
    for name in ("late", "end_late"):
        by[f"{name}_sum"] = _list_sums(table[f"{name}_us"]).reshape(settings, count)[:, kept]
    unread = [str(one) for one in errors[0][failed[0]]]
    return Sums(by, [names[n] for n in kept], unread, impossible)


def _numbers(column: Any) -> Any:
    import pyarrow.compute as pc

    return pc.fill_null(column, 0).to_numpy().astype(float)


def _list_sums(column: Any) -> Any:
    whole = column.combine_chunks()
    flat = whole.flatten().to_numpy(zero_copy_only=False).astype(float)
    ends = np.cumsum([0, *(len(one) if one is not None else 0 for one in whole.to_pylist())])
    sums = np.concatenate(([0.0], np.cumsum(flat)))
    return sums[ends[1:]] - sums[ends[:-1]]


def percentiles(table: Any, settings: int, column: str) -> list[tuple[float, float, float]]:
    """Of each setting median, 90th percentile and worst, ms."""
    import pyarrow.compute as pc

    found = []
    for number in range(settings):
        values = pc.list_flatten(table.filter(pc.equal(table["setting"], number))[column]).to_numpy() / 1000
        if len(values):
            half, most = (float(one) for one in np.percentile(values, (50, 90)))
            found.append((half, most, float(values.max())))
        else:
            found.append((0.0, 0.0, 0.0))
    return found
