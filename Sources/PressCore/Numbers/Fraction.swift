/// Parts of a whole as fixed point, clamped to 0..1 and rounded down. d = 0 gives 1.
enum Fraction {
  /// n / d as Q16. Both are cut to their highest bits where d has more than 48.
  static func q16(_ n: UInt64, of d: UInt64) -> Int32 {
    if n >= d { return Q16.one }
    let cut = UInt64(truncatingIfNeeded: max(16 &- d.leadingZeroBitCount, 0))
    return Int32(truncatingIfNeeded: min(Wide.divide((n &>> cut) &<< 16, by: d &>> cut), 65535))
  }

  /// n / d as Q32, 1 << 32 at 1. Both are cut to their highest bits where d has more than 32.
  static func q32(_ n: UInt64, of d: UInt64) -> UInt64 {
    if n >= d { return 1 << 32 }
    let cut = UInt64(truncatingIfNeeded: max(32 &- d.leadingZeroBitCount, 0))
    return min(Wide.divide((n &>> cut) &<< 32, by: d &>> cut), 1 << 32)
  }
}
