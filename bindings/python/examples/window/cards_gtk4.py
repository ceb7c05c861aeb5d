"""A list with peek and pop, and a card that is dragged, in GTK 4: cards_gtk4.py [DEGREES by which the screen is turned]."""

import sys

import gi
from cards import ROWS, Cards

gi.require_versions({"Gdk": "4.0", "Gtk": "4.0"})
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

COLOURS = {**ROWS, "tray": "#fdd835", "card": "#d81b60", "peek": "#1e88e5", "pop": "#43a047"}


class Window(Gtk.ApplicationWindow):
    def __init__(self, app, turned):
        super().__init__(application=app, decorated=False)
        screen = app.screen.get_geometry()  # GTK counts points: at scale 2 each is 2 by 2 pixels
        self.width, self.height, self.turned, self.cards = screen.width, screen.height, turned, None
        self.set_default_size(self.width, self.height)
        self.fixed = Gtk.Fixed()
        self.set_child(self.fixed)
        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10)
        self.fixed.put(column, 0.1 * self.width, 0.5 * self.height - 70)
        self.parts = {name: self.label(name, 100, 40) for name in ROWS}
        for row in self.parts.values():
            column.append(row)
        self.parts |= {"tray": self.label("tray", 0.4 * self.width, 0.3 * self.height), "card": self.label("card", 60, 40)}
        self.shown = self.label("peek", 120, 40)
        self.shown.set_visible(False)
        self.fixed.put(self.parts["tray"], 0.5 * self.width, 0.55 * self.height)
        self.fixed.put(self.shown, 0, 0)
        self.fixed.put(self.parts["card"], 0, 0)
        self.rest("home")
        self.connect("close-request", self.close_sensor)
        self.add_tick_callback(self.start)

    def label(self, name, width, height):
        label = Gtk.Label(label=name, css_classes=[name])
        label.set_size_request(round(width), round(height))
        return label

    def start(self, *_):
        if not self.parts["card"].get_width():
            return GLib.SOURCE_CONTINUE  # it is not laid out yet
        self.cards = Cards(self, self.width, self.height, self.turned, GLib.idle_add)
        self.get_frame_clock().connect("after-paint", lambda _: self.cards.layout())  # parts have their new places only then
        return GLib.SOURCE_REMOVE

    def rect(self, name):
        _, bounds = self.parts[name].compute_bounds(self)
        return bounds.get_x(), bounds.get_y(), bounds.get_width(), bounds.get_height()

    def open(self, name, how):
        x, y, width, _ = self.rect(name)
        self.shown.set_text(f"{how}: {name}")
        self.shown.set_css_classes([how])
        self.fixed.move(self.shown, x + width, y)
        self.shown.set_visible(True)

    def close_peek(self):
        self.shown.set_visible(False)

    def move(self, x, y):
        self.fixed.move(self.parts["card"], x - 30, y - 20)

    def rest(self, place):
        self.move(0.7 * self.width, (0.7 if place == "tray" else 0.35) * self.height)

    def close_sensor(self, _):
        if self.cards:
            self.cards.sensor.close()
        return False


def activate(app):
    style = Gtk.CssProvider()
    style.load_from_data("".join(f".{name} {{ background: {colour}; }}" for name, colour in COLOURS.items()).encode())
    display = Gdk.Display.get_default()
    Gtk.StyleContext.add_provider_for_display(display, style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
    app.screen = display.get_monitors()[0]
    Window(app, int(sys.argv[1]) if len(sys.argv) > 1 else 0).present()


app = Gtk.Application()
app.connect("activate", activate)
sys.exit(app.run())
