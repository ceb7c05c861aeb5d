@testable import PressCore

/// What FaultMonitor should say, worked out again each time from everything that was ever seen.
struct FaultModel {
  struct Sight {
    let reason: Int32
    let t: UInt64
    let patience: UInt32
  }

  /// Since the last change of state; the state itself.
  private var sights: [Sight] = []
  private(set) var fault: Int32 = 0
  let recovery: UInt32

  init(recovery: UInt32) { self.recovery = recovery }

  /// The run of equal sights that ends with the latest.
  private var run: ArraySlice<Sight> {
    let last = sights.last!.reason
    let start = sights.lastIndex { $0.reason != last }
    return sights[(start.map { $0 + 1 } ?? 0)...]
  }

  var suspect: Int32 { fault == 0 ? (sights.last?.reason ?? 0) : 0 }

  mutating func see(_ sight: Sight) -> FaultMonitor.Verdict {
    sights.append(sight)
    let lasted = sight.t - run.first!.t
    if fault == 0 {
      if sight.reason == 0 || lasted < UInt64(sight.patience) { return .unchanged }
      fault = sight.reason
      sights = []
      return .began
    }
    if sight.reason != 0 || lasted < UInt64(recovery) { return .unchanged }
    fault = 0
    sights = []
    return .recovered
  }
}
