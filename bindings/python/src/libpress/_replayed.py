"""What `ForceSensor.replay` plays: a file, a DataFrame, an array or a list, with its sensors."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ._rows import FINE
from .errors import InvalidError
from .trace import Trace, TraceFile

if TYPE_CHECKING:
    from ._settings import Settings
    from .sensor import Sensor

_WHOLE = 26400
"""Full scale where nobody says: that of Circuit."""


def replayed(
    data: Any, how: Settings, *, rate: float | None, column: Any, times: Any, time: str | int | None, unit: str | None, invert: bool | None
) -> tuple[Trace, list[Sensor]]:
    """Raises InvalidError, OSError, TypeError."""
    is_file = isinstance(data, str | os.PathLike)
    if is_file and times is not None:
        raise TypeError("times= goes with an array or a list; times of a file are in its column: time=")
    name, text = (os.fspath(data), None) if is_file else (type(data).__name__, text_of(data, times))
    said = None if time is None else str(time)
    with TraceFile(name, rate, column, data=text, time=said, unit=unit, invert=invert) as file:
        own, codes = how.full_scale, None if file.table is None else file.table.codes
        if codes is not None and codes.unit in ("V", "mV") and own is not None:
            codes.supply = float(own) / (1000 if codes.unit == "mV" else 1)
        trace = Trace.of(file)
    if codes is not None and codes.unit in ("V", "mV", "percent"):
        return trace, [codes.sensor(how.sensor(FINE)) for _ in range(trace.sensors)]
    scales = trace.full_scale or (_WHOLE,) * trace.sensors
    sensors = [how.sensor(scale if own is None else round(own)) for scale in scales]
    return trace, sensors if codes is None else [codes.sensor(one) for one in sensors]


def text_of(data: Any, times: Any = None) -> bytes:
    """A table as text: what has columns with names (a DataFrame of pandas or polars, a mapping), and what has rows or numbers. `times`: of
    each row, seconds or dates. Raises InvalidError, TypeError."""
    names, columns = _columns(data)
    if times is not None:
        names, columns = ["time [s]", *(names or [f"reading{n}" for n in range(len(columns))])], [_seconds(list(times)), *columns]
    lengths = {len(one) for one in columns}
    if len(lengths) != 1 or not lengths.pop():
        raise InvalidError(f"a {type(data).__name__} of readings has rows, and as many times as rows")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if names:
        writer.writerow(names)
    writer.writerows([_cell(one) for one in row] for row in zip(*columns, strict=True))
    return out.getvalue().encode()


def _columns(data: Any) -> tuple[list[str], list[list[Any]]]:
    if hasattr(data, "columns") or isinstance(data, Mapping):
        keys = list(data.columns) if hasattr(data, "columns") else list(data)
        names, columns = [str(key) for key in keys], [list(data[key]) for key in keys]
        return _with_index(data, names, columns)
    if hasattr(data, "index") and hasattr(data, "name") and hasattr(data, "__len__"):  # a Series
        return _with_index(data, [str(data.name or "reading")], [list(data)])
    if isinstance(data, bytes) or not hasattr(data, "__iter__"):
        raise TypeError(f"replay takes a file, a DataFrame, an array or a list, not {data!r}")
    rows = data.tolist() if hasattr(data, "tolist") else list(data)
    if rows and isinstance(rows[0], Iterable) and not isinstance(rows[0], str):
        return [], [list(one) for one in zip(*rows, strict=True)]
    return [], [list(rows)]


def _with_index(data: Any, names: list[str], columns: list[list[Any]]) -> tuple[list[str], list[list[Any]]]:
    """The rows of pandas have labels: times often."""
    index = getattr(data, "index", None)
    if index is None or callable(index) or type(index).__name__ == "RangeIndex":
        return names, columns
    return [str(index.name or "index"), *names], [list(index), *columns]


def _seconds(times: list[Any]) -> list[Any]:
    if times and hasattr(times[0], "isoformat"):
        return [(one - times[0]).total_seconds() for one in times]
    return times


def _cell(one: Any) -> str:
    if one is None:
        return ""
    if hasattr(one, "isoformat"):
        text: str = one.isoformat(sep=" ") if hasattr(one, "hour") and hasattr(one, "year") else one.isoformat()
        return text
    if hasattr(one, "total_seconds"):
        return repr(one.total_seconds())
    found = repr(one.item() if hasattr(one, "item") else one)
    return "" if found in ("nan", "NaT", "<NA>") else found.strip("'")
