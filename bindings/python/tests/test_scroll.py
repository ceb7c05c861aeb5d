"""Throws and swipes: what follows from a fast finger."""

import math

import pytest
from libpress import Engine, EventType, InvalidError, NoSpaceError, NotFoundError, Reason, ScrollConfig, StateError, SwipeDirection, Target, Trait


def made(traits=Trait.SCROLL | Trait.TAP, **settings):
    engine = Engine(max_events=0, lift_us=0, gestures=True, scroll=ScrollConfig(**settings))
    engine.targets.add(Target(1, 0, 0, 1000, 1000, traits))
    events = []
    engine.when_event = events.append
    return engine, events


def stroke(engine, dx, dy, samples=20, since=0):
    for i in range(samples):
        engine.feed_force(since + 10_000 * i, 1, 500 + dx * i, 500 + dy * i)
    engine.feed_force(since + 10_000 * samples, 0, 500 + dx * samples, 500 + dy * samples)


def names(events):
    return [event.type.name for event in events]


def test_a_scroll_is_thrown_along_the_exponential_of_its_friction():
    engine, events = made(friction=3)
    stroke(engine, 6, -8)
    (began,) = [event for event in events if event.type == EventType.THROW_BEGAN]
    slower = math.exp(-3 * 0.005)  # since halfway from the latest place of the finger to the fall
    assert (began.value, began.value2) == (pytest.approx(600 * slower, abs=0.1), pytest.approx(-800 * slower, abs=0.1))
    assert began.target == 1 and names(events)[-3:] == ["SCROLL_ENDED", "THROW_BEGAN", "CONTACT_ENDED"]
    state = engine.scroll.state(1)
    assert (state.end_x, state.end_y) == (pytest.approx(began.x + 200 * slower, abs=0.05), pytest.approx(began.y - 800 / 3 * slower, abs=0.05))
    while engine.scroll.state(1):
        engine.tick(engine.next_deadline)
    moved = [event for event in events if event.type == EventType.THROW_MOVED]
    assert len(moved) > 60
    for event in moved:
        left = math.exp(-3 * ((event.t_us - began.t_us) / 1e6 + 0.005))
        if 200 * left > 0.51:
            assert event.x == pytest.approx(state.end_x - 200 * left, abs=0.05)
        elif 200 * left < 0.49:  # less than half a point: along this axis it rests
            assert (event.x, event.value) == (state.end_x, 0)
        assert event.y == pytest.approx(state.end_y + 800 / 3 * left, abs=0.5 if 800 / 3 * left < 0.5 else 0.05)
        assert event.value2 == pytest.approx(-800 * left, abs=0.08)
    assert events[-1].type == EventType.THROW_ENDED and events[-1].reason == Reason.NONE
    assert (events[-1].x, events[-1].y) == (state.end_x, state.end_y)


def test_a_program_chooses_how_much_of_the_way_counts_for_a_speed():
    """600 points a second, and for the last 30 ms 1,000: at once, which no curve through all of it follows."""
    speeds = []
    for window_us in (20_000, 100_000):
        engine, events = made(velocity_us=window_us)
        place = 0
        for i in range(24):
            engine.feed_force(5000 * i, 1, 500, 500 + place)
            place += 3 if i < 18 else 5
        engine.feed_force(5000 * 24, 0, 500, 500 + place)
        speeds += [event.value2 for event in events if event.type == EventType.THROW_BEGAN]
    assert speeds == [pytest.approx(1000, rel=0.02), pytest.approx(1000, rel=0.5)] and abs(speeds[0] - speeds[1]) > 20


@pytest.mark.parametrize("still_us, is_thrown", [(None, True), (20_000, False), (60_000, True)])
def test_a_program_chooses_after_how_long_a_finger_has_stopped(still_us, is_thrown):
    engine, events = made(**({} if still_us is None else {"still_us": still_us}))
    for i in range(12):
        engine.feed_force(10_000 * i, 1, 500, 500 + 10 * i)
    engine.feed_force(110_000 + 35_000, 0, 500, 610)
    assert ("THROW_BEGAN" in names(events)) == is_thrown


