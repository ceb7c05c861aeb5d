"""ForceSensor.from_config and save: what pressd reads, too."""

import contextlib
import os
import subprocess
import sys
from dataclasses import fields, make_dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest
from ads1115 import Ads1115, FakeBus
from conftest import ROOT, file_with
from libpress import (
    ButtonConfig,
    Calibration,
    Circuit,
    Curve,
    DragConfig,
    ForceSensor,
    GesturesConfig,
    InvalidError,
    LevelsConfig,
    Peek,
    PreviewAction,
    PreviewActionGroup,
    Sensor,
    StrikeConfig,
    StrikeCurve,
    Target,
    Trait,
    _config_keys,
    _config_parts,
)
from libpress._config_file import edited
from libpress._config_parts import Config
from libpress._settings import PARTS
from libpress.pad import _OFF
from parts import plugged

sys.path.insert(0, str(ROOT / "Tests/setup"))
from values import values  # noqa: E402

EXAMPLES = ROOT / "examples/pressd"
PRESSD = Path(os.environ.get("PRESSD", ROOT / "build/pressd"))
FINGER = [(0.5, 0), (0.7, 4), (1.0, 4), (1.2, 0)]


@pytest.mark.parametrize("name, sensors", [("fsr402", 1), ("plate4", 4), ("drag", 4), ("peek", 4)])
def test_the_examples_of_pressd_are_read(name, sensors):
    sensor = ForceSensor.from_config(EXAMPLES / f"{name}.conf", finger=FINGER, fast=True)
    assert sensor.pad.sensors == sensors and sensor.wait_for_press()
    assert list(sensor.engine.targets) == {"drag": [1, 2, 3, 4], "peek": [1]}.get(name, [])
    assert (sensor.engine.drag is not None) if name == "drag" else sensor.engine.config["traits"] == Trait.PREVIEW
    if name == "peek":
        assert [one.title for one in sensor.engine.peek.declared[1].actions] == ["Star", "Delete"]


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
        strike=StrikeConfig(window_us=5000, curve=StrikeCurve.POWER, exponent=0.5),
        levels=LevelsConfig(count=5, stepped=True, repeat_us=300_000),
        **more,
    )


def everything(sensor):
    configs = {name: bytes(raw) for name, raw in (sensor.engine._core.every | {"pad": sensor.pad._config}).items()}
    sensors = [bytes(one._to_raw()) for one in sensor._wired.sensors]
    return configs, sensors, sensor._wired.wires, list(sensor.engine.targets.values())


def test_every_key_of_pressd_is_a_setting_of_python():
    sections = _config_keys.sections()
    for argument, (section, kind) in _config_parts.KINDS.items():
        keys = [one.name for one in fields(kind.load()) if _config_parts.is_key(section, one.name)]
        names = {_config_parts.KEYS.get(name, name) for name in keys}
        assert names | {"enabled"} == {*sections[section], "enabled"}, argument
    assert set(sections["engine"]) <= PARTS["engine"] | {"full_force"}
    assert set(sections["pad"]) - {"flags"} == PARTS["pad"] - set(_OFF) | {"contact"}
    circuit_and_sensor = {one.name for one in (*fields(Circuit), *fields(Sensor))} - {"circuit"}
    assert set(sections["sensor"]) == circuit_and_sensor | {"channel", "calibration"}


def test_what_is_saved_is_what_is_read(tmp_path):
    path = tmp_path / "mine.conf"
    bus = FakeBus(Ads1115(lambda channel, t: 0.0), address=0x49)
    sensor = ForceSensor(3, bus, address=0x49, thread=False, **full())
    sensor.engine.targets.add(Target(7, 0, 0, 10, 20.5, Trait.TAP))
    sensor.save(path)
    was = everything(sensor)
    sensor.close()
    read = ForceSensor.from_config(path, bus=bus, thread=False)
    assert everything(read) == was
    assert read._wired.config.address() == 0x49
    first = path.read_text()
    read.save()
    assert path.read_text() == first, "saving again changes nothing"
    if PRESSD.exists():
        command = [PRESSD, "--source", "sim", "--fast", "--quiet", "--duration", "1s", "--config", path]
        assert subprocess.run(command, capture_output=True, text=True, check=True).stderr == ""


