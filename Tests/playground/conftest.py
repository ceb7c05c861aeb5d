"""The playground in Chromium, from a server of its own."""

import functools
import http.server
import os
import threading
from pathlib import Path

import pytest
from hands import emulate, started
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

PAGE = Path(os.environ.get("PLAYGROUND", Path(__file__).resolve().parents[2] / "build/playground"))


class Quiet(http.server.SimpleHTTPRequestHandler):
    def end_headers(self):
        # A page that is isolated has a clock of 5 us; else of 100.
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def log_message(self, *_):
        pass


def pytest_configure(config):
    config.addinivalue_line("markers", "screen(size, dark, still): what emulate() makes of the browser")


@pytest.fixture(scope="session")
def address():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=PAGE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


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
    WebDriverWait(chromium, 20, 0.05).until(lambda page: page.find_elements(By.CSS_SELECTOR, "#settings input"))
    yield chromium
    assert [entry["message"] for entry in chromium.get_log("browser")] == []
