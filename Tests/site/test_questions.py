"""The search of the site, with the index of the site, has the page that answers what people ask among the first three. Without a browser: in
Node. Tests/style/questions.py says it of each section, by a plain ranking of the documents."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "Tests/style")]
from questions import FIRST, questions  # noqa: E402

from docs.site import assemble  # noqa: E402

SITE = ROOT / "build/docs/site"
ASKED = list(questions())


def answers(asked):
    done = subprocess.run(
        ["node", ROOT / "Tests/site/search.mjs", SITE], input="\n".join(asked), capture_output=True, text=True, check=True, timeout=120
    )
    return dict(zip(asked, map(json.loads, done.stdout.splitlines()), strict=True))


@pytest.fixture(scope="module")
def found():
    return answers([question for question, _, _ in ASKED])


@pytest.fixture(scope="module")
def places():
    """Page of the site of each section of a document."""
    listed = assemble.pages()
    headings = {path: assemble.split.anchors(name, path.read_text()) for path, name in listed.items()}
    return lambda page, anchor: headings[ROOT / page].get(anchor, listed[ROOT / page]).removesuffix(".md")


@pytest.mark.parametrize(("question", "page", "anchor"), ASKED, ids=[question for question, _, _ in ASKED])
def test_what_people_ask_finds_its_page_among_the_first_three(question, page, anchor, found, places):
    assert places(page, anchor) in found[question][:FIRST]


def test_a_page_that_lacks_a_word_of_the_question_is_found():
    assert "troubleshooting" in answers(["my gizmo presses twice"])["my gizmo presses twice"]


def test_the_name_of_a_function_finds_its_header():
    assert answers(["press_next_deadline"])["press_next_deadline"][0] == "c/engine"
