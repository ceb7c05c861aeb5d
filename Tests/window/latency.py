"""How long it takes from a force to a hook, in the sensor's thread and in the window's: latency.py TOOLKIT [SECONDS]. Prints milliseconds.

Two sensors read the same force, which rises at known times. `after` is where the period of the window's loop comes from.
"""

import asyncio
import sys
import threading
import time

from libpress import Circuit, ForceSensor, Sensor
from libpress.simulation import conductance, divided

FULL_SCALE, EACH, PRESSED = 26400, 0.2503, 0.1
SENSOR = Sensor.fsr402(circuit=Circuit(full_scale=FULL_SCALE))
CODES = [round(FULL_SCALE * divided(conductance(SENSOR, newtons) * 1e-6, SENSOR.circuit.resistor_ohm)) for newtons in (0.01, 3)]
PERIOD_MS = {"tkinter": 10, "pygame": 1000 / 60}
began = time.monotonic()


def since_rise():
    return (time.monotonic() - began) % EACH


def start(deliver):
    found = {"sensor": [], "window": []}
    sensors = []
    for where, how in (("sensor", None), ("window", deliver)):
        sensor = ForceSensor(adc=lambda: CODES[since_rise() < PRESSED], full_scale=FULL_SCALE, rate=200, deliver=how)
        sensor.when_pressed = lambda where=where: found[where].append((1000 * since_rise(), threading.current_thread() is threading.main_thread()))
        sensors.append(sensor)
    return sensors, found


def in_tkinter(seconds):
    import tkinter

    root = tkinter.Tk()
    sensors, found = start("poll")

    def step():
        root.after(PERIOD_MS["tkinter"], step)
        sensors[1].poll()

    step()
    root.after(int(1000 * seconds), root.quit)
    root.mainloop()
    return sensors, found


def in_pyside6(seconds):
    from PySide6.QtCore import QObject, QTimer, Signal, Slot
    from PySide6.QtWidgets import QApplication, QLabel

    class Hooks(QObject):
        call = Signal(object)

        @Slot(object)
        def run(self, function):
            function()

    app, hooks = QApplication([]), Hooks()
    hooks.call.connect(hooks.run)
    label = QLabel("latency")
    label.show()
    made = start(hooks.call.emit)
    QTimer.singleShot(int(1000 * seconds), app.quit)
    app.exec()
    return made


def in_gtk4(seconds):
    import gi

    gi.require_version("Gtk", "4.0")
    from gi.repository import GLib, Gtk

    Gtk.init()
    window, loop = Gtk.Window(), GLib.MainLoop()
    window.present()
    made = start(GLib.idle_add)
    GLib.timeout_add(int(1000 * seconds), loop.quit)
    loop.run()
    return made


def in_wx(seconds):
    import wx

    app = wx.App()
    wx.Frame(None).Show()
    made = start(wx.CallAfter)
    wx.CallLater(int(1000 * seconds), app.ExitMainLoop)
    app.MainLoop()
    return made


def in_pygame(seconds):
    import pygame

    pygame.init()
    pygame.display.set_mode((100, 100))
    clock, until = pygame.time.Clock(), time.monotonic() + seconds
    sensors, found = start("poll")
    while time.monotonic() < until:
        pygame.event.pump()
        sensors[1].poll()
        pygame.display.flip()
        clock.tick(60)
    return sensors, found


def in_asyncio(seconds):
    async def main():
        made = start(asyncio.get_running_loop().call_soon_threadsafe)
        await asyncio.sleep(seconds)
        return made

    return asyncio.run(main())


if __name__ == "__main__":
    toolkit, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 10
    sensors, found = globals()[f"in_{toolkit}"](seconds)
    for sensor in sensors:
        sensor.close()
    for where in found:
        assert {main for _, main in found[where]} == {where == "window"}, found
        print(where, *(round(ms, 2) for ms, _ in found[where]))
    print("period", PERIOD_MS.get(toolkit, 0))
