"""Hooks that nothing can call say so, once, in the line of the program that sets them, with what to write. Those that something calls do not."""

import gc
import warnings

import pytest
from libpress import DragConfig, Engine, ForceSensor, GesturesConfig, Grid, LevelsConfig, Pad, Target, Trait
from libpress._hooks import Hooked, _hooks_of
from libpress.generated._attached import ATTACHED

PRESS = [(0.1, 0), (0.2, 5), (0.5, 5), (0.6, 0)]
EVERYTHING = {name: True for name, *_ in ATTACHED}


def press(engine, x=0, contact=0):
    start = engine.time_us
    for i in range(20):
        engine.feed_force(start + 10_000 * (i + 1), 5 if i < 15 else 0, x, 0, contact)


def said(do):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        do()
    return [(str(one.message), one.filename) for one in found if "nothing calls" in str(one.message)]


def parts_of(engine):
    return [engine, engine.preview, *(getattr(engine, name) for name in EVERYTHING)]


# Hooks that every engine may call, whatever its traits and settings are.
ALWAYS = {
    "engine": {"when_event", "when_touched", "when_released"},
    "engine.button": {"when_pressed", "when_released"},
    "engine.transitions": {"on_start", "on_run"},
    "engine.strike": {"when_struck", "when_let_go"},
    "engine.levels": {"when_entered", "when_left"},
    "pad": {"when_touched", "when_released", "when_fault", "when_recovered", "when_saturated"},
    "sensor": {"when_pressed", "when_released", "when_activated", "when_deactivated", "when_fault", "when_recovered"},
    "transition": {"when_started", "when_updated", "when_completed"},
}


def classes(kind=Hooked):
    for one in kind.__subclasses__():
        yield one
        yield from classes(one)


def test_of_each_hook_it_is_known_what_it_requires():
    assert Grid and ForceSensor  # their modules are imported
    for kind in classes():
        if not kind.__module__.startswith("libpress"):
            continue
        names = {hook.name for hook in _hooks_of(kind)}
        assert names == {*kind._needs, *ALWAYS.get(kind._way, ())}, kind


HOOKS = [(part._way, name) for part in parts_of(Engine(**EVERYTHING)) for name in part._needs]


@pytest.mark.parametrize(("way", "name"), HOOKS, ids=[".".join(one) for one in HOOKS])
def test_a_hook_of_an_engine_without_any_trait_says_what_to_write(way, name):
    off = {"gestures": GesturesConfig(double_tap_us=0), "levels": LevelsConfig(repeat_us=0), "drag": DragConfig(undo_depth=0, slow_us=0)}
    engine = Engine(**{**EVERYTHING, **off}, traits=Trait(0), max_events=0)
    part = next(one for one in parts_of(engine) if one._way == way)

    def do():
        setattr(part, name, lambda: None)
        press(engine)
        press(engine)

    ((words, file),) = said(do)
    assert words.startswith(f"nothing calls {way}.{name}: ") and ("give " in words or "write " in words) and file == __file__


@pytest.mark.parametrize(("way", "name"), HOOKS, ids=[".".join(one) for one in HOOKS])
def test_with_its_trait_and_setting_it_says_nothing(way, name):
    on = {"gestures": GesturesConfig(hold_repeat_us=100_000), "levels": LevelsConfig(repeat_us=100_000)}
    engine = Engine(**{**EVERYTHING, **on}, traits=~Trait(0), max_events=0, tell_moved=True)
    part = next(one for one in parts_of(engine) if one._way == way)

    def do():
        engine.drag.on_propose = lambda: None
        setattr(part, name, (lambda: True) if way == "engine.preview" else lambda: None)
        press(engine)

    assert said(do) == []


def test_a_target_with_the_trait_is_enough_and_others_are_not():
    engine = Engine(gestures=True, max_events=0)
    engine.targets.add(Target(1, 0, 0, 10, 10, Trait.TAP))
    engine.gestures.when_tapped = engine.gestures.when_held = lambda: None
    ((words, _),) = said(lambda: press(engine))
    assert words == "nothing calls engine.gestures.when_held: no target has the trait HOLD; add it, Target(..., traits=Trait.HOLD)"


def test_a_hook_that_is_taken_away_is_not_missed():
    engine = Engine(gestures=True, max_events=0, traits=Trait.TAP)
    engine.gestures.when_held = lambda: None
    engine.gestures.when_held = None
    assert said(lambda: press(engine)) == []


@pytest.mark.parametrize(
    ("part", "name", "settings"),
    [
        ("gestures", "when_scrolled", {"gestures": True, "traits": Trait.SCROLL}),
        ("scroll", "when_swiped", {"gestures": True, "scroll": True, "traits": Trait.SWIPE_X}),
        ("drag", "when_began", {"drag": True, "traits": Trait.DRAG_SOURCE}),
    ],
)
def test_one_sensor_does_not_move(part, name, settings):
    def of(sensor):
        setattr(getattr(sensor.engine, part), name, lambda: None)
        return said(sensor.run)

    ((words, _),) = of(ForceSensor.simulated(PRESS, fast=True, **settings))
    assert "ForceSensor.plate([(0, 0), (60, 0)])" in words
    places = [(second, force, 30, 0) for second, force in PRESS]
    assert of(ForceSensor.plate([(0, 0), (60, 0)], finger=places, fast=True, **settings)) == []


def test_one_sensor_is_not_pinched_and_a_press_beyond_1_never_completes():
    sensor = ForceSensor.simulated(PRESS, fast=True, pinch=True, traits=Trait.PINCH | Trait.PREVIEW, complete_pressure=1.5)
    sensor.engine.pinch.when_began = sensor.engine.preview.when_committed = lambda: None
    two, complete = sorted(words for words, _ in said(sensor.run))
    assert "two fingers" in two and "engine.set(complete_pressure=0.85)" in complete


def test_pads_say_what_they_are_without():
    pad = Pad(baseline=False)
    pad.when_zero_changed = lambda: None
    ((words, _),) = said(lambda: [pad.feed(5000 * i, 12_000 if i > 60 else 100) for i in range(100)])
    assert words == "nothing calls pad.when_zero_changed: baseline is off, so the zero stays; give baseline=True"
    sensor = ForceSensor.simulated(PRESS, fast=True)
    sensor.pad.when_supply_fault = lambda: None
    ((words, _),) = said(sensor.run)
    assert "reference=1" in words
    for settings, count in (({}, 1), ({"span": 900.0}, 0), ({"zero_limit": 0.3}, 0)):
        sensor = ForceSensor.simulated(PRESS, fast=True, **settings)
        sensor.pad.when_recalibrate = lambda: None
        assert len(said(sensor.run)) == count, settings


def test_what_waits_to_be_looked_at_does_not_keep_a_sensor():
    sensor = ForceSensor.simulated(PRESS, fast=True)
    sensor.engine.when_moved = lambda: None
    sensor.when_held = lambda: None
    before = [type(one) for one in gc.get_objects()].count(ForceSensor)
    del sensor
    gc.collect()
    assert [type(one) for one in gc.get_objects()].count(ForceSensor) == before - 1
