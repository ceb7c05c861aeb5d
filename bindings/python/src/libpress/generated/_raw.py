"""The C library as it is: every constant, struct and function of press.h, by its own name.

Written by `make contract` from the headers (include/press/*.h), which say what each means. The rest of the package is
built on this module and is what programs normally use. A call here checks nothing but the types of ctypes. Where C
takes an array (samples, events, frames) the argument is an address, so that any buffer can be handed over.
"""

# The names are those of C.
# ruff: noqa: N801

from __future__ import annotations

from collections.abc import Callable
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_bool,
    c_char,
    c_char_p,
    c_int,
    c_int32,
    c_int64,
    c_size_t,
    c_uint8,
    c_uint16,
    c_uint32,
    c_uint64,
    c_void_p,
)
from typing import Any

from .._library import library as library

press_q16 = c_int32

# base.h
PRESS_ONE = 65536
PRESS_VERSION_MAJOR = 1
PRESS_VERSION_MINOR = 0
PRESS_VERSION_PATCH = 0
PRESS_VERSION_NUMBER = 65536
PRESS_OK = 0
PRESS_ERR_NOENT = -2
PRESS_ERR_IO = -5
PRESS_ERR_AGAIN = -11
PRESS_ERR_BUSY = -16
PRESS_ERR_INVAL = -22
PRESS_ERR_NOSPC = -28
PRESS_ERR_TIME = -62
PRESS_ERR_STATE = -71
PRESS_ERR_DAMAGED = -74
PRESS_ERR_MOVED = -78
PRESS_ERR_VERSION = -93
PRESS_ERR_NOBUFS = -105
PRESS_ERR_TIMEDOUT = -110
PRESS_ERR_NACK = -121
PRESS_NEVER = 0xffffffffffffffff

# event.h
PRESS_EVENT_CONTACT_BEGAN = 1
PRESS_EVENT_CONTACT_MOVED = 2
PRESS_EVENT_CONTACT_ENDED = 3
PRESS_EVENT_CONTACT_CANCELLED = 4
PRESS_EVENT_PREVIEW_BEGAN = 16
PRESS_EVENT_PREVIEW_UPDATED = 17
PRESS_EVENT_COMMIT_UPDATED = 18
PRESS_EVENT_PREVIEW_CANCELLED = 19
PRESS_EVENT_PREVIEW_REFUSED = 20
PRESS_EVENT_TAPPED = 32
PRESS_EVENT_DOUBLE_TAPPED = 33
PRESS_EVENT_HOLD_BEGAN = 34
PRESS_EVENT_HOLD_ENDED = 35
PRESS_EVENT_HOLD_CANCELLED = 36
PRESS_EVENT_SCROLL_BEGAN = 37
PRESS_EVENT_SCROLL_MOVED = 38
PRESS_EVENT_SCROLL_ENDED = 39
PRESS_EVENT_SCROLL_CANCELLED = 40
PRESS_EVENT_TAP_FAILED = 41
PRESS_EVENT_HOLD_REPEATED = 42
PRESS_EVENT_DRAG_REFUSED = 43
PRESS_EVENT_SWIPED = 44
PRESS_EVENT_THROW_BEGAN = 45
PRESS_EVENT_THROW_MOVED = 46
PRESS_EVENT_THROW_ENDED = 47
PRESS_EVENT_PEEK_SHOWN = 48
PRESS_EVENT_PEEK_POPPED = 49
PRESS_EVENT_PEEK_DISMISSED = 50
PRESS_EVENT_ACTIONS_REVEALED = 51
PRESS_EVENT_ACTION_HIGHLIGHTED = 52
PRESS_EVENT_ACTION_SELECTED = 53
PRESS_EVENT_ACTIONS_HIDDEN = 54
PRESS_EVENT_PEEK_TOUCHED = 55
PRESS_EVENT_PINCH_BEGAN = 56
PRESS_EVENT_PINCH_CHANGED = 57
PRESS_EVENT_PINCH_ENDED = 58
PRESS_EVENT_PINCH_CANCELLED = 59
PRESS_EVENT_SENSOR_FAULT = 64
PRESS_EVENT_SENSOR_RECOVERED = 65
PRESS_EVENT_BASELINE_CHANGED = 66
PRESS_EVENT_SENSOR_SATURATED = 67
PRESS_EVENT_RECALIBRATE = 68
PRESS_EVENT_SUPPLY_FAULT = 69
PRESS_EVENT_SUPPLY_RECOVERED = 70
PRESS_EVENT_LEVELS_BEGAN = 72
PRESS_EVENT_LEVEL_ENTERED = 73
PRESS_EVENT_LEVEL_LEFT = 74
PRESS_EVENT_LEVEL_REPEATED = 75
PRESS_EVENT_LEVELS_ENDED = 76
PRESS_EVENT_LEVELS_CANCELLED = 77
PRESS_EVENT_TRANSITION_STARTED = 80
PRESS_EVENT_TRANSITION_UPDATED = 81
PRESS_EVENT_TRANSITION_FINISHED = 82
PRESS_EVENT_TRANSITION_CANCELLED = 83
PRESS_EVENT_BUTTON_PRESSED = 88
PRESS_EVENT_BUTTON_RELEASED = 89
PRESS_EVENT_BUTTON_CANCELLED = 90
PRESS_EVENT_STRUCK = 91
PRESS_EVENT_LET_GO = 95
PRESS_EVENT_DRAG_BEGAN = 96
PRESS_EVENT_DRAG_MOVED = 97
PRESS_EVENT_DRAG_ENTERED = 98
PRESS_EVENT_DRAG_LEFT = 99
PRESS_EVENT_DRAG_PROPOSED = 100
PRESS_EVENT_DRAG_ITEMS_CHANGED = 101
PRESS_EVENT_DRAG_HINT_CHANGED = 102
PRESS_EVENT_DRAG_CONFIRM = 103
PRESS_EVENT_DRAG_DROPPED = 104
PRESS_EVENT_DRAG_CANCELLED = 105
PRESS_EVENT_SPRING_POSSIBLE = 106
PRESS_EVENT_SPRING_ACTIVATING = 107
PRESS_EVENT_SPRING_ACTIVATED = 108
PRESS_EVENT_SPRING_ENDED = 109
PRESS_EVENT_AUTOSCROLL_BEGAN = 110
PRESS_EVENT_AUTOSCROLL_CHANGED = 111
PRESS_EVENT_AUTOSCROLL_ENDED = 112
PRESS_EVENT_DROP_ITEM_BEGAN = 113
PRESS_EVENT_DROP_ITEM_UPDATED = 114
PRESS_EVENT_DROP_ITEM_ENDED = 115
PRESS_EVENT_DROP_SLOW = 116
PRESS_EVENT_DROP_CONCLUDED = 117
PRESS_EVENT_TASK_BEGAN = 118
PRESS_EVENT_TASK_UPDATED = 119
PRESS_EVENT_TASK_ENDED = 120
PRESS_EVENT_DROP_ITEM_UNDONE = 121
PRESS_EVENT_DROP_UNDONE = 122
PRESS_EVENT_SELECTION_SET = 123
PRESS_EVENT_SELECTION_CLEARED = 124
PRESS_EVENT_TARGET_ACTIVATED = 125
PRESS_EVENT_DROP_ITEM_NOT_TAKEN = 126
PRESS_EVENT_DROP_ITEM_REDONE = 127
PRESS_EVENT_DROP_REDONE = 128
PRESS_EVENT_DRAG_LIFTED = 129
PRESS_EVENT_DRAG_SETTLED = 130
PRESS_EVENT_DRAG_FORBIDDEN = 131
PRESS_EVENT_FLAG_ENDED = 1
PRESS_EVENT_FLAG_RETURNS = 2
PRESS_EVENT_FLAG_FADES = 4
PRESS_EVENT_FLAG_PART = 8
PRESS_EVENT_FLAG_KEPT = 16
PRESS_EVENT_FLAG_UNKNOWN = 32
PRESS_EVENT_FLAG_RESTING = 64
PRESS_EVENT_FLAG_BUTTON = 128
PRESS_REASON_NONE = 0
PRESS_REASON_LIFTED = 1
PRESS_REASON_LOST = 2
PRESS_REASON_SILENT = 3
PRESS_REASON_RESET = 4
PRESS_REASON_PROGRAM = 5
PRESS_REASON_TARGET_REMOVED = 6
PRESS_REASON_PALM = 7
PRESS_REASON_NO_DESTINATION = 8
PRESS_REASON_FORBIDDEN = 9
PRESS_REASON_DENIED = 10
PRESS_REASON_FAILED = 11
PRESS_REASON_DRAGGED = 12
PRESS_REASON_SLEPT = 13
PRESS_REASON_PINCHED = 14
PRESS_REASON_OPEN = 16
PRESS_REASON_SHORTED = 17
PRESS_REASON_SATURATED = 18
PRESS_REASON_STUCK = 19
PRESS_REASON_STALE = 20
PRESS_REASON_BUS = 21
PRESS_REASON_RANGE = 22
PRESS_REASON_FLICKERING = 23
PRESS_REASON_START = 32
PRESS_REASON_DRIFT = 33
PRESS_REASON_BELOW_ZERO = 34
PRESS_REASON_CONTACT_TOO_LONG = 35
PRESS_REASON_REQUESTED = 36
PRESS_REASON_FINGER_AT_START = 37
PRESS_REASON_ZERO = 38
PRESS_REASON_SPAN = 39
PRESS_REASON_MOVED = 40
PRESS_REASON_TOO_LONG = 41
PRESS_REASON_LEFT_TARGET = 42
PRESS_REASON_NO_SESSION = 43
PRESS_REASON_RETURNED = 44
PRESS_REASON_TAPPED = 50
PRESS_REASON_TOUCHED = 51
PRESS_NO_CONTACT = 0xffffffff
PRESS_EVENT_LINE = 384

# target.h
PRESS_TARGET_PREVIEW = 1
PRESS_TARGET_PEEK = 2
PRESS_TARGET_TAP = 4
PRESS_TARGET_HOLD = 8
PRESS_TARGET_DRAG_SOURCE = 16
PRESS_TARGET_DROP = 32
PRESS_TARGET_SPRING = 64
PRESS_TARGET_SCROLL = 128
PRESS_TARGET_DOUBLE_TAP = 256
PRESS_TARGET_INACTIVE = 512
PRESS_TARGET_CONTENT = 1024
PRESS_TARGET_PINCH = 2048
PRESS_TARGET_SWIPE_X = 4096
PRESS_TARGET_SWIPE_Y = 8192
PRESS_TARGET_KEEPS_DRAG = 16384

# engine.h
PRESS_CONFIG_CONTACT_FROM_FLAG = 1
PRESS_CONFIG_TELL_MOVED = 2
PRESS_PREVIEW_AFTER_US = 80000
PRESS_ENGINE_STORAGE = 9216
PRESS_ENGINE_STORAGE_ALL = 23552
PRESS_SAMPLE_DOWN = 1
PRESS_SAMPLE_LOST = 2
PRESS_SAMPLE_PALM = 4
PRESS_SAMPLE_HAS_FORCE = 8
PRESS_SAMPLE_SETTLING = 16

# preview.h
PRESS_PREVIEW_NONE = 0
PRESS_PREVIEW_WAITING = 1
PRESS_PREVIEW_ASKING = 2
PRESS_PREVIEW_PREVIEWING = 3
PRESS_PREVIEW_COMMITTING = 4
PRESS_PREVIEW_COMPLETED = 5
PRESS_PREVIEW_OVER = 6
PRESS_PREVIEW_HELD = 7

