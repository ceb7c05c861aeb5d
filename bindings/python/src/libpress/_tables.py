"""Text of rows, as loggers, monitors and spreadsheets write it: which encoding, separator and decimal sign, where its rows begin, its heading and units.

What the columns are is decided by _columns.py.
"""

from __future__ import annotations

import io
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO

HEAD = 1 << 18
"""Bytes that show the layout."""
BLOCK = 1 << 20
"""Bytes that are read at once."""
LONGEST = 1 << 16
"""Bytes of a line."""
_NUMBER = {
    ".": re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+|\d{1,3}(?:,\d{3})+\.\d+)(?:[eE][+-]?\d+)?|-?0[xX][0-9a-fA-F]+"),
    ",": re.compile(r"[+-]?(?:\d+(?:,\d*)?|,\d+|\d{1,3}(?:\.\d{3})+,\d+)(?:[eE][+-]?\d+)?"),
}
CLOCK = re.compile(r"(?:.*[ T])?([0-2]?\d):([0-5]\d):([0-5]\d)(?:[.,:](\d{1,9}))?(?: ?(?:Z|[+-]\d\d:?\d\d))?")
"""A time of day, with or without a date before it."""
DATE = re.compile(r"\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.]\d{2,4}")
_LABEL = re.compile(r"\s*([^\W\d_][^:=]*|\d{1,3})\s*[:=]\s*([+-]?[\d.,]+(?:[eE][+-]?\d+)?|[A-Za-z]{2,})\s*([^\d\s]\S{0,5})?\s*")
_ARROW = re.compile(r"\s*(\d\d:\d\d:\d\d[.,]\d+)\s*->\s?")
_ROW_IN_QUOTES = re.compile(r'"[^"]*[,;\t][^"]*"')
LOST = {"", "nan", "null", "none", "na", "n/a", "#n/a", "-", "--", "inf", "-inf", "+inf", "infinity", "ovf", "?", "error", "err"}
"""What stands where no number was read."""
_UNIT = re.compile(
    r"\s*[\[(]?\s*(?:[numk]?[NVAg]|mV|kg|lbs?|secs?|s|ms|us|µs|μs|%|counts?|codes?|raw|lsb|adc|count|#|-|°?C|g|kN|gf|kgf|rad/s|hh:mm:ss\S*)?\s*[\])]?\s*"
)
COMMENTS = ("#", "%", "//")


def number_of(text: str, decimal: str) -> float | None:
    """A number; None: it is none."""
    if not _NUMBER[decimal].fullmatch(text):
        return None
    if decimal == ",":
        text = text.replace(".", "").replace(",", ".")
    if text[-1:] not in "0123456789." or "x" in text or "X" in text:
        return float(int(text, 16))
    return float(text.replace(",", ""))


def is_time(text: str) -> bool:
    return CLOCK.fullmatch(text) is not None


def clock_us(text: str) -> int:
    """Microseconds of the day."""
    found = CLOCK.fullmatch(text)
    assert found
    hours, minutes, seconds, part = found.groups()
    return ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1_000_000 + int((part or "0").ljust(6, "0")[:6])


