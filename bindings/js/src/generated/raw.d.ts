// Written by `make contract` from the headers (include/press/*.h), which say what each means.

export const PRESS_ONE: 65536;
export const PRESS_VERSION_MAJOR: 1;
export const PRESS_VERSION_MINOR: 0;
export const PRESS_VERSION_PATCH: 0;
export const PRESS_VERSION_NUMBER: 65536;
export const PRESS_NEVER: 18446744073709551615n;
export const PRESS_OK: 0;
export const PRESS_ERR_NOENT: -2;
export const PRESS_ERR_IO: -5;
export const PRESS_ERR_AGAIN: -11;
export const PRESS_ERR_BUSY: -16;
export const PRESS_ERR_INVAL: -22;
export const PRESS_ERR_NOSPC: -28;
export const PRESS_ERR_TIME: -62;
export const PRESS_ERR_STATE: -71;
export const PRESS_ERR_DAMAGED: -74;
export const PRESS_ERR_MOVED: -78;
export const PRESS_ERR_VERSION: -93;
export const PRESS_ERR_NOBUFS: -105;
export const PRESS_ERR_TIMEDOUT: -110;
export const PRESS_ERR_NACK: -121;
export const PRESS_NO_CONTACT: 4294967295;
export const PRESS_EVENT_LINE: 384;
export const PRESS_EVENT_CONTACT_BEGAN: 1;
export const PRESS_EVENT_CONTACT_MOVED: 2;
export const PRESS_EVENT_CONTACT_ENDED: 3;
export const PRESS_EVENT_CONTACT_CANCELLED: 4;
export const PRESS_EVENT_PREVIEW_BEGAN: 16;
export const PRESS_EVENT_PREVIEW_UPDATED: 17;
export const PRESS_EVENT_COMMIT_UPDATED: 18;
export const PRESS_EVENT_PREVIEW_CANCELLED: 19;
export const PRESS_EVENT_PREVIEW_REFUSED: 20;
export const PRESS_EVENT_TAPPED: 32;
export const PRESS_EVENT_DOUBLE_TAPPED: 33;
export const PRESS_EVENT_HOLD_BEGAN: 34;
export const PRESS_EVENT_HOLD_ENDED: 35;
export const PRESS_EVENT_HOLD_CANCELLED: 36;
export const PRESS_EVENT_SCROLL_BEGAN: 37;
export const PRESS_EVENT_SCROLL_MOVED: 38;
export const PRESS_EVENT_SCROLL_ENDED: 39;
export const PRESS_EVENT_SCROLL_CANCELLED: 40;
export const PRESS_EVENT_TAP_FAILED: 41;
export const PRESS_EVENT_HOLD_REPEATED: 42;
export const PRESS_EVENT_DRAG_REFUSED: 43;
export const PRESS_EVENT_SWIPED: 44;
export const PRESS_EVENT_THROW_BEGAN: 45;
export const PRESS_EVENT_THROW_MOVED: 46;
export const PRESS_EVENT_THROW_ENDED: 47;
export const PRESS_EVENT_PEEK_SHOWN: 48;
export const PRESS_EVENT_PEEK_POPPED: 49;
export const PRESS_EVENT_PEEK_DISMISSED: 50;
export const PRESS_EVENT_ACTIONS_REVEALED: 51;
export const PRESS_EVENT_ACTION_HIGHLIGHTED: 52;
export const PRESS_EVENT_ACTION_SELECTED: 53;
export const PRESS_EVENT_ACTIONS_HIDDEN: 54;
export const PRESS_EVENT_PEEK_TOUCHED: 55;
export const PRESS_EVENT_PINCH_BEGAN: 56;
export const PRESS_EVENT_PINCH_CHANGED: 57;
export const PRESS_EVENT_PINCH_ENDED: 58;
export const PRESS_EVENT_PINCH_CANCELLED: 59;
export const PRESS_EVENT_SENSOR_FAULT: 64;
export const PRESS_EVENT_SENSOR_RECOVERED: 65;
export const PRESS_EVENT_BASELINE_CHANGED: 66;
export const PRESS_EVENT_SENSOR_SATURATED: 67;
export const PRESS_EVENT_RECALIBRATE: 68;
export const PRESS_EVENT_SUPPLY_FAULT: 69;
export const PRESS_EVENT_SUPPLY_RECOVERED: 70;
export const PRESS_EVENT_LEVELS_BEGAN: 72;
export const PRESS_EVENT_LEVEL_ENTERED: 73;
export const PRESS_EVENT_LEVEL_LEFT: 74;
export const PRESS_EVENT_LEVEL_REPEATED: 75;
export const PRESS_EVENT_LEVELS_ENDED: 76;
export const PRESS_EVENT_LEVELS_CANCELLED: 77;
export const PRESS_EVENT_TRANSITION_STARTED: 80;
export const PRESS_EVENT_TRANSITION_UPDATED: 81;
export const PRESS_EVENT_TRANSITION_FINISHED: 82;
export const PRESS_EVENT_TRANSITION_CANCELLED: 83;
export const PRESS_EVENT_BUTTON_PRESSED: 88;
export const PRESS_EVENT_BUTTON_RELEASED: 89;
export const PRESS_EVENT_BUTTON_CANCELLED: 90;
export const PRESS_EVENT_STRUCK: 91;
export const PRESS_EVENT_LET_GO: 95;
export const PRESS_EVENT_DRAG_BEGAN: 96;
export const PRESS_EVENT_DRAG_MOVED: 97;
export const PRESS_EVENT_DRAG_ENTERED: 98;
export const PRESS_EVENT_DRAG_LEFT: 99;
export const PRESS_EVENT_DRAG_PROPOSED: 100;
export const PRESS_EVENT_DRAG_ITEMS_CHANGED: 101;
export const PRESS_EVENT_DRAG_HINT_CHANGED: 102;
export const PRESS_EVENT_DRAG_CONFIRM: 103;
export const PRESS_EVENT_DRAG_DROPPED: 104;
export const PRESS_EVENT_DRAG_CANCELLED: 105;
export const PRESS_EVENT_SPRING_POSSIBLE: 106;
export const PRESS_EVENT_SPRING_ACTIVATING: 107;
export const PRESS_EVENT_SPRING_ACTIVATED: 108;
export const PRESS_EVENT_SPRING_ENDED: 109;
export const PRESS_EVENT_AUTOSCROLL_BEGAN: 110;
export const PRESS_EVENT_AUTOSCROLL_CHANGED: 111;
export const PRESS_EVENT_AUTOSCROLL_ENDED: 112;
export const PRESS_EVENT_DROP_ITEM_BEGAN: 113;
export const PRESS_EVENT_DROP_ITEM_UPDATED: 114;
export const PRESS_EVENT_DROP_ITEM_ENDED: 115;
export const PRESS_EVENT_DROP_SLOW: 116;
export const PRESS_EVENT_DROP_CONCLUDED: 117;
export const PRESS_EVENT_TASK_BEGAN: 118;
export const PRESS_EVENT_TASK_UPDATED: 119;
export const PRESS_EVENT_TASK_ENDED: 120;
export const PRESS_EVENT_DROP_ITEM_UNDONE: 121;
export const PRESS_EVENT_DROP_UNDONE: 122;
export const PRESS_EVENT_SELECTION_SET: 123;
export const PRESS_EVENT_SELECTION_CLEARED: 124;
export const PRESS_EVENT_TARGET_ACTIVATED: 125;
export const PRESS_EVENT_DROP_ITEM_NOT_TAKEN: 126;
export const PRESS_EVENT_DROP_ITEM_REDONE: 127;
export const PRESS_EVENT_DROP_REDONE: 128;
export const PRESS_EVENT_DRAG_LIFTED: 129;
export const PRESS_EVENT_DRAG_SETTLED: 130;
export const PRESS_EVENT_DRAG_FORBIDDEN: 131;
export const PRESS_EVENT_FLAG_ENDED: 1;
export const PRESS_EVENT_FLAG_RETURNS: 2;
export const PRESS_EVENT_FLAG_FADES: 4;
export const PRESS_EVENT_FLAG_PART: 8;
export const PRESS_EVENT_FLAG_KEPT: 16;
export const PRESS_EVENT_FLAG_UNKNOWN: 32;
export const PRESS_EVENT_FLAG_RESTING: 64;
export const PRESS_EVENT_FLAG_BUTTON: 128;
export const PRESS_REASON_NONE: 0;
export const PRESS_REASON_LIFTED: 1;
export const PRESS_REASON_LOST: 2;
export const PRESS_REASON_SILENT: 3;
export const PRESS_REASON_RESET: 4;
export const PRESS_REASON_PROGRAM: 5;
export const PRESS_REASON_TARGET_REMOVED: 6;
export const PRESS_REASON_PALM: 7;
export const PRESS_REASON_NO_DESTINATION: 8;
export const PRESS_REASON_FORBIDDEN: 9;
export const PRESS_REASON_DENIED: 10;
export const PRESS_REASON_FAILED: 11;
export const PRESS_REASON_DRAGGED: 12;
export const PRESS_REASON_SLEPT: 13;
export const PRESS_REASON_PINCHED: 14;
export const PRESS_REASON_OPEN: 16;
export const PRESS_REASON_SHORTED: 17;
export const PRESS_REASON_SATURATED: 18;
export const PRESS_REASON_STUCK: 19;
export const PRESS_REASON_STALE: 20;
export const PRESS_REASON_BUS: 21;
export const PRESS_REASON_RANGE: 22;
export const PRESS_REASON_FLICKERING: 23;
export const PRESS_REASON_START: 32;
export const PRESS_REASON_DRIFT: 33;
export const PRESS_REASON_BELOW_ZERO: 34;
export const PRESS_REASON_CONTACT_TOO_LONG: 35;
export const PRESS_REASON_REQUESTED: 36;
export const PRESS_REASON_FINGER_AT_START: 37;
export const PRESS_REASON_ZERO: 38;
export const PRESS_REASON_SPAN: 39;
export const PRESS_REASON_MOVED: 40;
export const PRESS_REASON_TOO_LONG: 41;
export const PRESS_REASON_LEFT_TARGET: 42;
export const PRESS_REASON_NO_SESSION: 43;
export const PRESS_REASON_RETURNED: 44;
export const PRESS_REASON_TAPPED: 50;
export const PRESS_REASON_TOUCHED: 51;
export const PRESS_TARGET_PREVIEW: 1;
export const PRESS_TARGET_PEEK: 2;
export const PRESS_TARGET_TAP: 4;
export const PRESS_TARGET_HOLD: 8;
export const PRESS_TARGET_DRAG_SOURCE: 16;
export const PRESS_TARGET_DROP: 32;
export const PRESS_TARGET_SPRING: 64;
export const PRESS_TARGET_SCROLL: 128;
export const PRESS_TARGET_DOUBLE_TAP: 256;
export const PRESS_TARGET_INACTIVE: 512;
export const PRESS_TARGET_CONTENT: 1024;
export const PRESS_TARGET_PINCH: 2048;
export const PRESS_TARGET_SWIPE_X: 4096;
export const PRESS_TARGET_SWIPE_Y: 8192;
export const PRESS_TARGET_KEEPS_DRAG: 16384;
export const PRESS_PREVIEW_AFTER_US: 80000;
export const PRESS_ENGINE_STORAGE: 9216;
export const PRESS_ENGINE_STORAGE_ALL: 23552;
export const PRESS_CONFIG_CONTACT_FROM_FLAG: 1;
export const PRESS_CONFIG_TELL_MOVED: 2;
export const PRESS_SAMPLE_DOWN: 1;
export const PRESS_SAMPLE_LOST: 2;
export const PRESS_SAMPLE_PALM: 4;
export const PRESS_SAMPLE_HAS_FORCE: 8;
export const PRESS_SAMPLE_SETTLING: 16;
export const PRESS_PREVIEW_NONE: 0;
export const PRESS_PREVIEW_WAITING: 1;
export const PRESS_PREVIEW_ASKING: 2;
export const PRESS_PREVIEW_PREVIEWING: 3;
export const PRESS_PREVIEW_COMMITTING: 4;
export const PRESS_PREVIEW_COMPLETED: 5;
export const PRESS_PREVIEW_OVER: 6;
export const PRESS_PREVIEW_HELD: 7;
export const PRESS_GESTURES_SCROLL_FROM_TOUCH: 1;
export const PRESS_GESTURE_OPEN: 0;
export const PRESS_GESTURE_MOVED: 1;
export const PRESS_GESTURE_HOLD: 2;
export const PRESS_GESTURE_SCROLL: 3;
export const PRESS_GESTURE_PREVIEW: 4;
export const PRESS_GESTURE_ACTIONS: 5;
export const PRESS_GESTURE_OVER: 6;
export const PRESS_GESTURE_DRAG: 7;
export const PRESS_GESTURE_LIFTED: 8;
export const PRESS_GESTURE_PINCH: 9;
export const PRESS_ACTION_DEFAULT: 0;
export const PRESS_ACTION_SELECTED: 1;
export const PRESS_ACTION_DESTRUCTIVE: 2;
export const PRESS_ACTION_FLAG_DISABLED: 1;
export const PRESS_ACTION_FLAG_CHECKED: 2;
export const PRESS_ACTION_FLAG_MIXED: 4;
export const PRESS_ACTION_FLAG_KEEP_OPEN: 8;
export const PRESS_PEEK_FLAG_NO_SLIDE: 1;
export const PRESS_PEEK_FLAG_FROM_HOLD: 2;
export const PRESS_PEEK_FLAG_HIDE: 4;
export const PRESS_PEEK_NONE: 0;
export const PRESS_PEEK_HINTING: 1;
export const PRESS_PEEK_SHOWN: 2;
export const PRESS_PEEK_REVEALED: 3;
export const PRESS_TRANSITION_FLAG_AUTOMATIC: 1;
export const PRESS_TRANSITION_FLAG_SPRING: 2;
export const PRESS_TRANSITION_FLAG_OVERSHOOT: 4;
export const PRESS_TRANSITIONS_NO_COAST: 1;
export const PRESS_DRIVER_NONE: 0;
export const PRESS_DRIVER_PREVIEW: 1;
export const PRESS_DRIVER_COMMIT: 2;
export const PRESS_DRIVER_PRESSURE: 3;
export const PRESS_DRIVER_MOTION: 4;
export const PRESS_DRIVER_PEEK: 5;
export const PRESS_TRANSITION_NONE: 0;
export const PRESS_TRANSITION_INTERACTIVE: 1;
export const PRESS_TRANSITION_FINISHING: 2;
export const PRESS_TRANSITION_CANCELLING: 3;
export const PRESS_TRANSITION_MOVING: 4;
export const PRESS_DROP_CANCEL: 0;
export const PRESS_DROP_FORBIDDEN: 1;
export const PRESS_DROP_COPY: 2;
export const PRESS_DROP_MOVE: 3;
export const PRESS_ITEM_SELECTED: 1;
export const PRESS_ITEM_COPY_ONLY: 2;
export const PRESS_ITEM_SAME_DOMAIN: 4;
export const PRESS_ITEM_INSIDE: 8;
export const PRESS_HINT_PLAIN: 0;
export const PRESS_HINT_COPY: 1;
export const PRESS_HINT_LINK: 2;
export const PRESS_HINT_DISAPPEARING: 3;
export const PRESS_HINT_NOT_ALLOWED: 4;
export const PRESS_PROPOSAL_EXACT: 1;
export const PRESS_PROPOSAL_PART: 2;
export const PRESS_PROPOSAL_TRANSFERS: 4;
export const PRESS_PROPOSAL_TASK: 8;
export const PRESS_PROPOSAL_IRREVERSIBLE: 16;
export const PRESS_PROPOSAL_OWN_HINT: 32;
export const PRESS_DRAG_NONE: 0;
export const PRESS_DRAG_DRAGGING: 1;
export const PRESS_DRAG_CONFIRMING: 2;
export const PRESS_DRAG_DROPPING: 3;
export const PRESS_SPRING_INACTIVE: 0;
export const PRESS_SPRING_POSSIBLE: 1;
export const PRESS_SPRING_ACTIVATING: 2;
export const PRESS_SPRING_ACTIVATED: 3;
export const PRESS_MODIFIER_COPY: 1;
export const PRESS_DRAG_FLAG_AFTER_HOLD: 1;
export const PRESS_DRAG_FLAG_HOLD_IN_SCROLL: 2;
export const PRESS_DRAG_FLAG_BY_FORCE: 4;
export const PRESS_DRAG_FLAG_FROM_PREVIEW: 8;
export const PRESS_DRAG_FLAG_NO_DWELL: 16;
export const PRESS_DRAG_FLAG_NO_SPRING_FORCE: 32;
export const PRESS_DRAG_FLAG_LINEAR_SCROLL: 64;
export const PRESS_BUTTON_LIFT_OF_CONTACT: 4294967295;
export const PRESS_BUTTON_FLAG_NOT_WHILE_MOVING: 1;
export const PRESS_BUTTON_FLAG_RAPID_TRIGGER: 2;
export const PRESS_BUTTON_UP: 0;
export const PRESS_BUTTON_DOWN: 1;
export const PRESS_STRIKE_LOG: 0;
export const PRESS_STRIKE_LINEAR: 1;
export const PRESS_STRIKE_POWER: 2;
export const PRESS_PINCH_NO_MOVE: 1;
export const PRESS_SWIPE_LEFT: 0;
export const PRESS_SWIPE_RIGHT: 1;
export const PRESS_SWIPE_UP: 2;
export const PRESS_SWIPE_DOWN: 3;
export const PRESS_SCROLL_NO_COAST: 1;
export const PRESS_SCROLL_NO_RUBBER_BAND: 2;
export const PRESS_SCROLL_BOUNCE: 4;
export const PRESS_LEVELS_MOST: 8;
export const PRESS_LEVELS_STEPPED: 1;
export const PRESS_LEVELS_NOT_WHILE_MOVING: 2;
export const PRESS_CROSSTALK_PADS: 16;
export const PRESS_PEEK_STORAGE: 896;
export const PRESS_TRANSITION_STORAGE: 1728;
export const PRESS_BUTTON_STORAGE: 1024;
export const PRESS_CROSSTALK_STORAGE: 704;
export const PRESS_PROFILE_NAME: 64;
export const PRESS_FEEDBACK_ROWS: 16;
export const PRESS_FEEDBACK_DETENTS: 64;
export const PRESS_EFFECT_NONE: 0;
export const PRESS_EFFECT_LEVEL: 1;
export const PRESS_EFFECT_TICK: 2;
export const PRESS_EFFECT_SOFT: 3;
export const PRESS_EFFECT_FIRM: 4;
export const PRESS_EFFECT_DOUBLE: 5;
export const PRESS_FEEDBACK_ENDED: 1;
export const PRESS_FEEDBACK_REASON: 2;
export const PRESS_FEEDBACK_VALUE: 4;
export const PRESS_FEEDBACK_NOT_ZERO: 8;
export const PRESS_FEEDBACK_RISING: 16;
export const PRESS_FEEDBACK_FALLING: 32;
export const PRESS_FEEDBACK_UNLESS_BUTTON: 64;
export const PRESS_STRENGTH_FIXED: 0;
export const PRESS_STRENGTH_FORCE: 1;
export const PRESS_STRENGTH_PRESSURE: 2;
export const PRESS_STRENGTH_PROGRESS: 3;
export const PRESS_CURVE_POINTS: 16;
export const PRESS_CURVE_FIT_POINTS: 64;
export const PRESS_CIRCUIT_PULL_UP: 1;
export const PRESS_CURVE_POWER: 1;
export const PRESS_CURVE_TABLE: 2;
export const PRESS_CURVE_RULE_FITS: 0;
export const PRESS_CURVE_RULE_TOO_FEW: 1;
export const PRESS_CURVE_RULE_TOO_MANY: 2;
export const PRESS_CURVE_RULE_NEGATIVE: 3;
export const PRESS_CURVE_RULE_NOT_ABOVE_ZERO: 4;
export const PRESS_CURVE_RULE_NOT_RISING: 5;
export const PRESS_CALIBRATION_VERSION: 1;
export const PRESS_CALIBRATION_BYTES: 200;
export const PRESS_PAD_SENSORS: 8;
export const PRESS_PAD_STORAGE_1: 1280;
export const PRESS_PAD_STORAGE_8: 5120;
export const PRESS_PAD_FIT_POINTS: 64;
export const PRESS_PAD_NO_MEDIAN: 1;
export const PRESS_PAD_NO_FILTER: 2;
export const PRESS_PAD_NO_BASELINE: 4;
export const PRESS_PAD_NO_THIRD: 8;
export const PRESS_PAD_TARE_FORCE: 1;
export const PRESS_READING_TOUCHED: 1;
export const PRESS_READING_STARTING: 2;
export const PRESS_READING_LOST: 4;
export const PRESS_SUPPLY_FAILED: -1;
export const PRESS_GRID_COLUMNS: 32;
export const PRESS_GRID_ROWS: 32;
export const PRESS_GRID_CONTACTS: 32;
export const PRESS_GRID_BASELINE: 1;
export const PRESS_GRID_FALLING: 2;
export const PRESS_GRID_GAINS: 4;
export const PRESS_GRID_CIRCUIT_PLAIN: 0;
export const PRESS_GRID_CIRCUIT_DIVIDERS: 1;
export const PRESS_GRID_CIRCUIT_AMPLIFIERS: 2;
export const PRESS_GRID_TARE_FORCE: 1;
export const PRESS_GRID_CONTACT_HELD: 1;
export const PRESS_GRID_CONTACT_MERGED: 2;
export const PRESS_GRID_CONTACT_PALM: 4;
export const PRESS_GRID_CONTACT_SATURATED: 8;
export const PRESS_PART_RATES: 8;
export const PRESS_CONVERTER_ADS7828: 1;
export const PRESS_CONVERTER_ADS7830: 2;
export const PRESS_CONVERTER_PCF8591: 3;
export const PRESS_CONVERTER_MCP3221: 4;
export const PRESS_CONVERTER_ADC121C021: 5;
export const PRESS_CONVERTER_MAX11612: 6;
export const PRESS_CONVERTER_MAX11613: 7;
export const PRESS_CONVERTER_MAX11614: 8;
export const PRESS_CONVERTER_MAX11615: 9;
export const PRESS_CONVERTER_MAX11616: 10;
export const PRESS_CONVERTER_MAX11617: 11;
export const PRESS_CONVERTER_MCP3421: 12;
export const PRESS_CONVERTER_MCP3422: 13;
export const PRESS_CONVERTER_MCP3423: 14;
export const PRESS_CONVERTER_MCP3424: 15;
export const PRESS_CONVERTER_MCP3425: 16;
export const PRESS_CONVERTER_MCP3426: 17;
export const PRESS_CONVERTER_MCP3427: 18;
export const PRESS_CONVERTER_MCP3428: 19;
export const PRESS_CONVERTER_NAU7802: 20;
export const PRESS_CONVERTER_MCP3021: 21;
export const PRESS_CONVERTER_ADC101C021: 22;
export const PRESS_CONVERTER_ADC081C021: 23;
export const PRESS_CONVERTER_MAX11600: 24;
export const PRESS_CONVERTER_MAX11601: 25;
export const PRESS_CONVERTER_MAX11602: 26;
export const PRESS_CONVERTER_MAX11603: 27;
export const PRESS_CONVERTER_MAX11604: 28;
export const PRESS_CONVERTER_MAX11605: 29;
export const PRESS_CONVERTER_MAX11606: 30;
export const PRESS_CONVERTER_MAX11607: 31;
export const PRESS_CONVERTER_MAX11608: 32;
export const PRESS_CONVERTER_MAX11609: 33;
export const PRESS_CONVERTER_MAX11610: 34;
export const PRESS_CONVERTER_MAX11611: 35;
export const PRESS_CONVERTER_TLA2528: 36;
export const PRESS_CONVERTER_ADS7138: 37;
export const PRESS_CONVERTER_ADS1115: 38;
export const PRESS_CONVERTER_ADS1015: 39;
export const PRESS_CONVERTER_TLA2024: 40;
export const PRESS_CONVERTER_FLAG_CONTINUOUS: 1;
export const PRESS_CONVERTER_FLAG_POLL_READY: 2;
export const PRESS_CONVERTER_FLAG_READY_PIN: 4;
export const PRESS_PART_RECOGNIZED: 1;
export const PRESS_DRV2605L_ADDRESS: 90;
export const PRESS_DRV2605L_SEQUENCE: 8;
export const PRESS_MOTOR_ERM: 0;
export const PRESS_MOTOR_LRA: 1;
export const PRESS_DRV2605L_FLAG_CALIBRATE: 1;
export const PRESS_DRV2605L_FLAG_CALIBRATED: 2;
export const PRESS_DRV2605L_FLAG_CLOSED_LOOP: 4;
export const PRESS_DRV2605L_SETTING_UP: 0;
export const PRESS_DRV2605L_CALIBRATING: 1;
export const PRESS_DRV2605L_READY: 2;
export const PRESS_DRV2605L_PLAYING: 3;
export const PRESS_DRV2605L_AT_LEVEL: 4;
export const PRESS_DRV2605L_ARMED: 5;
export const PRESS_DRV2605L_FAULT_CURRENT: 1;
export const PRESS_DRV2605L_FAULT_TEMPERATURE: 2;
export const PRESS_DRV2605L_FAULT_CALIBRATION: 4;
export const PRESS_DRV2605L_FAULT_ENDLESS: 8;
export const PRESS_SETUP_STORAGE: 32768;
export const PRESS_SETUP_ORIGIN_CONFIG: 1;
export const PRESS_SETUP_ORIGIN_PROFILE: 2;
export const PRESS_SETUP_ORIGIN_OPTION: 3;
export const PRESS_SETUP_SOURCE_CONVERTERS: 1;
export const PRESS_SETUP_SOURCE_CODES: 2;
export const PRESS_SETUP_SOURCE_IIO: 3;
export const PRESS_SETUP_SOURCE_CALIBRATE: 4;
export const PRESS_SETUP_KIND_WHOLE: 1;
export const PRESS_SETUP_KIND_DECIMAL: 2;
export const PRESS_SETUP_KIND_TIME: 3;
export const PRESS_SETUP_KIND_WORD: 4;
export const PRESS_SETUP_KIND_FLAGS: 5;
export const PRESS_SETUP_KIND_YES_NO: 6;
export const PRESS_SETUP_KIND_STRING: 7;
export const PRESS_SETUP_KIND_FORM: 8;
export const PRESS_SETUP_FLAG_OF_PROFILE: 1;
export const PRESS_SETUP_FLAG_CHANGES: 2;
export const PRESS_SETUP_FLAG_OR_ZERO: 4;
export const PRESS_CHECK_STORAGE_1: 6144;
export const PRESS_CHECK_STORAGE_8: 24576;
export const PRESS_CHECK_INPUT_COUNT: 4;
export const PRESS_CHECK_SENSOR_FLAG_NO_RESISTOR: 1;
export const PRESS_CHECK_SENSOR_FLAG_REFERENCE_PIN: 2;
export const PRESS_CHECK_FLAG_RECORDED: 1;
export const PRESS_CHECK_FLAG_INPUTS: 2;
export const PRESS_CHECK_STAGE_OPENED: 1;
export const PRESS_CHECK_STAGE_CLAIMED: 2;
export const PRESS_CHECK_STAGE_ASKED: 3;
export const PRESS_CHECK_STAGE_PART: 4;
export const PRESS_CHECK_STAGE_READ: 5;
export const PRESS_CHECK_STAGE_BOARD: 6;
export const PRESS_CHECK_STEP_REST: 1;
export const PRESS_CHECK_STEP_PRESS: 2;
export const PRESS_CHECK_STEP_LET_GO: 3;
export const PRESS_CHECK_STEP_REPLAY: 4;
export const PRESS_CHECK_STEP_DONE: 5;
export const PRESS_FINDING_BUS_OPENS: 1;
export const PRESS_FINDING_BUS_ABSENT: 2;
export const PRESS_FINDING_BUS_OTHER: 3;
export const PRESS_FINDING_BUS_FORBIDDEN: 4;
export const PRESS_FINDING_CONVERTER_IN_USE: 5;
export const PRESS_FINDING_BUS_HANGS: 6;
export const PRESS_FINDING_TRANSFERS_FAIL: 7;
export const PRESS_FINDING_ADDRESS_ANSWERS: 8;
export const PRESS_FINDING_ADDRESS_ELSEWHERE: 9;
export const PRESS_FINDING_ADDRESS_SILENT: 10;
export const PRESS_FINDING_PART_FITS: 11;
export const PRESS_FINDING_PART_MODEL: 12;
export const PRESS_FINDING_PART_OTHER: 13;
export const PRESS_FINDING_RATE_REACHED: 14;
export const PRESS_FINDING_RATE_LOW: 15;
export const PRESS_FINDING_RATE_POOR: 16;
export const PRESS_FINDING_READINGS_LOST: 17;
export const PRESS_FINDING_INPUT_SOUND: 18;
export const PRESS_FINDING_INPUT_OPEN: 19;
export const PRESS_FINDING_INPUT_SHORTED: 20;
export const PRESS_FINDING_INPUT_NEGATIVE: 21;
export const PRESS_FINDING_ZERO_FITS: 22;
export const PRESS_FINDING_ZERO_LOADED: 23;
export const PRESS_FINDING_NOISE_LOW: 24;
export const PRESS_FINDING_NOISE_HIGH: 25;
export const PRESS_FINDING_NOISE_POOR: 26;
export const PRESS_FINDING_PRESS_FELT: 27;
export const PRESS_FINDING_PRESS_NONE: 28;
export const PRESS_FINDING_PRESS_ELSEWHERE: 29;
export const PRESS_FINDING_PRESS_BACKWARDS: 30;
export const PRESS_FINDING_RANGE_FITS: 31;
export const PRESS_FINDING_RANGE_LITTLE: 32;
export const PRESS_FINDING_RANGE_CROWDED: 33;
export const PRESS_FINDING_RANGE_ENDS: 34;
export const PRESS_FINDING_RELEASE_CLEAN: 35;
export const PRESS_FINDING_RELEASE_REST: 36;
export const PRESS_FINDING_RELEASE_HELD: 37;
export const PRESS_FINDING_SUPPLY_CLIPPED: 38;
export const PRESS_FINDING_RELEASE_UNSEEN: 39;
export const PRESS_FINDING_REFERENCE_LOW: 40;
export const PRESS_FINDING_ADDRESS_BOARD: 41;
export const PRESS_FINDING_PART_BOARD: 42;
export const PRESS_FINDING_PART_BOARDS: 43;
export const PRESS_FINDING_PRESS_LIGHT: 44;
export const PRESS_FINDING_PRESS_WEAK: 45;
export const PRESS_FINDING_RANGE_UNUSED: 46;
export const PRESS_FINDING_RANGE_EXCEEDED: 47;
export const PRESS_FINDING_RESISTOR_OTHER: 48;
export const PRESS_FINDING_INPUTS_TOGETHER: 49;
export const PRESS_FINDING_PRESS_RELIEVED: 50;
export const PRESS_FINDING_PRESS_HEAVY: 51;
export const PRESS_FINDING_RESULT_OK: 0;
export const PRESS_FINDING_RESULT_WARN: 1;
export const PRESS_FINDING_RESULT_FAIL: 2;
export const PRESS_CHECK_TEXT_FOUND: 1;
export const PRESS_CHECK_TEXT_ADVICE: 2;

