"""The pad: 1 to 8 force-sensing resistors that feel one finger. Codes in, newtons and events out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import byref, c_uint64, c_void_p, sizeof
from dataclasses import dataclass, field
from operator import index
from typing import TYPE_CHECKING, Any

from . import _raw, types
from ._buffer import address
from ._hooks import When, taking_one
from .engine import Engine
from .enums import EventType, Reason
from .errors import PressError, check, error, why
from .numbers import from_q16, to_int32, to_q16, to_unsigned
from .sensor import Sensor
from .types import Event, reason

if TYPE_CHECKING:
    from typing_extensions import Buffer

Place = tuple[float, float]
"""x, y in points."""

_FRAME_SIZE = sizeof(_raw.press_frame)


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
    fault: tuple[Reason | int, ...]
    """Reason.NONE: none."""


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


@dataclass(frozen=True, slots=True)
class Correction:
    """What is done to a position as the sensors give it: x' = a * x + b * y + c, y' = d * x + e * y + f.

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
        points = [
            _raw.press_pad_point(to_q16(x, "x"), to_q16(y, "y"), to_q16(u, "wanted x"), to_q16(v, "wanted y"))
            for (x, y), (u, v) in touches
        ]
        raw, worst = _raw.press_pad_correction(), _raw.press_q16()
        check(
            _raw.press_pad_fit((_raw.press_pad_point * max(len(points), 1))(*points), len(points), byref(raw), byref(worst)),
            f"fitting {len(points)} touches",
            f"3 to {_raw.PRESS_PAD_FIT_POINTS} touches that do not lie on a line are wanted",
        )
        return cls(*(from_q16(getattr(raw, name)) for name in "abcdef"), worst=from_q16(worst.value))

    def _to_raw(self) -> _raw.press_pad_correction:
        return _raw.press_pad_correction(*(to_q16(getattr(self, name), name) for name in "abcdef"))


_Q16_FIELDS = (
    "min_cutoff_hz",
    "beta",
    "derivative_cutoff_hz",
    "start_limit",
    "untouched_force",
    "drift_step",
    "below_zero",
    "position_force",
)
_TIME_FIELDS = (
    "start_us",
    "hold_us",
    "rise_us",
    "fall_us",
    "below_zero_us",
    "longest_contact_us",
    "open_after_us",
    "shorted_after_us",
    "shorted_at_end_us",
    "bus_after_us",
    "stuck_after_us",
    "stale_after_us",
    "recover_after_us",
    "gap_us",
)


