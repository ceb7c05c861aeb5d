"""Programs that poll, however rarely, receive every beginning and every end, in order."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from libpress import Engine, EventType, NoSpaceError, Pad, QueueFullError, Sensor, StateError
from libpress.types import SAMPLE_STRUCT

steps = st.lists(
    st.tuples(st.sampled_from([0, 1000, 8000, 300_000]), st.floats(0, 6), st.integers(0, 3), st.booleans()),
    max_size=150,
)


def is_progress(event):
    return event.type in (EventType.PREVIEW_UPDATED, EventType.COMMIT_UPDATED, EventType.CONTACT_MOVED) and not event.ended


def is_subsequence(part, whole):
    rest = iter(whole)
    return all(event in rest for event in part)


@given(steps, st.sampled_from([2, 4, 10]), st.booleans())
def test_a_queue_merges_progress_and_refuses_samples_but_loses_no_beginning_and_no_end(script, contacts, moved):
    size = 8 + 2 * contacts
    settings = {"max_contacts": contacts, "tell_moved": moved, "max_events": size}
    program, delivered = Engine(**settings), []
    program.when_event = delivered.append
    queue, polled = Engine(**settings), []
    t = 0
    for step, force, contact, needs_poll in script:
        t += step
        try:
            program.feed_force(t, force, contact=contact)
        except NoSpaceError:
            continue  # max_contacts are down, for both
        try:
            queue.feed_force(t, force, contact=contact)
        except NoSpaceError:
            polled += queue.poll()
            queue.feed_force(t, force, contact=contact)
        if needs_poll:
            polled += queue.poll()
    program.reset()
    queue.reset()
    polled += queue.poll()
    assert [event for event in polled if not is_progress(event)] == [event for event in delivered if not is_progress(event)]
    assert is_subsequence(polled, delivered)
    assert len(delivered) - len(polled) == queue.stats.merged


@given(st.floats(0.001, 1), st.lists(st.floats(0.3, 4.5), max_size=60))
def test_thinned_progress_leaves_out_only_small_changes(smallest, forces):
    def updates(**settings):
        engine, events = Engine(**settings), []
        engine.when_event = events.append
        for t, force in enumerate(forces):
            engine.feed_force(t, force)
        return [e for e in events if not is_progress(e)], [e for e in events if is_progress(e)]

    (others, every), (same, thinned) = updates(), updates(min_progress_step=smallest)
    assert others == same
    assert is_subsequence(thinned, every)
    for a, b in itertools.pairwise(thinned):
        between = [e for e in others if a.t_us <= e.t_us <= b.t_us]
        if a.type == b.type and not between:
            assert abs(a.progress - b.progress) >= smallest - 2e-5


def test_a_pad_whose_engine_nobody_polls_refuses_frames_and_goes_on_after_a_poll():
    engine = Engine(max_events=31, lift_us=40_000)
    pad, polled, refused = Pad(Sensor.fsr402(), engine, start_us=1_000, filter=False), [], 0
    for i in range(1010):
        code = 300 if i < 10 or i % 20 < 10 else 24_000
        try:
            pad.feed(5_000 * (i + 1), code)
        except QueueFullError:
            refused += 1
            polled += engine.poll()
            pad.feed(5_000 * (i + 1), code)
    polled += engine.poll()
    engine.tick(5_100_000)  # the last lift is over
    polled += engine.poll()
    assert refused > 5 and pad.stats.frames == 1010
    began = [event.type for event in polled if event.type in (EventType.CONTACT_BEGAN, EventType.CONTACT_ENDED)]
    assert began == [EventType.CONTACT_BEGAN, EventType.CONTACT_ENDED] * (len(began) // 2) and len(began) >= 94


def test_an_engine_without_a_queue_takes_everything():
    engine = Engine(max_events=0)
    for i in range(1000):
        engine.feed(SAMPLE_STRUCT.pack(1000 * i, 0, 0, (i % 2) * 65536 * 3, 0, 0, 0))
    assert engine.stats.samples == 1000 and engine.stats.overwritten == 0
    for poll in (engine.poll, lambda: engine.poll_into(bytearray(640))):
        with pytest.raises(StateError, match="keeps no events to poll: make it with max_events above 0"):
            poll()
