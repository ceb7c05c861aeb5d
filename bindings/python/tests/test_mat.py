"""Mats: networks in, newtons out; feet that roll are one contact each; zeros that were learnt under something; faulty lines; outputs.

The oracle of circuits is SimulatedMat, which solves the network at its nodes and knows nothing of the formula that undoes it; that of feet is a
seeded model of footfalls (footfalls.py). LIBPRESS_LONG=1: all combinations.
"""

import itertools
import os
import random

import pytest
from footfalls import FEET, Foot, frames
from libpress import Event, EventType, Grid, InvalidError, Reason, SimulatedMat, StateError

LONG = bool(os.environ.get("LIBPRESS_LONG"))
NEWTONS = 0.01
"""A microsiemens of SimulatedMat is worth so much."""


def grid_for(mat, circuit="dividers", column_ohm=10_000, row_ohm=0, full_scale=1023, **settings):
    usual = {"touch_force": 0.4, "release_force": 0.2, "baseline": True, "gain": NEWTONS}
    return Grid(mat.columns, mat.rows, circuit=circuit, column_ohm=column_ohm, row_ohm=row_ohm, full_scale=full_scale, **(usual | settings))


def rest(grid, mat, frames=30, t=0):
    nothing = [mat.read([[0.0] * mat.columns] * mat.rows) for _ in range(5)]
    for n in range(frames):
        t += 10_000
        grid.feed(t, nothing[n % 5])
    return t


# ---- circuits ----


def combinations():
    all_of = itertools.product((4, 8, 16, 32), (1_000, 2_200, 4_700, 10_000), (0, 30, 125, 470), (1023, 4095))
    chosen = [one for one in all_of if LONG or random.Random(str(one)).random() < 0.12]
    # For 32 x 32 cells only the hardest cases: rows and columns disturb each other most, and many cells are at rest.
    return [one for one in chosen if LONG or one[0] < 32] + ([] if LONG else [(32, 1_000, 470, 4095), (32, 10_000, 470, 1023)])


@pytest.mark.parametrize(("size", "column_ohm", "row_ohm", "full_scale"), combinations())
def test_feet_hands_and_fingers_through_dividers_have_their_force_where_no_column_is_saturated(size, column_ohm, row_ohm, full_scale):
    chance = random.Random(size * column_ohm + row_ohm)
    # Without noise all 32 cells of a column at rest would round to the same side: an error of 16 codes.
    mat = SimulatedMat(size, size, column_ohm=column_ohm, row_ohm=row_ohm, full_scale=full_scale, noise=0.5)
    said = exact = 0
    for newtons, radius in ((3, 0.7), (10, 1.2), (30, 2.0), (60, 3.0), (120, 3.5)):
        grid = grid_for(mat, column_ohm=column_ohm, row_ohm=row_ohm, full_scale=full_scale, valley=0)
        t = rest(grid, mat)
        pressed = mat.presses((chance.uniform(1, size - 2), chance.uniform(1, size - 2), newtons, radius))
        grid.feed(t + 10_000, mat.read(pressed))
        contacts = grid.contacts
        assert contacts
        load = grid.load().force
        most = max(sum(column) for column in zip(*pressed, strict=True)) * 100e-6 * column_ohm
        # Cells below half of release_force count as nothing.
        below = sum(one for row in pressed for one in row if one < 0.12)
        if any(contact.saturated for contact in contacts):
            said += 1
            assert most > 7
        else:
            exact += 1
            assert load == pytest.approx(newtons, rel=0.04 if full_scale < 4095 else 0.01, abs=below), (newtons, radius)
            assert most < 10
    assert said + exact == 5


