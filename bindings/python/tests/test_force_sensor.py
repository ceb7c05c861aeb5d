"""ForceSensor: what a beginner's program sees of a finger, whatever reads it."""

import asyncio
import itertools
import math
import os
import subprocess
import sys
import threading
import time
import warnings

import pytest
from ads1115 import Ads1115, FakeBus
from conftest import file_with, unpaired
from libpress import (
    BusError,
    Calibration,
    Circuit,
    Curve,
    Engine,
    EventType,
    Feedback,
    ForceSensor,
    ForceSensors,
    Frame,
    InUseError,
    InvalidError,
    Pad,
    Sensor,
    SimulatedFinger,
    StateError,
    Trace,
)
from libpress.generated import _raw
from parts import Adc121

PRESS = [(0.5, 0), (0.7, 4), (1.0, 4), (1.2, 0)]


@pytest.fixture(autouse=True)
def nothing_warns():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def log(sensor):
    events = []
    sensor.engine.when_event = events.append
    return events


def readings(force, rate=200, **circuit):
    """A function that reads a simulated FSR: `force` from seconds to newtons, one reading a call."""
    from libpress.simulation import SimulatedPlate

    plate, n = SimulatedPlate([Sensor(Circuit(**circuit))], 1), 0

    def read():
        nonlocal n
        n += 1
        return plate.codes(force(n / rate), None, None)[0]

    return read


def test_defaults_are_those_of_c():
    sensor = ForceSensor.simulated(fast=True)
    assert sensor.engine.config["full_force"] == Engine().config["full_force"] == 5
    raw = _raw.press_sensor()
    _raw.press_sensor_init(raw)
    assert ForceSensor.__init__.__defaults__ == (0, 1, raw.circuit.resistor_ohm, 5)


def test_a_finger_presses_squeezes_and_releases():
    sensor, seen = ForceSensor.simulated(PRESS, fast=True), []
    sensor.when_pressed = lambda: seen.append("pressed")
    sensor.when_released = lambda event: seen.append(event.type)

    @sensor.when_squeezed(at=0.25)
    def light():
        seen.append("light")

    @sensor.when_squeezed(at=0.7)
    def hard(value):
        assert 0.7 <= value < 0.8
        seen.append("hard")

    assert sensor.when_pressed is not None and light is not hard and hard.__name__ == "hard"
    while sensor.poll():
        pass
    assert seen == ["pressed", "light", "hard", EventType.CONTACT_ENDED]
    assert list(sensor) == [] and sensor.force == 0 and sensor.value == 0 and not sensor.is_pressed


def test_a_squeeze_comes_once_for_each_rise():
    forces = [(0.5, 0), (0.7, 4), (0.9, 3.6), (1.1, 4), (1.3, 2), (1.5, 4), (1.7, 0), (1.9, 4), (2.0, 0)]
    sensor, seen = ForceSensor.simulated(forces, fast=True), []
    sensor.when_squeezed(at=0.7)(seen.append)
    sensor.run()
    assert len(seen) == 3, "3.6 N is not below eight tenths of the level, 2 N is"


def test_value_is_the_pressure_of_events_and_force_is_newtons():
    sensor = ForceSensor.simulated(PRESS, fast=True, tell_moved=True)
    pairs = []
    sensor.engine.when_moved = lambda event: pairs.append((event.pressure, event.force))
    values = []
    while sensor.poll():
        values.append((sensor.value, sensor.force, sensor.is_pressed))
    assert len(pairs) > 80
    for pressure, force in pairs:
        assert min(abs(pressure - value) + abs(force - newtons) for value, newtons, _ in values) < 2e-3
    assert max(value for value, _, _ in values) == pytest.approx((4 - 0.4) / 4.6, abs=0.02)
    assert {down for _, _, down in values} == {True, False}


def test_the_parts_of_the_engine_are_there():
    sensor, seen = ForceSensor.simulated([(0.5, 0), (0.8, 6), (1, 0)], fast=True, gestures=True, lift_us=0), []
    sensor.engine.preview.when_began = lambda: seen.append("preview")
    sensor.engine.preview.when_committed = lambda: seen.append("commit")
    sensor.run()
    assert seen == ["preview", "commit"] and sensor.engine.gestures.when_tapped is None
    assert sensor.pad.stats.frames == 300


