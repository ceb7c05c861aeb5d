"""Many boards at one broker."""

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass

import pytest
from conftest import ROOT, WHOLE, tap, until

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