/** Where a member lies, what it is, and how many there are. */
export type Member = readonly [offset: number, kind: string, count?: number];
export interface Layout { readonly size: number; readonly members: { readonly [name: string]: Member } }
export type StructName = "press_event" | "press_target" | "press_touch" | "press_delegate" | "press_config" | "press_sample" | "press_engine_stats" | "press_gestures_config" | "press_action" | "press_peek" | "press_peek_declaration" | "press_peek_config" | "press_peek_status" | "press_timing_curve" | "press_transition_options" | "press_transition_config" | "press_transition_status" | "press_drag_item" | "press_drop_proposal" | "press_drag" | "press_drag_config" | "press_button_config" | "press_button_status" | "press_strike_config" | "press_strike" | "press_pinch_config" | "press_pinch" | "press_scroll_config" | "press_scroll_content" | "press_scroll_status" | "press_levels_config" | "press_levels_status" | "press_crosstalk_config" | "press_interactions" | "press_profile" | "press_feedback_row" | "press_feedback_config" | "press_feedback" | "press_effect" | "press_median" | "press_one_euro" | "press_circuit" | "press_curve_point" | "press_curve" | "press_curve_report" | "press_sensor" | "press_calibration" | "press_pad_correction" | "press_pad_config" | "press_frame" | "press_reading" | "press_pad_point" | "press_pad_stats" | "press_supply_config" | "press_supply" | "press_supply_status" | "press_idle_config" | "press_idle" | "press_idle_status" | "press_grid_config" | "press_grid_contact" | "press_grid_shape" | "press_grid_region" | "press_grid_load" | "press_grid_lines" | "press_grid_stats" | "press_surface" | "press_place" | "press_bus" | "press_converter_config" | "press_converter_part" | "press_converter" | "press_drv2605l_config" | "press_drv2605l" | "press_drv2605l_status" | "press_setup_files" | "press_setup_fault" | "press_setup_key" | "press_setup_value" | "press_setup_parts" | "press_check_sensor" | "press_check_options" | "press_check_result" | "press_check_status" | "press_finding";
export const structs: { readonly [Name in StructName]: Layout };
export const functions: { readonly [name: string]: string };
export const callbacks: { readonly [struct: string]: { readonly [member: string]: string } };
export type Place = readonly [offset: number, kind: string, more?: number | { readonly [word: string]: number }];
export const options: { readonly [struct: string]: { readonly [name: string]: Place } };

