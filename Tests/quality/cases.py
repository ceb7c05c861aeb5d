"""What the presses of the persons do not show: hours at rest, minutes of one press, starts under a hand, taps beside previews, strikes.

Each case is a row of numbers. `make quality` writes them with the others, and test_cases.py asserts their goals.
"""

import dataclasses
from types import SimpleNamespace

import fingers
import numpy as np
import recordings
import strikes
from judge import Score, press_trace
from libpress import Engine, EventType, Pad, Trait
from peers import contacts_of, fed, found_in, frames_of, hysteresis, make_engine, sensor_of
from sensors import Divider, convert

BOARD = Divider(15, 4700)
DOUBLE = 0.15e-4  # the fraction of readings at rest that begin a spike of two
PREVIEW_AFTER_US = 80_000
ENDED = 1  # of press_event.flags
MOUSE_RATES = (10.0, 20.0, 25.0, 50.0, 100.0)  # as which its readings are taken


def ends(events, kind):
    """How many phases of previews ended."""
    return int(((events["type"] == kind) & (events["flags"] & ENDED != 0)).sum())


def at_rest(rate, hours, seed):
    """Spikes of two readings, and what came of them; nothing presses."""
    rng = np.random.Generator(np.random.PCG64(seed))
    count = int(rate * 3600 * hours)
    code, _ = convert(rng, BOARD, np.zeros(count), spikes=0)
    spikes = np.flatnonzero(rng.random(count) < DOUBLE)
    for at in spikes:
        code[at : at + 2] = np.maximum(code[at : at + 2], min(50 * np.exp(0.9 * rng.standard_normal()) / 1023, 1) * BOARD.top)
    t_us = 1_000_000 + (np.arange(count) * 1e6 / rate).astype(np.int64)
    events = fed(Pad(sensor_of(BOARD), Engine(max_events=4096)), frames_of(t_us, code))
    count = {
        name: int((events["type"] == kind).sum()) for name, kind in (("contacts", EventType.CONTACT_BEGAN), ("previews", EventType.PREVIEW_BEGAN))
    }
    return {"spikes": len(spikes), **count, "completed": ends(events, EventType.COMMIT_UPDATED)}


def held(seed, rate=100, force=3.0, creep=0.14, seconds=600, more=1.5):
    """A force that is held on a sensor that creeps: previews that begin and phases that end after its first second, and once more is added."""
    rng = np.random.Generator(np.random.PCG64(seed))
    board = dataclasses.replace(BOARD, creep=creep)
    t = np.arange(int((seconds + 4) * rate)) / rate
    since = np.maximum(t - 1, 0)
    newtons = force * np.clip(since / 0.15, 0, 1)
    # Load that comes later is fresh: it has not crept.
    code, _ = convert(rng, board, newtons, since, spikes=0)
    late = t >= 1 + seconds
    crept = force * (1 + creep * np.log10(1 + seconds / 0.1))
    code[late] = board.code(crept + more * np.clip((t[late] - 1 - seconds) / 0.3, 0, 1)).astype(np.int32)
    events = fed(Pad(sensor_of(board), Engine(max_events=4096)), frames_of(1_000_000 + (t * 1e6).astype(np.int64), code))
    is_end = (events["type"] <= EventType.COMMIT_UPDATED) & (events["flags"] & ENDED != 0)
    phases = events[is_end | (events["type"] == EventType.PREVIEW_BEGAN)]
    at = (phases["t_us"].astype(np.int64) - 2_000_000) / 1e6
    return {"while it is held": int(((at > 1) & (at < seconds)).sum()), "by more force": int((at >= seconds).sum())}


def under_load(rate, is_learnt):
    """The presses of the mouse, whose hand lay there at the start; with the zero that it made."""
    score = Score()
    for parts in recordings.mouse(rate):
        trace = recordings.trace_of(*parts)
        if trace is None:
            continue
        pad = Pad(sensor_of(trace.divider), make_engine())
        if is_learnt:
            pad.tare(force=True)
        score.add(trace, found_in(trace, fed(pad, frames_of(trace.t_us, trace.code))))
    return {"presses": int(score.presses), "missed": int(score.missed), "merged": int(score.merged)}


def of_the_mouse(method, rate=50.0):
    """Errors in sum on the mouse, by labels that look at what comes after, too: hysteresis on the median of three around each reading, pauses of two
    readings bridged. `method`: "libpress", "libpress, zero" (the hand at the start is made zero), "hysteresis", "hysteresis, zero"."""
    presses = wrong = 0
    for t_us, code, divider, _, newtons in recordings.mouse(rate):
        around = np.median(np.stack([np.roll(newtons, by) for by in (-1, 0, 1)]), axis=0)
        labels = joined(stretches(hysteresis(around), t_us), 2.5e6 / rate)
        from_start = [one for one in labels if one[0] == t_us[0]]
        quiet = from_start[0][1] if from_start else t_us[0]
        labels = [one for one in labels if one[0] > quiet and one[1] - one[0] >= 2e6 / rate]
        if method.startswith("libpress"):
            pad = Pad(sensor_of(divider), make_engine())
            if method.endswith("zero"):
                pad.tare(force=True)
            trace = SimpleNamespace(t_us=t_us, code=code)
            found = [one[:2] for one in found_in(trace, fed(pad, frames_of(t_us, code))).contacts]
        else:
            laid = np.median(newtons[:10]) if method.endswith("zero") else 0
            found = stretches(hysteresis(newtons - laid), t_us)
        found = [one for one in found if one[1] > quiet and (one[0] >= quiet or any(a < one[1] for a, _ in labels))]
        over = [[a < stop and start < b for start, stop in found] for a, b in labels]
        presses += len(labels)
        # Missed; contacts too many in one; presses too many in a contact; contacts in none.
        wrong += sum(not any(row) for row in over) + sum(max(sum(row) - 1, 0) for row in over)
        wrong += sum(max(sum(column) - 1, 0) + (not any(column)) for column in zip(*over, strict=True)) if labels else len(found)
    return {"presses": presses, "errors": wrong}


