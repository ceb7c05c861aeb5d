"""The socket for other programs: what comes out of the socket, what is carried out, and what bounds it all."""

import itertools
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from conftest import PRESSD, ROOT, assert_ends, check_pairs, wait_for_socket
from jsonschema import Draft202012Validator

sys.path.insert(0, str(ROOT / "bindings" / "python" / "src"))
EXAMPLES = ROOT / "examples" / "pressd"
SCHEMA = json.loads((ROOT / "docs" / "protocol.schema.json").read_text())
RECEIVED = Draft202012Validator(SCHEMA)
DEFINED = SCHEMA["$defs"]
READERS = 16


def validator(schema):
    return Draft202012Validator(schema | {"$defs": DEFINED})


def alternatives(name, key):
    """Of a definition with alternatives, the one for each value of a field: the whole takes long."""
    found = {}
    for one in DEFINED[name]["oneOf"]:
        what = one["properties"][key]
        for value in what["enum"] if "enum" in what else [what["const"]]:
            found[value] = validator(one)
    return found


EVENTS, COMMANDS = alternatives("event", "event"), alternatives("command", "do")
OTHERS = {name: validator(DEFINED[name]) for name in ("hello", "forces", "answer", "warning", "closed")}


def kind(line):
    found = [key for key in ("event", *OTHERS) if key in line]
    assert len(found) == 1, line
    return found[0]


def check_line(line):
    if kind(line) == "event":
        EVENTS[line["event"]].validate(line)
        assert line["seq"] > 0
    else:
        OTHERS[kind(line)].validate(line)


def test_the_parts_of_the_schema_are_the_whole(pressd):
    Draft202012Validator.check_schema(SCHEMA)
    for seq, event in enumerate(pressd("--source", "sim:peek", "--fast", "--config", EXAMPLES / "peek.conf").events[::5], 1):
        line = {"seq": seq} | event
        RECEIVED.validate(line)
        check_line(line)
        assert not RECEIVED.is_valid(event) and not RECEIVED.is_valid(line | {"more": 1})


class Client:
    """A program at the socket. Every line that it receives is one of the schema, and so is every command that is accepted."""

    def __init__(self, path, room=None):
        self.socket = socket.socket(socket.AF_UNIX)
        if room:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.socket.connect(str(path))
        self.socket.settimeout(10)
        self.buffer = b""
        self.lines = []
        self.id = 0

    def line(self):
        """The next one; None at the end."""
        while b"\n" not in self.buffer:
            try:
                data = self.socket.recv(65536)
            except ConnectionResetError:
                data = b""
            if not data:
                assert not self.buffer, f"half a line: {self.buffer}"
                return None
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\n", 1)
        line = json.loads(text)
        check_line(line)
        self.lines.append(line)
        return line

    def until(self, what):
        """The first line of a kind, or with that event."""
        while (line := self.line()) is not None:
            if kind(line) == what or line.get("event") == what:
                return line
        raise AssertionError(f"no {what} came")

    def send(self, text):
        self.socket.sendall(text if isinstance(text, bytes) else text.encode())

    def do(self, command, **fields):
        self.id += 1
        line = {"do": command, "id": self.id} | fields
        self.send(json.dumps(line) + "\n")
        answer = self.until("answer")
        assert answer["id"] == self.id and answer["answer"] in (command, None)
        if answer["ok"]:
            COMMANDS[command].validate(line)
        return answer

    def refused(self, text):
        """The error of a line."""
        self.send(text if isinstance(text, bytes) else text + "\n")
        answer = self.until("answer")
        assert not answer["ok"]
        return answer["error"]

    def rest(self):
        while self.line() is not None:
            pass
        return self.lines

    @property
    def events(self):
        return [line for line in self.lines if "event" in line]


@pytest.fixture
def server(start, path):
    def begin(*arguments):
        process = start("--listen", f"unix:{path}", "--quiet", *arguments)
        wait_for_socket(process, path)
        return process

    return begin


def ended(process, after=signal.SIGTERM):
    process.send_signal(after)
    code = process.wait(timeout=10)
    return code, process.stderr.read()


# ---- What comes out


def test_the_first_line_says_who_answers_and_what_runs(server, path):
    server("--source", "sim:average", "--duration", "60", "--config", EXAMPLES / "peek.conf")
    hello = Client(path).line()
    assert hello["protocol"] == 1 and hello["may"] == "command" and hello["rate"] > 100 and hello["sensors"] == 4
    assert {"preview", "peek", "gestures"} <= set(hello["attached"]) and hello["levels"]["full_force"] > 1
    assert hello["running"] == [] and hello["omitted"] == 0


def test_the_events_are_those_of_the_log(pressd, start, path, tmp_path):
    arguments = ("--source", "sim:press", "--config", EXAMPLES / "plate4.conf", "--progress", "all")
    with open(tmp_path / "log", "w") as log:
        process = start("--listen", f"unix:{path}", *arguments, stdout=log)
    wait_for_socket(process, path)
    client = Client(path)
    client.do("subscribe", since=0)
    lines = client.rest()
    assert process.wait(timeout=10) == 0
    log = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    received = sorted(client.events, key=lambda event: event["seq"])
    assert [{key: value for key, value in event.items() if key != "seq"} for event in received] == log
    assert [event["seq"] for event in received] == list(range(1, len(log) + 1))
    assert lines[-1]["closed"] == "end" and log == pressd(*arguments, "--fast").events


