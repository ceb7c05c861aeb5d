"""The targets of an engine, as a mapping from id to Target."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from ctypes import byref, c_size_t, c_uint32, sizeof
from typing import Any

from ._core import Core
from ._strict import Strict, warn
from .enums import Trait
from .errors import NotFoundError, why
from .generated import _raw
from .numbers import from_q16, to_q16, to_unsigned
from .types import Target

_SERVES: dict[Trait, set[str]] = {
    Trait.PREVIEW: {"preview"},
    Trait.PEEK: {"peek"},
    Trait.TAP: {"gestures"},
    Trait.DOUBLE_TAP: {"gestures"},
    Trait.HOLD: {"gestures"},
    Trait.SCROLL: {"gestures", "drag"},
    Trait.DRAG_SOURCE: {"drag"},
    Trait.DROP: {"drag"},
    Trait.SPRING: {"drag"},
    Trait.INACTIVE: {"drag"},
    Trait.CONTENT: {"drag"},
    Trait.PINCH: {"pinch"},
    Trait.SWIPE_X: {"scroll"},
    Trait.SWIPE_Y: {"scroll"},
    Trait.KEEPS_DRAG: {"drag"},
}
"""What takes part where a target has a trait."""


def _raw_target(target: Target) -> _raw.press_target:
    if not isinstance(target, Target):
        raise TypeError(f"a target must be a Target, not {type(target).__name__}")
    return _raw.press_target(
        size=sizeof(_raw.press_target),
        id=to_unsigned(target.id, 32, "id"),
        container=to_unsigned(target.container, 32, "container"),
        domain=to_unsigned(target.domain, 32, "domain"),
        x=to_q16(target.x, "x"),
        y=to_q16(target.y, "y"),
        width=to_q16(target.width, "width"),
        height=to_q16(target.height, "height"),
        traits=to_unsigned(target.traits, 32, "traits"),
    )


class Targets(Strict, Mapping[int, Target]):
    """The regions of the surface, from the lowest to the topmost. With none, the whole surface is one target."""

    __slots__ = ("_attached", "_core", "_ids")
    _way = "engine.targets"

    def __init__(self, core: Core, attached: Collection[str]) -> None:
        """`attached`: the interactions of the engine, as its arguments call them."""
        self._core = core
        self._attached = attached
        self._ids: list[int] = []

    def add(self, target: Target) -> Target:
        """Adds a target on top of all others. Contacts that are down keep their target.

        Raises InvalidError (id 0 or in use, negative size, unknown trait), NotFoundError (no such container),
        NoSpaceError (`max_targets` exist already).
        """
        raw = _raw_target(target)
        hint = why(_raw.press_target_check, raw) or "the id is in use"
        self._do(f"adding target {target.id}", _raw.press_target_add, raw, hint, lambda: self._ids.append(int(target.id)))
        self._warn(target)
        return target

    def update(self, target: Target) -> Target:
        """Changes everything but the id and the place in the stack.

        A preview that runs on it goes on, unless it loses the trait: then it is cancelled. Raises NotFoundError
        (no such target or container), InvalidError (as for add, or the container is the target or lies within it).
        """
        raw = _raw_target(target)
        hint = why(_raw.press_target_check, raw) or "its container lies within it"
        self._do(f"updating target {target.id}", _raw.press_target_update, raw, hint)
        self._warn(target)
        return target

    def put(self, targets: Iterable[Target]) -> None:
        """Many in one call, as when a list scrolls: adds those that are not there, on top and in this order, and changes the others.

        Nothing is delivered before all are changed. Raises as `add` and `update`; those before the one that is refused are taken.
        """
        given = list(targets)
        many = (_raw.press_target * len(given))(*map(_raw_target, given))
        done = c_size_t()

        def note(taken: int) -> None:
            known = set(self._ids)
            self._ids += dict.fromkeys(id for one in given[:taken] if (id := int(one.id)) not in known)

        def hint_of(status: int) -> str:
            note(done.value)
            refused = given[done.value]
            rule = why(_raw.press_target_check, many[done.value]) or "its container lies within it"
            return f"target {refused.id}" + (f": {rule}" if status == _raw.PRESS_ERR_INVAL else "")

        arguments = self._core.handle, many, len(given), byref(done)
        self._core.call("putting targets", _raw.press_targets_put, *arguments, hint=hint_of, then=lambda: note(len(given)))
        for one in given:
            self._warn(one)

    def _warn(self, target: Target) -> None:
        """Of traits that nothing attached takes part in: they would do nothing, and nobody would know why."""
        idle = [trait for trait in Trait(target.traits) if not _SERVES[trait] & {"preview", *self._attached}]
        for trait in idle:
            names = " or ".join(f"Engine({name}=True)" for name in sorted(_SERVES[trait]))
            warn(f"target {target.id} has the trait {trait.name}, which does nothing here: make the engine with {names}")

    def _do(self, doing: str, function: Any, raw: _raw.press_target, hint: str, then: Callable[[], object] | None = None) -> None:
        def hint_of(status: int) -> str:
            return hint if status == _raw.PRESS_ERR_INVAL else ""

        self._core.call(doing, function, self._core.handle, byref(raw), hint=hint_of, then=then)

    def remove(self, *targets: int | Target) -> None:
        """Removes targets and all that lies in them. A preview on any of them is cancelled.

        Raises NotFoundError: one of them is not there, and none is removed.
        """
        ids = [one.id if isinstance(one, Target) else one for one in targets]
        numbers = (c_uint32 * len(ids))(*(to_unsigned(id, 32, "id") for id in ids))

        def forget() -> None:
            self._ids[:] = [id for id in self._ids if id in self]

        doing = f"removing target {', '.join(map(str, ids))}"
        self._core.call(doing, _raw.press_targets_remove, self._core.handle, numbers, len(ids), then=forget)

    def at(self, x: float, y: float) -> int:
        """The id of the topmost target at a point; 0 where there is none."""
        found = c_uint32()
        point = to_q16(x, "x"), to_q16(y, "y")
        self._core.call(f"looking for a target at {x}, {y}", _raw.press_target_find, self._core.handle, *point, byref(found))
        return found.value

    def __getitem__(self, id: int) -> Target:
        """The target; NotFoundError and KeyError are both LookupErrors, and it is a KeyError that this raises."""
        raw, number = _raw.press_target(size=sizeof(_raw.press_target)), to_unsigned(id, 32, "id")
        try:
            self._core.call(f"reading target {id}", _raw.press_target_get, self._core.handle, number, byref(raw))
        except NotFoundError as error:
            raise KeyError(id) from error
        return Target(
            id=raw.id,
            x=from_q16(raw.x),
            y=from_q16(raw.y),
            width=from_q16(raw.width),
            height=from_q16(raw.height),
            traits=Trait(raw.traits),
            container=raw.container,
            domain=raw.domain,
        )

    def __iter__(self) -> Iterator[int]:
        return iter(list(self._ids))

    def __len__(self) -> int:
        return len(self._ids)

    def __repr__(self) -> str:
        return f"Targets({list(self.values())})"
