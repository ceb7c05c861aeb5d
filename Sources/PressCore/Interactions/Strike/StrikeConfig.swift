import CPress

/// Defaults and limits of strikes and lifts.
public enum StrikeConfig {
  public typealias Interaction = Strikes

  static var mostWindow: UInt32 { 100_000 }
  static var mostSources: UInt16 { 256 }

  public static var makeDefault: press_strike_config {
    var c = press_strike_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_strike_config>.size)
    c.window_us = 20_000
    c.min_speed = 10 << 16
    c.max_speed = 1000 << 16
    c.curve = StrikeCurve.log
    c.exponent = Q16.one
    c.unknown_velocity = 64
    return c
  }

  /// What may be wrong with one, in the order of the fields. The texts stand in PressABI/StrikeFunctions.swift.
  public enum Rule: UInt8 { case size, window, least, most, curve, exponent, sources, unknownVelocity }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ c: press_strike_config) -> Rule? {
    if c.size != UInt32(truncatingIfNeeded: MemoryLayout<press_strike_config>.size) { return .size }
    if c.window_us > mostWindow { return .window }
    if c.min_speed <= 0 { return .least }
    if c.max_speed <= c.min_speed { return .most }
    if c.curve > StrikeCurve.power { return .curve }
    if c.exponent < Q16.one >> 3 || c.exponent > 8 << 16 { return .exponent }
    if c.sources > mostSources { return .sources }
    return c.unknown_velocity > 127 ? .unknownVelocity : nil
  }
}

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
