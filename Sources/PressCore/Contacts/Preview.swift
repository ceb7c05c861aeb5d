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
/// | previewing  | at or above, too early  | preview progress            | previewing  |
/// | previewing  | at or above             | preview progress 1, ended   | committing  |
/// | committing  | below complete_pressure | commit progress             | committing  |
/// | committing  | at or above             | commit progress 1, ended    | completed   |
/// | committing  | held from outside       |                             | held        |
/// | held        | any                     |                             | held        |
/// | held        | let go on from outside  |                             | committing  |
/// | any of them | stopped from outside    | cancelled, if it had begun  | over        |
///
/// Where preview_after_us is not 0 its phase ends at three times that age or later, so that a quick press, which may be as hard, is over. A
/// sample of a sensor is at a level once three in a row are (`rise`): two readings in a row may be wrong.
package struct Preview {
  package enum State: UInt8 {
    case none, waiting, asking, previewing, committing, completed, over, held, young
  }

  package enum Step: UInt8 {
    case preview = 0, previewEnded = 1, commit = 2, commitEnded = 3, nothing = 4, ask = 5

    @inline(__always)
    var isEnd: Bool { rawValue & 1 != 0 }
    @inline(__always)
    var isCommit: Bool { rawValue & 2 != 0 }
  }

  /// The pressures at which phases change, made once from the config.
  package struct Thresholds {
    package let complete: Int32
    package let smallestStep: Int32
    let previewRamp, commitRamp: Ramp
    package var preview: Int32 { previewRamp.low }
    package var commit: Int32 { commitRamp.low }

    package init(preview: Int32, commit: Int32, complete: Int32, smallestStep: Int32) {
      self.complete = complete
      self.smallestStep = smallestStep
      previewRamp = Ramp(from: preview, to: commit)
      commitRamp = Ramp(from: commit, to: complete)
    }

    func reached(by pressure: Int32) -> UInt8 { pressure < preview ? 0 : pressure < commit ? 1 : pressure < complete ? 2 : 3 }
  }

  package internal(set) var state: State
  /// The highest bits: the delivered state. Below: the level that each of the last three readings reached, two bits each, the newest
  /// lowest. A sample that needs no debounce fills all three.
  private var bits: UInt8
  /// Its phase cannot end before then: the low half of a time in units of 1024 microseconds. 0: it can.
  private(set) var early: UInt16
  /// Progress as delivered last, Q16. While it is young: when it grows, the low half of a time.
  package private(set) var progress: Int32

  package init(_ state: State) {
    self.state = state
    bits = 0
    early = 0
    progress = 0
  }

  private static var delivered: UInt8 { 0x40 }
  private static var stale: UInt8 { 0x80 }
  private static var risen: UInt8 { 0x3f }

  /// Progress was delivered for the present sample.
  var isDelivered: Bool { bits & Preview.delivered != 0 }
  /// The phase has delivered no progress yet.
  var isFresh: Bool { bits & Preview.stale == 0 }

  /// Began, and neither completed nor cancelled.
  package var isRunning: Bool { state == .previewing || state == .committing || state == .held }

  /// It ran, and does not any more.
  @inline(__always)
  var isOver: Bool { state == .completed || state == .over }

  /// Whether a sample can make it deliver anything.
  @inline(__always)
  var mayStep: Bool { state == .waiting || state == .previewing || state == .committing || state == .young }

  var isRunningOrCompleted: Bool { isRunning || state == .completed }

  /// A new sample: progress may be delivered once more.
  @inline(__always)
  mutating func sampled() { bits &= ~Preview.delivered }

  /// A sample that is fed directly fills the debounce.
  mutating func rise(atOnceTo pressure: Int32, _ thresholds: borrowing Thresholds) {
    bits = bits & ~Preview.risen | thresholds.reached(by: pressure) &* 0x15
  }

  /// A sample of a sensor.
  mutating func rise(to pressure: Int32, _ thresholds: borrowing Thresholds) {
    bits = bits & ~Preview.risen | (bits << 2 | thresholds.reached(by: pressure)) & Preview.risen
  }

  /// Clears the debounce.
  @inline(__always)
  mutating func restart() { bits &= ~Preview.risen }

  /// While its contact may be lifting no sample of it counts: what the contact keeps here meanwhile, 0...63.
  var bridged: UInt8 {
    get { bits & Preview.risen }
    set { bits = bits & ~Preview.risen | newValue }
  }

  /// The pressure, capped just below the level of the next phase until the latest three samples were at it, and until the phase may begin.
  func settled(_ pressure: Int32, _ thresholds: borrowing Thresholds) -> Int32 {
    let (next, level) = state == .committing ? (3, thresholds.complete) : state == .previewing ? (2, thresholds.commit) : (1, thresholds.preview)
    if pressure < level { return pressure }
    let isSettled = min(min(bits & 3, bits >> 2 & 3), bits >> 4 & 3) >= next && (early == 0 || state != .previewing)
    return isSettled ? pressure : level &- 1
  }

  /// The preview of a young contact. It may begin `after` microseconds from now, and its phase ends after three times that at the earliest.
  init(at t: UInt64, youngFor after: UInt64) {
    self.init(.young)
    progress = Int32(truncatingIfNeeded: t &+ after)
    early = max(UInt16(truncatingIfNeeded: (t &+ 3 &* after &+ 1023) >> 10), 1)
  }

  /// When its contact is old enough for the next that waits for that, which is not long before or after now. Nil: nothing does.
  @inline(never)
  func growsAt(now: UInt64) -> UInt64? {
    if state == .young { return Preview.moved(now, by: Int64(progress &- Int32(truncatingIfNeeded: now))) }
    return early == 0 || (state != .waiting && state != .previewing) ? nil : mayEndAt(now: now)
  }

  func mayEndAt(now: UInt64) -> UInt64 {
    let units = now >> 10
    return Preview.moved(units << 10, by: Int64(Int16(bitPattern: early &- UInt16(truncatingIfNeeded: units))) << 10)
  }

  /// Saturates to `never`.
  private static func moved(_ t: UInt64, by difference: Int64) -> UInt64 {
    difference < 0 ? t &+ UInt64(bitPattern: difference) : Wide.addSaturating(t, UInt64(difference.magnitude))
  }

  /// Its contact is.
  mutating func grow() {
    if state != .young { return early = 0 }
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
  mutating func step(_ pressure: Int32, _ thresholds: borrowing Thresholds) -> Step {
    switch state {
    case .waiting: waiting(pressure, thresholds)
    case .previewing: previewing(pressure, thresholds)
    case .committing: committing(pressure, thresholds)
    case .none, .young, .asking, .completed, .over, .held: .nothing
    }
  }

  /// The result of `follow`: nothing changed, progress is due, or the preview needs a whole step.
  enum Course {
    case unchanged, progress, other
  }

  /// A new sample. `other`: it is to be stepped.
  @inline(__always)
  mutating func follow(_ pressure: Int32, _ thresholds: UnsafePointer<Thresholds>) -> Course {
    if state == .previewing {
      if pressure >= thresholds.pointee.commit { return .other }
      restart()
      return thin(thresholds.pointee.previewRamp(pressure), thresholds.pointee.smallestStep) ? .progress : .unchanged
    }
    if state == .waiting && pressure < thresholds.pointee.preview {
      restart()
      return .unchanged
    }
    return mayStep ? .other : .unchanged
  }

  @inline(__always)
  private mutating func waiting(_ pressure: Int32, _ thresholds: borrowing Thresholds) -> Step {
    if pressure < thresholds.preview { return .nothing }
    state = .asking
    return .ask
  }

  @inline(__always)
  private mutating func previewing(_ pressure: Int32, _ thresholds: borrowing Thresholds) -> Step {
    if pressure >= thresholds.commit {
      enter(.committing)
      return .previewEnded
    }
    return deliver(thresholds.previewRamp(pressure), thresholds) ? .preview : .nothing
  }

  @inline(__always)
  private mutating func committing(_ pressure: Int32, _ thresholds: borrowing Thresholds) -> Step {
    if pressure >= thresholds.complete {
      enter(.completed)
      return .commitEnded
    }
    return deliver(thresholds.commitRamp(pressure), thresholds) ? .commit : .nothing
  }

  @inline(__always)
  private mutating func enter(_ next: State) {
    state = next
    progress = Q16.one
    bits &= ~Preview.stale
  }

  @inline(__always)
  private mutating func deliver(_ now: Int32, _ thresholds: borrowing Thresholds) -> Bool {
    isDelivered ? false : thin(now, thresholds.smallestStep)
  }

  /// Progress of this sample is delivered, unless it is too near to what was delivered last.
  @inline(__always)
  private mutating func thin(_ now: Int32, _ smallestStep: Int32) -> Bool {
    let wasFresh = isFresh
    bits |= Preview.delivered | Preview.stale
    let change = Int32(truncatingIfNeeded: (now &- progress).magnitude)
    if change < smallestStep && !wasFresh { return false }
    progress = now
    return true
  }
}
