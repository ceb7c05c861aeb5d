"""Boards that are sold: what each has between its inputs and its codes is said here again, and not taken from the table."""

import json
import os
import re

import pytest
from ads1115 import Ads1115, FakeBus
from libpress import Calibration, Circuit, ForceSensor, Sensor
from libpress.generated._boards import BOARDS
from parts import Adc121, Ads78x, Mcp342x, Mcp3221, Nau7802, Pcf8591
from test_converter import load
from tools_fixtures import ROOT

SUPPLY, OHM = 3.3, 1500
HELD = 6.0
"""Newtons of the hand."""


class AnyAds78x(Ads78x):
    """Nothing is a command to it that has no SD: those are pairs, of the same inputs in order."""

    code = 0

    def write(self, data, t):
        for command in data:
            super().write(bytes([command & 0x70 | 0x84]), t)


def times(factor, volts):
    return lambda source, t: factor * volts(source, t)


# For each board: its address, and a function that makes its chip for the volts at its inputs.
CHIPS = {
    "adafruit-ads1115": (0x48, lambda volts: Ads1115(volts)),
    "adafruit-ads1015": (0x48, lambda volts: Ads1115(volts, "ADS1015")),
    "sparkfun-ads1015": (0x48, lambda volts: Ads1115(volts, "ADS1015")),
    "grove-ads1115": (0x48, lambda volts: Ads1115(volts)),
    "dfrobot-ads1115": (0x48, lambda volts: Ads1115(volts)),
    "seeed-ads1115": (0x48, lambda volts: Ads1115(volts)),
    "waveshare-sense-hat-b": (0x48, lambda volts: Ads1115(volts, "ADS1015")),
    # MM1385 gives 3.0 V, and two resistors halve the input.
    "grove-i2c-adc": (0x50, lambda volts: Adc121(times(1 / 2, volts), reference=3.0, inputs=1)),
    "grove-i2c-adc-v1": (0x55, lambda volts: Adc121(times(1 / 2, volts), reference=3.0, inputs=1)),
    "mikroe-force-click": (0x4D, lambda volts: Mcp3221(volts, inputs=1)),
    "adafruit-pcf8591": (0x48, lambda volts: Pcf8591(volts, bits=8, inputs=4)),
    "freenove-ads7830": (0x4B, lambda volts: AnyAds78x(volts, bits=8)),
    # The chip's own reference stays off, one of 3.0 V is at REF.
    "rak16001": (0x48, lambda volts: AnyAds78x(volts, reference=3.0, bits=8)),
    "adafruit-mcp3421": (0x68, lambda volts: Mcp342x(volts, inputs=1)),
    # 10 kOhm and 6.8 kOhm, which the chip loads: its library says 2.471.
    "adc-pi": (0x68, lambda volts: Mcp342x(times(1 / 2.471, volts))),
    "adc-differential-pi": (0x68, lambda volts: Mcp342x(volts)),
    "adafruit-nau7802": (0x2A, lambda volts: Nau7802(volts)),
    "sparkfun-qwiic-scale": (0x2A, lambda volts: Nau7802(volts)),
}
DIVIDERS = [name for name, (_, make) in CHIPS.items() if not isinstance(make(None), Nau7802)]
CELLS = [name for name in CHIPS if name not in DIVIDERS]


def divider(newtons):
    """An FSR 402 as the usual curve has it, to 3.3 V, and a resistor to ground."""
    curve = Sensor.fsr402().curve
    low, high = 0.0, 10_000.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if curve.force(middle) < newtons else (low, middle)
    return SUPPLY * low * 1e-6 * OHM / (1 + low * 1e-6 * OHM)


def step_volts(name):
    """The volts of one code at an input of the board."""
    chip = CHIPS[name][1](lambda source, t: 1.0)
    if isinstance(chip, Ads1115):
        return 4.096 / (2048 if chip.model == "ADS1015" else 32768)
    bits = 11 if isinstance(chip, Mcp342x) else chip.bits
    return chip.reference / (1 << bits) * (2 if "grove-i2c" in name else 2.471 if name == "adc-pi" else 1)


def within(name, newtons):
    """The forces that belong to the voltage, two codes up and down: what the chips are given as their error, and rounding."""
    volts, step = divider(newtons), 2 * step_volts(name)
    curve = Sensor.fsr402().curve

    def force(v):
        return curve.force(v / (SUPPLY - v) / OHM * 1e6)

    return force(volts - step) * 0.998, force(volts + step) * 1.002


def test_every_board_of_the_table_is_described_here():
    assert set(CHIPS) == set(BOARDS)
    assert {name: address for name, (address, _) in CHIPS.items()} == {name: address for name, (_, address, _) in BOARDS.items()}


def test_every_row_of_the_table_says_who_says_so():
    page = ROOT / "docs" / "hardware" / "boards.md"
    if not page.is_file():
        pytest.skip("needs a clone")
    rows = re.findall(r"^\| `([\w-]+)` \|.*\| ([^|]+) \|$", page.read_text().partition("<!-- boards -->\n")[2], re.M)[1:]
    assert {name for name, source in rows if source.strip()} == set(BOARDS)


