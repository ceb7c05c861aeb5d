"""The targets of an engine, as a mapping from id to Target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from ctypes import byref, c_uint32, sizeof
from typing import TYPE_CHECKING

from . import _raw
from .enums import Trait
from .errors import InvalidError, NotFoundError, check, why
from .numbers import from_q16, to_q16, to_unsigned
from .types import Target

if TYPE_CHECKING:
    from .engine import Engine


def _raw_target(target: Target) -> _raw.press_target:
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


class Targets(Mapping[int, Target]):
    """The regions of the surface, from the lowest to the topmost. With none, the whole surface is one target."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, target: Target) -> Target:
        """Adds a target on top of all others. Contacts that are down keep theirs.

        Raises InvalidError (id 0 or in use, negative size, unknown trait), NotFoundError (no such container),
        NoSpaceError (`max_targets` are there).
        """
        with self._engine._telling():
            raw = _raw_target(target)
            refused = why(_raw.press_target_check, raw) or "the id is in use"
            status = _raw.press_target_add(self._engine._raw, byref(raw))
            check(status, f"adding target {target.id}", refused if status == InvalidError.status else "")
            self._engine._target_ids.append(int(target.id))
        return target

    def update(self, target: Target) -> Target:
        """Changes everything but the id and the place in the stack.

        A preview that runs on it goes on, unless it loses the trait: then it is cancelled. Raises NotFoundError
        (no such target or container), InvalidError (as for add, or the container is the target or lies within it).
        """
        with self._engine._telling():
            raw = _raw_target(target)
            refused = why(_raw.press_target_check, raw) or "its container lies within it"
            status = _raw.press_target_update(self._engine._raw, byref(raw))
            check(status, f"updating target {target.id}", refused if status == InvalidError.status else "")
        return target

    def remove(self, target: int | Target) -> None:
        """Removes a target and all that lies in it. A preview on any of them is cancelled.

        Raises NotFoundError.
        """
        id = target.id if isinstance(target, Target) else target
        with self._engine._telling():
            check(_raw.press_target_remove(self._engine._raw, to_unsigned(id, 32, "id")), f"removing target {id}")
            self._engine._target_ids[:] = [id for id in self._engine._target_ids if id in self]

    def at(self, x: float, y: float) -> int:
        """The id of the topmost target at a point; 0 where there is none."""
        found = c_uint32()
        with self._engine._lock:
            check(
                _raw.press_target_at(self._engine._raw, to_q16(x, "x"), to_q16(y, "y"), byref(found)),
                f"looking for a target at {x}, {y}",
            )
        return found.value

    def __getitem__(self, id: int) -> Target:
        """The target; NotFoundError and KeyError are both LookupErrors, and it is a KeyError that this raises."""
        raw = _raw.press_target(size=sizeof(_raw.press_target))
        with self._engine._lock:
            status = _raw.press_target_get(self._engine._raw, to_unsigned(id, 32, "id"), byref(raw))
        try:
            check(status, f"reading target {id}")
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
        return iter(list(self._engine._target_ids))

    def __len__(self) -> int:
        return len(self._engine._target_ids)

    def __repr__(self) -> str:
        return f"Targets({list(self.values())})"
