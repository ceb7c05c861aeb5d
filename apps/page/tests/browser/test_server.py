"""The server of the page against viewers that are not browsers: forged, huge, slow, many."""

import asyncio
import contextlib
import http.client
import json
import re
import resource
import socket
import time
from pathlib import Path

import pytest
from libpress_page.feed import MOST_VIEWERS
from libpress_page.server import MOST_BYTES
from libpress_page.waiting import MOST_TAKEN, MOST_WAITING, REQUEST_S
from load import cpu_of, viewers
from served import ROOT, TOKEN, Served
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

MOST_MEMORY = 40_000_000
"""By which a server may grow while somebody tries to fill it."""
MOST_CPU = 0.004
"""Seconds of a processor for each viewer and second."""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    one = Served(tmp_path_factory.mktemp("page"), "--simulated")
    yield one
    assert one.end() == 0 and "Traceback" not in one.said(), one.said()


def test_the_page_is_served_on_a_system_that_lacks_what_only_linux_has(tmp_path):
    one = Served(tmp_path, "--simulated", start=(str(ROOT / "bindings/python/tests/hidden.py"),))
    try:
        status, text, _ = asked(one)
        assert status == 200 and "libpress" in text
    finally:
        assert one.end() == 0
    assert "Traceback" not in one.said(), one.said()


def asked(served, path="/", method="GET", body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=10)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    return response.status, response.read().decode(errors="replace"), response.headers


def live(served, **options):
    return connect(f"ws://127.0.0.1:{served.port}/live/1", **{"max_size": None, **options})


def levels(served):
    async def read():
        async with live(served) as socket:
            return json.loads(await socket.recv())[0]["levels"]["rows"]

    return asyncio.run(read())


def test_the_token_goes_into_a_cookie_that_scripts_do_not_see_and_out_of_the_address(served):
    status, _, headers = asked(served, f"/?token={TOKEN}")
    assert status == 303 and headers["location"] == "/" and "HttpOnly" in headers["set-cookie"]
    cookie = headers["set-cookie"].split(";")[0]
    assert "may change" in asked(served, cookie=cookie)[1]
    for forged in ("", cookie + "x", cookie[:-1], cookie.partition("=")[0] + "=", "x" * 5000):
        assert "only shows" in asked(served, cookie=forged)[1]
    status, _, headers = asked(served, "/?token=forged-1")
    assert status == 303 and headers["set-cookie"] is None


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "", "127.0.0.1.evil.example"])
def test_a_name_that_somebody_else_points_here_is_refused(served, host):
    assert asked(served, host=host)[0] == 421


def test_another_site_reaches_nothing(served):
    assert asked(served, origin="http://evil.example")[0] == 403
    assert asked(served, "/_nicegui_ws/socket.io/?EIO=4&transport=polling", origin="http://evil.example")[0] == 403

    async def open_it(path):
        async with connect(f"ws://127.0.0.1:{served.port}{path}", origin="http://evil.example"):
            pass

    for path in ("/live/1", "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"):
        with pytest.raises((InvalidStatus, ConnectionClosed)):
            asyncio.run(open_it(path))


def test_what_is_sent_names_its_limits(served):
    headers = asked(served)[2]
    assert "frame-ancestors 'none'" in headers["content-security-policy"] and headers["referrer-policy"] == "no-referrer"
    assert asked(served, "/docs")[0] == asked(served, "/openapi.json")[0] == 404


def test_a_link_with_a_wrong_token_takes_no_rights_away(served):
    cookie = asked(served, f"/?token={TOKEN}")[2]["set-cookie"].split(";")[0]
    for wrong in ("x", "", "x" * 500, "%c2%b2", TOKEN[:-1]):
        status, _, headers = asked(served, f"/?token={wrong}", cookie=cookie)
        assert status == 303 and headers["location"] == "/" and headers["set-cookie"] is None
    assert "may change" in asked(served, cookie=cookie)[1]


@pytest.mark.parametrize(
    "path",
    [
        "/?pad=%c2%b2",
        f"/?pad={'1' * 5000}",
        "/?pad=",
        "/?pad=0",
        "/?pad=2",
        "/?pad=-1",
        "/?pad=1.0",
        "/none",
        "/live/%c2%b2",
        "/live/2",
        "/?pad=1&pad=2",
        "/?pad=1&pad=x",
    ],
)
def test_a_pad_or_a_path_that_is_not_there_is_not_found(served, path):
    assert asked(served, path)[0] == 404


