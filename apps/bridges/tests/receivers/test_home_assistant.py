"""What Home Assistant makes of a board, with a broker between: its triggers, what its recorder would keep, its numbers, the blueprint."""

import itertools
import json
import signal
import time
from collections import Counter

import pytest
from conftest import ROOT, until
from test_mqtt import COMMANDS, at

jinja2 = pytest.importorskip("jinja2")
yaml = pytest.importorskip("yaml")
BLUEPRINT = ROOT / "examples" / "home-assistant" / "press.yaml"


class Input(str):
    """A blank of a blueprint."""


class Loader(yaml.SafeLoader):
    """YAML as Home Assistant reads it."""


Loader.add_constructor("!input", lambda loader, node: Input(loader.construct_scalar(node)))


class Home:
    """Home Assistant as far as messages go: its entities follow their topics, and it keeps each change of a state."""

    def __init__(self, reader):
        self.messages = [(topic, payload) for topic, payload, _, _ in reader.messages]
        (config, *_) = [payload for topic, payload in self.messages if topic.endswith("/config")]
        self.components = {}
        self.discover(json.loads(config))

    def discover(self, message):
        """As Home Assistant 2026.11 does: what is named with its platform alone goes, and what is not named stays as it was."""
        for name, one in message["cmps"].items():
            if set(one) == {"p"}:
                self.components.pop(name, None)
            else:
                self.components[name] = one

    @staticmethod
    def render(one, payload):
        return jinja2.Template(one["value_template"]).render(value_json=json.loads(payload))

    def recorded(self, enabled=()):
        """How many changes of each entity are kept: of those that are on by default, and of these."""
        counts = Counter()
        for name, one in self.components.items():
            if "state_topic" not in one or not (one.get("enabled_by_default", True) or name in enabled):
                continue
            payloads = [payload for topic, payload in self.messages if topic == one["state_topic"]]
            states = payloads if one["p"] == "event" else [self.render(one, payload) for payload in payloads]
            counts[name] = sum(old != new for old, new in zip([None, *states], states, strict=False))
        return counts

    def fired(self):
        """Type and subtype of each device trigger that starts, in order."""
        found = []
        for topic, payload in self.messages:
            for one in self.components.values():
                if one["p"] == "device_automation" and one["topic"] == topic and self.render(one, payload) == one["payload"]:
                    found.append((one["type"], one["subtype"]))
        return found


def press(began, forces):
    """The lines of one contact with a preview and a commit: a force every 50 ms from a time in seconds."""
    touch = {"contact": 0, "target": 0, "x": 0.0, "y": 0.0}
    names = ("preview_began", "preview_updated", "preview_updated", "commit_updated")
    phases = list(zip(names, (None, False, True, True), strict=True))
    for n, force in enumerate(forces):
        now = {"t_us": round(began * 1e6) + 50_000 * n, **touch, "force": force, "pressure": round(force / 5, 3)}
        name = "contact_began" if n == 0 else "contact_moved"
        lines = [{**now, "event": name}]
        if n % 20 == 10:
            name, ended = phases.pop(0)
            lines.append({**now, "event": name} | ({} if ended is None else {"progress": 1.0, "ended": ended}))
        yield "\n".join(map(json.dumps, lines))
    yield json.dumps({**now, "event": "contact_ended", "reason": "lifted"})


def test_a_press_of_four_seconds_leaves_a_recorder_few_changes(broker, readers, started):
    reader = readers(broker, "#")
    bridge = started("bridge", "mqtt", *at(broker))
    began = time.monotonic()
    for n, line in enumerate(press(1, [1 + min(n, 15) / 10 for n in range(30)] + [1.0] * 50)):
        time.sleep(max(began + n / 20 - time.monotonic(), 0))
        bridge.write(line)
    until(lambda: len(reader.of("/measured")) > 1 and '"force":0' in reader.of("/measured")[-1])
    took = time.monotonic() - began
    assert bridge.end()[::2] == (0, "")
    home = Home(reader)
    assert len(reader.of("/state")) > 20, "who reads the state itself still gets ten a second"
    kept = home.recorded()
    assert set(kept) == {"events", "touched", "problem", "phase", "pressed"}
    assert sum(kept.values()) == 4 + 12, "what they are at first, and what a press with a preview and a commit changes"
    numbers = home.recorded(("force", "pressure"))
    print(f"in {took:.1f} s: {sum(kept.values())} changes, force {numbers['force']}, pressure {numbers['pressure']}")
    assert 3 <= numbers["force"] <= took + 2 and 3 <= numbers["pressure"] <= took + 2
    forces = [json.loads(one)["force"] for one in reader.of("/measured")]
    assert max(forces) == 2.5, "the greatest force of the press is among them"


