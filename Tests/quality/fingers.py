"""Simulated fingers: newtons over time, and what each press was.

The distributions are those of 196 presses on one FSR that somebody recorded on a tool handle (366 readings a second); a test
compares their figures. A person is a set of parameters. Everything is drawn from one seed (PCG64), whatever the rate.

Forces are computed in microsiemens of the recorded sensor, which conducts 15.5 microsiemens for each newton, because that is
what was measured; what comes out are newtons.
"""

from dataclasses import dataclass, field, replace

import numpy as np

PER_NEWTON = 15.5  # microsiemens of the recorded sensor


@dataclass(frozen=True)
class Person:
    """Times are seconds, conductances microsiemens, forces newtons. A pair (m, s) is a log-normal: m * exp(s * N(0, 1))."""

    peak: tuple = (62, 0.80)
    peak_range: tuple = (0, 600)
    peak_newtons: tuple = ()  # uniform between two forces, in place of peak
    length: tuple = (0.44, 0.85)
    shortest: float = 0.08
    gap: tuple = (1.45, 0.95)
    gap_range: tuple = (0.3, 4.0)  # longer pauses add nothing but time
    pair_gap: tuple = ()  # presses come in pairs, so far apart at 0.25 and 0.4 N: uniform
    pinch: float = 0.0  # so many presses are taps in the air: minimum jerk up and down, not strike and climb
    strike: float = 1 / 200  # so many are hard strikes
    slips: float = 0.27  # in so many presses the contact slips
    more_slips: float = 0.33  # of the geometric distribution of how often
    slips_per_second: float = 1.2
    tremor: float = 0.010  # rms of 5 to 10 Hz, as a part of the force
    slow_lift: tuple = (0.30, 0.07)  # so many presses above 0.8 s, and others, end in a tail
    brushes: float = 0.7  # a minute, between presses
    rest: tuple = ()  # rests on the pad between presses with so much, uniform, below the release level
    hand: tuple = ()  # lies on the pad at the start with so much, uniform; it lifts before the first press


AVERAGE = Person()
PERSONS = {
    "average": AVERAGE,
    # Hard presses that stay at the end of the range for long.
    "firm": replace(AVERAGE, peak=(200, 0.5), peak_range=(90, 600), length=(0.9, 0.7), strike=1 / 50),
    "light": replace(AVERAGE, peak_newtons=(0.6, 2.0), pinch=0.3, length=(0.35, 0.7), strike=0),
    # A contact that makes and breaks in nearly every press.
    "slipping": replace(AVERAGE, slips=0.85, more_slips=0.25, slips_per_second=2.0),
    # A hand lies on the pad as it is switched on; later it rests there between presses.
    "resting hand": replace(AVERAGE, hand=(0.3, 1.0), rest=(0.02, 0.15)),
    "quick double tap": replace(AVERAGE, peak_newtons=(0.8, 6.0), length=(0.10, 0.25), shortest=0.06, pair_gap=(0.06, 0.25), pinch=1.0, strike=0),
}


@dataclass
class Presses:
    """The intended presses: one entry for each."""

    start: np.ndarray  # s: the force leaves 0
    length: np.ndarray  # s
    peak: np.ndarray  # N
    tail: np.ndarray  # of the peak
    tail_s: np.ndarray
    shape: dict = field(repr=False)
    slips: list = field(repr=False)  # (press, from, to, edge, what is left of the force)
    hand: tuple = ()  # (N, until)
    rests: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)), repr=False)  # (from, to, N)

    def __len__(self):
        return len(self.start)

    @property
    def stop(self):
        return self.start + self.length + 6 * self.tail_s * (self.tail > 0)


def log_normal(rng, pair, count):
    return pair[0] * np.exp(pair[1] * rng.standard_normal(count))


