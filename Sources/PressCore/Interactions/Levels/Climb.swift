/// Where one contact is among the levels, as a value, and when it repeats.
///
/// | at    | what comes                                                        | next  | delivers                          |
/// |-------|-------------------------------------------------------------------|-------|-----------------------------------|
/// | 0     | a pressure below the first level                                  | 0     |                                   |
/// | 0     | one at or above level m, no room is left                          | 0     |                                   |
/// | 0     | one at or above level m                                           | m     | began                             |
/// | n     | one at or above a higher level m                                  | m     | entered                           |
/// | n     | one below level n, by less than the hysteresis                    | n     |                                   |
/// | n     | one that is so much below levels n to m + 1                       | m     | left                              |
/// | n     | one that is so much below the first, or none                      | 0     | ended                             |
/// | n     | a repeat is due, its contact is down                              | n     | repeated                          |
/// | n     | its contact lifts                                                 | 0     | ended: lifted                     |
/// | n     | its contact is cancelled                                          | 0     | cancelled: as its contact         |
/// | n     | the program cancels it                                            | spent | cancelled: program                |
/// | any   | its contact scrolls, drags or pinches, if that is so configured   | spent | cancelled: moved, from a level    |
/// | spent | anything but the end of its contact                               | spent |                                   |
/// | any   | the force falls below release, within the grace                   | same  | no repeat before it comes back    |
///
/// A sample of a sensor is at or above a level once three in a row are. Between two deliveries only where it is then and where it was
/// count: what cancels out is not delivered.
struct Climb {
  /// 0: at none; as it is, as it was delivered, and the highest since it began.
  private(set) var level: UInt8 = 0
  var delivered: UInt8 = 0
  private(set) var highest: UInt8 = 0
  var isSpent = false
  /// The engine keeps room for its end.
  var hasRoom = false
  var isRepeatPending = false
  /// Why it is at none any more.
  private(set) var reason: Int16 = 0
  /// The levels that its latest three samples were at, four bits each, the newest lowest.
  private(set) var recent: UInt16 = 0
  private(set) var repeats: UInt32 = 0
  /// When it repeats next, and repeats a microsecond until then.
  private(set) var repeatAt = Engine.never
  private var rate: UInt64 = 0

  /// What a sample is at, of a sensor: all of the latest three are.
  mutating func settled(_ reached: UInt8, isSensed: Bool) -> UInt8 {
    recent = isSensed ? recent << 4 | UInt16(reached) : UInt16(reached) &* 0x111
    return UInt8(truncatingIfNeeded: min(min(recent & 15, recent >> 4 & 15), recent >> 8 & 15))
  }

  /// What was before proves nothing.
  mutating func restart() { recent = 0 }

  /// A sample of a pressure, which is settled at a level. Returns whether it is at another one than before.
  mutating func step(_ pressure: Int32, settled: UInt8, _ settings: borrowing LevelsSettings, mayBegin: Bool) -> Bool {
    let before = level
    while level > 0 {
      if pressure >= settings.leaves(level) { break }
      level &-= 1
    }
    if before == 0 && !mayBegin { return false }
    level = max(level, settled)
    highest = level == 0 ? 0 : max(highest, level)
    reason = 0
    return level != before
  }

  /// At no level any more.
  mutating func end(_ reason: Int32) {
    (level, highest) = (0, 0)
    self.reason = Int16(truncatingIfNeeded: reason)
    (repeatAt, isRepeatPending) = (Engine.never, false)
  }

  // MARK: The accelerator

  /// It came to a level.
  mutating func startRepeating(_ rate: UInt64, after delay: UInt32, at t: UInt64) {
    repeats = 0
    self.rate = rate
    repeatAt = rate == 0 ? Engine.never : Wide.addSaturating(t, delay == 0 ? LevelsSettings.interval(rate) : UInt64(delay))
  }

  /// From here on at another rate. What is left until the next repeat is the same part of one.
  mutating func repeats(at rate: UInt64, _ t: UInt64, after delay: UInt32) {
    if rate == self.rate { return }
    let isDelayed = repeats == 0 && delay != 0
    if !isDelayed && repeatAt > t && repeatAt != Engine.never {
      repeatAt = Wide.addSaturating(t, max(Wide.divideRounded((repeatAt &- t) &* self.rate, by: rate), 1))
    }
    self.rate = rate
  }

  /// It is due, and time goes on for so long from there. Of the repeats that a jump of time passes the newest is one to deliver.
  mutating func repeatNow(more: UInt64) -> Bool {
    let interval = LevelsSettings.interval(rate)
    let skipped = Wide.divide(more, by: interval)
    let count = max(skipped, 1)
    repeats = UInt32(truncatingIfNeeded: min(UInt64(repeats) &+ min(count, Climb.mostRepeats), Climb.mostRepeats))
    repeatAt = Wide.addSaturating(repeatAt, count &* interval)
    return skipped == 0
  }

  /// As many as an event can say.
  private static var mostRepeats: UInt64 { UInt64(Int32.max) }

  var interval: UInt32 { repeatAt == Engine.never ? 0 : UInt32(truncatingIfNeeded: LevelsSettings.interval(rate)) }
}
