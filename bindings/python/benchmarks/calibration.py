"""How exact a number of masses is: the error of a calibration at masses that it has not seen.

The masses of Tests/recordings/mouse-grip-fsr/calibration.csv from 50 to 500 g, on five small sensors. Every row fits
with each number of masses, spread evenly in their logarithm, and compares the force of every other mass. Each choice is made
40 times with other masses, at random but with the same seed, and the median of these is printed.
"""

from __future__ import annotations

import csv
import math
import random
import statistics
import sys
from collections.abc import Callable
from pathlib import Path

from libpress import Circuit, Curve, InvalidError, Sensor

DATA = Path(__file__).resolve().parents[3] / "Tests" / "recordings" / "mouse-grip-fsr" / "calibration.csv"
# Codes and full scale times 16 keep the decimals of the mean codes.
FINE = 16
CIRCUIT = Circuit(full_scale=1023 * FINE, resistor_ohm=10_000)
TRIES = 40
Pair = tuple[float, float]


def measured(number: int) -> list[Pair]:
    """(microsiemens, newtons) of one sensor."""
    with open(DATA, encoding="utf-8-sig", newline="") as file:
        rows = [(float(row["Mass"]), row[f"F{number}"]) for row in csv.DictReader(file)]
    return [(CIRCUIT.conductance(round(float(code) * FINE)), grams * 9.80665e-3) for grams, code in rows if code and 50 <= grams <= 500]


def spread(pairs: list[Pair], count: int, rng: random.Random) -> list[int]:
    """The indices of a number of masses: the logarithm of their range in as many equal parts, and one mass from each."""
    parts: list[list[int]] = [[] for _ in range(count)]
    low, high = math.log(pairs[0][1]), math.log(pairs[-1][1])
    for i, (_, newtons) in enumerate(pairs):
        parts[min(int((math.log(newtons) - low) / (high - low) * count), count - 1)].append(i)
    chosen = [rng.choice(part) for part in parts if part]
    while len(chosen) < count:
        chosen.append(rng.choice([i for i in range(len(pairs)) if i not in chosen]))
    return chosen


def errors(make: Callable[[list[Pair]], Curve], pairs: list[Pair], count: int) -> tuple[float, float]:
    """Root mean square and largest relative error at the other masses; the median of all tries."""
    rng = random.Random(count)
    found = []
    for _ in range(TRIES):
        chosen = spread(pairs, count, rng)
        try:
            curve = make([pairs[i] for i in chosen])
        except InvalidError:
            found.append((math.inf, math.inf))
            continue
        off = [abs(curve.force(g) / f - 1) for i, (g, f) in enumerate(pairs) if i not in chosen]
        found.append((math.sqrt(sum(e * e for e in off) / len(off)), max(off)))
    return statistics.median(rms for rms, _ in found), statistics.median(worst for _, worst in found)


def main() -> int:
    sensors = [measured(number) for number in range(1, 6)]
    rows: list[tuple[str, Callable[[int], Callable[[list[Pair]], Curve]], int]] = [
        ("1, FSR 402's curve scaled", lambda _: lambda p: Sensor().curve.scaled(*p[0]), 1),
        ("1, curve of the next scaled", lambda n: lambda p: Curve.fit(sensors[(n + 1) % 5]).scaled(*p[0]), 1),
    ]
    for count in (1, 2, 3, 5, 8, 12):
        rows.append((f"{count}, fit", lambda _: Curve.fit, count))
        if count > 2:
            rows.append((f"{count}, best fit", lambda _: lambda pairs: Curve.fit(pairs, best=True), count))
    print("rms (worst) in %               F1        F2        F3        F4        F5")
    for name, make, count in rows:
        cells = []
        for number, pairs in enumerate(sensors):
            rms, worst = errors(make(number), pairs, count)
            cells.append(f"{100 * rms:4.0f} ({100 * worst:3.0f})")
        print(f"{name:<27}" + " ".join(cells))
    return 0


if __name__ == "__main__":
    sys.exit(main())
