#!/usr/bin/env python3
"""Makes the test vectors in .build/vectors and prints that folder. They are what vectors.sha256 says, or it fails; --pin writes
that file. What is there already is not made again.

Everything is computed in integers, fractions or 50-digit decimals, never in floating point, so that every machine makes
the same bytes. The oracles follow the documentation of libpress and of the algorithms, not its source.

Format: one case per line, fields separated by blanks, all of them decimal integers; '#' starts a comment. Fixed-point
fields carry raw values. A last field `tolerance` says how far a result may lie from the one given, in units of its last
place. Files with cases of several lines say so in their header.
"""

import hashlib
import os
import sys
from decimal import ROUND_FLOOR, Decimal, getcontext
from fractions import Fraction
from pathlib import Path

getcontext().prec = 50
HERE = Path(__file__).resolve().parent
PINS = HERE / "vectors.sha256"
OUT = HERE.parent.parent / ".build" / "vectors"
ONE = 65536
INT32_MIN, INT32_MAX = -(1 << 31), (1 << 31) - 1
UINT64_MAX = (1 << 64) - 1
PI = Decimal("3.14159265358979323846264338327950288419716939937510")
LN2 = Decimal(2).ln()


class Random:
    """Knuth's 64-bit generator: the same numbers everywhere."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & UINT64_MAX
        return (self.state >> 33) % limit

    def wide(self, bits):
        return self.below(1 << 31) >> (31 - bits) if bits <= 31 else (self.below(1 << 31) << 31 | self.below(1 << 31)) >> (62 - bits)


def clamp(value, low=INT32_MIN, high=INT32_MAX):
    return max(low, min(high, value))


def nearest(value):
    """To nearest, halves up."""
    if isinstance(value, Decimal):
        return int((value + Decimal("0.5")).to_integral_value(ROUND_FLOOR))
    return int((value + Fraction(1, 2)) // 1)


# --- numbers -------------------------------------------------------------------------------------------------------


def ramp(value, low, high):
    if value < low:
        return 0
    if value >= high:
        return ONE
    return (value - low) * ONE // (high - low)


def make_ramp():
    r = Random(1)
    rows = []
    spans = [(0, 0), (5, 5), (0, 1), (26214, 327680), (16384, 32768), (32768, 55706), (INT32_MIN, INT32_MIN + (128 << 16) - 1)]
    for _ in range(60):
        low = r.wide(31) - (1 << 30)
        spans.append((low, low + 1 + r.wide(1 + r.below(22))))
    for low, high in spans:
        values = [INT32_MIN, low - 1, low, low + 1, high - 1, high, high + 1, INT32_MAX]
        for _ in range(6):
            # A value at which rounding down changes the result.
            edge = low + -(-r.below(ONE + 1) * (high - low) // ONE)
            values += [edge - 1, edge]
        rows += [(low, high, clamp(v), ramp(clamp(v), low, high), 0) for v in sorted(set(values))]
    return ["low high value progress tolerance"], rows


def make_log2():
    r = Random(2)
    xs = {1, 3, 5, 10, 65535, 65537, (1 << 32) - 1} | {1 << b for b in range(32)}
    xs |= {max(1, r.wide(1 + r.below(32))) for _ in range(400)}
    rows = [(x, nearest(Decimal(x).ln() / LN2 * (1 << 24)), 0 if x & (x - 1) == 0 else 755) for x in sorted(xs)]
    return ["log2 of an integer as Q24; the tolerance is 4.5e-5", "x log2 tolerance"], rows


def make_exp2():
    r = Random(3)
    rows = []
    for scale in (0, 1, 3, 65536, 6426886, INT32_MAX):
        exponents = [0, 1 << 24, -1 << 24, 30 << 24, 31 << 24, -32 << 24, -33 << 24, -(1 << 40), 1 << 40]
        exponents += [(r.below(64) - 32) * (1 << 24) + r.below(1 << 24) for _ in range(60)]
        for e in exponents:
            if scale == 0:
                value = Decimal(0)
            elif e > 40 << 24:
                value = Decimal(INT32_MAX)
            else:
                value = (Decimal(e) / (1 << 24) * LN2).exp() * scale
            expected = clamp(nearest(value))
            tolerance = (
                0
                if expected in (0, INT32_MAX) and (value < Decimal("0.49") or value > INT32_MAX * Decimal("1.001"))
                else 1 + int(value * Decimal("1.6e-5"))
            )
            rows.append((e, scale, expected, tolerance))
    return ["2 to the power of a Q24, times scale; the tolerance is 1.6e-5 and one unit", "exponent scale value tolerance"], rows


def make_time():
    r = Random(4)
    rows = []
    lasts = [0, 1, 5, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 63), UINT64_MAX - (1 << 32), UINT64_MAX]
    lasts += [r.wide(1 + r.below(62)) for _ in range(60)]
    for last in lasts:
        for step in (0, 1, -1, 1000, -1000, (1 << 31) - 1, 1 << 31, (1 << 31) + 1, r.below(1 << 31), -r.below(1 << 31)):
            now = (last + step) & 0xFFFFFFFF
            around = [(last >> 32) * (1 << 32) + now + k * (1 << 32) for k in (-1, 0, 1)]
            best = min((c for c in around if c >= 0), key=lambda c: (abs(c - last), -c))
            rows.append((last, now, min(best, UINT64_MAX), 0))
    return ["a 32-bit counter extended: the nearest time, half way counts as later", "last now time tolerance"], rows


# --- sensing -------------------------------------------------------------------------------------------------------


def conductance(full, resistor, parallel, pull_up, code):
    rising = full - code if pull_up else code
    rising = clamp(rising, 0, full - max(full // 64, 1))
    siemens = Fraction(rising, (full - rising) * resistor) - (Fraction(1, parallel) if parallel else 0)
    return clamp(nearest(siemens * 1_000_000 * ONE))


def make_circuit():
    r = Random(5)
    rows = []
    circuits = [
        (26400, 4700, 0, 0),
        (1023, 10000, 0, 0),
        (1023, 3300, 470000, 0),
        (26400, 4700, 1000000, 0),
        (32767, 100, 0, 1),
        (4095, 47000, 0, 1),
        (16777215, 16777215, 16777215, 0),
        (1, 1, 0, 0),
        (64, 1, 1, 0),
    ]
    for full, resistor, parallel, pull_up in circuits:
        codes = {0, 1, 2, full // 2, full - full // 64, full - full // 64 - 1, full - 1, full, full + 1, -1} | {r.below(full + 1) for _ in range(40)}
        for code in sorted(codes):
            rows.append((full, resistor, parallel, pull_up, code, conductance(full, resistor, parallel, pull_up, code), 1 if parallel else 0))
    return [
        "conductance in microsiemens Q16, rounded to nearest; twice with a parallel resistor",
        "full_scale resistor_ohm parallel_ohm pull_up code conductance tolerance",
    ], rows


def make_power():
    r = Random(6)
    rows = []
    for g0, f0, e in ((10 * ONE, ONE, ONE), (333 * ONE, 5 * ONE, 45875), (22020096, 321344, 68813), (ONE, ONE, 98304), (1000 * ONE, 10 * ONE, 16384)):
        for g in sorted({1, ONE, g0, g0 + 1, INT32_MAX} | {1 + r.wide(1 + r.below(31)) for _ in range(40)}):
            g = min(g, INT32_MAX)
            value = ((Decimal(g) / g0).ln() * Decimal(e) / ONE).exp() * f0
            rows.append((g0, f0, e, g, clamp(nearest(value)), 2 + int(min(value, INT32_MAX) * Decimal("2e-4"))))
    return ["power law; the tolerance is 0.02 % and 2 units", "reference_conductance reference_force exponent conductance force tolerance"], rows


def make_table():
    r = Random(7)
    rows = []
    for count in (1, 2, 3, 7, 16):
        gs = sorted({1 + r.wide(28) for _ in range(count * 3)})[:count]
        fs = sorted({1 + r.wide(22) for _ in range(count * 3)})[:count]
        points = [(0, 0)] + list(zip(gs, fs))
        values = {0, -1, 1, INT32_MAX} | {g + d for g in gs for d in (-1, 0, 1)} | {r.wide(29) for _ in range(20)}
        for g in sorted(values):
            above = next((i for i, p in enumerate(points) if i and p[0] >= g), len(points) - 1)
            (g1, f1), (g2, f2) = points[above - 1], points[above]
            force = 0 if g <= 0 else clamp(nearest(f1 + Fraction((g - g1) * (f2 - f1), g2 - g1)))
            rows.append((count, *(n for p in points[1:] for n in p), g, force, 0))
    return ["straight lines between points, through (0, 0)", "count {conductance force}*count conductance force tolerance"], rows


# --- signal --------------------------------------------------------------------------------------------------------


class OneEuro:
    """Casiez, Roussel, Vogel 2012."""

    def __init__(self, min_cutoff, beta, derivative_cutoff):
        self.parameters = [Decimal(p) / ONE for p in (min_cutoff, beta, derivative_cutoff)]
        self.last = None

    @staticmethod
    def alpha(cutoff, te):
        return 1 / (1 + 1 / (2 * PI * cutoff * te))

    def step(self, t, value):
        min_cutoff, beta, derivative_cutoff = self.parameters
        if self.last is None:
            self.last = (t, value, Decimal(0))
            return value
        t0, x0, dx0 = self.last
        te = Decimal(t - t0) / 1_000_000
        dx = dx0 + self.alpha(derivative_cutoff, te) * ((value - x0) / te - dx0)
        x = x0 + self.alpha(min_cutoff + beta * abs(dx), te) * (value - x0)
        self.last = (t, x, dx)
        return x


def make_one_euro():
    rows = []
    signals = {
        "step": lambda i, r: ONE if i >= 5 else 0,
        "triangle": lambda i, r: abs((i * 1311) % (2 * ONE) - ONE),
        "ramp": lambda i, r: i * 327,
        "noise": lambda i, r: ONE // 2 + r.below(ONE // 8),
    }
    for min_cutoff, beta, derivative_cutoff in (
        (ONE, 0, ONE),
        (3 * ONE, ONE, ONE),
        (655, 655, ONE),
        (ONE // 10, 10 * ONE, ONE),
        (10 * ONE, ONE // 2, 10 * ONE),
    ):
        for signal in signals.values():
            for uneven in (False, True):
                for amplitude in (1, 20):
                    r = Random(8)
                    euro = OneEuro(min_cutoff, beta, derivative_cutoff)
                    t = 1000
                    for i in range(60):
                        value = signal(i, r) * amplitude
                        out = euro.step(t, Decimal(value) / ONE)
                        rows.append((min_cutoff, beta, derivative_cutoff, t, value, nearest(out * ONE), amplitude * 6))
                        t += 100 * 2 ** r.below(13) if uneven else 6061
    return [
        "1 euro filter, one step per line; a time that is not later than the one before starts a fresh filter",
        "the tolerance is 1e-4 of the amplitude",
        "min_cutoff beta derivative_cutoff t value filtered tolerance",
    ], rows


# --- creep ---------------------------------------------------------------------------------------------------------

START = Decimal(100_000)


def decades(t):
    return (1 + t / START).ln() / Decimal(10).ln()


class Creep:
    """What docs/design/states.md says of creep. `crept` is conductance times decades, `load` the conductance without it."""

    def __init__(self, creep, threshold):
        self.creep, self.threshold = Decimal(creep) / ONE, threshold
        self.at, self.load, self.crept, self.age, self.rest = 0, Decimal(0), Decimal(0), Decimal(0), Decimal(0)
        self.is_loaded = False

    def effective_age(self):
        return self.age * START / (START + self.rest)

    def step(self, t, conductance):
        elapsed = min(t - self.at, 12_500_000)
        self.at = t
        whole = self.load * decades(self.effective_age())
        if self.crept > whole:
            self.crept -= (self.crept - whole) * min(elapsed, 1 << 20) / (1 << 20)
        if self.is_loaded:
            so_far = min(self.crept, whole) / self.load
            self.crept += self.load * (1 + elapsed / START / Decimal(10) ** so_far).log10()
            self.age += elapsed
        else:
            self.rest += elapsed
        least = conductance / (1 + self.creep * decades(self.effective_age()))
        self.load = max(conductance - self.creep * self.crept, least)
        self.is_loaded = conductance >= self.threshold
        if self.is_loaded:
            self.age, self.rest = self.effective_age(), Decimal(0)
        return self.load


def make_creep():
    rows = []
    hundred = 100 * ONE
    plays = {
        "constant": lambda i, r: hundred,
        "press after a rest": lambda i, r: hundred // 8 if i < 60 else hundred * 4,
        "taps": lambda i, r: hundred if i % 7 < 4 else 0,
        "tremor": lambda i, r: hundred + r.below(hundred // 4),
        "ease": lambda i, r: hundred * 6 if i < 40 else hundred,
        "anything": lambda i, r: r.wide(31),
    }
    for number, play in enumerate(plays.values()):
        for creep in (1, 3277, 9175, ONE):
            for steps in ((5_000,), (1_000, 5_000, 40_000), (100_000, 3_000_000), (20_000_000, 300_000)):
                r = Random(40 + number)
                state = Creep(creep, ONE * 10)
                t = 0
                for i in range(100):
                    load = play(i, r)
                    out = nearest(state.step(t, load))
                    rows.append((creep, t, load, out, 2 + out // 3000))
                    t += steps[r.below(len(steps))]
    return [
        "creep, one step per line; time 0 starts a fresh sensor, which is loaded from 10 microsiemens on",
        "the tolerance is 1/3000 of the conductance, and two units",
        "creep t load relieved tolerance",
    ], rows


# --- the engine ----------------------------------------------------------------------------------------------------

BEGAN, MOVED, ENDED, CANCELLED, P_BEGAN, P_UPDATED, C_UPDATED, P_CANCELLED = 1, 2, 3, 4, 16, 17, 18, 19
LIFTED, LOST, SILENT = 1, 2, 3


FREE_AFTER = 50_000


class Engine:
    """One surface whose preview is never refused, from the rows of the semantics and the comments of engine.h.

    A finger is `down`, `lifting` (its force fell, and may come back for `lift`), `barred` (cancelled), or `loaded` (let go, but
    its sensor keeps a force, from which levels count).
    """

    def __init__(self, touch, release, zero, full, preview, commit, complete, lost_after, smallest, moved, lift):
        self.c = (touch, release, zero, full, preview, commit, complete, lost_after, smallest, moved, lift)
        self.slots = {}
        self.events = []

    def deliver(self, t, kind, finger, contact, ended=0, reason=0, progress=0, late=0):
        self.events.append((t, kind, finger, ended, reason, contact["pressure"], progress, late))

    def over(self, t, finger, reason, late=0):
        contact = self.slots[finger]
        if contact["phase"] in (1, 2):
            self.deliver(t, P_CANCELLED, finger, contact, 0, reason, contact["progress"], late)
        self.deliver(t, ENDED if reason == LIFTED else CANCELLED, finger, contact, 0, reason, 0, late)
        if reason != LIFTED:
            contact.update(state="barred", most=contact["force"], low_since=None, kept=0)
        elif contact["kept"]:
            contact["state"] = "loaded"
        else:
            del self.slots[finger]

    def lift(self, t, finger):
        contact = self.slots[finger]
        contact["pressure"] = ramp(max(contact["fallen"] - contact["kept"], 0), self.c[2], self.c[3])
        self.over(t, finger, LIFTED, t - contact["fell"])

    def expire(self, now):
        while True:
            due = [(c["until"], c["order"], f) for f, c in self.slots.items() if c["state"] in ("down", "lifting") and c["until"] <= now]
            if not due:
                return
            until, _, finger = min(due)
            if self.slots[finger]["state"] == "lifting":
                self.lift(until, finger)
            else:
                self.over(until, finger, SILENT)

    def tick(self, t):
        self.expire(t)

    def begin(self, t, finger, force, kept, order):
        contact = {"state": "down", "order": order, "phase": 0, "progress": 0, "fresh": True, "kept": kept}
        contact["pressure"] = ramp(force - kept, self.c[2], self.c[3])
        self.slots[finger] = contact
        self.deliver(t, BEGAN, finger, contact)
        self.press(t, finger, force)

    def barred(self, t, finger, lost, force):
        """Free below release; after 50 ms below a quarter of the most it felt, what is left counts as zero."""
        contact = self.slots[finger]
        if lost:
            contact["low_since"] = None
            return
        if force < self.c[1]:
            del self.slots[finger]
            return
        contact["most"] = max(contact["most"], force)
        if force >= contact["most"] // 4:
            contact["low_since"] = None
            return
        if contact["low_since"] is None:
            contact.update(low_since=t, kept=force)
        contact["kept"] = min(contact["kept"], force)
        if t - contact["low_since"] >= FREE_AFTER:
            contact["state"] = "loaded"

    def loaded(self, t, finger, lost, force):
        contact = self.slots[finger]
        if lost:
            contact.update(state="barred", most=0, low_since=None, kept=0)
        elif force < self.c[1]:
            del self.slots[finger]
        elif force >= contact["kept"] + self.c[0]:
            self.begin(t, finger, force, contact["kept"], contact["order"])
        else:
            contact["kept"] = min(contact["kept"], force)

    def sample(self, t, finger, lost, force):
        touch, release, lift = self.c[0], self.c[1], self.c[10]
        self.expire(t)
        force = max(force, 0)
        contact = self.slots.get(finger)
        if contact is None:
            if not lost and force < touch:
                return
            order = min(set(range(32)) - {c["order"] for c in self.slots.values()})
            if lost:
                self.slots[finger] = {"state": "barred", "order": order, "most": 0, "low_since": None, "kept": 0}
            else:
                self.begin(t, finger, force, 0, order)
        elif contact["state"] == "barred":
            self.barred(t, finger, lost, force)
        elif contact["state"] == "loaded":
            self.loaded(t, finger, lost, force)
        elif lost:
            self.over(t, finger, LOST)
        elif force - contact["kept"] >= release:
            contact["state"] = "down"
            self.press(t, finger, force)
        else:
            if force < release:
                contact["kept"] = 0
            if contact["state"] == "lifting":
                return
            contact.update(state="lifting", fell=t, fallen=force, until=t + lift)
            if not lift:
                self.lift(t, finger)

    def press(self, t, finger, force):
        _, _, zero, full, preview, commit, complete, lost_after, smallest, moved, _ = self.c
        contact = self.slots[finger]
        pressure = ramp(force - contact["kept"], zero, full)
        contact.update(pressure=pressure, force=force, until=t + lost_after if lost_after else UINT64_MAX)
        if moved:
            self.deliver(t, MOVED, finger, contact)
        if contact["phase"] == 0 and pressure >= preview:
            contact["phase"] = 1
            self.deliver(t, P_BEGAN, finger, contact)
        for phase, kind, low, high in ((1, P_UPDATED, preview, commit), (2, C_UPDATED, commit, complete)):
            if contact["phase"] != phase:
                continue
            if pressure >= high:
                contact.update(phase=phase + 1, progress=ONE, fresh=True)
                self.deliver(t, kind, finger, contact, 1, 0, ONE)
                continue
            progress = ramp(pressure, low, high)
            if contact["fresh"] or abs(progress - contact["progress"]) >= smallest:
                contact.update(progress=progress, fresh=False)
                self.deliver(t, kind, finger, contact, 0, 0, progress)


def make_engine():
    # The default silence, of 250 ms, is three intervals of the samples where these are longer: never, as time is at most 83 ms after a sample.
    configs = [
        (26214, 16384, 26214, 327680, 16384, 32768, 55706, 250_000, 0, 0, 0),
        (26214, 16384, 26214, 327680, 16384, 32768, 55706, 250_000, 6553, 1, 0),
        (1, 1, 0, ONE, 0, 0, 0, 0, 0, 0, 0),
        (40000, 40000, 0, 20 * ONE, 1000, 1000, INT32_MAX, 50_000, ONE, 1, 0),
        (26214, 16384, 0, 200 * ONE - 1, 1, 2, 3, 1_000, 0, 0, 0),
        (26214, 16384, 26214, 327680, 16384, 32768, 55706, 250_000, 0, 0, 30_000),
        (26214, 16384, 26214, 327680, 16384, 32768, 55706, 0, 6553, 1, 30_000),
        (40000, 40000, 0, 20 * ONE, 1000, 1000, INT32_MAX, 50_000, ONE, 1, 12_000),
        (26214, 16384, 0, 200 * ONE - 1, 1, 2, 3, 1_000, 0, 0, 300_000),
    ]
    lines = []
    for number, config in enumerate(configs):
        r = Random(100 + number)
        lines.append(("c", *config))
        engine = Engine(*config)
        t = sampled = 0
        force = [0, 0, 0]
        lost = [False, False, False]
        for _ in range(500):
            t = min(t + (0, 100, 2000, 10_000, 10_000, 10_000, 100_000)[r.below(7)], sampled + 83_000)
            done = len(engine.events)
            if r.below(20) == 0:
                lines.append(("t", t))
                engine.tick(t)
            else:
                finger = r.below(3)
                sampled = t
                # A hand wanders, and now and then jumps; after it was lost its sensor keeps something for a while.
                force[finger] = r.below(7 * ONE) - ONE if r.below(6) == 0 else clamp(force[finger] + r.below(ONE) - ONE * 7 // 16, -ONE, 7 * ONE)
                if lost[finger] and r.below(3):
                    force[finger] = r.below(ONE) + 20_000
                lost[finger] = r.below(40) == 0 or lost[finger] and r.below(16) != 0
                is_lost = int(lost[finger] and r.below(8) == 0)
                lines.append(("s", t, finger, is_lost, force[finger]))
                engine.sample(t, finger, is_lost, force[finger])
            lines += [("e", *event) for event in engine.events[done:]]
    return [
        "whole engines: c starts one, s feeds a sample, t ticks, e is an event that must follow; nothing else may",
        "c touch release zero full preview commit complete lost_after_us min_progress_step tell_moved lift_us",
        "s t contact lost force",
        "t t",
        "e t type contact ended reason pressure progress late",
    ], lines


FILES = {
    "ramp": make_ramp,
    "log2": make_log2,
    "exp2": make_exp2,
    "time": make_time,
    "circuit": make_circuit,
    "power": make_power,
    "table": make_table,
    "one_euro": make_one_euro,
    "creep": make_creep,
    "engine": make_engine,
}


def lines(name):
    header, rows = FILES[name]()
    yield from (f"# {line}\n" for line in ["made by make_vectors.py", *header])
    yield from (" ".join(map(str, row)) + "\n" for row in rows)


def hash_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else None


def main(arguments):
    if arguments not in ([], ["--pin"]):
        sys.exit(f"usage: {Path(__file__).name} [--pin]")
    pinned = dict(reversed(line.split()) for line in PINS.read_text().splitlines()) if PINS.exists() else {}
    OUT.mkdir(parents=True, exist_ok=True)
    files = {name: OUT / f"{name}.txt" for name in FILES}
    if arguments or any(hash_of(path) != pinned.get(path.name) for path in files.values()):
        for name, path in files.items():
            part = path.with_name(f"{path.name}.{os.getpid()}")  # another test may be reading
            part.write_text("".join(lines(name)))
            part.replace(path)
    made = {path.name: hash_of(path) for path in files.values()}
    if arguments:
        PINS.write_text("".join(f"{made[name]}  {name}\n" for name in made))
    elif wrong := [name for name in made if made[name] != pinned.get(name)]:
        sys.exit(f"not what {PINS.name} says: {', '.join(wrong)}; if that is meant: {Path(__file__).name} --pin")
    print(OUT)


if __name__ == "__main__":
    main(sys.argv[1:])
