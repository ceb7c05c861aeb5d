"""The server of the page: what comes in, who it is, and how much of it is taken."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from nicegui import core, ui
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from .commands import Commands
from .feed import MOST_VIEWERS
from .log import take_over
from .mat import LiveMat, MatView
from .overview import Overview
from .rights import Rights
from .session import Session
from .view import View
from .waiting import patient

MOST_BYTES = 65_536
"""Of a message or a request."""
SLOWEST_S = 10.0
"""A viewer that takes nothing for so long is disconnected."""
_BEAT_S = 2.0
_LOOK_S = 0.1
_FULL = 1013
_PATHS = ("/_nicegui", "/favicon.ico")
_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'self'; form-action 'none'"
)
_HEADERS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
)


def _netloc(url: str) -> str | None:
    """Host and port; None: it is no URL."""
    try:
        return urlsplit(url).netloc
    except ValueError:
        return None


def _number(text: str, most: int) -> int:
    """A whole number from 0 to `most`; -1: it is none."""
    is_one = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    return number if is_one and (number := int(text)) <= most else -1


class Guard:
    """Stands before everything: no requests of other sites, nothing huge, no path that is not there; the token into a cookie."""

    def __init__(self, app: Any, rights: Rights, names: set[str], cookie: str, pads: int) -> None:
        """`names`: of this host, beside its numbers. `pads`: how many there are."""
        self.app, self.rights, self.names, self.cookie, self.pads = app, rights, names, cookie, pads

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None and scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        elif refusal is not None:
            await refusal(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self.app(scope, receive, _with_headers(send))

    def _refusal(self, scope: Any) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_own(host):
            return PlainTextResponse("this page is reached by the address that the command prints", 421)
        origin = headers.get("origin")
        if origin is not None and _netloc(origin) != host:
            return PlainTextResponse("another site may not use this page", 403)
        if "transfer-encoding" in headers:
            return PlainTextResponse("a request says how long it is", 411)
        if _number(headers.get("content-length", "0"), MOST_BYTES) < 0:
            return PlainTextResponse(f"more than {MOST_BYTES} bytes", 413)
        path = scope["path"]
        if path.startswith("/live/"):
            return None if self._is_pad(path.removeprefix("/live/")) else PlainTextResponse("there is no such pad", 404)
        if path != "/":
            return None if path.startswith(_PATHS) else PlainTextResponse("there is nothing here", 404)
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
        if not all(map(self._is_pad, query.get("pad", ()))):
            return PlainTextResponse("there is no such pad", 404)
        return self._entered(query) if "token" in query else None

    def _is_pad(self, text: str) -> bool:
        return _number(text, self.pads) > 0

    def _entered(self, query: dict[str, list[str]]) -> Response:
        """The token leaves the address bar: what is shared or printed from there only shows. Another one changes nothing, so that
        no link of another site takes the rights away."""
        response = RedirectResponse("/", 303)
        if self.rights.fits(query["token"][0]):
            response.set_cookie(self.cookie, self.rights.token, httponly=True, samesite="lax")
        response.headers["referrer-policy"] = "no-referrer"
        return response

    def _is_own(self, host: str) -> bool:
        """Its numbers, localhost, or a name of it: a name that somebody else points here is none."""
        name = ""
        with contextlib.suppress(ValueError):
            name = urlsplit(f"//{host}").hostname or ""
            ipaddress.ip_address(name)
            return True
        return name in self.names


def _with_headers(send: Any) -> Any:
    async def headed(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *_HEADERS]}
        await send(message)

    return headed


class Page:
    """All that one server shows."""

    def __init__(self, sessions: list[Session], rights: Rights, port: int, names: set[str], mat: LiveMat | None = None) -> None:
        """A mat is shown in place of pads."""
        self.sessions, self.rights, self.mat = sessions, rights, mat
        self.cookie = f"libpress_{port}"
        self.views: dict[View | MatView, None] = {}
        self.overview = Overview(sessions)
        self._commands = [Commands(session) for session in sessions]
        self.app = FastAPI(lifespan=self._life, openapi_url=None, docs_url=None, redoc_url=None)
        self.app.add_middleware(Guard, rights=rights, names=names, cookie=self.cookie, pads=len(sessions) or 1)
        self.app.add_api_websocket_route("/live/{pad}", self._live)
        ui.page("/", title="libpress", dark=None, language="en-US", response_timeout=20)(self._page)
        core.sio.eio.max_http_buffer_size = MOST_BYTES
        core.sio.on("log", lambda *_: None)  # of NiceGUI: what any viewer sends goes into the log
        ui.run_with(
            self.app, title="libpress", tailwind=False, reconnect_timeout=5, message_history_length=50,
            binding_refresh_interval=None, show_welcome_message=False, dark=None, language="en-US",
        )  # fmt: skip

    @asynccontextmanager
    async def _life(self, app: FastAPI) -> AsyncIterator[None]:
        task = asyncio.create_task(self._look())
        yield
        task.cancel()

    async def _look(self) -> None:
        """What has changed is shown; the live part has a way of its own."""
        while True:
            await asyncio.sleep(_LOOK_S)
            if self.views:
                self.overview.renew()
            for view in list(self.views):
                try:
                    with view.client:
                        view.refresh()
                except Exception as problem:  # one viewer's trouble is not that of the others
                    self.views.pop(view, None)
                    core.app.handle_exception(problem)

    def _page(self, request: Request, pad: str = "1") -> Response | None:
        if not self._has_room():
            return PlainTextResponse(f"{MOST_VIEWERS} viewers are here, which is as many as there may be: try again later", 503)
        number = int(pad) - 1  # that there is
        given = request.cookies.get(self.cookie)
        client = ui.context.client
        ui.add_css(Path(__file__).with_name("page.css"))
        grant = self.rights.grant(given)
        view: View | MatView
        if self.mat is not None:
            view = MatView(client, grant, self.mat)
        else:
            view = View(client, grant, number, self.sessions, self._commands[number])
            view.build()
        self.views[view] = None
        client.on_delete(lambda: self.views.pop(view, None))
        return None

    def _has_room(self) -> bool:
        """Pages that were loaded and not connected yet give way to new ones."""
        waiting = [view for view in self.views if not view.client.has_socket_connection]
        if len(waiting) >= MOST_VIEWERS:
            waiting[0].client.delete()
        return len(self.views) - len(waiting) < MOST_VIEWERS

    # The live part

    async def _live(self, socket: WebSocket, pad: str) -> None:
        await socket.accept()
        session = self.mat or self.sessions[int(pad) - 1]
        if not session.feed.enter():
            await socket.close(_FULL)
            return
        reader = asyncio.create_task(_unread(socket))
        try:
            await _show(socket, session, self.overview, reader)
        except (WebSocketDisconnect, TimeoutError, RuntimeError):
            with contextlib.suppress(Exception):
                await asyncio.wait_for(socket.close(), 1)
        finally:
            session.feed.leave()
            reader.cancel()


async def _unread(socket: WebSocket) -> None:
    """Nothing is taken from a viewer here; this notices that it has gone."""
    with contextlib.suppress(Exception):
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass


async def _show(socket: WebSocket, session: Session | LiveMat, overview: Overview, reader: asyncio.Task[None]) -> None:
    """Sends what there is, as fast as the viewer takes it; one that fell behind gets a picture of now."""
    text, number = session.picture()
    others, sent = -1, time.monotonic()
    while not reader.done():
        texts = [text] if text else []
        if overview.number > 0 and overview.number != others:
            others = overview.number
            texts.append(overview.text)
        if texts or time.monotonic() - sent >= _BEAT_S:
            await asyncio.wait_for(socket.send_text(f"[{','.join(texts)}]"), SLOWEST_S)
            sent = time.monotonic()
        await session.feed.wait(number, _LOOK_S)
        found = session.feed.since(number)
        text, number = session.picture() if found is None else (",".join(found[0]), found[1])


class _Server(uvicorn.Server):
    """That says when it can be reached."""

    def __init__(self, config: uvicorn.Config, when_ready: Any) -> None:
        super().__init__(config)
        self._when_ready = when_ready

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._when_ready()


def serve(page: Page, sockets: list[Any], when_ready: Any) -> None:
    """Until a signal ends it."""
    config = uvicorn.Config(
        page.app, http=patient(), log_config=None, log_level="warning", access_log=False, ws="websockets-sansio",
        ws_max_size=MOST_BYTES, ws_max_queue=8, ws_per_message_deflate=False, timeout_graceful_shutdown=2,
        limit_concurrency=4 * MOST_VIEWERS, server_header=False,
    )  # fmt: skip
    take_over()
    _Server(config, when_ready).run(sockets=sockets)
