"""What a person does to the page, and what it says: by pen, by mouse, by finger, on a screen of any size."""

from importlib.util import find_spec
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

PATIENCE = 20  # seconds: a machine may be busy
PREVIEW = "A preview. Press harder to open it, let go to go back."
HELD = "A preview. Move to open it, let go to go back."
BY_KEY = "A preview. Enter opens it, letting go goes back."
OPENED = "Opened: Lake. The way back is at the top."
CANCELLED = "You let go early: it goes back."
CLICKED = "That was a click. Hold it down for a moment."
DESKTOP, PHONE = (1200, 800), (390, 844)


def started(*logs, tasks=False):
    """For a fixture: a Chromium that keeps the log of its console, and these. `tasks`: "performance" has each task of its threads."""
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1200,1500"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", dict.fromkeys(("browser", *logs), "ALL"))
    if tasks:
        options.add_experimental_option(
            "perfLoggingPrefs", {"traceCategories": "toplevel,devtools.timeline", "enableNetwork": False, "enablePage": False}
        )
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_script_timeout(120)  # axe takes a minute for a long page where others have the processor
    try:
        yield driver
    finally:
        driver.quit()


def at(browser, id):
    return browser.find_element(By.ID, id)


def until(browser, what):
    # An element may be drawn again between the two steps of finding it and asking it.
    return WebDriverWait(browser, PATIENCE, 0.05, [StaleElementReferenceException]).until(lambda _: what())


def settled(browser):
    """Waits until nothing fades or slides any more. What goes on for ever does not count."""
    moving = "return document.getAnimations().filter((one) => one.playState === 'running' && one.effect.getTiming().iterations !== Infinity).length"
    until(browser, lambda: browser.execute_script(moving) == 0)


def gone(browser, element):
    until(browser, lambda: not element.is_displayed())


def focused_on(browser, element):
    until(browser, lambda: browser.switch_to.active_element == element)


def says(browser, id, words):
    until(browser, lambda: at(browser, id).text == words)


def tile(browser, title="Lake"):
    return browser.find_element(By.CSS_SELECTOR, f'[aria-label="{title}, a picture"]')


def rows(browser):
    return browser.find_elements(By.CSS_SELECTOR, "#mails .row")


def actions(browser):
    return at(browser, "peek").find_elements(By.TAG_NAME, "button")


def box(browser, label):
    return browser.find_element(By.CSS_SELECTOR, f'.box[aria-label="{label}"]')


def cards(browser, label):
    return [card.text for card in box(browser, label).find_elements(By.CSS_SELECTOR, ":scope > ul .card")]


def card(browser, text):
    return next(one for one in browser.find_elements(By.CSS_SELECTOR, ".card") if one.text == text)


def reveal(browser, hand, row):
    """Peeks at a mail, and slides up to its actions."""
    hand.down(row)
    until(browser, at(browser, "peek").is_displayed)
    hand.to(row, 0, -60)
    until(browser, lambda: len(actions(browser)) == 2)


def pick_up(browser, hand, text):
    one = card(browser, text)
    hand.down(one)
    if isinstance(hand, Finger):  # on a screen that scrolls a card is held first
        until(browser, lambda: one.get_attribute("data-dragged") is not None)
    hand.to(one, 20, 5)
    return one


def hold_over(browser, hand, label, *off):
    hand.to(box(browser, label), *off)
    until(browser, lambda: box(browser, label).get_attribute("data-over") is not None)


def drag_into_the_archive(browser, hand, text, *off):
    """Over a folder until it springs open, and on into what is inside."""
    pick_up(browser, hand, text)
    hand.to(box(browser, "Archive"))
    until(browser, lambda: browser.find_elements(By.CSS_SELECTOR, '[aria-label="Archive, private"]'))
    hold_over(browser, hand, "Archive, private", *off)


def open_settings(browser):
    browser.execute_script("for (const one of document.querySelectorAll('details')) one.open = true")


