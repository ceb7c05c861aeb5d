"""The library's converter driver on a bus written in Python, against a register-level model of the chip.

What it reads whatever the converter and others on the bus do is in Tests/PressDeviceTests/ADS1x15Tests.swift and test_chips.c.
"""

import _thread
import errno
import itertools
import threading

import pytest
from ads1115 import Ads1115, FakeBus, failing
from libpress import Ads1x15, Bus, BusError, InvalidError, NackError, Pad, Sensor, TimedOutError

VOLTS = {0: 0.5, 1: 1.0, 2: 2.5, 3: 3.2}


def steady(source, t):
    return VOLTS[source]


def code(volts, range_v=4.096, bits=16):
    return int(volts / range_v * 32768 + 0.5) >> (16 - bits)


def test_the_fake_bus_is_a_bus():
    assert isinstance(FakeBus(None), Bus)


@pytest.mark.parametrize("channels", [(0,), (3,), (0, 1), (1, 3), (0, 1, 2, 3)])
@pytest.mark.parametrize("options", [{}, {"poll_ready": True}], ids=["timed", "polled"])
def test_every_set_of_channels_reads_its_volts(channels, options):
    bus = FakeBus(Ads1115(steady))
    adc = Ads1x15(bus, channels, **options)
    assert bus.transfers == 0, "nothing is sent before the first step"
    for _ in range(3):
        frame = adc.read()
        assert frame.codes == tuple(code(VOLTS[channel]) for channel in channels)
        assert frame.failed == frozenset() and frame.t_us <= bus.t
    assert adc.last_error is None


def test_a_converter_that_is_polled_is_read_earlier():
    ends = []
    for poll_ready in (False, True):
        bus = FakeBus(Ads1115(steady, slow=0.9))
        adc = Ads1x15(bus, (0, 1), poll_ready=poll_ready)
        ends.append([adc.read() and bus.t for _ in range(5)][-1])
    assert ends[1] < ends[0]


@pytest.mark.parametrize(
    "options, off_us",
    [({}, 60), ({"poll_ready": True}, 60), ({"channels": (2,)}, 60), ({"channels": (2,), "continuous": True}, 800)],
    ids=["timed", "polled", "one", "continuous"],
)
def test_a_frame_says_when_each_channel_was_converted(options, off_us):
    """Every input measures the time: its code is when the conversion ended, in steps of 31 us."""
    bus = FakeBus(Ads1115(lambda source, t: t % 1_000_000 / 1e6 * 4.0))
    adc = Ads1x15(bus, **{"channels": range(4), **options})
    for number in range(100):
        bus.t += 777 * (number % 3)  # the program is not always in time
        frame = adc.read()
        assert len(frame.before_us) == len(frame.codes)
        for value, before in zip(frame.codes, frame.before_us, strict=True):
            ended = value / 32768 * 4.096 / 4.0 * 1e6
            off = (frame.t_us - before + 581 - ended + 500_000) % 1_000_000 - 500_000
            assert abs(off) <= off_us
        assert all(a > b + 1000 for a, b in itertools.pairwise(frame.before_us))


def test_a_channel_that_failed_has_no_time():
    bus = FakeBus(Ads1115(steady))
    adc = Ads1x15(bus, range(4), retries=0)
    adc.read()
    bus.faults = failing(at=bus.transfers + 1)
    frame = adc.read()
    assert frame.failed and all((frame.before_us[n] == 0) == (n in frame.failed) for n in range(4))


@pytest.mark.parametrize("range_mv, bits", [(6144, 0), (4096, 1), (2048, 2), (1024, 3), (512, 4), (256, 5)])
def test_every_range_is_set_and_read(range_mv, bits):
    chip = Ads1115(lambda source, t: 0.1)
    assert Ads1x15(FakeBus(chip), range_mv=range_mv).read().codes == (code(0.1, range_mv / 1000),)
    assert chip.configs[0] >> 9 & 7 == bits and chip.configs[0] >> 12 & 7 == 4 and chip.configs[0] & 0x8100 == 0x8100