# gestures.h
PRESS_GESTURES_SCROLL_FROM_TOUCH = 1
PRESS_GESTURE_OPEN = 0
PRESS_GESTURE_MOVED = 1
PRESS_GESTURE_HOLD = 2
PRESS_GESTURE_SCROLL = 3
PRESS_GESTURE_PREVIEW = 4
PRESS_GESTURE_ACTIONS = 5
PRESS_GESTURE_OVER = 6
PRESS_GESTURE_DRAG = 7
PRESS_GESTURE_LIFTED = 8
PRESS_GESTURE_PINCH = 9

# peek.h
PRESS_ACTION_DEFAULT = 0
PRESS_ACTION_SELECTED = 1
PRESS_ACTION_DESTRUCTIVE = 2
PRESS_ACTION_FLAG_DISABLED = 1
PRESS_ACTION_FLAG_CHECKED = 2
PRESS_ACTION_FLAG_MIXED = 4
PRESS_ACTION_FLAG_KEEP_OPEN = 8
PRESS_PEEK_FLAG_NO_SLIDE = 1
PRESS_PEEK_FLAG_FROM_HOLD = 2
PRESS_PEEK_FLAG_HIDE = 4
PRESS_PEEK_NONE = 0
PRESS_PEEK_HINTING = 1
PRESS_PEEK_SHOWN = 2
PRESS_PEEK_REVEALED = 3

# transition.h
PRESS_TRANSITION_FLAG_AUTOMATIC = 1
PRESS_TRANSITION_FLAG_SPRING = 2
PRESS_TRANSITION_FLAG_OVERSHOOT = 4
PRESS_TRANSITIONS_NO_COAST = 1
PRESS_DRIVER_NONE = 0
PRESS_DRIVER_PREVIEW = 1
PRESS_DRIVER_COMMIT = 2
PRESS_DRIVER_PRESSURE = 3
PRESS_DRIVER_MOTION = 4
PRESS_DRIVER_PEEK = 5
PRESS_TRANSITION_NONE = 0
PRESS_TRANSITION_INTERACTIVE = 1
PRESS_TRANSITION_FINISHING = 2
PRESS_TRANSITION_CANCELLING = 3
PRESS_TRANSITION_MOVING = 4

# drag.h
PRESS_DROP_CANCEL = 0
PRESS_DROP_FORBIDDEN = 1
PRESS_DROP_COPY = 2
PRESS_DROP_MOVE = 3
PRESS_ITEM_SELECTED = 1
PRESS_ITEM_COPY_ONLY = 2
PRESS_ITEM_SAME_DOMAIN = 4
PRESS_ITEM_INSIDE = 8
PRESS_HINT_PLAIN = 0
PRESS_HINT_COPY = 1
PRESS_HINT_LINK = 2
PRESS_HINT_DISAPPEARING = 3
PRESS_HINT_NOT_ALLOWED = 4
PRESS_PROPOSAL_EXACT = 1
PRESS_PROPOSAL_PART = 2
PRESS_PROPOSAL_TRANSFERS = 4
PRESS_PROPOSAL_TASK = 8
PRESS_PROPOSAL_IRREVERSIBLE = 16
PRESS_PROPOSAL_OWN_HINT = 32
PRESS_DRAG_NONE = 0
PRESS_DRAG_DRAGGING = 1
PRESS_DRAG_CONFIRMING = 2
PRESS_DRAG_DROPPING = 3
PRESS_SPRING_INACTIVE = 0
PRESS_SPRING_POSSIBLE = 1
PRESS_SPRING_ACTIVATING = 2
PRESS_SPRING_ACTIVATED = 3
PRESS_MODIFIER_COPY = 1
PRESS_DRAG_FLAG_AFTER_HOLD = 1
PRESS_DRAG_FLAG_HOLD_IN_SCROLL = 2
PRESS_DRAG_FLAG_BY_FORCE = 4
PRESS_DRAG_FLAG_FROM_PREVIEW = 8
PRESS_DRAG_FLAG_NO_DWELL = 16
PRESS_DRAG_FLAG_NO_SPRING_FORCE = 32
PRESS_DRAG_FLAG_LINEAR_SCROLL = 64

# button.h
PRESS_BUTTON_FLAG_NOT_WHILE_MOVING = 1
PRESS_BUTTON_FLAG_RAPID_TRIGGER = 2
PRESS_BUTTON_LIFT_OF_CONTACT = 0xffffffff
PRESS_BUTTON_UP = 0
PRESS_BUTTON_DOWN = 1

# strike.h
PRESS_STRIKE_LOG = 0
PRESS_STRIKE_LINEAR = 1
PRESS_STRIKE_POWER = 2

# pinch.h
PRESS_PINCH_NO_MOVE = 1

# scroll.h
PRESS_SWIPE_LEFT = 0
PRESS_SWIPE_RIGHT = 1
PRESS_SWIPE_UP = 2
PRESS_SWIPE_DOWN = 3
PRESS_SCROLL_NO_COAST = 1
PRESS_SCROLL_NO_RUBBER_BAND = 2
PRESS_SCROLL_BOUNCE = 4

# levels.h
PRESS_LEVELS_STEPPED = 1
PRESS_LEVELS_NOT_WHILE_MOVING = 2
PRESS_LEVELS_MOST = 8

# crosstalk.h
PRESS_CROSSTALK_PADS = 16

# interactions.h
PRESS_PEEK_STORAGE = 896
PRESS_TRANSITION_STORAGE = 1728
PRESS_BUTTON_STORAGE = 1024
PRESS_CROSSTALK_STORAGE = 704

# profile.h
PRESS_PROFILE_NAME = 64

# feedback.h
PRESS_EFFECT_NONE = 0
PRESS_EFFECT_LEVEL = 1
PRESS_EFFECT_TICK = 2
PRESS_EFFECT_SOFT = 3
PRESS_EFFECT_FIRM = 4
PRESS_EFFECT_DOUBLE = 5
PRESS_FEEDBACK_ENDED = 1
PRESS_FEEDBACK_REASON = 2
PRESS_FEEDBACK_VALUE = 4
PRESS_FEEDBACK_NOT_ZERO = 8
PRESS_FEEDBACK_RISING = 16
PRESS_FEEDBACK_FALLING = 32
PRESS_FEEDBACK_UNLESS_BUTTON = 64
PRESS_STRENGTH_FIXED = 0
PRESS_STRENGTH_FORCE = 1
PRESS_STRENGTH_PRESSURE = 2
PRESS_STRENGTH_PROGRESS = 3
PRESS_FEEDBACK_ROWS = 16
PRESS_FEEDBACK_DETENTS = 64

# sensor.h
PRESS_CIRCUIT_PULL_UP = 1
PRESS_CURVE_POINTS = 16
PRESS_CURVE_FIT_POINTS = 64
PRESS_CURVE_POWER = 1
PRESS_CURVE_TABLE = 2
PRESS_CURVE_RULE_FITS = 0
PRESS_CURVE_RULE_TOO_FEW = 1
PRESS_CURVE_RULE_TOO_MANY = 2
PRESS_CURVE_RULE_NEGATIVE = 3
PRESS_CURVE_RULE_NOT_ABOVE_ZERO = 4
PRESS_CURVE_RULE_NOT_RISING = 5

# calibration.h
PRESS_CALIBRATION_VERSION = 1
PRESS_CALIBRATION_BYTES = 200

# pad.h
PRESS_PAD_SENSORS = 8
PRESS_PAD_NO_MEDIAN = 1
PRESS_PAD_NO_FILTER = 2
PRESS_PAD_NO_BASELINE = 4
PRESS_PAD_NO_THIRD = 8
PRESS_PAD_STORAGE_1 = 1280
PRESS_PAD_STORAGE_8 = 5120
PRESS_PAD_TARE_FORCE = 1
PRESS_READING_TOUCHED = 1
PRESS_READING_STARTING = 2
PRESS_READING_LOST = 4
PRESS_PAD_FIT_POINTS = 64

# power.h
PRESS_SUPPLY_FAILED = -1

# grid.h
PRESS_GRID_COLUMNS = 32
PRESS_GRID_ROWS = 32
PRESS_GRID_CONTACTS = 32
PRESS_GRID_BASELINE = 1
PRESS_GRID_FALLING = 2
PRESS_GRID_GAINS = 4
PRESS_GRID_CIRCUIT_PLAIN = 0
PRESS_GRID_CIRCUIT_DIVIDERS = 1
PRESS_GRID_CIRCUIT_AMPLIFIERS = 2
PRESS_GRID_TARE_FORCE = 1
PRESS_GRID_CONTACT_HELD = 1
PRESS_GRID_CONTACT_MERGED = 2
PRESS_GRID_CONTACT_PALM = 4
PRESS_GRID_CONTACT_SATURATED = 8

# converter.h
PRESS_CONVERTER_ADS7828 = 1
PRESS_CONVERTER_ADS7830 = 2
PRESS_CONVERTER_PCF8591 = 3
PRESS_CONVERTER_MCP3221 = 4
PRESS_CONVERTER_ADC121C021 = 5
PRESS_CONVERTER_MAX11612 = 6
PRESS_CONVERTER_MAX11613 = 7
PRESS_CONVERTER_MAX11614 = 8
PRESS_CONVERTER_MAX11615 = 9
PRESS_CONVERTER_MAX11616 = 10
PRESS_CONVERTER_MAX11617 = 11
PRESS_CONVERTER_MCP3421 = 12
PRESS_CONVERTER_MCP3422 = 13
PRESS_CONVERTER_MCP3423 = 14
PRESS_CONVERTER_MCP3424 = 15
PRESS_CONVERTER_MCP3425 = 16
PRESS_CONVERTER_MCP3426 = 17
PRESS_CONVERTER_MCP3427 = 18
PRESS_CONVERTER_MCP3428 = 19
PRESS_CONVERTER_NAU7802 = 20
PRESS_CONVERTER_MCP3021 = 21
PRESS_CONVERTER_ADC101C021 = 22
PRESS_CONVERTER_ADC081C021 = 23
PRESS_CONVERTER_MAX11600 = 24
PRESS_CONVERTER_MAX11601 = 25
PRESS_CONVERTER_MAX11602 = 26
PRESS_CONVERTER_MAX11603 = 27
PRESS_CONVERTER_MAX11604 = 28
PRESS_CONVERTER_MAX11605 = 29
PRESS_CONVERTER_MAX11606 = 30
PRESS_CONVERTER_MAX11607 = 31
PRESS_CONVERTER_MAX11608 = 32
PRESS_CONVERTER_MAX11609 = 33
PRESS_CONVERTER_MAX11610 = 34
PRESS_CONVERTER_MAX11611 = 35
PRESS_CONVERTER_TLA2528 = 36
PRESS_CONVERTER_ADS7138 = 37
PRESS_CONVERTER_ADS1115 = 38
PRESS_CONVERTER_ADS1015 = 39
PRESS_CONVERTER_TLA2024 = 40
PRESS_CONVERTER_FLAG_CONTINUOUS = 1
PRESS_CONVERTER_FLAG_POLL_READY = 2
PRESS_CONVERTER_FLAG_READY_PIN = 4
PRESS_PART_RECOGNIZED = 1
PRESS_PART_RATES = 8

