"""MIDI: notes with velocity, aftertouch, controllers, MPE. Messages are made by mido; where they go is in midi_port.py."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from libpress.tools.install import to_install
from libpress.tools.problem import UNAVAILABLE, Problem

from .config import Bridges
from .events import Event, Fields, Life
from .outbox import Entry, Summary
from .pump import Away

MPE_BEND = 48
"""Semitones that the whole of a pitch bend is in an MPE zone."""
_DRUMS = 9
"""The channel on which receivers that do not know MPE play drums: 10, counted from 0."""
_SILENT = 0.05
"""Seconds beyond strike_time in which progress of a contact comes, where the source has it."""
_EVEN = 64
"""The velocity of a note off where nothing says how fast it was: what a keyboard sends that does not feel it."""
_PLAYS = {"touch": "contact", "press": "press", "preview": "preview"}
_PROGRESS = {"preview_updated": "preview_cc", "commit_updated": "commit_cc", "transition_updated": "transition_cc"}


class Port(Protocol):
    """Where bytes go."""

    def open(self) -> None:
        """Raises Away, Problem."""

    def send(self, message: Any) -> None:
        """Raises Away."""

    def close(self) -> None: ...


@dataclass(slots=True)
class Note:
    """What sounds, or is about to."""

    number: int
    channel: int
    """From 0."""
    began: Fields
    arrived: float
    """When, by the monotonic clock."""
    sounds: bool = False
    last: Fields | None = None
    """The latest progress of it."""
    aftertouch: int = -1
    bend: int = 0
    slide: int = -1
    release: int = _EVEN
    """The velocity of its note off."""


class MidiSink:
    """To one port."""

    name = "midi"
    is_live = True
    reconnects = False

    def __init__(self, bridges: Bridges, port: Port | None = None) -> None:
        """Raises Problem."""
        try:
            import mido
        except ImportError:
            raise Problem(UNAVAILABLE, f"the bridge to MIDI requires mido: {to_install('libpress-bridges')}") from None
        from .midi_port import port_of

        self._message = mido.Message

        def get(key: str) -> Any:
            return bridges.get("midi", key)

        self._get: Callable[[str], Any] = get
        self._port = port or port_of(get("port"))
        self._life = _PLAYS[get("plays")]
        self._mpe = get("mpe")
        if self._mpe == "upper":
            self._master, self._members = 15, list(range(14, 14 - get("members"), -1))
        else:
            self._master, self._members = (0 if self._mpe == "lower" else get("channel") - 1), list(range(1, 1 + get("members")))
        self._notes: dict[Life, Note] = {}
        self._used: list[int] = []
        """Member channels, the longest unused first."""
        self._touched: dict[tuple[int, int], int] = {}
        """Polyphonic aftertouch that was sent, by channel and note."""
        self._ccs: dict[int, int] = {}
        self._pressure = -1
        """Of the channel, without MPE: what was sent."""

    # The port

    def connect(self) -> None:
        self._notes, self._ccs, self._used, self._pressure, self._touched = {}, {}, list(self._members), -1, {}
        self._port.close()
        self._port.open()
        if self._mpe != "off":  # MPE Configuration Message: RPN 6 on the master channel
            self._rpn(self._master, 6, len(self._members))
            for channel in self._members:  # who does not know MPE learns from RPN 0 how far a bend goes
                self._rpn(channel, 0, MPE_BEND)
        self._silence()

    def _rpn(self, channel: int, number: int, value: int) -> None:
        for control, one in ((101, 0), (100, number), (6, value), (101, 127), (100, 127)):
            self._send("control_change", channel=channel, control=control, value=one)

    def _silence(self) -> None:
        """All notes off, on every channel that is used."""
        for channel in [self._master, *(self._members if self._mpe != "off" else ())]:
            self._send("control_change", channel=channel, control=123, value=0)

    def _send(self, kind: str, **values: int) -> None:
        self._port.send(self._message(kind, **values))

    # What happens

    def send(self, entries: Sequence[Entry]) -> int:
        for entry in entries:
            if not isinstance(entry, Summary):  # of a time when it was away: nothing is played for that
                self._follow(entry)
        return len(entries)

    def _follow(self, event: Event) -> None:
        for life in event.begins:
            if life[0] == self._life and not event.rests:
                self._begin(life, event)
        if event.name == "struck" and self._get("velocity") == "strike":
            self._strike(event)
        if event.name == "let_go":
            self._lift(event)
        if "pressure" in event.fields and "contact" in event.fields:
            for life, note in self._notes.items():
                if life[1:] in ((), (event.fields["contact"],)) and life not in (*event.begins, *event.ends):
                    self._move(note, event)
        self._progress(event)
        for life in event.ends:
            if life in self._notes:
                self._end(life)

    def _begin(self, life: Life, event: Event) -> None:
        target = event.fields.get("target")
        numbers = self._get("notes")
        is_own = isinstance(target, int) and 1 <= target <= len(numbers)
        number = numbers[target - 1] if is_own and target else self._get("note")
        note = Note(number, self._channel(), event.fields, time.monotonic())
        self._notes[life] = note
        if self._get("velocity") == "fixed":
            self._sound(note, self._get("fixed_velocity"), event.fields)

    def _strike(self, event: Event) -> None:
        """The library measured it; a note on of velocity 0 would be a note off."""
        for note in self._of_contact(event):
            if not note.sounds:
                self._sound(note, max(round(event.number("velocity")), 1), event.fields)

    def _lift(self, event: Event) -> None:
        for note in self._of_contact(event):
            note.release = round(event.number("velocity"))

    def _of_contact(self, event: Event) -> list[Note]:
        return [note for life, note in self._notes.items() if life[1:] in ((), (event.fields.get("contact"),))]

    def _channel(self) -> int:
        """One without a note, the longest unused, and 10 after all others; else the one whose note is the oldest."""
        if self._mpe == "off":
            return self._master
        taken = [note.channel for note in self._notes.values()]
        free = [channel for channel in self._used if channel not in taken]
        channel = min(free, key=lambda one: one == _DRUMS) if free else min(taken, key=lambda one: (taken.count(one), taken.index(one)))
        self._used.remove(channel)
        self._used.append(channel)
        return channel

    def _move(self, note: Note, event: Event) -> None:
        if not note.sounds:
            took = event.t_us - int(note.began["t_us"])
            if event.progress is not None:
                note.last = event.fields
            if took >= self._get("strike_time"):
                self._sound(note, self._velocity(note, event.fields), event.fields)
        else:
            self._shape(note, event.fields)

    def _velocity(self, note: Note, now: Fields) -> int:
        """1..127, from what the contact did since it began."""
        if self._get("velocity") == "force":
            share = float(now.get("pressure") or 0.0)
        else:
            took = (int(now["t_us"]) - int(note.began["t_us"])) / 1e6
            rise = float(now.get("force") or 0.0) - float(note.began.get("force") or 0.0)
            return self._loudness(rise / took if took > 0 else 0.0)
        return self._of(share)

    def _loudness(self, speed: float) -> int:
        return self._of(speed / self._get("full_speed"))

    @staticmethod
    def _of(share: float) -> int:
        velocity: float = 127 * max(share, 0.0) ** 0.5
        return min(max(round(velocity), 1), 127)

    def _sound(self, note: Note, velocity: int, fields: Fields) -> None:
        if self._mpe != "off":  # a channel begins where its last note left it
            self._send("pitchwheel", channel=note.channel, pitch=0)
            self._send("control_change", channel=note.channel, control=74, value=64)
            self._send("aftertouch", channel=note.channel, value=0)
        if self._beside(note):  # another pad holds it: it begins again, and the last of them ends it
            self._send("note_off", channel=note.channel, note=note.number, velocity=_EVEN)
        note.sounds = True
        self._send("note_on", channel=note.channel, note=note.number, velocity=velocity)
        self._shape(note, fields)

    def _shape(self, note: Note, fields: Fields) -> None:
        """Aftertouch, and with MPE bend and slide; what does not change is not sent."""
        pressure = min(max(round(float(fields.get("pressure") or 0.0) * 127), 0), 127)
        kind = "channel" if self._mpe != "off" else self._get("pressure")
        if pressure != note.aftertouch and kind != "none":
            note.aftertouch = pressure
            if self._mpe != "off":
                self._send("aftertouch", channel=note.channel, value=pressure)
        if self._mpe == "off":
            self._press_key(note)
            self._press_channel()
            return
        across = float(fields.get("x") or 0.0) - float(note.began.get("x") or 0.0)
        down = float(fields.get("y") or 0.0) - float(note.began.get("y") or 0.0)
        bend = min(max(round(across / self._get("bend_points") / MPE_BEND * 8192), -8192), 8191)
        slide = min(max(round(64 - down / self._get("slide_points") * 127), 0), 127)
        if bend != note.bend:
            note.bend = bend
            self._send("pitchwheel", channel=note.channel, pitch=bend)
        if slide != note.slide and (note.slide >= 0 or slide != 64):
            note.slide = slide
            self._send("control_change", channel=note.channel, control=74, value=slide)

    def _progress(self, event: Event) -> None:
        """Progress of previews, commit phases and transitions, as controllers; 0 when it is over."""
        if (key := _PROGRESS.get(event.name)) and "progress" in event.fields:
            self._control(key, round(event.number("progress") * 127))
        for life in event.ends:
            for key in {"preview": ("preview_cc", "commit_cc"), "transition": ("transition_cc",)}.get(life[0], ()):
                self._control(key, 0 if event.name != "transition_finished" else 127)

    def _control(self, key: str, value: int) -> None:
        control = self._get(key)
        value = min(max(value, 0), 127)
        if control >= 0 and self._ccs.get(control) != value:
            self._ccs[control] = value
            self._send("control_change", channel=self._master, control=control, value=value)

    def _end(self, life: Life) -> None:
        note = self._notes.pop(life)
        if not note.sounds:  # shorter than the strike: what was seen of it counts
            self._sound(note, self._velocity(note, note.last or note.began), note.last or note.began)
        note.sounds = False
        self._press_key(note)  # 0, where nobody holds it any more: a synthesizer may keep it for the next note
        if not self._beside(note):
            self._off(note)
        self._press_channel()

    def _beside(self, note: Note) -> list[Note]:
        """The other voices that sound as the same note on the same channel."""
        return [one for one in self._notes.values() if one is not note and one.sounds and (one.channel, one.number) == (note.channel, note.number)]

    def _press_key(self, note: Note) -> None:
        """The pressure of a note is the greatest of the pads that hold it."""
        if self._mpe != "off" or self._get("pressure") != "poly":
            return
        key = note.channel, note.number
        holding = [*self._beside(note), *([note] if note.sounds else [])]
        pressure = max((one.aftertouch for one in holding), default=0)
        if pressure != self._touched.get(key, -1 if holding else 0):
            self._send("polytouch", channel=note.channel, note=note.number, value=pressure)
        self._touched[key] = pressure
        if not holding:
            del self._touched[key]

    def _press_channel(self) -> None:
        """Without MPE all keys have one channel: its pressure is the greatest of those that are held."""
        if self._mpe != "off" or self._get("pressure") != "channel":
            return
        pressure = max((note.aftertouch for note in self._notes.values() if note.sounds), default=0)
        if pressure != self._pressure:
            self._pressure = pressure
            self._send("aftertouch", channel=self._master, value=pressure)

    def _off(self, note: Note) -> None:
        self._send("note_off", channel=note.channel, note=note.number, velocity=note.release)

    def idle(self, now: float) -> float | None:
        """A strike of which no more is said sounds all the same."""
        patience = self._get("strike_time") / 1e6 + _SILENT
        silent = [note for note in self._notes.values() if not note.sounds]
        for note in silent:
            if now >= note.arrived + patience:
                known = note.last
                self._sound(note, self._velocity(note, known) if known else self._get("fixed_velocity"), known or note.began)
        return min((note.arrived + patience for note in silent if not note.sounds), default=None)

    def close(self) -> int:
        """Every note that sounds is off."""
        try:
            for life in list(self._notes):
                note = self._notes.pop(life)
                if note.sounds and not self._beside(note):
                    self._off(note)
            self._silence()
        except Away:
            pass
        self._port.close()
        return 0
