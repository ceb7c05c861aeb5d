"""What a person who knows Python expects when something goes wrong: said once, at the line that is wrong, in words."""

import errno
import os
import re
import signal
import subprocess
import sys
import threading
import time
import traceback
import warnings
from pathlib import Path

import libpress
import pytest
from ads1115 import Ads1115, FakeBus
from libpress import (
    Engine,
    EventType,
    ForceSensor,
    GesturesConfig,  # noqa: F401  of the page
    InvalidError,
    Pad,
    PressError,
    Sensor,
    SimulatedFinger,
    StateError,
    Target,
    Trait,
    linux,
)
from libpress import __main__ as entry
from libpress._hooks import When
from libpress.tools.problem import Stopped

PACKAGE = Path(libpress.__file__).parent
PRESS = [(0.25, 0), (0.3, 3), (0.35, 3), (0.4, 0)]


def program(text, *options):
    """A program of its own: exit code, what it printed, what it complained of."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run([sys.executable, *options, "-c", text], env=environment, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


# A bus of one's own


class Forgetful(FakeBus):
    """Its wait returns nothing, at the start or after a while."""

    def __init__(self, good):
        super().__init__(Ads1115(lambda channel, t: 0.1))
        self.good = good

    def wait(self, until_us):
        self.good -= 1
        now = super().wait(until_us)
        time.sleep(0.0001)
        return now if self.good > 0 else None


def test_a_bus_whose_wait_returns_nothing_is_refused_where_it_is_given():
    with pytest.raises(TypeError, match="the time that Bus.wait returns must be an integer, not NoneType"):
        ForceSensor(bus=Forgetful(0))


@pytest.mark.parametrize("good", [20, 21, 22, 23])
def test_a_bus_that_breaks_fails_once(good, monkeypatch):
    reported = []
    monkeypatch.setattr(threading, "excepthook", lambda seen: reported.append(seen.exc_value))
    sensor = ForceSensor(bus=Forgetful(good))
    with pytest.raises(StateError, match="the sensor is not read any more: TypeError: the time that Bus.wait returns must be an integer"):
        sensor.wait_for_press(5)
    time.sleep(0.1)
    assert len(reported) == 1
    sensor.close()


# Errors in hooks


def of_ours(problem):
    return [one for one in traceback.extract_tb(problem.__traceback__) if Path(one.filename).parent == PACKAGE]


@pytest.mark.parametrize("codes", [lambda code: code, lambda code: [code]])
def test_an_error_in_a_hook_shows_the_line_of_the_program(codes):
    pad = Pad(start_us=0)
    pad.when_touched = lambda: 1 / 0
    with pytest.raises(ZeroDivisionError) as caught:
        for n in range(100):
            pad.feed(10_000 * n, codes(300 if n < 50 else 20_000))
    problem = caught.value
    assert problem.__context__ is None and problem.__cause__ is None and len(of_ours(problem)) <= 3
    assert traceback.extract_tb(problem.__traceback__)[-1].filename == __file__


def test_an_error_in_an_answer_shows_the_line_of_the_program():
    engine = Engine()
    engine.preview.on_begin = lambda touch: 1 / 0
    with pytest.raises(ZeroDivisionError) as caught:
        for n in range(9):
            engine.feed_force(10_000 * n, 3)
    problem = caught.value
    assert problem.__context__ is None and len(of_ours(problem)) <= 3
    assert traceback.extract_tb(problem.__traceback__)[-1].filename == __file__


@pytest.mark.parametrize("read", ["run", "wait_for_press"])
@pytest.mark.parametrize("several", [False, True])
def test_an_error_in_a_hook_of_a_sensor_that_is_read_here_shows_the_line_of_the_program(read, several):
    pads = ForceSensor.pads(finger=[PRESS], fast=True)
    sensor = pads[0] if several else ForceSensor.simulated(PRESS, fast=True)
    sensor.when_pressed = lambda: 1 / 0
    with pytest.raises(ZeroDivisionError) as caught:
        while True:
            getattr(sensor, read)()
    problem = caught.value
    assert problem.__context__ is None and len(of_ours(problem)) <= 4
    assert traceback.extract_tb(problem.__traceback__)[-1].filename == __file__


@pytest.mark.parametrize("several", [False, True])
def test_an_error_in_a_hook_does_not_end_polling_and_is_reported_as_in_a_thread(monkeypatch, several):
    reported, released = [], []
    monkeypatch.setattr(threading, "excepthook", reported.append)
    pads = ForceSensor.pads(finger=[PRESS], fast=True)
    sensor = pads[0] if several else ForceSensor.simulated(PRESS, fast=True)
    sensor.when_pressed = lambda: 1 / 0
    sensor.when_released = lambda: released.append(True)
    while sensor.poll():
        pass
    assert released == [True] and [one.exc_type for one in reported] == [ZeroDivisionError]
    assert [one.filename for one in traceback.extract_tb(reported[0].exc_traceback)] == [__file__]


def test_an_error_in_a_hook_of_a_thread_shows_the_program_alone(monkeypatch):
    reported, done = [], threading.Event()
    monkeypatch.setattr(threading, "excepthook", lambda seen: (reported.append(seen), done.set()))
    with ForceSensor.simulated(PRESS) as sensor:
        sensor.when_pressed = lambda: [][1]
        assert done.wait(5)
    assert [one.filename for one in traceback.extract_tb(reported[0].exc_traceback)] == [__file__]
    assert isinstance(reported[0].exc_value, IndexError) and reported[0].exc_value.__context__ is None


def test_a_wrong_number_shows_one_error():
    for feed in (lambda: Engine().feed_force(0, "x"), lambda: Pad().feed(0, "x")):
        with pytest.raises(TypeError) as caught:
            feed()
        assert caught.value.__context__ is None or caught.value.__suppress_context__


# Values that cannot be


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: ForceSensor(resistor="4700"), "resistor='4700': ohms of the divider, a whole number from 1 to 16777215, without quotes: resistor=4700"),  # noqa: E501
        (lambda: ForceSensor(resistor=4.7), "resistor=4.7: ohms of the divider, a whole number from 1 to 16777215 (4.7 kOhm is resistor=4_700)"),  # noqa: E501
        (lambda: ForceSensor(resistor=0), "resistor=0: ohms of the divider, a whole number from 1 to 16777215"),
        (lambda: ForceSensor(channel="0"), "channel='0': an input of the converter, a whole number from 0, without quotes: channel=0"),  # noqa: E501
        (lambda: ForceSensor([0, 1]), "channel=[0, 1]: an input of the converter, a whole number from 0; several pads: ForceSensor.pads([0, 1]), several sensors under one plate: ForceSensor.plate"),  # noqa: E501
        (lambda: ForceSensor(channel=7), "channel=7: the inputs of ADS1115 are 0 to 3"),
        (lambda: ForceSensor(channel=-1), "channel=-1: an input of the converter, a whole number from 0"),
        (lambda: ForceSensor(channel=8, model="ADS7828"), "channel=8: the inputs of ADS7828 are 0 to 7"),
        (lambda: ForceSensor(address=0x50), "address=0x50: that of an ads1115 must be 0x48 to 0x4b"),
        (lambda: ForceSensor(address="0x48"), "address='0x48': the address of the converter, a whole number from 0x08 to 0x77"),
        (lambda: ForceSensor(address=200), "address=0xc8: the address of the converter, a whole number from 0x08 to 0x77"),
        (lambda: ForceSensor(supply="3.3"), "supply='3.3': volts, a number above 0, at most 100, without quotes: supply=3.3"),
        (lambda: ForceSensor(rate="fast"), "rate='fast': readings a second, a number above 0, at most 10000"),
        (lambda: ForceSensor(full_force="5"), "full_force='5': newtons, a number above zero_force, without quotes: full_force=5"),
        (lambda: ForceSensor(lift_us=0.04), "lift_us=0.04: microseconds, a whole number from 0 to 4294967295 (0.04 s is lift_us=40_000)"),  # noqa: E501
        (lambda: ForceSensor(touch_force="0.6"), "touch_force='0.6': newtons, a number above 0, without quotes: touch_force=0.6"),
        (lambda: ForceSensor(parallel_ohm=470.5), "parallel_ohm=470.5: ohms, a whole number from 0 to 16777215 (470.5 kOhm is parallel_ohm=470_500)"),  # noqa: E501
        (lambda: ForceSensor(range_mv=4), "range_mv=4: it must be 6144, 4096, 2048, 1024, 512 or 256"),
        (lambda: ForceSensor(touch_force=-1), "touch_force: above 0, not -1 newtons"),
        (lambda: ForceSensor(calibration=7), "calibration=7: a Calibration, or the file of one"),
        (lambda: ForceSensor(model=1115), "model=1115: the name of a converter, such as 'ADS1115'"),
        (lambda: ForceSensor.pads("01"), "channels='01': the inputs of the converter, whole numbers in a list, such as [0, 1]"),
        (lambda: ForceSensor.pads([0, "1"]), "channels=[0, '1']: the inputs of the converter, whole numbers in a list"),
        (lambda: ForceSensor.pads([0, 4]), "channel=4: the inputs of ADS1115 are 0 to 3"),
        (lambda: ForceSensor.simulated(5), "finger=5: a list of key points [(seconds, newtons), ...], a file of them, or a function from seconds to newtons"),  # noqa: E501
        (lambda: ForceSensor.simulated([1, 2]), "a key point of a finger must be (seconds, newtons) or (seconds, newtons, x, y), not 1"),  # noqa: E501
        (lambda: ForceSensor.simulated([(0, "3")]), "a key point of a finger must be (seconds, newtons) or (seconds, newtons, x, y), not (0, '3')"),  # noqa: E501
        (lambda: ForceSensor.pads(finger=SimulatedFinger()), "a list with one finger for each pad"),
        (lambda: ForceSensor.pads(finger=[(0, 0), (1, 4)]), "a list with one finger for each pad"),
        (lambda: ForceSensor.pads(finger=([0, 0, 5, 5], [1, 4, 5, 5])), "a list with one finger for each pad"),
        (lambda: ForceSensor.pads([0, 1], finger=[PRESS]), "1 fingers for channels=[0, 1]: one for each"),
        (lambda: ForceSensor(17), "channel=17: the inputs of ADS1115 are 0 to 3"),
        (lambda: ForceSensor(None), "channel=None: an input of the converter, a whole number from 0"),
        (lambda: ForceSensor(resistor=None), "resistor=None: ohms of the divider, a whole number from 1 to 16777215"),
        (lambda: ForceSensor(bus="1"), "bus='1': the number of an I2C bus from 0, its path, or an object with transfer and wait, without quotes: bus=1"),  # noqa: E501
        (lambda: ForceSensor(bus=-1), "bus=-1: the number of an I2C bus from 0"),
        (lambda: ForceSensor(range_mv="4096"), "range_mv='4096': millivolts, a whole number, one of 0 6144 4096 2048 1024 512 256, without quotes: range_mv=4096"),  # noqa: E501
        (lambda: ForceSensor(model="NAU7802", gain="4"), "gain='4': a whole number from 0 to 65535, without quotes: gain=4"),
        (lambda: ForceSensor(thread="no"), "thread='no': True or False"),
        (lambda: ForceSensor(adc=lambda: 0.5, channel=1), "channel=1 is a setting of the converter, and adc takes its place"),
        (lambda: ForceSensor(adc=lambda: 0.5, bus=3), "bus=3 is a setting of the converter, and adc takes its place"),
        (lambda: ForceSensor(full_force=0.1), "full_force: above zero_force, not 0.1 newtons; zero_force is 0.4"),
        (lambda: ForceSensor(touch_force=0.1), "release_force: above 0, at most touch_force, not 0.25 newtons; touch_force is 0.1"),  # noqa: E501
        (lambda: ForceSensor.plate(3), "places=3: where each sensor is, (x, y) in points, such as [(0, 0), (100, 0)]"),
        (lambda: ForceSensor.plate([(0, 0), (1, "2")]), "places=[(0, 0), (1, '2')]: where each sensor is, (x, y) in points"),
        (lambda: ForceSensor.fed().when_squeezed("x"), "at='x': the value at which a function is called, a number above 0 and at most 1"),  # noqa: E501
        (lambda: ForceSensor.fed().wait_for_press("1"), "timeout='1': seconds, a number, without quotes: timeout=1"),
        (lambda: ForceSensor.fed().run("1"), "timeout='1': seconds, a number, without quotes: timeout=1"),
        (lambda: ForceSensor(pin=17), "ForceSensor has no setting 'pin': channel=0 is the input of the converter"),
        (lambda: ForceSensor(hold_time=1), "ForceSensor has no setting 'hold_time': gestures=GesturesConfig(hold_us=500_000)"),
        (lambda: ForceSensor(threshold=0.4), "ForceSensor has no setting 'threshold': touch_force=0.6, release_force=0.4"),
        (lambda: ForceSensor.simulated(bounce_time=1), "ForceSensor.simulated has no setting 'bounce_time': nothing to write: a press is debounced"),
        (lambda: Engine(lift_us="40"), "lift_us='40': microseconds, a whole number from 0 to 4294967295, without quotes: lift_us=40"),  # noqa: E501
        (lambda: Sensor(x="1")._to_raw(), "x='1': points, a number, without quotes: x=1"),
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_is_named_with_what_is_allowed_and_its_unit(make, words):
    """Nothing has a bus here: it is said before one is looked for."""
    with pytest.raises((TypeError, ValueError, OverflowError)) as caught:
        make()
    assert words in str(caught.value) and (caught.value.__context__ is None or caught.value.__suppress_context__)


# Simulated is as real


def test_a_simulated_sensor_takes_what_a_real_one_takes():
    more = {"channel": 1, "address": 0x4A, "supply": 5.0, "bus": 3, "resistor": 10_000, "model": "ADS1015", "range_mv": 6144}
    sensor = ForceSensor.simulated(PRESS, fast=True, **more)
    real = ForceSensor(bus=FakeBus(Ads1115(lambda channel, t: 0.1, "ADS1015"), address=0x4A), thread=False,
                       **{name: value for name, value in more.items() if name != "bus"})  # fmt: skip
    assert sensor._wired.sensors == real._wired.sensors and sensor._wired.wires == real._wired.wires
    real.close()
    seen = []
    sensor.when_pressed = lambda: seen.append("pressed")
    sensor.run()
    assert seen == ["pressed"]
    for wrong in ({"channel": 4}, {"address": 0x50}, {"range_mv": 4}, {"model": "ADS1116"}):
        with pytest.raises(InvalidError):
            ForceSensor.simulated(PRESS, fast=True, **wrong)


def test_a_simulated_sensor_is_as_slow_as_a_real_one():
    assert ForceSensor.simulated(fast=True).rate == 200
    assert ForceSensor.simulated(fast=True, rate=860).rate == pytest.approx(475, rel=0.01)
    assert ForceSensor.simulated(fast=True, rate=860, rate_sps=860).rate == pytest.approx(860, rel=0.01)
    assert ForceSensor.pads(finger=[PRESS] * 4, fast=True, rate=860).rate == pytest.approx(156, rel=0.01)
    assert ForceSensor.pads(finger=[PRESS] * 4, fast=True).rate == 100


# Processes, waiting, ending


def test_a_child_process_finds_that_the_sensor_is_its_parents():
    code, out, err = program(
        "import os\n"
        "from libpress import ForceSensor\n"
        "sensor = ForceSensor.simulated([(0, 3), (9, 3)])\n"
        "sensor.wait_for_press(5)\n"
        "if os.fork() == 0:\n"
        "    for use in (lambda: sensor.value, lambda: sensor.is_pressed, sensor.wait_for_release, sensor.run, sensor.poll,\n"
        "                lambda: list(sensor.values)):\n"
        "        try: print(use())\n"
        "        except Exception as problem: print(type(problem).__name__, problem)\n"
        "else:\n"
        "    os.wait(); print('the parent reads on', sensor.value >= 0)\n",
        *("-W", "ignore::DeprecationWarning"),  # of Python 3.12: to fork beside a thread
    )
    lines = out.splitlines()
    words = "StateError this process was forked from the one that reads the sensor: make a ForceSensor in the process that uses it"
    assert lines == [words] * 6 + ["the parent reads on True"] and (code, err) == (0, "")


def test_a_sensor_that_is_polled_without_a_converter_works_in_a_child():
    code, out, _ = program(
        "import os\n"
        "from libpress import ForceSensor\n"
        f"sensor = ForceSensor.simulated({PRESS}, fast=True)\n"
        "if os.fork() == 0: print(sensor.wait_for_press())\n"
        "else: os.wait()\n"
    )
    assert (code, out) == (0, "True\n")


def test_run_after_close_says_so():
    sensor = ForceSensor.simulated(PRESS, fast=True)
    sensor.close()
    with pytest.raises(StateError, match="the sensor is closed: make a new ForceSensor"):
        sensor.run()


def test_run_ends_where_the_sensor_is_closed_meanwhile():
    sensor = ForceSensor.simulated()
    threading.Timer(0.1, sensor.close).start()
    sensor.run(10)
    assert sensor.closed


START = "from libpress import ForceSensor\nimport time, signal\n"


@pytest.mark.parametrize(
    "text, is_warned",
    [
        ("sensor = ForceSensor.simulated()\nsensor.when_pressed = print", True),
        ("sensor = ForceSensor.simulated()\n@sensor.when_squeezed(0.5)\ndef f(): pass", True),
        ("sensor = ForceSensor.simulated()\nsensor.engine.when_event = print", True),
        ("sensor = ForceSensor.simulated()\nsensor.when_pressed = print\nsensor.run(0.1)", False),
        ("sensor = ForceSensor.simulated()\nsensor.when_pressed = print\nsensor.close()", False),
        ("sensor = ForceSensor.simulated()\nprint(sensor.value)", False),
        ("sensor = ForceSensor.simulated()\nsensor.when_pressed = lambda: None\ntime.sleep(1.2)", False),
        ("sensor = ForceSensor.simulated(fast=True)\nsensor.when_pressed = int", False),
        ("sensor = ForceSensor.simulated(fast=True)\nprint(sensor.value)\nsensor.poll()", False),
    ],
)
def test_a_program_that_forgets_to_run_is_warned(text, is_warned):
    code, _, err = program(START + text)
    words = "the program ended at once, and its functions were never waited for: end it with sensor.run()"
    assert code == 0 and (words in err) is is_warned and (is_warned or err == "")


def test_a_program_that_asks_and_never_polls_is_warned_at_its_end():
    code, out, err = program(START + "sensor = ForceSensor.simulated(fast=True)\nprint(sensor.value)")
    assert (code, out) == (0, "0.0\n") and "nothing has read this sensor yet, so it reads 0: call sensor.poll()" in err


def test_an_error_of_the_program_is_not_taken_for_a_forgotten_run():
    code, _, err = program(START + "sensor = ForceSensor.simulated()\nsensor.when_pressed = print\n1/0")
    assert code == 1 and "sensor.run()" not in err and "ZeroDivisionError" in err


@pytest.mark.parametrize("wait", ["wait_for_release", "wait_for_press", "run"])
@pytest.mark.parametrize("fast", [True, False])
def test_a_hook_cannot_wait_for_what_it_holds_up(wait, fast, monkeypatch):
    said, done = [], threading.Event()
    monkeypatch.setattr(threading, "excepthook", lambda seen: None)
    sensor = ForceSensor.simulated(PRESS, fast=fast)

    def pressed():
        try:
            getattr(sensor, wait)(1)
        except Exception as problem:
            said.append(problem)
        done.set()

    sensor.when_pressed = pressed
    if fast:
        sensor.run()
    assert done.wait(5)
    sensor.close()
    assert isinstance(said[0], StateError) and "a function that the sensor calls cannot wait for it" in str(said[0])


def test_no_rights_is_a_permission_error(monkeypatch):
    def open_(path, flags):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(linux.os, "open", open_)
    for make in (ForceSensor, linux.I2CBus):
        with pytest.raises(PermissionError) as caught:
            make()
        assert caught.value.errno == errno.EACCES and isinstance(caught.value, PressError) and "usermod -aG i2c" in str(caught.value)


RUNS = "from libpress import ForceSensor\nsensor = ForceSensor.simulated()\nprint('runs', flush=True)\n"


def interrupted(text, *options):
    """A program that gets Ctrl-C once it has printed a line."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, *options, *(["-c", text] if text else [])]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        process.stdout.readline()
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
        return process.returncode, out, err


