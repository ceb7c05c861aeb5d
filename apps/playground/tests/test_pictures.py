"""The page as it looks, in use, on both screens in both themes: no words are cut off or out of sight. Each test leaves a picture
in build/playground-pictures, for eyes to look at. Two of them are those of the documents: `make pictures` puts them in docs/.
"""

import pytest
from hands import (
    DESKTOP,
    HELD,
    OPENED,
    PHONE,
    PREVIEW,
    Finger,
    Pen,
    actions,
    at,
    drag_into_the_archive,
    open_settings,
    reveal,
    rows,
    says,
    tile,
    until,
)
from pictures import SCREENS, Pictures, scenes

PICTURES = Pictures("playground-pictures", {"desktop-light-preview": "playground", "phone-dark-preview": "playground-phone", "card": "card"})

# Words that do not fit their box, the screen or the chart.
CUT_OFF = """
const cut = [], shown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
for (const one of document.querySelectorAll("h1, h2, h3, p, button, label, output, summary, small, .card, .level")) {
  if (!shown(one) || one.closest(".hidden") || !one.textContent.trim()) continue;
  if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline") cut.push(one.outerHTML.slice(0, 80));
  const { left, right } = one.getBoundingClientRect();
  if (left < 0 || right > document.documentElement.clientWidth) cut.push(one.outerHTML.slice(0, 80));
}
for (const one of document.querySelectorAll(".level")) {
  const [a, b] = [one.getBoundingClientRect(), one.closest("#chart").getBoundingClientRect()];
  if (a.top < b.top || a.bottom > b.bottom) cut.push(one.textContent);
}
return cut;
"""


def rest(browser, hand):
    until(browser, at(browser, "hand").is_displayed)


def preview(browser, hand):
    hand.down(tile(browser, "City"))
    says(browser, "press-state", HELD)
    until(browser, lambda: "pressure 0.71" in at(browser, "force").get_property("value"))
    browser.execute_async_script("setTimeout(arguments[0], 500)")  # the picture has come up


def whole(browser, hand):
    preview(browser, hand)
    hand.to(tile(browser, "City"), -30, -60)
    says(browser, "press-state", OPENED.replace("Lake", "City"))
    browser.execute_async_script("setTimeout(arguments[0], 500)")


def peek(browser, hand):
    reveal(browser, hand, rows(browser)[1])
    hand.to(actions(browser)[0])
    until(browser, lambda: actions(browser)[0].get_attribute("aria-current"))


def drag(browser, hand):
    drag_into_the_archive(browser, hand, "Call Alan", 10, 10)


def transition(browser, hand):
    handle = at(browser, "handle")
    hand.down(handle)
    hand.to(handle, 0, -20)
    hand.to(handle, 0, -90)
    until(browser, lambda: 30 < int(at(browser, "fraction").get_property("value")) < 80)


def settings(browser, hand):
    open_settings(browser)
    browser.execute_script("document.getElementById('settings').scrollIntoView()")


@pytest.mark.screen(size=(1200, 630))
def test_the_picture_for_who_shares_the_page(browser):
    """The drawn finger, as it presses on."""
    presses = """return document.getElementById("press-state").value === arguments[0]
      && document.getElementById("look").getBoundingClientRect().width > 280 && !document.getElementById("hand").hidden"""
    until(browser, lambda: browser.execute_script(presses, PREVIEW))
    PICTURES.take(browser, "card")


@scenes(rest, preview, whole, peek, drag, transition, settings)
@SCREENS
def test_it_looks_as_it_should(browser, name, scene):
    hand = Finger(browser) if "phone" in name else Pen(browser, "mouse")
    if "desktop" in name:
        target = {peek: "mails", drag: "boxes", transition: "sheet"}.get(scene)
        if target:
            browser.execute_script("arguments[0].scrollIntoView({ block: 'center' })", at(browser, target))
    scene(browser, hand)
    PICTURES.take(browser, f"{name}-{scene.__name__}")
    cut = browser.execute_script(CUT_OFF)
    wide = browser.execute_script("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    if scene not in (rest, settings):
        hand.up()
    assert cut == []
    assert wide[0] <= wide[1] == (PHONE if "phone" in name else DESKTOP)[0]
