import CPress

/// The force button of an engine. A handle, as Engine is.
package struct Buttons: Interaction {
  static var kind: Attachment { .button }
  let engine: Engine
  let memory: UnsafeMutablePointer<ButtonState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<ButtonState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  package init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  private static var tracksOffset: Int { Layout.aligned(MemoryLayout<ButtonState>.size) }
  package static func size(_ config: press_button_config, contacts: Int) -> Int {
    AttachmentHead.size &+ tracksOffset &+ Int(press_config.mostContacts) &* MemoryLayout<ButtonTrack>.stride
  }

  private var tracks: UnsafeMutablePointer<ButtonTrack> {
    memory.behind(Buttons.tracksOffset, ButtonTrack.self)
  }

  /// The config is valid.
  @inline(never)
  package static func attach(_ engine: Engine, _ config: press_button_config) -> Int32 {
    let (status, button) = attach(
      to: engine, bytes: size(config, contacts: engine.maxContacts), room: Room(ends: config.ends(contacts: engine.maxContacts)),
      .began | .sampled | .fell | .ended | .deadline
    ) {
      Buttons($0, $1.assumingMemoryBound(to: ButtonState.self)).observe($2)
    }
    guard let button else { return status }
    button.memory.initialize(to: ButtonState(config))
    button.tracks.initialize(repeating: ButtonTrack(), count: engine.maxContacts)
    return status
  }

  package var given: press_button_config { state.button.next.config }

  package func set(_ config: press_button_config) -> Int32 {
    let strongest = strongest(but: -1)
    state.button.set(ButtonSettings(config), strongest < 0 ? 0 : force(strongest))
    return Status.ok
  }

  package var get: (isDown: Bool, press: Int32, release: Int32) {
    let button = state.button
    return (button.isDown, button.pressLevel, button.releaseLevel(state.stillness))
  }

  func began(_ slot: Int) {
    tracks[slot] = ButtonTrack()
    state.isStrongest = false
  }

  func fell(_ slot: Int) { stepStrongest() }
  func fire(_ t: UInt64, more: UInt64) { expire() }

  func sampled(_ slot: Int) {
    tracks[slot].move(engine.contacts[slot].touch, state.button.settings.fullSpeed)
    state.isReady = true
    if engine.occupied == engine.bit(slot) {
      step(slot)
      return state.isStrongest = true
    }
    // Which was strongest still is, unless this one passed it: no other force has changed.
    let held = Int(state.heldBy)
    if !state.isStrongest || held == slot || engine.contacts[held].phase != .down { return stepStrongest() }
    let (own, other) = (force(slot), engine.contacts[held].touch.force)
    step(own > other || (own == other && slot < held) ? slot : held)
  }

  private func stepStrongest() {
    let strongest = strongest(but: -1)
    if strongest < 0 { return }
    step(strongest)
    state.isStrongest = state.isReady
  }

  /// How hard a contact presses: less than it shows while it may be lifting.
  private func force(_ slot: Int) -> Int32 {
    let contact = engine.contacts + slot
    return contact.pointee.phase == .lifting ? contact.pointee.fallen : contact.pointee.touch.force
  }

  var deadline: UInt64 {
    state.button.state == .lifting ? Wide.addSaturating(state.button.fellAt, UInt64(state.grace)) : Engine.never
  }

  /// It is below release, now or still: when it is released where the force does not come back.
  private func fell() {
    let passed = engine.now &- state.button.fellAt
    if passed == 0 { state.fallLate = engine.late }
    let ofContact =
      passed == 0
      ? engine.grace(of: UInt64(tracks[Int(state.heldBy)].interval)) : engine.shortened(state.grace, after: passed)
    state.grace = state.button.settings.grace(ofContact: ofContact)
    engine.schedule(deadline)
  }

  /// The force has been below release for the whole grace.
  private func expire() {
    state.button.expire()
    markEnd(Int(state.heldBy), EventType.buttonReleased, Reason.none, late: sinceFall)
  }

  /// The slot of the strongest contact that is down, -1: none. If several are equal, the first.
  private func strongest(but excluded: Int) -> Int {
    var found = -1
    var left = engine.occupied
    while left != 0 {
      let slot = left.trailingZeroBitCount
      left &= left &- 1
      if slot == excluded || !engine.contacts[slot].isOpen { continue }
      if found < 0 || force(slot) > force(found) { found = slot }
    }
    return found
  }

  /// Whether a press may begin, as far as contacts move.
  private var mayPress: Bool {
    if state.button.settings.flags & ButtonFlag.notWhileMoving == 0 { return true }
    var left = engine.occupied
    while left != 0 {
      let contact = engine.contacts + left.trailingZeroBitCount
      left &= left &- 1
      let isMoving = contact.pointee.claim == .scroll || contact.pointee.claim == .drag || contact.pointee.claim == .pinch
      if isMoving && contact.pointee.isOpen { return false }
    }
    return true
  }

  private func step(_ slot: Int) {
    if !state.isReady { return }
    state.stillness = tracks[slot].stillness
    state.heldBy = Int32(truncatingIfNeeded: slot)
    let force = force(slot)
    if state.button.isHeld(force, state.stillness) { return }
    let hasGrace = state.button.settings.grace(ofContact: engine.settings.liftAfter) != 0
    switch state.button.step(force, state.stillness, at: engine.now, hasGrace: hasGrace, mayPress: mayPress) {
    case .nothing: if state.button.state == .lifting { fell() }
    case .pressed:
      state.isPressPending = true
      state.pressSlot = Int32(truncatingIfNeeded: slot)
      markPending()
    case .released: markEnd(slot, EventType.buttonReleased, Reason.none, late: sinceFall)
    }
  }

  /// A contact ends; it still counts as down.
  func ended(_ slot: Int, _ reason: Int32) {
    let rest = strongest(but: slot)
    state.isStrongest = false
    let isLifted = reason == Reason.lifted
    if rest < 0 {
      state.stillness = Q16.one
      let late = state.button.state == .lifting ? sinceFall : engine.contacts[slot].late
      if !state.button.lift() { return }
      if isLifted {
        markEnd(slot, EventType.buttonReleased, Reason.none, late: late)
      } else {
        markEnd(slot, EventType.buttonCancelled, reason, late: 0)
      }
    } else if isLifted {
      step(rest)
    } else {
      lose(slot, rest, reason)
    }
  }

  /// A contact was cancelled. Where the other contacts do not hold the button down, it is cancelled, not released.
  private func lose(_ slot: Int, _ rest: Int, _ reason: Int32) {
    if !state.button.isDown { return }
    let force = force(rest)
    let stillness = tracks[rest].stillness
    state.heldBy = Int32(truncatingIfNeeded: rest)
    if force >= state.button.releaseLevel(stillness) { return }
    if state.button.cancel(force) { markEnd(slot, EventType.buttonCancelled, reason, late: 0) }
  }

  private var sinceFall: UInt32 { engine.lateness(state.button.fellAt &- min(state.button.fellAt, UInt64(state.fallLate))) }

  private func markEnd(_ slot: Int, _ type: UInt32, _ reason: Int32, late: UInt32) {
    state.isEndPending = true
    state.endIsFirst = !state.isPressPending
    state.endLate = late
    state.endSlot = Int32(truncatingIfNeeded: slot)
    state.endType = type
    state.endReason = reason
    markPending()
  }

  /// Between two samples the button is pressed once and let go once at most, in the order in which that happened.
  func deliver() -> Bool {
    if state.isPressPending && !(state.isEndPending && state.endIsFirst) {
      state.isPressPending = false
      post(EventType.buttonPressed, Int(state.pressSlot), Reason.none, late: 0)
    } else if state.isEndPending {
      state.isEndPending = false
      post(state.endType, Int(state.endSlot), state.endReason, late: state.endLate)
    } else {
      return false
    }
    return true
  }

  private func post(_ type: UInt32, _ slot: Int, _ reason: Int32, late: UInt32) {
    var event = engine.event(type, slot, target: engine.contacts[slot].hit, reason)
    event.late_us = late
    engine.post(&event)
  }
}

