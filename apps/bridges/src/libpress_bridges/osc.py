"""OSC, by python-osc: a bundle for what is of one moment."""

from __future__ import annotations

import errno
import os
import select
import time
from collections.abc import Sequence
from typing import Any

from libpress.tools.install import to_install
from libpress.tools.problem import UNAVAILABLE, Problem

from .config import Bridges
from .events import Fields, Life
from .outbox import Entry, Summary
from .pump import Away

_BESIDE = ("event", "t_us", "late_us", "count", "began_us")
"""Fields that are no arguments."""
_WHOLE = ("contact", "target", "sensor", "transition", "peek", "group", "action", "repeats", "drag", "items", "badge", "item",
          "representation", "arrived", "failed")  # fmt: skip


_MOST = (1 << 31) - 1
"""Of type `i`."""


def arguments(fields: Fields, is_full: bool) -> list[tuple[str, Any]]:
    """OSC's types and values: the time, then the fields in the order in which pressd prints them.

    `is_full`: with types that not every receiver knows. What does not know a type shifts the arguments behind it, or refuses the message.
    """
    time_us = fields["t_us"] - int(fields.get("late_us") or 0)
    first = ("h", time_us) if is_full else ("i", time_us // 1000 & _MOST)
    return [first, *(_argument(name, one, is_full) for name, one in fields.items() if name not in _BESIDE)]


def _argument(name: str, one: Any, is_full: bool) -> tuple[str, Any]:
    if one is None:
        return ("N", None) if is_full else ("i", -1)
    if isinstance(one, bool):
        return ("T" if one else "F", one) if is_full else ("i", int(one))
    if isinstance(one, str):
        return "s", one
    if name in _WHOLE and isinstance(one, int):
        if -_MOST - 1 <= one <= _MOST:
            return "i", one
        if is_full:
            return "h", one
    return "f", float(one)


class OscSink:
    """To one address, by UDP or by TCP with SLIP."""

    name = "osc"
    is_live = False
    reconnects = False

    def __init__(self, bridges: Bridges) -> None:
        """Raises Problem."""
        try:
            from pythonosc import osc_bundle_builder, osc_message_builder, tcp_client, udp_client
        except ImportError:
            raise Problem(UNAVAILABLE, f"the bridge to OSC requires python-osc: {to_install('libpress-bridges')}") from None
        self._bundles, self._messages = osc_bundle_builder, osc_message_builder
        self._clients: dict[str, Any] = {"udp": udp_client.UDPClient, "tcp": tcp_client.TCPClient}
        self._host, self._port = bridges.get("osc", "host"), bridges.get("osc", "port")
        self._transport = bridges.get("osc", "transport")
        prefix = bridges.get("osc", "prefix")
        if not prefix.startswith("/") or "//" in prefix or set(prefix) & set(" #*,?[]{}"):
            words = f"osc.prefix {prefix!r}: it begins with / and has no blanks, no // and none of # * , ? [ ] {{ }}"
            raise bridges.wrong("osc", "prefix", words)
        self._prefix = f"{prefix.rstrip('/')}/{bridges.name}"
        self._is_full = bridges.get("osc", "types") == "full"
        self._every = bridges.seconds("osc", "heartbeat")
        self._next = 0.0
        self._client: Any = None
        self._contacts: set[Life] = set()

    def connect(self) -> None:
        self._drop()
        more = {"timeout": 2.0} if self._transport == "tcp" else {}
        try:
            self._client = self._clients[self._transport](self._host, self._port, **more)
            self._next = 0.0
            self._running(time.monotonic())
        except OSError as problem:
            raise Away(f"{self._host}:{self._port}: {problem.strerror or problem}") from None

    def send(self, entries: Sequence[Entry]) -> int:
        bundle = self._bundles.OscBundleBuilder(self._bundles.IMMEDIATELY)
        for entry in entries:
            for life in entry.begins if not isinstance(entry, Summary) else ():
                if life[0] == "contact":
                    self._contacts.add(life)
            for life in entry.ends if not isinstance(entry, Summary) else ():
                self._contacts.discard(life)
            bundle.add_content(self._message(entry))
        self._out(bundle.build())
        return len(entries)

    def _message(self, entry: Entry) -> Any:
        if isinstance(entry, Summary):
            return self._build("missed", [("s", entry.name), ("i", entry.count)])
        return self._build(entry.name, arguments(entry.fields, self._is_full))

    def _build(self, address: str, values: list[tuple[str, Any]]) -> Any:
        message = self._messages.OscMessageBuilder(f"{self._prefix}/{address}")
        for kind, one in values:
            message.add_arg(one, kind)
        return message.build()

    def _out(self, content: Any) -> None:
        try:
            if self._transport == "tcp" and self._is_closed():
                raise ConnectionResetError(errno.ECONNRESET, os.strerror(errno.ECONNRESET))
            self._client.send(content)
        except OSError as problem:
            if self._transport == "udp":
                return  # nobody listens there now: UDP confirms nothing
            raise Away(f"{self._host}:{self._port}: {problem.strerror or problem}") from None

    def _is_closed(self) -> bool:
        """The receiver has closed: what is sent then is lost without an error."""
        connection = self._client.socket
        try:
            return bool(select.select([connection], [], [], 0)[0]) and not connection.recv(4096)
        except OSError:
            return True

    def _running(self, now: float) -> None:
        self._next = now + self._every
        self._out(self._build("running", [("i", len(self._contacts))]))

    def idle(self, now: float) -> float | None:
        """How many contacts run is said again and again, for who missed an end by UDP."""
        if not self._every:
            return None
        if now >= self._next:
            self._running(now)
        return self._next

    def _drop(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def close(self) -> int:
        self._drop()
        return 0
