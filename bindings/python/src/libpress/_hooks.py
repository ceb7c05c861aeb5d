"""Hooks: functions of the program. `when_...` is called with what happened, `on_...` is asked and returns an answer.

Each is one line in the class that has it. `engine.gestures.when_tapped = f` sets one, None takes it away.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from ctypes import byref
from typing import Any, ClassVar, Generic, Self, TypeVar, overload

from ._core import Core
from ._delivery import refuse_bare_signal
from ._hook_calls import Planned, answered, planned
from ._strict import Strict, line_of_program, warn
from ._unheard import Need
from .errors import NotFoundError, why
from .generated import _raw
from .types import Event

Function = Callable[..., Any]
Functions = dict[str, tuple[Function, Function]]
"""By name: what the program set, and how it is called."""


def callable_with(name: str, function: Function, gives: tuple[str, ...]) -> Function:
    """The function, which is called with as many arguments of the hook as it has parameters without a default. Those with one keep it:
    `lambda n=n: ...` is how loops make functions, and others have options.

    Raises TypeError for what cannot be a hook: it would be called and do nothing.
    """
    if not callable(function):
        raise TypeError(f"{name} must be a function or None, not {type(function).__name__}")
    refuse_bare_signal(name, function, gives)
    inner: Any = function
    while isinstance(inner, functools.partial):
        inner = inner.func
    for one in (inner, getattr(inner, "__call__", None)):  # noqa: B004
        if inspect.iscoroutinefunction(one) or inspect.isasyncgenfunction(one):
            raise TypeError(
                f"{name} must be a plain function, not async: nobody would await it. Let a plain one start the task: "
                f"{name} = lambda: asyncio.ensure_future(f())"
            )
        if inspect.isgeneratorfunction(one):
            raise TypeError(f"{name} must be a plain function: one with `yield` does nothing when it is called")
    try:
        signature = inspect.signature(function)
    except ValueError:  # a builtin without a signature
        return function
    takes = 0
    for one in signature.parameters.values():
        if one.kind is one.VAR_POSITIONAL:
            takes = len(gives)
        elif one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) and one.default is one.empty:
            takes += 1
        elif one.kind is one.KEYWORD_ONLY and one.default is one.empty:
            takes = len(gives) + 1
    first = next(iter(signature.parameters), "")
    if first == "self" and inspect.isfunction(function) and "." in function.__qualname__:
        raise TypeError(f"{name} = {function.__qualname__} is of the class, and not of one object: write {name} = led.{function.__name__}, say")
    if takes > len(gives):
        raise TypeError(f"{name} gives ({', '.join(gives)}): the function must take these, or fewer, not {signature}")
    return function if takes == len(gives) else lambda *arguments: function(*arguments[:takes])


Result = None | bool | int | float | complex | str | bytes | list[Any] | tuple[Any, ...] | dict[Any, Any] | set[Any]
"""What a function that is called with what happened may return; nobody looks at it. No coroutine: nobody would await it. Type
checkers have no word for "anything else", so here is what functions return."""
EventHook = Callable[[Event], Result] | Callable[[], Result]
"""A function that takes an event, or nothing."""
F = TypeVar("F")


class _Hook(Generic[F]):
    types: tuple[int, ...] = ()
    ended = False
    forgotten = ""

    def __init__(self, words: str, gives: tuple[str, ...]) -> None:
        self.__doc__ = f"{words} Gives ({', '.join(gives)})."
        self.gives = gives

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, owner: None, kind: type) -> Self: ...
    @overload
    def __get__(self, owner: Hooked, kind: type) -> F | None: ...
    def __get__(self, owner: Hooked | None, kind: type) -> Any:
        return self if owner is None else owner._functions.get(self.name, (None,))[0]

    def __set__(self, owner: Hooked, function: F | None) -> None:
        way = f"{owner._way}.{self.name}"
        call = None if function is None else callable_with(way, function, self.gives)  # type: ignore[arg-type]
        with owner._core.lock:
            if function is not None and call is not None:
                owner._functions[self.name] = function, call  # type: ignore[assignment]
            elif owner._functions.pop(self.name, None) is None:
                warn(f"{way} is None already: hand over a function itself, {way} = f, not what it returns, {way} = f()")
            owner._changed(self)


class WhenGiven(_Hook[F]):
    """Receives what events of some types are about; with `ended` only those that end their phase.

    `forgotten`: a warning, with subject and reason, for an event for which neither this hook nor engine.when_event is set.
    """

    def __init__(self, words: str, *types: int, ended: bool = False, gives: tuple[str, ...] = ("event",), forgotten: str = "") -> None:
        super().__init__(words, gives)
        self.types, self.ended, self.forgotten = types, ended, forgotten


class When(WhenGiven[EventHook]):
    """Receives events of some types."""


class Alias(_Hook[F]):
    """A hook by another name, as other libraries call it."""

    def __init__(self, of: str) -> None:
        super().__init__(f"As {of}, by the name that gpiozero has for it.", ("event",))
        self.of = of

    @overload
    def __get__(self, owner: None, kind: type) -> Self: ...
    @overload
    def __get__(self, owner: Hooked, kind: type) -> F | None: ...
    def __get__(self, owner: Hooked | None, kind: type) -> Any:
        return self if owner is None else getattr(owner, self.of)

    def __set__(self, owner: Hooked, function: F | None) -> None:
        setattr(owner, self.of, function)


class On(_Hook[F]):
    """Is asked. `member`: that of the delegate, which the method of the same name answers; or the event type that asks."""

    def __init__(self, words: str, member: str | int, *gives: str) -> None:
        super().__init__(words, gives)
        self.member = member
        self.types = (member,) if isinstance(member, int) else ()


class Hooked(Strict):
    """What has hooks: the engine, its interactions, pads, transitions."""

    __slots__ = ("_core", "_functions", "_observer")
    _table: ClassVar[dict[int, tuple[_Hook[Any], ...]]] = {}
    """The hooks of each event type, from the class."""
    _needs: ClassVar[Mapping[str, Need]] = {}
    """Of hooks that not every engine calls, what they require."""

    def __init_subclass__(cls) -> None:
        table: dict[int, tuple[_Hook[Any], ...]] = {}
        for hook in _hooks_of(cls):
            for kind in hook.types:
                table[int(kind)] = (*table.get(int(kind), ()), hook)
        cls._table = table

    def __init__(self, core: Core, observer: Callable[[Event], object] | None = None, contact: int | None = None) -> None:
        """`observer` is called with the events of the class; the default calls their hooks, for events of that `contact` only."""
        if not isinstance(core, Core):
            raise TypeError(_made_by_library(type(self)))
        self._core = core
        self._functions: Functions = {}
        self._observer = observer or _caller(core, self._functions, self._table, contact, self._way)

    def _changed(self, hook: _Hook[Any]) -> None:
        """A hook was set or taken away."""
        if isinstance(hook, On) and isinstance(hook.member, str):
            asked = (one for one in _hooks_of(type(self)) if isinstance(one, On) and one.member == hook.member)
            is_set = any(one.name in self._functions for one in asked)
            self._core.answer(hook.member, getattr(self, f"_{hook.member}") if is_set else None)
        self._core.note_hook((self._observer, hook.name), hook.types, hook.name in self._functions, hook.ended)
        self._observe(bool(self._functions))
        if need := self._needs.get(hook.name):
            line = line_of_program() if hook.name in self._functions else None
            self._core.unheard.note(self, self._way, hook.name, need, line)

    def _observe(self, is_on: bool) -> None:
        self._core.observe(self._observer, self._table, self._observer if is_on else None)

    def _call(self, event: Event, *arguments: Any) -> None:
        """Calls the hooks of an event."""
        call_hooks(self._core, self._functions, self._table[event.type], event, arguments, self._way)

    def _ask(self, name: str, *arguments: Any) -> Any:
        """The answer to a question, None where it is not set."""
        if (found := self._functions.get(name)) is None:
            return None
        way = f"{self._way}.{name}"
        return answered(way, self._core.program(way, found, arguments))

    def _decide(self, name: str, *arguments: Any) -> bool:
        """The answer to a question for yes or no."""
        answer = self._ask(name, *arguments)
        if answer is None:
            raise TypeError(f"{self._way}.{name} must answer True or False, not None: does the function return it?")
        return bool(answer)

    def _set(self, name: str, kind: type, config: Any, doing: str, fixed: str = "") -> Any:
        """Changes the config `name`: the struct that counts now. `fixed`: why a valid one is refused."""
        if not isinstance(config, kind):
            raise TypeError(f"{self._way}.set takes a {kind.__name__}, not {type(config).__name__}")
        raw = config._to_raw()  # type: ignore[attr-defined]
        hint = why(getattr(_raw, f"press_{name}_config_check"), raw) or fixed
        self._do(doing, getattr(_raw, f"press_{name}_set"), byref(raw), hint=hint)
        self._core.configs[name] = raw
        if self._core.plain is not None:
            self._core.plain[name] = raw
        return raw

    def _do(self, doing: str, function: Callable[..., int], *arguments: Any, **more: Any) -> int:
        return self._core.call(doing, function, self._core.handle, *arguments, **more)

    def _look_up(self, doing: str, function: Callable[..., int], *arguments: Any) -> bool:
        """The same of a function that writes what there is of a contact or a target. False: there is nothing."""
        try:
            self._do(doing, function, *arguments)
        except NotFoundError:
            return False
        return True


def _made_by_library(kind: type[Hooked]) -> str:
    """Of a class that a program does not call, as it calls those of gpiozero."""
    part = kind._way.removeprefix("engine.")
    return f"{kind.__name__} is what {kind._way} is, of Engine({part}=True) or ForceSensor({part}=True); a sensor is ForceSensor()"


def _hooks_of(kind: type) -> list[_Hook[Any]]:
    """The hooks of a class and of its bases, in order."""
    found = {name: one for base in reversed(kind.__mro__) for name, one in vars(base).items()}
    return [one for one in found.values() if isinstance(one, _Hook)]


def call_hooks(core: Core, functions: Functions, hooks: Iterable[_Hook[Any]], event: Event, arguments: tuple[Any, ...], way: str) -> None:
    for hook in hooks:
        if hook.name in functions and (event.ended or not hook.ended):
            core.deliver(hook.name, functions, arguments, event, way)


def _caller(core: Core, functions: Functions, table: dict[int, tuple[_Hook[Any], ...]], contact: int | None, way: str) -> Callable[[Event], object]:
    """Calls the hooks of events, with a `contact` those of that one. It does not hold the object that has the hooks."""

    def deliver(event: Event) -> None:
        if contact is None or event.contact == contact:
            call_hooks(core, functions, table[event.type], event, (event,), way)
            for hook in table[event.type]:
                if hook.forgotten and hook.name not in functions and not core.is_observed(0):
                    warn(hook.forgotten.format(event.subject, getattr(event.reason, "name", event.reason)))

    deliver.is_caller_of_hooks = True  # type: ignore[attr-defined]
    deliver.plan = functools.partial(plan_of, functions, table, contact, way)  # type: ignore[attr-defined]
    return deliver


def plan_of(functions: Functions, table: dict[int, tuple[_Hook[Any], ...]], contact: int | None, way: str, kind: int) -> list[Planned] | None:
    """The hooks that receive events of a type, and nothing else; None: there is more to do."""
    hooks = table[kind]
    return None if any(hook.forgotten for hook in hooks) else [planned(way, functions, one.name, one.ended, contact) for one in hooks]
