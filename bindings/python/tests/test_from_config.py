"""ForceSensor.from_config and save: what pressd reads, too."""

import re
import subprocess
from dataclasses import fields

import pytest
from ads1115 import Ads1115, FakeBus
from conftest import ROOT

from libpress import (
    ButtonConfig,
    Calibration,
    Circuit,
    Curve,
    DragConfig,
    ForceSensor,
    GesturesConfig,
    InvalidError,
    Target,
    Trait,
    _config_sensor,
)

EXAMPLES = ROOT / "examples/pressd"
PRESSD = ROOT / "build/pressd"
FINGER = [(0.5, 0), (0.7, 4), (1.0, 4), (1.2, 0)]


@pytest.mark.parametrize("name, sensors", [("fsr402", 1), ("plate4", 4), ("drag", 4)])
def test_the_examples_of_pressd_are_read(name, sensors):
    sensor = ForceSensor.from_config(EXAMPLES / f"{name}.conf", finger=FINGER, fast=True)
    assert sensor.pad.sensors == sensors and sensor.wait_for_press()
    assert list(sensor.engine.targets) == ([1, 2, 3, 4] if name == "drag" else [])
    assert (sensor.engine.drag is not None) if name == "drag" else sensor.engine.config["traits"] == Trait.PREVIEW


def test_a_section_that_only_pressd_has_is_named():
    with pytest.raises(InvalidError, match=r"peek.conf:\d+: a ForceSensor takes no \[peeks\] from a config: attach it"):
        ForceSensor.from_config(EXAMPLES / "peek.conf", finger=FINGER)


def full(**more):
    return dict(
        resistor=10_000,
        full_force=8,
        parallel_ohm=470_000,
        creep=0.02,
        touch_force=0.6,
        lift_us=50_000,
        tell_moved=True,
        traits=Trait.PREVIEW | Trait.TAP | Trait.HOLD,
        median=False,
        start_us=300_000,
        gestures=GesturesConfig(hold_us=700_000, slop=12.5),
        button=True,
        drag=DragConfig(by_force=True, dwell=False),
        **more,
    )


def everything(sensor):
    raw = sensor.engine._core.config, sensor.pad.stats, sensor._wired.sensors, sensor._wired.channels
    config, _, sensors, channels = raw
    return bytes(config), sensors, channels, list(sensor.engine.targets.values())


def keys(section):
    """Of a section, as docs/pressd.md lists them."""
    text = (ROOT / "docs/pressd.md").read_text().partition(f"<!-- keys of {section}")[2].partition("-->\n")[2]
    rows = re.match(r"(?:\|.*\n)*", text)[0].splitlines()[2:]
    return {key for row in rows for key in re.findall(r"`(\w+)`", row.split("|")[1])}


def test_keys_are_those_of_pressd():
    ours = {
        "sensor": {*_config_sensor._CIRCUIT, *_config_sensor._SENSOR, "channel", "calibration"},
        "converter": set(_config_sensor._CONVERTER),
        "engine": _config_sensor._ENGINE,
        "pad": _config_sensor._PAD | {"flags", "contact"},
        "target": {one.name for one in fields(Target)},
    }
    for section, kind in _config_sensor._INTERACTIONS.items():
        names = {one.name for one in fields(kind)} - _config_sensor._WITHOUT
        ours[section] = {_config_sensor._KEYS.get(name, name) for name in names} | {"enabled"}
    for section, known in ours.items():
        assert keys(section) == known, section


def test_what_is_saved_is_what_is_read(tmp_path):
    path = tmp_path / "mine.conf"
    bus = FakeBus(Ads1115(lambda channel, t: 0.0), address=0x49)
    sensor = ForceSensor(3, bus, address=0x49, thread=False, **full())
    sensor.engine.targets.add(Target(7, 0, 0, 10, 20.5, Trait.TAP))
    sensor.save(path)
    read = ForceSensor.from_config(path, bus=bus, thread=False)
    assert everything(read) == everything(sensor)
    assert read._wired.how.address == 0x49 and read._wired.how.parts["pad"] | {"filter": True, "baseline": True} == {
        "median": False, "filter": True, "baseline": True, "start_us": 300_000}  # fmt: skip
    first = path.read_text()
    read.save()
    assert path.read_text() == first, "saving again changes nothing"
    if PRESSD.exists():
        command = [PRESSD, "--source", "sim", "--fast", "--quiet", "--duration", "1s", "--config", path]
        assert subprocess.run(command, capture_output=True, text=True, check=True).stderr == ""


