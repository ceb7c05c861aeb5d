import CPress

/// Watches one sensor for faults. What it sees is a reason (`Reason.none`: a good code) with a patience: how long it must
/// last to count.
///
/// | state     | sees                     | next      | delivers  |
/// |-----------|--------------------------|-----------|-----------|
/// | well      | good                     | well      |           |
/// | well      | bad                      | suspect   |           |
/// | well      | bad, patience 0          | faulty    | began     |
/// | suspect   | good                     | well      |           |
/// | suspect   | bad for its patience     | faulty    | began     |
/// | suspect   | another kind of bad      | suspect   |           |
/// | faulty    | bad                      | faulty    |           |
/// | faulty    | good for recover_after   | well      | recovered |
struct FaultMonitor {
  enum Verdict {
    case unchanged, began, recovered
  }

  /// The fault that lasts, `Reason.none` without one.
  private(set) var fault: Int32
  /// What is suspected; the value is not to be trusted meanwhile.
  private(set) var suspect: Int32 = 0
  private var since: UInt64 = 0
  private var isRecovering = false

  init(fault: Int32 = Reason.none) { self.fault = fault }

  /// Neither faulty nor suspected.
  @inline(__always)
  var isWell: Bool { fault | suspect == Reason.none }

  /// What is suspected, and whether it recovers, begins again.
  mutating func forget() {
    suspect = Reason.none
    isRecovering = false
  }

  mutating func see(_ reason: Int32, at t: UInt64, patience: UInt32, recovery: UInt32) -> Verdict {
    fault == Reason.none ? working(reason, t, patience) : faulty(reason, t, recovery)
  }

  private mutating func working(_ reason: Int32, _ t: UInt64, _ patience: UInt32) -> Verdict {
    if reason != suspect {
      suspect = reason
      since = t
    }
    if reason == Reason.none || t &- since < UInt64(patience) { return .unchanged }
    fault = reason
    suspect = Reason.none
    isRecovering = false
    return .began
  }

  private mutating func faulty(_ reason: Int32, _ t: UInt64, _ recovery: UInt32) -> Verdict {
    if reason != Reason.none {
      isRecovering = false
      return .unchanged
    }
    if !isRecovering {
      isRecovering = true
      since = t
    }
    if t &- since < UInt64(recovery) { return .unchanged }
    fault = Reason.none
    return .recovered
  }
}
