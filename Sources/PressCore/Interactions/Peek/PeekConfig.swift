import CPress

/// Defaults and limits of peeks.
public enum PeekConfig {
  public typealias Interaction = Peek

  @inline(never)
  public static var makeDefault: press_peek_config {
    var c = press_peek_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_peek_config>.size)
    c.reveal_distance = 40 << 16
    c.slop = 10 << 16
    c.rest_us = 100_000
    c.hold_us = 500_000
    return c
  }

  /// What may be wrong with one, in the order of the fields. The texts stand in PressABI/PeekFunctions.swift.
  public enum Rule: UInt8 { case size, flags, revealDistance, slop, hold, reserved }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ c: press_peek_config) -> Rule? {
    if c.size != UInt32(truncatingIfNeeded: MemoryLayout<press_peek_config>.size) { return .size }
    if c.flags & ~PeekFlag.all != 0 { return .flags }
    if c.reveal_distance <= 0 { return .revealDistance }
    if c.slop <= 0 { return .slop }
    if c.hold_us == 0 { return .hold }
    return c.reserved.0 | c.reserved.1 != 0 ? .reserved : nil
  }
}
