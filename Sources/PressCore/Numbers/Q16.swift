/// Signed Q16.16 arithmetic on raw values. Everything saturates and rounds to nearest, halves up.
package enum Q16 {
  package static let one: Int32 = 65536

  @inline(__always)
  package static func add(_ a: Int32, _ b: Int32) -> Int32 {
    Int32(clamping: Int64(a) &+ Int64(b))
  }

  @inline(__always)
  package static func subtract(_ a: Int32, _ b: Int32) -> Int32 {
    Int32(clamping: Int64(a) &- Int64(b))
  }

  @inline(__always)
  package static func multiply(_ a: Int32, _ b: Int32) -> Int32 {
    Int32(clamping: (Int64(a) &* Int64(b) &+ 0x8000) >> 16)
  }
}

/// Parts of a whole as fixed point, clamped to 0..1 and rounded down. d = 0 gives 1.
enum Fraction {
  /// n / d as Q16. Both are cut to their highest bits if d has more than 48.
  static func q16(_ n: UInt64, of d: UInt64) -> Int32 {
    if n >= d { return Q16.one }
    let cut = UInt64(truncatingIfNeeded: max(16 &- d.leadingZeroBitCount, 0))
    return Int32(truncatingIfNeeded: min(Wide.divide((n &>> cut) &<< 16, by: d &>> cut), 65535))
  }

  /// n / d as Q32; 1 is 1 << 32. Both are cut to their highest bits if d has more than 32.
  static func q32(_ n: UInt64, of d: UInt64) -> UInt64 {
    if n >= d { return 1 << 32 }
    let cut = UInt64(truncatingIfNeeded: max(32 &- d.leadingZeroBitCount, 0))
    return min(Wide.divide((n &>> cut) &<< 32, by: d &>> cut), 1 << 32)
  }
}

