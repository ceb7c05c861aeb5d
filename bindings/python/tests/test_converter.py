"""The driver of the converters of one table, on chips that are written from their data sheets."""

import errno

import pytest
from ads1115 import FakeBus, failing
from libpress import BusError, I2CConverter, InvalidError, NackError, Pad, StateError, TimedOutError
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


@DIVIDERS
def test_a_channel_that_changes_is_never_taken_for_another_nor_for_an_older_conversion(part):
    chip, bus = plugged(part, lambda source, t: 0.1 * source + t % 1_000_000 / 1e7)
    adc = I2CConverter(bus, part, inputs(chip))
    for _ in range(30):
        bus.t += 7_321
        started, frame = bus.t, adc.read()
        for channel, code, before in zip(inputs(chip), frame.codes, frame.before_us, strict=True):
            at = frame.t_us - before
            assert started <= at <= bus.t
            volts = code / (1 << (11 if isinstance(chip, Mcp342x) else chip.bits)) * chip.reference
            if part != "ADC121C021" and 30_000 < started % 1_000_000 < 900_000:
                step = chip.reference / (1 << min(chip.bits, 11))
                assert volts == pytest.approx(0.1 * channel + at % 1_000_000 / 1e7, abs=step + 0.0001)


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
def test_a_step_is_one_transfer_and_says_when_the_next_is_due(part):
    chip, bus = plugged(part, steady)
    adc, frames = I2CConverter(bus, part, inputs(chip)), 0
    while frames < 5:
        before = bus.transfers
        frames += adc.step(bus.t) is not None
        assert bus.transfers - before <= 1
        bus.t = max(bus.t, adc.next_us)


@EACH
def test_one_failure_is_retried_two_are_reported(part):
    chip, bus = plugged(part, steady)
    adc = I2CConverter(bus, part, inputs(chip))
    adc.read()
    bus.faults = failing(at=bus.transfers + 1)
    assert adc.read().failed == frozenset()
    bus.faults = failing(first=bus.transfers + 1, last=bus.transfers + 2)
    frame = adc.read()
    assert frame.failed == {0} and isinstance(adc.last_error, NackError)
    assert frame.codes[1:] == tuple(expected(chip, channel) for channel in inputs(chip))[1:]
    assert adc.read().failed == frozenset()


@EACH
def test_a_bus_that_hangs_fails_the_whole_frame_and_costs_one_transfer(part):
    chip, bus = plugged(part, steady, faults=lambda number: TimeoutError(errno.ETIMEDOUT, "stuck"))
    adc = I2CConverter(bus, part, inputs(chip))
    assert adc.read().failed == set(range(len(inputs(chip)))) and bus.transfers == 1
    assert isinstance(adc.last_error, TimedOutError)


@EACH
def test_an_answer_that_is_cut_off_is_a_failure(part):
    chip, bus = plugged(part, steady)
    adc = I2CConverter(bus, part, retries=0)
    adc.read()
    whole, bus.transfer, frame = bus.transfer, lambda address, write, count: bytes(max(count - 1, 0)), None
    while frame is None:
        bus.t = max(bus.t, adc.next_us)
        frame = adc.step(bus.t)
    assert frame.failed == {0} and isinstance(adc.last_error, BusError)
    bus.transfer = whole
    assert adc.read().failed == frozenset()


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


def test_an_adc121_that_was_left_converting_by_itself_is_stopped():
    chip, bus = plugged("ADC121C021", steady)
    chip.config = 0x20
    I2CConverter(bus, "ADC121C021").read()
    assert chip.config == 0


@pytest.mark.parametrize("part", ["MCP3424", "MCP3428"])
@pytest.mark.parametrize("slow", [0.75, 1.0, 1.35])
@pytest.mark.parametrize("rate, bits", [(240, 12), (60, 14), (15, 16), (3, 18)])
def test_rates_and_gains_of_the_mcp342x(part, slow, rate, bits):
    for gain in (1, 2, 4, 8):
        chip, bus = plugged(part, lambda source, t: 0.05 + 0.03 * source)
        chip.slow = slow
        if bits == 18 and part == "MCP3428":
            with pytest.raises(InvalidError, match="rate_sps: 0, or one of the part's rates"):
                I2CConverter(bus, part, rate_sps=rate)
            return
        adc = I2CConverter(bus, part, range(4), rate_sps=rate, gain=gain)
        assert adc.largest_code == (1 << bits - 1) - 1
        before = bus.transfers
        codes = adc.read(timeout_us=5_000_000).codes
        for channel, code in enumerate(codes):
            assert code == pytest.approx((0.05 + 0.03 * channel) * gain / 2.048 * (1 << bits - 1), abs=1)
        assert bus.transfers - before <= 4 * (2 + 4)


