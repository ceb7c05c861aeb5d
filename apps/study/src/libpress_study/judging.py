"""What became of each press: contacts that were found, matched to presses that were made.

A contact belongs to the last press that began before it, or up to two readings after it, unless it comes later than 100 ms
(6 readings, where that is longer) after the end of that press. Then it is extra.

| of a press | what it is |
|---|---|
| no contact, and one of an earlier press lasts past its middle | merged |
| no contact | missed |
| n contacts | found, n - 1 splits |
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

Press = tuple[int, int]
"""Begin and end, us."""
SLACK_US = 100_000


@dataclass(frozen=True, slots=True)
class Contact:
    """As it was delivered."""

    begin_us: int
    end_us: int
    """When it ended."""
    delivered_us: int
    """When its end was delivered: later by the grace of a lift."""
    cancelled: bool


@dataclass(slots=True)
class Verdict:
    presses: int = 0
    found: int = 0
    missed: int = 0
    merged: int = 0
    split: int = 0
    extra: int = 0
    cancelled: int = 0
    faults: int = 0
    late_us: list[int] = field(default_factory=list)
    """Of each press that was found: from its begin to the delivery of its contact's."""
    end_late_us: list[int] = field(default_factory=list)
    """From its end to the delivery of its last contact's."""

    def row(self) -> dict[str, Any]:
        counts = {name: getattr(self, name) for name in COUNTS}
        late = [one / 1000 for one in self.late_us]
        return counts | {
            "late_ms": median(late) if late else None,
            "late_worst_ms": max(late, default=None),
            "end_late_ms": median(self.end_late_us) / 1000 if late else None,
            "late_us": self.late_us,
            "end_late_us": self.end_late_us,
        }


COUNTS = ("presses", "found", "missed", "merged", "split", "extra", "cancelled", "faults")


def judge(presses: Sequence[Press], contacts: Sequence[Contact], quiet_us: int, step_us: float) -> Verdict:
    """`presses` and `contacts` in order. `quiet_us`: what begins before does not count; `step_us`: between readings."""
    for begin, end in presses:
        if begin < quiet_us:
            quiet_us = max(quiet_us, end + 1)
    presses = [one for one in presses if one[0] >= quiet_us]
    contacts = [one for one in contacts if one.begin_us >= quiet_us - 2 * step_us]
    slack = max(SLACK_US, 6 * step_us)
    verdict = Verdict(presses=len(presses), cancelled=sum(one.cancelled for one in contacts))
    starts = [begin - 2 * step_us for begin, _ in presses]
    own: list[list[Contact]] = [[] for _ in presses]
    for contact in contacts:
        at = bisect_right(starts, contact.begin_us) - 1
        if at >= 0 and contact.begin_us <= presses[at][1] + slack:
            own[at].append(contact)
        else:
            verdict.extra += 1
    last_end = 0
    for (begin, end), mine in zip(presses, own, strict=True):
        if mine:
            verdict.found += 1
            verdict.split += len(mine) - 1
            verdict.late_us.append(mine[0].begin_us - begin)
            verdict.end_late_us.append(mine[-1].delivered_us - end)
        elif last_end >= (begin + end) / 2:
            verdict.merged += 1
        else:
            verdict.missed += 1
        last_end = max([last_end, *(one.end_us for one in mine)])
    return verdict
