"""Pinches: two contacts that scale, turn and move a target."""

from math import cos, radians, sin

import pytest
from libpress import Engine, EventType, InvalidError, PinchConfig, Reason, StateError, Target, Trait
from scene import Scene


class Two(Scene):
    """Two fingers on a target, `apart` points from each other and turned by so many degrees, round a centre."""

    def __init__(self, traits=Trait.PINCH, **settings):
        super().__init__(**{"pinch": True, "max_events": 0, "lift_us": 0, "lost_after_us": 0} | settings)
        self.engine.targets.add(Target(1, 0, 0, 400, 400, traits=traits))

    def at(self, apart, degrees=0, x=200, y=200):
        dx, dy = apart / 2 * cos(radians(degrees)), apart / 2 * sin(radians(degrees))
        self.feed(1.0, x - dx, y - dy, 3)
        self.feed(1.0, x + dx, y + dy, 5, 0)
        return self


def test_hooks_are_called_with_scale_angle_and_centre():
    two, said = Two(), []
    two.engine.pinch.when_began = lambda event: said.append((event.contact, event.subject, event.target))
    two.engine.pinch.when_changed = lambda event: said.append((round(event.value, 2), round(event.value2), event.x, event.y))
    two.engine.pinch.when_ended = lambda event: said.append((event.type, event.reason))
    two.at(100).at(110).at(220).at(220, 10).at(220, 40, 210)
    two.feed(0, 0, 0, 5)
    assert said == [(3, 5, 1), (2.0, 0, 200, 200), (2.0, 30, 210, 200), (EventType.PINCH_ENDED, Reason.LIFTED)]


def test_an_event_says_what_it_carries():
    two = Two().at(100).at(110).at(165)
    changed = two.last(EventType.PINCH_CHANGED)
    assert str(changed) == "0.030000 s contact 3 pinch_changed target 1 with contact 5 scale 1.50 angle 0.0"
    assert changed.as_dict() | {"t_us": 0, "force": 0, "pressure": 0} == {
        "t_us": 0, "event": "pinch_changed", "contact": 3, "target": 1, "x": 200, "y": 200, "force": 0, "pressure": 0, "other": 5,
        "scale": 1.5, "angle": 0,
    }  # fmt: skip


def test_a_pinch_can_be_asked_for():
    two = Two().at(100)
    assert two.engine.pinch.state(3) is None
    two.at(110).at(220)
    pinch = two.engine.pinch.state(5)
    assert (pinch.contact, pinch.other, pinch.target, round(pinch.scale, 3), pinch.angle) == (3, 5, 1, 2, 0)
    assert (pinch.x, pinch.y, round(pinch.distance)) == (200, 200, 220)
    assert two.engine.pinch.state(4) is None


def test_a_pinch_says_how_fast_it_is_also_as_it_ends():
    two, ended = Two(), []
    two.engine.pinch.when_ended = lambda event: ended.append(two.engine.pinch.state(event.contact))
    for i in range(20):
        two.at(100 + 5 * i, 2 * i)
    now = two.engine.pinch.state(3)
    assert (now.scale_velocity, now.angle_velocity) == (pytest.approx(500 / 110, rel=0.03), pytest.approx(200, rel=0.03))
    two.feed(0, 0, 0, 5)
    assert ended[0].scale_velocity == pytest.approx(500 / 110, rel=0.03)
    assert two.engine.pinch.state(3) is None


def test_settings_are_those_of_the_library():
    two = Two(pinch=PinchConfig(slop=50, move=False))
    two.at(100).at(140).at(140, x=300)
    assert two.names("PINCH") == []
    two.at(152)
    assert two.names("PINCH") == ["PINCH_BEGAN"]
    two.engine.pinch.set(PinchConfig(slop=1))
    with pytest.raises(InvalidError, match="turn_slop: 0.5..90"):
        two.engine.pinch.set(PinchConfig(turn_slop=0.1))
    with pytest.raises(StateError):
        _ = Engine().pinch
