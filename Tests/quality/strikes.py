#!/usr/bin/env python3
"""strikes.py [--presses N]: how close a strike comes to the steepest 8 ms of the finger, and how late, by its window.

Simulated fingers press a typical FSR 402 behind a converter of 15 bits; the pad has its defaults. *Drums* rise by minimum jerk
within 4 to 80 ms to 1 to 12 N; *recorded* are the strikes and climbs of the recorded presses (fingers.py). Prints the table of
docs/interactions/strikes.md.

`beside` compares libpress with what people use, on hits of fingers (`hits`), at eight rates: `make quality` writes that table into docs/quality/disturbed.md.
"""

import argparse

import fingers
import numpy as np
from libpress import Engine, EventType, Pad, Sensor, StrikeConfig, Trait
from libpress.simulation import SimulatedPlate
from peers import fed, frames_of, sensor_of
from sensors import TOUCH, Divider

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


# ---- Beside what people use ----

BESIDE_RATES = (100, 125, 156, 200, 250, 500, 860, 1000)
BOARD = Divider(15, 4700, linear=False)
APART = 0.5  # s between two hits
NOISE = 0.02  # N rms


class Hits:
    """Hits of fingers: they rise within 10 to 25 ms to 1 to 12 N, stay for 30 ms and fall within 10 to 60, straight or by minimum jerk; three in
    five after a skin of 0.3 to 0.6 N that touches 2 to 7 ms before."""

    def __init__(self, rng, count):
        self.rise, self.fall = rng.uniform(0.010, 0.025, count), rng.uniform(0.010, 0.060, count)
        self.peak = np.exp(rng.uniform(0, np.log(12), count))
        self.is_smooth = rng.random(count) < 0.5
        has_skin = rng.random(count) < 0.6
        self.skin = has_skin * rng.uniform(0.002, 0.007, count)
        self.first = has_skin * rng.uniform(0.3, 0.6, count)

    def force(self, t, which):
        """Newtons so long after the touch, s, of the hits `which`."""
        rise, fall, skin = self.rise[which], self.fall[which], self.skin[which]
        up, down = np.clip((t - skin) / rise, 0, 1), np.clip(1 - (t - skin - rise - 0.03) / fall, 0, 1)
        smooth = self.is_smooth[which]
        up, down = np.where(smooth, fingers.minimum_jerk(up), up), np.where(smooth, fingers.minimum_jerk(down), down)
        first = self.first[which]
        return np.where(t <= 0, 0, (first * np.clip(t / 0.001, 0, 1) + (self.peak[which] - first) * up) * down)

    def steepest(self):
        """N/s: the steepest 8 ms of each rise and of each fall, without noise."""
        t = np.arange(0, 0.16, 0.0002)
        which = np.arange(len(self.peak))[:, None]
        change = (self.force(t[None], which) - self.force(t[None] - 0.008, which)) / 0.008
        return change.max(axis=1), -change.min(axis=1)

    def trace(self, rng, rate):
        """Times (s) with 20 % of jitter, codes with noise, and when each hit touches."""
        touches = 0.5 + APART * np.arange(len(self.peak)) + rng.uniform(0, 1 / rate, len(self.peak))
        t = np.cumsum(rng.uniform(0.8, 1.2, int((touches[-1] + 1) * rate)) / rate)
        which = np.clip(np.searchsorted(touches, t, side="right") - 1, 0, None)
        newtons = self.force(t - touches[which], which) + NOISE * rng.standard_normal(len(t))
        return t, np.round(BOARD.code(np.maximum(newtons, 0))).astype(np.int32), touches


