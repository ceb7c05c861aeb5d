import CPress

/// The 1 euro filter in integers. The value is Q32, its speed Q24 per second, the smoothing factor Q30.
public enum OneEuro {
  /// 2 pi / 1e6 in Q40: from Hz times microseconds to a ratio.
  private static var radians: UInt64 { 6_908_513 }
  /// Pauses longer than this (67 s) count as this long: the factor is 1 by then.
  private static var longest: UInt64 { 1 << 26 }
  private static var fastest: Int64 { 1 << 52 }

  public static func isValid(minCutoff: Int32, beta: Int32, derivativeCutoff: Int32) -> Bool {
    minCutoff > 0 && beta >= 0 && derivativeCutoff > 0
  }

  /// t is later than the time before.
  @inline(__always)
  public static func step(_ f: inout press_one_euro, at t: UInt64, _ value: Int32) -> Int32 {
    let input = Int64(value) << 16
    if f.started == 0 {
      f.started = 1
      f.t_us = t
      f.value = input
      f.speed = 0
      return value
    }
    let elapsed = min(t &- f.t_us, longest)
    f.t_us = t
    let difference = input &- f.value
    let perSecond = Wide.divide((difference >> 8) &* 1_000_000, by: Int64(truncatingIfNeeded: elapsed))
    let speed = max(-fastest, min(perSecond, fastest))
    f.speed &+= Wide.multiplyFitting(
      speed &- f.speed, factor(UInt64(truncatingIfNeeded: f.derivative_cutoff_hz), elapsed), shiftedRight: 30)
    // At most 2^53 * 2^31 / 2^24.
    let faster = Wide.multiplyFitting(Int64(truncatingIfNeeded: f.speed.magnitude), Int64(f.beta), shiftedRight: 24)
    let cutoff = min(Wide.addSaturating(UInt64(truncatingIfNeeded: f.min_cutoff_hz), UInt64(truncatingIfNeeded: faster)), 0x7fff_ffff)
    f.value &+= Wide.multiplyFitting(difference, factor(cutoff, elapsed), shiftedRight: 30)
    return Int32(clamping: (f.value &+ 0x8000) >> 16)
  }

  /// 1 - 1 / (1 + 2 pi cutoff elapsed), Q30, for a cutoff in Q16 Hz.
  @inline(__always)
  private static func factor(_ cutoff: UInt64, _ elapsed: UInt64) -> Int64 {
    let cycles = cutoff &* elapsed
    let ratio = (((cycles >> 32) &* radians) << 8) &+ (((cycles & 0xffff_ffff) &* radians) >> 24)
    return (1 << 30) &- Int64(truncatingIfNeeded: Wide.divide(UInt64(1) << 62, by: (1 << 32) &+ ratio))
  }
}
