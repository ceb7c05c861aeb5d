"""The chips of the simulated bus, read by the drivers of the library."""

import pytest

pytest.importorskip("click")

from libpress import Ads1x15, I2CConverter, NackError
from libpress.converter import described
from libpress.tools.chips import SUPPLY, chip
from libpress.tools.simulated import SimulatedBus

MODELS = ["ADS1115", "ADS1015", *I2CConverter.PARTS]


class OneChip:
    """A Bus with one chip, in its own time."""

    def __init__(self, model, address, volts, slow=0.0):
        self.t, self.address, self.chip, self.disturb_us, self.way = 1_000.0, address, chip(model.lower(), volts, slow), None, 0

    def transfer(self, address, write, read_count):
        if address != self.address:
            raise NackError("nobody there")
        if self.disturb_us is not None and self.t >= self.disturb_us:
            self.disturb_us = self.t + 49_000
            written, count = self.chip.others[self.way % len(self.chip.others)]
            self.way += 1
            self.t += 25 * (2 + len(written) + count)
            if written:
                self.chip.write(written, self.t)
            if count:
                self.chip.read(count, self.t)
        self.t += 25 * (2 + len(write) + read_count)
        if write:
            self.chip.write(write, self.t)
        return self.chip.read(read_count, self.t) if read_count else b""

    def wait(self, until_us):
        self.t = max(self.t, float(until_us))
        return int(self.t)


def read(model, slow=0.0):
    """A driver on a chip; the codes that its inputs have, each of its own."""
    if model.startswith("ADS1"):
        inputs, address, full, zero = range(4), 0x48, 4.096, 0
        codes = 32768 if model == "ADS1115" else 2048
    else:
        part = described(model)
        inputs, address, zero = range(min(part.channels, 8)), part.usual_address, 32768 if model == "NAU7802" else 0
        full, codes = {True: 1.5 / 128, False: (part.range_mv or SUPPLY * 1000) / 1000}[model == "NAU7802"], part.largest_code + 1
    codes -= zero

    def share(n):
        return (n + 1) / (len(inputs) + 2)

    bus = OneChip(model, address, lambda n, t: full * share(n), slow)
    if model.startswith("ADS1"):
        adc = Ads1x15(bus, inputs, model=model, rate_sps=860 if model == "ADS1115" else 1600)
    else:
        adc = I2CConverter(bus, model, inputs)
    return bus, adc, [zero + codes * share(n) for n in inputs]


@pytest.mark.parametrize("slow", [-0.25, 0.0, 0.25])
@pytest.mark.parametrize("model", MODELS)
def test_each_input_of_each_chip_has_its_code_with_an_oscillator_a_quarter_off(model, slow):
    _, adc, expected = read(model, slow)
    for _ in range(3):
        assert adc.read().codes == pytest.approx(expected, abs=1.01)
    assert adc.conflicts == 0


@pytest.mark.parametrize("model", [model for model in MODELS if model != "NAU7802"])
def test_what_another_program_does_to_a_chip_gives_no_code_of_another_input(model):
    bus, adc, expected = read(model)
    adc.read()
    bus.disturb_us = bus.t
    taken = 0
    for n in range(60):
        frame = adc.read()
        for code, own in zip(frame.codes, expected, strict=True):
            if code is not None:
                assert code == pytest.approx(own, abs=1.01)
                taken += 1
        bus.t += n % 7 * 1_000
    assert taken > 40 * len(expected)


def test_a_chip_begins_as_after_a_loss_of_power():
    def plain(model):
        return chip(model, lambda n, t: 0.0)

    ads = plain("ads1115")
    ads.write(b"\x01", 0)
    assert ads.read(2, 0) == b"\x85\x83"
    assert plain("pcf8591").read(1, 0) == b"\x80"
    assert plain("mcp3424").read(3, 0) == b"\x00\x00\x90"
    assert plain("adc121c021").read(2, 0) == b"\x00\x00"
    nau = plain("nau7802")
    nau.write(b"\x00", 0)
    assert nau.read(3, 0) == b"\x00\x00\x00"
    tla = plain("tla2528")
    tla.write(b"\x10\x00", 0)
    assert tla.read(1, 0) == b"\x81"


def test_a_conversion_keeps_the_input_that_it_began_with_and_the_pointer_stays():
    ads = chip("ads1115", lambda n, t: 0.5 * (n + 1))
    ads.write(b"\x01\xc3\xe3", 0)  # AIN0, 860 a second
    ads.write(b"\x01\xd3\xe3", 100)  # a start meanwhile has no effect
    ads.write(b"\x00", 200)
    for t in (1_500, 1_600):
        assert int.from_bytes(ads.read(2, t), "big") == 4_000


def test_a_simulated_bus_has_each_model_that_a_config_can_have(command):
    for model in ("ads7830", "pcf8591", "mcp3221", "adc121c021", "max11613", "max11603", "tla2528"):
        for trouble in ("slow", "shared"):
            result = command("check", "--simulated", "--fast", "--json", "--trouble", trouble, "--set", f"converter.model={model}")
            assert result.code == 0, result.out + result.err
    more = ["--set", "sensor.full_scale=3300", "--set", "sensor.max_code=2047", "--set", "sensor.resistor_ohm=1500"]
    assert command("check", "--simulated", "--fast", "--set", "converter.model=mcp3424", *more).code == 0
    more = ["--set", "sensor.curve=table 102:10", "--set", "sensor.zero=1957"]
    assert command("check", "--simulated", "--fast", "--set", "converter.model=nau7802", *more).code == 0
    assert command("check", "--simulated", "--fast", "--set", "converter.board=grove-i2c-adc").code == 0


def test_the_bus_is_one_that_a_sensor_takes():
    from libpress import Circuit, ForceSensor

    bus = SimulatedBus({0x48: ("ads7830", {}, {0: Circuit(255, 4700)})}, seed=1, fast=True)
    bus.hand.move(1.0, 4.0)
    with ForceSensor(bus=bus, model="ADS7830", thread=False) as sensor:
        while bus.now_us < 2_000_000:
            sensor.poll()
            bus.wait(bus.now_us + 2_000)
        assert sensor.is_pressed
