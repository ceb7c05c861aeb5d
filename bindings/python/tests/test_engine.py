"""The engine as a program sees it: ways to feed it, ways to receive from it, targets."""

import array
import gc
import itertools
import math
import threading
import weakref

import libpress
import pytest
from conftest import unpaired
from hypothesis import given
from hypothesis import strategies as st
from libpress import (
    BusyError,
    Engine,
    Event,
    EventType,
    InvalidError,
    NoSpaceError,
    NotFoundError,
    PreviewState,
    Reason,
    Sample,
    StateError,
    Target,
    TimeError,
    Trait,
)
from libpress.types import SAMPLE_STRUCT

numpy = pytest.importorskip("numpy")

PRESS = [0.0, 0.2, 0.6, 1.0, 2.0, 2.5, 3.0, 4.0, 4.8, 3.0, 0.1]


def samples_of(forces, contact=0, step_us=10_000):
    return [Sample(step_us * (i + 1), force, contact=contact) for i, force in enumerate(forces)]


def packed(samples):
    return b"".join(map(bytes, samples))


def log(feed):
    engine, events = Engine(lift_us=0), []
    engine.when_event = events.append
    feed(engine)
    return events


def test_a_press_is_a_preview_and_a_commit(observed):
    engine, events = observed
    assert engine.feed(samples_of(PRESS)) == len(PRESS)
    delivered = [(event.type.name, event.ended) for event in events]
    assert delivered == [
        ("CONTACT_BEGAN", False),
        ("PREVIEW_BEGAN", False),
        ("PREVIEW_UPDATED", False),
        ("PREVIEW_UPDATED", False),
        ("PREVIEW_UPDATED", True),
        ("COMMIT_UPDATED", False),
        ("COMMIT_UPDATED", False),
        ("COMMIT_UPDATED", True),
        ("CONTACT_ENDED", False),
    ]
    assert events[0].t_us == 30_000 and math.isclose(events[0].force, 0.6, abs_tol=1e-4)
    assert events[-1].reason is Reason.LIFTED
    assert math.isclose(events[2].pressure, (2.0 - 0.4) / 4.6, abs_tol=1e-4)
    assert unpaired(events) == (set(), [])


def readonly(data):
    view = memoryview(data)
    assert view.readonly
    return view


@pytest.mark.parametrize(
    "form",
    [
        pytest.param(lambda s: s, id="a list"),
        pytest.param(tuple, id="a tuple"),
        pytest.param(iter, id="an iterator"),
        pytest.param(lambda s: (x for x in s), id="a generator"),
        pytest.param(packed, id="bytes"),
        pytest.param(lambda s: bytearray(packed(s)), id="a bytearray"),
        pytest.param(lambda s: readonly(packed(s)), id="a read-only memoryview"),
        pytest.param(lambda s: memoryview(b"123" + packed(s))[3:], id="memory that is not aligned"),
        pytest.param(lambda s: array.array("B", packed(s)), id="an array of bytes"),
        pytest.param(lambda s: array.array("Q", packed(s)), id="an array of words"),
        pytest.param(lambda s: numpy.frombuffer(packed(s), libpress.SAMPLE_DTYPE), id="a numpy array"),
        pytest.param(lambda s: numpy.frombuffer(packed(s), numpy.uint8), id="a numpy array of bytes"),
    ],
)
def test_every_form_of_samples_gives_the_same_events(form):
    expected = log(lambda engine: [engine.feed(sample) for sample in samples_of(PRESS)])
    assert len(expected) == 9
    assert log(lambda engine: engine.feed(form(samples_of(PRESS)))) == expected


def test_feed_force_is_a_sample():
    expected = log(lambda engine: engine.feed(samples_of(PRESS, contact=7)))
    assert expected == log(lambda e: [e.feed_force(10_000 * (i + 1), f, contact=7) for i, f in enumerate(PRESS)])


forces = st.lists(st.tuples(st.floats(-1, 8, width=32), st.integers(0, 400_000), st.integers(0, 2)), max_size=60)


