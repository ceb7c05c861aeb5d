/// Where something was lately, points as Q16: how fast it was at the end. All that is thrown, swiped, dropped, or runs on has its speed from here.
///
/// Polynomials that are orthogonal over the places kept are fitted by least squares: a straight line for an even way, up to the fourth degree
/// for a flick. A higher degree counts where it explains 0.4 points, and twice as much as the places tremble by what no degree explains. The
/// slope counts at three fifths of the time from the latest place to the fall of the force, since a finger leaves somewhere between the two.
///
/// | the places                                                                     | the speed                                    |
/// |--------------------------------------------------------------------------------|----------------------------------------------|
/// | none came for `still`, and for twice the interval of the latest two            | 0: it stopped                                |
/// | the latest is within half a point of the newest that is 3/4 of `still` earlier | 0: it stopped                                |
/// | all are within 4 ms                                                            | 0: nobody can say                            |
/// | the latest repeats the one before it, within 25 ms                             | as without it: a lift repeats a place        |
/// | it does so for longer, by the fall for 3/4 of `still`                          | 0: it stopped                                |
/// | else, along each axis                                                          | the slope, from a fifth of the mean since    |
/// |                                                                                | then to twice that; of what slows down to    |
/// |                                                                                | nine eighths of its latest way               |
struct Trail {
  struct Place {
    /// The lower half of its time: nothing is older than the window and a tenth.
    var t: UInt32 = 0
    var x: Int32 = 0
    var y: Int32 = 0
  }

  /// How long what came before counts, and after how long a finger has stopped; microseconds.
  struct Rule {
    var window: UInt32 = 100_000
    var still: UInt32 = 40_000
  }

  /// Places are kept every tenth of the window: eleven, and the latest.
  private static var most: Int { 11 }
  /// Less than that has no speed.
  private static var shortest: UInt32 { 4000 }
  /// How long a place may be repeated that is no stop: 25 ms, and 5/8 of the time after which a finger has stopped.
  private static func repeats(_ rule: Rule) -> UInt32 { min(25_000, rule.still >> 1 &+ rule.still >> 3) }

  private var count: UInt8 = 0
  /// The index of the next position.
  private var next: UInt8 = 0
  /// Between the latest two; the most there is in a longer one.
  private var interval: UInt16 = 0
  private var latest = Place()
  private(set) var latestAt: UInt64 = 0
  private var places = InlineArray<11, Place>(repeating: Place())
  /// How long after the latest place it was repeated, and that left out; microseconds.
  private var echo: UInt16 = 0
  /// How long the latest place was the same, where it was repeated for longer; units of 4 microseconds.
  private var rested: UInt16 = 0

  init() {}

  /// Begins from nothing.
  mutating func clear() { count = 0 }

  @inline(never)
  mutating func add(_ x: Int32, _ y: Int32, at t: UInt64, _ rule: Rule) {
    let passed = t &- latestAt
    if count > 0 && x == latest.x && y == latest.y {
      if rested == 0 && passed <= UInt64(Trail.repeats(rule)) {
        echo = UInt16(truncatingIfNeeded: passed)
        return
      }
      rested = UInt16(clamping: passed >> 2 &+ UInt64(rested))
    } else {
      rested = 0
    }
    echo = 0
    if passed > UInt64(rule.window) { count = 0 }
    interval = UInt16(clamping: passed >> 2)
    latest = Place(t: UInt32(truncatingIfNeeded: t), x: x, y: y)
    latestAt = t
    if count > 0 && latest.t &- place(1).t < rule.window / 10 { return }
    places[unchecked: Int(next)] = latest
    next = next == 10 ? 0 : next &+ 1
    if count < Trail.most { count &+= 1 }
  }

  /// The newest but so many that is kept; 0: the latest.
  private mutating func place(_ back: Int) -> Place {
    if back == 0 { return latest }
    let at = Int(next) &- back
    return places[unchecked: at < 0 ? at &+ Trail.most : at]
  }

  /// Since when what was moved goes on from the latest place, where the force falls at `t`. The program drew a place that was some time old: by that it
  /// goes on to lag, so that no frame jumps. Where nobody knows when, half of what passed is the least wrong.
  @inline(never)
  mutating func left(before t: UInt64, drawn: UInt32) -> UInt64 {
    let passed = t &- min(latestAt, t)
    let age = UInt32(truncatingIfNeeded: t) &- drawn
    if age >= 40_000 { return latestAt &+ passed >> 1 }
    // A tick at the time of each sample shows it.
    if age == 0 { return latestAt }
    // At most four positions came after it: if there were more, each would lag by less than a fifth of a frame.
    let step = Int64(interval) &<< 2
    var lag = Int64(truncatingIfNeeded: passed) &- Int64(age)
    lag &+= lag >> 63 & step
    lag &+= lag >> 63 & step
    lag &+= lag >> 63 & step
    lag &+= lag >> 63 & step
    return latestAt &+ UInt64(truncatingIfNeeded: max(lag, 0))
  }

