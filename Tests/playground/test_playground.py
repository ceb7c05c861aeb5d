"""What a person does on the playground: with a pen that feels force, with a mouse, by key. Waits are for what must appear."""

import json

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from hands import CANCELLED, COMMITTED, PREVIEW, Pen, actions, at, cards, drag_into_the_archive, hold_over, move, pick_up, rows, says, until


@pytest.fixture
def pen(browser):
    return Pen(browser)


@pytest.fixture
def mouse(browser):
    return Pen(browser, "mouse")


# ---- The page ----


def test_everything_comes_from_its_own_address(browser, address):
    until(browser, lambda: cards(browser, "Today"))
    asked = browser.execute_script("return performance.getEntriesByType('resource').map((one) => one.name)")
    assert any(name.endswith("libpress.wasm") for name in asked)
    assert all(name.startswith((address, "data:")) for name in asked)


# ---- Preview and commit ----


def test_a_pen_previews_and_commits(browser, pen):
    button = at(browser, "press")
    pen.down(button, 0.1)
    pen.press(button, 0.35)
    says(browser, "press-state", PREVIEW)
    pen.press(button, 1)
    says(browser, "press-state", COMMITTED)
    pen.up()


def test_a_preview_is_given_up(browser, pen):
    pen.down(at(browser, "press"), 0.35)
    says(browser, "press-state", PREVIEW)
    pen.up()
    says(browser, "press-state", CANCELLED)


def test_a_mouse_that_is_held_commits(browser, mouse):
    mouse.down(at(browser, "press"))
    says(browser, "press-state", COMMITTED)
    mouse.up()


def test_the_space_bar_commits_while_it_is_held_and_a_short_press_is_given_up(browser):
    button = at(browser, "press")
    browser.execute_script("arguments[0].focus()", button)
    ActionChains(browser).key_down(" ").perform()
    says(browser, "press-state", COMMITTED)
    ActionChains(browser).key_up(" ").perform()
    until(browser, lambda: "contactEnded" in at(browser, "events").text.split("\n")[0])
    ActionChains(browser).key_down(" ").perform()
    says(browser, "press-state", PREVIEW)
    ActionChains(browser).key_up(" ").perform()
    says(browser, "press-state", CANCELLED)


def test_a_click_of_assistive_technology_commits(browser):
    browser.execute_script("arguments[0].click()", at(browser, "press"))
    says(browser, "press-state", COMMITTED)


def test_the_force_and_its_levels_are_shown(browser, pen):
    levels = [one.text for one in browser.find_elements(By.CSS_SELECTOR, ".level")]
    assert levels == ["touch 0.40 N", "preview from 1.55 N", "commit from 2.70 N", "committed at 4.31 N"]
    pen.down(at(browser, "press"), 0.5)
    says(browser, "force", "2.75 N, pressure 0.51")
    pen.up()
    says(browser, "force", "0.00 N, pressure 0.00")


# ---- Peek ----


def test_pressed_through_a_mail_is_opened(browser, pen):
    pen.down(rows(browser)[1], 1)
    says(browser, "peek-state", "Opened the mail of Grace")
    pen.up()


def test_a_finger_slides_up_and_onto_an_action(browser, pen):
    row = rows(browser)[1]
    pen.down(row, 0.6)
    until(browser, at(browser, "peek").is_displayed)
    pen.to(row, 0, -60, pressure=0.6)
    until(browser, lambda: len(actions(browser)) == 2)
    pen.to(actions(browser)[1], pressure=0.6)
    until(browser, lambda: at(browser, "peek").find_element(By.CSS_SELECTOR, "[aria-current]").text == "Delete")
    pen.up()
    says(browser, "peek-state", "Delete: Grace")
    assert not at(browser, "peek").is_displayed()


def test_by_key_a_peek_opens_an_action_is_chosen_and_focus_returns(browser):
    peek = browser.find_element(By.CSS_SELECTOR, '[aria-label="Peek at the mail of Ada"]')
    peek.send_keys(Keys.ENTER)
    until(browser, lambda: browser.switch_to.active_element.text == "Star")
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    until(browser, lambda: not at(browser, "peek").is_displayed())
    assert browser.switch_to.active_element == peek
    peek.send_keys(Keys.ENTER)
    until(browser, lambda: browser.switch_to.active_element.text == "Star")
    browser.switch_to.active_element.send_keys(Keys.TAB)
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    says(browser, "peek-state", "Delete: Ada")
    assert browser.switch_to.active_element == peek


def test_a_tap_is_reported(browser, mouse):
    mouse.down(rows(browser)[2])
    mouse.up()
    says(browser, "peek-state", "Tapped the mail of Edsger")


# ---- Drag and drop ----


def test_a_card_is_dragged_and_the_drop_undone(browser, mouse):
    one = pick_up(browser, mouse, "Buy milk")
    hold_over(browser, mouse, "Later")
    assert "translate" in one.get_attribute("style")
    mouse.up()
    says(browser, "drag-state", "Buy milk to Later")
    assert cards(browser, "Later") == ["Buy milk"] and "translate" not in one.get_attribute("style")
    at(browser, "undo").click()
    says(browser, "drag-state", "Buy milk is back")
    assert "Buy milk" in cards(browser, "Today")
    at(browser, "undo").click()
    until(browser, lambda: "undoing the newest drop" in at(browser, "drag-state").text)


