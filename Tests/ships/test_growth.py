"""What growth.py calls too fast."""

from growth import CALLS, FROM, SIZES, wrong_of


def costs_of(cost):
    return {n: round(cost(n)) for n in SIZES}


def test_what_grows_as_the_number_of_targets_is_in_order_for_all_of_them_and_wrong_for_one():
    costs = costs_of(lambda n: 1000 * n)
    assert not list(wrong_of("add all", costs, True))
    assert len(list(wrong_of("move one", costs, False))) == sum(n > FROM for n in SIZES)


def test_what_grows_as_the_square_is_wrong():
    assert any("1024 targets" in line for line in wrong_of("add all", costs_of(lambda n: n * n), True))


def test_what_grows_by_a_little_for_each_doubling_is_in_order():
    assert not list(wrong_of("tap on any", costs_of(lambda n: 3500 + 60 * n.bit_length()), False))


def test_each_call_is_measured_for_one_target_or_for_all():
    assert {is_for_all for _, _, _, is_for_all in CALLS.values()} == {True, False}
