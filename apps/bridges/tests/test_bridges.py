"""The command `libpress bridge`: its config, its sources, what Home Assistant and OSC receive."""

import ctypes
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tools_fixtures import file_with

pytest.importorskip("click")
import libpress
from libpress import EventType
from libpress.generated import _raw
from libpress.tools.config import Config
from libpress.tools.problem import Problem
from libpress_bridges import discovery
from libpress_bridges.commands import GAP_S, MOST_WAITING, Commands, OfPad
from libpress_bridges.config import Bridges
from libpress_bridges.events import event_of, parse
from libpress_bridges.generated._keys import KEYS
from libpress_bridges.ledger import Ledger
from libpress_bridges.levels import bounds
from libpress_bridges.topics import MOST_BYTES, Measured, State, Topics
from tools_fixtures import PRESSD, ROOT

# ---- Config


@pytest.mark.parametrize(
    "text, line, words",
    [
        ("[mqtt]\nport = 70000\n", 2, "mqtt.port: it must be 0 to 65535"),
        ("[mqtt]\nport = 1\nport = 2\n", 3, "given twice"),
        ("[mqtt]\npasword = x\n", 2, 'no key "pasword"'),
        ("[mqtt]\nuser\n", 2, "neither"),
        ("[mqt]\n", 1, "no section"),
        ("host = x\n", 1, "before the first section"),
        ("[bridge]\nqueue = 10\n", 2, "512 to 1000000"),
        ("[bridge]\nretry_most = 1ms\n", 2, "a time from 100ms"),
        ("[osc]\ntransport = smoke\n", 2, "udp or tcp"),
        ("[osc]\nhost =\n", 2, "1 to 253 bytes"),
        ("[keyboard]\ntapped =\n", 2, "none, a key"),
    ],
)
def test_a_mistake_is_named_with_its_line(tmp_path, text, line, words):
    path = file_with(tmp_path / "bridges.conf", text)
    with pytest.raises(Problem) as refused:
        Bridges.load(path)
    assert refused.value.code == 78 and str(refused.value).startswith(f"{path}:{line}: ") and words in str(refused.value)


@pytest.mark.parametrize("value", [b"a\xff", b"a\x01b", b"\xc2\x9b", b"\xed\xa0\x80", b"a\x7f"])
@pytest.mark.parametrize("key", ["mqtt.topic", "mqtt.password_file", "osc.prefix"])
def test_a_text_is_utf_8_without_control_characters(tmp_path, key, value):
    path, (section, name) = tmp_path / "bridges.conf", key.split(".")
    path.write_bytes(f"[{section}]\n{name} = ".encode() + value + b"\n")
    with pytest.raises(Problem, match=f":2: {key}: it must be .*UTF-8 without control characters"):
        Bridges.load(path)
    with pytest.raises(Problem, match=f"{key}: it must be .*UTF-8 without control characters"):
        Bridges.load(None, settings=[f"{key}={value.decode(errors='surrogateescape')}"])


def test_every_default_is_a_value_that_is_accepted():
    bridges = Bridges.load(None, KEYS)
    for section, keys in KEYS.items():
        for key in keys:
            assert bridges.get(section, key) is not None, f"{section}.{key}"


def test_sections_switch_bridges_on_and_names_choose_among_them(tmp_path):
    path = file_with(tmp_path / "bridges.conf", "[bridge]\nname = pad\n[osc]\nport = 7000\n[midi]\n")
    assert Bridges.load(path).kinds == ["osc", "midi"]
    assert Bridges.load(path, ["osc", "mqtt"]).kinds == ["mqtt", "osc"]
    assert Bridges.load(path, ["osc"]).get("osc", "port") == 7000 and Bridges.load(path).name == "pad"


