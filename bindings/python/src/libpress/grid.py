"""The grid: a matrix of force cells that feels several fingers. Frames in, contacts with lasting identities out."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import addressof, byref, c_int32, c_uint32, c_uint64, c_void_p, sizeof
from dataclasses import dataclass
from operator import index
from typing import Any

from ._config import default, kinds, put
from ._described import described
from ._strict import Strict, advice
from .engine import Engine
from .errors import check, why
from .generated import _raw
from .numbers import from_q16, to_int32, to_q16, to_tuple, to_unsigned
from .sensor import Curve


@described
@dataclass(frozen=True, slots=True)
class GridShape:
    """What the blob of a contact covers, and the ellipse that has the middle and the second moments of its force."""

    area: float
    """Square points: its cells times both pitches."""
    major: float
    """Points: the longer axis, four standard deviations; those of a rolled finger, a thumb and a palm are longer."""
    minor: float
    """Points: the shorter one; 0 where all cells lie in one line."""
    angle: float
    """Degrees, above -90 up to 90: of the longer axis, from that of x towards that of y."""
    box: tuple[float, float, float, float]
    """Points: x and y of its corner with the lesser ones, width and height."""
    peak_at: tuple[float, float]
    """Points: the middle of its highest cell."""


@described
@dataclass(frozen=True, slots=True)
class GridContact:
    """One finger on a grid."""

    contact: int
    """Its id: no other's until it has ended, and then free for the next."""
    serial: int
    """Numbers the contacts of this grid from 1: ids come again, serials do not."""
    since_us: int
    """When it began."""
    force: float
    """Newtons: the sum of its cells."""
    x: float
    """Points: the centre of its cells and of those around them, weighted with their force beyond half of `release_force`."""
    y: float
    cells: int
    """Of its blob."""
    peak: float
    """Newtons: its highest cell."""
    held: bool
    """Not seen in this frame: place and force are as they were."""
    merged: bool
    """Shares its blob: place is where it was heading, force its share."""
    palm: bool
    shape: GridShape | None = None
    """That of its blob; None: it is held."""


@described
@dataclass(frozen=True, slots=True)
class GridStats:
    """What a grid counted since it was made. All but the first wrap at 2**32."""

    frames: int
    backwards: int
    """Refused because time did not go forwards."""
    noise: int
    """Blobs of fewer than min_cells."""
    crowded: int
    """Blobs that could have begun a contact, but max_contacts were there."""
    dropouts: int
    """Contacts that vanished and came back."""
    merges: int
    """Contacts that came to share a blob."""


_SETTINGS = kinds(_raw.press_grid_config).keys() - {"gain"}


def _fill(config: Any, gain: float | None, curve: Curve | None, settings: dict[str, Any]) -> None:
    """Writes settings of a grid, by the names of its arguments."""
    for name, value in settings.items():
        if name not in _SETTINGS:
            raise TypeError(f"a grid has no setting {name!r}{advice(name, _SETTINGS)}")
        put(config, name, value)
    if gain is not None:
        config.gain = to_q16(gain * 65536.0, "gain in steps of 1/65536")
    if curve is not None:
        config.curve = curve._curve


