"""First programs of people who know another library: each runs, or ends with a message that names what to write."""

import re
import warnings
from pathlib import Path

import pytest

(_, BEGIN), *OTHERS = re.findall(r"^=== (.*)\n((?:(?!===).*\n?)*)", Path(__file__).with_name("first_programs.txt").read_text(), re.M)
PROGRAMS = [(*(part.strip() for part in head.split(" | ")), BEGIN.strip() + "\n" + code) for head, code in OTHERS]


def outcome(code, capsys):
    """The output, the warnings and the exit status of the program."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        ended = ""
        try:
            exec(compile(code, "program.py", "exec"), {"__name__": "__main__"})
        except (Exception, SystemExit) as problem:
            ended = f"{type(problem).__name__}: {problem}"
    return [capsys.readouterr().out, *(str(one.message) for one in found), ended]


@pytest.mark.parametrize(("name", "words", "code"), PROGRAMS, ids=[one[0] for one in PROGRAMS])
def test_a_first_program_runs_or_says_what_to_write(name, words, code, capsys):
    if "gpiozero" in code:
        pytest.importorskip("gpiozero")
    said = outcome(code, capsys)
    assert any(words in one for one in said), said


def test_there_are_fifty_and_half_of_them_are_wrong():
    assert len(PROGRAMS) >= 50
