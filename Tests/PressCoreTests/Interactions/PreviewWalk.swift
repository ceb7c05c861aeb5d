@testable import PressCore

/// Walks everything a preview can become: every reachable state, and from each every input. What each input must do is
/// stated here from the table in the doc comment of Preview, not from its code.
enum PreviewWalk {
  struct Report {
    var states = 0
    var edges = 0
    var mostSteps = 0
    var failures = Failures()
  }

  enum Input: Hashable {
    case sample, step(Int32), yes, no, stop
  }

  /// What was delivered so far: a beginning must find exactly one end.
  private struct Ledger: Hashable {
    var asked = 0
    var began = false
    var previewEnded = false
    var ends = 0
    /// Progress delivered, for the present sample.
    var delivered = 0
    /// The first progress of a phase is never thinned.
    var deliveredInPhase = false
    var last: Int32 = 0
  }

  private struct Place: Hashable {
    let state: Preview.State
    let isDelivered, isFresh: Bool
    let progress: Int32
    let ledger: Ledger
  }

  /// Pressures below, at, between, just below and past each level.
  static func pressures(_ levels: Preview.Levels) -> [Int32] {
    let middle = { (a: Int32, b: Int32) in Int32((Int64(a) + Int64(b)) / 2) }
    return Array(Set([
      0, levels.preview - 1, levels.preview, middle(levels.preview, levels.commit), levels.commit - 1, levels.commit, levels.commit + 1,
      middle(levels.commit, levels.complete), levels.complete - 1, levels.complete, Int32.max,
    ])).sorted()
  }

  static func run<Machine: PreviewMachine>(_: Machine.Type, _ levels: Preview.Levels) -> Report {
    var report = Report()
    let inputs = [.sample, .yes, .no, .stop] + pressures(levels).map { Input.step($0) }
    var queue: [(Machine, Ledger)] = [(Machine(), Ledger())]
    var seen: Set<Place> = [place(queue[0].0, queue[0].1)]
    while let (machine, ledger) = queue.popLast() {
      drain(machine, levels, &report)
      for input in inputs {
        // Only a question can be answered.
        if (input == .yes || input == .no) && machine.state != .asking { continue }
        var (next, nextLedger) = (machine, ledger)
        apply(input, &next, &nextLedger, levels, &report)
        report.edges += 1
        // A wrong machine may have no end.
        if report.failures.count > 1000 { return report }
        if seen.insert(place(next, nextLedger)).inserted { queue.append((next, nextLedger)) }
      }
    }
    report.states = seen.count
    return report
  }

  private static func place(_ machine: some PreviewMachine, _ ledger: Ledger) -> Place {
    Place(state: machine.state, isDelivered: machine.isDelivered, isFresh: machine.isFresh, progress: machine.progress, ledger: ledger)
  }

  /// The row of the table: what is delivered, and what comes next.
  private static func row(_ state: Preview.State, _ pressure: Int32, _ levels: Preview.Levels) -> (Preview.Step, Preview.State) {
    switch state {
    case .waiting: pressure < levels.preview ? (.nothing, .waiting) : (.ask, .asking)
    case .previewing: pressure < levels.commit ? (.preview, .previewing) : (.previewEnded, .committing)
    case .committing: pressure < levels.complete ? (.commit, .committing) : (.commitEnded, .completed)
    case .none, .asking, .completed, .over, .held: (.nothing, state)
    }
  }

