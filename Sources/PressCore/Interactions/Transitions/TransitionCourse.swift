import CPress

/// How a run goes from one fraction to another, along its curve or as a spring. It begins with the velocity that it is given.
///
/// | begins                                   | along a curve                                                                 |
/// |------------------------------------------|-------------------------------------------------------------------------------|
/// | still, or slower than the curve does     | the curve                                                                     |
/// | faster                                   | a mix of the curve and of 1 - (1 - u)³, which begins with three times its mean |
/// | faster than three times the mean         | 1 - (1 - u)³, in less time                                                    |
/// | away from its end                        | the curve and -k u (1 - u)²: it turns round; no further than 0 or 1           |
///
/// A spring that may not overshoot is damped critically at least, and so quick that it does not pass its end.
struct TransitionCourse {
  /// How runs go.
  struct Pace {
    var duration: UInt32 = 0
    var speed: Int32 = 0
    var curve = press_timing_curve()
    /// As the options have them, without AUTOMATIC.
    private var bits: UInt8 = 0

    init() {}

    init(_ options: press_transition_options) {
      duration = options.duration_us
      speed = options.speed
      curve = options.curve
      bits = UInt8(truncatingIfNeeded: options.flags & ~TransitionFlag.automatic)
    }

    var flags: UInt32 { UInt32(bits) }
    var isSpring: Bool { flags & TransitionFlag.spring != 0 }
    var overshoots: Bool { flags & TransitionFlag.overshoot != 0 }
  }

  /// Of the next run, once it has begun.
  var pace = Pace()
  /// To 1, else to 0.
  private var rises = false
  private var from: Int32 = 0
  /// Along a curve: how much of the mix, or, below 0, -k. Of a spring: its velocity per radian.
  private var lead: Int32 = 0
  /// Of a spring: microseconds in which it turns by 2 pi without damping.
  private var period: UInt32 = 0
  private(set) var length: UInt64 = 0

  init() {}

  /// velocity: fraction per second, Q16.
  @inline(never)
  mutating func begin(from: Int32, rises: Bool, _ velocity: Int32) {
    (self.from, self.rises, lead, period, length) = (from, rises, 0, 0, 0)
    let distance = UInt64((goal &- from).magnitude)
    let toward = goal < from ? 0 &- Int64(velocity) : Int64(velocity)
    if pace.isSpring { pull(distance, Int64(velocity), toward) } else { follow(distance, toward) }
  }

  private var goal: Int32 { rises ? Q16.one : 0 }

  /// After so long, of its length. It may lie beyond 0 and 1.
  @inline(never)
  mutating func place(after passed: UInt64) -> Int32 {
    if passed >= length { return goal }
    if pace.isSpring {
      let spring = SpringCurve(damping: damping)
      let turned = Wide.divide(passed &* TransitionCourse.twoPi, by: UInt64(period)) &<< 3
      return Q16.add(goal, Int32(clamping: spring.carry(Int64(from &- goal), Int64(lead), by: spring.after(turned)).x))
    }
    let u = Fraction.q32(passed, of: length)
    var part = Int64(TimingCurve(pace.curve)(q32: u))
    let (gone, left) = (Int64(u >> 2), (1 << 30) &- Int64(u >> 2))
    if lead > 0 {
      let quick = Int64(Q16.one) &- ((((left &* left) >> 30) &* left) >> 44)
      part &+= ((quick &- part) &* Int64(lead)) >> 16
    } else if lead < 0 {
      part &+= (Int64(lead) &* ((((gone &* left) >> 30) &* left) >> 30)) >> 30
    }
    return Q16.add(from, Q16.multiply(goal &- from, Int32(clamping: part)))
  }

  // MARK: Along a curve

  private mutating func follow(_ distance: UInt64, _ toward: Int64) {
    length = Wide.divideRounded(UInt64(pace.duration) &* distance, by: UInt64(truncatingIfNeeded: Int64(pace.speed)))
    if length == 0 || toward == 0 { return }
    let (three, start) = (3 &* Int64(Q16.one), slope)
    // How long the way takes at the present speed, three times that.
    let thrice = Wide.divideRounded(distance &* 3_000_000, by: toward.magnitude)
    if toward < 0 { return lead = turn(distance, thrice, start) }
    if start >= three { return }
    if thrice <= length {
      length = thrice
      lead = Q16.one
      return
    }
    let begin = Int64(truncatingIfNeeded: Wide.divide((length &* 3) &<< 16, by: thrice))
    if begin > start { lead = Int32(clamping: Wide.divide((begin &- start) &<< 16, by: three &- start)) }
  }

  /// -k, so that it begins with its velocity away from its end.
  private func turn(_ distance: UInt64, _ thrice: UInt64, _ start: Int64) -> Int32 {
    let begin = Wide.divide((min(length, 1 << 46) &* 3) &<< 16, by: max(thrice, 1))
    // u (1 - u)² is at most 4/27.
    let room = goal == 0 ? Int64(Q16.one) &- Int64(from) : Int64(from)
    let most = pace.overshoots ? Int64(Int32.max) : Int64(clamping: Wide.divide(UInt64(max(room, 0)) &* 27 &<< 14, by: distance))
    return Int32(clamping: 0 &- min(Int64(clamping: begin) &+ start, most))
  }

  /// How steep the curve is where it begins, Q16, at most 8 times.
  private var slope: Int64 {
    let most = Int64(Q16.one) &* 8
    let c = pace.curve
    let (x, y) = c.x1 == 0 && c.y1 == 0 ? (Int64(c.x2), Int64(c.y2)) : (Int64(c.x1), Int64(c.y1))
    if x == 0 { return y == 0 ? Int64(Q16.one) : y < 0 ? 0 &- most : most }
    return min(max(Wide.divide(y &<< 16, by: x), 0 &- most), most)
  }

  // MARK: A spring

  /// 2 pi, Q29.
  private static var twoPi: UInt64 { 3_373_259_426 }

  private var damping: Int32 { pace.overshoots ? pace.curve.x1 : max(pace.curve.x1, Q16.one) }

  private mutating func pull(_ distance: UInt64, _ velocity: Int64, _ toward: Int64) {
    let response = UInt64(truncatingIfNeeded: Int64(pace.curve.y1)) &* 1_000_000
    var period = Wide.divide(response, by: UInt64(truncatingIfNeeded: Int64(pace.speed)))
    if toward > 0 && !pace.overshoots {
      period = min(period, Wide.divide((distance &* 1_000_000) &* 6434, by: toward.magnitude) >> 10)
    }
    period = min(max(period, 1), 100_000_000)
    self.period = UInt32(truncatingIfNeeded: period)
    lead = Int32(clamping: min(max(Wide.divide(velocity &* Int64(truncatingIfNeeded: period), by: 6_283_185), -(1 << 26)), 1 << 26))
    if distance == 0 && !pace.overshoots { return }
    let turns = SpringCurve(damping: damping).settles(Int64(from &- goal), Int64(lead))
    length = Wide.divide((turns &* period) &<< 24, by: TransitionCourse.twoPi)
  }
}
