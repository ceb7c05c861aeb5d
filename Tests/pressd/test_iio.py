"""pressd on the kernel's IIO: a folder that looks like sysfs, with files that a thread writes to."""

import json
import os
import re
import shutil
import threading
import time

import pytest
from conftest import PRESSD, as_nobody, assert_ends, check_pairs, file_with

pytestmark = pytest.mark.real_time


class Tree:
    """/sys/bus/iio/devices as the drivers fill it."""

    def __init__(self, root):
        self.root = root
        root.mkdir(exist_ok=True)

    def add(self, number, name, channels=4, scale="0.125000000", shared=False):
        device = self.root / f"iio:device{number}"
        device.mkdir()
        (device / "name").write_text(name + "\n")
        for n in range(channels):
            (device / f"in_voltage{n}_raw").write_text("3\n")
            if scale and not shared:
                (device / f"in_voltage{n}_scale").write_text(scale + "\n")
        if scale and shared:
            (device / "in_voltage_scale").write_text(scale + "\n")
        return device


@pytest.fixture
def tree(tmp_path):
    return Tree(tmp_path / "devices")


@pytest.fixture
def run(pressd, tree):
    def run(device, *arguments, **more):
        return pressd("--source", f"iio:{device}", "--set", f"iio.root={tree.root}", *arguments, **more)

    return run


def put(file, code):
    """Writes a number as the kernel does: a reader sees the old number or the new one."""
    with open(file, "r+b") as f:
        f.write(b"%-8d\n" % code)


def press(device, channel=0, after=0.4, to=14000):
    def move():
        time.sleep(after)
        for code in [*range(3, to, 400), *range(to, to + 60), *range(to, 3, -700), 3]:
            put(device / f"in_voltage{channel}_raw", code)
            time.sleep(0.005)

    thread = threading.Thread(target=move)
    thread.start()
    return thread


@pytest.mark.parametrize("name", ["device0", "iio:device0", "ads1115"])
def test_a_press_is_felt_by_number_and_by_name(run, tree, name):
    finger = press(tree.add(0, "ads1115"))
    result = run(name, "--duration", 2.5, "--stats")
    finger.join()
    assert result.code == 0
    names = result.names
    assert "preview_began" in names and names[-1] == "contact_ended" and "sensor_fault" not in names
    check_pairs(result.events)
    assert float(re.search(r"([\d.]+) per second of 200", result.err)[1]) > 150


def test_what_was_read_replays_to_the_same_log(run, pressd, tree, tmp_path):
    trace = tmp_path / "a.trace"
    finger = press(tree.add(0, "ads1115"))
    live = run("device0", "--duration", 2.5, "--record", trace)
    finger.join()
    assert "contact_ended" in live.names
    assert live.out == pressd("--source", f"trace:{trace}", "--fast").out


@pytest.mark.parametrize(
    "scale, supply, full_scale",
    [
        ("0.125000000", None, 26400),  # ADS1115 at 4096 mV
        ("2.000000000", None, 1650),  # ADS1015
        ("0.805664062", None, 4096),  # 12 bit at 3.3 V
        ("0.125", 5000, 40000),
        ("1", 1023, 1023),
    ],
)
@pytest.mark.parametrize("shared", [False, True])
def test_full_scale_comes_from_what_the_kernel_says_of_a_code(run, tree, tmp_path, scale, supply, full_scale, shared):
    tree.add(0, "adc", scale=scale, shared=shared)
    trace = tmp_path / "a.trace"
    more = ["--set", f"iio.supply_mv={supply}"] if supply else []
    assert run("device0", "--duration", "50ms", "--record", trace, *more).code == 0
    assert f"full_scale={full_scale}\n" in trace.read_text()


def test_a_full_scale_that_is_given_goes_before_the_kernels(run, tree, tmp_path):
    tree.add(0, "adc", scale=None)
    trace = tmp_path / "a.trace"
    assert run("device0", "--duration", "50ms", "--record", trace, "--set", "sensor.full_scale=4095").code == 0
    assert "full_scale=4095\n" in trace.read_text()


