"""libpress.remote: a program in Python at the socket of pressd."""

import itertools
import json
import os
import signal
import socket
import sys
import threading
import time

import pytest
from conftest import PRESSD, ROOT, wait_for_socket

LIBRARIES = PRESSD.parents[1] / "lib" / "libpress.so.1", PRESSD.parent / "libpress.so.1", ROOT / "build" / "libpress.so.1"
LIBRARY = next((one for one in LIBRARIES if one.exists()), None)
if LIBRARY is None:
    pytest.skip("needs libpress.so.1", allow_module_level=True)
os.environ.setdefault("LIBPRESS_LIBRARY", str(LIBRARY))
sys.path[:0] = [str(ROOT / "bindings/python/src"), str(ROOT / "Tests/setup")]
from libpress import EventType, PressError, remote  # noqa: E402
from libpress.remote import ClosedError, Connection, Forces, Missed, RefusedError, RemoteEvent, Restarted  # noqa: E402
from values import values  # noqa: E402

EXAMPLES = ROOT / "examples" / "pressd"
SCHEMA = json.loads((ROOT / "docs" / "protocol.schema.json").read_text())


@pytest.fixture
def path(tmp_path):
    return tmp_path / "socket"


@pytest.fixture
def run(start, path):
    """Starts a pressd at the socket, and waits for it."""

    def begin(*arguments):
        process = start("--quiet", "--duration", "60", "--listen", f"unix:{path}", *arguments, stdout=None, text=False)
        wait_for_socket(process, path)
        return process

    return begin


def test_a_connection_says_what_it_is_connected_to(run, path):
    run("--source", "sim:average", "--config", EXAMPLES / "plate4.conf")
    with Connection(f"unix:{path}") as pressd:
        assert pressd.may_command and pressd.sensors == 4 and "preview" in pressd.attached and pressd.levels["full_force"] > 1
        assert pressd.run > 1_600_000_000_000_000 and pressd.version.count(".") == 2 and pressd.ping() >= 0
    with pytest.raises(ClosedError):
        pressd.ping()


def test_events_and_forces_come_typed(run, path):
    run("--source", "sim:average")
    with Connection(path, to="events forces", rate=100, since=0) as pressd:
        seen = []
        for one in pressd:
            seen.append(one)
            if isinstance(one, RemoteEvent) and one.type is EventType.CONTACT_ENDED:
                break
        forces = [one for one in seen if isinstance(one, Forces)]
        events = [one for one in seen if isinstance(one, RemoteEvent)]
        assert max(one.force for one in forces) > 0.1 and all(len(one.codes) == 1 for one in forces)
        assert events[-1]["reason"] == "lifted" and events[-1].seq == pressd.seq
        assert pressd.receive(timeout=0) is None or True
        with pytest.raises(KeyError):
            events[-1]["nothing"]


def test_every_command_has_its_method_and_its_error_is_named(run, path):
    run("--source", "sim:hold", "--config", EXAMPLES / "peek.conf", "--set", "drag.enabled=yes", "--set", "scroll.enabled=yes",
        "--set", "levels.enabled=yes")  # fmt: skip
    arguments = {"key": "engine.touch_force", "value": 0.5, "fraction": 0.00001, "x": 1e-9, "y": 2.0, "yes": True, "force": True,
                 "section": "engine", "operation": "copy", "flags": ["transfers", "exact"], "hint": "link", "copy": True, "success": False}  # fmt: skip
    with Connection(path) as pressd:
        for one in SCHEMA["$defs"]["command"]["oneOf"]:
            name = one["properties"]["do"]["const"]
            if name in ("subscribe", "profile"):
                continue
            fields = [field for field in one["properties"] if field not in ("do", "id")]
            try:
                getattr(pressd, name)(**{field: arguments.get(field, 1) for field in fields})
            except RefusedError as problem:
                assert problem.name in ("not_found", "not_now", "failed"), (name, problem)
        assert pressd.levels["touch_force"] != 0.5 and pressd.snapshot() is not None and pressd.levels["touch_force"] == 0.5
        pressd.peek_open(1)
        assert "peek" in [one.life for one in pressd.snapshot()]
        with pytest.raises(RefusedError, match="action_perform") as problem:
            pressd.action_perform(77)
        assert problem.value.name == "not_found" and isinstance(problem.value, PressError)
        with pytest.raises(RefusedError, match="value: it must be a decimal above 0"):
            pressd.set("engine.touch_force", -1.0)
        for wrong in (-1, 1 << 32):
            with pytest.raises(OverflowError, match="target"):
                pressd.peek_open(wrong)


