"""The live page and the bridges at the socket of pressd: what it sends they follow, and what they are asked for it does or refuses."""

import itertools
import json
import subprocess
import threading
import time

import pytest
from libpress import EventType
from libpress.remote import Connection, Forces
from libpress.tools.setup import setup_of
from libpress_bridges import source
from libpress_bridges.commands import Commands
from libpress_bridges.stopping import Stopping
from libpress_page import commands as page_commands
from libpress_page import files, rights
from libpress_page import pressd as page_pressd
from libpress_page import session as page_session
from tools_fixtures import PRESSD

pytestmark = pytest.mark.skipif(not PRESSD.is_file(), reason="there is no pressd here")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "socket"


@pytest.fixture
def run(path):
    """Starts a pressd at the socket, and waits for it; it is ended with the test."""
    running = []

    def begin(*arguments):
        process = subprocess.Popen([PRESSD, "--quiet", "--duration", "60", "--listen", f"unix:{path}", *map(str, arguments)])
        running.append(process)
        while process.poll() is None and not (path.exists() and path.stat().st_mode & 0o200):
            time.sleep(0.01)
        return process

    yield begin
    for process in running:
        process.kill()
        process.wait()


def names_until(events, last):
    found = []
    for one in events:
        found.append(one)
        if getattr(getattr(one, "type", None), "name", "") == last or getattr(one, "name", "") == last:
            return found
    return found


def test_the_page_follows_events_and_forces_and_a_pressd_that_is_started_again(run, path):
    first = run("--source", "sim:average")
    connection = page_pressd.PressdSocket(str(path))
    seen = names_until(connection.events(), "CONTACT_ENDED")
    assert max(one.force for one in seen if isinstance(one, Forces)) > 0.1
    assert any(getattr(one, "type", None) is EventType.CONTACT_BEGAN for one in seen)
    first.kill()
    first.wait()
    assert None in itertools.islice(connection.events(), 1000)  # after what had come before it ended
    run("--source", "sim:average", "--seed", "2")
    seen = names_until(connection.events(), "CONTACT_ENDED")
    assert sum(getattr(one, "type", None) is EventType.CONTACT_BEGAN for one in seen) == 1
    connection.close()
    with pytest.raises(Exception, match="No such file"):
        page_pressd.PressdSocket(str(path) + "x")


HARD = """[profile]
name = hard
[engine]
preview_pressure = 0.8
commit_pressure = 0.9
complete_pressure = 0.95
"""


def wait_for(true):
    end = time.monotonic() + 10
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def session(path, tmp_path):
    """What `libpress page --lines unix:PATH` makes, and its commands."""
    made = []

    def make(may_change=True):
        own = page_session.Session(
            setup_of({"settings": (), "fast": False}), files.Folder(tmp_path), tmp_path / "libpress.conf", page_pressd.PressdSocket(str(path))
        )
        made.append(own)
        own.start()
        wait_for(lambda: own.settings.running)
        todo = page_commands.Commands(own)
        return own, lambda *words: todo.do(rights.Grant(1, may_change), *words)

    yield make
    for own in made:
        own.close()


def test_a_level_that_the_page_moves_counts_in_pressd_and_is_saved_there(run, path, session, tmp_path):
    saved = tmp_path / "saved"
    run("--source", "sim:average", "--set", "engine.touch_force=0.5", "--set", f"listen.save={saved}")
    own, do = session()
    assert own.kind == "pressd" and abs(own.settings.number("touch_force") - 0.5) < 1e-4
    do("level", "touch_force", 0.6)
    do("step", "preview_pressure", 2)
    with Connection(path) as pressd:
        assert abs(pressd.levels["touch_force"] - 0.6) < 1e-4
        assert abs(pressd.levels["preview_pressure"] - own.settings.number("preview_pressure")) < 1e-4
    do("undo")
    do("tare")
    assert "engine.touch_force" in do("write") and not own.settings.changed
    assert "touch_force = 0.6" in saved.read_text()
    wait_for(lambda: own.live.seen)
    assert own.live.moment(None)["sensors"][0]["code"] is not None and not (tmp_path / "libpress.conf").exists()


def test_a_key_that_is_no_level_goes_to_pressd_too(run, session):
    run("--source", "sim:average")
    own, do = session()
    do("change", "engine.lift_us", "30ms")
    assert own.settings.text("engine.lift_us") == "30ms"
    with pytest.raises(Exception, match="default is not known here"):
        do("undo")
    assert own.settings.text("engine.lift_us") == "30ms"
    with pytest.raises(Exception, match="sensor"):
        do("change", "sensor.span", "1.5")
    assert own.settings.text("sensor.span") == "0"


def test_what_pressd_refuses_is_not_changed_on_the_page(run, path, session):
    process = run("--source", "sim:average")
    own, do = session()
    before = own.levels()
    with pytest.raises(Exception, match="no such section"):
        do("change", "gestures.hold_us", "700ms")
    assert own.levels() == before and not own.settings.changed
    process.kill()
    process.wait()
    with pytest.raises(Exception, match="refused|No such file|closed"):
        do("level", "touch_force", 0.6)
    assert own.levels() == before
    with pytest.raises(Exception, match="nothing was changed"):
        do("write")


