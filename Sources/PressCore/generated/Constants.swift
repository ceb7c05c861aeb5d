// Written by `make contract` from the headers.

/// Negative errno values of Linux, so that strerror(-status) says nearly the same.
package enum Status {
  package static var ok: Int32 { 0 }
  package static var notFound: Int32 { -2 }
  package static var io: Int32 { -5 }
  package static var full: Int32 { -11 }
  package static var busy: Int32 { -16 }
  package static var invalid: Int32 { -22 }
  package static var noSpace: Int32 { -28 }
  package static var time: Int32 { -62 }
  package static var state: Int32 { -71 }
  package static var damaged: Int32 { -74 }
  package static var moved: Int32 { -78 }
  package static var version: Int32 { -93 }
  package static var tooFewEvents: Int32 { -105 }
  package static var timedOut: Int32 { -110 }
  package static var notAcknowledged: Int32 { -121 }
}

/// What happened. "Begins" and "ends" pair up: each beginning has exactly one end.
package enum EventType {
  package static var contactBegan: UInt32 { 1 }
  package static var contactMoved: UInt32 { 2 }
  package static var contactEnded: UInt32 { 3 }
  package static var contactCancelled: UInt32 { 4 }
  package static var previewBegan: UInt32 { 16 }
  package static var previewUpdated: UInt32 { 17 }
  package static var commitUpdated: UInt32 { 18 }
  package static var previewCancelled: UInt32 { 19 }
  package static var previewRefused: UInt32 { 20 }
  package static var tapped: UInt32 { 32 }
  package static var doubleTapped: UInt32 { 33 }
  package static var holdBegan: UInt32 { 34 }
  package static var holdEnded: UInt32 { 35 }
  package static var holdCancelled: UInt32 { 36 }
  package static var scrollBegan: UInt32 { 37 }
  package static var scrollMoved: UInt32 { 38 }
  package static var scrollEnded: UInt32 { 39 }
  package static var scrollCancelled: UInt32 { 40 }
  package static var tapFailed: UInt32 { 41 }
  package static var holdRepeated: UInt32 { 42 }
  package static var dragRefused: UInt32 { 43 }
  package static var swiped: UInt32 { 44 }
  package static var throwBegan: UInt32 { 45 }
  package static var throwMoved: UInt32 { 46 }
  package static var throwEnded: UInt32 { 47 }
  package static var peekShown: UInt32 { 48 }
  package static var peekPopped: UInt32 { 49 }
  package static var peekDismissed: UInt32 { 50 }
  package static var actionsRevealed: UInt32 { 51 }
  package static var actionHighlighted: UInt32 { 52 }
  package static var actionSelected: UInt32 { 53 }
  package static var actionsHidden: UInt32 { 54 }
  package static var peekTouched: UInt32 { 55 }
  package static var pinchBegan: UInt32 { 56 }
  package static var pinchChanged: UInt32 { 57 }
  package static var pinchEnded: UInt32 { 58 }
  package static var pinchCancelled: UInt32 { 59 }
  package static var sensorFault: UInt32 { 64 }
  package static var sensorRecovered: UInt32 { 65 }
  package static var baselineChanged: UInt32 { 66 }
  package static var sensorSaturated: UInt32 { 67 }
  package static var recalibrate: UInt32 { 68 }
  package static var supplyFault: UInt32 { 69 }
  package static var supplyRecovered: UInt32 { 70 }
  package static var levelsBegan: UInt32 { 72 }
  package static var levelEntered: UInt32 { 73 }
  package static var levelLeft: UInt32 { 74 }
  package static var levelRepeated: UInt32 { 75 }
  package static var levelsEnded: UInt32 { 76 }
  package static var levelsCancelled: UInt32 { 77 }
  package static var transitionStarted: UInt32 { 80 }
  package static var transitionUpdated: UInt32 { 81 }
  package static var transitionFinished: UInt32 { 82 }
  package static var transitionCancelled: UInt32 { 83 }
  package static var buttonPressed: UInt32 { 88 }
  package static var buttonReleased: UInt32 { 89 }
  package static var buttonCancelled: UInt32 { 90 }
  package static var struck: UInt32 { 91 }
  package static var letGo: UInt32 { 95 }
  package static var dragBegan: UInt32 { 96 }
  package static var dragMoved: UInt32 { 97 }
  package static var dragEntered: UInt32 { 98 }
  package static var dragLeft: UInt32 { 99 }
  package static var dragProposed: UInt32 { 100 }
  package static var dragItemsChanged: UInt32 { 101 }
  package static var dragHintChanged: UInt32 { 102 }
  package static var dragConfirm: UInt32 { 103 }
  package static var dragDropped: UInt32 { 104 }
  package static var dragCancelled: UInt32 { 105 }
  package static var springPossible: UInt32 { 106 }
  package static var springActivating: UInt32 { 107 }
  package static var springActivated: UInt32 { 108 }
  package static var springEnded: UInt32 { 109 }
  package static var autoscrollBegan: UInt32 { 110 }
  package static var autoscrollChanged: UInt32 { 111 }
  package static var autoscrollEnded: UInt32 { 112 }
  package static var dropItemBegan: UInt32 { 113 }
  package static var dropItemUpdated: UInt32 { 114 }
  package static var dropItemEnded: UInt32 { 115 }
  package static var dropSlow: UInt32 { 116 }
  package static var dropConcluded: UInt32 { 117 }
  package static var taskBegan: UInt32 { 118 }
  package static var taskUpdated: UInt32 { 119 }
  package static var taskEnded: UInt32 { 120 }
  package static var dropItemUndone: UInt32 { 121 }
  package static var dropUndone: UInt32 { 122 }
  package static var selectionSet: UInt32 { 123 }
  package static var selectionCleared: UInt32 { 124 }
  package static var targetActivated: UInt32 { 125 }
  package static var dropItemNotTaken: UInt32 { 126 }
  package static var dropItemRedone: UInt32 { 127 }
  package static var dropRedone: UInt32 { 128 }
  package static var dragLifted: UInt32 { 129 }
  package static var dragSettled: UInt32 { 130 }
  package static var dragForbidden: UInt32 { 131 }
}

