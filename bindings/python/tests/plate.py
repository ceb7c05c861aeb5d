"""A simulated plate of 100 x 100 mm on four sensors, and how far the pad's positions are off.

    python plate.py     prints the tables of docs/hardware.md

A rigid plate shares the force out to its corners by where the finger is. Sensors differ in gain, see nothing of a break
force, carry a preload, are noisy, and are read by one converter, one after the other.
"""

import math
import random
import statistics
from dataclasses import dataclass, replace

from libpress import Circuit, Correction, Curve, Pad, Sensor

SIZE = 100.0
CORNERS = ((0.0, 0.0), (SIZE, 0.0), (0.0, SIZE), (SIZE, SIZE))
CHANNEL_US = 1_520  # ADS1115 at 860 readings a second, single shot, bus at 400 kHz
FRAME_US = 4 * CHANNEL_US
PER_NEWTON = 150.0  # microsiemens
FULL_SCALE = 26_400
OHM = 4_700


@dataclass(frozen=True)
class Plate:
    """Deviations are of normal distributions, forces newtons."""

    gain: float = 0.05
    dead: float = 0.2
    preload: float = 0.5
    noise: float = 0.005
    seed: int = 1

    def gains(self):
        rng = random.Random(self.seed)
        return [1 + rng.gauss(0, self.gain) for _ in CORNERS]


def shares(x, y):
    u, v = x / SIZE, y / SIZE
    return ((1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v)


def code(microsiemens):
    ratio = microsiemens * 1e-6 * OHM
    return round(FULL_SCALE * ratio / (1 + ratio))


def play(plate, newtons, where, seconds, lag=True, correction=None, skew=True, lead=50, sensor_preload=None, **settings):
    """Feeds frames from a plate, with newtons(t) at `where`; gives (t, force then, reading) after `lead` frames without."""
    circuit = Circuit(FULL_SCALE, OHM)
    sensors = [
        Sensor(
            circuit,
            Curve.power(PER_NEWTON, 1, 1),
            *corner,
            lag_us=(3 - n) * CHANNEL_US if lag and skew else 0,
            preload_force=plate.preload if sensor_preload is None else sensor_preload,
        )
        for n, corner in enumerate(CORNERS)
    ]
    pad = Pad(sensors, correction=correction, **settings)
    rng = random.Random(plate.seed + 1)
    gains, parts = plate.gains(), shares(*where)
    start = lead
    for i in range(start + round(seconds * 1e6 / FRAME_US)):
        end = (i + 1) * FRAME_US
        codes = []
        for n in range(4):
            t = (end - (3 - n) * CHANNEL_US * skew) / 1e6 - start * FRAME_US / 1e6
            load = plate.preload + parts[n] * (newtons(t) if t > 0 else 0) + rng.gauss(0, plate.noise)
            codes.append(code(PER_NEWTON * gains[n] * max(load - plate.dead, 0)))
        pad.feed(end, codes)
        if i >= start:
            yield end / 1e6 - start * FRAME_US / 1e6, newtons(end / 1e6 - start * FRAME_US / 1e6), pad.reading


PLACES = [(x, y) for x in (15, 50, 85) for y in (15, 50, 85)]


def rms(values):
    return math.sqrt(statistics.fmean(v * v for v in values))


def held_error(plate, newtons, plates=12, fitted=False):
    """Root mean square of the position error under a finger that holds, over plates and places; None: never placed."""
    errors = []
    for seed in range(plates):
        one = replace(plate, seed=seed)
        correction = fit(one) if fitted else None
        for where in PLACES:
            readings = [r for t, _, r in play(one, lambda t: newtons, where, 0.3, correction=correction)][20:]
            errors += [math.dist((r.x, r.y), where) for r in readings]
    return rms(errors)


def fit(plate, newtons=3.0):
    """A correction from touches at nine places."""
    return Correction.fit((touched(plate, newtons, where), where) for where in PLACES)


def touched(plate, newtons, where):
    readings = [r for _, _, r in play(plate, lambda t: newtons, where, 0.3)][20:]
    return statistics.fmean(r.x for r in readings), statistics.fmean(r.y for r in readings)


def smooth(u):
    u = min(max(u, 0), 1)
    return u * u * (3 - 2 * u)


def pressed(newtons, ramp):
    """0.05 s after the beginning up within `ramp`, held for 0.3 s, and down within `ramp`."""
    return lambda t: newtons * (smooth((t - 0.05) / ramp) - smooth((t - 0.35 - ramp) / ramp))


PHASES = ("press", "hold", "lift")


def moving_error(newtons, ramp, lag, plates=4, **settings):
    """The largest error at press, hold and lift while the pad says that there is a contact (0.25 N)."""
    worst = dict.fromkeys(PHASES, 0.0)
    for seed in range(plates):
        for where in ((15, 15), (50, 50), (85, 15), (15, 85), (85, 85)):
            plate = Plate(gain=0, noise=0.002, seed=seed)
            for t, _, reading in play(plate, pressed(newtons, ramp), where, 0.55 + 2 * ramp, lag, **settings):
                if reading.force < 0.25:
                    continue
                phase = "press" if t < 0.1 + ramp else "lift" if t > 0.35 + ramp else "hold"
                worst[phase] = max(worst[phase], math.dist((reading.x, reading.y), where))
    return worst


FORCES = (0.3, 0.5, 1.0, 2.0, 5.0)
PLATES = {
    "gains 5 % apart, no preload": Plate(preload=0),
    "gains 5 % apart, 0.5 N of preload": Plate(),
    "the same, corrected by 9 touches": Plate(),
    "gains equal, 0.5 N of preload": Plate(gain=0),
    "gains 10 % apart, corrected": Plate(gain=0.1),
}


def held_table():
    lines = ["position error, mm rms            " + "".join(f"{n:7.1f} N" for n in FORCES)]
    for name, plate in PLATES.items():
        errors = [held_error(plate, n + 1e-9, fitted="corrected" in name) for n in FORCES]
        lines.append(f"{name:<34}" + "".join(f"{e:9.1f}" for e in errors))
    return lines


def moving_table():
    lines = ["largest error, mm            press    hold    lift"]
    for newtons, ramp in ((2, 0.03), (2, 0.1), (5, 0.03)):
        for lag in (False, True):
            worst = moving_error(newtons, ramp, lag)
            name = f"{newtons} N in {ramp * 1000:.0f} ms, lag_us {'set' if lag else '0'}"
            lines.append(f"{name:<26}" + "".join(f"{worst[phase]:8.1f}" for phase in PHASES))
    return lines


if __name__ == "__main__":
    print("\n".join([*held_table(), "", *moving_table()]))
