"""A finger presses, looks at the preview, and commits: numbers in place of the sensor, so it runs anywhere.

python preview.py
"""

import math

from libpress import Circuit, Pad, Sensor

circuit = Circuit(full_scale=26400, resistor_ohm=4700)  # an ADS1115 at 3.3 V, FSR above 4.7 kOhm
pad = Pad(Sensor.fsr402(circuit=circuit))


def bar(part: float) -> str:
    return "#" * round(20 * part)


pad.when_touched = lambda event: print(f"{event.t_us / 1e6:5.2f} s  touched")
pad.when_previewed = lambda event: print(f"{event.t_us / 1e6:5.2f} s  preview begins")
pad.when_committed = lambda event: print(f"{event.t_us / 1e6:5.2f} s  committed")
pad.when_cancelled = lambda event: print(f"{event.t_us / 1e6:5.2f} s  cancelled ({event.reason.name.lower()})")
pad.when_released = lambda event: print(f"{event.t_us / 1e6:5.2f} s  released")
pad.engine.preview.when_updated = lambda event: print(f"{event.t_us / 1e6:5.2f} s  {bar(event.progress)}")


def finger(t: float) -> float:
    """Microsiemens of the FSR: a light press from 0.5 s to 1.3 s, a strong one from 2 s to 3 s."""
    for start, length, strength in ((0.5, 0.8, 310), (2.0, 1.0, 900)):
        if start <= t < start + length:
            return 2 + strength * math.sin(math.pi * (t - start) / length) ** 2
    return 2.0


for step in range(1, 321):  # 100 Hz
    ratio = finger(step / 100) * 1e-6 * circuit.resistor_ohm
    code = round(circuit.full_scale * ratio / (1 + ratio))
    pad.feed(10_000 * step, code)

reading = pad.reading
print(f"at the end: {reading.force:.2f} N, zero at {reading.baseline[0]:.1f} uS, {pad.stats.frames} frames")
