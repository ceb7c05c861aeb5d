"""Where frames come from: a converter on a bus, real or simulated. A trace is in trace.py."""

from __future__ import annotations

import contextlib
import errno
import re
from collections.abc import Iterator

from ..bus import Bus
from ..errors import BusError, NackError, PressError, TimedOutError
from ..linux import I2CBus
from ..pad import Frame
from ._findings import FINDINGS
from .config import Config
from .problem import USAGE, Problem
from .simulated import Hand, SimulatedBus
from .values import unsigned

_AT_START = 3
"""How often a converter that does not answer is asked at the start."""


class NoConverter(Problem):
    """What a check would find, as the end of a command."""

    def __init__(self, finding: str, **values: object) -> None:
        _, _, _, code, found, advice = FINDINGS[finding]
        super().__init__(code, f"{found.format(**values)}. {advice.format(**values)}")
        self.finding = finding


def node_of(bus: str) -> str:
    """The node of a bus: a number, or a path."""
    if unsigned(bus) is not None:
        return f"/dev/i2c-{int(bus, 0)}"
    if not bus.startswith("/"):
        raise Problem(USAGE, f"--bus {bus}: it must be the number of an I2C bus (1) or its node (/dev/i2c-1)")
    return bus


def number_of(node: str) -> str:
    """What i2cdetect calls it."""
    found = re.search(r"(\d+)$", node)
    return found[1] if found else "N"


def finding_of(problem: BaseException | None) -> str:
    """Which finding an error at the bus is."""
    if isinstance(problem, NackError):
        return "address_silent"
    if isinstance(problem, TimedOutError):
        return "bus_hangs"
    if isinstance(problem, PressError) and not isinstance(problem, BusError):
        return "part_other"
    return "transfers_fail"


def open_bus(node: str) -> I2CBus:
    """Raises Problem."""
    try:
        return I2CBus(node)
    except BusError as problem:
        cause = problem.__cause__
        number = cause.errno if isinstance(cause, OSError) else 0
        if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
            raise NoConverter("bus_absent", node=node) from problem
        if number in (errno.EACCES, errno.EPERM):
            raise NoConverter("bus_forbidden", node=node) from problem
        raise NoConverter("bus_other", node=node) from problem


class Converter:
    """Frames of a converter, so many a second, at times that do not depend on when the last one was read."""

    live = True

    def __init__(self, config: Config, bus: Bus, node: str, rate: int | None) -> None:
        self.config, self.bus, self.node = config, bus, node
        self.name = f"{node}, address {config.address:#x}"
        self.channels = config.channels()
        self.renew()
        self.end_us = 0
        self.asked = rate
        self._order = [sorted(self.channels).index(channel) for channel in self.channels]

    def renew(self) -> None:
        """A driver that knows nothing of what is set in the converter."""
        self.adc = self.config.adc(self.bus)

    @property
    def hand(self) -> Hand | None:
        """What presses the simulated sensor."""
        return self.bus.hand if isinstance(self.bus, SimulatedBus) else None

    @property
    def rate(self) -> int:
        """Frames a second: what was asked for, or 200, or less where the converter needs longer."""
        if not self.config.is_ads1x15:
            return self.asked or 200  # or as fast as it can
        sps = self.config.get(("converter", 0), "rate_sps", 860)
        continuous = self.config.get(("converter", 0), "mode", 0) == 2
        frame_us = 1e6 / sps * 0.999 if continuous else len(self.channels) * (1.1e6 / sps + 320)
        most = max(int(1e6 / frame_us), 1)
        if self.asked is not None and self.asked > most:
            raise Problem(
                USAGE,
                f"--rate {self.asked}: the converter needs {frame_us:.0f} us for a frame (converter.rate_sps, mode, number of "
                f"sensors): it must be up to {most}",
            )
        return min(200, most) if self.asked is None else self.asked

    def read(self) -> Frame:
        """One frame, codes in the order of the sensors."""
        try:
            frame = self.adc.read()
        except TimedOutError:
            return Frame(self.bus.wait(0), (None,) * len(self._order), frozenset(range(len(self._order))))
        place = {own: n for n, own in enumerate(self._order)}
        return Frame(
            frame.t_us,
            tuple(frame.codes[own] for own in self._order),
            frozenset(place[own] for own in frame.failed),
            tuple(frame.before_us[own] for own in self._order),
        )

    def problem(self) -> BaseException | None:
        """The error of the last transfer that failed."""
        try:
            return self.adc.last_error
        except PressError as other:
            return other

    def open(self) -> None:
        """Asks whether the converter answers. Raises Problem, which says what to do."""
        for _ in range(_AT_START):
            if not self.read().failed:
                return
            self.bus.wait(self.bus.wait(0) + 20_000)
        shown = {"node": self.node, "address": f"{self.config.address:#x}", "bus": number_of(self.node)}
        raise NoConverter(finding_of(self.problem()), **shown)

    def frames(self) -> Iterator[Frame]:
        """Without end. The first frame is at time 0."""
        period = 1e6 / self.rate
        origin = self.bus.wait(0)
        tick = silent = 0
        start: int | None = None
        while True:
            frame = self.read()
            start = frame.t_us if start is None else start
            yield Frame(frame.t_us - start, frame.codes, frame.failed, frame.before_us)
            now = self.bus.wait(0)
            tick = max(tick + 1, int((now - origin) / period))
            silent = 0 if any(code is not None for code in frame.codes) else silent + 1
            if silent > 2:  # a bus that fails is not asked without pause
                tick = max(tick, int((now + 100_000 - origin) / period))
            self.bus.wait(int(origin + tick * period))

    def close(self) -> None:
        """Puts the converter to sleep, where it answers."""
        with contextlib.suppress(PressError, OSError):
            self.adc.stop()
        if isinstance(self.bus, I2CBus):
            self.bus.close()