def found_by_libpress(t, code, touches):
    """Of each hit N/s and velocity struck, and N/s let go; nan: missing or several."""
    engine = Engine(traits=Trait(0), strike=True, max_events=4096)
    events = fed(Pad(sensor_of(BOARD), engine), frames_of(1_000_000 + np.round(t * 1e6).astype(np.int64), code), int(1e6 * (t[-1] + 3)))
    found = []
    for kind in (EventType.STRUCK, EventType.LET_GO):
        of = events[events["type"] == kind]
        at = (of["t_us"].astype(np.int64) - 1_000_000) / 1e6
        which = np.searchsorted(touches, at) - 1
        values = np.full((len(touches), 2), np.nan)
        values[which] = np.stack([of["value"], of["value2"]], axis=1) / 65536
        values[np.bincount(which, minlength=len(touches)) != 1] = np.nan
        found.append(values)
    return found[0][:, 0], found[0][:, 1], found[1][:, 0]


def windows(t, newtons, touches, most=0.02):
    """Of each hit the times and the newtons from the reading before the touch level on, up to `most` after it."""
    for touch in touches:
        a = np.searchsorted(t, touch - 0.001)
        up = np.flatnonzero(newtons[a : np.searchsorted(t, touch + 0.1)] >= TOUCH)
        if len(up) == 0:
            yield None
            continue
        first = a + up[0]
        last = max(np.searchsorted(t, t[first] + most, side="right"), first + 1)
        yield t[first - 1 : last], newtons[first - 1 : last]


def first_two(t, newtons):
    return (newtons[1] - newtons[0]) / (t[1] - t[0])


def steepest_two(t, newtons):
    return (np.diff(newtons) / np.diff(t)).max()


def two_levels(t, newtons, upper=1.2):
    """As the two contacts below a key: how long from the touch level to a second one."""
    if newtons.max() < upper:
        return np.nan
    at = np.argmax(newtons >= upper)
    crossed = [np.interp(level, newtons[max(n - 1, 0) : n + 1], t[max(n - 1, 0) : n + 1]) for level, n in ((TOUCH, 1), (upper, at))]
    return (upper - TOUCH) / max(crossed[1] - crossed[0], 1e-4)


def peak(t, newtons):
    """As drum modules scan: the greatest force of 10 ms; not N/s, so it is scaled to be right in the median."""
    return newtons[t <= t[1] + 0.010].max()


OTHERS = {"first two readings": first_two, "steepest two within 20 ms": steepest_two, "0.4 to 1.2 N": two_levels, "peak of 10 ms, scaled": peak}


def off(found, truth):
    """Percent off in the median, from the 5th to the 95th percentile, and how many by more than 40 % or not found, of 1,000."""
    part = found / truth - 1
    far = np.abs(np.where(np.isnan(part), 9, part)) > 0.4
    return [round(100 * float(v), 1) for v in np.nanpercentile(part, (50, 5, 95))] + [round(1000 * float(far.mean()), 1)]


def beside(count=2000, seed=1, rates=BESIDE_RATES, others=True):
    """{method: {rate: off}}"""
    rows = {}
    for rate in rates:
        rng = np.random.Generator(np.random.PCG64([seed, rate]))
        hits = Hits(rng, count)
        rises, falls = hits.steepest()
        t, code, touches = hits.trace(rng, rate)
        struck, _, lifted = found_by_libpress(t, code, touches)
        if others:
            parts = list(windows(t, BOARD.newtons(code), touches))
            for name, method in OTHERS.items():
                found = np.array([np.nan if part is None else method(*part) for part in parts])
                found = found * np.nanmedian(rises / found) if method is peak else found
                rows.setdefault(name, {})[str(rate)] = off(found, rises)
        rows.setdefault("libpress", {})[str(rate)] = off(struck, rises)
        rows.setdefault("libpress, lifts", {})[str(rate)] = off(lifted, falls)
    return rows


def velocities(rate, peaks, count=61, seed=3):
    """The median of the velocities of hits of each peak; the same hits, but for that."""
    medians = []
    for newtons in peaks:
        rng = np.random.Generator(np.random.PCG64([seed, round(100 * rate)]))
        hits = Hits(rng, count)
        hits.peak[:] = newtons
        medians.append(float(np.nanmedian(found_by_libpress(*hits.trace(rng, rate))[1])))
    return medians


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
