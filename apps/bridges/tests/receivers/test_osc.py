"""OSC: received by the server of python-osc."""

import threading
import time

import pytest
from conftest import free_port, socket, tap, until
from pythonosc import dispatcher, osc_server, osc_tcp_server


class Server:
    def __init__(self, transport, port):
        self.messages = []
        found = dispatcher.Dispatcher()
        found.set_default_handler(lambda address, *arguments: self.messages.append((address, arguments)))
        made = {"udp": osc_server.ThreadingOSCUDPServer, "tcp": osc_tcp_server.ThreadingOSCTCPServer}[transport]
        self.accepted = accepted = []

        class Own(made):
            allow_reuse_address = daemon_threads = True
            block_on_close = False

            def get_request(self):
                accepted.append(super().get_request())
                return accepted[-1]

        self.server = Own(("127.0.0.1", port), found)
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self.thread.start()

    def of(self, name):
        return [arguments for address, arguments in self.messages if address == f"/libpress/pad/{name}"]

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        for one, _ in self.accepted:
            if isinstance(one, socket.socket):
                one.close() if one.fileno() < 0 else one.shutdown(socket.SHUT_RDWR)


def at(transport, port):
    return ["--set", "bridge.name=pad", "--set", f"osc.port={port}", "--set", f"osc.transport={transport}"]


@pytest.mark.parametrize("transport", ["udp", "tcp"])
def test_events_arrive_with_their_arguments(started, transport):
    port = free_port(socket.SOCK_DGRAM if transport == "udp" else socket.SOCK_STREAM)
    server = Server(transport, port)
    types, unit = ("plain", 1000) if transport == "udp" else ("full", 1)
    bridge = started("bridge", "osc", *at(transport, port), "--set", "osc.heartbeat=100ms", "--set", f"osc.types={types}")
    until(lambda: server.of("running"))
    bridge.write(*tap(1))
    until(lambda: server.of("tapped"))
    assert server.of("contact_began") == [(1_000_000 // unit, 0, 0, 0.0, 0.0, 1.5, pytest.approx(0.2))]
    assert server.of("contact_ended") == [(1_060_000 // unit, 0, 0, 0.0, 0.0, 1.5, pytest.approx(0.2), "lifted")]
    bridge.write(*tap(3)[:1])
    until(lambda: (1,) in server.of("running"), words="how many contacts run is not said")
    assert bridge.end()[::2] == (0, "")
    until(lambda: server.of("contact_cancelled"))
    server.close()


@pytest.mark.parametrize(
    "fields, plain, full",
    [
        ({"t_us": 3_000_999, "late_us": 1000}, [("i", 2999)], [("h", 2_999_999)]),
        ({"t_us": (1 << 31) * 1000 + 5000}, [("i", 5)], [("h", (1 << 31) * 1000 + 5000)]),
        ({"t_us": 0, "ended": True, "arrived": 3}, [("i", 0), ("i", 1), ("i", 3)], [("h", 0), ("T", True), ("i", 3)]),
        ({"t_us": 0, "ended": False, "contact": None}, [("i", 0), ("i", 0), ("i", -1)], [("h", 0), ("F", False), ("N", None)]),
        ({"t_us": 0, "target": 1 << 31}, [("i", 0), ("f", float(1 << 31))], [("h", 0), ("h", 1 << 31)]),
        ({"t_us": 0, "reason": "lifted", "force": 2}, [("i", 0), ("s", "lifted"), ("f", 2.0)], [("h", 0), ("s", "lifted"), ("f", 2.0)]),
    ],
)
def test_plain_arguments_are_int32_float_and_string_alone(fields, plain, full):
    from libpress_bridges.osc import arguments

    assert arguments({"event": "x", **fields}, False) == plain
    assert arguments({"event": "x", **fields}, True) == full


def test_what_is_of_one_moment_is_one_bundle(started):
    from pythonosc.osc_bundle import OscBundle

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.bind(("127.0.0.1", 0))
        one.settimeout(10)
        bridge = started("bridge", "osc", *at("udp", one.getsockname()[1]), "--set", "osc.heartbeat=0")
        one.recv(4096)
        bridge.process.stdin.write("\n".join(tap(1)) + "\n")  # in one piece
        bridge.process.stdin.flush()
        sizes = []
        while sum(sizes) < 3:
            sizes.append(OscBundle(one.recv(4096)).num_contents)
        assert sizes in ([1, 2], [1, 1, 1])
        bridge.end()


def test_by_tcp_no_end_is_lost_while_the_receiver_is_away(started):
    port = free_port()
    server = Server("tcp", port)
    bridge = started("bridge", "osc", *at("tcp", port), "--set", "osc.heartbeat=100ms", "--set", "bridge.retry_most=100ms")
    until(lambda: server.of("running"))
    server.close()
    time.sleep(0.4)  # the heartbeat finds out
    for n in range(5):
        bridge.write(*tap(n + 1))
    server = Server("tcp", port)
    until(lambda: len(server.of("tapped")) == 5, 20)
    assert len(server.of("contact_ended")) == 5
    assert "connected again" in bridge.end()[2]
    server.close()
