"""What waits for a sink: bounded, and no end is lost.

| sequence | what waits then |
|---|---|
| progress, then progress of the same | the latest, at the end |
| progress that is not due, then the last update of the same, or anything later of its contact | goes as the later one is sent: nothing goes back |
| a beginning, progress, the end | all three, in order, while there is room |
| no room: progress of what has ended | goes |
| no room: a beginning and its end | a summary of that end: how often, when the first began, when the last ended |
| no room: what has neither beginning nor end (a tap) | a summary of it |
| summaries of one event on one target | one, which counts them |
| still no room | summaries of one event on any target are one; then progress goes |
| a beginning whose end has not come | stays |
| an end whose beginning was sent | stays, in order |
| an end that begins something else (a drop) | is summed up only with all that hangs together with it |

What stays is at most what can run at once (ledger.MOST), its ends, and a summary for each kind of event, so that `LEAST` entries
are always enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from .events import Event, Fields, Life

LEAST = 512


@dataclass(slots=True)
class Summary:
    """What happened while the sink was away, of one kind."""

    name: str
    """Of the event that ended it, or of what has no end."""
    target: int | None
    """None: several."""
    count: int
    first_us: int
    """When the first of them began."""
    last: Event

    @property
    def fields(self) -> Fields:
        """Those of the last, and how often."""
        own = dict(self.last.fields)
        if self.target is None:
            own["target"] = None
        return own | {"count": self.count, "began_us": self.first_us}


Entry = Event | Summary


class Outbox:
    """Not safe for several threads."""

    def __init__(self, most: int = 1000, progress_hz: float = 0.0) -> None:
        """`progress_hz`: how often progress of one thing is handed out at most; 0: whenever it is asked for."""
        if most < LEAST:
            raise ValueError(f"an outbox requires room for {LEAST} entries")
        self.most = most
        self._gap_us = round(1e6 / progress_hz) if progress_hz else 0
        self._entries: dict[int, Entry] = {}
        self._next = 0
        self._progress: dict[tuple[object, ...], int] = {}
        """Where the latest progress of each thing waits."""
        self._sent_us: dict[tuple[object, ...], int] = {}
        self.merged = 0
        """How many events are not there one by one any more."""
        self.summed: Counter[str] = Counter()
        """By name those that went into summaries: all of them but progress and beginnings."""

    def __len__(self) -> int:
        return len(self._entries)

    def has_room(self, event: Event) -> bool:
        """It can be put without anything being summed up."""
        return len(self._entries) < self.most or event.progress in self._progress

    def put(self, event: Event) -> None:
        if event.progress is not None:
            old = self._progress.pop(event.progress, None)
            if old is not None:
                del self._entries[old]
                self.merged += 1
            self._progress[event.progress] = self._next
        self._append(event)
        if len(self._entries) > self.most:
            self.fold()

    def _append(self, entry: Entry) -> None:
        self._entries[self._next] = entry
        self._next += 1

    def give_back(self, entries: Iterable[Entry]) -> None:
        """What was taken and not sent waits again, before everything else; progress that is older than what waits does not."""
        back = [one for one in entries if isinstance(one, Summary) or one.progress is None]
        first = next(iter(self._entries), self._next)
        for place, entry in enumerate(back, first - len(back)):
            self._entries[place] = entry
        self._entries = dict(sorted(self._entries.items()))

    def take(self, now_us: int, at_once: bool = False) -> tuple[list[Entry], int | None]:
        """What is to be sent next: what is of one moment; and when there is more, if nothing is due now.

        `at_once`: progress too, also where its time has not come.
        """
        found: dict[int, Entry] = {}
        first: Entry | None = None
        later: int | None = None
        for place, entry in self._entries.items():
            is_alone = isinstance(entry, Summary) or isinstance(first, Summary)
            if first is not None and (is_alone or entry.t_us != first.t_us):  # type: ignore[union-attr]
                break
            due = now_us if at_once else self._due(entry, now_us)
            if due > now_us:
                later = due if later is None else min(later, due)
                continue
            found[place] = entry
            first = first or entry
        for place, entry in found.items():
            self._took(place, entry, now_us)
        return list(found.values()), None if found else later

    def _took(self, place: int, entry: Entry, now_us: int) -> None:
        del self._entries[place]
        if isinstance(entry, Summary):
            return
        if entry.progress is not None:
            self._progress.pop(entry.progress, None)
            self._sent_us[entry.progress] = now_us
        for key in [key for key in self._sent_us if key[1] in entry.ends]:
            del self._sent_us[key]
        for key, at in [(key, at) for key, at in self._progress.items() if at < place and self._is_over(self._entries[at], entry)]:
            del self._progress[key]
            del self._entries[at]
            self.merged += 1

    @staticmethod
    def _is_over(waiting: Entry, sent: Event) -> bool:
        """Whether progress that still waits would go back behind what was sent."""
        if isinstance(waiting, Summary):
            return False
        contact = sent.fields.get("contact")
        is_older = contact is not None and contact == waiting.fields.get("contact") and waiting.t_us < sent.t_us
        return is_older or waiting.life in sent.ends or waiting.progress == sent.update

    def _due(self, entry: Entry, now_us: int) -> int:
        if isinstance(entry, Summary) or entry.progress is None or not self._gap_us:
            return now_us
        return self._sent_us.get(entry.progress, now_us - self._gap_us) + self._gap_us

    # Summaries

    def fold(self) -> None:
        """Sums up all that has ended; what still runs stays."""
        lives = self._instances()
        kept = self._kept(lives)
        before = len(self._entries)
        sums: dict[tuple[str, int | None], int] = {}
        entries: dict[int, Entry] = {}
        counts = 0
        for place, entry in self._entries.items():
            if isinstance(entry, Summary):
                counts += 1
                self._sum(entries, sums, place, entry)
            elif entry.progress is not None:
                if self._runs(place, lives, entry):
                    entries[place] = entry
            elif place in kept:
                entries[place] = entry
            elif not entry.begins or entry.ends:
                began = min((self._began(place, life, lives) for life in entry.ends), default=entry.t_us)
                target = entry.fields.get("target", 0)
                self.summed[entry.name] += 1
                self._sum(entries, sums, place, Summary(entry.name, target, 1, began, entry))
        self._entries = dict(sorted(entries.items()))
        if len(self._entries) > self.most // 2:
            self._squeeze()
        places = self._entries
        self._progress = {one.progress: at for at, one in places.items() if isinstance(one, Event) and one.progress is not None}
        self.merged += before - len(self._entries)

    @staticmethod
    def _sum(entries: dict[int, Entry], sums: dict[tuple[str, int | None], int], place: int, new: Summary) -> None:
        """Joins a summary with the one of the same event and target, where the later of them stands."""
        key = new.name, new.target
        old = entries.pop(sums[key], None) if key in sums else None
        if isinstance(old, Summary):
            new = Summary(new.name, new.target, old.count + new.count, min(old.first_us, new.first_us), new.last)
        entries[place] = new
        sums[key] = place

    def _squeeze(self) -> None:
        """Summaries of any target are one, and progress goes."""
        sums: dict[tuple[str, int | None], int] = {}
        entries: dict[int, Entry] = {}
        for place, entry in self._entries.items():
            if isinstance(entry, Summary):
                self._sum(entries, sums, place, Summary(entry.name, None, entry.count, entry.first_us, entry.last))
            elif entry.progress is None:
                entries[place] = entry
        self._entries = dict(sorted(entries.items()))

    def _instances(self) -> dict[Life, list[list[int | None]]]:
        """Of each life where it begins and where it ends; None: not among what waits. A life comes again after its end."""
        found: dict[Life, list[list[int | None]]] = {}
        for place, entry in self._entries.items():
            if isinstance(entry, Summary):
                continue
            for life in entry.ends:
                spans = found.setdefault(life, [])
                if spans and spans[-1][1] is None:
                    spans[-1][1] = place
                else:
                    spans.append([None, place])
            for life in entry.begins:
                found.setdefault(life, []).append([place, None])
        return found

    @staticmethod
    def _kept(lives: dict[Life, list[list[int | None]]]) -> set[int]:
        """Entries that have to stay: the ends of what was sent, what has not ended, and what hangs together with these."""
        spans = [span for each in lives.values() for span in each]
        kept = {place for span in spans if None in span for place in span if place is not None}
        while True:
            more = {place for span in spans if kept & set(span) for place in span if place is not None} - kept
            if not more:
                return kept
            kept |= more

    @staticmethod
    def _runs(place: int, lives: dict[Life, list[list[int | None]]], entry: Event) -> bool:
        """Progress of what has not ended."""
        spans = lives.get(entry.life, []) if entry.life else []
        return not any(end is not None and end > place for _, end in spans)

    def _began(self, place: int, life: Life, lives: dict[Life, list[list[int | None]]]) -> int:
        for begin, end in lives.get(life, ()):
            if end == place and begin is not None:
                entry = self._entries[begin]
                if isinstance(entry, Event):
                    return entry.t_us
        entry = self._entries[place]
        return entry.t_us if isinstance(entry, Event) else 0
