"""Readings that functions and objects of the program give."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from ._sources import Source, now_us
from ._strict import without_ours
from ._turns import TURNS, Turns
from .errors import InvalidError
from .pad import Frame

if TYPE_CHECKING:
    from ._libraries import Reader

RESOLUTION = 65535
"""Codes of a reading that is no whole number."""
_IN_A_ROW = 10
"""Readings that fail so before a reader that cannot be one of a bus is given up."""
_FINAL = (TypeError, AttributeError, NameError, StopIteration)
"""What a reader raises that raises it again."""
LATE = 3
"""Periods that a reading may be late, so that the next ones come earlier."""


def is_nan(reading: object) -> bool:
    """What a driver gives that could not read."""
    return isinstance(reading, Real) and reading != reading


def is_of_bus(problem: BaseException | None) -> bool:
    """It failed, or what it comes from did, as a bus fails: the next transfer may be right."""
    seen: set[int] = set()
    while problem is not None and id(problem) not in seen:
        if isinstance(problem, OSError):
            return True
        seen.add(id(problem))
        problem = problem.__cause__ or problem.__context__
    return False


class Readings(Source):
    """Functions or objects of the program, one for each sensor. Each step reads them: the rate is for threads.

    A reading that fails is a failed reading of its sensor, whatever it raised. A reader of a bus is asked again for ever; another one until
    it has failed ten times in a row, or has raised what it would raise again. Then `broken` says why.

    | the reader | this reading | the next one |
    |---|---|---|
    | gives a number | counts | at the next period |
    | gives None | none: nothing new | the same |
    | gives NaN; raises OSError, or what comes from one | failed | the same, for ever |
    | gives what is no number, or raises something else | failed | the same, nine times in a row |
    | raises TypeError, AttributeError, NameError, StopIteration | failed | none |
    """

    def __init__(self, adcs: Sequence[Any], rate: float, full_scale: float | None, supply: float, independent: bool = False) -> None:
        many = len(adcs) > 1
        super().__init__([f"sensor {n}" if many else "the sensor" for n in range(len(adcs))], rate)
        self.turns = Turns() if independent else TURNS
        from ._libraries import recognised  # what has a converter needs none of it

        found = [recognised(adc, full_scale, supply) for adc in adcs]
        firsts = [self.turns.call(partial(_first, one, full_scale)) for one in found]
        scales = [_full_scale(first, one, full_scale) for first, one in zip(firsts, found, strict=True)]
        self.reads = [one.read if type(first) in (int, float, type(None)) else _plain(one.read) for first, one in zip(firsts, found, strict=True)]
        self.scales = [1 if isinstance(full, Integral) else RESOLUTION / full for full in scales]
        self.full_scales = [int(full) if isinstance(full, Integral) else RESOLUTION for full in scales]
        self.scale_given = float(scales[0])
        """What the first of them gives at the supply voltage."""
        self._failed = [0] * len(adcs)
        self.failing: set[int] = set()
        """The readers that are given up."""
        self.fault_us = 20_000
        """How long a reader fails until that is a fault."""
        self.quicker = next((one.quicker for one in found if one.quicker), "")
        """What a program writes so that it reads more often."""
        self.measured = 0.0
        """Readings a second, in a thread; 0: it is not known yet."""
        self.blocked_us = 0
        """How long a reader has not returned."""
        self._turn = 0
        self.turn: Callable[[], int] = lambda: self._turn
        """Odd: it reads."""
        self._due_us = self._last_us = 0
        self.due_us: Callable[[], int] = lambda: self._due_us
        """When the next reading is due."""
        self.turns.users += 1
        self._is_open = True

    @property
    def asked(self) -> float:
        """Readings a second that the program asked for."""
        return self._asked_rate

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            self.turns.users -= 1

    def wait_us(self) -> int:
        return max(self.due_us() - now_us(), 0)

    def step(self) -> Frame | None:
        turns = self.turns
        self._turn += 1
        codes = turns.call(self._read) if turns.users > 1 else self._alone()
        self._turn += 1
        now = self._last_us = max(now_us(), self._last_us + 1)
        self._due_us = next_due(self._due_us, now, self.period_us)
        failed = frozenset(n for n, code in enumerate(codes) if code is ...)
        return Frame(now, tuple(None if code is ... else code for code in codes), failed)

    def _alone(self) -> list[Any]:
        with self.turns.lock:
            return self._read()

    def _read(self) -> list[Any]:
        """For each sensor its code, None for nothing new, or ... if the reading failed."""
        codes: list[Any] = []
        for n, read in enumerate(self.reads):
            try:
                codes.append(self.code(n, read()))
                if self._failed[n]:
                    self.works(n)
            except Exception as problem:
                self.fails(n, problem)
                codes.append(...)
        return codes

    def code(self, n: int, reading: Any) -> int | None:
        """Of a reading of reader `n`; None: nothing new. Raises what is wrong with it."""
        if reading is None:
            return None
        if is_nan(reading):
            raise OSError("adc gave NaN")
        try:
            code = int(number(reading) * self.scales[n] + 0.5)
        except OverflowError:
            code = 1 << 31
        if not -(1 << 31) <= code < 1 << 31:
            raise NoNumber(f"adc gives {reading}, which no converter does: is full_scale right?")
        return code

    def works(self, n: int) -> None:
        """Reader `n`, which had failed, has given something."""
        self._failed[n] = 0
        if self.problem is not None and not is_of_bus(self.problem):
            self.recovered = self.problem

    def fails(self, n: int, problem: Exception) -> None:
        """Notes that reader `n` failed. Where it is given up, `broken` says why."""
        problem.with_traceback(without_ours(problem.__traceback__))
        self.problem = problem
        self._failed[n] += 1
        is_final = isinstance(problem, _FINAL) and not isinstance(problem, NoNumber)
        if is_final or (self._failed[n] >= _IN_A_ROW and not is_of_bus(problem)):
            self.failing.add(n)
            self.broken = self.broken or problem

    def last_frames(self) -> list[Frame]:
        """What is fed of readers that are given up, so that their failure becomes a fault."""
        nothing = (None,) * len(self.reads)
        now = max(now_us(), self._last_us) + 1
        return [Frame(now + us, nothing, frozenset(self.failing)) for us in (0, self.fault_us + 1)] if self.failing else []


def _plain(read: Callable[[], Any]) -> Callable[[], Any]:
    """Numbers of other kinds may overflow in what is done with them, as those of numpy do."""

    def plain() -> Any:
        return reading if (reading := read()) is None else number(reading)

    return plain


class NoNumber(TypeError):
    """A reading that is none."""


def number(reading: Any) -> float:
    """A reading as a number of Python's own. Raises NoNumber."""
    if isinstance(reading, bool | str | bytes | bytearray) or not hasattr(reading, "__float__"):
        raise NoNumber(f"adc must give a number each time it is read; it gave {short(reading)}")
    try:
        return float(reading)
    except (TypeError, ValueError) as wrong:
        raise NoNumber(f"adc must give a number each time it is read; it gave {short(reading)}") from wrong