def test_a_conversion_that_never_ends_is_given_up():
    chip, bus = plugged("MCP3421", steady)
    chip.slow = 1e9
    adc = I2CConverter(bus, "MCP3421", ready_polls=5)
    assert adc.read().failed == {0} and bus.transfers == 1 + 1 + 5
    assert isinstance(adc.last_error, TimedOutError)


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


def test_a_press_through_a_converter_of_eight_bits_reaches_the_pad():
    from libpress import Circuit, Sensor

    def volts(source, t):
        return 2.2 if 500_000 < t < 900_000 else 0.0

    chip, bus = plugged("ADS7830", volts)
    adc, delivered = I2CConverter(bus, "ADS7830"), []
    pad = Pad(Sensor.fsr402(circuit=Circuit(full_scale=adc.largest_code)))
    pad.when_touched = lambda *_: delivered.append("touched")
    pad.when_released = lambda *_: delivered.append("released")
    while bus.t < 1_200_000:
        pad.feed(adc.read())
        bus.t += 5_000
    assert delivered == ["touched", "released"]


# ---- A load cell: 1 mV for 10 N, and 0.1 mV at rest


def load(newtons, rest=0.0001):
    return lambda source, t: rest + 0.0001 * newtons + 0.0002 * source


def bridge_code(volts, gain=128):
    return 32768 + int(volts * gain / 1.5 * 32768)


@pytest.mark.parametrize("channels", [(0,), (1,), (0, 1)])
@pytest.mark.parametrize("gain", [1, 64, 128])
@pytest.mark.parametrize("rate, slow", [(320, 1.0), (80, 1.03), (10, 0.97)])
def test_a_load_cell_reads_its_millivolts_once_they_have_settled(channels, gain, rate, slow):
    chip, bus = plugged("NAU7802", load(5))
    chip.slow = slow
    adc = I2CConverter(bus, "NAU7802", channels, gain=gain, rate_sps=rate)
    for _ in range(5):
        frame = adc.read(timeout_us=10_000_000)
        assert frame.failed == frozenset()
        for channel, code in zip(channels, frame.codes, strict=True):
            assert abs(code - bridge_code(chip.volts(channel, 0), gain)) <= 1
    assert chip.calibrations == len(channels)


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


def test_a_load_cell_gives_negative_volts_below_the_middle():
    chip, bus = plugged("NAU7802", load(-5))
    (code,) = I2CConverter(bus, "NAU7802").read(timeout_us=5_000_000).codes
    assert abs(code - bridge_code(-0.0004)) <= 1 and code < 32768 - 1000


def test_a_load_cell_is_read_at_its_rate():
    chip, bus = plugged("NAU7802", load(5))
    adc = I2CConverter(bus, "NAU7802")
    adc.read(timeout_us=5_000_000)
    began = bus.t
    for _ in range(320):
        adc.read()
    assert bus.t - began == pytest.approx(1_000_000, rel=0.02)


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


def test_two_points_make_newtons_of_a_load_cell():
    from libpress import Circuit, Curve, Sensor

    chip, bus = plugged("NAU7802", load(0))
    adc = I2CConverter(bus, "NAU7802")
    circuit = Circuit(full_scale=0xFFFFFF, resistor_ohm=1, max_code=adc.largest_code)
    points = []
    for newtons in (0, 9.81):
        chip.volts = load(newtons)
        for _ in range(3):
            (code,) = adc.read(timeout_us=5_000_000).codes
        points.append((circuit.conductance(code), newtons))
    rest = points[0][0]
    pad = Pad(Sensor(circuit, Curve.fit(points), zero=rest), median=False, filter=False)
    for newtons in (0, 1, 2.5, 5, 9.81, 15):
        chip.volts = load(newtons)
        for _ in range(120):
            pad.feed(adc.read())
        assert pad.reading.force == pytest.approx(newtons, abs=0.02 + 0.004 * newtons)
