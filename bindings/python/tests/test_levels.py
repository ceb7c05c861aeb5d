"""Levels: how hard a contact presses, in steps, and the accelerator."""

import pytest
from libpress import (
    Effect,
    EffectRow,
    Engine,
    EventType,
    Feedback,
    ForceSensor,
    InvalidError,
    LevelsConfig,
    LevelsState,
    NotFoundError,
    Reason,
    StateError,
    Trait,
)


def engine(**settings):
    made = Engine(max_events=0, traits=Trait(0), lift_us=0, creep_limit=0, lost_after_us=0, levels=LevelsConfig(**settings))
    said = []
    made.levels.when_entered = lambda event: said.append(("entered", event.value, event.value2))
    made.levels.when_left = lambda event: said.append(("left", event.value, event.value2))
    made.levels.when_repeated = lambda event: said.append(("repeated", event.value, event.value2))
    return made, said


def feed(made, forces, since=0):
    for i, newtons in enumerate(forces):
        made.feed_force(since + 10_000 * i, newtons)


def test_hooks_are_called_with_the_level_and_the_one_before():
    made, said = engine()
    feed(made, (1, 2, 4, 2, 4, 0))
    assert said == [("entered", 1, 0), ("entered", 2, 1), ("left", 1, 2), ("entered", 2, 1), ("left", 0, 2)]


def test_an_event_says_what_it_carries():
    made, _ = engine()
    events = []
    made.when_event = events.append
    feed(made, (2, 4, 0))
    assert [str(event).split(" contact 0 ")[1] for event in events if event.type != EventType.CONTACT_BEGAN] == [
        "levels_began level 1",
        "level_entered level 2 from 1",
        "levels_ended from 2 (lifted)",
        "contact_ended (lifted)",
    ]
    assert events[2].as_dict()["from"] == 1


def test_the_accelerator_repeats_the_faster_the_harder_it_is_pressed():
    made, said = engine(repeat_us=200_000, repeat_fast_us=50_000, repeat_delay_us=0)
    made.feed_force(10_000, 1.6)
    slow = made.next_deadline
    made.feed_force(20_000, 5.0)
    assert 150_000 < slow < 210_000 and made.next_deadline <= 70_000
    made.tick(70_000)
    assert said[-1] == ("repeated", 2, 1)
    assert made.levels.state() == LevelsState(2, 2, 1, 50_000)


def test_levels_are_cancelled_until_the_contact_lifts():
    made, said = engine()
    with pytest.raises(NotFoundError):
        made.levels.cancel()
    feed(made, (2,))
    ends = []
    made.levels.when_left = lambda event: ends.append((event.type, event.reason))
    made.levels.cancel()
    assert ends == [(EventType.LEVELS_CANCELLED, Reason.PROGRAM)]
    with pytest.raises(StateError):
        made.levels.cancel()
    feed(made, (5, 0, 5), since=20_000)
    assert said == [("entered", 1, 0), ("entered", 2, 0)]
    assert made.levels.state(7) is None


def test_flags_and_settings_that_change_while_it_runs():
    made, said = engine(stepped=True, repeat_us=200_000, repeat_delay_us=0, not_while_moving=True)
    feed(made, (1.6, 1.9))
    assert made.levels.state().interval_us == 200_000
    made.levels.set(LevelsConfig(count=8))
    feed(made, (3, 0, 3), since=30_000)
    assert said == [("entered", 1, 0), ("left", 0, 1), ("entered", 6, 0)]
    with pytest.raises(InvalidError, match="count: 2..8"):
        made.levels.set(LevelsConfig(count=9))


def test_each_level_is_felt_as_it_is_entered_and_as_it_is_left():
    def felt(rows=None):
        made, _ = engine(count=3)
        effects = []
        made.feedback = Feedback(effects.append, rows=rows)
        for i, newtons in enumerate((1.8, 3, 5, 3, 1.8, 0.5)):
            made.feed_force(100_000 * (i + 1), newtons)
        return [(one.event, one.kind, round(one.strength, 2)) for one in effects]

    began, entered, left = EventType.LEVELS_BEGAN, EventType.LEVEL_ENTERED, EventType.LEVEL_LEFT
    tick = (Effect.TICK, 0.8)
    light = (Effect.TICK, 0.5)
    assert felt() == [(began, *tick), (entered, *tick), (entered, *tick), (left, *light), (left, *light)]
    # Rows of a table of one's own: the highest level alone, and the way out.
    own = [EffectRow(entered, Effect.FIRM, value=3), EffectRow(EventType.LEVELS_ENDED, Effect.SOFT, 0.6)]
    assert felt(own) == [(entered, Effect.FIRM, 1.0), (EventType.LEVELS_ENDED, Effect.SOFT, 0.6)]


def test_a_lamp_of_four_steps_follows_a_sensor_as_with_gpiozero():
    finger = [(0, 0), (0.5, 0), (0.7, 1.7), (1.2, 1.7), (1.5, 5), (2.0, 5), (2.3, 1.7), (2.8, 1.7), (3.0, 0), (3.5, 0)]
    sensor = ForceSensor.simulated(finger, fast=True, levels=LevelsConfig(count=4))
    levels = sensor.engine.levels
    lamp = []

    def shine():
        lamp.append(levels.state().level / 4)

    levels.when_entered = shine
    levels.when_left = shine
    sensor.run()
    top = lamp.index(1.0)
    assert lamp[: top + 1] == sorted(set(lamp[: top + 1])), "up, each step once"
    assert lamp[top:] == sorted(set(lamp[top:]), reverse=True), "and down again"
    assert lamp[0] == 0.25 and lamp[-1] == 0 and levels.state() is None
    levels.when_entered = None
    with pytest.raises(AttributeError):
        levels.when_pressed = shine


def test_what_is_not_attached_says_so():
    with pytest.raises(StateError, match="levels"):
        Engine().levels.state()


def test_a_sensor_has_levels_too():
    sensor = ForceSensor.simulated([(0, 0), (0.5, 0), (0.6, 5), (1.0, 5), (1.2, 0), (1.6, 0)], fast=True, levels=True)
    levels = []
    sensor.engine.levels.when_entered = lambda event: levels.append(event.value)
    sensor.run()
    assert levels == [1, 2]
