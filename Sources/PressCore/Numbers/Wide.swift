/// 64-bit arithmetic that cannot trap.
public enum Wide {
  /// n / d, rounded down. d = 0 gives UInt64.max.
  @inline(__always)
  public static func divide(_ n: UInt64, by d: UInt64) -> UInt64 {
    let (quotient, failed) = n.dividedReportingOverflow(by: d)
    return failed ? UInt64.max : quotient
  }

  /// n / d, rounded towards zero. d is above 0; 0 gives 0.
  @inline(__always)
  public static func divide(_ n: Int64, by d: Int64) -> Int64 {
    let (quotient, failed) = n.dividedReportingOverflow(by: d)
    return failed ? 0 : quotient
  }

  /// n / d, rounded to nearest, halves up. n + d / 2 must fit. d = 0 gives UInt64.max.
  @inline(__always)
  public static func divideRounded(_ n: UInt64, by d: UInt64) -> UInt64 {
    divide(n &+ (d >> 1), by: d)
  }

  /// n / d for a signed n, rounded to nearest, halves away from zero. The magnitude saturates at Int64.max, also for d = 0.
  @inline(__always)
  public static func divideRounded(_ n: Int64, by d: UInt64) -> Int64 {
    let magnitude = Int64(clamping: divideRounded(n.magnitude, by: d))
    return n < 0 ? 0 &- magnitude : magnitude
  }

  /// (a * b) >> shift from the full 128-bit product, rounded to nearest, halves up. shift is 1...63. The result must fit.
  @inline(__always)
  public static func multiplyFitting(_ a: Int64, _ b: Int64, shiftedRight shift: Int64) -> Int64 {
    let (high, low) = a.multipliedFullWidth(by: b)
    let (sum, carry) = low.addingReportingOverflow(UInt64(1) &<< UInt64(truncatingIfNeeded: shift &- 1))
    let top = high &+ (carry ? 1 : 0)
    return (top &<< (64 &- shift)) | Int64(truncatingIfNeeded: sum &>> UInt64(truncatingIfNeeded: shift))
  }

  /// The square root, rounded down.
  @inline(never)
  public static func squareRoot(_ n: UInt64) -> UInt32 {
    var root: UInt64 = 0
    var bit: UInt64 = 1 << 31
    while bit != 0 {
      let next = root | bit
      if next &* next <= n { root = next }
      bit &>>= 1
    }
    return UInt32(truncatingIfNeeded: root)
  }

  /// a + b, saturating.
  @inline(__always)
  public static func addSaturating(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? UInt64.max : sum
  }
}
