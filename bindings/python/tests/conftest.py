"""What several tests use."""

import itertools  # noqa: I001 - prepared comes before libpress: it says which library is loaded

from prepared import ROOT  # noqa: F401
import pytest
from hypothesis import strategies
from libpress import Engine, EventType
from libpress.generated._lives import LIVES
from tools_fixtures import command, fake_bus, file_with, plate, pressd, pressed, refused  # noqa: F401

# The lives that end on the target on which they began.
WITH_ONE_TARGET = ("stay", "spring", "autoscroll", "transfer", "task")
DURING = {kind: name for name, life in LIVES.items() for kind in life.progress + life.states} | {
    EventType.ACTIONS_REVEALED: "peek",
    EventType.ACTION_SELECTED: "peek",
}


def _key(kind, event):
    """What an event begins, ends or goes on with: there is one peek and one button, and a transfer is of an item."""
    whose = LIVES[kind].whose
    return kind, event.contact if whose else None, event.subject, event.value if "item" in whose else 0


def unpaired(events, resets=0):
    """What began and did not end, and what ended without a beginning: both are empty when all is well.

    Also AssertionErrors for a second beginning while the first runs, for what is delivered of something that does not run,
    for something that ends before a part of it, for an end on another target, and for time that goes back more often than
    the engine was reset.
    """
    restarts = sum(event.t_us < before.t_us for before, event in itertools.pairwise(events))
    assert restarts <= resets, f"{restarts} times time goes back, {resets} resets"
    running, stray = {}, []
    for event in events:
        if event.type in DURING:
            assert _key(DURING[event.type], event) in running, f"not running: {event}"
        for kind, life in LIVES.items():
            key = _key(kind, event)
            if event.type in life.ends or (event.type in life.ends_with_last and event.ended):
                for part in life.parts:
                    assert not [one for one in running if one[:3] == (part, *key[1:3])], f"{part} outlives: {event}"
                if key not in running:
                    stray.append(event)
                target = running.pop(key, event.target)
                assert kind not in WITH_ONE_TARGET or target == event.target, f"ended elsewhere: {event}"
            if event.type in life.begins:
                assert key not in running, f"began twice: {event}"
                running[key] = event.target
    return set(running), stray


# No lift grace, and the default one.
LIFTS = strategies.sampled_from([0, 55_000])


@pytest.fixture
def engine():
    """Ends a contact at once: a lift has its grace in tests that are about it."""
    return Engine(lift_us=0)


@pytest.fixture
def observed():
    """An engine of this kind, and the list of every event that it delivers."""
    engine, events = Engine(lift_us=0), []
    engine.when_event = events.append
    return engine, events
