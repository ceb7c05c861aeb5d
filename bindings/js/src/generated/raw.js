// Written by `make contract` from the headers (include/press/*.h), which say what each means.

import { Trait } from "./contract.js";

export const PRESS_ONE = 65536;
export const PRESS_VERSION_MAJOR = 1;
export const PRESS_VERSION_MINOR = 0;
export const PRESS_VERSION_PATCH = 0;
export const PRESS_VERSION_NUMBER = 65536;
export const PRESS_NEVER = 18446744073709551615n;
export const PRESS_OK = 0;
export const PRESS_ERR_NOENT = -2;
export const PRESS_ERR_IO = -5;
export const PRESS_ERR_AGAIN = -11;
export const PRESS_ERR_BUSY = -16;
export const PRESS_ERR_INVAL = -22;
export const PRESS_ERR_NOSPC = -28;
export const PRESS_ERR_TIME = -62;
export const PRESS_ERR_STATE = -71;
export const PRESS_ERR_DAMAGED = -74;
export const PRESS_ERR_MOVED = -78;
export const PRESS_ERR_VERSION = -93;
export const PRESS_ERR_NOBUFS = -105;
export const PRESS_ERR_TIMEDOUT = -110;
export const PRESS_ERR_NACK = -121;
export const PRESS_NO_CONTACT = 4294967295;
export const PRESS_EVENT_LINE = 384;
export const PRESS_EVENT_CONTACT_BEGAN = 1;
export const PRESS_EVENT_CONTACT_MOVED = 2;
export const PRESS_EVENT_CONTACT_ENDED = 3;
export const PRESS_EVENT_CONTACT_CANCELLED = 4;
export const PRESS_EVENT_PREVIEW_BEGAN = 16;
export const PRESS_EVENT_PREVIEW_UPDATED = 17;
export const PRESS_EVENT_COMMIT_UPDATED = 18;
export const PRESS_EVENT_PREVIEW_CANCELLED = 19;
export const PRESS_EVENT_PREVIEW_REFUSED = 20;
export const PRESS_EVENT_TAPPED = 32;
export const PRESS_EVENT_DOUBLE_TAPPED = 33;
export const PRESS_EVENT_HOLD_BEGAN = 34;
export const PRESS_EVENT_HOLD_ENDED = 35;
export const PRESS_EVENT_HOLD_CANCELLED = 36;
export const PRESS_EVENT_SCROLL_BEGAN = 37;
export const PRESS_EVENT_SCROLL_MOVED = 38;
export const PRESS_EVENT_SCROLL_ENDED = 39;
export const PRESS_EVENT_SCROLL_CANCELLED = 40;
export const PRESS_EVENT_TAP_FAILED = 41;
export const PRESS_EVENT_HOLD_REPEATED = 42;
export const PRESS_EVENT_DRAG_REFUSED = 43;
export const PRESS_EVENT_SWIPED = 44;
export const PRESS_EVENT_THROW_BEGAN = 45;
export const PRESS_EVENT_THROW_MOVED = 46;
export const PRESS_EVENT_THROW_ENDED = 47;
export const PRESS_EVENT_PEEK_SHOWN = 48;
export const PRESS_EVENT_PEEK_POPPED = 49;
export const PRESS_EVENT_PEEK_DISMISSED = 50;
export const PRESS_EVENT_ACTIONS_REVEALED = 51;
export const PRESS_EVENT_ACTION_HIGHLIGHTED = 52;
export const PRESS_EVENT_ACTION_SELECTED = 53;
export const PRESS_EVENT_ACTIONS_HIDDEN = 54;
export const PRESS_EVENT_PEEK_TOUCHED = 55;
export const PRESS_EVENT_PINCH_BEGAN = 56;
export const PRESS_EVENT_PINCH_CHANGED = 57;
export const PRESS_EVENT_PINCH_ENDED = 58;
export const PRESS_EVENT_PINCH_CANCELLED = 59;
export const PRESS_EVENT_SENSOR_FAULT = 64;
export const PRESS_EVENT_SENSOR_RECOVERED = 65;
export const PRESS_EVENT_BASELINE_CHANGED = 66;
export const PRESS_EVENT_SENSOR_SATURATED = 67;
export const PRESS_EVENT_RECALIBRATE = 68;
export const PRESS_EVENT_SUPPLY_FAULT = 69;
export const PRESS_EVENT_SUPPLY_RECOVERED = 70;
export const PRESS_EVENT_LEVELS_BEGAN = 72;
export const PRESS_EVENT_LEVEL_ENTERED = 73;
export const PRESS_EVENT_LEVEL_LEFT = 74;
export const PRESS_EVENT_LEVEL_REPEATED = 75;
export const PRESS_EVENT_LEVELS_ENDED = 76;
export const PRESS_EVENT_LEVELS_CANCELLED = 77;
export const PRESS_EVENT_TRANSITION_STARTED = 80;
export const PRESS_EVENT_TRANSITION_UPDATED = 81;
export const PRESS_EVENT_TRANSITION_FINISHED = 82;
export const PRESS_EVENT_TRANSITION_CANCELLED = 83;
export const PRESS_EVENT_BUTTON_PRESSED = 88;
export const PRESS_EVENT_BUTTON_RELEASED = 89;
export const PRESS_EVENT_BUTTON_CANCELLED = 90;
export const PRESS_EVENT_STRUCK = 91;
export const PRESS_EVENT_LET_GO = 95;
export const PRESS_EVENT_DRAG_BEGAN = 96;
export const PRESS_EVENT_DRAG_MOVED = 97;
export const PRESS_EVENT_DRAG_ENTERED = 98;
export const PRESS_EVENT_DRAG_LEFT = 99;
export const PRESS_EVENT_DRAG_PROPOSED = 100;
export const PRESS_EVENT_DRAG_ITEMS_CHANGED = 101;
export const PRESS_EVENT_DRAG_HINT_CHANGED = 102;
export const PRESS_EVENT_DRAG_CONFIRM = 103;
export const PRESS_EVENT_DRAG_DROPPED = 104;
export const PRESS_EVENT_DRAG_CANCELLED = 105;
export const PRESS_EVENT_SPRING_POSSIBLE = 106;
export const PRESS_EVENT_SPRING_ACTIVATING = 107;
export const PRESS_EVENT_SPRING_ACTIVATED = 108;
export const PRESS_EVENT_SPRING_ENDED = 109;
export const PRESS_EVENT_AUTOSCROLL_BEGAN = 110;
export const PRESS_EVENT_AUTOSCROLL_CHANGED = 111;
export const PRESS_EVENT_AUTOSCROLL_ENDED = 112;
export const PRESS_EVENT_DROP_ITEM_BEGAN = 113;
export const PRESS_EVENT_DROP_ITEM_UPDATED = 114;
export const PRESS_EVENT_DROP_ITEM_ENDED = 115;
export const PRESS_EVENT_DROP_SLOW = 116;
export const PRESS_EVENT_DROP_CONCLUDED = 117;
export const PRESS_EVENT_TASK_BEGAN = 118;
export const PRESS_EVENT_TASK_UPDATED = 119;
export const PRESS_EVENT_TASK_ENDED = 120;
export const PRESS_EVENT_DROP_ITEM_UNDONE = 121;
export const PRESS_EVENT_DROP_UNDONE = 122;
export const PRESS_EVENT_SELECTION_SET = 123;
export const PRESS_EVENT_SELECTION_CLEARED = 124;
export const PRESS_EVENT_TARGET_ACTIVATED = 125;
export const PRESS_EVENT_DROP_ITEM_NOT_TAKEN = 126;
export const PRESS_EVENT_DROP_ITEM_REDONE = 127;
export const PRESS_EVENT_DROP_REDONE = 128;
export const PRESS_EVENT_DRAG_LIFTED = 129;
export const PRESS_EVENT_DRAG_SETTLED = 130;
export const PRESS_EVENT_DRAG_FORBIDDEN = 131;
export const PRESS_EVENT_FLAG_ENDED = 1;
export const PRESS_EVENT_FLAG_RETURNS = 2;
export const PRESS_EVENT_FLAG_FADES = 4;
export const PRESS_EVENT_FLAG_PART = 8;
export const PRESS_EVENT_FLAG_KEPT = 16;
export const PRESS_EVENT_FLAG_UNKNOWN = 32;
export const PRESS_EVENT_FLAG_RESTING = 64;
export const PRESS_EVENT_FLAG_BUTTON = 128;
export const PRESS_REASON_NONE = 0;
export const PRESS_REASON_LIFTED = 1;
export const PRESS_REASON_LOST = 2;
export const PRESS_REASON_SILENT = 3;
export const PRESS_REASON_RESET = 4;
export const PRESS_REASON_PROGRAM = 5;
export const PRESS_REASON_TARGET_REMOVED = 6;
export const PRESS_REASON_PALM = 7;
export const PRESS_REASON_NO_DESTINATION = 8;
export const PRESS_REASON_FORBIDDEN = 9;
export const PRESS_REASON_DENIED = 10;
export const PRESS_REASON_FAILED = 11;
export const PRESS_REASON_DRAGGED = 12;
export const PRESS_REASON_SLEPT = 13;
export const PRESS_REASON_PINCHED = 14;
export const PRESS_REASON_OPEN = 16;
export const PRESS_REASON_SHORTED = 17;
export const PRESS_REASON_SATURATED = 18;
export const PRESS_REASON_STUCK = 19;
export const PRESS_REASON_STALE = 20;
export const PRESS_REASON_BUS = 21;
export const PRESS_REASON_RANGE = 22;
export const PRESS_REASON_FLICKERING = 23;
export const PRESS_REASON_START = 32;
export const PRESS_REASON_DRIFT = 33;
export const PRESS_REASON_BELOW_ZERO = 34;
export const PRESS_REASON_CONTACT_TOO_LONG = 35;
export const PRESS_REASON_REQUESTED = 36;
export const PRESS_REASON_FINGER_AT_START = 37;
export const PRESS_REASON_ZERO = 38;
export const PRESS_REASON_SPAN = 39;
export const PRESS_REASON_MOVED = 40;
export const PRESS_REASON_TOO_LONG = 41;
export const PRESS_REASON_LEFT_TARGET = 42;
export const PRESS_REASON_NO_SESSION = 43;
export const PRESS_REASON_RETURNED = 44;
export const PRESS_REASON_TAPPED = 50;
export const PRESS_REASON_TOUCHED = 51;
export const PRESS_TARGET_PREVIEW = 1;
export const PRESS_TARGET_PEEK = 2;
export const PRESS_TARGET_TAP = 4;
export const PRESS_TARGET_HOLD = 8;
export const PRESS_TARGET_DRAG_SOURCE = 16;
export const PRESS_TARGET_DROP = 32;
export const PRESS_TARGET_SPRING = 64;
export const PRESS_TARGET_SCROLL = 128;
export const PRESS_TARGET_DOUBLE_TAP = 256;
export const PRESS_TARGET_INACTIVE = 512;
export const PRESS_TARGET_CONTENT = 1024;
export const PRESS_TARGET_PINCH = 2048;
export const PRESS_TARGET_SWIPE_X = 4096;
export const PRESS_TARGET_SWIPE_Y = 8192;
export const PRESS_TARGET_KEEPS_DRAG = 16384;
export const PRESS_PREVIEW_AFTER_US = 80000;
export const PRESS_ENGINE_STORAGE = 9216;
export const PRESS_ENGINE_STORAGE_ALL = 23552;
export const PRESS_CONFIG_CONTACT_FROM_FLAG = 1;
export const PRESS_CONFIG_TELL_MOVED = 2;
export const PRESS_SAMPLE_DOWN = 1;
export const PRESS_SAMPLE_LOST = 2;
export const PRESS_SAMPLE_PALM = 4;
export const PRESS_SAMPLE_HAS_FORCE = 8;
export const PRESS_SAMPLE_SETTLING = 16;
export const PRESS_PREVIEW_NONE = 0;
export const PRESS_PREVIEW_WAITING = 1;
export const PRESS_PREVIEW_ASKING = 2;
export const PRESS_PREVIEW_PREVIEWING = 3;
export const PRESS_PREVIEW_COMMITTING = 4;
export const PRESS_PREVIEW_COMPLETED = 5;
export const PRESS_PREVIEW_OVER = 6;
export const PRESS_PREVIEW_HELD = 7;
export const PRESS_GESTURES_SCROLL_FROM_TOUCH = 1;
export const PRESS_GESTURE_OPEN = 0;
export const PRESS_GESTURE_MOVED = 1;
export const PRESS_GESTURE_HOLD = 2;
export const PRESS_GESTURE_SCROLL = 3;
export const PRESS_GESTURE_PREVIEW = 4;
export const PRESS_GESTURE_ACTIONS = 5;
export const PRESS_GESTURE_OVER = 6;
export const PRESS_GESTURE_DRAG = 7;
export const PRESS_GESTURE_LIFTED = 8;
export const PRESS_GESTURE_PINCH = 9;
export const PRESS_ACTION_DEFAULT = 0;
export const PRESS_ACTION_SELECTED = 1;
export const PRESS_ACTION_DESTRUCTIVE = 2;
export const PRESS_ACTION_FLAG_DISABLED = 1;
export const PRESS_ACTION_FLAG_CHECKED = 2;
export const PRESS_ACTION_FLAG_MIXED = 4;
export const PRESS_ACTION_FLAG_KEEP_OPEN = 8;
export const PRESS_PEEK_FLAG_NO_SLIDE = 1;
export const PRESS_PEEK_FLAG_FROM_HOLD = 2;
export const PRESS_PEEK_FLAG_HIDE = 4;
export const PRESS_PEEK_NONE = 0;
export const PRESS_PEEK_HINTING = 1;
export const PRESS_PEEK_SHOWN = 2;
export const PRESS_PEEK_REVEALED = 3;
export const PRESS_TRANSITION_FLAG_AUTOMATIC = 1;
export const PRESS_TRANSITION_FLAG_SPRING = 2;
export const PRESS_TRANSITION_FLAG_OVERSHOOT = 4;
export const PRESS_TRANSITIONS_NO_COAST = 1;
export const PRESS_DRIVER_NONE = 0;
export const PRESS_DRIVER_PREVIEW = 1;
export const PRESS_DRIVER_COMMIT = 2;
export const PRESS_DRIVER_PRESSURE = 3;
export const PRESS_DRIVER_MOTION = 4;
export const PRESS_DRIVER_PEEK = 5;
export const PRESS_TRANSITION_NONE = 0;
export const PRESS_TRANSITION_INTERACTIVE = 1;
export const PRESS_TRANSITION_FINISHING = 2;
export const PRESS_TRANSITION_CANCELLING = 3;
export const PRESS_TRANSITION_MOVING = 4;
export const PRESS_DROP_CANCEL = 0;
export const PRESS_DROP_FORBIDDEN = 1;
export const PRESS_DROP_COPY = 2;
export const PRESS_DROP_MOVE = 3;
export const PRESS_ITEM_SELECTED = 1;
export const PRESS_ITEM_COPY_ONLY = 2;
export const PRESS_ITEM_SAME_DOMAIN = 4;
export const PRESS_ITEM_INSIDE = 8;
export const PRESS_HINT_PLAIN = 0;
export const PRESS_HINT_COPY = 1;
export const PRESS_HINT_LINK = 2;
export const PRESS_HINT_DISAPPEARING = 3;
export const PRESS_HINT_NOT_ALLOWED = 4;
export const PRESS_PROPOSAL_EXACT = 1;
export const PRESS_PROPOSAL_PART = 2;
export const PRESS_PROPOSAL_TRANSFERS = 4;
export const PRESS_PROPOSAL_TASK = 8;
export const PRESS_PROPOSAL_IRREVERSIBLE = 16;
export const PRESS_PROPOSAL_OWN_HINT = 32;
export const PRESS_DRAG_NONE = 0;
export const PRESS_DRAG_DRAGGING = 1;
export const PRESS_DRAG_CONFIRMING = 2;
export const PRESS_DRAG_DROPPING = 3;
export const PRESS_SPRING_INACTIVE = 0;
export const PRESS_SPRING_POSSIBLE = 1;
export const PRESS_SPRING_ACTIVATING = 2;
export const PRESS_SPRING_ACTIVATED = 3;
export const PRESS_MODIFIER_COPY = 1;
export const PRESS_DRAG_FLAG_AFTER_HOLD = 1;
export const PRESS_DRAG_FLAG_HOLD_IN_SCROLL = 2;
export const PRESS_DRAG_FLAG_BY_FORCE = 4;
export const PRESS_DRAG_FLAG_FROM_PREVIEW = 8;
export const PRESS_DRAG_FLAG_NO_DWELL = 16;
export const PRESS_DRAG_FLAG_NO_SPRING_FORCE = 32;
export const PRESS_DRAG_FLAG_LINEAR_SCROLL = 64;
export const PRESS_BUTTON_LIFT_OF_CONTACT = 4294967295;
export const PRESS_BUTTON_FLAG_NOT_WHILE_MOVING = 1;
export const PRESS_BUTTON_FLAG_RAPID_TRIGGER = 2;
export const PRESS_BUTTON_UP = 0;
export const PRESS_BUTTON_DOWN = 1;
export const PRESS_STRIKE_LOG = 0;
export const PRESS_STRIKE_LINEAR = 1;
export const PRESS_STRIKE_POWER = 2;
export const PRESS_PINCH_NO_MOVE = 1;
export const PRESS_SWIPE_LEFT = 0;
export const PRESS_SWIPE_RIGHT = 1;
export const PRESS_SWIPE_UP = 2;
export const PRESS_SWIPE_DOWN = 3;
export const PRESS_SCROLL_NO_COAST = 1;
export const PRESS_SCROLL_NO_RUBBER_BAND = 2;
export const PRESS_SCROLL_BOUNCE = 4;
export const PRESS_LEVELS_MOST = 8;
export const PRESS_LEVELS_STEPPED = 1;
export const PRESS_LEVELS_NOT_WHILE_MOVING = 2;
export const PRESS_CROSSTALK_PADS = 16;
export const PRESS_PEEK_STORAGE = 896;
export const PRESS_TRANSITION_STORAGE = 1728;
export const PRESS_BUTTON_STORAGE = 1024;
export const PRESS_CROSSTALK_STORAGE = 704;
export const PRESS_PROFILE_NAME = 64;
export const PRESS_FEEDBACK_ROWS = 16;
export const PRESS_FEEDBACK_DETENTS = 64;
export const PRESS_EFFECT_NONE = 0;
export const PRESS_EFFECT_LEVEL = 1;
export const PRESS_EFFECT_TICK = 2;
export const PRESS_EFFECT_SOFT = 3;
export const PRESS_EFFECT_FIRM = 4;
export const PRESS_EFFECT_DOUBLE = 5;
export const PRESS_FEEDBACK_ENDED = 1;
export const PRESS_FEEDBACK_REASON = 2;
export const PRESS_FEEDBACK_VALUE = 4;
export const PRESS_FEEDBACK_NOT_ZERO = 8;
export const PRESS_FEEDBACK_RISING = 16;
export const PRESS_FEEDBACK_FALLING = 32;
export const PRESS_FEEDBACK_UNLESS_BUTTON = 64;
export const PRESS_STRENGTH_FIXED = 0;
export const PRESS_STRENGTH_FORCE = 1;
export const PRESS_STRENGTH_PRESSURE = 2;
export const PRESS_STRENGTH_PROGRESS = 3;
export const PRESS_CURVE_POINTS = 16;
export const PRESS_CURVE_FIT_POINTS = 64;
export const PRESS_CIRCUIT_PULL_UP = 1;
export const PRESS_CURVE_POWER = 1;
export const PRESS_CURVE_TABLE = 2;
export const PRESS_CURVE_RULE_FITS = 0;
export const PRESS_CURVE_RULE_TOO_FEW = 1;
export const PRESS_CURVE_RULE_TOO_MANY = 2;
export const PRESS_CURVE_RULE_NEGATIVE = 3;
export const PRESS_CURVE_RULE_NOT_ABOVE_ZERO = 4;
export const PRESS_CURVE_RULE_NOT_RISING = 5;
export const PRESS_CALIBRATION_VERSION = 1;
export const PRESS_CALIBRATION_BYTES = 200;
export const PRESS_PAD_SENSORS = 8;
export const PRESS_PAD_STORAGE_1 = 1280;
export const PRESS_PAD_STORAGE_8 = 5120;
export const PRESS_PAD_FIT_POINTS = 64;
export const PRESS_PAD_NO_MEDIAN = 1;
export const PRESS_PAD_NO_FILTER = 2;
export const PRESS_PAD_NO_BASELINE = 4;
export const PRESS_PAD_NO_THIRD = 8;
export const PRESS_PAD_TARE_FORCE = 1;
export const PRESS_READING_TOUCHED = 1;
export const PRESS_READING_STARTING = 2;
export const PRESS_READING_LOST = 4;
export const PRESS_SUPPLY_FAILED = -1;
export const PRESS_GRID_COLUMNS = 32;
export const PRESS_GRID_ROWS = 32;
export const PRESS_GRID_CONTACTS = 32;
export const PRESS_GRID_BASELINE = 1;
export const PRESS_GRID_FALLING = 2;
export const PRESS_GRID_GAINS = 4;
export const PRESS_GRID_CIRCUIT_PLAIN = 0;
export const PRESS_GRID_CIRCUIT_DIVIDERS = 1;
export const PRESS_GRID_CIRCUIT_AMPLIFIERS = 2;
export const PRESS_GRID_TARE_FORCE = 1;
export const PRESS_GRID_CONTACT_HELD = 1;
export const PRESS_GRID_CONTACT_MERGED = 2;
export const PRESS_GRID_CONTACT_PALM = 4;
export const PRESS_GRID_CONTACT_SATURATED = 8;
export const PRESS_PART_RATES = 8;
export const PRESS_CONVERTER_ADS7828 = 1;
export const PRESS_CONVERTER_ADS7830 = 2;
export const PRESS_CONVERTER_PCF8591 = 3;
export const PRESS_CONVERTER_MCP3221 = 4;
export const PRESS_CONVERTER_ADC121C021 = 5;
export const PRESS_CONVERTER_MAX11612 = 6;
export const PRESS_CONVERTER_MAX11613 = 7;
export const PRESS_CONVERTER_MAX11614 = 8;
export const PRESS_CONVERTER_MAX11615 = 9;
export const PRESS_CONVERTER_MAX11616 = 10;
export const PRESS_CONVERTER_MAX11617 = 11;
export const PRESS_CONVERTER_MCP3421 = 12;
export const PRESS_CONVERTER_MCP3422 = 13;
export const PRESS_CONVERTER_MCP3423 = 14;
export const PRESS_CONVERTER_MCP3424 = 15;
export const PRESS_CONVERTER_MCP3425 = 16;
export const PRESS_CONVERTER_MCP3426 = 17;
export const PRESS_CONVERTER_MCP3427 = 18;
export const PRESS_CONVERTER_MCP3428 = 19;
export const PRESS_CONVERTER_NAU7802 = 20;
export const PRESS_CONVERTER_MCP3021 = 21;
export const PRESS_CONVERTER_ADC101C021 = 22;
export const PRESS_CONVERTER_ADC081C021 = 23;
export const PRESS_CONVERTER_MAX11600 = 24;
export const PRESS_CONVERTER_MAX11601 = 25;
export const PRESS_CONVERTER_MAX11602 = 26;
export const PRESS_CONVERTER_MAX11603 = 27;
export const PRESS_CONVERTER_MAX11604 = 28;
export const PRESS_CONVERTER_MAX11605 = 29;
export const PRESS_CONVERTER_MAX11606 = 30;
export const PRESS_CONVERTER_MAX11607 = 31;
export const PRESS_CONVERTER_MAX11608 = 32;
export const PRESS_CONVERTER_MAX11609 = 33;
export const PRESS_CONVERTER_MAX11610 = 34;
export const PRESS_CONVERTER_MAX11611 = 35;
export const PRESS_CONVERTER_TLA2528 = 36;
export const PRESS_CONVERTER_ADS7138 = 37;
export const PRESS_CONVERTER_ADS1115 = 38;
export const PRESS_CONVERTER_ADS1015 = 39;
export const PRESS_CONVERTER_TLA2024 = 40;
export const PRESS_CONVERTER_FLAG_CONTINUOUS = 1;
export const PRESS_CONVERTER_FLAG_POLL_READY = 2;
export const PRESS_CONVERTER_FLAG_READY_PIN = 4;
export const PRESS_PART_RECOGNIZED = 1;
export const PRESS_DRV2605L_ADDRESS = 90;
export const PRESS_DRV2605L_SEQUENCE = 8;
export const PRESS_MOTOR_ERM = 0;
export const PRESS_MOTOR_LRA = 1;
export const PRESS_DRV2605L_FLAG_CALIBRATE = 1;
export const PRESS_DRV2605L_FLAG_CALIBRATED = 2;
export const PRESS_DRV2605L_FLAG_CLOSED_LOOP = 4;
export const PRESS_DRV2605L_SETTING_UP = 0;
export const PRESS_DRV2605L_CALIBRATING = 1;
export const PRESS_DRV2605L_READY = 2;
export const PRESS_DRV2605L_PLAYING = 3;
export const PRESS_DRV2605L_AT_LEVEL = 4;
export const PRESS_DRV2605L_ARMED = 5;
export const PRESS_DRV2605L_FAULT_CURRENT = 1;
export const PRESS_DRV2605L_FAULT_TEMPERATURE = 2;
export const PRESS_DRV2605L_FAULT_CALIBRATION = 4;
export const PRESS_DRV2605L_FAULT_ENDLESS = 8;
export const PRESS_SETUP_STORAGE = 32768;
export const PRESS_SETUP_ORIGIN_CONFIG = 1;
export const PRESS_SETUP_ORIGIN_PROFILE = 2;
export const PRESS_SETUP_ORIGIN_OPTION = 3;
export const PRESS_SETUP_SOURCE_CONVERTERS = 1;
export const PRESS_SETUP_SOURCE_CODES = 2;
export const PRESS_SETUP_SOURCE_IIO = 3;
export const PRESS_SETUP_SOURCE_CALIBRATE = 4;
export const PRESS_SETUP_KIND_WHOLE = 1;
export const PRESS_SETUP_KIND_DECIMAL = 2;
export const PRESS_SETUP_KIND_TIME = 3;
export const PRESS_SETUP_KIND_WORD = 4;
export const PRESS_SETUP_KIND_FLAGS = 5;
export const PRESS_SETUP_KIND_YES_NO = 6;
export const PRESS_SETUP_KIND_STRING = 7;
export const PRESS_SETUP_KIND_FORM = 8;
export const PRESS_SETUP_FLAG_OF_PROFILE = 1;
export const PRESS_SETUP_FLAG_CHANGES = 2;
export const PRESS_SETUP_FLAG_OR_ZERO = 4;
export const PRESS_CHECK_STORAGE_1 = 6144;
export const PRESS_CHECK_STORAGE_8 = 24576;
export const PRESS_CHECK_INPUT_COUNT = 4;
export const PRESS_CHECK_SENSOR_FLAG_NO_RESISTOR = 1;
export const PRESS_CHECK_SENSOR_FLAG_REFERENCE_PIN = 2;
export const PRESS_CHECK_FLAG_RECORDED = 1;
export const PRESS_CHECK_FLAG_INPUTS = 2;
export const PRESS_CHECK_STAGE_OPENED = 1;
export const PRESS_CHECK_STAGE_CLAIMED = 2;
export const PRESS_CHECK_STAGE_ASKED = 3;
export const PRESS_CHECK_STAGE_PART = 4;
export const PRESS_CHECK_STAGE_READ = 5;
export const PRESS_CHECK_STAGE_BOARD = 6;
export const PRESS_CHECK_STEP_REST = 1;
export const PRESS_CHECK_STEP_PRESS = 2;
export const PRESS_CHECK_STEP_LET_GO = 3;
export const PRESS_CHECK_STEP_REPLAY = 4;
export const PRESS_CHECK_STEP_DONE = 5;
export const PRESS_FINDING_BUS_OPENS = 1;
export const PRESS_FINDING_BUS_ABSENT = 2;
export const PRESS_FINDING_BUS_OTHER = 3;
export const PRESS_FINDING_BUS_FORBIDDEN = 4;
export const PRESS_FINDING_CONVERTER_IN_USE = 5;
export const PRESS_FINDING_BUS_HANGS = 6;
export const PRESS_FINDING_TRANSFERS_FAIL = 7;
export const PRESS_FINDING_ADDRESS_ANSWERS = 8;
export const PRESS_FINDING_ADDRESS_ELSEWHERE = 9;
export const PRESS_FINDING_ADDRESS_SILENT = 10;
export const PRESS_FINDING_PART_FITS = 11;
export const PRESS_FINDING_PART_MODEL = 12;
export const PRESS_FINDING_PART_OTHER = 13;
export const PRESS_FINDING_RATE_REACHED = 14;
export const PRESS_FINDING_RATE_LOW = 15;
export const PRESS_FINDING_RATE_POOR = 16;
export const PRESS_FINDING_READINGS_LOST = 17;
export const PRESS_FINDING_INPUT_SOUND = 18;
export const PRESS_FINDING_INPUT_OPEN = 19;
export const PRESS_FINDING_INPUT_SHORTED = 20;
export const PRESS_FINDING_INPUT_NEGATIVE = 21;
export const PRESS_FINDING_ZERO_FITS = 22;
export const PRESS_FINDING_ZERO_LOADED = 23;
export const PRESS_FINDING_NOISE_LOW = 24;
export const PRESS_FINDING_NOISE_HIGH = 25;
export const PRESS_FINDING_NOISE_POOR = 26;
export const PRESS_FINDING_PRESS_FELT = 27;
export const PRESS_FINDING_PRESS_NONE = 28;
export const PRESS_FINDING_PRESS_ELSEWHERE = 29;
export const PRESS_FINDING_PRESS_BACKWARDS = 30;
export const PRESS_FINDING_RANGE_FITS = 31;
export const PRESS_FINDING_RANGE_LITTLE = 32;
export const PRESS_FINDING_RANGE_CROWDED = 33;
export const PRESS_FINDING_RANGE_ENDS = 34;
export const PRESS_FINDING_RELEASE_CLEAN = 35;
export const PRESS_FINDING_RELEASE_REST = 36;
export const PRESS_FINDING_RELEASE_HELD = 37;
export const PRESS_FINDING_SUPPLY_CLIPPED = 38;
export const PRESS_FINDING_RELEASE_UNSEEN = 39;
export const PRESS_FINDING_REFERENCE_LOW = 40;
export const PRESS_FINDING_ADDRESS_BOARD = 41;
export const PRESS_FINDING_PART_BOARD = 42;
export const PRESS_FINDING_PART_BOARDS = 43;
export const PRESS_FINDING_PRESS_LIGHT = 44;
export const PRESS_FINDING_PRESS_WEAK = 45;
export const PRESS_FINDING_RANGE_UNUSED = 46;
export const PRESS_FINDING_RANGE_EXCEEDED = 47;
export const PRESS_FINDING_RESISTOR_OTHER = 48;
export const PRESS_FINDING_INPUTS_TOGETHER = 49;
export const PRESS_FINDING_PRESS_RELIEVED = 50;
export const PRESS_FINDING_PRESS_HEAVY = 51;
export const PRESS_FINDING_RESULT_OK = 0;
export const PRESS_FINDING_RESULT_WARN = 1;
export const PRESS_FINDING_RESULT_FAIL = 2;
export const PRESS_CHECK_TEXT_FOUND = 1;
export const PRESS_CHECK_TEXT_ADVICE = 2;

