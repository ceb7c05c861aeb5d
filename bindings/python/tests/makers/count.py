"""Count presses in two seconds, with `with`."""

from time import sleep

from libpress import ForceSensor

count = 0


def add():
    global count
    count += 1


with ForceSensor() as sensor:
    sensor.when_activated = add
    sleep(2)
print(count)