@pytest.mark.parametrize("arguments", [
    ("sim:press", None), ("sim:peek", "peek.conf"), ("sim:actions", "peek.conf"), ("sim:drag", "drag.conf"), ("sim:storm", "fsr402.conf"),
    ("sim:scroll", "plate4.conf", "--set", "gestures.enabled=yes", "--set", "engine.traits=scroll"),
])  # fmt: skip
def test_every_line_of_the_log_is_one_of_the_schema(pressd, arguments):
    source, config, *more = arguments
    result = pressd("--source", source, "--fast", *(("--config", EXAMPLES / config) if config else ()), *more)
    assert result.events
    for event in result.events:
        EVENTS[event["event"]].validate(event)
        assert "seq" not in event


def test_forces_come_at_the_rate_that_was_asked_for(server, path):
    server("--source", "sim:firm", "--duration", "60", "--config", EXAMPLES / "plate4.conf")
    client = Client(path)
    client.do("subscribe", to="forces", rate=50)
    while len([line for line in client.lines if "forces" in line]) < 60:
        client.line()
    forces = [line for line in client.lines if "forces" in line]
    assert not client.events and all(len(line["forces"]) == len(line["codes"]) == 4 for line in forces)
    steps = [after["t_us"] - before["t_us"] for before, after in zip(forces, forces[1:])]
    assert 19_000 <= sum(steps) / len(steps) <= 21_000
    client.do("subscribe", to="forces", rate=5)
    count = len(client.lines)
    time.sleep(1)
    client.do("subscribe", to="none")
    assert 3 <= len(client.lines) - count - 1 <= 7
    time.sleep(0.3)
    client.do("ping")
    assert kind(client.lines[-2]) == "answer"


def test_what_runs_is_in_the_snapshot_and_in_the_next_hello(server, path):
    server("--source", "sim:average", "--duration", "60", "--config", EXAMPLES / "peek.conf")
    client = Client(path)
    client.do("subscribe")
    assert client.do("peek_open", target=1)["ok"]
    other = Client(path).line()
    assert [one["life"] for one in other["running"] if one["life"] == "peek"] == ["peek"]
    peek = next(one for one in client.do("snapshot")["running"] if one["life"] == "peek")
    assert peek["latest"]["event"] == "actions_revealed" and peek["latest"]["seq"] <= other["seq"]
    assert client.do("peek_dismiss")["ok"]
    assert not [one for one in client.do("snapshot")["running"] if one["life"] == "peek"]


def test_who_comes_back_with_its_number_gets_every_event_that_is_no_progress(server, path):
    server("--source", "sim:average", "--duration", "60")
    first, whole = Client(path), Client(path)
    whole.do("subscribe", since=0)
    first.do("subscribe", since=0)
    first.until("contact_ended")
    first.socket.close()
    since = first.events[-1]["seq"]
    whole.until("contact_ended")
    whole.until("contact_ended")
    again = Client(path)
    answer = again.do("subscribe", since=since)
    assert answer["ok"] and answer["complete"]
    whole.until("contact_ended")
    again.until("contact_ended")
    again.until("contact_ended")

    def kept(client):
        return {e["seq"]: e for e in client.events if not e["event"].endswith("_updated") or e.get("ended")}

    one, all_of_them = kept(again), kept(whole)
    last = min(max(one), max(all_of_them))
    assert {seq: e for seq, e in one.items() if seq <= last} == {seq: e for seq, e in all_of_them.items() if since < seq <= last}
    check_pairs([e for e in whole.events if e["seq"] <= last and e["event"].startswith("contact")])


# ---- Commands


def test_commands_do_what_a_finger_does(server, path):
    server("--source", "sim:hold", "--duration", "60", "--config", EXAMPLES / "peek.conf", "--set", "transition.driver=preview")
    client = Client(path)
    client.do("subscribe")
    assert client.do("peek_open", target=1)["ok"]
    assert [e["event"] for e in client.events if "peek" in e] == ["peek_shown", "actions_revealed"]
    assert client.do("action_perform", action=999)["error"] == "not_found"
    assert client.do("action_perform", action=1)["ok"] and "action_selected" in [e["event"] for e in client.events]
    assert client.do("peek_pop")["error"] == "not_now"
    refused = client.do("transition_finish", transition=1)
    assert refused["error"] == "not_found" and "not started" in refused["message"]
    assert client.do("transition_start", transition=1)["ok"] and client.events[-1]["event"] == "transition_started"
    assert client.do("transition_update", transition=1, fraction=0.5)["ok"]
    assert client.events[-1] | {"t_us": 0, "seq": 0} == {
        "t_us": 0,
        "seq": 0,
        "event": "transition_updated",
        "transition": 1,
        "progress": 0.5,
    }
    assert client.do("transition_finish", transition=1)["ok"] and client.until("transition_finished")
    assert client.do("transition_start", transition=9)["error"] == "not_found"
    assert client.do("drag_begin", source=1)["error"] == "not_attached"


