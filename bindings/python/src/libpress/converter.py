"""Converters beside the ADS1115, over a bus written in Python."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import byref
from itertools import count, takewhile
from typing import Any

from ._config import default, put
from .bus import Bus, Calls, Converter
from .errors import check, why
from .generated import _raw


def _name(number: int) -> str:
    return str(_raw.press_converter_name(number).decode())


_PARTS = {_name(number): number for number in takewhile(lambda number: _name(number) != "unknown", count(1))}


def described(part: str, gain: int | None = None, rate_sps: int | None = None, reference_mv: int | None = None) -> Any:
    """What the library says of a part: a press_converter_part."""
    config, what = default(_raw.press_converter_config), default(_raw.press_converter_part)
    config.part, config.channels = _PARTS[part.upper()], 1
    if gain is not None:
        config.gain = gain
    if rate_sps is not None:
        config.rate_sps = rate_sps
    if reference_mv is not None:
        config.reference_mv = reference_mv
    reason = why(_raw.press_converter_config_check, config)
    check(_raw.press_converter_part_get(byref(config), byref(what)), f"looking up the {part}", reason)
    return what


class I2CConverter(Converter):
    """A converter, read by the library's driver over a Bus.

    `part` is its name, one of I2CConverter.PARTS. `channels` are its inputs against ground, eight at most, in rising order:
    sensor 0 is the first of them. `address` is one that the part can have; None: its usual one. `gain` is that of its amplifier
    (1, 2, 4 ...) and `rate_sps` one of its rates, where it has them; None: 1, and the fastest. `reference_mv` 2500 switches the
    reference of an ADS7828 or ADS7830 on, whose pin REF then has a capacitor and nothing else; `external_avdd` leaves the LDO of an
    NAU7802 off, whose AVDD then is wired to a supply. A failed transfer is tried
    `retries` more times, and a conversion that is not ready is asked for `ready_polls` more times. Nothing is sent before the
    first step.

    Raises InvalidError, OverflowError.
    """

    __slots__ = ("_largest",)
    PARTS = tuple(_PARTS)

    def __init__(
        self,
        bus: Bus,
        part: str,
        channels: Iterable[int] = (0,),
        *,
        address: int | None = None,
        gain: int | None = None,
        rate_sps: int | None = None,
        reference_mv: int | None = None,
        external_avdd: bool | None = None,
        retries: int | None = None,
        ready_polls: int | None = None,
    ) -> None:
        inputs = sorted(set(channels))
        if not inputs or inputs[0] < 0 or inputs[-1] > 15:
            raise ValueError("channels must be one or more of the inputs of the part, from 0")
        if part.upper() not in _PARTS:
            raise ValueError(f"part must be one of {', '.join(_PARTS)}, not {part}")
        config = default(_raw.press_converter_config)
        config.part = _PARTS[part.upper()]
        config.channels = sum(1 << n for n in inputs)
        own = {"gain": gain, "rate_sps": rate_sps, "reference_mv": reference_mv, "external_avdd": external_avdd}
        for name, value in (("address", address), *own.items(), ("retries", retries), ("ready_polls", ready_polls)):
            if value is not None:
                put(config, name, value)
        what = _raw.press_converter_part()
        _raw.press_converter_part_init(byref(what))
        reason = why(_raw.press_converter_config_check, config)
        check(_raw.press_converter_part_get(byref(config), byref(what)), f"setting up the {part.upper()}", reason)
        self._largest: int = what.largest_code
        name = f"{part.upper()} at address 0x{config.address or what.usual_address:02x}"
        super().__init__(bus, Calls.of("converter"), _raw.press_converter(), config, name)

    @property
    def largest_code(self) -> int:
        """Codes are 0 to this. Where the supply is the reference, it is the `full_scale` of a Circuit."""
        return self._largest


__all__ = ["I2CConverter"]
