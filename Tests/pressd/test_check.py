"""`pressd --check`: what it finds, on the simulated sensor and on a bus that answers system calls for the kernel."""

import errno
import json
import os
import signal
import subprocess
import sys

import pytest
from conftest import PRESSD, ROOT, Result, file_with

sys.path.insert(0, str(ROOT))
from contract import tools  # noqa: E402

TABLE = {one.name: one for one in tools.findings(ROOT / "docs" / "tools" / "findings.md")}
# Untouched for three seconds, pressed hard, let go.
PRESS = "3s 0\n3.2s 8\n5.5s 8\n5.7s 0\n9s 0\n"
ADS1015 = ["converter.model=ads1015", "converter.rate_sps=1600", "sensor.full_scale=1650"]
# Findings of `libpress check` alone: it also tries other addresses, the model and other inputs.
NOT_OF_PRESSD = {"address_elsewhere", "part_fits", "part_model", "press_elsewhere"}
SEEN = set()


@pytest.fixture
def check(pressd, tmp_path):
    def run(finger, *settings, more=()):
        file = file_with(tmp_path / "finger.txt", finger)
        words = [word for one in settings for word in ("--set", one)]
        result = pressd("--source", f"finger:{file}", "--fast", "--check", "--format", "json", *words, *more)
        SEEN.update(one["finding"] for one in result.events[:-1])
        return result

    return run


@pytest.mark.parametrize(
    "finger, settings, expected, code",
    [
        (PRESS, [], [], 0),
        (PRESS, ADS1015, [], 0),
        (PRESS, ["converter.mode=continuous", "converter.rate_sps=475"], [], 0),
        (PRESS, ["sensor.parallel_ohm=470000"], [], 0),
        (PRESS, ["sensor.pull_up=yes"], [], 0),
        (PRESS, ["sensor.resistor_ohm=470"], ["range_little"], 0),
        (PRESS, ["sensor.resistor_ohm=22000"], ["range_crowded"], 0),
        (PRESS, ["sensor.resistor_ohm=100000"], ["range_ends"], 0),
        ("20s 0\n", [], ["press_none"], 69),
        ("0 1\n3s 1\n" + PRESS.partition("\n")[2].replace(" 0", " 1"), [], ["zero_loaded"], 0),
        (PRESS.replace("5.7s 0\n9s 0", "20s 8\n"), [], ["release_held"], 69),
        (PRESS.replace("5.7s 0\n9s 0", "5.7s 0.17\n9s 0.17\n"), [], ["release_rest"], 0),
    ],
)
def test_what_is_wrong_is_found_and_nothing_else(check, finger, settings, expected, code):
    result = check(finger, *settings)
    *found, summary = result.events
    assert [one["finding"] for one in found if one["result"] != "ok"] == expected, result.out
    assert result.code == summary["code"] == code
    for one in found:
        row = TABLE[one["finding"]]
        assert (one["check"], one["result"], bool(one["do"])) == (row.check, row.result, row.result != "ok")
        assert one["found"] and "{" not in one["found"] + one["do"] and "?" not in one["found"]
    assert result.err.startswith("Keep your hand off the sensor.\n")


def test_the_rate_has_its_limits(check):
    for rate, name, code in ((50, "rate_low", 0), (11, "rate_low", 0)):
        result = check(PRESS, more=("--rate", rate))
        assert name in [one["finding"] for one in result.events[:-1]] and result.code == code
    result = check(PRESS, "pad.stale_after_us=0", more=("--rate", 9))
    assert "rate_poor" in [one["finding"] for one in result.events[:-1]] and result.code == 69


def test_a_hand_on_it_at_first_is_waited_for(check):
    script = "0 0\n0.5s 0\n0.55s 3\n0.9s 3\n0.95s 0\n5s 0\n5.2s 8\n7.5s 8\n7.7s 0\n11s 0\n"
    assert check(script).events[-1]["result"] == "ok"


