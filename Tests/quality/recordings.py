"""The recordings as traces. Nobody marked the presses in them: the truth is a reference segmentation.

It is hysteresis at the levels of the engine, where pauses of less than 80 ms do not count as a lift and what is shorter than
40 ms does not count as a press.
"""

import csv
from pathlib import Path

import numpy as np
from judge import Score, Trace
from peers import hysteresis
from sensors import Divider, convert

DATA = Path(__file__).resolve().parents[1] / "recordings"
MERGE_US, SHORTEST_US = 80_000, 40_000
# Two people followed a target of tens of newtons; a finger presses a few.
GRIP_SCALE = {"Pinch": 5, "Power": 15}


def rows(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def segments(t_us, newtons):
    """(begin us, end us) of each press."""
    on = hysteresis(newtons)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], on, [0]))))
    found = []
    for a, b in zip(t_us[edges[::2]], t_us[np.minimum(edges[1::2], len(t_us) - 1)], strict=True):
        if found and a - found[-1][1] < MERGE_US:
            found[-1][1] = b
        else:
            found.append([a, b])
    return np.array([s for s in found if s[1] - s[0] >= SHORTEST_US], dtype=float).reshape(-1, 2)


def trace_of(t_us, code, divider, rate, newtons):
    spike = np.zeros(len(code), dtype=bool)
    windows = segments(t_us, newtons)
    # A contact that is there at the start has no beginning.
    quiet = windows[0, 1] + 1 if len(windows) and hysteresis(newtons)[0] else t_us[0]
    windows = windows[windows[:, 0] > quiet]
    return Trace(t_us, code, divider, rate, newtons, windows, spike, int(quiet)) if len(windows) else None


def mouse(rate):
    """Five sensors, 15 trials; the curve of the recorded sensor is near enough for levels."""
    divider = Divider(10, 10_000)
    for path in sorted((DATA / "mouse-grip-fsr").glob("P*.csv")):
        table = rows(path)
        t_us = 1_000_000 + (np.arange(len(table)) * 1e6 / rate).astype(np.int64)
        for n in range(1, 6):
            cells = [row[f"F{n}"] for row in table]
            code = np.array([int(c) if c else -1 for c in cells])
            # A cell that is empty repeats the one before, as a reader that missed it would.
            last = np.maximum.accumulate(np.where(code >= 0, np.arange(len(code)), 0))
            code = np.maximum(code[last], 0).astype(np.int32)
            yield t_us, code, divider, rate, divider.newtons(code)


def grip():
    """True newtons, scaled to a finger's, behind a simulated sensor. The hand holds on from the first reading to the last of
    each repeat: half a second without force is laid before and after, so that there is a press with a beginning and an end."""
    divider = Divider(12, 10_000)
    for number, path in enumerate(sorted((DATA / "grip-force").glob("*.csv"))):
        scale = GRIP_SCALE[path.stem.split("_")[1].split("-")[0]]
        table = rows(path)
        t = np.array([float(row["Time"]) for row in table])
        force = np.array([float(row["Grip_Force"]) for row in table]) / scale
        starts = np.concatenate(([0], np.flatnonzero(np.diff(t) < 0) + 1, [len(t)]))
        for part, (a, b) in enumerate(zip(starts, starts[1:], strict=False)):
            rng = np.random.Generator(np.random.PCG64([number, part]))
            before = np.arange(-41, 0) / 83 + t[a]
            after = np.arange(1, 42) / 83 + t[b - 1]
            newtons = np.concatenate((np.zeros(41), np.maximum(force[a:b], 0), np.zeros(41)))
            code, _ = convert(rng, divider, newtons, spikes=0)
            t_us = 2_000_000 + (np.concatenate((before, t[a:b], after)) * 1e6).astype(np.int64)
            keep = np.concatenate(([True], np.diff(np.maximum.accumulate(t_us)) > 0))
            yield t_us[keep], code[keep], divider, 83.0, newtons[keep]


SETS = {
    "Recording: five sensors on a mouse, as 50 Hz": lambda: mouse(50.0),
    "Recording: five sensors on a mouse, as 100 Hz": lambda: mouse(100.0),
    "Recording: grip forces behind a simulated sensor": grip,
}


def score_all(methods):
    """{set: {method: Score}}"""
    found = {}
    for name, make in SETS.items():
        found[name] = {method: Score() for method in methods}
        for parts in make():
            trace = trace_of(*parts)
            if trace is not None:
                for method, find in methods.items():
                    found[name][method].add(trace, find(trace))
    return found
