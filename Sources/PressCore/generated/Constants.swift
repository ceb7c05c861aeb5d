// Written by `make contract` from the headers.

/// Negative errno values of Linux, so that strerror(-status) says nearly the same.
public enum Status {
  public static var ok: Int32 { 0 }
  public static var notFound: Int32 { -2 }
  public static var io: Int32 { -5 }
  public static var full: Int32 { -11 }
  public static var busy: Int32 { -16 }
  public static var invalid: Int32 { -22 }
  public static var noSpace: Int32 { -28 }
  public static var time: Int32 { -62 }
  public static var state: Int32 { -71 }
  public static var damaged: Int32 { -74 }
  public static var moved: Int32 { -78 }
  public static var version: Int32 { -93 }
  public static var tooFewEvents: Int32 { -105 }
  public static var timedOut: Int32 { -110 }
  public static var notAcknowledged: Int32 { -121 }
}

/// What happened. "Begins" and "ends" pair up: each beginning has exactly one end.
public enum EventType {
  public static var contactBegan: UInt32 { 1 }
  public static var contactMoved: UInt32 { 2 }
  public static var contactEnded: UInt32 { 3 }
  public static var contactCancelled: UInt32 { 4 }
  public static var previewBegan: UInt32 { 16 }
  public static var previewUpdated: UInt32 { 17 }
  public static var commitUpdated: UInt32 { 18 }
  public static var previewCancelled: UInt32 { 19 }
  public static var previewRefused: UInt32 { 20 }
  public static var tapped: UInt32 { 32 }
  public static var doubleTapped: UInt32 { 33 }
  public static var holdBegan: UInt32 { 34 }
  public static var holdEnded: UInt32 { 35 }
  public static var holdCancelled: UInt32 { 36 }
  public static var scrollBegan: UInt32 { 37 }
  public static var scrollMoved: UInt32 { 38 }
  public static var scrollEnded: UInt32 { 39 }
  public static var scrollCancelled: UInt32 { 40 }
  public static var tapFailed: UInt32 { 41 }
  public static var holdRepeated: UInt32 { 42 }
  public static var dragRefused: UInt32 { 43 }
  public static var swiped: UInt32 { 44 }
  public static var throwBegan: UInt32 { 45 }
  public static var throwMoved: UInt32 { 46 }
  public static var throwEnded: UInt32 { 47 }
  public static var peekShown: UInt32 { 48 }
  public static var peekPopped: UInt32 { 49 }
  public static var peekDismissed: UInt32 { 50 }
  public static var actionsRevealed: UInt32 { 51 }
  public static var actionHighlighted: UInt32 { 52 }
  public static var actionSelected: UInt32 { 53 }
  public static var actionsHidden: UInt32 { 54 }
  public static var peekTouched: UInt32 { 55 }
  public static var pinchBegan: UInt32 { 56 }
  public static var pinchChanged: UInt32 { 57 }
  public static var pinchEnded: UInt32 { 58 }
  public static var pinchCancelled: UInt32 { 59 }
  public static var sensorFault: UInt32 { 64 }
  public static var sensorRecovered: UInt32 { 65 }
  public static var baselineChanged: UInt32 { 66 }
  public static var sensorSaturated: UInt32 { 67 }
  public static var recalibrate: UInt32 { 68 }
  public static var supplyFault: UInt32 { 69 }
  public static var supplyRecovered: UInt32 { 70 }
  public static var levelsBegan: UInt32 { 72 }
  public static var levelEntered: UInt32 { 73 }
  public static var levelLeft: UInt32 { 74 }
  public static var levelRepeated: UInt32 { 75 }
  public static var levelsEnded: UInt32 { 76 }
  public static var levelsCancelled: UInt32 { 77 }
  public static var transitionStarted: UInt32 { 80 }
  public static var transitionUpdated: UInt32 { 81 }
  public static var transitionFinished: UInt32 { 82 }
  public static var transitionCancelled: UInt32 { 83 }
  public static var buttonPressed: UInt32 { 88 }
  public static var buttonReleased: UInt32 { 89 }
  public static var buttonCancelled: UInt32 { 90 }
  public static var struck: UInt32 { 91 }
  public static var letGo: UInt32 { 95 }
  public static var dragBegan: UInt32 { 96 }
  public static var dragMoved: UInt32 { 97 }
  public static var dragEntered: UInt32 { 98 }
  public static var dragLeft: UInt32 { 99 }
  public static var dragProposed: UInt32 { 100 }
  public static var dragItemsChanged: UInt32 { 101 }
  public static var dragHintChanged: UInt32 { 102 }
  public static var dragConfirm: UInt32 { 103 }
  public static var dragDropped: UInt32 { 104 }
  public static var dragCancelled: UInt32 { 105 }
  public static var springPossible: UInt32 { 106 }
  public static var springActivating: UInt32 { 107 }
  public static var springActivated: UInt32 { 108 }
  public static var springEnded: UInt32 { 109 }
  public static var autoscrollBegan: UInt32 { 110 }
  public static var autoscrollChanged: UInt32 { 111 }
  public static var autoscrollEnded: UInt32 { 112 }
  public static var dropItemBegan: UInt32 { 113 }
  public static var dropItemUpdated: UInt32 { 114 }
  public static var dropItemEnded: UInt32 { 115 }
  public static var dropSlow: UInt32 { 116 }
  public static var dropConcluded: UInt32 { 117 }
  public static var taskBegan: UInt32 { 118 }
  public static var taskUpdated: UInt32 { 119 }
  public static var taskEnded: UInt32 { 120 }
  public static var dropItemUndone: UInt32 { 121 }
  public static var dropUndone: UInt32 { 122 }
  public static var selectionSet: UInt32 { 123 }
  public static var selectionCleared: UInt32 { 124 }
  public static var targetActivated: UInt32 { 125 }
  public static var dropItemNotTaken: UInt32 { 126 }
  public static var dropItemRedone: UInt32 { 127 }
  public static var dropRedone: UInt32 { 128 }
  public static var dragLifted: UInt32 { 129 }
  public static var dragSettled: UInt32 { 130 }
  public static var dragForbidden: UInt32 { 131 }
}

