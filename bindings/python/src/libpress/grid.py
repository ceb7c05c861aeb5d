"""The grid: a matrix of force cells that feels several fingers. Frames in, contacts with lasting identities out."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import addressof, byref, c_float, c_int32, c_uint32, c_uint64, c_void_p, sizeof
from dataclasses import dataclass
from operator import index
from typing import Any

from ._config import default, kinds, put
from ._described import described
from ._strict import Strict, advice
from .engine import Engine
from .errors import StateError, check, why
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
    saturated: bool = False
    """A circuit: one of its columns is beyond what codes can show, so its force is uncertain."""
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


@described
@dataclass(frozen=True, slots=True)
class GridLoad:
    """What lies on a grid, or on a part of it."""

    force: float
    """Newtons: the sum of all cells at or above half of `release_force`."""
    x: float
    """Points: the centre of pressure; 0 where nothing lies there."""
    y: float
    peak: float
    """Newtons: the highest cell."""
    cells: int
    """That bear something."""


@described
@dataclass(frozen=True, slots=True)
class GridLines:
    """Rows and columns that are faulty now, by their numbers."""

    dead_columns: tuple[int, ...]
    """Nothing in it while its neighbours on both sides are pressed."""
    dead_rows: tuple[int, ...]
    """The same of rows."""
    stuck_columns: tuple[int, ...]
    """Pressed from end to end while its neighbours are not."""
    stuck_rows: tuple[int, ...]
    """The same of rows."""
    flickering_columns: tuple[int, ...]
    """Dead in some frames and not in others."""
    flickering_rows: tuple[int, ...]
    """The same of rows."""
    saturated_columns: tuple[int, ...]
    """A circuit: beyond what codes can show, in the latest frame."""
    saturated_rows: tuple[int, ...]
    """The same of rows."""


_SETTINGS = kinds(_raw.press_grid_config).keys() - {"gain", "circuit", "reserved", "flags"}
_CIRCUITS = {
    "plain": _raw.PRESS_GRID_CIRCUIT_PLAIN,
    "dividers": _raw.PRESS_GRID_CIRCUIT_DIVIDERS,
    "amplifiers": _raw.PRESS_GRID_CIRCUIT_AMPLIFIERS,
}
_MOST_GAIN = 32767.0 / 65536.0


def _fill(config: Any, gain: float | None, curve: Curve | None, settings: dict[str, Any]) -> None:
    """Writes settings of a grid, by the names of its arguments."""
    if (join := settings.pop("join", None)) is not None:
        both = (join, join) if isinstance(join, int | float) else to_tuple(join, "join", "x", "y")
        settings = {"join_x": both[0], "join_y": both[1], **settings}
    for name, value in settings.items():
        if name not in _SETTINGS:
            raise TypeError(f"a grid has no setting {name!r}{advice(name, _SETTINGS)}")
        put(config, name, value)
    if gain is not None:
        if config.circuit != _raw.PRESS_GRID_CIRCUIT_PLAIN:
            config.gain = to_q16(gain, "gain, newtons a microsiemens")
        elif gain > _MOST_GAIN:
            raise OverflowError(f"gain: {gain:g} newtons a code is more than {_MOST_GAIN:.4f}; feed newtons to a grid without a gain, or use a curve")
        else:
            config.gain = to_q16(gain * 65536.0, "gain in steps of 1/65536")
    if curve is not None:
        config.curve = curve._curve


class Grid(Strict):
    """A matrix of `columns` by `rows` force cells, and the engine that it feeds.

    Cells are newtons; with `gain`, codes that are worth so many newtons each, at most 0.4999 (or microsiemens, with a `curve`
    from there to newtons). With a `circuit`, "dividers" or "amplifiers", cells are codes too, of which the grid computes what each
    cell conducts; `gain` is newtons a microsiemens then. `falling`: codes fall with force, from `full_scale` down.
    `gains`: the grid has `set_gains`. `engine` may be shared by several grids and pads, each with its own range of contact ids, or False:
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
    dropout_us            30000     a contact that vanished is held this long before it ends, or for the engine's lift_us
                                    where that is longer
    join                  0.0       points, or (x, y): blobs with no more between them along x and y are one contact: a foot
    full_scale            1023      a circuit, or falling: the code at the supply
    column_ohm            10000     a circuit: the resistor of a column
    row_ohm               0         a circuit: of what drives a row: a pin 30, a switch 5 to 470
    merge_us              1000000   contacts that run into one blob are all kept this long
    palm_cells            0         a blob of this many cells is a palm; 0: none is
    palm_length           0         whole points: a contact whose ellipse has an axis so long is a palm; 0: none is
    start_us              200000    baseline: how long the zero is watched; no contacts meanwhile
    rise_us, fall_us      30000000, 1000000  baseline: time constants of following
    below_zero_us         120000000 baseline: a known zero stays for so long while its cell reads below it
    longest_contact_us    0         baseline: a contact longer than this is taken for a new zero; 0: none is
    line_after_us         5000000   rows and columns that are dead, stuck or flickering for so long are faulty; 0: none is
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
        circuit: str = "plain",
        falling: bool = False,
        gains: bool = False,
        **settings: Any,
    ) -> None:
        config = default(_raw.press_grid_config)
        if circuit not in _CIRCUITS:
            raise ValueError(f"circuit is one of {', '.join(map(repr, _CIRCUITS))}, not {circuit!r}")
        config.circuit = _CIRCUITS[circuit]
        _fill(config, gain, curve, {"columns": columns, "rows": rows, **settings})
        config.flags = (
            (_raw.PRESS_GRID_BASELINE if baseline else 0) | (_raw.PRESS_GRID_FALLING if falling else 0) | (_raw.PRESS_GRID_GAINS if gains else 0)
        )
        storage = (c_uint64 * (_raw.press_grid_size(byref(config)) // 8 + 1))()
        handle = c_void_p()
        check(
            _raw.press_grid_init(byref(storage), sizeof(storage), byref(config), byref(handle)),
            f"making a grid of {columns} x {rows} cells",
            why(_raw.press_grid_config_check, config),
        )
        self._storage: Any = storage
        self._takes_codes = gain is not None or circuit != "plain" or falling
        self._columns, self._rows, self._most = int(config.columns), int(config.rows), int(config.max_contacts)
        self._raw = handle
        self._config = config
        if engine is None or engine is True:
            self._engine: Engine | None = Engine(max_contacts=self._most, preview_after_us=_raw.PRESS_PREVIEW_AFTER_US)
            self._engine._core.own()
        else:
            self._engine = engine or None

    def set(self, *, gain: float | None = None, curve: Curve | None = None, **settings: Any) -> None:
        """Changes what the grid was made with, by the names of its arguments; what is not given stays.

        It counts from the first frame in which nothing touches, by what counted before and by this. Columns, rows, max_contacts,
        contact, baseline, and what the circuit is, cannot be changed.
        Raises InvalidError, OverflowError, ValueError (NaN), TypeError (no such setting; a gain for a grid of newtons).
        """
        if gain is not None and not self._takes_codes:
            raise TypeError("a grid that was made without a gain takes newtons: it gets none")
        config = type(self._config).from_buffer_copy(self._config)
        _fill(config, gain, curve, settings)
        refused = why(_raw.press_grid_config_check, config) or "columns, rows, max_contacts, contact and what the circuit is cannot be changed"
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

    def tare(self, force: bool = False) -> None:
        """Learns the zero again over the next start_us; with `force` also while something lies there: it becomes zero.

        Raises StateError: it has contacts (not with `force`), or no baseline.
        """
        flags = _raw.PRESS_GRID_TARE_FORCE if force else 0
        self._call("learning the zero", lambda e: _raw.press_grid_tare(self._raw, flags))

    def set_gains(self, gains: Any = None) -> None:
        """A gain for each cell beside that of the grid, in any form that `feed` takes: above 0 up to 64. None: 1 for all.

        The grid was made with `gains=True`. Zeros are learnt again.
        Raises InvalidError (out of range; another number; a grid without gains), StateError (it has contacts).
        """
        if gains is None:
            self._call("setting the gains", lambda e: _raw.press_grid_set_gains(self._raw, None, 0))
            return
        values = [to_q16(gain, "a gain") for gain in _flat(gains.tolist() if hasattr(gains, "tolist") else gains)]
        array = (c_int32 * max(len(values), 1))(*values)
        self._call("setting the gains", lambda e: _raw.press_grid_set_gains(self._raw, array, len(values)))

    def calibrate(self, newtons: float) -> float:
        """A known mass lies on the grid, and on nothing else: scales `gain` so that `load()` reads this force, and returns the gain.

        The gain counts from the first frame in which nothing touches. A mass of 5 to 20 N on three or four cells is best; 1 kg are 9.81 N.
        Raises StateError (nothing lies there), TypeError (a grid with a curve: fit the curve; one of newtons: it has no gain).
        """
        if self._config.curve.kind or not self._takes_codes:
            raise TypeError("only a grid with a gain and without a curve is calibrated by one mass")
        now = self.load().force
        if not now > 0 or not newtons > 0:
            raise StateError(f"calibrating the grid: a known mass lies on it first (it reads {now:.2f} N)")
        plain = self._config.circuit == _raw.PRESS_GRID_CIRCUIT_PLAIN
        gain: float = self._config.gain / 65536.0 / (65536.0 if plain else 1.0) * newtons / now
        self.set(gain=gain)
        return gain

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
                saturated=bool(c.flags & _raw.PRESS_GRID_CONTACT_SATURATED),
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

    # What lies there

    def cell_at(self, x: float, y: float) -> tuple[int, int]:
        """The cell (column, row) at a place in points; of a place beyond the edge the nearest."""
        config = self._config
        column = round((x - from_q16(config.x)) / from_q16(config.pitch_x))
        row = round((y - from_q16(config.y)) / from_q16(config.pitch_y))
        return min(max(column, 0), self._columns - 1), min(max(row, 0), self._rows - 1)

    def load(self, region: tuple[float, float, float, float] | None = None) -> GridLoad:
        """What lies on the grid in the latest frame, or on the cells with their middles in a region: x, y, width, height in points."""
        part = None
        if region is not None:
            names = ("x", "y", "width", "height")
            part = _raw.press_grid_region(*(to_q16(one, name) for one, name in zip(to_tuple(region, "region", *names), names, strict=True)))
        raw = default(_raw.press_grid_load)
        check(_raw.press_grid_get_load(self._raw, None if part is None else byref(part), byref(raw)), "reading the load")
        return GridLoad(from_q16(raw.force), from_q16(raw.x), from_q16(raw.y), from_q16(raw.peak), raw.cells)

    @property
    def map(self) -> memoryview[float]:
        """Newtons of each cell in the latest frame, after circuit, gain, zero and mask: `map[row, column]`, and `numpy.asarray(grid.map)`.

        Cells below half of `release_force` are 0. It is a copy: later frames leave it as it is.
        """
        count = self._columns * self._rows
        raw = (c_int32 * count)()
        check(_raw.press_grid_get_map(self._raw, raw, count), "reading the map")
        newtons = (c_float * count)(*(one / 65536.0 for one in raw))
        return memoryview(newtons).cast("B").cast("f", (self._rows, self._columns))

    @property
    def lines(self) -> GridLines:
        """Rows and columns that are faulty now. The engine delivers `sensor_fault` too, with columns first and then rows as `subject`."""
        raw = default(_raw.press_grid_lines)
        check(_raw.press_grid_get_lines(self._raw, byref(raw)), "reading the lines")
        return GridLines(**{name: _bits(getattr(raw, name)) for name in GridLines.__slots__})

    @property
    def stats(self) -> GridStats:
        """What the grid counted since it was made."""
        raw = default(_raw.press_grid_stats)
        check(_raw.press_grid_get_stats(self._raw, byref(raw)), "reading the counters")
        return GridStats(raw.frames, raw.backwards, raw.noise, raw.crowded, raw.dropouts, raw.merges)


def _bits(mask: int) -> tuple[int, ...]:
    return tuple(bit for bit in range(32) if mask >> bit & 1)


def _flat(cells: Iterable[Any]) -> list[Any]:
    """The numbers of a sequence, or of one of sequences."""
    flat: list[Any] = []
    for cell in cells:
        if isinstance(cell, str):
            raise TypeError(f"cells are numbers, not {cell!r}")
        flat.extend(_flat(cell)) if hasattr(cell, "__iter__") else flat.append(cell)
    return flat
