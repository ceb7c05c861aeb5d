"""Where frames come from: converters on a bus, real or simulated. A trace is in trace.py."""

from __future__ import annotations

import contextlib
import errno
import re
from collections.abc import Iterator

from .._board import Board
from .._config_values import unsigned
from ..bus import Bus
from ..errors import BusError, InUseError, PressError
from ..generated import _raw
from ..linux import I2CBus
from ..pad import Frame
from ..simulation import SimulatedFinger
from .config import Config
from .machine import Tried, finding_of, status_of
from .problem import USAGE, Problem
from .simulated import SimulatedBus

_AT_START = 3
"""How often a converter that does not answer is asked at the start."""


class NoConverter(Problem):
    """What a check would find, as the end of a command."""

    def __init__(self, tried: Tried) -> None:
        found = finding_of(tried)
        super().__init__(found.code, f"{found.words}. {found.advice}")
        self.tried = tried


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


def open_bus(node: str) -> I2CBus:
    """Raises Problem."""
    try:
        return I2CBus(node)
    except BusError as problem:
        cause = problem.__cause__
        number = cause.errno if isinstance(cause, OSError) else 0
        raise NoConverter(Tried(_raw.PRESS_CHECK_STAGE_OPENED, -(number or errno.ENOTTY), node=node)) from problem


def claim(bus: Bus, address: int) -> None:
    """Keeps other processes from a converter until the bus is closed. Raises InUseError."""
    if isinstance(bus, I2CBus):
        bus.claim(address)


class Converters:
    """Frames of the converters, so many a second, at times that do not depend on when the last one was read."""

    live = True

    def __init__(self, config: Config, bus: Bus, node: str, rate: int | None) -> None:
        """Raises Problem."""
        self.config, self.bus, self.node = config, bus, node
        several = config.count("converter")
        named = " and ".join(f"{config.address(converter):#x}" for converter in range(several))
        self.name = f"{node}, address{'es' if several > 1 else ''} {named}"
        self.end_us = 0
        self.asked = rate
        self.renew()

    def renew(self) -> None:
        """Drivers that know nothing of what is set in the converters."""
        self.board = Board(self.config.alone(), self.bus)

    @property
    def hand(self) -> SimulatedFinger | None:
        """What presses the simulated sensors."""
        return self.bus.hand if isinstance(self.bus, SimulatedBus) else None

    @property
    def rate(self) -> int:
        """Frames a second: what was asked for, or 200, or less where the converters need longer. Raises Problem."""
        count = self.config.count("converter")
        frame_us = self.config.frame_us()
        most = max(1_000_000 // frame_us, 1)
        if self.asked is not None and self.asked > most:
            raise Problem(
                USAGE,
                f"--rate {self.asked}: the converter{' needs' if count == 1 else 's need'} {frame_us} us for a frame "
                f"(converter.rate_sps, mode, number of sensors): it must be up to {most}",
            )
        return min(200, most) if self.asked is None else self.asked

    def read(self) -> Frame:
        """One frame, codes in the order of the sensors. What has none after a second has failed; a load cell takes longer."""
        limit = self.bus.wait(0) + (4_000_000 if self.config.has_load_cell else 1_000_000)
        while True:
            now = self.bus.wait(0)
            if (frame := self.board.step(now)) is not None:
                return frame
            if now >= limit:
                self.renew()
                count = self.config.count("sensor")
                return Frame(now, (None,) * count, frozenset(range(count)))
            self.bus.wait(min(max(self.board.next_us, now), limit))

    def problem(self) -> BaseException | None:
        """The error of the last transfer that failed."""
        try:
            return self.board.last_error
        except PressError as other:
            return other

    def open(self) -> None:
        """Asks whether the converters answer. Raises Problem, which says what to do."""
        for converter in range(self.config.count("converter")):
            address = self.config.address(converter)
            try:
                claim(self.bus, address)
            except InUseError as other:
                claimed = Tried(_raw.PRESS_CHECK_STAGE_CLAIMED, status_of(other), address, node=self.node, who=other.who)
                raise NoConverter(claimed) from None
        for _ in range(_AT_START):
            if not self.read().failed:
                return
            self.bus.wait(self.bus.wait(0) + 20_000)
        status, address = status_of(self.problem()) or _raw.PRESS_ERR_IO, self.config.address(self.board.failing)
        raise NoConverter(Tried(_raw.PRESS_CHECK_STAGE_ASKED, status, address, node=self.node, bus=number_of(self.node)))

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
        """Puts the converters to sleep, where they answer."""
        with contextlib.suppress(PressError, OSError):
            self.board.stop()
        if isinstance(self.bus, I2CBus):
            self.bus.close()
