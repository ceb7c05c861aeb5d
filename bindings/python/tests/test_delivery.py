"""Hooks and threads: nothing waits for a hook, hooks come where the program says, and everything ends."""

import asyncio
import random
import signal
import subprocess
import sys
import threading
import time
import types

import pytest
from libpress import BusyError, ForceSensor, InvalidError, Profile, StateError, Target, Trait
from libpress._delivery import CROWDED, Delivery, Waiting

PRESS = [(0.1, 0), (0.15, 4), (0.6, 4), (0.65, 0), (1.0, 0)]
HELD = [(0.05, 0), (0.1, 4), (60, 4)]


@pytest.fixture
def stuck():
    """A sensor whose hook has been called, and returns as the test is over."""
    inside, go = threading.Event(), threading.Event()
    sensor = ForceSensor.simulated(HELD, gestures=True, drag=True, peek=True, transitions=True)
    sensor.when_pressed = lambda: (inside.set(), go.wait(30))
    assert inside.wait(10)
    yield sensor
    go.set()
    sensor.close()


def soon(call):
    """Returns the result of a call in a thread of its own; the call must not wait."""
    done = []
    thread = threading.Thread(target=lambda: done.append(call()), daemon=True)
    thread.start()
    thread.join(1.5)
    assert done, "it waits for the hook"
    return done[0]


# Nothing waits for a hook

READS = {
    "value": lambda sensor: sensor.value > 0,
    "force": lambda sensor: sensor.force > 0,
    "is_pressed": lambda sensor: sensor.is_pressed,
    "repr": lambda sensor: "pressed" in repr(sensor),
    "rate": lambda sensor: sensor.rate == 200,
    "reading": lambda sensor: sensor.pad.reading.touched,
    "stats of the pad": lambda sensor: sensor.pad.stats.frames > 0,
    "stats of the engine": lambda sensor: sensor.engine.stats.samples > 0,
    "touch": lambda sensor: sensor.engine.touch().force > 0,
    "config": lambda sensor: sensor.engine.config["touch_force"] == 0.4,
    "next_deadline": lambda sensor: sensor.pad.next_deadline is not None,
}
CHANGES = {
    "a target": lambda sensor: sensor.engine.targets.add(Target(1, 0, 0, 9, 9)),
    "many targets": lambda sensor: sensor.engine.targets.put([Target(2, 0, 0, 9, 9, Trait.TAP)]),
    "a setting": lambda sensor: setattr(sensor, "touch_force", 0.5),
    "settings of the pad": lambda sensor: sensor.pad.set(gap_us=90_000),
    "a profile": lambda sensor: sensor.load_profile(Profile("soft", engine={"touch_force": 0.6})),
    "a hook": lambda sensor: setattr(sensor, "when_released", print),
    "a hook of gestures": lambda sensor: setattr(sensor, "when_tapped", print),
    "a transition": lambda sensor: sensor.engine.transitions.new().start(),
    "modifiers": lambda sensor: setattr(sensor.engine.drag, "modifiers", set()),
    "a release": lambda sensor: sensor.engine.release(),
    "a peek": lambda sensor: sensor.engine.peek.status,
    "feedback": lambda sensor: setattr(sensor, "feedback", None),
}


@pytest.mark.parametrize("what", READS)
def test_a_reading_does_not_wait_for_a_hook(stuck, what):
    assert soon(lambda: READS[what](stuck))


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_does_not_wait_for_a_hook(stuck, what):
    soon(lambda: CHANGES[what](stuck))


def test_what_the_library_refuses_inside_a_hook_waits_for_it_for_a_while_and_names_it(stuck):
    began = time.monotonic()
    with pytest.raises(BusyError, match=r"learning the zero: sensor.when_pressed \(<lambda> in .*test_delivery.py, line \d+\) has not returned"):
        stuck.pad.tare(force=True)
    assert 1.5 < time.monotonic() - began < 6


def test_a_call_that_waits_for_a_hook_is_made_as_it_returns():
    inside, go, done = threading.Event(), threading.Event(), []
    with ForceSensor.simulated(HELD) as sensor:
        sensor.when_pressed = lambda: (inside.set(), go.wait(30))
        assert inside.wait(10)
        thread = threading.Thread(target=lambda: done.append(sensor.pad.tare(force=True)), daemon=True)
        thread.start()
        thread.join(0.2)
        assert done == []
        go.set()
        thread.join(10)
        assert done == [None]


