"""The report of a study: one page with pictures, which asks nothing of other hosts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from libpress.files import replace_file
from libpress.tools.problem import BAD_DATA, NO_INPUT, Problem, cannot_write

from . import pictures
from .figures import Sums, percentiles, sums_of
from .plan import Setting, shown
from .running import ABOUT

MOST_ROWS = 20
"""Of the table."""
FEW = 20
"""Recordings below which the comparison says little."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the tables of a folder say."""

    about: dict[str, Any]
    settings: list[Setting]
    sums: Sums
    costs: list[float]
    best: int
    surely_worse: list[bool]
    late: list[tuple[float, float, float]]
    end_late: list[tuple[float, float, float]]
    times: dict[str, float]

    def per_100(self, name: str, setting: int) -> float:
        presses = float(self.sums.by["presses"][setting].sum())
        return 100 * float(self.sums.by[name][setting].sum()) / max(presses, 1.0)

    @property
    def weights(self) -> dict[str, float]:
        return dict(self.about["objective"])


def read(folder: Path) -> Outcome:
    """Raises Problem: there is no whole study."""
    try:
        about = json.loads((folder / ABOUT).read_text())
        results, settings, times = (pq.read_table(folder / f"{name}.parquet") for name in ("results", "settings", "times"))
    except FileNotFoundError as missing:
        raise Problem(NO_INPUT, f"{missing.filename}: it is not there: `libpress study run` has not finished yet") from None
    except (OSError, ValueError) as wrong:
        raise Problem(BAD_DATA, f"{folder}: {wrong}") from None
    listed = [tuple((key, text) for key, text in sorted(row.items()) if key != "setting" and text is not None) for row in settings.to_pylist()]
    sums = sums_of(results, len(listed))
    if not sums.recordings:
        raise Problem(BAD_DATA, f"no recording can be judged; the first: {sums.unread[0]}")
    if not sums.by["presses"][0].sum():
        raise Problem(BAD_DATA, "there is not one press in the truth of these recordings, so nothing can be judged")
    weights = about["objective"]
    best, low = sums.within_best(weights)
    seconds, core = (float(sum(times[name].to_pylist())) for name in ("seconds", "core_s"))
    return Outcome(
        about,
        listed,
        sums,
        [float(one) for one in sums.cost(weights)],
        best,
        [bool(one > 0) for one in low],
        percentiles(results, len(listed), "late_us"),
        percentiles(results, len(listed), "end_late_us"),
        {"seconds": seconds, "core": core, "pairs": float(len(times))},
    )


def verdict(one: Outcome) -> list[str]:
    """Whether the base is within the best."""
    base, best = one.costs[0], one.costs[one.best]
    if one.best == 0:
        first = f"The base is the best of {len(one.settings)} settings: it costs {base:.2f}."
    elif one.surely_worse[0]:
        first = f"The base is worse than the best: it costs {base:.2f}, and {shown(one.settings[one.best])} {best:.2f}."
    else:
        first = (
            f"The base is within the best: it costs {base:.2f}, and {shown(one.settings[one.best])} {best:.2f}, "
            "which these recordings do not distinguish."
        )
    found = [first]
    if len(one.sums.recordings) < FEW:
        found.append(f"With {len(one.sums.recordings)} recordings such a comparison says little.")
    if one.sums.unread:
        found.append(f"{len(one.sums.unread)} recordings cannot be judged; the first: {one.sums.unread[0]}")
    if one.sums.impossible:
        number, words = next(iter(one.sums.impossible.items()))
        found.append(f"{len(one.sums.impossible)} settings fail; the first: {words}")
    return found


def write(folder: Path) -> list[str]:
    """Writes report.html; returns the verdict. Raises Problem."""
    one = read(folder)
    try:
        replace_file(folder / "report.html", page(one).encode())
    except OSError as problem:
        raise cannot_write(folder / "report.html", problem) from problem
    return verdict(one)


