"""Drag and drop: what is dragged, what a destination would do with it, and the session from start to end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from ctypes import POINTER, addressof, byref, c_uint32, cast, sizeof
from dataclasses import dataclass
from typing import Any

from ._core import Core
from ._described import described
from ._strict import Strict
from .enums import DragState, DropOperation, EventType, Modifier, PointerHint, SpringState
from .errors import InvalidError
from .generated import _raw
from .numbers import from_q16, to_q16, to_unsigned
from .types import Event

Representation = int | str
"""A type of content: a number of the program's, 1 to 2**31 - 1, or a name such as "image/png"."""

_NAMED = 1 << 31
_FLAGS = (
    ("exact", _raw.PRESS_PROPOSAL_EXACT),
    ("part", _raw.PRESS_PROPOSAL_PART),
    ("transfers", _raw.PRESS_PROPOSAL_TRANSFERS),
    ("task", _raw.PRESS_PROPOSAL_TASK),
    ("irreversible", _raw.PRESS_PROPOSAL_IRREVERSIBLE),
)


@described
@dataclass(frozen=True, slots=True)
class DragItem:
    """One thing that is dragged, as `engine.drag.on_begin` answers. The engine keeps what it needs."""

    id: int
    """The program's name for it, not 0, unique within the session."""
    representations: Sequence[Representation] = ()
    """Types in which it can be taken, richest first. None: every destination can take it."""
    selected: bool = False
    """It is selected where it comes from: deselected there as the rules for selections say."""
    copy_only: bool = False
    """It may be copied, never moved."""
    same_domain: bool = False
    """Destinations in another domain than its source's do not take it."""
    value: Any = None
    """Any object of the program that belongs to it."""
    source: int = 0
    """The target that it comes from; written by the library."""
    inside: bool = False
    """It lies in its source, as words lie in a text: by the default rule the source itself may take it."""


@described
@dataclass(frozen=True, slots=True)
class Proposal:
    """What a destination would do with a drag, as `engine.drag.on_propose` answers."""

    operation: DropOperation
    items: int | None = None
    """At most this many; those that it has a representation for, first ones first. None: all."""
    accepts: Sequence[Representation] = ()
    """Types that it accepts; none: any."""
    hint: PointerHint | None = None
    """None: it follows from the operation."""
    exact: bool = False
    """It requires the exact place: asked again for every sample that moves over it."""
    part: bool = False
    """It takes a part of each item only."""
    transfers: bool = False
    """The drop takes time: it is over when `session.finish` was called for every item."""
    task: bool = False
    """The drop starts a task: it is over when `session.finish()` was called."""
    irreversible: bool = False
    """It cannot be undone: the program is asked to confirm first."""


class Types:
    """Numbers for the types that a program names."""

    __slots__ = ("_numbers",)

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, kind: Representation) -> int:
        if isinstance(kind, str):
            return self._numbers.setdefault(kind, _NAMED + len(self._numbers))
        if not (number := to_unsigned(kind, 31, "representation")):
            raise InvalidError("a representation is a name, or a number above 0")
        return number

    def kind(self, number: int) -> Representation | None:
        """What the program called it; None for 0: any."""
        return list(self._numbers)[number - _NAMED] if number >= _NAMED else number or None

    def table(self, kinds: Sequence[Representation]) -> Any:
        if isinstance(kinds, str):
            raise TypeError(f"representations must be a sequence of types, not the string {kinds!r}")
        return (c_uint32 * len(kinds))(*map(self.number, kinds))


def items_of(answer: DragItem | Sequence[DragItem] | None, capacity: int) -> list[DragItem]:
    """The items of an answer, each checked as the library would; it takes all or none."""
    items = [answer] if isinstance(answer, DragItem) else list(answer or ())
    for item in items:
        if not isinstance(item, DragItem):
            raise TypeError(f"what is dragged must be DragItems or None, not {type(item).__name__}")
    ids = [to_unsigned(item.id, 32, "id") for item in items]
    if len(ids) > capacity:
        raise InvalidError(f"{len(ids)} items to drag: there is room for {capacity} (max_items)")
    if 0 in ids or len(set(ids)) < len(ids):
        raise InvalidError(f"items to drag have ids that are not 0, each another: {ids}")
    return items


