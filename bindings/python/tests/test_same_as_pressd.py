"""A config has the same events in pressd, in a ForceSensor and in the tools: each key of what the library takes, the accepted cases of Tests/setup,
and the examples."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from libpress import ForceSensor, I2CConverter, InvalidError
from libpress._config import default
from libpress._config_file import edited
from libpress._config_keys import sections
from libpress._config_parts import Config
from libpress._config_wiring import wired
from libpress.converter import _PARTS, described
from libpress.generated import _raw
from libpress.simulation import SimulatedFinger, SimulatedPlate

pytest.importorskip("click")
from libpress.tools import config as of_tools  # noqa: E402
from libpress.tools.lines import json_line  # noqa: E402
from libpress.tools.run import Run  # noqa: E402
from libpress.tools.trace import Trace  # noqa: E402

sys.path.insert(0, str(ROOT / "Tests/setup"))
from cases import cases  # noqa: E402
from values import values  # noqa: E402

PRESSD = Path(os.environ.get("PRESSD", ROOT / "build/pressd"))
pytestmark = pytest.mark.skipif(not PRESSD.exists(), reason="there is no pressd here")

EXAMPLES = sorted((ROOT / "examples/pressd").glob("*.conf"))
OF_PRESSD = {"converter", "iio", "uinput", "listen", "feedback", "effect", "idle"}
"""Sections that make no event of a recording."""
TARGET = "[target]\nid = 7\nwidth = 90\nheight = 90\ntraits = {}\n"
PEEK = f"{TARGET.format('preview peek')}[peeks]\n[peek]\nid = 3\ntarget = 7\nactions_width = 90\naction_height = 25\n"
ACTION = f"{PEEK}[action]\npeek = 3\nid = 1\ntitle = one\n[action2]\npeek = 3\nid = 2\n"
COMPANIONS = {
    "target": TARGET.format("preview tap hold") + "[gestures]\n",
    "peeks": ACTION,
    "peek": ACTION,
    "action": ACTION,
    "transitions": "[transition]\nid = 1\ndriver = pressure\n",
    "transition": "[transition]\nid = 1\ndriver = motion\ndx = 30\n",
    "gestures": "[engine]\ntraits = preview tap double_tap hold\n",
    "drag": "[drag]\n[target]\nwidth = 40\nheight = 90\ntraits = drag_source\n[target2]\nx = 40\nwidth = 90\nheight = 90\ntraits = drop spring\n",
    "scroll": "[scroll]\n[gestures]\n[engine]\ntraits = scroll swipe_x swipe_y tap\n",
    "pinch": "[pinch]\n[engine]\ntraits = pinch\n",
    "profile": ACTION,
    "sensor": "[sensor]\nfull_scale = 26400\nresistor_ohm = 4700\n",
}
"""What the keys of a section have something to act on."""
NAMES = {("peek", "id"): "3", ("peek", "target"): "7", ("action", "peek"): "3"}
"""What a key names there."""
FINGER = [
    (0.40, 0, 20, 30), (0.46, 1.5, 20, 30), (0.50, 1.5, 20, 30), (0.55, 0, 20, 30),  # two taps
    (0.62, 0, 20, 30), (0.68, 1.5, 20, 30), (0.72, 1.5, 20, 30), (0.77, 0, 20, 30),
    (1.10, 0, 20, 30), (1.20, 1.2, 20, 30), (2.40, 1.2, 20, 30), (2.60, 1.2, 80, 40), (2.70, 0, 80, 40),  # a hold that moves
    (3.00, 0, 40, 50), (3.30, 3.0, 40, 50), (3.60, 3.2, 40, 10), (3.90, 6.0, 40, 10), (4.40, 6.0, 45, 60), (4.50, 0, 45, 60),
]  # fmt: skip


def recording(path: Path, config: Config) -> None:
    """What its sensors give where that finger presses, 100 times a second."""
    sensors, finger = config.sensors(), SimulatedFinger(FINGER)
    plate, scales = SimulatedPlate(sensors, 1), ",".join(str(one.circuit.full_scale) for one in sensors)
    lines = [f"# libpress trace 1 sensors={len(sensors)} full_scale={scales}"]
    for n in range(1, 490):
        codes = plate.codes(*finger.at(n * 0.01))
        lines.append(f"{n * 10000},{(1 << len(codes)) - 1},0,{','.join(map(str, codes))}")
    path.write_text("\n".join(lines) + "\n")


def of_pressd(config: Path, trace: Path) -> list[str]:
    command = [PRESSD, "--progress", "all", "--source", f"trace:{trace}", "--fast", "--config", config]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def of_a_sensor(config: Path, trace: Path) -> list[str]:
    found: list[str] = []
    sensor = ForceSensor.from_config(config, trace=trace, fast=True)
    sensor.engine.when_event = lambda event: found.append(json_line(event))
    sensor.run()
    sensor.close()
    return found


def of_a_tool(config: Path, trace: Path) -> list[str]:
    found: list[str] = []
    own = of_tools.Config.load(config, converters=False)
    run = Run(own.run(lambda event: found.append(json_line(event)), interactions=True))
    with Trace(trace, own) as file:
        for frame in file.frames():
            run.feed(frame)
    run.end(file.end_us)
    return found


def plays_alike(folder: Path, text: str) -> int:
    """Asserts that all three have the same events, and returns their number."""
    config, trace = folder / "a.conf", folder / "a.trace"
    config.write_text(text)
    read = Config().read(config)
    read.verify(converters=False)
    recording(trace, read)
    theirs = of_pressd(config, trace)
    assert of_a_sensor(config, trace) == theirs, text
    assert of_a_tool(config, trace) == theirs, text
    return len(theirs)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_has_the_same_events(tmp_path, path):
    assert plays_alike(tmp_path, path.read_text()) > 9


def test_an_accepted_case_has_the_same_events(tmp_path):
    played = 0
    for said, text in cases():
        if said == "ok" and not OF_PRESSD & {line.strip("[] ") for line in text.split("\n") if line.startswith("[")}:
            played += plays_alike(tmp_path, text) > 0
    assert played > 15


@pytest.mark.parametrize("section", [one for one in sections() if one not in OF_PRESSD])
def test_a_key_has_the_same_events(tmp_path, section):
    """Of each key two values; the least times come last: a million events in a second take long."""
    played = 0
    for of, key, texts in values():
        if of != section or key in ("file", "channel"):
            continue
        taken = 0
        texts = texts[2:] + texts[:2] if texts[0].isdigit() else texts
        for text in [NAMES.get((section, key), texts[0]), *texts]:
            try:
                played += plays_alike(tmp_path, edited(COMPANIONS.get(section, f"[{section}]\n"), {(section, 0): {key: text}})) > 0
                taken += 1
            except InvalidError:  # it does not go with another key
                continue
            if taken == 2:
                break
        assert taken, key
    assert played


# How long a frame takes

FULL = "full_scale = 255\n"
LOAD_CELL = "curve = table 102:10\nzero = 1957\n"


def frame_of_pressd(path, text):
    """As it says it to who asks for 3300 a second, the most that it takes; None: it gives them."""
    path.write_text(text)
    command = [PRESSD, "--source", "sim", "--fast", "--quiet", "--duration", "10ms", "--rate", "3300", "--config", path]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode == 0:
        return None
    found = re.search(r"needs (\d+) us for a frame .* up to (\d+)$", result.stderr.strip())
    assert result.returncode == 64 and found, result.stderr
    assert int(found[2]) == max(1_000_000 // int(found[1]), 1)
    return int(found[1])


def in_c(model, inputs, **keys):
    config, part = default(_raw.press_converter_config), default(_raw.press_converter_part)
    config.part, config.channels = _PARTS[model.upper()], (1 << inputs) - 1
    for name, value in keys.items():
        setattr(config, name, value)
    assert _raw.press_converter_part_get(config, part) == 0
    return part.frame_us


@pytest.mark.parametrize("model", [part.lower() for part in I2CConverter.PARTS])
def test_a_frame_takes_as_long_in_c_in_python_and_in_pressd(tmp_path, model):
    """Each number of inputs, at the fastest rate and the slowest."""
    part = described(model)
    for inputs in range(1, min(part.channels, 8) + 1):
        rates = [one for one in part.rates if one]
        for rate in {*rates[:1], *rates[-1:]} or {0}:
            keys = {"model": model} | ({"rate_sps": rate} if rate else {})
            said = [f"[sensor{n + 1}]\nchannel = {n}\n{LOAD_CELL if model == 'nau7802' else FULL}" for n in range(inputs)]
            of_pressd = frame_of_pressd(
                tmp_path / "one.conf", "".join(said) + "[converter]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())
            )
            own = wired([keys], [(0, n) for n in range(inputs)])
            frame_us = own.frame_us()
            assert in_c(model, inputs, rate_sps=rate) == frame_us, f"{inputs} inputs, rate {rate}"
            assert of_pressd == (frame_us if frame_us * 3300 > 1_000_000 else None), f"{inputs} inputs, rate {rate}"


def test_a_tla2528_and_an_nau7802_have_one_rate(tmp_path):
    assert in_c("tla2528", 2) == 1_200
    assert in_c("nau7802", 2) == 2 * (9 * 3_515 + 300)
    assert ForceSensor.simulated(model="TLA2528", rate=3_000, fast=True).rate == pytest.approx(1e6 / 600)


@pytest.mark.parametrize(
    "text",
    [
        "[converter]\nmode = continuous\n",
        "[converter]\nmode = continuous\nrate_sps = 128\n",
        "[converter]\nreference = 3\n",
        "[sensor]\n[sensor2]\nchannel = converter2.0\n[converter]\nmodel = ads7830\n[converter2]\nmodel = pcf8591\n",
        "[sensor]\nfull_scale = 1650\n[sensor2]\nchannel = converter2.3\n[sensor3]\nchannel = converter2.1\n[converter]\nmodel = ads1015\nrate_sps = 3300\n[converter2]\nrate_sps = 490\n",
    ],
)
def test_the_frames_of_a_config_take_as_long_in_python_and_in_pressd(tmp_path, text):
    text = text if "[sensor]" in text else f"[sensor]\n{text}"
    of_pressd = frame_of_pressd(tmp_path / "one.conf", text)
    config = Config().read(tmp_path / "one.conf")
    config.verify(converters=True)
    assert config.frame_us() == of_pressd
