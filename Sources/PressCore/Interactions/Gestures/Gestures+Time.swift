import CPress

/// Holds, taps that wait for a second one, and pressure that rises while a finger holds.
extension Gestures {
  var deadline: UInt64 {
    var first = state.isWaiting ? state.waitsUntil : Engine.never
    var slot = 0
    while slot < engine.maxContacts {
      if engine.isOccupied(slot) && engine.contacts[slot].phase == .down {
        if engine.contacts[slot].claim.may(.hold) { first = min(first, gestures[slot].holdAt) }
        if isRising(slot) { first = min(first, gestures[slot].risesAt) }
      }
      slot &+= 1
    }
    return first
  }

  /// Time goes on for so long after this deadline, as far as is known.
  func fire(_ t: UInt64, more: UInt64) {
    if state.isWaiting && state.waitsUntil <= t { return stopWaiting(true) }
    var slot = 0
    while slot < engine.maxContacts {
      if engine.isOccupied(slot) && engine.contacts[slot].phase == .down {
        if engine.contacts[slot].claim.may(.hold) && gestures[slot].holdAt <= t { return hold(slot) }
        if isRising(slot) && gestures[slot].risesAt <= t { return rise(slot, more: more) }
      }
      slot &+= 1
    }
  }

  func hold(_ slot: Int) {
    if engine.notify(.held(slot)).value == Answer.yes.value { return }
    // A callback may have ended it.
    if engine.contacts[slot].phase != .down || !engine.contacts[slot].claim.may(.hold) { return }
    stopWaiting(gestures[slot].isSecond)
    engine.contacts[slot].become(.hold)
    engine.contacts[slot].touch.t_us = engine.now
    // Its finger may have been about to lift when it was due.
    engine.contacts[slot].late = engine.lateness(gestures[slot].holdAt)
    engine.stopPreview(slot, Reason.none)
    markPending(slot, .holdBegan)
  }

  /// Whether holding still stands in for force: as long as nothing else became of the contact, and it may get further.
  private func isRising(_ slot: Int) -> Bool {
    let c = engine.contacts[slot]
    return state.riseWithin != 0 && (c.claim == .open || c.claim == .preview)
      && c.touch.pressure < Q16.one && c.preview.mayStep
  }

  /// A frame of rising pressure without a sample.
  private func rise(_ slot: Int, more: UInt64) {
    let t = engine.now
    engine.contacts[slot].touch.t_us = t
    engine.contacts[slot].late = engine.lateness(gestures[slot].risesAt)
    raise(slot)
    // Of the frames that a jump of time passes the newest will do.
    let frames = max(Wide.divide(more, by: state.frame), 1)
    gestures[slot].risesAt = Wide.addSaturating(t, frames &* state.frame)
    engine.advance(slot)
  }

  @inline(never)
  func raise(_ slot: Int) {
    let contact = engine.contacts + slot
    // A contact that was down before gestures were attached never rises.
    if gestures[slot].risesAt == Engine.never || !(contact.pointee.claim == .open || contact.pointee.claim == .preview) { return }
    let start = Wide.addSaturating(gestures[slot].beganAt, state.riseDelay)
    if contact.pointee.touch.t_us <= start { return }
    let held = min(contact.pointee.touch.t_us &- start, state.riseWithin)
    let risen = Int32(truncatingIfNeeded: Wide.divide(held << 16, by: state.riseWithin))
    contact.pointee.touch.pressure = max(contact.pointee.touch.pressure, risen)
    // It was full in between: no frame is due in the past, and the next one is not expected yet.
    if gestures[slot].risesAt < contact.pointee.touch.t_us {
      gestures[slot].risesAt = contact.pointee.touch.t_us
      engine.schedule(contact.pointee.touch.t_us)
    }
  }
}
