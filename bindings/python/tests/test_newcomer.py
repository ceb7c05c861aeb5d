"""A newcomer's first ten minutes: what the README says, and nothing else, in a fresh environment, from sources and wheels."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SECTION = re.search(r"^## A lamp in Python\n(.*?)^## ", (ROOT / "README.md").read_text(), re.M | re.S)[1]


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", SECTION, re.M | re.S)


def run(command, folder):
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "LIBPRESS_LIBRARY")}
    environment["PATH"] = f"{Path(sys.executable).parent}:{environment['PATH']}"
    if (ROOT / "build/libpress.so.1").exists():  # built already: Swift need not do it again
        environment["LIBPRESS_LIBRARY"] = str(ROOT / "build/libpress.so.1")
    return subprocess.run(["bash", "-ec", command], cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.long
@pytest.mark.parametrize("way", ["wheels", "sources"])
def test_the_first_ten_minutes(way, tmp_path):
    assert len(blocks("sh")) == 2 and "--find-links" in blocks("sh")[0] and "./bindings/python" in blocks("sh")[1]
    (tmp_path / "bindings").symlink_to(ROOT / "bindings")
    if way == "wheels":
        made = run(f"'{sys.executable}' -m pip wheel --quiet --no-deps -w . ./bindings/python", tmp_path)
        if made.returncode:
            pytest.skip(f"no wheel can be built here: {made.stderr.strip()[-200:]}")
    done = run(blocks("sh")[way == "sources"], tmp_path)
    assert done.returncode == 0, done.stderr
    known = run("press/bin/python -c \"import importlib.metadata as m; print(m.metadata('libpress').items())\"", tmp_path).stdout
    for words in ("('Summary', 'The force of a finger", "Typing :: Typed", "Python :: 3.13", "('License-Expression', 'MIT')"):
        assert words in known, known
    assert "save it as `first.py`, and run it with `press/bin/python first.py`" in SECTION.lower()
    (tmp_path / "first.py").write_text(blocks("python")[0])
    first = run("press/bin/python first.py", tmp_path)
    assert (first.returncode, first.stdout, first.stderr) == (0, blocks("text")[0], "")
    page = run("press/bin/libpress page --simulated", tmp_path)
    assert page.returncode == 69 and f"{tmp_path}/press/bin/python" in page.stderr and "-m pip install" in page.stderr
    assert "Traceback" not in page.stderr
