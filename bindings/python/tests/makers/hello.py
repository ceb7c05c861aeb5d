"""When somebody presses, print hello; when they let go, goodbye."""

from signal import pause

from libpress import ForceSensor

sensor = ForceSensor()


def say_hello():
    print("hello")


def say_goodbye():
    print("goodbye")


sensor.when_pressed = say_hello
sensor.when_released = say_goodbye
pause()
