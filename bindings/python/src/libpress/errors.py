"""The errors that calls raise. Each status of the library is one class, which is also the Python exception that it is like."""

import errno
from collections.abc import Callable
from ctypes import byref, c_char_p
from typing import Any

from .generated import _raw


class PressError(Exception):
    """A call into libpress failed.

    `status` is the library's (a negative errno). `taken` is how many samples were taken before the failure, where the
    call takes several (`Engine.feed`, `Pad.feed`), else 0. `pair` is the index of the pair that `Curve.fit` refused,
    else None.
    """

    status: int = 0
    pair: int | None = None

    def __init__(self, message: str, status: int | None = None, taken: int = 0) -> None:
        super().__init__(message)
        if status is not None:
            self.status = status
        self.taken = taken

    def __str__(self) -> str:
        return str(self.args[0])


class NotFoundError(PressError, LookupError):
    """What the call names (a contact, a target, a session, a sensor) does not exist, or nothing is stored there."""

    status = _raw.PRESS_ERR_NOENT


class BusError(PressError, OSError):
    """The bus failed. `errno` is the positive errno, as for every OSError."""

    status = _raw.PRESS_ERR_IO

    def __init__(self, message: str, status: int | None = None, taken: int = 0) -> None:
        super().__init__(message, status, taken)
        self.errno = -self.status


class NackError(BusError):
    """No device acknowledged the address. A `Bus` raises it, or an OSError with errno EREMOTEIO or ENXIO."""

    status = _raw.PRESS_ERR_NACK


class TimedOutError(BusError, TimeoutError):
    """The device did not answer in time."""

    status = _raw.PRESS_ERR_TIMEDOUT


class ForbiddenError(BusError, PermissionError):
    """This user may not use the bus."""

    def __init__(self, message: str, status: int | None = None, taken: int = 0) -> None:
        super().__init__(message, status, taken)
        self.errno = errno.EACCES


class InUseError(BusError):
    """Another process reads the converter: `who`, with its number and its command where this user may see them; or a driver of the kernel."""

    def __init__(self, message: str, status: int | None = None, taken: int = 0, who: str = "another process") -> None:
        super().__init__(message, status, taken)
        self.errno, self.who = errno.EBUSY, who


class BusyError(PressError):
    """Feeding and ticking do not work from inside a callback."""

    status = _raw.PRESS_ERR_BUSY


class InvalidError(PressError, ValueError):
    """An argument is out of range."""

    status = _raw.PRESS_ERR_INVAL


class NoSpaceError(PressError):
    """A capacity given at the start is used up: contacts, targets, sessions."""

    status = _raw.PRESS_ERR_NOSPC


class QueueFullError(NoSpaceError):
    """Events wait for `poll`: take them, and the same call works."""

    status = _raw.PRESS_ERR_AGAIN


class TooFewEventsError(NoSpaceError):
    """`max_events` is too small for the ends of all that can run. Use more, or 0 without polling."""

    status = _raw.PRESS_ERR_NOBUFS


class TimeError(PressError, ValueError):
    """Time went backwards."""

    status = _raw.PRESS_ERR_TIME


class StateError(PressError):
    """Not now: the object is not in the state that the call needs."""

    status = _raw.PRESS_ERR_STATE


class DamagedError(PressError, ValueError):
    """Stored bytes are damaged or cut off."""

    status = _raw.PRESS_ERR_DAMAGED


class MovedError(PressError):
    """The engine is of another process."""

    status = _raw.PRESS_ERR_MOVED


class VersionError(PressError, ValueError):
    """Stored bytes are of a version that this library does not know."""

    status = _raw.PRESS_ERR_VERSION


_BY_STATUS: dict[int, type[PressError]] = {
    kind.status: kind
    for kind in (
        NotFoundError,
        BusError,
        NackError,
        TimedOutError,
        BusyError,
        InvalidError,
        NoSpaceError,
        QueueFullError,
        TooFewEventsError,
        TimeError,
        StateError,
        DamagedError,
        MovedError,
        VersionError,
    )
}


def error(status: int, doing: str, taken: int = 0, hint: str = "") -> PressError:
    """The exception for a status: the library's words, and what was being done."""
    words = _raw.press_strerror(status).decode()
    message = f"{doing}: {words}" + (f" ({hint})" if hint else "")
    return _BY_STATUS.get(status, PressError)(message, status, taken)


def check(status: int, doing: str, hint: str = "") -> int:
    """Passes a count or 0 through; raises for an error."""
    if status < 0:
        raise error(status, doing, hint=hint)
    return status


def rule(check: Callable[..., int], raw: Any) -> str:
    """What a press_..._check of the library says against a struct: the field and its rule; "" where it is valid."""
    words = c_char_p()
    return "" if check(byref(raw), byref(words)) >= 0 else (words.value or b"").decode()


def why(check: Callable[..., int], raw: Any) -> str:
    """The same with the value that the field has, for who wrote it in a program."""
    text = rule(check, raw)
    return text + _value_of(raw, text.partition(":")[0])


def _value_of(raw: Any, way: str) -> str:
    """`, not 0.1 newtons`: the value of the field that a rule names, with its unit; "" where it names none."""
    struct, name = raw, way
    for part in way.split(".")[:-1]:
        struct, name = getattr(struct, part, None), way.rpartition(".")[2]
    kind = next((field[1] for field in getattr(struct, "_fields_", ()) if field[0] == name), None)
    value = getattr(struct, name, None)
    if kind is None or not isinstance(value, int):
        return ""
    from .generated._allowed import ALLOWED

    allowed = ALLOWED.get(f"{type(struct).__name__}.{name}")
    if allowed is None:
        return ""
    unit = "" if allowed.startswith(("a number", "a whole number")) else f" {allowed.partition(',')[0]}"
    others = [
        f"; {one} is {_shown(getattr(struct, one), one, allowed)}"
        for one in allowed.replace(",", "").split()
        if one != name and isinstance(getattr(struct, one, None), int)
    ]
    return f", not {_shown(value, name, allowed)}{unit}{''.join(others)}"


def _shown(value: int, name: str, allowed: str) -> str:
    if "whole" in allowed:
        return hex(value) if name == "address" else str(value)
    return f"{round(value / 65536, 4) or value / 65536:g}"  # the decimals that Q16.16 has