def test_reading_goes_on_after_a_hook_that_another_thread_called():
    """The hook runs in the thread whose call led to it, and the thread that reads waits for it, with the reading that it has."""
    inside, go = threading.Event(), threading.Event()
    with ForceSensor.simulated(HELD, traits=Trait.PREVIEW) as sensor:
        assert sensor.wait_for_press(10)
        threads = []
        sensor.when_released = lambda: (threads.append(threading.current_thread()), inside.set(), go.wait(30))
        caller = threading.Thread(target=sensor.engine.reset, daemon=True)
        caller.start()
        assert inside.wait(10)
        before = sensor.pad.stats.frames
        time.sleep(0.2)
        assert sensor.pad.stats.frames <= before + 1 and threads == [caller]
        go.set()
        caller.join(10)
        until = time.monotonic() + 10
        while sensor.pad.stats.frames < before + 40:
            assert time.monotonic() < until
            time.sleep(0.01)


def test_hooks_of_several_threads_inside_each_other_return_in_any_order():
    """Two threads are inside hooks, one called within the other's; whichever is let go first, nothing is lost."""
    for first in (0, 1):
        inside, go = [threading.Event(), threading.Event()], [threading.Event(), threading.Event()]
        with ForceSensor.simulated(HELD, drag=True) as sensor:
            sensor.engine.targets.add(Target(1, 0, 0, 100, 100, Trait.DRAG_SOURCE))
            sensor.engine.drag.on_begin = lambda: (inside[1].set(), go[1].wait(30), None)[-1]
            sensor.when_pressed = lambda: (inside[0].set(), go[0].wait(30))
            assert inside[0].wait(10)
            starter = threading.Thread(target=lambda: pytest.raises(StateError, sensor.engine.drag.begin, 1), daemon=True)
            starter.start()
            assert inside[1].wait(10)
            go[first].set()
            time.sleep(0.1)
            go[1 - first].set()
            starter.join(10)
            before = sensor.pad.stats.frames
            until = time.monotonic() + 10
            while sensor.pad.stats.frames < before + 20:
                assert time.monotonic() < until
                time.sleep(0.01)


# Where hooks come


def noted(sensor, seen):
    def note(event):
        seen.append((event.type, event.t_us, threading.current_thread()))

    sensor.engine.when_event = note


def test_poll_hands_on_everything_that_came_since_in_its_own_thread():
    seen, taken = [], 0
    with ForceSensor.simulated(PRESS, deliver="poll", tell_moved=True) as sensor:
        noted(sensor, seen)
        while not sensor._loop.is_ended:
            time.sleep(0.1)
            taken += sensor.poll()
        taken += sensor.poll()
    kinds = [kind.name for kind, _, _ in seen if kind.name.startswith("CONTACT")]
    assert kinds[0] == "CONTACT_BEGAN" and kinds[-1] == "CONTACT_ENDED" and kinds.count("CONTACT_MOVED") > 75
    assert {thread for *_, thread in seen} == {threading.main_thread()} and 295 < taken <= 301
    assert [t for _, t, _ in seen] == sorted(t for _, t, _ in seen)


@pytest.mark.parametrize("ms", [10, 16, 33, 100])
@pytest.mark.parametrize("model", [None, "ADS1115"])
def test_a_simulated_finger_keeps_its_time_however_it_is_polled(ms, model):
    seen, taken, began = [], 0, time.monotonic()
    sensor = ForceSensor.simulated(PRESS, model=model, thread=False)
    sensor.when_pressed = sensor.when_released = lambda event: seen.append((event.t_us / 1e6, time.monotonic() - began))
    while not sensor._loop.is_ended:
        time.sleep(ms / 1000)
        taken += sensor.poll()
    assert taken == sensor.pad.stats.frames >= 0.98 * 300 and len(seen) == 2 and sensor.rate > 190
    assert all(called > own - 0.01 for own, called in seen)
    assert seen[1][0] - seen[0][0] == pytest.approx(0.5, abs=0.07)


def test_a_function_of_a_toolkit_is_called_once_for_all_that_waits():
    given, seen = [], []
    with ForceSensor.simulated(PRESS, deliver=given.append, tell_moved=True) as sensor:
        noted(sensor, seen)
        assert sensor.wait_for_press(10) and sensor.wait_for_release(10)
        assert len(given) == 1 and seen == [] and given[0]() is None
        contacts = [kind.name for kind, *_ in seen if kind.name.startswith("CONTACT")]
        assert (contacts[0], contacts[-1]) == ("CONTACT_BEGAN", "CONTACT_ENDED")


