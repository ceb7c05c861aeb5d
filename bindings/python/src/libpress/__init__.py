"""libpress: the force of a finger on a force-sensing resistor, as interactions.

    from libpress import Pad

    pad = Pad()                                             # one FSR 402 behind an ADS1115
    pad.when_previewed = lambda: print("preview")
    pad.when_committed = lambda: print("commit")
    pad.feed(t_us, code)                                    # for every reading

`Pad` takes the codes of a converter, `Grid` frames of a matrix, `Engine` newtons; all report what happens through plain
functions (hooks), or when asked (`poll`). An engine also knows taps, holds and scrolls, peeks with quick actions, drags and
drops and more, once they are attached: `Engine(gestures=True, peek=True)` has `engine.gestures` and `engine.peek`.
`Ads1x15` and `I2CConverter` read a converter over a `Bus` such as `libpress.linux.I2CBus`. `libpress._raw` is the C library
itself.
Forces are newtons, conductances microsiemens, lengths points, times monotonic microseconds from the program.
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING, Any

from . import _library as _library  # a library that is missing is said here, not when a name is first used
from ._version import __version__

if TYPE_CHECKING:
    from .bus import Bus
    from .button import Button, ButtonConfig, ButtonStatus
    from .calibration import Calibration
    from .converter import Ads1x15, I2CConverter
    from .crosstalk import Crosstalk, CrosstalkConfig
    from .drag import Drag, DragConfig
    from .drag_session import DragItem, DragSession, Proposal
    from .drv2605l import Drv2605l, Drv2605lStatus, MotorCalibration
    from .engine import Engine
    from .enums import (
        ActionStyle,
        DragState,
        Driver,
        DropOperation,
        Drv2605lFault,
        Drv2605lState,
        Effect,
        EventType,
        GestureState,
        Modifier,
        Motor,
        PeekState,
        PointerHint,
        PreviewState,
        Reason,
        SpringState,
        Strength,
        StrikeCurve,
        SwipeDirection,
        Trait,
        TransitionState,
    )
    from .errors import (
        BusError,
        BusyError,
        DamagedError,
        ForbiddenError,
        InUseError,
        InvalidError,
        MovedError,
        NackError,
        NoSpaceError,
        NotFoundError,
        PressError,
        QueueFullError,
        StateError,
        TimedOutError,
        TimeError,
        TooFewEventsError,
        VersionError,
    )
    from .feedback import EffectRow, Feedback, PlayedEffect
    from .filters import MedianFilter, OneEuroFilter
    from .force_sensor import ForceSensor
    from .force_sensors import ForceSensors
    from .gestures import Gestures, GesturesConfig
    from .grid import Grid, GridContact, GridLines, GridLoad, GridShape, GridStats
    from .levels import Levels, LevelsConfig, LevelsState
    from .numbers import NEVER, from_q16, time_extend, to_q16, version
    from .pad import Correction, Frame, Pad, PadStats, Reading
    from .peek import Peek, PeekConfig, Peeks, PeekStatus, PreviewAction, PreviewActionGroup
    from .pinch import PinchConfig, Pinches, PinchState
    from .power import Idle, Supply
    from .preview import Preview
    from .profile import Profile
    from .scroll import ScrollConfig, Scrolls, ScrollState
    from .sensor import Circuit, Curve, FitReport, Sensor
    from .simulated_mat import SimulatedMat
    from .simulation import SimulatedFinger
    from .strike import Strike, StrikeConfig, Strikes
    from .surface import Surface
    from .targets import Targets
    from .trace import Trace
    from .transitions import Spring, TimingCurve, Transition, TransitionOptions, Transitions, TransitionsConfig
    from .types import EVENT_DTYPE as EVENT_DTYPE
    from .types import FRAME_DTYPE as FRAME_DTYPE
    from .types import NO_CONTACT, Event, Sample, Stats, Target, Touch
    from .types import SAMPLE_DTYPE as SAMPLE_DTYPE

__all__ = [
    "NEVER",
    "NO_CONTACT",
    "ActionStyle",
    "Ads1x15",
    "Bus",
    "BusError",
    "BusyError",
    "Button",
    "ButtonConfig",
    "ButtonStatus",
    "Calibration",
    "Circuit",
    "Correction",
    "Crosstalk",
    "CrosstalkConfig",
    "Curve",
    "Drv2605lFault",
    "Drv2605lState",
    "DamagedError",
    "Drag",
    "DragConfig",
    "DragItem",
    "DragSession",
    "DragState",
    "Driver",
    "DropOperation",
    "Drv2605l",
    "Drv2605lStatus",
    "Effect",
    "EffectRow",
    "Engine",
    "Event",
    "EventType",
    "Feedback",
    "ForbiddenError",
    "FitReport",
    "ForceSensor",
    "ForceSensors",
    "Frame",
    "GestureState",
    "Gestures",
    "GesturesConfig",
    "Grid",
    "GridContact",
    "GridLines",
    "GridLoad",
    "GridShape",
    "GridStats",
    "I2CConverter",
    "Idle",
    "InUseError",
    "InvalidError",
    "Levels",
    "LevelsConfig",
    "LevelsState",
    "MedianFilter",
    "Modifier",
    "Motor",
    "MotorCalibration",
    "MovedError",
    "NackError",
    "NoSpaceError",
    "NotFoundError",
    "OneEuroFilter",
    "Pad",
    "PadStats",
    "Peek",
    "PeekConfig",
    "PeekState",
    "PeekStatus",
    "Peeks",
    "PinchConfig",
    "PinchState",
    "Pinches",
    "PlayedEffect",
    "PointerHint",
    "PressError",
    "QueueFullError",
    "Preview",
    "PreviewAction",
    "PreviewActionGroup",
    "PreviewState",
    "Profile",
    "Proposal",
    "Reading",
    "Reason",
    "Sample",
    "ScrollConfig",
    "ScrollState",
    "Scrolls",
    "Sensor",
    "SimulatedFinger",
    "SimulatedMat",
    "Spring",
    "SpringState",
    "StateError",
    "Stats",
    "Strength",
    "Strike",
    "StrikeConfig",
    "StrikeCurve",
    "Strikes",
    "Surface",
    "SwipeDirection",
    "Supply",
    "Target",
    "Targets",
    "TimeError",
    "TimedOutError",
    "TimingCurve",
    "TooFewEventsError",
    "Touch",
    "Trace",
    "Trait",
    "Transition",
    "TransitionOptions",
    "TransitionState",
    "Transitions",
    "TransitionsConfig",
    "VersionError",
    "__version__",
    "from_q16",
    "time_extend",
    "to_q16",
    "version",
]


# The module of each name: it is imported when one of its names is first used.
_WHERE = {
    "bus": "Bus",
    "button": "Button ButtonConfig ButtonStatus",
    "calibration": "Calibration",
    "converter": "Ads1x15 I2CConverter",
    "crosstalk": "Crosstalk CrosstalkConfig",
    "drag": "Drag DragConfig",
    "drag_session": "DragItem DragSession Proposal",
    "drv2605l": "Drv2605l Drv2605lStatus MotorCalibration",
    "engine": "Engine",
    "enums": (
        "ActionStyle DragState Driver DropOperation Drv2605lFault Drv2605lState Effect EventType GestureState "
        "Modifier Motor PeekState PointerHint PreviewState Reason SpringState Strength StrikeCurve "
        "SwipeDirection Trait TransitionState"
    ),
    "errors": (
        "BusError BusyError DamagedError ForbiddenError InUseError InvalidError MovedError NackError NoSpaceError "
        "QueueFullError NotFoundError PressError StateError TimedOutError TimeError TooFewEventsError VersionError"
    ),
    "feedback": "EffectRow Feedback PlayedEffect",
    "filters": "MedianFilter OneEuroFilter",
    "force_sensor": "ForceSensor",
    "force_sensors": "ForceSensors",
    "gestures": "Gestures GesturesConfig",
    "grid": "Grid GridContact GridLines GridLoad GridShape GridStats",
    "levels": "Levels LevelsConfig LevelsState",
    "numbers": "NEVER from_q16 time_extend to_q16 version",
    "pad": "Correction Frame Pad PadStats Reading",
    "peek": "Peek PeekConfig Peeks PeekStatus PreviewAction PreviewActionGroup",
    "pinch": "PinchConfig Pinches PinchState",
    "power": "Idle Supply",
    "preview": "Preview",
    "profile": "Profile",
    "scroll": "ScrollConfig Scrolls ScrollState",
    "sensor": "Circuit Curve FitReport Sensor",
    "simulated_mat": "SimulatedMat",
    "simulation": "SimulatedFinger",
    "strike": "Strike StrikeConfig Strikes",
    "surface": "Surface",
    "targets": "Targets",
    "trace": "Trace",
    "transitions": "Spring TimingCurve Transition TransitionOptions Transitions TransitionsConfig",
    "types": "NO_CONTACT Event Sample Stats Target Touch EVENT_DTYPE FRAME_DTYPE SAMPLE_DTYPE",
}
_MODULES = {name: module for module, names in _WHERE.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """A name of the package, from its module. SAMPLE_DTYPE, EVENT_DTYPE, FRAME_DTYPE need numpy, which need not be there."""
    if name in _MODULES:
        try:
            module = _import_module(f"{__name__}.{_MODULES[name]}")
        except AttributeError as problem:  # `from libpress import` would take it for a name that is not there
            raise ImportError(f"libpress: {problem}") from problem
        value = getattr(module, name)
    elif name in _WHERE or name in ("_raw", "linux", "remote"):
        return _import_module(f"{__name__}.{name}")
    else:
        from ._strict import advice

        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{advice(name, _MODULES)}", name=name, obj=None)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
