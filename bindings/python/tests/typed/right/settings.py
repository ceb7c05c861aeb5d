"""Settings of all parts by name, and a dict of them."""

from libpress import Circuit, Engine, ForceSensor, GesturesConfig, Pad, Sensor, Trait
from libpress.settings import SensorSettings

mine: SensorSettings = {"resistor": 10_000, "touch_force": 0.6, "lift_us": 40_000}
sensor = ForceSensor.simulated(fast=True, **mine)
other = ForceSensor.simulated(fast=True, gestures=GesturesConfig(hold_us=300_000), drag=True, median=False, range_mv=2048, channel=1)
other.engine.set(touch_force=0.5, traits=Trait.PREVIEW | Trait.TAP)
pad = Pad([Sensor(Circuit(resistor_ohm=10_000))], Engine(touch_force=0.6), start_us=100_000)
pad.set(untouched_force=0.1, baseline=False)
