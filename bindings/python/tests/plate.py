"""A simulated plate of 100 x 100 mm on four sensors, and how far the pad's positions are off.

    python plate.py     prints the tables of docs/hardware/plate.md

A plate shares the force out to its corners by where the finger is and by how freely it twists, and lifts off where it would
pull by more than lies there. Sensors differ in gain, see nothing of a break force, carry a preload, are noisy, and are read by
one converter, one after the other.
"""

import functools
import math
import random
import statistics
from dataclasses import dataclass, replace

from libpress import (
    Circuit,
    Correction,
    Curve,
    DragConfig,
    Engine,
    Event,
    EventType,
    GesturesConfig,
    Pad,
    Sensor,
    Target,
    Trait,
)
from libpress.simulation import SimulatedPlate

SIZE = 100.0
CORNERS = ((0.0, 0.0), (SIZE, 0.0), (0.0, SIZE), (SIZE, SIZE))
CHANNEL_US = 1_520  # ADS1115 at 860 readings a second, single shot, bus at 400 kHz
FRAME_US = 4 * CHANNEL_US
PER_NEWTON = 150.0  # microsiemens
FULL_SCALE = 26_400
OHM = 4_700


# Young's modulus in N/mm2, Poisson's ratio, millimetres.
MATERIALS = {
    "3 mm acrylic": (3_200, 0.37, 3),
    "5 mm glass": (70_000, 0.22, 5),
    "6 mm aluminium": (69_000, 0.33, 6),
    "8 mm MDF": (3_000, 0.3, 8),
}
RUBBER = 200.0  # N/mm: the stiffness of the rubber under each corner
FOAM = 5.0


def twist(young, poisson, thick, support=RUBBER, side=SIZE):
    """How freely a plate on four corners twists: 0 is rigid, 1 freely. Finite elements agree within 0.2 % of the force."""
    bending = young * thick**3 / (12 * (1 - poisson**2))
    return support / (support + 8 * bending * (1 - poisson) / side**2)


GLASS = twist(*MATERIALS["5 mm glass"])


@dataclass(frozen=True)
class Plate:
    """Deviations are of normal distributions, forces newtons."""

    twist: float = GLASS

    gain: float = 0.05
    dead: float = 0.2
    preload: float = 0.5
    noise: float = 0.005
    hysteresis: float = 0
    seed: int = 1

    def gains(self):
        rng = random.Random(self.seed)
        return [1 + rng.gauss(0, self.gain) for _ in CORNERS]

    def loads(self, newtons, where):
        """Newtons on each sensor, with the preload."""
        parts = shares(*where, self.twist)
        loads = [self.preload + part * newtons for part in parts]
        return loads if min(loads) >= 0 else lies(self.preload, self.twist).forces(newtons, *where)


@functools.cache
def lies(preload, twist):
    return SimulatedPlate([Sensor(x=x, y=y, preload_force=preload) for x, y in CORNERS], 1, twist=twist)


@functools.cache
def shares(x, y, twist=GLASS):
    """As long as no sensor lifts off."""
    u, v = 2 * x / SIZE - 1, 2 * y / SIZE - 1
    return tuple((1 + s * u + t * v + twist * s * t * u * v) / 4 for s, t in ((-1, -1), (1, -1), (-1, 1), (1, 1)))


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
    gains = plate.gains()
    start = lead
    for i in range(start + round(seconds * 1e6 / FRAME_US)):
        end = (i + 1) * FRAME_US
        codes = []
        for n in range(4):
            t = (end - (3 - n) * CHANNEL_US * skew) / 1e6 - start * FRAME_US / 1e6
            load = plate.loads(newtons(t) if t > 0 else 0, where)[n] + rng.gauss(0, plate.noise)
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
    """The largest error at press, hold and lift while there is a contact: from 0.4 N on, until below 0.25 N."""
    worst = dict.fromkeys(PHASES, 0.0)
    for seed in range(plates):
        for where in ((15, 15), (50, 50), (85, 15), (15, 85), (85, 85)):
            plate = Plate(gain=0, noise=0.002, seed=seed)
            down = False
            for t, _, reading in play(plate, pressed(newtons, ramp), where, 0.55 + 2 * ramp, lag, **settings):
                down = reading.force >= (0.25 if down else 0.4)
                if not down:
                    continue
                phase = "press" if t < 0.1 + ramp else "lift" if t > 0.35 + ramp else "hold"
                worst[phase] = max(worst[phase], math.dist((reading.x, reading.y), where))
    return worst


