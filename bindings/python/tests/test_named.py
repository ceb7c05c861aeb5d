"""What a program does wrong is named, at the line that does it, with what to do instead."""

import functools
import gc
import signal
import sys
import threading
import time
import warnings
from array import array

import libpress
import pytest
from libpress import (
    NO_CONTACT,
    Circuit,
    Correction,
    Curve,
    Driver,
    DropOperation,
    Engine,
    Frame,
    Grid,
    InvalidError,
    NoSpaceError,
    Pad,
    Peek,
    PreviewAction,
    Proposal,
    Sample,
    Sensor,
    StateError,
    Target,
    Trait,
)

numpy = pytest.importorskip("numpy")


@pytest.mark.parametrize("part", ["gestures", "peek", "transitions", "button", "drag"])
def test_what_is_not_attached_says_so(part):
    with pytest.raises(StateError, match=rf"the engine has no {part}: make it with Engine\({part}=True\)"):
        getattr(Engine(), part)
    assert getattr(Engine(**{part: True}), part) is not None


async def coroutine(event):
    pass


async def asynchronous_generator(event):
    yield


def generator(event):
    yield


class Asynchronous:
    async def __call__(self, event):
        pass


@pytest.mark.parametrize(
    "function, words",
    [
        (coroutine, "must be a plain function, not async"),
        (functools.partial(coroutine, 1), "must be a plain function, not async"),
        (asynchronous_generator, "must be a plain function, not async"),
        (Asynchronous(), "must be a plain function, not async"),
        (generator, "one with `yield` does nothing"),
        (lambda event, more: None, r"gives \((event|touch)\): the function must take these, or fewer"),
        (lambda *, key: None, "the function must take these, or fewer"),
        (3, "must be a function or None, not int"),
    ],
)
def test_what_cannot_be_a_hook_is_refused_as_it_is_set(function, words):
    pad = Pad()
    for thing, name in ((pad, "when_touched"), (pad.engine, "when_event"), (pad.engine.preview, "on_begin")):
        with pytest.raises(TypeError, match=f"{thing._way}.{name} .*{words}"):
            setattr(thing, name, function)
        assert getattr(thing, name) is None
    with pytest.raises(TypeError, match="the handler of 'Star'"):
        PreviewAction("Star", handler=function if not callable(function) else coroutine)


def test_a_coroutine_that_a_hook_gives_back_is_named_and_closed():
    engine, delivered = Engine(), []
    engine.when_event = lambda event: coroutine(event)
    engine.when_touched = lambda event: coroutine(event)
    engine.preview.on_begin = lambda touch: coroutine(touch)
    engine.preview.when_refused = delivered.append
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(TypeError, match="engine.when_event gave back a coroutine") as caught:
            engine.feed_force(1, 2.0)
    assert any("engine.preview.on_begin gave back a coroutine" in note for note in caught.value.__notes__)
    assert len(delivered) == 1, "a question that fails is answered with no"


def test_a_question_without_an_answer_is_named():
    engine = Engine()
    engine.preview.on_begin = lambda touch: None
    with pytest.raises(TypeError, match="engine.preview.on_begin must answer True or False, not None"):
        engine.feed_force(1, 2.0)


def test_hooks_take_what_they_give_or_less():
    engine, delivered = Engine(peek=True), []
    engine.targets.add(Target(1, 0, 0, 9, 9, traits=Trait.PEEK))
    star = PreviewAction("Star", handler=lambda: delivered.append("star"))
    engine.peek.on_peek = lambda: Peek(7, [star])
    engine.peek.when_selected = lambda action: delivered.append(action)
    engine.peek.when_dismissed = lambda: delivered.append("dismissed")
    engine.peek.open(1)
    engine.peek.perform(star)
    assert delivered == ["star", star, "dismissed"]


def test_the_answer_of_a_function_is_not_taken_for_the_function():
    pad = Pad()
    with pytest.warns(UserWarning, match="pad.when_touched is None already: hand over a function itself") as caught:
        pad.when_touched = print(end="")
    assert caught[0].filename == __file__, "at the line of the program"
    pad.when_touched = print
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pad.when_touched = None


def test_a_peek_that_nobody_answers_is_named():
    engine = Engine(peek=True)
    engine.targets.add(Target(1, 0, 0, 9, 9, traits=Trait.PEEK))
    engine.when_event = lambda: None
    with pytest.warns(UserWarning, match="target 1, which has the trait PEEK, .*set engine.peek.on_peek") as caught:
        engine.feed_force(1, 2.0)
    assert caught[0].filename == __file__
    engine.reset()
    engine.peek.declared = {}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        engine.feed([Sample(1, 0.0), Sample(100_000, 2.0)])


