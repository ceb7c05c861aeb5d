"""Many boards at one broker."""

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass

import pytest
from conftest import PRESSD, ROOT, WHOLE, listens, tap, until
from libpress.remote import Connection

BOARDS = int(os.environ.get("LIBPRESS_BOARDS", "50"))
SECONDS = 10 if BOARDS >= 500 else 3


@dataclass
class Result:
    code: int
    out: str


def fleet(broker, *arguments):
    """In this process."""
    from libpress.tools.app import run

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = run(["fleet", *map(str, arguments), "--set", f"mqtt.port={broker.port}"])
    return Result(code, out.getvalue())


def load(broker, *arguments):
    command = [sys.executable, "-m", "libpress", "fleet", "load", *map(str, arguments), "--set", f"mqtt.port={broker.port}"]
    done = subprocess.run(command, env=WHOLE, capture_output=True, text=True, timeout=120, check=False)
    return Result(done.returncode, done.stdout + done.stderr)


@pytest.fixture
def boards(broker, readers, started):
    """Two that read a simulated sensor, and one that reads lines."""
    reader = readers(broker, "libpress/+/health")
    made = {}
    for name, more in (("left", ["--simulated"]), ("right", ["--simulated"]), ("lines", [])):
        made[name] = started(
            "bridge", "mqtt", "--set", f"mqtt.port={broker.port}", "--set", f"bridge.name={name}", "--set", "mqtt.commands=yes", *more
        )
    until(lambda: len(reader.of("/health")) >= 3, 20)
    return made


def test_boards_are_listed_and_get_a_profile_with_their_answer(broker, boards, tmp_path):
    found = {one["name"]: one for one in map(json.loads, fleet(broker, "list", "--json").out.splitlines())}
    assert {name: one["online"] for name, one in found.items()} == {"left": True, "right": True, "lines": True}
    assert found["left"]["settings"]["engine"]["touch_force"] == 0.4 and "late_worst_us" in found["left"]["health"]

    good, bad = tmp_path / "noa.conf", tmp_path / "bad.conf"
    good.write_text("[profile]\nname = Noa\n[engine]\ntouch_force = 0.6\n")
    bad.write_text("[engine]\ntouch_force = 0.6\npreview = 9\n")
    done = fleet(broker, "push", good, "--to", "left", "--to", "right", "--json")
    assert done.code == 0, done.out
    assert [json.loads(one)["result"] for one in done.out.splitlines()] == ["accepted"] * 2
    listed = {one["name"]: one for one in map(json.loads, fleet(broker, "list", "--json").out.splitlines())}
    assert listed["left"]["settings"]["profile"] == "Noa" and listed["left"]["settings"]["engine"]["touch_force"] == 0.6
    done = fleet(broker, "push", bad, "--json", "--wait", "5")
    assert done.code == 69
    why = {one["name"]: one for one in map(json.loads, done.out.splitlines())}
    assert why["left"]["result"] == why["lines"]["result"] == "refused"
    assert "line 3" in why["left"]["why"] and "pipe" in why["lines"]["why"]
    done = fleet(broker, "push", good, "--to", "nobody", "--wait", "0.3")
    assert done.code == 69 and "no such board" in done.out and "silent" in done.out
    boards["lines"].write(*tap(1))
    assert boards["lines"].end()[0] == 0
    text = fleet(broker, "list").out
    assert "2 of 3 boards are online." in text and "offline" in text


def test_a_profile_that_is_kept_holds_at_the_next_start(broker, readers, started, tmp_path):
    reader = readers(broker, "libpress/pad/settings")
    kept, given = tmp_path / "kept.conf", tmp_path / "noa.conf"
    given.write_text("[profile]\nname = Noa\n[engine]\ntouch_force = 0.6\n")
    own = ["bridge", "mqtt", "--simulated", "--set", f"mqtt.port={broker.port}", "--set", "bridge.name=pad"]
    own += ["--set", f"mqtt.profile={kept}", "--set", "mqtt.commands=yes"]
    for turn, profile in enumerate(["", "Noa"]):
        board = started(*own)
        count = len(reader.of("/settings"))
        until(lambda count=count: len(reader.of("/settings")) > count)
        assert json.loads(reader.of("/settings")[-1])["profile"] == profile
        if not turn:
            assert fleet(broker, "push", given).code == 0 and kept.read_text() == given.read_text()
        board.process.terminate()
        board.end()


NOA = "[profile]\nname = Noa\n[engine]\ntouch_force = 0.6\nrelease_force = 0.5\n[gestures]\nhold_us = 1s\n"
KIM = "[profile]\nname = Kim\n[engine]\nfull_force = 2\n"


