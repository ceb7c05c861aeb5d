"""What an operator owns and reads: files that pressd writes, what a journal keeps, configs that are tried, texts of others."""

import fcntl
import json
import os
import re
import resource
import socket
import stat
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from conftest import PRESSD, ROOT, assert_ends, check_pairs, file_with, wait_for_socket
from test_socket import Client, ended

UNIT = ROOT / "Sources" / "pressd" / "install" / "pressd@.service"
HELD = "0 0\n1s 0\n1.3s 3\n61s 3\n61.2s 0\n"
OTHER = 12345
"""A user that is not this one."""


@pytest.fixture
def server(start, path):
    def begin(*arguments, source="sim:average", **more):
        process = start("--listen", f"unix:{path}", "--quiet", "--source", source, "--duration", "60", *arguments, **more)
        wait_for_socket(process, path)
        return process

    return begin


def saving(server, path, file):
    """A client that has changed a value, of a pressd that saves in this file."""
    process = server("--set", f"listen.save={file}")
    client = Client(path)
    assert client.do("set", key="engine.touch_force", value=0.5)["ok"]
    return process, client


# ---- Point 3: files


def test_save_does_not_wait_for_a_pipe(server, path, tmp_path):
    saved = tmp_path / "saved"
    os.mkfifo(tmp_path / "saved.new")
    process, client = saving(server, path, saved)
    assert client.do("save")["ok"] and "engine.touch_force = 0.5" in saved.read_text()
    saved.unlink()
    os.mkfifo(saved)
    answer = client.do("save")
    assert answer["error"] == "failed" and answer["message"] == "it is no regular file"
    assert client.do("ping")["ok"] and stat.S_ISFIFO(saved.stat().st_mode)
    assert ended(process)[0] == 0


@pytest.mark.parametrize("name", ["saved", "saved.new", ".saved.new", "saved~", "saved.tmp"])
def test_save_follows_no_link_that_was_planted(server, path, tmp_path, name):
    victim = file_with(tmp_path / "victim", "precious")
    saved = tmp_path / "saved"
    if name != "saved":
        saved.write_text("# old\n")
    process, client = saving(server, path, saved)
    (tmp_path / name).symlink_to(victim) if name != "saved" else saved.symlink_to(victim)
    answer = client.do("save")
    assert victim.read_text() == "precious"
    if name == "saved":
        assert answer["error"] == "failed" and "symbolic link" in answer["message"] and saved.is_symlink()
        assert "cannot be saved: it is a symbolic link" in ended(process)[1]
    else:
        assert answer["ok"] and "touch_force" in saved.read_text() and (tmp_path / name).is_symlink()


def test_what_was_saved_is_read_from_no_link_and_from_no_pipe(pressd, tmp_path):
    secret = file_with(tmp_path / "secret", "engine.touch_force = 0.5\n")
    link, pipe = tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(secret)
    os.mkfifo(pipe)
    for file, why in ((link, "symbolic link"), (pipe, "no regular file"), (tmp_path, "a folder")):
        result = pressd("--listen", f"unix:{tmp_path}/socket", "--set", f"listen.save={file}", "--fast", timeout=10)
        assert_ends(result, 66, "listen.save", str(file), why)


@pytest.mark.parametrize("mode, owner", [(0o600, None), (0o640, None), (0o644, OTHER)])
def test_save_keeps_mode_and_owner(server, path, tmp_path, mode, owner):
    saved = file_with(tmp_path / "saved", "# old\n")
    saved.chmod(mode)
    if owner:
        if os.geteuid() != 0:
            pytest.skip("only root gives files away")
        os.chown(saved, owner, owner)
    before = saved.stat()
    _, client = saving(server, path, saved)
    assert client.do("save")["ok"] and "touch_force" in saved.read_text()
    after = saved.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert after.st_ino != before.st_ino and sorted(os.listdir(tmp_path)) == ["saved", "socket"]


@pytest.fixture
def folder_for_all():
    with tempfile.TemporaryDirectory(prefix="pressd-") as name:
        Path(name).chmod(0o777)
        yield Path(name)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_save_that_cannot_keep_the_owner_leaves_the_file_alone(start, folder_for_all):
    folder = folder_for_all
    saved = file_with(folder / "saved", "# old\n")
    saved.chmod(0o644)
    process = start("--listen", f"unix:{folder}/socket", "--quiet", "--set", f"listen.save={saved}", "--duration", "60", user=OTHER, group=OTHER)
    wait_for_socket(process, folder / "socket")
    client = Client(folder / "socket")
    assert client.do("set", key="engine.touch_force", value=0.5)["ok"]
    answer = client.do("save")
    assert answer["error"] == "failed" and "not permitted" in answer["message"]
    assert saved.read_text() == "# old\n" and saved.stat().st_uid == 0 and sorted(os.listdir(folder)) == ["saved", "socket"]


