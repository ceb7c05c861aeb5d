/// The cutoff of the 1 euro filter by the rate of the frames: from the median of the first intervals.
///
/// Slow frames need a high cutoff, as a filter takes some readings to get anywhere; fast ones have noise to spare.
struct FrameRate {
  /// Hz, Q16: before it is measured, and the least.
  static var cutoffBefore: Int32 { 10 << 16 }
  private static var leastCutoff: Int32 { 3 << 16 }
  /// Cutoff times rate, Hz^2: 500. So 25 Hz at 20 frames a second, 5 Hz at 100.
  private static var product: UInt64 { 500 }
  private static var most: Int { 16 }

  /// In rising order.
  private var intervals = InlineArray<16, UInt32>(repeating: 0)
  private var count = 0

  /// It is measured again; what was found holds meanwhile.
  mutating func restart() { count = 0 }

  @inline(__always)
  var isKnown: Bool { count == FrameRate.most }

  /// Takes in an interval, microseconds, above 0. Returns whether that was the last one needed.
  mutating func isMeasured(with elapsed: UInt64) -> Bool {
    let interval = UInt32(clamping: elapsed)
    var at = min(count, FrameRate.most &- 1)
    while at > 0 && intervals[unchecked: at &- 1] > interval {
      intervals[unchecked: at] = intervals[unchecked: at &- 1]
      at &-= 1
    }
    intervals[unchecked: at] = interval
    count = min(count &+ 1, FrameRate.most)
    return isKnown
  }

  /// Hz, Q16. It is known.
  var cutoff: Int32 {
    let middle = (UInt64(intervals[unchecked: 7]) &+ UInt64(intervals[unchecked: 8])) >> 1
    let hertz = Wide.divide(middle &* (FrameRate.product << 16), by: 1_000_000)
    return max(FrameRate.leastCutoff, Int32(clamping: hertz))
  }
}
