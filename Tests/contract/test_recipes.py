"""The recipes of docs/design/adding.md as far as `make contract`; `make test-recipe` builds and runs what they add."""

import subprocess
import sys

import pytest

from contract import ROOT

sys.path.insert(0, str(ROOT / "Tests" / "recipe"))

import recipe  # noqa: E402


@pytest.mark.skipif((ROOT / "include/press/squeeze.h").exists(), reason="this tree has what they add")
def test_what_the_recipes_add_is_written_into_all_that_repeats_the_contract(tmp_path):
    recipe.copy(tmp_path)
    for one, most in recipe.MOST.items():
        assert len(recipe.apply(one, tmp_path)) <= most
    done = subprocess.run([sys.executable, "-B", "-m", "contract", "write"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "press_squeeze_attach" in (tmp_path / "Sources/pressd/generated/Compiled.swift").read_text()
