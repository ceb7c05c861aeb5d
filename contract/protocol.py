"""docs/protocol.schema.json: the lines of pressd's socket and log, and the commands. Names of events, reasons and lives come from the
headers, and so does what is printed of an event."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from . import events, keys
from .lives import MOST, lives
from .model import Contract

VERSION = 1
ERRORS = (
    "not_json nested too_long too_many_fields no_such_command no_such_field field_missing field_twice bad_value"
    " not_allowed not_attached not_found not_now no_space failed"
)
CLOSINGS = "too_slow full silent end reload"
LEVELS = "touch_force release_force zero_force full_force preview_pressure commit_pressure complete_pressure firmness"


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


ID, US, SEQ, DECIMAL, REASON, IDENT = (ref(name) for name in ("id", "us", "seq", "decimal", "reason", "answer_id"))
YES, WORD = {"type": "boolean"}, "^ *(events|forces|none)( +(events|forces|none))* *$"
CONTACT = {"oneOf": [ID, {"type": "null"}], "description": "null: no finger caused it"}
SENSOR = {"type": "integer", "minimum": 0, "maximum": 7}
PROPOSAL_FLAGS = "exact|part|transfers|task|irreversible"
# A name with a question mark may be left out.
COMMANDS: dict[str, dict[str, Any]] = {
    "subscribe": {
        "to?": {"type": "string", "pattern": WORD},
        "rate?": {"type": "integer", "minimum": 1, "maximum": 1000},
        "since?": SEQ,
    },
    "snapshot": {},
    "ping": {},
    "get": {"key": {"type": "string", "pattern": r"^[a-z0-9]+\.[a-z_0-9]+$"}},
    "dump": {"section?": {"type": "string", "pattern": "^[a-z0-9]+$"}},
    "set": {
        "value": {"type": ["string", "number", "boolean"]},
    },
    "save": {},
    "profile": {"text?": {"type": "string"}, "name?": {"type": "string"}, "line?": {"type": "integer", "minimum": 1, "maximum": 65535}, "more?": YES},
    "tare": {"force?": YES},
    "peek_open": {"target": ID},
    "peek_pop": {},
    "peek_dismiss": {},
    "peek_reveal": {},
    "action_perform": {"action": ID},
    "action_back": {},
    "target_activate": {"target": ID},
    "contact_release": {"contact": ID},
    "levels_cancel": {"contact": ID},
    "scroll_throw": {"target": ID, "vx": DECIMAL, "vy": DECIMAL},
    "scroll_aim": {"target": ID, "x": DECIMAL, "y": DECIMAL},
    "scroll_stop": {"target": ID},
    "transition_start": {"transition": ID},
    "transition_update": {"transition": ID, "fraction": DECIMAL},
    "transition_finish": {"transition": ID},
    "transition_cancel": {"transition": ID},
    "transition_pause": {"transition": ID},
    "drag_begin": {"source": ID},
    "drag_add": {"drag": ID, "source": ID},
    "drag_move": {"drag": ID, "x": DECIMAL, "y": DECIMAL},
    "drag_over": {"drag": ID, "target": ID},
    "drag_drop": {"drag": ID},
    "drag_cancel": {"drag": ID},
    "drag_perform": {"source": ID, "destination": ID},
    "drop_confirm": {"drag": ID, "yes": YES},
    "drop_undo": {},
    "drop_redo": {},
    "drag_modifiers": {"copy": YES},
    "drop_propose": {
        "target": ID,
        "operation?": {"enum": ["cancel", "forbidden", "copy", "move"]},
        "items?": ID,
        "flags?": {"type": "string", "pattern": f"^ *(({PROPOSAL_FLAGS}) *)*$"},
        "hint?": {"enum": ["plain", "copy", "link", "disappearing", "not_allowed"]},
    },
    "drop_update": {"drag": ID, "item": ID, "progress": DECIMAL},
    "drop_finish": {"drag": ID, "item": ID, "success": YES},
}


def record(fields: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    named = {name.rstrip("?"): value for name, value in fields.items()}
    required = [name for name in fields if name not in optional and not name.endswith("?")]
    return {"type": "object", "properties": named, "required": required, "additionalProperties": False}


def printed(contract: Contract, event: events.Event) -> dict[str, Any]:
    """What is printed of an event, beside t_us, event and late_us."""
    touch = {"contact": CONTACT, "target": ID, **dict.fromkeys(events.TOUCH[2:], DECIMAL)}
    about = {} if event.about in ("sensor", "transition", "throw") else touch
    subject = {} if event.about == "contact" else {event.about: SENSOR if event.about == "sensor" else ID}
    place = {"x": DECIMAL, "y": DECIMAL} if event.about == "throw" else {}
    return about | subject | place | {one.name + "?" * one.optional: form(contract, one) for one in event.printed}


def form(contract: Contract, field: events.Field) -> dict[str, Any]:
    if field.format == "word":
        return {"enum": events.words(contract, field.detail)}
    if field.format == "range":
        least, most = map(int, field.detail.split(".."))
        return {"type": "integer", "minimum": least, "maximum": most}
    others = {"whole": ID, "reason": REASON, "flag": YES, "shows": {"enum": ["returns", "fades"]}}
    return others.get(field.format, DECIMAL)


def event_lines(contract: Contract) -> list[dict[str, Any]]:
    groups: dict[str, tuple[list[str], dict[str, Any]]] = {}
    for event in events.events(contract):
        fields = printed(contract, event)
        groups.setdefault(json.dumps(fields), ([], fields))[0].append(event.name)
    head = {"seq?": SEQ, "t_us": US}
    return [record(head | {"event": {"enum": names}, "late_us?": ID} | fields) for names, fields in groups.values()]


def snapshot(contract: Contract) -> dict[str, Any]:
    running = record({"life": {"enum": [one.name for one in lives(contract)]}, "began_us": US, "latest": ref("numbered_event")})
    return {
        "seq": SEQ,
        "complete_since": SEQ,
        "t_us": US,
        "levels": record(dict.fromkeys(LEVELS.split(), DECIMAL)),
        "running": {"type": "array", "maxItems": MOST, "items": running},
        "omitted": {"type": "integer", "minimum": 0, "description": "that run, and for which there is no room"},
    }


def hello(contract: Contract) -> dict[str, Any]:
    fields = {
        "hello": {"const": "pressd"},
        "protocol": {"const": VERSION},
        "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
        "run": {"type": "integer", "minimum": 0},
        "may": {"enum": ["command", "read"]},
        "sensors": {"type": "integer", "minimum": 1, "maximum": 8},
        "rate": {"type": "integer", "minimum": 0},
        "attached": {"type": "array", "items": {"enum": ["preview", *contract.interactions]}, "uniqueItems": True},
    }
    return record(fields | snapshot(contract))


def answers(contract: Contract) -> list[dict[str, Any]]:
    value = record(
        {
            "key": {"type": "string"},
            "value": {"type": "string"},
            "from": {"enum": ["default", "config", "profile", "option", "saved", "set"]},
            "line?": {"type": "integer", "minimum": 1},
        }
    )
    more = {
        "subscribe": {"seq": SEQ, "complete": YES},
        "snapshot": snapshot(contract),
        "ping": {"t_us": US},
        "get": value["properties"],
        "dump": {"values": {"type": "array", "items": value}},
        "profile": {"unused": {"type": "array", "items": {"type": "string", "pattern": "^[a-z]+$"}, "uniqueItems": True}},
        "drag_begin": {"drag": ID},
        "drag_perform": {"drag": ID},
    }
    optional = {"get": ("line",), "profile": ("unused",)}
    plain = [name for name in COMMANDS if name not in more]

    def done(names: list[str], fields: dict[str, Any]) -> dict[str, Any]:
        whole = {"answer": {"enum": names}, "id": IDENT, "ok": {"const": True}} | fields
        return record(whole, ("id", *optional.get(names[0], ())))

    refused = {"answer": {"enum": [None, *COMMANDS]}, "id": IDENT, "ok": {"const": False}}
    refused |= {"error": {"enum": ERRORS.split()}, "message": {"type": "string", "minLength": 1}}
    return [done(plain, {}), *(done([name], fields) for name, fields in more.items()), record(refused, ("id",))]


def commands(contract: Contract, path: Path) -> list[dict[str, Any]]:
    sections = keys.changeable(contract, keys.sections(contract, path))
    key = {"type": "string", "pattern": rf"^({'|'.join(sections)})\.[a-z_0-9]+$"}
    each = COMMANDS | {"set": {"key": key} | COMMANDS["set"]}
    return [record({"do": {"const": name}, "id?": IDENT} | fields) for name, fields in each.items()]


def schema(contract: Contract, path: Path) -> str:
    """path: docs/pressd.md, which lists its pages."""
    reasons = contract.enum("PRESS_REASON_NONE")
    force = {"type": "array", "items": DECIMAL, "minItems": 1, "maxItems": 8}
    received = ("hello", "numbered_event", "forces", "answer", "warning", "closed")
    definitions = {
        "id": {"type": "integer", "minimum": 0, "maximum": 2**32 - 1},
        "answer_id": {"type": "integer", "minimum": 0, "maximum": 2**53 - 1},
        "us": {"type": "integer", "minimum": 0, "description": "microseconds of the run"},
        "seq": {"type": "integer", "minimum": 0, "description": "the number of an event, from 1"},
        "decimal": {"type": "number", "minimum": -32768, "maximum": 32768},
        "reason": {"enum": [one.name.removeprefix("PRESS_REASON_").lower() for one in reasons.members]},
        "hello": hello(contract),
        "event": {"oneOf": event_lines(contract)},
        "numbered_event": {"allOf": [ref("event"), {"required": ["seq"]}]},
        "forces": record(
            {"t_us": US, "forces": force, "codes": force | {"items": {"type": ["integer", "null"]}}}
            | {"force": DECIMAL, "x": DECIMAL, "y": DECIMAL, "lost": YES}
        ),
        "answer": {"oneOf": answers(contract)},
        "warning": record({"warning": {"const": "progress_lost"}, "count": {"type": "integer", "minimum": 1}}),
        "closed": record({"closed": {"enum": CLOSINGS.split()}, "seq": SEQ, "message": {"type": "string"}}),
        "command": {"oneOf": commands(contract, path)},
    }
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": "Written by `make contract`.",
        "title": f"The lines of pressd, protocol {VERSION}",
        "description": "A line that a program receives. command: one that it sends. event, without seq: a line of the log.",
        "oneOf": [ref(name) for name in received],
    }
    rows = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in whole.items()]
    rows.append(' "$defs": {\n' + ",\n".join(_rows(name, value) for name, value in definitions.items()) + "\n }")
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _rows(name: str, value: dict[str, Any]) -> str:
    """A line for a definition, or for each of its alternatives."""
    if list(value) != ["oneOf"]:
        return f"  {json.dumps(name)}: {json.dumps(value)}"
    return f'  {json.dumps(name)}: {{"oneOf": [\n' + ",\n".join(f"   {json.dumps(one)}" for one in value["oneOf"]) + "\n  ]}"
