"""Blink an LED from a press on, and stop it with the next."""

from signal import pause

from gpiozero import LED
from libpress import ForceSensor

led = LED(17)
sensor = ForceSensor()
blinks = False


def toggle(times=3):
    global blinks
    blinks = not blinks
    if blinks:
        led.blink(0.1, 0.1, n=times)
    else:
        led.off()
    print("blinks" if blinks else "dark")


sensor.when_pressed = toggle
pause()
