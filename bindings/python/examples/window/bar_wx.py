"""A bar that follows the finger, in wxPython."""

import wx
from libpress import ForceSensor


class Window(wx.Frame):
    def __init__(self):
        super().__init__(None, title="libpress", size=(320, 90))
        self.panel = wx.Panel(self)
        self.bar = wx.Window(self.panel, pos=(10, 10), size=(1, 40))
        self.sensor = ForceSensor.simulated(deliver=wx.CallAfter)  # presses again and again; ForceSensor(deliver=wx.CallAfter) is the real one
        self.sensor.when_pressed = lambda: self.paint("#d81b60")
        self.sensor.when_released = lambda: self.paint("#9e9e9e")
        self.timer = wx.Timer(self)
        self.Bind(wx.EVT_TIMER, lambda event: self.bar.SetSize(round(10 + 290 * self.sensor.value), 40))
        self.Bind(wx.EVT_CLOSE, self.close)
        self.timer.Start(16)

    def paint(self, colour):
        self.bar.SetBackgroundColour(colour)
        self.bar.Refresh()

    def close(self, event):
        self.timer.Stop()
        self.sensor.close()  # the sensor first: its last hooks still find the window
        event.Skip()


app = wx.App()
Window().Show()
app.MainLoop()
