"""The readings of a table: rows of a file, a DataFrame, an array or a list, with their times, as codes of sensors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from ._columns import Choice, Unclear, choose, columns_of, listed
from ._tables import Layout, Text, array_of, clock_us, encoding_of, is_time, layout_of, number_of
from ._units import FORCES, TIMES
from .sensor import Circuit, Curve, Sensor

DAY_US = 86_400_000_000
LOOKED_AT = 20_000
"""Rows that show what the columns are."""
SAMPLED = 1_000
"""And of each of the parts from all over a file."""
FINE = 1 << 16
"""Full scale of volts and per cent where no config has one."""
OFFSET = 8192
"""The code of 0 N of a column of forces."""
_SPAN = 65535 - OFFSET


@dataclass(frozen=True)
class Asked:
    """What a program, or the options of a command, say of a file."""

    columns: Sequence[Any] | None = None
    """Of the sensors; None: they are found."""
    default: Sequence[int] = (0,)
    """Those of a config that does not say."""
    count: int = 1
    """Of the sensors."""
    time: str | None = None
    """A column, or its name, with :s, :ms or :us; or none."""
    unit: str | None = None
    invert: bool | None = None
    is_by_channel: bool = False
    """`columns` are the channels of a config."""
    supply: float | None = None
    """Volts at the end of the codes, of a column of volts."""
    rate: float | None = None


class Table:
    """The rows of a file, and what is taken of them."""

    def __init__(self, name: str, text: Text, asked: Asked) -> None:
        """Raises ValueError, which says which column, cell and option; OSError."""
        self.name, self.asked = name, asked
        self._text: Text = text
        head = text.head
        layout = layout_of(head)
        if layout is None:
            if not head.decode(encoding_of(head), "replace").strip():
                raise At(1, "the file is empty")
            raise At(1, "no rows of numbers are found in it: numbers, one row a line, with commas, semicolons, tabs or blanks between")
        self.layout = layout
        lines = head.decode(layout.encoding, "replace").splitlines()[layout.start - 1 :]
        rows = [row for line in lines[:LOOKED_AT] if line.strip() and layout.is_row(row := layout.cells(line))]
        later = [[row for line in _lines(part, layout)[:SAMPLED] if layout.is_row(row := layout.cells(line))] for part in text.samples()]
        if not rows:
            raise At(layout.start + 1, "there is not one reading in it")
        self.columns = columns_of(rows, layout, later)
        self._begin = rows[: max(3, min(len(rows) // 20, 50))]
        try:
            self.choice = self._chosen()
        except ValueError as wrong:
            wrong.args = (f"{wrong}",)
            raise At(max(layout.start - len(layout.heading and [1]) - len(layout.units and [1]), 1), str(wrong), isinstance(wrong, Unclear)) from None
        self.codes = Codes(self.choice, self.asked, self._starts())
        self.begin()

    def begin(self) -> None:
        """Reads from the first row on."""
        self._times = Times(self.choice)
        self.lost = self.words = 0
        self.first_lost = 0, ""
        self._index = 0
        self._blanks: list[int] = []

    def _chosen(self) -> Choice:
        asked = self.asked
        if asked.is_by_channel and max(asked.columns or (0,)) >= len(self.columns):
            words = f"there are {listed(self.columns)}: --column"
            raise ValueError(f"fewer columns than sensor.channel asks for (the first column is channel 0); {words}")
        return choose(
            self.columns, self.layout, count=asked.count, asked=asked.columns, default=asked.default, time=asked.time, unit=asked.unit,
            invert=asked.invert, has_rate=asked.rate is not None,
        )  # fmt: skip

    def _starts(self) -> float:
        """The reading of the first sensor at the start."""
        n = self.choice.sensors[0].number
        found = sorted(one for row in self._begin if (one := number_of(row[n], self.layout.decimal)) is not None and isfinite(one))
        return found[len(found) // 2] if found else 0.0

    @property
    def times(self) -> str:
        """Where the times come from."""
        time = self.choice.time
        if time is None:
            return "no times: --rate"
        return f"times of column {time.called} in {'hours, minutes, seconds' if self.choice.time_unit == 'clock' else self.choice.time_unit}"

    def said(self, rate: float | None) -> str:
        """One line of everything that was taken."""
        layout, choice = self.layout, self.choice
        many = len(choice.sensors) > 1
        words = [f"column{'s' * many} {', '.join(one.called for one in choice.sensors)} in {choice.unit}{', falling with force' * choice.inverted}"]
        words.append(self.times if choice.time is not None else f"{rate:g} rows a second" if rate else "no times")
        marks = {"\t": "tabs", " ": "blanks", "": "one column"}
        words.append(f"separator {marks.get(layout.separator, layout.separator)}" + (", decimal comma" if layout.decimal == "," else ""))
        if layout.banner:
            words.append(f"{layout.banner} line{'s' * (layout.banner > 1)} of words above")
        return "; ".join([*words, *self.codes.notes, *choice.notes])

    def parts(self) -> Iterator[tuple[Any, list[Any], list[int] | int]]:
        """Of each block of rows its times, the codes of each sensor (None, or in arrays NaN: lost), and the lines.

        Raises At.
        """
        line = 1
        carried = False
        for block in self._text.blocks():
            if line == 1 and self.layout.start > 1:
                head, block = _after(block, self.layout)
                line += head
            if self.layout.encoding == "utf-8-sig" and not carried:
                block = block.removeprefix(b"\xef\xbb\xbf")
            carried = True
            count = block.count(b"\n")
            found = array_of(block, self.layout)
            made = None if found is None else self._quick(found, line)
            yield self._slow(block, line) if made is None else made
            line += count

    def _quick(self, rows: Any, line: int) -> tuple[Any, list[Any], int] | None:
        import numpy as np

        columns = [rows[:, one.number] for one in self.choice.sensors]
        if self._blanks or not all(np.isfinite(one).all() for one in columns):
            return None
        t_us = self._array_of_times(rows, line)
        if t_us is None:
            return None
        self._index += len(rows)
        return t_us, [self._codes_of(n, one, line) for n, one in enumerate(columns)], line

    def _array_of_times(self, rows: Any, line: int) -> Any:
        import numpy as np

        if self.choice.time is None:
            return self._even(np.arange(self._index, self._index + len(rows)))
        times = rows[:, self.choice.time.number]
        return self._times.array(times) if np.isfinite(times).all() else None

    def _even(self, numbers: Any) -> Any:
        rate = self.asked.rate or 1.0
        return numbers * 1_000_000 // int(rate) if rate == int(rate) else (numbers * 1e6 // rate).astype("int64")

    def _codes_of(self, n: int, values: Any, line: int) -> Any:
        import numpy as np

        codes = np.rint(self.codes.of(n, values))
        if (bad := np.flatnonzero(np.abs(codes) >= 1 << 31)).size:
            raise At(line + int(bad[0]), self._too_large(n, str(values[bad[0]])))
        return codes

    def _too_large(self, n: int, cell: str) -> str:
        return f"column {self.choice.sensors[n].called}: {cell} is no code of 32 bits: --unit says what it is"

    def _slow(self, block: bytes, line: int) -> tuple[list[int], list[list[int | None]], list[int]]:
        layout, choice = self.layout, self.choice
        sensors = [one.number for one in choice.sensors]
        time = None if choice.time is None else choice.time.number
        times: list[float] = []
        found: list[list[int | None]] = [[] for _ in sensors]
        numbers: list[int] = []
        text = block.decode(layout.encoding, "replace")
        rate = self.asked.rate
        for number, raw in enumerate(text.removesuffix("\n").split("\n"), line):
            if not raw.strip():
                if layout.every_second:
                    continue
                self._blanks.append(number)
                continue
            for blank in self._blanks:  # not those at the end
                self._loses(blank, "")
                self._index += time is None
            self._blanks.clear()
            if raw.lstrip().startswith(("#", "%", "//")):
                continue
            cells = layout.cells(raw)
            short = len(cells) < layout.width
            if not short and not layout.fits(cells):
                self._is_no_row(number, raw)
                continue
            own = [cells[n] if n < len(cells) else "" for n in sensors]
            if time is not None and (
                time >= len(cells) or not (cells[time] and (is_time(cells[time]) or number_of(cells[time], layout.decimal) is not None))
            ):
                self._is_no_row(number, raw)
                continue
            if short and not any(number_of(one, layout.decimal) is not None for one in own):
                if any(number_of(one, layout.decimal) is not None for one in cells):
                    self._loses(number, raw.strip())
                    self._index += time is None
                else:
                    self._is_no_row(number, raw)
                continue
            codes = [self._code(n, cell, number) for n, cell in enumerate(own)]
            if time is not None:
                times.append(
                    float(clock_us(cells[time]))
                    if choice.time_unit == "clock"
                    else (number_of(cells[time], layout.decimal) or 0.0) * TIMES[choice.time_unit]
                )
            else:
                assert rate is not None
                times.append(self._index * 1_000_000 // (int(rate) if rate == int(rate) else rate))
                self._index += 1
            numbers.append(number)
            for n, code in enumerate(codes):
                found[n].append(code)
        if time is None:
            return [int(one) for one in times], found, numbers
        try:
            return self._times.listed(times), found, numbers
        except Backwards as wrong:
            raise At(numbers[wrong.at], str(wrong)) from None

    def _code(self, n: int, cell: str, line: int) -> int | None:
        value = number_of(cell, self.layout.decimal)
        if value is None or not isfinite(value):
            self._loses(line, cell)
            return None
        code: int = round(self.codes.of(n, value))
        if not -(1 << 31) <= code < 1 << 31:
            raise At(line, self._too_large(n, cell))
        return code

    def _loses(self, line: int, cell: str) -> None:
        self.lost += 1
        if self.lost == 1:
            self.first_lost = line, cell

    def _is_no_row(self, line: int, text: str) -> None:
        self.words += 1
        if not self.first_lost[0]:
            self.first_lost = line, text.strip()[:40]

    def losses(self) -> str:
        """What was lost, once all was read; "": nothing."""
        parts = [
            f"{self.lost} reading{'s' * (self.lost != 1)} lost" if self.lost else "",
            f"{self.words} line{'s' * (self.words != 1)} of words left out" if self.words else "",
        ]
        line, cell = self.first_lost
        said = " and ".join(filter(None, parts))
        return f"{said}, the first in line {line}: {repr(cell) if cell else 'an empty one'}" if said else ""


class At(ValueError):
    """What is wrong with a line."""

    def __init__(self, line: int, words: str, unclear: bool = False) -> None:
        super().__init__(words)
        self.line, self.unclear = line, unclear


class Backwards(ValueError):
    def __init__(self, at: int, words: str) -> None:
        super().__init__(words)
        self.at = at


def _lines(part: bytes, layout: Layout) -> list[str]:
    return [line for line in part.decode(layout.encoding, "replace").splitlines() if line.strip()]


def _after(block: bytes, layout: Layout) -> tuple[int, bytes]:
    """A block without the lines above the rows, and how many those are."""
    at = 0
    for _ in range(layout.start - 1):
        at = block.find(b"\n", at) + 1
    return layout.start - 1, block[at:]


class Times:
    """Times of rows as microseconds from the first, which rise."""

    def __init__(self, choice: Choice) -> None:
        self._unit = 1.0 if choice.time_unit in ("clock", "") else TIMES[choice.time_unit]
        self._is_clock = choice.time_unit == "clock"
        self._step = max(choice.interval_us, 1.0)
        self._origin: float | None = None
        self._added = 0.0
        self._before: float | None = None
        self._last = -1

    def array(self, times: Any) -> Any:
        """Of an array in the unit of the column; None: they are not plain."""
        import numpy as np

        us = times * self._unit + self._added
        if not (np.diff(us) > 0).all() or (self._before is not None and us[0] <= self._before):
            return None
        origin = us[0] if self._origin is None else self._origin
        found = np.rint(us - origin).astype(np.int64)
        if not (np.diff(found) > 0).all() or found[0] <= self._last:
            return None
        self._origin, self._before, self._last = float(origin), float(us[-1]), int(found[-1])
        return found

    def listed(self, times: Sequence[float]) -> list[int]:
        """Of microseconds. Rows of one time are spread to the next. Raises Backwards."""
        found: list[int] = []
        rising: list[float] = []
        for n, time in enumerate(times):
            us = time + self._added
            if self._before is not None and us < self._before:
                us = self._forwards(us, n, time)
            self._before = us
            rising.append(us)
        at = 0
        while at < len(rising):
            end = at + 1
            while end < len(rising) and rising[end] <= rising[at]:
                end += 1
            room = (rising[end] - rising[at]) / (end - at) if end < len(rising) else self._step
            step = room if room <= 3 * self._step else self._step
            self._origin = rising[at] if self._origin is None else self._origin
            for k in range(end - at):
                self._last = max(round(rising[at] + k * step - self._origin), self._last + 1)
                found.append(self._last)
            at = end
        return found

    def _forwards(self, us: float, n: int, time: float) -> float:
        assert self._before is not None
        back = self._before - us
        if self._is_clock and back > DAY_US / 2:
            self._added += DAY_US
            return us + DAY_US
        turn = (1 << 32) * self._unit
        if not self._is_clock and back > 0.9 * turn and back <= turn:
            self._added += turn
            return us + turn
        if back <= 2 * self._step:
            return self._before
        words = "two recordings in one file? Cut it there, or --time none and --rate HZ"
        raise Backwards(n, f"the time goes back by {back / 1e6:g} s, to {time / self._unit:g}: {words}")


class Codes:
    """Cells to codes, and the sensor that reads them."""

    def __init__(self, choice: Choice, asked: Asked, start: float) -> None:
        self.unit, self.inverted, self.notes = choice.unit, choice.inverted, list[str]()
        self.scales: Sequence[int] = ()
        """Full scales of the sensors, where a config has them."""
        self.supply = asked.supply or 0.0
        highest = max(abs(value) for one in choice.sensors for value in (one.low, one.high))
        if self.unit in ("V", "mV") and not self.supply:
            volts = highest / (1000 if self.unit == "mV" else 1)
            self.supply = 3.3 if volts <= 3.4 else 5.0 if volts <= 5.2 else volts
            self.notes.append(f"of a supply of {self.supply:g} V (--supply)")
        self.per_newton, self.zero = 1000.0, 0.0
        if self.unit in FORCES:
            newtons = FORCES[self.unit]
            self.zero = start if abs(start) * newtons > 0.3 else 0.0
            reach = max(abs(value - self.zero) for one in choice.sensors for value in (one.low, one.high)) * newtons
            while self.per_newton * reach * 1.2 > _SPAN and self.per_newton > 0.01:
                self.per_newton /= 10
            if self.zero:
                self.notes.append(f"0 N is where it begins, {self.zero:g} {self.unit}")

    @property
    def is_force(self) -> bool:
        return self.unit in FORCES

    def of(self, n: int, value: Any) -> Any:
        """The code of a cell, or of an array; not yet whole."""
        if self.unit == "code":
            return value
        if self.is_force:
            sign = -1 if self.inverted else 1
            return _clamped(OFFSET + sign * (value - self.zero) * FORCES[self.unit] * self.per_newton)
        scale = self.scales[n] if n < len(self.scales) else FINE
        whole = {"V": self.supply, "mV": self.supply * 1000, "percent": 100.0}[self.unit]
        return value / whole * scale

    def sensor(self, own: Sensor) -> Sensor:
        """What reads these codes, in place of a sensor of the config."""
        if not self.is_force:
            return replace(own, circuit=replace(own.circuit, pull_up=True)) if self.inverted else own
        circuit, zero, points = force_circuit(self.per_newton)
        return Sensor(circuit, Curve.table(points), own.x, own.y, own.lag_us, zero=zero)

    def settings(self) -> dict[str, str]:
        """Keys of [sensor] of that sensor."""
        if not self.is_force:
            return {"pull_up": "yes"} if self.inverted else {}
        circuit, zero, points = force_circuit(self.per_newton)
        table = " ".join(f"{g:.5f}:{f:.5f}" for g, f in points)
        return {
            "full_scale": str(circuit.full_scale), "resistor_ohm": str(circuit.resistor_ohm), "max_code": str(circuit.max_code), "pull_up": "no",
            "zero": f"{zero:.5f}", "curve": f"table {table}",
        }  # fmt: skip


def _clamped(codes: Any) -> Any:
    if hasattr(codes, "clip"):
        return codes.clip(0, 65535)
    return min(max(codes, 0), 65535)


def force_circuit(per_newton: float) -> tuple[Circuit, float, list[tuple[float, float]]]:
    """A circuit without a divider, in which so many codes are a newton: its zero, and the points of its curve."""
    circuit = Circuit(0xFFFFFF, 1, max_code=65535)
    zero = circuit.conductance(OFFSET)
    steps = [1 / 64, 1 / 16, 1 / 8, *(n / 8 for n in range(2, 9))]
    return circuit, zero, [(circuit.conductance(OFFSET + round(_SPAN * part)) - zero, round(_SPAN * part) / per_newton) for part in steps]
