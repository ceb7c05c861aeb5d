"""The blocks of Python in the documents that need a board: each is run as it stands, on a bus, a board or a pressd that is simulated.

`Tests/readme/run.py` runs all others and compares what they print; `test_lamp.py` runs the lamp of both READMEs.
"""

import re
import subprocess
import sys

import gpiozero
import libpress
import pytest
from ads1115 import Ads1115, FakeBus
from conftest import ROOT
from gpiozero.pins.mock import MockFactory, MockPWMPin
from libpress import Calibration, Circuit, ForceSensor, Pad, Sensor, SimulatedFinger
from test_feedback import Chip

sys.path.insert(0, str(ROOT / "Tests" / "readme"))
from run import DOCUMENTS, is_whole  # noqa: E402

PRESSES = [(0.1, 0), (0.4, 2), (0.8, 5), (1.0, 0), (1.5, 0)]


class Done(BaseException):
    """Ends a program that runs for ever."""


def blocks():
    """Of each document the blocks of Python that it takes a board to run."""
    for document in DOCUMENTS:
        for code in re.findall(r"^```python\n(.*?)^```$", document.read_text(), re.M | re.S):
            if not is_whole("python", code):
                yield str(document.relative_to(ROOT)), code


BLOCKS = list(blocks())


def block(document, words):
    (code,) = (code for name, code in BLOCKS if name == document and words in code)
    return compile(code, document, "exec")


def test_no_block_is_left_out():
    played = {
        ("README.md", "PWMLED"), ("bindings/python/README.md", "PWMLED"), ("bindings/python/README.md", "adc.read()"),
        ("docs/python-objects.md", "Calibration.fit"), ("docs/feedback.md", "Drv2605l"), ("docs/protocol.md", "Connection"),
        ("docs/tutorial.md", "PWMLED"),
    }  # fmt: skip
    assert len(BLOCKS) == len(played)
    for document, words in played:
        block(document, words)