def test_several_levels_are_taken_in_an_order_that_pressd_accepts_or_none_of_them(run, path, session, tmp_path):
    run("--source", "sim:average")
    own, do = session()
    # Set one after the other, the first level would be above the second.
    (tmp_path / "hard.profile.conf").write_text(HARD)
    do("load", "hard")
    with Connection(path) as pressd:
        assert abs(pressd.levels["preview_pressure"] - 0.8) < 1e-4 and abs(pressd.levels["commit_pressure"] - 0.9) < 1e-4
    do("undo")
    with Connection(path) as pressd:
        assert pressd.levels["preview_pressure"] < 0.5


def test_a_profile_that_the_page_loads_takes_the_place_of_the_one_before_in_pressd(run, path, session, tmp_path):
    run("--source", "sim:average", "--set", "engine.zero_force=0.35")
    own, do = session()
    (tmp_path / "hard.profile.conf").write_text(HARD)
    (tmp_path / "kim.profile.conf").write_text("[engine]\nfull_force = 2\nzero_force = 0.3\n")
    with Connection(path) as pressd:
        before = pressd.levels
    for name in ("kim", "hard", "kim"):
        do("load", name)
    with Connection(path) as pressd:
        assert pressd.levels == pytest.approx(before | {"full_force": 2, "zero_force": 0.3}, abs=1e-4)


def test_a_level_that_another_program_sets_is_shown_on_the_page(run, path, session):
    run("--source", "sim:average")
    own, do = session()
    do("level", "touch_force", 0.6)
    with Connection(path) as pressd:
        pressd.set("engine.touch_force", 0.7)
    wait_for(lambda: abs(own.settings.number("touch_force") - 0.7) < 1e-4)
    assert not own.settings.changed and any("touch_force" in one.text for one in own.notices)


def test_who_has_no_token_changes_nothing_in_pressd(run, path, session):
    run("--source", "sim:average")
    own, do = session(may_change=False)
    before = own.levels()
    for words in (("level", "touch_force", 0.6), ("tare",), ("write",), ("change", "engine.lift_us", "30ms")):
        with pytest.raises(Exception, match="only shows"):
            do(*words)
    with Connection(path) as pressd:
        assert own.levels() == before and abs(pressd.levels["touch_force"] - own.settings.number("touch_force")) < 1e-4


def test_a_bridge_ends_what_ran_when_pressd_was_killed_and_goes_on_with_the_next(run, path):
    stopping = Stopping()
    put, said = [], []
    first = run("--source", "sim:hold")
    connection = source.PressdSocket(str(path), said.append)
    reader = threading.Thread(target=connection.run, args=(put.append, Commands(False), stopping))
    reader.start()

    def wait(is_so):
        until = time.monotonic() + 20
        while not is_so() and time.monotonic() < until:
            time.sleep(0.02)
        assert is_so(), [one.name for one in put]

    wait(lambda: any(one.name == "contact_began" for one in put))
    first.kill()
    first.wait()
    wait(lambda: said)
    assert not any(one.name == "contact_cancelled" for one in put), "it may come back with its end"
    run("--source", "sim:hold", "--seed", "2")
    wait(lambda: sum(one.name == "contact_began" for one in put) == 2)
    stopping.ask()
    reader.join(10)
    assert not reader.is_alive() and connection.health()["events"] > 2
    names = [one.name for one in put]
    began, ended = names.count("contact_began"), names.count("contact_cancelled") + names.count("contact_ended")
    assert began == ended == 2 and names.index("contact_cancelled") < len(names) - 1 - names[::-1].index("contact_began")


def test_what_a_broker_asks_for_is_done_by_pressd_or_refused_in_its_words(run, path):
    commands = Commands(True)
    stopping = Stopping()
    process = run("--source", "sim:average")
    connection = source.PressdSocket(str(path), print)
    reader = threading.Thread(target=connection.run, args=(lambda event: None, commands, stopping))
    reader.start()

    def asked(part, payload):
        found = []
        commands.put(part, payload.encode(), found.append)
        wait_for(lambda: found)
        return found[0]

    assert asked("set/engine.touch_force", "0.7") == {"command": "set/engine.touch_force", "accepted": True, "value": "0.7"}
    assert abs(connection.settings()["engine"]["touch_force"] - 0.7) < 1e-3
    assert asked("tare", "")["accepted"]
    profile = {"id": 7, "text": HARD + "[gestures]\nhold_us = 700ms\n"}
    assert asked("profile", json.dumps(profile)) == {
        "command": "profile", "id": 7, "accepted": True, "profile": "hard", "unused": ["gestures"]
    }  # fmt: skip
    assert abs(connection.settings()["engine"]["commit_pressure"] - 0.9) < 1e-3
    for part, payload in (
        ("set/engine.release_force", "5"),
        ("set/gestures.hold_us", "700ms"),
        ("set/engine.nothing", "1"),
        ("explode", ""),
    ):
        found = asked(part, payload)
        assert not found["accepted"] and found["why"]
    process.kill()
    process.wait()
    assert not asked("tare", "")["accepted"]
    stopping.ask()
    reader.join(10)
    assert not reader.is_alive()
