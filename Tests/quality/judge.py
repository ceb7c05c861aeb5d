"""What became of each press: matches contacts that were found to presses that were made.

The reference of a press is hysteresis on the force before the sensor and its noise, at the readings: it begins with the first
reading at the touch level, and ends with the first reading below the release level after the last that was not.
"""

from dataclasses import dataclass, field

import numpy as np
from peers import hysteresis
from sensors import TOUCH, Divider

SHORTED_AT_END_US = 12_000_000  # as in press_pad_config


@dataclass
class Trace:
    t_us: np.ndarray
    code: np.ndarray
    divider: Divider
    rate: float
    clean: np.ndarray  # N, before sensor and noise
    windows: np.ndarray  # (start us, stop us) of each press
    spike: np.ndarray  # at each reading: was one injected
    quiet_until: int = 0  # us: until then nothing that is found counts (the zero is learnt, a hand lies there)
    presses: object = field(default=None, repr=False)  # what was meant, where it is known: fingers.Presses
    begin: np.ndarray = field(init=False)  # reading, -1: it never touches at any reading
    end: np.ndarray = field(init=False)
    readings: np.ndarray = field(init=False)  # the longest run of readings that are clearly above the touch level

    def __post_init__(self):
        count = len(self.windows)
        self.begin, self.end = np.full(count, -1), np.full(count, -1)
        self.readings = np.zeros(count, dtype=int)
        on = hysteresis(self.clean)
        # A tenth and two codes: what noise, creep and a zero that has followed a resting hand may take.
        exact = self.divider.code(np.array([TOUCH, 1.1 * TOUCH]))
        self.clear_code = max(exact[0] + 2, exact[1])
        clear = self.divider.code(self.clean) >= self.clear_code
        low = np.searchsorted(self.t_us, self.windows[:, 0])
        high = np.append(low[1:], len(self.t_us))
        for i, (a, b) in enumerate(zip(low, high, strict=True)):
            up = np.flatnonzero(on[a:b])
            if len(up) and self.clean[a + up[0]] >= TOUCH:
                self.begin[i], self.end[i] = a + up[0], min(a + up[-1] + 1, len(on) - 1)
                edges = np.flatnonzero(np.diff(np.concatenate(([0], clear[a:b], [0]))))
                self.readings[i] = max(edges[1::2] - edges[::2], default=0)

    def is_at_end(self, begin, end):
        """Whether all codes of a time, and there are some, are in the highest 1024th."""
        codes = self.code[np.searchsorted(self.t_us, begin) : np.searchsorted(self.t_us, end)]
        top = self.divider.top
        return len(codes) > 0 and int(codes.min()) >= top - (top >> 10)

    def gap_us(self):
        """The times from the end of each press to the beginning of the next."""
        return self.t_us[self.begin[1:]] - self.t_us[self.end[:-1]]


