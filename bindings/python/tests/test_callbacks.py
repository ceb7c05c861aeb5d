"""Callbacks that call back, and callbacks that fail."""

import _thread
import contextlib
import functools
import gc
import itertools
import math
import signal
import threading
import time

import pytest
from conftest import LIFTS, unpaired
from hypothesis import given
from hypothesis import strategies as st
from libpress import (
    BusyError,
    Engine,
    EventType,
    Frame,
    Pad,
    Sample,
    StateError,
    Target,
    TimeError,
    Trait,
    _core,
    _hook_calls,
)
from libpress.generated import _raw

PRESS = [Sample(10_000 * (i + 1), f) for i, f in enumerate([0.6, 2.0, 2.3, 3.0, 3.5, 4.8, 0.1])]
NAMES = ("preview.on_begin", "preview.when_updated", "preview.when_commit_updated", "preview.when_cancelled", "when_event")


def put(engine, name, function):
    """Sets the hook of a name."""
    *part, hook = name.split(".")
    setattr(getattr(engine, part[0]) if part else engine, hook, function)


def with_all(engine, function):
    """Sets every hook to function(name, argument); what it returns answers on_begin."""
    for name in NAMES:
        put(engine, name, lambda argument, name=name: function(name, argument))


def test_each_hook_receives_its_part_just_after_every_event(engine):
    delivered = []
    engine.preview.on_begin = lambda touch: delivered.append(("ask", touch.contact, touch.target)) or True
    engine.preview.when_updated = lambda event: delivered.append(("preview", event.progress, event.ended))
    engine.preview.when_commit_updated = lambda event: delivered.append(("commit", event.progress, event.ended))
    engine.preview.when_committed = lambda: delivered.append(("committed",))
    engine.preview.when_cancelled = lambda touch: delivered.append(("cancel",))
    engine.when_event = lambda event: delivered.append(event.type.name)
    engine.feed(PRESS)
    progress = [entry[1] for entry in delivered if entry[0] == "preview"]
    assert progress == pytest.approx([(1.6 / 4.6 - 0.25) / 0.25, (1.9 / 4.6 - 0.25) / 0.25, 1.0], abs=1e-3)
    assert [entry if isinstance(entry, str) else entry[0] for entry in delivered] == [
        "CONTACT_BEGAN",
        "ask",
        "PREVIEW_BEGAN",
        *["PREVIEW_UPDATED", "preview"] * 3,
        *["COMMIT_UPDATED", "commit"] * 3,
        "committed",
        "CONTACT_ENDED",
    ]
    assert [entry[2] for entry in delivered if entry[0] in ("preview", "commit")] == [False, False, True] * 2


def test_functions_can_be_taken_away_again(engine):
    delivered = []
    engine.when_event = delivered.append
    engine.when_event = None
    assert engine.when_event is None
    engine.feed(PRESS)
    assert delivered == [] and len(engine.poll()) == 9
    with pytest.raises(TypeError, match="engine.when_event must be a function or None, not int"):
        engine.when_event = 3


@pytest.mark.parametrize("name", NAMES)
def test_feeding_and_ticking_from_inside_a_callback_is_busy(engine, name):
    caught = []

    def callback(*_):
        for call in (lambda: engine.feed(Sample(0)), lambda: engine.feed_force(0, 0), lambda: engine.tick(0)):
            with pytest.raises(BusyError, match="from inside a callback|callback") as busy:
                call()
            caught.append(busy.value)
        return True

    put(engine, name, callback)
    engine.feed(PRESS[:2] + [Sample(25_000, 3.0), Sample(30_000, 0.0)])
    assert caught and all(error.status == -16 for error in caught)


def later(samples, by=1_000_000):
    return [Sample(sample.t_us + by, sample.force) for sample in samples]


