/// A damped spring that pulls to 0: x'' = -x - 2 damping x'. Its time is in radians of the undamped spring.
///
/// exp(B t) of B = [[0, 1], [-1, -2 damping]] is p I + q B, as B B = -I - 2 damping B. So one pair of numbers carries any place and
/// velocity over a time, and pairs of two times make that of their sum. A time is halved until a short series is exact, and the
/// pair then squared as often: within 2^-20 for every damping of 0.1 to 4 and up to 256 radians.
struct SpringCurve {
  /// Twice the damping ratio, Q48.
  private let damping: Int64

  /// damping: Q16, 0.1 to 4.
  init(damping: Int32) { self.damping = Int64(damping) &<< 33 }

  struct Pair {
    var p: Int64
    var q: Int64
  }

  private static var one: Int64 { 1 << 48 }
  static var still: Pair { Pair(p: one, q: 0) }

  @inline(__always)
  private func times(_ a: Int64, _ b: Int64) -> Int64 { Wide.multiplyFitting(a, b, shiftedRight: 48) }

  func sum(_ a: Pair, _ b: Pair) -> Pair {
    let both = times(a.q, b.q)
    return Pair(p: times(a.p, b.p) &- both, q: times(a.p, b.q) &+ times(a.q, b.p) &- times(damping, both))
  }

  /// What a time does; radians, Q32, below 256.
  @inline(never)
  func after(_ radians: UInt64) -> Pair {
    var part = Int64(truncatingIfNeeded: radians &<< 16)
    var halvings = 0
    while part >= 1 << 36 {
      part &>>= 1
      halvings &+= 1
    }
    // I + B s + B² s² / 2 + B³ s³ / 6, s below 2^-12.
    let square = times(part, part) >> 1
    let cube = times(square, part) / 3
    var pair = Pair(
      p: SpringCurve.one &- square &+ times(damping, cube),
      q: part &- times(damping, square) &+ times(times(damping, damping) &- SpringCurve.one, cube))
    while halvings > 0 {
      pair = sum(pair, pair)
      halvings &-= 1
    }
    return pair
  }

  /// Where it is, and its velocity per radian, a time after it was at x with velocity w. Q16; |w| at most 2^26.
  @inline(__always)
  func carry(_ x: Int64, _ w: Int64, by pair: Pair) -> (x: Int64, w: Int64) {
    (times(pair.p, x) &+ times(pair.q, w), times(pair.p, w) &- times(pair.q, x &+ times(damping, w)))
  }

  /// When place and velocity together are below 2^-12 for good, in 1/32 of a radian; at most 8192. Their squares' sum only falls.
  @inline(never)
  func settles(_ x: Int64, _ w: Int64) -> UInt64 {
    if x &* x &+ w &* w < 256 { return 0 }
    var steps = InlineArray<13, Pair>(repeating: after(1 << 27))
    var i = 1
    while i < 13 {
      steps[unchecked: i] = sum(steps[unchecked: i &- 1], steps[unchecked: i &- 1])
      i &+= 1
    }
    var (now, time) = (SpringCurve.still, UInt64(0))
    while i > 0 {
      i &-= 1
      let next = sum(now, steps[unchecked: i])
      let there = carry(x, w, by: next)
      if there.x &* there.x &+ there.w &* there.w >= 256 { (now, time) = (next, time | 1 &<< UInt64(truncatingIfNeeded: i)) }
    }
    return time &+ 1
  }
}
