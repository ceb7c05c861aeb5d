"""The live page without a browser: who may change what, what is refused, what stays bounded, and what is never lost."""

import contextlib
import itertools
import json
import os
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tools_fixtures import file_with

pytest.importorskip("click")
pytest.importorskip("rich")
from libpress.enums import EventType, Reason
from libpress.tools.config import Config
from libpress.tools.lines import CARRIED, FLAGS
from libpress.tools.problem import Problem
from libpress.tools.setup import Setup
from libpress.types import Event, describe
from libpress_page import feed as feeding
from libpress_page.command import sessions_of
from libpress_page.commands import Commands
from libpress_page.feed import MOST_VIEWERS, RING, Feed
from libpress_page.files import PROFILE, RECORDING, UNSAVED, Folder
from libpress_page.lines import LONGEST_LINE, Lines, event_of
from libpress_page.live import MOST_EVENTS, MOST_POINTS, Live
from libpress_page.live import text as sent
from libpress_page.replay import play
from libpress_page.rights import Grant, Refused, Rights
from libpress_page.session import MOST_NOTICES, Session
from libpress_page.settings import CLOSED, DRAGGED, MOST_CHANGES, OPEN, Settings
from tools_fixtures import PRESSD, ROOT, pressd  # noqa: F401

sys.path.insert(0, str(ROOT / "Tests/setup"))
from values import values  # noqa: E402

NOTHING = {
    "simulated": False, "trouble": None, "trace": None, "bus": None, "address": None, "channel": None, "config": None,
    "profile": None, "settings": (), "rate": None, "fast": False, "seed": 1, "calibrates": None,
}  # fmt: skip
EDITOR, READER = Grant(1, True), Grant(2, False)


def setup(**given):
    return Setup(**{**NOTHING, "simulated": "trace" not in given and "bus" not in given, **given})


def until(true, seconds=20):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def made(tmp_path):
    """Makes sessions, and ends them. Those that are simulated do not wait for time to pass where `fast` is given."""
    with contextlib.ExitStack() as stack:

        def make(is_started=True, lines=None, **given):
            session = Session(setup(**given), Folder(tmp_path), tmp_path / "libpress.conf", lines)
            if is_started:
                session.start()
                stack.callback(session.close)
            return session, Commands(session)

        yield make


@pytest.fixture
def at_rest(made):
    """A session that was not started: settings and rights need no readings."""
    return made(is_started=False)


def picture(session):
    """Everything in which a change could show."""
    own = session.settings
    places = sorted(path.name for path in session.folder.path.iterdir())
    return dict(own.changed), session.levels(), places, session.recording, session.steps, session.replays.path


# Rights


@given(st.one_of(st.none(), st.text(), st.binary(), st.integers()))
def test_no_other_text_is_the_token(text):
    rights = Rights()
    assert not rights.fits(text) and not rights.grant(text).may_change


def test_the_token_is(tmp_path):
    rights = Rights()
    assert rights.grant(rights.token).may_change and len(rights.token) > 20
    assert Rights().token != rights.token and Rights("a-long_1").fits("a-long_1")
    assert not rights.fits(rights.token[:-1]) and not rights.fits(rights.token + "x")


@pytest.mark.parametrize("token", ["", "short", "x" * 201, "with blanks in it", "smörgåsbord", "a;b=c;d=e"])
def test_a_token_that_is_weak_or_breaks_a_cookie_is_refused(token):
    with pytest.raises(Refused, match="letters, digits"):
        Rights(token)


def arguments_of(name):
    """Such as are accepted from who may."""
    return {
        "level": ("touch_force", 0.5), "step": ("touch_force", 1), "change": ("engine.full_force", "4"), "hand": (2.0,),
        "record": ("one",), "mark": ("here",), "replay": ("one",), "calibrate": (0, 1), "answer": ("",), "save": ("Noa",),
        "load": ("Noa",), "collect": ("one", 1),
    }.get(name, ())  # fmt: skip


def test_without_the_token_no_command_changes_anything(made):
    session, commands = made(is_started=False)
    (session.folder.path / f"one{RECORDING}").write_text("# libpress trace 1 sensors=1\n1,1,0,5\n")
    (session.folder.path / f"Noa{PROFILE}").write_text("[engine]\ntouch_force = 0.3\n")
    before = picture(session)
    for name in commands.names:
        for grant in (READER, None, "token", True):
            with pytest.raises(Refused, match="only shows"):
                commands.do(grant, name, *arguments_of(name))
    assert len(commands.names) > 15 and picture(session) == before and not session.notices


