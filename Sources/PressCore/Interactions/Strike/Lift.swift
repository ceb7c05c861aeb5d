/// How one contact lets go, as a value: its latest readings, and how steeply they fell. A strike in a mirror: it is looked for from the
/// reading with which the force falls below release back to the one at which the window is over, or the fall is less than half of
/// the steepest.
///
/// | phase    | what comes                                                           | next     | delivers |
/// |----------|----------------------------------------------------------------------|----------|----------|
/// | apart    | a contact begins                                                     | held     |          |
/// | held     | a reading; one that is 100 ms later than the one before begins again | held     |          |
/// | held     | it falls below release, one reading at least was before              | fallen   |          |
/// | fallen   | it comes back                                                        | fallen, until it falls again |  |
/// | fallen   | it lifted, when the force fell                                       | pending  |          |
/// | held     | it lifts without a reading before                                    | apart    |          |
/// | held, fallen | it is cancelled                                                  | apart    |          |
/// | pending  | it is its turn                                                       | apart    | lifted   |
struct Lift {
  enum Phase: UInt8 { case apart, held, fallen, pending }

  /// What is looked at before the force fell, microseconds: it covers falls of up to 100 ms, and looking back delays nothing.
  private static var window: UInt32 { 40_000 }
  private static var most: Int { 24 }
  /// How far apart the readings are that are kept, so that they fill the window.
  private static var span: UInt32 { 1667 }

  private(set) var phase = Phase.apart
  /// The engine keeps room for it in its queue.
  var hasRoom = false
  private(set) var newest: UInt8 = 0
  private(set) var count: UInt8 = 0
  private(set) var falls = Steepest()
  private(set) var latest: UInt64 = 0
  /// A ring. Of readings that come faster than the span one in so long is kept; the newest always.
  private(set) var readings = InlineArray<24, Strike.Reading>(repeating: Strike.Reading())

  init() {}

  var isOpen: Bool { phase != .apart }

  mutating func begin() {
    phase = .held
    count = 0
  }

  mutating func end(isLifted: Bool) { phase = isLifted && phase == .fallen ? .pending : .apart }
  mutating func close() { phase = .apart }

  private func before(_ at: Int) -> Int { (at == 0 ? Lift.most : at) &- 1 }

  /// Mutating, so that the compiler reads the ring where it is, and copies none.
  @inline(__always)
  private mutating func passed(_ from: Int, _ at: Int) -> UInt32 { readings[unchecked: at].t &- readings[unchecked: from].t }

  @inline(__always)
  mutating func read(_ force: Int32, at t: UInt64) {
    if t &- latest > Strike.gap { count = 0 }
    latest = t
    var at = Int(newest)
    if count < 2 || passed(before(at), at) >= Lift.span {
      at = at &+ 1 == Lift.most ? 0 : at &+ 1
      newest = UInt8(truncatingIfNeeded: at)
      count = min(count &+ 1, UInt8(truncatingIfNeeded: Lift.most))
    }
    readings[unchecked: at] = Strike.Reading(t: UInt32(truncatingIfNeeded: t), force: max(force, 0))
  }

  /// Its latest reading fell below release.
  @inline(never)
  mutating func fall() {
    falls = Steepest()
    var at = Int(newest)
    var left = Int(count) &- 1
    phase = left > 0 ? .fallen : .held
    while left > 0 {
      var from = before(at)
      left &-= 1
      // The newest may have come soon after the one before it.
      if passed(from, at) < Lift.span && left > 0 {
        from = before(from)
        left &-= 1
      }
      if at != Int(newest) && passed(from, Int(newest)) > Lift.window { return }
      if falls.add(readings[unchecked: from].force, after: readings[unchecked: at].force, in: passed(from, at)) { return }
      at = from
    }
  }
}

/// The steepest of the changes of a force from reading to reading, one after the other: N/s.
struct Steepest {
  /// Changes are measured over at least so long, microseconds: where readings come faster, their noise would be most of a change.
  static var span: UInt32 { 800 }
  /// A steepest change that took longer is an average of it.
  private static var longest: UInt32 { 5500 }

  private(set) var speed: Int32 = 0
  /// The next one to it, the latest, and the one before that.
  private var second: Int32 = 0
  private var last: Int32 = 0
  private var previous: Int32 = 0
  /// Over how long the steepest was read: without end before one was.
  private var passed = UInt32.max

  init() {}

  /// From one force to another, which is higher where it counts. Returns whether that is less than half as steep as the steepest.
  @inline(never)
  mutating func add(_ high: Int32, after low: Int32, in time: UInt32) -> Bool {
    let time = max(time, 1)
    let found = Int32(clamping: Wide.divide((Int64(high) &- Int64(low)) &* 1_000_000, by: Int64(time)))
    previous = last
    last = found
    if found > speed {
      second = speed
      speed = found
      passed = time
    } else {
      second = max(second, found)
    }
    return Int64(found) &* 2 < Int64(speed)
  }

  /// Whether that is how fast it was: the steepest was read in a short time, it was not the only one, and it does not grow any more.
  var isKnown: Bool {
    let grows = last == speed && Int64(last) &* 8 > Int64(previous) &* 9
    return passed <= Steepest.longest && Int64(second) &* 2 >= Int64(speed) && !grows
  }
}
