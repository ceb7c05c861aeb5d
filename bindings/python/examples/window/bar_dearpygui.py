"""A bar that follows the finger, in Dear PyGui."""

import dearpygui.dearpygui as dpg
from libpress import ForceSensor

dpg.create_context()
dpg.create_viewport(title="libpress", width=340, height=80)
with dpg.viewport_drawlist():
    bar = dpg.draw_rectangle((10, 10), (10, 50), thickness=0, color=(0, 0, 0, 0), fill=(0x9E, 0x9E, 0x9E))
sensor = ForceSensor.simulated(deliver="poll")  # presses again and again; ForceSensor(deliver="poll") is the real one
sensor.when_pressed = lambda: dpg.configure_item(bar, fill=(0xD8, 0x1B, 0x60))
sensor.when_released = lambda: dpg.configure_item(bar, fill=(0x9E, 0x9E, 0x9E))
dpg.setup_dearpygui()
dpg.show_viewport()
while dpg.is_dearpygui_running():
    sensor.poll()  # hooks run here, in the window's thread
    dpg.configure_item(bar, pmax=(20 + 290 * sensor.value, 50))
    dpg.render_dearpygui_frame()
sensor.close()  # the sensor first: its last hooks still find the window
dpg.destroy_context()
