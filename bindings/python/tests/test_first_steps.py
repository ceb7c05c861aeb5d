"""Every wrong step of a person who meets a force sensor for the first time ends in one sentence that says what to do."""

import errno
import os
import re
import warnings

import pytest
from ads1115 import Ads1115, FakeBus
from libpress import Engine, ForceSensor, InvalidError, NoSpaceError, Pad, StateError, linux


async def coroutine():
    pass


def bus_of(monkeypatch, problem=None, there=()):
    """Lets the opening of a bus fail with `problem`; `there`: the buses that exist."""

    def open_(path, flags):
        raise OSError(problem, os.strerror(problem))

    if problem is not None:
        monkeypatch.setattr(linux.os, "open", open_)
    monkeypatch.setattr("glob.glob", lambda pattern: list(there))


@pytest.mark.parametrize(
    "problem, there, words",
    [
        (errno.ENOENT, (), "there is no I2C bus /dev/i2c-1: switch I2C on .*raspi-config.* or try ForceSensor.simulated"),
        (
            errno.ENOENT,
            ("/dev/i2c-20", "/dev/i2c-7"),
            "name the one that your converter is on, bus=N, .*: /dev/i2c-20, /dev/i2c-7",
        ),  # noqa: E501
        (errno.EACCES, (), r"this user may not use /dev/i2c-1: run `sudo usermod -aG i2c \$USER`, then log out and in again"),
        (errno.EIO, (), "/dev/i2c-1 cannot be opened .Input/output error.: is the adapter plugged in"),
    ],
)
def test_a_bus_that_cannot_be_opened(monkeypatch, problem, there, words):
    bus_of(monkeypatch, problem, there)
    with pytest.raises(OSError, match=words) as caught:
        ForceSensor()
    assert isinstance(caught.value.__context__, OSError) and "\n" not in str(caught.value)
    assert caught.value.__suppress_context__, "one traceback, with the sentence in it"


@pytest.mark.parametrize(
    "model, words", [("ads1116", "there are .*ADS1115.*: did you mean ADS1115"), ("nau7802", "a load cell .* give calibration=")]
)
def test_a_model_that_cannot_be_is_named_before_the_bus(model, words):
    with pytest.raises(InvalidError, match=words):
        ForceSensor(bus=99 if model == "ads1116" else FakeBus(None), model=model)


def test_a_setting_of_the_simulation_says_whose_it_is():
    with pytest.raises(TypeError, match="ForceSensor has no setting 'fast': ForceSensor.simulated and ForceSensor.replay have it"):
        ForceSensor(fast=True)


def test_a_file_that_is_no_bus():
    with pytest.raises(OSError, match="/dev/null is not an I2C bus: name one, bus=1 for /dev/i2c-1"):
        ForceSensor(bus="/dev/null")


def chip():
    return Ads1115(lambda channel, t: 0.1)


def test_a_converter_at_another_address():
    with pytest.raises(OSError, match="no converter answers at 0x48 on the bus, but at 0x4a: use address=0x4a"):
        ForceSensor(bus=FakeBus(chip(), address=0x4A))
    assert ForceSensor(bus=FakeBus(chip(), address=0x4A), address=0x4A, thread=False).poll() == 0


@pytest.mark.parametrize(
    "number, words",
    [
        (errno.EREMOTEIO, "no converter answers on the bus: check its power, SDA and SCL, and the pin ADDR"),
        (errno.ETIMEDOUT, "the bus hangs: is SDA or SCL held low, exchanged or without pull-ups"),
        (errno.EIO, "transfers on the bus fail .*: check the pull-ups, and how long the cable is"),
    ],
)
def test_a_converter_that_does_not_answer(number, words):
    with pytest.raises(OSError, match=words):
        ForceSensor(bus=FakeBus(chip(), faults=lambda transfer: OSError(number, os.strerror(number))))


