"""Touch needs more force from now on."""

from time import sleep

from libpress import ForceSensor

sensor = ForceSensor()
print(sensor.touch_force)
sensor.touch_force = 1.5
sensor.release_force = 1
sleep(0.1)
print(sensor.touch_force, sensor.release_force)
