import CPress

/// A damped spring that pulls to 0: x'' = -x - 2 damping x'. Its time is in radians of the undamped spring.
///
/// exp(B t) of B = [[0, 1], [-1, -2 damping]] is p I + q B, as B B = -I - 2 damping B. So one pair of numbers carries any place and
/// velocity over a time. A time is halved until a short series is exact, and the
/// pair then squared as often: within 2^-26 for every damping of 0 to 10 and up to 512 radians, within 2^-20 up to 2^19, where those of the
/// least damping are at rest.
struct SpringCurve {
  /// Twice the damping ratio, Q48.
  private let damping: Int64

  /// damping: Q16, 0 to 10.
  init(damping: Int32) { self.damping = Int64(damping) &<< 33 }

  struct Pair {
    var p: Int64
    var q: Int64
  }

  private static var one: Int64 { 1 << 48 }

  @inline(never)
  private func times(_ a: Int64, _ b: Int64) -> Int64 { Wide.multiplyFitting(a, b, shiftedRight: 48) }

  /// Twice the time.
  private func doubled(_ a: Pair) -> Pair {
    let both = times(a.q, a.q)
    return Pair(p: times(a.p, a.p) &- both, q: 2 &* times(a.p, a.q) &- times(damping, both))
  }

  /// 2 pi, Q32.
  private static var turn: UInt64 { 26_986_075_409 }

  /// The angle of a time; radians, Q32, below 2^22. Without damping any angle is taken, because the swing repeats.
  @inline(never)
  func after(_ radians: UInt64) -> Pair {
    var part = damping == 0 ? radians % SpringCurve.turn : radians
    var halvings = 0
    while part >= 1 << 36 {
      part &>>= 1
      halvings &+= 1
    }
    part &<<= 16
    while part >= 1 << 36 {
      part &>>= 1
      halvings &+= 1
    }
    return after(Int64(truncatingIfNeeded: part), halvings)
  }

  /// The pair of a time below 2^-12, Q48, that is doubled `doublings` times.
  private func after(_ part: Int64, _ doublings: Int) -> Pair {
    var left = doublings
    // I + B s + B² s² / 2 + B³ s³ / 6, s below 2^-12.
    let square = times(part, part) >> 1
    let cube = times(square, part) / 3
    var pair = Pair(
      p: SpringCurve.one &- square &+ times(damping, cube),
      q: part &- times(damping, square) &+ times(times(damping, damping) &- SpringCurve.one, cube))
    while left > 0 {
      pair = doubled(pair)
      left &-= 1
    }
    return pair
  }

  /// The place and the velocity per radian, a time after it was at x with velocity w. Q16.
  func carry(_ x: Int64, _ w: Int64, by pair: Pair) -> (x: Int64, w: Int64) {
    (times(pair.p, x) &+ times(pair.q, w), times(pair.p, w) &- times(pair.q, x &+ times(damping, w)))
  }

  /// When place and velocity together are below `rest` for good, in 1/32 of a radian; nil: never. Their squares' sum only falls.
  @inline(never)
  func settles(_ x: Int64, _ w: Int64, _ rest: Int64 = 16) -> UInt64? {
    if isAtRest((x, w), rest) { return 0 }
    if damping == 0 { return nil }
    var top = UInt64(1) << 8
    while top < 1 << 27 && !isAtRest(carry(x, w, by: after(top &<< 27)), rest) { top &<<= 1 }
    var (time, bit) = (UInt64(0), top >> 1)
    while bit != 0 {
      if !isAtRest(carry(x, w, by: after((time | bit) &<< 27)), rest) { time |= bit }
      bit &>>= 1
    }
    return time &+ 1
  }

  /// Far away the squares would not fit.
  @inline(__always)
  private func isAtRest(_ there: (x: Int64, w: Int64), _ rest: Int64) -> Bool {
    there.x.magnitude | there.w.magnitude < 1 << 24 && there.x &* there.x &+ there.w &* there.w < rest &* rest
  }
}

/// A cubic Bezier from (0, 0) to (1, 1): y where it passes x.
///
/// x(s) = x is solved for s bit by bit: 34 steps of four multiplications each, always, about 500 instructions. Each step
/// compares with the exact value of x(s), so that a vertical tangent costs no accuracy: s is within 2^-35, and y within
/// 2^-35 of its steepest slope in s (at most 3 * 2^16, for y1 = -32768, y2 = 32767) and half a step of Q16.
package struct TimingCurve {
  /// The coefficients of s, s^2, s^3 in Q16.
  private let x: (Int64, Int64, Int64)
  private let y: (Int64, Int64, Int64)
  private let isLinear: Bool

  /// x1 and x2 are 0..1.
  package init(_ c: press_timing_curve) {
    x = TimingCurve.coefficients(Int64(c.x1), Int64(c.x2))
    y = TimingCurve.coefficients(Int64(c.y1), Int64(c.y2))
    isLinear = c.x1 == c.y1 && c.x2 == c.y2
  }

  package static func isValid(_ c: press_timing_curve) -> Bool {
    c.x1 >= 0 && c.x1 <= Q16.one && c.x2 >= 0 && c.x2 <= Q16.one
  }

  private static func coefficients(_ p1: Int64, _ p2: Int64) -> (Int64, Int64, Int64) {
    (3 &* p1, 3 &* p2 &- 6 &* p1, 65536 &- 3 &* p2 &+ 3 &* p1)
  }

  /// y at a Q16; x is clamped to 0..1, y saturates.
  package func callAsFunction(_ x: Int32) -> Int32 {
    self(q32: UInt64(truncatingIfNeeded: min(max(Int64(x), 0), 65536)) &<< 16)
  }

  /// y at a Q32 of at most 1.
  func callAsFunction(q32 at: UInt64) -> Int32 {
    if at == 0 { return 0 }
    if at >= 1 << 32 { return Q16.one }
    if isLinear { return Int32(truncatingIfNeeded: (at &+ 0x8000) &>> 16) }
    return height(solve(Int64(truncatingIfNeeded: at &<< 22)))
  }

  /// The greatest s with x(s) below a Q54, as Q34.
  private func solve(_ at: Int64) -> Int64 {
    var s: Int64 = 0
    var bit: Int64 = 1 << 33
    while bit != 0 {
      if place(s | bit) < at { s |= bit }
      bit &>>= 1
    }
    return s
  }

  /// x(s) as Q54, rounded down from the exact value, which has 118 bits behind the point.
  @inline(__always)
  private func place(_ s: Int64) -> Int64 {
    let first = x.2 &* s &+ (x.1 &<< 34)
    let (high, low) = first.multipliedFullWidth(by: s)
    return (high &+ (x.0 &<< 4)) &* s &+ Int64(truncatingIfNeeded: low.multipliedFullWidth(by: UInt64(truncatingIfNeeded: s)).high)
  }

  /// y(s), in the middle between s and the next. Q32 in between.
  private func height(_ s: Int64) -> Int32 {
    let middle = s &* 2 &+ 1
    var sum = Wide.multiplyFitting(y.2 &<< 16, middle, shiftedRight: 35) &+ (y.1 &<< 16)
    sum = Wide.multiplyFitting(sum, middle, shiftedRight: 35) &+ (y.0 &<< 16)
    sum = Wide.multiplyFitting(sum, middle, shiftedRight: 35)
    return Int32(clamping: (sum &+ 0x8000) &>> 16)
  }
}
