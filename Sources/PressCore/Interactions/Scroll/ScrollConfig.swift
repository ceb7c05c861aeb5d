import CPress

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
