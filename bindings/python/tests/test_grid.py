"""The grid from Python, and against an oracle in floating point that knows nothing of the library."""

import array

import pytest
from conftest import unpaired
from hypothesis import given
from hypothesis import strategies as st
from libpress import (
    BusyError,
    Curve,
    Engine,
    EventType,
    Grid,
    GridContact,
    InvalidError,
    Reason,
    StateError,
    TimeError,
)

numpy = pytest.importorskip("numpy")


def bells(fingers, columns=16, rows=16, sigma=0.9):
    """The forces of the cells under fingers (x, y, newtons)."""
    y, x = numpy.mgrid[0:rows, 0:columns]
    frame = numpy.zeros((rows, columns))
    for at_x, at_y, force in fingers:
        frame += force * numpy.exp(-((x - at_x) ** 2 + (y - at_y) ** 2) / (2 * sigma**2)) / (2 * numpy.pi * sigma**2)
    return frame


def peaks_of(frame, release, valley):
    """Which cells are fingers, by persistence: levels fall, regions grow, and one is swallowed by a higher one that it
    meets above `valley` of its peak."""
    rows, columns = frame.shape
    order = sorted((-frame[r, c], r, c) for r in range(rows) for c in range(columns) if frame[r, c] >= release)
    region, peak = {}, {}

    def root(cell):
        while region[cell] != cell:
            cell = region[cell]
        return cell

    for negative, r, c in order:
        cell, level = (r, c), -negative
        near = {root((r + dr, c + dc)) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr or dc) and (r + dr, c + dc) in region}
        if not near:
            region[cell], peak[cell] = cell, level
            continue
        highest = max(near, key=lambda k: (peak[k], -k[0], -k[1]))
        region[cell] = highest
        for other in near - {highest}:
            if level >= valley * peak[other]:
                region[other] = highest
    return sorted(peak[k] for k in region if region[k] == k)


def test_one_finger_has_the_force_and_centre_that_numpy_finds():
    random = numpy.random.default_rng(1)
    y, x = numpy.mgrid[0:16, 0:16]
    for _ in range(200):
        frame = bells([(random.uniform(1, 14), random.uniform(1, 14), random.uniform(2, 20))])
        grid = Grid(engine=False, x=3, y=-2, pitch_x=5, pitch_y=4)
        grid.feed(1, frame)
        (contact,) = grid.contacts
        counted = numpy.where(numpy.rint(frame * 65536) >= 6554, frame, 0)
        around = numpy.lib.stride_tricks.sliding_window_view(numpy.pad(counted, 1), (3, 3)).max(axis=(2, 3)) > 0
        weight = numpy.where(around, numpy.maximum(frame - 0.05, 0), 0)
        assert contact.force == pytest.approx(counted.sum(), abs=1e-3)
        assert contact.x == pytest.approx(3 + 5 * (weight * x).sum() / weight.sum(), abs=1e-3)
        assert contact.y == pytest.approx(-2 + 4 * (weight * y).sum() / weight.sum(), abs=1e-3)
        assert contact.cells == (counted > 0).sum()


@given(st.integers(0, 2**32 - 1), st.sampled_from([0.5, 0.75, 0.9]))
def test_the_fingers_of_a_frame_are_those_of_the_oracle(seed, valley):
    random = numpy.random.default_rng(seed)
    count = random.integers(1, 9)
    fingers = [(random.uniform(0, 15), random.uniform(0, 15), random.uniform(3, 9)) for _ in range(count)]
    frame = numpy.rint(bells(fingers) * random.uniform(0.8, 1.2, (16, 16)) * 65536) / 65536
    grid = Grid(engine=False, max_contacts=32, touch_force=0.1, release_force=0.1, valley=valley)
    grid.feed(1, frame)
    expected = peaks_of(frame, 6554 / 65536, valley)
    assert sorted(contact.peak for contact in grid.contacts) == pytest.approx(expected)


@pytest.mark.parametrize("offset", [1.0, 2.0])
@pytest.mark.parametrize("speed", [0.5, 1.0])
def test_two_that_cross_at_any_angle_keep_their_identities(offset, speed):
    random = numpy.random.default_rng(7)
    for _ in range(20):
        gains, grid = random.uniform(0.85, 1.15, (16, 16)), Grid(engine=False)
        angle = random.uniform(0, 2 * numpy.pi)
        along = numpy.array([numpy.cos(angle), numpy.sin(angle)])
        aside = numpy.array([-along[1], along[0]]) * offset / 2
        begun = []
        for step, s in enumerate(numpy.arange(-6, 6.01, speed)):
            one, other = 7.5 + along * s + aside, 7.5 - along * s - aside
            frame = bells([(*one, 3), (*other, 4)]) * gains + numpy.abs(random.normal(0, 0.01, (16, 16)))
            grid.feed(10_000 * (step + 1), frame)
            found = sorted(grid.contacts, key=lambda c: numpy.hypot(c.x - one[0], c.y - one[1]))
            begun = begun or [c.serial for c in found]
        assert [c.serial for c in found] == begun