/// press_event.flags.
package enum EventFlag {
  package static var ended: UInt32 { 1 }
  package static var returns: UInt32 { 2 }
  package static var fades: UInt32 { 4 }
  package static var part: UInt32 { 8 }
  package static var kept: UInt32 { 16 }
  package static var unknown: UInt32 { 32 }
  package static var resting: UInt32 { 64 }
  package static var button: UInt32 { 128 }
  package static var all: UInt32 { 255 }
}

/// Why something ended, failed or changed.
package enum Reason {
  package static var none: Int32 { 0 }
  package static var lifted: Int32 { 1 }
  package static var lost: Int32 { 2 }
  package static var silent: Int32 { 3 }
  package static var reset: Int32 { 4 }
  package static var program: Int32 { 5 }
  package static var targetRemoved: Int32 { 6 }
  package static var palm: Int32 { 7 }
  package static var noDestination: Int32 { 8 }
  package static var forbidden: Int32 { 9 }
  package static var denied: Int32 { 10 }
  package static var failed: Int32 { 11 }
  package static var dragged: Int32 { 12 }
  package static var slept: Int32 { 13 }
  package static var pinched: Int32 { 14 }
  package static var open: Int32 { 16 }
  package static var shorted: Int32 { 17 }
  package static var saturated: Int32 { 18 }
  package static var stuck: Int32 { 19 }
  package static var stale: Int32 { 20 }
  package static var bus: Int32 { 21 }
  package static var range: Int32 { 22 }
  package static var flickering: Int32 { 23 }
  package static var start: Int32 { 32 }
  package static var drift: Int32 { 33 }
  package static var belowZero: Int32 { 34 }
  package static var contactTooLong: Int32 { 35 }
  package static var requested: Int32 { 36 }
  package static var fingerAtStart: Int32 { 37 }
  package static var zero: Int32 { 38 }
  package static var span: Int32 { 39 }
  package static var moved: Int32 { 40 }
  package static var tooLong: Int32 { 41 }
  package static var leftTarget: Int32 { 42 }
  package static var noSession: Int32 { 43 }
  package static var returned: Int32 { 44 }
  package static var tapped: Int32 { 50 }
  package static var touched: Int32 { 51 }
}

/// The interactions in which a target takes part. Any combination.
package enum Trait {
  package static var preview: UInt32 { 1 }
  package static var peek: UInt32 { 2 }
  package static var tap: UInt32 { 4 }
  package static var hold: UInt32 { 8 }
  package static var dragSource: UInt32 { 16 }
  package static var drop: UInt32 { 32 }
  package static var spring: UInt32 { 64 }
  package static var scroll: UInt32 { 128 }
  package static var doubleTap: UInt32 { 256 }
  package static var inactive: UInt32 { 512 }
  package static var content: UInt32 { 1024 }
  package static var pinch: UInt32 { 2048 }
  package static var swipeX: UInt32 { 4096 }
  package static var swipeY: UInt32 { 8192 }
  package static var keepsDrag: UInt32 { 16384 }
  package static var all: UInt32 { 32767 }
}