def test_hooks_come_in_the_loop_of_asyncio():
    async def main():
        threads, done = [], asyncio.Event()
        with ForceSensor.simulated(PRESS, deliver=asyncio.get_running_loop().call_soon_threadsafe) as sensor:
            sensor.when_pressed = lambda: threads.append(threading.current_thread())
            sensor.when_released = done.set
            await asyncio.wait_for(done.wait(), 20)
        assert threads == [threading.main_thread()]

    asyncio.run(main())


@pytest.mark.parametrize("way", ["run", "await", "events"])
def test_what_waits_for_a_polled_sensor_polls_it(way):
    threads = []
    sensor = ForceSensor.simulated(PRESS, deliver="poll")
    sensor.when_pressed = sensor.when_released = lambda: threads.append(threading.current_thread())

    async def wait():
        if way == "await":
            await sensor.pressed()
            await sensor.released()
        else:
            async for event in sensor.events():
                if event.type.name == "CONTACT_ENDED":
                    break

    sensor.run() if way == "run" else asyncio.run(wait())
    sensor.close()
    assert threads == [threading.main_thread()] * 2


MAKERS = {
    "simulated": lambda **how: ForceSensor.simulated(PRESS, **how),
    "plate": lambda **how: ForceSensor.plate([(0, 0), (9, 0)], finger=PRESS, preload_force=0.5, **how),
    "pads": lambda **how: ForceSensor.pads(finger=[PRESS], **how)[0],
    "adc": lambda **how: ForceSensor(adc=lambda: 0.7 if time.monotonic() % 1 < 0.5 else 0.0, **how),
}


@pytest.mark.parametrize("maker", MAKERS)
def test_every_maker_takes_deliver(maker, tmp_path):
    seen = []
    with MAKERS[maker](deliver="poll") as sensor:
        sensor.when_pressed = sensor.when_released = lambda: seen.append(threading.current_thread())
        until = time.monotonic() + 20
        while len(seen) < 2:
            assert time.monotonic() < until
            time.sleep(0.02)
            sensor.poll()
    assert seen == [threading.main_thread()] * 2


def test_a_replay_a_config_and_a_fed_sensor_take_deliver(tmp_path):
    trace, config, seen = tmp_path / "t.csv", tmp_path / "p.conf", []
    trace.write_text("code\n" + "100\n" * 100 + "14000\n" * 100 + "100\n" * 100)
    config.write_text("[engine]\nfull_force = 6\n")
    made = [
        ForceSensor.replay(trace, rate=200, full_scale=26400, deliver="poll"),
        ForceSensor.from_config(config, finger=PRESS, deliver="poll"),
        ForceSensor.fed(26400, deliver="poll"),
    ]
    for n in range(300):
        made[2].feed(n * 5000 + 1, 14000 if 100 <= n < 200 else 100)
    for sensor in made:
        sensor.when_pressed = lambda: seen.append(threading.current_thread())
    for n in range(300, 600):
        made[2].feed(n * 5000 + 1, 14000 if 400 <= n < 500 else 100)
    until = time.monotonic() + 20
    while len(seen) < 3:
        assert time.monotonic() < until
        time.sleep(0.02)
        for sensor in made:
            sensor.poll()
    assert seen == [threading.main_thread()] * 3
    for sensor in made:
        sensor.close()


def test_an_error_in_a_hook_goes_to_the_excepthook_and_the_next_hook_is_called(monkeypatch):
    reported, seen = [], []
    monkeypatch.setattr(threading, "excepthook", lambda one: reported.append(one.exc_type))
    with ForceSensor.simulated(PRESS, deliver="poll") as sensor:
        sensor.when_pressed, sensor.when_released = lambda: 1 / 0, lambda: seen.append(True)
        while not sensor._loop.is_ended:
            time.sleep(0.05)
            sensor.poll()
        sensor.poll()
    assert (reported, seen) == ([ZeroDivisionError], [True])


def test_a_squeeze_and_a_hook_that_is_taken_away_while_it_waits():
    given, seen = [], []
    with ForceSensor.simulated(PRESS, deliver=given.append) as sensor:
        sensor.when_squeezed(at=0.5)(lambda: seen.append("squeezed"))
        sensor.when_pressed = lambda: seen.append("pressed")
        sensor.when_released = lambda: seen.append("released")
        assert sensor.wait_for_press(10) and sensor.wait_for_release(10)
        sensor.when_pressed = None
        given[0]()
    assert seen == ["squeezed", "released"]


