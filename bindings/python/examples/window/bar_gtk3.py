"""A bar that follows the finger, in GTK 3."""

import gi

gi.require_versions({"Gdk": "3.0", "Gtk": "3.0"})
from gi.repository import Gdk, GLib, Gtk  # noqa: E402
from libpress import ForceSensor  # noqa: E402

STYLE = b"""
progressbar trough, progress { all: unset; min-height: 40px; }
progress { background: #9e9e9e; }
progressbar.pressed progress { background: #d81b60; }
"""

style = Gtk.CssProvider()
style.load_from_data(STYLE)
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
window = Gtk.Window(default_width=320, default_height=60)
bar = Gtk.ProgressBar(margin=10)
window.add(bar)

sensor = ForceSensor.simulated(deliver=GLib.idle_add)  # presses again and again; ForceSensor(deliver=GLib.idle_add) is the real one
sensor.when_pressed = lambda: bar.get_style_context().add_class("pressed")
sensor.when_released = lambda: bar.get_style_context().remove_class("pressed")


def step():
    bar.set_fraction(0.03 + 0.97 * sensor.value)
    return GLib.SOURCE_CONTINUE


def close(*_):
    GLib.source_remove(timer)
    sensor.close()  # the sensor first: its last hooks still find the window
    Gtk.main_quit()


timer = GLib.timeout_add(16, step)
window.connect("delete-event", close)
window.show_all()
Gtk.main()
