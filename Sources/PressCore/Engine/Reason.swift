import CPress

/// Why something ended, failed or changed: the constants of event.h.
public enum Reason {
  public static var none: Int32 { 0 }
  public static var lifted: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_LIFTED) }
  public static var lost: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_LOST) }
  public static var silent: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_SILENT) }
  public static var reset: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_RESET) }
  public static var program: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_PROGRAM) }
  public static var targetRemoved: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_TARGET_REMOVED) }
  public static var palm: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_PALM) }
  public static var noDestination: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_NO_DESTINATION) }
  public static var forbidden: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_FORBIDDEN) }
  public static var denied: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_DENIED) }
  public static var failed: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_FAILED) }
  public static var dragged: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_DRAGGED) }
  public static var open: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_OPEN) }
  public static var shorted: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_SHORTED) }
  public static var saturated: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_SATURATED) }
  public static var stuck: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_STUCK) }
  public static var stale: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_STALE) }
  public static var bus: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_BUS) }
  public static var start: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_START) }
  public static var drift: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_DRIFT) }
  public static var belowZero: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_BELOW_ZERO) }
  public static var contactTooLong: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_CONTACT_TOO_LONG) }
  public static var requested: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_REQUESTED) }
  public static var fingerAtStart: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_FINGER_AT_START) }
  public static var zero: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_ZERO) }
  public static var span: Int32 { Int32(truncatingIfNeeded: PRESS_REASON_SPAN) }
}
