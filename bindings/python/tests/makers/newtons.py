"""Print the newtons of a kitchen scale twice, and what the sensor is."""

from time import sleep

from libpress import ForceSensor

sensor = ForceSensor(resistor=10000)
sleep(1.6)
print(f"{sensor.force:.0f} N")
print(sensor)
