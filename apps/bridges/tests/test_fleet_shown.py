"""What boards say of themselves, on the terminal of who lists them: anybody who may write to the broker can say it."""

import io
import json

import pytest

pytest.importorskip("rich")
from hypothesis import given
from hypothesis import strategies as st
from libpress.tools.ui import Ui
from libpress_bridges import fleet_command as fleet
from libpress_bridges.fleet import Board, Fleet
from rich.console import Console

ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()),
    lambda one: st.one_of(st.lists(one, max_size=3), st.dictionaries(st.text(max_size=5), one, max_size=3)),
    max_leaves=5,
)
HOSTILE = [
    "\x1b]0;title\x07",
    "[bold]x[/nope]",
    "[link=http://x]y[/link]",
    "a\r\nfleet: forged",
    "\u202ecod",
    "\x9b31m",
    10**400,
    [10**400],
    "\ud800",
]
KEYS = st.sampled_from(["frames_per_second", "late_worst_us", "faults", "events"])


def shown(*boards):
    """The text that a terminal receives, without our own colours."""
    out = io.StringIO()
    Console(file=out, width=9000, force_terminal=True, color_system=None, highlight=False).print(fleet._table(boards))
    return out.getvalue()


def must_be_plain(text, lines):
    assert all(one.isprintable() for one in text.replace("\n", "")), text
    assert text.count("\n") == lines, text


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_that_a_board_says_does_anything_to_a_terminal(value):
    board = Board(str(value)[:300], True, dict.fromkeys(("frames_per_second", "late_worst_us", "faults", "events"), value), {"profile": value})
    text = shown(board)
    must_be_plain(text, 2)
    if isinstance(value, str) and value.isprintable():
        assert value in text, "and what it says is shown as it is"


@given(st.dictionaries(KEYS, ANYTHING), ANYTHING)
def test_whatever_a_board_says_of_its_health_is_listed(health, profile):
    must_be_plain(shown(Board("one", True, health, {"profile": profile})), 2)


@given(st.dictionaries(st.sampled_from(["id", "accepted", "why", "unused", "overridden"]), ANYTHING))
def test_whatever_a_board_answers_is_an_answer(answer):
    boards = Fleet.__new__(Fleet)
    boards.boards = {}
    found = boards._pushed("one", json.loads(json.dumps(answer)))
    assert found.result in ("accepted", "refused")


@pytest.mark.parametrize("say", [Ui.line, Ui.step, lambda ui, text: ui.result("ok", "x", text, text)], ids=["line", "step", "result"])
@pytest.mark.parametrize("text", [one for one in HOSTILE if isinstance(one, str)], ids=range(len([one for one in HOSTILE if isinstance(one, str)])))
def test_no_line_of_a_command_does_anything_to_a_terminal(say, text):
    ui, out = Ui(), io.StringIO()
    ui.out = ui.steps = Console(file=out, width=400, force_terminal=True, color_system=None, highlight=False, soft_wrap=True)
    say(ui, text)
    assert all(one.isprintable() or one == "\n" for one in out.getvalue()), out.getvalue()