@given(st.text(), st.lists(st.one_of(st.none(), st.text(), st.integers(), st.floats(), st.booleans()), max_size=3))
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_command_that_is_not_there_is_refused(at_rest, name, arguments):
    session, commands = at_rest
    if name not in commands.names:
        with pytest.raises(Refused, match="no command"):
            commands.do(EDITOR, name, *arguments)


# Settings

ANYTHING = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=400), st.lists(st.integers(), max_size=2))


@given(st.one_of(st.sampled_from(DRAGGED), ANYTHING), ANYTHING)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_level_is_taken_as_the_library_takes_it_or_changes_nothing(at_rest, key, newtons):
    session, commands = at_rest
    before = picture(session)
    try:
        commands.do(EDITOR, "level", key, newtons)
    except Refused as problem:
        assert str(problem) and picture(session) == before
    else:
        rows = {row["key"]: row["newtons"] for row in session.levels()["rows"]}
        assert rows[key] == pytest.approx(newtons, abs=0.006)
        assert 0 < rows["release_force"] <= rows["touch_force"]
        assert rows["preview_pressure"] < rows["commit_pressure"] < rows["complete_pressure"]


NAMES = st.one_of(st.sampled_from([*(f"engine.{key}" for key in DRAGGED), "pad.flags", "engine.lift_us"]), ANYTHING)


@given(st.lists(st.tuples(NAMES, st.one_of(st.floats(0, 6).map("{:.2f}".format), ANYTHING)), max_size=8))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_set_undoing_all_of_it_leaves_nothing(tmp_path, changes):
    own = Settings(setup(), tmp_path / "libpress.conf")
    first = {key: own.number(key) for key in DRAGGED}
    for name, value in changes:
        with contextlib.suppress(Refused):
            own.change(name, value)
    for _ in range(MOST_CHANGES):
        try:
            own.undo()
        except Refused:
            break
    assert own.changed == {} and {key: own.number(key) for key in DRAGGED} == first


def test_what_was_changed_and_not_written_survives_a_restart(made, tmp_path):
    first, commands = made()
    commands.do(EDITOR, "level", "preview_pressure", 2.0)
    commands.do(EDITOR, "level", "touch_force", 0.6, False)  # a drag that has not ended
    changed = dict(first.settings.changed)
    first.close()
    second, commands = made()
    assert second.settings.changed == changed and second.settings.number("touch_force") == pytest.approx(0.6, abs=1e-4)
    assert "not written when the page ended, and counts again: engine.preview_pressure" in second.notices[0].text
    commands.do(EDITOR, "undo")
    assert second.settings.changed == {} and not (tmp_path / f"pad{UNSAVED}").exists()


def test_what_waits_is_on_the_disk_when_the_change_is_whole_and_gone_when_it_is_written(made, tmp_path):
    _, commands = made(is_started=False)
    commands.do(EDITOR, "change", "engine.full_force", "9")
    assert json.loads((tmp_path / f"pad{UNSAVED}").read_text()) == {"engine.full_force": "9"}
    commands.do(EDITOR, "write")
    assert not (tmp_path / f"pad{UNSAVED}").exists()


@pytest.mark.parametrize(
    "content",
    ["{", "[1]", '{"engine.full_force": 9}', '{"engine.full_force": "-9"}', '{"sensor.calibration": "/etc/passwd"}', "\xff", "[" * 99999]
    + [f'{{"engine.full_force": "{value}"}}' for value in ("\\ud800", "9\\n[sensor]", "9 # 8", "9" * 1000, "9\\u0000")],
)
def test_what_waited_and_cannot_count_is_named_and_set_aside(made, tmp_path, content):
    (tmp_path / f"pad{UNSAVED}").write_bytes(content.encode("latin-1"))
    session, _ = made(is_started=False)
    assert session.settings.changed == {} and session.notices[0].is_wrong
    assert f"what waited to be written is now pad{UNSAVED}.refused" in session.notices[0].text
    assert (tmp_path / f"pad{UNSAVED}.refused").read_bytes() == content.encode("latin-1")


@pytest.mark.parametrize("name", ["sensor.calibration", "sensor.channel", "converter.address", "record.file", "", None, "a.b.c"])
def test_paths_wires_and_what_is_no_setting_are_not_changed_from_the_page(at_rest, name):
    session, commands = at_rest
    with pytest.raises(Refused, match="no setting that the page changes"):
        commands.do(EDITOR, "change", name, "/etc/passwd")
    assert session.settings.changed == {}


