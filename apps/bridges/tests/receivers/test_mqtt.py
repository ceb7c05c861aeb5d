"""MQTT: against a real mosquitto."""

import json
import os
import signal
import subprocess
import time
from collections import Counter

import pytest
from conftest import PRESSD, tap, until


def at(broker, *more):
    return ["--set", f"mqtt.port={broker.port}", "--set", "bridge.name=pad", *more]


def events(reader):
    return [json.loads(payload) for payload in reader.of("/event")]


def counted(found):
    """How often each event happened, also as a summary says it."""
    counts = Counter()
    for one in found:
        counts[one["event"]] += one.get("count", 1)
    return counts


def test_events_state_and_availability_arrive_and_the_state_is_retained(broker, readers, started):
    reader = readers(broker, "#")
    bridge = started("bridge", "mqtt", *at(broker))
    bridge.write(*tap(1), *tap(2)[:1])
    until(lambda: len(events(reader)) == 4)
    until(lambda: '"touched":true' in reader.of("/state")[-1])
    assert [one["event"] for one in events(reader)] == ["contact_began", "contact_ended", "tapped", "contact_began"]
    assert [one["n"] for one in events(reader)] == [1, 2, 3, 4]
    assert bridge.end()[::2] == (0, "")
    until(lambda: reader.of("/availability")[-1] == "offline")
    assert events(reader)[-1]["event"] == "contact_cancelled" and events(reader)[-1]["reason"] == "lost"
    qos = {topic.rpartition("/")[2]: number for topic, _, _, number in reader.messages}
    assert qos["event"] == qos["availability"] == qos["config"] == 1
    late = readers(broker, "#")
    until(lambda: all(map(late.of, ("/availability", "/state", "/config"))))
    assert late.of("/availability") == ["offline"] and '"touched":false' in late.of("/state")[-1] and not late.of("/event")
    assert all(retained for _, _, retained, _ in late.messages)
    (config,) = late.of("/config")
    assert json.loads(config)["cmps"]["events"]["state_topic"] == "libpress/pad/event"


def test_a_broker_that_restarts_loses_no_end(broker, readers, started):
    reader = readers(broker, "#")
    bridge = started("bridge", "mqtt", *at(broker), "--set", "bridge.queue=512", "--set", "bridge.retry_most=1s")
    bridge.write(*tap(1), *tap(2)[:1])
    until(lambda: len(events(reader)) == 4)
    broker.stop()
    bridge.write(*tap(2)[1:])
    for n in range(3, 803):
        bridge.write(*tap(n, target=n % 3))
    bridge.write(*tap(900)[:1])
    broker.start()
    expected = Counter(contact_ended=802, tapped=802)
    until(lambda: counted(events(reader))["tapped"] >= 802, 20, "the ends do not arrive")
    until(lambda: reader.of("/state") and '"touched":true' in reader.of("/state")[-1])
    found = {one["n"]: one for one in events(reader)}.values()  # what comes twice has the same number
    counts = counted(found)
    assert {name: counts[name] for name in expected} == expected
    assert any(one.get("count", 0) > 1 for one in found), "the queue was never full"
    second = [one for one in found if one["t_us"] == 2_100_000 and one["event"] == "contact_ended"]
    assert len(second) == 1 and "count" not in second[0], "the end of what was seen to begin is an event of its own"
    said = bridge.end()[2]
    assert "it was stopped, or the network is away; trying again" in said and "connected again" in said and "nspecified" not in said
    until(lambda: reader.of("/availability")[-1] == "offline")


def test_a_bridge_that_is_killed_is_offline_by_its_last_will(broker, readers, started):
    reader = readers(broker, "#")
    bridge = started("bridge", "mqtt", *at(broker))
    until(lambda: reader.of("/availability") == ["online"])
    bridge.process.send_signal(signal.SIGKILL)
    until(lambda: reader.of("/availability") == ["online", "offline"])


