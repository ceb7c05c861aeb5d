"""pressd as a user meets it: options, messages, exit codes, logs."""

import json
import os
import re
import signal
import subprocess
import time

import pytest
from conftest import PRESSD, ROOT, as_nobody, assert_ends, check_pairs, file_with, on_a_terminal, read_until

import contract

EXAMPLES = ROOT / "examples" / "pressd"


# ---- Options


def test_help_short_and_long(pressd):
    short, long = pressd("-h"), pressd("--help")
    assert short.code == long.code == 0
    assert short.err == long.err == ""
    assert len(short.out.splitlines()) < 8 < len(long.out.splitlines())
    for option in "source config set test-config rate duration seed record format progress draw fast quiet stats version".split():
        assert "--" + option in long.out
    assert max(map(len, long.out.splitlines())) <= 100


def test_version_is_that_of_the_library(pressd):
    result = pressd("--version")
    assert (result.code, result.out) == (0, f"pressd {contract.read().version}\n")


@pytest.mark.parametrize(
    "arguments, expected",
    [
        (["--sauce", "sim"], ["--sauce", "no such option", "--source"]),
        (["sim"], ["sim", "no such option"]),
        (["-x"], ["-x", "no such option"]),
        (["--source", "simulator"], ["--source", "simulator", "sim:SCRIPT", "trace:FILE", "i2c:"]),
        (["--source", "sim:nap"], ["--source", "sim:nap", "press", "taps", "unplug"]),
        (["--source", "i2c:/dev/i2c-1@0x78"], ["--source", "0x08 to 0x77"]),
        (["--source", "i2c:@0x48"], ["--source"]),
        (["--source", "trace:"], ["--source"]),
        (["--source"], ["--source", "without a value"]),
        (["--rate", "0"], ["--rate", "1 to 3300"]),
        (["--rate", "3301"], ["--rate", "1 to 3300"]),
        (["--rate", "fast"], ["--rate", "fast", "1 to 3300"]),
        (["--rate", "99999999999999999999999999"], ["--rate", "1 to 3300"]),
        (["--duration", "0"], ["--duration", "above 0"]),
        (["--duration", "-1"], ["--duration", "above 0"]),
        (["--duration", "1e9"], ["--duration"]),
        (["--seed", "x"], ["--seed", "whole number"]),
        (["--format", "xml"], ["--format", "xml", "json or text"]),
        (["--fast=yes"], ["--fast", "no value"]),
        (["--set", "touch_force"], ["--set", "SECTION.KEY=VALUE"]),
        (["--set", "engine.touch=1"], ["--set", 'no key "touch"', "touch_force"]),
        (["--set", "motor.touch=1"], ["--set", 'no section "motor"', "engine"]),
        (["--set", "engine.touch_force=much"], ["--set", "engine.touch_force", "decimal above 0"]),
        (["--rate", "800"], ["--rate", "800", "up to 625"]),
        (["--rate", "626"], ["--rate", "626", "1600 us", "up to 625"]),
        (["--set", "action2.id=1"], ["--set", "action2.id", "must be there first"]),
        (["--set", "engine.max_force=10"], ['no key "max_force"', "; engine.full_force=8 is the force at which the pressure is 1"]),
        (["--set", "max_force=10"], ["SECTION.KEY=VALUE", "; engine.full_force=8"]),
        (["--threshold", "0.5"], ["--threshold: no such option", "; engine.touch_force=0.6 and engine.release_force=0.4"]),
        (["--debounce=50"], ["no such option", "; engine.lift_us=55ms"]),
    ],
)
def test_a_wrong_option_is_named_with_what_is_accepted(pressd, arguments, expected):
    result = pressd(*arguments)
    assert result.code == 64
    assert result.out == ""
    assert result.err.startswith("pressd: ") and result.err.count("\n") == 1
    for text in expected:
        assert text in result.err


def test_value_with_equals_sign_or_apart(pressd):
    assert pressd("--source=sim:taps", "--fast").out == pressd("--source", "sim:taps", "--fast").out


# ---- Config. The messages for wrong configs are in Tests/setup/cases.txt, which test_setup.py reads.


def test_a_config_error_is_reported_with_file_and_line_before_anything_is_read(pressd, tmp_path):
    file = file_with(tmp_path / "a.conf", "[engine]\n" + "x" * 20000)
    assert_ends(pressd("--config", file, "--fast"), 78, f"{file}:2: the line is too long")


