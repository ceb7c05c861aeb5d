"""What runs, by its source: every beginning that a sink sees gets its end, also when the source does not say it.

| what comes | what goes on |
|---|---|
| a beginning | as it is |
| a beginning of what runs already | first the end that was missed, reason `lost` |
| an end of what does not run | nothing: no sink has seen it begin |
| an end of what has parts that run | first the ends of the parts |
| progress of what does not run | nothing |
| time that goes back: another run of pressd | first the ends of all that runs |
| the source ends | the ends of all that runs |
| a beginning beyond 64 things that run | nothing: refused, counted |
| everything else | as it is |
"""

from __future__ import annotations

from collections.abc import Iterator

from libpress.tools.lines import LIVES, MOST

from .events import Event, Fields, Life, given_up


class Ledger:
    """Of one source."""

    def __init__(self) -> None:
        self.running: dict[Life, Fields] = {}
        """What runs, and what began it."""
        self.added = self.stray = self.refused = 0
        """Ends that the source did not say; ends without a beginning; beginnings beyond `MOST`."""
        self._t_us = 0

    def feed(self, event: Event) -> Iterator[Event]:
        """What sinks get of it."""
        if event.t_us < self._t_us:
            yield from self.close()
        self._t_us = event.t_us
        if event.life is not None and event.life not in self.running:
            self.stray += 1
            return
        if event.ends and not any(life in self.running for life in event.ends) and not event.begins:
            self.stray += 1
            return
        for life in event.ends:
            yield from self._parts(life)
            self.running.pop(life, None)
        for life in event.begins:
            if life in self.running:
                yield from self._end(life)
        if event.begins and len(self.running) + len(event.begins) > MOST:
            self.refused += 1
            return
        for life in event.begins:
            self.running[life] = event.fields
        yield event

    def close(self) -> Iterator[Event]:
        """Ends what runs: parts before what they are parts of."""
        for life in list(reversed(self.running)):
            if life in self.running:
                yield from self._end(life)

    def _parts(self, life: Life) -> Iterator[Event]:
        for kind in LIVES[life[0]].parts:
            for part in [one for one in self.running if one[0] == kind and one[1] == life[1]]:
                yield from self._end(part)

    def _end(self, life: Life) -> Iterator[Event]:
        yield from self._parts(life)
        began = self.running.pop(life)
        self.added += 1
        end = given_up(life, began, self._t_us)
        for other in end.begins:  # the end of a drag by a drop would begin one
            raise AssertionError(other)
        yield end
