"""Functions of the program that are told one kind of event: `engine.when_tapped = lambda: print("tap")`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Protocol, overload

from .types import Event

When = Callable[[Event], object] | Callable[[], object]
"""A function that takes the event, or nothing."""


def taking_one(function: Callable[..., object]) -> Callable[[Any], object]:
    """The function itself, or one around it that drops the argument when it takes none."""
    try:
        inspect.signature(function).bind(None)
    except TypeError:
        return lambda _argument: function()
    except ValueError:  # a builtin without a signature
        pass
    return function


class Hooked(Protocol):
    """What has hooks."""

    def _get_when(self, name: str) -> Any: ...
    def _set_when(self, name: str, function: Any) -> None: ...


class Hook:
    """An attribute that holds such a function, or None."""

    def __init__(self, words: str) -> None:
        self.__doc__ = words

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, owner: None, kind: type) -> Hook: ...
    @overload
    def __get__(self, owner: Hooked, kind: type) -> Any: ...
    def __get__(self, owner: Hooked | None, kind: type) -> Any:
        return self if owner is None else owner._get_when(self._name)

    def __set__(self, owner: Hooked, function: Callable[..., object] | None) -> None:
        if function is not None and not callable(function):
            raise TypeError(f"{self._name} must be a function or None, not {type(function).__name__}")
        owner._set_when(self._name, function)
