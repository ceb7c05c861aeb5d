from libpress import Event, ForceSensor


async def pressed(event: Event) -> None:
    print(event)


sensor = ForceSensor.simulated(fast=True)
sensor.when_pressed = pressed  # wrong
