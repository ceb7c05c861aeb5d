"""What the tests of the command share."""

import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import libpress
import pytest

ROOT = Path(__file__).resolve().parents[3]
PRESSD = Path(os.environ.get("PRESSD", ROOT / "build" / "pressd"))


@dataclass
class Result:
    code: int
    out: str
    err: str


def file_with(path, text):
    """The file, with this text in it."""
    path.write_text(text)
    return path


@pytest.fixture
def command(capsys):
    """Runs the command in this process. Every error is one line."""
    from libpress.tools.app import run

    kept = [(number, signal.getsignal(number)) for number in (signal.SIGTERM, signal.SIGHUP)]

    def call(*arguments):
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Result(code, out, err)

    yield call
    for number, handler in kept:
        signal.signal(number, handler)


@pytest.fixture
def refused(command):
    """Runs it, and expects a code and one line with these words."""

    def call(code, words, *arguments):
        result = command(*arguments)
        assert result.code == code, result.err or result.out
        assert result.err.count("\n") == 1 and words in result.err, result.err
        return result

    return call


def alone(*arguments, **environment):
    """Runs it in a process of its own."""
    whole = {**os.environ, "PYTHONPATH": str(Path(libpress.__file__).parents[1]), "PYTHONUTF8": "1", **environment}
    command = [sys.executable, "-m", "libpress", *map(str, arguments)]
    done = subprocess.run(command, env=whole, capture_output=True, text=True, check=False, timeout=100, stdin=subprocess.DEVNULL)
    return Result(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def fake_bus(tmp_path_factory):
    """Runs it with /dev/i2c-7 answered by the fake that pressd's tests use, too."""
    source = ROOT / "Tests" / "pressd" / "fake_i2c.c"
    if not (source.is_file() and shutil.which("cc")):
        pytest.skip("needs a clone and a C compiler")
    fake = Path(tmp_path_factory.getbasetemp()) / "fake_i2c.so"
    if not fake.exists():
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", fake, source, "-ldl"], check=True)
    return lambda *arguments, **environment: alone(*arguments, LD_PRELOAD=str(fake), **environment)


@pytest.fixture
def pressd():
    """Runs pressd, the twin of the command."""
    if not PRESSD.is_file():
        pytest.skip("there is no pressd here")

    def call(*arguments):
        done = subprocess.run([PRESSD, "--progress", "all", *map(str, arguments)], capture_output=True, text=True, check=False, timeout=60)
        return Result(done.returncode, done.stdout, done.stderr)

    return call


@pytest.fixture
def plate(tmp_path):
    """A config of four sensors."""
    path = tmp_path / "plate.conf"
    places = ((10, 10), (90, 10), (10, 90), (90, 90))
    path.write_text("".join(f"[sensor{n or ''}]\nx = {x}\ny = {y}\n" for n, (x, y) in zip(("", 2, 3, 4), places, strict=True)))
    return path


@pytest.fixture
def pressed(tmp_path):
    """The socket of a pressd that is pressed; it ends after two seconds."""
    path = tmp_path / "pressd.sock"
    command = [PRESSD, "--quiet", "--source", "sim:average", "--duration", "2", "--listen", f"unix:{path}"]
    with subprocess.Popen(command) as running:
        while not (path.exists() and path.stat().st_mode & 0o200):
            assert running.poll() is None
            time.sleep(0.02)
        yield path