def test_one_newton_beside_fifty_in_its_column_is_there():
    for column_ohm, row_ohm in ((1_000, 0), (1_000, 125), (1_000, 470), (2_200, 125)):
        mat = SimulatedMat(8, 8, column_ohm=column_ohm, row_ohm=row_ohm, full_scale=4095)
        grid = grid_for(mat, column_ohm=column_ohm, row_ohm=row_ohm, full_scale=4095)
        t = rest(grid, mat)
        cells = mat.presses((3, 1, 1, 0.5), (3, 5, 50, 1.2))
        grid.feed(t + 10_000, mat.read(cells))
        light = [contact for contact in grid.contacts if contact.y < 3]
        assert len(light) == 1, (column_ohm, row_ohm)
        assert light[0].force == pytest.approx(1, rel=0.05), (column_ohm, row_ohm)


def test_what_a_divider_alone_would_read_is_five_times_too_little():
    mat = SimulatedMat(8, 8)
    cells = [[0.0] * 8 for _ in range(8)]
    for row in range(1, 7):
        cells[row][3] = cells[row][4] = 10.0
    codes = mat.read(cells)
    plain = sum(code / (1023 - code) / 10_000 * 1e6 * NEWTONS for row in codes for code in row if code > 5)
    assert plain < 120 / 5
    column = [sum(one) for one in zip(*codes, strict=True)]
    assert column[3] > 0.98 * 1023, "and this column is saturated: the grid says so"
    grid = grid_for(mat)
    t = rest(grid, mat)
    grid.feed(t + 10_000, codes)
    assert grid.lines.saturated_columns == (3, 4)
    assert all(contact.saturated for contact in grid.contacts)


@pytest.mark.parametrize("row_ohm", [0, 125, 470])
def test_rows_behind_switches_read_by_amplifiers_have_their_force(row_ohm):
    mat = SimulatedMat(16, 16, circuit="amplifiers", column_ohm=680, row_ohm=row_ohm, full_scale=4095)
    grid = grid_for(mat, "amplifiers", column_ohm=680, row_ohm=row_ohm, full_scale=4095, valley=0)
    t = rest(grid, mat)
    grid.feed(t + 10_000, mat.read(mat.presses((7, 7, 120, 3.3))))
    assert grid.load().force == pytest.approx(120, rel=0.02)
    assert not any(contact.saturated for contact in grid.contacts)


def test_the_simulated_mat_is_the_network_of_the_document():
    # Values that a circuit simulator gave: 1 N beside 10 N in its column; three corners of a rectangle with open rows.
    mat = SimulatedMat(4, 4, rest=0, full_scale=100_000)
    cells = [[0.0] * 4 for _ in range(4)]
    cells[0][0], cells[2][0] = 1.0, 10.0
    light = mat.read(cells)[0][0] / 100_000
    assert light / (1 - light) == pytest.approx(1 / 11, abs=1e-3), "the divider's formula reads 0.09 N of 1 N"
    ghosts = SimulatedMat(4, 4, rest=0, full_scale=100_000, open_rows=True)
    corners = [[0.0] * 4 for _ in range(4)]
    corners[0][0] = corners[0][2] = corners[2][0] = 10.0
    assert ghosts.read(corners)[2][2] > 20_000
    assert mat.read(corners)[2][2] == 0
    with pytest.raises(InvalidError, match="dividers"):
        SimulatedMat(circuit="pull")
    with pytest.raises(InvalidError, match="above 0"):
        SimulatedMat(column_ohm=0)


def test_codes_that_fall_with_force_are_read():
    grid = Grid(8, 8, gain=0.1, falling=True, full_scale=1023, baseline=True, touch_force=1, release_force=0.5)
    for n in range(30):
        grid.feed((n + 1) * 10_000, [1000] * 64)
    codes = [1000] * 64
    codes[27] = 700
    grid.feed(400_000, codes)
    assert [round(contact.force, 1) for contact in grid.contacts] == [30.0]
    grid.feed(410_000, [1000] * 64)
    grid.feed(500_000, [1000] * 64)
    assert not grid.contacts


