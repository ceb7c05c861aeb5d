"""The site of the documents in Chromium, opened from its folder: `make docs` builds it."""

import ast
import html
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "apps/playground/tests"), str(ROOT / "apps/playground")]
from fits import cut  # noqa: E402
from hands import DESKTOP, PHONE, emulate, started, until, violations  # noqa: E402
from overlaps import overlaps  # noqa: E402
from serve import server  # noqa: E402

SITE = ROOT / "build/docs/site"
WIDE, TABLET, NARROWEST = (1280, 800), (768, 1024), (360, 740)
PAGES = [
    "index", "interactions", "events", "conformance-drag", "coming-from", "pressd", "hardware", "hardware-wiring", "page", "c/event", "c/engine",
    "py/engine",
]  # fmt: skip


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


@pytest.mark.parametrize("name", ["index", "pressd-options", "c/engine", "py/engine"])
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


def test_no_program_table_or_label_of_any_page_is_cut(chromium):
    """On the narrowest phone, a phone, a tablet and a small screen of a desk. Light and dark have the same places."""
    pages = sorted(str(page.relative_to(SITE).with_suffix("")) for page in SITE.rglob("*.html") if page.parent.name not in ("play", "files"))
    assert len(pages) > 200
    found = {}
    for name in pages:
        emulate(chromium, size=WIDE)
        chromium.get((SITE / f"{name}.html").as_uri())
        for size in (WIDE, TABLET, PHONE, NARROWEST):
            emulate(chromium, size=size)
            # A drawing that is wider than a phone scrolls, and says so.
            for one in (each for each in cut(chromium) if each["what"] != "scrolls"):
                found.setdefault(f"{name} at {size[0]}", []).append(f"{one['what']}: {one['words']}")
    assert found == {}


# The first page, prose, pictures, tables, programs, the references of C and of Python, lists, the search.
KINDS = [
    "index", "tutorial", "gestures", "hardware-wiring", "conformance-drag", "python", "page", "c/press", "c/event", "py/index", "py/engine",
    "py/transitions", "genindex", "search",
]  # fmt: skip


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1280", "390"])
@pytest.mark.parametrize("name", KINDS)
def test_axe_finds_nothing_on_pages_of_these_kinds(chromium, name, size, dark):
    open_page(chromium, name, size=size, dark=dark)
    # The theme puts its buttons of the first row beside its landmarks: advice, no rule of WCAG.
    assert [one for one in violations(chromium) if one[0] != "region"] == []


def test_searching_works_from_a_folder(chromium):
    open_page(chromium, "index", size=DESKTOP)
    box = chromium.find_element(By.CSS_SELECTOR, "input[name=q]")
    box.send_keys("press_next_deadline", Keys.ENTER)
    found = WebDriverWait(chromium, 20).until(lambda page: page.find_elements(By.CSS_SELECTOR, "#search-results li a"))
    assert any("engine" in one.get_attribute("href") for one in found)


@pytest.mark.parametrize(
    ("asked", "page"),
    [("my button fires twice when I press it", "troubleshooting"), ("debounce", "troubleshooting"), ("LED", "tutorial"), ("zoom", "pinch")],
)
def test_what_people_write_into_the_search_finds_the_page_that_answers_it(chromium, asked, page):
    """As a browser does it: test_questions.py asks what the search answers, but not whether a page uses it."""
    open_page(chromium, "index", size=DESKTOP)
    chromium.find_element(By.CSS_SELECTOR, "input[name=q]").send_keys(asked, Keys.ENTER)
    # The results appear one by one.
    WebDriverWait(chromium, 60).until(lambda page: page.find_elements(By.CSS_SELECTOR, "#search-results li:nth-child(3) a"))
    found = chromium.find_elements(By.CSS_SELECTOR, "#search-results li a")
    assert any(page in one.get_attribute("href") for one in found[:3])


def test_no_page_asks_another_host_for_anything():
    asked = [
        (page.name, found)
        for page in SITE.rglob("*.html")
        for found in re.findall(r"<(?:script|link|img)[^>]*(?:src|href)=\"(https?:[^\"]*)", page.read_text())
    ]
    assert asked == []


# ---- What every page has, read without a browser ----


def articles():
    for page in sorted(SITE.glob("*.html")):
        found = re.search(r"<article[^>]*>(.*)</article>", page.read_text(), re.S)
        if found:
            yield page, found[1]


def words(article):
    return len(html.unescape(re.sub(r"<[^>]+>", " ", article)).split())


