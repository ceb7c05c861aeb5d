from libpress import ForceSensor

sensor = ForceSensor.simulated(fast=True)


@sensor.when_squeezed(at=0.7)  # wrong
async def squeezed(value: float) -> None:
    print(value)
