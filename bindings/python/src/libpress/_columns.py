"""What the columns of a table are: its time, its row numbers, its sensors with their units, and what is not clear."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import isfinite
from operator import index as as_index
from typing import Any

from ._tables import DATE, LOST, Layout, is_time, number_of
from ._units import FORCES, TIMES, UNITS

_TIME_WORDS = re.compile(
    r"time|uhrzeit|zeit|millis|micros|seconds|elapsed|timestamp|stamp|tiempo|tempo|temps|heure|hora|ora|czas|tid|aika|время|час|χρόνος|时间|時間|时刻|時刻|시간|זמן|الوقت|زمن|समय|date|datum|fecha|"
    r"^t$|^ts$|^t_|^x$|\bms\b|\bus\b|_ms\b|_us\b|_s\b|\bsecs?\b"
)
_INDEX_WORDS = re.compile(
    r"^(index|idx|nr|no|num|n|#|number|row|id|count(er)?|sample([ _]?(no|nr|number|index|id))?|samples?|i|seq(uence)?|frame|line|step|record|zeile|nummer|номер|№|序号|番号|번호|unnamed.*)\.?$"
)
_FORCE_WORDS = re.compile(r"force|kraft|fuerza|forza|for[cç]a|effort|grip|newton|сила|усилие|силы|δύναμη|力|힘|בכוח|قوة|बल|siła|kracht|voima")
_MASS_WORDS = re.compile(r"weight|mass|gewicht|masse|peso|poids|load|вес|масса|βάρος|重量|질량|무게|وزن|भार|scale")
_SENSOR_WORDS = re.compile(
    r"fsr|sensor|adc|analog|raw|code|value|wert|valor|valeur|press|druck|presi[oó]n|presse|давление|датчик|πίεση|αισθητήρας|压力|圧力|压感|압력|센서|传感器|センサ|ضغط|दबाव|volt|spannung|"
    r"^a\d$|^ch\d|^f\d$|^s\d$|^v\d*$|ain\d|channel|cell|finger|thumb|heel|toe|pad|signal|reading|counts|mv$|percent"
)
_OTHER_WORDS = re.compile(
    r"temp|humid|batt|vbat|vcc|rssi|acc|gyro|mag|quat|roll|pitch|yaw|lat|lon|lng|gps|status|state|flag|button|error|target|setpoint|label|event|angle|speed|velocity|position|_x$|_y$|_z$|"
    r"температ|влажн|温度|湿度|온도|θερμ|temperatur|grad|celsius|label|class|trial|subject"
)
_NAMED_UNITS = {
    "n": "N", "newton": "N", "newtons": "N", "g": "g", "gf": "g", "gram": "g", "grams": "g", "gramm": "g", "kg": "kg", "kgf": "kg", "kilogram": "kg", "kilograms": "kg",
    "v": "V", "volt": "V", "volts": "V", "mv": "mV", "millivolt": "mV", "millivolts": "mV", "%": "percent", "percent": "percent", "prozent": "percent", "pct": "percent",
    "code": "code", "codes": "code", "raw": "code", "lsb": "code", "adc": "code", "count": "code", "counts": "code",
    "s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "sek": "s", "ms": "ms", "msec": "ms", "millis": "ms", "milliseconds": "ms", "us": "us", "µs": "us", "μs": "us",
    "usec": "us", "micros": "us", "microseconds": "us", "min": "min", "kn": "?", "lb": "?", "lbs": "?", "lbf": "?", "oz": "?", "pa": "?", "kpa": "?", "bar": "?", "ohm": "?", "kohm": "?", "ω": "?",
}  # fmt: skip
WRITTEN = ("Н", "Н.", "ニュートン", "牛", "毫秒", "мс", "秒", "밀리초", "초", "с", "克", "г", "кг", "В", "мВ", "伏")
_OTHER_SCRIPTS = dict(zip(WRITTEN, ("N", "N", "N", "N", "ms", "ms", "s", "ms", "s", "s", "g", "g", "kg", "V", "mV", "V"), strict=True))


NOISY = 0.15
"""Newtons from row to row that no sensor of forces has as its noise: they are something else."""


class Unclear(ValueError):
    """It has to be said which column, which unit."""


@dataclass
class Column:
    """A column, as a sample of its cells shows it."""

    number: int
    name: str = ""
    unit: str = ""
    """As the heading has it: one of UNITS or TIMES; "": it does not say; "?": another one."""
    kind: str = "number"
    """time, date, row number, number, constant, text, empty."""
    low: float = 0.0
    high: float = 0.0
    at_rest: float = 0.0
    """The median."""
    is_whole: bool = True
    is_clock: bool = False
    lost: int = 0
    """Cells of the sample without a number."""
    step: float = 0.0
    """Of one that rises: the median."""
    even: bool = True
    rises: bool = False
    text: str = ""
    """A cell of it."""
    falls_under_load: bool = False
    noise: float = 0.0
    """The median change of its slope, from row to row."""

    @property
    def called(self) -> str:
        return f"{self.number} {self.name!r}" if self.name else str(self.number)

    @property
    def range(self) -> float:
        return self.high - self.low


@dataclass
class Choice:
    """What is taken of a table."""

    columns: list[Column] = field(default_factory=list)
    time: Column | None = None
    time_unit: str = ""
    """One of TIMES, or clock."""
    sensors: list[Column] = field(default_factory=list)
    unit: str = "code"
    inverted: bool = False
    notes: list[str] = field(default_factory=list)
    """What else is to be said."""
    rest: float = 0.0
    """What is read at the start, in `unit`."""

    @property
    def interval_us(self) -> float:
        return 0.0 if self.time is None else self.time.step * (1.0 if self.time_unit == "clock" else TIMES[self.time_unit])


def unit_of(name: str) -> tuple[str, str]:
    """The name of a heading, and the unit in it."""
    found = re.search(r"^(.*?)[\s_]*[\[(]\s*([^\])]*?)\s*[\])]?\s*$", name)
    if found and (unit := _known(found[2])) is not None:
        return found[1].strip(), unit
    if (unit := _known(name.strip())) is not None:
        return name, unit
    if name.endswith("%"):
        return name, "percent"
    for mark in (r"[\s_/,]+", r"(?<=[a-z])(?=[A-Z])"):
        words = re.split(mark, name.strip())
        if len(words) > 1 and (unit := _known(words[-1])) is not None:
            return name, unit
    return name, ""


def _known(word: str) -> str | None:
    return _OTHER_SCRIPTS.get(word) or _NAMED_UNITS.get(word.lower()) if word not in ("G",) else None


def columns_of(rows: Sequence[Sequence[str]], layout: Layout, more: Iterable[Sequence[Sequence[str]]] = ()) -> list[Column]:
    """Columns by a sample of rows; `more`: rows of later on, for what moves."""
    found = []
    later = [row for part in more for row in part]
    for n in range(layout.width):
        heading = layout.heading[n] if n < len(layout.heading) else ""
        name, unit = unit_of(heading)
        if n < len(layout.units) and layout.units[n]:
            unit = _known(layout.units[n].strip("[]() ")) or unit
        column = Column(n, name, unit)
        cells = [row[n] if n < len(row) else "" for row in rows]
        _describe(column, cells, [row[n] if n < len(row) else "" for row in later], layout)
        found.append(column)
    return found


def median(numbers: Sequence[float]) -> float:
    """The middle one."""
    return sorted(numbers)[len(numbers) // 2]


def _describe(column: Column, cells: Sequence[str], later: Sequence[str], layout: Layout) -> None:
    decimal = layout.decimal
    values = [number_of(cell, decimal) for cell in cells]
    numbers = [one for one in values if one is not None and isfinite(one)]
    words = [cell for cell, one in zip(cells, values, strict=True) if one is None and cell.lower() not in LOST]
    column.lost = len(cells) - len(numbers)
    if not numbers:
        if words and sum(map(is_time, words)) > 0.8 * len(words):
            from ._tables import clock_us

            column.kind, column.is_clock, column.text = "time", True, words[0]
            _steps(column, [float(clock_us(word)) for word in words if is_time(word)])
        else:
            column.kind = "date" if words and all(DATE.fullmatch(word) for word in words[:50]) else "text" if words else "empty"
            column.text = words[0] if words else ""
        return
    if len(words) > 0.4 * len(cells):
        column.kind, column.text = "text", words[0]
        return
    far = [one for one in (number_of(cell, decimal) for cell in later) if one is not None and isfinite(one)]
    every = numbers + far
    column.low, column.high, column.at_rest = min(every), max(every), median(every)
    column.is_whole = all(one == int(one) for one in every)
    column.text = next(cell for cell, one in zip(cells, values, strict=True) if one is not None)
    if column.low == column.high:
        column.kind = "constant"
    _steps(column, numbers)
    column.falls_under_load = _falls(numbers, column)
    column.noise = median([abs(a - 2 * b + c) for a, b, c in zip(numbers, numbers[1:], numbers[2:], strict=False)] or [0.0])


def _steps(column: Column, numbers: Sequence[float]) -> None:
    steps = [b - a for a, b in zip(numbers, numbers[1:], strict=False)]
    if len(steps) < 2:
        return
    up = sum(step > 0 for step in steps)
    back = [step for step in steps if step < 0]
    column.rises = up >= 0.5 * len(steps) and len(back) <= max(1, len(steps) // 1000) if len(steps) > 4 else up == len(steps)
    if column.is_clock or (not column.rises and not back and up > 2):  # many rows of a second
        column.rises = column.is_clock or column.rises
    if column.rises:
        span, count = sum(step for step in steps if step > 0), len(steps)
        rising = sorted(step for step in steps if step > 0)
        column.step = rising[len(rising) // 2] if 2 * up > len(steps) else span / count
        column.even = not back and up == len(steps) and rising[-1] - rising[0] <= max(1e-6 * rising[-1], 0.02 * column.step)


def _falls(numbers: Sequence[float], column: Column) -> bool:
    """Whether it rests high, and what comes now and then lies below."""
    if column.range <= 0 or len(numbers) < 20:
        return False
    high, low = column.high - 0.2 * column.range, column.low + 0.5 * column.range
    start = median(numbers[: max(3, len(numbers) // 50)])
    above = sum(one >= high for one in numbers)
    return start >= high and above > 0.55 * len(numbers) and any(one < low for one in numbers) and numbers[-1] >= high


def choose(
    columns: list[Column],
    layout: Layout,
    *,
    count: int = 1,
    asked: Sequence[Any] | None = None,
    default: Sequence[int] = (0,),
    time: str | None = None,
    unit: str | None = None,
    invert: bool | None = None,
    has_rate: bool = False,
) -> Choice:
    """What is taken. `asked`: columns that were named; `default`: those that a config has where nobody said more. `time`: a column, with its
    unit after a colon, or none. Raises Unclear; ValueError: what was asked for is not there."""
    choice = Choice(columns)
    taken = None if asked is None else [number_asked(one, columns, layout) for one in asked]
    _choose_time(choice, time, has_rate, taken or [], layout)
    if taken is not None:
        choice.sensors = [columns[n] for n in taken]
        for one in choice.sensors:
            if one.kind in ("text", "date", "empty") or one.is_clock:
                raise ValueError(f"column {one.called} holds {one.kind}s such as {one.text!r}, no readings; there are {listed(columns)}")
    else:
        choice.sensors = _sensors(choice, count, default)
    _choose_unit(choice, unit)
    inverted = [_is_negative(one) if choice.unit in FORCES else one.falls_under_load for one in choice.sensors]
    choice.inverted = all(inverted) if invert is None else invert
    if invert is None and choice.inverted and choice.unit == "code" and choice.time is None:  # pressd reads it, and cannot know
        one = choice.sensors[0]
        raise Unclear(f"column {one.called} rests near {one.high:g} and falls from there: --invert if that is a press, --no-invert if not")
    return choice


def _is_negative(one: Column) -> bool:
    """Forces that rest at 0 and go below."""
    return one.low < 0 and abs(one.at_rest) < 0.15 * one.range and one.high < 0.15 * one.range


def number_asked(asked: Any, columns: Sequence[Column], layout: Layout) -> int:
    """The number of a column that was named by a number or a name."""
    there = f"it must be the number of a column, or its name in the heading; there are {listed(columns)}"
    if isinstance(asked, str):
        whole = [n for n, name in enumerate(layout.heading) if name == asked.strip() and name]
        found = whole or [one.number for one in columns if one.name and one.name == asked.strip()]
        if len(found) == 1:
            return found[0]
        raise ValueError(f"column={asked!r}: {there}{'; several are called so: give a number' if found else ''}")
    try:
        number = -1 if isinstance(asked, bool) else as_index(asked)
    except TypeError:
        number = -1
    if not 0 <= number < len(columns):
        raise ValueError(f"column={asked!r}: {there}")
    return number


def listed(columns: Sequence[Column]) -> str:
    return ", ".join(one.called for one in columns)


def _choose_time(choice: Choice, time: str | None, has_rate: bool, taken: Sequence[int], layout: Layout) -> None:
    columns = choice.columns
    for one in columns:
        if one.kind == "number" and one.rises and _INDEX_WORDS.search(one.name.lower()):
            one.kind = "row number"
    if time is not None:
        _take_time(choice, time, layout)
        return
    rising = [one for one in columns if (one.rises or one.is_clock) and one.kind in ("number", "time") and one.number not in taken]
    named = [one for one in rising if one.is_clock or one.unit in TIMES or _TIME_WORDS.search(one.name.lower())]
    named.sort(key=lambda one: (one.unit not in TIMES, one.is_clock, one.number))
    blind = [one for one in rising if one not in named and one.unit == "" and not _SENSOR_WORDS.search(one.name.lower()) and len(columns) > 1]
    for one in named:
        unit = _time_unit(one)
        if unit:
            choice.time, choice.time_unit, one.kind = one, unit, "time"
            break
        one.kind = "row number" if one.even and one.step == 1 else "time"
        if not has_rate:
            words = f"column {one.called} rises by {one.step:g} a row, and does not say of what"
            raise Unclear(f"{words}: --time {one.number}:s, {one.number}:ms or {one.number}:us, or --time none and --rate HZ")
        choice.notes.append(f"the times of column {one.called} have no known unit and are not used: --time {one.number}:ms")
    if choice.time is None:
        for one in blind:
            unit = "" if one.even and one.step == 1 and one.is_whole else _time_unit(one)
            if unit:
                choice.time, choice.time_unit, one.kind = one, unit, "time"
                choice.notes.append(f"column {one.called} rises in each row and is taken as {unit}: --time {one.number}:UNIT or --time none")
                break
    for one in rising:
        if one is not choice.time and one.kind == "number" and (one.even or (one in named) or (not one.name and one in blind)):
            one.kind = "row number"
        elif one is not choice.time and one.is_clock:
            one.kind = "time"


def _take_time(choice: Choice, time: str, layout: Layout) -> None:
    if time == "none":
        for one in choice.columns:
            if one.rises and (_TIME_WORDS.search(one.name.lower()) or one.is_clock):
                one.kind = "time"
            elif one.rises and one.even:
                one.kind = "row number"
        return
    name, _, unit = time.rpartition(":") if time.rpartition(":")[2] in TIMES else (time, "", "")
    number = number_asked(int(name) if name.isdigit() else name, choice.columns, layout)
    column = choice.columns[number]
    unit = unit or _time_unit(column)
    if column.kind in ("text", "date", "empty", "constant") and not column.is_clock:
        raise ValueError(f"--time {time}: column {column.called} holds no times; there are {listed(choice.columns)}")
    if not unit:
        raise Unclear(f"--time {time}: its unit is not clear: --time {name}:s, {name}:ms or {name}:us")
    choice.time, choice.time_unit, column.kind = column, unit, "time"


def _time_unit(one: Column) -> str:
    """The unit of a column of times; "": it is not clear."""
    if one.is_clock:
        return "clock"
    if one.unit in TIMES:
        return one.unit
    for second, unit in ((1e6, "us"), (1e3, "ms"), (1.0, "s")):  # since 1970: 2001 to 2039
        if 1e9 * second <= one.low and one.high < 2.2e9 * second and one.step < 10 * second:
            return unit
    low = re.sub(r"[^a-z]", "", one.name.lower())
    for words, unit in (("millis", "ms"), ("micros", "us"), ("msec", "ms"), ("usec", "us"), ("seconds", "s")):
        if words in low:
            return unit
    if one.step <= 0:
        return ""
    fits = [unit for unit, us in (("s", 1e6), ("ms", 1e3), ("us", 1.0)) if 4 <= 1e6 / (one.step * us) <= 1500]
    if not one.is_whole and one.step < 0.3:
        return "s" if one.step >= 1e-4 else ""
    if one.even and one.step == 1 and one.is_whole:
        return ""  # it may be a number, seconds or milliseconds
    return fits[0] if len(fits) == 1 else ""


def _sensors(choice: Choice, count: int, default: Sequence[int]) -> list[Column]:
    columns = choice.columns
    rest = [one for one in columns if one is not choice.time and one.kind in ("number", "constant") and one.unit not in TIMES]
    if not rest:
        what = "; ".join(f"{one.called}: {one.kind}, such as {one.text!r}" for one in columns)
        if len(columns) == 1 and columns[0].kind in ("number", "row number"):
            return columns[:1]
        raise Unclear(f"no column looks like readings of a sensor ({what}): --column NAME")
    force = [one for one in rest if one.unit in UNITS]
    named = [
        one
        for one in rest
        if not _OTHER_WORDS.search(one.name.lower())
        and (_SENSOR_WORDS.search(one.name.lower()) or _FORCE_WORDS.search(one.name.lower()) or _MASS_WORDS.search(one.name.lower()) or one in force)
    ]
    some = named or [one for one in rest if not _OTHER_WORDS.search(one.name.lower())] or rest
    if len(some) < count:
        some = rest
    if len(some) < count:
        raise ValueError(f"fewer columns than sensors: the config has {count}, the file {listed(some)}")
    if len(some) == count:
        return some
    by_number = [columns[n] for n in default if n < len(columns)]
    if count > 1:
        if len(by_number) == count and all(one in some for one in by_number):
            choice.notes.append(f"not read: {listed([one for one in some if one not in by_number])} (--column)")
            return by_number
        raise Unclear(
            f"the config has {count} sensors, and the file {len(some)} columns that can be: {listed(some)}: --column {','.join(str(one.number) for one in some[:count])}"
        )
    most = max(some, key=lambda one: _moves(one, some))
    others = [one for one in some if one is not most]
    if any(4 * _moves(one, some) > _moves(most, some) for one in others):
        most = by_number[0] if by_number and by_number[0] in some else some[0]
        others = [one for one in some if one is not most]
        choice.notes.append(f"others move too and are not read: {listed(others)} (--column {others[0].number})")
    return [most]


def _moves(one: Column, among: Sequence[Column]) -> float:
    """How far it moves, and how little of that is noise; columns of one unit are compared as they are."""
    clear = one.range / (one.noise + 0.01 * one.range) if one.range else 0.0
    if len({other.unit for other in among}) == 1:
        return one.range * clear
    return one.range / max(abs(one.high), abs(one.low), 1e-9) * clear


def _choose_unit(choice: Choice, unit: str | None) -> None:
    if unit is not None:
        if unit not in UNITS:
            raise ValueError(f"--unit {unit}: it must be one of {', '.join(UNITS)}")
        choice.unit = unit
        return
    found = {_unit(one, choice) for one in choice.sensors}
    if len(found) > 1:
        raise Unclear(f"the columns {listed(choice.sensors)} have several units ({', '.join(sorted(found))}): --unit or --column")
    choice.unit = found.pop()


def _unit(one: Column, choice: Choice) -> str:
    if one.unit in UNITS:
        return one.unit
    name = one.name.lower()
    if one.unit == "?" or one.unit in TIMES:
        raise Unclear(f"column {one.called} is in a unit that is not known here: --unit {'|'.join(UNITS)} says what counts")
    if one.is_whole:
        return "code"
    if re.fullmatch(r"v\d*", name) or "volt" in name or "spannung" in name or "напряж" in name or "电压" in name:
        return "V"
    if _FORCE_WORDS.search(name) and one.noise < NOISY:
        choice.notes.append(f"column {one.called} is taken as newtons by its name: --unit g, kg")
        return "N"
    raise Unclear(
        f"column {one.called} has decimals ({one.text} in its first row, {one.low:g} to {one.high:g}) and no unit: --unit {', '.join(UNITS[1:])} or code"
    )
