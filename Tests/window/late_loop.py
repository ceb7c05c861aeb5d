"""How late a hook is in the thread of a window: python late_loop.py LOOP

Two sensors read the same force, which steps up now and then: one calls its hook in its own thread, one in that of the loop. It prints one line
of JSON with the median from the step to either hook, in milliseconds.
"""

import json
import statistics
import sys
import time

from libpress import ForceSensor
from loops import loop

began = time.monotonic() + 1
late = {"sensor": [], "window": []}


def force():
    """0.7 in the first 250 ms of every 507 ms: at another phase of the readings and of the window each time."""
    since = time.monotonic() - began
    return 0.7 if since > 0 and since % 0.507 < 0.25 else 0.0


def note(where):
    return lambda: late[where].append(1000 * ((time.monotonic() - began) % 0.507))


with loop(sys.argv[1]) as window:
    sensors = {"sensor": ForceSensor(adc=force), "window": ForceSensor(adc=force, deliver=window.deliver)}
    for where, sensor in sensors.items():
        sensor.when_pressed = note(where)
    window.polls(sensors["window"])
    window.run(9)
    for sensor in sensors.values():
        sensor.close()
print(json.dumps({where: round(statistics.median(found), 1) for where, found in late.items()} | {"presses": len(late["window"])}), flush=True)
