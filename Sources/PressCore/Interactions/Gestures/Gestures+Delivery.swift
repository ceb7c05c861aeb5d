import CPress

/// What gestures deliver.
extension Gestures {
  @inline(never)
  func markPending(_ slot: Int, _ next: Gesture.Pending) {
    gestures[slot].pending |= next.rawValue
    state.pendingSlots |= engine.bit(slot)
    markPending()
  }

  func deliver() -> Bool {
    if state.isTapPending {
      deliverWaited()
      return true
    }
    if state.activatedCount > 0 {
      deliverActivated()
      return true
    }
    while state.pendingSlots != 0 {
      let slot = state.pendingSlots.trailingZeroBitCount
      let pending = gestures[slot].pending
      // A tap that was a preview comes after its end.
      if pending & Gesture.taps != 0 && engine.deliverPreviewEnd(slot) { return true }
      let first = pending & (0 &- pending)
      gestures[slot].pending = pending & ~first
      if pending == first { state.pendingSlots &= ~engine.bit(slot) }
      if let next = Gesture.Pending(rawValue: first) {
        deliver(next, slot)
        // A tap that waited is noted among what comes first.
        return state.pendingSlots != 0 || state.activatedCount > 0
      }
    }
    return false
  }

  /// What comes before all else: the tap that waited; and what ended with its target.
  func deliverFirst() -> Bool {
    if state.isTapPending {
      deliverWaited()
      return true
    }
    let ends = Gesture.Pending.holdCancelled.rawValue | Gesture.Pending.scrollCancelled.rawValue
    var slot = 0
    while slot < engine.maxContacts {
      let isGone = gestures[slot].goesFirst
      gestures[slot].goesFirst = false
      if isGone, let end = Gesture.Pending(rawValue: gestures[slot].pending & ends) {
        gestures[slot].pending &= ~ends
        deliver(end, slot)
        return true
      }
      slot &+= 1
    }
    return false
  }

  private func deliverWaited() {
    state.isTapPending = false
    var event = state.waiting
    event.late_us = engine.lateness(event.t_us)
    engine.post(&event)
  }

  private func deliver(_ next: Gesture.Pending, _ slot: Int) {
    // A drag may have taken its place.
    if next == .holdRepeated && engine.contacts[slot].claim != .hold { return }
    var event = event(next, slot)
    engine.post(&event)
  }

  private func event(_ next: Gesture.Pending, _ slot: Int) -> press_event {
    let g = gestures[slot]
    return switch next {
    case .tapped: engine.event(EventType.tapped, slot, target: g.tapTarget)
    case .doubleTapped: engine.event(EventType.doubleTapped, slot, target: g.tapTarget)
    case .holdBegan: engine.event(EventType.holdBegan, slot, target: g.holdTarget)
    case .holdEnded: engine.event(EventType.holdEnded, slot, target: g.holdTarget, g.reason)
    case .holdCancelled: engine.event(EventType.holdCancelled, slot, target: g.holdTarget, g.reason)
    case .tapFailed: failed(slot)
    case .holdRepeated: repeated(slot)
    case .scrollBegan: engine.event(EventType.scrollBegan, slot, target: g.scrollTarget)
    case .scrollMoved: scrolled(EventType.scrollMoved, slot, 0)
    case .scrollEnded: scrolled(EventType.scrollEnded, slot, g.reason)
    case .scrollCancelled: scrolled(EventType.scrollCancelled, slot, g.reason)
    }
  }

  private func failed(_ slot: Int) -> press_event {
    let g = gestures[slot]
    var event = engine.event(EventType.tapFailed, slot, target: g.tapTarget, Int32(g.tapReason))
    if event.reason == Reason.tooLong {
      // It may have waited for room.
      event.late_us = engine.lateness(Wide.addSaturating(g.beganAt, UInt64(state.settings.tap_us) &+ 1))
    }
    return event
  }

  private func repeated(_ slot: Int) -> press_event {
    var event = engine.event(EventType.holdRepeated, slot, target: gestures[slot].holdTarget)
    event.value = gestures[slot].repeats
    return event
  }

  @inline(never)
  private func scrolled(_ type: UInt32, _ slot: Int, _ reason: Int32) -> press_event {
    var event = engine.event(type, slot, target: gestures[slot].scrollTarget, reason)
    event.value = Q16.subtract(engine.contacts[slot].touch.x, engine.contacts[slot].startX)
    event.value2 = Q16.subtract(engine.contacts[slot].touch.y, engine.contacts[slot].startY)
    return event
  }
}
