"""The first program of the README, and what beginners add."""

from libpress import Event, ForceSensor

sensor = ForceSensor.simulated([(0.5, 0), (1, 4), (1.5, 4), (1.8, 0)], fast=True)
sensor.when_pressed = lambda: print("pressed")
sensor.when_released = lambda event: print(event.type.name, event.reason.name)


def squeezed(value: float) -> None:
    print(f"{value:.1f}")


sensor.when_squeezed(at=0.5)(squeezed)
squeezed(0.5)


@sensor.when_squeezed(at=0.7)
def hard() -> int:
    return 1


number: int = hard()


def moved(event: Event) -> None:
    print(event.type.name.lower(), event.force)


sensor.engine.when_event = moved
sensor.run()