/// press_config.flags.
package enum ConfigFlag {
  package static var contactFromFlag: UInt32 { 1 }
  package static var tellMoved: UInt32 { 2 }
  package static var all: UInt32 { 3 }
}

/// press_sample.flags.
package enum SampleFlag {
  package static var down: UInt32 { 1 }
  package static var lost: UInt32 { 2 }
  package static var palm: UInt32 { 4 }
  package static var hasForce: UInt32 { 8 }
  package static var settling: UInt32 { 16 }
  package static var all: UInt32 { 31 }
}

/// press_gestures_config.flags.
package enum GesturesFlag {
  package static var scrollFromTouch: UInt32 { 1 }
  package static var all: UInt32 { 1 }
}

/// How a quick action is drawn.
package enum ActionStyle {
  package static var `default`: UInt32 { 0 }
  package static var selected: UInt32 { 1 }
  package static var destructive: UInt32 { 2 }
}

/// CHECKED and MIXED are for the program, and exclude each other.
package enum ActionFlag {
  package static var disabled: UInt32 { 1 }
  package static var checked: UInt32 { 2 }
  package static var mixed: UInt32 { 4 }
  package static var keepOpen: UInt32 { 8 }
  package static var all: UInt32 { 15 }
}

/// press_peek_config.flags.
package enum PeekFlag {
  package static var noSlide: UInt32 { 1 }
  package static var fromHold: UInt32 { 2 }
  package static var hide: UInt32 { 4 }
  package static var all: UInt32 { 7 }
}

/// press_transition_options.flags.
package enum TransitionFlag {
  package static var automatic: UInt32 { 1 }
  package static var spring: UInt32 { 2 }
  package static var overshoot: UInt32 { 4 }
  package static var all: UInt32 { 7 }
}

/// press_transition_config.flags.
package enum TransitionsFlag {
  package static var noCoast: UInt32 { 1 }
  package static var all: UInt32 { 1 }
}

/// The drivers of a transition. While the quick actions of a peek are on show, transitions that PREVIEW, COMMIT and PEEK drive stay at their fraction, also when the finger lifts: they finish or cancel as the peek pops or is dismissed.
package enum TransitionDriver {
  package static var none: UInt32 { 0 }
  package static var preview: UInt32 { 1 }
  package static var commit: UInt32 { 2 }
  package static var pressure: UInt32 { 3 }
  package static var motion: UInt32 { 4 }
  package static var peek: UInt32 { 5 }
}

/// The effect of a drop on the items. Between domains a move becomes a copy.
package enum DropOperation {
  package static var cancel: UInt32 { 0 }
  package static var forbidden: UInt32 { 1 }
  package static var copy: UInt32 { 2 }
  package static var move: UInt32 { 3 }
}

/// press_drag_item.flags.
package enum ItemFlag {
  package static var selected: UInt32 { 1 }
  package static var copyOnly: UInt32 { 2 }
  package static var sameDomain: UInt32 { 4 }
  package static var inside: UInt32 { 8 }
  package static var all: UInt32 { 15 }
}

/// The pointer that shows what a drop would do.
package enum PointerHint {
  package static var plain: UInt32 { 0 }
  package static var copy: UInt32 { 1 }
  package static var link: UInt32 { 2 }
  package static var disappearing: UInt32 { 3 }
  package static var notAllowed: UInt32 { 4 }
}

/// press_drop_proposal.flags.
package enum ProposalFlag {
  package static var exact: UInt32 { 1 }
  package static var part: UInt32 { 2 }
  package static var transfers: UInt32 { 4 }
  package static var task: UInt32 { 8 }
  package static var irreversible: UInt32 { 16 }
  package static var ownHint: UInt32 { 32 }
  package static var all: UInt32 { 63 }
}

/// The state of a drag session.
package enum DragSessionState {
  package static var none: UInt32 { 0 }
  package static var dragging: UInt32 { 1 }
  package static var confirming: UInt32 { 2 }
  package static var dropping: UInt32 { 3 }
}

/// Keys held during a drag.
package enum Modifier {
  package static var copy: UInt32 { 1 }
  package static var all: UInt32 { 1 }
}

