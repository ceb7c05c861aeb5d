/// The preview interaction of one contact, as a value. It is stepped until it has nothing more to deliver; the code that steps it
/// delivers in between, so that what a callback changes takes effect before the next event.
///
/// | state       | pressure                | delivers                    | next        |
/// |-------------|-------------------------|-----------------------------|-------------|
/// | young       | any                     |                             | young       |
/// | young       | preview_after_us is over |                            | waiting     |
/// | waiting     | below preview_pressure  |                             | waiting     |
/// | waiting     | at or above             | asks should_begin           | asking      |
/// | asking      | answer yes              | began                       | previewing  |
/// | asking      | answer no               | refused                     | over        |
/// | previewing  | below commit_pressure   | preview progress            | previewing  |
/// | previewing  | at or above             | preview progress 1, ended   | committing  |
/// | committing  | below complete_pressure | commit progress             | committing  |
/// | committing  | at or above             | commit progress 1, ended    | completed   |
/// | committing  | held from outside       |                             | held        |
/// | held        | any                     |                             | held        |
/// | held        | let go on from outside  |                             | committing  |
/// | any of them | stopped from outside    | cancelled, if it had begun  | over        |
public struct Preview {
  public enum State: UInt8 {
    case none, waiting, asking, previewing, committing, completed, over, held, young
  }

  public enum Step: UInt8 {
    case preview = 0, previewEnded = 1, commit = 2, commitEnded = 3, nothing = 4, ask = 5

    @inline(__always)
    var isEnd: Bool { rawValue & 1 != 0 }
    @inline(__always)
    var isCommit: Bool { rawValue & 2 != 0 }
  }

  /// The pressures at which phases change, made once from the config.
  public struct Levels {
    public let preview, commit, complete: Int32
    public let smallestStep: Int32
    let previewRamp, commitRamp: Ramp

    public init(preview: Int32, commit: Int32, complete: Int32, smallestStep: Int32) {
      self.preview = preview
      self.commit = commit
      self.complete = complete
      self.smallestStep = smallestStep
      previewRamp = Ramp(from: preview, to: commit)
      commitRamp = Ramp(from: commit, to: complete)
    }
  }

  public internal(set) var state: State
  /// Progress was delivered for the present sample.
  private var isDelivered: Bool
  /// The phase has delivered no progress yet.
  private var isFresh: Bool
  /// Progress as delivered last, Q16. While it is young: `asksAt`.
  public private(set) var progress: Int32

  public init(_ state: State) {
    self.state = state
    isDelivered = false
    isFresh = true
    progress = 0
  }

  /// Began, and neither completed nor cancelled.
  public var isRunning: Bool { state == .previewing || state == .committing || state == .held }

  /// It ran, and does not any more.
  @inline(__always)
  var isOver: Bool { state == .completed || state == .over }

  /// Whether a sample can make it deliver anything.
  @inline(__always)
  var mayStep: Bool { state == .waiting || state == .previewing || state == .committing }

  var isRunningOrCompleted: Bool { isRunning || state == .completed }

  /// A new sample: progress may be delivered once more.
  @inline(__always)
  mutating func sampled() { isDelivered = false }

  /// Of a contact that is not old enough before then, the low half of a time.
  init(youngUntil t: UInt64) {
    self.init(.young)
    progress = Int32(truncatingIfNeeded: t)
  }

  /// While it is young: when its contact is old enough, which is not long before or after now.
  @inline(never)
  func asksAt(now: UInt64) -> UInt64 { now &+ UInt64(bitPattern: Int64(progress &- Int32(truncatingIfNeeded: now))) }

  /// Its contact is old enough.
  mutating func grow() {
    state = .waiting
    progress = 0
  }

  mutating func answer(_ yes: Bool) { state = yes ? .previewing : .over }

  /// Keeps it from committing: progress is not delivered any more, and it can only be cancelled.
  mutating func hold() { if isRunning { state = .held } }

  /// It may commit again.
  mutating func goOn() { if state == .held { state = .committing } }

  /// Returns whether a preview that had begun is over by this.
  mutating func stop() -> Bool {
    let wasRunning = isRunning
    if state != .none && state != .completed { state = .over }
    return wasRunning
  }

  @inline(__always)
  mutating func step(_ pressure: Int32, _ levels: borrowing Levels) -> Step {
    switch state {
    case .waiting: waiting(pressure, levels)
    case .previewing: previewing(pressure, levels)
    case .committing: committing(pressure, levels)
    case .none, .young, .asking, .completed, .over, .held: .nothing
    }
  }

  /// What most samples make of a preview, without a step.
  enum Course {
    case unchanged, progress, other
  }

  /// A new sample. `other`: it is to be stepped.
  @inline(__always)
  mutating func follow(_ pressure: Int32, _ levels: UnsafePointer<Levels>) -> Course {
    if state == .previewing {
      if pressure >= levels.pointee.commit { return .other }
      return thin(levels.pointee.previewRamp(pressure), levels.pointee.smallestStep) ? .progress : .unchanged
    }
    if state == .waiting { return pressure < levels.pointee.preview ? .unchanged : .other }
    return state == .committing ? .other : .unchanged
  }

  @inline(__always)
  private mutating func waiting(_ pressure: Int32, _ levels: borrowing Levels) -> Step {
    if pressure < levels.preview { return .nothing }
    state = .asking
    return .ask
  }

  @inline(__always)
  private mutating func previewing(_ pressure: Int32, _ levels: borrowing Levels) -> Step {
    if pressure >= levels.commit {
      enter(.committing)
      return .previewEnded
    }
    return deliver(levels.previewRamp(pressure), levels) ? .preview : .nothing
  }

  @inline(__always)
  private mutating func committing(_ pressure: Int32, _ levels: borrowing Levels) -> Step {
    if pressure >= levels.complete {
      enter(.completed)
      return .commitEnded
    }
    return deliver(levels.commitRamp(pressure), levels) ? .commit : .nothing
  }

  @inline(__always)
  private mutating func enter(_ next: State) {
    state = next
    progress = Q16.one
    isFresh = true
  }

  @inline(__always)
  private mutating func deliver(_ now: Int32, _ levels: borrowing Levels) -> Bool {
    isDelivered ? false : thin(now, levels.smallestStep)
  }

  /// Progress of this sample is delivered, unless it is too near to what was delivered last.
  @inline(__always)
  private mutating func thin(_ now: Int32, _ smallestStep: Int32) -> Bool {
    isDelivered = true
    let change = Int32(truncatingIfNeeded: (now &- progress).magnitude)
    let isThinned = change < smallestStep
    if isThinned && !isFresh { return false }
    isFresh = false
    progress = now
    return true
  }
}
