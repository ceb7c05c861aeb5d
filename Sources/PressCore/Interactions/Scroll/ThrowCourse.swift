/// Where content is along one axis while it is thrown, as a value. Points as Q16.
///
/// | its end                                                              | how it goes there                                     |
/// |----------------------------------------------------------------------|-------------------------------------------------------|
/// | where it is                                                          | it rests                                              |
/// | ahead, no further than twice as far as friction leads                | end - (end - from) exp(-k t), k = speed / (end - from) |
/// | back, further ahead, or it does not move                             | a spring without overshoot, which begins with its speed |
///
/// It is over once less than half a point is left: of an exponential after log(2 (end - from)) / k.
struct ThrowCourse {
  private enum Kind: UInt8 { case rest, glide, spring }

  private var kind = Kind.rest
  private var from: Int32 = 0
  private(set) var goal: Int32 = 0
  /// Of a glide: k, a second, Q16. Of a spring: the speed for each radian.
  private var rate: Int32 = 0
  /// Of a spring: microseconds in which it turns by 2 pi without damping.
  private var period: UInt32 = 0
  private(set) var length: UInt64 = 0

  init() {}

  init(restingAt place: Int32) { (from, goal) = (place, place) }

  /// 2 pi, Q29.
  private static var twoPi: UInt64 { 3_373_259_426 }

  /// velocity: points per second.
  init(from: Int32, to goal: Int32, velocity: Int32, _ friction: Int32, settle: UInt32) {
    (self.from, self.goal) = (from, goal)
    let distance = Int64(goal) &- Int64(from)
    if distance == 0 { return }
    let toward = distance < 0 ? 0 &- Int64(velocity) : Int64(velocity)
    let k = toward <= 0 ? 0 : Wide.divide(toward &<< 16, by: Int64(truncatingIfNeeded: distance.magnitude))
    if k &* 2 >= Int64(friction) { glide(Int32(clamping: k), distance.magnitude) } else { pull(distance, Int64(velocity), toward, settle) }
  }

  private mutating func glide(_ k: Int32, _ distance: UInt64) {
    kind = .glide
    rate = k
    // log2 of twice the points.
    let octaves = Int64(Logarithm.log2Q24(UInt32(clamping: distance))) &- 15 << 24
    // ln 2 / 2^8 s in nanoseconds.
    length = Wide.divide(UInt64(max(octaves, 0)) &* 2_707_606, by: UInt64(truncatingIfNeeded: Int64(k)) &* 1000)
  }

  private mutating func pull(_ distance: Int64, _ velocity: Int64, _ toward: Int64, _ settle: UInt32) {
    kind = .spring
    period = settle
    if toward > 0 {
      // It would pass its end: 2 pi distance / speed.
      period = UInt32(clamping: max(min(UInt64(settle), Wide.divide(distance.magnitude &* 6_283_185, by: toward.magnitude)), 1))
    }
    rate = Int32(clamping: Wide.divide(velocity &* Int64(period), by: 6_283_185))
    // Half a point is 2^-12 of 2^11 points.
    let turns = SpringCurve(damping: Q16.one).settles((0 &- distance) >> 11, Int64(rate) >> 11)
    length = Wide.divide((turns &* UInt64(period)) &<< 24, by: ThrowCourse.twoPi)
  }

  /// After so long.
  @inline(never)
  func at(_ passed: UInt64) -> (place: Int32, velocity: Int32) {
    if passed >= length || kind == .rest { return (goal, 0) }
    let distance = Int64(goal) &- Int64(from)
    if kind == .glide {
      // log2 e / 10^6, Q24 from Q16, by 2^34.
      let octaves = Wide.multiplyFitting(Int64(rate) &* Int64(truncatingIfNeeded: passed), 6_345_022, shiftedRight: 34)
      let half = Int64(Logarithm.exp2(q24: 0 &- octaves, times: Int32(clamping: distance.magnitude >> 1)))
      let left = distance < 0 ? 0 &- half &* 2 : half &* 2
      return (Int32(clamping: Int64(goal) &- left), Int32(clamping: Wide.multiplyFitting(left, Int64(rate), shiftedRight: 16)))
    }
    let spring = SpringCurve(damping: Q16.one)
    let turned = Wide.divide(passed &* ThrowCourse.twoPi, by: UInt64(period)) &<< 3
    let there = spring.carry(0 &- distance, Int64(rate), by: spring.after(turned))
    return (Int32(clamping: Int64(goal) &+ there.x), Int32(clamping: Wide.divide(there.w &* 6_283_185, by: Int64(period))))
  }

  /// Where a place comes to rest: between two ends, at the upper one less a multiple of `snap`, or at the lower one.
  static func rest(_ place: Int64, from low: Int32, to high: Int32, snap: Int32) -> Int32 {
    let inside = min(max(place, Int64(low)), Int64(high))
    if snap == 0 { return Int32(truncatingIfNeeded: inside) }
    let steps = Wide.divideRounded(Int64(high) &- inside, by: UInt64(truncatingIfNeeded: Int64(snap)))
    let snapped = Int64(high) &- steps &* Int64(snap)
    let isNearer = snapped < Int64(low) || inside &- Int64(low) < (snapped &- inside).magnitude
    return isNearer ? low : Int32(truncatingIfNeeded: snapped)
  }
}
