"""Objects that refuse a wrong name, with the near ones, and refuse to be copied."""

from __future__ import annotations

import re
import sys
import warnings
from abc import ABCMeta
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, Self

from .errors import StateError
from .generated._words import WORDS


def called(name: str) -> str:
    """What to write for a name that other libraries have; "": it is not known. camelCase counts as snake_case."""
    return WORDS.get(name) or WORDS.get(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower(), "")


def advice(name: str, names: Iterable[str], others: Iterable[str] = ()) -> str:
    """What to write for a wrong name: as `called` says, else the near ones."""
    words = called(name)
    return f": {words}" if words else near(name, names, others)


def near(name: str, names: Iterable[str], others: Iterable[str] = ()) -> str:
    """`: did you mean a or b?` for the names that are like `name`, and `others`; "" where there are none."""
    from difflib import get_close_matches  # only where something is wrong

    found = [*others, *get_close_matches(name, sorted(names), 2, 0.6)]
    return f": did you mean {' or '.join(found)}?" if found else ""


def warn(message: str) -> None:
    """A warning at the line of the program that led here."""
    warnings.warn(message, stacklevel=_level())


def line_of_program() -> tuple[str, int]:
    """File and line of the program that led here."""
    frame = sys._getframe(_level() - 1)
    return frame.f_code.co_filename, frame.f_lineno


def refuse_coroutine(call: str, instead: str) -> None:
    """Raises StateError where a coroutine of the program made a call that waits: nothing else of its event loop would run."""
    frame = sys._getframe(_level() - 1)
    if frame.f_code.co_flags & (CO_COROUTINE | CO_ASYNC_GENERATOR):
        raise StateError(f"{call} in a coroutine stops its event loop: write {instead}")


def _level() -> int:
    """How many frames the program is above the caller's."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and is_ours(frame):
        level, frame = level + 1, frame.f_back
    return level


_OWNED = frozenset({"_core", "_port", "_raw", "_storage"})
"""Attributes that own memory which C may be inside of: they are set once."""


class Elsewhere:
    """A name that other libraries have, or that another object has: reading it says the same as setting it. A class of a program that derives from
    one of ours may set it."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, owner: Strict | None, kind: type) -> Self:
        if owner is None:
            raise AttributeError(f"{kind.__name__} has no {self.name!r}", name=self.name, obj=kind)
        raise AttributeError(owner._unknown(self.name), name=self.name, obj=None)  # with an object Python adds a name that is similar


class Advised(ABCMeta):
    """A class whose objects say of each name in `_rooms`, `_likewise` and `_ours` what to write, and Strict of the words of other libraries.
    `__getattr__` would make every attribute four times slower; dir() and help() do not have these names. It is that of an abstract class, so
    that a class of a program may derive from one of ours and from Sequence."""

    def __init__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> None:
        super().__init__(name, bases, body)
        rooms = (one for other in cls._rooms.values() for one in dir(other) if not one.startswith("_"))  # type: ignore[attr-defined]
        for one in {*rooms, *cls._likewise, *cls._ours}:  # type: ignore[attr-defined]
            if not any(one in vars(base) for base in cls.__mro__):
                elsewhere = Elsewhere()
                elsewhere.__set_name__(cls, one)
                setattr(cls, one, elsewhere)

    def __dir__(cls) -> list[str]:
        return [one for one in super().__dir__() if not cls.is_elsewhere(one)]

    def is_elsewhere(cls, name: str) -> bool:
        return isinstance(next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None), Elsewhere)


class Late:
    """A class whose module is imported when somebody needs it. `words`: the names of what its objects have."""

    __slots__ = ("_module", "_name", "_words")

    def __init__(self, module: str, name: str, words: str = "") -> None:
        self._module, self._name, self._words = module, name, words

    def __dir__(self) -> list[str]:
        return self._words.split()

    def load(self) -> Any:
        return getattr(import_module(f".{self._module}", __package__), self._name)


class Strict(metaclass=Advised):
    """Base of what has a handle of the library. Its classes have `__slots__`: a wrong name is an error.

    Setting a wrong name raises an error of ours, and so does reading one that is known. Reading another one raises that of Python, which names
    a similar one.
    """

    __slots__ = ()
    _rooms: ClassVar[Mapping[str, type | Late]] = {}
    """Other objects to look for a wrong name in, by the way to them."""
    _likewise: ClassVar[Mapping[str, str]] = {}
    """What other objects call something, and how this one calls it."""
    _ours: ClassVar[Iterable[str]] = ()
    """Settings of when it is made, which it does not have as attributes."""
    _way: ClassVar[str] = ""
    """How a program calls it; the class where that is not said."""

    if not TYPE_CHECKING:  # else a type checker takes every name
        vars().update((one, Elsewhere()) for one in WORDS)

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
                if one in dir(other):
                    elsewhere.append(f"{way}.{one}")
        words = called(name)
        own = f": did you mean {' or '.join(elsewhere)}?" if elsewhere else near(name, (one for one in dir(kind) if not one.startswith("_")))
        is_of_sensor = "sensor." in words and self._way != "sensor"
        if words and not (own and is_of_sensor):
            return f"{self._way or kind.__name__} has no {name!r}: {'of a ForceSensor, ' if is_of_sensor else ''}{words}"
        words = own
        if not words and name.startswith(("when_", "on_")):
            words = f": it has {', '.join(one for one in dir(kind) if one.startswith(('when_', 'on_')))}"
        return f"{self._way or kind.__name__} has no {name!r}{words}"

    def __dir__(self) -> list[str]:
        kind = type(self)
        return [one for one in super().__dir__() if not kind.is_elsewhere(one)]

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
