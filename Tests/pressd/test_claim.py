"""A converter has one reader: pressd, the command and a program in Python keep each other out, and name the one that has it."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import PRESSD, ROOT, Result, assert_ends, file_with, read_until

pytestmark = pytest.mark.real_time

LIBRARY = next((one for one in (PRESSD.parents[1] / "lib/libpress.so.1", ROOT / "build/libpress.so.1") if one.exists()), None)
PROGRAM = """
import sys
from libpress import ForceSensor
try:
    with ForceSensor(0, 7, address=int(sys.argv[1], 0)) as sensor:
        print("reads", flush=True)
        sys.stdin.readline()
except OSError as problem:
    print(type(problem).__name__, problem, flush=True)
"""


class There:
    """The processes in one place that read /dev/i2c-7 and see each other's locks."""

    def __init__(self, library, node):
        node.touch()
        self.started = []
        self.environment = os.environ | {
            "LD_PRELOAD": str(library), "FAKE_I2C_NODE": str(node), "FAKE_I2C_SECOND": "1", "FAKE_I2C_ALL": "1", "PYTHONUTF8": "1",
            "PYTHONPATH": str(ROOT / "bindings/python/src"), "LIBPRESS_LIBRARY": str(LIBRARY or ""),
        }  # fmt: skip

    def begin(self, command, files=None, **environment):
        more = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE) | {"text": True} | (files or {})
        self.started.append(subprocess.Popen(list(map(str, command)), env=self.environment | environment, **more))
        return self.started[-1]

    def run(self, command, on_a_terminal=False):
        leader, follower = os.openpty()
        more = {"stdin": follower, "stdout": follower} if on_a_terminal else {}
        process = self.begin(command, more, TERM="xterm")
        out, err = process.communicate(timeout=30)
        os.close(leader)
        os.close(follower)
        return Result(subprocess.CompletedProcess([], process.returncode, out, err))

    def reading(self, command, **environment):
        """Once it reads."""
        process = self.begin(command, **environment)
        read_until(process, "reads" if command[0] == sys.executable else '"')
        return process

    def end(self):
        for process in self.started:
            if process.poll() is None:
                process.kill()
            process.communicate()


@pytest.fixture
def there(preload, tmp_path):
    if LIBRARY is None:
        pytest.skip("needs libpress.so.1")
    there = There(preload("fake_i2c"), tmp_path / "node")
    yield there
    there.end()


def pressd(*more, address="0x48"):
    return [PRESSD, "--source", f"i2c:/dev/i2c-7@{address}", *more]


def python(address=0x48):
    return [sys.executable, "-c", PROGRAM, address]


def command(*words):
    return [sys.executable, "-m", "libpress", *words]


@pytest.mark.parametrize("first", [pressd(), python(), command("record", "/dev/null", "--bus", "7")], ids=["pressd", "python", "command"])
def test_who_comes_second_sees_by_whom_the_converter_is_read(there, first, tmp_path):
    if "record" in first:
        first = command("record", tmp_path / "first.trace", "--bus", "7")
        one = there.begin(first)
        while not (tmp_path / "first.trace").exists():
            assert one.poll() is None, one.communicate()
            time.sleep(0.02)
    else:
        one = there.reading(first)
    who = f"another process ({one.pid}: "
    assert_ends(there.run(pressd()), 69, f"/dev/i2c-7, address 0x48: {who}", "reads this converter already, and it has one reader", "--listen")
    checked = there.run(pressd("--check", "--format", "json"))
    finding, summary = map(json.loads, checked.out.splitlines())
    assert (finding["finding"], summary["code"], checked.code) == ("converter_in_use", 69, 69)
    assert finding["found"].startswith(who) and finding["found"].endswith("reads the converter at 0x48 on /dev/i2c-7 already")
    said = there.run(python())
    assert said.out.startswith(f"InUseError {who}") and "reads the converter at 0x48 on /dev/i2c-7 already" in said.out
    result = there.run(command("check", "--bus", "7", "--yes", "--json"))
    found = [json.loads(line) for line in result.out.splitlines()]
    assert [one.get("finding") for one in found] == ["bus_opens", "converter_in_use", None] and result.code == 69
    assert found[1]["found"].startswith(who)
    calibrate = ("calibrate", "--yes", "--masses", "100,200", "--output", tmp_path / "a.cal")
    for words in (("record", tmp_path / "a.trace"), calibrate, ("bridge", "osc"), ("monitor",)):
        result = there.run(command(*words, "--bus", "7"), on_a_terminal=words == ("monitor",))
        assert_ends(result, 69, who, "reads the converter at 0x48 on /dev/i2c-7 already. End it first")
        assert result.err.count("\n") == 1
    assert one.poll() is None, "the first reads on"