def short(reading: Any) -> str:
    """What was read, in a message."""
    text = repr(reading)
    return text if len(text) < 60 else f"{text[:56]} ..."


def next_due(due_us: int, now_us: int, period_us: int) -> int:
    """When the reading after one that was due then, and came now, is due. Times that readings are late do not add up; what is very late is
    left out, and who reads earlier than it is due does not move it away."""
    due_us += period_us
    if due_us < now_us - LATE * period_us:
        return now_us
    return min(due_us, now_us + period_us)


def _first(reader: Reader, full_scale: float | None) -> Any:
    """The first reading, which shows what kind they are. Where none comes in a second, what is known of the scale does, or what it failed
    with is raised."""
    known = full_scale is not None or reader.full_scale is not None
    until = time.monotonic() + 1
    while True:
        problem: Exception | None = None
        try:
            first = reader.read()
        except Exception as failed:
            if not is_of_bus(failed):
                raise
            first, problem = None, failed
        if first is not None and not (known and is_nan(first)):
            return first
        if time.monotonic() > until:
            break
        time.sleep(0.001)
    if problem is not None:
        raise problem
    return None


def _full_scale(first: Any, reader: Reader, full_scale: float | None) -> Any:
    """The reading at the supply voltage."""
    if first is not None:
        from ._libraries import refuse_kind

        refuse_kind(first)
    known = reader.full_scale
    if full_scale is not None:
        if not 0 < full_scale <= 16_777_215:
            raise InvalidError(f"full_scale={full_scale}: what adc gives at the supply voltage is above 0")
        if known is not None and not known / _NEAR <= full_scale <= known * _NEAR:
            raise InvalidError(f"full_scale={full_scale:g}: {reader.words} gives {known:g} at the supply voltage: leave full_scale out")
        return full_scale
    if known is not None:
        return known
    if first is None:
        words = "so what it gives at the supply voltage is not known: say it, full_scale=1.0 for 0..1, 3.3 for volts, 1023 for codes of 10 bits"
        raise TypeError(f"adc has given None for a second, which is nothing new, {words}")
    if isinstance(first, Integral):
        raise TypeError(
            f"adc gives whole numbers ({first}): say what it gives at the supply voltage, full_scale=1023 for 10 bits, 4095 for 12, 65535 for "
            "CircuitPython's AnalogIn; an ADS1115 gives 26400 at 3.3 V and gain 1"
        )
    if not -0.01 <= float(first) <= 1.01:
        raise InvalidError(f"adc gives {float(first):g}, not 0..1: say what it gives at the supply voltage, full_scale=3.3 for volts")
    return 1.0


_NEAR = 3.0
"""A scale that is given may be so many times that which is known: other supplies and references."""
