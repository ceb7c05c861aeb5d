import CPress

/// Defaults and limits of drags.
public enum DragConfig {
  public typealias Interaction = Drag

  @inline(never)
  public static var makeDefault: press_drag_config {
    var c = press_drag_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_drag_config>.size)
    c.max_sessions = 2
    c.max_items = 8
    c.undo_depth = 4
    c.slop = 3 << 16
    c.still_slop = 10 << 16
    c.start_pressure = 16384
    c.hold_us = 500_000
    c.spring_dwell_us = 500_000
    c.spring_activating_us = 250_000
    c.spring_pressure = 32768
    c.drop_pressure = 2 << 16
    c.scroll_edge = 40 << 16
    c.scroll_speed = 800 << 16
    c.scroll_ramp_us = 1_200_000
    c.scroll_full = 8 << 16
    c.frame_us = 16_667
    c.slow_us = 1_000_000
    return c
  }

  /// What may be wrong with one, in the order of the fields. The texts stand in PressABI/DragFunctions.swift.
  public enum Rule: UInt8 {
    case size, flags, sessions, items, undo, slop, stillSlop, startPressure, scrollEdge, scrollSpeed, frame, scrollFull, reserved
  }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ c: press_drag_config) -> Rule? {
    if c.size != UInt32(truncatingIfNeeded: MemoryLayout<press_drag_config>.size) { return .size }
    if c.flags & ~DragFlag.all != 0 { return .flags }
    if c.max_sessions < 1 || c.max_sessions > 16 { return .sessions }
    if c.max_items < 1 || c.max_items > 64 { return .items }
    if c.undo_depth > 16 { return .undo }
    if c.slop < 0 { return .slop }
    if c.still_slop < 0 { return .stillSlop }
    if c.start_pressure < 0 || c.start_pressure > Q16.one { return .startPressure }
    if c.scroll_edge < 0 { return .scrollEdge }
    if c.scroll_speed < 0 { return .scrollSpeed }
    if c.frame_us == 0 { return .frame }
    if c.scroll_full < 0 { return .scrollFull }
    return UInt32(c.reserved) | c.reserved2.0 | c.reserved2.1 != 0 ? .reserved : nil
  }
}
