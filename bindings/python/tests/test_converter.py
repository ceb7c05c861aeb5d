"""Converters of the table on chips that are written from their data sheets: each part by its name, settings, errors, and losses of power.

That each code is of its input and of its time, whatever the oscillator and other programs do, is in Tests/PressABITests/test_chips.c and
Tests/PressDeviceTests/ConverterTests.swift, for each part.
"""

import errno

import pytest
from ads1115 import FakeBus, failing
from libpress import I2CConverter, InvalidError, NackError, StateError, TimedOutError
from parts import CHIPS, Mcp342x, Nau7802, plugged

EACH = pytest.mark.parametrize("part", CHIPS)
DIVIDERS = pytest.mark.parametrize("part", [part for part in CHIPS if part != "NAU7802"])


def steady(source, t):
    return 0.2 + 0.1 * source


def expected(chip, channel, volts=steady):
    if isinstance(chip, Nau7802):  # at its end: gain 128
        return 65535
    bits = 11 if isinstance(chip, Mcp342x) else chip.bits
    return round(volts(channel, 0) / chip.reference * (1 << bits))


def inputs(chip):
    return range(min(chip.inputs, 8))


def test_every_part_of_the_library_has_a_chip_here():
    assert set(I2CConverter.PARTS) == set(CHIPS) | {"ADS1115", "ADS1015", "TLA2024"}, "those of test_ads1x15.py"


@EACH
def test_every_channel_reads_its_volts(part):
    chip, bus = plugged(part, steady)
    adc = I2CConverter(bus, part, inputs(chip))
    assert bus.transfers == 0, "nothing is sent before the first step"
    for _ in range(3):
        frame = adc.read()
        assert frame.failed == frozenset()
        assert frame.codes == tuple(expected(chip, channel) for channel in inputs(chip))
    assert adc.last_error is None


@EACH
def test_the_last_inputs_of_a_part_are_read_as_well(part):
    chip, bus = plugged(part, steady)
    last = chip.inputs - 1
    assert I2CConverter(bus, part, {0, last}).read().codes[-1] == expected(chip, last)
    with pytest.raises(InvalidError, match="channels: inputs that the part has"):
        I2CConverter(bus, part, [chip.inputs])


@DIVIDERS
def test_codes_end_at_the_largest_and_below_ground_they_are_zero(part):
    chip, bus = plugged(part, lambda source, t: 9.0)
    adc = I2CConverter(bus, part)
    assert adc.read().codes == (adc.largest_code,)
    chip.volts = lambda source, t: -0.2
    for _ in range(2):
        frame = adc.read()
    assert frame.codes == (0,)


@EACH
def test_a_bus_that_hangs_fails_the_whole_frame_and_costs_one_transfer(part):
    chip, bus = plugged(part, steady, faults=lambda number: TimeoutError(errno.ETIMEDOUT, "stuck"))
    adc = I2CConverter(bus, part, inputs(chip))
    assert adc.read().failed == set(range(len(inputs(chip)))) and bus.transfers == 1
    assert isinstance(adc.last_error, TimedOutError)


RECOGNIZED = [part for part, (_, make) in CHIPS.items() if make(None).bits > 8 or part == "ADC081C021"]


@pytest.mark.parametrize("part", RECOGNIZED)
@pytest.mark.parametrize("byte", [0xFF, 0x2A, 0x9C])
def test_another_chip_and_a_bus_that_nothing_drives_are_not_believed(part, byte):
    class Other:
        def write(self, data, t):
            pass

        def read(self, count, t):
            return bytes([byte] * count)

    if part.startswith("MAX") and byte == 0xFF:
        return  # all ones are its code at the supply
    adc = I2CConverter(FakeBus(Other(), CHIPS[part][0]), part)
    for _ in range(5):
        assert adc.read(timeout_us=100_000).failed == {0}
    assert isinstance(adc.last_error, (StateError, TimedOutError))