def test_the_words_and_numbers_are_those_of_the_table(check):
    found = {one["finding"]: one for one in check(PRESS, "sensor.resistor_ohm=470").events[:-1]}
    assert found["bus_opens"]["found"] == "simulated bus opens" and found["rate_reached"]["found"] == "200 readings a second"
    assert "resistor of some 5600 Ohm" in found["range_little"]["do"]
    assert found["press_felt"]["found"].endswith("N on AIN0")


@pytest.mark.parametrize("script, name, code", [("absent", "address_silent", 69), ("hang", "bus_hangs", 75)])
def test_a_bus_without_a_converter_is_a_finding(pressd, script, name, code):
    result = pressd("--source", f"sim:{script}", "--fast", "--check", "--format", "json")
    assert [one.get("finding") for one in result.events] == [name, None] and result.code == code and result.err == ""
    SEEN.add(name)


@pytest.mark.parametrize("config", [None, "plate4.conf"])
def test_without_a_source_the_simulated_finger_does_what_it_is_asked(pressd, config):
    settings = ["--config", ROOT / "examples/pressd" / config] if config else []
    result = pressd("--check", "--fast", "--format", "json", *settings)
    assert result.code == 0 and result.events[-1]["warn"] == 0
    assert sum(one.get("check") == "wiring" for one in result.events) == (4 if config else 1)


def test_each_sensor_of_a_plate_is_pressed(pressd, tmp_path):
    file = tmp_path / "finger.txt"
    keys, t = [], 3.0
    for x, y in ((10, 10), (90, 10), (10, 90), (90, 90)):
        keys += [f"{t:.1f}s 0 {x} {y}", f"{t + 0.2:.1f}s 8 {x} {y}", f"{t + 2.2:.1f}s 8 {x} {y}", f"{t + 2.4:.1f}s 0 {x} {y}"]
        t += 4
    file.write_text("\n".join([*keys, f"{t + 2:.1f}s 0"]) + "\n")
    config = ROOT / "examples" / "pressd" / "plate4.conf"
    result = pressd("--source", f"finger:{file}", "--fast", "--check", "--format", "json", "--config", config)
    assert [one["sensor"] for one in result.events[:-1] if one["finding"] == "press_felt"] == [0, 1, 2, 3], result.out


def test_people_get_text(pressd, tmp_path):
    file = file_with(tmp_path / "finger.txt", PRESS)
    result = pressd("--source", f"finger:{file}", "--fast", "--check", "--set", "sensor.resistor_ohm=470")
    assert "warn resistor       a hard press uses 2" in result.out and "\n                    -> Press harder." in result.out
    assert result.out.endswith("1 warnings, 0 failed.\n")


def test_a_trace_and_a_wrong_config_are_refused(pressd, tmp_path):
    result = pressd("--source", "trace:a", "--check")
    assert result.code == 64 and "libpress check --trace" in result.err
    result = pressd("--check", "--set", "engine.release_force=1")
    assert result.code == 78 and "release_force" in result.err and result.out == ""


def test_an_address_alone_names_the_boards_that_have_it(pressd):
    def refusal(*settings):
        result = pressd("--check", *[word for one in settings for word in ("--set", one)])
        assert result.code == 78
        return result.err

    two = "0x2a is that of adafruit-nau7802 or sparkfun-qwiic-scale: set converter.board\n"
    assert refusal("converter.address=0x2a") == f"pressd: --set: converter.address of an ads1115 must be 0x48 to 0x4b; {two}"
    assert refusal("converter.address=0x33").endswith("must be 0x48 to 0x4b\n")
    many = refusal("converter.model=mcp3424", "converter.address=0x48")
    assert "0x48 is that of adafruit-ads1115 or " in many and many.endswith(" or others: set converter.board\n")