def test_no_page_has_more_than_three_thousand_words():
    # The index of all names is looked up, and not read.
    counted = {page.name: words(article) for page, article in articles() if page.name != "genindex.html"}
    assert len(counted) > 60
    assert {name: count for name, count in counted.items() if count > 3000} == {}


def test_examples_of_the_python_reference_are_code():
    pages = list((SITE / "py").glob("*.html"))
    assert len(pages) > 30
    assert [page.name for page in pages if re.search(r"<blockquote>|[\u201c\u201d]", page.read_text())] == []
    assert [page.name for page in pages if re.search(r'class="sig-prename', page.read_text()) and "libpress.engine." in page.read_text()] == []
    assert "from libpress import Engine" in pasted(SITE / "py/engine.html")


def pasted(page):
    """The blocks of Python on a page, as a reader copies them."""
    blocks = re.findall(r'<div class="highlight-python[^>]*><div class="highlight"><pre>(.*?)</pre>', page.read_text(), re.S)
    return [html.unescape(re.sub(r"<[^>]+>", "", one)).strip() for one in blocks]


def test_what_is_copied_from_the_python_reference_is_python_and_imports_what_there_is():
    """Each block compiles, and each of its imports is carried out. What it does with a sensor is for a board."""
    blocks = [(page.name, block) for page in sorted((SITE / "py").glob("*.html")) for block in pasted(page)]
    assert len(blocks) > 30
    lines = []
    for _, block in blocks:
        lines += [
            ast.unparse(node)
            for node in ast.walk(ast.parse(block))
            if isinstance(node, ast.Import | ast.ImportFrom) and "libpress" in ast.unparse(node)
        ]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "bindings/python/src")}
    )
    assert done.returncode == 0, done.stderr


def test_every_page_says_who_made_it_and_what_it_looks_like():
    assert (SITE / "play/card.webp").is_file()
    for page, _ in articles():
        text = page.read_text()
        assert '<meta name="author" content="The libpress authors">' in text, page
        assert 'rel="shortcut icon"' in text or 'rel="icon"' in text, page
        assert re.search(r'property="og:image" content="(?:\./)?play/card.webp"', text), page


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1280", "390"])
def test_the_first_screen_says_what_it_is_in_one_sentence_with_two_buttons(chromium, size):
    """Opened from a folder, where no program may load another one: the album is a poster."""
    open_page(chromium, "index", size=size)
    what, *buttons = chromium.find_elements(By.CSS_SELECTOR, "article .hero :is(.what, .go a)")
    assert what.text.startswith("libpress") and what.text.count(".") == 1
    assert [one.get_attribute("href").rsplit("site/", 1)[1] for one in buttons] == ["play/index.html", "tutorial.html"]
    assert all(one.rect["y"] + one.rect["height"] < size[1] for one in (what, *buttons))
    poster = chromium.find_element(By.CSS_SELECTOR, ".poster")
    assert poster.is_displayed() and poster.rect["y"] < size[1] * 0.7
    tiles = "return [...document.querySelectorAll('.poster i')].filter((one) => getComputedStyle(one).backgroundImage.startsWith('url(')).length"
    assert chromium.execute_script(tiles) == 6
    moving = "return document.querySelector('.poster').getAnimations({ subtree: true }).filter((one) => one.playState === 'running').length"
    assert chromium.execute_script(moving) == 2
    assert (SITE / "play/index.html").is_file() and (SITE / "play/libpress.wasm").is_file()


@pytest.fixture(scope="module")
def hosted():
    """The address of the site on a server that compresses, as hosts of static pages do."""
    made = server(SITE)
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{made.server_port}/"
    made.shutdown()


