"""What can be attached to an engine, written by `make contract` from the modules of the interactions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._core import Core
from .._hooks import Hooked
from .._strict import Late

if TYPE_CHECKING:
    from ..button import Button
    from ..crosstalk import Crosstalk
    from ..drag import Drag
    from ..gestures import Gestures
    from ..levels import Levels
    from ..peek import Peeks
    from ..pinch import Pinches
    from ..scroll import Scrolls
    from ..strike import Strikes
    from ..transitions import Transitions


def _made(part: Late) -> Callable[[Core, Any], Hooked]:
    return lambda core, config: part.load()(core)


def _with_config(part: Late) -> Callable[[Core, Any], Hooked]:
    return lambda core, config: part.load()(core, config)


ATTACHED: tuple[tuple[str, str, str, Late, Callable[[Core, Any], Hooked]], ...] = (
    ("drag", "drag and drop", "drag", Late("drag", "DragConfig"), _with_config(Late("drag", "Drag"))),
    ("gestures", "gestures", "gestures", Late("gestures", "GesturesConfig"), _made(Late("gestures", "Gestures"))),
    ("peek", "peeks", "peek", Late("peek", "PeekConfig"), _made(Late("peek", "Peeks"))),
    ("transitions", "transitions", "transition", Late("transitions", "TransitionsConfig"), _with_config(Late("transitions", "Transitions"))),
    ("button", "the button", "button", Late("button", "ButtonConfig"), _made(Late("button", "Button"))),
    ("strike", "strikes", "strike", Late("strike", "StrikeConfig"), _made(Late("strike", "Strikes"))),
    ("pinch", "pinches", "pinch", Late("pinch", "PinchConfig"), _made(Late("pinch", "Pinches"))),
    ("scroll", "throws and swipes", "scroll", Late("scroll", "ScrollConfig"), _made(Late("scroll", "Scrolls"))),
    ("levels", "levels", "levels", Late("levels", "LevelsConfig"), _made(Late("levels", "Levels"))),
    ("crosstalk", "crosstalk", "crosstalk", Late("crosstalk", "CrosstalkConfig"), _made(Late("crosstalk", "Crosstalk"))),
)
"""What can be attached: the argument, what messages call it, what the library calls it, its config, and its part. A module of what is not
attached is not imported."""

ROOMS: dict[str, Late] = {
    "engine.drag": Late(
        "drag",
        "Drag",
        "begin destinations modifiers on_add on_begin on_confirm on_launch on_propose on_spring perform redo session set sources "
        "undo when_autoscrolled when_began when_cancelled when_changed when_concluded when_drop_slow when_dropped when_entered "
        "when_forbidden when_item_changed when_item_not_taken when_item_redone when_item_undone when_left when_lifted when_moved "
        "when_redone when_refused when_selection_changed when_settled when_spring_activated when_spring_changed "
        "when_target_activated when_task_changed when_undone ",
    ),
    "engine.gestures": Late(
        "gestures",
        "Gestures",
        "activate cancel set state when_double_tapped when_held when_hold_ended when_hold_repeated when_scroll_began "
        "when_scroll_ended when_scrolled when_tap_failed when_tapped ",
    ),
    "engine.peek": Late(
        "peek",
        "Peeks",
        "back declared dismiss find on_peek open perform pop replace reveal set status when_dismissed when_hidden "
        "when_highlighted when_popped when_revealed when_selected when_shown when_touched ",
    ),
    "engine.transitions": Late("transitions", "Transitions", "new on_run on_start set"),
    "engine.button": Late("button", "Button", "set status when_pressed when_released"),
    "engine.strike": Late("strike", "Strikes", "of set when_let_go when_struck"),
    "engine.pinch": Late("pinch", "Pinches", "set state when_began when_changed when_ended"),
    "engine.scroll": Late(
        "scroll",
        "Scrolls",
        "aim declare set state stop throw velocity when_swiped when_throw_ended when_throw_moved when_thrown ",
    ),
    "engine.levels": Late("levels", "Levels", "cancel set state when_entered when_left when_repeated"),
    "engine.crosstalk": Late("crosstalk", "Crosstalk", "load set set_share set_shares share"),
}
"""Where each part is."""


class Attached:
    """The interactions of an engine."""

    __slots__ = ()

    def _part(self, name: str) -> Any:
        raise NotImplementedError

    @property
    def drag(self) -> Drag:
        """Drag and drop. Raises StateError: not attached."""
        return self._part("drag")  # type: ignore[no-any-return]

    @property
    def gestures(self) -> Gestures:
        """Gestures. Raises StateError: not attached."""
        return self._part("gestures")  # type: ignore[no-any-return]

    @property
    def peek(self) -> Peeks:
        """Peek and pop with quick actions. Raises StateError: not attached."""
        return self._part("peek")  # type: ignore[no-any-return]

    @property
    def transitions(self) -> Transitions:
        """Transitions. Raises StateError: not attached."""
        return self._part("transitions")  # type: ignore[no-any-return]

    @property
    def button(self) -> Button:
        """The force button. Raises StateError: not attached."""
        return self._part("button")  # type: ignore[no-any-return]

    @property
    def strike(self) -> Strikes:
        """Strikes and lifts. Raises StateError: not attached."""
        return self._part("strike")  # type: ignore[no-any-return]

    @property
    def pinch(self) -> Pinches:
        """Pinches. Raises StateError: not attached."""
        return self._part("pinch")  # type: ignore[no-any-return]

    @property
    def scroll(self) -> Scrolls:
        """Throws and swipes. Raises StateError: not attached."""
        return self._part("scroll")  # type: ignore[no-any-return]

    @property
    def levels(self) -> Levels:
        """Levels. Raises StateError: not attached."""
        return self._part("levels")  # type: ignore[no-any-return]

    @property
    def crosstalk(self) -> Crosstalk:
        """Crosstalk. Raises StateError: not attached."""
        return self._part("crosstalk")  # type: ignore[no-any-return]
