from libpress import ForceSensor

sensor = ForceSensor.simulated(fast=True)
sensor.engine.set(touchforce=0.5)  # wrong