def move(browser, name, value=None):
    """Moves a setting, as a person does who lets go of it there; without a value, a step up, or to the other state."""
    browser.execute_script(
        """const input = document.querySelector(`[name="${arguments[0]}"]`);
        input.closest("details").open = true;
        if (input.type === "checkbox") input.checked = !input.checked;
        else if (arguments[1] === null) input.stepUp();
        else input.value = arguments[1];
        for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));""",
        name,
        value,
    )
    return browser.find_element(By.NAME, name)


def violations(browser):
    """What axe finds wrong with the page for people who cannot see it well, or not at all."""
    axe = Path(find_spec("axe_selenium_python").origin).parent / "node_modules/axe-core/axe.min.js"
    settled(browser)
    browser.execute_script(axe.read_text())
    found = browser.execute_async_script("axe.run().then(arguments[arguments.length - 1])")
    return [(one["id"], node["html"]) for one in found["violations"] for node in one["nodes"]]


def emulate(browser, size=None, dark=False, still=False):
    """A screen of this size in this theme, without motion if `still`. That of a phone feels touches, no force."""
    phone = size == PHONE
    if size:
        screen = {"width": size[0], "height": size[1], "deviceScaleFactor": 2 if phone else 1, "mobile": phone}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    else:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": size is not None})
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": phone, "maxTouchPoints": 5 if phone else 1})
    features = {"prefers-color-scheme": "dark" if dark else "light", "prefers-reduced-motion": "reduce" if still else ""}
    media = [{"name": name, "value": value} for name, value in features.items()]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})


class Pen:
    """A pen or a mouse on the page: every step is sent at once, so that the page sees it while it is down."""

    def __init__(self, browser, kind="pen"):
        self.browser, self.kind = browser, kind

    def _do(self, work):
        builder = ActionBuilder(self.browser, mouse=PointerInput(self.kind, self.kind), duration=0)
        work(builder.pointer_action)
        builder.perform()

    def down(self, element, pressure=0.5):
        self._do(lambda pointer: pointer.move_to(element).pointer_down(pressure=pressure))

    def click(self, element):
        """Down and up in one step: however slow the machine is, it is short."""
        self._do(lambda pointer: pointer.move_to(element).pointer_down().pointer_up(0))

    def press(self, element, pressure):
        """Presses harder or less. A pen that does not move at all sends nothing: it goes to and fro by a point."""
        self._do(lambda pointer: pointer.move_to(element, 1, 0, pressure=pressure).move_to(element, 0, 0, pressure=pressure))

    def to(self, element, dx=0, dy=0, pressure=0.5):
        self._do(lambda pointer: pointer.move_to(element, dx, dy, pressure=pressure))

    def up(self):
        self._do(lambda pointer: pointer.pointer_up(0))


class Finger:
    """A finger on a touch screen, which feels no force unless a pressure is given."""

    def __init__(self, browser):
        self.browser, self.is_down = browser, False

    def _touch(self, kind, *points):
        self.is_down = bool(points)
        self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def _middle(self, element, dx, dy, pressure=1):  # what a screen that feels none reports
        script = "const { x, y, width, height } = arguments[0].getBoundingClientRect(); return [x + width / 2, y + height / 2]"
        x, y = self.browser.execute_script(script, element)
        return {"x": x + dx, "y": y + dy, "force": pressure}

    def down(self, element, *pressure):
        self.browser.execute_script("arguments[0].scrollIntoView({ block: 'center' })", element)
        # Wait until the page has measured the places of its elements.
        self.browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
        self._touch("touchStart", self._middle(element, 0, 0, *pressure))

    def press(self, element, pressure):
        self._touch("touchMove", self._middle(element, 1, 0, pressure))
        self._touch("touchMove", self._middle(element, 0, 0, pressure))

    def to(self, element, dx=0, dy=0):
        self._touch("touchMove", self._middle(element, dx, dy))

    def two(self, element, *places):
        """Two fingers at places off the middle, as they come or move."""
        points = [self._middle(element, dx, dy) | {"id": number} for number, (dx, dy) in enumerate(places)]
        self._touch("touchMove" if self.is_down else "touchStart", *points)

    def up(self):
        self._touch("touchEnd")

    def lost(self):
        """Taken away, if it is there: a test that failed leaves none behind."""
        if self.is_down:
            self._touch("touchCancel")