def test_cells_are_taken_as_arrays_buffers_and_lists():
    frame = bells([(3, 4, 5)], 8, 8)
    for cells in (frame, frame.ravel(), frame[::-1][::-1], frame.tolist(), array.array("d", frame.ravel()), tuple(frame.ravel())):
        grid = Grid(8, 8, False)
        grid.feed(1, cells)
        assert len(grid.contacts) == 1 and grid.contacts[0].x == pytest.approx(3, abs=0.01)


def test_codes_are_taken_with_a_gain_and_a_curve():
    for dtype in (numpy.int16, numpy.uint16, numpy.int32, numpy.int64):
        grid = Grid(4, 2, False, gain=0.001)
        grid.feed(1, numpy.array([[0, 2000, 0, 0], [0, 0, 0, 0]], dtype))
        assert grid.contacts[0].force == pytest.approx(2, rel=0.01)
    grid = Grid(4, 2, False, gain=0.01, curve=Curve.table([(10, 1), (20, 4)]))
    grid.feed(1, array.array("H", [0, 1500, 0, 0, 0, 0, 0, 0]))
    assert grid.contacts[0].force == pytest.approx(2.5, rel=0.01)
    with pytest.raises(TypeError):
        grid.feed(2, numpy.zeros((2, 4)))
    with pytest.raises(OverflowError):
        grid.feed(2, numpy.full((2, 4), 2**31))


def test_bad_frames_and_settings_are_named_and_change_nothing():
    grid = Grid(4, 4, False)
    grid.feed(10, [0.0] * 16)
    nan = float("nan")
    for bad, kind in (([0.0] * 15, ValueError), ([nan] * 16, ValueError), ([1e9] * 16, OverflowError), ("no", TypeError)):
        with pytest.raises(kind):
            grid.feed(20, bad)
    with pytest.raises(ValueError):
        grid.feed(20, numpy.full((4, 4), numpy.nan))
    with pytest.raises(OverflowError):
        grid.feed(20, numpy.full((4, 4), numpy.inf))
    with pytest.raises(TimeError):
        grid.feed(10, [0.0] * 16)
    with pytest.raises(InvalidError):
        Grid(33, 4)
    with pytest.raises(InvalidError):
        Grid(release_force=0.5)
    with pytest.raises(TypeError):
        Grid(speed=4)
    with pytest.raises(StateError):
        grid.tare()
    with pytest.raises(ValueError):
        grid.mask([(4, 0)])
    assert grid.stats.frames == 1 and grid.stats.backwards == 1


def test_masked_cells_do_not_count():
    grid = Grid(4, 4, False)
    grid.mask([(1, 2)])
    frame = numpy.zeros((4, 4))
    frame[2, 1] = 3
    grid.feed(1, frame)
    assert grid.contacts == []
    grid.mask([])
    grid.feed(2, frame)
    assert isinstance(grid.contacts[0], GridContact)


def test_fingers_on_a_grid_are_contacts_of_its_engine():
    events = []
    grid = Grid()
    grid.engine.when_event = events.append
    for step in range(60):
        fingers = [(3, 3, 4)] * (step < 40) + [(11, 11, 4)] * (10 <= step < 50)
        grid.feed(10_000 * (step + 1), bells(fingers))
    began = [e.contact for e in events if e.type == EventType.CONTACT_BEGAN]
    assert began == [0, 1]
    assert unpaired(events) == (set(), [])


def test_what_touches_in_the_first_frame_of_a_grid_and_in_the_first_after_a_loss_rests():
    events, grid = [], Grid()
    grid.engine.when_event = events.append
    pressed = bells([(8, 8, 4)])
    grid.feed(1, pressed)
    grid.lost(2)
    grid.feed(3, pressed)
    for n in range(4, 20):
        grid.feed(n * 10_000, bells([]))
    grid.feed(200_000, pressed)
    kinds = [(e.type, e.reason, e.resting) for e in events if e.type < EventType.PREVIEW_BEGAN]
    assert kinds == [
        (EventType.CONTACT_BEGAN, Reason.NONE, True),
        (EventType.CONTACT_CANCELLED, Reason.LOST, False),
        (EventType.CONTACT_BEGAN, Reason.NONE, True),
        (EventType.CONTACT_ENDED, Reason.LIFTED, False),
        (EventType.CONTACT_BEGAN, Reason.NONE, False),
    ]


def test_inside_a_callback_its_grid_is_busy():
    seen = []
    grid = Grid()

    def listen(event):
        with pytest.raises(BusyError):
            grid.reset()
        seen.append(grid.contacts[0].serial)

    grid.engine.when_event = listen
    grid.feed(1, bells([(8, 8, 4)]))
    assert seen[0] == 1


def test_two_grids_share_an_engine_with_contacts_of_their_own():
    engine = Engine()
    events = []
    engine.when_event = events.append
    left, right = Grid(engine=engine), Grid(engine=engine, contact=100)
    left.feed(1, bells([(8, 8, 4)]))
    right.feed(2, bells([(8, 8, 4)]))
    assert [e.contact for e in events if e.type == EventType.CONTACT_BEGAN] == [0, 100]