@EACH
def test_unplugged_and_plugged_in_again_it_goes_on(part):
    chip, bus = plugged(part, steady)
    adc = I2CConverter(bus, part, inputs(chip))
    adc.read()
    bus.faults = failing(first=0, last=10**9)
    for _ in range(20):
        assert len(adc.read().failed) == len(inputs(chip))
    _, bus.chip = None, CHIPS[part][1](steady)
    bus.faults = lambda number: None
    for _ in range(3):
        frame = adc.read(timeout_us=5_000_000)
    assert frame.codes == tuple(expected(bus.chip, channel) for channel in inputs(chip))


@EACH
def test_while_nothing_answers_the_bus_is_not_hammered(part):
    chip, bus = plugged(part, steady, transfer_us=20, faults=failing(first=0, last=10**9))
    adc = I2CConverter(bus, part)
    while bus.t < 1_000_000:
        adc.step(bus.t)
        bus.t = max(bus.t, adc.next_us)
    assert bus.transfers < 2_100


@pytest.mark.parametrize("part, bits", [("ADS7828", 12), ("ADS7830", 8)])
def test_a_part_that_makes_its_reference_reads_volts_of_it_once_it_has_settled(part, bits):
    chip, bus = plugged(part, steady)
    chip.wired = False
    adc = I2CConverter(bus, part, range(8), reference_mv=2500)
    right = tuple(round(steady(channel, 0) / 2.5 * (1 << bits)) for channel in range(8))
    assert [adc.read().codes for _ in range(3)] == [right] * 3
    bus.faults = failing(first=bus.transfers + 1, last=bus.transfers + 2)
    chip.on_since = None  # a loss of power
    assert adc.read().failed == {0}
    assert [adc.read().codes for _ in range(3)] == [right] * 3
    with pytest.raises(InvalidError, match="reference_mv: 0, or 2500 of an ADS7828 or ADS7830"):
        I2CConverter(bus, "MCP3221", reference_mv=2500)
    with pytest.raises(InvalidError, match="reference_mv: 0 or 2500"):
        I2CConverter(bus, part, reference_mv=2048)


@pytest.mark.parametrize("part, gain, rate, bits", [("MCP3424", 8, 240, 12), ("MCP3424", 2, 3, 18), ("MCP3428", 4, 15, 16)])
def test_gain_and_rate_of_a_part_are_set(part, gain, rate, bits):
    chip, bus = plugged(part, lambda source, t: 0.05 + 0.03 * source)
    adc = I2CConverter(bus, part, range(4), rate_sps=rate, gain=gain)
    assert adc.largest_code == (1 << bits - 1) - 1
    codes = adc.read(timeout_us=5_000_000).codes
    assert codes == pytest.approx([(0.05 + 0.03 * channel) * gain / 2.048 * (1 << bits - 1) for channel in range(4)], abs=1)


def test_what_fails_is_tried_again_as_often_as_is_said():
    chip, bus = plugged("MCP3421", steady)
    chip.slow = 1e9
    adc = I2CConverter(bus, "MCP3421", ready_polls=5)
    assert adc.read().failed == {0} and bus.transfers == 1 + 1 + 5
    assert isinstance(adc.last_error, TimedOutError)
    for retries, faults in ((0, 1), (1, 2), (3, 4)):
        chip, bus = plugged("ADS7830", steady)
        adc = I2CConverter(bus, "ADS7830", range(2), retries=retries)
        adc.read()
        bus.faults = failing(first=bus.transfers + 1, last=bus.transfers + faults - 1)
        assert adc.read().failed == frozenset()
        bus.faults = failing(first=bus.transfers + 1, last=bus.transfers + faults)
        frame = adc.read()
        assert (frame.failed, frame.codes) == ({0}, (None, expected(chip, 1))) and isinstance(adc.last_error, NackError)


@pytest.mark.parametrize("at", range(1, 9))
def test_an_mcp342x_that_loses_its_power_gives_no_code_of_another_channel(at):
    chip, bus = plugged("MCP3422", lambda source, t: 0.5 + source)
    adc = I2CConverter(bus, "MCP3422", (0, 1))

    def reset(number):
        if number == at:
            fresh = CHIPS["MCP3422"][1](chip.volts)
            fresh.begin(bus.t)
            bus.chip = fresh

    bus.faults = reset
    for _ in range(6):
        frame = adc.read()
        assert frame.codes[0] in (None, 500) and frame.codes[1] in (None, 1500)


