"""Settings that change while an engine is used, as attributes; written by `make contract` from the headers."""

from __future__ import annotations

from .._live import Live, LiveSettings


class EngineLevels(LiveSettings):
    """Of press_config, but its capacities. What is set counts once no contact is down, as with `Engine.set`."""

    __slots__ = ()

    touch_force: Live[float] = Live("Newtons, a number above 0.")
    release_force: Live[float] = Live("Newtons, a number above 0 and at most touch_force.")
    zero_force: Live[float] = Live("Newtons, a number at least 0.")
    full_force: Live[float] = Live("Newtons, a number above zero_force.")
    preview_pressure: Live[float] = Live("A number at least 0.")
    commit_pressure: Live[float] = Live("A number at least preview_pressure.")
    complete_pressure: Live[float] = Live("A number at least commit_pressure.")
    lost_after_us: Live[int] = Live("Microseconds, a whole number from 0 to 4294967295.")
    min_progress_step: Live[float] = Live("A number from 0 to 1.")
    lift_us: Live[int] = Live("Microseconds, a whole number from 0 to 4294967295.")
    preview_after_us: Live[int] = Live("Microseconds, a whole number from 0 to 10000000.")
    creep_limit: Live[float] = Live("A number from 0 to 1.")
    firmness: Live[float] = Live("A number from -1 to 1.")
    late_limit_us: Live[int] = Live("Microseconds, a whole number from 0 to 10000000.")