def test_a_long_profile_goes_over_in_parts_and_takes_the_place_of_the_one_before(run, path):
    run("--source", "sim:hold", "--set", "gestures.enabled=yes")
    keys = ["touch_force = 0.2", "release_force = 0.12", "full_force = 2", "lift_us = 80ms", "firmness = 0.5"]
    text = "\ufeff[profile]\r\nname = Noa ä\n[engine]\n" + "".join(f"{'# long words' * 40}\n{key} # c\n{' ' * 300}\n" for key in keys)
    with Connection(path) as pressd:
        assert pressd.profile(text + "[button]\npress_force = 2\n") == ("button",)
        assert pressd.get("engine.full_force").value == "2" and pressd.get("profile.name").value == "Noa ä"
        assert pressd.get("engine.full_force").origin == "profile" and pressd.get("engine.full_force").line == 11
        many = "[engine]\n" + "\n" * 2000 + "lift_us = 90ms\n"
        assert pressd.profile(many) == () and pressd.get("engine.lift_us").line == 2002 and pressd.get("engine.touch_force").origin == "default"
        with pytest.raises(RefusedError, match="line 2: engine.touch_force: it must be"):
            pressd.profile("[engine]\ntouch_force = 0\n" + "# a comment\n[gestures]\n" * 100)
        with pytest.raises(RefusedError, match="line 2: it is too long"):
            pressd.profile("[profile]\nname = " + "x" * 2000)
        assert pressd.get("engine.lift_us").value == "90000", "a profile that is refused changes nothing"
        assert pressd.profile("[gestures]\nhold_us = 1s\n", "kim") == () and pressd.get("profile.name").value == "kim"
        assert pressd.get("engine.full_force").origin == "default" and pressd.get("gestures.hold_us").value == "1000000"
        assert pressd.profile("") == () and pressd.get("gestures.hold_us").origin == "default"


def test_after_a_break_no_end_is_missing(run, path, tmp_path):
    """A proxy between both is cut again and again."""
    run("--source", "sim:double_tapping", "--config", EXAMPLES / "plate4.conf", "--set", "gestures.enabled=yes")
    middle = tmp_path / "middle"
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(middle))
    listening.listen(4)
    cuts = 0

    def proxy():
        nonlocal cuts
        while True:
            try:
                near = listening.accept()[0]
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            far.connect(str(path))
            far.settimeout(0.02)
            near.settimeout(0.02)
            end = time.monotonic() + 0.4
            while time.monotonic() < end:
                for one, other in ((near, far), (far, near)):
                    try:
                        if data := one.recv(4096):
                            other.sendall(data)
                    except OSError:
                        pass
            near.close()
            far.close()
            cuts += 1

    threading.Thread(target=proxy, daemon=True).start()
    with Connection(path, since=0) as whole, Connection(middle, since=0) as cut:
        received = list(iter(lambda: cut.receive(timeout=4 if cuts < 8 else 0), None))[:10_000]
        last = cut.seq
        expected = []
        while not expected or expected[-1].seq < last:
            expected.append(whole.receive(timeout=5))

    def kept(events):
        return [
            e for e in events if isinstance(e, RemoteEvent) and not (str(e.type.name).endswith(("UPDATED", "MOVED")) and not e.fields.get("ended"))
        ]

    listening.close()
    assert cuts >= 8 and kept(received) == [e for e in kept(expected) if e.seq <= last]
    assert len({e.seq for e in received if isinstance(e, RemoteEvent)}) == len([e for e in received if isinstance(e, RemoteEvent)])


def test_a_pressd_that_was_killed_and_started_again_is_reported(run, path):
    process = run("--source", "sim:average")
    with Connection(path, since=0) as pressd:
        first = pressd.run
        pressd.receive(timeout=5)
        process.kill()
        process.wait()
        run("--source", "sim:average")
        while not isinstance(one := pressd.receive(timeout=10), Restarted):
            assert one is not None
        assert one.run == pressd.run != first
        assert next(pressd.events()).seq == 1


def test_more_than_is_kept_is_reported_as_missed(run, path):
    run("--source", "sim:hold", "--config", EXAMPLES / "peek.conf")
    with Connection(path) as pressd:
        for _ in range(300):
            pressd.peek_open(1)
            pressd.peek_dismiss()
    with Connection(path, since=1) as late:
        assert late.receive(timeout=5) == Missed(ends=True) and isinstance(late.receive(timeout=5), RemoteEvent)


