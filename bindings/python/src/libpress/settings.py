"""The settings of each maker, for type checkers.

They are TypedDicts, made from the fields of the headers::

    from libpress.settings import SensorSettings

    mine: SensorSettings = {"resistor": 10_000, "touch_force": 0.6}
    sensor = ForceSensor.simulated(**mine)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from .generated._settings_fields import AttachedFields as AttachedFields
from .generated._settings_fields import CircuitFields, ConverterFields, EngineFields, PadFields, SensorFields

if TYPE_CHECKING:
    from .bus import Bus
    from .calibration import Calibration
    from .enums import Trait
    from .pad import Correction
    from .power import Idle
    from .profile import Profile
    from .sensor import Curve
    from .simulation import Finger, SimulatedFinger


class Levels(EngineFields, total=False):
    """What `Engine.set` changes, but full_force."""

    contact_from_flag: bool
    tell_moved: bool
    traits: Trait


class EngineSettings(Levels, total=False):
    """What `Engine.set` changes."""

    full_force: float


class PadSettings(PadFields, total=False):
    """What `Pad.set` changes."""

    median: bool
    filter: bool
    baseline: bool
    third: bool
    correction: Correction | None


class Parts(Levels, PadSettings, CircuitFields, SensorFields, ConverterFields, AttachedFields, total=False):
    """Of the parts of a ForceSensor: engine, pad, circuit, sensor, converter."""

    pull_up: bool
    curve: Curve
    external_avdd: bool
    board: str | None
    continuous: bool
    poll_ready: bool
    reference: int | None
    reference_ratio: float
    idle: bool | Idle
    profile: Profile | str | os.PathLike[str] | None


class FedSettings(Parts, total=False):
    """What `ForceSensor.fed` takes."""

    deliver: Literal["poll"] | Callable[[Callable[[], None]], object] | None
    keep: bool
    resistor: int
    full_force: float
    calibration: Calibration | str | os.PathLike[str] | None


class ReplaySettings(FedSettings, total=False):
    """What `ForceSensor.replay` takes."""

    thread: bool
    full_scale: float | None


class SensorSettings(ReplaySettings, total=False):
    """What `ForceSensor.simulated` takes; and `ForceSensor`, but `channel` and `adc`."""

    bus: int | str | Bus
    supply: float
    address: int | None
    model: str
    rate: float


class SeveralSettings(SensorSettings, total=False):
    """What `ForceSensor.pads`, `ForceSensor.plate` and `ForceSensor.from_config` take."""

    adc: Any
    independent: bool
    finger: Finger | SimulatedFinger | Sequence[Finger | SimulatedFinger]
    seed: int
    fast: bool
