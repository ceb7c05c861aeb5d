"""Marked recordings: what is asked, what is taken for done, what is asked again, and what the bench makes of it."""

import pytest

pytest.importorskip("click")
pytest.importorskip("rich")
from libpress.marked import ASKS, Span, presses_of, spans, truth, wrong_with
from libpress.simulation import SimulatedFinger
from libpress.tools import collect as collecting
from libpress.tools.collect import OBEYS, TRIES, Collector, obedient, open_recording
from libpress.tools.problem import Problem
from libpress.tools.setup import Setup
from libpress.trace import TraceFile
from tools_fixtures import command, file_with, refused  # noqa: F401

NOTHING = {
    "simulated": True, "trouble": None, "trace": None, "bus": None, "address": None, "channel": None, "config": None,
    "profile": None, "settings": (), "rate": None, "fast": True, "seed": 1, "calibrates": None,
}  # fmt: skip


class Listener:
    """The Person: what is said to it."""

    def __init__(self):
        self.steps, self.lines, self.most = [], [], 0.0

    def step(self, text):
        self.steps.append(text)

    def line(self, text, style=""):
        self.lines.append(text)

    def meter(self, number, full, unit="N"):
        self.most = max(self.most, number)


def collected(path, hand, asks, rounds=1, **given):
    """A recording of a scripted person: the collector, what it said, and the file that was read."""
    setup = Setup(**(NOTHING | given))
    source, person = setup.source(), Listener()
    source.bus.hand = SimulatedFinger([(0, 0)])
    with open_recording(path, setup.config, source.rate, (), False) as recording:
        collector = Collector(source, person, recording, hand)
        collector.all([ASKS[name] for name in asks], rounds)
    source.close()
    with TraceFile(path) as file:
        frames = list(file.frames())
    return collector, person, file, frames


def outcomes(file):
    """The words of each mark, without its time."""
    return [text for _, text in file.marks]


def test_who_does_what_is_asked_is_asked_once(tmp_path):
    collector, person, file, frames = collected(tmp_path / "a.trace", obedient, ASKS, 2)
    assert (collector.done, collector.refused) == (2 * len(ASKS), 0) and person.lines == []
    assert outcomes(file) == 2 * [f"{word} {name}" for name in ASKS for word in ("asked", "done")]
    assert file.about["rate"] == "200" and file.about["converter"] == "ads1115" and file.about["licence"] == "CC0-1.0"
    assert file.full_scale == (26400,) and file.end_us == frames[-1].t_us
    assert all(frames[0].t_us <= t_us <= frames[-1].t_us for t_us, _ in file.marks)
    assert person.most > 5


def test_who_taps_once_in_place_of_twice_is_asked_again_and_it_is_no_truth(tmp_path):
    def hand(ask, tries):
        return OBEYS["tap"] if ask.name == "tap_twice" else OBEYS[ask.name]

    collector, person, file, _ = collected(tmp_path / "a.trace", hand, ("tap", "tap_twice", "hold"))
    again = "again tap_twice: 1 press was felt, 2 asked for"
    assert outcomes(file) == ["asked tap", "done tap", *TRIES * ["asked tap_twice", again], "asked hold", "done hold"]
    assert (collector.done, collector.refused) == (2, TRIES)
    assert person.lines == TRIES * ["1 press was felt, 2 asked for."]
    assert sum(step.startswith("Once more: tap twice") for step in person.steps) == TRIES - 1
    assert [(one.name, one.done) for one in spans(file.marks)] == [("tap", True), *TRIES * [("tap_twice", False)], ("hold", True)]


def test_who_does_it_at_the_second_try_is_taken_at_the_second(tmp_path):
    collector, _, file, _ = collected(tmp_path / "a.trace", lambda ask, tries: OBEYS["tap" if tries == 0 else "hold"], ("hold",))
    assert outcomes(file) == [
        "asked hold",
        "again hold: it lasted for 0.2 s, and should for 1 s at least",
        "asked hold",
        "done hold",
    ]
    assert (collector.done, collector.refused) == (1, 1)


@pytest.mark.parametrize(
    "name, does, words",
    [
        ("nothing", "tap", "it was touched, with"),
        ("tap", "nothing", "no press was felt, 1 asked for"),
        ("tap", "tap_twice", "2 presses were felt, 1 asked for"),
        ("tap", "hold", "it lasted for 2.2 s, and should for 1 s at most"),
        ("soft_hard", "hold", "it did not become harder"),
        ("rest", "nothing", "nothing was felt"),
    ],
)
def test_what_is_done_otherwise_is_said(tmp_path, name, does, words):
    collector, person, file, _ = collected(tmp_path / "a.trace", lambda ask, tries: OBEYS[does], (name,))
    assert collector.done == 0 and all(text.startswith(f"again {name}: {words}") for text in outcomes(file)[1::2]), outcomes(file)
    assert len(person.lines) == TRIES


