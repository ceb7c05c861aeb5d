"""Throws and swipes as a program has them. How fast and how far they go is in test_scroll.c, test_coast.c and test_throw_speed.c."""

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


def test_pages_snap_and_a_touch_catches_them():
    engine, events = made()
    engine.scroll.declare(1, min_y=-1500, max_y=0, snap_y=500, min_x=0, max_x=0)
    stroke(engine, 0, -8)
    state = engine.scroll.state(1)
    assert (state.is_thrown, state.end_x, state.end_y) == (True, 0, -500)
    engine.tick(400_000)
    engine.feed_force(400_000, 1, 500, 500)
    assert not engine.scroll.state(1).is_thrown
    assert -500 < engine.scroll.state(1).y < -160
    assert events[-1].type == EventType.THROW_ENDED and events[-1].reason == Reason.TOUCHED


def test_from_code_it_is_thrown_aimed_and_stopped():
    engine, events = made()
    engine.scroll.throw(1, 0, 500)
    engine.scroll.aim(1, 0, 333)
    assert engine.scroll.state(1).end_y == 333
    engine.tick(100_000)
    engine.scroll.stop(1)
    assert names(events)[0] == "THROW_BEGAN" and events[-1].reason == Reason.PROGRAM
    assert (events[0].vx, events[0].vy) == (0, 500) and events[0].as_dict()["throw"] == events[-1].as_dict()["throw"]
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
