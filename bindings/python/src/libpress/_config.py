"""Settings by name into the structs of the library."""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import c_int32, c_uint16, c_uint32, sizeof
from dataclasses import fields
from typing import Any, ClassVar, Self

from ._strict import Late, advice
from ._values import refusal
from .generated import _raw
from .numbers import to_int32, to_q16, to_unsigned


def kinds(struct: Any) -> dict[str, Any]:
    """The fields that are one number and are set by name, and their ctypes types."""
    found = {field[0]: field[1] for field in struct._fields_ if field[1] in (c_int32, c_uint16, c_uint32)}
    return {name: kind for name, kind in found.items() if name not in ("size", "flags", "reserved")}


def default(kind: Any) -> Any:
    """A config of the library with its defaults."""
    raw = kind()
    getattr(_raw, f"{kind.__name__}_init")(raw)
    return raw


def number(struct: Any, name: str, value: Any) -> int:
    """A value as the field of a struct has it. Raises OverflowError, ValueError or TypeError: name, value, unit and range."""
    kind = next(field[1] for field in struct._fields_ if field[0] == name)
    try:
        if kind is _raw.press_q16 and struct is not _raw.press_circuit:
            return to_q16(value, name)
        if kind is c_int32:
            return to_int32(value, name)
        return to_unsigned(value, 8 * sizeof(kind), name)
    except (TypeError, ValueError, OverflowError) as problem:
        from .generated._allowed import ALLOWED

        allowed = ALLOWED.get(f"{struct.__name__}.{name}")
        if allowed is None:
            raise
        raise type(problem)(refusal(name, value, allowed)) from None


def put(raw: Any, name: str, value: Any) -> None:
    """Sets a field. Raises OverflowError, ValueError or TypeError, which names it."""
    setattr(raw, name, number(type(raw), name, value))


def to_raw(kind: Any, config: Any) -> Any:
    """The struct of a dataclass: what is not None, of the fields that both have."""
    raw = default(kind)
    for field in fields(config):
        value = getattr(config, field.name)
        if value is not None and field.name in kinds(type(raw)):
            put(raw, field.name, value)
    return raw


class InteractionConfig:
    """The config of an interaction (generated/_configs.py)."""

    __slots__ = ()
    _struct: ClassVar[Any]
    _flags: ClassVar[Mapping[str, tuple[int, bool]]]
    """By name a flag, and the value with which it is set."""

    def __new__(cls, **given: Any) -> Self:
        """Raises TypeError for a name that it does not have, with a similar one or the config that has it."""
        known = {one.name for one in fields(cls)}  # type: ignore[arg-type]
        for name in given:
            if name not in known:
                others = sorted({one.__name__ for one in InteractionConfig.__subclasses__() if name in getattr(one, "__dataclass_fields__", ())})
                words = f": {' and '.join(others)} {'has' if len(others) == 1 else 'have'} it" if others else advice(name, known)
                raise TypeError(f"{cls.__name__} has no setting {name!r}{words}")
        return super().__new__(cls)

    def _to_raw(self) -> Any:
        raw = to_raw(self._struct, self)
        for name, (flag, is_on) in self._flags.items():
            raw.flags |= flag if bool(getattr(self, name)) is is_on else 0
        return raw


def given(argument: str, value: Any, kind: Any) -> Any:
    """The struct of True or of a config; None for False."""
    if value is False or value is None:
        return None
    if isinstance(kind, Late):
        kind = kind.load()
    if value is True:
        value = kind()
    if not isinstance(value, kind):
        raise TypeError(f"{argument} must be True or a {kind.__name__}, not {type(value).__name__}")
    return value._to_raw()