@pytest.mark.parametrize(
    "text, rule",
    [
        ("home+", "without the wildcards"),
        ("a/#", "without the wildcards"),
        ("/", "without an empty level"),
        ("/a", "without an empty level"),
        ("a/", "without an empty level"),
        ("a//b", "without an empty level"),
        ("$SYS/a", "without $"),
        ("a\x7f", "without control characters"),
        ("a\x85b", "without control characters"),
        ("a\ufffe", "characters that MQTT takes"),
        ("a\ufdd0", "characters that MQTT takes"),
        ("\udcff", "1 to 127 bytes of UTF-8"),
        ("a\0", "1 to 127 bytes of UTF-8"),
        ("ä" * 64, "1 to 127 bytes of UTF-8"),
        ("", "1 to 127 bytes of UTF-8"),
    ],
)
@pytest.mark.parametrize("key", ["topic", "discovery"])
def test_what_no_topic_can_be_is_refused_with_the_rule_that_it_breaks(key, text, rule):
    with pytest.raises(Problem, match=re.escape(rule)):
        Bridges.load(None, ["mqtt"], [f"mqtt.{key}={text}"]).topic(key)


def test_there_may_be_no_discovery_and_there_is_always_a_topic():
    assert Bridges.load(None, ["mqtt"], ["mqtt.discovery=none"]).topic("discovery") == ""
    assert Bridges.load(None, ["mqtt"], ["mqtt.topic=a/b c"]).topic("topic") == "a/b c"
    with pytest.raises(Problem, match="needs one"):
        Bridges.load(None, ["mqtt"], ["mqtt.topic=none"]).topic("topic")


@pytest.mark.parametrize("name", ["a/b", "a+b", "a b", "#", "a{b"])
def test_a_name_that_a_topic_or_an_address_cannot_have_is_refused(name):
    with pytest.raises(Problem, match="stands in topics") as refused:
        assert Bridges.load(None, ["mqtt"], [f"bridge.name={name}"]).name
    assert name in str(refused.value)


def test_a_password_comes_from_a_file_that_only_its_owner_reads_or_from_the_environment(tmp_path, monkeypatch):
    path = file_with(tmp_path / "secret", "s3cret\n")

    def given(*settings):
        return Bridges.load(None, ["mqtt"], ["mqtt.user=me", *settings]).password()

    path.chmod(0o644)
    with pytest.raises(Problem, match="chmod 600") as refused:
        given(f"mqtt.password_file={path}")
    assert refused.value.code == 77 and "s3cret" not in str(refused.value)
    path.chmod(0o640)
    assert given(f"mqtt.password_file={path}") == "s3cret"
    monkeypatch.setenv("BROKER", "other")
    assert given("mqtt.password_env=BROKER") == "other"
    assert given() is None
    for wrong, code in ((f"mqtt.password_file={path}.none", 66), ("mqtt.password_env=NONE", 78)):
        with pytest.raises(Problem) as refused:
            given(wrong)
        assert refused.value.code == code
    with pytest.raises(Problem, match="requires mqtt.user"):
        Bridges.load(None, ["mqtt"], [f"mqtt.password_file={path}"]).password()


def test_pressd_refuses_these_sections_so_they_have_a_file_of_their_own(tmp_path, pressd):
    path = file_with(tmp_path / "both.conf", "[mqtt]\n")
    done = pressd("--source", "sim", "--fast", "--config", path)
    assert done.code == 78 and 'no section "mqtt"' in done.err


