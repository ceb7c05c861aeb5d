"""The other methods do what those do that they are named after."""

from statistics import median

import numpy as np
import peers
import pytest
from gpiozero.mixins import GPIOQueue
from judge import Score, Trace
from sensors import Divider


class Parent:
    """The device from which a queue of gpiozero reads; it is never read here."""


def test_the_queue_is_that_of_gpiozero():
    values = np.random.Generator(np.random.PCG64(3)).integers(0, 1000, 400)
    parent = Parent()
    queue = GPIOQueue(parent, queue_len=5, partial=True, average=median)
    theirs = []
    for value in values:
        queue.queue.append(int(value))
        theirs.append(queue.value)
    assert (peers.trailing_median_of_five(values)[4:] == theirs[4:]).all()


def test_tslib_waits_for_three_readings_of_five_and_lifts_at_once():
    code = np.zeros(60, np.uint32)
    code[20:40] = 600
    out = np.frombuffer(peers.run_tslib(code.tobytes(), 100), "<u4").reshape(-1, 2)
    assert [int(n) for n, pressure in out if pressure] == list(range(22, 40))


def test_hysteresis_holds_between_its_levels():
    force = np.array([0, 0.3, 0.4, 0.3, 0.25, 0.2, 0.3, 0.5])
    assert peers.hysteresis(force).tolist() == [False, False, True, True, True, False, False, True]


def test_a_straight_line_passes_through_hull_without_a_delay():
    line = np.arange(200.0)
    # After the start the difference is only the rounding of the lengths.
    assert np.abs(peers.hull(line, 50) - line)[80:].max() < 2


def trace(force, rate=100.0):
    t = 1_000_000 + np.arange(len(force)) * int(1e6 / rate)
    on = np.flatnonzero(np.diff(np.concatenate(([0], np.array(force) >= 0.4, [0]))))
    windows = np.stack([t[on[::2]], t[np.minimum(on[1::2], len(t) - 1)]], axis=1).astype(float)
    divider = Divider(12, 10_000)
    code = divider.code(np.array(force, dtype=float)).round().astype(np.int32)
    return Trace(t, code, divider, rate, np.array(force, dtype=float), windows, np.zeros(len(force), bool))


FORCE = [0.0] * 30 + [2.0] * 20 + [0.0] * 30 + [2.0] * 20 + [0.0] * 30


@pytest.mark.parametrize(
    ("contacts", "figure", "count"),
    [
        ([(30, 50), (80, 100)], "missed", 0),
        ([(30, 50)], "missed", 1),
        ([(30, 50), (64, 66), (80, 100)], "extra", 1),
        ([(30, 40), (42, 50), (80, 100)], "split", 1),
        ([(30, 100)], "merged", 1),
        ([(30, 100)], "merged_far", 1),
    ],
)
def test_the_judge_counts(contacts, figure, count):
    t = trace(FORCE)
    found = peers.Found([(int(t.t_us[a]), int(t.t_us[b]), False) for a, b in contacts], np.full(len(FORCE), np.nan))
    assert getattr(Score().add(t, found), figure) == count


def test_the_judge_measures_delays_and_forces():
    t = trace(FORCE)
    force = np.where(t.clean > 0, 1.8, np.nan)
    found = peers.Found([(int(t.t_us[a]), int(t.t_us[b]), False) for a, b in ((31, 52), (81, 102))], force)
    figures = Score().add(t, found).figures()
    assert figures["begin readings"] == [1, 1, 1] and figures["begin ms"] == [10, 10, 10]
    assert figures["end readings"] == [2, 2, 2]
    assert figures["force error %"] == 10 and figures["peak lost %"] == 10