@pytest.mark.parametrize("value", ["4\n[pressd]\nx = 1", "4 # a comment", "4 ; another", "\x00", "9" * 5000, "nan", "-1", "", 4])
def test_a_value_that_a_config_would_read_otherwise_is_refused(at_rest, value):
    session, commands = at_rest
    with pytest.raises(Refused):
        commands.do(EDITOR, "change", "engine.full_force", value)
    assert session.settings.changed == {}


def test_a_level_that_is_dragged_is_one_change_to_undo(at_rest):
    session, commands = at_rest
    for newtons in (0.41, 0.45, 0.5, 0.6):
        commands.do(EDITOR, "level", "touch_force", newtons, False)
    commands.do(EDITOR, "undo")
    assert session.settings.changed == {}
    with pytest.raises(Refused, match="nothing to undo"):
        commands.do(EDITOR, "undo")


def test_the_last_who_changes_wins_and_everybody_is_shown_who(at_rest):
    session, commands = at_rest
    commands.do(Grant(4, True), "step", "touch_force", 1)
    commands.do(Grant(7, True), "step", "touch_force", 1)
    shown = [(one.viewer, one.text) for one in session.notices]
    assert shown == [(4, "engine.touch_force = 0.45"), (7, "engine.touch_force = 0.5")]
    assert session.settings.number("touch_force") == 0.5


def test_what_is_written_is_what_pressd_runs_with(made, pressd, tmp_path):  # noqa: F811
    config = file_with(tmp_path / "mine.conf", "# mine\n[engine]\ntouch_force = 0.3 # light\n")
    session, commands = made(is_started=False, config=str(config))
    commands.do(EDITOR, "level", "touch_force", 0.6)
    commands.do(EDITOR, "level", "commit_pressure", 3.0)
    commands.do(EDITOR, "write")
    assert config.read_text().startswith("# mine\n[engine]\ntouch_force = 0.6  # light\n") and session.settings.changed == {}
    out = pressd("--source", "sim", "--fast", "--duration", "3", "--config", config)
    first = next(json.loads(line) for line in out.out.splitlines() if "contact_began" in line)
    assert out.code == 0 and first["force"] >= 0.6
    with pytest.raises(Refused, match="nothing was changed"):
        commands.do(EDITOR, "write")


def test_what_is_written_of_any_key_is_read_back(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda file: None)  # which takes most of the time
    path = tmp_path / "mine.conf"
    for section, key, texts in values():
        if section not in OPEN or key in CLOSED:
            continue
        taken = 0
        for text in texts:
            path.write_text("[sensor]\nresistor_ohm = 4700\nfull_scale = 26400\n")
            own = Settings(setup(config=str(path)), path)
            with contextlib.suppress(Refused):  # it does not go with another key
                own.change(f"{section}.{key}", text)
                was = own.config.shown((section, 0), key)
                own.write()
                taken += 1
                assert Config().read(path).shown((section, 0), key) == was == own.config.shown((section, 0), key)
        assert taken, f"{section}.{key}"


def started(tmp_path, *configs, lines=None, **given):
    """As the command makes it, in this folder."""
    (session,) = sessions_of({**NOTHING, "simulated": lines is None, **given}, configs, lines, tmp_path, tmp_path / "libpress.conf")
    return session, Commands(session)


def test_what_was_written_counts_at_the_next_start_of_the_same_command(tmp_path):
    session, commands = started(tmp_path)
    assert session.settings.config.path is None
    commands.do(EDITOR, "level", "touch_force", 0.7)
    assert commands.do(EDITOR, "write") == f"wrote {tmp_path / 'libpress.conf'}: engine.touch_force = 0.7"
    commands.do(EDITOR, "level", "touch_force", 0.8)  # waits
    session, commands = started(tmp_path)
    assert session.settings.number("touch_force") == pytest.approx(0.8, abs=1e-4)
    assert session.settings.waiting == {"engine.touch_force": "0.8"} and session.settings.config.path == tmp_path / "libpress.conf"
    commands.do(EDITOR, "undo")
    assert session.settings.number("touch_force") == pytest.approx(0.7, abs=1e-4)
    commands.do(EDITOR, "level", "touch_force", 0.9)
    commands.do(EDITOR, "write")
    session, _ = started(tmp_path)
    assert session.settings.number("touch_force") == pytest.approx(0.9, abs=1e-4) and session.settings.waiting == {}
    (tmp_path / "libpress.conf").write_text("nonsense\n")
    with pytest.raises(Problem, match=r"libpress\.conf:1"):
        started(tmp_path)