/// press_drag_config.flags.
package enum DragFlag {
  package static var afterHold: UInt32 { 1 }
  package static var holdInScroll: UInt32 { 2 }
  package static var byForce: UInt32 { 4 }
  package static var fromPreview: UInt32 { 8 }
  package static var noDwell: UInt32 { 16 }
  package static var noSpringForce: UInt32 { 32 }
  package static var linearScroll: UInt32 { 64 }
  package static var all: UInt32 { 127 }
}

/// press_button_config.flags.
package enum ButtonFlag {
  package static var notWhileMoving: UInt32 { 1 }
  package static var rapidTrigger: UInt32 { 2 }
  package static var all: UInt32 { 3 }
}

/// How the velocity follows the speed, from 1 at min_speed to 127 at max_speed.
package enum StrikeCurve {
  package static var log: UInt32 { 0 }
  package static var linear: UInt32 { 1 }
  package static var power: UInt32 { 2 }
}

/// press_pinch_config.flags.
package enum PinchFlag {
  package static var noMove: UInt32 { 1 }
  package static var all: UInt32 { 1 }
}

/// The value of PRESS_EVENT_SWIPED.
package enum SwipeDirection {
  package static var left: UInt32 { 0 }
  package static var right: UInt32 { 1 }
  package static var up: UInt32 { 2 }
  package static var down: UInt32 { 3 }
}

/// press_scroll_config.flags.
package enum ScrollFlag {
  package static var noCoast: UInt32 { 1 }
  package static var noRubberBand: UInt32 { 2 }
  package static var bounce: UInt32 { 4 }
  package static var all: UInt32 { 7 }
}

/// press_levels_config.flags.
package enum LevelsFlag {
  package static var stepped: UInt32 { 1 }
  package static var notWhileMoving: UInt32 { 2 }
  package static var all: UInt32 { 3 }
}

/// How the effect feels.
package enum EffectKind {
  package static var none: UInt32 { 0 }
  package static var level: UInt32 { 1 }
  package static var tick: UInt32 { 2 }
  package static var soft: UInt32 { 3 }
  package static var firm: UInt32 { 4 }
  package static var double: UInt32 { 5 }
}

/// press_feedback_row.flags.
package enum FeedbackFlag {
  package static var ended: UInt8 { 1 }
  package static var reason: UInt8 { 2 }
  package static var value: UInt8 { 4 }
  package static var notZero: UInt8 { 8 }
  package static var rising: UInt8 { 16 }
  package static var falling: UInt8 { 32 }
  package static var unlessButton: UInt8 { 64 }
  package static var all: UInt8 { 127 }
}

/// The value that the strength follows.
package enum StrengthSource {
  package static var fixed: UInt8 { 0 }
  package static var force: UInt8 { 1 }
  package static var pressure: UInt8 { 2 }
  package static var progress: UInt8 { 3 }
}

/// press_circuit.flags.
package enum CircuitFlag {
  package static var pullUp: UInt32 { 1 }
  package static var all: UInt32 { 1 }
}

/// press_curve.kind.
package enum CurveKind {
  package static var power: UInt16 { 1 }
  package static var table: UInt16 { 2 }
}

/// press_curve_report.rule.
package enum CurveRule {
  package static var fits: UInt32 { 0 }
  package static var tooFew: UInt32 { 1 }
  package static var tooMany: UInt32 { 2 }
  package static var negative: UInt32 { 3 }
  package static var notAboveZero: UInt32 { 4 }
  package static var notRising: UInt32 { 5 }
}

/// Parts to leave out.
package enum PadFlag {
  package static var noMedian: UInt32 { 1 }
  package static var noFilter: UInt32 { 2 }
  package static var noBaseline: UInt32 { 4 }
  package static var noThird: UInt32 { 8 }
  package static var all: UInt32 { 15 }
}

/// press_pad_tare.
package enum TareFlag {
  package static var force: UInt32 { 1 }
  package static var all: UInt32 { 1 }
}

/// press_reading.flags.
package enum ReadingFlag {
  package static var touched: UInt32 { 1 }
  package static var starting: UInt32 { 2 }
  package static var lost: UInt32 { 4 }
  package static var all: UInt32 { 7 }
}

/// press_grid_config.flags.
package enum GridFlag {
  package static var baseline: UInt32 { 1 }
  package static var falling: UInt32 { 2 }
  package static var gains: UInt32 { 4 }
  package static var all: UInt32 { 7 }
}

/// How the columns are read while one row is driven and the others are at ground. A conductance is then computed from all codes of a frame: cells of one column, or of one row, take from each other what they read.
package enum GridCircuit {
  package static var plain: UInt16 { 0 }
  package static var dividers: UInt16 { 1 }
  package static var amplifiers: UInt16 { 2 }
}

