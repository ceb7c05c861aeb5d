"""What Home Assistant receives of a board: one message for the device, with all that it has."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ..._version import __version__
from .topics import OFFLINE, ONLINE, Topics

PHASES = ["untouched", "touched", "preview", "commit", "completed"]
_TRIGGERS = {
    "tapped": "button_short_press",
    "double_tapped": "button_double_press",
    "hold_began": "button_long_press",
    "button_pressed": "button_short_press",
    "preview_began": "preview",
    "commit_updated": "commit",
}
"""Events that start an automation, and what Home Assistant calls them: of a commit its end."""
_LEVELS = {
    "engine.touch_force": ("Touch force", 0.05, 20, 0.05, "N"),
    "engine.release_force": ("Release force", 0.05, 20, 0.05, "N"),
    "engine.full_force": ("Full force", 0.5, 50, 0.5, "N"),
    "engine.preview_pressure": ("Preview pressure", 0, 1, 0.01, None),
    "engine.commit_pressure": ("Commit pressure", 0, 1, 0.01, None),
    "engine.complete_pressure": ("Complete pressure", 0, 1, 0.01, None),
}
"""Levels that can be set there: name, least, most, step, unit."""
_COMMITTED = "{{ value_json.event_type if value_json.ended | default(false) else '' }}"
_QUIET = {"enabled_by_default": False}
"""For what changes many times a second while somebody presses: it would be recorded each time."""
_WITH = {
    "gestures": ["tapped", "double_tapped", "tap_failed", "hold_began", "hold_repeated", "hold_ended", "hold_cancelled",
                 "scroll_began", "scroll_ended", "scroll_cancelled"],
    "peek": ["peek_shown", "peek_popped", "peek_dismissed", "actions_revealed", "actions_hidden", "action_selected"],
    "transitions": ["transition_started", "transition_finished", "transition_cancelled"],
    "button": ["button_pressed", "button_released", "button_cancelled"],
    "drag": ["drag_began", "drag_dropped", "drag_cancelled", "drag_lifted", "drag_settled", "drag_refused", "drop_concluded"],
}  # fmt: skip
_ALWAYS = ["contact_began", "contact_ended", "contact_cancelled", "preview_began", "preview_updated", "commit_updated",
           "preview_cancelled", "preview_refused", "sensor_fault", "sensor_recovered", "sensor_saturated", "baseline_changed",
           "recalibrate"]  # fmt: skip


def identity(name: str) -> str:
    """As ids there may be: letters, digits, - and _. Names that differ stay different."""
    return "libpress_" + re.sub(r"[^A-Za-z0-9-]", lambda found: f"_{ord(found[0]):x}", name)


def topic(prefix: str, name: str) -> str:
    return f"{prefix}/device/{identity(name)}/config"


def device(topics: Topics, interactions: Iterable[str], takes_commands: bool) -> dict[str, Any]:
    """The message. `interactions`: those that are attached; with `takes_commands` also what can be set."""
    name, own = topics.name, identity(topics.name)
    attached = set(interactions)
    components = _events(topics, attached) | _state(topics, attached) | _health(topics)
    if takes_commands:
        components |= _commands(topics)
    for part, component in components.items():
        if component["p"] != "device_automation":
            component["unique_id"] = f"{own}_{part}"
    return {
        "dev": {"ids": [own], "name": name, "mf": "libpress", "mdl": "force sensor", "sw": __version__},
        "o": {"name": "libpress", "sw": __version__},
        "avty": [{"topic": topics.of("availability"), "payload_available": ONLINE, "payload_not_available": OFFLINE}],
        "qos": 1,
        "cmps": components,
    }


def _events(topics: Topics, attached: set[str]) -> dict[str, Any]:
    types = [*_ALWAYS, *(event for part in sorted(attached) for event in _WITH.get(part, ()))]
    found: dict[str, Any] = {"events": {"p": "event", "name": "Events", "state_topic": topics.of("event"), "event_types": types}}
    for event, called in _TRIGGERS.items():
        if event in types:
            found[f"trigger_{event}"] = {
                "p": "device_automation",
                "automation_type": "trigger",
                "type": called,
                "subtype": "force button" if event == "button_pressed" else "surface",
                "topic": topics.of("event"),
                "payload": event,
                "value_template": _COMMITTED if event == "commit_updated" else "{{ value_json.event_type }}",
            }
    return found


def _state(topics: Topics, attached: set[str]) -> dict[str, Any]:
    def binary(name: str, template: str, **more: Any) -> dict[str, Any]:
        value = f"{{{{ 'ON' if {template} else 'OFF' }}}}"
        return {"p": "binary_sensor", "name": name, "state_topic": topics.of("state"), "value_template": value} | more

    def sensor(name: str, template: str, **more: Any) -> dict[str, Any]:
        return {"p": "sensor", "name": name, "state_topic": topics.of("state"), "value_template": f"{{{{ {template} }}}}"} | more

    found = {
        "touched": binary("Touched", "value_json.touched"),
        "problem": binary("Fault", "value_json.faults", device_class="problem", entity_category="diagnostic"),
        "phase": sensor("Phase", "value_json.phase", device_class="enum", options=PHASES),
        "force": sensor(
            "Force",
            "value_json.force",
            unit_of_measurement="N",
            state_class="measurement",
            suggested_display_precision=2,
            **_QUIET,
        ),
        "pressure": sensor(
            "Pressure", "(value_json.pressure * 100) | round(0)", unit_of_measurement="%", state_class="measurement", **_QUIET
        ),
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
    }


def _commands(topics: Topics) -> dict[str, Any]:
    found: dict[str, Any] = {
        "tare": {"p": "button", "name": "Learn the zero", "command_topic": topics.of("tare"), "entity_category": "config"}
    }
    for key, (name, least, most, step, unit) in _LEVELS.items():
        section, _, field = key.partition(".")
        found[field] = {
            "p": "number",
            "name": name,
            "command_topic": topics.of(f"set/{key}"),
            "state_topic": topics.of("settings"),
            "value_template": f"{{{{ value_json.{section}.{field} }}}}",
            "min": least,
            "max": most,
            "step": step,
            "mode": "box",
            "entity_category": "config",
        } | ({"unit_of_measurement": unit} if unit else {})
    return found
