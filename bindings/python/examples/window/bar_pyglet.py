"""A bar that follows the finger, in pyglet."""

import pyglet
from libpress import ForceSensor

window = pyglet.window.Window(320, 60)
bar = pyglet.shapes.Rectangle(10, 10, 0, 40, color=(0x9E, 0x9E, 0x9E))
sensor = ForceSensor.simulated(deliver="poll")  # presses again and again; ForceSensor(deliver="poll") is the real one
sensor.when_pressed = lambda: setattr(bar, "color", (0xD8, 0x1B, 0x60))
sensor.when_released = lambda: setattr(bar, "color", (0x9E, 0x9E, 0x9E))


def step(_):
    sensor.poll()  # hooks run here, in the window's thread
    bar.width = 10 + 290 * sensor.value


@window.event
def on_draw():
    window.clear()
    bar.draw()


@window.event
def on_close():
    pyglet.clock.unschedule(step)
    sensor.close()  # the sensor first: its last hooks still find the window


pyglet.clock.schedule_interval(step, 1 / 60)
pyglet.app.run()