SHIFTED = """
window.shifted = 0;
new PerformanceObserver((list) => list.getEntries().forEach((one) => (window.shifted += one.value))).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1280", "390"])
def test_where_a_server_has_the_site_the_first_page_is_the_album_small_and_nothing_jumps(chromium, hosted, size):
    emulate(chromium, size=size)
    chromium.execute_cdp_cmd("Network.enable", {})
    chromium.execute_cdp_cmd("Network.clearBrowserCache", {})
    script = chromium.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SHIFTED})
    try:
        chromium.get(f"{hosted}index.html")
        until(chromium, lambda: chromium.find_elements(By.CSS_SELECTOR, ".album iframe[data-ready]"))
        assert not chromium.find_elements(By.CSS_SELECTOR, ".poster")
        assert chromium.execute_script("return window.shifted") <= 0.02
        asked = "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((one) => [one.name, one.encodedBodySize])"
        files = {name: size for name, size in chromium.execute_script(f"return {asked}") if not name.startswith("data:")}
        frame = chromium.find_element(By.CSS_SELECTOR, ".album iframe")
        chromium.switch_to.frame(frame)
        files |= {name: size for name, size in chromium.execute_script(f"return {asked}") if not name.startswith("data:")}
        assert len(files) <= 12 and 100_000 < sum(files.values()) <= 250_000, files
        assert len(chromium.find_elements(By.CSS_SELECTOR, ".tile canvas")) == 6
        inside = "const one = document.documentElement; return [one.scrollHeight - innerHeight, one.scrollWidth - innerWidth]"
        assert all(more <= 0 for more in chromium.execute_script(inside))
    finally:
        chromium.switch_to.default_content()
        chromium.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
        chromium.get("about:blank")


def test_an_address_that_is_not_there_leads_to_pages_that_are(chromium, hosted):
    emulate(chromium, size=PHONE)
    chromium.get(f"{hosted}old/kitchen_scale.html")
    assert "not here" in chromium.find_element(By.TAG_NAME, "h1").text
    assert chromium.find_element(By.NAME, "q").get_property("value") == "kitchen scale"
    until(chromium, lambda: chromium.find_element(By.LINK_TEXT, "Start here").get_attribute("href") == f"{hosted}index.html")
    assert violations(chromium) == []
    chromium.find_element(By.NAME, "q").send_keys(Keys.ENTER)
    until(chromium, lambda: chromium.find_elements(By.CSS_SELECTOR, "#search-results li:nth-child(3) a"))
    assert any("kitchen-scale" in one.get_attribute("href") for one in chromium.find_elements(By.CSS_SELECTOR, "#search-results li a")[:3])
    chromium.get("about:blank")
    chromium.get_log("browser")


def test_the_first_page_has_three_ways_in(chromium):
    open_page(chromium, "index", size=DESKTOP)
    ways = chromium.find_elements(By.CSS_SELECTOR, ".ways a")
    assert [one.get_attribute("href").rsplit("/", 1)[1] for one in ways] == ["tutorial.html", "first-press.html", "page.html"]
    assert all(one.text.count("\n") == 1 for one in ways)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1280", "390"])
def test_no_command_is_cut(chromium, size):
    for name in ("index", "install", "python", "page"):
        open_page(chromium, name, size=size)
        cut = "return [...document.querySelectorAll('.highlight-sh pre')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"
        assert chromium.execute_script(cut) == [], name


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1280", "390"])
def test_no_text_meets_another_or_is_cut(chromium, size, dark):
    for name in ("index", "interactions-contact", "py/index", "troubleshooting"):
        open_page(chromium, name, size=size, dark=dark)
        assert overlaps(chromium, ".content, article") == [], name


def test_every_page_is_described_in_words_of_its_own():
    said = {}
    for page, _ in articles():
        text = page.read_text()
        found = re.search(r'<meta name="description" content="([^"]+)"', text)
        assert found and f'property="og:description" content="{found[1]}"' in text and 'name="twitter:card"' in text, page
        said.setdefault(found[1], []).append(page.name)
    # Lists of names have no words of their own.
    assert len(said) > 0.8 * sum(map(len, said.values()))


def test_no_page_is_a_paragraph():
    short = {page.name: words(article) for page, article in articles() if page.name not in ("search.html", "genindex.html")}
    assert {name: count for name, count in short.items() if count < 90} == {}


def test_the_reference_of_python_says_what_each_module_is_for(chromium):
    open_page(chromium, "py/index", size=WIDE)
    assert chromium.execute_script("return document.documentElement.scrollHeight") < 5000
    entries = chromium.find_elements(By.CSS_SELECTOR, "article li")
    assert len(entries) > 30 and all(len(one.text.split()) > 3 for one in entries)


def test_nothing_that_the_build_left_is_in_the_site():
    assert not (SITE / ".doctrees").exists()
    assert sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file()) < 17_000_000


def test_searching_for_nothing_says_what_to_do(chromium):
    open_page(chromium, "search", size=PHONE)
    assert "Write a question above" in chromium.find_element(By.TAG_NAME, "article").text


def test_the_wiring_fits_a_phone(chromium):
    open_page(chromium, "hardware-wiring", size=NARROWEST)
    until(chromium, lambda: chromium.execute_script("return document.querySelector('article img[src*=wiring]').complete"))
    wide, whole = chromium.execute_script("""
        const one = document.querySelector("article img[src*=wiring]");
        return [one.naturalWidth, one.getBoundingClientRect().right <= innerWidth && one.getBoundingClientRect().width > 250]""")
    assert wide > 0 and whole
