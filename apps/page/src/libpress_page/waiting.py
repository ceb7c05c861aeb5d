"""Connections that have not asked for anything yet, or only for half of it: they end, and never keep others out."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

REQUEST_S = 10.0
"""A request is whole after so long, or its connection ends."""
MOST_WAITING = 64
"""One more, and the connection that waits longest ends."""
MOST_TAKEN = 131_072
"""Bytes of one request, with its headers."""


class Waiting:
    """Those that wait, the longest first."""

    def __init__(self) -> None:
        self._by_age: dict[Patient, asyncio.TimerHandle] = {}

    def enter(self, one: Patient) -> None:
        if one in self._by_age:
            return
        if len(self._by_age) >= MOST_WAITING:
            next(iter(self._by_age)).give_up()
        self._by_age[one] = one.loop.call_later(REQUEST_S, one.give_up)

    def leave(self, one: Patient) -> None:
        timer = self._by_age.pop(one, None)
        if timer is not None:
            timer.cancel()


class Patient(HttpToolsProtocol):
    """HTTP, for so long."""

    waiting: Waiting
    """Of its server: a class of its own has it."""
    _taken = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.waiting.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.waiting.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._taken += len(data)
        if self._taken > MOST_TAKEN:
            self.give_up()
        else:
            super().data_received(data)

    def on_message_begin(self) -> None:
        self.waiting.enter(self)
        super().on_message_begin()

    def on_message_complete(self) -> None:
        self.waiting.leave(self)
        self._taken = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and self.timeout_keep_alive_task is not None:
            self.waiting.enter(self)

    def give_up(self) -> None:
        """Ends the connection."""
        self.waiting.leave(self)
        self.transport.abort()


def patient() -> type[Patient]:
    """The protocol of a new server."""
    return type("Patient", (Patient,), {"waiting": Waiting()})