def test_the_ready_pin_is_set_up_as_the_data_sheet_says():
    chip = Ads1115(steady)
    assert Ads1x15(FakeBus(chip), (2,), ready_pin=True).read().codes == (code(2.5),)
    assert chip.registers[3] & 0x8000 and not chip.registers[2] & 0x8000 and chip.configs[-1] & 3 != 3


def test_the_comparator_is_set_up_as_the_data_sheet_says():
    chip = Ads1115(steady)
    adc = Ads1x15(FakeBus(chip), (1, 2), ready_pin=True)
    adc.read()
    adc.stop()
    assert chip.configs[-1] & 0x0103 == 0x0103, "asleep, and nothing moves the pin"
    adc.watch(2, 300, 900)
    assert (chip.registers[2], chip.registers[3]) == (300, 900)
    # MUX AIN2, a window, active low, not latched, after two conversions; continuous.
    assert chip.configs[-1] >> 12 & 7 == 6 and chip.configs[-1] & 0x011F == 0x0011
    adc.watch(2, 0, 40_000)
    assert (chip.registers[2], chip.registers[3]) == (0x8000, 0x7FFF)
    assert adc.read().codes == (code(1.0), code(2.5))
    assert chip.registers[3] & 0x8000 and not chip.registers[2] & 0x8000, "the pin says ready again"
    for wrong in ((0, 1, 2), (2, 3, 2)):
        with pytest.raises(InvalidError):
            adc.watch(*wrong)
    bus = FakeBus(Ads1115(steady), address=0x49)
    with pytest.raises(NackError):
        Ads1x15(bus).watch(0, 1, 2)


def test_stepping_never_blocks_and_says_when_to_come_back():
    bus = FakeBus(Ads1115(steady))
    adc, frames = Ads1x15(bus, (0, 1)), 0
    assert adc.next_us == 0
    for _ in range(40):
        before = bus.transfers
        if frame := adc.step(bus.t):
            frames += 1
            assert frame.codes == (code(0.5), code(1.0))
        assert bus.transfers - before <= 1
        bus.t = max(bus.t, adc.next_us)
    assert frames >= 5 and bus.waits == 0


def test_a_channel_that_fails_is_reported_and_the_next_frame_is_good():
    bus = FakeBus(Ads1115(steady), faults=failing(first=1, last=2))
    adc = Ads1x15(bus, (0, 1))
    frame = adc.read()
    assert frame.failed == {0} and frame.codes == (None, code(1.0))
    assert isinstance(adc.last_error, NackError)
    assert adc.read().codes == (code(0.5), code(1.0))


@pytest.mark.parametrize(
    "fault, kind",
    [
        (errno.EREMOTEIO, NackError),
        (errno.ENXIO, NackError),
        (errno.ETIMEDOUT, TimedOutError),
        (errno.EIO, BusError),
        (errno.EBADF, BusError),
        (b"\0" * 7, BusError),
    ],
)
def test_a_dead_bus_fails_every_channel_and_says_how(fault, kind):
    injected = []

    def faults(number):
        problem = fault if isinstance(fault, bytes) else OSError(fault, "injected")
        injected.append(problem)
        return problem

    adc = Ads1x15(FakeBus(Ads1115(steady), faults=faults), (0, 3))
    frame = adc.read()
    assert frame.failed == {0, 1} and frame.codes == (None, None)
    assert type(adc.last_error) is kind and isinstance(adc.last_error, OSError)
    if not isinstance(fault, bytes):
        assert adc.last_error.__cause__ is injected[-1]
        assert adc.last_error.errno == {NackError: 121, TimedOutError: 110, BusError: 5}[kind]


def test_a_wrong_address_is_a_nack_that_says_what_to_check():
    adc = Ads1x15(FakeBus(Ads1115(steady), address=0x49))
    assert adc.read().failed == {0}
    assert "0x48" in str(adc.last_error) and "pull-ups" in adc.last_error.__notes__[0]


