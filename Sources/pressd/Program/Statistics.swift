import CPress

/// What a run counted.
struct Statistics {
  var frames: UInt64 = 0
  var missed: UInt64 = 0  // deadlines that came while the one before was still being worked on
  var events: UInt64 = 0
  var latenessSumUs: UInt64 = 0
  var latenessWorstUs: UInt64 = 0
  var latenessCount: UInt64 = 0
  var processorUs: UInt64 = 0
  var transfers: UInt64 = 0
  var readyEdges: UInt64 = 0  // of ready_pin
  var alarms: UInt64 = 0  // of a comparator, which ended a wait
  var nacks: UInt64 = 0
  var timeouts: UInt64 = 0
  var busErrors: UInt64 = 0  // all others
  var failedFrames: UInt64 = 0
  var effects: UInt64 = 0  // that events were answered with
  var effectsPlayed: UInt64 = 0  // by the DRV2605L
  var effectWorstUs: UInt64 = 0  // from the sample to the end of the transfer that starts it
  var firstUs: UInt64 = 0
  var lastUs: UInt64 = 0

  /// One transfer, and what became of it.
  mutating func transfer(_ status: Int32) {
    transfers += 1
    if status >= 0 { return }
    switch Int(status) {
    case PRESS_ERR_NACK, Int(Errno.noSuchAddress): nacks += 1
    case PRESS_ERR_TIMEDOUT: timeouts += 1
    default: busErrors += 1
    }
  }

  mutating func late(us: UInt64) {
    latenessSumUs += us
    latenessCount += 1
    if us > latenessWorstUs { latenessWorstUs = us }
  }

  mutating func frame(atUs us: UInt64) {
    if frames == 0 { firstUs = us }
    lastUs = us
    frames += 1
  }

  /// nil: nothing was waited for.
  var latenessMeanUs: UInt64? { latenessCount > 0 ? latenessSumUs / latenessCount : nil }

  var processorPerThousandUs: UInt64 { frames > 0 ? processorUs * 1000 / frames : 0 }

  /// Frames per second in tenths.
  var rateTenths: UInt64 {
    let span = lastUs - firstUs
    return frames < 2 || span == 0 ? 0 : ((frames - 1) * 10_000_000 + span / 2) / span
  }
}
