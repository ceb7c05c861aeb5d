import CPress

/// Defaults and limits of press_grid_config. Where the defaults come from stands in docs/DESIGN.md.
public enum GridConfig {
  @inline(never)
  public static func makeDefault() -> press_grid_config {
    var c = press_grid_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_grid_config>.size)
    c.columns = 16
    c.rows = 16
    c.max_contacts = 10
    c.min_cells = 1
    c.pitch_x = Q16.one
    c.pitch_y = Q16.one
    c.gain = Q16.one
    c.touch_force = 13107
    c.release_force = 6554
    c.valley = 52429
    c.max_jump = 3 << 16
    c.dropout_us = 30_000
    c.merge_us = 1_000_000
    c.start_us = 200_000
    c.rise_us = 30_000_000
    c.fall_us = 1_000_000
    return c
  }

  /// What may be wrong with one. The texts stand in PressABI/GridFunctions.swift.
  public enum Rule {
    case size, flags, columns, rows, contacts, contact, pitchX, pitchY, gain, touch, release, valley, jump, palmLength
    case curve(Curve.Rule)
  }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ c: UnsafePointer<press_grid_config>) -> Rule? {
    if c.pointee.size != UInt32(truncatingIfNeeded: MemoryLayout<press_grid_config>.size) { return .size }
    if c.pointee.flags & ~GridFlag.all != 0 { return .flags }
    if c.pointee.columns < 1 || c.pointee.columns > UInt16(truncatingIfNeeded: PRESS_GRID_COLUMNS) { return .columns }
    if c.pointee.rows < 1 || c.pointee.rows > UInt16(truncatingIfNeeded: PRESS_GRID_ROWS) { return .rows }
    if c.pointee.max_contacts < 1 || c.pointee.max_contacts > UInt16(truncatingIfNeeded: PRESS_GRID_CONTACTS) { return .contacts }
    if c.pointee.contact > Engine.noContact &- 32 { return .contact }
    if c.pointee.pitch_x == 0 { return .pitchX }
    if c.pointee.pitch_y == 0 { return .pitchY }
    if c.pointee.gain <= 0 { return .gain }
    if c.pointee.touch_force <= 0 { return .touch }
    if c.pointee.release_force <= 0 || c.pointee.release_force > c.pointee.touch_force { return .release }
    if c.pointee.valley < 0 || c.pointee.valley > Q16.one { return .valley }
    if c.pointee.max_jump <= 0 { return .jump }
    if c.pointee.palm_length > 32767 { return .palmLength }
    if c.pointee.curve.kind == 0 { return nil }
    return Curve.brokenRule(Curve.of(c)).map { .curve($0) }
  }
}