@dataclass
class Layout:
    """How the text of a file is laid out."""

    encoding: str = "utf-8"
    separator: str = ","
    """One character; " ": blanks, as many as there are; "": one column."""
    decimal: str = "."
    is_quoted: bool = False
    """Cells, or some, stand in quotes."""
    quotes_rows: bool = False
    """Each row as a whole does."""
    has_labels: bool = False
    """Cells are name:value."""
    has_arrow: bool = False
    """A monitor's time and an arrow stand before each row."""
    every_second: bool = False
    """Every second line is blank."""
    start: int = 1
    """The line of the first row, from 1."""
    width: int = 1
    heading: list[str] = field(default_factory=list)
    """Empty: there is none."""
    units: list[str] = field(default_factory=list)
    """Of a row below the heading."""
    banner: int = 0
    """Lines of words before all that."""

    def cells(self, line: str) -> list[str]:
        """The cells of a line, without blanks around them and without names."""
        before: list[str] = []
        if self.has_arrow and (found := _ARROW.match(line)):
            before, line = [found[1]], line[found.end() :]
        return before + self._split(line)

    def _split(self, line: str) -> list[str]:
        if self.quotes_rows:
            line = line.strip().removeprefix('"').removesuffix('"')
        if self.has_labels:
            line = re.sub(r"([:=])\s+", r"\1", line)
        if self.is_quoted:
            import csv

            found = next(
                csv.reader([line], delimiter=self.separator if self.separator.strip() or self.separator == "\t" else ",", skipinitialspace=True)
            )
        elif not self.separator:
            found = [line]
        else:
            found = line.split(None if self.separator == " " else self.separator)
        return [_value(one) if self.has_labels else one.strip() for one in found]

    def labels(self, line: str) -> list[str]:
        """The names of the cells of a line."""
        own = Layout(**{**self.__dict__, "has_labels": False})
        line = re.sub(r"([:=])\s+", r"\1", line)
        return [_label(one) for one in own.cells(line)]

    def is_row(self, cells: Sequence[str]) -> bool:
        """Whether these are cells of a row: numbers and times, and as many as there are columns."""
        if not self.fits(cells):
            return False
        some = sum(self.is_value(one) for one in cells)
        return some > 0 and 2 * some >= sum(one.lower() not in LOST for one in cells[: self.width])

    def fits(self, cells: Sequence[str]) -> bool:
        return len(cells) >= self.width and not any(cells[self.width :])

    def is_value(self, cell: str) -> bool:
        return number_of(cell, self.decimal) is not None or is_time(cell)


def _value(cell: str) -> str:
    cell = cell.strip()
    found = None if is_time(cell) else _LABEL.fullmatch(cell)
    return found[2] if found else cell


def _label(cell: str) -> str:
    cell = cell.strip().strip('"')
    found = None if is_time(cell) else _LABEL.fullmatch(cell)
    if not found:
        return ""
    return found[1].strip() + (f" [{found[3]}]" if found[3] else "")


