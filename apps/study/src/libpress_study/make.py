"""Recordings of simulated fingers, with the presses that were meant.

Each recording is a person on a circuit of their own, drawn from the seed and its number alone. Beside the trace lie
NAME.labels.csv and NAME.conf. A press begins and ends where the force of the finger passes 0.1 N: what no level decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from libpress.config import edited
from libpress.files import replace_file
from libpress.sensor import Sensor
from libpress.simulation import KeyPoint, SimulatedFinger
from libpress.tools.problem import cannot_write
from libpress.trace import header

from .recordings import CONFIGS, HEADING, LABELS

MEANT = 0.1
"""N: where a press begins and ends."""
_RATES = (50, 100, 100, 200)
_OHMS = (2200, 4700, 10_000, 22_000)


@dataclass(frozen=True, slots=True)
class Hand:
    """Key points of the force, and begin and end of each press, seconds."""

    points: list[KeyPoint]
    presses: list[tuple[float, float]]


def hand_of(rng: np.random.Generator) -> Hand:
    """Six to twelve presses with dips, brushes and a resting finger between them, as one person does them."""
    strength = float(np.exp(rng.normal(np.log(1.6), 0.5)))
    dips, rests, quick = rng.beta(1, 4), rng.random() < 0.25, rng.random() < 0.3
    points: list[KeyPoint] = [(0.0, 0.0)]
    presses: list[tuple[float, float]] = []
    now = 1.2

    def to(seconds: float, newtons: float) -> float:
        points.append((points[-1][0] + max(seconds, 0.002), newtons))
        return points[-1][0]

    for _ in range(int(rng.integers(6, 13))):
        rest = float(rng.uniform(0.02, 0.15)) if rests and rng.random() < 0.7 else 0.0
        pause = max(now - points[-1][0], 0.05)
        if rest and pause > 0.5:
            to(0.1, rest)
            to(pause - 0.25, rest)
            to(0.05, 0.0)
        elif pause > 0.6 and rng.random() < 0.15:  # a brush: touched, not pressed
            to(pause / 2, 0.0)
            to(0.03, float(rng.uniform(0.05, 0.35)))
            to(0.04, 0.0)
        to(max(now - points[-1][0], 0.02), 0.0)
        peak = float(np.clip(strength * np.exp(rng.normal(0, 0.4)), 0.5, 9.0))
        length = float(np.exp(rng.normal(np.log(0.12 if quick else 0.35), 0.4)))
        first = len(points)
        to(float(rng.uniform(0.03, 0.12)), peak)
        if length > 0.15 and rng.random() < dips:
            to(length * float(rng.uniform(0.2, 0.5)), peak * float(rng.uniform(0.8, 1.1)))
            to(0.008, peak * float(rng.choice([0.0, rng.uniform(0.05, 0.5)])))
            to(float(rng.uniform(0.002, 0.04)), points[-1][1])
            to(0.008, peak * 0.9)
        to(length, peak * float(rng.uniform(0.6, 1.0)))
        to(float(rng.uniform(0.03, 0.15)), 0.0)
        presses.append((_passes(points[first - 1], points[first]), _passes(points[-1], points[-2])))
        now = points[-1][0] + (float(rng.uniform(0.06, 0.25)) if quick and rng.random() < 0.5 else float(rng.uniform(0.3, 1.5)))
    to(0.8, 0.0)
    return Hand(points, presses)


def _passes(low: KeyPoint, high: KeyPoint) -> float:
    """When the force between a point at rest and one of a press is MEANT."""
    steps = np.linspace(0, 1, 1001)
    force = low[1] + steps * steps * (3 - 2 * steps) * (high[1] - low[1])
    return float(low[0] + np.interp(MEANT, force, steps) * (high[0] - low[0]))


def forces(points: list[KeyPoint], t: Any) -> Any:
    """What SimulatedFinger reads, of many times at once."""
    at, newtons = np.array(points).T
    n = np.clip(np.searchsorted(at, t) - 1, 0, len(at) - 2)
    part = np.clip((t - at[n]) / (at[n + 1] - at[n]), 0, 1)
    return newtons[n] + part * part * (3 - 2 * part) * (newtons[n + 1] - newtons[n])


def recording(seed: int, number: int) -> dict[str, str]:
    """By ending the three files."""
    rng = np.random.Generator(np.random.PCG64([seed, number]))
    hand = hand_of(rng)
    bits, ohm, rate = int(rng.integers(10, 17)), int(rng.choice(_OHMS)), int(rng.choice(_RATES))
    full = (1 << bits) - 1
    seconds = SimulatedFinger(hand.points).ends_at or 0.0
    t = np.arange(0, seconds, 1 / rate)
    t_us = (t * 1e6).astype(np.int64) + 1000
    curve = np.array([(0.0, 0.0), *Sensor.fsr402().curve.points])
    siemens = np.interp(forces(hand.points, t), curve[:, 1], curve[:, 0]) * 1e-6
    siemens *= float(np.exp(rng.normal(0, 0.1))) * np.exp(0.003 * rng.standard_normal(len(t)))
    ratio = siemens * ohm / (1 + siemens * ohm)
    codes = np.round(full * ratio + rng.normal(0, max(full / 16000, 0.6), len(t)))
    spikes = rng.random(len(t)) < 5e-5
    codes = np.clip(np.where(spikes, full * rng.uniform(0.1, 0.9, len(t)), codes), 0, full).astype(np.int64)
    lines = "".join(f"{when},1,0,{code}\n" for when, code in zip(t_us.tolist(), codes.tolist(), strict=True))
    labels = "".join(f"{round(begin * 1e6) + 1000},{round(end * 1e6) + 1000}\n" for begin, end in hand.presses)
    settings: dict[str, str | None] = {"full_scale": str(full), "resistor_ohm": str(ohm)}
    return {
        ".trace": header([full]) + lines + f"# end {t_us[-1]}\n",
        LABELS: f"{HEADING}\n{labels}",
        CONFIGS: edited("", {("sensor", 0): settings}),
    }


def make(folder: Path, count: int, seed: int, say: Callable[[str], None] = lambda words: None) -> None:
    """Writes so many recordings, 1000 in a folder. Those of a seed are the same whatever the count. Raises Problem."""
    try:
        for number in range(count):
            where = folder / f"{number // 1000:03d}"
            where.mkdir(parents=True, exist_ok=True)
            for ending, text in recording(seed, number).items():
                path = where / f"{number:06d}{ending}"
                replace_file(path, text.encode("ascii"), lasting=False)
            if (number + 1) % 1000 == 0:
                say(f"{number + 1} of {count} recordings")
    except OSError as problem:
        raise cannot_write(problem.filename or folder, problem) from problem
