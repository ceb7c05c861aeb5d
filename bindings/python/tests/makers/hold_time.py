"""As a button of gpiozero: a hold takes 0.3 s."""

from libpress import ForceSensor

sensor = ForceSensor(hold_time=0.3)
