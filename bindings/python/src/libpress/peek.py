"""Peek and pop: what is peeked, and its quick actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from ctypes import POINTER, addressof, byref, cast, sizeof
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ._core import Core
from ._described import described
from ._hooks import Hooked, On, WhenGiven, callable_with
from ._strict import warn
from ._unheard import trait
from .enums import ActionStyle, EventType, PeekState, Trait
from .errors import InvalidError, NotFoundError, StateError
from .generated import _raw
from .generated._configs import PeekConfig as PeekConfig
from .numbers import from_q16, to_q16, to_tuple, to_unsigned
from .types import NO_CONTACT, Event, touch_from_raw

if TYPE_CHECKING:
    from ._hooks import Result
    from .types import Touch

    AskPeek = Callable[[Touch], "Peek | None"] | Callable[[], "Peek | None"]
    PeekHook = Callable[["Peek"], Result] | Callable[[], Result]
    ActionHook = Callable[["Action | None", "Peek"], Result] | Callable[["Action | None"], Result] | Callable[[], Result]

_MOST_ACTIONS = 64
_MOST_ACTIONS_OF_ALL = 4096
_DEEPEST = 4


@described
@dataclass(frozen=True, eq=False, slots=True)
class PreviewAction:
    """A quick action. `handler(action, peek)` is called once when it is selected."""

    title: str
    style: ActionStyle = ActionStyle.DEFAULT
    handler: Callable[[PreviewAction, Peek], object] | None = None
    disabled: bool = False
    """Shown, but cannot be chosen."""
    subtitle: str = ""
    checked: bool = False
    """What it switches is on."""
    mixed: bool = False
    """What it switches is on here and off there; not together with `checked`."""
    keep_open: bool = False
    """Selecting it leaves the actions on show."""
    id: int = 0
    """The number that events carry; 0: its place in the Peek."""

    def __post_init__(self) -> None:
        if self.handler is not None:
            callable_with(f"the handler of {self.title!r}", self.handler, ("action", "peek"))


@described
@dataclass(frozen=True, eq=False, slots=True)
class PreviewActionGroup:
    """A quick action that opens further ones."""

    title: str
    actions: Sequence[PreviewAction | PreviewActionGroup]
    style: ActionStyle = ActionStyle.DEFAULT
    disabled: bool = False
    subtitle: str = ""
    id: int = 0
    """As that of an action."""


Action = PreviewAction | PreviewActionGroup


@described
@dataclass(frozen=True, eq=False, slots=True)
class Peek:
    """What is peeked, as `engine.peek.on_peek` answers it or `engine.peek.declared` declares it.

    The ids of the actions, which events carry, are 1, 2, 3... as they stand here, the actions of a group after it, or what an
    action says.
    Lengths are points of the surface. The engine keeps what it needs: nothing has to be held on to.
    """

    id: int
    """The program's name for what is shown: `subject` of the events."""
    actions: Sequence[Action] = ()
    """At most 64, groups at most 4 deep, 4,096 in all."""
    source: tuple[float, float, float, float] | None = None
    """What to keep sharp: x, y, width, height; None: the target."""
    size: tuple[float, float] = (0, 0)
    """Preferred; width 0: the full width; height 0: it cannot be tapped."""
    actions_frame: tuple[float, float, float, float] | None = None
    """Where the program draws the actions: x and y of the first, width, and the height of each; None: they cannot be
    hit, only chosen from code."""
    place: tuple[float, float] = (0, 0)
    """Where the program shows it: x and y. A tap on it, while its actions are on show, pops it."""


@described
@dataclass(frozen=True, slots=True)
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


