"""Circuit, curve, filters and pad against oracles in floating point that are written from the headers alone."""

import itertools
import math
import random
import statistics
from pathlib import Path

import delays
import libpress
import pytest
from hypothesis import given
from hypothesis import strategies as st
from libpress import (
    Circuit,
    Curve,
    Engine,
    EventType,
    Frame,
    InvalidError,
    MedianFilter,
    OneEuroFilter,
    Pad,
    Reason,
    Sensor,
    StateError,
    TimeError,
)
from OneEuroFilter import OneEuroFilter as PublishedOneEuroFilter

numpy = pytest.importorskip("numpy")
DELAYS = Path(__file__).resolve().parents[3] / "docs/hardware/delays.md"
STEP = 1 / 65536


def fixed(value):
    """The number that the library gets for it."""
    return libpress.from_q16(libpress.to_q16(value))


# Circuit


def conductance(circuit, code):
    """Microsiemens; the numbers of the header in floats."""
    full = circuit.full_scale
    code = full - code if circuit.pull_up else code
    code = min(max(code, 0), full - max(full // 64, 1))
    value = code / (full - code) / circuit.resistor_ohm - (1 / circuit.parallel_ohm if circuit.parallel_ohm else 0)
    return min(value * 1e6, 32768 - STEP)


@pytest.mark.parametrize(
    "circuit",
    [Circuit(0), Circuit(2**24), Circuit(resistor_ohm=0), Circuit(resistor_ohm=2**24), Circuit(parallel_ohm=2**24)]
    + [Circuit(max_code=-1), Circuit(max_code=26401), Circuit(short_ohm=0), Circuit(short_ohm=2**24)],
)
def test_a_circuit_out_of_range_is_refused(circuit):
    with pytest.raises(InvalidError, match="Circuit"):
        circuit.conductance(1)
    with pytest.raises(InvalidError):
        Pad(Sensor(circuit))


# Curve


def interpolate(points, value):
    """Straight lines from (0, 0) through the points, and on beyond the last."""
    points = [(0.0, 0.0), *points]
    if value <= 0:
        return 0.0
    for (g0, f0), (g1, f1) in itertools.pairwise(points):
        if value <= g1 or (g1, f1) == points[-1]:
            return f0 + (f1 - f0) * (value - g0) / (g1 - g0)
    raise AssertionError


def test_bad_curves_are_refused_in_words():
    for points in (
        [],
        [(1, 1), (1, 2)],
        [(1, 2), (2, 2)],
        [(0, 1)],
        [(1, 1), (2, 0.5)],
        [(i, i) for i in range(1, 18)],
    ):
        with pytest.raises(InvalidError, match=f"table of {len(points)} points.*rising strictly"):
            Curve.table(points)
    with pytest.raises(InvalidError, match="fitting 65 points"):
        Curve.fit([(i, i) for i in range(1, 66)])
    for numbers in ((0, 1, 1), (1, 0, 1), (1, 1, 0.2), (1, 1, 4.1)):
        with pytest.raises(InvalidError, match="power law"):
            Curve.power(*numbers)
    with pytest.raises(OverflowError, match="conductance = 40000"):
        Curve.table([(40_000, 1)])


def leave_out(points, count):
    """The points that stay, and the largest relative error at one left out: written from the header's sentence."""
    kept, gone, worst = list(points), [], 0.0
    while len(kept) > count:
        trials = []
        for i in range(len(kept)):
            rest = kept[:i] + kept[i + 1 :]
            errors = [abs(interpolate(rest, g) - f) / f for g, f in [*gone, kept[i]]]
            trials.append((max(errors), i))
        worst, i = min(trials)
        gone.append(kept.pop(i))
    return kept, worst


def measured_points(seed, count):
    """As a calibration gives them: near a power law, uneven, noisy, rising."""
    rng = random.Random(seed)
    points, g, f = [], 0.0, 0.0
    for _ in range(count):
        g += rng.uniform(2, 20)
        f = max(f + 0.002, 0.006 * g ** rng.uniform(0.98, 1.02))
        points.append((fixed(g), fixed(f)))
    return points


@pytest.mark.parametrize("seed", range(25))
def test_a_fit_leaves_out_the_points_that_matter_least(seed):
    points = measured_points(seed, 17 + seed * 47 // 24)
    curve = Curve.fit(points)
    kept, worst = leave_out(points, 16)
    assert len(curve.points) == 16 and set(curve.points) <= set(points)
    assert largest_error(curve, points) <= 1.05 * worst + 1e-3, "no worse than the oracle's"
    assert curve.worst == pytest.approx(largest_error(curve, points), abs=1e-3) and Curve.table(points[:16]).worst == 0
    assert len(set(curve.points) & set(kept)) >= 12


def largest_error(curve, points):
    return max(abs(interpolate(curve.points, g) - f) / f for g, f in points)


def test_curves_can_be_compared_and_stored():
    curve = Curve.table([(10, 0.1), (100, 1)])
    assert curve == Curve.table(curve.points) and hash(curve) == hash(Curve.table(curve.points))
    assert curve != Curve.power(100, 1, 1) and curve != 3
    assert "Curve.table([(10.0, 0.1" in repr(curve) and repr(Curve.power(100, 1, 1)) == "Curve.power(100, 1, 1)"
    stored = libpress.generated._raw.press_curve.from_buffer_copy(bytes(curve))
    assert Curve(stored) == curve


# Filters


def uneven_times(rng, count):
    t = 1_000
    for _ in range(count):
        t += rng.choice([2_000, 5_000, 10_000, 16_667, rng.randrange(1_000, 40_000)])
        yield t


@pytest.mark.parametrize("seed", range(30))
def test_the_one_euro_filter_is_the_published_one(seed):
    rng = random.Random(seed)
    cutoff, beta, derivative = rng.choice([(1, 0, 1), (3, 1, 1), (0.5, 0.1, 1), (1, 0.007, 1), (5, 2, 2)])
    cutoff, beta, derivative = map(fixed, (cutoff, beta, derivative))
    published = PublishedOneEuroFilter(100, cutoff, beta, derivative)
    ours = OneEuroFilter(cutoff, beta, derivative)
    value, worst = 0.0, 0.0
    for t in uneven_times(rng, 500):
        value = rng.uniform(0, 1) if rng.random() < 0.1 else min(max(value + rng.gauss(0, 0.02), 0), 1)
        exact = fixed(value)
        worst = max(worst, abs(ours.step(t, exact) - published(exact, t / 1e6)))
    assert worst < 1e-4


def test_the_one_euro_filter_refuses_a_time_that_is_not_later():
    euro = OneEuroFilter()
    assert euro.step(10, 5.5) == 5.5
    for t in (10, 9):
        with pytest.raises(TimeError, match=f"at {t} us"):
            euro.step(t, 1)
    for settings in ((0, 1, 1), (1, -1, 1), (1, 1, 0)):
        with pytest.raises(InvalidError, match="1 euro filter"):
            OneEuroFilter(*settings)


@given(st.lists(st.integers(-(2**31), 2**31 - 1), max_size=50))
def test_the_median_is_that_of_the_last_three(values):
    median = MedianFilter()
    expected = [v if i < 2 else statistics.median(values[i - 2 : i + 1]) for i, v in enumerate(values)]
    assert [median.step(value) for value in values] == expected


# Creep


def held(creep, read, seconds):
    """The force of a pad with a straight curve, 1 N for 100 microsiemens, under read(seconds after the onset)."""
    circuit = Circuit(full_scale=16_000_000)
    sensor = Sensor(circuit, Curve.power(100, 1, 1), creep=creep)
    pad, forces = Pad(sensor, median=False, filter=False, start_us=0), []
    for i in range(round(seconds * 100) + 1):
        pad.feed(1_000 + 10_000 * i, code_of(circuit, read(i / 100)))
        forces.append(pad.reading.force)
    return forces


@pytest.mark.parametrize("creep", [0.05, 0.14])
def test_creep_by_the_formula_of_the_header_reads_constant(creep):
    forces = held(creep, lambda t: 150 * (1 + fixed(creep) * math.log10(1 + t / 0.1)), 100)
    assert forces == pytest.approx([1.5] * 10_001, rel=3e-4)
    uncorrected = held(0, lambda t: 150 * (1 + fixed(creep) * math.log10(1 + t / 0.1)), 100)
    assert uncorrected[-1] > 1.5 * (1 + 2.9 * creep)


def test_a_measured_fsr_406_under_100_g_reads_constant_within_2_percent():
    """Resistance as published by Loomia for a 100 g weight: 17 % apart between 5 s and a minute."""
    measured = {5: 7_810, 10: 7_540, 30: 7_030, 60: 6_820}
    times = sorted(measured)

    def read(t):
        """Straight lines over the logarithm of time; the first is drawn on to the onset."""
        log = [math.log10(1 + s / 0.1) for s in times]
        g = [1e6 / measured[s] for s in times]
        n = next((n for n in range(1, 3) if t < times[n]), 3)
        return g[n - 1] + (g[n] - g[n - 1]) * (math.log10(1 + t / 0.1) - log[n - 1]) / (log[n] - log[n - 1])

    without = [held(0, read, 60)[100 * t] for t in times]
    assert max(without) / min(without) > 1.14
    compensated = [held(0.175, read, 60)[100 * t] for t in times]
    assert max(compensated) / min(compensated) < 1.015


@pytest.mark.parametrize("creep", [-0.01, 1.01])
def test_a_creep_out_of_range_is_refused(creep):
    with pytest.raises(InvalidError):
        Pad(Sensor(creep=creep))


# Pad


class PadOracle:
    """The whole chain, in floats: median, conductance, zero, curve, 1 euro filter, centre of pressure."""

    def __init__(self, sensors, start_us=200_000, untouched=0.15, hold=1_000_000, rise=30e6, fall=5e6):
        self.sensors = sensors
        self.last = [[] for _ in sensors]
        self.zero = [0.0] * len(sensors)
        self.seen = [[] for _ in sensors]
        self.start_us, self.untouched, self.hold, self.rise, self.fall = start_us, untouched, hold, rise, fall
        self.started, self.previous, self.frozen_until = None, None, 0
        self.filter = None
        self.waits, self.intervals = False, []
        self.x = self.y = 0.0

    def feed(self, t, codes):
        """The filtered force and the centre of pressure."""
        values = []
        for n, code in enumerate(codes):
            self.last[n] = [*self.last[n], code][-3:]
            code = statistics.median(self.last[n]) if len(self.last[n]) == 3 else code
            values.append(conductance(self.sensors[n].circuit, code))
        if self.started is None:
            self.started = t
        elapsed, self.previous = t - (self.previous or t), t
        self.intervals = [*self.intervals, elapsed][:17]
        if self.seen is not None:
            for seen, value in zip(self.seen, values, strict=True):
                seen.append(value)
            if t < self.started + self.start_us:
                return 0.0, self.x, self.y
            self.zero, self.seen = [statistics.fmean(seen) for seen in self.seen], None
            self.last = [[] for _ in self.sensors]
        touched = any(force >= self.untouched for force in self.weigh(values))
        if touched:
            self.frozen_until = t + self.hold
        elif t >= self.frozen_until:
            for n, value in enumerate(values):
                constant = self.rise if value > self.zero[n] else self.fall
                self.zero[n] += (value - self.zero[n]) * min(elapsed / constant, 1)
        forces = self.weigh(values)
        total = sum(forces)
        if total >= 0.2:
            self.x = sum(f * s.x for f, s in zip(forces, self.sensors, strict=True)) / total
            self.y = sum(f * s.y for f, s in zip(forces, self.sensors, strict=True)) / total
        latest = sum(self.weigh([conductance(sensor.circuit, code) for sensor, code in zip(self.sensors, codes, strict=True)]))
        return self.smooth(total, latest, t), self.x, self.y

    def smooth(self, total, latest, t, touch=0.4, release=0.25):
        """Begin and end are judged before the filter, which starts with the first force of a touch: of the third reading that touches."""
        if total < (touch if self.filter is None else release):
            self.filter, self.waits = None, False
            return total
        if self.filter is None:
            is_fast = statistics.median(self.intervals[1:]) <= 5_500
            self.waits = is_fast and not (self.waits and latest >= touch)
            if self.waits:
                return touch
            self.filter = PublishedOneEuroFilter(100, 3.0, 1.0, 1.0)
        smooth = self.filter(total, t / 1e6)
        return max(smooth, touch) if total >= touch else total

    def weigh(self, values):
        return [interpolate(sensor.curve.points, value - zero) for sensor, value, zero in zip(self.sensors, values, self.zero, strict=True)]


def code_of(circuit, microsiemens):
    ratio = microsiemens * 1e-6 * circuit.resistor_ohm
    return round(circuit.full_scale * ratio / (1 + ratio))


@pytest.mark.parametrize("seed", range(20))
def test_the_whole_chain_is_within_a_hundredth_of_a_newton_of_floating_point(seed):
    """Tolerance: 0.01 N + 0.2 % of the force, 0.01 + 0.05 / force points of position
    (weights are cut to 1/4096 N) on a plate of 100."""
    rng = random.Random(seed)
    corners = [(0, 0), (100, 0), (0, 100), (100, 100)]
    count = rng.choice([1, 2, 4])
    curve = Curve.table([(5, 0.02), (20, 0.11), (60, 0.35), (160, 1.0), (290, 2.0), (900, 9.0)])
    sensors = [Sensor(Circuit(), curve, *corners[n]) for n in range(count)]
    pad, oracle = Pad(sensors), PadOracle(sensors)
    idle = [rng.uniform(1, 4) for _ in sensors]
    share = [rng.uniform(0.2, 1) for _ in sensors]
    t, worst = 1_000, 0.0
    for i in range(1500):
        t += rng.choice([4_000, 5_000, 5_000, 7_000])
        phase = (i - 100) % 400
        press = 250 * math.sin(math.pi * phase / 200) ** 2 if i > 100 and phase < 200 else 0.0
        drift = 0.002 * i
        spike = 0.5 if rng.random() < 0.01 and i > 105 else None
        codes = [code_of(s.circuit, g0 + drift + press * part + rng.uniform(0, 0.3)) for s, g0, part in zip(sensors, idle, share, strict=True)]
        if spike is not None:
            codes[0] = round(codes[0] * spike)
        pad.feed(t, codes)
        force, x, y = oracle.feed(t, codes)
        reading = pad.reading
        worst = max(worst, reading.force)
        assert reading.force == pytest.approx(force, rel=0.002, abs=0.01), (i, t)
        if count > 1 and force > 0.3:
            assert (reading.x, reading.y) == pytest.approx((x, y), abs=0.01 + 0.05 / force), (i, t)
        assert reading.baseline == pytest.approx(oracle.zero, abs=0.05)
    assert worst > 0.4 and pad.stats.faults == 0 and pad.stats.frames == 1500


def test_a_pad_feeds_frames_in_every_form():
    frames = [Frame(5_000 * (i + 1), (300 if i < 60 else 20_000,)) for i in range(120)]
    buffer = numpy.zeros(120, libpress.FRAME_DTYPE)
    buffer["t_us"] = [frame.t_us for frame in frames]
    buffer["present"] = 1
    buffer["code"][:, 0] = [frame.codes[0] for frame in frames]

    def play(feed):
        pad, events = Pad(), []
        pad.engine.when_event = events.append
        feed(pad)
        assert pad.stats.frames == 120
        return events

    expected = play(lambda pad: [pad.feed(frame) for frame in frames])
    assert any(event.type == EventType.CONTACT_BEGAN for event in expected)
    assert play(lambda pad: pad.feed(frames)) == expected
    assert play(lambda pad: pad.feed(iter(frames))) == expected
    assert play(lambda pad: pad.feed(buffer)) == expected
    assert play(lambda pad: pad.feed(buffer.tobytes())) == expected
    assert play(lambda pad: [pad.feed(f.t_us, f.codes[0]) for f in frames]) == expected
    assert play(lambda pad: [pad.feed(f.t_us, numpy.array(f.codes)) for f in frames]) == expected


def test_times_of_each_sensor_are_fed_in_every_form():
    times = (3_000, 2_000, 1_000, 0)
    corners = ((0, 0), (100, 0), (0, 100), (100, 100))

    def code_at(t):
        return 2_000 + max(t - 300_000, 0) // 16

    frames = [Frame(t, tuple(code_at(t - b) for b in times), before_us=times) for t in range(5_000, 400_000, 5_000)]
    buffer = numpy.zeros(len(frames), libpress.FRAME_DTYPE)
    buffer["t_us"], buffer["present"] = [f.t_us for f in frames], 15
    buffer["code"][:, :4], buffer["before_us"][:, :4] = [f.codes for f in frames], times

    def play(feed):
        pad = Pad([Sensor(Circuit(), Curve.power(100, 1, 1), *corner, preload_force=0.3) for corner in corners])
        feed(pad)
        return pad.reading

    delivered = play(lambda pad: pad.feed(frames))
    assert play(lambda pad: pad.feed(buffer)) == delivered
    assert play(lambda pad: [pad.feed(f.t_us, f.codes, before_us=times) for f in frames]) == delivered
    assert (delivered.x, delivered.y) == pytest.approx((50, 50), abs=0.2)
    assert play(lambda pad: [pad.feed(f.t_us, f.codes) for f in frames]).y > 50.5


def test_a_pad_refuses_what_is_no_frame():
    pad = Pad([Sensor.fsr402()] * 2)
    for act, error in (
        (lambda: pad.feed(1, (1, 2, 3)), ValueError),
        (lambda: pad.feed(1, (1, 2), failed=[2]), ValueError),
        (lambda: pad.feed(1, (1, 2), before_us=[1, 2, 3]), ValueError),
        (lambda: pad.feed(1, (1, 2), before_us=[-1]), OverflowError),
        (lambda: pad.feed(-1, (1, 2)), OverflowError),
        (lambda: pad.feed(1, (1, 2**31)), OverflowError),
        (lambda: pad.feed(1, (1, 2.5)), TypeError),
        (lambda: pad.feed([3]), TypeError),
        (lambda: pad.feed(b"123"), ValueError),
        (lambda: Pad([]), ValueError),
        (lambda: Pad([Sensor()] * 9), ValueError),
        (lambda: Pad(start_uz=3), TypeError),
        (lambda: Pad(min_cutoff_hz=-1), InvalidError),
        (lambda: Pad(beta=math.nan), ValueError),
        (lambda: Pad(start_us=-1), OverflowError),
    ):
        with pytest.raises(error):
            act()
    assert pad.stats.frames == 0


def test_the_times_of_a_frame_are_checked():
    pad = Pad()
    pad.feed([Frame(1000, (300,), before_us=(2**32 - 1,))])
    with pytest.raises(ValueError, match="2 times before_us for 1 sensor"):
        pad.feed([Frame(2000, (300,), before_us=(5, 6))])
    with pytest.raises(OverflowError, match="before_us 0"):
        pad.feed([Frame(2000, (300,), before_us=(-1,))])
    assert pad.stats.frames == 1


def test_time_that_goes_backwards_is_refused_and_counted():
    pad = Pad()
    pad.feed(1000, 300)
    for t in (1000, 999):
        with pytest.raises(TimeError, match=f"frame at {t} us"):
            pad.feed(t, 300)
    with pytest.raises(TimeError) as caught:
        pad.feed([Frame(2000, (300,)), Frame(3000, (300,)), Frame(2500, (300,))])
    assert caught.value.taken == 2 and pad.stats.backwards == 3 and pad.stats.frames == 3


def started(**settings):
    pad, events = Pad(**settings), []
    pad.engine.when_event = events.append
    for i in range(60):
        pad.feed(5_000 * (i + 1), [300 + i % 3] * pad.sensors)
    return pad, events, 300_000


def test_the_zero_is_learnt_at_the_start_and_on_request():
    pad, events, t = started()
    assert [(event.type, event.reason) for event in events] == [(EventType.BASELINE_CHANGED, Reason.START)]
    assert events[0].value == pytest.approx(conductance(Circuit(), 301), abs=0.05)
    assert not pad.reading.starting and pad.reading.force < 0.001
    pad.tare()
    pad.feed(t + 5_000, 300)
    assert pad.reading.starting
    for i in range(2, 100):
        pad.feed(t + 5_000 * i, 300 if i < 60 else 20_000)
    assert (events[1].type, events[1].reason) == (EventType.BASELINE_CHANGED, Reason.REQUESTED)
    assert pad.reading.touched
    with pytest.raises(StateError, match="finger"):
        pad.tare()
    with pytest.raises(StateError):
        Pad(baseline=False).tare()


def test_a_sensor_that_fails_cancels_and_recovers():
    pad, events, t = started(sensors=[Sensor.fsr402()] * 2)
    events.clear()
    for _ in range(40):
        t += 5_000
        pad.feed(t, (14_000, 14_000))
    for _ in range(10):
        t += 5_000
        pad.feed(t, (14_000, None), failed=[1])
    assert pad.reading.lost and pad.reading.fault == (Reason.NONE, Reason.BUS)
    names = [event.type.name for event in events]
    assert "SENSOR_FAULT" in names and names[-1] == "CONTACT_CANCELLED" and "CONTACT_ENDED" not in names
    assert next(e for e in events if e.type == EventType.SENSOR_FAULT).subject == 1
    for _ in range(40):
        t += 5_000
        pad.feed(t, (300, 300))
    assert not pad.reading.lost and pad.stats.bus_errors == 10 and pad.stats.faults == 1
    recovered = [e for e in events if e.type == EventType.SENSOR_RECOVERED]
    assert [(e.subject, e.reason) for e in recovered] == [(1, Reason.BUS)]


def test_a_pad_that_receives_nothing_goes_stale_at_its_deadline():
    pad, events, t = started()
    assert pad.next_deadline == t + 100_000
    pad.tick(t + 99_999)
    assert not pad.reading.lost
    pad.tick(t + 100_000)
    assert pad.reading.fault == (Reason.STALE,)
    pad.tick(t)
    with pytest.raises(TimeError):
        pad.tick(t - 1)


def test_a_pad_without_filters_and_zero_is_only_circuit_and_curve():
    sensor = Sensor.fsr402(x=12.5, y=7)
    pad = Pad(sensor, median=False, filter=False, baseline=False, start_us=0, engine=Engine(max_events=0))
    for i, code in enumerate(range(200, 25_000, 97)):
        pad.feed(i + 1, code)
        if not pad.reading.starting:
            expected = sensor.curve.force(sensor.circuit.conductance(code))
            assert pad.reading.force == pad.reading.raw_force[0] == expected
    assert pad.reading.force > 5 and (pad.reading.x, pad.reading.y) == (12.5, 7)


def test_the_fsr402_is_what_its_data_sheet_draws():
    curve = Sensor.fsr402().curve
    for ohm, grams in ((10_000, 50), (6_000, 100), (3_500, 250), (2_000, 500), (1_250, 1000)):
        assert curve.force(1e6 / ohm) == pytest.approx(grams * 9.80665e-3, rel=0.25), grams


def test_sensors_are_copied_and_compare_by_value():
    assert Sensor.fsr402(1, 2) == Sensor.fsr402(1, 2) != Sensor.fsr402(2, 1)
    assert Sensor.fsr402(circuit=Circuit(1023, 10_000)).circuit.full_scale == 1023


@given(st.lists(st.tuples(st.integers(1, 60_000), st.integers(-5, 27_000)), max_size=200))
def test_whatever_the_codes_every_beginning_has_one_end(steps):
    from conftest import unpaired

    pad, events, t = Pad(start_us=1_000), [], 0
    pad.engine.when_event = events.append
    for step, code in steps:
        t += step
        pad.feed(t, code)
    pad.engine.reset()
    running, stray = unpaired(events)
    assert stray == [] and {kind for kind, *_ in running} <= {"fault"}


@pytest.mark.long
def test_the_delays_of_the_manual_are_what_a_pad_has():
    text = DELAYS.read_text()
    for line in delays.table():
        assert line in text, line


# ---- Load cells


CELL = Circuit(full_scale=0xFFFFFF, resistor_ohm=1, max_code=0xFFFF)


def cell_code(newtons, noise=0.0, zero=32_768, per_newton=170):
    return round(zero + per_newton * (newtons + noise))


@pytest.mark.parametrize("offset", [-3, 0, 3, 9])
@pytest.mark.parametrize("noise", [0.01, 0.3, 1])
def test_a_heavy_load_cell_is_empty_with_some_newtons(offset, noise):
    dice = random.Random(offset + 7)
    engine = Engine(touch_force=20, release_force=12)
    calibration = libpress.Calibration.fit(CELL, [(cell_code(0), 0), (cell_code(100), 100)])
    pad = Pad(calibration.to_sensor(), engine)
    zeros, presses = [], []
    pad.when_zero_changed = lambda event: zeros.append(event.reason)
    pad.when_touched = presses.append
    for n in range(4 * 80):
        force = offset + (60 if 160 <= n < 240 else 0)
        pad.feed(n * 12_500, [cell_code(force, dice.uniform(-noise, noise))])
    assert Reason.FINGER_AT_START not in zeros and len(presses) == 1
    assert abs(pad.reading.force) < 2 * noise + 0.1


@pytest.mark.parametrize("pull_up", [False, True])
def test_a_load_cell_may_be_wired_either_way_with_pull_up(pull_up):
    turn = -1 if pull_up else 1
    circuit = Circuit(full_scale=0xFFFFFF, resistor_ohm=1, max_code=0xFFFF, pull_up=pull_up)
    calibration = libpress.Calibration.fit(circuit, [(33_000, 0), (33_000 + turn * 510, 3)])
    pad = Pad(calibration.to_sensor())
    presses = []
    pad.when_touched = presses.append
    for n in range(300):
        pad.feed(n * 12_500, [33_000 + turn * (680 if 100 <= n < 200 else 0)])
        if n == 190:
            assert pad.reading.force == pytest.approx(4, abs=0.02)
    assert len(presses) == 1 and abs(pad.reading.force) < 0.05
