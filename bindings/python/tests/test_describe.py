"""Events as lines: those of pressd, and those for people."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from libpress import EventType, Reason
from libpress.types import describe, event_from_bytes

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "protocol.schema.json").read_text())["$defs"]["event"]["oneOf"]
KINDS = {name: one for one in SCHEMA for name in one["properties"]["event"]["enum"]}
EMPTY = event_from_bytes(bytes(64))


def test_an_event_is_a_dictionary_by_the_names_of_a_line():
    event = replace(EMPTY, t_us=1_250_000, type=EventType.DRAG_ENTERED, subject=7, target=3, x=1.5, value=2, value2=5)
    found = {"t_us": 1_250_000, "event": "drag_entered", "contact": 0, "target": 3, "x": 1.5, "y": 0, "force": 0, "pressure": 0}
    assert event.as_dict() == found | {"drag": 7, "operation": "copy", "items": 5}
    assert str(event) == "1.250000 s drag 7 drag_entered target 3 operation copy items 5"


def test_what_is_only_there_at_times_is_left_out():
    tap = replace(EMPTY, type=EventType.TAPPED)
    assert "reason" not in tap.as_dict() and replace(tap, reason=Reason.PROGRAM).as_dict()["reason"] == "program"
    item = replace(EMPTY, type=EventType.DROP_ITEM_BEGAN)
    assert "part" not in item.as_dict() and replace(item, part=True).as_dict()["part"] is True


@pytest.mark.parametrize("number", [0, 1, -1, 0.000007629, -0.0000076, 32767.99998, -2.5, 1 / 3])
def test_decimals_are_rounded_to_nearest(number):
    raw = round(number * 65536)
    exact = (abs(raw) * 10**5 * 2 + 65536) // (2 * 65536)
    said = f"{'-' if raw < 0 and exact else ''}{exact // 10**5}.{exact % 10**5:05}"
    assert f'"x":{said},' in describe(replace(EMPTY, type=EventType.CONTACT_BEGAN, x=number))


def test_any_bytes_are_an_object_with_the_fields_of_the_schema():
    chosen = random.Random(1)
    for kind in [int(kind) for kind in EventType] * 20:
        raw = bytearray(chosen.randbytes(64))
        raw[8:12] = kind.to_bytes(4, "little")
        event = event_from_bytes(bytes(raw))
        found = event.as_dict()
        schema = KINDS[found["event"]]
        assert set(schema["required"]) <= set(found) <= set(schema["properties"])
        assert list(found) == [name for name in schema["properties"] if name in found]
        # Keep only the flags that have names.
        raw[20:24] = (raw[20] & 127).to_bytes(4, "little")
        assert bytes(event) == bytes(raw)


def test_what_a_newer_library_delivers_is_unknown():
    event = replace(EMPTY, type=999, reason=-5)
    assert event.as_dict()["event"] == "unknown" and str(event) == "0.000000 s contact 0 unknown (unknown)"


@pytest.mark.parametrize("kind", EventType)
def test_each_field_of_a_line_is_an_attribute_by_its_name(kind):
    event = replace(EMPTY, type=kind, subject=3, value=1, value2=2, progress=0.5, ended=True, part=True, kept=True, unknown=True, returns=True)
    fields = event.as_dict()
    for name, said in fields.items():
        if name in ("event", "shows"):
            continue
        own = getattr(event, "from_" if name == "from" else name)
        assert (own.name.lower() if hasattr(own, "name") else own) == said, name
    # 0, and so in no line.
    hidden = {EventType.LEVELS_BEGAN: "from_", EventType.LEVELS_ENDED: "level", EventType.LEVELS_CANCELLED: "level"}.get(kind, "")
    all_names = {"level", "speed", "velocity", "scale", "direction", "dx", "peek", "drag", "transition", "item", "from_"}
    others = all_names - {*fields, hidden, "from_" if "from" in fields else ""}
    for name in others:
        with pytest.raises(AttributeError, match=f"an event {kind.name.lower()} has no {name}: (it has|only the fields of every event)"):
            getattr(event, name)


def test_an_event_names_its_flags():
    assert replace(EMPTY, ended=True, unknown=True).flags == {"ended", "unknown"} and EMPTY.flags == frozenset()