def white(rng):
    """As recorded of a real FSR under a finger: 0.24 % of the conductance times Student's t of 3 degrees of freedom."""
    return 0.0024 * rng.gauss(0, 1) / math.sqrt(statistics.fmean(rng.gauss(0, 1) ** 2 for _ in range(3)))


def minimum_jerk(u):
    u = min(max(u, 0), 1)
    return u * u * u * (10 - 15 * u + 6 * u * u)


def tap(rng):
    """newtons(us) of a finger that presses with 1 to 5 N without moving, and how long it takes."""
    peak, rise, hold, fall = rng.uniform(1, 5), rng.uniform(4e4, 11e4), rng.uniform(0, 12e4), rng.uniform(4e4, 11e4)
    begin = rng.uniform(0, FRAME_US)
    return (
        lambda t: peak * (minimum_jerk((t - begin) / rise) - minimum_jerk((t - begin - rise - hold) / fall)),
        begin + rise + hold + fall + 50_000,
    )


class Hysteresis:
    """While the force on a sensor falls, it reads a force so much higher, and what grows again from there it reads late."""

    def __init__(self, share, at_rest):
        self.share, self.held = share, at_rest * (1 + share)

    def reads(self, newtons):
        self.held = min(max(self.held, newtons), newtons * (1 + self.share))
        return self.held


def taps(plate, count=100, read="in turn"):
    """Still taps all over a plate that says when it read each sensor: events, and how far each seemed to move.

    `read`: "in turn"; "in turn, unknown", where frames do not say when; "at once".
    """
    rng = random.Random(plate.seed)
    lag, before = (0 if read == "at once" else CHANNEL_US), read == "in turn"
    held = [Hysteresis(plate.hysteresis, plate.preload) for _ in CORNERS]
    gains, tremor, number, events, moved = plate.gains(), 0.0, 0, [], []
    curve = Curve.power(PER_NEWTON, 1, 1)
    sensors = [Sensor(Circuit(FULL_SCALE, OHM), curve, *corner, preload_force=plate.preload) for corner in CORNERS]
    engine = Engine(gestures=GesturesConfig(), drag=DragConfig())
    engine.targets.add(Target(1, 0, 0, SIZE, SIZE, traits=Trait.TAP | Trait.SCROLL))
    engine.targets.add(Target(2, 0, 0, SIZE, SIZE, traits=Trait.TAP | Trait.DRAG_SOURCE, container=1))
    pad, start = Pad(sensors, engine=engine), None

    def deliver(event: Event) -> None:
        nonlocal start
        events.append(event)
        if event.type == EventType.CONTACT_BEGAN:
            start = event.x, event.y
            moved.append(0.0)
        elif event.type == EventType.CONTACT_ENDED:
            start = None

    engine.when_event = deliver
    for i in range(count + 1):
        newtons, lasts = tap(rng) if i else ((lambda t: 0.0), 0.0)
        where = rng.uniform(15, 85), rng.uniform(15, 85)
        first = number
        while (number - first) * FRAME_US < lasts + 600_000:
            number += 1
            tremor = 0.9 * tremor + rng.gauss(0, 0.0087)  # 2 %, mostly below 3 Hz
            codes = []
            for n in range(4):
                force = newtons((number - first) * FRAME_US - (3 - n) * lag)
                load = max(held[n].reads(plate.loads(max(force * (1 + tremor), 0), where)[n]) - plate.dead, 0)
                codes.append(max(code(PER_NEWTON * gains[n] * load * math.exp(white(rng))) + round(rng.gauss(0, 2)), 0))
            pad.feed(number * FRAME_US, codes, before_us=[(3 - n) * CHANNEL_US for n in range(4)] if before else ())
            if start:
                moved[-1] = max(moved[-1], math.dist(start, (pad.reading.x, pad.reading.y)))
    return events, moved


