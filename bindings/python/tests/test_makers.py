"""Programs as somebody writes them who knows gpiozero and has not read a page of this library: they run as they were written, or end with a
message that says what to write instead. Each was written from its first sentence."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

pytest.importorskip("gpiozero")
FOLDER = Path(__file__).parent / "makers"
PRINTED = {
    "hello": "hello goodbye hello goodbye",
    "led": "pin on pin off",
    "blink": "blinks dark pin on pin off",
    "dim": "pin on pin off",
    "wait": "press me short",
    "threshold": "0.4 1.5 1.0",
    "pads": "kick snare hat tom kick snare hat tom",
    "hold": "tap hold",
    "loop": "hard",
    "count": "2",
    "later": "pressed released",
    "newtons": "2 N <ForceSensor: AIN0 of ADS1115 at 0x48 on /dev/i2c-1, 200 readings/s, pressed, 2.41 N>",
}
REFUSED = {
    "hold_time": r"line 5.*ForceSensor\(hold_time=0.3\).*hold_time.*gestures=GesturesConfig\(hold_us=.*sensor.when_held",
}


@pytest.fixture(scope="module")
def ran():
    """Four at a time: they wait most of the time."""

    def run(path):
        done = subprocess.run([sys.executable, FOLDER / "stage.py", path], capture_output=True, text=True, timeout=60)
        return path.stem, (done.stdout, done.stderr, done.returncode)

    with ThreadPoolExecutor(4) as pool:
        return dict(pool.map(run, (one for one in FOLDER.glob("*.py") if one.stem != "stage")))


def test_there_are_twelve_programs_and_those_that_are_refused(ran):
    assert ran.keys() == PRINTED.keys() | REFUSED.keys() and len(PRINTED) == 12


@pytest.mark.parametrize("name", PRINTED)
def test_a_program_of_somebody_who_knows_gpiozero_runs(name, ran):
    out, err, code = ran[name]
    assert (code, err) == (0, "")
    assert out.split() == PRINTED[name].split()


@pytest.mark.parametrize("name", REFUSED)
def test_a_program_that_cannot_run_says_what_to_write(name, ran):
    out, err, code = ran[name]
    assert code != 0
    assert re.search(REFUSED[name], err, re.S), err