def test_a_target_is_thrown_aimed_and_stopped(server, path):
    options = ("--set", "target.traits=scroll peek", "--set", "scroll.enabled=yes")
    server("--source", "sim:hold", "--duration", "60", "--config", EXAMPLES / "peek.conf", *options)
    client = Client(path)
    client.do("subscribe")
    assert client.do("scroll_aim", target=1, x=100, y=0)["error"] == "not_now"
    assert client.do("scroll_throw", target=99, vx=1000, vy=0)["error"] == "not_found"
    assert client.do("scroll_throw", target=1, vx=1000, vy=0)["ok"]
    assert client.events[-1]["event"] == "throw_began"
    assert client.do("scroll_aim", target=1, x=400.5, y=0)["ok"]
    assert client.do("scroll_stop", target=1)["ok"]
    end = client.events[-1]
    assert (end["event"], end["reason"], end["throw"]) == ("throw_ended", "program", 1)
    assert client.do("scroll_stop", target=1)["error"] == "not_now"
    assert client.do("levels_cancel", contact=0)["error"] == "not_attached"


def test_levels_of_a_contact_are_cancelled(server, path):
    server("--source", "sim:hold", "--duration", "60", "--set", "levels.enabled=yes", "--set", "levels.first_pressure=0.1")
    client = Client(path)
    client.do("subscribe")
    assert client.do("levels_cancel", contact=77)["error"] == "not_found"
    began = client.until("levels_began")
    assert client.do("levels_cancel", contact=began["contact"])["ok"]
    assert [e["reason"] for e in client.events if e["event"] == "levels_cancelled"] == ["program"]
    assert client.do("scroll_stop", target=1)["error"] == "not_attached"


def test_a_drop_can_be_undone_and_done_again(server, path):
    server("--source", "sim:hold", "--duration", "60", "--config", EXAMPLES / "drag.conf")
    client = Client(path)
    client.do("subscribe")
    assert client.do("drop_undo")["error"] == "not_found"
    found = [(a, b) for a in range(1, 9) for b in range(1, 9) if a != b and client.do("drag_perform", source=a, destination=b)["ok"]
             and client.events[-1]["event"] == "drop_concluded" and client.events[-1]["arrived"]]  # fmt: skip
    assert found and client.do("drop_undo")["ok"] and client.events[-1]["event"] == "drop_undone"
    assert client.do("drop_redo")["ok"] and client.events[-1]["event"] == "drop_redone"
    session = client.do("drag_begin", source=found[0][0])["drag"]
    assert client.do("drag_move", drag=session, x=1.5, y=-2)["ok"] and client.do("drag_over", drag=session, target=found[0][1])["ok"]
    assert client.do("drop_confirm", drag=session, yes=True)["error"] == "not_now"
    assert client.do("drag_cancel", drag=session)["ok"] and client.do("drag_drop", drag=session)["error"] == "not_found"


def test_a_level_that_is_set_counts_and_can_be_saved(server, path, tmp_path):
    saved = tmp_path / "saved"
    arguments = ("--source", "sim:average", "--duration", "60", "--set", f"listen.save={saved}")
    process = server(*arguments)
    client = Client(path)
    assert client.do("set", key="engine.touch_force", value=0.5)["ok"] and client.do("set", key="engine.lift_us", value="50ms")["ok"]
    assert client.do("set", key="pad.flags", value="no_filter")["ok"]
    for key, value in (("engine.touch_force", -1), ("engine.full_force", 0.1), ("engine.nothing", 1), ("sensor.x", 1), ("listen.path", "/x"),
                       ("engine", 1), ("engine.touch_force", None), ("pad.stale_after_us", 1), ("engine.traits", "peek")):  # fmt: skip
        assert client.do("set", key=key, value=value)["error"] == "bad_value", key
    assert client.do("set", key="button.press_force", value=1)["error"] == "not_attached"
    assert client.do("snapshot")["levels"]["touch_force"] == 0.5
    assert client.do("save")["ok"]
    assert ended(process)[0] == 0
    assert "engine.touch_force = 0.5" in saved.read_text() and "engine.lift_us = 50ms" in saved.read_text()
    process = server(*arguments)
    assert Client(path).line()["levels"]["touch_force"] == 0.5
    ended(process)
    saved.write_text("engine.touch_force = 0.3\nengine.touch_farce = 1\n")
    process = server(*arguments)
    assert process.wait(timeout=5) == 78 and f"{saved}:2: engine.touch_farce" in process.stderr.read()


def test_a_start_limit_above_half_of_touch_force_is_refused_by_name(server, path):
    server("--source", "sim:hold", "--duration", "60")
    client, rule = Client(path), "start_limit: at most half of the engine's touch_force"
    for key, value, accepted in (("pad.start_limit", 0.21, False), ("pad.start_limit", 0.19, True), ("engine.touch_force", 0.37, False),
                                 ("engine.touch_force", 2, True), ("pad.start_limit", 0.9, True), ("engine.touch_force", 1.7, False),
                                 ("pad.start_limit", 0, True), ("engine.touch_force", 0.3, True)):  # fmt: skip
        answer = client.do("set", key=key, value=value)
        assert answer["ok"] == accepted and (accepted or (answer["error"] == "bad_value" and rule in str(answer))), (key, value, answer)


NOA = "[profile]\nname = Noa\nright_to_left = yes\n[engine]\ntouch_force = 0.6\nrelease_force = 0.5\n[gestures]\nhold_us = 1s\n[peeks]\nslide = no\n"
KIM = "[profile]\nname = Kim\n[engine]\nfull_force = 2\nlift_us = 60ms\n[drag]\nslop = 5\n[button]\nrapid_trigger = yes\n"


