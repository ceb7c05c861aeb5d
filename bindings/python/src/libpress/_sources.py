"""Where the readings of a ForceSensor come from: a converter, any object with a reading, a finger that is not there, a trace."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any

from ._config_wiring import Wiring
from ._log import INFO, WARNING, log
from ._shared import Share, SharedBus
from ._stop import Stop
from .bus import Bus
from .errors import BusError
from .pad import Frame
from .power import Supply
from .simulation import SimulatedFinger, SimulatedPlate

if TYPE_CHECKING:
    from .trace import Trace


def now_us() -> int:
    """Monotonic microseconds."""
    return time.monotonic_ns() // 1000


def slept_us() -> int:
    """How long the board has slept since it was switched on; 0 where the system does not say it."""
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return 0
    return (time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.monotonic_ns()) // 1000


REFERENCE_US = 100_000
"""From one reading of a reference to the next."""


class Source:
    """What gives frames. The base has a real clock and a rate, and never ends."""

    is_of_program = True
    """It reads no converter, so that a copy in another process works."""

    def owned(self, close: Callable[[], object]) -> None:
        """Nobody else can have what it reads."""

    def __init__(self, names: Sequence[str], rate: float) -> None:
        self.names = names
        """Of its sensors, for people."""
        self.problem: BaseException | None = None
        """Why the last reading failed."""
        self.recovered: BaseException | None = None
        """What it raised before it could be read again, where that is no error of a bus and nothing was said of it."""
        self.broken: Exception | None = None
        """Why it is not read any more: what its function raised, such as an error of the program."""
        self.end_us: int | None = None
        """When it ended: no frame comes any more."""
        self._asked_rate = rate
        self.supplies: list[tuple[int, Supply]] = []
        """Of converters that have a reference, by number."""
        self.references: list[tuple[int, int | None]] = []
        """What references read since the last frame."""

    @property
    def rate(self) -> float:
        """Frames a second."""
        return self._asked_rate

    @property
    def period_us(self) -> int:
        """From one frame to the next."""
        return round(1e6 / self.rate)

    def __str__(self) -> str:
        return "reads what the program gives"

    def woke(self, limit_us: int, t_us: int) -> tuple[int, bool] | None:
        """Whether the board slept for longer since the last frame, that of `t_us`: when reading begins again, and whether that
        frame counts."""
        return None

    def rest(self, us: int) -> None:
        """Nobody touches: the next frame may come so much later."""

    def step(self) -> Frame | None:
        """What is due: a frame, or None."""
        raise NotImplementedError

    def wait_us(self) -> int:
        """How long nothing is due."""
        return self.period_us

    def has_more(self, since_us: int, steps: int, taken: int) -> bool:
        """Whether a poll that began at that time, made so many steps, and took so many readings, goes on."""
        return False

    def sleep(self, stop: Event, us: int) -> None:
        """Waits so long, or until `stop` is set."""
        self.pause(stop, us)()

    def pause(self, stop: Event, us: int) -> Callable[[], object]:
        """What does that, and does not hold this source."""
        return partial(stop.sleep if isinstance(stop, Stop) else stop.wait, us / 1e6)

    def last_frames(self) -> Sequence[Frame]:
        """What is fed once it is `broken`, so that this becomes a fault."""
        return ()

    def close(self) -> None:
        """Gives up what it has opened."""


class Converters(Source):
    """One or two converters on an I2C bus, which are asked at once whether they are there. Other sources may read them, too."""

    is_of_program = False

    def __init__(self, bus: Any, wiring: Wiring, rate: float, keys: Sequence[Mapping[str, Any]]) -> None:
        """`keys`: what was given of each converter."""
        super().__init__([f"the sensor on {wiring.input_name(n)}" for n in range(wiring.count("sensor"))], rate)
        self._wiring = wiring
        self.supplies = wiring.supplies()
        self._shared = SharedBus.of(bus)
        self._bus: Bus = self._shared.bus
        self._shares: list[Share] = []
        self._references: list[tuple[int, Share]] = []
        each = {wiring.address(n): own for n, own in enumerate(keys)}
        addresses = list(each)
        try:
            self._sensors = self._join(Share(self._shared, [(addresses[own], channel) for own, channel in wiring.wires()], each))
            for number, _ in self.supplies:
                at, channel = addresses[number], wiring.reference(number)[0]
                self._references.append((number, self._join(Share(self._shared, [(at, channel or 0)], {at: each[at]}, is_reference=True))))
            for number, address in enumerate(addresses):
                if wiring.is_ads1x15(number):
                    self._shared.ask(address)
        except BaseException:
            self.close()
            raise
        self._failed_us: int | None = None
        self._due_us = 0
        self._is_busy = False
        self._asked: list[tuple[int, Share]] = []
        self._reference_us = 0
        self._slept_us = slept_us()
        log(INFO, f"reads {self}")

    def __str__(self) -> str:
        chips = " and ".join(self._wiring.named(n).replace("address ", "") for n in range(self._wiring.count("converter")))
        inputs = ", ".join(one.removeprefix("the sensor on ") for one in self.names)
        return f"{inputs} of {chips} on {self._shared.name}"

    def owned(self, close: Callable[[], object]) -> None:
        """How its sensor is closed, where another one takes over its inputs."""
        for one in self._shares:
            one.close = close

    def _join(self, share: Share) -> Share:
        self._shared.join(share)
        self._shares.append(share)
        return share

    @property
    def rate(self) -> float:
        """Frames a second: what was asked for, or the share that the converters can give: fewer where more sensors are on them."""
        reader = self._sensors.reader
        return min(self._asked_rate, 1e6 / reader.frame_us) if reader else self._asked_rate

    def woke(self, limit_us: int, t_us: int) -> tuple[int, bool] | None:
        before, self._slept_us = self._slept_us, slept_us()
        if not self._shared.is_own or not 0 < limit_us < self._slept_us - before:
            return None
        return t_us, False  # what was read is of before and after

    def rest(self, us: int) -> None:
        self._due_us = max(self._due_us, self._shared.now() + us)

    def step(self) -> Frame | None:
        now = self._shared.now()
        if self._asked:
            self._step_reference(now)
            return None
        if not self._is_busy and self._references and now >= self._reference_us:
            # Read the references before the frame: their driver and that of the sensors each write their own config before a conversion.
            self._asked, self._reference_us = list(self._references), now + REFERENCE_US
            self._step_reference(now)
            return None
        if not self._is_busy and now < self._due_us:
            return None
        if not self._is_busy:
            self._is_busy = True
            self._due_us = max(self._due_us + self.period_us, now)
        frame = self._sensors.step(now)
        if frame is None:
            return None
        self._is_busy = False
        if not frame.failed:
            self._failed_us = None
        else:
            self._fails(now)
        return frame

    def _step_reference(self, now: int) -> None:
        number, driver = self._asked[0]
        if (frame := driver.step(now)) is not None:
            self.references.append((number, frame.codes[0]))
            self._asked.pop(0)

    def _fails(self, now: int) -> None:
        """After a second the bus is opened again: its adapter may have been away."""
        try:
            self.problem = self._sensors.last_error
        except Exception as problem:  # another chip: no error of the bus
            self.problem = problem
        if self._failed_us is None:
            self._failed_us = now
        elif now - self._failed_us >= 1_000_000:
            self._failed_us = now
            log(WARNING, f"{self} cannot be read ({self.problem}): the bus is opened again")
            self._shared.reopen()

    def wait_us(self) -> int:
        if self._asked:
            return max(self._asked[0][1].next_us - self._shared.now(), 0)
        until = max(self._due_us if not self._is_busy else 0, self._sensors.next_us)
        return max(until - self._shared.now(), 0)

    def has_more(self, since_us: int, steps: int, taken: int) -> bool:
        """All that is due for one reading, and what makes the next one: it was converted when the program polls again."""
        return steps < 16 and taken < 2 and self.wait_us() == 0

    def pause(self, stop: Event, us: int) -> Callable[[], object]:
        if self._shared.is_own:
            return partial(stop.sleep if isinstance(stop, Stop) else stop.wait, us / 1e6)
        return partial(self._bus.wait, self._shared.now() + us)  # a bus of the program has its own clock

    def close(self) -> None:
        shares, self._shares = self._shares, []
        log(INFO, f"closes {self}")
        try:
            for one in shares:
                with suppress(BusError):  # it is gone, and asleep with it
                    self._shared.leave(one)
        finally:
            self._shared.close()


class Played(Source):
    """Frames with times of their own, at the speed at which they were made, or `fast`."""

    def __init__(self, names: Sequence[str], rate: float, fast: bool, frames: Iterable[Frame]) -> None:
        super().__init__(names, rate)
        self._fast = fast
        self._frames: Iterator[Frame] = iter(frames)
        self._next = next(self._frames, None)
        self.last_us = self._next.t_us if self._next else 0
        self._origin = now_us() - self.last_us

    def wait_us(self) -> int:
        if self._fast or self.end_us is not None:
            return 0
        due = self._next.t_us if self._next else self._end()
        return max(self._origin + due - now_us(), 0)

    def has_more(self, since_us: int, steps: int, taken: int) -> bool:
        """Every frame that was due when the poll began, however long ago."""
        return not self._fast and self.end_us is None and self._origin + (self._next.t_us if self._next else self._end()) <= since_us

    def step(self) -> Frame | None:
        if self.wait_us():
            return None
        frame = self._next
        if frame is None:
            self.end_us = self._end()
            return None
        self.last_us = frame.t_us
        self._next = next(self._frames, None)
        return frame

    def _end(self) -> int:
        return self.last_us


class Simulation(Played):
    """Fingers that are not there: pairs of a finger and the plate that it presses."""

    def __init__(self, names: Sequence[str], rate: float, fast: bool, pressed: Sequence[tuple[SimulatedFinger, SimulatedPlate]]) -> None:
        self._pressed, self._step = pressed, 1e6 / rate
        super().__init__(names, rate, fast, self._pressing())

    def __str__(self) -> str:
        return "simulated"

    def _last_us(self) -> float | None:
        """When the last finger ends; None: one goes on for ever."""
        ends = [finger.ends_at for finger, _ in self._pressed]
        return None if None in ends else max(end for end in ends if end is not None) * 1e6

    def _pressing(self) -> Iterator[Frame]:
        last = self._last_us()
        n = 1
        while last is None or n * self._step <= last:
            t_us = round(n * self._step)
            yield Frame(t_us, tuple(code for finger, plate in self._pressed for code in plate.codes(*finger.at(t_us / 1e6))))
            n += 1


class Recording(Played):
    """A trace: what `pressd --record` wrote, or a CSV of codes."""

    def __init__(self, trace: Trace, fast: bool, rows: float | None = None) -> None:
        many = trace.sensors > 1
        self.rows = rows
        """Of a file without times: how many a second."""
        self._until = trace.end_us
        self._notes, self._number = trace.notes, 0
        self._woke_us: int | None = None
        super().__init__([f"sensor {n}" if many else "the sensor" for n in range(trace.sensors)], 1000, fast, trace.frames)

    def step(self) -> Frame | None:
        if (frame := super().step()) is not None:
            if (note := self._notes.get(self._number)) is not None:
                self._woke_us = note.slept_us
                self.references = list(note.references.items())
            self._number += 1
        return frame

    def woke(self, limit_us: int, t_us: int) -> tuple[int, bool] | None:
        woke, self._woke_us = self._woke_us, None
        return None if woke is None else (woke, True)

    def __str__(self) -> str:
        return "a recording"

    def _end(self) -> int:
        return max(self._until, self.last_us)


class Fed(Source):
    """The program feeds the pad itself."""

    def __str__(self) -> str:
        return "fed by the program"

    def step(self) -> Frame | None:
        return None
