"""The page in Chromium, from a server of its own. Nothing may be said in its console, and no request goes to another host."""

import json
import sys
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "playground" / "tests"))
from hands import PHONE, emulate, started  # noqa: E402
from served import Served  # noqa: E402


def pytest_configure(config):
    config.addinivalue_line("markers", "screen(size, dark, still): what emulate() makes of the browser")
    config.addinivalue_line("markers", "loses: the connection, of which the console says so")


@pytest.fixture
def serve(tmp_path):
    """Starts servers, and ends them."""
    began = []

    def start(*arguments):
        began.append(Served(tmp_path, *arguments))
        return began[-1]

    yield start
    for one in began:
        assert one.end() == 0, one.said()
        assert "Traceback" not in one.said() and "ERROR" not in one.said(), one.said()


@pytest.fixture
def served(serve):
    return serve("--simulated")


@pytest.fixture(scope="session")
def chromium():
    yield from started("performance")


@pytest.fixture
def enter(chromium, request):
    """Opens an address on the screen that the test is marked with, and waits until it is live."""
    mark = request.node.get_closest_marker("screen")
    emulate(chromium, **(mark.kwargs if mark else {"size": PHONE}))
    chromium.get_log("browser"), chromium.get_log("performance")
    chromium.execute_cdp_cmd("Network.clearBrowserCookies", {})
    hosts = set()

    def go(url):
        hosts.add(url.split("/")[2])
        chromium.get(url)
        live(chromium)
        return chromium

    yield go
    sent = [json.loads(entry["message"])["message"] for entry in chromium.get_log("performance")]
    said = [entry["message"] for entry in chromium.get_log("browser")]
    chromium.execute_script("sessionStorage.clear()")  # which tab was open
    chromium.get("about:blank")  # whatever is found below: a page without its server tries again
    urls = [one["params"]["request"]["url"] for one in sent if one["method"] == "Network.requestWillBeSent"]
    sockets = [one["params"]["url"] for one in sent if one["method"] == "Network.webSocketCreated"]
    elsewhere = [url for url in urls + sockets if not url.startswith(("data:", "blob:")) and url.split("/")[2] not in hosts]
    assert urls and sockets and elsewhere == []
    if not request.node.get_closest_marker("loses"):
        assert said == []


def live(browser):
    WebDriverWait(browser, 30, 0.05).until(lambda page: page.find_elements(By.CSS_SELECTOR, ".handle"))
    WebDriverWait(browser, 30, 0.05).until(lambda page: not page.find_elements(By.CSS_SELECTOR, ".lost"))
