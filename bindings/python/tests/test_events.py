"""Events read their fields as they are asked for: nobody sees a difference."""

import copy
import dataclasses
import math
import pickle

import pytest
from libpress import Engine, Event, EventType, Sample
from libpress.types import EVENT_STRUCT, describe, event_from_bytes


def test_an_event_is_the_same_whether_its_fields_were_read_or_not():
    raw = EVENT_STRUCT.pack(2**40, EventType.COMMIT_UPDATED, 7, 3, 1 | 64, 5, 65536, -32768, 98304, 1, 65536, 9, -65536, 1, 40_000)
    unread, read = event_from_bytes(raw), event_from_bytes(raw)
    text = repr(read)
    made = Event(**{one.name: getattr(read, one.name) for one in dataclasses.fields(read)})
    for one in (unread, read, made, copy.copy(unread), copy.deepcopy(unread), pickle.loads(pickle.dumps(unread)), dataclasses.replace(read)):
        assert one == read and hash(one) == hash(read) and repr(one) == text and bytes(one) == raw and str(one) == str(read)
        assert type(one) is Event and (one.ended, one.resting, one.kept, one.y, one.value) == (True, True, False, -0.5, -1.0)
    assert dataclasses.asdict(event_from_bytes(raw)) == dataclasses.asdict(made) and unread.flags == {"ended", "resting"}
    with pytest.raises(dataclasses.FrozenInstanceError):
        event_from_bytes(raw).force = 1.0
    with pytest.raises(AttributeError, match="no attribute 'forse'"):
        event_from_bytes(raw).forse  # noqa: B018
    assert Event.returns is False and not hasattr(Event, "force")


def test_an_event_that_is_kept_is_the_same_after_a_million_more():
    engine, kept, texts = Engine(max_events=0, lift_us=0), [], []

    def keep(event):
        if len(kept) < 100:
            kept.append(event)
            texts.append(describe(event))

    engine.when_event = keep
    samples = bytearray(b"".join(bytes(Sample(1000 * t, 4 * abs(math.sin(t / 300)))) for t in range(1, 2001)))
    engine.feed(samples)
    copies = [pickle.loads(pickle.dumps(event)) for event in kept]
    times = memoryview(samples).cast("Q")
    for _ in range(500):
        for at in range(0, len(times), 4):
            times[at] += 2_000_000
        engine.feed(samples)
    assert engine.stats.samples > 1_000_000 and len(kept) == 100
    assert [describe(event) for event in kept] == texts and kept == copies