@pytest.mark.parametrize("name", sorted(p.name for p in EXAMPLES.glob("*.conf")))
def test_the_example_configs_work(pressd, name):
    result = pressd("--config", EXAMPLES / name, "--fast")
    assert result.code == 0 and result.err == ""
    assert ("contact_began" if name == "drag.conf" else "preview_began") in result.names
    check_pairs(result.events)


def test_an_empty_config_changes_nothing(pressd, tmp_path):
    file = file_with(tmp_path / "empty.conf", "# nothing\n; nothing\n\n   \n")
    assert pressd("--config", file, "--fast").out == pressd("--fast").out


def test_set_comes_after_the_file(pressd, tmp_path):
    file = file_with(tmp_path / "a.conf", "[engine]\ntouch_force = 3\nrelease_force = 2.9\n")
    arguments = ["--set", "engine.release_force=0.25", "--config", file, "--set=engine.touch_force=0.4", "--fast"]
    assert pressd(*arguments).out == pressd("--fast").out


def test_decimals_are_exact(pressd):
    # 0.5 N is 32768/65536: nothing above is needed, nothing below is enough.
    def began(force):
        events = pressd("--source", "sim:ramp", "--fast", "--set", f"engine.touch_force={force}").events
        return next(e["t_us"] for e in events if e["event"] == "contact_began")

    assert began("0.5") == began("0.50000") == began("0.500003") == began("0.4999999")
    assert began("2.5") > began("0.5")


def test_absent_config_is_66(pressd, tmp_path):
    for option in ("--config", "--test-config", "--compile", "--profile"):
        assert_ends(pressd(option, tmp_path / "none.conf"), 66, f"{option} {tmp_path}/none.conf: No such file")


# ---- Events


@pytest.mark.parametrize("name, source", [("sim", ["sim"]), ("peek", ["sim:peek", "--config", EXAMPLES / "peek.conf"])])
def test_the_log_of_the_simulation_is_pinned(pressd, name, source):
    """Ten lines a second of what goes on say what all say. After a change that is meant: PRESSD_RECORD_LOG=1 pytest Tests/pressd -k pinned, and
    look at the difference."""
    log = ROOT / "Tests" / "pressd" / f"{name}.log"
    result = pressd("--fast", "--progress", "10", "--source", *source)
    assert result.code == 0 and result.err == ""
    if os.environ.get("PRESSD_RECORD_LOG"):
        log.write_text(result.out)
    assert result.out == log.read_text()


def test_the_default_script_shows_what_there_is(pressd):
    events = pressd("--source", "sim", "--fast").events
    check_pairs(events)
    names = [e["event"] for e in events]
    first = [e for e in events if e["event"] == "preview_updated"]
    progress = [e["progress"] for e in first]
    assert any(b < a - 0.005 for a, b in zip(progress, progress[1:])), "falls back"
    assert sum(e["event"] == "commit_updated" and e["ended"] for e in events) == 1
    assert names.count("preview_began") == 2 and names.count("preview_cancelled") == 1
    assert names.count("contact_began") == 5


def test_a_lift_that_its_grace_delays_says_when_it_happened(pressd):
    def ends(*settings):
        events = pressd("--source", "sim:taps", "--fast", *settings).events
        return [e for e in events if e["event"] == "contact_ended"]

    graced, plain = ends("--set", "engine.lift_us=40ms"), ends("--set", "engine.lift_us=0")
    assert [e["late_us"] for e in graced] == [40_000] * 6 and not any("late_us" in e for e in plain)
    assert [e["t_us"] - 40_000 for e in graced] == [e["t_us"] for e in plain]
    text = pressd("--source", "sim:taps", "--fast", "--format", "text", "--set", "engine.lift_us=40ms").out
    assert text.count("(lifted) 40 ms late") == 6


def hard_presses(tmp_path):
    """Beyond what 47 kOhm can measure, twice."""
    file = file_with(tmp_path / "hard", "600ms 0\n800ms 60\n2s 60\n2.2s 0\n2.8s 0\n3s 60\n4s 60\n4.2s 0\n")
    return ["--source", f"finger:{file}", "--fast", "--set", "sensor.resistor_ohm=47000"]