def test_a_mat_is_calibrated_by_a_known_mass_and_cells_have_gains():
    grid = Grid(8, 8, engine=False, gain=0.01, gains=True, touch_force=1, release_force=0.5)
    gains = [1.0] * 64
    gains[9], gains[10] = 2.0, 0.5
    grid.set_gains(gains)
    codes = [0] * 64
    codes[9], codes[10] = 250, 1000
    grid.feed(10_000, codes)
    assert [grid.map[1, n] for n in (1, 2)] == pytest.approx([5, 5], abs=0.01)
    with pytest.raises(StateError):
        grid.set_gains(None)
    assert grid.calibrate(9.81) == pytest.approx(0.01 * 9.81 / 10, rel=1e-3)
    grid.feed(20_000, [0] * 64)
    grid.feed(80_000, [0] * 64)
    grid.feed(90_000, codes)
    assert grid.load().force == pytest.approx(9.81, rel=2e-3)
    with pytest.raises(InvalidError):
        Grid(8, 8, engine=False).set_gains([1.0] * 64)
    with pytest.raises(StateError, match="known mass"):
        Grid(8, 8, engine=False, gain=0.01).calibrate(9.81)


def test_a_gain_that_does_not_fit_is_refused_in_newtons():
    with pytest.raises(OverflowError, match=r"20 newtons a code is more than 0\.5"):
        Grid(8, 8, gain=20)


# ---- feet ----


def walk(pitch, rate, seed, steps):
    """Loaded frames, those with one contact, and serials."""
    chance = random.Random(seed)
    loaded = one = serials = 0
    columns, rows = min(32, int(340 / pitch) + 1), min(32, int(420 / pitch) + 1)
    for _ in range(steps):
        foot = Foot(chance, columns * pitch / 2, 20, 0.1)
        grid = Grid(columns, rows, engine=False, pitch_x=pitch, pitch_y=pitch, **FEET)
        seen = set()
        for t, cells in frames([foot], columns, rows, pitch, rate, foot.lasts + 0.4):
            grid.feed(t, cells)
            contacts = grid.contacts
            seen |= {contact.serial for contact in contacts}
            if sum(cells) >= 20:
                loaded += 1
                one += len(contacts) == 1
        serials += len(seen)
    return loaded, one, serials


@pytest.mark.parametrize("pitch", [10, 20, 30, 40, 50, 60])
@pytest.mark.parametrize("rate", [10, 25, 50, 100] if LONG else [10, 100])
def test_a_foot_that_rolls_is_one_contact(pitch, rate):
    steps = 40 if LONG else 4
    loaded, one, serials = walk(pitch, rate, pitch * 1000 + rate, steps)
    assert one >= 0.97 * loaded
    assert serials <= 1.1 * steps


@pytest.mark.parametrize(("pitch", "gap"), [(10, 60), (20, 60), (30, 60), (40, 80), (60, 120)])
def test_two_feet_side_by_side_are_never_one(pitch, gap):
    chance = random.Random(pitch)
    for rate in (10, 100) if LONG else (25,):
        for _ in range(20 if LONG else 3):
            left = Foot(chance, 0, 20, 0.1, turned=0)
            right = Foot(chance, 0, 20, 0.1 + chance.uniform(0, 0.4), turned=0)
            left.x = left.half_width + 5
            right.x = left.x + left.half_width + gap + right.half_width
            middle = left.x + left.half_width + gap / 2
            columns, rows = int((right.x + right.half_width) / pitch) + 2, min(32, int(380 / pitch) + 1)
            if columns > 32:
                continue
            grid = Grid(columns, rows, engine=False, pitch_x=pitch, pitch_y=pitch, **FEET)
            for t, cells in frames([left, right], columns, rows, pitch, rate, 1.6):
                grid.feed(t, cells)
                on_left = sum(force for at, force in enumerate(cells) if at % columns * pitch < middle)
                on_right = sum(cells) - on_left
                for contact in grid.contacts:
                    assert contact.force <= max(on_left, on_right) * 1.001 or contact.held
                # The first frame of a foot on fine cells may have less than touch_force in each.
                if on_left > 60 and on_right > 60:
                    assert {contact.x < middle for contact in grid.contacts} == {True, False}