def test_an_option_that_hides_what_was_written_at_the_next_start_is_named_at_once(tmp_path):
    options = {"settings": ("engine.touch_force=0.5", "engine.lift_us = 60ms", "sensor.x=3")}
    session, commands = started(tmp_path, **options)
    commands.do(EDITOR, "level", "touch_force", 0.7)
    commands.do(EDITOR, "change", "engine.lift_us", "70ms")
    words = commands.do(EDITOR, "write")
    assert "; start without --set engine.touch_force=0.5 --set engine.lift_us = 60ms from now on: it counts before the file" in words
    assert session.settings.number("touch_force") == pytest.approx(0.7, abs=1e-4), "it does not jump back"
    assert "sensor.x" not in words
    commands.do(EDITOR, "level", "touch_force", 0.8)
    assert "--set" not in commands.do(EDITOR, "write")
    session, _ = started(tmp_path)
    assert session.settings.number("touch_force") == pytest.approx(0.8, abs=1e-4)


def test_what_is_wrong_with_the_source_is_said_no_more_once_it_reads(made):
    session, _ = made(is_started=False)
    session._open(is_first=True)
    session._says("it does not answer")
    session.start()
    until(lambda: session.status == "")


def test_a_file_that_is_there_is_not_replaced(made, tmp_path):
    (tmp_path / "libpress.conf").write_text("other\n")
    session, commands = made(is_started=False)
    commands.do(EDITOR, "step", "touch_force", 1)
    with pytest.raises(Refused, match="there already"):
        commands.do(EDITOR, "write")
    assert (tmp_path / "libpress.conf").read_text() == "other\n" and session.settings.changed


# Profiles and names


def test_a_profile_is_saved_compared_and_loaded_and_pressd_takes_it(made, pressd, tmp_path):  # noqa: F811
    session, commands = made(is_started=False)
    commands.do(EDITOR, "level", "touch_force", 0.7)
    commands.do(EDITOR, "save", "Noa")
    for _ in range(6):
        commands.do(EDITOR, "step", "touch_force", -1)
    path = session.folder.there("Noa", PROFILE)
    assert session.settings.compare(path) == [("engine.touch_force", "0.4", "0.7")]
    assert pressd("--source", "sim", "--fast", "--duration", "1", "--profile", path).code == 0
    commands.do(EDITOR, "load", "Noa")
    assert session.settings.number("touch_force") == pytest.approx(0.7, abs=1e-4) and session.settings.compare(path) == []
    with pytest.raises(Refused, match="there already"):
        commands.do(EDITOR, "save", "Noa")
    commands.do(EDITOR, "save", "Noa", True)
    assert session.folder.names(PROFILE) == ["Noa"]


def test_a_profile_that_is_loaded_takes_the_place_of_the_one_before(made, tmp_path):
    session, commands = made(is_started=False)
    (tmp_path / "noa.profile.conf").write_text("[engine]\ntouch_force = 0.6\nrelease_force = 0.5\n")
    (tmp_path / "kim.profile.conf").write_text("[engine]\nfull_force = 2\n")
    number = session.settings.number
    commands.do(EDITOR, "change", "pad.beta", "2")
    commands.do(EDITOR, "load", "noa")
    commands.do(EDITOR, "change", "engine.zero_force", "0.3")
    commands.do(EDITOR, "load", "kim")
    assert session.settings.lines == ["pad.beta = 2", "engine.full_force = 2"]
    assert (number("touch_force"), number("release_force")) == pytest.approx((0.4, 0.25), abs=1e-4) and number("full_force") == 2
    commands.do(EDITOR, "undo")
    assert (number("touch_force"), number("zero_force")) == pytest.approx((0.6, 0.3), abs=1e-4) and number("full_force") != 2
    commands.do(EDITOR, "load", "noa")
    assert session.settings.lines == ["pad.beta = 2", "engine.touch_force = 0.6", "engine.release_force = 0.5"]


@given(ANYTHING)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_name_leads_out_of_the_folder(tmp_path, name):
    try:
        path = Folder(tmp_path).file(name, PROFILE)
    except Refused:
        return
    assert path.parent == tmp_path and path.name.endswith(PROFILE) and len(path.name) < 60


@pytest.mark.parametrize("name", ["../x", "/etc/passwd", ".", "..", "a/b", "a\x00b", "", " ", "a" * 41, "-x"])
def test_names_that_would_lead_out_are_refused(tmp_path, name):
    with pytest.raises(Refused, match="1 to 40"):
        Folder(tmp_path).file(name, PROFILE)


def test_a_link_out_of_the_folder_is_not_followed(tmp_path):
    (tmp_path / f"x{RECORDING}").symlink_to("/etc/passwd")
    with pytest.raises(Refused, match="no such file"):
        Folder(tmp_path).there("x", RECORDING)