# drv2605l.h
PRESS_DRV2605L_ADDRESS = 90
PRESS_DRV2605L_SEQUENCE = 8
PRESS_MOTOR_ERM = 0
PRESS_MOTOR_LRA = 1
PRESS_DRV2605L_FLAG_CALIBRATE = 1
PRESS_DRV2605L_FLAG_CALIBRATED = 2
PRESS_DRV2605L_FLAG_CLOSED_LOOP = 4
PRESS_DRV2605L_SETTING_UP = 0
PRESS_DRV2605L_CALIBRATING = 1
PRESS_DRV2605L_READY = 2
PRESS_DRV2605L_PLAYING = 3
PRESS_DRV2605L_AT_LEVEL = 4
PRESS_DRV2605L_ARMED = 5
PRESS_DRV2605L_FAULT_CURRENT = 1
PRESS_DRV2605L_FAULT_TEMPERATURE = 2
PRESS_DRV2605L_FAULT_CALIBRATION = 4
PRESS_DRV2605L_FAULT_ENDLESS = 8

# setup.h
PRESS_SETUP_STORAGE = 32768
PRESS_SETUP_ORIGIN_CONFIG = 1
PRESS_SETUP_ORIGIN_PROFILE = 2
PRESS_SETUP_ORIGIN_OPTION = 3
PRESS_SETUP_SOURCE_CONVERTERS = 1
PRESS_SETUP_SOURCE_CODES = 2
PRESS_SETUP_SOURCE_IIO = 3
PRESS_SETUP_SOURCE_CALIBRATE = 4
PRESS_SETUP_KIND_WHOLE = 1
PRESS_SETUP_KIND_DECIMAL = 2
PRESS_SETUP_KIND_TIME = 3
PRESS_SETUP_KIND_WORD = 4
PRESS_SETUP_KIND_FLAGS = 5
PRESS_SETUP_KIND_YES_NO = 6
PRESS_SETUP_KIND_STRING = 7
PRESS_SETUP_KIND_FORM = 8
PRESS_SETUP_FLAG_OF_PROFILE = 1
PRESS_SETUP_FLAG_CHANGES = 2
PRESS_SETUP_FLAG_OR_ZERO = 4

# check.h
PRESS_CHECK_STORAGE_1 = 6144
PRESS_CHECK_STORAGE_8 = 24576
PRESS_CHECK_SENSOR_FLAG_NO_RESISTOR = 1
PRESS_CHECK_SENSOR_FLAG_REFERENCE_PIN = 2
PRESS_CHECK_FLAG_RECORDED = 1
PRESS_CHECK_FLAG_INPUTS = 2
PRESS_CHECK_STAGE_OPENED = 1
PRESS_CHECK_STAGE_CLAIMED = 2
PRESS_CHECK_STAGE_ASKED = 3
PRESS_CHECK_STAGE_PART = 4
PRESS_CHECK_STAGE_READ = 5
PRESS_CHECK_STAGE_BOARD = 6
PRESS_CHECK_INPUT_COUNT = 4
PRESS_CHECK_STEP_REST = 1
PRESS_CHECK_STEP_PRESS = 2
PRESS_CHECK_STEP_LET_GO = 3
PRESS_CHECK_STEP_REPLAY = 4
PRESS_CHECK_STEP_DONE = 5
PRESS_FINDING_BUS_OPENS = 1
PRESS_FINDING_BUS_ABSENT = 2
PRESS_FINDING_BUS_OTHER = 3
PRESS_FINDING_BUS_FORBIDDEN = 4
PRESS_FINDING_CONVERTER_IN_USE = 5
PRESS_FINDING_BUS_HANGS = 6
PRESS_FINDING_TRANSFERS_FAIL = 7
PRESS_FINDING_ADDRESS_ANSWERS = 8
PRESS_FINDING_ADDRESS_ELSEWHERE = 9
PRESS_FINDING_ADDRESS_SILENT = 10
PRESS_FINDING_PART_FITS = 11
PRESS_FINDING_PART_MODEL = 12
PRESS_FINDING_PART_OTHER = 13
PRESS_FINDING_RATE_REACHED = 14
PRESS_FINDING_RATE_LOW = 15
PRESS_FINDING_RATE_POOR = 16
PRESS_FINDING_READINGS_LOST = 17
PRESS_FINDING_INPUT_SOUND = 18
PRESS_FINDING_INPUT_OPEN = 19
PRESS_FINDING_INPUT_SHORTED = 20
PRESS_FINDING_INPUT_NEGATIVE = 21
PRESS_FINDING_ZERO_FITS = 22
PRESS_FINDING_ZERO_LOADED = 23
PRESS_FINDING_NOISE_LOW = 24
PRESS_FINDING_NOISE_HIGH = 25
PRESS_FINDING_NOISE_POOR = 26
PRESS_FINDING_PRESS_FELT = 27
PRESS_FINDING_PRESS_NONE = 28
PRESS_FINDING_PRESS_ELSEWHERE = 29
PRESS_FINDING_PRESS_BACKWARDS = 30
PRESS_FINDING_RANGE_FITS = 31
PRESS_FINDING_RANGE_LITTLE = 32
PRESS_FINDING_RANGE_CROWDED = 33
PRESS_FINDING_RANGE_ENDS = 34
PRESS_FINDING_RELEASE_CLEAN = 35
PRESS_FINDING_RELEASE_REST = 36
PRESS_FINDING_RELEASE_HELD = 37
PRESS_FINDING_SUPPLY_CLIPPED = 38
PRESS_FINDING_RELEASE_UNSEEN = 39
PRESS_FINDING_REFERENCE_LOW = 40
PRESS_FINDING_ADDRESS_BOARD = 41
PRESS_FINDING_PART_BOARD = 42
PRESS_FINDING_PART_BOARDS = 43
PRESS_FINDING_PRESS_LIGHT = 44
PRESS_FINDING_PRESS_WEAK = 45
PRESS_FINDING_RANGE_UNUSED = 46
PRESS_FINDING_RANGE_EXCEEDED = 47
PRESS_FINDING_RESISTOR_OTHER = 48
PRESS_FINDING_INPUTS_TOGETHER = 49
PRESS_FINDING_PRESS_RELIEVED = 50
PRESS_FINDING_PRESS_HEAVY = 51
PRESS_FINDING_RESULT_OK = 0
PRESS_FINDING_RESULT_WARN = 1
PRESS_FINDING_RESULT_FAIL = 2
PRESS_CHECK_TEXT_FOUND = 1
PRESS_CHECK_TEXT_ADVICE = 2


class press_event(Structure):
    _fields_ = [
        ("t_us", c_uint64),
        ("type", c_uint32),
        ("contact", c_uint32),
        ("target", c_uint32),
        ("flags", c_uint32),
        ("reason", c_int32),
        ("x", press_q16),
        ("y", press_q16),
        ("force", press_q16),
        ("pressure", press_q16),
        ("progress", press_q16),
        ("subject", c_uint32),
        ("value", press_q16),
        ("value2", press_q16),
        ("late_us", c_uint32),
    ]


class press_target(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("id", c_uint32),
        ("container", c_uint32),
        ("domain", c_uint32),
        ("x", press_q16),
        ("y", press_q16),
        ("width", press_q16),
        ("height", press_q16),
        ("traits", c_uint32),
    ]


class press_touch(Structure):
    _fields_ = [
        ("t_us", c_uint64),
        ("contact", c_uint32),
        ("target", c_uint32),
        ("x", press_q16),
        ("y", press_q16),
        ("force", press_q16),
        ("pressure", press_q16),
    ]


class press_action(Structure):
    pass


press_action._fields_ = [
    ("id", c_uint32),
    ("style", c_uint32),
    ("flags", c_uint32),
    ("child_count", c_uint32),
    ("title", c_char_p),
    ("subtitle", c_char_p),
    ("children", POINTER(press_action)),
]


class press_peek(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("id", c_uint32),
        ("source_x", press_q16),
        ("source_y", press_q16),
        ("source_width", press_q16),
        ("source_height", press_q16),
        ("x", press_q16),
        ("y", press_q16),
        ("width", press_q16),
        ("height", press_q16),
        ("actions_x", press_q16),
        ("actions_y", press_q16),
        ("actions_width", press_q16),
        ("action_height", press_q16),
        ("action_count", c_uint32),
        ("actions", POINTER(press_action)),
    ]


class press_timing_curve(Structure):
    _fields_ = [
        ("x1", press_q16),
        ("y1", press_q16),
        ("x2", press_q16),
        ("y2", press_q16),
    ]


class press_transition_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("duration_us", c_uint32),
        ("speed", press_q16),
        ("curve", press_timing_curve),
        ("fraction", press_q16),
    ]


class press_drag_item(Structure):
    _fields_ = [
        ("id", c_uint32),
        ("flags", c_uint32),
        ("source", c_uint32),
        ("representation_count", c_uint32),
        ("representations", POINTER(c_uint32)),
    ]


class press_drag(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("session", c_uint32),
        ("state", c_uint32),
        ("contact", c_uint32),
        ("source", c_uint32),
        ("destination", c_uint32),
        ("operation", c_uint32),
        ("item_count", c_uint32),
        ("accepted", c_uint32),
        ("hint", c_uint32),
        ("modifiers", c_uint32),
        ("spring", c_uint32),
        ("spring_state", c_uint32),
        ("x", press_q16),
        ("y", press_q16),
        ("reserved", c_uint32),
    ]


class press_drop_proposal(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("operation", c_uint32),
        ("item_count", c_uint32),
        ("flags", c_uint32),
        ("hint", c_uint32),
        ("accept_count", c_uint32),
        ("accepts", POINTER(c_uint32)),
    ]


delegate_preview_should_begin_fn = CFUNCTYPE(c_bool, c_void_p, POINTER(press_touch), c_void_p)
delegate_preview_did_update_fn = CFUNCTYPE(None, c_void_p, POINTER(press_touch), press_q16, c_bool, c_void_p)
delegate_commit_did_update_fn = CFUNCTYPE(None, c_void_p, POINTER(press_touch), press_q16, c_bool, c_void_p)
delegate_preview_did_cancel_fn = CFUNCTYPE(None, c_void_p, POINTER(press_touch), c_void_p)
delegate_on_event_fn = CFUNCTYPE(None, c_void_p, POINTER(press_event), c_void_p)
delegate_peek_will_show_fn = CFUNCTYPE(c_bool, c_void_p, POINTER(press_touch), POINTER(press_peek), c_void_p)
delegate_transition_will_start_fn = CFUNCTYPE(None, c_void_p, c_uint32, POINTER(press_transition_options), c_void_p)
delegate_transition_will_run_fn = CFUNCTYPE(
    None,
    c_void_p,
    c_uint32,
    c_bool,
    POINTER(press_transition_options),
    c_void_p,
)
delegate_drag_will_begin_fn = CFUNCTYPE(
    c_size_t,
    c_void_p,
    POINTER(press_touch),
    c_uint32,
    POINTER(press_drag_item),
    c_size_t,
    c_void_p,
)
delegate_drop_will_propose_fn = CFUNCTYPE(
    c_bool,
    c_void_p,
    POINTER(press_drag),
    c_uint32,
    POINTER(press_drop_proposal),
    c_void_p,
)
delegate_spring_should_activate_fn = CFUNCTYPE(c_bool, c_void_p, POINTER(press_drag), c_uint32, c_bool, c_void_p)
delegate_drag_should_launch_fn = CFUNCTYPE(c_bool, c_void_p, POINTER(press_drag), c_void_p)