def test_joined_blobs_have_one_place_and_the_sum_of_their_force():
    cells = [[0.0] * 8 for _ in range(16)]
    cells[2][3], cells[6][3] = 10.0, 30.0
    for join, expected in ((0, 2), (20, 2), (30, 1), ((0, 30), 1), ((30, 20), 2)):
        grid = Grid(8, 16, engine=False, pitch_x=10, pitch_y=10, touch_force=1, release_force=0.5, join=join)
        grid.feed(10_000, cells)
        assert len(grid.contacts) == expected, join
        if expected == 1:
            (contact,) = grid.contacts
            assert contact.force == pytest.approx(40)
            assert (contact.x, contact.y) == pytest.approx((30, 50), abs=0.3)


# ---- zeros ----

FOOT = [[0] * 4 for _ in range(12)]
FOOT[9][1:3], FOOT[10][1:3] = [400, 300], [350, 250]
NOTHING = [[0] * 4 for _ in range(12)]
WHOLE = sum(map(sum, FOOT)) / 10


class Played:
    """A grid of 4 x 12 cells with a zero, and what its engine said of it."""

    def __init__(self, rate=100, **settings):
        self.grid = Grid(4, 12, **({"gain": 0.1, "baseline": True, "touch_force": 1, "release_force": 0.5} | settings))
        self.reasons = []
        self.grid.engine.when_event = self._note
        self.t, self.step = 0, round(1e6 / rate)

    def _note(self, event: Event):
        if event.type == EventType.BASELINE_CHANGED:
            self.reasons.append(event.reason)

    def feed(self, cells, seconds):
        for _ in range(max(1, round(seconds * 1e6 / self.step))):
            self.t += self.step
            self.grid.feed(self.t, cells)
        return self.force

    @property
    def force(self):
        return sum(contact.force for contact in self.grid.contacts)


@pytest.mark.parametrize("rate", [10, 25, 100])
@pytest.mark.parametrize("stood", [1, 3, 8])
def test_a_zero_that_was_learnt_under_a_foot_is_mended_when_the_foot_goes(stood, rate):
    played = Played(rate)
    played.feed(FOOT, stood)
    played.feed(NOTHING, 0.1)
    assert Reason.FINGER_AT_START in played.reasons
    assert played.feed(FOOT, 0.001) >= 0.95 * WHOLE


def test_a_foot_that_goes_while_another_stays_is_mended_too():
    both = [row[:] for row in FOOT]
    both[1][1:3] = [300, 300]
    other = [row[:] for row in NOTHING]
    other[5][0] = 200
    played = Played()
    played.feed(both, 1)
    with_contact = [[max(a, b) for a, b in zip(x, y, strict=True)] for x, y in zip(FOOT, other, strict=True)]
    played.feed(with_contact, 0.5)
    again = [[max(a, b) for a, b in zip(x, y, strict=True)] for x, y in zip(both, other, strict=True)]
    assert played.feed(again, 0.001) == pytest.approx(80, abs=2)


