"""libpress.remote: a program in Python at the socket of pressd."""

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
