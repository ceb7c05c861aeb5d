"""Boards on a battery: a supply that moves, and few readings while nobody touches. `Pad.resume` is for those that sleep."""

from __future__ import annotations

from ctypes import byref, c_int32

from ._config import default, put
from ._strict import Strict
from .enums import Reason
from .errors import check, why
from .generated import _raw
from .numbers import to_int32, to_q16, to_unsigned
from .pad import Pad
from .types import reason


class Supply(Strict):
    """The supply of a pad's dividers, read on a spare input of a converter that has a reference of its own.

    Feed it every 100 ms or so, before the frame that it goes with: codes of the pad's sensors then count by ratio to it, so
    that forces do not move with the supply, and full_scale and max_code of their circuits are found. `sensors` are the
    numbers of those that it feeds; None: all. `ratio` is the supply by the voltage at the input, 2 between two equal
    resistors. `top_code` is the highest code of the converter, and less than `least_code` is no supply. Nonsense changes
    nothing; once it has lasted for `fault_after_us`, `pad.when_supply_fault` says so.

    Raises InvalidError, OverflowError, ValueError (NaN).
    """

    __slots__ = ("_raw",)

    def __init__(
        self,
        sensors: tuple[int, ...] | None = None,
        ratio: float = 1.0,
        *,
        top_code: int = 32767,
        least_code: int | None = None,
        fault_after_us: int = 200_000,
        recover_after_us: int = 100_000,
    ) -> None:
        config = default(_raw.press_supply_config)
        if sensors is not None:
            config.sensors = sum({1 << to_unsigned(one, 3, "a sensor") for one in sensors})
        config.ratio = to_q16(ratio, "ratio")
        config.top_code = to_int32(top_code, "top_code")
        config.least_code = to_int32((top_code + 1) // 4 if least_code is None else least_code, "least_code")
        config.fault_after_us = to_unsigned(fault_after_us, 32, "fault_after_us")
        config.recover_after_us = to_unsigned(recover_after_us, 32, "recover_after_us")
        raw, refused = _raw.press_supply(), why(_raw.press_supply_config_check, config)
        check(_raw.press_supply_init(byref(raw), byref(config)), "making a supply", refused)
        self._raw = raw

    def feed(self, t_us: int, code: int | None, pad: Pad) -> None:
        """Takes what the input read; None: reading it failed. Raises BusyError, QueueFullError, InvalidError, OverflowError."""
        raw = _raw.PRESS_SUPPLY_FAILED if code is None else to_unsigned(code, 31, "code")
        core, now = pad.engine._core, to_unsigned(t_us, 64, "t_us")
        arguments = byref(self._raw), now, raw, pad._handle, core.handle
        core.call(f"feeding the supply at {t_us} us", _raw.press_supply_feed, *arguments, hint=core.no_room)

    def _status(self) -> _raw.press_supply_status:
        status: _raw.press_supply_status = default(_raw.press_supply_status)
        check(_raw.press_supply_get(byref(self._raw), byref(status)), "reading a supply")
        return status

    @property
    def full_scale(self) -> int:
        """The code at the supply; 0: nothing good was read yet, and the circuits' own counts."""
        return int(self._status().full_scale)

    @property
    def max_code(self) -> int:
        """Where the converter clips below the supply; 0: it does not."""
        return int(self._status().max_code)

    @property
    def fault(self) -> Reason | int:
        """SATURATED, OPEN, SHORTED, BUS; NONE: none."""
        return reason(self._status().fault)

    @property
    def readings(self) -> int:
        """How many were good."""
        return int(self._status().readings)

    @property
    def refused(self) -> int:
        """How many were nonsense, or failed."""
        return int(self._status().refused)


class Idle(Strict):
    """Says after each frame of a pad whether the next may wait: `if idle.look(pad): sleep for idle.interval_us`.

    Idle begins when nobody touches and nothing runs for `after_us`; it ends with the first code that says `wake_force`
    newtons above the zero, or more, and is beyond six times the noise. Frames at the full rate then say whether it is a touch. A
    press that is shorter than `interval_us` may go unseen.

    Raises InvalidError, OverflowError, ValueError (NaN).
    """

    __slots__ = ("_raw", "after_us", "interval_us", "wake_force")

    def __init__(self, after_us: int = 10_000_000, interval_us: int = 50_000, wake_force: float = 0.1) -> None:
        config = default(_raw.press_idle_config)
        for name, value in (("after_us", after_us), ("interval_us", interval_us), ("wake_force", wake_force)):
            put(config, name, value)
        raw, refused = _raw.press_idle(), why(_raw.press_idle_config_check, config)
        check(_raw.press_idle_init(byref(raw), byref(config)), "making Idle", refused)
        self._raw = raw
        self.after_us, self.interval_us, self.wake_force = after_us, interval_us, float(wake_force)

    def look(self, pad: Pad) -> bool:
        """After a frame: whether the pad is idle. Raises BusyError."""
        core = pad.engine._core
        return bool(check(core.look(_raw.press_idle_look, byref(self._raw), pad._handle, core.handle), "looking at a pad"))

    def codes(self, pad: Pad, sensor: int = 0) -> tuple[int, int]:
        """The codes between which a sensor is at rest, for a comparator. Raises NotFoundError."""
        low, high = c_int32(), c_int32()
        number = to_unsigned(sensor, 32, "sensor")
        status = pad.engine._core.look(_raw.press_idle_codes, byref(self._raw), pad._handle, number, byref(low), byref(high))
        check(status, f"asking for the codes of sensor {sensor}")
        return low.value, high.value

    def _status(self) -> _raw.press_idle_status:
        status: _raw.press_idle_status = default(_raw.press_idle_status)
        check(_raw.press_idle_get(byref(self._raw), byref(status)), "reading Idle")
        return status

    @property
    def is_idle(self) -> bool:
        """Whether it was idle at the last look."""
        return bool(self._status().is_idle)

    @property
    def wakes(self) -> int:
        """How often idle has ended."""
        return int(self._status().wakes)

    @property
    def frames(self) -> int:
        """Frames that were looked at while idle."""
        return int(self._status().frames)


__all__ = ["Idle", "Supply"]