def test_a_cushion_that_is_taken_off_and_laid_back_is_no_contact():
    cushion = [[30 + 5 * column + row for column in range(4)] for row in range(12)]
    for known, off in ((20, 2), (2, 2), (20, 300), (20, 600)):
        played = Played(20)
        played.feed(cushion, known)
        played.feed(NOTHING, off)
        played.feed(cushion, 15)
        assert not played.grid.contacts, (known, off)
        # A foot on the cushion is a contact.
        on = [[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(cushion, FOOT, strict=True)]
        assert played.feed(on, 0.2) == pytest.approx(WHOLE, rel=0.03), (known, off)


def test_free_cells_that_drift_beside_a_contact_are_none_later():
    for newtons in (0.8, 1.2, 2.0):
        played = Played(10)
        played.feed(NOTHING, 2)
        for n in range(6000):
            cells = [row[:] for row in FOOT]
            for row in range(3):
                cells[row] = [round(10 * newtons * n / 6000)] * 4
            played.feed(cells, 0.1)
        assert len(played.grid.contacts) == 1
        after = [row[:] for row in NOTHING]
        after[0:3] = [[round(10 * newtons)] * 4 for _ in range(3)]
        played.feed(after, 600)
        assert not played.grid.contacts


def test_film_that_keeps_a_part_of_a_load_is_no_contact_an_hour_later():
    for part in (0.03, 0.10):
        played = Played(10)
        played.feed(NOTHING, 12)
        played.feed(FOOT, 30)
        for n in range(36_000 if LONG else 6_000):
            left = part * 2 ** (-n / 10 / 60)
            played.feed([[round(one * left) for one in row] for row in FOOT], 0.1)
        assert not played.grid.contacts


def test_a_contact_that_lasts_too_long_becomes_zero_and_its_end_is_none():
    played = Played(longest_contact_us=2_000_000)
    played.feed(NOTHING, 12)
    played.feed(FOOT, 1.5)
    assert len(played.grid.contacts) == 1
    played.feed(FOOT, 1)
    assert not played.grid.contacts
    assert Reason.CONTACT_TOO_LONG in played.reasons
    played.feed(NOTHING, 1)
    assert not played.grid.contacts
    assert played.feed(FOOT, 0.1) == pytest.approx(WHOLE, rel=0.02)


def test_a_grid_is_tared_with_what_lies_there():
    played = Played()
    played.feed(NOTHING, 1)
    played.feed(FOOT, 1)
    with pytest.raises(StateError):
        played.grid.tare()
    played.grid.tare(force=True)
    played.feed(FOOT, 1)
    assert not played.grid.contacts
    twice = [[2 * one for one in row] for row in FOOT]
    assert played.feed(twice, 0.1) == pytest.approx(WHOLE, rel=0.02)
    # The tared load is removed for good, and the former zero is back at once.
    played.feed(NOTHING, 0.2)
    assert Reason.RETURNED in played.reasons
    assert played.feed(FOOT, 0.1) == pytest.approx(WHOLE, rel=0.02)


# ---- lost frames ----


@pytest.mark.parametrize("rate", [5, 10, 17, 25])
@pytest.mark.parametrize("engine", [True, False])
def test_one_frame_of_ten_that_is_lost_ends_no_contact(rate, engine):
    step = round(1e6 / rate)
    frames = [NOTHING] * 4 + ([FOOT] * 9 + [NOTHING]) * 6 + [NOTHING] * 20
    for settings in ({}, {"dropout_us": 500_000}):
        grid = Grid(4, 12, None if engine else False, gain=0.1, touch_force=1, release_force=0.5, **settings)
        touched = []
        if engine:
            grid.engine.when_touched = touched.append
        serials = set()
        for n, cells in enumerate(frames):
            grid.feed((n + 1) * step, cells)
            serials |= {contact.serial for contact in grid.contacts}
        assert len(serials) == 1, settings
        assert len(touched) == (1 if engine else 0), settings
        assert not grid.contacts


# ---- lines ----


def steps_over(grid, change, steps=12):
    """Feet on 8 x 8 cells here and there, with what a fault makes of them."""
    chance = random.Random(4)
    mat = SimulatedMat(8, 8)
    t = 0
    for _ in range(steps):
        pressed = mat.presses((chance.uniform(2.5, 4.5), chance.uniform(2.5, 4.5), 100, 3.4))
        for n in range(100):
            t += 10_000
            cells = [[10 * one for one in row] for row in pressed] if n < 80 else [[0.0] * 8 for _ in range(8)]
            change(cells, t)
            grid.feed(t, [round(one) for row in cells for one in row])


def test_rows_and_columns_that_are_dead_stuck_or_flicker_are_reported():
    def dead(cells, t):
        for row in cells:
            row[3] = 0

    def dead_row(cells, t):
        cells[4] = [0] * 8

    def stuck(cells, t):
        cells[0], cells[1], cells[2] = [400] * 8, [0] * 8, [0] * 8

    def stuck_column(cells, t):
        for row in cells:
            row[:3] = [400, 0, 0]

    def flickers(cells, t):
        if t // 70_000 % 2:
            for row in cells:
                row[3] = 0

    def flickering_row(cells, t):
        if t // 70_000 % 2:
            cells[4] = [0] * 8

    nothing = dict.fromkeys(("dead_columns", "dead_rows", "stuck_columns", "stuck_rows", "flickering_columns", "flickering_rows"), ())
    for change, expected, subject in (
        (dead, {"dead_columns": (3,)}, 3),
        (dead_row, {"dead_rows": (4,)}, 12),
        (stuck, {"stuck_rows": (0,)}, 8),
        (stuck_column, {"stuck_columns": (0,)}, 0),
        (flickers, {"flickering_columns": (3,)}, 3),
        (flickering_row, {"flickering_rows": (4,)}, 12),
        (lambda cells, t: None, {}, None),
    ):
        grid = Grid(8, 8, gain=0.1, touch_force=1, release_force=0.5)
        faults = []
        grid.engine.when_event = lambda event, faults=faults: event.type == EventType.SENSOR_FAULT and faults.append(event.subject)
        steps_over(grid, change)
        lines = grid.lines
        assert {name: getattr(lines, name) for name in nothing} == nothing | expected, change.__name__
        assert faults == ([] if subject is None else [subject])


def test_a_fault_of_a_line_lasts_through_a_reset_and_has_one_end():
    grid = Grid(8, 8, gain=0.1, touch_force=1, release_force=0.5)
    ends = []
    grid.engine.when_event = lambda event: event.type in (EventType.SENSOR_FAULT, EventType.SENSOR_RECOVERED) and ends.append(event.type)
    stuck = [[400] * 8, *[[0] * 8] * 7]
    for n in range(1, 1000):
        grid.feed(n * 10_000, stuck)
    grid.reset()
    assert grid.lines.stuck_rows == (0,)
    for n in range(1000, 2000):
        grid.feed(n * 10_000, stuck)
    for n in range(2000, 2100):
        grid.feed(n * 10_000, [[0] * 8, [0, 300] * 4, *[[0] * 8] * 6])
    assert ends == [EventType.SENSOR_FAULT, EventType.SENSOR_RECOVERED]
    assert grid.lines.stuck_rows == ()


# ---- what lies there ----


def test_load_and_map_are_the_sums_after_zero_and_mask():
    grid = Grid(4, 12, engine=False, gain=0.1, baseline=True, touch_force=1, release_force=0.5, pitch_x=10, pitch_y=20)
    background = [[5 + column for column in range(4)] for _ in range(12)]
    for n in range(30):
        grid.feed((n + 1) * 10_000, background)
    grid.mask([(1, 9)])
    grid.feed(400_000, [[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(background, FOOT, strict=True)])
    assert grid.load().force == pytest.approx(90, abs=0.1)
    assert grid.map.shape == (12, 4)
    assert [round(grid.map[9, 2], 1), round(grid.map[9, 1], 1), round(grid.map[10, 1], 1)] == [30, 0, 35]
    assert sum(map(sum, grid.map.tolist())) == pytest.approx(grid.load().force, abs=0.01)
    part = grid.load((15, 170, 10, 100))
    assert (round(part.force, 1), part.cells, part.x) == (55.0, 2, 20.0)
    assert part.y == pytest.approx((30 * 180 + 25 * 200) / 55, abs=0.1)
    assert grid.load((0, 0, 10, 10)).force == 0
    with pytest.raises(InvalidError):
        grid.load((0, 0, -1, 5))
    with pytest.raises(TypeError, match="region"):
        grid.load(5)