_STYLE = """
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; margin: 0 auto; padding: 1rem; max-width: 60rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin-top: 2rem }
h1, .verdict { overflow-wrap: anywhere }
.verdict { border-left: 4px solid #2171b5; padding: .5rem .8rem; background: #eef4fa } .verdict p { margin: .2rem 0 }
.verdict p:first-child { font-size: 1.2rem; font-weight: 600 }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1rem }
svg { width: 100%; max-width: 24rem; height: auto }
.wide { overflow-x: auto }
.wide::before { position: sticky; left: 0; color: #595959; font-size: .85rem }
@media (max-width: 52rem) { .wide::before { content: "↔ wider than the screen: move it sideways" } }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums }
th, td { padding: .25rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid #ddd }
th { white-space: normal; vertical-align: bottom } th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 11rem }
tr.base { background: #fff4d6 } footer { color: #595959; font-size: .85rem; margin-top: 2rem }
@media (prefers-color-scheme: dark) {
  body { color: #e6eaef; background: #14181a } .wide::before { color: #a9b4af }
  .verdict { background: #1d2a36 } th, td { border-bottom-color: #333c40 }
  tr.base { background: #3a3115 } footer { color: #a9b4af }
}
"""
_COLUMNS = ("cost", "missed", "merged", "split", "extra", "cancelled", "begin, ms", "p90", "worst", "end, ms")


def page(one: Outcome) -> str:
    stated, versions = one.about["study"], one.about["versions"]
    presses = int(one.sums.by["presses"][0].sum())
    keys = sorted({key for setting in one.settings for key, _ in setting})
    truth = {
        "beside": "the labels beside the recordings",
        "asked": "what the person was asked for and did: how many presses; where they are is read from the force",
        "reference": "a reference, not labels: hysteresis on the raw force, touch {touch:g} N, release {release:g} N, pauses "
        "below {merge_ms:g} ms bridged, {shortest_ms:g} ms or longer".format(**stated["reference"]),
    }[stated["labels"]]
    weights = ", ".join(f"{name} {weight:g}" for name, weight in one.weights.items() if weight)
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width, initial-scale=1'>",
        f"<title>Study of {escape(', '.join(keys))}</title><style>{_STYLE}</style><main><h1>Study of {escape(', '.join(keys))}</h1>",
        "<div class=verdict>" + "".join(f"<p>{escape(line)}</p>" for line in verdict(one)) + "</div>",
        f"<p>{len(one.sums.recordings):,} recordings with {presses:,} presses, {len(one.settings):,} settings ({stated['how']}). "
        f"Truth: {escape(truth)}.</p><p>Cost, for each 100 presses and each ms of mean delay: {escape(weights)}. "
        "Settings that 400 draws of the recordings do not distinguish from the best, at 97.5 %, are within the best.</p>",
        "<h2>What is possible</h2><div class=pictures>",
        pictures.front(one),
        "</div><h2>What each setting costs</h2><div class=pictures>",
        *(pictures.key(one, key) for key in keys),
        "</div><h2>The best</h2><div class=wide tabindex=0 role=region aria-label='The best settings'>",
        *_table(one),
        "</div></main>",
        f"<footer>libpress {versions['libpress']}, core {versions['core']}, library {versions['library'][:12]}. "
        f"{1000 * one.times['seconds'] / one.times['pairs']:.2f} ms for each recording and setting, "
        f"{100 * one.times['core'] / max(one.times['seconds'], 1e-9):.0f} % of it in calls of the core.</footer></html>\n",
    ]
    return "\n".join(parts)


def _table(one: Outcome) -> list[str]:
    order = sorted(range(len(one.settings)), key=lambda n: (one.costs[n], n))
    kept = order[:MOST_ROWS] + [0] * (0 not in order[:MOST_ROWS])
    rows = ["<table><tr>" + "".join(f"<th scope=col>{name}" for name in ("setting", "within the best", *_COLUMNS)) + "</tr>"]
    for n in kept:
        if n in one.sums.impossible:
            continue
        late, end = one.late[n], one.end_late[n]
        numbers = ["no" if one.surely_worse[n] else "yes", f"{one.costs[n]:.2f}", *(f"{one.per_100(name, n):.2f}" for name in _COLUMNS[1:6])]
        numbers += [f"{late[0]:.1f}", f"{late[1]:.1f}", f"{late[2]:.0f}", f"{end[0]:.1f}"]
        head = f"<tr{' class=base' if n == 0 else ''}><td>{escape(shown(one.settings[n]))}"
        rows.append(head + "".join(f"<td>{number}" for number in numbers) + "</tr>")
    return [*rows, "</table><p>Errors for each 100 presses; begin and end: delay of what the program receives.</p>"]
