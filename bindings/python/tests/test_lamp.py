"""The first program with gpiozero in both READMEs: its lamp follows the finger."""

import re
import threading
import time

import libpress
import pytest
from conftest import ROOT

gpiozero = pytest.importorskip("gpiozero")
from gpiozero.pins.mock import MockFactory, MockPWMPin  # noqa: E402

FINGER = [(0.25, 0), (0.35, 3), (0.6, 3), (0.7, 0)]
PROGRAMS = {
    path: next(one for one in re.findall(r"^```python\n(.*?)^```$", (ROOT / path).read_text(), re.M | re.S) if "gpiozero" in one)
    for path in ("README.md", "bindings/python/README.md")
}


def recorded(tmp_path):
    """A trace of that finger, as pressd writes it."""
    finger = libpress.SimulatedFinger(FINGER)
    plate = libpress.simulation.SimulatedPlate([libpress.Sensor()], 1)
    codes = [plate.codes(*finger.at(n / 200))[0] for n in range(1, 200)]
    path = tmp_path / "finger.trace"
    lines = [f"{5000 * n},1,0,{code}" for n, code in enumerate(codes, 1)]
    path.write_text("\n".join(["# libpress trace 1 sensors=1 full_scale=26400", *lines, "# end 1000000", ""]))
    return path


@pytest.mark.parametrize("path", PROGRAMS)
@pytest.mark.parametrize("source", ["simulated", "recorded", "read"])
def test_the_lamp_follows_the_finger(path, source, tmp_path, monkeypatch):
    program = PROGRAMS[path]
    assert len([line for line in program.splitlines() if line]) == 5
    real, made, brightness = libpress.ForceSensor, [], []

    def sensor():
        if source == "simulated":
            made.append(real.simulated(FINGER))
        elif source == "recorded":
            made.append(real.replay(recorded(tmp_path)))
        else:
            began, finger = time.monotonic(), libpress.SimulatedFinger(FINGER)
            plate = libpress.simulation.SimulatedPlate([libpress.Sensor()], 1)
            made.append(real(adc=lambda: plate.codes(*finger.at(time.monotonic() - began))[0], full_scale=26400))
        return made[0]

    def look():
        while len(brightness) < 120:
            brightness.append(factory.pin(17).state)
            time.sleep(0.01)
        made[0].close()

    factory = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(gpiozero.Device, "pin_factory", factory)
    monkeypatch.setattr(libpress, "ForceSensor", sensor)
    watching = threading.Thread(target=look)
    watching.start()
    names = {}
    exec(compile(program, path, "exec"), names)
    watching.join()
    names["lamp"].close()
    made[0].close()
    assert brightness[0] == 0 and brightness[-1] == 0
    assert max(brightness) == pytest.approx((3 - 0.4) / 4.6, abs=0.05)
    assert len({round(one, 2) for one in brightness}) > 5, "it follows"