  /// Points per second as Q16, as it was at `t`.
  /// What is asked changes nothing: `mutating` keeps the places from being copied to the stack.
  @inline(never)
  mutating func speed(at t: UInt64, _ rule: Rule) -> (x: Int32, y: Int32) {
    let age = t &- min(latestAt, t)
    let silence = age &- min(UInt64(echo), age)
    let enough = UInt64(rule.still &- rule.still >> 2)
    if count == 0 || age >= UInt64(rule.window) || (silence >= UInt64(rule.still) && silence >= UInt64(interval) &<< 3) { return (0, 0) }
    if rested != 0 && UInt64(rested) &<< 2 &+ age >= enough { return (0, 0) }
    // The positions that count, and the newest one that is old enough to say whether it stands still.
    var (last, still) = (Int(count), 0)
    while last > 0 && latest.t &- place(last).t > rule.window { last &-= 1 }
    while still < last && (latest.t == place(still).t || UInt64(latest.t &- place(still).t) &+ age < enough) { still &+= 1 }
    let from = place(still)
    let span = latest.t &- place(last).t
    let isOld = UInt64(latest.t &- from.t) &+ age >= enough
    let (dx, dy) = (Int64(latest.x) &- Int64(from.x), Int64(latest.y) &- Int64(from.y))
    if span < Trail.shortest || (isOld && max(dx.magnitude, dy.magnitude) < 32768) { return (0, 0) }
    // What repeated its place left before that: by five eighths of an interval at the latest.
    let left = echo == 0 ? age : min(age, (UInt64(interval) &* 5) >> 1)
    let (first, time) = (latest.t == place(1).t ? 1 : 0, Int64(latest.t &- from.t))
    var at = 1
    while at &+ 1 < last && latest.t &- place(at).t < 2 &* Trail.shortest { at &+= 1 }
    let (near, far) = (place(at), place(min(at &+ 1, last)))
    let (nearTime, farTime) = (Int64(latest.t &- near.t), Int64(near.t &- far.t))
    let (nearX, farX) = (Int64(latest.x) &- Int64(near.x), Int64(near.x) &- Int64(far.x))
    let (nearY, farY) = (Int64(latest.y) &- Int64(near.y), Int64(near.y) &- Int64(far.y))
    let mostX = Trail.most(Trail.rate(dx &* 2, time), nearX, nearTime, farX, farTime)
    let mostY = Trail.most(Trail.rate(dy &* 2, time), nearY, nearTime, farY, farTime)
    return (
      Trail.speed(fit(first, last, span, left, alongY: false), span, atMost: mostX),
      Trail.speed(fit(first, last, span, left, alongY: true), span, atMost: mostY)
    )
  }

  private static func rate(_ way: Int64, _ time: Int64) -> Int64 { Wide.divide(way &* 1_000_000, by: time) }

  /// A movement that clearly slows down is at most an eighth faster than its latest way.
  @inline(never)
  private static func most(_ fastest: Int64, _ near: Int64, _ nearTime: Int64, _ far: Int64, _ farTime: Int64) -> Int64 {
    let (now, before) = (rate(near, nearTime), rate(far, farTime))
    let most = now &+ now >> 3
    if near > 0 { return before > most ? min(most, fastest) : fastest }
    if near < 0 { return before < most ? max(most, fastest) : fastest }
    return fastest
  }

  /// The speed from the slope in half the span.
  @inline(never)
  private static func speed(_ slope: Int64, _ span: UInt32, atMost fastest: Int64) -> Int32 {
    let slowest = (fastest &* 13) >> 7
    let fitted = Wide.divide(slope &* 2_000_000, by: Int64(span))
    // Rounded to a 256th of a point, so that an even motion reads as even.
    return Int32(clamping: ((fastest < 0 ? min(max(fitted, fastest), slowest) : max(min(fitted, fastest), slowest)) &+ 128) & ~255)
  }