TARGET = "[target]\nid = 7\nwidth = 90\nheight = 90\ntraits = peek\n"
PEEK = f"{TARGET}[peeks]\n[peek]\nid = 3\ntarget = 7\nactions_width = 20\naction_height = 5\n"
COMPANIONS = {
    "target": TARGET.replace("peek", "tap") + "[gestures]\n",
    "peek": PEEK,
    "action": f"{PEEK}[action]\npeek = 3\nid = 1\ntitle = one\n",
    "transition": "[transition]\nid = 1\ndriver = motion\ndx = 3\n",
    "effect": "[feedback]\ndevice = /dev/input/event0\n[effect]\nevent = contact_began\neffect = tick\n",
    "sensor": "[sensor]\nresistor_ohm = 4700\nfull_scale = 26400\n",
    "uinput": "[uinput]\npreview_key = 194\n",  # one sensor without a key of a keyboard is no device
}
"""What a key of a section does not go without."""
NAMES = {("peek", "target"): "7", ("action", "peek"): "3"}
"""What a key names there."""


def meaning(path, section, key):
    config = Config().read(path)
    return config.wires() if key == "channel" else config.shown((section, 0), key)


@pytest.mark.parametrize("section", _config_keys.sections())
def test_what_is_saved_of_any_key_is_read_back(tmp_path, monkeypatch, section):
    monkeypatch.setattr(os, "fsync", lambda file: None)  # which takes most of the time
    path = tmp_path / "one.conf"
    keys = [(key, texts) for of, key, texts in values() if of == section]
    for key, texts in keys:
        taken = 0
        for text in [*texts, NAMES.get((section, key), texts[0])]:
            if key == "file":  # a profile, which is read
                (tmp_path / text).write_text("")
                text = f"{tmp_path}/{text}"
            path.write_text(edited(COMPANIONS.get(section, ""), {(section, 0): {key: text}}))
            was = meaning(path, section, key)
            with contextlib.suppress(InvalidError):  # it does not go with another key
                ForceSensor.from_config(path, finger=FINGER, fast=True).save()
                taken += 1
                assert meaning(path, section, key) == was, f"{key} = {text}"
        assert taken, key


def test_a_load_cell_is_read_in_newtons(tmp_path):
    chip, bus = plugged("NAU7802", lambda source, t: 0.0001 + 0.0001 * (5 if 3e6 < t < 5e6 else 0))
    code = [32768 + round(volts * 128 / 1.5 * 32768) for volts in (0.0001, 0.0011)]
    Calibration.fit(Circuit(0xFFFFFF, 1, max_code=65535), [(code[0], 0), (code[1], 10)]).save(tmp_path / "cell.cal")
    path = file_with(tmp_path / "cell.conf", f"[converter]\nmodel = nau7802\n[sensor]\ncalibration = {tmp_path / 'cell.cal'}\n")
    sensor = ForceSensor.from_config(path, bus=bus, thread=False)
    seen, events = [], []
    sensor.when_pressed = lambda: events.append("pressed")
    sensor.when_released = lambda: events.append("released")
    while bus.t < 6_000_000:
        sensor.poll()
        bus.wait(bus.t + 1000)
        seen.append((bus.t, sensor.force))
    assert events == ["pressed", "released"]
    held = [force for t, force in seen if 3.5e6 < t < 4.9e6]
    assert min(held) == pytest.approx(5, rel=0.01) == max(held)
    assert not sensor.pad.stats.faults


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

    path = file_with(tmp_path / "mine.conf", "[sensor]\nchannel = 5\n[converter]\nmodel = ads7828\n")
    bus = Ads7828()
    sensor = ForceSensor.from_config(path, bus=bus, thread=False, start_us=0)
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
    head = "# mine\n[sensor]  # left\nresistor_ohm = 4700  # built in\n"
    path.write_text(f"{head}\n[uinput]\nname = pad\ntapped_key = key_enter\n\n[engine]\nlift_us = 30ms\n")
    sensor = ForceSensor.from_config(path, finger=FINGER, fast=True, full_force=9)
    assert sensor.engine.config["lift_us"] == 30_000
    sensor.save()
    text = path.read_text()
    assert text.startswith(f"{head}channel = 0\n\n[uinput]\nname = pad\ntapped_key = key_enter\n")
    assert "full_force = 9" in text and "lift_us = 30000" in text
    assert not list(tmp_path.glob("*.new"))