@pytest.mark.parametrize("first", [pressd(), python()], ids=["pressd", "python"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_it_is_free_again_once_the_reader_has_ended_however(there, first, number):
    one = there.reading(first)
    one.send_signal(number)
    one.wait(timeout=10)
    assert there.run(pressd("--duration", "0.2")).code == 0
    again = there.begin(python())
    assert again.stdout.readline() == "reads\n"


def test_another_converter_on_the_bus_is_nobody_elses(there):
    there.reading(pressd())
    assert there.run(pressd("--duration", "0.2", address="0x49")).code == 0
    other = there.begin(python(0x49))
    assert other.stdout.readline() == "reads\n"


def test_both_converters_of_a_plate_are_claimed_and_the_one_that_is_read_is_named(there, tmp_path):
    plate = file_with(tmp_path / "two.conf", "\n".join(["[sensor]", *(f"[sensor{i}]" for i in range(2, 9)), "[converter]", "[converter2]"]))
    other = there.reading(python(0x49))
    result = there.run([PRESSD, "--source", "i2c:/dev/i2c-7", "--config", plate])
    assert_ends(result, 69, f"/dev/i2c-7, address 0x49: another process ({other.pid}: ")
    assert there.run(pressd("--duration", "0.2")).code == 0, "what was claimed before is free"


def test_an_adapter_that_comes_back_to_another_reader_is_left_to_it(there):
    away = {"FAKE_I2C_TROUBLE": "gone", "FAKE_I2C_FROM_MS": "1000", "FAKE_I2C_TO_MS": "2500"}
    one = there.reading(pressd(), **away)
    assert "modprobe i2c-dev" in one.stderr.readline()
    other = there.reading(python())  # sees its own adapter
    time.sleep(2.5)
    assert one.poll() is None
    other.stdin.write("\n")
    other.stdin.flush()
    assert other.wait(timeout=10) == 0
    assert "answers again after" in one.stderr.readline()


def test_a_changed_config_keeps_it(there, tmp_path):
    config = file_with(tmp_path / "pressd.conf", "[sensor]\n")
    one = there.begin([*pressd("--config", config)], FAKE_I2C_PRESS_MS="100")
    read_until(one, "preview_began")
    for _ in range(3):
        one.send_signal(signal.SIGHUP)
        while "starts again" not in (line := one.stderr.readline()):
            assert line, "it has ended"
        time.sleep(0.5)
        assert_ends(there.run(pressd()), 69, f"another process ({one.pid}: ")
    assert one.poll() is None


def test_a_chip_that_a_driver_of_the_kernel_has_is_left_to_it(there):
    """The kernel passes transfers to it all the same, and says that it is taken only when it is asked for the address."""
    driven = {"FAKE_I2C_DRIVEN": str(0x48)}
    there.environment |= driven
    result = there.run(pressd())
    assert_ends(result, 69, "/dev/i2c-7, address 0x48: a driver of the kernel reads this converter already", "/unbind")
    assert "End it first" not in result.err and result.out == ""
    said = there.run(python())
    assert said.out.startswith("InUseError a driver of the kernel reads the converter at 0x48 on /dev/i2c-7 already") and "/unbind" in said.out
    assert there.run(pressd("--duration", "0.2", address="0x49")).code == 0, "the other one is free"
    checked = there.run(pressd("--check", "--format", "json"))
    assert json.loads(checked.out.splitlines()[0])["finding"] == "converter_in_use" and checked.code == 69
