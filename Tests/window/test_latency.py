"""From a force to the hook in the window's thread: at most one period of the reader and one of the window more than in the sensor's thread."""

import statistics

import pytest

READER_MS = 5
FRAME_MS = 1000 / 60


MORE = [pytest.param(one, marks=pytest.mark.long) for one in ("pyside6", "wx", "asyncio")]


@pytest.mark.parametrize("toolkit", ["tkinter", "gtk4", "pygame", *MORE])
def test_a_hook_in_the_windows_thread_is_a_period_later_at_most(display, toolkit, capsys):
    program = display.run("Tests/window/latency.py", toolkit, 4)
    assert program.wait(60) == 0, program.said
    said = {
        words[0]: list(map(float, words[1:])) for line in program.said.splitlines() if (words := line.split())[0] in ("sensor", "window", "period")
    }
    sensor, window = said["sensor"], said["window"]
    assert min(len(sensor), len(window)) > 8
    # The median of many presses, because other work of the machine delays some of them.
    middle = {name: statistics.median(found) for name, found in (("sensor", sensor), ("window", window))}
    with capsys.disabled():
        print(
            f"\n{toolkit}: the sensor's thread {middle['sensor']:.1f} ms, the window's {middle['window']:.1f} ms (worst {max(sensor):.1f}, {max(window):.1f})"
        )
    assert middle["window"] - middle["sensor"] <= READER_MS + (said["period"][0] or FRAME_MS)
