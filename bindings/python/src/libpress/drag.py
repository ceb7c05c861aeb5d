"""Drag and drop."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from ctypes import byref, c_uint32
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ._core import Core
from ._hooks import Hooked, On, When, WhenGiven
from ._strict import warn
from ._unheard import movement, of, proposed, setting, trait
from .drag_session import (
    DragItem,
    DragSession,
    Proposal,
    Sessions,
    items_of,
    proposal_from_raw,
    write_item,
    write_proposal,
)
from .enums import DropOperation, EventType, Modifier, Trait
from .generated import _raw
from .generated._configs import DragConfig as DragConfig
from .numbers import to_unsigned
from .types import NO_CONTACT, Event, touch_from_raw

if TYPE_CHECKING:
    from ._hooks import Result
    from .types import Touch

    Items = Iterable[DragItem] | DragItem | None
    SessionHook = Callable[[DragSession], Result] | Callable[[], Result]
    BeginHook = Callable[[Touch], Items] | Callable[[], Items]
    AddHook = Callable[[DragSession, Touch], Items] | Callable[[DragSession], Items] | Callable[[], Items]
    Offer = Proposal | DropOperation | bool | None
    ProposeHook = (
        Callable[[DragSession, int, Proposal], Offer] | Callable[[DragSession, int], Offer] | Callable[[DragSession], Offer] | Callable[[], Offer]
    )
    SpringHook = Callable[[DragSession, int, bool], bool] | Callable[[DragSession, int], bool] | Callable[[DragSession], bool] | Callable[[], bool]
    DecideHook = Callable[[DragSession], bool] | Callable[[], bool]
    ConfirmHook = Callable[[DragSession], bool | None] | Callable[[], bool | None]


_SESSION = ("session",)
_WITHOUT_SESSION = (
    EventType.DROP_ITEM_UNDONE,
    EventType.DROP_UNDONE,
    EventType.DROP_ITEM_REDONE,
    EventType.DROP_REDONE,
    EventType.TARGET_ACTIVATED,
    EventType.DRAG_LIFTED,
    EventType.DRAG_SETTLED,
    EventType.DRAG_REFUSED,
)


_DRAGS = of(movement, trait(Trait.DRAG_SOURCE))
_DROPS = of(_DRAGS, trait(Trait.DROP))
_UNDOES = setting("drag", "undo_depth", "DragConfig(undo_depth=4)")


class Drag(Hooked):
    """`engine.drag`, of an Engine(drag=True). Hooks take the DragSession, or nothing, where they say no other."""

    __slots__ = ("_modifiers", "_sessions")
    _way = "engine.drag"
    _words = "drag and drop"
    _needs = {
        **dict.fromkeys(
            "on_begin on_add on_launch when_lifted when_settled when_began when_refused when_moved when_changed when_cancelled when_dropped "
            "when_selection_changed".split(),
            _DRAGS,
        ),
        **dict.fromkeys(
            "on_propose when_entered when_left when_forbidden when_item_changed when_item_not_taken when_concluded".split(),
            _DROPS,
        ),
        **dict.fromkeys(("on_spring", "when_spring_changed", "when_spring_activated"), of(_DRAGS, trait(Trait.SPRING))),
        **dict.fromkeys(("when_item_undone", "when_undone", "when_item_redone", "when_redone"), of(_DROPS, _UNDOES)),
        **dict.fromkeys(("on_confirm", "when_task_changed"), of(_DROPS, proposed)),
        "when_autoscrolled": of(_DRAGS, trait(Trait.SCROLL)),
        "when_drop_slow": of(_DROPS, setting("drag", "slow_us", "DragConfig(slow_us=1_000_000)")),
        "when_target_activated": trait(Trait.INACTIVE),
    }

    on_begin = On["BeginHook"](
        "Asked as a drag starts from `touch.target`: DragItems, or None. Not set: one item, the target, selected. Also asked "
        "for what is added to a drag, unless on_add is set. `touch.contact` is NO_CONTACT where code drags.",
        "drag_will_begin",
        "touch",
    )
    on_add = On["AddHook"](
        "Asked as another contact taps a source during a drag, or `session.add` is called: DragItems to add, or None.",
        "drag_will_begin",
        "session",
        "touch",
    )
    on_propose = On["ProposeHook"](
        "Asked what a destination would do; `proposal` is the default rule's. Answers a Proposal, or a DropOperation, or True "
        "for the proposal as it is; None or False: nothing, and what lies under it is asked. Not set: the default rule.",
        "drop_will_propose",
        "session",
        "destination",
        "proposal",
    )
    on_spring = On["SpringHook"](
        "Asked as a drag comes over a spring, and with `again` before it activates: True or False.",
        "spring_should_activate",
        "session",
        "target",
        "again",
    )
    on_launch = On["DecideHook"](
        "Asked as a drag comes where there is no destination, once, and as its items change: True drops it there when let go.",
        "drag_should_launch",
        "session",
    )
    on_confirm = On["ConfirmHook"](
        "Asked before a drop that cannot be undone: True, False, or None to call `session.confirm` later.",
        EventType.DRAG_CONFIRM,
        "session",
    )

    when_lifted = When("A source was held long enough: moving drags it from here on.", EventType.DRAG_LIFTED)
    when_settled = When("What was lifted lies down again, without a drag: `event.reason`.", EventType.DRAG_SETTLED)
    when_began = WhenGiven["SessionHook"]("A drag begins.", EventType.DRAG_BEGAN, gives=_SESSION)
    when_refused = When("A contact left the source `event.target`, and all sessions are taken.", EventType.DRAG_REFUSED)
    when_moved = WhenGiven["SessionHook"]("A drag moves: `session.location`.", EventType.DRAG_MOVED, gives=_SESSION)
    when_entered = WhenGiven["SessionHook"](
        "A drag comes over a destination that would take something: `session.destination`, `.operation`.", EventType.DRAG_ENTERED, gives=_SESSION
    )
    when_left = WhenGiven["SessionHook"]("A drag leaves a destination: `session.event.target`.", EventType.DRAG_LEFT, gives=_SESSION)
    when_forbidden = WhenGiven["SessionHook"](
        "A drag comes over a destination that refuses: `session.event.target`, `session.operation`.", EventType.DRAG_FORBIDDEN, gives=_SESSION
    )
    when_changed = WhenGiven["SessionHook"](
        "Proposal, badge or pointer change: `session.event.type` says which.",
        EventType.DRAG_PROPOSED,
        EventType.DRAG_ITEMS_CHANGED,
        EventType.DRAG_HINT_CHANGED,
        gives=_SESSION,
    )
    when_cancelled = WhenGiven["SessionHook"](
        "A drag ends without a drop: its event says why, `.returns`, `.fades`.", EventType.DRAG_CANCELLED, gives=_SESSION
    )
    when_dropped = WhenGiven["SessionHook"](
        "A drag is dropped on `session.destination`, 0 for empty space: `session.operation`.",
        EventType.DRAG_DROPPED,
        gives=_SESSION,
    )
    when_spring_changed = WhenGiven["SessionHook"](
        "A spring is possible, activating, or inactive again: `session.event.type`, `.target`.",
        EventType.SPRING_POSSIBLE,
        EventType.SPRING_ACTIVATING,
        EventType.SPRING_ENDED,
        gives=_SESSION,
    )
    when_spring_activated = WhenGiven["SessionHook"](
        "A spring is activated: open `session.spring`; the drag goes on.", EventType.SPRING_ACTIVATED, gives=_SESSION
    )
    when_autoscrolled = WhenGiven["SessionHook"](
        "`session.velocity` changes: scroll `session.event.target` so.",
        EventType.AUTOSCROLL_BEGAN,
        EventType.AUTOSCROLL_CHANGED,
        EventType.AUTOSCROLL_ENDED,
        gives=_SESSION,
    )
    when_item_changed = WhenGiven["SessionHook"](
        "The transfer of `session.item` begins, goes on or ends: `session.event`.",
        EventType.DROP_ITEM_BEGAN,
        EventType.DROP_ITEM_UPDATED,
        EventType.DROP_ITEM_ENDED,
        gives=_SESSION,
    )
    when_item_not_taken = WhenGiven["SessionHook"](
        "`session.item` stays where it comes from: its event says `.returns`, `.fades`.",
        EventType.DROP_ITEM_NOT_TAKEN,
        gives=_SESSION,
    )
    when_drop_slow = WhenGiven["SessionHook"]("A drop takes longer than slow_us.", EventType.DROP_SLOW, gives=_SESSION)
    when_task_changed = WhenGiven["SessionHook"](
        "The task that a drop started begins, goes on or ends: `session.event`.",
        EventType.TASK_BEGAN,
        EventType.TASK_UPDATED,
        EventType.TASK_ENDED,
        gives=_SESSION,
    )
    when_concluded = WhenGiven["SessionHook"](
        "A drop is over: of its event `value` items arrived, `value2` were taken and did not.",
        EventType.DROP_CONCLUDED,
        gives=_SESSION,
    )
    when_selection_changed = WhenGiven["SessionHook"](
        "`session.item` is selected in the event's target, or not any more; also as its drop is undone.",
        EventType.SELECTION_SET,
        EventType.SELECTION_CLEARED,
        gives=_SESSION,
    )
    when_item_undone = When("An item `event.item` of a drop is undone.", EventType.DROP_ITEM_UNDONE)
    when_undone = When("A drop is undone, all its items: `event.items` of them.", EventType.DROP_UNDONE)
    when_item_redone = When("An item `event.item` of a drop is done again.", EventType.DROP_ITEM_REDONE)
    when_redone = When("A drop is done again, all its items: `event.items` of them.", EventType.DROP_REDONE)
    when_target_activated = When("A contact that did not drag lifts in the inactive container `event.target`.", EventType.TARGET_ACTIVATED)

    def __init__(self, core: Core, config: _raw.press_drag_config) -> None:
        super().__init__(core, self._received)
        self._sessions = Sessions(core, config)
        self._modifiers = Modifier(0)

    # Answers to the library

    def _drag_will_begin(self, touch: Any, session: int, raw: Any, capacity: int) -> int:
        sessions, where = self._sessions, touch_from_raw(touch.contents)
        answer: Any = DragItem(where.target or 1, selected=True)
        if session and self.on_add is not None:
            answer = self._ask("on_add", sessions.get(session), where)
        elif self.on_begin is not None:
            answer = self._ask("on_begin", where)
        items = [replace(item, source=where.target) for item in items_of(answer, capacity)]
        pairs = [(item, write_item(raw[index], item, sessions.types)) for index, item in enumerate(items)]
        (sessions.get(session)._answers if session else sessions.answers).append(pairs)
        return len(items)

    def _drop_will_propose(self, drag: Any, destination: int, raw: Any) -> bool:
        session, usual = self._sessions.get(drag.contents.session), proposal_from_raw(raw.contents)
        answer = self._ask("on_propose", session, destination, usual)
        if answer is None or answer is False:
            return False
        if isinstance(answer, DropOperation):
            answer = replace(usual, operation=answer)
        elif answer is True:
            answer = usual
        if not isinstance(answer, Proposal):
            raise TypeError(f"{self._way}.on_propose answers a Proposal, a DropOperation or a bool, not {type(answer).__name__}")
        write_proposal(raw.contents, answer, self._sessions.types, session._accepts)
        return True

    def _spring_should_activate(self, drag: Any, target: int, again: bool) -> bool:
        return self._decide("on_spring", self._sessions.get(drag.contents.session), target, again)

    def _drag_should_launch(self, drag: Any) -> bool:
        return self._decide("on_launch", self._sessions.get(drag.contents.session))

    # Sessions

    def _received(self, event: Event) -> None:
        if event.type in _WITHOUT_SESSION:
            self._call(event, event)
            return
        session = self._sessions.get(event.subject)
        session._received(event)
        try:
            if event.type == EventType.DRAG_CONFIRM:
                self._confirm(session)
            else:
                self._call(event, session)
        finally:
            if event.type in (EventType.DRAG_CANCELLED, EventType.DROP_CONCLUDED):
                self._sessions.end(session)

    def _confirm(self, session: DragSession) -> None:
        if self.on_confirm is not None:
            if (answer := self._ask("on_confirm", session)) is not None:
                session.confirm(answer)
        elif not self._core.is_observed(0):
            warn(f"drag {session.id} waits to be confirmed, and nobody is asked: set engine.drag.on_confirm")

    def _observe_along(self) -> None:
        """Sessions follow events where there is a callback anyway; to add one would change how the queue fills."""
        if not self._core.quiet:
            self._observe(True)

    def session(self, contact: int = NO_CONTACT) -> DragSession | None:
        """The session of a contact that drags, or the one from code; None: there is none."""
        id = c_uint32()
        with self._core.lock:
            self._observe_along()
            number = to_unsigned(contact, 32, "contact")
            if not self._look_up(f"asking for the drag of contact {contact}", _raw.press_drag_find, number, byref(id)):
                return None
            return self._sessions.get(id.value)

    @property
    def modifiers(self) -> Modifier:
        """Keys that are held: `engine.drag.modifiers = {Modifier.COPY}`. The keys at the time of the drop count."""
        return self._modifiers

    @modifiers.setter
    def modifiers(self, modifiers: Modifier | Iterable[Modifier]) -> None:
        held = Modifier(0)
        if not isinstance(modifiers, int | Iterable):
            raise TypeError(f"engine.drag.modifiers must be Modifiers, such as {{Modifier.COPY}}, not {modifiers!r}")
        for one in [modifiers] if isinstance(modifiers, int) else modifiers:
            held |= Modifier(one)

        def keep() -> None:
            self._modifiers = held

        self._do("setting the modifiers", _raw.press_drag_set_modifiers, int(held), then=keep)

    def undo(self) -> None:
        """Undoes the newest drop that was concluded; `when_item_undone` is called for each item.

        Raises NotFoundError: there is none.
        """
        self._do("undoing the newest drop", _raw.press_drop_undo)

    def redo(self) -> None:
        """Does the newest drop again that was undone; `when_item_redone` is called for each item.

        Raises NotFoundError: there is none, or another drop was concluded since.
        """
        self._do("doing the newest drop again that was undone", _raw.press_drop_redo)

    # Without a finger

    @property
    def sources(self) -> list[int]:
        """The targets that can be dragged from, topmost first: for lists and assistive technology."""
        return self._list(Trait.DRAG_SOURCE)

    @property
    def destinations(self) -> list[int]:
        """The targets that can be dropped on, topmost first."""
        return self._list(Trait.DROP)

    def _list(self, traits: Trait) -> list[int]:
        with self._core.lock:
            count = self._do("listing targets", _raw.press_target_list, traits, None, 0)
            ids = (c_uint32 * count)()
            self._do("listing targets", _raw.press_target_list, traits, ids, count)
        return list(ids)

    def set(self, config: DragConfig) -> None:
        """Changes the config, without an effect on what runs: it counts from the next drag on, once nothing is dragged and no
        other contact is down. Capacities (max_sessions, max_items, undo_depth) cannot be changed.

        Raises InvalidError.
        """
        fixed = "max_sessions, max_items and undo_depth cannot be changed"
        self._set("drag", DragConfig, config, "changing drag and drop", fixed)

    def begin(self, source: int) -> DragSession:
        """Starts a drag without a finger, one at a time: `engine.drag.begin(1).over(2).drop()`. It has the events of any drag.

        Raises NotFoundError (no such target), StateError (it is no source, one exists already, or on_begin refused),
        NoSpaceError (`max_sessions` exist already).
        """
        number = to_unsigned(source, 32, "source")
        return self._new(f"dragging from target {source}", _raw.press_drag_begin, number)

    def perform(self, source: int, destination: int) -> DragSession:
        """Drags and drops in one go: a move or a copy, as the destination proposes. Its events say what it came to.

        Raises as `begin`.
        """
        numbers = to_unsigned(source, 32, "source"), to_unsigned(destination, 32, "destination")
        return self._new(f"dragging from target {source} to target {destination}", _raw.press_drag_perform, *numbers)

    def _new(self, doing: str, function: Any, *arguments: int) -> DragSession:
        id = c_uint32()
        with self._core.lock:
            self._observe_along()
            self._do(doing, function, *arguments, byref(id))
            return self._sessions.get(id.value)
