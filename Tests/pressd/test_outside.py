"""What comes from outside: files that are closed, full, slow or the wrong one, signals, terminals, texts of others."""

import os
import resource
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest
from conftest import PRESSD, ROOT, Result, assert_ends, check_pairs, file_with, on_a_terminal, read_until
from test_calibration import calibration

PEEK = ROOT / "examples" / "pressd" / "peek.conf"


def run(*arguments, **more):
    more.setdefault("timeout", 30)
    return subprocess.run([PRESSD, *map(str, arguments)], text=True, **more)


# ---- Files


def test_a_recording_does_not_destroy_what_is_read(pressd, tmp_path):
    trace = tmp_path / "a.trace"
    assert pressd("--source", "sim:taps", "--fast", "--quiet", "--record", trace).code == 0
    before = trace.read_bytes()
    link = tmp_path / "link"
    link.symlink_to(trace)
    for name in (trace, link):
        result = pressd("--source", f"trace:{trace}", "--fast", "--record", name)
        assert result.code == 73 and "this file is read" in result.err and result.out == ""
        assert trace.read_bytes() == before
    config = file_with(tmp_path / "a.conf", "[engine]\n")
    assert pressd("--config", config, "--fast", "--record", config).code == 73 and config.read_text() == "[engine]\n"


@pytest.mark.parametrize("name", ["c.conf", "s.cal", "p.prof", "v.save", "f.finger", "link"])
def test_a_recording_destroys_nothing_that_the_same_start_reads(pressd, tmp_path, name):
    """Nor where values will be saved, whether they were before or not."""
    files = {
        "c.conf": f"[sensor]\ncalibration = {tmp_path}/s.cal\n[listen]\npath = {tmp_path}/a.sock\nsave = {tmp_path}/v.save\n",
        "s.cal": calibration(),
        "p.prof": "[engine]\ntouch_force = 0.6\n",
        "v.save": "# Written by pressd. What was changed while it ran.\nengine.full_force = 6\n",
        "f.finger": "0 0\n500ms 3\n1s 0\n",
    }
    for file, text in files.items():
        (tmp_path / file).write_bytes(text if isinstance(text, bytes) else text.encode())
    (tmp_path / "link").symlink_to("s.cal")
    given = (
        "--config",
        tmp_path / "c.conf",
        "--profile",
        tmp_path / "p.prof",
        "--source",
        f"finger:{tmp_path / 'f.finger'}",
        "--fast",
        "--duration",
        "1",
    )
    result = pressd(*given, "--record", tmp_path / name)
    assert result.code == 73 and "this file is read, or values are saved in it" in result.err
    assert all((tmp_path / file).read_bytes() == (text if isinstance(text, bytes) else text.encode()) for file, text in files.items())
    (tmp_path / "v.save").unlink()
    assert pressd(*given, "--record", tmp_path / "v.save").code == 73 and not (tmp_path / "v.save").exists()
    assert pressd(*given, "--record", tmp_path / "new.trace").code == 0


@pytest.mark.parametrize("way", ["hard link", "symbolic link", "relative path"])
@pytest.mark.parametrize("read", ["a.conf", "a.cal", "a.profile", "a.saved"])
@pytest.mark.parametrize("output", ["--record", "--listen", "listen.path", "listen.save", "feedback.led", "feedback.device", "uinput.node"])
def test_no_output_destroys_what_is_read(pressd, tmp_path, output, read, way):
    files = {"a.conf": b"[sensor]\ncalibration = a.cal\n[listen]\nsave = a.saved\npath = socket\n", "a.cal": calibration(),
             "a.profile": b"# hers\n", "a.saved": b"# Written\n"}  # fmt: skip
    if output == "listen.save" and read == "a.saved":
        pytest.skip("that is what it is for")
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "led").mkdir()
    (tmp_path / "led" / "max_brightness").write_text("255\n")
    target = "led/brightness" if output == "feedback.led" else "target"
    if way == "hard link":
        os.link(tmp_path / read, tmp_path / target)
    elif way == "symbolic link" or output == "feedback.led":
        (tmp_path / target).symlink_to(tmp_path / read)
    else:
        target = f"led/../{read}"
    value = "led" if output == "feedback.led" else target
    more = {"--record": ("--record", value), "--listen": ("--listen", f"unix:{value}")}.get(output, ("--set", f"{output}={value}"))
    if output == "uinput.node":
        more = ("--uinput", "--set", "uinput.kind=raw", *more)
    result = pressd("--config", "a.conf", "--profile", "a.profile", "--set", "feedback.enabled=yes", *more, "--fast", "--duration", "1", cwd=tmp_path)
    assert result.code != 0 and value in result.err, result.err
    assert {name: (tmp_path / name).read_bytes() for name in files} == files