def test_a_drop_that_nobody_confirms_is_named():
    engine = Engine(drag=True)
    for target in (Target(1, 0, 0, 9, 9, traits=Trait.DRAG_SOURCE), Target(2, 20, 0, 9, 9, traits=Trait.DROP)):
        engine.targets.add(target)
    engine.drag.on_propose = lambda: Proposal(DropOperation.MOVE, irreversible=True)
    with pytest.warns(UserWarning, match="waits to be confirmed, and nobody is asked: set engine.drag.on_confirm"):
        engine.drag.perform(1, 2)


def test_a_sensor_that_fails_without_a_hook_is_named():
    def fail(pad):
        pad.when_touched = print
        pad.feed(1, 300)
        pad.tick(4_000_000)  # after one reading its interval is unknown: three seconds
        assert pad.reading.lost

    with pytest.warns(UserWarning, match=r"sensor 0 of the pad has failed \(STALE\).*: set pad.when_fault") as caught:
        fail(Pad())
    assert caught[0].filename == __file__ and len(caught) == 1
    delivered, pad, other = [], Pad(), Pad()
    pad.when_fault = other.engine.when_event = delivered.append
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fail(pad)
        fail(other)
    assert len(delivered) == 2


# Feeding


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda pad: pad.feed(300), TypeError, r"pad.feed\(t_us, code\), not 300 alone"),
        (lambda pad: pad.feed(1, [300, 400]), ValueError, r"2 codes for 1 sensor: .*Pad\(\[sensor, ...\]\)"),
        (lambda pad: pad.feed(1, []), ValueError, "0 codes for 1 sensor"),
        (lambda pad: pad.feed(1, 300, 400), TypeError, "failed must be .* in a list, not 400"),
        (lambda pad: pad.feed(1, 300, (), 400), TypeError, "before_us must be .* in a list, not 400"),
        (lambda pad: pad.feed(1, "300"), TypeError, "codes must be a whole number for each sensor, in a list, not '300'"),
        (lambda pad: pad.feed(1, 300.5), TypeError, "codes must be a whole number"),
        (lambda pad: pad.feed(1.5, 300), TypeError, "t_us must be an integer, not float"),
        (lambda pad: pad.feed(-1, 300), OverflowError, "t_us = -1 does not fit"),
        (lambda pad: pad.feed(1, 2**31), OverflowError, "code 0 = 2147483648 does not fit"),
        (lambda pad: pad.feed(Frame(1, (1, 2))), ValueError, "2 codes for 1 sensor"),
        (lambda pad: pad.feed(numpy.array([1, 2])), TypeError, "a buffer of frames holds frame structs"),
        (lambda pad: Pad([Sensor(), Sensor()]).feed(1, 300), ValueError, "1 code for 2 sensors"),
        (lambda pad: Pad([Sensor(), 3]), TypeError, "the sensors of a pad are Sensors, not int"),
        (lambda pad: Pad(start_uss=3), TypeError, "no setting 'start_uss': did you mean start_us"),
        (lambda pad: Grid(tuch_force=3), TypeError, "no setting 'tuch_force': did you mean touch_force"),
        (lambda pad: Engine().feed(3.5), TypeError, "feed takes Samples, or a buffer of them, not float; feed_force"),
        (lambda pad: Engine().feed(["x"]), TypeError, "feed takes Samples, not str"),
        (lambda pad: Engine().feed_force(1, 2j), TypeError, "force must be a number, not complex"),
        (lambda pad: Engine().feed_force(1, "2"), TypeError, "force must be a number, not str"),
        (lambda pad: Engine().feed_force(1, 2, x="3"), TypeError, "x must be a number, not str"),
        (lambda pad: Engine().feed_force(1, float("nan")), ValueError, "force is not a number"),
        (lambda pad: Engine().feed_force(1, 40_000), OverflowError, "force = 40000 does not fit"),
        (lambda pad: Engine().feed_force(2**64, 1), OverflowError, "t_us = 18446744073709551616 does not fit"),
    ],
)
def test_what_is_fed_wrong_is_named_and_nothing_is_taken(call, error, words):
    pad = Pad()
    with pytest.raises(error, match=words):
        call(pad)
    assert pad.stats.frames == 0


