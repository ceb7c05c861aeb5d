import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PACKAGES = ROOT / "build/boards"
sys.path.insert(0, str(ROOT / "Tests/processors"))
import run as processors  # noqa: E402, F401


def said(command, **options):
    """Returns the output of a command, and asserts that it succeeds."""
    environment = {**os.environ, **options.pop("env", {})}
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=600, env=environment, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"[-3000:]
    return done.stdout + done.stderr


@pytest.fixture
def package(tmp_path):
    """A copy of a package, as a user gets it."""

    def copy(kind):
        return Path(shutil.copytree(PACKAGES / kind / "libpress", tmp_path / "libpress"))

    return copy