@pytest.mark.parametrize("kind", ["pipe", "device", "socket", "folder"])
@pytest.mark.parametrize("way", ["--config", "--test-config", "--profile", "profile.file", "sensor.calibration", "listen.save"])
def test_only_a_regular_file_is_read_as_a_config_and_what_belongs_to_it(pressd, tmp_path, way, kind):
    file = tmp_path / "file"
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    elif kind == "device":
        file = Path("/dev/zero")
    else:
        socket.socket(socket.AF_UNIX).bind(str(file))
    given = (way, file) if way.startswith("-") else ("--set", f"{way}={file}")
    result = pressd(*given, "--fast", "--quiet", "--listen", f"unix:{tmp_path}/socket", timeout=10)
    code = 64 if way == "sensor.calibration" else 66
    assert_ends(result, code, str(file), "it is a folder" if kind == "folder" else "it is no regular file")


@pytest.mark.parametrize("name", ["c.conf", "s.cal", "p.prof", "hard", "up"])
def test_values_are_not_saved_where_something_is_read(pressd, tmp_path, name):
    (tmp_path / "s.cal").write_bytes(calibration())
    file_with(tmp_path / "p.prof", "# nothing yet\n")
    (tmp_path / "hard").hardlink_to(tmp_path / "p.prof")
    save = f"{tmp_path}/../{tmp_path.name}/c.conf" if name == "up" else tmp_path / name
    config = file_with(
        tmp_path / "c.conf",
        f"[sensor]\ncalibration = {tmp_path}/s.cal\n[profile]\nfile = {tmp_path}/p.prof\n[listen]\npath = {tmp_path}/a\nsave = {save}\n",
    )
    for option in ("--config", "--test-config"):
        assert_ends(pressd(option, config, "--fast"), 78, f"listen.save {save}: this file is a config, a profile or a calibration")


def test_a_recording_is_not_made_through_a_link_where_values_will_be_saved(pressd, tmp_path):
    (tmp_path / "deep").symlink_to("link")
    (tmp_path / "link").symlink_to(tmp_path / "v.save")
    given = ("--set", f"listen.path={tmp_path}/a", "--set", f"listen.save={tmp_path}/v.save", "--fast", "--record")
    assert pressd(*given, tmp_path / "deep").code == 73 and not (tmp_path / "v.save").exists()


@pytest.mark.parametrize("fd, code", [(1, 74), (2, 0)])
def test_a_closed_file_is_not_taken_for_the_recording(tmp_path, fd, code):
    trace, expected = tmp_path / "a.trace", tmp_path / "b.trace"
    done = run("--fast", "--stats", "--record", trace, preexec_fn=lambda: os.close(fd), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == code and (code == 0 or "cannot write the events" in done.stderr)
    run("--fast", "--record", expected, stdout=subprocess.DEVNULL)
    lines = trace.read_text().splitlines()
    # A run that cannot write its events stops; what there is of the trace is the trace.
    assert lines[:-1] == expected.read_text().splitlines()[: len(lines) - 1] and lines[-1].startswith("# end ")


@pytest.mark.not_quick
def test_a_full_disk_under_the_recording_is_reported_at_once_and_the_run_goes_on(start):
    process = start("--source", "sim:storm", "--duration", "20", "--record", "/dev/full", "--rate", "600")
    begin = time.monotonic()
    while "cannot write: No space left" not in (line := process.stderr.readline()):
        assert line, "ended without a word"
    assert time.monotonic() - begin < 10 and process.poll() is None
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=5)
    assert process.returncode == 73 and out and "cannot write" not in err


@pytest.mark.parametrize("option", ["--help", "-h", "--version"])
def test_an_answer_that_cannot_be_written_is_an_error(option):
    with open("/dev/full", "w") as full:
        done = run(option, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 74 and "No space left" in done.stderr


@pytest.mark.not_quick
def test_a_slow_reader_of_a_pipe_that_does_not_block_gets_everything(pressd):
    read, write = os.pipe()
    os.set_blocking(write, False)
    process = subprocess.Popen([PRESSD, "--fast", "--progress", "all", "--set", "engine.tell_moved=yes"], stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    time.sleep(0.5)
    out = b""
    while chunk := os.read(read, 4096):
        out += chunk
        time.sleep(0.001)
    os.close(read)
    assert process.wait(timeout=10) == 0 and process.stderr.read() == b""
    assert out.decode() == pressd("--fast", "--progress", "all", "--set", "engine.tell_moved=yes").out and len(out) > 100_000


def test_the_limit_of_a_file_is_an_error_and_no_end(tmp_path):
    done = run(
        "--fast",
        "--record",
        tmp_path / "a.trace",
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)),
    )
    assert done.returncode == 73 and "File too large" in done.stderr and '"contact_ended"' in done.stdout