@given(forces, st.data())
def test_a_buffer_is_the_same_as_one_by_one_and_as_any_split(steps, data):
    times = itertools.accumulate(step for _, step, _ in steps)
    samples = [Sample(t, f, contact=c) for t, (f, _, c) in zip(times, steps, strict=True)]
    whole = log(lambda engine: engine.feed(packed(samples)))
    assert whole == log(lambda engine: [engine.feed(sample) for sample in samples])
    cut = data.draw(st.integers(0, len(samples)))
    assert whole == log(lambda e: (e.feed(packed(samples[:cut])), e.feed(packed(samples[cut:]))))


@given(forces)
def test_every_beginning_has_exactly_one_end(steps):
    engine, events, t = Engine(max_contacts=2), [], 0
    engine.when_event = events.append
    for force, step, contact in steps:
        t += step
        try:
            engine.feed_force(t, force, contact=contact)
        except NoSpaceError:
            assert engine.stats.refused > 0
    engine.reset()
    assert unpaired(events) == (set(), [])


def test_polling_and_callbacks_deliver_the_same():
    events = log(lambda engine: engine.feed(samples_of(PRESS)))
    engine, polled = Engine(lift_us=0), []
    for sample in samples_of(PRESS):
        engine.feed(sample)
        polled += engine.poll()
    assert polled == events
    assert engine.poll() == []


def test_poll_into_fills_an_array_without_decoding(engine):
    engine.feed(samples_of(PRESS))
    events = numpy.zeros(4, libpress.EVENT_DTYPE)
    assert engine.poll_into(events) == 4
    assert events["type"].tolist() == [1, 16, 17, 17]
    assert math.isclose(events["force"][0] / 65536, 0.6, abs_tol=1e-4)
    assert [event.type for event in engine.poll()] == [17, 18, 18, 18, 3]


def test_poll_into_requires_memory_that_can_be_written(engine):
    with pytest.raises(BufferError):
        engine.poll_into(bytes(640))
    assert engine.poll_into(bytearray(0)) == 0


def test_a_full_queue_says_how_many_samples_were_taken_and_nothing_is_lost():
    presses = samples_of([2.0, 0.0] * 200)
    expected = [e for e in log(lambda engine: engine.feed(presses)) if e.type != EventType.PREVIEW_UPDATED]
    engine, polled, taken, refusals = Engine(lift_us=0), [], 0, 0
    data = packed(presses)
    while taken < len(presses):
        try:
            taken += engine.feed(memoryview(data)[taken * SAMPLE_STRUCT.size :])
        except NoSpaceError as error:
            assert "poll()" in str(error)
            taken += error.taken
            refusals += 1
            polled += engine.poll()
    polled += engine.poll()
    assert refusals > 10 and engine.stats.refused >= refusals
    assert [e for e in polled if e.type != EventType.PREVIEW_UPDATED] == expected


def test_a_bad_sample_in_the_middle_raises_after_those_before_it_were_taken(observed):
    engine, events = observed
    bad = samples_of([1.0, 1.0, 1.0], step_us=50_000)
    bad.append(Sample(5, 1.0))
    bad.append(Sample(250_000, 1.0))
    with pytest.raises(TimeError) as caught:
        engine.feed(bad)
    assert caught.value.taken == 3 and "sample 3 of 5" in str(caught.value)
    assert engine.stats.samples == 3 and engine.stats.backwards >= 1
    assert [event.type for event in events] == [EventType.CONTACT_BEGAN]
    with pytest.raises(TimeError) as caught:
        engine.feed(iter([Sample(240_000), *bad[3:]]))
    assert caught.value.taken == 1


def test_unknown_flags_are_refused(engine):
    with pytest.raises(InvalidError) as caught:
        engine.feed(SAMPLE_STRUCT.pack(0, 0, 32, 0, 0, 0, 0))
    assert caught.value.taken == 0


