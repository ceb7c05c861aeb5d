import CPress

/// How one contact is struck, as a value: its readings from before it touched, and the steepest rise since.
///
/// | phase     | what comes                                                             | next      | delivers |
/// |-----------|------------------------------------------------------------------------|-----------|----------|
/// | apart     | a reading; one that is 100 ms later than the one before begins again   | apart     |          |
/// | apart     | it cannot be read, a palm                                              | apart: nothing is known |  |
/// | apart     | its contact begins                                                     | measuring |          |
/// | measuring | a reading; the next comes within the window, and the rise goes on      | measuring |          |
/// | measuring | the latest reading within the window, or one that rises at less than half of the steepest | pending | |
/// | measuring | the force falls below release, or it lifts, with a rise that is known  | pending   |          |
/// | measuring | it lifts without one, or is cancelled                                  | apart     |          |
/// | pending   | it is its turn                                                         | known     | struck   |
/// | pending   | its contact is cancelled                                               | apart     |          |
/// | known     | its contact ends                                                       | known: its readings are forgotten | |
/// | any       | a reset                                                                | apart: nothing is known   | |
struct Strike {
  enum Phase: UInt8 { case apart, measuring, pending, known }

  struct Reading {
    /// The lower bits of the time.
    var t: UInt32 = 0
    var force: Int32 = 0
  }

  /// Contact id; `Engine.noContact`: free.
  var contact: UInt32 = Engine.noContact
  var phase = Phase.apart
  /// The engine keeps room for it in its queue.
  var hasRoom = false
  /// The newest first, and how many.
  private(set) var readings = InlineArray<4, Reading>(repeating: Reading())
  private(set) var count: UInt8 = 0
  /// A rise is known.
  private(set) var hasRisen = false
  private(set) var beganAt: UInt64 = 0
  private(set) var latest: UInt64 = 0
  /// N/s: the steepest rise, the next one to it, and the latest and the one before.
  private(set) var speed: Int32 = 0
  private var second: Int32 = 0
  private var last: Int32 = 0
  private var previous: Int32 = 0
  /// Over how long the steepest was read.
  private var steepestPassed: UInt32 = 0
  var velocity: UInt32 = 0
  private(set) var delay: UInt32 = 0

  static var gap: UInt64 { 100_000 }
  /// Rises are measured over at least so long: where readings come faster, their noise would be most of a rise.
  private static var span: UInt32 { 800 }
  /// A steepest rise that took longer is an average of it.
  private static var longest: UInt32 { 5500 }

  init() {}

  init(of contact: UInt32) { self.contact = contact }

  var isOpen: Bool { phase == .measuring || phase == .pending }

  mutating func begin(at t: UInt64) {
    phase = .measuring
    beganAt = t
    (speed, second, last, previous) = (0, 0, 0, 0)
    hasRisen = false
    // The reading that begins it has been taken in already, where it came while nothing touched.
    if count > 1 && latest == t { _ = rise() }
  }

  /// Takes a reading in. Returns whether it rises at less than half of the steepest.
  mutating func read(_ force: Int32, at t: UInt64) -> Bool {
    if count != 0 && t == latest { return false }
    if t &- latest > Strike.gap { count = 0 }
    var i = 3
    while i > 0 {
      readings[unchecked: i] = readings[unchecked: i &- 1]
      i &-= 1
    }
    readings[unchecked: 0] = Reading(t: UInt32(truncatingIfNeeded: t), force: max(force, 0))
    count = min(count &+ 1, 4)
    latest = t
    return phase == .measuring && count > 1 && rise()
  }

  /// From the newest of the readings that are far enough from the latest, else from the oldest.
  private mutating func rise() -> Bool {
    let now = readings[unchecked: 0]
    var i = 1
    while i < Int(count) &- 1 && now.t &- readings[unchecked: i].t < Strike.span { i &+= 1 }
    let before = readings[unchecked: i]
    let passed = Int64(max(now.t &- before.t, 1))
    let found = Int32(clamping: Wide.divide((Int64(now.force) &- Int64(before.force)) &* 1_000_000, by: passed))
    hasRisen = true
    previous = last
    last = found
    if found > speed {
      second = speed
      speed = found
      steepestPassed = UInt32(truncatingIfNeeded: passed)
    } else {
      second = max(second, found)
    }
    return Int64(found) &* 2 < Int64(speed)
  }

  /// Whether its speed is known: the steepest rise was read in a short time, it was not the only one, and it does not grow any more.
  var isKnown: Bool {
    let grows = last == speed && Int64(last) &* 8 > Int64(previous) &* 9
    return steepestPassed <= Strike.longest && Int64(second) &* 2 >= Int64(speed) && !grows
  }

  /// Whether the next reading, if it comes as this one did, is beyond the window.
  func isLast(within window: UInt32) -> Bool {
    if !hasRisen { return false }
    let interval = UInt64(readings[unchecked: 0].t &- readings[unchecked: 1].t)
    return latest &- beganAt &+ interval > UInt64(window)
  }

  mutating func decide(at t: UInt64) {
    phase = .pending
    delay = UInt32(clamping: t &- beganAt)
  }

  /// What was read, but not what came of it.
  mutating func forgetReadings() { count = 0 }
}
