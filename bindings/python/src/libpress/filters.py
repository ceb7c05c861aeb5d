"""Filters, usable on their own. A pad runs them for its sensors."""

from __future__ import annotations

from ctypes import byref

from ._strict import Strict
from .errors import check
from .generated import _raw
from .numbers import from_q16, to_int32, to_q16, to_unsigned


class MedianFilter(Strict):
    """Median of the last three values: takes out single-sample spikes. Delay: one sample on an edge."""

    __slots__ = ("_raw",)

    def __init__(self) -> None:
        self._raw = _raw.press_median()

    def step(self, value: int) -> int:
        """The median of a 32-bit `value` and the two before it; the first two pass as they are."""
        return int(_raw.press_median_step(byref(self._raw), to_int32(value)))


class OneEuroFilter(Strict):
    """The 1 euro filter [Casiez, Roussel, Vogel 2012]: a low-pass whose cutoff rises with the speed of the signal.

    cutoff = min_cutoff_hz + beta * |speed|; delay about 1 / (2 pi cutoff). Both cutoffs are Hz above 0, beta is Hz per
    unit per second and not negative. Raises InvalidError.
    """

    __slots__ = ("_raw",)

    def __init__(self, min_cutoff_hz: float = 3.0, beta: float = 1.0, derivative_cutoff_hz: float = 1.0) -> None:
        raw = _raw.press_one_euro()
        check(
            _raw.press_one_euro_init(
                byref(raw),
                to_q16(min_cutoff_hz, "min_cutoff_hz"),
                to_q16(beta, "beta"),
                to_q16(derivative_cutoff_hz, "derivative_cutoff_hz"),
            ),
            "making a 1 euro filter",
            "the cutoffs must be above 0, beta not negative",
        )
        self._raw = raw

    def step(self, t_us: int, value: float) -> float:
        """Filters one value; the first passes as it is. Samples may come at uneven times.

        Raises TimeError: t_us is not later than the one before.
        """
        filtered = _raw.press_q16()
        check(
            _raw.press_one_euro_step(byref(self._raw), to_unsigned(t_us, 64, "t_us"), to_q16(value, "value"), byref(filtered)),
            f"filtering the value at {t_us} us",
        )
        return from_q16(filtered.value)