def warned(sensor, steps=100_000):
    """The warnings of a sensor until it ends."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(steps):
            if not sensor.poll():
                break
    assert all(one.filename == __file__ for one in caught), "at the line that made the sensor"
    return [str(one.message) for one in caught]


def test_an_open_wire_that_lasts_is_a_warning_with_advice():
    def codes(seconds):  # the wire breaks at 1 s: nothing is left of the resistor across it
        return 261 if seconds < 1 else 0

    n = iter(range(1, 10_000))
    lines = [f"{5000 * i},1,0,{codes(next(n) / 200)}" for i in range(1, 800)]
    sensor = replayed(lines, parallel_ohm=470_000)
    (message,) = warned(sensor)
    assert message.startswith("the sensor has failed: its wire is broken, or parallel_ohm is set")
    sensor, advice = replayed(lines, parallel_ohm=470_000), []
    sensor.when_fault = lambda event, words: advice.append(words)
    assert warned(sensor) == [] and advice == [message], "a program that takes faults is not warned"
    sensor = replayed(lines[:350], parallel_ohm=470_000)
    assert warned(sensor) == [], "a fault that does not last is none"


def test_codes_that_the_converter_cannot_give_are_a_warning_with_advice():
    lines = [f"{5000 * i},1,0,{12 if i < 200 else 65535}" for i in range(1, 800)]
    (message,) = warned(replayed(lines))
    assert message.startswith("the sensor has failed: it gives numbers that its converter cannot give: check full_scale")


def replayed(lines, **settings):
    import tempfile

    with tempfile.NamedTemporaryFile("w", suffix=".trace") as file:
        file.write("\n".join(["# libpress trace 1 sensors=1 full_scale=26400", *lines, ""]))
        file.flush()
        return ForceSensor.replay(file.name, fast=True, **settings)


def test_a_converter_that_goes_away_says_why():
    bus = FakeBus(chip(), faults=lambda number: OSError(errno.EREMOTEIO, "gone") if number > 300 else None)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        sensor = ForceSensor(bus=bus, thread=False)
        while bus.t < 4_000_000:
            sensor.poll()
            bus.wait(bus.t + 500)
    (message,) = (str(one.message) for one in caught)
    assert re.match(r"the sensor on AIN0 has failed \(talking to the ADS1115 at address 0x48: .*\): it cannot be read", message)


def test_a_resistor_that_is_not_the_one_that_is_built_in():
    # 10 kOhm on the board, 4.7 kOhm in the program: a press of 6 N reads three times that and more.
    sensor = ForceSensor.simulated([(0.5, 0), (1, 12), (2, 12), (2.2, 0)], fast=True)
    lines = [f"{5000 * n},1,0,{code}" for n, code in enumerate(codes_with(sensor, resistor_ohm=10_000), 1)]
    (message,) = warned(replayed(lines))
    assert re.match(r"the sensor reads \d\d N, far above full_force=5: .*resistor=4700 is not the resistor that is built in", message)  # noqa: E501
    assert warned(replayed(lines, resistor=10_000)) == []


@pytest.mark.parametrize("percent", [99.4, 99, 98])
def test_a_force_that_no_hand_has_is_said_to_be_one_of_the_wiring(percent):
    # A divider the other way round, with a supply somewhat below full_scale: the sensor reads hundreds of newtons untouched.
    rest = round(26400 * percent / 100)
    sensor = ForceSensor.simulated([(0.5, 0), (1, 12), (2, 12), (2.2, 0)], fast=True)
    pressed = codes_with(sensor, resistor_ohm=4700)
    lines = [f"{5000 * n},1,0,{rest - code}" for n, code in enumerate([20000] * 100 + pressed, 1)]
    (message,) = warned(replayed(lines))
    words = r"the sensor reads \d{3} N, far above full_force=5 and what a hand presses: is it bridged, wired the other way round \(pull_up=True\), "
    assert re.match(words + "or fed from another supply than full_scale=26400 says", message)
    assert "use full_force" not in message


def codes_with(sensor, **circuit):
    from libpress import Circuit, Sensor
    from libpress.simulation import SimulatedFinger, SimulatedPlate

    finger, plate = SimulatedFinger([(0.5, 0), (1, 12), (2, 12), (2.2, 0)]), SimulatedPlate([Sensor(Circuit(**circuit))], 1)
    return [plate.codes(*finger.at(n / 200))[0] for n in range(1, 500)]


def presses(newtons, count):
    points = [(0.5, 0)]
    for n in range(count):
        points += [(0.6 + n, 0), (0.7 + n, newtons), (1.3 + n, newtons), (1.4 + n, 0)]
    return points


def test_a_hand_that_never_reaches_half():
    (message,) = warned(ForceSensor.simulated(presses(1.5, 15), fast=True))
    assert message.startswith("the sensor read at most 1.5 N in 10 presses, less than half of full_force=5: is resistor=4700")
    assert warned(ForceSensor.simulated(presses(1.5, 15), fast=True, full_force=2)) == []
    assert warned(ForceSensor.simulated([*presses(1.5, 9), (10, 0), (10.2, 3), (10.8, 3), (11, 0)], fast=True)) == []


def test_nothing_reads_the_sensor():
    with pytest.warns(UserWarning, match=r"nothing has read this sensor yet, so it reads 0: call sensor.poll\(\) in your loop"):
        sensor = ForceSensor.simulated(thread=False)
        assert [sensor.value for _ in range(10)] == [0] * 10
    with pytest.warns(UserWarning, match=r"call sensor.feed\(t_us, code\) in your loop"):
        sensor = ForceSensor.fed()
        assert not any(sensor.is_pressed for _ in range(10))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sensor = ForceSensor.simulated([(0, 0), (0.3, 0), (0.4, 3)], fast=True)
        while not sensor.is_pressed:  # a loop that asks first
            sensor.poll()


def test_an_engine_that_nobody_polls():
    pad = Pad(engine=Engine(max_contacts=1, max_events=13))
    with pytest.raises(NoSpaceError, match=r"nobody takes the events: set a hook .*, call engine.poll\(\)"):
        for n in range(1, 4000):
            pad.feed(10_000 * n, 300 if n % 40 < 20 else 20_000)
    sensor = ForceSensor.fed()
    for n in range(1, 4000):
        sensor.feed(10_000 * n, 300 if n % 40 < 20 else 20_000)


def test_what_is_mistyped_names_what_is_like_it():
    sensor = ForceSensor.simulated(fast=True)
    for name, words in (
        ("when_presed", "sensor has no 'when_presed': did you mean when_pressed"),
        ("when_touched", "sensor has no 'when_touched': write sensor.when_pressed = f"),
        ("when_hold_ended", "did you mean sensor.engine.gestures.when_hold_ended"),
        ("when_squeezed", r"write @sensor.when_squeezed\(at=0.5\) above a function"),
    ):
        with pytest.raises(AttributeError, match=words):
            setattr(sensor, name, print)
    with pytest.raises(AttributeError, match="pad has no 'when_pressed': did you mean when_touched"):
        Pad().when_pressed = print
    with pytest.raises(AttributeError, match="when_presed"):
        sensor.when_presed  # noqa: B018
    for make, words in (
        (lambda: ForceSensor(resister=4700), "ForceSensor has no setting 'resister': did you mean resistor"),
        (lambda: ForceSensor.simulated(adc=3), "ForceSensor.simulated has no setting 'adc'"),
        (lambda: ForceSensor.simulated(touch_forse=1), "did you mean touch_force"),
        (lambda: ForceSensor.plate([(0, 0)], [0, 1]), "2 channels for 1 places"),
        (lambda: ForceSensor.pads([0, 0], bus=FakeBus(chip())), "two sensors cannot be on one input"),
        (lambda: ForceSensor(bus=None), "bus=None: the number of an I2C bus, its path"),
        (lambda: ForceSensor(adc=lambda: 0.1, range_mv=4096), "range_mv is a setting of the converter, and adc takes its place"),
        (
            lambda: ForceSensor(bus=FakeBus(chip()), full_scale=0),
            "full_scale=0: what is read at the supply voltage, a number above 0",
        ),
        (lambda: ForceSensor.simulated(rate=0), "rate=0: readings a second, a number above 0"),
    ):
        with pytest.raises((TypeError, ValueError), match=words):
            make()


def test_what_is_not_attached():
    words = r"the engine has no gestures: make it with ForceSensor\(gestures=True\)"
    with pytest.raises(StateError, match=words):
        ForceSensor.simulated(fast=True).engine.gestures.when_tapped = print


def test_functions_that_nobody_would_await():
    sensor = ForceSensor.simulated(fast=True)
    with pytest.raises(TypeError, match="sensor.when_pressed must be a plain function, not async"):
        sensor.when_pressed = coroutine
    with pytest.raises(TypeError, match=r"sensor.when_squeezed\(at=0.5\) must be a plain function, not async"):
        sensor.when_squeezed(at=0.5)(coroutine)
    with pytest.raises(TypeError, match=r"write @sensor.when_squeezed\(at=0.5\), with its brackets"):
        sensor.when_squeezed(print)
    with pytest.raises(ValueError, match="a value is above 0 and at most 1"):
        sensor.when_squeezed(at=5)
    with pytest.raises(TypeError, match="adc must be a plain function, not async"):
        ForceSensor(adc=coroutine)
    with pytest.warns(UserWarning, match="sensor.when_pressed is None already: hand over a function itself"):
        sensor.when_pressed = print("called", end="")


def test_what_is_fed():
    pad, sensor = Pad(), ForceSensor.fed()
    for feed in (pad.feed, sensor.feed):
        with pytest.raises(TypeError, match=r"feed takes a time and the code that was read then, pad.feed\(t_us, code\), not 300 alone"):  # noqa: E501
            feed(300)
        with pytest.raises(ValueError, match="2 codes for 1 sensor: a pad takes one for each"):
            feed(1, [300, 300])
    with pytest.raises(StateError, match=r"this sensor reads itself: ForceSensor.fed\(full_scale\) makes one that the program feeds"):  # noqa: E501
        ForceSensor.simulated(fast=True).feed(1, 300)


@pytest.mark.parametrize(
    "adc, words",
    [
        (lambda: 512, r"adc gives whole numbers \(512\): say what it gives at the supply voltage, full_scale=1023 for 10 bits"),
        (lambda: 2.4, "adc gives 2.4, not 0..1: say what it gives at the supply voltage, full_scale=3.3 for volts"),
        (lambda: None, "adc has given None for a second, which is nothing new, so what it gives at the supply voltage is not known"),
        (lambda: True, "adc must give a number each time it is read, not True"),
        (object(), "adc must be a function that returns a reading, or an object with `value` or `voltage`"),
    ],
)
def test_a_reading_that_cannot_be_one(adc, words):
    with pytest.raises((TypeError, ValueError), match=words):
        ForceSensor(adc=adc)


@pytest.mark.parametrize(
    "wrong, words",
    [("x", "it gave 'x'"), ([1], r"it gave \[1\]"), (1 << 40, "adc gives 1099511627776, which no converter does: is full_scale right")],
)
def test_a_reading_that_stops_being_a_number(wrong, words):
    answers = [0, 0]
    sensor = ForceSensor(adc=lambda: answers.pop() if answers else wrong, full_scale=26400, thread=False)
    for _ in range(1 + 9):
        assert sensor.poll() == 1, "one reading, and nine that failed"
    with pytest.raises(TypeError, match=words):
        sensor.poll()
    with pytest.raises(StateError, match=f"the sensor is not read any more: .*{words}"):
        sensor.poll()
    sensor.close()
