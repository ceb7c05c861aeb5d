import CPress

/// Holds, taps that wait for a second one, and pressure that rises while a finger holds.
extension Gestures {
  var deadline: UInt64 {
    var first = state.isWaiting ? state.waitsUntil : Engine.never
    engine.eachOccupied { slot in
      if engine.contacts[slot].phase == .down {
        if isHolding(slot) { first = min(first, gestures[slot].holdAt) }
        first = min(first, tapFails(slot))
        if isRising(slot) { first = min(first, gestures[slot].risesAt) }
      }
    }
    return first
  }

  /// Time goes on for so long after this deadline, as far as is known.
  func fire(_ t: UInt64, more: UInt64) {
    if state.isWaiting && state.waitsUntil <= t { return stopWaiting(true) }
    var slot = 0
    while slot < engine.maxContacts {
      if engine.isOccupied(slot) && engine.contacts[slot].phase == .down {
        if isHolding(slot) && gestures[slot].holdAt <= t { return hold(slot, more: more) }
        if tapFails(slot) <= t { return outlast(slot) }
        if isRising(slot) && gestures[slot].risesAt <= t { return rise(slot, more: more) }
      }
      slot &+= 1
    }
  }

  /// It may become a hold, or is one.
  private func isHolding(_ slot: Int) -> Bool { engine.contacts[slot].claim.may(.hold) || engine.contacts[slot].claim == .hold }

  private func hold(_ slot: Int, more: UInt64) {
    let contact = engine.contacts + slot
    if contact.pointee.claim == .hold { return holdOn(slot, more: more) }
    if engine.isClaimed(slot, .hold) {
      gestures[slot].holdAt = Engine.never
      return
    }
    // A callback may have ended it.
    if contact.pointee.phase != .down || !contact.pointee.claim.may(.hold) || !gestures[slot].canHold { return }
    let due = gestures[slot].holdAt
    let again = UInt64(state.settings.hold_repeat_us)
    gestures[slot].holdAt = again == 0 ? Engine.never : Wide.addSaturating(due, again)
    contact.pointee.touch.t_us = engine.now
    // Its finger may have been about to lift when it was due.
    contact.pointee.late = engine.lateness(due)
    stopWaiting(gestures[slot].isSecond)
    contact.pointee.become(.hold)
    engine.stopPreview(slot, Reason.none)
    markPending(slot, .holdBegan)
  }

  /// A hold repeats. Of the times that a jump of time passes the newest will do.
  private func holdOn(_ slot: Int, more: UInt64) {
    let due = gestures[slot].holdAt
    let again = UInt64(state.settings.hold_repeat_us)
    let skipped = Wide.divide(more, by: again)
    gestures[slot].repeats = Int32(clamping: Int64(gestures[slot].repeats) &+ Int64(clamping: max(skipped, 1)))
    gestures[slot].holdAt = Wide.addSaturating(due, max(skipped, 1) &* again)
    if skipped != 0 { return }
    engine.contacts[slot].touch.t_us = engine.now
    engine.contacts[slot].late = engine.lateness(due)
    // A program that polls too late misses repeats, never an end.
    if engine.hasRoomBeyondReserve(for: 1) { markPending(slot, .holdRepeated) }
  }

  /// When an open contact has lasted too long for a tap. That is no end: it waits for room.
  func tapFails(_ slot: Int) -> UInt64 {
    let within = UInt64(state.settings.tap_us)
    if within == 0 || !gestures[slot].canTap || engine.contacts[slot].claim != .open || !engine.hasRoomBeyondReserve(for: 1) { return Engine.never }
    return Wide.addSaturating(gestures[slot].beganAt, within &+ 1)
  }

  private func outlast(_ slot: Int) {
    engine.contacts[slot].touch.t_us = engine.now
    failTap(slot, Reason.tooLong)
  }

  /// Whether holding still stands in for force: as long as nothing else became of the contact, and it may get further. Its frames
  /// are no ends: they wait for room.
  private func isRising(_ slot: Int) -> Bool {
    let c = engine.contacts[slot]
    return state.settings.force_from_hold_us != 0 && (c.claim == .open || c.claim == .preview)
      && c.touch.pressure < Q16.one && c.preview.mayStep
      && engine.hasRoomBeyondReserve(for: Gestures.mostEventsOfAFrame)
  }

  /// A preview begins, its phase ends, and the next has progress.
  private static var mostEventsOfAFrame: Int { 3 }

  /// A frame of rising pressure without a sample.
  private func rise(_ slot: Int, more: UInt64) {
    let t = engine.now
    engine.contacts[slot].touch.t_us = t
    engine.contacts[slot].late = engine.lateness(gestures[slot].risesAt)
    raise(slot)
    // Of the frames that a jump of time passes the newest will do.
    let frames = max(Wide.divide(more, by: UInt64(state.settings.frame_us)), 1)
    gestures[slot].risesAt = Wide.addSaturating(t, frames &* UInt64(state.settings.frame_us))
    engine.advance(slot)
    // It may have waited for room; what comes next of it did not.
    if engine.contacts[slot].isOpen { engine.contacts[slot].late = 0 }
  }

  @inline(never)
  func raise(_ slot: Int) {
    let contact = engine.contacts + slot
    // A contact that was down before gestures were attached never rises.
    if gestures[slot].risesAt == Engine.never || !(contact.pointee.claim == .open || contact.pointee.claim == .preview) { return }
    let start = Wide.addSaturating(gestures[slot].beganAt, UInt64(state.settings.force_from_hold_delay_us))
    if contact.pointee.touch.t_us <= start { return engine.schedule(gestures[slot].risesAt) }
    let held = min(contact.pointee.touch.t_us &- start, UInt64(state.settings.force_from_hold_us))
    let risen = Int32(truncatingIfNeeded: Wide.divide(held << 16, by: UInt64(state.settings.force_from_hold_us)))
    contact.pointee.touch.pressure = max(contact.pointee.touch.pressure, risen)
    // It may have been full in between: then no frame is due in the past, and the next one is not expected yet.
    gestures[slot].risesAt = max(gestures[slot].risesAt, contact.pointee.touch.t_us)
    engine.schedule(gestures[slot].risesAt)
  }
}
