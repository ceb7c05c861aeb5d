import CPress

/// The statuses of the C contract as the type that functions return.
public enum Status {
  public static var ok: Int32 { 0 }
  public static var notFound: Int32 { Int32(truncatingIfNeeded: PRESS_ERR_NOENT) }
  public static var busy: Int32 { Int32(truncatingIfNeeded: PRESS_ERR_BUSY) }
  public static var invalid: Int32 { Int32(truncatingIfNeeded: PRESS_ERR_INVAL) }
  public static var noSpace: Int32 { Int32(truncatingIfNeeded: PRESS_ERR_NOSPC) }
  public static var tooFewEvents: Int32 { Int32(truncatingIfNeeded: PRESS_ERR_NOBUFS) }
  public static var time: Int32 { Int32(truncatingIfNeeded: PRESS_ERR_TIME) }
  public static var state: Int32 { Int32(truncatingIfNeeded: PRESS_ERR_STATE) }
  public static var damaged: Int32 { Int32(truncatingIfNeeded: PRESS_ERR_DAMAGED) }
  public static var version: Int32 { Int32(truncatingIfNeeded: PRESS_ERR_VERSION) }
}
