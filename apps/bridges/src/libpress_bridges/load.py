"""Simulated boards at a real broker: what gets lost, and what an event costs."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import selectors
import threading
import time
import uuid
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from typing import Any

from libpress.tools.problem import UNAVAILABLE, Problem

from .config import Bridges
from .events import event_of
from .mqtt import client_of, open_client
from .topics import OFFLINE, ONLINE, Numbers, State, Topics, compact, read

_MOST_WAIT = 30.0
"""Seconds for all clients to connect."""
_STILL = 3.0
"""Seconds without a message after which what is missing is lost."""


@dataclass
class Found:
    """What a run measured."""

    boards: int
    sent: int
    received: int
    lost: int
    twice: int
    reconnects: int
    seconds: float
    delays_ms: tuple[float, float, float]
    """Median, 99th percentile and worst, from the event to its reader."""
    boards_cpu: float
    """Seconds of processor time."""
    reader_cpu: float
    broker_cpu: float | None

    def lines(self) -> list[str]:
        per = 1e6 / max(self.sent, 1)
        broker = "" if self.broker_cpu is None else f"broker {self.broker_cpu * per:.0f}, "
        return [
            f"{self.boards} boards, {self.sent} events in {self.seconds:.1f} s: {self.sent / self.seconds:.0f} a second",
            f"received {self.received}, lost {self.lost}, twice {self.twice}, connected again {self.reconnects}",
            "delay: median {:.1f} ms, 99 % within {:.1f} ms, worst {:.1f} ms".format(*self.delays_ms),
            f"processor time of an event, us: {broker}boards {self.boards_cpu * per:.0f}, reader {self.reader_cpu * per:.0f}",
        ]


class SimulatedBoard:
    """One client, without a thread: what a board says while a finger taps."""

    def __init__(self, bridges: Bridges, name: str, has_state: bool) -> None:
        self._has_state = has_state
        self.topics = Topics(bridges.topic("topic"), name)
        self.numbers, self.state = Numbers(), State()
        self.client = client_of(bridges, f"{self.topics.base}-{name}")
        self.client.will_set(self.topics.of("availability"), OFFLINE, qos=1, retain=True)
        self.client.on_connect = self._on_connect
        self.is_connected = self.is_touched = False
        self._topic = self.topics.of("event")

    def _on_connect(self, client: Any, user: Any, flags: Any, reason: Any, properties: Any) -> None:
        self.is_connected = not reason.is_failure
        client.publish(self.topics.of("availability"), ONLINE, qos=1, retain=True)

    def event(self) -> None:
        """A contact begins or ends, as MqttSink publishes it."""
        self.is_touched = not self.is_touched
        name = "contact_began" if self.is_touched else "contact_ended"
        fields = {"t_us": time.monotonic_ns() // 1000, "event": name, "contact": 0, "target": 0, "x": 0.0, "y": 0.0,
                  "force": 1.25391, "pressure": 0.18562} | ({} if self.is_touched else {"reason": "lifted"})  # fmt: skip
        self.client.publish(self._topic, self.numbers.message(fields), qos=1)
        if self._has_state:
            self.state.follow(event_of(fields))
            self.client.publish(self.topics.of("state"), compact(self.state.fields), qos=1, retain=True)

    def health(self, now: float) -> None:
        found = {"up_s": round(now), "source": "simulated", "frames_per_second": 0.0, "faults": [], "late_worst_us": 0}
        self.client.publish(self.topics.of("health"), compact(found), qos=1, retain=True)


class _Driver:
    """Runs all clients in one thread."""

    def __init__(self, bridges: Bridges, count: int, has_state: bool) -> None:
        self._selector = selectors.DefaultSelector()
        self.boards = [SimulatedBoard(bridges, f"board-{number:04}", has_state) for number in range(count)]
        self.reconnects = 0
        host, port = bridges.get("mqtt", "host"), bridges.get("mqtt", "port") or (8883 if bridges.get("mqtt", "tls") else 1883)
        for board in self.boards:
            try:
                board.client.connect(host, port, keepalive=60)
            except OSError as problem:
                raise Problem(UNAVAILABLE, f"{host}:{port}: {problem.strerror or problem}") from None
            self._selector.register(board.client.socket(), selectors.EVENT_READ, board)
        self.turn(until=lambda: all(board.is_connected for board in self.boards), most=_MOST_WAIT)

    def turn(self, until: Any, most: float) -> None:
        """What the clients read, until that is so, or for so many seconds."""
        end = time.monotonic() + most
        while not until() and (now := time.monotonic()) < end:
            self.read(min(end - now, 0.01))

    def read(self, wait: float) -> None:
        for key, _ in self._selector.select(wait):
            board = key.data
            if board.client.loop_read() != 0:
                self._again(key)
            else:
                board.client.loop_write()

    def _again(self, key: selectors.SelectorKey) -> None:
        self._selector.unregister(key.fileobj)
        self.reconnects += 1
        with contextlib.suppress(OSError):
            key.data.client.reconnect()
            self._selector.register(key.data.client.socket(), selectors.EVENT_READ, key.data)

    def misc(self) -> None:
        for board in self.boards:
            board.client.loop_misc()

    def run(self, rate: float, seconds: float) -> float:
        """Every board sends so many events a second, an even number of them. Returns how long it took."""
        gap = 1 / rate
        start = time.monotonic()
        each = max(round(rate * seconds / 2), 1) * 2
        due = deque((start + gap * n / len(self.boards), 0, board) for n, board in enumerate(self.boards))
        next_misc = start + 1
        while due:
            now = time.monotonic()
            while due and due[0][0] <= now:
                when, count, board = due.popleft()
                board.event()
                if count % max(round(rate * 10), 1) == 0:
                    board.health(now - start)
                if count + 1 < each:
                    due.append((when + gap, count + 1, board))
            if now >= next_misc:
                next_misc = now + 1
                self.misc()
            self.read(max(min(due[0][0] - time.monotonic(), 0.005), 0.0) if due else 0.0)
        return time.monotonic() - start

    def close(self) -> None:
        for board in self.boards:
            board.client.publish(board.topics.of("availability"), OFFLINE, qos=1, retain=True)
        self.turn(until=lambda: False, most=0.5)
        for board in self.boards:
            board.client.disconnect()


def _reader(bridges: Bridges, pipe: Any) -> None:
    """A process that counts what arrives."""
    seen: dict[str, tuple[str, int]] = {}
    delays: list[float] = []
    counts = {"received": 0, "twice": 0, "missing": 0}
    ready, subscribed = threading.Event(), threading.Event()

    def on_connect(client: Any, user: Any, flags: Any, reason: Any, properties: Any) -> None:
        client.subscribe(f"{bridges.get('mqtt', 'topic')}/+/event", qos=1)
        ready.set()

    def on_message(client: Any, user: Any, message: Any) -> None:
        found = read(message.payload)
        name = message.topic
        run, last = seen.get(name, (found["run"], 0))
        if run != found["run"]:
            return
        n = found["n"]
        if n <= last:
            counts["twice"] += 1
            return
        counts["received"] += 1
        counts["missing"] += n - last - 1
        seen[name] = run, n
        delays.append((time.monotonic_ns() // 1000 - found["t_us"]) / 1000)

    client = client_of(bridges, f"libpress-load-{uuid.uuid4().hex[:8]}", clean=False)
    client.on_connect, client.on_message = on_connect, on_message
    client.on_subscribe = lambda *_: subscribed.set()
    try:
        open_client(client, bridges, ready, lambda: "")
    except Problem as problem:
        pipe.send(str(problem))
        return
    pipe.send(subscribed.wait(10))
    began = time.process_time()
    while pipe.recv() != "end":
        pipe.send(counts["received"])
    client.disconnect()
    client.loop_stop()
    cuts = quantiles(delays, n=100) if len(delays) > 1 else [0.0] * 99
    pipe.send((dict(counts), (cuts[49], cuts[98], max(delays, default=0.0)), time.process_time() - began))


def _cpu_of(pid: int) -> float:
    """Processor time of another process, seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(
    bridges: Bridges,
    count: int,
    rate: float,
    seconds: float,
    *,
    has_state: bool = False,
    reader_at: Bridges | None = None,
    brokers: Iterable[int] = (),
) -> Found:
    """`has_state`: the retained state, too, each time that it changes, as a board publishes it. `reader_at`: the broker of the
    reader, where the boards have another one. `brokers`: processes whose cost counts. Raises Problem.
    """
    brokers = list(brokers)
    with contextlib.suppress(ValueError, OSError, ImportError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536) if hard >= 0 else 65536, hard))
    here, there = multiprocessing.Pipe()
    reader = multiprocessing.get_context("fork").Process(target=_reader, args=(reader_at or bridges, there), daemon=True)
    reader.start()
    try:
        answer = here.recv() if here.poll(15) else False
        if answer is not True:
            raise Problem(UNAVAILABLE, answer or "the reader of the load cannot subscribe: look at [mqtt]")
        driver = _Driver(bridges, count, has_state)
        before = [_cpu_of(pid) for pid in brokers]
        own = time.process_time()
        took = driver.run(rate, seconds)
        sent = sum(board.numbers.last for board in driver.boards)
        _await(driver, here, sent)
        own = time.process_time() - own
        here.send("end")
        counts, delays, cpu = here.recv()
        used = sum(_cpu_of(pid) for pid in brokers) - sum(before) if brokers else None
        driver.close()
    finally:
        reader.join(5)
        if reader.is_alive():
            reader.terminate()
    lost = sent - counts["received"]
    return Found(count, sent, counts["received"], lost, counts["twice"], driver.reconnects, took, delays, own, cpu, used)


def _await(driver: _Driver, here: Any, sent: int) -> None:
    before, since = -1, time.monotonic()
    while time.monotonic() - since < _STILL:
        driver.read(0.05)
        here.send("count")
        received = here.recv()
        if received >= sent:
            return
        if received != before:
            before, since = received, time.monotonic()