class _Built:
    """A Peek as the library takes it: tables that must live as long as the library may look at them."""

    __slots__ = ("_tables", "actions", "peek", "raw")

    def __init__(self, peek: Peek) -> None:
        if not isinstance(peek, Peek):
            raise TypeError(f"what is peeked must be a Peek or None, not {type(peek).__name__}")
        self.peek = peek
        self.actions: dict[int, Action] = {}
        self._tables: list[Any] = []
        self.raw = _raw.press_peek(size=sizeof(_raw.press_peek), id=to_unsigned(peek.id, 32, "id"))
        raw = self.raw
        for what, names, values in (
            ("source", ("source_x", "source_y", "source_width", "source_height"), peek.source),
            ("place", ("x", "y"), peek.place),
            ("size", ("width", "height"), peek.size),
            ("actions_frame", ("actions_x", "actions_y", "actions_width", "action_height"), peek.actions_frame),
        ):
            if values is not None:
                for name, value in zip(names, to_tuple(values, f"{what} of a Peek", *names), strict=True):
                    setattr(raw, name, to_q16(value, name))
        raw.action_count, raw.actions = self._table(peek.actions, 0)
        if len(self.actions) > _MOST_ACTIONS_OF_ALL:
            raise InvalidError(f"{len(self.actions)} actions, groups included: at most {_MOST_ACTIONS_OF_ALL}")

    @classmethod
    def of(cls, raw: _raw.press_peek) -> _Built:
        """Of a press_peek with tables that live elsewhere, for as long."""
        self = cls.__new__(cls)
        self.actions, self._tables, self.raw = {}, [], raw
        source, frame, size, place = (
            tuple(from_q16(getattr(raw, name)) for name in names)
            for names in (
                ("source_x", "source_y", "source_width", "source_height"),
                ("actions_x", "actions_y", "actions_width", "action_height"),
                ("width", "height"),
                ("x", "y"),
            )
        )
        self.peek = Peek(raw.id, self._read(raw.actions, raw.action_count), source, size, frame, place)  # type: ignore[arg-type]
        return self

    def _read(self, table: Any, count: int) -> list[Action]:
        found: list[Action] = []
        for raw in table[:count] if count else ():
            title, style, disabled = (
                raw.title.decode(errors="surrogateescape"),
                ActionStyle(raw.style),
                bool(raw.flags & _raw.PRESS_ACTION_FLAG_DISABLED),
            )
            action: Action
            if raw.child_count:
                action = PreviewActionGroup(title, self._read(raw.children, raw.child_count), style, disabled, id=raw.id)
            else:
                action = PreviewAction(title, style, disabled=disabled, keep_open=bool(raw.flags & _raw.PRESS_ACTION_FLAG_KEEP_OPEN), id=raw.id)
            self.actions[raw.id] = action
            found.append(action)
        return found

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
                raise TypeError(f"an action must be a PreviewAction or a PreviewActionGroup, not {type(action).__name__}")
            raw.id = to_unsigned(action.id, 32, "id") or len(self.actions) + 1
            if raw.id in self.actions:
                raise InvalidError(f"{action.title!r} and {self.actions[raw.id].title!r} have the same id, {raw.id}")
            self.actions[raw.id] = action
            raw.style = to_unsigned(action.style, 32, "style")
            raw.flags = _flags(action)
            for name in ("title", "subtitle"):
                if not isinstance(text := getattr(action, name), str):
                    raise TypeError(f"the {name} of an action must be text, not {text!r}")
                setattr(raw, name, text.encode(errors="surrogateescape"))
            if isinstance(action, PreviewActionGroup):
                if not action.actions:
                    raise InvalidError(f"the group {action.title!r} has no actions")
                raw.child_count, raw.children = self._table(action.actions, depth + 1)
        return len(actions), cast(table, POINTER(_raw.press_action))

    def action(self, id: int) -> Action | None:
        """The action of an id; None: there is none."""
        return self.actions.get(id)

    def is_like(self, raw: _raw.press_peek) -> bool:
        """Whether a press_peek of the library came from here."""
        return bool(raw.id == self.raw.id and _address(raw.actions) == _address(self.raw.actions))


def _flags(action: Action) -> int:
    flags = _raw.PRESS_ACTION_FLAG_DISABLED if action.disabled else 0
    if isinstance(action, PreviewAction):
        if action.checked and action.mixed:
            raise InvalidError(f"{action.title!r} is checked or mixed, not both")
        flags |= _raw.PRESS_ACTION_FLAG_CHECKED if action.checked else 0
        flags |= _raw.PRESS_ACTION_FLAG_MIXED if action.mixed else 0
        flags |= _raw.PRESS_ACTION_FLAG_KEEP_OPEN if action.keep_open else 0
    return flags


def _address(actions: Any) -> int:
    return addressof(actions.contents) if actions else 0


