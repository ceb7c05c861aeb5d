import CPress

/// Peeks without force: a contact that holds still opens one, and a tap on it pops it.
extension Peeks {
  /// One contact at a time may open a peek by holding still.
  func watchHold(_ slot: Int) {
    let contact = engine.contacts + slot
    if !state.settings.opensFromHold || phase != .none || mayHold || !engine.nearest(contact.pointee.hit, with: Trait.peek).0 { return }
    state.holdSlot = slot
    state.holdAt = Wide.addSaturating(contact.pointee.touch.t_us, UInt64(state.settings.holdAfter))
    engine.schedule(state.holdAt)
  }

  /// Not while its finger may be about to lift, and not where nothing was peeked as it pressed.
  var mayHold: Bool {
    if state.holdSlot < 0 || phase != .none { return false }
    let contact = engine.contacts + state.holdSlot
    return contact.pointee.phase == .down && contact.pointee.claim.may(.actions) && contact.pointee.preview.state != .over
  }

  /// Opens the peek of the innermost target that answers. Returns whether there was one.
  @inline(never)
  func openFromHold(_ slot: Int) -> Bool {
    if slot < 0 || slot != state.holdSlot || !mayHold { return false }
    let contact = engine.contacts + slot
    state.holdSlot = -1
    var touch = contact.pointee.touch
    touch.t_us = engine.now
    var next = contact.pointee.hit
    var steps = engine.targetCapacity
    var peek = press_peek()
    while steps > 0 {
      touch.target = next
      if engine.traits(of: next) & Trait.peek != 0 && find(next, touch, &peek) {
        // The callback may have done anything.
        let isThere = contact.pointee.phase == .down && contact.pointee.claim.may(.actions)
        if !isThere || phase != .none || engine.traits(of: next) & Trait.peek == 0 { return false }
        open(slot, next, peek)
        return true
      }
      next = engine.target(next)?.container ?? 0
      if next == 0 { return false }
      steps &-= 1
    }
    return false
  }

  private func open(_ slot: Int, _ target: UInt32, _ peek: press_peek) {
    engine.notify(.becomes(slot))
    engine.contacts[slot].become(.actions)
    engine.contacts[slot].touch.t_us = engine.now
    engine.contacts[slot].late = engine.lateness(state.holdAt)
    engine.stopPreview(slot, Reason.none)
    start(target, peek, slot, .shown)
    state.isHolding = true
    markPending(EventType.peekShown)
    report(.opened)
    if peek.action_count == 0 { return }
    reveal()
    // It rested long enough.
    state.mayArm = true
    state.passedOver = id(under: engine.contacts[slot].touch)
  }

  /// On the peek itself, and on none of its actions.
  func isOnPeek(_ touch: press_touch) -> Bool { covers(touch) && action(at: touch.x, touch.y) == nil }

  func covers(_ touch: press_touch) -> Bool {
    let peek = state.peek
    let dx = Int64(touch.x) &- Int64(peek.x)
    let dy = Int64(touch.y) &- Int64(peek.y)
    return dy >= 0 && dy < Int64(peek.height) && (peek.width == 0 || (dx >= 0 && dx < Int64(peek.width)))
  }
}
