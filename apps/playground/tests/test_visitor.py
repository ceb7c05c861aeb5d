"""A visitor who sees only the screen: words and where they stand, and what the page says to do. No ids, no names of classes.

With a mouse, a finger, a pen that feels force, and a keyboard: each looks inside, goes back, opens, chooses an action, and drops a
card, all within a minute.
"""

import time

import pytest
from hands import DESKTOP, PHONE, until
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys

A_MINUTE = 60

# The visible pieces of text, and their middles.
SEEN = """
const found = [], range = document.createRange();
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const words = walk.currentNode.textContent.trim(), holder = walk.currentNode.parentElement;
  if (!words || !holder.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || holder.closest("option, .hidden")) continue;
  range.selectNodeContents(walk.currentNode);
  const { x, y, width, height } = range.getBoundingClientRect();
  if (width && height) found.push([words, x + width / 2, y + height / 2]);
}
for (const one of document.querySelectorAll("output"))
  if (one.value && one.checkVisibility()) {
    const { x, y, width, height } = one.getBoundingClientRect();
    found.push([one.value, x + width / 2, y + height / 2]);
  }
return found;
"""


class Visitor:
    def __init__(self, browser):
        self.browser, self.began, self.place = browser, time.monotonic(), (0, 0)

    def reads(self, words):
        """Where these words stand, whole or as the beginning of more; None: they do not."""
        seen = self.browser.execute_script(SEEN)
        return next(((x, y) for text, x, y in seen if text == words), None) or next(((x, y) for text, x, y in seen if words in text), None)

    def sees(self, words):
        return until(self.browser, lambda: self.reads(words))

    def sees_still(self, words):
        """Where these words stand once they stand still: two looks that are frames apart see them at one place."""

        def stands():
            place = self.reads(words)
            self.passes(0.15)
            return place if place and place == self.reads(words) else None

        return until(self.browser, stands)

    def looks_at(self, words):
        """Scrolls until the words are well on the screen."""
        _, y = self.sees(words)
        height = self.browser.execute_script("return innerHeight")
        if not 0.2 * height < y < 0.65 * height:
            self.browser.execute_script("scrollBy(0, arguments[0])", y - 0.4 * height)
            self.browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
        return self.sees_still(words)

    def passes(self, seconds):
        """As long as this, and as the page needs to draw twice."""
        time.sleep(seconds)
        self.browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")

    def goes_on_holding(self, seconds=1.4):
        self.passes(seconds)


class Pointer(Visitor):
    kind = "mouse"

    def _do(self, work):
        builder = ActionBuilder(self.browser, mouse=PointerInput(self.kind, self.kind), duration=0)
        work(builder.pointer_action)
        builder.perform()

    def presses(self, place, pressure=0.5):
        self.place = place
        self._do(lambda pointer: pointer.move_to_location(*map(int, place)).pointer_down(pressure=pressure))

    def moves(self, dx, dy, pressure=0.5):
        for part in (0.4, 0.7, 1):
            at = int(self.place[0] + part * dx), int(self.place[1] + part * dy)
            self._do(lambda pointer, at=at: pointer.move_to_location(*at, pressure=pressure))
        self.place = self.place[0] + dx, self.place[1] + dy

    def moves_to(self, place, pressure=0.5):
        self.moves(place[0] - self.place[0], place[1] - self.place[1], pressure)

    def lifts(self):
        self._do(lambda pointer: pointer.pointer_up(0))

    def clicks(self, words):
        self.presses(self.sees_still(words))
        self.lifts()

    def looks_inside(self):
        self.presses(self.sees_still("City"))
        self.sees("let go to go back")

    def opens(self):
        self.goes_on_holding()  # it does not open by itself
        assert not self.reads("Opened: City")
        self.sees("Move to open it")
        self.moves(-40, 60)

    def peeks(self, words):
        self.presses(self.looks_at(words))
        self.sees("Slide up for actions")
        self.moves(0, -60)

    def picks_up(self, words):
        self.presses(self.looks_at(words))