@pytest.mark.parametrize("name", NAMES)
def test_an_exception_in_a_callback_reaches_the_caller_of_feed(engine, name):
    def fail(*_):
        raise ZeroDivisionError(f"in {name}")

    put(engine, name, fail)
    with pytest.raises(ZeroDivisionError, match=f"in {name}") as caught:
        engine.feed(PRESS[:4] + [Sample(50_000, 0.0)])
    assert caught.traceback[-1].name == "fail"
    assert engine.stats.samples == 5, "all samples were taken"
    put(engine, name, None)
    engine.feed(later(PRESS))


def test_an_exception_loses_no_other_callback(engine):
    delivered, reached = [], []

    def fail(event):
        reached.append(event.progress)
        raise RuntimeError(f"number {len(reached)}")

    engine.preview.when_updated = fail
    engine.when_event = delivered.append
    with pytest.raises(RuntimeError, match="number 1") as caught:
        engine.feed(PRESS)
    assert len(reached) == 3 and len(delivered) == 9
    assert caught.value.__notes__ == [f"a callback after it raised RuntimeError: number {n}" for n in (2, 3)]


def test_should_begin_that_fails_means_no(observed):
    engine, events = observed
    engine.preview.on_begin = lambda touch: 1 / 0
    with pytest.raises(ZeroDivisionError):
        engine.feed(PRESS)
    assert EventType.PREVIEW_REFUSED in [event.type for event in events]


def test_an_exception_and_a_bad_sample_are_both_reported(observed):
    engine, _ = observed
    engine.preview.on_begin = lambda touch: 1 / 0
    engine.set(late_limit_us=60_000)
    with pytest.raises(ZeroDivisionError) as caught:
        engine.feed([*PRESS, Sample(1)])
    assert any("TimeError" in note and "backwards" in note for note in caught.value.__notes__)
    with pytest.raises(TimeError):
        engine.feed(Sample(1))


def test_an_exception_inside_a_call_inside_a_callback_reaches_the_outermost_call(engine):
    def cancelled():
        raise LookupError("from the cancel hook")

    calls = []
    engine.preview.when_cancelled = cancelled
    engine.preview.when_updated = lambda event: calls.append(engine.preview.cancel(event.contact))
    with pytest.raises(LookupError, match="from the cancel hook"):
        engine.feed(PRESS)
    assert calls == [None], "preview_cancel itself went well"


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(lambda e: e.preview.cancel(), id="cancel"),
        pytest.param(lambda e: e.reset(), id="reset"),
        pytest.param(lambda e: e.tick(10_000_000), id="tick"),
        pytest.param(lambda e: e.targets.remove(1), id="remove"),
        pytest.param(lambda e: e.targets.update(Target(1, 0, 0, 9, 9, traits=0)), id="update"),
    ],
)
def test_every_call_that_delivers_raises_what_its_callbacks_raise(engine, act):
    engine.targets.add(Target(1, 0, 0, 9, 9))
    engine.feed_force(1, 2.0)

    def cancelled(touch):
        raise ZeroDivisionError

    engine.preview.when_cancelled = cancelled
    with pytest.raises(ZeroDivisionError):
        act(engine)


class Stop(BaseException):
    pass


def test_exceptions_that_are_not_errors_pass_too(engine):
    def stop(event):
        raise Stop

    engine.when_event = stop
    with pytest.raises(Stop):
        engine.feed(PRESS)


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_during_a_feed_is_never_swallowed(capfd):
    engine = Engine(lift_us=0, tell_moved=True, lost_after_us=0)
    engine.when_event = lambda event: None
    clock = itertools.count(1)
    gc.disable()  # what others do as garbage is collected would swallow it
    try:
        for delay in [0.0005 * n for n in range(1, 40)]:
            timer = threading.Timer(delay, _thread.interrupt_main)
            with pytest.raises(KeyboardInterrupt):
                timer.start()
                for _ in range(200_000):
                    engine.feed([Sample(next(clock), 1.0) for _ in range(50)])
            timer.join()
    finally:
        gc.enable()
    engine.reset()
    assert "KeyboardInterrupt" not in capfd.readouterr().err


