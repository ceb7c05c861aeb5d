"""A class of one's own, as people make them of a Button."""

from libpress import Event, ForceSensor


class Drum(ForceSensor):
    """Counts hits, and starts again when it is asked to."""

    hits = 0

    def __init__(self) -> None:
        super().__init__(adc=lambda: 0.0, thread=False)
        self.when_pressed = self.hit
        self.when_released = self.when_activated
        self.when_fault = lambda event, advice: print(event.reason.name, advice)

    def hit(self, event: Event) -> None:
        self.hits += 1


def rest() -> None:
    print("rests")


with Drum() as drum:
    drum.when_pressed = rest
    drum.when_released = None
    number: int = drum.hits
