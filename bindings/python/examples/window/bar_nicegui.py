"""A bar that follows the finger, in NiceGUI: in a browser."""

from libpress import ForceSensor
from nicegui import app, ui

sensor = ForceSensor.simulated(deliver="poll")  # presses again and again; ForceSensor(deliver="poll") is the real one
shown = {"state": "released", "value": 0.0}
sensor.when_pressed = lambda: shown.update(state="pressed")
sensor.when_released = lambda: shown.update(state="released")


def step():
    sensor.poll()  # hooks run here, in the loop of NiceGUI, once for all who look at the page
    shown["value"] = sensor.value


@ui.page("/")
def page():
    ui.label().bind_text_from(shown, "state")
    ui.linear_progress(show_value=False).bind_value_from(shown, "value")


app.timer(0.02, step)
app.on_shutdown(sensor.close)
ui.run(reload=False, show=False, port=8080)