@pytest.mark.parametrize("thread", [True, False])
def test_a_question_is_answered_where_the_engine_runs(thread):
    threads = []
    with ForceSensor.simulated(PRESS, deliver="poll", thread=thread) as sensor:
        sensor.engine.preview.on_begin = lambda: threads.append(threading.current_thread()) or True
        until = time.monotonic() + 20
        while not threads:
            assert time.monotonic() < until
            time.sleep(0.01)
            sensor.poll()
        assert threads == [sensor._loop._thread if thread else threading.main_thread()]


def test_progress_is_merged_when_many_wait_and_beginnings_and_ends_never_are():
    for seed in range(20):
        chance, waiting, put = random.Random(seed), Waiting(), []
        for n in range(5 * CROWDED):
            kind = chance.choice(["moved 1", "moved 2", None])
            waiting.put((n, kind), kind)
            put.append((n, kind))
        taken = []
        while (one := waiting.take(waiting.next)) is not None:
            taken.append(one)
        assert taken == sorted(taken) and [one for one in taken if one[1] is None] == [one for one in put if one[1] is None]
        assert [one for one in put if one[1] == "moved 1"][-1] in taken and len(taken) < len(put) - CROWDED
        assert len(waiting) == 0 and not waiting._latest


def test_a_drain_inside_a_hook_keeps_the_order_and_what_comes_meanwhile_wakes_again():
    woken, seen = [], []
    delivery = Delivery(woken.append, print)

    def first():
        seen.append("first")
        delivery.put("later", lambda: (third, third), ())
        delivery.drain()

    def third():
        seen.append("third")

    for function in (first, lambda: seen.append("second")):
        delivery.put("hook", lambda function=function: (function, function), ())
    assert len(woken) == 1
    woken[0]()
    assert seen == ["first", "second", "third"] and len(woken) == 2


def test_a_toolkit_that_refuses_is_said_once_and_its_hooks_come_as_the_sensor_is_closed():
    def refuse(drain):
        raise RuntimeError("the loop is closed")

    seen = []
    with pytest.warns(UserWarning, match="raised RuntimeError: the loop is closed") as said, ForceSensor.simulated(PRESS, deliver=refuse) as sensor:
        sensor.when_pressed = sensor.when_released = lambda event: seen.append(event.type.name)
        assert sensor.wait_for_press(10) and sensor.wait_for_release(10)
    assert len(said) == 1 and seen == ["CONTACT_BEGAN", "CONTACT_ENDED"]


@pytest.mark.parametrize("deliver", ["pol", "after", 5, True])
def test_what_cannot_deliver_is_refused(deliver):
    with pytest.raises(TypeError, match="deliver=.*GLib.idle_add"):
        ForceSensor.simulated(deliver=deliver)


def test_a_thread_that_calls_hooks_itself_cannot_be_polled():
    with ForceSensor.simulated(PRESS) as sensor, pytest.raises(StateError, match=r'deliver="poll"'):
        sensor.poll()


def signal_of_qt(words):
    kind = type("SignalInstance", (), {"__module__": "PySide6.QtCore", "__str__": lambda self: f"<PySide6.QtCore.SignalInstance {words} at 0x1>"})
    signal = kind()
    return types.SimpleNamespace(emit=Emit(signal))


class Emit:
    __name__ = "emit"

    def __init__(self, signal):
        self.__self__ = signal
        self.seen = []

    def __call__(self, *arguments):
        self.seen.append(arguments)


@pytest.mark.parametrize(("words", "match"), [("pressed()", "takes no argument"), ("pressed(int,QString)", "takes 2 arguments")])
def test_emit_of_a_signal_with_other_arguments_is_refused_as_it_is_set(words, match):
    with ForceSensor.simulated(PRESS) as sensor:
        with pytest.raises(
            TypeError, match=match + r".*declare it as pressed = Signal\(object\), or write sensor.when_pressed = lambda: window"
        ) as said:
            sensor.when_pressed = signal_of_qt(words).emit
        assert sensor.when_pressed is None and "pressed.emit" in str(said.value)
    with pytest.raises(TypeError, match=r"deliver: pressed.emit .*declare it as pressed = Signal\(object\)"):
        ForceSensor.simulated(PRESS, deliver=signal_of_qt("pressed()").emit)
    one = signal_of_qt("pressed(PyObject)").emit
    sensor = ForceSensor.simulated(PRESS, fast=True)
    sensor.when_pressed = one
    sensor.run()
    assert len(one.seen) == 1


# Everything ends