WISHES = [
    [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", row)[1:3]]
    for row in re.findall(r"^\| (?!you want|---).*", (ROOT / "docs/which.md").read_text(), re.M)
]
# A tap, a double tap, a hold, and presses that are harder and softer.
HANDS = [
    (0.3, 0), (0.35, 1), (0.45, 1), (0.5, 0), (1.5, 0), (1.55, 1), (1.62, 1), (1.66, 0), (1.8, 0), (1.85, 1), (1.92, 1), (1.96, 0), (3, 0),
    (3.1, 1.2), (5, 1.2), (5.1, 0), (6, 0), (6.02, 6), (6.4, 6), (6.45, 2), (6.6, 6), (6.7, 0), (8, 0), (8.4, 6), (9, 6), (9.3, 0), (10, 0),
]  # fmt: skip


def public():
    return {name: getattr(libpress, name) for name in dir(libpress)}


@pytest.mark.parametrize(("wish", "cell"), WISHES, ids=[wish for wish, _ in WISHES])
def test_the_call_to_which_a_wish_leads_is_there(wish, cell):
    code = re.findall(r"`([^`]+)`", cell)
    # Code of the form name=value is an argument with which the sensor is made.
    settings = eval(f"dict({', '.join(one for one in code if re.match(r'[a-z]+=', one))})", public())
    on_a_plate = {"preload_force": 0.5, "model": "ADS7830"}
    sensor = ForceSensor.plate([(0, 0), (100, 0), (0, 100)], finger=[(0, 0, 50, 50)], fast=True, rate=400, **on_a_plate, **settings)
    sensor.poll()
    calls = [one for one in code if not re.match(r"[a-z]+=", one)]
    for call in calls:
        eval(call, public() | {"sensor": sensor})
    assert calls or "](" in cell


@pytest.mark.parametrize(("wish", "cell"), [row for row in WISHES[:14] if ".when_" in row[1]], ids=lambda text: text[:40])
def test_the_function_to_which_a_wish_leads_is_called_by_hands(wish, cell):
    code = re.findall(r"`([^`]+)`", cell)
    settings = eval(f"dict({', '.join(one for one in code if re.match(r'[a-z]+=', one))})", public())
    sensor, called = ForceSensor.simulated(HANDS, fast=True, rate=400, **settings), []
    for one in code:
        if re.match(r"sensor\.", one):
            path, name = one.rpartition(".")[::2]
            part = eval(path, {"sensor": sensor})
            hook = lambda *_, one=one: called.append(one)  # noqa: E731
            if name == "when_squeezed":
                sensor.when_squeezed(at=0.5)(hook)
            else:
                setattr(part, name, hook)
    sensor.run()
    assert {one for one in code if one.startswith("sensor.")} == set(called), wish


def test_the_lamp_of_the_tutorial_glows_switches_and_goes_off(monkeypatch):
    monkeypatch.setattr(gpiozero.Device, "pin_factory", MockFactory(pin_class=MockPWMPin))
    finger = [(0.2, 0), (0.5, 2), (0.8, 0), (1.2, 0), (1.5, 2), (1.9, 5), (2.1, 0), (2.6, 0), (2.9, 2), (3.3, 5), (3.5, 0)]
    simulated, shown = ForceSensor.simulated(finger, fast=True), []
    monkeypatch.setattr(libpress, "ForceSensor", lambda: simulated)

    class Seen(gpiozero.PWMLED):
        def __setattr__(self, name, value):
            super().__setattr__(name, value)
            if name == "value":
                shown.append(value)

    monkeypatch.setattr(gpiozero, "PWMLED", Seen)
    exec(block("docs/tutorial.md", "PWMLED"), {})
    assert shown[1:] == [0.3, 0, 0.3, 1, 0.3, 0], "it glows and goes off, glows and is on, glows and is off"


def test_the_pad_of_the_readme_commits_from_a_converter(monkeypatch, capsys):
    finger = SimulatedFinger(PRESSES)
    plate = libpress.simulation.SimulatedPlate([Sensor()], 1)

    def volts(source, t_us):
        if t_us > 1_500_000:
            raise Done
        return plate.codes(*finger.at(t_us / 1e6))[0] / 26400 * 3.3

    monkeypatch.setattr(libpress.linux, "I2CBus", lambda path: FakeBus(Ads1115(volts)))
    with pytest.raises(Done):
        exec(block("bindings/python/README.md", "adc.read()"), {})
    assert capsys.readouterr().out == "commit\n"


def test_the_calibration_of_the_documents_is_saved_and_loaded(monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    measured = [(0, 0), (50, 7250), (100, 11790), (300, 18020), (1000, 22650)]
    names = {"Calibration": Calibration, "Circuit": Circuit, "Pad": Pad, "measured": measured}
    exec(block("docs/python-objects.md", "Calibration.fit"), names)
    assert "worst" in capsys.readouterr().out and names["pad"].sensors == 1
    curve, circuit = Calibration.load("left.cal").curve, names["circuit"]
    assert curve.force(circuit.conductance(11790)) == pytest.approx(0.98, rel=0.1), "100 g"


def test_the_motor_of_the_feedback_is_calibrated_and_plays(monkeypatch):
    chip = Chip()
    bus, simulated = FakeBus(chip, 0x5A, transfer_us=50_000), ForceSensor.simulated([(2, 0), *((t + 2, *n) for t, *n in PRESSES)], fast=True)
    monkeypatch.setattr(libpress.linux, "I2CBus", lambda number: bus)
    monkeypatch.setattr(libpress, "ForceSensor", lambda channel, bus: simulated)
    exec(block("docs/feedback.md", "Drv2605l"), {})
    simulated.run()
    assert any(one == "01=07" for one in chip.written), "a calibration"
    assert [one for one in chip.written if one.startswith("04=")], chip.written


def test_the_program_of_the_protocol_prints_what_pressd_sends(pressed, capsys, monkeypatch):
    connect = libpress.remote.Connection
    monkeypatch.setattr(libpress.remote, "Connection", lambda path: connect(pressed, again=0))
    with pytest.raises(libpress.remote.ClosedError):
        exec(block("docs/protocol.md", "Connection"), {})
    assert "CONTACT_BEGAN" in capsys.readouterr().out


def test_a_part_of_a_program_in_c_compiles():
    # A part that includes a file beside it is from examples/loops, whose tests build and run it.
    includes = [
        code
        for document in DOCUMENTS
        for code in re.findall(r"^```c\n(.*?)^```$", document.read_text(), re.M | re.S)
        if not is_whole("c", code) and "#include" in code and '#include "' not in code
    ]
    assert includes
    for code in includes:
        command = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", ROOT / "include", "-xc", "-"]
        done = subprocess.run(command, input=code, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