def test_every_event_that_a_bridge_publishes_is_one_that_was_announced(broker, readers, started):
    from libpress import EventType
    from libpress_bridges.discovery import REPLACED

    reader = readers(broker, "#")
    names = [kind.name.lower() for kind in EventType if kind not in REPLACED]
    bridge = started("bridge", "mqtt", *at(broker))
    ids = {"contact": 0, "drag": 1, "item": 0, "transition": 0, "throw": 0, "sensor": 0, "target": 0, "ended": True}
    for n, name in enumerate(names):
        bridge.write(json.dumps({"t_us": n, "event": name, **ids}))
    assert bridge.end()[::2] == (0, "")
    until(lambda: reader.of("/availability")[-1:] == ["offline"])
    seen = {json.loads(one)["event_type"] for one in reader.of("/event")}
    assert len(seen) > 25 and {"struck", "supply_fault", "drop_undone"} <= seen
    assert seen <= set(Home(reader).components["events"]["event_types"])


def test_what_is_not_attached_has_no_events_there():
    from libpress.generated import _attached
    from libpress_bridges import discovery

    parts = {part for part, *_ in _attached.ATTACHED}
    everything = set(discovery.types(parts))
    for part in parts - {"crosstalk"}:  # it delivers none of its own
        assert everything - set(discovery.types(parts - {part})), part


def test_what_comes_again_and_again_is_progress():
    from libpress import EventType
    from libpress.tools.lines import OF_PHASES
    from libpress_bridges.discovery import REPLACED

    again = {kind for kind in EventType if kind.name.endswith(("_MOVED", "_UPDATED", "_CHANGED"))}
    assert EventType.PINCH_CHANGED in again and again - REPLACED - set(OF_PHASES) == {EventType.BASELINE_CHANGED}


def test_home_assistant_has_what_the_latest_config_offers_and_nothing_else():
    from libpress_bridges import discovery
    from libpress_bridges.topics import Topics

    topics, levels = Topics("libpress", "pad"), {"touch_force": 0.4, "release_force": 0.25, "zero_force": 0.4, "full_force": 6.0}
    tight = {"touch_force": 0.05, "release_force": 0.05}
    configs = [
        ((), None),
        ((), levels),
        (("button",), None),
        (("gestures", "peek"), levels),
        (tuple(discovery.INTERACTIONS), None),
        (("drag",), tight),
    ]
    for orders in itertools.product(configs, repeat=3):
        home = Home.__new__(Home)
        home.components = {}
        for interactions, held in orders:
            message = discovery.device(topics, interactions, held)
            home.discover(message)
        fresh = {name for name, one in message["cmps"].items() if set(one) != {"p"}}
        assert set(home.components) == fresh
        assert ("tare" in fresh) == (held is not None) and ("pressed" in fresh) == ("button" in interactions)
        assert ("trigger_tapped" in fresh) == ("gestures" in interactions) and {"events", "touched", "phase"} <= fresh
        assert all(one["p"] for one in message["cmps"].values())


def test_commands_that_are_switched_off_go_from_home_assistant(broker, readers, started):
    reader = readers(broker, "#")
    for settings in (COMMANDS, []):
        before = len(reader.of("/config"))
        bridge = started("bridge", "mqtt", *at(broker), "--simulated", *settings)
        until(lambda before=before: len(reader.of("/config")) > before)
        bridge.process.send_signal(signal.SIGTERM)
        assert bridge.end()[0] == 0
    home = Home.__new__(Home)
    home.components = {}
    for one in reader.of("/config"):
        home.discover(json.loads(one))
    assert not {"tare", "answer", "touch_force"} & set(home.components) and "phase" in home.components


def test_what_a_broker_missed_starts_nothing_when_it_is_back():
    from libpress_bridges import discovery
    from libpress_bridges.topics import Topics

    components = discovery.device(Topics("libpress", "pad"), discovery.INTERACTIONS, None)["cmps"]
    triggers = [one for one in components.values() if one["p"] == "device_automation"]
    assert len(triggers) == len({(one["type"], one["subtype"]) for one in triggers}) == len(discovery._TRIGGERS)
    for one in triggers:
        now = json.dumps({"event_type": one["payload"], "ended": True})
        assert Home.render(one, now) == one["payload"]
        assert Home.render(one, json.dumps({"event_type": one["payload"], "ended": True, "count": 3})) == ""


