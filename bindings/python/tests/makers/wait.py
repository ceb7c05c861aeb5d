"""Wait for a press, then for the release, and say how long it was."""

from time import time

from libpress import ForceSensor

sensor = ForceSensor()
print("press me")
sensor.wait_for_press()
began = time()
sensor.wait_for_release(timeout=10)
print("long" if time() - began > 0.3 else "short")