def draw(rng, person, count):
    """Draws `count` presses, one after the other."""
    slippy = rng.random(count) < person.slips
    if person.peak_newtons:
        peak = rng.uniform(*person.peak_newtons, count) * PER_NEWTON
    else:
        peak = np.clip(log_normal(rng, person.peak, count) * np.where(slippy, 0.8, 1), *person.peak_range)
    strike = rng.random(count) < person.strike
    peak = np.where(strike, 400, peak)
    pinch = (rng.random(count) < person.pinch) & ~strike
    stretch = np.maximum(1, peak / 90) ** 0.6 if not person.pair_gap else 1
    length = np.maximum(log_normal(rng, person.length, count) * stretch, person.shortest)

    t1 = np.clip(log_normal(rng, (0.105, 0.62), count) * np.maximum(0.6, peak / 55) ** 0.7, 0.018, 0.75 * length)
    t2 = np.minimum(t1 + log_normal(rng, (0.36, 0.9), count) * np.sqrt(peak / 55), 0.9 * length)
    first = rng.uniform(0.30, 0.85, count)
    t1, first = np.where(strike, 0.005, t1), np.where(strike, 1.0, first)
    f1 = np.clip(log_normal(rng, (0.040, 0.55), count) * np.sqrt(peak / 55), 0.014, 0.5 * length)
    f2 = np.minimum(f1 + log_normal(rng, (0.20, 1.2), count), 0.85 * length)
    last = rng.uniform(0.35, 1, count)
    up = np.minimum(rng.uniform(0.050, 0.065, count), 0.5 * length)
    down = np.minimum(rng.uniform(0.050, 0.115, count), 0.5 * length)
    shape = {"pinch": pinch, "t1": t1, "t2": t2, "first": first, "f1": f1, "f2": f2, "last": last, "up": up, "down": down}
    shape["tremor"] = person.tremor * log_normal(rng, (1, 0.7), count)

    tails = rng.random(count) < np.where(length > 0.8, *person.slow_lift)
    tail = np.where(tails, rng.uniform(0.05, 0.14, count), 0)
    tail_s = np.where(tails, rng.uniform(0.020, 0.090, count), 0)
    gap = np.clip(log_normal(rng, person.gap, count), *person.gap_range)
    if person.pair_gap:
        # The time that the force spends below the levels is part of the gap.
        gone = down * minimum_jerk_reaches(0.25 * PER_NEWTON / peak)
        back = np.append((up * minimum_jerk_reaches(0.4 * PER_NEWTON / peak))[1:], 0)
        near = np.maximum(rng.uniform(*person.pair_gap, count) - gone - back, 0)
        gap = np.where(np.arange(count) % 2 == 0, near, gap)
        tail[::2] = tail_s[::2] = 0
    hand, begin = (), 0.5
    if person.hand:
        hand = (rng.uniform(*person.hand), rng.uniform(1, 6))
        begin = hand[1] + 1.5
    # A pause begins at the end of the tail, except for the part of the tail that is below every level.
    pauses = np.concatenate(([begin], (gap + 3 * tail_s)[:-1]))
    start = np.cumsum(pauses) + np.concatenate(([0], np.cumsum(length)[:-1]))

    many = slippy * np.minimum(rng.geometric(person.more_slips, count) + rng.poisson(person.slips_per_second * np.minimum(length, 4)), 12)
    which = np.repeat(np.arange(count), many)
    n = len(which)
    where, span = rng.random(n), length[which]
    at = rng.random(n) * span
    at = np.where(where < 0.22, rng.random(n) * np.minimum(0.1, span), at)
    at = np.where(where > 0.82, span - rng.random(n) * np.minimum(0.1, span), at)
    lost = rng.random(n) < 1 / 3
    lasts = np.where(
        lost,
        np.minimum(log_normal(rng, (0.016, 1.4), n), 0.140),
        np.minimum(log_normal(rng, (0.007, 1.3), n), 0.060),
    )
    left = np.where(lost, 0, rng.uniform(0.25, 0.57, n))
    # In the recording the force of a long slip falls and returns as slowly as in a lift and a press; only a short slip is abrupt.
    edge = log_normal(rng, (0.003, 0.4), n) * np.where(lost & (lasts > 0.030), 12, 1)
    slips = list(zip(which, start[which] + at, start[which] + at + lasts, edge, left, strict=True))

    rests = np.zeros((0, 3))
    if person.rest:
        # Between two presses, from 0.1 s after the one to 0.1 s before the next, in seven pauses of ten.
        ends = start + length + 3 * tail_s
        rests = np.stack([ends[:-1] + 0.1, start[1:] - 0.1, rng.uniform(*person.rest, count - 1)], axis=1)
        rests = rests[(rng.random(count - 1) < 0.7) & (rests[:, 1] - rests[:, 0] > 0.2)]
    return Presses(start, length, peak / PER_NEWTON, tail, tail_s, shape, slips, hand, rests)


def strike_and_climb(t, t1, t2, first):
    """0 to 1: a fast part within t1 and a slow one within t2."""

    def part(x):
        return 1 - (1 - np.clip(x, 0, 1)) ** 2.4

    return first * part(t / t1) + (1 - first) * part(t / t2)


def minimum_jerk(x):
    x = np.clip(x, 0, 1)
    return x * x * x * (10 + x * (6 * x - 15))


_TIME = np.linspace(0, 1, 1001)
_LEVEL = minimum_jerk(_TIME)


def minimum_jerk_reaches(level):
    """When: the inverse of minimum_jerk."""
    return np.interp(level, _LEVEL, _TIME)


