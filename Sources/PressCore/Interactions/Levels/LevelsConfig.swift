import CPress

/// Defaults and limits of levels.
public enum LevelsConfig {
  public typealias Interaction = PressureLevels

  static var most: UInt32 { 8 }
  private static var longest: UInt32 { 10_000_000 }

  public static var makeDefault: press_levels_config {
    var c = press_levels_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_levels_config>.size)
    c.count = 2
    c.first_pressure = 16384
    c.last_pressure = 43909
    c.hysteresis = 19661
    c.repeat_fast_us = 75_000
    c.repeat_delay_us = 400_000
    return c
  }

  /// What may be wrong with one, in the order of the fields. The texts stand in PressABI/LevelsFunctions.swift.
  public enum Rule: UInt8 { case size, flags, count, first, last, hysteresis, repeats, fast, delay, reserved }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ c: press_levels_config) -> Rule? {
    if c.size != UInt32(truncatingIfNeeded: MemoryLayout<press_levels_config>.size) { return .size }
    if c.flags & ~LevelsFlag.all != 0 { return .flags }
    if c.count < 2 || c.count > most { return .count }
    if c.first_pressure <= 0 { return .first }
    if c.last_pressure <= c.first_pressure || c.last_pressure > Q16.one { return .last }
    if c.hysteresis < 0 || c.hysteresis > 58982 { return .hysteresis }
    if c.repeat_us > longest { return .repeats }
    if c.repeat_fast_us < LevelsSettings.shortest || c.repeat_fast_us > longest { return .fast }
    if c.repeat_delay_us > longest { return .delay }
    return c.reserved != 0 ? .reserved : nil
  }
}
