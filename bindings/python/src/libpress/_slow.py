"""Times that are over before the next reading comes."""

from __future__ import annotations

from typing import Any

from ._config import default
from .generated import _raw

_PAD, _ENGINE = default(_raw.press_pad_config), default(_raw.press_config)


def too_short(pad: Any, engine: Any, rate: float, before: str = "{key}") -> str | None:
    """What is wrong with settings that a rate cannot keep, where the program sets them: their defaults follow the rate. `before`: how a
    key of a section is written."""
    interval = 1e6 / rate
    times = [
        (section, key, getattr(config, key))
        for section, config, usual, keys in (("pad", pad, _PAD, ("stale_after_us", "gap_us")), ("engine", engine, _ENGINE, ("lost_after_us",)))
        for key in keys
        if getattr(config, key) not in (0, getattr(usual, key))
    ]
    short = [before.format(section=section, key=key) for section, key, us in times if us < interval or (us == interval and key != "gap_us")]
    if not short:
        return None
    return (
        f"at {rate:g} readings a second one comes only every {interval:.0f} us, too late for {', '.join(short)} as set: leave out what is "
        f"named, as the defaults follow the rate, or set each to {-(-3000 // rate) * 1000:.0f}"
    )
