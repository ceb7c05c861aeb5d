from libpress import ForceSensor

sensor = ForceSensor.simulated(fast=True)
sensor.when_presed = lambda: print("pressed")  # wrong
