"""Files as people write them, at random, each with the truth: which presses are in it, and when. Nothing of the reader is used."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

HEADINGS = {
    "latin": {"time": "time", "index": "index", "fsr": "fsr", "force": "force", "weight": "weight", "volts": "voltage", "percent": "value", "other": "temperature"},
    "german": {"time": "Zeit", "index": "Nr", "fsr": "Sensor", "force": "Kraft", "weight": "Gewicht", "volts": "Spannung", "percent": "Wert", "other": "Temperatur"},
    "cyrillic": {"time": "время", "index": "№", "fsr": "датчик", "force": "сила", "weight": "масса", "volts": "напряжение", "percent": "давление", "other": "температура"},
    "chinese": {"time": "时间", "index": "序号", "fsr": "压力", "force": "力", "weight": "重量", "volts": "电压", "percent": "压力", "other": "温度"},
    "greek": {"time": "χρόνος", "index": "index", "fsr": "αισθητήρας", "force": "δύναμη", "weight": "βάρος", "volts": "V", "percent": "πίεση", "other": "θερμ"},
    "korean": {"time": "시간", "index": "번호", "fsr": "센서", "force": "힘", "weight": "무게", "volts": "V", "percent": "압력", "other": "온도"},
}  # fmt: skip
OF_UNIT = {"code": "fsr", "V": "volts", "mV": "volts", "N": "force", "g": "weight", "kg": "weight", "percent": "percent"}
SIGNS = {"percent": "%", "code": ""}


@dataclass
class Made:
    """A file, and what is in it."""

    text: bytes
    presses: list[float]
    """When each begins, seconds from the first row."""
    about: dict[str, object] = field(default_factory=dict)
    options: list[str] = field(default_factory=list)
    """What a person would have to say, where nothing in the file does."""
    is_silent: bool = False
    """Somebody has to be asked: nothing in it says what the numbers are."""


def made(seed: int) -> Made:
    """File number `seed`. Each has 3 to 6 presses of half a second and more, on a sensor that reads about 800 of 1023 codes, 2.6 V, 4 N."""
    r = random.Random(f"file {seed}")
    unit = r.choices(["code", "code", "code", "V", "mV", "N", "g", "kg", "percent"])[0]
    script = r.choice([*HEADINGS, "none"])
    if script == "none" and r.random() < 0.7:  # who writes grams says so, mostly
        unit = "code"
    separator = r.choice([",", ",", ",", ";", "\t", " ", "|"])
    decimal = "," if separator in (";", "\t") and r.random() < 0.5 else "."
    time = r.choice(["s", "ms", "us", "iso", "clock", "epoch", "none", "none"])
    even = time == "none" or r.random() < 0.5
    has_index = r.random() < 0.25
    count = r.choice([1, 1, 1, 1, 2, 3, 5, 8])
    rate = r.choice([40, 50, 80, 100, 125, 200])
    inverted = r.random() < 0.15
    style = r.choices(["table", "plotter", "monitor"], [8, 1, 1])[0]
    if style == "monitor":
        time, has_index, script, unit = "none", False, "none", r.choice(["code", "code", "code", unit])
    if style == "plotter":
        separator, decimal = r.choice([",", "\t", " "]), "."
        time, has_index = r.choice(["none", "ms"]), False
        even = even or time == "none"
        script = "latin" if script == "none" else script
    if separator == " " and time in ("iso",):
        separator = ","
    gaps, losses, blanks, words = (r.random() < p for p in (0.2, 0.3, 0.2, 0.15))
    times, forces, presses = _pressed(r, rate, even, gaps and time != "none")
    columns: list[tuple[str, list[str]]] = []
    named = HEADINGS.get(script, {})
    says_unit = (script != "none" and r.random() < 0.8) or (script != "none" and unit in ("g", "kg", "mV", "percent"))
    if has_index:
        columns.append((named.get("index", ""), [str(n + 1) for n in range(len(times))]))
    if time != "none":
        columns.append((_time_name(r, named, time), _times(r, times, time, decimal)))
    own = r.randrange(count)
    spare = r.random() < 0.2
    for n in range(count):
        cells = _cells(r, forces if n == own else [0.0] * len(forces), unit, inverted, decimal)
        name = named.get(OF_UNIT[unit], "") + (str(n + 1) if count > 1 else "")
        if says_unit and unit != "code":
            name += r.choice([" [{}]", " ({})", "_{}"]).format(SIGNS.get(unit, unit))
        columns.append((name, cells))
    if spare:
        columns.append((named.get("other", ""), [f"{20 + r.random():.1f}".replace(".", decimal) for _ in times]))
    has_units_row = style == "table" and script != "none" and r.random() < 0.15
    rows = [list(row) for row in zip(*(cells for _, cells in columns), strict=True)]
    quoted = r.choice([False, False, False, True]) and separator not in " |"
    lines = _lines(
        r,
        columns,
        rows,
        separator,
        quoted,
        style,
        losses,
        words,
        times,
        sensors=[has_index + (time != "none") + own],
        has_units=has_units_row,
        unit=unit,
        time=time,
    )
    heading = separator.join(f'"{name}"' if quoted else name.replace(" ", "_") if separator == " " else name for name, _ in columns)
    above = []
    if r.random() < 0.2:
        above += r.sample(["Sensor ready", "=== FSR logger v2 ===", "calibration done", "Starting ADC ..."], 1)
    if style == "table" and script != "none":
        above.append(heading)
        if has_units_row:
            signs = [{"s": "s", "ms": "ms", "us": "us"}.get(time, "-")] if time != "none" else []
            above.append(
                separator.join([*(["-"] if has_index else []), *signs, *([SIGNS.get(unit, unit) or "counts"] * count), *(["°C"] if spare else [])])
            )
    if blanks:
        for at in sorted(r.sample(range(10, len(lines)), 2), reverse=True):
            if time != "none" and style != "monitor":
                lines.insert(at, "")
    end = r.choice(["\n", "\n", "\r\n"])
    text = end.join([*above, *lines]) + end
    mark = r.choice([b"", b"", b"", b"\xef\xbb\xbf"])
    about = {
        "unit": unit,
        "script": script,
        "separator": separator,
        "decimal": decimal,
        "time": time,
        "even": even,
        "index": has_index,
        "sensors": count,
        "style": style,
        "inverted": inverted,
        "units_row": has_units_row,
        "rate": rate,
    }
    options = [] if time in ("s", "ms", "us", "iso", "clock", "epoch") or style == "monitor" else ["--rate", str(rate)]
    says = (
        unit == "code"
        or (says_unit and script != "none")
        or has_units_row
        or (unit in ("V", "N") and script != "none" and OF_UNIT[unit] in named and named[OF_UNIT[unit]] not in ("V",))
    )
    says = says or (unit == "V" and script in ("greek", "korean"))
    result = Made(mark + text.encode(), presses, about, options, not says)
    if inverted and unit == "code" and time == "none" and style != "monitor":
        result.is_silent = True
        result.options += ["--invert", "yes"]
    if not says:
        result.options += ["--unit", unit]
    return result


def _pressed(r: random.Random, rate: int, even: bool, gaps: bool) -> tuple[list[float], list[float], list[float]]:
    """Times, newtons, and when presses begin. A gap is of whole seconds, while nothing presses."""
    begins, at = [], 1.5
    for _ in range(r.randint(3, 6)):
        begins.append(at + r.random() * 0.3)
        at = begins[-1] + r.uniform(1.4, 2.2)
    holds = [r.uniform(0.5, 0.8) for _ in begins]
    end = at + 1.0
    times, t = [], 0.0
    shift, gap_at = 0.0, begins[1] - 0.35 if gaps else 1e9
    while t < end:
        times.append(t)
        t += 1 / rate if even else (1 / rate) * r.uniform(0.6, 1.4)
    pushed, real = [], []
    for t in times:
        if t >= gap_at:
            shift, gap_at = 3.0, 1e9
        real.append(t + shift)
    for begin in begins:
        pushed.append(begin + (3.0 if gaps and begin > begins[0] else 0.0))
    forces = [max((min((t - b) / 0.06, 1.0, (b + h - t) / 0.06) for b, h in zip(begins, holds, strict=True)), default=0.0) for t in times]
    return real, [4.0 * max(one, 0.0) for one in forces], pushed


def _cells(r: random.Random, forces: list[float], unit: str, inverted: bool, decimal: str) -> list[str]:
    scale, places = {"code": (200, 0), "V": (0.65, 3), "mV": (650, 1), "N": (1, 3), "g": (101.97, 1), "kg": (0.10197, 4), "percent": (20, 2)}[unit]
    whole = unit == "code" and r.random() < 0.2
    found = []
    for force in forces:
        value = (force + abs(r.gauss(0, 0.01))) * scale
        if inverted:
            value = -value if unit in ("N", "g", "kg") else {"code": 1023, "V": 3.3, "mV": 3300, "percent": 100}[unit] - value
        text = f"{round(value)}" + (".0" if whole else "") if unit == "code" else f"{value:.{places}f}"
        found.append(text.replace(".", decimal))
    return found


def _time_name(r: random.Random, named: dict[str, str], time: str) -> str:
    if not named:
        return ""
    name = named["time"]
    return name if time not in ("s", "ms", "us") or r.random() < 0.4 else name + r.choice([" [{}]", "_{}", " ({})"]).format(time)


def _times(r: random.Random, times: list[float], time: str, decimal: str) -> list[str]:
    start = r.choice([0.0, 0.0, 12.5, 3600.25])
    if time == "s":
        return [f"{t + start:.4f}".replace(".", decimal) for t in times]
    if time == "ms":
        return [str(round((t + start) * 1e3)) for t in times]
    if time == "us":
        return [str(round((t + start) * 1e6)) for t in times]
    if time == "epoch":
        return [f"{1_764_000_000 + t:.3f}".replace(".", decimal) for t in times]
    found = []
    for t in times:
        ms = round(t * 1000) + 86_395_000  # over midnight
        day, ms = divmod(ms, 86_400_000)
        clock = f"{ms // 3_600_000:02}:{ms // 60_000 % 60:02}:{ms // 1000 % 60:02}.{ms % 1000:03}"
        found.append(f"2026-11-{27 + day} {clock}" if time == "iso" else clock)
    return found


def _lines(r, columns, rows, separator, quoted, style, losses, words, times, *, sensors, has_units, unit, time):  # type: ignore[no-untyped-def]
    """The rows as lines. Some cells are lost, some lines are words."""
    if losses:
        for at in r.sample(range(20, len(rows)), 4):
            rows[at][sensors[0]] = (
                r.choice(["nan", "NaN", "-"] if separator == " " or style != "table" else ["", "nan", "NaN", "-"])
                if style == "table"
                else rows[at][sensors[0]]
            )
    if words and style == "table":
        rows[r.randrange(30, len(rows))][sensors[0]] = r.choice(["ERR", "OVF", "timeout"])
    found = []
    for n, row in enumerate(rows):
        if style == "plotter":
            names = ["_".join(name.translate(str.maketrans("()[]", "    ")).split()) or f"v{k}" for k, (name, _) in enumerate(columns)]
            line = separator.join(f"{name}:{cell}" for name, cell in zip(names, row, strict=True))
        else:
            line = separator.join(f'"{cell}"' if quoted else cell for cell in row)
        if style == "monitor":
            ms = round(times[n] * 1000) + 45_000_000
            line = f"{ms // 3_600_000:02}:{ms // 60_000 % 60:02}:{ms // 1000 % 60:02}.{ms % 1000:03} -> {line}"
        found.append(line)
    return found
