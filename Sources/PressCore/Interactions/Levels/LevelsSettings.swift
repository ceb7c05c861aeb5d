import CPress

/// Where the levels lie, and how fast the accelerator repeats. Made once from a config.
struct LevelsSettings {
  private let count: UInt8
  let flags: UInt8
  let delay: UInt32
  /// Where each is entered; and how far below that it is left.
  private var enters = InlineArray<8, Int32>(repeating: Int32.max)
  private let hysteresis: Int32
  private let ramp: Ramp
  /// Repeats a microsecond, Q48, at the first level and at the last; 0: none.
  private let slow, fast: UInt64

  init(_ c: press_levels_config) {
    count = UInt8(truncatingIfNeeded: c.count)
    flags = UInt8(truncatingIfNeeded: c.flags)
    delay = c.repeat_delay_us
    ramp = Ramp(from: c.first_pressure, to: c.last_pressure)
    slow = c.repeat_us == 0 ? 0 : LevelsSettings.rate(c.repeat_us)
    fast = LevelsSettings.rate(c.repeat_fast_us)
    let span = UInt64(truncatingIfNeeded: c.last_pressure &- c.first_pressure)
    let distances = UInt64(c.count &- 1)
    hysteresis = Int32(truncatingIfNeeded: Wide.divide((span &* UInt64(truncatingIfNeeded: c.hysteresis)) &>> 16, by: distances))
    var i = 0
    while i < Int(count) {
      let above = Wide.divide(span &* UInt64(truncatingIfNeeded: i), by: distances)
      enters[unchecked: i] = c.first_pressure &+ Int32(truncatingIfNeeded: above)
      i &+= 1
    }
  }

  static var shortest: UInt32 { 1000 }
  private static func rate(_ interval: UInt32) -> UInt64 { Wide.divideRounded(1 << 48, by: UInt64(max(interval, shortest))) }
  static func interval(_ rate: UInt64) -> UInt64 { max(Wide.divideRounded(1 << 48, by: rate), 1) }

  /// The highest level that is at or below a pressure, 0: there is none.
  func reached(_ pressure: Int32) -> UInt8 {
    var level: UInt8 = 0
    while level < count && pressure >= enters[unchecked: Int(level)] { level &+= 1 }
    return level
  }

  /// A level from 1 on is entered at this pressure.
  func enters(_ level: UInt8) -> Int32 { enters[unchecked: Int(level &- 1)] }

  /// It is left below this. Without pressure every one is.
  func leaves(_ level: UInt8) -> Int32 { max(enters(level) &- hysteresis, 1) }

  var repeats: Bool { slow != 0 }

  /// Repeats a microsecond at a pressure, at that level; 0: none.
  func rate(_ pressure: Int32, _ level: UInt8) -> UInt64 {
    if slow == 0 { return 0 }
    let isStepped = UInt32(flags) & LevelsFlag.stepped != 0
    let share = Int64(ramp(isStepped ? enters(level) : pressure))
    let more = (Int64(truncatingIfNeeded: fast) &- Int64(truncatingIfNeeded: slow)) &* share
    return slow &+ UInt64(bitPattern: more >> 16)
  }
}
