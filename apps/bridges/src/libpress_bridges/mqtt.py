"""MQTT, by paho-mqtt 2: events, state, health, discovery, commands."""

from __future__ import annotations

import ssl
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from libpress.tools.install import to_install
from libpress.tools.problem import NO_PERMISSION, UNAVAILABLE, Problem

from .config import Bridges
from .discovery import device, topic
from .outbox import Entry, Summary
from .pump import Away
from .topics import OFFLINE, ONLINE, Measured, Numbers, State, Topics, compact

IN_FLIGHT = 20
"""How many messages may wait for their acknowledgement."""
_FIRST_HEALTH = 1.0
"""Seconds after connecting: then there is a rate."""
_ENDINGS = {
    "Unspecified error": "the connection to the broker broke: it was stopped, or the network is away",
    "Keep alive timeout": "the broker does not answer any more",
}
"""What paho calls the end of a connection, in words."""
_TAKEN = 3
"""So many connections in a row that a broker which answers ended soon are too many."""
_ANSWERS = 10.0
"""Seconds that a broker has to answer at the start."""


def client_of(bridges: Bridges, client_id: str, clean: bool = True) -> Any:
    """A client of paho with what [mqtt] says, not connected. Raises Problem."""
    try:
        import paho.mqtt.client as paho
        from paho.mqtt.enums import CallbackAPIVersion
    except ImportError:
        raise Problem(UNAVAILABLE, f"the bridge to MQTT requires paho-mqtt 2: {to_install('libpress-bridges')}") from None
    client = paho.Client(CallbackAPIVersion.VERSION2, client_id=client_id, clean_session=clean)
    if user := bridges.get("mqtt", "user"):
        client.username_pw_set(user, bridges.password())
    elif bridges.get("mqtt", "password_file") or bridges.get("mqtt", "password_env"):
        bridges.password()
    if bridges.get("mqtt", "tls"):
        client.tls_set_context(_tls(bridges))
    client.max_inflight_messages_set(IN_FLIGHT)
    if bridges.get("mqtt", "keepalive") % 1_000_000:
        raise bridges.wrong("mqtt", "keepalive", "mqtt.keepalive must be whole seconds, as MQTT has them")
    most = bridges.seconds("bridge", "retry_most")
    client.reconnect_delay_set(min(1.0, most), most)  # type: ignore[arg-type, unused-ignore]
    return client


def _tls(bridges: Bridges) -> ssl.SSLContext:
    ca, certificate, key = (bridges.get("mqtt", name) for name in ("ca", "certificate", "key"))
    if bool(certificate) != bool(key):
        raise bridges.wrong("mqtt", "certificate", "mqtt.certificate and mqtt.key go together")
    try:
        context = ssl.create_default_context(cafile=ca or None)
        if certificate:
            context.load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as problem:
        words = getattr(problem, "strerror", None) or str(problem)
        files = f"mqtt.ca {ca or 'of the system'}, mqtt.certificate {certificate or 'none'}"
        raise bridges.wrong("mqtt", "ca", f"{files}: {words}") from None
    return context


def _complain(words: str) -> None:
    print(f"libpress: {words}", file=sys.stderr, flush=True)


