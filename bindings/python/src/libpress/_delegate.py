"""The way back: from the library's delegate to plain Python functions."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import sizeof, string_at
from typing import Any

from . import _raw
from .types import EVENT_STRUCT, Event, Touch, event_from_fields, touch_from_raw

ShouldBegin = Callable[[Touch], bool]
DidUpdate = Callable[[Touch, float, bool], object]
DidCancel = Callable[[Touch], object]
OnEvent = Callable[[Event], object]
PeekWillShow = Callable[[_raw.press_touch, _raw.press_peek], bool]
TransitionWillStart = Callable[[int, _raw.press_transition_options], object]
DragWillBegin = Callable[[_raw.press_touch, int, Any, int], int]
DropWillPropose = Callable[[_raw.press_drag, int, _raw.press_drop_proposal], bool]
SpringShouldActivate = Callable[[_raw.press_drag, int, bool], bool]
DragShouldLaunch = Callable[[_raw.press_drag], bool]

_EVENT_SIZE = sizeof(_raw.press_event)
_MEMBERS = tuple(field[0] for field in _raw.press_delegate._fields_[2:])


class Delegate:
    """Holds the functions of a program, calls them for the library, and keeps what they raise.

    An exception cannot pass through C. It is kept, the library goes on (so that no beginning is left without its end,
    and later callbacks still run), and the call that the program made raises it when it returns.
    """

    def __init__(self) -> None:
        self.preview_should_begin: ShouldBegin | None = None
        self.preview_did_update: DidUpdate | None = None
        self.commit_did_update: DidUpdate | None = None
        self.preview_did_cancel: DidCancel | None = None
        self.on_event: OnEvent | None = None
        self.peek_will_show: PeekWillShow | None = None
        self.transition_will_start: TransitionWillStart | None = None
        self.drag_will_begin: DragWillBegin | None = None
        self.drop_will_propose: DropWillPropose | None = None
        self.spring_should_activate: SpringShouldActivate | None = None
        self.drag_should_launch: DragShouldLaunch | None = None
        self.listeners: list[OnEvent] = []
        self.errors: list[BaseException] = []
        self._make_trampolines()

    def _make_trampolines(self) -> None:
        """The functions that C calls. They live as long as this object, since C may be inside any of them."""
        errors = self.errors

        def should_begin(_engine: Any, touch: Any, _user: Any) -> bool:
            try:
                function = self.preview_should_begin
                return function is None or bool(function(touch_from_raw(touch.contents)))
            except BaseException as error:
                errors.append(error)
                return False

        def preview_did_update(_engine: Any, touch: Any, progress: int, ended: bool, _user: Any) -> None:
            try:
                if function := self.preview_did_update:
                    function(touch_from_raw(touch.contents), progress / 65536, ended)
            except BaseException as error:
                errors.append(error)

        def commit_did_update(_engine: Any, touch: Any, progress: int, ended: bool, _user: Any) -> None:
            try:
                if function := self.commit_did_update:
                    function(touch_from_raw(touch.contents), progress / 65536, ended)
            except BaseException as error:
                errors.append(error)

        def preview_did_cancel(_engine: Any, touch: Any, _user: Any) -> None:
            try:
                if function := self.preview_did_cancel:
                    function(touch_from_raw(touch.contents))
            except BaseException as error:
                errors.append(error)

        def on_event(_engine: Any, raw: Any, _user: Any) -> None:
            try:
                event = event_from_fields(EVENT_STRUCT.unpack(string_at(raw, _EVENT_SIZE)))
                functions = [self.on_event] if self.on_event else []
                functions += self.listeners
                for function in functions:
                    try:
                        function(event)
                    except BaseException as error:
                        errors.append(error)
            except BaseException as error:
                errors.append(error)

        def peek_will_show(_engine: Any, touch: Any, peek: Any, _user: Any) -> bool:
            try:
                function = self.peek_will_show
                return function is not None and function(touch.contents, peek.contents)
            except BaseException as error:
                errors.append(error)
                return False

        def transition_will_start(_engine: Any, transition: int, options: Any, _user: Any) -> None:
            try:
                if function := self.transition_will_start:
                    function(transition, options.contents)
            except BaseException as error:
                errors.append(error)

        def drag_will_begin(_engine: Any, touch: Any, session: int, items: Any, capacity: int, _user: Any) -> int:
            try:
                function = self.drag_will_begin
                return function(touch.contents, session, items, capacity) if function else 0
            except BaseException as error:
                errors.append(error)
                return 0

        def drop_will_propose(_engine: Any, drag: Any, destination: int, proposal: Any, _user: Any) -> bool:
            try:
                function = self.drop_will_propose
                return function is not None and function(drag.contents, destination, proposal.contents)
            except BaseException as error:
                errors.append(error)
                return False

        def spring_should_activate(_engine: Any, drag: Any, target: int, again: bool, _user: Any) -> bool:
            try:
                function = self.spring_should_activate
                return function is not None and function(drag.contents, target, again)
            except BaseException as error:
                errors.append(error)
                return False

        def drag_should_launch(_engine: Any, drag: Any, _user: Any) -> bool:
            try:
                function = self.drag_should_launch
                return function is not None and function(drag.contents)
            except BaseException as error:
                errors.append(error)
                return False

        self.functions = (
            should_begin,
            preview_did_update,
            commit_did_update,
            preview_did_cancel,
            on_event,
            peek_will_show,
            transition_will_start,
            drag_will_begin,
            drop_will_propose,
            spring_should_activate,
            drag_should_launch,
        )
        self._callbacks = (
            _raw.delegate_preview_should_begin_fn(should_begin),
            _raw.delegate_preview_did_update_fn(preview_did_update),
            _raw.delegate_commit_did_update_fn(commit_did_update),
            _raw.delegate_preview_did_cancel_fn(preview_did_cancel),
            _raw.delegate_on_event_fn(on_event),
            _raw.delegate_peek_will_show_fn(peek_will_show),
            _raw.delegate_transition_will_start_fn(transition_will_start),
            _raw.delegate_drag_will_begin_fn(drag_will_begin),
            _raw.delegate_drop_will_propose_fn(drop_will_propose),
            _raw.delegate_spring_should_activate_fn(spring_should_activate),
            _raw.delegate_drag_should_launch_fn(drag_should_launch),
        )

    def raw(self) -> _raw.press_delegate | None:
        """The press_delegate with the members that the program has set; None when it has set none."""
        wanted = (
            self.preview_should_begin is not None,
            self.preview_did_update is not None,
            self.commit_did_update is not None,
            self.preview_did_cancel is not None,
            self.on_event is not None or bool(self.listeners),
            self.peek_will_show is not None,
            self.transition_will_start is not None,
            self.drag_will_begin is not None,
            self.drop_will_propose is not None,
            self.spring_should_activate is not None,
            self.drag_should_launch is not None,
        )
        if not any(wanted):
            return None
        raw = _raw.press_delegate(size=sizeof(_raw.press_delegate))
        for name, want, callback in zip(_MEMBERS, wanted, self._callbacks, strict=True):
            if want:
                setattr(raw, name, callback)
        return raw

    def raise_kept(self, failure: BaseException | None = None) -> None:
        """Raises the first exception that the callbacks left, the others and `failure` as notes on it."""
        first, *others = self.errors
        self.errors.clear()
        for other in others:
            first.add_note(f"a callback after it raised {type(other).__name__}: {other}")
        if failure is not None:
            first.add_note(f"the call itself failed with {type(failure).__name__}: {failure}")
        raise first
