"""Everything at once in six loops, and in tkinter with hooks in the sensor's thread, too: nothing freezes, every press ends once."""

import json
import os
from pathlib import Path

import pytest

SECONDS = int(os.environ.get("SECONDS", "4"))
"""make test-window SECONDS=600 ONLY=stress"""


@pytest.mark.parametrize(
    "name", ["naive", *[pytest.param(name, marks=pytest.mark.long) for name in ("tkinter", "pyside6", "gtk", "wx", "pygame", "asyncio")]]
)
def test_stress_of_a_loop(display, name):
    program = display.run(Path(__file__).parent / "stress_loop.py", name, str(SECONDS))
    assert program.wait(SECONDS + 60) == 0, program.said
    found = json.loads(next(line for _, line in program.lines if line.startswith("{")))
    assert found["wrong"] == [] and found["presses"] == found["ends"] > SECONDS, found
    # A hook in the sensor's thread waits for the window, and the next reading for the hook.
    assert (100 if name == "naive" else 150) < found["rate"] < 210 and found["sensors"] > SECONDS // 4, found
    assert "Traceback" not in program.said and "does not return" not in program.said, program.said
    limit = 50 + 2 * found["machine_ms"]  # a machine that is busy stops every thread now and then
    assert max(found["longest_ms"].values()) < limit, found