def test_calibrations_are_read_and_saved(tmp_path):
    Calibration(Circuit(resistor_ohm=3300), Curve.power(100, 1, 1.25), zero=1.5).save(tmp_path / "left.cal")
    path = file_with(tmp_path / "mine.conf", f"[sensor]\ncalibration = {tmp_path}/left.cal\nresistor_ohm = 3500\n")
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
    with pytest.raises(InvalidError, match="one.trace:1: recorded with another full_scale than the config has"):
        ForceSensor.from_config(path, trace=trace)


@pytest.mark.parametrize(
    "text, words",
    [
        ("[sensor]\ncalibration = nowhere.cal\n", ":2: sensor.calibration: nowhere.cal: No such file"),
        ("[engine]\nfull_force = 0.1\n", "bad.conf:2: .*full_force: above zero_force"),
    ],
)
def test_what_is_wrong_is_named_with_the_file_and_the_line(tmp_path, text, words):
    path = file_with(tmp_path / "bad.conf", text)
    with pytest.raises(ValueError, match=words):
        ForceSensor.from_config(path)


def test_what_the_program_gives_goes_before_the_file(tmp_path):
    path = file_with(tmp_path / "mine.conf", "[sensor]\nresistor_ohm = 10000\ncreep = 0.02\n[engine]\nfull_force = 3\n")
    sensor = ForceSensor.from_config(path, finger=FINGER, fast=True, resistor=4700, full_force=8)
    (own,) = sensor._wired.sensors
    assert (own.circuit.resistor_ohm, sensor.engine.config["full_force"]) == (4700, 8) and own.creep == pytest.approx(0.02, abs=1e-5)
    sensor.save()
    assert "resistor_ohm = 4700\n" in path.read_text(), "a key that is there is changed, to a default too"


def test_capacities_of_a_config_are_those_of_its_engine(tmp_path):
    path = tmp_path / "mine.conf"
    path.write_text("[engine]\nmax_contacts = 2\nmax_targets = 3\nmax_events = 100\n[gestures]\n")
    config = Config()
    config.read(path)
    config.verify(converters=False)
    settings = config.engine().config
    assert (settings["max_contacts"], settings["max_targets"], settings["max_events"]) == (2, 3, 100)
    path.write_text("[gestures]\n")
    config = Config()
    config.read(path)
    assert config.engine().config["max_events"] == 0


def test_what_cannot_be_saved_is_refused(tmp_path):
    path = tmp_path / "mine.conf"
    with pytest.raises(InvalidError, match="undo_depth is no setting of pressd's config, so it cannot be saved"):
        ForceSensor.simulated(fast=True, drag=DragConfig(undo_depth=2)).save(path)
    assert not path.exists()
    with pytest.raises(InvalidError, match=r"where to\? sensor.save\(path\)"):
        ForceSensor.simulated(fast=True, button=ButtonConfig(press_force=2)).save()


# ---- The same answers as pressd's

