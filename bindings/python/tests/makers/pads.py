"""Four pads, each prints its own drum."""

from signal import pause

from libpress import ForceSensor

drums = ["kick", "snare", "hat", "tom"]
pads = [ForceSensor(channel) for channel in range(4)]
for n, pad in enumerate(pads):
    pad.when_pressed = lambda n=n: print(drums[n])
pause()
