#!/usr/bin/env python3
"""serve.py FOLDER [PORT]: a web server for this machine that compresses, as hosts of static pages do: `make run-playground`, `make run-docs`."""

import contextlib
import functools
import gzip
import http.server
import sys
from pathlib import Path

COMPRESSED = {".webp", ".png", ".gz", ".woff2"}


@functools.cache
def compressed(path: Path, changed: float) -> bytes:
    return gzip.compress(path.read_bytes(), 9)


class Handler(http.server.SimpleHTTPRequestHandler):
    """Files of a folder. A page that is not there is 404.html, where the folder has one."""

    protocol_version = "HTTP/1.1"
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript", ".wasm": "application/wasm"}

    def do_GET(self) -> None:
        self.answer(with_content=True)

    def do_HEAD(self) -> None:
        self.answer(with_content=False)

    def answer(self, with_content: bool) -> None:
        path = Path(self.translate_path(self.path))
        address = self.path.partition("?")[0].partition("#")[0]
        if path.is_dir() and not address.endswith("/"):
            self.send_response(301)
            self.send_header("Location", f"{address}/")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        path = path / "index.html" if path.is_dir() else path
        code = 200 if path.is_file() else 404
        path = path if code == 200 else Path(self.directory) / "404.html"
        content = path.read_bytes() if path.is_file() else b"Not here\n"
        self.send_response(code)
        self.send_header("Content-Type", self.guess_type(path) if path.is_file() else "text/plain")
        if path.is_file() and path.suffix not in COMPRESSED and "gzip" in self.headers.get("Accept-Encoding", ""):
            content = compressed(path, path.stat().st_mtime)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Vary", "Accept-Encoding")
        self.send_header("Cache-Control", "no-cache")
        # An isolated page has a clock with steps of 5 us; other pages have steps of 100 us.
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.end_headers()
        if with_content:
            self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


def server(folder: Path | str, port: int = 0) -> http.server.ThreadingHTTPServer:
    """For this machine alone. `port` 0: any that is free."""
    made = http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Handler, directory=str(folder)))
    made.daemon_threads = True
    return made


def main(arguments: list[str]) -> int:
    if len(arguments) not in (1, 2):
        print(__doc__, file=sys.stderr)
        return 64
    try:
        made = server(arguments[0], int(arguments[1]) if len(arguments) == 2 else 8000)
    except OSError as problem:
        print(f"serve.py: port {arguments[-1]}: {problem.strerror}", file=sys.stderr)
        return 69
    print(f"http://127.0.0.1:{made.server_port}/ (Ctrl-C ends it)", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        made.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
