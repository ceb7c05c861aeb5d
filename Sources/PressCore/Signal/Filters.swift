import CPress

/// Median of the last three values.
package enum Median {
  /// Whether the next step takes a median.
  @inline(__always)
  static func isFull(_ median: press_median) -> Bool { median.count >= 2 }

  @inline(__always)
  package static func step(_ median: inout press_median, _ value: Int32) -> Int32 {
    if isFull(median) { return slide(&median, value) }
    median.previous = (value, median.previous.0)
    median.count &+= 1
    return value
  }

  /// The step of one that is full.
  @inline(__always)
  static func slide(_ median: inout press_median, _ value: Int32) -> Int32 {
    let (newer, older) = median.previous
    median.previous = (value, newer)
    return max(min(newer, older), min(max(newer, older), value))
  }
}

/// The 1 euro filter in integers. The value is Q32, its speed Q24 per second, the smoothing factor Q30.
package enum OneEuro {
  /// 2 pi / 1e6 in Q40: from Hz times microseconds to a ratio.
  private static var radians: UInt64 { 6_908_435 }

  package static func isValid(minCutoff: Int32, beta: Int32, derivativeCutoff: Int32) -> Bool {
    minCutoff > 0 && beta >= 0 && derivativeCutoff > 0
  }

  /// The factor that smooths the speed, of the time between two values that it was made for: the next is mostly the same.
  package struct Pace {
    fileprivate var elapsed: UInt64 = 0
    fileprivate var factor: Int64 = 0

    package init() {}
  }

  /// t is later than the time before. `pace` is of this filter, and new where its settings are.
  @inline(__always)
  package static func step(_ f: inout press_one_euro, at t: UInt64, _ value: Int32, _ pace: inout Pace) -> Int32 {
    let input = Int64(value) << 16
    if f.started == 0 {
      f.started = 1
      f.t_us = t
      f.value = input
      f.speed = 0
      return value
    }
    let elapsed = t &- f.t_us
    f.t_us = t
    let difference = input &- f.value
    // At most 2^41 * 10^6: 61 bits. A pause of 2^63 us or more gives 0.
    let perSecond = Wide.divide((difference >> 8) &* 1_000_000, by: Int64(truncatingIfNeeded: elapsed))
    if elapsed != pace.elapsed {
      pace.elapsed = elapsed
      pace.factor = factorOnSlowPath(UInt64(truncatingIfNeeded: f.derivative_cutoff_hz) &<< 8, elapsed)
    }
    f.speed &+= Wide.multiplyFitting(perSecond &- f.speed, pace.factor, shiftedRight: 30)
    let (high, low) = f.speed.magnitude.multipliedFullWidth(by: UInt64(truncatingIfNeeded: f.beta))
    let faster = high >> 15 != 0 ? UInt64.max : high &<< 48 | low &>> 16
    let cutoff = Wide.addSaturating(UInt64(truncatingIfNeeded: f.min_cutoff_hz) &<< 8, faster)
    f.value &+= Wide.multiplyFitting(difference, factor(cutoff, elapsed), shiftedRight: 30)
    // Between values that were put in: it fits.
    return Int32(truncatingIfNeeded: (f.value &+ 0x7fff) >> 16)
  }

  @inline(never)
  private static func factorOnSlowPath(_ cutoff: UInt64, _ elapsed: UInt64) -> Int64 { factor(cutoff, elapsed) }

  /// 1 - 1 / (1 + 2 pi cutoff elapsed), Q30, for a cutoff in Q24 Hz.
  @inline(__always)
  private static func factor(_ cutoff: UInt64, _ elapsed: UInt64) -> Int64 {
    let (cycles, isTooFast) = cutoff.multipliedReportingOverflow(by: elapsed)
    if isTooFast { return 1 << 30 }
    let (high, low) = cycles.multipliedFullWidth(by: radians)
    let ratio = high &<< 32 | low &>> 32
    // The lowest bit does not matter, and shows the compiler that it does not divide by 0.
    return (1 << 30) &- Int64(truncatingIfNeeded: Wide.divideRounded(UInt64(1) << 62, by: ((1 << 32) &+ ratio) | 1))
  }
}