@pytest.mark.parametrize("interrupts", [1, 2])
def test_an_interrupt_as_a_hook_is_left_is_raised_and_the_next_ones_are_too(monkeypatch, interrupts):
    """Python runs a signal's handler before the first line of a function, where none of its own `try` is."""
    leave, left = _hook_calls._leave, [interrupts]

    def interrupted(*arguments):
        if left[0]:
            left[0] -= 1
            raise KeyboardInterrupt
        leave(*arguments)

    monkeypatch.setattr(_hook_calls, "_leave", interrupted)
    engine = Engine(lift_us=0)
    engine.when_event = lambda event: None
    with pytest.raises(KeyboardInterrupt):
        engine.feed(PRESS)
    core = engine._core
    assert left == [0] and (core.depth, core.called_back, core.outside, core.running, core._errors) == (0, [0], [], [], [])
    left[0] = interrupts
    with pytest.raises(KeyboardInterrupt):
        engine.feed([Sample(200_000, 1.0)])


def test_a_call_waits_for_one_of_another_thread():
    """A quick call that came in between would take the time to the end of the buffer, whose rest were too early then."""
    engine, failures, met = Engine(max_events=0, lost_after_us=0), [], 0

    def feed(buffer):
        try:
            engine.feed(buffer)
        except BaseException as failure:
            failures.append(failure)

    for t in range(0, 40, 2):
        buffer = bytes(Sample(t)) * 500_000 + bytes(Sample(t + 1))
        thread = threading.Thread(target=feed, args=(buffer,))
        thread.start()
        while thread.is_alive() and not engine._core.depth:
            pass
        met += engine._core.depth
        engine.feed_force(t + 1, 0.0)
        thread.join()
    assert met > 0 and failures == []


def test_quick_calls_wait_while_the_library_works(monkeypatch):
    """Every call that gives up Python's lock says so first."""
    pad = Pad(engine=Engine(drag=True, transitions=True))
    engine = pad.engine
    engine.targets.add(Target(1, 0, 0, 9, 9, traits=Trait.DRAG_SOURCE))
    core, called = engine._core, set()

    def watched(name, function):
        def call(*arguments):
            if any(one is handle for one in arguments for handle in (core.handle, pad._handle)):
                assert not core.quiet, name
                called.add(name)
            return function(*arguments)

        return call

    for name in _raw.FUNCTIONS:
        monkeypatch.setattr(_raw, name, watched(name, getattr(_raw, name)))
    assert core.quiet and engine.next_deadline == pad.next_deadline is None
    session = engine.drag.begin(1)
    assert session.state and session.items and session.cancel() is None
    pad.feed([Frame(1, (300,)), Frame(2, (300,))])
    assert engine.feed(Sample(3)) == 1 and engine.poll() and pad.reading and pad.stats and engine.stats
    engine.when_event = print
    engine.when_event = None
    assert core.quiet and len(called) > 12, called


actions = st.sampled_from(["nothing", "cancel", "remove", "reset", "raise", "feed", "add", "forget"])


