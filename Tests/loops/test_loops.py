"""The programs of examples/loops, on a bus that is not there, in real time: how often they wake, how late, how often they read, what they deliver.

measure.c counts within each of them. Lateness is without the time for which the kernel had no processor for the thread, and how often they read
is judged where that time was short: a busy machine is no fault of a loop.
"""

import os
import re
import signal
import subprocess
import time

import pytest
from conftest import HERE, LOOPS

PERIOD_US = 1_000_000 / 860
PROGRAMS = sorted(one.stem for one in LOOPS.glob("*.c") if one.stem != "sensor")
LINE = re.compile(r"^wakes (\d+) early (\d+) worst_early (\d+) late_us (\d+) (\d+) frames_us (\d+) (\d+) waited_ms (\d+) refused (\d+)$", re.M)
WHAT = "wakes early worst_early late late_worst frames frames_mean waited refused".split()
STORY = "baseline_changed contact_began hold_began hold_repeated hold_repeated hold_ended contact_ended".split()


def started(program, *arguments, **environment):
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([program, *arguments, "/dev/i2c-7"], text=True, env=os.environ | environment, **pipes)


def ended(process):
    out, err = process.communicate(timeout=60)
    found = LINE.search(err)
    assert process.returncode == 0 and found, f"{process.args} ended with {process.returncode}\n{out}{err}"
    return dict(zip(WHAT, map(int, found.groups()), strict=True)), re.findall(r"\b[a-z]+_[a-z]+\b", out)


@pytest.fixture(scope="module")
def runs(measured, fake_bus):
    """Runs all programs at once: they mostly sleep."""
    running = {name: started(program, **fake_bus) for name, program in {name: measured(LOOPS / f"{name}.c") for name in PROGRAMS}.items()}
    return {name: ended(process) for name, process in running.items()}


def test_there_is_a_program_for_each_loop():
    assert PROGRAMS == ["epoll", "event", "glib", "lock", "sd_event", "sdl", "task", "uv"]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_loop_wakes_when_something_is_due(runs, name):
    measured, _ = runs[name]
    print(name, measured)
    assert measured["worst_early"] <= 2 and measured["early"] <= measured["wakes"] / 100, measured
    assert measured["late_worst"] <= 2000, measured
    assert measured["refused"] == 0, measured


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_reads_as_often_as_the_converter_converts(runs, name):
    measured, _ = runs[name]
    if measured["waited"] > 500:
        pytest.skip(f"the machine is busy: no processor for {measured['waited']} of 2500 ms")
    assert measured["frames"] <= PERIOD_US * 1.02, measured


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_delivers_what_every_loop_delivers(runs, name):
    assert runs[name][1] == STORY


def test_a_contact_that_is_down_ends_with_the_program(measured, fake_bus):
    process = started(measured(LOOPS / "epoll.c", "epoll_early"), **fake_bus, RUN_MS="60000")
    time.sleep(1.2)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0 and out.count("contact_began") == 1, out + err
    assert out.count("contact_cancelled") + out.count("contact_ended") == 1, out + err


# ---- What the page names as wrong is seen ----


def test_milliseconds_rounded_down_wake_early_again_and_again(measured, fake_bus):
    found, _ = ended(started(measured(HERE / "milliseconds.c"), "down", **fake_bus))
    assert found["worst_early"] > 20 and found["early"] > 10 * found["wakes"] / 11, found


def test_milliseconds_rounded_up_are_never_early_and_late_by_a_millisecond_at_most(measured, fake_bus):
    found, story = ended(started(measured(HERE / "milliseconds.c"), "up", **fake_bus))
    assert found["early"] == 0 and 500 < found["late_worst"] <= 2000 and story == STORY, found
    assert found["frames_mean"] * (1 - found["waited"] / 2500) <= PERIOD_US * 1.25, found


def test_a_timer_of_sd_event_without_an_accuracy_is_late(measured, fake_bus, work):
    text = (LOOPS / "sd_event.c").read_text()
    assert "ACCURACY_US = 1 }" in text
    (work / "grid.c").write_text(text.replace("ACCURACY_US = 1 }", "ACCURACY_US = 0 }"))
    found, _ = ended(started(measured(work / "grid.c", "grid"), **fake_bus))
    assert found["late"] > 10_000, found