@pytest.mark.parametrize("source", ["sensor", "socket"])
def test_a_profile_takes_the_place_of_the_one_before_at_once_and_after_a_restart(broker, readers, started, tmp_path, source):
    for name, text in (("noa", NOA), ("kim", KIM)):
        (tmp_path / f"{name}.conf").write_text(text)
    reader = readers(broker, "libpress/pad/settings")
    config = ["--set", "engine.zero_force=0.1", "--set", "gestures.enabled=yes"]
    mqtt = ["--set", f"mqtt.port={broker.port}", "--set", "bridge.name=pad", "--set", "mqtt.commands=yes"]
    mqtt += ["--set", f"mqtt.profile={tmp_path / 'kept'}"]
    running = []

    def start(profile=()):
        """The settings that it publishes first."""
        count = len(reader.of("/settings"))
        if source == "sensor":
            running.append(started("bridge", "mqtt", "--simulated", *config, *profile, *mqtt).process)
        else:
            path = tmp_path / f"socket{len(running)}"
            running.append(subprocess.Popen([PRESSD, "--quiet", "--source", "sim:hold", "--listen", f"unix:{path}", *config, *profile]))
            until(lambda: listens(path))
            running.append(started("bridge", "mqtt", "--events", f"unix:{path}", *mqtt).process)
        until(lambda: len(reader.of("/settings")) > count)
        return json.loads(reader.of("/settings")[-1])

    def stop():
        while running:
            one = running.pop()
            one.terminate()
            one.wait(20)

    fresh = start(("--profile", str(tmp_path / "kim.conf")))
    assert fresh["profile"] == "Kim" and fresh["engine"]["full_force"] == 2 and fresh["engine"]["touch_force"] == 0.4
    stop()
    start()
    for name in ("noa", "kim"):
        reader.client.publish("libpress/pad/set/engine.firmness", "0.5", qos=1)
        assert fleet(broker, "push", tmp_path / f"{name}.conf").code == 0
    until(lambda: json.loads(reader.of("/settings")[-1]) == fresh)
    stop()
    assert start() == fresh
    stop()


def test_a_pressd_that_starts_again_gets_the_profile_that_its_bridge_keeps(broker, readers, started, tmp_path):
    reader, path = readers(broker, "libpress/pad/settings"), tmp_path / "socket"
    for name, text in (("noa", NOA), ("kim", KIM)):
        (tmp_path / f"{name}.conf").write_text(text)
    saved = tmp_path / "saved"

    def pressd():
        process = subprocess.Popen([PRESSD, "--quiet", "--source", "sim:hold", "--listen", f"unix:{path}", "--set", f"listen.save={saved}"])
        until(lambda: listens(path))
        return process

    def settings():
        return json.loads((reader.of("/settings") or ["{}"])[-1])

    first = pressd()
    mqtt = [f"mqtt.port={broker.port}", "bridge.name=pad", "mqtt.commands=yes", f"mqtt.profile={tmp_path / 'kept'}"]
    bridge = started("bridge", "mqtt", "--events", f"unix:{path}", *(word for one in mqtt for word in ("--set", one)))
    until(settings, 20)
    with Connection(path) as client:
        client.set("engine.lift_us", "70ms")
        client.save()
    for name in ("noa", "kim"):
        assert fleet(broker, "push", tmp_path / f"{name}.conf").code == 0
    before = until(lambda: settings().get("profile") == "Kim" and settings())
    with Connection(path) as client:
        values = client.dump()
        client.set("engine.firmness", 0.5)
    assert before["engine"]["touch_force"] == 0.4 and before["engine"]["full_force"] == 2
    first.kill()
    first.wait()
    path.unlink(missing_ok=True)
    again = pressd()

    def holds():
        with Connection(path) as client:
            return client.dump() == values

    until(holds, 20)
    until(lambda: settings() == before, 20)
    bridge.process.terminate()
    bridge.end()
    again.terminate()
    assert again.wait(10) == 0


def test_of_many_boards_nothing_is_lost(broker):
    """With LIBPRESS_BOARDS=1000 at full size; the figures of docs/bridges/fleet.md are what it prints."""
    done = load(broker, "--boards", BOARDS, "--rate", 5, "--duration", SECONDS, "--broker-pid", broker.process.pid)
    print(done.out)
    assert done.code == 0, done.out
    assert f"{BOARDS} boards, {BOARDS * round(5 * SECONDS / 2) * 2} events" in done.out and "lost 0," in done.out


def test_a_broker_that_keeps_too_little_for_its_reader_is_found_out(brokers):
    """The load says so when something is lost."""
    small = brokers("allow_anonymous true", "max_queued_messages 1", "max_inflight_messages 1")
    done = load(small, "--boards", 100, "--rate", 50, "--duration", 0.2)
    assert done.code == 69 and "lost 0," not in done.out
    assert (ROOT / "docs/bridges/fleet.md").read_text().count("max_queued_messages")
