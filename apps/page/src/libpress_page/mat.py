"""A mat on the page: what `libpress monitor --mat` draws in a terminal, as texts for viewers."""

from __future__ import annotations

import threading
import time
from typing import Any

from libpress.tools.mat import Mat, faults_of
from libpress.tools.problem import Problem
from nicegui import Client

from .feed import Feed
from .live import text
from .parts import Map, button, html
from .rights import Grant


class LiveMat:
    """Feeds the grid in a thread of its own. It stands where a session of a pad stands."""

    def __init__(self, mat: Mat) -> None:
        self.mat = mat
        self.feed = Feed()
        self._ends = False
        self._thread = threading.Thread(target=self._run, name="mat", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._ends = True
        self._thread.join(2)

    def picture(self) -> tuple[str, int]:
        """What is shown now, and the number of the text that follows it."""
        with self.mat.lock:
            return self._text(), self.feed.now

    def tare(self) -> str:
        with self.mat.lock:
            words = self.mat.tare()
        self.feed.publish(self.picture()[0])  # also where nothing comes any more
        return words

    def _run(self) -> None:
        published = 0.0
        try:
            for _ in self.mat.frames():
                if self._ends:
                    break
                if time.monotonic() - published >= self.feed.pace:
                    published = time.monotonic()
                    self.feed.publish(self.picture()[0])
        except Problem as problem:
            self.mat.message = str(problem)
        self.feed.publish(self.picture()[0])

    def _text(self) -> str:
        grid, load = self.mat.grid, self.mat.grid.load()
        contacts = [
            {"id": one.contact, "force": round(one.force, 1), "at": grid.cell_at(one.x, one.y), "saturated": one.saturated} for one in grid.contacts
        ]
        rows: Any = grid.map.tolist()
        cells = [[round(one, 2) if one else 0 for one in row] for row in rows]
        shown = {"force": round(load.force, 1), "x": round(load.x, 1), "y": round(load.y, 1), "peak": round(load.peak, 1)}
        return text(shown | {"most": self.mat.most, "cells": cells, "contacts": contacts, "faults": faults_of(grid), "message": self.mat.message})


class MatView:
    """One viewer of it."""

    def __init__(self, client: Client, grant: Grant, live: LiveMat) -> None:
        self.client = client
        with html("header", classes="head"):
            html("h1", "libpress")
            html("span", live.mat.path, classes="source")
            html("span", f"viewer {grant.viewer}: may change" if grant.may_change else "only shows", classes="right")
        Map("/live/1")
        if grant.may_change:
            button("Learn the zero, with what lies there", live.tare)

    def refresh(self) -> None:
        """All of it is live."""