FORTY = {
    "objects": numpy.array([object()] * 5),
    "text": numpy.array(["0123456789"]),
    "bytes strings": numpy.array([b"0" * 40]),
    "complex numbers": numpy.zeros(5, complex)[:5],
    "floats": numpy.zeros(5),
    "halves": numpy.zeros(20, numpy.float16),
    "whole numbers": numpy.zeros(5, numpy.int64),
    "codes": numpy.zeros(20, numpy.uint16),
    "truth values": numpy.zeros(40, bool),
    "times": numpy.zeros(5, "datetime64[s]"),
    "another struct": numpy.zeros(1, [("t_us", "u8"), ("rest", "u4", 8)]),
    "an array of floats": array("d", [0.0] * 5),
    "a view of floats": memoryview(array("f", [0.0] * 10)),
    "a view of pointers": memoryview(bytearray(40)).cast("P"),
}


@pytest.mark.parametrize("data", FORTY.values(), ids=FORTY)
def test_memory_of_something_else_is_refused(data):
    engine, pad = Engine(), Pad()
    engine.feed_force(1, 2.0)
    for call, what in ((engine.feed, "sample"), (engine.poll_into, "event"), (pad.feed, "frame")):
        with pytest.raises(TypeError, match=f"{what}s .*libpress.{what.upper()}_DTYPE.* not "):
            call(data)
    assert engine.stats.samples == 1 and len(engine.poll()) == 3 and pad.stats.frames == 0


def test_poll_into_says_what_it_fills():
    with pytest.raises(TypeError, match="poll_into fills a buffer, such as an array of libpress.EVENT_DTYPE, not list"):
        Engine().poll_into([])


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda e: e.transitions.new().bind(Driver.MOTION, direction=5), r"direction must be \(x, y\), not 5"),
        (lambda e: setattr(e.peek, "declared", {1: Peek(1, size=5)}), r"size of a Peek must be \(width, height\), not 5"),
        (lambda e: setattr(e.peek, "declared", {1: Peek(1, source=(1, 2))}), r"source of a Peek must be \(source_x, "),
        (lambda e: setattr(e.peek, "declared", [Peek(1)]), "engine.peek.declared is a dict of targets and Peeks, not list"),
        (lambda e: setattr(e.peek, "declared", {1: Peek(1, [PreviewAction(3)])}), "the title of an action must be text"),
        (lambda e: Curve.table([1, 2]), r"a point must be \(conductance, force\), not 1"),
        (lambda e: Curve.fit([(1, 2, 3)]), r"a point must be \(conductance, force\), not \(1, 2, 3\)"),
        (lambda e: libpress.Calibration.fit(Circuit(), [300]), r"a reading must be \(code, newtons\), not 300"),
        (lambda e: Correction.fit([(1, 2), (3, 4), (5, 6)]), r"a place as read must be \(x, y\), not 1"),
        (lambda e: Correction.fit([1]), r"a touch must be \(read, actual\), not 1"),
        (lambda e: Grid().mask([3]), r"a cell must be \(column, row\), not 3"),
        (lambda e: Grid().mask(["ab"]), r"a cell must be \(column, row\), not 'ab'"),
        (lambda e: e.targets.add(1), "a target must be a Target, not int"),
        (lambda e: e.button.set(1.5), "engine.button.set takes a ButtonConfig, not float"),
        (lambda e: e.transitions.new().start().update("x"), "fraction must be a number, not str"),
        (lambda e: setattr(e.drag, "modifiers", 1.5), "engine.drag.modifiers"),
    ],
)
def test_a_number_where_a_pair_belongs_is_named(call, words):
    with pytest.raises(TypeError, match=words):
        call(Engine(peek=True, transitions=True, button=True, drag=True))


# Events that nobody takes


def test_a_pad_without_hooks_goes_on_for_ever():
    for pad in (Pad(), Pad(engine=Engine(max_events=0))):
        for t in range(4000):
            pad.feed(5000 * (t + 1), 300 if t < 100 or t % 40 < 20 else 24_000)
        assert pad.stats.frames == 4000 and pad.engine.stats.refused == 0
    pad = Pad()
    pad.when_touched = print
    pad.when_touched = None
    for t in range(4000):
        pad.feed(5000 * (t + 1), 300 if t < 100 or t % 40 < 20 else 24_000)


