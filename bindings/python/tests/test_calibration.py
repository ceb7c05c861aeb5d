"""Fits of what people measure, and the bytes of a calibration, against oracles that share nothing with the library."""

import math
import random
import struct
import subprocess
import sys
import zlib
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from libpress import (
    Calibration,
    Circuit,
    Curve,
    DamagedError,
    InvalidError,
    NotFoundError,
    Pad,
    Sensor,
    VersionError,
)
from libpress.generated import _raw

STEP = 1 / 65536
ROOT = Path(__file__).resolve().parents[3]


def fixed(value):
    return round(value * 65536) / 65536


# Isotonic regression by its min-max formula: the value at i is the largest, over beginnings at or before i, of the
# smallest mean, over ends at or after i.


def isotonic(pairs):
    """(conductance, force) of each point, exactly; pairs with force 0 are the zero."""
    resting = [Fraction(g) for g, f in pairs if f == 0]
    zero = sum(resting) / len(resting) if resting else Fraction(0)
    groups = {}
    for g, f in pairs:
        if f > 0:
            groups.setdefault(Fraction(f), []).append(Fraction(g) - zero)
    forces = sorted(groups)

    def mean(a, b):
        every = [g for f in forces[a : b + 1] for g in groups[f]]
        return sum(every) / len(every)

    count = len(forces)
    values = [max(min(mean(a, b) for b in range(i, count)) for a in range(i + 1)) for i in range(count)]
    points = {}
    for force, value in zip(forces, values, strict=True):
        points.setdefault(value, []).extend([force] * len(groups[force]))
    return [(value, sum(every) / len(every)) for value, every in points.items()], zero, forces


# Eighths: the means of up to 20 of them are either equal or too far apart for rounding to join them.
eighths = st.integers(0, 800).map(lambda n: n / 8)
pairs_of_a_person = st.lists(st.tuples(eighths, st.integers(0, 24).map(lambda n: n / 8)), min_size=1, max_size=20)


@settings(max_examples=600)
@given(pairs_of_a_person)
def test_a_fit_is_the_isotonic_regression(pairs):
    loaded = [f for _, f in pairs if f > 0]
    assume(loaded)
    expected, zero, forces = isotonic(pairs)
    if expected[0][0] <= 0:
        with pytest.raises(InvalidError, match="conducts no more than the sensor at rest") as raised:
            Curve.fit(pairs)
        blamed = pairs[raised.value.pair]
        assert blamed[1] > 0 and blamed[0] <= zero
    elif len(expected) == 1 and forces[-1] > forces[0] * 5 / 4:
        with pytest.raises(InvalidError, match="conducts less than a lighter one") as raised:
            Curve.fit(pairs)
        g, f = pairs[raised.value.pair]
        drops = [max((lighter for lighter, weight in pairs if 0 < weight <= other), default=here) - here for here, other in pairs if other > 0]
        assert max(lighter for lighter, weight in pairs if 0 < weight <= f) - g <= max(drops)
    else:
        curve = Curve.fit(pairs)
        assert curve.report.zero == pytest.approx(float(zero), abs=STEP)
        assert curve.report.span == max(g for g, _ in pairs)
        if len(expected) <= 16:
            # The zero is rounded once, a mean once more.
            assert [g for g, _ in curve.points] == pytest.approx([float(g) for g, _ in expected], abs=1.6 * STEP)
            assert [f for _, f in curve.points] == pytest.approx([float(f) for _, f in expected], abs=0.6 * STEP)


@settings(max_examples=300)
@given(st.lists(st.tuples(st.floats(-5, 3000), st.floats(0, 60)), min_size=1, max_size=64))
def test_residuals_are_those_of_the_curve_at_every_pair_that_was_given(pairs):
    pairs = [(fixed(g), fixed(f)) for g, f in pairs]
    try:
        curve = Curve.fit(pairs)
    except InvalidError:
        assume(False)
    report = curve.report
    points = curve.points
    assert 1 <= len(points) <= 16 and points == sorted(points)
    residuals = [abs(curve.force(fixed(g - report.zero)) / f - 1) if f else None for g, f in pairs]
    loaded = [r for r in residuals if r is not None]
    assume(max(loaded) < 8000)
    assert report.worst == pytest.approx(max(loaded), abs=STEP)
    assert report.rms == pytest.approx(math.sqrt(sum(r * r for r in loaded) / len(loaded)), rel=1e-3, abs=2 * STEP)
    for mine, theirs in zip(residuals, report.residuals, strict=True):
        assert (theirs is None) == (mine is None)
        assert mine is None or abs(theirs) == pytest.approx(mine, abs=1e-9)
    worst = 0 if report.pair is None else residuals[report.pair]
    assert worst == pytest.approx(max(loaded), abs=STEP)


@given(pairs_of_a_person, st.randoms(use_true_random=False))
def test_the_order_of_the_pairs_does_not_matter(pairs, rng):
    shuffled = list(pairs)
    rng.shuffle(shuffled)
    try:
        curve = Curve.fit(pairs)
    except InvalidError as refused:
        with pytest.raises(InvalidError) as again:
            Curve.fit(shuffled)
        assert str(again.value).split("(")[-1] == str(refused).split("(")[-1]
    else:
        assert Curve.fit(shuffled) == curve


