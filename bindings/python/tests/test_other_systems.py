"""Nothing but `libpress.linux` asks for Linux: without what other systems lack, simulated sensors and replays run."""

import subprocess
import sys
from pathlib import Path

import libpress

HIDDEN = Path(__file__).with_name("hidden.py")


def run(*arguments):
    done = subprocess.run([sys.executable, *map(str, arguments)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def elsewhere(program, *arguments):
    return run("-c", f"import sys\nsys.path.insert(0, {str(HIDDEN.parent)!r})\nimport hidden\n{program}", *arguments)


def test_every_module_is_imported():
    said = elsewhere("""
import importlib, pkgutil, libpress
for module in pkgutil.walk_packages(libpress.__path__, "libpress."):
    if module.name == "libpress.libpress":
        continue  # the library in C, where the package is installed
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError as missing:
        if missing.name in sys.modules or missing.name.startswith("libpress"):
            raise
        print("without", missing.name)
""")
    assert set(said.split()) <= {"without"}


def test_a_simulated_sensor_is_pressed_at_its_own_pace():
    said = elsewhere("""
from libpress import ForceSensor
with ForceSensor.simulated([(0.25, 0), (0.3, 3), (0.4, 3), (0.5, 0)]) as sensor:
    print(sensor.wait_for_press(10), sensor.wait_for_release(10))
""")
    assert said == "True True\n"


def test_a_recording_is_replayed(tmp_path):
    trace = tmp_path / "press.csv"
    trace.write_text("".join(f"{3 if not 200 <= n < 300 else 180 * (n - 200) + 300}\n" for n in range(400)))
    here = run("-m", "libpress", "replay", trace, "--rate", 200)
    assert "commit_updated" in here
    assert run(HIDDEN, "replay", trace, "--rate", 200) == here


def test_a_bus_of_linux_is_named():
    said = elsewhere("""
from libpress import BusError
from libpress.linux import I2CBus
try:
    I2CBus(1)
except BusError as problem:
    print(problem)
""")
    assert "/dev/i2c-1" in said


def test_a_calibration_is_written_whole(tmp_path):
    path = tmp_path / "one.cal"
    elsewhere("from libpress import Calibration; [Calibration().save(sys.argv[1]) for _ in range(2)]", path)
    assert libpress.Calibration.load(path) == libpress.Calibration()
    assert list(tmp_path.iterdir()) == [path]