# ---- The command


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (["bridge"], 64, "nothing to bridge to"),
        (["bridge", "fax"], 64, "fax"),
        (["bridge", "osc", "--set", "osc.port=0"], 64, "1 to 65535"),
        (["bridge", "osc", "--events", "-", "--simulated"], 64, "exclude each other"),
        (["bridge", "osc", "--events", "/nowhere/events"], 66, "/nowhere/events"),
        (["bridge", "--bridges", "/nowhere/bridges.conf"], 66, "bridges.conf"),
        (["bridge", "mqtt", "--simulated", "--set", "mqtt.port=1"], 69, "no broker answers"),
        (["bridge", "mqtt", "--simulated", "--set", "mqtt.tls=yes", "--set", "mqtt.ca=/nowhere.pem"], 78, "/nowhere.pem"),
        (["bridge", "mqtt", "--simulated", "--set", "mqtt.keepalive=1500ms"], 78, "mqtt.keepalive must be whole seconds"),
        (["bridge", "mqtt", "--simulated", "--set", "mqtt.discovery=home+"], 78, "mqtt.discovery 'home+'"),
        (["bridge", "mqtt", "--simulated", "--set", "bridge.name=a\x7fb"], 64, "without control characters"),
        (["bridge", "osc", "--simulated", "--set", "osc.prefix=/a//b"], 78, "no //"),
        (["fleet", "list", "--set", "mqtt.topic=a/+"], 78, "wildcards"),
        (["fleet", "push", __file__, "--to", "a/#"], 64, "no / + #"),
        (["fleet", "load", "--boards", "1", "--set", "mqtt.port=1"], 69, "no broker answers"),
        (["fleet", "list", "--set", "mqtt.port=1"], 69, "no broker answers"),
        (["fleet", "push", "/nowhere/noa.conf"], 66, "/nowhere/noa.conf"),
    ],
)
def test_what_does_not_go_is_one_sentence_and_a_code(refused, arguments, code, words):
    if "mqtt" in " ".join(arguments):
        pytest.importorskip("paho.mqtt")
    if "osc.prefix=/a//b" in arguments:
        pytest.importorskip("pythonosc")
    refused(code, words, *arguments)


