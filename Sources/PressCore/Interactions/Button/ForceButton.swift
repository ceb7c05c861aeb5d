import CPress

/// The force button of an engine. A handle, as Engine is.
public struct Buttons: Interaction {
  static var kind: Attachment { .button }
  let engine: Engine
  let memory: UnsafeMutablePointer<ButtonState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<ButtonState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  public init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  private static var tracksOffset: Int { Layout.aligned(MemoryLayout<ButtonState>.size) }
  public static func size(_ config: press_button_config, contacts: Int) -> Int {
    AttachmentHead.size &+ tracksOffset &+ Int(press_config.mostContacts) &* MemoryLayout<ButtonTrack>.stride
  }

  private var tracks: UnsafeMutablePointer<ButtonTrack> {
    memory.behind(Buttons.tracksOffset, ButtonTrack.self)
  }

  /// The config is valid.
  public static func attach(_ engine: Engine, _ config: press_button_config) -> Int32 {
    let (status, button) = attach(
      to: engine, bytes: size(config, contacts: engine.maxContacts), room: Room(ends: 2), .began | .sampled | .fell | .ended | .deadline
    ) {
      Buttons($0, $1.assumingMemoryBound(to: ButtonState.self)).observe($2)
    }
    guard let button else { return status }
    button.memory.initialize(to: ButtonState(config))
    button.tracks.initialize(repeating: ButtonTrack(), count: engine.maxContacts)
    return status
  }

  public var given: press_button_config { state.button.next.config }

  public func set(_ config: press_button_config) -> Int32 {
    let strongest = strongest(but: -1)
    state.button.set(ButtonSettings(config), strongest < 0 ? 0 : force(strongest))
    return Status.ok
  }

  public var get: (isDown: Bool, press: Int32, release: Int32) {
    let button = state.button
    return (button.isDown, button.pressLevel, button.releaseLevel(state.stillness))
  }

  func began(_ slot: Int) { tracks[slot] = ButtonTrack() }
  func fell(_ slot: Int) { stepStrongest() }
  func fire(_ t: UInt64, more: UInt64) { expire() }

  func sampled(_ slot: Int) {
    tracks[slot].move(engine.contacts[slot].touch, state.button.settings.fullSpeed)
    state.isReady = true
    stepStrongest()
  }

  private func stepStrongest() {
    let strongest = strongest(but: -1)
    if strongest >= 0 { step(strongest) }
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

  /// The slot of the strongest contact that is down, -1: none. Of equals the first.
  private func strongest(but excluded: Int) -> Int {
    var found = -1
    var left = engine.state.occupied
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
    var left = engine.state.occupied
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
    let hasGrace = state.button.settings.grace(ofContact: engine.state.settings.liftAfter) != 0
    switch state.button.step(force(slot), state.stillness, at: engine.now, hasGrace: hasGrace, mayPress: mayPress) {
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

  private var sinceFall: UInt32 { engine.lateness(state.button.fellAt) }

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
