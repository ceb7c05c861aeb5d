"""The bench takes recordings of `libpress collect`: what was done as asked is judged, and nothing else."""

import marked
import pytest
from peers import libpress, raw_hysteresis

pytest.importorskip("click")
pytest.importorskip("rich")
from libpress.marked import ASKS  # noqa: E402
from libpress.simulation import SimulatedFinger  # noqa: E402
from libpress.tools.collect import OBEYS, Collector, open_recording  # noqa: E402
from libpress.tools.setup import Setup  # noqa: E402

NOTHING = dict.fromkeys(("trouble", "trace", "bus", "address", "channel", "config", "profile", "rate", "calibrates"))


class Nobody:
    def step(self, text):
        pass

    def line(self, text, style=""):
        pass

    def meter(self, number, full, unit="N"):
        pass


def collect(folder, hand):
    setup = Setup(**NOTHING, simulated=True, settings=(), fast=True, seed=1)
    source = setup.source()
    source.bus.hand = SimulatedFinger([(0, 0)])
    with open_recording(folder / "one.trace", setup.config, source.rate, (), False) as recording:
        Collector(source, Nobody(), recording, hand).all(ASKS.values(), 1)
    source.close()


def test_what_was_asked_is_judged_for_each_method_and_for_each_name(tmp_path):
    collect(tmp_path, lambda ask, tries: OBEYS[ask.name])
    together, asked = marked.score_all(tmp_path, {"libpress": libpress, "raw": raw_hysteresis})
    for score in together.values():
        found = score.figures()
        assert (found["presses"], found["missed"], found["split"], found["merged"], found["extra"]) == (7, 0, 0, 0, 0)
        assert 0 <= found["begin ms"][0] <= 10 and abs(found["end ms"][0]) <= 60
    assert {name: score.figures()["presses"] for name, score in asked.items()} == {
        "nothing": 0, "tap": 1, "tap_twice": 2, "hold": 1, "soft": 1, "hard": 1, "soft_hard": 1,
    }  # fmt: skip


def test_what_was_done_otherwise_counts_nowhere_and_what_a_method_makes_of_nothing_is_extra(tmp_path):
    collect(tmp_path, lambda ask, tries: OBEYS["hold" if ask.name == "tap" else ask.name])

    def restless(trace):  # a contact in each half second
        found = libpress(trace)
        found.contacts = [(int(t), int(t) + 100_000, False) for t in range(0, int(trace.t_us[-1]), 500_000)]
        return found

    together, asked = marked.score_all(tmp_path, {"libpress": libpress, "restless": restless})
    assert together["libpress"].figures()["presses"] == 6 and "tap" not in asked and together["libpress"].figures()["extra"] == 0
    assert together["restless"].figures()["extra"] >= 8


def test_a_folder_without_marks_is_refused(tmp_path):
    with pytest.raises(ValueError, match="no \\*.trace"):
        marked.score_all(tmp_path, {})
    (tmp_path / "a.trace").write_text("# libpress trace 1 sensors=1 full_scale=26400\n0,1,0,3\n5000,1,0,3\n# end 5000\n")
    with pytest.raises(ValueError, match="no mark of what was asked"):
        marked.score_all(tmp_path, {})
