"""What an engine does once interactions are attached to it: gestures, peeks, transitions, the force button, drags."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from ctypes import byref, c_void_p, pointer, sizeof
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from . import _raw
from ._delegate import Delegate
from ._hooks import Hook, taking_one
from ._raw import press_config, press_peek, press_peek_status, press_touch, press_transition_options
from .configs import ButtonConfig, DragConfig, GesturesConfig, PeekConfig, TransitionsConfig
from .dragging import Dragging
from .enums import EventType, GestureState, PeekState, TransitionState
from .errors import InvalidError, NotFoundError, StateError, check, error, why
from .numbers import from_q16, to_unsigned
from .peek import Action, Peek, PeekStatus, PeekTables, PreviewAction, PreviewActionGroup
from .transition import TimingCurve, Transition, TransitionOptions, default_options, options_from_raw
from .types import Event, Touch, touch_from_raw

OnPeek = Callable[[Touch], Peek | None]
WillStart = Callable[[Transition, TransitionOptions], TransitionOptions | None]


@dataclass(frozen=True, slots=True)
class ButtonState:
    """The force button, and its levels as they are now, in newtons."""

    down: bool
    press_force: float
    release_force: float


_WHEN: dict[int, str] = {
    EventType.TAPPED: "when_tapped",
    EventType.DOUBLE_TAPPED: "when_double_tapped",
    EventType.HOLD_BEGAN: "when_held",
    EventType.SCROLL_MOVED: "when_scrolled",
    EventType.BUTTON_PRESSED: "when_pressed",
    EventType.BUTTON_RELEASED: "when_released",
    EventType.BUTTON_CANCELLED: "when_released",
}
_WHEN_PEEK: dict[int, str] = {
    EventType.PEEK_SHOWN: "when_peeked",
    EventType.PEEK_POPPED: "when_popped",
    EventType.PEEK_DISMISSED: "when_dismissed",
}


class Interactions(Dragging):
    """The part of an Engine that is attached: `Engine(gestures=True, peek=True, drag=True)` and so on."""

    _raw: c_void_p
    _lock: threading.RLock
    _delegate: Delegate
    _depth: int

    def _telling(self) -> AbstractContextManager[None]:
        raise NotImplementedError

    def _listen(self, function: Callable[[Event], object]) -> None:
        raise NotImplementedError

    def _apply_delegate(self) -> None:
        raise NotImplementedError

    def _prepare(
        self,
        gestures: bool | GesturesConfig,
        peek: bool | PeekConfig,
        transitions: bool | TransitionsConfig,
        button: bool | ButtonConfig,
        drag: bool | DragConfig,
    ) -> None:
        """What is to be attached."""
        self._when: dict[str, tuple[Callable[..., object], Callable[[Any], object]]] = {}
        self._hearing = False
        self._tables = PeekTables()
        self._transitions: dict[int, Transition] = {}
        self._next_transition = 0
        self._will_start: WillStart | None = None
        self._gestures_config = _given(gestures, GesturesConfig)
        self._peek_config = _given(peek, PeekConfig)
        self._transitions_config = _given(transitions, TransitionsConfig)
        self._button_config = _given(button, ButtonConfig)
        self._prepare_drag(_given(drag, DragConfig))
        self._has_transitions = self._transitions_config is not None

    def _size(self, config: press_config) -> int:
        """The storage of the engine with all of them. Raises InvalidError for one that is out of range."""
        together = _raw.press_interactions()
        _raw.press_interactions_init(byref(together))
        for name, field, own in self._configs():
            if reason := why(getattr(_raw, f"press_{field}_config_check"), own):
                raise error(InvalidError.status, f"attaching {name}", hint=reason)
            setattr(together, field, pointer(own))
        return int(_raw.press_engine_size_with(byref(config), byref(together)))

    def _configs(self) -> Iterator[tuple[str, str, Any]]:
        """What is attached: as messages call it, as the library does, its config."""
        for name, field, config in (
            ("gestures", "gestures", self._gestures_config),
            ("peeks", "peek", self._peek_config),
            ("transitions", "transition", self._transitions_config),
            ("the button", "button", self._button_config),
            ("drag and drop", "drag", self._drag_config),
        ):
            if config is not None:
                yield name, field, config

    def _attach(self) -> None:
        for name, field, config in self._configs():
            check(getattr(_raw, f"press_{field}_attach")(self._raw, byref(config)), f"attaching {name}")

    # Functions of the program

    when_tapped = Hook("A finger taps (TAPPED). The function takes the event, or nothing.")
    when_double_tapped = Hook("A finger taps twice (DOUBLE_TAPPED).")
    when_held = Hook("A finger holds still (HOLD_BEGAN).")
    when_scrolled = Hook("A finger scrolls (SCROLL_MOVED): `event.value` and `event.value2` are the points so far.")
    when_peeked = Hook("A peek is shown (PEEK_SHOWN). The function takes the Peek, or nothing.")
    when_popped = Hook("A peek pops (PEEK_POPPED): show it for good. The function takes the Peek, or nothing.")
    when_dismissed = Hook("A peek is dismissed (PEEK_DISMISSED). The function takes the Peek, or nothing.")
    when_pressed = Hook("The force button goes down (BUTTON_PRESSED). The function takes the event, or nothing.")
    when_released = Hook("The force button goes up (BUTTON_RELEASED, BUTTON_CANCELLED).")

    def _get_when(self, name: str) -> Any:
        found = self._when.get(name)
        return found[0] if found else None

    def _set_when(self, name: str, function: Callable[..., object] | None) -> None:
        if function is None:
            self._when.pop(name, None)
        else:
            self._when[name] = (function, taking_one(function))
            self._hear()

    def _hear(self) -> None:
        """Listens to events from now on: the queue overwrites then, as with every callback."""
        if not self._hearing:
            self._listen(self._dispatch)
            self._hearing = True

    def _dispatch(self, event: Event) -> None:
        kind = int(event.type)
        if kind in _WHEN:
            self._call(_WHEN[kind], event)
        elif EventType.PEEK_SHOWN <= kind <= EventType.ACTION_SELECTED:
            self._heard_peek(event)
        elif EventType.TRANSITION_STARTED <= kind <= EventType.TRANSITION_CANCELLED:
            transition = self._transitions.get(event.subject)
            if transition is not None:
                transition._heard(event)
        elif EventType.DRAG_BEGAN <= kind <= EventType.TARGET_ACTIVATED:
            self._heard_drag(event)

    def _call(self, name: str, argument: object) -> None:
        if name in self._when:
            self._when[name][1](argument)

    def _heard_peek(self, event: Event) -> None:
        tables = self._tables
        if event.type == EventType.PEEK_SHOWN:
            tables.begin(event.subject, event.target)
        shown = tables.shown
        peek = shown.peek if shown else Peek(event.subject)
        if event.type in (EventType.PEEK_POPPED, EventType.PEEK_DISMISSED):
            tables.shown = None
        if event.type == EventType.ACTION_SELECTED:
            action = shown.action(int(event.value)) if shown else None
            if isinstance(action, PreviewAction) and action.handler:
                action.handler(action, peek)
        elif event.type in _WHEN_PEEK:
            self._call(_WHEN_PEEK[event.type], peek)

    # Gestures

    def activate(self, target: int) -> None:
        """Does what a tap on a target does (keys, switches, assistive technology).

        Raises NotFoundError (no such target), StateError (it lacks the trait TAP).
        """
        self._do(_raw.press_target_activate, f"activating target {target}", to_unsigned(target, 32, "target"))

    def gesture_state(self, contact: int = 0) -> GestureState:
        """What a contact has become. Raises NotFoundError (it is not down), StateError (no gestures)."""
        with self._lock:
            state = _raw.press_gestures_state(self._raw, to_unsigned(contact, 32, "contact"))
        return GestureState(check(state, f"asking for the gesture of contact {contact}"))

    def gesture_cancel(self, contact: int = 0) -> None:
        """Cancels the hold or scroll of a contact; nothing more becomes of it until it lifts.

        Raises NotFoundError (it is not down), StateError (it neither holds nor scrolls).
        """
        self._do(
            _raw.press_gestures_cancel,
            f"cancelling the gesture of contact {contact}",
            to_unsigned(contact, 32, "contact"),
        )

    def _do(self, function: Callable[..., int], doing: str, *arguments: int) -> None:
        with self._telling():
            check(function(self._raw, *arguments), doing)

    # Peeks

    @property
    def on_peek(self) -> OnPeek | None:
        """Asked as the preview of a target with the trait PEEK begins: a Peek, or None.

        `touch.target` is asked for; the innermost that answers wins. A function that raises counts as None.
        """
        return self._tables.on_peek

    @on_peek.setter
    def on_peek(self, function: OnPeek | None) -> None:
        if function is not None and not callable(function):
            raise TypeError(f"on_peek must be a function or None, not {type(function).__name__}")
        self._need_peek()
        with self._lock:
            self._tables.on_peek = function
            self._delegate.peek_will_show = None if function is None else self._answer
            self._apply_delegate()
            self._hear()

    def _need_peek(self) -> None:
        if self._peek_config is None:
            raise StateError("peeks are not attached: make the engine with Engine(peek=True)")

    def _answer(self, touch: press_touch, raw: press_peek) -> bool:
        function = self._tables.on_peek
        peek = function(touch_from_raw(touch)) if function else None
        if peek is None:
            return False
        self._tables.answer(peek, raw, self._peek_now(), self._depth <= 1)
        return True

    @property
    def peeks(self) -> Mapping[int, Peek]:
        """The declared peeks by target: `engine.peeks = {1: Peek(...)}`. For such a target on_peek is not asked."""
        return MappingProxyType({target: built.peek for target, built in self._tables.declared.items()})

    @peeks.setter
    def peeks(self, peeks: Mapping[int, Peek]) -> None:
        self._need_peek()
        with self._lock:
            table, built = self._tables.declare(peeks, self._peek_now(), self._depth == 0)
            check(_raw.press_peek_declare(self._raw, table, len(built)), "declaring peeks")
            self._tables.declare_done(table, built)
            self._hear()

    def _status(self) -> press_peek_status:
        raw = _raw.press_peek_status(size=sizeof(_raw.press_peek_status))
        with self._lock:
            check(_raw.press_peek_get(self._raw, byref(raw)), "asking for the peek", "it needs Engine(peek=True)")
        return raw

    def _peek_now(self) -> press_peek | None:
        raw = self._status()
        return raw.peek if raw.state != _raw.PRESS_PEEK_NONE else None

    @property
    def peek(self) -> PeekStatus:
        """What is peeked now, and its actions on show."""
        with self._lock:
            raw = self._status()
            built = self._tables.find(raw.peek) if raw.state != _raw.PRESS_PEEK_NONE else None
        if built is None:
            return PeekStatus(PeekState(raw.state), target=raw.target, contact=raw.contact)
        group = built.action(raw.group)
        actions = (built.action(raw.actions[index].id) for index in range(raw.action_count))
        return PeekStatus(
            PeekState(raw.state),
            built.peek,
            raw.target,
            raw.contact,
            tuple(action for action in actions if action is not None),
            built.action(raw.highlighted),
            group if isinstance(group, PreviewActionGroup) else None,
        )

    def peek_find(self, target: int) -> Peek:
        """What a target would peek: declared, else as on_peek answers. Raises NotFoundError: there is nothing."""
        raw = _raw.press_peek(size=sizeof(_raw.press_peek))
        with self._telling():
            check(
                _raw.press_peek_find(self._raw, to_unsigned(target, 32, "target"), byref(raw)),
                f"asking what target {target} peeks",
            )
            built = self._tables.find(raw)
        return built.peek if built else Peek(raw.id)

    def peek_open(self, target: int) -> None:
        """Opens the peek of a target with its actions revealed; one that was open is dismissed first.

        Raises NotFoundError (no such target, or it peeks nothing), StateError (a finger peeks).
        """
        self._do(_raw.press_peek_open, f"opening the peek of target {target}", to_unsigned(target, 32, "target"))

    def peek_pop(self) -> None:
        """Pops the peek that is shown. Raises StateError: none is."""
        self._do(_raw.press_peek_pop, "popping the peek")

    def peek_dismiss(self) -> None:
        """Dismisses the peek that hints or is shown, and cancels its preview. Raises StateError: there is none."""
        self._do(_raw.press_peek_dismiss, "dismissing the peek")

    def peek_reveal(self) -> None:
        """Reveals the actions of the peek that is shown. Raises StateError: none is shown, or it has none."""
        self._do(_raw.press_peek_reveal, "revealing the actions")

    def perform(self, action: Action | int) -> None:
        """Chooses an action on show (or its id): selects it, or opens the group.

        Raises NotFoundError (it is not on show), StateError (no actions are, or it is disabled).
        """
        if isinstance(action, PreviewAction | PreviewActionGroup):
            number, words = self._number(action), f"performing {action.title!r}"
        else:
            number, words = to_unsigned(action, 32, "action"), f"performing action {action}"
        self._do(_raw.press_action_perform, words, number)

    def _number(self, action: Action) -> int:
        with self._lock:
            raw = self._status()
            built = self._tables.find(raw.peek) if raw.state != _raw.PRESS_PEEK_NONE else None
            for index in range(raw.action_count):
                if built and built.action(raw.actions[index].id) is action:
                    return int(raw.actions[index].id)
        if raw.state != _raw.PRESS_PEEK_REVEALED:
            raise StateError(f"performing {action.title!r}: no actions are on show")
        raise NotFoundError(f"performing {action.title!r}: it is not on show")

    def action_back(self) -> None:
        """Closes the open group. Raises StateError: none is open."""
        self._do(_raw.press_action_back, "closing the group")

    # Transitions

    def transition(
        self,
        *,
        duration: float | None = None,
        curve: TimingCurve | None = None,
        speed: float | None = None,
        automatic: bool = False,
    ) -> Transition:
        """A transition, not yet started (see Transition). What is not given is as the TransitionsConfig says."""
        with self._lock:
            if self._depth == 0:
                self._transitions = {
                    id: one
                    for id, one in self._transitions.items()
                    if one._bound or one.state is not TransitionState.NONE
                }
            self._next_transition += 1
            return Transition(
                self,  # type: ignore[arg-type]
                self._next_transition,
                TransitionOptions(duration, curve, speed, automatic),
            )

    @property
    def transition_will_start(self) -> WillStart | None:
        """Asked as a transition starts, with how it is to run: other TransitionOptions, or None to leave it so."""
        return self._will_start

    @transition_will_start.setter
    def transition_will_start(self, function: WillStart | None) -> None:
        if function is not None and not callable(function):
            raise TypeError(f"transition_will_start must be a function or None, not {type(function).__name__}")
        with self._lock:
            self._will_start = function
            self._ask_as_they_start()

    def _keep(self, transition: Transition) -> None:
        self._transitions[transition.id] = transition
        if transition._bound:
            self._ask_as_they_start()

    def _ask_as_they_start(self) -> None:
        bound = any(one._bound and one._options != TransitionOptions() for one in self._transitions.values())
        wanted = bound or self._will_start is not None
        self._delegate.transition_will_start = self._asked if wanted else None
        self._apply_delegate()

    def _asked(self, id: int, raw: press_transition_options) -> None:
        if (transition := self._transitions.get(id)) is None:
            return
        transition._options._fill(raw)
        if self._will_start and (options := self._will_start(transition, options_from_raw(raw))):
            options._fill(raw)

    def _transition_options(self) -> press_transition_options:
        config = self._transitions_config
        return default_options() if config is None else type(config.options).from_buffer_copy(config.options)

    # The force button

    @property
    def button_state(self) -> ButtonState:
        """Whether the force button is down, and its levels now. Raises StateError: the engine has none."""
        now = _raw.press_button_status()
        _raw.press_button_status_init(byref(now))
        with self._lock:
            check(_raw.press_button_get(self._raw, byref(now)), "asking for the button", "it needs Engine(button=True)")
        is_down = now.state == _raw.PRESS_BUTTON_DOWN
        return ButtonState(is_down, from_q16(now.press_force), from_q16(now.release_force))

    def button_set(self, config: ButtonConfig) -> None:
        """Changes the levels; while it is down they count once the force has fallen below the new release level.

        Raises InvalidError, StateError (the engine has no button).
        """
        with self._telling():
            raw = config._to_raw()
            check(_raw.press_button_set(self._raw, byref(raw)), "changing the button", why(_raw.press_button_config_check, raw))


def _given(value: Any, kind: Any) -> Any:
    """The press_..._config of True or of a config; None for False."""
    if value is False or value is None:
        return None
    if value is True:
        value = kind()
    if not isinstance(value, kind):
        raise TypeError(f"must be True or a {kind.__name__}, not {type(value).__name__}")
    return value._to_raw()