@given(
    st.lists(st.tuples(st.integers(0, 300_000), st.floats(0, 6), st.integers(0, 2)), max_size=40),
    st.lists(st.tuples(st.sampled_from(NAMES), actions), max_size=40),
    st.booleans(),
    LIFTS,
)
def test_whatever_callbacks_do_every_beginning_has_one_end(steps, script, answer, lift_us):
    engine, events, script, resets = Engine(lift_us=lift_us), [], iter(script), itertools.count()
    engine.targets.add(Target(1, 0, 0, 10, 10))

    def callback(name, argument):
        if name == "when_event":
            events.append(argument)
        expected, action = next(script, ("", "nothing"))
        contact = argument.contact
        if action == "cancel":
            with contextlib.suppress(StateError, LookupError):
                engine.preview.cancel(contact)
        elif action == "remove" and 1 in engine.targets:
            engine.targets.remove(1)
        elif action == "add" and 1 not in engine.targets:
            engine.targets.add(Target(1, 0, 0, 10, 10))
        elif action == "reset":
            next(resets)
            engine.reset()
        elif action == "raise":
            raise ZeroDivisionError
        elif action == "feed":
            with pytest.raises(BusyError):
                engine.feed_force(0, 1)
        elif action == "forget" and name != "when_event":
            put(engine, name, None)
        return answer

    with_all(engine, callback)
    t = 0
    for step, force, contact in steps:
        t += step
        with contextlib.suppress(ZeroDivisionError):
            engine.feed_force(t, force, contact=contact)
    with contextlib.suppress(ZeroDivisionError):
        engine.reset()
    assert unpaired(events, next(resets)) == (set(), [])


def ramp(pad, up_to=24_000, start=0):
    codes = [300] * 40 + list(range(300, up_to, 400)) + list(range(up_to, 300, -400))
    for i, code in enumerate(codes):
        pad.feed(start + 5000 * (i + 1), code)


def test_a_pad_has_friendly_names():
    pad, delivered = Pad(engine=Engine(lift_us=0)), []
    pad.when_touched = lambda: delivered.append("touched")
    pad.when_previewed = lambda event: delivered.append(event.type.name)
    pad.when_committed = lambda: delivered.append("committed")
    pad.when_released = lambda event: delivered.append(event.reason.name)
    pad.when_cancelled = lambda: delivered.append("cancelled")
    ramp(pad)
    assert delivered == ["touched", "PREVIEW_BEGAN", "committed", "LIFTED"]
    delivered.clear()
    ramp(pad, up_to=16_500, start=3_000_000)
    assert delivered == ["touched", "PREVIEW_BEGAN", "cancelled", "LIFTED"]
    pad.when_previewed = None
    assert pad.when_previewed is None
    with pytest.raises(TypeError, match="when_touched"):
        pad.when_touched = "touched"


def test_an_exception_in_a_friendly_function_reaches_the_caller_too():
    pad, delivered = Pad(engine=Engine(lift_us=0)), []
    pad.when_previewed = lambda: 1 / 0
    pad.when_committed = lambda: delivered.append("committed")
    with pytest.raises(ZeroDivisionError):
        for i, code in enumerate([300] * 45 + [24_000] * 200):
            pad.feed(5000 * (i + 1), code)
    for i in range(400, 600):
        pad.feed(5000 * i, 24_000)
    assert delivered == ["committed"]


def test_nobody_need_poll_a_pad_without_functions():
    pad = Pad(start_us=10_000, filter=False)
    for i in range(2000):
        pad.feed(5000 * (i + 1), 300 if i < 10 or i % 40 < 20 else 24_000)
    assert pad.engine.stats.refused == 0 and pad.engine.stats.overwritten > 0


def test_pads_that_share_an_engine_receive_their_own_contact_only():
    engine = Engine(lift_us=0)
    pads = [Pad(engine=engine, contact=n) for n in (1, 2)]
    delivered = []
    for pad in pads:
        pad.when_touched = lambda event: delivered.append(event.contact)
    for i, code in enumerate([300] * 45 + [24_000] * 20):
        pads[0].feed(5000 * (i + 1), code)
        pads[1].feed(5000 * (i + 1), 300)
    assert delivered == [1]


