import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRESSD = Path(os.environ.get("PRESSD", ROOT / "build" / "pressd")).resolve()


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

    def begin(*arguments):
        process = subprocess.Popen(
            [str(PRESSD), *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        running.append(process)
        return process

    yield begin
    for process in running:
        if process.poll() is None:
            process.kill()
        process.communicate()
