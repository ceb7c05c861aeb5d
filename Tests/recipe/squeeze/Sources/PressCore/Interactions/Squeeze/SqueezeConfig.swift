import CPress

/// Defaults and limits of squeezes.
public enum SqueezeConfig {
  public typealias Interaction = Squeezes

  static var longest: UInt32 { 2_000_000 }

  public static var makeDefault: press_squeeze_config {
    var c = press_squeeze_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_squeeze_config>.size)
    c.within_us = 200_000
    c.pressure = Q16.one >> 1
    return c
  }

  /// What may be wrong with one, in the order of the fields. The texts stand in PressABI/SqueezeFunctions.swift.
  public enum Rule: UInt8 { case size, within, pressure, reserved }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ c: press_squeeze_config) -> Rule? {
    if c.size != UInt32(truncatingIfNeeded: MemoryLayout<press_squeeze_config>.size) { return .size }
    if c.within_us > longest { return .within }
    if c.pressure < 0 || c.pressure > Q16.one { return .pressure }
    return c.reserved != 0 ? .reserved : nil
  }
}
