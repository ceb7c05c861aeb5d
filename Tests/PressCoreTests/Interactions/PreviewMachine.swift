import Testing
@testable import PressCore

/// The members of a preview that the walk uses. The real preview and copies with planted faults have them.
protocol PreviewMachine {
  var state: Preview.State { get }
  var progress: Int32 { get }
  /// Whether progress was delivered for this sample, and whether the phase has delivered none yet.
  var isDelivered: Bool { get }
  var isFresh: Bool { get }
  mutating func sampled()
  mutating func answer(_ yes: Bool)
  mutating func stop() -> Bool
  mutating func step(_ pressure: Int32, _ levels: Preview.Thresholds) -> Preview.Step
}

/// The machine that ships.
struct RealPreview: PreviewMachine {
  private var preview = Preview(.waiting)

  var state: Preview.State { preview.state }
  var progress: Int32 { preview.progress }
  var isDelivered: Bool { preview.isDelivered }
  var isFresh: Bool { preview.isFresh }

  mutating func sampled() { preview.sampled() }
  mutating func answer(_ yes: Bool) { preview.answer(yes) }
  mutating func stop() -> Bool { preview.stop() }
  mutating func step(_ pressure: Int32, _ levels: Preview.Thresholds) -> Preview.Step { preview.step(pressure, levels) }
}

/// The machine written again from its table, with one fault at a time planted in it.
struct FaultyPreview: PreviewMachine {
  enum Fault: CaseIterable {
    case none, neverNewSample, noIsYes, commitNotCancelled, cancelsCompleted, stopForgets, beginsAbove, commitsAbove, skipsCommit, endsBelowOne
    case fallsBack, deliversAfterEnd, deliversTwice, thinsFirst, neverThins
  }

  let fault: Fault
  private(set) var state = Preview.State.waiting
  private(set) var progress: Int32 = 0
  private(set) var isDelivered = false
  private(set) var isFresh = true

  init(_ fault: Fault) { self.fault = fault }

  mutating func sampled() { if fault != .neverNewSample { isDelivered = false } }

  mutating func answer(_ yes: Bool) { state = yes || fault == .noIsYes ? .previewing : .over }

  mutating func stop() -> Bool {
    let isRunning = state == .previewing || state == .committing && fault != .commitNotCancelled
    if fault == .cancelsCompleted && state == .completed {
      state = .over
      return true
    }
    let isForgotten = fault == .stopForgets && state == .waiting
    if !isForgotten && state != .completed { state = .over }
    return isRunning
  }

  mutating func step(_ pressure: Int32, _ levels: Preview.Thresholds) -> Preview.Step {
    switch state {
    case .waiting:
      if fault == .beginsAbove ? pressure <= levels.preview : pressure < levels.preview { return .nothing }
      state = .asking
      return .ask
    case .previewing:
      if fault == .commitsAbove ? pressure > levels.commit : pressure >= levels.commit {
        state = fault == .skipsCommit ? .completed : .committing
        progress = 65536
        isFresh = true
        return .previewEnded
      }
      return deliver(pressure, levels.preview, levels.commit, levels.smallestStep) ? .preview : .nothing
    case .committing:
      if pressure >= levels.complete {
        state = .completed
        progress = fault == .endsBelowOne ? 65535 : 65536
        isFresh = true
        return .commitEnded
      }
      if fault == .fallsBack && pressure < levels.preview { state = .previewing }
      return deliver(pressure, levels.commit, levels.complete, levels.smallestStep) ? .commit : .nothing
    case .completed:
      return fault == .deliversAfterEnd && deliver(pressure, levels.commit, levels.complete, 0) ? .commit : .nothing
    case .none, .young, .asking, .over, .held: return .nothing
    }
  }

