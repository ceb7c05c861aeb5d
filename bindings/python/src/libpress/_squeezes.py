"""Functions that are called as a value rises."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real
from typing import Any

from ._delivery import by_program
from ._hooks import callable_with
from ._pressure import pressure_of
from ._values import refusal

Function = Callable[..., Any]
_REARM = 0.8
"""Of the value at which a function is called: below it, it is called again."""


class Squeezes:
    """Each with the value at which it is called."""

    __slots__ = ("_all", "_config")

    def __init__(self) -> None:
        self._all: list[_Squeeze] = []
        self._config: object = None

    def __bool__(self) -> bool:
        return bool(self._all)

    def decorator(self, at: float) -> Callable[[Function], Function]:
        if callable(at):
            raise TypeError("sensor.when_squeezed says at which value: write @sensor.when_squeezed(at=0.5), with its brackets")
        if not isinstance(at, Real):
            raise TypeError(refusal("at", at, "the value at which a function is called, a number above 0 and at most 1"))
        if not 0 < at <= 1:
            raise ValueError(f"sensor.when_squeezed(at={at}): a value is above 0 and at most 1")
        name = f"sensor.when_squeezed(at={at:g})"

        def decorate(function: Function) -> Function:
            self._all = [*self._all, _Squeeze(at, name, callable_with(name, function, ("value",)))]
            self._config = None
            return function

        return decorate

    def look(self, force: int, config: Any, call: Callable[[str, Function, float], object]) -> None:
        """Calls functions for a force in Q16 by `call`. Raises what they raised, once all were called: the first, with a note for each further
        one."""
        if config is not self._config:
            for squeeze in self._all:
                squeeze.level, squeeze.rearm = force_of(config, squeeze.at), force_of(config, squeeze.at * _REARM)
            self._config = config
        first: BaseException | None = None
        for squeeze in self._all:
            if force < squeeze.rearm:
                squeeze.is_armed = True
            elif squeeze.is_armed and force >= squeeze.level:
                squeeze.is_armed = False
                value = pressure_of(config, force)
                try:
                    call(squeeze.name, squeeze.call, value)
                except BaseException as problem:
                    if first is None:
                        first = by_program(problem)
                    else:
                        first.add_note(f"{squeeze.name} raised {type(problem).__name__}: {problem}")
        if first is not None:
            raise first


class _Squeeze:
    __slots__ = ("at", "call", "is_armed", "level", "name", "rearm")
    level: int
    """The least force in Q16 at which it is called."""
    rearm: int
    """Below it, it is called again."""

    def __init__(self, at: float, name: str, call: Function) -> None:
        self.at, self.name, self.call, self.is_armed = at, name, call, True


def force_of(config: Any, value: float) -> int:
    """The least force in Q16 whose value is at least that one, which is above 0 and at most 1: so a reading takes one comparison."""
    low, high = config.zero_force, config.full_force
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if pressure_of(config, middle) >= value else (middle, high)
    return int(high)