  /// How far a polynomial of the places `first` to `last` goes along an axis in half their span, where it is three fifths of `age` after the
  /// latest. Q16.
  @inline(never)
  private mutating func fit(_ first: Int, _ last: Int, _ span: UInt32, _ age: UInt64, alongY: Bool) -> Int64 {
    // Each Q20, its time -1 at the oldest and 1 at the latest.
    var time = InlineArray<12, Int32>(repeating: 0)
    var p = InlineArray<12, Int32>(repeating: 1 << 20)
    var before = InlineArray<12, Int32>(repeating: 0)
    // The residual that no degree explains so far, points Q16.
    var left = InlineArray<12, Int64>(repeating: 0)
    var i = first
    while i <= last {
      let at = place(i)
      let back = UInt64(latest.t &- at.t)
      time[unchecked: i] = (1 << 20) &- Int32(truncatingIfNeeded: Wide.divide(back &<< 21, by: UInt64(span)))
      left[unchecked: i] = alongY ? Int64(at.y) &- Int64(latest.y) : Int64(at.x) &- Int64(latest.x)
      i &+= 1
    }
    let end = (1 << 20) &+ Int64(truncatingIfNeeded: Wide.divide((min(age, UInt64(span)) &* 307) &<< 12, by: UInt64(span)))
    // At the end: the value and the slope of the present polynomial and of the one before.
    var (value, slope, valueBefore, slopeBefore, norm) = (Int64(1 << 20), Int64(0), Int64(0), Int64(0), Int64(0))
    // For each degree: its contribution to the slope, and the square of the part that it explains, points Q16.
    var added = InlineArray<5, Int64>(repeating: 0)
    var explained = InlineArray<5, Int64>(repeating: 0)
    // Four positions leave at least one degree of freedom over, more positions two.
    var degree = 0
    let degrees = last &- first < 3 ? last &- first : min(last &- first &- 1, 4)
    while true {
      let (sum, shift, along) = Trail.sums(p, time, left, first, last)
      let share = Wide.divide(along, by: sum >> 20)
      i = first
      while i <= last {
        left[unchecked: i] &-= (share &* Int64(p[unchecked: i])) >> 20
        i &+= 1
      }
      let points = along >> 28
      added[unchecked: degree] = Wide.multiplyFitting(share, slope, shiftedRight: 20)
      explained[unchecked: degree] = Wide.divide(min(points &* points, 1 << 50) &<< 12, by: sum >> 28)
      if degree == degrees { break }
      let middle = Wide.divide(shift, by: sum >> 20)
      let old = degree == 0 ? 0 : Wide.divide(sum, by: norm >> 20)
      i = first
      while i <= last {
        let here = p[unchecked: i]
        let next = ((Int64(time[unchecked: i]) &- middle) &* Int64(here) &- old &* Int64(before[unchecked: i])) >> 20
        p[unchecked: i] = Int32(truncatingIfNeeded: next)
        before[unchecked: i] = here
        i &+= 1
      }
      let (nowValue, nowSlope) = (value, slope)
      value = ((end &- middle) &* nowValue &- old &* valueBefore) >> 20
      slope = nowValue &+ ((end &- middle) &* nowSlope &- old &* slopeBefore) >> 20
      (valueBefore, slopeBefore, norm) = (nowValue, nowSlope, sum)
      degree &+= 1
    }
    let least = Trail.least(left, first, last, degrees)
    var way = Int64(0)
    while degree > 0 {
      if degree == 1 || explained[unchecked: degree] >= least { way &+= added[unchecked: degree] }
      degree &-= 1
    }
    return way
  }

  /// Over the places: of the squares of a polynomial, these times the time, and the polynomial times what is left.
  @inline(__always)
  private static func sums(
    _ p: InlineArray<12, Int32>, _ time: InlineArray<12, Int32>, _ left: InlineArray<12, Int64>, _ first: Int, _ last: Int
  ) -> (squares: Int64, shift: Int64, along: Int64) {
    var (sum, shift, along) = (Int64(0), Int64(0), Int64(0))
    var i = first
    while i <= last {
      let here = Int64(p[unchecked: i])
      let square = here &* here
      sum &+= square
      shift &+= (square >> 20) &* Int64(time[unchecked: i])
      along &+= here &* left[unchecked: i]
      i &+= 1
    }
    return (sum, shift, along)
  }

  /// The least that a degree explains where it counts: 0.4 points, and four times the mean square of what places tremble by, which is what is left
  /// over, and 0.15 points as if of one more.
  @inline(__always)
  private static func least(_ left: InlineArray<12, Int64>, _ first: Int, _ last: Int, _ degrees: Int) -> Int64 {
    var noise = Int64(1475)
    var i = first
    while i <= last {
      let one = left[unchecked: i] >> 8
      noise &+= min(one &* one, 1 << 40)
      i &+= 1
    }
    return max(10486, Wide.divide(noise &<< 2, by: Int64(last &- first &+ 1 &- degrees)))
  }
}
