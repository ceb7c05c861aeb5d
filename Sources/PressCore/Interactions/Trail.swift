/// Where something was lately, points as Q16: how fast it was at the end. All that is thrown, swiped, dropped, or runs on has its speed from here.
///
/// Polynomials that are orthogonal over the places kept are fitted by least squares, a degree more as long as that explains more than
/// trembling does: a straight line for an even way, up to the fourth degree for a flick. Its slope counts halfway between the latest
/// place and the fall of the force, since a finger leaves somewhere between the two.
///
/// | the places                                                                     | the speed                                    |
/// |--------------------------------------------------------------------------------|----------------------------------------------|
/// | none came for `still`, and for twice the interval of the latest two            | 0: it stopped                                |
/// | the latest is within half a point of the newest that is 3/4 of `still` earlier | 0: it stopped                                |
/// | all are within 4 ms                                                            | 0: nobody can say                            |
/// | else, along each axis                                                          | the slope, from 0 to twice the mean of since |
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

  private var count: UInt8 = 0
  /// Where the next is kept.
  private var next: UInt8 = 0
  /// Between the latest two; the most there is in a longer one.
  private var interval: UInt16 = 0
  private var latest = Place()
  private(set) var latestAt: UInt64 = 0
  private var places = InlineArray<11, Place>(repeating: Place())

  init() {}

  /// Begins from nothing.
  mutating func clear() { count = 0 }

  @inline(never)
  mutating func add(_ x: Int32, _ y: Int32, at t: UInt64, _ rule: Rule) {
    let passed = t &- latestAt
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
    // Of places that came after it, four at most: where more did, they lag less than a fifth of a frame.
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
    if count == 0 || age >= UInt64(rule.window) || (age >= UInt64(rule.still) && age >= UInt64(interval) &<< 3) { return (0, 0) }
    // Those that count, and the newest of those that are old enough to say whether it stands still.
    var (last, near) = (Int(count), 0)
    while last > 0 && latest.t &- place(last).t > rule.window { last &-= 1 }
    let enough = UInt64(rule.still &- rule.still >> 2)
    while near < last && (latest.t == place(near).t || UInt64(latest.t &- place(near).t) &+ age < enough) { near &+= 1 }
    let from = place(near)
    let span = latest.t &- place(last).t
    let isOld = UInt64(latest.t &- from.t) &+ age >= enough
    let (dx, dy) = (Int64(latest.x) &- Int64(from.x), Int64(latest.y) &- Int64(from.y))
    if span < Trail.shortest || (isOld && max(dx.magnitude, dy.magnitude) < 32768) { return (0, 0) }
    let slope = fit(latest.t == place(1).t ? 1 : 0, last, span, age)
    let time = Int64(latest.t &- from.t)
    return (Trail.speed(slope.x, span, along: dx, time), Trail.speed(slope.y, span, along: dy, time))
  }

  /// Of the slope for half the span, where it went so far in the latest time.
  @inline(never)
  private static func speed(_ slope: Int64, _ span: UInt32, along way: Int64, _ time: Int64) -> Int32 {
    let fastest = Wide.divide(way &* 2_000_000, by: time)
    let fitted = Wide.divide(slope &* 2_000_000, by: Int64(span))
    // Rounded to a 256th of a point, so that an even motion reads as even.
    return Int32(clamping: ((fastest < 0 ? min(max(fitted, fastest), 0) : max(min(fitted, fastest), 0)) &+ 128) & ~255)
  }

  /// How far a polynomial of the places `first` to `last` goes in half their span, where it is half an age after the latest. Q16.
  private mutating func fit(_ first: Int, _ last: Int, _ span: UInt32, _ age: UInt64) -> (x: Int64, y: Int64) {
    // Each Q20, its time -1 at the oldest and 1 at the latest.
    var time = InlineArray<12, Int32>(repeating: 0)
    var p = InlineArray<12, Int32>(repeating: 1 << 20)
    var before = InlineArray<12, Int32>(repeating: 0)
    var i = first
    while i <= last {
      let back = UInt64(latest.t &- place(i).t)
      time[unchecked: i] = (1 << 20) &- Int32(truncatingIfNeeded: Wide.divide(back &<< 21, by: UInt64(span)))
      i &+= 1
    }
    let end = (1 << 20) &+ Int64(truncatingIfNeeded: Wide.divide(min(age, UInt64(span)) &<< 20, by: UInt64(span)))
    // Of the present polynomial and the one before, at the end: its value, and its slope.
    var (value, slope, valueBefore, slopeBefore) = (Int64(1 << 20), Int64(0), Int64(0), Int64(0))
    var (norm, x, y) = (Int64(0), Int64(0), Int64(0))
    var degree = 0
    // Of four places at least one is left over, of more two.
    let degrees = last &- first < 3 ? last &- first : min(last &- first &- 1, 4)
    while true {
      var (sum, shift, alongX, alongY) = (Int64(0), Int64(0), Int64(0), Int64(0))
      i = first
      while i <= last {
        let (here, at) = (Int64(p[unchecked: i]), place(i))
        let square = here &* here
        sum &+= square
        shift &+= (square >> 20) &* Int64(time[unchecked: i])
        alongX &+= here &* (Int64(at.x) &- Int64(latest.x))
        alongY &+= here &* (Int64(at.y) &- Int64(latest.y))
        i &+= 1
      }
      if degree > 0 {
        x &+= Trail.part(alongX, slope, of: sum, isSure: degree == 1)
        y &+= Trail.part(alongY, slope, of: sum, isSure: degree == 1)
      }
      if degree == degrees { return (x, y) }
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
  }

  /// What one polynomial adds to the slope, where it explains more than 0.4 points of trembling.
  @inline(never)
  private static func part(_ along: Int64, _ slope: Int64, of norm: Int64, isSure: Bool) -> Int64 {
    let points = along >> 28
    if !isSure && points &* points < ((norm >> 12) &* 41) >> 20 { return 0 }
    return Wide.divide(Wide.multiplyFitting(along, slope, shiftedRight: 12), by: norm >> 12)
  }
}
