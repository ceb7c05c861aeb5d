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
  private var rises = Steepest()
  var velocity: UInt32 = 0
  private(set) var delay: UInt32 = 0

  static var gap: UInt64 { 100_000 }
  init() {}

  init(of contact: UInt32) { self.contact = contact }

  var isOpen: Bool { phase == .measuring || phase == .pending }

  mutating func begin(at t: UInt64) {
    phase = .measuring
    beganAt = t
    rises = Steepest()
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
    while i < Int(count) &- 1 && now.t &- readings[unchecked: i].t < Steepest.span { i &+= 1 }
    let before = readings[unchecked: i]
    hasRisen = true
    return rises.add(now.force, after: before.force, in: now.t &- before.t)
  }

  /// N/s: the steepest rise.
  var speed: Int32 { rises.speed }
  /// Whether that is how fast it was.
  var isKnown: Bool { rises.isKnown }

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