@pytest.mark.parametrize(
    "samples, error",
    [
        pytest.param(b"123", ValueError, id="half a sample"),
        pytest.param(array.array("d", [0.0] * 4), TypeError, id="floats"),
        pytest.param(numpy.zeros(4, libpress.EVENT_DTYPE), TypeError, id="events"),
        pytest.param(numpy.zeros(4, libpress.SAMPLE_DTYPE)[::2], (BufferError, ValueError), id="every other sample"),
        pytest.param([Sample(1), 2.5], TypeError, id="a number"),
        pytest.param(3.5, TypeError, id="no samples at all"),
        pytest.param("text", TypeError, id="text"),
        pytest.param(Sample(-1), OverflowError, id="a time before time"),
        pytest.param(Sample(1.5), TypeError, id="a time between microseconds"),
        pytest.param(Sample(1, math.nan), ValueError, id="a force that is not a number"),
        pytest.param(Sample(1, 40_000.0), OverflowError, id="a force that does not fit"),
        pytest.param(Sample(1, math.inf), OverflowError, id="a force without end"),
        pytest.param(Sample(1, "much"), TypeError, id="a force in words"),
        pytest.param(Sample(1, contact=2**32), OverflowError, id="a contact that does not fit"),
    ],
)
def test_what_is_not_samples_is_refused_before_anything_is_taken(engine, samples, error):
    with pytest.raises(error):
        engine.feed(samples)
    assert engine.stats.samples == 0


def test_an_empty_feed_does_nothing(engine):
    assert engine.feed([]) == engine.feed(b"") == engine.feed(iter(())) == 0


def test_a_config_that_does_not_fit_names_the_argument():
    with pytest.raises(OverflowError, match="touch_force=40000: newtons, a number above 0"):
        Engine(touch_force=40_000)
    with pytest.raises(ValueError, match="full_force=nan: newtons, a number above zero_force"):
        Engine(full_force=math.nan)
    with pytest.raises(TypeError, match="touch_forse"):
        Engine(touch_forse=1)
    with pytest.raises(InvalidError):
        Engine(traits=1 << 20)


def test_the_defaults_are_those_of_the_header():
    config = dict(Engine().config)
    assert config.pop("traits") == Trait.PREVIEW
    expected = {
        "max_contacts": 10,
        "max_targets": 32,
        "touch_force": 0.4,
        "release_force": 0.25,
        "zero_force": 0.4,
        "full_force": 5.0,
        "preview_pressure": 0.25,
        "commit_pressure": 0.5,
        "complete_pressure": 0.85,
        "lost_after_us": 250_000,
        "lift_us": 55_000,
        "contact_from_flag": False,
        "tell_moved": False,
        "min_progress_step": 0,
    }
    assert {key: config[key] for key in expected} == pytest.approx(expected, abs=1e-5)


def test_silence_cancels_a_contact_at_its_deadline(observed):
    engine, events = observed
    assert engine.next_deadline is None
    engine.feed_force(1000, 3.0)
    assert engine.next_deadline == 251_000
    engine.tick(250_999)
    assert events[-1].type == EventType.COMMIT_UPDATED
    engine.tick(251_000)
    assert [(event.type.name, event.reason) for event in events[-2:]] == [
        ("PREVIEW_CANCELLED", Reason.SILENT),
        ("CONTACT_CANCELLED", Reason.SILENT),
    ]
    assert engine.next_deadline is None
    with pytest.raises(TimeError):
        engine.tick(150_000)


def test_a_lift_that_comes_after_a_tick_ends_its_contact_and_says_how_late_it_is(observed):
    engine, events = observed
    assert engine.time_us == 0
    engine.set(lift_us=0)
    engine.feed_force(1_000_000, 3.0)
    engine.tick(1_050_000)
    assert engine.time_us == 1_050_000
    engine.feed(Sample(1_020_000, 0.0))
    assert [(event.type, event.t_us, event.late_us) for event in events[-1:]] == [(EventType.CONTACT_ENDED, 1_050_000, 30_000)]
    assert engine.time_us == 1_050_000 and engine.stats.backwards == 0


