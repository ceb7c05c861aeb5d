"""The page as it looks, in use, on both screens in both themes: no words are cut off or out of sight. Each test leaves a picture
in build/playground-pictures, for eyes to look at. Two of them are those of the documents: `make pictures` puts them in docs/.
"""

from hands import DESKTOP, PHONE, PREVIEW, Finger, Pen, actions, at, drag_into_the_archive, move, open_settings, reveal, rows, says, until
from pictures import SCREENS, Pictures, scenes

PICTURES = Pictures("playground-pictures", {"desktop-light-preview": "playground", "phone-dark-preview": "playground-phone"})

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
    assert at(browser, "press-state").text == "Not pressed yet"


def preview(browser, hand):
    move(browser, "gestures.forceFromHoldUs", 0)  # it stays at the pressure of the picture
    hand.down(at(browser, "press"), 0.1)
    for pressure in (0.15, 0.2, 0.25, 0.28, 0.31, 0.34, 0.36, 0.38, 0.4, 0.42, 0.44):
        hand.press(at(browser, "press"), pressure)
    says(browser, "press-state", PREVIEW)
    until(browser, lambda: float(at(browser, "photo").value_of_css_property("opacity")) > 0.5)


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
    hand.to(handle, 0, -50)
    until(browser, lambda: 30 < int(at(browser, "fraction").get_property("value")) < 80)


def settings(browser, hand):
    open_settings(browser)
    browser.execute_script("document.getElementById('settings').scrollIntoView()")


def replay(browser, hand):
    at(browser, "replay-sample").click()
    until(browser, lambda: "commitUpdated" in at(browser, "events").text)


@scenes(rest, preview, peek, drag, transition, settings, replay)
@SCREENS
def test_it_looks_as_it_should(browser, name, scene):
    hand = Finger(browser) if "phone" in name else Pen(browser)
    if "desktop" in name and scene is not replay:
        target = {preview: "press", peek: "mails", drag: "boxes", transition: "sheet"}.get(scene)
        if target:
            browser.execute_script("arguments[0].scrollIntoView({ block: 'center' })", at(browser, target))
    scene(browser, hand)
    if scene is preview:
        browser.execute_script("for (const one of document.querySelectorAll('details')) one.open = false")
        if "phone" in name:
            browser.execute_script("scrollTo(0, 0)")
    PICTURES.take(browser, f"{name}-{scene.__name__}")
    cut = browser.execute_script(CUT_OFF)
    wide = browser.execute_script("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    if scene not in (rest, settings, replay):
        hand.up()
    assert cut == []
    assert wide[0] <= wide[1] == (PHONE if "phone" in name else DESKTOP)[0]