/// How the force button works: its levels, and what they follow.
struct ButtonSettings {
  let flags: UInt32
  private let press: Int32
  let release: Int32
  private let ratioDown, ratioUp: Int32
  private let ceiling: Int32
  private let fall, rise: Int32
  let fullSpeed: Int32
  /// How long the force may be below release, as configured.
  private let lift: UInt32

  init(_ c: press_button_config) {
    flags = c.flags
    press = c.press_force
    release = c.release_force
    ratioDown = c.ratio_down
    ratioUp = c.ratio_up
    ceiling = c.ceiling
    fall = c.rapid_fall
    rise = c.rapid_rise
    fullSpeed = c.full_speed
    lift = c.lift_us
  }

  var config: press_button_config {
    var c = press_button_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_button_config>.size)
    c.flags = flags
    c.press_force = press
    c.release_force = release
    c.ratio_down = ratioDown
    c.ratio_up = ratioUp
    c.ceiling = ceiling
    c.full_speed = fullSpeed
    c.lift_us = lift
    c.rapid_fall = fall
    c.rapid_rise = rise
    return c
  }

  private var isRapid: Bool { flags & ButtonFlag.rapidTrigger != 0 }

  func grace(ofContact: UInt32) -> UInt32 { isRapid ? 0 : lift == UInt32.max ? ofContact : lift }

  /// Above the least force since the release. A rapid trigger that was released within its band has left it once that is below
  /// the release level.
  func press(least: Int32) -> Int32 {
    if isRapid { return least < release ? press : min(Q16.add(least, rise), ceiling) }
    return max(press, min(Q16.multiply(least, ratioUp), ceiling))
  }

  /// `stillness`: 1 at rest, less the faster the contact moves.
  func release(peak: Int32, stillness: Int32) -> Int32 {
    let most = min(peak, ceiling)
    return Q16.multiply(max(release, isRapid ? Q16.subtract(most, fall) : Q16.multiply(most, ratioDown)), stillness)
  }
}

