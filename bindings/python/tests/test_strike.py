"""Strikes and surfaces: how fast a contact was struck, and pads and grids that share an engine."""

import pytest
from libpress import (
    Correction,
    Engine,
    EventType,
    ForceSensor,
    GesturesConfig,
    InvalidError,
    StateError,
    StrikeConfig,
    StrikeCurve,
    Surface,
    Trait,
)

RISE = (0, 0.05, 0.45, 1.05, 1.45, 1.6)
STRIKE = (*([0] * 8), *RISE, *([1.6] * 12))


def engine(**settings):
    made = Engine(max_events=0, traits=Trait.TAP, gestures=GesturesConfig(double_tap_us=0), strike=StrikeConfig(**settings))
    events = []
    made.when_event = events.append
    return made, events


def feed(made, forces, since=0):
    for i, newtons in enumerate(forces):
        made.feed_force(since + 1000 * i, newtons)


def test_a_hook_is_called_with_speed_and_velocity():
    made, _ = engine(curve=StrikeCurve.LINEAR, min_speed=10, max_speed=1270)
    struck = []
    made.strike.when_struck = struck.append
    feed(made, STRIKE)
    (event,) = struck
    assert event.type == EventType.STRUCK
    assert (round(event.value), event.value2, event.late_us) == (205, 20, 12000)
    assert str(event) == "0.022000 s contact 0 struck speed 204.7 N/s velocity 20 12 ms late"


@pytest.mark.parametrize(("rate", "warns"), [(100, True), (179, True), (180, False), (860, False)])
def test_strikes_that_the_rate_cannot_show_are_a_warning(rate, warns, recwarn):
    ForceSensor.simulated([(0.1, 0)], fast=True, strike=True, rate=rate).run()
    ForceSensor.simulated([(0.1, 0)], fast=True, rate=rate).run()
    said = [str(one.message) for one in recwarn]
    assert [f"strike=True with {rate} readings a second" in one for one in said] == [True] * warns


def test_four_pads_on_one_converter_play_softer_and_harder():
    pads = ForceSensor.pads(finger=[[(0.3, 0), (0.315, n), (0.38, 0), (0.6, 0)] for n in (2, 4, 6, 8)], fast=True, strike=True, rate=860)
    velocities = []
    for pad in pads:
        pad.engine.strike.when_struck = lambda event: velocities.append(event.value2)
    pads.run()
    assert len(velocities) == 4 and velocities == sorted(velocities) and velocities[3] > velocities[0] + 10


def test_a_tap_has_the_strike_of_its_contact():
    made, events = engine(window_us=100_000)
    found = []
    made.gestures.when_tapped = lambda: found.append(made.strike.of(0))
    feed(made, (*RISE, 0))
    made.tick(200_000)
    names = [event.type.name for event in events]
    assert names == ["CONTACT_BEGAN", "STRUCK", "LET_GO", "TAPPED", "CONTACT_ENDED"]
    (strike,) = found
    assert (round(strike.speed), strike.began_us, strike.delay_us, strike.known) == (200, 2000, 4000, False)
    assert made.strike.of(7) is None


def test_it_must_be_attached_and_in_range():
    with pytest.raises(StateError, match=r"Engine\(strike=True\)"):
        _ = Engine().strike
    with pytest.raises(InvalidError, match="max_speed: above min_speed"):
        Engine(strike=StrikeConfig(min_speed=2000))
    made, _ = engine()
    with pytest.raises(InvalidError, match="exponent"):
        made.strike.set(StrikeConfig(exponent=9))
    made.strike.set(StrikeConfig(window_us=0))
    feed(made, RISE[:3])
    assert made.strike.of(0).delay_us == 0


def test_the_config_of_pressd_sets_it(tmp_path):
    path = tmp_path / "strike.conf"
    path.write_text("[sensor]\nchannel = 0\n[strike]\nwindow_us = 4ms\ncurve = power\nexponent = 0.5\n")
    with ForceSensor.from_config(path, finger=[(0, 0), (0.1, 0)], fast=True) as sensor:
        config = sensor.engine._core.configs["strike"]
        assert (config.window_us, config.curve, config.exponent) == (4000, StrikeCurve.POWER, 32768)


def test_pads_and_grids_of_a_surface_have_ids_and_places_of_their_own():
    surface = Surface(300, 300)
    plates = [surface.pad(x=100 * n, y=50, width=100, height=100) for n in range(3)]
    grid = surface.grid(4, 4, x=12.5, y=212.5, scale=25, max_contacts=5)
    last = surface.pad(correction=Correction(a=2, c=1), scale=(3, -1), x=10)
    assert [plate.contact for plate in plates] == [0, 1, 2]
    assert last.contact == 8
    assert surface.parts == (*plates, grid, last)
    assert [surface.at(contact) for contact in (1, 3, 7, 8, 9)] == [plates[1], grid, grid, last, None]
    assert all(plate.engine is surface.engine is grid.engine for plate in plates)
    correction = last._config.correction
    assert [correction.a, correction.c, correction.e] == [6 * 65536, 13 * 65536, -65536]
    began = []
    surface.engine.when_touched = began.append
    for frame in range(300):
        for n, plate in enumerate(plates):
            plate.feed(1000 * frame, 9000 if frame > 250 and n == 2 else 5)
        grid.feed(1000 * frame, [2.0 if frame > 250 and cell == 5 else 0.0 for cell in range(16)])
    assert sorted((event.contact, event.x, event.y) for event in began) == [(2, 200, 50), (3, 37.5, 237.5)]


def test_a_surface_refuses_by_name():
    surface = Surface(300, 300)
    with pytest.raises(InvalidError, match="x: within the surface"):
        surface.pad(x=250, width=100)
    with pytest.raises(InvalidError, match="y: within the surface"):
        surface.grid(8, 8, x=20, y=-1, scale=10)
    with pytest.raises(InvalidError, match="scale_x"):
        surface.pad(scale=0)
    assert surface.pad().contact == 0


def test_a_hook_is_called_with_speed_and_velocity_as_the_contact_lifts():
    engine = Engine(max_events=0, traits=Trait.TAP, strike=StrikeConfig(min_speed=10, max_speed=1000))
    seen, order = [], []
    engine.strike.when_let_go = seen.append
    engine.when_event = lambda event: order.append(event.type.name)
    for i, newtons in enumerate([0, 2, 2, 2, 1.8, 1.5, 1.1, 0.7, 0.4, 0.2, 0.1]):
        engine.feed_force(2000 * i, newtons)
    engine.tick(200_000)
    (event,) = seen
    assert (round(event.value), round(event.value2), event.unknown, event.late_us) == (175, 79, False, 55_000)
    assert order[-2:] == ["LET_GO", "CONTACT_ENDED"]
    assert "let_go speed 175.0 N/s velocity 79" in str(event)
