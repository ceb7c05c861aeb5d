"""Settings as attributes: `sensor.touch_force = 0.8`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, overload

if TYPE_CHECKING:
    from .engine import Engine

T = TypeVar("T")


class LiveSettings:
    """What has settings of an engine."""

    __slots__ = ()

    def _live(self) -> Engine:
        raise NotImplementedError


class Live(Generic[T]):
    """One setting: reading it is reading `engine.config`, setting it is `engine.set`."""

    def __init__(self, words: str) -> None:
        self.__doc__ = words

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, owner: None, kind: type) -> Self: ...
    @overload
    def __get__(self, owner: LiveSettings, kind: type) -> T: ...
    def __get__(self, owner: LiveSettings | None, kind: type) -> Any:
        return self if owner is None else owner._live().config[self.name]

    def __set__(self, owner: LiveSettings, value: T) -> None:
        owner._live().set(**{self.name: value})  # type: ignore[arg-type]
