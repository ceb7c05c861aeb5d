import CPress

/// Defaults and limits of throws and swipes.
public enum ScrollConfig {
  public typealias Interaction = Scrolls

  static var mostThrows: UInt16 { 8 }
  private static var leastFriction: Int32 { Q16.one >> 2 }
  private static var mostFriction: Int32 { 64 << 16 }

  public static var makeDefault: press_scroll_config {
    var c = press_scroll_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_scroll_config>.size)
    c.max_throws = 2
    c.friction = 2 << 16
    c.min_speed = 50 << 16
    c.frame_us = 16_667
    c.settle_us = 400_000
    c.swipe_distance = 50 << 16
    c.swipe_speed = 300 << 16
    return c
  }

  /// What may be wrong with one, in the order of the fields. The texts stand in PressABI/ScrollFunctions.swift.
  public enum Rule: UInt8 { case size, most, reserved, friction, least, frame, settle, distance, speed }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ c: press_scroll_config) -> Rule? {
    if c.size != UInt32(truncatingIfNeeded: MemoryLayout<press_scroll_config>.size) { return .size }
    if c.max_throws == 0 || c.max_throws > mostThrows { return .most }
    if c.reserved != 0 { return .reserved }
    if c.friction < leastFriction || c.friction > mostFriction { return .friction }
    if c.min_speed < 0 { return .least }
    if c.frame_us == 0 { return .frame }
    if c.settle_us < 10_000 || c.settle_us > 10_000_000 { return .settle }
    if c.swipe_distance <= 0 { return .distance }
    return c.swipe_speed <= 0 ? .speed : nil
  }
}

extension press_scroll_content {
  public static var anywhere: press_scroll_content {
    var c = press_scroll_content()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_scroll_content>.size)
    (c.min_x, c.max_x, c.min_y, c.max_y) = (Int32.min, 32767 << 16, Int32.min, 32767 << 16)
    return c
  }

  public var isValid: Bool {
    size == UInt32(truncatingIfNeeded: MemoryLayout<press_scroll_content>.size) && min_x <= max_x && min_y <= max_y && snap_x >= 0
      && snap_y >= 0
  }
}
