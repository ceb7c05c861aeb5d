"""Positions on a simulated plate, the correction that is fitted to touches, and the tables of docs/hardware/plate.md."""

import math
import random
from dataclasses import replace
from pathlib import Path

import libpress
import plate
import pytest
from libpress import Correction, InvalidError, Pad, Sensor
from libpress.simulation import SimulatedFinger, SimulatedPlate, at_rest_or_more
from plate import PLACES, Plate, held_error, moving_error, play

numpy = pytest.importorskip("numpy")
PLATE = Path(__file__).resolve().parents[3] / "docs/hardware/plate.md"


def least_squares(touches):
    read = numpy.array([(x, y, 1.0) for (x, y), _ in touches])
    expected = numpy.array([place for _, place in touches])
    return numpy.linalg.lstsq(read, expected, rcond=None)[0]


@pytest.mark.parametrize("seed", range(200))
def test_a_fit_is_that_of_least_squares_in_floating_point(seed):
    rng = random.Random(seed)
    size, scale = rng.choice([1, 10, 100, 2000]), rng.choice([0.01, 0.5, 1, 8])
    turn = rng.uniform(0, 6)
    touches = []
    corners = [(-size, -size), (size, -0.9 * size), (-size, size / 2)]  # never on a line
    for n in range(rng.randrange(3, 65)):
        x, y = corners[n] if n < 3 else (rng.uniform(-size, size) for _ in "xy")
        u, v = scale * (x * math.cos(turn) - y * math.sin(turn)), scale * (x * math.sin(turn) + 0.9 * y * math.cos(turn))
        noise = scale * size / 50
        touches.append(((x, y), (u + 5 + rng.gauss(0, noise), v - 7 + rng.gauss(0, noise))))
    touches = [tuple(tuple(map(fixed, place)) for place in pair) for pair in touches]
    expected = least_squares(touches)
    found = Correction.fit(touches)
    tolerance = 1 / 65536 + 2e-4 * scale
    assert (found.a, found.d) == pytest.approx(expected[0], abs=tolerance)
    assert (found.b, found.e) == pytest.approx(expected[1], abs=tolerance)
    residuals = numpy.array([(*place, 1.0) for place, _ in touches]) @ expected - [place for _, place in touches]
    assert found.worst == pytest.approx(abs(residuals).max(), abs=1e-3 + (5e-4 * scale + 2 / 65536) * size)


def fixed(value):
    return libpress.from_q16(libpress.to_q16(value))


def test_three_exact_touches_are_met():
    found = Correction.fit([((10, 10), (0, 0)), ((90, 10), (320, 0)), ((10, 90), (0, 480))])
    assert (found.a, found.e) == pytest.approx((4, 6), abs=1e-4) and found.worst < 0.01
    assert (found.c, found.f) == pytest.approx((-40, -60), abs=0.01)


