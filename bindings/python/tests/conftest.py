"""What several tests use. The library is LIBPRESS_LIBRARY, else what `make lib` built, else the installed one."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

BUILT = Path(__file__).resolve().parents[3] / "build" / "libpress.so.0"
if BUILT.is_file():
    os.environ.setdefault("LIBPRESS_LIBRARY", str(BUILT))

from libpress import Engine, EventType  # noqa: E402

settings.register_profile("libpress", deadline=None, max_examples=150)
settings.load_profile("libpress")

BEGINS = {EventType.CONTACT_BEGAN: "contact", EventType.PREVIEW_BEGAN: "preview", EventType.SENSOR_FAULT: "fault"}
ENDS = {
    EventType.CONTACT_ENDED: "contact",
    EventType.CONTACT_CANCELLED: "contact",
    EventType.PREVIEW_CANCELLED: "preview",
    EventType.SENSOR_RECOVERED: "fault",
}


def unpaired(events):
    """What began and did not end, and what ended without a beginning: both are empty when all is well.

    Also AssertionErrors for a second beginning while the first runs, and for a contact that ends before its preview.
    """
    running, stray = set(), []
    for event in events:
        key = (BEGINS.get(event.type) or ENDS.get(event.type), event.contact, event.subject)
        if event.type == EventType.COMMIT_UPDATED and event.ended:
            key = ("preview", event.contact, event.subject)
        if event.type in BEGINS:
            assert key not in running, f"began twice: {event}"
            running.add(key)
        elif key[0] is not None:
            if key[0] == "contact":
                assert ("preview", event.contact, 0) not in running, f"the contact ended before its preview: {event}"
            if key in running:
                running.remove(key)
            else:
                stray.append(event)
    return running, stray


@pytest.fixture
def engine():
    return Engine()


@pytest.fixture
def heard():
    """An engine and the list of every event it tells."""
    engine, events = Engine(), []
    engine.on_event = events.append
    return engine, events
