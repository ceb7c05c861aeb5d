#!/usr/bin/env python3
"""volts.py PRESSD FOLDER: what the pins of the simulated converter see, a line per 1/200 s."""

import random
import subprocess
import sys
from pathlib import Path

HZ = 200
SUPPLY, RESISTOR = 3.3, 4700
CORNERS = [(0, 0), (100, 0), (0, 100), (100, 100)]
PRELOAD = 0.5  # of plate4.conf, N
PLACES = [(10, 10), (90, 10), (10, 90), (90, 90), (50, 50)]


def divider(newtons):
    """An FSR 402 above its resistor; nothing below 0.05 N."""
    siemens = 152e-6 * newtons**0.705 if newtons > 0.05 else 0
    return SUPPLY * siemens * RESISTOR / (1 + siemens * RESISTOR)


def between(t, *points):
    """Straight lines through (time, value)."""
    for (t0, v0), (t1, v1) in zip(points, points[1:]):
        if t0 <= t < t1:
            return v0 + (v1 - v0) * (t - t0) / (t1 - t0)
    return 0


def shares(x, y):
    return [(1 - abs(x - cx) / 100) * (1 - abs(y - cy) / 100) for cx, cy in CORNERS]


def write(path, seconds, volts):
    noise = random.Random(1)
    lines = []
    for i in range(int(seconds * HZ)):
        row = [max(v, 0) + abs(noise.gauss(0, 0.0005)) for v in volts(i / HZ)]
        lines.append(" ".join(f"{v:.6f}" for v in row))
    path.write_text("\n".join(lines) + "\n")


def two(t):
    """Two presses that preview and no more."""
    first = between(t, (0.5, 0), (0.7, 2.2), (1.9, 2.2), (2.0, 0))
    second = between(t, (2.5, 0), (2.6, 2.2), (2.8, 2.2), (2.9, 0))
    return [divider(first + second)]


def corners(t):
    """A press of 8 N for 0.6 s at each place, one a second."""
    i = min(int((t - 0.4) // 0.95), len(PLACES) - 1) if t >= 0.4 else 0
    begin = 0.4 + 0.95 * i
    force = between(t, (begin, 0), (begin + 0.1, 8), (begin + 0.5, 8), (begin + 0.6, 0))
    return [divider(PRELOAD + force * share) for share in shares(*PLACES[i])]


STROKES = [(0.5, 0.8), (1.8, 2.0), (3.1, 8.0)]
"""When a finger comes down, and with how many newtons; it moves for a second."""


def strokes(t):
    """A light, a middle and a hard press that move across the plate."""
    force, share = 0.0, [0.0] * 4
    for begin, newtons in STROKES:
        if begin <= t < begin + 1:
            force = between(t, (begin, 0), (begin + 0.05, newtons), (begin + 0.95, newtons), (begin + 1, 0))
            moved = min(max((t - begin - 0.1) / 0.8, 0), 1)
            share = shares(30 + 40 * moved, 30 + 30 * moved)
    return [divider(PRELOAD + force * one) for one in share]


def main():
    pressd, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    trace = folder / "press.trace"
    subprocess.run([pressd, "--source", "sim", "--fast", "--quiet", "--record", trace], check=True)
    codes = [int(line.split(",")[3]) for line in trace.read_text().splitlines() if line[0] != "#"]
    (folder / "press").write_text("".join(f"{code * 4.096 / 32768:.6f}\n" for code in codes))
    trace.unlink()
    write(folder / "two", 3.2, two)
    write(folder / "corners", 6, corners)
    write(folder / "strokes", 4.6, strokes)
    write(folder / "none", 1, lambda t: [0])
    (folder / "bridged").write_text(f"{SUPPLY}\n")
    (folder / "loaded").write_text(f"{divider(1.96):.6f}\n")
    (folder / "still").write_text("1.0 1.0 1.0 1.0\n")
    (folder / "four").write_text("0.5 1.0 1.5 2.0\n")


if __name__ == "__main__":
    main()
