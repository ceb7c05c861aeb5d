"""docs/protocol.schema.json: the lines of pressd's socket and log, and the commands. Names of events, reasons and lives come from the
headers; which fields pressd prints of an event stands here, as in Sources/pressd/Outputs/EventPrinter.swift; of one that is not here, those of
its touch."""

from __future__ import annotations

import json
from typing import Any

from .lives import PREFIX, lives
from .model import Contract

VERSION = 1
TOUCH = "contact target x y force pressure"
DRAG = f"{TOUCH} drag"
# Names of events, and what is printed of each beside t_us, event and late_us.
EVENTS = {
    "contact_began contact_moved preview_began preview_refused tapped double_tapped hold_began scroll_began button_pressed"
    " button_released drag_lifted target_activated": TOUCH,
    "contact_ended contact_cancelled preview_cancelled tap_failed drag_refused hold_ended hold_cancelled button_cancelled"
    " drag_settled": f"{TOUCH} reason",
    "preview_updated commit_updated": f"{TOUCH} progress ended",
    "hold_repeated": f"{TOUCH} repeats",
    "struck": f"{TOUCH} speed velocity",
    "scroll_moved": f"{TOUCH} dx dy",
    "scroll_ended scroll_cancelled": f"{TOUCH} dx dy reason",
    "peek_shown actions_hidden": f"{TOUCH} peek",
    "peek_popped peek_dismissed": f"{TOUCH} peek reason",
    "actions_revealed": f"{TOUCH} peek group",
    "action_highlighted action_selected": f"{TOUCH} peek action",
    "transition_started transition_updated transition_finished": "transition progress",
    "transition_cancelled": "transition progress reason",
    "sensor_fault sensor_recovered supply_fault supply_recovered": "sensor reason",
    "sensor_saturated": "sensor",
    "baseline_changed recalibrate": "sensor reason value value2",
    "drag_moved drag_left drag_confirm spring_possible spring_activating spring_activated spring_ended autoscroll_began"
    " autoscroll_ended drop_slow task_began": DRAG,
    "drag_began": f"{DRAG} origin_x origin_y",
    "drag_entered drag_proposed drag_dropped drop_undone drop_redone": f"{DRAG} operation items",
    "drag_items_changed": f"{DRAG} badge items",
    "drag_hint_changed": f"{DRAG} hint",
    "drag_cancelled": f"{DRAG} reason shows",
    "autoscroll_changed": f"{DRAG} vx vy",
    "drop_item_began": f"{DRAG} item representation",
    "drop_item_updated": f"{DRAG} item progress",
    "drop_item_ended": f"{DRAG} item reason",
    "drop_item_not_taken": f"{DRAG} item reason shows",
    "drop_item_undone drop_item_redone": f"{DRAG} item operation",
    "selection_set selection_cleared": f"{DRAG} item",
    "drop_concluded": f"{DRAG} arrived failed reason",
    "task_updated": f"{DRAG} progress",
    "task_ended": f"{DRAG} reason",
}
ERRORS = (
    "not_json nested too_long too_many_fields no_such_command no_such_field field_missing field_twice bad_value"
    " not_allowed not_attached not_found not_now no_space failed"
)
CLOSINGS = "too_slow full silent end reload"
LEVELS = "touch_force release_force zero_force full_force preview_pressure commit_pressure complete_pressure"
ATTACHED = "preview gestures peek transition button drag strike"


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


ID, US, SEQ, DECIMAL, REASON, IDENT = (ref(name) for name in ("id", "us", "seq", "decimal", "reason", "answer_id"))
YES, WORD = {"type": "boolean"}, "^ *(events|forces|none)( +(events|forces|none))* *$"
SECTIONS = "engine|pad|gestures|peeks|transitions|button|drag|strike"
FIELDS: dict[str, Any] = {
    **dict.fromkeys("target repeats peek group action transition drag items badge item representation arrived failed".split(), ID),
    **dict.fromkeys("x y force pressure progress speed dx dy value value2 origin_x origin_y vx vy".split(), DECIMAL),
    "contact": {"oneOf": [ID, {"type": "null"}], "description": "null: no finger caused it"},
    "sensor": {"type": "integer", "minimum": 0, "maximum": 7},
    "velocity": {"type": "integer", "minimum": 0, "maximum": 127},
    "reason": REASON,
    "ended": YES,
    "operation": {"enum": ["cancel", "forbidden", "copy", "move"]},
    "hint": {"enum": ["plain", "copy", "link", "disappearing", "not_allowed"]},
    "shows": {"enum": ["returns", "fades"]},
}
# A name with a question mark may be left out.
COMMANDS: dict[str, dict[str, Any]] = {
    "subscribe": {
        "to?": {"type": "string", "pattern": WORD},
        "rate?": {"type": "integer", "minimum": 1, "maximum": 1000},
        "since?": SEQ,
    },
    "snapshot": {},
    "ping": {},
    "set": {
        "key": {"type": "string", "pattern": rf"^({SECTIONS})\.[a-z_0-9]+$"},
        "value": {"type": ["string", "number", "boolean"]},
    },
    "save": {},
    "tare": {"force?": YES},
    "peek_open": {"target": ID},
    "peek_pop": {},
    "peek_dismiss": {},
    "peek_reveal": {},
    "action_perform": {"action": ID},
    "action_back": {},
    "target_activate": {"target": ID},
    "contact_release": {"contact": ID},
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
}


