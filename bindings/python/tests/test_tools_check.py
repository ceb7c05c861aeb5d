"""`libpress check`: what it finds, on the simulated sensor, on traces and on a bus that answers system calls for the kernel."""

import errno
import json
import os
import re

import pytest
from conftest import file_with

pytest.importorskip("click")
pytest.importorskip("rich")


from libpress import NackError, SimulatedFinger, linux
from libpress.tools import check as checks
from libpress.tools.machine import kinds
from libpress.tools.troubles import TROUBLES
from tools_fixtures import ROOT

NOISY = ["--set", "engine.release_force=0.05", "--set", "engine.touch_force=0.06"]
ADS1015 = ["--set", "converter.model=ads1015", "--set", "converter.rate_sps=1600", "--set", "sensor.full_scale=1650"]
SIMULATED = [
    # options, what is found beside ok, exit code
    ([], [], 0),
    (["--trouble", "absent"], ["address_silent"], 69),
    (["--trouble", "address"], ["address_elsewhere"], 69),
    (["--trouble", "hang"], ["bus_hangs"], 75),
    (["--trouble", "other"], ["part_board"], 69),
    (["--trouble", "other", "--address", "0x49"], ["part_other"], 69),
    (["--trouble", "model"], ["part_model"], 78),
    (["--trouble", "model", *ADS1015], ["part_model"], 78),
    (["--trouble", "flaky"], ["readings_lost"], 0),
    (["--trouble", "slow"], [], 0),
    (["--trouble", "shared"], [], 0),
    (["--trouble", "open", "--set", "sensor.parallel_ohm=470000"], ["input_open", "press_none"], 69),
    (["--trouble", "open"], ["press_none"], 69),
    (["--trouble", "shorted"], ["input_shorted", "press_none"], 69),
    (["--trouble", "swapped"], ["input_shorted", "press_backwards"], 69),
    (["--trouble", "swapped", "--set", "sensor.pull_up=yes"], ["input_shorted", "press_backwards"], 69),
    (["--set", "sensor.pull_up=yes"], [], 0),
    (["--set", "sensor.parallel_ohm=470000"], [], 0),
    (["--trouble", "channel"], ["press_elsewhere"], 78),
    (["--trouble", "channel", "--channel", "3"], ["press_elsewhere"], 78),
    (["--trouble", "supply"], ["supply_clipped"], 0),
    (["--trouble", "supply", "--set", "sensor.full_scale=40000", "--set", "sensor.max_code=28800"], ["range_ends"], 0),
    (["--trouble", "loaded"], ["zero_loaded"], 0),
    (["--trouble", "loaded", "--set", "sensor.preload_force=0.97"], [], 0),
    (["--trouble", "noisy"], ["noise_high"], 0),
    (["--trouble", "noisy", *NOISY], ["noise_poor"], 69),
    (["--set", "sensor.resistor_ohm=470"], ["range_little"], 0),
    (["--set", "sensor.resistor_ohm=22000"], ["range_crowded"], 0),
    (["--set", "sensor.resistor_ohm=100000"], ["range_ends"], 0),
    (["--trouble", "sticky"], ["release_rest"], 0),
    (["--trouble", "held"], ["release_held"], 69),
    (["--rate", "50"], ["rate_low"], 0),
    (["--rate", "9"], ["rate_poor"], 69),
    (["--set", "converter.mode=continuous", "--set", "converter.rate_sps=475"], [], 0),
    (ADS1015, [], 0),
]
SEEN = set()


def lines(result):
    return [json.loads(line) for line in result.out.splitlines()]


@pytest.mark.parametrize("options, expected, code", SIMULATED, ids=lambda value: " ".join(value) if isinstance(value, list) else None)
def test_each_trouble_is_found_and_no_other(command, options, expected, code):
    result = command("check", "--simulated", "--fast", "--json", *options)
    *found, summary = lines(result)
    SEEN.update(one["finding"] for one in found)
    assert [one["finding"] for one in found if one["result"] != "ok"] == expected
    assert result.code == code == summary["code"]
    assert summary["result"] == ("fail" if code else "warn" if expected else "ok")
    assert summary["ok"] + summary["warn"] + summary["fail"] == len(found)
    for one in found:
        assert one["found"] and "{" not in one["found"] + one["do"]
        assert bool(one["do"]) is (one["result"] != "ok")