/// 64-bit arithmetic that cannot trap.
package enum Wide {
  /// n / d, rounded down. d = 0 gives UInt64.max.
  @inline(__always)
  package static func divide(_ n: UInt64, by d: UInt64) -> UInt64 {
    let (quotient, failed) = n.dividedReportingOverflow(by: d)
    return failed ? UInt64.max : quotient
  }

  /// n / d, rounded towards zero. d is above 0; 0 gives 0.
  @inline(__always)
  package static func divide(_ n: Int64, by d: Int64) -> Int64 {
    let (quotient, failed) = n.dividedReportingOverflow(by: d)
    return failed ? 0 : quotient
  }

  /// n / d, rounded to nearest, halves up. n + d / 2 must fit. d = 0 gives UInt64.max.
  @inline(__always)
  package static func divideRounded(_ n: UInt64, by d: UInt64) -> UInt64 {
    divide(n &+ (d >> 1), by: d)
  }

  /// n / d for a signed n, rounded to nearest, halves away from zero. The magnitude saturates at Int64.max, also for d = 0.
  @inline(__always)
  package static func divideRounded(_ n: Int64, by d: UInt64) -> Int64 {
    let magnitude = Int64(clamping: divideRounded(n.magnitude, by: d))
    return n < 0 ? 0 &- magnitude : magnitude
  }

  /// (a * b) >> shift from the full 128-bit product, rounded to nearest, halves up. shift is 1...63. The result must fit.
  @inline(__always)
  package static func multiplyFitting(_ a: Int64, _ b: Int64, shiftedRight shift: Int64) -> Int64 {
    let (high, low) = a.multipliedFullWidth(by: b)
    let (sum, carry) = low.addingReportingOverflow(UInt64(1) &<< UInt64(truncatingIfNeeded: shift &- 1))
    let top = high &+ (carry ? 1 : 0)
    return (top &<< (64 &- shift)) | Int64(truncatingIfNeeded: sum &>> UInt64(truncatingIfNeeded: shift))
  }

  /// The square root, rounded down.
  @inline(never)
  package static func squareRoot(_ n: UInt64) -> UInt32 {
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
  package static func addSaturating(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? UInt64.max : sum
  }
}

/// Angles of vectors: a vector is turned until it is along x, in steps that are each about half the one before.
enum Degrees {
  /// The arc tangent of 2^-i, degrees with 24 bits behind the point.
  private static let steps: InlineArray<24, Int32> = [
    754_974_720, 445_687_602, 235_489_088, 119_537_938, 60_000_934, 30_029_717,
    15_018_523, 7_509_720, 3_754_917, 1_877_466, 938_734, 469_367,
    234_684, 117_342, 58_671, 29_335, 14_668, 7_334,
    3_667, 1_833, 917, 458, 229, 115,
  ]

  /// Half the angle of a vector that is not 0 and shorter than 2^59: above -90 up to 90 degrees, Q16.
  static func half(ofVector x: Int64, _ y: Int64) -> Int32 {
    let half = Int32(truncatingIfNeeded: (angle(ofVector: x, y) &+ 256) >> 9)
    return half == -90 << 16 ? 90 << 16 : half
  }

  /// Its angle: above -180 up to 180 degrees, Q16.
  static func whole(ofVector x: Int64, _ y: Int64) -> Int32 {
    let whole = Int32(truncatingIfNeeded: (angle(ofVector: x, y) &+ 128) >> 8)
    return whole == -180 << 16 ? 180 << 16 : whole
  }

  /// Q24.
  @inline(never)
  private static func angle(ofVector x: Int64, _ y: Int64) -> Int64 {
    let room = Int64((x.magnitude | y.magnitude).leadingZeroBitCount &- 4)
    let isBehind = x < 0
    var angle: Int64 = isBehind ? (y < 0 ? -180 : 180) << 24 : 0
    var (x, y) = (isBehind ? (0 &- x) &<< room : x &<< room, isBehind ? (0 &- y) &<< room : y &<< room)
    var i = 0
    while i < 24 && y != 0 {
      let (dx, dy) = (y &>> Int64(i), x &>> Int64(i))
      let isLeft = y > 0
      (x, y) = isLeft ? (x &+ dx, y &- dy) : (x &- dx, y &+ dy)
      angle &+= isLeft ? Int64(steps[unchecked: i]) : 0 &- Int64(steps[unchecked: i])
      i &+= 1
    }
    return angle
  }
}

/// Logarithm and power of two by table: 64 steps, straight lines between them.
package enum Logarithm {
  /// log2 of an integer above 0, as Q24 (0 ..< 32). 0 gives 0. Error below 4.5e-5, rising everywhere, exact at powers
  /// of two.
  package static func log2Q24(_ x: UInt32) -> Int32 {
    if x == 0 { return 0 }
    let leading = x.leadingZeroBitCount
    let mantissa = x << leading
    let index = Int(truncatingIfNeeded: (mantissa >> 25) & 63)
    let rest = Int64(mantissa & 0x1ff_ffff)
    let low = Int64(table[unchecked: index])
    let high = Int64(table[unchecked: index &+ 1])
    let fraction = low &+ (((high &- low) &* rest) >> 25)
    return Int32(truncatingIfNeeded: (Int64(31 &- leading) << 24) &+ fraction)
  }

  /// 2 to the power of a Q24, times `scale` (not negative), rounded to nearest. Saturates at Int32.max. Relative error
  /// below 1.6e-5 beyond that rounding, rising everywhere.
  package static func exp2(q24 exponent: Int64, times scale: Int32) -> Int32 {
    let whole = exponent >> 24
    if whole > 30 { return scale == 0 ? 0 : Int32.max }
    if whole < -32 { return 0 }
    let fraction = exponent & 0xff_ffff
    let index = Int(truncatingIfNeeded: fraction >> 18)
    let rest = fraction & 0x3_ffff
    let low = Int64(powers[unchecked: index])
    let high = Int64(powers[unchecked: index &+ 1])
    let mantissa = low &+ (((high &- low) &* rest) >> 18)
    let product = mantissa &* Int64(scale)
    let shift = 30 &- whole
    if shift == 0 { return Int32(clamping: product) }
    return Int32(clamping: (product &+ (1 << (shift &- 1))) >> shift)
  }

  /// log2(1 + i / 64) in Q24.
  private static let table: InlineArray<65, Int32> = [
    0, 375_270, 744_810, 1_108_793, 1_467_383, 1_820_738,
    2_169_009, 2_512_340, 2_850_868, 3_184_728, 3_514_044, 3_838_941,
    4_159_533, 4_475_935, 4_788_255, 5_096_595, 5_401_057, 5_701_737,
    5_998_727, 6_292_118, 6_581_994, 6_868_440, 7_151_536, 7_431_359,
    7_707_984, 7_981_483, 8_251_926, 8_519_380, 8_783_912, 9_045_584,
    9_304_457, 9_560_591, 9_814_042, 10_064_867, 10_313_120, 10_558_852,
    10_802_114, 11_042_956, 11_281_425, 11_517_568, 11_751_428, 11_983_051,
    12_212_479, 12_439_752, 12_664_911, 12_887_994, 13_109_041, 13_328_087,
    13_545_168, 13_760_320, 13_973_576, 14_184_969, 14_394_532, 14_602_297,
    14_808_293, 15_012_551, 15_215_099, 15_415_967, 15_615_181, 15_812_769,
    16_008_758, 16_203_172, 16_396_036, 16_587_377, 16_777_216,
  ]

  /// 2 ^ (i / 64) in Q30.
  private static let powers: InlineArray<65, UInt32> = [
    1_073_741_824, 1_085_434_106, 1_097_253_708, 1_109_202_018, 1_121_280_436, 1_133_490_379,
    1_145_833_280, 1_158_310_587, 1_170_923_762, 1_183_674_286, 1_196_563_654, 1_209_593_378,
    1_222_764_986, 1_236_080_024, 1_249_540_052, 1_263_146_652, 1_276_901_417, 1_290_805_962,
    1_304_861_917, 1_319_070_932, 1_333_434_672, 1_347_954_824, 1_362_633_090, 1_377_471_191,
    1_392_470_869, 1_407_633_882, 1_422_962_010, 1_438_457_051, 1_454_120_821, 1_469_955_159,
    1_485_961_921, 1_502_142_985, 1_518_500_250, 1_535_035_634, 1_551_751_076, 1_568_648_537,
    1_585_730_000, 1_602_997_467, 1_620_452_965, 1_638_098_541, 1_655_936_265, 1_673_968_228,
    1_692_196_547, 1_710_623_359, 1_729_250_827, 1_748_081_133, 1_767_116_489, 1_786_359_126,
    1_805_811_301, 1_825_475_297, 1_845_353_420, 1_865_448_001, 1_885_761_398, 1_906_295_993,
    1_927_054_196, 1_948_038_440, 1_969_251_188, 1_990_694_927, 2_012_372_174, 2_034_285_470,
    2_056_437_387, 2_078_830_522, 2_101_467_502, 2_124_350_982, 2_147_483_648,
  ]
}

/// Maps low...high to 0...1 (Q16), clamped outside. Rising everywhere; 1 at `high` and above and nowhere else; rounded
/// down, exactly so while high - low is below 128.0. One multiplication: the reciprocal is made once.
package struct Ramp {
  let low: Int32
  let span: UInt32
  let reciprocal: UInt64

  /// low <= high. When they are equal the ramp is a step.
  package init(from low: Int32, to high: Int32) {
    self.low = low
    span = UInt32(bitPattern: high &- low)
    reciprocal = Wide.addSaturating(Wide.divide(1 << 62, by: UInt64(span)), 1)
  }

  @inline(__always)
  package func callAsFunction(_ value: Int32) -> Int32 {
    if value < low { return 0 }
    let distance = UInt32(bitPattern: value &- low)
    if distance >= span { return Q16.one }
    let fraction = Int32(truncatingIfNeeded: (UInt64(distance) &* reciprocal) >> 46)
    return min(fraction, Q16.one &- 1)
  }
}

/// Time that a narrow counter gives.
package enum Time {
  /// The time nearest to `last` whose low 32 bits are `now`, never below 0.
  package static func extend(_ last: UInt64, _ now: UInt32) -> UInt64 {
    let step = Int32(bitPattern: now &- UInt32(truncatingIfNeeded: last))
    let back = UInt64(step.magnitude)
    // Exactly half way counts as later.
    if step < 0 && step != Int32.min && back <= last { return last &- back }
    return Wide.addSaturating(last, UInt64(UInt32(bitPattern: step)))
  }
}
