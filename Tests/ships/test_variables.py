"""The library has no variables: different objects share nothing, whichever threads use them."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def sections(path):
    lines = subprocess.run(["size", "-A", path], capture_output=True, text=True, check=True).stdout.splitlines()
    return {name: int(size) for name, size, _ in (line.split() for line in lines if line.startswith("."))}


def test_the_shared_library_has_no_section_for_variables():
    (shared,) = (ROOT / "build").glob("libpress.so.[0-9]")
    found = sections(shared)
    assert found[".text"] > 0
    assert not {name for name in found if name.startswith((".data", ".bss", ".tdata", ".tbss", ".common")) and found[name]}