def values(client):
    """All settings in use, except the path of the profile."""
    found = {}
    for section in ("pad", "engine", "gestures", "peeks", "button", "drag", "strike", "profile"):
        found |= {one["key"]: (one["value"], one["from"], one.get("line")) for one in client.do("dump", section=section)["values"]}
    return {key: value for key, value in found.items() if key != "profile.file"}


@pytest.fixture
def profiled(server, path, tmp_path):
    """Starts pressd with a config, saved values and --set, and with a profile or none."""
    (tmp_path / "a.conf").write_text((EXAMPLES / "peek.conf").read_text() + "\n[button]\n[strike]\n[profile]\n")
    (tmp_path / "saved").write_text("pad.beta = 2\nbutton.press_force = 2\nengine.firmness = 0.25\n")

    def start(profile=None):
        arguments = ["--config", tmp_path / "a.conf", "--set", f"listen.save={tmp_path / 'saved'}", "--set", "engine.lift_us=70ms"]
        if profile is not None:
            (tmp_path / "who.conf").write_text(profile)
            arguments += ["--profile", tmp_path / "who.conf"]
        process = server("--source", "sim:average", "--duration", "60", *arguments)
        return process, Client(path)

    return start


def push(client, text, size=1, **more):
    """Sends a profile, so many lines at a time."""
    lines = text.splitlines(keepends=True)
    parts = [(first + 1, "".join(lines[first : first + size])) for first in range(0, max(len(lines), 1), size)]
    for line, part in parts[:-1]:
        answer = client.do("profile", text=part, line=line, more=True, **more)
        if not answer["ok"]:
            return answer
    return client.do("profile", text=parts[-1][1], line=parts[-1][0], **more)


@pytest.fixture
def fresh(profiled):
    """The settings in use after a start with a profile."""

    def start(profile):
        process, client = profiled(profile)
        found = values(client)
        code, err = ended(process)
        return found, sorted(line for line in err.splitlines() if "is left out" in line)

    return start


def test_a_profile_takes_the_place_of_the_one_before_and_all_is_as_after_a_start_with_it(profiled, fresh):
    (noa, _), (kim, _), (nobody, _) = fresh(NOA), fresh(KIM), fresh(None)
    assert noa["engine.touch_force"][:2] == ("0.6", "profile") and kim["engine.touch_force"][:2] == ("0.4", "default")
    assert kim["engine.full_force"] == ("2", "profile", 4) and kim["engine.lift_us"][:2] == ("70000", "option")
    assert kim["engine.firmness"][:2] == ("0.25", "saved")
    process, client = profiled()
    assert push(client, NOA)["unused"] == [] and values(client) == noa
    for key, value in (("engine.full_force", 9), ("pad.rise_us", "20s"), ("engine.touch_force", 0.7), ("strike.max_speed", 900), ("pad.beta", 3)):
        assert client.do("set", key=key, value=value)["ok"]
    assert push(client, KIM, 3)["unused"] == ["drag"] and values(client) == kim
    assert client.do("snapshot")["levels"]["full_force"] == 2 and client.do("snapshot")["levels"]["touch_force"] == 0.4
    assert push(client, NOA, 99)["ok"] and values(client) == noa
    assert push(client, "")["ok"] and values(client) == nobody
    ended(process)


TABLE = (ROOT / "docs" / "pressd" / "profile.md").read_text().partition("<!-- profile -->\n")[2].partition("\n\n")[0]
KEYS = [(section, key) for section, keys in re.findall(r"^\| `(\w+)` \| `(.*)` \|$", TABLE, re.M) if section != "profile" for key in keys.split()]


def test_every_setting_of_a_profile_ends_with_it(server, path):
    """Each alone, one after the other, each also set over the socket in between."""
    server("--source", "sim:hold", "--duration", "60", "--config", EXAMPLES / "peek.conf", "--set", "button.enabled=yes",
           "--set", "gestures.enabled=yes", "--set", "drag.enabled=yes", "--set", "button.press_force=3")  # fmt: skip
    client = Client(path)
    usual = values(client)
    assert len(KEYS) > 40
    for section, key in KEYS:
        value, origin, _ = usual[f"{section}.{key}"]
        other = {"yes": "no", "no": "yes", "contact": "1", "2": "0.9"}.get(value)
        other = other or f"{float(value) + (1 if key.endswith('_us') else 0.01):g}"
        answer = push(client, f"[{section}]\n{key} = {other}\n", 99)
        found = values(client)
        differs = {name for name in usual if found[name] != usual[name]}
        expected = set() if origin == "option" else {f"{section}.{key}"}
        assert answer["ok"] and differs == expected, (section, key, other, answer)
        assert client.do("set", key=f"{section}.{key}", value=value)["ok"]
        assert push(client, "")["ok"] and values(client) == usual, (section, key)


def test_what_was_saved_goes_before_each_profile_and_what_was_only_set_ends_with_the_next(profiled, fresh):
    process, client = profiled(NOA)
    for key, value in (("engine.touch_force", 0.7), ("engine.full_force", 6)):
        assert client.do("set", key=key, value=value)["ok"]
    assert client.do("save")["ok"] and client.do("get", key="engine.touch_force")["from"] == "saved"
    assert client.do("set", key="engine.touch_force", value=0.8)["ok"] and client.do("get", key="engine.touch_force")["from"] == "set"
    seen = {}
    for name, text in (("kim", KIM), ("noa", NOA), ("nobody", "")):
        assert push(client, text, 99)["ok"]
        seen[name] = values(client)
        assert seen[name]["engine.touch_force"][:2] == ("0.7", "saved") and seen[name]["engine.full_force"][:2] == ("6", "saved")
    assert "was put in force" in ended(process)[1]
    assert [fresh(text)[0] for text in (KIM, NOA, None)] == list(seen.values())