@pytest.mark.parametrize("exponent", [0.6, 1.5])
def test_the_best_fit_of_three_masses_finds_a_power_law_and_says_so(exponent):
    masses = (0.5, 1.5, 5.0)
    pairs = [(3.0, 0.0)] + [(3 + 40 * newtons ** (1 / exponent), newtons) for newtons in masses]
    lines, best = Curve.fit(pairs), Curve.fit(pairs, best=True)
    assert best.points == [] and lines.points
    assert best.report.others < 0.001 and lines.report.others is None
    for newtons in (0.7, 1.0, 2.0, 3.0, 4.0):
        conductance = 40 * newtons ** (1 / exponent)
        assert best.force(conductance) == pytest.approx(newtons, rel=0.003)
        assert abs(lines.force(conductance) / newtons - 1) > 0.02
    assert Curve.fit(pairs[:3], best=True).report.others is None


@pytest.mark.parametrize("count", [3, 5, 8])
def test_on_real_sensors_the_best_fit_is_off_by_no_more_than_lines(count, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "bindings" / "python" / "benchmarks")
    benchmark = pytest.importorskip("calibration")
    for number in range(1, 6):
        pairs = benchmark.measured(number)
        lines, _ = benchmark.errors(Curve.fit, pairs, count)
        best, _ = benchmark.errors(lambda some: Curve.fit(some, best=True), pairs, count)
        assert best <= lines + 0.003


def test_noise_that_does_not_rise_costs_little():
    rng = random.Random(7)
    pairs = [(3.0, 0.0)] + [(3 + 100 * newtons**0.9 * rng.uniform(0.9, 1.1), newtons) for newtons in [0.25 * i for i in range(1, 25)] * 2]
    rng.shuffle(pairs)
    curve = Curve.fit(pairs)
    # Compare with the true curve: the fit must remove about half of the noise of one pair, which is 5.8 %.
    errors = [curve.force(100 * (i / 4) ** 0.9) / (i / 4) - 1 for i in range(2, 24)]
    assert math.sqrt(sum(e * e for e in errors) / len(errors)) < 0.04
    assert curve.report.zero == 3 and curve.report.rms < 0.1


@pytest.mark.parametrize(
    "pairs, pair, words",
    [
        ([(1, 1), (2, -1)], 1, r"pair 1 \(2 uS, -1 N\).*its force is below 0"),
        ([(1, 0)], None, "fitting 1 points: .*no pair has a force above 0"),
        ([(i, i) for i in range(1, 66)], None, "fitting 65 points: .*more than 64 pairs"),
        ([(5, 0), (4, 0.5), (20, 1)], 1, r"pair 1 \(4 uS, 0.5 N\).*too light, or wired the other way round"),
        ([(9, 1), (4, 2), (6, 3)], 1, r"pair 1 \(4 uS, 2 N\).*conducts less than a lighter one"),
    ],
)
def test_a_refused_fit_names_the_pair_and_says_why(pairs, pair, words):
    with pytest.raises(InvalidError, match=words) as raised:
        Curve.fit(pairs)
    assert raised.value.pair == pair


def test_one_mass_scales_a_known_curve():
    known = Sensor().curve
    curve = known.scaled(500, 3)
    assert curve.force(500) == pytest.approx(3, rel=1e-4) and curve.report is None
    factor = curve.points[0][0] / known.points[0][0]
    for (g, f), (h, e) in zip(curve.points, known.points, strict=True):
        assert f == e and g == pytest.approx(factor * h, rel=1e-4)
    assert Curve.power(100, 1, 1.5).scaled(400, 2) == Curve.power(400, 2, 1.5)
    with pytest.raises(InvalidError, match="scaling a curve to 0 N at 1 uS.*above 0"):
        known.scaled(1, 0)
    with pytest.raises(InvalidError, match="below 32768 uS"):
        known.scaled(32_000, 1)


# The bytes


def calibrations():
    numbers = st.integers(-(2**31), 2**31 - 1).map(lambda n: n / 65536)
    positive = st.integers(0, 2**31 - 1).map(lambda n: n / 65536)
    ohm = st.integers(1, 2**24 - 1)
    circuits = st.builds(Circuit, st.integers(1000, 2**24 - 1), ohm, ohm, st.booleans(), st.integers(1, 1000), ohm)
    curves = st.one_of(
        st.builds(Curve.power, st.floats(1, 1000), st.floats(1, 100), st.floats(0.25, 4)),
        st.integers(1, 16).map(lambda n: Curve.table([(10 * i, i * i) for i in range(1, n + 1)])),
    )
    return st.builds(Calibration, circuits, curves, numbers, positive, positive, numbers, numbers)


@given(calibrations())
def test_a_calibration_comes_back_from_its_bytes_and_from_a_sensor(calibration):
    data = bytes(calibration)
    assert len(data) == _raw.PRESS_CALIBRATION_BYTES
    assert Calibration.from_bytes(data) == calibration
    sensor = calibration.to_sensor(lag_us=7, creep=0.1, zero_limit=0.5)
    assert (sensor.lag_us, sensor.creep, sensor.zero_limit) == (7, 0.1, 0.5)


