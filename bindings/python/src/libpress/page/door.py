"""The socket of a running pressd as a source: events and all forces come from it, settings go to it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

from ..remote import ClosedError, Connection, Forces, RefusedError, RemoteEvent
from ..tools.problem import UNAVAILABLE, Problem
from ..types import Event
from .lines import event_of
from .rights import Refused

_ANSWER_S = 1.0
"""That a command may take."""
_LOOK_S = 2.0
"""Between two looks at the levels, which other programs may change."""


class Door:
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
            self._command("snapshot")
        except Refused:
            return None
        assert self._sender is not None
        return self._sender.levels

    # What goes to it; each raises Refused

    def set(self, changes: Sequence[tuple[str, str, str]]) -> None:
        """SECTION.KEY, its value before and after: all of them, or none. What is refused is tried again after the others."""
        done: list[tuple[str, str, str]] = []
        left = list(changes)
        while left:
            again, refused = [], None
            for one in left:
                try:
                    self._command("set", key=one[0], value=one[2])
                    done.append(one)
                except Refused as problem:
                    again.append(one)
                    refused = Refused(f"{one[0]}: {problem}")
            if refused is not None and len(again) == len(left):
                for name, before, _ in reversed(done):
                    if not before:
                        raise Refused(f"{refused}; {name} was changed, as its default is not known here")
                    self._command("set", key=name, value=before)
                raise refused
            left = again

    def save(self) -> None:
        self._command("save")

    def tare(self) -> None:
        self._command("tare", force=False)

    def _command(self, name: str, **fields: Any) -> None:
        for is_last in (False, True):
            try:
                if self._sender is None:
                    self._sender = Connection(self.path, to="none", again=0.0, timeout=_ANSWER_S)
                if name == "snapshot":
                    self._sender.snapshot()
                else:
                    self._sender.command(name, **fields)
                return
            except RefusedError as problem:
                raise Refused(f"{self.name}: {problem}") from None
            except (ClosedError, TimeoutError) as problem:
                if self._sender is not None:
                    self._sender.close()
                self._sender = None
                if is_last:
                    raise Refused(str(problem)) from None

    def close(self) -> None:
        self._pressd.close()
        if self._sender is not None:
            self._sender.close()