def test_a_saved_value_that_a_profile_does_not_go_with_is_left_out_and_counts_again_with_the_next(profiled, fresh, tmp_path):
    (tmp_path / "saved").write_text("engine.touch_force = 0.3\nengine.lift_us = 40ms\n")
    noa, said = fresh(NOA)
    kim, none = fresh(KIM)
    assert len(said) == 1 and "engine.touch_force = 0.3 is left out" in said[0] and none == []
    process, client = profiled()
    for text, expected in ((NOA, noa), (KIM, kim), (NOA, noa)):
        assert push(client, text)["ok"] and values(client) == expected
    assert client.do("save")["ok"] and "engine.touch_force = 0.3\n" in (tmp_path / "saved").read_text()
    assert push(client, KIM)["ok"] and values(client) == kim
    assert said[0] in ended(process)[1].splitlines()


def test_a_profile_that_does_not_go_with_the_config_changes_nothing(profiled):
    process, client = profiled(NOA)
    assert client.do("set", key="engine.full_force", value=9)["ok"]
    before = values(client)
    for text, words in (
        ("[engine]\ntouch_force = 0\n", "line 2: engine.touch_force: it must be"),
        ("[engine]\ntouch_force = 0.1\n", "release_force"),
        ("[engine]\ntouch_force = 0.6\nzero_force = 9\n", "full_force"),
        ("[engine]\nlost_after_us = 1s\n", "line 2: no key"),
        ("[pad]\nbeta = 1\n", "line 1: no section"),
        ("touch_force = 1\n", "line 1: a key before the first section"),
        ("[engine]\nfull_force = 1\nfull_force = 2\n", "line 3: engine.full_force is given twice"),
        ('[engine]\n"x\\ = 1\n', "line 2: no key"),
    ):
        for size in (1, 99):
            answer = push(client, text, size)
            assert answer["error"] == "bad_value" and words in answer["message"], answer
            assert values(client) == before
    assert client.do("profile", name="x" * 64)["error"] == "bad_value" and client.do("profile", name="\x01")["error"] == "bad_value"
    assert client.do("profile", line=0)["error"] == client.do("profile", text=1)["error"] == "bad_value" and values(client) == before
    ended(process)


def test_lines_of_a_profile_that_do_not_follow_are_refused_and_none_counts(server, path):
    """As of a program that sends on after a refusal, or while another one sends a profile."""
    server("--source", "sim:hold", "--duration", "60")
    one, other = Client(path), Client(path)
    usual = values(one)
    assert one.do("profile", text="[engine]\nnonsense = 1\n", more=True)["error"] == "bad_value"
    assert one.do("profile", text="full_force = 2\n", line=3)["error"] == "not_now"
    assert one.do("profile", text="[engine]\n", more=True)["ok"]
    assert one.do("profile", text="full_force = 2\n", line=3)["error"] == "not_now"
    assert other.do("profile", text="[engine]\n", more=True)["ok"]
    assert one.do("profile", text="full_force = 2\n", line=2)["error"] == "not_now"
    assert values(one) == usual
    assert other.do("profile", text="full_force = 3\n", line=2)["ok"]
    assert one.do("get", key="engine.full_force").items() >= {"value": "3", "from": "profile", "line": 2}.items()
    other.do("profile", text="[engine]\n", more=True)
    other.socket.close()
    assert one.do("profile", text="full_force = 2\n", line=2)["error"] == "not_now"
    assert push(one, "[engine]\nfull_force = 4\n", name="Kim")["ok"] and one.do("get", key="profile.name")["value"] == "Kim"


def test_a_zero_is_learnt_on_command(server, path):
    server("--source", "sim:hold", "--duration", "60")
    client = Client(path)
    client.do("subscribe")
    assert client.do("tare", force=True)["ok"]
    while client.until("baseline_changed")["reason"] != "requested":
        pass


