"""What a line of pressd calls the fields of an Event, written by `make contract` from the comments in event.h."""

SUBJECTS = ("peek", "drag", "other", "sensor", "transition", "throw")
"""What an event can be about, beside a contact."""

FLAGS = ("ended", "part", "kept", "unknown", "resting")
"""What a line has as true."""

SOURCES: dict[str, dict[str, str]] = {
    "scroll_moved": {"dx": "value", "dy": "value2"},
    "scroll_ended": {"dx": "value", "dy": "value2"},
    "scroll_cancelled": {"dx": "value", "dy": "value2"},
    "hold_repeated": {"repeats": "value"},
    "swiped": {"direction": "value", "speed": "value2"},
    "throw_began": {"vx": "value", "vy": "value2"},
    "throw_moved": {"vx": "value", "vy": "value2"},
    "actions_revealed": {"group": "value"},
    "action_highlighted": {"action": "value"},
    "action_selected": {"action": "value"},
    "pinch_began": {"scale": "value", "angle": "value2"},
    "pinch_changed": {"scale": "value", "angle": "value2"},
    "pinch_ended": {"scale": "value", "angle": "value2"},
    "pinch_cancelled": {"scale": "value", "angle": "value2"},
    "levels_began": {"level": "value"},
    "level_entered": {"level": "value", "from": "value2"},
    "level_left": {"level": "value", "from": "value2"},
    "level_repeated": {"level": "value", "repeats": "value2"},
    "levels_ended": {"from": "value2"},
    "levels_cancelled": {"from": "value2"},
    "struck": {"speed": "value", "velocity": "value2"},
    "let_go": {"speed": "value", "velocity": "value2"},
    "drag_began": {"origin_x": "value", "origin_y": "value2"},
    "drag_entered": {"operation": "value", "items": "value2"},
    "drag_proposed": {"operation": "value", "items": "value2"},
    "drag_items_changed": {"badge": "value", "items": "value2"},
    "drag_hint_changed": {"hint": "value"},
    "drag_dropped": {"operation": "value", "items": "value2"},
    "autoscroll_changed": {"vx": "value", "vy": "value2"},
    "drop_item_began": {"item": "value", "representation": "value2"},
    "drop_item_updated": {"item": "value"},
    "drop_item_ended": {"item": "value"},
    "drop_concluded": {"arrived": "value", "failed": "value2"},
    "drop_item_undone": {"item": "value", "operation": "value2"},
    "drop_undone": {"operation": "value", "items": "value2"},
    "selection_set": {"item": "value"},
    "selection_cleared": {"item": "value"},
    "drop_item_not_taken": {"item": "value"},
    "drop_item_redone": {"item": "value", "operation": "value2"},
    "drop_redone": {"operation": "value", "items": "value2"},
    "drag_forbidden": {"operation": "value"},
}
"""By the name of an event its fields that an Event calls otherwise."""

WORDS = {
    "direction": ("left", "right", "up", "down"),
    "operation": ("cancel", "forbidden", "copy", "move"),
    "hint": ("plain", "copy", "link", "disappearing", "not_allowed"),
}
"""By name the words of a field, from 0 on."""