@pytest.mark.parametrize("name, value, status", [
    ("Host", "[", 421), ("Host", "[::1", 421), ("Host", "a]b[", 421), ("Origin", "http://[", 403), ("Origin", "http://]/", 403),
    ("Content-Length", "9" * 5000, 400), ("Content-Length", "-1", 400), ("Cookie", "a/b=1; \xe9=2; =; \x22", 200),
])  # fmt: skip
def test_headers_that_are_nonsense_are_refused_without_a_traceback(served, name, value, status):
    with socket.create_connection(("127.0.0.1", served.port), 10) as raw:
        host = "" if name == "Host" else "Host: 127.0.0.1\r\n"
        raw.sendall(f"GET / HTTP/1.1\r\n{host}{name}: {value}\r\nConnection: close\r\n\r\n".encode("latin-1"))
        assert f" {status} ".encode() in raw.recv(64)
    assert "Traceback" not in served.said() and "Error" not in served.said()


def client_of(page):
    return re.search(r"'client_id': '([0-9a-f-]{36})'", page)[1]


async def _send(served, *messages):
    """What a page sends after it was loaded, of a viewer without the token."""
    client = client_of(asked(served)[1])
    async with connect(f"ws://127.0.0.1:{served.port}/_nicegui_ws/socket.io/?EIO=4&transport=websocket", max_size=None) as one:
        await one.send("40")
        hands = {"client_id": client, "document_id": client, "tab_id": client, "old_tab_id": None, "next_message_id": 0}
        await one.send("420" + json.dumps(["handshake", hands]))
        while (answer := await asyncio.wait_for(one.recv(), 10))[:3] != "430":
            pass
        assert answer == "430[true]", "the page takes it for another client, and nothing is tried"
        for name, fields in messages:
            await one.send("42" + json.dumps([name, {"client_id": client, **fields}]))
        await asyncio.sleep(1)


def test_nothing_that_a_viewer_sends_is_obeyed_by_the_terminal_or_forges_a_line(tmp_path):
    served = Served(tmp_path, "--simulated")
    evil = "\x1b]0;owned\x07\x1b[2J\r\nlibpress page: forged\u202e\x9b31m"
    for path in ("/", "/_nicegui/", "/_nicegui_ws/socket.io/", "/_nicegui/3.0/components/", "/favicon.ico"):
        asked(served, path + "x%1b[31m%c2%9b%e2%80%ae")
        asked(served, path + "x%1b[31m%0alibpress%20page:%20forged%0d")
    asyncio.run(_send(
        served, *(("log", {"level": level, "message": evil}) for level in ("info", "warning", "error", evil)),
        ("event", {"id": evil, "listener_id": evil, "args": evil}), ("javascript_response", {"request_id": evil, "result": evil}),
        ("ack", {"next_message_id": evil}), (evil, {}), ("event", {"id": 1, "listener_id": evil, "args": {evil: evil}}),
    ))  # fmt: skip
    with socket.create_connection(("127.0.0.1", served.port), 10) as raw:
        raw.sendall(b"GET /\x1b[31m\r\nlibpress page: forged HTTP/1.1\r\n\x1b[31m: 1\r\n\r\n")
        raw.recv(100)
    assert served.end() == 0
    said = (tmp_path / "page.log").read_bytes().decode()
    assert [one for one in said if not one.isprintable() and one != "\n"] == [], said
    assert not [line for line in said.splitlines() if line.startswith("libpress page: forged")] and "Traceback" not in said, said


def test_a_viewer_cannot_fill_the_terminal(tmp_path):
    served = Served(tmp_path, "--simulated")
    before = len(served.said().splitlines())
    asyncio.run(_send(served, *(("ack", {"next_message_id": "x"}) for _ in range(2000))))
    for _ in range(200):
        with socket.create_connection(("127.0.0.1", served.port), 10) as raw:
            raw.sendall(b"nonsense\r\n\r\n")
            raw.recv(100)
    assert served.end() == 0
    assert 0 < len(served.said().splitlines()) - before < 60, served.said()


