"""Results in Parquet: a part for each piece of work, whole or not there, and the tables that they make together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from libpress.files import replacing
from libpress.tools.problem import cannot_write

from .judging import COUNTS

_RESULT = [
    ("recording", pa.string()),
    ("setting", pa.int32()),
    ("truth", pa.string()),
    ("error", pa.string()),
    *((name, pa.int32()) for name in COUNTS),
    ("late_ms", pa.float64()),
    ("late_worst_ms", pa.float64()),
    ("end_late_ms", pa.float64()),
    ("late_us", pa.list_(pa.int64())),
    ("end_late_us", pa.list_(pa.int64())),
    ("frames", pa.int32()),
    ("recorded_s", pa.float64()),
    ("libpress", pa.string()),
    ("core", pa.string()),
]
_TIMES = [("seconds", pa.float64()), ("core_s", pa.float64())]
ROW = pa.schema(_RESULT + _TIMES)
RESULTS = [name for name, _ in _RESULT]
TIMES = ["recording", "setting", *(name for name, _ in _TIMES)]
_MARK = b"libpress.work"


def save(path: Path, table: Any, mark: str = "") -> None:
    """Writes a file whole or not at all. Raises Problem."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            marked = table.replace_schema_metadata({_MARK: mark.encode()})
            pq.write_table(marked, file, compression="zstd", write_page_checksum=True)
    except OSError as problem:
        raise cannot_write(path, problem) from problem


def table_of(rows: Sequence[dict[str, Any]]) -> Any:
    return pa.Table.from_pylist(list(rows), ROW)


def load(path: Path, mark: str, pairs: Sequence[tuple[str, int]]) -> Any:
    """A part that is whole: made of this very work, with all its rows; None: it is to be made (again)."""
    try:
        table = pq.ParquetFile(path, page_checksum_verification=True).read()
    except (OSError, pa.ArrowException):
        return None
    metadata = table.schema.metadata or {}
    if metadata.get(_MARK) != mark.encode() or not table.schema.equals(ROW):
        return None
    have = list(zip(table["recording"].to_pylist(), table["setting"].to_pylist(), strict=True))
    return table.replace_schema_metadata() if have == list(pairs) else None


def together(parts: Iterable[Any]) -> Any:
    """One table, by setting and recording."""
    whole = pa.concat_tables(list(parts)).combine_chunks()
    return whole.sort_by([("setting", "ascending"), ("recording", "ascending")])


def settings_table(settings: Sequence[Sequence[tuple[str, str]]]) -> Any:
    """setting, and a column of texts for each key; null: as the base has it."""
    keys = sorted({key for one in settings for key, _ in one})
    columns = {key: pa.array([dict(one).get(key) for one in settings], pa.string()) for key in keys}
    return pa.table({"setting": pa.array(range(len(settings)), pa.int32())} | columns)