def test_channels_and_offsets_go_where_they_belong(run, tree, tmp_path):
    device = tree.add(2, "adc")
    for n, code in enumerate([100, 200, 300, 400]):
        put(device / f"in_voltage{n}_raw", code)
    (device / "in_voltage2_offset").write_text("-250\n")
    config = file_with(tmp_path / "a.conf", "[sensor]\nchannel = 3\n[sensor2]\nchannel = 0\n[sensor3]\nchannel = 2\n")
    trace = tmp_path / "a.trace"
    assert run("device2", "--config", config, "--duration", "100ms", "--record", trace).code == 0
    frames = [line.split(",")[1:] for line in trace.read_text().splitlines() if not line.startswith("#")]
    assert len(frames) > 5 and all(frame[:5] == ["7", "0", "400", "100", "50"] for frame in frames)
    # One file after the other: how long before the end of the frame each was read.
    times = [[int(us) for us in frame[5:]] for frame in frames if len(frame) > 5]
    assert times and all(len(before) == 3 and before == sorted(before, reverse=True) for before in times)


# ---- What drivers do differently (docs/pressd/drivers.md; Tests/vm reads the drivers themselves)


def chip(tree, number, driver, client, files):
    """A device in the device of its chip, as in sysfs: what the bus of IIO has is a link."""
    parent = tree.root.parent / "i2c-1" / f"1-{number:04x}"
    device = parent / "iio:device3"
    device.mkdir(parents=True)
    drivers = tree.root.parent / "drivers" / driver
    drivers.mkdir(parents=True, exist_ok=True)
    (parent / "driver").symlink_to(drivers)
    (parent / "name").write_text(client + "\n")
    for name, text in files.items():
        (device / name).write_text(f"{text}\n")
    (tree.root / device.name).symlink_to(device)
    return device


MCP3424 = {"name": "1-006c", **{f"in_voltage{n}_raw": 1000 for n in range(4)}, **{f"in_voltage{n}_scale": "0.001000000" for n in range(4)}}
CELL = ["--set", "sensor.curve=table 102:10", "--set", "sensor.zero=1957"]


def read_once(run, tmp_path, device, *more):
    """full_scale and the codes of a frame."""
    trace = tmp_path / "a.trace"
    result = run(device, "--duration", "50ms", "--record", trace, *more)
    assert result.code == 0, result.err
    text = trace.read_text()
    row = [line for line in text.splitlines() if line[0] != "#"][-1].split(",")
    sensors = int(re.search(r"sensors=(\d+)", text)[1])
    return int(re.search(r"full_scale=(\d+)", text)[1]), [int(code) for code in row[3 : 3 + sensors]]


@pytest.mark.parametrize("name", ["1-006c", "mcp3424", "mcp3422", "device3"])
def test_a_driver_that_exports_volts_is_read_in_volts(run, tree, tmp_path, name):
    chip(tree, 0x6C, "mcp3422", "mcp3424", MCP3424)
    assert read_once(run, tmp_path, name) == (3300, [1000])


def test_volts_are_known_without_a_link_to_the_driver(run, tree, tmp_path):
    device = tree.add(0, "0-006c", scale="0.000250000")
    put(device / "in_voltage0_raw", 4000)
    assert read_once(run, tmp_path, "device0") == (13200, [4000])
    # Millivolts of another converter at such an address are millivolts.
    tree.add(1, "0-0068", scale="0.125000000")
    assert read_once(run, tmp_path, "device1")[0] == 26400


@pytest.mark.parametrize("name, scale, last", [("ads1015", "0.062500", 32767), ("ads1015", "1.000000", 2047)])
def test_where_codes_end_below_the_supply_a_hard_press_is_saturated(run, tree, name, scale, last):
    """The driver begins with a range of 2.048 V."""
    finger = press(tree.add(0, name, scale=scale), to=last)
    result = run(name, "--duration", 2)
    finger.join()
    assert "sensor_saturated" in result.names and "contact_began" in result.names, result.out


def test_a_converter_with_one_input_has_no_number(run, tree, tmp_path):
    chip(tree, 0x54, "adc081c", "adc121c", {"name": "1-0054", "in_voltage_raw": 2048, "in_voltage_scale": "0.805664062"})
    assert read_once(run, tmp_path, "adc121c") == (4096, [2048])
    assert_ends(run("adc121c", "--set", "sensor.channel=1"), 66, "in_voltage1_raw: No such file", "the device has sensor.channel 0")


