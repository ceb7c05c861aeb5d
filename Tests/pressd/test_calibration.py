"""[sensor] calibration = FILE: row E8. The bytes are made here, from what include/press/calibration.h says of them."""

import struct
import zlib

import pytest
from conftest import file_with

NUMBERS = {"zero": 0, "preload_force": 0, "span": 0, "x": 0, "y": 0}
CIRCUIT = {"full_scale": 26400, "resistor_ohm": 10000, "parallel_ohm": 470000, "flags": 0, "max_code": 0, "short_ohm": 20}


def calibration(points=((100, 1), (300, 4)), version=1, **changes):
    circuit = CIRCUIT | {k: v for k, v in changes.items() if k in CIRCUIT}
    numbers = NUMBERS | {k: v for k, v in changes.items() if k in NUMBERS}
    body = b"PRCL" + struct.pack("<I6I", version, *circuit.values())
    body += struct.pack("<5i", *(round(v * 65536) for v in numbers.values()))
    body += struct.pack("<2H3i", 2, len(points), 0, 0, 0)
    body += b"".join(struct.pack("<2i", round(g * 65536), round(f * 65536)) for g, f in points).ljust(128, b"\0")
    return body + struct.pack("<I", zlib.crc32(body))


KEYS = "full_scale = 26400\nresistor_ohm = 10000\nparallel_ohm = 470000\ncurve = table 100:1 300:4\n"


@pytest.fixture
def log(pressd, tmp_path):
    """The log of the simulated finger under a config."""

    def run(text):
        config = file_with(tmp_path / "pressd.conf", text)
        result = pressd("--source", "sim", "--fast", "--config", config, cwd=tmp_path)
        assert result.code == 0, result.err
        return result.out

    return run


@pytest.mark.not_quick
def test_a_calibration_file_is_what_its_numbers_as_keys_are(log, tmp_path):
    (tmp_path / "left.cal").write_bytes(calibration())
    expected = log(f"[sensor]\n{KEYS}")
    assert expected != log("") and expected.count("\n") > 10
    assert log("[sensor]\ncalibration = left.cal\n") == expected
    assert log(f"[sensor]\ncalibration = {tmp_path / 'left.cal'}\n") == expected


def test_keys_of_the_section_go_before_the_calibration_wherever_they_stand(log, tmp_path):
    (tmp_path / "left.cal").write_bytes(calibration(resistor_ohm=4700, full_scale=1000, flags=1, parallel_ohm=0, x=5, points=((1, 1),)))
    expected = log(f"[sensor]\n{KEYS}pull_up = no\nx = 0\ny = 0\n")
    assert log(f"[sensor]\n{KEYS}pull_up = no\nx = 0\ny = 0\ncalibration = left.cal\n") == expected
    assert log(f"[sensor]\ncalibration = left.cal\n{KEYS}pull_up = no\nx = 0\ny = 0\n") == expected


def test_a_sensor_that_begins_as_a_copy_may_have_another_calibration(log, tmp_path):
    (tmp_path / "left.cal").write_bytes(calibration())
    (tmp_path / "right.cal").write_bytes(calibration(points=((80, 1), (200, 4)), x=40))
    expected = log(f"[sensor]\n{KEYS}[sensor2]\ncurve = table 80:1 200:4\nx = 40\n")
    assert log(f"[sensor]\n{KEYS}[sensor2]\ncalibration = right.cal\n") == expected
    assert log("[sensor]\ncalibration = left.cal\n[sensor2]\ncalibration = right.cal\n") == expected


@pytest.mark.parametrize(
    "content, words",
    [
        (None, "No such file or directory"),
        (b"", "not a calibration"),
        (b"[sensor]\n", "not a calibration"),
        (200 * b"\0", "nothing is stored in it"),
        (calibration()[:-1], "damaged or cut off"),
        (calibration() + b"\n", "damaged or cut off"),
        (calibration() * 3, "damaged or cut off"),
        (calibration().replace(b"\x10\x27", b"\x11\x27"), "damaged or cut off"),
        (calibration(version=2), "unknown version"),
        (calibration(points=((300, 4), (100, 1))), "values out of range"),
    ],
    ids=["absent", "empty", "a config", "erased", "cut off", "longer", "three", "a wrong bit", "version 2", "a curve that falls"],
)
def test_a_calibration_that_cannot_be_used_is_refused_with_line_file_and_reason(pressd, tmp_path, content, words):
    if content is not None:
        (tmp_path / "left.cal").write_bytes(content)
    config = file_with(tmp_path / "pressd.conf", "[sensor]\nresistor_ohm = 4700\ncalibration = left.cal\n")
    result = pressd("--source", "sim", "--fast", "--config", config, cwd=tmp_path)
    assert result.code == 78
    assert result.err.startswith(f"pressd: {config}:3: sensor.calibration: left.cal: ") and words in result.err
    assert result.err.count("\n") == 1


def test_a_calibration_can_be_set_on_the_command_line(pressd, log, tmp_path):
    (tmp_path / "left.cal").write_bytes(calibration())
    expected = log("[sensor]\ncalibration = left.cal\n")
    assert pressd("--source", "sim", "--fast", "--set", "sensor.calibration=left.cal", cwd=tmp_path).out == expected
    absent = pressd("--source", "sim", "--fast", "--set", "sensor.calibration=right.cal", cwd=tmp_path)
    assert absent.code != 0 and "sensor.calibration: right.cal: No such file or directory" in absent.err