/// press_event.flags.
public enum EventFlag {
  public static var ended: UInt32 { 1 }
  public static var returns: UInt32 { 2 }
  public static var fades: UInt32 { 4 }
  public static var part: UInt32 { 8 }
  public static var kept: UInt32 { 16 }
  public static var unknown: UInt32 { 32 }
  public static var resting: UInt32 { 64 }
  public static var button: UInt32 { 128 }
  public static var all: UInt32 { 255 }
}

/// Why something ended, failed or changed.
public enum Reason {
  public static var none: Int32 { 0 }
  public static var lifted: Int32 { 1 }
  public static var lost: Int32 { 2 }
  public static var silent: Int32 { 3 }
  public static var reset: Int32 { 4 }
  public static var program: Int32 { 5 }
  public static var targetRemoved: Int32 { 6 }
  public static var palm: Int32 { 7 }
  public static var noDestination: Int32 { 8 }
  public static var forbidden: Int32 { 9 }
  public static var denied: Int32 { 10 }
  public static var failed: Int32 { 11 }
  public static var dragged: Int32 { 12 }
  public static var slept: Int32 { 13 }
  public static var pinched: Int32 { 14 }
  public static var open: Int32 { 16 }
  public static var shorted: Int32 { 17 }
  public static var saturated: Int32 { 18 }
  public static var stuck: Int32 { 19 }
  public static var stale: Int32 { 20 }
  public static var bus: Int32 { 21 }
  public static var range: Int32 { 22 }
  public static var flickering: Int32 { 23 }
  public static var start: Int32 { 32 }
  public static var drift: Int32 { 33 }
  public static var belowZero: Int32 { 34 }
  public static var contactTooLong: Int32 { 35 }
  public static var requested: Int32 { 36 }
  public static var fingerAtStart: Int32 { 37 }
  public static var zero: Int32 { 38 }
  public static var span: Int32 { 39 }
  public static var moved: Int32 { 40 }
  public static var tooLong: Int32 { 41 }
  public static var leftTarget: Int32 { 42 }
  public static var noSession: Int32 { 43 }
  public static var returned: Int32 { 44 }
  public static var tapped: Int32 { 50 }
  public static var touched: Int32 { 51 }
}

/// The interactions in which a target takes part. Any combination.
public enum Trait {
  public static var preview: UInt32 { 1 }
  public static var peek: UInt32 { 2 }
  public static var tap: UInt32 { 4 }
  public static var hold: UInt32 { 8 }
  public static var dragSource: UInt32 { 16 }
  public static var drop: UInt32 { 32 }
  public static var spring: UInt32 { 64 }
  public static var scroll: UInt32 { 128 }
  public static var doubleTap: UInt32 { 256 }
  public static var inactive: UInt32 { 512 }
  public static var content: UInt32 { 1024 }
  public static var pinch: UInt32 { 2048 }
  public static var swipeX: UInt32 { 4096 }
  public static var swipeY: UInt32 { 8192 }
  public static var keepsDrag: UInt32 { 16384 }
  public static var all: UInt32 { 32767 }
}