/// press_grid_tare.
package enum GridTareFlag {
  package static var force: UInt32 { 1 }
  package static var all: UInt32 { 1 }
}

/// press_grid_contact.flags.
package enum GridContactFlag {
  package static var held: UInt32 { 1 }
  package static var merged: UInt32 { 2 }
  package static var palm: UInt32 { 4 }
  package static var saturated: UInt32 { 8 }
  package static var all: UInt32 { 15 }
}

/// press_converter_config.part.
package enum PartNumber {
  package static var ads7828: UInt8 { 1 }
  package static var ads7830: UInt8 { 2 }
  package static var pcf8591: UInt8 { 3 }
  package static var mcp3221: UInt8 { 4 }
  package static var adc121c021: UInt8 { 5 }
  package static var max11612: UInt8 { 6 }
  package static var max11613: UInt8 { 7 }
  package static var max11614: UInt8 { 8 }
  package static var max11615: UInt8 { 9 }
  package static var max11616: UInt8 { 10 }
  package static var max11617: UInt8 { 11 }
  package static var mcp3421: UInt8 { 12 }
  package static var mcp3422: UInt8 { 13 }
  package static var mcp3423: UInt8 { 14 }
  package static var mcp3424: UInt8 { 15 }
  package static var mcp3425: UInt8 { 16 }
  package static var mcp3426: UInt8 { 17 }
  package static var mcp3427: UInt8 { 18 }
  package static var mcp3428: UInt8 { 19 }
  package static var nau7802: UInt8 { 20 }
  package static var mcp3021: UInt8 { 21 }
  package static var adc101c021: UInt8 { 22 }
  package static var adc081c021: UInt8 { 23 }
  package static var max11600: UInt8 { 24 }
  package static var max11601: UInt8 { 25 }
  package static var max11602: UInt8 { 26 }
  package static var max11603: UInt8 { 27 }
  package static var max11604: UInt8 { 28 }
  package static var max11605: UInt8 { 29 }
  package static var max11606: UInt8 { 30 }
  package static var max11607: UInt8 { 31 }
  package static var max11608: UInt8 { 32 }
  package static var max11609: UInt8 { 33 }
  package static var max11610: UInt8 { 34 }
  package static var max11611: UInt8 { 35 }
  package static var tla2528: UInt8 { 36 }
  package static var ads7138: UInt8 { 37 }
  package static var ads1115: UInt8 { 38 }
  package static var ads1015: UInt8 { 39 }
  package static var tla2024: UInt8 { 40 }
}

/// press_converter_config.flags, of an ADS1115, ADS1015 or TLA2024.
package enum ConverterFlag {
  package static var continuous: UInt8 { 1 }
  package static var pollReady: UInt8 { 2 }
  package static var readyPin: UInt8 { 4 }
  package static var all: UInt8 { 7 }
}

/// press_converter_part.flags.
package enum PartFlag {
  package static var recognized: UInt32 { 1 }
  package static var all: UInt32 { 1 }
}

/// The kind of the motor.
package enum MotorKind {
  package static var erm: UInt8 { 0 }
  package static var lra: UInt8 { 1 }
}

/// press_drv2605l_config.flags.
package enum DRV2605LFlag {
  package static var calibrate: UInt8 { 1 }
  package static var calibrated: UInt8 { 2 }
  package static var closedLoop: UInt8 { 4 }
  package static var all: UInt8 { 7 }
}

/// The state of the driver.
package enum DRV2605LState {
  package static var settingUp: UInt32 { 0 }
  package static var calibrating: UInt32 { 1 }
  package static var ready: UInt32 { 2 }
  package static var playing: UInt32 { 3 }
  package static var atLevel: UInt32 { 4 }
  package static var armed: UInt32 { 5 }
}

/// The faults since press_drv2605l_init.
package enum DRV2605LFault {
  package static var current: UInt32 { 1 }
  package static var temperature: UInt32 { 2 }
  package static var calibration: UInt32 { 4 }
  package static var endless: UInt32 { 8 }
  package static var all: UInt32 { 15 }
}

/// What can be attached to an engine, in the order in which it observes and delivers: the engine's own housekeeping, and the
/// interactions. An engine knows what is attached by the heads in its storage alone, so that a program that attaches nothing links nothing.
enum Attachment: UInt8 {
  case housekeeping, drag, gestures, peek, transition, button, strike, pinch, scroll, levels, crosstalk
}