class Grid(Strict):
    """A matrix of `columns` by `rows` force cells, and the engine that it feeds.

    Cells are newtons; with `gain`, codes that are worth so many newtons each (or microsiemens, with a `curve` from there
    to newtons). `engine` may be shared by several grids and pads, each with its own range of contact ids, or False:
    then `contacts` is all there is. Without one, the grid makes its own.

    Everything else that is not given has the library's default. A time of 0 turns its rule off.

    ===================== ========= ===========================================================================================
    baseline              False     each cell has a zero, learnt at the start and followed
    max_contacts          10        1 to 32
    contact               0         the contact ids are this and the next max_contacts - 1
    x, y                  0.0       points: the middle of the first cell
    pitch_x, pitch_y      1.0       points from one column, row to the next; negative: mirrored
    touch_force           0.2       N: a contact begins where a cell has this much
    release_force         0.1       N: cells with less do not count
    min_cells             1         a blob of fewer cells is noise
    valley                0.8       two peaks are one finger unless the way between them goes below
                                    this part of the lesser
    max_jump              3.0       cells: a contact is looked for this far from where it is expected
    dropout_us            30000     a contact that vanished is held this long before it ends; the engine's lift_us in its place
    merge_us              1000000   contacts that run into one blob are all kept this long
    palm_cells            0         a blob of this many cells is a palm; 0: none is
    palm_length           0         whole points: a contact whose ellipse has an axis so long is a palm; 0: none is
    start_us              200000    baseline: how long the zero is watched; no contacts meanwhile
    rise_us, fall_us      30000000, 1000000  baseline: time constants of following
    ===================== ========= ===========================================================================================

    Raises InvalidError, OverflowError, ValueError (NaN), TypeError (unknown setting).
    """

    __slots__ = ("__weakref__", "_columns", "_config", "_engine", "_most", "_raw", "_rows", "_storage", "_takes_codes")
    _way = "grid"
    _rooms = {"grid.engine": Engine} | {f"grid.{way}": kind for way, kind in Engine._rooms.items()}

    def __init__(
        self,
        columns: int = 16,
        rows: int = 16,
        engine: Engine | bool | None = None,
        *,
        gain: float | None = None,
        curve: Curve | None = None,
        baseline: bool = False,
        **settings: float,
    ) -> None:
        config = default(_raw.press_grid_config)
        _fill(config, gain, curve, {"columns": columns, "rows": rows, **settings})
        config.flags = _raw.PRESS_GRID_BASELINE if baseline else 0
        storage = (c_uint64 * (_raw.press_grid_size(byref(config)) // 8 + 1))()
        handle = c_void_p()
        check(
            _raw.press_grid_init(byref(storage), sizeof(storage), byref(config), byref(handle)),
            f"making a grid of {columns} x {rows} cells",
            why(_raw.press_grid_config_check, config),
        )
        self._storage: Any = storage
        self._takes_codes = gain is not None
        self._columns, self._rows, self._most = int(config.columns), int(config.rows), int(config.max_contacts)
        self._raw = handle
        self._config = config
        if engine is None or engine is True:
            self._engine: Engine | None = Engine(max_contacts=self._most, preview_after_us=_raw.PRESS_PREVIEW_AFTER_US)
            self._engine._core.own()
        else:
            self._engine = engine or None

    def set(self, *, gain: float | None = None, curve: Curve | None = None, **settings: float) -> None:
        """Changes what the grid was made with, by the names of its arguments; what is not given stays.

        It counts from the first frame in which nothing touches, by what counted before and by this. Columns, rows, max_contacts,
        contact and baseline cannot be changed.
        Raises InvalidError, OverflowError, ValueError (NaN), TypeError (no such setting; a gain for a grid of newtons).
        """
        if gain is not None and not self._takes_codes:
            raise TypeError("a grid that was made without a gain takes newtons: it gets none")
        config = type(self._config).from_buffer_copy(self._config)
        _fill(config, gain, curve, settings)
        refused = why(_raw.press_grid_config_check, config) or "columns, rows, max_contacts and contact cannot be changed"
        check(_raw.press_grid_set(self._raw, byref(config)), "changing the grid", refused)
        self._config = config

    @property
    def engine(self) -> Engine | None:
        """The engine that this grid feeds."""
        return self._engine

    @property
    def columns(self) -> int:
        """How many cells there are in a row."""
        return self._columns

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return self._rows

    # Frames in

    def feed(self, t_us: int, cells: Any) -> None:
        """Takes one frame: the cells row by row, as a numpy array of either shape, any buffer, or (nested) sequences.

        Newtons, or whole codes if the grid has a `gain`.

        Raises ValueError (another number of cells; NaN), TypeError (codes that are not whole), OverflowError, TimeError
        (not later than the frame before), BusyError, NoSpaceError, QueueFullError (as `Engine.feed`), and what the callbacks
        raised.
        """
        address, count, _keep = self._address(cells)
        expected = self._columns * self._rows
        if count != expected:
            raise ValueError(f"a frame of this grid has {self._columns} x {self._rows} = {expected} cells, not {count}")
        time = to_unsigned(t_us, 64, "t_us")
        self._call(f"feeding the frame at {t_us} us", lambda e: _raw.press_grid_feed(self._raw, time, address, count, e))

    def _address(self, cells: Any) -> tuple[int, int, Any]:
        if hasattr(cells, "dtype"):
            return self._address_of_array(cells)
        try:
            with memoryview(cells) as view:
                values = _flat(view.tolist())
        except TypeError:
            values = _flat(cells)
        if self._takes_codes:
            fixed = [to_int32(value, f"cell {number}") for number, value in enumerate(values)]
        else:
            fixed = [to_q16(value, f"cell {number}") for number, value in enumerate(values)]
        array = (c_int32 * max(len(fixed), 1))(*fixed)
        return addressof(array), len(fixed), array

    def _address_of_array(self, cells: Any) -> tuple[int, int, Any]:
        import numpy

        if self._takes_codes:
            if cells.dtype.kind not in "iu":
                raise TypeError(f"this grid has a gain: its cells are whole codes, not {cells.dtype}")
            wide = cells
        else:
            if cells.dtype.kind not in "iuf":
                raise TypeError(f"cells are numbers, not {cells.dtype}")
            wide = numpy.rint(cells * 65536.0)
            if numpy.isnan(wide).any():
                raise ValueError("a cell is not a number (NaN)")
        if wide.dtype != numpy.int32 and wide.size and (wide.min() < -(2**31) or wide.max() >= 2**31):
            raise OverflowError("a cell does not fit into 32 bits")
        array = numpy.ascontiguousarray(wide, dtype=numpy.int32)
        return int(array.ctypes.data), int(array.size), array

    def lost(self, t_us: int) -> None:
        """The grid cannot be read: contacts are cancelled, and none begins before it was seen untouched. As `feed`."""
        time = to_unsigned(t_us, 64, "t_us")
        self._call(f"losing the grid at {t_us} us", lambda e: _raw.press_grid_lost(self._raw, time, e))

    def reset(self) -> None:
        """Forgets contacts, zero and time; nothing is delivered to its engine: see `Engine.reset`."""
        self._call("resetting the grid", lambda e: _raw.press_grid_reset(self._raw))

    def tare(self) -> None:
        """Learns the zero again over the next start_us. Raises StateError: it has contacts, or no baseline."""
        self._call("learning the zero", lambda e: _raw.press_grid_tare(self._raw))

    def mask(self, cells: Iterable[tuple[int, int]]) -> None:
        """The cells to leave out from the next frame on, (column, row) each, because they are dead or stuck."""
        rows = (c_uint32 * self._rows)()
        for cell in cells:
            column, row = to_tuple(cell, "a cell", "column", "row")
            if not (0 <= index(column) < self._columns and 0 <= index(row) < self._rows):
                raise ValueError(f"there is no cell ({column}, {row}) in {self._columns} x {self._rows}")
            rows[row] |= 1 << column
        self._call("masking cells", lambda e: _raw.press_grid_set_mask(self._raw, rows, self._rows))

    def _call(self, doing: str, function: Any) -> None:
        if self._engine is None:
            check(function(None), doing)
        else:
            core = self._engine._core
            core.call(doing, function, core.handle, hint=core.no_room)

    # Contacts out

    @property
    def contacts(self) -> list[GridContact]:
        """The contacts as of the latest frame, in the order of their ids."""
        raw = (_raw.press_grid_contact * self._most)()
        count = check(_raw.press_grid_get_contacts(self._raw, raw, self._most), "reading the contacts")
        return [
            GridContact(
                contact=c.contact,
                serial=c.serial,
                since_us=c.since_us,
                force=from_q16(c.force),
                x=from_q16(c.x),
                y=from_q16(c.y),
                cells=c.cells,
                peak=from_q16(c.peak),
                held=bool(c.flags & _raw.PRESS_GRID_CONTACT_HELD),
                merged=bool(c.flags & _raw.PRESS_GRID_CONTACT_MERGED),
                palm=bool(c.flags & _raw.PRESS_GRID_CONTACT_PALM),
                shape=None if c.flags & _raw.PRESS_GRID_CONTACT_HELD else self._shape(c.contact),
            )
            for c in raw[:count]
        ]

    def _shape(self, contact: int) -> GridShape:
        raw = default(_raw.press_grid_shape)
        check(_raw.press_grid_get_shape(self._raw, contact, byref(raw)), f"reading the shape of contact {contact}")
        return GridShape(
            area=from_q16(raw.area),
            major=from_q16(raw.major),
            minor=from_q16(raw.minor),
            angle=from_q16(raw.angle),
            box=(from_q16(raw.x), from_q16(raw.y), from_q16(raw.width), from_q16(raw.height)),
            peak_at=(from_q16(raw.peak_x), from_q16(raw.peak_y)),
        )

    @property
    def stats(self) -> GridStats:
        """What the grid counted since it was made."""
        raw = default(_raw.press_grid_stats)
        check(_raw.press_grid_get_stats(self._raw, byref(raw)), "reading the counters")
        return GridStats(raw.frames, raw.backwards, raw.noise, raw.crowded, raw.dropouts, raw.merges)


def _flat(cells: Iterable[Any]) -> list[Any]:
    """The numbers of a sequence, or of one of sequences."""
    flat: list[Any] = []
    for cell in cells:
        if isinstance(cell, str):
            raise TypeError(f"cells are numbers, not {cell!r}")
        flat.extend(_flat(cell)) if hasattr(cell, "__iter__") else flat.append(cell)
    return flat
