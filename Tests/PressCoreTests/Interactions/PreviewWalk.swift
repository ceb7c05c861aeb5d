@testable import PressCore

/// Everything that a preview can become, for a StateWalk. What each input must do is stated here from the table in the doc comment
/// of Preview, not from its code.
final class PreviewWalk<Machine: PreviewMachine>: WalkWorld {
  enum Input {
    case sample, step(Int32), yes, no, stop
  }

  /// What was delivered so far: a beginning must find exactly one end.
  struct Ledger: Hashable {
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

  struct Code: Hashable {
    let state: Preview.State
    let isDelivered, isFresh: Bool
    let progress: Int32
    let ledger: Ledger
  }

  let size = MemoryLayout<Machine>.size
  let actions: [Input]
  private(set) var books = Ledger()
  private(set) var wrong: String?
  private(set) var mostSteps = 0
  private let start: Machine
  private let levels: Preview.Thresholds

  init(_ start: Machine, _ levels: Preview.Thresholds) {
    (self.start, self.levels) = (start, levels)
    actions = [.sample, .yes, .no, .stop] + levels.pressures.map { .step($0) }
  }

  func setUp(_ machine: UnsafeMutablePointer<Machine>) { machine.initialize(to: start) }

  func code(_ machine: UnsafeMutablePointer<Machine>) -> Code {
    let m = machine.pointee
    return Code(state: m.state, isDelivered: m.isDelivered, isFresh: m.isFresh, progress: m.progress, ledger: books)
  }

  func take(_ input: Input, _: Never?, at _: Int, _ books: Ledger, _ machine: UnsafeMutablePointer<Machine>) {
    (self.books, wrong) = (books, nil)
    switch input {
    case .sample:
      drain(machine.pointee)
      let before = machine.pointee
      machine.pointee.sampled()
      self.books.delivered = 0
      expect(machine.pointee.state == before.state && machine.pointee.progress == before.progress, "a sample alone changes something")
    // Only a question can be answered.
    case .yes: if machine.pointee.state == .asking { answer(true, &machine.pointee) }
    case .no: if machine.pointee.state == .asking { answer(false, &machine.pointee) }
    case .stop: stop(&machine.pointee)
    case .step(let pressure): step(pressure, &machine.pointee)
    }
    expect(self.books.ends <= 1 && (self.books.ends == 0 || self.books.began), "\(self.books)")
    let isOver = machine.pointee.state == .over
    expect((machine.pointee.state == .completed || isOver) == (self.books.ends == 1 || isOver), "\(machine.pointee.state), \(self.books)")
  }

  private func expect(_ isRight: Bool, _ what: @autoclosure () -> String) { if !isRight && wrong == nil { wrong = what() } }

  private func answer(_ yes: Bool, _ machine: inout Machine) {
    machine.answer(yes)
    expect(machine.state == (yes ? .previewing : .over), "\(machine.state)")
    if yes { books.began = true }
  }

  private func stop(_ machine: inout Machine) {
    let stays = machine.state == .completed
    let isCancelled = machine.stop()
    expect(machine.state == (stays ? .completed : .over), "\(machine.state)")
    expect(isCancelled == (books.began && books.ends == 0), "cancelled \(isCancelled), \(books)")
    if isCancelled { books.ends += 1 }
  }

  /// The row of the table: what is delivered, and what comes next.
  private func row(_ state: Preview.State, _ pressure: Int32) -> (Preview.Step, Preview.State) {
    switch state {
    case .waiting: pressure < levels.preview ? (.nothing, .waiting) : (.ask, .asking)
    case .previewing: pressure < levels.commit ? (.preview, .previewing) : (.previewEnded, .committing)
    case .committing: pressure < levels.complete ? (.commit, .committing) : (.commitEnded, .completed)
    case .none, .young, .asking, .completed, .over, .held: (.nothing, state)
    }
  }

  private func step(_ pressure: Int32, _ machine: inout Machine) {
    let before = machine
    let (rightStep, rightState) = row(before.state, pressure)
    let got = machine.step(pressure, levels)
    expect(machine.state == rightState, "\(machine.state), not \(rightState)")
    switch rightStep {
    case .nothing: expect(got == .nothing, "delivered \(got)")
    case .ask:
      books.asked += 1
      expect(got == .ask && books.asked == 1, "\(got), asked \(books.asked) times")
    case .preview, .commit:
      let (low, high) = rightStep == .preview ? (levels.preview, levels.commit) : (levels.commit, levels.complete)
      let span = max(Int64(high) - Int64(low), 1)
      let exact = Int32(max(0, (Int64(pressure) - Int64(low)) * 65536 / span))
      let isThinned = books.deliveredInPhase && abs(exact - books.last) < levels.smallestStep
      if books.delivered > 0 || isThinned {
        expect(got == .nothing && machine.progress == before.progress, "delivered \(got) too often")
      } else {
        expect(got == rightStep, "\(got), not \(rightStep)")
        expect(machine.progress == exact && exact < 65536, "progress \(machine.progress), not \(exact)")
        books.deliveredInPhase = true
        books.last = exact
      }
      // A sample that was thinned is done with: what comes after it in the same sample is not delivered either.
      books.delivered = 1
    case .previewEnded, .commitEnded:
      expect(got == rightStep && machine.progress == 65536, "\(got), progress \(machine.progress)")
      expect(books.began && books.ends == 0 && books.previewEnded == (rightStep == .commitEnded), "\(books)")
      books.deliveredInPhase = false
      books.last = 65536
      if rightStep == .previewEnded { books.previewEnded = true } else { books.ends += 1 }
    }
  }

  /// A sample comes to rest within six steps, whatever it is and whatever the answer.
  private func drain(_ machine: Machine) {
    for pressure in levels.pressures {
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
        mostSteps = max(mostSteps, steps)
        expect(steps <= 6, "\(steps) steps at \(pressure)")
      }
    }
  }
}

extension Preview.Thresholds {
  /// Pressures below, at, between, just below and past each level.
  var pressures: [Int32] {
    let middle = { (a: Int32, b: Int32) in Int32((Int64(a) + Int64(b)) / 2) }
    return Array(
      Set([
        0, preview - 1, preview, middle(preview, commit), commit - 1, commit, commit + 1, middle(commit, complete), complete - 1, complete, Int32.max,
      ])
    ).sorted()
  }
}
