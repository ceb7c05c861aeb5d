"""Frames through a pad, as pressd runs them: deadlines fire at their own time. And events as pressd prints them."""

from __future__ import annotations

from .. import _raw
from ..enums import EventType
from ..pad import Frame, Pad
from ..types import NO_CONTACT, Event

E = EventType
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
    E.BASELINE_CHANGED,
    E.RECALIBRATE,
    E.BUTTON_CANCELLED,
}
_SENSOR = {E.SENSOR_FAULT, E.SENSOR_RECOVERED, E.SENSOR_SATURATED, E.BASELINE_CHANGED, E.RECALIBRATE}
_CONDUCTANCES = {E.BASELINE_CHANGED, E.RECALIBRATE}
_SCROLL = {E.SCROLL_MOVED, E.SCROLL_ENDED, E.SCROLL_CANCELLED}
UPDATES = {E.PREVIEW_UPDATED, E.COMMIT_UPDATED}


class Run:
    """A pad that is fed."""

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        self.frames = 0
        self.last_us = 0

    def feed(self, frame: Frame) -> None:
        t_us = frame.t_us
        if self.frames and t_us <= self.last_us:
            t_us = self.last_us + 1
        self.fire(t_us)
        self.last_us = max(self.last_us, t_us)
        self.frames += 1
        self.pad.feed(Frame(t_us, frame.codes, frame.failed, frame.before_us))

    def fire(self, through_us: int) -> None:
        """Fires what is due, each at its own time."""
        deadline = self.pad.next_deadline
        while deadline is not None and deadline <= through_us:
            self.last_us = max(self.last_us, deadline)
            self.pad.tick(self.last_us)
            following = self.pad.next_deadline
            if following is not None and following <= deadline:
                return
            deadline = following

    def end(self, t_us: int = 0) -> None:
        """The last deadlines; then what runs is cancelled."""
        self.fire(max(t_us, self.last_us))
        self.pad.engine.reset()


def name(event: Event) -> str:
    return str(_raw.press_event_name(int(event.type)).decode())


def reason(event: Event) -> str:
    """Why; "" where nothing is said."""
    return str(_raw.press_reason_name(int(event.reason)).decode()) if event.type in _WITH_REASON else ""


def q16(number: float, digits: int = 5) -> str:
    """A number of the library with so many digits, rounded from its 1/65536; ties away from 0."""
    raw = round(number * 65536)
    scaled = (abs(raw) * 10**digits + 32768) >> 16
    sign = "-" if raw < 0 and scaled else ""
    return f"{sign}{scaled // 10**digits}.{scaled % 10**digits:0{digits}}"


def json_line(event: Event) -> str:
    """The line that pressd prints."""
    fields = [f'"t_us":{event.t_us}', f'"event":"{name(event)}"']
    if event.late_us:
        fields.append(f'"late_us":{event.late_us}')
    if event.type in _SENSOR:
        fields.append(f'"sensor":{event.subject}')
    else:
        contact = "null" if event.contact == NO_CONTACT else event.contact
        fields += [f'"contact":{contact}', f'"target":{event.target}']
        fields += [f'"{field}":{q16(getattr(event, field))}' for field in ("x", "y", "force", "pressure")]
    if event.type in UPDATES:
        fields += [f'"progress":{q16(event.progress)}', f'"ended":{"true" if event.ended else "false"}']
    if event.type in _SCROLL:
        fields += [f'"dx":{q16(event.value)}', f'"dy":{q16(event.value2)}']
    if why := reason(event):
        fields.append(f'"reason":"{why}"')
    if event.type in _CONDUCTANCES:
        fields += [f'"value":{q16(event.value)}', f'"value2":{q16(event.value2)}']
    return "{" + ",".join(fields) + "}"


def text_line(event: Event) -> str:
    """For people: time, what happened, force or sensor, and why."""
    line = f"{event.t_us / 1e6:8.3f} s  {name(event):<17}"
    if event.type in _SENSOR:
        line += f" sensor {event.subject}"
    else:
        line += f" {event.force:5.2f} N"
    if event.type in UPDATES:
        line += f" {event.progress:.2f}" + (" ended" if event.ended else "")
    return line + (f"  {why}" if (why := reason(event)) and why != "none" else "")
