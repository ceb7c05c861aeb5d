"""pressd on i2c-dev: the system calls are answered by fake_i2c.c, everything else is real, time too."""

import errno
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from conftest import PRESSD, Result, as_nobody, assert_ends, check_pairs, file_with, read_until

pytestmark = pytest.mark.real_time


@pytest.fixture(scope="session")
def fake(preload):
    return preload("fake_i2c")


@pytest.fixture
def run(fake):
    def run(*arguments, address="0x48", failure=None, trouble=None, once_in=None, during=(0, 10**9), **more):
        environment = os.environ | {"LD_PRELOAD": str(fake), "FAKE_I2C_FROM_MS": str(during[0]), "FAKE_I2C_TO_MS": str(during[1])}
        if failure is not None:
            environment["FAKE_I2C_ERRNO"] = str(failure)
        if trouble is not None:
            environment["FAKE_I2C_TROUBLE"] = trouble
        if once_in is not None:
            environment["FAKE_I2C_ONCE_IN"] = str(once_in)
        environment |= more
        command = [PRESSD, "--source", f"i2c:/dev/i2c-7@{address}", *map(str, arguments)]
        return Result(subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment))

    return run


@pytest.fixture
def start_there(start, fake):
    return lambda *arguments: start("--source", "i2c:/dev/i2c-7", *arguments, env=os.environ | {"LD_PRELOAD": str(fake)})


def statistics(result):
    return json.loads(next(line for line in result.err.splitlines() if line.startswith("{")))


@pytest.mark.parametrize("mode", ["single", "single poll", "continuous"])
def test_a_press_is_felt(run, mode):
    result = run("--duration", 2, "--stats", "--set", f"converter.mode={mode}")
    assert result.code == 0
    names = result.names
    assert "preview_began" in names and "contact_ended" in names and "sensor_fault" not in names
    assert all(e.get("force", 0) < 5.5 for e in result.events), "a sample of another setting was taken"
    check_pairs(result.events)
    assert statistics(result)["per_second"] > 150


def test_what_was_read_replays_to_the_same_log(run, pressd, tmp_path):
    trace = tmp_path / "a.trace"
    live = run("--duration", 2, "--record", trace)
    assert live.out == pressd("--source", f"trace:{trace}", "--fast").out


# ---- Faults

PRESSED = (950, 1550)  # in the press


@pytest.mark.parametrize(
    "what, mode, words",
    [
        ({"failure": errno.EREMOTEIO}, "single", "no converter answers"),
        ({"failure": errno.ENXIO}, "continuous", "no converter answers"),
        ({"failure": errno.ETIMEDOUT}, "single", "the bus hangs"),
        ({"failure": errno.EIO}, "single poll", "transfers fail"),
        ({"failure": errno.EAGAIN}, "single", "transfers fail"),
        ({"trouble": "gone"}, "single", "modprobe i2c-dev"),
        ({"trouble": "other"}, "single", "does not keep what is written"),
        ({"trouble": "other"}, "continuous", "does not keep what is written"),
        ({"trouble": "floating"}, "single", "does not keep what is written"),
        ({"trouble": "garbage"}, "single poll", "does not keep what is written"),
        ({"trouble": "unready"}, "single", "the conversion never ends"),
        ({"trouble": "unready"}, "single poll", "the conversion never ends"),
    ],
)
def test_what_fails_in_mid_press_is_reported_survived_and_over(run, pressd, tmp_path, what, mode, words):
    if what.get("trouble") == "other":
        what = what | {"FAKE_I2C_ALL": "1"}
    trace = tmp_path / "a.trace"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = run("--duration", 2.4, "--stats", "--record", trace, "--set", f"converter.mode={mode}", during=PRESSED, **what)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert result.code == 0
    names = result.names
    assert names.count("sensor_fault") == names.count("sensor_recovered") == 1, names
    fault, recovered = names.index("sensor_fault"), names.index("sensor_recovered")
    assert names[fault:].count("contact_cancelled") == 1 and fault < names.index("contact_cancelled") < recovered
    check_pairs(result.events)
    messages = [line for line in result.err.splitlines() if line.startswith("pressd: ")]
    assert len(messages) == 2, messages
    assert words in messages[0] and "/dev/i2c-7, address 0x48" in messages[0]
    assert re.search(r"answers again after [012]\.\d{3} s$", messages[1])
    # Without hammering: a good frame takes three transfers or four, a bad second some eight attempts.
    counted = statistics(result)
    assert counted["frames_failed"] < 15
    assert counted["transfers"] < 4.3 * (counted["frames"] - counted["frames_failed"]) + 30 * counted["frames_failed"]
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 1
    assert result.out == pressd("--source", f"trace:{trace}", "--fast").out


