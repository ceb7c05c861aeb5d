"""pressd as a service: what it reports to the service manager, and that the unit allows what it does."""

import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time

import pytest
from conftest import PRESSD, ROOT

UNIT = ROOT / "Sources" / "pressd" / "install" / "pressd@.service"


class Manager:
    """The socket of a service manager."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + path[1:] if path.startswith("@") else path)
        self.socket.settimeout(10)
        self.path = path

    def start(self, *arguments, **environment):
        return subprocess.Popen(
            [PRESSD, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env=os.environ | {"NOTIFY_SOCKET": self.path} | environment,
        )  # fmt: skip

    def receive(self):
        return self.socket.recv(100).decode()

    def rest(self):
        """Reads until nothing comes for some time, and returns it."""
        self.socket.settimeout(0.2)
        sent = []
        while True:
            try:
                sent.append(self.receive())
            except TimeoutError:
                return sent


@pytest.fixture(params=["path", "abstract"])
def manager(request, tmp_path):
    return Manager(str(tmp_path / "notify") if request.param == "path" else f"@pressd-test-{os.getpid()}-{time.monotonic_ns()}")


def test_it_reports_that_it_is_ready_and_that_it_stops(manager):
    process = manager.start("--source", "sim:storm")
    assert manager.receive() == "READY=1"
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=5) == 0
    assert manager.rest() == ["STOPPING=1"] and "service manager" not in process.stderr.read()


def test_it_reports_that_it_is_alive_twice_in_the_time_that_the_manager_waits(manager):
    process = manager.start("--source", "sim:storm", "--duration", "1.9", WATCHDOG_USEC="500000")
    assert process.wait(timeout=10) == 0
    sent = manager.rest()
    assert sent[0] == "READY=1" and sent[-1] == "STOPPING=1" and set(sent[1:-1]) == {"WATCHDOG=1"}
    assert 6 <= len(sent) - 2 <= 8


def test_the_watchdog_of_another_process_is_not_its_own(manager):
    process = manager.start("--source", "sim:storm", "--duration", "0.5", WATCHDOG_USEC="100000", WATCHDOG_PID="1")
    assert process.wait(timeout=10) == 0 and manager.rest() == ["READY=1", "STOPPING=1"]


def test_a_manager_that_does_not_read_does_not_hold_it_up(manager):
    process = manager.start("--source", "sim:storm", "--duration", "1", WATCHDOG_USEC="10000")
    assert process.wait(timeout=5) == 0 and manager.receive() == "READY=1"


@pytest.mark.parametrize("source, code", [("i2c:/dev/i2c-none", 66), ("sim:absent", 69)])
def test_it_is_not_ready_before_its_converter_answered(manager, source, code):
    process = manager.start("--source", source)
    assert process.wait(timeout=10) == code and manager.rest() == []


@pytest.mark.parametrize("path, why", [("/nowhere/notify", "No such file"), ("notify", "Invalid argument"), ("/" + "n" * 200, "Invalid argument")])
def test_a_manager_that_cannot_be_notified_is_named_and_the_run_goes_on(pressd, path, why):
    result = pressd("--source", "sim:taps", "--fast", env=os.environ | {"NOTIFY_SOCKET": path})
    assert result.code == 0 and "NOTIFY_SOCKET" in result.err and why in result.err and result.events


def allowed():
    """The system calls that the unit allows."""

    def group(name):
        text = subprocess.run(["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True).stdout
        calls = set()
        for word in (line.strip() for line in text.splitlines()[1:]):
            if not word.startswith("#"):
                calls |= group(word) if word.startswith("@") else {word}
        return calls

    calls = set()
    for without, names in re.findall(r"^SystemCallFilter=(~?)(.*)$", UNIT.read_text(), re.M):
        for name in names.split():
            some = group(name) if name.startswith("@") else {name}
            calls = calls - some if without else calls | some
    return calls


def visit(socket_path):
    """A program at the socket: subscribes, changes something, saves it."""
    while not socket_path.exists() or not socket_path.stat().st_mode & 0o200:
        time.sleep(0.01)
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(socket_path))
        client.sendall(b'{"do":"subscribe"}\n{"do":"set","key":"engine.touch_force","value":0.3}\n{"do":"save"}\n')
        while client.recv(4096):
            pass


@pytest.mark.skipif(not shutil.which("systemd-analyze") or not shutil.which("strace"), reason="needs systemd-analyze and strace")
@pytest.mark.parametrize("fake, arguments", [
    ("fake_i2c", ["--source", "i2c:/dev/i2c-7", "--config", ROOT / "examples" / "pressd" / "fsr402.conf"]),
    ("fake_uinput", ["--source", "sim", "--uinput", "--set", "uinput.kind=raw", "--record", "/dev/null"]),
    ("fake_uinput", ["--source", "sim", "--listen", "unix:SOCKET", "--set", "listen.save=SOCKET.saved"]),
])  # fmt: skip
def test_the_unit_allows_the_system_calls_that_it_makes(manager, preload, tmp_path, fake, arguments):
    log, socket_path = tmp_path / "calls", tmp_path / "socket"
    arguments = [str(one).replace("SOCKET", str(socket_path)) for one in arguments]
    if "--listen" in arguments:
        threading.Thread(target=visit, args=[socket_path], daemon=True).start()
    process = subprocess.run(
        ["strace", "-f", "-o", log, "-E", f"LD_PRELOAD={preload(fake)}", "-E", f"NOTIFY_SOCKET={manager.path}", "-E", "WATCHDOG_USEC=100000",
         "-E", f"FAKE_UINPUT_EVENTS={tmp_path / 'events'}", "-E", f"FAKE_UINPUT_SETUP={tmp_path / 'setup'}", PRESSD, *arguments, "--duration", "0.5", "--stats"],
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    if "PTRACE" in process.stderr:
        pytest.skip("nobody may trace here")
    made = set(re.findall(r"^\d+ +(\w+)\(", log.read_text(), re.M))
    assert {"sendto", "clock_nanosleep", "write"} <= made and manager.receive() == "READY=1"
    assert "--listen" not in arguments or {"accept4", "recvfrom", "renameat", "fsync", "unlink"} <= made
    assert made - allowed() == set()
