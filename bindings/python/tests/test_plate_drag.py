"""A finger drags across the simulated plate while its force dips and sensors glitch: from converter codes to the drop."""

import itertools
import math

import plate
import pytest
from libpress import Circuit, Curve, DragConfig, Engine, EventType, Pad, Reason, Sensor, Target, Trait

START, TRAVEL = 60, 130  # frames


def path(frame):
    """Down the middle of the plate: from x = 20 to 80 mm."""
    along = min(max((frame - START - 25) / TRAVEL, 0), 1)
    return 20 + 60 * along, 50


def drag(force=lambda frame: 1.0, glitch=lambda frame, sensor, load: load, lost=None):
    """Events of one drag; `force` is a factor of 2 N, `lost` a frame from which a sensor fails."""
    circuit = Circuit(plate.FULL_SCALE, plate.OHM)
    sensors = [
        Sensor(circuit, Curve.power(plate.PER_NEWTON, 1, 1), *corner, (3 - n) * plate.CHANNEL_US, preload_force=0.5)
        for n, corner in enumerate(plate.CORNERS)
    ]
    engine = Engine(drag=DragConfig(slop=5), lost_after_us=0)
    events = []
    engine.when_event = events.append
    engine.targets.add(Target(1, 0, 0, 50, 100, traits=Trait.DROP))
    engine.targets.add(Target(2, 50, 0, 50, 100, traits=Trait.DROP))
    engine.targets.add(Target(11, 5, 35, 30, 30, container=1, traits=Trait.DRAG_SOURCE))
    pad = Pad(sensors, engine=engine)
    for i in range(START + TRAVEL + 80):
        # 30 ms to press, and to lift.
        down = min(max(min((i - START) / 5, (START + TRAVEL + 50 - i) / 5), 0), 1)
        parts = plate.shares(*path(i))
        codes = []
        for n in range(4):
            load = 0.5 + glitch(i, n, 2 * down * force(i) * parts[n])
            codes.append(plate.code(plate.PER_NEWTON * max(load, 0)))
        failed = [2] if lost is not None and i >= lost else []
        pad.feed((i + 1) * plate.FRAME_US, [None if n in failed else code for n, code in enumerate(codes)], failed)
    return events


def kinds(events, *expected):
    return [e.type for e in events if e.type in expected]


def moves(events):
    return [(e.t_us, e.x, e.y) for e in events if e.type == EventType.DRAG_MOVED]


def check_whole(events, mm):
    """One drag, dropped on the other side, that is nowhere far from its path nor jumps."""
    ends = kinds(events, EventType.DRAG_BEGAN, EventType.DRAG_DROPPED, EventType.DRAG_CANCELLED)
    assert ends == [EventType.DRAG_BEGAN, EventType.DRAG_DROPPED]
    assert kinds(events, EventType.CONTACT_BEGAN, EventType.CONTACT_ENDED) == [EventType.CONTACT_BEGAN, EventType.CONTACT_ENDED]
    assert [e.target for e in events if e.type == EventType.DRAG_ENTERED] == [1, 2]
    assert next(e.target for e in events if e.type == EventType.DRAG_DROPPED) == 2
    for t, x, y in moves(events):
        where = path(t / plate.FRAME_US - 1)
        assert math.dist((x, y), where) < mm, (t, x, y, where)
    for (_, x, y), (_, u, v) in itertools.pairwise(moves(events)):
        assert math.dist((x, y), (u, v)) < mm


MIDDLE = START + 25 + TRAVEL // 3  # not at the end of a destination


def test_a_finger_drags_across_the_plate():
    check_whole(drag(), 4)


@pytest.mark.parametrize("deep, frames, mm", [(0, 1, 4), (0.5, 2, 11), (0.6, 8, 9), (0, 2, 25)])
def test_force_that_drops_at_once_keeps_the_drag(deep, frames, mm):
    check_whole(drag(force=lambda i: deep if MIDDLE <= i < MIDDLE + frames else 1.0), mm)


@pytest.mark.parametrize("deep", [0.8, 0.5, 0.3])
def test_a_dip_of_the_force_keeps_the_drag_and_does_not_jump(deep):
    """As a finger that slides does: down and up again within 60 ms."""

    def dips(i):
        return 1 - (1 - deep) * max(1 - abs(i - MIDDLE) / 5, 0)

    check_whole(drag(force=dips), 5)


@pytest.mark.parametrize("sensor", range(4))
@pytest.mark.parametrize("load", [0.0, 5.0])
def test_a_glitch_of_one_sensor_does_not_move_the_drag(sensor, load):
    """One code of one sensor, as if nothing or very much were on it."""
    check_whole(drag(glitch=lambda i, n, own: load if i == MIDDLE and n == sensor else own), 4)


def test_glitches_all_along_do_not_move_the_drag():
    check_whole(drag(glitch=lambda i, n, own: 0.0 if i % 5 == 0 and n == i // 5 % 4 else own), 6)


def test_a_sensor_that_is_lost_in_the_middle_cancels_the_drag_once():
    events = drag(lost=MIDDLE)
    ends = kinds(events, EventType.DRAG_BEGAN, EventType.DRAG_DROPPED, EventType.DRAG_CANCELLED)
    assert ends == [EventType.DRAG_BEGAN, EventType.DRAG_CANCELLED]
    assert next(e.reason for e in events if e.type == EventType.DRAG_CANCELLED) == Reason.LOST
    assert kinds(events, EventType.DRAG_ENTERED, EventType.DRAG_LEFT).count(EventType.DRAG_LEFT) >= 1
    assert kinds(events, EventType.CONTACT_CANCELLED, EventType.CONTACT_ENDED) == [EventType.CONTACT_CANCELLED]
    assert kinds(events, EventType.SENSOR_FAULT) == [EventType.SENSOR_FAULT]
