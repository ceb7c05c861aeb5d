"""The converters of a config on a bus, which the library steps and joins: a frame has a code for each sensor."""

from __future__ import annotations

from ctypes import byref, pointer

from ._config import default
from ._config_wiring import Wiring
from .bus import Bus, Port, explained, frame_of
from .errors import PressError, check, error
from .generated import _raw
from .pad import Frame


class Board:
    """The drivers that press_setup_start makes. Nothing is sent before the first step."""

    def __init__(self, wiring: Wiring, bus: Bus) -> None:
        """`wiring`: of this board alone, and accepted."""
        self.wiring = wiring
        self.failing = 0
        """The converter whose channel failed last."""
        self._wires = wiring.wires()
        self._port = Port(bus)
        parts, raw = default(_raw.press_setup_parts), self._port.raw()
        parts.bus = pointer(raw)
        check(_raw.press_setup_start(wiring.handle, byref(parts)), "starting the converters")

    def step(self, now_us: int) -> Frame | None:
        """Does what is due: at most one transfer of each converter. A frame once all have theirs; what failed is in `failed`."""
        raw = _raw.press_frame()
        if not check(self._port.call(_raw.press_setup_step, self.wiring.handle, now_us, byref(raw)), "stepping the converters"):
            return None
        frame = frame_of(raw, len(self._wires))
        if frame.failed:
            self.failing = self.converter(min(frame.failed))
        return frame

    def converter(self, sensor: int) -> int:
        """That which a sensor is on."""
        return self._wires[sensor][0]

    @property
    def next_us(self) -> int:
        """When a step is next due; 0: at once."""
        return int(_raw.press_setup_next_deadline(self.wiring.handle))

    @property
    def last_error(self) -> PressError | None:
        return self.error(self.failing)

    def error(self, converter: int) -> PressError | None:
        """Why a channel of a converter failed last; None: none did."""
        status = _raw.press_setup_last_error(self.wiring.handle, converter)
        return explained(status, self.wiring.named(converter), self._port.problems.get(self.wiring.address(converter)))

    def stop(self) -> None:
        """Puts all to sleep. Raises the first error, after all were asked."""
        status = self._port.call(_raw.press_setup_stop, self.wiring.handle)
        if status < 0:
            raise error(status, "stopping the converters") from self._port.problem
