"""`libpress calibrate`: what it measures, fits and writes."""

import json
import re

import pytest
from parts import plugged

pytest.importorskip("click")
pytest.importorskip("rich")
from libpress import Calibration, Circuit
from libpress.tools.calibrate import ACCURACY, G, Guided, Measured, fit, write
from libpress.tools.config import Config
from libpress.tools.sources import Converters
from libpress.tools.ui import Ui
from tools_fixtures import ROOT

SIMULATED = ["calibrate", "--simulated", "--fast", "--yes", "--wait", "3"]
READINGS = [
    "--reading",
    "0=3",
    "--reading",
    "50=8691",
    "--reading",
    "100=11829",
    "--reading",
    "200=15084",
    "--reading",
    "500=18973",
]


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


def test_masses_on_the_simulated_sensor_become_a_calibration_that_pressd_takes(command, pressd, tmp_path):
    result = command(*SIMULATED, "--masses", "50,100,200,500,1000")
    assert result.code == 0 and "5 masses" in result.out and "5 to 8 %" in result.out
    made = Calibration.load(tmp_path / "sensor.cal")
    for grams in (60, 150, 400, 900):
        microsiemens = 152 * (grams * G) ** 0.705 * 1.14  # as simulated, crept for some seconds
        assert made.curve.force(microsiemens) == pytest.approx(grams * G, rel=0.1)
    theirs = pressd("--source", "sim", "--fast", "--config", tmp_path / "sensor.conf")
    assert theirs.code == 0 and "contact_began" in theirs.out and theirs.err == ""
    assert Config.load(tmp_path / "sensor.conf").sensor(0).curve == made.curve


def test_json_has_each_mass_and_the_fit(command, tmp_path):
    result = command(*SIMULATED, "--masses", "100,300", "--json", "--output", "left.cal")
    *masses, last = [json.loads(line) for line in result.out.splitlines()]
    assert [one["grams"] for one in masses] == [0, 100, 300] and masses[0]["residual"] is None
    assert last["masses"] == 2 and last["calibration"] == "left.cal" and last["config"] == "left.conf"
    assert last["left_out_rms"] is None and last["accuracy"] == "5 to 13 %" and "Put 100 g" in result.err


def test_the_config_takes_the_calibration_and_all_else_of_it_stays(command, pressd, tmp_path):
    config = tmp_path / "mine.conf"
    config.write_text("# mine\n[sensor]\nresistor_ohm = 4700 # as built\ncurve = power 100 1 1\nspan = 5\n\n[engine]\nfull_force = 4\n")
    assert command("calibrate", *READINGS, "--config", config).code == 0
    assert config.read_text() == (
        "# mine\n[sensor]\nresistor_ohm = 4700 # as built\n# curve = power 100 1 1\n# span = 5\n"
        f"calibration = {tmp_path / 'sensor.cal'}\n\n[engine]\nfull_force = 4\n"
    )
    assert pressd("--source", "sim", "--fast", "--config", config).code == 0
    assert command("calibrate", *READINGS, "--config", config, "--force").code == 0  # once more
    assert config.read_text().count("calibration =") == 1


def test_what_the_command_line_says_is_in_the_new_config(command, tmp_path):
    assert command("calibrate", *READINGS, "--set", "sensor.parallel_ohm=470000", "--set", "engine.full_force=4", "--channel", "2").code == 0
    text = (tmp_path / "sensor.conf").read_text()
    assert "parallel_ohm = 470000" in text and "full_force = 4" in text and "channel = 2" in text
    assert Calibration.load("sensor.cal").circuit == Circuit(parallel_ohm=470000)


def test_a_path_that_no_config_can_have_is_refused_and_nothing_is_written(refused, tmp_path):
    words = "sensor.calibration: a config takes one line without # or ; after a blank"
    refused(73, words, "calibrate", *READINGS, "--output", tmp_path / "my #1.cal")
    assert not list(tmp_path.iterdir())


def test_a_sensor_of_a_plate_is_calibrated(command, plate, tmp_path):
    assert command(*SIMULATED, "--masses", "400,800", "--sensor", "2", "--config", plate).code == 0
    text = plate.read_text()
    assert text.index("[sensor3]") < text.index("calibration =") < text.index("[sensor4]")
    made = Calibration.load("sensor.cal")
    assert (made.x, made.y) == (10, 90)


def test_nothing_that_is_there_is_replaced(command, refused, tmp_path):
    (tmp_path / "sensor.conf").write_text("mine")
    refused(73, "sensor.conf: this file is there already", "calibrate", *READINGS)
    assert not (tmp_path / "sensor.cal").exists() and (tmp_path / "sensor.conf").read_text() == "mine"
    (tmp_path / "a.cal").write_text("mine")
    refused(73, "a.cal: this file is there already", "calibrate", *READINGS, "--output", "a.cal")
    assert (tmp_path / "a.cal").read_text() == "mine" and not (tmp_path / "a.conf").exists()
    refused(73, "cannot write", "calibrate", *READINGS, "--output", "none/a.cal")


@pytest.mark.parametrize(
    "readings, words",
    [
        (["0=9000", "50=7000", "100=12000"], "50 g at code 7000: the value is invalid"),
        (["50=12000", "100=7000", "200=3000"], "g at code"),
        (["50=12000", "100=12000"], "g at code"),
    ],
)
def test_readings_that_cannot_be_are_named(command, tmp_path, readings, words):
    result = command("calibrate", *(word for one in readings for word in ("--reading", one)))
    assert result.code == 65 and words.partition(":")[0] in result.err and "Measure again" in result.err
    assert result.err.count("\n") == 1 and list(tmp_path.iterdir()) == []


