import CPress

/// The zero of each cell.
extension Grid {
  static var largest: Int32 { 1 << 29 }

  @inline(__always)
  static func clamped(_ cell: Int32) -> Int32 { max(0 &- largest, min(cell, largest)) }

  /// Watches the zeros. Returns whether it goes on.
  func watch(_ cells: UnsafePointer<Int32>) -> Bool {
    let now = state.now
    let zeros = zeros
    let count = columns &* rows
    var i = 0
    if state.startUntil == 0 {
      state.startUntil = Wide.addSaturating(now, UInt64(config.pointee.start_us))
      state.watched = 0
      while i < count {
        zeros[i] = 0
        i &+= 1
      }
    }
    // Sums of more would not fit, and say no more.
    if state.watched < 4096 {
      state.watched &+= 1
      i = 0
      while i < count {
        zeros[i] &+= Int64(Grid.clamped(cells[i]))
        i &+= 1
      }
    }
    if now < state.startUntil { return true }
    i = 0
    while i < count {
      zeros[i] = Wide.divide(zeros[i] << 16, by: state.watched)
      i &+= 1
    }
    state.isStarting = false
    state.followedAt = now
    return false
  }

  /// While nothing touches. Not more often than this: the share of one frame would be lost to rounding.
  func followZeros(_ cells: UnsafePointer<Int32>, _ elapsed: UInt64) {
    if elapsed < 20_000 { return }
    state.followedAt = state.now
    // What a pause brought is not drift that was seen.
    let passed = min(elapsed, 100_000)
    let rise = Grid.share(passed, config.pointee.rise_us)
    let fall = Grid.share(passed, config.pointee.fall_us)
    let zeros = zeros
    let count = columns &* rows
    var i = 0
    while i < count {
      let off = (Int64(Grid.clamped(cells[i])) << 16) &- zeros[i]
      zeros[i] &+= (off &* (off > 0 ? rise : fall)) >> 16
      i &+= 1
    }
  }

  /// Q16. The difference has 47 bits.
  private static func share(_ passed: UInt64, _ constant: UInt32) -> Int64 {
    constant == 0 ? 0 : Int64(truncatingIfNeeded: Wide.divide(min(passed, UInt64(constant)) << 16, by: UInt64(constant)))
  }
}