def test_without_a_pressd_and_without_trying_again_it_is_closed(run, path, tmp_path):
    with pytest.raises(ClosedError, match="socket"):
        Connection(path)
    process = run("--source", "sim:hold")
    with Connection(path, again=0) as pressd:
        process.send_signal(signal.SIGTERM)
        with pytest.raises(ClosedError) as problem:
            while True:
                pressd.receive(timeout=5)
        assert problem.value.why == "end"


def test_what_is_no_pressd_is_refused(tmp_path):
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(tmp_path / "other"))
    listening.listen()
    for text, why in (
        (b"hello\n", "not JSON"),
        (b"[" * 60000 + b"\n", "not JSON"),
        (b"[]\n", "no object"),
        (b"7\n", "no object"),
        (b'{"x":1}\n', "no pressd"),
        (b'{"hello":"pressd","protocol":2}\n', "protocol 2"),
        (b"", "closed"),
    ):

        def answer(text=text):
            one = listening.accept()[0]
            one.sendall(text)
            one.close()

        threading.Thread(target=answer, daemon=True).start()
        with pytest.raises(ClosedError, match=why):
            Connection(tmp_path / "other", timeout=2)


def test_the_module_speaks_the_protocol_of_the_schema():
    assert SCHEMA["$defs"]["hello"]["properties"]["protocol"]["const"] == remote.PROTOCOL


# ---- The tools at the socket


def names_until(events, last):
    found = []
    for one in events:
        found.append(one)
        if getattr(getattr(one, "type", None), "name", "") == last or getattr(one, "name", "") == last:
            return found
    return found


def test_the_page_follows_events_and_forces_and_a_pressd_that_is_started_again(run, path):
    lines = pytest.importorskip("libpress.page.pressd")
    first = run("--source", "sim:average")
    connection = lines.PressdSocket(str(path))
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
        lines.PressdSocket(str(path) + "x")


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
    pytest.importorskip("click")
    from libpress.page import commands, files, pressd, rights, session
    from libpress.tools.setup import setup_of

    made = []

    def make(may_change=True):
        own = session.Session(
            setup_of({"settings": (), "fast": False}), files.Folder(tmp_path), tmp_path / "libpress.conf", pressd.PressdSocket(str(path))
        )
        made.append(own)
        own.start()
        wait_for(lambda: own.settings.running)
        todo = commands.Commands(own)
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
    # One after the other the first would lie above the second.
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
    source = pytest.importorskip("libpress.tools.bridges.source")
    commands = pytest.importorskip("libpress.tools.bridges.commands")
    stopping = pytest.importorskip("libpress.tools.bridges.stopping").Stopping()
    put, said = [], []
    first = run("--source", "sim:hold")
    connection = source.PressdSocket(str(path), said.append)
    reader = threading.Thread(target=connection.run, args=(put.append, commands.Commands(False), stopping))
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
    source = pytest.importorskip("libpress.tools.bridges.source")
    commands = pytest.importorskip("libpress.tools.bridges.commands").Commands(True)
    stopping = pytest.importorskip("libpress.tools.bridges.stopping").Stopping()
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


CHANGEABLE = "engine pad gestures peeks transitions button drag strike pinch scroll levels".split()
FURNITURE = "[target]\nid = 7\nwidth = 9\nheight = 9\ntraits = peek\n[peek]\nid = 3\ntarget = 7\n[transition]\nid = 1\ndriver = preview\n"


FIXED = ("enabled", "tell_moved", "max_contacts", "max_targets", "max_events")


@pytest.mark.parametrize("section", CHANGEABLE)
def test_what_is_shown_of_any_key_means_the_same(run, path, tmp_path, section):
    config = tmp_path / "a.conf"
    config.write_text(FURNITURE + "".join(f"[{one}]\n" for one in CHANGEABLE[2:]))
    run("--source", "sim:average", "--config", config)
    with Connection(path) as pressd:

        def is_taken(value):
            try:
                pressd.set(name, value)
            except RefusedError:
                return False
            return True

        for key, texts in ((key, texts) for one, key, texts in values() if one == section and key not in FIXED):
            name = f"{section}.{key}"
            usual = pressd.get(name).value
            assert is_taken(usual), name
            for text in filter(is_taken, texts):  # the others do not go with another key
                shown = pressd.get(name).value
                again = [shown, float(shown)] if shown.replace(".", "").lstrip("-").isdigit() and key != "traits" else [shown]
                for value in again:
                    assert is_taken(usual) and is_taken(value) and pressd.get(name).value == shown, (name, text, value)
            assert is_taken(usual)
