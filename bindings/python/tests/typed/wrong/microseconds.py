from libpress import ForceSensor

sensor = ForceSensor.simulated(fast=True, lift_us=0.04)  # wrong