def test_parameters_with_a_default_keep_it():
    """As in a loop, where `n=n` keeps the number of its turn, and as of methods that have options."""
    said = []

    class Lamp:
        def blink(self, on_time=1, off_time=1, n=None, background=True):
            said.append(("blink", on_time, off_time, n, background))

    def toggle(times=2, *, label="x"):
        said.append(("toggle", times, label))

    hooks = [lambda n=n: said.append(n) for n in range(2)]
    hooks += [Lamp().blink, toggle, functools.partial(said.append, "partial"), functools.partial(lambda event, n: said.append((event.type, n)), n=3)]
    hooks += [lambda event, n=5: said.append((event.type, n)), lambda *all: said.append(len(all))]
    for hook in hooks:
        engine = Engine(max_events=0)
        engine.when_touched = hook
        engine.feed_force(0, 1)
    began = EventType.CONTACT_BEGAN
    assert said == [0, 1, ("blink", 1, 1, None, True), ("toggle", 2, "x"), "partial", (began, 3), (began, 5), 1]


def test_threads_wait_for_each_other_where_one_makes_quick_calls_with_hooks():
    """A hook lets other threads run; none of them comes into the engine meanwhile, nor in between two hooks."""
    pad, wrong, inside = Pad(start_us=0), [], [0]
    engine = pad.engine

    def hook(event):
        inside[0] += 1
        time.sleep(0)
        engine.targets.at(event.x, 0)  # a hook may ask
        inside[0] -= 1

    pad.engine.preview.when_updated = engine.preview.when_began = engine.when_touched = engine.when_released = hook
    is_done = threading.Event()

    def others():
        while not is_done.is_set():
            try:
                for call in (lambda: engine.targets.at(1, 1), lambda: engine.next_deadline, lambda: pad.reading, lambda: engine.stats):
                    call()
                    if inside[0] and engine._core.lock._is_owned():
                        wrong.append("within a hook")
            except BaseException as problem:
                wrong.append(problem)

    threads = [threading.Thread(target=others) for _ in range(2)]
    for one in threads:
        one.start()
    try:
        for t in range(1, 4000):
            pad.feed(1000 * t, 20_000 if t % 200 > 100 else 300)
    finally:
        is_done.set()
        for one in threads:
            one.join()
    assert wrong == [] and engine._core.idle and engine.stats.refused == 0


def test_a_signal_handler_may_call_the_engine_whenever_it_strikes():
    engine, calls = Engine(max_events=0, lift_us=0), []
    engine.when_touched = engine.when_released = lambda: None
    before = signal.signal(signal.SIGALRM, lambda *_: calls.append(engine.targets.at(0, 0)))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
        until = time.monotonic() + 2
        t = 0
        while time.monotonic() < until:
            t += 1
            engine.feed_force(t, 1.0 + t % 2 * -1)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert len(calls) > 200 and set(calls) == {0} and engine._core.idle


def test_progress_that_no_hook_receives_does_not_leave_the_library(monkeypatch):
    delivered = []
    plain = _core.hooks_of

    def counting(core, usual):
        call = plain(core, usual)
        return lambda engine, event, user: (delivered.append(int.from_bytes(event[8:12], "little")), call(engine, event, user))[1]

    monkeypatch.setattr(_core, "hooks_of", counting)
    engine = Engine(max_events=0, lift_us=0, tell_moved=True)
    engine.when_touched = engine.preview.when_committed = lambda event: None
    progress = {EventType.CONTACT_MOVED, EventType.PREVIEW_UPDATED, EventType.COMMIT_UPDATED}
    ended, updated = [], []

    def press(start):
        for t in range(100):
            engine.feed_force(start + 1000 * t, 4 * math.sin(t * math.pi / 99))

    press(0)
    assert len(delivered) < 10 and EventType.CONTACT_BEGAN in delivered
    engine.preview.when_updated = updated.append
    delivered.clear()
    press(1_000_000)
    assert len(delivered) > 100 and len(updated) > 10 and not ended
    engine.preview.when_updated = None
    delivered.clear()
    press(2_000_000)
    assert len(delivered) < 10 and len(progress & set(delivered)) <= 2
    engine.when_event = updated.append
    press(3_000_000)
    assert {event.type for event in updated} >= progress