def stretches(on, t_us):
    return [(begin, end) for begin, end, _ in contacts_of(on, t_us)]


def joined(parts, gap_us):
    """Joins spans that are less than the limit apart."""
    found = []
    for begin, end in parts:
        if found and begin - found[-1][1] < gap_us:
            found[-1] = (found[-1][0], end)
        else:
            found.append((begin, end))
    return found


MOUSE_METHODS = ("libpress", "libpress, zero", "hysteresis", "hysteresis, zero")


def taps(count, seed, rate=370.0):
    """Short presses (0.3 s at most) on a target that takes taps and previews, and how much later than at once previews begin of those that are
    held for 0.6 s or more."""
    rng = np.random.Generator(np.random.PCG64(seed))
    trace = press_trace(rng, fingers.AVERAGE, count, Divider(10, 10_000, linear=True), rate)
    seen = {}
    for after in (0, PREVIEW_AFTER_US):
        engine = Engine(
            max_events=4096,
            preview_after_us=after,
            gestures=True,
            traits=Trait.TAP | Trait.HOLD | Trait.DOUBLE_TAP | Trait.PREVIEW,
        )
        seen[after] = fed(Pad(sensor_of(trace.divider), engine), frames_of(trace.t_us, trace.code), int(trace.t_us[-1]) + 1_000_000)
    begin, end = trace.t_us[np.maximum(trace.begin, 0)], trace.t_us[np.maximum(trace.end, 0)]
    short = np.flatnonzero((trace.begin >= 0) & (trace.readings >= 3) & (end - begin < 300_000))
    long = np.flatnonzero((trace.begin >= 0) & (end - begin >= 600_000))

    def of(events, kind, i):
        t = events["t_us"].astype(np.int64)
        return events[(events["type"] == kind) & (t >= begin[i] - 20_000) & (t <= end[i] + 400_000)]

    tapped = {
        after: sum(len(of(events, EventType.TAPPED, i)) + len(of(events, EventType.DOUBLE_TAPPED, i)) > 0 for i in short)
        for after, events in seen.items()
    }
    later = [
        int(waits[0]["t_us"]) - int(at_once[0]["t_us"])
        for i in long
        if len(at_once := of(seen[0], EventType.PREVIEW_BEGAN, i)) and len(waits := of(seen[PREVIEW_AFTER_US], EventType.PREVIEW_BEGAN, i))
    ]
    return {
        "short presses": len(short),
        "tap, previews at once": tapped[0],
        "tap": tapped[PREVIEW_AFTER_US],
        "later ms": [round(float(v) / 1000, 1) for v in np.percentile(later, (50, 90, 99))],
    }


def struck(rate, hand, presses, seed=7):
    """Of strikes whose speed is said to be known: how many, and the median and the 10th and 90th percentile of it, percent."""
    found = strikes.measure(hand(np.random.default_rng(seed), presses), rate, (strikes.WINDOW,), np.random.default_rng(seed + 1))[:, 0]
    known = found[found[:, 2] == 1, 0]
    speed = [round(100 * float(v)) for v in np.percentile(known, (50, 10, 90))] if len(known) else None
    return {"strikes": int(np.isfinite(found[:, 0]).sum()), "known": len(known), "speed %": speed}


RATES = (10, 20, 25, 50, 100, 200, 370, 860)


def measure(count, seed):
    """{case: {what: figures}}"""
    return {
        "at rest, with spikes of two readings": {
            f"{hours} h at {rate} Hz": at_rest(rate, hours, seed) for rate, hours in ((20, 6), (100, 6), (860, 1))
        },
        "3 N held for ten minutes, phases that ended": {f"creep {100 * creep:g} % per decade": held(seed, creep=creep) for creep in (0.05, 0.14)},
        "the mouse, started under a hand": {
            f"{rate:g} Hz, {'the hand is zero' if learnt else 'as usual'}": under_load(rate, learnt)
            for rate in MOUSE_RATES
            for learnt in (False, True)
        },
        "the mouse at 50 Hz, errors in sum": {method: of_the_mouse(method) for method in MOUSE_METHODS},
        "taps beside previews": {"370 Hz": taps(count, seed)},
        "strikes": {
            f"{rate} Hz, {hand.__name__}": struck(rate, hand, max(count // 20, 40))
            for rate in RATES
            for hand in (strikes.drums, strikes.recorded, strikes.pinches)
        },
    }