@pytest.mark.parametrize(
    "text, expected",
    [
        (RUNS + "sensor.run()", (130, "", "")),
        (RUNS + "with sensor:\n sensor.run()\nprint('after')", (130, "", "")),
        (RUNS + "try: sensor.run()\nexcept KeyboardInterrupt: print('caught')", (0, "caught\n", "")),
        (RUNS + "try: sensor.run()\nfinally: print('finally')", (130, "finally\n", "")),
    ],
)
def test_ctrl_c_ends_run_without_a_traceback(text, expected):
    assert interrupted(text) == expected


def test_ctrl_c_at_any_time_of_the_start_of_a_tool_prints_no_traceback():
    """As soon as the command is there, and at ten times after it."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    for n in range(10):
        command = [sys.executable, "-X", "importtime", "-m", "libpress", "monitor", "--simulated"]
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            seen = []
            for line in process.stderr:
                seen.append(line)
                if re.search(r"\| +click\.core$", line):
                    break
            time.sleep(0.02 * n)
            process.send_signal(signal.SIGINT)
            rest = process.stderr.read()
            code = process.wait(20)
        assert "Traceback" not in rest and code in (130, -signal.SIGINT), rest[-2000:]


@pytest.mark.parametrize("stop, code", [(KeyboardInterrupt, 130), (Stopped, 143)])
def test_a_signal_while_a_class_is_made_ends_a_tool_without_a_traceback(monkeypatch, stop, code):
    """Python 3.11 makes a RuntimeError of it; later ones do not."""

    def start():
        raise RuntimeError("Error calling __set_name__ on a field") from stop()

    monkeypatch.setattr(entry, "_main", start)
    assert entry.main() == code


def test_a_hook_that_ends_the_program_ends_it_where_it_waits():
    code, out, err = program(START + f"sensor = ForceSensor.simulated({PRESS})\nsensor.when_pressed = lambda: exit(3)\nsensor.run()\nprint('after')")
    assert (code, out, err) == (3, "", "")


# Classes of one's own


def test_hooks_of_a_subclass_are_called():
    class Drum(ForceSensor):
        def __init__(self):
            super().__init__(adc=lambda: 0.0, thread=False)
            self.when_pressed = self.hit

        def hit(self, event):
            seen.append(event.type.name)

    class Own(Engine):
        pass

    class Mine(Pad):
        when_hit = When("As when_touched.", EventType.CONTACT_BEGAN)

    seen = []
    drum = Drum()
    engine, pad = Own(), Mine(start_us=0)
    engine.when_touched = pad.when_touched = pad.when_hit = lambda event: seen.append(event.type.name)
    engine.feed_force(0, 3)
    drum.engine.feed_force(0, 3)
    for n in range(100):
        pad.feed(10_000 * n, 300 if n < 50 else 20_000)
    assert seen == ["CONTACT_BEGAN"] * 4


# Names and words


def test_the_names_of_gpiozero_are_ours_or_say_what_is():
    sensor, seen = ForceSensor.simulated(PRESS, fast=True), []
    sensor.when_activated = lambda: seen.append("activated")
    sensor.when_deactivated = lambda event: seen.append(event.type.name)
    assert sensor.when_pressed is sensor.when_activated and sensor.when_released is sensor.when_deactivated
    assert sensor.wait_for_active() and sensor.is_active and sensor.wait_for_inactive() and not sensor.is_active
    assert seen == ["activated", "CONTACT_ENDED"]
    for name, words in (
        ("active_time", "event.t_us of when_pressed"),
        ("hold_time", "sensor.when_held is called"),
        ("source_delay", "lamp.source_delay"),
        ("threshold", "touch_force="),
        ("raw_value", "sensor.force newtons"),
        ("is_held", "sensor.when_held and sensor.engine.gestures.when_hold_ended"),
        ("pin", "channel=0 is the input"),
    ):
        for use in (lambda name: getattr(sensor, name), lambda name: setattr(sensor, name, None)):
            with pytest.raises(AttributeError, match=f"sensor has no '{name}': .*{words}"):
                use(name)
        assert not hasattr(sensor, name) and name not in dir(sensor)
    with pytest.raises(AttributeError, match=r"sensor has no 'raw_valu': did you mean value\?"):  # not raw_value: it has none
        sensor.raw_valu = 1


@pytest.mark.parametrize("newtons", [1.5, 4, 9])
def test_taps_and_holds_of_a_sensor_need_nothing_but_their_function(newtons):
    press = [(0.3, 0), (0.33, newtons), (0.42, newtons), (0.45, 0), (1.2, 0), (1.23, newtons), (2.2, newtons), (2.23, 0)]
    sensor, seen = ForceSensor.simulated(press, fast=True), []
    sensor.when_held, sensor.when_tapped = lambda: seen.append("held"), lambda: seen.append("tapped")
    sensor.run()
    assert seen == ["tapped", "held"]


def test_a_program_that_asks_for_a_preview_beside_a_hold_has_both():
    press = [(0.3, 0), (0.33, 4), (1, 4), (1.03, 0), (1.3, 0), (1.33, 0.9), (2.3, 0.9), (2.33, 0)]
    for order in (1, -1):
        sensor, seen = ForceSensor.simulated(press, fast=True), []
        for hook in ("held", "began")[::order]:
            if hook == "held":
                sensor.when_held = lambda: seen.append("held")
            else:
                sensor.engine.preview.when_began = lambda: seen.append("preview")
        sensor.run()
        assert seen == ["preview", "held"]


def test_a_gesture_of_a_sensor_with_targets_is_that_of_its_targets():
    sensor = ForceSensor.simulated([(0.3, 0), (0.33, 2), (0.42, 2), (0.45, 0)], fast=True, full_force=9)
    sensor.engine.targets.add(Target(3, 0, 0, 10, 10, Trait.TAP))
    seen, before = [], sensor.engine.config["traits"]
    sensor.when_tapped = lambda event: seen.append(event.target)
    sensor.run()
    assert seen == [3] and sensor.engine.config["traits"] == before


def test_the_hold_of_the_page_for_gpiozero_is_one():
    page = (Path(__file__).parents[3] / "docs" / "from-gpiozero.md").read_text()
    settings = eval(f"dict({re.search(r'ForceSensor[(](gestures=.*?[)], .*?)[)]`', page)[1]})")
    sensor, seen = ForceSensor.simulated([(0.3, 0), (0.4, 4), (1.5, 4), (1.6, 0)], fast=True, **settings), []
    sensor.when_held = lambda: seen.append("held")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sensor.run()
    assert seen == ["held"]


def test_a_gesture_that_cannot_be_is_said_at_the_line_of_its_hook():
    def pressed(traits=None, target=None):
        engine = Engine(gestures=True, traits=traits)
        engine.gestures.when_held = print
        line = sys._getframe().f_lineno - 1
        if target:
            engine.targets.add(target)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            for n in range(3):
                engine.feed_force(200_000 * n, 3 * (n % 2), 5, 5)
        return [(one.filename, one.lineno - line, str(one.message)) for one in said]

    words = "nothing calls engine.gestures.when_held: the surface does not have the trait HOLD; give traits=Trait.HOLD"
    ((file, line, message),) = pressed()
    assert (file, line) == (__file__, 0) and message.startswith(words)
    assert pressed(Trait.TAP | Trait.DOUBLE_TAP) and not pressed(Trait.HOLD)
    assert not pressed(target=Target(1, 0, 0, 10, 10, Trait.HOLD))


def test_what_is_printed_of_a_sensor_says_what_it_is():
    with ForceSensor(2, FakeBus(Ads1115(lambda channel, t: 0.1)), thread=False) as sensor:
        assert repr(sensor) == "<ForceSensor: AIN2 of ADS1115 at 0x48 on the bus, 200 readings/s, not pressed, 0.00 N>"
    assert repr(sensor).endswith("200 readings/s, closed>")
    sensor = ForceSensor.simulated([(0.5, 0), (0.7, 4), (9, 4)], fast=True)
    sensor.wait_for_press()
    assert re.fullmatch(r"<ForceSensor: simulated, 200 readings/s, pressed, \d\.\d\d N>", repr(sensor))
    with ForceSensor.pads(finger=[PRESS] * 2, fast=True) as pads:
        assert repr(pads) == "<ForceSensors: simulated, 100 readings/s of each, 0.00 N, 0.00 N>"
    assert repr(pads) == "<ForceSensors: simulated, 100 readings/s of each, closed>"
    assert repr(Pad([Sensor(), Sensor(x=10)])) == "<Pad: 2 sensors, contact 0, 0.00 N>"
    assert repr(Engine(gestures=True)) == "<Engine: preview, gestures; 0 targets>"


def test_async_with_closes():
    import asyncio

    async def types():
        async with ForceSensor.simulated(PRESS, fast=True) as sensor:
            return sensor, [event.type.name async for event in sensor.events()]

    async def presses():
        async with ForceSensor.pads(finger=[PRESS, [(0.2, 0), (0.9, 0)]], fast=True) as pads:
            values = []
            for value in pads.values:
                pads.poll()
                values.append(value)
            return pads, values

    pads, values = asyncio.run(presses())
    assert pads.closed and max(values)[0] > 0.4 and all(len(one) == 2 and one[1] == 0 for one in values)
    sensor, names = asyncio.run(types())
    assert sensor.closed and "CONTACT_BEGAN" in names and names[-1] == "CONTACT_ENDED"


def test_what_happens_to_a_bus_is_logged(caplog):
    with caplog.at_level("INFO", "libpress"), ForceSensor(1, FakeBus(Ads1115(lambda channel, t: 0.1)), thread=False):
        pass
    assert [one.message for one in caplog.records] == [
        "reads AIN1 of ADS1115 at 0x48 on the bus",
        "closes AIN1 of ADS1115 at 0x48 on the bus",
    ]


def test_help_says_what_an_event_has():
    words = libpress.Event.__doc__
    for name in [one for one in libpress.Event.__dataclass_fields__ if one[0] != "_"]:
        assert re.search(rf"^ +{name}\b", words, re.M), name
    assert all("help(" in kind.__init__.__doc__ for kind in (ForceSensor, Engine, Pad))