def test_a_thread_reads_and_calls():
    threads, released = [], threading.Event()
    with ForceSensor.simulated([(0.25, 0), (0.3, 3), (0.35, 3), (0.4, 0)]) as sensor:
        sensor.when_pressed = lambda: threads.append(threading.current_thread())
        sensor.when_released = released.set
        assert sensor.wait_for_press(5) and sensor.wait_for_release(5) and released.wait(5)
        assert not sensor.wait_for_press(0.01)
        with pytest.raises(StateError, match=r"a thread reads this sensor already: .*ForceSensor\(thread=False\)"):
            sensor.poll()
    assert threads[0] is not threading.current_thread() and not threads[0].is_alive()
    for use in (lambda: sensor.value, sensor.wait_for_press, sensor.poll, lambda: sensor.is_pressed):
        with pytest.raises(StateError, match="the sensor is closed: make a new ForceSensor"):
            use()
    sensor.close()


def test_waiting_without_a_thread_reads():
    sensor = ForceSensor.simulated(PRESS, fast=True)
    assert sensor.wait_for_press() and sensor.is_pressed and 0.5 < sensor.pad.reading.t_us / 1e6 < 0.7
    assert sensor.wait_for_release() and not sensor.is_pressed
    assert not sensor.wait_for_press(), "the recording is over"
    assert not ForceSensor.simulated(thread=False).wait_for_press(0.05)


def test_closing_ends_what_runs():
    sensor = ForceSensor.simulated(PRESS, fast=True)
    events = log(sensor)
    assert sensor.wait_for_press()
    sensor.close()
    assert events[-1].type == EventType.CONTACT_CANCELLED and unpaired(events) == (set(), [])


def test_a_function_may_close_the_sensor():
    closed = threading.Event()
    sensor = ForceSensor.simulated([(0.25, 0), (0.3, 3), (2, 3)])

    def close():
        sensor.close()
        closed.set()

    sensor.when_pressed = close
    assert closed.wait(5) and sensor.closed


def test_what_a_function_raises_is_reported_and_the_sensor_reads_on(monkeypatch):
    reported, done = [], threading.Event()
    monkeypatch.setattr(threading, "excepthook", lambda seen: reported.append(seen.exc_value))
    with ForceSensor.simulated([(0.25, 0), (0.3, 3), (0.35, 3), (0.4, 0)]) as sensor:
        sensor.when_pressed = lambda: 1 / 0
        sensor.when_released = done.set
        assert done.wait(5)
    assert [type(one) for one in reported] == [ZeroDivisionError]
    sensor = ForceSensor.simulated(PRESS, fast=True)
    sensor.when_squeezed(at=0.3)(lambda: 1 / 0)
    sensor.when_squeezed(at=0.3)(lambda: [][1])
    with pytest.raises(ZeroDivisionError) as caught:
        sensor.run()
    assert caught.value.__notes__ == ["sensor.when_squeezed(at=0.3) raised IndexError: list index out of range"]
    sensor.run()


def test_asyncio_takes_events_with_and_without_a_thread():
    async def types(sensor):
        return [event.type async for event in sensor.events()]

    polled = asyncio.run(types(ForceSensor.simulated(PRESS, fast=True)))
    threaded = asyncio.run(types(ForceSensor.simulated([(0.25, 0), (0.3, 3), (0.35, 3), (0.4, 0)])))
    for found in (polled, threaded):
        assert EventType.CONTACT_BEGAN in found and found[-1] == EventType.CONTACT_ENDED

    async def until_closed():
        sensor = ForceSensor.simulated()
        asyncio.get_running_loop().call_later(0.05, sensor.close)
        return [event async for event in sensor.events()]

    assert asyncio.run(until_closed()) is not None


def test_the_values_end_when_the_sensor_is_closed():
    sensor = ForceSensor.simulated()
    values = sensor.values
    assert next(values) == 0
    sensor.close()
    assert list(values) == []


