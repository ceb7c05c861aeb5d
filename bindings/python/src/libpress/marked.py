"""Marked recordings: what a person was asked to do, and where in the force it is.

A recording of `libpress collect` is a trace with marks: `# mark T asked NAME`, then `# mark T done NAME`, or `again NAME: WHY`
where something else was done. Of what is done it is known how many presses there are. Where each begins and ends is hysteresis
on the force, at the first of some pairs of levels and shortest pauses that find so many.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ._described import described

Press = tuple[int, int]
"""Begin and end, us."""
Force = Sequence[tuple[int, float]]
"""Times, us, and newtons above the zero."""


@described
@dataclass(frozen=True, slots=True)
class Ask:
    """One thing that is asked for."""

    name: str
    words: str
    presses: int | None
    """How many it is; None: how the sensor sees it is not known."""
    seconds: float = 10.0
    """How long it may take; without a press that is asked for: how long it lasts."""
    least_ms: int = 0
    most_ms: int = 60_000
    grows: bool = False
    """It ends at least half as hard again as it begins."""


ASKS = {
    one.name: one
    for one in (
        Ask("nothing", "Take your hand off the sensor, and do not touch it.", 0, 4),
        Ask("tap", "Tap once, as on a button.", 1, most_ms=1000),
        Ask("tap_twice", "Tap twice, as for a double click.", 2, most_ms=1000),
        Ask("hold", "Press, hold for two seconds, and let go.", 1, least_ms=1000),
        Ask("soft", "Press softly, as softly as you feel that you press, and let go.", 1),
        Ask("hard", "Press hard, and let go.", 1),
        Ask("soft_hard", "Press softly, then hard without letting go, and let go.", 1, grows=True),
        Ask("rest", "Rest your hand on the sensor, without pressing.", None, 6),
    )
}
"""By name, in the order in which they are asked."""
_LEVELS = ((0.4, 0.25), (0.3, 0.2), (0.2, 0.12), (0.15, 0.08))
"""Newtons from which a press begins, and below which it ends."""
_PAUSES_US = (80_000, 40_000, 20_000, 0)
"""Shorter ones are none."""
_SHORTEST_US = 10_000
TOUCHED = 0.3
"""Newtons that somebody does who was asked not to touch."""


def pressed(force: Force, touch: float, release: float, pause_us: int) -> list[Press]:
    """Each press of a force."""
    found: list[Press] = []
    begin: int | None = None
    for t_us, newtons in [*force, (force[-1][0] + 1, 0.0)] if force else []:
        if begin is None and newtons >= touch:
            begin = t_us
        elif begin is not None and newtons < release:
            if found and begin - found[-1][1] < pause_us:
                found[-1] = found[-1][0], t_us
            else:
                found.append((begin, t_us))
            begin = None
    return [one for one in found if one[1] - one[0] >= _SHORTEST_US]


def presses_of(force: Force, count: int) -> list[Press] | None:
    """So many presses; None: no levels find so many."""
    for touch, release in _LEVELS:
        for pause_us in _PAUSES_US:
            found = pressed(force, touch, release, pause_us)
            if len(found) == count:
                return found
    return None


def wrong_with(ask: Ask, force: Force) -> str:
    """What was done in place of what was asked; "": that."""
    if ask.presses == 0:
        most = max((newtons for _, newtons in force), default=0.0)
        return f"it was touched, with {most:.1f} N" if most >= TOUCHED else ""
    if ask.presses is None:
        return "" if any(newtons >= _LEVELS[-1][1] for _, newtons in force) else "nothing was felt"
    found = presses_of(force, ask.presses)
    if found is None:
        seen = len(pressed(force, *_LEVELS[0], _PAUSES_US[0]))
        return f"{_many(seen)} felt, {ask.presses} asked for"
    for begin, end in found:
        ms = (end - begin) // 1000
        if ms < ask.least_ms:
            return f"it lasted for {ms / 1000:.1f} s, and should for {ask.least_ms / 1000:g} s at least"
        if ms > ask.most_ms:
            return f"it lasted for {ms / 1000:.1f} s, and should for {ask.most_ms / 1000:g} s at most"
    if ask.grows and not _grows([newtons for t_us, newtons in force if found[0][0] <= t_us < found[0][1]]):
        return "it did not become harder"
    return ""


def _many(count: int) -> str:
    return "no press was" if count == 0 else "1 press was" if count == 1 else f"{count} presses were"


def _grows(newtons: list[float]) -> bool:
    """The hardest of the second half is half as hard again as the middle of the first, which is where it is soft."""
    half = len(newtons) // 2
    first = sorted(newtons[:half])
    return bool(first) and max(newtons[half:]) >= 1.5 * first[len(first) // 2]


@described
@dataclass(frozen=True, slots=True)
class Span:
    """From what is asked to what came of it."""

    name: str
    """Of what was asked."""
    begin_us: int
    """When it was asked."""
    end_us: int
    """When it was done, or given up."""
    done: bool
    """It was done as asked."""


def spans(marks: Iterable[tuple[int, str]]) -> list[Span]:
    """What the marks of a recording say. Other marks are nobody's business here."""
    found: list[Span] = []
    began: tuple[int, str] | None = None
    for t_us, text in marks:
        word, _, rest = text.partition(" ")
        name = rest.partition(":")[0]
        if word == "asked":
            began = t_us, name
        elif word in ("done", "again") and began is not None and began[1] == name:
            found.append(Span(name, began[0], t_us, word == "done"))
            began = None
    return found


def truth(marks: Iterable[tuple[int, str]], force: Force) -> tuple[list[Press], list[Span]]:
    """The presses that are known, in order, and where: what begins elsewhere says nothing."""
    presses: list[Press] = []
    known: list[Span] = []
    for span in spans(marks):
        ask = ASKS.get(span.name)
        if not span.done or ask is None or ask.presses is None:
            continue
        found = presses_of([one for one in force if span.begin_us <= one[0] < span.end_us], ask.presses)
        if found is not None:
            presses += found
            known.append(span)
    return presses, known
