"""What several tests use. The library is LIBPRESS_LIBRARY, else what `make lib` built, else the installed one."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings, strategies

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))  # for `contract`, which reads the headers
BUILT = ROOT / "build" / "libpress.so.0"
if BUILT.is_file():
    os.environ.setdefault("LIBPRESS_LIBRARY", str(BUILT))

from libpress import Engine, EventType  # noqa: E402

settings.register_profile("libpress", deadline=None, max_examples=150)
settings.load_profile("libpress")

BEGINS = {
    EventType.CONTACT_BEGAN: "contact",
    EventType.PREVIEW_BEGAN: "preview",
    EventType.HOLD_BEGAN: "hold",
    EventType.SCROLL_BEGAN: "scroll",
    EventType.PEEK_SHOWN: "peek",
    EventType.TRANSITION_STARTED: "transition",
    EventType.BUTTON_PRESSED: "button",
    EventType.SENSOR_FAULT: "fault",
}
ENDS = {
    EventType.CONTACT_ENDED: "contact",
    EventType.CONTACT_CANCELLED: "contact",
    EventType.PREVIEW_CANCELLED: "preview",
    EventType.HOLD_ENDED: "hold",
    EventType.HOLD_CANCELLED: "hold",
    EventType.SCROLL_ENDED: "scroll",
    EventType.SCROLL_CANCELLED: "scroll",
    EventType.PEEK_POPPED: "peek",
    EventType.PEEK_DISMISSED: "peek",
    EventType.TRANSITION_FINISHED: "transition",
    EventType.TRANSITION_CANCELLED: "transition",
    EventType.BUTTON_RELEASED: "button",
    EventType.BUTTON_CANCELLED: "button",
    EventType.SENSOR_RECOVERED: "fault",
}
OF_CONTACTS = ("preview", "hold", "scroll")
DURING = {
    EventType.SCROLL_MOVED: "scroll",
    EventType.ACTIONS_REVEALED: "peek",
    EventType.ACTION_HIGHLIGHTED: "peek",
    EventType.ACTION_SELECTED: "peek",
    EventType.TRANSITION_UPDATED: "transition",
}


def _key(kind, event):
    """What an event begins, ends or goes on with: there is one peek and one button."""
    contact = event.contact if kind in ("contact", *OF_CONTACTS) else None
    return kind, contact, event.subject if kind in ("transition", "fault") else 0


def unpaired(events):
    """What began and did not end, and what ended without a beginning: both are empty when all is well.

    Also AssertionErrors for a second beginning while the first runs, for what is told of something that does not run,
    and for a contact that ends before its preview, hold or scroll.
    """
    running, stray = set(), []
    for event in events:
        kind = BEGINS.get(event.type) or ENDS.get(event.type)
        if event.type == EventType.COMMIT_UPDATED and event.ended:
            kind = "preview"
        if event.type in DURING:
            assert _key(DURING[event.type], event) in running, f"not running: {event}"
        if kind is None:
            continue
        key = _key(kind, event)
        if event.type in BEGINS:
            assert key not in running, f"began twice: {event}"
            running.add(key)
        else:
            if kind == "contact":
                for part in OF_CONTACTS:
                    assert (part, event.contact, 0) not in running, f"the contact ended before its {part}: {event}"
            if key in running:
                running.remove(key)
            else:
                stray.append(event)
    return running, stray


# Without a lift grace, and with the default.
LIFTS = strategies.sampled_from([0, 40_000])


@pytest.fixture
def engine():
    """Ends a contact at once: a lift has its grace in tests that are about it."""
    return Engine(lift_us=0)


@pytest.fixture
def heard():
    """Such an engine, and the list of every event it tells."""
    engine, events = Engine(lift_us=0), []
    engine.when_event = events.append
    return engine, events
