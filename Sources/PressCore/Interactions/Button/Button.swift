import CPress

/// The force button, as a value.
///
/// | state   | force                | delivers | next    | beside                                                 |
/// |---------|----------------------|----------|---------|--------------------------------------------------------|
/// | up      | below the press level|          | up      | the least force so far lowers the press level          |
/// | up      | at or above          | pressed  | down    | the peak starts here                                   |
/// | down    | at or above release  |          | down    | the peak so far raises the release level               |
/// | down    | below, no grace      | released | up      | the least force starts here                            |
/// | down    | below                |          | lifting | its grace begins                                       |
/// | lifting | at or above release  |          | down    |                                                        |
/// | lifting | below                |          | lifting |                                                        |
/// | lifting | the grace is over    | released | up      | the least force starts here                            |
///
/// Levels that come while it is down wait until a force that was above their release level falls below it, or, once the
/// former levels have released, until the force is below it: neither a press nor a release comes from turning a setting.
struct Button {
  enum State: UInt8 {
    case up, down, lifting
  }

  enum Step {
    case nothing, pressed, released
  }

  private(set) var state = State.up
  private(set) var levels: ButtonLevels
  private var next: ButtonLevels
  private var isWaiting = false
  /// The force was at or above the release level of those that wait.
  private var wasAbove = false
  private var peak: Int32 = 0
  private var least: Int32 = 0
  /// When the force fell below release, and how hard it presses since.
  private(set) var fellAt: UInt64 = 0
  private var fallen: Int32 = 0

  init(_ levels: ButtonLevels) {
    self.levels = levels
    next = levels
  }

  var pressLevel: Int32 { levels.press(least: least) }
  func releaseLevel(_ stillness: Int32) -> Int32 { levels.release(peak: peak, stillness: stillness) }

  mutating func set(_ levels: ButtonLevels) {
    next = levels
    if isDown || isWaiting {
      isWaiting = true
      wasAbove = false
    } else {
      self.levels = levels
    }
  }

  /// Pressed and not yet released.
  var isDown: Bool { state != .up }

  /// `grace`: how long the force may be below release.
  mutating func step(_ force: Int32, _ stillness: Int32, at t: UInt64, grace: UInt32) -> Step {
    if isWaiting { adopt(force, stillness) }
    switch state {
    case .up: return up(force)
    case .down, .lifting: return down(force, stillness, t, grace)
    }
  }

  /// The grace is over.
  mutating func expire() { release(fallen) }

  /// No contact is left. Returns whether it was down.
  mutating func lift() -> Bool {
    let wasDown = isDown
    state = .up
    peak = 0
    least = 0
    levels = next
    isWaiting = false
    return wasDown
  }

  /// What holds it is gone, others stay. Returns whether it was down.
  mutating func cancel(_ force: Int32) -> Bool {
    let wasDown = isDown
    if wasDown { release(force) }
    return wasDown
  }

  private mutating func up(_ force: Int32) -> Step {
    if force < pressLevel {
      least = min(least, force)
      return .nothing
    }
    state = .down
    peak = force
    return .pressed
  }

  private mutating func down(_ force: Int32, _ stillness: Int32, _ t: UInt64, _ grace: UInt32) -> Step {
    peak = max(peak, force)
    if force >= releaseLevel(stillness) {
      state = .down
      return .nothing
    }
    fallen = force
    if state == .down { fellAt = t }
    if grace != 0 {
      state = .lifting
      return .nothing
    }
    release(force)
    return .released
  }

  private mutating func release(_ force: Int32) {
    state = .up
    peak = 0
    least = force
  }

  private mutating func adopt(_ force: Int32, _ stillness: Int32) {
    if force >= next.release(peak: peak, stillness: stillness) {
      wasAbove = true
    } else if state == .up || wasAbove {
      levels = next
      isWaiting = false
    }
  }
}