/// The force button of an engine, in its storage; a track for each slot of an engine lies behind it.
struct ButtonState {
  var button: Button
  /// How still the strongest contact was when it was looked at last.
  var stillness: Int32 = Q16.one
  /// A touching sample has come since attaching, so the queue has room for a press. A sample that only ends something may leave no room.
  var isReady = false
  /// No contact is stronger than that of `heldBy`, as far as samples have come.
  var isStrongest = false
  /// While it is lifting: how long it may.
  var grace: UInt32 = 0
  /// How late the sample was with which it fell.
  var fallLate: UInt32 = 0
  /// What is pending, and whether the end comes before the press. With the slot whose place is delivered, and how late the end is.
  var isPressPending = false
  var isEndPending = false
  var endIsFirst = false
  var endLate: UInt32 = 0
  var pressSlot: Int32 = 0
  /// The slot of the strongest contact when it was looked at last.
  var heldBy: Int32 = 0
  var endSlot: Int32 = 0
  var endType: UInt32 = 0
  var endReason: Int32 = 0

  init(_ config: press_button_config) {
    button = Button(ButtonSettings(config))
  }
}

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

  /// Whether it is down and stays so: the same as a step.
  @inline(__always)
  mutating func isHeld(_ force: Int32, _ stillness: Int32) -> Bool {
    if state != .down { return false }
    peak = max(peak, force)
    return force >= releaseLevel(stillness)
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

  /// The contact that held it is gone, others stay. Returns whether it was down.
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

  /// Adopts the settings that wait, once the force would not press by them.
  private mutating func adopt(_ force: Int32) { if force < next.press(least: min(least, force)) { take() } }

  private mutating func take() {
    settings = next
    isWaiting = false
  }
}

/// How fast a contact moves, from its last two samples.
struct ButtonTrack {
  private var t: UInt64 = 0
  private var x: Int32 = 0
  private var y: Int32 = 0
  /// Between its last two samples, microseconds; `none` before.
  private(set) var interval = ButtonTrack.none
  /// The factor of the release level: 1 - (speed / full speed)^2, at least a tenth.
  private(set) var stillness: Int32 = Q16.one

  private static var least: Int32 { 6554 }
  private static var none: UInt32 { UInt32.max }

  private var isStarted: Bool { interval != ButtonTrack.none }

  /// fullSpeed: points per second, Q16; 0: off.
  mutating func move(_ touch: press_touch, _ fullSpeed: Int32) {
    let passed = touch.t_us &- t
    // Two samples of one time say nothing of the speed.
    if isStarted && passed == 0 { return }
    if touch.x == x && touch.y == y {
      stillness = Q16.one
    } else if isStarted {
      stillness = ButtonTrack.stillness(Q16.subtract(touch.x, x), Q16.subtract(touch.y, y), passed, fullSpeed)
    }
    interval = isStarted ? UInt32(truncatingIfNeeded: min(passed, UInt64(ButtonTrack.none &- 1))) : ButtonTrack.none &- 1
    t = touch.t_us
    x = touch.x
    y = touch.y
  }

  private static func stillness(_ dx: Int32, _ dy: Int32, _ passed: UInt64, _ fullSpeed: Int32) -> Int32 {
    let way = UInt64(dx.magnitude) &* UInt64(dx.magnitude) &+ UInt64(dy.magnitude) &* UInt64(dy.magnitude)
    if way == 0 || fullSpeed == 0 { return Q16.one }
    // How far full speed leads in that time. What both give is compared as squares: no root.
    let reach = Wide.divide(min(passed, UInt64(UInt32.max)) &* UInt64(fullSpeed.magnitude), by: 1_000_000)
    let bounded = min(reach, UInt64(UInt32.max))
    return max(Q16.one &- Fraction.q16(way, of: bounded &* bounded), least)
  }
}
