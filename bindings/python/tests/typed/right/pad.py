"""Codes of the program's own."""

from libpress import Event, Frame, Pad, Reason

pad = Pad()


def released(event: Event) -> None:
    if event.reason is Reason.NONE:
        print("lifted after", event.late_us)


pad.when_released = released
pad.when_zero_changed = lambda event: print(event.value)
taken: int = pad.feed(10_000, 300)
taken += pad.feed(20_000, [300])
taken += pad.feed(Frame(30_000, (300,)))
force: float = pad.reading.force
faults: list[str] = [one.name for one in pad.reading.fault]