# ---- Signals


@pytest.mark.not_quick
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_while_a_pipe_waits_for_its_writer_ends_it_well(start, tmp_path, number):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    process = start("--source", f"trace:{fifo}")
    time.sleep(0.5)
    process.send_signal(number)
    out, err = process.communicate(timeout=5)
    assert process.returncode == 0 and out == "" and "pressd:" not in err


@pytest.mark.not_quick
def test_a_hangup_closes_every_beginning(start):
    process = start("--source", "sim")
    lines = read_until(process, "preview_updated")
    process.send_signal(signal.SIGHUP)
    out, _ = process.communicate(timeout=5)
    process.stdout = None
    assert process.returncode == 0
    done = Result(subprocess.CompletedProcess([], 0, "".join(lines) + out, ""))
    check_pairs(done.events)
    assert done.names[-1] == "contact_cancelled"


@pytest.mark.not_quick
def test_a_hangup_that_was_ignored_stays_so():
    process = subprocess.Popen(
        [PRESSD, "--source", "sim:taps", "--duration", "1"],
        stdout=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    time.sleep(0.3)
    process.send_signal(signal.SIGHUP)
    out, _ = process.communicate(timeout=5)
    assert process.returncode == 0 and b"contact_ended" in out


# ---- Configs


def test_what_the_command_line_says_is_no_second_time(pressd, tmp_path):
    config = file_with(tmp_path / "a.conf", "[engine]\ntouch_force = 1\n[sensor]\nx = 1\n[sensor2]\nx = 2\nchannel = 1\n")
    result = pressd("--config", config, "--fast", "--set", "engine.touch_force=0.5", "--set", "engine.touch_force=0.4")
    assert result.code == 0, result.err


def test_a_rule_that_the_command_line_breaks_names_that(pressd, tmp_path):
    config = file_with(tmp_path / "a.conf", "[engine]\ntouch_force = 0.4\n")
    result = pressd("--config", config, "--fast", "--set", "engine.release_force=1")
    assert result.code == 78 and result.err.startswith("pressd: --set: engine.release_force") and result.err.count("\n") == 1


EVIL = "\x1b]0;mine\x07\x1b[2J\x7f\u009b31m"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--set", f"engine.{EVIL}=1"],
        ["--set", f"{EVIL}.x=1"],
        [f"--{EVIL}"],
        ["--source", f"sim:{EVIL}"],
        ["--source", f"trace:{EVIL}"],
        ["--source", f"iio:{EVIL}"],
        ["--config", EVIL],
        ["--record", f"/nowhere/{EVIL}"],
    ],
)
def test_no_control_characters_come_back(pressd, arguments):
    result = pressd("--fast", *arguments)
    assert result.code != 0 and "\\x1b" in result.err or "iio" in str(arguments)
    assert not [c for c in result.err.rstrip("\n") if ord(c) < 32 or 127 <= ord(c) < 160]


@pytest.mark.parametrize("text", [f"[engine]\n{EVIL} = 1\n", f"[{EVIL}]\n", f"[{EVIL}\n"])
def test_no_control_characters_come_back_from_a_config(pressd, tmp_path, text):
    result = pressd("--fast", "--config", file_with(tmp_path / "a.conf", text))
    assert result.code == 78 and not [c for c in result.err.rstrip("\n") if ord(c) < 32 or 127 <= ord(c) < 160]


@pytest.mark.parametrize("key", ["transitions.frame_us", "gestures.frame_us", "drag.frame_us"])
def test_frames_of_less_than_a_millisecond_are_refused(pressd, key):
    assert_ends(pressd("--fast", "--set", f"{key}=999"), 64, "from 1ms to")
    result = pressd("--fast", "--config", PEEK, "--source", "sim:peek", "--set", f"{key}=1ms")
    assert result.code == 0 and len(result.out.splitlines()) < 5000


# ---- Channels