def test_an_outage_that_outlasts_the_run_leaves_nothing_open(run):
    result = run("--duration", 1.5, failure=errno.EREMOTEIO, during=(1200, 10**9))
    assert result.code == 0
    assert [name for name in result.names if name.startswith("sensor_")] == ["sensor_fault", "sensor_recovered"]
    assert "answers again" not in result.err, "the fault ends with the run"
    check_pairs(result.events)


def test_one_transfer_in_ten_that_is_not_acknowledged_is_retried_unnoticed(run):
    result = run("--duration", 2, "--stats", failure=errno.EREMOTEIO, once_in=10, during=(100, 10**9))
    assert result.code == 0 and "sensor_fault" not in result.names and "preview_began" in result.names
    assert statistics(result)["not_acknowledged"] > 20
    assert not [line for line in result.err.splitlines() if line.startswith("pressd: ")]
    check_pairs(result.events)


def test_a_stalled_bus_costs_fifty_milliseconds_and_not_more(run):
    # I2C_TIMEOUT was asked for: the fake's own is a second. SIGTERM would wait for it as well.
    begin = time.monotonic()
    assert_ends(run("--duration", 5, failure=errno.ETIMEDOUT), 75, "pull-ups")
    assert time.monotonic() - begin < 0.8


def test_a_converter_that_is_stuck_at_one_code_is_delivered_where_that_is_asked_for(run):
    result = run("--duration", 2.4, "--set", "pad.stuck_after_us=300ms", trouble="stuck", during=PRESSED)
    assert result.code == 0
    faults = [e for e in result.events if e["event"].startswith("sensor_")]
    assert [(e["event"], e["reason"]) for e in faults] == [("sensor_fault", "stuck"), ("sensor_recovered", "stuck")]
    assert "sensor 0 (channel 0): stuck" in result.err and "sensor 0 (channel 0): recovered from: stuck" in result.err
    assert result.names.count("contact_cancelled") == 1
    check_pairs(result.events)


@pytest.mark.parametrize(
    "failure, code, words",
    [
        (errno.EREMOTEIO, 69, ["no converter answers", "ADDR", "i2cdetect -y 7"]),
        (errno.ENXIO, 69, ["no converter answers", "i2cdetect -y 7"]),
        (errno.ETIMEDOUT, 75, ["pull-ups"]),
        (errno.EIO, 74, ["transfers fail"]),
        (errno.ENODEV, 66, ["No such device", "modprobe i2c-dev"]),
    ],
)
def test_a_failing_bus_at_the_start(run, failure, code, words):
    result = run("--duration", 1, failure=failure)
    assert result.code == code and result.out == ""
    for word in words:
        assert word in result.err


@pytest.mark.parametrize("mode", ["single", "single poll", "continuous"])
@pytest.mark.parametrize("trouble", ["other", "floating", "garbage"])
def test_another_chip_at_the_address_is_refused_at_the_start(run, mode, trouble):
    result = run("--duration", 1, "--set", f"converter.mode={mode}", trouble=trouble)
    assert result.code == 69 and result.out == ""
    assert "Is it another chip" in result.err


