"""How much of a hit each pad hands on to each other one: learnt by hitting each in turn."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from statistics import median

from .calibrate import Person
from .config import write as write_file
from .problem import TIMED_OUT, UNAVAILABLE, USAGE, Problem
from .simulated import SimulatedBus
from .sources import Converters

HITS = 5
MARGIN = 1.5
"""A share is so many times the greatest part that was read."""
MOST = 0.99
LEAST = 0.05
"""Newtons: what is less than that beside a hit is noise."""
HARD = 1.0
"""Newtons from which on it is a hit."""
BEFORE_US, AFTER_US = 30_000, 150_000
"""What is read so long before it, and after it began, is of a hit."""
REST_US = 500_000
LONGEST_US = 60_000_000


class Parts:
    """The greatest part of a hit that each pad read of each other one."""

    def __init__(self, pads: int) -> None:
        self.parts = [[0.0] * pads for _ in range(pads)]

    def hit(self, struck: int, peaks: list[float]) -> None:
        for beside, peak in enumerate(peaks):
            if beside != struck and peak >= LEAST:
                self.parts[struck][beside] = max(self.parts[struck][beside], peak / peaks[struck])

    @property
    def shares(self) -> list[list[float]]:
        return [[min(ceil(MARGIN * part * 1000) / 1000, MOST) for part in row] for row in self.parts]


class Listening:
    """Asks for hits, pad by pad, and reads them."""

    def __init__(self, source: Converters, ui: Person) -> None:
        self.source, self.ui = source, ui
        self.sensors = [source.config.sensor(n) for n in range(source.config.count("sensor"))]
        self._zeros = [0.0] * len(self.sensors)

    def all(self) -> Parts:
        """Raises Problem."""
        found = Parts(len(self.sensors))
        self.ui.step("Touch no pad.")
        self._rest()
        for pad in range(len(self.sensors)):
            self.ui.step(f"Hit pad {pad} {HITS} times, as hard as you will, and no other one.")
            count = 0
            for peaks in self._hits(pad):
                hardest = peaks.index(max(peaks))
                if hardest != pad:
                    self.ui.line(f"  that was pad {hardest}: hit pad {pad}", "yellow")
                    continue
                found.hit(pad, peaks)
                self.ui.line(f"  {peaks[pad]:.1f} N; beside it {', '.join(f'{peak:.2f}' for n, peak in enumerate(peaks) if n != pad)} N")
                count += 1
                if count == HITS:
                    break
        return found

    def _conductances(self) -> Iterator[tuple[int, list[float]]]:
        """Microsiemens, of frames in which every sensor was read. Raises Problem."""
        failed = 0
        for frame in self.source.frames():
            codes = [code for code in frame.codes if code is not None]
            failed = 0 if len(codes) == len(self.sensors) else failed + 1
            if failed > 20:
                raise Problem(UNAVAILABLE, f"{self.source.name}: readings fail; libpress check finds what is wrong")
            if failed == 0:
                yield frame.t_us, [sensor.circuit.conductance(code) for sensor, code in zip(self.sensors, codes, strict=True)]

    def _rest(self) -> None:
        read: list[list[float]] = []
        for t_us, siemens in self._conductances():
            read.append(siemens)
            if t_us >= REST_US:
                break
        self._zeros = [median(column) for column in zip(*read, strict=True)]

    def _hits(self, pad: int) -> Iterator[list[float]]:
        """The greatest force of each pad in each hit."""
        before: deque[tuple[int, list[float]]] = deque()
        peaks: list[float] | None = None
        since = last = 0
        self._strike(pad)
        for t_us, siemens in self._conductances():
            forces = [sensor.curve.force(max(now - zero, 0.0)) for sensor, now, zero in zip(self.sensors, siemens, self._zeros, strict=True)]
            before.append((t_us, forces))
            while before[0][0] < t_us - BEFORE_US:
                before.popleft()
            if peaks is None and max(forces) >= HARD:
                since, peaks = t_us, [max(column) for column in zip(*(one for _, one in before), strict=True)]
            if peaks is not None:
                peaks = [max(pair) for pair in zip(peaks, forces, strict=True)]
                if t_us - since >= AFTER_US and max(forces) < HARD / 2:
                    yield peaks
                    peaks, last = None, t_us
                    self._strike(pad)
            if t_us - last > LONGEST_US:
                raise Problem(TIMED_OUT, f"pad {pad} was not hit with {HARD:g} N or more within a minute; libpress monitor shows the forces")

    def _strike(self, pad: int) -> None:
        """The simulated hand does what a person is asked to do."""
        bus = self.source.bus
        if isinstance(bus, SimulatedBus):
            wire = self.source.config.wires()[pad]
            bus.struck = self.source.config.address(wire[0]), wire[1]
            at = bus.now_us / 1e6 + 0.2
            bus.hand.move(at, 6.0, 0.015)
            bus.hand.move(at + 0.02, 0.0, 0.03)


def refuse(pads: int) -> None:
    if pads < 2:
        raise Problem(USAGE, f"--crosstalk is for 2 pads or more, and the config has {pads} sensor{'s' * (pads != 1)}: a [sensor] for each pad")


def show(ui: Person, found: Parts) -> None:
    for struck, row in enumerate(found.shares):
        ui.line(f"pad {struck}: " + ", ".join(f"{share:.3f} on pad {n}" for n, share in enumerate(row) if n != struck))
        for beside, share in enumerate(row):
            if share >= 0.9:
                ui.line(f"Pad {beside} reads nearly as much as pad {struck} that is hit: mount each on foam of its own.", "yellow")


def write(found: Parts, output: Path) -> None:
    """What `engine.crosstalk.load` takes."""
    write_file(output, json.dumps({"shares": found.shares}).encode() + b"\n")
