"""Several ForceSensors on one converter: each reads its own input at a stated share of the rate, and no other process does."""

import os
import pty
import subprocess
import sys
import threading
from pathlib import Path

import libpress
import pytest
from ads1115 import Ads1115, FakeBus
from libpress import ForceSensor, ForceSensors, InUseError, InvalidError, _shared, linux
from parts import plugged
from test_force_sensor import volts


@pytest.fixture(autouse=True)
def nothing_stays_open(monkeypatch):
    monkeypatch.setattr(_shared, "_buses", {})
    yield
    assert not _shared._buses


PACKAGE = Path(libpress.__file__).parent
HERE = Path(__file__).parent


def newtons(channel, t_us):
    return (channel + 1.0) if t_us > 500_000 else 0.0


def bus_of(force=newtons, **more):
    return FakeBus(Ads1115(volts(force)), transfer_us=150, **more)


def polled(bus, until_us, *sensors):
    each = [one[0] if isinstance(one, ForceSensors) else one for one in sensors]
    while bus.t < until_us:
        for sensor in sensors:
            sensor.poll()
        bus.wait(bus.t + max(min(sensor._loop.source.wait_us() for sensor in each), 10))


def counted(bus, seconds, *sensors):
    before = [one.pad.stats.frames for one in sensors]
    start = bus.t
    polled(bus, start + seconds * 1_000_000, *sensors)
    return [(one.pad.stats.frames - was) / (bus.t - start) * 1e6 for one, was in zip(sensors, before, strict=True)]


def test_two_sensors_on_one_converter_read_their_own_inputs():
    bus = bus_of()
    left, right = ForceSensor(0, bus, thread=False), ForceSensor(1, bus, thread=False)
    polled(bus, 1_000_000, left, right)
    assert [left.force, right.force] == pytest.approx([1, 2], rel=0.03) and left.pad.stats.bus_errors == 0
    third = ForceSensor(3, bus, thread=False)
    polled(bus, 2_000_000, left, right, third)
    assert [left.force, right.force] == pytest.approx([1, 2], rel=0.03)
    assert bus.chip.configs[-1] & 0x100, "single conversions"
    right.close()
    third.close()
    polled(bus, 3_000_000, left)
    assert left.force == pytest.approx(1, rel=0.03) and not bus.chip.configs[-1] & 0x100, "alone it is converted without pause"
    left.close()
    assert bus.chip.configs[-1] & 0x100 and not _shared._buses


@pytest.mark.parametrize("asked", [100, 200, 860])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_each_has_a_stated_share_of_the_rate(count, asked):
    bus = bus_of()
    sensors = [ForceSensor(channel, bus, rate=asked, thread=False) for channel in range(count)]
    stated = [one.rate for one in sensors]
    assert stated == [min(asked, stated[0])] * count
    assert counted(bus, 2, *sensors) == pytest.approx(stated, rel=0.12)
    for one in sensors:
        one.close()


def test_sensors_of_other_rates_share_a_converter():
    bus = bus_of()
    quick, slow = ForceSensor(0, bus, rate=250, thread=False), ForceSensor(1, bus, rate=50, thread=False)
    assert counted(bus, 2, quick, slow) == pytest.approx([250, 50], rel=0.1)
    quick.close()
    slow.close()


def test_pads_say_the_same_rate_for_simulated_and_real():
    for inputs, asked in (((0, 1, 2, 3), 860), ((0, 1), 860), ((2, 3), 50), ((0, 1, 2, 3), None)):
        more = {} if asked is None else {"rate": asked}
        bus = bus_of()
        with ForceSensor.pads(inputs, bus=bus, thread=False, **more) as real:
            simulated = ForceSensor.pads(inputs, finger=[[(0, 0), (3, 0)]] * len(inputs), fast=True, **more)
            assert simulated.rate == real.rate
            simulated.run()
            assert simulated[0].pad.stats.frames / 3.5 == pytest.approx(simulated.rate, rel=0.01)
            start, before = bus.t, real[0].pad.stats.frames
            polled(bus, start + 1_000_000, real)
            assert (real[0].pad.stats.frames - before) / (bus.t - start) * 1e6 == pytest.approx(real.rate, rel=0.12)


def test_a_plate_and_a_sensor_share_a_converter():
    bus = bus_of()
    plate = ForceSensor.plate([(0, 0), (100, 0)], [0, 2], bus=bus, thread=False, start_us=0)
    sensor = ForceSensor(3, bus, thread=False)
    polled(bus, 1_000_000, plate, sensor)
    assert plate.pad.reading.raw_force == pytest.approx((1, 3), rel=0.03) and sensor.force == pytest.approx(4, rel=0.03)
    plate.close()
    sensor.close()


