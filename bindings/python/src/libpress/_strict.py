"""Objects that refuse a wrong name, with the near ones, and refuse to be copied."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, Self


def near(name: str, names: Iterable[str], others: Iterable[str] = ()) -> str:
    """`: did you mean a or b?` for the names that are like `name`, and `others`; "" where there are none."""
    found = [*others, *get_close_matches(name, sorted(names), 2, 0.6)]
    return f": did you mean {' or '.join(found)}?" if found else ""


def warn(message: str) -> None:
    """A warning at the line of the program that led here."""
    warnings.warn(message, stacklevel=_level())


def line_of_program() -> tuple[str, int]:
    """File and line of the program that led here."""
    frame = sys._getframe(_level() - 1)
    return frame.f_code.co_filename, frame.f_lineno


def _level() -> int:
    """How many frames the program is above the caller's."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and is_ours(frame):
        level, frame = level + 1, frame.f_back
    return level


_OWNED = frozenset({"_core", "_port", "_raw", "_storage"})
"""Attributes that own memory which C may be inside of: they are set once."""


class Elsewhere:
    """A name that other libraries have: asking for it, or setting it, says what there is instead."""

    def __init__(self, words: str) -> None:
        self.__doc__ = self.words = words

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, owner: Strict | None, kind: type) -> Self:
        if owner is None:
            return self
        raise AttributeError(f"{kind._way} has no {self.name!r}: {self.words}")  # type: ignore[attr-defined]

    def __set__(self, owner: Strict, value: object) -> None:
        self.__get__(owner, type(owner))


class Strict:
    """Base of what has a handle of the library. Its classes have `__slots__`: a wrong name is an error.

    Setting a wrong name raises an error of ours. Reading one raises that of Python, which names a similar one; a class
    with `__getattr__` would read all its attributes more slowly.
    """

    __slots__ = ()
    _rooms: ClassVar[Mapping[str, type]] = {}
    """Other objects to look for a wrong name in, by the way to them."""
    _likewise: ClassVar[Mapping[str, str]] = {}
    """What other objects call something, and how this one calls it."""
    _way: ClassVar[str] = ""
    """How a program calls it; the class where that is not said."""

    if not TYPE_CHECKING:  # else a type checker takes every name

        def __setattr__(self, name: str, value: object) -> None:
            if name in _OWNED and hasattr(self, name):
                raise TypeError(f"this {type(self).__name__} was made already: make another one")
            try:
                object.__setattr__(self, name, value)
            except AttributeError:
                if hasattr(type(self), name):
                    raise
                raise AttributeError(self._unknown(name)) from None

    def _unknown(self, name: str) -> str:
        kind = type(self)
        elsewhere = [self._likewise[name]] if name in self._likewise else []
        for way, other in self._rooms.items():
            for one in {name, name.removeprefix(way.rpartition(".")[2] + "_")}:  # peek_open: engine.peek.open
                if hasattr(other, one):
                    elsewhere.append(f"{way}.{one}")
        own = (one for one in dir(kind) if not (one.startswith("_") or isinstance(getattr(kind, one), Elsewhere)))
        words = near(name, own, elsewhere)
        if not words and name.startswith(("when_", "on_")):
            words = f": it has {', '.join(one for one in dir(kind) if one.startswith(('when_', 'on_')))}"
        return f"{self._way or kind.__name__} has no {name!r}{words}"

    def __reduce_ex__(self, protocol: object) -> Any:
        raise TypeError(f"{type(self).__name__} cannot be copied or pickled: make another one with the same arguments")


_MOST_FRAMES = 60


def without_ours(trace: TracebackType | None) -> TracebackType | None:
    """A traceback without the frames of this package, where others are in it: what went wrong is there. Of a long one its ends: an error that
    a library keeps and raises again and again gets more frames each time."""
    theirs = [one for one in _each(trace) if not is_ours(one.tb_frame)]
    if len(theirs) > _MOST_FRAMES:
        theirs = theirs[: _MOST_FRAMES // 2] + theirs[-_MOST_FRAMES // 2 :]
    made: TracebackType | None = None
    for one in reversed(theirs):
        made = TracebackType(made, one.tb_frame, one.tb_lasti, one.tb_lineno)
    return made or trace


def _each(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next


def is_ours(frame: FrameType) -> bool:
    """A frame of this package."""
    return str(frame.f_globals.get("__name__", "")).partition(".")[0] == __package__
