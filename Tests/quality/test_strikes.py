"""How close strikes come to how fast the finger was, and how late: the goals of docs/interactions/strikes.md on fewer presses."""

import numpy as np
import pytest
import strikes


@pytest.mark.parametrize("hand", [strikes.drums, strikes.recorded], ids=["drums", "recorded"])
def test_with_the_default_window_a_strike_is_known_within_20_ms(hand):
    found = strikes.measure(hand(np.random.default_rng(3), 60), 860, (0, strikes.WINDOW, 40), np.random.default_rng(4))
    assert not np.isnan(found).any(), "each press is struck once"
    speed, delay = found[:, :, 0], found[:, :, 1]
    assert (delay[:, 0] == 0).all() and delay[:, 1].max() <= 0.020
    assert speed.max() < 1.1
    if hand is strikes.drums:
        assert np.percentile(speed[:, 1], 10) > 0.95 and 0.97 < np.median(speed[:, 1]) < 1.03
        assert np.percentile(speed[:, 2], 10) > 0.95
        assert np.median(speed[:, 0]) < 0.6, "at once it is not known"
        assert np.median(delay[:, 2]) < 0.020, "a strike that is past does not wait"
    else:
        assert np.median(speed, axis=0).min() > 0.85, "a finger is fastest as it begins"


HITS = 400  # at each rate; make quality takes 2,000
GOALS = {"100": (10, 100), "125": (10, 60), "156": (5, 10), "200": (5, 5), "250": (4, 0), "500": (3, 0), "860": (3, 0), "1000": (3, 0)}


@pytest.fixture(scope="module")
def beside():
    return strikes.beside(HITS, seed=2)


@pytest.mark.parametrize("rate", GOALS)
def test_strikes_of_fingers_on_a_pad_are_the_steepest_8_ms(beside, rate):
    middle, _, _, far = beside["libpress"][rate]
    goal, most = GOALS[rate]
    assert abs(middle) <= goal and far <= most
    assert all(far <= row[rate][3] for method, row in beside.items() if not method.startswith("libpress"))


@pytest.mark.parametrize("rate", GOALS)
def test_lifts_of_fingers_on_a_pad_are_the_steepest_8_ms_of_their_fall(beside, rate):
    middle, _, _, far = beside["libpress, lifts"][rate]
    goal, most = GOALS[rate]
    assert abs(middle) <= goal + 1 and far <= most + 7.5


@pytest.mark.parametrize("rate", [20, 31, 50, 72, 100, 156, 200, 312, 500, 860, 1000])
def test_on_a_pad_a_harder_hit_never_has_a_lower_velocity(rate):
    found = strikes.velocities(rate, [1.5 * 1.25**n for n in range(10)])
    assert found == sorted(found)