def test_a_reference_is_read_beside_sensors_of_others():
    bus = FakeBus(Ads1115(lambda channel, t: 3.3 if channel == 3 else volts(newtons)(channel, t)), transfer_us=150)
    left, right = ForceSensor(0, bus, reference=3, thread=False), ForceSensor(1, bus, thread=False)
    polled(bus, 1_500_000, left, right)
    assert [left.force, right.force] == pytest.approx([1, 2], rel=0.03)
    with pytest.raises(InvalidError, match="channel=3: the reference of the converter at 0x48 on the bus is on this input"):
        ForceSensor(3, bus, thread=False)
    left.close()
    right.close()


@pytest.mark.parametrize(
    "more, words",
    [
        (
            {"channel": 0},
            r"channel=0: this input of the converter at 0x48 on the bus already has a ForceSensor; use that one, or",
        ),
        ({"channel": 1, "range_mv": 2048}, "range_mv=2048: another sensor on the converter at 0x48 on the bus has 4096"),
        ({"channel": 1, "model": "ADS1015"}, "model='ads1015': another sensor .* has 'ads1115'"),
        ({"channel": 1, "continuous": True}, "continuous reads one input only; with a second sensor"),
    ],
)
def test_what_two_sensors_cannot_share_is_refused_and_the_first_reads_on(more, words):
    bus = bus_of()
    left = ForceSensor(0, bus, range_mv=4096, thread=False)
    with pytest.raises(InvalidError, match=words):
        ForceSensor(bus=bus, thread=False, **more)
    polled(bus, 1_000_000, left)
    assert left.force == pytest.approx(1, rel=0.03)
    left.close()
    assert not _shared._buses


def test_an_input_is_free_again_once_its_sensor_is_closed():
    bus = bus_of()
    ForceSensor(0, bus, thread=False).close()
    ForceSensor(0, bus, thread=False).close()


def test_other_converters_are_shared_too():
    chip, bus = plugged("ADS7828", lambda source, t: volts(newtons)(source, t))
    with ForceSensor(1, bus, model="ADS7828", thread=False) as one, ForceSensor(4, bus, model="ADS7828", thread=False) as other:
        while bus.t < 1_500_000:
            one.poll()
            other.poll()
            bus.wait(bus.t + 200)
        assert other.force / one.force == pytest.approx(2.5, rel=0.3)


def two_of(tmp_path, bus, address=0x49, channel=2):
    path = tmp_path / "two.conf"
    path.write_text(
        f"[sensor]\nchannel = converter2.1\n[sensor2]\nchannel = converter.{channel}\n[pad]\nstart_us = 0\n[converter2]\naddress = {address}\n"
    )
    return ForceSensor.from_config(path, bus=bus, thread=False)


def test_a_sensor_on_two_converters_joins_those_that_read_one_of_them(tmp_path):
    chips = {
        at: Ads1115(volts(lambda channel, t, at=at: newtons(channel, t) + (2 if t > 500_000 and at == 0x49 else 0))) for at in (0x48, 0x49, 0x4A)
    }
    bus = FakeBus(None, address=0, others=chips, transfer_us=150)
    left, right = ForceSensor(0, bus, thread=False), ForceSensor(3, bus, address=0x49, thread=False)
    polled(bus, 100_000, left, right)
    both = two_of(tmp_path, bus)
    polled(bus, 1_000_000, left, right, both)
    assert [left.force, right.force, *both.pad.reading.raw_force] == pytest.approx([1, 6, 4, 3], rel=0.03)
    with pytest.raises(
        InvalidError, match=r"converter at 0x48 .*, the converter at 0x49 .*, the converter at 0x4a .*: two are read together at most"
    ):
        two_of(tmp_path, bus, 0x4A, 1)
    with pytest.raises(InvalidError, match="retries=3: another sensor on the converter at 0x49 on the bus has 1"):
        ForceSensor(2, bus, address=0x49, retries=3, thread=False)
    polled(bus, 1_500_000, left, right, both)
    assert left.pad.stats.bus_errors == right.pad.stats.bus_errors == both.pad.stats.bus_errors == 0
    left.close()
    both.close()
    asleep = len(chips[0x48].configs)
    assert list(_shared._buses.values())[0].readers.keys() == {0x49} and chips[0x48].configs[-1] & 0x100, "nobody reads it: it sleeps"
    polled(bus, 2_000_000, right)
    assert right.force == pytest.approx(6, rel=0.03) and not chips[0x49].configs[-1] & 0x100, "alone it is converted without pause"
    assert len(chips[0x48].configs) == asleep
    right.close()
    assert chips[0x49].configs[-1] & 0x100


