"""A bar that follows the finger, in GTK 4."""

import sys

import gi

gi.require_versions({"Gdk": "4.0", "Gtk": "4.0"})
from gi.repository import Gdk, GLib, Gtk  # noqa: E402
from libpress import ForceSensor  # noqa: E402

STYLE = b"""
progressbar trough, progress { all: unset; min-height: 40px; }
progress { background: #9e9e9e; }
progressbar.pressed progress { background: #d81b60; }
"""


def activate(app):
    style = Gtk.CssProvider()
    style.load_from_data(STYLE)
    Gtk.StyleContext.add_provider_for_display(Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
    window = Gtk.ApplicationWindow(application=app, default_width=320, default_height=60)
    bar = Gtk.ProgressBar(margin_start=10, margin_end=10, margin_top=10)
    window.set_child(bar)

    sensor = ForceSensor.simulated(deliver=GLib.idle_add)  # presses again and again; ForceSensor(deliver=GLib.idle_add) is the real one
    sensor.when_pressed = lambda: bar.add_css_class("pressed")
    sensor.when_released = lambda: bar.remove_css_class("pressed")

    def step(*_):
        bar.set_fraction(0.03 + 0.97 * sensor.value)
        return GLib.SOURCE_CONTINUE

    def close(_):
        bar.remove_tick_callback(tick)
        sensor.close()  # the sensor first: its last hooks still find the window
        return False

    tick = bar.add_tick_callback(step)
    window.connect("close-request", close)
    window.present()


app = Gtk.Application()
app.connect("activate", activate)
sys.exit(app.run())
