"""SIGHUP: pressd reads its config again. What is wrong with it changes nothing; else it starts again as the same process."""

import os
import pty
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from conftest import PRESSD, Result, check_pairs
from test_service import Manager
from test_socket import Client

pytestmark = pytest.mark.real_time

PLAIN = "[sensor]\nchannel = 0\n"
STRIKING = PLAIN + "[strike]\n"


class Service:
    """A pressd behind a fake converter, without a terminal that can hang up."""

    def __init__(self, library, config, *arguments, pass_fds=(), command=(), **environment):
        source = "i2c:/dev/i2c-7@0x48"
        self.config = config
        self.process = subprocess.Popen(
            [*command, PRESSD, "--source", source, "--config", config, *map(str, arguments)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, pass_fds=pass_fds,
            env=os.environ | {"LD_PRELOAD": str(library), "FAKE_I2C_PRESS_MS": "300"} | environment,
        )  # fmt: skip
        self.out, self.err = [], []
        self.readers = [
            threading.Thread(target=self.read, args=[self.process.stdout, self.out], daemon=True),
            threading.Thread(target=self.read, args=[self.process.stderr, self.err], daemon=True),
        ]
        for reader in self.readers:
            reader.start()

    @staticmethod
    def read(file, lines):
        for line in file:
            lines.append(line)

    def wait(self, what, lines=None, count=1):
        """Until a line has that, so many times."""
        lines = self.out if lines is None else lines
        until = time.monotonic() + 15
        while sum(what in line for line in list(lines)) < count:
            assert time.monotonic() < until and (self.process.poll() is None), (what, self.out[-3:], self.err)
            time.sleep(0.005)

    def reload(self, text=None):
        if text is not None:
            self.config.write_text(text)
        self.process.send_signal(signal.SIGHUP)

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        code = self.process.wait(timeout=10)
        for reader in self.readers:
            reader.join(timeout=10)
        return Result(subprocess.CompletedProcess([], code, "".join(self.out), "".join(self.err)))


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "pressd.conf"
    path.write_text(PLAIN)
    return path


@pytest.fixture
def serve(preload, config):
    services = []

    def begin(*arguments, **more):
        services.append(Service(preload("fake_i2c"), config, *arguments, **more))
        return services[-1]

    yield begin
    for service in services:
        if service.process.poll() is None:
            service.process.kill()


@pytest.mark.parametrize("mode", ["single", "continuous"])
def test_what_the_config_says_now_counts_and_what_ran_has_its_end(serve, mode):
    service = serve("--set", f"converter.mode={mode}")
    process = service.process.pid
    service.wait("preview_began")
    service.reload(STRIKING)
    service.wait("contact_cancelled")
    service.wait("struck")
    assert service.process.pid == process and service.process.poll() is None
    result = service.end()
    assert result.code == 0 and "the config was read again and is accepted" in result.err
    names = [event["event"] for event in result.events]
    first = result.events[: names.index("contact_cancelled") + 1]
    assert first[-1]["reason"] == "reset" and "struck" not in names[: len(first)]
    check_pairs(first)
    check_pairs(result.events[len(first) :])


REFUSED = {
    "a key that there is not": (PLAIN + "\n[engine]\nspeed = 3\n", ':5: no key "speed"'),
    "keys that contradict each other": (PLAIN + "[sensor2]\nchannel = 0\n", "two sensors have the same channel"),
    "a rule of the library": (PLAIN + "[engine]\ntouch_force = 0.1\nrelease_force = 0.2\n", "release_force"),
    "a circuit that cannot be": (PLAIN + "full_scale = 20000\nmax_code = 32767\n", "max_code"),
    "a rate that the converter cannot do": (PLAIN + "[pad]\nstale_after_us = 1ms\n", "stale_after"),
    "groups in a circle": (
        PLAIN
        + "[target]\nid = 1\nwidth = 9\nheight = 9\ntraits = peek\n[peek]\ntarget = 1\n[action]\nid = 1\ngroup = 2\n[action2]\nid = 2\ngroup = 1\n",
        "circle",
    ),
    "a calibration that is not there": (PLAIN + "calibration = /nowhere\n", "/nowhere"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_config_that_is_refused_changes_nothing(serve, what):
    text, why = REFUSED[what]
    service = serve()
    service.wait("preview_began")
    service.reload(text)
    service.wait("what ran goes on", service.err)
    service.wait("contact_ended")
    result = service.end()
    assert result.code == 0 and why in result.err, result.err
    assert "contact_cancelled" not in result.names and result.names.count("contact_began") == 1
    check_pairs(result.events)


def test_a_config_that_went_away_changes_nothing_and_is_read_once_it_is_back(serve, config):
    service = serve()
    service.wait("preview_began")
    config.unlink()
    service.reload()
    service.wait("what ran goes on", service.err)
    service.reload(STRIKING)
    service.wait("struck")
    result = service.end()
    assert result.code == 0 and "No such file" in result.err


def test_a_config_that_has_become_a_pipe_is_refused_and_holds_up_no_later_reload(serve, config):
    service = serve()
    service.wait("preview_began")
    config.unlink()
    os.mkfifo(config)
    for count in (1, 2):
        service.reload()
        service.wait("what ran goes on", service.err, count=count)
    config.unlink()
    service.reload(STRIKING)
    service.wait("struck")
    result = service.end()
    assert result.code == 0 and result.err.count(f"--config {config}: it is no regular file") == 2


def hanging(serve, config):
    """A service that reads a config again that does not come, and the file that keeps it so."""
    hangs = config.with_name(f"{config.name}.hangs")
    service = serve(FAKE_I2C_HANGING=str(config))
    service.wait("preview_began")
    hangs.touch()
    service.reload(STRIKING)
    return service, hangs


def test_a_config_that_does_not_come_is_said_while_frames_go_on_and_is_read_once_it_comes(serve, config):
    service, hangs = hanging(serve, config)
    service.wait("contact_ended")
    service.wait("the config is being read again for 3 s already", service.err)
    service.reload()
    service.wait("SIGHUP: the config is being read already, for", service.err)
    hangs.unlink()
    service.wait("struck")
    result = service.end()
    assert result.code == 0 and "contact_cancelled" not in result.names[: result.names.index("contact_ended")]
    assert result.err.count("for 3 s already") == 1


def test_what_waits_for_a_config_ends_with_the_service(serve, config):
    service, _ = hanging(serve, config)
    children = Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children")
    while not (child := children.read_text().split()):
        time.sleep(0.01)
    result = service.end()
    assert result.code == 0
    until = time.monotonic() + 5
    while Path(f"/proc/{child[0]}").exists():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_it_is_read_again_as_often_as_it_is_asked(serve):
    service = serve()
    for count in range(1, 4):
        service.wait("preview_began", count=count)
        service.reload(STRIKING if count % 2 else PLAIN)
        service.wait("contact_cancelled", count=count)
    result = service.end()
    assert result.code == 0 and result.names.count("struck") >= 1


def test_a_signal_that_ends_it_is_not_lost_while_it_starts_again(serve):
    chance = random.Random(1)
    for _ in range(12):
        service = serve()
        service.wait("preview_began")
        service.reload(STRIKING)
        time.sleep(chance.random() * 0.05)
        result = service.end(chance.choice([signal.SIGTERM, signal.SIGINT]))
        assert result.code == 0, result.err
        names = result.names
        assert names.count("contact_began") == names.count("contact_ended") + names.count("contact_cancelled")


def test_a_recording_is_not_destroyed(serve, tmp_path):
    trace = tmp_path / "a.trace"
    service = serve("--record", trace)
    service.wait("preview_began")
    service.reload(STRIKING)
    service.wait("would be destroyed", service.err)
    service.wait("contact_ended")
    result = service.end()
    assert result.code == 0 and "struck" not in result.names
    lines = trace.read_text().splitlines()
    assert lines[0].startswith("# libpress trace 1") and lines[-1].startswith("# end ") and len(lines) > 200


# ---- The service manager


def test_the_manager_is_notified_that_it_reloads_and_when_it_is_ready_again(serve, tmp_path):
    manager = Manager(str(tmp_path / "notify"))
    service = serve(NOTIFY_SOCKET=manager.path)
    assert manager.receive() == "READY=1"
    before = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
    service.reload(STRIKING)
    word, us = manager.receive().split("\n")
    after = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
    assert word == "RELOADING=1" and before <= int(us.removeprefix("MONOTONIC_USEC=")) <= after
    assert manager.receive() == "READY=1"
    service.reload("[nothing]\n")
    assert manager.receive().startswith("RELOADING=1") and manager.receive() == "READY=1"
    service.wait("what ran goes on", service.err)
    assert service.end().code == 0 and manager.rest() == ["STOPPING=1"]


def test_a_socket_that_the_manager_passes_on_stays_open(serve, tmp_path):
    path = tmp_path / "socket"
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(str(path))
    listening.listen(8)
    program = "import os, sys\nos.dup2(int(sys.argv[1]), 3)\nos.environ['LISTEN_PID'] = str(os.getpid())\nos.execv(sys.argv[2], sys.argv[2:])"
    number = listening.fileno()
    service = serve(command=[sys.executable, "-c", program, str(number)], pass_fds=[number], LISTEN_FDS="1")
    first = Client(path)
    assert first.line()["hello"] and first.do("subscribe")["ok"]
    service.wait("preview_began")
    service.reload(STRIKING)
    assert first.rest()[-1]["closed"] == "reload"
    again = Client(path)  # never refused: it waits in the queue of the socket
    assert again.line()["hello"] and again.do("subscribe")["ok"]
    service.wait("struck")
    result = service.end()
    assert result.code == 0 and again.rest()[-1]["closed"] == "end" and path.exists()
    listening.close()


def test_its_own_socket_is_open_again(serve, tmp_path):
    path = tmp_path / "socket"
    service = serve("--listen", f"unix:{path}")
    service.wait("preview_began")
    first = Client(path)
    assert first.line()["hello"]
    service.reload(STRIKING)
    assert first.rest()[-1]["closed"] == "reload"
    service.wait("struck")
    assert Client(path).line()["hello"]
    assert service.end().code == 0 and not path.exists()


def test_what_was_saved_and_does_not_go_with_the_new_config_is_left_out(serve, tmp_path):
    path, saved = tmp_path / "socket", tmp_path / "saved"
    service = serve("--listen", f"unix:{path}", "--set", f"listen.save={saved}")
    service.wait("contact_began")
    saved.write_text("strike.window_us = 20ms\n")
    service.reload()
    service.wait("is left out", service.err)
    service.wait("contact_began", count=2)
    result = service.end()
    assert result.code == 0 and result.err.count("is left out") == 1 and saved.read_text() == "strike.window_us = 20ms\n"


# ---- Where it does not reload


def test_a_terminal_that_hangs_up_ends_it(preload, config):
    leader, terminal = pty.openpty()
    process = subprocess.Popen(
        ["sh", "-c", 'exec "$@" < "$0"', os.ttyname(terminal), PRESSD, "--source", "i2c:/dev/i2c-7@0x48", "--config", config],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env=os.environ | {"LD_PRELOAD": str(preload("fake_i2c")), "FAKE_I2C_PRESS_MS": "300"}, start_new_session=True,
    )  # fmt: skip
    while "contact_began" not in process.stdout.readline():
        assert process.poll() is None
    os.close(terminal)
    os.close(leader)
    out, _ = process.communicate(timeout=10)
    assert process.returncode == 0 and "contact_cancelled" in out


def test_without_a_config_a_hangup_ends_it(preload):
    process = subprocess.Popen(
        [PRESSD, "--source", "i2c:/dev/i2c-7@0x48"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True,
        env=os.environ | {"LD_PRELOAD": str(preload("fake_i2c")), "FAKE_I2C_PRESS_MS": "300"},
    )  # fmt: skip
    while "contact_began" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGHUP)
    out, _ = process.communicate(timeout=10)
    assert process.returncode == 0 and "contact_cancelled" in out
