"""What can be attached to an engine, written by `make contract` from the modules of the interactions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._core import Core
from .._hooks import Hooked
from ..button import Button, ButtonConfig
from ..crosstalk import Crosstalk, CrosstalkConfig
from ..drag import Drag, DragConfig
from ..gestures import Gestures, GesturesConfig
from ..levels import Levels, LevelsConfig
from ..peek import PeekConfig, Peeks
from ..pinch import PinchConfig, Pinches
from ..scroll import ScrollConfig, Scrolls
from ..strike import StrikeConfig, Strikes
from ..transitions import Transitions, TransitionsConfig

ATTACHED: tuple[tuple[str, str, str, type, Callable[[Core, Any], Hooked]], ...] = (
    ("drag", "drag and drop", "drag", DragConfig, Drag),
    ("gestures", "gestures", "gestures", GesturesConfig, lambda core, config: Gestures(core)),
    ("peek", "peeks", "peek", PeekConfig, lambda core, config: Peeks(core)),
    ("transitions", "transitions", "transition", TransitionsConfig, Transitions),
    ("button", "the button", "button", ButtonConfig, lambda core, config: Button(core)),
    ("strike", "strikes", "strike", StrikeConfig, lambda core, config: Strikes(core)),
    ("pinch", "pinches", "pinch", PinchConfig, lambda core, config: Pinches(core)),
    ("scroll", "throws and swipes", "scroll", ScrollConfig, lambda core, config: Scrolls(core)),
    ("levels", "levels", "levels", LevelsConfig, lambda core, config: Levels(core)),
    ("crosstalk", "crosstalk", "crosstalk", CrosstalkConfig, lambda core, config: Crosstalk(core)),
)
"""What can be attached: the argument, what messages call it, what the library calls it, its config, and its part."""

ROOMS: dict[str, type] = {
    "engine.drag": Drag,
    "engine.gestures": Gestures,
    "engine.peek": Peeks,
    "engine.transitions": Transitions,
    "engine.button": Button,
    "engine.strike": Strikes,
    "engine.pinch": Pinches,
    "engine.scroll": Scrolls,
    "engine.levels": Levels,
    "engine.crosstalk": Crosstalk,
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