  private mutating func deliver(_ pressure: Int32, _ low: Int32, _ high: Int32, _ smallest: Int32) -> Bool {
    if isDelivered && fault != .deliversTwice { return false }
    isDelivered = true
    let now = Int32(max(0, min(65536, (Int64(pressure) - Int64(low)) * 65536 / max(Int64(high) - Int64(low), 1))))
    if abs(now - progress) < smallest && (!isFresh || fault == .thinsFirst) && fault != .neverThins { return false }
    isFresh = false
    progress = now
    return true
  }
}

/// Every state that a preview can reach, for a StateWalk. The expected effect of each input comes from the table in the doc comment
/// of Preview, not from its code.
final class PreviewWalk<Machine: PreviewMachine>: WalkWorld {
  enum Input {
    case sample, step(Int32), yes, no, stop
  }

  /// The deliveries so far: each beginning must have exactly one end.
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

  /// The row of the table: the step to deliver, and the next state.
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
      // Progress that was thinned counts as delivered: later progress of the same sample is not delivered either.
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

@Suite("Preview: the machine")
struct PreviewTests {
  static var levels: [String: Preview.Thresholds] {
    [
      "default": Preview.Thresholds(preview: 16384, commit: 32768, complete: 55706, smallestStep: 0),
      "thinned": Preview.Thresholds(preview: 16384, commit: 32768, complete: 55706, smallestStep: 40_000),
      "thinned to nothing": Preview.Thresholds(preview: 16384, commit: 32768, complete: 55706, smallestStep: 65536),
      "no preview phase": Preview.Thresholds(preview: 32768, commit: 32768, complete: 55706, smallestStep: 0),
      "no commit phase": Preview.Thresholds(preview: 16384, commit: 32768, complete: 32768, smallestStep: 0),
      "all at once": Preview.Thresholds(preview: 0, commit: 0, complete: 0, smallestStep: 0),
      "never by force": Preview.Thresholds(preview: 16384, commit: 32768, complete: Int32.max, smallestStep: 1),
      "widest": Preview.Thresholds(preview: 0, commit: Int32.max - 1, complete: Int32.max, smallestStep: 0),
    ]
  }

  @Test("does what its table says, from every state it can reach, for every input", arguments: levels.keys.sorted())
  func everyEdge(name: String) {
    let world = PreviewWalk(RealPreview(), Self.levels[name]!)
    let report = StateWalk(world).run(limit: 1000)
    print("Preview, \(name): \(report.summary), at most \(world.mostSteps) steps per sample")
    #expect(report.isComplete && report.wrong.isEmpty, "\(report.wrong)")
    #expect(report.states > 10 && world.mostSteps <= 6)
  }

  // Faults of thinning show only where there is some.
  @Test("the walk finds every fault planted in the machine written from the table, and without one nothing", arguments: FaultyPreview.Fault.allCases)
  func findsPlantedFaults(fault: FaultyPreview.Fault) {
    let reports = ["default", "thinned"].map { StateWalk(PreviewWalk(FaultyPreview(fault), Self.levels[$0]!), stopsAtFirst: true).run(limit: 1000) }
    #expect(reports.allSatisfy(\.wrong.isEmpty) == (fault == .none))
  }

  @Test("a surface without a preview stays without, whatever happens to it")
  func none() {
    var preview = Preview(.none)
    let levels = Self.levels["default"]!
    for pressure in levels.pressures {
      preview.sampled()
      let step = preview.step(pressure, levels)
      #expect(step == .nothing && preview.state == .none)
    }
    let isCancelled = preview.stop()
    #expect(!isCancelled && preview.state == .none)
  }

  @Test("more force never gives less progress, and the same force the same")
  func monotone() {
    let levels = Self.levels["default"]!
    var last: [Preview.State: Int32] = [:]
    for pressure in stride(from: levels.preview, through: levels.complete, by: 7) {
      var preview = Preview(.waiting)
      while true {
        let step = preview.step(pressure, levels)
        if step == .ask { preview.answer(true) }
        if step == .nothing { break }
      }
      #expect(preview.progress >= last[preview.state] ?? 0)
      last[preview.state] = preview.progress
    }
  }
}
