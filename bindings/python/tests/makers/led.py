"""Light an LED while somebody presses."""

from signal import pause

from gpiozero import LED
from libpress import ForceSensor

led = LED(17)
sensor = ForceSensor(0)
sensor.when_pressed = led.on
sensor.when_released = led.off
pause()
