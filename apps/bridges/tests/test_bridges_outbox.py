"""What waits for a sink that is away: bounded, and every end arrives."""

import random
import threading
import time
from collections import Counter

import pytest

pytest.importorskip("click")
from hypothesis import given, settings
from hypothesis import strategies as st
from libpress import ForceSensor
from libpress.tools.lines import json_line
from libpress_bridges import ledger as ledgers
from libpress_bridges.events import NoEvent, event_of, parse
from libpress_bridges.ledger import Ledger
from libpress_bridges.outbox import LEAST, Outbox, Summary
from libpress_bridges.pump import Away, Pump
from libpress_bridges.topics import State

SMALL = 64
"""Room enough for the few things of these tests; not for their history."""
TOUCH = {"target": 0, "x": 0.0, "y": 0.0, "force": 1.0, "pressure": 0.5}


def line(event, t_us=0, **fields):
    return event_of({"t_us": t_us, "event": event, **fields})


def of_contact(*names):
    return st.builds(
        lambda name, contact, target, ended: (name, {**TOUCH, "contact": contact, "target": target, "ended": ended}),
        st.sampled_from(names),
        st.integers(0, 1),
        st.integers(0, 2),
        st.booleans(),
    )


ANYTHING = st.one_of(
    of_contact("contact_began", "contact_moved", "contact_ended", "contact_cancelled", "tapped", "hold_began", "hold_ended"),
    of_contact("preview_began", "preview_updated", "commit_updated", "preview_cancelled", "button_pressed", "button_released"),
    st.builds(
        lambda name, sensor: (name, {"sensor": sensor}),
        st.sampled_from(["sensor_fault", "sensor_recovered", "sensor_saturated", "baseline_changed"]),
        st.integers(0, 1),
    ),
    st.builds(
        lambda name, drag, item: (name, {**TOUCH, "contact": drag, "drag": drag, "item": item}),
        st.sampled_from(["drag_began", "drag_moved", "drag_dropped", "drag_cancelled", "drop_concluded", "drop_item_began",
                         "drop_item_ended", "drag_entered", "drag_left"]),
        st.integers(0, 1),
        st.integers(1, 2),
    ),
)  # fmt: skip


class Receiver:
    """A sink's view: what runs, and what was counted."""

    def __init__(self):
        self.running, self.counted = set(), Counter()

    def take(self, entries):
        for entry in entries:
            if isinstance(entry, Summary):
                assert entry.count > 0 and entry.first_us <= entry.last.t_us
                self.counted[entry.name] += entry.count
                continue
            if entry.progress is not None:
                assert entry.life in self.running, f"progress of what does not run: {entry.fields}"
                continue
            for life in entry.ends:
                assert life in self.running or entry.begins, f"an end without a beginning: {entry.fields}"
                self.running.discard(life)
            for life in entry.begins:
                assert life not in self.running, f"began twice: {entry.fields}"
                self.running.add(life)
            if not entry.begins or entry.ends:
                self.counted[entry.name] += 1


def ends_and_points(events):
    return Counter(event.name for event in events if event.progress is None and (not event.begins or event.ends))


@settings(max_examples=400)
@given(
    st.lists(st.tuples(ANYTHING, st.integers(0, 30_000)), max_size=250),
    st.lists(st.sampled_from(["take", "away", "fold", "nothing"]), min_size=1, max_size=40),
    st.sampled_from([0, 10]),
)
def test_whatever_happens_every_end_arrives_once_and_nothing_grows(happened, turns, hz):
    outbox, ledger, receiver, emitted = Outbox(LEAST, hz), Ledger(), Receiver(), []
    outbox.most = SMALL
    t_us = 0
    for number, ((name, fields), gap) in enumerate(happened):
        t_us += gap
        for event in ledger.feed(line(name, t_us, **fields)):
            emitted.append(event)
            outbox.put(event)
        turn = turns[number % len(turns)]
        if turn == "fold":
            outbox.fold()
        elif turn != "nothing":
            entries, _ = outbox.take(t_us)
            outbox.give_back(entries) if turn == "away" else receiver.take(entries)
        assert len(outbox) <= SMALL
    for event in ledger.close():
        emitted.append(event)
        outbox.put(event)
    while entries := outbox.take(t_us, at_once=True)[0]:
        receiver.take(entries)
    assert not receiver.running and not ledger.running
    assert receiver.counted == ends_and_points(emitted)


