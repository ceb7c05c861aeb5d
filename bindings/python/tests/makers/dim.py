"""The harder the press, the brighter the lamp."""

from signal import pause

from gpiozero import PWMLED
from gpiozero.tools import scaled
from libpress import ForceSensor

lamp = PWMLED(17)
sensor = ForceSensor(full_force=8)
lamp.source = scaled(sensor, 0, 0.5)
pause()
