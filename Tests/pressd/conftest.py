import contextlib
import fcntl
import functools
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # for `contract`, which reads the headers
# Tests that run under nohup ignore it, and children inherit that.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
PRESSD = Path(os.environ.get("PRESSD", ROOT / "build" / "pressd")).resolve()


# ---- Tests that play in real time: `pytestmark = pytest.mark.real_time`


def before_others():
    """Gives programs that this thread starts priority over others, if that is permitted."""
    with contextlib.suppress(PermissionError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))


def as_others():
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def pytest_configure(config):
    config.addinivalue_line("markers", "real_time: a compiler beside it must not make it late")
    config.addinivalue_line("markers", "not_quick: it takes long, waits, or asks what ships: `make quick` leaves it out")


def pytest_runtest_protocol(item, nextitem):
    """It goes before other programs and has three attempts: a whole machine can stand still beneath it."""
    if not item.get_closest_marker("real_time"):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    before_others()
    try:
        for attempt in range(3):
            time.sleep(2 * attempt)
            reports = runtestprotocol(item, log=False, nextitem=nextitem)
            if not any(report.failed for report in reports):
                break
    finally:
        as_others()
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


class Result:
    def __init__(self, process):
        self.code = process.returncode
        self.out = process.stdout
        self.err = process.stderr

    @property
    def events(self):
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def names(self):
        """The events without the many updates."""
        return [e["event"] for e in self.events if not e["event"].endswith("_updated") or e.get("ended")]


@functools.cache
def roles():
    """For each kind of life: its owner, and the events that begin it, end it, and end it as the last of a phase."""
    from contract import lives, read

    return {one.name: (one.whose, *({event.name for event in one.events[kind]} for kind in lives.ENDPOINTS.values())) for one in lives.lives(read())}


def left_open(events):
    """Returns the lives that have begun and not ended. Asserts that none begins twice, and that each end has a beginning."""
    running = set()
    for e in events:
        for kind, (whose, begins, ends, ends_with_last) in roles().items():
            key = kind, *(e.get(name) for name in whose)
            if e["event"] in ends or (e["event"] in ends_with_last and e["ended"]):
                assert key in running, e
                running.remove(key)
            if e["event"] in begins:
                assert key not in running, e
                running.add(key)
    return running


def check_pairs(events):
    """Every beginning has exactly one end."""
    assert not left_open(events)


def assert_ends(result, code, *words):
    """Asserts this exit code, and these words on stderr."""
    assert result.code == code, result.err
    for one in words:
        assert one in result.err


def as_nobody(*command):
    """Returns the result for a user without rights."""
    nobody = {"user": 65534, "group": 65534, "extra_groups": []}
    return Result(subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=20, **nobody))


def file_with(path, text):
    """The file, with this text in it."""
    path.write_text(text)
    return path


@pytest.fixture(scope="session")
def preload(tmp_path_factory):
    """Compiles one of the fakes beside this file; it answers system calls in place of the kernel."""
    if not shutil.which("cc"):
        pytest.skip("needs a C compiler")
    folder = tmp_path_factory.mktemp("fakes")

    def build(name):
        library = folder / f"{name}.so"
        if not library.exists():
            source = ROOT / "Tests" / "pressd" / f"{name}.c"
            subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-o", library, source, "-ldl"], check=True)
        return library

    return build


@pytest.fixture
def pressd():
    def run(*arguments, **more):
        more.setdefault("timeout", 60)
        command = [str(PRESSD), *map(str, arguments)]
        return Result(subprocess.run(command, capture_output=True, text=True, **more))

    return run


@pytest.fixture
def start():
    """A pressd that runs on; it is ended with the test."""
    running = []

    def begin(*arguments, **more):
        given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **more}
        process = subprocess.Popen([str(PRESSD), *map(str, arguments)], **given)
        running.append(process)
        return process

    yield begin
    for process in running:
        if process.poll() is None:
            process.kill()
        process.communicate()


def read_until(process, word):
    """The lines of its log until one has this word."""
    lines = []
    while not lines or word not in lines[-1]:
        lines.append(process.stdout.readline())
        assert lines[-1], "ended too early"
    return lines


def wait_for_socket(process, path):
    """Until it listens there, or has ended."""
    while process.poll() is None and not (path.exists() and path.stat().st_mode & 0o200):
        time.sleep(0.01)


@pytest.fixture
def path(tmp_path):
    """Where a pressd listens."""
    return tmp_path / "socket"


def on_a_terminal(*options, columns=80, **environment):
    """Returns the output of pressd on a terminal."""
    leader, follower = os.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM", "LC_ALL", "LC_CTYPE", "LANG")}
    process = subprocess.Popen([PRESSD, *options], stdout=follower, env=kept | {"TERM": "xterm"} | environment)
    os.close(follower)
    out = b""
    with contextlib.suppress(OSError):
        while chunk := os.read(leader, 65536):
            out += chunk
    os.close(leader)
    assert process.wait() == 0
    return out.decode()