def test_half_requests_end_and_keep_nobody_out(served):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    half, began = [], time.monotonic()
    try:
        for number in range(1002):
            one = socket.create_connection(("127.0.0.1", served.port), 10)
            one.sendall(
                [b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"", b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n"][number % 3]
            )
            half.append(one)
        for _ in range(5):
            at = time.monotonic()
            assert asked(served)[0] == 200 and levels(served)
            assert time.monotonic() - at < 5, "a visitor waits"
        assert connections(served.port) <= MOST_WAITING + 5
        while connections(served.port) > 5:
            assert time.monotonic() - began < REQUEST_S + 30, "half a request stays for ever"
            time.sleep(0.2)
    finally:
        for one in half:
            one.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_request_without_an_end_is_not_kept(served):
    memory = served.memory()
    with socket.create_connection(("127.0.0.1", served.port), 10) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        with pytest.raises(OSError):
            for _ in range(2000):
                raw.sendall(b"X-More: " + b"x" * 65536 + b"\r\n")
    assert served.memory() < memory + 20 * MOST_TAKEN and levels(served)


def test_a_huge_message_is_not_taken_and_the_next_viewer_is_served(served):
    before, memory = levels(served), served.memory()

    async def send(path, size):
        async with connect(f"ws://127.0.0.1:{served.port}{path}", max_size=None) as socket:
            with pytest.raises(ConnectionClosed) as ended:
                await socket.send("4" + "x" * size)
                while True:
                    await asyncio.wait_for(socket.recv(), 10)
            return ended.value.rcvd and ended.value.rcvd.code

    for path in ("/live/1", "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"):
        assert asyncio.run(send(path, 30_000_000)) == 1009
    assert asked(served, "/", "POST", b"x" * (MOST_BYTES + 1))[0] == 413
    assert levels(served) == before and served.memory() < memory + MOST_MEMORY


def test_a_body_without_a_length_is_not_taken(served):
    with socket.create_connection(("127.0.0.1", served.port), 10) as raw:
        raw.sendall(b"POST /_nicegui_ws/socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        memory = served.memory()
        with contextlib.suppress(OSError):
            for _ in range(400):
                raw.sendall(b"10000\r\n" + b"x" * 65536 + b"\r\n")
        with contextlib.suppress(ConnectionResetError):
            assert b" 411 " in raw.recv(4096)
    assert served.memory() < memory + MOST_MEMORY and levels(served)


def test_events_for_elements_of_others_change_nothing(served):
    """A page without the token, which sends what one with it would."""
    before = levels(served)
    assert "only shows" in asked(served)[1]
    args = [json.dumps({"key": "touch_force", "newtons": 3, "steps": 5, "last": True})]
    events = [("event", {"id": id, "listener_id": listener, "args": args}) for id in range(1, 60) for listener in ("level", "step", "hand", "click")]
    asyncio.run(_send(served, *events))
    assert levels(served) == before


def test_a_viewer_that_never_reads_costs_no_memory_and_is_let_go(tmp_path):
    (tmp_path / "plate.conf").write_text("".join(f"[sensor{n}]\n" for n in ("", 2, 3, 4)))
    served = Served(tmp_path, "--simulated", "--config", "plate.conf")
    memory = served.memory()
    with socket.create_connection(("127.0.0.1", served.port), 10) as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.sendall(b"GET /live/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")  # fmt: skip
        began = time.monotonic()
        while time.monotonic() - began < 60 and connections(served.port):
            assert levels(served), "the others are served meanwhile"
            time.sleep(0.5)
        assert not connections(served.port)
    assert served.memory() < memory + MOST_MEMORY / 4
    assert served.end() == 0


def connections(port):
    """How many are established at the side of the server."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(row[1].endswith(f":{port:04X}") and row[3] == "01" for row in rows)


def test_one_more_than_a_hundred_viewers_is_turned_away(served):
    async def crowd():
        sockets = [await live(served) for _ in range(MOST_VIEWERS)]
        for one in sockets:
            await one.recv()
        with pytest.raises(ConnectionClosed) as ended:
            async with live(served) as more:
                await more.recv()
        for one in sockets:
            await one.close()
        return ended.value.rcvd.code

    assert asyncio.run(crowd()) == 1013
    time.sleep(0.5)
    assert levels(served)


def test_a_hundred_viewers_cost_a_bounded_part_of_a_processor(served):
    idle = cpu_of(served, 3)
    with viewers(served, MOST_VIEWERS) as crowd:
        busy = cpu_of(served, 5)
        counts = crowd.texts()
    assert (busy - idle) / MOST_VIEWERS < MOST_CPU, f"{1000 * (busy - idle) / MOST_VIEWERS:.2f} ms"
    assert min(counts) >= 0.5 * max(counts) > 5, "all are served alike"
