"""Many sensors, one surface: pads and grids that feed one engine, each with contact ids of its own and at its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from ctypes import byref, c_char_p
from typing import Any

from ._config import default, put
from ._strict import Strict
from .engine import Engine
from .errors import check
from .generated import _raw
from .grid import Grid
from .numbers import from_q16, to_q16, to_tuple
from .pad import Correction, Pad
from .sensor import Sensor

Scale = float | tuple[float, float]
"""Of both directions, or x and y; negative: mirrored."""


class Surface(Strict):
    """Makes pads and grids for one engine: step pads, keyboards of FSRs, more than eight sensors.

        surface = Surface(width=300, height=300)
        plates = [surface.pad(x=100 * column, y=100 * row, width=100, height=100) for row in range(3) for column in range(3)]
        surface.engine.when_touched = lambda event: print(plates.index(surface.at(event.contact)))

    `width`, `height`: points; what is made lies within; 0: anywhere. `engine`: without, one of its own, which needs no polling
    and holds 32 contacts at once. Each pad and grid is fed by itself, with times that do not go back.

    Raises InvalidError, OverflowError, ValueError (NaN).
    """

    __slots__ = ("_engine", "_parts", "_raw")

    def __init__(self, width: float = 0.0, height: float = 0.0, engine: Engine | None = None) -> None:
        raw = _raw.press_surface()
        _raw.press_surface_init(byref(raw))
        raw.width, raw.height = to_q16(width, "width"), to_q16(height, "height")
        self._raw = raw
        if engine is None:
            engine = Engine(max_contacts=32, preview_after_us=_raw.PRESS_PREVIEW_AFTER_US)
            engine._core.own()
        self._engine = engine
        self._parts: dict[range, Pad | Grid] = {}

    @property
    def engine(self) -> Engine:
        """The engine that all of them feed."""
        return self._engine

    @property
    def parts(self) -> tuple[Pad | Grid, ...]:
        """What was made, in that order."""
        return tuple(self._parts.values())

    def at(self, contact: int) -> Pad | Grid | None:
        """The pad or grid that a contact is on. None: another's."""
        return next((part for ids, part in self._parts.items() if contact in ids), None)

    def pad(
        self,
        sensors: Sensor | Iterable[Sensor] | None = None,
        *,
        x: float = 0.0,
        y: float = 0.0,
        scale: Scale = 1.0,
        width: float = 0.0,
        height: float = 0.0,
        correction: Correction | None = None,
        **settings: Any,
    ) -> Pad:
        """A pad whose own 0, 0 lies at x, y, and which reaches `width`, `height` of its own points from there.

        `scale`: points of the surface for each of its own. Everything else is as for Pad; `contact` is given by the surface.
        Raises InvalidError (not within the surface, out of range), NoSpaceError (no contact id is free), and what Pad raises.
        """
        config = default(_raw.press_pad_config)
        config.correction = (correction or Correction())._to_raw()
        self._add(_raw.press_surface_add_pad, _place(x, y, scale, width, height), config, "adding a pad to the surface")
        k = config.correction
        placed = Correction(*map(from_q16, (k.a, k.b, k.c, k.d, k.e, k.f)))
        pad = Pad(sensors, self._engine, contact=config.contact, correction=placed, **settings)
        self._parts[range(config.contact, config.contact + 1)] = pad
        return pad

    def grid(self, columns: int = 16, rows: int = 16, *, x: float = 0.0, y: float = 0.0, scale: Scale = 1.0, **settings: Any) -> Grid:
        """A grid, the middle of whose first cell lies at x, y; `scale`: points from one cell to the next.

        Everything else is as for Grid; `contact`, `pitch_x`, `pitch_y` are given by the surface. Raises as `pad`, and as Grid.
        """
        config = default(_raw.press_grid_config)
        put(config, "columns", columns)
        put(config, "rows", rows)
        if "max_contacts" in settings:
            put(config, "max_contacts", settings["max_contacts"])
        self._add(_raw.press_surface_add_grid, _place(x, y, scale, 0, 0), config, "adding a grid to the surface")
        places: dict[str, Any] = {name: from_q16(getattr(config, name)) for name in ("x", "y", "pitch_x", "pitch_y")}
        grid = Grid(columns, rows, self._engine, contact=config.contact, **places, **settings)
        self._parts[range(config.contact, config.contact + config.max_contacts)] = grid
        return grid

    def _add(self, function: Callable[..., int], place: Any, config: Any, doing: str) -> None:
        why = c_char_p()
        status = function(byref(self._raw), byref(place), byref(config), byref(why))
        check(status, doing, (why.value or b"").decode())


def _place(x: float, y: float, scale: Scale, width: float, height: float) -> Any:
    place = _raw.press_place()
    _raw.press_place_init(byref(place))
    scales = (scale, scale) if isinstance(scale, int | float) else to_tuple(scale, "a scale", "x", "y")
    values = {"x": x, "y": y, "scale_x": scales[0], "scale_y": scales[1], "width": width, "height": height}
    for name, value in values.items():
        setattr(place, name, to_q16(value, name))
    return place
