"""Settings that change while they are used, contacts that are released, and traits that nothing takes part in."""

import warnings

import pytest
from libpress import (
    ButtonConfig,
    Circuit,
    DragConfig,
    Engine,
    EventType,
    ForceSensor,
    GesturesConfig,
    GestureState,
    Grid,
    InvalidError,
    NotFoundError,
    Pad,
    Peek,
    PeekConfig,
    Profile,
    Reason,
    Sample,
    Sensor,
    StateError,
    Target,
    Trait,
    TransitionsConfig,
)
from libpress.generated._attached import ATTACHED


def test_an_engine_changes_once_no_contact_is_down():
    engine = Engine(lift_us=0)
    engine.feed_force(0, 1.0)
    engine.set(touch_force=2.0, release_force=1.5, tell_moved=True)
    assert engine.config["touch_force"] == 2 and engine.config["tell_moved"]
    engine.feed_force(1000, 0.5)
    engine.feed_force(2000, 0)
    engine.feed_force(3000, 1.9)
    engine.feed_force(4000, 2.0)
    types = [event.type for event in engine.poll()]
    assert types == [
        EventType.CONTACT_BEGAN,
        EventType.CONTACT_ENDED,
        EventType.CONTACT_BEGAN,
        EventType.CONTACT_MOVED,
        EventType.PREVIEW_BEGAN,
        EventType.PREVIEW_UPDATED,
    ]


def test_a_wrong_setting_is_refused_and_changes_nothing():
    engine = Engine()
    before = dict(engine.config)
    with pytest.raises(InvalidError, match="release_force"):
        engine.set(release_force=3.0)
    with pytest.raises(TypeError, match="touch_force"):
        engine.set(touch_forc=1)
    with pytest.raises(TypeError, match="max_contacts"):
        engine.set(max_contacts=3)
    assert dict(engine.config) == before


def test_gestures_drag_and_button_change_too():
    engine = Engine(gestures=True, drag=True, button=True, lift_us=0)
    engine.targets.add(Target(1, 0, 0, 100, 100, Trait.HOLD | Trait.TAP | Trait.DRAG_SOURCE))
    engine.gestures.set(GesturesConfig(hold_us=50_000, hold_repeat_us=20_000))
    engine.drag.set(DragConfig(slop=50))
    engine.button.set(ButtonConfig(rapid_trigger=True, rapid_fall=0.5, rapid_rise=0.5))
    repeats = []
    engine.gestures.when_hold_repeated = lambda event: repeats.append(event.value)
    engine.feed([Sample(0, 1.0, 5, 5), Sample(1000, 1.0, 9, 5)])
    for t in range(50_000, 100_000, 10_000):
        engine.tick(t)
    assert repeats == [1, 2] and all(isinstance(one, int) for one in repeats)
    with pytest.raises(InvalidError, match="max_sessions"):
        engine.drag.set(DragConfig(max_sessions=5))
    for part, wrong in ((engine.gestures, DragConfig()), (engine.drag, GesturesConfig()), (engine.button, None)):
        with pytest.raises(TypeError, match="takes a"):
            part.set(wrong)


def test_peeks_change_with_the_next_touch():
    engine = Engine(peek=True, touch_force=0.1, release_force=0.05, lift_us=0, lost_after_us=0)
    engine.targets.add(Target(1, 0, 0, 100, 100, Trait.PEEK))
    engine.peek.on_peek = lambda touch: Peek(7)
    shown = []
    engine.peek.when_shown = lambda peek: shown.append(peek.id)
    engine.feed(Sample(0, 0.2, 5, 5))
    engine.peek.set(PeekConfig(from_hold=True, hold_us=100_000))
    engine.tick(900_000)
    engine.feed([Sample(1_000_000, 0, 5, 5), Sample(1_100_000, 0.2, 5, 5)])
    assert shown == []
    engine.tick(1_200_000)
    assert shown == [7]
    with pytest.raises(InvalidError, match="hold_us"):
        engine.peek.set(PeekConfig(hold_us=0))


