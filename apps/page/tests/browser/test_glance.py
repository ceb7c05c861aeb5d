"""The page as an instrument: what counts now stands in its fields, nothing is cut or moves, a connection that is lost is seen everywhere, and
what was saved is there the next day."""

import re
import signal
import subprocess
import time

import pytest
from conftest import live
from hands import DESKTOP, PHONE, until
from overlaps import overlaps
from selenium.webdriver.common.keys import Keys
from test_page import PRESSD, SCREENS, TABS, press
from test_pictures import replay
from ways import all_of, choose, click, drag, level, one, open_tab, says, text, write


def value(browser):
    return one(browser, 'input[aria-label="Value"]').get_property("value")


def test_the_field_of_a_setting_has_what_counts_now(served, enter):
    browser = enter(served.to_change)
    open_tab(browser, "Settings")
    until(browser, lambda: value(browser) == "5")
    assert "This is its default" in text(browser)
    choose(browser, "Setting", "engine.touch_force")
    until(browser, lambda: value(browser) == "0.4")
    choose(browser, "Setting", "engine.full_force")
    until(browser, lambda: value(browser) == "5")
    write(browser, "Value", "8")
    click(browser, "Set")
    says(browser, "engine.full_force = 8")
    until(browser, lambda: value(browser) == "8")
    until(browser, lambda: "This is its default" not in text(browser))


def test_no_field_of_a_setting_is_empty_that_has_a_value(served, enter):
    browser = enter(served.to_change)
    open_tab(browser, "Settings")
    names = browser.execute_script("return [...document.querySelectorAll('select[aria-label=Setting] option')].map((one) => one.value)")
    assert len(names) > 50
    for name in [each for each in names if each.endswith(("_us", "_force", "_pressure"))][:12]:
        choose(browser, "Setting", name)
        until(browser, lambda: value(browser) != "")


@pytest.mark.parametrize(
    "screen", [pytest.param(None, id=str(size[0]), marks=pytest.mark.screen(size=size)) for size in ((360, 740), PHONE, DESKTOP)]
)
def test_no_tab_is_off_the_screen_and_each_can_be_reached(served, enter, screen):
    browser = enter(served.to_change)
    edges = "return [...document.querySelectorAll('.q-tab')].map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right])"
    tabs = browser.execute_script(edges)
    width = browser.execute_script("return innerWidth")
    assert len(tabs) == 7 and all(left >= 0 and right <= width for left, right in tabs)
    for tab in (*TABS, "Now"):
        open_tab(browser, tab)


def test_the_page_that_is_loaded_again_shows_the_tab_of_before(served, enter):
    browser = enter(served.to_change)
    open_tab(browser, "Replay")
    browser.refresh()
    live(browser)
    until(browser, lambda: [tab.text for tab in all_of(browser, ".q-tab--active")] == ["Replay"])
    assert all_of(browser, ".q-tab-panel h2")[0].text == "Record"


def test_nothing_moves_as_a_recording_begins(served, enter):
    browser = enter(served.to_change)
    top = "return document.querySelector('.field').getBoundingClientRect().top"
    before = browser.execute_script(top)
    open_tab(browser, "Replay")
    click(browser, "Record")
    until(browser, lambda: all_of(browser, ".rec"))
    lines = "const { height } = document.querySelector('.rec').getBoundingClientRect(); return height"
    assert browser.execute_script(top) == before and browser.execute_script(lines) < 24
    click(browser, "Stop")


def test_the_chart_has_more_than_half_of_a_phone(served, enter):
    browser = enter(served.to_change)
    width = browser.execute_script("return document.querySelector('.field canvas').clientWidth")
    assert (width - 40) / PHONE[0] > 0.5  # without the bar and what leads to the handles


def test_an_event_is_read_in_one_line_on_a_phone(served, enter):
    browser = enter(served.to_change)
    until(browser, lambda: "ended" in text(browser).split("Events")[-1])
    lines = browser.execute_script(
        """return [...document.querySelectorAll(".events li")].map((one) => [one.textContent.trim(), one.getBoundingClientRect().height])"""
    )
    assert [words for words, height in lines if height > 30 and len(words) < 46] == []


def test_an_event_of_a_replay_is_read_in_one_line_on_a_phone(served, enter):
    browser = enter(served.to_change)
    replay(browser)
    until(browser, lambda: "ended" in one(browser, ".log").text)
    lines, shown = browser.execute_script(
        """const one = document.querySelector(".log");
        return [one.textContent.split("\\n"), one.scrollHeight / parseFloat(getComputedStyle(one).lineHeight)]"""
    )
    # A fault with its reason may take two, as above.
    assert len(lines) > 3 and len(lines) <= round(shown) <= len(lines) + sum(len(line) > 45 for line in lines)


def test_a_finger_that_presses_by_itself_is_not_offered_to_do_so(served, enter):
    browser = enter(served.to_change)
    assert "It presses by itself until you do." in text(browser) and "Let it press by itself" not in text(browser)
    press(browser, 5, lambda: says(browser, "Let it press by itself"))
    click(browser, "Let it press by itself")
    says(browser, "It presses by itself until you do.")


