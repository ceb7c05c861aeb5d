@testable import PressCore

/// What the walk needs of a preview: the real one, and copies with planted faults.
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
