"""What a person does on the page."""

from hands import settled, until
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait


def all_of(browser, css):
    return browser.find_elements(By.CSS_SELECTOR, css)


def one(browser, css):
    (found,) = all_of(browser, css)
    return found


def with_words(browser, css, words):
    """The elements that say just this; the page may take them away while they are looked at."""
    return browser.execute_script(
        "return [...document.querySelectorAll(arguments[0])].filter(one => one.checkVisibility() && one.textContent.trim() === arguments[1])",
        css, words,
    )  # fmt: skip


def open_tab(browser, name):
    (tab,) = with_words(browser, ".q-tab", name)
    browser.execute_script("arguments[0].scrollIntoView({ block: 'center' })", tab)
    tab.click()
    until(browser, lambda: tab.get_attribute("aria-selected") == "true" and all_of(browser, ".q-tab-panel .card"))
    settled(browser)


def click(browser, words):
    """The one button that says so. A tab may be built again meanwhile."""

    def clicked():
        found = with_words(browser, "button", words)
        if len(found) != 1:
            return False
        browser.execute_script("arguments[0].scrollIntoView({ block: 'center' })", found[0])
        found[0].click()
        return True

    until(browser, clicked)


def write(browser, label, text):
    field = one(browser, f'input[aria-label="{label}"]')
    browser.execute_script("arguments[0].scrollIntoView({ block: 'center' }); arguments[0].select()", field)
    field.send_keys(text)


def choose(browser, label, option):
    one(browser, f'select[aria-label="{label}"] option[value="{option}"]').click()


def text(browser):
    return browser.execute_script("return document.body.innerText")


def says(browser, words, seconds=30):
    WebDriverWait(browser, seconds, 0.05).until(lambda _: words in text(browser), f"{words!r} is not in:\n{text(browser)}")


def level(browser, key):
    """Newtons, as it stands there."""
    words = browser.execute_script("return document.querySelector(arguments[0]).textContent", f'[data-level="{key}"] .value')
    return float(words.split()[0])


class Touch:
    """A finger that goes over the screen, from the middle of an element."""

    def __init__(self, browser, element):
        browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
        box = browser.execute_script("return arguments[0].getBoundingClientRect().toJSON()", element)
        self.browser, self.x, self.y, self.height = browser, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["height"]
        self._send("touchStart", 0)

    def _send(self, kind, *dy):
        points = [{"x": self.x, "y": self.y + one} for one in dy]
        self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def to(self, dy):
        self._send("touchMove", dy)

    def up(self):
        self._send("touchEnd")


def drag(browser, key, newtons):
    """By a finger, so many newtons up or down."""
    browser.execute_script("scrollTo(0, 0)")
    handle = one(browser, f'[data-level="{key}"]')
    height = browser.execute_script("return document.querySelector('.field canvas').clientHeight") - 18  # the seconds stand below the chart
    finger = Touch(browser, handle)
    way = -newtons / float(handle.get_attribute("aria-valuemax")) * height
    for part in (0.2, 0.5, 0.8, 1.0):
        finger.to(round(way * part))
    finger.up()
