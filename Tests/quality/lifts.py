"""What the grace of a lift splits and merges at each rate, and how late it ends a tap.

    python Tests/quality/lifts.py [--presses 250] [--seed 1] [--lift-ms 40,50,60]

All persons press on circuits that are drawn; the double taps that may merge are 60 to 70 ms apart.
"""

import argparse
from dataclasses import replace

import fingers
import numpy as np
from judge import Score, press_trace
from libpress import EventType
from peers import hysteresis, libpress_events
from sensors import RELEASE, draw_divider

RATES = (10, 20, 25, 50, 100, 200, 370, 860)
BEFORE_MS = 40.0  # the grace that did not know the rate
PER_CIRCUIT = 25
NEAR = replace(fingers.PERSONS["quick double tap"], pair_gap=(0.060, 0.070))
TAP_US = 300_000
FINE = 1000.0  # readings a second at which dips are measured


def traces(persons, rate, count, seed):
    for number, person in enumerate(persons):
        for part in range(-(-count // PER_CIRCUIT)):
            rng = np.random.Generator(np.random.PCG64([seed, 200, round(rate), number, part]))
            yield person, press_trace(rng, person, PER_CIRCUIT, draw_divider(rng), float(rate))


def ends_of_taps(trace, events):
    """How long after the force fell below the release level, between two readings, the end of each tap is delivered, ms."""
    ended = events[events["type"] == EventType.CONTACT_ENDED]
    delivered = ended["t_us"].astype(np.int64)
    happened = delivered - ended["late_us"]
    for begin, end in zip(trace.begin, trace.end, strict=True):
        if begin < 0 or trace.t_us[end] - trace.t_us[begin] > TAP_US:
            continue
        before, after = trace.clean[end - 1 : end + 1]
        if after < RELEASE <= before:
            fell = np.interp((before - RELEASE) / (before - after), (0, 1), trace.t_us[end - 1 : end + 1])
            mine = np.flatnonzero((happened >= fell - 1000) & (happened <= fell + 2.5e6 / trace.rate))
            if len(mine) == 1:
                yield (delivered[mine[0]] - fell) / 1000


def longest_dips(person, trace):
    """For each press: the longest time that its force was below the release level before it came back, s."""
    times = np.arange(0, trace.presses.stop[-1] + 1, 1 / FINE)
    on = hysteresis(fingers.render(np.random.Generator(np.random.PCG64(0)), trace.presses, times, FINE, person))
    for begin, end in zip(trace.presses.start, trace.presses.stop, strict=True):
        a, b = np.searchsorted(times, (begin, end))
        pressed = np.flatnonzero(on[a:b])
        yield max(np.diff(pressed), default=0) / FINE


def splits_of_short_dips(person, trace, found):
    """Contacts too many in presses whose dips are all shorter than two intervals."""
    begins = np.array([c[0] for c in found.contacts])
    step = 1e6 / trace.rate
    ends = np.append(trace.windows[1:, 0] - step, np.inf)
    many = 0
    for (start, stop), end, dip in zip(trace.windows, ends, longest_dips(person, trace), strict=True):
        if dip < 2 / trace.rate and start >= trace.quiet_until:
            many += max(int(((begins >= start - step) & (begins <= min(stop + 2 * step, end))).sum()) - 1, 0)
    return many


def merged_pairs(trace, found):
    """Double taps that are one contact. One in whose pause a reading came late is not judged."""
    count = 0
    for i in range(0, len(trace.windows) - 1, 2):
        a, b = trace.end[i], trace.begin[i + 1]
        if a < 0 or b < 0 or np.diff(trace.t_us[a - 2 : b + 2]).max() > 1.5e6 / trace.rate:
            continue
        count += any(begin < trace.t_us[a] and end >= (trace.t_us[b] + trace.t_us[trace.end[i + 1]]) / 2 for begin, end, _ in found.contacts)
    return count


class Tally:
    """The counts for one grace at one rate."""

    def __init__(self):
        self.score, self.ends = Score(), []
        self.short = self.merged = self.pairs = 0

    def figures(self):
        return {
            "presses": int(self.score.presses),
            "split": int(self.score.split),
            "split, dips below two intervals": self.short,
            "double taps": self.pairs,
            "merged": self.merged,
            "end ms": [round(float(v), 1) for v in np.percentile(self.ends, (50, 90, 99))],
        }


def measure(rate, count, seed, lifts):
    """{grace: figures}, of graces in ms; None: the default."""
    tallies = {lift: Tally() for lift in lifts}
    for person, trace in traces(fingers.PERSONS.values(), rate, count, seed):
        for lift, tally in tallies.items():
            found, events = libpress_events(trace, engine_of(lift))
            tally.score.add(trace, found)
            tally.ends += ends_of_taps(trace, events)
            tally.short += splits_of_short_dips(person, trace, found) if rate == 20 else 0
    for _, trace in traces([NEAR], rate, 2 * count, seed):
        for lift, tally in tallies.items():
            found, events = libpress_events(trace, engine_of(lift))
            tally.ends += ends_of_taps(trace, events)
            tally.merged += merged_pairs(trace, found)
            tally.pairs += len(trace.windows) // 2
    return {lift: tally.figures() for lift, tally in tallies.items()}


def engine_of(lift):
    return {} if lift is None else {"lift_us": round(lift * 1000)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--presses", type=int, default=250, help="of each person")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lift-ms", type=lambda s: [float(ms) for ms in s.split(",")], default=[BEFORE_MS], help="beside the default")
    given = parser.parse_args()
    for rate in RATES:
        for lift, found in measure(rate, given.presses, given.seed, [None, *given.lift_ms]).items():
            print(f"{rate} Hz, {lift or 'default'}: " + ", ".join(f"{name} {value}" for name, value in found.items()), flush=True)