def test_a_folder_springs_open_under_a_drag(browser, mouse):
    drag_into_the_archive(browser, mouse, "Call Alan")
    mouse.up()
    says(browser, "drag-state", "Call Alan to Archive, private")
    assert cards(browser, "Archive, private") == ["Call Alan"]


def test_a_card_is_moved_by_key(browser):
    select = browser.find_element(By.CSS_SELECTOR, '[aria-label="Move Fix the bike"]')
    browser.execute_script("arguments[0].focus()", select)
    select.send_keys("L")
    select.send_keys(Keys.ENTER)
    says(browser, "drag-state", "Fix the bike to Later")
    assert cards(browser, "Later") == ["Fix the bike"]


def test_a_drop_beside_the_boxes_is_cancelled(browser, mouse):
    pick_up(browser, mouse, "Buy milk")
    mouse.to(at(browser, "cards-title"))
    mouse.up()
    says(browser, "drag-state", "Cancelled: noDestination")
    assert "Buy milk" in cards(browser, "Today")


# ---- The sheet ----


def test_the_sheet_follows_the_finger_and_runs_on(browser, mouse):
    handle = at(browser, "handle")
    mouse.down(handle)
    mouse.to(handle, 0, -80)
    until(browser, lambda: int(at(browser, "fraction").get_property("value")) > 50)
    mouse.up()
    says(browser, "sheet-state", "open")


def test_the_sheet_moves_by_key_and_goes_back(browser):
    fraction = at(browser, "fraction")
    fraction.send_keys(Keys.END)
    says(browser, "sheet-state", "open")
    fraction.send_keys(Keys.HOME)
    fraction.send_keys(Keys.ARROW_RIGHT)
    says(browser, "sheet-state", "closed")


# ---- Settings ----


def test_a_setting_counts_from_then_on(browser, pen):
    move(browser, "engine.fullForce", 3)
    until(browser, lambda: "committed at 2.61 N" in at(browser, "chart").text)
    pen.down(at(browser, "press"), 0.5)
    says(browser, "press-state", COMMITTED)
    pen.up()
    at(browser, "defaults").click()
    until(browser, lambda: "committed at 4.31 N" in at(browser, "chart").text)


def test_a_setting_that_is_refused_says_why_and_goes_back(browser, pen):
    setting = move(browser, "engine.releaseForce", 9)
    says(browser, "settings-error", "making an engine: an argument is missing, out of range or of the wrong size (release_force: above 0, at most touch_force)")
    assert setting.get_property("value") == "0.25"
    assert 0 < at(browser, "settings-error").rect["y"] - setting.rect["y"] < 100
    pen.down(at(browser, "press"), 1)
    says(browser, "press-state", COMMITTED)
    pen.up()


def test_every_setting_can_be_moved(browser):
    names = browser.execute_script("return [...document.querySelectorAll('#settings input')].map((input) => input.name)")
    assert len(names) > 50
    for name in names:
        before = at(browser, "settings").find_element(By.NAME, name).find_element(By.XPATH, "../output").get_property("value")
        after = move(browser, name).find_element(By.XPATH, "../output").get_property("value")
        error = at(browser, "settings-error").text
        assert error == "", f"{name}: {error}"
        assert after != before, name


# ---- Traces ----


def test_a_press_is_replayed(browser):
    at(browser, "replay-sample").click()
    says(browser, "press-state", COMMITTED)
    until(browser, lambda: at(browser, "announce").text == "The replay has ended")


def test_the_last_stroke_is_replayed(browser, pen):
    assert not at(browser, "replay").is_enabled()
    button = at(browser, "press")
    pen.down(button, 0.2)
    pen.press(button, 0.35)
    says(browser, "press-state", PREVIEW)
    pen.up()
    says(browser, "press-state", CANCELLED)
    browser.execute_script("document.getElementById('press-state').value = ''")
    until(browser, at(browser, "replay").is_enabled)
    at(browser, "replay").click()
    says(browser, "press-state", CANCELLED)


def test_a_trace_is_loaded_and_what_is_none_is_refused(browser, tmp_path):
    place = browser.execute_script("const r = document.getElementById('press').getBoundingClientRect(); return [r.x + scrollX + 20, r.y + scrollY + 20]")
    forces = [(0, 0.5), (100, 2), (200, 5), (300, 0)]
    samples = [{"tUs": 1000 * ms, "force": f, "x": place[0], "y": place[1], "contact": 3, "down": f > 0} for ms, f in forces]
    (tmp_path / "good.json").write_text(json.dumps({"libpress": 1, "samples": samples}))
    (tmp_path / "bad.json").write_text("{}")
    at(browser, "load").send_keys(str(tmp_path / "bad.json"))
    says(browser, "trace-error", "Not loaded: this file is no trace of this page")
    at(browser, "load").send_keys(str(tmp_path / "good.json"))
    says(browser, "press-state", COMMITTED)
    assert at(browser, "trace-error").text == ""


def test_events_are_listed_newest_first(browser):
    at(browser, "replay-sample").click()
    until(browser, lambda: "contactEnded" in at(browser, "events").text)
    lines = at(browser, "events").text.split("\n")
    times = [float(line.split()[0]) for line in lines]
    assert times == sorted(times, reverse=True)
    assert any("previewBegan" in line for line in lines)
