"""What libpress makes of readings in bursts, of loads, of what a sensor keeps, of hits beside it, of hands that wander: docs/quality/disturbed.md."""

import disturbed
import pytest
from disturbed import CASES
from peers import PEERS

COUNT = 8  # traces; make quality takes 20
METHODS = [method for method in PEERS if method not in ("libpress", "tslib")]
UNDECLARED = "0.6 N that stay, undeclared"


@pytest.mark.parametrize("case", [case for case in CASES if case != UNDECLARED])
def test_every_press_is_one_contact_and_nothing_else_is(case):
    wrong, presses = disturbed.errors(case, "libpress", COUNT, seed=2)
    assert presses >= 3 * COUNT
    assert wrong == 0


def test_of_an_offset_that_nobody_declared_the_first_press_is_lost_and_no_other():
    assert disturbed.errors(UNDECLARED, "libpress", COUNT, seed=2)[0] == COUNT


@pytest.mark.parametrize("case", CASES)
def test_no_other_method_has_fewer_errors(case):
    own = disturbed.errors(case, "libpress", COUNT)[0]
    assert all(disturbed.errors(case, method, COUNT)[0] >= own for method in METHODS)


@pytest.mark.parametrize("offset", [0.3, 0.6, 1.0, 2.0])
@pytest.mark.parametrize("declared", [-0.2, 0, 0.2])
def test_an_offset_that_is_declared_within_0_2_n_costs_no_press(offset, declared):
    assert disturbed.on_top(offset, offset + declared) == {"contacts": 3, "previews": 3, "buttons": 3}


@pytest.mark.parametrize("rate", disturbed.RATES)
def test_a_hit_beside_it_is_no_contact_and_a_soft_one_alone_is(rate):
    assert disturbed.beside_a_hit("libpress", rate)[0] == 0
    assert all(disturbed.beside_a_hit(method, rate)[0] > 0 for method in METHODS)


def test_hands_that_wander_complete_nothing_and_cross_the_level_of_any_other_method():
    assert disturbed.wandering("libpress", range(12)) == [0, 12]
    assert disturbed.wandering("libpress", [79, 99]) == [0, 2], "these did, when creep was given back as fast as it was counted"
    assert disturbed.wandering("raw, hysteresis", range(4)) == [4, 4]


def test_a_bed_that_is_switched_on_under_a_sleeper_is_occupied_for_hours_and_counts_the_next_one():
    found = disturbed.sleeper(hours=3)
    assert found == {"resting from the start": 1, "ended as they got up": True, "holds": [61]}