def record(fields: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    named = {name.rstrip("?"): value for name, value in fields.items()}
    required = [name for name in fields if name not in optional and not name.endswith("?")]
    return {"type": "object", "properties": named, "required": required, "additionalProperties": False}


def events(contract: Contract) -> list[dict[str, Any]]:
    declared = next(one for one in contract.enums if one.members[0].name == f"{PREFIX}CONTACT_BEGAN")
    listed = {name for names in EVENTS for name in names.split()}
    names = [one.name.removeprefix(PREFIX).lower() for one in declared.members]
    # As EventPrinter prints what it does not know.
    others = {" ".join(name for name in names if name not in listed): TOUCH} if set(names) - listed else {}
    return [
        record(
            {"seq": SEQ, "t_us": US, "event": {"enum": names.split()}, "late_us": ID}
            | {field: FIELDS[field] for field in fields.split()},
            ("seq", "late_us"),
        )
        for names, fields in (EVENTS | others).items()
    ]


def snapshot(contract: Contract) -> dict[str, Any]:
    running = record({"life": {"enum": [one.name for one in lives(contract)]}, "began_us": US, "latest": ref("numbered_event")})
    return {
        "seq": SEQ,
        "complete_since": SEQ,
        "t_us": US,
        "levels": record(dict.fromkeys(LEVELS.split(), DECIMAL)),
        "running": {"type": "array", "maxItems": 48, "items": running},
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
        "attached": {"type": "array", "items": {"enum": ATTACHED.split()}, "uniqueItems": True},
    }
    return record(fields | snapshot(contract))


def answers(contract: Contract) -> list[dict[str, Any]]:
    more = {
        "subscribe": {"seq": SEQ, "complete": YES},
        "snapshot": snapshot(contract),
        "ping": {"t_us": US},
        "drag_begin": {"drag": ID},
        "drag_perform": {"drag": ID},
    }
    plain = [name for name in COMMANDS if name not in more]

    def done(names: list[str], fields: dict[str, Any]) -> dict[str, Any]:
        return record({"answer": {"enum": names}, "id": IDENT, "ok": {"const": True}} | fields, ("id",))

    refused = {"answer": {"enum": [None, *COMMANDS]}, "id": IDENT, "ok": {"const": False}}
    refused |= {"error": {"enum": ERRORS.split()}, "message": {"type": "string", "minLength": 1}}
    return [done(plain, {}), *(done([name], fields) for name, fields in more.items()), record(refused, ("id",))]


def schema(contract: Contract) -> str:
    reasons = next(one for one in contract.enums if one.members[0].name == "PRESS_REASON_NONE")
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
        "event": {"oneOf": events(contract)},
        "numbered_event": {"allOf": [ref("event"), {"required": ["seq"]}]},
        "forces": record(
            {"t_us": US, "forces": force, "codes": force | {"items": {"type": ["integer", "null"]}}}
            | {"force": DECIMAL, "x": DECIMAL, "y": DECIMAL, "lost": YES}
        ),
        "answer": {"oneOf": answers(contract)},
        "warning": record({"warning": {"const": "progress_lost"}, "count": {"type": "integer", "minimum": 1}}),
        "closed": record({"closed": {"enum": CLOSINGS.split()}, "seq": SEQ, "message": {"type": "string"}}),
        "command": {"oneOf": [record({"do": {"const": name}, "id?": IDENT} | fields) for name, fields in COMMANDS.items()]},
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
