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