  private static func apply(
    _ input: Input, _ machine: inout some PreviewMachine, _ ledger: inout Ledger, _ levels: Preview.Levels, _ report: inout Report
  ) {
    let before = machine
    let name = "\(before.state) delivered \(before.isDelivered) fresh \(before.isFresh) \(before.progress), \(input)"
    switch input {
    case .sample:
      machine.sampled()
      ledger.delivered = 0
      report.failures.expect(machine.state == before.state && machine.progress == before.progress, "\(name): a sample alone changes nothing")
    case .yes, .no:
      machine.answer(input == .yes)
      report.failures.expect(machine.state == (input == .yes ? .previewing : .over), "\(name): \(machine.state)")
      if input == .yes { ledger.began = true }
    case .stop:
      let stays = machine.state == .completed
      let isCancelled = machine.stop()
      report.failures.expect(machine.state == (stays ? .completed : .over), "\(name): \(machine.state)")
      report.failures.expect(isCancelled == (ledger.began && ledger.ends == 0), "\(name): cancelled \(isCancelled), \(ledger)")
      if isCancelled { ledger.ends += 1 }
    case .step(let pressure):
      step(pressure, name, before, &machine, &ledger, levels, &report)
    }
    report.failures.expect(ledger.ends <= 1 && (ledger.ends == 0 || ledger.began), "\(name): \(ledger)")
    report.failures.expect((machine.state == .completed || machine.state == .over) == (ledger.ends == 1 || machine.state == .over), "\(name): \(ledger)")
  }

  private static func step<Machine: PreviewMachine>(
    _ pressure: Int32, _ name: String, _ before: Machine, _ machine: inout Machine, _ ledger: inout Ledger, _ levels: Preview.Levels,
    _ report: inout Report
  ) {
    let (rightStep, rightState) = row(before.state, pressure, levels)
    let got = machine.step(pressure, levels)
    report.failures.expect(machine.state == rightState, "\(name): \(machine.state), not \(rightState)")
    switch rightStep {
    case .nothing: report.failures.expect(got == .nothing, "\(name): delivered \(got)")
    case .ask:
      ledger.asked += 1
      report.failures.expect(got == .ask && ledger.asked == 1, "\(name): \(got), asked \(ledger.asked) times")
    case .preview, .commit:
      let (low, high) = rightStep == .preview ? (levels.preview, levels.commit) : (levels.commit, levels.complete)
      let span = max(Int64(high) - Int64(low), 1)
      let exact = Int32(max(0, (Int64(pressure) - Int64(low)) * 65536 / span))
      let isThinned = ledger.deliveredInPhase && abs(exact - ledger.last) < levels.smallestStep
      if ledger.delivered > 0 || isThinned {
        report.failures.expect(got == .nothing && machine.progress == before.progress, "\(name): delivered \(got) too often")
        // A sample that was thinned is done with: what comes after it in the same sample is not delivered either.
        ledger.delivered = 1
      } else {
        report.failures.expect(got == rightStep, "\(name): \(got), not \(rightStep)")
        report.failures.expect(machine.progress == exact && exact < 65536, "\(name): progress \(machine.progress), not \(exact)")
        ledger.delivered = 1
        ledger.deliveredInPhase = true
        ledger.last = exact
      }
    case .previewEnded, .commitEnded:
      report.failures.expect(got == rightStep && machine.progress == 65536, "\(name): \(got), progress \(machine.progress)")
      report.failures.expect(ledger.began && ledger.ends == 0 && ledger.previewEnded == (rightStep == .commitEnded), "\(name): \(ledger)")
      ledger.deliveredInPhase = false
      ledger.last = 65536
      if rightStep == .previewEnded { ledger.previewEnded = true } else { ledger.ends += 1 }
    }
  }

  /// A sample comes to rest within six steps, whatever it is and whatever the answer.
  private static func drain(_ machine: some PreviewMachine, _ levels: Preview.Levels, _ report: inout Report) {
    for pressure in pressures(levels) {
      for answer in [true, false] {
        var machine = machine
        machine.sampled()
        if machine.state == .asking { machine.answer(answer) }
        var steps = 1
        var step = machine.step(pressure, levels)
        while step != .nothing && steps < 100 {
          if step == .ask { machine.answer(answer) }
          steps += 1
          step = machine.step(pressure, levels)
        }
        report.mostSteps = max(report.mostSteps, steps)
        report.failures.expect(steps <= 6, "\(machine.state) at \(pressure): \(steps) steps")
      }
    }
  }
}
