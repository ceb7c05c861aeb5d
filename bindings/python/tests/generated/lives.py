"""Written by `make contract` from the comments in include/press/event.h."""

from libpress import EventType

LIVES = {
    "contact": ((EventType.CONTACT_BEGAN,), (EventType.CONTACT_ENDED, EventType.CONTACT_CANCELLED), ()),
    "preview": ((EventType.PREVIEW_BEGAN,), (EventType.PREVIEW_CANCELLED,), (EventType.COMMIT_UPDATED,)),
    "hold": ((EventType.HOLD_BEGAN,), (EventType.HOLD_ENDED, EventType.HOLD_CANCELLED), ()),
    "scroll": ((EventType.SCROLL_BEGAN,), (EventType.SCROLL_ENDED, EventType.SCROLL_CANCELLED), ()),
    "throw": ((EventType.THROW_BEGAN,), (EventType.THROW_ENDED,), ()),
    "peek": ((EventType.PEEK_SHOWN,), (EventType.PEEK_POPPED, EventType.PEEK_DISMISSED), ()),
    "pinch": ((EventType.PINCH_BEGAN,), (EventType.PINCH_ENDED, EventType.PINCH_CANCELLED), ()),
    "fault": ((EventType.SENSOR_FAULT,), (EventType.SENSOR_RECOVERED,), ()),
    "outage": ((EventType.SUPPLY_FAULT,), (EventType.SUPPLY_RECOVERED,), ()),
    "levels": ((EventType.LEVELS_BEGAN,), (EventType.LEVELS_ENDED, EventType.LEVELS_CANCELLED), ()),
    "transition": ((EventType.TRANSITION_STARTED,), (EventType.TRANSITION_FINISHED, EventType.TRANSITION_CANCELLED), ()),
    "press": ((EventType.BUTTON_PRESSED,), (EventType.BUTTON_RELEASED, EventType.BUTTON_CANCELLED), ()),
    "drag": ((EventType.DRAG_BEGAN,), (EventType.DRAG_DROPPED, EventType.DRAG_CANCELLED), ()),
    "stay": ((EventType.DRAG_ENTERED,), (EventType.DRAG_LEFT,), ()),
    "drop": ((EventType.DRAG_DROPPED,), (EventType.DROP_CONCLUDED,), ()),
    "spring": ((EventType.SPRING_POSSIBLE,), (EventType.SPRING_ENDED,), ()),
    "autoscroll": ((EventType.AUTOSCROLL_BEGAN,), (EventType.AUTOSCROLL_ENDED,), ()),
    "transfer": ((EventType.DROP_ITEM_BEGAN,), (EventType.DROP_ITEM_ENDED,), ()),
    "task": ((EventType.TASK_BEGAN,), (EventType.TASK_ENDED,), ()),
}
"""Of each life the events that begin it, that end it, and that end it when they are the last of their phase."""
