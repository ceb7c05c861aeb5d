"""Feedback: effects that answer events, so that a press can be felt and seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from ctypes import byref
from dataclasses import dataclass
from typing import Any

from ._config import default, put
from ._described import described
from ._strict import Strict
from .enums import Effect, EventType, Reason, Strength
from .errors import check, why
from .generated import _raw
from .numbers import from_q16, to_int32, to_q16, to_unsigned
from .types import Event


@described
@dataclass(frozen=True, slots=True)
class EffectRow:
    """One row of the table: these events are answered like this. The first row that an event fits decides."""

    event: EventType
    effect: Effect = Effect.FIRM
    """Effect.NONE keeps events from the rows after it; Effect.LEVEL goes on until what it follows ends."""
    strength: float = 1.0
    """0..1; with a source: where that is 1 or more."""
    source: Strength = Strength.FIXED
    """What the strength, and detents, come from: FORCE (1 at full_force), PRESSURE, PROGRESS."""
    least: float = 0.0
    """0..1: where the source is 0."""
    detents: int = 0
    """1..64 places at equal distances of the source, at which it answers; 0: each event is answered."""
    ended: bool = False
    """Only the last update of its phase."""
    rising: bool = False
    """Detents upwards only."""
    reason: Reason | None = None
    """Only with this reason."""
    value: float | None = None
    """Only with this value. Not together with a reason."""
    not_zero: bool = False
    """Only where its value is not 0."""
    falling: bool = False
    """Detents downwards only; what passes none goes on to the rows after it."""
    unless_button: bool = False
    """Not where a force button is attached and nothing takes previews: no hook, no peek, no transition. The default rows of previews have it."""

    def _to_raw(self) -> _raw.press_feedback_row:
        if self.reason is not None and self.value is not None:
            raise ValueError("a row has a reason or a value, not both")
        flags = {
            _raw.PRESS_FEEDBACK_ENDED: self.ended,
            _raw.PRESS_FEEDBACK_REASON: self.reason is not None,
            _raw.PRESS_FEEDBACK_VALUE: self.value is not None,
            _raw.PRESS_FEEDBACK_NOT_ZERO: self.not_zero,
            _raw.PRESS_FEEDBACK_RISING: self.rising,
            _raw.PRESS_FEEDBACK_FALLING: self.falling,
            _raw.PRESS_FEEDBACK_UNLESS_BUTTON: self.unless_button,
        }
        return _raw.press_feedback_row(
            event=to_unsigned(int(self.event), 32, "event"),
            match=_value(self.value) if self.value is not None else int(self.reason or 0),
            least=to_q16(self.least if self.source else self.strength, "least"),
            most=to_q16(self.strength, "strength"),
            flags=sum(flag for flag, is_set in flags.items() if is_set),
            effect=to_unsigned(int(self.effect), 8, "effect"),
            source=to_unsigned(int(self.source), 8, "source"),
            detents=to_unsigned(self.detents, 8, "detents"),
        )

    @classmethod
    def _from_raw(cls, raw: _raw.press_feedback_row) -> EffectRow:
        def has(flag: int) -> bool:
            return bool(raw.flags & flag)

        return cls(
            EventType(raw.event),
            Effect(raw.effect),
            from_q16(raw.most),
            Strength(raw.source),
            from_q16(raw.least) if raw.source else 0.0,
            raw.detents,
            has(_raw.PRESS_FEEDBACK_ENDED),
            has(_raw.PRESS_FEEDBACK_RISING),
            Reason(raw.match) if has(_raw.PRESS_FEEDBACK_REASON) else None,
            raw.match if has(_raw.PRESS_FEEDBACK_VALUE) else None,
            has(_raw.PRESS_FEEDBACK_NOT_ZERO),
            has(_raw.PRESS_FEEDBACK_FALLING),
            has(_raw.PRESS_FEEDBACK_UNLESS_BUTTON),
        )


def _value(value: float) -> int:
    """Whole numbers are ids, hints and counts; others are Q16.16."""
    return to_int32(value, "value") if isinstance(value, int) else to_q16(value, "value")


@described
@dataclass(frozen=True, slots=True)
class PlayedEffect:
    """What answers an event."""

    t_us: int
    """The time of the event."""
    kind: Effect
    strength: float
    """0..1; 0 of a level: it ends."""
    event: EventType
    """The type of the event."""
    row: int
    """Which row it comes from, from 0."""


Output = Callable[[PlayedEffect], object]
"""What plays effects: a Drv2605l, or any function."""


class Feedback(Strict):
    """A table from events to effects, and outputs that play them.

        sensor.feedback = Feedback(Drv2605l(bus))                  # a motor, by the default table
        sensor.feedback = Feedback(print, rows=[EffectRow(EventType.TAPPED, Effect.TICK, 0.5)])

    Outputs are called with each effect, in their order, on the thread that reads. `gap_us`: an effect is dropped that comes so
    soon after one as strong or stronger; `full_force` newtons are full strength by force; `hysteresis` (0..0.9) of detents, in
    parts of the distance between two; a level is given again when it has changed by `level_step`. Raises InvalidError, which
    names the row.
    """

    __slots__ = ("_raw", "outputs", "rows")
    _way = "feedback"
    _is_hook = False
    """It receives every event, and says nothing of a fault."""

    def __init__(
        self,
        *outputs: Output,
        rows: Iterable[EffectRow] | None = None,
        gap_us: int | None = None,
        full_force: float | None = None,
        hysteresis: float | None = None,
        level_step: float | None = None,
    ) -> None:
        given = {"gap_us": gap_us, "full_force": full_force, "hysteresis": hysteresis, "level_step": level_step}
        config = default(_raw.press_feedback_config)
        for name, value in given.items():
            if value is not None:
                put(config, name, value)
        for output in outputs:
            if not callable(output):
                raise TypeError(f"an output is called with each effect; {type(output).__name__} cannot be called")
        table = self.defaults() if rows is None else tuple(rows)
        raw = (_raw.press_feedback_row * max(len(table), 1))(*(row._to_raw() for row in table))
        reason = why(_raw.press_feedback_config_check, config)
        for number in range(len(table)):
            if not reason and (said := why(_raw.press_feedback_row_check, raw[number])):
                reason = f"row {number}: {said}"
        own = _raw.press_feedback()
        status = _raw.press_feedback_init(byref(own), byref(config), raw, len(table))
        check(status, f"making feedback of {len(table)} rows", reason or f"at most {_raw.PRESS_FEEDBACK_ROWS} rows")
        self._raw, self.rows = own, table
        self.outputs: list[Output] = list(outputs)

    @staticmethod
    def defaults() -> tuple[EffectRow, ...]:
        """The default table."""
        raw = (_raw.press_feedback_row * _raw.PRESS_FEEDBACK_ROWS)()
        count = _raw.press_feedback_defaults(raw, len(raw))
        return tuple(EffectRow._from_raw(row) for row in raw[:count])

    def receive(self, event: Event) -> PlayedEffect | None:
        """Takes the next event and plays what answers it. Engines and sensors call this, once they have a feedback."""
        raw = _raw.press_event(
            t_us=event.t_us,
            type=int(event.type),
            contact=event.contact,
            flags=event.ended | (_raw.PRESS_EVENT_FLAG_BUTTON if getattr(event, "_is_beside_button", False) else 0),
            reason=int(event.reason),
            force=to_q16(event.force, "force"),
            pressure=to_q16(event.pressure, "pressure"),
            progress=to_q16(event.progress, "progress"),
            subject=event.subject,
            value=_value(event.value),
        )
        found = _raw.press_effect()
        if check(_raw.press_feedback_expects(byref(self._raw), byref(raw)), "expecting an effect") == 1:
            self.ready()
        if check(_raw.press_feedback_event(byref(self._raw), byref(raw), byref(found)), "answering an event") == 0:
            return None
        effect = PlayedEffect(found.t_us, Effect(found.kind), from_q16(found.strength), EventType(found.event), found.row)
        self.play(effect)
        return effect

    def play(self, effect: PlayedEffect) -> None:
        """Plays an effect on all outputs, whatever the table says."""
        for output in self.outputs:
            output(effect)

    def ready(self) -> None:
        """Lets outputs that have a function `ready` prepare for an effect that may come soon. Called with the events of previews, drags
        and actions on show that a row may answer.
        """
        for output in self.outputs:
            if ready := getattr(output, "ready", None):
                ready()

    def work(self) -> None:
        """Lets outputs that have a function `work` go on: a Drv2605l sees whether its effect is over. Never waits. A ForceSensor
        calls this after its readings, and so should a program with an Engine.
        """
        for output in self.outputs:
            if work := getattr(output, "work", None):
                work()

    def _observe(self, core: Any) -> None:
        moved = any(row.event == EventType.CONTACT_MOVED for row in self.rows)
        if moved and not core.config.flags & _raw.PRESS_CONFIG_TELL_MOVED:
            raise ValueError("rows of CONTACT_MOVED require an engine with tell_moved=True")
        core.observe(Feedback, (0,), self.receive)


def attach(core: Any, feedback: Feedback | None) -> None:
    """An engine's feedback from now on; None: none."""
    if feedback is None:
        core.observe(Feedback, (0,), None)
    elif isinstance(feedback, Feedback):
        feedback._observe(core)
    else:
        raise TypeError(f"feedback is a Feedback or None, not {type(feedback).__name__}")


__all__ = ["EffectRow", "Feedback", "Output", "PlayedEffect"]
