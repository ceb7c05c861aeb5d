"""A keyboard of 25 keys, C3 to C5: the same as examples/c/keys.c, line for line.

A force-sensing resistor under each, 25 pads on one surface, one engine. A simulated player plays a song; each strike and each lift is
printed with its velocity, beside the one that was played. It ends with 1 where a strike or a lift is missed or delivered twice, a strike
comes later than one reading, or a velocity is off by more than WORST.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple

from libpress import Circuit, Curve, Engine, Event, EventType, Sensor, StrikeConfig, StrikeCurve, Surface

KEYS, READING_US, WORST, MIN_SPEED, MAX_SPEED = 25, 1000, 2, 20, 1500
NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")


class Note(NamedTuple):
    """When, which key, how hard (0.1 N), and how long its force rises."""

    ms: int
    key: int
    peak: int
    rise_ms: int


SONG = [Note(*one) for one in (
    (500, 16, 30, 12), (900, 16, 32, 12), (1300, 17, 40, 11), (1700, 19, 60, 9), (2100, 19, 55, 9),
    (2500, 17, 40, 11), (2900, 16, 30, 13), (3300, 14, 22, 16), (3700, 12, 20, 18), (3700, 0, 50, 15),
    (3700, 7, 45, 15), (4100, 12, 24, 16), (4500, 14, 30, 13), (4900, 16, 45, 11), (5300, 16, 80, 8),
    (5300, 4, 60, 12), (5300, 9, 60, 12), (5700, 14, 15, 20), (5900, 14, 90, 10), (5900, 7, 90, 10),
    (5900, 11, 90, 10), (6500, 12, 12, 20), (6504, 24, 12, 20), (6508, 0, 12, 20),
)]  # fmt: skip


def way(x: float) -> float:
    """The way of a finger: 0 to 1 by minimum jerk."""
    return 0.0 if x <= 0 else 1.0 if x >= 1 else x * x * x * (10 + x * (6 * x - 15))


def force_of(note: Note, ms: float) -> float:
    """Newtons of a note: it rises, stays for 120 ms, and falls within 40."""
    since = ms - note.ms
    return note.peak / 10.0 * (way(since / note.rise_ms) - way((since - note.rise_ms - 120) / 40))


def player() -> Callable[[int, float], int]:
    """The code of a key: 15 microsiemens for each newton, above 10 kOhm, 15 bits, two codes of noise."""
    noise = 1

    def code_of(key: int, ms: float) -> int:
        nonlocal noise
        force = 0.0
        for note in SONG:
            if note.key == key and 0 < ms - note.ms < 500:
                force += force_of(note, ms)
        ratio = force * 15e-6 * 10000
        noise = (noise * 1664525 + 1013904223) % 2**32
        return int(32767 * ratio / (1 + ratio) + 0.5) + 4 + (noise >> 24) % 5 - 2

    return code_of


def velocity_of(speed: float) -> int:
    """The velocity of a speed, N/s."""
    return min(1 + int(126 * (speed - MIN_SPEED) / (MAX_SPEED - MIN_SPEED) + 0.5), 127)


def main() -> int:
    strikes = StrikeConfig(curve=StrikeCurve.LINEAR, min_speed=MIN_SPEED, max_speed=MAX_SPEED)
    # lift_us: a key that is struck again soon is struck again.
    engine = Engine(max_contacts=KEYS, max_events=0, lift_us=0, strike=strikes)
    surface = Surface(25 * 20, 100, engine)
    sensor = Sensor(Circuit(full_scale=32767, resistor_ohm=10000), curve=Curve.power(15, 1, 1))
    # The median costs one reading.
    keys = [surface.pad(sensor, x=20 * key + 10, y=50, median=False) for key in range(KEYS)]
    counts, lifts, late, off = [0] * len(SONG), [0] * len(SONG), 0, [0]

    def follow(event: Event) -> None:
        nonlocal late
        key, velocity, since = event.contact, int(event.value2), (event.t_us - event.late_us) / 1000
        is_lift = event.type == EventType.LET_GO
        i = max((i for i, note in enumerate(SONG) if note.key == key and note.ms <= since), default=-1)
        if i < 0:
            off.append(128)
            return
        note = SONG[i]
        touched, ms = float(note.ms), 40 if is_lift else note.rise_ms
        while force_of(note, touched) < 0.4:
            touched += 0.01
        played = velocity_of(note.peak / 10 * (way(0.5 + 4 / ms) - way(0.5 - 4 / ms)) / 0.008)  # the steepest 8 ms
        (lifts if is_lift else counts)[i] += 1
        late += not is_lift and since - touched > READING_US / 1000
        off.append(abs(velocity - played))
        how = "let go" if is_lift else "struck"
        known = "" if is_lift else f", known after {(event.late_us + 500) // 1000:2} ms"
        print(f"{note.ms:5} ms  {NAMES[key % 12]:<2}{3 + key // 12}  {how} velocity {velocity:3}, played {played:3}{known}")

    engine.strike.when_struck = engine.strike.when_let_go = follow
    code_of = player()
    for t_us in range(READING_US, 7_000_000, READING_US):
        for key, pad in enumerate(keys):
            pad.feed(t_us, code_of(key, t_us / 1000))
    once = sum(both == (1, 1) for both in zip(counts, lifts, strict=True))
    print(f"{once} of {len(SONG)} strikes and lifts, {late} later than one reading, velocities within {max(off)}")
    return int(once != len(SONG) or late > 0 or max(off) > WORST)


if __name__ == "__main__":
    sys.exit(main())
