"""Simulated sensors: an FSR, its divider, a converter and its clock, between a finger's newtons and the codes.

A circuit is drawn so that it can see a touch at all: see `sees`.
"""

from dataclasses import dataclass

import numpy as np
from libpress import Sensor

TOUCH, RELEASE = 0.4, 0.25  # N, the defaults of the engine
CLIP = 1.515  # a divider on 5 V before a converter of 3.3 V

LINEAR = np.array([(0, 0), (15.5, 1), (3100, 200)])  # microsiemens, N: the sensor of the recorded presses
TYPICAL = np.array([(0, 0), *Sensor.fsr402().curve.points])


@dataclass(frozen=True)
class Divider:
    bits: int
    ohm: float
    over: float = 1.0  # supply / reference of the converter: above 1 it clips
    linear: bool = True  # the recorded sensor; else a typical FSR 402
    creep: float = 0.0  # conductance that a touch adds in each tenfold of time, as a part of it

    @property
    def top(self):
        """The highest code."""
        return (1 << self.bits) - 1

    @property
    def full(self):
        """The code that the supply would have."""
        return self.top * self.over

    @property
    def curve(self):
        return LINEAR if self.linear else TYPICAL

    def microsiemens(self, newtons):
        return _line(newtons, self.curve[:, 1], self.curve[:, 0])

    def code(self, newtons):
        """Exact, before noise; up to the clip."""
        ratio = self.microsiemens(newtons) * 1e-6 * self.ohm
        return np.minimum(self.full * ratio / (1 + ratio), self.top)

    def newtons(self, code):
        """The force that a program computes from a code."""
        code = np.clip(code, 0, self.full * 63 / 64)
        return _line(code / (self.full - code) / self.ohm * 1e6, self.curve[:, 0], self.curve[:, 1])

    @property
    def end(self):
        """N: the force at the end of the range."""
        return float(self.newtons(np.array([min(self.top, self.full * 63 / 64)]))[0])

    @property
    def sees(self):
        """Release level at 6 codes or more, 4 codes from there to the touch level, and that below 7/8 of the highest code."""
        release, touch = self.code(np.array([RELEASE, TOUCH]))
        return release >= 6 and touch - release >= 4 and touch <= self.top * 7 / 8


def _line(x, xs, ys):
    """Straight lines between points; beyond the last as the last two go on."""
    slope = (ys[-1] - ys[-2]) / (xs[-1] - xs[-2])
    return np.interp(x, xs, ys) + np.maximum(np.asarray(x, dtype=float) - xs[-1], 0) * slope


def draw_divider(rng):
    """8 to 16 bits, 1 to 100 kOhm, half of them clipping, half with the curve of the recorded sensor, a quarter creeping."""
    while True:
        divider = Divider(
            bits=int(rng.integers(8, 17)),
            ohm=float(np.round(np.exp(rng.uniform(np.log(1e3), np.log(1e5))))),
            over=CLIP if rng.random() < 0.5 else 1.0,
            linear=bool(rng.random() < 0.5),
            creep=float(rng.uniform(0.05, 0.14)) if rng.random() < 0.25 else 0.0,
        )
        if divider.sees:
            return divider


def draw_rate(rng):
    return float(np.exp(rng.uniform(np.log(20), np.log(1000))))


def clock(rng, rate, seconds, coarse=None):
    """When it is read (s) and what its stamps say (whole us): steady, but for a late reading now and then; half the clocks
    of up to 500 Hz have stamps of whole milliseconds and a little."""
    steps = np.full(int(seconds * rate), 1 / rate)
    steps[rng.random(len(steps)) < 1e-5] *= rng.uniform(2, 3)
    t = np.cumsum(steps)
    if coarse is None:
        coarse = rate <= 500 and rng.random() < 0.5
    us = t * 1e6
    if coarse:
        us = np.floor(us / 1000) * 1000 + rng.uniform(0, 300, len(us))
    return t, us.astype(np.int64) + 1_000_000


def convert(rng, divider, newtons, since=0.0, noise=0.0024, spikes=0.5e-4):
    """The codes of a force that began `since` seconds ago, and where spikes were injected: one or two readings at rest."""
    n = len(newtons)
    white = np.exp(np.clip(noise * rng.standard_t(3, n), -1, 1)) if noise else 1
    crept = 1 + divider.creep * np.log10(1 + since / 0.1) if divider.creep else 1
    ratio = divider.microsiemens(newtons) * white * crept * 1e-6 * divider.ohm
    code = divider.full * ratio / (1 + ratio)
    offset = rng.normal(0.61, 0.60, n)
    spike = np.zeros(n, dtype=bool)
    quiet = np.flatnonzero(newtons < 0.02)
    hits = quiet[rng.random(len(quiet)) < spikes]
    for at in hits:
        run = slice(at, min(at + (1 if rng.random() < 0.7 else 2), n))
        code[run] = np.maximum(code[run], 50 * np.exp(0.9 * rng.standard_normal()) / 1023 * divider.top)
        spike[run] = True
    return np.clip(np.round(code + offset), 0, divider.top).astype(np.int32), spike
