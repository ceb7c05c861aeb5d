"""The site of the documents in Chromium, opened from its folder: `make docs` builds it."""

import re
import sys
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/playground"))
from hands import DESKTOP, PHONE, emulate, started, violations  # noqa: E402

SITE = ROOT / "build/docs/site"
PAGES = ["index", "interactions", "conformance", "coming-from", "pressd", "hardware", "page", "c/event", "c/engine", "py/engine"]


@pytest.fixture(scope="module")
def chromium():
    yield from started()


def open_page(chromium, name, **screen):
    chromium.get_log("browser")
    emulate(chromium, **screen)
    chromium.get((SITE / f"{name}.html").as_uri())


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("screen", [{"size": DESKTOP}, {"size": PHONE, "dark": True}], ids=["desktop", "phone-dark"])
def test_a_page_fits_its_screen_and_its_console_is_empty(chromium, name, screen):
    open_page(chromium, name, **screen)
    width, inside = chromium.execute_script("return [document.documentElement.scrollWidth, window.innerWidth]")
    assert width <= inside
    assert [entry["message"] for entry in chromium.get_log("browser")] == []


@pytest.mark.parametrize("name", ["index", "pressd", "c/engine", "py/engine"])
def test_a_table_of_three_columns_needs_no_scrolling_on_a_phone(chromium, name):
    open_page(chromium, name, size=PHONE)
    tables, wide = chromium.execute_script("""
        const tables = [...document.querySelectorAll("article table")].filter(one => !one.querySelector("tr > :nth-child(4)"));
        return [tables.length, tables.filter(one => one.scrollWidth > one.parentElement.clientWidth).map(one => one.innerText.slice(0, 40))]""")
    assert tables
    assert wide == []


@pytest.mark.parametrize("name", ["tutorial", "c/converter", "py/engine", "py/errors"])
def test_the_side_shows_the_entry_of_the_page(chromium, name):
    open_page(chromium, name, size=DESKTOP)
    entry, side = chromium.execute_script("""
        const box = one => { const { top, bottom } = document.querySelector(one).getBoundingClientRect(); return [top, bottom]; };
        return [box(".sidebar-tree .current-page > a"), box(".sidebar-scroll")]""")
    assert side[0] <= entry[0] and entry[1] <= side[1]


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_on_the_first_page(chromium, dark):
    open_page(chromium, "index", size=DESKTOP, dark=dark)
    # The theme puts its buttons of the first row beside its landmarks: advice, no rule of WCAG.
    assert [one for one in violations(chromium) if one[0] != "region"] == []


def test_searching_works_from_a_folder(chromium):
    open_page(chromium, "index", size=DESKTOP)
    box = chromium.find_element(By.CSS_SELECTOR, "input[name=q]")
    box.send_keys("press_next_deadline", Keys.ENTER)
    found = WebDriverWait(chromium, 20).until(lambda page: page.find_elements(By.CSS_SELECTOR, "#search-results li a"))
    assert any("engine" in one.get_attribute("href") for one in found)


def test_no_page_asks_another_host_for_anything():
    asked = [
        (page.name, found)
        for page in SITE.rglob("*.html")
        for found in re.findall(r"<(?:script|link|img)[^>]*(?:src|href)=\"(https?:[^\"]*)", page.read_text())
    ]
    assert asked == []
