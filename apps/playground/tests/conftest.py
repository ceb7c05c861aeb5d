"""The playground in Chromium, from a server of its own."""

import os
import sys
import threading
from pathlib import Path

import pytest
from hands import emulate, started
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from serve import server  # noqa: E402

PAGE = Path(os.environ.get("PLAYGROUND", Path(__file__).resolve().parents[3] / "build/playground"))


def pytest_configure(config):
    config.addinivalue_line("markers", "screen(size, dark, still): what emulate() makes of the browser")


@pytest.fixture(scope="session")
def address():
    made = server(PAGE)
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{made.server_port}/"
    made.shutdown()


@pytest.fixture(scope="session")
def chromium():
    yield from started()


@pytest.fixture
def browser(chromium, address, request):
    """The page, fresh, on the screen that the test is marked with. Nothing may be said in its console."""
    chromium.get_log("browser")
    mark = request.node.get_closest_marker("screen")
    emulate(chromium, **(mark.kwargs if mark else {}))
    chromium.get(address)
    WebDriverWait(chromium, 20, 0.05).until(lambda page: page.find_elements(By.CSS_SELECTOR, "html[data-ready]"))
    yield chromium
    assert [entry["message"] for entry in chromium.get_log("browser")] == []
