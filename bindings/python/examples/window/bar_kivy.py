"""A bar that follows the finger, in Kivy."""

from kivy.app import App
from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import ColorProperty, NumericProperty
from libpress import ForceSensor

LAYOUT = """
Widget:
    canvas:
        Color:
            rgba: app.colour
        Rectangle:
            pos: 10, self.height - 50
            size: 10 + 290 * app.value, 40
"""


class Bar(App):
    value = NumericProperty(0)
    colour = ColorProperty("#9e9e9e")

    def build(self):
        self.sensor = ForceSensor.simulated(deliver="poll")  # presses again and again; ForceSensor(deliver="poll") is the real one
        self.sensor.when_pressed = lambda: setattr(self, "colour", "#d81b60")
        self.sensor.when_released = lambda: setattr(self, "colour", "#9e9e9e")
        Clock.schedule_interval(self.step, 0)  # with each frame
        return Builder.load_string(LAYOUT)

    def step(self, _):
        self.sensor.poll()  # hooks run here, in the window's thread
        self.value = self.sensor.value

    def on_stop(self):
        Clock.unschedule(self.step)
        self.sensor.close()  # the window is still there: the last hooks find it


Bar().run()
