"""Hooks that are methods, partials, and functions that return something."""

from functools import partial

from libpress import Event, ForceSensor


class Lamp:
    lit = False

    def on(self) -> None:
        self.lit = True

    def toggle(self, event: Event) -> bool:
        self.lit = not self.lit
        return self.lit


def show(words: str, event: Event) -> None:
    print(words, event.contact)


lamp = Lamp()
seen: list[Event] = []
sensor = ForceSensor.simulated(fast=True)
sensor.when_pressed = lamp.on
sensor.when_released = lamp.toggle
sensor.when_recovered = seen.append
sensor.engine.preview.when_began = partial(show, "preview")
sensor.when_fault = lambda event, advice: print(advice)
sensor.when_pressed = None