PLACES = (("", 0, 0), (2, 100, 0), (3, 0, 100), (4, 100, 100))
PLATE = "".join(f"[sensor{n}]\nx = {x}\ny = {y}\npreload_force = 0.5\n" for n, x, y in PLACES)
TARGET = "[target]\nwidth = 100\nheight = 100\ntraits = peek tap hold\n"
PEEK = "[peek]\ntarget = 1\nid = 9\nactions_width = 100\naction_height = 25\n"
ACTIONS = "[action]\nid = 5\ntitle = Share\n[action2]\nid = 3\ngroup = 5\ntitle = \u05d0\u05d7\u05d3\n"
ACTIONS += "[action3]\nid = 8\nkeep_open = yes\n"
GESTURES = PLATE + "[gestures]\n" + TARGET
CONFIGS = {
    "peek and actions": (GESTURES + "[peeks]\nreveal_distance = 25\nslide = no\n" + PEEK + ACTIONS, "actions"),
    "actions by a hold": (GESTURES + "[peeks]\nfrom_hold = yes\nhold_us = 300ms\n" + PEEK + ACTIONS, "hold"),
    "transitions": (
        PLATE + "[transitions]\nframe_us = 10ms\n[transition]\nid = 7\nduration = 250ms\ncurve = ease_out\nspeed = 2\n"
        "fraction = 0.1\n"
        "[transition2]\ndriver = motion\ndx = 30\n[transition3]\ndriver = pressure\ncurve = 0.1 0.2 0.3 0.4\n",
        "scroll",
    ),
    "button": ("[button]\nrapid_trigger = yes\nlift_us = 0\n[gestures]\n[engine]\ntraits = tap hold double_tap\n", "taps"),
    "drag": ((EXAMPLES / "drag.conf").read_text().replace("[drag]", "[drag]\nspring_dwell = no\n"), "drag"),
}  # fmt: skip


