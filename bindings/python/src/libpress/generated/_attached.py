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

ATTACHED: tuple[tuple[str, str, str, Late, Callable[[Core, Any], Hooked]], ...] = (
    ("drag", "drag and drop", "drag", Late("drag", "DragConfig"), lambda core, config: Late("drag", "Drag").load()(core, config)),
    ("gestures", "gestures", "gestures", Late("gestures", "GesturesConfig"), lambda core, config: Late("gestures", "Gestures").load()(core)),
    ("peek", "peeks", "peek", Late("peek", "PeekConfig"), lambda core, config: Late("peek", "Peeks").load()(core)),
    ("transitions", "transitions", "transition", Late("transitions", "TransitionsConfig"), lambda core, config: Late("transitions", "Transitions").load()(core, config)),
    ("button", "the button", "button", Late("button", "ButtonConfig"), lambda core, config: Late("button", "Button").load()(core)),
    ("strike", "strikes", "strike", Late("strike", "StrikeConfig"), lambda core, config: Late("strike", "Strikes").load()(core)),
    ("pinch", "pinches", "pinch", Late("pinch", "PinchConfig"), lambda core, config: Late("pinch", "Pinches").load()(core)),
    ("scroll", "throws and swipes", "scroll", Late("scroll", "ScrollConfig"), lambda core, config: Late("scroll", "Scrolls").load()(core)),
    ("levels", "levels", "levels", Late("levels", "LevelsConfig"), lambda core, config: Late("levels", "Levels").load()(core)),
    ("crosstalk", "crosstalk", "crosstalk", Late("crosstalk", "CrosstalkConfig"), lambda core, config: Late("crosstalk", "Crosstalk").load()(core)),
)
"""What can be attached: the argument, what messages call it, what the library calls it, its config, and its part. A module of what is not
attached is not imported."""

ROOMS: dict[str, Late] = {
    "engine.drag": Late("drag", "Drag"),
    "engine.gestures": Late("gestures", "Gestures"),
    "engine.peek": Late("peek", "Peeks"),
    "engine.transitions": Late("transitions", "Transitions"),
    "engine.button": Late("button", "Button"),
    "engine.strike": Late("strike", "Strikes"),
    "engine.pinch": Late("pinch", "Pinches"),
    "engine.scroll": Late("scroll", "Scrolls"),
    "engine.levels": Late("levels", "Levels"),
    "engine.crosstalk": Late("crosstalk", "Crosstalk"),
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