@pytest.mark.parametrize("line, error", [
    ("", "not_json"), ("ping", "not_json"), ("[]", "not_json"), ("{} {}", "not_json"), ('{"do":"ping",}', "not_json"),
    ('{"do":"ping"', "not_json"), ('{"do":"\\ud800"}', "not_json"), ('{"do":"\\x"}', "not_json"),
    ('{"do":"ping","id":01}', "not_json"), ('{"do":"ping","id":+1}', "not_json"), ('{"do":"ping","id":1.}', "not_json"),
    ('{"do":"p\ting"}', "not_json"), (b'{"do":"\xff"}\n', "not_json"), (b'{"do":"\xed\xa0\x80"}\n', "not_json"),
    (b'{"do":"\xc0\xaf"}\n', "not_json"), ("\x00", "not_json"), ('{"do":tru}', "not_json"), ('{"a":{}}', "nested"),
    ('{"do":"ping","id":[1]}', "nested"), ("{" + ",".join(f'"{n}":1' for n in range(9)) + "}", "too_many_fields"),
    ('{"do":"ping","do":"ping"}', "field_twice"), ("{}", "field_missing"), ('{"do":7}', "bad_value"),
    ('{"do":""}', "no_such_command"), ('{"do":"Ping"}', "no_such_command"), ('{"do":"pin,g"}', "no_such_command"),
    ('{"do":"ping","id":-1}', "bad_value"), ('{"do":"ping","id":9007199254740992}', "bad_value"),
    ('{"do":"ping","id":"a"}', "bad_value"), ('{"do":"ping","x":1}', "no_such_field"),
    ('{"do":"ping","\\u0000":1}', "no_such_field"), ('{"do":"peek_open"}', "field_missing"),
    ('{"do":"peek_open","target":4294967296}', "bad_value"), ('{"do":"peek_open","target":1.0}', "bad_value"),
    ('{"do":"peek_open","target":"1"}', "bad_value"), ('{"do":"peek_open","target":1}', "not_attached"),
    ('{"do":"tare","force":1}', "bad_value"), ('{"do":"set","key":"engine.lift_us"}', "field_missing"),
    ('{"do":"set","value":1}', "field_missing"), ('{"do":"set","key":1,"value":1}', "bad_value"), ('{"do":"save"}', "not_now"),
    ('{"do":"subscribe","to":"all"}', "bad_value"), ('{"do":"subscribe","to":" "}', "bad_value"),
    ('{"do":"subscribe","rate":0}', "bad_value"), ('{"do":"subscribe","rate":1001}', "bad_value"),
    ('{"do":"subscribe","since":99999999}', "bad_value"), ('{"do":"contact_release","contact":0}', "not_found"),
])  # fmt: skip
def test_a_broken_line_has_a_named_error_and_the_connection_goes_on(server, path, line, error):
    process = server("--source", "sim:hold", "--duration", "60")
    client = Client(path)
    assert client.refused(line) == error
    assert client.do("ping")["ok"]
    assert process.poll() is None


def test_text_may_be_escaped_and_in_any_script(server, path):
    server("--source", "sim:hold", "--duration", "60")
    client = Client(path)
    client.send('  { "do" : "\\u0070in\\u0067" , "id" : 5 }\r\n')
    assert client.until("answer") | {"t_us": 0} == {"answer": "ping", "id": 5, "ok": True, "t_us": 0}
    assert client.refused('{"do":"\U0001f600","id":6}') == client.refused('{"do":"\\ud83d\\ude00"}') == "no_such_command"


def test_a_line_that_is_too_long_is_reported_once_and_skipped(server, path):
    server("--source", "sim:hold", "--duration", "60")
    client = Client(path)
    fits = '{"do":"ping","id":3' + " " * 1003 + "}"
    assert len(fits) == 1023
    client.send(fits + "\n")
    assert client.until("answer")["ok"]
    client.send(fits[:-1] + " }\n" + '{"do":"ping","id":4}\n')
    assert client.until("answer")["error"] == "too_long" and client.until("answer")["id"] == 4
    client.send(b"x" * 5_000_000 + b"\n" + b'{"do":"ping","id":5}\n')
    assert client.until("answer")["error"] == "too_long" and client.until("answer")["id"] == 5


def test_many_commands_in_one_write_are_all_answered_in_order(server, path):
    server("--source", "sim:average", "--duration", "60")
    client = Client(path)
    client.do("subscribe", to="events forces", rate=1000)
    client.send("".join(f'{{"do":"ping","id":{n}}}\n' for n in range(1000, 1500)))
    found = [client.until("answer")["id"] for _ in range(500)]
    assert found == list(range(1000, 1500))


# ---- Bounds


def test_a_reader_that_does_not_read_loses_progress_first_and_is_warned(server, path):
    server("--source", "sim:average", "--duration", "60", "--set", "engine.tell_moved=yes", "--rate", "600")
    slow, whole = Client(path, room=1), Client(path)
    slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    slow.do("subscribe", to="events forces", rate=1000, since=0)
    whole.do("subscribe", since=0)
    end = time.monotonic() + 5
    while time.monotonic() < end:
        whole.line()
    warning = slow.until("warning")
    slow.do("ping")
    whole.do("ping")
    received = {event["seq"]: event for event in slow.events}
    missing = [event for event in whole.events if event["seq"] < max(received) and event["seq"] not in received]
    assert missing and all(event["event"].endswith(("_updated", "_moved")) and not event.get("ended") for event in missing)
    assert warning["count"] >= len(missing)


def test_a_reader_that_is_too_slow_even_for_ends_learns_why_it_is_disconnected_and_can_come_back(server, path):
    process = server("--source", "sim:hold", "--duration", "60", "--config", EXAMPLES / "peek.conf")
    slow, busy = Client(path), Client(path)
    slow.do("subscribe", since=0)
    for _ in range(800):
        busy.send('{"do":"peek_open","target":1}\n{"do":"peek_dismiss"}\n')
        busy.until("answer"), busy.until("answer")
    lines = slow.rest()
    assert lines[-1]["closed"] == "too_slow" and process.poll() is None
    seqs = [e["seq"] for e in slow.events]
    assert seqs == sorted(seqs)
    again = Client(path)
    assert not again.do("subscribe", since=seqs[-1])["complete"]
    assert Client(path).do("subscribe", since=again.line()["seq"])["complete"] if again.events else True