def test_a_press_to_the_end_of_the_range_is_delivered_and_goes_on(pressd, tmp_path):
    result = pressd(*hard_presses(tmp_path))
    names = [n for n in result.names if n.startswith(("contact", "sensor"))]
    assert names == ["contact_began", "sensor_saturated", "contact_ended"] * 2
    assert all(e["sensor"] == 0 and e["reason"] == "saturated" for e in result.events if e["event"] == "sensor_saturated")
    # Once is enough for people.
    assert result.err.count("pressed to the end of the range; nothing is wrong") == 1 and result.err.count("\n") == 1
    text = pressd(*hard_presses(tmp_path), "--format", "text").out
    assert text.count("sensor_saturated  sensor 0: (saturated)\n") == 2


def test_a_zero_far_from_the_stored_one_is_delivered(pressd):
    stored = ["--set", "sensor.preload_force=0.5", "--set", "sensor.zero=95", "--set", "sensor.zero_limit=0.02"]
    result = pressd("--source", "sim:taps", "--fast", *stored)
    found = [e for e in result.events if e["event"] == "recalibrate"]
    assert len(found) == 1 and found[0]["reason"] == "zero" and found[0]["sensor"] == 0
    assert found[0]["value2"] == 95 and found[0]["value"] > 98
    assert result.err.count("further from the stored one than zero_limit") == 1


@pytest.mark.not_quick
@pytest.mark.parametrize("settings", [["--source", "sim:taps", "--duration", "1200ms"],
                                      ["--source", "sim:unplug", "--duration", "2.2", "--config", EXAMPLES / "peek.conf"]])  # fmt: skip
def test_real_time_and_fast_give_the_same_events(pressd, settings):
    begin = time.monotonic()
    slow = pressd(*settings)
    took = time.monotonic() - begin
    fast = pressd(*settings, "--fast")
    assert slow.out == fast.out and slow.names
    assert 1.15 <= took < 4


def test_the_seed_changes_the_noise_only(pressd):
    one, same, other = (pressd("--fast", "--seed", n) for n in (1, 1, 2))
    assert one.out == same.out != other.out
    assert [n for n in one.names if n != "baseline_changed"] == [n for n in other.names if n != "baseline_changed"]


def test_a_finger_at_the_end_is_cancelled(pressd):
    result = pressd("--fast", "--duration", "1.4")
    check_pairs(result.events)
    assert [e.get("reason") for e in result.events[-2:]] == ["reset", "reset"]


def test_quiet_prints_no_events_and_stats_go_to_stderr(pressd):
    result = pressd("--fast", "--quiet", "--stats")
    assert result.out == ""
    for word in ("frames 1199", "200.0 per second of 200", "lateness", "not acknowledged 0", "sensor faults 0", "events"):
        assert word in result.err


@pytest.mark.not_quick
def test_statistics_show_lateness_in_real_time(pressd):
    result = pressd("--quiet", "--stats", "--duration", "0.5")
    worst = int(re.search(r"worst (\d+) us", result.err)[1])
    assert worst < 200_000


def test_text_is_for_people(pressd):
    result = pressd("--fast", "--format", "text")
    assert "preview_updated" in result.out and "{" not in result.out
    assert len(result.out.splitlines()) < 80


@pytest.mark.parametrize("model, rate, full_scale", [("ads1115", 860, 26400), ("ads1015", 3300, 1650), ("ads1015", 1600, 1650)])
@pytest.mark.parametrize("mode", ["single", "single poll", "continuous"])
def test_every_converter_and_mode_delivers_the_same_story(pressd, model, rate, full_scale, mode):
    settings = [f"converter.model={model}", f"converter.rate_sps={rate}", f"converter.mode={mode}", f"sensor.full_scale={full_scale}"]
    result = pressd("--fast", *(f"--set={s}" for s in settings))
    assert result.code == 0, result.err
    names = [n for n in result.names if n != "baseline_changed"]
    assert names == [n for n in pressd("--fast").names if n != "baseline_changed"]


# ---- Drawing


def test_the_drawing(pressd):
    result = pressd("--fast", "--draw")
    lines = result.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in result.out, "no colour where no terminal is"
    for label in ("touch 0.40 N", "preview 1.55 N", "commit 2.70 N", "complete 4.31 N"):
        assert sum(label in line for line in lines) == 1
    phases = next(line for line in lines if line.strip().startswith("phase"))[17:]
    assert re.fullmatch(r"·+t+P+C+#+·+t+P+x+·+t+·+t+·+t+·+", phases)