def test_stop_sends_a_part_to_sleep_that_does_not_sleep_by_itself():
    chip, bus = plugged("ADS7830", steady)
    adc = I2CConverter(bus, "ADS7830")
    adc.read()
    assert chip.is_on
    adc.stop()
    assert not chip.is_on
    dead = I2CConverter(FakeBus(chip, faults=failing(first=0, last=10**9)), "ADS7830")
    with pytest.raises(NackError, match="stopping the ADS7830 at address 0x48"):
        dead.stop()
    before = bus.transfers
    I2CConverter(bus, "MCP3221").stop()
    assert bus.transfers == before


@pytest.mark.parametrize(
    "options, words",
    [
        ({"part": "ADS7831"}, "part must be one of ADS7828, ADS7830, "),
        ({"channels": []}, "one or more of the inputs"),
        ({"channels": [-1]}, "one or more of the inputs"),
        ({"part": "MAX11616", "channels": range(9)}, "channels: eight at most"),
        ({"address": 0x4C}, "setting up the ADS7830.*address: 0, or one that the part can have"),
        ({"part": "ADC121C021", "address": 0x53}, "address"),
        ({"part": "MCP3424", "address": 0x67}, "address"),
        ({"gain": 2}, "gain: 0, or 1, 2, 4"),
        ({"part": "MCP3421", "gain": 16}, "gain"),
        ({"part": "MCP3421", "gain": 3}, "gain"),
        ({"rate_sps": 100}, "rate_sps"),
    ],
)
def test_what_a_part_does_not_have_is_refused(options, words):
    chip, bus = plugged("ADS7830", steady)
    with pytest.raises(ValueError, match=words):
        I2CConverter(bus, **{"part": "ADS7830", **options})


# ---- A load cell: 1 mV for 10 N, and 0.1 mV at rest


def load(newtons, rest=0.0001):
    return lambda source, t: rest + 0.0001 * newtons + 0.0002 * source


def bridge_code(volts, gain=128):
    return 32768 + int(volts * gain / 1.5 * 32768)


@pytest.mark.parametrize("channels", [(0,), (0, 1)])
def test_a_load_cell_whose_avdd_is_wired_to_a_supply_is_read_without_the_ldo(channels):
    chip, bus = plugged("NAU7802", load(5))
    chip.is_fed = True
    adc = I2CConverter(bus, "NAU7802", channels, external_avdd=True)
    for n in range(5):
        frame = adc.read(timeout_us=10_000_000)
        assert frame.failed == frozenset()
        for channel, code in zip(channels, frame.codes, strict=True):
            assert abs(code - bridge_code(chip.volts(channel, 0))) <= 1
        if n == 2:  # another program switches the LDO on
            chip.registers[0] |= 0x80
    assert adc.conflicts == 1
    assert not chip.registers[0] & 0x80
    with pytest.raises(InvalidError, match="external_avdd: 0, or 1 of an NAU7802"):
        I2CConverter(bus, "MCP3221", external_avdd=True)


@pytest.mark.parametrize("at", range(1, 30))
def test_a_load_cell_that_loses_its_power_is_set_up_again_and_gives_no_code_of_before(at):
    chip, bus = plugged("NAU7802", load(5))
    adc = I2CConverter(bus, "NAU7802", (0, 1))
    right = (bridge_code(chip.volts(0, 0)), bridge_code(chip.volts(1, 0)))
    adc.read(timeout_us=5_000_000)
    bus.faults, first = (lambda number: chip.reset() if number == first + at else None), bus.transfers
    for _ in range(4):
        frame = adc.read(timeout_us=5_000_000)
        assert all(code is None or abs(code - expected) <= 1 for code, expected in zip(frame.codes, right, strict=True))
    assert frame.failed == frozenset()


def test_a_calibration_that_fails_is_reported():
    chip, bus = plugged("NAU7802", load(5))
    read = chip.read

    def failing_calibration(count, t):
        at = chip.pointer
        return bytes([read(count, t)[0] | 8]) if at == 2 else read(count, t)

    chip.read = failing_calibration
    adc = I2CConverter(bus, "NAU7802")
    assert adc.read(timeout_us=10_000_000).failed == {0}
    assert isinstance(adc.last_error, StateError)