def test_who_never_lets_go_is_waited_for_and_not_for_ever(tmp_path):
    collector, _, file, frames = collected(tmp_path / "a.trace", lambda ask, tries: [(0.3, 2.0)], ("tap",))
    assert collector.done == 0 and frames[-1].t_us < 200_000_000
    assert all(text.startswith("again tap") for text in outcomes(file)[1::2])


def force(*presses, end_us=4_000_000):
    """Newtons at 200 readings a second; of each press begin and end in ms, and its force."""
    return [(t_us, next((newtons for begin, end, newtons in presses if begin * 1000 <= t_us < end * 1000), 0.0)) for t_us in range(0, end_us, 5000)]


def test_levels_and_pauses_are_those_that_find_as_many_as_were_asked_for():
    soft = force((500, 900, 0.22))
    assert presses_of(soft, 1) == [(500_000, 900_000)] and wrong_with(ASKS["soft"], soft) == ""
    quick = force((500, 560, 2.0), (600, 660, 2.0))
    assert presses_of(quick, 2) == [(500_000, 560_000), (600_000, 660_000)]
    slipped = force((500, 900, 2.0), (930, 1500, 2.0))
    assert presses_of(slipped, 1) == [(500_000, 1_500_000)]
    assert presses_of(force(), 1) is None and presses_of(force(), 0) == []


def test_marks_of_others_and_broken_ones_are_nobodys_truth():
    marks = [
        (0, "here"),
        (1, "asked tap"),
        (2, "asked hold"),
        (3, "done tap"),
        (4, "done hold"),
        (5, "asked none"),
        (6, "done none"),
        (7, "done hold"),
    ]
    assert spans(marks) == [Span("hold", 2, 4, True), Span("none", 5, 6, True)]
    assert truth(marks, force()) == ([], [])
    done = [(400_000, "asked tap"), (2_000_000, "done tap"), (2_000_000, "asked rest"), (4_000_000, "done rest")]
    assert truth(done, force((500, 600, 2.0), (2500, 2600, 2.0))) == (
        [(500_000, 600_000)],
        [Span("tap", 400_000, 2_000_000, True)],
    )


def test_the_command_writes_a_trace_and_the_config_of_its_sensors_that_others_read(command, refused, tmp_path):  # noqa: F811
    config = file_with(tmp_path / "mine.conf", "[sensor]\nresistor_ohm = 10000\nchannel = 1\nx = 2.5\n[engine]\ntouch_force = 0.3\n")
    given = ("--simulated", "--fast", "--config", config, "--rounds", "1")
    result = command("collect", tmp_path / "p1", *given, "--asks", "tap,hold", "--about", "sensor=FSR 402", "--about", "person=7")
    assert result.code == 0 and "2 done as asked, 0 otherwise" in result.out.replace("\n", " ")
    written = (tmp_path / "p1.conf").read_text()
    assert "resistor_ohm = 10000" in written and "x = 2.5" in written and "curve = table" in written
    assert "channel" not in written and "touch_force" not in written and str(tmp_path) not in written + (tmp_path / "p1.trace").read_text()
    with TraceFile(tmp_path / "p1.trace") as file:
        frames = list(file.frames())
    assert file.about["sensor"] == "FSR 402" and file.about["person"] == "7" and frames[0].t_us < 10_000
    events = command("replay", tmp_path / "p1.trace")
    assert events.code == 0 and events.out.count('"contact_began"') == 2
    refused(73, "there already", "collect", tmp_path / "p1", *given)
    refused(64, "--asks taps: it must be some of nothing, tap,", "collect", tmp_path / "p2", *given, "--asks", "taps")
    for wrong in ("sensor", "a b=c", "x=", "=x", "x=" + 130 * "y", "x=\x1b[31m"):
        refused(64, "KEY=VALUE", "collect", tmp_path / "p2", *given, "--about", wrong)
    assert not (tmp_path / "p2.trace").exists() and not (tmp_path / "p2.conf").exists()


def test_readings_that_fail_end_it_and_what_was_recorded_stays_whole(tmp_path):
    setup = Setup(**NOTHING)
    source = setup.source()
    source.bus.hand = SimulatedFinger([(0, 0)])

    def hand(ask, tries):
        source.bus.trouble = "absent"
        return OBEYS[ask.name]

    with (
        pytest.raises(Problem, match="readings fail"),
        open_recording(tmp_path / "a.trace", setup.config, 200, (), False) as recording,
    ):
        Collector(source, Listener(), recording, hand).all([ASKS["tap"]], 1)
    with TraceFile(tmp_path / "a.trace") as file:
        assert len(list(file.frames())) > 300
    assert file.end_us > 0 and outcomes(file) == ["asked tap"]


def test_the_names_of_the_document_are_those_that_are_asked():
    from conftest import ROOT

    text = (ROOT / "docs/collect.md").read_text()
    for ask in ASKS.values():
        assert f"| `{ask.name}` | {ask.words} |" in text
    assert f"{collecting.TRIES} times" in text and collecting.LICENCE in text
