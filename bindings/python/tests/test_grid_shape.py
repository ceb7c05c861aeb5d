"""The shapes of contacts on a grid: against numpy's moments of the same cells, over fingers that are rolled and turned."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from libpress import Grid

numpy = pytest.importorskip("numpy")

FINGERS = {"fingertip": (10, 8, 3), "rolled": (22, 10, 4), "thumb": (22, 16, 5), "palm": (60, 30, 25)}
"""Length and width in mm, and newtons."""


def pressed(kind, turn, x, y, pitch=(4.0, 4.0), side=96.0):
    """Newtons of each cell: half an ellipsoid of pressure."""
    long, wide, newtons = FINGERS[kind]
    columns, rows = (min(int(side / abs(one)), 32) for one in pitch)
    fine = 4
    at_x, at_y = ((numpy.arange(count * fine) + 0.5) / fine - 0.5 for count in (columns, rows))
    dx, dy = numpy.meshgrid(at_x * pitch[0] - x, at_y * pitch[1] - y)
    a = (dx * numpy.cos(turn) + dy * numpy.sin(turn)) / (long / 2)
    b = (dy * numpy.cos(turn) - dx * numpy.sin(turn)) / (wide / 2)
    sums = numpy.sqrt(numpy.clip(1 - a * a - b * b, 0, None)).reshape(rows, fine, columns, fine).sum((1, 3))
    return sums / sums.sum() * newtons


def moments(frame, least, pitch):
    """Axes and degrees."""
    rows, columns = frame.shape
    kept = numpy.where(numpy.rint(frame * 65536) >= least, numpy.rint(frame * 65536), 0)
    y, x = numpy.mgrid[0:rows, 0:columns] * numpy.array([pitch[1], pitch[0]])[:, None, None]
    middle = [(kept * one).sum() / kept.sum() for one in (x, y)]
    xx, yy, xy = ((kept * one).sum() / kept.sum() for one in ((x - middle[0]) ** 2, (y - middle[1]) ** 2, (x - middle[0]) * (y - middle[1])))
    values, vectors = numpy.linalg.eigh([[xx, xy], [xy, yy]])
    minor, major = 4 * numpy.sqrt(numpy.clip(values, 0, None))
    return major, minor, numpy.degrees(numpy.arctan2(vectors[1, 1], vectors[0, 1]))


def shape_of(frame, pitch):
    grid = Grid(frame.shape[1], frame.shape[0], False, pitch_x=pitch[0], pitch_y=pitch[1], touch_force=0.03, release_force=0.02, valley=0)
    grid.feed(1, frame)
    (contact,) = grid.contacts
    return contact


@given(
    st.sampled_from(sorted(FINGERS)),
    st.floats(0, 3.15),
    st.sampled_from([(4.0, 4.0), (5.0, 3.0), (4.0, -4.0)]),
    st.floats(-2, 2),
    st.floats(-2, 2),
)
def test_axes_and_angle_are_those_of_numpy(kind, turn, pitch, x, y):
    middle = [one * (min(int(96 / abs(one)), 32) - 1) / 2 for one in pitch]
    frame = pressed(kind, turn, middle[0] + x, middle[1] + y, pitch)
    contact = shape_of(frame, pitch)
    major, minor, degrees = moments(frame, round(0.02 * 65536), pitch)
    near = max(map(abs, pitch)) / 1024
    assert contact.shape.major == pytest.approx(major, abs=near) and contact.shape.minor == pytest.approx(minor, abs=near)
    assert -90 < contact.shape.angle <= 90
    if major - minor > max(map(abs, pitch)) / 8:
        off = (contact.shape.angle - degrees + 90) % 180 - 90
        assert abs(off) < 0.01
    rows, columns = numpy.nonzero(numpy.rint(frame * 65536) >= round(0.02 * 65536))
    assert contact.shape.area == pytest.approx(contact.cells * abs(pitch[0] * pitch[1]), rel=1e-4) and contact.cells == len(rows)
    box = contact.shape.box
    assert box[2] == pytest.approx((numpy.ptp(columns) + 1) * abs(pitch[0]), abs=1e-3)
    assert box[3] == pytest.approx((numpy.ptp(rows) + 1) * abs(pitch[1]), abs=1e-3)
    assert box[0] == pytest.approx(min(columns * pitch[0]) - abs(pitch[0]) / 2, abs=1e-3)
    assert box[1] == pytest.approx(min(rows * pitch[1]) - abs(pitch[1]) / 2, abs=1e-3)
    assert contact.peak == pytest.approx(frame.max(), abs=1e-4)
    row, column = numpy.unravel_index(numpy.rint(frame * 65536).argmax(), frame.shape)
    assert contact.shape.peak_at == pytest.approx((column * pitch[0], row * pitch[1]), abs=1e-3)


def test_a_rolled_finger_and_a_thumb_are_longer_than_a_fingertip_and_a_palm_is_found_by_its_length():
    middle = 4.0 * 23 / 2
    shapes = {kind: [shape_of(pressed(kind, turn, middle, middle), (4.0, 4.0)).shape for turn in numpy.linspace(0, 3, 9)] for kind in FINGERS}
    least = {kind: min(one.major for one in found) for kind, found in shapes.items()}
    most = {kind: max(one.major for one in found) for kind, found in shapes.items()}
    assert most["fingertip"] < least["rolled"] and most["fingertip"] < least["thumb"]
    assert max(most["rolled"], most["thumb"]) < 24 < least["palm"]
    assert all(one.minor > 0.6 * one.major for one in shapes["thumb"]) and all(one.minor < 0.6 * one.major for one in shapes["rolled"])
    # The force of half an ellipsoid: its axes are those of the skin, times 2 / sqrt(5).
    assert [one.major for one in shapes["palm"]] == [pytest.approx(60 * 2 / 5**0.5, rel=0.03)] * 9
    for kind in FINGERS:
        grid = Grid(24, 24, False, pitch_x=4, pitch_y=4, touch_force=0.05, release_force=0.02, palm_length=24)
        grid.feed(1, pressed(kind, 0.4, middle, middle))
        assert [one.palm for one in grid.contacts] == [kind == "palm"], kind


def test_a_contact_that_is_held_has_no_shape():
    grid = Grid(4, 4, False)
    for t in (1, 2):
        grid.feed(t, [1.0] + [0.0] * 15)
    assert grid.contacts[0].shape.major == 0 and grid.contacts[0].shape.box == (-0.5, -0.5, 1, 1)
    grid.feed(3, [0.0] * 16)
    assert grid.contacts[0].held and grid.contacts[0].shape is None