def test_an_engine_whose_events_nobody_takes_says_what_to_do():
    words = r"nobody takes the events: set a hook such as engine.when_event, call engine.poll\(\) now and then, or .*max_events=0"
    engine = Engine()
    with pytest.raises(NoSpaceError, match=words):
        for t in range(4000):
            engine.feed_force(5000 * t, 0 if t % 40 < 20 else 5)
    pad = Pad(engine=Engine())
    with pytest.raises(NoSpaceError, match=words):
        for t in range(4000):
            pad.feed(5000 * (t + 1), 300 if t < 100 or t % 40 < 20 else 24_000)
    with pytest.raises(NoSpaceError, match=words):
        engine.feed(bytes(Sample(10**9, 5.0)))
    engine = Engine(max_contacts=1, max_events=0)
    with pytest.raises(NoSpaceError) as caught:
        engine.feed([Sample(1, 2.0, contact=contact) for contact in range(2)])
    assert "poll" not in str(caught.value)


# Exceptions and signals


def test_a_stop_iteration_arrives_as_itself():
    engine = Engine(transitions=True, lift_us=0)
    engine.when_event = lambda: next(iter(()))
    for call in (lambda: engine.feed_force(1, 2.0), lambda: engine.feed([Sample(2, 0.0), Sample(3, 2.0)]), engine.reset):
        with pytest.raises(StopIteration):
            call()
    engine.transitions.on_start = lambda: next(iter(()))
    with pytest.raises(StopIteration), engine.transitions.new():
        pass


class Alarm(Exception):
    pass


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("kind", [Alarm, KeyboardInterrupt])
def test_a_signal_that_interrupts_leaves_nothing_behind(kind):
    engine = Engine(lift_us=0, tell_moved=True, lost_after_us=0, late_limit_us=0)
    engine.when_event = engine.preview.when_updated = lambda event: None
    t, struck, hook = 0, 0, sys.unraisablehook  # ours, which hands on what is not ours

    def handler(number, frame):
        raise kind

    def free():
        found.append(engine._core.lock.acquire(timeout=5))
        engine._core.lock.release()

    before = signal.signal(signal.SIGALRM, handler)
    kept = []  # with their tracebacks, which hold the frames
    gc.disable()  # what strikes in a callback of the collector, such as Hypothesis has, is lost
    try:
        until = time.monotonic() + 3
        while time.monotonic() < until:
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.0002 + 0.00003 * (struck % 11))
                for _ in range(2000):
                    t += 1
                    engine.feed_force(t, 1.0 + t % 3)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except kind as problem:
                struck += 1
                kept = [*kept[-20:], problem]
            assert sys.unraisablehook is hook, f"after {struck} signals"
            assert engine._core.depth == 0
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.enable()
    found = []
    other = threading.Thread(target=free)
    other.start()
    other.join()
    assert struck > 100 and found == [True], "nobody holds the lock"
    with pytest.raises((InvalidError, ValueError)):
        engine.feed([Sample(0)])


def test_an_interrupt_is_not_hidden_by_an_error():
    engine = Engine()
    engine.when_event = lambda: 1 / 0

    def interrupt():
        raise KeyboardInterrupt

    engine.when_touched = interrupt
    with pytest.raises(KeyboardInterrupt) as caught:
        engine.feed_force(1, 0.5)
    assert caught.value.__notes__ == ["a callback after it raised ZeroDivisionError: division by zero"]


def test_a_contact_of_no_finger_is_said():
    assert Engine(drag=True).drag.session(NO_CONTACT) is None


def test_a_setting_that_a_config_does_not_have_names_the_config_that_has_it():
    with pytest.raises(TypeError, match="GesturesConfig has no setting 'repeat_us': LevelsConfig has it"):
        libpress.GesturesConfig(repeat_us=1)
    with pytest.raises(TypeError, match="GesturesConfig has no setting 'hold': did you mean hold_us"):
        libpress.GesturesConfig(hold=1)
    with pytest.raises(TypeError, match=r"DragConfig has no setting 'frame': did you mean frame_us"):
        libpress.DragConfig(slop=3, frame=1)


def test_the_preview_of_no_finger_says_that_none_touches():
    with pytest.raises(libpress.NotFoundError, match="no finger touches with this contact"):
        Engine().preview.state(0)


def test_a_recording_is_short_where_it_is_printed():
    frames = tuple(Frame(5000 * n, (300,)) for n in range(2000))
    assert repr(libpress.Trace(frames, 1)) == "<Trace: 2000 frames of 1 sensor, 9.995 s>"
