"""Written by `make contract` from the comments in include/press/event.h."""

from __future__ import annotations

from typing import NamedTuple

from ..enums import EventType as E


class Life(NamedTuple):
    begins: tuple[E, ...]
    ends: tuple[E, ...]
    ends_with_last: tuple[E, ...]
    """That end it when they are the last of their phase."""
    progress: tuple[E, ...]
    """Of which a newer one says all that an older one did, but for the last of a phase."""
    states: tuple[E, ...]
    """The same, of what changes in steps."""
    whose: tuple[str, ...]
    """The fields of a line that say whose it is. Where there are none, there is one at a time."""
    parts: tuple[str, ...]
    """What ends before it."""


LIVES = {
    "contact": Life((E.CONTACT_BEGAN,), (E.CONTACT_ENDED, E.CONTACT_CANCELLED), (), (E.CONTACT_MOVED,), (), ("contact",), ("preview", "hold", "scroll", "pinch", "levels")),
    "preview": Life((E.PREVIEW_BEGAN,), (E.PREVIEW_CANCELLED,), (E.COMMIT_UPDATED,), (E.PREVIEW_UPDATED, E.COMMIT_UPDATED), (), ("contact",), ()),
    "hold": Life((E.HOLD_BEGAN,), (E.HOLD_ENDED, E.HOLD_CANCELLED), (), (), (), ("contact",), ()),
    "scroll": Life((E.SCROLL_BEGAN,), (E.SCROLL_ENDED, E.SCROLL_CANCELLED), (), (E.SCROLL_MOVED,), (), ("contact",), ()),
    "throw": Life((E.THROW_BEGAN,), (E.THROW_ENDED,), (), (E.THROW_MOVED,), (), ("throw",), ()),
    "peek": Life((E.PEEK_SHOWN,), (E.PEEK_POPPED, E.PEEK_DISMISSED), (), (), (E.ACTION_HIGHLIGHTED,), (), ()),
    "pinch": Life((E.PINCH_BEGAN,), (E.PINCH_ENDED, E.PINCH_CANCELLED), (), (E.PINCH_CHANGED,), (), ("contact",), ()),
    "fault": Life((E.SENSOR_FAULT,), (E.SENSOR_RECOVERED,), (), (), (), ("sensor",), ()),
    "outage": Life((E.SUPPLY_FAULT,), (E.SUPPLY_RECOVERED,), (), (), (), ("sensor",), ()),
    "levels": Life((E.LEVELS_BEGAN,), (E.LEVELS_ENDED, E.LEVELS_CANCELLED), (), (), (), ("contact",), ()),
    "transition": Life((E.TRANSITION_STARTED,), (E.TRANSITION_FINISHED, E.TRANSITION_CANCELLED), (), (E.TRANSITION_UPDATED,), (), ("transition",), ()),
    "press": Life((E.BUTTON_PRESSED,), (E.BUTTON_RELEASED, E.BUTTON_CANCELLED), (), (), (), (), ()),
    "drag": Life((E.DRAG_BEGAN,), (E.DRAG_DROPPED, E.DRAG_CANCELLED), (), (E.DRAG_MOVED,), (E.DRAG_ITEMS_CHANGED, E.DRAG_HINT_CHANGED), ("drag",), ("stay", "spring", "autoscroll")),
    "stay": Life((E.DRAG_ENTERED,), (E.DRAG_LEFT,), (), (), (E.DRAG_PROPOSED,), ("drag",), ()),
    "drop": Life((E.DRAG_DROPPED,), (E.DROP_CONCLUDED,), (), (), (), ("drag",), ("transfer", "task")),
    "spring": Life((E.SPRING_POSSIBLE,), (E.SPRING_ENDED,), (), (), (), ("drag",), ()),
    "autoscroll": Life((E.AUTOSCROLL_BEGAN,), (E.AUTOSCROLL_ENDED,), (), (), (E.AUTOSCROLL_CHANGED,), ("drag",), ()),
    "transfer": Life((E.DROP_ITEM_BEGAN,), (E.DROP_ITEM_ENDED,), (), (E.DROP_ITEM_UPDATED,), (), ("drag", "item"), ()),
    "task": Life((E.TASK_BEGAN,), (E.TASK_ENDED,), (), (E.TASK_UPDATED,), (), ("drag",), ()),
}
"""What begins and ends."""

