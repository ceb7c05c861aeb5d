"""A mat on the page: its cells as a map, with the numbers of `libpress monitor --mat`."""

import pytest
from hands import PHONE, emulate
from libpress import SimulatedMat
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

WITH = ("circuit=dividers", "column_ohm=1000", "full_scale=1023", "baseline=yes")
MAT = ["--mat", "16x16", "--rate", "100", *(word for setting in WITH for word in ("--with", setting))]


@pytest.fixture
def frames(tmp_path):
    mat = SimulatedMat(16, 16, column_ohm=1000)
    lines = [",".join(str(code) for row in mat.read(mat.presses(*one)) for code in row) for one in ((), ((4, 6, 30, 2), (12, 11, 10, 1.2)))]
    (tmp_path / "mat.txt").write_text(f"{lines[0]}\n" * 30 + f"{lines[1]}\n" * 20)
    return tmp_path / "mat.txt"


@pytest.fixture
def phone(serve, chromium):
    """The browser. It leaves the page before the server ends: a page without its server tries again, also while the next test runs."""
    yield chromium
    chromium.get("about:blank")


def shades(browser, *cells):
    """How much of the colour cells have, 0 to 255, away from their numbers."""
    return browser.execute_script(
        "const c = document.querySelector('.mat canvas'), n = c.width / 16;"
        "const all = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
        "return arguments[0].map(([x, y]) => all[4 * (Math.round((y + 0.1) * n) * c.width + Math.round((x + 0.1) * n)) + 3])",
        cells,
    )


@pytest.mark.parametrize("dark", [False, True])
def test_a_phone_shows_the_cells_of_a_mat_its_contacts_and_what_lies_there(phone, serve, frames, dark):
    served = serve("--frames", frames, *MAT)
    emulate(phone, size=PHONE, dark=dark)
    phone.get_log("browser")
    phone.get(served.to_change)
    WebDriverWait(phone, 30, 0.05).until(lambda page: "has ended" in page.find_element(By.CSS_SELECTOR, ".mat .notice").text)
    card = phone.find_element(By.CSS_SELECTOR, ".mat").text
    for words in ("0 N\nat 6, 7.3\nhighest cell 5.", "0: 30.", "1: 10.0 N"):
        assert words in card
    heavy, light, none = shades(phone, (4, 6), (12, 10), (15, 0))
    assert heavy > 200 > 100 > light > none > 0
    picture = phone.find_element(By.CSS_SELECTOR, ".mat canvas")
    assert picture.get_attribute("aria-label") == "Forces of the cells, 2 contacts"
    assert abs(picture.size["width"] - picture.size["height"]) <= 1
    assert phone.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    phone.find_element(By.XPATH, "//button[contains(., 'Learn the zero')]").click()
    WebDriverWait(phone, 30, 0.05).until(lambda page: "learnt again" in page.find_element(By.CSS_SELECTOR, ".mat .notice").text)
    phone.execute_cdp_cmd("Network.clearBrowserCookies", {})
    phone.get(served.url)
    WebDriverWait(phone, 30, 0.05).until(lambda page: "learnt again" in page.find_element(By.CSS_SELECTOR, ".mat .notice").text)
    assert not phone.find_elements(By.TAG_NAME, "button"), "who only looks changes nothing"
    assert [entry["message"] for entry in phone.get_log("browser")] == []
