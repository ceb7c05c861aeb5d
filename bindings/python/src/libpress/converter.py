"""Converters over a bus written in Python."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import byref
from itertools import count, takewhile
from typing import Any

from ._config import default, put
from .bus import Bus, Calls, Converter
from .errors import check, error, why
from .generated import _raw
from .numbers import to_int32, to_unsigned


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
    NAU7802 off, whose AVDD then is wired to a supply. An ADS1115, ADS1015 and TLA2024 have `range_mv`, 6144, 4096, 2048, 1024, 512 or 256,
    None: 4096; `continuous` converts without pause, one channel only; `poll_ready` asks for the end of a conversion earlier; `ready_pin` sets
    ALERT/RDY up, and the program steps on its falling edge. A failed transfer is tried `retries` more times, and a conversion that is not
    ready is asked for `ready_polls` more times. Nothing is sent before the first step.

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
        range_mv: int | None = None,
        continuous: bool = False,
        poll_ready: bool = False,
        ready_pin: bool = False,
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
        config.flags = (
            (_raw.PRESS_CONVERTER_FLAG_CONTINUOUS if continuous else 0)
            | (_raw.PRESS_CONVERTER_FLAG_POLL_READY if poll_ready else 0)
            | (_raw.PRESS_CONVERTER_FLAG_READY_PIN if ready_pin else 0)
        )
        own = {"gain": gain, "rate_sps": rate_sps, "reference_mv": reference_mv, "external_avdd": external_avdd, "range_mv": range_mv}
        for name, value in (("address", address), *own.items(), ("retries", retries), ("ready_polls", ready_polls)):
            if value is not None:
                put(config, name, value)
        what = _raw.press_converter_part()
        _raw.press_converter_part_init(byref(what))
        reason = why(_raw.press_converter_config_check, config)
        check(_raw.press_converter_part_get(byref(config), byref(what)), f"setting up the {part.upper()}", reason)
        name = f"{part.upper()} at address 0x{config.address or what.usual_address:02x}"
        super().__init__(bus, Calls.of("converter"), _raw.press_converter(), config, name)
        self._largest: int = what.largest_code

    @property
    def largest_code(self) -> int:
        """Codes are 0 to this. Where the supply is the reference, it is the `full_scale` of a Circuit."""
        return self._largest

    def watch(self, channel: int, low: int, high: int) -> None:
        """Lets an ADS1115 or ADS1015 watch one of its inputs: ALERT/RDY falls when two codes in a row are below `low` or above `high`.

        `Idle.codes` gives both. With `low` 0 none is too low. Call `stop` before it, and forget the edges of the pin between the
        two; the next `step` or `read` ends the watch. Raises InvalidError, OverflowError, BusError, NackError, TimedOutError.
        """
        codes = to_unsigned(channel, 32, "channel"), to_int32(low, "low"), to_int32(high, "high")
        status = self._port.call(_raw.press_converter_watch, byref(self._raw), *codes)
        if status < 0:
            raise error(status, f"watching with the {self._name}") from self._port.problem


class Ads1x15(I2CConverter):
    """An I2CConverter whose part is an ADS1115, ADS1015 or TLA2024: `model`."""

    __slots__ = ()

    def __init__(
        self,
        bus: Bus,
        channels: Iterable[int] = (0,),
        *,
        model: str = "ADS1115",
        address: int | None = None,
        range_mv: int | None = None,
        rate_sps: int | None = None,
        continuous: bool = False,
        poll_ready: bool = False,
        ready_pin: bool = False,
        retries: int | None = None,
        ready_polls: int | None = None,
    ) -> None:
        if not is_ads1x15(model):
            raise ValueError(f"model must be {', '.join(ADS1X15[:-1]).upper()} or {ADS1X15[-1].upper()}, not {model}")
        super().__init__(
            bus,
            model,
            channels,
            address=address,
            range_mv=range_mv,
            rate_sps=rate_sps,
            continuous=continuous,
            poll_ready=poll_ready,
            ready_pin=ready_pin,
            retries=retries,
            ready_polls=ready_polls,
        )


ADS1X15 = ("ads1115", "ads1015", "tla2024")
"""The converters that the simulated bus has, and whose model a check can find."""


def is_ads1x15(model: str) -> bool:
    return model.lower() in ADS1X15


__all__ = ["Ads1x15", "I2CConverter"]