@pytest.fixture
def fake(preload):
    def run(*arguments, node="/dev/i2c-7", **environment):
        command = [PRESSD, "--source", f"i2c:{node}", "--check", "--format", "json", *arguments]
        whole = os.environ | {"LD_PRELOAD": str(preload("fake_i2c"))} | environment
        return Result(subprocess.run(command, capture_output=True, text=True, timeout=60, env=whole))

    return run


@pytest.mark.not_quick
def test_a_sensor_on_a_bus_is_checked(fake):
    result = fake(FAKE_I2C_PRESS_MS="3000")
    found = [one["finding"] for one in result.events[:-1]]
    SEEN.update(found)
    assert found[:3] == ["bus_opens", "address_answers", "part_boards"] and "press_felt" in found and "release_clean" in found
    named = "adafruit-ads1115 or grove-ads1115 or dfrobot-ads1115 or seeed-ads1115"
    assert result.events[2]["found"] == f"an ads1115 at 0x48 can be {named}"
    assert result.code == 0
    result = fake("--set", "converter.board=grove-ads1115", FAKE_I2C_PRESS_MS="3000")
    assert "part_boards" not in [one["finding"] for one in result.events[:-1]] and result.code == 0


@pytest.mark.parametrize(
    "more, name, code",
    [
        ({"FAKE_I2C_ERRNO": str(errno.EREMOTEIO)}, "address_silent", 69),
        ({"FAKE_I2C_ERRNO": str(errno.ETIMEDOUT)}, "bus_hangs", 75),
        ({"FAKE_I2C_ERRNO": str(errno.EIO)}, "transfers_fail", 74),
        ({"FAKE_I2C_TROUBLE": "other"}, "part_board", 69),
        ({"FAKE_I2C_TROUBLE": "floating"}, "part_board", 69),
    ],
)
def test_a_bus_that_fails_is_a_finding(fake, more, name, code):
    result = fake(FAKE_I2C_FROM_MS="0", FAKE_I2C_TO_MS="100000", **more)
    assert [one.get("finding") for one in result.events] == [name, None] and result.code == code, result.err
    SEEN.add(name)


def test_a_node_that_is_not_there_or_no_bus_is_a_finding(fake):
    for node, name in (("/dev/i2c-none", "bus_absent"), ("/dev/null", "bus_other")):
        result = fake(node=node)
        assert [one.get("finding") for one in result.events] == [name, None] and result.code == 66
        assert node in result.events[0]["found"]


def begun(source, *words):
    command = [PRESSD, "--check", "--source", source, *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("format", ["text", "json"])
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_and_it_does_not_pass_for_a_check_that_was_ok(number, format):
    process = begun("sim", "--format", format)
    assert "Keep your hand off" in process.stderr.readline()
    process.send_signal(number)
    out, err = process.communicate(timeout=5)
    assert process.returncode == 128 + number and err == "pressd: stopped before its end; what the check has not reached is not known\n"
    assert len(out.splitlines()) == 1 and "bus opens" in out


@pytest.mark.not_quick
def test_a_signal_after_a_failure_leaves_the_exit_code_of_the_failure(tmp_path):
    finger = file_with(tmp_path / "finger.txt", "0 1000\n60s 1000\n")
    process = begun(f"finger:{finger}", "--format", "json")
    assert next(one for one in map(json.loads, process.stdout) if one["result"] == "fail")["finding"] == "input_shorted"
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=5)
    assert process.returncode == TABLE["input_shorted"].code == 69


def test_what_these_tests_find_is_in_the_table():
    assert set(TABLE) - NOT_OF_PRESSD >= SEEN and len(SEEN) > 20


def test_what_has_no_finding_is_said_as_ever(fake, pressd):
    result = fake("--set", "converter.ready_pin=/dev/gpiochip-none:5")
    assert result.code == 66 and "No such file" in result.err and result.events[-1]["code"] == 66
    result = pressd("--source", "finger:none.txt", "--check")
    assert result.code == 66 and "none.txt" in result.err
    result = pressd("--source", "iio:none", "--check")
    assert result.code == 66 and result.err.startswith("pressd: ")
