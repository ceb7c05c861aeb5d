"""Functions and objects that a program reads by: they take turns, and whatever they do each press ends once."""

import asyncio
import gc
import itertools
import math
import os
import random
import signal
import threading
import time
import warnings

import pytest
from libpress import ForceSensor, StateError, _intake, _readings

PATIENT = dict.fromkeys(("stale_after_us", "gap_us", "lost_after_us"), 2_000_000)
"""For presses that a busy machine may not cut in two."""

# Turns


class Chip:
    """Of a library that locks a transfer, and not a reading: it selects the input, waits for the conversion, and reads the code."""

    def __init__(self, convert=lambda: time.sleep(0.0003)):
        self.lock, self.convert, self.input = threading.Lock(), convert, 0
        self.read_by, self.foreign = [0] * 4, 0

    def read(self, channel):
        with self.lock:
            self.input = channel
        self.convert()
        with self.lock:
            self.foreign += self.input != channel
            self.read_by[self.input] += 1
            return 0.1 * (1 + self.input)

    def pin(self, channel):
        return lambda: self.read(channel)


def polled(sensors, seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for sensor in sensors:
            sensor.poll()


def polled_by_threads(sensors, seconds):
    threads = [threading.Thread(target=polled, args=([sensor], seconds)) for sensor in sensors]
    for one in threads:
        one.start()
    for one in threads:
        one.join()


def awaited(sensors, seconds):
    async def main():
        async def each(sensor):
            async for _ in sensor.events():
                pass

        tasks = [asyncio.create_task(each(sensor)) for sensor in sensors]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()

    asyncio.run(main())


@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.parametrize(
    "thread, wait",
    [(True, lambda sensors, s: time.sleep(s)), (False, polled), (False, polled_by_threads), (False, awaited)],
    ids=["threads", "poll", "poll in threads", "asyncio"],
)
def test_sensors_on_one_object_take_turns(count, thread, wait):
    chip = Chip()
    sensors = [ForceSensor(adc=chip.pin(n), rate=860, thread=thread) for n in range(count)]
    wait(sensors, 0.5)
    for sensor in sensors:
        sensor.close()
    read = chip.read_by[:count]
    assert chip.foreign == 0 and min(read) > max(read) / 3 and min(read) > 20


def test_an_independent_reader_waits_for_no_other_one():
    slow, read = threading.Event(), threading.Event()
    first = ForceSensor(adc=lambda: slow.wait(0.2) * 0.1)
    second = ForceSensor(adc=lambda: read.set() or 0.1, independent=True)
    read.clear()
    assert read.wait(5)
    slow.set()
    first.close()
    second.close()
    with pytest.raises(TypeError, match="independent is a setting of adc"):
        ForceSensor(independent=True)


def test_a_reader_that_reads_another_sensor_does_not_wait_for_itself():
    inner = ForceSensor(adc=lambda: 0.1, thread=False)
    outer = ForceSensor(adc=lambda: inner.poll() * 0.1, thread=False)
    assert outer.poll() == 1


def test_a_reader_that_reads_others_twice_does_not_wait_for_a_thread_that_waits_for_it():
    """Between the two, another thread has come to wait."""
    inner = ForceSensor(adc=lambda: 0.1, thread=False)
    begun = threading.Event()

    def read():
        inner.poll()
        begun.set()
        time.sleep(0.01)
        return inner.poll() * 0.1

    outer = ForceSensor(adc=read, thread=False)
    begun.clear()
    other = threading.Thread(target=lambda: begun.wait(5) and inner.poll())
    other.start()
    assert outer.poll() == 1
    other.join(5)
    assert not other.is_alive()


def test_a_child_process_reads_while_a_thread_of_its_parent_reads():
    """At the fork that thread holds the lock, and another one waits for it; the child has neither."""
    go = threading.Event()
    go.set()
    sensors = [ForceSensor(adc=lambda: go.wait(5) * 0.1, thread=False) for _ in range(2)]
    go.clear()
    threads = [threading.Thread(target=one.poll) for one in sensors]
    for one in threads:
        one.start()
    time.sleep(0.05)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12: to fork beside a thread
        child = os.fork()
    if child == 0:
        signal.alarm(10)
        read = [ForceSensor(adc=lambda: 0.1, thread=False) for _ in range(2)]
        os._exit(0 if all(one.poll() for one in read for _ in range(2)) else 1)
    _, status = os.waitpid(child, 0)
    go.set()
    for one in threads:
        one.join()
    for one in sensors:
        one.close()
    assert os.waitstatus_to_exitcode(status) == 0


# Readers that fail


class Daq(Exception):
    """As of libraries whose errors are only an Exception."""


def nack():
    try:
        raise OSError(121, "Remote I/O error")
    except OSError as error:
        raise RuntimeError("Failed to read value") from error


def raised(error):
    def fail():
        raise error

    return fail


BUS = {"nan": lambda: math.nan, "bus": raised(OSError(5, "the wire is off")), "time": raised(TimeoutError()), "runtime of a bus": nack}
OTHER = {"library": raised(Daq("-200279")), "nameless": raised(Daq()), "text": lambda: "x", "list": lambda: [3], "huge": lambda: 1e30}
FINAL = {
    "type": raised(TypeError("bug")),
    "name": raised(NameError("bug")),
    "attribute": raised(AttributeError("bug")),
    "end": raised(StopIteration()),
}


@pytest.fixture
def clock(monkeypatch):
    """Its first item is the time, in nanoseconds."""
    now = [10**9]
    monkeypatch.setattr(_intake, "clock", lambda: now[0])
    for module in (_intake, _readings):
        monkeypatch.setattr(module, "now_us", lambda: now[0] // 1000)
    return now


class World:
    """One or two sensors that are polled, and what was seen of the first: `fail` in place of a reading where it is set."""

    def __init__(self, clock, many):
        self.clock, self.level, self.fail, self.down, self.seen, self.advice, self.reasons = clock, 0.0, None, 0, [], [], []
        if many:
            self.all = ForceSensor.pads(adc=[self.read, lambda: 0.01], thread=False)
            self.sensor = self.all[0]
        else:
            self.all = self.sensor = ForceSensor(adc=self.read, thread=False)
        self.sensor.when_pressed = lambda: self.sees(1, "pressed")
        self.sensor.when_released = lambda event: self.sees(-1, event.type.name)
        self.sensor.when_fault = lambda event, advice: self.advice.append(advice)

    def sees(self, step, word):
        self.down += step
        assert self.down in (0, 1), "one end for one beginning"
        self.seen.append(word)

    def read(self):
        return self.level if self.fail is None else self.fail()

    def run(self, readings):
        for _ in range(readings):
            self.clock[0] += 5_000_000
            self.all.poll()

    def press(self, readings):
        """After so many at rest."""
        self.level = 0.0
        self.run(readings)
        self.level = 0.6
        self.run(60)
        return self


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("name", BUS)
def test_a_bus_that_fails_is_a_fault_and_is_asked_again(clock, many, name):
    world = World(clock, many).press(80)
    assert world.down == 1 and world.sensor.value > 0.5
    world.fail = BUS[name]
    world.run(300)
    assert world.seen == ["pressed", "CONTACT_CANCELLED"] and world.sensor.value == 0 and not world.sensor.is_pressed
    assert len(world.advice) == 1 and "the sensor has failed (" in world.advice[0].replace("sensor 0", "the sensor")
    world.fail = None
    assert world.press(100).down == 1, "it goes on"


def test_an_error_that_a_library_raises_again_and_again_does_not_grow(clock):
    kept = OSError("nobody answers")
    world = World(clock, False)
    world.run(80)

    def fails():
        raise kept

    world.fail = fails
    world.run(500)
    trace, frames = kept.__traceback__, 0
    while trace is not None:
        trace, frames = trace.tb_next, frames + 1
    assert 1 <= frames <= 62


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("name", OTHER)
def test_another_failure_is_one_of_ten(clock, many, name):
    world = World(clock, many).press(80)
    for _ in range(5):
        world.fail = OTHER[name]
        world.run(9)
        world.fail = None
        world.run(60)
    assert world.seen[:2] == ["pressed", "CONTACT_CANCELLED"] and world.advice
    world.fail = OTHER[name]
    world.run(9)
    with pytest.raises(Exception) as caught:  # noqa: PT011
        world.run(1)
    assert "not read any more" in caught.value.__notes__[0]
    assert world.down == 0 and world.seen[-1] == "CONTACT_CANCELLED"
    with pytest.raises(StateError, match="the sensor is not read any more"):
        world.run(1)
    world.all.close()


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("name", FINAL)
def test_what_cannot_get_better_ends_the_press_and_the_sensor(clock, many, name):
    world = World(clock, many).press(80)
    world.fail = FINAL[name]
    with pytest.raises((TypeError, NameError, AttributeError, StopIteration)):
        world.run(1)
    assert world.seen == ["pressed", "CONTACT_CANCELLED"] and len(world.advice) == 1
    with pytest.raises(StateError, match="not read any more"):
        world.sensor.value  # noqa: B018


@pytest.mark.parametrize("many", [False, True])
def test_what_is_new_is_said_once_where_nobody_asked_for_faults(clock, many):
    world = World(clock, many)
    world.sensor.when_fault = None
    world.run(20)
    with pytest.warns(UserWarning, match=r"could not be read for a moment \(Daq: -200279\); sensor.when_fault is called") as said:
        for _ in range(3):
            world.fail = OTHER["library"]
            world.run(2)
            world.fail = None
            world.run(20)
    assert len(said) == 1


def test_outputs_that_follow_it_go_out_and_close_raises(monkeypatch):
    reported = []
    monkeypatch.setattr(threading, "excepthook", lambda seen: reported.append(seen.exc_value))
    level, fails = [0.0], threading.Event()

    def read():
        if fails.is_set():
            raise NameError("pim")
        return level[0]

    sensor, lamp, seen = ForceSensor(adc=read), [], []
    sensor.when_pressed = lambda: seen.append("pressed")
    sensor.when_released = lambda event: seen.append(event.type.name)
    sensor.when_fault = lambda event, advice: seen.append(advice)

    def follow():
        try:
            for value in sensor.values:
                lamp.append(value)
                time.sleep(0.005)
        except StateError:
            lamp.append("raised")

    follower = threading.Thread(target=follow)
    follower.start()
    time.sleep(0.4)
    level[0] = 0.6
    while "pressed" not in seen or not lamp[-1]:
        time.sleep(0.01)
    fails.set()
    follower.join(5)
    assert lamp[-2:] == [0.0, "raised"] and max(lamp[:-1]) > 0.3
    assert seen[0] == "pressed" and "CONTACT_CANCELLED" in seen and any("NameError: pim" in one for one in seen)
    assert [type(one) for one in reported] == [NameError]
    sensor.close()


def test_a_sensor_whose_reader_failed_unnoticed_says_so_as_it_is_closed(monkeypatch):
    monkeypatch.setattr(threading, "excepthook", lambda seen: None)
    answers = iter([0.1] * 5)
    sensor = ForceSensor(adc=lambda: next(answers), rate=1000)
    while not sensor._loop.failure:
        time.sleep(0.005)
    with pytest.raises(StateError, match="not read any more: StopIteration"):
        sensor.close()
    sensor.close()


def test_whatever_a_reader_does_each_press_ends_once(clock):
    """Random sequences of presses and of failures, at rest and while it is pressed, once and for long."""
    many = itertools.cycle([False, False, False, True])
    every = [*BUS.values(), *OTHER.values(), *FINAL.values(), lambda: None]
    for seed in range(int(os.environ.get("LIBPRESS_SEQUENCES", "400"))):
        chance, world = random.Random(seed), World(clock, next(many))
        try:
            world.run(70)
            for _ in range(chance.randint(1, 6)):
                world.level = chance.choice([0.0, 0.0, 0.5, 0.8])
                world.run(chance.choice([1, 5, 30, 60]))
                world.fail = chance.choice(every)
                failed = chance.choice([1, 1, 3, 9, 40])
                world.run(failed)
                if failed == 40:
                    assert world.down == 0 and world.sensor.value == 0, "the usual time"
                world.fail = None
            world.level = 0.0
            world.run(60)
            assert world.down == 0 and world.sensor.value == 0
        except (Daq, RuntimeError, TypeError, NameError, AttributeError, StopIteration):
            assert world.down == 0, "it ends as the reader is given up"
        world.all.close()
        assert world.seen.count("pressed") == sum(word.startswith("CONTACT") for word in world.seen)


# Scales that may be others


def pressing(clock, full, most, presses=20, **settings):
    """A sensor of which a press gives `most`, pressed so often."""
    level = [0]
    sensor = ForceSensor(adc=lambda: level[0], full_scale=full, thread=False, **settings)
    for n in range(presses * 2 + 1):
        level[0] = most if n % 2 else most // 400
        for _ in range(70):
            clock[0] += 5_000_000
            sensor.poll()
    return sensor


@pytest.mark.parametrize(
    "full, most, words",
    [
        (65535, 900, r"moved ten times, and never gave more than 900 of full_scale=65535: is that its scale\? write full_scale=1023"),
        (65535, 3600, "never gave more than 3600 of full_scale=65535: .* write full_scale=4095"),
        (65535, 19000, r"read at most \d\.\d N in 10 presses, less than half of full_force=8"),
        (4095, 900, r"read at most \d\.\d N in 10 presses, less than half of full_force=8"),
        (1023, 3600, "gives 3600, above full_scale=1023, which is what it gives at the supply voltage: write full_scale=4095"),
        (1.0, 2.6, "gives 2.6, above full_scale=1, which is what it gives at the supply voltage: write full_scale=3.3"),
    ],
)
def test_a_scale_that_does_not_fit_is_said_once_after_some_presses(clock, full, most, words):
    with pytest.warns(UserWarning, match=words) as said:
        pressing(clock, full, most, full_force=8)
    assert len([one for one in said if "scale" in str(one.message) or "at most" in str(one.message)]) == 1


def test_a_scale_that_fits_is_not_said(clock):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pressing(clock, 1023, 700)
        pressing(clock, 26400, 0, presses=5)


# How often they read


@pytest.mark.parametrize(
    "due, now, expected",
    [
        (1000, 1020, 1100),  # late by a fifth: no time is added
        (1000, 1290, 1100),  # late by three: what was left out comes
        (1000, 1450, 1450),  # by more: it does not
        (1000, 900, 1000),  # early, as one that polls: the next one is a period after this one
        (1000, 300, 400),
    ],
)
def test_times_between_readings_do_not_add_up(due, now, expected):
    assert _readings.next_due(due, now, 100) == expected


@pytest.mark.parametrize("rate, least", [(200, 199), (860, 850)])
@pytest.mark.parametrize("many", [False, True])
def test_readings_come_as_often_as_they_are_asked_for(clock, rate, least, many):
    """Each sleep ends 60 to 200 us late, each reading takes 300 us, and once in a hundred the machine is busy for 2 ms."""
    chance = random.Random(1)

    def read():
        clock[0] += 300_000
        return 0.1

    sensor = ForceSensor.pads(adc=[read], rate=rate, thread=False) if many else ForceSensor(adc=read, rate=rate, thread=False)
    source, began, count = sensor._loop.source, clock[0], -5 * rate
    while clock[0] < began + 10 * 10**9:
        if us := source.wait_us():
            clock[0] += us * 1000 + chance.randint(60_000, 200_000) + (2_000_000 if chance.random() < 0.01 else 0)
        if clock[0] - began >= 5 * 10**9 and count < 0:
            count = 0
        count += sensor.poll()
    assert least * 5 <= count <= (rate + 1) * 5


@pytest.mark.parametrize("many", [False, True])
def test_a_slow_reader_is_said_once_with_its_rate(many):
    def slow():
        time.sleep(0.05)
        return 0.1

    with pytest.warns(UserWarning, match=r"is read [12]\d(\.\d)? times a second, not 200: a reading takes .* write rate=[12]\d$") as said:
        sensor = ForceSensor.pads(adc=[slow], rate=200) if many else ForceSensor(adc=slow)
        until = time.monotonic() + 10
        while not said and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.5)
        assert 8 < sensor.rate < 20.5
        sensor.close()
    assert len(said) == 1


def test_while_a_reader_blocks_the_press_ends_and_the_reason_is_given():
    level, goes, seen = [0.0], threading.Event(), []
    goes.set()

    def read():
        goes.wait(20)
        return level[0]

    with pytest.warns(
        UserWarning, match="what reads the sensor has not returned for 1.* s, and nothing is read meanwhile: give it a time-out"
    ) as said:
        sensor = ForceSensor(adc=read)
        sensor.when_pressed = lambda: seen.append("pressed")
        sensor.when_released = lambda event: seen.append(event.type.name)
        sensor.when_fault = lambda event, advice: seen.append(advice)
        time.sleep(0.4)
        level[0] = 0.6
        assert sensor.wait_for_press(10)
        goes.clear()
        assert sensor.wait_for_release(10) and not sensor.is_pressed and sensor.value == 0
        until = time.monotonic() + 10
        while not said and time.monotonic() < until:
            time.sleep(0.05)
        goes.set()
        level[0] = 0.0
        time.sleep(0.5)
        level[0] = 0.6
        assert sensor.wait_for_press(10), "it goes on"
        sensor.close()
    assert seen[0] == "pressed" and seen[-1] == "CONTACT_CANCELLED" and len(said) == 1
    assert any("what reads the sensor has not returned" in one for one in seen)


# Who holds the sensor


def threads():
    gc.collect()
    return sum(one.name == "ForceSensor" for one in threading.enumerate())


def until_threads(count):
    until = time.monotonic() + 10
    while threads() != count and time.monotonic() < until:
        time.sleep(0.02)
    return threads()


@pytest.fixture
def before():
    """The number of sensors of other tests."""
    gc.collect()
    time.sleep(0.2)
    return threads()


def cell(itself=False, many=False, **settings):
    """As a cell of a notebook, whose functions hold the sensor or do not."""
    adc = lambda: 0.1  # noqa: E731
    made = ForceSensor.pads(adc=[adc, adc], **settings) if many else ForceSensor(adc=adc, **settings)
    for sensor in made if many else [made]:
        sensor.when_pressed = (lambda: made) if itself else (lambda: None)
        sensor.engine.preview.when_committed = (lambda: made) if itself else (lambda: None)
    return made


@pytest.mark.filterwarnings("ignore:nothing holds")
@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("itself", [False, True])
def test_a_cell_that_is_run_ten_times_leaves_one(before, itself, many):
    sensor = None
    for _ in range(10):
        sensor = cell(itself, many)
    assert until_threads(before + 1) == before + 1
    assert sensor is not None
    del sensor
    assert until_threads(before) == before


def test_a_sensor_that_nothing_holds_says_so_once_and_ends_its_press(before):
    seen, pressed = [], threading.Event()
    sensor = ForceSensor(adc=lambda: 0.6 if pressed.is_set() else 0.0)
    sensor.when_pressed = lambda: seen.append("pressed")
    sensor.when_released = lambda event: seen.append(event.type.name)
    time.sleep(0.4)
    pressed.set()
    assert sensor.wait_for_press(10)
    with pytest.warns(UserWarning, match=r"nothing holds the ForceSensor that was made here any more, so it ends.*keep=True") as said:
        del sensor
        assert until_threads(before) == before
    assert seen[0] == "pressed" and seen[-1] == "CONTACT_CANCELLED" and len(said) == 1
    assert len(seen) == 2 * seen.count("pressed")


def test_keep_lets_it_read_on(before):
    held = cell(keep=True)._loop
    assert until_threads(before + 1) == before + 1
    time.sleep(0.3)
    assert threads() == before + 1 and not held.is_closed
    held.close()


def test_what_waits_for_it_holds_it(before):
    async def main():
        async for _ in ForceSensor(adc=lambda: 0.6 if time.monotonic() > began + 0.5 else 0.0).events():
            return True

    began = time.monotonic()
    assert asyncio.run(asyncio.wait_for(main(), 20))
    assert until_threads(before) == before


# One of several


@pytest.mark.parametrize("thread", [True, False])
def test_closing_one_of_pads_closes_that_one(thread):
    pressed, seen = threading.Event(), []
    level = lambda: 0.6 if pressed.is_set() else 0.0  # noqa: E731
    pads = ForceSensor.pads(adc=[level, level, level], thread=thread, **PATIENT)

    def saw(*expected):
        until = time.monotonic() + 20
        while len(seen) < len(expected) and time.monotonic() < until:
            if not thread:
                pads.poll()
            time.sleep(0.005)
        found = sorted(seen)
        seen.clear()
        return found == sorted(expected)

    for n, pad in enumerate(pads):
        pad.when_pressed = lambda n=n: seen.append((n, "pressed"))
        pad.when_released = lambda event, n=n: seen.append((n, "released"))
    until = time.monotonic() + 0.6
    while time.monotonic() < until:
        time.sleep(0.005) if thread else pads.poll()
    pressed.set()
    assert saw((0, "pressed"), (1, "pressed"), (2, "pressed"))
    pads[1].close()
    pads[1].close()
    assert seen == [(1, "released")] and pads[1].closed and not pads.closed and not pads[0].closed
    seen.clear()
    with pytest.raises(StateError, match="the sensor is closed: make a new ForceSensor"):
        pads[1].value  # noqa: B018
    assert pads.value[1] == 0 and "closed" in repr(pads)
    pressed.clear()
    assert saw((0, "released"), (2, "released"))
    pressed.set()
    assert saw((0, "pressed"), (2, "pressed"))
    with pads[0]:
        pass
    pads[2].close()
    assert pads.closed and saw((0, "released"), (2, "released"))


def test_more_pads_than_inputs_names_other_converters():
    with pytest.raises(ValueError, match=r"channel=4: the inputs of ADS1115 are 0 to 3; more are on a second converter, .*address=0x49.*ADS7828"):
        ForceSensor.pads(range(8))
