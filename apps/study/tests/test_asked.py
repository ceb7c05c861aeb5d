"""A recording with its requests: the study judges by what was asked."""

from libpress_study.recordings import Recording
from libpress_study.work import work
from test_collect import OBEYS, collected


def test_the_study_judges_by_what_was_asked(tmp_path):
    def hand(ask, tries):  # at the second ask a double tap in place of one
        return OBEYS["tap_twice"] if ask.name == "tap" and tries == 0 else OBEYS[ask.name]

    _, _, file, _ = collected(tmp_path / "a.trace", hand, ("tap", "hold", "rest", "tap_twice"))
    stated = {
        "labels": "asked",
        "quiet_ms": 500.0,
        "reference": {"touch": 0.4, "release": 0.25, "merge_ms": 80, "shortest_ms": 40},
    }
    data = (tmp_path / "a.trace").read_bytes()
    settings = [(0, ()), (1, (("engine.touch_force", "2.3"),)), (2, (("engine.touch_force", "30"),))]
    rows = work(stated, settings, [Recording("a.trace", data, None, None)])
    # One tap, one hold, two taps; refused presses and the resting hand are not counted.
    assert [(row["presses"], row["missed"], row["extra"], row["error"]) for row in rows] == [
        (4, 0, 0, None),
        (4, 0, 0, None),
        (4, 4, 0, None),
    ]
    assert rows[0]["truth"] == "asked" and rows[0]["late_worst_ms"] < 30
    bare = b"".join(line for line in data.splitlines(True) if not line.startswith(b"# mark"))
    (row,) = work(stated, settings[:1], [Recording("a.trace", bare, None, None)])
    assert "no marks of requests and presses" in row["error"]