@pytest.mark.parametrize("pull_up, turned", [("no", "yes"), ("yes", "no")])
@pytest.mark.parametrize("supply", [3.3, 3.28, 3.1, 2.8, 2.5, 2.0, 1.0])
def test_a_divider_that_is_the_other_way_round_is_advised_at_every_supply_voltage(command, monkeypatch, supply, pull_up, turned):
    monkeypatch.setattr("libpress.tools.simulated.SUPPLY", supply)
    result = command("check", "--simulated", "--fast", "--json", "--trouble", "swapped", "--set", f"sensor.pull_up={pull_up}")
    (found,) = (one for one in lines(result)[:-1] if one["finding"] == "press_backwards")
    assert f"set sensor.pull_up = {turned}" in found["do"] and result.code in (69, 78)


def test_every_trouble_of_the_simulated_sensor_is_tried():
    tried = {options[1] for options, *_ in SIMULATED if options[:1] == ["--trouble"]}
    assert tried == set(TROUBLES)
    manual = ROOT / "docs" / "tools.md"
    if manual.is_file():
        listed = re.search(r"`--trouble` is one of (.*?):", manual.read_text(), re.S)[1]
        assert re.findall(r"`(\w+)`", listed) == list(TROUBLES)


def test_the_channel_and_the_resistor_that_it_names_are_right(command):
    channel = command("check", "--simulated", "--fast", "--trouble", "channel", "--channel", "3")
    assert "felt on AIN0, and not on AIN3" in channel.out and "--channel 0" in channel.out
    little = command("check", "--simulated", "--fast", "--set", "sensor.resistor_ohm=470")
    assert "some 5600 Ohm" in little.out.replace("\n" + " " * 23, " ")
    assert command("check", "--simulated", "--fast", "--set", "sensor.resistor_ohm=5600").code == 0


def test_a_bus_that_is_not_there_none_and_not_allowed(command, monkeypatch):
    for options, name, code in ((["--bus", "99"], "bus_absent", 66), (["--bus", "/dev/null"], "bus_other", 66)):
        result = command("check", "--json", *options)
        assert (lines(result)[0]["finding"], result.code) == (name, code)
        SEEN.add(name)

    def forbidden(path, *more):
        raise PermissionError(errno.EACCES, "Permission denied", path)

    monkeypatch.setattr(linux.os, "open", forbidden)
    result = command("check", "--json", "--bus", "1")
    assert (lines(result)[0]["finding"], lines(result)[0]["check"], result.code) == ("bus_forbidden", "rights", 77)
    SEEN.add("bus_forbidden")


def test_a_converter_that_another_process_reads_is_found(fake_bus, monkeypatch, tmp_path):
    node = file_with(tmp_path / "node", "")
    monkeypatch.setattr(linux.fcntl, "ioctl", lambda file, request, argument: 0)
    with linux.I2CBus(str(node)) as bus:
        bus.claim(0x48)
        result = fake_bus("check", "--bus", "7", "--yes", "--json", FAKE_I2C_NODE=str(node))
    found = lines(result)[1]
    assert (found["finding"], result.code) == ("converter_in_use", 69)
    assert f"another process ({os.getpid()}: " in found["found"] and "at 0x48 on /dev/i2c-7" in found["found"]
    SEEN.add("converter_in_use")


def test_transfers_that_fail_are_found(command, monkeypatch):
    def fails(self, address, write, count):
        raise OSError(errno.EIO, "injected")

    monkeypatch.setattr("libpress.tools.simulated.SimulatedBus.transfer", fails)
    result = command("check", "--simulated", "--fast", "--json")
    assert (lines(result)[1]["finding"], result.code) == ("transfers_fail", 74)
    SEEN.add("transfers_fail")


def test_a_board_at_another_address_is_named(command, monkeypatch):
    def answers(self, address, write, count):
        if address != 0x50:
            raise NackError("nobody there")
        return bytes(count)

    monkeypatch.setattr("libpress.tools.simulated.SimulatedBus.transfer", answers)
    result = command("check", "--simulated", "--fast", "--json")
    found = lines(result)[1]
    assert (found["finding"], result.code) == ("address_board", 69)
    assert found["found"] == "nothing answers at 0x48, but a chip does at 0x50, which is that of grove-i2c-adc"
    SEEN.add("address_board")


