"""Every scenario comes out as it went in, through C and through Python."""

import os
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
FILES = sorted(path for path in HERE.glob("*.txt"))
PLAYERS = {"C": [os.environ["LIBPRESS_PLAY"]], "Python": [sys.executable, str(HERE / "play.py")]}


def played(player, path, out):
    done = subprocess.run([*PLAYERS[player], path, out], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{path.name}, {player}: {done.stderr.strip()}"
    return out.read_text()


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_scenario_comes_out_as_it_went_in(path, player, tmp_path):
    text = played(player, path, tmp_path / "out")
    if os.environ.get("LIBPRESS_PIN") and player == "C":
        path.write_text(text)
    assert text.splitlines() == path.read_text().splitlines()


def test_each_scenario_has_a_name_of_its_own_and_answers():
    for path in FILES:
        stories = path.read_text().split("\n## ")[1:]
        names = [story.splitlines()[0] for story in stories]
        assert len(set(names)) == len(names), path.name
        assert [name for name, story in zip(names, stories, strict=True) if "\n> " not in story] == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("attach gesture", "no such config"),
        ("attach gestures hold=1", "no such field"),
        ("attach gestures hold_us=0.5", "not a number here"),
        ("call peek_poop", "no such function"),
        ("call peek_open", "another number of arguments"),
        ("target 1 0 0 10 10 TAPP", "neither a number nor a constant"),
        ("press hard", "neither a number nor a constant"),
    ],
)
def test_a_wrong_line_is_named(line, why, tmp_path):
    (tmp_path / "in").write_text(f"## wrong\n{line}\n")
    done = subprocess.run([*PLAYERS["C"], tmp_path / "in", tmp_path / "out"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("line 2: ") and why in done.stderr


@pytest.mark.parametrize("player", PLAYERS)
def test_deadlines_that_never_end_are_an_error(player, tmp_path):
    story = "engine lost_after_us=0\nattach gestures hold_repeat_us=100000\ntarget 1 0 0 100 100 HOLD\nfinger 10 10\npress 1\ndeadlines\n"
    (tmp_path / "in").write_text(f"## a hold that repeats\n{story}")
    command = [*PLAYERS[player], tmp_path / "in", tmp_path / "out"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert "line 7" in done.stderr and "a deadline waits always" in done.stderr