def test_numbers_of_home_assistant_cannot_contradict_each_other(broker, readers, started):
    reader = readers(broker, "#")
    bridge = started("bridge", "mqtt", *at(broker), "--simulated", *COMMANDS)

    def numbers():
        parts = json.loads(reader.of("/config")[-1])["cmps"]
        return {name: (one["min"], one["max"]) for name, one in parts.items() if one["p"] == "number" and len(one) > 1}

    def given(name, value):
        before = len(reader.of("/answer"))
        reader.client.publish(f"libpress/pad/set/engine.{name}", value, qos=1)
        until(lambda: len(reader.of("/answer")) > before)
        return json.loads(reader.of("/answer")[-1])

    until(lambda: reader.of("/config") and reader.of("/settings"))
    assert numbers()["touch_force"] == (0.25, 20) and numbers()["release_force"] == (0.05, 0.4)
    refused = given("touch_force", "0.1")
    assert refused["why"] == "touch_force cannot be 0.1 N: it must be at least release_force, which is 0.25 N; lower release_force first"
    assert given("release_force", "0.05")["accepted"] and given("touch_force", "0.1")["accepted"]
    until(lambda: numbers()["touch_force"] == (0.05, 20) and numbers()["release_force"] == (0.05, 0.1))
    sensor = json.loads(reader.of("/config")[-1])["cmps"]["answer"]
    assert [Home.render(sensor, one)[:10] for one in reader.of("/answer")] == ["touch_forc", "accepted", "accepted"]
    bridge.process.send_signal(signal.SIGTERM)
    assert bridge.end()[0] == 0


# ---- The blueprint

SELECTORS = {"device": {"filter"}, "action": set()}
FILTERS = {"integration", "manufacturer", "model", "model_id"}
HEAD = {"name": str, "description": str, "domain": str, "author": str, "homeassistant": dict, "input": dict, "source_url": str}


def inputs(one):
    """The blanks that are used in what Home Assistant reads."""
    if isinstance(one, Input):
        return {str(one)}
    parts = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
    return set().union(*map(inputs, parts))


def test_the_blueprint_has_the_form_that_home_assistant_accepts():
    whole = yaml.load(BLUEPRINT.read_text(), Loader)
    assert set(whole) == {"blueprint", "mode", "max", "triggers", "actions"} and whole["mode"] in ("parallel", "queued", "restart", "single")
    head = whole["blueprint"]
    assert {"name", "domain"} <= set(head) and all(isinstance(one, HEAD[key]) for key, one in head.items())
    assert head["domain"] == "automation" and list(head["homeassistant"]) == ["min_version"]
    assert len([int(part) for part in head["homeassistant"]["min_version"].split(".")]) == 3
    for name, one in head["input"].items():
        assert set(one) <= {"name", "description", "default", "selector"} and name.isidentifier()
        ((kind, options),) = one["selector"].items()
        assert set(options) <= SELECTORS[kind] and all(set(each) <= FILTERS for each in options.get("filter", ()))
        assert kind == "device" or one["default"] == []
    assert inputs(whole) == set(head["input"]), "a blank that is not declared, or is not used"
    for one in whole["triggers"]:
        assert set(one) == {"trigger", "domain", "device_id", "type", "subtype", "id"} and one["trigger"] == "device" and one["domain"] == "mqtt"
    (choice,) = whole["actions"]
    used = [condition["id"] for one in choice["choose"] for condition in one["conditions"]]
    assert used == [one["id"] for one in whole["triggers"]]


def test_the_blueprint_runs_its_actions_by_what_the_finger_does(broker, readers, started):
    reader = readers(broker, "#")
    bridge = started("bridge", "mqtt", *at(broker))
    presses = [
        ("contact_began", "preview_began", "preview_updated", "commit_updated", "commit_updated", "contact_ended"),
        ("contact_began", "preview_began", "preview_cancelled", "contact_ended"),
        ("contact_began", "contact_ended", "tapped"),
        ("contact_began", "contact_ended", "double_tapped"),
        ("contact_began", "hold_began", "hold_ended", "contact_ended"),
    ]
    for n, names in enumerate(presses):
        for m, name in enumerate(names):
            last = name != "commit_updated" or names[m + 1] != name
            bridge.write(json.dumps({"t_us": n * 1_000_000 + m, "event": name, "contact": 0, "target": 0, "ended": last}))
    assert bridge.end()[::2] == (0, "")
    until(lambda: reader.of("/availability")[-1:] == ["offline"])
    home, whole = Home(reader), yaml.load(BLUEPRINT.read_text(), Loader)
    triggers = {(one["type"], one["subtype"]): one["id"] for one in whole["triggers"]}
    assert set(triggers) <= {(one["type"], one["subtype"]) for one in home.components.values() if one["p"] == "device_automation"}
    sequences = {one["conditions"][0]["id"]: str(one["sequence"]) for one in whole["actions"][0]["choose"]}
    ran = [sequences[triggers[one]] for one in home.fired() if one in triggers]
    assert ran == ["on_preview", "on_commit", "on_preview", "on_let_go", "on_tap", "on_double_tap", "on_hold"]