def test_one_connection_too_many_is_refused_in_words_and_a_thousand_in_a_row_leave_nothing(server, path):
    process = server("--source", "sim:average", "--duration", "60")
    clients = [Client(path) for _ in range(READERS)]
    assert all("hello" in client.line() for client in clients)
    extra = Client(path)
    assert extra.line()["closed"] == "full" and extra.line() is None
    for client in clients:
        client.socket.close()
    files = f"/proc/{process.pid}/fd"
    for n in range(1000):
        client = Client(path)
        if n % 3 == 0:
            client.send('{"do":"subscribe"}\n{"do":')
        if n % 3 == 1:
            assert "hello" in client.line() or n == 1
        client.socket.close()
    last = Client(path)
    while "closed" in last.line():
        last = Client(path)
    assert last.do("ping")["ok"] and len(os.listdir(files)) <= 10


def test_a_thousand_at_once_are_served_or_refused_and_hold_up_no_frame(server, path):
    import resource

    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    process = server("--source", "sim:average", "--duration", "60", "--stats")
    clients = [Client(path) for _ in range(1000)]
    first = [client.line() for client in clients]
    assert sum("hello" in line for line in first) == READERS and sum(line.get("closed") == "full" for line in first) == 1000 - READERS
    code, err = ended(process)
    assert code == 0 and json.loads(err.splitlines()[-1])["missed"] <= 2, err


def test_a_program_that_stops_sending_still_receives(server, path):
    server("--source", "sim:average", "--duration", "60")
    client = Client(path)
    client.send('{"do":"subscribe"}\n')
    client.socket.shutdown(socket.SHUT_WR)
    client.until("contact_began")
    other = Client(path)
    other.send('{"do":"ping"}')  # without an end: it is none
    other.socket.shutdown(socket.SHUT_WR)
    assert [kind(line) for line in other.rest()] == ["hello"]


def test_a_program_that_says_nothing_gives_up_its_place(server, path):
    server("--source", "sim:hold", "--duration", "60")
    client, speaks = Client(path), Client(path)
    speaks.do("ping")
    client.socket.settimeout(15)
    client.send("broken\n")
    assert client.rest()[-1]["closed"] == "silent"
    assert speaks.do("ping")["ok"]


def test_nobody_is_waited_for_at_the_end(server, path):
    process = server("--source", "sim:average", "--duration", "60", "--rate", "600", "--set", "engine.tell_moved=yes")
    stuck = [Client(path) for _ in range(3)]
    for client in stuck:
        client.do("subscribe", to="events forces", rate=1000)
    time.sleep(4)
    begun, well = time.monotonic(), Client(path)
    well.do("subscribe")
    assert ended(process)[0] == 0 and time.monotonic() - begun < 3
    assert well.rest()[-1]["closed"] == "end"
    assert not path.exists()


# ---- The socket


def test_a_stale_socket_is_replaced_and_one_that_lives_is_not(server, pressd, path):
    dead = socket.socket(socket.AF_UNIX)
    dead.bind(str(path))
    dead.close()
    process = server("--source", "sim:hold", "--duration", "60", "--set", "listen.mode=640")
    time.sleep(0.3)
    assert path.stat().st_mode & 0o777 == 0o640 and "hello" in Client(path).line()
    assert_ends(pressd("--source", "sim:hold", "--listen", f"unix:{path}"), 73, "Another program listens there")
    assert "hello" in Client(path).line()
    ended(process)
    assert not path.exists()


def test_what_is_no_socket_is_not_touched(pressd, path, tmp_path):
    path.write_text("mine")
    result = pressd("--source", "sim:hold", "--listen", f"unix:{path}")
    assert result.code == 73 and "no socket" in result.err and path.read_text() == "mine"
    assert pressd("--source", "sim", "--listen", f"unix:{tmp_path}/none/socket").code == 73
    for wrong in ("unix:", "/tmp/x", "unix:" + "x" * 108):
        assert pressd("--source", "sim", "--listen", wrong).code == 64
    assert pressd("--source", "sim", "--set", "listen.mode=999").code == 64


def test_a_socket_of_another_program_is_not_removed_at_the_end(server, path):
    process = server("--source", "sim:hold", "--duration", "60")
    path.unlink()
    other = socket.socket(socket.AF_UNIX)
    other.bind(str(path))
    assert ended(process)[0] == 0 and path.exists()


@pytest.mark.skipif(os.geteuid() != 0 or not os.path.exists("/usr/bin/python3"), reason="needs root, to be somebody else")
@pytest.mark.parametrize("commands, groups, may", [
    ("own", [4242], "read"), ("group", [4242], "command"), ("group", [4243], "read"), ("all", [4243], "command"),
])  # fmt: skip
def test_rights_follow_the_peer(server, path, tmp_path, commands, groups, may):
    # Another user must be able to reach the folder; its depth depends on the user who runs the tests.
    for folder in itertools.takewhile(lambda one: one != Path(tempfile.gettempdir()), (tmp_path, *tmp_path.parents)):
        folder.chmod(0o755)
    os.chown(tmp_path, 0, 4242)
    tmp_path.chmod(0o2755)  # what is made in it has its group
    server("--source", "sim:hold", "--duration", "60", "--set", "listen.mode=666", "--set", f"listen.commands={commands}")
    time.sleep(0.2)
    assert path.stat().st_gid == 4242 and Client(path).line()["may"] == "command"  # root
    program = (
        "import socket, sys\ns = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); f = s.makefile('rw')\n"
        "print(f.readline(), end='')\nf.write('{\"do\":\"tare\"}\\n'); f.flush(); print(f.readline(), end='')"
    )
    done = subprocess.run(["/usr/bin/python3", "-c", program, str(path)], capture_output=True, text=True, user=4300, group=4300, extra_groups=groups)
    hello, answer = (json.loads(line) for line in done.stdout.splitlines())
    assert hello["may"] == may and answer["ok"] is (may == "command") and answer.get("error", "not_allowed") == "not_allowed"