@pytest.mark.parametrize(
    "touches",
    [
        [((0, 0), (0, 0)), ((1, 0), (1, 0))],
        [((0, 0), (0, 0)), ((50, 50), (50, 50)), ((100, 100), (100, 100))],
        [((0, 0), (0, 0)), ((50, 51), (50, 50)), ((100, 100), (100, 0))],
        [((0, 0), (0, 0)), ((50, 0), (50, 50)), ((0, 100), (100, 100))],
        [((7, 7), (0, 0)), ((7, 7), (50, 50)), ((7, 7), (100, 0))],
        [((0, 0), (0, 0)), ((1, 0), (9000, 0)), ((0, 1), (0, 9000))],
        [((float(n % 3), float(n // 3)), (n % 3, n // 3)) for n in range(65)],
    ],
)
def test_touches_that_say_nothing_are_refused(touches):
    with pytest.raises(InvalidError, match="touches"):
        Correction.fit(touches)


@pytest.mark.parametrize(
    "wrong",
    [Correction(a=1024.1), Correction(e=-1024.1), Correction(a=0), Correction(a=1, b=2, d=2, e=4), Correction(b=2000)],
)
def test_a_correction_out_of_range_or_flat_is_refused(wrong):
    with pytest.raises(InvalidError):
        Pad(correction=wrong)


def test_a_correction_is_applied_to_every_position_and_saturates():
    turned = Correction(0, -2, 500, 3, 0, -20)
    plain = [r for *_, r in play(Plate(), lambda t: 2, (30, 60), 0.2)]
    corrected = [r for *_, r in play(Plate(), lambda t: 2, (30, 60), 0.2, correction=turned)]
    for before, after in zip(plain, corrected, strict=True):
        assert (after.x, after.y) == pytest.approx((500 - 2 * before.y, 3 * before.x - 20), abs=1e-4)
        assert after.force == before.force
    far = Pad(Sensor(x=30_000, y=-30_000), correction=Correction(1024, -1024, 30_000, 1024, 1024, -30_000)).reading
    assert far.x == 32768 - 1 / 65536 and far.y == -30_000


def test_a_preload_gives_the_position_back_at_small_forces():
    without, with_ = (held_error(Plate(preload=preload), 0.5, plates=3) for preload in (0, 0.5))
    assert without > 40 and with_ < 3


def test_a_fit_takes_out_what_unequal_gains_do():
    plain, corrected = (held_error(Plate(gain=0.1), 2, plates=4, fitted=fitted) for fitted in (False, True))
    assert corrected < 1.3 < 2 < plain


def test_sensors_read_one_after_the_other_do_not_move_the_position_of_a_press_or_a_lift():
    for newtons, ramp in ((2, 0.03), (5, 0.03)):
        off, on = (moving_error(newtons, ramp, lag, plates=1) for lag in (False, True))
        assert off["lift"] > 10 and off["press"] > 8
        assert on["lift"] < 3 and on["press"] < 3 and on["hold"] < 1


def test_sensors_read_at_once_are_where_they_were():
    """Nothing is skewed: frames with all sensors and no lag."""
    for where in PLACES[::2]:
        still = [r for *_, r in play(Plate(gain=0, noise=0), plate.pressed(2, 0.03), where, 0.5, lag=False, skew=False)]
        for reading in still:
            assert not reading.touched or math.dist((reading.x, reading.y), where) < 0.3 or reading.force < 0.25


def test_sensors_read_in_turn_are_brought_to_one_moment():
    """One sensor a frame: the codes of the others are up to three frames old."""
    circuit, corners = libpress.Circuit(plate.FULL_SCALE, plate.OHM), plate.CORNERS
    curve = libpress.Curve.power(150, 1, 1)
    pad = Pad([Sensor(circuit, curve, *corner, preload_force=0.3) for corner in corners], start_us=20_000)
    newtons, parts, worst = plate.pressed(2, 0.03), plate.shares(70, 25), 0.0
    for i in range(400):
        t = i * plate.CHANNEL_US
        load = 0.3 + parts[i % 4] * newtons(t / 1e6)
        pad.feed(t + 1, [plate.code(150 * load) if n == i % 4 else None for n in range(4)])
        if pad.reading.force > 0.25:
            worst = max(worst, math.dist((pad.reading.x, pad.reading.y), (70, 25)))
    assert 0 < worst < 6


@pytest.mark.parametrize("deep", [0.0, 0.1])
def test_the_position_stays_within_14_mm_when_force_drops_at_once_for_two_frames(deep):
    def dips(t):
        return 2 * deep if 0.2 <= t < 0.2 + 2 * plate.FRAME_US / 1e6 else 2

    def worst(lag):
        found = 0.0
        for where in PLACES:
            readings = [r for t, _, r in play(Plate(gain=0, noise=0.002), dips, where, 0.4, lag) if t > 0.1]
            assert min(sum(r.raw_force) for r in readings) < 0.4
            found = max(found, *(math.dist((r.x, r.y), where) for r in readings))
        return found

    assert worst(lag=True) < 14 < 24 < worst(lag=False)


@pytest.mark.long
def test_the_tables_of_the_documentation_are_what_the_simulation_prints():
    text = PLATE.read_text()
    for line in [*plate.material_table(), *plate.held_table(), *plate.moving_table(), *plate.tap_table()]:
        assert line in text, line


@pytest.mark.parametrize("preload", [0.0, 0.25, 2.0])
@pytest.mark.parametrize("twist", [0.0, 0.3, 1.0])
def test_what_presses_on_a_simulated_plate_is_borne_and_balances(twist, preload):
    simulated = plate.lies(preload, twist)
    for where in [(x, y) for x in (5, 15, 40, 50) for y in (5, 15, 50, 95)]:
        forces = simulated.forces(4, *where)
        loads = [force - preload for force in forces]
        assert min(forces) >= 0 and sum(loads) == pytest.approx(4)
        for axis in (0, 1):
            assert sum(load * at[axis] for load, at in zip(loads, plate.CORNERS, strict=True)) / 4 == pytest.approx(where[axis])
        if min(forces) > 0:
            assert loads == pytest.approx([4 * share for share in plate.shares(*where, twist)])


def test_a_simulated_load_cell_is_pulled_and_rests_at_its_stored_zero():
    cell = Sensor(libpress.Circuit(full_scale=0xFFFFFF, resistor_ohm=1, max_code=0xFFFF), libpress.Curve.table([(100, 10)]), zero=2000)
    finger = SimulatedFinger(lambda t: -5.0 if t > 1 else 0.0)
    forces = [SimulatedPlate([cell], 1).forces(*finger.at(t))[0] for t in (0, 2)]
    assert [at_rest_or_more(cell, force) for force in forces] == pytest.approx([2000, 1950], abs=0.01)


@pytest.mark.parametrize("hand", [0.3, 0.6, 1.0])
def test_a_plate_that_starts_under_a_hand_reads_like_one_that_does_not(hand):
    """A preload of 1 N for each sensor, declared; the hand lies in the middle for 2 s, and presses follow."""

    def forces(hand):
        def newtons(t):
            return hand if t < 2 else 0.0 if t < 2.4 else 1.0 + round((t - 2.4) / 0.5) if (t - 2.4) % 0.5 < 0.3 else 0.0

        shown = play(Plate(preload=1.2, seed=3), newtons, (40, 55), 5, lead=0, sensor_preload=1.0, filter=False)
        return [(t, force, r.force) for t, force, r in shown if t > 2.4]

    for (t, force, after), (_, _, without) in zip(forces(hand), forces(0.0), strict=True):
        assert force < 1 or after == pytest.approx(without, rel=0.05, abs=0.02), t


@pytest.mark.parametrize("kind", [kind for kind in plate.TAPS if not kind.startswith("no ")])
def test_still_taps_on_a_plate_with_preload_are_taps_however_it_is_read(kind):
    """Default slops, no setting for the skew; gains 5 % apart, 0.5 N of preload, 1 point is 1 mm."""
    one, read = plate.TAPS[kind]
    events, _ = plate.taps(one, read=read)
    kinds = [event.type for event in events]
    if read == "in turn, unknown":  # their places move as far as those of fingers
        assert kinds.count(libpress.EventType.TAPPED) >= 85
        return
    assert kinds.count(libpress.EventType.TAPPED) == 100
    assert libpress.EventType.DRAG_BEGAN not in kinds and libpress.EventType.SCROLL_BEGAN not in kinds


@pytest.mark.parametrize("ms", [80, 120, 160])
def test_a_flick_whose_force_falls_as_long_as_it_rises_scrolls(ms):
    events = plate.flicks(replace(Plate(), hysteresis=0.05), ms)
    kinds = [event.type for event in events]
    assert kinds.count(libpress.EventType.CONTACT_BEGAN) == 30
    assert kinds.count(libpress.EventType.THROW_BEGAN) >= 25 and kinds.count(libpress.EventType.TAPPED) <= 2