def test_a_sensor_may_name_its_converter(pressd, tmp_path):
    counted, named = tmp_path / "counted.conf", tmp_path / "named.conf"
    counted.write_text("[sensor]\n[sensor2]\nchannel = 5\nx = 10\n[sensor3]\nx = 20\n[converter2]\n")
    named.write_text("[sensor]\nchannel = converter.0\n[sensor2]\nchannel = converter2.1\nx = 10\n[sensor3]\nx = 20\n[converter2]\n")
    one, two = (pressd("--config", config, "--fast") for config in (counted, named))
    assert one.code == two.code == 0 and one.out == two.out and "contact_began" in one.names


@pytest.mark.parametrize("channel", ["converter3.0", "converter2", "converter2.", "converter2.x", "2.1", "converter.-1"])
def test_what_is_no_channel_is_refused(pressd, channel):
    assert_ends(pressd("--fast", "--set", f"sensor.channel={channel}"), 64, "converter2.0")


# ---- Terminals


@pytest.mark.not_quick
def test_a_dumb_terminal_gets_no_escapes():
    assert "\x1b[" in on_a_terminal("--fast", "--draw", "--quiet")
    assert "\x1b" not in on_a_terminal("--fast", "--draw", "--quiet", TERM="dumb")
    assert "\x1b" not in on_a_terminal("--source", "sim", "--draw", "--duration", "0.5", TERM="dumb")


@pytest.mark.not_quick
@pytest.mark.parametrize("name", ["LC_ALL", "LC_CTYPE", "LANG"])
def test_a_locale_without_unicode_gets_ascii(pressd, name):
    plain = {k: v for k, v in os.environ.items() if k not in ("LC_ALL", "LC_CTYPE", "LANG")}
    drawn = pressd("--fast", "--draw", env=plain | {name: "C"}).out
    assert drawn.isascii() and "touch 0.40 N +" in drawn and "|====" in drawn
    assert not pressd("--fast", "--draw", env=plain | {name: "de_DE.UTF-8"}).out.isascii()
    assert not pressd("--fast", "--draw", env=plain).out.isascii()


@pytest.mark.parametrize("columns", [25, 30, 36, 37, 40, 200])
def test_the_drawing_fits_on_the_terminal(columns):
    lines = on_a_terminal("--fast", "--draw", "--quiet", columns=columns, TERM="dumb").splitlines()
    assert len(lines) > 15 and max(map(len, lines)) <= columns
    assert "phase  " in "".join(lines) and "preview" in "".join(lines)


@pytest.mark.not_quick
@pytest.mark.parametrize("columns", [25, 45, 80])
def test_the_live_line_fits_on_the_terminal(columns):
    text = on_a_terminal("--source", "sim", "--draw", "--duration", "0.5", columns=columns)
    live = [part for part in text.split("\r\x1b[K") if " N " in part and "\n" not in part]
    assert len(live) > 3 and max(map(len, live)) < columns


@pytest.mark.parametrize("times", [(3 * 10**17, 3 * 10**17 + 5000, 3 * 10**17 + 10**7), (0, 5000, 3 * 10**17), (1, 2, 2**63 - 2)])
def test_times_of_any_size_can_be_drawn(pressd, tmp_path, times):
    trace = tmp_path / "a.trace"
    trace.write_text("# libpress trace 1 sensors=1 full_scale=26400\n" + "".join(f"{t},1,0,5\n" for t in times))
    result = pressd("--source", f"trace:{trace}", "--fast", "--draw")
    assert result.code == 0 and f"{times[0] // 10**6} s" in result.out and "phase" in result.out


def test_without_a_source_it_says_that_it_plays(pressd):
    assert "no --source: a simulated finger" in pressd("--duration", "10ms").err
    assert pressd("--duration", "10ms", "--source", "sim").err == ""


# ---- The clock


@pytest.mark.not_quick
@pytest.mark.parametrize("back", [1, 500, 2000])
def test_a_clock_that_steps_back_ends_nothing(preload, back):
    """No clock may end the program: time stands still until it is there again."""
    environment = os.environ | {"LD_PRELOAD": str(preload("fake_clock")), "FAKE_CLOCK_AT_MS": "700", "FAKE_CLOCK_BACK_MS": str(back)}
    done = run("--source", "sim:taps", "--duration", "1.5", "--stats", env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    result = Result(done)
    assert done.returncode == 0, done.stderr
    check_pairs(result.events)
    times = [event["t_us"] for event in result.events]
    assert times == sorted(times) and len(times) > 2
