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
/// Settings that come while it is down wait for its release; those that the force would press by wait until it fell below
/// their release level. So neither a press nor a release comes from turning a setting.
///
/// Nothing presses while a contact moves, if it is so configured: what would have, is spent until it fell below release.
struct Button {
  enum State: UInt8 {
    case up, down, lifting
  }

  enum Step {
    case nothing, pressed, released
  }

  private(set) var state = State.up
  private(set) var settings: ButtonSettings
  private(set) var next: ButtonSettings
  private(set) var isWaiting = false
  private var isSpent = false
  private var peak: Int32 = 0
  private var least: Int32 = 0
  /// When the force fell below release, and how hard it presses since.
  private(set) var fellAt: UInt64 = 0
  private var fallen: Int32 = 0

  init(_ settings: ButtonSettings) {
    self.settings = settings
    next = settings
  }

  var pressLevel: Int32 { settings.press(least: least) }
  func releaseLevel(_ stillness: Int32) -> Int32 { settings.release(peak: peak, stillness: stillness) }

  /// `force`: how hard it is pressed now.
  mutating func set(_ settings: ButtonSettings, _ force: Int32) {
    next = settings
    isWaiting = true
    if state == .up { adopt(force) }
  }

  /// Pressed and not yet released.
  var isDown: Bool { state != .up }

  /// `hasGrace`: a force below release may come back. `mayPress`: a press may begin.
  mutating func step(_ force: Int32, _ stillness: Int32, at t: UInt64, hasGrace: Bool, mayPress: Bool) -> Step {
    state == .up ? up(force, mayPress) : down(force, stillness, t, hasGrace)
  }

  /// The grace is over.
  mutating func expire() { release(fallen) }

  /// No contact is left. Returns whether it was down.
  mutating func lift() -> Bool {
    let wasDown = isDown
    isSpent = false
    release(0)
    return wasDown
  }

  /// What holds it is gone, others stay. Returns whether it was down.
  mutating func cancel(_ force: Int32) -> Bool {
    let wasDown = isDown
    if wasDown { release(force) }
    return wasDown
  }

  private mutating func up(_ force: Int32, _ mayPress: Bool) -> Step {
    if isWaiting && force < next.release { take() }
    if force < settings.release { isSpent = false }
    if force < pressLevel {
      least = min(least, force)
      return .nothing
    }
    if !mayPress { isSpent = true }
    if isSpent { return .nothing }
    state = .down
    peak = force
    return .pressed
  }

  private mutating func down(_ force: Int32, _ stillness: Int32, _ t: UInt64, _ hasGrace: Bool) -> Step {
    peak = max(peak, force)
    if force >= releaseLevel(stillness) {
      state = .down
      return .nothing
    }
    fallen = force
    if state == .down { fellAt = t }
    if hasGrace {
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
    if isWaiting { adopt(force) }
  }

  /// By the settings that wait the force would not press.
  private mutating func adopt(_ force: Int32) { if force < next.press(least: min(least, force)) { take() } }

  private mutating func take() {
    settings = next
    isWaiting = false
  }
}