def test_a_touch_can_be_asked_for_while_it_lasts(engine):
    engine.targets.add(Target(5, 10, 20, 100, 100))
    engine.feed_force(1, 2.7, x=30.5, y=50.25, contact=3)
    touch = engine.touch(3)
    assert (touch.t_us, touch.contact, touch.target, touch.x, touch.y) == (1, 3, 5, 30.5, 50.25)
    assert touch.pressure == pytest.approx(0.5, abs=1e-4) and touch.force == pytest.approx(2.7, abs=1e-4)
    inside = engine.touch(3, target=5)
    assert (inside.x, inside.y) == (20.5, 30.25)
    with pytest.raises(NotFoundError, match="contact 4"):
        engine.touch(4)
    with pytest.raises(NotFoundError, match="on target 9"):
        engine.touch(3, target=9)


def test_a_preview_can_be_cancelled_once(observed):
    engine, events = observed
    with pytest.raises(NotFoundError):
        engine.preview.cancel()
    with pytest.raises(NotFoundError):
        engine.preview.state()
    engine.feed_force(1, 0.5)
    assert engine.preview.state() is PreviewState.WAITING
    with pytest.raises(StateError):
        engine.preview.cancel()
    engine.feed_force(2, 2.0)
    assert engine.preview.state() is PreviewState.PREVIEWING
    engine.preview.cancel()
    assert (events[-1].type, events[-1].reason) == (EventType.PREVIEW_CANCELLED, Reason.PROGRAM)
    assert engine.preview.state() is PreviewState.OVER
    with pytest.raises(StateError):
        engine.preview.cancel()


def test_targets_are_a_mapping(engine):
    back = engine.targets.add(Target(1, 0, 0, 100, 100, domain=9))
    front = engine.targets.add(Target(2, 25, 25, 50, 50.5, traits=Trait.PREVIEW | Trait.TAP, container=1))
    assert dict(engine.targets) == {1: back, 2: front} and list(engine.targets) == [1, 2]
    assert engine.targets[2] == front and 2 in engine.targets and 3 not in engine.targets
    assert engine.targets.at(30, 30) == 2 and engine.targets.at(5, 5) == 1 and engine.targets.at(100, 5) == 0
    moved = engine.targets.update(Target(2, 0, 0, 10, 10, container=1))
    assert engine.targets[2] == moved
    with pytest.raises(KeyError):
        engine.targets[3]
    engine.targets.remove(back)
    assert len(engine.targets) == 0


@pytest.mark.parametrize(
    "target, error",
    [
        (Target(0, 0, 0, 1, 1), InvalidError),
        (Target(1, 0, 0, 1, 1), InvalidError),
        (Target(2, 0, 0, -1, 1), InvalidError),
        (Target(2, 0, 0, 1, 1, traits=1 << 20), InvalidError),
        (Target(2, 0, 0, 1, 1, container=7), NotFoundError),
        (Target(2, 0, 0, math.nan, 1), ValueError),
        (Target(-2, 0, 0, 1, 1), OverflowError),
    ],
)
def test_a_bad_target_is_refused_and_changes_nothing(engine, target, error):
    first = engine.targets.add(Target(1, 0, 0, 1, 1))
    with pytest.raises(error):
        engine.targets.add(target)
    assert dict(engine.targets) == {1: first}


def test_targets_run_out_with_an_error_of_their_own():
    engine = Engine(max_targets=1)
    engine.targets.add(Target(1, 0, 0, 1, 1))
    with pytest.raises(NoSpaceError, match="adding target 2"):
        engine.targets.add(Target(2, 0, 0, 1, 1))
    with pytest.raises(NotFoundError, match="removing target 3"):
        engine.targets.remove(3)
    with pytest.raises(NotFoundError, match="updating target 3"):
        engine.targets.update(Target(3, 0, 0, 1, 1))


def test_a_touch_screen_says_by_a_flag_what_is_down(engine):
    engine, events = Engine(contact_from_flag=True), []
    engine.when_event = events.append
    engine.feed([Sample(1, 3.0), Sample(2, 0.0, down=True), Sample(3, 2.0, down=True), Sample(4, 2.0)])
    assert [event.type.name for event in events] == [
        "CONTACT_BEGAN",
        "PREVIEW_BEGAN",
        "PREVIEW_UPDATED",
        "PREVIEW_CANCELLED",
        "CONTACT_ENDED",
    ]