def test_transitions_change_with_the_next_start():
    engine = Engine(transitions=TransitionsConfig(duration=0.4, frame_us=100_000))
    first = engine.transitions.new()
    first.start()
    first.finish()
    engine.transitions.set(TransitionsConfig(duration=0.1, frame_us=10_000))
    assert engine.next_deadline == 100_000
    second = engine.transitions.new()
    second.start()
    second.finish()
    assert engine.next_deadline == 10_000
    engine.tick(100_000)
    assert second.state == 0 and first.state != 0
    with pytest.raises(InvalidError, match="max_transitions"):
        engine.transitions.set(TransitionsConfig(max_transitions=5))
    for part in (engine.transitions, Engine(peek=True).peek):
        with pytest.raises(TypeError, match="takes a"):
            part.set(None)


def test_a_pad_changes_while_nothing_presses():
    pad = Pad(filter=False, median=False, start_us=0)
    pad.feed(0, 0)
    pad.set(untouched_force=2.0, hold_us=5)
    pad.feed(5000, 3000)
    assert not pad.reading.touched
    pad.set(untouched_force=0.1)
    pad.feed(10_000, 3000)
    assert not pad.reading.touched, "the finger rests"
    pad.feed(15_000, 0)
    pad.feed(20_000, 3000)
    assert pad.reading.touched
    with pytest.raises(InvalidError, match="untouched_force"):
        pad.set(untouched_force=0)
    with pytest.raises(TypeError, match="hold_us"):
        pad.set(hold_u=1)
    with pytest.raises(TypeError, match="no setting 'contact'"):
        pad.set(contact=1)


def test_a_start_limit_above_half_of_touch_force_is_refused_by_name():
    rule, profile = "start_limit: at most half of the engine's touch_force, not {} newtons", Profile("Noa", engine={"touch_force": 0.6})
    for given in ({"start_limit": 0.21}, {"start_limit": 0.4, "touch_force": 0.7}):
        with pytest.raises(InvalidError, match=rule.format(given["start_limit"])):
            ForceSensor.simulated(fast=True, **given)
        with pytest.raises(InvalidError, match=rule.format(given["start_limit"])):
            Pad(engine=Engine(touch_force=given.get("touch_force", 0.4)), start_limit=given["start_limit"])
    sensor = ForceSensor.simulated(fast=True, touch_force=1, start_limit=0.45)
    for change in (
        lambda: sensor.engine.set(touch_force=0.8),
        lambda: setattr(sensor, "touch_force", 0.8),
        lambda: sensor.pad.set(start_limit=0.45, beta=2, untouched_force=0.1) or sensor.pad.set(start_limit=0.51),
        lambda: sensor.load_profile(profile),
    ):
        with pytest.raises(InvalidError, match=r"start_limit: at most half of the engine's touch_force"):
            change()
        assert sensor.touch_force == pytest.approx(1, abs=1e-4) and sensor.engine.touch_force == sensor.touch_force
    sensor.pad.set(start_limit=0)
    sensor.load_profile(profile)
    assert sensor.touch_force == pytest.approx(0.6, abs=1e-4)


def test_the_sensors_of_a_pad_are_replaced_while_nothing_presses():
    pad = Pad(filter=False, median=False, start_us=0, baseline=False)
    pad.feed(0, 9000)
    force = pad.reading.force
    with pytest.raises(StateError, match="replacing 1 sensor.*finger"):
        pad.set_sensors(Sensor.fsr402())
    pad.feed(5000, 0)
    pad.feed(10_000, 0)
    with pytest.raises(ValueError, match="has 1 sensor, not 2"):
        pad.set_sensors([Sensor.fsr402(), Sensor.fsr402()])
    with pytest.raises(TypeError, match="are Sensors, not str"):
        pad.set_sensors(["fsr402"])
    pad.set_sensors(Sensor.fsr402(circuit=Circuit(resistor_ohm=20_000)))
    pad.feed(15_000, 9000)
    assert 0 < pad.reading.force < 0.7 * force


def test_a_grid_changes_while_nothing_touches():
    grid = Grid(2, 2)
    grid.feed(0, [0, 0, 0, 0])
    grid.set(touch_force=2.0)
    grid.feed(1000, [1, 0, 0, 0])
    assert len(grid.contacts) == 0
    grid.set(touch_force=0.5)
    grid.feed(2000, [1, 0, 0, 0])
    assert len(grid.contacts) == 0
    grid.feed(3000, [0, 0, 0, 0])
    grid.feed(4000, [1, 0, 0, 0])
    assert len(grid.contacts) == 1
    with pytest.raises(InvalidError, match="max_contacts"):
        grid.set(max_contacts=3)
    with pytest.raises(InvalidError, match="touch_force"):
        grid.set(touch_force=0)
    with pytest.raises(TypeError, match="newtons"):
        grid.set(gain=1.0)


