"""A short press prints tap, a long one hold."""

from signal import pause

from libpress import ForceSensor

sensor = ForceSensor()
sensor.when_held = lambda: print("hold")
sensor.when_tapped = lambda: print("tap")
pause()
