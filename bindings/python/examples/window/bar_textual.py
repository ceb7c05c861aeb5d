"""A bar that follows the finger, in Textual: in a terminal."""

from libpress import ForceSensor
from textual.app import App
from textual.widgets import Label


class Bar(App):
    def compose(self):
        yield Label("released", id="state")
        yield Label("", id="bar")

    def on_mount(self):
        state, bar = self.query_one("#state", Label), self.query_one("#bar", Label)
        self.sensor = ForceSensor.simulated(deliver=self.call_later)  # presses again and again; ForceSensor(deliver=...) is the real one
        self.sensor.when_pressed = lambda: state.update("pressed")
        self.sensor.when_released = lambda: state.update("released")
        self.set_interval(1 / 30, lambda: bar.update("█" * round(40 * self.sensor.value)))

    def on_unmount(self):
        self.sensor.close()


Bar().run()
