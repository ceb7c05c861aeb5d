"""Settings as TypedDicts, written by `make contract` from the headers."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from ..button import ButtonConfig
    from ..crosstalk import CrosstalkConfig
    from ..drag import DragConfig
    from ..gestures import GesturesConfig
    from ..levels import LevelsConfig
    from ..peek import PeekConfig
    from ..pinch import PinchConfig
    from ..scroll import ScrollConfig
    from ..strike import StrikeConfig
    from ..transitions import TransitionsConfig


class EngineFields(TypedDict, total=False):
    """Of press_config."""

    max_contacts: int
    """a whole number from 1 to 32."""
    max_targets: int
    """a whole number from 0 to 1024."""
    touch_force: float
    """newtons, a number above 0."""
    release_force: float
    """newtons, a number above 0 and at most touch_force."""
    zero_force: float
    """newtons, a number at least 0."""
    preview_pressure: float
    """a number at least 0."""
    commit_pressure: float
    """a number at least preview_pressure."""
    complete_pressure: float
    """a number at least commit_pressure."""
    lost_after_us: int
    """microseconds, a whole number from 0 to 4294967295."""
    min_progress_step: float
    """a number from 0 to 1."""
    max_events: int
    """a whole number from 0 to 4096."""
    lift_us: int
    """microseconds, a whole number from 0 to 4294967295."""
    preview_after_us: int
    """microseconds, a whole number from 0 to 10000000."""
    creep_limit: float
    """a number from 0 to 1."""
    firmness: float
    """a number from -1 to 1."""
    late_limit_us: int
    """microseconds, a whole number from 0 to 10000000."""


class PadFields(TypedDict, total=False):
    """Of press_pad_config."""

    min_cutoff_hz: float
    """hertz, a number at least 0."""
    beta: float
    """a number at least 0."""
    derivative_cutoff_hz: float
    """hertz, a number above 0."""
    start_us: int
    """microseconds, a whole number from 0 to 4294967295."""
    start_limit: float
    """newtons, a number at least 0."""
    untouched_force: float
    """newtons, a number above 0."""
    hold_us: int
    """microseconds, a whole number from 0 to 4294967295."""
    rise_us: int
    """microseconds, a whole number from 0 to 4294967295."""
    fall_us: int
    """microseconds, a whole number from 0 to 4294967295."""
    drift_step: float
    """microsiemens, a number at least 0."""
    below_zero: float
    """microsiemens, a number at least 0."""
    below_zero_us: int
    """microseconds, a whole number from 0 to 4294967295."""
    longest_contact_us: int
    """microseconds, a whole number from 0 to 4294967295."""
    open_after_us: int
    """microseconds, a whole number from 0 to 4294967295."""
    shorted_after_us: int
    """microseconds, a whole number from 0 to 4294967295."""
    shorted_at_end_us: int
    """microseconds, a whole number from 0 to 4294967295."""
    bus_after_us: int
    """microseconds, a whole number from 0 to 4294967295."""
    stuck_after_us: int
    """microseconds, a whole number from 0 to 4294967295."""
    stale_after_us: int
    """microseconds, a whole number from 0 to 4294967295."""
    recover_after_us: int
    """microseconds, a whole number from 0 to 4294967295."""
    gap_us: int
    """microseconds, a whole number from 0 to 4294967295."""
    position_force: float
    """newtons, a number at least 0."""


class CircuitFields(TypedDict, total=False):
    """Of press_circuit."""

    parallel_ohm: int
    """ohms, a whole number from 0 to 16777215."""
    max_code: int
    """a whole number from 0 to full_scale."""
    short_ohm: int
    """ohms, a whole number from 1 to 16777215."""


class SensorFields(TypedDict, total=False):
    """Of press_sensor."""

    lag_us: int
    """microseconds, a whole number from 0 to 4294967295."""
    creep: float
    """a number from 0 to 1."""
    preload_force: float
    """newtons, a number at least 0."""
    zero: float
    """microsiemens, a number."""
    zero_limit: float
    """newtons, a number at least 0."""
    span: float
    """microsiemens, a number at least 0."""


class ConverterFields(TypedDict, total=False):
    """Of press_converter_config."""

    gain: int
    """a whole number from 0 to 65535."""
    rate_sps: int
    """conversions a second, a whole number from 0 to 65535."""
    retries: int
    """a whole number from 0 to 65535."""
    ready_polls: int
    """a whole number from 0 to 65535."""
    reference_mv: int
    """millivolts, a whole number, one of 0 2500."""
    range_mv: int
    """millivolts, a whole number, one of 0 6144 4096 2048 1024 512 256."""


class AttachedFields(TypedDict, total=False):
    """What is attached to an engine: True, or its config."""

    drag: bool | DragConfig
    """Drag and drop."""
    gestures: bool | GesturesConfig
    """Gestures."""
    peek: bool | PeekConfig
    """Peek and pop with quick actions."""
    transitions: bool | TransitionsConfig
    """Transitions."""
    button: bool | ButtonConfig
    """The force button."""
    strike: bool | StrikeConfig
    """Strikes and lifts."""
    pinch: bool | PinchConfig
    """Pinches."""
    scroll: bool | ScrollConfig
    """Throws and swipes."""
    levels: bool | LevelsConfig
    """Levels."""
    crosstalk: bool | CrosstalkConfig
    """Crosstalk."""