def test_another_address(run):
    assert_ends(run("--duration", 1, address="0x4b"), 69, "0x4b")


def test_without_duration_it_runs_until_a_signal(start_there):
    process = start_there()
    read_until(process, "preview_updated")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=5)
    assert process.returncode == 0
    assert '"reason":"reset"' in out.splitlines()[-1]
    assert "lateness mean" in err


# ---- Two converters

TWO = "\n".join(["[sensor]", *(f"[sensor{i}]" for i in range(2, 9)), "[converter]", "[converter2]"])


@pytest.fixture
def plate(tmp_path):
    """Eight sensors on two converters."""
    return file_with(tmp_path / "two.conf", TWO)


def test_eight_sensors_on_two_converters_are_read_nearly_as_often_as_four_on_one(run, plate, tmp_path):
    four = file_with(tmp_path / "four.conf", "\n".join(TWO.splitlines()[:4]))
    both = {"FAKE_I2C_ALL": "1", "FAKE_I2C_SECOND": "1"}
    one = run("--duration", 2, "--stats", "--config", four, "--rate", 140, **both)
    two = run("--duration", 2, "--stats", "--config", plate, "--rate", 140, **both)
    assert one.code == two.code == 0
    assert "sensor_fault" not in two.names and {e["sensor"] for e in two.events if "sensor" in e} == set(range(8))
    assert statistics(two)["per_second"] > 0.9 * statistics(one)["per_second"] > 100
    check_pairs(two.events)


def test_while_one_of_two_converters_is_silent_the_other_is_read_on(run, plate, tmp_path):
    result = run("--config", plate, "--duration", 1)
    assert result.code == 69 and "address 0x49" in result.err  # at the start both must be there
    both = {"FAKE_I2C_ALL": "1", "FAKE_I2C_SECOND": "1", "FAKE_I2C_ONLY": str(0x49)}
    trace = tmp_path / "a.trace"
    result = run("--config", plate, "--duration", 2.4, "--stats", "--rate", 100, "--record", trace, failure=errno.EREMOTEIO, during=PRESSED, **both)
    assert result.code == 0
    for event in ("sensor_fault", "sensor_recovered"):
        assert sorted(e["sensor"] for e in result.events if e["event"] == event) == [4, 5, 6, 7]
    messages = [line for line in result.err.splitlines() if line.startswith("pressd: ")]
    assert len(messages) == 2 and all("address 0x49" in m for m in messages), messages
    frames = [line.split(",") for line in trace.read_text().splitlines() if not line.startswith("#")]
    bad = [f for f in frames if int(f[2]) == 0xF0]
    # Frames of the first go on; the second is asked some eight times: four channels, twice each.
    assert len(bad) > 40 and all(int(f[1]) == 0x0F for f in bad)
    assert 4 < statistics(result)["not_acknowledged"] < 100
    check_pairs(result.events)


@pytest.mark.parametrize(
    "change, words",
    [
        (["sensor8.channel=8"], "must be 0 to 3 (AIN0 to AIN3 of converter) or 4 to 7"),
        (["converter2.rate_sps=900"], "converter.rate_sps"),
    ],
)
def test_two_converters_that_do_not_fit_are_refused(run, plate, change, words):
    assert_ends(run("--config", plate, *(argument for c in change for argument in ("--set", c))), 78, words)


# ---- The ready pin

READY = ["--set", "converter.ready_pin=/dev/gpiochip7:3"]


@pytest.mark.parametrize("mode", ["single", "continuous"])
def test_with_the_ready_pin_conversions_end_at_its_edge(run, mode):
    result = run("--duration", 2, "--stats", *READY, "--set", f"converter.mode={mode}")
    assert result.code == 0
    counted = statistics(result)
    # Running by itself, 860 times a second, the converter is mostly done before a frame is begun: then nothing waits.
    if mode == "single":
        assert counted["ready_edges"] > counted["frames"] * 0.5
    assert "preview_began" in result.names and "sensor_fault" not in result.names
    assert all(e.get("force", 0) < 5.5 for e in result.events)
    check_pairs(result.events)


