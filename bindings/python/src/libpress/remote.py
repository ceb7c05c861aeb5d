"""A running pressd, through its socket: its events as they come, and commands to it (docs/protocol.md).

    from libpress.remote import Connection

    with Connection("/run/pressd/i2c-1.sock") as pressd:
        for one in pressd:
            print(one)

The connection is made again when it breaks, with the number of the event that came last: progress can be missing then, an end
cannot. What pressd did not keep any more is reported as `Missed`, and a pressd that was started again as `Restarted`.
"""

from __future__ import annotations

import json
import os
import socket
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ._config_file import COMMENT
from ._config_values import written
from ._described import described
from ._strict import Strict
from .enums import EventType
from .errors import PressError
from .numbers import to_unsigned

PROTOCOL = 1
"""The version of the protocol that this module speaks."""
_LONGEST = 1 << 20
_CHUNK = 700
"""Bytes of lines of a profile, as JSON, that one command takes: a command has at most 1,023."""
_PAUSES = (0.05, 1.0)


class RefusedError(PressError):
    """pressd refuses a command. `name` is the protocol's: `not_found`, `not_now`, `bad_value`, `not_allowed` and others."""

    def __init__(self, message: str, name: str = "failed") -> None:
        super().__init__(message)
        self.name = name


class ClosedError(PressError, ConnectionError):
    """There is no connection. `why`: what pressd said last, `too_slow`, `full`, `silent`, `end`, `reload`, or "" for nothing."""

    def __init__(self, message: str, why: str = "") -> None:
        super().__init__(message)
        self.why = why


@described
@dataclass(frozen=True, slots=True)
class RemoteEvent:
    """An event. `fields` has what docs/pressd/events.md lists for its type: `contact`, `force`, `reason` and others."""

    seq: int
    t_us: int
    type: EventType | str
    """A plain str for what a newer pressd delivers and this package does not know."""
    fields: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        """A field. Raises KeyError for one that its type does not have."""
        return self.fields[name]

    def line(self) -> dict[str, Any]:
        """As an object of the log of pressd."""
        name = self.type.name.lower() if isinstance(self.type, EventType) else self.type
        return {"t_us": self.t_us, "event": name, **self.fields}


@described
@dataclass(frozen=True, slots=True)
class Forces:
    """What the sensors read at a moment."""

    t_us: int
    forces: tuple[float, ...]
    """Newtons, of each sensor, before the filter."""
    codes: tuple[int | None, ...]
    """Of each sensor; None: none in this frame."""
    force: float
    """Newtons, of all sensors, as the engine got it."""
    x: float
    y: float
    lost: bool
    """A sensor has a fault: the forces mean nothing."""


@described
@dataclass(frozen=True, slots=True)
class Running:
    """Something that began and did not end yet."""

    life: str
    """`contact`, `preview`, `peek`, `drag` and others."""
    began_us: int
    """When, microseconds of pressd."""
    latest: RemoteEvent
    """The last event of it."""


@described
@dataclass(frozen=True, slots=True)
class Missed:
    """Something that was not received."""

    progress: int = 0
    """So many updates of progress; the latest ones follow."""
    ends: bool = False
    """Events that pressd does not keep any more, ends among them. `running` of the connection says what is left."""


@described
@dataclass(frozen=True, slots=True)
class Restarted:
    """pressd was started again. What ran before is over, though no end of it came."""

    run: int
    """The number of the run that began."""


@described
@dataclass(frozen=True, slots=True)
class Value:
    """A value of the config."""

    key: str
    value: str
    """As a config has it."""
    origin: str
    """`default`, `config`, `profile`, `option`, `saved` or `set`."""
    line: int | None = None
    """In the config or the profile."""


Received = RemoteEvent | Forces | Missed | Restarted