# Readings of the program


class Mcp3008:
    """As gpiozero's."""

    bits = 10

    def __init__(self, read):
        self.read = read

    @property
    def raw_value(self):
        return self.read()

    @property
    def value(self):
        return self.raw_value / 1023


class AnalogIn:
    """CircuitPython's analogio.AnalogIn: 16 bits."""

    reference_voltage = 3.3
    __module__ = "analogio"

    def __init__(self, read):
        self.read = read

    @property
    def value(self):
        return self.read() * 64

    @property
    def voltage(self):
        raise AssertionError("value is exact")


class Volts:
    """As adafruit_ads1x15's AnalogIn: its value counts from another voltage than the supply's."""

    def __init__(self, read):
        self.read = read

    @property
    def value(self):
        raise AssertionError("not of the supply")

    @property
    def voltage(self):
        return self.read() / 1023 * 3.3


class Value:
    def __init__(self, read):
        self.read = read

    @property
    def value(self):
        return self.read() / 1023


@pytest.mark.parametrize(
    "make",
    [
        lambda read: {"adc": Mcp3008(read)},
        lambda read: {"adc": AnalogIn(read)},
        lambda read: {"adc": Volts(read)},
        lambda read: {"adc": Value(read)},
        lambda read: {"adc": read, "full_scale": 1023},
        lambda read: {"adc": lambda: read() / 1023},
        lambda read: {"adc": lambda: read() / 1023 * 5, "full_scale": 5.0},
        lambda read: {"adc": lambda: float(read()), "full_scale": 1023},
    ],
)
def test_any_reading_gives_the_same_newtons(make, monkeypatch):
    clock = itertools.count(10**9, 5_000_000)
    monkeypatch.setattr("libpress._intake.clock", lambda: next(clock))
    sensor = ForceSensor(**make(readings(lambda s: 3.0 if s > 0.5 else 0.0, full_scale=1023)), thread=False)
    for _ in range(300):
        assert sensor.poll() == 1
    assert sensor.force == pytest.approx(3, rel=0.02) and sensor.is_pressed


def test_a_squeeze_is_looked_for_from_the_next_reading_on():
    readings, seen = iter([0.0] * 5 + [0.7] * 10), []
    sensor = ForceSensor(adc=lambda: next(readings), thread=False, start_us=0, median=False, filter=False)
    for _ in range(4):
        sensor.poll()
    sensor.when_squeezed(at=0.3)(seen.append)
    before = sensor.pad.stats.frames
    while not seen:
        sensor.poll()
    assert sensor.pad.stats.frames - before < 4
    with pytest.raises(AttributeError, match=r"sensor.poll is read-only: it is called, sensor.poll\(\)"):
        sensor.poll = 3


