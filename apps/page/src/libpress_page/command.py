"""`libpress page`: opens the sensors, finds a port, says how to reach the page."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any

import click
from libpress.tools.install import to_install
from libpress.tools.mat import Mat, mat_of
from libpress.tools.options import SETTINGS, SOURCES, number, with_options
from libpress.tools.problem import INPUT_OUTPUT, OK, UNAVAILABLE, USAGE, Problem, Stopped
from libpress.tools.setup import setup_of

from .files import Folder
from .lines import Lines
from .pressd import PressdSocket
from .rights import Refused, Rights
from .session import Session

PORT = 8765
LOCAL = "127.0.0.1"
SEND_BUFFER = 65_536
"""Bytes that the kernel keeps for a viewer."""
LONGEST_SILENCE_MS = 15_000
"""After this the kernel gives up a viewer who takes nothing of them."""


def sessions_of(given: dict[str, Any], configs: tuple[str, ...], lines: str | None, folder: Path, output: Path) -> list[Session]:
    """A pad for each config. Raises Problem."""
    if lines is not None and (given["simulated"] or given["trace"] or given["bus"]):
        raise Problem(USAGE, "--lines says where everything comes from: --simulated, --trace and --bus do not go with it")
    if lines is not None and len(configs) > 1:
        raise Problem(USAGE, "--lines is of one pressd, which has one config")
    if given["fast"]:
        raise Problem(USAGE, "--fast: people watch the page, so time passes as it does")
    found, names = [], set()
    # Without --config the page writes a file, and reads it when it starts again.
    written = str(output) if output.exists() and not (lines or "").startswith("unix:") else None
    for config in configs or (written,):
        setup = setup_of({**given, "config": config})
        own: Lines | PressdSocket | None = None
        if lines is not None:
            own = PressdSocket(lines.removeprefix("unix:")) if lines.startswith("unix:") else Lines(lines)
        name = Path(config).stem if config and configs else "pad"
        while name in names:
            name += "'"
        names.add(name)
        found.append(Session(setup, Folder(folder), output, own, name))
    return found


def bound(host: str, port: int | None) -> socket.socket:
    """A socket that listens: at the port, or at the first that is free from 8765 on. Raises Problem."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ports = [port] if port is not None else [*range(PORT, PORT + 20), 0]
    problem: OSError | None = None
    for one in ports:
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # that of each viewer, who may never read
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LONGEST_SILENCE_MS)
        try:
            found.bind((host, one))
            return found
        except OSError as error:
            found.close()
            problem = error
    raise Problem(UNAVAILABLE, f"--host {host}, port {ports[0]}: {problem.strerror if problem else ''}")


def reached_at(host: str) -> str:
    """The number by which others reach this host."""
    if host not in ("0.0.0.0", "::"):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it says which address would
            return str(probe.getsockname()[0])
        except OSError:
            return LOCAL


def announce(url: str, token: str, may_draw: bool, written: Path | None) -> None:
    """The addresses, and a code that phones read. `written`: the config that is read without --config."""
    if written is not None:
        print(f"Settings: {written}")
    whole = f"{url}?token={token}"
    print(f"To change things: {whole}")
    print(f"Only to look:     {url}")
    if may_draw:
        import segno

        segno.make(whole, error="l").terminal(compact=True)
    print("Ctrl-C ends it.", flush=True)


def serve_page(
    given: dict[str, Any], configs: tuple[str, ...], lines: str | None, folder: str, output: str, host: str, port: int | None,
    token: str | None, qr: bool, mat: Mat | None,
) -> int:  # fmt: skip
    """Serves until it is stopped. Raises Problem."""
    try:
        from .mat import LiveMat
        from .server import Page, serve
    except ImportError as missing:
        raise Problem(UNAVAILABLE, f"the page requires {missing.name}: {to_install('libpress-page')}") from None
    try:
        rights = Rights(token)
    except Refused as wrong:
        raise Problem(USAGE, f"--token: {wrong}") from None
    if not Path(folder).is_dir():
        raise Problem(USAGE, f"--folder {folder}: there is no such folder")
    live = None if mat is None else LiveMat(mat)
    sessions = [] if live else sessions_of(given, configs, lines, Path(folder), Path(output))
    opened = bound(host, port)
    began: list[Session | LiveMat] = []
    try:
        for session in [live] if live else sessions:
            session.start()
            began.append(session)
        number = opened.getsockname()[1]
        shown = reached_at(host)
        url = f"http://[{shown}]:{number}/" if ":" in shown else f"http://{shown}:{number}/"
        names = {"localhost", socket.gethostname().lower(), f"{socket.gethostname().lower()}.local", host.lower()}
        app = Page(sessions, rights, number, names, live)
        is_drawn = qr and sys.stdout.isatty() and host != LOCAL
        written = None if configs or live else sessions[0].settings.config.path
        serve(app, [opened], lambda: announce(url, rights.token, is_drawn, written))
    except OSError as problem:
        raise Problem(INPUT_OUTPUT, str(problem)) from None
    finally:
        for session in began:
            session.close()
        opened.close()
    return OK


@click.command()
@with_options(*SOURCES, *(one for one in SETTINGS if one not in (SETTINGS[0], SETTINGS[4])))
@click.option("--config", "configs", multiple=True, metavar="FILE", help="The config of pressd; repeated: several pads.")
@click.option("--lines", metavar="FILE", help="What a running pressd prints: a file, a pipe, - for stdin; or unix:PATH.")
@click.option("--folder", metavar="DIR", default=".", help="Where profiles, recordings and calibrations lie: here.")
@click.option("--output", metavar="FILE", default="libpress.conf", help="What is written without --config: libpress.conf.")
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", help="127.0.0.1; 0.0.0.0 for phones on the same network.")
@click.option("--port", metavar="N", callback=number(1, 65535, "a port, 1 to 65535"), help="The first free one from 8765 on.")
@click.option("--token", metavar="TEXT", help="For who may change things; a new one each time.")
@click.option("--mat", metavar="COLUMNSxROWS", help="A mat as a map of forces, in place of sensors; with --frames.")
@click.option("--frames", metavar="FILE", help="Of --mat: a serial port, such as /dev/ttyACM0, or a file.")
@click.option("--with", "mat_settings", multiple=True, metavar="KEY=VALUE", help="Of --mat: a setting of Grid, as circuit=dividers.")
@click.option("--qr/--no-qr", default=True, help="Draw the address as a code for phones.")
def page(configs: tuple[str, ...], mat: str | None, frames: str | None, mat_settings: tuple[str, ...], **given: Any) -> int:
    """Shows forces, levels and events in a browser, where levels are dragged; checks, calibrates, records, replays."""
    shown = mat_of(mat, frames, mat_settings, given["rate"])
    own = {name: given.pop(name) for name in ("lines", "folder", "output", "host", "port", "token", "qr")}
    try:
        return serve_page({**given, "fast": False}, configs, **own, mat=shown)
    except (KeyboardInterrupt, Stopped):
        return OK