def flicks(plate, ms, count=30):
    """Flicks of 30 to 60 mm through the middle, whose force rises as long as it falls: events."""
    rng = random.Random(plate.seed)
    held = [Hysteresis(plate.hysteresis, plate.preload) for _ in CORNERS]
    gains, number, events = plate.gains(), 0, []
    curve = Curve.power(PER_NEWTON, 1, 1)
    engine = Engine(gestures=GesturesConfig(), scroll=True, max_events=0)
    engine.targets.add(Target(1, 0, 0, SIZE, SIZE, traits=Trait.TAP | Trait.SCROLL))
    engine.when_event = events.append
    pad = Pad([Sensor(Circuit(FULL_SCALE, OHM), curve, *corner, preload_force=plate.preload) for corner in CORNERS], engine=engine)
    for i in range(count + 1):
        peak, angle, way, half = rng.uniform(1, 4) if i else 0, rng.uniform(0, math.tau), rng.uniform(30, 60), ms * 500
        first = number
        while (number - first) * FRAME_US < ms * 1_000 + 700_000:
            number += 1
            codes = []
            for n in range(4):
                t = (number - first) * FRAME_US - (3 - n) * CHANNEL_US
                far = way * (minimum_jerk(t / half / 2.6) - 0.4)  # it still moves as it lifts
                where = SIZE / 2 + far * math.cos(angle), SIZE / 2 + far * math.sin(angle)
                force = peak * (minimum_jerk(t / half) - minimum_jerk(t / half - 1))
                load = max(held[n].reads(plate.loads(max(force, 0), where)[n]) - plate.dead, 0)
                codes.append(max(code(PER_NEWTON * gains[n] * load * math.exp(white(rng))) + round(rng.gauss(0, 2)), 0))
            pad.feed(number * FRAME_US, codes, before_us=[(3 - n) * CHANNEL_US for n in range(4)])
    return events


TAPS = {
    "0.5 N of preload": (Plate(), "in turn"),
    "the same, times unknown": (Plate(), "in turn, unknown"),
    "rigid, 5 % of hysteresis": (Plate(twist=0.0, hysteresis=0.05), "in turn"),
    "the same, read at once": (Plate(twist=0.0, hysteresis=0.05), "at once"),
    "no preload": (Plate(preload=0), "in turn"),
    "no preload, no dead zone": (Plate(preload=0, dead=0), "in turn"),
}


def tap_table(plates=5):
    lines = ["still taps of 1 to 5 N           contacts   taps   seem to move, mm: half below   99 % below"]
    for name, (plate, read) in TAPS.items():
        played = [taps(replace(plate, seed=seed), read=read) for seed in range(1, plates + 1)]
        moved = sorted(far for _, all_moved in played for far in all_moved)
        kinds = [event.type for events, _ in played for event in events]
        contacts, tapped = kinds.count(EventType.CONTACT_BEGAN), kinds.count(EventType.TAPPED)
        half, most = moved[len(moved) // 2], moved[len(moved) * 99 // 100]
        lines.append(f"{name:<33}{contacts:8}{tapped:7}{half:31.1f}{most:13.1f}")
    return lines


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


def material_table(newtons=5.0, where=(15, 15)):
    """What a press near a corner takes off the sensor across, and what a pad with a preload of 1 N reads of it."""
    lines = ["100 mm                k    far share at (15, 15)   at a corner   a pad reads 5 N at (15, 15) as"]
    kinds = {name: twist(*one) for name, one in MATERIALS.items()}
    kinds |= {"8 mm MDF on foam": twist(*MATERIALS["8 mm MDF"], FOAM), "rigid": 0.0}
    for name, k in kinds.items():
        one = Plate(twist=k, gain=0, dead=0, noise=0.002, preload=1.0)
        readings = [r for *_, r in play(one, lambda t: newtons, where, 0.5)][40:]
        force, x, y = (statistics.fmean(getattr(r, one) for r in readings) for one in ("force", "x", "y"))
        lines.append(f"{name:<18}{k:6.2f}{shares(*where, k)[3]:+19.3f}{shares(0, 0, k)[3]:+19.2f}{force:15.2f} N at ({x:.1f}, {y:.1f})")
    return lines


if __name__ == "__main__":
    print("\n".join([*material_table(), "", *held_table(), "", *moving_table(), "", *tap_table()]))