def test_pairs_are_read_as_pairs(run, tree, tmp_path):
    files = {"in_voltage0-voltage1_raw": -20, "in_voltage2-voltage3_raw": 5000, "in_voltage-voltage_scale": "0.250000000"}
    device = tree.add(0, "adc", channels=2)
    for name, text in files.items():
        (device / name).write_text(f"{text}\n")
    config = file_with(tmp_path / "a.conf", "[sensor]\nchannel = 0-1\n[sensor2]\n")
    assert read_once(run, tmp_path, "device0", "--config", config) == (13200, [-20, 5000])
    config = file_with(tmp_path / "b.conf", "[sensor]\nchannel = 0-1\n[sensor2]\nchannel = 0\n")
    assert read_once(run, tmp_path, "device0", "--config", config)[1] == [-20, 3], "an input is another channel than its pair"
    assert_ends(run("device0", "--set", "sensor.channel=1-3"), 66, "in_voltage1-voltage3_raw", "sensor.channel 0, 1, 0-1, 2-3")


def test_pairs_are_of_drivers_of_the_kernel(pressd):
    assert_ends(pressd("--set", "sensor.channel=0-1"), 78, "only a driver of the kernel")
    assert_ends(pressd("--set", "sensor.channel=1-1"), 64, "sensor.channel")


@pytest.mark.parametrize(
    "name, raw, code", [("hx711", 8437504, 32959), ("hx711", 8388608, 32768), ("nau7802", 48896, 32959), ("nau7802", -256, 32767)]
)
def test_a_load_cell_has_the_codes_of_the_librarys_driver(run, tree, tmp_path, name, raw, code):
    """Whatever the scale says: 0.000000000 without the property of the device tree."""
    device = tree.add(0, name, scale="0.000000000", shared=True)
    put(device / "in_voltage0_raw", raw)
    assert read_once(run, tmp_path, name, *CELL) == (16777215, [code])
    assert_ends(run(name), 78, "sensor.curve: a load cell has none by default")
    assert_ends(run(name, "--set", "sensor.full_scale=16777215"), 78, "sensor.curve")


def test_nothing_presses_a_load_cell_that_reads_its_zero(run, tree):
    device = tree.add(0, "hx711", scale="0.000001536", shared=True)
    put(device / "in_voltage0_raw", 8389000)
    result = run("hx711", "--duration", "1.5", "--set", "sensor.curve=table 102:10", "--set", "sensor.zero=1953")
    assert result.code == 0 and not [name for name in result.names if name.startswith("contact")], result.out


def test_codes_finer_than_the_library_counts_lose_their_lowest_bits(run, tree, tmp_path):
    device = tree.add(0, "adc", scale="0.000038147")
    put(device / "in_voltage0_raw", 43253955)
    full, codes = read_once(run, tmp_path, "device0")
    assert full <= 16777215 and abs(codes[0] / full - 43253955 * 0.000038147 / 3300) < 2e-7


@pytest.mark.parametrize("scale, why", [("0.000000000", "does not know its reference"), ("5000", "millivolts per code expected"), ("900.0", "3.3")])
def test_a_scale_that_cannot_be_used_is_refused_by_what_is_true(run, tree, scale, why):
    tree.add(0, "adc", scale=scale)
    result = run("device0", "--duration", "50ms")
    assert (result.code == 0) if why == "3.3" else (result.code == 78 and why in result.err and "sensor.full_scale" in result.err), result.err


def test_a_scale_that_the_driver_cannot_say_is_named_with_its_file(run, tree):
    """As of an adc081c without a regulator: reading the file fails."""
    device = tree.add(0, "adc", scale=None)
    (device / "in_voltage_scale").mkdir()
    assert_ends(run("device0"), 78, "/in_voltage_scale: ", "does not know its reference", "sensor.full_scale")


def test_a_chip_whose_driver_is_of_hwmon_is_said_so(run, tree):
    tree.add(0, "ads1115")
    assert_ends(run("ads7830"), 66, "iio:ads7830: no such device", "of hwmon", "--source i2c")


# ---- What can be wrong