def encoding_of(head: bytes) -> str:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if head.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    if head[1:200:2].count(0) > 50 or (len(head) < 200 and head[1::2].count(0) * 4 > len(head)):
        return "utf-16-le"
    try:
        head[: head.rfind(b"\n") + 1 or None].decode()
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def layout_of(head: bytes) -> Layout | None:
    """The layout of a text by its first bytes; None: there are no rows in it."""
    encoding = encoding_of(head)
    text = head.decode(encoding, "replace")
    lines = text.splitlines()[:3000]
    if not text.endswith(("\n", "\r")) and len(lines) > 3 and len(head) >= HEAD:
        lines.pop()
    filled = [line for line in lines if line.strip()]
    if not filled:
        return None
    sample = filled[len(filled) // 4 :][:400] if len(filled) > 12 else filled[-max(1, (len(filled) + 1) // 2) :]
    plain = [line for line in sample if not line.lstrip().startswith(COMMENTS)] or sample
    made: list[tuple[float, Layout]] = []
    for layout in _candidates(plain):
        layout.encoding = encoding
        rows = [layout.cells(line) for line in plain]
        widths = Counter(len(_trimmed(row)) for row in rows if any(layout.is_value(cell) for cell in row))
        if not widths:
            continue
        layout.width = max(widths, key=lambda width: (widths[width], width))
        share = sum(layout.is_row(row) for row in rows) / len(rows)
        values = sum(layout.is_value(cell) or cell.lower() in LOST for row in rows for cell in row[: layout.width])
        clean = values / max(sum(len(row) for row in rows), 1)
        made.append((round(share, 2) + round(clean, 2), layout))
    best = max((score for score, _ in made), default=0.0)
    if best < 0.9:
        return None
    for score, layout in made:  # the first of the best: their order is that of what people write
        if score >= best - 0.02:
            layout.every_second = _is_every_second(lines)
            _find_start(layout, lines)
            if layout.width == 2 and (layout.separator, layout.decimal) == (",", ".") and (single := _single(layout, lines)) is not None:
                return single
            return layout
    return None


def _single(layout: Layout, lines: list[str]) -> Layout | None:
    """One column with decimal commas, where its heading has no comma; None: it is two columns."""
    above = [line for line in lines[: layout.start - 1] if line.strip()]
    rows = [line.strip() for line in lines[layout.start - 1 :] if line.strip()]
    if not above or "," in above[-1] or layout.is_quoted or layout.has_labels or layout.has_arrow or not all(row.count(",") < 2 for row in rows):
        return None
    parts = [row.split(",") for row in rows if row.count(",") == 1]
    if len({len(part[1]) for part in parts}) > 1 or all(
        int(a[0]) < int(b[0]) for a, b in zip(parts, parts[1:9], strict=False) if a[0].isdigit() and b[0].isdigit()
    ):
        return None
    single = Layout(layout.encoding, "", ",", every_second=layout.every_second)
    _find_start(single, lines)
    return single


def _trimmed(cells: list[str]) -> list[str]:
    """Without empty cells at the end: separators that end a line."""
    end = len(cells)
    while end and not cells[end - 1]:
        end -= 1
    return cells[:end] or cells[:1]


def _is_every_second(lines: list[str]) -> bool:
    blank = [not line.strip() for line in lines]
    return len(blank) > 5 and sum(blank) > 0.4 * len(blank) and not any(a and b for a, b in zip(blank, blank[1:], strict=False))


def _candidates(lines: list[str]) -> Iterator[Layout]:
    arrow = sum(_ARROW.match(line) is not None for line in lines) > 0.8 * len(lines)
    if arrow:
        lines = [_ARROW.sub("", line, count=1) for line in lines]
    quoted_rows = sum(_ROW_IN_QUOTES.fullmatch(line.strip()) is not None for line in lines) > 0.8 * len(lines) and any(
        re.search(r"[,;\t] ?\d*[.:]?\d", line) and line.count(",") != 1 for line in lines
    )
    quoted = not quoted_rows and sum('"' in line for line in lines) > 0.1 * len(lines)
    stripped = [line.strip().strip('"') if quoted_rows else line for line in lines]
    parts = [_outside(line) if quoted else line for line in stripped]

    def has(mark: str) -> bool:
        return sum(mark in line for line in parts) > 0.8 * len(parts)

    for separator in ("\t", ";", "|"):
        if has(separator):
            yield from _with(separator, stripped, quoted, quoted_rows, arrow)
    blanks = sum(" " in line.strip() for line in parts) > 0.8 * len(parts)
    commas = has(",")
    if blanks and commas and not any(re.search(r",\s", line) for line in parts):  # 0,5 1,5
        yield from _with(" ", stripped, quoted, quoted_rows, arrow, (",",))
    if commas and _one_number(parts):  # a decimal comma, and one column
        yield from _with("", stripped, quoted, quoted_rows, arrow, (",",))
    if commas:
        yield from _with(",", stripped, quoted, quoted_rows, arrow)
    if blanks:
        yield from _with(" ", stripped, quoted, quoted_rows, arrow)
    yield from _with("", stripped, quoted, quoted_rows, arrow)


def _outside(line: str) -> str:
    return re.sub(r'"[^"]*"', '""', line)


def _one_number(lines: list[str]) -> bool:
    """Whether what stands after the one comma of a line is a part of a number: 0,05 and as many digits in each."""
    parts = [line.strip().split(",") for line in lines]
    digits = {len(part[-1]) for part in parts}
    if not all(len(part) == 2 and part[1].isdigit() for part in parts) or len(digits) != 1:
        return False
    return len({part[1] for part in parts}) > 7 if digits == {1} else any(part[1][0] == "0" for part in parts)


def _with(separator: str, lines: list[str], quoted: bool, quoted_rows: bool, arrow: bool, decimals: Iterable[str] = ()) -> Iterator[Layout]:
    if not decimals:
        decimals = (".", ",") if separator != "," or quoted else (".",)
    labels = sum(
        bool(re.search(r"[^\W\d_][^:=,;]*[:=]\s*[+-]?[\d.]|(?:^|[\s,;])\d{1,3}:[+-]?\d", line)) and not re.search(r"\d:\d\d:\d\d", line)
        for line in lines
    ) > 0.8 * len(lines)
    for decimal in decimals:
        plain = Layout(separator=separator, decimal=decimal, is_quoted=quoted, quotes_rows=quoted_rows, has_arrow=arrow)
        if labels:
            yield Layout(**{**plain.__dict__, "has_labels": True})
        yield plain


def _find_start(layout: Layout, lines: list[str]) -> None:
    """Where the rows begin, and what stands above them."""
    cells = [layout.cells(line) if line.strip() else [] for line in lines]
    is_row = [bool(row) and layout.is_row(row) and not line.lstrip().startswith(COMMENTS) for row, line in zip(cells, lines, strict=True)]
    start = next((n for n in range(len(lines)) if is_row[n] and _goes_on(lines, is_row, n)), next((n for n, one in enumerate(is_row) if one), 0))
    if _is_numbered(layout, cells, is_row, start):
        layout.heading = [*cells[start][: layout.width]]
        above = [n for n in range(start) if lines[n].strip()]
        layout.banner = len(above)
        start += 1
        while start < len(lines) and not is_row[start]:
            start += 1
    layout.start = start + 1
    if layout.heading:
        return
    above = [n for n in range(start) if lines[n].strip()]
    if layout.has_labels:
        layout.heading = _padded(layout.labels(lines[start]), layout.width)
        layout.banner = len(above)
        return
    rows: list[list[str]] = []
    for n in reversed(above[-4:]):
        line = lines[n].strip()
        for mark in COMMENTS:
            line = line.removeprefix(mark)
        found = [one.strip() for one in layout.cells(line)]
        while len(found) > layout.width and not found[-1]:
            found.pop()
        if not (
            len(found) == layout.width
            or (len(found) > 1 and layout.width - 4 <= len(found) < layout.width and len(_trimmed(found)) > layout.width // 2)
        ):
            break
        if not any(found):
            break
        rows.insert(0, found)
    layout.banner = len(above) - len(rows)
    if not rows:
        return
    if layout.width == 1:
        rows = rows[-2:] if len(rows) > 1 and _is_units(rows[-1]) else rows[-1:]
        layout.banner = len(above) - len(rows)
    rows = rows[-2:]
    if len(rows) > 1 and _is_units(rows[-1]):
        layout.heading, layout.units = _padded(rows[0], layout.width), _padded(rows[1], layout.width)
    elif len(rows) > 1 and sum(map(bool, rows[0])) > layout.width // 2:
        both = zip(_padded(rows[0], layout.width), _padded(rows[1], layout.width), strict=True)
        layout.heading = [" ".join(one for one in pair if one) for pair in both]
    elif _is_units(rows[-1]) and any(any(c in one for c in "[(") for one in rows[-1]):
        layout.units = _padded(rows[-1], layout.width)
    else:
        layout.heading = _padded(rows[-1], layout.width)


def _goes_on(lines: list[str], is_row: list[bool], at: int) -> bool:
    ahead = [is_row[n] for n in range(at, min(at + 12, len(lines))) if lines[n].strip()]
    return sum(ahead) >= 0.7 * len(ahead)


def _is_units(cells: list[str]) -> bool:
    return any(cells) and all(_UNIT.fullmatch(one) for one in cells)


def _is_numbered(layout: Layout, cells: list[list[str]], is_row: list[bool], start: int) -> bool:
    """Whether the first row is 0,1,2: the heading of a table without names."""
    row = cells[start][: layout.width]
    if row != [str(n) for n in range(layout.width)] or layout.width < 2:
        return False
    following = [cells[n][0] for n in range(start + 1, min(start + 12, len(cells))) if is_row[n]]
    return layout.width > 2 or following[:1] == ["0"]


def _padded(cells: list[str], width: int) -> list[str]:
    return [*cells, *[""] * width][:width]


class Text:
    """Lines of a file in blocks, with constant memory."""

    def __init__(self, path: str | os.PathLike[str], data: bytes | None = None) -> None:
        """Raises OSError."""
        self.file: BinaryIO = open(path, "rb") if data is None else io.BytesIO(data)  # noqa: SIM115
        self.head = b""
        while len(self.head) < HEAD and (more := self.file.read(HEAD - len(self.head))):
            self.head += more
        encoding = encoding_of(self.head)
        if encoding.startswith("utf-16") or (b"\r" in self.head and b"\n" not in self.head):  # of spreadsheets: they are small
            whole = (
                (self.head + self.file.read()).decode(encoding, "replace").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").encode()
            )
            self.file.close()
            self.file = io.BytesIO(whole)
            self.head = self.file.read(HEAD)
        self.size = 0
        """Bytes, where that is known."""
        try:
            at = self.file.seek(0, os.SEEK_CUR)
            self.size = self.file.seek(0, os.SEEK_END)
            self.file.seek(at)
        except OSError:  # a pipe
            pass
        self.read = 0
        """Bytes that were taken."""
        self._is_at_head = True

    def samples(self) -> list[bytes]:
        """Whole lines from all over a file; of a pipe its head alone."""
        if self.size <= len(self.head):
            return []
        found, at = [], self.file.seek(0, os.SEEK_CUR)
        for n in range(1, 17):
            self.file.seek((self.size - (1 << 16)) * n // 16)
            part = self.file.read(1 << 16)
            found.append(part[part.find(b"\n") + 1 : part.rfind(b"\n") + 1])
        self.file.seek(at)
        return found

    def blocks(self) -> Iterator[bytes]:
        """Whole lines, each block of about BLOCK bytes; only the last may end without a line's end. Raises OSError."""
        if not self._is_at_head:
            self.file.seek(len(self.head))
        self._is_at_head, self.read = False, 0
        rest = self.head
        while True:
            more = self.file.read(BLOCK - len(rest) if len(rest) < BLOCK else LONGEST)
            if not more:
                if rest:
                    self.read += len(rest)
                    yield rest
                return
            rest += more
            end = rest.rfind(b"\n") + 1
            if not end:
                if len(rest) > BLOCK + LONGEST:
                    raise ValueError("a line of more than a million bytes: this is no text of rows")
                continue
            self.read += end
            yield rest[:end]
            rest = rest[end:]

    def close(self) -> None:
        self.file.close()


def array_of(block: bytes, layout: Layout) -> Any:
    """The numbers of a block, a row a line, as an array of numpy; None: they are not plain enough, or there is no numpy."""
    if layout.has_labels or layout.has_arrow or layout.quotes_rows or layout.every_second:
        return None
    try:
        import numpy as np
    except ImportError:
        return None
    if b'"' in block:
        block = block.replace(b'"', b"") if layout.decimal == "." or layout.separator != "," else block
    if b"\r" in block:
        block = block.replace(b"\r\n", b"\n")
    if layout.decimal == ",":
        if b"." in block:
            return None
        block = block.replace(b",", b".")
    separator = layout.separator.encode()
    if layout.separator == " ":
        if b"  " in block or b"\t" in block or b" \n" in block or b"\n " in block or block[:1] == b" ":
            return None
    elif b" " in block:
        block = block.replace(b" ", b"") if re.search(rb"\d \d", block) is None else b"?"
    if block.translate(None, b"0123456789+-.eEnNaA\n" + separator):
        return None
    raw = np.frombuffer(block, np.uint8)
    ends = np.flatnonzero(raw == 10)
    if not block.endswith(b"\n"):
        ends = np.append(ends, len(block))
    if not len(ends):
        return None
    if separator:
        at = np.flatnonzero(raw == separator[0])
        counts = np.diff(np.searchsorted(at, ends), prepend=0)
        extra = int(counts[0]) - (layout.width - 1)
        if extra or not (counts == counts[0]).all():
            return None
    elif len(ends) and (np.diff(ends, prepend=-1) == 1).any():
        return None
    text = block.replace(b"\n", separator or b" ") if block.endswith(b"\n") else block.replace(b"\n", separator or b" ") + (separator or b" ")
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            found = np.fromstring(text, np.float64, sep=layout.separator or " ")
        except (DeprecationWarning, ValueError):
            return None
    return found.reshape(-1, layout.width) if len(found) == len(ends) * layout.width else None
