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
WORDS = [line.split(" | ") for line in (ROOT / "Tests/site/words.txt").read_text().splitlines() if line and not line.startswith("#")]


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


@pytest.fixture(scope="module")
def pages_of_words():
    return answers([words for words, _ in WORDS])


@pytest.mark.parametrize(("words", "pages"), WORDS, ids=[words for words, _ in WORDS])
def test_a_word_of_people_finds_its_page_among_the_first_three(words, pages, pages_of_words):
    assert set(pages.split()) & set(pages_of_words[words][:FIRST]), pages_of_words[words][:6]


def test_the_pages_that_words_of_people_lead_to_are_there():
    assert len(WORDS) >= 30
    assert [page for _, pages in WORDS for page in pages.split() if not (SITE / f"{page}.html").is_file()] == []


@pytest.mark.parametrize("word", ["preview", "button", "drag", "peek", "levels", "LED", "grid", "scroll"])
def test_guides_come_before_members(word):
    found = answers([word])[word]
    members = [at for at, page in enumerate(found) if page.startswith(("c/", "py/"))]
    assert found and not {0, 1} & set(members)


def test_nothing_that_was_not_published_is_on_the_site():
    pages = [page.name for page in SITE.glob("*.html")]
    assert [name for name in pages if name.startswith("changelog-0") or "not-published" in name] == []
    assert "## 0." not in (SITE.parent / "pages/changelog.md").read_text()


def test_a_page_that_lacks_a_word_of_the_question_is_found():
    assert "troubleshooting" in answers(["my gizmo presses twice"])["my gizmo presses twice"]


def test_the_name_of_a_function_finds_its_header():
    assert answers(["press_next_deadline"])["press_next_deadline"][0] == "c/engine"