def test_a_device_that_is_not_there_is_answered_with_those_that_are(run, tree):
    result = run("ads1015")
    assert result.code == 66 and "there is no IIO device" in result.err and "modprobe ti-ads1015" in result.err
    tree.add(0, "ads1115")
    tree.add(3, "bme280")
    for expected in ("ads1015", "device1", "devices"):
        result = run(expected)
        assert result.code == 66 and result.out == ""
        assert f"iio:{expected}: no such device" in result.err and "device0 (ads1115), device3 (bme280)" in result.err


def test_a_channel_that_is_not_there(run, tree):
    tree.add(0, "ads1115", channels=2)
    assert_ends(run("device0", "--set", "sensor.channel=2"), 66, "in_voltage2_raw: No such file", "sensor.channel")


@pytest.mark.parametrize("scale", ["none", "0", "0.000000000", "-1", "1e3", ""])
def test_a_scale_that_says_nothing(run, tree, scale):
    device = tree.add(0, "adc")
    (device / "in_voltage0_scale").write_text(scale + "\n")
    assert_ends(run("device0"), 78, "in_voltage0_scale", "sensor.full_scale")


def test_no_scale_at_all(run, tree):
    tree.add(0, "adc", scale=None)
    assert_ends(run("device0"), 78, "No such file", "sensor.full_scale")


@pytest.mark.parametrize("raw", ["", "x", "1.5", "99999999999999999999"])
def test_a_code_that_is_no_number(run, tree, raw):
    device = tree.add(0, "adc")
    (device / "in_voltage0_raw").write_text(raw + "\n")
    assert_ends(run("device0"), 74, "holds no whole number")


def test_an_offset_that_is_no_number(run, tree):
    device = tree.add(0, "adc")
    (device / "in_voltage0_offset").write_text("a\n")
    assert run("device0").code == 78


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody who may not")
def test_without_permission_it_says_what_to_allow(tree, tmp_path):
    device = tree.add(0, "adc")
    (device / "in_voltage0_raw").chmod(0o600)
    folder = tmp_path
    while folder != folder.parent:
        folder.chmod(folder.stat().st_mode | 0o011)
        folder = folder.parent
    program = shutil.copy(PRESSD, tmp_path)
    result = as_nobody(program, "--source", "iio:device0", "--set", f"iio.root={tree.root}")
    assert result.code == 77 and "Permission denied" in result.err and "udev" in result.err


def test_a_device_that_goes_away_in_mid_press_and_comes_back_under_another_number(run, tree, start):
    device = tree.add(0, "ads1115")
    process = start("--source", "iio:ads1115", "--set", f"iio.root={tree.root}", "--duration", "3", "--stats")
    time.sleep(0.5)
    for code in range(3, 14000, 400):
        put(device / "in_voltage0_raw", code)
        time.sleep(0.005)
    os.truncate(device / "in_voltage0_raw", 0)  # who has the file open gets nothing any more
    shutil.rmtree(device)
    time.sleep(0.5)
    tree.add(1, "ads1115")
    out, err = process.communicate(timeout=20)
    assert process.returncode == 0
    events = [json.loads(line) for line in out.splitlines()]
    names = [e["event"] for e in events if not e["event"].endswith("_updated")]
    assert names.count("sensor_fault") == names.count("sensor_recovered") == 1
    assert names.index("sensor_fault") < names.index("contact_cancelled") < names.index("sensor_recovered")
    assert names.count("contact_cancelled") == 1
    check_pairs(events)
    messages = [line for line in err.splitlines() if line.startswith("pressd: ")]
    assert len(messages) == 2 and "is it plugged in" in messages[0] and "answers again after" in messages[1], messages
    assert 0 < int(re.search(r"frames failed (\d+)", err)[1]) < 15


@pytest.mark.parametrize("setting", ["iio.supply_mv=0", "iio.supply_mv=x", "iio.root=", "iio.rate=5"])
def test_values_out_of_range_are_refused(pressd, setting):
    assert_ends(pressd("--set", setting), 64, setting.split("=")[0].split(".")[1])


def test_the_source_requires_a_device(pressd):
    assert_ends(pressd("--source", "iio:"), 64, "iio:DEVICE")
