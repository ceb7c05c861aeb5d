"""Functions and objects that a program reads by: they take turns, and whatever they do each press ends once."""

import asyncio
import itertools
import math
import os
import random
import threading
import time

import pytest
from libpress import ForceSensor, StateError, _intake, _readings

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


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("name", BUS)
def test_a_bus_that_fails_is_a_fault_and_is_asked_again(clock, many, name):
    world = World(clock, many)
    world.run(80)
    world.level = 0.6
    world.run(60)
    assert world.down == 1 and world.sensor.value > 0.5
    world.fail = BUS[name]
    world.run(300)
    assert world.seen == ["pressed", "CONTACT_CANCELLED"] and world.sensor.value == 0 and not world.sensor.is_pressed
    assert len(world.advice) == 1 and "the sensor has failed (" in world.advice[0].replace("sensor 0", "the sensor")
    world.fail, world.level = None, 0.0
    world.run(100)
    world.level = 0.6
    world.run(60)
    assert world.down == 1, "it goes on"


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("name", OTHER)
def test_another_failure_is_one_of_ten(clock, many, name):
    world = World(clock, many)
    world.run(80)
    world.level = 0.6
    world.run(60)
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
    world = World(clock, many)
    world.run(80)
    world.level = 0.6
    world.run(60)
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
            continue
        except (Daq, RuntimeError, TypeError, NameError, AttributeError, StopIteration):
            assert world.down == 0, "it ends as the reader is given up"
        assert world.seen.count("pressed") == sum(word.startswith("CONTACT") for word in world.seen)
