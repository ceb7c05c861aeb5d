"""The playground in Chromium, from a server of its own."""

import functools
import gzip
import http.server
import os
import threading
from pathlib import Path

import pytest
from hands import emulate, started
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

PAGE = Path(os.environ.get("PLAYGROUND", Path(__file__).resolve().parents[3] / "build/playground"))


@functools.cache
def compressed(path):
    return gzip.compress(path.read_bytes(), 6)


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Compresses, as static hosts do."""

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file() or path.suffix == ".webp":
            super().do_GET()
            return
        content = compressed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

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
    WebDriverWait(chromium, 20, 0.05).until(lambda page: page.find_elements(By.CSS_SELECTOR, "html[data-ready]"))
    yield chromium
    assert [entry["message"] for entry in chromium.get_log("browser")] == []