/** Of each struct its size, and of each member where it lies, what it is, and how many there are. */
export const structs = {
  press_event: {
    size: 64,
    members: {
      t_us: [0, "u64"],
      type: [8, "u32"],
      contact: [12, "u32"],
      target: [16, "u32"],
      flags: [20, "u32"],
      reason: [24, "i32"],
      x: [28, "q16"],
      y: [32, "q16"],
      force: [36, "q16"],
      pressure: [40, "q16"],
      progress: [44, "q16"],
      subject: [48, "u32"],
      value: [52, "q16"],
      value2: [56, "q16"],
      late_us: [60, "u32"],
    },
  },
  press_target: {
    size: 36,
    members: {
      size: [0, "u32"],
      id: [4, "u32"],
      container: [8, "u32"],
      domain: [12, "u32"],
      x: [16, "q16"],
      y: [20, "q16"],
      width: [24, "q16"],
      height: [28, "q16"],
      traits: [32, "u32"],
    },
  },
  press_touch: {
    size: 32,
    members: {
      t_us: [0, "u64"],
      contact: [8, "u32"],
      target: [12, "u32"],
      x: [16, "q16"],
      y: [20, "q16"],
      force: [24, "q16"],
      pressure: [28, "q16"],
    },
  },
  press_delegate: {
    size: 56,
    members: {
      size: [0, "u32"],
      user: [4, "u32"],
      preview_should_begin: [8, "u32"],
      preview_did_update: [12, "u32"],
      commit_did_update: [16, "u32"],
      preview_did_cancel: [20, "u32"],
      on_event: [24, "u32"],
      peek_will_show: [28, "u32"],
      transition_will_start: [32, "u32"],
      transition_will_run: [36, "u32"],
      drag_will_begin: [40, "u32"],
      drop_will_propose: [44, "u32"],
      spring_should_activate: [48, "u32"],
      drag_should_launch: [52, "u32"],
    },
  },
  press_config: {
    size: 76,
    members: {
      size: [0, "u32"],
      max_contacts: [4, "u16"],
      max_targets: [6, "u16"],
      touch_force: [8, "q16"],
      release_force: [12, "q16"],
      zero_force: [16, "q16"],
      full_force: [20, "q16"],
      preview_pressure: [24, "q16"],
      commit_pressure: [28, "q16"],
      complete_pressure: [32, "q16"],
      lost_after_us: [36, "u32"],
      flags: [40, "u32"],
      traits: [44, "u32"],
      min_progress_step: [48, "q16"],
      max_events: [52, "u16"],
      reserved: [54, "u16"],
      lift_us: [56, "u32"],
      preview_after_us: [60, "u32"],
      creep_limit: [64, "q16"],
      firmness: [68, "q16"],
      late_limit_us: [72, "u32"],
    },
  },
  press_sample: {
    size: 32,
    members: {
      t_us: [0, "u64"],
      contact: [8, "u32"],
      flags: [12, "u32"],
      force: [16, "q16"],
      x: [20, "q16"],
      y: [24, "q16"],
      reserved: [28, "u32"],
    },
  },
  press_engine_stats: {
    size: 32,
    members: {
      size: [0, "u32"],
      refused: [4, "u32"],
      samples: [8, "u64"],
      backwards: [16, "u32"],
      merged: [20, "u32"],
      overwritten: [24, "u32"],
      reserved: [28, "u32"],
    },
  },
  press_gestures_config: {
    size: 52,
    members: {
      size: [0, "u32"],
      hold_us: [4, "u32"],
      tap_us: [8, "u32"],
      double_tap_us: [12, "u32"],
      slop: [16, "q16"],
      double_tap_slop: [20, "q16"],
      force_from_hold_us: [24, "u32"],
      force_from_hold_delay_us: [28, "u32"],
      frame_us: [32, "u32"],
      hold_slop: [36, "q16"],
      scroll_slop: [40, "q16"],
      hold_repeat_us: [44, "u32"],
      flags: [48, "u32"],
    },
  },
  press_action: {
    size: 28,
    members: {
      id: [0, "u32"],
      style: [4, "u32"],
      flags: [8, "u32"],
      child_count: [12, "u32"],
      title: [16, "u32"],
      subtitle: [20, "u32"],
      children: [24, "u32"],
    },
  },
  press_peek: {
    size: 64,
    members: {
      size: [0, "u32"],
      id: [4, "u32"],
      source_x: [8, "q16"],
      source_y: [12, "q16"],
      source_width: [16, "q16"],
      source_height: [20, "q16"],
      x: [24, "q16"],
      y: [28, "q16"],
      width: [32, "q16"],
      height: [36, "q16"],
      actions_x: [40, "q16"],
      actions_y: [44, "q16"],
      actions_width: [48, "q16"],
      action_height: [52, "q16"],
      action_count: [56, "u32"],
      actions: [60, "u32"],
    },
  },
  press_peek_declaration: {
    size: 72,
    members: {
      target: [0, "u32"],
      reserved: [4, "u32"],
      peek: [8, "press_peek"],
    },
  },
  press_peek_config: {
    size: 32,
    members: {
      size: [0, "u32"],
      flags: [4, "u32"],
      reveal_distance: [8, "q16"],
      slop: [12, "q16"],
      rest_us: [16, "u32"],
      hold_us: [20, "u32"],
      reserved: [24, "u32", 2],
    },
  },
  press_peek_status: {
    size: 100,
    members: {
      size: [0, "u32"],
      state: [4, "u32"],
      target: [8, "u32"],
      contact: [12, "u32"],
      highlighted: [16, "u32"],
      group: [20, "u32"],
      action_count: [24, "u32"],
      reserved: [28, "u32"],
      actions: [32, "u32"],
      peek: [36, "press_peek"],
    },
  },
  press_timing_curve: {
    size: 16,
    members: {
      x1: [0, "q16"],
      y1: [4, "q16"],
      x2: [8, "q16"],
      y2: [12, "q16"],
    },
  },
  press_transition_options: {
    size: 36,
    members: {
      size: [0, "u32"],
      flags: [4, "u32"],
      duration_us: [8, "u32"],
      speed: [12, "q16"],
      curve: [16, "press_timing_curve"],
      fraction: [32, "q16"],
    },
  },
  press_transition_config: {
    size: 64,
    members: {
      size: [0, "u32"],
      max_transitions: [4, "u16"],
      rest: [6, "u16"],
      frame_us: [8, "u32"],
      flick_speed: [12, "q16"],
      options: [16, "press_transition_options"],
      velocity_us: [52, "u32"],
      still_us: [56, "u32"],
      flags: [60, "u32"],
    },
  },
  press_transition_status: {
    size: 12,
    members: {
      size: [0, "u32"],
      state: [4, "u32"],
      fraction: [8, "q16"],
    },
  },
  press_drag_item: {
    size: 20,
    members: {
      id: [0, "u32"],
      flags: [4, "u32"],
      source: [8, "u32"],
      representation_count: [12, "u32"],
      representations: [16, "u32"],
    },
  },
  press_drop_proposal: {
    size: 28,
    members: {
      size: [0, "u32"],
      operation: [4, "u32"],
      item_count: [8, "u32"],
      flags: [12, "u32"],
      hint: [16, "u32"],
      accept_count: [20, "u32"],
      accepts: [24, "u32"],
    },
  },
  press_drag: {
    size: 64,
    members: {
      size: [0, "u32"],
      session: [4, "u32"],
      state: [8, "u32"],
      contact: [12, "u32"],
      source: [16, "u32"],
      destination: [20, "u32"],
      operation: [24, "u32"],
      item_count: [28, "u32"],
      accepted: [32, "u32"],
      hint: [36, "u32"],
      modifiers: [40, "u32"],
      spring: [44, "u32"],
      spring_state: [48, "u32"],
      x: [52, "q16"],
      y: [56, "q16"],
      reserved: [60, "u32"],
    },
  },
  press_drag_config: {
    size: 80,
    members: {
      size: [0, "u32"],
      flags: [4, "u32"],
      max_sessions: [8, "u16"],
      max_items: [10, "u16"],
      undo_depth: [12, "u16"],
      reserved: [14, "u16"],
      slop: [16, "q16"],
      still_slop: [20, "q16"],
      start_pressure: [24, "q16"],
      hold_us: [28, "u32"],
      spring_dwell_us: [32, "u32"],
      spring_activating_us: [36, "u32"],
      spring_pressure: [40, "q16"],
      drop_pressure: [44, "q16"],
      scroll_edge: [48, "q16"],
      scroll_speed: [52, "q16"],
      scroll_ramp_us: [56, "u32"],
      frame_us: [60, "u32"],
      slow_us: [64, "u32"],
      scroll_full: [68, "q16"],
      scroll_toward: [72, "q16"],
      scroll_wait_us: [76, "u32"],
    },
  },
  press_button_config: {
    size: 48,
    members: {
      size: [0, "u32"],
      flags: [4, "u32"],
      press_force: [8, "q16"],
      release_force: [12, "q16"],
      ratio_down: [16, "q16"],
      ratio_up: [20, "q16"],
      ceiling: [24, "q16"],
      full_speed: [28, "q16"],
      lift_us: [32, "u32"],
      rapid_fall: [36, "q16"],
      rapid_rise: [40, "q16"],
      reserved: [44, "u32"],
    },
  },
  press_button_status: {
    size: 16,
    members: {
      size: [0, "u32"],
      state: [4, "u32"],
      press_force: [8, "q16"],
      release_force: [12, "q16"],
    },
  },
  press_strike_config: {
    size: 28,
    members: {
      size: [0, "u32"],
      window_us: [4, "u32"],
      min_speed: [8, "q16"],
      max_speed: [12, "q16"],
      curve: [16, "u32"],
      exponent: [20, "q16"],
      sources: [24, "u16"],
      unknown_velocity: [26, "u16"],
    },
  },
  press_strike: {
    size: 32,
    members: {
      size: [0, "u32"],
      velocity: [4, "u32"],
      began_us: [8, "u64"],
      speed: [16, "q16"],
      delay_us: [20, "u32"],
      known: [24, "u32"],
      reserved: [28, "u32"],
    },
  },
  press_pinch_config: {
    size: 24,
    members: {
      size: [0, "u32"],
      flags: [4, "u32"],
      slop: [8, "q16"],
      turn_slop: [12, "q16"],
      reserved: [16, "u32", 2],
    },
  },
  press_pinch: {
    size: 44,
    members: {
      size: [0, "u32"],
      contact: [4, "u32"],
      other: [8, "u32"],
      target: [12, "u32"],
      scale: [16, "q16"],
      angle: [20, "q16"],
      x: [24, "q16"],
      y: [28, "q16"],
      distance: [32, "q16"],
      scale_velocity: [36, "q16"],
      angle_velocity: [40, "q16"],
    },
  },
  press_scroll_config: {
    size: 44,
    members: {
      size: [0, "u32"],
      max_throws: [4, "u16"],
      reserved: [6, "u16"],
      friction: [8, "q16"],
      min_speed: [12, "q16"],
      frame_us: [16, "u32"],
      settle_us: [20, "u32"],
      swipe_distance: [24, "q16"],
      swipe_speed: [28, "q16"],
      velocity_us: [32, "u32"],
      still_us: [36, "u32"],
      flags: [40, "u32"],
    },
  },
  press_scroll_content: {
    size: 40,
    members: {
      size: [0, "u32"],
      target: [4, "u32"],
      x: [8, "q16"],
      y: [12, "q16"],
      min_x: [16, "q16"],
      max_x: [20, "q16"],
      min_y: [24, "q16"],
      max_y: [28, "q16"],
      snap_x: [32, "q16"],
      snap_y: [36, "q16"],
    },
  },
  press_scroll_status: {
    size: 40,
    members: {
      size: [0, "u32"],
      is_thrown: [4, "u32"],
      x: [8, "q16"],
      y: [12, "q16"],
      vx: [16, "q16"],
      vy: [20, "q16"],
      end_x: [24, "q16"],
      end_y: [28, "q16"],
      ends_us: [32, "u64"],
    },
  },
  press_levels_config: {
    size: 40,
    members: {
      size: [0, "u32"],
      flags: [4, "u32"],
      count: [8, "u32"],
      first_pressure: [12, "q16"],
      last_pressure: [16, "q16"],
      hysteresis: [20, "q16"],
      repeat_us: [24, "u32"],
      repeat_fast_us: [28, "u32"],
      repeat_delay_us: [32, "u32"],
      reserved: [36, "u32"],
    },
  },
  press_levels_status: {
    size: 20,
    members: {
      size: [0, "u32"],
      level: [4, "u32"],
      highest: [8, "u32"],
      repeats: [12, "u32"],
      interval_us: [16, "u32"],
    },
  },
  press_crosstalk_config: {
    size: 16,
    members: {
      size: [0, "u32"],
      window_us: [4, "u32"],
      share: [8, "q16"],
      reserved: [12, "u32"],
    },
  },
  press_interactions: {
    size: 48,
    members: {
      size: [0, "u32"],
      reserved: [4, "u32"],
      drag: [8, "u32"],
      gestures: [12, "u32"],
      peek: [16, "u32"],
      transition: [20, "u32"],
      button: [24, "u32"],
      strike: [28, "u32"],
      pinch: [32, "u32"],
      scroll: [36, "u32"],
      levels: [40, "u32"],
      crosstalk: [44, "u32"],
    },
  },
  press_profile: {
    size: 112,
    members: {
      size: [0, "u32"],
      unused: [4, "u32"],
      given: [8, "u64"],
      engine: [16, "u32"],
      gestures: [20, "u32"],
      peek: [24, "u32"],
      button: [28, "u32"],
      drag: [32, "u32"],
      reserved: [36, "u32"],
      section: [40, "u32"],
      right_to_left: [44, "u32"],
      name: [48, "u8", 64],
    },
  },
  press_feedback_row: {
    size: 20,
    members: {
      event: [0, "u32"],
      match: [4, "i32"],
      least: [8, "q16"],
      most: [12, "q16"],
      flags: [16, "u8"],
      effect: [17, "u8"],
      source: [18, "u8"],
      detents: [19, "u8"],
    },
  },
  press_feedback_config: {
    size: 24,
    members: {
      size: [0, "u32"],
      gap_us: [4, "u32"],
      full_force: [8, "q16"],
      hysteresis: [12, "q16"],
      level_step: [16, "q16"],
      reserved: [20, "u32"],
    },
  },
  press_feedback: {
    size: 768,
    members: {
      opaque: [0, "u64", 96],
    },
  },
  press_effect: {
    size: 24,
    members: {
      t_us: [0, "u64"],
      kind: [8, "u32"],
      strength: [12, "q16"],
      event: [16, "u32"],
      row: [20, "u32"],
    },
  },
  press_median: {
    size: 12,
    members: {
      previous: [0, "i32", 2],
      count: [8, "u32"],
    },
  },
  press_one_euro: {
    size: 40,
    members: {
      min_cutoff_hz: [0, "q16"],
      beta: [4, "q16"],
      derivative_cutoff_hz: [8, "q16"],
      started: [12, "u32"],
      t_us: [16, "u64"],
      value: [24, "i64"],
      speed: [32, "i64"],
    },
  },
  press_circuit: {
    size: 24,
    members: {
      full_scale: [0, "i32"],
      resistor_ohm: [4, "u32"],
      parallel_ohm: [8, "u32"],
      flags: [12, "u32"],
      max_code: [16, "i32"],
      short_ohm: [20, "u32"],
    },
  },
  press_curve_point: {
    size: 8,
    members: {
      conductance: [0, "q16"],
      force: [4, "q16"],
    },
  },
  press_curve: {
    size: 144,
    members: {
      kind: [0, "u16"],
      count: [2, "u16"],
      reference_conductance: [4, "q16"],
      reference_force: [8, "q16"],
      exponent: [12, "q16"],
      points: [16, "press_curve_point", 16],
    },
  },
  press_curve_report: {
    size: 28,
    members: {
      size: [0, "u32"],
      rule: [4, "u32"],
      pair: [8, "i32"],
      worst: [12, "q16"],
      rms: [16, "q16"],
      zero: [20, "q16"],
      span: [24, "q16"],
    },
  },
  press_sensor: {
    size: 208,
    members: {
      size: [0, "u32"],
      flags: [4, "u32"],
      x: [8, "q16"],
      y: [12, "q16"],
      lag_us: [16, "u32"],
      creep: [20, "q16"],
      preload_force: [24, "q16"],
      zero: [28, "q16"],
      zero_limit: [32, "q16"],
      span: [36, "q16"],
      circuit: [40, "press_circuit"],
      curve: [64, "press_curve"],
    },
  },
  press_calibration: {
    size: 196,
    members: {
      size: [0, "u32"],
      version: [4, "u32"],
      circuit: [8, "press_circuit"],
      zero: [32, "q16"],
      preload_force: [36, "q16"],
      span: [40, "q16"],
      x: [44, "q16"],
      y: [48, "q16"],
      curve: [52, "press_curve"],
    },
  },
  press_pad_correction: {
    size: 24,
    members: {
      a: [0, "q16"],
      b: [4, "q16"],
      c: [8, "q16"],
      d: [12, "q16"],
      e: [16, "q16"],
      f: [20, "q16"],
    },
  },
  press_pad_config: {
    size: 124,
    members: {
      size: [0, "u32"],
      flags: [4, "u32"],
      contact: [8, "u32"],
      min_cutoff_hz: [12, "q16"],
      beta: [16, "q16"],
      derivative_cutoff_hz: [20, "q16"],
      start_us: [24, "u32"],
      start_limit: [28, "q16"],
      untouched_force: [32, "q16"],
      hold_us: [36, "u32"],
      rise_us: [40, "u32"],
      fall_us: [44, "u32"],
      drift_step: [48, "q16"],
      below_zero: [52, "q16"],
      below_zero_us: [56, "u32"],
      longest_contact_us: [60, "u32"],
      open_after_us: [64, "u32"],
      shorted_after_us: [68, "u32"],
      shorted_at_end_us: [72, "u32"],
      bus_after_us: [76, "u32"],
      stuck_after_us: [80, "u32"],
      stale_after_us: [84, "u32"],
      recover_after_us: [88, "u32"],
      gap_us: [92, "u32"],
      position_force: [96, "q16"],
      correction: [100, "press_pad_correction"],
    },
  },
  press_frame: {
    size: 80,
    members: {
      t_us: [0, "u64"],
      present: [8, "u32"],
      failed: [12, "u32"],
      code: [16, "i32", 8],
      before_us: [48, "u32", 8],
    },
  },
  press_reading: {
    size: 160,
    members: {
      size: [0, "u32"],
      flags: [4, "u32"],
      t_us: [8, "u64"],
      force: [16, "q16"],
      x: [20, "q16"],
      y: [24, "q16"],
      raw_force: [28, "q16", 8],
      conductance: [60, "q16", 8],
      baseline: [92, "q16", 8],
      fault: [124, "i32", 8],
      reserved: [156, "u32"],
    },
  },
  press_pad_point: {
    size: 16,
    members: {
      x: [0, "q16"],
      y: [4, "q16"],
      wanted_x: [8, "q16"],
      wanted_y: [12, "q16"],
    },
  },
  press_pad_stats: {
    size: 32,
    members: {
      size: [0, "u32"],
      backwards: [4, "u32"],
      frames: [8, "u64"],
      gaps: [16, "u32"],
      spikes: [20, "u32"],
      bus_errors: [24, "u32"],
      faults: [28, "u32"],
    },
  },
  press_supply_config: {
    size: 28,
    members: {
      size: [0, "u32"],
      sensors: [4, "u32"],
      ratio: [8, "q16"],
      top_code: [12, "i32"],
      least_code: [16, "i32"],
      fault_after_us: [20, "u32"],
      recover_after_us: [24, "u32"],
    },
  },
  press_supply: {
    size: 128,
    members: {
      opaque: [0, "u64", 16],
    },
  },
  press_supply_status: {
    size: 24,
    members: {
      size: [0, "u32"],
      full_scale: [4, "i32"],
      max_code: [8, "i32"],
      fault: [12, "i32"],
      readings: [16, "u32"],
      refused: [20, "u32"],
    },
  },
  press_idle_config: {
    size: 16,
    members: {
      size: [0, "u32"],
      after_us: [4, "u32"],
      interval_us: [8, "u32"],
      wake_force: [12, "q16"],
    },
  },
  press_idle: {
    size: 256,
    members: {
      opaque: [0, "u64", 32],
    },
  },
  press_idle_status: {
    size: 16,
    members: {
      size: [0, "u32"],
      is_idle: [4, "u32"],
      wakes: [8, "u32"],
      frames: [12, "u32"],
    },
  },
  press_grid_config: {
    size: 260,
    members: {
      size: [0, "u32"],
      flags: [4, "u32"],
      columns: [8, "u16"],
      rows: [10, "u16"],
      max_contacts: [12, "u16"],
      min_cells: [14, "u16"],
      contact: [16, "u32"],
      x: [20, "q16"],
      y: [24, "q16"],
      pitch_x: [28, "q16"],
      pitch_y: [32, "q16"],
      gain: [36, "q16"],
      touch_force: [40, "q16"],
      release_force: [44, "q16"],
      valley: [48, "q16"],
      max_jump: [52, "q16"],
      dropout_us: [56, "u32"],
      merge_us: [60, "u32"],
      palm_cells: [64, "u16"],
      palm_length: [66, "u16"],
      start_us: [68, "u32"],
      rise_us: [72, "u32"],
      fall_us: [76, "u32"],
      below_zero_us: [80, "u32"],
      longest_contact_us: [84, "u32"],
      line_after_us: [88, "u32"],
      join_x: [92, "q16"],
      join_y: [96, "q16"],
      circuit: [100, "u16"],
      reserved: [102, "u16"],
      full_scale: [104, "u32"],
      column_ohm: [108, "u32"],
      row_ohm: [112, "u32"],
      curve: [116, "press_curve"],
    },
  },
  press_grid_contact: {
    size: 40,
    members: {
      since_us: [0, "u64"],
      contact: [8, "u32"],
      serial: [12, "u32"],
      flags: [16, "u32"],
      force: [20, "q16"],
      x: [24, "q16"],
      y: [28, "q16"],
      cells: [32, "u32"],
      peak: [36, "q16"],
    },
  },
  press_grid_shape: {
    size: 56,
    members: {
      size: [0, "u32"],
      cells: [4, "u32"],
      area: [8, "u64"],
      major: [16, "q16"],
      minor: [20, "q16"],
      angle: [24, "q16"],
      x: [28, "q16"],
      y: [32, "q16"],
      width: [36, "q16"],
      height: [40, "q16"],
      peak: [44, "q16"],
      peak_x: [48, "q16"],
      peak_y: [52, "q16"],
    },
  },
  press_grid_region: {
    size: 16,
    members: {
      x: [0, "q16"],
      y: [4, "q16"],
      width: [8, "q16"],
      height: [12, "q16"],
    },
  },
  press_grid_load: {
    size: 24,
    members: {
      size: [0, "u32"],
      cells: [4, "u32"],
      force: [8, "q16"],
      peak: [12, "q16"],
      x: [16, "q16"],
      y: [20, "q16"],
    },
  },
  press_grid_lines: {
    size: 40,
    members: {
      size: [0, "u32"],
      dead_columns: [4, "u32"],
      dead_rows: [8, "u32"],
      stuck_columns: [12, "u32"],
      stuck_rows: [16, "u32"],
      flickering_columns: [20, "u32"],
      flickering_rows: [24, "u32"],
      saturated_columns: [28, "u32"],
      saturated_rows: [32, "u32"],
      reserved: [36, "u32"],
    },
  },
  press_grid_stats: {
    size: 32,
    members: {
      size: [0, "u32"],
      backwards: [4, "u32"],
      frames: [8, "u64"],
      noise: [16, "u32"],
      crowded: [20, "u32"],
      dropouts: [24, "u32"],
      merges: [28, "u32"],
    },
  },
  press_surface: {
    size: 24,
    members: {
      size: [0, "u32"],
      next: [4, "u32"],
      x: [8, "q16"],
      y: [12, "q16"],
      width: [16, "q16"],
      height: [20, "q16"],
    },
  },
  press_place: {
    size: 32,
    members: {
      size: [0, "u32"],
      reserved: [4, "u32"],
      x: [8, "q16"],
      y: [12, "q16"],
      scale_x: [16, "q16"],
      scale_y: [20, "q16"],
      width: [24, "q16"],
      height: [28, "q16"],
    },
  },
  press_bus: {
    size: 16,
    members: {
      size: [0, "u32"],
      user: [4, "u32"],
      transfer: [8, "u32"],
      wait: [12, "u32"],
    },
  },
  press_converter_config: {
    size: 24,
    members: {
      size: [0, "u32"],
      part: [4, "u8"],
      address: [5, "u8"],
      channels: [6, "u16"],
      gain: [8, "u16"],
      rate_sps: [10, "u16"],
      retries: [12, "u16"],
      ready_polls: [14, "u16"],
      reference_mv: [16, "u16"],
      external_avdd: [18, "u16"],
      range_mv: [20, "u16"],
      flags: [22, "u8"],
      reserved: [23, "u8"],
    },
  },
  press_converter_part: {
    size: 56,
    members: {
      size: [0, "u32"],
      flags: [4, "u32"],
      largest_code: [8, "i32"],
      range_mv: [12, "u32"],
      conversion_us: [16, "u32"],
      frame_us: [20, "u32"],
      bus_hz: [24, "u32"],
      addresses: [28, "u16"],
      highest_gain: [30, "u16"],
      rates: [32, "u16", 8],
      first_address: [48, "u8"],
      usual_address: [49, "u8"],
      channels: [50, "u8"],
      bits: [51, "u8"],
      reserved: [52, "u32"],
    },
  },
  press_converter: {
    size: 320,
    members: {
      opaque: [0, "u64", 40],
    },
  },
  press_drv2605l_config: {
    size: 32,
    members: {
      size: [0, "u32"],
      motor: [4, "u8"],
      flags: [5, "u8"],
      library: [6, "u8"],
      gain: [7, "u8"],
      compensation: [8, "u8"],
      back_emf: [9, "u8"],
      rated_mv: [10, "u16"],
      clamp_mv: [12, "u16"],
      frequency_hz: [14, "u16"],
      retries: [16, "u16"],
      reserved: [18, "u16"],
      stale_us: [20, "u32"],
      level_us: [24, "u32"],
      standby_us: [28, "u32"],
    },
  },
  press_drv2605l: {
    size: 256,
    members: {
      opaque: [0, "u64", 32],
    },
  },
  press_drv2605l_status: {
    size: 32,
    members: {
      size: [0, "u32"],
      state: [4, "u32"],
      faults: [8, "u32"],
      last_error: [12, "i32"],
      played: [16, "u32"],
      dropped: [20, "u32"],
      is_calibrated: [24, "u32"],
      compensation: [28, "u8"],
      back_emf: [29, "u8"],
      gain: [30, "u8"],
      reserved: [31, "u8"],
    },
  },
  press_setup_files: {
    size: 12,
    members: {
      size: [0, "u32"],
      user: [4, "u32"],
      read: [8, "u32"],
    },
  },
  press_setup_fault: {
    size: 20,
    members: {
      size: [0, "u32"],
      origin: [4, "u32"],
      line: [8, "u32"],
      length: [12, "u32"],
      words: [16, "u32"],
    },
  },
  press_setup_key: {
    size: 48,
    members: {
      size: [0, "u32"],
      kind: [4, "u32"],
      flags: [8, "u32"],
      sections: [12, "u32"],
      least: [16, "i64"],
      most: [24, "i64"],
      section: [32, "u32"],
      name: [36, "u32"],
      accepted: [40, "u32"],
      words: [44, "u32"],
    },
  },
  press_setup_value: {
    size: 32,
    members: {
      size: [0, "u32"],
      origin: [4, "u32"],
      line: [8, "u32"],
      length: [12, "u32"],
      number: [16, "i64"],
      text: [24, "u32"],
      reserved: [28, "u32"],
    },
  },
  press_setup_parts: {
    size: 36,
    members: {
      size: [0, "u32"],
      reserved: [4, "u32"],
      engine_storage: [8, "u32"],
      engine_bytes: [12, "u32"],
      pad_storage: [16, "u32"],
      pad_bytes: [20, "u32"],
      bus: [24, "u32"],
      engine: [28, "u32"],
      pad: [32, "u32"],
    },
  },
  press_check_sensor: {
    size: 16,
    members: {
      sensor: [0, "u32"],
      input: [4, "u32"],
      channel: [8, "u32"],
      flags: [12, "u32"],
    },
  },
  press_check_options: {
    size: 156,
    members: {
      size: [0, "u32"],
      sensors: [4, "u32"],
      flags: [8, "u32"],
      touch_force: [12, "q16"],
      release_force: [16, "q16"],
      reserved: [20, "u32"],
      node: [24, "u32"],
      sensor: [28, "press_check_sensor", 8],
    },
  },
  press_check_result: {
    size: 36,
    members: {
      size: [0, "u32"],
      what: [4, "u32"],
      status: [8, "i32"],
      address: [12, "u16"],
      other: [14, "u16"],
      node: [16, "u32"],
      bus: [20, "u32"],
      who: [24, "u32"],
      model: [28, "u32"],
      declared: [32, "u32"],
    },
  },
  press_check_status: {
    size: 32,
    members: {
      size: [0, "u32"],
      step: [4, "u32"],
      sensor: [8, "u32"],
      asks_inputs: [12, "u32"],
      force: [16, "q16"],
      findings: [20, "u32"],
      exit_code: [24, "u32"],
      reserved: [28, "u32"],
    },
  },
  press_finding: {
    size: 32,
    members: {
      size: [0, "u32"],
      kind: [4, "u32"],
      result: [8, "u32"],
      sensor: [12, "i32"],
      exit_code: [16, "u32"],
      limit: [20, "q16"],
      name: [24, "u32"],
      check: [28, "u32"],
    },
  },
};