def test_other_converters_are_read(tmp_path):
    class Ads7828:
        """Twelve bits, of which the upper four are 0."""

        def __init__(self):
            self.t = 1_000

        def transfer(self, address, write, read_count):
            self.t += 200
            return b"\x08\x00"[:read_count]

        def wait(self, until_us):
            self.t = max(self.t, until_us)
            return self.t

    path = tmp_path / "mine.conf"
    path.write_text("[sensor]\nchannel = 5\n[converter]\nmodel = ads7828\n")
    bus = Ads7828()
    sensor = ForceSensor.from_config(path, bus=bus, thread=False, start_us=0, start_limit=1000)
    for _ in range(100):
        sensor.poll()
        bus.wait(bus.t + 1000)
    assert sensor._wired.sensors[0].circuit.full_scale == 4095 and sensor.pad.stats.frames > 10
    sensor.save()
    assert "model = ads7828" in path.read_text() and "mode =" not in path.read_text()
    with pytest.raises(InvalidError, match="the codes of model=mcp3424 end at 2.048 V: give full_scale"):
        ForceSensor(bus=bus, model="mcp3424")


def test_saving_keeps_comments_and_what_belongs_to_pressd(tmp_path):
    path = tmp_path / "mine.conf"
    head = "# mine\n[sensor]  # left\nresistor_ohm = 4700 # built in\n"
    path.write_text(f"{head}\n[uinput]\nname = pad\n\n[engine]\nlift_us = 30ms\n")
    sensor = ForceSensor.from_config(path, finger=FINGER, fast=True, full_force=9)
    assert sensor.engine.config["lift_us"] == 30_000
    sensor.save()
    text = path.read_text()
    assert text.startswith(f"{head}channel = 0\n\n[uinput]\nname = pad\n")
    assert "full_force = 9" in text and "lift_us = 30000" in text
    assert not list(tmp_path.glob("*.new"))


def test_calibrations_are_read_and_saved(tmp_path):
    Calibration(Circuit(resistor_ohm=3300), Curve.power(100, 1, 1.25), zero=1.5).save(tmp_path / "left.cal")
    path = tmp_path / "mine.conf"
    path.write_text(f"[sensor]\ncalibration = {tmp_path}/left.cal\nresistor_ohm = 3500\n")
    sensor = ForceSensor.from_config(path, finger=FINGER, fast=True)
    (own,) = sensor._wired.sensors
    assert own.circuit.resistor_ohm == 3500 and own.zero == 1.5 and own.curve == Curve.power(100, 1, 1.25)
    sensor.save(tmp_path / "other.conf")
    (again,) = ForceSensor.from_config(tmp_path / "other.conf", finger=FINGER, fast=True)._wired.sensors
    assert again == own


def test_a_trace_is_replayed_with_its_config(tmp_path):
    path, trace = tmp_path / "mine.conf", tmp_path / "one.trace"
    path.write_text("[sensor]\nfull_scale = 20000\n[engine]\nfull_force = 3\n")
    trace.write_text("# libpress trace 1 sensors=1 full_scale=20000\n" + "".join(f"{5000 * n},1,0,{n}\n" for n in range(9)))
    sensor = ForceSensor.from_config(path, trace=trace, fast=True)
    sensor.run()
    assert sensor.pad.stats.frames == 9 and sensor.engine.config["full_force"] == 3
    path.write_text("")
    with pytest.raises(InvalidError, match=r"one.trace was recorded with full_scale \(20000,\), the config has \(26400,\)"):
        ForceSensor.from_config(path, trace=trace)


@pytest.mark.parametrize(
    "text, words",
    [
        ("[sensor\n", ':1: no section: "\\[sensor" requires a ]'),
        ("x = 1\n", ":1: neither .section. nor key = value"),
        ("[sensor]\nx = 1\nx = 2\n", ":3: sensor.x is given twice: it stands in line 2"),
        ("[sensor]\nresistor = 1\n", r":2: no key 'resistor' in \[sensor\]: did you mean resistor_ohm"),
        ("[engine]\nlift_us = soon\n", ":2: engine.lift_us = soon: it must be a time"),
        ("[engine]\ntraits = tapp\n", ":2: engine.traits = tapp: no trait 'tapp': did you mean tap"),
        ("[sensor]\ncurve = steep 3\n", ":2: sensor.curve = steep 3: it must be power"),
        ("[sensor]\ncalibration = nowhere.cal\n", ":2: sensor.calibration = nowhere.cal: .*No such file"),
        ("[converter2]\naddress = 0x49\n", r":1: a ForceSensor takes no \[converter2\]"),
        ("[engine]\nfull_force = 0.1\n", "full_force: above zero_force"),
    ],
)
def test_what_is_wrong_names_the_line(tmp_path, text, words):
    path = tmp_path / "bad.conf"
    path.write_text(text)
    with pytest.raises(ValueError, match=words):
        ForceSensor.from_config(path, finger=FINGER)


def test_what_cannot_be_saved_is_refused(tmp_path):
    path = tmp_path / "mine.conf"
    for settings, name in (({"max_events": 100}, "max_events"), ({"drag": DragConfig(undo_depth=2)}, "undo_depth")):
        with pytest.raises(InvalidError, match=f"{name} is no setting of pressd's config, so it cannot be saved"):
            ForceSensor.simulated(fast=True, **settings).save(path)
    assert not path.exists()
    with pytest.raises(InvalidError, match=r"where to\? sensor.save\(path\)"):
        ForceSensor.simulated(fast=True, button=ButtonConfig(press_force=2)).save()
