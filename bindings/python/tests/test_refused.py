"""What is out of range is refused with the field and its rule, in the words of the library."""

import libpress
import pytest
from ads1115 import Ads1115
from libpress import (
    Ads1x15,
    ButtonConfig,
    Calibration,
    Circuit,
    Curve,
    DragConfig,
    Engine,
    GesturesConfig,
    Grid,
    InvalidError,
    NoSpaceError,
    Pad,
    PeekConfig,
    Sensor,
    Target,
    TooFewEventsError,
    TransitionsConfig,
)


def add(**settings):
    Engine().targets.add(Target(**{"id": 1, "x": 0, "y": 0, "width": 1, "height": 1} | settings))


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: Engine(full_force=0.1), "making an engine: .*full_force: above zero_force"),
        (lambda: Engine(max_contacts=33), "making an engine: .*max_contacts: 1..32"),
        (lambda: Engine(gestures=GesturesConfig(hold_us=0)), "attaching gestures: .*hold_us: above 0"),
        (lambda: Engine(peek=PeekConfig(reveal_distance=0)), "attaching peeks: .*reveal_distance: above 0"),
        (lambda: Engine(transitions=TransitionsConfig(max_transitions=33)), "transitions: .*max_transitions: 1..32"),
        (lambda: Engine(transitions=TransitionsConfig(speed=0)), "transitions: .*options.speed: above 0"),
        (lambda: Engine(button=ButtonConfig(ceiling=1)), "the button: .*ceiling: at least press_force"),
        (lambda: Engine(button=True).button.set(ButtonConfig(ratio_up=5)), "changing the button: .*ratio_up: 1..4"),
        (lambda: Engine(drag=DragConfig(max_items=65)), "drag and drop: .*max_items: 1..64"),
        (lambda: Pad(untouched_force=0), "making a pad .*untouched_force: above 0"),
        (lambda: Pad([Sensor(), Sensor(creep=1.5)]), "making a pad .*sensor 1: creep: 0..1"),
        (lambda: Pad(Sensor(Circuit(full_scale=0))), "sensor 0: circuit.full_scale: 1..16777215"),
        (lambda: Grid(16, 16, valley=1.5), "making a grid .*valley: 0..1"),
        (lambda: Ads1x15(Ads1115([0.0] * 4), address=0x50), "setting up .*address: 0, or one that the part can have"),
        (lambda: Circuit(resistor_ohm=0).conductance(1), "resistor_ohm: 1..16777215"),
        (lambda: bytes(Calibration(Circuit(), Curve.power(1, 1, 1), span=-1)), "storing .*span: not negative"),
        (lambda: Calibration.from_sensor(Sensor(zero_limit=-1)), "zero_limit: not negative"),
        (lambda: add(id=0), "adding target 0: .*id: not 0"),
        (lambda: add(width=-1), "adding target 1: .*width: not negative"),
    ],
)
def test_what_is_out_of_range_is_named_with_its_rule(make, words):
    with pytest.raises(InvalidError, match=words):
        make()


def test_a_target_that_is_there_is_refused_for_that():
    engine = Engine()
    engine.targets.add(Target(id=1, x=0, y=0, width=1, height=1))
    with pytest.raises(InvalidError, match="the id is in use"):
        engine.targets.add(Target(id=1, x=0, y=0, width=1, height=1))


def test_too_few_events_are_distinguished_from_too_little_storage():
    with pytest.raises(TooFewEventsError, match="attaching gestures: max_events is too small") as caught:
        Engine(max_contacts=2, max_events=12, gestures=True)
    assert isinstance(caught.value, NoSpaceError) and caught.value.status == libpress.generated._raw.PRESS_ERR_NOBUFS
    Engine(max_contacts=2, max_events=16, gestures=True)
    Engine(max_contacts=2, max_events=0, gestures=True)
