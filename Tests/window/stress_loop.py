"""A program that does everything at once in a loop: python stress_loop.py LOOP SECONDS

A finger presses and lifts without end. Hooks set a label and a bar, as the page says for the toolkit, and for `naive` in the sensor's thread.
A timer of 5 ms reads everything, others change targets and levels, and every 2 s the sensor is closed, under the finger or not, and made again.
It prints one line of JSON: what was counted, and the longest call of each kind in milliseconds, less what the machine itself was late then.
"""

import json
import random
import sys
import threading
import time
from collections import Counter

from libpress import ForceSensor, Profile, Target, Trait
from loops import loop

name, seconds = sys.argv[1], float(sys.argv[2])
chance = random.Random(7)
counted, longest, wrong = Counter(), Counter(), []
late = [0.0, 0.0]  # how late a thread that only sleeps was, lately and at most, seconds


def metronome():
    recent = []
    while True:
        before = time.monotonic()
        time.sleep(0.005)
        recent = [*recent[-40:], time.monotonic() - before - 0.005]
        late[0] = max(recent)
        late[1] = max(late)


def timed(kind, call):
    """Calls it, and notes how long that took."""
    began = time.monotonic()
    try:
        return call()
    finally:
        took = time.monotonic() - began
        counted[kind] += 1
        if took > 0.05:
            time.sleep(0.006)  # the metronome says how late it was
        longest[kind] = max(longest[kind], round(1000 * max(took - late[0], 0) if took > 0.02 else 1000 * took, 1))


def force(at):
    """The force of a finger that presses twice a second, after a delay for setting the hooks."""
    return 4.0 if at > 0.5 and at % 0.5 > 0.2 else 0.0


PROFILES = [Profile(f"{value} N", engine={"touch_force": value}) for value in (0.4, 0.5)]


class Life:
    """One sensor, from when it is made until it is closed."""

    def __init__(self, window):
        self.window, self.down, self.presses, self.began = window, 0, 0, time.monotonic()
        self.sensor = ForceSensor.simulated(force, deliver=window.deliver, tell_moved=True, gestures=True, seed=chance.randrange(1000))
        self.sensor.engine.targets.add(Target(1, 0, 0, 200, 200, Trait.TAP | Trait.PREVIEW))
        self.sensor.when_pressed, self.sensor.when_released = self.pressed, self.released
        self.sensor.engine.when_moved = lambda event: window.show(f"{event.force:.1f} N", event.pressure)
        window.polls(self.sensor)

    def pressed(self):
        self.down += 1
        self.presses += 1
        counted["presses"] += 1
        if self.down != 1:
            wrong.append(f"{self.down} presses at once")
        self.window.show("pressed", 1)

    def released(self):
        if self.presses == 0:
            return  # the hooks were set under the finger
        self.down -= 1
        counted["ends"] += 1
        if self.down != 0:
            wrong.append(f"an end of {self.down + 1} presses")
        self.window.show("-", 0)

    def close(self):
        frames, lasted = self.sensor.pad.stats.frames, time.monotonic() - self.began
        counted["readings"] += frames
        counted["microseconds"] += round(lasted * 1e6)
        timed("close", self.sensor.close)


with loop(name) as window:
    threading.Thread(target=metronome, daemon=True).start()
    lives = [timed("make", lambda: Life(window))]

    is_over = False

    def read():
        sensor = lives[-1].sensor
        timed("read", lambda: (sensor.value, sensor.force, sensor.is_pressed, repr(sensor), sensor.rate, sensor.pad.stats, sensor.engine.stats))

    def lay_out():
        width = chance.randrange(100, 300)
        targets = lives[-1].sensor.engine.targets
        timed("targets", lambda: targets.put([Target(1, 0, 0, width, 200, Trait.TAP | Trait.PREVIEW), Target(2, width, 0, 50, 50, Trait.TAP)]))

    def change():
        sensor = lives[-1].sensor
        timed("levels", lambda: sensor.engine.set(full_force=chance.choice([4, 5])))
        timed("profile", lambda: sensor.load_profile(chance.choice(PROFILES)))

    def renew():
        lives[-1].close()
        lives.append(timed("make", lambda: Life(window)))

    def end():
        global is_over
        lives[-1].close()
        is_over = True

    for every, call in (0.005, read), (0.05, lay_out), (0.3, change), (2.0, renew), (seconds, end):
        window.every(every, lambda call=call: is_over or call())
    window.run(seconds + 0.5)
report = {
    "loop": name, "rate": round(counted["readings"] / max(counted["microseconds"], 1) * 1e6, 1), "presses": counted["presses"], "ends": counted["ends"],
    "sensors": counted["make"], "reads": counted["read"], "longest_ms": dict(longest), "machine_ms": round(1000 * late[1]), "wrong": wrong[:5],
}  # fmt: skip
print(json.dumps(report), flush=True)
