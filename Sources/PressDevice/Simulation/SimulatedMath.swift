/// Powers from + - * / alone, so that a simulation is the same bit for bit on every processor; a libm is not.
enum SimulatedMath {
  private static let ln2 = 0.6931471805599453

  /// x to the power of y, for x above 0.
  static func power(_ x: Double, _ y: Double) -> Double {
    exponential(y * logarithm(x))
  }

  static func logarithm(_ x: Double) -> Double {
    var exponent = Double(Int((x.bitPattern &>> 52) & 0x7FF) - 1023)
    var mantissa = Double(bitPattern: (x.bitPattern & 0x000F_FFFF_FFFF_FFFF) | 0x3FF0_0000_0000_0000)
    if mantissa > 1.4142135623730951 {
      mantissa = mantissa / 2.0
      exponent = exponent + 1.0
    }
    let s = (mantissa - 1.0) / (mantissa + 1.0)
    let square = s * s
    var term = s
    var sum = 0.0
    var odd = 1.0
    while odd < 24.0 {
      sum = sum + term / odd
      term = term * square
      odd = odd + 2.0
    }
    return 2.0 * sum + exponent * ln2
  }

  static func exponential(_ x: Double) -> Double {
    if x > 700.0 { return 1.0e300 }
    if x < -700.0 { return 0.0 }
    let scaled = x / ln2
    let whole = Int(scaled < 0.0 ? scaled - 0.5 : scaled + 0.5)
    let rest = x - Double(whole) * ln2
    var term = 1.0
    var sum = 1.0
    var n = 1.0
    while n < 18.0 {
      term = term * rest / n
      sum = sum + term
      n = n + 1.0
    }
    return sum * Double(bitPattern: UInt64(whole + 1023) &<< 52)
  }
}

/// xorshift64*: the same numbers on every processor.
package struct SimulatedRandom {
  private var state: UInt64

  package init(seed: UInt64) {
    // splitmix64, so that neighbouring seeds are far apart and 0 is allowed
    var z = seed &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    state = (z ^ (z &>> 31)) | 1
  }

  package mutating func next() -> UInt64 {
    state ^= state &>> 12
    state ^= state &<< 25
    state ^= state &>> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  /// 0 up to, not including, 1.
  package mutating func unit() -> Double {
    Double(next() &>> 11) / 9_007_199_254_740_992.0
  }

  /// Nearly normal with deviation 1: twelve uniform numbers would do, four are enough for noise.
  package mutating func gauss() -> Double {
    (unit() + unit() + unit() + unit() - 2.0) * 1.7320508075688772
  }

  /// True once in `count` times.
  package mutating func once(in count: UInt64) -> Bool {
    next() % count == 0
  }
}