@pytest.mark.parametrize("newtons", [1.0, HELD])
@pytest.mark.parametrize("name", DIVIDERS)
def test_each_board_reads_a_known_force_within_two_codes(name, newtons):
    address, make = CHIPS[name]
    bus = FakeBus(make(lambda source, t: divider(newtons) if t > 500_000 else 0.0), address)
    with ForceSensor(board=name, bus=bus, resistor=OHM, thread=False) as sensor:
        while bus.t < 2_000_000:
            sensor.poll()
            bus.t += 1_000
        low, high = within(name, newtons)
        assert low <= sensor.force <= high


@pytest.mark.parametrize("name", CELLS)
def test_each_board_for_load_cells_reads_a_known_mass(name):
    address, make = CHIPS[name]
    bus = FakeBus(make(load(0)), address)
    circuit = Circuit(full_scale=0xFFFFFF, resistor_ohm=1, max_code=0xFFFF)
    codes = [32768 + int(load(newtons)(0, 0) * 128 / 1.5 * 32768) for newtons in (0, 9.81)]
    calibration = Calibration.fit(circuit, [(codes[0], 0), (codes[1], 9.81)])
    with ForceSensor(board=name, bus=bus, calibration=calibration, thread=False) as sensor:
        while bus.t < 4_000_000:
            sensor.poll()
            if bus.t > 2_500_000:
                bus.chip.volts = load(5)
            bus.t += 1_000
        assert sensor.force == pytest.approx(5, abs=0.03)


# ---- `libpress check`


@pytest.fixture
def plugged_in(command, monkeypatch):
    """Runs the command with one board on the bus, whose sensor is pressed from 3 s to 6 s."""

    def call(name, *arguments):
        address, make = CHIPS[name]

        def volts(source, t):
            return divider(HELD) if 3_000_000 < t < 6_000_000 and source == 0 else 0.0

        bus = FakeBus(make(volts), address)
        bus.close = lambda: None
        monkeypatch.setattr("libpress.tools.setup.open_bus", lambda node: bus)
        return command("check", "--bus", "1", "--rate", "100", "--yes", "--json", *arguments)

    pytest.importorskip("click")
    return call


def findings(result):
    return {one["finding"]: one for one in map(json.loads, result.out.splitlines()) if "finding" in one}


@pytest.mark.parametrize("name", DIVIDERS)
def test_a_check_of_each_board_reads_the_force_of_a_press_within_two_codes(plugged_in, name):
    result = plugged_in(name, "--set", f"converter.board={name}", "--set", f"sensor.resistor_ohm={OHM}")
    found = findings(result)
    assert result.code == 0, result.out + result.err
    low, high = within(name, HELD)
    assert low - 0.01 <= float(re.search(r"reads ([\d.]+) N", found["press_felt"]["found"])[1]) <= high + 0.01


@pytest.mark.parametrize("name", CHIPS)
def test_a_check_with_an_address_alone_names_the_boards_that_have_it(plugged_in, name):
    address, make = CHIPS[name]
    result = plugged_in(name, "--address", hex(address), "--set", f"sensor.resistor_ohm={OHM}")
    chip = make(lambda source, t: 0.0)
    if isinstance(chip, Ads1115):
        kind = "part_fits" if chip.model == "ADS1115" else "part_model"
        assert f"it is an {chip.model.lower()}" in findings(result)[kind]["found"]
        assert name in (result.out if kind == "part_fits" else result.out + result.err)
    else:
        assert result.code != 0 and name in result.out + result.err, result.out + result.err


NAMED = {
    ("ads1115", 0x48): "adafruit-ads1115 or grove-ads1115 or dfrobot-ads1115 or seeed-ads1115",
    ("ads1015", 0x48): "adafruit-ads1015 or sparkfun-ads1015 or waveshare-sense-hat-b",
    ("nau7802", 0x2A): "adafruit-nau7802 or sparkfun-qwiic-scale",
    ("adc121c021", 0x55): "grove-i2c-adc-v1",
    ("mcp3424", 0x68): "adc-pi or adc-differential-pi",
}


@pytest.mark.parametrize("name", CHIPS)
def test_a_check_with_model_and_address_says_which_boards_it_can_be(plugged_in, name):
    model, address, _ = BOARDS[name]
    model, own = model.lower(), f"--set=converter.model={model.lower()}"
    more = ["--set=converter.rate_sps=1600", "--set=sensor.full_scale=1650"] if model == "ads1015" else []
    more += ["--set=sensor.curve=table 102:10", "--set=sensor.zero=1957"] if model == "nau7802" else []
    more += ["--set=sensor.full_scale=3300", "--set=sensor.max_code=2047"] if model.startswith("mcp34") else []
    found = findings(plugged_in(name, own, "--address", hex(address), *more))
    assert found["part_boards"]["found"].startswith(f"an {model} at {address:#x} can be ")
    assert name in re.findall(r"[\w-]+", found["part_boards"]["found"])
    if named := NAMED.get((model, address)):
        assert found["part_boards"]["found"].endswith(f" can be {named}")
    # A board that the config names is not guessed.
    assert "part_boards" not in findings(plugged_in(name, f"--set=converter.board={name}", *more[2 if model == "ads1015" else 0 :]))


def test_what_has_no_address_of_the_table_is_refused_as_before(command):
    pytest.importorskip("click")
    result = command("check", "--address", "0x33")
    assert result.err == "libpress: --set: converter.address of an ads1115 must be 0x48 to 0x4b\n"
    assert result.code == os.EX_CONFIG