def test_a_sensor_gives_its_calibration_back():
    calibration = Calibration(Circuit(4095, 10_000), Curve.power(100, 2, 1.25), 1.5, 0.25, 800.0, 10.0, 20.0)
    assert Calibration.from_sensor(calibration.to_sensor()) == calibration
    assert Calibration() == Calibration.from_sensor(Sensor())


@given(calibrations())
def test_the_bytes_can_be_read_without_the_library(calibration):
    data = bytes(calibration)
    magic, version, *values = struct.unpack_from("<4s7I5i2H3i", data)
    assert (magic, version) == (b"PRCL", 1)
    circuit = calibration.circuit
    assert values[:6] == [
        circuit.full_scale,
        circuit.resistor_ohm,
        circuit.parallel_ohm,
        1 if circuit.pull_up else 0,
        circuit.max_code,
        circuit.short_ohm,
    ]
    numbers = (calibration.zero, calibration.preload_force, calibration.span, calibration.x, calibration.y)
    assert [v / 65536 for v in values[6:11]] == list(numbers)
    kind, count = values[11:13]
    points = [(g / 65536, f / 65536) for g, f in struct.iter_unpack("<2i", data[68:196])]
    assert (kind == 1) == (count == 0)
    assert points[:count] == calibration.curve.points and set(points[count:]) <= {(0, 0)}
    assert struct.unpack("<I", data[196:]) == (zlib.crc32(data[:196]),)


def sealed(data):
    return data + struct.pack("<I", zlib.crc32(data))


def test_bytes_that_are_no_calibration_are_refused_by_an_error_of_their_own():
    """Each wrong bit and length is in Tests/PressABITests/test_calibration.c."""
    data = bytes(Calibration())
    assert Calibration.from_bytes(sealed(data[:196])) == Calibration()
    for wrong, error, words in (
        (b"[sensor]\n", InvalidError, "not a calibration"),
        (data[:199], DamagedError, "damaged or cut off"),
        (data + b"\0", DamagedError, "damaged or cut off"),
        (200 * b"\xff", NotFoundError, "nothing is stored"),
        (sealed(data[:4] + b"\2" + data[5:196]), VersionError, "unknown version"),
    ):
        with pytest.raises(error, match=words):
            Calibration.from_bytes(wrong)


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "left.cal"
    calibration = Calibration(curve=Curve.table([(10, 1)]), zero=2.0)
    calibration.save(path)
    assert Calibration.load(path) == Calibration.load(str(path)) == calibration
    with pytest.raises(InvalidError, match="storing Calibration"):
        Calibration(preload_force=-1.0).save(path)
    assert Calibration.load(path) == calibration
    assert [p.name for p in tmp_path.iterdir()] == ["left.cal"]


def test_a_file_that_is_none_is_refused_with_its_name(tmp_path):
    path = tmp_path / "left.cal"
    with pytest.raises(FileNotFoundError):
        Calibration.load(path)
    path.write_bytes(b"[sensor]\n")
    with pytest.raises(InvalidError, match=r"left\.cal: .*\(not a calibration\)"):
        Calibration.load(path)
    path.write_bytes(bytes(Calibration()) + b"\n")
    with pytest.raises(DamagedError, match=r"left\.cal: stored bytes are damaged or cut off"):
        Calibration.load(path)


# In use


def test_a_calibration_from_codes_gives_the_newtons_that_were_on_the_sensor(tmp_path):
    circuit = Circuit(full_scale=26400, resistor_ohm=4700, parallel_ohm=470_000)
    readings = [(15760, 1.961), (261, 0.0), (7250, 0.49), (7250, 0.49), (11790, 0.981), (20360, 4.903)]
    calibration = Calibration.fit(circuit, readings, x=10)
    assert calibration.zero == pytest.approx(circuit.conductance(261), abs=STEP) and calibration.x == 10
    assert calibration.span == circuit.conductance(20360)
    calibration.save(tmp_path / "one.cal")
    sensor = Calibration.load(tmp_path / "one.cal").to_sensor()
    pad = Pad(sensor, median=False, filter=False, start_us=0)
    for i, (code, newtons) in enumerate([(261, 0.0), *readings]):
        for n in range(3):
            pad.feed(10_000 * (3 * i + n) + 1, code)
        assert pad.reading.force == pytest.approx(newtons, rel=0.01, abs=0.01)
    assert abs(calibration.check(circuit.conductance(11790), 0.981)) < 1e-4
    assert calibration.check(circuit.conductance(11790), 0.981 / 1.2) == pytest.approx(0.2, abs=1e-3)
    with pytest.raises(InvalidError, match="checking the calibration with 0 N"):
        calibration.check(100, 0)


def test_the_table_of_what_masses_buy_stands_in_the_manual():
    program = ROOT / "bindings" / "python" / "benchmarks" / "calibration.py"
    printed = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True).stdout
    assert printed.strip() in (ROOT / "docs" / "calibration.md").read_text()
