"""A program with a sensor ends as one without, whatever loop its main thread is in: with the end of its press, and within 5 s."""

import signal
import time
from pathlib import Path

import pytest

HERE = Path(__file__).parent
LOOPS = ["tkinter", "naive", "pyside6", "gtk", "wx", "pygame", "asyncio", "plain"]
LIMIT = 12
"""Seconds for what takes 5, on a machine that is busy."""
long = pytest.mark.long


def each(whats, hows):
    """Every combination, those that take long for the nightly run alone: what never returns takes four seconds."""
    for name in LOOPS:
        for what in whats:
            for how in hows:
                is_short = what == "pressed" and how in ("SIGTERM", "exit") or (name, what) == ("naive", "stuck") and how in ("SIGTERM", "close")
                yield pytest.param(name, what, how, marks=() if is_short else long)


def after(program, what):
    program.until("up" if what == "rest" else "pressed")
    time.sleep(0.6 if what == "rest" else 0.2)


@pytest.mark.parametrize(("name", "what", "how"), list(each(["rest", "pressed", "slow", "stuck"], ["SIGTERM", "SIGINT"])))
def test_a_signal_ends_the_press_once_and_the_program(display, name, what, how):
    if (name, what, how) == ("gtk", "stuck", "SIGINT"):
        pytest.skip("PyGObject has the handler of Ctrl-C: it ends its loop once the hook has returned")
    program = display.run(HERE / "ends.py", name, what, "wait")
    after(program, what)
    began = time.monotonic()
    code = program.ended_by(getattr(signal, how), LIMIT)
    assert time.monotonic() - began < LIMIT and code == (143 if how == "SIGTERM" else 130), program.said
    left = "does not return: the sensor is closed without it" in program.said
    assert program.said.count("released RESET") == (what != "rest" and not (left and name in ("naive", "plain"))), program.said
    assert left <= (what == "stuck"), program.said


@pytest.mark.parametrize(("name", "what", "how"), list(each(["rest", "pressed", "slow", "stuck"], ["close", "exit"])))
def test_a_program_that_closes_its_sensor_or_its_window_ends(display, name, what, how):
    program = display.run(HERE / "ends.py", name, what, how)
    after(program, what)
    began = time.monotonic()
    assert program.wait(LIMIT + 3) == 0 and time.monotonic() - began < LIMIT + 3, program.said
    assert program.said.count("released RESET") == (what != "rest") and "Traceback" not in program.said, program.said
    assert ("released in ends.py" in program.said.replace(f"{HERE}/", "") and "does not return" in program.said) == (what == "stuck"), program.said
    if how == "close":
        assert float(program.until("closed in").split()[2]) < (5 if what == "stuck" else 2), program.said
