from libpress import Event, ForceSensor


def pressed(event: Event, force: float, when: int) -> None:
    print(event, force, when)


sensor = ForceSensor.simulated(fast=True)
sensor.when_pressed = pressed  # wrong