def test_grounds_that_differ_are_found_in_a_trace(command, tmp_path):
    trace = file_with(tmp_path / "low.csv", "-900\n" * 400 + "15000\n" * 100 + "-900\n" * 100)
    result = command("check", "--trace", trace, "--rate", "200", "--json")
    names = [one["finding"] for one in lines(result)[:-1]]
    assert "input_negative" in names and "press_felt" in names and result.code == 0
    SEEN.update(names)


def test_codes_that_stop_at_the_end_are_found_in_a_trace(command, tmp_path):
    trace = file_with(tmp_path / "five_volts.csv", "3\n" * 400 + "9000\n" * 5 + "26400\n" * 100 + "3\n" * 100)
    result = command("check", "--trace", trace, "--rate", "200", "--json")
    found = {one["finding"]: one for one in lines(result)[:-1]}
    assert "code 26400, and full_scale is 26400" in found["supply_clipped"]["found"] and result.code == 0
    assert "sensor.max_code to the highest code that comes, 26400." in found["supply_clipped"]["do"]


def test_a_reference_that_is_low_or_floats_is_found_where_a_pin_gives_it(command, tmp_path):
    trace = file_with(tmp_path / "floating.csv", "3\n" * 400 + "2500\n" * 5 + "4095\n" * 100 + "3\n" * 100)
    for reference, expected in (("0", "reference_low"), ("2500", "supply_clipped")):
        more = ("--set", "converter.model=ads7828", "--set", f"converter.reference_mv={reference}", "--set", "sensor.full_scale=4095")
        result = command("check", "--trace", trace, "--rate", "200", "--json", *more)
        found = {one["finding"]: one for one in lines(result)[:-1]}
        assert "code 4095" in found[expected]["found"] and result.code == (78 if reference == "0" else 0)
    SEEN.add("reference_low")


def test_a_force_that_never_falls_is_found_in_a_trace(command, tmp_path):
    press = "".join(f"{code}\n" for code in (0, 160, 320, 480, 600, *range(600, 580, -1)))
    trace = file_with(tmp_path / "no_resistor.csv", "code\n" + "0\n" * 100 + press * 20)
    circuit = ("--set", "sensor.full_scale=1023", "--set", "sensor.resistor_ohm=10000")
    result = command("check", "--trace", trace, "--rate", "100", *circuit, "--json")
    found = {one["finding"]: one for one in lines(result)[:-1]}
    assert "never stays below 0.25 N" in found["release_unseen"]["found"] and result.code == 0
    assert "look whether the resistor is there" in found["release_unseen"]["do"]
    SEEN.add("release_unseen")


def test_a_trace_that_was_recorded_is_checked_without_its_onset(command, tmp_path):
    trace = tmp_path / "a.trace"
    assert command("record", trace, "--simulated", "--fast", "--duration", "3").code == 0
    result = command("check", "--trace", trace, "--json")
    assert result.code == 0 and lines(result)[-1]["warn"] == 0
    found = {one["finding"] for one in lines(result)[:-1]}
    assert found == {"rate_reached", "input_sound", "zero_fits", "noise_low", "press_felt", "range_fits"}
    quiet = file_with(tmp_path / "quiet.csv", "3\n" * 500)
    assert command("check", "--trace", quiet, "--rate", "200").code == 69


PLATE = ["sensor.preload_force=0.5", "sensor2.channel=1", "sensor2.x=100"]


@pytest.mark.parametrize(
    "idle, pressed, settings, expected, code",
    [
        ((0,), (13_174,), [], "press_light", 0),
        ((0,), (18_216,), ["sensor.resistor_ohm=1000"], "press_heavy", 0),
        ((1_100,), (26_384,), [], "resistor_other", 78),
        ((0,), (25_600,), ["sensor.resistor_ohm=10000"], "range_crowded", 0),
        ((0,), (700,), [], "range_unused", 78),
        ((0,), (60_000,), [], "range_exceeded", 78),
        ((0,), (2_400,), [], "press_weak", 69),
        ((0, 0), (20_000, 19_700), ["sensor2.channel=1"], "inputs_together", 69),
        ((8_448, 8_448), (4_000, 18_000), PLATE, "press_relieved", 0),
    ],
)
def test_what_wiring_does_is_found_in_a_trace(command, tmp_path, idle, pressed, settings, expected, code):
    rows = [idle] * 400 + [pressed] * 200 + [idle] * 100
    trace = file_with(tmp_path / "wiring.csv", "".join(",".join(map(str, row)) + "\n" for row in rows))
    more = [word for setting in settings for word in ("--set", setting)]
    result = command("check", "--trace", trace, "--rate", "200", "--json", *more)
    found = {one["finding"]: one for one in lines(result)[:-1]}
    assert expected in found and "{" not in found[expected]["found"] + found[expected]["do"], result.out
    assert "press_backwards" not in found and result.code == code
    SEEN.update(found)


