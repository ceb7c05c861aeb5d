"""What is peeked, and its quick actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from ctypes import POINTER, addressof, cast, pointer, sizeof
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _raw
from .enums import ActionStyle, PeekState
from .errors import InvalidError
from .numbers import to_q16, to_unsigned
from .types import NO_CONTACT, Touch

if TYPE_CHECKING:
    ActionHandler = Callable[["PreviewAction", "Peek"], object]

_MOST_ACTIONS = 64
_DEEPEST = 4


@dataclass(frozen=True, eq=False)
class PreviewAction:
    """A quick action. `handler(action, peek)` is called once when it is selected."""

    title: str
    style: ActionStyle = ActionStyle.DEFAULT
    handler: ActionHandler | None = None
    disabled: bool = False
    """Shown, but cannot be chosen."""


@dataclass(frozen=True, eq=False)
class PreviewActionGroup:
    """A quick action that opens further ones."""

    title: str
    actions: Sequence[PreviewAction | PreviewActionGroup]
    style: ActionStyle = ActionStyle.DEFAULT
    disabled: bool = False


Action = PreviewAction | PreviewActionGroup


@dataclass(frozen=True, eq=False)
class Peek:
    """What is peeked, as `engine.on_peek` answers it or `engine.peeks` declares it.

    The ids of the actions, which events carry, are 1, 2, 3... as they stand here, the actions of a group after it.
    Lengths are points of the surface. The engine keeps what it needs: nothing has to be held on to.
    """

    id: int
    """The program's name for what is shown: `subject` of the events."""
    actions: Sequence[Action] = ()
    """At most 64, groups at most 4 deep."""
    source: tuple[float, float, float, float] | None = None
    """What to keep sharp: x, y, width, height; None: the target."""
    size: tuple[float, float] = (0, 0)
    """Preferred; width 0: the full width."""
    actions_frame: tuple[float, float, float, float] | None = None
    """Where the program draws the actions: x and y of the first, width, and the height of each; None: they cannot be
    hit, only chosen from code."""


@dataclass(frozen=True)
class PeekStatus:
    """Where the peek of an engine stands."""

    state: PeekState
    peek: Peek | None = None
    target: int = 0
    contact: int = NO_CONTACT
    """NO_CONTACT: opened from code, or left on show."""
    actions: tuple[Action, ...] = ()
    """Those on show: of the open group, or of the peek."""
    highlighted: Action | None = None
    group: PreviewActionGroup | None = None
    """The open group."""


class Built:
    """A Peek as the library takes it: tables that must live as long as the library may look at them."""

    def __init__(self, peek: Peek) -> None:
        if not isinstance(peek, Peek):
            raise TypeError(f"what is peeked must be a Peek or None, not {type(peek).__name__}")
        self.peek = peek
        self.actions: list[Action] = []
        self._tables: list[Any] = []
        self.raw = _raw.press_peek(size=sizeof(_raw.press_peek), id=to_unsigned(peek.id, 32, "id"))
        raw = self.raw
        for names, values in (
            (("source_x", "source_y", "source_width", "source_height"), peek.source),
            (("width", "height"), peek.size),
            (("actions_x", "actions_y", "actions_width", "action_height"), peek.actions_frame),
        ):
            if values is not None:
                for name, value in zip(names, values, strict=True):
                    setattr(raw, name, to_q16(value, name))
        raw.action_count, raw.actions = self._table(peek.actions, 0)

    def _table(self, actions: Sequence[Action], depth: int) -> tuple[int, Any]:
        if len(actions) > _MOST_ACTIONS:
            raise InvalidError(f"{len(actions)} actions: at most {_MOST_ACTIONS}")
        if depth > _DEEPEST:
            raise InvalidError(f"groups of actions are at most {_DEEPEST} deep")
        if not actions:
            return 0, None
        table = (_raw.press_action * len(actions))()
        self._tables.append(table)
        for raw, action in zip(table, actions, strict=True):
            if not isinstance(action, PreviewAction | PreviewActionGroup):
                raise TypeError(
                    f"an action must be a PreviewAction or a PreviewActionGroup, not {type(action).__name__}"
                )
            self.actions.append(action)
            raw.id = len(self.actions)
            raw.style = to_unsigned(action.style, 32, "style")
            raw.flags = _raw.PRESS_ACTION_DISABLED if action.disabled else 0
            raw.title = action.title.encode()
            if isinstance(action, PreviewActionGroup):
                if not action.actions:
                    raise InvalidError(f"the group {action.title!r} has no actions")
                raw.child_count, raw.children = self._table(action.actions, depth + 1)
        return len(actions), cast(table, POINTER(_raw.press_action))

    def action(self, id: int) -> Action | None:
        """The action of an id; None: there is none."""
        return self.actions[id - 1] if 0 < id <= len(self.actions) else None

    def is_like(self, raw: _raw.press_peek) -> bool:
        """Whether a press_peek of the library came from here."""
        return bool(raw.id == self.raw.id and _address(raw.actions) == _address(self.raw.actions))


def _address(actions: Any) -> int:
    return addressof(actions.contents) if actions else 0


class PeekTables:
    """Which Peeks the library may look at, and which one is shown."""

    def __init__(self) -> None:
        self.on_peek: Callable[[Touch], Peek | None] | None = None
        self.declared: dict[int, Built] = {}
        self.shown: Built | None = None
        self._declarations: list[tuple[Any, dict[int, Built]]] = []
        self._answers: list[Built] = []

    def declare(
        self, peeks: Mapping[int, Peek], now: _raw.press_peek | None, settled: bool
    ) -> tuple[Any, dict[int, Built]]:
        """A table of press_peek_declaration, kept alive like all that may be on show: `now`, and what is not told yet
        where this happens inside a callback (not `settled`)."""
        built = {to_unsigned(target, 32, "target"): Built(peek) for target, peek in peeks.items()}
        table = (_raw.press_peek_declaration * len(built))()
        for raw, (target, one) in zip(table, built.items(), strict=True):
            raw.target, raw.peek = target, one.raw
        if settled:
            self._forget(now)
        return table, built

    def declare_done(self, table: Any, built: dict[int, Built]) -> None:
        """The library has taken it."""
        self._declarations.append((table, built))
        self.declared = built

    def answer(self, peek: Peek, raw: _raw.press_peek, now: _raw.press_peek | None, settled: bool) -> None:
        """Writes the answer of on_peek to where the library wants it."""
        built = Built(peek)
        if settled:
            self._forget(now)
        self._answers.append(built)
        pointer(raw)[0] = built.raw

    def find(self, raw: _raw.press_peek) -> Built | None:
        """The Peek behind a press_peek."""
        return next((built for built in self._all() if built.is_like(raw)), None)

    def begin(self, id: int, target: int) -> None:
        """The peek `id` of a target is shown from now on."""
        declared = self.declared.get(target)
        candidates = ([declared] if declared else []) + self._answers[::-1]
        self.shown = next((built for built in candidates if built.peek.id == id), None)

    def _all(self) -> list[Built]:
        tables = [built for _, table in reversed(self._declarations) for built in table.values()]
        return ([self.shown] if self.shown else []) + self._answers[::-1] + tables

    def _forget(self, now: _raw.press_peek | None) -> None:
        """Drops what cannot be on show any more; `now`: what is."""
        self._answers = [built for built in self._answers if now is not None and built.is_like(now)]
        if now is None:
            self._declarations = self._declarations[-1:]
