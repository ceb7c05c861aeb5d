"""Crosstalk: pads of one engine that feel each other's hits."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from ctypes import byref

from ._hooks import Hooked
from .errors import InvalidError
from .files import read_file
from .generated import _raw
from .generated._configs import CrosstalkConfig as CrosstalkConfig
from .numbers import from_q16, to_q16, to_unsigned


class Crosstalk(Hooked):
    """`engine.crosstalk`, of an Engine(crosstalk=True). It has no events: what another pad hands on is no contact.

    >>> from libpress import Engine
    >>> engine = Engine(crosstalk=True, lift_us=0, max_events=0)
    >>> engine.when_touched = lambda event: print(f"pad {event.contact}")
    >>> engine.crosstalk.set_share(0, 1, 0.15)  # pad 1 reads up to 15 % of pad 0
    >>> for t_us, struck, beside in [(0, 0, 0), (2_000, 5, 0.6), (4_000, 8, 1.1), (6_000, 0, 0)]:
    ...     engine.feed_force(t_us, struck, contact=0)
    ...     engine.feed_force(t_us, beside, contact=1)
    pad 0
    """

    __slots__ = ()
    _way = "engine.crosstalk"
    _words = "crosstalk"

    def set(self, config: CrosstalkConfig) -> None:
        """Changes the config, from the next sample on. Every pair has its `share` again. Raises InvalidError."""
        self._set("crosstalk", CrosstalkConfig, config, "changing crosstalk")

    def set_share(self, struck: int, beside: int, share: float) -> None:
        """Says how much of the force of the pad `struck` the pad `beside` reads at most: 0..0.99. Both are contacts, 0..15; `share` is rounded
        up to a whole 1/256. Raises InvalidError (out of range, one pad twice)."""
        pair = to_unsigned(struck, 32, "struck"), to_unsigned(beside, 32, "beside")
        hint = f"share of {beside} for {struck}: two pads of 0..15, and 0..0.99, not {share!r}"
        self._do("setting a share", _raw.press_crosstalk_set_share, *pair, to_q16(share, "share"), hint=hint)

    def share(self, struck: int, beside: int) -> float:
        """The share that counts for a pair. Raises InvalidError (one pad twice, no pad of 0..15)."""
        found = _raw.press_q16()
        pair = to_unsigned(struck, 32, "struck"), to_unsigned(beside, 32, "beside")
        self._do("reading a share", _raw.press_crosstalk_get_share, *pair, byref(found), hint="two pads of 0..15")
        return from_q16(found.value)

    def set_shares(self, shares: Sequence[Sequence[float]]) -> None:
        """Says the share of every pair: a row for each pad that is struck, in it a number for each pad beside; what stands for a pad itself
        does not count. Raises InvalidError: nothing has changed then.
        """
        rows = [list(row) for row in shares]
        if not 2 <= len(rows) <= _raw.PRESS_CROSSTALK_PADS or any(len(row) != len(rows) for row in rows):
            raise InvalidError(f"setting shares: 2 to {_raw.PRESS_CROSSTALK_PADS} rows of as many numbers, not {[len(row) for row in rows]}")
        pairs = [(n, m, share) for n, row in enumerate(rows) for m, share in enumerate(row) if n != m]
        for n, m, share in pairs:
            if not 0 <= to_q16(share, "share") <= to_q16(0.99):
                raise InvalidError(f"setting shares: row {n}, number {m}: 0..0.99, not {share!r}")
        for pair in pairs:
            self.set_share(*pair)

    def load(self, path: str | os.PathLike[str]) -> None:
        """Takes the shares of a file that `libpress calibrate --crosstalk` wrote. Raises OSError, InvalidError: nothing has changed then."""
        try:
            rows = [[float(share) for share in row] for row in json.loads(read_file(path))["shares"]]
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            raise InvalidError(f"{os.fspath(path)}: no file of libpress calibrate --crosstalk") from None
        try:
            self.set_shares(rows)
        except (ValueError, OverflowError) as wrong:
            raise InvalidError(f"{os.fspath(path)}: {wrong}") from None