class press_delegate(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("user", c_void_p),
        ("preview_should_begin", delegate_preview_should_begin_fn),
        ("preview_did_update", delegate_preview_did_update_fn),
        ("commit_did_update", delegate_commit_did_update_fn),
        ("preview_did_cancel", delegate_preview_did_cancel_fn),
        ("on_event", delegate_on_event_fn),
        ("peek_will_show", delegate_peek_will_show_fn),
        ("transition_will_start", delegate_transition_will_start_fn),
        ("transition_will_run", delegate_transition_will_run_fn),
        ("drag_will_begin", delegate_drag_will_begin_fn),
        ("drop_will_propose", delegate_drop_will_propose_fn),
        ("spring_should_activate", delegate_spring_should_activate_fn),
        ("drag_should_launch", delegate_drag_should_launch_fn),
    ]


class press_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("max_contacts", c_uint16),
        ("max_targets", c_uint16),
        ("touch_force", press_q16),
        ("release_force", press_q16),
        ("zero_force", press_q16),
        ("full_force", press_q16),
        ("preview_pressure", press_q16),
        ("commit_pressure", press_q16),
        ("complete_pressure", press_q16),
        ("lost_after_us", c_uint32),
        ("flags", c_uint32),
        ("traits", c_uint32),
        ("min_progress_step", press_q16),
        ("max_events", c_uint16),
        ("reserved", c_uint16),
        ("lift_us", c_uint32),
        ("preview_after_us", c_uint32),
        ("creep_limit", press_q16),
        ("firmness", press_q16),
        ("late_limit_us", c_uint32),
    ]


class press_sample(Structure):
    _fields_ = [
        ("t_us", c_uint64),
        ("contact", c_uint32),
        ("flags", c_uint32),
        ("force", press_q16),
        ("x", press_q16),
        ("y", press_q16),
        ("reserved", c_uint32),
    ]


class press_engine_stats(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("refused", c_uint32),
        ("samples", c_uint64),
        ("backwards", c_uint32),
        ("merged", c_uint32),
        ("overwritten", c_uint32),
        ("reserved", c_uint32),
    ]


class press_gestures_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("hold_us", c_uint32),
        ("tap_us", c_uint32),
        ("double_tap_us", c_uint32),
        ("slop", press_q16),
        ("double_tap_slop", press_q16),
        ("force_from_hold_us", c_uint32),
        ("force_from_hold_delay_us", c_uint32),
        ("frame_us", c_uint32),
        ("hold_slop", press_q16),
        ("scroll_slop", press_q16),
        ("hold_repeat_us", c_uint32),
        ("flags", c_uint32),
    ]


class press_peek_declaration(Structure):
    _fields_ = [
        ("target", c_uint32),
        ("reserved", c_uint32),
        ("peek", press_peek),
    ]


class press_peek_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("reveal_distance", press_q16),
        ("slop", press_q16),
        ("rest_us", c_uint32),
        ("hold_us", c_uint32),
        ("reserved", c_uint32 * 2),
    ]


class press_peek_status(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("state", c_uint32),
        ("target", c_uint32),
        ("contact", c_uint32),
        ("highlighted", c_uint32),
        ("group", c_uint32),
        ("action_count", c_uint32),
        ("reserved", c_uint32),
        ("actions", POINTER(press_action)),
        ("peek", press_peek),
    ]


class press_transition_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("max_transitions", c_uint16),
        ("rest", c_uint16),
        ("frame_us", c_uint32),
        ("flick_speed", press_q16),
        ("options", press_transition_options),
        ("velocity_us", c_uint32),
        ("still_us", c_uint32),
        ("flags", c_uint32),
    ]


class press_transition_status(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("state", c_uint32),
        ("fraction", press_q16),
    ]


class press_drag_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("max_sessions", c_uint16),
        ("max_items", c_uint16),
        ("undo_depth", c_uint16),
        ("reserved", c_uint16),
        ("slop", press_q16),
        ("still_slop", press_q16),
        ("start_pressure", press_q16),
        ("hold_us", c_uint32),
        ("spring_dwell_us", c_uint32),
        ("spring_activating_us", c_uint32),
        ("spring_pressure", press_q16),
        ("drop_pressure", press_q16),
        ("scroll_edge", press_q16),
        ("scroll_speed", press_q16),
        ("scroll_ramp_us", c_uint32),
        ("frame_us", c_uint32),
        ("slow_us", c_uint32),
        ("scroll_full", press_q16),
        ("scroll_toward", press_q16),
        ("scroll_wait_us", c_uint32),
    ]


class press_button_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("press_force", press_q16),
        ("release_force", press_q16),
        ("ratio_down", press_q16),
        ("ratio_up", press_q16),
        ("ceiling", press_q16),
        ("full_speed", press_q16),
        ("lift_us", c_uint32),
        ("rapid_fall", press_q16),
        ("rapid_rise", press_q16),
        ("reserved", c_uint32),
    ]


class press_button_status(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("state", c_uint32),
        ("press_force", press_q16),
        ("release_force", press_q16),
    ]


class press_strike_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("window_us", c_uint32),
        ("min_speed", press_q16),
        ("max_speed", press_q16),
        ("curve", c_uint32),
        ("exponent", press_q16),
        ("sources", c_uint16),
        ("unknown_velocity", c_uint16),
    ]


class press_strike(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("velocity", c_uint32),
        ("began_us", c_uint64),
        ("speed", press_q16),
        ("delay_us", c_uint32),
        ("known", c_uint32),
        ("reserved", c_uint32),
    ]


class press_pinch_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("slop", press_q16),
        ("turn_slop", press_q16),
        ("reserved", c_uint32 * 2),
    ]


class press_pinch(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("contact", c_uint32),
        ("other", c_uint32),
        ("target", c_uint32),
        ("scale", press_q16),
        ("angle", press_q16),
        ("x", press_q16),
        ("y", press_q16),
        ("distance", press_q16),
        ("scale_velocity", press_q16),
        ("angle_velocity", press_q16),
    ]


class press_scroll_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("max_throws", c_uint16),
        ("reserved", c_uint16),
        ("friction", press_q16),
        ("min_speed", press_q16),
        ("frame_us", c_uint32),
        ("settle_us", c_uint32),
        ("swipe_distance", press_q16),
        ("swipe_speed", press_q16),
        ("velocity_us", c_uint32),
        ("still_us", c_uint32),
        ("flags", c_uint32),
    ]


class press_scroll_content(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("target", c_uint32),
        ("x", press_q16),
        ("y", press_q16),
        ("min_x", press_q16),
        ("max_x", press_q16),
        ("min_y", press_q16),
        ("max_y", press_q16),
        ("snap_x", press_q16),
        ("snap_y", press_q16),
    ]


class press_scroll_status(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("is_thrown", c_uint32),
        ("x", press_q16),
        ("y", press_q16),
        ("vx", press_q16),
        ("vy", press_q16),
        ("end_x", press_q16),
        ("end_y", press_q16),
        ("ends_us", c_uint64),
    ]


class press_levels_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("count", c_uint32),
        ("first_pressure", press_q16),
        ("last_pressure", press_q16),
        ("hysteresis", press_q16),
        ("repeat_us", c_uint32),
        ("repeat_fast_us", c_uint32),
        ("repeat_delay_us", c_uint32),
        ("reserved", c_uint32),
    ]


class press_levels_status(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("level", c_uint32),
        ("highest", c_uint32),
        ("repeats", c_uint32),
        ("interval_us", c_uint32),
    ]


class press_crosstalk_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("window_us", c_uint32),
        ("share", press_q16),
        ("reserved", c_uint32),
    ]


class press_interactions(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("drag", POINTER(press_drag_config)),
        ("gestures", POINTER(press_gestures_config)),
        ("peek", POINTER(press_peek_config)),
        ("transition", POINTER(press_transition_config)),
        ("button", POINTER(press_button_config)),
        ("strike", POINTER(press_strike_config)),
        ("pinch", POINTER(press_pinch_config)),
        ("scroll", POINTER(press_scroll_config)),
        ("levels", POINTER(press_levels_config)),
        ("crosstalk", POINTER(press_crosstalk_config)),
    ]


class press_profile(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("unused", c_uint32),
        ("given", c_uint64),
        ("engine", POINTER(press_config)),
        ("gestures", POINTER(press_gestures_config)),
        ("peek", POINTER(press_peek_config)),
        ("button", POINTER(press_button_config)),
        ("drag", POINTER(press_drag_config)),
        ("reserved", c_void_p),
        ("section", c_uint32),
        ("right_to_left", c_uint32),
        ("name", c_char * 64),
    ]


class press_feedback_row(Structure):
    _fields_ = [
        ("event", c_uint32),
        ("match", c_int32),
        ("least", press_q16),
        ("most", press_q16),
        ("flags", c_uint8),
        ("effect", c_uint8),
        ("source", c_uint8),
        ("detents", c_uint8),
    ]


class press_feedback_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("gap_us", c_uint32),
        ("full_force", press_q16),
        ("hysteresis", press_q16),
        ("level_step", press_q16),
        ("reserved", c_uint32),
    ]


class press_feedback(Structure):
    _fields_ = [
        ("opaque", c_uint64 * 96),
    ]


class press_effect(Structure):
    _fields_ = [
        ("t_us", c_uint64),
        ("kind", c_uint32),
        ("strength", press_q16),
        ("event", c_uint32),
        ("row", c_uint32),
    ]


class press_median(Structure):
    _fields_ = [
        ("previous", c_int32 * 2),
        ("count", c_uint32),
    ]


class press_one_euro(Structure):
    _fields_ = [
        ("min_cutoff_hz", press_q16),
        ("beta", press_q16),
        ("derivative_cutoff_hz", press_q16),
        ("started", c_uint32),
        ("t_us", c_uint64),
        ("value", c_int64),
        ("speed", c_int64),
    ]


class press_circuit(Structure):
    _fields_ = [
        ("full_scale", c_int32),
        ("resistor_ohm", c_uint32),
        ("parallel_ohm", c_uint32),
        ("flags", c_uint32),
        ("max_code", c_int32),
        ("short_ohm", c_uint32),
    ]


class press_curve_point(Structure):
    _fields_ = [
        ("conductance", press_q16),
        ("force", press_q16),
    ]


class press_curve(Structure):
    _fields_ = [
        ("kind", c_uint16),
        ("count", c_uint16),
        ("reference_conductance", press_q16),
        ("reference_force", press_q16),
        ("exponent", press_q16),
        ("points", press_curve_point * 16),
    ]


class press_curve_report(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("rule", c_uint32),
        ("pair", c_int32),
        ("worst", press_q16),
        ("rms", press_q16),
        ("zero", press_q16),
        ("span", press_q16),
    ]


class press_sensor(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("x", press_q16),
        ("y", press_q16),
        ("lag_us", c_uint32),
        ("creep", press_q16),
        ("preload_force", press_q16),
        ("zero", press_q16),
        ("zero_limit", press_q16),
        ("span", press_q16),
        ("circuit", press_circuit),
        ("curve", press_curve),
    ]


class press_calibration(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("version", c_uint32),
        ("circuit", press_circuit),
        ("zero", press_q16),
        ("preload_force", press_q16),
        ("span", press_q16),
        ("x", press_q16),
        ("y", press_q16),
        ("curve", press_curve),
    ]


class press_pad_correction(Structure):
    _fields_ = [
        ("a", press_q16),
        ("b", press_q16),
        ("c", press_q16),
        ("d", press_q16),
        ("e", press_q16),
        ("f", press_q16),
    ]