def test_a_contact_is_released():
    engine = Engine(gestures=True)
    failed = []
    engine.gestures.when_tap_failed = lambda event: failed.append(event.reason)
    engine.targets.add(Target(1, 0, 0, 100, 100, Trait.TAP))
    with pytest.raises(NotFoundError):
        engine.release()
    engine.feed([Sample(0, 1.0, 5, 5), Sample(1000, 1.0, 50, 5)])
    assert failed == [Reason.MOVED]
    engine.release()
    assert engine.gestures.state() == GestureState.OVER
    with pytest.raises(StateError):
        engine.release()


def test_a_pen_is_not_raised_by_holding():
    for has_force in (False, True):
        engine = Engine(gestures=GesturesConfig(force_from_hold_us=100_000), lost_after_us=0)
        engine.feed(Sample(0, 0.5, has_force=has_force))
        engine.tick(1_000_000)
        assert (EventType.PREVIEW_BEGAN in [event.type for event in engine.poll()]) != has_force


def test_a_drag_without_a_session_is_refused():
    engine = Engine(drag=DragConfig(max_sessions=1))
    refused = []
    engine.drag.when_refused = lambda event: refused.append((event.target, event.reason))
    engine.targets.add(Target(1, 0, 0, 100, 100, Trait.DRAG_SOURCE))
    for contact in (1, 2):
        engine.feed([Sample(contact * 1000, 1.0, 5, 5, contact), Sample(contact * 1000 + 1, 1.0, 50, 5, contact)])
    assert refused == [(1, Reason.NO_SESSION)]


def test_a_trait_that_nothing_takes_part_in_is_named():
    engine = Engine()
    with pytest.warns(UserWarning, match="trait TAP.*Engine\\(gestures=True\\)"):
        engine.targets.add(Target(1, 0, 0, 9, 9, Trait.TAP))
    with pytest.warns(UserWarning, match="drag=True.*or.*gestures=True"):
        engine.targets.update(Target(1, 0, 0, 9, 9, Trait.SCROLL))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        engine.targets.add(Target(2, 0, 0, 9, 9))
        Engine(**dict.fromkeys((name for name, *_ in ATTACHED), True)).targets.add(Target(1, 0, 0, 9, 9, ~Trait(0)))


def test_levels_are_read_and_set_as_attributes_of_a_sensor_and_of_an_engine():
    sensor = ForceSensor.fed(touch_force=0.6)
    assert sensor.touch_force == pytest.approx(0.6, abs=1e-4) and sensor.lift_us == 55_000
    sensor.touch_force, sensor.lift_us, sensor.firmness = 0.8, 70_000, -1
    engine = sensor.engine
    assert (engine.config["touch_force"], engine.lift_us, engine.firmness) == (pytest.approx(0.8, abs=1e-4), 70_000, -1)
    engine.full_force = 8
    assert sensor.full_force == 8
    with pytest.raises(InvalidError, match="touch_force: above 0"):
        sensor.touch_force = 0
    with pytest.raises(InvalidError, match="release_force: above 0, at most touch_force"):
        sensor.release_force = 0.9
    assert sensor.release_force == pytest.approx(0.25, abs=1e-4)


@pytest.mark.parametrize(("name", "words"), [
    ("beta", r"sensor.pad.set\(beta=...\) changes it"),
    ("median", r"sensor.pad.set\(median=...\) changes it"),
    ("tell_moved", r"sensor.engine.set\(tell_moved=...\) changes it"),
    ("resistor", r"a setting of when it is made, ForceSensor\(resistor=...\)"),
    ("parallel_ohm", r"ForceSensor\(parallel_ohm=...\)"),
    ("max_targets", r"ForceSensor\(max_targets=...\)"),
    ("rate", r"ForceSensor\(rate=...\)"),
    ("profile", r"sensor.load_profile\(...\) takes one"),
    ("gestures", "engine.gestures"),
    ("touch_forse", "did you mean touch_force"),
])  # fmt: skip
def test_another_setting_that_is_assigned_says_which_call_changes_it(name, words):
    sensor = ForceSensor.fed()
    with pytest.raises(AttributeError, match=words):
        setattr(sensor, name, 1)