/// press_config.flags.
public enum ConfigFlag {
  public static var contactFromFlag: UInt32 { 1 }
  public static var tellMoved: UInt32 { 2 }
  public static var all: UInt32 { 3 }
}

/// press_sample.flags.
public enum SampleFlag {
  public static var down: UInt32 { 1 }
  public static var lost: UInt32 { 2 }
  public static var palm: UInt32 { 4 }
  public static var hasForce: UInt32 { 8 }
  public static var settling: UInt32 { 16 }
  public static var all: UInt32 { 31 }
}

/// press_gestures_config.flags.
public enum GesturesFlag {
  public static var scrollFromTouch: UInt32 { 1 }
  public static var all: UInt32 { 1 }
}

/// How a quick action is drawn.
public enum ActionStyle {
  public static var `default`: UInt32 { 0 }
  public static var selected: UInt32 { 1 }
  public static var destructive: UInt32 { 2 }
}

/// CHECKED and MIXED are for the program, and exclude each other.
public enum ActionFlag {
  public static var disabled: UInt32 { 1 }
  public static var checked: UInt32 { 2 }
  public static var mixed: UInt32 { 4 }
  public static var keepOpen: UInt32 { 8 }
  public static var all: UInt32 { 15 }
}

/// press_peek_config.flags.
public enum PeekFlag {
  public static var noSlide: UInt32 { 1 }
  public static var fromHold: UInt32 { 2 }
  public static var hide: UInt32 { 4 }
  public static var all: UInt32 { 7 }
}

/// press_transition_options.flags.
public enum TransitionFlag {
  public static var automatic: UInt32 { 1 }
  public static var spring: UInt32 { 2 }
  public static var overshoot: UInt32 { 4 }
  public static var all: UInt32 { 7 }
}

/// press_transition_config.flags.
public enum TransitionsFlag {
  public static var noCoast: UInt32 { 1 }
  public static var all: UInt32 { 1 }
}

/// The drivers of a transition. While the quick actions of a peek are on show, transitions that PREVIEW, COMMIT and PEEK drive stay at their fraction, also when the finger lifts: they finish or cancel as the peek pops or is dismissed.
public enum TransitionDriver {
  public static var none: UInt32 { 0 }
  public static var preview: UInt32 { 1 }
  public static var commit: UInt32 { 2 }
  public static var pressure: UInt32 { 3 }
  public static var motion: UInt32 { 4 }
  public static var peek: UInt32 { 5 }
}

/// The effect of a drop on the items. Between domains a move becomes a copy.
public enum DropOperation {
  public static var cancel: UInt32 { 0 }
  public static var forbidden: UInt32 { 1 }
  public static var copy: UInt32 { 2 }
  public static var move: UInt32 { 3 }
}

/// press_drag_item.flags.
public enum ItemFlag {
  public static var selected: UInt32 { 1 }
  public static var copyOnly: UInt32 { 2 }
  public static var sameDomain: UInt32 { 4 }
  public static var inside: UInt32 { 8 }
  public static var all: UInt32 { 15 }
}

/// The pointer that shows what a drop would do.
public enum PointerHint {
  public static var plain: UInt32 { 0 }
  public static var copy: UInt32 { 1 }
  public static var link: UInt32 { 2 }
  public static var disappearing: UInt32 { 3 }
  public static var notAllowed: UInt32 { 4 }
}

/// press_drop_proposal.flags.
public enum ProposalFlag {
  public static var exact: UInt32 { 1 }
  public static var part: UInt32 { 2 }
  public static var transfers: UInt32 { 4 }
  public static var task: UInt32 { 8 }
  public static var irreversible: UInt32 { 16 }
  public static var ownHint: UInt32 { 32 }
  public static var all: UInt32 { 63 }
}

/// The state of a drag session.
public enum DragSessionState {
  public static var none: UInt32 { 0 }
  public static var dragging: UInt32 { 1 }
  public static var confirming: UInt32 { 2 }
  public static var dropping: UInt32 { 3 }
}

/// Keys held during a drag.
public enum Modifier {
  public static var copy: UInt32 { 1 }
  public static var all: UInt32 { 1 }
}

