"""The recipes of docs/recipes.md that need a bridge, as they stand there, but for ports and how long they run."""

import json
import os
import re
import shlex
import subprocess

import pytest
from conftest import PRESSD, ROOT, free_port, socket, until
from test_osc import Server

TEXT = (ROOT / "docs" / "recipes.md").read_text()


@pytest.fixture
def recipe(tmp_path):
    """Writes the file of a recipe where it names it, and returns the commands."""

    def find(title):
        text = re.split(r"\n##", TEXT.partition(f"\n### {title}\n")[2])[0]
        (config,) = re.findall(r"^```ini\n(.*?)^```$", text, re.M | re.S)
        (shell,) = re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)
        (name,) = re.findall(r"This file is\s+`([\w.]+)`", text)
        (tmp_path / name).write_text(config)
        assert name in shell
        return [shlex.split(line.replace(name, str(tmp_path / name))) for line in shell.strip().splitlines()]

    return find


def test_a_lamp_in_home_assistant(recipe, broker, readers, started):
    jinja2 = pytest.importorskip("jinja2")
    reader = readers(broker, "#")
    (command,) = recipe("A lamp in Home Assistant")
    bridge = started(*command[1:], "--set", f"mqtt.port={broker.port}", "--duration", "2.5")
    assert bridge.end()[::2] == (0, "")
    until(lambda: reader.of("kitchen/availability")[-1:] == ["offline"])
    text = TEXT.partition("```yaml")[2].partition("```")[0]
    template = jinja2.Template(re.search(r'value_template: "(.*)"', text)[1])
    events = list(map(json.loads, reader.of("kitchen/event")))
    switched = [one for one in events if template.render(value_json=one) == "completed"]
    assert len(switched) == 1
    config = json.loads(reader.of("/config")[0])["cmps"]
    state = json.loads(reader.of("kitchen/state")[-1])
    templates = {name: jinja2.Template(config[name]["value_template"]) for name in ("touched", "problem", "phase")}
    shown = {name: template.render(value_json=state) for name, template in templates.items()}
    assert shown == {"touched": "OFF", "problem": "OFF", "phase": "untouched"}
    assert config["trigger_tapped"]["payload"] == "tapped"
    for name, times in (("preview_began", sum(one["event"] == "preview_began" for one in events)), ("commit_updated", 1)):
        trigger = config[f"trigger_{name}"]  # of a commit its end alone
        template = jinja2.Template(trigger["value_template"])
        assert [template.render(value_json=one) for one in events].count(trigger["payload"]) == times > 0, name
    assert [name for name, one in config.items() if one.get("enabled_by_default") is False] == ["force", "pressure", "rate"]


def test_a_midi_pad(recipe, started, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    (command,) = recipe("A MIDI pad")
    bridge = started(*command[1:], "--set", f"midi.port={pipe}", "--duration", "2.5")
    assert bridge.end()[::2] == (0, "")
    played = os.read(reader, 65536)
    os.close(reader)
    notes = [played[n : n + 2] for n in range(len(played) - 1) if played[n] in (0x99, 0x89)]
    assert notes == [b"\x99\x26", b"\x89\x26"] and played.count(0xD9) > 10


def test_a_synthesizer_by_osc(recipe, started):
    port = free_port(socket.SOCK_DGRAM)
    server = Server("udp", port)
    (command,) = recipe("A synthesizer by OSC")
    assert started(*command[1:], "--set", f"osc.port={port}", "--duration", "2.5").end()[::2] == (0, "")
    until(lambda: server.of("contact_ended"))
    forces = [arguments[5] for arguments in server.of("contact_moved")]
    server.close()
    assert len(forces) > 20 and max(forces) > 4


def test_a_press_that_types(recipe):
    """What is typed is in test_keyboard.py; here: that the config is one, and that without uinput it says so."""
    pytest.importorskip("evdev")
    from conftest import WHOLE, sys

    ((*pressd, bar, _libpress, bridge, option, path),) = recipe("A press that types")
    assert pressd[0] == "pressd" and bar == "|" and PRESSD.is_file()
    line = shlex.join([str(PRESSD), *pressd[1:], "--duration", "500ms"])
    line += " | " + shlex.join([sys.executable, "-m", "libpress", bridge, option, path])
    done = subprocess.run(["bash", "-c", line], env=WHOLE, capture_output=True, text=True, timeout=60, check=False)
    if os.path.exists("/dev/uinput"):
        assert done.returncode == 0
    else:
        assert done.returncode == 66 and "uinput" in done.stderr


def test_a_profile_for_many_boards(recipe, broker, readers, started):
    from test_fleet import fleet

    reader = readers(broker, "libpress/+/settings")
    for name in ("kitchen", "hall"):
        started("bridge", "mqtt", "--simulated", "--set", f"mqtt.port={broker.port}", "--set", f"bridge.name={name}", "--set", "mqtt.commands=yes")
    until(lambda: len(reader.of("/settings")) == 2, 20)
    push, listing = recipe("A profile for many boards")
    done = fleet(broker, *push[2:])
    assert done.code == 0 and done.out.count("accepted") == 2
    assert fleet(broker, *listing[2:]).out.count("Noa") == 2