def test_a_reading_that_fails_is_a_fault_and_recovers(monkeypatch):
    now = [10**9]
    monkeypatch.setattr("libpress._intake.clock", lambda: now[0])
    monkeypatch.setattr("libpress._intake.now_us", lambda: now[0] // 1000)
    fails, seen = [False], []

    def read():
        if fails[0]:
            raise OSError(5, "the wire is off")
        return 0.3

    sensor = ForceSensor(adc=read, thread=False)
    sensor.when_fault = lambda event, advice: seen.append(advice)
    sensor.when_recovered = lambda: seen.append("recovered")
    for n in range(200):
        now[0] += 5_000_000
        fails[0] = 60 < n < 100
        sensor.poll()
    assert seen[1:] == ["recovered"] and "the wire is off" in seen[0] and sensor.pad.stats.bus_errors == 39


def test_an_error_of_the_program_in_adc_ends_the_thread_and_says_so(monkeypatch):
    reported = []
    monkeypatch.setattr(threading, "excepthook", lambda seen: reported.append(seen.exc_value))
    answers = iter([0.1] * 20)

    def read():
        value = next(answers, None)
        if value is None:
            raise KeyError("pin")
        return value

    with ForceSensor(adc=read, rate=1000) as sensor:
        with pytest.raises(StateError, match="not read any more: KeyError: 'pin'") as caught:
            sensor.wait_for_press(5)
        assert isinstance(caught.value.__cause__, KeyError) and reported == [caught.value.__cause__]
        with pytest.raises(StateError, match="not read any more"):
            sensor.value  # noqa: B018


# A converter


def volts(force):
    """Of a divider with an FSR 402 of which `force` is asked by input and microseconds."""
    from libpress.simulation import conductance

    sensor = Sensor()

    def at(channel, t_us):
        siemens = conductance(sensor, force(channel, t_us)) * 1e-6
        return 3.3 * siemens * 4700 / (1 + siemens * 4700)

    return at


def polled(sensor, bus, until_us):
    while bus.t < until_us:
        sensor.poll()
        bus.wait(bus.t + 500)


@pytest.mark.parametrize("model", ["ADS1115", "ADS1015"])
def test_a_converter_is_read(model):
    bus = FakeBus(Ads1115(volts(lambda channel, t: 3.0 if t > 500_000 and channel == 2 else 0.0), model))
    sensor = ForceSensor(2, bus, model=model, thread=False)
    polled(sensor, bus, 1_000_000)
    assert sensor.force == pytest.approx(3, rel=0.02) and 190 < sensor.pad.stats.frames < 202
    sensor.close()
    assert bus.chip.configs[-1] & 0x100, "it sleeps"


def test_a_board_brings_its_converter_its_address_and_where_codes_end():
    divider = volts(lambda channel, t: 2.0 if t > 500_000 else 0.0)
    bus = FakeBus(Adc121(lambda source, t: divider(source, t) / 2, reference=3.0, inputs=1), 0x50)
    with ForceSensor(board="grove-i2c-adc", bus=bus, thread=False) as sensor:
        polled(sensor, bus, 1_000_000)
        assert sensor.force == pytest.approx(2, rel=0.03)
    with pytest.raises(InvalidError, match="board='grove-adc': there are adafruit-ads1115, .*grove-i2c-adc"):
        ForceSensor(board="grove-adc", thread=False)
    with pytest.raises(InvalidError, match="model='ADS1115': the board grove-i2c-adc has ADC121C021"):
        ForceSensor(board="grove-i2c-adc", model="ADS1115", thread=False)


def test_pads_have_a_sensor_each_in_the_order_of_the_channels():
    bus = FakeBus(Ads1115(volts(lambda channel, t: (channel + 1.0) if t > 500_000 else 0.0)))
    seen = []
    with ForceSensor.pads([3, 0, 1], bus=bus, thread=False) as pads:
        assert isinstance(pads, ForceSensors) and len(pads) == 3
        for number, pad in enumerate(pads):
            pad.when_pressed = lambda event, number=number: seen.append(number)
        polled(pads, bus, 1_500_000)
        assert [pad.force for pad in pads] == pytest.approx([4, 1, 2], rel=0.03) and sorted(seen) == [0, 1, 2]
        assert pads.value == tuple(pad.value for pad in pads)
    assert all(pad.closed for pad in pads)


def test_a_plate_says_where_the_finger_is():
    corners = [(0, 0), (100, 0), (0, 100), (100, 100)]
    finger = [(0.5, 0, 20, 70), (0.7, 4, 20, 70), (2, 4, 80, 30)]
    sensor = ForceSensor.plate(corners, finger=finger, preload_force=0.5, fast=True)
    path = []
    while sensor.poll():
        if sensor.is_pressed:
            path.append((sensor.x, sensor.y))
    assert path[20] == pytest.approx((20, 70), abs=6) and path[-1] == pytest.approx((80, 30), abs=3)
    bus = FakeBus(Ads1115(volts(lambda channel, t: 0.5 + (1.0 if t > 500_000 and channel in (1, 3) else 0.0))))
    sensor = ForceSensor.plate(corners, bus=bus, preload_force=0.5, thread=False)
    polled(sensor, bus, 1_500_000)
    assert (sensor.x, sensor.y) == pytest.approx((100, 50), abs=3)


def test_simulated_pads_have_a_finger_each():
    pads = ForceSensor.pads(finger=[PRESS, SimulatedFinger([(1, 0), (1.2, 2), (1.5, 2), (1.6, 0)])], fast=True)
    began = []
    for number, pad in enumerate(pads):
        pad.when_pressed = lambda event, number=number: began.append((number, round(event.t_us / 1e6, 1)))
    pads.run()
    assert began == [(0, 0.6), (1, 1.1)]


def test_a_calibration_brings_circuit_and_curve(tmp_path):
    circuit = Circuit(full_scale=26400, resistor_ohm=10_000)
    Calibration(circuit, Curve.power(100, 1, 1)).save(tmp_path / "left.cal")
    sensor = ForceSensor.simulated(PRESS, fast=True, calibration=tmp_path / "left.cal")
    sensor.wait_for_press()
    forces = []
    while sensor.poll():
        forces.append(sensor.force)
    assert max(forces) == pytest.approx(4, rel=0.02)


# Recordings


def test_a_trace_gives_the_events_that_a_pad_gives(tmp_path):
    frames = [Frame(5000 * n, (int(300 + 12000 * math.sin(n / 60) ** 8),), frozenset(), (600,)) for n in range(1, 900)]
    lines = ["# libpress trace 1 sensors=1 full_scale=20000", "# t_us,present,failed,code0,before0"]
    lines += [f"{frame.t_us},{int(n != 500)},{int(n == 500)},{frame.codes[0]},600" for n, frame in enumerate(frames)]
    (tmp_path / "one.trace").write_text("\n".join([*lines, "# end 4520000", ""]))
    sensor, pad, events = ForceSensor.replay(tmp_path / "one.trace", fast=True), Pad(Sensor(Circuit(20000))), []
    replayed = log(sensor)
    pad.engine.when_event = events.append
    sensor.run()
    for n, frame in enumerate(frames):
        pad.feed(Frame(frame.t_us, (None,), frozenset((0,))) if n == 500 else frame)
    pad.tick(4_520_000)
    pad.engine.reset()
    assert len(events) > 100 and replayed == events and unpaired(events) == (set(), [])


def test_a_csv_requires_its_rate(tmp_path):
    path = file_with(tmp_path / "two.csv", "left,right\n" + "".join(f"3,{4 + n // 100 * 350}\n" for n in range(300)))
    sensor = ForceSensor.replay(path, rate=250, column=1, full_scale=1023, resistor=10_000, fast=True)
    while sensor.poll():
        pass
    assert sensor.pad.stats.frames == 300 and sensor.pad.reading.t_us == 299 * 4000 and sensor.pad.reading.force > 1
    assert Trace.load(path, 250, [0, 1]).frames[299].codes == (3, 704)


class Three:
    """As numpy has whole numbers."""

    def __index__(self):
        return 3


HEADED, BARE = "time, FSR1,FSR2,FSR3,FSR2\n", ""


@pytest.mark.parametrize("heading, column", [(HEADED, 3), (HEADED, "FSR3"), (HEADED, " FSR3"), (HEADED, Three()), (BARE, 3)])
def test_a_column_of_a_csv_is_named_by_its_number_or_its_name(tmp_path, heading, column):
    path = file_with(tmp_path / "x.csv", heading + "".join(f"{n},1,2,{400 + n},5\n" for n in range(20)))
    sensor = ForceSensor.replay(path, rate=250, column=column, full_scale=1023, fast=True)
    while sensor.poll():
        pass
    assert sensor.pad.stats.frames == 20
    assert Trace.load(path, 250, ["FSR1" if heading else 1, column]).frames[2].codes == (1, 402)


@pytest.mark.parametrize(
    "heading, there", [(HEADED, "there are 0 'time', 1 'FSR1', 2 'FSR2', 3 'FSR3', 4 'FSR2'"), (BARE, "there are 0, 1, 2, 3, 4")]
)
@pytest.mark.parametrize("column", ["FSR9", "fsr3", "", "FSR2", "3", 5, -1, 10**30, 1.5, 1.0, True, b"FSR3"])
def test_a_column_that_is_not_there_is_refused_with_those_that_are(tmp_path, heading, there, column):
    path = file_with(tmp_path / "x.csv", heading + "0,1,2,3,5\n" * 20)
    with pytest.raises(InvalidError) as refused:
        ForceSensor.replay(path, rate=250, column=column, full_scale=1023, fast=True)
    assert f"x.csv:1: column={column!r}: it must be the number of a column, or its name in the heading; {there}" in str(refused.value)
    assert ("several are called so" in str(refused.value)) is (column == "FSR2" and heading == HEADED)


def test_a_trace_of_pressd_has_no_columns_to_choose_from(tmp_path):
    path = file_with(tmp_path / "x.trace", "# libpress trace 1 sensors=1 full_scale=9\n5,1,0,3\n")
    with pytest.raises(InvalidError, match="column='FSR3': a trace of pressd has no columns"):
        ForceSensor.replay(path, column="FSR3", fast=True)
    with pytest.raises(InvalidError, match="at least one"):
        Trace.load(path, 250, [])


@pytest.mark.parametrize(
    "text, words",
    [
        ("3\n4\n", "x.trace:1: a CSV does not say how many rows a second it has: give rate="),
        ("# libpress trace 1 sensors=1 full_scale=9\n1,1,0,x\n", "x.trace:2: there must be one whole number per sensor"),
        ("# libpress trace 1 sensors=1 full_scale=9\n5,1,0,3\n# end x\n", 'x.trace:3: "# end" requires a time'),
    ],
)
def test_a_broken_trace_is_named_with_its_line(tmp_path, text, words):
    """All that can be wrong is in test_tools.py, where pressd says the same."""
    path = file_with(tmp_path / "x.trace", text)
    with pytest.raises(ValueError, match=words):
        ForceSensor.replay(path)


def test_a_finger_is_read_from_a_file(tmp_path):
    path = file_with(tmp_path / "finger.txt", "# a press\n500ms 0 50 80\n0.6s 2\n700ms 2 60 90\n800ms 0\n")
    finger = SimulatedFinger(path)
    assert finger.ends_at == 1.3 and finger.at(0.65)[0] == 2 and finger.at(0.7) == (2, 60, 90)
    for text, words in (("1s\n", ":1: a line is TIME NEWTONS"), ("1s 2\n1s 2\n", "rise in time"), ("", "at least one key point")):
        path.write_text(text)
        with pytest.raises(ValueError, match=words):
            SimulatedFinger(path)
    assert SimulatedFinger(lambda seconds: seconds * 2).at(1.5)[0] == 3


def test_a_bus_that_comes_back_is_opened_again(monkeypatch, tmp_path):
    from libpress import linux

    monkeypatch.setattr(linux.fcntl, "ioctl", lambda file, request, argument: 0)
    node = tmp_path / "i2c-1"
    node.touch()
    bus = linux.I2CBus(str(node))
    bus.claim(0x48)
    node.rename(tmp_path / "gone")
    files = []
    with monkeypatch.context() as patch:
        patch.setattr(linux.os, "open", lambda *given, really=os.open: (files.append(bus._file), really(*given))[1])
        assert not bus.reopen()
    assert files == [-1], "the kernel lets go of an adapter that is gone once nobody has its file"
    with pytest.raises(BusError, match="opening .*i2c-1: No such file"):
        bus.transfer(0x48, b"", 1)
    node.touch()
    with linux.I2CBus(str(node)) as other:
        other.claim(0x48)
        assert not bus.reopen()
        with pytest.raises(InUseError, match="reads the converter at 0x48 on .*i2c-1 already"):
            bus.transfer(0x48, b"", 1)
    assert bus.reopen() and bus.transfer(0x48, b"", 1) == b"\0"
    with linux.I2CBus(str(node)) as other, pytest.raises(InUseError):
        other.claim(0x48)
    bus.close()
    with pytest.raises(BusError, match="is closed"):
        bus.transfer(0x48, b"", 1)


def test_nobody_is_left_waiting_when_it_closes():
    sensor = ForceSensor.simulated([(9, 0)])
    threading.Timer(0.05, sensor.close).start()
    began = time.monotonic()
    with pytest.raises(StateError, match="closed"):
        sensor.wait_for_press(9)
    assert time.monotonic() - began < 5


NO_FAULT_HOOKS = {
    "nothing is set": lambda sensor: None,
    "when_pressed is set": lambda sensor: setattr(sensor, "when_pressed", lambda: None),
    "when_recovered is set": lambda sensor: setattr(sensor, "when_recovered", lambda: None),
    "a hook of the preview is set": lambda sensor: setattr(sensor.engine.preview, "when_committed", lambda: None),
    "feedback is set": lambda sensor: setattr(sensor, "feedback", Feedback(lambda played: None)),
    "when_fault was set and taken away": lambda sensor: (setattr(sensor, "when_fault", lambda: None), setattr(sensor, "when_fault", None)),
}
FAULT_HOOKS = {
    "when_fault": lambda sensor: setattr(sensor, "when_fault", lambda: None),
    "engine.when_event": lambda sensor: setattr(sensor.engine, "when_event", lambda event: None),
}


@pytest.mark.parametrize("what", [*NO_FAULT_HOOKS, *FAULT_HOOKS])
def test_a_broken_wire_is_said_until_the_program_listens_to_faults(tmp_path, what):
    trace = tmp_path / "wire.csv"
    trace.write_text("code\n" + "261\n" * 200 + "0\n" * 1000)
    sensor = ForceSensor.replay(trace, rate=200, fast=True, full_scale=26400, parallel_ohm=470_000)
    (NO_FAULT_HOOKS | FAULT_HOOKS)[what](sensor)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        sensor.run()
    assert [str(one.message)[:23] for one in said] == (["the sensor has failed: "] if what in NO_FAULT_HOOKS else [])


@pytest.mark.parametrize("thread", [True, False])
def test_a_hook_that_runs_while_a_sensor_closes_can_read_it(thread):
    said = []
    with ForceSensor.simulated([(0.1, 0), (0.3, 3), (9, 3)], fast=not thread, thread=thread) as sensor:
        sensor.when_released = lambda: said.append((sensor.value, sensor.force, sensor.is_pressed, repr(sensor)[:12], sensor.close()))
        assert sensor.wait_for_press(5)
    assert len(said) == 1 and sensor.closed
    with pytest.raises(StateError, match="is closed"):
        _ = sensor.value


SLEEPERS = {
    "run": "sensor.run()",
    "pause": "import signal; signal.pause()",
    "a loop of its own": "import time\nwhile True: time.sleep(0.01)",
    "asyncio": "import asyncio\nasync def main():\n    async for event in sensor.events(): pass\nasyncio.run(main())",
}


@pytest.mark.parametrize("way", SLEEPERS)
def test_sigterm_ends_a_press_once_with_its_hooks_and_without_a_traceback(way):
    program = f"""
from libpress import ForceSensor
sensor = ForceSensor.simulated([(0, 0), (0.3, 0), (0.4, 3), (60, 3)])
sensor.when_pressed = lambda: print("pressed", flush=True)
sensor.when_released = lambda event: print("released", event.reason.name, flush=True)
{SLEEPERS[way]}
"""
    running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stdout.readline() == "pressed\n"
    running.terminate()
    out, err = running.communicate(timeout=20)
    assert (out, err, running.returncode) == ("released RESET\n", "", 143)


def test_a_handler_of_the_program_for_sigterm_stays():
    program = """
import os, signal
from libpress import ForceSensor
signal.signal(signal.SIGTERM, lambda *_: print("mine", flush=True))
with ForceSensor.simulated() as sensor:
    os.kill(os.getpid(), signal.SIGTERM)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30)
    assert (done.stdout, done.stderr, done.returncode) == ("mine\n", "", 0)


def test_the_rate_of_a_sensor_that_a_game_polls_is_that_of_the_game():
    sensor = ForceSensor(adc=lambda: 300, full_scale=1023, rate=500, thread=False)
    assert sensor.rate == 500
    for _ in range(150):
        sensor.poll()
        time.sleep(0.01)
    assert 40 < sensor.rate <= 100