@settings(max_examples=60)
@given(st.lists(ANYTHING, max_size=60))
def test_with_room_and_no_pause_everything_but_old_progress_goes_through_in_order(happened):
    outbox, ledger, emitted, taken = Outbox(LEAST), Ledger(), [], []
    for t_us, (name, fields) in enumerate(happened):
        for event in ledger.feed(line(name, t_us, **fields)):
            emitted.append(event)
            outbox.put(event)
    while entries := outbox.take(0)[0]:
        taken += entries
    assert [one for one in taken if one.progress is None] == [one for one in emitted if one.progress is None]


def test_a_whole_press_while_the_sink_is_away_becomes_a_summary_that_has_its_end():
    outbox = Outbox(LEAST)
    for n in range(400):
        outbox.put(line("contact_began", n * 1000, contact=0, **TOUCH))
        outbox.put(line("contact_ended", n * 1000 + 500, contact=0, **TOUCH, reason="lifted"))
    entries = []
    while found := outbox.take(0)[0]:
        entries += found
    summary = next(one for one in entries if isinstance(one, Summary))
    singles = [one for one in entries if not isinstance(one, Summary) and one.name == "contact_ended"]
    assert summary.count + len(singles) == 400 and len(entries) < LEAST
    assert summary.fields["began_us"] == 0 and summary.fields["event"] == "contact_ended" and summary.fields["count"] > 1


def test_the_end_of_what_the_sink_saw_begin_stays_itself():
    outbox = Outbox(LEAST)
    outbox.put(line("contact_began", 0, contact=7, **TOUCH))
    assert [one.name for one in outbox.take(0)[0]] == ["contact_began"]
    outbox.put(line("contact_ended", 1, contact=7, **TOUCH))
    outbox.put(line("tapped", 1, contact=7, **TOUCH))
    outbox.fold()
    (end,), _ = outbox.take(0)
    assert end.name == "contact_ended" and end.fields["contact"] == 7 and not isinstance(end, Summary)


def test_of_progress_the_latest_waits_and_its_pace_is_kept():
    outbox = Outbox(LEAST, progress_hz=10)
    outbox.put(line("contact_began", 0, contact=0, **TOUCH))
    assert len(outbox.take(0)[0]) == 1
    for n in range(5):
        outbox.put(line("contact_moved", n, contact=0, **TOUCH | {"force": float(n)}))
    (moved,), _ = outbox.take(0)
    assert moved.fields["force"] == 4.0 and outbox.merged == 4
    outbox.put(line("contact_moved", 9, contact=0, **TOUCH))
    assert outbox.take(50_000) == ([], 100_000)
    assert len(outbox.take(100_000)[0]) == 1


def test_no_progress_comes_after_the_end_of_what_it_is_of():
    outbox = Outbox(LEAST, progress_hz=10)
    for n, name in enumerate(["contact_began", "contact_moved", "contact_ended"]):
        outbox.put(line(name, n, contact=0, **TOUCH))
        outbox.take(0)
    outbox.put(line("contact_began", 9, contact=0, **TOUCH))
    outbox.put(line("contact_moved", 10, contact=0, **TOUCH))
    outbox.put(line("contact_moved", 11, contact=0, **TOUCH))
    outbox.put(line("contact_ended", 12, contact=0, **TOUCH))
    names = []
    while found := outbox.take(1)[0]:
        names += [one.name for one in found]
    assert names in (["contact_began", "contact_moved", "contact_ended"], ["contact_began", "contact_ended"])
    assert len(outbox) == 0


def test_a_drag_whose_drop_goes_on_is_not_summed_up():
    outbox = Outbox(LEAST)
    own = {**TOUCH, "contact": 0, "drag": 0}
    outbox.put(line("drag_began", 0, **own))
    outbox.put(line("drag_dropped", 1, **own))
    outbox.fold()
    assert len(outbox) == 2
    outbox.put(line("drop_concluded", 2, **own))
    outbox.fold()
    entries = [outbox.take(0)[0][0] for _ in range(2)]
    assert [(one.name, one.count) for one in entries] == [("drag_dropped", 1), ("drop_concluded", 1)]


