"""A program with a sensor in a loop, which is ended from outside or by itself: python ends.py LOOP WHAT HOW

WHAT happens then: `rest`, `pressed`, `slow` (a hook takes half a second), `stuck` (a hook never returns: that of the press, or where the
program closes the sensor itself that of its end). HOW it ends: `close` (the sensor, then the window), `exit` (the window alone), `wait` (it
waits for a signal).
"""

import sys
import threading
import time

from libpress import ForceSensor
from loops import loop

name, what, how = sys.argv[1:4]
with loop(name) as window:
    force = 0 if what == "rest" else 4
    sensor = ForceSensor.simulated([(0.3, 0), (0.4, force), (100, force)], deliver=window.deliver)

    def pressed():
        print("pressed", flush=True)
        if what == "stuck" and how == "wait":
            threading.Event().wait()
        elif what == "slow":
            time.sleep(0.5)
        window.show("pressed", 1)

    def released(event):
        print("released", event.reason.name, flush=True)
        if what == "stuck":
            threading.Event().wait()
        window.show("released", 0)

    def close():
        if not sensor.closed:
            began = time.monotonic()
            sensor.close()
            print(f"closed in {time.monotonic() - began:.2f} s", flush=True)

    sensor.when_pressed, sensor.when_released = pressed, released
    window.polls(sensor)
    print("up", flush=True)
    if how == "close":
        window.every(1.2, close)
    window.run(None if how == "wait" else 2.0)
print("end", flush=True)