def test_json_and_drawing_do_not_mix(pressd):
    result = pressd("--fast", "--draw", "--format", "json")
    assert len(result.events) > 100
    assert "touch 0.40 N" in result.err


@pytest.mark.not_quick
def test_a_long_run_can_be_drawn(pressd):
    result = pressd("--fast", "--draw", "--duration", "3600", "--quiet")
    assert result.code == 0 and len(result.out.splitlines()) < 24


@pytest.mark.parametrize("no_color", [None, "1"])
def test_colour_on_a_terminal_unless_unwanted(no_color):
    out = on_a_terminal("--fast", "--draw", "--quiet", **({"NO_COLOR": no_color} if no_color else {}))
    assert ("\x1b[" in out) == (no_color is None)


# ---- Record and replay


REPLAYED = [
    *((script, []) for script in ("press", "taps", "hold", "ramp", "flaky", "unplug")),
    *((script, ["--config", EXAMPLES / "peek.conf", "--set", "button.enabled=yes"]) for script in ("peek", "actions", "unplug", "flaky", "press")),
    ("drag", ["--config", EXAMPLES / "drag.conf"]),
    ("scroll", ["--config", EXAMPLES / "plate4.conf", "--set", "gestures.enabled=yes", "--set", "engine.traits=scroll"]),
]


@pytest.mark.parametrize("script, settings", REPLAYED, ids=[f"{script}-{len(settings)}" for script, settings in REPLAYED])
def test_a_replay_gives_the_very_same_log(pressd, tmp_path, script, settings):
    trace = tmp_path / "a.trace"
    again = tmp_path / "b.trace"
    live = pressd("--source", f"sim:{script}", "--fast", *settings, "--record", trace)
    replay = pressd("--source", f"trace:{trace}", "--fast", *settings, "--record", again)
    assert live.code == replay.code == 0, replay.err
    assert live.out == replay.out and live.events
    assert trace.read_text() == again.read_text()
    check_pairs(live.events)


def test_a_replay_of_four_sensors(pressd, tmp_path):
    trace = tmp_path / "a.trace"
    config = ["--config", EXAMPLES / "plate4.conf", "--fast"]
    live = pressd(*config, "--record", trace)
    assert live.out == pressd(*config, "--source", f"trace:{trace}").out
    assert trace.read_text().splitlines()[0] == "# libpress trace 1 sensors=4 full_scale=26400,26400,26400,26400"


def rows(trace):
    return [[int(v) for v in line.split(",")] for line in trace.read_text().splitlines() if line[0] != "#"]


def test_a_trace_says_when_each_sensor_was_read(pressd, tmp_path):
    trace, again = tmp_path / "a.trace", tmp_path / "b.trace"
    plate = ["--config", EXAMPLES / "plate4.conf", "--fast", "--quiet"]
    assert pressd(*plate, "--record", trace).code == 0
    for _, present, failed, *values in rows(trace):
        assert (present, failed, len(values)) == (15, 0, 8)
        before = values[4:]
        # Channels in turn: a conversion and its transfers each; the last ended just before the frame.
        assert all(1400 < a - b < 1700 for a, b in zip(before, before[1:])) and 500 < before[3] < 1200
    assert pressd(*plate, "--source", f"trace:{trace}", "--record", again).code == 0
    assert again.read_text() == trace.read_text()


def test_a_trace_from_before_there_were_times_is_read(pressd, tmp_path):
    trace, old, again = (tmp_path / name for name in ("a.trace", "old.trace", "again.trace"))
    live = pressd("--fast", "--record", trace)
    cut = [line if line[0] == "#" else ",".join(line.split(",")[:4]) for line in trace.read_text().splitlines()]
    old.write_text("\n".join(cut) + "\n")
    replay = pressd("--source", f"trace:{old}", "--fast", "--record", again)
    assert replay.code == 0 and again.read_text().splitlines()[2:] == cut[2:]
    # One sensor has one time.
    assert replay.out == live.out


def test_a_sensor_that_was_not_read_has_no_time(pressd, tmp_path):
    trace = tmp_path / "a.trace"
    assert pressd("--source", "sim:unplug", "--fast", "--record", trace).code == 0
    lost = [row for row in rows(trace) if row[2]]
    assert lost and all(len(row) == 4 for row in lost)


@pytest.mark.not_quick
def test_a_replay_of_a_run_that_was_cut_off(pressd, start, tmp_path):
    trace = tmp_path / "a.trace"
    process = start("--source", "sim", "--record", trace)
    time.sleep(1.5)
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=5)
    assert process.returncode == 0
    assert pressd("--source", f"trace:{trace}", "--fast").out == out


