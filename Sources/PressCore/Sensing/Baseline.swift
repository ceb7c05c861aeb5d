import CPress

/// The zero of one sensor, in microsiemens. Q32 inside, so that slow drift is not lost to rounding.
struct Baseline {
  private var exact: Int64 = 0
  /// Rounded: microsiemens, Q16.
  private(set) var value: Int32 = 0
  /// As delivered last, Q16.
  private(set) var delivered: Int32 = 0
  private var isBelow = false
  private var belowSince: UInt64 = 0
  /// What the start has seen so far.
  private(set) var lowest: Int32 = Int32.max
  private(set) var highest: Int32 = Int32.min
  private var sum: Int64 = 0
  private var count: Int64 = 0

  mutating func set(_ conductance: Int32) {
    exact = Int64(conductance) << 16
    value = conductance
    delivered = conductance
    isBelow = false
  }

  mutating func forget() { isBelow = false }

  mutating func startWatching() {
    lowest = Int32.max
    highest = Int32.min
    sum = 0
    count = 0
  }

  mutating func watch(_ conductance: Int32) {
    lowest = min(lowest, conductance)
    highest = max(highest, conductance)
    sum &+= Int64(conductance)
    count &+= 1
  }

  /// The mean of what was watched.
  var watched: Int32 {
    Int32(clamping: Wide.divideRounded(sum, by: UInt64(truncatingIfNeeded: max(count, 1))))
  }

  /// Whether a reading that is `above` the zero by so much has been under it by more than noise for long enough to correct
  /// it.
  @inline(__always)
  mutating func isWrong(by above: Int32, at t: UInt64, margin: Int32, after: UInt32) -> Bool {
    if above >= 0 &- margin || after == 0 {
      isBelow = false
      return false
    }
    if !isBelow {
      isBelow = true
      belowSince = t
    }
    return t &- belowSince >= UInt64(after)
  }

  /// Moves towards the reading as a first-order low-pass with this time constant. Returns whether that added up to a
  /// step worth delivering.
  mutating func follow(_ conductance: Int32, elapsed: UInt64, rise: UInt32, fall: UInt32, step: Int32) -> Bool {
    let difference = (Int64(conductance) << 16) &- exact
    let constant = UInt64(difference > 0 ? rise : fall)
    if constant == 0 { return false }
    let share = Wide.divide(min(elapsed, constant) << 30, by: constant)
    exact &+= Wide.multiplyFitting(difference, Int64(truncatingIfNeeded: share), shiftedRight: 30)
    value = Int32(clamping: (exact &+ 0x8000) >> 16)
    return (Int64(value) &- Int64(delivered)).magnitude >= UInt64(truncatingIfNeeded: max(step, 1))
  }

  mutating func markDelivered() { delivered = value }
}