def tremor_noise(rng, rate, samples=1 << 16):
    """Noise whose amplitude falls as 1 / f from 0.7 to 150 Hz, at `rate`; the rms of 5 to 10 Hz is 1."""
    fold = int(np.ceil(320 / rate))  # so that what a slow reading folds down is there
    n = samples * fold
    f = np.fft.rfftfreq(n, 1 / (rate * fold))
    band = (f >= 0.7) & (f <= 150)
    amplitude = np.zeros(len(f))
    amplitude[band] = 1 / f[band]
    spectrum = amplitude * (rng.standard_normal(len(f)) + 1j * rng.standard_normal(len(f)))
    expected = np.sqrt((amplitude[(f >= 5) & (f <= 10)] ** 2).sum()) * 2 / n
    return np.fft.irfft(spectrum, n)[::fold] / expected


def render(rng, presses, t, rate, person):
    """Newtons at each of the times t (s, rising), before the sensor; brushes included."""
    force = np.zeros(len(t))
    s = presses.shape
    low, high = np.searchsorted(t, presses.start), np.searchsorted(t, presses.stop)
    counts = high - low
    which = np.repeat(np.arange(len(presses)), counts)
    index = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts) + low[which]
    since = t[index] - presses.start[which]
    until = presses.length[which] - since
    rise = strike_and_climb(since, s["t1"][which], s["t2"][which], s["first"][which])
    fall = strike_and_climb(until, s["f1"][which], s["f2"][which], s["last"][which])
    tap = s["pinch"][which]
    if tap.any():
        rise = np.where(tap, minimum_jerk(since / s["up"][which]), rise)
        fall = np.where(tap, minimum_jerk(until / s["down"][which]), fall)
    level = np.minimum(rise, fall)
    tail = presses.tail[which]
    with np.errstate(divide="ignore", invalid="ignore"):
        tails = tail * np.exp(-np.maximum(-until, 0) / presses.tail_s[which])
    level = np.where((tail > 0) & (until < presses.length[which] / 2), np.maximum(level, tails), level)
    noise = tremor_noise(rng, rate)
    offset = rng.integers(0, len(noise), len(presses))
    shake = noise[(offset[which] + index - low[which]) % len(noise)] * s["tremor"][which]
    force[index] = presses.peak[which] * level * np.exp(np.clip(shake, -0.5, 0.5))

    for _, begin, end, edge, left in presses.slips:
        a, b = np.searchsorted(t, (begin - edge, end + edge))
        if a < b:
            part = np.clip(np.minimum((t[a:b] - begin + edge) / edge, (end + edge - t[a:b]) / edge), 0, 1)
            force[a:b] *= 1 - (1 - left) * part

    def lay(begin, end, newtons, ramp):
        a, b = np.searchsorted(t, (begin, end))
        shape = np.clip(np.minimum((t[a:b] - begin) / ramp, (end - t[a:b]) / ramp), 0, 1)
        shaking = np.exp(np.clip(noise[(a + np.arange(b - a)) % len(noise)] * person.tremor, -0.5, 0.5))
        force[a:b] = np.maximum(force[a:b], newtons * shape * shaking)

    for begin, end, newtons in presses.rests:
        lay(begin, end, newtons, 0.05)
    if presses.hand:
        newtons, end = presses.hand
        lay(-1.0, end, newtons, 0.15)

    # Brushes: half a sine of 8 to 48 codes of 1023 in the recorded divider, in the pauses only.
    ends = presses.start + presses.length + 6 * presses.tail_s
    pauses = np.stack([ends[:-1] + 0.15, presses.start[1:] - 0.15], axis=1)
    pauses = pauses[pauses[:, 1] > pauses[:, 0] + 0.1]
    many = rng.poisson(person.brushes / 60 * (pauses[:, 1] - pauses[:, 0]))
    for (begin, end), count in zip(pauses, many, strict=True):
        for _ in range(count):
            lasts = min(0.046 * np.exp(0.7 * rng.standard_normal()), end - begin)
            at = rng.uniform(begin, end - lasts)
            code = rng.uniform(8, 48)
            top = 100 / (1.515 * 1023 / code - 1) / PER_NEWTON
            a, b = np.searchsorted(t, (at, at + lasts))
            force[a:b] = np.maximum(force[a:b], top * np.sin(np.pi * (t[a:b] - at) / lasts))
    return force


def since_touch(presses, t):
    """How long ago the press of each moment began, s; 0 between presses."""
    which = np.maximum(np.searchsorted(presses.start, t, side="right") - 1, 0)
    return np.where((t >= presses.start[which]) & (t < presses.stop[which]), t - presses.start[which], 0)
