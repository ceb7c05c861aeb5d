"""What events carry, by the names that logs have; written by `make contract` from the comments of event.h."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..enums import DropOperation, EventType, PointerHint, SwipeDirection

_CARRIED: dict[str, dict[EventType, str]] = {
    "dx": {
        EventType.SCROLL_MOVED: "value",
        EventType.SCROLL_ENDED: "value",
        EventType.SCROLL_CANCELLED: "value",
    },
    "dy": {
        EventType.SCROLL_MOVED: "value2",
        EventType.SCROLL_ENDED: "value2",
        EventType.SCROLL_CANCELLED: "value2",
    },
    "repeats": {
        EventType.HOLD_REPEATED: "value",
        EventType.LEVEL_REPEATED: "value2",
    },
    "direction": {
        EventType.SWIPED: "value",
    },
    "speed": {
        EventType.SWIPED: "value2",
        EventType.STRUCK: "value",
        EventType.LET_GO: "value",
    },
    "throw": {
        EventType.THROW_BEGAN: "subject",
        EventType.THROW_MOVED: "subject",
        EventType.THROW_ENDED: "subject",
    },
    "vx": {
        EventType.THROW_BEGAN: "value",
        EventType.THROW_MOVED: "value",
        EventType.AUTOSCROLL_CHANGED: "value",
    },
    "vy": {
        EventType.THROW_BEGAN: "value2",
        EventType.THROW_MOVED: "value2",
        EventType.AUTOSCROLL_CHANGED: "value2",
    },
    "peek": {
        EventType.PEEK_SHOWN: "subject",
        EventType.PEEK_POPPED: "subject",
        EventType.PEEK_DISMISSED: "subject",
        EventType.ACTIONS_REVEALED: "subject",
        EventType.ACTION_HIGHLIGHTED: "subject",
        EventType.ACTION_SELECTED: "subject",
        EventType.ACTIONS_HIDDEN: "subject",
        EventType.PEEK_TOUCHED: "subject",
    },
    "group": {
        EventType.ACTIONS_REVEALED: "value",
    },
    "action": {
        EventType.ACTION_HIGHLIGHTED: "value",
        EventType.ACTION_SELECTED: "value",
    },
    "other": {
        EventType.PINCH_BEGAN: "subject",
        EventType.PINCH_CHANGED: "subject",
        EventType.PINCH_ENDED: "subject",
        EventType.PINCH_CANCELLED: "subject",
    },
    "scale": {
        EventType.PINCH_BEGAN: "value",
        EventType.PINCH_CHANGED: "value",
        EventType.PINCH_ENDED: "value",
        EventType.PINCH_CANCELLED: "value",
    },
    "angle": {
        EventType.PINCH_BEGAN: "value2",
        EventType.PINCH_CHANGED: "value2",
        EventType.PINCH_ENDED: "value2",
        EventType.PINCH_CANCELLED: "value2",
    },
    "sensor": {
        EventType.SENSOR_FAULT: "subject",
        EventType.SENSOR_RECOVERED: "subject",
        EventType.BASELINE_CHANGED: "subject",
        EventType.SENSOR_SATURATED: "subject",
        EventType.RECALIBRATE: "subject",
        EventType.SUPPLY_FAULT: "subject",
        EventType.SUPPLY_RECOVERED: "subject",
    },
    "level": {
        EventType.LEVELS_BEGAN: "value",
        EventType.LEVEL_ENTERED: "value",
        EventType.LEVEL_LEFT: "value",
        EventType.LEVEL_REPEATED: "value",
        EventType.LEVELS_ENDED: "value",
        EventType.LEVELS_CANCELLED: "value",
    },
    "from_": {
        EventType.LEVEL_ENTERED: "value2",
        EventType.LEVEL_LEFT: "value2",
        EventType.LEVELS_ENDED: "value2",
        EventType.LEVELS_CANCELLED: "value2",
        EventType.LEVELS_BEGAN: "value2",
    },
    "transition": {
        EventType.TRANSITION_STARTED: "subject",
        EventType.TRANSITION_UPDATED: "subject",
        EventType.TRANSITION_FINISHED: "subject",
        EventType.TRANSITION_CANCELLED: "subject",
    },
    "velocity": {
        EventType.STRUCK: "value2",
        EventType.LET_GO: "value2",
    },
    "drag": {
        EventType.DRAG_BEGAN: "subject",
        EventType.DRAG_MOVED: "subject",
        EventType.DRAG_ENTERED: "subject",
        EventType.DRAG_LEFT: "subject",
        EventType.DRAG_PROPOSED: "subject",
        EventType.DRAG_ITEMS_CHANGED: "subject",
        EventType.DRAG_HINT_CHANGED: "subject",
        EventType.DRAG_CONFIRM: "subject",
        EventType.DRAG_DROPPED: "subject",
        EventType.DRAG_CANCELLED: "subject",
        EventType.SPRING_POSSIBLE: "subject",
        EventType.SPRING_ACTIVATING: "subject",
        EventType.SPRING_ACTIVATED: "subject",
        EventType.SPRING_ENDED: "subject",
        EventType.AUTOSCROLL_BEGAN: "subject",
        EventType.AUTOSCROLL_CHANGED: "subject",
        EventType.AUTOSCROLL_ENDED: "subject",
        EventType.DROP_ITEM_BEGAN: "subject",
        EventType.DROP_ITEM_UPDATED: "subject",
        EventType.DROP_ITEM_ENDED: "subject",
        EventType.DROP_SLOW: "subject",
        EventType.DROP_CONCLUDED: "subject",
        EventType.TASK_BEGAN: "subject",
        EventType.TASK_UPDATED: "subject",
        EventType.TASK_ENDED: "subject",
        EventType.DROP_ITEM_UNDONE: "subject",
        EventType.DROP_UNDONE: "subject",
        EventType.SELECTION_SET: "subject",
        EventType.SELECTION_CLEARED: "subject",
        EventType.DROP_ITEM_NOT_TAKEN: "subject",
        EventType.DROP_ITEM_REDONE: "subject",
        EventType.DROP_REDONE: "subject",
        EventType.DRAG_FORBIDDEN: "subject",
    },
    "origin_x": {
        EventType.DRAG_BEGAN: "value",
    },
    "origin_y": {
        EventType.DRAG_BEGAN: "value2",
    },
    "operation": {
        EventType.DRAG_ENTERED: "value",
        EventType.DRAG_PROPOSED: "value",
        EventType.DRAG_DROPPED: "value",
        EventType.DROP_ITEM_UNDONE: "value2",
        EventType.DROP_UNDONE: "value",
        EventType.DROP_ITEM_REDONE: "value2",
        EventType.DROP_REDONE: "value",
        EventType.DRAG_FORBIDDEN: "value",
    },
    "items": {
        EventType.DRAG_ENTERED: "value2",
        EventType.DRAG_PROPOSED: "value2",
        EventType.DRAG_ITEMS_CHANGED: "value2",
        EventType.DRAG_DROPPED: "value2",
        EventType.DROP_UNDONE: "value2",
        EventType.DROP_REDONE: "value2",
    },
    "badge": {
        EventType.DRAG_ITEMS_CHANGED: "value",
    },
    "hint": {
        EventType.DRAG_HINT_CHANGED: "value",
    },
    "item": {
        EventType.DROP_ITEM_BEGAN: "value",
        EventType.DROP_ITEM_UPDATED: "value",
        EventType.DROP_ITEM_ENDED: "value",
        EventType.DROP_ITEM_UNDONE: "value",
        EventType.SELECTION_SET: "value",
        EventType.SELECTION_CLEARED: "value",
        EventType.DROP_ITEM_NOT_TAKEN: "value",
        EventType.DROP_ITEM_REDONE: "value",
    },
    "representation": {
        EventType.DROP_ITEM_BEGAN: "value2",
    },
    "arrived": {
        EventType.DROP_CONCLUDED: "value",
    },
    "failed": {
        EventType.DROP_CONCLUDED: "value2",
    },
}
"""By name: which events carry it, and in which field."""


class Carried:
    """The names are those of `press_event_describe` and of the lines of pressd; `from` is `from_`, as it is a word of Python's."""

    if TYPE_CHECKING:
        type: EventType

    def _carried(self, name: str) -> Any:
        field = _CARRIED[name].get(self.type)
        if field is None:
            own = sorted(name for name, types in _CARRIED.items() if self.type in types)
            words = f"it has {', '.join(own)}" if own else "only the fields of every event"
            raise AttributeError(f"an event {self.type.name.lower()} has no {name}: {words}", name=name, obj=self)
        return getattr(self, field)

    @property
    def dx(self) -> float:
        """Points."""
        return self._carried("dx")  # type: ignore[no-any-return]

    @property
    def dy(self) -> float:
        """Points."""
        return self._carried("dy")  # type: ignore[no-any-return]

    @property
    def repeats(self) -> int:
        """A whole number."""
        return int(self._carried("repeats"))

    @property
    def direction(self) -> SwipeDirection:
        """What it is."""
        return SwipeDirection(self._carried("direction"))

    @property
    def speed(self) -> float:
        """A whole number; or n per second."""
        return self._carried("speed")  # type: ignore[no-any-return]

    @property
    def throw(self) -> int:
        """The target whose content goes on."""
        return int(self._carried("throw"))

    @property
    def vx(self) -> float:
        """Points per second."""
        return self._carried("vx")  # type: ignore[no-any-return]

    @property
    def vy(self) -> float:
        """Points per second."""
        return self._carried("vy")  # type: ignore[no-any-return]

    @property
    def peek(self) -> int:
        """The number of the peek."""
        return int(self._carried("peek"))

    @property
    def group(self) -> int:
        """A whole number."""
        return int(self._carried("group"))

    @property
    def action(self) -> int:
        """A whole number."""
        return int(self._carried("action"))

    @property
    def other(self) -> int:
        """The second contact."""
        return int(self._carried("other"))

    @property
    def scale(self) -> float:
        """Times."""
        return self._carried("scale")  # type: ignore[no-any-return]

    @property
    def angle(self) -> float:
        """Degrees."""
        return self._carried("angle")  # type: ignore[no-any-return]

    @property
    def sensor(self) -> int:
        """The number of the sensor."""
        return int(self._carried("sensor"))

    @property
    def level(self) -> int:
        """A whole number."""
        return int(self._carried("level"))

    @property
    def from_(self) -> int:
        """A whole number."""
        return int(self._carried("from_"))

    @property
    def transition(self) -> int:
        """The number of the transition."""
        return int(self._carried("transition"))

    @property
    def velocity(self) -> int:
        """0..127."""
        return int(self._carried("velocity"))

    @property
    def drag(self) -> int:
        """The number of the session."""
        return int(self._carried("drag"))

    @property
    def origin_x(self) -> float:
        """Points."""
        return self._carried("origin_x")  # type: ignore[no-any-return]

    @property
    def origin_y(self) -> float:
        """Points."""
        return self._carried("origin_y")  # type: ignore[no-any-return]

    @property
    def operation(self) -> DropOperation:
        """What it is."""
        return DropOperation(self._carried("operation"))

    @property
    def items(self) -> int:
        """A whole number."""
        return int(self._carried("items"))

    @property
    def badge(self) -> int:
        """A whole number."""
        return int(self._carried("badge"))

    @property
    def hint(self) -> PointerHint:
        """What it is."""
        return PointerHint(self._carried("hint"))

    @property
    def item(self) -> int:
        """A whole number."""
        return int(self._carried("item"))

    @property
    def representation(self) -> int:
        """A whole number."""
        return int(self._carried("representation"))

    @property
    def arrived(self) -> int:
        """A whole number."""
        return int(self._carried("arrived"))

    @property
    def failed(self) -> int:
        """A whole number."""
        return int(self._carried("failed"))