@pytest.mark.parametrize("ending", [PROFILE, RECORDING])
def test_a_folder_lists_regular_files_whatever_else_lies_there(tmp_path, ending):
    (tmp_path / f"good{ending}").touch()
    (tmp_path / f"dangling{ending}").symlink_to("nowhere")
    (tmp_path / f"link{ending}").symlink_to(f"good{ending}")
    (tmp_path / f"folder{ending}").mkdir()
    os.mkfifo(tmp_path / f"pipe{ending}")
    assert Folder(tmp_path).names(ending) == ["good"]


# What viewers receive


@given(st.lists(st.one_of(st.just("publish"), st.integers(0, 3)), max_size=200))
def test_each_viewer_receives_every_text_in_order_or_learns_that_some_are_gone(steps):
    feed, published, places = Feed(ring=4), itertools.count(), [0] * 4
    for step in steps:
        if step == "publish":
            feed.publish(str(next(published)))
            continue
        found = feed.since(places[step])
        if found is None:
            assert places[step] < feed.now - 4
            places[step] = feed.now
        else:
            assert found[0] == [str(n) for n in range(places[step], feed.now)]
            places[step] = found[1]


def test_a_viewer_that_never_reads_costs_nothing(at_rest):
    feed = Feed()
    for number in range(10_000):
        feed.publish(f"text {number}")
    assert feed.since(0) is None and len(feed._ring) == RING and feed.since(feed.now) == ([], feed.now)


def test_as_many_viewers_as_there_may_be_and_each_more_makes_it_slower_for_all():
    feed = Feed()
    paces = [feed.pace for _ in range(MOST_VIEWERS) if feed.enter()]
    assert len(paces) == MOST_VIEWERS and not feed.enter() and paces == sorted(paces)
    assert MOST_VIEWERS / feed.pace <= 500, "texts a second, all viewers together"
    feed.leave()
    assert feed.enter()


def test_what_is_kept_of_a_run_is_bounded(made):
    session, commands = made(is_started=False)
    live = session.live
    for number in range(20_000):
        live.force(number / 100, 1.0)
        live.line(f"event {number}", "event")
        if number % 10 == 0:
            live.moment(None)
    for _ in range(200):
        session.notice(1, "x")
    shown = json.loads(session.picture()[0])
    assert len(shown["p"]) <= MOST_POINTS and len(shown["e"]) == MOST_EVENTS and shown["e"][-1][0] == shown["seen"] == 20_000
    assert len(session.notices) == MOST_NOTICES


def test_the_chart_keeps_each_peak():
    live = Live()
    for n, newtons in enumerate([0, 0, 7, 0, 0, -1, 0, 3, 0, 0]):
        live.force(n / 100, newtons)
    assert {7, -1} <= {newtons for _, newtons in live.moment(None)["p"]}


@pytest.mark.parametrize("line, shown", [
    ('{"event":"struck","t_us":1500000,"contact":0,"force":0.4,"pressure":0,"speed":61.04,"velocity":93}',
     "1.500 s  struck             0.40 N  61.0 N/s, velocity 93"),
    ('{"event":"let_go","t_us":1500000,"contact":0,"force":0.1,"pressure":0,"speed":8.26,"velocity":41}',
     "1.500 s  let_go             0.10 N  8.3 N/s, velocity 41"),
    ('{"event":"throw_began","t_us":1500000,"throw":1,"target":1,"vx":300,"vy":-400}', "1.500 s  throw_began        0.00 N  500 points/s"),
    ('{"event":"swiped","t_us":1500000,"contact":0,"force":0.5,"pressure":0,"direction":"left","speed":640}',
     "1.500 s  swiped             0.50 N  640 points/s"),
])  # fmt: skip
def test_a_line_says_how_fast_it_was(line, shown):
    live = Live()
    live.event(event_of(line))
    assert [text.strip() for _, text, _ in live.events] == [shown]


# Readings


def test_the_simulated_sensor_is_pressed_and_the_press_is_delivered(made):
    session, commands = made()
    commands.do(EDITOR, "hand", 0)
    time.sleep(0.5)
    commands.do(EDITOR, "hand", 5.0)
    until(lambda: session.live.phase.name == "completed")
    commands.do(EDITOR, "hand", 0)
    until(lambda: session.live.phase.name == "untouched")
    for wrong in (float("nan"), -1, 1e9, "5", True, [5]):
        with pytest.raises(Refused, match="0 to 30 N"):
            commands.do(EDITOR, "hand", wrong)


