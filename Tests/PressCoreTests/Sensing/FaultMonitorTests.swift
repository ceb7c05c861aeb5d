@testable import PressCore
import Testing

@Suite("FaultMonitor")
struct FaultMonitorTests {
  /// What is seen `after` microseconds, and what must be delivered of it.
  struct Row {
    let after: UInt64
    let reason: Int32
    let verdict: FaultMonitor.Verdict
    let fault: Int32
    let suspect: Int32

    init(_ after: UInt64, _ reason: Int32, _ verdict: FaultMonitor.Verdict = .unchanged, fault: Int32 = 0, suspect: Int32 = 0) {
      (self.after, self.reason, self.verdict, self.fault, self.suspect) = (after, reason, verdict, fault, suspect)
    }
  }

  private static let good = Reason.none
  private static let open = Reason.open
  private static let bus = Reason.bus

  /// Patience 100, recovery 200.
  @Test(
    "does what each row of its table says",
    arguments: [
      ("well, good: well", [Row(0, good), Row(1000, good)]),
      ("well, bad: suspect", [Row(0, open, suspect: open)]),
      ("suspect, good: well", [Row(0, open, suspect: open), Row(99, good)]),
      ("suspect, bad for its patience: faulty", [Row(0, open, suspect: open), Row(99, open, suspect: open), Row(1, open, .began, fault: open)]),
      (
        "suspect, another kind of bad: suspect again",
        [
          Row(0, open, suspect: open), Row(99, bus, suspect: bus), Row(99, bus, suspect: bus), Row(1, bus, .began, fault: bus),
        ]
      ),
      (
        "suspect, good, suspect: the patience starts again",
        [
          Row(0, open, suspect: open), Row(99, good), Row(1, open, suspect: open), Row(99, open, suspect: open), Row(1, open, .began, fault: open),
        ]
      ),
      (
        "faulty, bad: faulty",
        [
          Row(0, open, suspect: open), Row(100, open, .began, fault: open), Row(1000, open, fault: open), Row(1000, bus, fault: open),
        ]
      ),
      (
        "faulty, good for recover_after: well",
        [
          Row(0, open, suspect: open), Row(100, open, .began, fault: open), Row(50, good, fault: open), Row(199, good, fault: open),
          Row(1, good, .recovered), Row(1, open, suspect: open),
        ]
      ),
      (
        "faulty, good, bad: the recovery starts again",
        [
          Row(0, open, suspect: open), Row(100, open, .began, fault: open), Row(1, good, fault: open), Row(199, bus, fault: open),
          Row(1, good, fault: open), Row(199, good, fault: open), Row(1, good, .recovered),
        ]
      ),
    ])
  func table(name: String, rows: [Row]) {
    var monitor = FaultMonitor()
    var t: UInt64 = 5000
    for (i, row) in rows.enumerated() {
      t += row.after
      #expect(monitor.see(row.reason, at: t, patience: 100, recovery: 200) == row.verdict, "\(name), row \(i)")
      #expect(monitor.fault == row.fault && monitor.suspect == row.suspect, "\(name), row \(i)")
    }
  }

  @Test("without patience the first bad sight is a fault, without recovery time the first good one its end")
  func atOnce() {
    var monitor = FaultMonitor()
    #expect(monitor.see(Self.open, at: 7, patience: 0, recovery: 0) == .began)
    #expect(monitor.see(Self.good, at: 7, patience: 0, recovery: 0) == .recovered)
    #expect(monitor.fault == 0 && monitor.suspect == 0)
  }

  @Test("agrees with a model that remembers everything, on every sequence of six sights")
  func everySequence() {
    let reasons = [Self.good, Self.open, Self.bus, Reason.saturated]
    // Below the patience of 100 and at it; two short ones are long enough to recover, one is not.
    let steps: [UInt64] = [60, 100]
    var failures = Failures()
    func walk(_ monitor: FaultMonitor, _ model: FaultModel, _ t: UInt64, _ depth: Int, _ path: String) {
      if depth == 0 { return }
      for reason in reasons {
        for step in steps {
          var (monitor, model) = (monitor, model)
          let patience: UInt32 = reason == Reason.saturated ? 200 : 100
          let got = monitor.see(reason, at: t + step, patience: patience, recovery: 120)
          let right = model.see(.init(reason: reason, t: t + step, patience: patience))
          failures.expect(
            got == right && monitor.fault == model.fault && monitor.suspect == model.suspect,
            "\(path) then \(reason) after \(step): \(got), not \(right)")
          walk(monitor, model, t + step, depth - 1, failures.isEmpty ? "" : "\(path) \(reason)+\(step)")
        }
      }
    }
    walk(FaultMonitor(), FaultModel(recovery: 120), 1000, 6, "")
    print("FaultMonitor: \(failures.cases) edges walked")
    #expect(failures.isEmpty, "\(failures)")
    #expect(failures.cases == 8 + 64 + 512 + 4096 + 32768 + 262_144)
  }
}