def pressed(seed):
    """The events of a press with a preview and a commit, with an uneven force: how fast it rises, how long it stays, and what the hand does."""
    chance = random.Random(seed)
    rise, stay, peak = chance.uniform(0.1, 0.6), chance.uniform(0.4, 1.0), chance.uniform(6, 10)
    full = 0.6 + rise
    finger = [(0.6, 0.0), (full, peak), (full + stay, peak * chance.uniform(0.7, 1)), (full + stay + 0.05, 0), (full + stay + 0.7, 0)]
    events = []
    with ForceSensor.simulated(finger, seed=seed, fast=True, tell_moved=True) as sensor:
        sensor.engine.when_event = lambda event: events.append(parse(json_line(event)))
        sensor.run()
    return events


PHASES = ["untouched", "touched", "preview", "commit", "completed"]


@pytest.mark.parametrize("hz", [1, 3, 10, 30, 100])
def test_no_state_goes_back_and_no_progress_comes_after_its_end(hz):
    for seed in range(40):
        outbox, ledger, state, sent, ended, changes = Outbox(LEAST, hz), Ledger(), State(), [], set(), 0
        events = [one for event in pressed(seed) for one in ledger.feed(event)]
        for number, event in enumerate([*events, None]):
            until_us = events[number].t_us if event else events[-1].t_us + 3_000_000
            now_us = events[number - 1].t_us if number else 0
            while now_us <= until_us:  # as a pump does: when something comes, and when something is due
                entries, later = outbox.take(now_us)
                sent += entries
                now_us = now_us if entries else later or until_us + 1
            if event:
                outbox.put(event)
        assert [one.t_us for one in sent] == sorted(one.t_us for one in sent)
        phases = [state.phase]
        for one in sent:
            assert one.progress not in ended, one
            ended |= {one.update} if one.progress is None and one.update else set()
            changes += state.follow(one)
            phases += [state.phase] if state.phase != phases[-1] else []
        assert phases == [*PHASES, "untouched"], (seed, hz, phases)
        kept = [one for one in sent if one.progress is None and one.name != "baseline_changed"]
        assert len(kept) == 5 and changes == len(PHASES), "with `touched`, which changes twice, the twelve changes of mqtt.md"


# ---- The ledger


def test_what_still_runs_when_the_source_ends_is_ended_with_a_reason():
    ledger = Ledger()
    for name in ("contact_began", "preview_began"):
        list(ledger.feed(line(name, 5, contact=3, **TOUCH)))
    ends = list(ledger.close())
    assert [one.name for one in ends] == ["preview_cancelled", "contact_cancelled"]
    assert all(one.fields["reason"] == "lost" and one.fields["contact"] == 3 for one in ends)


def test_time_that_goes_back_is_another_run_and_ends_the_first():
    ledger = Ledger()
    list(ledger.feed(line("contact_began", 900, contact=0, **TOUCH)))
    names = [one.name for one in ledger.feed(line("contact_began", 10, contact=0, **TOUCH))]
    assert names == ["contact_cancelled", "contact_began"]


def test_a_missed_end_is_made_up_for_and_a_stray_one_is_dropped():
    ledger = Ledger()
    assert not list(ledger.feed(line("contact_ended", 1, contact=0, **TOUCH)))
    list(ledger.feed(line("contact_began", 2, contact=0, **TOUCH)))
    list(ledger.feed(line("hold_began", 3, contact=0, **TOUCH)))
    names = [one.name for one in ledger.feed(line("contact_began", 4, contact=0, **TOUCH))]
    assert names == ["hold_cancelled", "contact_cancelled", "contact_began"] and ledger.stray == 1


def test_a_source_cannot_begin_without_bound():
    ledger = Ledger()
    begun = [one for n in range(1000) for one in ledger.feed(line("contact_began", n, contact=n, **TOUCH))]
    assert len(begun) == ledgers.MOST and ledger.refused == 1000 - ledgers.MOST
    ends = [one for n in range(1000) for one in ledger.feed(line("contact_ended", 2000 + n, contact=n, **TOUCH))]
    assert len(ends) == ledgers.MOST


