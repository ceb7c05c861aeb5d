/// How one contact lets go, as a value: its latest readings, and how steeply they fell. It mirrors a strike. The search goes back from the
/// reading with which the force falls below release. It ends where the window is over, or after 12 ms where the fall is less than half of
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

  /// The window before the fall of the force, microseconds. It covers falls of up to 100 ms, and looking back delays nothing.
  private static var window: UInt32 { 40_000 }
  private static var most: Int { 24 }
  /// How far apart the readings are that are kept, so that they fill the window.
  private static var span: UInt32 { 1667 }
  private static var late: UInt8 { 0x80 }

  private(set) var phase = Phase.apart
  /// The engine keeps room for it in its queue.
  var hasRoom = false
  private(set) var newest: UInt8 = 0
  /// How many there are; and in the highest bit whether they were read a reading before, behind a median.
  private(set) var counted: UInt8 = 0
  private(set) var falls = Steepest()
  private(set) var latest: UInt64 = 0
  /// A ring. If readings come faster, one is kept per this time, and always the newest.
  private(set) var readings = InlineArray<24, Strike.Reading>(repeating: Strike.Reading())

  init() {}

  var count: UInt8 { counted & ~Lift.late }
  var isOpen: Bool { phase != .apart }

  mutating func begin(isLate: Bool = false) {
    phase = .held
    counted = isLate ? Lift.late : 0
  }

  mutating func end(isLifted: Bool) { phase = isLifted && phase == .fallen ? .pending : .apart }
  mutating func close() { phase = .apart }

  private func before(_ at: Int) -> Int { (at == 0 ? Lift.most : at) &- 1 }

  /// Mutating, so that the compiler reads the ring where it is, and copies none.
  @inline(__always)
  private mutating func passed(_ from: Int, _ at: Int) -> UInt32 { readings[unchecked: at].t &- readings[unchecked: from].t }

  @inline(__always)
  mutating func read(_ force: Int32, at t: UInt64) {
    if t &- latest > Strike.gap { counted &= Lift.late }
    let readAt = counted > Lift.late ? latest : t
    latest = t
    var at = Int(newest)
    if count < 2 || passed(before(at), at) >= Lift.span {
      at = at &+ 1 == Lift.most ? 0 : at &+ 1
      newest = UInt8(truncatingIfNeeded: at)
      if Int(count) < Lift.most { counted &+= 1 }
    }
    readings[unchecked: at] = Strike.Reading(t: UInt32(truncatingIfNeeded: readAt), force: max(force, 0))
  }

  /// Its latest reading fell below release.
  @inline(never)
  mutating func fall() {
    falls = Steepest()
    let end = Int(newest)
    var at = end
    var left = Int(count) &- 1
    phase = left > 0 ? .fallen : .held
    while left > 0 {
      if at != end && passed(before(at), end) > Lift.window { return }
      let isPast = add(at, left)
      if isPast && passed(at, end) >= Steepest.least { return }
      at = before(at)
      left &-= 1
    }
  }

  private mutating func add(_ at: Int, _ left: Int) -> Bool {
    withUnsafePointer(to: &readings) { ring in
      falls.add(UnsafeRawPointer(ring).assumingMemoryBound(to: Strike.Reading.self), Lift.most, at: at, left: left, falling: true)
    }
  }
}

/// The steepest 8 ms of a force, looked for from reading to reading: N/s. Where readings are further apart the steepest two neighbours, and
/// what is known of their rate: a hit is over in less than that, so that most of its rise lies between two readings.
struct Steepest {
  /// The span of the measurement, microseconds: noise and the skin of a finger, which touches first, weigh little in it.
  static var span: UInt32 { 8000 }
  /// It goes on so long at least: a skin that touched is followed by the finger.
  static var least: UInt32 { 12_000 }
  /// Readings that are further apart have not seen all of it.
  private static var dense: UInt32 { 5500 }
  /// A hit takes this long at any rate. One eighth of the time beyond counts.
  private static var whole: UInt32 { 9000 }

  private var most: Int32 = 0
  /// The changes one reading before and after it, and the latest. Below 0: not seen yet.
  private var before: Int32 = -1
  private var after: Int32 = -1
  private var last: Int32 = -1
  /// Over how long it was read; odd where readings were dense.
  private var passed: UInt32 = 0

  init() {}

  /// Up to the reading at `at` of a ring, which has `left` older ones, one at least. Returns whether that is less than half of the steepest.
  @inline(never)
  mutating func add(_ ring: UnsafePointer<Strike.Reading>, _ size: Int, at: Int, left: Int, falling: Bool) -> Bool {
    let now = ring[at]
    var from = (at == 0 ? size : at) &- 1
    let interval = now.t &- ring[from].t
    var next = at
    var left = left &- 1
    while left > 0 && now.t &- ring[from].t < Steepest.span {
      next = from
      from = (from == 0 ? size : from) &- 1
      left &-= 1
    }
    var passed = now.t &- ring[from].t
    var force = Int64(ring[from].force)
    if next != at && passed > Steepest.span {
      let between = Int64(max(ring[next].t &- ring[from].t, 1))
      force &+= Wide.divide((Int64(ring[next].force) &- force) &* Int64(passed &- Steepest.span), by: between)
      passed = Steepest.span
    }
    let rise = falling ? force &- Int64(now.force) : Int64(now.force) &- force
    let found = Int32(clamping: Wide.divide(rise &* 1_000_000, by: Int64(max(passed, Steepest.span))))
    take(found, passed, isDense: interval <= Steepest.dense && passed >= Steepest.span)
    return Int64(found) &* 2 < Int64(most)
  }

  private mutating func take(_ found: Int32, _ time: UInt32, isDense dense: Bool) {
    if found > most {
      before = last
      after = -1
      most = found
      passed = time & ~1 | (dense ? 1 : 0)
    } else if after < 0 {
      after = max(found, 0)
    }
    last = max(found, 0)
  }

  /// The steepest, and what its neighbours say of how much readings have missed: half of a hit on either side of a reading is more than
  /// they say.
  var speed: Int32 {
    let beside = Int64(max(before, after))
    let least = before < 0 || after < 0 ? beside : Int64(min(before, after))
    var found = Int64(most) &+ (beside &- least) >> 2
    if passed > Steepest.whole {
      let whole = Steepest.whole &+ (passed &- Steepest.whole) >> 3
      found &+= Wide.divide((Int64(most) &- max(least, 0)) &* Int64(passed &- whole), by: Int64(max(whole, 1)))
    }
    return Int32(clamping: found)
  }

  /// Whether that is how fast it was: readings were dense, and it does not grow any more.
  var isKnown: Bool { passed & 1 != 0 && !(after < 0 && Int64(most) &* 8 > Int64(before) &* 9) }
}