def open_client(client: Any, bridges: Bridges, connected: threading.Event, refusal: Callable[[], str], say: Callable[[str], None] = _complain) -> str:
    """Connects for the first time. Returns the name of the broker. Raises Problem, one sentence that says what to look at.

    From then on `say` gets a sentence of an exception in the thread of paho, which goes on.
    """
    mistakes: list[str] = []

    def guarded(callback: Callable[..., None]) -> Callable[..., None]:
        def call(*arguments: Any) -> None:
            try:
                callback(*arguments)
            except Exception as mistake:
                mistakes.append(f"{type(mistake).__name__}: {mistake}. Please report this.")
                if connected.is_set():
                    say(f"mqtt: {mistakes[-1]}")

        return call

    client.on_connect, client.on_message = guarded(client.on_connect), guarded(client.on_message)
    client.on_disconnect = guarded(client.on_disconnect or (lambda *_: None))
    host, port = bridges.get("mqtt", "host"), bridges.get("mqtt", "port")
    tls = bridges.get("mqtt", "tls")
    port = port or (8883 if tls else 1883)
    broker = f"{host}:{port}"
    try:
        client.connect(host, port, keepalive=bridges.get("mqtt", "keepalive") // 1_000_000)
    except ssl.SSLCertVerificationError as problem:
        words = f"{broker}: its certificate is not accepted: {problem.verify_message}. Look at mqtt.ca and mqtt.host."
        raise Problem(UNAVAILABLE, words) from None
    except ssl.SSLError as problem:
        raise Problem(UNAVAILABLE, f"{broker}: TLS fails: {problem.reason}. Look at mqtt.tls and mqtt.port.") from None
    except (OSError, ValueError) as problem:
        words = getattr(problem, "strerror", None) or str(problem)
        raise Problem(UNAVAILABLE, f"{broker}: no broker answers: {words}. Look at mqtt.host and mqtt.port.") from None
    dropped = threading.Event()
    when_disconnected, client.on_disconnect = client.on_disconnect, lambda *_: dropped.set()
    client.loop_start()
    end = time.monotonic() + _ANSWERS
    while not connected.wait(0.05):
        if mistakes:
            client.loop_stop()
            raise Problem(UNAVAILABLE, f"{broker}: {mistakes[0]}")
        if refused := refusal():
            client.loop_stop()
            who = bridges.get("mqtt", "user") or "a client without a user"
            words = f"{broker}: the broker refuses {who}: {refused}. Look at mqtt.user and the password."
            raise Problem(NO_PERMISSION, words)
        if dropped.is_set() or time.monotonic() > end:
            client.loop_stop()
            words = f"{broker}: what answers is no MQTT broker, or TLS differs. Look at mqtt.port and mqtt.tls."
            raise Problem(UNAVAILABLE, words)
    client.on_disconnect = when_disconnected
    return broker


class MqttSink:
    """One board at a broker."""

    name = "mqtt"
    is_live = False
    reconnects = True

    def __init__(
        self,
        bridges: Bridges,
        *,
        interactions: Iterable[str] = (),
        health: Callable[[], dict[str, Any]] = dict,
        settings: Callable[[], dict[str, Any]] = dict,
        when_command: Callable[[str, bytes, Callable[[dict[str, Any]], None]], None] | None = None,
        takes_commands: bool = True,
        say: Callable[[str], None] = lambda words: None,
    ) -> None:
        """`when_command` gets what comes in, and a function that answers it; None: nothing is subscribed.

        `takes_commands`: Home Assistant offers them. `say` gets a sentence of a mistake. Raises Problem.
        """
        self._bridges, self._say = bridges, say
        self.topics = Topics(bridges.topic("topic"), bridges.name)
        self._prefix = bridges.topic("discovery")
        self._interactions, self._health, self._settings = tuple(interactions), health, settings
        self._when_command = when_command if bridges.get("mqtt", "commands") else None
        self._offers = takes_commands and self._when_command is not None
        self._every = bridges.seconds("mqtt", "health")
        self._has_progress = bridges.get("mqtt", "progress_hz") > 0
        self._next_health = 0.0
        self._connected = threading.Event()
        self._refused = self._why = ""
        self._numbers = Numbers()
        self._state = State()
        self._measured = Measured(bridges.seconds("mqtt", "measured"))
        self._announced = ""
        self._unacknowledged: deque[Any] = deque()
        self._broker = ""
        self._began, self._short = 0.0, 0
        self._retry_most = bridges.seconds("bridge", "retry_most")
        self._client = client_of(bridges, f"{self.topics.base}-{self.topics.name}"[:200])
        self._client.will_set(self.topics.of("availability"), OFFLINE, qos=1, retain=True)
        self._client.on_connect, self._client.on_disconnect = self._on_connect, self._on_disconnect
        self._client.on_message = self._on_message

    # Called by paho's thread

    def _on_connect(self, client: Any, user: Any, flags: Any, reason: Any, properties: Any) -> None:
        if reason.is_failure:
            self._refused = str(reason)
            return
        self._refused = ""
        self._began = time.monotonic()
        client.publish(self.topics.of("availability"), ONLINE, qos=1, retain=True)
        self._announced = ""
        self.settings()
        client.publish(self.topics.of("state"), compact(self._state.fields), qos=1, retain=True)
        if self._when_command is not None:
            client.subscribe([(self.topics.of(part), 1) for part in ("tare", "set/+", "profile")])
        self._next_health = time.monotonic() + min(_FIRST_HEALTH, self._every)
        self._connected.set()

    def _on_disconnect(self, client: Any, user: Any, flags: Any, reason: Any, properties: Any) -> None:
        was_connected, lasted = self._connected.is_set(), time.monotonic() - self._began
        self._connected.clear()
        self._why = _ENDINGS.get(str(reason), f"the broker ended the connection: {reason}")
        if was_connected:
            self._short = self._short + 1 if lasted < 2 * self._retry_most and str(reason) != "Keep alive timeout" else 0
            self._yield(client)

    def _yield(self, client: Any) -> None:
        """Of two programs with one client id a broker keeps the later: each throws the other out, and the pauses between grow."""
        client.reconnect_delay_set(min(2.0 ** max(self._short - 1, 0), self._retry_most), self._retry_most)
        if self._short == _TAKEN:
            self._say(
                f"mqtt: {self._broker} ends each connection soon after it began: is another board called {self.topics.name} too? "
                f"Each needs a bridge.name of its own. Or may this one not publish below {self.topics.base}/{self.topics.name}?"
            )

    def _on_message(self, client: Any, user: Any, message: Any) -> None:
        if self._when_command is None or message.retain:  # a command is for now
            return
        part = self.topics.part(message.topic)
        self._when_command(part, message.payload, lambda found: self._answer(part, found))

    def _answer(self, part: str, found: dict[str, Any]) -> None:
        where = self.topics.of("profile/answer" if part == "profile" else "answer")
        self._client.publish(where, compact(found), qos=1)

    def settings(self) -> None:
        """Publishes the levels that hold, and before them what Home Assistant may set them to."""
        found = self._settings()
        if self._prefix:
            levels = found.get("engine", {}) if self._offers else None
            message = compact(device(self.topics, self._interactions, levels))
            if message != self._announced:
                self._client.publish(topic(self._prefix, self.topics.name), message, qos=1, retain=True)
            self._announced = message
        if found:
            self._client.publish(self.topics.of("settings"), compact(found), qos=1, retain=True)

    # Called by the pump

    def connect(self) -> None:
        if not self._broker:
            self._broker = open_client(self._client, self._bridges, self._connected, lambda: self._refused, self._say)
        elif not self._connected.wait(0.5):
            refused = f"the broker refuses: {self._refused}" if self._refused else "the broker is away"
            raise Away(f"{self._broker}: {refused}")

    def send(self, entries: Sequence[Entry]) -> int:
        entry = entries[0]
        self._check()
        is_kept = isinstance(entry, Summary) or entry.progress is None
        if is_kept:
            self._room()
        changed = self._state.follow(entry)
        self._measured.follow(self._state)
        if is_kept:
            self._publish(self.topics.of("event"), self._numbers.message(entry.fields))
        elif self._has_progress:
            self._client.publish(self.topics.of("progress"), compact(entry.fields))
        if changed or (self._has_progress and not is_kept):
            self._client.publish(self.topics.of("state"), compact(self._state.fields), qos=int(changed), retain=True)
        self._beat(time.monotonic())
        return 1

    def _check(self) -> None:
        if not self._connected.is_set():
            raise Away(f"{self._broker}: {self._why or 'not connected'}")

    def _publish(self, where: str, text: str) -> None:
        """Paho keeps what is not acknowledged, and sends it again after it has connected again."""
        info = self._client.publish(where, text, qos=1)
        info.rc = 0  # without a connection paho keeps it, too
        self._unacknowledged.append(info)

    def _room(self) -> None:
        while self._unacknowledged and self._unacknowledged[0].is_published():
            self._unacknowledged.popleft()
        while len(self._unacknowledged) >= IN_FLIGHT:
            self._check()
            self._unacknowledged[0].wait_for_publish(0.2)
            if self._unacknowledged[0].is_published():
                self._unacknowledged.popleft()

    def idle(self, now: float) -> float | None:
        self._check()
        self._beat(now)
        return min(self._next_health, self._measured.due)

    def _beat(self, now: float) -> None:
        if now >= self._next_health:
            self._next_health = now + self._every
            self._client.publish(self.topics.of("health"), compact(self._health()), qos=1, retain=True)
        if found := self._measured.take(now):
            self._client.publish(self.topics.of("measured"), compact(found), qos=1, retain=True)

    def close(self) -> int:
        if not self._broker:
            return 0
        last = None
        if self._connected.is_set():
            fields = self._state.fields
            self._client.publish(self.topics.of("state"), compact(fields), qos=1, retain=True)
            now = {name: fields[name] for name in ("force", "pressure")}
            self._client.publish(self.topics.of("measured"), compact(now), qos=1, retain=True)
            last = self._client.publish(self.topics.of("availability"), OFFLINE, qos=1, retain=True)
        end = time.monotonic() + 5
        for one in [*self._unacknowledged, *([last] if last else [])]:
            while not one.is_published() and self._connected.is_set() and time.monotonic() < end:
                one.wait_for_publish(0.1)
        self._client.disconnect()
        self._client.loop_stop()
        return sum(not one.is_published() for one in self._unacknowledged)