def test_the_worst_that_can_run_fits_into_the_smallest_outbox():
    outbox, ledger = Outbox(LEAST), Ledger()
    kinds = ["contact_began", "contact_moved", "tapped", "contact_ended"]
    t_us = 0
    for again in range(40):
        for name in kinds:
            for contact in range(ledgers.MOST):
                t_us += 1
                for event in ledger.feed(line(name, t_us, contact=contact, **TOUCH | {"target": again * 64 + contact})):
                    outbox.put(event)
                    assert len(outbox) <= LEAST


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "not JSON"),
        ("[1]", "no JSON object"),
        ('{"t_us":1}', "no event"),
        ('{"t_us":1,"event":"exploded"}', "no event of this version"),
        ('{"t_us":-1,"event":"tapped"}', "t_us"),
        ('{"t_us":true,"event":"tapped"}', "t_us"),
        ('{"t_us":1,"event":"tapped","contact":[]}', "'contact' is not as pressd prints it"),
        ('{"t_us":1,"event":"tapped","force":"much"}', "force"),
        ('{"t_us":1,"event":"tapped","force":NaN}', "force"),
        ('{"t_us":1,"event":"tapped","x":1e999}', "'x'"),
        ('{"t_us":1,"event":"tapped","target":99999999999999999999}', "target"),
        ('{"t_us":1,"event":"tapped","reason":"\\ud800"}', "reason"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_a_line_that_pressd_does_not_print_is_refused_with_a_reason(text, words):
    with pytest.raises(NoEvent, match=words):
        parse(text)


# ---- The pump


class Flaky:
    """A sink that is away as often as it is asked to be."""

    name, is_live, reconnects = "flaky", False, False

    def __init__(self, fails=0, live=False, most=1000):
        self.got, self.fails, self.is_live, self.closed, self.most = [], fails, live, False, most
        self.connects = 0
        self.lock = threading.Lock()

    def connect(self):
        self.connects += 1
        if self.connects > 1 and self.fails > 0:
            self.fails -= 1
            raise Away("still away")

    def send(self, entries):
        with self.lock:
            if self.fails > 0:
                self.fails -= 1
                raise Away("it went away")
            self.got += entries[: self.most]
            return len(entries[: self.most])

    def idle(self, now):
        return None

    def close(self):
        self.closed = True
        return 0


def test_what_comes_while_the_sink_is_away_arrives_when_it_is_back():
    said = []
    sink = Flaky(fails=3)
    pump = Pump(sink, Outbox(LEAST), retry_most=0.05, say=said.append)
    pump.start()
    for n in range(20):
        pump.put(line("contact_began", n * 10, contact=0, **TOUCH))
        pump.put(line("contact_ended", n * 10 + 5, contact=0, **TOUCH))
    assert pump.stop(drain=10) == 0 and sink.closed
    assert [one.name for one in sink.got] == ["contact_began", "contact_ended"] * 20
    assert len(said) == 2 and "ends are kept" in said[0] and "connected again" in said[1]


def test_a_sink_may_take_one_of_a_moment_at_a_time():
    sink = Flaky(most=1)
    pump = Pump(sink, Outbox(LEAST))
    pump.start()
    for name in ("contact_began", "preview_began", "contact_moved"):
        pump.put(line(name, 5, contact=0, **TOUCH))
    assert pump.stop(drain=10) == 0
    assert [one.name for one in sink.got] == ["contact_began", "preview_began", "contact_moved"]


def test_a_live_sink_does_not_get_what_is_over():
    sink = Flaky(fails=1, live=True)
    pump = Pump(sink, Outbox(LEAST), retry_most=0.05)
    sink.fails = 1
    pump.start()
    pump.put(line("contact_began", 0, contact=0, **TOUCH))
    deadline = time.monotonic() + 5
    while pump.status.is_connected and time.monotonic() < deadline:
        time.sleep(0.005)
    pump.put(line("contact_ended", 5, contact=0, **TOUCH))
    pump.put(line("contact_began", 9, contact=0, **TOUCH))
    assert pump.stop(drain=10) == 0
    assert [type(one).__name__ for one in sink.got] == ["Summary", "Event"]


def test_a_mistake_of_a_sink_costs_what_was_being_sent_and_is_said():
    said, sink = [], Flaky()
    send, fails = sink.send, [ValueError("a mistake")]

    def once(entries):
        if fails:
            raise fails.pop()
        return send(entries)

    sink.send = once
    pump = Pump(sink, Outbox(LEAST), say=said.append)
    pump.start()
    for n in range(3):
        pump.put(line("tapped", n, contact=0, **TOUCH))
    assert pump.stop(drain=10) == 0
    assert len(sink.got) == 2 and said == ["flaky: ValueError: a mistake; 1 entries are lost. Please report this."]


def test_what_was_not_sent_before_the_end_is_counted():
    sink = Flaky(fails=10**6)
    pump = Pump(sink, Outbox(LEAST), retry_most=0.05)
    pump.start()
    for n in range(5):
        pump.put(line("tapped", n, contact=0, **TOUCH))
    assert pump.stop(drain=0.2) == 5 and sink.closed