/** Of each function its result and parameters: i and u 32 bits, I and U 64 bits, b a bool, s text, v nothing. */
export const functions = {
  press_strerror: "si",
  press_version: "u",
  press_storage_check: "iuuuu",
  press_time_extend: "UUu",
  press_event_name: "su",
  press_reason_name: "si",
  press_event_describe: "iuuu",
  press_event_text: "iuuu",
  press_target_init: "vu",
  press_target_check: "iuu",
  press_target_add: "iuu",
  press_target_add_check: "iuuu",
  press_target_update: "iuu",
  press_target_update_check: "iuuu",
  press_targets_put: "iuuuu",
  press_target_remove: "iuu",
  press_targets_remove: "iuuu",
  press_target_get: "iuuu",
  press_target_find: "iuiiu",
  press_targets_check: "iuuu",
  press_target_list: "iuuuu",
  press_delegate_init: "vu",
  press_set_delegate: "iuu",
  press_set_progress: "iub",
  press_config_init: "vu",
  press_config_check: "iuu",
  press_config_pressure: "iuiu",
  press_config_force: "iuiu",
  press_engine_size: "uu",
  press_engine_init: "iuuuu",
  press_engine_adopt: "iuuu",
  press_engine_set: "iuu",
  press_engine_get_config: "iuu",
  press_contact_release: "iuu",
  press_engine_reset: "iu",
  press_feed: "iuuu",
  press_tick: "iuU",
  press_next_deadline: "Uu",
  press_engine_time: "Uu",
  press_poll: "iuuu",
  press_touch_get: "iuuuu",
  press_engine_stats_init: "vu",
  press_engine_get_stats: "iuu",
  press_preview_cancel: "iuu",
  press_preview_state: "iuu",
  press_gestures_config_init: "vu",
  press_gestures_config_check: "iuu",
  press_gestures_size: "uuu",
  press_gestures_attach: "iuu",
  press_gestures_set: "iuu",
  press_gestures_get_config: "iuu",
  press_gestures_state: "iuu",
  press_gestures_cancel: "iuu",
  press_target_activate: "iuu",
  press_peek_init: "vu",
  press_peek_config_init: "vu",
  press_peek_config_check: "iuu",
  press_peek_size: "uuu",
  press_peek_attach: "iuu",
  press_peek_set: "iuu",
  press_peek_get_config: "iuu",
  press_peek_declare: "iuuu",
  press_peek_declarations_check: "iuuu",
  press_peek_status_init: "vu",
  press_peek_replace: "iuuu",
  press_peek_get: "iuu",
  press_peek_find: "iuuu",
  press_peek_open: "iuu",
  press_peek_pop: "iu",
  press_peek_dismiss: "iu",
  press_peek_reveal: "iu",
  press_action_perform: "iuu",
  press_action_back: "iu",
  press_timing_curve_y: "iuiu",
  press_transition_config_init: "vu",
  press_transition_options_init: "vu",
  press_transition_config_check: "iuu",
  press_transition_options_check: "iuu",
  press_transition_size: "uuu",
  press_transition_attach: "iuu",
  press_transition_set: "iuu",
  press_transition_get_config: "iuu",
  press_transition_start: "iuuu",
  press_transition_update: "iuui",
  press_transition_finish: "iuu",
  press_transition_cancel: "iuu",
  press_transition_run_to: "iuui",
  press_transition_pause: "iuu",
  press_transition_set_speed: "iuui",
  press_transition_get_velocity: "iuuu",
  press_transition_set_velocity: "iuui",
  press_transition_bind: "iuuuuii",
  press_transition_bind_check: "iuuuuiiu",
  press_transition_status_init: "vu",
  press_transition_get: "iuuu",
  press_drop_proposal_init: "vu",
  press_drag_init: "vu",
  press_drag_config_init: "vu",
  press_drag_config_check: "iuu",
  press_drag_size: "uuu",
  press_drag_attach: "iuu",
  press_drag_set: "iuu",
  press_drag_get_config: "iuu",
  press_drag_get: "iuuu",
  press_drag_get_items: "iuuuu",
  press_drag_find: "iuuu",
  press_drag_set_modifiers: "iuu",
  press_drag_cancel: "iuu",
  press_drop_confirm: "iuub",
  press_drop_update: "iuuui",
  press_drop_finish: "iuuub",
  press_drop_undo: "iu",
  press_drop_redo: "iu",
  press_drag_begin: "iuuu",
  press_drag_add: "iuuu",
  press_drag_move: "iuuii",
  press_drag_over: "iuuu",
  press_drag_drop: "iuu",
  press_drag_perform: "iuuuu",
  press_drag_begin_check: "iuuu",
  press_drag_add_check: "iuuuu",
  press_button_config_init: "vu",
  press_button_config_check: "iuu",
  press_button_size: "uuu",
  press_button_attach: "iuu",
  press_button_set: "iuu",
  press_button_get_config: "iuu",
  press_button_status_init: "vu",
  press_button_get: "iuu",
  press_strike_config_init: "vu",
  press_strike_config_check: "iuu",
  press_strike_size: "uuu",
  press_strike_attach: "iuu",
  press_strike_set: "iuu",
  press_strike_get_config: "iuu",
  press_strike_init: "vu",
  press_strike_get: "iuuu",
  press_pinch_config_init: "vu",
  press_pinch_config_check: "iuu",
  press_pinch_size: "uuu",
  press_pinch_attach: "iuu",
  press_pinch_set: "iuu",
  press_pinch_get_config: "iuu",
  press_pinch_init: "vu",
  press_pinch_get: "iuuu",
  press_scroll_config_init: "vu",
  press_scroll_config_check: "iuu",
  press_scroll_size: "uuu",
  press_scroll_attach: "iuu",
  press_scroll_set: "iuu",
  press_scroll_get_config: "iuu",
  press_scroll_content_init: "vu",
  press_scroll_declare: "iuu",
  press_scroll_throw: "iuuii",
  press_scroll_aim: "iuuii",
  press_scroll_stop: "iuu",
  press_scroll_status_init: "vu",
  press_scroll_get: "iuuu",
  press_scroll_get_velocity: "iuuuu",
  press_levels_config_init: "vu",
  press_levels_config_check: "iuu",
  press_levels_size: "uuu",
  press_levels_attach: "iuu",
  press_levels_set: "iuu",
  press_levels_get_config: "iuu",
  press_levels_status_init: "vu",
  press_levels_get: "iuuu",
  press_levels_cancel: "iuu",
  press_crosstalk_config_init: "vu",
  press_crosstalk_config_check: "iuu",
  press_crosstalk_size: "uuu",
  press_crosstalk_attach: "iuu",
  press_crosstalk_set: "iuu",
  press_crosstalk_get_config: "iuu",
  press_crosstalk_set_share: "iuuui",
  press_crosstalk_get_share: "iuuuu",
  press_interactions_init: "vu",
  press_interactions_check: "iuu",
  press_interactions_size: "uuu",
  press_interactions_attach: "iuu",
  press_engine_size_with: "uuu",
  press_profile_init: "vu",
  press_profile_line: "iuuuu",
  press_feedback_config_init: "vu",
  press_feedback_config_check: "iuu",
  press_feedback_row_check: "iuu",
  press_feedback_defaults: "iuu",
  press_feedback_init: "iuuuu",
  press_feedback_event: "iuuu",
  press_feedback_expects: "iuu",
  press_effect_name: "su",
  press_median_step: "iui",
  press_one_euro_init: "iuiii",
  press_one_euro_step: "iuUiu",
  press_circuit_init: "vu",
  press_circuit_conductance: "iuiu",
  press_curve_init: "vu",
  press_curve_power: "iiiiu",
  press_curve_table: "iuuu",
  press_curve_report_init: "vu",
  press_curve_fit: "iuuuu",
  press_curve_fit_best: "iuuuuu",
  press_curve_scale: "iuiiu",
  press_curve_force: "iuiu",
  press_sensor_init: "vu",
  press_sensor_check: "iuu",
  press_circuit_check: "iuu",
  press_curve_check: "iuu",
  press_calibration_init: "vu",
  press_calibration_check: "iuu",
  press_calibration_take: "iuu",
  press_calibration_apply: "iuu",
  press_calibration_store: "iuuu",
  press_calibration_load: "iuuu",
  press_calibration_error: "iuiiu",
  press_pad_correction_init: "vu",
  press_pad_config_init: "vu",
  press_pad_config_check: "iuu",
  press_pad_config_check_with: "iuuu",
  press_pad_size: "uu",
  press_pad_init: "iuuuuuu",
  press_pad_set: "iuu",
  press_pad_get_config: "iuu",
  press_pad_set_sensors: "iuuu",
  press_pad_feed: "iuuu",
  press_pad_feed_many: "iuuuu",
  press_pad_tick: "iuUu",
  press_pad_next_deadline: "Uu",
  press_pad_tare: "iuu",
  press_reading_init: "vu",
  press_pad_get: "iuu",
  press_pad_fit: "iuuuu",
  press_pad_stats_init: "vu",
  press_pad_get_stats: "iuu",
  press_pad_resume: "iuUu",
  press_supply_config_init: "vu",
  press_supply_config_check: "iuu",
  press_supply_init: "iuu",
  press_supply_feed: "iuUiuu",
  press_supply_status_init: "vu",
  press_supply_get: "iuu",
  press_idle_config_init: "vu",
  press_idle_config_check: "iuu",
  press_idle_init: "iuu",
  press_idle_look: "iuuu",
  press_idle_codes: "iuuuuu",
  press_idle_status_init: "vu",
  press_idle_get: "iuu",
  press_grid_config_init: "vu",
  press_grid_config_check: "iuu",
  press_grid_size: "uu",
  press_grid_init: "iuuuu",
  press_grid_set: "iuu",
  press_grid_get_config: "iuu",
  press_grid_set_mask: "iuuu",
  press_grid_feed: "iuUuuu",
  press_grid_lost: "iuUu",
  press_grid_reset: "iu",
  press_grid_set_gains: "iuuu",
  press_grid_tare: "iuu",
  press_grid_get_contacts: "iuuu",
  press_grid_shape_init: "vu",
  press_grid_get_shape: "iuuu",
  press_grid_load_init: "vu",
  press_grid_get_load: "iuuu",
  press_grid_get_map: "iuuu",
  press_grid_lines_init: "vu",
  press_grid_get_lines: "iuu",
  press_grid_stats_init: "vu",
  press_grid_get_stats: "iuu",
  press_surface_init: "vu",
  press_place_init: "vu",
  press_surface_add_pad: "iuuuu",
  press_surface_add_grid: "iuuuu",
  press_bus_init: "vu",
  press_converter_config_init: "vu",
  press_converter_config_check: "iuu",
  press_converter_part_init: "vu",
  press_converter_part_get: "iuu",
  press_converter_name: "su",
  press_converter_init: "iuuu",
  press_converter_step: "iuUu",
  press_converter_next_deadline: "Uu",
  press_converter_read: "iuuu",
  press_converter_last_error: "iu",
  press_converter_conflicts: "uu",
  press_converter_stop: "iu",
  press_converter_watch: "iuuii",
  press_drv2605l_config_init: "vu",
  press_drv2605l_config_check: "iuu",
  press_drv2605l_init: "iuuu",
  press_drv2605l_step: "iuU",
  press_drv2605l_next_deadline: "Uu",
  press_drv2605l_play: "iuUu",
  press_drv2605l_play_sequence: "iuUuu",
  press_drv2605l_arm: "iuUu",
  press_drv2605l_status_init: "vu",
  press_drv2605l_get: "iuu",
  press_drv2605l_stop: "iu",
  press_setup_size: "u",
  press_setup_init: "iuuu",
  press_setup_files_init: "vu",
  press_setup_set_files: "iuu",
  press_setup_text: "iuuuu",
  press_setup_begin: "iuu",
  press_setup_line: "iuuu",
  press_setup_option: "iuu",
  press_setup_check: "iuu",
  press_setup_fault_init: "vu",
  press_setup_get_fault: "iuu",
  press_setup_key_init: "vu",
  press_setup_key_get: "iuu",
  press_setup_key_get_texts: "iuuu",
  press_setup_value_init: "vu",
  press_setup_get: "iuuu",
  press_setup_get_text: "iuuuu",
  press_setup_decimal: "iiuu",
  press_setup_count: "uuu",
  press_setup_section_line: "uuu",
  press_setup_section: "uuu",
  press_setup_get_wire: "iuuuu",
  press_setup_parts_init: "vu",
  press_setup_start: "iuu",
  press_setup_get_transition: "iuuu",
  press_setup_step: "iuUu",
  press_setup_frame_us: "Uu",
  press_setup_next_deadline: "Uu",
  press_setup_last_error: "iuu",
  press_setup_conflicts: "uuu",
  press_setup_stop: "iu",
  press_check_options_init: "vu",
  press_check_size: "uu",
  press_check_init: "iuuuu",
  press_check_result_init: "vu",
  press_check_bus: "iuu",
  press_check_feed: "iuu",
  press_check_tick: "iuU",
  press_check_inputs: "iuu",
  press_check_end: "iu",
  press_check_status_init: "vu",
  press_check_get: "iuu",
  press_finding_init: "vu",
  press_check_get_finding: "iuuu",
  press_finding_get: "iuu",
  press_check_get_text: "iuuuuu",
  press_check_get_value: "iuuuu",
};

