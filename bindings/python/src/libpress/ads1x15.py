"""ADS1115 and ADS1015 converters over a bus written in Python."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import byref

from ._config import default, put
from .bus import Bus, Calls, Converter
from .errors import InvalidError, error
from .generated import _raw
from .numbers import to_int32, to_unsigned


class Ads1x15(Converter):
    """An ADS1115, ADS1015 or TLA2024, read by the library's driver over a Bus.

    `channels` are the inputs (0..3, against ground) in rising order: sensor 0 is the first of them. `range_mv` is 6144,
    4096, 2048, 1024, 512 or 256; `rate_sps` 8 16 32 64 128 250 475 860 (ADS1115) or 128 250 490 920 1600 2400 3300
    (ADS1015, TLA2024). `continuous` converts without pause, one channel only; `poll_ready` asks for the end of a
    conversion earlier, which is at most `ready_polls` times; `ready_pin` sets ALERT/RDY up, and the program steps
    on its falling edge. A failed transfer is tried `retries` more times. Nothing is sent before the first step.

    Raises InvalidError, OverflowError.
    """

    __slots__ = ()

    def __init__(
        self,
        bus: Bus,
        channels: Iterable[int] = (0,),
        *,
        model: str = "ADS1115",
        address: int = 0x48,
        range_mv: int = 4096,
        rate_sps: int | None = None,
        continuous: bool = False,
        poll_ready: bool = False,
        ready_pin: bool = False,
        retries: int | None = None,
        ready_polls: int | None = None,
    ) -> None:
        inputs = sorted(set(channels))
        if not inputs or inputs[0] < 0 or inputs[-1] > 3:
            raise ValueError("channels must be one or more of 0, 1, 2, 3")
        quick = (_raw.PRESS_ADS1015, 3300)
        models = {"ADS1115": (_raw.PRESS_ADS1115, 860), "ADS1015": quick, "TLA2024": quick}
        if model.upper() not in models:
            raise ValueError(f"model must be ADS1115, ADS1015 or TLA2024, not {model}")
        if ready_pin and model.upper() == "TLA2024":
            raise InvalidError("ready_pin: a TLA2024 has none")
        config = default(_raw.press_ads1x15_config)
        config.model, fastest = models[model.upper()]
        config.address = to_unsigned(address, 8, "address")
        config.channels = sum(1 << n for n in inputs)
        config.flags = (
            (_raw.PRESS_ADS1X15_CONTINUOUS if continuous else 0)
            | (_raw.PRESS_ADS1X15_POLL_READY if poll_ready else 0)
            | (_raw.PRESS_ADS1X15_READY_PIN if ready_pin else 0)
        )
        put(config, "range_mv", range_mv)
        put(config, "rate_sps", fastest if rate_sps is None else rate_sps)
        if retries is not None:
            put(config, "retries", retries)
        if ready_polls is not None:
            put(config, "ready_polls", ready_polls)
        name = f"{model.upper()} at address 0x{config.address:02x}"
        super().__init__(bus, Calls.of("ads1x15"), _raw.press_ads1x15(), config, name)

    def watch(self, channel: int, low: int, high: int) -> None:
        """Lets the converter watch one of its inputs: ALERT/RDY falls when two codes in a row are below `low` or above `high`.

        `Idle.codes` gives both. With `low` 0 none is too low. Call `stop` before it, and forget the edges of the pin between the
        two; the next `step` or `read` ends the watch. Raises InvalidError, OverflowError, BusError, NackError, TimedOutError.
        """
        codes = to_unsigned(channel, 32, "channel"), to_int32(low, "low"), to_int32(high, "high")
        status = self._port.call(_raw.press_ads1x15_watch, byref(self._raw), *codes)
        if status < 0:
            raise error(status, f"watching with the {self._name}") from self._port.problem


__all__ = ["Ads1x15"]