_ITEM_FLAGS = (
    ("selected", _raw.PRESS_ITEM_SELECTED),
    ("copy_only", _raw.PRESS_ITEM_COPY_ONLY),
    ("same_domain", _raw.PRESS_ITEM_SAME_DOMAIN),
    ("inside", _raw.PRESS_ITEM_INSIDE),
)


def write_item(raw: _raw.press_drag_item, item: DragItem, types: Types) -> Any:
    """Writes an item into memory of the library. Returns the table that must live as long as the session."""
    table = types.table(item.representations)
    raw.id = item.id
    raw.flags = sum(flag for name, flag in _ITEM_FLAGS if getattr(item, name))
    raw.representation_count = len(table)
    raw.representations = cast(table, POINTER(c_uint32)) if table else None
    return table


def proposal_from_raw(raw: _raw.press_drop_proposal) -> Proposal:
    """What the default rule says."""
    return Proposal(DropOperation(raw.operation), raw.item_count)


def write_proposal(raw: _raw.press_drop_proposal, proposal: Proposal, types: Types, kept: dict[tuple[int, ...], Any]) -> None:
    """Writes a proposal into memory of the library; its table goes into `kept`."""
    raw.operation = to_unsigned(DropOperation(proposal.operation), 32, "operation")
    if proposal.items is not None:
        raw.item_count = to_unsigned(proposal.items, 32, "items")
    raw.flags = sum(flag for name, flag in _FLAGS if getattr(proposal, name))
    if proposal.hint is not None:
        raw.flags |= _raw.PRESS_PROPOSAL_OWN_HINT
        raw.hint = PointerHint(proposal.hint)
    table = types.table(proposal.accepts)
    table = kept.setdefault(tuple(table), table)
    raw.accept_count = len(table)
    raw.accepts = cast(table, POINTER(c_uint32)) if table else None


Answer = list[tuple[DragItem, Any]]
"""Items that the program answered, each with its table of representations."""


def address(table: Any) -> int:
    """Where a table of representations lies, or a pointer points; 0: nowhere."""
    return addressof(getattr(table, "contents", table)) if table else 0


class Sessions:
    """The drags of an engine that are active, and the answers for them."""

    __slots__ = ("answers", "core", "most_items", "most_over", "over", "sessions", "types")

    def __init__(self, core: Core, config: _raw.press_drag_config) -> None:
        self.core = core
        self.most_items = int(config.max_items)
        self.types = Types()
        self.sessions: dict[int, DragSession] = {}
        # Answers whose session is not delivered yet: no more than there can be sessions.
        self.answers: deque[Answer] = deque(maxlen=config.max_sessions)
        # Sessions that are over: those whose drop can still be undone, and the latest one.
        self.over: dict[int, DragSession] = {}
        self.most_over = int(config.undo_depth) + 1

    def get(self, id: int) -> DragSession:
        """The session of an id; a new one where it is not known."""
        if id in self.over:
            return self.over[id]
        if id not in self.sessions:
            if len(self.sessions) > self.answers.maxlen * 2:  # type: ignore[operator]
                self.sessions = {number: one for number, one in self.sessions.items() if one.state}
            self.sessions[id] = session = DragSession(self, id)
            session._now()
            session._refresh()
        return self.sessions[id]

    def end(self, session: DragSession) -> None:
        """It is over; it is still the one of its id as long as its drop may be undone."""
        self.sessions.pop(session.id, None)
        self.over[session.id] = session
        if len(self.over) > self.most_over:
            del self.over[next(iter(self.over))]

    def item(self, session: DragSession, raw: _raw.press_drag_item) -> DragItem:
        """The DragItem that the program answered; for other items one with what the library knows."""
        for answer in (*reversed(session._answers), *reversed(self.answers)):
            for item, table in answer:
                if (item.id, item.source) == (raw.id, raw.source) and address(table) == address(raw.representations):
                    if not any(answer is one for one in session._answers):
                        session._answers.append(answer)
                    return item
        kinds = [self.types.kind(raw.representations[index]) for index in range(raw.representation_count)]
        flags = {name: bool(raw.flags & flag) for name, flag in _ITEM_FLAGS}
        return DragItem(raw.id, tuple(k for k in kinds if k), source=raw.source, **flags)