def test_without_edges_the_time_counts(run):
    # The second converter has no pin; the first has one that nothing is wired to.
    result = run(
        "--duration", 2, "--stats", "--set", "converter.ready_pin=/dev/gpiochip7:3", "--set", "converter.rate_sps=475", FAKE_I2C_NO_EDGES="1"
    )
    assert result.code == 0 and statistics(result)["ready_edges"] == 0
    assert "preview_began" in result.names and "sensor_fault" not in result.names


@pytest.mark.parametrize(
    "pin, code, words",
    [
        ("/dev/gpiochip7:4", 66, "gpioinfo shows which"),
        ("/dev/gpiochip7:5", 66, "gpiodetect lists the chips"),
        ("/dev/gpiochip-none:5", 66, "No such file"),
    ],
)
def test_a_ready_pin_that_cannot_be_had(run, pin, code, words):
    assert_ends(run("--duration", 1, "--set", f"converter.ready_pin={pin}"), code, words, pin)


@pytest.mark.parametrize("pin", ["17", "/dev/gpiochip0", "gpiochip0:17", "/dev/gpiochip0:x", ":3"])
def test_a_ready_pin_is_a_chip_and_a_line(pressd, pin):
    assert_ends(pressd("--set", f"converter.ready_pin={pin}"), 64, "CHIP:LINE")


# ---- Statistics, priority


def test_sigusr1_prints_the_statistics_so_far(start_there):
    process = start_there("--duration", "2")
    process.stdout.readline()
    process.send_signal(signal.SIGUSR1)
    time.sleep(0.3)
    process.send_signal(signal.SIGUSR1)
    out, err = process.communicate(timeout=10)
    assert process.returncode == 0
    found = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    assert len(found) == 2 and found[0]["frames"] < found[1]["frames"] < 390
    check_pairs([json.loads(line) for line in out.splitlines()])


def test_the_statistics_for_programs_are_those_for_people(run):
    result = run("--duration", 1, "--stats")
    found = statistics(result)
    assert found["frames"] == int(re.search(r"frames (\d+)", result.err)[1]) and found["asked_per_second"] == 200
    assert f"worst {found['late_worst_us']} us" in result.err and f"mean {found['late_mean_us']} us" in result.err
    assert f"processor {found['processor_us_per_1000']} us per 1000 frames" in result.err
    assert 0 < found["processor_us_per_1000"] < 500_000


def test_real_time_priority_is_taken_where_it_is_allowed(start_there):
    process = start_there("--realtime", "5")
    if not process.stdout.readline():
        err = process.communicate(timeout=5)[1]
        assert process.returncode == 77 and "--realtime 5" in err
        pytest.skip(f"this machine does not allow it: {err}")
    assert os.sched_getscheduler(process.pid) == os.SCHED_FIFO
    assert os.sched_getparam(process.pid).sched_priority == 5
    locked = int(re.search(r"VmLck:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())[1])
    assert locked > 100


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody who may not")
@pytest.mark.parametrize("limit, words", [("memlock", "LimitMEMLOCK"), ("rtprio", "LimitRTPRIO")])
def test_real_time_priority_is_refused_in_words(limit, words):
    memory = resource.getrlimit(resource.RLIMIT_MEMLOCK)[1]
    if limit == "rtprio" and 0 <= memory < 1 << 22:
        pytest.skip("nobody may lock that much memory here, which is asked for first")
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        program = shutil.copy(PRESSD, folder)
        result = as_nobody("prlimit", f"--{limit}=0:0", program, "--realtime", "5")
    assert result.code == 77 and "--realtime 5" in result.err and words in result.err and result.out == ""
