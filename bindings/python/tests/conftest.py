"""What several tests use."""

import itertools  # noqa: I001 - prepared comes before libpress: it says which library is loaded

from prepared import ROOT  # noqa: F401
import pytest
from generated.lives import LIVES
from hypothesis import strategies
from libpress import Engine, EventType
from tools_fixtures import command, fake_bus, file_with, plate, pressd, pressed, refused  # noqa: F401

# What must have ended before what it is a part of, and what ends on the target on which it began.
WITHIN = {
    "contact": ("preview", "hold", "scroll", "levels"),
    "drag": ("stay", "spring", "autoscroll"),
    "drop": ("transfer", "task"),
}
WITH_ONE_TARGET = ("stay", "spring", "autoscroll", "transfer", "task")
DURING = {
    EventType.SCROLL_MOVED: "scroll",
    EventType.THROW_MOVED: "throw",
    EventType.ACTIONS_REVEALED: "peek",
    EventType.ACTION_HIGHLIGHTED: "peek",
    EventType.ACTION_SELECTED: "peek",
    EventType.TRANSITION_UPDATED: "transition",
}


def _key(kind, event):
    """What an event begins, ends or goes on with: there is one peek and one button, and a transfer is of an item."""
    contact = None if kind in ("peek", "press") else event.contact
    return kind, contact, event.subject, event.value if kind == "transfer" else 0


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
        for kind, (begins, ends, end_with_last) in LIVES.items():
            key = _key(kind, event)
            if event.type in ends or (event.type in end_with_last and event.ended):
                for part in WITHIN.get(kind, ()):
                    assert not [one for one in running if one[:3] == (part, *key[1:3])], f"{part} outlives: {event}"
                if key not in running:
                    stray.append(event)
                target = running.pop(key, event.target)
                assert kind not in WITH_ONE_TARGET or target == event.target, f"ended elsewhere: {event}"
            if event.type in begins:
                assert key not in running, f"began twice: {event}"
                running[key] = event.target
    return set(running), stray


# Without a lift grace, and with the default.
LIFTS = strategies.sampled_from([0, 55_000])


@pytest.fixture
def engine():
    """Ends a contact at once: a lift has its grace in tests that are about it."""
    return Engine(lift_us=0)


@pytest.fixture
def observed():
    """Such an engine, and the list of every event it delivers."""
    engine, events = Engine(lift_us=0), []
    engine.when_event = events.append
    return engine, events
