"""Events as lines, as pressd prints them."""

from __future__ import annotations

from collections.abc import Iterator

from .. import _raw
from ..enums import DropOperation, PointerHint
from ..enums import EventType as E
from ..types import NO_CONTACT, Event

UPDATES = {E.PREVIEW_UPDATED, E.COMMIT_UPDATED}
_WITH_REASON = {
    E.CONTACT_ENDED,
    E.CONTACT_CANCELLED,
    E.PREVIEW_CANCELLED,
    E.HOLD_ENDED,
    E.HOLD_CANCELLED,
    E.SCROLL_ENDED,
    E.SCROLL_CANCELLED,
    E.SENSOR_FAULT,
    E.SENSOR_RECOVERED,
    E.SUPPLY_FAULT,
    E.SUPPLY_RECOVERED,
    E.BASELINE_CHANGED,
    E.RECALIBRATE,
    E.BUTTON_CANCELLED,
    E.PEEK_POPPED,
    E.PEEK_DISMISSED,
    E.TRANSITION_CANCELLED,
    E.TAP_FAILED,
    E.DRAG_REFUSED,
    E.DRAG_SETTLED,
}
SENSOR = range(E.SENSOR_FAULT, E.SUPPLY_RECOVERED + 1)
_SCROLL = range(E.SCROLL_MOVED, E.SCROLL_CANCELLED + 1)
_PEEK = range(E.PEEK_SHOWN, E.ACTIONS_HIDDEN + 1)
_TRANSITION = range(E.TRANSITION_STARTED, E.TRANSITION_CANCELLED + 1)
_DRAG = {*range(E.DRAG_BEGAN, E.SELECTION_CLEARED + 1), *range(E.DROP_ITEM_NOT_TAKEN, E.DROP_REDONE + 1)}
_CONDUCTANCES = {E.BASELINE_CHANGED, E.RECALIBRATE}
_VALUES = {E.ACTIONS_REVEALED: "group", E.ACTION_HIGHLIGHTED: "action", E.ACTION_SELECTED: "action", E.HOLD_REPEATED: "repeats"}
_OF_DRAG: dict[int, tuple[str, ...]] = {
    E.DRAG_BEGAN: ("origin",),
    **dict.fromkeys((E.DRAG_ENTERED, E.DRAG_PROPOSED, E.DRAG_DROPPED, E.DROP_UNDONE, E.DROP_REDONE), ("operation", "items")),
    E.DRAG_ITEMS_CHANGED: ("badge", "items"),
    E.DRAG_HINT_CHANGED: ("hint",),
    E.DRAG_CANCELLED: ("reason", "shows"),
    E.AUTOSCROLL_CHANGED: ("velocity",),
    E.DROP_ITEM_BEGAN: ("item", "representation"),
    E.DROP_ITEM_UPDATED: ("item", "progress"),
    E.DROP_ITEM_ENDED: ("item", "reason"),
    E.DROP_ITEM_NOT_TAKEN: ("item", "reason", "shows"),
    E.DROP_CONCLUDED: ("arrived", "reason"),
    E.TASK_UPDATED: ("progress",),
    E.TASK_ENDED: ("reason",),
    **dict.fromkeys((E.DROP_ITEM_UNDONE, E.DROP_ITEM_REDONE), ("item", "undone")),
    **dict.fromkeys((E.SELECTION_SET, E.SELECTION_CLEARED), ("item",)),
}
"""What an event of drag and drop carries beside its session, in order."""


def name(event: Event) -> str:
    return str(_raw.press_event_name(int(event.type)).decode())


def _reason(event: Event) -> str:
    return str(_raw.press_reason_name(int(event.reason)).decode())


def reason(event: Event) -> str:
    """Why; "" where nothing is said."""
    return _reason(event) if event.type in _WITH_REASON else ""


def q16(number: float, digits: int = 5) -> str:
    """A number of the library with so many digits, rounded from its 1/65536; ties away from 0."""
    raw = round(number * 65536)
    scaled = (abs(raw) * 10**digits + 32768) >> 16
    sign = "-" if raw < 0 and scaled else ""
    return f"{sign}{scaled // 10**digits}.{scaled % 10**digits:0{digits}}"


def json_line(event: Event) -> str:
    """The line that pressd prints."""
    return "{" + ",".join(_fields(event)) + "}"


def _fields(event: Event) -> Iterator[str]:
    yield f'"t_us":{event.t_us}'
    yield f'"event":"{name(event)}"'
    if event.late_us:
        yield f'"late_us":{event.late_us}'
    if event.type in SENSOR:
        yield f'"sensor":{event.subject}'
    elif event.type in _TRANSITION:
        yield f'"transition":{event.subject}'
        yield f'"progress":{q16(event.progress)}'
    else:
        yield f'"contact":{"null" if event.contact == NO_CONTACT else event.contact}'
        yield f'"target":{event.target}'
        yield from (f'"{field}":{q16(getattr(event, field))}' for field in ("x", "y", "force", "pressure"))
    if event.type in _DRAG:
        yield from _drag(event)
    if event.type in UPDATES:
        yield f'"progress":{q16(event.progress)}'
        yield f'"ended":{"true" if event.ended else "false"}'
    if event.type in _SCROLL:
        yield f'"dx":{q16(event.value)}'
        yield f'"dy":{q16(event.value2)}'
    if event.type in _PEEK:
        yield f'"peek":{event.subject}'
    if event.type in _VALUES:
        yield f'"{_VALUES[E(event.type)]}":{event.value}'
    if why := reason(event):
        yield f'"reason":"{why}"'
    if event.type in _CONDUCTANCES:
        yield f'"value":{q16(event.value)}'
        yield f'"value2":{q16(event.value2)}'


def _drag(event: Event) -> Iterator[str]:
    yield f'"drag":{event.subject}'
    words = {
        "origin": lambda: f'"origin_x":{q16(event.value)},"origin_y":{q16(event.value2)}',
        "operation": lambda: f'"operation":"{DropOperation(int(event.value)).name.lower()}"',
        "undone": lambda: f'"operation":"{DropOperation(int(event.value2)).name.lower()}"',
        "items": lambda: f'"items":{event.value2}',
        "badge": lambda: f'"badge":{event.value}',
        "hint": lambda: f'"hint":"{PointerHint(int(event.value)).name.lower()}"',
        "velocity": lambda: f'"vx":{q16(event.value)},"vy":{q16(event.value2)}',
        "item": lambda: f'"item":{event.value}',
        "representation": lambda: f'"representation":{event.value2}',
        "progress": lambda: f'"progress":{q16(event.progress)}',
        "arrived": lambda: f'"arrived":{event.value},"failed":{event.value2}',
        "shows": lambda: f'"shows":"{"returns" if event.returns else "fades"}"',
        "reason": lambda: f'"reason":"{_reason(event)}"',
    }
    for field in _OF_DRAG.get(int(event.type), ()):
        yield words[field]()


def text_line(event: Event) -> str:
    """For people: time, what happened, force or sensor, and why."""
    line = f"{event.t_us / 1e6:8.3f} s  {name(event):<17}"
    if event.type in SENSOR:
        line += f" sensor {event.subject}"
    else:
        line += f" {event.force:5.2f} N"
    if event.type in UPDATES:
        line += f" {event.progress:.2f}" + (" ended" if event.ended else "")
    return line + (f"  {why}" if (why := reason(event)) and why != "none" else "")