class Peeks(Hooked):
    """`engine.peek`, of an Engine(peek=True): one peek at a time. Hooks take the Peek, or nothing."""

    __slots__ = ("_answers", "_declarations", "_declared", "_shown")
    _way = "engine.peek"
    _words = "peeks"
    _needs = dict.fromkeys(
        "on_peek when_shown when_popped when_dismissed when_revealed when_hidden when_touched when_highlighted when_selected".split(),
        trait(Trait.PEEK),
    )

    on_peek = On["AskPeek"](
        "Asked as the preview of a target with the trait PEEK begins: a Peek, or None. `touch.target` is asked for; the "
        "innermost that answers wins. A function that raises counts as None.",
        "peek_will_show",
        "touch",
    )
    when_shown = WhenGiven["PeekHook"]("A peek is shown.", EventType.PEEK_SHOWN, gives=("peek",))
    when_popped = WhenGiven["PeekHook"]("A peek pops: show it for good.", EventType.PEEK_POPPED, gives=("peek",))
    when_dismissed = WhenGiven["PeekHook"]("A peek is dismissed.", EventType.PEEK_DISMISSED, gives=("peek",))
    when_revealed = WhenGiven["PeekHook"](
        "Its actions are on show (`engine.peek.status.actions`); again each time a group opens or closes.",
        EventType.ACTIONS_REVEALED,
        gives=("peek",),
    )
    when_hidden = WhenGiven["PeekHook"]("Its actions are not on show any more; it may pop again.", EventType.ACTIONS_HIDDEN, gives=("peek",))
    when_touched = WhenGiven["PeekHook"](
        "The peek takes a touch that began while it is on show: the contact becomes nothing else.", EventType.PEEK_TOUCHED, gives=("peek",)
    )
    when_highlighted = WhenGiven["ActionHook"](
        "An action is armed: lifting selects it; None: none is any more.", EventType.ACTION_HIGHLIGHTED, gives=("action", "peek")
    )
    when_selected = WhenGiven["ActionHook"]("An action is selected; its handler is called too.", EventType.ACTION_SELECTED, gives=("action", "peek"))

    def __init__(self, core: Core) -> None:
        super().__init__(core, self._received)
        self._declared: dict[int, _Built] = {}
        self._shown: _Built | None = None
        # Objects that the library may still read: tables of declarations, and answers of on_peek.
        self._declarations: list[tuple[Any, dict[int, _Built]]] = []
        self._answers: list[_Built] = []
        core.fall_back("peek_will_show", self._forgotten)

    def set(self, config: PeekConfig) -> None:
        """Changes the config, without an effect on what runs: it counts from the next contact on that begins alone, while nothing
        is on show.

        Raises InvalidError.
        """
        self._set("peek", PeekConfig, config, "changing the peeks")

    def _changed(self, hook: Any) -> None:
        if hook is Peeks.on_peek:
            self._core.fall_back("peek_will_show", None)
        super()._changed(hook)

    def _observe(self, is_on: bool) -> None:
        super()._observe(is_on or bool(self._declarations or self._answers or self._shown))

    def _forgotten(self, touch: Any, raw: Any) -> bool:
        if touch.contents.contact != NO_CONTACT:
            warn(
                f"a finger presses target {touch.contents.target}, which has the trait PEEK, but nothing says what it peeks: "
                "set engine.peek.on_peek or engine.peek.declared"
            )
        return False

    def _peek_will_show(self, touch: Any, raw: Any) -> bool:
        peek = self._ask("on_peek", touch_from_raw(touch.contents))
        if peek is None:
            return False
        built = _Built(peek)
        if self._core.depth <= 1:
            self._forget()
        self._answers.append(built)
        raw[0] = built.raw
        return True

    def _received(self, event: Event) -> None:
        if event.type == EventType.PEEK_SHOWN:
            now = self._now()
            declared = self._declared.get(event.target)
            candidates = ([declared] if declared else []) + self._answers[::-1]
            found = self._find(now.peek) if now.state != _raw.PRESS_PEEK_NONE else None
            self._shown = found or next((built for built in candidates if built.peek.id == event.subject), None)
        shown = self._shown
        peek = shown.peek if shown else Peek(event.subject)
        action = shown.action(int(event.value)) if shown else None
        if event.type in (EventType.PEEK_POPPED, EventType.PEEK_DISMISSED):
            self._shown = None
        if event.type not in (EventType.ACTION_HIGHLIGHTED, EventType.ACTION_SELECTED):
            self._call(event, peek)
            return
        try:
            if event.type == EventType.ACTION_SELECTED and isinstance(action, PreviewAction) and action.handler:
                handlers = {"handler": (action.handler, callable_with("handler", action.handler, ("action", "peek")))}
                self._core.deliver("handler", handlers, (action, peek), event, "action")
        finally:
            self._call(event, action, peek)

    @property
    def declared(self) -> Mapping[int, Peek]:
        """Peeks by target: `engine.peek.declared = {1: Peek(...)}`. For such a target on_peek is not asked."""
        return MappingProxyType({target: built.peek for target, built in self._declared.items()})

    @declared.setter
    def declared(self, peeks: Mapping[int, Peek]) -> None:
        if not isinstance(peeks, Mapping):
            raise TypeError(f"engine.peek.declared is a dict of targets and Peeks, not {type(peeks).__name__}")
        with self._core.lock:
            built = {to_unsigned(target, 32, "target"): _Built(peek) for target, peek in peeks.items()}
            table = (_raw.press_peek_declaration * len(built))()
            for raw, (target, one) in zip(table, built.items(), strict=True):
                raw.target, raw.peek = target, one.raw
            if self._core.depth == 0:
                self._forget()

            def keep() -> None:
                self._declarations.append((table, built))
                self._declared = built

            self._do("declaring peeks", _raw.press_peek_declare, table, len(built), then=keep)
            self._core.fall_back("peek_will_show", None)
            self._observe(True)

    def _adopt(self, targets: Iterable[int]) -> None:
        """Takes over what a config has declared for these targets."""
        for target in targets:
            raw = _raw.press_peek(size=sizeof(_raw.press_peek))
            self._do(f"asking what target {target} peeks", _raw.press_peek_find, target, byref(raw))
            self._declared[target] = _Built.of(raw)
        self._declarations.append((None, self._declared))
        self._core.fall_back("peek_will_show", None)
        self._observe(True)

    def _now(self) -> _raw.press_peek_status:
        raw = _raw.press_peek_status(size=sizeof(_raw.press_peek_status))
        self._do("asking for the peek", _raw.press_peek_get, byref(raw))
        return raw

    def _find(self, raw: _raw.press_peek) -> _Built | None:
        """The Peek behind a press_peek."""
        tables = [built for _, table in reversed(self._declarations) for built in table.values()]
        known = ([self._shown] if self._shown else []) + self._answers[::-1] + tables
        return next((built for built in known if built.is_like(raw)), None)

    def _forget(self) -> None:
        """Drops what cannot be on show any more. Inside a callback something may not be delivered yet."""
        now = self._now()
        is_shown = now.state != _raw.PRESS_PEEK_NONE
        self._answers = [built for built in self._answers if is_shown and built.is_like(now.peek)]
        if not is_shown:
            self._declarations = self._declarations[-1:]

    def _on_show(self) -> tuple[_raw.press_peek_status, _Built | None]:
        raw = self._now()
        return raw, self._find(raw.peek) if raw.state != _raw.PRESS_PEEK_NONE else None

    @property
    def status(self) -> PeekStatus:
        """What is peeked now, and its actions on show."""
        with self._core.lock:
            raw, built = self._on_show()
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

    def find(self, target: int) -> Peek:
        """What a target would peek: the declared Peek, else the answer of on_peek. Raises NotFoundError: there is none."""
        raw = _raw.press_peek(size=sizeof(_raw.press_peek))
        number = to_unsigned(target, 32, "target")
        with self._core.lock:
            self._do(f"asking what target {target} peeks", _raw.press_peek_find, number, byref(raw))
            built = self._find(raw)
        return built.peek if built else Peek(raw.id)

    def open(self, target: int) -> None:
        """Opens the peek of a target with its actions revealed; one that was open is dismissed first.

        Raises NotFoundError (no such target, or it peeks nothing), StateError (a finger peeks).
        """
        self._do(f"opening the peek of target {target}", _raw.press_peek_open, to_unsigned(target, 32, "target"))

    def pop(self) -> None:
        """Pops the peek that is shown. Raises StateError: none is."""
        self._do("popping the peek", _raw.press_peek_pop)

    def dismiss(self) -> None:
        """Dismisses the peek that hints or is shown, and cancels its preview. Raises StateError: there is none."""
        self._do("dismissing the peek", _raw.press_peek_dismiss)

    def reveal(self) -> None:
        """Reveals the actions of the peek that is shown. Raises StateError: none is shown, or it has none."""
        self._do("revealing the actions", _raw.press_peek_reveal)

    def replace(self, actions: Sequence[Action]) -> None:
        """Replaces the actions of the peek that hints or is shown, for as long as it is. Of its groups the open ones stay open.

        Raises StateError (there is no peek), InvalidError (none, while actions are on show).
        """
        with self._core.lock:
            raw, built = self._on_show()
            other = _Built(replace(built.peek if built else Peek(raw.peek.id), actions=actions))

            def keep() -> None:
                self._answers.append(other)
                if self._shown is not None:
                    self._shown = other

            self._do("replacing the actions", _raw.press_peek_replace, other.raw.actions, other.raw.action_count, then=keep)
            self._observe(True)

    def perform(self, action: Action | int) -> None:
        """Chooses an action on show (or its id): selects it, or opens the group.

        Raises NotFoundError (it is not on show), StateError (no actions are, or it is disabled).
        """
        if isinstance(action, PreviewAction | PreviewActionGroup):
            number, words = self._number(action), f"performing {action.title!r}"
        else:
            number, words = to_unsigned(action, 32, "action"), f"performing action {action}"
        self._do(words, _raw.press_action_perform, number)

    def _number(self, action: Action) -> int:
        with self._core.lock:
            raw, built = self._on_show()
            for index in range(raw.action_count):
                if built and built.action(raw.actions[index].id) is action:
                    return int(raw.actions[index].id)
        if raw.state != _raw.PRESS_PEEK_REVEALED:
            raise StateError(f"performing {action.title!r}: no actions are on show")
        raise NotFoundError(f"performing {action.title!r}: it is not on show")

    def back(self) -> None:
        """Closes the open group. Raises StateError: none is open."""
        self._do("closing the group", _raw.press_action_back)
