"""What Home Assistant itself has of a board: Home Assistant 2026.2.3 and a mosquitto."""

import itertools
import json
import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from conftest import free_port, until
from test_home_assistant import press
from test_mqtt import COMMANDS, at

pytestmark = pytest.mark.long
FOLDER = os.environ.get("HOME_ASSISTANT", "")
"""A Debian with Home Assistant in it: home_assistant.sh makes it."""
ROOT = [] if os.getuid() == 0 else ["sudo", "-n"]


class Home:
    """Home Assistant, in a process of its own."""

    def __init__(self, broker):
        import paho.mqtt.client as mqtt

        assert FOLDER, "make test-home-assistant"
        subprocess.run([*ROOT, "cp", Path(__file__).parent / "home_assistant.py", f"{FOLDER}/home_assistant.py"], check=True)
        self.own = f"/tmp/home-assistant-{broker.port}"
        command = ["chroot", FOLDER, "/home-assistant/bin/python", "/home_assistant.py", self.own, str(broker.port), str(free_port())]
        self.process = subprocess.Popen([*ROOT, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
        self.client.connect("127.0.0.1", broker.port)
        self.client.loop_start()
        assert self._line() == {"ready": True}

    def _line(self):
        line = self.process.stdout.readline()
        assert line, "Home Assistant has ended"
        return json.loads(line)

    def publish(self, topic, payload):
        self.client.publish(topic, payload, qos=1).wait_for_publish(10)

    def call(self, domain, service, **data):
        self.publish("called", json.dumps([domain, service, data]))

    def now(self, board):
        """What it has of a board, once it has taken all that was sent before."""
        self.publish("asked", board)
        said = self._line()
        assert said["asked"] == board
        return said

    def end(self):
        self.process.stdin.close()
        self.process.wait(30)
        self.client.disconnect()
        self.client.loop_stop()
        if FOLDER:
            shutil.rmtree(FOLDER + self.own, ignore_errors=True)


@pytest.fixture
def home(broker):
    one = Home(broker)
    yield one
    one.end()


def test_it_has_what_the_latest_message_offers_and_nothing_else(home):
    from libpress_bridges import discovery
    from libpress_bridges.topics import Topics

    levels = {"touch_force": 0.4, "release_force": 0.25, "zero_force": 0.4, "full_force": 6.0}
    tight = {"touch_force": 0.05, "release_force": 0.05}
    configs = [
        ((), None),
        ((), levels),
        (("button",), None),
        (("gestures", "peek"), levels),
        (tuple(discovery.INTERACTIONS), None),
        (("drag",), tight),
    ]
    orders = list(itertools.product(configs, repeat=3))
    # One board for each order: Home Assistant warns of an entity that changes its capabilities a hundred times within an hour.
    for n, order in enumerate(orders):
        name = f"pad{n}"
        for interactions, held in order:
            message = discovery.device(Topics("libpress", name), interactions, held)
            home.publish(discovery.topic("homeassistant", name), json.dumps(message))
        said = home.now(name)
        offered = {part: one for part, one in message["cmps"].items() if set(one) != {"p"}}
        assert set(said["entities"]) == {part for part, one in offered.items() if one["p"] != "device_automation"}, order
        assert {tuple(one) for one in said["triggers"]} == {
            (one["type"], one["subtype"]) for one in offered.values() if one["p"] == "device_automation"
        }, order
        assert said["warned"] == [], order
    assert len(orders) == 216


def test_its_states_follow_each_press_and_never_go_back(home, broker, started):
    bridge = started("bridge", "mqtt", *at(broker))
    until(lambda: home.now("pad")["states"].get("sensor.pad_phase") == "untouched", 30)
    began = time.monotonic()
    lines = [line for n in range(3) for line in press(1 + 5 * n, [1 + min(m, 15) / 10 for m in range(30)] + [1.0] * 50)]
    for n, line in enumerate(lines):
        time.sleep(max(began + n / 20 - time.monotonic(), 0))
        bridge.write(line)
    assert bridge.end()[::2] == (0, "")
    said = home.now("pad")
    phases = [state for entity, state in said["changes"] if entity == said["entities"]["phase"]]
    assert phases == ["touched", "preview", "commit", "completed", "untouched"] * 3 + ["unavailable"]
    assert said["warned"] == []


def test_a_number_that_is_set_there_is_set_in_the_engine(home, broker, readers, started):
    reader = readers(broker, "#")
    started("bridge", "mqtt", *at(broker), "--simulated", *COMMANDS)
    number = "number.pad_full_force"
    until(lambda: home.now("pad")["states"].get(number) == "5.0", 30)
    home.call("number", "set_value", entity_id=number, value=7.5)
    until(lambda: json.loads(reader.of("/settings")[-1])["engine"]["full_force"] == 7.5)
    said = home.now("pad")
    assert said["states"][number] == "7.5" and said["warned"] == []
