"""The page under a finger, on a phone that feels no force, and for eyes that need dark or no motion."""

import re

import pytest
from hands import (
    CLICKED,
    DESKTOP,
    HELD,
    OPENED,
    PHONE,
    PREVIEW,
    Finger,
    Pen,
    actions,
    at,
    card,
    cards,
    drag_into_the_archive,
    open_settings,
    reveal,
    rows,
    says,
    tile,
    until,
    violations,
)
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


def test_a_finger_that_holds_still_looks_inside_and_opens_by_moving(browser, finger):
    finger.down(tile(browser))
    says(browser, "press-state", HELD)
    until(browser, lambda: "pressure 0.71" in at(browser, "force").get_property("value"))
    assert at(browser, "press-state").text == HELD
    finger.to(tile(browser), -10, 30)
    finger.to(tile(browser), -20, 80)
    says(browser, "press-state", OPENED)
    finger.up()


def test_a_screen_that_feels_force_is_pressed(browser, finger):
    finger.down(tile(browser), 0.1)
    finger.press(tile(browser), 0.35)
    says(browser, "press-state", PREVIEW)
    assert at(browser, "device").text == "Your screen feels force: press."
    finger.press(tile(browser), 0.9)
    says(browser, "press-state", OPENED)
    finger.up()


def test_a_touch_is_called_short(browser, finger):
    finger.down(tile(browser))
    finger.up()
    says(browser, "press-state", CLICKED)


@pytest.mark.parametrize(
    "what", [tile, lambda browser: rows(browser)[1], lambda browser: card(browser, "Call Alan")], ids=["picture", "mail", "card"]
)
def test_a_finger_that_swipes_over_what_can_be_pressed_scrolls_the_page(browser, finger, what):
    one = what(browser)
    finger.down(one)
    before = browser.execute_script("return scrollY")
    x, y = browser.execute_script("const { x, y, width, height } = arguments[0].getBoundingClientRect(); return [x + width / 2, y + height / 2]", one)
    for dy in range(20, 220, 20):
        finger._touch("touchMove", {"x": x, "y": y - dy, "force": 1})
    until(browser, lambda: browser.execute_script("return scrollY") > before + 50)
    finger.up()


def test_a_finger_peeks_and_slides_onto_an_action(browser, finger):
    reveal(browser, finger, rows(browser)[0])
    finger.to(actions(browser)[0])
    until(browser, lambda: actions(browser)[0].get_attribute("aria-current"))
    finger.up()
    says(browser, "peek-state", "Star: Ada")
    assert rows(browser)[0].find_element(By.XPATH, "..").get_attribute("data-starred") is not None


def test_a_finger_drags_a_card_into_a_folder_that_springs_open(browser, finger):
    drag_into_the_archive(browser, finger, "Buy milk")
    finger.up()
    says(browser, "drag-state", "Buy milk to Archive, private")
    assert cards(browser, "Archive, private") == ["Buy milk"]


def test_a_finger_moves_the_sheet_up_and_down_again(browser, finger):
    sheet = at(browser, "handle").find_element(By.TAG_NAME, "span")
    for way, end in ((-1, "open"), (1, "closed")):
        finger.down(sheet)
        for dy in (20, 80, 130):
            finger.to(sheet, 0, way * dy)
        until(browser, lambda: "%" in at(browser, "sheet-state").text)
        finger.up()
        says(browser, "sheet-state", end)
    says(browser, "handle", "Drag me up")


def test_two_fingers_scale_and_turn_the_map(browser, finger):
    frame = at(browser, "pinch")
    browser.execute_script("arguments[0].scrollIntoView({ block: 'center' })", frame)
    for x, y in ((30, 0), (40, 0), (80, 0), (80, 20), (60, 60)):
        browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")  # each place is seen
        scrolled = browser.execute_script("return scrollY")
        finger.two(frame, (-x, -y), (x, y))
    until(browser, lambda: re.fullmatch(r"2\.\d\d times, 3\d degrees", at(browser, "pinch-state").text))
    finger.up()
    assert browser.execute_script("return scrollY") == scrolled
    browser.execute_script("arguments[0].click()", at(browser, "pinch-reset"))
    says(browser, "pinch-state", "1.00 times, 0 degrees")


def test_a_finger_beside_the_targets_scrolls_the_page(browser, finger):
    title = at(browser, "sheet-title")
    finger.down(title)
    for dy in range(20, 200, 20):
        finger.to(title, 0, -dy)
    until(browser, lambda: browser.execute_script("return scrollY") > 0)
    finger.up()


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
    if still:  # nothing plays by itself
        browser.execute_async_script("setTimeout(arguments[0], 1500)")
        assert not at(browser, "hand").is_displayed()
    else:
        until(browser, at(browser, "hand").is_displayed)
    pen, one, sheet = Pen(browser), tile(browser), at(browser, "sheet")
    pen.down(one, 0.1)
    pen.press(one, 0.42)
    says(browser, "press-state", PREVIEW)
    until(browser, lambda: float(at(browser, "veil").value_of_css_property("opacity")) > 0.3)
    assert (at(browser, "pictures").value_of_css_property("transform") == "none") is still
    where = at(browser, "look").get_attribute("style")
    pen.press(one, 0.45)
    if still:
        browser.execute_async_script("setTimeout(arguments[0], 500)")
        assert at(browser, "look").get_attribute("style") == where
    else:
        until(browser, lambda: at(browser, "look").get_attribute("style") != where)
    pen.up()
    until(browser, lambda: "contactEnded" in at(browser, "events").text)  # until then the pen may come back
    browser.execute_script("arguments[0].scrollIntoView({ block: 'center' })", sheet)
    pen.down(sheet, 0.1)
    pen.to(sheet, 0, -120, pressure=0.1)
    until(browser, lambda: "%" in at(browser, "sheet-state").text)
    pen.up()
    says(browser, "sheet-state", "open")
    until(browser, lambda: "contactEnded" in at(browser, "events").text.split("\n")[0] or "transitionFinished" in at(browser, "events").text)
    events = at(browser, "events").text.split("\n")
    ran = [line for line in events[: [i for i, line in enumerate(events) if "contactEnded" in line][0]] if "transitionUpdated" in line]
    assert (len(ran) <= 1) is still