def write_csv(path, header="F1,F2\n", full=1023, rows=400):
    codes = [0] * 100 + [min(full * 7 // 8, i * 8) for i in range(rows - 200)] + [0] * 100
    path.write_text(header + "".join(f"{full // 50},{code}\n" for code in codes))


@pytest.mark.parametrize("header", ["F1,F2\n", "", '"left","right"\r\n'])
def test_a_plain_csv_is_a_trace(pressd, tmp_path, header):
    file = tmp_path / "a.csv"
    write_csv(file, header)
    settings = ["--set", "sensor.full_scale=1023", "--set", "sensor.resistor_ohm=10000"]
    right = pressd("--source", f"trace:{file}", "--rate", 200, "--fast", "--set", "sensor.channel=1", *settings)
    assert right.code == 0, right.err
    assert "preview_began" in right.names
    check_pairs(right.events)
    left = pressd("--source", f"trace:{file}", "--rate", 200, "--fast", *settings)
    assert "contact_began" not in left.names


def test_lost_readings_of_a_csv_are_absent_and_counted(pressd, tmp_path):
    rows = ["1"] * 60
    rows[20], rows[30], rows[40] = "", "nan", " "
    file = file_with(tmp_path / "a.csv", "\n".join(rows) + "\n\n")
    result = pressd("--source", f"trace:{file}", "--rate", 100, "--fast", "--stats")
    assert result.code == 0 and "3 readings lost" in result.err and '"frames":57' in result.err, result.err


def test_a_csv_without_rate_is_refused(pressd, tmp_path):
    file = tmp_path / "a.csv"
    write_csv(file)
    assert_ends(pressd("--source", f"trace:{file}"), 64, "--rate")


@pytest.mark.parametrize("rate", [1, 2, 3, 4, 6, 8, 10])
def test_a_press_is_one_at_any_rate(pressd, tmp_path, rate):
    """Of 60 s, and ten of 2 s: all settings are the defaults."""
    long = [261] * 10 * rate + [9000] * 60 * rate + [261] * 20 * rate
    short = [261] * 10 * rate + ([9000] * 2 * rate + [261] * 2 * rate) * 10 + [261] * 10 * rate
    for codes, presses in ((long, 1), (short, 10))[: 2 if rate > 1 else 1]:
        file = file_with(tmp_path / "a.csv", "".join(f"{code}\n" for code in codes))
        result = pressd("--source", f"trace:{file}", "--rate", rate, "--fast", "--set", "sensor.full_scale=26400")
        assert result.code == 0, result.err
        assert [name for name in result.names if name.startswith("contact")] == ["contact_began", "contact_ended"] * presses


def test_the_rate_that_is_accepted_is_reached(pressd):
    refused = pressd("--source", "sim", "--fast", "--rate", 900)
    assert refused.code == 64
    most = refused.err.split("it must be up to ")[1].split()[0]
    reached = pressd("--source", "sim", "--fast", "--rate", most, "--quiet", "--stats")
    assert reached.code == 0 and f"{most}.0 per second" in reached.err, reached.err


OURS = "# libpress trace 1 sensors=1 full_scale=26400\n"


@pytest.mark.parametrize(
    "text, line, reason",
    [
        ("", 1, "empty"),
        ("F1\n1\n2\nx\n", 4, "whole number"),
        ("1.5\n", 1, "whole number"),
        ("1,2\n3\n\n,5\n", 1, "more columns than sensors"),
        ("0,1\n3,4\n", 1, "its heading, or a row"),
        ("F1\n1\n2,5\n", 3, "more columns than the heading has, as of decimal commas; libpress replay reads it"),
        ("0,00;0,2\n", 1, "no plain CSV"),
        *((text, 2, "there is not one reading") for text in ("fsr:2\n", "hello world\n", "hello", "# nothing\n", OURS)),
        *((OURS + f"6395,1,0,3,699\n{rest}", 3, "the line is cut") for rest in ("11395,1,0,12", "# end 60")),
        ("".join(f"{10 * n}\n" for n in range(40)), 33, "rises in every row, as times and numbers do"),
        ("1\n\n2\n\n1\n\n2\n", 7, "every second line is blank"),
        ("# libpress trace 2 sensors=1\n", 1, "another version"),
        ("# libpress trace 1\n", 1, "sensors= is missing"),
        ("# libpress trace 1 sensors=2 full_scale=1,1\n", 1, "number of sensors"),
        ("# libpress trace 1 sensors=1 full_scale=1023\n", 1, "full_scale"),
        (OURS + "abc\n", 2, "time"),
        (OURS + "1000,1\n", 2, "failed"),
        (OURS + "1000,2,0,5\n", 2, "read"),
        (OURS + "1000,1,1,5\n", 2, "both"),
        (OURS + "1000,1,0\n", 2, "one whole number per sensor"),
        (OURS + "1000,1,0,5,6,7\n", 2, "more fields"),
        (OURS + "1000,1,0,5,x\n", 2, "one time in microseconds per sensor"),
        (OURS + "1000,1,0,5,-6\n", 2, "one time in microseconds per sensor"),
        (OURS + "1000,1,0,5,4294967296\n", 2, "one time in microseconds per sensor"),
        (OURS + "1000,1,0,99999999999\n", 2, "one whole number per sensor"),
        (OURS + "1000,1,0,5\n1000,1,0,5\n", 3, "not later"),
        (OURS + "1000,1,0,5\n# end 999\n", 3, "end"),
        (OURS + "1" * 20000, 2, "too long"),
    ],
)
def test_a_broken_trace_is_reported_with_line_and_reason(pressd, tmp_path, text, line, reason):
    file = file_with(tmp_path / "a.trace", text)
    result = pressd("--source", f"trace:{file}", "--rate", 100, "--fast")
    assert result.code == 65
    assert result.err.startswith(f"pressd: {file}:{line}: ") and reason in result.err
    check_pairs(result.events)


def test_a_csv_with_too_few_columns(pressd, tmp_path):
    file = file_with(tmp_path / "a.csv", "1,2\n3,4\n")
    assert_ends(pressd("--source", f"trace:{file}", "--rate", 100, "--set", "sensor.channel=2"), 65, "fewer columns")


def test_a_broken_trace_still_ends_what_began(pressd, tmp_path):
    good = tmp_path / "good.trace"
    pressd("--fast", "--record", good)
    lines = good.read_text().splitlines()[:250]
    bad = file_with(tmp_path / "bad.trace", "\n".join([*lines, "oops"]) + "\n")
    result = pressd("--source", f"trace:{bad}", "--fast")
    assert result.code == 65 and f"{bad}:251: " in result.err
    check_pairs(result.events)
    assert "contact_cancelled" in result.names


def test_absent_trace_is_66(pressd, tmp_path):
    assert_ends(pressd("--source", f"trace:{tmp_path}/none"), 66, "No such file")


@pytest.mark.parametrize("path", ["/nonexistent/a.trace", "/dev/full"])
def test_a_record_file_that_cannot_be_written_is_73(pressd, path):
    assert_ends(pressd("--fast", "--record", path), 73, "--record", path)


# ---- Signals and pipes


@pytest.mark.not_quick
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_closes_every_beginning(start, number):
    process = start("--source", "sim")
    lines = read_until(process, "preview_updated")
    process.send_signal(number)
    out, err = process.communicate(timeout=5)
    assert process.returncode == 0
    events = [json.loads(line) for line in lines + out.splitlines()]
    check_pairs(events)
    assert events[-1]["event"] == "contact_cancelled" and events[-1]["reason"] == "reset"
    assert "frames" in err and "lateness mean" in err


@pytest.mark.not_quick
def test_a_reader_that_goes_away_ends_it_quietly(start):
    process = start("--source", "sim:hold")
    process.stdout.readline()
    process.stdout.close()
    process.stdout = None
    assert process.wait(timeout=10) == 0
    assert process.stderr.read() == ""


def test_events_that_cannot_be_written_are_reported():
    with open("/dev/full", "w") as full:
        process = subprocess.run([PRESSD, "--fast"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert process.returncode == 74 and "No space left" in process.stderr


# ---- The bus


def test_no_converter_is_69_with_advice(pressd):
    result = pressd("--source", "sim:absent", "--fast")
    assert result.code == 69
    for word in ("0x48", "no converter answers", "power", "SDA", "SCL", "ADDR"):
        assert word in result.err


def test_a_hanging_bus_is_75(pressd):
    assert_ends(pressd("--source", "sim:hang", "--fast"), 75, "pull-ups")


def test_absent_node_is_66(pressd):
    result = pressd("--source", "i2c:/dev/i2c-250@0x48")
    assert result.code == 66
    for word in ("/dev/i2c-250", "i2c-dev", "ls /dev/i2c-*"):
        assert word in result.err


def test_a_node_that_is_no_adapter(pressd):
    result = pressd("--source", "i2c:/dev/null")
    assert result.code in (66, 77) and "/dev/null" in result.err


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_no_permission_is_77(pressd, tmp_path):
    tmp_path.chmod(0o755)
    for parent in list(tmp_path.parents)[:3]:
        if str(parent).startswith("/tmp/"):
            parent.chmod(0o755)
    program = tmp_path / "pressd"
    program.write_bytes(PRESSD.read_bytes())
    program.chmod(0o755)
    node = file_with(tmp_path / "i2c-1", "")
    node.chmod(0o600)
    result = as_nobody(program, "--source", f"i2c:{node}")
    assert result.code == 77
    assert "group i2c" in result.err and "udev" in result.err


def test_unplugged_while_it_runs_it_delivers_and_goes_on(pressd):
    result = pressd("--source", "sim:unplug", "--fast", "--stats")
    assert result.code == 0
    names = result.names
    fault = names.index("sensor_fault")
    assert {"preview_cancelled", "contact_cancelled"} <= set(names[fault:])
    assert names.index("sensor_recovered") > fault
    assert "preview_began" in names[names.index("sensor_recovered") :]
    check_pairs(result.events)
    assert next(e for e in result.events if e["event"] == "sensor_fault")["reason"] == "bus"
    # 1.5 s without a converter: asked less and less often.
    assert int(re.search(r"not acknowledged (\d+)", result.err)[1]) < 60


@pytest.mark.parametrize("mode", ["single", "single poll", "continuous"])
@pytest.mark.parametrize("seed", [1, 3, 7])  # with the others up to 7, two time-outs follow each other: that is a fault
def test_a_flaky_bus_is_hardly_noticed(pressd, mode, seed):
    arguments = ["--fast", "--seed", seed, "--set", f"converter.mode={mode}"]
    result = pressd("--source", "sim:flaky", "--stats", *arguments)
    assert result.code == 0
    assert int(re.search(r"not acknowledged (\d+)", result.err)[1]) > 2
    story = [n for n in result.names if n != "baseline_changed"]
    assert story == [n for n in pressd(*arguments).names if n != "baseline_changed"]
    check_pairs(result.events)


@pytest.mark.not_quick
def test_it_depends_on_libc_only():
    needed = re.findall(r"NEEDED.*\[(.*)\]", subprocess.run(["readelf", "-d", PRESSD], capture_output=True, text=True, check=True).stdout)
    assert needed == ["libc.so.6"]


@pytest.mark.not_quick
@pytest.mark.skipif(not os.path.exists("/usr/bin/ltrace") and not os.path.exists("/usr/bin/nm"), reason="needs nm")
def test_it_has_no_heap():
    symbols = subprocess.run(["nm", "-D", "--undefined-only", PRESSD], capture_output=True, text=True, check=True).stdout
    assert not re.search(r"\b(malloc|calloc|realloc|free|posix_memalign|aligned_alloc)\b", symbols)


@pytest.mark.not_quick
def test_on_a_terminal_the_force_of_now_is_shown_live(pressd):
    text = on_a_terminal("--draw", "--duration", "0.8")
    assert text.count("idle") > 5 and "touch   " in text
    # Every live line is taken back before anything else is printed.
    assert all("\r\x1b[K" in part[:200] for part in re.split(r"(?=\d\.\d{3} s  (?:idle|touch) )", text)[1:])
    assert "contact_began" in text


def test_a_sensor_that_is_pulled_up_delivers_the_same_story(pressd):
    up = pressd("--fast", "--set", "sensor.pull_up=yes")
    assert [n for n in up.names if n != "baseline_changed"] == [n for n in pressd("--fast").names if n != "baseline_changed"]


@pytest.mark.not_quick
def test_a_trace_from_a_pipe_can_be_interrupted(start):
    read, write = os.pipe()
    process = start("--source", "trace:/dev/stdin", "--rate", "100", stdin=read)
    os.close(read)
    os.write(write, b"1\n" * 10)
    time.sleep(0.4)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=5)
    os.close(write)
    assert process.returncode == 0 and "frames 10" in err