def test_save_that_cannot_be_written_leaves_the_file_alone(server, path, tmp_path):
    saved = file_with(tmp_path / "saved", "# old\n")
    process = server("--set", f"listen.save={saved}", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (40, 40)))
    client = Client(path)
    assert client.do("set", key="engine.touch_force", value=0.5)["ok"]
    answer = client.do("save")
    assert answer["error"] == "failed" and "too large" in answer["message"]
    assert saved.read_text() == "# old\n" and sorted(os.listdir(tmp_path)) == ["saved", "socket"]
    assert "cannot be saved: File too large" in ended(process)[1]


def strace(arguments, log):
    if subprocess.run(["sh", "-c", "command -v strace"], capture_output=True).returncode:
        pytest.skip("needs strace")
    return ["strace", "-f", "-o", str(log), *arguments]


@pytest.mark.not_quick
def test_save_reaches_the_disk_before_and_after_the_name(start, path, tmp_path):
    log, saved = tmp_path / "calls", tmp_path / "saved"
    process = subprocess.Popen(
        strace([PRESSD, "--listen", f"unix:{path}", "--quiet", "--set", f"listen.save={saved}", "--duration", "3"], log),
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    wait_for_socket(process, path)
    if process.poll() is not None:
        pytest.skip("nobody may trace here")
    client = Client(path)
    assert client.do("set", key="engine.touch_force", value=0.5)["ok"] and client.do("save")["ok"]
    process.communicate(timeout=30)
    calls = re.findall(r"^\d+ +(fsync|renameat|write|openat)\(([^\n]*)", log.read_text(), re.M)
    made = next(i for i, (name, rest) in enumerate(calls) if name == "openat" and "O_EXCL" in rest)
    assert "O_NOFOLLOW" in calls[made][1] and re.search(r'"\.saved\.[0-9a-f]{16}"', calls[made][1])
    assert [name for name, _ in calls[made + 1 : made + 5]] == ["write", "fsync", "renameat", "fsync"]


@pytest.mark.not_quick
def test_a_save_does_not_hold_up_frames(preload, start, path, tmp_path):
    """Where the disk takes a second, forces go on meanwhile, and the answer comes when it is done."""
    process = start("--listen", f"unix:{path}", "--quiet", "--set", f"listen.save={tmp_path / 'saved'}", "--duration", "60",
                    env=os.environ | {"LD_PRELOAD": str(preload("fake_disk"))})  # fmt: skip
    wait_for_socket(process, path)
    client, other = Client(path), Client(path)
    assert other.do("subscribe", to="forces", rate=100)["ok"]
    assert client.do("set", key="engine.touch_force", value=0.5)["ok"]
    begin = time.monotonic()
    client.socket.sendall(b'{"do":"save","id":900}\n{"do":"ping","id":901}\n')
    seen = len(other.lines)
    while time.monotonic() < begin + 0.8:
        other.line()
    assert len(other.lines) - seen > 40
    assert other.do("save")["error"] == "not_now"
    answers = [client.line(), client.line()]
    assert [one["answer"] for one in answers[-2:]] == ["save", "ping"] and answers[0]["ok"] and time.monotonic() - begin > 0.9
    assert other.do("save")["ok"]


def test_a_recording_goes_through_no_link_of_somebody_else_and_waits_for_no_pipe(pressd, tmp_path):
    victim, link, pipe = file_with(tmp_path / "victim", "precious"), tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(victim)
    os.mkfifo(pipe)
    if os.geteuid() == 0:
        os.lchown(link, OTHER, OTHER)
        assert_ends(pressd("--fast", "--quiet", "--record", link), 73, "--record", "symbolic link")
        assert victim.read_text() == "precious"
        os.lchown(link, 0, 0)
    assert pressd("--fast", "--quiet", "--record", link).code == 0 and victim.read_text().startswith("# libpress trace")
    assert_ends(pressd("--fast", "--quiet", "--record", pipe, timeout=10), 73, "--record", "No such device or address")


@pytest.mark.not_quick
def test_a_recording_into_a_pipe_that_nobody_reads_does_not_hold_up_frames(preload, start, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    fcntl.fcntl(reader, 1031, 4096)  # F_SETPIPE_SZ
    process = start("--source", "i2c:/dev/i2c-7", "--quiet", "--stats", "--duration", "3", "--rate", "600", "--record", pipe,
                    env=os.environ | {"LD_PRELOAD": str(preload("fake_i2c"))})  # fmt: skip
    _, err = process.communicate(timeout=30)
    os.close(reader)
    assert process.returncode == 73 and "--record" in err and "temporarily unavailable" in err
    # The pipe holds some hundred frames; a machine that is busy reads fewer than the 1,800 that were asked for.
    assert json.loads(err.splitlines()[-1])["frames"] > 500


# ---- Point 4: pressd reports values that override the config


def test_a_saved_value_says_what_it_replaces_at_the_start(pressd, path, tmp_path):
    config = file_with(tmp_path / "a.conf", "[engine]\ntouch_force = 0.4\n[gestures]\n")
    saved = file_with(tmp_path / "saved", "# Written\nengine.touch_force = 0.5\nengine.lift_us = 50ms\npad.beta = 2\n")
    result = pressd("--config", config, "--set", f"listen.save={saved}", "--set", "pad.beta=3", "--listen", f"unix:{path}", "--fast", "--quiet")
    lines = [line for line in result.err.splitlines() if "replaces" in line]
    assert result.code == 0 and lines == [
        f"pressd: {saved}:2: engine.touch_force = 0.5 replaces 0.4, of {config}:2",
        f"pressd: {saved}:3: engine.lift_us = 50ms replaces 55000, the default",
        f"pressd: {saved}:4: pad.beta = 2 replaces 3, of --set",
    ]


CONTRADICTED = {
    "a rule of the library": ("[engine]\ntouch_force = 0.7\nrelease_force = 0.6\n", "engine.touch_force = 0.5", "release_force"),
    "a rule of pressd": ("[engine]\n", "engine.traits = tap", "require a section [gestures]"),
    "a section that is gone": ("", "strike.window_us = 20ms", "the config has no such section"),
    "a rate": ("[pad]\n", "pad.stale_after_us = 1ms", "stale_after_us: frames come less often"),
}


@pytest.mark.parametrize("what", CONTRADICTED)
def test_a_saved_value_that_the_config_does_not_go_with_is_left_out_and_stays_in_its_file(server, path, tmp_path, what):
    text, line, rule = CONTRADICTED[what]
    config = file_with(tmp_path / "a.conf", text)
    saved = file_with(tmp_path / "saved", f"# Written\nengine.lift_us = 50ms\n{line}\n")
    given = ("--config", config, "--set", f"listen.save={saved}")
    process = server(*given)
    client = Client(path)
    assert client.line()["hello"] and client.do("get", key="engine.lift_us")["value"] == "50000"
    assert client.do("save")["ok"] and line in saved.read_text() and "engine.lift_us = 50ms" in saved.read_text()
    code, err = ended(process)
    said = [one for one in err.splitlines() if "is left out" in one]
    assert code == 0 and len(said) == 1, err
    for one in (f"pressd: {saved}:3: {line} is left out", str(config), rule, f"It stays in {saved}"):
        assert one in said[0]


def test_a_saved_value_that_was_left_out_counts_again_or_is_replaced(server, path, tmp_path):
    config = file_with(tmp_path / "a.conf", "[engine]\ntouch_force = 0.7\nrelease_force = 0.6\n")
    saved = file_with(tmp_path / "saved", "engine.touch_force = 0.5\n")
    given = ("--config", config, "--set", f"listen.save={saved}")
    assert "is left out" in ended(server(*given))[1]
    file_with(config, "[engine]\n")
    process = server(*given)
    assert Client(path).line()["levels"]["touch_force"] == 0.5
    assert "is left out" not in ended(process)[1]
    file_with(config, "[engine]\ntouch_force = 0.7\nrelease_force = 0.6\n")
    process = server(*given)
    client = Client(path)
    assert client.do("set", key="engine.touch_force", value=0.8)["ok"] and client.do("save")["ok"]
    assert ended(process)[0] == 0 and saved.read_text().splitlines()[1:] == ["engine.touch_force = 0.8"]


def test_saved_values_that_go_only_together_count_in_any_order(server, path, tmp_path):
    saved = file_with(tmp_path / "saved", "engine.touch_force = 0.2\nengine.release_force = 0.1\n")
    process = server("--set", f"listen.save={saved}")
    assert Client(path).line()["levels"]["touch_force"] == 0.2
    assert "is left out" not in ended(process)[1]


def test_a_test_and_a_check_say_what_is_left_out(pressd, tmp_path):
    saved = file_with(tmp_path / "saved", "engine.touch_force = 0.5\n")
    config = file_with(tmp_path / "a.conf", f"[engine]\ntouch_force = 0.7\nrelease_force = 0.6\n[listen]\nsave = {saved}\n")
    tested = pressd("--test-config", config)
    assert tested.code == 0 and f"{saved}:1: engine.touch_force = 0.5 is left out" in tested.err
    checked = pressd("--check", "--config", config, "--fast", "--format", "json")
    assert f"{saved}:1: engine.touch_force = 0.5 is left out" in checked.err
    lines = [json.loads(line) for line in checked.out.splitlines()]
    mine = [line for line in lines if line.get("finding") == "saved_left_out"]
    assert len(mine) == 1 and (mine[0]["check"], mine[0]["result"], mine[0]["sensor"]) == ("config", "warn", None), lines
    assert lines[-1]["warn"] == sum(line.get("result") == "warn" and "finding" in line for line in lines)


def test_a_set_and_a_save_are_lines(server, path, tmp_path):
    saved = tmp_path / "saved"
    process, client = saving(server, path, saved)
    assert client.do("set", key="engine.touch_force", value=0.3)["ok"] and client.do("save")["ok"]
    assert client.do("set", key="engine.touch_force", value=-1)["error"] == "bad_value"
    err = ended(process)[1]
    assert [line for line in err.splitlines() if "pressd:" in line] == [
        "pressd: engine.touch_force = 0.5, set over the socket; before it was 0.4, the default",
        "pressd: engine.touch_force = 0.3, set over the socket; before it was 0.5, set over the socket",
        f"pressd: {saved}: 1 value is saved, and will override the config",
    ]


@pytest.mark.not_quick
def test_one_that_changes_all_the_time_does_not_fill_the_log(server, path):
    process = server()
    client = Client(path)
    for n in range(300):
        assert client.do("set", key="engine.touch_force", value=0.4 + n / 10000)["ok"]
    time.sleep(1.2)
    assert client.do("set", key="engine.touch_force", value=0.5)["ok"]
    lines = [line for line in ended(process)[1].splitlines() if "socket" in line]
    assert len(lines) < 60 and any(re.search(r"\d+ more changes over the socket were not listed", line) for line in lines)


def test_a_value_that_was_sent_brings_no_line_of_its_own(server, path):
    process = server()
    client = Client(path)
    assert client.do("set", key="engine.touch_force", value="0.5\npressd: forged")["error"] == "bad_value"
    assert "forged" not in ended(process)[1]


# ---- Point 11: what answers differently than its page says


def test_check_of_the_simulated_sensor_is_the_same_with_and_without_its_source(pressd):
    for more in ((), ("--set", "sensor.pull_up=yes")):
        one, two = pressd("--check", "--fast", *more), pressd("--check", "--source", "sim", "--fast", *more)
        assert one.code == two.code == 0 and one.out == two.out and " 0 failed" in one.out


@pytest.mark.not_quick
def test_a_key_of_an_interaction_that_is_off_has_no_effect_and_that_is_said(pressd, tmp_path):
    quiet = ("--source", "sim:press", "--fast", "--quiet", "--set", "levels.count=3")
    off, on = "pressd: --set levels.count has no effect: [levels] is off\n", ("--set", "levels.enabled=yes")
    assert pressd(*quiet).err == off and pressd(*quiet).code == 0
    assert pressd(*quiet, *on).err == "" and pressd(*quiet, "--set", "levels.enabled=no").err == ""
    config = file_with(tmp_path / "a.conf", "[levels]\n")
    assert pressd(*quiet, "--config", config).err == ""


def test_a_recording_of_nothing_is_a_trace(pressd, tmp_path):
    trace = file_with(tmp_path / "a.trace", "# libpress trace 1 sensors=1 full_scale=26400\n# end 0\n")
    assert pressd("--source", f"trace:{trace}", "--fast").code == 0


@pytest.mark.parametrize("option", ["--config", "--profile", "--source trace", "--source finger"])
def test_a_folder_is_no_file(pressd, tmp_path, option):
    name, _, kind = option.partition(" ")
    assert_ends(pressd(name, f"{kind}:{tmp_path}" if kind else tmp_path, "--fast"), 66, str(tmp_path), "folder" if not kind else "Is a directory")


@pytest.mark.parametrize("scalar", [0x202E, 0x2066, 0x200F, 0x61C, 0x2028, 0xFEFF, 0x200B, 0xAD, 0xE0041, 0x9B])
def test_no_text_of_others_turns_a_message_around(pressd, tmp_path, scalar):
    config = file_with(tmp_path / "a.conf", f"[engine]\nab{chr(scalar)}cd = 1\n")
    result = pressd("--config", config)
    escaped = "".join(f"\\x{byte:02x}" for byte in chr(scalar).encode())
    assert result.code == 78 and chr(scalar) not in result.err and f"ab{escaped}cd" in result.err


def test_what_is_not_utf8_is_escaped_and_what_people_write_is_not(pressd, tmp_path):
    config = tmp_path / "a.conf"
    config.write_bytes("[engine]\ngröße日本é = 1\n".encode())
    assert "größe日本é" in pressd("--config", config).err
    config.write_bytes(b"[engine]\na\xff\xc3(\xed\xa0\x80b = 1\n")
    assert "a\\xff\\xc3(\\xed\\xa0\\x80b" in pressd("--config", config).err


@pytest.mark.not_quick
@pytest.mark.parametrize("arguments", [
    ("--source", "sim:drag", "--config", "drag.conf"), ("--source", "sim:peek", "--config", "peek.conf"), ("--check",),
    ("--source", "sim:storm", "--duration", "5", "--set", "feedback.drv2605l=yes"), ("--help",), ("--test-config", "drag.conf"),
])  # fmt: skip
def test_a_small_stack_is_enough(pressd, arguments):
    arguments = [ROOT / "examples" / "pressd" / one if one.endswith(".conf") else one for one in arguments]
    result = pressd(*arguments, "--fast", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (1 << 17, 1 << 17)))
    assert result.code == 0, result.err


def test_a_byte_order_mark_is_no_riddle(pressd, tmp_path):
    mark = b"\xef\xbb\xbf"
    config, profile, finger, trace, csv = (tmp_path / name for name in ("conf", "profile", "finger", "trace", "csv"))
    config.write_bytes(mark + b"[engine]\ntouch_force = 0.5\n")
    profile.write_bytes(mark + b"[engine]\ntouch_force = 0.6\n")
    finger.write_bytes(mark + b"0 0\n500ms 2\n1s 0\n")
    csv.write_bytes(mark + b"0\n0\n0\n")
    run = ("--config", config, "--profile", profile, "--source", f"finger:{finger}", "--fast", "--quiet", "--record", trace)
    assert_ends(pressd(*run), 0)
    trace.write_bytes(mark + trace.read_bytes())
    assert_ends(pressd("--source", f"trace:{trace}", "--fast"), 0)
    assert_ends(pressd("--source", f"trace:{csv}", "--fast", "--rate", "200"), 0)
    config.write_bytes(b"\n" + mark + b"[engine]\n")
    assert_ends(pressd("--config", config), 78, ":2: neither [section] nor key = value")


def test_the_rates_of_an_ads1115_are_those_that_the_help_says(pressd):
    text = " ".join(pressd("--help").out.split())
    one, four = re.search(r"as (\d+) of an ADS1115 with one sensor, (\d+) with four", text).groups()
    for sensors, most in ((1, int(one)), (4, int(four))):
        more = [word for n in range(2, sensors + 1) for word in ("--set", f"sensor{n}.x={n}")]
        assert pressd("--fast", "--quiet", "--duration", "0.5", "--rate", most, *more).code == 0
        assert_ends(pressd("--fast", "--rate", most + 1, *more), 64, f"up to {most}", "us for a frame")
    assert_ends(pressd("--rate", "3301"), 64, "1 to 3300", "no more than the converter allows")


# ---- Point 12: logs


@pytest.mark.not_quick
def test_a_minute_of_a_held_finger_is_less_than_a_hundred_lines(pressd, tmp_path):
    held = file_with(tmp_path / "held", HELD)
    every = pressd("--source", f"finger:{held}", "--fast", "--progress", "all").events
    happened = [e for e in every if not e["event"].endswith("_updated") or e["ended"]]
    for more in ((), ("--progress", "changed"), ("--progress", "1"), ("--format", "text")):
        result = pressd("--source", f"finger:{held}", "--fast", *more)
        assert result.code == 0 and len(result.out.splitlines()) < 100 < len(every)
        if "text" in more:
            continue
        check_pairs(result.events)
        assert [e for e in result.events if e in happened] == happened
        assert all(e in every for e in result.events)


class Journal:
    """A stream that is the journal's, as the environment says."""

    def __init__(self):
        self.own, self.other = socket.socketpair()
        file = os.fstat(self.other.fileno())
        self.environment = os.environ | {"JOURNAL_STREAM": f"{file.st_dev}:{file.st_ino}"}

    def run(self, *arguments):
        done = subprocess.run([PRESSD, *map(str, arguments)], stdout=self.other, stderr=self.other, env=self.environment, timeout=60)
        self.other.close()
        text = b""
        while data := self.own.recv(1 << 16):
            text += data
        return done.returncode, text.decode().splitlines()


@pytest.mark.not_quick
def test_a_journal_gets_progress_once_a_second_and_priorities(tmp_path):
    held = file_with(tmp_path / "held", HELD)
    code, lines = Journal().run("--source", f"finger:{held}", "--fast")
    events = [json.loads(line) for line in lines]
    check_pairs(events)
    times = [e["t_us"] for e in events if e["event"] == "commit_updated" and not e["ended"]]
    assert code == 0 and len(lines) < 100 and all(b - a >= 1_000_000 for a, b in zip(times, times[1:]))
    code, lines = Journal().run("--source", "sim:absent", "--fast")
    assert code == 69 and lines[0].startswith("<3>pressd: ")
    code, lines = Journal().run("--source", "sim:unplug", "--fast", "--quiet")
    said = [line[:11] for line in lines if "pressd:" in line]
    assert said == ["<4>pressd: ", "<5>pressd: "]
    code, lines = Journal().run("--sauce")
    assert lines[0].startswith("<3>pressd: --sauce")


def test_what_is_no_journal_gets_no_priorities(pressd):
    for stream in ("", "1:1", "nonsense", "8:99999999999999999999999"):
        result = pressd("--source", "sim:absent", "--fast", env=os.environ | {"JOURNAL_STREAM": stream})
        assert result.code == 69 and result.err.startswith("pressd: ")


def test_progress_that_is_asked_for_comes(pressd):
    every = pressd("--source", "sim:press", "--fast", "--progress", "all").events
    changed = pressd("--source", "sim:press", "--fast").events
    some = pressd("--source", "sim:press", "--fast", "--progress", "20").events
    assert len(every) > len(changed) > len(some)
    last = None
    for e in changed:
        if e["event"].endswith("_updated") and not e["ended"]:
            assert last is None or abs(e["progress"] - last) >= 0.00999
            last = e["progress"]
        else:
            last = None
    for wrong in ("0", "1001", "some", "-1", ""):
        assert_ends(pressd("--progress", wrong), 64, "--progress", "all, changed, or lines a second, 1 to 1000")


def test_the_unit_does_not_start_again_for_ever_what_only_a_person_can_mend():
    unit = dict(line.split("=", 1) for line in UNIT.read_text().splitlines() if "=" in line and line[0] != "#")
    never = {int(code) for code in unit["RestartPreventExitStatus"].split()}
    assert never >= {64, 65, 66, 73, 77, 78} and not never & {69, 74, 75}
    begin, burst, rest = int(unit["StartLimitIntervalSec"]), int(unit["StartLimitBurst"]), int(unit["RestartSec"])
    assert burst * rest < begin, "a limit that is never reached"
    assert int(unit["LogRateLimitBurst"]) and unit["LogRateLimitIntervalSec"]


# ---- --test-config


def of_config(pressd, tmp_path, text, *more):
    return pressd("--test-config", file_with(tmp_path / "a.conf", text), *more)


def test_a_config_is_tested_without_hardware(pressd, tmp_path):
    for config in sorted((ROOT / "examples" / "pressd").glob("*.conf")):
        for source in ((), ("--source", "i2c:/dev/i2c-77"), ("--source", "iio:nothing")):
            result = pressd("--test-config", config, *source)
            if result.code != 0:
                assert source[-1:] == ("iio:nothing",), result.err
                continue
            assert (result.out, result.err) == (f"{config}: ok\n", "")


def test_every_line_that_is_wrong_is_named(pressd, tmp_path):
    result = of_config(pressd, tmp_path, "[engine]\ntouch_farce = 1\n[nothing]\nx = 1\n[sensor]\nx = much\nnonsense\n")
    lines = result.err.splitlines()
    assert result.code == 78 and result.out == "" and [line.split(":")[2] for line in lines] == ["2", "3", "6", "7"]


@pytest.mark.parametrize("text, more, code, word", [
    ("[engine]\nrelease_force = 1\n", (), 78, ":2: engine.release_force"),
    ("[target]\nwidth = 9\nheight = 9\ntraits = preview peek\n[peek]\ntarget = 1\n[action]\ngroup = 1\n", (), 78, ":8: action.group must be the id of another action"),
    ("[sensor]\nfull_scale = 40000\n", ("--source", "i2c:/dev/i2c-77"), 78, ":2:"),
    ("", ("--rate", "700"), 64, "up to 625"),
    ("[profile]\nfile = /nowhere\n", (), 66, "/nowhere"),
    ("[sensor]\ncalibration = /nowhere\n", (), 78, ":2:"),
    ("[listen]\nsave = SAVED\n", (), 78, "SAVED:1: engine.touch_farce"),
])  # fmt: skip
def test_what_a_start_would_refuse_a_test_refuses(pressd, tmp_path, text, more, code, word):
    saved = file_with(tmp_path / "saved", "engine.touch_farce = 1\n")
    result = of_config(pressd, tmp_path, text.replace("SAVED", str(saved)), *more)
    assert_ends(result, code, word.replace("SAVED", str(saved)))
    assert result.out == ""


def test_a_config_that_is_not_there_cannot_be_tested(pressd, tmp_path):
    assert_ends(pressd("--test-config", tmp_path / "none"), 66, str(tmp_path / "none"))
    assert_ends(pressd("--test-config"), 64, "--test-config", "a file")


def test_a_test_touches_nothing(pressd, tmp_path):
    server, trace = tmp_path / "socket", tmp_path / "trace"
    text = f"[listen]\npath = {server}\n[uinput]\nkind = raw\nnode = {tmp_path / 'uinput'}\n"
    assert_ends(of_config(pressd, tmp_path, text, "--record", trace, "--source", "i2c:/dev/i2c-77"), 0)
    assert os.listdir(tmp_path) == ["a.conf"]


# ---- What a program in C can answer, over the socket


def test_values_can_be_asked_for_with_where_they_come_from(server, path, tmp_path):
    config = file_with(tmp_path / "a.conf", "[sensor]\nx = 3\n[sensor2]\n[engine]\ntouch_force = 0.5\n[action]\n[drag]\n")
    config.write_text(config.read_text().replace("[action]\n", ""))
    server("--config", config, "--set", "pad.beta=2", "--set", "listen.mode=660")
    client = Client(path)

    def got(key):
        answer = client.do("get", key=key)
        return answer["value"], answer["from"], answer.get("line")

    assert got("engine.touch_force") == ("0.5", "config", 5) and got("pad.beta") == ("2", "option", None)
    assert got("engine.lift_us") == ("55000", "default", None) and got("sensor2.x")[0] == "3" and got("sensor.channel")[0] == "0"
    assert got("listen.mode")[0] == "660" and got("converter.model")[0] == "ads1115" and got("pad.correction")[0].split()[0] == "1"
    assert client.do("set", key="pad.beta", value=1.5)["ok"] and got("pad.beta") == ("1.5", "set", None)
    for wrong in ("engine", "engine.nothing", "sensor3.x", "nothing.x", ".", "target.x"):
        assert client.do("get", key=wrong)["error"] == "bad_value"
    dumped = {one["key"]: one for one in client.do("dump")["values"]}
    assert {"sensor.x", "engine.touch_force", "pad.beta", "listen.mode"} <= set(dumped) and "engine.lift_us" not in dumped
    engine = client.do("dump", section="engine")["values"]
    assert len(engine) == 19 and all(client.do("set", key=one["key"], value=one["value"]).get("error") in (None, "bad_value") for one in engine)
    assert client.do("dump", section="target")["error"] == "bad_value"


def test_every_value_that_is_shown_is_accepted_again(server, path, pressd, tmp_path):
    for config in sorted((ROOT / "examples" / "pressd").glob("*.conf")):
        process = server("--config", config)
        client = Client(path)
        values = client.do("dump")["values"]
        for section in ("sensor", "converter", "pad", "engine", "uinput", "feedback", "iio"):
            values += client.do("dump", section=section)["values"]
        ended(process)
        text = {}
        for one in values:
            section, key = one["key"].split(".")
            if one["value"] and key != "calibration":
                text.setdefault(section, {})[key] = one["value"]
        for section in ("gestures", "drag"):  # that are there without a key
            if f"[{section}]" in config.read_text():
                text.setdefault(section, {})
        text["uinput"]["enabled"] = text["feedback"]["enabled"] = "no"
        again = "".join(f"[{section}]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items()) for section, keys in text.items())
        assert_ends(of_config(pressd, tmp_path, again), 0)


DRAG = ROOT / "examples" / "pressd" / "drag.conf"


def dragging(server, path):
    """A program that receives the events of a pressd with a card, 2, a slot in its list, 3, and a tray elsewhere, 4."""
    server("--config", DRAG, source="sim:hold")
    client = Client(path)
    client.do("subscribe")
    return client


def dropped(client, target, **rule):
    if rule:
        assert client.do("drop_propose", target=target, **rule)["ok"]
    return client.do("drag_perform", source=2, destination=target)["drag"]


def since(client, name):
    return [e for e in client.events if e["event"] == name]


def test_the_copy_key_turns_a_move_into_a_copy(server, path):
    client = dragging(server, path)
    for copy in (False, True, False):
        assert client.do("drag_modifiers", copy=copy)["ok"]
        dropped(client, 3)
        assert since(client, "drag_dropped")[-1]["operation"] == ("copy" if copy else "move")
    assert client.do("drag_modifiers", copy=1)["error"] == "bad_value"


def test_a_destination_proposes_what_a_program_declared(server, path):
    client = dragging(server, path)
    dropped(client, 3, operation="copy", hint="link")
    assert since(client, "drag_dropped")[-1]["operation"] == "copy" and since(client, "drag_hint_changed")[-1]["hint"] == "link"
    dropped(client, 3, operation="forbidden")
    assert since(client, "drag_cancelled")[-1]["reason"] == "forbidden"
    assert client.do("drop_propose", target=3)["ok"]
    dropped(client, 3)
    assert since(client, "drag_dropped")[-1]["operation"] == "move"
    assert client.do("drop_propose", target=99)["error"] == "not_found"
    for wrong in ({"operation": "steal"}, {"flags": "fast"}, {"hint": 1}, {"items": -1}):
        assert client.do("drop_propose", target=3, **wrong)["error"] == "bad_value"


def test_a_drag_that_is_over_a_destination_is_asked_again(server, path):
    client = dragging(server, path)
    drag = client.do("drag_begin", source=2)["drag"]
    assert client.do("drag_over", drag=drag, target=3)["ok"] and since(client, "drag_entered")[-1]["operation"] == "move"
    assert client.do("drop_propose", target=3, operation="copy")["ok"]
    assert since(client, "drag_proposed")[-1]["operation"] == "copy"


def test_a_transfer_and_a_task_last_until_the_program_says(server, path):
    client = dragging(server, path)
    drag = dropped(client, 4, flags="transfers")
    assert since(client, "drop_item_began") and not since(client, "drop_concluded")
    assert client.do("drop_update", drag=drag, item=2, progress=0.5)["ok"] and since(client, "drop_item_updated")[-1]["progress"] == 0.5
    assert client.do("drop_update", drag=drag, item=7, progress=0.5)["error"] == "not_found"
    assert client.do("drop_finish", drag=drag, item=2, success=False)["ok"] and since(client, "drop_concluded")[-1]["failed"] == 1
    drag = dropped(client, 4, flags="task irreversible")
    assert since(client, "drag_confirm") and client.do("drop_confirm", drag=drag, yes=True)["ok"]
    assert client.do("drop_update", drag=drag, item=0, progress=1)["ok"] and since(client, "task_updated")
    assert client.do("drop_finish", drag=drag, item=0, success=True)["ok"] and since(client, "task_ended")
    assert since(client, "drop_concluded")[-1]["arrived"] == 1


def test_what_waits_for_a_program_that_is_gone_fails(server, path):
    client = dragging(server, path)
    other = Client(path)
    dropped(other, 4, flags="transfers", operation="copy")
    client.until("drop_item_began")
    other.socket.close()
    assert client.until("drop_concluded")["failed"] == 1
    dropped(client, 4)
    assert since(client, "drop_concluded")[-1]["arrived"] == 1
