import CPress

/// Defaults and limits of gestures.
public enum GesturesConfig {
  public typealias Interaction = Gestures

  public static var makeDefault: press_gestures_config {
    var c = press_gestures_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_gestures_config>.size)
    c.hold_us = 500_000
    c.double_tap_us = 300_000
    c.slop = 10 << 16
    c.hold_slop = 10 << 16
    c.scroll_slop = 10 << 16
    c.double_tap_slop = 40 << 16
    c.force_from_hold_delay_us = 200_000
    c.frame_us = 16_667
    return c
  }

  /// What may be wrong with one, in the order of the fields. The texts stand in PressABI/GesturesFunctions.swift.
  public enum Rule: UInt8 { case size, hold, slop, doubleTapSlop, frame, holdSlop, scrollSlop }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ c: press_gestures_config) -> Rule? {
    if c.size != UInt32(truncatingIfNeeded: MemoryLayout<press_gestures_config>.size) { return .size }
    if c.hold_us == 0 { return .hold }
    if c.slop < 0 { return .slop }
    if c.double_tap_slop < 0 { return .doubleTapSlop }
    if c.frame_us == 0 { return .frame }
    if c.hold_slop < 0 { return .holdSlop }
    return c.scroll_slop < 0 ? .scrollSlop : nil
  }
}
