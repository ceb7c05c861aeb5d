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

  @inline(never)
  public static func isValid(_ c: UnsafePointer<press_grid_config>) -> Bool {
    let most = (
      columns: UInt16(truncatingIfNeeded: PRESS_GRID_COLUMNS), rows: UInt16(truncatingIfNeeded: PRESS_GRID_ROWS),
      contacts: UInt16(truncatingIfNeeded: PRESS_GRID_CONTACTS)
    )
    let isShaped = c.pointee.columns >= 1 && c.pointee.columns <= most.columns && c.pointee.rows >= 1
      && c.pointee.rows <= most.rows && c.pointee.max_contacts >= 1 && c.pointee.max_contacts <= most.contacts
      && c.pointee.pitch_x != 0 && c.pointee.pitch_y != 0
    let hasLevels = c.pointee.gain > 0 && c.pointee.release_force > 0 && c.pointee.release_force <= c.pointee.touch_force
      && c.pointee.valley >= 0 && c.pointee.valley <= Q16.one && c.pointee.max_jump > 0
    return c.pointee.size == UInt32(truncatingIfNeeded: MemoryLayout<press_grid_config>.size) && isShaped && hasLevels
      && c.pointee.flags & ~GridFlag.all == 0 && c.pointee.reserved == 0
      && (c.pointee.curve.kind == 0 || Curve.isValid(curve(c)))
  }

  /// The last field.
  private static func curve(_ c: UnsafePointer<press_grid_config>) -> UnsafePointer<press_curve> {
    let offset = MemoryLayout<press_grid_config>.size &- MemoryLayout<press_curve>.size
    return UnsafeRawPointer(c).advanced(by: offset).assumingMemoryBound(to: press_curve.self)
  }
}
