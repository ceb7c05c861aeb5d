"""Type checkers on programs that people write: right ones pass, wrong ones fail at the wrong line, in mypy and in pyright.

The files of `tests/typed/right` are run, too. In those of `tests/typed/wrong` the line ends with `# wrong`.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import libpress
import pytest
from libpress import Event, EventType, Reason
from libpress.types import EVENT_STRUCT, event_from_bytes

HERE = Path(__file__).parent / "typed"
PACKAGE = Path(libpress.__file__).parents[1]
RIGHT, WRONG = (sorted((HERE / name).glob("*.py")) for name in ("right", "wrong"))


def marked(path):
    return {number for number, line in enumerate(path.read_text().splitlines(), 1) if line.endswith("# wrong")}


def test_there_are_ten_of_each():
    assert len(RIGHT) >= 10 and len(WRONG) >= 10 and all(len(marked(path)) == 1 for path in WRONG)


def test_mypy_strict(tmp_path):
    pytest.importorskip("mypy", reason="mypy is not installed")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--follow-imports=silent", "--cache-dir", tmp_path]
    found = subprocess.run(
        [*command, HERE / "right", HERE / "wrong"],
        env={**os.environ, "MYPYPATH": str(PACKAGE)},
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    lines = {}
    for path, line in re.findall(r"^(\S+?):(\d+): error:", found, re.M):
        lines.setdefault(Path(path).resolve(), set()).add(int(line))
    assert lines == {path: marked(path) for path in WRONG}, found


def test_pyright(tmp_path):
    """The one of Microsoft, whose JavaScript its wheel has; it runs on the node that is there."""
    pytest.importorskip("pyright", reason="pyright is not installed")
    # Relative: pyright takes no other include.
    config = {
        "include": [os.path.relpath(HERE, tmp_path.resolve())],
        "extraPaths": [str(PACKAGE)],
        "typeCheckingMode": "standard",
        "pythonVersion": "3.11",
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config))
    command = [sys.executable, "-m", "pyright", "--outputjson", "-p", tmp_path]
    said = json.loads(subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path).stdout)
    lines = {}
    for one in said["generalDiagnostics"]:
        lines.setdefault(Path(one["file"]), set()).add(one["range"]["start"]["line"] + 1)
    assert said["summary"]["filesAnalyzed"] == len(RIGHT) + len(WRONG)
    assert lines == {path: marked(path) for path in WRONG}, said["generalDiagnostics"]


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_the_right_ones_run(path):
    if path.stem == "arrays":
        pytest.importorskip("numpy")
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    done = subprocess.run([sys.executable, path], env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_type_and_a_reason_are_always_enums():
    """Also of a newer library."""
    event = event_from_bytes(EVENT_STRUCT.pack(5, 9999, 0, 0, 0, 777, *(0,) * 9))
    assert isinstance(event, Event) and isinstance(event.type, EventType) and isinstance(event.reason, Reason)
    assert (event.type, event.type.name, event.reason.name) == (9999, "UNKNOWN_9999", "UNKNOWN_777")
    assert event.type == EventType(9999) and event.type not in list(EventType)
    with pytest.raises(ValueError, match="x"):
        EventType("x")