class Pen(Pointer):
    kind = "pen"

    def looks_inside(self):
        self.presses(self.sees_still("City"), 0.1)
        self.sees("Press a little harder")
        self.moves(1, 0, 0.4)
        self.sees("let go to go back")

    def opens(self):
        self.sees("Press harder to open it")
        self.moves(1, 0, 1)

    def peeks(self, words):
        self.presses(self.looks_at(words), 0.6)
        self.sees("Slide up for actions")
        self.moves(0, -60, 0.6)

    def picks_up(self, words):
        self.presses(self.looks_at(words), 0.1)


class Touch(Pointer):
    def _send(self, kind, *points):
        self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "force": 1} for x, y in points]})

    def presses(self, place, pressure=None):
        self.place = place
        self._send("touchStart", place)

    def moves(self, dx, dy, pressure=None):
        for part in (0.4, 0.7, 1):
            self._send("touchMove", (self.place[0] + part * dx, self.place[1] + part * dy))
        self.place = self.place[0] + dx, self.place[1] + dy

    def lifts(self):
        self._send("touchEnd")

    def picks_up(self, words):
        self.presses(self.looks_at(words))
        self.sees("Lifted: drag it")  # "on a touch screen hold it first"


def by_pointer(visitor):
    visitor.looks_inside()
    visitor.lifts()
    visitor.sees("it goes back")
    visitor.looks_inside()
    visitor.opens()
    visitor.sees("Opened: City")
    visitor.lifts()
    visitor.clicks("‹ Album")
    visitor.sees("Back in the album")
    visitor.peeks("Lunch tomorrow?")
    visitor.sees("Slide onto one and let go.")
    visitor.moves_to(visitor.sees_still("Star"))
    visitor.goes_on_holding(0.3)
    visitor.lifts()
    visitor.sees("Star: Grace")
    visitor.picks_up("Buy milk")
    visitor.moves_to(visitor.sees_still("Later"))
    visitor.passes(0.1)
    visitor.lifts()
    visitor.sees("Buy milk to Later")


@pytest.mark.parametrize(
    "hand",
    [pytest.param(Pointer, id="mouse", marks=pytest.mark.screen(size=DESKTOP)), pytest.param(Pen, id="pen", marks=pytest.mark.screen(size=DESKTOP)),
     pytest.param(Touch, id="finger", marks=pytest.mark.screen(size=PHONE))],
)  # fmt: skip
def test_a_visitor_finds_everything_within_a_minute(browser, hand):
    visitor = hand(browser)
    by_pointer(visitor)
    assert time.monotonic() - visitor.began < A_MINUTE


def focused(browser):
    return browser.execute_script("const one = document.activeElement; return one.getAttribute('aria-label') || one.textContent")


def tab_to(browser, words):
    for _ in range(60):
        ActionChains(browser).send_keys(Keys.TAB).perform()
        if words in focused(browser):
            return
    pytest.fail(f"no key leads to {words}")


@pytest.mark.screen(size=DESKTOP)
def test_a_visitor_with_a_keyboard_finds_everything_within_a_minute(browser):
    visitor = Visitor(browser)

    def keys(*given):
        ActionChains(browser).send_keys(*given).perform()

    tab_to(browser, "City, a picture")
    ActionChains(browser).key_down(" ").perform()
    visitor.sees("Enter opens it, letting go goes back.")
    ActionChains(browser).key_up(" ").perform()
    visitor.sees("it goes back")
    ActionChains(browser).key_down(" ").perform()
    visitor.sees("Enter opens it")
    keys(Keys.ENTER)
    ActionChains(browser).key_up(" ").perform()
    visitor.sees("Opened: City")
    until(browser, lambda: "Album" in focused(browser))
    keys(Keys.ENTER)
    visitor.sees("Back in the album")
    tab_to(browser, "Peek at the mail of Grace")
    keys(Keys.ENTER)
    until(browser, lambda: focused(browser) == "Star")
    keys(Keys.ENTER)
    visitor.sees("Star: Grace")
    tab_to(browser, "Buy milk")
    keys(" ")
    visitor.sees("arrows choose a box, space drops it")
    keys(Keys.ARROW_RIGHT)
    visitor.sees("over Later")
    keys(" ")
    visitor.sees("Buy milk to Later")
    assert time.monotonic() - visitor.began < A_MINUTE