@dataclass
class Score:
    """Sums over traces."""

    presses: int = 0  # that touch at three readings or more, one after the other
    missed: int = 0
    short: int = 0  # that touch at fewer
    short_missed: int = 0
    extra: int = 0
    spikes: int = 0  # extra contacts from injected spikes of two readings or more
    injected: int = 0  # such spikes
    split: int = 0  # contacts too many
    merged: int = 0  # presses that the contact before swallowed
    merged_far: int = 0  # of these, 100 ms or more after it
    gaps: int = 0  # pairs with less than 100 ms between
    cancelled: int = 0
    outlasted: int = 0  # of presses that stayed at the very end of the codes until that is a short
    faults: int = 0
    begin: list = field(default_factory=list)  # delays, us
    begin_readings: list = field(default_factory=list)
    end: list = field(default_factory=list)
    end_readings: list = field(default_factory=list)
    late: int = 0  # begins later than one reading after that of the median, on a clear rise
    error: list = field(default_factory=list)  # (sum of squares, count) of the relative error at a plateau
    loss: list = field(default_factory=list)  # of each press: how much of the peak is lost

    def add(self, trace, found):
        t = trace.t_us
        contacts = [c for c in found.contacts if c[0] >= trace.quiet_until]
        begins = np.array([c[0] for c in contacts], dtype=np.int64)
        ends = np.array([c[1] for c in contacts], dtype=np.int64)
        step = 1e6 / trace.rate
        slack = max(100_000, 6 * step)
        starts, stops = trace.windows[:, 0] - 2 * step, trace.windows[:, 1] + slack
        owner = np.searchsorted(starts, begins, side="right") - 1
        owned = (owner >= 0) & (begins <= stops[np.maximum(owner, 0)])
        outlasted = sum(cancelled and trace.is_at_end(end - SHORTED_AT_END_US, end) for _, end, cancelled in contacts)
        self.outlasted += outlasted
        self.cancelled += sum(c[2] for c in contacts) - outlasted
        self.faults += len(found.faults) - outlasted

        edges = np.flatnonzero(np.diff(np.concatenate(([0], trace.spike, [0]))))
        doubles = t[edges[::2][edges[1::2] - edges[::2] >= 2]]
        self.injected += len(doubles)
        for begin in begins[~owned]:
            near = (doubles <= begin + step) & (doubles >= begin - slack)
            if near.any():
                self.spikes += 1
            else:
                self.extra += 1

        owned_by = owner[owned]
        first = np.searchsorted(owned_by, np.arange(len(trace.windows)))
        last = np.searchsorted(owned_by, np.arange(len(trace.windows)), side="right")
        mine = np.flatnonzero(owned)
        gaps = np.concatenate((t[trace.begin[:1]] - trace.quiet_until, trace.gap_us()))
        # A load at the start may swallow presses, too.
        laid = max((c[1] for c in found.contacts if c[0] < trace.quiet_until), default=0)
        # An end belongs to the reading at or after which it came.
        order = np.arange(len(t))
        for i in np.flatnonzero(trace.begin >= 0):
            b, e = trace.begin[i], trace.end[i]
            clear = trace.readings[i] >= 3
            n = last[i] - first[i]
            before = mine[first[i]] - 1 if n else np.searchsorted(begins, starts[i]) - 1
            swallowed = before >= 0 and begins[before] < starts[i] and ends[before] >= (t[b] + t[e]) / 2
            self.presses += clear
            self.short += not clear
            self.gaps += i > 0 and gaps[i] < 100_000
            if swallowed:
                # If a spike just before the press began that contact, the error was counted there.
                if clear and owned[before]:
                    self.merged += 1
                    self.merged_far += gaps[i] >= 100_000
                continue
            if n == 0 and laid >= (t[b] + t[e]) / 2:
                self.merged += clear
                self.merged_far += clear and gaps[i] >= 100_000
                continue
            if n == 0:
                self.missed += clear
                self.short_missed += not clear
                continue
            if not clear:
                continue
            self.split += n - 1
            j, k = mine[first[i]], mine[last[i] - 1]
            self.begin.append(int(begins[j] - t[b]))
            at = np.interp([begins[j], ends[k]], t, order)
            self.begin_readings.append(round(float(at[0] - b), 2))
            self.end.append(int(ends[k] - t[e]))
            self.end_readings.append(round(float(at[1] - e), 2))
            self.late += self._is_late(trace, b, begins[j])
            self._force(trace, found, b, e)
        return self

    @staticmethod
    def _is_late(trace, b, begin):
        """The codes stay clearly above the touch level from reading b on, and it begins more than two readings later."""
        after = trace.code[b : b + 3]
        return len(after) == 3 and bool((after >= trace.clear_code).all()) and begin > trace.t_us[b + 2]

    def _force(self, trace, found, b, e):
        clean = trace.clean[b:e]
        top = clean.max()
        if top >= 0.9 * trace.divider.end:
            return  # the converter does not see the peak
        force = found.force[b:e]
        seen = force[~np.isnan(force)]
        if len(seen) == 0:
            return
        self.loss.append(1 - float(seen.max()) / top)
        flat = (clean >= 0.9 * top) & ~np.isnan(force)
        relative = force[flat] / clean[flat] - 1
        self.error.append((float((relative**2).sum()), int(flat.sum())))

    def merge(self, other):
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        return self

    def figures(self):
        """The figures for the record."""

        def percentiles(values, scale, digits):
            if not values:
                return None
            return [round(float(p) / scale, digits) for p in np.percentile(values, (50, 10, 90))]

        squares, count = (sum(part) for part in zip(*self.error, strict=True)) if self.error else (0, 0)
        return {
            "presses": int(self.presses),
            "missed": int(self.missed),
            "extra": int(self.extra),
            "spikes": [int(self.spikes), int(self.injected)],
            "split": int(self.split),
            "merged": int(self.merged),
            "merged, 100 ms apart": int(self.merged_far),
            "cancelled": int(self.cancelled),
            "outlasted": int(self.outlasted),
            "short, missed": [int(self.short), int(self.short_missed)],
            "late begins": int(self.late),
            "begin ms": percentiles(self.begin, 1000, 1),
            "begin readings": percentiles(self.begin_readings, 1, 1),
            "end ms": percentiles(self.end, 1000, 1),
            "end readings": percentiles(self.end_readings, 1, 1),
            "force error %": round(100 * (squares / count) ** 0.5, 1) if count else None,
            "peak lost %": round(100 * float(np.median(self.loss)), 1) if self.loss else None,
        }


def press_trace(rng, person, count, divider, rate, coarse=None):
    """So many presses of a person on one circuit."""
    import fingers
    import sensors

    presses = fingers.draw(rng, person, count)
    t, t_us = sensors.clock(rng, rate, presses.stop[-1] + 1.0, coarse)
    clean = fingers.render(rng, presses, t, rate, person)
    since = fingers.since_touch(presses, t)
    code, spike = sensors.convert(rng, divider, clean, since)
    # Times of stamps: a coarse stamp is up to a millisecond before its reading.
    windows = np.stack([presses.start, presses.stop], axis=1) * 1e6 + 1_000_000
    quiet = 1_000_000 + (presses.hand[1] + 0.5) * 1e6 if presses.hand else 1_000_000
    return Trace(t_us, code, divider, rate, clean, windows, spike, int(quiet), presses)
