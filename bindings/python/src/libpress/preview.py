"""The preview of a contact: it follows the finger, and commits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._hooks import Hooked, On, When
from ._unheard import of, reachable, trait
from .enums import EventType, PreviewState, Trait
from .generated import _raw
from .numbers import to_unsigned
from .types import touch_from_raw

if TYPE_CHECKING:
    from .types import Touch

    BeginHook = Callable[[Touch], bool] | Callable[[], bool]


BEGINS = of(trait(Trait.PREVIEW), reachable("preview_pressure"))
COMMITS = of(BEGINS, reachable("complete_pressure"))


class Preview(Hooked):
    """`engine.preview`: what follows the pressure of a contact. Every engine has it.

    Hooks for what happened take the Event, or nothing: `event.progress` is 0..1 of the phase, `event.pressure` 0..1.
    """

    __slots__ = ()
    _way = "engine.preview"
    _needs = {
        **dict.fromkeys(("on_begin", "when_began", "when_refused", "when_updated", "when_cancelled"), BEGINS),
        "when_commit_updated": of(BEGINS, reachable("commit_pressure")),
        "when_committed": COMMITS,
    }

    on_begin = On["BeginHook"](
        "Asked once for each contact, as its pressure reaches preview_pressure: True or False. No: no preview until it lifts. Not set: yes.",
        "preview_should_begin",
        "touch",
    )
    when_began = When("A preview begins. Exactly one of when_committed and when_cancelled follows.", EventType.PREVIEW_BEGAN)
    when_refused = When("on_begin said no.", EventType.PREVIEW_REFUSED)
    when_updated = When("Progress from preview_pressure to commit_pressure; `event.ended` once, with progress 1.", EventType.PREVIEW_UPDATED)
    when_commit_updated = When("Progress from commit_pressure to complete_pressure; `event.ended` once, with progress 1.", EventType.COMMIT_UPDATED)
    when_committed = When("The press is complete: the preview is committed.", EventType.COMMIT_UPDATED, ended=True)
    when_cancelled = When("A preview that began does not complete: `event.reason`.", EventType.PREVIEW_CANCELLED)

    def _preview_should_begin(self, touch: Any) -> bool:
        return self._decide("on_begin", touch_from_raw(touch.contents))

    def cancel(self, contact: int = 0) -> None:
        """Cancels the preview of a contact; no other begins until the contact lifts.

        Raises NotFoundError (the contact is not down), StateError (no preview runs).
        """
        number = to_unsigned(contact, 32, "contact")
        self._do(f"cancelling the preview of contact {contact}", _raw.press_preview_cancel, number)

    def state(self, contact: int = 0) -> PreviewState:
        """Where the preview of a contact stands. Raises NotFoundError: the contact is not down."""
        number = to_unsigned(contact, 32, "contact")
        return PreviewState(
            self._do(f"asking for the preview of contact {contact}", _raw.press_preview_state, number, hint="no finger touches with this contact")
        )
