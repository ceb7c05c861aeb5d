import CPress

/// Defaults and limits of pinches.
public enum PinchConfig {
  public typealias Interaction = Pinches

  public static var makeDefault: press_pinch_config {
    var c = press_pinch_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_pinch_config>.size)
    c.slop = 8 << 16
    c.turn_slop = 8 << 16
    return c
  }

  /// What may be wrong with one, in the order of the fields. The texts stand in PressABI/PinchFunctions.swift.
  public enum Rule: UInt8 { case size, flags, slop, turnSlop, reserved }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ c: press_pinch_config) -> Rule? {
    if c.size != UInt32(truncatingIfNeeded: MemoryLayout<press_pinch_config>.size) { return .size }
    if c.flags & ~PinchFlag.all != 0 { return .flags }
    if c.slop <= 0 { return .slop }
    if c.turn_slop < Q16.one >> 1 || c.turn_slop > 90 << 16 { return .turnSlop }
    return c.reserved.0 != 0 || c.reserved.1 != 0 ? .reserved : nil
  }
}