/// press_drag_config.flags.
public enum DragFlag {
  public static var afterHold: UInt32 { 1 }
  public static var holdInScroll: UInt32 { 2 }
  public static var byForce: UInt32 { 4 }
  public static var fromPreview: UInt32 { 8 }
  public static var noDwell: UInt32 { 16 }
  public static var noSpringForce: UInt32 { 32 }
  public static var linearScroll: UInt32 { 64 }
  public static var all: UInt32 { 127 }
}

/// press_button_config.flags.
public enum ButtonFlag {
  public static var notWhileMoving: UInt32 { 1 }
  public static var rapidTrigger: UInt32 { 2 }
  public static var all: UInt32 { 3 }
}

/// How the velocity follows the speed, from 1 at min_speed to 127 at max_speed.
public enum StrikeCurve {
  public static var log: UInt32 { 0 }
  public static var linear: UInt32 { 1 }
  public static var power: UInt32 { 2 }
}

/// press_pinch_config.flags.
public enum PinchFlag {
  public static var noMove: UInt32 { 1 }
  public static var all: UInt32 { 1 }
}

/// The value of PRESS_EVENT_SWIPED.
public enum SwipeDirection {
  public static var left: UInt32 { 0 }
  public static var right: UInt32 { 1 }
  public static var up: UInt32 { 2 }
  public static var down: UInt32 { 3 }
}

/// press_scroll_config.flags.
public enum ScrollFlag {
  public static var noCoast: UInt32 { 1 }
  public static var noRubberBand: UInt32 { 2 }
  public static var bounce: UInt32 { 4 }
  public static var all: UInt32 { 7 }
}

/// press_levels_config.flags.
public enum LevelsFlag {
  public static var stepped: UInt32 { 1 }
  public static var notWhileMoving: UInt32 { 2 }
  public static var all: UInt32 { 3 }
}

/// How the effect feels.
public enum EffectKind {
  public static var none: UInt32 { 0 }
  public static var level: UInt32 { 1 }
  public static var tick: UInt32 { 2 }
  public static var soft: UInt32 { 3 }
  public static var firm: UInt32 { 4 }
  public static var double: UInt32 { 5 }
}

/// press_feedback_row.flags.
public enum FeedbackFlag {
  public static var ended: UInt8 { 1 }
  public static var reason: UInt8 { 2 }
  public static var value: UInt8 { 4 }
  public static var notZero: UInt8 { 8 }
  public static var rising: UInt8 { 16 }
  public static var falling: UInt8 { 32 }
  public static var unlessButton: UInt8 { 64 }
  public static var all: UInt8 { 127 }
}

/// The value that the strength follows.
public enum StrengthSource {
  public static var fixed: UInt8 { 0 }
  public static var force: UInt8 { 1 }
  public static var pressure: UInt8 { 2 }
  public static var progress: UInt8 { 3 }
}

/// press_circuit.flags.
public enum CircuitFlag {
  public static var pullUp: UInt32 { 1 }
  public static var all: UInt32 { 1 }
}

/// press_curve.kind.
public enum CurveKind {
  public static var power: UInt16 { 1 }
  public static var table: UInt16 { 2 }
}

/// press_curve_report.rule.
public enum CurveRule {
  public static var fits: UInt32 { 0 }
  public static var tooFew: UInt32 { 1 }
  public static var tooMany: UInt32 { 2 }
  public static var negative: UInt32 { 3 }
  public static var notAboveZero: UInt32 { 4 }
  public static var notRising: UInt32 { 5 }
}

/// Parts to leave out.
public enum PadFlag {
  public static var noMedian: UInt32 { 1 }
  public static var noFilter: UInt32 { 2 }
  public static var noBaseline: UInt32 { 4 }
  public static var noThird: UInt32 { 8 }
  public static var all: UInt32 { 15 }
}

/// press_pad_tare.
public enum TareFlag {
  public static var force: UInt32 { 1 }
  public static var all: UInt32 { 1 }
}

/// press_reading.flags.
public enum ReadingFlag {
  public static var touched: UInt32 { 1 }
  public static var starting: UInt32 { 2 }
  public static var lost: UInt32 { 4 }
  public static var all: UInt32 { 7 }
}

/// press_grid_config.flags.
public enum GridFlag {
  public static var baseline: UInt32 { 1 }
  public static var falling: UInt32 { 2 }
  public static var gains: UInt32 { 4 }
  public static var all: UInt32 { 7 }
}

/// How the columns are read while one row is driven and the others are at ground. A conductance is then computed from all codes of a frame: cells of one column, or of one row, take from each other what they read.
public enum GridCircuit {
  public static var plain: UInt16 { 0 }
  public static var dividers: UInt16 { 1 }
  public static var amplifiers: UInt16 { 2 }
}