def pressd(*arguments):
    if not PRESSD.exists():
        pytest.skip("there is no pressd here")
    done = subprocess.run([PRESSD, "--progress", "all", *map(str, arguments)], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", CONFIGS)
def test_a_config_has_the_same_events_as_in_pressd(tmp_path, name):
    pytest.importorskip("click")
    from libpress.tools.lines import json_line

    config, trace, (text, script) = tmp_path / "a.conf", tmp_path / "a.trace", CONFIGS[name]
    config.write_text(text)
    pressd("--source", f"sim:{script}", "--fast", "--quiet", "--record", trace, "--config", config)
    theirs = pressd("--source", f"trace:{trace}", "--fast", "--config", config).splitlines()
    ours = []
    for path in (config, tmp_path / "again.conf"):
        sensor = ForceSensor.from_config(path, trace=trace, fast=True)
        sensor.engine.when_event = lambda event: ours.append(json_line(event))
        sensor.run()
        assert ours == theirs and len(theirs) > 15, path
        ours.clear()
        sensor.save(tmp_path / "again.conf")


@pytest.mark.parametrize("key", ["rate_sps = 475", "mode = single", "reference = 3"])
def test_a_config_that_says_how_a_converter_is_read_does_not_go_with_adc(tmp_path, key):
    path = file_with(tmp_path / "one.conf", f"[converter]\n{key}\n")
    with pytest.raises(TypeError, match=f"{key.split()[0]} is a setting of the converter, and adc takes its place"):
        ForceSensor.from_config(path, adc=lambda: 0.5, thread=False)
    assert ForceSensor.from_config(file_with(path, "[converter]\naddress = 0x49\n"), adc=lambda: 0.5, thread=False)


def test_two_converters_of_a_config_are_read(tmp_path):
    path = tmp_path / "two.conf"
    path.write_text("[sensor]\nchannel = converter2.1\n[sensor2]\nchannel = 3\n[sensor3]\nchannel = converter.0\n[converter2]\naddress = 0x4b\n")
    first, second = Ads1115(lambda channel, t: 0.1 * channel), Ads1115(lambda channel, t: 1 + 0.1 * channel)
    bus = FakeBus(first, others={0x4B: second})
    sensor = ForceSensor.from_config(path, bus=bus, thread=False)
    assert sensor._wired.wires == [(1, 1), (0, 3), (0, 0)]
    frames, feed = [], sensor._intake._feed
    sensor._intake._feed = lambda frame: (frames.append(frame), feed(frame))
    sensor._loop._feed = sensor._intake.take
    for _ in range(300):
        if us := sensor._loop.source.wait_us():
            bus.wait(bus.wait(0) + us)
        sensor.poll()
    assert len(frames) > 20 and [round(code / 800) for code in frames[-1].codes] == [11, 3, 0] and not frames[-1].failed
    assert max(frames[-1].before_us) < 20_000 and min(frames[-1].before_us) >= 0
    bus.others.clear()
    for _ in range(300):
        bus.wait(bus.wait(0) + (sensor._loop.source.wait_us() or 0))
        sensor.poll()
    assert frames[-1].failed == {0} and frames[-1].codes[1] is not None
    sensor.save(tmp_path / "again.conf")
    wires = sensor._wired.wires
    sensor.close()
    bus.others[0x4B] = second
    again = ForceSensor.from_config(tmp_path / "again.conf", bus=bus, thread=False)
    assert again._wired.wires == wires and again._wired.config.address(1) == 0x4B


@pytest.mark.parametrize("title", ["Track #1", "; no", " one", "two\nlines"])
def test_a_text_that_no_line_of_a_config_can_have_is_refused_and_the_file_stays(tmp_path, title):
    path = file_with(tmp_path / "mine.conf", "# mine\n")
    sensor = ForceSensor.simulated(FINGER, fast=True, peek=True)
    sensor.engine.targets.add(Target(7, 0, 0, 10, 20, Trait.PEEK))
    sensor.engine.peek.declared = {7: Peek(3, actions=(PreviewAction(title),))}
    with pytest.raises(InvalidError, match=r"action\.title: a config takes one line without # or ; after a blank"):
        sensor.save(path)
    assert path.read_text() == "# mine\n"


def test_what_an_action_has_beyond_pressd_cannot_be_saved(tmp_path):
    sensor = ForceSensor.simulated(fast=True, peek=True, traits=Trait.PEEK)
    sensor.engine.peek.declared = {0: Peek(1, [PreviewActionGroup("More", [PreviewAction("Star", subtitle="ever")])])}
    with pytest.raises(InvalidError, match="'Star': pressd's config has no subtitles and check marks"):
        sensor.save(tmp_path / "a.conf")


def test_ids_of_actions_are_those_given():
    sensor = ForceSensor.simulated(fast=True, peek=True, traits=Trait.PEEK)
    with pytest.raises(InvalidError, match="'B' and 'A' have the same id, 2"):
        sensor.engine.peek.declared = {0: Peek(1, [PreviewAction("A", id=2), PreviewAction("B")])}
    sensor.engine.peek.declared = {0: Peek(1, [PreviewAction("A", id=7), PreviewAction("B", id=3)])}
    transitions = ForceSensor.simulated(fast=True, transitions=True).engine.transitions
    assert [transitions.new(id=2).start().id, transitions.new().start().id, transitions.new().id] == [2, 1, 3]
    with pytest.raises(InvalidError, match="id=2: the id of a transition is above 0, and no other"):
        transitions.new(id=2)


def test_a_key_that_only_the_library_knows_is_obeyed(monkeypatch, tmp_path):
    """With a library that is newer than the package: no class of Python has to know a key of a config."""
    known = [(one.name, one.type, one) for one in fields(LevelsConfig) if one.name != "repeat_us"]
    monkeypatch.setitem(_config_parts.KINDS, "levels", ("levels", SimpleNamespace(load=lambda: make_dataclass("Older", known, kw_only=True))))
    config = file_with(tmp_path / "a.conf", "[levels]\nenabled = yes\nrepeat_us = 200ms\n")
    sensor = ForceSensor.from_config(config, finger=FINGER, fast=True)
    assert sensor.engine._core.configs["levels"].repeat_us == 200_000
    sensor.save(tmp_path / "b.conf")
    assert "repeat_us = 200000" in (tmp_path / "b.conf").read_text()