# ---- Socket activation


def activated(path, *more, name=None, arguments=()):
    """A socket as a service manager passes it on, and pressd with it."""
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(str(path))
    listening.listen(8)
    program = "import os, sys\nos.dup2(int(sys.argv[1]), 3)\nos.environ['LISTEN_PID'] = str(os.getpid())\nos.execv(sys.argv[2], sys.argv[2:])"
    environment = os.environ | {"LISTEN_FDS": "1"} | ({"LISTEN_FDNAMES": name} if name else {})
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(listening.fileno()), str(PRESSD), "--quiet", *arguments, *more], env=environment,
        pass_fds=[listening.fileno()], stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    return process, listening


@pytest.mark.parametrize("name, may", [(None, "command"), ("pressd@i2c-1.socket", "command"), ("read", "read"), ("reading", "command")])
def test_a_socket_that_the_manager_passes_on_is_served_and_stays(path, name, may):
    process, listening = activated(path, "--source", "sim:average", "--duration", "60", name=name)
    client = Client(path)
    assert client.line()["may"] == may
    assert client.do("tare").get("error") == (None if may == "command" else "not_allowed") and client.do("subscribe")["ok"]
    assert ended(process)[0] == 0 and path.exists() and client.rest()[-1]["closed"] == "end"
    listening.close()


def test_what_is_passed_on_and_is_no_such_socket_is_named(tmp_path):
    with open(tmp_path / "file", "w") as file:
        program = "import os, sys\nos.dup2(int(sys.argv[1]), 3)\nos.environ |= {'LISTEN_PID': str(os.getpid()), 'LISTEN_FDS': '1'}\nos.execv(sys.argv[2], sys.argv[2:])"
        done = subprocess.run(["/usr/bin/python3", "-c", program, str(file.fileno()), str(PRESSD), "--source", "sim"], pass_fds=[file.fileno()], capture_output=True, text=True, timeout=20)  # fmt: skip
    assert done.returncode == 64 and "LISTEN_FDS" in done.stderr


def test_sockets_of_another_process_are_not_its_own(pressd):
    result = pressd("--source", "sim", "--fast", env=os.environ | {"LISTEN_FDS": "1", "LISTEN_PID": "1"})
    assert result.code == 0 and result.events


def test_systemd_starts_it_with_the_first_connection(path):
    import shutil

    if not shutil.which("systemd-socket-activate"):
        pytest.skip("needs systemd-socket-activate")
    process = subprocess.Popen(
        ["systemd-socket-activate", "-l", str(path), "--fdname=pressd", str(PRESSD), "--source", "sim:average", "--duration", "30", "--quiet"],
        stderr=subprocess.PIPE,
    )  # fmt: skip
    while not path.exists():
        time.sleep(0.01)
    time.sleep(0.2)
    client = Client(path)
    assert client.line()["may"] == "command" and client.do("subscribe")["ok"]
    client.until("contact_began")
    process.terminate()
    process.communicate(timeout=10)


# ---- The documents


def test_the_commands_of_the_document_of_the_schema_and_of_pressd_are_the_same(server, path):
    rows = (ROOT / "docs" / "protocol.md").read_text().split("<!-- commands -->")[1].split("\n\n")[0].splitlines()[3:]
    documented = {}
    for row in rows:
        name, fields = (re.findall(r"`([\w?]+)`", cell) for cell in row.strip("|").split("|")[:2])
        documented[name[0]] = fields
    schema = {}
    for one in SCHEMA["$defs"]["command"]["oneOf"]:
        names = [name for name in one["properties"] if name not in ("do", "id")]
        schema[one["properties"]["do"]["const"]] = [name + ("" if name in one["required"] else "?") for name in names]
    assert documented == schema
    server("--source", "sim:hold", "--duration", "60")
    client = Client(path)
    message = client.do("nothing")["message"]
    assert message.removeprefix("there are ").split(", ") == list(schema)
    for name, fields in schema.items():
        message = client.do(name, nothing=1)["message"]
        assert message.partition("there are ")[2].split(", ") == ["do", "id", *(field.rstrip("?") for field in fields)]


def test_the_errors_of_the_document_are_those_of_the_schema():
    text = (ROOT / "docs" / "protocol.md").read_text()
    table = text.split("| `error` |")[1].split("\n\n")[0]
    named = {name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert named == set(SCHEMA["$defs"]["answer"]["oneOf"][-1]["properties"]["error"]["enum"])
    table = text.split("| `closed` |")[1].split("\n\n")[0]
    assert {re.findall(r"`(\w+)`", row)[0] for row in table.splitlines()[2:]} == set(SCHEMA["$defs"]["closed"]["properties"]["closed"]["enum"])
