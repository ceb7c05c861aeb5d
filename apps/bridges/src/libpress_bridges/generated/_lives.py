"""Written by `make contract` from the comments in include/press/event.h."""

LIVES: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "contact": (("contact_began",), ("contact_ended", "contact_cancelled"), ()),
    "preview": (("preview_began",), ("preview_cancelled",), ("commit_updated",)),
    "hold": (("hold_began",), ("hold_ended", "hold_cancelled"), ()),
    "scroll": (("scroll_began",), ("scroll_ended", "scroll_cancelled"), ()),
    "throw": (("throw_began",), ("throw_ended",), ()),
    "peek": (("peek_shown",), ("peek_popped", "peek_dismissed"), ()),
    "pinch": (("pinch_began",), ("pinch_ended", "pinch_cancelled"), ()),
    "fault": (("sensor_fault",), ("sensor_recovered",), ()),
    "outage": (("supply_fault",), ("supply_recovered",), ()),
    "levels": (("levels_began",), ("levels_ended", "levels_cancelled"), ()),
    "transition": (("transition_started",), ("transition_finished", "transition_cancelled"), ()),
    "press": (("button_pressed",), ("button_released", "button_cancelled"), ()),
    "drag": (("drag_began",), ("drag_dropped", "drag_cancelled"), ()),
    "stay": (("drag_entered",), ("drag_left",), ()),
    "drop": (("drag_dropped",), ("drop_concluded",), ()),
    "spring": (("spring_possible",), ("spring_ended",), ()),
    "autoscroll": (("autoscroll_began",), ("autoscroll_ended",), ()),
    "transfer": (("drop_item_began",), ("drop_item_ended",), ()),
    "task": (("task_began",), ("task_ended",), ()),
}
"""Of each life the events that begin it, that end it, and that end it when they are the last of their phase."""

PROGRESS = {
    "contact_moved": "contact",
    "preview_updated": "preview",
    "commit_updated": "preview",
    "scroll_moved": "scroll",
    "throw_moved": "throw",
    "action_highlighted": "peek",
    "pinch_changed": "pinch",
    "transition_updated": "transition",
    "drag_moved": "drag",
    "drag_proposed": "drag",
    "drag_items_changed": "drag",
    "drag_hint_changed": "drag",
    "autoscroll_changed": "autoscroll",
    "drop_item_updated": "transfer",
    "task_updated": "task",
}
"""Of each event that is progress or a state, of what."""