class press_pad_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("contact", c_uint32),
        ("min_cutoff_hz", press_q16),
        ("beta", press_q16),
        ("derivative_cutoff_hz", press_q16),
        ("start_us", c_uint32),
        ("start_limit", press_q16),
        ("untouched_force", press_q16),
        ("hold_us", c_uint32),
        ("rise_us", c_uint32),
        ("fall_us", c_uint32),
        ("drift_step", press_q16),
        ("below_zero", press_q16),
        ("below_zero_us", c_uint32),
        ("longest_contact_us", c_uint32),
        ("open_after_us", c_uint32),
        ("shorted_after_us", c_uint32),
        ("shorted_at_end_us", c_uint32),
        ("bus_after_us", c_uint32),
        ("stuck_after_us", c_uint32),
        ("stale_after_us", c_uint32),
        ("recover_after_us", c_uint32),
        ("gap_us", c_uint32),
        ("position_force", press_q16),
        ("correction", press_pad_correction),
    ]


class press_frame(Structure):
    _fields_ = [
        ("t_us", c_uint64),
        ("present", c_uint32),
        ("failed", c_uint32),
        ("code", c_int32 * 8),
        ("before_us", c_uint32 * 8),
    ]


class press_reading(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("t_us", c_uint64),
        ("force", press_q16),
        ("x", press_q16),
        ("y", press_q16),
        ("raw_force", press_q16 * 8),
        ("conductance", press_q16 * 8),
        ("baseline", press_q16 * 8),
        ("fault", c_int32 * 8),
        ("reserved", c_uint32),
    ]


class press_pad_point(Structure):
    _fields_ = [
        ("x", press_q16),
        ("y", press_q16),
        ("wanted_x", press_q16),
        ("wanted_y", press_q16),
    ]


class press_pad_stats(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("backwards", c_uint32),
        ("frames", c_uint64),
        ("gaps", c_uint32),
        ("spikes", c_uint32),
        ("bus_errors", c_uint32),
        ("faults", c_uint32),
    ]


class press_supply_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("sensors", c_uint32),
        ("ratio", press_q16),
        ("top_code", c_int32),
        ("least_code", c_int32),
        ("fault_after_us", c_uint32),
        ("recover_after_us", c_uint32),
    ]


class press_supply(Structure):
    _fields_ = [
        ("opaque", c_uint64 * 16),
    ]


class press_supply_status(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("full_scale", c_int32),
        ("max_code", c_int32),
        ("fault", c_int32),
        ("readings", c_uint32),
        ("refused", c_uint32),
    ]


class press_idle_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("after_us", c_uint32),
        ("interval_us", c_uint32),
        ("wake_force", press_q16),
    ]


class press_idle(Structure):
    _fields_ = [
        ("opaque", c_uint64 * 32),
    ]


class press_idle_status(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("is_idle", c_uint32),
        ("wakes", c_uint32),
        ("frames", c_uint32),
    ]


class press_grid_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("columns", c_uint16),
        ("rows", c_uint16),
        ("max_contacts", c_uint16),
        ("min_cells", c_uint16),
        ("contact", c_uint32),
        ("x", press_q16),
        ("y", press_q16),
        ("pitch_x", press_q16),
        ("pitch_y", press_q16),
        ("gain", press_q16),
        ("touch_force", press_q16),
        ("release_force", press_q16),
        ("valley", press_q16),
        ("max_jump", press_q16),
        ("dropout_us", c_uint32),
        ("merge_us", c_uint32),
        ("palm_cells", c_uint16),
        ("palm_length", c_uint16),
        ("start_us", c_uint32),
        ("rise_us", c_uint32),
        ("fall_us", c_uint32),
        ("below_zero_us", c_uint32),
        ("longest_contact_us", c_uint32),
        ("line_after_us", c_uint32),
        ("join_x", press_q16),
        ("join_y", press_q16),
        ("circuit", c_uint16),
        ("reserved", c_uint16),
        ("full_scale", c_uint32),
        ("column_ohm", c_uint32),
        ("row_ohm", c_uint32),
        ("curve", press_curve),
    ]


class press_grid_contact(Structure):
    _fields_ = [
        ("since_us", c_uint64),
        ("contact", c_uint32),
        ("serial", c_uint32),
        ("flags", c_uint32),
        ("force", press_q16),
        ("x", press_q16),
        ("y", press_q16),
        ("cells", c_uint32),
        ("peak", press_q16),
    ]


class press_grid_shape(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("cells", c_uint32),
        ("area", c_uint64),
        ("major", press_q16),
        ("minor", press_q16),
        ("angle", press_q16),
        ("x", press_q16),
        ("y", press_q16),
        ("width", press_q16),
        ("height", press_q16),
        ("peak", press_q16),
        ("peak_x", press_q16),
        ("peak_y", press_q16),
    ]


class press_grid_region(Structure):
    _fields_ = [
        ("x", press_q16),
        ("y", press_q16),
        ("width", press_q16),
        ("height", press_q16),
    ]


class press_grid_load(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("cells", c_uint32),
        ("force", press_q16),
        ("peak", press_q16),
        ("x", press_q16),
        ("y", press_q16),
    ]


class press_grid_lines(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("dead_columns", c_uint32),
        ("dead_rows", c_uint32),
        ("stuck_columns", c_uint32),
        ("stuck_rows", c_uint32),
        ("flickering_columns", c_uint32),
        ("flickering_rows", c_uint32),
        ("saturated_columns", c_uint32),
        ("saturated_rows", c_uint32),
        ("reserved", c_uint32),
    ]


class press_grid_stats(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("backwards", c_uint32),
        ("frames", c_uint64),
        ("noise", c_uint32),
        ("crowded", c_uint32),
        ("dropouts", c_uint32),
        ("merges", c_uint32),
    ]


class press_surface(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("next", c_uint32),
        ("x", press_q16),
        ("y", press_q16),
        ("width", press_q16),
        ("height", press_q16),
    ]


class press_place(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("x", press_q16),
        ("y", press_q16),
        ("scale_x", press_q16),
        ("scale_y", press_q16),
        ("width", press_q16),
        ("height", press_q16),
    ]


bus_transfer_fn = CFUNCTYPE(
    c_int,
    c_uint8,
    POINTER(c_uint8),
    c_size_t,
    POINTER(c_uint8),
    c_size_t,
    c_void_p,
)
bus_wait_fn = CFUNCTYPE(c_uint64, c_uint64, c_void_p)


class press_bus(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("user", c_void_p),
        ("transfer", bus_transfer_fn),
        ("wait", bus_wait_fn),
    ]


class press_converter_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("part", c_uint8),
        ("address", c_uint8),
        ("channels", c_uint16),
        ("gain", c_uint16),
        ("rate_sps", c_uint16),
        ("retries", c_uint16),
        ("ready_polls", c_uint16),
        ("reference_mv", c_uint16),
        ("external_avdd", c_uint16),
        ("range_mv", c_uint16),
        ("flags", c_uint8),
        ("reserved", c_uint8),
    ]


class press_converter_part(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("largest_code", c_int32),
        ("range_mv", c_uint32),
        ("conversion_us", c_uint32),
        ("frame_us", c_uint32),
        ("bus_hz", c_uint32),
        ("addresses", c_uint16),
        ("highest_gain", c_uint16),
        ("rates", c_uint16 * 8),
        ("first_address", c_uint8),
        ("usual_address", c_uint8),
        ("channels", c_uint8),
        ("bits", c_uint8),
        ("reserved", c_uint32),
    ]


class press_converter(Structure):
    _fields_ = [
        ("opaque", c_uint64 * 40),
    ]


class press_drv2605l_config(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("motor", c_uint8),
        ("flags", c_uint8),
        ("library", c_uint8),
        ("gain", c_uint8),
        ("compensation", c_uint8),
        ("back_emf", c_uint8),
        ("rated_mv", c_uint16),
        ("clamp_mv", c_uint16),
        ("frequency_hz", c_uint16),
        ("retries", c_uint16),
        ("reserved", c_uint16),
        ("stale_us", c_uint32),
        ("level_us", c_uint32),
        ("standby_us", c_uint32),
    ]


class press_drv2605l(Structure):
    _fields_ = [
        ("opaque", c_uint64 * 32),
    ]


class press_drv2605l_status(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("state", c_uint32),
        ("faults", c_uint32),
        ("last_error", c_int32),
        ("played", c_uint32),
        ("dropped", c_uint32),
        ("is_calibrated", c_uint32),
        ("compensation", c_uint8),
        ("back_emf", c_uint8),
        ("gain", c_uint8),
        ("reserved", c_uint8),
    ]


setup_files_read_fn = CFUNCTYPE(
    c_int,
    c_char_p,
    POINTER(c_uint8),
    c_size_t,
    POINTER(c_char_p),
    c_void_p,
)


class press_setup_files(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("user", c_void_p),
        ("read", setup_files_read_fn),
    ]


class press_setup_fault(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("origin", c_uint32),
        ("line", c_uint32),
        ("length", c_uint32),
        ("words", c_char_p),
    ]


class press_setup_key(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("kind", c_uint32),
        ("flags", c_uint32),
        ("sections", c_uint32),
        ("least", c_int64),
        ("most", c_int64),
        ("section", c_char_p),
        ("name", c_char_p),
        ("accepted", c_char_p),
        ("words", c_char_p),
    ]


class press_setup_value(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("origin", c_uint32),
        ("line", c_uint32),
        ("length", c_uint32),
        ("number", c_int64),
        ("text", c_char_p),
        ("reserved", c_void_p),
    ]


class press_setup_parts(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("engine_storage", c_void_p),
        ("engine_bytes", c_size_t),
        ("pad_storage", c_void_p),
        ("pad_bytes", c_size_t),
        ("bus", POINTER(press_bus)),
        ("engine", c_void_p),
        ("pad", c_void_p),
    ]


class press_check_sensor(Structure):
    _fields_ = [
        ("sensor", POINTER(press_sensor)),
        ("input", c_char_p),
        ("channel", c_uint32),
        ("flags", c_uint32),
    ]


class press_check_options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("sensors", c_uint32),
        ("flags", c_uint32),
        ("touch_force", press_q16),
        ("release_force", press_q16),
        ("reserved", c_uint32),
        ("node", c_char_p),
        ("sensor", press_check_sensor * 8),
    ]


class press_check_result(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("what", c_uint32),
        ("status", c_int32),
        ("address", c_uint16),
        ("other", c_uint16),
        ("node", c_char_p),
        ("bus", c_char_p),
        ("who", c_char_p),
        ("model", c_char_p),
        ("declared", c_char_p),
    ]


class press_check_status(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("step", c_uint32),
        ("sensor", c_uint32),
        ("asks_inputs", c_uint32),
        ("force", press_q16),
        ("findings", c_uint32),
        ("exit_code", c_uint32),
        ("reserved", c_uint32),
    ]


class press_finding(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("kind", c_uint32),
        ("result", c_uint32),
        ("sensor", c_int32),
        ("exit_code", c_uint32),
        ("limit", press_q16),
        ("name", c_char_p),
        ("check", c_char_p),
    ]