def test_events_read_well():
    events = log(lambda engine: engine.feed(samples_of(PRESS)))
    assert str(events[0]) == "0.030000 s contact 0 contact_began"
    assert str(events[4]) == "0.070000 s contact 0 preview_updated progress 1.00 ended"
    assert str(events[-1]) == "0.110000 s contact 0 contact_ended (lifted)"
    with pytest.raises(AttributeError):
        events[0].force = 3
    assert Event(**vars(events[0])) == events[0] and hash(events[0]) == hash(Event(**vars(events[0])))


def test_an_event_of_a_newer_library_keeps_its_number():
    data = libpress.types.EVENT_STRUCT.pack(1, 999, 0, 0, 0, -5, *[0] * 9)
    event = libpress.types.event_from_bytes(data)
    assert event.type == 999 and event.reason == -5 and "unknown" in str(event)


def test_an_engine_that_nobody_holds_is_gone_at_once():
    engine = Engine()
    engine.when_event = print
    reference = weakref.ref(engine)
    gc.disable()
    try:
        del engine
        assert reference() is None
    finally:
        gc.enable()


def test_threads_take_turns():
    engine, events, stop = Engine(lost_after_us=0, lift_us=0), [], threading.Event()
    engine.when_event = events.append

    def ask():
        while not stop.is_set():
            engine.stats  # noqa: B018
            engine.poll()
            len(engine.targets)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for i in range(300):
        engine.feed([Sample(100 * i + k, 3.0 if k < 5 else 0.0) for k in range(10)])
    stop.set()
    for thread in threads:
        thread.join()
    assert sum(event.type == EventType.CONTACT_BEGAN for event in events) == 300
    assert unpaired(events) == (set(), [])


def test_late_events_are_polled_and_read_into_arrays_like_delivered():
    engine = Engine(lift_us=40_000)
    engine.feed(samples_of([1.0, 0.0]))
    engine.tick(100_000)
    events = numpy.zeros(4, libpress.EVENT_DTYPE)
    assert engine.poll_into(events) == 2
    assert events["late_us"].tolist()[:2] == [0, 40_000] and events["t_us"].tolist()[:2] == [10_000, 60_000]


def test_an_event_says_how_late_it_is():
    engine, events = Engine(gestures=True, lift_us=12_500), []
    engine.targets.add(Target(1, 0, 0, 10, 10, traits=Trait.TAP | Trait.PREVIEW))
    engine.when_event = events.append
    engine.feed(samples_of([2.0, 0.0]))
    engine.tick(32_500)
    assert str(events[0]) == "0.010000 s contact 0 contact_began target 1"
    assert str(events[-1]) == "0.032500 s contact 0 contact_ended target 1 (lifted) 12.5 ms late"
    assert [str(event)[-13:] for event in events if event.late_us] == [" 12.5 ms late"] * 2


# The package


def test_version_and_numbers():
    assert libpress.version()[:2] == tuple(map(int, libpress.__version__.split(".")[:2]))
    assert libpress.to_q16(1.0) == 65536 and libpress.to_q16(-1.5) == -98304
    assert libpress.to_q16(0.5 / 65536) == 1 and libpress.to_q16(-0.5 / 65536) == -1
    assert libpress.to_q16(32767.99998) == 2**31 - 1 and libpress.to_q16(-32768) == -(2**31)
    with pytest.raises(OverflowError, match="depth = 32768"):
        libpress.to_q16(32768, "depth")
    assert issubclass(BusyError, libpress.PressError)


@given(st.integers(0, 2**31 - 1).map(lambda n: n - 2**30))
def test_q16_goes_there_and_back(fixed):
    assert libpress.to_q16(libpress.from_q16(fixed)) == fixed


@given(st.integers(0, 2**63), st.integers(-(2**31) + 1, 2**31 - 1))
def test_a_32_bit_clock_is_extended_to_the_nearest_time(last, change):
    true = max(last + change, 0)
    if last + change >= 0:
        assert libpress.time_extend(last, true % 2**32) == true
    assert libpress.time_extend(0, 2**32 - 1) == 2**32 - 1
