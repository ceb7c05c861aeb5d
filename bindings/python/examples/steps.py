"""A step pad of nine plates: the same as examples/c/steps.c, line for line.

Four load sensors under each: 36 sensors, nine pads on one surface, one engine. A simulated dancer steps; each step is printed
with its plate, place and velocity, beside the one that was stepped. It ends with 1 where a step is missed or felt twice, comes
later than one reading, or is off by more than WORST or by more than 10 mm.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple

from libpress import Circuit, Curve, Engine, Event, Sensor, StrikeConfig, StrikeCurve, Surface

PLATES, SIDE, READING_US, TOUCH, WORST, MIN_SPEED, MAX_SPEED = 9, 300, 2000, 20, 2, 500, 32000
NAMES = ("up left", "up", "up right", "left", "centre", "right", "down left", "down", "down right")


class Step(NamedTuple):
    """When, which plate, how hard (N), how long its force rises, and where on the plate (mm)."""

    ms: int
    plate: int
    peak: int
    rise_ms: int
    x: int
    y: int


DANCE = [Step(*one) for one in (
    (500, 1, 300, 40, 150, 150), (900, 3, 420, 35, 120, 160), (900, 5, 380, 35, 180, 150), (1300, 7, 250, 50, 150, 200),
    (1700, 3, 500, 30, 100, 150), (1900, 5, 480, 30, 200, 150), (2100, 3, 300, 40, 110, 140), (2300, 5, 280, 40, 190, 160),
    (2700, 0, 600, 40, 200, 200), (2700, 8, 600, 40, 100, 100), (3300, 1, 150, 60, 150, 100), (3304, 7, 150, 60, 150, 200),
    (3900, 2, 400, 25, 100, 200), (4100, 6, 400, 25, 200, 100), (4300, 4, 700, 45, 150, 150), (4900, 4, 200, 50, 140, 160),
)]  # fmt: skip


def way(x: float) -> float:
    """The way of a foot: 0 to 1 by minimum jerk."""
    return 0.0 if x <= 0 else 1.0 if x >= 1 else x * x * x * (10 + x * (6 * x - 15))


def force_of(step: Step, ms: float) -> float:
    """Newtons of a step: it rises, stays for 100 ms, and falls within 60."""
    since = ms - step.ms
    return step.peak * (way(since / step.rise_ms) - way((since - step.rise_ms - 100) / 60))


def dancer() -> Callable[[int, int, float], int]:
    """The code of a sensor in a corner of a plate: 1 microsiemens for each newton, above 1 kOhm, 15 bits, two codes of noise."""
    noise = 1

    def code_of(plate: int, corner: int, ms: float) -> int:
        nonlocal noise
        force = 0.0
        for step in DANCE:
            if step.plate == plate and 0 < ms - step.ms < 500:
                x, y = step.x / SIDE, step.y / SIDE
                force += force_of(step, ms) * (x if corner & 1 else 1 - x) * (y if corner & 2 else 1 - y)
        ratio = force * 1e-6 * 1000
        noise = (noise * 1664525 + 1013904223) % 2**32
        return int(32767 * ratio / (1 + ratio) + 0.5) + 4 + (noise >> 24) % 5 - 2

    return code_of


def main() -> int:
    # window_us: feet rise slowly.
    strikes = StrikeConfig(window_us=40_000, curve=StrikeCurve.LINEAR, min_speed=MIN_SPEED, max_speed=MAX_SPEED)
    engine = Engine(max_events=0, touch_force=TOUCH, release_force=12, zero_force=12, full_force=600, strike=strikes)
    surface = Surface(3 * SIDE, 3 * SIDE, engine)
    sensors = [Sensor(Circuit(full_scale=32767, resistor_ohm=1000), Curve.power(100, 100, 1), x, y) for y in (0, SIDE) for x in (0, SIDE)]
    # The median costs one reading.
    levels = {"median": False, "start_limit": 8, "untouched_force": 5, "position_force": 10}
    places = [(SIDE * (plate % 3), SIDE * (plate // 3)) for plate in range(PLATES)]
    plates = [surface.pad(sensors, x=x, y=y, width=SIDE, height=SIDE, **levels) for x, y in places]
    felt, late, off = [0] * len(DANCE), 0, [0]

    def struck(event: Event) -> None:
        nonlocal late
        plate, velocity, began = event.contact, int(event.value2), (event.t_us - event.late_us) / 1000
        i = max((i for i, step in enumerate(DANCE) if step.plate == plate and step.ms <= began), default=-1)
        if i < 0:
            off.append(128)
            return
        step = DANCE[i]
        # The speed of the steepest 8 ms.
        touched, half = float(step.ms), 4 / step.rise_ms
        speed = step.peak * (way(0.5 + half) - way(0.5 - half)) / 0.008
        while force_of(step, touched) < TOUCH:
            touched += 0.01
        stepped = min(1 + int(126 * (speed - MIN_SPEED) / (MAX_SPEED - MIN_SPEED) + 0.5), 127)
        x, y = int(event.x + 0.5), int(event.y + 0.5)
        felt[i] += 1
        late += began - touched > READING_US / 1000
        off.append(abs(velocity - stepped))
        if abs(x - places[plate][0] - step.x) > 10 or abs(y - places[plate][1] - step.y) > 10:
            off.append(128)
        known = (event.late_us + 500) // 1000
        place = f"{NAMES[plate]:<10} at {x:3}, {y:3}"
        print(f"{step.ms:5} ms  {place}  velocity {velocity:3}, stepped {stepped:3}, known after {known:2} ms")

    engine.strike.when_struck = struck
    code_of = dancer()
    for t_us in range(READING_US, 5_500_000, READING_US):
        for plate, pad in enumerate(plates):
            pad.feed(t_us, [code_of(plate, corner, t_us / 1000) for corner in range(4)])
    once = felt.count(1)
    print(f"{once} of {len(DANCE)} steps, {late} later than one reading, velocities within {max(off)}")
    return int(once != len(DANCE) or late > 0 or max(off) > WORST)


if __name__ == "__main__":
    sys.exit(main())