def test_a_level_counts_without_a_break_in_what_is_read(made):
    session, commands = made()
    until(lambda: session.live.reading is not None)
    run = session.run
    commands.do(EDITOR, "level", "touch_force", 0.9)
    assert session.run is run and run.pad.engine.config["touch_force"] == pytest.approx(0.9, abs=1e-4)
    commands.do(EDITOR, "change", "pad.flags", "no_median")
    assert session.run is not run


def test_a_recording_is_marked_replayed_and_replayed_again_as_soon_as_a_level_moves(made, pressd):  # noqa: F811
    session, commands = made()
    commands.do(EDITOR, "record", "one")
    time.sleep(1)
    commands.do(EDITOR, "mark", "hier")
    time.sleep(2.5)
    commands.do(EDITOR, "stop")
    until(lambda: session.replays.now is not None)
    before = session.replays.before
    assert before.counts["preview_began"] == before.counts["contact_began"] > 0 and before.marks[0][1] == "hier"
    path = session.folder.there("one", RECORDING)
    theirs = pressd("--source", f"trace:{path}", "--fast")
    assert theirs.code == 0 and theirs.out.count('"contact_began"') == before.counts["contact_began"]
    commands.do(EDITOR, "change", "engine.full_force", "20")
    until(lambda: session.replays.now is not before)
    assert session.replays.now.counts["commit_updated"] == 0 < before.counts["commit_updated"]
    assert session.replays.before is before
    with pytest.raises(Refused, match="there already"):
        commands.do(EDITOR, "record", "one")


def test_a_recording_that_is_broken_is_named_and_what_was_shown_stays_possible(made):
    session, commands = made(is_started=False)
    (session.folder.path / f"bad{RECORDING}").write_text("# libpress trace 1 sensors=1\nx,1,0,5\n")
    commands.do(EDITOR, "replay", "bad")
    until(lambda: not session.replays.is_busy)
    assert "bad.trace:2" in session.replays.problem
    session.replays.close()


def test_a_recording_that_is_too_long_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("libpress_page.replay.MOST_FRAMES", 3)
    path = file_with(tmp_path / "long.trace", "# libpress trace 1 sensors=1\n" + "".join(f"{n},1,0,5\n" for n in range(1, 9)))
    with pytest.raises(Problem, match="more than 3 frames"):
        play(path, setup().config)


def test_what_is_recorded_is_whole_when_the_page_closes(made):
    session, commands = made()
    commands.do(EDITOR, "record", "last")
    time.sleep(0.5)
    session.close()
    text = (session.folder.path / f"last{RECORDING}").read_text()
    assert text.startswith("# libpress trace 1") and text.splitlines()[-1].startswith("# end ")


def test_the_check_of_the_command_runs_as_steps(made):
    session, commands = made()
    commands.do(EDITOR, "check")
    with pytest.raises(Refused, match="runs already"):
        commands.do(EDITOR, "check")
    until(lambda: not session.steps.runs, 60)
    names = [found.name for found in session.steps.findings]
    assert session.steps.outcome == "done" and names[0] == "bus_opens" and names[-1] == "release_clean" and len(names) == 10
    until(lambda: session.run is not None)


def test_steps_that_are_ended_write_nothing_and_reading_goes_on(made):
    session, commands = made()
    commands.do(EDITOR, "calibrate", 0, 1)
    until(lambda: session.steps.question == "ready")
    commands.do(EDITOR, "end")
    until(lambda: not session.steps.runs)
    assert session.steps.outcome == "stopped: nothing was written" and list(session.folder.path.iterdir()) == []
    until(lambda: session.run is not None)
    with pytest.raises(Refused, match="no calibration"):
        commands.do(EDITOR, "keep")


def test_a_calibration_by_steps_is_written_and_pressd_takes_it(made, pressd, tmp_path):  # noqa: F811
    session, commands = made()
    commands.do(EDITOR, "calibrate", 0, 1)
    for answer in ("", "100", "nonsense", "500", ""):
        until(lambda: session.steps.question)
        commands.do(EDITOR, "answer", answer)
        until(lambda: not session.steps.question or session.steps._answers.empty())
        time.sleep(0.2)
    until(lambda: not session.steps.runs, 60)
    assert session.steps.outcome == "done" and session.steps.fit.masses == 2
    assert "no number of grams" in " ".join(session.steps.lines)
    commands.do(EDITOR, "level", "touch_force", 0.6)
    commands.do(EDITOR, "keep")
    assert f"calibration = {tmp_path / 'sensor.cal'}" in (tmp_path / "libpress.conf").read_text()
    assert session.settings.number("touch_force") == pytest.approx(0.6, abs=1e-4)
    assert pressd("--source", "sim", "--fast", "--duration", "1", "--config", tmp_path / "libpress.conf").code == 0


