"""Real servers, on loopback and ports of their own: a mosquitto, with or without passwords and TLS. The command, as a process."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "bindings" / "python" / "src"))
os.environ.setdefault("LIBPRESS_LIBRARY", str(ROOT / "build" / "libpress.so.1"))
PRESSD = Path(os.environ.get("PRESSD", ROOT / "build" / "pressd"))
WHOLE = {**os.environ, "PYTHONPATH": str(ROOT / "bindings" / "python" / "src"), "PYTHONUTF8": "1"}


def free_port(kind=socket.SOCK_STREAM):
    with socket.socket(socket.AF_INET, kind) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def until(so, most=10.0, words="it did not happen"):
    """Waits until something is so, and returns it."""
    end = time.monotonic() + most
    while True:
        found = so()
        if found:
            return found
        assert time.monotonic() < end, words
        time.sleep(0.02)


def listens(path):
    """Whether pressd takes connections at its socket: it gives the right to write when it does."""
    return path.exists() and path.stat().st_mode & 0o200


class Broker:
    """A mosquitto that can be stopped and started again: what it keeps is in a folder."""

    def __init__(self, folder, *lines, tls=None):
        self.folder, self.port = folder, free_port()
        folder.mkdir(parents=True, exist_ok=True)
        own = [f"listener {self.port} 127.0.0.1", "persistence true", f"persistence_location {folder}/", "log_dest none"]
        own += ["max_inflight_messages 1000", "max_queued_messages 0"]
        own += [f"{key} {path}" for key, path in (tls or {}).items()]
        own += lines or ["allow_anonymous true"]
        if os.getuid() == 0:
            own.append("user root")
        self.config = folder / "mosquitto.conf"
        self.config.write_text("\n".join(own) + "\n")
        self.process = None
        self.start()

    def start(self):
        path = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
        assert path, "mosquitto is not there: Tests/need.sh mosquitto=mosquitto"
        self.process = subprocess.Popen([path, "-c", self.config], stderr=subprocess.DEVNULL)
        until(self._answers, words="mosquitto does not start")

    def _answers(self):
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)


@pytest.fixture
def brokers(tmp_path):
    """Makes brokers; all are stopped in the end."""
    made = []

    def make(*lines, **more):
        made.append(Broker(tmp_path / f"broker{len(made)}", *lines, **more))
        return made[-1]

    yield make
    for one in made:
        if one.process.poll() is None:
            one.stop()


@pytest.fixture
def broker(brokers):
    return brokers()


class Reader:
    """A client that keeps what it receives, also while it was away (a session that the broker keeps)."""

    def __init__(self, broker, topic, **tls):
        import paho.mqtt.client as paho

        self.messages = []
        self.lock = threading.Lock()
        self.subscribed = threading.Event()
        self.client = paho.Client(paho.CallbackAPIVersion.VERSION2, client_id=f"reader-{id(self)}", clean_session=False)
        if tls:
            self.client.tls_set(**tls)
        self.client.reconnect_delay_set(1, 1)
        self.client.on_connect = lambda client, *_: client.subscribe(topic, qos=1)
        self.client.on_subscribe = lambda *_: self.subscribed.set()
        self.client.on_message = self._message
        self.client.connect("127.0.0.1", broker.port)
        self.client.loop_start()
        assert self.subscribed.wait(10)

    def _message(self, client, user, message):
        with self.lock:
            self.messages.append((message.topic, message.payload.decode(), message.retain, message.qos))

    def of(self, end):
        """Payloads of the topics that end so."""
        with self.lock:
            return [payload for topic, payload, _, _ in self.messages if topic.endswith(end)]

    def close(self):
        self.client.disconnect()
        self.client.loop_stop()


@pytest.fixture
def readers():
    made = []

    def make(*args, **more):
        made.append(Reader(*args, **more))
        return made[-1]

    yield make
    for one in made:
        one.close()


class Command:
    """`libpress ...` in a process of its own, whose standard input is a pipe."""

    def __init__(self, *arguments, **environment):
        command = [sys.executable, "-m", "libpress", *map(str, arguments)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, env={**WHOLE, **environment}, stdin=pipe, stdout=pipe, stderr=pipe, text=True)

    def write(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self, timeout=30):
        """Its input ends. Returns exit code, stdout and stderr."""
        out, err = self.process.communicate(timeout=timeout)
        assert "Traceback" not in err, err
        return self.process.returncode, out, err


@pytest.fixture
def started():
    made = []

    def start(*arguments, **environment):
        made.append(Command(*arguments, **environment))
        return made[-1]

    yield start
    for one in made:
        if one.process.poll() is None:
            one.process.kill()
            one.process.communicate()


def tap(n, **more):
    """The lines of one contact, a tap, at second n."""
    from libpress_bridges.topics import compact

    touch = {"contact": 0, "target": 0, "x": 0.0, "y": 0.0, "force": 1.5, "pressure": 0.2}
    t = n * 1_000_000
    return [
        compact({"t_us": t, "event": "contact_began", **touch, **more}),
        compact({"t_us": t + 100_000, "event": "contact_ended", "late_us": 40000, **touch, **more, "reason": "lifted"}),
        compact({"t_us": t + 100_000, "event": "tapped", **touch, **more}),
    ]
