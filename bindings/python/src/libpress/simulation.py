"""A finger that is not there: newtons by time, and the codes that sensors would give."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from numbers import Real
from operator import add
from typing import Any

from .errors import InvalidError
from .generated import _raw
from .numbers import from_q16
from .sensor import Sensor

KeyPoint = tuple[float, ...]
"""Seconds, newtons, and where it presses: x, y in points; where it stays where it was these are left out."""
Finger = Sequence[KeyPoint] | str | os.PathLike[str] | Callable[[float], float]

_PRESSES: tuple[KeyPoint, ...] = (
    (0.5, 0), (0.8, 2), (1.0, 2), (1.2, 0), (1.8, 0), (2.4, 6), (2.7, 6), (2.9, 0), (3.4, 0), (3.5, 1.2), (3.6, 0), (4.0, 0)
)  # fmt: skip
_SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1.0}


class SimulatedFinger:
    """What presses, and how hard: key points between which force and place go over smoothly.

    `finger` is a list of them, `[(seconds, newtons), ...]`, with a place `(seconds, newtons, x, y)`; a file of them, as
    `pressd --source finger:FILE` reads it; or a function from seconds to newtons (below 0 it pulls). None: three presses, again and again.
    """

    __slots__ = ("_force", "_points", "_repeats")

    def __init__(self, finger: Finger | None = None, *, repeats: bool = False) -> None:
        """`repeats`: its key points begin again after the last one."""
        self._force: Callable[[float], float] | None = None
        self._repeats = finger is None or repeats
        points: Any = _PRESSES if finger is None else finger
        if callable(finger):
            self._force, points = finger, ((0.0, 0.0),)
        elif isinstance(finger, str | os.PathLike):
            points = list(_lines(finger))
        self._points = [_point(point) for point in _listed(points)]
        if not self._points:
            raise InvalidError("a simulated finger requires at least one key point (seconds, newtons)")
        for before, after in pairwise(self._points):
            if after[0] <= before[0]:
                raise InvalidError(f"the key points of a finger rise in time: {after[0]:g} s is not after {before[0]:g} s")

    @property
    def ends_at(self) -> float | None:
        """Seconds: half a second after the last key point; None: it goes on for ever."""
        return None if self._repeats or self._force else self._points[-1][0] + 0.5

    def move(self, seconds: float, newtons: float, over: float = 0.06) -> None:
        """From that time on it goes over to another force, in the middle, and stays there."""
        now = self.at(seconds)[0]
        self._points = [point for point in self._points if point[0] < seconds]
        self._points += [(seconds, now), (seconds + over, newtons)]
        self._repeats = False

    def at(self, seconds: float) -> tuple[float, float | None, float | None]:
        """Newtons, x, y; no place: the middle."""
        if self._force is not None:
            return float(self._force(seconds)), None, None
        points = self._points
        if self._repeats:
            seconds %= points[-1][0]
        before = after = points[0]
        for after in points:
            if after[0] >= seconds:
                break
            before = after
        span = after[0] - before[0]
        part = min(max((seconds - before[0]) / span, 0.0), 1.0) if span > 0 else 1.0
        part *= part * (3 - 2 * part)
        force = before[1] + part * (after[1] - before[1])
        here, there = (before[2:] or after[2:]), (after[2:] or before[2:])
        if not here:
            return force, None, None
        return force, here[0] + part * (there[0] - here[0]), here[1] + part * (there[1] - here[1])


def fingers_of(fingers: Any) -> list[Any]:
    """One finger for each pad. Raises TypeError."""
    if callable(fingers) or isinstance(fingers, str | os.PathLike | SimulatedFinger) or not hasattr(fingers, "__iter__"):
        raise TypeError(f"finger={fingers!r}: a list with one finger for each pad")
    listed = list(fingers)
    if any(hasattr(one, "__len__") and len(one) and _are_numbers(one) for one in listed):  # the key points of one finger
        raise TypeError(f"finger={fingers!r}: a list with one finger for each pad, [[(seconds, newtons), ...], ...]")
    return listed


def _listed(points: Any) -> list[Any]:
    if not hasattr(points, "__iter__"):
        raise TypeError(f"finger={points!r}: a list of key points [(seconds, newtons), ...], a file of them, or a function from seconds to newtons")
    return list(points)


def _are_numbers(point: Any) -> bool:
    return hasattr(point, "__iter__") and all(isinstance(one, Real) for one in point)


def _point(point: Any) -> KeyPoint:
    if not _are_numbers(point) or len(values := tuple(point)) not in (2, 4):
        raise TypeError(f"a key point of a finger must be (seconds, newtons) or (seconds, newtons, x, y), not {point!r}")
    if not (values[0] >= 0 and values[1] >= 0):
        raise InvalidError(f"seconds and newtons of a finger are not negative, but a key point is {values}")
    return values


def _lines(path: str | os.PathLike[str]) -> Iterable[KeyPoint]:
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            words = line.partition("#")[0].split()
            if not words:
                continue
            try:
                unit = next((one for one in _SECONDS if words[0].endswith(one)), "")
                time = float(words[0].removesuffix(unit)) * _SECONDS.get(unit, 0)
                if len(words) not in (2, 4) or not (unit or float(words[0]) == 0):
                    raise ValueError
                yield (time, *map(float, words[1:]))
            except ValueError:
                raise InvalidError(
                    f"{os.fspath(path)}:{number}: a line is TIME NEWTONS [X Y], the time with its unit, 0.5s or 500ms, not {line.strip()!r}"
                ) from None


class SimulatedPlate:
    """Sensors under a plate: their codes while a finger presses it. Their noise follows from `seed`.

    By statics: all that presses is borne, and balances where it presses. A sensor that would have to pull has lifted off and bears
    nothing, and the others bear what always lay on it, too. `twist`: how freely the plate twists, on sensors at the corners of a
    rectangle, from 0 (rigid) to 1; docs/hardware/plate.md has figures of materials.
    """

    __slots__ = ("_corners", "_noise", "_places", "_sensors", "twist")

    def __init__(self, sensors: Sequence[Sensor], seed: int, *, twist: float = 0.0) -> None:
        self._sensors = sensors
        import random  # takes as long to import as all of this

        self._noise = random.Random(seed)
        self._places = [(one.x, one.y) for one in sensors]
        self.twist = twist
        xs, ys = (sorted(set(values)) for values in zip(*self._places, strict=True))
        is_rectangle = len(xs) == len(ys) == 2 and len(set(self._places)) == len(sensors) == 4
        self._corners = (xs, ys) if is_rectangle else None

    def codes(self, force: float, x: float | None, y: float | None) -> tuple[int, ...]:
        """Those of all sensors while `force` presses at x, y; None: in the middle."""
        return tuple(map(self._code, self._sensors, self.forces(force, x, y)))

    def forces(self, force: float, x: float | None, y: float | None) -> tuple[float, ...]:
        """Newtons on each sensor, with those that always lie on it."""
        preloads = [one.preload_force for one in self._sensors]
        if len(preloads) == 1:
            return (preloads[0] + force,)
        middle = [sum(values) / len(preloads) for values in zip(*self._places, strict=True)]
        at = (middle[0] if x is None else x, middle[1] if y is None else y)
        bears = list(range(len(preloads)))
        while True:
            borne = self._tilted(force, at, bears, preloads)
            if len(bears) == len(preloads):
                borne = list(map(add, borne, self._twisted(force, at)))
            found = {n: preloads[n] + more for n, more in zip(bears, borne, strict=True)}
            worst = min(found, key=lambda n: found[n])
            if found[worst] >= -1e-9 or len(bears) == 1:
                return tuple(max(found.get(n, 0.0), 0.0) for n in range(len(preloads)))
            bears.remove(worst)

    def _tilted(self, force: float, at: tuple[float, float], bears: list[int], preloads: list[float]) -> list[float]:
        """Newtons of what presses that each of those sensors bears, where the plate does not twist."""
        lifted = [n for n in range(len(preloads)) if n not in bears]
        cx, cy = (sum(self._places[n][axis] for n in bears) / len(bears) for axis in (0, 1))
        off = [(self._places[n][0] - cx, self._places[n][1] - cy) for n in bears]
        total = force + sum(preloads[n] for n in lifted)
        mx = force * (at[0] - cx) + sum(preloads[n] * (self._places[n][0] - cx) for n in lifted)
        my = force * (at[1] - cy) + sum(preloads[n] * (self._places[n][1] - cy) for n in lifted)
        xx, xy, yy = sum(x * x for x, _ in off), sum(x * y for x, y in off), sum(y * y for _, y in off)
        spread, area = xx + yy, xx * yy - xy * xy
        along = (0.0, 0.0)
        if area > 1e-9 * spread * spread:
            along = (mx * yy - my * xy) / area, (my * xx - mx * xy) / area
        elif spread > 0:  # all on one line: only the way along it counts
            along = mx / spread, my / spread
        return [total / len(bears) + along[0] * x + along[1] * y for x, y in off]

    def _twisted(self, force: float, at: tuple[float, float]) -> list[float]:
        """The additional load of each corner because the plate twists."""
        if self._corners is None or not self.twist:
            return [0.0] * len(self._sensors)
        (left, right), (top, bottom) = self._corners
        more = self.twist * force * (at[0] - (left + right) / 2) * (at[1] - (top + bottom) / 2) / ((right - left) * (bottom - top))
        return [more if (x == left) == (y == top) else -more for x, y in self._places]

    def _code(self, sensor: Sensor, force: float) -> int:
        circuit = sensor.circuit
        siemens = at_rest_or_more(sensor, force) * 1e-6
        if circuit.parallel_ohm:
            siemens += 1 / circuit.parallel_ohm
        noise = self._noise.gauss(0, circuit.full_scale / 16000)
        code = round(divided(siemens, circuit.resistor_ohm) * circuit.full_scale + noise)
        code = min(max(code, 0), circuit.max_code or circuit.full_scale)
        return (circuit.max_code if circuit.is_straight else circuit.full_scale) - code if circuit.pull_up else code


def divided(siemens: float, ohm: float) -> float:
    """The part of the supply that is across the resistor of a divider, with so much conductance between it and the supply."""
    return siemens * ohm / (1 + siemens * ohm)


def at_rest_or_more(sensor: Sensor, force: float) -> float:
    """Microsiemens of a sensor that bears so much, with what always lies on it: from its stored zero on, where it has one."""
    siemens = conductance(sensor, force)
    return max(sensor.zero + siemens - conductance(sensor, sensor.preload_force) if sensor.zero else siemens, 0.0)


def conductance(sensor: Sensor, force: float) -> float:
    """Microsiemens at a force: the curve the other way round. Of a force below 0, which pulls at a load cell, as far below as above."""
    if force < 0:
        return -conductance(sensor, -force)
    points = sensor.curve.points
    if not points:
        raw = _raw.press_curve.from_buffer_copy(bytes(sensor.curve))
        reference, newtons, exponent = map(from_q16, (raw.reference_conductance, raw.reference_force, raw.exponent))
        return float(reference * (force / newtons) ** (1 / exponent))
    points = [(0.0, 0.0), *points]
    for (g, newtons), (after, above) in pairwise(points):
        if above >= force or (after, above) == points[-1]:
            return g + (after - g) * (force - newtons) / (above - newtons)
    return 0.0
