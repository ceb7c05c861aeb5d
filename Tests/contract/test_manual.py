"""The manual that is made from the headers: a page for each function and for the statuses, each with more than its name."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from contract import read

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = read()
STATUSES = {one.name: one.value for enum in CONTRACT.enums for one in enum.members if one.name == "PRESS_OK" or one.name.startswith("PRESS_ERR_")}


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("manual") / "man"
    subprocess.run([sys.executable, "-B", ROOT / "docs/man/generate.py", folder], check=True)
    return {path.name: path.read_text() for path in folder.glob("man*/*")}


def section(page, head):
    found = re.search(rf"^\.SH {head}\n(.*?)(?=^\.SH |\Z)", page, re.M | re.S)
    return found[1] if found else ""


def test_every_function_has_a_description_and_leads_to_others(pages):
    for function in CONTRACT.functions:
        page = pages[f"{function}.3"]
        assert len(section(page, "DESCRIPTION").split()) >= 3, function
        others = re.findall(r"^\.BR (\S+) \((\d)\)", section(page, "SEE ALSO"), re.M)
        assert len(others) >= 2 and ("libpress", "7") in others, function


def test_each_page_about_pressd_is_a_part_of_its_manual(pages):
    documents = sorted((ROOT / "docs/pressd").glob("*.md"))
    assert len(documents) > 15 and "[converter]" in section(pages["pressd.conf.5"], "DESCRIPTION").replace("\\-", "-")
    for document in documents:
        title = document.read_text().partition("\n")[0].removeprefix("# ").upper()
        found = [name for name in ("pressd.1", "pressd.conf.5") if f"\n.SH {title}\n" in pages[name]]
        assert len(found) == (document.stem != "config"), title


def test_every_page_leads_to_another(pages):
    assert [name for name, page in pages.items() if ".BR " not in section(page, "SEE ALSO")] == []


def test_a_status_is_found_by_its_name(pages):
    for status, value in STATUSES.items():
        page = pages[f"{status}.3"]
        assert page == pages["press_status.3"]
        assert f"\n.SS {status} ({value})\n".replace("-", "\\-") in page


def test_a_function_lists_the_statuses_that_its_comment_names(pages):
    for header in CONTRACT.headers:
        for block in header.blocks:
            if block.functions:
                listed = re.findall(r"^\\fB(PRESS_\w+)\\fR$", section(pages[f"{block.functions[0]}.3"], "ERRORS"), re.M)
                assert set(listed) == set(re.findall(r"PRESS_ERR_[A-Z]+\b|PRESS_OK\b", block.comment)) & set(STATUSES), block.functions


def test_no_paragraph_is_a_page(pages):
    for name, page in pages.items():
        text = re.sub(r"^\.EX$.*?^\.EE$|^\.BR .*?$", ".PP", section(page, "DESCRIPTION"), flags=re.M | re.S)
        for paragraph in re.split(r"^\.(?:PP|SS|TP|IP).*$", text, flags=re.M) if name.endswith(".3") else ():
            assert len(paragraph) < 1400, f"{name}: {paragraph}"


def test_no_mark_of_markdown_is_left_in_a_page(pages):
    for name, page in pages.items():
        text = re.sub(r"^\.EX$.*?^\.EE$", "", page, flags=re.M | re.S)
        assert re.findall(r".*(?:\\\(ga|\]\(|<!\\-).*", text) == [], name


def test_a_word_of_one_letter_at_the_end_of_a_line_is_no_heading(pages):
    for name, page in pages.items():
        assert [line for line in page.splitlines() if re.fullmatch(r"\.S[HS] \S", line)] == [], name
