"""What a file holds: its columns, what of them would be taken, a picture of it, and the words that say otherwise."""

from __future__ import annotations

import shlex
from pathlib import Path

from .._columns import Column
from .._rows import Table
from .._slow import too_short
from .._units import TIMES
from .lines import plain
from .problem import OK
from .setup import Setup
from .trace import Trace

_BARS = " ▁▂▃▄▅▆▇█"
_WIDTH = 60


def show(setup: Setup, picture: str | None = None) -> int:
    """Prints it. Raises Problem: what is asked for is not there, or not clear; the columns were printed all the same."""
    trace = setup.trace()
    try:
        if trace.table is None:
            print(f"{trace.name}: a trace of pressd: libpress replay {shlex.quote(trace.name)}")
        else:
            for line in _lines(trace.table, trace, setup):
                print(plain(line))
    finally:
        trace.close()
    if picture is not None:
        from . import plot

        again = setup.trace()
        try:
            plot.draw(plot.read(again, again.config), again.config, Path(trace.name).name, Path(picture))
        finally:
            again.close()
    return OK


def table_of(columns: list[Column], times: Column | None, taken: list[Column]) -> list[str]:
    """A line for each column, with a heading."""
    rows = [("column", "name", "kind", "unit", "from", "to", "rate", "lost", "")]
    for one in columns:
        kind = "time" if one is times else one.kind
        low, high = (one.text, "") if one.is_clock or one.kind in ("text", "date") else (f"{one.low:g}", f"{one.high:g}")
        rate = ""
        if one is times and one.step:
            us = one.step * (1.0 if one.is_clock else TIMES.get(one.unit, 1.0))
            rate = f"{1e6 / us:.0f}/s" if one.is_clock or one.unit in TIMES else f"steps of {one.step:g}"
            rate += "" if one.even else " uneven"
        elif one.rises:
            rate = f"steps of {one.step:g}"
        mark = "the times" if one is times else "the sensor" if one in taken else ""
        rows.append((str(one.number), one.name, kind, one.unit, low[:20], high, rate, str(one.lost or ""), mark))
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _lines(table: Table, trace: Trace, setup: Setup) -> list[str]:
    choice = table.choice
    lines = [*table_of(choice.columns, choice.time, choice.sensors), ""]
    lines.append(f"taken: {table.said(setup.given['rate'])}")
    if choice.time is None and setup.given["rate"] is None:
        lines.append("There are no times in it: say --rate, the rows a second.")
        return [*lines, f"libpress replay {shlex.quote(trace.name)} --rate HZ{_words(setup)}"]
    points, gaps, last = _points(trace)
    lines += [
        f"{len(points)} readings, {last / 1e6:.3f} s, {gaps} gap{'s' * (gaps != 1)} of more than 0.1 s and three intervals",
        "",
        *_picture(points),
    ]
    if losses := table.losses():
        lines.append(losses)
    rate = "" if setup.given["rate"] is None else f" --rate {setup.given['rate']:g}"
    wrong = too_short(setup.config.raw(("pad", 0)), setup.config.raw(("engine", 0)), setup.given["rate"]) if rate else None
    return [*lines, *([wrong] if wrong else []), "", f"libpress replay {shlex.quote(trace.name)}{rate}{_words(setup)}"]


def _words(setup: Setup) -> str:
    given = setup.given
    words = [f" --{name} {shlex.quote(str(given[name]))}" for name in ("config", "column", "time", "unit", "supply") if given.get(name) is not None]
    words += [f" --set {shlex.quote(one)}" for one in given["settings"]]
    return "".join(words) + {True: " --invert", False: " --no-invert", None: ""}[given.get("invert")]


def _points(trace: Trace) -> tuple[list[int], int, int]:
    """The codes of the first sensor, how many gaps, and the last time."""
    trace._is_said = True
    codes: list[int] = []
    steps: list[int] = []
    gaps = last = 0
    for frame in trace.frames():
        step = frame.t_us - last
        if len(steps) < 200 and codes:
            steps.append(step)
        if codes and step > max(100_000, 3 * sorted(steps)[len(steps) // 2]):
            gaps += 1
        last = frame.t_us
        codes.append(frame.codes[0] or 0)
    return codes, gaps, last


def _picture(codes: list[int]) -> list[str]:
    """The greatest of each stretch, in one line of the terminal."""
    if not codes:
        return []
    low, high = min(codes), max(codes)
    width = min(_WIDTH, len(codes))
    most = [max(codes[len(codes) * n // width : max(len(codes) * (n + 1) // width, len(codes) * n // width + 1)]) for n in range(width)]
    return ["".join(_BARS[round(8 * (one - low) / max(high - low, 1))] for one in most)]
