"""The pad: 1 to 8 force-sensing resistors that feel one finger. Codes in, newtons and events out."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from ctypes import byref, c_uint64, c_void_p, sizeof
from dataclasses import dataclass, field
from numbers import Integral
from operator import index
from typing import TYPE_CHECKING, Any, Unpack

from . import types
from ._buffer import is_buffer, with_address
from ._config import default, kinds, put
from ._core import place, quick
from ._described import described
from ._hooks import Hooked, When
from ._strict import advice
from ._unheard import baseline, calibrated, is_calibrated, supply
from .engine import Engine
from .enums import EventType, Reason
from .errors import InvalidError, PressError, check, error, why
from .generated import _raw
from .numbers import from_q16, to_int32, to_q16, to_tuple, to_unsigned
from .preview import BEGINS, COMMITS, Preview
from .sensor import Sensor
from .types import reason

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from .generated._settings_fields import PadFields
    from .settings import PadSettings

Place = tuple[float, float]
"""x, y in points."""

_FRAME_SIZE = sizeof(_raw.press_frame)
_MOST = (1 << 31) - 1
_SETTINGS = kinds(_raw.press_pad_config).keys() - {"contact"}
_OFF = {
    "median": _raw.PRESS_PAD_NO_MEDIAN,
    "filter": _raw.PRESS_PAD_NO_FILTER,
    "baseline": _raw.PRESS_PAD_NO_BASELINE,
    "third": _raw.PRESS_PAD_NO_THIRD,
}


def fill(config: Any, settings: dict[str, Any]) -> None:
    """Writes settings of a pad, by the names of its arguments."""
    for name, value in settings.items():
        if name in _OFF:
            config.flags = config.flags & ~_OFF[name] if value else config.flags | _OFF[name]
        elif name == "correction":
            if value is not None:
                config.correction = value._to_raw()
        elif name in _SETTINGS:
            put(config, name, value)
        else:
            raise TypeError(f"a pad has no setting {name!r}{advice(name, _SETTINGS | _OFF.keys())}")


feed_one = quick("press_pad_feed")
# A press_frame of one sensor: time, present, failed, code.
pack_one = struct.Struct(f"=QIIi{_FRAME_SIZE - 20}x").pack


@described
@dataclass(frozen=True, slots=True)
class Frame:
    """One reading of all sensors."""

    t_us: int
    codes: tuple[int | None, ...]
    """One per sensor; None: not read this time (or failed)."""
    failed: frozenset[int] = field(default_factory=frozenset)
    """The numbers of the sensors that could not be read."""
    before_us: tuple[int, ...] = ()
    """How long before t_us each sensor was read; empty or all 0: `lag_us` of the sensors counts."""


@described
@dataclass(frozen=True, slots=True)
class Reading:
    """What a pad reads. The tuples have one value per sensor."""

    t_us: int
    """Of the latest frame."""
    touched: bool
    """Above untouched_force."""
    starting: bool
    """The zero is being watched; force reads 0 meanwhile."""
    lost: bool
    """A sensor is faulty: force means nothing."""
    force: float
    """Newtons, all sensors, as fed: filtered while its contact is down; not negative."""
    x: float
    """Points, centre of pressure."""
    y: float
    raw_force: tuple[float, ...]
    """Newtons, before the 1 euro filter."""
    conductance: tuple[float, ...]
    """Microsiemens, zero not yet taken off."""
    baseline: tuple[float, ...]
    """Microsiemens: the zero."""
    fault: tuple[Reason, ...]
    """Reason.NONE: none."""


@described
@dataclass(frozen=True, slots=True)
class PadStats:
    """What a pad counted since it was made. All but the first wrap at 2**32."""

    frames: int
    backwards: int
    """Refused because time did not go forwards."""
    gaps: int
    """Pauses longer than gap_us."""
    spikes: int
    """Codes that the median put right: off by more than full_scale / 64."""
    bus_errors: int
    """Failed readings."""
    faults: int
    """Faults begun."""


@described
@dataclass(frozen=True, slots=True)
class Correction:
    """How a position of the sensors is corrected: x' = a * x + b * y + c, y' = d * x + e * y + f.

    The factors a, b, d, e are -1024..1024, and do not make a line of the plane.
    """

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 0.0
    e: float = 1.0
    f: float = 0.0
    worst: float = field(default=0.0, compare=False)
    """How far the worst touch of a `fit` is off, along x or y, points."""

    @classmethod
    def fit(cls, touches: Iterable[tuple[Place, Place]]) -> Correction:
        """From 3..64 touches at known places, (as read without a correction, where it was): least squares.

        Raises InvalidError: too few or too many, or nearly on a line.
        """
        points = [_point(*to_tuple(touch, "a touch", "read", "actual")) for touch in touches]
        raw, worst = _raw.press_pad_correction(), _raw.press_q16()
        check(
            _raw.press_pad_fit((_raw.press_pad_point * max(len(points), 1))(*points), len(points), byref(raw), byref(worst)),
            f"fitting {len(points)} touches",
            f"3 to {_raw.PRESS_PAD_FIT_POINTS} touches that do not lie on a line are needed",
        )
        return cls(*map(from_q16, (raw.a, raw.b, raw.c, raw.d, raw.e, raw.f, worst.value)))

    def _to_raw(self) -> _raw.press_pad_correction:
        return _raw.press_pad_correction(*(to_q16(getattr(self, name), name) for name in "abcdef"))


def _point(read: Place, actual: Place) -> _raw.press_pad_point:
    x, y = to_tuple(read, "a place as read", "x", "y")
    u, v = to_tuple(actual, "a place", "x", "y")
    return _raw.press_pad_point(to_q16(x, "x"), to_q16(y, "y"), to_q16(u, "actual x"), to_q16(v, "actual y"))


def _parts(sensors: Sensor | Iterable[Sensor]) -> list[Sensor]:
    parts = [sensors] if isinstance(sensors, Sensor) else list(sensors)
    for part in parts:
        if not isinstance(part, Sensor):
            raise TypeError(f"the sensors of a pad are Sensors, not {type(part).__name__}")
    return parts


def _raw_sensors(parts: list[Sensor]) -> tuple[Any, str]:
    """For C, and what is wrong with the first that is refused."""
    raw = (_raw.press_sensor * len(parts))(*[part._to_raw() for part in parts])
    for number, sensor in enumerate(raw):
        if reason := why(_raw.press_sensor_check, sensor):
            return raw, f"sensor {number}: {reason}"
    return raw, ""


def _refusal(config: Any, engine: Any) -> str:
    """Why a pad does not go with the engine that it feeds; "": it does."""
    return why(lambda pad, words: _raw.press_pad_config_check_with(pad, byref(engine), words), config)


class Pad(Hooked):
    """1 to 8 sensors under a plate, and the engine that they feed.

    `sensors` is one Sensor or several; without, one FSR 402. `engine` may be shared by several pads, each with its own
    `contact`; without one, the pad makes its own, which needs no polling. Hooks take the Event, or nothing; exceptions in
    them are treated as in an Engine's hooks.

    Everything else conditions the signal; what is not given has the library's default. A time of 0 turns its rule off.

    ===================== ========= ======================================================================================
    median                True      median of three codes
    filter                True      1 euro filter: min_cutoff_hz 0 (by the rate of the frames), beta 1,
                                    derivative_cutoff_hz 1; begin and end are judged before it
    baseline              True      learn and follow the zero
    third                 True      from 200 readings a second on a contact begins with the third that touches, not the second
    start_us              200000    how long the zero is watched at the start; force reads 0 meanwhile
    start_limit           0         N above the declared zero: more than this is a finger, not a zero, and zero is learnt at
                                    the first still stretch; at most half the engine's touch_force; 0: that, at most 0.2 where there are no load cells
    untouched_force       0.15      N: all sensors below it: zero may follow; of load cells 3/8 of touch_force where that is more
    hold_us               1000000   zero stays frozen this long after a touch
    rise_us, fall_us      30000000, 5000000  time constants of following upwards and downwards
    drift_step            2.0       microsiemens: drift is delivered each time it adds up to this
    below_zero            3.0       microsiemens under the zero that are not noise; at most what a quarter of untouched_force is
    below_zero_us         120000000 a known zero stays while the sensor reads below it; after so long that is the zero; 0: never
    longest_contact_us    0         a touch longer than this is taken for a new zero
    open_after_us         20000     the wire is open for this long
    shorted_after_us      20000     at or below short_ohm for this long, where the codes can show it
    shorted_at_end_us     12000000  where they cannot: at the very end of the codes for this long without a break
    bus_after_us          20000     reading it fails, or gives codes that its converter cannot give, for this long
    stuck_after_us        0         pressed without one code of difference for this long, but not at the end of the range
    stale_after_us        100000    no code for this long; 100000: or three intervals of slow readings
    recover_after_us      100000    good codes for this long end a fault
    gap_us                100000    a pause longer than this starts the filters again; 100000: or three intervals
    position_force        0.2       N: below it x and y stay where they were
    correction            None      a Correction of x and y
    ===================== ========= ======================================================================================

    Raises InvalidError, OverflowError, ValueError (NaN), TypeError (unknown setting).
    """

    __slots__ = (
        "__weakref__",
        "_config",
        "_contact",
        "_count",
        "_engine",
        "_engine_place",
        "_format",
        "_handle",
        "_place",
        "_several",
        "_storage",
    )
    _way = "pad"
    _needs = {
        "when_previewed": BEGINS,
        "when_cancelled": BEGINS,
        "when_committed": COMMITS,
        "when_zero_changed": baseline,
        "when_recalibrate": calibrated,
        "when_supply_fault": supply,
        "when_supply_recovered": supply,
    }
    _likewise = {"when_pressed": "when_touched"}
    _rooms = {"pad.engine": Engine} | {f"pad.{way}": kind for way, kind in Engine._rooms.items()}

    when_touched = Engine.when_touched
    when_released = Engine.when_released
    when_previewed = When("A preview begins. Exactly one of when_committed and when_cancelled follows.", EventType.PREVIEW_BEGAN)
    when_committed = Preview.when_committed
    when_cancelled = Preview.when_cancelled
    when_fault = When(
        "Sensor `event.sensor` has failed: `event.reason`.",
        EventType.SENSOR_FAULT,
        forgotten="sensor {0} of the pad has failed ({1}), and no hook is set for it: set pad.when_fault",
    )
    when_recovered = When("Sensor `event.sensor` has recovered; the reason is that of the fault.", EventType.SENSOR_RECOVERED)
    when_saturated = When("Sensor `event.sensor` is at the end of its range, once for each touch.", EventType.SENSOR_SATURATED)
    when_zero_changed = When(
        "The zero of sensor `event.sensor` is `event.value` microsiemens, was `event.value2`: `event.reason`.",
        EventType.BASELINE_CHANGED,
    )
    when_recalibrate = When("Sensor `event.sensor` has wandered from its calibration: `event.reason`.", EventType.RECALIBRATE)
    when_supply_fault = When(
        "The supply of sensor `event.sensor` cannot be right: `event.reason`; its last good reading stays in use.",
        EventType.SUPPLY_FAULT,
    )
    when_supply_recovered = When("The supply of sensor `event.sensor` recovered; the reason is that of the fault.", EventType.SUPPLY_RECOVERED)

    def __init__(
        self,
        sensors: Sensor | Iterable[Sensor] | None = None,
        engine: Engine | None = None,
        *,
        contact: int = 0,
        median: bool = True,
        filter: bool = True,
        baseline: bool = True,
        third: bool = True,
        correction: Correction | None = None,
        **settings: Unpack[PadFields],
    ) -> None:
        """All settings: help(Pad)."""
        if sensors is None:
            sensors = Sensor.fsr402()
        parts = _parts(sensors)
        count = len(parts)
        if not 1 <= count <= _raw.PRESS_PAD_SENSORS:
            raise ValueError(f"a pad has 1 to {_raw.PRESS_PAD_SENSORS} sensors, not {count}")
        config = default(_raw.press_pad_config)
        config.contact = to_unsigned(contact, 32, "contact")
        fill(config, {"median": median, "filter": filter, "baseline": baseline, "third": third, "correction": correction, **settings})
        is_own = engine is None
        engine = Engine(preview_after_us=_raw.PRESS_PREVIEW_AFTER_US) if engine is None else engine
        if "untouched_force" not in settings and all(one.circuit.is_straight for one in parts):  # as a config has it
            config.untouched_force = max(config.untouched_force, engine._core.config.touch_force * 3 // 8)
        if refused := _refusal(config, engine._core.config):
            raise error(InvalidError.status, f"making a pad of {_many(count, 'sensor')}", hint=refused)
        storage = (c_uint64 * (_raw.press_pad_size(count) // 8 + 1))()
        handle = c_void_p()
        raw, refused = _raw_sensors(parts)
        check(
            _raw.press_pad_init(
                byref(storage),
                sizeof(storage),
                byref(config),
                raw,
                count,
                byref(handle),
            ),
            f"making a pad of {count} sensors",
            refused,
        )
        self._set_up(storage, handle, count, config, engine)
        if is_own:
            self._core.own()
            self._core.is_of_one_place = len({(one.x, one.y) for one in parts}) < 2
            self._core.is_uncalibrated = not any(map(is_calibrated, parts))

    @classmethod
    def _started(cls, storage: Any, handle: c_void_p, count: int, config: Any, engine: Engine) -> Pad:
        """One that was made in this storage."""
        self = cls.__new__(cls)
        self._set_up(storage, handle, count, config, engine)
        return self

    def _set_up(self, storage: Any, handle: c_void_p, count: int, config: Any, engine: Engine) -> None:
        self._storage: Any = storage
        self._count = count
        self._handle = handle
        self._config = config
        self._engine = engine
        super().__init__(self._engine._core, contact=config.contact)
        self._contact = config.contact
        self._place, self._engine_place = place(handle), place(self._core.handle)
        self._several = self._count > 1
        self._format = f"=QII{self._count}i{_FRAME_SIZE - 16 - 4 * self._count}x"
        self._core.pads.add(self)

    def set(self, **settings: Unpack[PadSettings]) -> None:
        """Changes what the pad was made with, by the names of its arguments; what is not given stays.

        It counts from the first frame before which nothing presses: a change presses and releases nothing. The sensors are
        changed by `set_sensors`; the contact id cannot be.
        Raises InvalidError, OverflowError, ValueError (NaN), TypeError (no such setting).
        """
        config = type(self._config).from_buffer_copy(self._config)
        fill(config, dict(settings))
        if refused := _refusal(config, self._core.config):
            raise error(InvalidError.status, "changing the pad", hint=refused)
        self._core.call("changing the pad", _raw.press_pad_set, self._handle, byref(config))
        self._config = config

    def refusal(self, config: _raw.press_config) -> str:
        """Why its engine cannot have this config; "": it can."""
        return _refusal(self._config, config)

    def __repr__(self) -> str:
        return f"<Pad: {_many(self._count, 'sensor')}, contact {self._contact}, {self.reading.force:.2f} N>"

    @property
    def engine(self) -> Engine:
        """The engine that this pad feeds."""
        return self._engine

    @property
    def contact(self) -> int:
        """The contact id of this pad's samples."""
        return int(self._contact)

    @property
    def sensors(self) -> int:
        """How many sensors there are."""
        return self._count

    # Codes in

    def feed(
        self,
        t_us: int | Frame | Iterable[Frame] | Buffer,
        codes: int | Sequence[int | None] | None = None,
        failed: Iterable[int] | None = None,
        before_us: Sequence[int] | None = None,
    ) -> int:
        """Takes readings through the whole chain and feeds the engine. Returns how many frames were taken: all.

        `pad.feed(t_us, code)`: microseconds, and the code of the one sensor. `pad.feed(t_us, codes)`: one per sensor (None:
        not read this time; `failed`: the numbers of the sensors that could not be read; `before_us`: how long before t_us
        each was read). `pad.feed(frames)`: a Frame, an iterable of Frame, or a buffer of press_frame structs such as a numpy
        array of FRAME_DTYPE.

        Raises, with `.taken` = frames taken before: TimeError (not later than the frame before), InvalidError
        (sensors that are not there), BusyError, NoSpaceError, QueueFullError (as `Engine.feed`), TooFewEventsError
        (an engine that is polled keeps too few for this pad), and what hooks raised. Before anything is taken: TypeError,
        ValueError, OverflowError.
        """
        try:
            if failed is not None or before_us is not None:
                raise TypeError
            data = self._packed(t_us, codes) if self._several else pack_one(t_us, 1, 0, codes)
        except (TypeError, struct.error):  # what is no whole number, or not one for each sensor
            data = b""
        if not data:  # not in the `except`: what a hook raises has nothing to do with it
            if codes is None:
                return self._feed_frames(t_us)
            data = self._frame(t_us, codes, failed, before_us)  # says which is wrong
        core = self._core
        if core.quiet:
            status = feed_one(self._place, data, self._engine_place)
        elif core.idle:
            status = core.feed(feed_one, self._place, data, self._engine_place)
        else:
            return self._feed_one(data, t_us)
        if status:
            raise self._refused(status, t_us)
        return 1

    def _packed(self, t_us: Any, codes: Any) -> bytes:
        return struct.pack(self._format, t_us, (1 << self._count) - 1, 0, *codes)

    def _feed_one(self, data: bytes, t_us: Any) -> int:
        core = self._core
        arguments = self._handle, data, core.handle
        core.call(f"feeding the frame at {t_us} us", _raw.press_pad_feed, *arguments, hint=core.no_room)
        return 1

    def _refused(self, status: int, t_us: Any) -> PressError:
        return error(status, f"feeding the frame at {t_us} us", hint=self._core.no_room(status))

    def _feed_frames(self, frames: Any) -> int:
        if isinstance(frames, Frame):
            return self._feed_frame(frames)
        if is_buffer(frames):
            return with_address(frames, _FRAME_SIZE, "frame", lambda: types.FRAME_DTYPE, self._feed_many)
        if not hasattr(frames, "__iter__"):
            raise TypeError(f"feed takes a time and the code that was read then, pad.feed(t_us, code), not {frames!r} alone")
        taken = 0
        for frame in frames:
            try:
                taken += self._feed_frame(frame)
            except PressError as failure:
                failure.taken += taken
                raise
        return taken

    def _feed_many(self, start: int, count: int) -> int:
        core = self._core

        def feed() -> int:
            taken = 0
            while taken < count:
                at = start + taken * _FRAME_SIZE
                status: int = _raw.press_pad_feed_many(self._handle, at, min(count - taken, _MOST), core.handle)
                if status < 0:
                    raise error(status, f"feeding frame {taken} of {count}", taken, core.no_room(status))
                taken += status
            return taken

        return core.call("feeding", feed)

    def _feed_frame(self, frame: Frame) -> int:
        if not isinstance(frame, Frame):
            raise TypeError(f"feed takes a time and codes, or Frames, not {type(frame).__name__}")
        return self._feed_one(self._frame(frame.t_us, frame.codes, frame.failed, frame.before_us), frame.t_us)

    def _frame(self, t_us: Any, codes: Any, failed: Iterable[int] | None, before_us: Sequence[int] | None) -> bytes:
        """A press_frame. The errors say what is wrong with which number."""
        raw = _raw.press_frame(t_us=to_unsigned(t_us, 64, "t_us"))
        codes = self._each(codes)
        raw.failed = sum({1 << self._number(number) for number in _listed("failed", () if failed is None else failed)})
        for number, code in enumerate(codes):
            if code is not None and not raw.failed >> number & 1:
                raw.code[number] = to_int32(code, f"code {number}")
                raw.present |= 1 << number
        if len(before_us := _listed("before_us", () if before_us is None else before_us)) > self._count:
            raise ValueError(f"{_many(len(before_us), 'time')} before_us for {_many(self._count, 'sensor')}")
        for number, before in enumerate(before_us):
            raw.before_us[number] = to_unsigned(before, 32, f"before_us {number}")
        return bytes(raw)

    def _each(self, codes: Any) -> list[Any]:
        """One code per sensor."""
        each = [codes] if isinstance(codes, Integral) else _listed("codes", codes)
        if len(each) != self._count:
            raise ValueError(
                f"{_many(len(each), 'code')} for {_many(self._count, 'sensor')}: a pad takes one for each (None: not read this "
                "time), and has as many sensors as it was made with, Pad([sensor, ...])"
            )
        return each

    def _number(self, number: int) -> int:
        if not 0 <= index(number) < self._count:
            raise ValueError(f"failed sensor {number}, but the pad has {_many(self._count, 'sensor')}")
        return index(number)

    def tick(self, t_us: int) -> None:
        """Lets time pass without a frame: finds sensors that went stale, then ticks the engine. Raises as `feed`."""
        core, now = self._core, to_unsigned(t_us, 64, "t_us")
        words = f"ticking the pad at {t_us} us"
        core.call(words, _raw.press_pad_tick, self._handle, now, core.handle, hint=core.no_room)

    @property
    def next_deadline(self) -> int | None:
        """When `tick` is next due, for the pad or its engine, microseconds; None when nothing waits."""
        core = self._core
        own, engine = core.look(_raw.press_pad_next_deadline, self._handle), core.look(_raw.press_next_deadline, core.handle)
        deadline = min(own, engine)
        return None if deadline == _raw.PRESS_NEVER else deadline

    def resume(self, t_us: int) -> None:
        """The board slept since the last frame, or its clock begins again: call it before the next frame.

        Every contact of the engine that is open is cancelled, once, with Reason.SLEPT. Then reading begins again: a finger that
        rests on the pad is no zero, one that lifted meanwhile is up, one that was down presses again once it has lifted.
        Raises TimeError: earlier than the engine's time by more than late_limit_us; BusyError.
        """
        core, now = self._core, to_unsigned(t_us, 64, "t_us")
        core.call(f"resuming the pad at {t_us} us", _raw.press_pad_resume, self._handle, now, core.handle, hint=core.no_room)

    def set_sensors(self, sensors: Sensor | Iterable[Sensor]) -> None:
        """Other sensors in place of the pad's, as many: a new calibration, without a restart.

        The pad goes on as one that has just started: it waits for a code of each, and watches the zero for start_us. Its
        settings and the faults of its sensors stay.
        Raises StateError: something presses; InvalidError; ValueError: not as many as the pad has; TypeError.
        """
        parts = _parts(sensors)
        if len(parts) != self._count:
            raise ValueError(f"this pad has {_many(self._count, 'sensor')}, not {len(parts)}")
        raw, refused = _raw_sensors(parts)
        task = f"replacing {_many(self._count, 'sensor')}"
        self._core.call(task, _raw.press_pad_set_sensors, self._handle, raw, self._count, hint=refused or "is a finger on it?")

    def tare(self, force: bool = False) -> None:
        """Learns the zero again over the next start_us; with `force` also while something lies on it: the contact is cancelled.

        Raises StateError: a finger is on it (not with `force`), or the baseline is off.
        """
        flags = _raw.PRESS_PAD_TARE_FORCE if force else 0
        hint = "is the baseline off?" if force else "is a finger on it, or the baseline off?"
        self._core.call("learning the zero", _raw.press_pad_tare, self._handle, flags, hint=hint)

    @property
    def reading(self) -> Reading:
        """What the pad reads now."""
        raw = default(_raw.press_reading)
        self._core.call("reading the pad", _raw.press_pad_get, self._handle, byref(raw))
        n = self._count
        return Reading(
            t_us=raw.t_us,
            touched=bool(raw.flags & _raw.PRESS_READING_TOUCHED),
            starting=bool(raw.flags & _raw.PRESS_READING_STARTING),
            lost=bool(raw.flags & _raw.PRESS_READING_LOST),
            force=from_q16(raw.force),
            x=from_q16(raw.x),
            y=from_q16(raw.y),
            raw_force=tuple(map(from_q16, raw.raw_force[:n])),
            conductance=tuple(map(from_q16, raw.conductance[:n])),
            baseline=tuple(map(from_q16, raw.baseline[:n])),
            fault=tuple(map(reason, raw.fault[:n])),
        )

    @property
    def stats(self) -> PadStats:
        """What the pad counted since it was made."""
        raw = default(_raw.press_pad_stats)
        self._core.call("reading the counters", _raw.press_pad_get_stats, self._handle, byref(raw))
        return PadStats(raw.frames, raw.backwards, raw.gaps, raw.spikes, raw.bus_errors, raw.faults)


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _listed(what: str, values: Any) -> list[Any]:
    if not hasattr(values, "__iter__") or isinstance(values, str | bytes):
        raise TypeError(f"{what} must be a whole number for each sensor, in a list, not {values!r}")
    return list(values)