FUNCTIONS: dict[str, Callable[[], tuple[Any, ...]]] = {
    "press_strerror": lambda: (c_char_p, c_int,),
    "press_version": lambda: (c_uint32,),
    "press_storage_check": lambda: (c_int, c_void_p, c_size_t, c_size_t, POINTER(c_char_p),),
    "press_time_extend": lambda: (c_uint64, c_uint64, c_uint32,),
    "press_event_name": lambda: (c_char_p, c_uint32,),
    "press_reason_name": lambda: (c_char_p, c_int32,),
    "press_event_describe": lambda: (c_int, POINTER(press_event), c_char_p, c_size_t,),
    "press_event_text": lambda: (c_int, POINTER(press_event), c_char_p, c_size_t,),
    "press_target_init": lambda: (None, POINTER(press_target),),
    "press_target_check": lambda: (c_int, POINTER(press_target), POINTER(c_char_p),),
    "press_target_add": lambda: (c_int, c_void_p, POINTER(press_target),),
    "press_target_add_check": lambda: (c_int, c_void_p, POINTER(press_target), POINTER(c_char_p),),
    "press_target_update": lambda: (c_int, c_void_p, POINTER(press_target),),
    "press_target_update_check": lambda: (c_int, c_void_p, POINTER(press_target), POINTER(c_char_p),),
    "press_targets_put": lambda: (c_int, c_void_p, POINTER(press_target), c_size_t, POINTER(c_size_t),),
    "press_target_remove": lambda: (c_int, c_void_p, c_uint32,),
    "press_targets_remove": lambda: (c_int, c_void_p, POINTER(c_uint32), c_size_t,),
    "press_target_get": lambda: (c_int, c_void_p, c_uint32, POINTER(press_target),),
    "press_target_find": lambda: (c_int, c_void_p, press_q16, press_q16, POINTER(c_uint32),),
    "press_targets_check": lambda: (c_int, c_void_p, POINTER(c_uint32), POINTER(c_char_p),),
    "press_target_list": lambda: (c_int, c_void_p, c_uint32, POINTER(c_uint32), c_size_t,),
    "press_delegate_init": lambda: (None, POINTER(press_delegate),),
    "press_set_delegate": lambda: (c_int, c_void_p, POINTER(press_delegate),),
    "press_set_progress": lambda: (c_int, c_void_p, c_bool,),
    "press_config_init": lambda: (None, POINTER(press_config),),
    "press_config_check": lambda: (c_int, POINTER(press_config), POINTER(c_char_p),),
    "press_config_pressure": lambda: (c_int, POINTER(press_config), press_q16, POINTER(press_q16),),
    "press_config_force": lambda: (c_int, POINTER(press_config), press_q16, POINTER(press_q16),),
    "press_engine_size": lambda: (c_size_t, POINTER(press_config),),
    "press_engine_init": lambda: (c_int, c_void_p, c_size_t, POINTER(press_config), POINTER(c_void_p),),
    "press_engine_adopt": lambda: (c_int, c_void_p, c_size_t, POINTER(c_void_p),),
    "press_engine_set": lambda: (c_int, c_void_p, POINTER(press_config),),
    "press_engine_get_config": lambda: (c_int, c_void_p, POINTER(press_config),),
    "press_contact_release": lambda: (c_int, c_void_p, c_uint32,),
    "press_engine_reset": lambda: (c_int, c_void_p,),
    "press_feed": lambda: (c_int, c_void_p, c_void_p, c_size_t,),
    "press_tick": lambda: (c_int, c_void_p, c_uint64,),
    "press_next_deadline": lambda: (c_uint64, c_void_p,),
    "press_engine_time": lambda: (c_uint64, c_void_p,),
    "press_poll": lambda: (c_int, c_void_p, c_void_p, c_size_t,),
    "press_touch_get": lambda: (c_int, c_void_p, c_uint32, c_uint32, POINTER(press_touch),),
    "press_engine_stats_init": lambda: (None, POINTER(press_engine_stats),),
    "press_engine_get_stats": lambda: (c_int, c_void_p, POINTER(press_engine_stats),),
    "press_preview_cancel": lambda: (c_int, c_void_p, c_uint32,),
    "press_preview_state": lambda: (c_int, c_void_p, c_uint32,),
    "press_gestures_config_init": lambda: (None, POINTER(press_gestures_config),),
    "press_gestures_config_check": lambda: (c_int, POINTER(press_gestures_config), POINTER(c_char_p),),
    "press_gestures_size": lambda: (c_size_t, POINTER(press_config), POINTER(press_gestures_config),),
    "press_gestures_attach": lambda: (c_int, c_void_p, POINTER(press_gestures_config),),
    "press_gestures_set": lambda: (c_int, c_void_p, POINTER(press_gestures_config),),
    "press_gestures_get_config": lambda: (c_int, c_void_p, POINTER(press_gestures_config),),
    "press_gestures_state": lambda: (c_int, c_void_p, c_uint32,),
    "press_gestures_cancel": lambda: (c_int, c_void_p, c_uint32,),
    "press_target_activate": lambda: (c_int, c_void_p, c_uint32,),
    "press_peek_init": lambda: (None, POINTER(press_peek),),
    "press_peek_config_init": lambda: (None, POINTER(press_peek_config),),
    "press_peek_config_check": lambda: (c_int, POINTER(press_peek_config), POINTER(c_char_p),),
    "press_peek_size": lambda: (c_size_t, POINTER(press_config), POINTER(press_peek_config),),
    "press_peek_attach": lambda: (c_int, c_void_p, POINTER(press_peek_config),),
    "press_peek_set": lambda: (c_int, c_void_p, POINTER(press_peek_config),),
    "press_peek_get_config": lambda: (c_int, c_void_p, POINTER(press_peek_config),),
    "press_peek_declare": lambda: (c_int, c_void_p, POINTER(press_peek_declaration), c_size_t,),
    "press_peek_declarations_check": lambda: (c_int, POINTER(press_peek_declaration), c_size_t, POINTER(c_char_p),),
    "press_peek_status_init": lambda: (None, POINTER(press_peek_status),),
    "press_peek_replace": lambda: (c_int, c_void_p, POINTER(press_action), c_size_t,),
    "press_peek_get": lambda: (c_int, c_void_p, POINTER(press_peek_status),),
    "press_peek_find": lambda: (c_int, c_void_p, c_uint32, POINTER(press_peek),),
    "press_peek_open": lambda: (c_int, c_void_p, c_uint32,),
    "press_peek_pop": lambda: (c_int, c_void_p,),
    "press_peek_dismiss": lambda: (c_int, c_void_p,),
    "press_peek_reveal": lambda: (c_int, c_void_p,),
    "press_action_perform": lambda: (c_int, c_void_p, c_uint32,),
    "press_action_back": lambda: (c_int, c_void_p,),
    "press_timing_curve_y": lambda: (c_int, POINTER(press_timing_curve), press_q16, POINTER(press_q16),),
    "press_transition_config_init": lambda: (None, POINTER(press_transition_config),),
    "press_transition_options_init": lambda: (None, POINTER(press_transition_options),),
    "press_transition_config_check": lambda: (c_int, POINTER(press_transition_config), POINTER(c_char_p),),
    "press_transition_options_check": lambda: (c_int, POINTER(press_transition_options), POINTER(c_char_p),),
    "press_transition_size": lambda: (c_size_t, POINTER(press_config), POINTER(press_transition_config),),
    "press_transition_attach": lambda: (c_int, c_void_p, POINTER(press_transition_config),),
    "press_transition_set": lambda: (c_int, c_void_p, POINTER(press_transition_config),),
    "press_transition_get_config": lambda: (c_int, c_void_p, POINTER(press_transition_config),),
    "press_transition_start": lambda: (c_int, c_void_p, c_uint32, POINTER(press_transition_options),),
    "press_transition_update": lambda: (c_int, c_void_p, c_uint32, press_q16,),
    "press_transition_finish": lambda: (c_int, c_void_p, c_uint32,),
    "press_transition_cancel": lambda: (c_int, c_void_p, c_uint32,),
    "press_transition_run_to": lambda: (c_int, c_void_p, c_uint32, press_q16,),
    "press_transition_pause": lambda: (c_int, c_void_p, c_uint32,),
    "press_transition_set_speed": lambda: (c_int, c_void_p, c_uint32, press_q16,),
    "press_transition_get_velocity": lambda: (c_int, c_void_p, c_uint32, POINTER(press_q16),),
    "press_transition_set_velocity": lambda: (c_int, c_void_p, c_uint32, press_q16,),
    "press_transition_bind": lambda: (c_int, c_void_p, c_uint32, c_uint32, c_uint32, press_q16, press_q16,),
    "press_transition_bind_check": lambda: (
        c_int,
        c_void_p,
        c_uint32,
        c_uint32,
        c_uint32,
        press_q16,
        press_q16,
        POINTER(c_char_p),
    ),
    "press_transition_status_init": lambda: (None, POINTER(press_transition_status),),
    "press_transition_get": lambda: (c_int, c_void_p, c_uint32, POINTER(press_transition_status),),
    "press_drop_proposal_init": lambda: (None, POINTER(press_drop_proposal),),
    "press_drag_init": lambda: (None, POINTER(press_drag),),
    "press_drag_config_init": lambda: (None, POINTER(press_drag_config),),
    "press_drag_config_check": lambda: (c_int, POINTER(press_drag_config), POINTER(c_char_p),),
    "press_drag_size": lambda: (c_size_t, POINTER(press_config), POINTER(press_drag_config),),
    "press_drag_attach": lambda: (c_int, c_void_p, POINTER(press_drag_config),),
    "press_drag_set": lambda: (c_int, c_void_p, POINTER(press_drag_config),),
    "press_drag_get_config": lambda: (c_int, c_void_p, POINTER(press_drag_config),),
    "press_drag_get": lambda: (c_int, c_void_p, c_uint32, POINTER(press_drag),),
    "press_drag_get_items": lambda: (c_int, c_void_p, c_uint32, POINTER(press_drag_item), c_size_t,),
    "press_drag_find": lambda: (c_int, c_void_p, c_uint32, POINTER(c_uint32),),
    "press_drag_set_modifiers": lambda: (c_int, c_void_p, c_uint32,),
    "press_drag_cancel": lambda: (c_int, c_void_p, c_uint32,),
    "press_drop_confirm": lambda: (c_int, c_void_p, c_uint32, c_bool,),
    "press_drop_update": lambda: (c_int, c_void_p, c_uint32, c_uint32, press_q16,),
    "press_drop_finish": lambda: (c_int, c_void_p, c_uint32, c_uint32, c_bool,),
    "press_drop_undo": lambda: (c_int, c_void_p,),
    "press_drop_redo": lambda: (c_int, c_void_p,),
    "press_drag_begin": lambda: (c_int, c_void_p, c_uint32, POINTER(c_uint32),),
    "press_drag_add": lambda: (c_int, c_void_p, c_uint32, c_uint32,),
    "press_drag_move": lambda: (c_int, c_void_p, c_uint32, press_q16, press_q16,),
    "press_drag_over": lambda: (c_int, c_void_p, c_uint32, c_uint32,),
    "press_drag_drop": lambda: (c_int, c_void_p, c_uint32,),
    "press_drag_perform": lambda: (c_int, c_void_p, c_uint32, c_uint32, POINTER(c_uint32),),
    "press_drag_begin_check": lambda: (c_int, c_void_p, c_uint32, POINTER(c_char_p),),
    "press_drag_add_check": lambda: (c_int, c_void_p, c_uint32, c_uint32, POINTER(c_char_p),),
    "press_button_config_init": lambda: (None, POINTER(press_button_config),),
    "press_button_config_check": lambda: (c_int, POINTER(press_button_config), POINTER(c_char_p),),
    "press_button_size": lambda: (c_size_t, POINTER(press_config), POINTER(press_button_config),),
    "press_button_attach": lambda: (c_int, c_void_p, POINTER(press_button_config),),
    "press_button_set": lambda: (c_int, c_void_p, POINTER(press_button_config),),
    "press_button_get_config": lambda: (c_int, c_void_p, POINTER(press_button_config),),
    "press_button_status_init": lambda: (None, POINTER(press_button_status),),
    "press_button_get": lambda: (c_int, c_void_p, POINTER(press_button_status),),
    "press_strike_config_init": lambda: (None, POINTER(press_strike_config),),
    "press_strike_config_check": lambda: (c_int, POINTER(press_strike_config), POINTER(c_char_p),),
    "press_strike_size": lambda: (c_size_t, POINTER(press_config), POINTER(press_strike_config),),
    "press_strike_attach": lambda: (c_int, c_void_p, POINTER(press_strike_config),),
    "press_strike_set": lambda: (c_int, c_void_p, POINTER(press_strike_config),),
    "press_strike_get_config": lambda: (c_int, c_void_p, POINTER(press_strike_config),),
    "press_strike_init": lambda: (None, POINTER(press_strike),),
    "press_strike_get": lambda: (c_int, c_void_p, c_uint32, POINTER(press_strike),),
    "press_pinch_config_init": lambda: (None, POINTER(press_pinch_config),),
    "press_pinch_config_check": lambda: (c_int, POINTER(press_pinch_config), POINTER(c_char_p),),
    "press_pinch_size": lambda: (c_size_t, POINTER(press_config), POINTER(press_pinch_config),),
    "press_pinch_attach": lambda: (c_int, c_void_p, POINTER(press_pinch_config),),
    "press_pinch_set": lambda: (c_int, c_void_p, POINTER(press_pinch_config),),
    "press_pinch_get_config": lambda: (c_int, c_void_p, POINTER(press_pinch_config),),
    "press_pinch_init": lambda: (None, POINTER(press_pinch),),
    "press_pinch_get": lambda: (c_int, c_void_p, c_uint32, POINTER(press_pinch),),
    "press_scroll_config_init": lambda: (None, POINTER(press_scroll_config),),
    "press_scroll_config_check": lambda: (c_int, POINTER(press_scroll_config), POINTER(c_char_p),),
    "press_scroll_size": lambda: (c_size_t, POINTER(press_config), POINTER(press_scroll_config),),
    "press_scroll_attach": lambda: (c_int, c_void_p, POINTER(press_scroll_config),),
    "press_scroll_set": lambda: (c_int, c_void_p, POINTER(press_scroll_config),),
    "press_scroll_get_config": lambda: (c_int, c_void_p, POINTER(press_scroll_config),),
    "press_scroll_content_init": lambda: (None, POINTER(press_scroll_content),),
    "press_scroll_declare": lambda: (c_int, c_void_p, POINTER(press_scroll_content),),
    "press_scroll_throw": lambda: (c_int, c_void_p, c_uint32, press_q16, press_q16,),
    "press_scroll_aim": lambda: (c_int, c_void_p, c_uint32, press_q16, press_q16,),
    "press_scroll_stop": lambda: (c_int, c_void_p, c_uint32,),
    "press_scroll_status_init": lambda: (None, POINTER(press_scroll_status),),
    "press_scroll_get": lambda: (c_int, c_void_p, c_uint32, POINTER(press_scroll_status),),
    "press_scroll_get_velocity": lambda: (c_int, c_void_p, c_uint32, POINTER(press_q16), POINTER(press_q16),),
    "press_levels_config_init": lambda: (None, POINTER(press_levels_config),),
    "press_levels_config_check": lambda: (c_int, POINTER(press_levels_config), POINTER(c_char_p),),
    "press_levels_size": lambda: (c_size_t, POINTER(press_config), POINTER(press_levels_config),),
    "press_levels_attach": lambda: (c_int, c_void_p, POINTER(press_levels_config),),
    "press_levels_set": lambda: (c_int, c_void_p, POINTER(press_levels_config),),
    "press_levels_get_config": lambda: (c_int, c_void_p, POINTER(press_levels_config),),
    "press_levels_status_init": lambda: (None, POINTER(press_levels_status),),
    "press_levels_get": lambda: (c_int, c_void_p, c_uint32, POINTER(press_levels_status),),
    "press_levels_cancel": lambda: (c_int, c_void_p, c_uint32,),
    "press_crosstalk_config_init": lambda: (None, POINTER(press_crosstalk_config),),
    "press_crosstalk_config_check": lambda: (c_int, POINTER(press_crosstalk_config), POINTER(c_char_p),),
    "press_crosstalk_size": lambda: (c_size_t, POINTER(press_config), POINTER(press_crosstalk_config),),
    "press_crosstalk_attach": lambda: (c_int, c_void_p, POINTER(press_crosstalk_config),),
    "press_crosstalk_set": lambda: (c_int, c_void_p, POINTER(press_crosstalk_config),),
    "press_crosstalk_get_config": lambda: (c_int, c_void_p, POINTER(press_crosstalk_config),),
    "press_crosstalk_set_share": lambda: (c_int, c_void_p, c_uint32, c_uint32, press_q16,),
    "press_crosstalk_get_share": lambda: (c_int, c_void_p, c_uint32, c_uint32, POINTER(press_q16),),
    "press_interactions_init": lambda: (None, POINTER(press_interactions),),
    "press_interactions_check": lambda: (c_int, POINTER(press_interactions), POINTER(c_char_p),),
    "press_interactions_size": lambda: (c_size_t, POINTER(press_config), POINTER(press_interactions),),
    "press_interactions_attach": lambda: (c_int, c_void_p, POINTER(press_interactions),),
    "press_engine_size_with": lambda: (c_size_t, POINTER(press_config), POINTER(press_interactions),),
    "press_profile_init": lambda: (None, POINTER(press_profile),),
    "press_profile_line": lambda: (c_int, POINTER(press_profile), c_char_p, c_size_t, POINTER(c_char_p),),
    "press_feedback_config_init": lambda: (None, POINTER(press_feedback_config),),
    "press_feedback_config_check": lambda: (c_int, POINTER(press_feedback_config), POINTER(c_char_p),),
    "press_feedback_row_check": lambda: (c_int, POINTER(press_feedback_row), POINTER(c_char_p),),
    "press_feedback_defaults": lambda: (c_int, POINTER(press_feedback_row), c_size_t,),
    "press_feedback_init": lambda: (
        c_int,
        POINTER(press_feedback),
        POINTER(press_feedback_config),
        POINTER(press_feedback_row),
        c_size_t,
    ),
    "press_feedback_event": lambda: (c_int, POINTER(press_feedback), POINTER(press_event), POINTER(press_effect),),
    "press_feedback_expects": lambda: (c_int, POINTER(press_feedback), POINTER(press_event),),
    "press_effect_name": lambda: (c_char_p, c_uint32,),
    "press_median_step": lambda: (c_int32, POINTER(press_median), c_int32,),
    "press_one_euro_init": lambda: (c_int, POINTER(press_one_euro), press_q16, press_q16, press_q16,),
    "press_one_euro_step": lambda: (c_int, POINTER(press_one_euro), c_uint64, press_q16, POINTER(press_q16),),
    "press_circuit_init": lambda: (None, POINTER(press_circuit),),
    "press_circuit_conductance": lambda: (c_int, POINTER(press_circuit), c_int32, POINTER(press_q16),),
    "press_curve_init": lambda: (None, POINTER(press_curve),),
    "press_curve_power": lambda: (c_int, press_q16, press_q16, press_q16, POINTER(press_curve),),
    "press_curve_table": lambda: (c_int, POINTER(press_curve_point), c_size_t, POINTER(press_curve),),
    "press_curve_report_init": lambda: (None, POINTER(press_curve_report),),
    "press_curve_fit": lambda: (
        c_int,
        POINTER(press_curve_point),
        c_size_t,
        POINTER(press_curve),
        POINTER(press_curve_report),
    ),
    "press_curve_fit_best": lambda: (
        c_int,
        POINTER(press_curve_point),
        c_size_t,
        POINTER(press_curve),
        POINTER(press_curve_report),
        POINTER(press_q16),
    ),
    "press_curve_scale": lambda: (c_int, POINTER(press_curve), press_q16, press_q16, POINTER(press_curve),),
    "press_curve_force": lambda: (c_int, POINTER(press_curve), press_q16, POINTER(press_q16),),
    "press_sensor_init": lambda: (None, POINTER(press_sensor),),
    "press_sensor_check": lambda: (c_int, POINTER(press_sensor), POINTER(c_char_p),),
    "press_circuit_check": lambda: (c_int, POINTER(press_circuit), POINTER(c_char_p),),
    "press_curve_check": lambda: (c_int, POINTER(press_curve), POINTER(c_char_p),),
    "press_calibration_init": lambda: (None, POINTER(press_calibration),),
    "press_calibration_check": lambda: (c_int, POINTER(press_calibration), POINTER(c_char_p),),
    "press_calibration_take": lambda: (c_int, POINTER(press_sensor), POINTER(press_calibration),),
    "press_calibration_apply": lambda: (c_int, POINTER(press_calibration), POINTER(press_sensor),),
    "press_calibration_store": lambda: (c_int, POINTER(press_calibration), c_void_p, c_size_t,),
    "press_calibration_load": lambda: (c_int, c_void_p, c_size_t, POINTER(press_calibration),),
    "press_calibration_error": lambda: (c_int, POINTER(press_calibration), press_q16, press_q16, POINTER(press_q16),),
    "press_pad_correction_init": lambda: (None, POINTER(press_pad_correction),),
    "press_pad_config_init": lambda: (None, POINTER(press_pad_config),),
    "press_pad_config_check": lambda: (c_int, POINTER(press_pad_config), POINTER(c_char_p),),
    "press_pad_config_check_with": lambda: (c_int, POINTER(press_pad_config), POINTER(press_config), POINTER(c_char_p),),
    "press_pad_size": lambda: (c_size_t, c_size_t,),
    "press_pad_init": lambda: (
        c_int,
        c_void_p,
        c_size_t,
        POINTER(press_pad_config),
        POINTER(press_sensor),
        c_size_t,
        POINTER(c_void_p),
    ),
    "press_pad_set": lambda: (c_int, c_void_p, POINTER(press_pad_config),),
    "press_pad_get_config": lambda: (c_int, c_void_p, POINTER(press_pad_config),),
    "press_pad_set_sensors": lambda: (c_int, c_void_p, POINTER(press_sensor), c_size_t,),
    "press_pad_feed": lambda: (c_int, c_void_p, c_void_p, c_void_p,),
    "press_pad_feed_many": lambda: (c_int, c_void_p, c_void_p, c_size_t, c_void_p,),
    "press_pad_tick": lambda: (c_int, c_void_p, c_uint64, c_void_p,),
    "press_pad_next_deadline": lambda: (c_uint64, c_void_p,),
    "press_pad_tare": lambda: (c_int, c_void_p, c_uint32,),
    "press_reading_init": lambda: (None, POINTER(press_reading),),
    "press_pad_get": lambda: (c_int, c_void_p, POINTER(press_reading),),
    "press_pad_fit": lambda: (
        c_int,
        POINTER(press_pad_point),
        c_size_t,
        POINTER(press_pad_correction),
        POINTER(press_q16),
    ),
    "press_pad_stats_init": lambda: (None, POINTER(press_pad_stats),),
    "press_pad_get_stats": lambda: (c_int, c_void_p, POINTER(press_pad_stats),),
    "press_pad_resume": lambda: (c_int, c_void_p, c_uint64, c_void_p,),
    "press_supply_config_init": lambda: (None, POINTER(press_supply_config),),
    "press_supply_config_check": lambda: (c_int, POINTER(press_supply_config), POINTER(c_char_p),),
    "press_supply_init": lambda: (c_int, POINTER(press_supply), POINTER(press_supply_config),),
    "press_supply_feed": lambda: (c_int, POINTER(press_supply), c_uint64, c_int32, c_void_p, c_void_p,),
    "press_supply_status_init": lambda: (None, POINTER(press_supply_status),),
    "press_supply_get": lambda: (c_int, POINTER(press_supply), POINTER(press_supply_status),),
    "press_idle_config_init": lambda: (None, POINTER(press_idle_config),),
    "press_idle_config_check": lambda: (c_int, POINTER(press_idle_config), POINTER(c_char_p),),
    "press_idle_init": lambda: (c_int, POINTER(press_idle), POINTER(press_idle_config),),
    "press_idle_look": lambda: (c_int, POINTER(press_idle), c_void_p, c_void_p,),
    "press_idle_codes": lambda: (
        c_int,
        POINTER(press_idle),
        c_void_p,
        c_uint32,
        POINTER(c_int32),
        POINTER(c_int32),
    ),
    "press_idle_status_init": lambda: (None, POINTER(press_idle_status),),
    "press_idle_get": lambda: (c_int, POINTER(press_idle), POINTER(press_idle_status),),
    "press_grid_config_init": lambda: (None, POINTER(press_grid_config),),
    "press_grid_config_check": lambda: (c_int, POINTER(press_grid_config), POINTER(c_char_p),),
    "press_grid_size": lambda: (c_size_t, POINTER(press_grid_config),),
    "press_grid_init": lambda: (c_int, c_void_p, c_size_t, POINTER(press_grid_config), POINTER(c_void_p),),
    "press_grid_set": lambda: (c_int, c_void_p, POINTER(press_grid_config),),
    "press_grid_get_config": lambda: (c_int, c_void_p, POINTER(press_grid_config),),
    "press_grid_set_mask": lambda: (c_int, c_void_p, POINTER(c_uint32), c_size_t,),
    "press_grid_feed": lambda: (c_int, c_void_p, c_uint64, c_void_p, c_size_t, c_void_p,),
    "press_grid_lost": lambda: (c_int, c_void_p, c_uint64, c_void_p,),
    "press_grid_reset": lambda: (c_int, c_void_p,),
    "press_grid_set_gains": lambda: (c_int, c_void_p, POINTER(press_q16), c_size_t,),
    "press_grid_tare": lambda: (c_int, c_void_p, c_uint32,),
    "press_grid_get_contacts": lambda: (c_int, c_void_p, POINTER(press_grid_contact), c_size_t,),
    "press_grid_shape_init": lambda: (None, POINTER(press_grid_shape),),
    "press_grid_get_shape": lambda: (c_int, c_void_p, c_uint32, POINTER(press_grid_shape),),
    "press_grid_load_init": lambda: (None, POINTER(press_grid_load),),
    "press_grid_get_load": lambda: (c_int, c_void_p, POINTER(press_grid_region), POINTER(press_grid_load),),
    "press_grid_get_map": lambda: (c_int, c_void_p, POINTER(press_q16), c_size_t,),
    "press_grid_lines_init": lambda: (None, POINTER(press_grid_lines),),
    "press_grid_get_lines": lambda: (c_int, c_void_p, POINTER(press_grid_lines),),
    "press_grid_stats_init": lambda: (None, POINTER(press_grid_stats),),
    "press_grid_get_stats": lambda: (c_int, c_void_p, POINTER(press_grid_stats),),
    "press_surface_init": lambda: (None, POINTER(press_surface),),
    "press_place_init": lambda: (None, POINTER(press_place),),
    "press_surface_add_pad": lambda: (
        c_int,
        POINTER(press_surface),
        POINTER(press_place),
        POINTER(press_pad_config),
        POINTER(c_char_p),
    ),
    "press_surface_add_grid": lambda: (
        c_int,
        POINTER(press_surface),
        POINTER(press_place),
        POINTER(press_grid_config),
        POINTER(c_char_p),
    ),
    "press_bus_init": lambda: (None, POINTER(press_bus),),
    "press_converter_config_init": lambda: (None, POINTER(press_converter_config),),
    "press_converter_config_check": lambda: (c_int, POINTER(press_converter_config), POINTER(c_char_p),),
    "press_converter_part_init": lambda: (None, POINTER(press_converter_part),),
    "press_converter_part_get": lambda: (c_int, POINTER(press_converter_config), POINTER(press_converter_part),),
    "press_converter_name": lambda: (c_char_p, c_uint32,),
    "press_converter_init": lambda: (
        c_int,
        POINTER(press_converter),
        POINTER(press_converter_config),
        POINTER(press_bus),
    ),
    "press_converter_step": lambda: (c_int, POINTER(press_converter), c_uint64, POINTER(press_frame),),
    "press_converter_next_deadline": lambda: (c_uint64, POINTER(press_converter),),
    "press_converter_read": lambda: (c_int, POINTER(press_converter), c_uint32, POINTER(press_frame),),
    "press_converter_last_error": lambda: (c_int, POINTER(press_converter),),
    "press_converter_conflicts": lambda: (c_uint32, POINTER(press_converter),),
    "press_converter_stop": lambda: (c_int, POINTER(press_converter),),
    "press_converter_watch": lambda: (c_int, POINTER(press_converter), c_uint32, c_int32, c_int32,),
    "press_drv2605l_config_init": lambda: (None, POINTER(press_drv2605l_config),),
    "press_drv2605l_config_check": lambda: (c_int, POINTER(press_drv2605l_config), POINTER(c_char_p),),
    "press_drv2605l_init": lambda: (
        c_int,
        POINTER(press_drv2605l),
        POINTER(press_drv2605l_config),
        POINTER(press_bus),
    ),
    "press_drv2605l_step": lambda: (c_int, POINTER(press_drv2605l), c_uint64,),
    "press_drv2605l_next_deadline": lambda: (c_uint64, POINTER(press_drv2605l),),
    "press_drv2605l_play": lambda: (c_int, POINTER(press_drv2605l), c_uint64, POINTER(press_effect),),
    "press_drv2605l_play_sequence": lambda: (c_int, POINTER(press_drv2605l), c_uint64, POINTER(c_uint8), c_size_t,),
    "press_drv2605l_arm": lambda: (c_int, POINTER(press_drv2605l), c_uint64, c_uint32,),
    "press_drv2605l_status_init": lambda: (None, POINTER(press_drv2605l_status),),
    "press_drv2605l_get": lambda: (c_int, POINTER(press_drv2605l), POINTER(press_drv2605l_status),),
    "press_drv2605l_stop": lambda: (c_int, POINTER(press_drv2605l),),
    "press_setup_size": lambda: (c_size_t,),
    "press_setup_init": lambda: (c_int, c_void_p, c_size_t, POINTER(c_void_p),),
    "press_setup_files_init": lambda: (None, POINTER(press_setup_files),),
    "press_setup_set_files": lambda: (c_int, c_void_p, POINTER(press_setup_files),),
    "press_setup_text": lambda: (c_int, c_void_p, c_uint32, c_char_p, c_size_t,),
    "press_setup_begin": lambda: (c_int, c_void_p, c_uint32,),
    "press_setup_line": lambda: (c_int, c_void_p, c_char_p, c_size_t,),
    "press_setup_option": lambda: (c_int, c_void_p, c_char_p,),
    "press_setup_check": lambda: (c_int, c_void_p, c_uint32,),
    "press_setup_fault_init": lambda: (None, POINTER(press_setup_fault),),
    "press_setup_get_fault": lambda: (c_int, c_void_p, POINTER(press_setup_fault),),
    "press_setup_key_init": lambda: (None, POINTER(press_setup_key),),
    "press_setup_key_get": lambda: (c_int, c_uint32, POINTER(press_setup_key),),
    "press_setup_key_get_texts": lambda: (c_int, c_uint32, POINTER(c_char_p), POINTER(c_char_p),),
    "press_setup_value_init": lambda: (None, POINTER(press_setup_value),),
    "press_setup_get": lambda: (c_int, c_void_p, c_char_p, POINTER(press_setup_value),),
    "press_setup_get_text": lambda: (c_int, c_void_p, c_char_p, c_char_p, c_size_t,),
    "press_setup_decimal": lambda: (c_int, press_q16, c_char_p, c_size_t,),
    "press_setup_count": lambda: (c_uint32, c_void_p, c_char_p,),
    "press_setup_section_line": lambda: (c_uint32, c_void_p, c_char_p,),
    "press_setup_section": lambda: (c_void_p, c_void_p, c_char_p,),
    "press_setup_get_wire": lambda: (c_int, c_void_p, c_uint32, POINTER(c_uint32), POINTER(c_uint32),),
    "press_setup_parts_init": lambda: (None, POINTER(press_setup_parts),),
    "press_setup_start": lambda: (c_int, c_void_p, POINTER(press_setup_parts),),
    "press_setup_get_transition": lambda: (c_int, c_void_p, c_uint32, POINTER(press_transition_options),),
    "press_setup_step": lambda: (c_int, c_void_p, c_uint64, POINTER(press_frame),),
    "press_setup_frame_us": lambda: (c_uint64, c_void_p,),
    "press_setup_next_deadline": lambda: (c_uint64, c_void_p,),
    "press_setup_last_error": lambda: (c_int, c_void_p, c_uint32,),
    "press_setup_conflicts": lambda: (c_uint32, c_void_p, c_uint32,),
    "press_setup_stop": lambda: (c_int, c_void_p,),
    "press_check_options_init": lambda: (None, POINTER(press_check_options),),
    "press_check_size": lambda: (c_size_t, c_size_t,),
    "press_check_init": lambda: (c_int, c_void_p, c_size_t, POINTER(press_check_options), POINTER(c_void_p),),
    "press_check_result_init": lambda: (None, POINTER(press_check_result),),
    "press_check_bus": lambda: (c_int, c_void_p, POINTER(press_check_result),),
    "press_check_feed": lambda: (c_int, c_void_p, POINTER(press_frame),),
    "press_check_tick": lambda: (c_int, c_void_p, c_uint64,),
    "press_check_inputs": lambda: (c_int, c_void_p, POINTER(c_int32),),
    "press_check_end": lambda: (c_int, c_void_p,),
    "press_check_status_init": lambda: (None, POINTER(press_check_status),),
    "press_check_get": lambda: (c_int, c_void_p, POINTER(press_check_status),),
    "press_finding_init": lambda: (None, POINTER(press_finding),),
    "press_check_get_finding": lambda: (c_int, c_void_p, c_uint32, POINTER(press_finding),),
    "press_finding_get": lambda: (c_int, c_uint32, POINTER(press_finding),),
    "press_check_get_text": lambda: (c_int, c_void_p, c_uint32, c_uint32, c_char_p, c_size_t,),
    "press_check_get_value": lambda: (c_int, c_void_p, c_uint32, c_char_p, POINTER(c_int64),),
}
"""Of each function its result and what it takes."""


def __getattr__(name: str) -> Any:
    """A function of the library, which gets its types when it is asked for: a program uses few of them."""
    if name not in FUNCTIONS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    function = globals()[name] = getattr(library, name)
    function.restype, *arguments = FUNCTIONS[name]()
    function.argtypes = arguments
    return function
