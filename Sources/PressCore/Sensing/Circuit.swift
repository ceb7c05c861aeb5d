import CPress

/// From codes to conductance, by ratio.
public enum Circuit {
  /// One siemens over one ohm, in microsiemens Q16.
  private static var microsiemens: UInt64 { 1_000_000 << 16 }

  /// The highest rising code that the converter gives.
  static func top(_ c: press_circuit) -> Int32 { c.max_code == 0 ? c.full_scale : c.max_code }

  /// Whether no converter gives this rising code, also where the supply is off by a quarter, or noise comes on top of `max_code`.
  static func isBeyond(_ c: press_circuit, _ code: Int32) -> Bool {
    code < leastOrdinary(c) || code > top(c) &+ top(c) &>> (c.max_code == 0 ? 2 : 6)
  }

  /// Noise around zero lies above.
  static func leastOrdinary(_ c: press_circuit) -> Int32 { 0 &- c.full_scale >> 2 }

  /// From here on the sensor is at the end of its range.
  static func saturatedFrom(_ c: press_circuit) -> Int32 { min(top(c) &- top(c) >> 6, most(c)) }

  /// The rising code of `short_ohm`, rounded to nearest.
  static func shortCode(_ c: press_circuit) -> Int32 {
    let short = UInt64(c.short_ohm)
    let parallel = UInt64(c.parallel_ohm)
    // Ohms in Q8: at most 32 bits; times a code 56.
    let ohm = parallel == 0 ? short << 8 : Wide.divideRounded((short &* parallel) << 8, by: short &+ parallel)
    let resistor = UInt64(c.resistor_ohm) << 8
    return Int32(truncatingIfNeeded: Wide.divideRounded(UInt64(truncatingIfNeeded: c.full_scale) &* resistor, by: resistor &+ ohm))
  }

  /// Whether the code alone distinguishes a short from a finger.
  static func showsShort(_ c: press_circuit) -> Bool { top(c) &- shortCode(c) >= 4 }

  /// The code as it would be with the FSR at the supply: rising with force.
  @inline(__always)
  public static func rising(_ c: press_circuit, _ code: Int32) -> Int32 {
    c.flags & CircuitFlag.pullUp != 0 ? Int32(clamping: Int64(c.full_scale) &- Int64(code)) : code
  }

  /// The highest code that counts: above, the sensor has no resistance left.
  @inline(__always)
  static func most(_ c: press_circuit) -> Int32 { c.full_scale &- max(c.full_scale >> 6, 1) }

  /// From a rising code. The circuit is valid. Microsiemens, Q16, rounded to nearest (with a parallel resistor within one
  /// unit), saturating.
  public static func conductance(_ c: press_circuit, rising code: Int32) -> Int32 {
    conductance(c, clamped: max(0, min(code, most(c))))
  }

  /// From a rising code from 0 to `most`.
  @inline(__always)
  static func conductance(_ c: press_circuit, clamped code: Int32) -> Int32 {
    let rest = UInt64(UInt32(bitPattern: c.full_scale &- code))
    let total = Wide.divideRounded(UInt64(UInt32(bitPattern: code)) &* microsiemens, by: rest &* UInt64(c.resistor_ohm))
    if c.parallel_ohm == 0 { return Int32(truncatingIfNeeded: min(total, 0x7fff_ffff)) }
    let parallel = Wide.divideRounded(microsiemens, by: UInt64(c.parallel_ohm))
    return Int32(clamping: Int64(truncatingIfNeeded: total) &- Int64(truncatingIfNeeded: parallel))
  }

  /// The rising code of a conductance, microsiemens Q16, rounded down, from 0 to `most`.
  static func code(_ c: press_circuit, _ conductance: Int32) -> Int32 {
    let parallel = c.parallel_ohm == 0 ? 0 : Wide.divideRounded(microsiemens, by: UInt64(c.parallel_ohm))
    // Up to 61 bits: shifted until it leaves room for a code.
    let ratio = (UInt64(UInt32(bitPattern: max(conductance, 0))) &+ parallel) &* UInt64(c.resistor_ohm)
    let whole = microsiemens &+ ratio
    let shift = UInt64(truncatingIfNeeded: max(26 &- whole.leadingZeroBitCount, 0))
    let code = Wide.divide((ratio &>> shift) &* UInt64(UInt32(bitPattern: c.full_scale)), by: whole &>> shift)
    return min(Int32(truncatingIfNeeded: code), most(c))
  }

  /// The lowest rising code of a wire that is whole: half of what the parallel resistor alone gives. 0 without one.
  public static func openBelow(_ c: press_circuit) -> Int32 {
    if c.parallel_ohm == 0 { return 0 }
    let idle = Wide.divide(UInt64(truncatingIfNeeded: c.full_scale) &* UInt64(c.resistor_ohm), by: UInt64(c.resistor_ohm) &+ UInt64(c.parallel_ohm))
    return Int32(truncatingIfNeeded: idle >> 1)
  }
}
