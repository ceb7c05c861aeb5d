import CPress

/// Which contacts drive a transition, and which one does.
struct TransitionBinding {
  /// As PRESS_DRIVER_... has them.
  enum Driver: UInt8 {
    case none, preview, commit, pressure, motion, peek

    var observes: Notices {
      switch self {
      case .none: .none
      case .preview: .previewBegan | .previewUpdated | .previewStopped | .reached
      case .commit: .commitUpdated | .previewStopped | .reached
      case .pressure: .began | .sampled
      case .motion: .began | .sampled
      case .peek: .previewUpdated | .commitUpdated | .reached
      }
    }
  }

  var driver = Driver.none
  /// The program took it from the contact, or it is over: nothing more until that contact ends.
  var isDriving = false
  /// The contact was through before the start was delivered: to be finished then, or cancelled.
  var mustFinish = false
  var mustCancel = false
  /// Where it starts.
  var startsAt: Int32 = 0
  /// PREVIEW: its contact finished it. It runs back if the preview is given up after all.
  var isFinished = false
  /// Actions are on show over the preview of its contact: it stays until they are not, also when the contact lifts.
  var isKept = false
  var target: UInt32 = 0
  var dx: Int32 = 0
  var dy: Int32 = 0
  /// How long that way is, points as Q16.
  var length: UInt32 = 0
  var trail = TransitionTrail()
  /// Points per second, Q16: what a flick of its contact is at least; 0: none.
  var flick: Int32 = 0
  /// The slot of the contact that has it, -1: none.
  var slot: Int32 = -1
  /// What the contact says: 0..1; MOTION: how far it is along the direction, -1..1.
  var value: Int32 = 0
  /// How the fraction follows the value, where a contact caught the transition: see `fraction(of:)`.
  var hold = Hold.none
  /// What the transition did when it was caught, and where it stood.
  var caught = Transition.State.none
  var base: Int32 = 0
  /// MOTION: where its contact was then, counted from where that began.
  var fromX: Int32 = 0
  var fromY: Int32 = 0

  enum Hold: UInt8 {
    /// It follows; its next value decides; it stays until the value has risen, or fallen, to it.
    case none, caught, below, above
  }

  static func isValid(_ driver: UInt32, _ dx: Int32, _ dy: Int32) -> Bool {
    driver <= TransitionDriver.peek
      && (driver == TransitionDriver.motion) == (dx != 0 || dy != 0)
  }

  func takes(_ contact: press_touch) -> Bool { slot < 0 && (target == 0 || target == contact.target) }
  func isDriven(by contact: Int) -> Bool { isDriving && slot == Int32(truncatingIfNeeded: contact) }

  /// A contact gets hold of it. `state`: what the transition does, and where it stands.
  mutating func begin(_ contact: Int, _ state: Transition.State, at stands: Int32) {
    slot = Int32(truncatingIfNeeded: contact)
    isDriving = true
    (mustFinish, mustCancel, isFinished, isKept) = (false, false, false, false)
    startsAt = 0
    caught = state
    (fromX, fromY) = (0, 0)
    self.stands(at: stands)
    if state == .finishing || state == .cancelling { hold = .caught }
  }

  /// At 0 there is nothing to jump from.
  mutating func stands(at fraction: Int32) {
    base = fraction
    hold = fraction == 0 ? .none : .caught
  }

  /// The fraction that the present value stands for, nil: the transition stays where it stands. A value that another contact
  /// or the program left behind is not jumped from: MOTION counts from there, the others wait until they reach it.
  mutating func fraction(from stands: Int32) -> Int32? {
    if driver == .motion { return min(max(Q16.add(base, value), min(base, 0)), max(base, Q16.one)) }
    switch hold {
    case .none: break
    case .caught:
      hold = value < stands ? .below : value > stands ? .above : .none
      return nil
    case .below: if value < stands { return nil }
    case .above: if value > stands { return nil }
    }
    hold = .none
    return value
  }

  /// How fast what moved it last was before `t`: fraction per second, Q16. Only motion and the program move it by places.
  func velocity(before t: UInt64) -> Int32 {
    let isOfProgram = Int(trail.slot) == TransitionTrail.program
    if !isOfProgram && (driver != .motion || trail.slot < 0) { return 0 }
    let speed = trail.speed(before: t)
    return isOfProgram ? speed : Int32(clamping: Wide.divide(Int64(speed) &<< 16, by: Int64(length)))
  }

  /// How far along the direction a way leads, -1..1.
  func projection(_ x: Int32, _ y: Int32) -> Int32 {
    let along = along(x, y)
    let part = Fraction.q16(along.magnitude, of: whole)
    return along < 0 ? 0 &- part : part
  }

  /// The same in points, Q16.
  func points(_ x: Int32, _ y: Int32) -> Int32 { Int32(clamping: Wide.divide(along(x, y), by: Int64(length))) }

  private func along(_ x: Int32, _ y: Int32) -> Int64 {
    // Kept above Int32.min, so that the sum of two products fits.
    Int64(max(x, -Int32.max)) &* Int64(dx) &+ Int64(max(y, -Int32.max)) &* Int64(dy)
  }

  /// The square of the way.
  var whole: UInt64 {
    UInt64(truncatingIfNeeded: Int64(dx) &* Int64(dx)) &+ UInt64(truncatingIfNeeded: Int64(dy) &* Int64(dy))
  }
}
