/// Maps low...high to 0...1 (Q16), clamped outside. Rising everywhere; 1 at `high` and above and nowhere else; rounded
/// down, exactly so while high - low is below 128.0. One multiplication: the reciprocal is made once.
public struct Ramp {
  let low: Int32
  let span: UInt32
  let reciprocal: UInt64

  /// low <= high. When they are equal the ramp is a step.
  public init(from low: Int32, to high: Int32) {
    self.low = low
    span = UInt32(bitPattern: high &- low)
    reciprocal = Wide.addSaturating(Wide.divide(1 << 62, by: UInt64(span)), 1)
  }

  @inline(__always)
  public func callAsFunction(_ value: Int32) -> Int32 {
    if value < low { return 0 }
    let distance = UInt32(bitPattern: value &- low)
    if distance >= span { return Q16.one }
    let fraction = Int32(truncatingIfNeeded: (UInt64(distance) &* reciprocal) >> 46)
    return min(fraction, Q16.one &- 1)
  }
}