OF_PHASES = (E.PREVIEW_UPDATED, E.COMMIT_UPDATED)
"""Progress whose last update, which ends a phase, everybody gets."""

INTERACTIONS = {
    "drag": (E.DRAG_REFUSED, E.DRAG_BEGAN, E.DRAG_MOVED, E.DRAG_ENTERED, E.DRAG_LEFT, E.DRAG_PROPOSED, E.DRAG_ITEMS_CHANGED, E.DRAG_HINT_CHANGED, E.DRAG_CONFIRM, E.DRAG_DROPPED, E.DRAG_CANCELLED, E.SPRING_POSSIBLE, E.SPRING_ACTIVATING, E.SPRING_ACTIVATED, E.SPRING_ENDED, E.AUTOSCROLL_BEGAN, E.AUTOSCROLL_CHANGED, E.AUTOSCROLL_ENDED, E.DROP_ITEM_BEGAN, E.DROP_ITEM_UPDATED, E.DROP_ITEM_ENDED, E.DROP_SLOW, E.DROP_CONCLUDED, E.TASK_BEGAN, E.TASK_UPDATED, E.TASK_ENDED, E.DROP_ITEM_UNDONE, E.DROP_UNDONE, E.SELECTION_SET, E.SELECTION_CLEARED, E.TARGET_ACTIVATED, E.DROP_ITEM_NOT_TAKEN, E.DROP_ITEM_REDONE, E.DROP_REDONE, E.DRAG_LIFTED, E.DRAG_SETTLED, E.DRAG_FORBIDDEN),
    "gestures": (E.TAPPED, E.DOUBLE_TAPPED, E.HOLD_BEGAN, E.HOLD_ENDED, E.HOLD_CANCELLED, E.SCROLL_BEGAN, E.SCROLL_MOVED, E.SCROLL_ENDED, E.SCROLL_CANCELLED, E.TAP_FAILED, E.HOLD_REPEATED),
    "peek": (E.PEEK_SHOWN, E.PEEK_POPPED, E.PEEK_DISMISSED, E.ACTIONS_REVEALED, E.ACTION_HIGHLIGHTED, E.ACTION_SELECTED, E.ACTIONS_HIDDEN, E.PEEK_TOUCHED),
    "transitions": (E.TRANSITION_STARTED, E.TRANSITION_UPDATED, E.TRANSITION_FINISHED, E.TRANSITION_CANCELLED),
    "button": (E.BUTTON_PRESSED, E.BUTTON_RELEASED, E.BUTTON_CANCELLED),
    "strike": (E.STRUCK, E.LET_GO),
    "pinch": (E.PINCH_BEGAN, E.PINCH_CHANGED, E.PINCH_ENDED, E.PINCH_CANCELLED),
    "scroll": (E.SWIPED, E.THROW_BEGAN, E.THROW_MOVED, E.THROW_ENDED),
    "levels": (E.LEVELS_BEGAN, E.LEVEL_ENTERED, E.LEVEL_LEFT, E.LEVEL_REPEATED, E.LEVELS_ENDED, E.LEVELS_CANCELLED),
}
"""The events that an interaction delivers; all others come without one."""

WORDS = {
    "reason": (),
    "direction": ("left", "right", "up", "down"),
    "operation": ("cancel", "forbidden", "copy", "move"),
    "hint": ("plain", "copy", "link", "disappearing", "not_allowed"),
    "shows": (),
}
"""The fields of a line that are words: those that are numbers of an event, from 0 on."""

FLAGS = ("resting", "ended", "kept", "unknown", "part")
"""What a line has as true."""

MOST = 64
"""The most that can run at once; far more than a pad of eight sensors can begin."""
