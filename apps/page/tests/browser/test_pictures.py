"""The page as it looks, on both screens in both themes: no words are cut off. Each test leaves a picture in build/page-pictures, for
eyes to look at. Two of them are those of the documents: `make pictures` puts them in docs/.
"""

from hands import until
from pictures import SCREENS, Pictures, scenes
from ways import Touch, all_of, click, one, open_tab, says, write

PICTURES = Pictures("page-pictures", {"desktop-light-now": "page", "phone-dark-replay": "page-phone"})
CUT_OFF = """
return [...document.querySelectorAll("h1, h2, p, .q-btn, label, output, .handle, .q-tab, td, th")].flatMap((one) => {
  if (!one.checkVisibility() || one.closest(".scroll, .q-field, .q-tabs--scrollable")) return [];
  const { left, right } = one.getBoundingClientRect();
  const isCut = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline";
  return isCut || left < 0 || right > document.documentElement.clientWidth ? [one.outerHTML.slice(0, 100)] : [];
});"""


def now(browser):
    """A finger that is in the middle of a press."""
    place = one(browser, ".press")
    browser.execute_script("arguments[0].scrollIntoView({ block: 'center' })", place)
    finger = Touch(browser, place)
    finger.to((0.5 - 5 / 8) * finger.height)
    until(browser, lambda: one(browser, ".phase").text == "completed")
    finger.up()
    until(browser, lambda: one(browser, ".phase").text == "untouched")
    finger = Touch(browser, place)
    finger.to((0.5 - 3.2 / 8) * finger.height)
    until(browser, lambda: one(browser, ".phase").text == "commit")
    return finger.up


def check(browser):
    open_tab(browser, "Check")
    click(browser, "Begin")
    says(browser, "All 10 checks are ok.", 40)


def calibrate(browser):
    open_tab(browser, "Calibrate")
    write(browser, "Seconds that a mass lies", "1")
    click(browser, "Begin")
    until(browser, lambda: "Take everything off" in browser.page_source)
    click(browser, "It is so")
    until(browser, lambda: all_of(browser, 'input[aria-label="How many grams?"]'))
    return lambda: click(browser, "Stop")


def replay(browser):
    open_tab(browser, "Replay")
    click(browser, "Record")
    until(browser, lambda: all_of(browser, ".rec") and int(one(browser, ".rec").text.split()[1]) > 800)
    click(browser, "Stop")
    until(browser, lambda: all_of(browser, ".replay canvas"))
    browser.execute_script("scrollTo(0, 0)")


def settings(browser):
    one(browser, '[data-level="commit_pressure"]').send_keys("\ue013" * 6)
    open_tab(browser, "Settings")
    says(browser, "engine.commit_pressure")


def profiles(browser):
    open_tab(browser, "Profiles")
    write(browser, "Name", "Noa")
    click(browser, "Save")
    says(browser, "saved Noa.profile.conf")


@scenes(now, settings, check, calibrate, replay, profiles)
@SCREENS
def test_it_looks_as_it_should(served, enter, name, scene):
    browser = enter(served.to_change)
    end = scene(browser)
    if scene is now:
        browser.execute_script("scrollTo(0, 0)")
    PICTURES.take(browser, f"{name}-{scene.__name__}", captureBeyondViewport=scene is not now)
    cut = browser.execute_script(CUT_OFF)
    if end:
        end()
    assert cut == []
