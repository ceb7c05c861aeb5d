import CPress

/// Defaults and limits of the force button.
public enum ButtonConfig {
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
    return c
  }

  public static func isValid(_ c: press_button_config) -> Bool {
    c.size == UInt32(truncatingIfNeeded: MemoryLayout<press_button_config>.size) && c.flags == 0 && c.release_force > 0
      && c.release_force <= c.press_force && c.press_force <= c.ceiling && c.ratio_down >= 0 && c.ratio_down <= Q16.one
      && c.ratio_up >= Q16.one && c.ratio_up <= 4 << 16 && c.full_speed >= 0
      && c.reserved.0 | c.reserved.1 | c.reserved.2 == 0
  }
}
