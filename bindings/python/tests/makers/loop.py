"""A game of 60 frames a second asks how hard somebody presses."""

from time import sleep

from libpress import ForceSensor

sensor = ForceSensor()
hardest = 0.0
frames = 0
while frames < 120:
    if sensor.is_pressed:
        hardest = max(hardest, sensor.value)
    frames += 1
    sleep(1 / 60)
print("hard" if hardest > 0.5 else "soft")
