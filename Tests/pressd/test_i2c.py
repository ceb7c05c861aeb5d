"""pressd on i2c-dev: the system calls are answered by fake_i2c.c, everything else is real, time too."""

import errno
import os
import re
import shutil
import signal
import subprocess

import pytest
from conftest import PRESSD, ROOT, Result
from test_pressd import check_pairs

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")


@pytest.fixture(scope="session")
def fake(tmp_path_factory):
    library = tmp_path_factory.mktemp("fake") / "fake_i2c.so"
    source = ROOT / "Tests" / "pressd" / "fake_i2c.c"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-o", library, source, "-ldl"], check=True)
    return library


@pytest.fixture
def run(fake):
    def run(*arguments, address="0x48", failure=None, during=(0, 10**9)):
        environment = os.environ | {"LD_PRELOAD": str(fake)}
        if failure is not None:
            environment |= {"FAKE_I2C_ERRNO": str(failure), "FAKE_I2C_FROM_MS": str(during[0]), "FAKE_I2C_TO_MS": str(during[1])}
        command = [PRESSD, "--source", f"i2c:/dev/i2c-7@{address}", *map(str, arguments)]
        return Result(subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment))

    return run


@pytest.mark.parametrize("mode", ["single", "single poll", "continuous"])
def test_a_press_is_felt(run, mode):
    result = run("--duration", 2, "--stats", "--set", f"converter.mode={mode}")
    assert result.code == 0
    names = result.names
    assert "preview_began" in names and "contact_ended" in names and "sensor_fault" not in names
    assert all(e.get("force", 0) < 5.5 for e in result.events), "a sample of another setting was taken"
    check_pairs(result.events)
    assert float(re.search(r"([\d.]+) per second", result.err)[1]) > 150


def test_what_was_read_replays_to_the_same_log(run, pressd, tmp_path):
    trace = tmp_path / "a.trace"
    live = run("--duration", 2, "--record", trace)
    assert live.out == pressd("--source", f"trace:{trace}", "--fast").out


def test_an_outage_is_told_and_survived(run, pressd, tmp_path):
    trace = tmp_path / "a.trace"
    result = run("--duration", 4, "--stats", "--record", trace, failure=errno.EREMOTEIO, during=(1200, 2200))
    assert result.code == 0
    names = result.names
    fault = names.index("sensor_fault")
    assert names[fault:].count("contact_cancelled") == 1 and "sensor_recovered" in names[fault:]
    assert int(re.search(r"not acknowledged (\d+)", result.err)[1]) > 4
    check_pairs(result.events)
    assert result.out == pressd("--source", f"trace:{trace}", "--fast").out


@pytest.mark.parametrize(
    "failure, code, words",
    [
        (errno.EREMOTEIO, 69, ["no converter answers", "ADDR", "i2cdetect -y 7"]),
        (errno.ENXIO, 69, ["no converter answers", "i2cdetect -y 7"]),
        (errno.ETIMEDOUT, 75, ["pull-ups"]),
        (errno.EIO, 74, ["transfers fail"]),
    ],
)
def test_a_failing_bus_at_the_start(run, failure, code, words):
    result = run("--duration", 1, failure=failure)
    assert result.code == code and result.out == ""
    for word in words:
        assert word in result.err


def test_another_address(run):
    result = run("--duration", 1, address="0x49")
    assert result.code == 69 and "0x49" in result.err


def test_without_duration_it_runs_until_a_signal(fake):
    command = [PRESSD, "--source", "i2c:/dev/i2c-7"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | {"LD_PRELOAD": str(fake)})
    while "preview_updated" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=5)
    assert process.returncode == 0
    assert '"reason":"reset"' in out.splitlines()[-1]
    assert "lateness mean" in err
