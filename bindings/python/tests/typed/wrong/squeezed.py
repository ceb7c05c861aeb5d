from libpress import ForceSensor

sensor = ForceSensor.simulated(fast=True)


@sensor.when_squeezed(at=0.7)
def squeezed(value: float) -> int:
    return round(value)


squeezed("hard")  # wrong