def test_close_is_over_within_5_s_and_names_the_hook(stuck):
    began = time.monotonic()
    with pytest.warns(UserWarning, match=r"sensor.when_pressed \(<lambda> in .*test_delivery.py, line \d+\) does not return: the sensor is closed"):
        stuck.close()
    assert time.monotonic() - began < 5 and stuck.closed


def test_a_hook_that_was_left_ends_its_press_once_as_it_returns():
    inside, go, ended = threading.Event(), threading.Event(), threading.Event()
    sensor, ends = ForceSensor.simulated(HELD), []
    sensor.when_pressed = lambda: (inside.set(), go.wait(30))
    sensor.when_released = lambda event: (ends.append(event.reason.name), ended.set())
    assert inside.wait(10)
    with pytest.warns(UserWarning, match="does not return"):
        sensor.close()
    assert ends == []
    go.set()
    assert ended.wait(10)
    time.sleep(0.1)
    assert ends == ["RESET"]


@pytest.mark.parametrize("deliver", [None, "poll"])
def test_the_ends_come_before_close_returns(deliver):
    for _ in range(5):
        seen = []
        with ForceSensor.simulated(HELD, deliver=deliver) as sensor:
            sensor.when_pressed = sensor.when_released = lambda event: seen.append(event.type.name)
            assert sensor.wait_for_press(10)
        assert seen == ["CONTACT_BEGAN", "CONTACT_CANCELLED"]


def run(program, number=None, word="pressed"):
    """What a program printed, its code, and how long it took from a signal, or from that word on."""
    running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while running.stdout.readline().strip() != word:
        assert running.poll() is None, running.stderr.read()
    began = time.monotonic()
    if number is not None:
        running.send_signal(number)
    out, err = running.communicate(timeout=30)
    return out, err, running.returncode, time.monotonic() - began


START = """
import ctypes, threading, time
from libpress import ForceSensor
sensor = ForceSensor.simulated([(0.1, 0), (0.2, 4), (60, 4)], **{how})
sensor.when_pressed = lambda: print("pressed", flush=True)
sensor.when_released = lambda event: print("released", event.reason.name, flush=True)
"""
IN_C = START.format(how={}) + "ctypes.CDLL(None).poll(None, 0, -1)\nctypes.CDLL(None).sleep(60)"
"""The main thread is in a loop of C, which calls no handler of Python's."""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_ends_a_program_whose_main_thread_is_in_c(number, code):
    out, err, ended, took = run(IN_C.replace("poll(None, 0, -1)", "pause()"), number)
    assert (out, ended) in [("released RESET\n", code), ("released RESET\n", -number)] and took < 15, err


def test_a_program_that_has_its_own_handler_keeps_it_while_its_main_thread_is_in_c():
    program = START.format(how={}).replace("import ctypes", "import ctypes, signal")
    program += 'signal.signal(signal.SIGTERM, lambda *_: print("mine", flush=True))\nctypes.CDLL(None).sleep(2)\nsensor.close()\nprint("over")'
    out, err, code, _ = run(program, signal.SIGTERM)
    assert (out.splitlines(), code, err) == (["mine", "released RESET", "over"], 0, "") or out.splitlines()[-1] == "over"


@pytest.mark.parametrize("how", [{}, {"deliver": "poll"}, {"thread": False}])
def test_the_end_of_a_program_is_over_within_5_s_of_a_hook_that_never_returns(how):
    program = START.format(how=how) + "\nsensor.when_released = lambda: threading.Event().wait()\n"
    program += "sensor.wait_for_press()\nprint('over', flush=True)\n"
    out, err, code, took = run(program, word="over")
    assert code == 0 and took < 10 and err.count("does not return: the sensor is closed without it") == 1 and "Traceback" not in err, err


def test_a_hook_that_raises_at_the_end_of_a_program_is_one_sentence():
    program = START.format(how={"thread": False}) + "\nsensor.when_released = lambda: 1 / 0\nsensor.wait_for_press()\nprint('over', flush=True)\n"
    out, err, code, _ = run(program, word="over")
    assert code == 0 and "raised ZeroDivisionError: division by zero. Close the sensor first" in err and "Traceback" not in err


def test_an_input_is_free_for_a_new_sensor_after_a_hook_was_left(stuck):
    with pytest.warns(UserWarning, match="does not return"):
        stuck.close()
    with ForceSensor.simulated(PRESS) as other:
        assert other.wait_for_press(10)
    with pytest.raises(InvalidError):
        ForceSensor.simulated([(0, -1)])
