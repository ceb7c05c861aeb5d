import CPress

/// Defaults and limits of the force button.
public enum ButtonConfig {
  public typealias Interaction = ForceButton

  public static var makeDefault: press_button_config {
    var c = press_button_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_button_config>.size)
    c.press_force = 98304
    c.release_force = 85197
    c.ratio_down = 39322
    c.ratio_up = 78643
    c.ceiling = 6 << 16
    c.full_speed = 200 << 16
    c.lift_us = UInt32.max
    c.rapid_fall = 19661
    c.rapid_rise = 19661
    return c
  }

  /// What may be wrong with one, in the order of the fields. The texts stand in PressABI/ButtonFunctions.swift.
  public enum Rule: UInt8 { case size, flags, press, release, ratioDown, ratioUp, ceiling, fullSpeed, rapidFall, rapidRise, reserved }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ c: press_button_config) -> Rule? {
    if c.size != UInt32(truncatingIfNeeded: MemoryLayout<press_button_config>.size) { return .size }
    if c.flags & ~ButtonFlag.all != 0 { return .flags }
    if c.press_force <= 0 { return .press }
    if c.release_force <= 0 || c.release_force > c.press_force { return .release }
    if c.ratio_down < 0 || c.ratio_down > Q16.one { return .ratioDown }
    if c.ratio_up < Q16.one || c.ratio_up > 4 << 16 { return .ratioUp }
    if c.ceiling < c.press_force { return .ceiling }
    if c.full_speed < 0 { return .fullSpeed }
    if c.rapid_fall <= 0 { return .rapidFall }
    if c.rapid_rise <= 0 { return .rapidRise }
    return c.reserved != 0 ? .reserved : nil
  }
}
