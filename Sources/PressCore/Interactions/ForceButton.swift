import CPress

/// The force button of an engine. A handle, as Engine is.
public struct ForceButton {
  let engine: Engine
  let state: UnsafeMutablePointer<ButtonState>

  public init?(_ engine: Engine) {
    guard let state = engine.attachment(.button, ButtonState.self) else { return nil }
    self.engine = engine
    self.state = state
  }

  private static var tracksOffset: Int { Layout.aligned(MemoryLayout<ButtonState>.size) }
  public static var size: Int { tracksOffset &+ Int(Config.most.contacts) &* MemoryLayout<ButtonTrack>.stride }

  private var tracks: UnsafeMutablePointer<ButtonTrack> {
    state.behind(ForceButton.tracksOffset, ButtonTrack.self)
  }

  /// The config is valid.
  public static func attach(_ engine: Engine, _ config: press_button_config) -> Int32 {
    let (status, state) = engine.attach(.button, bytes: size, reserve: 2, hears: hears) { engine, notice, slot, value in
      guard let engine, let notice = Attachment.Notice(rawValue: notice), let button = ForceButton(Engine(engine)) else { return 0 }
      return button.hear(notice, slot, value)
    }
    guard let state = state?.assumingMemoryBound(to: ButtonState.self) else { return status }
    state.initialize(to: ButtonState(config))
    if let button = ForceButton(engine) {
      var slot = 0
      while slot < engine.maxContacts {
        button.tracks[slot] = ButtonTrack()
        slot &+= 1
      }
    }
    return status
  }

  public func set(_ config: press_button_config) {
    state.pointee.button.set(ButtonLevels(config))
    state.pointee.fullSpeed = config.full_speed
    state.pointee.lift = config.lift_us
  }

  public var get: (isDown: Bool, press: Int32, release: Int32) {
    let button = state.pointee.button
    return (button.isDown, button.pressLevel, button.releaseLevel(state.pointee.stillness))
  }

  private static var hears: UInt32 {
    Attachment.Notice.began.bit | Attachment.Notice.sampled.bit | Attachment.Notice.fell.bit | Attachment.Notice.ended.bit
  }

  private func hear(_ notice: Attachment.Notice, _ slot: Int, _ value: UInt64) -> UInt64 {
    switch notice {
    case .began: tracks[slot] = ButtonTrack()
    case .sampled: sampled(slot)
    case .ended: ended(slot, Int32(truncatingIfNeeded: value))
    case .fell: stepStrongest()
    case .deadline: return deadline
    case .fire: expire()
    case .settle: return tell() ? 1 : 0
    case .ask, .previewBegan, .previewTold, .commitTold, .previewStopped, .removed, .changed, .reset: break
    }
    return 0
  }

  private func sampled(_ slot: Int) {
    tracks[slot].move(engine.contacts[slot].touch, state.pointee.fullSpeed)
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

  private var grace: UInt32 { state.pointee.lift == UInt32.max ? engine.state.pointee.liftAfter : state.pointee.lift }

  private var deadline: UInt64 {
    state.pointee.button.state == .lifting ? Wide.addSaturating(state.pointee.button.fellAt, UInt64(grace)) : Engine.never
  }

  /// The force has been below release for the whole grace.
  private func expire() {
    state.pointee.button.expire()
    oweEnd(Int(state.pointee.heldBy), EventType.buttonReleased, Reason.none, late: sinceFall)
  }

  /// The slot of the strongest contact that is down, -1: none. Of equals the first.
  private func strongest(but excluded: Int) -> Int {
    var found = -1
    var left = engine.state.pointee.occupied
    while left != 0 {
      let slot = left.trailingZeroBitCount
      left &= left &- 1
      if slot == excluded || !engine.contacts[slot].isOpen { continue }
      if found < 0 || force(slot) > force(found) { found = slot }
    }
    return found
  }

  private func step(_ slot: Int) {
    state.pointee.stillness = tracks[slot].stillness
    state.pointee.heldBy = Int32(truncatingIfNeeded: slot)
    switch state.pointee.button.step(force(slot), state.pointee.stillness, at: engine.now, grace: grace) {
    case .nothing: if state.pointee.button.state == .lifting { engine.schedule(deadline) }
    case .pressed:
      state.pointee.owesPress = true
      state.pointee.pressSlot = Int32(truncatingIfNeeded: slot)
      engine.owe(.button)
    case .released: oweEnd(slot, EventType.buttonReleased, Reason.none, late: sinceFall)
    }
  }

  /// A contact ends; it still counts as down.
  private func ended(_ slot: Int, _ reason: Int32) {
    let rest = strongest(but: slot)
    let isLifted = reason == Reason.lifted
    if rest < 0 {
      state.pointee.stillness = Q16.one
      let late = state.pointee.button.state == .lifting ? sinceFall : engine.contacts[slot].late
      if !state.pointee.button.lift() { return }
      if isLifted {
        oweEnd(slot, EventType.buttonReleased, Reason.none, late: late)
      } else {
        oweEnd(slot, EventType.buttonCancelled, reason, late: 0)
      }
    } else if isLifted {
      step(rest)
    } else {
      lose(slot, rest, reason)
    }
  }

  /// A contact was cancelled. Where the others do not hold the button, nobody let it go: it is cancelled.
  private func lose(_ slot: Int, _ rest: Int, _ reason: Int32) {
    if !state.pointee.button.isDown { return }
    let force = force(rest)
    let stillness = tracks[rest].stillness
    state.pointee.heldBy = Int32(truncatingIfNeeded: rest)
    if force >= state.pointee.button.releaseLevel(stillness) { return }
    if state.pointee.button.cancel(force) { oweEnd(slot, EventType.buttonCancelled, reason, late: 0) }
  }

  private var sinceFall: UInt32 { engine.lateness(state.pointee.button.fellAt) }

  private func oweEnd(_ slot: Int, _ type: UInt32, _ reason: Int32, late: UInt32) {
    state.pointee.owesEnd = true
    state.pointee.endIsFirst = !state.pointee.owesPress
    state.pointee.endLate = late
    state.pointee.endSlot = Int32(truncatingIfNeeded: slot)
    state.pointee.endType = type
    state.pointee.endReason = reason
    engine.owe(.button)
  }

  /// Between two samples the button is pressed once and let go once at most, in the order in which that happened.
  private func tell() -> Bool {
    if state.pointee.owesPress && !(state.pointee.owesEnd && state.pointee.endIsFirst) {
      state.pointee.owesPress = false
      post(EventType.buttonPressed, Int(state.pointee.pressSlot), Reason.none, late: 0)
    } else if state.pointee.owesEnd {
      state.pointee.owesEnd = false
      post(state.pointee.endType, Int(state.pointee.endSlot), state.pointee.endReason, late: state.pointee.endLate)
    } else {
      return false
    }
    return true
  }

  private func post(_ type: UInt32, _ slot: Int, _ reason: Int32, late: UInt32) {
    var event = engine.event(type, slot, target: engine.contacts[slot].hit, reason)
    event.late_us = late
    engine.post(event)
  }
}