class DragSession(Strict):
    """One drag, from its start to the end of its drop: what the hooks of `engine.drag` are given.

    When it is over, `state` is DragState.NONE, and everything else stays as it was last.
    """

    __slots__ = ("_accepts", "_answers", "_event", "_id", "_items", "_last", "_sessions", "_taken", "_velocity")
    _way = "session"

    def __init__(self, sessions: Sessions, id: int) -> None:
        self._sessions = sessions
        self._id = id
        self._last = _raw.press_drag(size=sizeof(_raw.press_drag), session=id)
        self._items: tuple[DragItem, ...] = ()
        self._answers: list[Answer] = []
        self._accepts: dict[tuple[int, ...], Any] = {}
        self._taken: dict[int, Representation | None] = {}
        self._event: Event | None = None
        self._velocity = (0.0, 0.0)

    def _now(self) -> _raw.press_drag:
        raw = _raw.press_drag(size=sizeof(_raw.press_drag))
        core = self._sessions.core
        with core.lock:
            if core.look(_raw.press_drag_get, core.handle, self._id, byref(raw)) == 0:
                self._last = raw
            else:
                self._last.state = _raw.PRESS_DRAG_NONE
        return self._last

    @property
    def id(self) -> int:
        """The `subject` of its events."""
        return self._id

    @property
    def state(self) -> DragState:
        """Where it stands; NONE: over."""
        return DragState(self._now().state)

    @property
    def contact(self) -> int:
        """The contact that drags; NO_CONTACT: from code."""
        return int(self._now().contact)

    @property
    def source(self) -> int:
        """The target that its first item comes from."""
        return int(self._now().source)

    @property
    def destination(self) -> int:
        """The target that it is over, or was dropped on; 0: none."""
        return int(self._now().destination)

    @property
    def operation(self) -> DropOperation:
        """What the destination would do; CANCEL where there is none."""
        return DropOperation(self._now().operation)

    @property
    def accepted(self) -> int:
        """How many items the destination would take."""
        return int(self._now().accepted)

    @property
    def badge(self) -> int:
        """The number to show beside it: how many would be taken, or are dragged."""
        raw = self._now()
        takes = raw.destination and raw.operation >= DropOperation.COPY
        return int(raw.accepted if takes else raw.item_count)

    @property
    def hint(self) -> PointerHint:
        """The pointer that shows what a drop would do."""
        return PointerHint(self._now().hint)

    @property
    def modifiers(self) -> Modifier:
        """Keys that are held."""
        return Modifier(self._now().modifiers)

    @property
    def spring(self) -> int:
        """The target under it that springs open; 0: none."""
        return int(self._now().spring)

    @property
    def spring_state(self) -> SpringState:
        """How far that is."""
        return SpringState(self._now().spring_state)

    @property
    def location(self) -> tuple[float, float]:
        """x and y, points."""
        raw = self._now()
        return from_q16(raw.x), from_q16(raw.y)

    @property
    def velocity(self) -> tuple[float, float]:
        """What is under it scrolls by so many points per second, x and y."""
        return self._velocity

    @property
    def event(self) -> Event | None:
        """The event that is being delivered, or was last."""
        return self._event

    @property
    def item(self) -> DragItem | None:
        """The item that `event` is about; None: it is about no single one."""
        event = self._event
        if event is None or event.type not in _OF_ITEMS:
            return None
        return next((item for item in self._items if item.id == event.value), None)

    @property
    def items(self) -> tuple[DragItem, ...]:
        """What is dragged, in order."""
        with self._sessions.core.lock:
            self._refresh()
            return self._items

    def _refresh(self) -> None:
        sessions = self._sessions
        raw = (_raw.press_drag_item * sessions.most_items)()
        count = sessions.core.look(_raw.press_drag_get_items, sessions.core.handle, self._id, raw, sessions.most_items)
        if count >= 0:
            self._items = tuple(sessions.item(self, one) for one in raw[:count])

    def representation(self, item: DragItem | int) -> Representation | None:
        """What a drop took of an item: the richest that the destination accepts. None: any, or it was not taken."""
        return self._taken.get(_id(item))

    def cancel(self) -> None:
        """Ends it: a drag is cancelled, what still transfers fails. Raises NotFoundError: it is over."""
        self._do(_raw.press_drag_cancel, "cancelling")

    def confirm(self, yes: bool = True) -> None:
        """Answers a drop that cannot be undone. No: the items return.

        Raises NotFoundError (it is over), StateError (it waits for no answer).
        """
        self._do(_raw.press_drop_confirm, "confirming", bool(yes))

    def update(self, item: DragItem | int | None, progress: float) -> None:
        """How far the transfer of an item is, or with None the task: 0..1.

        Raises NotFoundError (it is over, or no such item), InvalidError (out of range), StateError (nothing transfers).
        """
        self._do(_raw.press_drop_update, "updating", _id(item), to_q16(progress, "progress"))

    def finish(self, item: DragItem | int | None = None, success: bool = True) -> None:
        """Ends the transfer of an item, or with None the task, or where there is none all items that are left.

        Raises NotFoundError (it is over, or no such item), StateError (nothing transfers).
        """
        self._do(_raw.press_drop_finish, "finishing", _id(item), bool(success))

    def move(self, x: float, y: float) -> DragSession:
        """Moves a drag from code to a point, as a finger would. Raises StateError (it is a finger's), NotFoundError."""
        self._do(_raw.press_drag_move, "moving", to_q16(x, "x"), to_q16(y, "y"))
        return self

    def add(self, source: int) -> DragSession:
        """Adds what another source has, as a contact that taps it would: on_add is asked.

        Raises NotFoundError (it is over, or no such target), StateError (it is no source, nothing was added, or it was dropped),
        NoSpaceError (`max_items`).
        """
        self._do(_raw.press_drag_add, f"from target {source}: adding", to_unsigned(source, 32, "source"))
        return self

    def over(self, target: int) -> DragSession:
        """Puts a drag from code over a target, whatever else lies there. Raises NotFoundError (no such target), StateError."""
        self._do(_raw.press_drag_over, f"to target {target}: moving", to_unsigned(target, 32, "target"))
        return self

    def drop(self) -> DragSession:
        """Lets go of a drag from code. Raises StateError (a finger drags it, or it was dropped), NotFoundError."""
        self._do(_raw.press_drag_drop, "dropping")
        return self

    def _do(self, function: Callable[..., int], doing: str, *arguments: int) -> None:
        core = self._sessions.core
        core.call(f"{doing} drag {self._id}", function, core.handle, self._id, *arguments)

    def __repr__(self) -> str:
        return f"<DragSession {self._id} {self.state.name.lower()}, {len(self.items)} items>"

    def _received(self, event: Event) -> None:
        self._event = event
        self._now()
        self._refresh()
        if event.type == EventType.DROP_ITEM_BEGAN:
            self._taken[int(event.value)] = self._sessions.types.kind(int(event.value2))
        elif event.type == EventType.AUTOSCROLL_CHANGED:
            self._velocity = event.value, event.value2
        elif event.type == EventType.AUTOSCROLL_ENDED:
            self._velocity = 0.0, 0.0


_OF_ITEMS = (
    EventType.DROP_ITEM_BEGAN,
    EventType.DROP_ITEM_UPDATED,
    EventType.DROP_ITEM_ENDED,
    EventType.DROP_ITEM_NOT_TAKEN,
    EventType.DROP_ITEM_UNDONE,
    EventType.SELECTION_SET,
    EventType.SELECTION_CLEARED,
)


def _id(item: DragItem | int | None) -> int:
    return to_unsigned(item.id if isinstance(item, DragItem) else item or 0, 32, "item")