def test_a_load_cell_gets_no_advice_on_resistors(command, tmp_path):
    circuit = ("sensor.full_scale=16777215", "sensor.max_code=65535", "sensor.resistor_ohm=1", "sensor.curve=table 102:10", "sensor.zero=1957")
    more = [word for setting in circuit for word in ("--set", setting)]
    for turn, expected in ((1, "press_felt"), (-1, "press_backwards")):
        rows = [32_768 + n % 3 for n in range(400)] + [32_768 + turn * 1_700 + n % 3 for n in range(200)] + [32_768] * 200
        trace = file_with(tmp_path / "cell.csv", "".join(f"{code}\n" for code in rows))
        found = lines(command("check", "--trace", trace, "--rate", "80", "--json", *more))[:-1]
        assert expected in {one["finding"] for one in found} and not any("Ohm" in one["do"] for one in found)
        turned = command("check", "--trace", trace, "--rate", "80", "--json", *more, "--set", "sensor.pull_up=yes")
        names = {one["finding"] for one in lines(turned)[:-1]}
        assert names & {"press_felt", "press_backwards"} == {"press_backwards" if turn > 0 else "press_felt"}


def test_every_finding_of_the_table_is_found_by_these_tests():
    assert set(kinds()) == SEEN | {"part_boards"}  # on a bus of the kernel, below, and in test_boards.py


def test_each_sensor_of_a_plate_is_checked(command, plate):
    result = command("check", "--simulated", "--fast", "--json", "--config", plate)
    felt = [one["sensor"] for one in lines(result)[:-1] if one["finding"] == "press_felt"]
    assert felt == [0, 1, 2, 3] and result.code == 0


def test_a_hand_on_it_at_the_start_is_waited_for(monkeypatch, command):
    # The script of the hand presses within the two seconds, then no more.
    begin = checks.Check._begin
    steps = []

    def touched_once(self, source, step, sensor):
        begin(self, source, step, sensor)
        steps.append(step)
        if len(steps) == 1:
            now = source.bus.now_us / 1e6
            points = [(0, 0), (now + 0.3, 0), (now + 0.35, 3), (now + 0.9, 3), (now + 0.95, 0)]
            source.bus.hand = SimulatedFinger(points)

    monkeypatch.setattr(checks.Check, "_begin", touched_once)
    result = command("check", "--simulated", "--fast", "--json")
    assert steps == [1, 2, 3] and result.code == 0


FAKE = {"FAKE_I2C_PRESS_MS": "3500"}


@pytest.mark.parametrize("more", [{}, {"FAKE_I2C_ALL": "1"}])
def test_a_sensor_on_a_bus_of_the_kernel_is_checked(fake_bus, more):
    result = fake_bus("check", "--bus", "7", "--yes", "--json", **FAKE, **more)
    found = [one["finding"] for one in lines(result)[:-1]]
    assert "part_fits" in found and "part_boards" in found and "press_felt" in found and "release_clean" in found, result.err
    assert result.code == 0


@pytest.mark.parametrize(
    "number, code, words",
    [
        (errno.EREMOTEIO, 69, "nothing answers at 0x48"),
        (errno.ETIMEDOUT, 75, "the bus hangs"),
        (errno.EIO, 74, "transfers fail"),
    ],
)
@pytest.mark.parametrize("name", ["check", "record"])
def test_a_bus_of_the_kernel_that_fails_is_one_sentence(fake_bus, tmp_path, name, number, code, words):
    path = [tmp_path / "a.trace"] if name == "record" else ["--yes"]
    bad = {"FAKE_I2C_ERRNO": str(number), "FAKE_I2C_FROM_MS": "0", "FAKE_I2C_TO_MS": "100000"}
    result = fake_bus(name, *path, "--bus", "7", **bad)
    assert result.code == code and words in result.out + result.err and "Traceback" not in result.err
    assert not os.path.exists(tmp_path / "a.trace")
