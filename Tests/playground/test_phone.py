"""The page under a finger, on a phone that feels no force, and for eyes that need dark or no motion."""

import pytest
from hands import COMMITTED, DESKTOP, PHONE, PREVIEW, Finger, Pen
from hands import actions, at, cards, drag_into_the_archive, open_settings, reveal, rows, says, until, violations
from selenium.webdriver.common.by import By

pytestmark = pytest.mark.screen(size=PHONE)

LEAST_TARGET = 44  # points, either way

SMALL = """
const [least] = arguments;
return [...document.querySelectorAll("button, select, input, summary, .file, #handle")].flatMap((one) => {
  const { width, height } = (one.type === "checkbox" ? one.closest("label") : one).getBoundingClientRect();
  if (!one.checkVisibility() || (width >= least && height >= least)) return [];
  return [`${one.outerHTML.slice(0, 60)}: ${width.toFixed(1)} x ${height.toFixed(1)}`];
});
"""


@pytest.fixture
def finger(browser):
    finger = Finger(browser)
    yield finger
    finger.lost()


def test_a_finger_that_holds_still_previews_and_commits(browser, finger):
    finger.down(at(browser, "press"))
    says(browser, "press-state", PREVIEW)
    assert at(browser, "force").text.startswith("0.50 N")
    says(browser, "press-state", COMMITTED)
    finger.up()


def test_a_screen_that_feels_force_is_pressed(browser, finger):
    finger.down(at(browser, "press"), 0.1)
    finger.press(at(browser, "press"), 0.9)
    until(browser, lambda: at(browser, "force").text.startswith("4.55 N"))
    says(browser, "press-state", COMMITTED)
    finger.up()


def test_a_finger_peeks_and_slides_onto_an_action(browser, finger):
    reveal(browser, finger, rows(browser)[0])
    finger.to(actions(browser)[0])
    until(browser, lambda: actions(browser)[0].get_attribute("aria-current"))
    finger.up()
    says(browser, "peek-state", "Star: Ada")


def test_a_finger_drags_a_card_into_a_folder_that_springs_open(browser, finger):
    drag_into_the_archive(browser, finger, "Buy milk")
    finger.up()
    says(browser, "drag-state", "Buy milk to Archive, private")
    assert cards(browser, "Archive, private") == ["Buy milk"]


def test_a_finger_moves_the_sheet_up_and_down_again(browser, finger):
    sheet = at(browser, "sheet")
    for way, end in ((-1, "open"), (1, "closed")):
        finger.down(sheet)
        for dy in (20, 50, 80):
            finger.to(sheet, 0, way * dy)
        until(browser, lambda: "%" in at(browser, "sheet-state").text)
        finger.up()
        says(browser, "sheet-state", end)
    assert at(browser, "handle").text == "Drag me up"


def test_a_finger_beside_the_targets_scrolls_the_page(browser, finger):
    title = at(browser, "sheet-title")
    finger.down(title)
    for dy in range(20, 200, 20):
        finger.to(title, 0, -dy)
    before = browser.execute_script("return scrollY")
    finger.up()
    assert before > 0


def test_the_chart_stays_in_sight_where_it_covers_nothing_in_focus(browser):
    browser.execute_script("scrollTo(0, 900)")
    gauge = browser.execute_script("return document.getElementById('gauge').getBoundingClientRect().toJSON()")
    assert 0 <= gauge["top"] < 20 and gauge["height"] < PHONE[1] / 4
    browser.execute_script("scrollTo(0, document.body.scrollHeight); document.getElementById('undo').focus()")
    until(browser, lambda: at(browser, "undo").rect["y"] - browser.execute_script("return scrollY") > gauge["bottom"])


def test_it_does_not_scroll_sideways(browser):
    open_settings(browser)
    assert browser.execute_script("return [document.documentElement.scrollWidth, innerWidth]") == [PHONE[0], PHONE[0]]
    browser.execute_script("scrollTo(50, 0)")
    assert browser.execute_script("return scrollX") == 0


def test_everything_is_large_enough_for_a_finger(browser, finger):
    open_settings(browser)
    assert browser.execute_script(SMALL, LEAST_TARGET) == []
    reveal(browser, finger, rows(browser)[0])
    assert browser.execute_script(SMALL, LEAST_TARGET) == []
    finger.up()


@pytest.mark.parametrize(
    "screen",
    [pytest.param(None, id=f"{size[0]}-{'dark' if dark else 'light'}", marks=pytest.mark.screen(size=size, dark=dark))
     for size in (DESKTOP, PHONE) for dark in (False, True)],
)  # fmt: skip
def test_axe_finds_nothing_at_rest_and_with_actions_on_show(browser, screen):
    open_settings(browser)
    assert violations(browser) == []
    peek = browser.find_element(By.CSS_SELECTOR, '[aria-label="Peek at the mail of Ada"]')
    browser.execute_script("arguments[0].focus(); arguments[0].click()", peek)
    until(browser, lambda: len(actions(browser)) == 2)
    assert violations(browser) == []


@pytest.mark.parametrize(
    "still",
    [pytest.param(False, marks=pytest.mark.screen(size=DESKTOP)), pytest.param(True, marks=pytest.mark.screen(size=DESKTOP, still=True))],
)
def test_who_asks_for_no_motion_gets_none(browser, still):
    pen, button, sheet = Pen(browser), at(browser, "press"), at(browser, "sheet")
    pen.down(button, 0.1)
    pen.press(button, 0.42)
    says(browser, "press-state", PREVIEW)
    assert (button.value_of_css_property("transform") == "none") is still
    assert (at(browser, "photo").value_of_css_property("transform") == "none") is still
    pen.up()
    until(browser, lambda: "contactEnded" in at(browser, "events").text)  # until then the pen may come back
    browser.execute_script("arguments[0].scrollIntoView({ block: 'center' })", sheet)
    pen.down(sheet, 0.1)
    pen.to(sheet, 0, -80, pressure=0.1)
    until(browser, lambda: "%" in at(browser, "sheet-state").text)
    pen.up()
    says(browser, "sheet-state", "open")
    events = at(browser, "events").text.split("\n")
    ran = [line for line in events[: [i for i, line in enumerate(events) if "contactEnded" in line][0]] if "transitionUpdated" in line]
    assert (len(ran) <= 1) is still
