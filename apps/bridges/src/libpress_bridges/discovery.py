"""What Home Assistant receives of a board: one message for the device, with all that it has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from libpress import __version__
from libpress.enums import EventType
from libpress.tools.lines import INTERACTIONS, LIVES, OF_PHASES

from .levels import bounds
from .topics import OFFLINE, ONLINE, Topics

PHASES = ["untouched", "touched", "preview", "commit", "completed"]
_TRIGGERS = {
    "preview_began": ("preview", "surface"),
    "preview_cancelled": ("preview_cancelled", "surface"),
    "commit_updated": ("commit", "surface"),
    "tapped": ("button_short_press", "surface"),
    "double_tapped": ("button_double_press", "surface"),
    "hold_began": ("button_long_press", "surface"),
    "hold_ended": ("button_long_release", "surface"),
    "button_pressed": ("button_short_press", "force button"),
    "button_released": ("button_short_release", "force button"),
    "peek_touched": ("touch", "peek"),
    "peek_popped": ("pop", "peek"),
    "action_selected": ("action", "peek"),
    "drag_forbidden": ("forbidden", "drag"),
    "drag_dropped": ("drop", "drag"),
    "struck": ("strike", "surface"),
    "let_go": ("lift", "surface"),
    "swiped": ("swipe", "surface"),
    "pinch_began": ("pinch", "surface"),
    "pinch_ended": ("pinch_end", "surface"),
    "levels_began": ("levels", "surface"),
    "level_entered": ("level_up", "surface"),
    "level_left": ("level_down", "surface"),
    "level_repeated": ("level_repeat", "surface"),
}
"""Events that start an automation, and what Home Assistant calls them, type and subtype: of a commit its end."""
_LEVELS = {
    "engine.touch_force": ("Touch force", 0.05, 20, 0.05, "N"),
    "engine.release_force": ("Release force", 0.05, 20, 0.05, "N"),
    "engine.full_force": ("Full force", 0.5, 50, 0.5, "N"),
    "engine.preview_pressure": ("Preview pressure", 0, 1, 0.01, None),
    "engine.commit_pressure": ("Commit pressure", 0, 1, 0.01, None),
    "engine.complete_pressure": ("Complete pressure", 0, 1, 0.01, None),
    "engine.firmness": ("Firmness", -1, 1, 0.05, None),
}
"""Levels that can be set there: name, least, most, step, unit."""
_HAPPENED = "value_json.event_type if value_json.count is not defined else ''"
"""A summary of what happened while the broker was away starts nothing: it is too late for that."""
_QUIET = {"enabled_by_default": False}
"""For what changes by itself, again and again: each change would be recorded."""
REPLACED = {kind for life in LIVES.values() for kind in life.progress + life.states if kind not in OF_PHASES}
"""Progress and states: the topic `event` has only the last update of a phase."""


def types(attached: Iterable[str]) -> list[str]:
    """Every event that a board with these interactions may publish in `event`."""
    away = {kind for part, kinds in INTERACTIONS.items() if part not in set(attached) for kind in kinds}
    return [kind.name.lower() for kind in EventType if kind not in REPLACED | away]


def identity(name: str) -> str:
    """As ids there may be: letters, digits, - and _. Names that differ stay different."""
    return "libpress_" + re.sub(r"[^A-Za-z0-9-]", lambda found: f"_{ord(found[0]):x}", name)


def topic(prefix: str, name: str) -> str:
    return f"{prefix}/device/{identity(name)}/config"


def device(topics: Topics, interactions: Iterable[str], levels: Mapping[str, float] | None) -> dict[str, Any]:
    """The message. `interactions`: those that are attached. `levels`: those of the engine that hold; None: nothing can be set.

    What this board does not offer is named with its platform alone. Home Assistant then removes what an earlier config offered; it keeps
    what a message does not name.
    """
    name, own = topics.name, identity(topics.name)
    attached = set(interactions)
    components = {part: {"p": one["p"]} for part, one in _components(topics, set(INTERACTIONS), {}).items()}
    components |= _components(topics, attached, levels)
    for part, component in components.items():
        if len(component) > 1 and component["p"] != "device_automation":
            component["unique_id"] = f"{own}_{part}"
    return {
        "dev": {"ids": [own], "name": name, "mf": "libpress", "mdl": "force sensor", "sw": __version__},
        "o": {"name": "libpress", "sw": __version__},
        "avty": [{"topic": topics.of("availability"), "payload_available": ONLINE, "payload_not_available": OFFLINE}],
        "qos": 1,
        "cmps": components,
    }


def _components(topics: Topics, attached: set[str], levels: Mapping[str, float] | None) -> dict[str, Any]:
    commands = {} if levels is None else _commands(topics, levels)
    return _events(topics, attached) | _state(topics, attached) | _health(topics) | commands


def _events(topics: Topics, attached: set[str]) -> dict[str, Any]:
    offered = types(attached)
    found: dict[str, Any] = {"events": {"p": "event", "name": "Events", "state_topic": topics.of("event"), "event_types": offered}}
    for event, (kind, part) in _TRIGGERS.items():
        if event in offered:
            ended = " if value_json.ended | default(false) else ''" if EventType[event.upper()] in OF_PHASES else ""
            found[f"trigger_{event}"] = {
                "p": "device_automation",
                "automation_type": "trigger",
                "type": kind,
                "subtype": part,
                "topic": topics.of("event"),
                "payload": event,
                "value_template": f"{{{{ ({_HAPPENED}){ended} }}}}",
            }
    return found


def _state(topics: Topics, attached: set[str]) -> dict[str, Any]:
    def binary(name: str, template: str, **more: Any) -> dict[str, Any]:
        value = f"{{{{ 'ON' if {template} else 'OFF' }}}}"
        return {"p": "binary_sensor", "name": name, "state_topic": topics.of("state"), "value_template": value} | more

    def sensor(name: str, template: str, **more: Any) -> dict[str, Any]:
        return {"p": "sensor", "name": name, "state_topic": topics.of("state"), "value_template": f"{{{{ {template} }}}}"} | more

    def measured(name: str, template: str, unit: str, **more: Any) -> dict[str, Any]:
        numbers = {"unit_of_measurement": unit, "state_class": "measurement"} | _QUIET
        return sensor(name, template) | {"state_topic": topics.of("measured")} | numbers | more

    found = {
        "touched": binary("Touched", "value_json.touched"),
        "problem": binary("Fault", "value_json.faults", device_class="problem", entity_category="diagnostic"),
        "phase": sensor("Phase", "value_json.phase", device_class="enum", options=PHASES),
        "force": measured("Force", "value_json.force", "N", suggested_display_precision=2),
        "pressure": measured("Pressure", "(value_json.pressure * 100) | round(0)", "%"),
    }
    if "button" in attached:
        found["pressed"] = binary("Pressed", "value_json.pressed")
    return found


def _health(topics: Topics) -> dict[str, Any]:
    return {
        "rate": {
            "p": "sensor",
            "name": "Readings a second",
            "state_topic": topics.of("health"),
            "value_template": "{{ value_json.frames_per_second }}",
            "entity_category": "diagnostic",
            "state_class": "measurement",
        }
        | _QUIET
    }


def _commands(topics: Topics, levels: Mapping[str, float]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "tare": {"p": "button", "name": "Learn the zero", "command_topic": topics.of("tare"), "entity_category": "config"},
        "answer": {
            "p": "sensor",
            "name": "Latest command",
            "state_topic": topics.of("answer"),
            "value_template": "{{ ('accepted' if value_json.accepted else value_json.why)[:255] }}",
            "entity_category": "diagnostic",
        },
    }
    for key, (name, lowest, highest, step, unit) in _LEVELS.items():
        section, _, field = key.partition(".")
        if (ends := bounds(field, levels, lowest, highest, step)) is None:
            found[field] = {"p": "number"}  # Home Assistant removes what it has of it; a number with one value it refuses
            continue
        found[field] = {
            "p": "number",
            "name": name,
            "command_topic": topics.of(f"set/{key}"),
            "state_topic": topics.of("settings"),
            "value_template": f"{{{{ value_json.{section}.{field} }}}}",
            "min": ends[0],
            "max": ends[1],
            "step": step,
            "mode": "box",
            "entity_category": "config",
        } | ({"unit_of_measurement": unit} if unit else {})
    return found