def test_a_read_that_takes_too_long_times_out():
    adc = Ads1x15(FakeBus(Ads1115(steady)), range(4), rate_sps=8)
    with pytest.raises(TimedOutError, match="reading the ADS1115") as caught:
        adc.read(timeout_us=1000)
    assert isinstance(caught.value, TimeoutError) and caught.value.errno == errno.ETIMEDOUT


@pytest.mark.parametrize("where", ["transfer", "wait"])
def test_a_bug_in_the_bus_reaches_the_caller_at_once(where):
    class Broken(FakeBus):
        calls = 0

    def bug(self, *_):
        self.calls += 1
        raise ZeroDivisionError

    setattr(Broken, where, bug)
    bus = Broken(Ads1115(steady))
    with pytest.raises(ZeroDivisionError):
        Ads1x15(bus).read()
    assert bus.calls == 1


def test_a_bus_that_forgets_to_return_the_time_is_a_bug_too():
    class Silent(FakeBus):
        def wait(self, until_us):
            pass

    with pytest.raises(TypeError, match="the time from Bus.wait"):
        Ads1x15(Silent(Ads1115(steady))).read()


def test_stopping_puts_the_chip_to_sleep():
    chip = Ads1115(steady)
    adc = Ads1x15(FakeBus(chip), continuous=True)
    adc.read()
    adc.stop()
    assert chip.registers[1] & 0x100
    dead = Ads1x15(FakeBus(chip, faults=failing(first=0, last=10**9)))
    with pytest.raises(NackError, match="stopping"):
        dead.stop()


@pytest.mark.parametrize(
    "options, error",
    [
        ({"channels": ()}, ValueError),
        ({"channels": (4,)}, ValueError),
        ({"model": "ADS1256"}, ValueError),
        ({"address": 0x47}, InvalidError),
        ({"address": 0x4C}, InvalidError),
        ({"address": 300}, OverflowError),
        ({"range_mv": 5000}, InvalidError),
        ({"rate_sps": 861}, InvalidError),
        ({"channels": (0, 1), "continuous": True}, InvalidError),
    ],
)
def test_what_the_chip_cannot_do_is_refused(options, error):
    with pytest.raises(error):
        Ads1x15(FakeBus(Ads1115(steady)), **options)


def test_from_chip_to_commit():
    """A finger on an FSR, behind the chip, behind the bus, through the pad to a commit; one bad wire on the way."""

    def volts(source, t):
        press = min(max((t - 600_000) / 400_000, 0), 1) if t < 1_400_000 else 0.0
        return 0.04 + 2.9 * press

    bus = FakeBus(Ads1115(volts), faults=lambda n: OSError(errno.EIO, "glitch") if n % 97 == 0 else None)
    adc, pad, delivered = Ads1x15(bus), Pad(Sensor.fsr402()), []
    pad.when_touched = lambda: delivered.append("touched")
    pad.when_previewed = lambda: delivered.append("previewed")
    pad.when_committed = lambda: delivered.append("committed")
    pad.when_released = lambda event: delivered.append(event.reason.name)
    for _ in itertools.takewhile(lambda _: bus.t < 2_000_000, itertools.count()):
        pad.feed(adc.read())
    assert delivered == ["touched", "previewed", "committed", "LIFTED"]
    assert pad.stats.faults == 0


def test_an_interrupt_during_a_read_is_never_swallowed(capfd):
    """Ctrl-C may strike between the bus and the driver, where Python has no place to raise it."""
    for delay in [0.0003 * n for n in range(1, 40)]:
        adc = Ads1x15(FakeBus(Ads1115(steady)), range(4))
        timer = threading.Timer(delay, _thread.interrupt_main)
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            while True:
                adc.read()
        timer.join()
        adc.read()  # the frame that was interrupted: some of its channels failed
        assert adc.read().codes == tuple(code(VOLTS[n]) for n in range(4)), "and the converter can still be used"
    assert "KeyboardInterrupt" not in capfd.readouterr().err