@pytest.mark.parametrize("settings, moves", [({}, True), ({"coast": True}, True), ({"coast": False}, False)])
def test_content_coasts_unless_a_program_says_that_it_stands_still(settings, moves):
    engine = Engine(max_events=0, lift_us=50_000, gestures=True, scroll=ScrollConfig(**settings))
    engine.targets.add(Target(1, 0, 0, 1000, 1000, Trait.SCROLL))
    stroke(engine, 0, 10)
    events = []
    engine.when_event = events.append
    engine.tick(240_000)
    assert names(events) == ["SCROLL_MOVED"] * len(events) and (len(events) > 0) == moves


def test_pages_snap_and_a_touch_catches_them():
    engine, events = made()
    engine.scroll.declare(1, min_y=-1500, max_y=0, snap_y=500, min_x=0, max_x=0)
    stroke(engine, 0, -8)
    assert engine.scroll.state(1).end_y == -500
    engine.tick(400_000)
    engine.feed_force(400_000, 1, 500, 500)
    assert not engine.scroll.state(1).is_thrown
    assert -500 < engine.scroll.state(1).y < -160
    engine.feed_force(500_000, 0, 500, 500)
    assert names(events)[-3:] == ["CONTACT_BEGAN", "THROW_ENDED", "CONTACT_ENDED"], "and it is no tap"
    ended = next(event for event in events if event.type == EventType.THROW_ENDED)
    assert ended.reason == Reason.TOUCHED


def test_from_code_it_is_thrown_aimed_and_stopped():
    engine, events = made()
    engine.scroll.throw(1, 0, 500)
    engine.scroll.aim(1, 0, 333)
    assert engine.scroll.state(1).end_y == 333
    engine.tick(100_000)
    engine.scroll.stop(1)
    assert names(events)[0] == "THROW_BEGAN" and events[-1].reason == Reason.PROGRAM
    with pytest.raises(StateError):
        engine.scroll.stop(1)
    with pytest.raises(NotFoundError):
        engine.scroll.throw(7, 0, 500)
    with pytest.raises(StateError):
        engine.scroll.throw(1, 0, 1)
    for target in (2, 3):
        engine.targets.add(Target(target, 2000, 0, 10, 10, Trait.SCROLL))
        engine.scroll.declare(target)
    with pytest.raises(NoSpaceError):
        engine.scroll.throw(1, 0, 500)


def test_the_speed_of_a_contact_is_known_while_it_moves_and_as_its_scroll_ends():
    engine, _ = made()
    found = []
    engine.gestures.when_scroll_ended = lambda: found.append(engine.scroll.velocity(0))
    assert engine.scroll.velocity(0) is None
    stroke(engine, 5, 0)
    assert found == [(pytest.approx(500, abs=0.01), 0)]


@pytest.mark.parametrize("dx, dy, direction", [(-8, 1, "LEFT"), (8, 1, "RIGHT"), (1, -8, "UP"), (1, 8, "DOWN")])
def test_a_swipe_has_a_direction_and_nothing_more_becomes_of_its_contact(dx, dy, direction):
    engine, events = made(Trait.SWIPE_X | Trait.SWIPE_Y | Trait.SCROLL)
    swiped = []
    engine.scroll.when_swiped = swiped.append
    stroke(engine, dx, dy)
    (event,) = swiped
    assert SwipeDirection(event.value).name == direction
    assert 780 <= event.value2 <= 820
    assert names(events) == ["CONTACT_BEGAN", "SWIPED", "CONTACT_ENDED"]
    assert f"swiped target 1 direction {direction.lower()} speed" in str(event)


def test_what_is_not_fast_enough_scrolls():
    engine, events = made(Trait.SWIPE_X | Trait.SCROLL, swipe_speed=900)
    stroke(engine, 8, 0)
    assert "SWIPED" not in names(events) and "SCROLL_BEGAN" in names(events)
    engine.scroll.set(ScrollConfig(swipe_speed=700))
    events.clear()
    stroke(engine, 8, 0, since=3_000_000)
    assert "SWIPED" in names(events)
    with pytest.raises(InvalidError, match="friction"):
        engine.scroll.set(ScrollConfig(friction=0))
