"""The goals of cases.py."""

import cases
import pytest
import strikes


@pytest.mark.parametrize("rate, hours", [(10, 48), (100, 6), (860, 1)])
def test_two_wrong_readings_at_rest_begin_no_preview(rate, hours):
    found = cases.at_rest(rate, hours, 1)
    assert found["spikes"] > 2
    assert found["previews"] == found["completed"] == 0


@pytest.mark.parametrize("creep", [0.05, 0.14])
def test_what_a_sensor_climbs_in_ten_minutes_commits_nothing_and_more_force_does(creep):
    assert cases.held(1, creep=creep) == {"while it is held": 0, "by more force": 1}


@pytest.mark.parametrize("is_learnt", [False, True], ids=["as usual", "the hand is zero"])
@pytest.mark.parametrize("rate", cases.MOUSE_RATES)
def test_a_pad_that_started_under_a_hand_misses_one_press_in_a_hundred_at_most(rate, is_learnt):
    found = cases.under_load(rate, is_learnt)
    assert found["presses"] > (200 if rate <= 50 else 90)
    assert found["missed"] * 100 <= found["presses"]
    # With slow readings, two presses with the pause of one finger between them are merged more often.
    assert found["merged"] * 100 <= found["presses"] * (16 if rate < 50 else 6)


def test_on_the_mouse_there_are_13_errors_in_sum_at_most_and_few_more_where_the_hand_is_made_zero():
    found = {method: cases.of_the_mouse(method) for method in cases.MOUSE_METHODS}
    assert all(one["presses"] > 270 for one in found.values())
    assert found["libpress"]["errors"] <= 13 < found["hysteresis"]["errors"]
    assert found["libpress, zero"]["errors"] <= 17 < found["hysteresis, zero"]["errors"]


def test_of_short_presses_four_in_five_tap_beside_a_preview_that_begins_100_ms_later_at_most():
    found = cases.taps(600, 1)
    assert found["short presses"] > 100
    assert found["tap"] >= 0.8 * found["short presses"] > found["tap, previews at once"]
    assert found["later ms"][2] <= 100


@pytest.mark.parametrize("hand", [strikes.drums, strikes.recorded, strikes.pinches], ids=["drums", "recorded", "pinches"])
@pytest.mark.parametrize("rate", cases.RATES)
def test_where_a_strike_says_that_its_speed_is_known_half_of_them_are_within_15_percent(rate, hand):
    found = cases.struck(rate, hand, 60)
    # At low rates the speed is known only for a strike that was measured above max_speed.
    assert found["known"] <= found["strikes"] / 10 if rate < 180 else found["known"] > found["strikes"] / 3
    if rate >= 180:
        assert abs(found["speed %"][0] - 100) <= 15
