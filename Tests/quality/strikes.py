#!/usr/bin/env python3
"""strikes.py [--presses N]: how close a strike comes to the steepest 8 ms of the finger, and how late, by its window.

Simulated fingers press a typical FSR 402 behind a converter of 15 bits; the pad has its defaults. *Drums* rise by minimum jerk
within 4 to 80 ms to 1 to 12 N; *recorded* are the strikes and climbs of the recorded presses (fingers.py). Prints the table of
docs/interactions/strikes.md.
"""

import argparse

import fingers
import numpy as np
from libpress import Engine, Pad, Sensor, StrikeConfig
from libpress.simulation import SimulatedPlate

RATES = (100, 250, 500, 860, 3000)
WINDOW = 20  # ms: the default
WINDOWS = (0, 3, 5, 10, 20, 40)
PAUSE = 0.25  # s


def of(force, rise):
    """Newtons by seconds since the press began, how long the rise is, and its steepest 8 ms, N/s."""
    t = np.arange(0, rise + 0.008, 0.0001)
    newtons = np.array([float(force(max(one, 0.0))) for one in t])
    before = np.array([float(force(max(one - 0.008, 0.0))) for one in t])
    return force, rise, (newtons - before).max() / 0.008


def drums(rng, count):
    """Newtons by seconds since the press began, how long the rise is, and its steepest, N/s."""
    for _ in range(count):
        peak, rise = rng.uniform(1, 12), np.exp(rng.uniform(np.log(0.004), np.log(0.08)))
        yield of(lambda t, peak=peak, rise=rise: peak * fingers.minimum_jerk(t / rise), rise)


def recorded(rng, count):
    """The shapes of the recorded presses; of those that touch."""
    presses = fingers.draw(rng, fingers.AVERAGE, 2 * count)
    s = presses.shape
    for i in np.flatnonzero(presses.peak > 0.8)[:count]:
        rise = [s[name][i] for name in ("t1", "t2", "first")]
        peak = presses.peak[i]
        yield of(lambda t, peak=peak, rise=rise: peak * fingers.strike_and_climb(t, *rise), rise[1])


def pinches(rng, count):
    """A finger and a thumb that pinch: minimum jerk, as a load cell recorded them."""
    for _ in range(count):
        peak, rise = 8.9 * np.exp(0.2 * rng.standard_normal()), rng.uniform(0.045, 0.065)
        yield of(lambda t, peak=peak, rise=rise: peak * fingers.minimum_jerk(t / rise), rise)


def measure(presses, rate, windows, rng):
    """For each window a row for each press: part of the steepest speed, seconds after the contact began, whether the speed is said to be
    known; nan: missing."""
    sensor = Sensor.fsr402()
    plate = SimulatedPlate([sensor], seed=1)
    engines = [Engine(max_events=0, strike=StrikeConfig(window_us=1000 * window)) for window in windows]
    pads = [Pad(sensor, engine) for engine in engines]
    strikes = []
    for engine, of in zip(engines, found := [[] for _ in windows], strict=True):
        engine.strike.when_struck = lambda event, of=of: of.append((event.value, event.late_us / 1e6, not event.unknown))
    frame = 0

    def feed(newtons):
        nonlocal frame
        frame += 1
        (code,) = plate.codes(float(newtons), None, None)
        for pad in pads:
            pad.feed(round(frame * 1e6 / rate), code)

    for _ in range(int(0.5 * rate)):
        feed(0)
    for force, rise, steepest in presses:
        before = [len(of) for of in found]
        t = -rng.random() / rate
        while t < rise + 0.05:
            feed(force(max(t, 0.0)))
            t += 1 / rate
        for _ in range(int(PAUSE * rate)):
            feed(0)
        rows = zip(found, before, strict=True)
        strikes.append([(of[n][0] / steepest, *of[n][1:]) if len(of) == n + 1 else (np.nan,) * 3 for of, n in rows])
    return np.array(strikes)


def table(presses=60):
    lines = ["| readings a second | finger | " + " | ".join(f"{w} ms" for w in WINDOWS) + " |", "|---" * (len(WINDOWS) + 2) + "|"]
    for rate in RATES:
        for hand in (drums, recorded):
            found = measure(hand(np.random.default_rng(7), presses), rate, WINDOWS, np.random.default_rng(8))
            cells = []
            for at in range(len(WINDOWS)):
                speed, delay, _ = found[:, at].T
                low, middle, high = np.nanpercentile(100 * speed, (10, 50, 90))
                cells.append(f"{middle:.0f} ({low:.0f} to {high:.0f}), {1000 * np.nanmedian(delay):.0f} ms")
            lines.append(f"| {rate} | {hand.__name__} | " + " | ".join(cells) + " |")
            if missing := int(np.isnan(found).any(axis=(1, 2)).sum()):
                lines.append(f"{missing} presses of {rate}, {hand.__name__} were not struck once")
    return "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--presses", type=int, default=60)
    print(table(parser.parse_args().presses))
