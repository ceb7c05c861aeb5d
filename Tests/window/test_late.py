"""From a force to the hook: in the thread of a window at most one period of the reader and one of the window more than in the sensor's."""

import json
from pathlib import Path

import pytest

PERIODS_MS = 5 + 1000 / 60
BUSY_MS = 20
"""Of a machine that does something else, too."""


@pytest.mark.parametrize("name", ["tkinter", *[pytest.param(name, marks=pytest.mark.long) for name in ("pyside6", "gtk", "wx", "pygame", "asyncio")]])
def test_a_hook_in_the_thread_of_a_window_is_little_later(display, name):
    program = display.run(Path(__file__).parent / "late_loop.py", name)
    assert program.wait(40) == 0, program.said
    found = json.loads(next(line for _, line in program.lines if line.startswith("{")))
    print(f"{name}: {found['sensor']} ms in the sensor's thread, {found['window']} ms in the window's")
    assert found["presses"] > 12 and found["window"] < found["sensor"] + PERIODS_MS + BUSY_MS, found