@pytest.mark.parametrize("wait", [0, 61, float("nan"), "10", None, True])
def test_a_time_that_no_mass_lies_is_refused(at_rest, wait):
    session, commands = at_rest
    with pytest.raises(Refused, match="1 to 60 seconds"):
        commands.do(EDITOR, "calibrate", 0, wait)
    assert session.steps is None


def test_a_collection_asks_for_presses_and_leaves_a_recording_that_is_replayed(made, tmp_path):
    session, commands = made(fast=True)
    commands.do(EDITOR, "collect", "noa", 1)
    until(lambda: not session.steps.runs, 60)
    assert session.steps.outcome == "done" and session.steps.lines == ["noa.trace: 8 done as asked, 0 otherwise"]
    config = setup(config=str(tmp_path / "noa.conf"), trace=str(tmp_path / "noa.trace")).config
    played = play(tmp_path / "noa.trace", config)
    assert [text for _, text in played.marks][:3] == ["asked nothing", "done nothing", "asked tap"]
    assert played.counts["contact_began"] == 8 and played.counts["contact_ended"] == 8
    until(lambda: session.run is not None)
    refused = (("noa", 1, "there already"), ("other", 0, "rounds"), ("other", True, "rounds"), ("../x", 1, "letters"))
    for name, rounds, words in refused:
        with pytest.raises(Refused, match=words):
            commands.do(EDITOR, "collect", name, rounds)


def test_a_collection_that_is_ended_keeps_what_was_recorded(made, tmp_path):
    session, commands = made()
    commands.do(EDITOR, "collect", "noa", 1)
    until(lambda: session.steps.step.startswith("Take your hand off") and session.steps.meter is not None)
    commands.do(EDITOR, "end")
    until(lambda: not session.steps.runs)
    assert session.steps.outcome == "stopped: noa.trace has what was done until then"
    assert (tmp_path / "noa.trace").read_text().splitlines()[-1].startswith("# end ")


def test_a_firm_curve_moves_the_levels_in_newtons_and_no_pressure(at_rest):
    session, commands = at_rest
    before = {row["key"]: row for row in session.levels()["rows"]}
    commands.do(EDITOR, "change", "engine.firmness", "1.00")
    after = {row["key"]: row for row in session.levels()["rows"]}
    assert after["preview_pressure"]["number"] == 0.25
    assert after["preview_pressure"]["newtons"] == pytest.approx(3.30, abs=0.01)
    assert before["preview_pressure"]["newtons"] == pytest.approx(1.55, abs=0.01)
    assert after["touch_force"] == before["touch_force"]
    commands.do(EDITOR, "level", "preview_pressure", 2.5)
    assert session.settings.number("preview_pressure") == pytest.approx(((2.5 - 0.4) / 4.6) ** 3, abs=0.001)
    with pytest.raises(Refused, match="-1 to 1"):
        commands.do(EDITOR, "change", "engine.firmness", "1.5")


def test_a_sensor_that_does_not_answer_is_shown_and_asked_again(made, monkeypatch):
    monkeypatch.setattr("libpress_page.session._AGAIN_S", 0.05)
    session, commands = made(trouble="absent")
    assert "nothing answers at 0x48" in session.status
    commands.do(EDITOR, "check")
    until(lambda: session.steps and not session.steps.runs)
    assert session.steps.findings[-1].name == "address_silent"
    session.setup.given["trouble"] = None  # it is plugged in
    until(lambda: not session.status and session.live.reading is not None)


def test_a_trace_ends_and_begins_again(made, tmp_path):
    trace = tmp_path / "short.trace"
    trace.write_text("# libpress trace 1 sensors=1 full_scale=26400\n" + "".join(f"{n * 5000},1,0,3\n" for n in range(1, 40)))
    session, commands = made(trace=str(trace))
    until(lambda: session.has_ended)
    commands.do(EDITOR, "again")
    until(lambda: not session.has_ended)
    until(lambda: session.has_ended)


# The lines of pressd


def test_the_lines_of_pressd_are_events_again(made, tmp_path):
    if not PRESSD.is_file():
        pytest.skip("there is no pressd here")
    log = tmp_path / "pressd.log"
    with log.open("w") as out:
        subprocess.run([PRESSD, "--source", "sim", "--fast", "--duration", "3"], stdout=out, check=True)
    theirs = [json.loads(line) for line in log.read_text().splitlines()]
    theirs = [one["event"] for one in theirs if one.get("ended", True) and one["event"] != "contact_moved"]
    lines = Lines(str(log))
    session, commands = made(lines=lines)
    until(lambda: session.has_ended)
    shown = [what for _, _, what in session.live.events]
    assert lines.broken == 0 and shown == theirs and "contact_began" in shown
    with pytest.raises(Refused, match="pressd reads the sensor"):
        commands.do(EDITOR, "check")


