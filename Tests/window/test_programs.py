"""The smallest program of the page "In a window" for each toolkit: it shows presses, and ends by SIGTERM and by the button of its window."""

import importlib.util
import os
import pty
import signal
import subprocess
import threading
import time
import urllib.request

import pytest
from display import LIBPRESS, PYTHON, ROOT, until
from xclient import close_windows

PROGRAMS = ROOT / "bindings/python/examples/window"
PRESSED, RELEASED = 0xD81B60, 0x9E9E9E
# CI tests the toolkits that install quickly; make nightly tests all.
TOOLKITS = ["tkinter", "pyside6", "qml", "gtk4", "wx", "pygame"]
MORE = ["pyqt6", "gtk3", "kivy", "pyglet", "dearpygui"]
ALL = [*TOOLKITS, *(pytest.param(one, marks=pytest.mark.long) for one in MORE)]
SAYS = {"pygame": 1}  # lines of their own


def bar(toolkit):
    return PROGRAMS / f"bar_{toolkit}.py"


def is_wide(display, colour):
    box = display.box(colour)
    return box is not None and box[2] > 100


@pytest.mark.parametrize("toolkit", ALL)
def test_it_shows_presses_and_ends_by_sigterm(display, toolkit):
    program = display.run(bar(toolkit))
    until(lambda: is_wide(display, PRESSED), program=program, what=lambda: f"no press is shown\n{program.said}")
    until(lambda: display.box(PRESSED) is None and display.box(RELEASED), program=program, what=lambda: f"no release is shown\n{program.said}")
    until(lambda: is_wide(display, PRESSED), program=program, what=lambda: f"no second press is shown\n{program.said}")
    assert program.ended_by(signal.SIGTERM, 10) == 128 + signal.SIGTERM, program.said
    assert len(program.lines) == SAYS.get(toolkit, 0), program.said


@pytest.mark.parametrize("toolkit", ALL)
def test_its_window_closes_under_a_finger(display, toolkit):
    program = display.run(bar(toolkit))
    until(lambda: is_wide(display, PRESSED), program=program, what=lambda: f"no press is shown\n{program.said}")
    assert close_windows(display.name) == 1
    assert program.wait(10) == 0, program.said
    assert len(program.lines) == SAYS.get(toolkit, 0), program.said


def test_a_program_is_there_for_each_test():
    there = {one.stem.removeprefix("bar_") for one in PROGRAMS.glob("bar_*.py")}
    assert there == {*TOOLKITS, *MORE, "textual", "nicegui"}


@pytest.mark.long
def test_textual_shows_presses_in_a_terminal_and_ends_by_sigterm():
    import pyte

    screen = pyte.Screen(80, 24)
    stream = pyte.ByteStream(screen)
    own, its = pty.openpty()
    environment = os.environ | LIBPRESS | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    process = subprocess.Popen([PYTHON, bar("textual")], stdin=its, stdout=its, stderr=its, env=environment, start_new_session=True)
    os.close(its)

    def read():
        try:
            while data := os.read(own, 65536):
                stream.feed(data)
        except OSError:
            pass

    threading.Thread(target=read, daemon=True).start()
    try:
        for _ in range(2):
            until(lambda: "pressed" in screen.display[0] and screen.display[1].count("█") > 12, what=lambda: "\n".join(screen.display))
            until(lambda: "released" in screen.display[0], what=lambda: "\n".join(screen.display))
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) in (-signal.SIGTERM, 128 + signal.SIGTERM)
    finally:
        process.kill()
        process.wait()
        os.close(own)


@pytest.mark.long
def test_nicegui_shows_presses_in_a_browser_and_ends_by_sigterm(display):
    if importlib.util.find_spec("selenium") is None:
        pytest.fail("selenium is missing: make .build/venv/browsed")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    program = display.run(bar("nicegui"))
    url = program.until("http://").split("http://")[1].split()[0].rstrip(",")
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    try:
        until(lambda: _serves(f"http://{url}"))
        driver.get(f"http://{url}")

        def says(word):
            return until(lambda: word in driver.page_source, 30, lambda: f"no {word}\n{program.said}", program)

        for _ in range(2):
            says(">pressed<")
            says(">released<")
    finally:
        driver.quit()
    assert program.ended_by(signal.SIGTERM, 10) in (0, 128 + signal.SIGTERM), program.said
    assert "Traceback" not in program.said


def _serves(url):
    try:
        return urllib.request.urlopen(url, timeout=5).status == 200
    except OSError:
        time.sleep(0.1)
        return False


@pytest.mark.long
def test_lvgl_shows_presses(tmp_path):
    library = subprocess.run([PYTHON, "-c", "import lvgl; print(lvgl.__file__)"], check=True, capture_output=True, text=True).stdout.strip()
    here = ROOT / "Tests/window/lvgl"
    # LVGL comes inside a module of Python, so what that module needs is linked, too.
    command = ["cc", "-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror", "-I", ROOT / "include", "-I", here]
    command += [ROOT / "examples/lvgl/bar.c", here / "main.c", "-o", tmp_path / "bar", library, "-l:libpython3.11.so.1.0", ROOT / "build/libpress.a"]
    subprocess.run([*command, f"-Wl,-rpath,{os.path.dirname(library)}"], check=True)
    lines = subprocess.run([tmp_path / "bar"], check=True, capture_output=True, text=True, timeout=60).stdout.splitlines()
    shown = [(int(words[0]), int(words[2])) for words in map(str.split, lines)]
    for second in (0, 1000):
        began = next(ms for ms, pixels in shown if ms > second + 400 and pixels > 100)
        ended = next(ms for ms, pixels in shown if ms > began and pixels == 0)
        # Two periods of the sensor, and one of the display, which is 33 ms.
        assert 400 <= began - second <= 400 + 2 * 5 + 33 + 5
        assert 700 <= ended - second <= 700 + 2 * 5 + 33 + 5