class Connection(Strict):
    """A connection to a pressd. A context manager; iterating yields what comes, for ever. For one thread.

    `path`: that of its socket, also with `unix:` before it, as pressd has it. `to`: `events`, `forces`, or both with a blank
    between. `rate`: lines of forces a second, 1 to 1000. `since`: the number of the event after which to begin; not given: the
    next one. `timeout`: seconds that connecting, or an answer, may take. `again`: seconds for which a connection that broke is
    tried again; None: for ever; 0: not at all.

    Raises ClosedError when there is no pressd; RefusedError.
    """

    __slots__ = ("_again", "_buffer", "_hello", "_id", "_pending", "_rate", "_seq", "_socket", "_timeout", "_to", "path")

    def __init__(
        self,
        path: str | os.PathLike[str],
        to: str = "events",
        rate: int = 30,
        since: int | None = None,
        timeout: float = 5.0,
        again: float | None = None,
    ) -> None:
        self.path = os.fspath(path).removeprefix("unix:")
        self._to, self._rate, self._seq = to, rate, since
        self._timeout, self._again = timeout, again
        self._id = 0
        self._hello: dict[str, Any] = {}
        self._pending: deque[Received] = deque()
        self._buffer = bytearray()
        self._socket: socket.socket | None = None
        self._open()

    # ---- What it is

    @property
    def run(self) -> int:
        """Which start of pressd this is: its time, microseconds since 1970."""
        return int(self._hello["run"])

    @property
    def version(self) -> str:
        """Of pressd."""
        return str(self._hello["version"])

    @property
    def may_command(self) -> bool:
        """Whether commands that change something are accepted."""
        return bool(self._hello["may"] == "command")

    @property
    def attached(self) -> tuple[str, ...]:
        """The interactions that the config attaches."""
        return tuple(self._hello["attached"])

    @property
    def sensors(self) -> int:
        return int(self._hello["sensors"])

    @property
    def levels(self) -> dict[str, float]:
        """`touch_force`, `full_force` and the other levels, as they were when the connection or the latest snapshot was made."""
        return dict(self._hello["levels"])

    @property
    def running(self) -> tuple[Running, ...]:
        """What ran when the connection or the latest snapshot was made."""
        return tuple(Running(one["life"], one["began_us"], _event(one["latest"])) for one in self._hello["running"])

    @property
    def seq(self) -> int:
        """The number of the latest event that was received; where none was, of the latest one that there was."""
        return self._seq if self._seq is not None else int(self._hello["seq"])

    # ---- Receiving

    def __iter__(self) -> Iterator[Received]:
        while True:
            one = self.receive()
            if one is not None:
                yield one

    def events(self) -> Iterator[RemoteEvent]:
        """The events alone."""
        return (one for one in self if isinstance(one, RemoteEvent))

    def receive(self, timeout: float | None = None) -> Received | None:
        """What comes next, or None when nothing came within `timeout` seconds (None: waits).

        Raises ClosedError when the connection broke and cannot be made again.
        """
        until = None if timeout is None else time.monotonic() + timeout
        while not self._pending:
            try:
                line = self._line(until)
            except ClosedError as problem:
                self._mend(problem)
                continue
            if line is None:
                return None
            self._take(line)
        return self._pending.popleft()

    def close(self) -> None:
        """May be called again."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- Commands

    def command(self, name: str, /, **fields: Any) -> dict[str, Any]:
        """Sends a command and returns its answer. Events that come before it are kept for `receive`.

        Raises RefusedError, which has the protocol's name of the error; ClosedError; TimeoutError.
        """
        self._id += 1
        self._send({"do": name, "id": self._id} | fields)
        until = time.monotonic() + self._timeout
        while (line := self._line(until)) is not None:
            if "answer" not in line:
                self._take(line)
            elif line.get("id") == self._id:
                if not line["ok"]:
                    raise RefusedError(f"{name}: {line['message']}", line["error"])
                return line
        raise TimeoutError(f"{self.path}: no answer to {name} within {self._timeout} s")

    def ping(self) -> int:
        """The time of the run, microseconds."""
        return int(self.command("ping")["t_us"])

    def snapshot(self) -> tuple[Running, ...]:
        """What runs now. `levels` is of now, too."""
        self._hello |= self.command("snapshot")
        return self.running

    def get(self, key: str) -> Value:
        """A value of the config as it counts now: `get("engine.touch_force").value`."""
        return _value(self.command("get", key=key))

    def dump(self, section: str | None = None) -> tuple[Value, ...]:
        """The values of a section, such as `engine` or `sensor2`; without one all that are not the default."""
        answer = self.command("dump", **({} if section is None else {"section": section}))
        return tuple(_value(one) for one in answer["values"])

    def set(self, key: str, value: Any) -> None:
        """Changes a value of the config: `set("engine.touch_force", 0.3)`."""
        self.command("set", key=key, value=written(value))

    def set_each(self, values: Mapping[str, Any]) -> dict[str, RefusedError]:
        """Changes several values, in an order that pressd accepts: a level may have to wait until another one has moved.

        Returns those that it refuses, with the error of each; the others count.
        """
        left = dict(values)
        while left:
            refused: dict[str, RefusedError] = {}
            for key, value in left.items():
                try:
                    self.set(key, value)
                except RefusedError as problem:
                    refused[key] = problem
            if len(refused) == len(left):
                return refused
            left = {key: left[key] for key in refused}
        return {}

    def profile(self, text: str, name: str = "") -> tuple[str, ...]:
        """Puts the profile of a person in force, in place of the one that was and of all that was set and not saved; an empty text: none.
        `text` is that of its file, `name` what it is called where no line says so.

        Returns the sections that have no effect, as the config does not attach them. Raises RefusedError: then nothing has changed.
        """
        parts: list[tuple[int, str]] = [(1, "")]
        for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            line = COMMENT.sub("", raw).strip(" \t\r") + "\n"
            if len(json.dumps(line)) > _CHUNK:
                raise RefusedError(f"profile: line {number}: it is too long", "too_long")
            first, part = parts[-1]
            if len(json.dumps(part + line)) > _CHUNK:
                parts.append((number, line))
            else:
                parts[-1] = first, part + line
        for first, part in parts:
            called = {"name": name} if first == 1 and name else {}
            answer = self.command("profile", text=part, line=first, more=first != parts[-1][0], **called)
        return tuple(answer["unused"])

    def save(self) -> None:
        """Keeps what `set` changed for the next start, in the file that `listen.save` names."""
        self.command("save")

    def tare(self, force: bool = False) -> None:
        """Learns the zero again; with `force` also while something lies on it."""
        self.command("tare", force=force)

    def peek_open(self, target: int) -> None:
        self.command("peek_open", target=_id(target, "target"))

    def peek_pop(self) -> None:
        self.command("peek_pop")

    def peek_dismiss(self) -> None:
        self.command("peek_dismiss")

    def peek_reveal(self) -> None:
        self.command("peek_reveal")

    def action_perform(self, action: int) -> None:
        self.command("action_perform", action=_id(action, "action"))

    def action_back(self) -> None:
        self.command("action_back")

    def target_activate(self, target: int) -> None:
        self.command("target_activate", target=_id(target, "target"))

    def contact_release(self, contact: int) -> None:
        self.command("contact_release", contact=_id(contact, "contact"))

    def levels_cancel(self, contact: int) -> None:
        self.command("levels_cancel", contact=_id(contact, "contact"))

    def scroll_throw(self, target: int, vx: float, vy: float) -> None:
        self.command("scroll_throw", target=_id(target, "target"), vx=vx, vy=vy)

    def scroll_aim(self, target: int, x: float, y: float) -> None:
        self.command("scroll_aim", target=_id(target, "target"), x=x, y=y)

    def scroll_stop(self, target: int) -> None:
        self.command("scroll_stop", target=_id(target, "target"))

    def transition_start(self, transition: int) -> None:
        self.command("transition_start", transition=_id(transition, "transition"))

    def transition_update(self, transition: int, fraction: float) -> None:
        self.command("transition_update", transition=_id(transition, "transition"), fraction=fraction)

    def transition_finish(self, transition: int) -> None:
        self.command("transition_finish", transition=_id(transition, "transition"))

    def transition_cancel(self, transition: int) -> None:
        self.command("transition_cancel", transition=_id(transition, "transition"))

    def transition_pause(self, transition: int) -> None:
        self.command("transition_pause", transition=_id(transition, "transition"))

    def drag_begin(self, source: int) -> int:
        """The session."""
        return int(self.command("drag_begin", source=_id(source, "source"))["drag"])

    def drag_add(self, drag: int, source: int) -> None:
        self.command("drag_add", drag=_id(drag, "drag"), source=_id(source, "source"))

    def drag_move(self, drag: int, x: float, y: float) -> None:
        self.command("drag_move", drag=_id(drag, "drag"), x=x, y=y)

    def drag_over(self, drag: int, target: int) -> None:
        self.command("drag_over", drag=_id(drag, "drag"), target=_id(target, "target"))

    def drag_drop(self, drag: int) -> None:
        self.command("drag_drop", drag=_id(drag, "drag"))

    def drag_cancel(self, drag: int) -> None:
        self.command("drag_cancel", drag=_id(drag, "drag"))

    def drag_perform(self, source: int, destination: int) -> int:
        """The session."""
        fields = {"source": _id(source, "source"), "destination": _id(destination, "destination")}
        return int(self.command("drag_perform", **fields)["drag"])

    def drop_confirm(self, drag: int, yes: bool) -> None:
        self.command("drop_confirm", drag=_id(drag, "drag"), yes=yes)

    def drop_undo(self) -> None:
        self.command("drop_undo")

    def drop_redo(self) -> None:
        self.command("drop_redo")

    def drag_modifiers(self, copy: bool) -> None:
        """Whether the key is held that turns a move into a copy."""
        self.command("drag_modifiers", copy=copy)

    def drop_propose(
        self,
        target: int,
        operation: str | None = None,
        items: int | None = None,
        flags: Iterable[str] = (),
        hint: str | None = None,
    ) -> None:
        """Declares what a destination proposes to drags: `copy`, `move`, `forbidden` or `cancel`; flags `exact`, `part`,
        `transfers`, `task`, `irreversible`. With the target alone the default rule holds again. It ends with the connection;
        `again` makes none of it."""
        fields: dict[str, Any] = {"operation": operation, "items": items, "flags": " ".join(flags) or None, "hint": hint}
        given = {name: value for name, value in fields.items() if value is not None}
        self.command("drop_propose", target=_id(target, "target"), **given)

    def drop_update(self, drag: int, item: int, progress: float) -> None:
        """How far the transfer of an item is, 0 to 1; with item 0 the task."""
        self.command("drop_update", drag=_id(drag, "drag"), item=_id(item, "item"), progress=progress)

    def drop_finish(self, drag: int, item: int = 0, success: bool = True) -> None:
        """Ends the transfer of an item; with item 0 the task, or all items that are left."""
        self.command("drop_finish", drag=_id(drag, "drag"), item=_id(item, "item"), success=success)

    # ---- Inside

    def _open(self) -> None:
        self._buffer.clear()
        one = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            one.settimeout(self._timeout)
            one.connect(self.path)
        except OSError as problem:
            one.close()
            raise ClosedError(f"connecting to {self.path}: {problem.strerror or problem}") from problem
        self._socket = one
        try:
            self._greet()
        except BaseException:
            self.close()
            raise

    def _greet(self) -> None:
        hello = self._line(time.monotonic() + self._timeout)
        if hello is None or hello.get("hello") != "pressd":
            raise ClosedError(f"{self.path}: no pressd answers there")
        if hello["protocol"] != PROTOCOL:
            raise ClosedError(f"{self.path}: protocol {hello['protocol']}, this package speaks {PROTOCOL}")
        before = self._hello.get("run")
        self._hello = hello
        since: dict[str, int] = {} if self._seq is None else {"since": self._seq}
        if before not in (None, hello["run"]):
            self._pending.append(Restarted(hello["run"]))
            since, self._seq = {"since": 0}, 0
        answer = self.command("subscribe", to=self._to, rate=self._rate, **since)
        if not answer["complete"]:
            self._pending.append(Missed(ends=True))
        if self._seq is None:
            self._seq = int(answer["seq"])

    def _mend(self, problem: ClosedError) -> None:
        """Connects again, with pauses that double."""
        self.close()
        until = None if self._again is None else time.monotonic() + self._again
        pause = _PAUSES[0]
        while until is None or time.monotonic() + pause <= until:
            time.sleep(pause)
            try:
                return self._open()
            except ClosedError:
                pause = min(pause * 2, _PAUSES[1])
        raise problem

    def _send(self, fields: dict[str, Any]) -> None:
        if self._socket is None:
            raise ClosedError(f"{self.path}: the connection is closed")
        self._socket.settimeout(self._timeout)
        try:
            line = ",".join(f"{json.dumps(name)}:{_text(value)}" for name, value in fields.items())
            self._socket.sendall(f"{{{line}}}\n".encode())
        except OSError as problem:
            raise ClosedError(f"{self.path}: {problem.strerror or problem}") from problem

    def _line(self, until: float | None) -> dict[str, Any] | None:
        """The next line; None: it did not come by then. Raises ClosedError."""
        while (end := self._buffer.find(b"\n")) < 0:
            if self._socket is None:
                raise ClosedError(f"{self.path}: the connection is closed")
            if len(self._buffer) > _LONGEST:
                raise ClosedError(f"{self.path}: a line without end")
            self._socket.settimeout(None if until is None else max(until - time.monotonic(), 0.0) or 1e-6)
            try:
                data = self._socket.recv(65536)
            except (TimeoutError, BlockingIOError):
                return None
            except OSError as problem:
                raise ClosedError(f"{self.path}: {problem.strerror or problem}") from problem
            if not data:
                raise ClosedError(f"{self.path}: the connection was closed")
            self._buffer += data
        try:
            line = json.loads(self._buffer[:end])
        except (ValueError, RecursionError) as problem:
            raise ClosedError(f"{self.path}: not JSON: {problem}") from problem
        if not isinstance(line, dict):
            raise ClosedError(f"{self.path}: no object of JSON, so it is no pressd")
        del self._buffer[: end + 1]
        if "closed" in line:
            raise ClosedError(f"{self.path}: {line['message']}", line["closed"])
        return dict(line)

    def _take(self, line: dict[str, Any]) -> None:
        if "event" in line:
            event = _event(line)
            self._seq = max(self._seq or 0, event.seq)
            self._pending.append(event)
        elif "forces" in line:
            self._pending.append(Forces(line["t_us"], tuple(line["forces"]), tuple(line["codes"]), line["force"], line["x"], line["y"], line["lost"]))
        elif line.get("warning") == "progress_lost":
            self._pending.append(Missed(progress=line["count"]))


def _value(line: Mapping[str, Any]) -> Value:
    return Value(line["key"], line["value"], line["from"], line.get("line"))


def _id(value: int, name: str) -> int:
    return to_unsigned(value, 32, name)


def _text(value: Any) -> str:
    """JSON, with floats without an exponent, which the protocol does not take."""
    return f"{value:.6f}" if isinstance(value, float) else json.dumps(value)


def _event(line: Mapping[str, Any]) -> RemoteEvent:
    name = line["event"]
    kind = EventType.__members__.get(name.upper(), name)
    rest = {key: value for key, value in line.items() if key not in ("seq", "t_us", "event")}
    return RemoteEvent(line["seq"], line["t_us"], kind, rest)