/** An address in the memory of the module; 0: NULL. */
export type Address = number;
/** The C library, function by function. */
export interface Raw {
  /** `const char *press_strerror(int status)` */
  press_strerror(status: number): string;
  /** `uint32_t press_version(void)` */
  press_version(): number;
  /** `int press_storage_check(const void *storage, size_t bytes, size_t required, const char **why)` */
  press_storage_check(storage: Address, bytes: number, required: number, why: Address): number;
  /** `uint64_t press_time_extend(uint64_t last_us, uint32_t now)` */
  press_time_extend(lastUs: bigint, now: number): bigint;
  /** `const char *press_event_name(uint32_t type)` */
  press_event_name(type: number): string;
  /** `const char *press_reason_name(int32_t reason)` */
  press_reason_name(reason: number): string;
  /** `int press_event_describe(const press_event *event, char *buffer, size_t bytes)` */
  press_event_describe(event: Address, buffer: Address, bytes: number): number;
  /** `int press_event_text(const press_event *event, char *buffer, size_t bytes)` */
  press_event_text(event: Address, buffer: Address, bytes: number): number;
  /** `void press_target_init(press_target *target)` */
  press_target_init(target: Address): void;
  /** `int press_target_check(const press_target *target, const char **why)` */
  press_target_check(target: Address, why: Address): number;
  /** `int press_target_add(press_engine *engine, const press_target *target)` */
  press_target_add(engine: Address, target: Address): number;
  /** `int press_target_add_check(const press_engine *engine, const press_target *target, const char **why)` */
  press_target_add_check(engine: Address, target: Address, why: Address): number;
  /** `int press_target_update(press_engine *engine, const press_target *target)` */
  press_target_update(engine: Address, target: Address): number;
  /** `int press_target_update_check(const press_engine *engine, const press_target *target, const char **why)` */
  press_target_update_check(engine: Address, target: Address, why: Address): number;
  /** `int press_targets_put(press_engine *engine, const press_target *targets, size_t count, size_t *done)` */
  press_targets_put(engine: Address, targets: Address, count: number, done: Address): number;
  /** `int press_target_remove(press_engine *engine, uint32_t id)` */
  press_target_remove(engine: Address, id: number): number;
  /** `int press_targets_remove(press_engine *engine, const uint32_t *ids, size_t count)` */
  press_targets_remove(engine: Address, ids: Address, count: number): number;
  /** `int press_target_get(const press_engine *engine, uint32_t id, press_target *target)` */
  press_target_get(engine: Address, id: number, target: Address): number;
  /** `int press_target_find(const press_engine *engine, press_q16 x, press_q16 y, uint32_t *id)` */
  press_target_find(engine: Address, x: number, y: number, id: Address): number;
  /** `int press_targets_check(const press_engine *engine, uint32_t *target, const char **why)` */
  press_targets_check(engine: Address, target: Address, why: Address): number;
  /** `int press_target_list(const press_engine *engine, uint32_t traits, uint32_t *ids, size_t capacity)` */
  press_target_list(engine: Address, traits: number, ids: Address, capacity: number): number;
  /** `void press_delegate_init(press_delegate *delegate)` */
  press_delegate_init(delegate: Address): void;
  /** `int press_set_delegate(press_engine *engine, const press_delegate *delegate)` */
  press_set_delegate(engine: Address, delegate: Address): number;
  /** `int press_set_progress(press_engine *engine, bool delivers)` */
  press_set_progress(engine: Address, delivers: boolean): number;
  /** `void press_config_init(press_config *config)` */
  press_config_init(config: Address): void;
  /** `int press_config_check(const press_config *config, const char **why)` */
  press_config_check(config: Address, why: Address): number;
  /** `int press_config_pressure(const press_config *config, press_q16 force, press_q16 *pressure)` */
  press_config_pressure(config: Address, force: number, pressure: Address): number;
  /** `int press_config_force(const press_config *config, press_q16 pressure, press_q16 *force)` */
  press_config_force(config: Address, pressure: number, force: Address): number;
  /** `size_t press_engine_size(const press_config *config)` */
  press_engine_size(config: Address): number;
  /** `int press_engine_init(void *storage, size_t bytes, const press_config *config, press_engine **engine)` */
  press_engine_init(storage: Address, bytes: number, config: Address, engine: Address): number;
  /** `int press_engine_adopt(void *storage, size_t bytes, press_engine **engine)` */
  press_engine_adopt(storage: Address, bytes: number, engine: Address): number;
  /** `int press_engine_set(press_engine *engine, const press_config *config)` */
  press_engine_set(engine: Address, config: Address): number;
  /** `int press_engine_get_config(const press_engine *engine, press_config *config)` */
  press_engine_get_config(engine: Address, config: Address): number;
  /** `int press_contact_release(press_engine *engine, uint32_t contact)` */
  press_contact_release(engine: Address, contact: number): number;
  /** `int press_engine_reset(press_engine *engine)` */
  press_engine_reset(engine: Address): number;
  /** `int press_feed(press_engine *engine, const press_sample *samples, size_t count)` */
  press_feed(engine: Address, samples: Address, count: number): number;
  /** `int press_tick(press_engine *engine, uint64_t t_us)` */
  press_tick(engine: Address, tUs: bigint): number;
  /** `uint64_t press_next_deadline(const press_engine *engine)` */
  press_next_deadline(engine: Address): bigint;
  /** `uint64_t press_engine_time(const press_engine *engine)` */
  press_engine_time(engine: Address): bigint;
  /** `int press_poll(press_engine *engine, press_event *events, size_t capacity)` */
  press_poll(engine: Address, events: Address, capacity: number): number;
  /** `int press_touch_get(const press_engine *engine, uint32_t contact, uint32_t target, press_touch *touch)` */
  press_touch_get(engine: Address, contact: number, target: number, touch: Address): number;
  /** `void press_engine_stats_init(press_engine_stats *stats)` */
  press_engine_stats_init(stats: Address): void;
  /** `int press_engine_get_stats(const press_engine *engine, press_engine_stats *stats)` */
  press_engine_get_stats(engine: Address, stats: Address): number;
  /** `int press_preview_cancel(press_engine *engine, uint32_t contact)` */
  press_preview_cancel(engine: Address, contact: number): number;
  /** `int press_preview_state(const press_engine *engine, uint32_t contact)` */
  press_preview_state(engine: Address, contact: number): number;
  /** `void press_gestures_config_init(press_gestures_config *config)` */
  press_gestures_config_init(config: Address): void;
  /** `int press_gestures_config_check(const press_gestures_config *config, const char **why)` */
  press_gestures_config_check(config: Address, why: Address): number;
  /** `size_t press_gestures_size(const press_config *engine, const press_gestures_config *config)` */
  press_gestures_size(engine: Address, config: Address): number;
  /** `int press_gestures_attach(press_engine *engine, const press_gestures_config *config)` */
  press_gestures_attach(engine: Address, config: Address): number;
  /** `int press_gestures_set(press_engine *engine, const press_gestures_config *config)` */
  press_gestures_set(engine: Address, config: Address): number;
  /** `int press_gestures_get_config(const press_engine *engine, press_gestures_config *config)` */
  press_gestures_get_config(engine: Address, config: Address): number;
  /** `int press_gestures_state(const press_engine *engine, uint32_t contact)` */
  press_gestures_state(engine: Address, contact: number): number;
  /** `int press_gestures_cancel(press_engine *engine, uint32_t contact)` */
  press_gestures_cancel(engine: Address, contact: number): number;
  /** `int press_target_activate(press_engine *engine, uint32_t target)` */
  press_target_activate(engine: Address, target: number): number;
  /** `void press_peek_init(press_peek *peek)` */
  press_peek_init(peek: Address): void;
  /** `void press_peek_config_init(press_peek_config *config)` */
  press_peek_config_init(config: Address): void;
  /** `int press_peek_config_check(const press_peek_config *config, const char **why)` */
  press_peek_config_check(config: Address, why: Address): number;
  /** `size_t press_peek_size(const press_config *engine, const press_peek_config *config)` */
  press_peek_size(engine: Address, config: Address): number;
  /** `int press_peek_attach(press_engine *engine, const press_peek_config *config)` */
  press_peek_attach(engine: Address, config: Address): number;
  /** `int press_peek_set(press_engine *engine, const press_peek_config *config)` */
  press_peek_set(engine: Address, config: Address): number;
  /** `int press_peek_get_config(const press_engine *engine, press_peek_config *config)` */
  press_peek_get_config(engine: Address, config: Address): number;
  /** `int press_peek_declare(press_engine *engine, const press_peek_declaration *declarations, size_t count)` */
  press_peek_declare(engine: Address, declarations: Address, count: number): number;
  /** `int press_peek_declarations_check(const press_peek_declaration *declarations, size_t count, const char **why)` */
  press_peek_declarations_check(declarations: Address, count: number, why: Address): number;
  /** `void press_peek_status_init(press_peek_status *status)` */
  press_peek_status_init(status: Address): void;
  /** `int press_peek_replace(press_engine *engine, const press_action *actions, size_t count)` */
  press_peek_replace(engine: Address, actions: Address, count: number): number;
  /** `int press_peek_get(const press_engine *engine, press_peek_status *status)` */
  press_peek_get(engine: Address, status: Address): number;
  /** `int press_peek_find(press_engine *engine, uint32_t target, press_peek *peek)` */
  press_peek_find(engine: Address, target: number, peek: Address): number;
  /** `int press_peek_open(press_engine *engine, uint32_t target)` */
  press_peek_open(engine: Address, target: number): number;
  /** `int press_peek_pop(press_engine *engine)` */
  press_peek_pop(engine: Address): number;
  /** `int press_peek_dismiss(press_engine *engine)` */
  press_peek_dismiss(engine: Address): number;
  /** `int press_peek_reveal(press_engine *engine)` */
  press_peek_reveal(engine: Address): number;
  /** `int press_action_perform(press_engine *engine, uint32_t action)` */
  press_action_perform(engine: Address, action: number): number;
  /** `int press_action_back(press_engine *engine)` */
  press_action_back(engine: Address): number;
  /** `int press_timing_curve_y(const press_timing_curve *curve, press_q16 x, press_q16 *y)` */
  press_timing_curve_y(curve: Address, x: number, y: Address): number;
  /** `void press_transition_config_init(press_transition_config *config)` */
  press_transition_config_init(config: Address): void;
  /** `void press_transition_options_init(press_transition_options *options)` */
  press_transition_options_init(options: Address): void;
  /** `int press_transition_config_check(const press_transition_config *config, const char **why)` */
  press_transition_config_check(config: Address, why: Address): number;
  /** `int press_transition_options_check(const press_transition_options *options, const char **why)` */
  press_transition_options_check(options: Address, why: Address): number;
  /** `size_t press_transition_size(const press_config *engine, const press_transition_config *config)` */
  press_transition_size(engine: Address, config: Address): number;
  /** `int press_transition_attach(press_engine *engine, const press_transition_config *config)` */
  press_transition_attach(engine: Address, config: Address): number;
  /** `int press_transition_set(press_engine *engine, const press_transition_config *config)` */
  press_transition_set(engine: Address, config: Address): number;
  /** `int press_transition_get_config(const press_engine *engine, press_transition_config *config)` */
  press_transition_get_config(engine: Address, config: Address): number;
  /** `int press_transition_start(press_engine *engine, uint32_t id, const press_transition_options *options)` */
  press_transition_start(engine: Address, id: number, options: Address): number;
  /** `int press_transition_update(press_engine *engine, uint32_t id, press_q16 fraction)` */
  press_transition_update(engine: Address, id: number, fraction: number): number;
  /** `int press_transition_finish(press_engine *engine, uint32_t id)` */
  press_transition_finish(engine: Address, id: number): number;
  /** `int press_transition_cancel(press_engine *engine, uint32_t id)` */
  press_transition_cancel(engine: Address, id: number): number;
  /** `int press_transition_run_to(press_engine *engine, uint32_t id, press_q16 target)` */
  press_transition_run_to(engine: Address, id: number, target: number): number;
  /** `int press_transition_pause(press_engine *engine, uint32_t id)` */
  press_transition_pause(engine: Address, id: number): number;
  /** `int press_transition_set_speed(press_engine *engine, uint32_t id, press_q16 speed)` */
  press_transition_set_speed(engine: Address, id: number, speed: number): number;
  /** `int press_transition_get_velocity(const press_engine *engine, uint32_t id, press_q16 *velocity)` */
  press_transition_get_velocity(engine: Address, id: number, velocity: Address): number;
  /** `int press_transition_set_velocity(press_engine *engine, uint32_t id, press_q16 velocity)` */
  press_transition_set_velocity(engine: Address, id: number, velocity: number): number;
  /** `int press_transition_bind(press_engine *engine, uint32_t id, press_driver driver, uint32_t target, press_q16 dx, press_q16 dy)` */
  press_transition_bind(engine: Address, id: number, driver: number, target: number, dx: number, dy: number): number;
  /** `int press_transition_bind_check(const press_engine *engine, uint32_t id, press_driver driver, uint32_t target, press_q16 dx, press_q16 dy, const char **why)` */
  press_transition_bind_check(engine: Address, id: number, driver: number, target: number, dx: number, dy: number, why: Address): number;
  /** `void press_transition_status_init(press_transition_status *status)` */
  press_transition_status_init(status: Address): void;
  /** `int press_transition_get(const press_engine *engine, uint32_t id, press_transition_status *status)` */
  press_transition_get(engine: Address, id: number, status: Address): number;
  /** `void press_drop_proposal_init(press_drop_proposal *proposal)` */
  press_drop_proposal_init(proposal: Address): void;
  /** `void press_drag_init(press_drag *drag)` */
  press_drag_init(drag: Address): void;
  /** `void press_drag_config_init(press_drag_config *config)` */
  press_drag_config_init(config: Address): void;
  /** `int press_drag_config_check(const press_drag_config *config, const char **why)` */
  press_drag_config_check(config: Address, why: Address): number;
  /** `size_t press_drag_size(const press_config *engine, const press_drag_config *config)` */
  press_drag_size(engine: Address, config: Address): number;
  /** `int press_drag_attach(press_engine *engine, const press_drag_config *config)` */
  press_drag_attach(engine: Address, config: Address): number;
  /** `int press_drag_set(press_engine *engine, const press_drag_config *config)` */
  press_drag_set(engine: Address, config: Address): number;
  /** `int press_drag_get_config(const press_engine *engine, press_drag_config *config)` */
  press_drag_get_config(engine: Address, config: Address): number;
  /** `int press_drag_get(const press_engine *engine, uint32_t session, press_drag *drag)` */
  press_drag_get(engine: Address, session: number, drag: Address): number;
  /** `int press_drag_get_items(const press_engine *engine, uint32_t session, press_drag_item *items, size_t capacity)` */
  press_drag_get_items(engine: Address, session: number, items: Address, capacity: number): number;
  /** `int press_drag_find(const press_engine *engine, uint32_t contact, uint32_t *session)` */
  press_drag_find(engine: Address, contact: number, session: Address): number;
  /** `int press_drag_set_modifiers(press_engine *engine, uint32_t modifiers)` */
  press_drag_set_modifiers(engine: Address, modifiers: number): number;
  /** `int press_drag_cancel(press_engine *engine, uint32_t session)` */
  press_drag_cancel(engine: Address, session: number): number;
  /** `int press_drop_confirm(press_engine *engine, uint32_t session, bool yes)` */
  press_drop_confirm(engine: Address, session: number, yes: boolean): number;
  /** `int press_drop_update(press_engine *engine, uint32_t session, uint32_t item, press_q16 progress)` */
  press_drop_update(engine: Address, session: number, item: number, progress: number): number;
  /** `int press_drop_finish(press_engine *engine, uint32_t session, uint32_t item, bool success)` */
  press_drop_finish(engine: Address, session: number, item: number, success: boolean): number;
  /** `int press_drop_undo(press_engine *engine)` */
  press_drop_undo(engine: Address): number;
  /** `int press_drop_redo(press_engine *engine)` */
  press_drop_redo(engine: Address): number;
  /** `int press_drag_begin(press_engine *engine, uint32_t source, uint32_t *session)` */
  press_drag_begin(engine: Address, source: number, session: Address): number;
  /** `int press_drag_add(press_engine *engine, uint32_t session, uint32_t source)` */
  press_drag_add(engine: Address, session: number, source: number): number;
  /** `int press_drag_move(press_engine *engine, uint32_t session, press_q16 x, press_q16 y)` */
  press_drag_move(engine: Address, session: number, x: number, y: number): number;
  /** `int press_drag_over(press_engine *engine, uint32_t session, uint32_t target)` */
  press_drag_over(engine: Address, session: number, target: number): number;
  /** `int press_drag_drop(press_engine *engine, uint32_t session)` */
  press_drag_drop(engine: Address, session: number): number;
  /** `int press_drag_perform(press_engine *engine, uint32_t source, uint32_t destination, uint32_t *session)` */
  press_drag_perform(engine: Address, source: number, destination: number, session: Address): number;
  /** `int press_drag_begin_check(const press_engine *engine, uint32_t source, const char **why)` */
  press_drag_begin_check(engine: Address, source: number, why: Address): number;
  /** `int press_drag_add_check(const press_engine *engine, uint32_t session, uint32_t source, const char **why)` */
  press_drag_add_check(engine: Address, session: number, source: number, why: Address): number;
  /** `void press_button_config_init(press_button_config *config)` */
  press_button_config_init(config: Address): void;
  /** `int press_button_config_check(const press_button_config *config, const char **why)` */
  press_button_config_check(config: Address, why: Address): number;
  /** `size_t press_button_size(const press_config *engine, const press_button_config *config)` */
  press_button_size(engine: Address, config: Address): number;
  /** `int press_button_attach(press_engine *engine, const press_button_config *config)` */
  press_button_attach(engine: Address, config: Address): number;
  /** `int press_button_set(press_engine *engine, const press_button_config *config)` */
  press_button_set(engine: Address, config: Address): number;
  /** `int press_button_get_config(const press_engine *engine, press_button_config *config)` */
  press_button_get_config(engine: Address, config: Address): number;
  /** `void press_button_status_init(press_button_status *status)` */
  press_button_status_init(status: Address): void;
  /** `int press_button_get(const press_engine *engine, press_button_status *status)` */
  press_button_get(engine: Address, status: Address): number;
  /** `void press_strike_config_init(press_strike_config *config)` */
  press_strike_config_init(config: Address): void;
  /** `int press_strike_config_check(const press_strike_config *config, const char **why)` */
  press_strike_config_check(config: Address, why: Address): number;
  /** `size_t press_strike_size(const press_config *engine, const press_strike_config *config)` */
  press_strike_size(engine: Address, config: Address): number;
  /** `int press_strike_attach(press_engine *engine, const press_strike_config *config)` */
  press_strike_attach(engine: Address, config: Address): number;
  /** `int press_strike_set(press_engine *engine, const press_strike_config *config)` */
  press_strike_set(engine: Address, config: Address): number;
  /** `int press_strike_get_config(const press_engine *engine, press_strike_config *config)` */
  press_strike_get_config(engine: Address, config: Address): number;
  /** `void press_strike_init(press_strike *strike)` */
  press_strike_init(strike: Address): void;
  /** `int press_strike_get(const press_engine *engine, uint32_t contact, press_strike *strike)` */
  press_strike_get(engine: Address, contact: number, strike: Address): number;
  /** `void press_pinch_config_init(press_pinch_config *config)` */
  press_pinch_config_init(config: Address): void;
  /** `int press_pinch_config_check(const press_pinch_config *config, const char **why)` */
  press_pinch_config_check(config: Address, why: Address): number;
  /** `size_t press_pinch_size(const press_config *engine, const press_pinch_config *config)` */
  press_pinch_size(engine: Address, config: Address): number;
  /** `int press_pinch_attach(press_engine *engine, const press_pinch_config *config)` */
  press_pinch_attach(engine: Address, config: Address): number;
  /** `int press_pinch_set(press_engine *engine, const press_pinch_config *config)` */
  press_pinch_set(engine: Address, config: Address): number;
  /** `int press_pinch_get_config(const press_engine *engine, press_pinch_config *config)` */
  press_pinch_get_config(engine: Address, config: Address): number;
  /** `void press_pinch_init(press_pinch *pinch)` */
  press_pinch_init(pinch: Address): void;
  /** `int press_pinch_get(const press_engine *engine, uint32_t contact, press_pinch *pinch)` */
  press_pinch_get(engine: Address, contact: number, pinch: Address): number;
  /** `void press_scroll_config_init(press_scroll_config *config)` */
  press_scroll_config_init(config: Address): void;
  /** `int press_scroll_config_check(const press_scroll_config *config, const char **why)` */
  press_scroll_config_check(config: Address, why: Address): number;
  /** `size_t press_scroll_size(const press_config *engine, const press_scroll_config *config)` */
  press_scroll_size(engine: Address, config: Address): number;
  /** `int press_scroll_attach(press_engine *engine, const press_scroll_config *config)` */
  press_scroll_attach(engine: Address, config: Address): number;
  /** `int press_scroll_set(press_engine *engine, const press_scroll_config *config)` */
  press_scroll_set(engine: Address, config: Address): number;
  /** `int press_scroll_get_config(const press_engine *engine, press_scroll_config *config)` */
  press_scroll_get_config(engine: Address, config: Address): number;
  /** `void press_scroll_content_init(press_scroll_content *content)` */
  press_scroll_content_init(content: Address): void;
  /** `int press_scroll_declare(press_engine *engine, const press_scroll_content *content)` */
  press_scroll_declare(engine: Address, content: Address): number;
  /** `int press_scroll_throw(press_engine *engine, uint32_t target, press_q16 vx, press_q16 vy)` */
  press_scroll_throw(engine: Address, target: number, vx: number, vy: number): number;
  /** `int press_scroll_aim(press_engine *engine, uint32_t target, press_q16 x, press_q16 y)` */
  press_scroll_aim(engine: Address, target: number, x: number, y: number): number;
  /** `int press_scroll_stop(press_engine *engine, uint32_t target)` */
  press_scroll_stop(engine: Address, target: number): number;
  /** `void press_scroll_status_init(press_scroll_status *status)` */
  press_scroll_status_init(status: Address): void;
  /** `int press_scroll_get(const press_engine *engine, uint32_t target, press_scroll_status *status)` */
  press_scroll_get(engine: Address, target: number, status: Address): number;
  /** `int press_scroll_get_velocity(const press_engine *engine, uint32_t contact, press_q16 *vx, press_q16 *vy)` */
  press_scroll_get_velocity(engine: Address, contact: number, vx: Address, vy: Address): number;
  /** `void press_levels_config_init(press_levels_config *config)` */
  press_levels_config_init(config: Address): void;
  /** `int press_levels_config_check(const press_levels_config *config, const char **why)` */
  press_levels_config_check(config: Address, why: Address): number;
  /** `size_t press_levels_size(const press_config *engine, const press_levels_config *config)` */
  press_levels_size(engine: Address, config: Address): number;
  /** `int press_levels_attach(press_engine *engine, const press_levels_config *config)` */
  press_levels_attach(engine: Address, config: Address): number;
  /** `int press_levels_set(press_engine *engine, const press_levels_config *config)` */
  press_levels_set(engine: Address, config: Address): number;
  /** `int press_levels_get_config(const press_engine *engine, press_levels_config *config)` */
  press_levels_get_config(engine: Address, config: Address): number;
  /** `void press_levels_status_init(press_levels_status *status)` */
  press_levels_status_init(status: Address): void;
  /** `int press_levels_get(const press_engine *engine, uint32_t contact, press_levels_status *status)` */
  press_levels_get(engine: Address, contact: number, status: Address): number;
  /** `int press_levels_cancel(press_engine *engine, uint32_t contact)` */
  press_levels_cancel(engine: Address, contact: number): number;
  /** `void press_crosstalk_config_init(press_crosstalk_config *config)` */
  press_crosstalk_config_init(config: Address): void;
  /** `int press_crosstalk_config_check(const press_crosstalk_config *config, const char **why)` */
  press_crosstalk_config_check(config: Address, why: Address): number;
  /** `size_t press_crosstalk_size(const press_config *engine, const press_crosstalk_config *config)` */
  press_crosstalk_size(engine: Address, config: Address): number;
  /** `int press_crosstalk_attach(press_engine *engine, const press_crosstalk_config *config)` */
  press_crosstalk_attach(engine: Address, config: Address): number;
  /** `int press_crosstalk_set(press_engine *engine, const press_crosstalk_config *config)` */
  press_crosstalk_set(engine: Address, config: Address): number;
  /** `int press_crosstalk_get_config(const press_engine *engine, press_crosstalk_config *config)` */
  press_crosstalk_get_config(engine: Address, config: Address): number;
  /** `int press_crosstalk_set_share(press_engine *engine, uint32_t from, uint32_t to, press_q16 share)` */
  press_crosstalk_set_share(engine: Address, from: number, to: number, share: number): number;
  /** `int press_crosstalk_get_share(const press_engine *engine, uint32_t from, uint32_t to, press_q16 *share)` */
  press_crosstalk_get_share(engine: Address, from: number, to: number, share: Address): number;
  /** `void press_interactions_init(press_interactions *interactions)` */
  press_interactions_init(interactions: Address): void;
  /** `int press_interactions_check(const press_interactions *interactions, const char **why)` */
  press_interactions_check(interactions: Address, why: Address): number;
  /** `size_t press_interactions_size(const press_config *engine, const press_interactions *interactions)` */
  press_interactions_size(engine: Address, interactions: Address): number;
  /** `int press_interactions_attach(press_engine *engine, const press_interactions *interactions)` */
  press_interactions_attach(engine: Address, interactions: Address): number;
  /** `size_t press_engine_size_with(const press_config *config, const press_interactions *interactions)` */
  press_engine_size_with(config: Address, interactions: Address): number;
  /** `void press_profile_init(press_profile *profile)` */
  press_profile_init(profile: Address): void;
  /** `int press_profile_line(press_profile *profile, const char *line, size_t length, const char **why)` */
  press_profile_line(profile: Address, line: Address, length: number, why: Address): number;
  /** `void press_feedback_config_init(press_feedback_config *config)` */
  press_feedback_config_init(config: Address): void;
  /** `int press_feedback_config_check(const press_feedback_config *config, const char **why)` */
  press_feedback_config_check(config: Address, why: Address): number;
  /** `int press_feedback_row_check(const press_feedback_row *row, const char **why)` */
  press_feedback_row_check(row: Address, why: Address): number;
  /** `int press_feedback_defaults(press_feedback_row *rows, size_t capacity)` */
  press_feedback_defaults(rows: Address, capacity: number): number;
  /** `int press_feedback_init(press_feedback *feedback, const press_feedback_config *config, const press_feedback_row *rows, size_t count)` */
  press_feedback_init(feedback: Address, config: Address, rows: Address, count: number): number;
  /** `int press_feedback_event(press_feedback *feedback, const press_event *event, press_effect *effect)` */
  press_feedback_event(feedback: Address, event: Address, effect: Address): number;
  /** `int press_feedback_expects(const press_feedback *feedback, const press_event *event)` */
  press_feedback_expects(feedback: Address, event: Address): number;
  /** `const char *press_effect_name(uint32_t kind)` */
  press_effect_name(kind: number): string;
  /** `int32_t press_median_step(press_median *median, int32_t value)` */
  press_median_step(median: Address, value: number): number;
  /** `int press_one_euro_init(press_one_euro *filter, press_q16 min_cutoff_hz, press_q16 beta, press_q16 derivative_cutoff_hz)` */
  press_one_euro_init(filter: Address, minCutoffHz: number, beta: number, derivativeCutoffHz: number): number;
  /** `int press_one_euro_step(press_one_euro *filter, uint64_t t_us, press_q16 value, press_q16 *filtered)` */
  press_one_euro_step(filter: Address, tUs: bigint, value: number, filtered: Address): number;
  /** `void press_circuit_init(press_circuit *circuit)` */
  press_circuit_init(circuit: Address): void;
  /** `int press_circuit_conductance(const press_circuit *circuit, int32_t code, press_q16 *conductance)` */
  press_circuit_conductance(circuit: Address, code: number, conductance: Address): number;
  /** `void press_curve_init(press_curve *curve)` */
  press_curve_init(curve: Address): void;
  /** `int press_curve_power(press_q16 reference_conductance, press_q16 reference_force, press_q16 exponent, press_curve *curve)` */
  press_curve_power(referenceConductance: number, referenceForce: number, exponent: number, curve: Address): number;
  /** `int press_curve_table(const press_curve_point *points, size_t count, press_curve *curve)` */
  press_curve_table(points: Address, count: number, curve: Address): number;
  /** `void press_curve_report_init(press_curve_report *report)` */
  press_curve_report_init(report: Address): void;
  /** `int press_curve_fit(const press_curve_point *points, size_t count, press_curve *curve, press_curve_report *report)` */
  press_curve_fit(points: Address, count: number, curve: Address, report: Address): number;
  /** `int press_curve_fit_best(const press_curve_point *points, size_t count, press_curve *curve, press_curve_report *report, press_q16 *others)` */
  press_curve_fit_best(points: Address, count: number, curve: Address, report: Address, others: Address): number;
  /** `int press_curve_scale(const press_curve *known, press_q16 conductance, press_q16 force, press_curve *curve)` */
  press_curve_scale(known: Address, conductance: number, force: number, curve: Address): number;
  /** `int press_curve_force(const press_curve *curve, press_q16 conductance, press_q16 *force)` */
  press_curve_force(curve: Address, conductance: number, force: Address): number;
  /** `void press_sensor_init(press_sensor *sensor)` */
  press_sensor_init(sensor: Address): void;
  /** `int press_sensor_check(const press_sensor *sensor, const char **why)` */
  press_sensor_check(sensor: Address, why: Address): number;
  /** `int press_circuit_check(const press_circuit *circuit, const char **why)` */
  press_circuit_check(circuit: Address, why: Address): number;
  /** `int press_curve_check(const press_curve *curve, const char **why)` */
  press_curve_check(curve: Address, why: Address): number;
  /** `void press_calibration_init(press_calibration *calibration)` */
  press_calibration_init(calibration: Address): void;
  /** `int press_calibration_check(const press_calibration *calibration, const char **why)` */
  press_calibration_check(calibration: Address, why: Address): number;
  /** `int press_calibration_take(const press_sensor *sensor, press_calibration *calibration)` */
  press_calibration_take(sensor: Address, calibration: Address): number;
  /** `int press_calibration_apply(const press_calibration *calibration, press_sensor *sensor)` */
  press_calibration_apply(calibration: Address, sensor: Address): number;
  /** `int press_calibration_store(const press_calibration *calibration, uint8_t *bytes, size_t capacity)` */
  press_calibration_store(calibration: Address, bytes: Address, capacity: number): number;
  /** `int press_calibration_load(const uint8_t *bytes, size_t count, press_calibration *calibration)` */
  press_calibration_load(bytes: Address, count: number, calibration: Address): number;
  /** `int press_calibration_error(const press_calibration *calibration, press_q16 conductance, press_q16 force, press_q16 *error)` */
  press_calibration_error(calibration: Address, conductance: number, force: number, error: Address): number;
  /** `void press_pad_correction_init(press_pad_correction *correction)` */
  press_pad_correction_init(correction: Address): void;
  /** `void press_pad_config_init(press_pad_config *config)` */
  press_pad_config_init(config: Address): void;
  /** `int press_pad_config_check(const press_pad_config *config, const char **why)` */
  press_pad_config_check(config: Address, why: Address): number;
  /** `int press_pad_config_check_with(const press_pad_config *config, const press_config *engine, const char **why)` */
  press_pad_config_check_with(config: Address, engine: Address, why: Address): number;
  /** `size_t press_pad_size(size_t sensors)` */
  press_pad_size(sensors: number): number;
  /** `int press_pad_init(void *storage, size_t bytes, const press_pad_config *config, const press_sensor *sensors, size_t count, press_pad **pad)` */
  press_pad_init(storage: Address, bytes: number, config: Address, sensors: Address, count: number, pad: Address): number;
  /** `int press_pad_set(press_pad *pad, const press_pad_config *config)` */
  press_pad_set(pad: Address, config: Address): number;
  /** `int press_pad_get_config(const press_pad *pad, press_pad_config *config)` */
  press_pad_get_config(pad: Address, config: Address): number;
  /** `int press_pad_set_sensors(press_pad *pad, const press_sensor *sensors, size_t count)` */
  press_pad_set_sensors(pad: Address, sensors: Address, count: number): number;
  /** `int press_pad_feed(press_pad *pad, const press_frame *frame, press_engine *engine)` */
  press_pad_feed(pad: Address, frame: Address, engine: Address): number;
  /** `int press_pad_feed_many(press_pad *pad, const press_frame *frames, size_t count, press_engine *engine)` */
  press_pad_feed_many(pad: Address, frames: Address, count: number, engine: Address): number;
  /** `int press_pad_tick(press_pad *pad, uint64_t t_us, press_engine *engine)` */
  press_pad_tick(pad: Address, tUs: bigint, engine: Address): number;
  /** `uint64_t press_pad_next_deadline(const press_pad *pad)` */
  press_pad_next_deadline(pad: Address): bigint;
  /** `int press_pad_tare(press_pad *pad, uint32_t flags)` */
  press_pad_tare(pad: Address, flags: number): number;
  /** `void press_reading_init(press_reading *reading)` */
  press_reading_init(reading: Address): void;
  /** `int press_pad_get(const press_pad *pad, press_reading *reading)` */
  press_pad_get(pad: Address, reading: Address): number;
  /** `int press_pad_fit(const press_pad_point *points, size_t count, press_pad_correction *correction, press_q16 *worst)` */
  press_pad_fit(points: Address, count: number, correction: Address, worst: Address): number;
  /** `void press_pad_stats_init(press_pad_stats *stats)` */
  press_pad_stats_init(stats: Address): void;
  /** `int press_pad_get_stats(const press_pad *pad, press_pad_stats *stats)` */
  press_pad_get_stats(pad: Address, stats: Address): number;
  /** `int press_pad_resume(press_pad *pad, uint64_t t_us, press_engine *engine)` */
  press_pad_resume(pad: Address, tUs: bigint, engine: Address): number;
  /** `void press_supply_config_init(press_supply_config *config)` */
  press_supply_config_init(config: Address): void;
  /** `int press_supply_config_check(const press_supply_config *config, const char **why)` */
  press_supply_config_check(config: Address, why: Address): number;
  /** `int press_supply_init(press_supply *supply, const press_supply_config *config)` */
  press_supply_init(supply: Address, config: Address): number;
  /** `int press_supply_feed(press_supply *supply, uint64_t t_us, int32_t code, press_pad *pad, press_engine *engine)` */
  press_supply_feed(supply: Address, tUs: bigint, code: number, pad: Address, engine: Address): number;
  /** `void press_supply_status_init(press_supply_status *status)` */
  press_supply_status_init(status: Address): void;
  /** `int press_supply_get(const press_supply *supply, press_supply_status *status)` */
  press_supply_get(supply: Address, status: Address): number;
  /** `void press_idle_config_init(press_idle_config *config)` */
  press_idle_config_init(config: Address): void;
  /** `int press_idle_config_check(const press_idle_config *config, const char **why)` */
  press_idle_config_check(config: Address, why: Address): number;
  /** `int press_idle_init(press_idle *idle, const press_idle_config *config)` */
  press_idle_init(idle: Address, config: Address): number;
  /** `int press_idle_look(press_idle *idle, press_pad *pad, const press_engine *engine)` */
  press_idle_look(idle: Address, pad: Address, engine: Address): number;
  /** `int press_idle_codes(const press_idle *idle, const press_pad *pad, uint32_t sensor, int32_t *low, int32_t *high)` */
  press_idle_codes(idle: Address, pad: Address, sensor: number, low: Address, high: Address): number;
  /** `void press_idle_status_init(press_idle_status *status)` */
  press_idle_status_init(status: Address): void;
  /** `int press_idle_get(const press_idle *idle, press_idle_status *status)` */
  press_idle_get(idle: Address, status: Address): number;
  /** `void press_grid_config_init(press_grid_config *config)` */
  press_grid_config_init(config: Address): void;
  /** `int press_grid_config_check(const press_grid_config *config, const char **why)` */
  press_grid_config_check(config: Address, why: Address): number;
  /** `size_t press_grid_size(const press_grid_config *config)` */
  press_grid_size(config: Address): number;
  /** `int press_grid_init(void *storage, size_t bytes, const press_grid_config *config, press_grid **grid)` */
  press_grid_init(storage: Address, bytes: number, config: Address, grid: Address): number;
  /** `int press_grid_set(press_grid *grid, const press_grid_config *config)` */
  press_grid_set(grid: Address, config: Address): number;
  /** `int press_grid_get_config(const press_grid *grid, press_grid_config *config)` */
  press_grid_get_config(grid: Address, config: Address): number;
  /** `int press_grid_set_mask(press_grid *grid, const uint32_t *mask, size_t rows)` */
  press_grid_set_mask(grid: Address, mask: Address, rows: number): number;
  /** `int press_grid_feed(press_grid *grid, uint64_t t_us, const int32_t *cells, size_t count, press_engine *engine)` */
  press_grid_feed(grid: Address, tUs: bigint, cells: Address, count: number, engine: Address): number;
  /** `int press_grid_lost(press_grid *grid, uint64_t t_us, press_engine *engine)` */
  press_grid_lost(grid: Address, tUs: bigint, engine: Address): number;
  /** `int press_grid_reset(press_grid *grid)` */
  press_grid_reset(grid: Address): number;
  /** `int press_grid_set_gains(press_grid *grid, const press_q16 *gains, size_t count)` */
  press_grid_set_gains(grid: Address, gains: Address, count: number): number;
  /** `int press_grid_tare(press_grid *grid, uint32_t flags)` */
  press_grid_tare(grid: Address, flags: number): number;
  /** `int press_grid_get_contacts(const press_grid *grid, press_grid_contact *contacts, size_t capacity)` */
  press_grid_get_contacts(grid: Address, contacts: Address, capacity: number): number;
  /** `void press_grid_shape_init(press_grid_shape *shape)` */
  press_grid_shape_init(shape: Address): void;
  /** `int press_grid_get_shape(const press_grid *grid, uint32_t contact, press_grid_shape *shape)` */
  press_grid_get_shape(grid: Address, contact: number, shape: Address): number;
  /** `void press_grid_load_init(press_grid_load *load)` */
  press_grid_load_init(load: Address): void;
  /** `int press_grid_get_load(const press_grid *grid, const press_grid_region *region, press_grid_load *load)` */
  press_grid_get_load(grid: Address, region: Address, load: Address): number;
  /** `int press_grid_get_map(const press_grid *grid, press_q16 *forces, size_t count)` */
  press_grid_get_map(grid: Address, forces: Address, count: number): number;
  /** `void press_grid_lines_init(press_grid_lines *lines)` */
  press_grid_lines_init(lines: Address): void;
  /** `int press_grid_get_lines(const press_grid *grid, press_grid_lines *lines)` */
  press_grid_get_lines(grid: Address, lines: Address): number;
  /** `void press_grid_stats_init(press_grid_stats *stats)` */
  press_grid_stats_init(stats: Address): void;
  /** `int press_grid_get_stats(const press_grid *grid, press_grid_stats *stats)` */
  press_grid_get_stats(grid: Address, stats: Address): number;
  /** `void press_surface_init(press_surface *surface)` */
  press_surface_init(surface: Address): void;
  /** `void press_place_init(press_place *place)` */
  press_place_init(place: Address): void;
  /** `int press_surface_add_pad(press_surface *surface, const press_place *place, press_pad_config *config, const char **why)` */
  press_surface_add_pad(surface: Address, place: Address, config: Address, why: Address): number;
  /** `int press_surface_add_grid(press_surface *surface, const press_place *place, press_grid_config *config, const char **why)` */
  press_surface_add_grid(surface: Address, place: Address, config: Address, why: Address): number;
  /** `void press_bus_init(press_bus *bus)` */
  press_bus_init(bus: Address): void;
  /** `void press_converter_config_init(press_converter_config *config)` */
  press_converter_config_init(config: Address): void;
  /** `int press_converter_config_check(const press_converter_config *config, const char **why)` */
  press_converter_config_check(config: Address, why: Address): number;
  /** `void press_converter_part_init(press_converter_part *part)` */
  press_converter_part_init(part: Address): void;
  /** `int press_converter_part_get(const press_converter_config *config, press_converter_part *part)` */
  press_converter_part_get(config: Address, part: Address): number;
  /** `const char *press_converter_name(uint32_t part)` */
  press_converter_name(part: number): string;
  /** `int press_converter_init(press_converter *converter, const press_converter_config *config, const press_bus *bus)` */
  press_converter_init(converter: Address, config: Address, bus: Address): number;
  /** `int press_converter_step(press_converter *converter, uint64_t now_us, press_frame *frame)` */
  press_converter_step(converter: Address, nowUs: bigint, frame: Address): number;
  /** `uint64_t press_converter_next_deadline(const press_converter *converter)` */
  press_converter_next_deadline(converter: Address): bigint;
  /** `int press_converter_read(press_converter *converter, uint32_t timeout_us, press_frame *frame)` */
  press_converter_read(converter: Address, timeoutUs: number, frame: Address): number;
  /** `int press_converter_last_error(const press_converter *converter)` */
  press_converter_last_error(converter: Address): number;
  /** `uint32_t press_converter_conflicts(const press_converter *converter)` */
  press_converter_conflicts(converter: Address): number;
  /** `int press_converter_stop(press_converter *converter)` */
  press_converter_stop(converter: Address): number;
  /** `int press_converter_watch(press_converter *converter, uint32_t channel, int32_t low, int32_t high)` */
  press_converter_watch(converter: Address, channel: number, low: number, high: number): number;
  /** `void press_drv2605l_config_init(press_drv2605l_config *config)` */
  press_drv2605l_config_init(config: Address): void;
  /** `int press_drv2605l_config_check(const press_drv2605l_config *config, const char **why)` */
  press_drv2605l_config_check(config: Address, why: Address): number;
  /** `int press_drv2605l_init(press_drv2605l *motor, const press_drv2605l_config *config, const press_bus *bus)` */
  press_drv2605l_init(motor: Address, config: Address, bus: Address): number;
  /** `int press_drv2605l_step(press_drv2605l *motor, uint64_t now_us)` */
  press_drv2605l_step(motor: Address, nowUs: bigint): number;
  /** `uint64_t press_drv2605l_next_deadline(const press_drv2605l *motor)` */
  press_drv2605l_next_deadline(motor: Address): bigint;
  /** `int press_drv2605l_play(press_drv2605l *motor, uint64_t now_us, const press_effect *effect)` */
  press_drv2605l_play(motor: Address, nowUs: bigint, effect: Address): number;
  /** `int press_drv2605l_play_sequence(press_drv2605l *motor, uint64_t now_us, const uint8_t *sequence, size_t count)` */
  press_drv2605l_play_sequence(motor: Address, nowUs: bigint, sequence: Address, count: number): number;
  /** `int press_drv2605l_arm(press_drv2605l *motor, uint64_t now_us, uint32_t for_us)` */
  press_drv2605l_arm(motor: Address, nowUs: bigint, forUs: number): number;
  /** `void press_drv2605l_status_init(press_drv2605l_status *status)` */
  press_drv2605l_status_init(status: Address): void;
  /** `int press_drv2605l_get(const press_drv2605l *motor, press_drv2605l_status *status)` */
  press_drv2605l_get(motor: Address, status: Address): number;
  /** `int press_drv2605l_stop(press_drv2605l *motor)` */
  press_drv2605l_stop(motor: Address): number;
  /** `size_t press_setup_size(void)` */
  press_setup_size(): number;
  /** `int press_setup_init(void *storage, size_t bytes, press_setup **setup)` */
  press_setup_init(storage: Address, bytes: number, setup: Address): number;
  /** `void press_setup_files_init(press_setup_files *files)` */
  press_setup_files_init(files: Address): void;
  /** `int press_setup_set_files(press_setup *setup, const press_setup_files *files)` */
  press_setup_set_files(setup: Address, files: Address): number;
  /** `int press_setup_text(press_setup *setup, press_setup_origin origin, const char *text, size_t length)` */
  press_setup_text(setup: Address, origin: number, text: Address, length: number): number;
  /** `int press_setup_begin(press_setup *setup, press_setup_origin origin)` */
  press_setup_begin(setup: Address, origin: number): number;
  /** `int press_setup_line(press_setup *setup, const char *line, size_t length)` */
  press_setup_line(setup: Address, line: Address, length: number): number;
  /** `int press_setup_option(press_setup *setup, const char *setting)` */
  press_setup_option(setup: Address, setting: Address): number;
  /** `int press_setup_check(press_setup *setup, press_setup_source source)` */
  press_setup_check(setup: Address, source: number): number;
  /** `void press_setup_fault_init(press_setup_fault *fault)` */
  press_setup_fault_init(fault: Address): void;
  /** `int press_setup_get_fault(const press_setup *setup, press_setup_fault *fault)` */
  press_setup_get_fault(setup: Address, fault: Address): number;
  /** `void press_setup_key_init(press_setup_key *key)` */
  press_setup_key_init(key: Address): void;
  /** `int press_setup_key_get(uint32_t index, press_setup_key *key)` */
  press_setup_key_get(index: number, key: Address): number;
  /** `int press_setup_key_get_texts(uint32_t index, const char **unit, const char **about)` */
  press_setup_key_get_texts(index: number, unit: Address, about: Address): number;
  /** `void press_setup_value_init(press_setup_value *value)` */
  press_setup_value_init(value: Address): void;
  /** `int press_setup_get(const press_setup *setup, const char *key, press_setup_value *value)` */
  press_setup_get(setup: Address, key: Address, value: Address): number;
  /** `int press_setup_get_text(const press_setup *setup, const char *key, char *buffer, size_t bytes)` */
  press_setup_get_text(setup: Address, key: Address, buffer: Address, bytes: number): number;
  /** `int press_setup_decimal(press_q16 number, char *buffer, size_t bytes)` */
  press_setup_decimal(number: number, buffer: Address, bytes: number): number;
  /** `uint32_t press_setup_count(const press_setup *setup, const char *section)` */
  press_setup_count(setup: Address, section: Address): number;
  /** `uint32_t press_setup_section_line(const press_setup *setup, const char *section)` */
  press_setup_section_line(setup: Address, section: Address): number;
  /** `const void *press_setup_section(const press_setup *setup, const char *section)` */
  press_setup_section(setup: Address, section: Address): Address;
  /** `int press_setup_get_wire(const press_setup *setup, uint32_t sensor, uint32_t *converter, uint32_t *input)` */
  press_setup_get_wire(setup: Address, sensor: number, converter: Address, input: Address): number;
  /** `void press_setup_parts_init(press_setup_parts *parts)` */
  press_setup_parts_init(parts: Address): void;
  /** `int press_setup_start(press_setup *setup, press_setup_parts *parts)` */
  press_setup_start(setup: Address, parts: Address): number;
  /** `int press_setup_get_transition(const press_setup *setup, uint32_t transition, press_transition_options *options)` */
  press_setup_get_transition(setup: Address, transition: number, options: Address): number;
  /** `int press_setup_step(press_setup *setup, uint64_t now_us, press_frame *frame)` */
  press_setup_step(setup: Address, nowUs: bigint, frame: Address): number;
  /** `uint64_t press_setup_frame_us(const press_setup *setup)` */
  press_setup_frame_us(setup: Address): bigint;
  /** `uint64_t press_setup_next_deadline(const press_setup *setup)` */
  press_setup_next_deadline(setup: Address): bigint;
  /** `int press_setup_last_error(const press_setup *setup, uint32_t converter)` */
  press_setup_last_error(setup: Address, converter: number): number;
  /** `uint32_t press_setup_conflicts(const press_setup *setup, uint32_t converter)` */
  press_setup_conflicts(setup: Address, converter: number): number;
  /** `int press_setup_stop(press_setup *setup)` */
  press_setup_stop(setup: Address): number;
  /** `void press_check_options_init(press_check_options *options)` */
  press_check_options_init(options: Address): void;
  /** `size_t press_check_size(size_t sensors)` */
  press_check_size(sensors: number): number;
  /** `int press_check_init(void *storage, size_t bytes, const press_check_options *options, press_check **check)` */
  press_check_init(storage: Address, bytes: number, options: Address, check: Address): number;
  /** `void press_check_result_init(press_check_result *result)` */
  press_check_result_init(result: Address): void;
  /** `int press_check_bus(press_check *check, const press_check_result *result)` */
  press_check_bus(check: Address, result: Address): number;
  /** `int press_check_feed(press_check *check, const press_frame *frame)` */
  press_check_feed(check: Address, frame: Address): number;
  /** `int press_check_tick(press_check *check, uint64_t now_us)` */
  press_check_tick(check: Address, nowUs: bigint): number;
  /** `int press_check_inputs(press_check *check, const int32_t *codes)` */
  press_check_inputs(check: Address, codes: Address): number;
  /** `int press_check_end(press_check *check)` */
  press_check_end(check: Address): number;
  /** `void press_check_status_init(press_check_status *status)` */
  press_check_status_init(status: Address): void;
  /** `int press_check_get(const press_check *check, press_check_status *status)` */
  press_check_get(check: Address, status: Address): number;
  /** `void press_finding_init(press_finding *finding)` */
  press_finding_init(finding: Address): void;
  /** `int press_check_get_finding(const press_check *check, uint32_t index, press_finding *finding)` */
  press_check_get_finding(check: Address, index: number, finding: Address): number;
  /** `int press_finding_get(uint32_t kind, press_finding *finding)` */
  press_finding_get(kind: number, finding: Address): number;
  /** `int press_check_get_text(const press_check *check, uint32_t index, press_check_text words, char *buffer, size_t bytes)` */
  press_check_get_text(check: Address, index: number, words: number, buffer: Address, bytes: number): number;
  /** `int press_check_get_value(const press_check *check, uint32_t index, const char *name, int64_t *value)` */
  press_check_get_value(check: Address, index: number, name: Address, value: Address): number;
}