/// press_grid_tare.
public enum GridTareFlag {
  public static var force: UInt32 { 1 }
  public static var all: UInt32 { 1 }
}

/// press_grid_contact.flags.
public enum GridContactFlag {
  public static var held: UInt32 { 1 }
  public static var merged: UInt32 { 2 }
  public static var palm: UInt32 { 4 }
  public static var saturated: UInt32 { 8 }
  public static var all: UInt32 { 15 }
}

/// press_converter_config.part.
public enum PartNumber {
  public static var ads7828: UInt8 { 1 }
  public static var ads7830: UInt8 { 2 }
  public static var pcf8591: UInt8 { 3 }
  public static var mcp3221: UInt8 { 4 }
  public static var adc121c021: UInt8 { 5 }
  public static var max11612: UInt8 { 6 }
  public static var max11613: UInt8 { 7 }
  public static var max11614: UInt8 { 8 }
  public static var max11615: UInt8 { 9 }
  public static var max11616: UInt8 { 10 }
  public static var max11617: UInt8 { 11 }
  public static var mcp3421: UInt8 { 12 }
  public static var mcp3422: UInt8 { 13 }
  public static var mcp3423: UInt8 { 14 }
  public static var mcp3424: UInt8 { 15 }
  public static var mcp3425: UInt8 { 16 }
  public static var mcp3426: UInt8 { 17 }
  public static var mcp3427: UInt8 { 18 }
  public static var mcp3428: UInt8 { 19 }
  public static var nau7802: UInt8 { 20 }
  public static var mcp3021: UInt8 { 21 }
  public static var adc101c021: UInt8 { 22 }
  public static var adc081c021: UInt8 { 23 }
  public static var max11600: UInt8 { 24 }
  public static var max11601: UInt8 { 25 }
  public static var max11602: UInt8 { 26 }
  public static var max11603: UInt8 { 27 }
  public static var max11604: UInt8 { 28 }
  public static var max11605: UInt8 { 29 }
  public static var max11606: UInt8 { 30 }
  public static var max11607: UInt8 { 31 }
  public static var max11608: UInt8 { 32 }
  public static var max11609: UInt8 { 33 }
  public static var max11610: UInt8 { 34 }
  public static var max11611: UInt8 { 35 }
  public static var tla2528: UInt8 { 36 }
  public static var ads7138: UInt8 { 37 }
  public static var ads1115: UInt8 { 38 }
  public static var ads1015: UInt8 { 39 }
  public static var tla2024: UInt8 { 40 }
}

/// press_converter_config.flags, of an ADS1115, ADS1015 or TLA2024.
public enum ConverterFlag {
  public static var continuous: UInt8 { 1 }
  public static var pollReady: UInt8 { 2 }
  public static var readyPin: UInt8 { 4 }
  public static var all: UInt8 { 7 }
}

/// press_converter_part.flags.
public enum PartFlag {
  public static var recognized: UInt32 { 1 }
  public static var all: UInt32 { 1 }
}

/// The kind of the motor.
public enum MotorKind {
  public static var erm: UInt8 { 0 }
  public static var lra: UInt8 { 1 }
}

/// press_drv2605l_config.flags.
public enum DRV2605LFlag {
  public static var calibrate: UInt8 { 1 }
  public static var calibrated: UInt8 { 2 }
  public static var closedLoop: UInt8 { 4 }
  public static var all: UInt8 { 7 }
}

/// The state of the driver.
public enum DRV2605LState {
  public static var settingUp: UInt32 { 0 }
  public static var calibrating: UInt32 { 1 }
  public static var ready: UInt32 { 2 }
  public static var playing: UInt32 { 3 }
  public static var atLevel: UInt32 { 4 }
  public static var armed: UInt32 { 5 }
}

/// The faults since press_drv2605l_init.
public enum DRV2605LFault {
  public static var current: UInt32 { 1 }
  public static var temperature: UInt32 { 2 }
  public static var calibration: UInt32 { 4 }
  public static var endless: UInt32 { 8 }
  public static var all: UInt32 { 15 }
}

/// What can be attached to an engine, in the order in which it observes and delivers: the engine's own housekeeping, and the
/// interactions. An engine knows what is attached by the heads in its storage alone, so that a program that attaches nothing links nothing.
enum Attachment: UInt8 {
  case housekeeping, drag, gestures, peek, transition, button, strike, pinch, scroll, levels, crosstalk
}