def test_traces_are_readings_too(command, refused, tmp_path):
    for grams, code in ((0, 3), (50, 8691), (200, 15084)):
        (tmp_path / f"{grams}.trace").write_text(
            "# libpress trace 1 sensors=1 full_scale=26400\n" + "".join(f"{5000 * n},1,0,{code if n > 100 else 0}\n" for n in range(400))
        )
    traces = [word for grams in (0, 50, 200) for word in ("--reading", f"{grams}={grams}.trace")]
    result = command("calibrate", *traces, "--json")
    assert [json.loads(line)["code"] for line in result.out.splitlines()[:-1]] == [3, 8691, 15084]
    refused(66, "none.trace: No such file", "calibrate", "--reading", "5=none.trace", "--output", "b.cal")


def test_creep_is_taken_off():
    sensor = Config.load(None, ["sensor.creep=0.1"]).sensor(0)
    readings = [Measured(grams, code) for grams, code in ((0, 0), (100, 11829), (500, 18973))]
    crept, plain = fit(sensor, readings, 9_900_000), fit(Config.load(None).sensor(0), readings, 9_900_000)
    for (a, _), (b, _) in zip(crept.calibration.curve.points, plain.calibration.curve.points, strict=True):
        assert a * 1.2 == pytest.approx(b, rel=1e-3)


@pytest.mark.parametrize("code, given, is_said", [(1023, (), True), (1040, (), True), (1021, (), False), (1023, ("sensor.max_code=1023",), False)])
def test_a_sensor_that_is_fed_from_more_than_the_converter_measures_is_said(command, tmp_path, code, given, is_said):
    readings = [word for one in ("0=0", "100=700", f"500={code}") for word in ("--reading", one)]
    full = "1550" if given else "1023"
    settings = [word for one in (f"sensor.full_scale={full}", *given) for word in ("--set", one)]
    result = command("calibrate", *settings, *readings)
    assert result.code == 0
    words = f"500 g reads code {code}, and full_scale is {full}: the sensor is fed from more"
    assert (words in result.out.replace("\n", " ")) == is_said


def test_a_mass_left_out_shows_what_to_expect():
    straight = [Measured(grams, round(26400 * grams / (grams + 200))) for grams in (50, 100, 200, 400, 800)]
    sensor = Config.load(None).sensor(0)
    assert fit(sensor, straight, 0).others_rms < 0.01
    bent = [one if one.grams != 200 else Measured(200, 12000) for one in straight]
    assert fit(sensor, bent, 0).others_rms > 0.05


def test_what_masses_buy_is_what_the_document_says():
    document = ROOT / "docs" / "calibration.md"
    if not document.is_file():
        pytest.skip("needs a clone")
    text = document.read_text()
    said = dict(re.findall(r"^- \*\*(\w+)[^*]*\*\*.*?: (\d+ to \d+ %) rms", text.replace("\n  ", " "), re.M))
    assert [text for _, text in ACCURACY] == [said[name] for name in ("One", "Two", "Five", "Eight")]


@pytest.mark.parametrize("pull_up, turned", [("no", "yes"), ("yes", "no")])
@pytest.mark.parametrize("supply", [3.3, 3.28, 3.0, 2.5, 2.0, 1.2])
def test_a_divider_that_is_the_other_way_round_is_said_at_every_supply_voltage(refused, monkeypatch, tmp_path, supply, pull_up, turned):
    monkeypatch.setattr("libpress.tools.simulated.SUPPLY", supply)
    given = ["--simulated", "--fast", "--trouble", "swapped", "--yes", "--masses", "200,500", "--set", f"sensor.pull_up={pull_up}"]
    refused(78, f"supply and ground of its divider are exchanged, set sensor.pull_up = {turned}", "calibrate", *given)


def test_a_sensor_that_is_never_loaded_is_said(refused):
    refused(75, "50 g were not felt within a minute", *SIMULATED, "--masses", "50", "--trouble", "open")


def test_readings_that_fail_meanwhile_are_said(refused, monkeypatch):
    from libpress.tools.simulated import SimulatedBus

    real = SimulatedBus.transfer

    def unplugged(self, *arguments):
        self.trouble = "absent" if self.now_us > 2_000_000 else ""
        return real(self, *arguments)

    monkeypatch.setattr(SimulatedBus, "transfer", unplugged)
    refused(69, "readings fail", *SIMULATED, "--masses", "50")


def test_a_load_cell_is_calibrated_by_one_mass(tmp_path):
    path = tmp_path / "cell.conf"
    path.write_text("[converter]\nmodel = nau7802\n")
    config = Config.load(path, calibrates=True)
    chip, bus = plugged("NAU7802", lambda source, t: 0.0001 + (0.0005 if 5e6 < t < 12e6 else 0))
    source = Converters(config, bus, "the bus", 100)
    source.open()
    measured = Guided(source, Ui(True, True), 0, 1_000_000).all([500.0])
    for one, volts in zip(measured, (1e-4, 6e-4), strict=True):
        assert abs(one.code - (32768 + volts * 128 / 1.5 * 32768)) < 3
    found = fit(config.sensor(0), measured, 1_000_000)
    write(config, 0, found, tmp_path / "cell.cal", False)
    again = Config.load(path)
    half = 32768 + round((1e-4 + 2.5e-4) * 128 / 1.5 * 32768)
    sensor = again.sensor(0)
    force = sensor.curve.force(sensor.circuit.conductance(half) - found.calibration.zero)
    assert force == pytest.approx(0.25 * 9.80665, rel=0.01)
