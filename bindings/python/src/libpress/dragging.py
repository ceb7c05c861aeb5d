"""What an engine does once drag and drop is attached to it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from ctypes import addressof, byref, c_uint32, c_void_p
from dataclasses import replace
from typing import Any

from . import _raw
from ._delegate import Delegate
from ._hooks import Hook
from ._raw import press_drag, press_drag_config, press_drag_item, press_drop_proposal, press_touch
from .drag import (
    Answer,
    DragItem,
    DragSession,
    Proposal,
    Types,
    items_of,
    proposal_from_raw,
    write_item,
    write_proposal,
)
from .enums import DropOperation, EventType, Modifier, Trait
from .errors import NotFoundError, StateError, check
from .numbers import to_unsigned
from .types import NO_CONTACT, Event, Touch, touch_from_raw

OnDrag = Callable[[Touch], DragItem | Sequence[DragItem] | None]
OnAdd = Callable[[DragSession, Touch], DragItem | Sequence[DragItem] | None]
OnPropose = Callable[[DragSession, int, Proposal], Proposal | DropOperation | bool | None]
OnSpring = Callable[[DragSession, int, bool], bool]
OnLaunch = Callable[[DragSession], bool]
OnConfirm = Callable[[DragSession], bool | None]

_WHEN: dict[int, str] = {
    EventType.DRAG_BEGAN: "when_drag_began",
    EventType.DRAG_MOVED: "when_drag_moved",
    EventType.DRAG_ENTERED: "when_drag_entered",
    EventType.DRAG_LEFT: "when_drag_left",
    EventType.DRAG_PROPOSED: "when_drag_changed",
    EventType.DRAG_ITEMS_CHANGED: "when_drag_changed",
    EventType.DRAG_HINT_CHANGED: "when_drag_changed",
    EventType.DRAG_CANCELLED: "when_drag_cancelled",
    EventType.DRAG_DROPPED: "on_drop",
    EventType.SPRING_POSSIBLE: "when_spring_changed",
    EventType.SPRING_ACTIVATING: "when_spring_changed",
    EventType.SPRING_ACTIVATED: "when_spring_activated",
    EventType.SPRING_ENDED: "when_spring_changed",
    EventType.AUTOSCROLL_CHANGED: "when_autoscrolled",
    EventType.AUTOSCROLL_ENDED: "when_autoscrolled",
    EventType.DROP_ITEM_BEGAN: "when_item_changed",
    EventType.DROP_ITEM_UPDATED: "when_item_changed",
    EventType.DROP_ITEM_ENDED: "when_item_changed",
    EventType.DROP_SLOW: "when_drop_slow",
    EventType.TASK_BEGAN: "when_task_changed",
    EventType.TASK_UPDATED: "when_task_changed",
    EventType.TASK_ENDED: "when_task_changed",
    EventType.DROP_CONCLUDED: "when_drop_concluded",
    EventType.SELECTION_SET: "when_selection_changed",
    EventType.SELECTION_CLEARED: "when_selection_changed",
}
_WHEN_NO_SESSION: dict[int, str] = {
    EventType.DROP_ITEM_UNDONE: "when_undone",
    EventType.TARGET_ACTIVATED: "when_target_activated",
}


class Dragging:
    """The part of an Engine for drag and drop: `Engine(drag=True)`."""

    _raw: c_void_p
    _lock: threading.RLock
    _delegate: Delegate

    def _telling(self) -> AbstractContextManager[None]:
        raise NotImplementedError

    def _apply_delegate(self) -> None:
        raise NotImplementedError

    def _hear(self) -> None:
        raise NotImplementedError

    def _call(self, name: str, argument: object) -> None:
        raise NotImplementedError

    def _get_when(self, name: str) -> Any:
        raise NotImplementedError

    def _set_when(self, name: str, function: Callable[..., object] | None) -> None:
        raise NotImplementedError

    def _prepare_drag(self, config: press_drag_config | None) -> None:
        self._drag_config = config
        self._most_items: int = config.max_items if config is not None else 0
        self._types = Types()
        self._sessions: dict[int, DragSession] = {}
        # Answers of on_drag whose session is not told yet: no more than there can be sessions.
        self._answers: deque[Answer] = deque(maxlen=config.max_sessions if config else 1)
        self._over: DragSession | None = None
        self._modifiers = Modifier(0)
        self._ask: dict[str, Any] = {}

    # Functions of the program

    when_drag_began = Hook("A drag begins (DRAG_BEGAN). The function takes the DragSession, or nothing, as in all.")
    when_drag_moved = Hook("A drag moves (DRAG_MOVED): `session.location`.")
    when_drag_entered = Hook("A drag comes over a destination (DRAG_ENTERED): `session.destination`, `.operation`.")
    when_drag_left = Hook("A drag leaves a destination (DRAG_LEFT): `session.event.target`.")
    when_drag_changed = Hook("Badge, pointer or proposal change (DRAG_ITEMS_CHANGED, _HINT_CHANGED, _PROPOSED).")
    when_drag_cancelled = Hook("A drag ends without a drop (DRAG_CANCELLED): its event says why, `.returns`, `.fades`.")
    on_drop = Hook("A drag is dropped (DRAG_DROPPED) on `session.destination`, 0 for empty space: `session.operation`.")
    when_spring_changed = Hook("A spring is possible, activating, or inactive again: `session.event.type`, `.target`.")
    when_spring_activated = Hook("A spring is activated (SPRING_ACTIVATED): open `session.spring`; the drag goes on.")
    when_autoscrolled = Hook("`session.velocity` changes (AUTOSCROLL_...): scroll `session.event.target` so.")
    when_item_changed = Hook("The transfer of `session.item` begins, goes on or ends (DROP_ITEM_...): `session.event`.")
    when_drop_slow = Hook("A drop takes longer than slow_us (DROP_SLOW).")
    when_task_changed = Hook("The task that a drop started begins, goes on or ends (TASK_...): `session.event`.")
    when_drop_concluded = Hook("A drop is over (DROP_CONCLUDED): of its event `value` items arrived, `value2` did not.")
    when_selection_changed = Hook("`session.item` is selected in the event's target, or not any more (SELECTION_...).")
    when_undone = Hook("An item of a drop is undone (DROP_ITEM_UNDONE). The function takes the event, or nothing.")
    when_target_activated = Hook("A contact that did not drag lifts in an inactive container (the event, or nothing).")

    @property
    def on_drag(self) -> OnDrag | None:
        """Asked as a drag starts from `touch.target`: DragItems, or None. Not set: one item, the target, selected.

        Also asked for what is added to a drag, unless on_add is set. `touch.contact` is NO_CONTACT where code drags.
        """
        function: OnDrag | None = self._ask.get("on_drag")
        return function

    @on_drag.setter
    def on_drag(self, function: OnDrag | None) -> None:
        self._set_asked("on_drag", function, "drag_will_begin", self._answer_drag)

    @property
    def on_add(self) -> OnAdd | None:
        """Asked as another contact taps a source during a drag, `(session, touch)`: DragItems to add, or None."""
        function: OnAdd | None = self._ask.get("on_add")
        return function

    @on_add.setter
    def on_add(self, function: OnAdd | None) -> None:
        self._set_asked("on_add", function, "drag_will_begin", self._answer_drag)

    @property
    def on_propose(self) -> OnPropose | None:
        """Asked what a destination would do, `(session, destination, proposal)`; `proposal` is the default rule's.

        Answers a Proposal, or a DropOperation, or True for the proposal as it is; None or False: nothing, and what lies
        under it is asked. Not set: the default rule.
        """
        function: OnPropose | None = self._ask.get("on_propose")
        return function

    @on_propose.setter
    def on_propose(self, function: OnPropose | None) -> None:
        self._set_asked("on_propose", function, "drop_will_propose", self._answer_propose)

    @property
    def on_spring(self) -> OnSpring | None:
        """Asked as a drag comes over a spring, and before it activates: `(session, target, again) -> bool`."""
        function: OnSpring | None = self._ask.get("on_spring")
        return function

    @on_spring.setter
    def on_spring(self, function: OnSpring | None) -> None:
        self._set_asked("on_spring", function, "spring_should_activate", self._answer_spring)

    @property
    def on_launch(self) -> OnLaunch | None:
        """Asked as a drag is dropped where nothing takes it, `(session) -> bool`: yes drops it there."""
        function: OnLaunch | None = self._ask.get("on_launch")
        return function

    @on_launch.setter
    def on_launch(self, function: OnLaunch | None) -> None:
        self._set_asked("on_launch", function, "drag_should_launch", self._answer_launch)

    @property
    def on_confirm(self) -> OnConfirm | None:
        """Asked before a drop that cannot be undone, `(session)`: True, False, or None to `session.confirm` later."""
        function: OnConfirm | None = self._ask.get("on_confirm")
        return function

    @on_confirm.setter
    def on_confirm(self, function: OnConfirm | None) -> None:
        self._set_asked("on_confirm", function, None, None)

    def _set_asked(self, name: str, function: Any, member: str | None, answer: Any) -> None:
        if function is not None and not callable(function):
            raise TypeError(f"{name} must be a function or None, not {type(function).__name__}")
        self._need_drag()
        with self._lock:
            self._ask[name] = function
            if member == "drag_will_begin":
                function = self._ask.get("on_drag") or self._ask.get("on_add")
            if member is not None:
                setattr(self._delegate, member, None if function is None else answer)
            self._apply_delegate()
            self._hear()

    def _need_drag(self) -> None:
        if self._drag_config is None:
            raise StateError("drag and drop is not attached: make the engine with Engine(drag=True)")

    # Answers to the library

    def _answer_drag(self, touch: press_touch, session: int, raw: Any, capacity: int) -> int:
        where = touch_from_raw(touch)
        on_drag, on_add = self._ask.get("on_drag"), self._ask.get("on_add")
        answer: Any = DragItem(where.target or 1, selected=True)
        if session and on_add is not None:
            answer = on_add(self._session(session), where)
        elif on_drag is not None:
            answer = on_drag(where)
        items = [replace(item, source=where.target) for item in items_of(answer, capacity)]
        pairs = [(item, write_item(raw[index], item, self._types)) for index, item in enumerate(items)]
        (self._session(session)._answers if session else self._answers).append(pairs)
        return len(items)

    def _answer_propose(self, drag: press_drag, destination: int, raw: press_drop_proposal) -> bool:
        session, usual = self._session(drag.session), proposal_from_raw(raw)
        answer = self._ask["on_propose"](session, destination, usual)
        if answer is None or answer is False:
            return False
        if isinstance(answer, DropOperation):
            answer = replace(usual, operation=answer)
        elif answer is True:
            answer = usual
        if not isinstance(answer, Proposal):
            raise TypeError(f"on_propose answers a Proposal, a DropOperation or a bool, not {type(answer).__name__}")
        write_proposal(raw, answer, self._types, session._accepts)
        return True

    def _answer_spring(self, drag: press_drag, target: int, again: bool) -> bool:
        return bool(self._ask["on_spring"](self._session(drag.session), target, again))

    def _answer_launch(self, drag: press_drag) -> bool:
        return bool(self._ask["on_launch"](self._session(drag.session)))

    # Sessions

    def _session(self, id: int) -> DragSession:
        if self._over is not None and self._over.id == id:
            return self._over
        if id not in self._sessions:
            if len(self._sessions) > self._answers.maxlen * 2:  # type: ignore[operator]
                self._sessions = {number: one for number, one in self._sessions.items() if one.state}
            self._sessions[id] = session = DragSession(self, id)
            session._now()
            session._refresh()
        return self._sessions[id]

    def _item(self, session: DragSession, raw: press_drag_item) -> DragItem:
        """The DragItem that the program answered; for what it did not, one with what the library knows."""
        for answer in (*reversed(session._answers), *reversed(self._answers)):
            for item, table in answer:
                if (item.id, item.source) == (raw.id, raw.source) and _address(table) == _address(raw.representations):
                    if not any(answer is one for one in session._answers):
                        session._answers.append(answer)
                    return item
        kinds = [self._types.kind(raw.representations[index]) for index in range(raw.representation_count)]
        return DragItem(raw.id, tuple(k for k in kinds if k), bool(raw.flags & 1), source=raw.source)

    def _heard_drag(self, event: Event) -> None:
        kind = int(event.type)
        if kind in _WHEN_NO_SESSION:
            self._call(_WHEN_NO_SESSION[kind], event)
            return
        if kind not in _WHEN and kind != EventType.DRAG_CONFIRM:
            return
        session = self._session(event.subject)
        session._heard(event)
        try:
            if kind == EventType.DRAG_CONFIRM:
                function = self._ask.get("on_confirm")
                if function and (answer := function(session)) is not None:
                    session.confirm(answer)
            else:
                self._call(_WHEN[kind], session)
        finally:
            if kind in (EventType.DRAG_CANCELLED, EventType.DROP_CONCLUDED):
                self._sessions.pop(session.id, None)
                self._over = session

    def _hear_along(self) -> None:
        """Sessions follow events where there is a callback anyway; to add one would change how the queue fills."""
        if self._drag_config is not None and self._delegate.raw() is not None:
            self._hear()

    def drag_session(self, contact: int = NO_CONTACT) -> DragSession | None:
        """The session of a contact that drags, or the one from code; None: there is none."""
        self._need_drag()
        with self._lock:
            self._hear_along()
            id = c_uint32()
            try:
                check(
                    _raw.press_drag_session(self._raw, to_unsigned(contact, 32, "contact"), byref(id)),
                    f"asking for the drag of contact {contact}",
                )
            except NotFoundError:
                return None
            return self._session(id.value)

    @property
    def modifiers(self) -> Modifier:
        """Keys that are held: `engine.modifiers = {Modifier.COPY}`. What holds is what is set as a drag is dropped."""
        return self._modifiers

    @modifiers.setter
    def modifiers(self, modifiers: Modifier | Iterable[Modifier]) -> None:
        held = Modifier(0)
        for one in [modifiers] if isinstance(modifiers, int) else modifiers:
            held |= Modifier(one)
        self._need_drag()
        with self._telling():
            check(_raw.press_drag_set_modifiers(self._raw, int(held)), "setting the modifiers")
            self._modifiers = held

    def undo(self) -> None:
        """Undoes the newest drop that was concluded; `when_undone` is told for each item.

        Raises NotFoundError (there is none), StateError (no drag and drop).
        """
        with self._telling():
            check(_raw.press_drop_undo(self._raw), "undoing the newest drop")

    # Without a finger

    @property
    def drag_sources(self) -> list[int]:
        """The targets that can be dragged from, topmost first: for lists and assistive technology."""
        return self._list(Trait.DRAG_SOURCE)

    @property
    def drop_points(self) -> list[int]:
        """The targets that can be dropped on, topmost first."""
        return self._list(Trait.DROP)

    def _list(self, traits: Trait) -> list[int]:
        with self._lock:
            count = check(_raw.press_target_list(self._raw, traits, None, 0), "listing targets")
            ids = (c_uint32 * count)()
            check(_raw.press_target_list(self._raw, traits, ids, count), "listing targets")
        return list(ids)

    def drag(self, source: int) -> DragSession:
        """Starts a drag without a finger, one at a time: `engine.drag(1).over(2).drop()`. Told as any other.

        Raises NotFoundError (no such target), StateError (it is no source, one is there already, or on_drag refused),
        NoSpaceError (`max_sessions` are there).
        """
        with self._telling():
            self._hear_along()
            id = c_uint32()
            check(
                _raw.press_drag_begin(self._raw, to_unsigned(source, 32, "source"), byref(id)),
                f"dragging from target {source}",
            )
            return self._session(id.value)

    def move(self, source: int, destination: int) -> DragSession:
        """Drags and drops in one go: a move or a copy, as the destination proposes. What it came to is told.

        Raises as `drag`.
        """
        with self._telling():
            self._hear_along()
            id = c_uint32()
            check(
                _raw.press_drag_perform(
                    self._raw, to_unsigned(source, 32, "source"), to_unsigned(destination, 32, "destination"), byref(id)
                ),
                f"dragging from target {source} to target {destination}",
            )
            return self._session(id.value)


def _address(table: Any) -> int:
    """Where a table of representations lies, or a pointer points; 0: nowhere."""
    return addressof(getattr(table, "contents", table)) if table else 0
