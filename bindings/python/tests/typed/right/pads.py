"""Several sensors."""

from libpress import ForceSensor

left, right = ForceSensor.pads(finger=[[(0, 0), (1, 3)]] * 2, fast=True)
with ForceSensor.pads(finger=[[(0, 0), (1, 3)]] * 2, fast=True) as pads:
    first = pads[0]
    first.when_pressed = lambda event: print(event.t_us)
    pads.run()
    forces: list[float] = [one.force for one in pads]
    values: tuple[float, ...] = pads.value
    rate: float = pads.rate