def test_a_config_is_read_with_its_own_rate_and_mode(tmp_path):
    bus = bus_of()
    path = tmp_path / "one.conf"
    for keys, rate, is_single in (("", 7, True), ("rate_sps = 128\n", 4, True), ("mode = continuous\nrate_sps = 250\n", 5, False)):
        path.write_text(f"[converter]\n{keys}")
        with ForceSensor.from_config(path, bus=bus, thread=False) as sensor:
            polled(bus, bus.t + 100_000, sensor)
            assert (bus.chip.configs[-1] >> 5 & 7, bool(bus.chip.configs[-1] & 0x100)) == (rate, is_single)
    with ForceSensor.from_config(path, bus=bus, rate_sps=64, continuous=False, thread=False) as sensor:
        polled(bus, bus.t + 100_000, sensor)
        assert (bus.chip.configs[-1] >> 5 & 7, bus.chip.configs[-1] >> 8 & 1) == (3, 1), "what the program gives goes before the file"
    with pytest.raises(InvalidError, match="^converter.rate_sps of an ads1115 must be 8, 16"):
        ForceSensor.from_config(path, bus=bus, rate_sps=65, thread=False)


def test_threads_share_a_converter():
    class Slow(FakeBus):
        """In real time, and never used by two threads at once."""

        busy = threading.Lock()

        def transfer(self, *given):
            assert self.busy.acquire(blocking=False), "two transfers at once"
            try:
                return super().transfer(*given)
            finally:
                self.busy.release()

        def wait(self, until_us):
            import time

            now = time.monotonic_ns() // 1000
            if until_us > now:
                time.sleep((until_us - now) / 1e6)
            self.t = time.monotonic_ns() // 1000
            return self.t

    import time

    start = time.monotonic_ns() // 1000
    bus = Slow(Ads1115(volts(lambda channel, t: (channel + 1.0) if t > start + 400_000 else 0.0)), transfer_us=0)
    with ForceSensor(0, bus) as left, ForceSensor(1, bus) as right:
        assert left.wait_for_press(5) and right.wait_for_press(5)
        time.sleep(0.3)
        assert [left.force, right.force] == pytest.approx([1, 2], rel=0.05)


OTHER = """
import os, sys
sys.path[:0] = sys.argv[2:]
from ads1115 import Ads1115, FakeBus
from libpress import ForceSensor, linux, _shared
class Bus(FakeBus, linux.I2CBus):
    __slots__ = ("__dict__",)
    def __init__(self, path):
        FakeBus.__init__(self, Ads1115(lambda channel, t: 0.1))
        self.path, self._file, self._claimed, self._why = path, os.open(path, os.O_RDWR | os.O_NOCTTY), set(), None
_shared.I2CBus = Bus
try:
    sensor = ForceSensor(int(sys.argv[1].partition(":")[2] or 0), sys.argv[1].partition(":")[0], thread=False)
    print("reads", flush=True)
    sys.stdin.read(1)
    sensor.close()
    print("closed", flush=True)
    sys.stdin.read()
except OSError as problem:
    print(type(problem).__name__, problem, flush=True)
"""


def process(path):
    """Another process with a sensor on a bus."""
    command = [sys.executable, "-c", OTHER, path, str(HERE), str(PACKAGE.parent)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def test_a_second_process_that_opens_the_same_converter_is_refused_and_sees_by_whom(monkeypatch):
    main, second = pty.openpty()  # a file that is a device, as a bus is
    path = os.ttyname(second)
    monkeypatch.setattr(linux.fcntl, "ioctl", lambda file, request, argument: 0)
    with process(path) as one, linux.I2CBus(path) as bus:
        assert one.stdout.readline() == "reads\n"
        with process(f"{path}:1") as other:
            said = other.stdout.readline()
        assert said.startswith("InUseError another process (") and str(one.pid) in said
        assert f"reads the converter at 0x48 on {path} already" in said
        with pytest.raises(InUseError):
            bus.claim(0x48)
        bus.claim(0x49)
        one.stdin.write("x")
        one.stdin.flush()
        assert one.stdout.readline() == "closed\n"
        bus.claim(0x48)
        one.stdin.close()
    os.close(main)
    os.close(second)


@pytest.mark.parametrize("is_forgotten", [False, True])
def test_at_a_prompt_a_new_sensor_takes_over_the_input_of_an_earlier_one(monkeypatch, is_forgotten):
    bus = bus_of()
    sensor = ForceSensor(0, bus=bus)
    other = ForceSensor(1, bus=bus, thread=False)
    with pytest.raises(InvalidError, match="already has a ForceSensor"):
        ForceSensor(0, bus=bus)
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    earlier = sensor
    if is_forgotten:
        del sensor
    sensor = ForceSensor(0, bus=bus)
    assert earlier.closed and not sensor.closed and not other.closed
    with sensor, other:
        pass
