"""Six loops, each in the same words: what a program does with a loop, and how the loop calls hooks in its thread.

with loop("tkinter") as window:
    sensor = ForceSensor.simulated(deliver=window.deliver)
    window.every(0.005, look)
    window.run(seconds=2)

`window.deliver` is what the page says for the toolkit; `window.polls(sensor)` is to be called for each sensor that is made.
"""

import contextlib
import threading
import time

NAMES = ["tkinter", "pyside6", "gtk", "wx", "pygame", "asyncio"]


class Loop:
    """The common part of all loops."""

    deliver = "poll"

    def polls(self, sensor):
        """Hands on what happens to the sensor, where the loop polls."""

    def every(self, seconds, function):
        """Calls it again and again."""
        raise NotImplementedError

    def run(self, seconds=None):
        """Runs, for so long."""
        raise NotImplementedError

    def show(self, text, part):
        """Sets the label, and the bar to a part of its length."""


class Tkinter(Loop):
    def __init__(self):
        import tkinter as tk

        self.root = tk.Tk()
        self.label = tk.Label(self.root, text="-", width=20)
        self.label.pack()
        self.canvas = tk.Canvas(self.root, width=300, height=40)
        self.canvas.pack()
        self.bar = self.canvas.create_rectangle(0, 0, 0, 40, fill="red")

    def polls(self, sensor):
        def poll():
            if not sensor.closed:
                self.root.after(5, poll)
                sensor.poll()

        poll()

    def every(self, seconds, function):
        def call():
            self.root.after(round(seconds * 1000), call)
            function()

        self.root.after(round(seconds * 1000), call)

    def run(self, seconds=None):
        if seconds is not None:
            self.root.after(round(seconds * 1000), self.root.destroy)
        self.root.mainloop()

    def show(self, text, part):
        self.label.config(text=text)
        self.canvas.coords(self.bar, 0, 0, 300 * part, 40)


class Naive(Tkinter):
    """As first written: hooks in the sensor's thread set widgets."""

    deliver = None

    def polls(self, sensor):
        pass


class Pyside6(Loop):
    def __init__(self):
        from PySide6.QtCore import QObject, QTimer, Signal, Slot
        from PySide6.QtWidgets import QApplication, QLabel, QProgressBar, QVBoxLayout, QWidget

        class Bridge(QObject):
            woken = Signal(object)

            def __init__(self):
                super().__init__()
                self.woken.connect(self.call)

            @Slot(object)
            def call(self, function):
                function()

        self.app, self.bridge, self.timer, self.timers = QApplication([]), Bridge(), QTimer, []
        self.window = QWidget()
        self.label, self.bar = QLabel("-"), QProgressBar()
        self.bar.setMaximum(1000)
        layout = QVBoxLayout(self.window)
        layout.addWidget(self.label)
        layout.addWidget(self.bar)
        self.window.show()
        self.deliver = self.bridge.woken.emit

    def every(self, seconds, function):
        timer = self.timer()
        timer.timeout.connect(function)
        timer.start(round(seconds * 1000))
        self.timers.append(timer)

    def run(self, seconds=None):
        if seconds is not None:
            self.timer.singleShot(round(seconds * 1000), self.app.quit)
        self.app.exec()

    def show(self, text, part):
        self.label.setText(text)
        self.bar.setValue(round(1000 * part))


class Gtk(Loop):
    def __init__(self):
        import gi

        gi.require_version("Gtk", "4.0")
        from gi.repository import GLib, Gtk

        self.glib, self.deliver = GLib, GLib.idle_add
        Gtk.init()
        self.main, self.window = GLib.MainLoop(), Gtk.Window()
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.label, self.bar = Gtk.Label(label="-"), Gtk.ProgressBar()
        box.append(self.label)
        box.append(self.bar)
        self.window.set_child(box)
        self.window.present()

    def every(self, seconds, function):
        self.glib.timeout_add(round(seconds * 1000), lambda: function() or True)

    def run(self, seconds=None):
        if seconds is not None:
            self.glib.timeout_add(round(seconds * 1000), self.main.quit)
        self.main.run()

    def show(self, text, part):
        self.label.set_text(text)
        self.bar.set_fraction(part)


class Wx(Loop):
    def __init__(self):
        import wx

        self.wx, self.deliver, self.timers = wx, wx.CallAfter, []
        self.app = wx.App()
        self.frame = wx.Frame(None)
        self.label, self.bar = wx.StaticText(self.frame, label="-"), wx.Gauge(self.frame, range=1000)
        sizer = wx.BoxSizer(wx.VERTICAL)
        sizer.Add(self.label)
        sizer.Add(self.bar)
        self.frame.SetSizer(sizer)
        self.frame.Show()

    def every(self, seconds, function):
        timer = self.wx.Timer(self.frame)
        self.frame.Bind(self.wx.EVT_TIMER, lambda event: function(), timer)
        timer.Start(round(seconds * 1000))
        self.timers.append(timer)

    def run(self, seconds=None):
        if seconds is not None:
            self.wx.CallLater(round(seconds * 1000), self.frame.Close)
        self.app.MainLoop()

    def show(self, text, part):
        self.label.SetLabel(text)
        self.bar.SetValue(round(1000 * part))


class Pygame(Loop):
    def __init__(self):
        import pygame

        self.pygame = pygame
        pygame.init()
        self.screen = pygame.display.set_mode((300, 80))
        self.sensors, self.calls, self.part = [], [], 0.0

    def polls(self, sensor):
        self.sensors = [one for one in self.sensors if not one.closed] + [sensor]

    def every(self, seconds, function):
        self.calls.append([seconds, time.monotonic() + seconds, function])

    def run(self, seconds=None):
        until = None if seconds is None else time.monotonic() + seconds
        frame = 0.0
        while until is None or time.monotonic() < until:
            self.pygame.event.pump()
            now = time.monotonic()
            for call in self.calls:
                if now >= call[1]:
                    call[1] = now + call[0]
                    call[2]()
            for sensor in self.sensors:
                if not sensor.closed:
                    sensor.poll()
            if now >= frame:
                frame = now + 1 / 60
                self.screen.fill("black")
                self.pygame.draw.rect(self.screen, "red", (0, 0, 300 * self.part, 40))
                self.pygame.display.flip()
            time.sleep(0.002)

    def show(self, text, part):
        self.part = part


class Asyncio(Loop):
    def __init__(self):
        import asyncio

        self.asyncio, self.calls, self.loop = asyncio, [], asyncio.new_event_loop()
        self.deliver = self.loop.call_soon_threadsafe

    def every(self, seconds, function):
        def call():
            self.loop.call_later(seconds, call)
            function()

        self.loop.call_later(seconds, call)

    def run(self, seconds=None):
        if seconds is not None:
            self.loop.call_later(seconds, self.loop.stop)
        self.loop.run_forever()


class Plain(Loop):
    """No loop: the main thread waits."""

    deliver = None

    def every(self, seconds, function):
        self.wait, self.call = seconds, function

    def run(self, seconds=None):
        if hasattr(self, "call"):
            time.sleep(self.wait)
            self.call()
        threading.Event().wait(seconds)


@contextlib.contextmanager
def loop(name):
    kinds = {"tkinter": Tkinter, "naive": Naive, "pyside6": Pyside6, "gtk": Gtk, "wx": Wx, "pygame": Pygame, "asyncio": Asyncio, "plain": Plain}
    yield kinds[name]()
