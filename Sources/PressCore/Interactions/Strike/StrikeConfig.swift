import CPress

extension press_strike_config {
  /// 0...127 of a speed, N/s.
  func velocity(_ speed: Int32) -> UInt32 {
    if speed < min_speed { return 0 }
    // The way from the least to the most speed, Q16.
    var way = Q16.one
    if speed < max_speed {
      way =
        curve == StrikeCurve.log
        ? Fraction.q16(above(min_speed, speed), of: above(min_speed, max_speed))
        : Fraction.q16(UInt64(truncatingIfNeeded: speed &- min_speed), of: UInt64(truncatingIfNeeded: max_speed &- min_speed))
      if curve == StrikeCurve.power {
        let octaves = Int64(Logarithm.log2Q24(UInt32(truncatingIfNeeded: way))) &- 16 << 24
        way = way == 0 ? 0 : Logarithm.exp2(q24: (octaves &* Int64(exponent)) >> 16, times: Q16.one)
      }
    }
    return 1 &+ UInt32(truncatingIfNeeded: (Int64(way) &* 126 &+ 32768) >> 16)
  }

  /// How many octaves, Q24, one speed is above another.
  private func above(_ low: Int32, _ high: Int32) -> UInt64 {
    let octaves = Logarithm.log2Q24(UInt32(truncatingIfNeeded: high)) &- Logarithm.log2Q24(UInt32(truncatingIfNeeded: low))
    return UInt64(truncatingIfNeeded: max(octaves, 0))
  }
}