def test_lines_from_a_pipe_are_taken_and_wrong_ones_named(tmp_path):
    pytest.importorskip("mido")
    pipe = tmp_path / "midi"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    touch = '"contact":0,"target":0,"x":0,"y":0,"force":1,"pressure":0.5'
    lines = [f'{{"t_us":1,"event":"contact_began",{touch}}}', "nonsense", '{"t_us":2,"event":"contact_bega']
    whole = {**os.environ, "PYTHONPATH": str(Path(libpress.__file__).parents[1])}
    command = [sys.executable, "-m", "libpress", "bridge", "midi", "--set", f"midi.port={pipe}", "--set", "midi.velocity=fixed"]
    done = subprocess.run(command, input="\n".join(lines), env=whole, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 65, done.stderr
    assert "stdin:2: no event of pressd: it is not JSON" in done.stderr and "stdin:3" in done.stderr
    played = os.read(reader, 4096)
    os.close(reader)
    assert played.hex(" ", 1) == "b0 7b 00 90 3c 64 d0 40 80 3c 40 d0 00 b0 7b 00"


@pytest.mark.parametrize("source", ["file", "pipe", "socket"])
def test_a_duration_ends_a_bridge_that_reads_lines(tmp_path, pressd, source):
    """Of a file it is the time of its events; a pipe and a socket on which nothing comes end by the clock."""
    pytest.importorskip("mido")
    port = tmp_path / "midi"
    os.mkfifo(port)
    reader = os.open(port, os.O_RDONLY | os.O_NONBLOCK)
    touch = '"contact":0,"target":0,"x":0,"y":0,"force":1,"pressure":0.5'
    lines = [f'{{"t_us":{n * 500_000 + half},"event":"contact_{name}",{touch}}}\n' for n in range(9) for half, name in ((7, "began"), (9, "ended"))]
    path, whole = file_with(tmp_path / "events", "".join(lines)), {**os.environ, "PYTHONPATH": str(Path(libpress.__file__).parents[1])}
    command = [sys.executable, "-m", "libpress", "bridge", "midi", "--set", f"midi.port={port}", "--set", "midi.velocity=fixed", "--duration", "1"]
    running = None
    if source == "socket":
        running = subprocess.Popen([PRESSD, "--source", "sim:hold", "--listen", f"unix:{tmp_path / 'socket'}", "--quiet"])
        while not (tmp_path / "socket").exists():
            time.sleep(0.01)
    events = {"file": path, "pipe": "-", "socket": f"unix:{tmp_path / 'socket'}"}[source]
    with subprocess.Popen([*command, "--events", events], stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=whole, text=True) as bridge:
        assert bridge.wait(30) == 0 and bridge.stderr.read() == ""
    if running:
        running.kill()
        running.wait()
    if source == "file":
        assert os.read(reader, 4096).hex(" ").count("90 3c 64") == 3, "at 0, 0.5 and 1 s after the first event"
    os.close(reader)


# ---- Events


def test_progress_begins_and_ends_nothing():
    for kind in discovery.REPLACED:
        event = event_of({"t_us": 0, "event": kind.name.lower(), "contact": 0, "drag": 0, "item": 0, "transition": 0, "throw": 0})
        assert event.progress and not event.begins and not event.ends


def test_every_event_that_pressd_can_print_is_read():
    text = ctypes.create_string_buffer(_raw.PRESS_EVENT_LINE)
    for kind in EventType:
        event = _raw.press_event(t_us=1, type=kind, reason=1, value=1, flags=255)
        assert _raw.press_event_describe(ctypes.byref(event), text, len(text)) > 0
        assert parse(text.value.decode()).name == kind.name.lower()


def test_supplies_that_fail_at_the_same_time_recover_one_by_one():
    ledger = Ledger()
    lines = [("supply_fault", 0), ("supply_fault", 4), ("supply_recovered", 4), ("supply_recovered", 0)]
    seen = [event for n, (name, sensor) in enumerate(lines) for event in ledger.feed(event_of({"t_us": n, "event": name, "sensor": sensor}))]
    assert [(event.name, event.fields["sensor"]) for event in seen] == lines and (ledger.added, ledger.stray) == (0, 0)


def test_what_is_offered_to_home_assistant_are_events_that_there_are():
    names = {kind.name.lower() for kind in EventType}
    every = discovery.device(Topics("libpress", "pad"), discovery.INTERACTIONS, {})
    components = every["cmps"]
    assert set(components["events"]["event_types"]) <= names
    ids = [one["unique_id"] for one in components.values() if "unique_id" in one]
    assert len(ids) == len(set(ids)) >= 12 and every["o"]["name"] == "libpress"
    for one in components.values():
        assert one["p"] in ("event", "binary_sensor", "sensor", "number", "button", "device_automation")
        if one["p"] == "device_automation":
            assert one["topic"] == "libpress/pad/event" and one["payload"] in components["events"]["event_types"]


def test_what_is_not_attached_is_not_offered():
    named = discovery.device(Topics("libpress", "pad"), (), None)["cmps"]
    plain = {part: one for part, one in named.items() if set(one) != {"p"}}  # the others go
    assert "pressed" not in plain and "tare" not in plain and "tapped" not in plain["events"]["event_types"]
    assert {part for part in plain if part.startswith("trigger_")} == {
        f"trigger_{name}" for name in ("preview_began", "preview_cancelled", "commit_updated")
    }


def test_names_that_differ_have_ids_that_differ():
    names = ["pad 1", "pad-1", "pad_1", "pad.1", "päd", "pad"]
    assert len({discovery.identity(name) for name in names}) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", discovery.identity(name)) for name in names)


def test_levels_that_are_offered_are_those_of_the_profile_and_in_range():
    pad = Config().run()
    for key, (_, least, most, _, _) in discovery._LEVELS.items():
        section, _, name = key.partition(".")
        assert section == "engine" and least <= pad.engine.config[name] <= most


def test_the_range_of_a_level_ends_at_its_neighbours_and_holds_what_it_is():
    levels = {"release_force": 0.02, "touch_force": 0.4, "preview_pressure": 0.25, "commit_pressure": 0.5}
    levels["complete_pressure"] = 1.2
    assert bounds("touch_force", levels, 0.05, 20, 0.05) == (0.05, 20)
    assert bounds("release_force", levels, 0.05, 20, 0.05) == (0.02, 0.4)
    assert bounds("commit_pressure", levels, 0, 1, 0.01) == (0.25, 1)
    assert bounds("complete_pressure", levels, 0, 1, 0.01) == (0.5, 1.2)
    assert bounds("touch_force", {}, 0.05, 20, 0.05) == (0.05, 20)
    assert bounds("full_force", {"zero_force": 3.0, "full_force": 5.0}, 0.5, 50, 0.5) == (3.5, 50), "it must be above"
    assert bounds("full_force", {"zero_force": 3.0, "full_force": 3.2}, 0.5, 50, 0.5) == (3.2, 50)


NARROW = [
    {"touch_force": 0.05, "release_force": 0.05},
    {"preview_pressure": 0.0, "commit_pressure": 0.0, "complete_pressure": 0.0},
    {"preview_pressure": 0.5, "commit_pressure": 0.5, "complete_pressure": 0.5},
    {"preview_pressure": 1.0, "commit_pressure": 1.0, "complete_pressure": 1.0},
    {"touch_force": 20.0, "release_force": 20.0},
    {"touch_force": 900.0, "release_force": 800.0, "zero_force": 49.9, "full_force": 50.0},
    {"zero_force": 100.0, "full_force": 100.5, "firmness": 1.0},
]


@pytest.mark.parametrize("levels", NARROW)
def test_a_number_of_home_assistant_has_a_range_that_holds_what_it_is_or_is_not_there(pad, levels):
    every = {name: value for name, value in pad.engine.config.items() if isinstance(value, float)} | levels
    found = discovery.device(Topics("libpress", "pad"), (), every)["cmps"]
    for key in discovery._LEVELS:
        number = found[key.partition(".")[2]]
        assert number == {"p": "number"} or number["min"] < number["max"], number
        assert number == {"p": "number"} or number["min"] <= every[key.partition(".")[2]] <= number["max"], number


@pytest.mark.parametrize("payload", ["0.45 # c", "0.45\t; c", " 0.45 "])
def test_a_value_is_answered_without_the_comment_behind_it(pad, payload):
    assert answers(Commands(True), pad, "set/engine.touch_force", payload)["value"] == "0.45"
    assert "at least release_force" in answers(Commands(True), pad, "set/engine.touch_force", payload.replace("0.45", "0.1"))["why"]


@pytest.mark.parametrize(
    "key, text, words",
    [
        ("touch_force", "0.1 N", "at least release_force, which is 0.25 N; lower release_force first"),
        ("release_force", "2 N", "at most touch_force, which is 0.4 N; raise touch_force first"),
        ("full_force", "0.4 N", "above zero_force, which is 0.4 N; lower zero_force first"),
        ("commit_pressure", "0.1", "at least preview_pressure, which is 0.25; lower preview_pressure first"),
        ("commit_pressure", "0.9", "at most complete_pressure, which is 0.85; raise complete_pressure first"),
    ],
)
def test_levels_that_contradict_each_other_are_refused_with_both_names(pad, key, text, words):
    before = dict(pad.engine.config)
    found = answers(Commands(True), pad, f"set/engine.{key}", text.removesuffix(" N"))
    assert not found["accepted"] and found["why"] == f"{key} cannot be {text}: it must be {words}"
    assert dict(pad.engine.config) == before


@pytest.mark.parametrize("key, text", [("touch_force", "0.25"), ("release_force", "0.4"), ("full_force", "0.5"), ("commit_pressure", "0.85")])
def test_levels_that_touch_are_accepted(pad, key, text):
    assert answers(Commands(True), pad, f"set/engine.{key}", text)["accepted"]


def test_what_is_recorded_comes_once_a_second_with_the_greatest_force_and_ends_with_none():
    measured, state, found = Measured(1.0), State(), []
    forces = [(0.0, 0.4), (0.2, 3.0), (0.3, 0.0), (0.5, 0.0), (1.0, 0.0), (2.0, 0.0), (9.0, 0.0), (9.1, 2.0)]
    forces += [(20.0, 2.0), (20.1, 0.0)]
    for now, force in forces:
        state.force = force
        measured.follow(state)
        if (one := measured.take(now)) is not None:
            found.append((now, one["force"]))
    assert found == [(0.0, 0.4), (1.0, 3.0), (2.0, 0.0), (9.1, 2.0), (20.1, 0.0)]
    assert measured.due == float("inf")


def test_the_state_follows_contacts_phases_and_faults():
    state, seen = State(), []
    touch = {"contact": 0, "target": 0, "x": 0, "y": 0, "force": 1.0, "pressure": 0.5}
    for name, more in [
        ("contact_began", {}),
        ("preview_began", {}),
        ("preview_updated", {"progress": 0.5, "ended": False}),
        ("preview_updated", {"progress": 1.0, "ended": True}),
        ("commit_updated", {"progress": 1.0, "ended": True}),
        ("contact_ended", {}),
    ]:
        state.follow(event_of({"t_us": 0, "event": name, **touch, **more}))
        seen.append(state.phase)
    assert seen == ["touched", "touched", "preview", "commit", "completed", "untouched"]
    assert state.fields["force"] == 0.0 and not state.fields["touched"]
    assert state.follow(event_of({"t_us": 0, "event": "sensor_fault", "sensor": 2, "reason": "open"}))
    assert state.fields["faults"] == ["2"]


# ---- Commands


def answers(commands, pad, part, payload):
    found = []
    commands.put(part, payload if isinstance(payload, bytes) else payload.encode(), found.append)
    commands.run(pad if isinstance(pad, OfPad) else OfPad(pad, Config()))
    return found[0]


@pytest.fixture
def pad():
    return Config().run()


def test_a_level_is_set_between_two_readings(pad):
    changed = []
    commands = Commands(True, changed=lambda: changed.append(1))
    found = answers(commands, pad, "set/engine.touch_force", "0.8")
    assert found == {"command": "set/engine.touch_force", "accepted": True, "value": "0.8"}
    assert pad.engine.config["touch_force"] == pytest.approx(0.8, abs=1e-4) and changed


@pytest.mark.parametrize(
    "part, payload, words",
    [
        ("set/engine.touch_force", "0", "touch_force"),
        ("set/engine.touch_force", "much", "decimal"),
        ("set/engine.touch_force", "0.1", "touch_force"),
        ("set/engine.lost_after_us", "1s", "cannot be set"),
        ("set/sensor.channel", "1", "cannot be set"),
        ("set/profile.name", "x", "cannot be set"),
        ("set/gestures.hold_us", "1s", "not attached"),
        ("profile", "[engine]", "comes as"),
        ("profile", json.dumps({"id": 1, "text": "[engine]\ntouch_force = 0\n"}), "line 2"),
        ("profile", b"\xff\xfe", "comes as"),
        ("profile", json.dumps({"id": 1, "text": "\ud800"}), "surrogates"),
        ("profile", b"x" * 70_000, "at most 16384"),
        ("explode", "", "no command"),
    ],
)
def test_what_is_not_accepted_is_refused_with_a_reason_and_changes_nothing(pad, part, payload, words):
    before = dict(pad.engine.config)
    found = answers(Commands(True), pad, part, payload)
    assert found["accepted"] is False and words in found["why"] and dict(pad.engine.config) == before


def test_a_profile_is_accepted_kept_and_what_has_no_effect_is_said(pad, tmp_path):
    keep = tmp_path / "profile.conf"
    commands = Commands(True, str(keep))
    text = "[profile]\nname = Noa\n[engine]\ntouch_force = 0.6\n[drag]\nslop = 5\n"
    found = answers(commands, pad, "profile", json.dumps({"id": "a1", "text": text}))
    assert found == {"command": "profile", "id": "a1", "accepted": True, "profile": "Noa", "unused": ["drag"]}
    assert keep.read_text() == text and commands.profile == "Noa"


def test_a_profile_takes_the_place_of_the_one_before_and_of_what_was_set(tmp_path):
    """All is as after a start with it, with what --set says after the profile, and peeks where they lie from right to left."""
    target = ["target.x=0", "target.y=0", "target.width=100", "target.height=50", "target.traits=preview peek", "peek.target=1",
              "peek.actions_x=10", "peek.actions_width=30", "peek.action_height=20", "action.title=Open"]  # fmt: skip
    given = [*target, "engine.zero_force=0.1", "engine.lift_us=70ms", "gestures.enabled=yes", "drag.enabled=yes", "peeks.slop=8"]
    noa = "[profile]\nname = Noa\nright_to_left = yes\n[engine]\ntouch_force = 0.6\nlift_us = 90ms\n[gestures]\nhold_us = 1s\n[drag]\nafter_hold = yes\n"
    kim = "[profile]\nname = Kim\n[engine]\nfull_force = 2\n[peeks]\nslide = no\n[button]\npress_force = 2\n"

    def state(pad):
        core = pad.engine._core
        return [bytes(core.config), *(bytes(core.configs[name]) for name in sorted(core.configs))], pad.engine.peek.declared[1].actions_frame

    def fresh(text):
        config = Config.load(None, given, profile=str(file_with(tmp_path / "who.conf", text)) if text else None)
        return config, state(config.run(interactions=True))

    config, _ = fresh("")
    pad = config.run(interactions=True)
    taker = OfPad(pad, config)
    for text, unused in ((noa, []), (kim, ["button"]), (noa, []), ("", [])):
        assert answers(Commands(True), taker, "set/engine.firmness", "0.5")["accepted"]
        found = answers(Commands(True), taker, "profile", json.dumps({"text": text}))
        assert found["accepted"] and found["unused"] == unused
        assert found.get("overridden") == (["engine.lift_us"] if text == noa else None)
        assert state(pad) == fresh(text)[1]


def test_one_command_is_done_between_two_readings_and_few_wait(pad, monkeypatch):
    now, found, commands = [100.0], [], Commands(True)
    monkeypatch.setattr("libpress_bridges.commands.time.monotonic", lambda: now[0])
    for _ in range(1500):
        commands.put("set/engine.touch_force", b"0.8", found.append)
    assert [one["accepted"] for one in found] == [False] and commands.refused == 1500 - MOST_WAITING
    assert f"{MOST_WAITING} commands wait already" in found[0]["why"]
    for done in range(2, MOST_WAITING + 2):
        for _ in range(3):
            commands.run(OfPad(pad, Config()))
        assert len(found) == done
        now[0] += GAP_S
    assert all(one["accepted"] for one in found[1:])
    commands.put("profile", b"x" * (MOST_BYTES + 1), found.append)
    assert "at most" in found[-1]["why"] and len(found) == MOST_WAITING + 2


def test_a_pipe_takes_no_commands(pad):
    found = answers(Commands(False), pad, "tare", "")
    assert found["accepted"] is False and "pipe" in found["why"]


# ---- OSC


def test_every_argument_has_its_type_in_the_order_of_pressd():
    from libpress_bridges.osc import arguments

    fields = {"t_us": 5, "event": "preview_updated", "late_us": 3, "contact": 0, "target": 3000000000, "x": 1, "y": 0.5,
              "ended": True, "reason": "lifted", "action": None}  # fmt: skip
    kinds = [("h", 2), ("i", 0), ("h", 3000000000), ("f", 1.0), ("f", 0.5), ("T", True), ("s", "lifted"), ("N", None)]
    assert arguments(fields, is_full=True) == kinds


def test_the_documents_list_every_section_of_the_config():
    text = (ROOT / "docs/bridges/config.md").read_text()
    assert re.findall(r"<!-- keys of (\w+) -->", text) == list(KEYS)
