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
  }

  public var get: (isDown: Bool, press: Int32, release: Int32) {
    let button = state.pointee.button
    return (button.state == .down, button.pressLevel, button.releaseLevel(state.pointee.stillness))
  }

  private static var hears: UInt32 {
    Attachment.Notice.began.bit | Attachment.Notice.sampled.bit | Attachment.Notice.ended.bit
  }

  private func hear(_ notice: Attachment.Notice, _ slot: Int, _ value: UInt64) -> UInt64 {
    switch notice {
    case .began: tracks[slot] = ButtonTrack()
    case .sampled: sampled(slot)
    case .ended: ended(slot, Int32(truncatingIfNeeded: value))
    case .deadline: return Engine.never
    case .settle: return tell() ? 1 : 0
    case .ask, .previewBegan, .previewTold, .previewStopped, .removed, .changed, .reset, .fire: break
    }
    return 0
  }

  private func sampled(_ slot: Int) {
    tracks[slot].move(engine.contacts[slot].touch, state.pointee.fullSpeed)
    let strongest = strongest(but: -1)
    if strongest >= 0 { step(strongest) }
  }

  /// The slot of the strongest contact that is down, -1: none. Of equals the first.
  private func strongest(but excluded: Int) -> Int {
    var found = -1
    var left = engine.state.pointee.occupied
    while left != 0 {
      let slot = left.trailingZeroBitCount
      left &= left &- 1
      if slot == excluded || engine.contacts[slot].phase != .down { continue }
      if found < 0 || engine.contacts[slot].touch.force > engine.contacts[found].touch.force { found = slot }
    }
    return found
  }

  private func step(_ slot: Int) {
    state.pointee.stillness = tracks[slot].stillness
    switch state.pointee.button.step(engine.contacts[slot].touch.force, state.pointee.stillness) {
    case .nothing: break
    case .pressed:
      state.pointee.owesPress = true
      state.pointee.pressSlot = Int32(truncatingIfNeeded: slot)
      state.pointee.pressAt = engine.now
      engine.owe(.button)
    case .released: oweEnd(slot, EventType.buttonReleased, Reason.none)
    }
  }

  /// A contact ends; it still counts as down.
  private func ended(_ slot: Int, _ reason: Int32) {
    let rest = strongest(but: slot)
    let isLifted = reason == Reason.lifted
    if rest < 0 {
      state.pointee.stillness = Q16.one
      if state.pointee.button.lift() {
        oweEnd(slot, isLifted ? EventType.buttonReleased : EventType.buttonCancelled, isLifted ? Reason.none : reason)
      }
    } else if isLifted {
      step(rest)
    } else {
      lose(slot, rest, reason)
    }
  }

  /// A contact was cancelled. Where the others do not hold the button, nobody let it go: it is cancelled.
  private func lose(_ slot: Int, _ rest: Int, _ reason: Int32) {
    if state.pointee.button.state == .up { return }
    let force = engine.contacts[rest].touch.force
    let stillness = tracks[rest].stillness
    if force >= state.pointee.button.releaseLevel(stillness) { return }
    if state.pointee.button.cancel(force) { oweEnd(slot, EventType.buttonCancelled, reason) }
  }

  private func oweEnd(_ slot: Int, _ type: UInt32, _ reason: Int32) {
    state.pointee.owesEnd = true
    state.pointee.endSlot = Int32(truncatingIfNeeded: slot)
    state.pointee.endType = type
    state.pointee.endReason = reason
    state.pointee.endAt = engine.now
    engine.owe(.button)
  }

  /// Between two samples the button is pressed once and let go once at most, in this order.
  private func tell() -> Bool {
    if state.pointee.owesPress {
      state.pointee.owesPress = false
      post(EventType.buttonPressed, Int(state.pointee.pressSlot), Reason.none, at: state.pointee.pressAt)
    } else if state.pointee.owesEnd {
      state.pointee.owesEnd = false
      post(state.pointee.endType, Int(state.pointee.endSlot), state.pointee.endReason, at: state.pointee.endAt)
    } else {
      return false
    }
    return true
  }

  private func post(_ type: UInt32, _ slot: Int, _ reason: Int32, at t: UInt64) {
    var event = engine.event(type, slot, target: engine.contacts[slot].hit, reason)
    // The sample of another contact may have made it the strongest.
    event.t_us = t
    engine.post(event)
  }
}
