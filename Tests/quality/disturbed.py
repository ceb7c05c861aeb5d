"""What sensors, boards and frames do beside fingers, and what libpress and others make of it: errors, a row for each method.

Every trace has presses that were made, and something that nobody did: readings in bursts, a load at the start or from the start on, what a
sensor keeps of a hard press, a hit on the pad beside it. An error is a press within which no contact begins, as it is missed or swallowed by the
contact before, and a contact that begins besides. A contact that libpress says rests is none: it causes nothing.
"""

import dataclasses

import fingers
import numpy as np
from judge import Trace
from libpress import CrosstalkConfig, Engine, EventType, Pad, Trait
from peers import PEERS, fed, found_in, frames_of, make_engine, sensor_of
from sensors import Divider, convert

BOARD = Divider(15, 4700, linear=False)
RESTING = 64  # of press_event.flags
START_US = 1_000_000


def press(t, start, length, peak, edge=0.06):
    """Newtons of one press: it rises and falls by minimum jerk."""
    return peak * fingers.minimum_jerk((t - start) / edge) * fingers.minimum_jerk((start + length - t) / edge)


def trace_of(rng, t, presses, beside=0.0):
    """A trace of presses (start s, length s, peak N, edges s), with additional newtons that nobody pressed."""
    clean = sum(press(t, *one) for one in presses)
    code, spike = convert(rng, BOARD, clean + beside, spikes=0)
    t_us = START_US + np.round(t * 1e6).astype(np.int64)
    windows = np.array([(start, start + length) for start, length, *_ in presses]) * 1e6 + START_US
    return Trace(t_us, code, BOARD, (len(t) - 1) / (t[-1] - t[0]), clean, windows, spike)


def wrong(windows, begins, late_us):
    """Presses within which no contact begins, and contacts that begin besides; a contact may begin so late."""
    begins = np.asarray(begins)
    within = [int(((begins >= start - 1000) & (begins <= stop + late_us)).sum()) for start, stop in windows]
    found = sum(n > 0 for n in within)
    return int(len(windows) - found + len(begins) - found)


def steady(rate, seconds):
    return np.arange(int(rate * seconds)) / rate


def in_bursts(seconds, burst=3, apart=0.002, period=0.036):
    """Three readings 2 ms apart, then a pause of 32 ms, as a radio hands them over."""
    steps = np.full(int(seconds / period) * burst, apart)
    steps[burst - 1 :: burst] = period - (burst - 1) * apart
    return np.cumsum(steps)


# ---- Traces ----


def double_taps(rng):
    """Pairs of touches of 100 ms with pauses of 50 to 70 ms, read in bursts. The touches have edges of 3 ms, so that the pauses are that long."""
    presses, at = [], 0.5
    for _ in range(10):
        pause = rng.uniform(0.05, 0.07)
        peak = rng.uniform(1, 5)
        presses += [(at, 0.1, peak, 0.003), (at + 0.1 + pause, 0.1, peak, 0.003)]
        at += 1 + rng.uniform(0, 0.036)
    return trace_of(rng, in_bursts(at), presses)


def kept(rng, rate=100):
    """After 5 to 10 N the sensor keeps 4 % of it for a minute, and three presses of 2 to 4 N come meanwhile. What is kept of more is above the
    touch level, and is a contact to all."""
    hard = rng.uniform(5, 9.5)
    t = steady(rate, 62)
    presses = [(1, 0.7, hard)] + [(at, 0.4, rng.uniform(2, 4)) for at in (15, 30, 45)]
    return trace_of(rng, t, presses, beside=0.04 * hard * ((t > 1.35) & (t < 61)))


def laid(rng, rate=100):
    """1 to 8 N lie there from the start for 5 s; then three presses. A contact that begins with the load is one that nobody made."""
    load = rng.uniform(1, 8)
    t = steady(rate, 15)
    presses = [(at, 0.4, rng.uniform(1, 4)) for at in (8, 10, 12)]
    return trace_of(rng, t, presses, beside=load * fingers.minimum_jerk((5.1 - t) / 0.1))


def offset(rng, rate=100):
    """0.6 N from the first reading on that stay, and four presses on top."""
    t = steady(rate, 12)
    return trace_of(rng, t, [(at, 0.4, rng.uniform(2, 4)) for at in (3, 5, 7, 9)], beside=np.full(len(t), 0.6))


