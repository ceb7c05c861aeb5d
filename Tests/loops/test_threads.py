"""Each program of examples/loops under the sanitizer of addresses, and the two right patterns of threads in docs/loops.md, under the sanitizers of threads and of addresses, with the library under them; and that they
find what the page names as wrong."""

import os
import signal
import subprocess
import time

import pytest
from conftest import HERE, LOOPS

KEYS = 60
LINUX = sorted(one.stem for one in LOOPS.glob("*.c") if one.stem not in ("sensor", "task", "lock", "sdl"))


def run(program, *arguments, keys=0):
    """Exit status and what was printed; `keys` lines of input, one each 20 ms: the button's key, from another thread than the sensor's."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    environment = os.environ | {"RUN_MS": "600000", "FAKE_I2C_PRESS_MS": "300"}
    process = subprocess.Popen([program, *arguments, "/dev/i2c-7"], text=True, env=environment, **pipes)
    for _ in range(keys):
        process.stdin.write("\n")
        process.stdin.flush()
        time.sleep(0.02)
    if keys:
        process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


@pytest.mark.parametrize("sanitizer", ["thread", "address,undefined"])
@pytest.mark.parametrize("pattern", ["task", "lock"])
def test_a_right_pattern_is_clean(watched, pattern, sanitizer):
    status, out, err = run(watched(LOOPS / f"{pattern}.c", sanitizer), keys=KEYS)
    assert status == 0 and "Sanitizer" not in err and "runtime error" not in err, err[-3000:]
    assert out.count("tapped") == KEYS
    assert out.count("contact_began") == 1 and out.count("contact_ended") + out.count("contact_cancelled") == 1, out
    assert out.count("hold_began") == 1 and out.count("hold_ended") + out.count("hold_cancelled") == 1, out


def test_the_program_of_a_loop_is_clean_under_the_sanitizer_of_addresses(watched):
    environment = os.environ | {"RUN_MS": "1800", "FAKE_I2C_PRESS_MS": "300"}
    programs = [watched(LOOPS / f"{name}.c", "address,undefined") for name in LINUX]
    running = [subprocess.Popen([one, "/dev/i2c-7"], text=True, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for one in programs]
    for process in running:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0 and "Sanitizer" not in err and "runtime error" not in err, err[-3000:]
        assert out.count("contact_began") == 1 and out.count("contact_ended") == 1, out


def test_polling_beside_a_thread_that_feeds_is_a_race(watched):
    _, _, err = run(watched(HERE / "wrong.c", "thread"), "poll")
    assert "ThreadSanitizer: data race" in err and "press_poll" in err, err[-3000:]


def test_a_hook_that_takes_the_lock_of_who_calls_the_engine_is_a_deadlock(watched):
    _, _, err = run(watched(HERE / "wrong.c", "thread"), "order")
    assert "lock-order-inversion (potential deadlock)" in err and "data race" not in err, err[-3000:]