class Pad:
    """1 to 8 sensors under a plate, and the engine that they feed.

    `sensors` is one Sensor or several; without, one FSR 402. `engine` may be shared by several pads, each with its own
    `contact`; without one, the pad makes its own. `when_touched`, `when_released`, `when_previewed`, `when_committed`
    and `when_cancelled` are functions that take the Event, or nothing; exceptions in them are treated as an Engine's
    callbacks' are.

    Everything else conditions the signal; what is not given has the library's default. A time of 0 turns its rule off.

    ===================== ======== ==========================================================================
    median                True     median of three codes
    filter                True     1 euro filter: min_cutoff_hz 0 (by the rate of the frames), beta 1,
                                   derivative_cutoff_hz 1; begin and end are judged before it
    baseline              True     learn and follow the zero
    start_us              200000   how long the zero is watched at the start; force reads 0 meanwhile
    start_limit           0.2      N above the declared zero: more than this is a finger, not a zero, and so is more than
                                   half the engine's touch_force; zero is then learnt at the first still stretch
    untouched_force       0.15     N: all sensors below it: zero may follow
    hold_us               1000000  zero stays frozen this long after a touch
    rise_us, fall_us      30000000, 5000000  time constants of following upwards and downwards
    drift_step            2.0      microsiemens: drift is told each time it adds up to this
    below_zero            3.0      microsiemens under the zero that are not noise
    below_zero_us         50000    below zero for so long: the zero is corrected at once
    longest_contact_us    0        a touch longer than this is taken for a new zero
    open_after_us         20000    the wire is open for so long
    shorted_after_us      20000    at or below short_ohm for so long, where the codes can tell
    shorted_at_end_us     12000000 where they cannot: at the very end of the codes for so long without a break
    bus_after_us          20000    reading it fails for so long
    stuck_after_us        0        pressed without one code of difference for so long, but not at the end of the range
    stale_after_us        100000   no code for so long
    recover_after_us      100000   good codes for so long end a fault
    gap_us                100000   a pause longer than this starts the filters anew
    position_force        0.2      N: below it x and y stay where they were
    correction            None     a Correction of x and y
    ===================== ======== ==========================================================================

    Raises InvalidError, OverflowError, ValueError (NaN), TypeError (unknown setting).
    """

    def __init__(
        self,
        sensors: Sensor | Iterable[Sensor] | None = None,
        engine: Engine | None = None,
        *,
        contact: int = 0,
        median: bool = True,
        filter: bool = True,
        baseline: bool = True,
        correction: Correction | None = None,
        **settings: float,
    ) -> None:
        if sensors is None:
            sensors = Sensor.fsr402()
        parts = [sensors] if isinstance(sensors, Sensor) else list(sensors)
        self._count = len(parts)
        if not 1 <= self._count <= _raw.PRESS_PAD_SENSORS:
            raise ValueError(f"a pad has 1 to {_raw.PRESS_PAD_SENSORS} sensors, not {self._count}")
        config = _raw.press_pad_config()
        _raw.press_pad_config_init(byref(config))
        config.contact = to_unsigned(contact, 32, "contact")
        config.flags = (
            (0 if median else _raw.PRESS_PAD_NO_MEDIAN)
            | (0 if filter else _raw.PRESS_PAD_NO_FILTER)
            | (0 if baseline else _raw.PRESS_PAD_NO_BASELINE)
        )
        if correction is not None:
            config.correction = correction._to_raw()
        for name, value in settings.items():
            if name in _Q16_FIELDS:
                setattr(config, name, to_q16(value, name))
            elif name in _TIME_FIELDS:
                setattr(config, name, to_unsigned(value, 32, name))  # type: ignore[arg-type]
            else:
                raise TypeError(f"a pad has no setting {name!r}")
        self._contact = config.contact
        self._storage: Any = (c_uint64 * (_raw.press_pad_size(self._count) // 8 + 1))()
        handle = c_void_p()
        sensors = (_raw.press_sensor * self._count)(*[part._to_raw() for part in parts])
        refused = why(_raw.press_pad_config_check, config)
        for number, sensor in enumerate(sensors):
            if not refused and (reason := why(_raw.press_sensor_check, sensor)):
                refused = f"sensor {number}: {reason}"
        check(
            _raw.press_pad_init(
                byref(self._storage),
                sizeof(self._storage),
                byref(config),
                sensors,
                self._count,
                byref(handle),
            ),
            f"making a pad of {self._count} sensors",
            refused,
        )
        self._raw = handle
        self._engine = Engine() if engine is None else engine
        self._when: dict[str, tuple[When, Callable[[Event], object]]] = {}
        self._listening = False
        if engine is None:
            # Nobody need poll a pad's own engine: with a listener its queue overwrites instead of filling up.
            self._start_listening()

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
        failed: Iterable[int] = (),
        before_us: Sequence[int] = (),
    ) -> int:
        """Takes readings through the whole chain and feeds the engine. Returns how many frames were taken: all.

        `pad.feed(t_us, codes)`: one code, or one per sensor (None: not read this time; `failed`: the numbers of the
        sensors that could not be read; `before_us`: how long before t_us each was read). `pad.feed(frames)`: a Frame, an
        iterable of Frame, or a buffer of press_frame structs such as a numpy array of FRAME_DTYPE.

        Raises, with `.taken` = frames taken before: TimeError (not later than the frame before), InvalidError
        (sensors that are not there), BusyError, NoSpaceError (as `Engine.feed`), and what the callbacks raised.
        """
        if isinstance(t_us, Frame):
            return self._feed_frame(t_us)
        if codes is not None or not hasattr(t_us, "__iter__") and hasattr(t_us, "__index__"):
            if codes is None:
                codes = ()
            elif hasattr(codes, "__iter__"):
                codes = tuple(codes)
            else:
                codes = (index(codes),)
            return self._feed_frame(Frame(t_us, codes, frozenset(failed), tuple(before_us)))  # type: ignore[arg-type]
        try:
            memoryview(t_us).release()  # type: ignore[arg-type]
        except TypeError:
            return self._feed_iterable(t_us)  # type: ignore[arg-type]
        with address(t_us, _FRAME_SIZE, "frame", lambda: types.FRAME_DTYPE) as (start, count), self._telling():
            for number in range(count):
                status = _raw.press_pad_feed(self._raw, start + number * _FRAME_SIZE, self._engine._raw)
                if status < 0:
                    raise error(status, f"feeding frame {number} of {count}", number)
        return count

    def _feed_iterable(self, frames: Iterable[Frame]) -> int:
        taken = 0
        for frame in frames:
            try:
                taken += self._feed_frame(frame)
            except PressError as failure:
                failure.taken += taken
                raise
        return taken

    def _feed_frame(self, frame: Frame) -> int:
        if not isinstance(frame, Frame):
            raise TypeError(f"feed takes a time and codes, or Frames, not {type(frame).__name__}")
        if len(frame.codes) > self._count:
            raise ValueError(f"{len(frame.codes)} codes for {self._count} sensors")
        raw = _raw.press_frame(t_us=to_unsigned(frame.t_us, 64, "t_us"))
        for number, code in enumerate(frame.codes):
            if code is not None and number not in frame.failed:
                raw.code[number] = to_int32(code, f"code {number}")
                raw.present |= 1 << number
        for number in frame.failed:
            if not 0 <= number < self._count:
                raise ValueError(f"failed sensor {number}, but there are {self._count} sensors")
            raw.failed |= 1 << number
        if len(frame.before_us) > self._count:
            raise ValueError(f"{len(frame.before_us)} times before_us for {self._count} sensors")
        for number, before in enumerate(frame.before_us):
            raw.before_us[number] = to_unsigned(before, 32, f"before_us {number}")
        with self._telling():
            check(
                _raw.press_pad_feed(self._raw, byref(raw), self._engine._raw), f"feeding the frame at {frame.t_us} us"
            )
        return 1

    def tick(self, t_us: int) -> None:
        """Lets time pass without a frame: finds sensors that went stale, then ticks the engine. Raises as `feed`."""
        with self._telling():
            check(
                _raw.press_pad_tick(self._raw, to_unsigned(t_us, 64, "t_us"), self._engine._raw),
                f"ticking the pad at {t_us} us",
            )

    @property
    def next_deadline(self) -> int | None:
        """When `tick` is next due, for the pad or its engine, microseconds; None when nothing waits."""
        with self._engine._lock:
            own: int = _raw.press_pad_next_deadline(self._raw)
            engine: int = _raw.press_next_deadline(self._engine._raw)
        deadline = min(own, engine)
        return None if deadline == _raw.PRESS_NEVER else deadline

    def tare(self, force: bool = False) -> None:
        """Learns the zero anew over the next start_us; with `force` whatever lies on it: the contact is cancelled.

        Raises StateError: a finger is on it (not with `force`), or the baseline is off.
        """
        flags = _raw.PRESS_PAD_TARE_FORCE if force else 0
        with self._telling():
            check(
                _raw.press_pad_tare(self._raw, flags),
                "learning the zero",
                "is the baseline off?" if force else "is a finger on it, or the baseline off?",
            )

    @property
    def reading(self) -> Reading:
        """What the pad reads now."""
        raw = _raw.press_reading()
        with self._engine._lock:
            check(_raw.press_pad_read(self._raw, byref(raw)), "reading the pad")
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
        raw = _raw.press_pad_stats()
        with self._engine._lock:
            check(_raw.press_pad_get_stats(self._raw, byref(raw)), "reading the counters")
        return PadStats(raw.frames, raw.backwards, raw.gaps, raw.spikes, raw.bus_errors, raw.faults)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        with self._engine._telling():
            yield

    # Functions of the program

    @property
    def when_touched(self) -> When | None:
        """A finger touches (CONTACT_BEGAN)."""
        return self._get_when("when_touched")

    @when_touched.setter
    def when_touched(self, function: When | None) -> None:
        self._set_when("when_touched", function)

    @property
    def when_released(self) -> When | None:
        """The finger is gone: it lifted (CONTACT_ENDED) or the sensor lost it (CONTACT_CANCELLED)."""
        return self._get_when("when_released")

    @when_released.setter
    def when_released(self, function: When | None) -> None:
        self._set_when("when_released", function)

    @property
    def when_previewed(self) -> When | None:
        """A preview begins (PREVIEW_BEGAN). Exactly one of when_committed and when_cancelled follows."""
        return self._get_when("when_previewed")

    @when_previewed.setter
    def when_previewed(self, function: When | None) -> None:
        self._set_when("when_previewed", function)

    @property
    def when_committed(self) -> When | None:
        """The press was completed (COMMIT_UPDATED, ended): the preview is committed."""
        return self._get_when("when_committed")

    @when_committed.setter
    def when_committed(self, function: When | None) -> None:
        self._set_when("when_committed", function)

    @property
    def when_cancelled(self) -> When | None:
        """A preview that began did not complete (PREVIEW_CANCELLED); the event's reason says why."""
        return self._get_when("when_cancelled")

    @when_cancelled.setter
    def when_cancelled(self, function: When | None) -> None:
        self._set_when("when_cancelled", function)

    def _get_when(self, name: str) -> When | None:
        found = self._when.get(name)
        return found[0] if found else None

    def _set_when(self, name: str, function: When | None) -> None:
        if function is None:
            self._when.pop(name, None)
            return
        if not callable(function):
            raise TypeError(f"{name} must be a function or None, not {type(function).__name__}")
        self._when[name] = (function, taking_one(function))
        self._start_listening()

    def _start_listening(self) -> None:
        if not self._listening:
            when, contact = self._when, self._contact  # not self: the engine must not keep its pads alive

            def dispatch(event: Event) -> None:
                name = _WHEN.get((event.type, event.ended))
                if name is not None and event.contact == contact and name in when:
                    when[name][1](event)

            self._engine._listen(dispatch)
            self._listening = True


_WHEN: dict[tuple[int, bool], str] = {
    (EventType.CONTACT_BEGAN, False): "when_touched",
    (EventType.CONTACT_ENDED, False): "when_released",
    (EventType.CONTACT_CANCELLED, False): "when_released",
    (EventType.PREVIEW_BEGAN, False): "when_previewed",
    (EventType.COMMIT_UPDATED, True): "when_committed",
    (EventType.PREVIEW_CANCELLED, False): "when_cancelled",
}