def held_at_four_newtons(browser):
    """The simulated finger, held there by key."""
    finger = one(browser, ".press")
    finger.send_keys(Keys.PAGE_UP, Keys.PAGE_UP)
    until(browser, lambda: finger.get_attribute("aria-valuenow") == "4.0")
    return finger


def test_a_reading_that_climbs_under_a_finger_that_stays_has_a_word_on_creep(served, enter):
    browser = enter(served.to_change)
    finger = held_at_four_newtons(browser)
    says(browser, "it creeps")
    read = float(re.search(r"The sensor reads ([\d.]+) N: it creeps", text(browser))[1])
    assert 4.1 < read < 5
    assert overlaps(browser) == []
    finger.send_keys(Keys.HOME)
    until(browser, lambda: "it creeps" not in text(browser))


def test_a_reading_on_the_way_down_has_a_word_on_hysteresis(served, enter):
    browser = enter(served.to_change)
    finger = one(browser, ".press")
    finger.send_keys(Keys.PAGE_UP, Keys.PAGE_UP, Keys.PAGE_UP)
    until(browser, lambda: one(browser, ".phase").text == "completed")
    finger.send_keys(Keys.PAGE_DOWN, Keys.PAGE_DOWN)
    says(browser, "it was pressed harder before, and reads more on the way down (hysteresis)")


def test_a_sensor_whose_creep_is_taken_off_has_no_word_on_it(serve, enter):
    browser = enter(serve("--simulated", "--set", "sensor.creep=0.05").to_change)
    held_at_four_newtons(browser)
    until(browser, lambda: 3.5 < float(one(browser, ".force").text.split()[0]) < 4.5)
    time.sleep(4)  # without it the word is there after two
    assert "it creeps" not in text(browser)


@pytest.mark.screen(size=DESKTOP)
def test_the_page_has_room_for_its_scroll_bar_whether_there_is_one_or_not(served, enter):
    browser = enter(served.to_change)
    assert "stable" in browser.execute_script("return getComputedStyle(document.documentElement).scrollbarGutter")


@pytest.mark.loses
def test_a_lost_connection_is_said_where_somebody_looks_and_nothing_can_be_pressed_then(served, enter):
    browser = enter(served.to_change)
    open_tab(browser, "Settings")
    browser.execute_script("scrollTo(0, document.documentElement.scrollHeight)")
    served.process.send_signal(signal.SIGSTOP)
    try:
        says(browser, "No connection: trying again")
        top, bottom = browser.execute_script("const { top, bottom } = document.querySelector('.lost').getBoundingClientRect(); return [top, bottom]")
        assert top >= 0 and bottom < PHONE[1] / 3
        dead = "return [...document.querySelectorAll('button, select, input, [role=slider]')].filter((one) => one.checkVisibility() && !one.closest('[inert]')).length"
        until(browser, lambda: browser.execute_script(dead) == 0)
    finally:
        served.process.send_signal(signal.SIGCONT)
    live(browser)
    until(browser, lambda: not all_of(browser, "[inert]"))


def test_a_level_that_was_dragged_and_saved_is_there_after_page_and_pressd_started_again(serve, enter, tmp_path):
    saved, path = tmp_path / "saved", tmp_path / "socket"

    def begin():
        command = [PRESSD, "--quiet", "--source", "sim:average", "--listen", f"unix:{path}", "--set", f"listen.save={saved}"]
        process = subprocess.Popen(command)
        while not (path.exists() and path.stat().st_mode & 0o200):
            assert process.poll() is None
            time.sleep(0.02)
        return process

    pressd = begin()
    try:
        first = serve("--lines", f"unix:{path}")
        browser = enter(first.to_change)
        before = level(browser, "preview_pressure")
        drag(browser, "preview_pressure", 0.8)
        until(browser, lambda: level(browser, "preview_pressure") == pytest.approx(before + 0.8, abs=0.06))
        open_tab(browser, "Settings")
        click(browser, "Save in pressd")
        says(browser, "pressd saved engine.preview_pressure")
        until(browser, lambda: not all_of(browser, ".handle.fresh"))
        now = level(browser, "preview_pressure")
        browser.get("about:blank")
        first.end()
        pressd.terminate()
        pressd.wait(20)
        pressd = begin()
        browser = enter(serve("--lines", f"unix:{path}").to_change)
        until(browser, lambda: level(browser, "preview_pressure") == pytest.approx(now, abs=0.01))
        assert not all_of(browser, ".handle.fresh")
    finally:
        pressd.kill()
        pressd.wait()


@pytest.mark.parametrize("screen", SCREENS)
def test_no_text_meets_another_or_is_cut_on_any_tab(served, enter, screen):
    browser = enter(served.to_change)
    for tab in ("Now", *TABS):
        open_tab(browser, tab)
        assert overlaps(browser) == [], tab
