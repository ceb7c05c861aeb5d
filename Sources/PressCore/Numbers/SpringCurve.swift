/// A damped spring that pulls to 0: x'' = -x - 2 damping x'. Its time is in radians of the undamped spring.
///
/// exp(B t) of B = [[0, 1], [-1, -2 damping]] is p I + q B, as B B = -I - 2 damping B. So one pair of numbers carries any place and
/// velocity over a time. A time is halved until a short series is exact, and the
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

  @inline(never)
  private func times(_ a: Int64, _ b: Int64) -> Int64 { Wide.multiplyFitting(a, b, shiftedRight: 48) }

  /// Twice the time.
  private func doubled(_ a: Pair) -> Pair {
    let both = times(a.q, a.q)
    return Pair(p: times(a.p, a.p) &- both, q: 2 &* times(a.p, a.q) &- times(damping, both))
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
      pair = doubled(pair)
      halvings &-= 1
    }
    return pair
  }

  /// Where it is, and its velocity per radian, a time after it was at x with velocity w. Q16; |w| at most 2^26.
  func carry(_ x: Int64, _ w: Int64, by pair: Pair) -> (x: Int64, w: Int64) {
    (times(pair.p, x) &+ times(pair.q, w), times(pair.p, w) &- times(pair.q, x &+ times(damping, w)))
  }

  /// When place and velocity together are below 2^-12 for good, in 1/32 of a radian; at most 8192. Their squares' sum only falls.
  @inline(never)
  func settles(_ x: Int64, _ w: Int64) -> UInt64 {
    if x &* x &+ w &* w < 256 { return 0 }
    var (time, bit) = (UInt64(0), UInt64(1) << 12)
    while bit != 0 {
      let there = carry(x, w, by: after((time | bit) &<< 27))
      if there.x &* there.x &+ there.w &* there.w >= 256 { time |= bit }
      bit &>>= 1
    }
    return time &+ 1
  }
}
