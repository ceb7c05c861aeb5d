"""The socket of a running pressd as a source: events and all forces come from it, settings go to it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from libpress.remote import ClosedError, Connection, Forces, RefusedError, RemoteEvent
from libpress.tools.problem import UNAVAILABLE, Problem
from libpress.types import Event

from .lines import event_of
from .rights import Refused

T = TypeVar("T")
_ANSWER_S = 1.0
"""That a command may take."""
_LOOK_S = 2.0
"""Between two looks at the levels, which other programs may change."""


class PressdSocket:
    """One connection receives, for the thread that follows; another has commands, which come under the lock of the session.

    While pressd is away it is tried again, and what was missed comes then.
    """

    def __init__(self, path: str) -> None:
        """Raises Problem."""
        self.name, self.path, self.broken = f"pressd at {path}", path, 0
        try:
            self._pressd = Connection(path, to="events forces", again=0.5)
        except ClosedError as problem:
            raise Problem(UNAVAILABLE, str(problem)) from None
        self._sender: Connection | None = None
        self._looked = 0.0

    # What comes

    def events(self) -> Iterator[Event | Forces | None]:
        """None: nothing came in a tenth of a second, or pressd is away."""
        while True:
            try:
                one = self._pressd.receive(0.1)
            except ClosedError:
                one = None
            if isinstance(one, RemoteEvent):
                yield event_of(one.line())
            else:
                yield one if isinstance(one, Forces) else None

    def levels(self) -> dict[str, float] | None:
        """As pressd has them; None: it is away, or they were looked at less than two seconds ago."""
        if time.monotonic() - self._looked < _LOOK_S:
            return None
        self._looked = time.monotonic()
        try:
            self._asked(Connection.snapshot)
            return self._sender.levels if self._sender is not None else None
        except Refused:
            return None

    # Commands to pressd; each raises Refused

    def set(self, changes: Sequence[tuple[str, str, str]]) -> None:
        """SECTION.KEY, its value before and after: all of them, or none."""
        refused = self._asked(lambda pressd: pressd.set_each({name: after for name, _, after in changes}))
        if not refused:
            return
        name, problem = next(iter(refused.items()))
        words = f"{name}: {self.name}: {problem}"
        before = {name: before for name, before, _ in changes if name not in refused}
        if kept := [name for name, text in before.items() if not text]:
            words += f"; {', '.join(kept)} was changed, as its default is not known here"
        self._asked(lambda pressd: pressd.set_each({name: text for name, text in before.items() if text}))
        raise Refused(words)

    def save(self) -> None:
        self._asked(Connection.save)

    def tare(self) -> None:
        self._asked(Connection.tare)

    def _asked(self, what: Callable[[Connection], T]) -> T:
        """A connection that pressd ended meanwhile is made once more."""
        for _ in range(2):
            try:
                if self._sender is None:
                    self._sender = Connection(self.path, to="none", again=0.0, timeout=_ANSWER_S)
                return what(self._sender)
            except RefusedError as problem:
                raise Refused(f"{self.name}: {problem}") from None
            except (ClosedError, TimeoutError) as problem:
                if self._sender is not None:
                    self._sender.close()
                self._sender, words = None, str(problem)
        raise Refused(words)

    def close(self) -> None:
        self._pressd.close()
        if self._sender is not None:
            self._sender.close()
