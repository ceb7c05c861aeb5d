"""The check of the library (press/check.h): it is fed with frames and with what came of the bus, and answers findings."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from ctypes import byref, c_int32, c_uint64, c_void_p, create_string_buffer, pointer, sizeof
from dataclasses import dataclass
from typing import Any

from ..errors import BusError, InUseError, NackError, PressError, TimedOutError
from ..errors import check as verify
from ..generated import _raw
from ..pad import Frame
from ..sensor import Sensor

RESULTS = ("ok", "warn", "fail")


@dataclass(frozen=True)
class Found:
    """One finding with its words."""

    name: str
    check: str
    result: str
    code: int
    """The exit code; 0: it did not fail."""
    sensor: int | None
    """From 0; None: it is not of one sensor."""
    words: str
    advice: str


@dataclass(frozen=True)
class Checked:
    """A sensor of a check."""

    sensor: Sensor
    input: str
    """As people call its input, without AIN."""
    channel: int
    has_resistor: bool = True
    has_reference_pin: bool = False


@dataclass(frozen=True)
class Tried:
    """What came of the bus: what was tried, how it ended, and what sentences say of it."""

    what: int
    status: int = 0
    address: int = 0
    other: int = 0
    node: str | None = None
    bus: str | None = None
    who: str | None = None
    model: str | None = None
    declared: str | None = None


def status_of(problem: BaseException | None) -> int:
    """The status that an error at the bus is; 0: there was none."""
    if problem is None:
        return 0
    if isinstance(problem, NackError):
        return _raw.PRESS_ERR_NACK
    if isinstance(problem, TimedOutError):
        return _raw.PRESS_ERR_TIMEDOUT
    if isinstance(problem, InUseError):
        return -errno.EBUSY
    is_other = isinstance(problem, PressError) and not isinstance(problem, BusError)
    return _raw.PRESS_ERR_STATE if is_other else _raw.PRESS_ERR_IO


class Machine:
    """What is wrong with sensors. Numbers of steps and of what was tried are those of _raw.PRESS_CHECK_..."""

    def __init__(self, sensors: Sequence[Checked], touch: int, release: int, flags: int = 0) -> None:
        """`touch`, `release`: of the engine, Q16."""
        self._kept: list[Any] = []
        options = _raw.press_check_options()
        _raw.press_check_options_init(byref(options))
        options.sensors, options.flags = len(sensors), flags
        options.touch_force, options.release_force = touch, release
        for own, one in zip(options.sensor, sensors, strict=False):
            raw = one.sensor._to_raw()
            self._kept.append(raw)
            own.sensor, own.input, own.channel = pointer(raw), self._text(one.input), one.channel
            own.flags = 0 if one.has_resistor else _raw.PRESS_CHECK_SENSOR_FLAG_NO_RESISTOR
            own.flags |= _raw.PRESS_CHECK_SENSOR_FLAG_REFERENCE_PIN if one.has_reference_pin else 0
        size = _raw.press_check_size(len(sensors))
        self._storage = (c_uint64 * -(-size // 8))()
        self._check = c_void_p()
        verify(_raw.press_check_init(self._storage, sizeof(self._storage), byref(options), byref(self._check)), "checking")
        self._reported = 0

    def _text(self, text: str | None) -> bytes | None:
        """The check keeps pointers."""
        if text is None:
            return None
        self._kept.append(os.fsencode(text))
        last: bytes = self._kept[-1]
        return last

    def bus(self, tried: Tried) -> None:
        result = _raw.press_check_result()
        _raw.press_check_result_init(byref(result))
        result.what, result.status, result.address, result.other = tried.what, tried.status, tried.address, tried.other
        for name in ("node", "bus", "who", "model", "declared"):
            setattr(result, name, self._text(getattr(tried, name)))
        verify(_raw.press_check_bus(self._check, byref(result)), "checking")

    def feed(self, frame: Frame) -> None:
        raw = _raw.press_frame(t_us=frame.t_us)
        raw.failed = sum(1 << number for number in frame.failed)
        for number, code in enumerate(frame.codes):
            if code is not None and number not in frame.failed:
                raw.code[number] = code
                raw.present |= 1 << number
        verify(_raw.press_check_feed(self._check, byref(raw)), "checking")

    def inputs(self, codes: Sequence[int]) -> None:
        """What all inputs of the converter read."""
        verify(_raw.press_check_inputs(self._check, (c_int32 * len(codes))(*codes)), "checking")

    def end(self) -> None:
        """No more frames come."""
        verify(_raw.press_check_end(self._check), "checking")

    @property
    def state(self) -> _raw.press_check_status:
        state = _raw.press_check_status()
        _raw.press_check_status_init(byref(state))
        verify(_raw.press_check_get(self._check, byref(state)), "checking")
        return state

    def news(self) -> Iterator[Found]:
        """What was found since the last call."""
        row = _raw.press_finding()
        _raw.press_finding_init(byref(row))
        while _raw.press_check_get_finding(self._check, self._reported, byref(row)) == 0:
            index, self._reported = self._reported, self._reported + 1
            sensor = None if row.sensor < 0 else row.sensor
            said = [self._words(index, which) for which in (_raw.PRESS_CHECK_TEXT_FOUND, _raw.PRESS_CHECK_TEXT_ADVICE)]
            yield Found(row.name.decode(), row.check.decode(), RESULTS[row.result], row.exit_code, sensor, *said)

    def _words(self, index: int, which: int) -> str:
        buffer = create_string_buffer(1024)
        count = _raw.press_check_get_text(self._check, index, which, buffer, len(buffer))
        while count == _raw.PRESS_ERR_NOSPC:  # a long path
            buffer = create_string_buffer(2 * len(buffer))
            count = _raw.press_check_get_text(self._check, index, which, buffer, len(buffer))
        verify(count, "checking")
        return os.fsdecode(buffer.value)


def finding_of(tried: Tried) -> Found:
    """What a check would say of it."""
    machine = Machine([Checked(Sensor.fsr402(), "0", 0)], 1 << 16, 1 << 16)
    machine.bus(tried)
    return next(machine.news())


def kinds() -> Iterator[str]:
    """The names of all findings."""
    row = _raw.press_finding()
    _raw.press_finding_init(byref(row))
    kind = 1
    while _raw.press_finding_get(kind, byref(row)) == 0:
        yield row.name.decode()
        kind += 1