/** The same of the functions that structs point to. */
export const callbacks = {
  press_delegate: {
    preview_should_begin: "buuu",
    preview_did_update: "vuuibu",
    commit_did_update: "vuuibu",
    preview_did_cancel: "vuuu",
    on_event: "vuuu",
    peek_will_show: "buuuu",
    transition_will_start: "vuuuu",
    transition_will_run: "vuubuu",
    drag_will_begin: "uuuuuuu",
    drop_will_propose: "buuuuu",
    spring_should_activate: "buuubu",
    drag_should_launch: "buuu",
  },
  press_bus: {
    transfer: "iuuuuuu",
    wait: "UUu",
  },
  press_setup_files: {
    read: "iuuuuu",
  },
};

/** Of each struct that options fill: where each lies and what it is. A flag has its bit, a set its words. */
export const options = {
  press_config: {
    maxContacts: [4, "u16"],
    maxTargets: [6, "u16"],
    touchForce: [8, "q16"],
    releaseForce: [12, "q16"],
    zeroForce: [16, "q16"],
    fullForce: [20, "q16"],
    previewPressure: [24, "q16"],
    commitPressure: [28, "q16"],
    completePressure: [32, "q16"],
    lostAfterUs: [36, "u32"],
    contactFromFlag: [40, "flag", 1],
    tellMoved: [40, "flag", 2],
    traits: [44, "set", Trait],
    minProgressStep: [48, "q16"],
    maxEvents: [52, "u16"],
    liftUs: [56, "u32"],
    previewAfterUs: [60, "u32"],
    creepLimit: [64, "q16"],
    firmness: [68, "q16"],
    lateLimitUs: [72, "u32"],
  },
  press_transition_options: {
    automatic: [4, "flag", 1],
    spring: [4, "flag", 2],
    overshoot: [4, "flag", 4],
    durationUs: [8, "u32"],
    speed: [12, "q16"],
    curve: [16, "press_timing_curve"],
    fraction: [32, "q16"],
  },
  press_circuit: {
    fullScale: [0, "i32"],
    resistorOhm: [4, "u32"],
    parallelOhm: [8, "u32"],
    pullUp: [12, "flag", 1],
    maxCode: [16, "i32"],
    shortOhm: [20, "u32"],
  },
  press_sensor: {
    x: [8, "q16"],
    y: [12, "q16"],
    lagUs: [16, "u32"],
    creep: [20, "q16"],
    preloadForce: [24, "q16"],
    zero: [28, "q16"],
    zeroLimit: [32, "q16"],
    span: [36, "q16"],
    circuit: [40, "press_circuit"],
    curve: [64, "press_curve"],
  },
  press_pad_correction: {
    a: [0, "q16"],
    b: [4, "q16"],
    c: [8, "q16"],
    d: [12, "q16"],
    e: [16, "q16"],
    f: [20, "q16"],
  },
  press_pad_config: {
    noMedian: [4, "flag", 1],
    noFilter: [4, "flag", 2],
    noBaseline: [4, "flag", 4],
    noThird: [4, "flag", 8],
    contact: [8, "u32"],
    minCutoffHz: [12, "q16"],
    beta: [16, "q16"],
    derivativeCutoffHz: [20, "q16"],
    startUs: [24, "u32"],
    startLimit: [28, "q16"],
    untouchedForce: [32, "q16"],
    holdUs: [36, "u32"],
    riseUs: [40, "u32"],
    fallUs: [44, "u32"],
    driftStep: [48, "q16"],
    belowZero: [52, "q16"],
    belowZeroUs: [56, "u32"],
    longestContactUs: [60, "u32"],
    openAfterUs: [64, "u32"],
    shortedAfterUs: [68, "u32"],
    shortedAtEndUs: [72, "u32"],
    busAfterUs: [76, "u32"],
    stuckAfterUs: [80, "u32"],
    staleAfterUs: [84, "u32"],
    recoverAfterUs: [88, "u32"],
    gapUs: [92, "u32"],
    positionForce: [96, "q16"],
    correction: [100, "press_pad_correction"],
  },
  press_grid_config: {
    baseline: [4, "flag", 1],
    falling: [4, "flag", 2],
    gains: [4, "flag", 4],
    columns: [8, "u16"],
    rows: [10, "u16"],
    maxContacts: [12, "u16"],
    minCells: [14, "u16"],
    contact: [16, "u32"],
    x: [20, "q16"],
    y: [24, "q16"],
    pitchX: [28, "q16"],
    pitchY: [32, "q16"],
    gain: [36, "q16"],
    touchForce: [40, "q16"],
    releaseForce: [44, "q16"],
    valley: [48, "q16"],
    maxJump: [52, "q16"],
    dropoutUs: [56, "u32"],
    mergeUs: [60, "u32"],
    palmCells: [64, "u16"],
    palmLength: [66, "u16"],
    startUs: [68, "u32"],
    riseUs: [72, "u32"],
    fallUs: [76, "u32"],
    belowZeroUs: [80, "u32"],
    longestContactUs: [84, "u32"],
    lineAfterUs: [88, "u32"],
    joinX: [92, "q16"],
    joinY: [96, "q16"],
    circuit: [100, "u16"],
    fullScale: [104, "u32"],
    columnOhm: [108, "u32"],
    rowOhm: [112, "u32"],
    curve: [116, "press_curve"],
  },
  press_drag_config: {
    afterHold: [4, "flag", 1],
    holdInScroll: [4, "flag", 2],
    byForce: [4, "flag", 4],
    fromPreview: [4, "flag", 8],
    noDwell: [4, "flag", 16],
    noSpringForce: [4, "flag", 32],
    linearScroll: [4, "flag", 64],
    maxSessions: [8, "u16"],
    maxItems: [10, "u16"],
    undoDepth: [12, "u16"],
    slop: [16, "q16"],
    stillSlop: [20, "q16"],
    startPressure: [24, "q16"],
    holdUs: [28, "u32"],
    springDwellUs: [32, "u32"],
    springActivatingUs: [36, "u32"],
    springPressure: [40, "q16"],
    dropPressure: [44, "q16"],
    scrollEdge: [48, "q16"],
    scrollSpeed: [52, "q16"],
    scrollRampUs: [56, "u32"],
    frameUs: [60, "u32"],
    slowUs: [64, "u32"],
    scrollFull: [68, "q16"],
    scrollToward: [72, "q16"],
    scrollWaitUs: [76, "u32"],
  },
  press_gestures_config: {
    holdUs: [4, "u32"],
    tapUs: [8, "u32"],
    doubleTapUs: [12, "u32"],
    slop: [16, "q16"],
    doubleTapSlop: [20, "q16"],
    forceFromHoldUs: [24, "u32"],
    forceFromHoldDelayUs: [28, "u32"],
    frameUs: [32, "u32"],
    holdSlop: [36, "q16"],
    scrollSlop: [40, "q16"],
    holdRepeatUs: [44, "u32"],
    scrollFromTouch: [48, "flag", 1],
  },
  press_peek_config: {
    noSlide: [4, "flag", 1],
    fromHold: [4, "flag", 2],
    hide: [4, "flag", 4],
    revealDistance: [8, "q16"],
    slop: [12, "q16"],
    restUs: [16, "u32"],
    holdUs: [20, "u32"],
  },
  press_transition_config: {
    maxTransitions: [4, "u16"],
    rest: [6, "u16"],
    frameUs: [8, "u32"],
    flickSpeed: [12, "q16"],
    automatic: [20, "flag", 1],
    spring: [20, "flag", 2],
    overshoot: [20, "flag", 4],
    durationUs: [24, "u32"],
    speed: [28, "q16"],
    curve: [32, "press_timing_curve"],
    fraction: [48, "q16"],
    velocityUs: [52, "u32"],
    stillUs: [56, "u32"],
    noCoast: [60, "flag", 1],
  },
  press_button_config: {
    notWhileMoving: [4, "flag", 1],
    rapidTrigger: [4, "flag", 2],
    pressForce: [8, "q16"],
    releaseForce: [12, "q16"],
    ratioDown: [16, "q16"],
    ratioUp: [20, "q16"],
    ceiling: [24, "q16"],
    fullSpeed: [28, "q16"],
    liftUs: [32, "u32"],
    rapidFall: [36, "q16"],
    rapidRise: [40, "q16"],
  },
  press_strike_config: {
    windowUs: [4, "u32"],
    minSpeed: [8, "q16"],
    maxSpeed: [12, "q16"],
    curve: [16, "u32"],
    exponent: [20, "q16"],
    sources: [24, "u16"],
    unknownVelocity: [26, "u16"],
  },
  press_pinch_config: {
    noMove: [4, "flag", 1],
    slop: [8, "q16"],
    turnSlop: [12, "q16"],
  },
  press_scroll_config: {
    maxThrows: [4, "u16"],
    friction: [8, "q16"],
    minSpeed: [12, "q16"],
    frameUs: [16, "u32"],
    settleUs: [20, "u32"],
    swipeDistance: [24, "q16"],
    swipeSpeed: [28, "q16"],
    velocityUs: [32, "u32"],
    stillUs: [36, "u32"],
    noCoast: [40, "flag", 1],
    noRubberBand: [40, "flag", 2],
    bounce: [40, "flag", 4],
  },
  press_levels_config: {
    stepped: [4, "flag", 1],
    notWhileMoving: [4, "flag", 2],
    count: [8, "u32"],
    firstPressure: [12, "q16"],
    lastPressure: [16, "q16"],
    hysteresis: [20, "q16"],
    repeatUs: [24, "u32"],
    repeatFastUs: [28, "u32"],
    repeatDelayUs: [32, "u32"],
  },
  press_crosstalk_config: {
    windowUs: [4, "u32"],
    share: [8, "q16"],
  },
};