CASES = {
    "double taps, read in bursts": (double_taps, {}),
    "4 % kept of a hard press": (kept, {}),
    "a load at the start": (laid, {}),
    "0.6 N that stay, undeclared": (offset, {}),
    "0.6 N that stay, declared": (offset, {"preload_force": 0.6}),
}
MOST = 20  # traces of each
RATES = (100, 200, 500, 860)


def libpress(trace, sensor):
    """The result of libpress for a trace; a load that rests is no contact."""
    pad = Pad(dataclasses.replace(sensor_of(trace.divider), **sensor), make_engine())
    events = fed(pad, frames_of(trace.t_us, trace.code))
    resting, drop = False, np.zeros(len(events), bool)
    for i, (kind, flags) in enumerate(zip(events["type"], events["flags"], strict=True)):
        if kind == EventType.CONTACT_BEGAN:
            resting = bool(flags & RESTING)
        drop[i] = resting and EventType.CONTACT_BEGAN <= kind <= EventType.CONTACT_CANCELLED
    return found_in(trace, events[~drop])


def errors(case, method, count=MOST, seed=1):
    """[errors, presses]"""
    make, sensor = CASES[case]
    sums = [0, 0]
    for n in range(count):
        trace = make(np.random.Generator(np.random.PCG64([seed, list(CASES).index(case), n])))
        found = libpress(trace, sensor) if method == "libpress" else PEERS[method](trace)
        sums[0] += wrong(trace.windows, [contact[0] for contact in found.contacts], 2e6 / trace.rate)
        sums[1] += len(trace.windows)
    return sums


# ---- What needs more than one sensor, or minutes ----


def beside_a_hit(method, rate, share=0.12):
    """Hits of 2 to 15 N on one pad of two; the other reads 12 % of each, 1 ms later, and is hit softly, alone, between them. Contacts too many
    and hits that are missed, of all hits."""
    hits, gap = (2, 4, 6, 8, 10, 12, 15), 0.8
    t = steady(rate, 1 + gap * len(hits))

    def blow(t):
        return fingers.minimum_jerk(t / 0.012) * (1 - fingers.minimum_jerk((t - 0.02) / 0.03))

    struck = sum(newtons * blow(t - 1 - gap * n) for n, newtons in enumerate(hits))
    felt = sum(share * newtons * blow(t - 1.001 - gap * n) for n, newtons in enumerate(hits))
    own = sum(0.9 * blow(t - 1 - gap * (n + 0.5)) for n in range(len(hits)))
    t_us = START_US + np.round(t * 1e6).astype(np.int64)
    codes = [np.round(BOARD.code(newtons)).astype(np.int32) for newtons in (struck, felt + own)]
    if method == "libpress":
        engine = Engine(traits=Trait(0), crosstalk=CrosstalkConfig(share=1.5 * share), lift_us=5000, max_events=4096)
        pads = [Pad(sensor_of(BOARD), engine, contact=contact) for contact in (0, 1)]
        begun = []
        engine.when_event = lambda event: begun.append((event.contact, event.t_us)) if event.type == EventType.CONTACT_BEGAN else None
        for at, pair in zip(t_us.tolist(), zip(*(c.tolist() for c in codes), strict=True), strict=True):
            for pad, code in zip(pads, pair, strict=True):
                pad.feed(at, code)
        begins = [[when for contact, when in begun if contact == which] for which in (0, 1)]
    else:
        traces = [trace_of(np.random.default_rng(1), t, [(0.2, 0.1, 1)]) for _ in codes]
        begins = [
            [one[0] for one in PEERS[method](dataclasses.replace(trace, code=code)).contacts] for trace, code in zip(traces, codes, strict=True)
        ]
    sums = [0, 2 * len(hits)]
    for which, phase in enumerate((0, 0.5)):
        starts = START_US + 1e6 * (1 + gap * (np.arange(len(hits)) + phase))
        sums[0] += wrong(np.stack([starts, starts + 50_000], axis=1), begins[which], 2e6 / rate)
    return sums