VALUES = st.recursive(st.one_of(st.none(), st.integers(), st.text()), lambda one: st.dictionaries(st.text(), one))


@given(st.one_of(st.binary(max_size=300), VALUES.map(json.dumps)))
def test_a_line_that_is_no_event_is_none(line):
    assert event_of(line) is None


HOSTILE = {
    "t_us": ("-1", "1e300", "9" * 400, "18446744073709551616", "1.5", "true", '"1"', "null"),
    "contact": ("-1", "4294967296", "9" * 400, "0.5", '"0"', "[0]"),
    "target": ("-1", "4294967296", "9" * 400, "1e300"),
    "throw": ("9" * 400,),
    "drag": ("9" * 400, "-1"),
    "late_us": ("-1", "9" * 400, "1e300"),
    "force": ("NaN", "Infinity", "-Infinity", "1e308", "9" * 400, '"1"', "4294967296"),
    "x": ("NaN", "-1e308"),
    "pressure": ("NaN", "{}"),
    "vx": ("NaN", "Infinity", "1e30"),
    "event": ("[]", "7", '"no_such"'),
    "reason": ("[]", '"no_such"'),
}


@pytest.mark.parametrize("name, value", [(name, value) for name, values in HOSTILE.items() for value in values])
def test_a_number_that_no_line_of_pressd_has_makes_it_no_event(name, value):
    fields = {"t_us": "1", "event": '"throw_moved"', "contact": "0", "target": "0", "force": "0.5", "vx": "1", name: value}
    line = f"{{{','.join(f'{chr(34)}{key}{chr(34)}:{one}' for key, one in fields.items())}}}"
    assert event_of(line) is None, line[:100]


@given(st.sampled_from(sorted(HOSTILE)), st.one_of(st.integers(), st.floats(), st.booleans(), st.none(), st.text()))
def test_whatever_is_an_event_can_be_shown_to_viewers(name, value):
    event = event_of(json.dumps({"t_us": 1, "event": "throw_moved", "contact": 0, "force": 0.5, "vx": 1} | {name: value}))
    if event is not None:
        live = Live()
        live.event(event)
        live.force(event.t_us / 1e6, event.force)
        json.loads(sent(live.moment(None)), parse_constant=pytest.fail)


@pytest.mark.parametrize("kind", EventType)
def test_the_line_of_an_event_is_that_event_again(kind):
    numbers = dict.fromkeys(("x", "y", "force", "pressure", "progress"), 0.5) | {"value": 2.0, "value2": 3.0}
    event = Event(t_us=7, type=kind, contact=3, target=4, ended=False, reason=Reason.NONE, subject=5, late_us=6, **numbers)
    again = event_of(describe(event))
    assert again is not None and (again.type, again.t_us) == (kind, 7)
    carried = json.loads(describe(event))
    sources = [types[kind] for name, types in CARRIED.items() if kind in types and name.rstrip("_") in carried]
    assert all(getattr(again, source) == getattr(event, source) for source in sources), sources
    line = describe(replace(event, **dict.fromkeys(FLAGS, True)))
    assert [name for name in FLAGS if getattr(event_of(line), name)] == [name for name in FLAGS if json.loads(line).get(name)]
    assert again.subject == (5 if "subject" in sources else 0)


def test_lines_that_are_too_long_or_broken_are_counted_and_the_next_one_is_read(tmp_path):
    path = tmp_path / "lines"
    good = '{"t_us":1,"event":"contact_began","contact":0,"target":0,"force":0.5}\n'
    broken = b"x" * 3 * LONGEST_LINE + b"\n" + b"\xff\xfe\n{}\n"
    path.write_bytes(broken + good.encode() + b'{"event":"no_such"}\n' + good.encode())
    lines = Lines(str(path))
    assert [event.force for event in lines.events() if event] == [0.5, 0.5] and lines.broken == 4
    assert len(lines._rest) <= LONGEST_LINE
    lines.close()


def test_the_figures_of_the_document_are_those_of_the_code():
    text = (ROOT / "docs/page.md").read_text() if os.path.exists(ROOT / "docs/page.md") else pytest.skip("no document here")
    for words in (f"{MOST_VIEWERS} viewers", f"{RING} texts", f"{MOST_EVENTS} events"):
        assert words in text, words
    for most, pace in feeding._PACES:
        assert f"| {most} | {1 / pace:.0f} |" in text