def test_what_pressd_prints_is_what_arrives(broker, readers):
    if not PRESSD.is_file():
        pytest.skip("there is no pressd here")
    from conftest import WHOLE, sys

    reader = readers(broker, "libpress/pad/event")
    command = f"'{PRESSD}' --source sim --fast | '{sys.executable}' -m libpress bridge mqtt {' '.join(at(broker))}"
    lines = subprocess.run([PRESSD, "--source", "sim", "--fast"], capture_output=True, text=True, check=True).stdout.splitlines()
    done = subprocess.run(["bash", "-c", command], env=WHOLE, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0 and not done.stderr
    from libpress_bridges.events import parse

    expected = [json.loads(line) for line in lines if parse(line).progress is None]
    until(lambda: len(events(reader)) >= len(expected))
    assert [{**one, "event_type": one["event"], "run": got["run"], "n": n} for n, (one, got) in
            enumerate(zip(expected, events(reader), strict=True), 1)] == events(reader)  # fmt: skip


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_what_runs_and_the_program(broker, readers, started, number):
    reader = readers(broker, "libpress/pad/#")
    bridge = started("bridge", "mqtt", *at(broker))
    bridge.write(*tap(1)[:1])
    until(lambda: events(reader))
    bridge.process.send_signal(number)
    assert bridge.process.wait(60) == 0 and not bridge.process.stderr.read()
    until(lambda: reader.of("/availability")[-1] == "offline")
    assert [one["event"] for one in events(reader)] == ["contact_began", "contact_cancelled"]


def test_what_did_not_arrive_before_the_end_is_said(broker, readers, started):
    reader = readers(broker, "libpress/pad/event")
    bridge = started("bridge", "mqtt", *at(broker), "--set", "bridge.drain=300ms")
    bridge.write(*tap(1))
    until(lambda: len(events(reader)) == 3)
    broker.stop()
    bridge.write(*tap(2))
    code, _, err = bridge.end()
    assert code == 74 and "3 entries have not arrived" in err


def test_pressd_that_is_killed_in_a_press_leaves_nothing_running(broker, readers, started):
    reader = readers(broker, "libpress/pad/event")
    bridge = started("bridge", "mqtt", *at(broker))
    preview = tap(1)[0].replace("contact_began", "preview_began")
    bridge.write(tap(1)[0], preview, tap(2)[0][:40])
    code, _, err = bridge.end()
    assert code == 65 and "stdin:3" in err
    until(lambda: len(events(reader)) == 4)
    assert [one["event"] for one in events(reader)][2:] == ["preview_cancelled", "contact_cancelled"]


def test_two_boards_of_one_name_are_said_and_slow_down(broker, readers, started):
    both = [started("bridge", "mqtt", *at(broker)) for _ in range(2)]
    reader = readers(broker, "libpress/pad/availability")
    time.sleep(14)
    connected = reader.of("/availability").count("online")
    said = []
    for one in both:
        one.process.send_signal(signal.SIGTERM)
        said += one.end()[2].splitlines()
    hints = [line for line in said if "is another board called pad too? Each needs a bridge.name of its own" in line]
    assert len(hints) == 2 and len(said) <= 6, said
    assert connected <= 9, "they throw each other out without a pause"


def test_an_exception_in_the_thread_of_the_client_is_one_sentence(broker):
    from libpress.tools.problem import Problem
    from libpress_bridges.config import Bridges
    from libpress_bridges.mqtt import MqttSink

    bridges = Bridges.load(None, ["mqtt"], [f"mqtt.port={broker.port}"])
    with pytest.raises(Problem, match="ValueError: no settings. Please report this"):
        MqttSink(bridges, settings=lambda: (_ for _ in ()).throw(ValueError("no settings"))).connect()
    said = []
    sink = MqttSink(bridges, say=said.append)
    sink.connect()
    sink._client.on_message(None, None, None, None)
    sink._client.on_disconnect(None, None)
    sink.close()
    assert len(said) == 2 and all("Please report this" in one for one in said)


# ---- Who may


@pytest.fixture
def guarded(brokers, tmp_path):
    """A broker with a password: me, s3cret."""
    path = tmp_path / "passwords"
    path.touch()
    path.chmod(0o700)
    subprocess.run(["mosquitto_passwd", "-b", path, "me", "s3cret"], check=True, capture_output=True)
    if os.getuid() == 0:
        os.chmod(path, 0o644)
    return brokers("allow_anonymous false", f"password_file {path}")


@pytest.mark.parametrize("given", ["wr0ng", "s3cret"])
def test_a_wrong_password_is_one_sentence_and_no_permission(guarded, started, tmp_path, given):
    secret = tmp_path / "secret"
    secret.write_text(f"{given}\n")
    secret.chmod(0o600)
    bridge = started("bridge", "mqtt", *at(guarded), "--set", "mqtt.user=me", "--set", f"mqtt.password_file={secret}")
    code, out, err = bridge.end()
    assert given not in err + out
    if given == "s3cret":
        assert code == 0 and not err
    else:
        assert code == 77 and err.count("\n") == 1 and "refuses me" in err and "password" in err


def test_a_client_without_a_user_is_refused_in_one_sentence(guarded, started):
    code, _, err = started("bridge", "mqtt", *at(guarded)).end()
    assert code == 77 and err.count("\n") == 1 and "Not authorized" in err


@pytest.fixture
def certified(brokers, tmp_path):
    """A broker with TLS, and the certificates of who signed its own."""
    trustme = pytest.importorskip("trustme")
    authority, other = trustme.CA(), trustme.CA()
    own = authority.issue_cert("localhost", "127.0.0.1")
    for name, one in (("ca", authority.cert_pem), ("other", other.cert_pem), ("key", own.private_key_pem)):
        one.write_to_path(tmp_path / f"{name}.pem")
    for each in own.cert_chain_pems:
        each.write_to_path(tmp_path / "cert.pem", append=True)
    files = {"cafile": tmp_path / "ca.pem", "certfile": tmp_path / "cert.pem", "keyfile": tmp_path / "key.pem"}
    return brokers("allow_anonymous true", tls=files), tmp_path


def test_tls_with_the_authority_that_signed_the_broker(certified, readers, started):
    broker, folder = certified
    reader = readers(broker, "#", ca_certs=folder / "ca.pem")
    bridge = started("bridge", "mqtt", *at(broker, "--set", "mqtt.tls=yes", "--set", f"mqtt.ca={folder}/ca.pem"))
    bridge.write(*tap(1))
    assert bridge.end()[::2] == (0, "")
    until(lambda: len(events(reader)) == 3)


@pytest.mark.parametrize(
    "settings, words",
    [
        (["mqtt.tls=yes", "mqtt.ca=other.pem"], "its certificate is not accepted"),
        (["mqtt.tls=yes"], "its certificate is not accepted"),
        (["mqtt.tls=no"], "TLS differs"),
    ],
)
def test_tls_that_does_not_fit_is_one_sentence(certified, started, monkeypatch, settings, words):
    broker, folder = certified
    given = [word for one in settings for word in ("--set", one.replace("ca=", f"ca={folder}/"))]
    code, _, err = started("bridge", "mqtt", *at(broker, *given)).end()
    assert code == 69 and err.count("\n") == 1 and words in err


# ---- Commands

COMMANDS = ("--set", "mqtt.commands=yes")


def test_a_level_a_tare_and_a_profile_are_answered(broker, readers, started):
    reader = readers(broker, "#")
    reader.client.publish("libpress/pad/set/engine.touch_force", "3", qos=1, retain=True).wait_for_publish(5)
    bridge = started("bridge", "mqtt", *at(broker), "--simulated", *COMMANDS)
    until(lambda: reader.of("/settings"))
    reader.client.publish("libpress/pad/set/engine.touch_force", "0.7", qos=1)
    reader.client.publish("libpress/pad/set/engine.touch_force", "much", qos=1)
    reader.client.publish("libpress/pad/tare", "force", qos=1)
    until(lambda: len(reader.of("/answer")) == 3)
    good, bad, tare = map(json.loads, reader.of("/answer"))
    assert good["accepted"] and tare["accepted"] and not bad["accepted"] and "decimal" in bad["why"]
    levels = [json.loads(one)["engine"]["touch_force"] for one in reader.of("/settings")]
    assert levels[0] == 0.4, "a command that the broker had retained is of another time"
    assert levels[-1] == 0.7
    bridge.process.send_signal(signal.SIGTERM)
    assert bridge.end()[0] == 0


def test_nobody_changes_a_board_that_was_not_asked_to_let_them(broker, readers, started):
    reader = readers(broker, "#")
    bridge = started("bridge", "mqtt", *at(broker), "--simulated")
    until(lambda: reader.of("/settings") and reader.of("/config"))
    assert "set/engine" not in reader.of("/config")[-1] and "/tare" not in reader.of("/config")[-1]
    for part, payload in (("set/engine.touch_force", "0.7"), ("tare", "force"), ("profile", '{"id": 1, "text": ""}')):
        reader.client.publish(f"libpress/pad/{part}", payload, qos=1).wait_for_publish(5)
    until(lambda: len(reader.of("/health")) >= 1)
    assert not reader.of("/answer") and all("0.7" not in one for one in reader.of("/settings"))
    bridge.process.send_signal(signal.SIGTERM)
    assert bridge.end()[0] == 0


@pytest.mark.parametrize("kilobytes", [60, 15])
def test_a_flood_of_commands_does_not_stop_the_sensor(broker, readers, started, kilobytes):
    reader = readers(broker, "libpress/pad/#")
    bridge = started("bridge", "mqtt", *at(broker), "--simulated", "--set", "mqtt.health=1s", *COMMANDS)
    until(lambda: reader.of("/health"))
    lines = "[engine]\ntouch_force = 0.5\n"
    profile = json.dumps({"id": 1, "text": lines + "#\n" * (kilobytes * 330)})
    flood = [reader.client.publish("libpress/pad/profile", profile, qos=1) for _ in range(1500)]
    flood[-1].wait_for_publish(60)
    before = len(reader.of("/health"))
    until(lambda: len(reader.of("/health")) >= before + 2, 20)
    healths = [json.loads(one) for one in reader.of("/health")]
    worst = max(one["late_worst_us"] for one in healths)
    print(f"{kilobytes} KB: at worst {worst} us late, {min(one['frames_per_second'] for one in healths)} readings a second")
    assert worst < 1_000_000 and min(one["frames_per_second"] for one in healths[1:]) > 20
    assert 1000 < healths[-1]["commands_refused"] <= 1500
    answers = [json.loads(one) for one in reader.of("/answer")]
    refused = [one["why"] for one in answers if not one["accepted"]]
    assert 0 < len(answers) < 500 and refused and all(("wait already" if kilobytes < 16 else "at most") in one for one in refused)
    reader.client.publish("libpress/pad/set/engine.touch_force", "0.7", qos=1)
    until(lambda: any(one.get("value") == "0.7" for one in map(json.loads, reader.of("/answer"))), words="it takes no commands any more")
    bridge.process.send_signal(signal.SIGTERM)
    assert bridge.end()[0] == 0


def test_health_has_rates_faults_and_lateness(broker, readers, started):
    reader = readers(broker, "libpress/pad/health")
    bridge = started("bridge", "mqtt", *at(broker), "--simulated", "--duration", "3.5", "--set", "mqtt.health=1s")
    assert bridge.end()[0] == 0
    until(lambda: len(reader.of("/health")) >= 2)
    last = json.loads(reader.of("/health")[-1])
    assert 20 < last["frames_per_second"] <= 220 and last["faults"] == [] and last["late_worst_us"] >= last["late_mean_us"] >= 0
    assert last["sinks"]["mqtt"]["is_connected"] and last["events"] > 0
