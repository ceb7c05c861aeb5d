"""A source that is faster than its sinks: one that can wait does, and what is summed up is said."""

import json
import os
import re
import signal
import threading
import time

import pytest
from conftest import socket, tap, until

PRESSES = 3000
WRONG = "summed up"


@pytest.fixture
def presses(tmp_path):
    path = tmp_path / "presses.jsonl"
    path.write_text("".join(f"{line}\n" for n in range(PRESSES) for line in tap(n)))
    return path


def fed(started, presses, source, *arguments):
    """The command, with all presses as a file or through its standard input."""
    if source == "file":
        return started("bridge", *arguments, "--events", presses)
    bridge = started("bridge", *arguments)
    bridge.write(*presses.read_text().splitlines())
    return bridge


SOURCES = pytest.mark.parametrize("source", ["file", "pipe"])


@SOURCES
def test_every_press_of_a_source_that_can_wait_arrives_at_a_broker(broker, readers, started, presses, source):
    reader = readers(broker, "libpress/pad/event")
    bridge = fed(started, presses, source, "mqtt", "--set", f"mqtt.port={broker.port}", "--set", "bridge.name=pad")
    assert bridge.end(120)[::2] == (0, "")
    until(lambda: len(reader.of("/event")) >= 3 * PRESSES, 30)
    found = [json.loads(one)["event"] for one in reader.of("/event")]
    assert found == ["contact_began", "contact_ended", "tapped"] * PRESSES


@SOURCES
@pytest.mark.parametrize("transport", ["udp", "tcp"])
def test_every_press_of_a_source_that_can_wait_arrives_as_osc(started, presses, source, transport):
    got = bytearray()
    kind = socket.SOCK_DGRAM if transport == "udp" else socket.SOCK_STREAM
    with socket.socket(socket.AF_INET, kind) as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
        server.bind(("127.0.0.1", 0))
        if transport == "tcp":
            server.listen()

        def receive():
            one = server.accept()[0] if transport == "tcp" else server
            one.settimeout(10)
            while data := one.recv(65536):
                got.extend(data)
                if b"/stop" in data:
                    return

        reader = threading.Thread(target=receive, daemon=True)
        reader.start()
        settings = ["--set", f"osc.port={server.getsockname()[1]}", "--set", f"osc.transport={transport}", "--set", "osc.heartbeat=0"]
        assert fed(started, presses, source, "osc", *settings).end(120)[::2] == (0, "")
        if transport == "udp":
            with socket.socket(socket.AF_INET, kind) as other:
                other.sendto(b"/stop", server.getsockname())
        reader.join(20)
    assert [got.count(b"/" + name) for name in (b"contact_began", b"contact_ended", b"tapped", b"missed")] == [PRESSES] * 3 + [0]


def reading(pipe):
    """Reads a pipe in a thread. Returns what came, and the thread."""
    os.mkfifo(pipe)
    got = bytearray()

    def read():
        file = os.open(pipe, os.O_RDONLY)
        while data := os.read(file, 65536):
            got.extend(data)

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    return got, thread


@SOURCES
def test_every_press_of_a_source_that_can_wait_is_a_note(started, presses, tmp_path, source):
    got, reader = reading(tmp_path / "midi")
    settings = ["--set", f"midi.port={tmp_path / 'midi'}", "--set", "midi.velocity=fixed", "--set", "midi.pressure=none"]
    bridge = fed(started, presses, source, "midi", *settings)
    assert bridge.end(120)[::2] == (0, "")
    reader.join(10)
    assert got.hex(" ").count("90 3c 64") == got.hex(" ").count("80 3c 40") == PRESSES


def test_every_press_of_a_source_that_can_wait_is_typed(presses):
    pytest.importorskip("evdev")
    from libpress_bridges.config import Bridges
    from libpress_bridges.keyboard import KeyboardSink
    from libpress_bridges.outbox import Outbox
    from libpress_bridges.pump import Pump
    from libpress_bridges.source import Lines
    from libpress_bridges.stopping import Stopping
    from test_keyboard import Device

    made, said = [], []
    sink = KeyboardSink(Bridges.load(None, ["keyboard"], ["keyboard.tapped=key_enter"]), lambda *given: made.append(Device(*given)) or made[-1])
    pump, source = Pump(sink, Outbox(512), say=said.append), Lines(str(presses), said.append)
    pump.start()
    with Stopping() as stopping:
        source.run(lambda event: pump.put(event, source.waits), None, stopping)
    pump.settle(source.waits, lambda: False)
    assert pump.stop() == 0 and not said
    assert made[0].written == ["+enter", "-enter"] * PRESSES


def test_a_file_waits_for_a_broker_that_restarts(broker, readers, started, presses):
    reader = readers(broker, "libpress/pad/event")
    settings = ["--set", f"mqtt.port={broker.port}", "--set", "bridge.name=pad", "--set", "bridge.retry_most=1s"]
    bridge = fed(started, presses, "file", "mqtt", *settings)
    until(lambda: len(reader.of("/event")) > 100)
    broker.stop()
    time.sleep(1)
    broker.start()
    code, _, err = bridge.end(120)
    assert code == 0 and WRONG not in err
    until(lambda: len({json.loads(one)["n"] for one in reader.of("/event")}) == 3 * PRESSES, 30)


def test_a_signal_ends_a_source_that_waits(broker, readers, started, presses):
    reader = readers(broker, "libpress/pad/event")
    settings = ["--set", f"mqtt.port={broker.port}", "--set", "bridge.name=pad", "--set", "bridge.drain=300ms"]
    bridge = fed(started, presses, "file", "mqtt", *settings)
    until(lambda: len(reader.of("/event")) > 100)
    broker.process.send_signal(signal.SIGSTOP)
    try:
        time.sleep(0.5)
        bridge.process.send_signal(signal.SIGTERM)
        code, _, err = bridge.end(20)
    finally:
        broker.process.send_signal(signal.SIGCONT)
    assert code == 74 and "have not arrived" in err


def test_what_a_live_source_says_too_fast_is_summed_up_and_said_once_in_a_while_and_at_the_end(tmp_path):
    from libpress_bridges.events import parse
    from libpress_bridges.outbox import Outbox, Summary
    from libpress_bridges.pump import Pump, Waits

    class Slow:
        name, is_live, reconnects = "slow", False, False
        got = []

        def connect(self):
            pass

        def send(self, entries):
            self.got += entries
            time.sleep(0.005)
            return len(entries)

        def idle(self, now):
            return None

        def close(self):
            return 0

    said = []
    pump = Pump(Slow(), Outbox(512), say=said.append)
    pump.start()
    for n in range(PRESSES):
        for line in tap(n):
            pump.put(parse(line), Waits.NEVER)
    assert pump.stop(30) == 0
    summed = sum(one.count for one in Slow.got if isinstance(one, Summary))
    assert summed > PRESSES and len(said) == 2, said
    assert re.match(r"slow: away or slower than the source: \d+ events summed up: ", said[0])
    assert said[1].startswith(f"slow: in all {summed} events summed up: ") and "tapped" in said[1] and "contact_ended" in said[1]
