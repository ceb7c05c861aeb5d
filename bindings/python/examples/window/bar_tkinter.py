"""A bar that follows the finger, in tkinter."""

import tkinter

from libpress import ForceSensor

sensor = ForceSensor.simulated(deliver="poll")  # presses again and again; ForceSensor(deliver="poll") is the real one
root = tkinter.Tk()
canvas = tkinter.Canvas(root, width=300, height=40)
canvas.pack(padx=10, pady=10)
bar = canvas.create_rectangle(0, 0, 0, 40, width=0, fill="#9e9e9e")
sensor.when_pressed = lambda: canvas.itemconfig(bar, fill="#d81b60")
sensor.when_released = lambda: canvas.itemconfig(bar, fill="#9e9e9e")


def step():
    root.after(10, step)  # first: what a hook raises ends this step, and not the next ones
    sensor.poll()  # hooks run here, in the window's thread
    canvas.coords(bar, 0, 0, 10 + 290 * sensor.value, 40)


def close():
    sensor.close()  # the sensor first: its last hooks still find the window
    root.destroy()


root.protocol("WM_DELETE_WINDOW", close)
step()
root.mainloop()