def wandering(method, seeds, rate=100, force=3.0, wander=0.05, creep=0.10, seconds=300):
    """Hands that hold 3 N for five minutes, wander by 5 % (1/f from 0.01 Hz up) on a sensor whose force creeps by 10 %. How many complete by themselves:
    a preview of libpress, or the same force by another method, after the first second."""
    completed = 0
    board = Divider(15, 4700, creep=creep)  # whose force creeps as its conductance does
    given = Engine().config
    level = given["zero_force"] + given["complete_pressure"] * (given["full_force"] - given["zero_force"])
    for seed in seeds:
        rng = np.random.default_rng([seed, 7])
        t = steady(rate, seconds + 2)
        f = np.fft.rfftfreq(len(t), 1 / rate)
        spectrum = np.where(f >= 0.01, 1 / np.sqrt(np.maximum(f, 0.01)), 0) * np.exp(2j * np.pi * rng.random(len(f)))
        wave = np.fft.irfft(spectrum, len(t))
        newtons = force * np.clip((t - 1) / 0.15, 0, 1) * np.maximum(1 + wander * wave / wave.std(), 0)
        code, spike = convert(rng, board, newtons, np.maximum(t - 1, 0), spikes=0)
        t_us = START_US + (t * 1e6).astype(np.int64)
        if method == "libpress":
            events = fed(Pad(sensor_of(board), Engine(max_events=4096)), frames_of(t_us, code))
            completed += bool(((events["type"] == EventType.COMMIT_UPDATED) & (events["flags"] & 1 != 0)).any())
        else:
            window = np.array([[t_us[0], t_us[-1]]], dtype=float)
            found = PEERS[method](Trace(t_us, code, board, rate, newtons, window, spike))
            completed += bool((np.nan_to_num(found.force[t > 2]) >= level).any())
    return [completed, len(seeds)]


def on_top(newtons, declared, rate=100):
    """Three presses of 2.5 N on what lies there from the first reading on, of a sensor with that preload_force: what each causes."""
    t = steady(rate, 20)
    beside = newtons + sum(press(t, at, 0.4, 2.5) for at in (10, 13, 16))
    sensor = dataclasses.replace(sensor_of(BOARD), preload_force=declared)
    engine = Engine(button=True, preview_after_us=80_000, max_events=4096)
    events = fed(Pad(sensor, engine), frames_of(START_US + (t * 1e6).astype(np.int64), np.round(BOARD.code(beside)).astype(np.int32)))
    kinds = {"contacts": EventType.CONTACT_BEGAN, "previews": EventType.PREVIEW_BEGAN, "buttons": EventType.BUTTON_PRESSED}
    return {name: int((events["type"] == kind).sum()) for name, kind in kinds.items()}


def sleeper(hours=3, rate=20):
    """30 N lie there as the sensor starts, for hours; then nobody for a minute, and somebody again. [resting contacts, holds] of a bed."""
    t = steady(rate, 3600 * hours + 120)
    up = 3600 * hours
    newtons = 30 * ((t < up) | (t > up + 60))
    engine = Engine(traits=Trait.HOLD, gestures=True, touch_force=3, release_force=1.5, lift_us=5_000_000, max_events=4096)
    pad = Pad(sensor_of(BOARD), engine)
    code = np.round(BOARD.code(newtons)).astype(np.int32)
    events = fed(pad, frames_of(START_US + (t * 1e6).astype(np.int64), code))
    begun = events[events["type"] == EventType.CONTACT_BEGAN]
    held = events[events["type"] == EventType.HOLD_BEGAN]
    ended = events[events["type"] == EventType.CONTACT_ENDED]
    return {
        "resting from the start": int(((begun["flags"] & RESTING) != 0).sum()),
        "ended as they got up": bool(len(ended) and abs(int(ended["t_us"][0]) - START_US - up * 1e6) < 6e6),
        "holds": [round((int(event["t_us"]) - START_US) / 1e6 - up) for event in held],
    }


def measure(count):
    """{method: {case: [errors, presses]}}, of so many traces each; None: there is no such setting."""
    count = max(count, 1)
    rows = {}
    for method in PEERS:
        rows[method] = {case: None if sensor and method != "libpress" else errors(case, method, count) for case, (_, sensor) in CASES.items()}
        rows[method]["12 % of a hit beside it"] = [sum(part) for part in zip(*(beside_a_hit(method, rate) for rate in RATES), strict=True)]
        rows[method]["3 N held, 5 % of wander"] = wandering(method, range(min(count, 12)))
    return rows
